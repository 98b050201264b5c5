"""Tokens on levels: the softmax output at a query, if the tokens of each level occur in many copies.

With W_K = a I and W_Q = W_V = I, the score of a token x for a query q is a q · x, and the output is the mean of the
tokens with the softmax weights of these scores. Here every token is (gK + η) e_a: in row a, on a level g from −n to n,
with a shift η that is small relative to K. There are B^(n² − g²) copies of it, and queries are hK e_b; a = 2L/K², where
L = log B.

The logarithm of the weight of all copies is L (n² − g²) + (2L/K) h (gK + η), if a = b: it is L (n² + h² − (g − h)²) up
to the shifts, so that the level h dominates all others as B grows. On this level the token with the greatest hη
dominates, as the others have exponentially less weight. So each row contains the greatest, or least, members of 2n sets
of affine functions.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import i, n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.weighted_means import mean
from proofs.theorems.networks.softmax import differ

M, g, h, m, r, a, b = ints("M g h m r a b")
K, L, Y, theta = reals("K L Y theta")
e, e2 = reals("eta eta'")
row, level = sequences("rho lambda")
(eta,) = vectors("eta")

# --- one query -------------------------------------------------------------------------------------------------------

WIDE = {"long": n >= 1, "K_pos": K > 0, "L_low": L >= 0, "Y_low": Y >= 0, "room": 8 * n * Y <= K}
AT_LEVEL = {"h_low": -n <= h, "h_high": h <= n, "proper": 1 <= h * h}


def exponent(g: Term, score: Term) -> Term:
    """The logarithm of the weight of a token of level g with its B^(n² − g²) copies, where L = log B."""
    return L * (n * n - g * g) + score


def score(h: Term, g: Term, e: Term) -> Term:
    """The score of the token gK + η for the query hK."""
    return 2 * L / K * h * (g * K + e)


@paper.claim(given=[*WIDE.values(), -n <= h, h <= n, abs(e) <= Y], shows=abs(2 * h * e) <= K / 4)
def shift_small(p: Proof) -> Fact:
    """2 |h| |η| <= 2nY."""
    p.given(**WIDE, small=abs(e) <= Y)
    up, _ = (p.apply("abs_ge", x=z) for z in (e, -e))
    sides = [p.have(0 <= z, "small", up) for z in (Y - e, Y + e)]
    ends = [p.have(0 <= z) for z in (n - h, n + h)]
    below = p.have(-(K / 4) <= 2 * h * e, (ends[0], sides[0]), (ends[1], sides[1]), "room")
    return p.apply("abs_le", below, (ends[0], sides[1]), (ends[1], sides[0]), "room", x=2 * h * e, u=K / 4)


both_small = [abs(e) <= Y, abs(e2) <= Y]


def shifts(p: Proof, *values: Term) -> list[Fact]:
    """−L/4 <= (2L/K) h η <= L/4."""
    out = []
    inverse = p.apply("inv_pos", "K_pos")
    for value in values:
        small = p.apply("shift_small", **{"eta": value})
        for sign in (1, -1):
            up = p.apply("abs_ge", x=sign * (2 * h * value))
            less = p.have(sign * (2 * h * value) <= K / 4, small, up)
            out.append(p.have(sign * (2 * L / K * h * value) <= L / 4, (less, inverse, "L_low")))
    return out


@paper.claim(
    given=[*WIDE.values(), *AT_LEVEL.values(), *both_small, negation(Eq(g, h))],
    shows=exponent(g, score(h, g, e)) + L / 2 <= exponent(h, score(h, h, e2)),
)
def other_level_lower(p: Proof) -> Fact:
    """The difference is at least L (g − h)², up to the shifts."""
    p.given(**WIDE, other=negation(Eq(g, h)))
    less = shifts(p, e, e2)

    def apart(order: Fact) -> Fact:
        if order.concl.op == "eq":
            clash = p.mp("other", p.have(Eq(g, h), order))
            return p.absurd(clash, 1 <= (g - h) * (g - h))
        return p.have(1 <= (g - h) * (g - h), order)

    square = p.trichotomy(g, h, apart)
    return p.have(p.goal, (square, "L_low"), *less)


@paper.claim(
    given=[*WIDE.values(), *AT_LEVEL.values(), both_small[1]],
    shows=exponent(g, num(0)) + L / 2 <= exponent(h, score(h, h, e2)),
)
def other_row_lower(p: Proof) -> Fact:
    """The score is 0, which is less by 2Lh², up to the shift."""
    p.given(**WIDE, **AT_LEVEL)
    less = shifts(p, e2)
    square = p.apply("square_nonneg", x=g)
    return p.have(p.goal, ("proper", "L_low"), (square, "L_low"), *less)


@paper.claim(
    given={**WIDE, **AT_LEVEL, "order": h * e <= h * e2},
    shows=2 * L * abs(e - e2) <= K * (exponent(h, score(h, h, e2)) - exponent(h, score(h, h, e))),
)
def same_level_lower(p: Proof) -> Fact:
    """The difference is (2L/K) h (η' − η), and |h| >= 1."""

    def by_sign(order: Fact) -> Fact:
        if order.concl.op == "eq":
            zero = p.have(FALSE, "proper", (order, h))
            return p.absurd(zero, abs(e - e2) <= h * (e2 - e))
        step = p.integer_step(order)
        sign = 1 if order.concl.args[0] is h else -1  # that of η − η', as h is negative or positive
        (wrong,), (right,) = assumed(p, sign * (e - e2) < 0), assumed(p, 0 <= sign * (e - e2))
        clash = p.have(FALSE, (wrong, order), "order")
        signed = p.cases(0, sign * (e - e2), right, p.absurd(clash, right.concl))
        size = p.abs_value(e - e2, p.have(e - e2 >= 0 if sign > 0 else e - e2 <= 0, signed))
        return p.have(abs(e - e2) <= h * (e2 - e), size, (step, signed))

    size = p.trichotomy(h, 0, by_sign)
    return p.have(p.goal, (size, "L_low"))


# --- what a query sees -----------------------------------------------------------------------------------------------


def token(r: Term, a: Term, g: Term, e: Term) -> Term:
    """Entry r of the token (gK + η) e_a."""
    return ite(Eq(r, a), g * K + e, 0)


def seen(b: Term, h: Term, a: Term, g: Term, e: Term) -> Term:
    """The exponent of the token (gK + η) e_a for the query hK e_b."""
    return exponent(g, ite(Eq(a, b), score(h, g, e), 0))


STEEP = {"theta_low": 0 <= theta, "steep": 8 * n * K <= theta * L}
IN_RANGE = {"g_low": -n <= g, "g_high": g <= n, "small": both_small[0], "small_": both_small[1]}


@paper.claim(given=[*WIDE.values(), -n <= g, g <= n, abs(e) <= Y], shows=abs(token(r, a, g, e)) <= 2 * n * K)
def token_small(p: Proof) -> Fact:
    """|gK + η| <= nK + Y."""
    p.given(**WIDE, g_low=-n <= g, g_high=g <= n)
    up, down = (p.apply("abs_ge", x=z) for z in (e, -e))
    sides = [p.have(z * K <= n * K, (f, "K_pos")) for z, f in ((g, "g_high"), (-g, "g_low"))]
    wide = p.have(Y <= n * K, "room", ("long", "Y_low"), ("long", "K_pos"), "Y_low")
    size = p.apply("abs_le", sides[1], down, sides[0], wide, up, x=g * K + e, u=2 * n * K)
    entry = token(r, a, g, e)

    def each(order: Fact) -> Fact:
        value = p.ite_eq(entry, order)
        moved = p.congr(abs, value)
        return p.have(abs(entry) <= 2 * n * K, moved, size if order.concl.op == "eq" else ("long", "K_pos"), "K_pos")

    return p.trichotomy(r, a, each)


of_group = implies(Eq(a, b), Eq(g, h), h * e <= h * e2)
PAIR = {**WIDE, **STEEP, **AT_LEVEL, **IN_RANGE}
SEEN = {**PAIR, "top": of_group}
far = seen(b, h, a, g, e) + L / 2 <= seen(b, h, b, h, e2)
apart = abs(token(r, a, g, e) - token(r, b, h, e2))
beyond = seen(b, h, b, h, e2) - seen(b, h, a, g, e)


@paper.claim(given={**PAIR, "below": far}, shows=apart <= theta * beyond)
def far_below(p: Proof) -> Fact:
    """The exponents of the two tokens are at least L/2 apart."""
    sizes = [p.apply("token_small"), p.apply("token_small", a=b, g=h, **{"eta": e2})]
    way = p.apply("abs_triangle", c=token(r, a, g, e), s=num(0), top=token(r, b, h, e2))
    return p.have(p.goal, way, *sizes, ("theta_low", "below"), "steep")


@paper.claim(given=SEEN, shows=apart <= theta * beyond)
def token_near(p: Proof) -> Fact:
    """Other tokens are far below, and tokens of the group have lower scores than its greatest member."""

    def by_row(row_: Fact) -> Fact:
        here = p.ite_eq(ite(Eq(a, b), score(h, g, e), 0), row_)
        if row_.concl.op != "eq":
            less = p.apply("other_row_lower")
            below = p.have(far, less, here)
            return p.apply("far_below", below)
        return p.trichotomy(g, h, lambda order: by_level(row_, here, order))

    def by_level(row_: Fact, here: Fact, order: Fact) -> Fact:
        if order.concl.op != "eq":
            less = p.apply("other_level_lower", differ(p, order, g, h))
            below = p.have(far, less, here)
            return p.apply("far_below", below)
        top = p.mp(p.mp("top", row_), order)
        near = p.apply("same_level_lower", top)
        level_ = p.congr(lambda g: exponent(g, score(h, g, e)), order)
        more = p.have(2 * L * abs(e - e2) <= K * beyond, near, level_, (here, K))
        size = p.apply("abs_nonneg", x=e - e2)
        steep = ("steep", size), ("long", "K_pos", size), ("K_pos", size)
        low = p.have(abs(e - e2) <= theta * beyond, (more, "theta_low"), *steep, scale=["K_pos"])
        there = p.congr(lambda a: token(r, a, g, e) - token(r, b, h, e2), row_)
        also = p.congr(lambda g: token(r, b, g, e) - token(r, b, h, e2), order)

        def entry(spot: Fact) -> Fact:
            values_ = p.reduce_ite(spot, token(r, b, h, e), token(r, b, h, e2))
            value = e - e2 if spot.concl.op == "eq" else num(0)
            gap = p.have(Eq(token(r, a, g, e) - token(r, b, h, e2), value), there, also, *values_)
            moved = p.congr(abs, gap)
            return p.have(apart <= theta * beyond, moved, low, size)

        return p.trichotomy(r, b, entry)

    return p.trichotomy(a, b, by_row)


# --- the mean over all tokens ----------------------------------------------------------------------------------------

(B,) = ints("B")


def at_base(x: Term) -> Term:
    """Return the formula with L = log B."""
    return substitute(x, {L: log(B)})


def copies_of(i: Term) -> Term:
    """B^(n² − g²) for a token of level g."""
    return power(B, n * n - level(i) * level(i))


def score_of(b: Term, h: Term, i: Term) -> Term:
    """Return the score of item i for the query hK e_b."""
    return at_base(ite(Eq(row(i), b), score(h, level(i), eta(i)), 0))


def weight(b: Term, h: Term) -> Term:
    """Return the weight of an item with its copies."""
    return fun(lambda i: copies_of(i) * exp(score_of(b, h, i)))


def entry_of(r: Term) -> Term:
    """Return row r of the tokens."""
    return fun(lambda i: token(r, row(i), level(i), eta(i)))


def in_group(i: Term, b: Term, h: Term, claim: Term) -> Term:
    """Return the claim if item i is in row b and on level h."""
    return implies(Eq(row(i), b), Eq(level(i), h), claim)


LEVELS = {"level_low": every(lambda i: -n <= level(i), 1, M), "level_high": every(lambda i: level(i) <= n, 1, M)}
BOUNDED = {"bounded": every(lambda i: abs(eta(i)) <= Y, 1, M)}


def greatest_of_group(m: Term, b: Term, h: Term) -> list[Term]:
    """Item m is in row b and on level h, and hη is maximal for it."""
    top = every(lambda i: in_group(i, b, h, h * eta(i) <= h * eta(m)), 1, M)
    return [1 <= m, m <= M, Eq(row(m), b), Eq(level(m), h), top]


BASE = {"B": 1 <= B, **{name: at_base(x) for name, x in {**WIDE, **STEEP}.items()}}
TOP = dict(zip(("m_low", "m_high", "row_m", "level_m", "top"), greatest_of_group(m, b, h), strict=True))
QUERY = {**BASE, **AT_LEVEL, **LEVELS, **BOUNDED, **TOP}


@paper.claim(
    given=[1 <= B, *LEVELS.values(), 1 <= n, 1 <= i, i <= M],
    shows=Eq(weight(b, h)(i), exp(at_base(seen(b, h, row(i), level(i), eta(i))))),
)
def weight_is_exp(p: Proof) -> Fact:
    """A power of B is a power of e."""
    p.given(**LEVELS)
    ends = [p.specialize(name, i) for name in ("level_low", "level_high")]
    number = p.apply("power_is_exp", tuple(ends), k=n * n - level(i) * level(i))
    return p.have(p.goal, (number, exp(score_of(b, h, i))))


@paper.claim(given=QUERY, shows=abs(mean(entry_of(r), weight(b, h), M) - token(r, b, h, eta(m))) <= M * theta)
def query_sees(p: Proof) -> Fact:
    """In its row the query's output is the greatest member of its group."""
    p.given(i_low=1 <= i, i_high=i <= M)
    seen_ = [at_base(seen(b, h, row(x), level(x), eta(x))) for x in (i, m)]
    of_i = p.apply("weight_is_exp")
    of_m = p.apply("weight_is_exp", i=m)
    at_m = p.congr(lambda a: at_base(seen(b, h, a, level(m), eta(m))), "row_m")
    at_m_ = p.congr(lambda g: at_base(seen(b, h, b, g, eta(m))), "level_m")
    ranges = [p.specialize(name, i) for name in ("level_low", "level_high", "bounded")]
    small = p.specialize("bounded", m)
    top = p.rule("specialize", "top", i)
    for end in ("i_low", "i_high"):
        top = p.mp(top, end)
    near = p.apply("token_near", *ranges, small, top, a=row(i), L=log(B), **{"eta": eta(i), "eta'": eta(m)})
    gap = seen_[1] - seen_[0]
    tau = token(r, b, h, eta(m))
    less = p.have(abs(entry_of(r)(i) - tau) <= theta * gap, near, (at_m, theta), (at_m_, theta))
    grow = p.exp_ge(gap)
    pos = p.exp_pos(seen_[0])
    each = p.have(
        abs(entry_of(r)(i) - tau) * weight(b, h)(i) <= theta * weight(b, h)(m),
        (less, pos),
        (grow, pos, "theta_low"),
        ("theta_low", pos),
        (of_i, abs(entry_of(r)(i) - tau)),
        (of_m, theta),
    )
    weight_pos = p.have(0 < weight(b, h)(i), of_i, pos)
    return p.apply("mean_near", weight_pos, each, x=entry_of(r), tau=tau)
