"""Sums against sums over a longer range, by means of neighbours: Σ A <= Σ B from A_i <= Σ_s w_s B_{i+s}.

The weights w_s are not negative and have the sum 1, and B is not negative, so that Σ_i B_{i+s}, a part of Σ B, is at
most Σ B. For example, Σ (x_{i+1} − x_i)² <= 4 Σ x_i², and the total variation of v_i = (1 − c) u_i + c u_{i−1} is at
most that of u.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, big, le, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, factors, product_of, walk
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.recursion import of_absolute_values

HALF, FOURTH = num(1, 2), num(1, 4)
FIXED: tuple[Mapping[int, Term], ...] = (
    {0: num(1)},
    {0: HALF, 1: HALF},
    {0: HALF, -1: HALF},
    {-1: HALF, 1: HALF},
    {-1: FOURTH, 0: HALF, 1: FOURTH},
)
MOST_PARAMETERS = 2  # variables that are tried as weights


def _as_sum(side: Term) -> tuple[Term, Term, Term]:
    """Return a side as one sum over a range: the ends of the range, and the body of the sum as written."""
    ends: tuple[Term, Term] | None = None
    members: list[Term] = []
    for t in side.args if side.op == "add" else [side]:
        parts = list(factors(t))
        sums = [p for p in parts if p.op == "sum"]
        if len(sums) != 1:
            raise NotFound("no sum over one range")
        (b,) = sums
        here = canonical(b.args[0]), canonical(b.args[1])
        if ends not in (None, here):
            raise NotFound("no sum over one range")
        ends = here
        rest = [p for p in parts if p is not b]
        members.append(product_of([*rest, b.args[2]]) if rest else b.args[2])
    assert ends is not None
    return *ends, add(*members) if len(members) > 1 else members[0]


def _weights(known: Known) -> Iterator[Mapping[int, Term]]:
    """Yield weights of neighbours: numerals, and variables that hypotheses bound by 0 from below."""
    yield from FIXED
    signs = [f.concl for f in known.facts if f.concl.op in ("le", "lt")]
    below = [c.args[1] for c in signs if c.args[0] is num(0) and (c.args[1].op, c.args[1].sort) == ("var", "R")]
    for t in islice(dict.fromkeys(below), MOST_PARAMETERS):
        yield from ({0: t, s: canonical(1 - t)} for s in (1, -1))
        yield from ({s: t, 0: canonical(1 - t)} for s in (1, -1))
        yield {-1: t, 0: canonical(1 - 2 * t), 1: t}


def _signs(known: Known, weights: Mapping[int, Term]) -> dict[int, Fact]:
    return {s: known.nonnegative(w) for s, w in weights.items()}


def by_neighbours(known: Known, goal: Term) -> Fact:
    """Prove the goal by bounding each member of the smaller side by a mean of neighbours on the larger side."""
    (lo, hi, left), (low, high, right) = map(_as_sum, goal.args)
    whole = big("sum", low, high, right)
    index = known.index(lo, hi)
    terms = known.members(whole, known.nonnegative)
    for weights in _weights(known):
        known.search.check_limit()
        with suppress(KernelError):
            moved = {s: (canonical(lo + s), canonical(hi + s)) for s in weights}
            sides = {s: (le(low, x), le(x, y + 1), le(y, high)) for s, (x, y) in moved.items()}
            ends = {s: [known.settle(side) for side in of_part] for s, of_part in sides.items()}
            signs = _signs(known, weights)
            a, b = (index.member(t) for t in (left, right))
            shares = [weights[s] * substitute(b, {index.i: canonical(index.i + s)}) for s in weights]
            member = le(a, add(*shares) if len(shares) > 1 else shares[0])
            fact = _at_index(known, index, member, list(signs.values()))
            facts: list[Fact | tuple] = [known.summed(index, fact)]
            for s, (x, y) in moved.items():
                of_b = index.function(b)
                facts.append(known.p.apply("sums.sum_shift", f=of_b, lo=lo, hi=hi, c=num(s)))
                part = known.p.apply("inequalities.part_le", terms, *ends[s], f=of_b, lo=low, hi=high, j=x, m=y)
                facts.append((part, signs[s]))
                facts.append(part)
            return known.linear(goal, facts, depth=3)
    raise NotFound("no weights of neighbours suffice")


def _at_index(known: Known, index: Index, member: Term, signs: list[Fact]) -> Fact:
    """Prove the bound of a member by its neighbours."""
    here = [*index.facts, *known.facts, *signs]
    places = dict.fromkeys(i for t in entries([member]) for i in t.args[1:] if index.i in i.free and i is not index.i)
    here += [f for x in places for f in known.at(canonical(x), *index.ends)]
    here = list({key(f.concl): f for f in here}.values())
    known.likely(member, here)
    return first(
        known,
        lambda: of_absolute_values(known, here, member),
        lambda: known.linear(member, here, degree=2, work=300),
        lambda: known.numbers(here, member, 1.5),
    )


def _are_shifted(formulas: Sequence[Term]) -> bool:
    """Return whether formulas contain entries such as x_{i+1}, at an index of a range plus a number."""
    found = (t for f in formulas for t in walk(f) if t.op == "app")
    return any(a.op == "add" and a.loose for t in found for a in t.args[1:])


@method("neighbour by neighbour", share=0.3)
def means_of_neighbours(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the comparison of two sums over different ranges, by means of neighbouring members."""
    k, goal = known(search, asked), asked.goal
    of_sums = goal.op == "le" and all(bigs(side, ("sum",)) for side in goal.args)
    ranges = {b.args[:2] for b in bigs(goal, ("sum",)) if b.args[2].op != "num"}
    if of_sums and asked.depth <= MOST_CHANGES and len(ranges) > 1 and _are_shifted([goal, *k.given]):
        yield k.way(partial(by_neighbours, k, goal))
