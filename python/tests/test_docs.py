"""The examples of the documentation run."""

import re
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
