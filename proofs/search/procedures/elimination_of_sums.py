"""Elimination of sums by linear equations: sums replaced by the values that hypotheses give.

The remaining question is about numbers. For example, Σ p_i (x_i − m)² <= Σ p_i (x_i − a)² for m = Σ p_i x_i and Σ
p_i = 1. Reference: Strang, Linear Algebra and Its Applications, chapter 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import Atom, Poly, as_term, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, le, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, cancelled, quantity, relation, replaced, without
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known
from proofs.search.sequences.leaving import Leaving, numbers_in
from proofs.search.sequences.pool import with_pool
from proofs.search.sequences.recursion import multiple
from proofs.search.sequences.splits import cuts, in_two

MOST_FACTS = 24  # inequalities by which sums are eliminated
MOST_USED = 2  # inequalities used successively
MOST_MEMBERS = 12  # summands of a remainder
MOST_LEFT = 4  # remaining inequalities that are asked of the search

# a sort key, the remainder, and the inequalities and equations used, with their multipliers
Left = tuple[tuple[int, int], Poly, Sequence[tuple[Poly, Fact]], Sequence[tuple[Poly, Fact]]]


def without_sums(known: Known, goal: Term) -> Fact:
    """Prove the goal by subtracting multiples of inequalities about its sums, and replacing sums by equations."""
    facts, base = with_pool(known, goal)
    own = set(bigs(goal, ("sum",)))
    allowed = own | {b for f in known.facts for b in bigs(f.concl, ("sum",))}
    allowed |= {b for f in base for b in bigs(f.concl, ("sum",)) if b.args[2].op == "num"}
    near = [f for f in dict.fromkeys([*base, *facts]) if f.concl.op in RELATIONS]
    near = [f for f in near if bigs(f.concl, ("sum",)) and set(bigs(f.concl, ("sum",))) <= allowed]
    near = sorted(near, key=lambda f: f.concl.size)
    equations = list(_solved(known, [f for f in near if f.concl.op == "eq"]))
    above = [(f, quantity(f.concl)) for f in near if f.concl.op != "eq"][:MOST_FACTS]
    plain = [f for f in base if not bigs(f.concl)]
    nonzero = known.denominators(goal)
    divided_by = [f.concl.args[1] for f in nonzero]
    asked = 0
    for _, rest, used, same in sorted(_left(quantity(goal), above, equations), key=lambda one: one[0]):
        less = le(num(0), as_term(cancelled(rest, divided_by)))
        with suppress(KernelError):
            known.likely(less)
            signed = [(num(1), [known.weak(f) if f.concl.op == "lt" else f, _sign(known, by, plain)]) for by, f in used]
            asked += 1
            if asked > MOST_LEFT:
                break
            fact = known.numbers([*plain, *nonzero], less, 2.0 if asked == 1 else 0.7)
            equal = [(as_term({m: -c for m, c in by.items()}), [e]) for by, e in same]
            return known.run("arith", goal, [(num(1), [fact]), *signed, *equal], [], nonzero)
        known.search.check_limit()
    raise NotFound("what is left is not shown")


def by_multiples(known: Known, goal: Term) -> Fact:
    """Prove the goal as a sum of multiples of hypotheses about its sums.

    This eliminates the sums, and the real variables that hypotheses contain only together with sums or entries.
    """
    of_sums = [f for f in known.facts if bigs(f.concl, ("sum",))]
    signs: list[Fact] = []
    for b in dict.fromkeys(b for f in (goal, *(f.concl for f in of_sums)) for b in bigs(f, ("sum",))):
        with suppress(KernelError):
            signs.append(known.nonnegative(b))
    return Leaving(known, [*of_sums, *signs], [goal], numbers_in(known)).goal(goal)


def _sign(known: Known, by: Poly, facts: Sequence[Fact]) -> Fact:
    known.likely(le(num(0), as_term(by)))
    sign = known.signed(as_term(by), facts)
    if sign is None:
        raise NotFound("a multiplier that may be negative")
    return sign


def _solved(known: Known, equations: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the equations, each solved for a sum that occurs in none of the previous ones."""
    had: set[Term] = set()
    for f in equations:
        q = quantity(f.concl)
        total = next((t for t, c in alone(q, "sum") if t not in had), None)
        if total is not None:
            c = dict(alone(q, "sum"))[total]
            had |= set(bigs(f.concl, ("sum",)))
            value = as_term({m: -v / c for m, v in without(q, total).items()})
            yield known.run("arith", eq(total, value), [(num(1 / -c), [f])], [], [])


def _left(q: Poly, above: Sequence[tuple[Fact, Poly]], equations: Sequence[Fact]) -> Iterator[Left]:
    """Yield the remainders of a polynomial after subtracting multiples of one or two facts and using equations."""
    seen: set[frozenset] = set()

    def less(q: Poly, used: Sequence[tuple[Poly, Fact]]) -> Iterator[Left]:
        for f, r in above:
            for m in r:
                by = multiple(q, r, m, _is_sum) if all(f is not g for _, g in used) else {}
                if not by or len(by) > MOST_MEMBERS:
                    continue
                rest = plus(q, times(by, r), -1)
                short, same = replaced(rest, equations)
                form = frozenset(short.items())
                if form in seen or len(short) > MOST_MEMBERS:
                    continue
                seen.add(form)
                steps = [*used, (by, f)]
                sums = {a.term for m in short for a, _ in m if _is_sum(a)}
                yield (len(sums), len(short)), short, steps, same
                if sums and len(steps) < MOST_USED:
                    yield from less(rest, steps)

    yield from less(q, [])


def _is_sum(a: Atom) -> bool:
    return a.term.op == "sum"


@method("sums that go out", share=0.3)
def sums_out(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the elimination of sums from the goal by inequalities, with nonnegative multipliers."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(by_multiples, k, goal))
        yield k.way(partial(without_sums, k, goal))


MOST_CUTS, MOST_ROUNDS = 4, 3  # splittings of ranges, and rounds of replacements
MOST_DISTANCES = 6  # pairs of remaining variables


def _values(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield equations for sums: by splitting ranges, and from hypotheses."""
    for whole, m in list(dict.fromkeys(cuts(known, goal)))[:MOST_CUTS]:
        for b in bigs(goal, ("sum",)):
            with suppress(KernelError):
                split = in_two(known, whole, m, b)
                if split is not None:
                    yield split
    for f in known.facts:
        for total, c in alone(quantity(f.concl), "sum")[:1] if f.concl.op == "eq" else ():
            if total.args[2].op != "num":
                value = as_term({m: -v / c for m, v in without(quantity(f.concl), total).items()})
                yield known.run("arith", eq(total, value), [(num(-1 / c), [f])], [], [])


def by_values(known: Known, goal: Term) -> Fact:
    """Prove the goal by replacing its sums by their values.

    Raises
    ------
    NotFound
        if no equation contains them, or the remaining goal is not proved.
    """
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    equations = list(_values(known, goal))
    for _ in range(MOST_ROUNDS):
        counts = [
            known.p.apply("sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1])
            for b in bigs(as_term(q), ("sum",))
            if b.args[2] is num(1)
        ]
        q, used = replaced(q, [*equations, *counts], powers=True)
        if not used:
            break
        sides += [(as_term(m) * num(-1), [e]) for m, e in used]
    if not sides:
        raise NotFound("no equation about these sums")
    if not q and goal.op != "lt":
        return known.run("arith", goal, sides, [], [])
    if goal.op == "eq":
        raise NotFound("something is left")
    rest = relation(q, goal.op)
    plain = [f for f in known.facts if not bigs(f.concl)]
    fact = known.linear(rest, [*plain, *_distances(known, q, plain)], depth=2, work=900)
    return known.run("arith", goal, [(num(1), [fact]), *sides], [], [])


def _distances(known: Known, q: Poly, plain: list[Fact]) -> Iterator[Fact]:
    """Yield (u − v)² >= 0 for the remaining real variables, also times right − left of hypotheses."""
    found = dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "var" and a.term.sort == "R" and e > 1)
    signs = [f for f in plain if f.concl.op in ("le", "lt")]
    for u, v in islice(combinations(found, 2), MOST_DISTANCES):
        square = known.p.apply("elementary.square_nonneg", x=u - v)
        yield square
        for f in signs:
            product = mul(f.concl.args[1] - f.concl.args[0], square.concl.args[1])
            yield known.run("arith", le(num(0), product), [(num(1), [f, square])], [], [])


def by_summed_hypotheses(known: Known, goal: Term) -> Fact:
    """Prove the goal from equations about all members, summed, by linear arithmetic or as a question about numbers.

    Raises
    ------
    NotFound
        if there are no such equations, or the goal does not follow.
    """
    summed = list[Fact]()
    for lo, hi in dict.fromkeys(b.args[:2] for b in bigs(goal, ("sum",))):
        index = known.index(lo, hi)
        for f in index.facts:
            if f.concl.op == "eq" and index.i in f.concl.free:
                with suppress(KernelError):
                    summed.append(known.summed(index, f))
    if not summed:
        raise NotFound("no equation about the members")
    with suppress(KernelError):
        return known.linear(goal, [*summed, *known.facts], work=300)
    sums = dict.fromkeys(b for f in summed for b in bigs(f.concl, ("sum",)))
    signs = [sign for b in islice(sums, MOST_USED) if (sign := known.signed(b)) is not None]
    return known.numbers([*summed, *signs, *known.facts], goal)


@method("sums by equations", share=0.2)
def equated(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs from equations for sums, for parts of sums, or for their members."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("eq", "le") and asked.depth == 0 and k.universal and bigs(goal, ("sum",)):
        yield k.way(partial(by_summed_hypotheses, k, goal))
    under = any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts)
    if under and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(by_values, k, goal))
