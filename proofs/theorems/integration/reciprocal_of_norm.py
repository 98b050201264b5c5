"""The function 1/(|x| + |y|) on the square of pairs (x, y): it is integrable, and its third power is not.

It is integrable: min(1/(|x| + |y|), m + 1) approximates it, as the difference is covered by the squares [−1/(m + k),
1/(m + k)]², whose areas add up to at most 4/m. For a function that is bounded on the square the third power of the
difference has no finite integral: on [r, 2r]² it is about r^(−3), and such a square weighs r².

Main statements: `gap_integrable`, `no_third_power`, `capped_continuous`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.integrals import box, covered, indicator, inside, integral_at_most, size_to_the, volume

chapter = Chapter("reciprocal_of_norm")
s, m, w, e, M = reals("s m w e M")
k, N, n = ints("k N n")
(X,) = vectors("X", 2)
(G,) = functions("G", MATRIX)
ONE, TWO = num(1), num(2)


def peak(s: Term) -> Term:
    """1/s, and 0 for s = 0."""
    return ite(0 < s, inv(s), 0)


def capped(s: Term, m: Term) -> Term:
    """min(1/s, m + 1)."""
    return ite(s * (m + 1) <= 1, m + 1, inv(s))


def size(X: Term) -> Term:
    """|x| + |y|."""
    return abs(X(1, 1)) + abs(X(1, 2))


def gap(s: Term, m: Term) -> Term:
    """The difference of the two functions."""
    return abs(peak(s) - capped(s, m))


fits = every(lambda k: s * (m + k) <= 1, 1, N)
enough = exists(lambda N: [0 <= N, gap(s, m) <= N, every(lambda k: s * (m + k) <= 1, 1, N)], "Z")


@chapter.claim(given={"low": 0 <= s, "m_low": 1 <= m}, shows=enough)
def squares_around(p: Proof) -> Fact:
    """⌊1/s − m⌋ squares contain the point; if the point is 0, all squares do."""
    p.given(k_low=1 <= k)
    difference = peak(s) - capped(s, m)

    def at_zero(known: list[Fact]) -> Fact:
        found = values(p, known, peak(s), capped(s, m))
        size_ = p.abs_value(difference, p.have(difference <= 0, *found, "m_low"))

        N_low, most = p.obtain(p.apply("archimedes", s=m + 1), N)
        none = p.have(s * (m + k) <= 1, *known)
        far = p.have(gap(s, m) <= N, size_, *found, most)
        return p.exists_intro(p.goal, [N], N_low, far, none)

    def inside_(known: list[Fact]) -> Fact:
        found = values(p, known, peak(s), capped(s, m))
        inverse = p.apply("inv_pos", known[0])
        unit = p.have(Eq(s * inv(s), 1), known[0])
        more = p.have(m + 1 <= inv(s), (known[1], inverse), unit)
        size_ = p.abs_value(difference, p.have(0 <= difference, *found, more))

        n_low, most = p.obtain(p.apply("archimedes", s=inv(s) - m), n)
        z = inv(s) - m
        count = quotient(z, ONE, n)
        some = p.have(0 <= n, n_low)
        one = p.have(num(0) < 1)
        below = p.apply("quotient_le", some, one, more, v=z)
        above = p.apply("quotient_gt", some, p.have(z < (n + 1) * 1, most))
        high = p.assume(k <= count)
        each = p.have(s * (m + k) <= 1, (p.have(m + k <= inv(s), high, below), known[0]), unit)
        return p.exists_intro(
            p.goal, [count], p.apply("quotient_nonneg", b=ONE, v=z),
            size_, *found, above, each,
        )  # fmt: skip

    zero, positive, near, far = assumed(p, s <= 0, 0 < s, s * (m + 1) <= 1, 1 < s * (m + 1))
    level = p.antisymmetry(zero, p.get("low"))
    few = p.have(s * (m + 1) <= 1, level)
    same = p.have(Eq(s, 0), level)
    known = [positive, far]
    found = values(p, known, peak(s), capped(s, m))
    size_ = p.have(gap(s, m) <= 0, *found)
    high = p.assume(k <= 0)
    never = p.absurd(p.have(FALSE, "k_low", high), s * (m + k) <= 1)
    return p.cases(
        s, 0, at_zero([zero, few, same]),
        p.cases(s * (m + 1), 1, inside_([positive, near]), p.exists_intro(p.goal, [0], size_, never)),
    )  # fmt: skip


below_gap = for_all(lambda X: G(X) <= w * gap(size(X), m), MATRIX)
half_side = fun(lambda k: inv(m + k))
lows, highs = fun(lambda k, r, c: -half_side(k), 3), fun(lambda k, r, c: half_side(k), 3)
r, c = ints("r c")


@chapter.claim(given=[1 <= m, 0 <= w, below_gap], shows=integral_at_most(G, 4 * w / m, ONE, TWO))
def gap_integrable(p: Proof) -> Fact:
    """Below the squares [−1/(m + k), 1/(m + k)]², each with the weight w; 1/(m + k)² <= 1/(m + k − 1) − 1/(m + k)."""
    p.given(w_low=0 <= w, below=below_gap, k_low=1 <= k)
    side_pos = p.apply("inv_pos", p.have(0 < m + k, label="mk"))
    row = assumed(p, 1 <= r, r <= ONE, 1 <= c, c <= TWO)
    order = p.have(lows(k, r, c) <= highs(k, r, c), side_pos)
    order = p.generalize(r, p.generalize(c, order, *row[2:]), *row[:2])
    e_pos = p.assume(0 < e)
    parts = [p.apply("abs_nonneg", x=X(1, col)) for col in (1, 2)]
    found = p.apply("squares_around", p.have(0 <= size(X), *parts))
    weight = fun(lambda k: w)
    step = lambda N: Sum(lambda k: weight(k) * indicator(box(lows, k), box(highs, k), X, ONE, TWO), 1, N)  # noqa: E731
    some = exists(lambda N: [0 <= N, G(X) <= e + step(N)], "Z")

    def at_point(N_low: Fact, most: Fact, inner: Fact) -> Fact:
        high = p.assume(k <= N)
        short = p.specialize(inner, k, using=[high])
        near = p.have(size(X) <= half_side(k), (short, side_pos))
        marks = []
        for col in (1, 2):
            up, down = (p.apply("abs_ge", x=x) for x in (X(1, col), -X(1, col)))
            claims = -half_side(k) <= X(1, col), X(1, col) <= half_side(k)
            sides = [p.have(claim, near, up, down, *parts) for claim in claims]
            marks += values(p, sides, inside(-half_side(k), half_side(k), X(1, col)))
        covers = indicator(box(lows, k), box(highs, k), X, ONE, TWO)
        mark = inside(-half_side(k), half_side(k), X(1, 2))
        one = p.have(w <= weight(k) * covers, (marks[0], w * mark), (marks[1], w))
        sum_ = p.apply("sum_le", one)  # fmt: skip
        count = p.apply("sum_const", p.have(num(1) <= N + 1, N_low))
        less = p.specialize("below", X)
        return p.exists_intro(some, [N], N_low, less, (most, "w_low"), sum_, (count, w), e_pos)  # fmt: skip

    reached = p.rule("generalize", X, p.generalize(e, p.exists_elim(found, [N], at_point, some)))
    # the areas
    N_low = p.assume(0 <= N)
    p.have(0 < m + k - 1, label="before")
    falls = fun(lambda k: -inv(m + k - 1))
    smaller = p.have(half_side(k) <= inv(m + k - 1))
    area = p.have(half_side(k) * half_side(k) <= falls(k + 1) - falls(k), (smaller, side_pos))
    size_ = lambda k: weight(k) * volume(box(lows, k), box(highs, k), ONE, TWO)  # noqa: E731
    most = fun(lambda k: 4 * w * (falls(k + 1) - falls(k)))
    each = p.have(size_(k) <= most(k), (area, "w_low"))
    sum_ = p.apply("sum_le", each, f=fun(size_), g=most, lo=1, hi=N)
    ends = p.apply("telescope", N_low, f=falls, lo=1, hi=N)
    last = p.apply("inv_pos", p.have(0 < m + N, N_low))
    whole = p.have(Sum(size_, 1, N) <= 4 * w / m, sum_, (ends, 4 * w), (last, "w_low"))
    level = 4 * w / m
    found = p.exists_intro(covered(G, level, ONE, TWO), [lows, highs, weight], order, reached, whole)
    return p.apply("integral_of_cover", found, F=G, E=level, d=ONE, n=TWO)


# --- the third power of the difference has no integral --------------------------------------------------------------

T = reals("T")[0]
above = for_all(
    lambda X, T: implies(abs(X(1, 1)) <= 1, abs(X(1, 2)) <= 1, 0 < T, M + T <= peak(size(X)), T**3 <= G(X)),
    MATRIX, "R",
)  # fmt: skip


@chapter.claim(given=[0 <= M, above, integral_at_most(G, ONE, ONE, TWO)], shows=FALSE)
def no_third_power(p: Proof) -> Fact:
    """With T = M + 65 and r = 1/(4(M + T)) the square [r, 2r]² weighs at least T³r² > 1."""
    p.given(M_low=0 <= M, above=above)
    high = M + 65
    total = M + high
    positive = p.have(0 < total)
    inverse = p.apply("inv_pos", x=total)
    unit = p.have(Eq(total * inv(total), 1), positive)
    side = rational(1, 4) * inv(total)
    low_corner, high_corner = fun(lambda r, c: side, 2), fun(lambda r, c: 2 * side, 2)
    inner = assumed(p, *(z for c in (1, 2) for z in (side <= X(1, c), X(1, c) <= 2 * side)))
    small = p.have(inv(total) <= 1, unit, (inverse, "M_low"))
    values_ = [p.abs_value(X(1, c), p.have(0 <= X(1, c), inner[2 * c - 2], inverse)) for c in (1, 2)]
    in_square = [p.have(abs(X(1, c)) <= 1, values_[c - 1], inner[2 * c - 1], small) for c in (1, 2)]
    some = p.have(0 < size(X), *values_, *inner, inverse)
    at_peak = p.ite_eq(peak(size(X)), some)
    short = p.have(size(X) <= inv(total), *values_, *inner)
    of_size = p.apply("inv_pos", some)
    own = p.have(Eq(size(X) * inv(size(X)), 1), some)
    flipped = p.have(total <= inv(size(X)), (p.have(size(X) * total <= 1, (short, positive), unit), of_size), own)
    reached = p.have(M + high <= peak(size(X)), at_peak, flipped)
    least = p.specialize("above", X, high, using=[*in_square, reached])
    order = p.have(side <= 2 * side, inverse)
    below = p.rule("generalize", X, p.discharge(least, *(fact.concl for fact in inner)))
    weighs = p.apply("rectangle_below", order, below, F=G, E=1, t=high**3, L=low_corner, H=high_corner)
    once = p.have(high**3 * inv(total) <= 16 * total, (weighs, positive), (unit, high**3 * inv(total)))
    twice_ = p.have(high**3 <= 16 * total * total, (once, positive), (unit, high**3))
    square_ = p.have(0 < high * high)
    most = p.have(high * (high * high) <= 64 * (high * high), twice_)
    return p.have(FALSE, most, square_)


# --- min(1/s, m + 1) is continuous ------------------------------------------------------------------------------------

s2, u = reals("s' u")
steep = (m + 1) * (m + 1)


@chapter.claim(given=[1 <= m, 0 <= s, s <= s2], shows=abs(capped(s, m) - capped(s2, m)) <= steep * (s2 - s))
def capped_falls(p: Proof) -> Fact:
    """It decreases by at most (m + 1)² times the change of s."""
    falls = capped(s, m) - capped(s2, m)
    way = p.have(0 <= s2 - s)
    more = p.have(0 < m + 1, label="more")
    slope = p.have(0 <= steep, (more, more))
    least = p.have(0 <= steep * (s2 - s), (slope, way))

    def inverse(s: Term, beyond: Fact) -> list[Fact]:
        """0 < 1/s <= m + 1 and s/s = 1."""
        positive = p.apply("product_positive", p.have(0 < s * (m + 1), beyond), x=s, y=m + 1)
        found = p.apply("inv_pos", positive)
        unit = p.have(Eq(s * inv(s), 1), positive)
        return [found, p.have(inv(s) <= m + 1, (beyond, found), unit), unit]

    def at_both(known: list[Fact]) -> Fact:
        near, far = known
        found = values(p, known, capped(s, m), capped(s2, m))
        if far.concl.op == "le":
            within = near.concl.op == "le"
            change = p.have(Eq(falls, 0), *found) if within else p.absurd(p.have(FALSE, near, far), Eq(falls, 0))
            sides = [p.have(x <= steep * (s2 - s), change, least) for x in (falls, -falls)]
        else:
            of_far, most, unit = inverse(s2, far)
            if near.concl.op == "le":
                change = p.have(Eq(falls, inv(s2) * (s2 * (m + 1) - 1)), *found, (unit, m + 1))
                beyond = p.have(0 <= s2 * (m + 1) - 1, far)
                less = p.have((m + 1) * (s2 * (m + 1) - 1) <= steep * (s2 - s), (near, more))
                sides = [p.have(falls <= steep * (s2 - s), change, (most, beyond), less)]
                sides.append(p.have(-falls <= steep * (s2 - s), change, (of_far, beyond), least))
            else:
                of_near, most_near, unit_near = inverse(s, near)
                both = p.have(0 <= inv(s) * inv(s2), (of_near, of_far))
                change = p.have(Eq(falls, inv(s) * inv(s2) * (s2 - s)), *found, (unit, inv(s)), (unit_near, inv(s2)))
                product = p.have(inv(s) * inv(s2) <= steep, (most_near, of_far), (most, more))
                sides = [p.have(falls <= steep * (s2 - s), change, (product, way))]
                sides.append(p.have(-falls <= steep * (s2 - s), change, (both, way), least))
        under = p.have(-(steep * (s2 - s)) <= falls, sides[1])
        return p.apply("abs_le", under, sides[0], x=falls, u=steep * (s2 - s))

    return by_cases(p, [s * (m + 1) <= 1, s2 * (m + 1) <= 1], at_both)


X1, Y, Y1 = vectors("X_1 Y Y_1", 2)
near = e / 2 * (inv(m + 1) * inv(m + 1))
CLOSE = {f"close_{c}": abs(X(1, c) - Y(1, c)) < near for c in (1, 2)}


@chapter.claim(given=[1 <= m, 0 < e, *CLOSE.values()], shows=abs(capped(size(X), m) - capped(size(Y), m)) < e)
def capped_continuous(p: Proof) -> Fact:
    """The values of s differ by less than e/(m + 1)²."""
    more = p.have(0 < m + 1)
    unit = p.have(Eq((m + 1) * inv(m + 1), 1), more)
    slope = p.have(0 < steep)

    def one_way(Z: Term, W: Term) -> Fact:
        """Prove one direction, for the smaller of the two first."""
        order = p.assume(size(Z) <= size(W))
        change = p.apply("capped_falls", order, s=size(Z), **{"s'": size(W)})
        parts = [p.apply("abs_triangle", c=W(1, c), s=Z(1, c), top=num(0)) for c in (1, 2)]
        way = p.have(size(W) - size(Z) < 2 * near, *parts)
        whole = p.have(Eq(steep * (2 * near), e), (unit, e), (unit, e * (m + 1) * inv(m + 1)))
        return p.have(abs(capped(size(Z), m) - capped(size(W), m)) < e, change, (way, slope), whole)

    first = one_way(X, Y)
    back = one_way(Y, X)
    falls = capped(size(Y), m) - capped(size(X), m)
    second = p.have(abs(-falls) < e, back)
    later = p.cut(second, p.have(size(Y) <= size(X), p.assume(size(Y) < size(X))))
    return p.cases(size(X), size(Y), first, later)


# --- as functions of matrices -----------------------------------------------------------------------------------------


@chapter.claim(given=[], shows=size_to_the(u, ONE) <= abs(u))
def size_to_the_one(p: Proof) -> Fact:
    """e^(log |u|) = |u|."""
    none, some = assumed(p, abs(u) <= 0, 0 < abs(u))
    power = size_to_the(u, ONE)
    sign = p.apply("abs_nonneg", x=u)
    back = p.exp_log(some)
    return p.cases(abs(u), 0, p.have(p.goal, *p.reduce_ite(none, power), sign),
                   p.have(p.goal, *p.reduce_ite(some, power), back))  # fmt: skip


@chapter.claim(given={"pos": 0 < T, "less": T <= u}, shows=T**3 <= size_to_the(u, num(3)))
def size_to_the_three(p: Proof) -> Fact:
    """e^(3 log u) = u³."""
    sign = p.have(0 < u)
    own = p.abs_value(u, p.have(0 <= u, sign))
    some = p.have(0 < abs(u), own, sign)
    base = exp(log(abs(u)))
    back = p.have(Eq(base, u), p.exp_log(some), own)
    power = p.congr(lambda z: z * z * z, back)
    second = p.have(T * T <= u * u, ("less", "pos"), ("less", sign))
    cube = p.have(T * T * T <= u * u * u, (second, "pos"), ("less", p.have(0 <= u * u)))
    return p.have(p.goal, *p.reduce_ite(some, size_to_the(u, num(3))), power, cube)
