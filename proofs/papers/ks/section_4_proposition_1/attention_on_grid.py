"""Proposition 1, third part: attention after the first layer, and the second layer, which looks up (A.5, (63)-(68)).

The bounds (63) and (64) on the change of a token are not needed, since the second layer looks up the id that attention
gives to a token. (65) holds for the function (60), but not by (64); and no feed-forward layer computes (60), so
attention has to pass a token outside of the cube on to all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import image, outer, u, u1, unit, v
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import carried, layer, u2
from proofs.papers.ks.section_4_proposition_1.context_ids import D
from proofs.papers.ks.section_4_proposition_1.penalty import first_layer_of_networks, first_layer_printed
from proofs.papers.ks.section_4_proposition_1.step_function import Z, delta
from proofs.papers.ks.vocabulary import k, n, paper, partition, some
from proofs.theorems.algebra.matrices import named
from proofs.theorems.analysis.norms import column, dot, norm, sqrt
from proofs.theorems.combinatorics.tuples import grid
from proofs.theorems.networks.look_up import three_units
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.rounding import penalty
from proofs.theorems.networks.transformers import HEADS, W_O, d, s

l, t, c, o = ints("l t c o")
R, S = reals("R S")
t_in, k_in = (1 <= t, t <= d), (1 <= k, k <= n)


# --- (63)-(66): attention moves a token little ------------------------------------------------------------------------

w, score = vectors("w c")
within_R = every(lambda l: norm(fun(lambda t: Z(t, l)), d) <= R, 1, n)


def weight_of(l: Term) -> Term:
    """The softmax weights of any scores."""
    return exp(score(l)) / partition(score, n)


def change_of(Z: Term) -> Term:
    """W_O W_V Z σ for W_O W_V = w vᵀ, v a unit vector: the change of a token by attention."""
    return fun(lambda t: Sum(lambda l: weight_of(l) * (w(t) * Sum(lambda c: v(c) * Z(c, l), 1, d)), 1, n))


change = change_of(Z)


@paper.claim(given=[some, d >= 1, unit, within_R], shows=norm(change, d) <= norm(w, d) * R)
def change_short(p: Proof) -> None:
    """It is an average of vectors of norm at most ‖w‖ |v · Z_l|."""
    p.given(unit=unit, within=within_R, l_low=l >= 1, l_high=l <= n)
    token = fun(lambda t: Z(t, l))
    own = p.specialize("within", l)
    inner = Sum(lambda c: v(c) * Z(c, l), 1, d)
    dot = p.apply("dot_le", x=v, y=token)
    root = p.congr(sqrt, "unit")
    size = p.have(abs(inner) <= R, dot, own, (root, norm(token, d)))
    moved = fun(lambda t: w(t) * inner)
    scaled = p.apply("norm_scale", c=inner, x=w)
    w_nonneg = p.apply("norm_nonneg", x=w)
    p.generalize(l, p.have(norm(moved, d) <= norm(w, d) * R, scaled, (size, w_nonneg)), label="norms")


greatest_norm = Max(lambda l: norm(fun(lambda t: Z(t, l)), d), 1, n)


def is_small(w: Term) -> Term:
    """‖w‖ = 1/(4 √d D), squared: (32) with ε = 1/D and r_max = √d."""
    return Eq(16 * d * D**2 * dot(w, w, d), 1)


given_63 = [some, d >= 1, D >= 1, unit, is_small(carried), *k_in]


def attended(Z: Term) -> Term:
    """F_SA(Z)_tk, for the weights of A.2."""
    return layer(named(Z, d, n))(t, k)


paper.notions.define(
    attended(Z), (Z, t, k, u, u1, u2, v, W_O, d, n, s), "F_SA({0}; {3}, {4}, {5}, {6}, {7})_({1},{2})",
    r"\mathcal{{F}}_S^{{(SA)}}({0}; {3}, {4}, {5}, {6}, {7})_{{{1},{2}}}",
)  # fmt: skip
paper.notions.define(
    first_layer_printed(Z, t, k), (Z, t, k, D, d, n), "F̄_1({0})_({1},{2})",
    r"\overline{{\mathcal{{F}}}}_1^{{(FF)}}({0})_{{{1},{2}}}",
)  # fmt: skip
paper.notions.define(
    first_layer_of_networks(Z, t, k), (Z, t, k, D, delta, d, n), "F_1({0}; {3}, {4})_({1},{2})",
    r"\mathcal{{F}}_1^{{(FF)}}({0}; {3}, {4})_{{{1},{2}}}",
)  # fmt: skip


def added_to(Z: Term) -> Term:
    """Return F_SA(Z)_k − Z_k."""
    attention = layer(named(Z, d, n))
    return fun(lambda t: attention(t, k) - Z(t, k))


def scores_for(Z: Term) -> Term:
    """(W_K Z)ᵀ (W_Q Z_k)."""
    return fun(lambda l: dot(image(outer(u, v), column(Z, l)), image(outer(u1, v), column(Z, k)), s))


@paper.claim(given=given_63, shows=norm(added_to(Z), d) <= inv(4 * sqrt(d) * D) * greatest_norm)
def eq_63_corrected(p: Proof) -> Fact:
    """W_O W_V = (W_O u'') vᵀ, and no token exceeds the largest norm."""
    p.given(d_low=d >= 1, D_low=D >= 1, small=is_small(carried), l_low=l >= 1, l_high=l <= n)
    own = p.max_ge(greatest_norm, l, "l_low", "l_high")
    within = own
    short = p.apply("change_short", within, w=carried, c=scores_for(Z))
    p.have(0 < D, "D_low", label="D_pos")
    p.have(0 < d, "d_low", label="d_pos")
    p.apply("sqrt_positive", s=d, label="root")
    size, its_square = inv(4 * sqrt(d) * D), inv(16 * d * D**2)
    root_squared = p.apply("sqrt_square", s=d), its_square * inv(sqrt(d)) ** 2
    square = p.have(Eq(size * size, its_square), root_squared)
    same = p.have(Eq(dot(carried, carried, d), size * size), square)
    length = p.congr(sqrt, same)
    unique = p.apply("sqrt_unique", r=size)
    exact = p.have(Eq(norm(carried, d), size), length, unique)
    return p.have(p.goal, short, (exact, greatest_norm))


@paper.claim(given=[some, d >= 1, unit, 0 <= S, every(lambda l: Sum(lambda t: Z(t, l) ** 2, 1, d) <= S, 1, n)],
             shows=dot(change, change, d) <= dot(w, w, d) * S)  # fmt: skip
def change_square(p: Proof) -> Fact:
    """(63), squared."""
    p.given(l_low=1 <= l, l_high=l <= n)
    p.given(within=every(lambda l: Sum(lambda t: Z(t, l) ** 2, 1, d) <= S, 1, n))
    token = fun(lambda t: Z(t, l))
    own = p.have(dot(token, token, d) <= S, p.specialize("within", l))
    root = p.apply("sqrt_le", own)
    short = p.apply("change_short", root)
    squares = [p.apply("norm_square", x=x) for x in (change, w)]
    signs = [p.apply("norm_nonneg", x=x) for x in (change, w)]
    root = p.apply("sqrt_square", s=S)
    sign = p.apply("sqrt_nonneg", s=S)
    bound = norm(w, d) * sqrt(S)
    nonneg = p.have(0 <= bound, (signs[1], sign))
    larger = p.have(norm(change, d) * norm(change, d) <= bound * bound, (short, signs[0]), (short, nonneg))
    return p.have(p.goal, larger, squares[0], (squares[1], S), (root, norm(w, d) ** 2))


small_w = is_small(w)
ideal_tokens = fun(lambda t, k: first_layer_printed(Z, t, k), 2)
printed_tokens = fun(lambda t, k: first_layer_of_networks(Z, t, k), 2)
moved_60, moved_printed = added_to(ideal_tokens), added_to(printed_tokens)
bound_64 = (d * n / (4 * num(1) * D)) ** 2


@paper.claim(given=given_63, shows=dot(moved_60, moved_60, d) <= bound_64)
def eq_64_corrected(p: Proof) -> Fact:
    """(63) with the norms of (61)."""
    p.given(d_low=d >= 1, D_low=D >= 1, small=is_small(carried))
    bound = p.apply("eq_61_bound", k=l)
    top = (d * n) ** 2 * d
    p.have(0 <= (d * n) ** 2, p.apply("square_nonneg", x=d * n), label="square")
    each = p.change(bound, Sum(lambda t: ideal_tokens(t, l) ** 2, 1, d) <= top)
    values = {Z: ideal_tokens, S: top, w: carried, score: scores_for(ideal_tokens)}
    change = p.apply("change_square", each, **{x.args[0]: y for x, y in values.items()})
    p.have(0 < D, "D_low", label="D_pos")
    p.have(0 < d, "d_low", label="d_pos")
    weight = inv(16 * d * D**2)
    value = p.have(Eq(dot(carried, carried, d), weight), ("small", weight))
    return p.have(p.goal, change, (value, top))


# --- (65): what is taken from all entries for one that lies outside -------------------------------------------------

(x,) = vectors("x")
average = Sum(lambda l: weight_of(l) * x(l), 1, n)
at_most = every(lambda l: x(l) <= R, 1, n)


def room(p: Proof) -> tuple[Fact, Fact]:
    """Σ p_l (R − x_l) = R − Σ p_l x_l, whose terms are nonnegative."""
    p.given(most=at_most, l_low=1 <= l, l_high=l <= n)
    own = p.have(0 <= R - x(l), p.specialize("most", l))
    term_ = p.have(0 <= weight_of(l) * (R - x(l)), (p.apply("softmax_pos", a=score, k=l), own))
    rest = Sum(lambda l: weight_of(l) * (R - x(l)), 1, n)
    same = p.have(Eq(rest, R - average), (p.apply("softmax_sum", a=score), R))
    return same, term_


@paper.claim(given=[some, at_most], shows=average <= R)
def average_at_most(p: Proof) -> Fact:
    """The weights sum to 1."""
    same, terms = room(p)
    rest = p.apply("sum_nonneg", terms)
    return p.have(p.goal, rest, same)


@paper.claim(given=[some, at_most, *k_in, x(k) < R], shows=average < R)
def average_below(p: Proof) -> Fact:
    """Every weight is positive."""
    same, terms = room(p)
    own = p.apply("sum_member", terms, f=fun(lambda l: weight_of(l) * (R - x(l))), m=k, lo=1, hi=n)
    pos = p.apply("softmax_pos", a=score)
    return p.have(p.goal, own, same, (pos, p.have(0 < R - x(k))))


def part(l: Term) -> Term:
    """The change of coordinate t if token l had all the weight."""
    return w(t) * Sum(lambda c: v(c) * Z(c, l), 1, d)


def length(l: Term) -> Term:
    """‖Z_l‖²."""
    return Sum(lambda c: Z(c, l) ** 2, 1, d)


@paper.claim(given=[D >= 1, d >= 1, unit, small_w, *t_in], shows=part(l) * part(l) <= length(l) / (16 * d * D**2))
def part_square(p: Proof) -> Fact:
    """Cauchy–Schwarz, and w_t² <= ‖w‖²."""
    p.given(D_low=D >= 1, d_low=d >= 1, unit=unit, small=small_w)
    token = fun(lambda t: Z(t, l))
    inner = Sum(lambda c: v(c) * Z(c, l), 1, d)
    bound = p.apply("cauchy_schwarz", x=v, y=token)
    own = p.apply("sum_member", f=fun(lambda t: w(t) * w(t)), m=t, lo=1, hi=d)
    p.have(0 < D, "D_low", label="D_pos")
    p.have(0 < d, "d_low", label="d_pos")
    few = p.have(0 <= inv(16 * d * D**2) - w(t) * w(t), own, ("small", inv(16 * d * D**2)))
    nonneg = p.apply("sum_nonneg", f=fun(lambda c: Z(c, l) ** 2), lo=1, hi=d)
    spare = p.have(0 <= length(l) - inner * inner, bound)
    square = p.apply("square_nonneg", x=w(t))
    return p.have(p.goal, (few, nonneg), (square, spare))


def within_(size: Term, l: Term) -> tuple[Term, Term]:
    """|Z_cl| <= size in every coordinate c."""
    return every(lambda c: -size <= Z(c, l), 1, d), every(lambda c: Z(c, l) <= size, 1, d)


def squares_within(p: Proof, size: Term, l: Term) -> Fact:
    """∀c. Z_cl² <= size²."""
    p.given(j_low=1 <= c, j_high=c <= d)
    sides = [p.specialize(name, c) for name in ("least", "most")]
    gaps = p.have(0 <= size + Z(c, l), sides[0]), p.have(0 <= size - Z(c, l), sides[1])
    return p.generalize(c, p.have(Z(c, l) ** 2 <= size * size, gaps))


sized = [D >= 1, d >= 1, unit, small_w]


def sizes_given(p: Proof, small: Term = small_w) -> None:
    """Assume the sizes, their inverses, and the norms of the vectors, with names."""
    p.given(D_low=D >= 1, d_low=d >= 1, small=small)
    p.have(0 < D, "D_low", label="D_pos")
    p.have(0 < d, "d_low", label="d_pos")
    p.apply("inv_pos", "D_pos", label="inverse")


@paper.claim(given=[*sized, 0 <= S, *within_(S, l), *t_in], shows=part(l) <= S / (4 * D))
def part_at_most(p: Proof) -> Fact:
    """‖Z_l‖² <= d S²."""
    sizes_given(p)
    p.given(S_low=0 <= S, least=within_(S, l)[0], most=within_(S, l)[1])
    total = p.apply("sum_le", squares_within(p, S, l))
    whole = p.have(length(l) <= d * S * S, total, (p.apply("sum_const", lo=1, hi=d), S * S))
    scale = p.positive(inv(16 * d * D**2))
    bound = S / (4 * D)
    square = p.have(part(l) * part(l) <= bound * bound, p.apply("part_square"), (whole, scale))
    return p.apply("square_le", square, p.have(0 <= bound, ("S_low", "inverse")))


@paper.claim(given=[*sized, *within_(num(1), k), -1 < Z(t, k), Z(t, k) < 1, *t_in], shows=part(k) < inv(4 * D))
def part_below(p: Proof) -> Fact:
    """‖Z_k‖² < d."""
    sizes_given(p)
    p.given(least=within_(num(1), k)[0], most=within_(num(1), k)[1], above=-1 < Z(t, k), below=Z(t, k) < 1)
    gap = fun(lambda c: 1 - Z(c, k) ** 2)
    own = p.apply("sum_member", squares_within(p, num(1), k), f=gap, m=t, lo=1, hi=d)
    room_ = p.have(0 < 1 + Z(t, k)), p.have(0 < 1 - Z(t, k))
    whole = p.have(length(k) < d, own, room_, p.apply("sum_const", lo=1, hi=d))
    scale = p.positive(inv(16 * d * D**2))
    bound = inv(4 * D)
    square = p.have(part(k) * part(k) < bound * bound, p.apply("part_square", l=k), (whole, scale))
    return p.apply("square_lt", square)


lowered = [
    every(lambda t: every(lambda l: -S <= Z(t, l), 1, n), 1, d),
    every(lambda t: every(lambda l: Z(t, l) <= 1 - S, 1, n), 1, d),
]


@paper.claim(given=[some, *sized, 1 <= S, *lowered, *t_in, *k_in], shows=Z(t, k) + change(t) < inv(4 * D))
def lowered_stays_below(p: Proof) -> Fact:
    """No part exceeds S/(4 D); if S = 1 and an entry is 0, the part of its token is smaller."""
    sizes_given(p)
    p.given(S_low=1 <= S, low=lowered[0], high=lowered[1])
    p.given(l_low=1 <= l, l_high=l <= n, c_low=1 <= c, c_high=c <= d)
    p.given(more=1 < S, one=S <= 1, off=Z(t, k) < 0, on=0 <= Z(t, k))
    own = p.apply("part_at_most", "S_low")
    top = inv(4 * D) + S - 1
    p.have(inv(4 * D) <= 1, ("D_low", "inverse"), label="quarter")
    each = p.generalize(l, p.have(part(l) <= top, own))
    mine = p.specialize(p.specialize("high", t), k)
    values = {"x": fun(part), "R": top}
    weak = p.apply("average_at_most", each, **values)
    negative = p.have(p.goal, weak, "off", "one")
    p.instantiate(own, [(l, k)], label="own_k")
    p.have(inv(4 * D) < 1, "D_low", label="quarter_less")
    strict = p.have(
        part(k) < top,
        "own_k",
        (p.have(0 < S - 1, "more"), p.have(0 < 1 - inv(4 * D), "quarter_less")),
    )
    beyond_one = p.have(p.goal, p.apply("average_below", each, strict, **values), mine)
    zero = p.have(Eq(Z(t, k), 0), p.antisymmetry(p.have(Z(t, k) <= 0, mine, "S_low"), "on"))
    one = p.antisymmetry("one", "S_low")
    at_k = [p.specialize(p.specialize(name, c), k) for name in ("low", "high")]
    sides = p.have(-1 <= Z(c, k), at_k[0], one), p.have(Z(c, k) <= 1, at_k[1], one)
    within_one = [p.generalize(c, side) for side in sides]
    inner = p.have(-1 < Z(t, k), zero), p.have(Z(t, k) < 1, zero)
    small = p.apply("part_below", *inner, *within_one)
    last = p.apply("average_below", each, small, **values)
    at_zero = p.have(p.goal, last, mine)
    return p.cases(S, 1, p.cases(0, Z(t, k), at_zero, negative), beyond_one)


(m,) = ints("m")
outside = [1 <= m, m <= d, 1 <= o, o <= n, implies(0 <= Z(m, o), 1 < Z(m, o))]  # Z_mo is not in [0, 1]


@paper.claim(given=[*given_63, *outside, *t_in], shows=attended(ideal_tokens) < inv(4 * num(1) * D))
def eq_65_claim(p: Proof) -> Fact:
    """All entries are lowered by the number of penalties, which is at least 1."""
    p.given(c_low=1 <= c, c_high=c <= d, l_low=1 <= l, l_high=l <= n)
    total = Sum(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n), 1, d)
    low, high = (p.apply(name, z=Z(c, l)) for name in ("ideal_nonneg", "ideal_le"))
    sides = p.have(total <= ideal_tokens(c, l), low), p.have(ideal_tokens(c, l) <= 1 + total, high)
    ranges = [p.generalize(c, p.generalize(l, x, "l_low", "l_high"), "c_low", "c_high") for x in sides]
    least = p.have(1 <= -total, p.apply("penalties_sum_outside", c=m))
    weights = {"w": carried, "c": scores_for(ideal_tokens)}
    below_ = p.apply("lowered_stays_below", least, *ranges, Z=ideal_tokens, **weights)
    return p.have(p.goal, below_)


# --- (65), (66), as they are said of a large D ------------------------------------------------------------------------


def for_large_grids(formula: Callable[[Mapping[Term, Term]], Term]) -> Term:
    """There is a D_0 such that this holds for all D >= D_0, all weights as in (63) and all small δ."""

    def for_grid(D_: Term) -> Term:
        def for_weights(u_: Term, y_: Term, w_: Term, v_: Term, W_O_: Term) -> Term:
            values = {D: D_, u: u_, u1: y_, u2: w_, v: v_, W_O: W_O_}

            def for_width(delta_: Term) -> Term:
                return formula({**values, delta: delta_})

            def small(r: Term) -> list[Term]:
                return [0 < r, for_all(lambda delta: implies(0 < delta, delta <= r, for_width(delta)), "R")]

            return implies(*(substitute(x, values) for x in (unit, is_small(carried))), exists(small, "R"))

        return for_all(for_weights, VECTOR, VECTOR, VECTOR, VECTOR, HEADS)

    return exists(lambda D_0: [1 <= D_0, for_all(lambda D: implies(D_0 <= D, for_grid(D)), "Z")], "Z")


def at_all_places(formula: Term, values: Mapping[Term, Term]) -> Term:
    """Return the claim for all entries t, k."""
    return every(lambda i: every(lambda j: substitute(formula, {**values, t: i, k: j}), 1, n), 1, d)


def low_outside(values: Mapping[Term, Term]) -> Term:
    """All entries are below 1/(4 D) if some entry of Z lies outside of [0, 1]."""

    def at(Z_: Term, m_: Term, o_: Term) -> Term:
        here = {**values, Z: Z_, m: m_, o: o_}
        all_low = at_all_places(attended(printed_tokens) < inv(4 * num(1) * D), here)
        return implies(*(substitute(x, here) for x in outside), all_low)

    return for_all(at, MATRIX, "Z", "Z")


some_sizes = (some, d >= 1, s >= 1)
printed_65 = Claim(some_sizes, for_large_grids(low_outside))
AT_ONE = {d: num(1), n: num(1), s: num(1)}
fours = fun(lambda i, t, p: inv(4 * D), 3)  # W_O
plain = {**AT_ONE, **dict.fromkeys((u, u1, u2, v), fun(lambda t: num(1))), W_O: fours}


def of_entry(value: int) -> Term:
    """Return F_SA(F_1(Z)) for one token with one entry, Z, and weights 1, with W_O = 1/(4 D)."""
    moved = {**plain, Z: fun(lambda t, k: num(value), 2), t: num(1), k: num(1)}
    return substitute(attended(printed_tokens), moved)


small_width = [D >= 1, 0 < delta, delta <= 1]


@paper.claim(given=small_width, shows=Eq(of_entry(2), 1 + inv(4 * D)))
def raised_above(p: Proof) -> Fact:
    """The quantiser maps 2 to 0, and (59) maps it to 1."""
    p.given(pos=0 < delta, small=delta <= 1)
    none = p.apply("eq_58_above_printed", z=num(2))
    on = p.apply("ramp_high", p.have(1 <= 1 / delta, "small", scale=["pos"]))
    off = [p.ite_eq(relu(x), p.have(x < 0)) for x in (-2 / delta, -2 / delta - 1)]
    return p.have(p.goal, (none, 1 + inv(4 * D)), (on, 1 + inv(4 * D)), *((x, 1 + inv(4 * D)) for x in off))


@paper.claim(given=small_width, shows=Eq(of_entry(0), 0))
def nothing_at_zero(p: Proof) -> Fact:
    """No step has begun."""
    none = p.apply("eq_58_below_printed", z=num(0))
    off = [p.ite_eq(relu(x), p.have(x < 0)) for x in (-1 / delta, -1 / delta - 1)]
    return p.have(p.goal, (none, 1 + inv(4 * D)), *((x, 1 + inv(4 * D)) for x in off))


def for_no_grid(p: Proof, printed: Claim, *values: Term | int, entry: str) -> Fact:
    """Refute the claim for large D: at D_0 and these values the entry is different."""
    whole = substitute(printed.formula, AT_ONE)
    found = p.assume_implication(whole, len(printed.given))
    weights = [plain[x] for x in (u, u1, u2, v, W_O)]
    one = num(1)

    def for_low(low: Fact, law: Fact) -> Fact:
        p.have(0 < D, low, label="D_pos")
        here = p.specialize(law, D, *weights)

        r_pos, law = p.obtain(here, R)
        least = ite(R <= 1, R, one)
        choices = p.assume(R <= 1), p.assume(1 < R)
        facts = [p.ite_eq(least, x) for x in choices]

        def both(goal: Term) -> Fact:
            return p.cases(R, one, *(p.have(goal, x, y, r_pos) for x, y in zip(choices, facts, strict=True)))

        sides = [both(x) for x in (0 < least, least <= R, least <= 1)]
        last = p.specialize(law, least, *values, 1, 1, using=sides)
        known = p.apply(entry, low, *sides)
        p.apply("inv_pos", "D_pos", label="inverse")
        return p.have(FALSE, last, known, "inverse")

    return p.rule("discharge", whole, p.exists_elim(found, [D], for_low, FALSE), label="out")


@paper.claim(given=[], shows=negation(substitute(printed_65.formula, AT_ONE)))
def eq_65_refuted(p: Proof) -> Fact:
    """At 2 the output is 1 + 1/(4 D)."""
    return for_no_grid(p, printed_65, fun(lambda t, k: num(2), 2), 1, 1, entry="raised_above")


in_cube = [
    every(lambda t: every(lambda k: 0 <= Z(t, k), 1, n), 1, d),
    every(lambda t: every(lambda k: Z(t, k) <= 1, 1, n), 1, d),
]
(G,) = sequences("G", 2)
grid_tokens = fun(lambda t, k: G(t, k) / D, 2)
three_quarters = 3 / (4 * num(1) * D)
on_grid = grid(G, d, n, D)


@paper.claim(given=[*given_63, *on_grid, *t_in], shows=three_quarters <= attended(grid_tokens))
def eq_66_corrected(p: Proof) -> Fact:
    """The norm of a grid token is at most √d, so attention changes each of its entries by at most 1/(4 D)."""
    p.given(d_low=d >= 1, D_low=D >= 1, small=is_small(carried), low=on_grid[0], high=on_grid[1])
    p.given(l_low=1 <= l, l_high=l <= n)
    p.have(0 < D, "D_low", label="D_pos")
    p.apply("inv_pos", "D_pos", label="inverse")
    entry = grid_tokens(t, l)
    least = p.have(0 <= entry, (p.have(0 <= G(t, l)), "inverse"))
    square = p.have(entry**2 <= 1, (p.have(0 <= 1 - entry), p.have(0 <= 1 + entry, least)))
    squares = fun(lambda t: grid_tokens(t, l) ** 2)
    row = p.apply("sum_le", square, f=squares, g=fun(lambda t: num(1)), lo=1, hi=d)
    row = p.have(Sum(lambda t: grid_tokens(t, l) ** 2, 1, d) <= d, row, p.apply("sum_const", lo=1, hi=d))
    each = row
    weights = {"w": carried, "c": scores_for(grid_tokens)}
    p.apply("change_square", each, **weights, label="change")
    moved = added_to(grid_tokens)
    own = p.apply("sum_member", f=fun(lambda t: moved(t) * moved(t)), m=t, lo=1, hi=d)
    bound = inv(4 * D)
    small = p.have((-moved(t)) * (-moved(t)) <= bound * bound, own, "change")
    least = p.apply("square_le", small)
    first = p.specialize(p.specialize("low", t), k)
    return p.have(p.goal, least, (first, "inverse"))


@paper.claim(given=[*given_63, *on_grid, *t_in, 2 <= D], shows=three_quarters < attended(grid_tokens))
def eq_66_strict(p: Proof) -> Fact:
    """An entry of at least 2/D has room; a token with an entry 1/D < 1 adds less, and all weights are positive."""
    sizes_given(p, is_small(carried))
    p.given(wide=2 <= D, low=on_grid[0], high=on_grid[1], l_low=1 <= l, l_high=l <= n)
    p.given(c_low=1 <= c, c_high=c <= d, first=G(t, k) < 2)
    minus = fun(lambda t: -carried(t))
    one, most = (p.specialize(p.specialize(name, c), l) for name in ("low", "high"))
    least = p.have(-1 <= grid_tokens(c, l), (p.have(0 <= G(c, l), one), "inverse"))
    top = p.have(grid_tokens(c, l) <= 1, (most, "inverse"))
    sides = [p.generalize(c, x) for x in (least, top)]
    here = {"Z": grid_tokens, "w": minus}
    each = p.apply("part_at_most", p.have(0 <= num(1)), *sides, **here)
    each = p.generalize(l, p.have(each.concl.args[0] <= inv(4 * D), each))
    parts = substitute(fun(part), {Z: grid_tokens, w: minus})
    average_ = {"x": parts, "R": inv(4 * D), "c": scores_for(grid_tokens)}
    weak = p.apply("average_at_most", each, **average_)
    much = p.have(p.goal, weak, (p.assume(2 <= G(t, k)), "inverse"), "inverse")
    one = p.integer_step("first")
    small = p.have(grid_tokens(t, k) <= inv(D), (p.have(G(t, k) <= 1, one), "inverse"))
    positive = p.have(inv(D) <= grid_tokens(t, k))
    half_ = p.have(inv(D) < 1, "wide", scale=["D_pos"])
    inner = p.have(-1 < grid_tokens(t, k), positive, "inverse"), p.have(grid_tokens(t, k) < 1, small, half_)
    at_k = [p.instantiate(x, [(l, k)]) for x in sides]
    less = p.apply("part_below", *inner, *at_k, **here)
    strict = p.apply("average_below", each, less, **average_)
    return p.cases(2, G(t, k), much, p.have(p.goal, strict, positive))


def high_inside(values: Mapping[Term, Term]) -> Term:
    """All entries are above 3/(4 D) if those of Z lie in [0, 1]."""

    def at(Z_: Term) -> Term:
        here = {**values, Z: Z_}
        all_high = at_all_places(three_quarters < attended(printed_tokens), here)
        return implies(*(substitute(x, here) for x in in_cube), all_high)

    return for_all(at, MATRIX)


printed_66 = Claim(some_sizes, for_large_grids(high_inside))


@paper.claim(given=[], shows=negation(substitute(printed_66.formula, AT_ONE)))
def eq_66_refuted(p: Proof) -> Fact:
    """At 0 the output is 0."""
    return for_no_grid(p, printed_66, fun(lambda t, k: num(0), 2), entry="nothing_at_zero")


# --- (67), (68): looking up -------------------------------------------------------------------------------------------

label, L = vectors("y L", 2)  # f(L) is the matrix y of the labels of L


def bump(middle: int) -> Term:
    """y_mo/(d n) Σ_t Σ_k of the three units at R (Z_tk − L_tk), an entry of the bump."""
    return (
        label(m, o) / (d * n) * Sum(lambda t: Sum(lambda k: three_units(R * (Z(t, k) - L(t, k)), middle), 1, n), 1, d)
    )


# --- (68): where the bumps stand --------------------------------------------------------------------------------------

after_attention = fun(lambda t_, k_: substitute(attended(grid_tokens), {t: t_, k: k_}), 2)
looked_up_at = substitute(bump(2), {Z: after_attention, L: grid_tokens})  # F_SA(L) in the bump around L, corrected
at_large_scale = exists(
    lambda R0: [0 < R0, for_all(lambda x: implies(R0 <= x, substitute(Eq(looked_up_at, label(m, o)), {R: x})), "R")],
    "R",
)
at_its_id = Claim((some, d >= 1, D >= 1, unit, is_small(carried), *on_grid, *outside[:4]), at_large_scale)
AT_ID = {
    **AT_ONE, D: num(1), m: num(1), o: num(1), **dict.fromkeys((u, u1, u2, v), fun(lambda t: num(1))),
    W_O: fun(lambda i, t, p: rational(1, 4), 3), G: fun(lambda t, k: num(1), 2), label: fun(lambda m, o: num(1), 2),
}  # fmt: skip


@paper.claim(given=[], shows=negation(substitute(at_its_id.formula, AT_ID)))
def bump_misses_id(p: Proof) -> Fact:
    """F_SA(1) = 5/4, where the bump around 1 is 0 from R = 4 on."""
    whole = substitute(at_its_id.formula, AT_ID)
    found = p.assume_implication(whole, len(at_its_id.given))

    def prove(pos: Fact, law: Fact) -> Fact:
        scale = R + 4
        at = p.specialize(law, scale)
        none = p.apply("hat_right", p.have(1 <= scale / 4, pos))
        return p.have(FALSE, at, none)

    return p.rule("discharge", whole, p.exists_elim(found, [R], prove, FALSE))
