"""Claims of statements: their forms, the errata about them, the names of their counterexamples, and their owners."""

from __future__ import annotations

from collections.abc import Iterable

from proofs.builder.chapter import Claim
from proofs.builder.paper import UNNAMED, Erratum, Statement
from proofs.checking.refute import Instance
from proofs.checking.report import Form
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import term
from proofs.language import sorts


def forms(s: Statement) -> tuple[tuple[Form, tuple[Claim, ...]], ...]:
    """Return the claims of a statement in each form."""
    return ("printed", s.printed), ("corrected", s.corrected), ("step", s.steps)


def proves(fact: Fact, claim: Claim) -> bool:
    """Return whether the fact has the claim's conclusion, and its hypotheses are among the claim's."""
    return key(fact.concl) == key(claim.shows) and fact.hyps.keys() <= {key(g) for g in claim.given}


def errata_of(s: Statement, form: Form, position: int) -> list[Erratum]:
    """Return the errata about the claim of a statement at this position."""
    return [e for e in s.errata if e.claim == position and form == ("step" if e.defect == "step" else "printed")]


def calls_false(e: Erratum) -> bool:
    """Return whether an erratum says that a claim is false, which a counterexample or a theorem has to confirm."""
    return e.search is not None or fails_at_point(e) or e.defect in ("false", "step", "strictness")


def fails_at_point(e: Erratum) -> bool:
    """Return whether an erratum gives a counterexample to the claim, which the check proves to be one."""
    return bool(e.at) and e.by is None


def instance_at(claim: Claim, e: Erratum) -> Instance:
    """Return the values of a claim's variables at which an erratum says that it is false."""
    return {v: term(e.at[v.args[0]]) for v in sorts.variables([claim.formula]) if v.args[0] in e.at}


def counterexample_name(statement: str, form: Form | str, position: int) -> str:
    """Return the name of the theorem which says that a line of a statement is false."""
    return f"{statement}#counterexample-{position}" if form == "printed" else f"{statement}#false-{form}-{position}"


def owners(rows: Iterable[tuple[str, int, Iterable[str]]]) -> dict[str, str]:
    """Return for each theorem the statement that owns it: the first of lowest rank among those that name it.

    Each row holds a statement's id, a rank (`rank`), and the theorems that it names.

    >>> owners([("KS:eq-1", 2, ["KS.one", "KS.two"]), ("KS:lemma-1", 0, ["KS.one"])])
    {'KS.one': 'KS:lemma-1', 'KS.two': 'KS:eq-1'}
    """
    out: dict[str, str] = {}
    for statement, _, theorems in sorted(rows, key=lambda row: row[1]):
        for name in theorems:
            out.setdefault(name, statement)
    return out


def rank(kind: str, form: Form, argued: bool) -> int:
    """Return the rank of a statement among those that name a theorem; the lowest owns it (`owners`).

    From the last to the first: steps, statements that are partly argued, those of unnamed kinds, remarks, all others.
    """
    return 8 * (form == "step") + 4 * argued + 2 * (kind in UNNAMED) + (kind == "remark")
