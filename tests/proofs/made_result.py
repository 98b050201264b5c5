"""A result of a check with given fields, and ordinary ones elsewhere."""

from __future__ import annotations

from typing import Any

from proofs.checking.report import Line, Result, Wording


def result(id: str, says: str, status: str = "proved", uses: tuple[str, ...] = (), **fields: Any) -> Result:
    """A result with these fields and ordinary ones elsewhere."""
    said = Wording(
        "for real x: x < 1 ⇒ x ≤ exp(x)",
        r"\text{for }x \in \mathbb{R}\colon\ x < 1 \Rightarrow x \le e^{x}",
        ("x < 1",),
        "x ≤ exp(x)",
        latex_shows=r"x \le e^{x}",
        sorts="real x",
        latex_sorts=r"x \in \mathbb{R}",
    )
    line = Line("printed", lambda: said, status, "theorem_" + id[-1], {"exact": 2})  # type: ignore[arg-type]
    ordinary: dict[str, Any] = {
        "id": id,
        "paper": id.partition(":")[0],
        "kind": "lemma",
        "section": "B.2",
        "says": says,
        "index": ("Lemma 5",),
        "equations": (),
        "printed": status,
        "corrected": None,
        "used": status,
        "evidence": {"exact": 2},
        "rests_on": (),
        "seconds": 0.25,
        "worst": 0,
        "lines": (line,),
        "uses": uses,
        "defined": (),
    }
    return Result(**ordinary | fields)
