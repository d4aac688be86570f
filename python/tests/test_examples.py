"""The notebooks run from top to bottom; short, unless ``LUDARIUM_EXAMPLES`` is set already."""

import os
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook(path, monkeypatch, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    if any("import jax" in cell.source for cell in notebook.cells):
        pytest.importorskip("jax")
    monkeypatch.setenv("LUDARIUM_EXAMPLES", os.environ.get("LUDARIUM_EXAMPLES", "short"))
    resources = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(notebook, timeout=900, resources=resources)
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    # Nothing is printed as an error or a warning, and there is a plot.
    assert not [output for output in outputs if output.get("name") == "stderr"]
    shown = [output.data for output in outputs if "data" in output]
    assert any("image/svg+xml" in data and "<Figure" in data["text/plain"] for data in shown)
