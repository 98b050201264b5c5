"""The papers, one folder each, in the order in which they are checked, and the index of their statements."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.builder.paper import Paper

PAPERS = ("ks", "yun", "liu")


def index(key: str) -> dict[str, str]:
    """The kinds of a paper's statements, displays and sentences by their ids in `index.json`, in the paper's order.

    A sentence is "prose: claim" or of another such kind; only those that claim something are in the index.

    >>> list(index("KS"))[:2], index("KS")["Lemma 4"], index("KS")["B.2¶2"]
    (['Abstract¶1', 'Abstract¶2'], 'lemma', 'prose: claim')
    """
    rows = json.loads((Path(__file__).parent / "index.json").read_bytes())[key]
    return {id: kind for id, kind, *_ in rows}


@cache
def section_titles() -> dict[str, dict[str, str]]:
    """The titles of the papers' sections, by paper and number.

    >>> section_titles()["KS"]["B.2"]
    'Properties of Boltzmann operator'
    """
    found: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "sections.json").read_bytes())
    return found


def displays(paper: Paper) -> dict[str, list[str]]:
    """The displayed formulas that the statements of a paper cover, in LaTeX and the paper's own symbols.

    They are in `displays.json` by their ids in `index.json`, without the words between them.
    """
    printed = json.loads((Path(__file__).parent / "displays.json").read_bytes())[paper.key]
    found = {s.id: [printed[id] for id in s.index if id in printed] for s in paper.statements.values()}
    return {id: formulas for id, formulas in found.items() if formulas}
