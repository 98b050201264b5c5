"""Yun et al., ICLR 2020: the selective shift, the shifted column ids and Lemma 10 (appendix E.3, E.3.1, E.3.4).

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.notation import (
    FALSE,
    Term,
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
    vectors,
)
from proofs.paper import Erratum, Paper, Search
from proofs.proof import Proof
from proofs.theorems.integers import increasing
from proofs.theorems.powers import power

paper = Paper(
    "Yun",
    "Are Transformers universal approximators of sequence-to-sequence functions?",
    "C. Yun, S. Bhojanapalli, A. S. Rawat, S. J. Reddi, S. Kumar, ICLR 2020",
)
chapter = paper

m, d, n, i, j, k, q, r, v, w = ints("m d n i j k q r v w")
b, b2, c = reals("b b' c")
l, z, s, t, u = vectors("l z s t u")
L, Z = vectors("L Z", 2)
x, x2 = sequences("x x'")
delta = inv(m)
M = power(m, d)


def tower(k: Term | int) -> Term:
    """δ^(-kd) = m^(kd)."""
    return power(m, k * d)


def minimum(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """min f(i) for lo <= i <= hi."""
    return -maximum(lambda i: -f(i), lo, hi)


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
    p.apply("sum", "sum_eq", "terms", f=fun(lambda k: z(k) * hit(k)), g=fun(lambda k: greatest * hit(k)), lo=1, hi=n)
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), greatest), "sum", "count"))


@paper.theorem
def hardmax_min(p: Proof) -> None:
    """1 <= n, c < 0 ⊢ Σ z_k σ_H(z c)_k = min z."""
    p.given(some=1 <= n, c_neg=c < 0)
    p.apply("mirrored", "hardmax_max", p.have(None, 0 < -c, "c_neg"), z=fun(lambda k: -z(k)), c=-c)
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), minimum(z, 1, n)), "mirrored"))


@paper.theorem
def head_above(p: Proof) -> None:
    """1 <= n, b < z_j ⊢ the head returns max z in column j."""
    p.given(some=1 <= n, above=b < z(j))
    p.qed(p.apply("out", "hardmax_max", p.have(None, 0 < z(j) - b, "above"), c=z(j) - b))


@paper.theorem
def head_below(p: Proof) -> None:
    """1 <= n, z_j < b ⊢ the head returns min z in column j."""
    p.given(some=1 <= n, below=z(j) < b)
    p.qed(p.apply("out", "hardmax_min", p.have(None, z(j) - b < 0, "below"), c=z(j) - b))


@paper.theorem
def select_inside(p: Proof) -> None:
    """1 <= n, b < z_j < b' ⊢ the selective shift of column j is max z − min z."""
    p.given(some=1 <= n, above=b < z(j), below=z(j) < b2)
    p.apply("first", "head_above")
    p.apply("second", "head_below", b=b2)
    p.qed(p.have("out", eq(select(z, b, b2, j), spread(z)), "first", "second"))


@paper.theorem
def select_below(p: Proof) -> None:
    """1 <= n, z_j < b < b' ⊢ the selective shift of column j is 0."""
    p.given(some=1 <= n, window=b < b2, below=z(j) < b)
    p.apply("first", "head_below")
    p.apply("second", "head_below", b=b2)
    p.qed(p.have("out", eq(select(z, b, b2, j), 0), "first", "second"))


@paper.theorem
def select_above(p: Proof) -> None:
    """1 <= n, b < b' < z_j ⊢ the selective shift of column j is 0."""
    p.given(some=1 <= n, window=b < b2, above=b2 < z(j))
    p.apply("first", "head_above")
    p.apply("second", "head_above", b=b2)
    p.qed(p.have("out", eq(select(z, b, b2, j), 0), "first", "second"))


ids = column_ids(Z, u)
IN_MATRIX = (1 <= n, 1 <= j, j <= n)


@paper.claim(
    [1 <= n],
    shows=0 < sigma(lambda k: ite(eq(ids(k) * (ids(j) - b), maximum(lambda i: ids(i) * (ids(j) - b), 1, n)), 1, 0), 1, n),
)
def psi_count(p: Proof) -> Fact:
    """The hardmax divides by the number of greatest scores, which is positive."""
    p.given(some=1 <= n)
    return p.apply("out", "hardmax_count", s=fun(lambda k: ids(k) * (ids(j) - b)))


paper.state(
    "E.3-1", "ψ is one attention head with hardmax that writes to the first row",
    section="E.3", index="E.3[1]", kind="definition",
    given=IN_MATRIX, defines=psi(Z, b, i, j), printed=psi_count,
)  # fmt: skip


@paper.claim(IN_MATRIX, shows=eq(psi(Z, b, num(1), j), head(ids, b, j)))
def psi_first_row(p: Proof) -> Fact:
    """By definition."""
    return p.have("out", eq(psi(Z, b, num(1), j), head(ids, b, j)))


@paper.claim([*IN_MATRIX, b < ids(j)], shows=eq(psi(Z, b, num(1), j), maximum(ids, 1, n)))
def psi_max(p: Proof) -> Fact:
    """Above b the scores are largest where the ids are."""
    p.given(some=1 <= n, above=b < ids(j))
    return p.apply("out", "head_above", z=ids)


@paper.claim([*IN_MATRIX, ids(j) < b], shows=eq(psi(Z, b, num(1), j), minimum(ids, 1, n)))
def psi_min(p: Proof) -> Fact:
    """Below b the scores are largest where the ids are smallest."""
    p.given(some=1 <= n, below=ids(j) < b)
    return p.apply("out", "head_below", z=ids)


@paper.claim([*IN_MATRIX, 2 <= i], shows=eq(psi(Z, b, i, j), 0))
def psi_other_rows(p: Proof) -> Fact:
    """e₁ is 0 but in its first entry."""
    p.given(row=2 <= i)
    p.rule("zero", "choice", ite(eq(i, 1), 1, 0), p.have(None, 1 < i, "row"))
    return p.have("out", eq(psi(Z, b, i, j), 0), "zero")


paper.state(
    "E.3-2", "ψ returns the largest id to the columns above b, the smallest to those below",
    section="E.3", index="E.3[2]", printed=(psi_first_row, psi_max, psi_min),
)  # fmt: skip
paper.state(
    "E.3-rows", "all rows of ψ but the first are 0", section="E.3", index=(), kind="fact", printed=psi_other_rows
)


def big_psi(matrix: Term, low: Term, high: Term, i: Term, j: Term, weights: Term = u) -> Term:
    """Ψ(Z; low, high)_{i,j} := ψ(Z; low)_{i,j} − ψ(Z; high)_{i,j}."""
    return psi(matrix, low, i, j, weights) - psi(matrix, high, i, j, weights)


WINDOW = (*IN_MATRIX, b < b2)


@paper.claim([*WINDOW, b < ids(j), ids(j) < b2], shows=eq(big_psi(Z, b, b2, num(1), j), spread(ids)))
def shift_inside(p: Proof) -> Fact:
    """One head returns the maximum, the other the minimum."""
    p.given(some=1 <= n, above=b < ids(j), below=ids(j) < b2)
    return p.apply("out", "select_inside", z=ids)


@paper.claim([*WINDOW, ids(j) < b], shows=eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_below(p: Proof) -> Fact:
    """Both heads return the minimum."""
    p.given(some=1 <= n, window=b < b2, below=ids(j) < b)
    return p.apply("out", "select_below", z=ids)


@paper.claim([*WINDOW, b2 < ids(j)], shows=eq(big_psi(Z, b, b2, num(1), j), 0))
def shift_above(p: Proof) -> Fact:
    """Both heads return the maximum."""
    p.given(some=1 <= n, window=b < b2, above=b2 < ids(j))
    return p.apply("out", "select_above", z=ids)


paper.state(
    "E.3-3", "two heads shift exactly the columns whose id lies in the window, by the spread of the ids",
    section="E.3", index="E.3[3]",
    given=WINDOW, defines=big_psi(Z, b, b2, i, j), printed=(shift_inside, shift_below, shift_above),
)  # fmt: skip


# --- E.3.1: the shifted ids ------------------------------------------------------------------------------------


def gap(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k} − l_{j-k+1}, which is negative for increasing ids."""
    return f(j - k) - f(j - k + 1)


def rise(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k+1} − l_{j-k}."""
    return f(j - k + 1) - f(j - k)


def shifted(f: Callable[[Term], Term], j: Term | int) -> Term:
    """l̃_j = l_j + Σ_{k=1}^{j-1} δ^(-kd) (l_{j-k} − l_{j-k+1}) + δ^(-jd) (l_n − l_1)."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + sigma(lambda k: tower(k) * gap(f, j, k), 1, j - 1) + tower(j) * (f(n) - f(num(1)))


def before(f: Callable[[Term], Term], j: Term | int) -> Term:
    """The greatest id when l_j is shifted, in closed form: l_n for j = 1, l̃_{j-1} for j >= 2."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + sigma(lambda k: tower(k - 1) * gap(f, j, k), 1, j - 1) + tower(j - 1) * (f(n) - f(num(1)))


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


@paper.theorem
def shift_recursion(p: Proof) -> None:
    """2 <= j ⊢ l̃_j = l_j + M (l̃_{j-1} − l_j)."""
    p.given(j_low=2 <= j, d_low=1 <= d)
    p.apply("own", "shift_from_before")
    p.apply("previous", "before_next", j=j - 1)
    p.qed(p.have("out", eq(shifted(l, j), l(j) + M * (shifted(l, j - 1) - l(j))), "own", "previous"))


@paper.theorem
def rises_telescope(p: Proof) -> None:
    """1 <= j ⊢ Σ_{k=1}^{j-1} (l_{j-k+1} − l_{j-k}) = l_j − l_1."""
    p.given(j_low=1 <= j)
    p.apply("out", "telescope", f=fun(lambda i: -l(j - i + 1)), lo=1, hi=j - 1)
    p.qed("out", eq(sigma(lambda k: rise(l, j, k), 1, j - 1), l(j) - l(num(1))))


@paper.theorem
def rises_weighed(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ Σ_{k<j} δ^(-kd+d) (l_{j-k+1} − l_{j-k}) < δ^(-(j-1)d) Σ_{k<j} (l_{j-k+1} − l_{j-k})."""
    p.given(m_low=2 <= m, d_low=1 <= d, j_low=2 <= j, j_high=j <= n, order=increasing(l, n), low=1 <= k, high=k <= j - 1)
    p.use("step", "order", j - k)
    p.apply("weight", "tower_lt", a=k - 1, b=j - 1)
    p.have("term", power(m, k * d - d) * rise(l, j, k) < tower(j - 1) * rise(l, j, k), "step", "weight")
    p.every("terms", k, "term", "low", "high")
    p.apply(
        "out", "sum_lt", "terms", lo=1, hi=j - 1,
        f=fun(lambda k: power(m, k * d - d) * rise(l, j, k)), g=fun(lambda k: tower(j - 1) * rise(l, j, k)),
    )  # fmt: skip
    p.qed("out")


@paper.theorem
def rises_below_spread(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ Σ_{k<j} δ^(-kd+d) (l_{j-k+1} − l_{j-k}) < δ^(-(j-1)d) (l_n − l_1)."""
    p.given(m_low=2 <= m, d_low=1 <= d, j_low=2 <= j, j_high=j <= n, order=increasing(l, n))
    p.apply("weighed", "rises_weighed")
    p.apply("telescoped", "rises_telescope")
    p.apply("j_below_n", "increasing_le", f=l, i=j, j=n)
    p.apply("pos", "power_pos", k=(j - 1) * d)
    rises = sigma(lambda k: power(m, k * d - d) * rise(l, j, k), 1, j - 1)
    p.have("total", tower(j - 1) * (l(j) - l(num(1))) <= tower(j - 1) * (l(n) - l(num(1))), ("pos", "j_below_n"))
    p.qed(p.have("out", rises < tower(j - 1) * (l(n) - l(num(1))), "weighed", "telescoped", "total"))


@paper.theorem
def before_above_own(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ l_j < before_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, j_low=2 <= j, j_high=j <= n, order=increasing(l, n))
    p.apply("rises", "rises_below_spread")
    p.qed(p.have("out", l(j) < before(l, j), "rises"))


@paper.theorem
def shift_order(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ l̃_{j-1} < l̃_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, j_low=2 <= j, j_high=j <= n, order=increasing(l, n))
    p.apply("previous", "before_next", j=j - 1)
    p.apply("own", "shift_from_before")
    p.apply("above", "before_above_own")
    p.apply("M_low", "power_ge_two", k=d)
    p.have("M_above", 1 < M, "M_low")
    p.qed(p.have("out", shifted(l, j - 1) < shifted(l, j), "previous", "own", ("M_above", "above")))


@paper.theorem
def shifted_increasing(p: Proof) -> None:
    """l increasing ⊢ l̃_1 < l̃_2 < … < l̃_n."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), low=1 <= j, high=j <= n - 1)
    p.apply("next", "shift_order", j=j + 1)
    p.qed(p.every("out", j, "next", "low", "high"), increasing(lambda j: shifted(l, j), n))


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
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
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
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), j_low=1 <= j, j_high=j <= n, **done_before(s, l, j))
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
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), j_low=1 <= j, j_high=j <= n, **done_before(s, l, j))
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


def on_grid(f: Callable[[Term], Term]) -> Term:
    """The ids l_j = f_j δ, as a function of j."""
    return fun(lambda j: f(j) * delta)


lx, lx2 = on_grid(x), on_grid(x2)
half = delta * rational(1, 2)


@paper.theorem
def delta_pos(p: Proof) -> None:
    """2 <= m ⊢ 0 < δ."""
    p.given(m_low=2 <= m)
    p.qed(p.apply("out", "inv_pos", p.have("m_pos", 0 < m, "m_low"), x=m))


@paper.theorem
def grid_increasing(p: Proof) -> None:
    """x increasing ⊢ x δ increasing."""
    p.given(m_low=2 <= m, order=increasing(x, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", "delta_pos")
    p.use("step", "order", j)
    p.have("scaled", x(j) * delta < x(j + 1) * delta, ("step", "delta_pos"))
    p.qed(p.every("out", j, "scaled", "low", "high"))


@paper.theorem
def shifted_off_grid(p: Proof) -> None:
    """2 <= n, ids on the grid, 1 <= j <= n ⊢ M δ <= l̃_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, first=0 <= x(num(1)), order=increasing(x, n), j_low=1 <= j, j_high=j <= n)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("x_gap", "increasing_gap", s=x, i=num(1), j=n)
    p.have("gap", 1 <= x(n) - x(num(1)), "x_gap", "n_low")
    p.have("M_pos", 0 < M, "M_low")
    p.have("in_units", M <= x(num(1)) + M * (x(n) - x(num(1))), "first", ("gap", "M_pos"))
    p.have("bound", M * delta <= shifted(lx, 1), ("in_units", "delta_pos"))
    p.apply("grid_increasing", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.apply("later", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1), j=j)
    p.qed(p.have("out", M * delta <= shifted(lx, j), "bound", "later"))


def state(v: Term, k: Term) -> Term:
    """The id of column k when the levels below v are swept: l̃_k if x_k < v, else l_k."""
    return ite(x(k) < v, shifted(lx, k), lx(k))


def level_window(v: Term) -> tuple[Term, Term]:
    """The ends l − δ/2, l + δ/2 of the window at l = v δ."""
    return v * delta - half, v * delta + half


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


# --- E.3.1: the network on a matrix of columns ---------------------------------------------------------------------

W = vectors("W", 3)[0]
T = vectors("T", 2)[0]
y = sequences("y", 2)[0]
Y = fun(lambda i, k: y(i, k) * delta, 2)
U = fun(lambda i: power(m, i - 1))
xy = fun(lambda k: sigma(lambda i: U(i) * y(i, k), 1, d))
ly = on_grid(xy)


def layer_at(v: Term) -> Term:
    """The matrix before level v, of the family W."""
    return fun(lambda i, k: W(v, i, k), 2)


ENTRIES = {
    "entries_low": every(lambda k: every(lambda i: 0 <= y(i, k), 1, d), 1, n),
    "entries_high": every(lambda k: every(lambda i: y(i, k) <= m - 1, 1, d), 1, n),
}
CATEGORY_1 = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, **ENTRIES, "order": increasing(xy, n)}
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


@paper.theorem
def sweep_ids(p: Proof) -> None:
    """A family of ids that starts at l and passes all layers is the state at each level."""
    level = every(lambda k: eq(T(v, k), state(v, k)), 1, n)
    p.given(**GRID, begin=every(lambda k: eq(T(0, k), lx(k)), 1, n))
    p.given(
        step=every(
            lambda v: every(
                lambda k: eq(T(v + 1, k), T(v, k) + M * select(fun(lambda k: T(v, k)), *level_window(v), k)), 1, n
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
        "all", lambda v: implies(v <= M, every(lambda k: eq(T(v, k), state(v, k)), 1, n)), 0, v, "base", "step_v"
    )
    p.apply("M_low", "power_ge_two", k=d)
    p.use("end", "all", M, j)
    p.apply("to_last", "increasing_le", f=x, i=j, j=n)
    p.rule("is_done", "choice", state(M, j), p.have(None, x(j) < M, "to_last", "last"))
    p.have("out_j", eq(T(M, j), shifted(lx, j)), "end", "is_done")
    p.qed(p.every("out", j, "out_j", "low", "high"))


@paper.theorem
def column_id_low(p: Proof) -> None:
    """0 <= y_ik ⊢ 0 <= x_k."""
    p.given(m_low=2 <= m, low=1 <= i, high=i <= d, entries=every(lambda i: 0 <= y(i, k), 1, d))
    p.use("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", 0 <= U(i) * y(i, k), ("weight", "entry"))
    p.every("terms", i, "term", "low", "high")
    p.qed(p.apply("out", "sum_nonneg", "terms", f=fun(lambda i: U(i) * y(i, k)), lo=1, hi=d), 0 <= xy(k))


@paper.theorem
def column_id_high(p: Proof) -> None:
    """y_ik <= m − 1 ⊢ x_k <= M − 1."""
    p.given(m_low=2 <= m, d_low=1 <= d, low=1 <= i, high=i <= d, entries=every(lambda i: y(i, k) <= m - 1, 1, d))
    p.use("entry", "entries", i)
    p.apply("weight", "power_pos", k=i - 1)
    p.have("term", U(i) * y(i, k) <= (m - 1) * U(i), ("weight", "entry"))
    p.every("terms", i, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=fun(lambda i: U(i) * y(i, k)), g=fun(lambda i: (m - 1) * U(i)), lo=1, hi=d)
    p.apply("geometric", "geometric_sum", k=d)
    p.qed(p.have("out", xy(k) <= M - 1, "sum", "geometric"))


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
    p.apply("sum", "sum_eq", "terms", f=fun(lambda i: U(i) * W(0, i, k)), g=fun(lambda i: U(i) * Y(i, k)), lo=1, hi=d)
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


@paper.theorem
def sweep_columns(p: Proof) -> None:
    """After the sweep the ids of the columns are l̃_1, …, l̃_n."""
    p.given(**CATEGORY_1, **SWEEP)
    p.apply("begin", "columns_begin")
    p.apply("step", "columns_step")
    p.use("low", "entries_low", 1)
    p.use("high", "entries_high", n)
    p.apply("x_low", "column_id_low", "low", k=1)
    p.apply("x_high", "column_id_high", "high", k=n)
    p.qed(p.apply("out", "sweep_ids", "begin", "step", "x_low", "x_high", "order", x=xy, T=ids_at))


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


def context(f: Callable[[Term], Term], j: Term) -> Term:
    """l̃_j + δ^(-(n+1)d) l̃_n, the id of column j after the last layer."""
    return shifted(f, j) + tower(n + 1) * shifted(f, n)


def g_c(i: Term, j: Term) -> Term:
    """The output of the last layer, with attention part δ^(-(n+1)d) ψ(·; 0)."""
    return W(M, i, j) + tower(n + 1) * psi(layer_at(M), num(0), i, j, U)


@paper.theorem
def last_head(p: Proof) -> None:
    """1 <= j <= n ⊢ the head of the last layer returns l̃_n in every column."""
    p.given(**CATEGORY_1, **SWEEP, **COLUMN, low=1 <= k, high=k <= n)
    swept = column_ids(layer_at(M), U)
    p.apply("columns", "sweep_columns")
    p.use("own", "columns", j)
    p.use("last_id", "columns", n)
    p.use("each", "columns", k)
    p.use("low1", "entries_low", 1)
    p.apply("x_low", "column_id_low", "low1", k=1)
    p.apply("delta_pos", "delta_pos")
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("off", "shifted_off_grid", "x_low", "order", x=xy)
    p.have("M_pos", 0 < M, "M_low")
    p.have("unit", 0 < M * delta, ("M_pos", "delta_pos"))
    p.have("positive", 0 < swept(j), "own", "off", "unit")
    p.apply("head", "head_above", "positive", z=swept, b=0)
    p.apply("grid_increasing", "grid_increasing", "order", x=xy)
    p.apply("increasing", "shifted_increasing", l=ly)
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(ly, j)), i=k, j=n)
    p.have("member", swept(k) <= swept(n), "each", "last_id", "below")
    p.every("members", k, "member", "low", "high")
    p.apply("greatest", "max_is", "members", f=swept, lo=1, hi=n, m=n)
    p.qed(p.have("out", eq(head(swept, num(0), j), shifted(ly, n)), "head", "greatest", "last_id"))


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


@paper.theorem
def shift_nowhere_else(p: Proof) -> None:
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
    p.qed(p.cases("out", j, k, "not_before", "zero1"))


# --- E.3.4: the bounds ------------------------------------------------------------------------------------------

REAL_IDS = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 1 <= n, "order": increasing(l, n)}
gaps_n = sigma(lambda k: gap(l, n, k), 1, n - 1)


def weigh_gaps(p: Proof, weight: Term, above: bool) -> None:
    """Compare Σ_{k<n} δ^(-kd) (l_{n-k} − l_{n-k+1}) with weight · Σ_{k<n} (l_{n-k} − l_{n-k+1}), as the fact "sum"."""
    p.given(low=1 <= k, high=k <= n - 1)
    p.use("rise", "order", n - k)
    if above:
        p.apply("weights", "tower_le", a=num(1), b=k)
    else:
        p.apply("weights", "tower_le", a=k, b=n - 1)
    own, other = fun(lambda k: tower(k) * gap(l, n, k)), fun(lambda k: weight * gap(l, n, k))
    small, large = (own, other) if above else (other, own)
    p.have("term", small(k) <= large(k), ("rise", "weights"))
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=small, g=large, lo=1, hi=n - 1)


@paper.theorem
def final_above_gaps(p: Proof) -> None:
    """0 <= l_n, l increasing ⊢ l̃_n >= δ^(-(n-1)d) Σ_{k<n} (l_{n-k} − l_{n-k+1}) + δ^(-nd) (l_n − l_1)."""
    p.given(**REAL_IDS, last=0 <= l(n))
    weigh_gaps(p, tower(n - 1), above=False)
    p.qed(p.have("out", tower(n - 1) * gaps_n + tower(n) * (l(n) - l(num(1))) <= shifted(l, n), "sum", "last"))


@paper.theorem
def final_below_gaps(p: Proof) -> None:
    """l increasing ⊢ l̃_n <= l_n + δ^(-d) (l_1 − l_n) + δ^(-nd) (l_n − l_1)."""
    p.given(**REAL_IDS)
    weigh_gaps(p, M, above=True)
    p.apply("telescoped", "rises_telescope", j=n)
    bound = l(n) + M * (l(num(1)) - l(n)) + tower(n) * (l(n) - l(num(1)))
    p.qed(p.have("out", shifted(l, n) <= bound, "sum", "telescoped"))


def final_spread(f: Callable[[Term], Term]) -> Term:
    """l_n − l_1."""
    return f(n) - f(num(1))


lower_bound = tower(n - 1) * delta * (M - 1)
upper_bound = tower(n) * delta * (M - 1) - delta * (M - 1) ** 2


@paper.theorem
def grid_spread(p: Proof) -> None:
    """2 <= n, ids on the grid ⊢ δ <= l_n − l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n, order=increasing(x, n))
    p.apply("delta_pos", "delta_pos")
    p.apply("x_gap", "increasing_gap", s=x, i=num(1), j=n)
    p.qed(p.have("out", delta <= final_spread(lx), ("x_gap", "delta_pos"), ("n_low", "delta_pos")))


@paper.theorem
def grid_last(p: Proof) -> None:
    """x_n <= M − 1 ⊢ l_n <= (M − 1) δ."""
    p.given(m_low=2 <= m, last=x(n) <= M - 1)
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", lx(n) <= (M - 1) * delta, ("last", "delta_pos")))


@paper.theorem
def grid_first(p: Proof) -> None:
    """0 <= x_1 ⊢ 0 <= l_1."""
    p.given(m_low=2 <= m, first=0 <= x(num(1)))
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", 0 <= lx(num(1)), ("first", "delta_pos")))


@paper.theorem
def spread_above(p: Proof) -> None:
    """2 <= n, ids on the grid ⊢ (δ^(-nd) − δ^(-(n-1)d)) (l_n − l_1) >= δ^(-(n-1)d+1) (δ^(-d) − 1)."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, order=increasing(x, n))
    p.apply("spread", "grid_spread")
    p.apply("step", "tower_step", k=n - 1)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("pos", "power_pos", k=(n - 1) * d)
    p.have("M_above", 0 < M - 1, "M_low")
    p.have("factor", 0 < tower(n - 1) * (M - 1), ("pos", "M_above"))
    p.have("grown", tower(n - 1) * (M - 1) * delta <= tower(n - 1) * (M - 1) * final_spread(lx), ("factor", "spread"))
    p.qed(p.have("out", lower_bound <= (tower(n) - tower(n - 1)) * final_spread(lx), "grown", "step"))


@paper.theorem
def final_lower(p: Proof) -> None:
    """Lemma 10, the lower bound."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, first=0 <= x(num(1)), order=increasing(x, n))
    p.apply("grid_first", "grid_first")
    p.apply("grid_increasing", "grid_increasing")
    p.apply("l_order", "increasing_le", f=lx, i=num(1), j=n)
    p.apply("gaps", "final_above_gaps", p.have(None, 0 <= lx(n), "l_order", "grid_first"), l=lx)
    p.apply("telescoped", "rises_telescope", l=lx, j=n)
    p.apply("spread", "spread_above")
    p.qed(p.have("out", lower_bound <= shifted(lx, n), "gaps", "telescoped", "spread"))


@paper.theorem
def final_below_range(p: Proof) -> None:
    """l_n + δ^(-d) (l_1 − l_n) + δ^(-nd) (l_n − l_1) <= δ^(-d+1) − δ + (δ^(-nd) − δ^(-d)) (δ^(-d+1) − δ)."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n, first=0 <= x(num(1)), last=x(n) <= M - 1)
    p.apply("l_first", "grid_first")
    p.apply("l_last", "grid_last")
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.have("spread", final_spread(lx) <= M * delta - delta, "l_first", "l_last")
    p.have("product", (tower(n) - M) * final_spread(lx) <= (tower(n) - M) * (M * delta - delta), ("grow", "spread"))
    left = lx(n) + M * (lx(num(1)) - lx(n)) + tower(n) * final_spread(lx)
    p.qed(p.have("out", left <= M * delta - delta + (tower(n) - M) * (M * delta - delta), "product", "l_last"))


@paper.theorem
def final_upper(p: Proof) -> None:
    """Lemma 10, the upper bound."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n)
    p.given(first=0 <= x(num(1)), last=x(n) <= M - 1, order=increasing(x, n))
    p.apply("grid_increasing", "grid_increasing")
    p.apply("gaps", "final_below_gaps", l=lx)
    p.apply("range", "final_below_range")
    p.qed(p.have("out", shifted(lx, n) <= upper_bound, "gaps", "range"))


# --- E.3.4: one to one, on integers --------------------------------------------------------------------------------

e, = sequences("e")


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
    p.apply("split", "shift_from_before", l=e)
    p.have("multiple", eq(e(j), M * (e(j) - before(e, j))), "split", "zero")
    p.apply("none", "small_multiple", "multiple", x=e(j), b=M, y=e(j) - before(e, j))
    p.apply("previous", "before_next", l=e, j=j - 1)
    p.qed(p.have("out", eq(shifted(e, j - 1), 0), "none", "own", "previous"))


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


PAIR = {
    "low": every(lambda j: 0 <= x(j), 1, n),
    "high": every(lambda j: x(j) <= M - 1, 1, n),
    "low2": every(lambda j: 0 <= x2(j), 1, n),
    "high2": every(lambda j: x2(j) <= M - 1, 1, n),
}


@paper.theorem
def final_one_to_one(p: Proof) -> None:
    """Ids in 0..(M−1)δ with the same l̃_n are the same, in any order."""
    p.given(m_low=2 <= m, d_low=1 <= d, **PAIR, same=eq(shifted(lx, n), shifted(lx2, n)), j_low=1 <= j, j_high=j <= n)
    difference = fun(lambda j: x(j) - x2(j))
    for label, side in (("low", x), ("high", x), ("low2", x2), ("high2", x2)):
        p.use(f"{label}_j", label, j)
    p.every("above", j, p.have(None, -M < difference(j), "low_j", "high2_j"), "j_low", "j_high")
    p.every("below", j, p.have(None, difference(j) < M, "low2_j", "high_j"), "j_low", "j_high")
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(shifted(difference, n), 0), "same", scale=["delta_pos"])
    p.apply("all", "coarse_all", "above", "below", "zero", e=difference)
    p.use("own", "all", j)
    p.have("equal", eq(x(j), x2(j)), "own")
    p.qed(p.every("out", j, "equal", "j_low", "j_high"))
