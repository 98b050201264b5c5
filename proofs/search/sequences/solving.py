"""Equations that are solved one after another for a sum, an entry or a variable, which is then eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, le, num
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import bigs, cancelled, quantity, ranges_in, replaced, walk
from proofs.search.sequences.known import Known

MOST_SOLVED = 12  # equations that are solved
KINDS = ("sum", "app", "var")  # operators of terms for which an equation is solved, the first one preferred


def _unknown(q: Poly) -> tuple[Atom, Term] | None:
    """Return an atom that occurs in 0 = q only as a summand with a numeral, and its value; None if there is none."""
    for kind in KINDS:
        for m, c in q.items():
            if len(m) != 1:
                continue
            ((a, e),) = m
            if e != 1 or a.term.op != kind or (kind != "sum" and a.term.sort == "Z"):
                continue
            rest = {x: -v / c for x, v in q.items() if x != m}
            if not any(a.term in walk(b.term) for x in rest for b, _ in x):
                return a, as_term(rest)
    return None


def solved_in_turn(known: Known, equations: Sequence[Fact]) -> list[Fact]:
    """Return equations x = t such that no t contains an x of an earlier equation."""
    out: list[Fact] = []
    for f in equations[:MOST_SOLVED]:
        q, used = replaced(quantity(f.concl), out, powers=True)
        found = _unknown(q)
        if found is None:
            continue
        a, value = found
        same = eq(a.term, value)
        c = next(v for m, v in q.items() if m == frozenset({(a, 1)}))
        sides = [(num(-1 / c), [f]), *((as_term({m: -v / c for m, v in by.items()}), [e]) for by, e in used)]
        with suppress(KernelError):
            out.append(known.run("arith", same, sides, [], []))
    return out


def solved(known: Known, equations: Sequence[Fact]) -> list[Fact]:
    """Return equations x = t such that no t contains any of the x."""
    out = solved_in_turn(known, equations)
    for k in reversed(range(len(out) - 1)):
        left, right = out[k].concl.args
        q, used = replaced(normal(right), out[k + 1 :], powers=True)
        sides = [(num(1), [out[k]]), *((as_term(m), [e]) for m, e in used)]
        out[k] = known.run("arith", eq(left, as_term(q)), sides, [], [])
    return out


def counts(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    """Yield Σ 1 = hi − lo + 1 for the sums Σ 1 in formulas."""
    for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",)) if b.args[2] is num(1)):
        with suppress(KernelError):
            yield known.p.apply("sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1])


def by_solving(known: Known, goal: Term, facts: Sequence[Fact] = ()) -> Fact:
    """Prove a relation, times its denominators, as a sum of facts and multiples of equations (`solved_in_turn`).

    If facts are given and the goal is a weak inequality, the remaining difference may be non-negative instead of 0.
    """
    formulas = [goal, *(f.concl for f in (*known.facts, *facts))]
    given = [f for f in known.facts if f.concl.op == "eq"]
    equations = solved_in_turn(known, [*last_members_apart(known, formulas), *counts(known, formulas), *given])
    rest = quantity(goal)
    for f in facts:
        rest = plus(rest, quantity(f.concl), -1)
    q, used = replaced(rest, equations, powers=True)
    short, below = known.times_out(q)
    left = cancelled(short, [f.concl.args[1] for f in below])
    if not used or (left and (below or not facts or goal.op != "le")):
        raise NotFound("it does not follow from equations that are solved in turn")
    more = [*facts, known.nonnegative(as_term(left))] if left else facts
    sides = [(num(1), [f]) for f in more] + [(as_term({m: -c for m, c in by.items()}), [e]) for by, e in used]
    return known.run("arith", goal, sides, [], below)


def last_members_apart(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    """Yield Σ_lo^hi f = Σ_lo^{hi−1} f + f_hi, if sums over both ranges occur in formulas."""
    ranges = ranges_in(formulas)
    for (lo, hi), sums in ranges.items():
        if (lo, canonical(hi - 1)) in ranges:
            for b in sums:
                with suppress(KernelError):
                    if b.op == "sum" and b.args[2].op != "num":
                        yield known.run("big_step", b, known.settle(le(lo, hi)))
