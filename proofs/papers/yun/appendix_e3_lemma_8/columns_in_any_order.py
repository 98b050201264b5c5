"""The network on columns in any order, possibly equal (E.3.1 without loss of generality, E.3.2).

The n columns have n' distinct ids l_1 < … < l_n', and column j has the κ_j-th of them. As the paper says of Category 2,
the sweep then shifts the distinct ids as if they were a sequence of length n'; for n' = n this is Category 1.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, xy, y
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import context, g_c, t_l
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import upper_bound
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids, head
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, gap, lx, shifted, width
from proofs.papers.yun.appendix_e3_lemma_8.sweep import *
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, s, tower, x
from proofs.theorems.networks.hardmax import attended, hardmax

ENTRIES = {
    "entries_low": every(lambda k: every(lambda i: 0 <= y(i, k), 1, d), 1, n),
    "entries_high": every(lambda k: every(lambda i: y(i, k) <= m - 1, 1, d), 1, n),
}
MATCH = {"match": every(lambda k: Eq(xy(k), x(kappa(k))), 1, n)}
KNOWN = {**IDS, **CLASSES, **MATCH, **SWEEP}
top = final_id(distinct)


def output_id(j: Term) -> Term:
    """uᵀ g_c(L)_{:,j}."""
    return Sum(lambda i: U(i) * g_c(i, j), 1, d)


@paper.claim(KNOWN, shows=every(lambda k: Eq(ids_at(M, k), final_id(kappa(k))), 1, n))
def swept_any(p: Proof) -> Fact:
    """The levels sweep the distinct ids, together with all columns that have them."""
    p.apply("columns_begin", label="columns")
    p.apply("columns_step", label="step")
    return p.apply("sweep_ids", T=ids_at)


@paper.claim([every(lambda k: Eq(s(k), 0), 1, n)], shows=Eq(attended(s, lambda k: s(k) * s(j)), 0))
def zero_head(p: Proof) -> None:
    """All ids are 0 ⊢ the head with threshold 0 returns 0, a mean of zeros, as all scores are equal."""
    members = fun(lambda k: s(k) * hardmax(lambda k: s(k) * s(j), k))
    p.apply("sum_eq", f=members, g=fun(lambda k: num(0)), lo=1, hi=n, label="sum")


swept = column_ids(layer_at(M), U)
ids_at_end = fun(lambda k: ids_at(M, k))


@paper.theorem
def last_head_any(p: Proof) -> None:
    """The head of the last layer returns the greatest id l̃_n' in every column."""
    p.given(**KNOWN, **COLUMN, low=1 <= k, high=k <= n, two=2 <= distinct, one=distinct < 2)
    own = class_of(p, j)
    p.apply("swept_any", label="ids")
    p.specialize("ids", j, label="own")
    p.specialize("ids", k, label="each")
    p.specialize("class_low", k, label="each_low")
    p.specialize("class_high", k, label="each_high")
    p.apply("grid_increasing", n=distinct, label="l_order")
    p.apply("shifted_increasing", l=lx, n=distinct, label="increasing")
    moved = fun(lambda k: final_id(kappa(k)))
    p.apply("max_eq", f=ids_at_end, g=moved, lo=1, hi=n, label="columns")
    p.apply("max_over_classes", s=fun(final_id), label="classes")
    p.apply("increasing_max", f=fun(final_id), n=distinct, label="greatest")
    goal = Eq(head(swept, num(0), j), top)
    p.given(is_pos=0 < swept(j), not_pos=swept(j) <= 0)
    p.apply("psi_max", Z=layer_at(M), u=U, b=0, label="head")
    p.have(goal, "head", "columns", "classes", "greatest", label="if_pos")
    # many distinct ids: l̃ is positive
    p.apply("power_pos", k=d, label="M_pos")
    p.apply("shifted_off_grid", n=distinct, j=own, label="off")
    p.cut("if_pos", p.have(0 < swept(j), "own", "off", M * delta), label="many")
    p.antisymmetry(p.have(distinct <= 1, "one"), "some", label="single")
    p.antisymmetry(p.have(own <= 1, "own_high", "one"), "own_low", label="is_first")
    p.antisymmetry(p.have(kappa(k) <= 1, "each_high", "one"), "each_low", label="each_first")
    first = fun(lambda size, k: among_size(size, k), 2)
    p.congr(lambda size: first(size, distinct), "single", label="of_single")
    p.congr(lambda q: first(num(1), q), "single", label="of_last")

    def value(label: str, column: Term, place: Term, where: str) -> None:
        p.congr(lambda size: first(size, place), "single", label=f"{label}_size")
        p.congr(lambda q: first(num(1), q), where, label=f"{label}_class")
        p.have(Eq(swept(column), lx(num(1))), label, f"{label}_size", f"{label}_class", label=f"{label}_value")

    value("own", j, own, "is_first")
    value("each", k, kappa(k), "each_first")
    p.apply("grid_first", label="l_first")
    p.have(lx(num(1)) <= 0, "own_value", "not_pos", label="zero_or_less")
    p.antisymmetry("zero_or_less", "l_first", label="zero")
    p.generalize(k, p.have(Eq(swept(k), 0), "each_value", "zero"), "low", "high", label="zeros")
    p.apply("zero_head", s=swept, label="head_zero")
    p.have(goal, "head_zero", "of_single", "of_last", "zero", label="if_zero")
    p.cases(swept(j), 0, "if_zero", "if_pos", label="alone")
    p.qed(p.cases(2, distinct, "many", "alone"))


def among_size(size: Term, k: Term) -> Term:
    """l̃_k for this number of distinct ids."""
    return lx(k) + Sum(lambda i: tower(i) * gap(lx, k, i), 1, k - 1) + tower(k) * (lx(size) - lx(num(1)))


@paper.claim({**KNOWN, **COLUMN}, shows=Eq(output_id(j), final_id(kappa(j)) + tower(n + 1) * top))
def output_any(p: Proof) -> None:
    """uᵀ g_c(L)_{:,j} = l̃_{κ_j} + δ^(-(n+1)d) l̃_n'."""
    p.apply("swept_any", label="ids")
    p.apply("first_entry", label="one")


# --- E.3.1: Category 1, in any order ----------------------------------------------------------------------------------

PLACED = {label: substitute(g, {distinct: n}) for label, g in KNOWN.items()}  # l_1 < … < l_n; column j has l_{κ_j}
own_place = kappa(j)
first_row = (
    Y(1, j)
    + Sum(lambda k: tower(k) * gap(lx, own_place, k), 1, own_place - 1)
    + tower(own_place) * width(lx)
    + tower(n + 1) * shifted(lx, n)
)


@paper.claim([*PLACED.values(), *COLUMN.values()], shows=Eq(g_c(num(1), j), first_row))
def first_row_any(p: Proof) -> None:
    """The sweep adds l̃ − l at the column's position to the first row, and the last layer adds δ^(-(n+1)d) l̃_n."""
    p.apply("sweep_adds", i=1, k=j, label="added")
    p.apply("swept_any", **{"n'": n}, label="ids")
    p.apply("last_head_any", **{"n'": n}, label="head")


@paper.claim([*PLACED.values(), *COLUMN.values(), 2 <= i, i <= d], shows=Eq(g_c(i, j), Y(i, j)))
def other_rows_any(p: Proof) -> None:
    """Neither the sweep nor the last layer changes the other rows."""
    p.apply("sweep_adds", k=j, label="added")


@paper.claim([*PLACED.values(), *COLUMN.values()], shows=Eq(output_id(j), context(lx, own_place)))
def output_placed(p: Proof) -> None:
    """The last layer adds δ^(-(n+1)d) l̃_n to the id, which is l̃ at the column's position."""


# --- E.3.2: Category 2 ------------------------------------------------------------------------------------------------

FEWER = {"fewer": distinct <= n - 1}
upper_fewer = among(upper_bound)  # δ^(-n'd+1) (δ^(-d) − 1) − δ (δ^(-d) − 1)²
lower_all = tower(n - 1) * delta * (M - 1)
CATEGORY_2 = [*KNOWN.values(), *FEWER.values()]
one_distinct = distinct <= 1


@paper.claim({**KNOWN, "few": one_distinct}, shows=every(lambda k: Eq(ids_at(M, k), ids_at(0, k)), 1, n))
def single_stays(p: Proof) -> Fact:
    """The spread is 0, or the head's weights are those of equal ids."""
    p.given(low=1 <= k, high=k <= n)
    own = class_of(p, k)
    columns = p.apply("columns_begin")
    start_k = p.specialize(columns, k)
    id_ = p.specialize("match", k)
    ids = p.apply("swept_any")
    end = p.specialize(ids, k)
    single = p.antisymmetry("few", "some")
    is_first = p.antisymmetry(p.have(own <= 1, "own_high", "few"), "own_low")
    p.congr(lambda size: among_size(size, own), single, label="size")
    class_ = p.congr(lambda q: among_size(num(1), q), is_first)
    value = p.congr(lx, is_first)
    same = p.have(Eq(ids_at(M, k), ids_at(0, k)), start_k, id_, end, "size", class_, value)
    return p.get(same)


AT_ENTRY = [*KNOWN.values(), one_distinct, *COLUMN.values(), 1 <= i, i <= d]


@paper.claim(AT_ENTRY, shows=Eq(W(M, i, j), W(0, i, j)))
def single_matrix_stays(p: Proof) -> Fact:
    """The sweep changes the entries by as much as the ids."""
    p.given(**SWEEP)
    start = p.specialize("start", j, i)
    added = p.apply("sweep_adds", k=j)
    none = p.have(Eq(ids_at(M, j) - ly(j), 0), p.apply("single_stays"), p.apply("columns_begin"))
    return p.have(p.goal, added, (none, ite(Eq(i, 1), 1, 0)), start)


closed_top = (
    lx(distinct)
    + Sum(lambda k: tower(k) * gap(lx, distinct, k), 1, distinct - 1)
    + tower(distinct) * (lx(distinct) - lx(num(1)))
)


@paper.claim([*CATEGORY_2, *COLUMN.values(), Eq(kappa(j), distinct)], shows=Eq(ids_at(M, j), closed_top))
def top_closed(p: Proof) -> Fact:
    """The columns with the largest id end at l̃ of the sequence of the n' distinct ids."""
    p.apply("swept_any", label="ids")
    class_ = p.congr(final_id, Eq(kappa(j), distinct))
    return p.have(p.goal, class_)


@paper.theorem
def final_ids_increase(p: Proof) -> None:
    """1 <= j <= n' ⊢ l̃_j <= l̃_n'."""
    p.given(**IDS, q_low=1 <= q, q_high=q <= distinct)
    p.apply("grid_increasing", n=distinct, label="l_order")
    p.apply("shifted_increasing", l=lx, n=distinct, label="increasing")
    p.qed(p.apply("increasing_le", f=fun(final_id), n=distinct, i=q, j=distinct))


@paper.claim([*CATEGORY_2, *COLUMN.values()], shows=ids_at(M, j) <= closed_top)
def below_top(p: Proof) -> None:
    """The shifted ids increase with the ids."""
    p.given(**KNOWN)
    own = class_of(p, j)
    p.apply("swept_any", label="ids")
    p.apply("final_ids_increase", q=own, label="order_")


@paper.claim([*CATEGORY_2, *COLUMN.values()], shows=0 <= ids_at(M, j))
def ids_not_negative(p: Proof) -> None:
    """The ids only increase."""
    p.given(**KNOWN)
    own = class_of(p, j)
    p.apply("swept_any", label="ids")
    p.apply("shifted_above_ids", l=lx, n=distinct, j=own, k=num(1), label="above")
    p.apply("grid_first", label="l_first")


@paper.claim({**IDS, "many": 2 <= distinct}, shows=every(lambda q: final_id(q) < final_id(q + 1), 1, distinct - 1))
def distinct_shifted_increase(p: Proof) -> Fact:
    """E.3.1 for n' columns."""
    return p.apply("shifted_increasing", l=lx, n=distinct)


IN_ORDER = {"k_low": 1 <= k, "k_high": k <= n, "order_jk": kappa(j) <= kappa(k)}


@paper.claim({**KNOWN, **COLUMN, **IN_ORDER}, shows=ids_at(M, j) <= ids_at(M, k))
def swept_in_order(p: Proof) -> Fact:
    """l̃ increases along the distinct ids."""
    ids = p.apply("swept_any")
    sides = [p.specialize(ids, c) for c in (j, k)]
    ends = [p.specialize("class_low", j), p.specialize("class_high", k)]
    p.apply("shifted_increasing", l=lx, n=distinct, label="increasing")
    order = p.apply("increasing_le", *ends, f=fun(final_id), n=distinct, j=kappa(k))
    return p.have(p.goal, *sides, order)


@paper.claim(CATEGORY_2, shows=closed_top <= upper_fewer)
def top_bound(p: Proof) -> None:
    """The upper bound of Lemma 10 with n' in place of n, which holds for n' >= 1."""


@paper.claim(CATEGORY_2, shows=upper_fewer + delta <= lower_all)
def bounds_apart(p: Proof) -> Fact:
    """n' <= n − 1, and δ (δ^(-d) − 1)² is at least δ."""
    p.apply("tower_le", a=distinct, b=n - 1, label="grow")
    p.apply("delta_pos", label="delta_pos")
    p.apply("power_ge_two", k=d, label="M_low")
    p.have(0 < delta * (M - 1), label="factor")
    p.have(1 <= (M - 1) * (M - 1), "M_low", label="square")
    return p.have(p.goal, ("factor", "grow"), ("delta_pos", "square"))


@paper.claim(CATEGORY_2, shows=upper_fewer < lower_all)
def bounds_strict(p: Proof) -> None:
    """The bounds are δ apart."""


short_bound = (tower(n + 1) + 1) * (lower_all - delta * (M - 1) ** 2)


@paper.claim([*CATEGORY_2, *COLUMN.values()], shows=Eq(output_id(j), ids_at(M, j) + tower(n + 1) * closed_top))
def output_category_2(p: Proof) -> None:
    """The last head returns the greatest id; if all ids are 0, its scores tie, and it returns 0, too."""
    p.apply("swept_any", label="ids")
    p.apply("output_any", label="output")


@paper.claim([*CATEGORY_2, *COLUMN.values()], shows=ids_at(M, j) + tower(n + 1) * closed_top <= short_bound)
def output_bound(p: Proof) -> Fact:
    """Both ids are at most the upper bound for n' <= n − 1."""
    below = p.apply("below_top")
    bound = p.apply("top_bound")
    grow = p.apply("tower_le", a=distinct, b=n - 1)
    p.apply("power_above_one", k=d, label="M_above")
    weight = p.apply("power_pos", k=(n + 1) * d)
    factor = p.have(0 < delta * (M - 1))
    each = p.have(closed_top <= lower_all - delta * (M - 1) ** 2, bound, (factor, grow))
    return p.have(p.goal, below, each, (weight, each))


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=short_bound < t_l)
def short_below_left(p: Proof) -> None:
    """δ^(-(n-1)d) (δ^(-d) − 1) < δ^(-(n+1)d) (δ^(-d) − 1)²."""
    p.apply("tower_add", a=n + 1, b=n - 1, label="square")
    p.apply("tower_lt", a=n - 1, b=n + 1, label="grow")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.apply("power_above_one", k=d, label="M_above")
    p.have(
        tower(n - 1) * (delta * (M - 1)) < tower(n + 1) * (delta * (M - 1)), (delta * (M - 1), "grow"), label="first"
    )
    p.have(0 < tower(n + 1) * (delta * (M - 1)), label="heavy")
    p.have(0 <= tower(n + 1) * (delta * (M - 1)) * (M - 2), ("heavy", M - 2), label="second")
    p.have(0 <= delta * (M - 1) ** 2, (delta * (M - 1), "M_above"), label="third")
