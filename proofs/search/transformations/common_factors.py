"""Common factors: factors of both sides, and factors of members that are bounded at every index.

For example, Σ_{i=1}^n b^(n−i) g_i <= G/(1 − b) for 0 < b < 1 and g_i <= G. Reference: Hardy, Littlewood and Pólya,
Inequalities, section 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, product

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, absolute, le, lt, num, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    entries,
    of_sequences,
    product_of,
    quantity,
    relation,
    replaced,
    single_factors,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known, quantities, ranged
from proofs.search.sequences.solving import solved_in_turn

MOST_BOUNDS = 3  # of the factors of one sum


def _bounds(known: Known, index: Index, goal: Term) -> Iterator[tuple[Term, Term, Fact]]:
    """Yield v, c and the fact v <= c, where v is an entry at the index, its square or |.|, and c is a number."""
    for f in [*known.above_members(index.i, index.ends, [goal]), *index.facts]:
        if f.concl.op in ("le", "lt"):
            below, above = (canonical(side) for side in f.concl.args)
            if below.op in ("app", "abs") and index.i in below.free and index.i not in above.free:
                less = known.weak(f) if f.concl.op == "lt" else f
                less = known.run("arith", le(below, above), [(num(1), [less])], [], [])
                if below.op == "abs":
                    x, square = below.args[0], canonical(above * above)
                    size = known.p.apply("elementary.abs_nonneg", x=x)
                    same = known.p.apply("elementary.abs_square", u=x)
                    products = [(num(1), [less, less]), (num(2), [size, less]), (num(-1), [same])]
                    yield canonical(x * x), square, known.run("arith", le(x * x, square), products, [], [])
                yield below, above, less


def _members(known: Known, index: Index, member: Term, sign: int, goal: Term) -> Iterator[Fact]:
    """Yield ± the member <= c u at the index, by a bound c of one of its factors."""
    parts = single_factors(member)
    for v, c, bound in _bounds(known, index, goal):
        x = v.args[0] if v.op == "abs" else v
        taken = next((t for t in (v, x) if _without(parts, single_factors(t))), None)
        if taken is None:
            continue
        u = product_of(_without(parts, single_factors(taken)))
        with suppress(KernelError):
            weight = known.signed(u, [*index.facts, *index.ends])
            if weight is None and taken is not v:
                sides = [_by_size(known, u, 1), _by_size(known, u, -1)]
                other = [_by_size(known, x, -sign), _by_size(known, x, sign)]
                size = known.p.apply("elementary.abs_nonneg", x=u)
                products = [(num(1, 2), list(pair)) for pair in zip(sides, other, strict=True)]
                yield known.run(
                    "arith", le(num(sign) * u * x, c * absolute(u)), [(num(1), [bound, size]), *products], [], []
                )
            elif weight is not None and taken is not v:
                near = [(num(1), [bound, weight]), (num(1), [_by_size(known, x, sign), weight])]
                yield known.run("arith", le(num(sign) * u * x, c * u), near, [], [])
            elif weight is not None and sign == 1:
                yield known.run("arith", le(u * v, c * u), [(num(1), [bound, weight])], [], [])


def _without(parts: Sequence[Term], others: Sequence[Term]) -> list[Term]:
    """Return the factors of a product that are left without some others; none if these do not all occur."""
    rest = list(parts)
    for t in others:
        if t not in rest:
            return []
        rest.remove(t)
    return rest


def _by_size(known: Known, x: Term, sign: int) -> Fact:
    """Prove ± x <= |x|."""
    return known.p.apply("elementary.abs_ge", x=num(sign) * x)


def by_bounds(known: Known, goal: Term, b: Term, choice: int, depth: int) -> Fact:
    """Prove the goal with c Σ u for ± Σ u v on the smaller side.

    Raises
    ------
    NotFound
        if no factor is bounded, or that is not shown.
    """
    q = quantity(goal)
    times = next(c for t, c in alone(q, "sum") if t is b)
    index = known.index(b.args[0], b.args[1])
    with known.inside(index):
        found = _members(known, index, canonical(index.member(b.args[2])), 1 if times < 0 else -1, goal)
        fact = next(islice(found, choice, None), None)
    if fact is None:
        raise NotFound("no factor that is bounded")
    up = known.summed(index, fact)
    new = plus(q, quantity(up.concl), -abs(times))
    inside = relation(new, goal.op)
    known.likely(inside)
    with suppress(KernelError):
        near = known.linear(inside, [*known.facts, *_positive(known, inside), *about(known, inside)], depth=2, work=900)
        return known.run("arith", goal, [(num(1), [near]), (num(abs(times)), [up])], [], [])
    return known.run("arith", goal, [(num(1), [known.asked([], inside, depth)]), (num(abs(times)), [up])], [], [])


def _positive(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield that the numbers by which sums are multiplied in a goal are not negative."""
    found = {a.term for m in normal(goal.args[1] - goal.args[0]) for a, _ in m if a.term.op in ("var", "max", "inv")}
    for t in sorted(found, key=lambda t: t.size):
        fact = known.signed(t) if t.sort == "R" else None
        if fact is not None:
            yield fact


def apart_from_bounded(known: Known, goal: Term, b: Term, place: Term | None, bound: Term) -> Fact:
    """Prove the goal from ± (Σ u v − u_k v_k) <= c (Σ |u| − |u_k|) where |v| <= c at every index, and k is one, if any.

    That is how far the others reach (Gershgorin's discs): c |u| ∓ u v is not negative, and so at most its sum.
    Where c may be 0, that is a case by itself.
    """
    lo, hi, body = b.args
    ends = [] if place is None else [known.settle(le(lo, place)), known.settle(le(place, hi))]
    index, apart = known.index(lo, hi), list[Fact]()
    with known.inside(index):
        members = [islice(_members(known, index, canonical(index.member(body)), sign, goal), 1) for sign in (1, -1)]
        sides = [f for found in members for f in found]
    for side in sides:
        f = as_term(quantity(side.concl))
        member = known.run("arith", le(num(0), f), [(num(1), [side])], [], [])
        if place is None:
            apart.append(known.summed(index, member))
        else:
            by = {"f": index.function(f), "lo": lo, "hi": hi, "m": place}
            apart.append(known.p.apply("sums.sum_member", known.everywhere(index, member), *ends, **by))
    if not apart:
        raise NotFound("no factor that is bounded")
    said = [f for f in known.facts if b in bigs(f.concl)]
    short = [_with_values(known, f, said) for f in apart]
    occurring = {t for f in (goal, *(f.concl for f in short)) for t in quantities(f)}
    near = [f for f in known.facts if f not in said and quantities(f.concl) <= occurring and f.concl.op in ("le", "lt")]
    sign = known.signed(bound)
    if sign is not None and sign.concl.op == "lt":
        return known.numbers([*short, *near, sign], goal, 3.0)
    with suppress(KernelError):
        return known.numbers([*short, *near], goal, 1.0)
    zero, positive = (known.run("assume", f) for f in (le(bound, num(0)), lt(num(0), bound)))
    at_zero = known.numbers([zero, *near], goal, 0.5)
    return known.run("cases", bound, num(0), at_zero, known.numbers([*short, *near, positive], goal, 3.0))


def _with_values(known: Known, fact: Fact, said: Iterable[Fact]) -> Fact:
    """Prove the inequality with what equations say of its sums."""
    equations = solved_in_turn(known, [f for f in said if f.concl.op == "eq"])
    q, used = replaced(quantity(fact.concl), equations, powers=True)
    sides = [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)]
    return known.run("arith", relation(q), sides, [], [])


def without_factor(known: Known, goal: Term, factor: Atom, depth: int) -> Fact:
    """Prove 0 <= a t from 0 <= a and 0 <= t, where all summands are multiples of a."""
    sign = known.signed(factor.term)
    if sign is None or (goal.op == "lt" and sign.concl.op == "le"):
        raise NotFound("a factor that may be negative")
    rest: Poly = {}
    for m, c in quantity(goal).items():
        powers = dict(m)
        powers[factor] -= 1
        rest = plus(rest, {frozenset(x for x in powers.items() if x[1]): c})
    inside = known.asked_if_likely(relation(rest, goal.op), depth)
    return known.run("arith", goal, [(num(1), [inside, sign])], [], [])


def without_denominators(known: Known, goal: Term, depth: int) -> Fact:
    """Prove s/a <= t/b from s b <= t a, for positive a and b."""
    q, signs = known.times_out(quantity(goal))
    inside = known.asked_if_likely(relation(q, goal.op), depth)
    return known.divided(inside, signs, goal)


@method("a factor of both sides", share=0.4)
def common_factor(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for variables, maxima and sums by which both sides are multiplied."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        monomials = [dict(m) for m in quantity(goal)]
        for a in sorted(monomials[0], key=lambda a: a.term.size) if len(monomials) > 1 else ():
            if a.term.op in ("var", "max", "sum", "app") and all(m.get(a, 0) >= 1 for m in monomials):
                yield k.way(partial(without_factor, k, goal, a, asked.depth))


@method("factors that are bounded", share=0.4)
def bounded(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums of products."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > MOST_CHANGES:
        return
    if not (k.universal or bigs(goal, ("max",))):
        return
    for b, _ in alone(quantity(goal), "sum"):
        if b.args[2].op == "mul":
            for choice in range(MOST_BOUNDS):
                yield k.way(partial(by_bounds, k, goal, b, choice, asked.depth))


@method("what both sides divide by", share=0.4)
def denominators(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for quotients whose denominators are sums."""
    k, goal = known(search, asked), asked.goal
    divided_by = {a.term.args[0] for m in quantity(goal) for a, _ in m if a.term.op == "inv"}
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and any(bigs(t, ("sum",)) for t in divided_by):
        yield k.way(partial(without_denominators, k, goal, asked.depth))


@method("quotients of numbers", share=0.4)
def quotients_of_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for quotients of numbers, without sums or members, that recursions bound.

    Times what they divide by.
    """
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > MOST_CHANGES or not k.universal or of_sequences(goal):
        return
    if any(a.term.op == "inv" and a.term.free for m in quantity(goal) for a, _ in m):
        yield k.way(partial(without_denominators, k, goal, asked.depth))


@method("one member apart, the others bounded", share=0.4)
def others_by_bounds(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a member of a sequence whose sums occur in hypotheses.

    Where absolute values are bounded at every index.
    """
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > MOST_CHANGES:
        return
    bounds = [c for u in k.universal for c in [_bound_of_sizes(u.concl)] if c is not None]
    places = dict.fromkeys(t.args[-1] for t in entries([goal]) if t.args[-1].op == "var")
    sums = dict.fromkeys(b for f in (goal, *(f.concl for f in k.facts)) for b in bigs(f, ("sum",)))
    weighted = [b for b in sums if b.args[2].op == "mul"]
    for c, place, b in islice(product(bounds, [*places, None], weighted), MOST_BOUNDS):
        yield k.way(partial(apart_from_bounded, k, goal, b, place, c))


def _bound_of_sizes(universal: Term) -> Term | None:
    """Return the number c where a formula says |x_i| <= c of every index."""
    i = var("i'", "Z")
    _, _, said = ranged(universal, i) or (i, i, FALSE)
    of_size = said.op in ("le", "lt") and said.args[0].op == "abs" and i not in said.args[1].free
    return said.args[1] if of_size else None
