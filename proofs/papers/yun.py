"""Yun et al., ICLR 2020: the selective shift, the shifted column ids and Lemma 10 (appendix E.3, E.3.1, E.3.4).

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1). Everything holds for all m, d and n.

The network is run as it stands: hardmax heads with ties, one layer for each of the M levels, the last layer. That its
layers take the ids l to l̃ is an induction over the levels, on a closed form of the state (`state`); all that follows
(order, Lemma 10, properties 8.1 to 8.3) is about l̃ alone. A closed form is moved from one column to the next by
`shift_from_before` and `before_next`. Where ids are real numbers l, the grid plays no part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from proofs.chapter import Claim
from proofs.kernel.rules import Fact
from proofs.kernel.terms import add
from proofs.notation import (
    FALSE,
    Term,
    array,
    eq,
    every,
    fun,
    implies,
    ints,
    inv,
    ite,
    maximum,
    negation,
    num,
    rational,
    reals,
    sequences,
    sigma,
    substitute,
    vectors,
)
from proofs.paper import Erratum, Paper, Search
from proofs.proof import Proof
from proofs.theorems import powers
from proofs.theorems.integers import increasing, quotient
from proofs.theorems.powers import power

paper = Paper(
    "Yun",
    "Are Transformers universal approximators of sequence-to-sequence functions?",
    "C. Yun, S. Bhojanapalli, A. S. Rawat, S. J. Reddi, S. Kumar, ICLR 2020",
    builds_on=[powers.chapter],
)
chapter = paper

m, d, n, i, j, k, q, r, v = ints("m d n i j k q r v")
b, b2, c = reals("b b' c")
l, z, s, t, u = vectors("l z s t u")
(Z,) = vectors("Z", 2)
x, x2 = sequences("x x'")
delta = inv(m)
M = power(m, d)


def tower(k: Term | int) -> Term:
    """δ^(-kd) = m^(kd)."""
    return power(m, k * d)


def minimum(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """min f(i) for lo <= i <= hi."""
    return -maximum(lambda i: -f(i), lo, hi)


_f = vectors("f")[0]
_lo, _hi = ints("lo hi")
paper.notions.define(minimum(_f, _lo, _hi), (_f, _lo, _hi), "min({0} over {1}..{2})", r"\min_{{i={1}}}^{{{2}}} {0}_i")


# --- E.3: the selective shift operation ------------------------------------------------------------------------


def hardmax(score: Callable[[Term], Term], k: Term) -> Term:
    """The weight that the hardmax of a score gives to index k: equal shares where the score is greatest."""
    best = maximum(score, 1, n)
    return ite(eq(score(k), best), 1, 0) / sigma(lambda i: ite(eq(score(i), best), 1, 0), 1, n)


def attended(value: Callable[[Term], Term], score: Callable[[Term], Term]) -> Term:
    """Σ_k value_k σ_H(score)_k."""
    return sigma(lambda k: value(k) * hardmax(score, k), 1, n)


def head(ids: Callable[[Term], Term], b: Term, j: Term) -> Term:
    """uᵀZ σ_H[(uᵀZ)ᵀ(uᵀZ_{:,j} − b)] for the column ids uᵀZ."""
    return attended(ids, lambda k: ids(k) * (ids(j) - b))


def column_ids(matrix: Term, weights: Term) -> Term:
    """uᵀZ, as a function of the column."""
    return fun(lambda k: sigma(lambda i: weights(i) * matrix(i, k), 1, d))


def psi(matrix: Term, b: Term, i: Term, j: Term, weights: Term = u) -> Term:
    """ψ(Z; b)_{i,j} = (e₁ uᵀZ σ_H[(uᵀZ)ᵀ(uᵀZ − b 1ᵀ)])_{i,j}."""
    return ite(eq(i, 1), 1, 0) * head(column_ids(matrix, weights), b, j)


def select(ids: Callable[[Term], Term], low: Term, high: Term, j: Term) -> Term:
    """The first row of Ψ(Z; low, high) for the column ids uᵀZ."""
    return head(ids, low, j) - head(ids, high, j)


def spread(ids: Callable[[Term], Term]) -> Term:
    """max_k id_k − min_k id_k."""
    return maximum(ids, 1, n) - minimum(ids, 1, n)


@paper.theorem
def hardmax_count(p: Proof) -> None:
    """1 <= n ⊢ 0 < the number of indices at which a score is greatest."""
    best = maximum(s, 1, n)

    def hit(k: Term) -> Term:
        return ite(eq(s(k), best), 1, 0)

    count = sigma(hit, 1, n)
    p.given(some=1 <= n, low=1 <= k, high=k <= n, none=count <= 0, is_best=best <= s(k), is_less=s(k) < best)
    p.rule("member", "max_ge", best, k, "low", "high")
    p.rule("same", "antisymmetry", "member", "is_best")
    p.rule("one", "choice", hit(k), "same")
    p.rule("zero", "choice", hit(k), "is_less")
    p.have("one_nonneg", 0 <= hit(k), "one")
    p.have("zero_nonneg", 0 <= hit(k), "zero")
    p.cases("nonneg", best, s(k), "one_nonneg", "zero_nonneg")
    p.every("all_nonneg", k, "nonneg", "low", "high")
    p.apply("single", "sum_member", "all_nonneg", f=fun(hit), lo=1, hi=n, m=k)
    p.have("contradiction", FALSE, "single", "none", "one")
    p.rule("not_best", "absurd", "contradiction", s(k) < best)
    p.cases("less", best, s(k), "not_best", "is_less")
    p.every("all_less", k, "less", "low", "high")
    p.apply("false", "none_is_not_all", "all_less", f=s, lo=1, hi=n)
    p.rule("not_none", "absurd", "false", 0 < count)
    p.given(positive=0 < count)
    p.qed(p.cases("out", count, 0, "not_none", "positive"))


@paper.theorem
def max_scaled(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ max (z_k c) = (max z) c."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    scaled, greatest = maximum(lambda k: z(k) * c, 1, n), maximum(z, 1, n)
    p.apply("inv_pos", "inv_pos", x=c)
    p.rule("ge", "max_ge", greatest, k, "low", "high")
    p.have("ge_c", z(k) * c <= greatest * c, "ge", "c_pos")
    p.every("all_ge", k, "ge_c", "low", "high")
    p.rule("below", "max_le", scaled, greatest * c, "some", "all_ge")
    p.rule("ge_scaled", "max_ge", scaled, k, "low", "high")
    p.have("divided", z(k) <= scaled / c, "c_pos", "ge_scaled", "inv_pos")
    p.every("all_divided", k, "divided", "low", "high")
    p.rule("le_scaled", "max_le", greatest, scaled / c, "some", "all_divided")
    p.have("above", greatest * c <= scaled, "c_pos", "le_scaled")
    p.qed(p.rule("out", "antisymmetry", "below", "above"))


@paper.theorem
def hardmax_max(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ Σ z_k σ_H(z c)_k = max z, ties included."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    greatest, best = maximum(z, 1, n), maximum(lambda k: z(k) * c, 1, n)

    def hit(k: Term) -> Term:
        return ite(eq(z(k) * c, best), 1, 0)

    p.given(is_best=best <= z(k) * c, is_less=z(k) * c < best)
    p.apply("scaled", "max_scaled")
    p.apply("count", "hardmax_count", s=fun(lambda k: z(k) * c))
    p.rule("member", "max_ge", best, k, "low", "high")
    p.rule("same", "antisymmetry", "member", "is_best")
    p.have("top", eq(z(k), greatest), "same", "scaled", scale=["c_pos"])
    p.rule("zero", "choice", hit(k), "is_less")
    p.have("high_term", eq(z(k) * hit(k), greatest * hit(k)), "top")
    p.have("low_term", eq(z(k) * hit(k), greatest * hit(k)), "zero")
    p.cases("term", best, z(k) * c, "high_term", "low_term")
    p.every("terms", k, "term", "low", "high")
    p.apply(
        "sum",
        "sum_eq",
        "terms",
        f=fun(lambda k: z(k) * hit(k)),
        g=fun(lambda k: greatest * hit(k)),
        lo=1,
        hi=n,
    )
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), greatest), "sum", "count"))


@paper.theorem
def hardmax_min(p: Proof) -> None:
    """1 <= n, c < 0 ⊢ Σ z_k σ_H(z c)_k = min z."""
    p.given(some=1 <= n, c_neg=c < 0)
    p.apply("mirrored", "hardmax_max", p.have(None, 0 < -c, "c_neg"), z=fun(lambda k: -z(k)), c=-c)
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), minimum(z, 1, n)), "mirrored"))


ids = column_ids(Z, u)
COLUMNS = (1 <= n, 1 <= j, j <= n)


@paper.claim(
    [1 <= n],
    shows=0
    < sigma(lambda k: ite(eq(ids(k) * (ids(j) - b), maximum(lambda i: ids(i) * (ids(j) - b), 1, n)), 1, 0), 1, n),
)
def psi_count(p: Proof) -> Fact:
    """The hardmax divides by the number of greatest scores, which is positive."""
    p.given(some=1 <= n)
    return p.apply("out", "hardmax_count", s=fun(lambda k: ids(k) * (ids(j) - b)))


paper.state(
    "E.3-1", "ψ is one attention head with hardmax that writes to the first row; its denominator is positive",
    section="E.3", index="E.3[1]", kind="definition",
    given=COLUMNS, defines=psi(Z, b, i, j), printed=psi_count,
)  # fmt: skip


@paper.claim(COLUMNS, shows=eq(psi(Z, b, num(1), j), head(ids, b, j)))
def psi_first_row(p: Proof) -> Fact:
    """By definition."""
    return p.have("out", p.goal)


@paper.claim([*COLUMNS, b < ids(j)], shows=eq(psi(Z, b, num(1), j), maximum(ids, 1, n)))
def psi_max(p: Proof) -> Fact:
    """Above b the scores are greatest where the ids are."""
    p.given(some=1 <= n, above=b < ids(j))
    return p.apply("out", "hardmax_max", p.have(None, 0 < ids(j) - b, "above"), z=ids, c=ids(j) - b)


@paper.claim([*COLUMNS, ids(j) < b], shows=eq(psi(Z, b, num(1), j), minimum(ids, 1, n)))
def psi_min(p: Proof) -> Fact:
    """Below b the scores are greatest where the ids are smallest."""
    p.given(some=1 <= n, below=ids(j) < b)
    return p.apply("out", "hardmax_min", p.have(None, ids(j) - b < 0, "below"), z=ids, c=ids(j) - b)


paper.state(
    "E.3-2", "ψ returns the largest id to the columns above b, the smallest to those below, ties included",
    section="E.3", index="E.3[2]", printed=(psi_first_row, psi_max, psi_min),
)  # fmt: skip


@paper.claim([*COLUMNS, 2 <= i], shows=eq(psi(Z, b, i, j), 0))
def psi_other_rows(p: Proof) -> Fact:
    """e₁ is 0 but in its first entry."""
    p.given(row=2 <= i)
    p.rule("zero", "choice", ite(eq(i, 1), 1, 0), p.have(None, 1 < i, "row"))
    return p.have("out", p.goal, "zero")


paper.state(
    "E.3-rows", "all rows of ψ but the first are 0", section="E.3", index=(), kind="fact", printed=psi_other_rows
)


def big_psi(matrix: Term, low: Term, high: Term, i: Term, j: Term, weights: Term = u) -> Term:
    """Ψ(Z; low, high)_{i,j} := ψ(Z; low)_{i,j} − ψ(Z; high)_{i,j}."""
    return psi(matrix, low, i, j, weights) - psi(matrix, high, i, j, weights)


WINDOW = (*COLUMNS, b < b2)


@paper.claim([*WINDOW, b < ids(j), ids(j) < b2], shows=eq(big_psi(Z, b, b2, num(1), j), spread(ids)))
def shift_inside(p: Proof) -> Fact:
    """One head returns the maximum, the other the minimum."""
    p.given(some=1 <= n, above=b < ids(j), below=ids(j) < b2, j_low=1 <= j, j_high=j <= n)
    p.apply("first", "psi_max")
    p.apply("second", "psi_min", b=b2)
    return p.have("out", p.goal, "first", "second")


@paper.claim([*WINDOW, ids(j) < b], shows=eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_below(p: Proof) -> Fact:
    """Both heads return the minimum."""
    p.given(some=1 <= n, window=b < b2, below=ids(j) < b, j_low=1 <= j, j_high=j <= n)
    p.apply("first", "psi_min")
    p.apply("second", "psi_min", b=b2)
    return p.have("out", p.goal, "first", "second")


@paper.claim([*WINDOW, b2 < ids(j)], shows=eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_above(p: Proof) -> Fact:
    """Both heads return the maximum."""
    p.given(some=1 <= n, window=b < b2, above=b2 < ids(j), j_low=1 <= j, j_high=j <= n)
    p.apply("first", "psi_max")
    p.apply("second", "psi_max", b=b2)
    return p.have("out", p.goal, "first", "second")


paper.state(
    "E.3-3", "two heads shift exactly the columns whose id lies in the window, by the spread of the ids",
    section="E.3", index="E.3[3]",
    given=WINDOW, defines=big_psi(Z, b, b2, i, j), printed=(shift_inside, shift_below, shift_above),
)  # fmt: skip

AS_ONE_ROW = {"Z": fun(lambda i, k: z(k), 2), "u": fun(lambda i: num(1)), "d": num(1)}


@paper.theorem
def select_inside(p: Proof) -> None:
    """1 <= n, b < z_j < b' ⊢ the selective shift of column j is max z − min z."""
    p.given(some=1 <= n, above=b < z(j), below=z(j) < b2)
    p.qed(p.apply("out", "shift_inside", **AS_ONE_ROW), eq(select(z, b, b2, j), spread(z)))


@paper.theorem
def select_above(p: Proof) -> None:
    """1 <= n, b < b' < z_j ⊢ the selective shift of column j is 0."""
    p.given(some=1 <= n, window=b < b2, above=b2 < z(j))
    p.qed(p.apply("out", "shift_above", **AS_ONE_ROW), eq(select(z, b, b2, j), 0))


# --- E.3: the column ids -------------------------------------------------------------------------------------------

(y,) = sequences("y", 2)
a, a2 = sequences("a a'")
Y = fun(lambda i, k: y(i, k) * delta, 2)
U = fun(lambda i: power(m, i - 1))
xy = fun(lambda k: sigma(lambda i: U(i) * y(i, k), 1, d))
ly = column_ids(Y, U)


def integer_id(digits: Callable[[Term], Term]) -> Term:
    """uᵀL / δ for a column L with the entries a_i δ: Σ_i m^(i-1) a_i."""
    return sigma(lambda i: U(i) * digits(i), 1, d)


def digits_of(f: Callable[[Term], Term]) -> tuple[Term, Term]:
    """0 <= f_i <= m − 1 for i in 1..d."""
    return every(lambda i: 0 <= f(i), 1, d), every(lambda i: f(i) <= m - 1, 1, d)


@paper.theorem
def delta_pos(p: Proof) -> None:
    """2 <= m ⊢ 0 < δ."""
    p.given(m_low=2 <= m)
    p.qed(p.apply("out", "inv_pos", p.have("m_pos", 0 < m, "m_low"), x=m))


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=0 <= integer_id(a))
def id_low(p: Proof) -> Fact:
    """Every term is at least 0."""
    p.given(m_low=2 <= m, low=1 <= i, high=i <= d, entries=digits_of(a)[0])
    p.use("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", 0 <= U(i) * a(i), ("weight", "entry"))
    p.every("terms", i, "term", "low", "high")
    return p.apply("out", "sum_nonneg", "terms", f=fun(lambda i: U(i) * a(i)), lo=1, hi=d)


@paper.claim([2 <= m, 1 <= d, *digits_of(a)], shows=integer_id(a) <= M - 1)
def id_high(p: Proof) -> Fact:
    """Every term is at most (m − 1) m^(i-1), and (m − 1) Σ m^(i-1) = m^d − 1."""
    p.given(m_low=2 <= m, d_low=1 <= d, low=1 <= i, high=i <= d, entries=digits_of(a)[1])
    p.use("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", U(i) * a(i) <= (m - 1) * U(i), ("weight", "entry"))
    p.every("terms", i, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=fun(lambda i: U(i) * a(i)), g=fun(lambda i: (m - 1) * U(i)), lo=1, hi=d)
    p.apply("geometric", "geometric_sum", k=d)
    return p.have("out", p.goal, "sum", "geometric")


def tail(f: Callable[[Term], Term], r: Term) -> Term:
    """Σ_{i=r}^{d} m^(i-r) f_i."""
    return sigma(lambda i: power(m, i - r) * f(i), r, d)


(e,) = sequences("e")


@paper.theorem
def tail_first(p: Proof) -> None:
    """r <= d ⊢ tail_r = e_r + m tail_{r+1}."""
    p.given(r_high=r <= d, low=r + 1 <= i, high=i <= d)
    p.apply("split", "sum_first", f=fun(lambda i: power(m, i - r) * e(i)), lo=r, hi=d)
    p.apply("step", "power_step", k=i - r - 1)
    p.have("term", eq(power(m, i - r) * e(i), m * (power(m, i - r - 1) * e(i))), "step")
    p.every("terms", i, "term", "low", "high")
    p.apply(
        "rest", "sum_eq", "terms", lo=r + 1, hi=d,
        f=fun(lambda i: power(m, i - r) * e(i)), g=fun(lambda i: m * (power(m, i - r - 1) * e(i))),
    )  # fmt: skip
    p.qed(p.have("out", eq(tail(e, r), e(r) + m * tail(e, r + 1)), "split", "rest"))


@paper.theorem
def digits_zero(p: Proof) -> None:
    """Integers: −m < e_i < m and Σ m^(i-1) e_i = 0 ⊢ e_i = 0 for all i, from the first to the last."""
    p.given(above=every(lambda i: -m < e(i), 1, d), below=every(lambda i: e(i) < m, 1, d), zero=eq(tail(e, num(1)), 0))

    def claim(r: Term) -> Term:
        return implies(r <= d + 1, eq(tail(e, r), 0))

    p.rule("base", "discharge", 1 <= d + 1, "zero")
    p.given(r_low=1 <= r, r_high=r <= d)
    p.use("a", "above", r)
    p.use("b", "below", r)
    p.apply("split", "tail_first")
    p.given(so_far=claim(r))
    p.rule("now", "mp", "so_far", p.settle(r <= d + 1))
    p.have("multiple", eq(e(r), m * -tail(e, r + 1)), "split", "now")
    p.apply("none", "small_multiple", "multiple", x=e(r), b=m, y=-tail(e, r + 1))
    p.have("next", eq(tail(e, r + 1), 0), "none")
    p.given(r_next=r + 1 <= d + 1)
    p.rule("step_", "mp", p.rule(None, "discharge", r <= d, "next"), p.have(None, r <= d, "r_next"))
    p.rule("step", "discharge", r + 1 <= d + 1, "step_")
    p.induct("all", claim, 1, r, "base", "step")
    p.use("here", "all", r)
    p.use("after", "all", r + 1)
    p.have("digit", eq(e(r), 0), "split", "here", "after")
    p.qed(p.every("out", r, "digit", "r_low", "r_high"))


@paper.claim(
    [2 <= m, 1 <= d, *digits_of(a), *digits_of(a2), eq(integer_id(a) * delta, integer_id(a2) * delta)],
    shows=every(lambda i: eq(a(i), a2(i)), 1, d),
)
def id_injective(p: Proof) -> Fact:
    """The difference of two columns has digits between −m and m, and id 0."""
    p.given(m_low=2 <= m, same=eq(integer_id(a) * delta, integer_id(a2) * delta), low=1 <= i, high=i <= d)
    p.given(a_low=digits_of(a)[0], a_high=digits_of(a)[1], a2_low=digits_of(a2)[0], a2_high=digits_of(a2)[1])
    difference = fun(lambda i: a(i) - a2(i))
    for label in ("a_low", "a_high", "a2_low", "a2_high"):
        p.use(f"{label}_i", label, i)
    p.every("above", i, p.have(None, -m < difference(i), "a_low_i", "a2_high_i"), "low", "high")
    p.every("below", i, p.have(None, difference(i) < m, "a2_low_i", "a_high_i"), "low", "high")
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(tail(difference, num(1)), 0), "same", scale=["delta_pos"])
    p.apply("all", "digits_zero", "above", "below", "zero", e=difference)
    p.use("own", "all", i)
    p.have("equal", eq(a(i), a2(i)), "own")
    return p.every("out", i, "equal", "low", "high")


def digit(v: Term, i: Term) -> Term:
    """The i-th digit of v to the base m: ⌊v / m^(i-1)⌋ − m ⌊v / m^i⌋."""
    return quotient(v, power(m, i - 1), M) - m * quotient(v, power(m, i), M)


LEVEL = {"m_low": 2 <= m, "d_low": 1 <= d, "v_low": 0 <= v, "v_high": v <= M - 1}


@paper.theorem
def power_quotient(p: Proof) -> None:
    """0 <= v <= M − 1 ⊢ ⌊v / m^k⌋ m^k <= v."""
    p.given(**LEVEL)
    p.apply("weight", "power_pos")
    p.qed(p.apply("out", "quotient_le", b=power(m, k), n=M))


@paper.theorem
def power_quotient_next(p: Proof) -> None:
    """0 <= v <= M − 1 ⊢ v < (⌊v / m^k⌋ + 1) m^k."""
    p.given(**LEVEL)
    p.apply("weight", "power_ge_one")
    p.have("weight_pos", 0 < power(m, k), "weight")
    p.have("room", v < (M + 1) * power(m, k), "v_high", "v_low", "weight")
    p.qed(p.apply("out", "quotient_gt", b=power(m, k), n=M))


def _digit_range(p: Proof) -> None:
    p.given(**LEVEL, i_low=1 <= i, i_high=i <= d)
    p.apply("low", "power_quotient", k=i)
    p.apply("high", "power_quotient_next", k=i)
    p.apply("low_before", "power_quotient", k=i - 1)
    p.apply("high_before", "power_quotient_next", k=i - 1)
    p.apply("step", "power_step", k=i - 1)
    p.apply("weight", "power_pos", k=i - 1)


@paper.claim([*LEVEL.values(), 1 <= i, i <= d], shows=0 <= digit(v, i))
def digit_low(p: Proof) -> Fact:
    """⌊v / m^i⌋ m^i <= v < (⌊v / m^(i-1)⌋ + 1) m^(i-1)."""
    _digit_range(p)
    p.have("product", 0 < (digit(v, i) + 1) * power(m, i - 1), "low", "high_before", "step")
    p.apply("positive", "product_positive", "product", x=digit(v, i) + 1, y=power(m, i - 1))
    p.rule("least", "integer_step", "positive")
    return p.have("out", p.goal, "least")


@paper.claim([*LEVEL.values(), 1 <= i, i <= d], shows=digit(v, i) <= m - 1)
def digit_high(p: Proof) -> Fact:
    """⌊v / m^(i-1)⌋ m^(i-1) <= v < (⌊v / m^i⌋ + 1) m^i."""
    _digit_range(p)
    p.have("product", 0 < (m - digit(v, i)) * power(m, i - 1), "high", "low_before", "step")
    p.apply("positive", "product_positive", "product", x=m - digit(v, i), y=power(m, i - 1))
    p.rule("least", "integer_step", "positive")
    return p.have("out", p.goal, "least")


@paper.claim([*LEVEL.values()], shows=eq(integer_id(fun(lambda i: digit(v, i))), v))
def id_surjective(p: Proof) -> Fact:
    """The sum telescopes to ⌊v / 1⌋ − m^d ⌊v / m^d⌋ = v − 0."""
    p.given(**LEVEL, low=1 <= i, high=i <= d)
    parts = fun(lambda i: -(power(m, i - 1) * quotient(v, power(m, i - 1), M)))
    p.apply("step", "power_step", k=i - 1)
    p.have("term", eq(U(i) * digit(v, i), parts(i + 1) - parts(i)), "step")
    p.every("terms", i, "term", "low", "high")
    p.apply(
        "sum",
        "sum_eq",
        "terms",
        f=fun(lambda i: U(i) * digit(v, i)),
        g=fun(lambda i: parts(i + 1) - parts(i)),
        lo=1,
        hi=d,
    )
    p.apply("telescoped", "telescope", f=parts, lo=1, hi=d)
    # the first quotient is v
    p.apply("least", "power_quotient", k=0)
    p.apply("more", "power_quotient_next", k=0)
    p.rule("most", "integer_step", "more")
    p.have("above", v <= quotient(v, num(1), M), "most")
    p.rule("whole", "antisymmetry", p.restate(None, "least", quotient(v, num(1), M) <= v), "above")
    # the last is 0
    p.apply("M_pos", "power_pos", k=d)
    p.apply("end", "power_quotient", k=d)
    p.have("product", 0 < (1 - quotient(v, M, M)) * M, "end", "v_high")
    p.apply("positive", "product_positive", "product", x=1 - quotient(v, M, M), y=M)
    p.rule("at_most", "integer_step", "positive")
    p.apply("after", "power_quotient_next", k=d)
    p.have("product2", 0 < (quotient(v, M, M) + 1) * M, "after", "v_low")
    p.apply("positive2", "product_positive", "product2", x=quotient(v, M, M) + 1, y=M)
    p.rule("at_least", "integer_step", "positive2")
    low, high = p.have(None, quotient(v, M, M) <= 0, "at_most"), p.have(None, 0 <= quotient(v, M, M), "at_least")
    p.rule("none", "antisymmetry", low, high)
    return p.have("out", p.goal, "sum", "telescoped", "whole", "none")


paper.state(
    "E.3-ids", "the column id is a bijection from the grid of columns to the multiples of δ from 0 to δ^(-d+1) − δ",
    section="E.3", index=(), kind="fact",
    printed=(id_low, id_high, id_injective, digit_low, digit_high, id_surjective),
)  # fmt: skip


@paper.claim(
    [2 <= m, 1 <= d, 1 <= n, 1 <= q, q <= d, eq(s(q), -tower(n)),
     every(lambda i: s(i) <= 1 - delta, 1, d)],
    shows=sigma(lambda i: U(i) * s(i), 1, d) <= -tower(n) + M * delta - 1,
)  # fmt: skip
def id_outside(p: Proof) -> Fact:
    """1 − δ in place of every entry gives δ^(-d+1) − δ; the one entry takes at least 1 − δ + δ^(-nd) from it."""
    p.given(m_low=2 <= m, d_low=1 <= d, q_low=1 <= q, q_high=q <= d, outside=eq(s(q), -tower(n)))
    p.given(entries=every(lambda i: s(i) <= 1 - delta, 1, d), low=1 <= i, high=i <= d)
    lost = fun(lambda i: U(i) * (1 - delta - s(i)))
    p.apply("delta_pos", "delta_pos")
    p.use("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", 0 <= lost(i), ("weight", "entry"))
    p.every("terms", i, "term", "low", "high")
    p.apply("member", "sum_member", "terms", f=lost, lo=1, hi=d, m=q)
    p.apply("weight_q", "power_ge_one", k=q - 1)
    p.apply("big", "power_pos", k=n * d)
    p.have("m_delta", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("room", 0 < 1 - delta, "m_delta", ("m_low", "delta_pos"), "delta_pos")
    p.have("product", 1 - delta + tower(n) <= U(q) * (1 - delta + tower(n)), ("weight_q", "room"), ("weight_q", "big"))
    p.have("taken", 1 - delta + tower(n) <= lost(q), "product", "outside")
    p.apply("geometric", "geometric_sum", k=d)
    p.have(
        "scaled", eq((1 - delta) * sigma(U, 1, d), delta * (M - 1)), ("geometric", delta), ("m_delta", sigma(U, 1, d))
    )
    return p.have("out", p.goal, "member", "taken", "scaled")


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=-tower(n) + M * delta - 1 < 0)
def outside_negative(p: Proof) -> Fact:
    """δ^(-d+1) <= δ^(-d) <= δ^(-nd)."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_pos", "power_pos", k=d)
    p.have("m_delta", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("small", delta < 1, "m_delta", ("m_low", "delta_pos"), "delta_pos")
    return p.have("out", p.goal, "grow", ("M_pos", "small"))


paper.state(
    "E.3-outside", "a column with an entry −δ^(-nd) has an id of at most −δ^(-nd) + δ^(-d+1) − 1 < 0",
    section="E.3", index=(), kind="fact", printed=(id_outside, outside_negative),
)  # fmt: skip


# --- E.3.1: the first shifts ---------------------------------------------------------------------------------------


def gap(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k} − l_{j-k+1}, which is negative for increasing ids."""
    return f(j - k) - f(j - k + 1)


def rise(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k+1} − l_{j-k}."""
    return f(j - k + 1) - f(j - k)


def width(f: Callable[[Term], Term]) -> Term:
    """l_n − l_1."""
    return f(n) - f(num(1))


def shifted(f: Callable[[Term], Term], j: Term | int) -> Term:
    """l̃_j = l_j + Σ_{k=1}^{j-1} δ^(-kd) (l_{j-k} − l_{j-k+1}) + δ^(-jd) (l_n − l_1)."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + sigma(lambda k: tower(k) * gap(f, j, k), 1, j - 1) + tower(j) * width(f)


def lifted(lift: Callable[[Term], Term]) -> Term:
    """The matrix L with lift(k) added to the first entry of column k."""
    return fun(lambda i, k: Y(i, k) + ite(eq(i, 1), 1, 0) * lift(k), 2)


def on_grid(f: Callable[[Term], Term]) -> Term:
    """The ids l_j = f_j δ, as a function of j."""
    return fun(lambda j: f(j) * delta)


lx, lx2 = on_grid(x), on_grid(x2)
half = delta * rational(1, 2)
CATEGORY_1 = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    "n_low": 2 <= n,
    "entries_low": every(lambda k: every(lambda i: 0 <= y(i, k), 1, d), 1, n),
    "entries_high": every(lambda k: every(lambda i: y(i, k) <= m - 1, 1, d), 1, n),
    "order": increasing(ly, n),
}
GRID = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    "n_low": 2 <= n,
    "first": 0 <= x(num(1)),
    "last": x(n) <= M - 1,
    "order": increasing(x, n),
}
COLUMN = {"j_low": 1 <= j, "j_high": j <= n}


@paper.theorem
def grid_increasing(p: Proof) -> None:
    """x increasing ⊢ x δ increasing."""
    p.given(m_low=2 <= m, order=increasing(x, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", "delta_pos")
    p.use("step", "order", j)
    p.have("scaled", x(j) * delta < x(j + 1) * delta, ("step", "delta_pos"))
    p.qed(p.every("out", j, "scaled", "low", "high"))


@paper.theorem
def grid_order(p: Proof) -> None:
    """x δ increasing ⊢ x increasing."""
    p.given(m_low=2 <= m, order=increasing(lx, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", "delta_pos")
    p.use("step", "order", j)
    p.have("integers", x(j) < x(j + 1), "step", scale=["delta_pos"])
    p.qed(p.every("out", j, "integers", "low", "high"))


def category_1(p: Proof) -> None:
    """Assume Category 1, for which the ids x δ of the columns are as in `GRID`."""
    p.given(**CATEGORY_1)
    p.use("low_1", "entries_low", 1)
    p.use("high_n", "entries_high", n)
    p.apply("x_first", "id_low", "low_1", a=fun(lambda i: y(i, num(1))))
    p.apply("x_last", "id_high", "high_n", a=fun(lambda i: y(i, n)))
    p.apply("x_order", "grid_order", x=xy)


@paper.theorem
def first_entry(p: Proof) -> None:
    """1 <= d ⊢ uᵀe₁ = 1."""
    p.given(d_low=1 <= d, low=2 <= i, high=i <= d)
    members = fun(lambda i: U(i) * ite(eq(i, 1), 1, 0))
    p.apply("split", "sum_first", f=members, lo=1, hi=d)
    p.rule("zero", "choice", ite(eq(i, 1), 1, 0), p.have(None, 1 < i, "low"))
    p.have("term", eq(members(i), 0), "zero")
    p.every("terms", i, "term", "low", "high")
    p.apply("rest", "sum_eq", "terms", f=members, g=fun(lambda i: num(0)), lo=2, hi=d)
    p.qed(p.have("out", eq(sigma(members, 1, d), 1), "split", "rest"))


@paper.claim(
    [*CATEGORY_1.values()],
    shows=eq(
        Y(1, 1) + M * big_psi(Y, ly(1) - half, ly(1) + half, num(1), num(1), U),
        Y(1, 1) + M * spread(ly),
    ),
)
def first_shift(p: Proof) -> Fact:
    """The window at l_1 contains l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n)
    p.apply("delta_pos", "delta_pos")
    p.have("above", ly(1) - half < ly(1), "delta_pos")
    p.have("below", ly(1) < ly(1) + half, "delta_pos")
    p.apply("inside", "shift_inside", "above", "below", Z=Y, u=U, b=ly(1) - half, **{"b'": ly(1) + half}, j=1)
    return p.have(
        "out",
        p.goal,
        "inside",
    )


@paper.claim([*CATEGORY_1.values()], shows=eq(Y(1, 1) + M * spread(ly), Y(1, 1) + M * width(ly)))
def first_spread(p: Proof) -> Fact:
    """The ids are in increasing order."""
    p.given(n_low=2 <= n, order=increasing(ly, n))
    p.apply("greatest", "increasing_max", f=ly)
    p.apply("smallest", "increasing_min", f=ly)
    return p.have("out", p.goal, "greatest", "smallest")


paper.state(
    "E.3.1-1", "the first shift adds δ^(-d) (l_n − l_1) to the first entry of column 1",
    section="E.3.1", index="E.3.1[1]", printed=(first_shift, first_spread),
)  # fmt: skip

first_column = fun(lambda i: Y(i, num(1)) + ite(eq(i, 1), 1, 0) * (M * width(ly)))
others = sigma(lambda i: U(i) * Y(i, num(1)), 2, d)


@paper.theorem
def lifted_id(p: Proof) -> None:
    """1 <= d ⊢ adding c to the first entry of a column adds c to its id."""
    p.given(d_low=1 <= d)
    p.apply("one", "first_entry")
    column = sigma(lambda i: U(i) * (s(i) + ite(eq(i, 1), 1, 0) * c), 1, d)
    p.qed(p.have("out", eq(column, sigma(lambda i: U(i) * s(i), 1, d) + c), "one"))


@paper.claim([2 <= m, 1 <= d], shows=eq(sigma(lambda i: U(i) * first_column(i), 1, d), first_column(num(1)) + others))
def first_id_split(p: Proof) -> Fact:
    """The first member taken out of the sum; the other entries are as they were."""
    p.given(d_low=1 <= d)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, num(1))), c=M * width(ly))
    p.apply("split", "sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d)
    return p.have("out", p.goal, "lifted", "split")


@paper.claim([2 <= m, 1 <= d], shows=eq(first_column(num(1)) + others, Y(1, 1) + M * width(ly) + others))
def first_id_entry(p: Proof) -> Fact:
    """By what L̃_{1,1} is."""
    return p.have("out", p.goal)


@paper.claim([2 <= m, 1 <= d], shows=eq(Y(1, 1) + M * width(ly) + others, ly(1) + M * width(ly)))
def first_id(p: Proof) -> Fact:
    """The first member put back into the sum."""
    p.given(d_low=1 <= d)
    p.apply("split", "sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d)
    return p.have("out", p.goal, "split")


paper.state(
    "E.3.1-2", "the id of the first column becomes l_1 + δ^(-d) (l_n − l_1)",
    section="E.3.1", index="E.3.1[2]", printed=(first_id_split, first_id_entry, first_id),
)  # fmt: skip


@paper.theorem
def grid_first(p: Proof) -> None:
    """0 <= x_1 ⊢ 0 <= l_1."""
    p.given(m_low=2 <= m, first=0 <= x(num(1)))
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", 0 <= lx(num(1)), ("first", "delta_pos")))


@paper.theorem
def grid_last(p: Proof) -> None:
    """x_n <= M − 1 ⊢ l_n <= δ^(-d+1) − δ."""
    p.given(m_low=2 <= m, last=x(n) <= M - 1)
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", lx(n) <= M * delta - delta, ("last", "delta_pos")))


@paper.theorem
def grid_width(p: Proof) -> None:
    """2 <= n, x increasing ⊢ (n − 1) δ <= l_n − l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n, order=increasing(x, n))
    p.apply("delta_pos", "delta_pos")
    p.apply("gap", "increasing_gap", s=x, i=num(1), j=n)
    p.qed(p.have("out", (n - 1) * delta <= width(lx), ("gap", "delta_pos")))


@paper.theorem
def grid_apart(p: Proof) -> None:
    """2 <= n, x increasing ⊢ δ <= l_n − l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n, order=increasing(x, n))
    p.apply("delta_pos", "delta_pos")
    p.apply("width", "grid_width")
    p.qed(p.have("out", delta <= width(lx), "width", ("n_low", "delta_pos")))


@paper.claim([*GRID.values()], shows=eq(shifted(lx, 1), lx(1) + M * width(lx)))
def first_shifted(p: Proof) -> Fact:
    """By definition; the closed form says the same at j = 1."""
    return p.have("out", p.goal)


@paper.claim([*GRID.values()], shows=0 + M * delta <= lx(1) + M * width(lx))
def first_shifted_low(p: Proof) -> Fact:
    """0 <= l_1 and δ <= l_n − l_1, as n >= 2."""
    p.given(m_low=2 <= m, n_low=2 <= n, first=0 <= x(num(1)), order=increasing(x, n))
    p.apply("l_first", "grid_first")
    p.apply("apart", "grid_apart")
    p.apply("M_pos", "power_pos", k=d)
    return p.have("out", p.goal, "l_first", ("M_pos", "apart"))


@paper.claim([2 <= m, 1 <= d], shows=eq(0 + M * delta, power(m, d - 1)))
def first_power(p: Proof) -> Fact:
    """δ^(-d) δ = δ^(-d+1), which is m^(d-1)."""
    p.given(m_low=2 <= m, d_low=1 <= d)
    p.apply("step", "power_step", k=d - 1)
    return p.have("out", p.goal, "step", p.have("m_pos", 0 < m, "m_low"))


@paper.claim([*GRID.values()], shows=lx(n) < power(m, d - 1))
def last_below_power(p: Proof) -> Fact:
    """l_n <= δ^(-d+1) − δ."""
    p.given(m_low=2 <= m, d_low=1 <= d, last=x(n) <= M - 1)
    p.apply("l_last", "grid_last")
    p.apply("power", "first_power")
    p.apply("delta_pos", "delta_pos")
    return p.have("out", p.goal, "l_last", "power", "delta_pos")


paper.state(
    "E.3.1-3", "the first shifted id is at least δ^(-d+1), hence above every other id",
    section="E.3.1", index="E.3.1[3]", printed=(first_shifted, first_shifted_low, first_power, last_below_power),
)  # fmt: skip


@paper.theorem
def first_is_above(p: Proof) -> None:
    """ids on the grid ⊢ l_n < l̃_1."""
    p.given(**GRID)
    p.apply("definition", "first_shifted")
    p.apply("low", "first_shifted_low")
    p.apply("power", "first_power")
    p.apply("high", "last_below_power")
    p.qed(p.have("out", lx(n) < shifted(lx, 1), "definition", "low", "power", "high"))


Y1 = lifted(lambda k: ite(eq(k, 1), M * width(ly), 0))
after_first = column_ids(Y1, U)
first_done = fun(lambda k: ite(eq(k, 1), shifted(ly, 1), ly(k)))


@paper.theorem
def first_done_ids(p: Proof) -> None:
    """1 <= d ⊢ after the first shift column k has the id l̃_1 if k = 1, else l_k."""
    p.given(d_low=1 <= d)
    lift = ite(eq(k, 1), M * width(ly), 0)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, k)), c=lift)

    def case(order: Fact) -> Fact:
        chosen = p.chosen(order, lift, first_done(k))
        same = [p.both(None, k, num(1), ly, order)] if order.concl.op == "eq" else []
        return p.have(None, eq(after_first(k), first_done(k)), "lifted", *chosen, *same)

    p.qed(p.by_order("out", k, 1, case))


@paper.claim([*CATEGORY_1.values()], shows=eq(maximum(after_first, 1, n), maximum(first_done, 1, n)))
def first_max_ids(p: Proof) -> Fact:
    """Column by column."""
    p.given(d_low=1 <= d, n_low=2 <= n)
    p.apply("each", "first_done_ids")
    p.every("all", k, "each", 1 <= k, k <= n)
    return p.apply("out", "max_eq", "all", f=after_first, g=first_done, lo=1, hi=n)


@paper.claim([*CATEGORY_1.values()], shows=eq(maximum(first_done, 1, n), shifted(ly, 1)))
def first_max(p: Proof) -> Fact:
    """l_k <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    p.apply("above", "first_is_above", "x_first", "x_last", "x_order", x=xy)
    p.apply("below", "increasing_le", f=ly, i=k, j=n)
    p.have("less", ly(k) <= shifted(ly, 1), "above", "below")

    def case(order: Fact) -> Fact:
        return p.have(None, first_done(k) <= first_done(1), "less", *p.chosen(order, first_done(k)))

    p.by_order("member", k, 1, case)
    p.every("members", k, "member", "low", "high")
    return p.apply("out", "max_is", "members", f=first_done, lo=1, hi=n, m=1)


paper.state(
    "E.3.1-4", "after the first shift the first column has the largest id",
    section="E.3.1", index="E.3.1[4]", printed=(first_max_ids, first_max),
)  # fmt: skip


@paper.claim([*CATEGORY_1.values()], shows=eq(minimum(after_first, 1, n), ly(2)))
def second_is_least(p: Proof) -> Fact:
    """l_2 <= l_k for k >= 2, and l_2 <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    p.apply("above", "first_is_above", "x_first", "x_last", "x_order", x=xy)
    p.apply("to_last", "increasing_le", f=ly, i=num(2), j=n)
    p.apply("own", "first_done_ids", k=2)
    p.apply("other", "first_done_ids")

    def case(order: Fact) -> Fact:
        facts = p.chosen(order, first_done(k))
        if order.concl.op == "lt" and order.concl.args[0] is not k:
            later = p.rule(None, "integer_step", order)
            facts.append(p.apply(None, "increasing_le", later, f=ly, i=num(2), j=k))
        if order.concl.op == "lt" and order.concl.args[0] is k:
            wrong = p.have(None, FALSE, "low", order)
            return p.rule(None, "absurd", wrong, -after_first(k) <= -after_first(2))
        return p.have(None, -after_first(k) <= -after_first(2), "above", "to_last", "own", "other", *facts)

    p.by_order("member", k, 1, case)
    p.every("members", k, "member", "low", "high")
    p.apply("greatest", "max_is", "members", f=fun(lambda k: -after_first(k)), lo=1, hi=n, m=2)
    return p.have("out", p.goal, "greatest", "own")


paper.state(
    "E.3.1-min", "after the first shift l_2 is the smallest id",
    section="E.3.1", index=(), kind="fact", printed=second_is_least,
)  # fmt: skip

second_window = (ly(2) - half, ly(2) + half)


@paper.claim(
    [*CATEGORY_1.values()],
    shows=eq(Y(1, 2) + M * big_psi(Y1, *second_window, num(1), num(2), U), Y(1, 2) + M * (shifted(ly, 1) - ly(2))),
)
def second_shift(p: Proof) -> Fact:
    """The window at l_2 contains the id of column 2, and the spread is l̃_1 − l_2."""
    p.given(**CATEGORY_1)
    p.apply("delta_pos", "delta_pos")
    p.apply("own", "first_done_ids", k=2)
    p.have("above", ly(2) - half < after_first(2), "own", "delta_pos")
    p.have("below", after_first(2) < ly(2) + half, "own", "delta_pos")
    p.apply("inside", "shift_inside", "above", "below", Z=Y1, u=U, b=ly(2) - half, **{"b'": ly(2) + half}, j=2)
    p.apply("ids", "first_max_ids")
    p.apply("greatest", "first_max")
    p.apply("smallest", "second_is_least")
    return p.have("out", p.goal, "inside", "ids", "greatest", "smallest")


second_lift = M * (ly(1) - ly(2)) + tower(2) * width(ly)


@paper.theorem
def tower_two(p: Proof) -> None:
    """δ^(-2d) = δ^(-d) δ^(-d)."""
    p.given(d_low=1 <= d)
    p.qed(p.apply("out", "tower_step", k=1), eq(tower(2), M * M))


@paper.claim([2 <= m, 1 <= d], shows=eq(Y(1, 2) + M * (shifted(ly, 1) - ly(2)), Y(1, 2) + second_lift))
def second_shift_closed(p: Proof) -> Fact:
    """l̃_1 = l_1 + δ^(-d) (l_n − l_1) and δ^(-d) δ^(-d) = δ^(-2d)."""
    p.given(d_low=1 <= d)
    p.apply("square", "tower_two")
    return p.have("out", p.goal, "square")


paper.state(
    "E.3.1-5", "the second shift adds δ^(-d) (l̃_1 − l_2) to the first entry of column 2",
    section="E.3.1", index="E.3.1[5]", printed=(second_shift, second_shift_closed),
)  # fmt: skip

second_column = fun(lambda i: Y(i, num(2)) + ite(eq(i, 1), 1, 0) * (M * (shifted(ly, 1) - ly(2))))


@paper.claim([2 <= m, 1 <= d], shows=eq(sigma(lambda i: U(i) * second_column(i), 1, d), ly(2) + second_lift))
def second_id(p: Proof) -> Fact:
    """What is added to the first entry is added to the id."""
    p.given(d_low=1 <= d)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, num(2))), c=M * (shifted(ly, 1) - ly(2)))
    p.apply("closed", "second_shift_closed")
    return p.have("out", p.goal, "lifted", "closed")


paper.state(
    "E.3.1-6", "the id of the second column becomes l_2 + δ^(-d) (l_1 − l_2) + δ^(-2d) (l_n − l_1)",
    section="E.3.1", index="E.3.1[6]", printed=second_id,
)  # fmt: skip

SEVEN = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "order": increasing(l, n)}
seven = l(1) + M * width(l) < l(2) + M * (l(1) - l(2)) + tower(2) * width(l)
seven_reduced = (M - 1) * (l(2) - l(1)) < M * (M - 1) * width(l)


@paper.claim([2 <= m, 1 <= d], shows=implies(seven, seven_reduced))
def seven_forth(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, line=seven)
    p.apply("square", "tower_two")
    return p.discharged(p.have("reduced", seven_reduced, "line", "square"), seven)


@paper.claim([2 <= m, 1 <= d], shows=implies(seven_reduced, seven))
def seven_back(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, line=seven_reduced)
    p.apply("square", "tower_two")
    return p.discharged(p.have("full", seven, "line", "square"), seven_reduced)


@paper.claim([*SEVEN.values()], shows=l(2) <= l(n))
def last_from_second(p: Proof) -> Fact:
    """The ids increase; for n = 2 both are the same id."""
    p.given(n_low=2 <= n, order=increasing(l, n))
    return p.apply("out", "increasing_le", f=l, i=num(2), j=n)


@paper.claim([*SEVEN.values()], shows=seven_reduced)
def seven_holds(p: Proof) -> Fact:
    """l_2 − l_1 <= l_n − l_1 < M (l_n − l_1)."""
    p.given(**SEVEN)
    p.apply("second", "last_from_second")
    p.use("first", "order", 1)
    p.apply("M_above", "power_above_one", k=d)
    p.have("rise", 0 < width(l), "first", "second")
    p.have("grown", (M - 1) * (l(2) - l(1)) <= (M - 1) * width(l), ("M_above", "second"))
    p.have("strict", (M - 1) * width(l) < M * (M - 1) * width(l), ("M_above", "M_above", "rise"))
    return p.have("out", p.goal, "grown", "strict")


@paper.claim([*SEVEN.values()], shows=seven)
def seven_first(p: Proof) -> Fact:
    """From the last line."""
    p.given(**SEVEN)
    p.apply("last", "seven_holds")
    p.apply("back", "seven_back")
    return p.rule("out", "mp", "back", "last")


SMALL = Search(
    sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3), "j": (2, 3)},
    entries={"x": range(3), "x'": range(3)},
    length={"x": "n", "x'": "n"},
)
paper.state(
    "E.3.1-7", "l̃_1 < l̃_2",
    section="E.3.1", index="E.3.1[7]",
    printed=(seven_first, seven_forth, seven_back, seven_holds, Claim(tuple(GRID.values()), lx(2) < lx(n))),
    mended=(seven_first, seven_forth, seven_back, seven_holds, last_from_second),
    errata=Erratum(
        "strictness", "The reason given is l_n > l_2, but for n = 2 they are equal; l_n >= l_2 suffices.",
        claim=4, search=SMALL,
    ),
)  # fmt: skip


# --- E.3.1: repeating the process ----------------------------------------------------------------------------------


def before(f: Callable[[Term], Term], j: Term | int) -> Term:
    """The greatest id when l_j is shifted, in closed form: l_n for j = 1, l̃_{j-1} for j >= 2."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + sigma(lambda k: tower(k - 1) * gap(f, j, k), 1, j - 1) + tower(j - 1) * width(f)


@paper.theorem
def shift_from_before(p: Proof) -> None:
    """1 <= j ⊢ l̃_j = l_j + M (before_j − l_j)."""
    p.given(j_low=1 <= j, d_low=1 <= d, low=1 <= k, high=k <= j - 1)
    p.apply("factor", "tower_step", k=k - 1)
    p.have("term", eq(tower(k) * gap(l, j, k), M * (tower(k - 1) * gap(l, j, k))), "factor")
    p.every("terms", k, "term", "low", "high")
    p.apply(
        "sum", "sum_eq", "terms", lo=1, hi=j - 1,
        f=fun(lambda k: tower(k) * gap(l, j, k)), g=fun(lambda k: M * (tower(k - 1) * gap(l, j, k))),
    )  # fmt: skip
    p.apply("last", "tower_step", k=j - 1)
    p.qed(p.have("out", eq(shifted(l, j), l(j) + M * (before(l, j) - l(j))), "sum", "last"))


@paper.theorem
def before_next(p: Proof) -> None:
    """1 <= j ⊢ before_{j+1} = l̃_j."""
    p.given(j_low=1 <= j)
    members = fun(lambda k: tower(k - 1) * gap(l, j + 1, k))
    p.apply("first", "sum_first", f=members, lo=1, hi=j)
    p.apply("shift", "sum_shift", f=members, lo=1, hi=j - 1, c=1)
    p.qed(p.have("out", eq(before(l, j + 1), shifted(l, j)), "first", "shift"))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=eq(shifted(l, j), l(j) + M * (shifted(l, j - 1) - l(j))))
def shift_recursion(p: Proof) -> Fact:
    """Each factor δ^(-kd) of l̃_j is δ^(-d) times one of l̃_{j-1}."""
    p.given(j_low=2 <= j, d_low=1 <= d)
    p.apply("own", "shift_from_before")
    p.apply("previous", "before_next", j=j - 1)
    return p.have("out", p.goal, "own", "previous")


RECURSION = {
    "start": eq(t(1), l(1) + M * width(l)),
    "next": every(lambda j: eq(t(j), l(j) + M * (t(j - 1) - l(j))), 2, n),
}


@paper.claim([2 <= m, 1 <= d, 1 <= n, *RECURSION.values()], shows=every(lambda j: eq(t(j), shifted(l, j)), 1, n))
def shift_closed_form(p: Proof) -> Fact:
    """By induction on the column."""

    def claim(j: Term) -> Term:
        return implies(j <= n, eq(t(j), shifted(l, j)))

    p.given(d_low=1 <= d, **RECURSION, j_low=1 <= j, so_far=claim(j), j_high=j + 1 <= n)
    p.rule("base", "discharge", 1 <= n, p.have(None, eq(t(1), shifted(l, 1)), "start"))
    p.rule("now", "mp", "so_far", p.settle(j <= n))
    p.use("own", "next", j + 1)
    p.apply("closed", "shift_recursion", j=j + 1)
    p.have("step_", eq(t(j + 1), shifted(l, j + 1)), "now", "own", "closed")
    p.rule("step", "discharge", j + 1 <= n, "step_")
    p.induct("all", claim, 1, j, "base", "step")
    p.given(low=1 <= k, high=k <= n)
    p.use("each", "all", k)
    return p.every("out", k, "each", "low", "high")


paper.state(
    "E.3.1-8", "the j-th shifted id in closed form, from the recursion l̃_j = l_j + δ^(-d) (l̃_{j-1} − l_j)",
    section="E.3.1", index="E.3.1[8]", printed=(shift_closed_form, shift_recursion),
)  # fmt: skip

ORDER = {"m_low": 2 <= m, "d_low": 1 <= d, "j_low": 2 <= j, "j_high": j <= n, "order": increasing(l, n)}
rises = sigma(lambda k: rise(l, j, k), 1, j - 1)
rises_weighed = sigma(lambda k: power(m, k * d - d) * rise(l, j, k), 1, j - 1)


@paper.theorem
def rises_telescope(p: Proof) -> None:
    """1 <= j ⊢ Σ_{k=1}^{j-1} (l_{j-k+1} − l_{j-k}) = l_j − l_1."""
    p.given(j_low=1 <= j)
    p.apply("out", "telescope", f=fun(lambda i: -l(j - i + 1)), lo=1, hi=j - 1)
    p.qed("out", eq(rises, l(j) - l(num(1))))


@paper.claim([*ORDER.values()], shows=tower(j - 1) * rises <= tower(j - 1) * width(l))
def rises_below_width(p: Proof) -> Fact:
    """The sum telescopes to l_j − l_1, and l_j <= l_n with equality at j = n."""
    p.given(**ORDER)
    p.apply("telescoped", "rises_telescope")
    p.apply("to_last", "increasing_le", f=l, i=j, j=n)
    p.apply("weight", "power_pos", k=(j - 1) * d)
    p.have("short", rises <= width(l), "telescoped", "to_last")
    return p.have("out", p.goal, ("weight", "short"))


@paper.claim([*ORDER.values()], shows=rises_weighed < tower(j - 1) * rises)
def rises_below_weight(p: Proof) -> Fact:
    """Termwise: δ^(-kd+d) < δ^(-(j-1)d) for k <= j − 1."""
    p.given(**ORDER, low=1 <= k, high=k <= j - 1)
    p.use("step", "order", j - k)
    p.apply("weight", "tower_lt", a=k - 1, b=j - 1)
    p.have("term", power(m, k * d - d) * rise(l, j, k) < tower(j - 1) * rise(l, j, k), "step", "weight")
    p.every("terms", k, "term", "low", "high")
    return p.apply(
        "out", "sum_lt", "terms", lo=1, hi=j - 1,
        f=fun(lambda k: power(m, k * d - d) * rise(l, j, k)), g=fun(lambda k: tower(j - 1) * rise(l, j, k)),
    )  # fmt: skip


reindexed = l(j - 1) + sigma(lambda k: power(m, k * d - d) * gap(l, j, k), 2, j - 1) + tower(j - 1) * width(l)
order_reduced = sigma(lambda k: power(m, k * d - d) * (M - 1) * rise(l, j, k), 1, j - 1) < tower(j - 1) * (
    M - 1
) * width(l)


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=eq(shifted(l, j - 1), reindexed))
def shift_reindexed(p: Proof) -> Fact:
    """k − 1 in place of k."""
    p.given(j_low=2 <= j)
    p.apply("previous", "before_next", j=j - 1)
    p.apply("first", "sum_first", f=fun(lambda k: tower(k - 1) * gap(l, j, k)), lo=1, hi=j - 1)
    return p.have("out", p.goal, "previous", "first")


@paper.theorem
def shift_difference(p: Proof) -> None:
    """2 <= j ⊢ l̃_j − l̃_{j-1} = (δ^(-d) − 1) (δ^(-(j-1)d) (l_n − l_1) − Σ_{k<j} δ^(-kd+d) (l_{j-k+1} − l_{j-k}))."""
    p.given(d_low=1 <= d, j_low=2 <= j)
    p.apply("own", "shift_from_before")
    p.apply("previous", "before_next", j=j - 1)
    difference = (M - 1) * (tower(j - 1) * width(l) - rises_weighed)
    p.qed(p.have("out", eq(shifted(l, j) - shifted(l, j - 1), difference), "own", "previous"))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(reindexed < shifted(l, j), order_reduced))
def order_forth(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, j_low=2 <= j, line=reindexed < shifted(l, j))
    p.apply("reindexed", "shift_reindexed")
    p.apply("difference", "shift_difference")
    return p.discharged(p.have("reduced", order_reduced, "line", "reindexed", "difference"), reindexed < shifted(l, j))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(order_reduced, reindexed < shifted(l, j)))
def order_back(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, j_low=2 <= j, line=order_reduced)
    p.apply("reindexed", "shift_reindexed")
    p.apply("difference", "shift_difference")
    return p.discharged(p.have("full", reindexed < shifted(l, j), "line", "reindexed", "difference"), order_reduced)


@paper.claim([*ORDER.values()], shows=order_reduced)
def order_holds(p: Proof) -> Fact:
    """The two inequalities of the next display, times δ^(-d) − 1."""
    p.given(**ORDER)
    p.apply("weight", "rises_below_weight")
    p.apply("width", "rises_below_width")
    p.apply("M_above", "power_above_one", k=d)
    p.have("chain", rises_weighed < tower(j - 1) * width(l), "weight", "width")
    return p.have("out", p.goal, ("M_above", "chain"))


@paper.claim([*ORDER.values()], shows=reindexed < shifted(l, j))
def order_first(p: Proof) -> Fact:
    """From the last line."""
    p.given(**ORDER)
    p.apply("last", "order_holds")
    p.apply("back", "order_back")
    return p.rule("out", "mp", "back", "last")


paper.state(
    "E.3.1-9", "l̃_{j-1} < l̃_j for j = 2, …, n",
    section="E.3.1", index="E.3.1[9]",
    printed=(shift_reindexed, order_first, order_forth, order_back, order_holds),
)  # fmt: skip

x_rises = sigma(lambda k: rise(lx, j, k), 1, j - 1)
paper.state(
    "E.3.1-10", "why the last line of the display before holds",
    section="E.3.1", index="E.3.1[10]",
    printed=(
        Claim((*GRID.values(), 2 <= j, j <= n), tower(j - 1) * x_rises < tower(j - 1) * width(lx)),
        rises_below_weight,
    ),
    mended=(rises_below_width, rises_below_weight),
    errata=Erratum(
        "strictness",
        "The first > is an equality for j = n, where the sum telescopes to l_n − l_1; with >= the chain stays strict.",
        claim=0, search=SMALL,
    ),
)  # fmt: skip


@paper.theorem
def shift_order(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ l̃_{j-1} < l̃_j."""
    p.given(**ORDER)
    p.apply("same", "shift_reindexed")
    p.apply("less", "order_first")
    p.qed(p.have("out", shifted(l, j - 1) < shifted(l, j), "same", "less"))


@paper.claim([2 <= m, 1 <= d, 1 <= n, increasing(l, n)], shows=increasing(lambda j: shifted(l, j), n))
def shifted_increasing(p: Proof) -> Fact:
    """Neighbour by neighbour."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), low=1 <= j, high=j <= n - 1)
    p.apply("next", "shift_order", j=j + 1)
    return p.every("out", j, "next", "low", "high")


paper.state(
    "E.3.1-order", "after n shifts l̃_1 < l̃_2 < … < l̃_n",
    section="E.3.1", index=(), kind="fact", printed=shifted_increasing,
)  # fmt: skip


@paper.theorem
def first_above_ids(p: Proof) -> None:
    """1 <= n, l increasing ⊢ l_n <= l̃_1."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n, order=increasing(l, n))
    p.apply("spread", "increasing_le", f=l, i=num(1), j=n)
    p.apply("M_low", "power_ge_two", k=d)
    p.qed(p.have("out", l(n) <= shifted(l, 1), "spread", "M_low"))


@paper.theorem
def shifted_above_ids(p: Proof) -> None:
    """1 <= j, k <= n, l increasing ⊢ l_k <= l̃_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        k_low=1 <= k,
        k_high=k <= n,
    )
    p.apply("first", "first_above_ids")
    p.apply("own", "increasing_le", f=l, i=k, j=n)
    p.apply("increasing", "shifted_increasing")
    p.apply("later", "increasing_le", f=fun(lambda j: shifted(l, j)), i=num(1), j=j)
    p.qed(p.have("out", l(k) <= shifted(l, j), "first", "own", "later"))


def done_before(ids: Term, f: Callable[[Term], Term], j: Term) -> dict[str, Term]:
    """The columns before j hold their shifted ids, the others their own."""
    return {
        "done": every(lambda k: eq(ids(k), shifted(f, k)), 1, j - 1),
        "left": every(lambda k: eq(ids(k), f(k)), j, n),
    }


@paper.theorem
def state_max(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the greatest id is before_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        **done_before(s, l, j),
    )
    p.given(low=1 <= k, high=k <= n, first=j <= 1, later=1 < j)
    # j = 1: no column is shifted, the last is the greatest
    p.rule("j_is_one", "antisymmetry", "first", "j_low")
    p.both("before_is", j, num(1), lambda j: before(l, j), "j_is_one")
    p.use("own", "left", k, using=["first", "low"])
    p.use("last", "left", n)
    p.apply("below_last", "increasing_le", f=l, i=k, j=n)
    p.have("member1", s(k) <= s(n), "own", "last", "below_last")
    p.every("members1", k, "member1", "low", "high")
    p.apply("max1", "max_is", "members1", f=s, lo=1, hi=n, m=n)
    p.have("case1", eq(maximum(s, 1, n), before(l, j)), "max1", "last", "before_is")
    # j >= 2: the one before is
    p.given(is_done=k < j, is_left=j <= k)
    p.rule("two", "integer_step", "later")
    p.apply("before_is2", "before_next", j=j - 1)
    p.use("previous", "done", j - 1)
    p.rule("k_before", "integer_step", "is_done")
    p.use("shifted", "done", k)
    p.apply("increasing", "shifted_increasing")
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(l, j)), i=k, j=j - 1)
    p.have("member2", s(k) <= s(j - 1), "shifted", "previous", "below")
    p.use("unshifted", "left", k)
    p.apply("above", "shifted_above_ids", j=j - 1)
    p.have("member3", s(k) <= s(j - 1), "unshifted", "previous", "above")
    p.cases("member", j, k, "member3", "member2")
    p.every("members", k, "member", "low", "high")
    p.apply("max2", "max_is", "members", f=s, lo=1, hi=n, m=j - 1)
    p.have("case2", eq(maximum(s, 1, n), before(l, j)), "max2", "previous", "before_is2")
    p.qed(p.cases("out", j, 1, "case1", "case2"))


@paper.theorem
def state_min(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the smallest id is l_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        **done_before(s, l, j),
    )
    p.given(low=1 <= k, high=k <= n, is_done=k < j, is_left=j <= k)
    p.use("own", "left", j)
    p.rule("k_before", "integer_step", "is_done")
    p.use("shifted", "done", k)
    p.apply("above", "shifted_above_ids", j=k, k=j)
    p.have("member1", -s(k) <= -s(j), "shifted", "own", "above")
    p.use("unshifted", "left", k)
    p.apply("order_jk", "increasing_le", f=l, i=j, j=k)
    p.have("member2", -s(k) <= -s(j), "unshifted", "own", "order_jk")
    p.cases("member", j, k, "member2", "member1")
    p.every("members", k, "member", "low", "high")
    p.apply("max", "max_is", "members", f=fun(lambda k: -s(k)), lo=1, hi=n, m=j)
    p.qed(p.have("out", eq(minimum(s, 1, n), l(j)), "max", "own"))


STATE = {"m_low": 2 <= m, "d_low": 1 <= d, "order": increasing(l, n), "j_low": 1 <= j, "j_high": j + 1 <= n}


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=eq(maximum(s, 1, n), shifted(l, j)))
def next_max(p: Proof) -> Fact:
    """The columns up to j shifted, the others not."""
    p.given(**STATE, **done_before(s, l, j + 1))
    p.apply("greatest", "state_max", j=j + 1)
    p.apply("same", "before_next")
    return p.have("out", p.goal, "greatest", "same")


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=eq(minimum(s, 1, n), l(j + 1)))
def next_min(p: Proof) -> Fact:
    """The columns up to j shifted, the others not."""
    p.given(**STATE, **done_before(s, l, j + 1))
    return p.apply("out", "state_min", j=j + 1)


paper.state(
    "E.3.1-max", "after the j-th shift l̃_j is the largest id and l_{j+1} the smallest",
    section="E.3.1", index=(), kind="fact", printed=(next_max, next_min),
)  # fmt: skip


@paper.theorem
def shifted_off_grid(p: Proof) -> None:
    """2 <= n, ids on the grid, 1 <= j <= n ⊢ M δ <= l̃_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        n_low=2 <= n,
        first=0 <= x(num(1)),
        order=increasing(x, n),
        j_low=1 <= j,
        j_high=j <= n,
    )
    p.apply("delta_pos", "delta_pos")
    p.apply("definition", "first_shifted")
    p.apply("bound", "first_shifted_low")
    p.apply("grid_increasing", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.apply("later", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1), j=j)
    p.qed(p.have("out", M * delta <= shifted(lx, j), "definition", "bound", "later"))


SHIFT = [*GRID.values(), *COLUMN.values(), *done_before(s, lx, j).values()]


@paper.theorem
def shift_here(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the window at l_j shifts column j by before_j − l_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(x, n), **COLUMN, **done_before(s, lx, j))
    p.apply("delta_pos", "delta_pos")
    p.apply("grid_increasing", "grid_increasing")
    p.use("own", "left", j)
    p.have("inside_low", lx(j) - half < s(j), "own", "delta_pos")
    p.have("inside_high", s(j) < lx(j) + half, "own", "delta_pos")
    p.apply("spread", "select_inside", "inside_low", "inside_high", z=s, b=lx(j) - half, **{"b'": lx(j) + half})
    p.apply("greatest", "state_max", l=lx)
    p.apply("smallest", "state_min", l=lx)
    goal = eq(select(s, lx(j) - half, lx(j) + half, j), before(lx, j) - lx(j))
    p.qed(p.have("out", goal, "spread", "greatest", "smallest"))


def window_at(ids: Callable[[Term], Term], k: Term) -> Term:
    """The selective shift of column k by the window at l_j."""
    return select(ids, lx(j) - half, lx(j) + half, k)


@paper.claim([*SHIFT, eq(j, 1)], shows=eq(window_at(s, j), width(lx)))
def shift_of_first(p: Proof) -> Fact:
    """No column is shifted before the first."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j), is_first=eq(j, 1))
    p.apply("shift", "shift_here")
    p.both("at_one", j, num(1), lambda j: before(lx, j) - lx(j), "is_first")
    return p.have("out", p.goal, "shift", "at_one")


@paper.claim([*SHIFT, 2 <= j], shows=eq(window_at(s, j), shifted(lx, j - 1) - lx(j)))
def shift_of_later(p: Proof) -> Fact:
    """The greatest id is l̃_{j-1}."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j), later=2 <= j)
    p.apply("shift", "shift_here")
    p.apply("previous", "before_next", l=lx, j=j - 1)
    return p.have("out", p.goal, "shift", "previous")


@paper.claim([*SHIFT, 1 <= k, k <= n, negation(eq(k, j))], shows=eq(window_at(s, k), 0))
def shift_nowhere_else(p: Proof) -> Fact:
    """The columns before j shifted, the others not ⊢ the window at l_j shifts no other column k."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j))
    p.given(k_low=1 <= k, k_high=k <= n, other=negation(eq(k, j)))
    p.apply("delta_pos", "delta_pos")
    p.have("window", lx(j) - half < lx(j) + half, "delta_pos")
    p.apply("j_to_n", "increasing_le", f=x, i=j, j=n)
    p.given(is_before=k < j, is_not=j <= k, is_after=j < k, is_not_after=k <= j)
    goal = eq(select(s, lx(j) - half, lx(j) + half, k), 0)
    p.rule("k_before", "integer_step", "is_before")
    p.use("shifted", "done", k)
    p.apply("far", "shifted_off_grid", j=k)
    p.have("low_enough", (x(j) + 1) * delta <= M * delta, ("j_to_n", "delta_pos"), ("last", "delta_pos"))
    p.have("above1", lx(j) + half < s(k), "shifted", "far", "low_enough", "delta_pos")
    p.apply("zero1", "select_above", "above1", "window", z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    p.use("unshifted", "left", k)
    p.apply("gap", "increasing_gap", s=x, i=j, j=k)
    p.rule("k_after", "integer_step", "is_after")
    p.have("one_more", (x(j) + 1) * delta <= x(k) * delta, ("gap", "delta_pos"), ("k_after", "delta_pos"))
    p.have("above2", lx(j) + half < s(k), "unshifted", "one_more", "delta_pos")
    p.apply("zero2", "select_above", "above2", "window", z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    p.rule("same", "antisymmetry", "is_not_after", "is_not")
    p.rule("false", "mp", "other", "same")
    p.rule("zero3", "absurd", "false", goal)
    p.cases("not_before", k, j, "zero3", "zero2")
    return p.cases("out", j, k, "not_before", "zero1")


paper.state(
    "E.3.1-shifts", "the window at l_j shifts column j by l̃_{j-1} − l_j (by l_n − l_1 if j = 1) and no other column",
    section="E.3.1", index=(), kind="fact", printed=(shift_of_first, shift_of_later, shift_nowhere_else),
)  # fmt: skip


# --- E.3.1: the network on a matrix, level by level ----------------------------------------------------------------

(W,) = vectors("W", 3)
(T,) = vectors("T", 2)


def state(v: Term, k: Term) -> Term:
    """The id of column k when the levels below v are swept: l̃_k if x_k < v, else l_k."""
    return ite(x(k) < v, shifted(lx, k), lx(k))


def level_window(v: Term) -> tuple[Term, Term]:
    """The ends l − δ/2, l + δ/2 of the window at l = v δ."""
    return v * delta - half, v * delta + half


def layer_at(v: Term) -> Term:
    """The matrix before level v, of the family W."""
    return fun(lambda i, k: W(v, i, k), 2)


SWEEP = {
    "start": every(lambda k: every(lambda i: eq(W(0, i, k), Y(i, k)), 1, d), 1, n),
    "layers": every(
        lambda v: every(
            lambda k: every(
                lambda i: eq(W(v + 1, i, k), W(v, i, k) + M * big_psi(layer_at(v), *level_window(v), i, k, U)), 1, d
            ),
            1,
            n,
        ),
        0,
        M - 1,
    ),
}


@paper.theorem
def sweep_step(p: Proof) -> None:
    """One layer of the sweep takes each column from its state at level v to that at v + 1."""
    low, high = level_window(v)
    p.given(**GRID, **COLUMN, v_low=0 <= v, v_high=v <= M - 1, at=every(lambda k: eq(s(k), state(v, k)), 1, n))
    p.given(done=x(j) < v, now_or_later=v <= x(j), later=v < x(j), not_later=x(j) <= v)
    goal = eq(s(j) + M * select(s, low, high, j), state(v + 1, j))
    p.use("own", "at", j)
    p.apply("delta_pos", "delta_pos")
    p.have("window", low < high, "delta_pos")
    p.apply("grid_increasing", "grid_increasing")
    # shifted earlier: its id is at least M δ, above the window
    p.rule("done_state", "choice", state(v, j), "done")
    p.rule("done_next", "choice", state(v + 1, j), p.have(None, x(j) < v + 1, "done"))
    p.apply("far", "shifted_off_grid")
    p.have("v_scaled", v * delta <= (M - 1) * delta, ("v_high", "delta_pos"))
    p.have("far_above", high < s(j), "own", "done_state", "far", "v_scaled", "delta_pos")
    p.apply("done_zero", "select_above", "far_above", "window", z=s, b=low, **{"b'": high})
    p.have("case_done", goal, "own", "done_state", "done_next", "done_zero")
    # later: its id is at least (v + 1) δ, above the window
    p.rule("beyond", "integer_step", "later")
    p.rule("later_state", "choice", state(v, j), "now_or_later")
    p.rule("later_next", "choice", state(v + 1, j), "beyond")
    p.have("beyond_scaled", (v + 1) * delta <= x(j) * delta, ("beyond", "delta_pos"))
    p.have("later_above", high < s(j), "own", "later_state", "beyond_scaled", "delta_pos")
    p.apply("later_zero", "select_above", "later_above", "window", z=s, b=low, **{"b'": high})
    p.have("case_later", goal, "own", "later_state", "later_next", "later_zero")
    # now: the columns before it are shifted, those after it not
    p.rule("now", "antisymmetry", "not_later", "now_or_later")
    p.rule("now_next", "choice", state(v + 1, j), p.have(None, x(j) < v + 1, "not_later"))
    p.have("inside_low", low < s(j), "own", "later_state", "now", "delta_pos")
    p.have("inside_high", s(j) < high, "own", "later_state", "now", "delta_pos")
    p.apply("spread", "select_inside", "inside_low", "inside_high", z=s, b=low, **{"b'": high})
    p.given(k_low=1 <= k, k_before=k <= j - 1, q_after=j <= q, q_high=q <= n)
    p.use("at_k", "at", k)
    p.apply("less", "increasing_lt", f=x, i=k, j=j)
    p.rule("state_less", "choice", state(v, k), p.have(None, x(k) < v, "less", "now"))
    p.have("s_less", eq(s(k), shifted(lx, k)), "at_k", "state_less")
    p.every("all_done", k, "s_less", "k_low", "k_before")
    p.use("at_q", "at", q)
    p.apply("more", "increasing_le", f=x, i=j, j=q)
    p.rule("state_more", "choice", state(v, q), p.have(None, v <= x(q), "more", "now"))
    p.have("s_more", eq(s(q), lx(q)), "at_q", "state_more")
    p.every("all_left", q, "s_more", "q_after", "q_high")
    p.apply("greatest", "state_max", "all_done", "all_left", l=lx)
    p.apply("smallest", "state_min", "all_done", "all_left", l=lx)
    p.apply("recursion", "shift_from_before", l=lx)
    p.have("case_now", goal, "own", "later_state", "now_next", "spread", "greatest", "smallest", "recursion")
    p.cases("not_done", x(j), v, "case_now", "case_later")
    p.qed(p.cases("out", v, x(j), "not_done", "case_done"))


@paper.theorem
def sweep_ids(p: Proof) -> None:
    """A family of ids that starts at l and passes all layers is the state at each level."""
    level = every(lambda k: eq(T(v, k), state(v, k)), 1, n)
    p.given(**GRID, begin=every(lambda k: eq(T(0, k), lx(k)), 1, n))
    p.given(
        step=every(
            lambda v: every(
                lambda k: eq(T(v + 1, k), T(v, k) + M * select(fun(lambda k: T(v, k)), *level_window(v), k)),
                1,
                n,
            ),
            0,
            M - 1,
        )
    )
    p.given(low=1 <= j, high=j <= n, v_low=0 <= v, so_far=implies(v <= M, level), v_high=v + 1 <= M)
    p.use("begin_j", "begin", j)
    p.apply("from_first", "increasing_le", f=x, i=num(1), j=j)
    p.rule("not_done", "choice", state(num(0), j), p.have(None, 0 <= x(j), "from_first", "first"))
    p.have("base_j", eq(T(0, j), state(num(0), j)), "begin_j", "not_done")
    p.every("base_", j, "base_j", "low", "high")
    p.rule("base", "discharge", 0 <= M, "base_")
    p.rule("now", "mp", "so_far", p.settle(v <= M))
    p.use("next", "step", v, j)
    p.apply("layer", "sweep_step", "now", s=fun(lambda k: T(v, k)))
    p.have("step_j", eq(T(v + 1, j), state(v + 1, j)), "next", "layer")
    p.every("step_", j, "step_j", "low", "high")
    p.rule("step_v", "discharge", v + 1 <= M, "step_")
    p.induct(
        "all",
        lambda v: implies(v <= M, every(lambda k: eq(T(v, k), state(v, k)), 1, n)),
        0,
        v,
        "base",
        "step_v",
    )
    p.apply("M_low", "power_ge_two", k=d)
    p.use("end", "all", M, j)
    p.apply("to_last", "increasing_le", f=x, i=j, j=n)
    p.rule("is_done", "choice", state(M, j), p.have(None, x(j) < M, "to_last", "last"))
    p.have("out_j", eq(T(M, j), shifted(lx, j)), "end", "is_done")
    p.qed(p.every("out", j, "out_j", "low", "high"))


ids_at = fun(lambda v, k: column_ids(layer_at(v), U)(k), 2)


def lift_at(v: Term, k: Term) -> Term:
    """What the layer at level v adds to the first entry of column k."""
    return M * select(column_ids(layer_at(v), U), *level_window(v), k)


@paper.theorem
def columns_begin(p: Proof) -> None:
    """At level 0 the ids are l_1, …, l_n."""
    p.given(start=SWEEP["start"], low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    p.use("entry", "start", k, i)
    p.have("term", eq(U(i) * W(0, i, k), U(i) * Y(i, k)), "entry")
    p.every("terms", i, "term", "i_low", "i_high")
    p.apply(
        "sum",
        "sum_eq",
        "terms",
        f=fun(lambda i: U(i) * W(0, i, k)),
        g=fun(lambda i: U(i) * Y(i, k)),
        lo=1,
        hi=d,
    )
    p.have("begin", eq(ids_at(0, k), ly(k)), "sum")
    p.qed(p.every("out", k, "begin", "low", "high"))


@paper.theorem
def columns_step(p: Proof) -> None:
    """A layer adds to the ids what it adds to the first row, because u_1 = 1."""
    p.given(d_low=1 <= d, layers=SWEEP["layers"], low=1 <= k, high=k <= n)
    p.given(i_low=1 <= i, i_high=i <= d, v_low=0 <= v, v_high=v <= M - 1)
    p.use("entry", "layers", v, k, i)
    after = fun(lambda i: U(i) * (W(v, i, k) + ite(eq(i, 1), 1, 0) * lift_at(v, k)))
    p.have("term", eq(U(i) * W(v + 1, i, k), after(i)), "entry")
    p.every("terms", i, "term", "i_low", "i_high")
    p.apply("sum", "sum_eq", "terms", f=fun(lambda i: U(i) * W(v + 1, i, k)), g=after, lo=1, hi=d)
    p.apply("first_entry", "first_entry")
    p.have("column", eq(ids_at(v + 1, k), ids_at(v, k) + lift_at(v, k)), "sum", "first_entry")
    p.every("columns", k, "column", "low", "high")
    p.qed(p.every("out", v, "columns", "v_low", "v_high"))


@paper.claim([*CATEGORY_1.values(), *SWEEP.values()], shows=every(lambda k: eq(ids_at(M, k), shifted(ly, k)), 1, n))
def sweep_columns(p: Proof) -> Fact:
    """By induction on the level; each layer shifts the column whose id is its level, if there is one."""
    category_1(p)
    p.given(**SWEEP)
    p.apply("begin", "columns_begin")
    p.apply("step", "columns_step")
    return p.apply("out", "sweep_ids", "begin", "step", "x_first", "x_last", "x_order", x=xy, T=ids_at)


paper.state(
    "E.3.1-sweep", "the first δ^(-d) layers map the ids l_1, …, l_n to l̃_1, …, l̃_n",
    section="E.3.1", index=(), kind="fact", printed=sweep_columns,
)  # fmt: skip


@paper.theorem
def sweep_entries(p: Proof) -> None:
    """1 <= i <= d, 1 <= k <= n ⊢ after the sweep, entry (i, k) is L_ik, plus l̃_k − l_k where i = 1."""

    def claim(v: Term | int) -> Term:
        return eq(W(v, i, k), Y(i, k) + ite(eq(i, 1), 1, 0) * (ids_at(v, k) - ly(k)))

    p.given(**CATEGORY_1, **SWEEP, low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    p.apply("begin", "columns_begin")
    p.apply("step", "columns_step")
    p.use("begin_k", "begin", k)
    p.use("start_ik", "start", k, i)
    p.have("base_", claim(0), "begin_k", "start_ik")
    p.rule("base", "discharge", 0 <= M, "base_")
    p.given(v_low=0 <= v, so_far=implies(v <= M, claim(v)), v_high=v + 1 <= M)
    p.rule("now", "mp", "so_far", p.settle(v <= M))
    p.use("step_k", "step", v, k)
    p.use("layer_ik", "layers", v, k, i)
    p.have("step_", claim(v + 1), "now", "step_k", "layer_ik")
    p.rule("next", "discharge", v + 1 <= M, "step_")
    p.induct("all", lambda v: implies(v <= M, claim(v)), 0, v, "base", "next")
    p.apply("M_low", "power_ge_two", k=d)
    p.use("end", "all", M)
    p.apply("columns", "sweep_columns")
    p.use("column", "columns", k)
    p.qed(p.have("out", eq(W(M, i, k), Y(i, k) + ite(eq(i, 1), 1, 0) * (shifted(ly, k) - ly(k))), "end", "column"))


# --- E.3.4: the proof of Lemma 10 ----------------------------------------------------------------------------------

gaps = sigma(lambda k: gap(lx, n, k), 1, n - 1)
final = shifted(lx, n)
lower_bound = tower(n - 1) * delta * (M - 1)
upper_bound = tower(n) * delta * (M - 1) - delta * (M - 1) ** 2
BETWEEN = lx(n) + M * (lx(1) - lx(n)) + tower(n) * width(lx)
LARGEST = M * delta - delta + (tower(n) - M) * (M * delta - delta)
ONE_OR_MORE = {**GRID, "n_low": 1 <= n}


def weigh_gaps(p: Proof, weight: Term, below: bool) -> None:
    """Compare Σ_{k<n} δ^(-kd) (l_{n-k} − l_{n-k+1}) with weight · Σ_{k<n} (l_{n-k} − l_{n-k+1}), as the fact "sum"."""
    p.given(low=1 <= k, high=k <= n - 1)
    p.apply("l_order", "grid_increasing")
    p.use("rise", "l_order", n - k)
    if below:
        p.apply("weights", "tower_le", a=k, b=n - 1)
    else:
        p.apply("weights", "tower_le", a=num(1), b=k)
    own, other = fun(lambda k: tower(k) * gap(lx, n, k)), fun(lambda k: weight * gap(lx, n, k))
    small, large = (other, own) if below else (own, other)
    p.have("term", small(k) <= large(k), ("rise", "weights"))
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=small, g=large, lo=1, hi=n - 1)


@paper.claim([*GRID.values()], shows=tower(n - 1) * gaps + tower(n) * width(lx) <= final)
def final_above_gaps(p: Proof) -> Fact:
    """0 <= l_n, and each gap is negative with a factor of at most δ^(-(n-1)d)."""
    p.given(**GRID)
    weigh_gaps(p, tower(n - 1), below=True)
    p.apply("l_first", "grid_first")
    p.apply("apart", "grid_apart")
    p.apply("delta_pos", "delta_pos")
    p.have("l_last", 0 <= lx(n), "l_first", "apart", "delta_pos")
    return p.have("out", p.goal, "sum", "l_last")


@paper.claim(
    [*GRID.values()],
    shows=eq(tower(n - 1) * gaps + tower(n) * width(lx), (tower(n) - tower(n - 1)) * width(lx)),
)
def gaps_telescope(p: Proof) -> Fact:
    """The gaps add up to l_1 − l_n."""
    p.given(n_low=2 <= n)
    p.apply("telescoped", "rises_telescope", l=lx, j=n)
    return p.have("out", p.goal, "telescoped")


@paper.claim([*GRID.values()], shows=lower_bound <= (tower(n) - tower(n - 1)) * width(lx))
def width_above(p: Proof) -> Fact:
    """δ <= l_n − l_1."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, order=increasing(x, n))
    p.apply("apart", "grid_apart")
    p.apply("step", "tower_step", k=n - 1)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("weight", "power_pos", k=(n - 1) * d)
    p.have("M_above", 0 < M - 1, "M_low")
    p.have("factor", 0 < tower(n - 1) * (M - 1), ("weight", "M_above"))
    p.have("grown", tower(n - 1) * (M - 1) * delta <= tower(n - 1) * (M - 1) * width(lx), ("factor", "apart"))
    return p.have("out", p.goal, "grown", "step")


@paper.claim([*ONE_OR_MORE.values()], shows=final <= BETWEEN)
def final_below_gaps(p: Proof) -> Fact:
    """Each gap is negative with a factor of at least δ^(-d), and the gaps add up to l_1 − l_n."""
    p.given(**ONE_OR_MORE)
    weigh_gaps(p, M, below=False)
    p.apply("telescoped", "rises_telescope", l=lx, j=n)
    return p.have("out", p.goal, "sum", "telescoped")


@paper.claim([*ONE_OR_MORE.values()], shows=BETWEEN <= LARGEST)
def final_below_range(p: Proof) -> Fact:
    """0 <= l_1 and l_n <= δ^(-d+1) − δ."""
    p.given(**ONE_OR_MORE)
    p.apply("l_first", "grid_first")
    p.apply("l_last", "grid_last")
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.have("wide", width(lx) <= M * delta - delta, "l_first", "l_last")
    p.have("product", (tower(n) - M) * width(lx) <= (tower(n) - M) * (M * delta - delta), ("grow", "wide"))
    return p.have("out", p.goal, "product", "l_last")


EXPANDED = tower(n) * delta * (M - 1) - delta * (tower(2) - 2 * M + 1)


@paper.claim([2 <= m, 1 <= d], shows=eq(LARGEST, EXPANDED))
def largest_expanded(p: Proof) -> Fact:
    """Multiplied out."""
    p.given(d_low=1 <= d)
    p.apply("square", "tower_two")
    return p.have("out", p.goal, "square")


@paper.claim([2 <= m, 1 <= d], shows=eq(EXPANDED, upper_bound))
def expanded_is_upper(p: Proof) -> Fact:
    """A square."""
    p.given(d_low=1 <= d)
    p.apply("square", "tower_two")
    return p.have("out", p.goal, "square")


@paper.claim([*GRID.values()], shows=lower_bound <= final)
def lemma_10_lower(p: Proof) -> Fact:
    """The chain of E.3.4."""
    p.given(**GRID)
    p.apply("gaps", "final_above_gaps")
    p.apply("telescoped", "gaps_telescope")
    p.apply("width", "width_above")
    return p.have("out", p.goal, "gaps", "telescoped", "width")


@paper.claim([*ONE_OR_MORE.values()], shows=final <= upper_bound)
def lemma_10_upper(p: Proof) -> Fact:
    """The second chain of E.3.4."""
    p.given(**ONE_OR_MORE)
    p.apply("gaps", "final_below_gaps")
    p.apply("range", "final_below_range")
    p.apply("expanded", "largest_expanded")
    p.apply("square", "expanded_is_upper")
    return p.have("out", p.goal, "gaps", "range", "expanded", "square")


# one to one: on integers, from the last id to the first


@paper.theorem
def coarse_own(p: Proof) -> None:
    """Integers: −M < e_j < M and ẽ_j = 0 ⊢ e_j = 0, as the rest of ẽ_j is a multiple of M."""
    p.given(d_low=1 <= d, j_low=1 <= j, above=-M < e(j), below=e(j) < M, zero=eq(shifted(e, j), 0))
    p.apply("split", "shift_from_before", l=e)
    p.have("multiple", eq(e(j), M * (e(j) - before(e, j))), "split", "zero")
    p.apply("none", "small_multiple", "multiple", x=e(j), b=M, y=e(j) - before(e, j))
    p.qed(p.have("out", eq(e(j), 0), "multiple", "none"))


@paper.theorem
def coarse_before(p: Proof) -> None:
    """Integers: −M < e_j < M and ẽ_j = 0, 2 <= j ⊢ ẽ_{j-1} = 0."""
    p.given(d_low=1 <= d, j_low=2 <= j, above=-M < e(j), below=e(j) < M, zero=eq(shifted(e, j), 0))
    p.apply("own", "coarse_own")
    p.apply("recursion", "shift_recursion", l=e)
    p.have("multiple", eq(e(j), M * (e(j) - shifted(e, j - 1))), "recursion", "zero")
    p.apply("none", "small_multiple", "multiple", x=e(j), b=M, y=e(j) - shifted(e, j - 1))
    p.qed(p.have("out", eq(shifted(e, j - 1), 0), "none", "own"))


@paper.theorem
def coarse_all(p: Proof) -> None:
    """Integers: −M < e_j < M for all j and ẽ_n = 0 ⊢ e_j = 0 for all j, from the last to the first."""
    p.given(
        d_low=1 <= d, above=every(lambda j: -M < e(j), 1, n), below=every(lambda j: e(j) < M, 1, n),
        zero=eq(shifted(e, n), 0),
    )  # fmt: skip

    def claim(k: Term) -> Term:
        return implies(k <= n - 1, eq(shifted(e, n - k), 0))

    p.rule("base", "discharge", 0 <= n - 1, "zero")
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n - 1)
    p.rule("now", "mp", "so_far", p.settle(k <= n - 1))
    p.use("a", "above", n - k)
    p.use("b", "below", n - k)
    p.apply("next", "coarse_before", "now", "a", "b", j=n - k)
    p.rule("step", "discharge", k + 1 <= n - 1, p.restate(None, "next", eq(shifted(e, n - (k + 1)), 0)))
    p.induct("all", claim, 0, k, "base", "step")
    p.given(low=1 <= j, high=j <= n)
    p.use("here", "all", n - j)
    p.use("a_j", "above", j)
    p.use("b_j", "below", j)
    p.apply("own", "coarse_own", "here", "a_j", "b_j")
    p.qed(p.every("out", j, "own", "low", "high"))


RANGE = {
    "low": every(lambda j: 0 <= x(j), 1, n),
    "high": every(lambda j: x(j) <= M - 1, 1, n),
    "low2": every(lambda j: 0 <= x2(j), 1, n),
    "high2": every(lambda j: x2(j) <= M - 1, 1, n),
}
final2 = shifted(lx2, n)
PAIR = [2 <= m, 1 <= d, 1 <= n, *RANGE.values()]


@paper.claim([*PAIR, eq(final, final2)], shows=every(lambda j: eq(lx(j), lx2(j)), 1, n))
def lemma_10_one_to_one(p: Proof) -> Fact:
    """The differences are integers between −M and M, and the order of the ids plays no part."""
    p.given(m_low=2 <= m, d_low=1 <= d, **RANGE, same=eq(final, final2), j_low=1 <= j, j_high=j <= n)
    difference = fun(lambda j: x(j) - x2(j))
    for label in RANGE:
        p.use(f"{label}_j", label, j)
    p.every("above", j, p.have(None, -M < difference(j), "low_j", "high2_j"), "j_low", "j_high")
    p.every("below", j, p.have(None, difference(j) < M, "low2_j", "high_j"), "j_low", "j_high")
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(shifted(difference, n), 0), "same", scale=["delta_pos"])
    p.apply("all", "coarse_all", "above", "below", "zero", e=difference)
    p.use("own", "all", j)
    p.have("equal", eq(lx(j), lx2(j)), "own")
    return p.every("out", j, "equal", "j_low", "j_high")


lemma_10 = paper.state(
    "lemma-10", "bounds on the last shifted id l̃_n, and it determines all the ids",
    section="E.3.1", index="Lemma 10", kind="lemma",
    printed=(lemma_10_lower, lemma_10_upper, lemma_10_one_to_one),
    errata=Erratum(
        "typo",
        "A sequence [l_1 … l_n] is put into the set of single ids [0 : δ : δ^(-d+1) − δ]; its n-th power is meant.",
        claim=2,
    ),
)  # fmt: skip
paper.state(
    "E.3.1-11", "δ^(-(n-1)d+1) (δ^(-d) − 1) <= l̃_n <= δ^(-nd+1) (δ^(-d) − 1) − δ (δ^(-d) − 1)²",
    section="E.3.1", index="E.3.1[11]", printed=(lemma_10_lower, lemma_10_upper),
)  # fmt: skip


# --- E.3.1: the last layer -----------------------------------------------------------------------------------------


def context(f: Callable[[Term], Term], j: Term) -> Term:
    """l̃_j + δ^(-(n+1)d) l̃_n."""
    return shifted(f, j) + tower(n + 1) * shifted(f, n)


def g_c(i: Term, j: Term) -> Term:
    """The output of the last layer, with attention part δ^(-(n+1)d) ψ(·; 0)."""
    return W(M, i, j) + tower(n + 1) * psi(layer_at(M), num(0), i, j, U)


NETWORK = [*CATEGORY_1.values(), *SWEEP.values(), *COLUMN.values()]


@paper.theorem
def last_head(p: Proof) -> None:
    """1 <= j <= n ⊢ the head of the last layer returns l̃_n in every column."""
    category_1(p)
    p.given(**SWEEP, **COLUMN, low=1 <= k, high=k <= n)
    swept = column_ids(layer_at(M), U)
    p.apply("columns", "sweep_columns")
    p.use("own", "columns", j)
    p.use("last_id", "columns", n)
    p.use("each", "columns", k)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_pos", "power_pos", k=d)
    p.apply("off", "shifted_off_grid", "x_first", "x_order", x=xy)
    p.have("unit", 0 < M * delta, ("M_pos", "delta_pos"))
    p.have("positive", 0 < swept(j), "own", "off", "unit")
    p.apply("head", "psi_max", "positive", Z=layer_at(M), u=U, b=0)
    p.apply("increasing", "shifted_increasing", l=ly)
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(ly, j)), i=k, j=n)
    p.have("member", swept(k) <= swept(n), "each", "last_id", "below")
    p.every("members", k, "member", "low", "high")
    p.apply("greatest", "max_is", "members", f=swept, lo=1, hi=n, m=n)
    p.qed(p.have("out", eq(head(swept, num(0), j), shifted(ly, n)), "head", "greatest", "last_id"))


FIRST_ROW = (
    Y(1, j) + sigma(lambda k: tower(k) * gap(ly, j, k), 1, j - 1) + tower(j) * width(ly) + tower(n + 1) * shifted(ly, n)
)


@paper.claim(NETWORK, shows=eq(g_c(num(1), j), FIRST_ROW))
def output_first_row(p: Proof) -> Fact:
    """The sweep adds l̃_j − l_j, the last layer δ^(-(n+1)d) l̃_n."""
    p.given(**CATEGORY_1, **SWEEP, **COLUMN)
    p.apply("swept", "sweep_entries", i=1, k=j)
    p.apply("head", "last_head")
    return p.have("out", p.goal, "swept", "head")


@paper.claim([*NETWORK, 2 <= i, i <= d], shows=eq(g_c(i, j), Y(i, j)))
def output_other_rows(p: Proof) -> Fact:
    """Neither the sweep nor the last layer writes to them."""
    p.given(**CATEGORY_1, **SWEEP, **COLUMN, i_low=2 <= i, i_high=i <= d)
    p.apply("swept", "sweep_entries", k=j)
    p.rule("not_first", "choice", ite(eq(i, 1), 1, 0), p.have(None, 1 < i, "i_low"))
    return p.have("out", p.goal, "swept", "not_first")


paper.state(
    "E.3.1-12", "the output g_c(L), entry by entry",
    section="E.3.1", index="E.3.1[12]", printed=(output_first_row, output_other_rows),
)  # fmt: skip


@paper.claim(NETWORK, shows=eq(sigma(lambda i: U(i) * g_c(i, j), 1, d), context(ly, j)))
def output_id(p: Proof) -> Fact:
    """The last layer adds δ^(-(n+1)d) l̃_n to the id l̃_j."""
    p.given(**CATEGORY_1, **SWEEP, **COLUMN)
    p.apply("columns", "sweep_columns")
    p.use("own", "columns", j)
    p.apply("head", "last_head")
    p.apply("one", "first_entry")
    return p.have("out", p.goal, "own", "head", "one")


paper.state(
    "E.3.1-13", "the ids of the output are l̃_j + δ^(-(n+1)d) l̃_n",
    section="E.3.1", index="E.3.1[13]", printed=output_id,
)  # fmt: skip

IDS = [*GRID.values(), *COLUMN.values()]


@paper.claim([*IDS, 2 <= j], shows=context(lx, j - 1) < context(lx, j))
def context_increasing(p: Proof) -> Fact:
    """The last layer adds the same to all columns."""
    p.given(**GRID, **COLUMN, later=2 <= j)
    p.apply("l_order", "grid_increasing")
    p.apply("less", "shift_order", l=lx)
    return p.have("out", p.goal, "less")


paper.state(
    "property-8.1",
    "the entries of q(L) are distinct",
    section="E.3.1",
    index=(),
    kind="fact",
    printed=context_increasing,
)

start, step = tower(n + 1) * final, tower(n + 1) * delta


@paper.theorem
def shifted_below_last(p: Proof) -> None:
    """1 <= j <= n ⊢ l̃_j <= l̃_n."""
    p.given(**GRID, **COLUMN)
    p.apply("l_order", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.qed(p.apply("out", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n))


@paper.theorem
def upper_below_step(p: Proof) -> None:
    """1 <= n ⊢ δ^(-nd+1) (δ^(-d) − 1) − δ (δ^(-d) − 1)² < δ^(-(n+1)d+1)."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n)
    p.apply("next", "tower_step", k=n)
    p.apply("weight", "power_pos", k=n * d)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_above", "power_above_one", k=d)
    p.have("square", 0 < delta * (M - 1) ** 2, ("delta_pos", "M_above", "M_above"))
    p.have("unit", 0 < tower(n) * delta, ("weight", "delta_pos"))
    p.qed(p.have("out", upper_bound < step, "next", "square", "unit"))


@paper.claim(IDS, shows=start <= context(lx, j))
def context_low(p: Proof) -> Fact:
    """0 <= l̃_j."""
    p.given(**GRID, **COLUMN)
    p.apply("off", "shifted_off_grid")
    p.apply("M_pos", "power_pos", k=d)
    p.apply("delta_pos", "delta_pos")
    p.have("unit", 0 < M * delta, ("M_pos", "delta_pos"))
    return p.have("out", p.goal, "off", "unit")


@paper.claim(IDS, shows=context(lx, j) < start + step)
def context_high(p: Proof) -> Fact:
    """l̃_j <= l̃_n and the upper bound of Lemma 10, which is below δ^(-(n+1)d+1)."""
    p.given(**GRID, **COLUMN)
    p.apply("below_last", "shifted_below_last")
    p.apply("bound", "lemma_10_upper")
    p.apply("room", "upper_below_step")
    return p.have("out", p.goal, "below_last", "bound", "room")


@paper.claim(IDS, shows=context(lx, j) <= start + step)
def context_high_closed(p: Proof) -> Fact:
    """The end is not reached."""
    p.given(**GRID, **COLUMN)
    p.apply("strict", "context_high")
    return p.have("out", p.goal, "strict")


BOTH = {
    **GRID,
    "first2": 0 <= x2(num(1)),
    "last2": x2(n) <= M - 1,
    "order2": increasing(x2, n),
}


@paper.theorem
def finals_apart(p: Proof) -> None:
    """ids on the grid, l̃_n < l̃'_n ⊢ they differ by at least δ."""
    p.given(m_low=2 <= m, less=final < final2)
    p.apply("delta_pos", "delta_pos")
    p.have("integers", shifted(x, n) < shifted(x2, n), "less", scale=["delta_pos"])
    p.rule("apart", "integer_step", "integers")
    p.qed(p.have("out", final + delta <= final2, ("apart", "delta_pos")))


@paper.claim([*BOTH.values(), final < final2], shows=start + step <= tower(n + 1) * final2)
def intervals_apart(p: Proof) -> Fact:
    """l̃_n and l̃'_n are multiples of δ, so they differ by at least δ."""
    p.given(m_low=2 <= m, less=final < final2)
    p.apply("apart", "finals_apart")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    return p.have("out", p.goal, ("weight", "apart"))


paper.state(
    "E.3.1-14", "the entries of q(L) lie in an interval given by l̃_n; those of other L in disjoint ones",
    section="E.3.1", index="E.3.1[14]",
    printed=(
        context_low,
        context_high_closed,
        Claim((*BOTH.values(), final < final2), start + step < tower(n + 1) * final2),
    ),
    mended=(context_low, context_high, intervals_apart),
    errata=Erratum(
        "strictness",
        "The closed intervals are said to be disjoint, but they have the length by which their ends may differ, so two "
        "may touch; the right end is never reached, and the half-open intervals are disjoint.",
        claim=2, search=SMALL,
    ),
)  # fmt: skip


@paper.theorem
def grid_range(p: Proof) -> None:
    """ids on the grid, 1 <= j <= n ⊢ 0 <= x_j."""
    p.given(first=0 <= x(num(1)), order=increasing(x, n), j_low=1 <= j, j_high=j <= n)
    p.apply("above", "increasing_le", f=x, i=num(1), j=j)
    p.qed(p.have("out", 0 <= x(j), "above", "first"))


@paper.theorem
def grid_range_high(p: Proof) -> None:
    """ids on the grid, 1 <= j <= n ⊢ x_j <= M − 1."""
    p.given(last=x(n) <= M - 1, order=increasing(x, n), j_low=1 <= j, j_high=j <= n)
    p.apply("below", "increasing_le", f=x, i=j, j=n)
    p.qed(p.have("out", x(j) <= M - 1, "below", "last"))


@paper.theorem
def finals_differ(p: Proof) -> None:
    """ids on the grid, not all equal ⊢ l̃_n and l̃'_n differ."""
    p.given(**BOTH, **COLUMN, different=negation(eq(lx(j), lx2(j))), same=eq(final, final2), low=1 <= k, high=k <= n)
    for label, sequence in (("", x), ("2", x2)):
        ends = (f"first{label}", f"last{label}", f"order{label}")
        p.every(f"low{label}_", k, p.apply(None, "grid_range", *ends, x=sequence, j=k), "low", "high")
        p.every(f"high{label}_", k, p.apply(None, "grid_range_high", *ends, x=sequence, j=k), "low", "high")
    p.apply("all", "lemma_10_one_to_one", "low_", "high_", "low2_", "high2_", "same")
    p.use("own", "all", j)
    p.qed(p.discharged(p.rule("false", "mp", "different", "own"), eq(final, final2)))


@paper.theorem
def contexts_apart(p: Proof) -> None:
    """ids on the grid, l̃_n < l̃'_n ⊢ every entry of q(L) is below every entry of q(L')."""
    p.given(**BOTH, **COLUMN, q_low=1 <= q, q_high=q <= n, less=final < final2)
    p.apply("high", "context_high")
    p.apply("apart", "intervals_apart")
    p.apply("low2", "context_low", "first2", "last2", "order2", x=x2, j=q)
    p.qed(p.have("out", context(lx, j) < context(lx2, q), "high", "apart", "low2"))


@paper.claim(
    [*BOTH.values(), *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(eq(lx(r), lx2(r)))],
    shows=negation(eq(context(lx, j), context(lx2, q))),
)
def contexts_differ(p: Proof) -> Fact:
    """By Lemma 10 l̃_n and l̃'_n differ, hence their intervals are disjoint."""
    p.given(**BOTH, **COLUMN, q_low=1 <= q, q_high=q <= n, r_low=1 <= r, r_high=r <= n)
    p.given(different=negation(eq(lx(r), lx2(r))), entries=eq(context(lx, j), context(lx2, q)))
    p.apply("finals", "finals_differ", "different", j=r)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "mp", "finals", order)
        if order.concl.args[0] is final:
            apart = p.apply(None, "contexts_apart", order)
        else:
            ends = ("first2", "last2", "order2", "first", "last", "order", "q_low", "q_high", "j_low", "j_high")
            apart = p.apply(None, "contexts_apart", order, *ends, x=x2, j=q, q=j, **{"x'": x})
        return p.have(None, FALSE, apart, "entries")

    return p.discharged(p.by_order("false", final, final2, case), eq(context(lx, j), context(lx2, q)))


paper.state(
    "property-8.2", "no entry of q(L) is an entry of q(L') if L and L' have different columns",
    section="E.3.1", index=(), kind="fact", printed=contexts_differ,
)  # fmt: skip

t_l = tower(2 * n) * delta * (M - 1)
t_r = tower(2 * n + 1) * delta * (M - 1)
middle = tower(n + 1) * upper_bound + step


@paper.claim(IDS, shows=t_l <= context(lx, j))
def context_above_left(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the lower bound of Lemma 10."""
    p.given(**GRID, **COLUMN)
    p.apply("start", "context_low")
    p.apply("bound", "lemma_10_lower")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.apply("product", "tower_add", a=n + 1, b=n - 1)
    p.have("scaled", tower(n + 1) * lower_bound <= start, ("weight", "bound"))
    return p.have("out", p.goal, "start", "scaled", "product")


@paper.claim(IDS, shows=context(lx, j) < middle)
def context_below_middle(p: Proof) -> Fact:
    """δ^(-(n+1)d) times the upper bound of Lemma 10."""
    p.given(**GRID, **COLUMN)
    p.apply("end", "context_high")
    p.apply("bound", "lemma_10_upper")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.have("scaled", start <= tower(n + 1) * upper_bound, ("weight", "bound"))
    return p.have("out", p.goal, "end", "scaled")


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=middle <= t_r)
def middle_below_right(p: Proof) -> Fact:
    """1 <= (δ^(-d) − 1)², as δ^(-1) >= 2."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.apply("delta_pos", "delta_pos")
    p.apply("product", "tower_add", a=n + 1, b=n)
    p.have("unit", 0 < step, ("weight", "delta_pos"))
    p.have("square", 0 <= (M - 1) ** 2 - 1, "M_low")
    p.have("rest", step <= step * (M - 1) ** 2, ("unit", "square"))
    return p.have("out", p.goal, "product", "rest")


paper.state(
    "E.3.1-15", "all entries of q(L) lie between t_l and t_r",
    section="E.3.1", index="E.3.1[15]", printed=(context_above_left, context_below_middle, middle_below_right),
)  # fmt: skip


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=0 < t_l)
def left_positive(p: Proof) -> Fact:
    """Each factor is."""
    p.given(m_low=2 <= m, d_low=1 <= d)
    p.apply("weight", "power_pos", k=2 * n * d)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_above", "power_above_one", k=d)
    return p.have("out", p.goal, ("weight", "delta_pos", "M_above"))


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=t_l < t_r)
def left_below_right(p: Proof) -> Fact:
    """t_r = δ^(-d) t_l."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n)
    p.apply("positive", "left_positive")
    p.apply("step", "tower_step", k=2 * n)
    p.apply("M_above", "power_above_one", k=d)
    return p.have("out", p.goal, "step", ("M_above", "positive"))


paper.state(
    "property-8.3", "0 < t_l < t_r", section="E.3.1", index=(), kind="fact", printed=(left_positive, left_below_right)
)


# --- E.3.4: the displays -------------------------------------------------------------------------------------------


@paper.claim(
    [*GRID.values()],
    shows=eq(final, lx(n) + sigma(lambda k: tower(k) * gap(lx, n, k), 1, n - 1) + tower(n) * width(lx)),
)
def final_definition(p: Proof) -> Fact:
    """The closed form at j = n."""
    return p.have("out", p.goal)


paper.state(
    "E.3.4-1", "the two chains that give the bounds of Lemma 10",
    section="E.3.4", index="E.3.4[1]",
    printed=(
        final_definition, final_above_gaps, gaps_telescope, width_above,
        final_below_gaps, final_below_range, largest_expanded, expanded_is_upper,
    ),
)  # fmt: skip


def both_gaps(k: Term) -> Term:
    """l_{n-k} − l_{n-k+1} − l'_{n-k} + l'_{n-k+1}."""
    return lx(n - k) - lx(n - k + 1) - lx2(n - k) + lx2(n - k + 1)


TERMS = (
    (lx(n) - lx2(n)) + sigma(lambda k: tower(k) * both_gaps(k), 1, n - 1) + tower(n) * (lx(n) - lx(1) - lx2(n) + lx2(1))
)


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=eq(final - final2, TERMS))
def difference_terms(p: Proof) -> Fact:
    """Term by term."""
    return p.have("out", p.goal)


@paper.claim([2 <= m, 1 <= d, 1 <= n, eq(final, final2)], shows=eq(TERMS, 0))
def difference_zero(p: Proof) -> Fact:
    """As the two are equal."""
    p.given(same=eq(final, final2))
    p.apply("terms", "difference_terms")
    return p.have("out", p.goal, "terms", "same")


paper.state(
    "E.3.4-2", "the difference of two last shifted ids, term by term, is 0 where they agree",
    section="E.3.4", index="E.3.4[2]", printed=(difference_terms, difference_zero),
)  # fmt: skip

first_term = lx(n) - lx2(n)
second_term = M * both_gaps(num(1))
LAST_TWO = [2 <= m, 1 <= d, 2 <= n, *RANGE.values()]


def _ends(p: Proof, position: Term) -> None:
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, **RANGE)
    for label in RANGE:
        p.use(f"{label}_at", label, position)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_pos", "power_pos", k=d)
    p.have("above", -M + 1 <= x(position) - x2(position), "low_at", "high2_at")
    p.have("below", x(position) - x2(position) <= M - 1, "low2_at", "high_at")
    p.have("factor", 0 < M * delta, ("M_pos", "delta_pos"))


@paper.claim(LAST_TWO, shows=-(M * delta) + delta <= first_term)
def first_term_low(p: Proof) -> Fact:
    """Both ids lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n)
    return p.have("out", p.goal, ("above", "delta_pos"))


@paper.claim(LAST_TWO, shows=first_term <= M * delta - delta)
def first_term_high(p: Proof) -> Fact:
    """Both ids lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n)
    return p.have("out", p.goal, ("below", "delta_pos"))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=eq(second_term, M * delta * (x(n - 1) - x(n) - x2(n - 1) + x2(n))))
def second_term_coarse(p: Proof) -> Fact:
    """An integer times δ^(-d+1)."""
    return p.have("out", p.goal)


@paper.claim([*LAST_TWO, eq(lx(n), lx2(n))], shows=-(tower(2) * delta) + M * delta <= second_term)
def second_term_low(p: Proof) -> Fact:
    """The ids of column n − 1 lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n - 1)
    p.given(same=eq(lx(n), lx2(n)))
    p.apply("square", "tower_two")
    p.have("product", M * delta * (-M + 1) <= M * delta * (x(n - 1) - x2(n - 1)), ("factor", "above"))
    return p.have("out", p.goal, "product", "same", "square")


@paper.claim([*LAST_TWO, eq(lx(n), lx2(n))], shows=second_term <= tower(2) * delta - M * delta)
def second_term_high(p: Proof) -> Fact:
    """The ids of column n − 1 lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n - 1)
    p.given(same=eq(lx(n), lx2(n)))
    p.apply("square", "tower_two")
    p.have("product", M * delta * (x(n - 1) - x2(n - 1)) <= M * delta * (M - 1), ("factor", "below"))
    return p.have("out", p.goal, "product", "same", "square")


paper.state(
    "E.3.4-resolution", "the first term is small, the others are multiples of δ^(-d+1); then the second is small",
    section="E.3.4", index=(), kind="fact",
    printed=(first_term_low, first_term_high, second_term_coarse, second_term_low, second_term_high),
)  # fmt: skip


# --- Lemma 10: the exact range of l̃_n -------------------------------------------------------------------------------


def weight_of(k: Term | int) -> Term:
    """δ^(-nd) − δ^(-kd) + 1, the weight of l_{n-k+1} − l_{n-k} in l̃_n."""
    return tower(n) - tower(k) + 1


weights = sigma(weight_of, 1, n - 1)
top_weight = tower(n) - M + 1
sharp_lower = delta * ((n - 1) * (tower(n) + 1) - (tower(n) - M) / (M - 1))
sharp_upper = sharp_lower + delta * (M - n) * top_weight
first_ids = fun(lambda j: j - 1)
outer_ids = fun(lambda j: ite(j < n, j - 1, M - 1))


@paper.theorem
def final_weighed(p: Proof) -> None:
    """1 <= n ⊢ l̃_n = l_1 + Σ_{k<n} (δ^(-nd) − δ^(-kd) + 1) (l_{n-k+1} − l_{n-k})."""
    p.given(n_low=1 <= n)
    p.apply("telescoped", "rises_telescope", j=n)
    members = sigma(lambda k: weight_of(k) * rise(l, n, k), 1, n - 1)
    p.qed(p.have("out", eq(shifted(l, n), l(num(1)) + members), "telescoped"))


@paper.theorem
def weights_closed(p: Proof) -> None:
    """1 <= n ⊢ δ Σ_{k<n} (δ^(-nd) − δ^(-kd) + 1) in closed form."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n)
    p.apply("M_above", "power_above_one", k=d)
    p.apply("count", "sum_const", lo=1, hi=n - 1)
    p.apply("geometric", "tower_sum", k=n)
    p.qed(p.have("out", eq(delta * weights, sharp_lower), "M_above", "count", "geometric"))


def each_weight(p: Proof) -> None:
    """For 1 <= k <= n − 1: "least" (δ^(-kd) <= δ^(-nd)) and "apart" (x_{n-k+1} − x_{n-k} >= 1)."""
    p.given(low=1 <= k, high=k <= n - 1)
    p.apply("least", "tower_le", a=k, b=n)
    p.use("rise", "order", n - k)
    p.rule("apart", "integer_step", "rise")


@paper.claim([*GRID.values()], shows=sharp_lower <= final)
def sharp_lower_holds(p: Proof) -> Fact:
    """Neighbouring ids differ by at least δ, and the weights are positive."""
    p.given(**GRID)
    each_weight(p)
    p.have("term", weight_of(k) <= weight_of(k) * rise(x, n, k), "least", "apart")
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=fun(weight_of), g=fun(lambda k: weight_of(k) * rise(x, n, k)), lo=1, hi=n - 1)
    p.apply("weighed", "final_weighed", l=x)
    p.have("integers", weights <= shifted(x, n), "sum", "weighed", "first")
    p.apply("delta_pos", "delta_pos")
    p.apply("closed", "weights_closed")
    return p.have("out", p.goal, "closed", ("integers", "delta_pos"))


@paper.claim([*GRID.values()], shows=final <= sharp_upper)
def sharp_upper_holds(p: Proof) -> Fact:
    """Of the room that the ids leave, the last gap makes the most."""
    p.given(**GRID)
    each_weight(p)
    p.apply("most", "tower_le", a=num(1), b=k)
    bound = fun(lambda k: top_weight * (rise(x, n, k) - 1) + weight_of(k))
    p.have("term", weight_of(k) * rise(x, n, k) <= bound(k), "most", "apart")
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=fun(lambda k: weight_of(k) * rise(x, n, k)), g=bound, lo=1, hi=n - 1)
    p.apply("weighed", "final_weighed", l=x)
    p.apply("telescoped", "rises_telescope", l=x, j=n)
    p.apply("count", "sum_const", lo=1, hi=n - 1)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.have("room", top_weight * (x(n) - n + 1) <= top_weight * (M - n), "grow", "last")
    p.have("start", x(num(1)) <= top_weight * x(num(1)), "grow", "first")
    p.have(
        "integers", shifted(x, n) <= weights + top_weight * (M - n),
        "sum", "weighed", ("telescoped", top_weight), ("count", top_weight), "room", "start",
    )  # fmt: skip
    p.apply("delta_pos", "delta_pos")
    p.apply("closed", "weights_closed")
    return p.have("out", p.goal, "closed", ("integers", "delta_pos"))


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=eq(shifted(on_grid(first_ids), n), sharp_lower))
def sharp_lower_attained(p: Proof) -> Fact:
    """All rises are δ."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n)
    p.apply("weighed", "final_weighed", l=on_grid(first_ids))
    p.apply("closed", "weights_closed")
    return p.have("out", p.goal, "weighed", "closed")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=eq(shifted(on_grid(outer_ids), n), sharp_upper))
def sharp_upper_attained(p: Proof) -> Fact:
    """All rises are δ but the last, which is (M + 1 − n) δ."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, low=2 <= k, high=k <= n - 1)
    lo = on_grid(outer_ids)
    own, other = fun(lambda k: weight_of(k) * rise(lo, n, k)), fun(lambda k: weight_of(k) * delta)
    p.rule("upper", "choice", outer_ids(n - k + 1), p.have(None, n - k + 1 < n, "low"))
    p.rule("lower", "choice", outer_ids(n - k), p.have(None, n - k < n, "low"))
    p.have("term", eq(own(k), other(k)), "upper", "lower")
    p.every("terms", k, "term", "low", "high")
    p.apply("rest", "sum_eq", "terms", f=own, g=other, lo=2, hi=n - 1)
    p.apply("split", "sum_first", f=own, lo=1, hi=n - 1)
    p.apply("split_weights", "sum_first", f=other, lo=1, hi=n - 1)
    p.rule("first", "choice", outer_ids(num(1)), p.have(None, 1 < n, "n_low"))
    p.rule("before_last", "choice", outer_ids(n - 1), p.have(None, n - 1 < n))
    p.apply("weighed", "final_weighed", l=lo)
    p.apply("closed", "weights_closed")
    return p.have(
        "out", eq(shifted(lo, n), sharp_upper),
        "weighed", "split", "rest", "split_weights", "first", "before_last", "closed",
    )  # fmt: skip


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=increasing(first_ids, n))
def first_ids_increase(p: Proof) -> Fact:
    """By one."""
    p.given(low=1 <= j, high=j <= n - 1)
    return p.every("out", j, p.have("step", first_ids(j) < first_ids(j + 1)), "low", "high")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=increasing(outer_ids, n))
def outer_ids_increase(p: Proof) -> Fact:
    """By one, but for the last."""
    p.given(fits=n <= M, low=1 <= j, high=j <= n - 1, inside=j + 1 < n, at_end=n <= j + 1)
    p.rule("own", "choice", outer_ids(j), p.have(None, j < n, "high"))
    p.rule("next", "choice", outer_ids(j + 1), "inside")
    p.rule("end", "choice", outer_ids(j + 1), "at_end")
    p.have("before_end", outer_ids(j) < outer_ids(j + 1), "own", "next")
    p.have("to_end", outer_ids(j) < outer_ids(j + 1), "own", "end", "fits", "high")
    p.cases("step", n, j + 1, "to_end", "before_end")
    return p.every("out", j, "step", "low", "high")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=first_ids(n) <= M - 1)
def first_ids_fit(p: Proof) -> Fact:
    """n <= M."""
    p.given(fits=n <= M)
    return p.have("out", p.goal, "fits")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M], shows=eq(outer_ids(num(1)), 0))
def outer_ids_start(p: Proof) -> Fact:
    """1 < n."""
    p.given(n_low=2 <= n)
    p.rule("first", "choice", outer_ids(num(1)), p.have(None, 1 < n, "n_low"))
    return p.have("out", p.goal, "first")


paper.state(
    "lemma-10-range", "the least and the greatest l̃_n, attained at the ids 0, δ, …, (n−1)δ and 0, …, (n−2)δ, (M−1)δ",
    section="E.3.4", index=(), kind="fact",
    printed=(
        sharp_lower_holds, first_ids_increase, first_ids_fit, sharp_lower_attained,
        sharp_upper_holds, outer_ids_increase, outer_ids_start, sharp_upper_attained,
    ),
)  # fmt: skip


@paper.claim([*GRID.values()], shows=(n - 1) * lower_bound <= final)
def needed_lower(p: Proof) -> Fact:
    """The chain of E.3.4 with (n − 1) δ <= l_n − l_1."""
    p.given(**GRID)
    p.apply("gaps", "final_above_gaps")
    p.apply("telescoped", "gaps_telescope")
    p.apply("width", "grid_width")
    p.apply("step", "tower_step", k=n - 1)
    p.apply("weight", "power_pos", k=(n - 1) * d)
    p.apply("M_above", "power_above_one", k=d)
    p.have("factor", 0 < tower(n - 1) * (M - 1), ("weight", "M_above"))
    p.have(
        "grown", tower(n - 1) * (M - 1) * ((n - 1) * delta) <= tower(n - 1) * (M - 1) * width(lx), ("factor", "width")
    )
    return p.have("out", p.goal, "gaps", "telescoped", "grown", "step")


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M, sharp_lower < c], shows=negation(c <= shifted(on_grid(first_ids), n)))
def beyond_lower(p: Proof) -> Fact:
    """The least value is attained."""
    claimed = c <= shifted(on_grid(first_ids), n)
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, fits=n <= M, larger=sharp_lower < c, claimed=claimed)
    p.apply("value", "sharp_lower_attained")
    return p.discharged(p.have("false", FALSE, "value", "larger", "claimed"), claimed)


@paper.claim([2 <= m, 1 <= d, 2 <= n, n <= M, c < sharp_upper], shows=negation(shifted(on_grid(outer_ids), n) <= c))
def beyond_upper(p: Proof) -> Fact:
    """The greatest value is attained."""
    claimed = shifted(on_grid(outer_ids), n) <= c
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, fits=n <= M, smaller=c < sharp_upper, claimed=claimed)
    p.apply("value", "sharp_upper_attained")
    return p.discharged(p.have("false", FALSE, "value", "smaller", "claimed"), claimed)


paper.constant(
    "lemma-10-lower", lemma_10, "the lower bound on l̃_n", lower_bound,
    needed=(n - 1) * lower_bound, needed_by=needed_lower,
    sharp=sharp_lower, sharp_by=sharp_lower_holds, beyond=beyond_lower,
    note="For n = 1 the paper's bound fails: l̃_1 = l_1 may be 0. Lemma 8 assumes n >= 2.",
)  # fmt: skip
paper.constant(
    "lemma-10-upper", lemma_10, "the upper bound on l̃_n", upper_bound,
    needed=upper_bound, needed_by=lemma_10_upper,
    sharp=sharp_upper, sharp_by=sharp_upper_holds, beyond=beyond_upper,
    note="The paper's bound is sharp for n = 2, where both agree; it holds for n = 1 as well.",
)  # fmt: skip


# --- Lemma 10: all sequences of a few small sizes, run through by the kernel -----------------------------------------

SIZES = ((2, 1, 2), (2, 2, 2), (2, 2, 3), (2, 2, 4), (2, 3, 2), (3, 1, 2), (3, 1, 3), (3, 2, 2))
PAIR_SIZES = ((2, 1, 2), (2, 2, 2), (3, 1, 2))


def exhausted(name: str, variables: Sequence[Term], most: int, shows: Term) -> Claim:
    """The claim for all values 0..most of the integer variables, by running through them."""

    def write(p: Proof) -> Fact:
        tree: list[object] = ["leaf", 53]
        for position in reversed(range(len(variables))):
            tree = ["each", position, tree]
        return p.rule("out", "compute", shows, [(v, "0", str(most)) for v in variables], tree)

    write.__name__ = name
    return paper.claim([a for v in variables for a in (0 <= v, v <= most)], shows=shows)(write)


def small_case(shape: tuple[int, int, int], what: str, formula: Term) -> Claim:
    """A formula about x at the given (m, d, n), for every increasing sequence x_1, …, x_n."""
    entries = ints(" ".join(f"x{k}" for k in range(1, shape[2] + 1)))
    values = dict(zip((m, d, n), map(num, shape), strict=True)) | {x: array(*entries)}
    order = [a < b for a, b in pairwise(entries)]
    name = f"small_{what}_{'_'.join(map(str, shape))}"
    return exhausted(name, entries, shape[0] ** shape[1] - 1, implies(*order, substitute(formula, values)))


def small_pair(shape: tuple[int, int, int]) -> Claim:
    """At the given (m, d, n): two increasing sequences with the same l̃_n are the same."""
    entries = ints(" ".join(f"x{k}" for k in range(1, shape[2] + 1)))
    others = ints(" ".join(f"x{k}'" for k in range(1, shape[2] + 1)))
    values = dict(zip((m, d, n), map(num, shape), strict=True)) | {x: array(*entries), x2: array(*others)}
    order = [a < b for sequence in (entries, others) for a, b in pairwise(sequence)]
    distance = add(*((a - b) ** 2 for a, b in zip(entries, others, strict=True)))
    name = f"small_one_to_one_{'_'.join(map(str, shape))}"
    shows = implies(*order, substitute(eq(final, final2), values), eq(distance, 0))
    return exhausted(name, (*entries, *others), shape[0] ** shape[1] - 1, shows)


paper.state(
    "lemma-10-small", "the bounds, the order and the one-to-one map for every sequence of a few small sizes",
    section="E.3.4", index=(), kind="enumeration",
    printed=[
        *(small_case(shape, "lower", lower_bound <= final) for shape in SIZES),
        *(small_case(shape, "upper", final <= upper_bound) for shape in SIZES),
        *(small_case(shape, "order", shifted(lx, n - 1) < final) for shape in SIZES),
        *(small_pair(shape) for shape in PAIR_SIZES),
    ],
)  # fmt: skip
