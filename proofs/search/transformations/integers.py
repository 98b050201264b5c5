"""Integer variables: relaxation to reals with sharpened bounds, and splits on single values and ranges.

n > c is sharpened to n >= floor(c) + 1, 2 m − 4 n <= 3 to m − 2 n <= 1, and then n may be real. If that is too weak,
values near an end are taken one by one, or a finite range is enumerated. So x <= 2 follows from x*y == x + y for
positive integers x and y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, num, var
from proofs.language.notation import implies
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import (
    free_variables,
    integer_polynomial,
    primitive_part,
    range_of,
    ranges,
    swapped_all,
)
from proofs.search.base.ranges import Side
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false
from proofs.search.reductions import by_antisymmetry, through

MANY = 2_000  # values in a range that is run through
SMALL = 4  # least values that are asked for by themselves, and as many questions inside one another


def rounded(search: Search, g: Term) -> Fact | None:
    """Sharpen an inequality between polynomials in integers: 2 m − 4 n <= 3 to m − 2 n <= 1; None if that is g."""
    p = integer_polynomial(g) if g.op in ("le", "lt") else None
    if p is None:
        return None
    whole, value = primitive_part(p)  # g is equivalent to whole <= value, or whole < value
    if value.q == 1 and g.op == "le":
        return None
    end = int(value.ceil()) if g.op == "lt" else int(value.floor()) + 1
    falls = all(c < 0 for m, c in p.items() if m)
    goal = lt(num(-end), canonical(-whole)) if falls else lt(whole, num(end))
    return search.run("integer_step", search.p.have(goal, search.run("assume", g), degree=1))


def sharpened(search: Search, given: Sequence[Term]) -> list[Fact]:
    """Return the sharpened forms of hypotheses about integers, and the equations s = t for one and its opposite."""
    found: dict[Term, tuple[Fact, bool]] = {}  # s <= t by s − t, and whether it is sharpened
    out = []
    for g in (g for g in given if g.op in ("le", "lt") and all(v.sort == "Z" for v in g.free)):
        sharper = rounded(search, g)
        if sharper is not None:
            out.append(sharper)
        elif g.op == "lt":
            continue
        fact = sharper or search.run("assume", g)
        s, t = fact.concl.args
        found[canonical(s - t)] = fact, sharper is not None
        other, sharp = found.get(canonical(t - s), (None, False))
        if other is not None and (sharp or sharper):
            out.append(search.run("antisymmetry", fact, search.p.have(le(t, s), other, degree=1)))
    return out


def _ranges(given: Sequence[Term]) -> dict[Term, Side]:
    return {n: side for n, side in ranges(given).items() if n.sort == "Z"}


def _least(side: Side) -> int | None:
    """Return the least integer of the range."""
    if side.lo is None:
        return None
    return int(side.lo.floor()) + 1 if side.lo_open else int(side.lo.ceil())


def _greatest(side: Side) -> int | None:
    if side.hi is None:
        return None
    return int(side.hi.ceil()) - 1 if side.hi_open else int(side.hi.floor())


def ends_of(given: Sequence[Term], goal: Term) -> list[tuple[Term, int, bool]]:
    """Return least and greatest values of integer variables, as (n, value, whether it is the least)."""
    found = []
    for n, side in sorted(_ranges(given).items(), key=lambda ns: ns[0].args[0]):
        if n in goal.free:
            found += [(n, end, low) for end, low in ((_least(side), True), (_greatest(side), False)) if end is not None]
    return found[:2]


def near_end(search: Search, given: Sequence[Term], goal: Term, n: Term, end: int, low: bool, depth: int) -> Fact:
    """Split off values near an end, until the rest seems to hold for reals, too."""
    step = 1 if low else -1
    beyond = partial(_beyond, n, low)
    real = {n: var(f"{n.args[0]}'real", "R")}
    for count in range(1, 33):
        first = end + step * count
        rest = [*given, beyond(first)]
        if not seems_false([swapped_all(g, real) for g in rest], swapped_all(goal, real)):
            break
    else:
        raise NotFound("too many values")
    fact = search.prove(rest, goal, depth + 1)
    for value in range(first - step, end - step, -step):
        fact = with_value(search, given, goal, n, value, low, fact, depth)
    return search.cut(fact, [_known(search, given, beyond(end))])


def _beyond(n: Term, low: bool, k: int) -> Term:
    return le(num(k), n) if low else le(n, num(k))


def with_value(
    search: Search, given: Sequence[Term], goal: Term, n: Term, value: int, low: bool, fact: Fact, depth: int
) -> Fact:
    """Extend the goal to a value, where it is known beyond the value."""
    k = num(value)
    same = search.run("antisymmetry", search.run("assume", le(k, n)), search.run("assume", le(n, k)))
    at = through(search, given, goal, n, k, same, depth)
    s, t = (n, k) if low else (k, n)
    further = search.run("integer_step", search.run("assume", lt(t, s)))
    next_value = _beyond(n, low, value + (1 if low else -1))
    further = search.run("arith", next_value, [(num(1), [further])], [], [])
    return search.run("cases", s, t, at, search.cut(fact, [further]))


def least_apart(search: Search, given: Sequence[Term], goal: Term, n: Term, least: int, depth: int) -> Fact:
    """Split off the least value."""
    fact = search.prove([*given, le(num(least + 1), n)], goal, depth + 1)
    fact = with_value(search, given, goal, n, least, True, fact, depth)
    return search.cut(fact, [_known(search, given, le(num(least), n))])


def _known(search: Search, given: Sequence[Term], wanted: Term) -> Fact:
    """Prove an end from the hypotheses and their sharpened forms."""
    sharper = [fact for g in given for fact in [rounded(search, g)] if fact is not None]
    return search.p.have(wanted, *(search.run("assume", g) for g in given), *sharper, degree=1)


def enumerated(search: Search, given: Sequence[Term], goal: Term) -> Fact:
    """Run through all values, where all variables are integers in finite ranges."""
    box = _ranges(given)
    names = free_variables((*given, goal))
    ends = [(_least(box.get(n, Side())), _greatest(box.get(n, Side()))) for n in names]
    spans = [(lo, hi) for lo, hi in ends if lo is not None and hi is not None]
    if any(n.sort != "Z" for n in names) or len(spans) < len(names):
        raise NotFound("not finitely many values")
    count = 1
    for lo, hi in spans:
        count *= max(0, hi - lo + 1)
    if count > MANY:
        raise NotFound("too many values")
    others = [g for g in given if range_of(g) is None]
    tree: list[object] = ["leaf", 128]
    for k in range(len(names)):
        tree = ["each", k, tree]
    rows = [[n, str(lo), str(hi)] for n, (lo, hi) in zip(names, spans, strict=True)]
    fact = search.detached(search.run("compute", implies(*others, goal), rows, tree), others)
    sides = [
        _known(search, given, w)
        for n, (lo, hi) in zip(names, spans, strict=True)
        for w in (le(num(lo), n), le(n, num(hi)))
    ]
    return search.cut(fact, sides)


def as_reals(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """Prove the goal for reals; n > c is first sharpened to n >= c + 1, and n <= c to a whole number."""
    integers = [v for v in free_variables((*given, goal)) if v.sort == "Z"]
    sharper = sharpened(search, given)
    every = [*given, *(f.concl for f in sharper)]
    reals = {v: var(f"{v.args[0]}'real", "R") for v in integers}
    search.meaning |= {r: v for v, r in reals.items()}
    inside = search.prove([swapped_all(g, reals) for g in every], swapped_all(goal, reals), depth + 1)
    out = search.run("instantiate", inside, [(r, v) for v, r in reals.items()])
    return search.cut(out, sharper)


def by_integer_step(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """Prove s <= t from s < t + 1 on integers, which are taken as reals."""
    s, t = goal.args
    step = search.run("integer_step", as_reals(search, given, lt(s, t + 1), depth))
    return search.run("arith", goal, [(num(1), [step])], [], [])


@method("as reals")
def reals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question about reals."""
    yield partial(as_reals, search, asked.given, asked.goal, asked.depth)


def by_rounding(search: Search, asked: Asked, s: Term, t: Term) -> Fact:
    """Prove a bound of an integer from s < t on integers, which are taken as reals."""
    step = search.run("integer_step", as_reals(search, asked.given, lt(s, t), asked.depth))
    return search.p.have(asked.goal, step, degree=1)


@method("less than 1 more")
def integer_steps(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield s < t + 1 for s <= t on integers, s <= t <= s for s = t, and 0 < n for 1/2 < n."""
    found = range_of(asked.goal)
    if found is not None and found[0].sort == "Z" and asked.goal.op == "lt":
        n, side = found
        low, high = _least(side), _greatest(side)
        ends = (n, num(high + 1)) if high is not None else (num(low - 1), n) if low is not None else None
        if ends is not None and ends != asked.goal.args:
            yield partial(by_rounding, search, asked, *ends)
    if asked.goal.op in ("le", "eq") and all(a.sort == "Z" for a in asked.goal.args):
        by = by_integer_step if asked.goal.op == "le" else by_antisymmetry
        yield partial(by, search, asked.given, asked.goal, asked.depth)


@method("all of a range")
def all_values(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the enumeration of finite ranges."""
    yield partial(enumerated, search, asked.given, asked.goal)


@method("one value")
def single_values(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield splits on values near the ends of integers."""
    for end in ends_of(asked.given, asked.goal):
        yield partial(near_end, search, asked.given, asked.goal, *end, asked.depth)


@method("least value apart", share=0.4)
def least_values(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split on the least value of an integer that occurs in an equation."""
    equations = [g for g in asked.given if g.op == "eq"]
    for n, side in sorted(_ranges(asked.given).items(), key=lambda ns: ns[0].args[0]):
        least = _least(side)
        if least is not None and least < SMALL and any(n in g.free for g in equations) and asked.depth < SMALL:
            yield partial(least_apart, search, asked.given, asked.goal, n, least, asked.depth)
