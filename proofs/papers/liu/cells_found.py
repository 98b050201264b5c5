"""Propositions 3.2 and 3.3 as one sentence each: attention indicates the cell of every token, and gives it a value.

The tokens considered are those of Assumption 3.1: one piece exceeds all others by the gap Δ. The weights depend on the
pieces, on Δ and on ε, not on the tokens. How large the set of the tokens without the gap is, is not shown: each lies in
a slab about a boundary of two cells (`outside_slabs`, `slab_width`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu import indicator as made
from proofs.papers.liu.indicator import attention_indicates, attention_indicates_at_sharp, attention_indicates_padded
from proofs.papers.liu.indicator_error import (
    W_O,
    equal_pieces_error,
    for_tokens,
    labels,
    needed_scale,
    outside_slabs,
    slab_width,
    tied_error,
)
from proofs.papers.liu.indicator_weights import W_K, W_Q, here, left, linear, pad, shaped, shift, tokens, with_shapes
from proofs.papers.liu.layers import LINEAR, attention_layer, linear_layer
from proofs.papers.liu.reassignment import (
    W_V,
    V,
    rows,
    values_reassigned,
    values_reassigned_at_scale,
)
from proofs.papers.liu.universal import Layer, same_weights
from proofs.papers.liu.vocabulary import (
    Delta,
    N,
    R,
    X,
    a,
    b,
    d,
    display,
    eps,
    h,
    i,
    k,
    label,
    n,
    numbered,
    one_hot,
    paper,
    top,
)
from proofs.theorems.continuity import assumed
from proofs.theorems.matrices import Matrix, entries, equal_by, named, products_equal, reflexive, softmax
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum
from proofs.writing.proof import Proof

r, t = ints("r t")
(P_,) = vectors("P", 2)


def have_gap(X_: Term, label_: Term) -> list[Term]:
    """The label of each token is a piece that exceeds all others by Δ there."""
    return [substitute(g, {X: X_, label: label_}) for g in (*labels, for_tokens(top(k, here)))]


def for_tokens_with_gap(found: Callable[[Term], Matrix], wanted: Callable[[Term, Term, Term], Term]) -> Term:
    """found(X) is within ε of what is wanted in every entry, for all X whose tokens have the gap."""

    def close(X: Term, label: Term) -> Term:
        m = found(X)
        near = every(lambda h: every(lambda i: absolute(m(h, i) - wanted(h, i, label)) <= eps, 1, n), 1, m.rows)
        return implies(*have_gap(X, label), near)

    return for_all(close, MATRIX, "(Z>Z)")


def cell(h: Term, i: Term, label: Term) -> Term:
    """Entry h of E(x_i)."""
    return one_hot(h, label(i))


def value_of_cell(r: Term, i: Term, label: Term) -> Term:
    """Coordinate r of F(x_i)."""
    return V(r, label(i))


def attention_matrix(X: Term, H: Term, D: Term, s: Term, weights: Sequence[Term]) -> Matrix:
    """Softmax((W_K Linear(X))ᵀ W_Q Linear(X)) W_O, with N rows."""
    P, Q, R, W_K, W_Q, W_O = weights
    z = linear_layer(named(X, d, n), H, P, Q, R, D, N)
    return softmax((named(W_K, s, D) @ z).T @ (named(W_Q, s, D) @ z)) @ named(W_O, N, n)


def output(X: Term, H: Term, D: Term, s: Term, weights: Sequence[Term]) -> Matrix:
    """Attn(Linear(X)), with d_out rows."""
    P, Q, R, *attention = weights
    return attention_layer(linear_layer(named(X, d, n), H, P, Q, R, D, N), attention, s, rows, n)


def indicates(H: Term, D: Term, s: Term, *weights: Term) -> list[Term]:
    """The attention matrix indicates the cells."""
    return [1 <= H, 1 <= D, 1 <= s, for_tokens_with_gap(lambda X: attention_matrix(X, H, D, s, weights), cell)]


def reassigns(H: Term, D: Term, s: Term, *weights: Term) -> list[Term]:
    """Attention gives every token the value of its cell."""
    return [1 <= H, 1 <= D, 1 <= s, for_tokens_with_gap(lambda X: output(X, H, D, s, weights), value_of_cell)]


indicator_found = exists(
    lambda H, D, s, P, Q, R, W_K, W_Q, W_O: indicates(H, D, s, P, Q, R, W_K, W_Q, W_O), *"ZZZ", *LINEAR, *[MATRIX] * 3
)
values_found = exists(
    lambda H, D, s, P, Q, R, W_K, W_Q, W_V, W_O: reassigns(H, D, s, P, Q, R, W_K, W_Q, W_V, W_O),
    *"ZZZ", *LINEAR, *[MATRIX] * 4,
)  # fmt: skip
paper.notions.define(
    indicator_found, (a, b, Delta, eps, d, n, N),
    "‖Softmax(KᵀQ)W_O − [E(x_1), …, E(x_n)]‖_∞ ≤ {3} for some weights and all tokens with the gap {2}",
    r"\lVert \mathrm{{Softmax}}(K^\top Q) W_O - [E(x_1), \dots, E(x_n)] \rVert_\infty \le {3} "
    r"\text{{ for some weights and all tokens with the gap }} {2}",
)  # fmt: skip
paper.notions.define(
    values_found, (V, a, b, Delta, eps, rows, d, n, N),
    "‖Attn(X) − [{0}_(cell of x_1), …, {0}_(cell of x_n)]‖_∞ ≤ {4} for some weights and all tokens with the gap {3}",
    r"\lVert \mathrm{{Attn}}(X) - [{0}_{{\text{{cell of }} x_1}}, \dots, {0}_{{\text{{cell of }} x_n}}] "
    r"\rVert_\infty \le {4} "
    r"\text{{ for some weights and all tokens with the gap }} {3}",
)  # fmt: skip

# --- the weights of A.2 and A.3 ---------------------------------------------------------------------------------------

made_P, made_Q = fun(lambda h, i, c: left(i, c), 3), fun(lambda h, k, t: pad(k, t), 3)
linear_weights = made_P, made_Q, fun(lambda i, t: shift(i, t), 2)
keys, queries, values, outputs = (fun(lambda i, t, m=m: m(i, t), 2) for m in (W_K, W_Q, W_V, W_O))
layer = linear_layer(tokens, num(1), *linear_weights, d + N, N)
SIZES = num(1), d + N, d + 1


@paper.claim(given=shaped, shows=linear(tokens).equals(layer))
def one_transformation(p: Proof) -> Fact:
    """A sum of one term."""
    with_shapes(p)
    single = p.apply(None, "sum_const", lo=1, hi=1)

    def entry(i_: Term, t_: Term, _: Sequence[Fact]) -> Fact:
        product = (left @ tokens @ pad)(i_, t_)
        return p.have(None, eq(linear(tokens)(i_, t_), layer(i_, t_)), (single, product))

    return equal_by(p, "out", linear(tokens), layer, entry)


def weights_of_layer(p: Proof) -> tuple[Layer, Layer]:
    """The layer as the appendix has it and as a sum, and the attention weights made of either."""
    of_layer = linear(tokens), layer, p.apply(None, "one_transformation")
    return of_layer, same_weights(p, of_layer, of_layer, (W_K, W_Q))


found_matrix = attention_matrix(X, *SIZES, (*linear_weights, keys, queries, outputs))
found_output = output(X, *SIZES, (*linear_weights, keys, queries, values, outputs))
OF_CELLS = {"several": N >= 2, "positive": Delta > 0, "eps_pos": eps > 0}


def entry_by_entry(p: Proof, error: Fact, equal: Fact, goal: Matrix, wanted: Term, gap: Sequence[Fact]) -> Fact:
    """The bound of the greatest error, said of every entry of an equal matrix, for all tokens with the gap."""
    ends = assumed(p, 1 <= h, h <= goal.rows, 1 <= i, i <= n)
    column = p.rule(None, "max_ge", error.concl.args[0], i, *ends[2:])
    entry = p.rule(None, "max_ge", column.concl.args[0], h, *ends[:2])
    old, new = p.use(None, equal, h, i, using=ends).concl.args
    moved = p.both(None, old, new, lambda x: absolute(x - wanted), p.use(None, equal, h, i, using=ends))
    near = p.have(None, absolute(goal(h, i) - wanted) <= eps, entry, column, error, moved)
    near = p.every(None, h, p.every(None, i, near, *ends[2:]), *ends[:2])
    return p.every("out", X, p.every(None, label, near, *gap))


@paper.claim(
    given=[*shaped, *OF_CELLS.values(), needed_scale],
    shows=for_tokens_with_gap(lambda X: attention_matrix(X, *SIZES, (*linear_weights, keys, queries, outputs)), cell),
)
def cells_indicated(p: Proof) -> Fact:
    """By the matrices of A.2."""
    with_shapes(p)
    p.given(**OF_CELLS, scale=needed_scale)
    gap = assumed(p, *have_gap(X, label))
    error = p.apply(None, "weights_exist", *gap)
    _, weights = weights_of_layer(p)
    equal = products_equal(p, None, weights, reflexive(p, W_O))
    return entry_by_entry(p, error, equal, found_matrix, cell(h, i, label), gap)


@paper.claim(given=[*shaped, *OF_CELLS.values()], shows=indicator_found)
def proposition_3_2(p: Proof) -> Fact:
    """At a scale R that is large enough."""
    with_shapes(p)
    p.given(**OF_CELLS)

    def with_R(_: Fact, scale: Fact) -> Fact:
        sizes = [p.have(None, 1 <= d + N, "some_d", "several"), p.have(None, 1 <= d + 1, "some_d")]
        near = p.apply(None, "cells_indicated", scale)
        return p.exhibit(None, p.goal, [*SIZES, *linear_weights, keys, queries, outputs], *sizes, near)

    return p.obtain("out", p.apply(None, "not_negative", x=needed_scale.args[0]), [R], with_R)


# --- values -----------------------------------------------------------------------------------------------------------

square_, kept = named(P_, rows, N), named(P_, rows, n)


@paper.claim(given=[*shaped, rows >= 1], shows=(square_ @ W_O).equals(kept))
def value_truncation(p: Proof) -> Fact:
    """W_O keeps the columns of the tokens."""
    with_shapes(p)
    p.given(some_rows=rows >= 1)
    return entries(p, "out", square_ @ W_O, kept)


z = linear(tokens)
scores = softmax((W_K @ z).T @ (W_Q @ z))
values_z = W_V @ z
before = values_z @ scores


@paper.claim(given=[*shaped, rows >= 1], shows=(values_z @ (scores @ W_O)).equals((values_z @ scores) @ W_O))
def truncated_last(p: Proof) -> Fact:
    """W_O keeps columns, before the product or after it."""
    with_shapes(p)
    p.given(some_rows=rows >= 1)
    as_term = lambda m: fun(lambda i, t: m(i, t), 2)  # noqa: E731
    cut = Matrix(N, n, scores.entry)
    first = scores @ W_O, cut, p.apply(None, "truncation", P=as_term(scores))
    inner = products_equal(p, None, reflexive(p, values_z), first)
    outer = p.apply(None, "value_truncation", P=as_term(before))
    left_, right_ = values_z @ (scores @ W_O), before @ W_O

    def entry(i_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        sides = [p.use(None, fact, i_, t_, using=ends) for fact in (inner, outer)]
        return p.have(None, eq(left_(i_, t_), right_(i_, t_)), *sides)

    return equal_by(p, "out", left_, right_, entry)


greatest = maximum(lambda r: maximum(lambda h: absolute(V(r, h)), 1, N), 1, rows)
spread = 2 * greatest
share = eps / (spread + 1)
value_scale = substitute(needed_scale, {eps: share})
OF_VALUES = {**OF_CELLS, "some_rows": rows >= 1}


@paper.claim(
    given=[rows >= 1, 1 <= r, r <= rows, 1 <= h, h <= N, 1 <= k, k <= N],
    shows=absolute(V(r, h) - V(r, k)) <= spread,
)
def spread_bounds(p: Proof) -> Fact:
    """Both are at most half of it."""
    p.given(
        some_rows=rows >= 1, r_low=1 <= r, r_high=r <= rows, h_low=1 <= h, h_high=h <= N, k_low=1 <= k, k_high=k <= N
    )
    row = p.rule(None, "max_ge", greatest, r, "r_low", "r_high")
    one = p.rule(None, "max_ge", row.concl.args[0], h, "h_low", "h_high")
    two = p.rule(None, "max_ge", row.concl.args[0], k, "k_low", "k_high")
    way = p.apply(None, "abs_triangle", c=V(r, h), s=num(0), top=V(r, k))
    return p.have("out", p.goal, way, row, one, two)


@paper.claim(
    given=[*shaped, *OF_VALUES.values(), value_scale],
    shows=for_tokens_with_gap(
        lambda X: output(X, *SIZES, (*linear_weights, keys, queries, values, outputs)), value_of_cell
    ),
)
def cells_reassigned(p: Proof) -> Fact:
    """By the matrices of A.3, at the precision ε over the spread of the values and 1."""
    with_shapes(p)
    p.given(**OF_VALUES, scale=value_scale)
    gap = assumed(p, *have_gap(X, label))
    ends = assumed(p, 1 <= i, i <= n, 1 <= r, r <= rows, 1 <= h, h <= N)
    own = [p.use(None, fact, i, using=ends[:2]) for fact in gap[:2]]
    bound = p.apply(None, "spread_bounds", *ends[2:], *own, k=label(i))
    each = p.every(None, r, p.every(None, h, bound, *ends[4:]), *ends[2:4])
    p.note("spreads", p.every(None, i, each, *ends[:2]))
    one = p.have(None, num(1) <= 1)
    first = p.rule(None, "max_ge", greatest, num(1), one, "some_rows")
    some = p.have(None, num(1) <= N, "several")
    second = p.rule(None, "max_ge", first.concl.args[0], num(1), one, some)
    sign = p.apply(None, "abs_nonneg", x=V(num(1), num(1)))
    p.have("spread_low", 0 <= spread, first, second, sign)
    p.have("more", 0 < spread + 1, "spread_low")
    inverse = p.apply(None, "inv_pos", x=spread + 1)
    p.have("share_pos", 0 < share, ("eps_pos", inverse))
    error = p.apply(None, "values_reassigned_at_scale", *gap, "share_pos", epsilon=share, spread=spread)
    unit = p.have(None, eq(spread / (spread + 1) + 1 / (spread + 1), 1), "more")
    error = p.have(None, error.concl.args[0] <= eps, error, (unit, eps), "share_pos")
    of_layer, weights = weights_of_layer(p)
    of_values = W_V @ z, W_V @ layer, products_equal(p, None, reflexive(p, W_V), of_layer)
    inner = of_values[0] @ weights[0], of_values[1] @ weights[1], products_equal(p, None, of_values, weights)
    product = products_equal(p, None, inner, reflexive(p, W_O))
    moved = p.apply(None, "truncated_last")
    start = values_z @ (scores @ W_O)

    def entry(i_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        sides = [p.use(None, fact, i_, t_, using=ends) for fact in (moved, product)]
        return p.have(None, eq(start(i_, t_), found_output(i_, t_)), *sides)

    equal = equal_by(p, None, start, found_output, entry)
    return entry_by_entry(p, error, equal, found_output, value_of_cell(h, i, label), gap)


@paper.claim(given=[*shaped, *OF_VALUES.values()], shows=values_found)
def proposition_3_3(p: Proof) -> Fact:
    """At a scale R that is large enough."""
    with_shapes(p)
    p.given(**OF_VALUES)

    def with_R(_: Fact, scale: Fact) -> Fact:
        sizes = [p.have(None, 1 <= d + N, "some_d", "several"), p.have(None, 1 <= d + 1, "some_d")]
        near = p.apply(None, "cells_reassigned", scale)
        return p.exhibit(None, p.goal, [*SIZES, *linear_weights, keys, queries, values, outputs], *sizes, near)

    return p.obtain("out", p.apply(None, "not_negative", x=value_scale.args[0]), [R], with_R)


# --- the statements ---------------------------------------------------------------------------------------------------

slabs = (
    "That the tokens without the gap Δ make a set of small measure, in a bounded domain and if no two pieces are "
    "equal: they lie in slabs about boundaries of cells, which become thin with Δ."
)
narrower = "With fewer than n pieces there are fewer columns than tokens; for one piece ln(N − 1) is not defined."
few = Erratum(
    "gap",
    "Linear(X) has a column for every piece and needs one for every token: there must be n pieces, if need be added "
    "ones below the others, and two for ln(N − 1).",
)
wrong_space = Erratum("typo", "X has d × n entries: the exceptional region lies in that space, not ℝⁿ.")
in_words = {
    "3.2": "Some weights make truncated attention differ from the cells' indicators by at most ε, for all tokens with "
    "the gap Δ; the others make a set of arbitrarily small measure.",
    "3.3": "Some weights make attention give all tokens with the gap Δ the value of F on their cells, up to ε; the "
    "others make a set of arbitrarily small measure.",
}
for number, restated, claim, wide, steps in (
    ("3.2", "A.2", proposition_3_2, indicator_found, (
        attention_indicates, attention_indicates_at_sharp, made.weights_exist, attention_indicates_padded, tied_error,
        equal_pieces_error, outside_slabs, slab_width,
    )),
    ("3.3", "A.3", proposition_3_3, values_found, (values_reassigned, values_reassigned_at_scale)),
):  # fmt: skip
    given = [1 <= d, 1 <= n, 1 <= N, Delta > 0, eps > 0, *([rows >= 1] if number == "3.3" else [])]
    printed = Claim(tuple(given), wide)
    out = (Erratum("typo", "ℝ_out^d is to be ℝ^(d_out)."),) if number == "3.3" else ()
    for place in (number, restated):
        first = few if place == "3.2" else Erratum("gap", few.what, same_as="proposition-3.2")
        numbered(
            "proposition", place, in_words[number], printed=printed, mended=claim, steps=steps, narrower=narrower,
            argued=slabs, errata=(first, wrong_space, *out),
        )  # fmt: skip
        display(
            place, 1, "The largest error is at most ε, for all tokens with the gap.", printed=printed, mended=claim,
            narrower=narrower, errata=Erratum("gap", few.what, same_as="proposition-3.2"),
        )  # fmt: skip
display(
    "A.3",
    2,
    "The attention scores are within ε_0 of the indicators.",
    printed=Claim((1 <= d, 1 <= n, 1 <= N, Delta > 0, eps > 0), indicator_found),
    mended=proposition_3_2,
    narrower=narrower,
    errata=Erratum("gap", few.what, same_as="proposition-3.2"),
)
