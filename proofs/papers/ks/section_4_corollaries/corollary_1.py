"""Corollary 1: a Transformer of one layer memorizes labelled sequences (section 4.1, A.3).

By Theorem 2, attention maps tokens that differ or occur in different contexts to different ids, which are vectors of d
numbers. So equal ids have equal labels, and a feed-forward layer maps the ids to the labels (`memorization`).

Parameters are counted as in the paper: a matrix of rank one has those of its two vectors. So W_O, W_V, W_K and W_Q have
s + d parameters each. In the feed-forward layer with q hidden units, W_1 has d, since its rows are equal, b_1 has q,
W_2 has d q, and b_2, which is 0, has none. W_O can be replaced by a matrix of rank one, since W_V has rank one and only
the product W_O W_V matters.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import m, pi
from proofs.papers.ks.beyond.theorem_2_larger_delta import counted_8, counted_reach
from proofs.papers.ks.section_3_theorem_2.theorem_2 import eq_8
from proofs.papers.ks.section_4_corollaries.memorization import U, alike_where, consistent, equal_rows, label, ranged
from proofs.papers.ks.vocabulary import i, j, k, n, paper, some
from proofs.theorems.algebra.matrices import equal_by, named, products_equal, reflexive
from proofs.theorems.algebra.matrices import softmax as softmax_of
from proofs.theorems.analysis.norms import dot
from proofs.theorems.networks.transformers import *

t, h, e = ints("t h e")
C = ints("C")[0]
O, V, K, Q = one_head
x, y = vectors("x y")
WEIGHTS = [O, V, K, Q, W_1, b_1, W_2, b_2, q]
SORTS = [MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, VECTOR, MATRIX, VECTOR, "Z"]

# --- a Transformer block and its parameters ---------------------------------------------------------------------------


def ids(X: Term, O: Term, V: Term, K: Term, Q: Term) -> Term:
    """The images of the sequences under attention with one head."""
    return images(X, single_head(O, V, K, Q))


def block(X: Term, O: Term, V: Term, K: Term, Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
    """The images of the sequences under the Transformer block (4) with one head and q hidden units."""
    return images(X, lambda Z: feed_forward(single_head(O, V, K, Q)(Z), W_1, b_1, W_2, b_2, q))


def outer_product(W: Term, rows: Term, columns: Term) -> Term:
    """W = x yᵀ for some x and y: W is 0 or has rank one."""
    return exists(
        lambda x, y: every(lambda p: every(lambda t: Eq(W(p, t), x(p) * y(t)), 1, columns), 1, rows), VECTOR, VECTOR
    )


def same_data(X: Term, Y: Term) -> Term:
    """X = Y: the entries of all sequences agree."""
    return places(lambda i, k: every(lambda t: Eq(X(i, t, k), Y(i, t, k)), 1, d))


def parameters(q: Term) -> Term:
    """The number of parameters: those of four outer products, and d + q + d q."""
    return 4 * (s + d) + (d + q + d * q)


stated_count = 4 * (s + d) + d * (2 * n * N + d)
paper.notions.define(
    block(X, *WEIGHTS), (X, *WEIGHTS), "F({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
    r"\mathcal{{F}}({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
)  # fmt: skip
paper.notions.define(parameters(q), (q,), "parameters({0})", r"\mathrm{{parameters}}({0})")
paper.notions.define(
    outer_product(O, d, s), (O, d, s), "{0} ∈ ℝ^({1}×{2}) has rank 1 or 0",
    r"{0} \in \mathbb{{R}}^{{{1} \times {2}}} \text{{ has rank 1 or 0}}",
)  # fmt: skip
paper.notions.define(
    same_data(X, Y), (X, Y, N, d, n), "{0}^(i) = {1}^(i) ∈ ℝ^({3}×{4}) for i = 1..{2}",
    r"{0}^{{(i)}} = {1}^{{(i)}} \in \mathbb{{R}}^{{{3} \times {4}}}\ (i \le {2})",
)  # fmt: skip


def memorized(X: Term, Y: Term = label) -> Term:
    """There is a Transformer block with at most `stated_count` parameters and F(X^(i)) = Y^(i) for all i."""

    def conditions(
        W_O: Term, W_V: Term, W_K: Term, W_Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term
    ) -> list[Term]:
        ranks = [outer_product(W_O, d, s), *(rank_is_one(W, s, d) for W in (W_V, W_K, W_Q))]
        no_bias = every(lambda t: Eq(b_2(t), 0), 1, d)
        images = block(X, W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2, q)
        return [0 <= q, *ranks, equal_rows(W_1, q), no_bias, parameters(q) <= stated_count, same_data(images, Y)]

    return exists(conditions, *SORTS)


paper.notions.define(
    memorized(X, Y), (X, Y, N, d, n, s),
    "F({0}^(i)) = {1}^(i) ∈ ℝ^({3}×{4}) for i = 1..{2} and a block F of rank one with at most "
    "4·({5} + {3}) + {3}·(2·{4}·{2} + {3}) parameters",
    r"\mathcal{{F}}({0}^{{(i)}}) = {1}^{{(i)}} \in \mathbb{{R}}^{{{3} \times {4}}} (i \le {2}) \text{{ for a block }} "
    r"\mathcal{{F}} \text{{ of rank one with at most }} 4 ({5} + {3}) + {3} (2 {4} {2} + {3}) \text{{ parameters}}",
)  # fmt: skip


# --- W_O of rank one --------------------------------------------------------------------------------------------------

is_outer = every(lambda p: every(lambda t: Eq(V(p, t), x(p) * y(t)), 1, d), 1, s)  # W_V = x yᵀ
along_x = fun(lambda t: Sum(lambda p: O(t, p) * x(p), 1, s))  # W_O x
projected_output = fun(lambda t, p: along_x(t) * (x(p) / dot(x, x, s)), 2)  # (W_O x) xᵀ/‖x‖²


@paper.claim(given={"rank": rank_is_one(V, s, d), "outer": is_outer}, shows=0 < dot(x, x, s))
def value_vector_not_null(p: Proof) -> Fact:
    """If all x_p were 0, W_V would be 0."""
    (u,) = ints("u")
    p.given(u_low=1 <= u, u_high=u <= s, t_low=1 <= t, t_high=t <= d)
    p.given(none=dot(x, x, s) <= 0, some=0 < dot(x, x, s))
    p.apply("sum_member", f=fun(lambda p: x(p) * x(p)), m=u, lo=1, hi=s, label="member")
    less, more = (p.apply("square_le", u=z, r=num(0)) for z in (x(u), -x(u)))
    zero = p.antisymmetry(less, p.have(0 <= x(u), more))
    entry = p.have(Eq(V(u, t), 0), p.specialize("outer", u, t), (zero, y(t)))
    null = p.generalize(u, p.generalize(t, entry))
    a, b = vectors("a b")
    _, not_null = p.obtain("rank", a, b)
    clash = p.change(p.mp(not_null, null), FALSE)
    return p.cases(dot(x, x, s), 0, p.absurd(clash, p.goal), "some")


@paper.claim(
    given=[some, is_outer, 0 < dot(x, x, s)],
    shows=single_head(projected_output, V, K, Q)(Z_matrix).equals(single_head(*one_head)(Z_matrix)),
)
def output_of_rank_one(p: Proof) -> Fact:
    """(W_O x) xᵀ x yᵀ / ‖x‖² = W_O x yᵀ."""
    values, made = named(V, s, d), named(fun(lambda p, t: x(p) * y(t), 2), s, d)
    scores = (named(K, s, d) @ Z_matrix).T @ (named(Q, s, d) @ Z_matrix)
    weights = softmax_of(scores)
    replaced = products_equal(p, None, (values, made, p.get(is_outer)), reflexive(p, Z_matrix))
    means = products_equal(p, None, (values @ Z_matrix, made @ Z_matrix, replaced), reflexive(p, weights))
    heads = {}
    for output in (O, projected_output):
        pair = (values @ Z_matrix) @ weights, (made @ Z_matrix) @ weights, means
        heads[output] = products_equal(p, None, reflexive(p, named(output, d, s)), pair)

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        both = []
        for output, equal in heads.items():
            left, right = (named(output, d, s) @ ((W @ Z_matrix) @ weights) for W in (values, made))
            here = p.specialize(equal, i, j, using=ends)
            by = {"f": fun(lambda h, m=left: m(i, j)), "g": fun(lambda h, m=right: m(i, j))}
            both.append((p.apply("sum_eq", here, lo=1, hi=1, **by), right(i, j)))
        left, right = single_head(projected_output, V, K, Q)(Z_matrix), single_head(*one_head)(Z_matrix)
        return p.have(Eq(left(i, j), right(i, j)), both[0][0], both[1][0])

    left, right = single_head(projected_output, V, K, Q)(Z_matrix), single_head(*one_head)(Z_matrix)
    return equal_by(p, "out", left, right, entry)


# --- from a contextual mapping to a block -----------------------------------------------------------------------------

tokens_apart, ids_apart = apart_by(X, delta, U), contexts_apart(X, U, delta)


@paper.claim(given=[0 <= delta, tokens_apart, ids_apart, consistent(X, label)], shows=alike_where(U))
def equal_ids_equal_labels(p: Proof) -> Fact:
    """Equal ids are not more than δ >= 0 apart, so they belong to equal tokens in equal contexts."""
    p.given(tokens=tokens_apart, contexts=ids_apart, labels=consistent(X, label))
    ranged(p, "i", "j", "k", "l", "t")
    p.given(equal=same_tokens(token(U, i, k), token(U, j, l)))
    between = fun(lambda t: U(i, t, k) - U(j, t, l))
    p.apply("norm_zero", x=between, label="no_distance")
    far = p.specialize("tokens", i, j, k, l, using=[p.assume(different(token(X, i, k), token(X, j, l)))])
    clash = p.have(FALSE, far, "no_distance")
    same = p.absurd(clash, same_tokens(token(X, i, k), token(X, j, l)))
    there, back = (contained(X, i, j), contained(X, j, i))
    wrong = p.rule("assume", negation(Eq(label(i, t, k), label(j, t, l))))
    alike = p.specialize("labels", i, j, k, l, t, using=[same, *(p.rule("assume", f) for f in (there, back))])
    other = p.discharge(p.mp(wrong, alike), there, back)
    away = p.specialize("contexts", i, j, k, l, using=[other])
    found = p.absurd(p.have(FALSE, away), Eq(label(i, t, k), label(j, t, l)))
    out = p.discharge(p.generalize(t, found), p.get("equal").concl)
    return p.note("out", out)


@paper.claim(given=[d >= 1, 0 <= q, q <= n * N], shows=parameters(q) <= stated_count)
def parameters_counted(p: Proof) -> Fact:
    """All hidden units share one direction: there are d + q + d q parameters, where the paper counts d (2 n N + d)."""
    nN = p.have(0 <= n * N)
    return p.have(p.goal, (d >= 1, nN), q <= n * N, d >= 1)


the_ids = ids(X, O, V, K, Q)
sizes = [d >= 1, n >= 1, N >= 1]
ranks = [rank_is_one(W, s, d) for W in (V, K, Q)]
labelled_layer = [0 <= q, q <= n * N, equal_rows(W_1, q), every(lambda t: Eq(b_2(t), 0), 1, d)]


@paper.claim(given=[*sizes, *ranks, *labelled_layer, same_data(block(X, *WEIGHTS), label)], shows=memorized(X))
def memorized_by_block(p: Proof) -> Fact:
    """The same block with (W_O x) xᵀ/‖x‖² in place of W_O, for W_V = x yᵀ."""
    p.given(labels=same_data(block(X, *WEIGHTS), label))
    ranged(p, "i", "k", "t")
    is_outer, _ = p.obtain(p.side_condition(ranks[0]), x, y)
    own = fun(lambda t, k: X(i, t, k), 2)
    heads = p.apply("output_of_rank_one", is_outer, Z=own)
    at_k = p.specialize(heads, t, k)
    left, right = (fun(lambda t, k, O=O: ids(X, O, V, K, Q)(i, t, k), 2) for O in (projected_output, O))
    layers = p.apply("layer_of_same", at_k, **{"Z": left, "Z'": right})
    weights = [projected_output, *WEIGHTS[1:]]
    value = p.have(Eq(block(X, *weights)(i, t, k), label(i, t, k)), layers, p.specialize("labels", i, k, t))
    each = value
    outer = p.exists_intro(outer_product(projected_output, d, s), [along_x, fun(lambda p: x(p) / dot(x, x, s))])
    return p.exists_intro(p.goal, weights, outer, each)


is_mapping = is_contextual_mapping(operator(single_head(*one_head)), X, r, delta)


@paper.claim(given=[*sizes, *ranks, 0 <= delta, is_mapping, consistent(X, label)], shows=memorized(X))
def memorized_by_contexts(p: Proof) -> Fact:
    """Attention is a contextual mapping, and a feed-forward layer maps its ids to the labels."""
    _, tokens, contexts = p.obtain(
        p.side_condition(is_mapping),
    )
    alike = p.apply("equal_ids_equal_labels", tokens, contexts)
    layer = p.apply("layer_memorizes", alike)
    parts = p.obtain(layer, *WEIGHTS[4:])
    return p.apply("memorized_by_block", *parts)


# --- the tokens can be listed -----------------------------------------------------------------------------------------


def few_tokens(X: Term) -> Term:
    """The sequences have at most n N different tokens."""
    return exists(lambda m: [m <= n * N, vocabulary_size(X, m)], "Z")


@paper.claim(given=[n >= 1, N >= 1], shows=few_tokens(X))
def tokens_listed(p: Proof) -> Fact:
    """Each token is listed exactly once."""
    listed = p.apply("listed_once_2", Z=X)
    _, most, *parts = p.obtain(listed, w, at, m)
    return p.exists_intro(p.goal, [m], most, p.exists_intro(vocabulary_size(X, m), [w, at], *parts))


# --- Corollary 1 ------------------------------------------------------------------------------------------------------

separated = is_tokenwise_separated(X, r_min, r_max, epsilon)
data = [*sizes, s >= 1, epsilon > 0, r_min > 0, separated, no_duplicate_tokens(X)]


@paper.claim(given=[*data, consistent(X, label)], shows=memorized(X))
def corollary_1_any_labels(p: Proof) -> Fact:
    """Apply Theorem 2, in the form without citations, to the vocabulary; the labels may be any numbers."""
    p.given_all([*data, consistent(X, label)])
    _, listed = p.obtain(p.apply("tokens_listed"), m)
    radius = p.have(0 < r_max, p.apply("r_min_below_r_max"))
    positive = [p.apply("some_word", listed), radius]
    p.apply("paper_delta_pos", label="delta_pos")
    reach = p.positive(counted_reach, *positive)
    square = p.apply("square_nonneg", x=log(n))
    part = p.apply("inv_pos", reach)
    gap = p.have(0 <= counted_8, (square, exp(-2 * counted_reach), "given_4", part))
    found = p.obtain(p.apply("theorem_2_counted", listed), O, V, K, Q)
    return p.apply("memorized_by_contexts", *found, gap)


(classes,) = sequences("Y", 3)


def are_classes(Y: Term, C: Term) -> Term:
    """Y^(i) ∈ [C]^(d×n) for all i."""
    least = places(lambda i, k: every(lambda t: 1 <= Y(i, t, k), 1, d))
    return exists(lambda: [least, places(lambda i, k: every(lambda t: Y(i, t, k) <= C, 1, d))])


paper.notions.define(
    are_classes(classes, C), (classes, C, N, d, n), "{0}^(1), …, {0}^({2}) ∈ {{1..{1}}}^({3}×{4})",
    r"{0}^{{(1)}}, \dots, {0}^{{({2})}} \in [{1}]^{{{3} \times {4}}}",
)  # fmt: skip


@paper.claim(given=[*data, r_min < r_max, are_classes(classes, C), consistent(X, classes)], shows=memorized(X, classes))
def corollary_1(p: Proof) -> None:
    """The labels are classes, which are numbers."""


# --- the statements ---------------------------------------------------------------------------------------------------

paper.notions.define(eq_8, (n, epsilon, r_min, r_max, m, pi, d), "δ(8)", r"\delta_{{(8)}}")
