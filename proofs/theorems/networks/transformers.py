"""Transformers: attention and feed-forward layers, separated tokens, vocabularies and contextual mappings.

A sequence is a matrix with one token a column. The data X are a function of three indices: X(i, t, k) is entry t of
token k of sequence i; so are the weights of several heads: W_V(i, j, t) is entry (j, t) of head i. The images of
the sequences under a map are data of the same kind. Sizes are symbolic: d entries a token, n tokens, N sequences,
h heads of size s, q hidden units. The names printed are those of Kajitsuka & Sato (2024), sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Chapter
from proofs.kernel.terms import abstract, lam
from proofs.language.notation import *
from proofs.theorems.algebra.matrices import Matrix, entrywise, named, softmax
from proofs.theorems.analysis.norms import norm
from proofs.theorems.networks.relu import relu

chapter = Chapter("transformers")
n, k = ints("n k")
d, s, h, q, N, l = ints("d s h q N l")
i, t = ints("i t")
X, Y = vectors("X Y", 3)
(Z_,) = vectors("Z", 2)
weights = W_O, W_V, W_K, W_Q = vectors("W_O W_V W_K W_Q", 3)
W_1, W_2 = vectors("W_1 W_2", 2)
b_1, b_2 = vectors("b_1 b_2")
r, r_min, r_max, epsilon, delta = reals("r r_min r_max epsilon delta")
Weigh = Callable[[Matrix], Matrix]
HEADS = "(ZZZ>R)"  # the matrices of several heads
# --- the layers -----------------------------------------------------------------------------------------------------


def head(Z: Matrix, O: Matrix, V: Matrix, K: Matrix, Q: Matrix, weigh: Weigh = softmax) -> Matrix:
    """W_O (W_V Z) σ[(W_K Z)ᵀ (W_Q Z)]: one head without the skip connection, for O of shape d × s and V, K, Q s × d."""
    return O @ ((V @ Z) @ weigh((K @ Z).T @ (Q @ Z)))


def of_head(weights: Sequence[Term], i: Term, rows: Term = d, size: Term = s) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """W_O, W_V, W_K and W_Q of head i."""
    O, V, K, Q = (fun(lambda a, b, w=w: w(i, a, b), 2) for w in weights)
    return named(O, rows, size), named(V, size, rows), named(K, size, rows), named(Q, size, rows)


def self_attention(
    Z: Matrix, weights: Sequence[Term] = weights, weigh: Weigh = softmax, heads: Term = h, size: Term = s
) -> Matrix:
    """The attention layer with a skip connection; `weigh` may be `hardmax` instead."""

    def entry(t: Term, k: Term) -> Term:
        return Z(t, k) + Sum(lambda i: head(Z, *of_head(weights, i, Z.rows, size), weigh)(t, k), 1, heads)

    return Matrix(Z.rows, Z.columns, entry)


def feed_forward(H: Matrix, W_1: Term, b_1: Term, W_2: Term, b_2: Term, hidden: Term = q) -> Matrix:
    """H + W_2 relu(W_1 H + b_1) + b_2, column by column."""
    first, second = named(W_1, hidden, H.rows), named(W_2, H.rows, hidden)
    bias_1 = Matrix(hidden, H.columns, lambda j, k: b_1(j))
    bias_2 = Matrix(H.rows, H.columns, lambda t, k: b_2(t))
    return H + second @ entrywise(relu, first @ H + bias_1) + bias_2


def sequence(X: Term, i: Term | int) -> Matrix:
    """Sequence i of the data, a d × n matrix."""
    return named(fun(lambda t, k: X(i, t, k), 2), d, n)


def token(X: Term, i: Term | int, k: Term) -> Term:
    """Token k of sequence i."""
    return fun(lambda t: X(i, t, k))


def images(X: Term, layer: Callable[[Matrix], Matrix]) -> Term:
    """Return the images of all sequences under the layer, as data."""
    return fun(lambda i, t, k: layer(sequence(X, i))(t, k), 3)


entry_in = (1 <= t, t <= d, 1 <= k, k <= n)
Z_matrix = named(Z_, d, n)
network = (W_1, b_1, W_2, b_2)

f, g = functions("f g", MATRIX + "ZZ")
# --- separated tokens -----------------------------------------------------------------------------------------------


def difference(x: Callable[[Term], Term], y: Callable[[Term], Term]) -> Term:
    """x − y."""
    return fun(lambda t: x(t) - y(t))


def same_tokens(x: Callable[[Term], Term], y: Callable[[Term], Term], rows: Term = d) -> Term:
    """x = y: they agree in every entry."""
    return every(lambda t: Eq(x(t), y(t)), 1, rows)


def different(x: Callable[[Term], Term], y: Callable[[Term], Term], rows: Term = d) -> Term:
    """x ≠ y."""
    return negation(same_tokens(x, y, rows))


def places(claim: Callable[[Term, Term], Term]) -> Term:
    """For every sequence i and position k."""
    return every(lambda i: every(lambda k: claim(i, k), 1, n), 1, N)


def pairs(claim: Callable[[Term, Term, Term, Term], Term]) -> Term:
    """For all sequences i, j and positions k, l."""
    return every(lambda i: every(lambda j: every(lambda k: every(lambda l: claim(i, j, k, l), 1, n), 1, n), 1, N), 1, N)


def longer_than(X: Term, r_min: Term) -> Term:
    """‖X_k‖ > r_min for all tokens."""
    return places(lambda i, k: r_min < norm(token(X, i, k), d))


def shorter_than(X: Term, r_max: Term) -> Term:
    """‖X_k‖ < r_max for all tokens."""
    return places(lambda i, k: norm(token(X, i, k), d) < r_max)


def apart_by(X: Term, delta: Term, Y: Term | None = None) -> Term:
    """‖Y_k − Y_l‖ > δ at all positions where the tokens of X differ; Y is X itself if omitted."""
    Y = X if Y is None else Y
    return pairs(
        lambda i, j, k, l: implies(
            different(token(X, i, k), token(X, j, l)), delta < norm(difference(token(Y, i, k), token(Y, j, l)), d)
        )
    )


def tokenwise_separated(X: Term, r_max: Term, delta: Term, r_min: Term | None = None) -> list[Term]:
    """Return the conditions r_min (if given) < ‖token‖ < r_max, and that distinct tokens are more than δ apart."""
    longer = [] if r_min is None else [longer_than(X, r_min)]
    return [*longer, shorter_than(X, r_max), apart_by(X, delta)]


def no_duplicate_tokens(X: Term) -> Term:
    """The tokens of every sequence are pairwise different."""
    return every(
        lambda i: every(
            lambda k: every(lambda l: implies(negation(Eq(k, l)), different(token(X, i, k), token(X, i, l))), 1, n),
            1,
            n,
        ),
        1,
        N,
    )


def is_tokenwise_separated(X: Term, r_min: Term, r_max: Term, delta: Term) -> Term:
    """X^(1), …, X^(N) are tokenwise (r_min, r_max, δ)-separated."""
    return exists(lambda: tokenwise_separated(X, r_max, delta, r_min))


def is_separated(X: Term, r_max: Term, delta: Term) -> Term:
    """Without a condition on r_min: X^(1), …, X^(N) are tokenwise (r_max, δ)-separated."""
    return exists(lambda: tokenwise_separated(X, r_max, delta))


chapter.notions.define(
    is_tokenwise_separated(X, r_min, r_max, delta), (X, r_min, r_max, delta, N, n, d),
    "{0}^(1), …, {0}^({4}) ∈ ℝ^({6}×{5}) are tokenwise ({1}, {2}, {3})-separated",
    r"{0}^{{(1)}}, \dots, {0}^{{({4})}} \in \mathbb{{R}}^{{{6} \times {5}}} \text{{ are tokenwise }} ({1}, {2}, {3})"
    r"\text{{-separated}}",
)  # fmt: skip
chapter.notions.define(
    is_separated(X, r_max, delta), (X, r_max, delta, N, n, d),
    "{0}^(1), …, {0}^({3}) ∈ ℝ^({5}×{4}) are tokenwise ({1}, {2})-separated",
    r"{0}^{{(1)}}, \dots, {0}^{{({3})}} \in \mathbb{{R}}^{{{5} \times {4}}} \text{{ are tokenwise }} ({1}, {2})"
    r"\text{{-separated}}",
)  # fmt: skip
chapter.notions.define(
    no_duplicate_tokens(X), (X, N, n, d), "no token of {0}^(1), …, {0}^({1}) ∈ ℝ^({3}×{2}) occurs twice in one of them",
    r"\text{{no token of }} {0}^{{(1)}}, \dots, {0}^{{({1})}} \in \mathbb{{R}}^{{{3} \times {2}}}"
    r"\text{{ occurs twice in one of them}}",
)  # fmt: skip
# --- contextual mappings -----------------------------------------------------------------------------------------


def among(x: Callable[[Term], Term], X: Term, j: Term | int) -> Term:
    """x is a token of sequence j: it is not different from all of its tokens."""
    return negation(every(lambda l: different(x, token(X, j, l)), 1, n))


def contained(X: Term, i: Term | int, j: Term | int) -> Term:
    """All tokens of sequence i are tokens of sequence j."""
    return every(lambda k: among(token(X, i, k), X, j), 1, n)


def other_vocabulary(X: Term, i: Term | int, j: Term | int) -> Term:
    """V(i) ≠ V(j): not both sequences contain each other's tokens."""
    return implies(contained(X, i, j), contained(X, j, i), FALSE)


(j,) = ints("j")
chapter.notions.define(
    other_vocabulary(X, i, j),
    (X, i, j),
    "V({0},{1}) ≠ V({0},{2})",
    r"\mathcal{{V}}_{{{0}}}^{{({1})}} \ne \mathcal{{V}}_{{{0}}}^{{({2})}}",
)


def contexts_apart(X: Term, Y: Term, delta: Term) -> Term:
    """‖Y_k − Y_l‖ > δ at all positions of two sequences of X with different vocabularies."""
    return pairs(
        lambda i, j, k, l: implies(
            other_vocabulary(X, i, j), delta < norm(difference(token(Y, i, k), token(Y, j, l)), d)
        )
    )


def contextual_mapping(X: Term, Y: Term, r: Term, delta: Term) -> list[Term]:
    """Conditions on the images Y of the sequences X: (r, δ)-contextual mapping.

    The images are shorter than r, and more than δ apart where the tokens differ or the vocabularies differ.
    """
    return [shorter_than(Y, r), apart_by(X, delta, Y), contexts_apart(X, Y, delta)]


(q_map,) = functions("q", MATRIX + "ZZ")


def values_of(q: Term, X: Term) -> Term:
    """The images of the sequences under a map of matrices, as data."""
    return fun(lambda i, t, k: q(fun(lambda t, k: X(i, t, k), 2), t, k), 3)


def is_contextual_mapping(q: Term, X: Term, r: Term, delta: Term) -> Term:
    """The map is an (r, δ)-contextual mapping for X^(1), …, X^(N)."""
    return exists(lambda: contextual_mapping(X, values_of(q, X), r, delta))


chapter.notions.define(
    is_contextual_mapping(q_map, X, r, delta), (q_map, X, r, delta, N, n, d),
    "{0} is an ({2}, {3})-contextual mapping for {1}^(1), …, {1}^({4}) ∈ ℝ^({6}×{5})",
    r"{0} \text{{ is an }} ({2}, {3})\text{{-contextual mapping for }} {1}^{{(1)}}, \dots, {1}^{{({4})}}"
    r" \in \mathbb{{R}}^{{{6} \times {5}}}",
)  # fmt: skip

# --- vocabularies, and attention with one head --------------------------------------------------------------------

(m,) = ints("m")
(w,) = vectors("w", 2)
(at,) = sequences("at", 2)
one_head = vectors("W_O W_V W_K W_Q", 2)


def word(w: Term, a: Term) -> Term:
    """w_a."""
    return fun(lambda t: w(t, a))


def listing(w: Term, at: Term, X: Term = X, m: Term = m) -> list[Term]:
    """w_1, …, w_m are the tokens of the sequences, each exactly once: token k of sequence i is w_at(i,k)."""
    return [
        places(lambda i, k: 1 <= at(i, k)),
        places(lambda i, k: at(i, k) <= m),
        places(lambda i, k: every(lambda t: Eq(X(i, t, k), w(t, at(i, k))), 1, d)),
        every(lambda a: exists(lambda i, k: [1 <= i, i <= N, 1 <= k, k <= n, Eq(at(i, k), a)], "Z", "Z"), 1, m),
        every(lambda a: every(lambda b: implies(a < b, different(word(w, a), word(w, b))), 1, m), 1, m),
    ]


def vocabulary_size(X: Term, m: Term) -> Term:
    """|V| = m: the tokens of the sequences can be listed as w_1, …, w_m, each exactly once."""
    return exists(lambda w, at: listing(w, at, X, m), MATRIX, "(ZZ>Z)")


def single_head(O: Term, V: Term, K: Term, Q: Term) -> Callable[[Matrix], Matrix]:
    """Softmax attention with one head, of weights that are matrices."""
    heads = [fun(lambda h, p, t, W=W: W(p, t), 3) for W in (O, V, K, Q)]
    return lambda Z: self_attention(Z, heads, heads=num(1))


def operator(layer: Callable[[Matrix], Matrix]) -> Term:
    """A layer as a map of d × n matrices."""
    return lam(MATRIX + "ZZ", abstract(layer(Z_matrix)(t, k), [Z_, t, k]))


def rank_is_one(W: Term, rows: Term, columns: Term) -> Term:
    """W = x yᵀ for some x and y, and W ≠ 0."""

    def outer(x: Term, y: Term) -> list[Term]:
        same = every(lambda p: every(lambda t: Eq(W(p, t), x(p) * y(t)), 1, columns), 1, rows)
        return [same, negation(every(lambda p: every(lambda t: Eq(W(p, t), 0), 1, columns), 1, rows))]

    return exists(outer, VECTOR, VECTOR)


chapter.notions.define(
    vocabulary_size(X, m), (X, m, N, n, d), "{0}^(1), …, {0}^({2}) ∈ ℝ^({4}×{3}) have {1} different tokens",
    r"{0}^{{(1)}}, \dots, {0}^{{({2})}} \in \mathbb{{R}}^{{{4} \times {3}}} \text{{ have }} {1}"
    r"\text{{ different tokens}}",
)  # fmt: skip
attention_map = operator(single_head(*one_head))
chapter.notions.define(
    attention_map, (*one_head, d, n, s), "F_SA({0}, {1}, {2}, {3})", r"\mathcal{{F}}_S^{{(SA)}}[{0}, {1}, {2}, {3}]"
)
chapter.notions.define(
    token(values_of(attention_map, X), i, k), (*one_head, X, i, k, d, n, s),
    "F_SA({0}, {1}, {2}, {3})({4}^({5}))_{6}",
    r"\mathcal{{F}}_S^{{(SA)}}[{0}, {1}, {2}, {3}]({4}^{{({5})}})_{{:,{6}}}",
)  # fmt: skip
chapter.notions.define(
    is_contextual_mapping(attention_map, X, r, delta), (*one_head, X, r, delta, N, n, d, s),
    "F_SA({0}, {1}, {2}, {3}) is an ({5}, {6})-contextual mapping for {4}^(1), …, {4}^({7}) ∈ ℝ^({9}×{8})",
    r"\mathcal{{F}}_S^{{(SA)}}[{0}, {1}, {2}, {3}] \text{{ is an }} ({5}, {6})\text{{-contextual mapping for }}"
    r" {4}^{{(1)}}, \dots, {4}^{{({7})}} \in \mathbb{{R}}^{{{9} \times {8}}}",
)  # fmt: skip
chapter.notions.define(
    rank_is_one(one_head[1], s, d), (one_head[1], s, d), "{0} ∈ ℝ^({1}×{2}) has rank 1",
    r"{0} \in \mathbb{{R}}^{{{1} \times {2}}} \text{{ has rank }} 1",
)  # fmt: skip
