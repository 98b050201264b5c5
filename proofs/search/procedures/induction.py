"""Induction on a size, also for a stronger claim, or by quotients of consecutive products.

For example, Σ_{i=1}^n 1/i² <= 7/4, which is proved in the form Σ 1/i² <= 7/4 − 1/n. Reference: Gunderson, Handbook of
Mathematical Induction, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from flint import fmpq

from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, exp, instantiate_bound, inv, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, swapped_all
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.sequences.forms import (
    bigs,
    entries,
    of_entries,
    places_of,
    product_of,
    single_factors,
    walk,
    written,
)
from proofs.search.sequences.induction import by_induction, one_by_itself, size_of
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_STARTS = 3  # first sizes from which a stronger claim is tried
WHOLE = 1000  # the largest denominator of the constant in a stronger claim
NEAR, SMALL = 12, 1e-12  # sizes at which a stronger claim is evaluated, and a tolerance


def of_stronger(known: Known, goal: Term, more: Callable[[Term], Term]) -> Fact:
    """Prove the goal from the stronger claim left + more(n) <= right, which is proved by induction."""
    n, _ = size_of(known, goal)
    stronger = by_induction(known, le(goal.args[0] + more(n), goal.args[1]))
    return known.numbers([stronger, *known.facts], goal)


def growing(goal: Term) -> list[Callable[[Term], Term]]:
    """Return functions that tend to 0 as a size grows.

    These are reciprocals, the last member of a sum, and k^(−n) for the logarithms log k in the goal.
    """
    logs = dict.fromkeys(t for t in walk(goal) if t.op == "log" and t.args[0].op == "num" and t.args[0].args[0] > 1)

    def power(rate: Term) -> Callable[[Term], Term]:
        return lambda n: exp(-n * rate)

    def last(total: Term) -> Callable[[Term], Term]:
        return lambda n: instantiate_bound(total.args[2], (n,))

    sums = [b for b in bigs(goal, ("sum",)) if b.args[1].op == "var"]
    found: list[Callable[[Term], Term]] = [*map(power, logs), inv, *(lambda n, k=k: inv(n + k) for k in (1, 2))]
    found += [lambda n: inv(n) * inv(n), lambda n: inv(n + num(1, 2)), lambda n: inv(n) * inv(n + 1)]
    return [*found, *map(last, sums)]


def with_remainder(known: Known, goal: Term, falls: Term) -> Fact:
    """Prove the goal from left + c · falls <= right, where c is the right side and `falls` is positive.

    This proves bounds of sums that telescope.
    """
    n, least = size_of(known, goal)
    if least > 1 or n in goal.args[1].free:
        raise NotFound("no sum from the first member on against a number")
    sign = known.positive(falls * goal.args[1])
    stronger = le(goal.args[0] + goal.args[1] * falls, goal.args[1])
    known.likely(stronger)
    fact = by_induction(known, stronger, least=0, size=n)
    return known.run("arith", goal, [(num(1), [fact]), (num(1), [sign])], [], [])


def remainders(goal: Term) -> Iterator[Term]:
    """Yield the inverses of products, and the products of inverses, in the last members of sums."""
    for b in bigs(goal, ("sum",)):
        if b.args[1].op == "var":
            last = instantiate_bound(b.args[2], (b.args[1],))
            yield from (t for t in walk(last) if t.op == "inv" and t.args[0].op == "prod" and not t.loose)
            yield from (t for t in walk(last) if t.op == "prod" and t.args[2].op == "inv" and not t.loose)


def sums_left(goal: Term) -> Iterator[Term]:
    """Yield c/t for the divisors t of last members that contain sums, where c is the value of t for empty sums."""
    for b in written(goal, ("sum",)):
        if b.args[1].op == "var":
            last = instantiate_bound(b.args[2], (b.args[1],))
            below = dict.fromkeys(f for t in walk(last) if t.op == "inv" for f in single_factors(t.args[0]))
            for t in [t for t in below if bigs(t, ("sum",))]:
                at_first = canonical(swapped_all(canonical(t), dict.fromkeys(bigs(t, ("sum",)), num(0))))
                if at_first.op == "num" and at_first.args[0] > 0:
                    yield at_first * inv(t)


def of_tight(known: Known, goal: Term, later: int, falls: Callable[[Term], Term]) -> Fact:
    """Prove the goal from left + c · falls(n) <= right, where c makes both sides nearly equal at the first size.

    Raises
    ------
    NotFound
        if numerical values contradict the stronger claim.
    """
    n, least = size_of(known, goal)
    start = least + later
    rest = goal.args[1] - goal.args[0]
    room, unit = (value(substitute(t, {n: num(start)}), {}) for t in (rest, falls(n)))
    if room is None or not unit or room <= 0:
        raise NotFound("nothing to spare")
    c = Fraction(room / unit).limit_denominator(WHOLE)
    stronger = le(goal.args[0] + num(fmpq(c.numerator, c.denominator)) * falls(n), goal.args[1])
    _grows(stronger, n, start)
    inside = Known(known.search, [*known.given, le(num(start), n)])
    with inside.named_facts():
        fact = by_induction(inside, stronger, least=start)
        fall = inside.positive(falls(n))
        out = inside.linear(goal, [fact, fall])
    for k in reversed(range(least, start)):
        out = one_by_itself(known, goal, n, k, out)
    return out


def _grows(stronger: Term, n: Term, start: int) -> None:
    """Raise NotFound if neither right − left nor right/left seems to grow with the size, as an induction requires."""
    before: tuple[float, float] | None = None
    for k in range(start, start + NEAR):
        sides = [value(substitute(side, {n: num(k)}), {}) for side in stronger.args]
        low, high = (0.0 if side is None else side for side in sides)
        if None in sides or high - low < -SMALL:
            raise NotFound("it fails for a size")
        here = high - low, high / low if low > 0 else 0.0
        if before is not None and here[0] < before[0] - SMALL and here[1] < before[1] - SMALL:
            raise NotFound("there is less to spare for a later size")
        before = here


def from_there_on(known: Known, goal: Term, start: Term, n: Term) -> Fact:
    """Prove the goal for a size n >= start from the goal for start + d, by induction on d >= 0."""
    d = known.fresh("d", "Z")
    later = {n: canonical(start + d)}
    given = [le(num(0), d), *(substitute(g, later) for g in known.given)]
    inside = Known(known.search, given)
    with inside.named_facts():
        fact = by_induction(inside, substitute(goal, later), least=0, size=d)
    fact = known.run("instantiate", fact, [(d, canonical(n - start))])
    sides = [known.settle(le(num(0), canonical(n - start)))]
    sides += [
        known.p.change(known.run("assume", g), substitute(substitute(g, later), {d: canonical(n - start)}))
        for g in known.given
    ]
    return known.p.change(known.search.cut(fact, sides), goal)


def both_ways(known: Known, goal: Term, depth: int) -> Fact:
    """Prove s = t from s <= t and t <= s."""
    s, t = goal.args
    return known.run("antisymmetry", known.asked([], le(s, t), depth), known.asked([], le(t, s), depth))


@method("induction on a size", share=0.35)
def early_inductions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the induction for goals without entries, with partial sums in members, or about |Π f|."""
    k = known(search, asked)
    if bigs(asked.goal, ("sum", "prod")) and (
        not of_entries([asked.goal]) or _so_far(asked.goal) or _of_products(asked.goal)
    ):
        yield k.way(partial(by_induction, k, asked.goal))


def _of_products(goal: Term) -> bool:
    """Return whether the goal bounds the absolute value of a product, or of a difference of products."""
    size = goal.args[0] if goal.op != "eq" and goal.args[0].op == "abs" else None
    return size is not None and (canonical(size.args[0]).op == "prod" or len(bigs(size, ("prod",))) > 1)


def _so_far(goal: Term) -> bool:
    """Return whether members of sums contain partial sums in roots, logarithms or denominators."""
    functions = (x for t in walk(goal) if t.op == "sum" for x in walk(t.args[2]) if x.op in ("inv", "log", "ite"))
    return any(b.op == "sum" and b.args[1].loose for x in functions for b in walk(x))


@method("induction on a size", share=0.5)
def inductions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield inductions for goals with ranges of symbolic length."""
    k = known(search, asked)
    if bigs(asked.goal, ("sum", "prod")) or any(places_of(t) for t in entries([asked.goal])):
        yield k.way(partial(by_induction, k, asked.goal))
        for least in _later_starts(k, asked.goal):
            yield k.way(partial(by_induction, k, asked.goal, least=least))


def _later_starts(known: Known, goal: Term) -> Iterator[int]:
    """Yield the least size that the hypotheses allow, if an induction would otherwise begin with a smaller one."""
    with suppress(NotFound), known.named_facts():
        n, start = size_of(known, goal)
        said = [f.concl.args[0].args[0] for f in known.facts if f.concl.args[1] is n and f.concl.args[0].op == "num"]
        yield from [int(least) for least in said if least > start][:1]


@method("induction from a size on", share=0.3)
def from_sizes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the induction on n − m for sizes with the hypothesis m <= n."""
    k, goal = known(search, asked), asked.goal
    sizes = {v for b in bigs(goal, ("sum", "prod")) for v in b.args[1].free}
    if not asked.depth and (sizes or any(places_of(t) for t in entries([goal]))):
        for f in k.facts:
            low, high = f.concl.args
            if f.concl.op == "le" and {low.op, high.op} == {"var"} and {low.sort, high.sort} == {"Z"}:
                yield k.way(partial(from_there_on, k, goal, low, high))


@method("induction, of something stronger", share=0.3)
def left_over(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield early inductions of stronger claims, for sums whose members are divided by partial sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        yield from (k.way(partial(with_remainder, k, goal, falls)) for falls in dict.fromkeys(sums_left(goal)))


@method("induction, of something stronger", share=0.4)
def stronger(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield inductions of stronger claims, for sums of given members, or of members divided by products."""
    k = known(search, asked)
    if asked.goal.op in ("le", "lt"):
        for falls in dict.fromkeys(remainders(asked.goal)):
            yield k.way(partial(with_remainder, k, asked.goal, falls))
    if asked.goal.op != "eq" and bigs(asked.goal, ("sum", "prod")) and not k.universal:
        for more in (lambda n: inv(n + 1), inv, lambda n: inv(n) * num(1, 2)):
            yield k.way(partial(of_stronger, k, asked.goal, more))


@method("induction, with what is to spare at first", share=0.3)
def tight(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield inductions of claims that are sharp at the first size, for sums and products bounded by a number."""
    k, goal = known(search, asked), asked.goal
    bounded = goal.op != "eq" and any(not side.free for side in goal.args)
    if bounded and len(goal.free) == 1 and not of_entries([goal]) and bigs(goal, ("sum", "prod")):
        for start in range(MOST_STARTS):
            yield from (k.way(partial(of_tight, k, goal, start, g)) for g in growing(goal))


@method("two inequalities", share=0.8)
def two_inequalities(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of an equation by two inequalities."""
    k = known(search, asked)
    if asked.goal.op == "eq" and asked.depth <= 1:
        yield k.way(partial(both_ways, k, asked.goal, asked.depth))


LATER = 2  # choices of the first size of an induction


@dataclass(frozen=True)
class Compared:
    """c Π^e <= g, or g <= c Π^e: the product as written, the power, g, and whether the product is on the left."""

    product: Term
    power: int
    other: Term
    below: bool


def compared(goal: Term) -> Compared | None:
    """Return the goal as such a comparison; None if it does not have this form."""
    for side, other in (goal.args, goal.args[::-1]):
        found = [b for b in dict.fromkeys(walk(side)) if b.op == "prod" and not b.loose]
        q = normal(side)
        if len(found) != 1 or bigs(other) or len(q) != 1 or found[0].args[1].op != "var" or not found[0].args[2].loose:
            continue
        ((m, c),) = q.items()
        form = canonical(found[0])
        if len(m) == 1 and c > 0 and next(iter(m))[0].term is form and next(iter(m))[1].q == 1:
            return Compared(found[0], int(next(iter(m))[1]), other, side is goal.args[0])
    return None


def by_quotients(known: Known, goal: Term, parts: Compared, later: int) -> Fact:
    """Prove the goal by induction from the least size, or a later one, comparing quotients of consecutive values."""
    n, least = size_of(known, goal)
    if n is not parts.product.args[1]:
        raise NotFound("not of its size")

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(v for v in free_variables([facts[0].concl]) if v.sort == "Z")
        member = instantiate_bound(parts.product.args[2], (k + 1,))
        more = [f for f in facts[1:] if f.concl.op in ("le", "lt") and not bigs(f.concl)]
        sign = inside.positive(member, more)
        f = product_of([member] * parts.power)
        here, there = (substitute(parts.other, {n: x}) for x in (k, canonical(k + 1)))
        sides = (here * f, there) if parts.below else (there, here * f)
        below = [d for side in sides for d in inside.denominators(side, more)]
        step = inside.numbers([*more, *below], le(*sides), 2.0)
        signs = [s for s in inside.denominators(f, more) if s.concl.op == "lt"]
        return inside.run("arith", target, [(num(1), [facts[0], *[sign] * parts.power]), (num(1), [step])], [], signs)

    inside = Known(known.search, [*known.given, le(num(least + later), n)]) if later else known
    with inside.named_facts():
        fact = by_induction(inside, goal, prove, least + later, n)
    for k in reversed(range(least, least + later)):
        fact = one_by_itself(known, goal, n, k, fact)
    return fact


@method("quotients of neighbouring products", share=0.3)
def quotients(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by quotients, for a product of given factors bounded by a term without sums and products."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and not of_entries([goal]):
        parts = compared(goal)
        if parts is not None:
            yield from (k.way(partial(by_quotients, k, goal, parts, later)) for later in range(LATER))
