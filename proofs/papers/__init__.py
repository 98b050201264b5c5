"""The papers, a folder each, in the order in which they are checked; and the index of what they state and display."""

from __future__ import annotations

import json
from pathlib import Path

PAPERS = ("ks", "yun", "liu")


def index(key: str) -> dict[str, str]:
    """The kinds of a paper's statements and displays by their ids in `index.json`, in the paper's order.

    >>> list(index("Yun"))[:2], index("KS")["Lemma 4"]
    (['2[1]', '2[2]'], 'lemma')
    """
    rows = json.loads((Path(__file__).parent / "index.json").read_bytes())[key]
    return {id: kind for id, kind, *_ in rows}
