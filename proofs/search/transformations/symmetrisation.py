"""Symmetrisation of double sums: 0 <= Σ_i Σ_j h(i, j) from 0 <= h(i, j) + h(j, i).

For example, Chebyshev's sum inequality Σ x Σ y <= n Σ x y for nondecreasing x and y. Reference: Hardy, Littlewood and
Pólya, Inequalities, section 2.17.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Mono, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, big, eq, inv, lam, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, quantity, replaced, walk
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.orders import in_order
from proofs.search.sequences.termwise import Spread, spreads, sums_given

MOST_UNITS = 3  # sums by which others are spread over pairs


class Pairs:
    """right − left of a goal as a sum over pairs: Σ_i Σ_j h(i, j)."""

    def __init__(self, known: Known, goal: Term, index: Index, other: Index, unit: Spread) -> None:
        self.known, self.index, self.other = known, index, other
        self.lo, self.hi = index.lo, index.hi
        w, W = unit.body, unit.value
        self.here, self.there = (k.member(w) * inv(W) for k in (index, other))
        self.nested: list[tuple[Term, Fact]] = []  # coefficients, and sums in the other order
        self.member: Poly = {}
        for m, c in quantity(goal).items():
            sums = [a.term for a, e in m for _ in range(int(e)) if self._over(a.term) and e.q == 1 and e > 0]
            rest = as_term({frozenset(x for x in m if not self._over(x[0].term)): c})
            if len(sums) > 2:
                raise NotFound("a product of three sums")
            if len(sums) == 2:
                self._add(rest * index.member(sums[0].args[2]) * other.member(sums[1].args[2]))
            elif len(sums) == 1:
                self._of_one(rest, sums[0])
            else:
                self._add(rest * self.here * self.there)

    def _over(self, t: Term) -> bool:
        return t.op == "sum" and t.args[0] is self.lo and t.args[1] is self.hi

    def _add(self, t: Term) -> None:
        self.member = plus(self.member, normal(t))

    def _of_one(self, c: Term, total: Term) -> None:
        for m, v in normal(self.index.member(total.args[2])).items():
            inner = [a.term for a, e in m if self._over(a.term) and e == 1 and self.index.i in a.term.free]
            rest = c * as_term({frozenset(x for x in m if not (inner and x[0].term is inner[0])): v})
            if not inner:
                self._add(rest * self.there)
                continue
            part = as_term({frozenset(x for x in m if x[0].term is not inner[0]): v}) * self.other.member(
                inner[0].args[2]
            )
            self._add(c * part)
            h = lam(2, abstract(part, [self.index.i, self.other.i]))
            by = {"h": h, "lo": self.lo, "hi": self.hi, "lo2": self.lo, "hi2": self.hi}
            self.nested.append((c, self.known.p.apply("sums.sum_swap", **by)))


def by_pairs(known: Known, goal: Term, choice: int, ordered: bool = False) -> Fact:
    """Prove the goal from facts about its members at two indices, or by the signs of factors, in either order."""
    lo, hi = next((b.args[0], b.args[1]) for b in bigs(goal, ("sum",)) if b.args[2].op != "num")
    units = [s for s in spreads(known, lo, hi) if s.value is not num(0)]
    below = dict.fromkeys(a.term.args[0] for m in quantity(goal) for a, _ in m if a.term.op == "inv")
    for total in (t for t in below if t.op == "sum" and t.args[:2] == (lo, hi)):
        units.append(Spread(total.args[2], known.run("arith", eq(total, total), [], [], []), total))
    if choice >= len(units):
        raise NotFound("no such unit")
    unit = units[choice]
    index, other = known.index(lo, hi), known.index(lo, hi)
    pairs = Pairs(known, goal, index, other, unit)
    swap = {index.i: other.i, other.i: index.i}
    signs = [known.positive(unit.value)] if unit.value.op != "num" else []
    both = as_term(cancelled(plus(pairs.member, normal(substitute(as_term(pairs.member), swap))), [unit.value]))
    here = _around(known, index, other, both)
    nonneg = le(num(0), both)
    ways = [
        lambda: known.numbers([*here, *signs], nonneg, 1.0),
        lambda: in_order(known, [*here, *signs], nonneg, index, other, ordered),
    ]
    fact = first(known, *ways[ordered:])
    with known.inside(index):
        row = known.summed(other, fact)
    up = known.summed(index, row)
    # both = h(i, j) + h(j, i), where W is Σ w
    total = big("sum", lo, hi, unit.body)
    said = known.run("arith", eq(total, unit.value), [(num(1), [unit.fact])], [], [])
    return _added_up(known, goal, up, said, pairs, signs)


def by_ordered_pairs(known: Known, goal: Term, choice: int) -> Fact:
    """Prove the goal by the signs of factors, with numbers for sums and sums for variables where hypotheses say so."""
    said = sums_given(known)
    sides = [(f, total, v) for f, total, v in said if v.op == "num"]
    sides += [(f, v, total) for f, total, v in said if v.op == "var" and v in goal.free]
    equations = list[Fact]()
    for f, old, new in sides:
        with suppress(KernelError):
            equations.append(known.linear(eq(old, new), [f], work=200))
    q, used = replaced(quantity(goal), equations, powers=True)
    whole = le(num(0), as_term(q))
    if not _fits(whole):
        raise NotFound("no sums over pairs")
    return known.put_back(goal, by_pairs(known, whole, choice, ordered=True), used)


def _added_up(known: Known, goal: Term, up: Fact, said: Fact, pairs: Pairs, signs: Sequence[Fact]) -> Fact:
    """Prove the goal from the sum over pairs, with Σ w = W and the other order of double sums."""
    left = plus(quantity(goal), quantity(goal))
    rest = plus(left, quantity(up.concl), -1)
    sides: list[tuple[Term, list[Fact]]] = [(num(1, 2), [up])]
    for c, swapped in pairs.nested:
        rest = plus(rest, times(normal(c), quantity(swapped.concl)), 1)
        sides.append((num(-1, 2) * c, [swapped]))
    # what is left is a multiple of Σ w − W
    total, value = said.concl.args
    multiplier, form = dict[Mono, fmpq](), canonical(total)
    for _ in range(2):  # as Σ w may stand squared
        once: Poly = {}
        for m, v in rest.items():
            powers = dict(m)
            found = next((a for a in powers if a.term is form), None)
            if found is not None:
                powers[found] -= 1
                once = plus(once, {frozenset(x for x in powers.items() if x[1]): v})
        multiplier = plus(multiplier, once)
        rest = plus(rest, times(once, plus(normal(value), normal(total), -1)))
    if multiplier:
        sides.append((as_term({m: -c / 2 for m, c in multiplier.items()}), [said]))
    return known.run("arith", goal, sides, [], signs)


def _around(known: Known, index: Index, other: Index, t: Term) -> list[Fact]:
    """Return the known facts about two indices, and about the roots, absolute values and denominators in a term."""
    out = [*index.facts, *other.facts]
    with known.inside(index), known.inside(other):
        for one, two in ((index, other), (other, index)):
            for u in one.universal:
                with suppress(KernelError):
                    fact = known.p.specialize(u, two.i, using=[*index.ends, *other.ends])
                    if fact.concl.op in ("le", "lt", "eq"):
                        out.append(fact)
        out += known.denominators(t, out)
    return [f for f in dict.fromkeys(out) if f.concl.op in ("le", "lt", "eq")]


@method("pairs of indices in order", share=0.2)
def over_ordered_pairs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products of two sums where sequences rise or fall; members without factors are left for later."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and k.steps and bigs(goal, ("sum",)):
        for choice in range(MOST_UNITS):
            yield k.way(partial(by_ordered_pairs, k, goal, choice))


@method("pairs of indices", share=0.4)
def over_pairs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products of two sums over one range, and for double sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and _fits(goal):
        for choice in range(MOST_UNITS):
            yield k.way(partial(by_pairs, k, goal, choice))


def _fits(goal: Term) -> bool:
    """Return whether products of two sums over a range, or a sum inside another, occur in a goal."""
    for m in quantity(goal):
        sums = [(a.term, e) for a, e in m if a.term.op == "sum" and a.term.args[2].op != "num"]
        if sum(e for _, e in sums) == 2 or any(t.op == "sum" for s, _ in sums for t in walk(s.args[2])):
            return True
    return False
