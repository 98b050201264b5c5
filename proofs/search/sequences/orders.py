"""Case distinctions by the order of two indices, for sequences that are monotone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, lam, le, lt, num, substitute
from proofs.search.base.algebra import factored
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import entries, walk
from proofs.search.sequences.known import Index, Known

WORK = 200  # the work limit for the sign of a factor


def in_order(
    known: Known, facts: Sequence[Fact], goal: Term, index: Index, other: Index, only_factors: bool = False
) -> Fact:
    """Prove a goal in the cases i <= j and j <= i, from inequalities for monotone sequences.

    The goal is proved from the signs of its factors, or, unless `only_factors` is true, as an inequality for numbers.
    """
    i, j = index.i, other.i
    found = [t for t in entries([goal]) if t.args[1:] == (i,)]
    sides = []
    for x, y, x_ends, y_ends in ((i, j, index.ends, other.ends), (j, i, other.ends, index.ends)):
        order = known.run("assume", le(x, y))
        grown = []
        for t in found:
            for up in (1, -1):
                with suppress(KernelError):
                    steps = known.index(index.lo, canonical(index.hi - 1))
                    a, b = (num(up) * substitute(t, {i: place}) for place in (steps.i, steps.i + 1))
                    step = known.linear(le(a, b), steps.facts)
                    every = known.everywhere(steps, step)
                    by = {"f": lam(1, abstract(num(up) * t, [i])), "lo": index.lo, "hi": index.hi, "i": x, "j": y}
                    ends = [x_ends[0], order, y_ends[1]]
                    grown.append(known.p.apply("inequalities.nondecreasing_le", every, *ends, **by))
                    break
        grown += _of_exps(known, goal, i, x, y, [*grown, order, *facts])
        if not grown:
            raise NotFound("nothing rises or falls")
        try:
            sides.append(_by_factors(known, [*grown, order, *facts], goal))
        except KernelError:
            if only_factors:
                raise
            more = [order] if any(v in (i, j) for v in goal.free) else []
            sides.append(known.numbers([*grown, *more, *facts], goal, 1.0))
    strict = known.weak(known.run("assume", lt(j, i)))
    second = known.run("mp", known.run("discharge", le(j, i), sides[1]), strict)
    return known.run("cases", i, j, sides[0], second)


def _of_exps(known: Known, goal: Term, i: Term, x: Term, y: Term, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield comparisons of e^u at x and at y, for the powers of e in the goal whose exponents are compared."""
    for t in dict.fromkeys(t for t in walk(goal) if t.op == "exp" and i in t.free and not t.loose):
        u, v = (substitute(t.args[0], {i: place}) for place in (x, y))
        for low, high in ((u, v), (v, u)):
            with suppress(KernelError):
                order = known.linear(le(low, high), facts, work=WORK)
                yield known.p.apply("elementary.exp_le", order, x=low, y=high)
                break


def _by_factors(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove s <= t from the signs of the factors of t − s."""
    f = factored(canonical(goal.args[1] - goal.args[0]))
    c, parts = f.constant, list[Fact]()
    for t, e in f.factors:
        parts += [known.p.apply("elementary.square_nonneg", x=t)] * (e // 2)
        if e % 2:
            sign, fact = _sign(known, t, facts)
            c, parts = c * sign, [*parts, fact]
    if c < 0:
        raise NotFound("it is not positive")
    above = [known.positive(t, facts) for t, e in f.bases for _ in range(e)]
    inverses = [known.p.apply("elementary.inv_pos", fact, x=fact.concl.args[1]) for fact in above]
    return known.run("arith", goal, [(num(c), [*parts, *inverses])], [], above)


def _sign(known: Known, t: Term, facts: Sequence[Fact]) -> tuple[int, Fact]:
    """Return 1 and a proof of 0 <= t, or −1 and a proof of 0 <= −t."""
    with suppress(KernelError):
        return 1, known.linear(le(num(0), t), facts, work=WORK)
    return -1, known.linear(le(num(0), -t), facts, work=WORK)
