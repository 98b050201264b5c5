"""Cancellation of positive factors, multiplication by denominators, and division by a power of e.

Factors that are plainly positive, such as e^w and variables with a positive lower end, are left out on both sides, in
hypotheses and goal. Other denominators are cleared after their signs are proved. So 1/x + 1/y >= 4/(x + y), for
x, y > 0, is asked as (x - y)**2 >= 0.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, exp, le, lt, num
from proofs.search.base.algebra import Factored, exponentials, factored
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS, free_variables, is_positive, logarithms, of_waves, roots_in
from proofs.search.base.ranges import Box, Side, side_hypotheses
from proofs.search.base.values import to_float
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, signs, value
from proofs.search.reductions import cleared

MOST_SIGNS = 4  # depth of a question whose denominators' signs are split
LITTLE, BITS = 1e-6, 128  # numbers above this are proved to be positive, with this precision in bits
FAR = (30.0, 4.0)  # from an end, to see how a number grows; the second if that is too large


def without_factors(search: Search, given: Sequence[Term], goal: Term, box: Box, depth: int) -> Fact:
    """Prove the goal from the question without factors that are plainly positive."""
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
    """Return 0 <= h, facts about denominators and facts about factors, where gap = h · Π factors / Π denominators.

    The goal may have factors that are only nonnegative. A hypothesis that its factors imply stays as it is.
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
    """Return 0 < u or 0 < −u if that is plain or a hypothesis; also with <= if `weak`."""
    if _plain(u, box):
        return lt(num(0), u)
    makes = (lt, le) if weak else (lt,)
    found = (make(num(0), v) for make in makes for v in (u, canonical(-u)))
    return next((formula for formula in found if key(formula) in known), None)


def _plain(u: Term, box: Box) -> bool:
    return u.op == "exp" or (u in box and is_positive(box[u])) or _product_of_exp(u) or _positive_number(u)


def _positive_number(u: Term) -> bool:
    """Return whether it is a positive number without variables, such as log 2."""
    return not u.free and (value(u, {}) or 0.0) > LITTLE


def _product_of_exp(u: Term) -> bool:
    p = normal(u)
    return len(p) == 1 and all(a.is_exp for m in p for a, _ in m) and all(c > 0 for c in p.values())


def _shown(search: Search, u: Term, box: Box) -> Fact:
    if u in box:
        (low, *_) = side_hypotheses(u, box[u])
        assumed = search.run("assume", low)
        return search.p.have(lt(num(0), u), assumed, degree=1)
    if u.op == "exp":
        return search.run("exp_pos", u.args[0])
    if not u.free:
        return search.run("compute", lt(num(0), u), [], ["leaf", BITS])
    return search.p.positive(u)


def growths(f: Term, box: Box) -> list[Term]:
    """Return the powers of e, at most one, like which f seems to grow or fall at the infinite end of its variable."""
    if not f.free:
        return []
    (x,) = f.free
    side = box.get(x, Side())
    if side.width is not None:
        return []
    for distance in FAR:
        far = {x: to_float(side.lo or fmpq(0)) + distance if side.hi is None else to_float(side.hi) - distance}
        size = value(f, far)
        if size is not None:
            sizes = [(t, value(t, far)) for t in exponentials(f)]
            return [t for t, v in sizes if v and _moderate(size / v) and not _moderate(size)][:1]
    return []


def _moderate(size: float) -> bool:
    return 1e-3 < abs(size) < 1e4


def over_exponential(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """Prove 0 <= f from 0 <= f/t, where t is a power of e."""
    above = canonical((goal.args[1] - goal.args[0]) * exp(-t.args[0]))
    inside = search.prove(given, (lt if goal.op == "lt" else le)(num(0), above), depth + 1)
    return search.run("arith", goal, [(num(1), [inside, search.run("exp_pos", t.args[0])])], [], [])


@method("common factors")
def common_factors(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question without factors that are plainly positive."""
    yield partial(without_factors, search, asked.given, asked.goal, asked.box, asked.depth)


@method("common factors")
def common_factors_of_roots_and_waves(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the same for goals with roots, sin, cos, atan or erf only."""
    if roots_in([*asked.given, asked.goal]) or of_waves(asked.f):
        yield partial(without_factors, search, asked.given, asked.goal, asked.box, asked.depth)


def by_sign(search: Search, asked: Asked, w: Term) -> Fact:
    """Prove the goal for w < 0, w = 0 and 0 < w."""

    def case(order: Fact) -> Fact:
        return search.cut(search.prove([*asked.given, order.concl], asked.goal, asked.depth + 1), [order])

    return search.p.trichotomy(w, 0, case)


def by_signs_of_factors(search: Search, asked: Asked, form: Factored, found: Mapping[Term, int]) -> Fact:
    """Prove 0 <= f or 0 < f from the signs of its factors, which are as at sampled points."""
    goal, c, facts, scale = asked.goal, form.constant, list[Fact](), list[Fact]()
    for (u, k), below in [*((row, False) for row in form.factors), *((row, True) for row in form.bases)]:
        w, op = u if found[u] > 0 else canonical(-u), lt if below else RELATIONS[goal.op]
        (scale if below else facts).extend([search.prove(asked.given, op(num(0), w), asked.depth + 1)] * k)
        c *= found[u] ** k
    return search.run("arith", goal, [(num(c), facts)], scale, list(dict.fromkeys(scale)))


@method("signs of factors", share=0.3)
def signs_of_factors(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the signs of the factors of f, some with waves or logarithms, if each has one sign at sampled points."""
    form = factored(asked.f)
    if len(form.factors) < 2 or not any(of_waves(u) or logarithms(u) for u, _ in form.factors):
        return
    where, found = points(asked.given, free_variables([*asked.given, asked.f])), dict[Term, int]()
    for u, _ in (*form.factors, *form.bases):
        seen = {*signs(u, where)} - {0}
        if len(seen) != 1:
            return
        found[u] = seen.pop()
    yield partial(by_signs_of_factors, search, asked, form, found)


@method("denominators")
def denominators(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the goal times its denominators, and the cases of the sign of a denominator."""
    bases = [w for w, _ in factored(asked.f).bases]
    if bases:
        yield partial(cleared, search, asked.given, asked.goal, asked.f, asked.depth)
    for w in bases[:1]:
        known = {*map(key, asked.given)}
        if known.isdisjoint((key(lt(w, 0)), key(lt(num(0), w)))) and asked.depth <= MOST_SIGNS:
            yield partial(by_sign, search, asked, w)


@method("denominators")
def denominators_of_waves(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the goal times its denominators, if one has sin, cos, atan or erf."""
    if any(map(of_waves, (base for base, _ in factored(asked.f).bases))):
        yield partial(cleared, search, asked.given, asked.goal, asked.f, asked.depth)


@method("f/e^w")
def over_power_of_e(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield f/e^w, where f of one variable seems to grow or fall like e^w."""
    for t in growths(asked.f, asked.box):
        yield partial(over_exponential, search, asked.given, asked.goal, t, asked.depth)
