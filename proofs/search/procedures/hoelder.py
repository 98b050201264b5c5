"""The inequalities of Cauchy, Schwarz and Hölder, member by member: (Σ h)² <= Σ f Σ g for h² = f g.

The factors come from the goal; sums may have two indices. For example, (Σ_i x_i³)² <= (Σ_i x_i²)³ for 0 <= x.
Reference: Hardy, Littlewood and Pólya, Inequalities, section 2.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations_with_replacement, islice, product
from math import gcd

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, le, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.deep import Deep, power_of_sum
from proofs.search.sequences.forms import (
    alone,
    bigs,
    product_of,
    quantity,
    relation,
    replaced,
    single_factors,
    value_of_sum,
    walk,
    without,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import Known, known
from proofs.search.sequences.nested import equations_of_sums

MOST_SUMS, MOST_FACTORS, MOST_FACTS = 4, 4, 4  # sums, factors of a member, and facts for one sum
SPLITS = {2: ((2, 0), (0, 2), (1, 1)), 3: ((3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 1, 1))}  # shares of a factor


def _candidates(deep: Deep, power: int, sums: set[Term]) -> Iterator[list[Term]]:
    """Yield factorizations of a power of a member into terms whose sums are constant or occur in `sums`."""
    parts = [t for t in single_factors(deep.member) if t.op != "num"]
    number = product_of([t for t in single_factors(deep.member) if t.op == "num"])
    often = {t: parts.count(t) for t in dict.fromkeys(parts)}
    power_of = gcd(*often.values())
    if len(often) > 1 and power_of > 1:  # a power of a product
        parts = [product_of([t for t, e in often.items() for _ in range(e // power_of)])] * power_of
    if not 0 < len(parts) <= MOST_FACTORS:
        return
    seen = set[frozenset[Term]]()
    for split in product(SPLITS[power], repeat=len(parts)):
        shares = [product_of([a for a, e in zip(parts, split, strict=True) for _ in range(e[k])]) for k in range(power)]
        key = frozenset(shares)
        if key in seen:
            continue
        seen.add(key)
        shares = [canonical(_without_values(t)) for t in (mul(*[number] * power, shares[0]), *shares[1:])]
        totals = [_sums(deep.total(t)) for t in shares]
        if any(totals) and all(s <= sums for s in totals):
            yield shares


def _without_values(t: Term) -> Term:
    """Return the product with |u|² replaced by u²."""
    parts = single_factors(t)
    for a in dict.fromkeys(a for a in parts if a.op == "abs"):
        while parts.count(a) > 1:
            parts.remove(a)
            parts.remove(a)
            parts += [a.args[0], a.args[0]]
    return product_of(parts)


def _sums(t: Term) -> set[Term]:
    """Return the sums in the normal form of a term, except those that only count members."""
    return {a.term for m in normal(t) for a, _ in m if a.term.op == "sum" and not _counts(a.term)}


def _counts(t: Term) -> bool:
    return t.args[2].op == "num" or (t.args[2].op == "sum" and _counts(t.args[2]))


def _inside(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield Σ_j S² <= Σ_j Σ_i f Σ_i g for sums S over i whose squares occur in members, in either order of the sums."""
    equations = equations_of_sums(known, [goal])
    yield from equations
    sums = dict.fromkeys(b for f in (goal, *(f.concl.args[1] for f in equations)) for b in bigs(f, ("sum",)))
    for lo, hi in dict.fromkeys(b.args[:2] for b in bigs(goal, ("sum",))):
        outer = known.index(lo, hi)
        members = [canonical(outer.member(b.args[2])) for b in sums if b.args[:2] == (lo, hi)]
        inner = {s for m in members for s in bigs(m, ("sum",))}
        squared = {a.term for m in members for n in normal(m) for a, e in n if a.term.op == "sum" and e == 2}
        with known.inside(outer):
            for s in [s for s in inner if s in squared and outer.i in s.free][:MOST_FACTS]:
                deep = Deep(known, s)
                for shares in islice(_candidates(deep, 2, {*sums, *inner}), MOST_FACTS):
                    with suppress(KernelError):
                        yield known.summed(outer, power_of_sum(known, deep, 2, shares))


def _squares(known: Known, sums: Sequence[Term]) -> Iterator[Fact]:
    """Yield Σ f² <= (Σ f)² for the sums of nonnegative members f, and the products of this with such sums."""
    signs: dict[Term, Fact] = {}
    squares: list[Fact] = []
    for b in sums:
        with suppress(KernelError):
            if b.args[2].op != "num":
                every = known.members(b, known.nonnegative)
                signs[b] = known.theorem("sums.sum_nonneg", b, every)
                squares.append(known.theorem("inequalities.squares_le_square", b, every))
    yield from squares
    for square, (b, sign) in product(squares, signs.items()):
        sides = [canonical(b * side) for side in square.concl.args]
        yield known.run("arith", le(*sides), [(num(1), [square, sign])], [], [])


def by_factors(known: Known, goal: Term) -> Fact:
    """Prove the goal, multiplied by its denominators, from bounds of powers of its sums."""
    q, below = known.times_out(quantity(goal))
    if not below:
        return _by_factors(known, goal)
    return known.divided(_by_factors(known, relation(q)), below, goal)


def _by_factors(known: Known, goal: Term) -> Fact:
    """Prove the goal from bounds of powers of its sums by products of sums.

    Raises
    ------
    NotFound
        if there are no such bounds, or the goal does not follow.
    """
    sums = list(dict.fromkeys(b for t in walk(goal) if not t.loose for b in bigs(t, ("sum",))))
    given = {b for f in known.facts for b in bigs(f.concl, ("sum",))}
    facts = list(_squares(known, sums[:MOST_SUMS]))
    given |= {b for f in facts for b in bigs(f.concl, ("sum",))}
    had = len(facts)
    for b in sums[:MOST_SUMS]:
        if b.args[2].op != "num":
            deep = Deep(known, b)
            for power in (2, 3):
                for shares in islice(_candidates(deep, power, {*sums, *given}), MOST_FACTS):
                    with suppress(KernelError):
                        facts.append(power_of_sum(known, deep, power, shares))
    facts += _inside(known, goal)
    if len(facts) == had:
        raise NotFound("no sum of what is a product")
    counted = dict.fromkeys(b for f in facts for b in bigs(f.concl, ("sum",)) if b.args[2].op == "num")
    for b in counted:
        facts.append(known.p.apply("sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1]))
    values = [f for f in known.facts if value_of_sum(f) is not None]
    for f in list(facts):
        q, used = replaced(quantity(f.concl), values, powers=True)
        if used and f.concl.op == "le":
            parts = [(num(1), [f]), *((as_term(m), [e]) for m, e in used)]
            facts.append(known.run("arith", le(num(0), as_term(q)), parts, [], []))
    with suppress(KernelError):
        return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=3, work=1500)
    bounds = list(_bounds(known))
    if not bounds and not any(t.op in ("ite", "abs") for t in walk(goal)):
        raise NotFound("not a combination")
    with suppress(KernelError):
        return known.linear(goal, [*facts[had:], *_multiplied(known, bounds)], depth=2, work=500)
    signs = [f for b in sums[:MOST_SUMS] for f in [known.signed(b)] if f is not None]
    others = known.facts if bounds else [f for f in known.facts if f.concl.op == "eq"]
    return known.numbers([*facts[had:], *signs, *(low for low, _ in bounds), *others], goal, 0.5)


def _bounds(known: Known) -> Iterator[tuple[Fact, Fact]]:
    """Yield 0 <= Σ and Σ <= t, for the sums that hypotheses bound by a term t without that sum."""
    for f in known.facts:
        q = quantity(f.concl) if f.concl.op in ("le", "lt") else {}
        for total, c in alone(q, "sum"):
            if c < 0 and total.args[2].op != "num" and total not in bigs(as_term(without(q, total)), ("sum",)):
                bound = as_term({m: -v / c for m, v in without(q, total).items()})
                with suppress(KernelError):
                    above = known.run("arith", le(total, bound), [(num(-1 / c), [f])], [], [])
                    yield known.nonnegative(total), above


def _multiplied(known: Known, bounds: Sequence[tuple[Fact, Fact]]) -> Iterator[Fact]:
    """Yield Σ Σ' <= t t' for two nonnegative sums with Σ <= t and Σ' <= t'."""
    for (low, above), (low2, above2) in islice(combinations_with_replacement(bounds, 2), MOST_FACTS):
        (x, t), (y, u) = above.concl.args, above2.concl.args
        bound = known.run("arith", le(num(0), t), [(num(1), [low]), (num(1), [above])], [], [])
        yield known.run("arith", le(x * y, t * u), [(num(1), [above, low2]), (num(1), [above2, bound])], [], [])


@method("powers of sums, member by member", share=0.3)
def factored(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by powers of sums, if the goal contains products of sums or squares of inner sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= 1 and bigs(goal, ("sum",)):
        degree = max((sum(abs(e) for a, e in m if bigs(a.term, ("sum",))) for m in quantity(goal)), default=0)
        if degree > 1 or any(e == 2 for b in bigs(goal) for m in normal(b.args[2]) for a, e in m if a.term.op == "sum"):
            yield k.way(partial(by_factors, k, goal))
