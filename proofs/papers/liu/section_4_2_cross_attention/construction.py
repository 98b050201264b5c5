"""B.3[2] to B.3[44], display by display: the network of cross-attention over pairs of centres as printed.

There are G² pairs, counted through: pair h consists of the centres first(h) and second(h). What `cross_attention`
proves, at the places of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    alpha,
    block,
    gauss,
    half_square,
    length,
    offset,
    r,
    share,
)
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import *
from proofs.papers.liu.vocabulary import R, c, h, n, paper
from proofs.theorems.algebra.matrices import *
from proofs.theorems.combinatorics.tilings import TILED

# --- keys, queries, scores ----------------------------------------------------------------------------------------


from_keys = (X_K.T + W_0.T) @ constant(R, 1, n)
exponents = from_keys + W_1.T @ X_Q


double_alpha = Sum(lambda i: Sum(lambda j: exp(R * pair_score(i, j)), 1, G), 1, G)


def over_both(p: Proof, f: Callable[[Term], Term], g: Callable[[Term, Term], Term], each: Fact) -> Fact:
    """Σ_h f(h) = Σ_i Σ_j g(i, j) from f(h) = g(first(h), second(h))."""
    terms = each
    left, right = fun(f), fun(lambda h: g(first(h), second(h)))
    one = p.apply("sum_eq", terms, f=left, g=right, lo=1, hi=pairs)
    at = {"block": first, "offset": second, "d": G, "G": G}
    two = p.apply("tile_sum_blocks", h=fun(g, 2), **at)
    return p.have(Eq(one.concl.args[0], two.concl.args[1]), one, two)


@paper.claim(given=[*sized_pairs, length >= 0], shows=Eq(of_pairs(alpha), double_alpha))
def alpha_over_pairs(p: Proof) -> Fact:
    """Write α(Z_K, Z_Q) as a double sum over the centres of both sides."""
    value = p.apply("stacked_score")
    each = p.congr(lambda x: exp(R * x), value)
    return over_both(p, lambda h: of_pairs(gauss(h)), lambda i, j: exp(R * pair_score(i, j)), each)


# --- values and output --------------------------------------------------------------------------------------------

value_difference = Matrix(half, n, lambda t, c: 2 * F(block(t), offset(t), c) / B0)
exp_difference = entrywise(exp, W_T.T) - entrywise(exp, W_E.T)


@paper.claim(given=valued_pairs, shows=exp_difference.equals(value_difference))
def exp_values(p: Proof) -> Fact:
    """exp(W_Tᵀ) − exp(W_Eᵀ) = 2f/B_0, block by block."""
    with_pairs(p)
    p.given(plus_pos=cross.pair_values[1], minus_pos=cross.pair_values[2])

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        spots = [p.specialize(name, t, using=ends) for name in TILED[:4]]
        logs = [
            p.exp_log(p.specialize(name, block(t), offset(t), c_, using=[*spots, *ends]))
            for name in ("plus_pos", "minus_pos")
        ]
        return p.have(Eq(exp_difference(t, c_), value_difference(t, c_)), *logs)

    return equal_by(p, "out", exp_difference, value_difference, entry)


def key_score(t: Term) -> Term:
    """v_iᵀZ̃_K − ‖v_i‖²/2 − ‖v_j‖²/2 for the pair of row t."""
    h = block(t)
    return key_dot(first(h)) - half_square(first(h)) - half_square(second(h))


key_exponential = Matrix(half, n, lambda t, c: exp(R * key_score(t)))
query_exponential = Matrix(half, n, lambda t, c: exp(R * query_dot(second(block(t)))))
block_exponential = Matrix(half, n, lambda t, c: exp(R * pair_score(first(block(t)), second(block(t)))))


@paper.claim(given=sized_pairs, shows=entrywise(exp, from_keys).equals(key_exponential))
def key_exponentials(p: Proof) -> None:
    """The part from Z_K, in the block of a pair."""


@paper.claim(given=sized_pairs, shows=entrywise(exp, W_1.T @ X_Q).equals(query_exponential))
def query_exponentials(p: Proof) -> Fact:
    """The part from Z_Q; W_1 contains the factor R."""
    scores = p.apply("query_scores")
    product = W_1.T @ X_Q

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        return p.congr(exp, p.specialize(scores, t, c_, using=ends))

    return equal_by(p, "out", entrywise(exp, product), query_exponential, entry)


@paper.claim(given=sized_pairs, shows=entrywise(exp, exponents).equals(block_exponential))
def pair_exponentials(p: Proof) -> Fact:
    """(B.38): the block of a pair is exp(R times its score)."""
    p.apply("key_exponentials", label="keys")
    p.apply("query_exponentials", label="queries")
    left = entrywise(exp, exponents)

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        one, two = (p.specialize(name, t, c_, using=ends) for name in ("keys", "queries"))
        return p.have(Eq(left(t, c_), block_exponential(t, c_)), (two, one.concl.args[1]))

    return equal_by(p, "out", left, block_exponential, entry)


blockwise = hadamard(block_exponential, value_difference)
product_40 = hadamard(entrywise(exp, exponents), exp_difference)


@paper.claim(given=valued_pairs, shows=product_40.equals(blockwise))
def pair_products(p: Proof) -> Fact:
    """The block of a pair is exp(R times its score) times 2f/B_0."""
    values = p.apply("exp_values")
    scores = p.apply("pair_exponentials")

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        found = p.specialize(values, t, c_, using=ends)
        score = p.specialize(scores, t, c_, using=ends)
        parts = (found, score.concl.args[1]), (score, found.concl.args[0])
        return p.have(Eq(product_40(t, c_), blockwise(t, c_)), *parts)

    return equal_by(p, "out", product_40, blockwise, entry)


double_output = Sum(
    lambda i: Sum(lambda j: exp(R * pair_score(i, j)) / double_alpha * F((i - 1) * G + j, r, c), 1, G), 1, G
)


@paper.claim(given=[*sized_pairs, length >= 0], shows=Eq(of_pairs(made.output(r, c)), double_output))
def output_over_pairs(p: Proof) -> Fact:
    """Write the output as a double sum: f(ṽ_i, ṽ_j) with the weights of the pairs."""
    with_pairs(p)
    p.given(h_low=h >= 1, h_high=h <= pairs)
    alpha = p.apply("alpha_over_pairs")
    value = p.apply("stacked_score")
    top = p.congr(lambda x: exp(R * x), value)
    below = p.congr(lambda x: num(1) / x, alpha)
    index = p.specialize("pair", h)
    moved = p.congr(lambda x: F(x, r, c), index)
    weight = of_pairs(share(h))
    found = exp(R * pair_score(first(h), second(h))) / double_alpha
    same_weight = p.have(Eq(weight, found), (top, num(1) / double_alpha), (below, of_pairs(gauss(h))))
    there = F((first(h) - 1) * G + second(h), r, c)
    each = p.have(Eq(weight * F(h, r, c), found * there), (same_weight, F(h, r, c)), (moved, found))

    def g(i: Term, j: Term) -> Term:
        return exp(R * pair_score(i, j)) / double_alpha * F((i - 1) * G + j, r, c)

    return over_both(p, lambda h: of_pairs(share(h)) * F(h, r, c), g, each)
