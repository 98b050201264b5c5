"""What a notebook shows, and the example notebook."""

from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import nbclient
import nbformat
import pytest

from proofs import library
from proofs.export.notebook import GraphView

pytestmark = pytest.mark.usefixtures("library_report")
NOTEBOOK = Path(__file__).parents[3] / "examples" / "blueprint.ipynb"


@pytest.mark.slow  # the notebook's own process checks the library
def test_the_example_notebook_runs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)  # kept without outputs
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [
        {kind for out in cell.outputs for kind in out.get("data", {})}
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    assert "text/latex" in shown[0]
    assert "text/html" in shown[0]
    assert "text/html" in shown[2]
    assert "image/svg+xml" in shown[3]
    assert "image/svg+xml" in shown[4]
    assert "text/latex" in shown[5] or "text/html" in shown[5]


@pytest.mark.usefixtures("library_report")  # so that it is not checked again for one paper
def test_a_proof_shows_its_facts() -> None:
    view = library["KS:eq-93"].proof()
    shown = html5lib.parseFragment(view._repr_html_(), namespaceHTMLElements=False)
    assert len(list(shown.iter("li"))) >= sum(t.lines for t in view.theorems) > 3  # headings of cases, too
    assert view.status in str(view)
    assert repr(view).startswith("<proof of KS:eq-93, proved; theorems: KS.")
    assert len(repr(view)) < 200


def test_a_graph_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    view = library["KS:lemma-6"].graph(depth=1)
    drawn = view._repr_svg_()
    assert drawn is not None
    titles = [e.text for e in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}title")]
    assert set(view.graph) <= set(titles)
    monkeypatch.setitem(__import__("sys").modules, "pygraphviz", None)
    assert GraphView(view.graph)._repr_svg_() is None
    assert str(view) == f"{len(view.graph)} statements, {view.graph.number_of_edges()} uses"
    assert repr(view) == f"<graph of {view}>"
