"""Squares of distances: 0 <= Σ w (x − y)² for two sequences of a goal, and squares of combinations of three.

For example, least squares: Σ (y_i − a − b x_i)² is least where the residuals are orthogonal to 1 and x. Reference:
Boyd and Vandenberghe, Introduction to Applied Linear Algebra, section 12.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from flint import fmpq

from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, le, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, factors, product_of, quantity, walk, written
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known

MOST_PAIRS = 6  # pairs of squares
MOST_ROUNDS = 3  # rounds in which equations are multiplied


def _squares(t: Term) -> Iterator[tuple[Term, Term]]:
    """Yield w and u for the summands w u² of a member."""
    for part in t.args if t.op == "add" else [t]:
        parts = list(factors(part))
        twice = next((a for a in dict.fromkeys(parts) if parts.count(a) == 2 and a.op in ("add", "app", "mul")), None)
        if twice is not None:
            rest = [a for a in parts if a is not twice and a.op != "num"]
            yield product_of(rest), twice


def by_distances(known: Known, goal: Term) -> Fact:
    """Prove the goal from squares of distances, also between numbers that are squared in it, and from equations.

    Raises
    ------
    NotFound
        if there are no two squares with the same weight.
    """
    facts: list[Fact] = []
    ranges = dict.fromkeys(b.args[:2] for b in written(goal, ("sum",)))
    for lo, hi in ranges:
        index = known.index(lo, hi)
        found: dict[Term, list[Term]] = {}
        for b in written(goal, ("sum",)):
            if b.args[:2] == (lo, hi):
                for w, u in _squares(index.member(b.args[2])):
                    found.setdefault(w, []).append(u)
        for w, own in found.items():
            with suppress(KernelError), known.inside(index):
                sign = [] if w is num(1) else [known.nonnegative(w, index.facts)]
                for u, v in islice(combinations(dict.fromkeys(own), 2), MOST_PAIRS):
                    square = known.p.apply("elementary.square_nonneg", x=u - v)
                    goal_here = le(num(0), canonical(w * square.concl.args[1]))
                    facts.append(
                        known.summed(index, known.run("arith", goal_here, [(num(1), [square, *sign])], [], []))
                    )
    if not facts:
        raise NotFound("no two squares")
    plain = dict.fromkeys(
        a
        for side in goal.args
        for t in walk(side)
        if t.op == "mul" and not t.loose
        for a in t.args
        if t.args.count(a) == 2 and not bigs(a)
    )
    for a, b in islice(combinations(plain, 2), MOST_PAIRS):
        square = known.p.apply("elementary.square_nonneg", x=a - b)
        facts += [square, *_times_signs(known, goal, square)]
    equations = [f for f in known.facts if f.concl.op == "eq"]
    others = [f for f in known.facts if f.concl.op != "eq" and not bigs(f.concl)]
    return known.linear(goal, [*facts, *equations, *others, *about(known, goal)], depth=MOST_ROUNDS, work=3000)


def _times_signs(known: Known, goal: Term, square: Fact) -> Iterator[Fact]:
    """Yield a square multiplied by nonnegative variables of the goal."""
    for v in sorted((v for v in goal.free if (v.op, v.sort) == ("var", "R")), key=lambda v: v.args[0]):
        if v not in square.concl.free:
            with suppress(KernelError):
                sign = known.nonnegative(v)
                product = canonical(v * square.concl.args[1])
                yield known.run("arith", le(num(0), product), [(num(1), [square, sign])], [], [])


def _pairs(known: Known, goal: Term) -> tuple[Index, dict[frozenset[Term], fmpq]]:
    """Return the index, and the coefficients of the sums Σ x y in a goal by their pairs of sequences."""
    sums = [(b, c) for b, c in alone(quantity(goal), "sum") if b.args[2].op == "mul"]
    index = known.index(*sums[0][0].args[:2]) if sums else None
    if index is None:
        raise NotFound("no sums of products")
    found: dict[frozenset[Term], fmpq] = {}
    for b, c in sums:
        pair = frozenset(index.member(b.args[2]).args)
        if b.args[:2] == (index.lo, index.hi) and len(pair) == 2 and all(t.op == "app" for t in pair):
            found[pair] = c
    return index, found


def by_three(known: Known, goal: Term) -> Fact:
    """Prove the goal from Σ (a x + b y + c z)² >= 0 with coefficients that match the products in the goal.

    Raises
    ------
    NotFound
        if there are no three sequences with such products.
    """
    index, found = _pairs(known, goal)
    for x, y, z in combinations(sorted({t for pair in found for t in pair}, key=str), 3):
        f, g, h = (found.get(frozenset(pair), fmpq(0)) for pair in ((x, y), (x, z), (y, z)))
        if f * g * h > 0:
            combination = canonical(num(f * g) * x + num(f * h) * y + num(g * h) * z)
            square = known.p.apply("elementary.square_nonneg", x=combination)
            member = known.run("arith", le(num(0), canonical(square.concl.args[1])), [(num(1), [square])], [], [])
            up = known.summed(index, member)
            return known.linear(goal, [up, *known.facts, *about(known, goal)], work=400)
    raise NotFound("no three sequences")


@method("squares of distances", share=0.3)
def distances(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by squares of distances, under equations about sums."""
    k, goal = known(search, asked), asked.goal
    under = any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts)
    if goal.op == "le" and asked.depth <= MOST_CHANGES and under:
        if len(_of_squares(goal)) > 1:
            yield k.way(partial(by_distances, k, goal))
        if sum(b.args[2].op == "mul" for b, _ in alone(quantity(goal), "sum")) > 2:
            yield k.way(partial(by_three, k, goal))


def _of_squares(goal: Term) -> list[Term]:
    """Return the sums of a goal whose members contain squares."""
    return [b for b in written(goal, ("sum",)) if any(e == 2 for m in normal(b.args[2]) for _, e in m)]
