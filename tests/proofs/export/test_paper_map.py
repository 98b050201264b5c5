"""The map of a paper's sections and files; docs/papers.md has those of the library.

After moving statements: REGENERATE=1 uv run pytest tests/proofs/export/test_paper_map.py
"""

import os
from importlib import import_module
from pathlib import Path

import pytest

from proofs.export.paper_map import paper_map
from proofs.papers import PAPERS

PAGE = Path(__file__).parents[3] / "docs" / "papers.md"
HEAD = """# Maps of the papers

For each section of a paper its statements, the file that declares them, and the files with their proofs, relative to
the folder of the former. `lemmata show KS:lemma-5` prints the lines, too; `proofs.export.paper_map.paper_map` makes the
map of a paper of your own. `README.md` in the folder of each paper says what is proved in which way, and what is false
as printed.
"""
MINE = {
    "__init__.py": "from mine.section_2 import statements\nfrom mine.vocabulary import paper\nchapter = paper\n",
    "vocabulary.py": "from proofs.paper import *\npaper = Paper('Mine', 'A paper', 'nobody, 2026')\n"
    "def lemma(number, **fields):\n    paper.state(f'lemma-{number}', 'a number', kind='lemma', **fields)\n",
    "proofs_of_2.py": "from mine.vocabulary import *\n(x,) = reals('x')\n\n@paper.claim(given=[], shows=x <= x)\n"
    "def le_itself(p):\n    return p.have(p.goal)\n",
    "section_2/__init__.py": "",
    "section_2/statements.py": "from mine.proofs_of_2 import le_itself\nfrom mine.vocabulary import lemma\n\n"
    "lemma(1, section='2', printed=le_itself)\nlemma(2, section='2.1')\n",
}


def page() -> str:
    papers = [import_module(f"proofs.papers.{name}").paper for name in PAPERS]
    return "\n".join([HEAD, *(f"## {paper.key}: {paper.title}\n\n{paper_map(paper)}" for paper in papers)])


def test_the_page_says_where_the_statements_are() -> None:
    if os.environ.get("REGENERATE"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(), "REGENERATE=1 uv run pytest with this file writes it anew"


def test_a_paper_of_one_s_own_has_a_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in MINE.items():
        (tmp_path / "mine" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    paper = import_module("mine").paper
    assert paper.places["Mine:lemma-2"] == "mine/section_2/statements.py:5"
    assert paper.places["Mine.le_itself"] == "mine/proofs_of_2.py:4"
    assert paper_map(paper).splitlines() == [
        "Files in `mine/section_2`:",
        "",
        "| section | statements | declared in | proved in |",
        "| --- | --- | --- | --- |",
        "| 2 | lemma-1 | `statements.py` | `../proofs_of_2.py` |",
        "| 2.1 | lemma-2 | `statements.py` |  |",
    ]
