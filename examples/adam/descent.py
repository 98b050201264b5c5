"""Adaptive descent: two bounds that the corrected regret theorems of both papers share.

A run has d coordinates. In round t it has the iterate x(t, ·), the gradient g(t, ·), its moving average m(t, ·) with
the rate b(t), and the weights w(t, ·), which are the inverse step sizes. `regret_by_weights` bounds Σ g·(x − u) if the
weights do not fall; of the rates it needs b(t) <= β_1 only. `averages_by_norm` bounds Σ m²/w.
"""

from lemmata import *

paper = chapter = Paper("Descent", "Two bounds of adaptive descent", "for the corrected theorems of the other papers")

d, i, j, k, t, T = ints("d i j k t T")
alpha, beta_1, beta_2, D = reals("alpha beta_1 beta_2 D")
b, a, c, h, s, u, y, z = vectors("b a c h s u y z")
g, m, v, w, x = vectors("g m v w x", 2)
p_, q_, r_, s_ = reals("p q r s")
(F,) = functions("F", VECTOR)  # the feasible set is where F >= 0


def power(base: Term | int, exponent: Term) -> Term:
    """The power with an integer exponent that is not negative."""
    return prod(lambda _: base, 1, exponent)


def over(f, n: Term = d) -> Term:
    """Σ over the coordinates."""
    return sigma(f, 1, n)


def each(f, lo: Term | int = 1, hi: Term | None = T) -> Term:
    """For each round."""
    return every(f, lo, hi)


def everywhere(f, lo: Term | int = 1, hi: Term | None = T) -> Term:
    """In each round for each coordinate."""
    return each(lambda t: every(lambda i: f(t, i), 1, d), lo, hi)


RATES = {
    "steps": 1 <= T,
    "step": 0 < alpha,
    "rate": 0 <= beta_1,
    "below": beta_1 < 1,
    "squares_rate": 0 < beta_2,
    "squares_below": beta_2 < 1,
}


# --- the projection

CONVEX_SET = for_all(
    lambda y, z, s: implies(0 <= F(y), 0 <= F(z), 0 <= s, s <= 1, 0 <= F(fun(lambda i: s * y(i) + (1 - s) * z(i)))),
    VECTOR,
    VECTOR,
    "R",
)


def nearest(c: Term, y: Term, a: Term) -> Term:
    """No feasible point is nearer to y than c, in the norm with the weights a."""
    return for_all(
        lambda z: implies(
            0 <= F(z), over(lambda i: a(i) * (c(i) - y(i)) ** 2) <= over(lambda i: a(i) * (z(i) - y(i)) ** 2)
        ),
        VECTOR,
    )


@paper.claim(given=[0 <= q_, r_ < 0], shows=2 * (-r_ / (q_ - r_)) * r_ + (-r_ / (q_ - r_)) ** 2 * q_ < 0)
def near_the_start(p: Proof) -> Fact:
    """2 s r + s² q at s = −r/(q − r)."""
    return p.prove(p.goal)


@paper.claim(
    given={
        "set": CONVEX_SET,
        "weights": every(lambda i: 0 <= a(i), 1, d),
        "inside": 0 <= F(c),
        "member": 0 <= F(u),
        "nearest": nearest(c, y, a),
    },
    shows=over(lambda i: a(i) * (c(i) - u(i)) ** 2) <= over(lambda i: a(i) * (y(i) - u(i)) ** 2),
)
def projection_contracts(p: Proof) -> Fact:
    """Moving from c to u by a small fraction does not come nearer to y, so the angle at c is not acute."""
    B = over(lambda i: a(i) * (c(i) - y(i)) * (u(i) - c(i)))
    E = over(lambda i: a(i) * (u(i) - c(i)) ** 2)
    size = p.prove(0 <= E, "weights")
    with p.case(B < 0) as acute:
        share = -B / (E - B)
        p.have(0 < E - B, size, acute)
        low, high = p.prove(0 <= share, acute, size), p.prove(share <= 1, acute, size)
        between = p.specialize("set", u, c, share, using=["inside", "member", low, high])
        far = p.specialize("nearest", between.concl.args[1].args[1], using=[between])
        grown = p.prove(eq(far.concl.args[1], over(lambda i: a(i) * (c(i) - y(i)) ** 2) + 2 * share * B + share**2 * E))
        less = p.have(0 <= 2 * share * B + share**2 * E, far, grown)
        absurd = p.have(FALSE, less, p.apply("near_the_start", size, acute, q=E, r=B))
    angle = p.by_contradiction(0 <= B, absurd)
    rest = p.prove(0 <= over(lambda i: a(i) * (y(i) - c(i)) ** 2), "weights")
    parts = p.prove(eq(p.goal.args[1], over(lambda i: a(i) * (y(i) - c(i)) ** 2) + p.goal.args[0] + 2 * B))
    return p.have(p.goal, parts, rest, angle)


# --- the regret


def weight(t: Term) -> Term:
    """The total weight of a round."""
    return over(lambda i: w(t, i))


def distance(t: Term, s: Term) -> Term:
    """The squared distance of the iterate of round s from u, with the weights of round t."""
    return over(lambda i: w(t, i) * (x(s, i) - u(i)) ** 2)


def moved(t: Term) -> Term:
    """The squared average of a round, over the weights."""
    return over(lambda i: m(t, i) ** 2 / w(t, i))


def lead(t: Term) -> Term:
    """The linearised loss of a round, compared with u."""
    return over(lambda i: g(t, i) * (x(t, i) - u(i)))


DESCENT = {
    "steps": 1 <= T,
    "rate": 0 <= beta_1,
    "below": beta_1 < 1,
    "rates": each(lambda t: 0 <= b(t)),
    "bounded": each(lambda t: b(t) <= beta_1),
    "start": every(lambda i: eq(m(0, i), 0), 1, d),
    "averages": everywhere(lambda t, i: eq(m(t, i), b(t) * m(t - 1, i) + (1 - b(t)) * g(t, i))),
    "weights": everywhere(lambda t, i: 0 < w(t, i)),
    "grow": everywhere(lambda t, i: w(t, i) <= w(t + 1, i), 1, T - 1),
    "near": everywhere(lambda t, i: absolute(x(t, i) - u(i)) <= D),
    "contract": each(
        lambda t: distance(t, t + 1) <= over(lambda i: w(t, i) * (x(t, i) - m(t, i) / w(t, i) - u(i)) ** 2)
    ),
}


def before(t: Term) -> Term:
    """The squared average of the round before, over the weights of round t."""
    return over(lambda i: m(t - 1, i) ** 2 / w(t, i))


Q, P, M, N, L, e = reals("Q P M N L e")


@paper.claim(
    given=[
        0 <= e,
        e <= beta_1,
        beta_1 < 1,
        0 <= P,
        0 <= Q,
        0 <= M,
        0 <= N,
        (1 - e) * L <= (Q - P + M) / 2 + e * (N + Q) / 2,
    ],
    shows=L <= (Q - P) / 2 + e * Q / (1 - beta_1) + (M + N) / (2 * (1 - beta_1)),
)
def divide_by_rate(p: Proof) -> Fact:
    """1/(1 − e) = 1 + e/(1 − e)."""
    return p.prove(p.goal)


@paper.claim(
    given=DESCENT,
    shows=each(
        lambda t: (
            lead(t)
            <= (distance(t, t) - distance(t, t + 1)) / 2
            + b(t) * distance(t, t) / (1 - beta_1)
            + (moved(t) + before(t)) / (2 * (1 - beta_1))
        )
    ),
)
def one_round(p: Proof) -> Fact:
    """The square of the step, and 2|m (x − u)| <= m²/w + w (x − u)² for the average of the round before."""
    with p.fix(t, 1, T) as (_low, _high):
        rate, least = p.specialize("bounded", t), p.specialize("rates", t)
        with p.fix(i, 1, d):
            pos = p.specialize("weights", t, i)
            young = p.prove(
                -m(t - 1, i) * (x(t, i) - u(i)) <= (m(t - 1, i) ** 2 / w(t, i) + w(t, i) * (x(t, i) - u(i)) ** 2) / 2,
                pos,
            )
            square = p.prove(
                eq(
                    w(t, i) * (x(t, i) - m(t, i) / w(t, i) - u(i)) ** 2,
                    w(t, i) * (x(t, i) - u(i)) ** 2 - 2 * m(t, i) * (x(t, i) - u(i)) + m(t, i) ** 2 / w(t, i),
                ),
                pos,
            )
            average = p.specialize("averages", t, i)
        parts = p.generalize(i, young), p.generalize(i, square), p.generalize(i, average)
        push = over(lambda i: m(t, i) * (x(t, i) - u(i)))
        last = over(lambda i: m(t - 1, i) * (x(t, i) - u(i)))
        youngs = p.prove(-last <= (before(t) + distance(t, t)) / 2, parts[0])
        squares = p.have(
            distance(t, t + 1) <= distance(t, t) - 2 * push + moved(t),
            p.specialize("contract", t),
            p.prove(eq(p.specialize("contract", t).concl.args[1], distance(t, t) - 2 * push + moved(t)), parts[1]),
        )
        split = p.prove(eq(push, b(t) * last + (1 - b(t)) * lead(t)), parts[2])
        main = p.have(
            (1 - b(t)) * lead(t)
            <= (distance(t, t) - distance(t, t + 1) + moved(t)) / 2 + b(t) * (before(t) + distance(t, t)) / 2,
            squares,
            split,
            (least, youngs),
        )
        signs = [
            p.prove(0 <= f, parts_)
            for f in (distance(t, t), distance(t, t + 1), moved(t), before(t))
            for parts_ in [p.generalize(i, pos)]
        ]
        out = p.apply(
            "divide_by_rate",
            main,
            *signs,
            rate,
            least,
            e=b(t),
            Q=distance(t, t),
            P=distance(t, t + 1),
            M=moved(t),
            N=before(t),
            L=lead(t),
        )
    return p.generalize(t, out)


def bound(n: Term) -> Term:
    """The bound of the regret of n rounds, less what the next round needs."""
    rates = sigma(lambda t: b(t) * weight(t), 1, n)
    return (
        D**2 * weight(n) / 2
        - distance(n, n + 1) / 2
        + D**2 / (1 - beta_1) * rates
        + sigma(moved, 1, n) / (1 - beta_1)
        - moved(n) / (2 * (1 - beta_1))
    )


def regret_so_far(n: Term) -> Term:
    """As long as there are n rounds, their regret is bounded."""
    return implies(n <= T, sigma(lead, 1, n) <= bound(n))


@paper.claim(given=DESCENT, shows=every(lambda t: distance(t, t) <= D**2 * weight(t), 1, T))
def distances_bounded(p: Proof) -> Fact:
    """Each coordinate is within D."""
    with p.fix(t, 1, T):
        with p.fix(i, 1, d):
            here = p.prove((x(t, i) - u(i)) ** 2 <= D**2, p.specialize("near", t, i))
            member = p.have(w(t, i) * (x(t, i) - u(i)) ** 2 <= D**2 * w(t, i), (p.specialize("weights", t, i), here))
        out = p.prove(distance(t, t) <= D**2 * weight(t), p.generalize(i, member))
    return p.generalize(t, out)


@paper.claim(
    given=DESCENT,
    shows=every(lambda t: distance(t + 1, t + 1) - distance(t, t + 1) <= D**2 * (weight(t + 1) - weight(t)), 1, T - 1),
)
def distances_grow(p: Proof) -> Fact:
    """The growth of each weight, times a square of at most D²."""
    with p.fix(t, 1, T - 1) as (low, high):
        with p.fix(i, 1, d):
            here = p.prove((x(t + 1, i) - u(i)) ** 2 <= D**2, p.specialize("near", t + 1, i, using=[low, high]))
            grow = p.specialize("grow", t, i)
            member = p.have(
                w(t + 1, i) * (x(t + 1, i) - u(i)) ** 2 - w(t, i) * (x(t + 1, i) - u(i)) ** 2
                <= D**2 * (w(t + 1, i) - w(t, i)),
                (p.have(0 <= w(t + 1, i) - w(t, i), grow), here),
            )
        out = p.prove(
            distance(t + 1, t + 1) - distance(t, t + 1) <= D**2 * (weight(t + 1) - weight(t)), p.generalize(i, member)
        )
    return p.generalize(t, out)


@paper.claim(given=DESCENT, shows=every(lambda t: before(t + 1) <= moved(t), 1, T - 1))
def averages_shrink(p: Proof) -> Fact:
    """The weights have grown."""
    with p.fix(t, 1, T - 1) as (low, high):
        with p.fix(i, 1, d):
            grow, pos = p.specialize("grow", t, i), p.specialize("weights", t, i, using=[low, high])
            member = p.prove(m(t, i) ** 2 / w(t + 1, i) <= m(t, i) ** 2 / w(t, i), grow, pos)
        each_ = p.prove(
            every(lambda i: m(t + 1 - 1, i) ** 2 / w(t + 1, i) <= m(t, i) ** 2 / w(t, i), 1, d), p.generalize(i, member)
        )
        out = p.prove(before(t + 1) <= moved(t), each_)
    return p.generalize(t, out)


@paper.claim(given=DESCENT, shows=every(regret_so_far, 1, None))
def regret_by_induction(p: Proof) -> Fact:
    """A round adds what its line says."""
    rest = p.have(0 < 1 - beta_1, "below")
    one = p.have(num(1) <= T, "steps")
    zero = p.prove(eq(before(num(1)), 0), "start")
    first = p.specialize(p.apply("one_round"), 1, using=[one])
    near = p.specialize(p.apply("distances_bounded"), 1, using=[one])
    rate = p.specialize("rates", 1, using=[one])
    scaled = p.have(
        b(1) * distance(num(1), num(1)) / (1 - beta_1) <= b(1) * D**2 * weight(num(1)) / (1 - beta_1),
        (rate, near, p.apply("inv_pos", rest, x=1 - beta_1)),
    )
    singles = [
        p.rule("big_step", sigma(f, 1, 1), p.have(num(1) <= 1)) for f in (lead, moved, lambda t: b(t) * weight(t))
    ]
    empties = [
        p.rule("big_empty", sigma(f, 1, 0), p.have(num(0) < 1)) for f in (lead, moved, lambda t: b(t) * weight(t))
    ]
    base = p.have(sigma(lead, 1, 1) <= bound(num(1)), first, near, scaled, zero, *singles, *empties)
    base = p.discharge(base, num(1) <= T)
    with p.fix(k, 1) as (low,), p.case(regret_so_far(k)) as here, p.case(k + 1 <= T) as high:
        known = p.have(sigma(lead, 1, k) <= bound(k), p.rule("mp", here, p.have(k <= T, high)))
        round_, near = (p.specialize(p.apply(f), k + 1, using=[low, high]) for f in ("one_round", "distances_bounded"))
        far, less = (p.specialize(p.apply(f), k, using=[low, high]) for f in ("distances_grow", "averages_shrink"))
        rate = p.specialize("rates", k + 1, using=[low, high])
        scaled = p.have(
            b(k + 1) * distance(k + 1, k + 1) / (1 - beta_1) <= b(k + 1) * D**2 * weight(k + 1) / (1 - beta_1),
            (rate, near, p.apply("inv_pos", rest, x=1 - beta_1)),
        )
        shrunk = p.have(
            before(k + 1) / (1 - beta_1) <= moved(k) / (1 - beta_1), (less, p.apply("inv_pos", rest, x=1 - beta_1))
        )
        longer = p.have(num(1) <= k + 1, low)
        lasts = [p.rule("big_step", sigma(f, 1, k + 1), longer) for f in (lead, moved, lambda t: b(t) * weight(t))]
        step = p.have(sigma(lead, 1, k + 1) <= bound(k + 1), known, round_, near, far, scaled, shrunk, *lasts)
    return p.induct(regret_so_far, 1, k, base, p.discharge(step, k + 1 <= T))


@paper.claim(
    given=DESCENT,
    shows=sigma(lead, 1, T)
    <= D**2 / 2 * weight(T)
    + D**2 / (1 - beta_1) * sigma(lambda t: b(t) * weight(t), 1, T)
    + sigma(moved, 1, T) / (1 - beta_1),
)
def regret_by_weights(p: Proof) -> Fact:
    """What is subtracted from the bound is not negative."""
    one = p.have(num(1) <= T, "steps")
    found = p.specialize(p.apply("regret_by_induction"), T, using=[one])
    with p.fix(i, 1, d):
        pos = p.specialize("weights", T, i, using=[one])
    signs = [p.prove(0 <= f, p.generalize(i, pos)) for f in (distance(T, T + 1), moved(T))]
    rest = p.apply("inv_pos", p.have(0 < 1 - beta_1, "below"), x=1 - beta_1)
    return p.have(p.goal, found, signs[0], (signs[1], rest))


# --- the averages, of one coordinate

gamma = beta_1 / sqrt(beta_2)
root = sqrt(1 - beta_2)
(V,) = vectors("V")


def fading(t: Term) -> Term:
    """The sum of the |h_j| up to t, which fade by γ in each round."""
    return sigma(lambda j: power(gamma, t - j) * absolute(h(j)), 1, t)


MOMENTS = {
    "steps": 1 <= T,
    "rate": 0 <= beta_1,
    "squares_rate": 0 < beta_2,
    "squares_below": beta_2 < 1,
    "fades": beta_1 < sqrt(beta_2),
    "rates": each(lambda t: 0 <= b(t)),
    "bounded": each(lambda t: b(t) <= beta_1),
    "start": eq(a(0), 0),
    "averages": each(lambda t: eq(a(t), b(t) * a(t - 1) + (1 - b(t)) * h(t))),
    "none": eq(c(0), 0),
    "squares": each(lambda t: eq(c(t), beta_2 * c(t - 1) + (1 - beta_2) * h(t) ** 2)),
}


@paper.claim(given={"rate": 0 <= beta_1, "r": 0 < beta_2, "low": 0 <= t}, shows=0 <= fading(t))
def fading_sign(p: Proof) -> Fact:
    """Every term is one."""
    ratio = p.prove(0 <= gamma, "rate", "r")
    return p.prove(p.goal, ratio)


@paper.claim(given=[0 <= t, 0 < beta_2], shows=eq(fading(t + 1), gamma * fading(t) + absolute(h(t + 1))))
def fading_step(p: Proof) -> Fact:
    """The terms up to t fade once more."""
    return p.prove(p.goal)


def squares_sign(k: Term) -> Term:
    """The averages of squares are not negative."""
    return implies(k <= T, 0 <= c(k))


@paper.claim(given=MOMENTS, shows=every(squares_sign, 0, None))
def squares_not_negative(p: Proof) -> Fact:
    """By induction."""
    base = p.discharge(p.prove(0 <= c(0), "none"), num(0) <= T)
    with p.fix(k, 0) as (low,), p.case(squares_sign(k)) as here, p.case(k + 1 <= T) as high:
        known = p.rule("mp", here, p.have(k <= T, high))
        step = p.prove(
            0 <= c(k + 1), p.specialize("squares", k + 1, using=[low, high]), known, "squares_rate", "squares_below"
        )
    return p.induct(squares_sign, 0, k, base, p.discharge(step, k + 1 <= T))


@paper.claim(given=[0 <= p_, p_ <= beta_1, p_ <= 1], shows=(p_ * q_ + (1 - p_) * r_) ** 2 <= beta_1 * q_**2 + r_**2)
def square_of_average(p: Proof) -> Fact:
    """The square is convex."""
    convex = p.prove((p_ * q_ + (1 - p_) * r_) ** 2 <= p_ * q_**2 + (1 - p_) * r_**2, 0 <= p_, p_ <= 1)
    return p.have(p.goal, convex, (p.have(0 <= beta_1 - p_), p.prove(0 <= q_**2)), (0 <= p_, p.prove(0 <= r_**2)))


@paper.claim(
    given={
        "rate": 0 <= beta_1,
        "positive": 0 < beta_2,
        "below": beta_2 < 1,
        "sum": 0 <= s_,
        "square": 0 <= p_,
        "known": q_**2 * root <= s_ * sqrt(p_),
    },
    shows=(beta_1 * q_**2 + r_**2) * root <= (gamma * s_ + absolute(r_)) * sqrt(beta_2 * p_ + (1 - beta_2) * r_**2),
)
def average_step(p: Proof) -> Fact:
    """The new root is at least √β_2 times the old one, and at least √(1 − β_2) |r|."""
    new = sqrt(beta_2 * p_ + (1 - beta_2) * r_**2)
    old_in_new = p.prove(sqrt(beta_2) * sqrt(p_) <= new, "positive", "below", "square")
    last_in_new = p.prove(root * absolute(r_) <= new, "positive", "below", "square")
    ratio, size = p.prove(0 <= gamma, "rate", "positive"), p.prove(0 <= absolute(r_))
    same = p.prove(eq(beta_1, gamma * sqrt(beta_2)), "positive")
    first = p.have(beta_1 * q_**2 * root <= beta_1 * s_ * sqrt(p_), ("rate", "known"))
    second = p.have(
        gamma * s_ * sqrt(beta_2) * sqrt(p_) <= gamma * s_ * new, (p.have(0 <= gamma * s_, (ratio, "sum")), old_in_new)
    )
    third = p.have(absolute(r_) ** 2 * root <= absolute(r_) * new, (size, last_in_new))
    return p.have(p.goal, first, second, third, (same, s_ * sqrt(p_)), (p.prove(eq(r_**2, absolute(r_) ** 2)), root))


def average_bounded(k: Term) -> Term:
    """The square of the average is at most the fading sum times the root of the average of squares."""
    return implies(k <= T, a(k) ** 2 * root <= fading(k) * sqrt(c(k)))


@paper.claim(given=MOMENTS, shows=every(average_bounded, 0, None))
def averages_bounded(p: Proof) -> Fact:
    """By induction; this takes the place of the double sum of the printed proofs."""
    base = p.discharge(p.prove(a(0) ** 2 * root <= fading(num(0)) * sqrt(c(0)), "start", "none"), num(0) <= T)
    with p.fix(k, 0) as (low,), p.case(average_bounded(k)) as here, p.case(k + 1 <= T) as high:
        inside = p.have(k <= T, high)
        known = p.rule("mp", here, inside)
        square = p.specialize(p.apply("squares_not_negative"), k, using=[low, inside])
        rate, least, new, squares = (
            p.specialize(f, k + 1, using=[low, high]) for f in ("bounded", "rates", "averages", "squares")
        )
        one = p.prove(b(k + 1) <= 1, rate, "fades", "squares_below", p.prove(sqrt(beta_2) <= 1, "squares_below"))
        convex = p.apply("square_of_average", least, rate, one, p=b(k + 1), q=a(k), r=h(k + 1))
        sign = p.apply("fading_sign", low, t=k)
        step = p.apply("average_step", known, square, sign, q=a(k), p=c(k), s=fading(k), r=h(k + 1))
        moved_ = p.have(a(k + 1) ** 2 <= beta_1 * a(k) ** 2 + h(k + 1) ** 2, convex, p.congr(lambda y: y**2, new))
        scaled = p.have(
            a(k + 1) ** 2 * root <= (beta_1 * a(k) ** 2 + h(k + 1) ** 2) * root, (moved_, p.prove(0 <= root))
        )
        longer = p.apply("fading_step", low, t=k)
        rooted = p.congr(sqrt, squares)
        last = p.have(
            a(k + 1) ** 2 * root <= fading(k + 1) * sqrt(c(k + 1)),
            scaled,
            step,
            (longer, sqrt(c(k + 1))),
            (rooted, gamma * fading(k) + absolute(h(k + 1))),
        )
    return p.induct(average_bounded, 0, k, base, p.discharge(last, k + 1 <= T))


def discounted(k: Term) -> Term:
    """The sum of fading(t)/√t, with the rest that later rounds need."""
    return (1 - gamma) * sigma(lambda t: fading(t) / sqrt(t), 1, k) + gamma * fading(k) / sqrt(k) <= sigma(
        lambda t: absolute(h(t)) / sqrt(t), 1, k
    )


@paper.claim(given={"rate": 0 <= beta_1, "positive": 0 < beta_2}, shows=every(discounted, 1, None))
def fading_total(p: Proof) -> Fact:
    """By induction: a round adds s_{k+1}/√(k + 1) <= γ s_k/√k + |h_{k+1}|/√(k + 1)."""
    ratio = p.prove(0 <= gamma, "rate", "positive")
    first = p.apply("fading_step", t=0)
    base = p.prove(
        discounted(num(1)), p.have(eq(fading(num(1)), absolute(h(1))), first, p.prove(eq(fading(num(0)), 0))), ratio
    )
    with p.fix(k, 1) as (low,), p.case(discounted(k)) as here:
        step = p.apply("fading_step", low, t=k)
        sign = p.apply("fading_sign", low, t=k)
        falls, _positive = p.prove(1 / sqrt(k + 1) <= 1 / sqrt(k), low), p.prove(0 < 1 / sqrt(k + 1), low)
        old = p.have(
            gamma * fading(k) / sqrt(k + 1) <= gamma * fading(k) / sqrt(k),
            (falls, p.have(0 <= gamma * fading(k), (ratio, sign))),
        )
        new = p.have(
            eq(fading(k + 1) / sqrt(k + 1), gamma * fading(k) / sqrt(k + 1) + absolute(h(k + 1)) / sqrt(k + 1)),
            (step, 1 / sqrt(k + 1)),
        )
        longer = p.have(num(1) <= k + 1, low)
        lasts = [
            p.rule("big_step", sigma(f, 1, k + 1), longer)
            for f in (lambda t: fading(t) / sqrt(t), lambda t: absolute(h(t)) / sqrt(t))
        ]
        out = p.have(discounted(k + 1), here, old, new, *lasts, (new, gamma), (lasts[0], gamma))
    return p.induct(discounted, 1, k, base, out)


@paper.claim(given=[1 <= T], shows=sigma(lambda t: 1 / t, 1, T) <= 1 + log(T))
def harmonic_sum(p: Proof) -> Fact:
    """1/(t + 1) <= log(t + 1) − log t."""
    return p.prove(p.goal)


@paper.claim(given=[q_**2 <= p_ * r_, 0 <= p_, 0 <= r_], shows=q_ <= sqrt(p_) * sqrt(r_))
def below_root_product(p: Proof) -> Fact:
    """The roots multiply."""
    return p.prove(p.goal)


@paper.claim(given=[(1 - q_) * p_ <= r_, 0 < 1 - q_, 0 < s_], shows=p_ / s_ <= r_ / ((1 - q_) * s_))
def divided(p: Proof) -> Fact:
    """Both factors are positive."""
    return p.prove(p.goal)


norm = sqrt(sigma(lambda t: h(t) ** 2, 1, T))


@paper.claim(given={"steps": 1 <= T}, shows=sigma(lambda t: absolute(h(t)) / sqrt(t), 1, T) <= sqrt(1 + log(T)) * norm)
def sum_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality, and the harmonic sum."""
    total = sigma(lambda t: absolute(h(t)) / sqrt(t), 1, T)
    product = p.apply("cauchy_schwarz", x=fun(lambda t: absolute(h(t))), y=fun(lambda t: 1 / sqrt(t)), d=T)
    with p.fix(t, 1, T) as (low, _high):
        inverse = p.prove(eq(1 / sqrt(t) * (1 / sqrt(t)), 1 / t), low)
        square = p.prove(eq(absolute(h(t)) * absolute(h(t)), h(t) ** 2))
    squares = p.prove(
        eq(sigma(lambda t: absolute(h(t)) * absolute(h(t)), 1, T), sigma(lambda t: h(t) ** 2, 1, T)),
        p.generalize(t, square),
    )
    inverses = p.prove(
        eq(sigma(lambda t: 1 / sqrt(t) * (1 / sqrt(t)), 1, T), sigma(lambda t: 1 / t, 1, T)), p.generalize(t, inverse)
    )
    sign = p.prove(0 <= sigma(lambda t: h(t) ** 2, 1, T))
    logs = p.prove(0 <= 1 + log(T), "steps")
    most = p.have(
        total**2 <= (1 + log(T)) * sigma(lambda t: h(t) ** 2, 1, T),
        product,
        squares,
        inverses,
        (p.apply("harmonic_sum"), sign),
        (inverses, sigma(lambda t: h(t) ** 2, 1, T)),
        (squares, sigma(lambda t: 1 / sqrt(t) * (1 / sqrt(t)), 1, T)),
    )
    return p.apply("below_root_product", most, sign, logs, q=total, p=1 + log(T), r=sigma(lambda t: h(t) ** 2, 1, T))


@paper.claim(
    given=MOMENTS | {"larger": each(lambda t: c(t) <= V(t)), "weights": each(lambda t: 0 < V(t))},
    shows=sigma(lambda t: a(t) ** 2 / sqrt(t * V(t)), 1, T) <= sqrt(1 + log(T)) / ((1 - gamma) * root) * norm,
)
def averages_by_norm(p: Proof) -> Fact:
    """Each term is at most the fading sum over √t √(1 − β_2)."""
    one, positive = p.prove(0 < 1 - gamma, "fades", "squares_rate"), p.prove(0 < root, "squares_below")
    with p.fix(t, 1, T) as (low, high):
        known = p.specialize(p.apply("averages_bounded"), t, using=[low, high])
        sign = p.apply("fading_sign", low, t=t)
        larger, weight_ = p.specialize("larger", t), p.specialize("weights", t)
        grown = p.prove(sqrt(c(t)) <= sqrt(V(t)), larger)
        more = p.have(a(t) ** 2 * root <= fading(t) * sqrt(V(t)), known, (sign, grown))
        line = p.prove(a(t) ** 2 / sqrt(t * V(t)) <= fading(t) / sqrt(t) / root, more, positive, weight_, low)
    terms = {"f": fun(lambda t: a(t) ** 2 / sqrt(t * V(t))), "g": fun(lambda t: fading(t) / sqrt(t) / root)}
    lines = p.apply("sum_le", p.generalize(t, line), lo=1, hi=T, **terms)
    total = p.specialize(p.apply("fading_total"), T, using=["steps"])
    rest = p.prove(
        0 <= gamma * fading(T) / sqrt(T),
        p.prove(0 <= gamma, "rate", "squares_rate"),
        p.apply("fading_sign", t=T),
        "steps",
    )
    sums = p.have(
        (1 - gamma) * sigma(lambda t: fading(t) / sqrt(t), 1, T) <= sqrt(1 + log(T)) * norm,
        total,
        rest,
        p.apply("sum_by_norm"),
    )
    total = sigma(lambda t: fading(t) / sqrt(t), 1, T)
    last = p.apply("divided", sums, one, positive, p=total, q=gamma, r=sqrt(1 + log(T)) * norm, s=root)
    return p.have(p.goal, lines, last)


paper.state(
    "lemma-1",
    "A projection onto a convex set does not increase weighted distances to its points.",
    kind="lemma",
    printed=projection_contracts,
)
paper.state("lemma-2", "If the weights do not fall, they bound the regret.", kind="lemma", printed=regret_by_weights)
paper.state("lemma-3", "The norm of the gradients bounds the averages.", kind="lemma", printed=averages_by_norm)
