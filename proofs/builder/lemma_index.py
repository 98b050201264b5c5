"""An index of earlier theorems by short name, by the shape of the conclusion, and by variables."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term

Shape: TypeAlias = tuple[str | None, ...]


class Unreached(Exception):
    """Raised if a proof needs an earlier theorem that is not established yet; not an error of the proof."""


class Earlier:
    """The index of the theorems before a proof.

    Parameters
    ----------
    facts
        Their statements; others may be appended while the index is in use.
    names
        The full names of all earlier theorems, established or not; by default those of `facts`. Others may be
        appended.
    apart
        Theorems that a proof has to name: searches ignore them.
    unproved
        Theorems for which no proof was found.

    Examples
    --------
    >>> from proofs.kernel.rules import assume
    >>> from proofs.language.notation import *
    >>> x, y = reals("x y")
    >>> found = Earlier({"sums.one": assume(exp(x) <= y), "mine.one": assume(exp(y) <= y), "mine.two": assume(x <= y)})
    >>> found.called("one"), list(found.like(exp(x * y) <= x)), list(found.about(frozenset([y])))
    (['sums.one', 'mine.one'], ['mine.one', 'sums.one'], ['mine.one'])
    """

    def __init__(
        self,
        facts: Mapping[str, Fact],
        names: Collection[str] | None = None,
        apart: Container[str] = (),
        unproved: Container[str] = (),
    ) -> None:
        self.facts, self.apart, self.unproved = facts, apart, unproved
        self.names = facts if names is None else names
        self._short: dict[str, list[str]] = {}
        self._called = 0  # how many short names are indexed
        self._seen = 0  # how many statements are indexed
        self._found: list[str] = []  # the names of the theorems that searches may find
        self._shapes: dict[Shape, list[int]] = {}
        self._relations: dict[Term, list[int]] = {}  # positions of relations, by one of their variables

    def called(self, short: str) -> Sequence[str]:
        """Return the full names of the theorems with this short name, in order."""
        if self._called < len(self.names):
            for new, names in short_names(islice(self.names, self._called, None)).items():
                self._short.setdefault(new, []).extend(names)
            self._called = len(self.names)
        return self._short.get(short, ())

    def like(self, goal: Term) -> Iterator[str]:
        """Yield the names of theorems whose conclusion has the goal's shape, the last first."""
        self._look()
        op, *sides = _shape(goal)
        wanted = {(op, *sides)}
        if len(sides) == 2:
            wanted |= {(op, None, sides[1]), (op, sides[0], None)}
        yield from self._last_first(k for shape in wanted if any(shape[1:]) for k in self._shapes.get(shape, ()))

    def about(self, symbols: frozenset[Term]) -> Iterator[str]:
        """Yield the names of theorems that are relations between these variables only, the last first."""
        self._look()
        found = (k for v in symbols for k in self._relations.get(v, ()))
        yield from (n for n in self._last_first(found) if self.facts[n].concl.free <= symbols)

    def _last_first(self, found: Iterable[int]) -> Iterator[str]:
        return (self._found[k] for k in sorted(found, reverse=True))

    def _look(self) -> None:
        """Index the statements of new theorems."""
        for name in islice(self.facts, self._seen, None) if self._seen < len(self.facts) else ():
            self._seen += 1
            if name in self.apart:
                continue
            formula, number = self.facts[name].concl, len(self._found)
            self._found.append(name)
            self._shapes.setdefault(_shape(formula), []).append(number)
            if formula.op in ("le", "lt", "eq") and formula.free:
                self._relations.setdefault(min(formula.free, key=lambda v: v.order), []).append(number)


def short_names(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the full names of theorems by their short names.

    >>> short_names(["sums.sum_le", "sums.max_le", "mine.max_le"])
    {'sum_le': ['sums.sum_le'], 'max_le': ['sums.max_le', 'mine.max_le']}
    """
    out: dict[str, list[str]] = {}
    for name in names:
        out.setdefault(name.rpartition(".")[2], []).append(name)
    return out


def _shape(formula: Term) -> Shape:
    """Return the operators of a formula and of a relation's sides; None for variables, numbers and function values."""

    def side(t: Term) -> str | None:
        if t.op in ("var", "num") or (t.op == "app" and t.args[0].op == "fn"):
            return None
        return t.op

    if formula.op in ("le", "lt", "eq"):
        return formula.op, *map(side, formula.args)
    return formula.op, formula.op
