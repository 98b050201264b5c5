"""Equations for sums and for nested sums, from properties of their members and by exchanging the order of summation.

Members are rewritten by expanding logarithms and angles and by hypotheses at the index. The order of summation is also
exchanged over triangles, where the ends of the inner sums depend on the outer index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, eq, instantiate_bound, lam, le, num
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import bigs, cancelled, factors, product_of, replaced, walk
from proofs.search.sequences.known import Known
from proofs.search.sequences.logs import taken_apart

MOST_EQUATIONS = 24  # the maximum number of equations for the sums of a question
MOST_INSIDE = 2  # the maximum number of sums around a sum that is rewritten


def equations_of_sums(known: Known, formulas: Sequence[Term]) -> list[Fact]:
    """Return equations for the sums in formulas, and for the sums that these equations introduce."""
    out: list[Fact] = []
    sums = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
    for b in sums:  # the list grows in the loop
        for fact in _of_sum(known, b):
            if len(out) == MOST_EQUATIONS:
                return out
            out.append(fact)
            sums += [new for new in bigs(fact.concl.args[1], ("sum",)) if new not in sums]
        known.search.check_limit()
    return out


def _of_sum(known: Known, b: Term) -> Iterator[Fact]:
    if b.args[2].op != "num":
        with suppress(KernelError):
            same = _written_out(known, b)
            if same is not None:
                yield same
        with suppress(KernelError):
            other = in_other_order(known, b)
            if other is not None:
                yield other


def _written_out(known: Known, b: Term) -> Fact | None:
    """Prove an equation for a sum from facts about its member: logarithms, inner sums, hypotheses, x · 1/x = 1."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    with known.inside(index):
        here = [*index.facts, *known.of_pairs(index, member), *known.ranged(index, member)]
        logs = dict.fromkeys(canonical(t.args[0]) for t in walk(member) if t.op == "log" and not t.loose)
        equations = [e for x in logs for e in taken_apart(known, x, here)]
        equations += _of_angles(known, member)
        if len(known.around) <= MOST_INSIDE:
            inner = [s for s in bigs(member, ("sum",)) if index.i in s.free and s.args[2].op != "num"]
            equations += [e for s in inner for e in [_written_out(known, s)] if e is not None]
        equations += [f for f in here if f.concl.op == "eq"]
        signs = [f for f in known.denominators(member, here) if f.concl.op == "lt"]
    q, used = replaced(normal(member), equations)
    short = as_term(cancelled(q, [f.concl.args[1] for f in signs]))
    if short is canonical(member):
        return None
    same = known.run("arith", eq(member, short), [(as_term(m), [e]) for m, e in used], [], signs)
    return known.summed(index, same)


def _of_angles(known: Known, member: Term) -> Iterator[Fact]:
    """Yield the addition theorems for sines and cosines of sums or differences of two terms."""
    for t in dict.fromkeys(t for t in walk(member) if t.op in ("sin", "cos") and not t.loose):
        p = normal(t.args[0])
        if len(p) == 2:
            x, y = (as_term({m: c}) for m, c in p.items())
            same = known.p.apply(f"trigonometry.{t.op}_add", x=x, y=y)
            yield from (same, *_of_negative(known, same))


def _of_negative(known: Known, same: Fact) -> Iterator[Fact]:
    """Yield sin(−x) = −sin x and cos(−x) = cos x for the negative arguments in an equation."""
    for t in dict.fromkeys(t for t in walk(same.concl.args[1]) if t.op in ("sin", "cos")):
        if all(c < 0 for c in normal(t.args[0]).values()):
            yield known.p.apply(f"trigonometry.{t.op}_neg", x=canonical(-t.args[0]))


def in_other_order(known: Known, b: Term) -> Fact | None:
    """Prove Σ_i u Σ_j v = Σ_j Σ_i u v; return None if the sum does not have this form."""
    lo, hi, body = b.args
    i, j = known.fresh("i", "Z"), known.fresh("j'", "Z")
    parts = list(factors(instantiate_bound(body, (i,))))
    k = next((k for k, t in enumerate(parts) if t.op == "sum" and i in t.free), None)
    if k is None or i in parts[k].args[0].free | parts[k].args[1].free:
        return None
    inner = parts[k]
    member = product_of([*parts[:k], *parts[k + 1 :], instantiate_bound(inner.args[2], (j,))])
    h = lam(2, abstract(member, [i, j]))
    by = {"h": h, "lo": lo, "hi": hi, "lo2": inner.args[0], "hi2": inner.args[1]}
    return known.p.apply("sums.sum_swap", **by)


def exchanged(known: Known, b: Term) -> Fact:
    """Prove Σ_{j=lo}^hi u_j Σ_{i=j−c}^n v_ij = Σ_i Σ_{j=lo}^{i+c} u_j v_ij: the new inner sums grow with i.

    Raises
    ------
    NotFound
        if the sum does not have this form.
    """
    lo, hi, body = b.args
    index = known.index(lo, hi)
    j, parts = index.i, list(factors(canonical(index.member(body))))
    inner = next((t for t in parts if t.op == "sum" and j in t.args[0].free and j not in t.args[1].free), None)
    if inner is None or j in (c := canonical(j - inner.args[0])).free:
        raise NotFound("the sum is not over a triangle")
    n, i = inner.args[1], known.fresh("i", "Z")
    start = lo if c in (num(0), num(-1)) else canonical(lo - c)
    member = product_of([*(t for t in parts if t is not inner), instantiate_bound(inner.args[2], (i,))])
    by = {"h": lam(2, abstract(member, [i, j])), "lo": start, "hi": n, "lo2": lo, "hi2": hi, "c": c}
    ends = [known.settle(side) for side in (le(start + c, lo), le(lo, start + c + 1), le(n + c, hi))]
    swapped = known.p.apply("sums.sum_swap_triangle", *ends, **by)
    rows = canonical(swapped.concl.args[0])
    fact = known.run("arith", eq(b, rows), [(num(-1), [swapped])], [], [])
    counted = _counted(known, rows) if rows.op == "sum" else None
    if counted is None:
        return fact
    return known.run("arith", eq(b, counted.concl.args[1]), [(num(1), [fact]), (num(1), [counted])], [], [])


def _counted(known: Known, b: Term) -> Fact | None:
    """Prove Σ_i v_i Σ_j 1 = Σ_i v_i k, where k is the number of indices j; return None if no member contains Σ_j 1."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    inner = [t for t in bigs(member, ("sum",)) if t.args[2] is num(1)]
    counts = [
        known.p.apply(
            "sums.sum_const", known.settle(le(t.args[0], t.args[1] + 1), *index.ends), lo=t.args[0], hi=t.args[1]
        )
        for t in inner
    ]
    q, used = replaced(normal(member), counts)
    if not used:
        return None
    same = known.run("arith", eq(member, as_term(q)), [(as_term(m), [e]) for m, e in used], [], [])
    return known.summed(index, same)
