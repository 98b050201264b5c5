"""Sections 4.2 and B.3, display by display: cross-attention, its estimate over pairs of centres, Theorem 4.2.

There are G² pairs, counted through: pair h consists of the centres first(h) and second(h). The estimate is that of B.1
with G² centres of length 2dn (`for_pairs`), among which the paper at times counts only G.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.kernel.terms import opened
from proofs.language.notation import *
from proofs.papers.liu import cross_attention as cross
from proofs.papers.liu import grid, nearest
from proofs.papers.liu import self_attention as made
from proofs.papers.liu import theorem_4_1 as main
from proofs.papers.liu.centres import (
    B0,
    F,
    G,
    aff,
    alpha,
    block,
    flat,
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
    z,
)
from proofs.papers.liu.cross_attention import (
    W_0,
    W_1,
    W_E,
    W_O,
    W_T,
    X_K,
    X_Q,
    first,
    half,
    key_dot,
    network,
    of_pairs,
    output_1,
    pair_case,
    pair_score,
    pairs,
    query_dot,
    second,
    sized_pairs,
    spare,
    stack_v,
    stack_z,
    stacked_K,
    valued_pairs,
    width,
    with_pairs,
    z_K,
    z_Q,
)
from proofs.papers.liu.grid import D, P, digit
from proofs.papers.liu.grid_exists import (
    BLOCKS,
    WRITTEN_OUT,
    defined_where,
    digit_laws,
    tile_laws,
    written_out,
    written_tiling,
)
from proofs.papers.liu.indicator_weights import misfits
from proofs.papers.liu.nearest import best, delta
from proofs.papers.liu.theorem_4_1 import misfit_errata, small
from proofs.papers.liu.vocabulary import R, c, d, display, eps, h, i, instance, k, n, paper
from proofs.theorems.matrices import (
    Matrix,
    blocks,
    constant,
    entrywise,
    equal_by,
    hadamard,
    identity,
    total,
    unit,
    zero,
)
from proofs.theorems.powers import power
from proofs.theorems.tilings import TILED
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

FOR_PAIRS = {"G": pairs, "m": 2 * length}
(s_, t_) = ints("s t")


def for_pairs(claim: Claim) -> Claim:
    """A claim of B.1 for G² centres of length 2dn."""
    return instance(claim, f"{claim.name}_for_pairs", [G >= 1], **FOR_PAIRS)


def unproved(claim: Claim) -> Claim:
    """A claim that is not proved, for G² centres of length 2dn."""
    formulas = [
        substitute(f, {x: w for x, w in {G: pairs, length: 2 * length}.items() if x in f.free})
        for f in (*claim.given, claim.shows)
    ]
    return Claim(tuple(formulas[:-1]), formulas[-1])


def doubled(search: Search, **sizes: Sequence[int]) -> Search:
    """The same search with tables for G² centres of length 2m."""
    bigger: dict[str, str | int] = {"G m": "1 2", "m": 2, "G d n": "1 d n", "G": 1}
    length_ = {name: bigger.get(str(places), places) for name, places in search.length.items()}
    return Search({**search.sizes, **sizes}, search.reals, search.entries, length_)


def refuted(what: str, position: int, search: Search) -> Erratum:
    """The erratum of the corresponding display of B.1."""
    return Erratum("false", what, position, doubled(search))


# --- the centres and f --------------------------------------------------------------------------------------------

display(
    "B.3",
    2,
    "Coordinate i of a centre: (2Dκ_i + D − DP)/P.",
    given=[P >= 1],
    defines=grid.coordinate(k),
    printed=main.within_printed,
    mended=grid.coordinate_near,
    errata=main.at_edge(),
)
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
    printed=(main.sum_is_two, main.difference_is_double, main.bound_printed[0]),
    mended=(main.sum_is_two, main.difference_is_double, grid.plus_positive, grid.minus_positive),
    errata=Erratum("false", main.reached, 2, main.attained),
)
display("B.3", 7, "G = P^(dn).", given=[P >= 1], defines=power(P, length))

# --- the layers ---------------------------------------------------------------------------------------------------

overlapping = "Block j is put at columns j + s, so that blocks overlap; it must be jdG + s."
column = (i - 1) * (d * G) + r
row_printed = total(lambda i: cross.key_marks_printed(i) * key_dot(i), 1, G)(1, column)
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
    mended=layer_K,
    errata=(*misfit_errata(one_row), Erratum("false", overlapping, 1, overlap.search)),
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
    mended=(layer_K, cross.key_row),
    errata=(*misfit_errata(one_row), Erratum("false", overlapping, 1, overlap.search)),
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
    mended=layer_Q,
    errata=misfit_errata("e_{j+1} of length 2dG² + G stands beside a zero block of one row; X_Q has G rows."),
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
    "B.3", 18, "W_K in blocks.", "B.30", printed=printed_keys, mended=cross.pair_keys, errata=misfit_errata(*no_columns)
)
display("B.3", 19, "W_0, W_T, W_E and W_1.", given=valued_pairs, defines=(W_0(1, k), W_1(j, k)))


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
    mended=cross.query_scores,
    errata=(
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 0, small),
        Erratum("dimension", "W_T^(j) and W_E^(j) are n × dG, not d × Gn.", 1, small),
        Erratum("dimension", "W̄_1 is G × dG, not G × d.", 2, small),
    ),
)
display("B.3", 21, "K = W_K Linear_K(Z_K).", printed=cross.pair_keys)
display(
    "B.3",
    22,
    "K: X_K, W_0, W_1 and W_T, W_E.",
    printed=printed_keys,
    mended=cross.pair_keys,
    errata=misfit_errata(*no_columns),
)
display("B.3", 23, "W_Q.", printed=printed_queries, mended=cross.pair_queries, errata=misfit_errata(*query_shapes))
display(
    "B.3",
    24,
    "Q = W_Q Linear_Q(Z_Q).",
    printed=printed_queries,
    mended=cross.pair_queries,
    errata=misfit_errata(*query_shapes),
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
    mended=cross.query_scores,
    errata=misfit_errata("W_1ᵀX_Q is dG² × n, not dG² × G."),
)


def marks_31() -> Matrix:
    """R e_j 1_d as printed: a column of G times a column of d."""
    return unit(j, G) @ constant(1, d, 1)


display(
    "B.3",
    27,
    "Q_1 = W̄_1ᵀX_Q has R v_jᵀZ̃_Q in block j.",
    "B.31",
    printed=misfits(marks_31, sized),
    mended=cross.query_scores,
    errata=misfit_errata("The transpose of Re_j 1_{1×d} is R 1_d e_jᵀ."),
)
twice_R = cross.tiles.above(
    lambda h: Matrix(
        d,
        n,
        lambda r, c: (
            R * key_dot(first(h))
            - R * half_square(first(h))
            - R * half_square(second(h))
            + R * (R * query_dot(second(h)))
        ),
    )
)
once = cross.tiles.above(lambda h: Matrix(d, n, lambda r, c: R * pair_score(first(h), second(h))))
one_pair = Search(
    sizes={"d": [1], "n": [1], "G": [1], "m": [1], "i": [1], "k": [1], "j": [1], "h": [1], "r": [1], "c": [1]},
    reals={"R": [2], "B_0": [1]},
    entries={"v": [1], "z_K": [0], "z_Q": [1], "F": [0, 1], "block": [1], "offset": [1], "first": [1], "second": [1]},
    length={"v": "G m", "z_K": "m", "z_Q": "m", "F": "G d n", "block": 1, "offset": 1, "first": 1, "second": 1},
)
twice = "R stands in W_1 already; with RW_1ᵀX_Q it is counted twice."
at_one = (i >= 1, i <= half, k >= 1, k <= n)
squared = Claim((*valued_pairs, *at_one), eq(exp(twice_R(i, k)), exp(once(i, k))))
counted_twice = Erratum("false", twice, 0, one_pair)


exponentials_pairs = pair_case(made.score_exponentials)
display(
    "B.3",
    28,
    "exp(KᵀQ).",
    "B.32",
    printed=squared,
    mended=(exponentials_pairs, cross.scores_of_pairs),
    errata=counted_twice,
)
denominators = tuple(pair_case(claim) for claim in (*main.chain_12, made.denominator_is_alpha))
others = pair_case(made.other_denominators)
display(
    "B.3",
    29,
    "The denominators of the first n columns are 2dα, those of the others 2dG².",
    "B.33",
    mended=(*denominators, others),
    errata=(Erratum("typo", "The sum is over the column's rows, and the other columns add up to 2dG², not 2dG."),),
)

double_alpha = sigma(lambda i: sigma(lambda j: exp(R * pair_score(i, j)), 1, G), 1, G)


def over_both(p: Proof, f: Callable[[Term], Term], g: Callable[[Term, Term], Term], each: Fact) -> Fact:
    """Σ_h f(h) = Σ_i Σ_j g(i, j) from f(h) = g(first(h), second(h))."""
    terms = p.every(None, h, each, h >= 1, h <= pairs)
    left, right = fun(f), fun(lambda h: g(first(h), second(h)))
    one = p.apply(None, "sum_eq", terms, f=left, g=right, lo=1, hi=pairs)
    at = {"block": first, "offset": second, "d": G, "G": G}
    two = p.apply(None, "tile_sum_blocks", h=fun(g, 2), **at)
    return p.have(None, eq(one.concl.args[0], two.concl.args[1]), one, two)


@paper.claim(given=[*sized_pairs, length >= 0], shows=eq(of_pairs(alpha), double_alpha))
def alpha_over_pairs(p: Proof) -> Fact:
    """α(Z_K, Z_Q) as a double sum over the centres of both sides."""
    with_pairs(p)
    p.given(m_low=length >= 0)
    value = p.apply(None, "stacked_score")
    left = of_pairs(aff(h))
    each = p.both(None, left, pair_score(first(h), second(h)), lambda x: exp(R * x), value)
    return over_both(p, lambda h: of_pairs(gauss(h)), lambda i, j: exp(R * pair_score(i, j)), each)


display("B.3", 30, "α(Z_K, Z_Q), a double sum over the centres.", printed=alpha_over_pairs)

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
    mended=(softmax_pairs, halves, difference),
    errata=counted_twice,
)
display(
    "B.3",
    33,
    "The part of V Softmax(KᵀQ) that is not zero.",
    "B.35",
    printed=squared,
    mended=halves,
    errata=counted_twice,
)
value_difference = Matrix(half, n, lambda t, c: 2 * F(block(t), offset(t), c) / B0)
exp_difference = entrywise(exp, W_T.T) - entrywise(exp, W_E.T)


@paper.claim(given=valued_pairs, shows=exp_difference.equals(value_difference))
def exp_values(p: Proof) -> Fact:
    """exp(W_Tᵀ) − exp(W_Eᵀ) = 2f/B_0, block by block."""
    with_pairs(p)
    p.given(bound_pos=B0 > 0, plus_pos=cross.pair_values[1], minus_pos=cross.pair_values[2])

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        spots = [p.use(None, name, t, using=ends) for name in TILED[:4]]
        logs = [
            p.rule(None, "exp_log", p.use(None, name, block(t), offset(t), c_, using=[*spots, *ends]))
            for name in ("plus_pos", "minus_pos")
        ]
        return p.have(None, eq(exp_difference(t, c_), value_difference(t, c_)), *logs)

    return equal_by(p, "out", exp_difference, value_difference, entry)


typos = Erratum("typo", "E is taken at v_0 in every row and tildes are missing: T and E are at the same pair in each.")
display("B.3", 34, "exp(W_Tᵀ) − exp(W_Eᵀ), stacked over the first centre.", "B.36", printed=exp_values)
display("B.3", 35, "One of its parts: 2f/B_0 at the pairs with one first centre.", printed=exp_values, errata=typos)


def rows_37() -> Term:
    """The rows of one part: G rows as printed, dG in fact."""
    return constant(0, d * G, n).equals(constant(0, G, n))


display(
    "B.3",
    36,
    "The part in rows (i − 1)dG + 1 to idG of the whole.",
    "B.37",
    printed=misfits(rows_37, sized),
    mended=exp_values,
    errata=misfit_errata("A part has dG rows, not G: rows (i − 1)dG + 1 to idG are meant."),
)
key_part = Matrix(half, n, lambda t, c: R * (key_dot(first(block(t))) - half_square(first(block(t)))))
key_exp_printed = Claim(
    (*sized_pairs, *at_one), eq(exp(key_part(i, k)), exp(key_dot(first(block(i))) - half_square(first(block(i)))))
)
query_exp_printed = Claim(
    (*sized_pairs, *at_one), eq(exp(R * query_dot(second(block(i)))), query_dot(second(block(i))))
)
block_exponential = Matrix(half, n, lambda t, c: exp(R * pair_score(first(block(t)), second(block(t)))))


@paper.claim(given=sized_pairs, shows=entrywise(exp, once).equals(block_exponential))
def pair_exponentials(p: Proof) -> Fact:
    """(B.38): in the block of a pair stands exp(R times its score)."""
    with_pairs(p)
    left = entrywise(exp, once)
    return equal_by(
        p, "out", left, block_exponential, lambda t, c, _: p.have(None, eq(left(t, c), block_exponential(t, c)))
    )


display(
    "B.3",
    37,
    "The part of it from Z_K.",
    printed=key_exp_printed,
    mended=pair_exponentials,
    errata=Erratum("false", "R is missing in the exponent on the right, and so is −‖v_j‖²/2 from W̄_0.", 0, one_pair),
)
display(
    "B.3",
    38,
    "The part of it from Z_Q.",
    printed=query_exp_printed,
    mended=pair_exponentials,
    errata=Erratum("false", "exp(R v_jᵀZ̃_Q) is meant; exp and R are missing on the right.", 0, one_pair),
)
display("B.3", 39, "exp of the scores without ln T, ln E, in the block of a pair.", "B.38", printed=pair_exponentials)
blockwise = hadamard(block_exponential, value_difference)
product_40 = hadamard(entrywise(exp, once), exp_difference)


@paper.claim(given=valued_pairs, shows=product_40.equals(blockwise))
def pair_products(p: Proof) -> Fact:
    """In the block of a pair: exp(R times its score) times 2f/B_0."""
    with_pairs(p)
    p.given(bound_pos=B0 > 0, plus_pos=cross.pair_values[1], minus_pos=cross.pair_values[2])
    p.apply("values", "exp_values")

    def entry(t: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        found = p.use(None, "values", t, c_, using=ends)
        return p.have(None, eq(product_40(t, c_), blockwise(t, c_)), (found, block_exponential(t, c_)))

    return equal_by(p, "out", product_40, blockwise, entry)


shifted = Erratum("typo", "The row range and f(ṽ_{i−1}, v_{j−1}) are shifted by one against i and j from 0.")
adds_up = pair_case(made.blocks_add_up)
display("B.3", 40, "Entrywise products in the block of a pair.", printed=pair_products, errata=shifted)
display(
    "B.3",
    41,
    "X_2 adds up the blocks of all pairs.",
    printed=adds_up,
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
    mended=final[0],
    errata=Erratum("false", once_only, 0, two_bounds),
)
display("B.3", 43, "W_O = [dB_0 I_n; 0].", given=valued_pairs, defines=W_O(i, k))
double_output = sigma(
    lambda i: sigma(lambda j: exp(R * pair_score(i, j)) / double_alpha * F((i - 1) * G + j, r, c), 1, G), 1, G
)


@paper.claim(given=[*sized_pairs, length >= 0], shows=eq(of_pairs(made.output(r, c)), double_output))
def output_over_pairs(p: Proof) -> Fact:
    """The output as a double sum: f(ṽ_i, ṽ_j) with the weights of the pairs."""
    with_pairs(p)
    p.given(m_low=length >= 0, h_low=h >= 1, h_high=h <= pairs)
    p.apply("alpha", "alpha_over_pairs")
    value = p.apply(None, "stacked_score")
    top = p.both(None, of_pairs(aff(h)), pair_score(first(h), second(h)), lambda x: exp(R * x), value)
    below = p.both(None, of_pairs(alpha), double_alpha, lambda x: num(1) / x, "alpha")
    index = p.use(None, "pair", h)
    moved = p.both(None, h, (first(h) - 1) * G + second(h), lambda x: F(x, r, c), index)
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
    mended=(final[1], cross.cross_output, output_over_pairs),
    errata=Erratum("false", "f/B_0 stands in the result, where W_O has taken B_0 away: it is f.", 0, two_bounds),
)

# --- the estimate -------------------------------------------------------------------------------------------------

paper.state(
    "definition-B.3",
    "The affine functions of the pairs and their maximum.",
    section="B.3",
    index="Definition B.3",
    kind="definition",
    given=[G >= 1],
    defines=pair_score(i, j),
    printed=cross.stacked_score,
    errata=Erratum("typo", "They are functions on ℝ^(2dn), not ℝ^(dn)."),
)
display("B.3", 45, "Aff_{i,j} = v_iᵀZ̃_K + v_jᵀZ̃_Q − ‖v_i‖²/2 − ‖v_j‖²/2.", defines=pair_score(i, j))
display(
    "B.3",
    46,
    "MaxAff is the greatest over all pairs.",
    given=[G >= 1],
    defines=maximum(lambda i: maximum(lambda j: pair_score(i, j), 1, G), 1, G),
)


def grid_case(claim: Claim) -> Claim:
    """A claim of `nearest` for pairs, near meaning ‖Z̃ − v_h‖_∞ <= δ."""
    return instance(
        claim,
        f"{claim.name}_on_pair_grid",
        [G >= 1],
        **FOR_PAIRS,
        reach=fun(lambda j: of_generic(grid.farthest(j))),
        cut=delta,
    )


def of_generic(x: Term) -> Term:
    """A term of B.1 for G² centres of length 2dn."""
    return substitute(x, {u: w for u, w in {G: pairs, length: 2 * length}.items() if u in x.free})


splits, near_case = grid_case(nearest.average_splits), grid_case(nearest.near_part)
tied = Search(
    sizes={"m": [1], "G": [2], "j": [1, 2], "j_m": [1, 2]},
    reals={"delta": [rational(1, 2)]},
    entries={"v": [0, 1], "z": [rational(1, 2)]},
    length={"v": "4 2", "z": 2},
)
not_distance = Erratum("false", main.not_distance, 0, tied)
display(
    "B.3",
    47,
    "The nearest pair, the other near ones, the far ones.",
    printed=unproved(main.near_by_aff),
    mended=(splits, near_case),
    errata=not_distance,
)
squares = tuple(for_pairs(c) for c in (nearest.affine_difference, nearest.affine_completed, nearest.affine_squares))
display("B.3", 48, "Aff at two pairs: ‖Z̃‖²/2 subtracted and added.", "B.40", printed=squares[:2])
display("B.3", 49, "It is half the difference of the squared distances.", "B.41", printed=squares[2])
nearest_pair = for_pairs(nearest.nearest_is_minimum)
display("B.3", 50, "The greatest Aff has the nearest pair (in squares of distances).", "B.42", printed=nearest_pair)

edge = Search(
    sizes={**main.point, "k": [1, 2]},
    reals={"D": [1], "delta": [3]},
    entries={"v": [-1], "z": [1], "kappa": [0]},
    length={"v": "1 2", "z": 2, "kappa": "1 2"},
)
missed = Erratum("false", main.misplaced, 0, edge)
in_coordinate = (k >= 1, k <= 2 * length)
g_is_P = Erratum("typo", "g is never introduced, it is P, and 𝒟 has 2dn coordinates.")
neighbours = (for_pairs(grid.right_neighbour), for_pairs(grid.left_neighbour))
display(
    "B.3",
    51,
    "No neighbour in the grid is nearer.",
    printed=unproved(Claim((*main.nearest_printed, *main.in_coordinate), main.moved_right)),
    mended=for_pairs(grid.nearer_than_neighbours),
    errata=(missed, g_is_P),
)
for number in (52, 53):
    display(
        "B.3",
        number,
        "2Δᵀ(Z̃ − v) <= ‖Δ‖² for steps to neighbours.",
        printed=unproved(Claim((*main.nearest_printed, *main.in_coordinate), main.wide_step)),
        mended=neighbours,
        errata=(missed, g_is_P),
    )
near_coordinate, near_all = for_pairs(grid.coordinate_near), for_pairs(grid.nearest_within)
near_half = for_pairs(grid.nearest_within_half)
display(
    "B.3",
    54,
    "Every coordinate of Z̃ is within D/P of that of the nearest pair.",
    printed=unproved(main.within_printed),
    mended=near_coordinate,
    errata=(missed, g_is_P),
)
display(
    "B.3",
    55,
    "‖Z̃ − v‖_∞ <= D/P.",
    printed=unproved(Claim(main.nearest_printed, grid.farthest(best) <= D / P)),
    mended=near_all,
    errata=(missed, g_is_P),
)
display(
    "B.3",
    56,
    "‖Z̃ − v‖_∞ <= δ/2 for P >= 2D/δ.",
    printed=unproved(Claim((*main.nearest_printed, 2 * D < delta * P), grid.farthest(best) <= delta / 2)),
    mended=near_half,
    errata=missed,
)
close_value = for_pairs(grid.nearest_has_close_value)
display("B.3", 57, "f at the nearest pair is within ε/3 of f(Z).", printed=close_value)
counted_parts = (for_pairs(nearest.error_is_averaged), for_pairs(nearest.average_bounds_error))
only_G = Erratum("typo", "The sums over pairs run to G − 1 only; there are G² pairs, and η_0, η_1 are E_0, E_1.")
display(
    "B.3",
    58,
    "The error is at most an average, which is split in three.",
    "B.43",
    printed=(*counted_parts, unproved(main.counted_twice)),
    mended=(*counted_parts, splits),
    errata=(
        Erratum(
            "false", "η_m belongs to E_0 as it is defined, so that its term is counted twice.", 2, doubled(main.twice)
        ),
        only_G,
    ),
)
for number, equation in ((59, ""), (60, "B.44")):
    display(
        "B.3",
        number,
        "The near pairs.",
        equation,
        printed=unproved(main.near_by_aff),
        mended=near_case,
        errata=not_distance,
    )
display("B.3", 61, "The nearest pair.", "B.45", printed=for_pairs(nearest.best_part))

far_parts = tuple(map(grid_case, (*nearest.far_steps, nearest.far_at_scale)))
too_few = Claim(
    (G >= 1, B0 > 0, eps > 0, delta > 0, R >= 8 / (3 * (delta * delta)) * log(6 * B0 * G / eps)),
    of_generic(nearest.far_6) <= eps / 3,
)
few = Search(sizes={"G": [2]}, reals={"B_0": [1], "epsilon": [1], "delta": [1], "R": [7]})
coarse = Search(
    sizes={"m": [1], "G": [1], "j_m": [1], "d": [1], "n": [1]},
    reals={"delta": [2]},
    entries={"v": [0], "z": [1]},
    length={"v": "1 2", "z": 2},
)
scale_erratum, euclid, strict = main.scale_errata
finer_square = for_pairs(grid.nearest_square)
far_display = display(
    "B.3",
    62,
    "The far pairs contribute at most ε/3, for R >= 8 ln(6B_0G²/ε)/(3δ²).",
    "B.46",
    printed=(unproved(main.too_small), unproved(main.euclidean), unproved(main.none_far), too_few),
    mended=(*far_parts, finer_square, for_pairs(grid.far_in_square)),
    errata=(
        Erratum("false", scale_erratum.what, 0, main.scale_search),
        Erratum("false", euclid.what, 1, coarse),
        Erratum("strictness", strict.what, 2, doubled(main.alone)),
        Erratum("false", "There are G² pairs: with G in the logarithm the bound is not reached.", 3, few),
    ),
)
joined = tuple(grid_case(claim) for claim in (nearest.near_two_parts, nearest.near_joined, nearest.near_total))
display("B.3", 63, "The near pairs and the nearest one, by (B.44) and (B.45).", printed=joined[0])
display("B.3", 64, "Together at most 2ε/3.", "B.47", printed=joined[1:])
display("B.3", 65, "The sum of the parts is at most ε.", printed=grid_case(nearest.average_within))

# --- Theorem 4.2 --------------------------------------------------------------------------------------------------

stack_digit = fun(lambda h, i: ite(i <= length, digit(second(h), i), digit(first(h), i - length)), 2)
AT = {G: pairs, v: stack_v, z: stack_z, length: 2 * length, digit: stack_digit}


def at_pairs(x: Term) -> Term:
    """A formula of the grid for the pairs of its points."""
    return substitute(x, {u: w for u, w in AT.items() if u in x.free})


both_inside = tuple(substitute(grid.inside, {z: x}) for x in (z_K, z_Q))
pair_grid = (*grid.grid_laws, D > 0, *both_inside, grid.middles)
PAIR_GRID = (*grid.GRID, "D_pos", "inside_K", "inside_Q", "middles")


def with_pair_grid(p: Proof) -> None:
    """Assume pairs of points of one grid."""
    with_pairs(p)
    p.given(**dict(zip(PAIR_GRID, pair_grid, strict=True)))


def _law(p: Proof, claim: Term, name: str, stacked: Sequence[Term], *indices: Term) -> Fact:
    """A law of the grid at index i of the stacked vectors: that of the second side for i <= m, of the first beyond."""
    low, high = p.rule(None, "assume", i <= length), p.rule(None, "assume", length < i)
    start = p.have(None, i - length >= 1, p.rule(None, "integer_step", high))
    end = p.have(None, i - length <= length, "i_high")
    sides = []
    for side, spots, at, law in ((low, [low], (second, i), "Q"), (high, [start, end], (first, i - length), "K")):
        place = (at[0](h), at[1]) if indices else (at[1],)
        law_ = p.use(None, name if indices else f"{name}_{law}", *place, using=[*spots])
        chosen = [p.rule(None, "choice", x, side) for x in stacked]
        if claim.op == "eq":
            sides.append(p.have(None, claim, *chosen, (chosen[-1], 2 * D / P), law_))
        elif indices:
            sides.append(p.have(None, claim, *chosen, law_))
        else:
            size = p.both(None, stacked[0], chosen[0].concl.args[1], absolute, chosen[0])
            sides.append(p.have(None, claim, size, law_))
    return p.cases(None, i, length, *sides)


def _for_pairs(p: Proof, name: str, formula: Term, *stacked: Term) -> Fact:
    """A law of the grid for all pairs and stacked coordinates."""
    p.given(h_low=h >= 1, h_high=h <= pairs, i_low=i >= 1, i_high=i <= 2 * length)
    for by in cross.PAIRED[:4]:
        p.use(f"{by}_h", by, h)
    claim = formula
    for x in (h, i):
        claim = claim.args[1]
        claim = grid_opened(claim, x)
    fact = _law(p, claim, name, stacked, h)
    return p.every("out", h, p.every(None, i, fact, "i_low", "i_high"), "h_low", "h_high")


def grid_opened(body: Term, x: Term) -> Term:
    """The body of lo <= x → x <= hi → A at x."""
    return opened(body, (x,)).args[1].args[1]


_digit, _v, _z = stack_digit(h, i), stack_v(h, i), stack_z(i)


@paper.theorem
def pair_digit_low(p: Proof) -> None:
    """The stacked digits are at least 0."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "digit_low", at_pairs(grid.digit_low), _digit), at_pairs(grid.digit_low))


@paper.theorem
def pair_digit_high(p: Proof) -> None:
    """And at most P − 1."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "digit_high", at_pairs(grid.digit_high), _digit), at_pairs(grid.digit_high))


@paper.theorem
def pair_middles(p: Proof) -> None:
    """The stacked centres lie where their digits say."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "middles", at_pairs(grid.middles), _v, _digit), at_pairs(grid.middles))


@paper.theorem
def pair_inside(p: Proof) -> None:
    """The stacked input lies in the cube."""
    with_pair_grid(p)
    p.given(i_low=i >= 1, i_high=i <= 2 * length)
    fact = _law(p, absolute(_z) <= D, "inside", [_z])
    p.qed(p.every("out", i, fact, "i_low", "i_high"), at_pairs(grid.inside))


@paper.theorem
def pair_counted(p: Proof) -> None:
    """There are P^(2m) pairs."""
    with_pair_grid(p)
    p.have("m_low", 0 <= length, "dimension")
    p.apply("powers", "power_add", m=P, a=length, b=length)
    p.qed(
        p.have(
            "out", eq(pairs, power(P, 2 * length)), "powers", "counted", ("counted", G), ("counted", power(P, length))
        )
    )


@paper.theorem
def pair_numbered(p: Proof) -> None:
    """The stacked digits number the pairs."""
    with_pair_grid(p)
    p.given(h_low=h >= 1, h_high=h <= pairs, k_low=k >= 1, k_high=k <= length)
    p.have("m_low", 0 <= length, "dimension")
    for by in cross.PAIRED:
        p.use(f"{by}_h", by, h)
    f = fun(lambda k: stack_digit(h, k) * power(P, k - 1))
    p.apply("cut", "sum_halves", f=f, n=length)
    p.rule("low", "choice", stack_digit(h, k), "k_high")
    p.rule("high", "choice", stack_digit(h, k + length), p.have(None, length < k + length, "k_low"))
    p.have("before", 0 <= k - 1, "k_low")
    p.apply("powers", "power_add", m=P, a=k - 1, b=length)
    there = stack_digit(h, k + length) * power(P, k + length - 1)
    whole = digit(first(h), k) * power(P, k - 1) * power(P, length)
    p.every(
        "low_terms",
        k,
        p.have(None, eq(f(k), digit(second(h), k) * power(P, k - 1)), ("low", power(P, k - 1))),
        "k_low",
        "k_high",
    )
    p.every(
        "high_terms",
        k,
        p.have(None, eq(there, whole), ("high", power(P, k + length - 1)), ("powers", digit(first(h), k))),
        "k_low",
        "k_high",
    )
    low_g = fun(lambda k: digit(second(h), k) * power(P, k - 1))
    high_f = fun(lambda k: stack_digit(h, k + length) * power(P, k + length - 1))
    high_g = fun(lambda k: digit(first(h), k) * power(P, k - 1) * power(P, length))
    p.apply("low_sum", "sum_eq", "low_terms", f=f, g=low_g, lo=1, hi=length)
    p.apply("high_sum", "sum_eq", "high_terms", f=high_f, g=high_g, lo=1, hi=length)
    p.use("second_number", "numbered", second(h))
    p.use("first_number", "numbered", first(h))
    label = at_pairs(grid.label_sum(h))
    p.have(
        "each",
        eq(h - 1, label),
        "cut",
        "low_sum",
        "high_sum",
        "second_number",
        ("first_number", power(P, length)),
        "counted",
        ("counted", first(h)),
        "pair_h",
    )
    p.qed(p.every("out", h, "each", "h_low", "h_high"), at_pairs(grid.numbered))


below_bound = tuple(map(at_pairs, grid.below_bound))
modulus, finer, scale = (at_pairs(x) for x in (grid.modulus, grid.finer, nearest.scale))
approximates = (*sized_pairs, flat, *pair_grid, delta > 0, finer, modulus, B0 > 0, *below_bound, eps > 0, R >= 0, scale)
NAMES = ("delta_pos", "finer", "modulus", "bound_pos", "values", "own", "eps_pos", "up", "scale")
output_error = at_pairs(nearest.error)
network_error = grid.largest_gap(network)
plus_positive = instance(grid.plus_positive, "plus_positive_at_pairs", G=pairs)
minus_positive = instance(grid.minus_positive, "minus_positive_at_pairs", G=pairs)


@paper.claim(given=[*sized_pairs, flat, B0 > 0, below_bound[0]], shows=eq(network_error, output_error))
def cross_network_error_by_output(p: Proof) -> Fact:
    """What the matrices compute is the average over the pairs, so that its error is that of the average."""
    with_pairs(p)
    p.given(flat=flat, bound_pos=B0 > 0, values=below_bound[0])
    p.have("m_low", length >= 0, "flat", ("wide", "long"), "wide", "long")
    p.apply("plus", "plus_positive_at_pairs")
    p.apply("minus", "minus_positive_at_pairs")
    p.apply("same", "cross_output")
    return grid.same_gap(p, "out", network, output_1, "same")


LAWS = ("digit_low", "digit_high", "middles", "inside", "counted", "numbered")
STACKED = {"G": pairs, "v": stack_v, "z": stack_z, "m": 2 * length, "kappa": stack_digit}


def by_average(p: Proof, theorem: str) -> Fact:
    """The network is within ε of f by a theorem about the average, which is applied to the stacked grid."""
    for law in LAWS:
        p.apply(f"pair_{law}", f"pair_{law}")
    p.have("two_m", 2 * length >= 1, "dimension")
    p.apply("small", theorem, *(f"pair_{law}" for law in LAWS), **STACKED)
    p.apply("same", "cross_network_error_by_output")
    return p.have("out", p.goal, "same", "small")


@paper.claim(given=approximates, shows=network_error <= eps)
def cross_network_approximates(p: Proof) -> Fact:
    """On the product of the cubes the network is within ε of f, at the mended P and R."""
    with_pair_grid(p)
    p.given(flat=flat, **dict(zip(NAMES, approximates[-len(NAMES) :], strict=True)))
    return by_average(p, "average_approximates")


@paper.claim(given=main.room_for_tokens.given, shows=n <= width)
def room_for_tokens_at_pairs(p: Proof) -> Fact:
    """n <= 2dG², if P >= 2."""
    p.given(**dict(zip(("wide", "long", "two", "flat", "counted"), main.room_for_tokens.given, strict=True)))
    p.have("base", P >= 1, "two")
    p.have("dimension", length >= 1, "flat", ("wide", "long"), "wide", "long")
    p.apply("room", "room_for_tokens")
    p.apply("powers", "power_ge_one", m=P, k=length)
    p.have("some", G >= 1, "counted", "powers")
    p.have("more", G * (G - 1) >= 0, ("some", "some"), "some")
    p.have("wider", d * (G * (G - 1)) >= 0, ("wide", "more"), "more")
    return p.have("out", p.goal, "room", "wider")


written_pairs = (*written_tiling(block, offset, d, pairs), *written_tiling(first, second, G, G))
outright = (*written_out, n <= width, *written_pairs, D > 0, *both_inside, delta > 0)
OUTRIGHT = (*WRITTEN_OUT, "fits", *BLOCKS, "firsts", "seconds", "D_pos", "inside_K", "inside_Q", "delta_pos")


def with_outright(p: Proof) -> None:
    """Assume a grid whose digits, blocks and pairs are written out, and a pair of points; their laws follow."""
    p.given(**dict(zip(OUTRIGHT, outright, strict=True)))
    digit_laws(p)
    p.have("pairs_low", pairs >= G, ("some", "some"), "some")
    p.have("some_pairs", pairs >= 1, "pairs_low", "some")
    tile_laws(p, G=pairs)
    tile_laws(p, "pair_", block=first, offset=second, d=G)


defined_where(pairs, "at_pairs_outright", with_outright)


@paper.claim(
    given=[*outright, finer, modulus, B0 > 0, *below_bound, eps > 0, R >= 0, scale], shows=network_error <= eps
)
def cross_network_outright(p: Proof) -> Fact:
    """Theorem 4.2 with digits, blocks and pairs written out: division with remainder."""
    with_outright(p)
    p.given(finer=finer, modulus=modulus, bound_pos=B0 > 0, values=below_bound[0], own=below_bound[1])
    p.given(eps_pos=eps > 0, up=R >= 0, scale=scale)
    return p.apply("out", "cross_network_approximates")


says = (
    "Cross-attention built from f's values at the pairs of centres is within ε of f on the product of the cubes, given "
    "a modulus δ of f for ε/3 (Heine-Cantor) and f on the whole product (Tietze)."
)
typo = Erratum("typo", "U_K and U_Q are subsets of ℝ^(d×n), not elements; and two layers Linear are needed.")
for id, section, index in (("theorem-4.2", "4.2", "Theorem 4.2"), ("theorem-B.3", "B.3", "Theorem B.3")):
    paper.state(
        id,
        says,
        section=section,
        index=index,
        kind="theorem",
        mended=(cross_network_outright, room_for_tokens_at_pairs),
        errata=(main.outside, main.constants, typo),
    )
for section, number in (("4.2", 1), ("B.3", 1)):
    display(
        section,
        number,
        "The largest error of the network is at most ε.",
        mended=cross_network_approximates,
        errata=main.outside,
    )

paper.constant(
    "cross-attention-scale",
    far_display,
    "the least scale R that makes the far pairs contribute at most ε/3",
    8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps),
    needed=8 / (3 * (delta * delta)) * log(6 * B0 * (G * G) / eps),
    needed_by=far_parts[-1],
    note="For R >= 0. There are G² pairs of centres.",
)
