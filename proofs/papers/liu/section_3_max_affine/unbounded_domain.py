"""A counterexample to Proposition 3.3 on an unbounded set: no weights suffice, even outside of a set of measure 1.

There are two pieces, x and −x, and four tokens. For weights that are given, on the sequences whose entries are at most
T the output changes with the first token by at most a multiple of T² times its way. So where the first token is within
w of 0, w being a multiple of 1/T², the output cannot be near both values, and the sequences at which it is not near the
right one have at least the measure w/2 (T − 1)³, which is as large as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import linear_layer
from proofs.papers.liu.section_3_max_affine.equal_pieces import of_function
from proofs.papers.liu.section_3_max_affine.exceptional_set import S
from proofs.papers.liu.section_3_max_affine.existence import output_of_square, values_found_by_square
from proofs.papers.liu.section_3_max_affine.fewer_pieces_than_tokens import GIVEN_33, TWO_PIECES, cells, in_cells
from proofs.papers.liu.section_3_max_affine.reassignment import V, rows
from proofs.papers.liu.vocabulary import Delta, d, n, paper
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.interval_covers import row
from proofs.theorems.integration.lebesgue import marked
from proofs.theorems.networks.softmax import partition, weight

M, l = ints("M l")
B, D, delta = reals("B D delta")
a, a_, v, v_ = vectors("a a' v v'")

# --- how far a mean moves ---------------------------------------------------------------------------------------------


def mean(v: Term, a: Term) -> Term:
    """Σ v_l softmax(a)_l."""
    return Sum(lambda l: v(l) * weight(a, l, M), 1, M)


CLOSE = {
    "some": 1 <= M, "D_low": 0 <= D, "D_high": D <= rational(1, 2),
    "scores": every(lambda l: abs(a_(l) - a(l)) <= D, 1, M), "values": every(lambda l: abs(v(l)) <= B, 1, M),
    "moved": every(lambda l: abs(v_(l) - v(l)) <= delta, 1, M),
}  # fmt: skip


@paper.claim(given={"some": 1 <= M, "values": every(lambda l: abs(v(l)) <= B, 1, M)},
             shows=abs(mean(v, a)) <= B)  # fmt: skip
def mean_at_most(p: Proof) -> Fact:
    """The weights sum to 1."""
    ends = assumed(p, 1 <= l, l <= M)
    size = p.specialize("values", l, using=ends)
    share = p.apply("softmax_pos", k=l, n=M)
    whole = p.apply("softmax_sum", n=M)
    bounds = []
    for sign in (1, -1):
        up = p.apply("abs_ge", x=sign * v(l))
        each = p.have(sign * v(l) * weight(a, l, M) <= B * weight(a, l, M), (size, share), (up, share))
        sum_ = p.apply("sum_le", each)
        bounds.append(p.have(sign * mean(v, a) <= B, sum_, (whole, B)))
    return p.apply("abs_le", *bounds)


@paper.claim(given=CLOSE, shows=abs(mean(v_, a_) - mean(v, a)) <= delta + 4 * B * D)
def mean_moves(p: Proof) -> Fact:
    """exp(a_l) and exp(a'_l) differ by at most 2D times the latter."""
    ends = assumed(p, 1 <= l, l <= M)
    m, old, new = mean(v, a), exp(a(l)), exp(a_(l))
    at_most = p.apply("mean_at_most")
    near, size, way = (p.specialize(x, l, using=ends) for x in ("scores", "values", "moved"))
    pos = p.exp_pos(a_(l))
    old_pos = p.exp_pos(a(l))
    sides = {x: (p.apply("abs_ge", x=x), p.apply("abs_ge", x=-x)) for x in (a_(l) - a(l), v(l), v_(l) - v(l), m)}
    up, down = sides[a_(l) - a(l)]
    less = p.have(new - old <= D * new, (p.exp_ge(a(l) - a_(l)), new), (up, pos), (near, pos))
    back = p.exp_ge(a_(l) - a(l))
    more = p.have(old - new <= D * old, (back, old), (down, old_pos), (near, old_pos))
    twice = p.have(old <= 2 * new, more, ("D_high", old_pos))
    rise = p.have(new - old <= 2 * D * new, less, ("D_low", pos))
    fall = p.have(old - new <= 2 * D * new, more, (twice, "D_low"))
    apart = [p.have(x <= 2 * B, *sides[v(l)], *sides[m], at_most, size) for x in (v(l) - m, m - v(l))]
    wholes = [p.apply("partition_pos", a=x, n=M) for x in (a, a_)]
    units = [p.have(Eq(partition(x, M) * inv(partition(x, M)), 1), y) for x, y in zip((a, a_), wholes, strict=True)]
    share = p.apply("inv_pos", wholes[1])
    total = Sum(lambda l: v(l) * exp(a(l)), 1, M)
    none = p.have(Eq(Sum(lambda l: (v(l) - m) * exp(a(l)), 1, M), 0), (units[0], total))
    most = delta + 4 * B * D
    bounds = []
    for sign in (1, -1):
        corner = [(apart[0], rise if sign < 0 else fall), (apart[1], fall if sign < 0 else rise)]
        own = sides[v_(l) - v(l)][0 if sign > 0 else 1]
        f = fun(lambda l, sign=sign: sign * (v_(l) - m) * exp(a_(l)))
        g = fun(lambda l, sign=sign: sign * (v(l) - m) * exp(a(l)) + most * exp(a_(l)))
        each = p.have(f(l) <= g(l), *corner, (own, pos), (way, pos))
        sum_ = p.apply("sum_le", each)
        goal = sign * (mean(v_, a_) - m) <= most
        bounds.append(p.have(goal, (sum_, share), (none, share), (units[1], m), (units[1], most)))
    return p.apply("abs_le", *bounds)


# --- how far the output moves -----------------------------------------------------------------------------------------

H, s, k, q = ints("H s k q")
P, Q = vectors("P Q", 3)
R, W_K, W_Q, W_V, W_O = vectors("R W_K W_Q W_V W_O", 2)
(y,) = vectors("y")
x, T, w, u, u_ = reals("x T w u u'")
z, z_ = reals("z z'")
ONE, FOUR = num(1), num(4)
PLACES = (1, 2, 3, 4)
WEIGHTS = (P, Q, R, W_K, W_Q, W_V, W_O)
AT_FOUR = {d: ONE, n: FOUR, rows: ONE}


def linear_of(x: Term) -> Matrix:
    """Linear(X), a row of M numbers, the tokens being x and three entries of y."""
    return linear_layer(named(row(x, y), ONE, FOUR), H, P, Q, R, ONE, M)


def score(l: Term, k: Term, x: Term) -> Term:
    """Entry (l, k) of KᵀQ."""
    return ((named(W_K, s, ONE) @ linear_of(x)).T @ (named(W_Q, s, ONE) @ linear_of(x)))(l, k)


def value(l: Term, x: Term) -> Term:
    """Entry l of V."""
    return (named(W_V, ONE, ONE) @ linear_of(x))(ONE, l)


def put_out(x: Term) -> Term:
    """Entry (1, 1) of the output."""
    whole = output_of_square(row(x, y), H, M, s, WEIGHTS)
    return substitute(whole(ONE, ONE), AT_FOUR)


def factor(q: Term, k: Term | int, l: Term) -> Term:
    """The factor of the k-th token in a term of entry l of Linear(X)."""
    return P(q, 1, 1) * Q(q, k, l)


def of_tokens(q: Term, l: Term) -> Term:
    """The sum of the absolute values of the factors of all tokens."""
    return sum((abs(factor(q, c, l)) for c in PLACES[1:]), abs(factor(q, 1, l)))


def sizes_of(l: Term) -> Term:
    """The sum of the absolute values of all parts of entry l."""
    parts = Sum(lambda q: of_tokens(q, l), 1, H)
    return parts + abs(R(1, l))


Z = Sum(sizes_of, 1, M)
of_scores = Sum(lambda k: abs(W_K(k, 1) * W_Q(k, 1)), 1, s)
of_values, of_output = abs(W_V(1, 1)), Sum(lambda k: abs(W_O(k, 1)), 1, M)
IN_BOX = {"T_low": 1 <= T, **{f"y_{c}": abs(y(c)) <= T for c in PLACES[1:]}}
ENTRY = {"l_low": 1 <= l, "l_high": l <= M}


def product_size(p: Proof, one: Term, other: Term, most: Fact) -> list[Fact]:
    """± one · other is at most |one| times the bound of |other|."""
    bound = most.concl.args[1]
    whole = p.apply("abs_mul", u=one, r=other)
    less = p.have(abs(one * other) <= abs(one) * bound, whole, (most, abs(one)))
    ends = [p.apply("abs_ge", x=sign * one * other) for sign in (1, -1)]
    return [p.have(sign * one * other <= abs(one) * bound, less, e) for sign, e in zip((1, -1), ends, strict=True)]


def own_size(p: Proof) -> Fact:
    """The bound for entry l is at most that for all entries."""
    signs = sizes_nonneg(p, l)
    return p.apply("sum_member", signs, f=fun(sizes_of), lo=1, hi=M, m=l)


def sizes_nonneg(p: Proof, l: Term) -> Fact:
    """Every absolute value is nonnegative."""
    ends = assumed(p, 1 <= q, q <= H)
    each = p.have(0 <= of_tokens(q, l), *(p.apply("abs_nonneg", x=factor(q, c, l)) for c in PLACES))
    sum_ = p.apply("sum_nonneg", p.generalize(q, each, *ends))
    return p.have(0 <= sizes_of(l), sum_, p.apply("abs_nonneg", x=R(1, l)))


@paper.claim([], shows=0 <= Z)
def sizes_nonneg_in_all(p: Proof) -> Fact:
    """They add up to no negative number."""
    return p.apply("sum_nonneg", p.generalize(l, sizes_nonneg(p, l)), f=fun(sizes_of), lo=1, hi=M)


@paper.claim(given={**ENTRY, **IN_BOX, "x_in": abs(x) <= T}, shows=abs(linear_of(x)(ONE, l)) <= Z * T)
def entry_at_most(p: Proof) -> Fact:
    """Every token is at most T."""
    tokens = {1: x, **{c: y(c) for c in PLACES[1:]}}
    parts = [product_size(p, factor(q, c, l), t, p.get("x_in" if c == 1 else f"y_{c}")) for c, t in tokens.items()]
    alone = p.apply("abs_nonneg", x=R(1, l))
    own = own_size(p)
    bounds = []
    for side, sign in enumerate((1, -1)):
        f = fun(lambda q, sign=sign: sign * (P(q, 1, 1) * sum(
            (t * Q(q, c, l) for c, t in list(tokens.items())[1:]), x * Q(q, 1, l))))  # fmt: skip
        g = fun(lambda q: T * of_tokens(q, l))
        each = p.have(f(q) <= g(q), *(part[side] for part in parts))
        sum_ = p.apply("sum_le", each, f=f, g=g, lo=1, hi=H)
        last = p.have(sign * R(1, l) <= abs(R(1, l)) * T, p.apply("abs_ge", x=sign * R(1, l)),
                      (alone, "T_low"))  # fmt: skip
        bounds.append(p.have(sign * linear_of(x)(ONE, l) <= Z * T, sum_, last, (own, "T_low"), own))
    return p.apply("abs_le", *bounds, x=linear_of(x)(ONE, l), u=Z * T)


@paper.claim(given={**ENTRY, "x_in": abs(x) <= w}, shows=abs(linear_of(x)(ONE, l) - linear_of(num(0))(ONE, l)) <= Z * w)
def entry_moves(p: Proof) -> Fact:
    """Only the first token changes."""
    parts = product_size(p, factor(q, 1, l), x, p.get("x_in"))
    w_low = p.have(0 <= w, p.apply("abs_nonneg"))
    rest = [p.apply("abs_nonneg", x=factor(q, c, l)) for c in PLACES[1:]]
    own = own_size(p)
    way = linear_of(x)(ONE, l) - linear_of(num(0))(ONE, l)
    bounds = []
    for side, sign in enumerate((1, -1)):
        f = fun(lambda q, sign=sign: sign * factor(q, 1, l) * x)
        g = fun(lambda q: w * of_tokens(q, l))
        each = p.have(f(q) <= g(q), parts[side], *((y, w_low) for y in rest))
        sum_ = p.apply("sum_le", each, f=f, g=g, lo=1, hi=H)
        last = p.apply("abs_nonneg", x=R(1, l))
        bounds.append(p.have(sign * way <= Z * w, sum_, (last, w_low), (own, w_low)))
    return p.apply("abs_le", *bounds, x=way, u=Z * w)


PRODUCT = {"u_high": abs(u) <= B, "z_high": abs(z_) <= B, "u_way": abs(u_ - u) <= delta,
           "z_way": abs(z_ - z) <= delta}  # fmt: skip


@paper.claim(given=PRODUCT, shows=abs(u_ * z_ - u * z) <= 2 * B * delta)
def product_moves(p: Proof) -> Fact:
    """One factor changes at a time."""
    B_low = p.have(0 <= B, "u_high", p.apply("abs_nonneg", x=u))
    parts = product_size(p, u_ - u, z_, p.get("z_high")), product_size(p, u, z_ - z, p.get("z_way"))
    delta_low = p.have(0 <= delta, "u_way", p.apply("abs_nonneg", x=u_ - u))
    bounds = [
        p.have(sign * (u_ * z_ - u * z) <= 2 * B * delta, *(x[side] for x in parts), ("u_way", B_low),
               ("u_high", delta_low)) for side, sign in enumerate((1, -1))
    ]  # fmt: skip
    return p.apply("abs_le", *bounds, x=u_ * z_ - u * z, u=2 * B * delta)


NEAR = {**IN_BOX, "x_in": abs(x) <= w, "short": w <= T}
scores_move = of_scores * (2 * (Z * T) * (Z * w))


@paper.claim(given={**ENTRY, "k_low": 1 <= k, "k_high": k <= M, **NEAR},
             shows=abs(score(l, k, x) - score(l, k, num(0))) <= scores_move)  # fmt: skip
def score_moves(p: Proof) -> Fact:
    """The score is a product of two entries."""
    m = ints("m")[0]
    small = [p.have(abs(num(0)) <= T, "T_low"), p.have(abs(x) <= T)]
    high = [p.apply("entry_at_most", size, x=t, l=j) for own, j, t, size in (
        (("l_low", "l_high"), l, num(0), small[0]), (("k_low", "k_high"), k, x, small[1]))]  # fmt: skip
    ways = [p.apply("entry_moves", l=j) for own, j in ((("l_low", "l_high"), l), (("k_low", "k_high"), k))]
    now, before = ([linear_of(t)(ONE, j) for j in (l, k)] for t in (x, num(0)))
    way = now[0] * now[1] - before[0] * before[1]
    by = {"u": before[0], "u'": now[0], "z": before[1], "z'": now[1], "B": Z * T, "delta": Z * w}
    moved = p.apply("product_moves", *high, *ways, **by)
    each = product_size(p, W_K(m, 1) * W_Q(m, 1), way, moved)
    bounds = []
    for side, sign in enumerate((1, -1)):
        f = fun(lambda m, sign=sign: sign * (W_K(m, 1) * W_Q(m, 1)) * way)
        g = fun(lambda m: abs(W_K(m, 1) * W_Q(m, 1)) * (2 * (Z * T) * (Z * w)))
        sum_ = p.apply("sum_le", each[side], f=f, g=g, lo=1, hi=s)
        bounds.append(p.have(sign * (score(l, k, x) - score(l, k, num(0))) <= scores_move, sum_))
    return p.apply("abs_le", *bounds, x=score(l, k, x) - score(l, k, num(0)), u=scores_move)


value_moves, value_high = of_values * (Z * w), of_values * (Z * T)
mean_way = value_moves + 4 * value_high * scores_move


@paper.claim(given={"some": 1 <= M, **NEAR, "slow": scores_move <= rational(1, 2)},
             shows=abs(put_out(x) - put_out(num(0))) <= of_output * mean_way)  # fmt: skip
def output_moves(p: Proof) -> Fact:
    """Each mean changes by at most this."""
    p.given(**ENTRY, k_low=1 <= k, k_high=k <= M)
    high = p.apply("entry_at_most", x=num(0))
    way = p.apply("entry_moves")
    entry, moved = linear_of(num(0))(ONE, l), linear_of(x)(ONE, l) - linear_of(num(0))(ONE, l)
    sizes = []
    for of, most, t in ((entry, high, value(l, num(0))), (moved, way, value(l, x) - value(l, num(0)))):
        sides = product_size(p, W_V(1, 1), of, most)
        bound = of_values * most.concl.args[1]
        ends = [p.have(sign * t <= bound, side) for sign, side in zip((1, -1), sides, strict=True)]
        sizes.append(p.apply("abs_le", *ends, x=t, u=bound))
    scores = p.apply("score_moves")
    first = p.apply("score_moves", l=ONE)
    none = p.have(0 <= scores_move, first, p.apply("abs_nonneg", x=first.concl.args[0].args[0]))
    of_scores_, of_entries = (
        [fun(lambda l, f=f, t=t: f(l, t)) for t in (num(0), x)] for f in (lambda l, t: score(l, k, t), value)
    )
    by = dict(zip(("a", "a'", "v", "v'"), (*of_scores_, *of_entries), strict=True))
    moves = p.apply("mean_moves", none, scores, *sizes, B=value_high,
                    delta=value_moves, **by)  # fmt: skip
    means = mean(by["v'"], by["a'"]) - mean(by["v"], by["a"])
    each = product_size(p, W_O(k, 1), means, moves)
    bounds = []
    for side, sign in enumerate((1, -1)):
        sum_ = p.apply("sum_le", each[side])
        bounds.append(p.have(sign * (put_out(x) - put_out(num(0))) <= of_output * mean_way, sum_))
    return p.apply("abs_le", *bounds, x=put_out(x) - put_out(num(0)), u=of_output * mean_way)


# --- constants --------------------------------------------------------------------------------------------------------

K, ss, zz, vv, oo = reals("K sigma zeta omega Omega")
cube = K * K * K * T
SMALL = {
    "K_low": 1 <= K, "T_low": 1 <= T, "w_is": Eq(36 * cube * cube * w, 1), "w_pos": 0 < w,
    **{f"{x.args[0]}_{side}": rel for x in (ss, zz, vv, oo) for side, rel in (("low", 0 <= x), ("high", x <= K))},
}  # fmt: skip


@paper.claim(given={"K_low": 1 <= K}, shows=1 <= K**6)
def sixth_power(p: Proof) -> Fact:
    """By repeated squaring."""
    square = p.have(1 <= K * K, "K_low")
    pos = p.have(0 <= K * K, square)
    fourth = p.have(1 <= K**4, square)
    return p.have(p.goal, (fourth, pos), square)


@paper.claim(given={"K_low": 1 <= K, "T_low": 1 <= T}, shows=1 <= cube)
def unit_at_least_one(p: Proof) -> Fact:
    """All factors are at least 1."""
    K_pos = p.have(0 <= K)
    square = p.have(1 <= K * K, ("K_low", K_pos), "K_low")
    third = p.have(1 <= K * K * K, (square, K_pos), "K_low")
    return p.have(p.goal, (third, p.have(0 <= T, "T_low")), "T_low")


def grown(p: Proof, letters: Sequence[Term]) -> tuple[Term, Fact, Fact]:
    """Prove that a product of letters is nonnegative and at most the power of K with this exponent."""
    whole, power_ = letters[0], K
    low, high = p.get(0 <= whole), p.get(whole <= K)
    for letter in letters[1:]:
        own = p.get(0 <= letter), p.get(letter <= K)
        before = power_
        whole, power_ = whole * letter, power_ * K
        K_high = p.have(0 <= before, high, low)
        high = p.have(whole <= power_, (high, own[0]), (own[1], K_high))
        low = p.have(0 <= whole, (low, own[0]))
    return whole, low, high


def in_units(p: Proof) -> Fact:
    """K³ T w <= 1/36."""
    one = p.apply("unit_at_least_one")
    return p.have(cube * w <= rational(1, 36), (one, p.have(0 <= cube, one), "w_pos"), "w_is")


@paper.claim(given=SMALL, shows=ss * (2 * (zz * T) * (zz * w)) <= rational(1, 2))
def scores_slow(p: Proof) -> Fact:
    """The product of three constants is at most K³."""
    _, __, high = grown(p, [ss, zz, zz])
    unit = in_units(p)
    return p.have(p.goal, (high, p.have(0 <= T, "T_low"), "w_pos"), unit)


@paper.claim(
    given=SMALL, shows=oo * (vv * (zz * w) + 4 * (vv * (zz * T)) * (ss * (2 * (zz * T) * (zz * w)))) <= rational(1, 4)
)
def output_slow(p: Proof) -> Fact:
    """By products of three and of six constants."""
    few, many = grown(p, [oo, vv, zz])[2], grown(p, [oo, vv, zz, ss, zz, zz])[2]
    unit = in_units(p)
    T_pos = p.have(0 <= T, "T_low")
    third = p.have(0 <= K * K * K, few, grown(p, [oo, vv, zz])[1])
    short = p.have(K * K * K * w <= cube * w, ("T_low", third, "w_pos"))
    return p.have(p.goal, (few, "w_pos"), (many, T_pos, T_pos, "w_pos"), short, unit, "w_is")


# --- what cannot be left out ------------------------------------------------------------------------------------------

AT_FOUR_TOKENS = {**{x: y for x, y in TWO_PIECES.items() if x is not Delta}, n: FOUR}
printed_33 = Claim((*GIVEN_33, of_function(V)), values_found_by_square)


def at_four_tokens(formula: Term) -> Term:
    """Return a formula for y_1 = x and y_2 = −x, four tokens and all sequences of numbers."""
    return substitute(formula, {x: value for x, value in AT_FOUR_TOKENS.items() if x in formula.free})


CONSTANTS = of_scores, Z, of_values, of_output
constant = 1 + of_scores + Z + of_values + of_output
far = 1 + 300 * K**6
unit_way = substitute(cube, {T: far})
narrow = inv(36 * unit_way * unit_way)
half = rational(1, 2)
box_low, box_high = -far, num(-1)
start_of = mapping(lambda y_: substitute(ite(put_out(num(0)) <= half, half * narrow, -narrow), {y: y_}), VECTOR)
all_below = exists(lambda K: [*(0 <= x for x in CONSTANTS), *(x <= K for x in CONSTANTS), 1 <= K], "R")


@paper.claim(
    given={"K_low": 1 <= K, "w_pos": 0 < w, "w_is": Eq(36 * unit_way * unit_way * w, 1)},
    shows=1 < half * w * (300 * K**6) ** 3,
)
def box_large(p: Proof) -> Fact:
    """With k = K⁶ and s = 300 k, s³/2 is more than 36 k (1 + s)²."""
    sixth = p.apply("sixth_power")
    pos = p.have(0 <= K**6, sixth)
    large = p.have(1 <= K**12, (sixth, pos), sixth)
    six, twelve = (
        p.have(K**6 <= K**12, (sixth, pos)),
        p.have(K**12 <= K**18, (sixth, p.have(0 <= K**12, large))),
    )
    less = p.have(36 * K**6 * (1 + 300 * K**6) ** 2 < half * (300 * K**6) ** 3, six, twelve, large)
    return p.have(p.goal, (less, "w_pos"), "w_is")


@paper.claim(given={"some": 1 <= M}, shows=all_below)
def some_constant(p: Proof) -> Fact:
    """Take the sum of all constants and 1."""
    each = sizes_nonneg(p, l)
    sums = [p.apply("abs_nonneg", x=W_V(1, 1)), p.apply("sum_nonneg", each, f=fun(sizes_of), lo=1, hi=M)]
    for count, f in ((s, lambda k: abs(W_K(k, 1) * W_Q(k, 1))), (M, lambda k: abs(W_O(k, 1)))):
        sign = p.apply("abs_nonneg", x=f(k).args[0])
        sums.append(p.apply("sum_nonneg", sign, f=fun(f), lo=1, hi=count))
    low = [p.have(0 <= x, *sums) for x in CONSTANTS]
    return p.exists_intro(p.goal, [constant], *low)


def values_agree(p: Proof) -> Fact:
    """Equal pieces have equal values, since V_h = (a_h + 1)/2."""
    h, j, r = ints("h j r")
    ends = assumed(p, 1 <= h, h <= 2), assumed(p, 1 <= j, j <= 2), assumed(p, 1 <= r, r <= 1)
    slope, value_ = (lambda x, low=low: ite(Eq(x, 1), 1, low) for low in (-1, 0))
    same = assumed(p, every(lambda c: Eq(slope(h), slope(j)), 1, 1), Eq(num(0), 0))

    def tie(x: Term) -> Fact:
        goal = Eq(2 * value_(x), 1 + slope(x))
        return by_cases(p, [Eq(x, 1)], lambda known: p.have(goal, *values(p, known, value_(x), slope(x))))

    fact = p.have(Eq(value_(h), value_(j)), p.specialize(same[0], 1), tie(h), tie(j))
    return p.discharge(p.generalize(r, fact, *ends[2]), *(x.concl for x in same))


@paper.claim(given=[], shows=negation(at_four_tokens(printed_33.formula)))
def unbounded_for_3_3(p: Proof) -> Fact:
    """If the first token is near 0, the output has the wrong value for one of its signs."""
    whole = at_four_tokens(printed_33.formula)
    some = p.assume_implication(whole, len(printed_33.given), values_agree(p))

    _, M_low, __, near, small = p.obtain(some, H, M, s, *WEIGHTS, S)
    found = p.apply("some_constant")
    known = p.obtain(found, K)
    K_low = known[-1]
    T_low = p.have(1 <= far, p.apply("sixth_power", K_low))
    by = {"T": far, "w": narrow}
    one = p.apply("unit_at_least_one", K_low, T_low, T=far)
    positive = p.have(0 < 36 * unit_way * unit_way, one)
    w_pos = p.apply("inv_pos", positive)
    w_is = p.have(Eq(36 * unit_way * unit_way * narrow, 1), positive)
    short = p.have(narrow <= 1, (one, one, w_pos), (one, w_pos), w_is)
    letters = {"sigma": of_scores, "zeta": Z, "omega": of_values, "Omega": of_output}
    facts = *known, T_low, w_is, w_pos
    slow = p.apply("scores_slow", *facts, **by, zeta=Z)
    way = p.apply("output_slow", *facts, **by, **letters)
    hyps = assumed(p, *(x for c in PLACES[1:] for x in (box_low <= y(c), y(c) <= box_high)))
    start = ite(put_out(num(0)) <= half, half * narrow, -narrow)
    ends = assumed(p, start <= x, x <= start + half * narrow)
    most = [p.apply("abs_le", p.have(y(c) <= far, hyps[2 * c - 3], T_low), hyps[2 * c - 4]) for c in PLACES[1:]]
    mark = marked(S)(row(x, y))

    def missed(order: Fact) -> Fact:
        """Prove that the sequence is in S, for either sign."""
        above = order.concl.op == "le"
        (begin,) = values(p, [order], start)
        own = [p.have(sign * x <= narrow, begin, *ends) for sign in (1, -1)]
        x_in = p.apply("abs_le", *own)
        side = p.have(0 < x if above else x < 0, begin, *ends, w_pos)
        moved = p.apply("output_moves", M_low, *most, x_in, short, T_low, slow, T=far)
        inside, out = assumed(p, 0 < S(row(x, y)), S(row(x, y)) <= 0)
        law = p.rule("specialize", p.rule("specialize", near, row(x, y)), cells(1 if above else 0))
        for fact in (
            p.have(law.concl.args[0]),
            out,
            *in_cells(p, 1 if above else 0, row(x, y), [side, *(hyps[2 * c - 3] for c in PLACES[1:])], 0),
        ):
            law = p.mp(law, fact)
        close = p.specialize(law, 1, 1)
        cell_ = cells(1 if above else 0)(ONE)
        sign = 1 if above else -1
        gap = put_out(x) - ite(Eq(cell_, 1), 1, 0)
        up = p.apply("abs_ge", x=-sign * gap)
        drift = p.apply("abs_ge", x=sign * (put_out(x) - put_out(num(0))))
        wrong = p.have(FALSE, close, up, drift, moved, way, order)
        never = p.absurd(wrong, num(1) <= mark)
        return p.cases(S(row(x, y)), 0, never, p.have(num(1) <= mark, p.ite_eq(mark, inside)))

    sides = [missed(order) for order in assumed(p, put_out(num(0)) <= half, half < put_out(num(0)))]
    above = p.cases(put_out(num(0)), half, *sides)
    order = p.have(box_low <= box_high, T_low)
    weighs = p.apply(
        "shifted_box_below",
        small,
        p.have(0 <= half * narrow, w_pos),
        order,
        above,
        F=marked(S),
        E=1,
        t=1,
        start=start_of,
        l=box_low,
        h=box_high,
    )
    large = p.apply("box_large", K_low, w_pos, w_is)
    return p.note("out", p.discharge(p.have(FALSE, weighs, large), whole))
