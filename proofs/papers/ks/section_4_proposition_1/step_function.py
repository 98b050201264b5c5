"""Proposition 1, first part: f as a step function on the cells of a grid (A.5, (51)-(55)).

D is the granularity of the grid. The printed cells of (54) are closed and overlap; half-open at their upper end, as the
quantiser's are, they do not.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import k, n, paper

d, D, t, q, c, e, N = ints("d D t q c e N")
z, delta, C, eps, power_p, h = reals("z delta C epsilon p h")
(Z,) = vectors("Z", 2)
(f,) = vectors("f", 3)
(G,) = sequences("G", 3)

t_in, k_in = (t >= 1, t <= d), (k >= 1, k <= n)


def ranges(p: Proof, *which: str) -> None:
    """Assume that t, k, q, c are in range: "t_low", "t_high" and so on."""
    ends = {"t": t_in, "k": k_in, "q": (q >= 1, q <= D), "c": (c >= 1, c <= N), "e": (e >= 1, e <= N)}
    for name in which:
        p.given(**{f"{name}_low": ends[name][0], f"{name}_high": ends[name][1]})


def misses(c: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """The number of entries of D·Z that lie outside of the interval of their entry of the c-th grid point."""
    return Sum(lambda t: Sum(lambda k: outside(G(c, t, k), D * Z(t, k)), 1, n), 1, d)


def half_open(l: Term, x: Term) -> Term:
    """0 if l − 1 <= x < l, else 1."""
    return ite(l - 1 <= x, ite(x < l, 0, 1), 1)


def in_cell(c: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """1 if Z lies in the cell of the c-th grid point, else 0."""
    return ite(misses(c, outside) <= 0, 1, 0)


def step_function(t: Term, k: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """Entry (t, k) of Σ_L f(L) 1[Z in the cell of L], L running through the grid points 1..N."""
    return Sum(lambda c: f(c, t, k) * in_cell(c, outside), 1, N)


def differ(c: Term, e: Term) -> Term:
    """The c-th and the e-th grid point differ."""
    return negation(every(lambda t: every(lambda k: Eq(G(c, t, k), G(e, t, k)), 1, n), 1, d))


distinct_points = every(lambda c: every(lambda e: implies(negation(Eq(c, e)), differ(c, e)), 1, N), 1, N)
(x,) = reals("x")
l, l2 = ints("l l'")


@paper.claim(given=[l - 1 <= x, x < l, l2 - 1 <= x, x < l2], shows=Eq(l, l2))
def cell_of_entry(p: Proof) -> None:
    """⌊x⌋ + 1 is unique: l < l' would give l' >= l + 1 > x + 1."""


@paper.claim(given=[half_open(l, x) <= 0], shows=l - 1 <= x)
def inside_low(p: Proof) -> None:
    """Otherwise it would be 1."""


@paper.claim(given=[half_open(l, x) <= 0], shows=x < l)
def inside_high(p: Proof) -> None:
    """Otherwise it would be 1."""


cell_low = every(lambda t: every(lambda k: G(c, t, k) - 1 <= D * Z(t, k), 1, n), 1, d)
cell_high = every(lambda t: every(lambda k: D * Z(t, k) < G(c, t, k), 1, n), 1, d)


@paper.claim(given=[cell_low, cell_high], shows=Eq(in_cell(c, half_open), 1))
def own_cell(p: Proof) -> None:
    """No entry is outside of its interval."""
    ranges(p, "t", "k")
    p.specialize(cell_low, t, k, label="low_")
    p.specialize(cell_high, t, k, label="high_")
    entry = fun(lambda k: half_open(G(c, t, k), D * Z(t, k)))
    p.generalize(k, p.have(Eq(entry(k), 0)), label="entries")
    p.apply("sum_eq", f=entry, g=fun(lambda k: num(0)), lo=1, hi=n, label="row")
    rows = fun(lambda t: Sum(lambda k: half_open(G(c, t, k), D * Z(t, k)), 1, n))
    p.generalize(t, p.have(Eq(rows(t), 0)), label="rows")
    p.apply("sum_eq", f=rows, g=fun(lambda t: num(0)), lo=1, hi=d, label="all")


@paper.claim(given=[misses(c, half_open) <= 0, *t_in, *k_in], shows=half_open(G(c, t, k), D * Z(t, k)) <= 0)
def no_entry_missed(p: Proof) -> None:
    """It is one of the terms of a sum of nonnegative terms."""

    def entry(t: Term, k: Term) -> Term:
        return half_open(G(c, t, k), D * Z(t, k))

    rows = fun(lambda t: Sum(lambda k: entry(t, k), 1, n))
    p.apply("sum_member", f=rows, m=t, lo=1, hi=d, label="own_row")
    p.apply("sum_member", f=fun(lambda k: entry(t, k)), m=k, lo=1, hi=n, label="own")


other_point = [negation(Eq(c, e)), c >= 1, c <= N, e >= 1, e <= N]


@paper.claim(given=[distinct_points, cell_low, cell_high, *other_point], shows=Eq(in_cell(e, half_open), 0))
def other_cell(p: Proof) -> Fact:
    """Two grid points whose cells contain Z agree in every entry."""
    ranges(p, "c", "e", "t", "k")
    p.given(right=0 < misses(e, half_open), wrong=misses(e, half_open) <= 0)
    p.specialize(cell_low, t, k, label="low_")
    p.apply("inside_high", l=G(e, t, k), x=D * Z(t, k), label="high_e")
    same = p.apply("cell_of_entry", l=G(c, t, k), x=D * Z(t, k), **{"l'": G(e, t, k)})
    row = p.generalize(k, same)
    all_ = p.generalize(t, row)
    apart = p.specialize(distinct_points, c, e)
    no = p.absurd(p.mp(apart, all_), 0 < misses(e, half_open))
    some = p.cases(misses(e, half_open), 0, no, "right")
    return p.ite_eq(in_cell(e, half_open), some)


grid_given = [distinct_points, c >= 1, c <= N, cell_low, cell_high, *t_in, *k_in]


@paper.claim(given=grid_given, shows=Eq(step_function(t, k, half_open), f(c, t, k)))
def eq_54_corrected(p: Proof) -> None:
    """Z lies in exactly one cell."""
    ranges(p, "t", "k", "c", "e")
    p.apply("own_cell", label="own")

    def prove(order: Fact) -> Fact:
        claim = Eq(f(e, t, k) * in_cell(e, half_open), ite(Eq(e, c), f(e, t, k), 0))
        if order.concl.op == "eq":
            same = p.congr(lambda e: in_cell(e, half_open), order)
            chosen = p.reduce_ite(order, ite(Eq(e, c), f(e, t, k), 0))
            return p.have(claim, *chosen, (p.have(Eq(in_cell(e, half_open), 1), same), f(e, t, k)))
        equal = p.assume(Eq(c, e))
        other = p.discharge(p.have(FALSE, equal, order), equal.concl)
        none = p.apply("other_cell", other)
        return p.have(claim, *p.reduce_ite(order, ite(Eq(e, c), f(e, t, k), 0)), (none, f(e, t, k)))

    each = p.trichotomy(e, c, prove)
    by = {"f": fun(lambda e: f(e, t, k) * in_cell(e, half_open)), "g": fun(lambda e: ite(Eq(e, c), f(e, t, k), 0))}
    p.apply("sum_eq", each, lo=1, hi=N, **by, label="sum")
    p.apply("sum_single", f=fun(lambda e: f(e, t, k)), m=c, lo=1, hi=N, label="one")
