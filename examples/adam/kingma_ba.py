"""The convergence analysis of Adam, after Kingma and Ba (arXiv 1412.6980v9), section 4 and appendix 10.1.

Each lemma and each display is entered as printed. In the claims θ_{t,i} is x(t, i) and θ* is u, β_{1,t} is b(t), the
averages are m and v, and with bias correction M and V; D_∞ is D, and D is D_2. The updates are those of the proof of
Theorem 10.5, θ_{t+1} = θ_t − α_t m̂_t/√v̂_t: Algorithm 1 with ε = 0 and with g_t taken at θ_t. That v̂_t is not 0 is a
hypothesis, as the updates divide by its root.
"""

import descent
from descent import D, T, alpha, b, beta_1, beta_2, d, each, everywhere, g, i, m, over, power, t, u, v, x, y, z

from lemmata import *

paper = chapter = Paper(
    "KB",
    "The convergence analysis of Adam",
    "Kingma and Ba, ICLR 2015, section 4 and appendix",
    builds_on=[descent.paper],
)

(f,) = functions("f", VECTOR)
(fs,) = functions("f", "Z" + VECTOR)
(gr,) = vectors("g")
(a_,) = vectors("x")
(F,) = functions("F", VECTOR)
e_, dl, s_ = reals("e delta s")


def between(s: Term, y: Term, x: Term) -> Term:
    """The point that is the fraction s of the way from x to y."""
    return fun(lambda i: s * y(i) + (1 - s) * x(i))


def convex(f, *inside) -> Term:
    """Definition 10.1, where the points are such that `inside` holds."""
    return for_all(
        lambda y, x, s: implies(
            *(c(q) for q in (y, x) for c in inside), 0 <= s, s <= 1, f(between(s, y, x)) <= s * f(y) + (1 - s) * f(x)
        ),
        VECTOR,
        VECTOR,
        "R",
    )


def near(f, g: Term, x: Term, y: Term, e: Term, s: Term) -> Term:
    """f(x + s (y − x)) differs from f(x) + s g·(y − x) by at most e s."""
    rise = f(between(s, y, x)) - f(x) - s * over(lambda i: g(i) * (y(i) - x(i)))
    return implies(0 < s, absolute(rise) <= e * s)


def along(f, g: Term, x: Term, y: Term, e: Term) -> Term:
    """So it is for small s."""
    return exists(lambda delta: [0 < delta, for_all(lambda s: implies(s < delta, near(f, g, x, y, e, s)), "R")], "R")


def gradient(f, g: Term, x: Term, *inside) -> Term:
    """g is the gradient of f at x: along each segment from x, f has the derivative g·(y − x)."""
    return for_all(
        lambda y: implies(*(c(y) for c in inside), for_all(lambda e: implies(0 < e, along(f, g, x, y, e)), "R")), VECTOR
    )


def tangent(p: Proof, f, g: Term, x: Term, y: Term, convex: Fact, gradient: Fact, *inside: Fact) -> Fact:
    """Near x, f is above its tangent but for e s, and below its chord: f(y) is above the tangent but for e."""
    slope = over(lambda i: g(i) * (y(i) - x(i)))
    with p.case(f(y) < f(x) + slope) as below:
        gap = p.have(0 < (f(x) + slope - f(y)) / 2, below)
        along = p.specialize(gradient, y, (f(x) + slope - f(y)) / 2, using=[gap, *inside])
        positive, near = p.obtain(along, dl)
        share = dl / (1 + dl)
        low, small, high = (p.prove(c, positive) for c in (0 < share, share < dl, share <= 1))
        close = p.specialize(near, share, using=[small, low])
        chord = p.specialize(convex, y, x, share, using=[*inside, low, high])
        abs_ = p.prove(f(between(share, y, x)) >= f(x) + share * slope - (f(x) + slope - f(y)) / 2 * share, close)
        absurd = p.have(FALSE, chord, abs_, (low, below))
    return p.by_contradiction(f(x) + slope <= f(y), absurd)


@paper.claim(
    given={"convex": convex(f), "gradient": gradient(f, gr, a_)},
    shows=for_all(lambda y: f(a_) + over(lambda i: gr(i) * (y(i) - a_(i))) <= f(y), VECTOR),
)
def above_tangent(p: Proof) -> Fact:
    """The tangent at a point, against the chord from it."""
    return p.generalize(y, tangent(p, f, gr, a_, y, p.get("convex"), p.get("gradient")))


# --- appendix: Lemmas 10.3 and 10.4, and the displays of their proofs, for one coordinate i

h, a, c = descent.h, descent.a, descent.c
p_, q_, r_, o_, y_, z_ = reals("p q r o y z")
G, Goo = reals("G G_oo")
k, j = ints("k j")
norm = descent.norm
BOUNDED = (
    1 <= T,
    every(lambda t: over(lambda i: g(t, i) ** 2) <= G**2, 1, T),
    everywhere(lambda t, i: absolute(g(t, i)) <= Goo),
    1 <= i,
    i <= d,
)
length = sqrt(sigma(lambda t: g(t, i) ** 2, 1, T))
total = sigma(lambda t: sqrt(g(t, i) ** 2 / t), 1, T)


@paper.claim(given=BOUNDED, shows=total <= sqrt(1 + log(T)) * length)
def roots_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality; no bound of the gradients is needed."""
    with p.fix(t, 1, T) as (low, _high):
        size = absolute(g(t, i)) / sqrt(t)
        parts = p.prove(eq(absolute(g(t, i)) ** 2, g(t, i) ** 2)), p.prove(eq((1 / sqrt(t)) ** 2, 1 / t), low)
        square = p.have(eq(g(t, i) ** 2 / t, size**2), *parts, (parts[0], 1 / t), (parts[1], absolute(g(t, i)) ** 2))
        root = p.apply("sqrt_unique", p.prove(0 <= size, low), r=size)
        same = p.have(eq(sqrt(g(t, i) ** 2 / t), size), p.congr(sqrt, square), root)
    equal = p.apply(
        "sum_eq",
        p.generalize(t, same),
        f=fun(lambda t: sqrt(g(t, i) ** 2 / t)),
        g=fun(lambda t: absolute(g(t, i)) / sqrt(t)),
        lo=1,
        hi=T,
    )
    return p.have(p.goal, equal, p.apply("Descent.sum_by_norm", h=fun(lambda t: g(t, i))))


printed_103 = Claim(BOUNDED, total <= 2 * Goo * length)


SMALL = Search(
    sizes={"T": [1], "d": [1], "i": [1]},
    reals={"G": [rational(1, 3)], "G_oo": [rational(1, 3)]},
    entries={"g": [rational(1, 3)]},
    length={"g": 1},
)
S, Q = reals("S Q")


@paper.claim(given=[0 < S, 0 <= Q, Q <= S], shows=S - Q <= S - Q + Q**2 / (4 * S))
def under_root(p):
    """Q²/(4 S) is not negative."""
    return p.prove(p.goal)


@paper.claim(given=[0 < S, 0 <= Q, Q <= S], shows=sqrt(S - Q) <= sqrt(S) - Q / (2 * sqrt(S)))
def root_step(p):
    """The right side is not negative, and its square is larger."""
    return p.prove(p.goal)


@paper.claim(
    given=[0 < S, 0 <= Q, 1 <= T, 0 < Goo, S <= T * Goo**2],
    shows=sqrt(S) - Q / (2 * sqrt(S)) <= sqrt(S) - Q / (2 * sqrt(T * Goo**2)),
)
def root_bound(p):
    """The root of S is at most that of T G_∞²."""
    return p.prove(p.goal)


@paper.claim(given=[p_ <= beta_1, beta_1 < 1, q_ <= 1], shows=q_ / (1 - p_) ** 2 <= 1 / (1 - beta_1) ** 2)
def quotient_of_squares(p):
    """1 − p is at least 1 − β_1."""
    return p.prove(p.goal)


@paper.claim(
    given=[0 <= beta_1, beta_1 < 1, 0 <= beta_2, beta_2 < 1, 1 <= t],
    shows=sqrt(1 - power(beta_2, t)) / (1 - power(beta_1, t)) ** 2 <= 1 / (1 - beta_1) ** 2,
)
def bias_bounded(p):
    """β_1^t is at most β_1, and β_2^t is not negative."""
    less = p.prove(power(beta_1, t) <= beta_1, 0 <= beta_1, beta_1 < 1, 1 <= t)
    sign = p.prove(0 <= power(beta_2, t), 0 <= beta_2)
    root = p.prove(sqrt(1 - power(beta_2, t)) <= 1, sign)
    return p.apply("quotient_of_squares", less, root, p=power(beta_1, t), q=sqrt(1 - power(beta_2, t)))


@paper.claim(given=[1 <= T], shows=sigma(a, 1, T) ** 2 <= sigma(lambda k: T * a(k) ** 2, 1, T))
def square_of_sum(p):
    """The Cauchy–Schwarz inequality."""
    return p.prove(p.goal)


@paper.claim(
    given=[1 <= T, 0 <= p_, p_ < 1, 0 <= beta_2, beta_2 < 1],
    shows=sigma(lambda t: absolute(h(t)) / sqrt(t * (1 - beta_2)) * sigma(lambda j: t * power(p_, j), 0, T - t), 1, T)
    <= sigma(lambda t: absolute(h(t)) / sqrt(t * (1 - beta_2)) * sigma(lambda j: t * power(p_, j), 0, T), 1, T),
)
def longer_sums(p):
    """The terms are not negative."""
    with p.fix(t, 1, T) as (low, _high):
        term = fun(lambda j: t * power(p_, j))
        split = p.apply("sum_split", f=term, lo=0, m=T - t, hi=T)
        rest = p.prove(0 <= sigma(lambda j: t * power(p_, j), T - t + 1, T), 0 <= p_, low)
        factor = p.prove(0 <= absolute(h(t)) / sqrt(t * (1 - beta_2)), low, beta_2 < 1)
        line = p.have(
            absolute(h(t)) / sqrt(t * (1 - beta_2)) * sigma(lambda j: t * power(p_, j), 0, T - t)
            <= absolute(h(t)) / sqrt(t * (1 - beta_2)) * sigma(lambda j: t * power(p_, j), 0, T),
            (
                factor,
                p.have(
                    sigma(lambda j: t * power(p_, j), 0, T - t) <= sigma(lambda j: t * power(p_, j), 0, T), split, rest
                ),
            ),
        )
    return p.have(p.goal, p.generalize(t, line))


@paper.claim(given=[0 <= T, 0 <= p_, p_ < 1], shows=(1 - p_) ** 2 * sigma(lambda t: t * power(p_, t), 1, T) <= p_)
def series_at_most(p: Proof) -> Fact:
    """The sum in closed form."""
    moment, first = p.apply("geometric_moment", r=p_, lo=1, n=T), p.prove(eq(power(p_, num(1)), p_))
    sign = p.prove(0 <= power(p_, T + 1), 0 <= p_)
    rest = p.have(
        0 <= T * (1 - p_) * power(p_, T + 1), (p.have(0 <= T * (1 - p_), (0 <= T, p.have(0 <= 1 - p_))), sign)
    )
    return p.have(p.goal, moment, (first, p_), (first, 1 - p_), rest, sign)


@paper.claim(given=[0 <= T, 0 <= p_, p_ < 1], shows=sigma(lambda t: t * power(p_, t), 1, T) < 1 / (1 - p_) ** 2)
def arithmetic_geometric(p: Proof) -> Fact:
    """The finite sum is p at most, over (1 − p)²."""
    return p.prove(p.goal, p.apply("series_at_most"), p_ < 1)


gamma_printed = beta_1**2 / sqrt(beta_2)
CONSTANT = {
    "steps": 1 <= T,
    "rate": 0 <= beta_1,
    "below": beta_1 < 1,
    "squares_rate": 0 < beta_2,
    "squares_below": beta_2 < 1,
    "start": eq(a(0), 0),
    "averages": each(lambda t: eq(a(t), beta_1 * a(t - 1) + (1 - beta_1) * h(t))),
    "none": eq(c(0), 0),
    "squares": each(lambda t: eq(c(t), beta_2 * c(t - 1) + (1 - beta_2) * h(t) ** 2)),
    "first": each(lambda t: eq((1 - power(beta_1, t)) * y(t), a(t))),
    "second": each(lambda t: eq((1 - power(beta_2, t)) * z(t), c(t))),
    "positive": each(lambda t: 0 < z(t)),
}
fast = sigma(lambda t: y(t) ** 2 / sqrt(t * z(t)), 1, T)


@paper.claim(
    given=[p_ <= beta_1, beta_1 < 1, 0 < q_, eq((1 - p_) * o_, r_)], shows=o_**2 / q_ <= r_**2 / q_ / (1 - beta_1) ** 2
)
def without_bias(p: Proof) -> Fact:
    """1 − p is at least 1 − β_1."""
    less = p.prove((1 - beta_1) ** 2 <= (1 - p_) ** 2, p_ <= beta_1, beta_1 < 1)
    square = p.have(
        (1 - beta_1) ** 2 * o_**2 <= r_**2, (less, p.prove(0 <= o_**2)), p.congr(lambda q: q**2, eq((1 - p_) * o_, r_))
    )
    return p.prove(p.goal, square, beta_1 < 1, 0 < q_)


@paper.claim(
    given=[p_ <= y_ / (r_ * q_) * s_, beta_1 < 1, 0 < r_, 0 < q_],
    shows=p_ / (1 - beta_1) ** 2 <= y_ / ((1 - beta_1) ** 2 * r_ * q_) * s_,
)
def divided_twice(p: Proof) -> Fact:
    """Both sides over (1 − β_1)²."""
    return p.prove(p.goal)


@paper.claim(
    given=CONSTANT | {"fades": descent.gamma < 1},
    shows=fast <= sqrt(1 + log(T)) / ((1 - beta_1) ** 2 * (1 - descent.gamma) * descent.root) * norm,
)
def moments_by_norm(p: Proof) -> Fact:
    """The averages without bias correction, over (1 − β_1)²."""
    with p.fix(t, 1, T) as (low, _high):
        less = p.prove(power(beta_1, t) <= beta_1, "rate", "below", low)
        sign = p.prove(0 <= power(beta_2, t), "squares_rate")
        larger = p.have(c(t) <= z(t), p.specialize("second", t), (sign, p.specialize("positive", t)))
        rooted = p.prove(0 < sqrt(t * z(t)), p.specialize("positive", t), low)
        line = p.apply(
            "without_bias", less, rooted, p.specialize("first", t), p=power(beta_1, t), q=sqrt(t * z(t)), o=y(t), r=a(t)
        )
    total_ = p.apply(
        "Descent.averages_by_norm",
        p.generalize(t, larger),
        p.prove(beta_1 < sqrt(beta_2), "fades", "squares_rate"),
        b=fun(lambda t: beta_1),
        V=z,
    )
    lines = p.apply(
        "sum_le",
        p.generalize(t, line),
        f=fun(lambda t: y(t) ** 2 / sqrt(t * z(t))),
        g=fun(lambda t: a(t) ** 2 / sqrt(t * z(t)) / (1 - beta_1) ** 2),
        lo=1,
        hi=T,
    )
    signs = p.have(0 < 1 - descent.gamma, "fades"), p.prove(0 < descent.root, "squares_below")
    last = p.apply(
        "divided_twice",
        total_,
        *signs,
        p=total_.concl.args[0],
        y=sqrt(1 + log(T)),
        r=1 - descent.gamma,
        q=descent.root,
        s=norm,
    )
    return p.have(p.goal, lines, last)


printed_104 = Claim(
    (*CONSTANT.values(), gamma_printed < 1, each(lambda t: absolute(h(t)) <= Goo)),
    fast <= 2 / ((1 - gamma_printed) * descent.root) * norm,
)
thousandth = rational(1, 1000)
recent = lambda t: sigma(lambda j: (1 - thousandth) * power(thousandth, t - j) / j, 1, t)
SLOW = {
    T: num(31),
    beta_1: num(0),
    beta_2: thousandth,
    Goo: num(1),
    h: fun(lambda t: 1 / sqrt(t)),
    a: fun(lambda t: ite(t <= 0, 0, 1 / sqrt(t))),
    y: fun(lambda t: 1 / sqrt(t)),
    c: fun(recent),
    z: fun(lambda t: recent(t) / (1 - power(thousandth, t))),
}


@paper.claim(given=[], shows=substitute(fast > printed_104.shows.args[1], SLOW))
def sums_of_31(p: Proof) -> Fact:
    """About 4.027 > 4.016."""
    return p.rule("compute", p.goal, [], ["leaf", 128])


@paper.claim(given=[], shows=negation(substitute(printed_104.formula, SLOW)))
def harmonic_gradients(p: Proof) -> Fact:
    """With β_1 = 0 and β_2 = 1/1000, for 31 rounds."""
    said = here = p.assume(substitute(printed_104.formula, SLOW))
    with p.fix(t, 1, 31) as (low, _high):
        power_ = p.prove(power(thousandth, t) <= thousandth, low)
        bias = p.have(0 < 1 - power(thousandth, t), power_)
        positive = p.prove(0 < recent(t), low)
        second = p.have(eq((1 - power(thousandth, t)) * (recent(t) / (1 - power(thousandth, t))), recent(t)), bias)
        third = p.have(
            0 < recent(t) / (1 - power(thousandth, t)), (positive, p.apply("inv_pos", bias, x=1 - power(thousandth, t)))
        )
        zero = p.prove(eq(power(num(0), t), 0), low)
        step = p.prove(eq(recent(t), thousandth * recent(t - 1) + (1 - thousandth) * (1 / t)), low)
        square = p.prove(eq((1 / sqrt(t)) ** 2, 1 / t), low)
        squares = p.have(
            eq(recent(t), thousandth * recent(t - 1) + (1 - thousandth) * (1 / sqrt(t)) ** 2), step, square
        )
        value = p.rule("ite_eq", ite(t <= 0, 0, 1 / sqrt(t)), p.have(0 < t, low))
        first = p.have(
            eq((1 - power(num(0), t)) * (1 / sqrt(t)), ite(t <= 0, 0, 1 / sqrt(t))), zero, value, (zero, 1 / sqrt(t))
        )
        size = p.prove(absolute(1 / sqrt(t)) <= 1, low)
    facts = [p.generalize(t, q) for q in (second, third, squares, first, size, value)]
    while said.concl.op == "imp":
        said = p.rule("mp", said, p.have(said.concl.args[0], *facts))
    return p.discharge(p.have(FALSE, said, p.apply("sums_of_31")), here.concl)


SERIES_APPLIED = Claim(
    (1 <= T, 0 <= p_, p_ < 1, 0 <= beta_2, beta_2 < 1),
    sigma(lambda t: absolute(h(t)) / sqrt(t * (1 - beta_2)) * sigma(lambda j: t * power(p_, j), 0, T), 1, T)
    <= 1 / ((1 - p_) ** 2 * sqrt(1 - beta_2)) * sigma(lambda t: absolute(h(t)) / sqrt(t), 1, T),
)

# --- section 4: Theorem 4.1 = 10.5

(N,) = functions("N", "Z" + VECTOR + "Z")  # N(t, x, i) is a partial derivative of f_t at x
lam, D2 = reals("lambda D_2")
F = descent.F
row = lambda t: fun(lambda i: x(t, i))


M, V = vectors("M V", 2)  # the averages with bias correction


RATES = {
    **descent.RATES,
    "decay": 0 < lam,
    "decays": lam < 1,
    "rates": each(lambda t: eq(b(t), beta_1 * power(lam, t - 1))),
}
RUN = {
    "start": every(lambda i: eq(m(0, i), 0), 1, d),
    "none": every(lambda i: eq(v(0, i), 0), 1, d),
    "averages": everywhere(lambda t, i: eq(m(t, i), b(t) * m(t - 1, i) + (1 - b(t)) * g(t, i))),
    "squares": everywhere(lambda t, i: eq(v(t, i), beta_2 * v(t - 1, i) + (1 - beta_2) * g(t, i) ** 2)),
    "first": everywhere(lambda t, i: eq((1 - power(beta_1, t)) * M(t, i), m(t, i))),
    "second": everywhere(lambda t, i: eq((1 - power(beta_2, t)) * V(t, i), v(t, i))),
    "positive": everywhere(lambda t, i: 0 < V(t, i)),
    "moves": everywhere(lambda t, i: eq(x(t + 1, i), x(t, i) - alpha / sqrt(t) * M(t, i) / sqrt(V(t, i)))),
}
LOSSES = {
    "losses": each(lambda t: convex(lambda q: fs(t, q))),
    "slopes": each(lambda t: for_all(lambda q: gradient(lambda q: fs(t, q), fun(lambda i: N(t, q, i)), q), VECTOR)),
    "gradients": everywhere(lambda t, i: eq(g(t, i), N(t, row(t), i))),
}
BOUNDS = {
    "norm": each(lambda t: for_all(lambda q: over(lambda i: N(t, q, i) ** 2) <= G**2, VECTOR)),
    "entries": each(lambda t: for_all(lambda q: every(lambda i: absolute(N(t, q, i)) <= Goo, 1, d), VECTOR)),
    "distances": each(lambda s: each(lambda t: over(lambda i: (x(t, i) - x(s, i)) ** 2) <= D2**2)),
    "near": each(lambda s: everywhere(lambda t, i: absolute(x(t, i) - x(s, i)) <= D)),
}
BEST = {
    "member": 0 <= F(u),
    "best": for_all(
        lambda q: implies(0 <= F(q), sigma(lambda t: fs(t, u), 1, T) <= sigma(lambda t: fs(t, q), 1, T)), VECTOR
    ),
}
regret = sigma(lambda t: fs(t, row(t)) - fs(t, u), 1, T)
NORMS = over(lambda i: sqrt(sigma(lambda t: g(t, i) ** 2, 1, T)))
printed_gamma = beta_1**2 / sqrt(beta_2)
printed_bound = (
    D2**2 / (2 * alpha * (1 - beta_1)) * over(lambda i: sqrt(T * V(T, i)))
    + alpha * (1 + beta_1) * Goo / ((1 - beta_1) * sqrt(1 - beta_2) * (1 - printed_gamma) ** 2) * NORMS
    + over(lambda i: D**2 * Goo * sqrt(1 - beta_2) / (2 * alpha * (1 - beta_1) * (1 - lam) ** 2))
)
printed_theorem = Claim(
    (*RATES.values(), printed_gamma < 1, *RUN.values(), *LOSSES.values(), *BOUNDS.values(), *BEST.values()),
    regret <= printed_bound,
)
tenth = rational(1, 10)
SHORT = {
    d: num(1),
    T: num(1),
    alpha: num(2),
    beta_1: num(0),
    beta_2: rational(1, 4),
    lam: tenth,
    D: num(1),
    D2: num(1),
    G: tenth,
    Goo: tenth,
    b: fun(lambda t: num(0)),
    u: fun(lambda i: num(0)),
    F: mapping(lambda q: q(1), VECTOR),
    fs: mapping(lambda t, q: q(1) / 10, "Z", VECTOR),
    N: mapping(lambda t, q, i: tenth, "Z", VECTOR, "Z"),
    g: fun(lambda t, i: tenth, 2),
    m: fun(lambda t, i: ite(t <= 0, 0, tenth), 2),
    v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 400)), 2),
    M: fun(lambda t, i: tenth, 2),
    V: fun(lambda t, i: tenth**2, 2),
    x: fun(lambda t, i: ite(t <= 1, 1, -1), 2),
}


def at_one(p: Proof, premise: Term) -> Fact:
    """A formula for all t and i from 1 to 1."""
    root, one = p.apply("sqrt_unique", r=tenth), p.apply("sqrt_unique", r=1)
    inverse = p.have(eq(1 / sqrt(tenth**2), 10), p.congr(inv, root))
    powers = [p.prove(eq(power(base, num(1)), base)) for base in (num(0), rational(1, 4))]
    first = p.have(said_at(premise, 1, 1), p.have(eq(1 / sqrt(num(1)), 1), p.congr(inv, one)), inverse, *powers)
    with p.fix(t, 1, 1) as (low, high):
        same = p.have(eq(num(1), t), low, high)
        here = p.rule("replace", same, hole(lambda s: said_at(premise, s, 1), "Z"), first)
        with p.fix(i, 1, 1) as (low, high):
            same = p.have(eq(num(1), i), low, high)
            out = p.rule("replace", same, hole(lambda j: said_at(premise, t, j), "Z"), here)
        out = p.generalize(i, out)
    return p.generalize(t, out)


def linear_gradient(p: Proof, f, g: Term, x: Term) -> Fact:
    """The gradient of a function that is linear, of one number: the difference is 0."""
    at = {d: num(1)}
    with p.case(0 < e_) as positive:
        with p.case(0 < s_) as low, p.case(s_ < 1):
            goal = substitute(near(f, g, x, y, e_, s_).args[1], at)
            zero = p.congr(absolute, p.prove(eq(goal.args[0].args[0], 0)))
            line = p.have(goal, zero, (positive, low), p.prove(eq(absolute(num(0)), 0)))
        some = p.exists_intro(
            substitute(along(f, g, x, y, e_), at), [1], p.generalize(s_, p.discharge(line, 0 < s_, s_ < 1))
        )
    return p.generalize(y, p.generalize(e_, p.discharge(some, 0 < e_)))


@paper.claim(given=[], shows=substitute(LOSSES["slopes"], SHORT))
def short_slopes(p):
    """The losses are linear."""
    with p.fix(t, 1, 1):
        out = p.generalize(z, linear_gradient(p, lambda q: q(1) / 10, fun(lambda i: tenth), z))
    return p.generalize(t, out)


def fails_at(p: Proof, claim: Claim, values, last: Fact) -> Fact:
    """The negation of a claim at these values: its hypotheses hold, and `last` contradicts its conclusion."""
    here = p.assume(substitute(claim.formula, values))
    said = here
    for given in claim.given:
        premise = said.concl.args[0]
        stated = p.apply("short_slopes") if given is LOSSES["slopes"] else None
        fact = (
            stated or at_one(p, premise)
            if given in (RUN["moves"], RUN["first"], RUN["second"], LOSSES["slopes"])
            else p.have(premise)
        )
        said = p.rule("mp", said, fact)
    return p.discharge(p.have(FALSE, said, last), here.concl)


@paper.claim(given=[], shows=negation(substitute(printed_theorem.formula, SHORT)))
def one_round(p):
    """The regret is 1/10, the bound 0.0748…."""
    last = p.prove(substitute(printed_bound < regret, SHORT))
    return fails_at(p, printed_theorem, SHORT, last)


# --- the corrected theorem

gamma = descent.gamma


def inverse_step(t, i):
    """The inverse of the step size of a coordinate, with the bias correction of the average."""
    return (1 - power(beta_1, t)) * (sqrt(t) * sqrt(V(t, i))) / alpha


REPAIRED = (
    RATES
    | {"fades": gamma < 1}
    | RUN
    | {k: LOSSES[k] for k in LOSSES}
    | {
        "close": everywhere(lambda t, i: absolute(x(t, i) - u(i)) <= D),
        "grow": everywhere(lambda t, i: inverse_step(t, i) <= inverse_step(t + 1, i), 1, T - 1),
    }
)
WEIGHTED = {k: substitute(q, {descent.w: fun(inverse_step, 2)}) for k, q in descent.DESCENT.items()}


@paper.claim(given=[0 <= beta_1, beta_1 < 1, 1 <= t], shows=power(beta_1, t) <= beta_1)
def powers_fall(p: Proof) -> Fact:
    """Every further factor is at most 1."""
    return p.prove(p.goal)


@paper.claim(given=[0 < p_, 0 < q_, 0 < r_, eq(p_ * o_, s_)], shows=eq(s_ / (p_ * q_ / r_), r_ * o_ / q_))
def same_step(p: Proof) -> Fact:
    """p cancels."""
    return p.prove(p.goal)


@paper.claim(given=REPAIRED, shows=everywhere(lambda t, i: 0 < inverse_step(t, i)))
def steps_positive(p: Proof) -> Fact:
    """1 − β_1^t is positive."""
    with p.fix(t, 1, T) as (low, _high):
        less = p.apply("powers_fall", low)
        with p.fix(i, 1, d):
            out = p.prove(0 < inverse_step(t, i), p.specialize("positive", t, i), less, "below", "step", low)
        out = p.generalize(i, out)
    return p.generalize(t, out)


@paper.claim(given=REPAIRED, shows=WEIGHTED["contract"])
def no_projection(p: Proof) -> Fact:
    """Nothing is projected: the two sides are equal."""
    with p.fix(t, 1, T) as (low, _high):
        less = p.apply("powers_fall", low)
        bias = p.have(0 < 1 - power(beta_1, t), less, "below")
        with p.fix(i, 1, d):
            size = p.prove(0 < sqrt(t) * sqrt(V(t, i)), p.specialize("positive", t, i), low)
            first, move = p.specialize("first", t, i), p.specialize("moves", t, i)
            same = p.apply(
                "same_step",
                bias,
                size,
                first,
                p=1 - power(beta_1, t),
                q=sqrt(t) * sqrt(V(t, i)),
                r=alpha,
                o=M(t, i),
                s=m(t, i),
            )
            step = p.have(eq(x(t + 1, i) - u(i), x(t, i) - m(t, i) / inverse_step(t, i) - u(i)), same, move)
            square = p.congr(lambda q: inverse_step(t, i) * q**2, step)
        equal = p.apply(
            "sum_eq",
            p.generalize(i, square),
            f=fun(lambda i: square_of(square.concl.args[0], i)),
            g=fun(lambda i: square_of(square.concl.args[1], i)),
            lo=1,
            hi=d,
        )
        out = p.have(said_at(p.goal, t), equal)
    return p.generalize(t, out)


def square_of(side: Term, index: Term) -> Term:
    """The term of another coordinate."""
    return substitute(side, {i: index})


@paper.claim(
    given=[0 <= beta_1, beta_1 < 1, p_ <= beta_1, 0 < q_, 0 < alpha],
    shows=o_**2 / ((1 - p_) * q_ / alpha) <= alpha / (1 - beta_1) * (o_**2 / q_),
)
def smaller_bias(p: Proof) -> Fact:
    """1/(1 − p) is at most 1/(1 − β_1)."""
    return p.prove(p.goal)


@paper.claim(
    given=REPAIRED,
    shows=sigma(lambda t: over(lambda i: m(t, i) ** 2 / inverse_step(t, i)), 1, T)
    <= alpha / (1 - beta_1) * (sqrt(1 + log(T)) / ((1 - gamma) * descent.root) * NORMS),
)
def averages_total(p: Proof) -> Fact:
    """1 − β_1^t is at least 1 − β_1, and the average with bias correction is at least the one without."""
    with p.fix(i, 1, d):
        with p.fix(t, 1, T) as (low, _high):
            less = p.apply("powers_fall", low)
            positive, second = p.specialize("positive", t, i), p.specialize("second", t, i)
            power_sign = p.prove(0 <= power(beta_2, t), "squares_rate")
            larger = p.have(v(t, i) <= V(t, i), second, (power_sign, positive))
            rooted = p.prove(0 < sqrt(t * V(t, i)), positive, low)
            split = p.prove(eq(sqrt(t * V(t, i)), sqrt(t) * sqrt(V(t, i))), positive, low)
            size = p.have(0 < sqrt(t) * sqrt(V(t, i)), split, rooted)
            line = p.apply("smaller_bias", less, size, p=power(beta_1, t), q=sqrt(t) * sqrt(V(t, i)), o=m(t, i))
            line = p.have(
                m(t, i) ** 2 / inverse_step(t, i) <= alpha / (1 - beta_1) * (m(t, i) ** 2 / sqrt(t * V(t, i))),
                line,
                (p.congr(inv, split), alpha / (1 - beta_1) * m(t, i) ** 2),
            )
            rates = p.specialize("rates", t)
            sign = p.prove(0 <= power(lam, t - 1), "decay")
            small = p.prove(power(lam, t - 1) <= 1, "decay", "decays")
            b_low = p.have(0 <= b(t), rates, ("rate", sign))
            b_high = p.have(b(t) <= beta_1, rates, ("rate", small))
            own = [p.specialize(q, t, i) for q in ("averages", "squares")]
        facts = [p.generalize(t, q) for q in (larger, positive, b_low, b_high, *own)]
        column = {k: fun(lambda t, q=q: q(t, i)) for k, q in {"a": m, "c": v, "h": g, "V": V}.items()}
        starts = [p.specialize(q, i) for q in ("start", "none")]
        fades = p.prove(beta_1 < sqrt(beta_2), "fades", "squares_rate")
        one = p.apply("Descent.averages_by_norm", *facts, *starts, fades, **column)
        lines = p.apply(
            "sum_le",
            p.generalize(t, line),
            f=fun(lambda t: m(t, i) ** 2 / inverse_step(t, i)),
            g=fun(lambda t: alpha / (1 - beta_1) * (m(t, i) ** 2 / sqrt(t * V(t, i)))),
            lo=1,
            hi=T,
        )
        factor = p.prove(0 < alpha / (1 - beta_1), "step", "below")
        column_ = p.have(
            sigma(lambda t: m(t, i) ** 2 / inverse_step(t, i), 1, T) <= alpha / (1 - beta_1) * one.concl.args[1],
            lines,
            (factor, one),
        )
    total = p.apply(
        "sum_le",
        p.generalize(i, column_),
        f=fun(lambda i: sigma(lambda t: m(t, i) ** 2 / inverse_step(t, i), 1, T)),
        g=fun(lambda j: substitute(column_.concl.args[1], {i: j})),
        lo=1,
        hi=d,
    )
    swap = p.apply("sum_swap", h=fun(lambda i, j: m(i, j) ** 2 / inverse_step(i, j), 2), lo=1, hi=T, lo2=1, hi2=d)
    return p.have(p.goal, total, swap)


def size(t: Term) -> Term:
    """Σ √(t v̂_t) over the coordinates."""
    return over(lambda i: sqrt(t) * sqrt(V(t, i)))


corrected_bound = (
    D**2 / (2 * alpha) * size(T)
    + D**2 / (1 - beta_1) * sigma(lambda t: b(t) * size(t) / alpha, 1, T)
    + alpha * sqrt(1 + log(T)) / ((1 - beta_1) ** 2 * (1 - gamma) * descent.root) * NORMS
)


@paper.claim(given=REPAIRED, shows=every(lambda t: over(lambda i: inverse_step(t, i)) <= size(t) / alpha, 1, T))
def size_at_most(p: Proof) -> Fact:
    """1 − β_1^t is at most 1."""
    with p.fix(t, 1, T) as (_low, _high):
        sign = p.prove(0 <= power(beta_1, t), "rate")
        with p.fix(i, 1, d):
            root = p.prove(0 <= sqrt(t) * sqrt(V(t, i)) / alpha, "step")
            out = p.have(inverse_step(t, i) <= sqrt(t) * sqrt(V(t, i)) / alpha, (sign, root))
        out = p.apply(
            "sum_le",
            p.generalize(i, out),
            f=fun(lambda i: inverse_step(t, i)),
            g=fun(lambda i: sqrt(t) * sqrt(V(t, i)) / alpha),
            lo=1,
            hi=d,
        )
        equal = p.prove(eq(out.concl.args[1], size(t) / alpha))
        out = p.have(said_at(p.goal, t), out, equal)
    return p.generalize(t, out)


@paper.claim(
    given=[p_ <= alpha / (1 - beta_1) * (y_ / (r_ * q_) * z_), beta_1 < 1, 0 < r_, 0 < q_],
    shows=p_ / (1 - beta_1) <= alpha * y_ / ((1 - beta_1) ** 2 * r_ * q_) * z_,
)
def third_term(p: Proof) -> Fact:
    """Divided by 1 − β_1 once more."""
    return p.prove(p.goal)


@paper.claim(given=REPAIRED, shows=regret <= corrected_bound)
def corrected_theorem(p: Proof) -> Fact:
    """Lemma 10.2 in each round, and the two bounds of the averages."""
    with p.fix(t, 1, T) as (_low, _high):
        slope = p.specialize(p.specialize("slopes", t), row(t))
        near_ = tangent(
            p, lambda q: fs(t, q), fun(lambda i: N(t, row(t), i)), row(t), u, p.specialize("losses", t), slope
        )
        with p.fix(i, 1, d):
            same = p.have(
                eq(N(t, row(t), i) * (u(i) - x(t, i)), g(t, i) * (u(i) - x(t, i))), p.specialize("gradients", t, i)
            )
        equal = p.apply(
            "sum_eq",
            p.generalize(i, same),
            f=fun(lambda i: N(t, row(t), i) * (u(i) - x(t, i))),
            g=fun(lambda i: g(t, i) * (u(i) - x(t, i))),
            lo=1,
            hi=d,
        )
        line = p.have(fs(t, row(t)) - fs(t, u) <= descent.lead(t), near_, equal)
        rates, sign, small = (
            p.specialize("rates", t),
            p.prove(0 <= power(lam, t - 1), "decay"),
            p.prove(power(lam, t - 1) <= 1, "decay", "decays"),
        )
        b_low, b_high = p.have(0 <= b(t), rates, ("rate", sign)), p.have(b(t) <= beta_1, rates, ("rate", small))
        weight = p.have(
            b(t) * over(lambda i: inverse_step(t, i)) <= b(t) * size(t) / alpha,
            (b_low, p.specialize(p.apply("size_at_most"), t)),
        )
    lines = p.apply(
        "sum_le", p.generalize(t, line), f=fun(lambda t: fs(t, row(t)) - fs(t, u)), g=fun(descent.lead), lo=1, hi=T
    )
    weights = p.apply(
        "sum_le",
        p.generalize(t, weight),
        f=fun(lambda t: b(t) * over(lambda i: inverse_step(t, i))),
        g=fun(lambda t: b(t) * size(t) / alpha),
        lo=1,
        hi=T,
    )
    bounds = [p.generalize(t, q) for q in (b_low, b_high)]
    main = p.apply(
        "Descent.regret_by_weights",
        p.apply("steps_positive"),
        p.apply("no_projection"),
        *bounds,
        w=fun(inverse_step, 2),
    )
    signs = p.have(0 < 1 - gamma, "fades"), p.prove(0 < descent.root, "squares_below")
    third = p.apply(
        "third_term",
        p.apply("averages_total"),
        *signs,
        p=p.apply("averages_total").concl.args[0],
        r=1 - gamma,
        q=descent.root,
        y=sqrt(1 + log(T)),
        z=NORMS,
    )
    square, rest = p.prove(0 <= D**2), p.prove(0 <= D**2 / (1 - beta_1), "below")
    last = p.specialize(p.apply("size_at_most"), T, using=["steps"])
    first = p.have(D**2 / 2 * over(lambda i: inverse_step(T, i)) <= D**2 / (2 * alpha) * size(T), (square, last))
    return p.have(p.goal, lines, main, first, (rest, weights), third)


# --- Corollary 4.2: bounds


def square_at_most(k: Term) -> Term:
    """The average of squares, if there are k rounds."""
    return implies(k <= T, c(k) <= (1 - power(beta_2, k)) * Goo**2)


SQUARES = {
    "steps": 1 <= T,
    "squares_rate": 0 < beta_2,
    "squares_below": beta_2 < 1,
    "none": eq(c(0), 0),
    "size": 0 <= Goo,
    "squares": each(lambda t: eq(c(t), beta_2 * c(t - 1) + (1 - beta_2) * h(t) ** 2)),
    "second": each(lambda t: eq((1 - power(beta_2, t)) * z(t), c(t))),
    "entries": each(lambda t: absolute(h(t)) <= Goo),
}


@paper.claim(given=SQUARES, shows=every(square_at_most, 0, None))
def squares_at_most(p: Proof) -> Fact:
    """A weighted sum of squares whose weights add up to 1 − β_2^t."""
    base = p.discharge(p.prove(c(0) <= (1 - power(beta_2, num(0))) * Goo**2, "none"), num(0) <= T)
    with p.fix(k, 0) as (low,), p.case(square_at_most(k)) as here, p.case(k + 1 <= T) as high:
        known = p.rule("mp", here, p.have(k <= T, high))
        square, entry = (p.specialize(q, k + 1, using=[low, high]) for q in ("squares", "entries"))
        last = p.prove(h(k + 1) ** 2 <= Goo**2, entry)
        longer = p.prove(eq(power(beta_2, k + 1), power(beta_2, k) * beta_2), low)
        step = p.have(
            c(k + 1) <= (1 - power(beta_2, k + 1)) * Goo**2,
            square,
            ("squares_rate", known),
            (p.have(0 <= 1 - beta_2, "squares_below"), last),
            (longer, Goo**2),
        )
    return p.induct(square_at_most, 0, k, base, p.discharge(step, k + 1 <= T))


@paper.claim(given=SQUARES, shows=each(lambda t: sqrt(t) * sqrt(z(t)) <= Goo * sqrt(t)))
def root_at_most(p: Proof) -> Fact:
    """v̂_t is at most G_∞²."""
    with p.fix(t, 1, T) as (low, high):
        known = p.specialize(p.apply("squares_at_most"), t, using=[low, high])
        bias = p.have(
            0 < 1 - power(beta_2, t),
            p.prove(power(beta_2, t) <= beta_2, "squares_rate", "squares_below", low),
            "squares_below",
        )
        size = p.prove(z(t) <= Goo**2, known, p.specialize("second", t), bias)
        root = p.prove(sqrt(z(t)) <= Goo, size, "size")
        out = p.have(sqrt(t) * sqrt(z(t)) <= Goo * sqrt(t), (root, p.prove(0 <= sqrt(t))))
    return p.generalize(t, out)


@paper.claim(given=[1 <= T, 0 <= Goo, each(lambda t: absolute(h(t)) <= Goo)], shows=norm <= Goo * sqrt(T))
def norm_at_most(p: Proof) -> Fact:
    """T squares of at most G_∞²."""
    with p.fix(t, 1, T):
        square = p.prove(h(t) ** 2 <= Goo**2, p.specialize(each(lambda t: absolute(h(t)) <= Goo), t))
    total_ = p.prove(sigma(lambda t: h(t) ** 2, 1, T) <= T * Goo**2, p.generalize(t, square), 1 <= T)
    time = p.apply("sqrt_square", s=T)
    root = p.apply("sqrt_unique", p.prove(0 <= Goo * sqrt(T), 0 <= Goo), r=Goo * sqrt(T))
    less = p.have(sigma(lambda t: h(t) ** 2, 1, T) <= (Goo * sqrt(T)) ** 2, total_, (time, Goo**2))
    return p.have(p.goal, p.apply("sqrt_le", less, s=less.concl.args[0], u=less.concl.args[1]), root)


@paper.claim(
    given=[lam * p_ <= beta_1 * q_, (1 - lam) ** 2 * q_ <= lam, 0 <= beta_1, 0 < lam, lam < 1],
    shows=p_ <= beta_1 / (1 - lam) ** 2,
)
def series_divided(p: Proof) -> Fact:
    """λ cancels."""
    square = p.prove(0 < (1 - lam) ** 2, lam < 1)
    less = p.have(
        lam * ((1 - lam) ** 2 * p_) <= lam * beta_1,
        (lam * p_ <= beta_1 * q_, square),
        (0 <= beta_1, (1 - lam) ** 2 * q_ <= lam),
    )
    return p.prove(p.goal, p.prove((1 - lam) ** 2 * p_ <= beta_1, less, 0 < lam), square)


@paper.claim(
    given=[1 <= T, 0 <= beta_1, beta_1 < 1, 0 < lam, lam < 1, RATES["rates"]],
    shows=sigma(lambda t: b(t) * sqrt(t), 1, T) <= beta_1 / (1 - lam) ** 2,
)
def rates_total(p: Proof) -> Fact:
    """√t is at most t, and λ Σ t λ^(t−1) is the arithmetic-geometric series."""
    with p.fix(t, 1, T) as (low, _high):
        one = p.prove(eq(lam * power(lam, t - 1), power(lam, t)), low)
        sign, root = p.prove(0 <= power(lam, t - 1), 0 < lam), p.prove(sqrt(t) <= t, low)
        rate = p.specialize(RATES["rates"], t)
        line = p.have(
            lam * (b(t) * sqrt(t)) <= beta_1 * (t * power(lam, t)),
            rate,
            (rate, lam * sqrt(t)),
            (
                p.have(
                    0 <= beta_1 * lam * power(lam, t - 1), (p.have(0 <= beta_1 * lam, (0 <= beta_1, 0 < lam)), sign)
                ),
                root,
            ),
            (one, beta_1 * t),
        )
    lines = p.apply(
        "sum_le",
        p.generalize(t, line),
        f=fun(lambda t: lam * (b(t) * sqrt(t))),
        g=fun(lambda t: beta_1 * (t * power(lam, t))),
        lo=1,
        hi=T,
    )
    series = p.apply("series_at_most", p=lam)
    return p.apply(
        "series_divided",
        lines,
        series,
        p=sigma(lambda t: b(t) * sqrt(t), 1, T),
        q=sigma(lambda t: t * power(lam, t), 1, T),
    )


@paper.claim(
    given=[1 <= T, 0 <= beta_1, beta_1 < 1, 0 < lam, lam < 1, RATES["rates"], each(lambda t: b(t) <= beta_1)],
    shows=sigma(lambda t: b(t) / (1 - b(t)) * sqrt(t), 1, T) <= 1 / ((1 - beta_1) * (1 - lam) ** 2),
)
def rates_over(p: Proof) -> Fact:
    """1 − β_{1,t} is at least 1 − β_1, and β_1 is at most 1."""
    with p.fix(t, 1, T) as (_low, _high):
        rate, sign = p.specialize(RATES["rates"], t), p.prove(0 <= power(lam, t - 1), 0 < lam)
        small = p.prove(power(lam, t - 1) <= 1, 0 < lam, lam < 1)
        b_low, b_high = p.have(0 <= b(t), rate, (0 <= beta_1, sign)), p.have(b(t) <= beta_1, rate, (0 <= beta_1, small))
        share = p.prove(b(t) / (1 - b(t)) <= b(t) / (1 - beta_1), b_low, b_high, beta_1 < 1)
        line = p.have(b(t) / (1 - b(t)) * sqrt(t) <= b(t) * sqrt(t) / (1 - beta_1), (share, p.prove(0 <= sqrt(t))))
    terms = {"f": fun(lambda t: b(t) / (1 - b(t)) * sqrt(t)), "g": fun(lambda t: b(t) * sqrt(t) / (1 - beta_1))}
    lines = p.apply("sum_le", p.generalize(t, line), lo=1, hi=T, **terms)
    inverse, rest = p.prove(0 < 1 / (1 - beta_1), beta_1 < 1), p.prove(0 <= 1 / (1 - lam) ** 2, lam < 1)
    most = p.have(beta_1 / (1 - lam) ** 2 <= 1 / (1 - lam) ** 2, (p.have(0 <= 1 - beta_1), rest))
    total = p.have(sigma(lambda t: b(t) * sqrt(t), 1, T) <= 1 / (1 - lam) ** 2, p.apply("rates_total"), most)
    last = p.have(lines.concl.args[1] <= 1 / (1 - lam) ** 2 / (1 - beta_1), (total, inverse))
    return p.prove(p.goal, lines, last, beta_1 < 1, lam < 1)


BOUNDED_RUN = REPAIRED | {"entries": BOUNDS["entries"], "size": 0 <= Goo, "some": 0 <= d, "spread": 0 <= D}
rate_bound = (
    D**2 / (2 * alpha) * (d * (Goo * sqrt(T)))
    + D**2 / (1 - beta_1) * (d * Goo / alpha * (beta_1 / (1 - lam) ** 2))
    + alpha * sqrt(1 + log(T)) / ((1 - beta_1) ** 2 * (1 - gamma) * descent.root) * (d * (Goo * sqrt(T)))
)


def times_d(p: Proof, fact: Fact, bound: Term) -> Fact:
    """The sum of d terms, each of which is bounded."""
    term = fun(lambda j: substitute(fact.concl.args[0], {i: j}))
    lines = p.apply("sum_le", p.generalize(i, fact), f=term, g=fun(lambda _: bound), lo=1, hi=d)
    return p.have(over(lambda j: term(j)) <= d * bound, lines, (p.apply("sum_const", lo=1, hi=d), bound))


@paper.claim(given=BOUNDED_RUN, shows=regret <= rate_bound)
def corollary(p: Proof) -> Fact:
    """The three terms of the theorem."""
    with p.fix(i, 1, d):
        with p.fix(t, 1, T):
            bound = p.specialize("entries", t, row(t), i)
            entry = p.have(absolute(g(t, i)) <= Goo, bound, p.congr(absolute, p.specialize("gradients", t, i)))
            own = [p.specialize(q, t, i) for q in ("squares", "second")]
        facts = [p.generalize(t, q) for q in (entry, *own)]
        column = {"c": fun(lambda t: v(t, i)), "h": fun(lambda t: g(t, i)), "z": fun(lambda t: V(t, i))}
        roots = p.apply("root_at_most", *facts, p.specialize("none", i), **column)
        length_ = p.apply("norm_at_most", facts[0], h=column["h"])
    norms = times_d(p, length_, Goo * sqrt(T))
    with p.fix(t, 1, T) as (_low, _high):
        with p.fix(i, 1, d):
            root = p.specialize(p.generalize(i, roots), i, t)
        total_ = times_d(p, root, Goo * sqrt(t))
        rates, sign = p.specialize("rates", t), p.prove(0 <= power(lam, t - 1), "decay")
        b_low = p.have(0 <= b(t), rates, ("rate", sign))
        line = p.prove(
            b(t) * size(t) / alpha <= d * Goo / alpha * (b(t) * sqrt(t)),
            (b_low, total_) and p.have(b(t) * size(t) <= b(t) * (d * (Goo * sqrt(t))), (b_low, total_)),
            "step",
        )
    every_ = p.generalize(t, total_)
    lines = p.apply(
        "sum_le",
        p.generalize(t, line),
        f=fun(lambda t: b(t) * size(t) / alpha),
        g=fun(lambda t: d * Goo / alpha * (b(t) * sqrt(t))),
        lo=1,
        hi=T,
    )
    factor = p.prove(0 <= d * Goo / alpha, "some", "size", "step")
    second = p.have(
        sigma(lambda t: b(t) * size(t) / alpha, 1, T) <= d * Goo / alpha * (beta_1 / (1 - lam) ** 2),
        lines,
        (factor, p.apply("rates_total")),
    )
    last = p.specialize(every_, T, using=["steps"])
    weights = p.prove(0 <= D**2 / (2 * alpha), "step"), p.prove(0 <= D**2 / (1 - beta_1), "below")
    signs = p.have(0 < 1 - gamma, "fades"), p.prove(0 < descent.root, "squares_below"), p.prove(0 <= sqrt(1 + log(T)))
    below = p.have(0 < 1 - beta_1, "below")
    scale = (1 - beta_1) ** 2 * (1 - gamma) * descent.root
    inverse = p.apply("inv_pos", p.have(0 < scale, (below, below, *signs[:2])), x=scale)
    third = p.have(0 <= alpha * sqrt(1 + log(T)) / scale, ("step", signs[2], inverse))
    return p.have(p.goal, p.apply("corrected_theorem"), (weights[0], last), (weights[1], second), (third, norms))


# --- the displays of the proof of Theorem 10.5, for one coordinate

e_, X, U, X1, w_ = reals("e x u x_1 w")
UPDATE = (
    0 < p_,
    0 < q_,
    0 < r_,
    0 <= e_,
    e_ < 1,
    eq(p_ * z_, e_ * o_ + (1 - e_) * y_),
    eq(X1, X - q_ * z_ / r_),
)  # p = 1 − β_1^t, q = α_t, r = √v̂_t, e = β_{1,t}, y = g_t, o = m_{t-1}, z = m̂_t


@paper.claim(
    given=UPDATE,
    shows=eq(
        y_ * (X - U),
        p_ * r_ / (2 * q_ * (1 - e_)) * ((X - U) ** 2 - (X1 - U) ** 2)
        + e_ / (1 - e_) * (U - X) * o_
        + q_ * p_ * r_ / (2 * (1 - e_)) * (z_ / r_) ** 2,
    ),
)
def rearranged(p: Proof) -> Fact:
    """The square of the update, solved for g (θ_t − θ*)."""
    return p.prove(p.goal)


YOUNG = Claim(
    (
        *UPDATE,
        0 < w_,
        0 < s_,
        0 < lam,
        lam < 1,
        0 <= beta_1,
        beta_1 < 1,
        eq(p_, 1 - beta_1**2),
        eq(e_, beta_1 * lam),
        eq(q_, w_ / sqrt(num(2))),
    ),
    y_ * (X - U)
    <= 1 / (2 * q_ * (1 - beta_1)) * ((X - U) ** 2 - (X1 - U) ** 2) * r_
    + e_ / (2 * w_ * (1 - e_)) * (U - X) ** 2 * s_
    + beta_1 * w_ / (2 * (1 - beta_1)) * o_**2 / s_
    + q_ / (2 * (1 - beta_1)) * z_**2 / r_,
)  # w = α_1 and s = √v̂_1, in round 2
half = rational(1, 2)
YOUNG_FAILS = Search(
    reals={
        "beta_1": [half],
        "lambda": [half],
        "p": [rational(3, 4)],
        "e": [rational(1, 4)],
        "q": [1 / sqrt(num(2))],
        "w": [1],
        "s": [1],
        "r": [9],
        "o": [half],
        "y": [11],
        "z": [rational(67, 6)],
        "x": [0],
        "u": [rational(1, 10)],
        "x_1": [rational(-67, 54) / sqrt(num(2))],
    }
)
STEPS = (
    1 <= T,
    0 < alpha,
    0 < beta_2,
    beta_2 < 1,
    eq(c(0), 0),
    each(lambda t: eq(c(t), beta_2 * c(t - 1) + (1 - beta_2) * h(t) ** 2)),
    each(lambda t: eq((1 - power(beta_2, t)) * z(t), c(t))),
    each(lambda t: absolute(y(t)) <= D),
)
inverse = lambda t: sqrt(t * z(t)) / alpha
TELESCOPE = Claim(
    STEPS,
    y(1) ** 2 * inverse(num(1)) + sigma(lambda t: y(t) ** 2 * (inverse(t) - inverse(t - 1)), 2, T) <= D**2 * inverse(T),
)
DECREASING = Search(
    sizes={"T": [2]},
    reals={"alpha": [1], "beta_2": [half], "D": [1]},
    length=dict.fromkeys("hcyz", "T"),
    entries={"h": [5, 1], "c": [rational(25, 2), rational(27, 4)], "z": [25, 9], "y": [1, 0]},
)
ENTRIES = (*STEPS[:-1], each(lambda t: absolute(h(t)) <= Goo))
SHRUNK = Claim(ENTRIES, each(lambda t: sqrt(t * z(t)) <= Goo * sqrt(1 - beta_2) * sqrt(t)))
FIRST = Search(
    sizes={"T": [1]},
    reals={"alpha": [1], "beta_2": [half], "G_oo": [1]},
    length=dict.fromkeys("hcz", "T"),
    entries={"h": [1], "c": [half], "z": [1]},
)

# --- the statements

paper.state("eq-5", "The regret of T rounds", kind="definition", section="4", defines=regret)
paper.state(
    "lemma-10.2", "A convex function is above its tangents.", kind="lemma", section="10.1", printed=above_tangent
)
paper.state(
    "lemma-10.3",
    "The sum of √(g_t²/t) is at most 2 G_∞ ‖g‖; corrected: √(1 + log T) ‖g‖.",
    kind="lemma",
    section="10.1",
    printed=printed_103,
    corrected=roots_by_norm,
    errata=Erratum(
        "false", "The two sides scale differently: with gradients of size 1/3 it fails for T = 1.", search=SMALL
    ),
)
paper.state(
    "10.3-base",
    "The induction starts at T = 1.",
    section="10.1",
    printed=Claim((absolute(h(1)) <= Goo,), sqrt(h(1) ** 2) <= 2 * Goo * sqrt(h(1) ** 2)),
    errata=Erratum(
        "false",
        "It needs G_∞ >= 1/2.",
        search=Search(reals={"G_oo": [rational(1, 3)]}, entries={"h": [rational(1, 3)]}, length={"h": 1}),
        same_as="lemma-10.3",
    ),
)
paper.state("10.3-square", "With g_T^4/(4‖g‖²) added the radicand is a square.", section="10.1", printed=under_root)
paper.state("10.3-root-1", "The root without the last gradient.", section="10.1", printed=root_step)
paper.state("10.3-root-2", "‖g‖² is at most T G_∞².", section="10.1", printed=root_bound)
paper.state(
    "10.3-end",
    "The induction step, with S = ‖g‖² and Q = g_T².",
    section="10.1",
    printed=Claim(
        (1 <= T, 0 < S, 0 <= Q, Q <= S, Q <= Goo**2, 0 <= Goo, S <= T * Goo**2),
        Goo * sqrt(S - Q) + sqrt(Q / T) <= 2 * Goo * sqrt(S),
    ),
    errata=Erratum(
        "false",
        "What is left over is g_T²/√T, which is less than |g_T|/√T if |g_T| < 1.",
        search=Search(sizes={"T": [1]}, reals={"G_oo": [rational(1, 3)], "S": [rational(1, 9)], "Q": [rational(1, 9)]}),
        same_as="lemma-10.3",
    ),
)
paper.state(
    "lemma-10.4",
    "The sum of m̂_t²/√(t v̂_t) is at most 2/((1 − γ) √(1 − β_2)) ‖g‖; corrected: √(1 + log T)/((1 − "
    "β_1)² (1 − γ) √(1 − β_2)) ‖g‖ with γ = β_1/√β_2.",
    kind="lemma",
    section="10.1",
    printed=printed_104,
    corrected=moments_by_norm,
    narrower="γ < 1 is about another γ; the bound of the gradients is not used",
    errata=Erratum(
        "false",
        "For g_t = 1/√t the left side grows like log T, and the norm like its root.",
        by=harmonic_gradients,
        at={k.args[0]: q for k, q in SLOW.items()},
    ),
)
paper.state("10.4-bias", "The factors of the bias correction.", section="10.1", printed=bias_bounded)
paper.state("10.4-squares", "The square of a sum of T numbers.", section="10.1", printed=square_of_sum)
paper.state("10.4-longer", "The inner sums are extended to T.", section="10.1", printed=longer_sums)
paper.state("10.4-series", "The arithmetic-geometric series.", section="10.1", printed=arithmetic_geometric)
paper.state(
    "10.4-apply",
    "The series is applied to the inner sums.",
    section="10.1",
    printed=SERIES_APPLIED,
    errata=Erratum(
        "false",
        "The inner sum is Σ_j t γ^j with t fixed, which is t/(1 − γ), and not Σ_t t γ^t.",
        search=Search(sizes={"T": [2]}, reals={"p": [0], "beta_2": [0]}, entries={"h": [0, 1]}, length={"h": "T"}),
    ),
)
paper.state(
    "theorem-10.5",
    "A bound of the regret; corrected: if √v̂_t/α_t, with the bias correction, does not fall and θ* is "
    "within D_∞, with other constants.",
    kind="theorem",
    section="4 and 10.1",
    printed=printed_theorem,
    corrected=corrected_theorem,
    cites=["lemma-10.2", "lemma-10.3", "lemma-10.4"],
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*; the bounds of "
    "gradients are not used",
    errata=[
        Erratum(
            "false",
            "Its middle term is quadratic in the gradients, from Lemma 10.3: it fails for one round of one number.",
            by=one_round,
            at={k.args[0]: q for k, q in SHORT.items()},
        ),
        Erratum("gap", "D bounds the distances between iterates, and the proof uses it for the distance to θ*."),
    ],
)
paper.state("10.5-equality", "The update, solved for g_t (θ_t − θ*).", section="10.1", printed=rearranged)
paper.state(
    "10.5-young",
    "Young's inequality, and 1 − β_1 for 1 − β_{1,t}, in round 2.",
    section="10.1",
    printed=YOUNG,
    errata=Erratum(
        "false",
        "(1 − β_1^t)/(1 − β_{1,t}) is replaced by the larger 1/(1 − β_1) before a difference that may be negative.",
        search=YOUNG_FAILS,
    ),
)
paper.state(
    "10.5-telescope",
    "The differences of √v̂_t/α_t add up to the last one.",
    section="10.1",
    printed=TELESCOPE,
    errata=Erratum(
        "false", "A difference may be negative: then (θ_t − θ*)² must not be replaced by D².", search=DECREASING
    ),
)
paper.state(
    "10.5-shrunk",
    "√(t v̂_t) is at most G_∞ √(1 − β_2) √t.",
    section="10.1",
    printed=SHRUNK,
    errata=Erratum(
        "false",
        "v̂_t is an average of squares, so that √v̂_t is at most G_∞; in the first round it is |g_1|.",
        search=FIRST,
    ),
)
paper.state("10.5-series", "The sum of √t β_{1,t}/(1 − β_{1,t}).", section="10.1", printed=rates_over)
paper.state(
    "10.5-end",
    "The last line of the proof.",
    section="10.1",
    argued="It repeats the theorem, but for a misprint.",
    errata=Erratum("typo", "The last denominator has α β_1 (1 − λ)² where the theorem has α (1 − β_1) (1 − λ)²."),
)
paper.state(
    "4-norms", "The norm of the gradients of a coordinate is at most G_∞ √T.", section="4", printed=norm_at_most
)
paper.state(
    "corollary-4.2",
    "The average regret tends to 0 like 1/√T; corrected: like √(log T)/√T, if √v̂_t/α_t does not fall.",
    kind="corollary",
    section="4",
    corrected=corollary,
    cites="theorem-10.5",
    errata=Erratum(
        "gap",
        "It rests on Theorem 10.5. With a projection onto [−1, 1], RKK:theorem-1 is a run with bounded "
        "gradients "
        "and bounded distances whose average regret does not tend to 0, with bias correction, too "
        "(RKK:debiased).",
    ),
)
