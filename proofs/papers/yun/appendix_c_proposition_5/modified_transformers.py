"""The modified Transformers: hardmax for softmax, an activation of at most three pieces for ReLU (appendix C).

Proposition 5 and Lemma 6 are stated here as sentences; their proofs are in `proposition_5` and `lemma_6`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Claim
from proofs.language.notation import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import piecewise_constant
from proofs.papers.yun.section_2_transformers.blocks import (
    W_1,
    W_2,
    W_K,
    W_O,
    W_Q,
    W_V,
    X,
    b_1,
    b_2,
    h,
    r,
    scores,
    tokens,
)
from proofs.papers.yun.section_2_transformers.blocks import values as values_of
from proofs.papers.yun.section_2_transformers.transformer_class import SORTS, STATE, at_state, in_T_2_1_4, of_layer
from proofs.papers.yun.vocabulary import d, delta, m, n, paper
from proofs.theorems.algebra.matrices import Matrix, entrywise, hardmax, named
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.integration.integrals import cost, distance_at_most, integral_at_most, size_to_the

(phi,) = functions("phi", "R")
(b_Q,) = vectors("b_Q", 2)
g, f_bar = functions("g_bar f_bar", MATRIX + "ZZ")
power_p, eps, bound, C = reals("p epsilon B C")
c1, c2 = reals("c_1 c_2")
k, t = ints("k t")
WEIGHTS = (W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2, b_Q)
ACTIVATIONS = "(ZR>R)"  # of all layers
MORE = (*SORTS, "(ZZZ>R)")


def in_Phi(phi: Term) -> Term:
    """φ is linear before c_1, between, and after c_2, with one constant piece; each end belongs to an adjacent piece.

    Functions of fewer pieces are among them, with neighbours on one line. A piece has more than one point.
    """

    def pieces(c1: Term, c2: Term, *lines: Term) -> list[Term]:
        first, second, third = zip(lines[::2], lines[1::2], strict=True)
        on = lambda line, t: Eq(phi(t), line[0] * t + line[1])  # noqa: E731
        either = lambda one, two: implies(negation(one), two)  # noqa: E731
        return [
            c1 < c2,
            Eq(first[0] * second[0] * third[0], 0),
            for_all(lambda t: implies(t < c1, on(first, t)), "R"),
            for_all(lambda t: implies(c1 < t, t < c2, on(second, t)), "R"),
            for_all(lambda t: implies(c2 < t, on(third, t)), "R"),
            either(on(first, c1), on(second, c1)),
            either(on(third, c2), on(second, c2)),
        ]

    return exists(pieces, *["R"] * 8)


paper.notions.define(in_Phi(phi), (phi,), "{0} ∈ Φ", r"{0} \in \Phi")


def modified_block(weights: Sequence[Term], phi: Term, Y: Term, attend: Callable[[Matrix], Matrix] = hardmax) -> Matrix:
    """A block at Y with hardmax (or a given substitute), biases of the queries, and the activation φ."""
    put = {**dict(zip(WEIGHTS, weights, strict=True)), X: Y}

    def bias(head: Term) -> Matrix:
        """(W_K X)ᵀ b_Q 1ᵀ."""
        keys = lambda i, a: Sum(lambda c: W_K(head, a, c) * X(c, i), 1, d)  # noqa: E731
        return Matrix(n, n, lambda i, j: Sum(lambda a: keys(i, a) * b_Q(head, a), 1, m))

    def of_head(head: Term) -> Matrix:
        return values_of(tokens, head) @ attend(scores(tokens, head) + bias(head))

    heads = lambda i, j: Sum(lambda head: of_head(head)(i, j), 1, h)  # noqa: E731
    attention = Matrix(d, n, lambda i, j: X(i, j) + heads(i, j))
    hidden = entrywise(lambda t: phi(t), named(W_1, r, d) @ attention + Matrix(r, n, lambda i, j: b_1(i)))
    out = attention + named(W_2, d, r) @ hidden + Matrix(d, n, lambda i, j: b_2(i))
    return Matrix(d, n, lambda i, j: substitute(out(i, j), put))


def in_T_bar(g: Term) -> Term:
    """g is a composition of such blocks, each with its own activation in Φ."""

    def chain(
        K: Term, W_O: Term, W_V: Term, W_K: Term, W_Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term,
        b_Q: Term, phi: Term, S: Term,
    ) -> list[Term]:  # fmt: skip
        weights = (W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2, b_Q)
        activation = lambda l: mapping(lambda t: phi(l, t), "R")  # noqa: E731

        def next_(l: Term) -> Term:
            layer = [*of_layer(weights[:8], l), fun(lambda *index: weights[8](l, *index), 2)]
            out = lambda Y: modified_block(layer, activation(l), at_state(S, l, Y))  # noqa: E731
            return for_all(lambda Y: entries(lambda t, k: Eq(S(l + 1, Y, t, k), out(Y)(t, k)), d, n), MATRIX)

        return [
            1 <= K,
            every(lambda l: in_Phi(activation(l)), 0, K - 1),
            for_all(lambda Y: entries(lambda t, k: Eq(S(num(0), Y, t, k), Y(t, k)), d, n), MATRIX),
            every(next_, 0, K - 1),
            for_all(lambda Y: entries(lambda t, k: Eq(g(Y, t, k), S(K, Y, t, k)), d, n), MATRIX),
        ]

    return exists(chain, "Z", *MORE, ACTIVATIONS, STATE)


paper.notions.define(
    in_T_bar(g), (g, h, m, r, d, n), "{0} ∈ T̄^({1},{2},{3})", r"{0} \in \bar{{\mathcal{{T}}}}^{{{1},{2},{3}}}"
)
in_T_bar_2_1_1 = substitute(in_T_bar(g), {h: num(2), m: num(1), r: num(1)})
size = lambda f: for_all(  # noqa: E731
    lambda X: Sum(lambda t: Sum(lambda k: size_to_the(f(X, t, k), power_p), 1, n), 1, d) <= bound, MATRIX
)
duplicates = n * (n - 1) / (2 * power(m, d))
WITH_CONSTANT = Claim(
    (2 <= m, 1 <= d, 2 <= n, 1 <= power_p, piecewise_constant(f_bar), size(f_bar)),
    exists(
        lambda g_: [substitute(in_T_bar_2_1_1, {g: g_}),
                    integral_at_most(cost(f_bar, g_, power_p, d, n), bound * duplicates, d, n)], OPERATOR,
    ),
)  # fmt: skip
rate = C * exp(d * log(delta) / power_p)  # C δ^(d/p)
is_near = lambda g_bar: [  # noqa: E731
    substitute(in_T_bar_2_1_1, {g: g_bar}), distance_at_most(f_bar, g_bar, power_p, rate, d, n)
]  # fmt: skip
some_near = exists(is_near, OPERATOR)
steps_near = implies(piecewise_constant(f_bar), size(f_bar), some_near)
at_mesh = lambda C_, m_: for_all(  # noqa: E731
    lambda f_bar_: substitute(steps_near, {C: C_, m: m_, f_bar: f_bar_}), OPERATOR
)
of_rate = exists(lambda C_: [0 < C_, for_all(lambda m_: implies(2 <= m_, at_mesh(C_, m_)), "Z")], "R")
PROPOSITION_5 = Claim(  # one constant for all δ = 1/m, and all f̄ below a bound
    (1 <= d, 2 <= n, 1 <= power_p), for_all(lambda B: implies(0 <= B, substitute(of_rate, {bound: B})), "R")
)
LEMMA_6 = Claim(
    (1 <= d, 2 <= n, 1 <= power_p, 0 < eps, in_T_bar_2_1_1),
    exists(lambda g_: [in_T_2_1_4(g_), distance_at_most(g, g_, power_p, eps / 3, d, n)], OPERATOR),
)
