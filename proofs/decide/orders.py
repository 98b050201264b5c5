"""Orders, symmetries and scales: fewer variables, or variables that are distances.

- what does not change when two variables are exchanged, or one is negated, need be shown for one half only;
- a hypothesis e <= x makes x = e + d with d >= 0;
- numbers that only get a factor when all variables are multiplied by one are numbers in the ratios.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING

from proofs.decide.algebra import factored, slope
from proofs.decide.boxes import Box, NotFound, side_hypotheses
from proofs.decide.formulas import is_positive
from proofs.decide.sampling import points, value
from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, le, lt, num, substitute

if TYPE_CHECKING:
    from proofs.decide.search import Search

FACTORS = (2.0, 0.5, 3.7)  # by which the variables are multiplied to see what happens


def symmetries(given: Sequence[Term], goal: Term) -> list[tuple[Term, Term, dict[Term, Term]]]:
    """Pairs s, t, exchanged by a change of variables that leaves hypotheses and goal as they are."""
    names = sorted({v for f in (*given, goal) for v in f.free}, key=lambda v: v.args[0])
    found: list[tuple[Term, Term, dict[Term, Term]]] = []
    for x in names:
        if not any(_one_sided(g, x) for g in given):
            found.append((num(0), x, {x: canonical(-x)}))
    found += [(x, y, {x: y, y: x}) for x, y in combinations(names, 2)]
    asked = {key(g) for g in given}, key(goal)
    return [c for c in found if ({key(substitute(g, c[2])) for g in given}, key(substitute(goal, c[2]))) == asked]


def _one_sided(g: Term, x: Term) -> bool:
    return g.free == {x} and g.op in ("le", "lt")


def halved(search: Search, given: Sequence[Term], goal: Term, s: Term, t: Term, change: dict, depth: int) -> Fact:
    """The goal from the goal for s <= t, by a symmetry that exchanges the two."""
    half = search.prove([*given, le(s, t)], goal, depth + 1)
    other = search.run("instantiate", half, list(change.items()))
    # in terms of t < s, and of the hypotheses as they are given
    other = search.cut(other, [search.run("arith", le(t, s), [(num(1), [search.run("assume", lt(t, s))])], [], [])])
    other = search.run("mp", search.run("discharge", goal, search.run("assume", goal)), other)
    return search.run("cases", s, t, half, other)


def scales(given: Sequence[Term], goal: Term) -> bool:
    """Whether hypotheses and goal seem to keep their meaning when all variables get the same positive factor."""
    names = sorted({v for f in (*given, goal) for v in f.free}, key=lambda v: v.args[0])
    where = points(given, names)[:6]
    if len(names) < 2 or len(where) < 3:
        return False
    return all(g.op in ("le", "lt", "eq") and _scales(canonical(g.args[1] - g.args[0]), where) for g in (*given, goal))


def _scales(f: Term, where: Sequence[dict[Term, float]]) -> bool:
    for k in FACTORS:
        ratios = []
        for point in where:
            a, b = value(f, point), value(f, {x: k * v for x, v in point.items()})
            if a is None or b is None or abs(a) < 1e-9:
                continue
            ratios.append(b / a)
        if len(ratios) < 2 or max(ratios) - min(ratios) > 1e-6 * abs(max(ratios)) or min(ratios) <= 0:
            return False
    return True


def cancelled(search: Search, given: Sequence[Term], goal: Term, box: Box, depth: int) -> Fact:
    """The question without factors that are plainly positive, if there are any."""
    changed = []
    for g in (*given, goal):
        if g.op in ("le", "lt"):
            fewer, scale, factors = _without(search, g, box, given, g is goal)
            if scale or factors:
                changed.append((g, fewer, scale, factors))
    if not changed:
        raise NotFound("no common factor")
    kept = [g for g in given if all(g is not c[0] for c in changed)]
    sides = []
    wanted, back = goal, None
    for g, fewer, scale, factors in changed:
        if g is goal:
            wanted, back = fewer, (scale, factors)
        else:
            try:
                there = search.run("assume", g)
                product = [(num(1), [there, *scale])]
                sides.append(search.run("arith", fewer, product, factors, list(dict.fromkeys([*scale, *factors]))))
            except KernelError:
                kept.append(g)
    hypotheses = [*kept, *(s.concl for s in sides)]
    if wanted is goal and {key(h) for h in hypotheses} == {key(g) for g in given}:
        raise NotFound("no common factor")
    fact = search.cut(search.prove(hypotheses, wanted, depth + 1), sides)
    if back is None:
        return fact
    scale, factors = back
    strict = [x for x in dict.fromkeys([*scale, *factors]) if x.concl.op == "lt"]
    return search.run("arith", goal, [(num(1), [fact, *factors])], scale, strict)


def _without(
    search: Search, g: Term, box: Box, given: Sequence[Term], wanted: bool
) -> tuple[Term, list[Fact], list[Fact]]:
    """0 <= h, facts about denominators, and facts about factors: gap = h · Π factors / Π denominators.

    Of what is wanted a factor may be only weakly positive. What is given stays as it is, if its factors show it.
    """
    gap = canonical(g.args[1] - g.args[0])
    form = factored(gap)
    scale: list[Fact] = []
    factors: list[Fact] = []
    known = {key(h) for h in given if h is not g}
    positive = {u: _positive(u, box, known, wanted and g.op == "le") for u, _ in form.factors}
    flipped = sum(k for u, k in form.factors for p in [positive[u]] if p is not None and p.args[1] is not u)
    if not wanted and None not in positive.values() and form.constant * (-1) ** flipped > 0:
        return g, [], []
    rest: Term = num(form.constant * (-1) ** flipped)
    for u, k in form.factors:
        formula = positive[u]
        if formula is None:
            rest = rest * u**k
        else:
            factors += [_shown(search, u, box) if _plain(u, box) else search.run("assume", formula)] * k
    for u, m in form.bases:
        if _plain(u, box):
            scale += [_shown(search, u, box)] * m
        else:
            return g, [], []
    if constant(normal(gap)) is not None:
        return g, [], []
    return (le if g.op == "le" else lt)(num(0), canonical(rest)), scale, factors


def _positive(u: Term, box: Box, known: Container[Hashable], weak: bool) -> Term | None:
    """0 < u or 0 < −u, if that is plain or a hypothesis; with <= too, if that is allowed."""
    if _plain(u, box):
        return lt(num(0), u)
    makes = (lt, le) if weak else (lt,)
    found = (make(num(0), v) for make in makes for v in (u, canonical(-u)))
    return next((formula for formula in found if key(formula) in known), None)


def _plain(u: Term, box: Box) -> bool:
    return u.op == "exp" or (u in box and is_positive(box[u])) or _product_of_exp(u)


def _product_of_exp(u: Term) -> bool:
    p = normal(u)
    return len(p) == 1 and all(a.is_exp for m in p for a, _ in m) and all(c > 0 for c in p.values())


def _shown(search: Search, u: Term, box: Box) -> Fact:
    if u in box:
        (low, *_) = side_hypotheses(u, box[u])
        assumed = search.run("assume", low)
        return search.p.have(None, lt(num(0), u), assumed, degree=1)
    if u.op == "exp":
        return search.run("exp_pos", u.args[0])
    return search.p.positive(u)


def ordered(given: Sequence[Term], goal: Term) -> tuple[Term, Term] | None:
    """A hypothesis e <= x or x <= e among several variables, and an x that it makes a distance."""
    for g in given:
        if g.op not in ("le", "lt") or len(g.free) < 2:
            continue
        gap = canonical(g.args[1] - g.args[0])
        for x in sorted(g.free & goal.free, key=lambda v: (-sum(v in h.free for h in given), v.args[0])):
            try:
                c = constant(normal(slope(gap, x)))
            except KernelError:
                continue
            if c is not None and c != 0:
                return g, x
    return None


def orderings(search: Search, goal: Term, box: Box) -> Fact:
    """0 <= f from every order of its variables: in the least of them and the steps up, no coefficient is negative."""
    f = canonical(goal.args[1] - goal.args[0])
    names = sorted(f.free, key=lambda v: v.args[0])
    if not 2 <= len(names) <= 4 or any(a.term.op != "var" for m in normal(f) for a, _ in m):
        raise NotFound("not a polynomial in two to four variables")
    starts = {box[x].lo if x in box else None for x in names}
    if len(starts) > 1:
        raise NotFound("the variables begin at different ends")
    (start,) = starts
    low = num(0) if start is None else num(start)
    plans: dict[tuple[Term, ...], Sequence[tuple[Term, tuple[int, ...]]]] = {}
    for order in permutations(names):
        steps = [low, *names]  # placeholders for the distances
        values, total = {}, low
        for x, d in zip(order, steps[1:], strict=True):
            total = total + d
            values[x] = total
        p = normal(substitute(f, values))
        rows = []
        for m, c in p.items():
            powers = {a.term: int(e) for a, e in m}
            if c < 0 or (start is None and powers.get(names[0], 0) % 2):
                raise NotFound("a negative coefficient")
            rows.append((num(c), tuple(powers.get(d, 0) for d in names)))
        plans[order] = rows
    square = search.p.theorem("square_nonneg")
    (hole,) = square.concl.free

    def leaf(order: tuple[Term, ...], facts: dict[tuple[Term, Term], Fact]) -> Fact:
        first = order[0]
        sums = []
        for c, powers in plans[order]:
            parts: list[Fact] = []
            if start is None:
                parts += [search.run("instantiate", square, [(hole, first)])] * (powers[0] // 2)
            else:
                parts += [search.run("assume", side_hypotheses(first, box[first])[0])] * powers[0]
            for pair, k in zip(pairwise(order), powers[1:], strict=True):
                parts += [facts[pair]] * k
            sums.append((c, parts))
        return search.run("arith", goal, sums, [], [])

    def sort(sorted_: tuple[Term, ...], rest: tuple[Term, ...], facts: dict[tuple[Term, Term], Fact]) -> Fact:
        if not rest:
            return leaf(sorted_, facts)
        x, *left = rest

        def insert(at: int, above: Fact | None) -> Fact:
            """x is not below sorted_[:at]; `above` says so of the last."""
            if at == len(sorted_):
                known = {**facts, (sorted_[-1], x): above} if above is not None else facts
                return sort((*sorted_, x), tuple(left), known)
            y = sorted_[at]
            here = search.run("assume", le(x, y))
            known = {**facts, (x, y): here}
            if above is not None:
                known[sorted_[at - 1], x] = above
            below = sort((*sorted_[:at], x, *sorted_[at:]), tuple(left), known)
            return search.run("cases", x, y, below, insert(at + 1, search.run("assume", lt(y, x))))

        return insert(0, None)

    return sort((names[0],), tuple(names[1:]), {})
