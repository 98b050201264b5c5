"""Counterexamples with irrational entries, which equations determine one after another in closed form.

At a given size, equations such as t_{k+1} = (1 + √(1 + 4 t_k²))/2 are expanded for each index. An equation with a
single unknown entry is solved for it. If there is none, a value is chosen for the first unknown entry. Instances are
selected in floating point; a counterexample requires a theorem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from proofs.checking.models.compiled import Floats, Undefined, compiled, ranged_body
from proofs.checking.refute import Instance, tabulated
from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.terms import KernelError, Term, app, instantiate_bound, num, rebuild, substitute, var
from proofs.search.base.effort import over
from proofs.search.counterexamples.algebraic import roots
from proofs.search.points.counter import truth
from proofs.search.points.instances import PointSearch
from proofs.search.sequences.forms import walk

SIZES = tuple(range(13))
LONGEST = 2_000  # the maximum number of nodes of the term for an entry
DRAWS = 3  # choices of the undetermined entries for each size
BEYOND = "exp", "log", "sin", "cos", "atan", "erf"  # functions whose values are seldom rational
UNKNOWN = var("x'", "R")
Entry = Term  # f(i, …) with numerals i, …


class Recursion:
    """The instances of a question whose entries are determined by equations; each is proposed once."""

    def __init__(self, sampler: PointSearch, given: Sequence[Term], goal: Term) -> None:
        self.sampler, self.given, self.goal = sampler, given, goal
        self.todo: Iterator[Instance | None] = iter(())
        if sampler.functions and any(map(_not_rational, given)):
            self.todo = self._instances()

    def suspects(self, limit: float) -> Iterator[Instance]:
        """Yield the instances at which the hypotheses seem to hold and the goal to fail, the smallest first."""
        while not over(limit):
            try:
                found = next(self.todo)
            except StopIteration:
                return
            if found is not None:
                yield found

    def _instances(self) -> Iterator[Instance | None]:
        for sizes in self.sampler.choices(SIZES):
            for _ in range(DRAWS):
                at = _Entries(self.sampler, sizes)
                instance = None
                with suppress(KernelError, Undefined, OverflowError, ZeroDivisionError, ValueError, RecursionError):
                    at.determine(self.given)
                    instance = at.instance() if at.breaks() else None
                yield instance
                if not at.chosen:
                    break


class _Entries:
    """Entries for one choice of sizes, as terms and in floating point."""

    def __init__(self, sampler: PointSearch, sizes: dict[Term, int]) -> None:
        self.sampler = sampler
        self.numbers = {**sizes, **{v: sampler.value(v) for v in sampler.reals}}
        self.terms = {v: num(*Fraction(x).as_integer_ratio()) for v, x in self.numbers.items()}
        self.known: dict[Entry, Term] = {}
        self.floats: dict[Entry, float] = {}
        self.chosen = bool(sampler.reals)

    def determine(self, given: Sequence[Term]) -> None:
        """Solve the equations for their entries, one after another."""
        equations = [e for g in given for e in _members(substitute(g, self.terms)) if e.op == "eq"]
        while True:
            waiting = []
            for e in equations:
                left, right = (self._put(side) for side in e.args)
                unknown = {t for t in (*walk(left), *walk(right)) if t.op == "app"}
                if len(unknown) == 1 and not (entry := unknown.pop()).loose:
                    self._solve(entry, left, right)
                elif unknown:
                    waiting.append((e, unknown))
            if len(waiting) == len(equations):
                entries = [t for _, unknown in waiting for t in unknown if not t.loose]
                if not entries:
                    return
                self._choose(min(entries, key=lambda t: ([a.args[0] for a in t.args[1:]], t.args[0].args[0])))
            equations = [e for e, _ in waiting]

    def _solve(self, entry: Entry, left: Term, right: Term) -> None:
        """Solve an equation for an entry, and keep the first solution within the bounds of the entry."""
        for one, other in ((left, right), (right, left)):
            if one is entry and entry not in set(walk(other)):
                self._keep(entry, other)
                return
        lo, hi = self.sampler.bounds[entry.args[0]]
        for root in roots(canonical(_replaced(right - left, {entry: UNKNOWN})), UNKNOWN):
            x = compiled(root, Floats())({}, ())
            if (lo is None or x >= lo) and (hi is None or x <= hi):
                self._keep(entry, root)
                return
        raise Undefined

    def _keep(self, entry: Entry, value: Term) -> None:
        if _parts(value) >= LONGEST:
            raise Undefined
        self.known[entry] = _put_together(value)
        self.floats[entry] = float(compiled(self.known[entry], Floats())({}, ()))

    def _choose(self, entry: Entry) -> None:
        self.chosen = True
        x = self.sampler.value(entry.args[0])
        self.known[entry], self.floats[entry] = num(*Fraction(x).as_integer_ratio()), float(x)

    def _put(self, t: Term) -> Term:
        return _replaced(t, self.known)

    def breaks(self) -> bool:
        """Return whether the hypotheses seem to hold and the goal to fail; values are chosen for missing entries."""

        def value(f: Term, index: tuple[int, ...]) -> float:
            entry = app(f, *map(num, index))
            if entry not in self.floats:
                self._choose(entry)
            return self.floats[entry]

        env: dict[Term, Any] = dict(self.numbers)
        for f in self.sampler.functions:
            env[f] = lambda *index, f=f: value(f, index)
        held = all(r.margin(env, ()) > 0 for r in self.sampler.given)
        return held and self.sampler.goal(env, ()) <= 0

    def instance(self) -> Instance:
        """Return the values as terms."""
        tables: dict[Term, dict[tuple[int, ...], Term]] = {f: {} for f in self.sampler.functions}
        for entry, t in self.known.items():
            tables[entry.args[0]][tuple(a.args[0] for a in entry.args[1:])] = t
        return {**self.terms, **{f: tabulated(f.args[1], table) for f, table in tables.items()}}


def _not_rational(g: Term) -> bool:
    """Return whether an equation between entries may have an irrational solution."""
    while g.op in ("all", "imp"):
        g = g.args[1]
    if g.op != "eq" or not any(t.op == "app" for t in walk(g)):
        return False
    if any(t.op in BEYOND for t in walk(g)):
        return True
    p = normal(g.args[1] - g.args[0])
    powers = [(a.term, e, len(m)) for m in p for a, e in m if a.term.op == "app"]
    higher = [t for t, e, _ in powers if e != 1]
    alone = [t for t, e, size in powers if e == size == 1 and sum(t is other for other, _, _ in powers) == 1]
    return bool(higher) and not any(all(not _later(t, u) for t in higher) for u in alone)


def _later(t: Entry, u: Entry) -> bool:
    """Return whether an entry has a greater index than another of the same function."""
    if t.args[0] is not u.args[0]:
        return False
    steps = [constant(normal(a - b)) for a, b in zip(t.args[1:], u.args[1:], strict=True)]
    return any(step is not None and step > 0 for step in steps)


def _members(formula: Term) -> Iterator[Term]:
    """Yield the instances, at each index, of a formula whose only free symbols are functions."""
    if formula.op == "all":
        low, high, body = ranged_body(formula.args[1])
        lo, hi = (constant(normal(instantiate_bound(end, (num(0),)))) for end in (low, high))
        if lo is not None and hi is not None:
            for i in range(int(lo), int(hi) + 1):
                yield from _members(instantiate_bound(body, (num(i),)))
    elif formula.op == "imp":
        if truth(formula.args[0]):
            yield from _members(formula.args[1])
    else:
        yield formula


def _replaced(t: Term, values: dict[Entry, Term]) -> Term:
    """Replace entries by their values, after computing the indices."""
    if t.op == "app":
        entry = app(t.args[0], *(canonical(a) for a in t.args[1:]))
        return values.get(entry, entry)
    return rebuild(t, lambda kid, _: _replaced(kid, values)) if t.args and t.op not in ("num", "var", "bv", "fn") else t


def _put_together(t: Term) -> Term:
    """Simplify a term: decide the conditions on numerals, and normalise the parts without conditions."""
    if t.sort in ("Z", "R") and not any(u.op == "ite" for u in walk(t)):
        return canonical(t)
    if t.op == "ite" and isinstance(known := key(t.args[0]), bool):
        return _put_together(t.args[1 if known else 2])
    return rebuild(t, lambda kid, _: _put_together(kid))


def _parts(t: Term) -> int:
    """Return the number of nodes of a term as a tree, counted up to `LONGEST`."""
    count, todo = 0, [t]
    while todo and count < LONGEST:
        count += 1
        todo += [a for a in todo.pop().args if isinstance(a, Term)]
    return count
