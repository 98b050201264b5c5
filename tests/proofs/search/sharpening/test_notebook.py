"""The example notebook on sharp constants."""

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[4] / "examples" / "sharp_constants.ipynb"


@pytest.mark.slow  # it starts a process of its own, and workers from there
def test_the_example_notebook_runs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)  # kept without outputs
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert r"\iff" in outputs[0][0].data["text/latex"] and r"\iff" in outputs[-1][0].data["text/latex"]
    said = "".join(out.get("text", "") for row in outputs for out in row)
    for wished in ("c >= 2·exp(-1)", "c <= exp(1)", "c >= 1/8", "h <= 2/L"):
        assert f"{wished}; it fails for every" in said
