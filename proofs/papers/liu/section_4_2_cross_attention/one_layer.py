"""Theorem 4.2 as worded in section 4.2: one layer Linear, applied to both inputs of cross-attention.

The layer stacks the rows of the two layers of B.3, Linear_K and Linear_Q; W_K and W_V read the first rows, and W_Q the
others. So both inputs of attention have the same shape, as section 2 declares.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR, cross_attention_layer, linear_layer
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import V_, U, Y, g
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import OF_42, near_on_product
from proofs.papers.liu.vocabulary import X, d, eps, n, paper
from proofs.theorems.algebra.matrices import *
from proofs.theorems.analysis.compactness import member
from proofs.theorems.analysis.continuity import assumed

H, a, b, l, s, r, c = ints("H a b l s r c")
P, Q, P2, Q2 = vectors("P Q P_2 Q_2", 3)
R, R2, W_K, W_Q, W_V, W_O = vectors("R R_2 W_K W_Q W_V W_O", 2)
SIZES = {"some": 1 <= H, "rows_K": 1 <= a, "rows_Q": 1 <= b, "columns": 1 <= l, "size": 1 <= s,
         "wide": 1 <= d, "long": 1 <= n}  # fmt: skip
both = (
    fun(lambda h, i, c: ite(h <= H, ite(i <= a, P(h, i, c), 0), ite(i <= a, 0, P2(h - H, i - a, c))), 3),
    fun(lambda h, k, t: ite(h <= H, Q(h, k, t), Q2(h - H, k, t)), 3),
    fun(lambda i, t: ite(i <= a, R(i, t), R2(i - a, t)), 2),
)


def stacked(X: Term) -> Matrix:
    """The one layer."""
    return linear_layer(named(X, d, n), 2 * H, *both, a + b, l)


def parts(X: Term) -> tuple[Matrix, Matrix]:
    """The two layers."""
    return linear_layer(named(X, d, n), H, P, Q, R, a, l), linear_layer(named(X, d, n), H, P2, Q2, R2, b, l)


@paper.claim(given=SIZES, shows=stacked(X).equals(blocks([[parts(X)[0]], [parts(X)[1]]])))
def layers_stacked(p: Proof) -> Fact:
    """The first H terms give the first rows, and the others give the rest."""
    whole, two = stacked(X), blocks([[parts(X)[0]], [parts(X)[1]]])

    def entry(i: Term, t: Term, ends: Sequence[Fact]) -> Fact:
        later = Matrix(d, n, lambda c, k: X(c, k))
        f = fun(lambda h: (Matrix(num(1), d, lambda _, c: P2(h - H, i - a, c)) @ later @ Matrix(
            n, l, lambda k, t: Q2(h - H, k, t)))(1, t))  # fmt: skip
        shifted = p.apply("sum_shift", f=f, lo=1, hi=H, c=H)
        return same(p, None, whole(i, t), two(i, t), shifted, *ends)

    return equal_by(p, "out", whole, two, entry)


of_keys, of_queries = parts(X)[0], parts(Y)[1]
wide_K, wide_V = (blocks([[named(w, rows, a), zero(rows, b)]]) for w, rows in ((W_K, s), (W_V, d)))
wide_Q = blocks([[zero(s, a), named(W_Q, s, b)]])
outputs = named(W_O, l, n)


def attended(keys: Matrix, queries: Matrix, values: Matrix) -> Matrix:
    """V Softmax(KᵀQ) W_O."""
    return values @ softmax(keys.T @ queries) @ outputs


one = attended(wide_K @ stacked(X), wide_Q @ stacked(Y), wide_V @ stacked(X))
two = attended(named(W_K, s, a) @ of_keys, named(W_Q, s, b) @ of_queries, named(W_V, d, a) @ of_keys)


@paper.claim(given=SIZES, shows=one.equals(two))
def one_layer_for_two(p: Proof) -> Fact:
    """W_K and W_V have zeros for the rows of queries, and W_Q for those of keys."""

    def product(wide: Matrix, at: Term, old: Matrix, which: int) -> tuple[Matrix, Matrix, Fact]:
        stack = blocks([[part] for part in parts(at)])
        layer = stacked(at), stack, p.apply("layers_stacked", X=at)
        moved = products_equal(p, None, reflexive(p, wide), layer)

        def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
            f = fun(lambda k: old(i, k - a) * parts(at)[which](k - a, j))
            shifted = p.apply("sum_shift", f=f, lo=1, hi=b, c=a)
            return same(p, None, (wide @ stack)(i, j), (old @ parts(at)[which])(i, j), shifted, *ends)

        short = equal_by(p, None, wide @ stack, old @ parts(at)[which], entry)
        steps = (wide @ stacked(at), wide @ stack, moved), (wide @ stack, old @ parts(at)[which], short)
        return steps[0][0], steps[1][1], chained(p, None, *steps)

    keys, values = product(wide_K, X, named(W_K, s, a), 0), product(wide_V, X, named(W_V, d, a), 0)
    queries = product(wide_Q, Y, named(W_Q, s, b), 1)
    flipped = keys[0].T, keys[1].T
    turned = equal_by(p, None, *flipped, lambda i, j, ends: p.specialize(keys[2], j, i, using=ends))
    scores = flipped[0] @ queries[0], flipped[1] @ queries[1]
    equal = softmaxes_equal(p, None, *scores, products_equal(p, None, (*flipped, turned), queries))
    weights = softmax(scores[0]), softmax(scores[1]), equal
    before = values[0] @ weights[0], values[1] @ weights[1], products_equal(p, None, values, weights)
    return products_equal(p, "out", before, reflexive(p, outputs))


WEIGHTS = (*LINEAR, *ATTENTION)
shape, weights = [H, a, b, l, s], [P, Q, R, P2, Q2, R2, W_K, W_Q, W_V, W_O]


def cross_network_of_one(shape: Sequence[Term], weights: Sequence[Term], X: Term, Y: Term) -> Matrix:
    """Attn(Linear(X), Linear(Y))."""
    H, D, N, s = shape
    P, Q, R, *attention = weights
    keys, queries = (linear_layer(named(x, d, n), H, P, Q, R, D, N) for x in (X, Y))
    return cross_attention_layer(keys, queries, attention, s, d, n)


def with_one_layer(g: Term, e: Term) -> Term:
    """A layer Linear and a cross-attention are within e of g on U × V; W_V maps D rows to d rows."""

    def network(H: Term, D: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        at = lambda X, Y: cross_network_of_one((H, D, N, s), weights, X, Y)  # noqa: E731
        return [1 <= H, 1 <= D, 1 <= N, 1 <= s, near_on_product(at, g, e)]

    return exists(
        lambda H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O),
        *"ZZZZ", *WEIGHTS,
    )  # fmt: skip


def with_one_layer_square(g: Term, e: Term) -> Term:
    """The same with W_V of D × D, as declared, so that the layer has d rows."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        at = lambda X, Y: cross_network_of_one((H, d, N, s), weights, X, Y)  # noqa: E731
        return [1 <= H, 1 <= N, 1 <= s, near_on_product(at, g, e)]

    return exists(
        lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *"ZZZ", *WEIGHTS
    )


in_words = "‖{0} − Attn(Linear, Linear)‖_∞ ≤ {1} on {2} × {3} for some Linear and Attn"
in_latex = (
    r"\lVert {0} - \mathrm{{Attn}}(\mathrm{{Linear}}, \mathrm{{Linear}}) \rVert_\infty \le {1} "
    r"\text{{ on }} {2} \times {3} \text{{ for some Linear, Attn}}"
)
of_product = (g, eps, U, V_, d, n)
paper.notions.define(with_one_layer_square(g, eps), of_product, in_words, in_latex)
paper.notions.define(
    with_one_layer(g, eps), of_product, f"{in_words} with W_V of {{4}} rows",
    rf"{in_latex} \text{{{{ with }}}} W_V \text{{{{ of }}}} {{4}} \text{{{{ rows}}}}", corrected=True,
)  # fmt: skip


@paper.claim(given=list(OF_42.values()), shows=with_one_layer(g, eps))
def theorem_4_2_one_layer(p: Proof) -> Fact:
    """Stack the two layers."""
    facts = p.obtain(p.apply("theorem_4_2"), *shape, *weights)
    for name, fact in zip(("some", "rows_K", "rows_Q", "columns", "size"), facts, strict=False):
        p.note(name, fact)
    (X_in, Y_in), ends = assumed(p, member(U, X), member(V_, Y)), assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    near = p.rule("specialize", p.rule("specialize", facts[-1], X), Y)
    for side in (X_in, Y_in):
        near = p.mp(near, side)
    near, equal = (
        p.specialize(near, r, c, using=ends),
        p.specialize(p.apply("one_layer_for_two"), r, c, using=ends),
    )
    new = equal.concl.args[0]
    moved = p.congr(lambda x: abs(x - g(X, Y, r, c)), equal)
    close = p.have(abs(new - g(X, Y, r, c)) <= eps, near, moved)
    made = [fun(lambda i, t, m=m: m(i, t), 2) for m in (wide_K, wide_Q, wide_V, outputs)]
    return p.exists_intro(p.goal, [2 * H, a + b, l, s, *both, *made], close)
