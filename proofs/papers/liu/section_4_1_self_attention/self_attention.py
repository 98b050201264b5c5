"""B.1, part 1: the matrices of Theorem 4.1 for any d, n and G centres, and the output (B.15) that they compute.

The columns of the layer Linear are two halves of dG columns, each of G blocks of width d: at the centres one represents
1 + f/B_0, the other 1 − f/B_0. Their sum makes the softmax denominators independent of f, and their difference is the
output. Nothing here needs the centres to form a grid, so that C.1 applies the same matrices to N_x centres.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import *
from proofs.papers.liu.vocabulary import R, c, d, i, k, n, paper
from proofs.theorems.algebra.matrices import *

half = d * G  # the columns of one half
width = 2 * half
spare = width - n


# --- the layer Linear ---------------------------------------------------------------------------------------------


def token_products(j: Term) -> Term:
    """Σ_k (Z e_k)ᵀ (v_j)_{(k−1)d+1:kd}, with matrix products."""
    return total(lambda k: (input_ @ unit(k, n)).T @ segment(j, k), 1, n)(1, 1)


def token_sums(j: Term) -> Term:
    """Σ_k z_kᵀ (v_j)_{(k−1)d+1:kd}."""
    return Sum(lambda k: Sum(lambda c: input_(c, k) * v(j, (k - 1) * d + c), 1, d), 1, n)


@paper.claim(given=[d >= 1, n >= 1], shows=Eq(token_products(j), token_sums(j)))
def products_are_tokens(p: Proof) -> None:
    """Z e_k is token k."""
    p.given(k_low=k >= 1, k_high=k <= n, c_low=c >= 1, c_high=c <= d)
    pick = p.apply("sum_delta", f=fun(lambda i: input_(c, i)), lo=1, hi=n, m=k)
    column = Sum(lambda i: input_(c, i) * ite(Eq(i, k), 1, 0), 1, n)
    at = v(j, (k - 1) * d + c)
    p.generalize(c, p.have(Eq(column * at, input_(c, k) * at), (pick, at)), "c_low", "c_high", label="term")
    left = fun(lambda c: Sum(lambda i: input_(c, i) * ite(Eq(i, k), 1, 0), 1, n) * v(j, (k - 1) * d + c))
    right = fun(lambda c: input_(c, k) * v(j, (k - 1) * d + c))
    p.generalize(k, p.apply("sum_eq", f=left, g=right, lo=1, hi=d), label="tokens")


@paper.claim(given=[d >= 1, n >= 1], shows=Eq(token_sums(j), Sum(lambda k: z(k) * v(j, k), 1, d * n)))
def tokens_flatten(p: Proof) -> None:
    """The concatenated tokens are Z̃."""
    p.apply("tile_sum", f=fun(lambda k: z(k) * v(j, k)), G=n, label="sum")


(b,) = vectors("b")
affine_sums = Sum(lambda k: Sum(lambda c: input_(c, k) * v(j, (k - 1) * d + c), 1, d) + b(k), 1, n)


@paper.claim([d >= 1, n >= 1], shows=Eq(affine_sums, Sum(lambda k: z(k) * v(j, k), 1, d * n) + Sum(b, 1, n)))
def affine_of_tokens(p: Proof) -> None:
    """Remark 3.2: the offsets add up."""
    p.apply("tokens_flatten", label="out")


@paper.claim(given=[flat], shows=Eq(Sum(lambda k: z(k) * v(j, k), 1, d * n), dot(j)))
def dot_commutes(p: Proof) -> None:
    """Z̃ᵀv_j = v_jᵀZ̃."""
    p.congr(lambda x: Sum(lambda k: z(k) * v(j, k), 1, x), flat, label="length")


def marks(j: Term) -> Matrix:
    """Σ_s (e_{(j−1)d+s} + e_{(j−1)d+s+dG})ᵀ: the indicator of the columns of block j in both halves."""
    return total(lambda s: (unit((j - 1) * d + s, width) + unit((j - 1) * d + s + half, width)).T, 1, d)


def marks_printed(j: Term) -> Matrix:
    """The same as printed: block j begins one column to the right of block j − 1, so that blocks overlap."""
    return total(lambda s: (unit(j + s - 1, width) + unit(j + s - 1 + half, width)).T, 1, d)


shift = blocks([[zero(1, width)], [identity(width)]])


def layer(scalar: Callable[[Term], Term], marked: Callable[[Term], Matrix] = marks) -> Matrix:
    """Σ_j scalar(j) e_1 marks(j) + [0; I]."""
    return total(lambda j: (unit(1, width + 1) @ marked(j)) * scalar(j), 1, G) + shift


linear = layer(token_products)
X0 = tiles.beside(lambda j: constant(dot(j), 1, d))
stacked = blocks([[X0, X0], [identity(half), zero(half, half)], [zero(half, half), identity(half)]])


@paper.claim(given=[*sized, flat], shows=linear.equals(layer(dot)))
def linear_has_dots(p: Proof) -> Fact:
    """Linear(Z), first step: the scalars are v_jᵀZ̃."""
    steps = [p.apply(name) for name in ("products_are_tokens", "tokens_flatten", "dot_commutes")]
    is_dot = p.have(Eq(token_products(j), dot(j)), *steps)

    def entry(i: Term, t: Term, _ends: Sequence[Fact]) -> Fact:
        at = (unit(1, width + 1) @ marks(j))(i, t)
        f, g = (fun(lambda j, x=x: (unit(1, width + 1) @ marks(j))(i, t) * x(j)) for x in (token_products, dot))
        together = p.apply("sum_eq", (is_dot, at), f=f, g=g, lo=1, hi=G)
        return p.have(Eq(linear(i, t), layer(dot)(i, t)), together)

    return equal_by(p, "out", linear, layer(dot), entry)


# Proves of an index of a half, with what is known of it, and whether it is the first half.
InHalf = Callable[[Term, list[Fact], bool], Fact]


def in_half(p: Proof, t: Term, ends: Sequence[Fact], prove: InHalf, half: Term = half) -> Fact:
    """Prove it by cases on the half of index t; `prove` is given the index in this half, facts about it, the half."""
    low, high = p.assume(t <= half), p.assume(half < t)
    ranges = [p.have(t - half >= 1, high), p.have(t - half <= half, *ends)]
    return p.cases(t, half, prove(t, [*ends, low], True), prove(t - half, [*ends, high, *ranges], False))


def twice_beside(
    p: Proof,
    row: Matrix,
    one: Matrix,
    f: Callable[[Term], Term],
    half: Term = half,
    *,
    picked: Mapping[str, Term] | None = None,
    missed: Mapping[str, Term] | None = None,
) -> Fact:
    """A row Σ_j f(j) times the marks of block j in both halves is [X, X], with f(j) in block j of X.

    `picked` and `missed` say which blocks are meant, for the theorems about the half of a column and the other one.
    """
    both = blocks([[one, one]])

    def entry(i: Term, t: Term, ends: Sequence[Fact]) -> Fact:
        def side(at: Term, here: list[Fact], upper: bool) -> Fact:
            if upper:
                theorems = (("tile_pick", t), ("tile_miss_below", t - half))
                here = [*here, p.have(t - half < 1, *here)]
            else:
                theorems = (("tile_miss_above", t), ("tile_pick", t - half))
            sums = [
                p.apply(name, *here, f=fun(f), t=at_, **((picked if name == "tile_pick" else missed) or {}))
                for name, at_ in theorems
            ]
            rest = same(p, None, one(1, at), both(i, t), *here)
            return p.have(Eq(row(i, t), both(i, t)), *sums, rest)

        return in_half(p, t, ends, side, half)

    return equal_by(p, "out", row, both, entry)


def marked_row(marked: Callable[[Term], Matrix]) -> Matrix:
    """Σ_j v_jᵀZ̃ marks(j)."""
    return total(lambda j: marked(j) * dot(j), 1, G)


def first_marks(j: Term) -> Matrix:
    """Σ_s e_{(j−1)d+s}ᵀ: the columns of block j in one half."""
    return total(lambda s: unit((j - 1) * d + s, half).T, 1, d)


@paper.claim(given=tiled, shows=marked_row(first_marks).equals(X0))
def half_row(p: Proof) -> Fact:
    """Σ_j v_jᵀZ̃ Σ_s e_{(j−1)d+s}ᵀ = X_0."""

    def entry(i: Term, t: Term, ends: Sequence[Fact]) -> Fact:
        picked = p.apply("tile_pick", *ends, f=fun(dot), t=t)
        return p.have(Eq(marked_row(first_marks)(i, t), X0(i, t)), picked)

    return equal_by(p, "out", marked_row(first_marks), X0, entry)


@paper.claim(given=tiled, shows=marked_row(marks).equals(blocks([[X0, X0]])))
def whole_row(p: Proof) -> Fact:
    """Σ_j v_jᵀZ̃ Σ_s (e_{(j−1)d+s} + e_{(j−1)d+s+dG})ᵀ = [X_0, X_0]."""
    return twice_beside(p, marked_row(marks), X0, dot)


@paper.claim(given=tiled, shows=layer(dot).equals(stacked))
def linear_has_blocks(p: Proof) -> Fact:
    """Linear(Z), second step: block j of both halves has v_jᵀZ̃ in all d columns, above the identity."""
    p.apply("whole_row", label="row")
    doubled = blocks([[X0, X0]])

    def entry(i: Term, t: Term, ends: Sequence[Fact]) -> Fact:
        first = ite(Eq(i, 1), 1, 0)
        row = p.specialize("row", 1, t, using=ends)
        rest = same(p, None, first * doubled(1, t) + shift(i, t), stacked(i, t), *ends)
        return p.have(Eq(layer(dot)(i, t), stacked(i, t)), (row, first), rest)

    return equal_by(p, "out", layer(dot), stacked, entry)


# --- keys, queries and scores -------------------------------------------------------------------------------------

W0 = tiles.beside(lambda j: constant(-half_square(j), 1, d))
log_plus = tiles.beside(lambda j: entrywise(log, plus(j)).T)
log_minus = tiles.beside(lambda j: entrywise(log, minus(j)).T)
W_K = blocks(
    [[constant(1, 1, 1), zero(1, half), zero(1, half)], [zero(1, 1), W0, W0], [zero(n, 1), log_plus, log_minus]]
)
K = blocks([[X0, X0], [W0, W0], [log_plus, log_minus]])
scale_row = [constant(R, 1, n), zero(1, spare)]
W_Q = blocks([[zero(1, 1), *scale_row], [zero(1, 1), *scale_row], [zero(n, 1), identity(n), zero(n, spare)]])
Q = blocks([scale_row, scale_row, [identity(n), zero(n, spare)]])


def half_of(entry: Callable[[Term, Term, Term], Term]) -> Matrix:
    """A half of dG rows and n columns: block j is the d × n matrix (r, c) ↦ entry(j, r, c)."""
    return tiles.above(lambda j: Matrix(d, n, lambda r, c: entry(j, r, c)))


def halves(upper: Callable[[Term, Term, Term], Term], lower: Callable[[Term, Term, Term], Term], rest: Term) -> Matrix:
    """Both halves, and the columns beyond n filled with `rest`."""
    filled = constant(rest, half, spare)
    return blocks([[half_of(upper), filled], [half_of(lower), filled]])


scores = halves(
    lambda j, r, c: R * aff(j) + log(plus(j)(r, c)), lambda j, r, c: R * aff(j) + log(minus(j)(r, c)), num(0)
)
exponentials = halves(lambda j, r, c: gauss(j) * plus(j)(r, c), lambda j, r, c: gauss(j) * minus(j)(r, c), num(1))
weights = halves(lambda j, r, c: share(j) * plus(j)(r, c), lambda j, r, c: share(j) * minus(j)(r, c), inv(G)) * inv(
    2 * d
)


def on_layer(p: Proof, w: Matrix, target: Matrix) -> Fact:
    """Prove W Linear(Z) = target, where Linear(Z) is a row over the identity."""
    row = blocks([[X0, X0]])
    whole = blocks([[row], [identity(width)]])
    moved = products_equal(p, None, reflexive(p, w), (stacked, whole, entries(p, None, stacked, whole)))
    return chained(p, "out", (w @ stacked, w @ whole, moved), (w @ whole, target, times_layer(p, None, w, row, target)))


@paper.claim(given=valued, shows=(W_K @ stacked).equals(K))
def centre_keys(p: Proof) -> Fact:
    """K = W_K Linear(Z): the products with the centres, minus half their squares, the logarithms of T and E."""
    return on_layer(p, W_K, K)


@paper.claim(given=valued, shows=(W_Q @ stacked).equals(Q))
def centre_queries(p: Proof) -> Fact:
    """Q = W_Q Linear(Z): two rows R 1_{1×n} and the identity, beside zeros."""
    return on_layer(p, W_Q, Q)


@paper.claim(given=valued, shows=(K.T @ Q).equals(scores))
def centre_scores(p: Proof) -> Fact:
    """(B.6): KᵀQ."""
    with_tiles(p)
    return entries(p, "out", K.T @ Q, scores)


@paper.claim(given=valued, shows=entrywise(exp, scores).equals(exponentials))
def score_exponentials(p: Proof) -> Fact:
    """(B.11): exp of the scores, T and E being positive."""
    with_tiles(p)
    left = entrywise(exp, scores)

    def entry(t: Term, i: Term, ends: Sequence[Fact]) -> Fact:
        inside, outside = i <= n, n < i

        def token(at: Term, here: list[Fact], upper: bool) -> Fact:
            spots = [
                p.specialize(name, at, using=here) for name in ("block_low", "block_high", "offset_low", "offset_high")
            ]
            place = tiles.block(at), tiles.offset(at), i
            pos = p.specialize(positive[0] if upper else positive[1], *place, using=[*spots, *here, p.assume(inside)])
            same_log = p.exp_log(pos)
            return same(p, None, left(t, i), exponentials(t, i), *here, inside, same_log)

        tokens = in_half(p, t, ends, token)
        return p.cases(i, n, tokens, same(p, None, left(t, i), exponentials(t, i), *ends, outside))

    return equal_by(p, "out", left, exponentials, entry)


# --- softmax of the scores ----------------------------------------------------------------------------------------


def both_halves(p: Proof, term: Callable[[Term], Term], *using: Fact) -> Fact:
    """Prove Σ_{t=1}^{2dG} term(t) = Σ + Σ over the two halves, with the conditions decided in each."""
    cut = p.apply("sum_halves", f=fun(term), n=half)
    upper, lower = (simplify(p, Sum(f, 1, half), *using) for f in (term, lambda t: term(t + half)))
    ends = upper.concl.args[1], lower.concl.args[1]
    return p.have(Eq(Sum(term, 1, width), ends[0] + ends[1]), cut, upper, lower)


def tiled_sum(p: Proof, h: Callable[[Term, Term], Term]) -> Fact:
    """Σ_{t=1}^{dG} h(block(t), offset(t)) = Σ_j Σ_s h(j, s)."""
    return p.apply("tile_sum_blocks", h=fun(h, 2))


def column_sum(part: Callable[[Term], Matrix], j: Term) -> Term:
    """1_{1×d} times column i of a d × n matrix."""
    return Sum(lambda s: part(j)(s, i), 1, d)


denominator = Sum(lambda t: exponentials(t, i), 1, width)
line_columns = Sum(lambda j: (column_sum(plus, j) + column_sum(minus, j)) * gauss(j), 1, G)
line_together = Sum(lambda j: Sum(lambda s: plus(j)(s, i) + minus(j)(s, i), 1, d) * gauss(j), 1, G)
line_twos = Sum(lambda j: Sum(lambda s: num(2), 1, d) * gauss(j), 1, G)
line_count = Sum(lambda j: 2 * d * gauss(j), 1, G)
in_tokens = (i >= 1, i <= n)


@paper.claim(given=[*valued, *in_tokens], shows=Eq(denominator, line_columns))
def denominator_by_columns(p: Proof) -> Fact:
    """(B.12), first line: the sum over column i, block by block."""
    with_tiles(p)
    p.given(i_high=i <= n)
    split = both_halves(p, lambda t: exponentials(t, i))
    upper = tiled_sum(p, lambda j, s: gauss(j) * plus(j)(s, i))
    lower = tiled_sum(p, lambda j, s: gauss(j) * minus(j)(s, i))
    return p.have(p.goal, split, upper, lower)


@paper.claim(given=[B0 > 0], shows=Eq(line_columns, line_together))
def denominator_together(p: Proof) -> None:
    """(B.12), second line."""


@paper.claim(given=[B0 > 0], shows=Eq(line_together, line_twos))
def denominator_of_twos(p: Proof) -> None:
    """(B.12), third line: T + E = 2."""


@paper.claim(given=[d >= 1], shows=Eq(line_twos, line_count))
def denominator_counted(p: Proof) -> None:
    """(B.12), last line: a sum of d twos."""
    p.apply("sum_const", lo=1, hi=d, label="count")


@paper.claim(given=[*valued, *in_tokens], shows=Eq(denominator, 2 * d * alpha))
def denominator_is_alpha(p: Proof) -> None:
    """The denominator of column i is 2dα(Z), for every i."""


@paper.claim(given=[*valued, i > n, i <= width], shows=Eq(denominator, 2 * d * G))
def other_denominators(p: Proof) -> Fact:
    """The other columns have 2dG entries 1."""
    with_tiles(p)
    p.given(i_low=i > n)
    split = both_halves(p, lambda t: exponentials(t, i))
    return p.have(p.goal, split, "sum_const")


@paper.claim(given=valued, shows=softmax(scores).equals(weights))
def score_softmax(p: Proof) -> Fact:
    """(B.13): Softmax(KᵀQ)."""
    exps = p.apply("score_exponentials")
    left = softmax(scores)

    def entry(t: Term, i_: Term, ends: Sequence[Fact]) -> Fact:
        top = p.specialize(exps, t, i_, using=ends)
        k_ = fun(lambda k: exponentials(k, i_))
        inside = [p.assume(a) for a in (k >= 1, k <= width)]
        member = p.specialize(exps, k, i_, using=[*ends, *inside])
        below = p.apply("sum_eq", member, f=fun(lambda k: exp(scores(k, i_))), g=k_, lo=1, hi=width)
        z_scores = below.concl.args[0]

        def column(case: Fact, theorem: str, total_: Term) -> Fact:
            sum_ = p.apply(theorem, case)
            z = p.have(Eq(z_scores, total_), below, sum_)
            share_ = p.congr(inv, z)

            def row(_at: Term, here: list[Fact], _: bool) -> Fact:
                return same(p, None, exponentials(t, i_) * inv(total_), weights(t, i_), *here, case)

            value_ = in_half(p, t, ends, row)
            return p.have(Eq(left(t, i_), weights(t, i_)), (share_, exp(scores(t, i_))), (top, inv(total_)), value_)

        within, beyond = p.assume(i_ <= n), p.assume(n < i_)
        tokens = column(within, "denominator_is_alpha", 2 * d * alpha)
        return p.cases(i_, n, tokens, column(beyond, "other_denominators", 2 * d * G))

    return equal_by(p, "out", left, weights, entry)


# --- values and output --------------------------------------------------------------------------------------------

X1 = tiles.beside(lambda j: identity(d))
W_V = blocks([[zero(d, 1), X1, -X1]])
V = blocks([[X1, -X1]])
W_O = blocks([[identity(n) * (d * B0)], [zero(spare, n)]])


@paper.claim(given=valued, shows=(W_V @ stacked).equals(V))
def centre_values(p: Proof) -> Fact:
    """(B.14): V = [X_1, −X_1]."""
    return on_layer(p, W_V, V)


differences = blocks([[half_of(lambda j, r, c: share(j) * (plus(j)(r, c) - minus(j)(r, c))), zero(half, spare)]])
scaled_values = blocks([[half_of(lambda j, r, c: share(j) * (2 * F(j, r, c) / B0)), zero(half, spare)]])
averages = Matrix(d, n, lambda r, c: Sum(lambda j: share(j) * (2 * F(j, r, c) / B0), 1, G))
output = Matrix(d, n, lambda r, c: Sum(lambda j: share(j) * F(j, r, c), 1, G))


@paper.claim(given=valued, shows=(V @ weights).equals((X1 @ differences) * inv(2 * d)))
def halves_subtract(p: Proof) -> Fact:
    """X_1 times the upper half minus X_1 times the lower half."""
    with_tiles(p)
    right = (X1 @ differences) * inv(2 * d)

    def entry(r_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        def column(case: Fact) -> Fact:
            split = both_halves(p, lambda t: V(r_, t) * weights(t, c_), *ends, case)
            found = simplify(p, right(r_, c_), *ends, case)
            return p.have(Eq((V @ weights)(r_, c_), right(r_, c_)), split, found)

        within, beyond = p.assume(c_ <= n), p.assume(n < c_)
        return p.cases(c_, n, column(within), column(beyond))

    return equal_by(p, "out", V @ weights, right, entry)


@paper.claim(given=valued, shows=((X1 @ differences) * inv(2 * d)).equals((X1 @ scaled_values) * inv(2 * d)))
def difference_is_value(p: Proof) -> None:
    """T − E = 2f/B_0."""


upper_values = half_of(lambda j, r, c: share(j) * (2 * F(j, r, c) / B0))


@paper.claim(given=valued, shows=(X1 @ upper_values).equals(averages))
def blocks_add_up(p: Proof) -> Fact:
    """X_1 adds up the G blocks."""

    def entry(r_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        tiles_ = tiled_sum(p, lambda j, s: ite(Eq(r_, s), 1, 0) * (share(j) * (2 * F(j, s, c_) / B0)))
        term = fun(lambda s: share(j) * (2 * F(j, s, c_) / B0))
        picked = p.apply("sum_delta", *ends, f=term, lo=1, hi=d, m=r_)
        left = fun(lambda j: Sum(lambda s: ite(Eq(r_, s), 1, 0) * (share(j) * (2 * F(j, s, c_) / B0)), 1, d))
        right = fun(lambda j: share(j) * (2 * F(j, r_, c_) / B0))
        summed = p.apply("sum_eq", picked, f=left, g=right, lo=1, hi=G)
        return p.have(Eq((X1 @ upper_values)(r_, c_), averages(r_, c_)), tiles_, summed)

    return equal_by(p, "out", X1 @ upper_values, averages, entry)


beside_zeros = blocks([[averages, zero(d, spare)]]) * inv(2 * d)


@paper.claim(given=valued, shows=((X1 @ scaled_values) * inv(2 * d)).equals(beside_zeros))
def values_beside_zeros(p: Proof) -> Fact:
    """The columns beyond n are 0."""
    sums = p.apply("blocks_add_up")
    left = (X1 @ scaled_values) * inv(2 * d)

    def entry(r_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        within, beyond = c_ <= n, n < c_
        there = p.specialize(sums, r_, c_, using=[*ends, p.assume(within)])
        tokens = same(p, None, left(r_, c_), beside_zeros(r_, c_), *ends, within, there)
        return p.cases(c_, n, tokens, same(p, None, left(r_, c_), beside_zeros(r_, c_), *ends, beyond))

    return equal_by(p, "out", left, beside_zeros, entry)


@paper.claim(given=valued, shows=(beside_zeros @ W_O).equals(output))
def output_rescaled(p: Proof) -> Fact:
    """(B.15): W_O selects the first n columns and multiplies them by dB_0."""
    with_tiles(p)

    def entry(r_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        product = simplify(p, (beside_zeros @ W_O)(r_, c_), *ends)
        return p.have(Eq((beside_zeros @ W_O)(r_, c_), output(r_, c_)), product, p.have(d > 0))

    return equal_by(p, "out", beside_zeros @ W_O, output, entry)


def attention(x: Matrix) -> Matrix:
    """W_V X Softmax((W_K X)ᵀ W_Q X) W_O."""
    return W_V @ x @ softmax((W_K @ x).T @ (W_Q @ x)) @ W_O


network = attention(linear)
attended = (V @ weights) @ W_O


@paper.claim(given=[*valued, flat], shows=network.equals(attended))
def network_attends(p: Proof) -> Fact:
    """Attn ∘ Linear is V Softmax(KᵀQ) W_O with the matrices found above."""
    layers = [(linear, layer(dot), "linear_has_dots"), (layer(dot), stacked, "linear_has_blocks")]
    x = linear, stacked, chained(p, None, *((a, b, p.apply(by)) for a, b, by in layers))

    def applied(w: Matrix, target: Matrix, theorem: str) -> tuple[Matrix, Matrix, Fact]:
        moved = products_equal(p, None, reflexive(p, w), x)
        found = p.apply(theorem)
        return w @ linear, target, chained(p, None, (w @ linear, w @ stacked, moved), (w @ stacked, target, found))

    keys, queries = applied(W_K, K, "centre_keys"), applied(W_Q, Q, "centre_queries")
    values = applied(W_V, V, "centre_values")
    transposed = keys[0].T, keys[1].T, equal_by(
        p, None, keys[0].T, keys[1].T, lambda i, j, ends: p.specialize(keys[2], j, i, using=ends)
    )  # fmt: skip
    raw, product = transposed[0] @ queries[0], transposed[1] @ queries[1]
    same_scores = chained(
        p, None, (raw, product, products_equal(p, None, transposed, queries)),
        (product, scores, p.apply("centre_scores")),
    )  # fmt: skip
    same_weights = chained(
        p, None, (softmax(raw), softmax(scores), softmaxes_equal(p, None, raw, scores, same_scores)),
        (softmax(scores), weights, p.apply("score_softmax")),
    )  # fmt: skip
    before = (
        values[0] @ softmax(raw),
        V @ weights,
        products_equal(p, None, values, (softmax(raw), weights, same_weights)),
    )
    return products_equal(p, "out", before, reflexive(p, W_O))


@paper.claim(given=valued, shows=attended.equals(output))
def attended_output(p: Proof) -> Fact:
    """(B.15): V Softmax(KᵀQ) W_O."""
    middle = [V @ weights, *((X1 @ m) * inv(2 * d) for m in (differences, scaled_values)), beside_zeros]
    names = ("halves_subtract", "difference_is_value", "values_beside_zeros")
    steps = [(a, b, p.apply(by)) for (a, b), by in zip(pairwise(middle), names, strict=True)]
    inner = middle[0], beside_zeros, chained(p, None, *steps)
    outer = products_equal(p, None, inner, reflexive(p, W_O))
    return chained(
        p, "out", (attended, beside_zeros @ W_O, outer), (beside_zeros @ W_O, output, p.apply("output_rescaled"))
    )


@paper.claim(given=[*valued, flat], shows=network.equals(output))
def network_output(p: Proof) -> Fact:
    """(B.15), from the matrices: Attn(Linear(Z)) = Σ_j exp(R Aff_j)/α f(ṽ_j)."""
    steps = [(network, attended, "network_attends"), (attended, output, "attended_output")]
    return chained(p, "out", *((a, b, p.apply(by)) for a, b, by in steps))
