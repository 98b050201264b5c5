"""Claims in words and in LaTeX, as a report shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.builder.chapter import Claim
from proofs.checking.report import Wording
from proofs.language import sorts
from proofs.language.display import Definition, Notions


def worded(
    notions: Notions,
    claim: Claim,
    point: Callable[[], str] | None = None,
    definitions: Mapping[Definition, str] | None = None,
) -> Wording:
    """Return a claim in words, a point at which its hypotheses hold, its notions' meanings, and their statements.

    `definitions` maps notions to the ids of the statements that define them.
    """
    text, latex, means = notions.text, notions.latex, notions.meanings([claim.formula])
    known = definitions or {}
    defined = dict.fromkeys(known[m.definition] for m in means if m.definition in known)
    whole, own = claim.formula, (sorts.text([claim.formula]), sorts.latex([claim.formula]))
    return Wording(
        sentence(notions, claim),
        (rf"\text{{for }}{own[1]}\colon\ " if own[1] else "") + latex(whole),
        tuple(map(text, claim.given)), text(claim.shows), tuple(map(latex, claim.given)), latex(claim.shows), *own,
        point() if point else "", tuple((m.name, m.meaning) for m in means),
        tuple((m.latex_name, m.latex_meaning) for m in means), tuple(defined),
    )  # fmt: skip


def sentence(notions: Notions, claim: Claim) -> str:
    """Return a claim in one line, with the sorts of its variables."""
    own = sorts.text([claim.formula])
    return (f"for {own}: " if own else "") + notions.text(claim.formula)
