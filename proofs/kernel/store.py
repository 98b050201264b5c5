"""Proofs as plain JSON, and their replay: the only source of a status.

A stored theorem is an object with ``name``, ``terms`` (a table in which a term names its subterms by
position), ``steps`` (each a rule with its arguments; facts are named by the position of the step that made
them) and ``statement`` (hypotheses and conclusion). An argument is ``{"f": step}``, ``{"t": term}``, a list
of arguments, or a plain string, integer or null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.terms import MAKERS, KernelError, Term, demand

Json = Any
PLAIN = {"num": 2, "var": 2, "bv": 2, "fn": 3, "all": 1, "lam": 1}  # how many arguments are not terms


class Writer:
    """Collects the terms of a proof in a table with shared subterms."""

    def __init__(self) -> None:
        """An empty table."""
        self.rows: list[list[Json]] = []
        self.where: dict[Term, int] = {}

    def term(self, t: Term) -> int:
        """The position of a term in the table, entered if new."""
        if t not in self.where:
            kids = [self.term(a) if isinstance(a, Term) else a for a in t.args]
            self.where[t] = len(self.rows)
            self.rows.append([t.op, *kids])
        return self.where[t]

    def argument(self, x: object, facts: Mapping[Fact, int]) -> Json:
        """A rule's argument as JSON."""
        if isinstance(x, Fact):
            return {"f": facts[x]}
        if isinstance(x, Term):
            return {"t": self.term(x)}
        if isinstance(x, list | tuple):
            return [self.argument(y, facts) for y in x]
        if x is None or isinstance(x, str | int):
            return x
        raise TypeError(f"cannot be stored: {x!r}")


def read_terms(rows: Iterable[Sequence[Json]]) -> list[Term]:
    """The terms of a table; each row may use the rows before it."""
    out: list[Term] = []
    for op, *args in rows:
        demand(op in MAKERS, "no such operator:", op)
        plain = PLAIN.get(op, 0)
        kids = tuple([_row(out, i) for i in args[plain:]])
        out.append(MAKERS[op](*args[:plain], *kids) if plain else _compound(op, kids))
    return out


@cache
def _compound(op: str, kids: tuple[Term, ...]) -> Term:
    return MAKERS[op](*kids)


def _row(rows: Sequence[Any], i: Any) -> Any:
    demand(type(i) is int and 0 <= i < len(rows), "nothing stands yet at", i)
    return rows[i]


def replay(theory: Theory, stored: Mapping[str, Json]) -> Fact:
    """Run a stored proof and record its theorem under its name.

    Raises
    ------
    KernelError
        if a step is refused, the result is not the statement that it claims, or the data are malformed.
    """
    try:
        terms = read_terms(stored["terms"])
        facts: list[Fact] = []

        def argument(x: Json) -> object:
            if isinstance(x, dict):
                ((kind, i),) = x.items()
                return _row(facts if kind == "f" else {"t": terms}[kind], i)
            return [argument(y) for y in x] if isinstance(x, list) else x

        for rule, *args in stored["steps"]:
            if rule == "theorem":
                facts.append(theory.theorem(*args))
            else:
                facts.append(RULES[rule](*map(argument, args)))
        claimed = stored["statement"]
        concl, hyps = _row(terms, claimed["concl"]), [_row(terms, h) for h in claimed["hyps"]]
        demand(not any(t.loose for t in (concl, *hyps)), "a dangling variable in the statement")
        demand(key(facts[-1].concl) == key(concl), stored["name"], "does not prove what it claims")
        demand(facts[-1].hyps.keys() <= {key(h) for h in hyps}, stored["name"], "needs more than it assumes")
        theory.record(stored["name"], facts[-1])
        return facts[-1]
    except KernelError:
        raise
    except Exception as wrong:  # whatever malformed data may cause
        raise KernelError(f"a malformed proof: {type(wrong).__name__}: {wrong}") from wrong
