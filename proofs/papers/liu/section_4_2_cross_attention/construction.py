"""B.3[2] to B.3[44], display by display: the network of cross-attention over pairs of centres as printed.

There are G² pairs, counted through: pair h consists of the centres first(h) and second(h). What `cross_attention`
proves, at the places of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.indicator_weights import misfits
from proofs.papers.liu.section_4_1_self_attention import construction, grid
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    alpha,
    block,
    gauss,
    half_square,
    j,
    length,
    minus,
    offset,
    plus,
    r,
    share,
    sized,
    v,
)
from proofs.papers.liu.section_4_1_self_attention.construction import misfit_errata, small
from proofs.papers.liu.section_4_1_self_attention.grid import P
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import *
from proofs.papers.liu.vocabulary import R, c, d, display, h, i, k, n, paper
from proofs.theorems.algebra.matrices import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.combinatorics.tilings import TILED

# --- the centres and f --------------------------------------------------------------------------------------------

display("B.3", 2, "Coordinate i of a centre: (2Dκ_i + D − DP)/P.", **construction.of_centres())
display("B.3", 3, "A centre named by its label.", printed=(grid.tuples_have_labels, grid.tuples_are_labels))
display("B.3", 4, "The matrix ṽ of a centre v.", defines=v(j, (k - 1) * d + c))
display("B.3", 5, "E = 1 − f/B_0 at a pair of centres.", given=[B0 > 0], defines=minus(h)(r, c))
display("B.3", 6, "T = 1 + f/B_0 at a pair of centres.", given=[B0 > 0], defines=plus(h)(r, c))
paper.state(
    "remark-B.3",
    "E + T = 2, T − E = 2f/B_0, both positive: the last where |f| < B_0.",
    section="B.3",
    index="Remark B.3",
    kind="remark",
    printed=Claim((*sized, B0 > 0, construction.weak_bound, *construction.one_value), construction.both_positive),
    corrected=construction.both_are_positive,
    errata=Erratum("false", construction.reached, 0, construction.attained),
    narrower="B_0 has to exceed |f| at the centres.",
)
paper.state(
    "text-B.3-11", "E + T = 2 and T − E = 2f/B_0 at every pair.",
    section="B.3", index=("B.3¶11", "B.3¶12", "B.3¶13"), kind="fact",
    printed=(construction.sum_is_two, construction.difference_is_double),
)  # fmt: skip
display("B.3", 7, "G = P^(dn).", given=[P >= 1], defines=power(P, length))

# --- the layers ---------------------------------------------------------------------------------------------------

overlapping = "Block j is put at columns j + s, so that blocks overlap; it must be jdG + s."
place = (i - 1) * (d * G) + r
row_printed = total(lambda i: cross.key_marks_printed(i) * key_dot(i), 1, G)(1, place)
overlap_printed = Claim((*sized, i >= 1, i <= G, r >= 1, r <= d * G), eq(row_printed, key_dot(i)))
overlap = Erratum(
    "false",
    overlapping,
    0,
    Search(
        sizes={"d": [1], "n": [1], "G": [2], "m": [1], "i": [1], "r": [1, 2]},
        entries={"v": [1], "z_K": [1]},
        length={"v": "G m", "z_K": "m"},
    ),
)


def linear_K_printed() -> Matrix:
    """Linear_K as printed, a row for each centre."""
    rows = width + G
    marked = total(lambda j: unit(width + j, rows) @ cross.key_marks_printed(j) * cross.products(z_K, j), 1, G)
    return marked + blocks([[identity(width)], [zero(G, width)]])


def as_28() -> Term:
    """Linear_K as printed against what (B.28) says that it is."""
    return linear_K_printed().equals(stacked_K)


one_row = (
    "Linear_K as printed has a row for each centre, 2dG² + G in all; (B.28) has one row X_K, so e_{2dG²+1} is meant."
)
rows_of_K = misfits(as_28, sized)
layer_K, layer_Q = cross.key_layer, cross.query_layer
display(
    "B.3",
    8,
    "Linear_K: the identity, and v_jᵀZ̃_K in the G blocks of centre j.",
    printed=(*rows_of_K, overlap_printed),
    corrected=layer_K,
    errata=(*misfit_errata(one_row), Erratum("false", overlapping, 1, overlap.search)),
    narrower=construction.laid_out,
)
display(
    "B.3",
    9,
    "The matrix that Linear_K adds: the identity over zeros.",
    given=sized_pairs,
    defines=cross.key_shift(i, k),
)
display("B.3", 10, "Linear_Q: v_jᵀZ̃_Q in row j of the first n columns.", printed=layer_Q)
display("B.3", 11, "The matrix that Linear_Q adds.", given=sized_pairs, defines=cross.query_shift(i, k))
display("B.3", 12, "The scalars in Linear_K are v_jᵀZ̃_K.", "B.26", printed=(cross.key_products, cross.key_flatten))
display("B.3", 13, "The scalars in Linear_Q are v_jᵀZ̃_Q.", "B.27", printed=(cross.query_products, cross.query_flatten))
display(
    "B.3",
    14,
    "Linear_K(Z_K) = [I, 0; 0, I; X_K, X_K].",
    "B.28",
    printed=(*rows_of_K, overlap_printed),
    corrected=(layer_K, cross.key_row),
    errata=(
        *misfit_errata(one_row),
        Erratum("false", overlapping, 1, overlap.search),
        Erratum(
            "typo",
            "In the third line the row of sums belongs below the identity, not beside it as a factor, and its second "
            "sum runs to G − 1, not 1 − 1.",
        ),
    ),
    narrower=construction.laid_out,
)


def linear_Q_29() -> Matrix:
    """The second line of (B.29): unit vectors of another length over I_n."""
    upper = total(lambda j: (unit(j, width + G) @ constant(1, 1, n)) * query_dot(j), 1, G)
    return blocks([[upper, zero(1, spare)], [identity(n), zero(n, spare)]])


display(
    "B.3",
    15,
    "Linear_Q(Z_Q) = [X_Q, 0; I_n, 0].",
    "B.29",
    printed=misfits(linear_Q_29, sized),
    corrected=layer_Q,
    errata=misfit_errata("e_{j+1} of length 2dG² + G stands beside a zero block of one row; X_Q has G rows."),
    narrower=construction.laid_out,
)
display("B.3", 16, "X_K: v_jᵀZ̃_K dG times, for each j.", given=sized_pairs, defines=X_K(1, k))
display("B.3", 17, "X_Q: v_jᵀZ̃_Q in row j, n times.", given=sized_pairs, defines=X_Q(j, c))

# --- keys, queries, scores ----------------------------------------------------------------------------------------


def keys_printed() -> Matrix:
    """W_K with single zeros in its last column."""
    one = zero(1, 1)
    return blocks(
        [[zero(1, half), zero(1, half), constant(1, 1, 1)], [W_0, W_0, one], [W_1, W_1, one], [W_T, W_E, one]]
    )


def queries_printed() -> Matrix:
    """W_Q as printed."""
    row = [zero(1, G), constant(R, 1, n)]
    return blocks([row, row, [identity(G), zero(1, n)], [zero(1, G), identity(n)]])


no_columns = ("The 0 beside W_1 must be 0_G.", "The 0 beside W_T must be 0_n.")
printed_keys, printed_queries = misfits(keys_printed, sized), misfits(queries_printed, sized)
query_shapes = ("The zero block beside I_G must be G × n.", "The zero block beside I_n must be n × G.")
display(
    "B.3",
    18,
    "W_K in blocks.",
    "B.30",
    printed=printed_keys,
    corrected=cross.pair_keys,
    errata=misfit_errata(*no_columns),
    narrower=construction.laid_out,
)
display("B.3", 19, "W_0, W_T, W_E and W_1.", given=(*valued_pairs, c >= 1, c <= n, k >= 1, k <= half),
        defines=(W_0(1, k), W_T(c, k), W_E(c, k), W_1(j, k)))  # fmt: skip


def value_shape() -> Term:
    """W_T^(j) of G blocks ln(T)ᵀ, n × d each, as d × Gn."""
    return Matrix(n, d * G, lambda i, k: W_T(i, k)).equals(zero(d, G * n))


def marks_shape() -> Term:
    """W̄_1 of G blocks of width d, as G × d."""
    return Matrix(G, d * G, lambda i, k: W_1(i, k)).equals(zero(G, d))


display(
    "B.3",
    20,
    "The parts: W̄_0, W_T^(j) and W_E^(j) of n × dG, W̄_1 of G × dG.",
    given=valued_pairs,
    defines=W_1(j, k),
    printed=(*misfits(value_shape, sized), *misfits(marks_shape, sized)),
    corrected=cross.query_scores,
    errata=(
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 0, small),
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 1, small),
        Erratum("dimension", "W̄_1 is G × dG, not G × d.", 2, small),
    ),
    narrower=construction.laid_out,
)
display("B.3", 21, "K = W_K Linear_K(Z_K).", printed=cross.pair_keys)
display(
    "B.3",
    22,
    "K: X_K, W_0, W_1 and W_T, W_E.",
    printed=printed_keys,
    corrected=cross.pair_keys,
    errata=misfit_errata(*no_columns),
    narrower=construction.laid_out,
)
display("B.3", 23, "W_Q.", printed=printed_queries, corrected=cross.pair_queries, errata=misfit_errata(*query_shapes),
        narrower=construction.laid_out)  # fmt: skip
display(
    "B.3",
    24,
    "Q = W_Q Linear_Q(Z_Q).",
    printed=printed_queries,
    corrected=cross.pair_queries,
    errata=misfit_errata(*query_shapes),
    narrower=construction.laid_out,
)
display("B.3", 25, "KᵀQ: R times the score of the pair, plus ln T or ln E.", printed=cross.pair_scores)


def stack_shape() -> Term:
    """W_1ᵀX_Q, which has n columns, as dG² × G."""
    return (W_1.T @ X_Q).equals(zero(half, G))


display(
    "B.3",
    26,
    "W_1ᵀX_Q stacks G times the same block.",
    printed=misfits(stack_shape, sized),
    corrected=cross.query_scores,
    errata=misfit_errata("W_1ᵀX_Q is dG² × n, not dG² × G."),
    narrower=construction.laid_out,
)


paper.state(
    "text-B.3-18", "W_1ᵀX_Q is Q_1 = W̄_1ᵀX_Q, stacked G times: R v_jᵀZ̃_Q in all blocks of the pairs with j.",
    section="B.3", index="B.3¶18", kind="fact", printed=cross.query_scores,
)  # fmt: skip


def marks_31() -> Matrix:
    """R e_j 1_d as printed: a column of G times a column of d."""
    return unit(j, G) @ constant(1, d, 1)


display(
    "B.3",
    27,
    "Q_1 = W̄_1ᵀX_Q has R v_jᵀZ̃_Q in block j.",
    "B.31",
    printed=misfits(marks_31, sized),
    corrected=cross.query_scores,
    errata=misfit_errata("The transpose of Re_j 1_{1×d} is R 1_d e_jᵀ."),
    narrower=construction.laid_out,
)
from_keys = (X_K.T + W_0.T) @ constant(R, 1, n)
exponents_printed = from_keys + (W_1.T @ X_Q) * R
exponents = from_keys + W_1.T @ X_Q
one_pair = Search(
    sizes={"d": [1], "n": [1], "G": [1], "m": [1], "i": [1], "k": [1], "j": [1], "h": [1], "r": [1], "c": [1]},
    reals={"R": [2], "B_0": [1]},
    entries={"v": [1], "z_K": [0], "z_Q": [1], "F": [0, 1], "block": [1], "offset": [1], "first": [1], "second": [1]},
    length={"v": "G m", "z_K": "m", "z_Q": "m", "F": "G d n", "block": 1, "offset": 1, "first": 1, "second": 1},
)
twice = "R stands in W_1 already; with RW_1ᵀX_Q it is counted twice."
at_one = (i >= 1, i <= half, k >= 1, k <= n)
squared = Claim((*valued_pairs, *at_one), eq(exp(exponents_printed(i, k)), exp(exponents(i, k))))
counted_twice = Erratum("false", twice, 0, one_pair)


exponentials_pairs = pair_case(made.score_exponentials)
display(
    "B.3",
    28,
    "exp(KᵀQ).",
    "B.32",
    printed=squared,
    corrected=(exponentials_pairs, cross.scores_of_pairs),
    errata=counted_twice,
)
paper.state(
    "text-B.3-20", "exp(KᵀQ) has a 1 in every entry of the columns after the first n.",
    section="B.3", index="B.3¶20", kind="fact", printed=exponentials_pairs,
)  # fmt: skip
denominators = tuple(pair_case(claim) for claim in (*construction.chain_12, made.denominator_is_alpha))
others = pair_case(made.other_denominators)
display(
    "B.3",
    29,
    "The denominators of the first n columns are 2dα, those of the others 2dG².",
    "B.33",
    corrected=(*denominators, others),
    errata=(
        Erratum("typo", construction.swapped, same_as="eq-B.12"),
        Erratum("typo", "The other columns add up to 2dG², not 2dG."),
        Erratum("typo", "The text before says exp(Softmax(KᵀQ)) for exp(KᵀQ), and 2dG, twice, for 2dG²."),
    ),
)

double_alpha = sigma(lambda i: sigma(lambda j: exp(R * pair_score(i, j)), 1, G), 1, G)


def over_both(p: Proof, f: Callable[[Term], Term], g: Callable[[Term, Term], Term], each: Fact) -> Fact:
    """Σ_h f(h) = Σ_i Σ_j g(i, j) from f(h) = g(first(h), second(h))."""
    terms = each
    left, right = fun(f), fun(lambda h: g(first(h), second(h)))
    one = p.apply(None, "sum_eq", terms, f=left, g=right, lo=1, hi=pairs)
    at = {"block": first, "offset": second, "d": G, "G": G}
    two = p.apply(None, "tile_sum_blocks", h=fun(g, 2), **at)
    return p.have(None, eq(one.concl.args[0], two.concl.args[1]), one, two)


@paper.claim(given=[*sized_pairs, length >= 0], shows=eq(of_pairs(alpha), double_alpha))
def alpha_over_pairs(p: Proof) -> Fact:
    """α(Z_K, Z_Q) as a double sum over the centres of both sides."""
    value = p.apply(None, "stacked_score")
    each = p.congr(None, lambda x: exp(R * x), value)
    return over_both(p, lambda h: of_pairs(gauss(h)), lambda i, j: exp(R * pair_score(i, j)), each)


display(
    "B.3",
    30,
    "α(Z_K, Z_Q), which does not depend on the column: a double sum over the centres.",
    defines=double_alpha,
    corrected=(denominators[-1], alpha_over_pairs),
    errata=Erratum("typo", construction.swapped, same_as="eq-B.12"),
)

# --- values and output --------------------------------------------------------------------------------------------

display("B.3", 31, "V = W_V Linear_K(Z_K) = [X_2, −X_2].", printed=cross.pair_values_matrix)
softmax_pairs = cross.score_softmax
halves, difference = pair_case(made.halves_subtract), pair_case(made.difference_is_value)
display(
    "B.3",
    32,
    "V Softmax(KᵀQ): the halves are subtracted.",
    "B.34",
    printed=squared,
    corrected=(softmax_pairs, halves, difference),
    errata=counted_twice,
)
display(
    "B.3",
    33,
    "The part of V Softmax(KᵀQ) that is not zero.",
    "B.35",
    printed=squared,
    corrected=halves,
    errata=counted_twice,
)
paper.state(
    "text-B.3-25", "V Softmax(KᵀQ) is X_2 times a block for the first n columns, beside zeros.",
    section="B.3", index="B.3¶25", kind="fact", printed=halves,
)  # fmt: skip
value_difference = Matrix(half, n, lambda t, c: 2 * F(block(t), offset(t), c) / B0)
exp_difference = entrywise(exp, W_T.T) - entrywise(exp, W_E.T)


@paper.claim(given=valued_pairs, shows=exp_difference.equals(value_difference))
def exp_values(p: Proof) -> Fact:
    """exp(W_Tᵀ) − exp(W_Eᵀ) = 2f/B_0, block by block."""
    with_pairs(p)
    p.given(plus_pos=cross.pair_values[1], minus_pos=cross.pair_values[2])

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        spots = [p.specialize(None, name, t, using=ends) for name in TILED[:4]]
        logs = [
            p.rule(None, "exp_log", p.specialize(None, name, block(t), offset(t), c_, using=[*spots, *ends]))
            for name in ("plus_pos", "minus_pos")
        ]
        return p.have(None, eq(exp_difference(t, c_), value_difference(t, c_)), *logs)

    return equal_by(p, "out", exp_difference, value_difference, entry)


typos = Erratum("typo", "E is taken at v_0 in every row and tildes are missing: T and E are at the same pair in each.")
display("B.3", 34, "exp(W_Tᵀ) − exp(W_Eᵀ), stacked over the first centre.", "B.36", printed=exp_values)
display("B.3", 35, "One of its parts: 2f/B_0 at the pairs with one first centre.", corrected=exp_values, errata=typos)


def rows_37() -> Term:
    """The rows of one part: G rows as printed, dG in fact."""
    return constant(0, d * G, n).equals(constant(0, G, n))


display(
    "B.3",
    36,
    "The part in rows (i − 1)dG + 1 to idG of the whole.",
    "B.37",
    printed=misfits(rows_37, sized),
    corrected=exp_values,
    errata=misfit_errata("A part has dG rows, not G: rows (i − 1)dG + 1 to idG are meant."),
    narrower=construction.laid_out,
)
key_exp_printed = Claim(
    (*sized_pairs, *at_one), eq(exp(from_keys(i, k)), exp(key_dot(first(block(i))) - half_square(first(block(i)))))
)
query_exp_printed = Claim((*sized_pairs, *at_one), eq(exp((W_1.T @ X_Q)(i, k) * R), query_dot(second(block(i)))))


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
    """The part from Z_Q: W_1 has R in it."""
    p.apply("scores", "query_scores")
    product = W_1.T @ X_Q

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        return p.congr(None, exp, p.specialize(None, "scores", t, c_, using=ends))

    return equal_by(p, "out", entrywise(exp, product), query_exponential, entry)


@paper.claim(given=sized_pairs, shows=entrywise(exp, exponents).equals(block_exponential))
def pair_exponentials(p: Proof) -> Fact:
    """(B.38): in the block of a pair stands exp(R times its score)."""
    p.apply("keys", "key_exponentials")
    p.apply("queries", "query_exponentials")
    left = entrywise(exp, exponents)

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        one, two = (p.specialize(None, name, t, c_, using=ends) for name in ("keys", "queries"))
        return p.have(None, eq(left(t, c_), block_exponential(t, c_)), (two, one.concl.args[1]))

    return equal_by(p, "out", left, block_exponential, entry)


display(
    "B.3",
    37,
    "The part of it from Z_K.",
    printed=key_exp_printed,
    corrected=key_exponentials,
    errata=Erratum("false", "R is missing in the exponent on the right, and so is −‖v_j‖²/2 from W̄_0.", 0, one_pair),
)
display(
    "B.3",
    38,
    "The part of it from Z_Q.",
    printed=query_exp_printed,
    corrected=query_exponentials,
    errata=Erratum("false", "exp(R v_jᵀZ̃_Q) is meant; exp and R are missing on the right.", 0, one_pair),
)
display(
    "B.3",
    39,
    "exp of the scores without ln T, ln E, in the block of a pair.",
    "B.38",
    printed=Claim((*sized_pairs, *at_one), eq(exp(exponents_printed(i, k)), block_exponential(i, k))),
    corrected=pair_exponentials,
    errata=counted_twice,
)
blockwise = hadamard(block_exponential, value_difference)
product_40 = hadamard(entrywise(exp, exponents), exp_difference)


@paper.claim(given=valued_pairs, shows=product_40.equals(blockwise))
def pair_products(p: Proof) -> Fact:
    """In the block of a pair: exp(R times its score) times 2f/B_0."""
    p.apply("values", "exp_values")
    p.apply("scores", "pair_exponentials")

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        found = p.specialize(None, "values", t, c_, using=ends)
        score = p.specialize(None, "scores", t, c_, using=ends)
        parts = (found, score.concl.args[1]), (score, found.concl.args[0])
        return p.have(None, eq(product_40(t, c_), blockwise(t, c_)), *parts)

    return equal_by(p, "out", product_40, blockwise, entry)


shifted = Erratum("typo", "The row range and f(ṽ_{i−1}, v_{j−1}) are shifted by one against i and j from 0.")
adds_up = pair_case(made.blocks_add_up)
display("B.3", 40, "Entrywise products in the block of a pair.", corrected=pair_products, errata=shifted)
display(
    "B.3",
    41,
    "X_2 adds up the blocks of all pairs.",
    corrected=adds_up,
    errata=(shifted, Erratum("typo", "A factor R stands in the first sum that belongs nowhere.")),
)
one_more = of_pairs(sigma(lambda h: share(h) * (F(h, r, c) / B0), 1, G)) / (d * B0)
beside = of_pairs(made.averages(r, c)) / (2 * d)
bound_twice = Claim((*valued_pairs, r >= 1, r <= d, c >= 1, c <= n), eq(one_more, beside))
two_bounds = Search(
    sizes=one_pair.sizes, reals={"R": [1], "B_0": [2]}, entries=one_pair.entries, length=one_pair.length
)
once_only = "1/(dB_0) and f/B_0 have B_0 twice: the factor is 1/d before f/B_0."
final = (pair_case(made.values_beside_zeros), pair_case(made.output_rescaled))
display(
    "B.3",
    42,
    "V Softmax(KᵀQ), beside zeros.",
    printed=bound_twice,
    corrected=final[0],
    errata=(Erratum("false", once_only, 0, two_bounds), shifted),
)
display("B.3", 43, "W_O = [dB_0 I_n; 0].", given=valued_pairs, defines=W_O(i, k))
double_output = sigma(
    lambda i: sigma(lambda j: exp(R * pair_score(i, j)) / double_alpha * F((i - 1) * G + j, r, c), 1, G), 1, G
)


@paper.claim(given=[*sized_pairs, length >= 0], shows=eq(of_pairs(made.output(r, c)), double_output))
def output_over_pairs(p: Proof) -> Fact:
    """The output as a double sum: f(ṽ_i, ṽ_j) with the weights of the pairs."""
    with_pairs(p)
    p.given(h_low=h >= 1, h_high=h <= pairs)
    p.apply("alpha", "alpha_over_pairs")
    value = p.apply(None, "stacked_score")
    top = p.congr(None, lambda x: exp(R * x), value)
    below = p.congr(None, lambda x: num(1) / x, "alpha")
    index = p.specialize(None, "pair", h)
    moved = p.congr(None, lambda x: F(x, r, c), index)
    weight = of_pairs(share(h))
    found = exp(R * pair_score(first(h), second(h))) / double_alpha
    same_weight = p.have(None, eq(weight, found), (top, num(1) / double_alpha), (below, of_pairs(gauss(h))))
    there = F((first(h) - 1) * G + second(h), r, c)
    each = p.have(None, eq(weight * F(h, r, c), found * there), (same_weight, F(h, r, c)), (moved, found))

    def g(i: Term, j: Term) -> Term:
        return exp(R * pair_score(i, j)) / double_alpha * F((i - 1) * G + j, r, c)

    return over_both(p, lambda h: of_pairs(share(h)) * F(h, r, c), g, each)


wrong_scale = Claim(
    (*valued_pairs, r >= 1, r <= d, c >= 1, c <= n), eq(double_output / B0, of_pairs(made.output(r, c)))
)
display(
    "B.3",
    44,
    "The output: the average of f over the pairs, with the weights of the pairs.",
    "B.39",
    printed=wrong_scale,
    corrected=(final[1], cross.cross_output, output_over_pairs),
    errata=(
        Erratum(
            "false",
            "f/B_0 stands in the result, where W_O has taken B_0 away: it is f.",
            0,
            two_bounds,
            same_as="B.3-42",
        ),
        shifted,
    ),
)
