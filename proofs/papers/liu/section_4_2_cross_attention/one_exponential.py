"""Attention of a query to one token on a level with many copies: almost nothing, or an exponential.

The token of level g is g + x/2L, of which there are B^(J² − g²) copies, L = log B; the query is j + y/2L and the score
2L times their product. The logarithm of the weight of all copies is L (J² + j² − (g − j)²) + jx + gy + xy/2L: as B
grows, the level j dominates all others. With x = u/j and y = w/j this is L (J² + j²) + u + w up to a term that tends to
0. So if an item of value 0 has a still larger weight, the output is e^(u + w) in the scale of this weight.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import paper

J, g, j, r, a, b = ints("J g j r a b")
L, A, x, y, u, w, t, kappa = reals("L A x y u w t kappa")

cross = x * j + g * y + x * y / (2 * L)
most = 2 * J * A + A * A
STEEP = {"L_low": 1 <= L, "A_low": 0 <= A}
AT = {"j_low": 1 <= j, "j_high": j <= J, "small_y": abs(y) <= A}
TOKEN = {"g_low": -J <= g, "g_high": g <= J, "small_x": abs(x) <= A}
QUERY = {**STEEP, **AT, **TOKEN}


def token(g: Term, x: Term) -> Term:
    """The token of level g."""
    return g + x / (2 * L)


def exponent(a: Term, g: Term, x: Term) -> Term:
    """The logarithm of the weight of all copies of a token of row a, for a query of row b."""
    return L * (J * J - g * g) + ite(Eq(a, b), 2 * L * token(g, x) * token(j, y), 0)


scale = L * (J * J + j * j)  # the logarithm of that of level j


@paper.claim(given=[1 <= L, abs(u) <= A, abs(w) <= A, abs(t) <= J], shows=t * u <= J * A)
def product_small(p: Proof) -> Fact:
    """|t| |u| <= JA."""
    product, size = p.apply("abs_mul", u=t, r=u), p.apply("abs_ge", x=t * u)
    lows = abs(t), abs(u)
    return p.have(p.goal, product, size, (abs(t) <= J, lows[1]), (abs(u) <= A, J))


@paper.claim(given=QUERY, shows=cross <= most)
def cross_small(p: Proof) -> Fact:
    """The first two terms are at most 2JA, and the last one at most A², as L is at least 1."""
    sizes = [p.apply("abs_le", x=z, u=J) for z in (j, g)]
    one = p.apply("product_small", sizes[0], u=x)
    two = p.apply("product_small", sizes[1], u=y)
    product, size = p.apply("abs_mul", u=x, r=y), p.apply("abs_ge", x=x * y)
    square = p.have(x * y <= A * A, product, size, ("small_x", abs(y)), ("small_y", "A_low"))
    inverse = p.apply("inv_pos", x=L)
    part = p.have(inv(L) <= 1, ("L_low", inverse), L)
    return p.have(p.goal, one, two, (square, inverse), (part, A * A), A * A)


@paper.claim(given=[1 <= L], shows=Eq(2 * L * token(g, x) * token(j, y), 2 * L * g * j + cross))
def score_split(p: Proof) -> Fact:
    """The product is expanded."""
    return p.have(p.goal, L)


@paper.claim(given=QUERY, shows=exponent(a, g, x) <= scale + most)
def exponent_at_most(p: Proof) -> Fact:
    """(g − j)² is nonnegative."""
    split, less = p.apply("score_split"), p.apply("cross_small")
    squares = [p.apply("square_nonneg", x=z) for z in (g - j, g, j)]
    low = p.have(0 <= J), p.have(0 <= L)
    rest = p.have(0 <= most, (low[0], "A_low"), ("A_low", "A_low"))

    def each(order: Fact) -> Fact:
        value = p.reduce_ite(order, ite(Eq(a, b), 2 * L * token(g, x) * token(j, y), 0))[0]
        return p.have(p.goal, value, split, less, rest, *((z, low[1]) for z in squares))

    return p.trichotomy(a, b, each)


other = implies(Eq(a, b), negation(Eq(g, j)))


@paper.claim(given={**QUERY, "other": other}, shows=exponent(a, g, x) <= scale - L + most)
def other_exponent(p: Proof) -> Fact:
    """The exponent is less by L in another row or on another level."""
    split, less = p.apply("score_split"), p.apply("cross_small")
    square = p.apply("square_nonneg", x=g)
    low = p.have(0 <= J), p.have(0 <= L)
    own = p.have(1 <= j * j, "j_low")

    def each(row: Fact) -> Fact:
        value = p.reduce_ite(row, ite(Eq(a, b), 2 * L * token(g, x) * token(j, y), 0))[0]
        if row.concl.op != "eq":
            return p.have(p.goal, value, (low[0], "A_low"), ("A_low", "A_low"), (square, low[1]), (own, low[1]))
        differ = p.mp("other", row)

        def apart(order: Fact) -> Fact:
            if order.concl.op == "eq":
                return p.absurd(p.mp(differ, order), 1 <= (g - j) * (g - j))
            return p.have(1 <= (g - j) * (g - j), order)

        gap = p.trichotomy(g, j, apart)
        return p.have(p.goal, value, split, less, (gap, low[1]))

    return p.trichotomy(a, b, each)


# --- what is small ---------------------------------------------------------------------------------------------------

SMALL = {"kappa_pos": 0 < kappa, "small": (J + A) * exp(most - L) <= kappa}


@paper.claim(given={**QUERY, **SMALL}, shows=exp(exponent(a, g, x)) <= kappa * exp(L * (2 * J * J + 1)))
def weight_small(p: Proof) -> Fact:
    """The weight is small relative to that of the last item."""
    less = p.apply("exponent_at_most")
    squares = p.have(j * j <= J * J, "j_low", "j_high")
    top = L * (2 * J * J + 1)
    grow = p.apply("exp_le", less, (squares, L), x=exponent(a, g, x), y=top + (most - L))
    pos = exp(top), exp(most - L)
    count = p.have(1 <= J + A)
    part = p.have(exp(most - L) <= kappa, (count, pos[1]), "small")
    return p.have(p.goal, grow, (part, pos[0]))


entry = ite(Eq(r, a), token(g, x), 0)


@paper.claim(given=QUERY, shows=abs(entry) <= J + A)
def entry_small(p: Proof) -> Fact:
    """|g| + |x|/2L."""
    inverse = p.apply("inv_pos", x=L)
    part = p.have(inv(L) <= 1, ("L_low", inverse), L)
    sides = []
    for sign in (1, -1):
        size = p.apply("abs_ge", x=sign * x)
        less = p.have(sign * x <= A, size, "small_x")
        sides.append(p.have(sign * (x / (2 * L)) <= A, (less, inverse), (part, "A_low"), "A_low"))
    value = token(g, x)
    whole = p.apply("abs_le", sides[1], sides[0], x=value, u=J + A)

    def each(order: Fact) -> Fact:
        chosen = p.congr(abs, p.reduce_ite(order, entry)[0])
        return p.have(p.goal, chosen, whole if order.concl.op == "eq" else "A_low", "j_low", "j_high")

    return p.trichotomy(r, a, each)


@paper.claim(
    given={**QUERY, **SMALL, "other": other}, shows=abs(entry) * exp(exponent(a, g, x)) <= kappa * (j * exp(scale))
)
def other_counts_little(p: Proof) -> Fact:
    """(J + A) e^(most − L) <= κ."""
    less, size = p.apply("other_exponent"), p.apply("entry_small")
    grow = p.apply("exp_le", less, x=exponent(a, g, x), y=scale - L + most)
    pos = exp(exponent(a, g, x)), exp(scale)
    return p.have(p.goal, (size, pos[0]), (grow, J + A), ("small", pos[1]), ("j_low", "kappa_pos", pos[1]))


# --- what is not -----------------------------------------------------------------------------------------------------

FORMS = {"u": abs(u) <= A, "w": abs(w) <= A}
VANISHING = {"steep": A + A * A <= L, "t_low": 0 <= t, "t_small": 2 * L * t <= 1}
close = (1 + u * t) * exp(u * w * t)


@paper.claim(given={**STEEP, **FORMS, **VANISHING}, shows=abs(close - 1) <= (A + A * A) / L)
def nearly_one(p: Proof) -> Fact:
    """It is between 1 − q and e^q <= 1 + 2q, where q = (A + A²) t."""
    q = (A + A * A) * t
    product = p.apply("abs_mul", r=w)
    square = p.have(abs(u * w) <= A * A, product, ("u", abs(w)), ("w", "A_low"))
    sizes = [p.apply("abs_ge", x=sign * x) for x in (u, u * w) for sign in (1, -1)]
    up, down = p.have(u <= A, "u", sizes[0]), p.have(-A <= u, "u", sizes[1])
    more, less = p.have(u * w <= A * A, square, sizes[2]), p.have(-(A * A) <= u * w, square, sizes[3])
    nonneg = p.have(0 <= A * A, ("A_low", "A_low"))
    half = p.have(2 * q <= 1, ("steep", "t_low"), "t_small")
    q_low = p.have(0 <= q, ("A_low", "t_low"), (nonneg, "t_low"))
    linear = p.have(0 <= 1 + u * t, (down, "t_low"), half, (nonneg, "t_low"))
    bigger = p.apply("exp_le", (up, "t_low"), (more, "t_low"), x=u * t + u * w * t, y=q)
    room = p.have(0 < 1 - q, half)
    twice = p.have(exp(q) <= 1 + 2 * q, (p.exp_ge(-q), exp(q)), (half, q_low), scale=[room])
    above = p.have(close - 1 <= 2 * q, (p.exp_ge(u * t), exp(u * w * t)), bigger, twice)
    grow = p.have(1 - A * A * t <= exp(u * w * t), p.exp_ge(u * w * t), (less, "t_low"))
    rest = p.have(0 <= 1 - A * A * t, half, ("A_low", "t_low"))
    below = p.have(1 - q <= close, (grow, linear), (down, "t_low", rest), ("A_low", "t_low", nonneg, "t_low"))
    part = p.apply("inv_pos", x=L)
    sum_ = p.have(0 <= A + A * A, "A_low")
    bound = (A + A * A) / L
    enough = p.have(2 * q <= bound, ("t_small", sum_, part), L)
    return p.apply("abs_le", below, q_low, above, enough, x=close - 1, u=bound)


own = L * (J * J - j * j) + 2 * L * token(j, u / j) * token(j, w / j)
at_t = 1 / (2 * L * (j * j))


@paper.claim(given=[1 <= L, 1 <= j], shows=Eq(own, scale + (u + w + u * w * at_t)))
def own_exponent(p: Proof) -> Fact:
    """The product is expanded."""
    pos = p.have(0 < L), p.have(0 < j)
    return p.have(p.goal, *pos)


OWN = {
    **STEEP, "j_low": 1 <= j, **FORMS, "kappa_pos": 0 < kappa, "steep": A + A * A <= L,
    "near": exp(2 * A) * (A + A * A) <= kappa * L,
}  # fmt: skip


@paper.claim(given=OWN, shows=abs(token(j, u / j) * exp(own) - j * exp(scale) * exp(u + w)) <= kappa * (j * exp(scale)))
def own_counts(p: Proof) -> Fact:
    """It is j e^(scale) e^(u + w) up to a factor close to 1."""
    pos = p.have(0 < L), p.have(0 < j)
    square = p.have(1 <= j * j, "j_low")
    part = p.apply("inv_pos", x=2 * L * (j * j))
    of_square = p.apply("inv_pos", square, x=j * j)
    t_small = p.have(2 * L * at_t <= 1, (square, of_square), *pos)
    near = p.apply("nearly_one", part, t_small)
    same = p.congr(exp, p.apply("own_exponent"))
    factor = j * exp(scale) * exp(u + w)
    gap = p.have(
        Eq(token(j, u / j) * exp(own) - factor, factor * (substitute(close, {t: at_t}) - 1)),
        (same, token(j, u / j)), *pos,
    )  # fmt: skip
    moved = p.congr(abs, gap)
    product = p.apply("abs_mul", u=factor, r=substitute(close, {t: at_t}) - 1)
    top = exp(scale), exp(u + w)
    size = p.abs_value(factor, p.have(0 <= factor, factor))
    sizes = [p.apply("abs_ge", x=x) for x in (u, w)]
    less = p.apply("exp_le", *sizes, x=u + w, y=2 * A)
    inverse = p.apply("inv_pos", pos[0])
    nonneg = p.have(0 <= A + A * A, "A_low")
    bound = (A + A * A) / L
    bound_low = p.have(0 <= bound, (nonneg, inverse))
    enough = p.have(exp(u + w) * bound <= kappa, (less, bound_low), ("near", inverse), pos[0])
    last = p.have(factor * bound <= kappa * (j * exp(scale)), (enough, pos[1], top[0]))
    return p.have(p.goal, moved, product, (size, abs(substitute(close, {t: at_t}) - 1)), (near, factor), last)


needed = 1 + A + A * A + ((J + A) * exp(most) + exp(2 * A) * (A + A * A)) / kappa
LARGE = {"A_low": 0 <= A, "J_low": 0 <= J, "kappa_pos": 0 < kappa, "large": needed <= L}
enough = exists(lambda: [1 <= L, (J + A) * exp(most - L) <= kappa, A + A * A <= L, OWN["near"]])


@paper.claim(given=LARGE, shows=enough)
def large_enough(p: Proof) -> Fact:
    """L e^(−L) <= 1."""
    inverse = p.apply("inv_pos", "kappa_pos")
    tops = exp(most), exp(2 * A)
    one = p.have(0 <= (J + A) * exp(most), (p.have(0 <= J + A), tops[0]))
    two = p.have(0 <= exp(2 * A) * (A + A * A), (p.have(0 <= A + A * A, "A_low"), tops[1]))
    rest = p.have(0 <= (one.concl.args[1] + two.concl.args[1]) / kappa, (one, inverse), (two, inverse))
    low, steep = p.have(1 <= L, "large", rest, A * A, "A_low"), p.have(A + A * A <= L, "large", rest)
    part = p.have(one.concl.args[1] + two.concl.args[1] <= kappa * L, ("large", "kappa_pos"), "kappa_pos",
                  ("A_low", "kappa_pos"), (A * A, "kappa_pos"))  # fmt: skip
    grow, pos = p.exp_ge(L), exp(-L)
    falls = p.have(L * exp(-L) <= 1, (grow, pos), pos)
    first = p.have(one.concl.args[1] <= kappa * L, part, two)
    return p.exists_intro(p.goal, [], low, (first, pos), (falls, "kappa_pos"), steep, part, one)
