"""The number of points of n columns, each one of M, whose columns differ pairwise: M (M − 1) … (M − n + 1) of M^n.

A point is numbered by its columns, n digits to the base M, from 0 on (`proofs.theorems.algebra.digits`). Point
e + M^k v of those with k + 1 columns has the k columns of point e and then column v.

Main statement: `distinct_columns_counted`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.digits import digit
from proofs.theorems.algebra.powers import falling, power
from proofs.theorems.analysis.continuity import assumed

chapter = Chapter("arrangements")
e, j, k, n, v, w, M, t = ints("e j k n v w M t")
s, r = sequences("s r")


def avoids(s: Term, k: Term, v: Term) -> Term:
    """1 if v is none of s_1, …, s_k, else 0."""
    return Prod(lambda j: ite(Eq(s(j), v), 0, 1), 1, k)


def different(s: Term, n: Term) -> Term:
    """1 if s_1, …, s_n are pairwise different, else 0."""
    return Prod(lambda k: avoids(s, k - 1, s(k)), 1, n)


def columns(e: Term, M: Term = M) -> Term:
    """The columns of grid point e."""
    return fun(lambda k: digit(e, k, M))


def distinct_columns(e: Term, n: Term, M: Term = M) -> Term:
    """1 if the columns of grid point e are pairwise different, else 0."""
    return different(columns(e, M), n)


chapter.notions.define(
    distinct_columns(e, n), (e, n, M), "1[the {1} columns of point {0} differ]",
    r"\mathbf{{1}}[\text{{the }} {1} \text{{ columns of point }} {0} \text{{ differ}}]",
)  # fmt: skip

POINT = {"M_low": 1 <= M, "k_low": 0 <= k, "e_low": 0 <= e, "e_high": e < power(M, k), "v_low": 0 <= v, "v_high": v < M}
later = e + power(M, k) * v

# --- what one more column may be --------------------------------------------------------------------------------------

SEQUENCE = {"low": every(lambda j: 0 <= s(j), 1, n), "high": every(lambda j: s(j) <= M - 1, 1, n)}


@chapter.claim([], shows=Eq(avoids(s, n, v) * avoids(s, n, v), avoids(s, n, v)))
def zero_or_one(p: Proof) -> Fact:
    """A product of zeros and ones is 0 or 1."""

    def claim(x: Term) -> Term:
        return Eq(avoids(s, x, v) * avoids(s, x, v), avoids(s, x, v))

    p.given(k_low=0 <= k, so_far=claim(k), some=0 <= n, none=n < 0)
    base = p.have(claim(num(0)))
    last = p.big_step(avoids(s, k + 1, v), p.have(1 <= k + 1))
    factor = ite(Eq(s(k + 1), v), 0, 1)

    def step(known: list[Fact]) -> Fact:
        (value,) = values(p, known, factor)
        whole = p.have(Eq(avoids(s, k + 1, v), avoids(s, k, v) * value.concl.args[1]), last, (value, avoids(s, k, v)))
        return p.have(claim(k + 1), "so_far", whole)

    all_ = p.induct(claim, 0, k, base, by_cases(p, [Eq(s(k + 1), v)], step))
    nothing = p.big_empty(avoids(s, n, v), p.have(n < 1, "none"))
    return p.cases(0, n, p.specialize(all_, n), p.have(claim(n), nothing))


@chapter.claim(
    {"M_low": 1 <= M, "n_low": 0 <= n, **SEQUENCE},
    shows=Eq(different(s, n) * Sum(lambda v: avoids(s, n, v), 0, M - 1), different(s, n) * (M - n)),
)
def one_more(p: Proof) -> Fact:
    """For different s_1, …, s_k, M − k numbers avoid them: by induction, as s_(k+1) avoids these, but not itself."""
    free = lambda x: Sum(lambda v: avoids(s, x, v), 0, M - 1)  # noqa: E731

    def claim(x: Term) -> Term:
        return implies(x <= n, Eq(different(s, x) * free(x), different(s, x) * (M - x)))

    p.given(k_low=0 <= k, more=k + 1 <= n)
    p.given(so_far=claim(k))
    base = p.discharge(p.have(claim(num(0)).args[1], "sum_const"), num(0) <= n)
    now = p.mp("so_far", p.have(k <= n, "more"))
    own, start = s(k + 1), p.have(1 <= k + 1)
    met = avoids(s, k, own)
    last = p.big_step(avoids(s, k + 1, v), start)
    chosen = ite(Eq(v, own), avoids(s, k, v), 0)
    factor = ite(Eq(own, v), 0, 1)

    def term(known: list[Fact]) -> Fact:
        one, two = values(p, known, factor, chosen)
        return p.have(Eq(avoids(s, k + 1, v) + chosen, avoids(s, k, v)), last, (one, avoids(s, k, v)), two)

    terms = by_cases(p, [Eq(v, own)], term)
    both = p.apply("sum_eq", terms, lo=0, hi=M - 1, f=fun(lambda v: avoids(s, k + 1, v) + ite(
        Eq(v, own), avoids(s, k, v), 0)), g=fun(lambda v: avoids(s, k, v)))  # fmt: skip
    one = p.apply("sum_single", f=fun(lambda v: avoids(s, k, v)), lo=0, hi=M - 1, m=own)
    longer = p.big_step(different(s, k + 1), start)
    square = p.apply("zero_or_one", n=k, v=own)
    before = different(s, k)
    next_ = p.have(claim(k + 1).args[1], (longer, free(k + 1)), (longer, M - k - 1), (now, met), (square, before),
                   (both, before * met), (one, before * met))  # fmt: skip
    all_ = p.induct(claim, 0, k, base, p.discharge(next_, k + 1 <= n))
    return p.specialize(all_, n)


# --- the count --------------------------------------------------------------------------------------------------------

same = every(lambda j: Eq(s(j), r(j)), 1, n)


@chapter.claim({"same": same}, shows=Eq(avoids(s, n, v), avoids(r, n, v)))
def avoids_same(p: Proof) -> Fact:
    """The products agree factor by factor."""
    p.given(j_low=1 <= j, j_high=j <= n)
    factor = p.congr(lambda x: ite(Eq(x, v), 0, 1), p.specialize("same", j))
    return p.apply("product_same", factor)


@chapter.claim({"same": same}, shows=Eq(different(s, n), different(r, n)))
def different_same(p: Proof) -> Fact:
    """The products agree factor by factor."""
    p.given(k_low=1 <= k, k_high=k <= n, j_low=1 <= j, j_high=j <= k - 1)
    own = p.specialize("same", j)
    first = p.apply("avoids_same", own, n=k - 1, v=s(k))
    second = p.congr(lambda x: avoids(r, k - 1, x), p.specialize("same", k))
    one, two = (fun(lambda k, x=x: avoids(x, k - 1, x(k))) for x in (s, r))
    return p.apply("product_same", first, second, a=one, w=two, m=n)


@chapter.claim(POINT, shows=Eq(distinct_columns(later, k + 1), distinct_columns(e, k) * avoids(columns(e), k, v)))
def one_column_more(p: Proof) -> Fact:
    """The first k columns are those of e, the last is v."""
    before, after = columns(later), columns(e)
    p.given(j_low=1 <= j, j_high=j <= k, equal=Eq(j, k + 1))
    by: dict[str, Term | int] = {"K": M, "T": k + 1, "h": 0, "r": v, "c": e}
    other = p.discharge(p.have(FALSE, "j_high", "equal"), p.get("equal").concl)
    own = p.have(Eq(digit(later, j, M), digit(e, j, M)), p.apply("digit_elsewhere", other, t=j, **by))
    last = p.have(Eq(digit(later, k + 1, M), v), p.apply("digit_here", **by))
    first = p.apply("different_same", own, s=before, r=after, n=k)
    second = p.apply("avoids_same", own, s=before, r=after, n=k, v=digit(later, k + 1, M))
    third = p.congr(lambda x: avoids(after, k, x), last)
    whole = p.big_step(distinct_columns(later, k + 1), p.have(1 <= k + 1))
    met = avoids(before, k, digit(later, k + 1, M))
    return p.have(p.goal, whole, (first, met), (second, distinct_columns(e, k)), (third, distinct_columns(e, k)))


def counted(n: Term, M: Term = M) -> Term:
    """The number of grid points whose columns are pairwise different."""
    return Sum(lambda e: distinct_columns(e - 1, n, M), 1, power(M, n))


@chapter.claim([1 <= M, 0 <= n], shows=Eq(counted(n), falling(M, n)))
def distinct_columns_counted(p: Proof) -> Fact:
    """Write a point as e + M^k v and sum over v first: M − k values of v differ from the k different columns of e."""
    p.given(k_low=0 <= k, so_far=Eq(counted(k), falling(M, k)), j_low=1 <= j)
    base = p.have(Eq(counted(num(0)), falling(M, num(0))))
    size = power(M, k)
    w_in, t_in = assumed(p, 1 <= w, w <= M), assumed(p, 1 <= t, t <= size)
    sides = [p.have(x, *w_in, *t_in) for x in (0 <= w - 1, w - 1 < M, 0 <= t - 1, t - 1 < size)]
    after = fun(lambda t, w: distinct_columns(t - 1, k) * avoids(columns(t - 1), k, w - 1), 2)
    row = p.apply("sum_eq", p.apply("one_column_more", *sides, e=t - 1))
    rows_ = p.apply("sum_eq", row)
    swapped = p.apply("sum_swap", h=fun(lambda w, t: after(t, w), 2), lo=1, hi=M, lo2=1, hi2=size)
    tiles = p.apply("tile_sum", f=fun(lambda t: distinct_columns(t - 1, k + 1)), d=size, G=M)
    own = columns(t - 1)
    at = {"K": M, "q": t - 1, "most": t - 1, "t": j}
    low, high = (p.apply(f"digits.digit_{end}", sides[2], **at) for end in ("low", "high"))
    free = p.apply("one_more", low, high, s=own, n=k)
    shift = p.apply("sum_shift", f=fun(lambda w: avoids(own, k, w - 1)), lo=0, hi=M - 1, c=1)
    all_ = p.apply("sum_eq", free, (shift, distinct_columns(t - 1, k)), lo=1, hi=size, f=fun(lambda t: Sum(
        lambda w: after(t, w), 1, M)), g=fun(lambda t: distinct_columns(t - 1, k) * (M - k)))  # fmt: skip
    power_ = p.apply("power_step", m=M)
    ends = p.congr(lambda x: Sum(lambda t: distinct_columns(t - 1, k + 1), 1, x), power_)
    more = p.apply("falling_step", m=M)
    step = p.have(Eq(counted(k + 1), falling(M, k + 1)), ends, tiles, rows_, swapped, all_, ("so_far", M - k), more)
    return p.specialize(p.induct(lambda x: Eq(counted(x), falling(M, x)), 0, k, base, step), n)
