"""Proportions: F(x, y) = y^d F(x/y, 1), where F has logarithms and is homogeneous.

The logarithm of something of degree k gives k log y more; all of that must cancel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, inv, le, log, lt, num, substitute
from proofs.search.base.facts import is_positive_fact
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, is_positive, simplified
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import walk

HIGHEST = 6  # degree


def degree(p: Poly, names: frozenset[Term]) -> int:
    """The degree of a polynomial that is homogeneous in these variables.

    Raises
    ------
    NotFound
        if it is not.
    """
    found = {sum((e * _of_atom(a.term, names) for a, e in m), fmpq(0)) for m in p}
    if len(found) > 1 or any(d.q != 1 or abs(d) > HIGHEST for d in found):
        raise NotFound("not homogeneous")
    return int(found.pop()) if found else 0


def _of_atom(t: Term, names: frozenset[Term]) -> int:
    if not t.free & names:
        return 0
    if t.op == "var":
        return 1
    if t.op not in ("inv", "log"):
        raise NotFound("not homogeneous")
    k = degree(normal(t.args[0]), names)
    return -k if t.op == "inv" else 0


def logarithms_in(q: Poly, names: frozenset[Term]) -> dict[Term, tuple[Poly, int]]:
    """The logarithms that speak of these variables: what each is times, and of what degree its argument is.

    Raises
    ------
    NotFound
        if they are multiplied with one another, or leave a logarithm of the scale.
    """
    found: dict[Term, tuple[Poly, int]] = {}
    left: Poly = {}
    for m, c in q.items():
        logs = [(a, e) for a, e in m if a.term.op == "log" and a.term.free & names]
        if not logs:
            continue
        ((a, e), *others) = logs
        if others or e != 1:
            raise NotFound("logarithms that are multiplied")
        k = degree(normal(a.term.args[0]), names)
        times_what: Poly = {frozenset(x for x in m if x[0] is not a): c}
        found[a.term] = plus(found.get(a.term, ({}, k))[0], times_what), k
        left = plus(left, times_what, k)
    if not found or left:
        raise NotFound("no logarithm, or one of the scale")
    return found


class Scale:
    """The variables but y by t = x/y, under hypotheses; and what that makes of numbers and of facts.

    Attributes
    ----------
    to_one
        y → 1 and x → t for the others.
    back
        t → x/y.
    """

    def __init__(self, search: Search, given: Sequence[Term], names: frozenset[Term], y: Term, depth: int) -> None:
        self.search, self.given, self.names, self.y, self.depth = search, given, names, y, depth
        self.sign = is_positive_fact(search, given, y)
        self.below = search.p.apply(None, "elementary.inv_pos", self.sign, x=y)
        others = sorted(names - {y}, key=lambda v: v.args[0])
        parts = {x: fresh(f"{x.args[0]}'part", given) for x in others}
        search.meaning |= {t: x * inv(y) for x, t in parts.items()}
        self.to_one = {**parts, y: num(1)}
        self.back = [(t, x * inv(y)) for x, t in parts.items()]
        self.nonzero: list[Fact] = []

    def at(self, t: Term) -> Term:
        """What a number is at x/y and 1."""
        return substitute(t, {x: num(1) if x is self.y else x * inv(self.y) for x in self.names})

    def powers(self, k: int) -> list[Fact]:
        """0 < y or 0 < 1/y, k times."""
        return [self.sign if k > 0 else self.below] * abs(k)

    def divided_by(self, t: Term) -> None:
        """Show that denominators in a number are positive, here and at x/y and 1."""
        for d in dict.fromkeys(u.args[0] for u in walk(canonical(t)) if u.op == "inv" and u.free & self.names):
            if d is self.y or any(f.concl.args[1] is d for f in self.nonzero):
                continue
            self.divided_by(d)
            here = self.search.prove(self.given, lt(num(0), d), self.depth + 1)
            self.nonzero = [self._moved(here), here, *self.nonzero]

    def _moved(self, fact: Fact) -> Fact:
        """A relation at x/y and 1."""
        c = fact.concl
        k = degree(plus(normal(c.args[1]), normal(c.args[0]), -1), self.names)
        there = substitute(c, {x: num(1) if x is self.y else x * inv(self.y) for x in self.names})
        by = (num(1), [fact, *self.powers(-k)]) if c.op != "eq" else (inv(self.y) ** k if k > 0 else self.y**-k, [fact])
        return self.search.run("arith", there, [by], [], [*self.nonzero, self.sign])

    def given_there(self) -> list[tuple[Term, Fact]]:
        """The hypotheses that are homogeneous, at t and 1, and facts at x/y and 1."""
        out: list[tuple[Term, Fact]] = []
        for g in self.given:
            if g.op in ("le", "lt", "eq") and not any(t.op in ("log", "inv") for t in walk(g)):
                try:
                    moved = self._moved(self.search.run("assume", g))
                except KernelError:
                    continue
                out.append((substitute(g, self.to_one), moved))
        return out

    def logarithm(self, t: Term, k: int) -> Fact:
        """log w = log w(x/y, 1) + k log y."""
        run, w = self.search.run, t.args[0]
        there = self.at(w)
        nonzero = [*self.nonzero, self.sign]
        if k == 0:
            return self.search.p.congr(None, log, run("arith", eq(w, there), [], [], nonzero))
        sign = self.search.prove(self.given, lt(num(0), w), self.depth + 1)
        moved = run("arith", lt(num(0), there), [(num(1), [sign, *self.powers(-k)])], [], nonzero)
        small, large, below = (there, w, moved) if k > 0 else (w, there, sign)
        total, apart = small, list[Fact]()
        for _ in range(abs(k)):
            apart.append(self.search.p.apply(None, "elementary.log_mul", below, self.sign, x=total, y=self.y))
            below = run("arith", lt(num(0), total * self.y), [(num(1), [below, self.sign])], [], [])
            total = total * self.y
        same = self.search.p.congr(None, log, run("arith", eq(large, total), [], [], nonzero))
        goal = eq(log(w), log(there) + num(k) * log(self.y))
        return run("arith", goal, [(num(1 if k > 0 else -1), [f]) for f in (same, *apart)], [], [])


def by_proportions(search: Search, asked: Asked, names: frozenset[Term], y: Term) -> Fact:
    """The goal from the goal where y = 1, with x/y for the others."""
    goal = asked.goal
    q = plus(normal(goal.args[1]), normal(goal.args[0]), -1)
    logs, d = logarithms_in(q, names), degree(q, names)
    scale = Scale(search, asked.given, names, y, asked.depth)
    scale.divided_by(as_term(q))
    sides = scale.given_there()
    wanted = substitute((le if goal.op == "le" else lt)(num(0), as_term(q)), scale.to_one)
    fact = search.prove([simplified(g) for g, _ in sides], simplified(wanted), asked.depth + 1)
    fact = search.p.change(None, fact, wanted)
    for g, _ in sides:
        fact = search.run("discharge", g, fact)
    fact = search.run("instantiate", fact, scale.back)
    for _, moved in reversed(sides):
        fact = search.run("mp", fact, moved)
    parts: list[tuple[Term, list[Fact]]] = [(num(1), [fact, *scale.powers(d)])]
    for t, (by, k) in logs.items():
        parts.append((as_term(times(by, {frozenset(): fmpq(-1)})), [scale.logarithm(t, k)]))
    return search.run("arith", goal, parts, [], [*scale.nonzero, scale.sign])


# --- the method ------------------------------------------------------------------------------------------------------


@method("proportions")
def proportions(search: Search, asked: Asked) -> Iterator[Way]:
    """For logarithms of quotients of positive variables."""
    q = normal(asked.f)
    logs = [a.term for a in dict.fromkeys(a for m in q for a, _ in m) if a.term.op == "log"]
    for names in dict.fromkeys([frozenset(asked.f.free), *(t.free for t in logs)]):
        try:
            logarithms_in(q, names), degree(q, names)
        except NotFound:
            continue
        positive = [v for v in sorted(names, key=lambda v: v.args[0]) if v in asked.box and is_positive(asked.box[v])]
        if len(names) > 1 and positive:
            yield partial(by_proportions, search, asked, names, positive[-1])
            return
