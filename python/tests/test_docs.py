"""The examples of the documentation run, and the API reference is complete."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["python/README.md", "docs/src/python.md"])
def test_the_examples_run(page):
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 2
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert names["state"].plies >= 1


@pytest.mark.parametrize(
    "module, needs", [("ludarium", "numpy"), ("ludarium.openspiel", "pyspiel")]
)
def test_the_examples_of_the_docstrings(module, needs):
    pytest.importorskip(needs)
    failed, attempted = doctest.testmod(importlib.import_module(module))
    assert attempted > 0 and failed == 0


def test_the_reference_of_the_functions(tmp_path):
    pytest.importorskip("autoapi")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", tmp_path / "trees"]
    built = subprocess.run(
        [*command, ROOT / "python" / "docs", tmp_path / "pages"], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    page = (tmp_path / "pages" / "api" / "ludarium" / "index.html").read_text(encoding="utf-8")
    import ludarium

    names = [name for name in ludarium.__all__ if name != "__version__"]
    assert [name for name in names if f'id="ludarium.{name}"' not in page] == []
