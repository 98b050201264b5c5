"""Propositions 3.2 and 3.3 as one sentence each: attention indicates the cell of every token, and maps it to a value.

The excluded region is a set S of sequences whose Lebesgue measure is at most η > 0: it contains the sequences of the
domain U with a token at which two pieces are within some gap Δ of each other, and lies in finitely many boxes
(`exceptional_set`). The weights depend on the pieces, on U, ε and η, not on the tokens. For tokens that satisfy
Assumption 3.1 nothing is excluded (`indicated_with_gap`, `reassigned_with_gap`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import LINEAR, attention_layer, linear_layer
from proofs.papers.liu.section_3_max_affine.exceptional_set import S, bounded, different, eta, highest
from proofs.papers.liu.section_3_max_affine.indicator import more_pieces
from proofs.papers.liu.section_3_max_affine.indicator_error import W_O, for_tokens, labels, needed_scale
from proofs.papers.liu.section_3_max_affine.indicator_weights import (
    W_K,
    W_Q,
    here,
    left,
    linear,
    pad,
    shaped,
    shift,
    tokens,
    with_shapes,
)
from proofs.papers.liu.section_3_max_affine.reassignment import W_V, V, rows
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import U
from proofs.papers.liu.vocabulary import *
from proofs.theorems.algebra.matrices import Matrix, entries, equal_by, named, products_equal, reflexive, softmax
from proofs.theorems.analysis.compactness import member
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.lebesgue import measure_at_most

r, t = ints("r t")
(P_,) = vectors("P", 2)


def have_gap(X_: Term, label_: Term) -> list[Term]:
    """The label of each token is a piece that exceeds all others by at least Δ there."""
    return [substitute(g, {X: X_, label: label_}) for g in (*labels, for_tokens(top(k, here)))]


def outside(X_: Term, label_: Term, S: Term) -> list[Term]:
    """X is in U and not in S, and the label of each token is a piece that is maximal there."""
    return [member(U, X_), S(X_) <= 0, *(substitute(g, {X: X_, label: label_}) for g in (*labels, highest))]


def near_to(m: Matrix, wanted: Callable[[Term, Term, Term], Term], label: Term) -> Term:
    """Every entry of the matrix is within ε of the target."""
    return every(lambda h: every(lambda i: abs(m(h, i) - wanted(h, i, label)) <= eps, 1, n), 1, m.rows)


def for_tokens_with_gap(found: Callable[[Term], Matrix], wanted: Callable[[Term, Term, Term], Term]) -> Term:
    """Every entry of found(X) is within ε of the target, for all X whose tokens have the gap."""

    close = lambda X, label: implies(*have_gap(X, label), near_to(found(X), wanted, label))  # noqa: E731
    return for_all(close, MATRIX, "(Z>Z)")


def cell(h: Term, i: Term, label: Term) -> Term:
    """Entry h of E(x_i)."""
    return one_hot(h, label(i))


def value_of_cell(r: Term, i: Term, label: Term) -> Term:
    """Coordinate r of F(x_i)."""
    return V(r, label(i))


def attention_matrix(X: Term, H: Term, D: Term, s: Term, weights: Sequence[Term], columns: Term = N) -> Matrix:
    """Softmax((W_K Linear(X))ᵀ W_Q Linear(X)) W_O, where Linear(X) has the given number of columns."""
    P, Q, R, W_K, W_Q, W_O = weights
    z = linear_layer(named(X, d, n), H, P, Q, R, D, columns)
    return softmax((named(W_K, s, D) @ z).T @ (named(W_Q, s, D) @ z)) @ named(W_O, columns, n)


def output(X: Term, H: Term, D: Term, s: Term, weights: Sequence[Term], columns: Term = N) -> Matrix:
    """Attn(Linear(X)), with d_out rows, where Linear(X) has the given number of columns."""
    P, Q, R, *attention = weights
    return attention_layer(linear_layer(named(X, d, n), H, P, Q, R, D, columns), attention, s, rows, n)


def truncates(W_O: Term, columns: Term = N) -> Term:
    """W_O selects the columns of the tokens."""
    return every(lambda h: every(lambda i: Eq(W_O(h, i), one_hot(h, i)), 1, n), 1, columns)


def indicates(tokens: Callable[..., Term], columns: Term, H: Term, D: Term, s: Term, *weights: Term) -> list[Term]:
    """The truncated attention matrix indicates the cells of such tokens; its rows beyond the N pieces are near 0."""
    near = tokens(lambda X: attention_matrix(X, H, D, s, weights, columns), cell)
    return [1 <= H, 1 <= D, 1 <= s, truncates(weights[-1], columns), near]


def reassigns(tokens: Callable[..., Term], columns: Term, H: Term, D: Term, s: Term, *weights: Term) -> list[Term]:
    """Attention maps every such token to the value of its cell."""
    return [1 <= H, 1 <= D, 1 <= s, tokens(lambda X: output(X, H, D, s, weights, columns), value_of_cell)]


def but_in(S: Term) -> Callable[..., Term]:
    """For all X of U that are not in S, where the label of each token is a maximal piece."""

    def for_tokens_outside(found: Callable[[Term], Matrix], wanted: Callable[[Term, Term, Term], Term]) -> Term:
        return for_all(
            lambda X, label: implies(*outside(X, label, S), near_to(found(X), wanted, label)), MATRIX, "(Z>Z)"
        )

    return for_tokens_outside


WEIGHTS_32, WEIGHTS_33 = ((*"ZZZ", *LINEAR, *[MATRIX] * many) for many in (3, 4))
REGION = f"({MATRIX}>R)"
indicated, indicated_in_columns = (exists(lambda H, D, s, P, Q, R, W_K, W_Q, W_O, columns=columns: indicates(
    for_tokens_with_gap, columns, H, D, s, P, Q, R, W_K, W_Q, W_O), *WEIGHTS_32) for columns in (N, M))  # fmt: skip
reassigned = exists(lambda H, D, s, P, Q, R, W_K, W_Q, W_V, W_O: reassigns(
    for_tokens_with_gap, N, H, D, s, P, Q, R, W_K, W_Q, W_V, W_O), *WEIGHTS_33)  # fmt: skip
reassigned_in_columns = exists(lambda M, H, D, s, P, Q, R, W_K, W_Q, W_V, W_O: [1 <= M, *reassigns(
    for_tokens_with_gap, M, H, D, s, P, Q, R, W_K, W_Q, W_V, W_O)], "Z", *WEIGHTS_33)  # fmt: skip
indicator_found, found_in_columns = (exists(
    lambda H, D, s, P, Q, R, W_K, W_Q, W_O, S, columns=columns: [
        *indicates(but_in(S), columns, H, D, s, P, Q, R, W_K, W_Q, W_O), measure_at_most(S, eta, d, n),
    ],
    *WEIGHTS_32, REGION,
) for columns in (N, M))  # fmt: skip
values_found = exists(
    lambda H, D, s, P, Q, R, W_K, W_Q, W_V, W_O, S: [
        *reassigns(but_in(S), N, H, D, s, P, Q, R, W_K, W_Q, W_V, W_O), measure_at_most(S, eta, d, n),
    ],
    *WEIGHTS_33, REGION,
)  # fmt: skip


def output_of_square(X: Term, H: Term, M: Term, s: Term, weights: Sequence[Term]) -> Matrix:
    """Attn(Linear(X)), where Linear(X) has M columns for some M, and W_V is d_out × d_out."""
    P, Q, R, *attention = weights
    return attention_layer(linear_layer(named(X, d, n), H, P, Q, R, rows, M), attention, s, rows, n)


def reassigns_by_square(S: Term, H: Term, M: Term, s: Term, *weights: Term) -> list[Term]:
    """Such attention maps every token to the value of its cell, outside of S."""
    near = but_in(S)(lambda X: output_of_square(X, H, M, s, weights), value_of_cell)
    return [1 <= H, 1 <= M, 1 <= s, near, measure_at_most(S, eta, d, n)]


values_found_by_square = exists(
    lambda H, M, s, P, Q, R, W_K, W_Q, W_V, W_O, S: reassigns_by_square(S, H, M, s, P, Q, R, W_K, W_Q, W_V, W_O),
    *WEIGHTS_33, REGION,
)  # fmt: skip
score_words = "‖Softmax(KᵀQ)W_O − [E(x_1), …, E(x_n)]‖_∞ ≤ {3} for some weights, of which W_O only truncates, and all "
columns_words = (
    "‖Softmax(KᵀQ)W_O − [E(x_1), …, E(x_n)]‖_∞ ≤ {3} for some weights of {7} columns, zeros below the indicators, of "
    "which W_O only truncates, and all "
)
score_latex = (
    r"\lVert \mathrm{{Softmax}}(K^\top Q) W_O - [E(x_1), \dots, E(x_n)] \rVert_\infty \le {3} "
    r"\text{{ for some weights, of which }} W_O \text{{ only truncates, and all }} "
)
columns_latex = (
    r"\lVert \mathrm{{Softmax}}(K^\top Q) W_O - [E(x_1), \dots, E(x_n)] \rVert_\infty \le {3} "
    r"\text{{ for some weights of }} {7} \text{{ columns, zeros below the indicators, of which }} W_O "
    r"\text{{ only truncates, and all }} "
)
value_start = "‖Attn(X) − [{0}_(cell of x_1), …, {0}_(cell of x_n)]‖_∞ ≤ {4} for some weights"
value_words = f"{value_start}, with a column for each piece and W_V of d_out rows, and all "
value_norm = (
    r"\lVert \mathrm{{Attn}}(X) - [{0}_{{\text{{cell of }} x_1}}, \dots, {0}_{{\text{{cell of }} x_n}}] "
    r"\rVert_\infty \le {4} "
)
value_latex = (
    rf"{value_norm}\text{{{{ for some weights, a column for each piece, }}}} W_V \text{{{{ of }}}} d_{{{{out}}}} "
    r"\text{{ rows, and all }} "
)
NAMED: tuple[tuple[Term, tuple[Term, ...], str, str, str, str], ...] = (
    (indicated_in_columns, (a, b, Delta, eps, n, d, N, M), columns_words, columns_latex, "{2}", ""),
    (found_in_columns, (a, b, U, eps, eta, d, n, M, N), columns_words, columns_latex, "{2}", "{4}"),
    (indicated, (a, b, Delta, eps, d, n, N), score_words, score_latex, "{2}", ""),
    (reassigned, (V, a, b, Delta, eps, rows, d, n, N), value_words, value_latex, "{3}", ""),
    (
        reassigned_in_columns, (V, a, b, Delta, eps, rows, d, n, N), f"{value_start}, with W_V of d_out rows, and all ",
        rf"{value_norm}\text{{{{ for some weights, }}}} W_V \text{{{{ of }}}} d_{{{{out}}}} "
        r"\text{{ rows, and all }} ", "{3}", "",
    ),
    (indicator_found, (a, b, U, eps, eta, d, n, N), score_words, score_latex, "{2}", "{4}"),
    (values_found, (V, a, b, U, eps, eta, rows, d, n, N), value_words, value_latex, "{3}", "{5}"),
    (
        values_found_by_square, (V, a, b, U, eps, eta, rows, d, n, N), f"{value_start} and all ",
        rf"{value_norm}\text{{{{ for some weights and all }}}} ", "{3}", "{5}",
    ),
)  # fmt: skip
for formula, of, words, symbols, first, volume in NAMED:
    if volume:
        where = f"X in {first} outside of a set of measure at most {volume}"
        tail = rf"X \in {first} \text{{{{ outside of a set of measure at most }}}} {volume}"
    else:
        where, tail = f"tokens with the gap {first}", rf"\text{{{{tokens with the gap }}}} {first}"
    paper.notions.define(formula, of, words + where, symbols + tail)

# --- the weights of A.2 and A.3 ---------------------------------------------------------------------------------------

made_P, made_Q = fun(lambda h, i, c: left(i, c), 3), fun(lambda h, k, t: pad(k, t), 3)
linear_weights = made_P, made_Q, fun(lambda i, t: shift(i, t), 2)
keys, queries, values, outputs = (fun(lambda i, t, m=m: m(i, t), 2) for m in (W_K, W_Q, W_V, W_O))
layer = linear_layer(tokens, num(1), *linear_weights, d + N, N)
SIZES = num(1), d + N, d + 1


found_matrix = attention_matrix(X, *SIZES, (*linear_weights, keys, queries, outputs))
found_output = output(X, *SIZES, (*linear_weights, keys, queries, values, outputs))
OF_CELLS = {"several": N >= 2, "positive": Delta > 0, "eps_pos": eps > 0}


def entry_by_entry(p: Proof, error: Fact, goal: Matrix, wanted: Term, *equal: Fact) -> Fact:
    """Prove an entrywise bound from the bound of the largest error, possibly for an equal matrix."""
    ends = assumed(p, 1 <= h, h <= goal.rows, 1 <= i, i <= n)
    column = p.max_ge(error.concl.args[0], i, *ends[2:])
    entry = p.max_ge(column.concl.args[0], h, *ends[:2])
    same = [p.specialize(fact, h, i, using=ends) for fact in equal]
    moved = [p.congr(lambda y: abs(y - wanted), x) for x in same]
    return p.have(abs(goal(h, i) - wanted) <= eps, entry, column, error, *moved)


@paper.claim(
    given=[*shaped, *OF_CELLS.values(), needed_scale],
    shows=for_tokens_with_gap(lambda X: attention_matrix(X, *SIZES, (*linear_weights, keys, queries, outputs)), cell),
)
def cells_indicated(p: Proof) -> Fact:
    """Take the matrices of A.2."""
    gap = assumed(p, *have_gap(X, label))
    error = p.apply("weights_exist", *gap)
    return entry_by_entry(p, error, found_matrix, cell(h, i, label))


@paper.claim(given=[*shaped], shows=truncates(outputs))
def only_truncated(p: Proof) -> Fact:
    """[I_n; 0] consists of the first n columns of the identity."""
    ends = assumed(p, 1 <= h, h <= N, 1 <= i, i <= n)
    entry = Eq(outputs(h, i), one_hot(h, i))
    within, beyond = p.assume(h <= n), p.assume(n < h)
    same = p.ite_eq(outputs(h, i), within)
    none = p.ite_eq(outputs(h, i), beyond)
    apart = p.ite_eq(one_hot(h, i), p.have(i < h, beyond, ends[3]))
    return p.cases(h, n, p.have(entry, same), p.have(entry, none, apart))


@paper.claim(given=[*shaped, *OF_CELLS.values()], shows=indicated)
def indicated_with_gap(p: Proof) -> Fact:
    """Take a sufficiently large scale R."""
    _, scale = p.obtain(p.apply("not_negative", x=needed_scale.args[0]), R)
    near, cut = p.apply("cells_indicated", scale), p.apply("only_truncated")
    return p.exists_intro(p.goal, [*SIZES, *linear_weights, keys, queries, outputs], cut, near)


# --- with more columns than pieces -----------------------------------------------------------------------------------

SHAPES = {"wide": d >= 1, "long": n >= 1, "some": N >= 1, "room": n <= M, "room_": N <= M}


@paper.claim(
    given={**SHAPES, "two": M >= 2, "positive": Delta > 0, "eps_pos": eps > 0}, shows=indicated_in_columns,
)  # fmt: skip
def indicated_with_more_pieces(p: Proof) -> Fact:
    """The columns beyond the N pieces stand for pieces below the first one."""
    weights = [variable(f"w_{k}", sort) for k, sort in enumerate(WEIGHTS_32)]

    found = p.apply("indicated_with_gap", N=M, a=more_pieces[a], b=more_pieces[b])
    facts = p.obtain(found, *weights)
    gap, i_in = assumed(p, *have_gap(X, label)), assumed(p, 1 <= i, i <= n)
    _, high, apart = (p.specialize(fact, i, using=i_in) for fact in gap)
    kept = p.apply("padding_keeps_gap", high, apart)
    below = p.generalize(i, p.have(label(i) <= M, high))
    near = p.rule("specialize", p.rule("specialize", facts[-1], X), label)
    for side in (gap[0], below, p.generalize(i, kept)):
        near = p.mp(near, side)
    return p.exists_intro(p.goal, weights, *facts[:-1], near)


NOTHING = [num(1), num(1), num(1), *(fun(lambda *_: num(0), k) for k in (3, 3, 2, 2, 2)), fun(one_hot, 2)]
one_column = substitute(indicated_in_columns, {M: num(1)})


@paper.claim(given=[*(substitute(x, {M: num(1)}) for x in SHAPES.values()), eps > 0], shows=one_column)
def indicated_with_one_piece(p: Proof) -> Fact:
    """There are one token and one piece, and softmax of a single score is 1."""
    gap, ends = assumed(p, *have_gap(X, label)), assumed(p, 1 <= h, h <= 1, 1 <= i, i <= n)
    low, high = (p.specialize(fact, i, using=ends[2:]) for fact in gap[:2])
    same_h = p.antisymmetry(ends[1], ends[0])
    same_i = p.antisymmetry(ends[2], p.have(i <= 1, ends[3]))
    own = p.have(Eq(h, label(i)), same_h, low, high)
    found = attention_matrix(X, num(1), num(1), num(1), NOTHING[3:], num(1))(h, i)
    choices = p.reduce_ite(same_i, one_hot(num(1), i)), p.reduce_ite(own, one_hot(h, label(i)))
    level = p.have(Eq(found - one_hot(h, label(i)), 0), *choices[0], *choices[1])
    none = p.congr(abs, level)
    near = p.have(abs(found - one_hot(h, label(i))) <= eps, none, eps > 0)
    near = p.generalize(h, p.generalize(i, near))
    near = p.generalize(label, near, *gap)
    return p.exists_intro(p.goal, NOTHING, near)


@paper.claim(given={**SHAPES, "positive": Delta > 0, "eps_pos": eps > 0}, shows=indicated_in_columns)
def indicated_in_any_columns(p: Proof) -> Fact:
    """By cases: one column, or more."""
    one, more = assumed(p, M <= 1, 1 < M)
    same = p.antisymmetry(p.have(1 <= M), one)
    few = [p.have(x, y, one) for x, y in ((n <= 1, "room"), (N <= 1, "room_"))]
    single = p.apply("indicated_with_one_piece", *few)
    template = hole(lambda x: substitute(indicated_in_columns, {M: x}), "Z")
    single = p.replace(same, template, single)
    return p.cases(M, 1, single, p.apply("indicated_with_more_pieces", more))


# --- values -----------------------------------------------------------------------------------------------------------

square_, kept = named(P_, rows, N), named(P_, rows, n)


@paper.claim(given=[*shaped, rows >= 1], shows=(square_ @ W_O).equals(kept))
def value_truncation(p: Proof) -> Fact:
    """W_O selects the columns of the tokens."""
    with_shapes(p)
    return entries(p, "out", square_ @ W_O, kept)


z = linear(tokens)
scores = softmax((W_K @ z).T @ (W_Q @ z))
values_z = W_V @ z
before = values_z @ scores


@paper.claim(given=[*shaped, rows >= 1], shows=(values_z @ (scores @ W_O)).equals((values_z @ scores) @ W_O))
def truncated_last(p: Proof) -> Fact:
    """W_O selects columns, either before the product or after it."""
    as_term = lambda m: fun(lambda i, t: m(i, t), 2)  # noqa: E731
    cut = Matrix(N, n, scores.entry)
    first = scores @ W_O, cut, p.apply("truncation", P=as_term(scores))
    inner = products_equal(p, None, reflexive(p, values_z), first)
    outer = p.apply("value_truncation", P=as_term(before))
    left_, right_ = values_z @ (scores @ W_O), before @ W_O

    def entry(i_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        sides = [p.specialize(fact, i_, t_, using=ends) for fact in (inner, outer)]
        return p.have(Eq(left_(i_, t_), right_(i_, t_)), *sides)

    return equal_by(p, "out", left_, right_, entry)


greatest = Max(lambda r: Max(lambda h: abs(V(r, h)), 1, N), 1, rows)
spread = 2 * greatest
share = eps / (spread + 1)
value_scale = substitute(needed_scale, {eps: share})
OF_VALUES = {**OF_CELLS, "some_rows": rows >= 1}


@paper.claim(
    given=[rows >= 1, 1 <= r, r <= rows, 1 <= h, h <= N, 1 <= k, k <= N], shows=abs(V(r, h) - V(r, k)) <= spread
)
def spread_bounds(p: Proof) -> Fact:
    """Both are at most half of the spread."""
    p.given(r_low=1 <= r, r_high=r <= rows, h_low=1 <= h, h_high=h <= N, k_low=1 <= k, k_high=k <= N)
    row = p.max_ge(greatest, r, "r_low", "r_high")
    one = p.max_ge(row.concl.args[0], h, "h_low", "h_high")
    two = p.max_ge(row.concl.args[0], k, "k_low", "k_high")
    way = p.apply("abs_triangle", c=V(r, h), s=num(0), top=V(r, k))
    return p.have(p.goal, way, row, one, two)


@paper.claim(
    given=[*shaped, *OF_VALUES.values(), value_scale],
    shows=for_tokens_with_gap(
        lambda X: output(X, *SIZES, (*linear_weights, keys, queries, values, outputs)), value_of_cell
    ),
)
def cells_reassigned(p: Proof) -> Fact:
    """Take the matrices of A.3, with precision ε divided by the spread of the values plus 1."""
    p.given(**OF_VALUES)
    gap = assumed(p, *have_gap(X, label))
    one = p.have(num(1) <= 1)
    first = p.max_ge(greatest, num(1), one, "some_rows")
    some = p.have(num(1) <= N)
    second = p.max_ge(first.concl.args[0], num(1), one, some)
    p.have(0 <= spread, first, second, label="spread_low")
    p.have(0 < spread + 1, label="more")
    error = p.apply("values_reassigned_at_scale", *gap, epsilon=share, spread=spread)
    error = p.have(error.concl.args[0] <= eps, error)
    moved = p.apply("truncated_last")
    return entry_by_entry(p, error, found_output, value_of_cell(h, i, label), moved)


@paper.claim(given=[*shaped, *OF_VALUES.values()], shows=reassigned)
def reassigned_with_gap(p: Proof) -> Fact:
    """Take a sufficiently large scale R."""
    _, scale = p.obtain(p.apply("not_negative", x=value_scale.args[0]), R)
    near = p.apply("cells_reassigned", scale)
    return p.exists_intro(p.goal, [*SIZES, *linear_weights, keys, queries, values, outputs], near)


@paper.claim(given=[1 <= d, 1 <= n, 1 <= N, Delta > 0, eps > 0, rows >= 1], shows=reassigned_in_columns)
def reassigned_in_any_columns(p: Proof) -> Fact:
    """Take n + N columns; those beyond the N stand for pieces below the first one, with any values."""
    weights = [variable(f"w_{k}", sort) for k, sort in enumerate(WEIGHTS_33)]
    columns = n + N
    padding = {x: substitute(y, {M: columns}) for x, y in more_pieces.items()}

    found = p.apply("reassigned_with_gap", N=columns, a=padding[a], b=padding[b])
    facts = p.obtain(found, *weights)
    gap, i_in = assumed(p, *have_gap(X, label)), assumed(p, 1 <= i, i <= n)
    _, high, apart = (p.specialize(fact, i, using=i_in) for fact in gap)
    kept = p.apply("padding_keeps_gap", high, apart, M=columns)
    below = p.generalize(i, p.have(label(i) <= columns, high))
    near = p.rule("specialize", p.rule("specialize", facts[-1], X), label)
    for side in (gap[0], below, p.generalize(i, kept)):
        near = p.mp(near, side)
    return p.exists_intro(p.goal, [columns, *weights], *facts[:-1], near)


# --- but for a small region -------------------------------------------------------------------------------------------


def all_of(*formulas: Term) -> Term:
    """Return the conjunction of these formulas."""
    return exists(lambda: list(formulas))


OUTSIDE = {**SHAPES, "positive": Delta > 0, "eps_pos": eps > 0, "eta_pos": eta > 0}


@paper.claim(given={**SHAPES, "eps_pos": eps > 0, "eta_pos": eta > 0, "bounded": bounded(U), "different": different},
             shows=found_in_columns)  # fmt: skip
def indicated_but_in_small_region(p: Proof) -> Fact:
    """Take a gap so small that few tokens have none."""
    weights = [variable(f"w_{k}", sort) for k, sort in enumerate(WEIGHTS_32)]

    region = p.apply("gaps_but_in_small_region")
    positive, volume, apart = p.obtain(region, Delta, S)
    ends = assumed(p, *outside(X, label, S))
    i_in, h_in = assumed(p, 1 <= i, i <= n), assumed(p, 1 <= h, h <= N)
    other = p.assume(negation(Eq(h, label(i))))
    own = [p.specialize(fact, i, using=i_in) for fact in ends[2:]]
    far = p.rule("specialize", p.specialize(apart, X, i, h, using=[*ends[:2], *i_in, *h_in]), label(i))
    for side in (*own[:2], other):
        far = p.mp(far, side)
    gap = p.apply("outside_slabs", *own, far)
    gap = p.generalize(i, gap)

    facts = p.obtain(p.apply("indicated_in_any_columns", positive), *weights)
    near = p.rule("specialize", p.rule("specialize", facts[-1], X), label)
    for side in (*ends[2:4], gap):
        near = p.mp(near, side)
    return p.exists_intro(p.goal, [*weights, S], *facts[:-1], near, volume)


@paper.claim(given=OUTSIDE, shows=all_of(indicated_in_columns, implies(bounded(U), different, found_in_columns)))
def proposition_3_2(p: Proof) -> Fact:
    """On any domain, for tokens with the gap; on a bounded one, outside of a small region."""
    in_region = p.apply("indicated_but_in_small_region", *assumed(p, bounded(U), different))
    in_region = p.discharge(in_region, bounded(U), different)
    return p.exists_intro(p.goal, [], p.apply("indicated_in_any_columns"), in_region)
