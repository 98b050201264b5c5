"""Propositions 3.2 and A.2: all weights together, for any numbers of tokens and pieces, and where they fail."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.indicator_error import (
    W_O,
    all_topped,
    error,
    for_tokens,
    indicators,
    labelled,
    labels,
    needed_scale,
    within,
)
from proofs.papers.liu.section_3_max_affine.indicator_weights import *
from proofs.papers.liu.vocabulary import *
from proofs.theorems.algebra.matrices import Matrix, named, same, softmax
from proofs.theorems.networks.softmax import differ

# --- 3.2, A.2: the whole construction -----------------------------------------------------------------------------

names = ("L", "K", "Q", "S", "A")
L_, K_, Q_, S_, A_ = (
    named(f, rows, columns)
    for f, rows, columns in zip(vectors(" ".join(names), 2), (d + N, d + 1, d + 1, N, N), (N, N, N, N, n), strict=True)
)


def layers(linear_x: Matrix, keys_: Matrix, queries_: Matrix, weights: Matrix) -> tuple[Matrix, ...]:
    """Return Linear(X), its keys and queries, the attention matrix, and its truncation, each from the previous ones."""
    return linear(tokens), W_K @ linear_x, W_Q @ linear_x, softmax(keys_.T @ queries_), weights @ W_O


built = tuple(m.equals(as_) for m, as_ in zip((L_, K_, Q_, S_, A_), layers(L_, K_, Q_, S_), strict=True))


def with_layers(p: Proof) -> None:
    """Assume the shapes, and that L, K, Q, S, A are the matrices that the construction gives for X."""
    with_shapes(p)
    p.given(**{f"is_{name}": formula for name, formula in zip(names, built, strict=True)})


@paper.theorem
def layer_entry(p: Proof) -> None:
    """L(c, m) is X beside zeros, on top of the identity."""
    p.given(low_c=c >= 1, high_c=c <= d + N, low_m=m >= 1, high_m=m <= N)
    p.apply("linear_pads", label="pads")
    p.apply("linear_stacks", label="stacks")
    steps = [p.specialize(p.assume(by), c, m) for by in (built[0], "pads", "stacks")]
    p.qed(p.have(Eq(L_(c, m), stacked(c, m)), *steps))


def _weighted(p: Proof, own: Matrix, weights: Matrix, theorem: str, product: Matrix) -> None:
    """own = weights · L and the theorem weights · stacked = product ⊢ own(c, m) = product(c, m)."""
    p.given(some_n=n >= 1, enough=n <= N, is_L=built[0], low_m=m >= 1, high_m=m <= N)
    p.given(low_c=c >= 1, high_c=c <= d + 1, low_h=h >= 1, high_h=h <= d + N)
    p.given(is_own=own.equals(weights @ L_))
    entry = p.apply("layer_entry", c=h)
    across, down, there = (fun(lambda h: weights(c, h)), fun(lambda h: L_(h, m)), fun(lambda h: stacked(h, m)))
    sum_ = p.apply("product_eq", entry, n=d + N, f=across, g=across, u=down, v=there)
    all_ = p.apply(theorem)
    p.qed(
        p.have(
            Eq(own(c, m), product(c, m)),
            sum_,
            p.specialize("is_own", c, m),
            p.specialize(all_, c, m),
            label="out",
        )
    )


@paper.theorem
def key_entry(p: Proof) -> None:
    """The keys are the scaled coefficients."""
    _weighted(p, K_, W_K, "keys", K)


@paper.theorem
def query_entry(p: Proof) -> None:
    """The queries are the tokens over ones."""
    _weighted(p, Q_, W_Q, "queries", Q)


@paper.claim(given=[*shaped, *built, *is_index(h), i >= 1, i <= n], shows=Eq(A_(h, i), attends(h)))
def attention_entry(p: Proof) -> Fact:
    """Entry (h, i) of the truncated attention matrix."""
    with_layers(p)
    raw, score = (fun(lambda h, z=z: z(h, i)) for z in (K_.T @ Q_, K.T @ Q))
    p.apply("softmax_eq", a=raw, b=score, n=N, k=h, label="column")
    scores = p.apply("attention_column")
    truncated = p.apply("truncation", P=fun(S_, 2))
    steps = [p.specialize("is_A", h, i), p.specialize(truncated, h, i), p.specialize("is_S", h, i)]
    return p.have(p.goal, *steps, p.specialize(scores, h))


def greatest_error(weights: Matrix) -> Term:
    """‖weights − [E(x_1), …, E(x_n)]‖_∞, column by column."""
    return Max(lambda j: Max(lambda h: abs((weights - indicators)(h, j)), 1, N), 1, n)


@paper.claim(given=[*shaped, *built, *labels, for_tokens(within)], shows=greatest_error(A_) <= eps)
def attention_within(p: Proof) -> Fact:
    """If all top weights are at least 1 − ε, every entry of truncated attention is within ε of the indicators."""
    with_layers(p)
    p.given(within=for_tokens(within), low_i=i >= 1, high_i=i <= n, low_h=h >= 1, high_h=h <= N)
    labelled(p, i)
    p.specialize("within", i, label="at")
    p.apply("column_error", k=label(i), label="column")
    p.max_ge(error(label(i)), h, "low_h", "high_h", label="member")
    entry = p.apply("attention_entry")
    miss = abs((A_ - indicators)(h, i))
    moved = p.congr(lambda y: abs(y - indicators(h, i)), entry)
    entries = p.generalize(h, p.have(miss <= eps, moved))
    worst = Max(lambda h: abs((A_ - indicators)(h, i)), 1, N)
    columns = p.generalize(i, p.max_le(worst, eps, p.side_condition(N >= 1), entries))
    return p.max_le(greatest_error(A_), eps, "some_n", columns)


@paper.claim(given=[*shaped, N >= 2, *built, *all_topped, eps > 0, needed_scale], shows=greatest_error(A_) <= eps)
def attention_indicates(p: Proof) -> Fact:
    """At the corrected threshold, truncated attention is within ε of the indicators of all tokens."""
    p.given(apart=for_tokens(top(k, here)), low_i=i >= 1, high_i=i <= n)
    labelled(p, i)
    p.specialize("apart", i, label="top")
    p.apply("scale_bounds_tail", label="close")
    all_within = p.apply("top_attends", k=label(i))
    return p.apply("attention_within", all_within, label="out")


z_ = linear(tokens)
attention = softmax((W_K @ z_).T @ (W_Q @ z_)) @ W_O
made_layers = (z_, W_K @ z_, W_Q @ z_, softmax((W_K @ z_).T @ (W_Q @ z_)), attention)


@paper.claim(given=[*shaped, N >= 2, *all_topped, eps > 0, needed_scale], shows=greatest_error(attention) <= eps)
def weights_exist(p: Proof) -> Fact:
    """The matrices written out in terms of X and the coefficients have this property, so such weights exist."""
    return p.apply("attention_indicates", **{name: fun(m, 2) for name, m in zip(names, made_layers, strict=True)})


# With fewer pieces than tokens: M >= N, n pieces, the new ones copies of the first, lowered by the gap.
more_pieces = {
    N: M,
    a: fun(lambda h, c: ite(h <= N, a(h, c), a(1, c)), 2),
    b: fun(lambda h: ite(h <= N, b(h), b(1) - Delta)),
}


def lowered(t: Term) -> Term:
    """Return a statement about N pieces for the M pieces of the padded function."""
    return substitute(t, more_pieces)


@paper.theorem
def padding_keeps_gap(p: Proof) -> None:
    """If piece k is maximal among N with gap Δ, it is so among the M of the padded function."""
    p.given(some=N >= 1, at_high=k <= N, positive=Delta > 0, apart=top(k, here))
    p.given(low=m >= 1, high=m <= M, other=negation(Eq(m, k)))
    old, new = m <= N, m > N
    below = lowered(affine(k, here))
    goal = lowered(affine(m, here)) + Delta <= below
    gap = p.specialize("apart", m, using=[p.assume(old)])
    copied = same(p, None, lowered(affine(m, here)), affine(m, here), old)
    among_old = p.have(goal, gap, copied, same(p, None, below, affine(k, here), "at_high"))
    lowest = affine(num(1), here)
    added = same(p, None, lowered(affine(m, here)), lowest - Delta, new)

    def first(case: Fact) -> Fact:
        if case.concl.op == "eq":
            at_most = p.congr(lambda h: affine(h, here), case)
        else:
            at_most = p.specialize("apart", 1, using=[differ(p, case, num(1), k)])
        return p.have(lowest <= affine(k, here), at_most, "positive")

    p.trichotomy(1, k, first, label="first")
    among_new = p.have(goal, added, "first", same(p, None, below, affine(k, here), "at_high"))
    each = p.cases(m, N, among_old, among_new)
    p.qed(p.generalize(m, each, "low", "high", "other"))
