"""The convergence analysis of Adam, after Kingma and Ba (arXiv 1412.6980v9), section 4 and appendix 10.1.

Each lemma and each display is entered as printed. In the claims θ_{t,i} is x(t, i) and θ* is u, β_{1,t} is b(t), the
averages are m and v, with bias correction m̂ and v̂; D_∞ is D, and D is D_2. The updates are those of the proof of
Theorem 10.5, θ_{t+1} = θ_t − α_t m̂_t/√v̂_t: Algorithm 1 with ε = 0 and with g_t taken at θ_t. That v̂_t is not 0 is a
hypothesis, as the updates divide by its root.
"""

import descent
from descent import *

from lemmata import convex, gradient_at

paper = chapter = Paper(
    "KB", "The convergence analysis of Adam", "Kingma and Ba, ICLR 2015, section 4 and appendix", descent.paper
)
(f1,) = functions("f", VECTOR)
(N,) = functions("N", "Z" + VECTOR + "Z")  # N(t, x, i) is a partial derivative of f_t at x
gr, start = vectors("g x")
alpha, G, Goo, lam, D2, S, Q, o_, X, X1, U, w_ = reals("alpha G G_oo lambda D_2 S Q o x x_1 u w")
without = lambda given, *names: {k: q for k, q in given.items() if k not in names}
half, third, quarter, tenth, hundredth, thousandth = (rational(1, k) for k in (2, 3, 4, 10, 100, 1000))
m_hat = lambda t, i: m(t, i) / (1 - power(beta_1, t))
v_hat = lambda t, i: v(t, i) / (1 - power(beta_2, t))

LARGE = {"positive_hat": everywhere(lambda t, i: 0 < v_hat(t, i))}

# --- appendix 10.1: Lemmas 10.2, 10.3 and 10.4, and the displays of their proofs, for one coordinate i

paper.begin_section("10.1")
paper.state("definition-10.1", "A convex function.", kind="definition", defines=convex(f1))

ENTRIES = {"entries": everywhere(lambda t, i: abs(g(t, i)) <= Goo)}
BOUNDED_GRADIENTS = {
    "steps": 1 <= T, "norm": rounds(lambda t: Sum(lambda i: g(t, i) ** 2, 1, d) <= G**2), **ENTRIES, **INDEX
}  # fmt: skip
total = Sum(lambda t: size(t, i), 1, T)
paper.state(
    "lemma-10.2", "A convex function is above its tangents.", kind="lemma",
    printed=Claim(
        (convex(f1), gradient_at(f1, gr, start, d)),
        f1(start) + Sum(lambda i: gr(i) * (y(i) - start(i)), 1, d) <= f1(y), "convexity.above_tangent",
    ),
)  # fmt: skip
paper.state(
    "lemma-10.3", "The sum of √(g_t²/t) is at most 2 G_∞ ‖g‖; corrected: √(1 + log T) ‖g‖.", kind="lemma",
    printed=Claim(tuple(BOUNDED_GRADIENTS.values()), total <= 2 * Goo * norm(i)), corrected=sum_by_norm,
    errata=Erratum(
        "false", "The two sides scale differently: with gradients of size 1/3 it fails for T = 1.",
        at={T: 1, d: 1, i: 1, G: third, Goo: third, g: [[third]]},
    ),
)  # fmt: skip
paper.state(
    "10.3-base", "The induction starts at T = 1.",
    printed=Claim((abs(g(1, i)) <= Goo,), sqrt(g(1, i) ** 2) <= 2 * Goo * abs(g(1, i))),
    errata=Erratum("false", "It needs G_∞ >= 1/2.", at={i: 1, Goo: third, g: [[third]]}, same_as="lemma-10.3"),
)  # fmt: skip
PART = (0 < S, 0 <= Q, Q <= S)  # S = ‖g‖² and Q = g_T²
paper.state(
    "10.3-square", "The radicand does not get smaller if g_T^4/(4‖g‖²) is added.",
    printed=paper.by_search("under_root", PART, S - Q <= S - Q + Q**2 / (4 * S)),
)  # fmt: skip
paper.state(
    "10.3-root-1", "The root without the last gradient.",
    printed=paper.by_search("root_step", PART, sqrt(S - Q) <= sqrt(S) - Q / (2 * sqrt(S))),
)  # fmt: skip
paper.state(
    "10.3-root-2", "In the bound of this root T G_∞² may take the place of ‖g‖², which is not larger.",
    printed=paper.by_search(
        "root_bound", [0 < S, 0 <= Q, 1 <= T, 0 < Goo, S <= T * Goo**2],
        sqrt(S) - Q / (2 * sqrt(S)) <= sqrt(S) - Q / (2 * sqrt(T * Goo**2)),
        steps=[0 < sqrt(S), sqrt(S) <= sqrt(T * Goo**2), 1 / sqrt(T * Goo**2) <= 1 / sqrt(S)],
    ),
)  # fmt: skip
paper.state(
    "10.3-end", "The induction step, with S = ‖g‖² and Q = g_T².",
    printed=Claim(
        (1 <= T, *PART, Q <= Goo**2, 0 <= Goo, S <= T * Goo**2), Goo * sqrt(S - Q) + sqrt(Q / T) <= 2 * Goo * sqrt(S)
    ),
    errata=Erratum(
        "false", "What is left over is g_T²/√T, which is less than |g_T|/√T if |g_T| < 1.",
        at={T: 1, Goo: third, S: third**2, Q: third**2}, same_as="lemma-10.3",
    ),
)  # fmt: skip

AVERAGES = RATES | SQUARES | {"constant": rounds(lambda t: Eq(b(t), beta_1))} | LARGE | INDEX
fast = Sum(lambda t: m_hat(t, i) ** 2 / sqrt(t * v_hat(t, i)), 1, T)
printed_gamma = beta_1**2 / sqrt(beta_2)

# that 1 − β^t is positive shows that the divisors of the bias correction are not 0
paper.by_search("bias_positive", [0 <= p_, p_ < 1, 1 <= t], 0 < 1 - power(p_, t))
paper.by_search("power_at_most", [0 <= beta_1, beta_1 < 1, 1 <= t], power(beta_1, t) <= beta_1)


@paper.claim(given=[0 <= p_, p_ < 1], shows=rounds(lambda t: power(p_, t) <= p_))
def power_below(p: Proof) -> Fact:
    """It holds in each round."""
    with p.fix(t, 1, T):
        line = p.apply("power_at_most", beta_1=p_)
    return p.generalize(t, line)


def factors(p: Proof) -> tuple[Fact, ...]:
    """1 − β_1 <= 1 − β_1^t and 0 < v_t <= v̂_t."""
    powers = p.prove(rounds(lambda t: 0 <= power(beta_2, t)), "squares_rate"), p.apply("power_below", p=beta_2)
    positive = p.prove(descent.LARGE["positive"], *powers, "squares_below", "positive_hat")
    larger = p.prove(everywhere(lambda t, i: v(t, i) <= v_hat(t, i)), *powers, "squares_below", positive)
    return p.apply("power_below", p=beta_1), larger, positive


@paper.claim(given=AVERAGES, shows=fast <= logs / (1 - beta_1) ** 2 / (1 - gamma) / root * norm(i))
def moments_by_norm(p: Proof) -> Fact:
    """The averages without bias correction, over (1 − β_1)²."""
    less, larger, positive = factors(p)
    term = lambda t: m_hat(t, i) ** 2 / sqrt(t * v_hat(t, i)) <= 1 / (1 - beta_1) ** 2 * part(t, i)
    with p.fix(t, 1, T):
        now, over = p.specialize(positive, t, i), sqrt(t) * sqrt(v(t, i))
        more = p.have(t * v(t, i) <= t * v_hat(t, i), (p.specialize(larger, t, i), t))
        roots = p.apply("sqrt_le", more), p.prove(Eq(sqrt(t * v(t, i)), over), now)
        here = p.prove(m_hat(t, i) ** 2 <= 1 / (1 - beta_1) ** 2 * m(t, i) ** 2, p.specialize(less, t), "below")
        slower = p.prove(1 / sqrt(t * v_hat(t, i)) <= 1 / over, *roots, now)
        signs = p.prove(0 <= 1 / sqrt(t * v_hat(t, i))), p.prove(0 <= 1 / (1 - beta_1) ** 2 * m(t, i) ** 2)
        line = p.have(term(t), (here, signs[0]), (slower, signs[1]))
    lines = p.apply("sums.sum_le", p.generalize(t, line))
    rates = [p.prove(rounds(q), "constant", "rate") for q in (lambda t: 0 <= b(t), lambda t: b(t) <= beta_1)]
    found = p.apply("Descent.averages_by_norm", *rates, positive)
    return p.have(p.goal, lines, (found, p.prove(0 < 1 / (1 - beta_1) ** 2, "below")))


recent = lambda t: Sum(lambda j: (1 - thousandth) * power(thousandth, t - j) / j, 1, t)
SLOW = {
    T: 31, d: 1, i: 1, beta_1: 0, beta_2: thousandth, Goo: 1, b: fun(lambda t: 0), g: fun(lambda t, i: 1 / sqrt(t), 2),
    m: fun(lambda t, i: ite(t <= 0, 0, 1 / sqrt(t)), 2), v: fun(lambda t, i: recent(t), 2),
}  # fmt: skip
paper.state(
    "lemma-10.4", "The sum of m̂_t²/√(t v̂_t) is at most 2/((1 − γ) √(1 − β_2)) ‖g‖; corrected: √(1 + log T)/((1 − β_1)² "
    "(1 − γ) √(1 − β_2)) ‖g‖ with γ = β_1/√β_2.", kind="lemma",
    printed=Claim(
        (*without(AVERAGES | ENTRIES, "fades").values(), printed_gamma < 1),
        fast <= 2 / ((1 - printed_gamma) * root) * norm(i),
    ),
    corrected=moments_by_norm, narrower="γ < 1 is about another γ; the bound of the gradients is not used",
    errata=[
        Erratum("false", "For g_t = 1/√t the left side grows like log T, and the norm like its root.", at=SLOW),
        Erratum(
            "gap", "The proof ends with the factor 2 G_∞/(1 − γ)², which Theorem 10.5 uses, in place of 2/(1 − γ)."
        ),
    ],
)  # fmt: skip
paper.state(
    "10.4-bias", "The factors of the bias correction.",
    printed=paper.by_search(
        "bias_bounded", [0 <= beta_1, beta_1 < 1, 0 <= beta_2, beta_2 < 1, 1 <= t],
        sqrt(1 - power(beta_2, t)) / (1 - power(beta_1, t)) ** 2 <= 1 / (1 - beta_1) ** 2, ["power_at_most"],
        steps=[0 <= power(beta_2, t), sqrt(1 - power(beta_2, t)) <= 1],
    ),
)  # fmt: skip

decayed = lambda rate, q: lambda t: Sum(lambda k: (1 - rate) * power(rate, t - k) * q(k), 1, t)
means, squares = decayed(beta_1, lambda k: g(k, i)), decayed(beta_2, lambda k: g(k, i) ** 2)
bias = 1 - power(beta_1, T), sqrt(1 - power(beta_2, T))
before = substitute(fast, {T: T - 1})


@paper.claim(
    given=without(AVERAGES, "fades") | {"divisor": 0 < squares(T)},
    shows=Eq(fast, before + bias[1] / bias[0] ** 2 * means(T) ** 2 / sqrt(T * squares(T))),
)
def last_term(p: Proof) -> Fact:
    """The closed forms of m_T and v_T."""
    mean = every(lambda t: Eq(m(t, i), means(t)), 0, T), p.specialize("m_start", i), column(p, "m_step"), "constant"
    square = every(lambda t: Eq(v(t, i), squares(t)), 0, T), p.specialize("v_start", i), column(p, "v_step")
    less, _, positive = factors(p)
    first = p.prove(0 < bias[0], less, "below", "steps")
    second = p.prove(0 < 1 - power(beta_2, T), p.apply("power_below", p=beta_2), "squares_below", "steps")
    old, new, now = sqrt(T * v_hat(T, i)), sqrt(T * v(T, i)), p.specialize(positive, T, i)
    signs = p.prove(0 < old, "positive_hat", "steps"), p.prove(0 < new, now, "steps")
    inverse = p.have(Eq(1 / old, bias[1] / new), p.prove(Eq(bias[1] * old, new), now, second, "steps"), *signs)
    split = p.prove(Eq(fast, before + m_hat(T, i) ** 2 / old), "steps")
    split = p.have(Eq(fast, before + m_hat(T, i) ** 2 * bias[1] / new), split, (inverse, m_hat(T, i) ** 2))
    split = p.rewrite(split, *(p.specialize(p.prove(*closed), T) for closed in (mean, square)))
    twice = p.prove(Eq((1 / bias[0]) ** 2, 1 / bias[0] ** 2), first)
    return p.have(p.goal, split, (twice, means(T) ** 2 * bias[1] / sqrt(T * squares(T))))


paper.state("10.4-last", "The last term, by the closed forms of m̂_T and v̂_T.", printed=last_term)

# the display of the last term: each line is at most the next

scale, divisor = bias[1] / bias[0] ** 2, sqrt(T * squares(T))
average = lambda k: (1 - beta_1) * power(beta_1, T - k) * g(k, i)
square = lambda k: (1 - beta_2) * power(beta_2, T - k) * g(k, i) ** 2
faded = lambda k: power(printed_gamma, T - k) * abs(g(k, i))
per_sum = lambda k: T * average(k) ** 2 / divisor
per_square = lambda k: T * average(k) ** 2 / sqrt(T * square(k))
first_factor, last_factor = (1 - beta_1) ** 2 / sqrt(T * (1 - beta_2)), T / sqrt(T * (1 - beta_2))
LAST_LINES = (
    before + scale * means(T) ** 2 / divisor,
    before + scale * Sum(per_sum, 1, T),
    before + scale * Sum(per_square, 1, T),
    before + scale * first_factor * Sum(lambda k: T * faded(k), 1, T),
    before + last_factor * Sum(faded, 1, T),
)
LAST_TERM = without(AVERAGES, "fades", "constant") | {"divisor": 0 < squares(T)}
NONZERO = {"nonzero": rounds(lambda k: 0 < g(k, i) ** 2)}
paper.by_search("square_of_sum", [1 <= T], Sum(a, 1, T) ** 2 <= Sum(lambda k: T * a(k) ** 2, 1, T))
paper.by_search(
    "collected_power", [0 < beta_2, 0 <= k],
    Eq(power(printed_gamma, k) * sqrt(power(beta_2, k)), power(beta_1, k) ** 2),
)  # fmt: skip
paper.by_search(
    "collected_term", [1 <= T, 0 < s, 0 < r_, 0 < y_**2, Eq(q_ * sqrt(r_), p_**2)],
    Eq(T * (e * p_ * y_) ** 2 / sqrt(T * (s * r_ * y_**2)), e**2 / sqrt(T * s) * (T * (q_ * abs(y_)))),
    steps=[
        (0 < sqrt(T * s), 1 <= T, 0 < s), (0 < sqrt(r_), 0 < r_), (0 < abs(y_), 0 < y_**2),
        (Eq(sqrt(T * (s * r_ * y_**2)), sqrt(T * s) * sqrt(r_) * abs(y_)), 1 <= T, 0 < s, 0 < r_),
    ],
)  # fmt: skip


def scale_sign(p: Proof) -> Fact:
    """The factor of the bias correction is not negative."""
    less = p.prove(0 < bias[0], p.apply("power_below", p=beta_1), "below", "steps")
    return p.prove(0 <= scale, less)


@paper.claim(given=LAST_TERM, shows=LAST_LINES[0] <= LAST_LINES[1])
def squares_of_terms(p: Proof) -> Fact:
    """The square of a sum of T numbers is at most T times the sum of their squares."""
    sums = p.apply("square_of_sum", a=fun(average)), p.prove(0 <= scale / divisor, scale_sign(p), "divisor", "steps")
    over = p.prove(Eq(Sum(per_sum, 1, T), Sum(lambda k: T * average(k) ** 2, 1, T) / divisor))
    return p.have(p.goal, sums, (over, scale))


@paper.claim(given=LAST_TERM | NONZERO, shows=LAST_LINES[1] <= LAST_LINES[2])
def own_squares(p: Proof) -> Fact:
    """A term of a sum of squares is at most the sum."""
    known = "squares_rate", "squares_below", "steps"
    positive = p.prove(rounds(lambda k: 0 < square(k)), "nonzero", *known)
    with p.fix(k, 1, T):
        here = p.specialize(positive, k), "steps"
        signs = p.prove(rounds(lambda k: 0 <= square(k)), positive)
        own = p.apply("sums.sum_member", signs, f=fun(square), m=k, lo=1, hi=T)
        root = p.apply("sqrt_le", p.have(T * square(k) <= T * squares(T), (own, T), "steps"))
        line = p.prove(per_sum(k) <= per_square(k), root, p.prove(0 < sqrt(T * square(k)), *here), "steps")
    return p.have(p.goal, (p.apply("sums.sum_le", p.generalize(k, line)), scale_sign(p)))


@paper.claim(given=LAST_TERM | NONZERO, shows=LAST_LINES[2] <= LAST_LINES[3])
def powers_collected(p: Proof) -> Fact:
    """Both sides are equal, term by term."""
    known = "squares_rate", "squares_below", "steps"
    with p.fix(k, 1, T):
        powers = p.apply("collected_power", k=T - k), p.prove(0 < power(beta_2, T - k), *known)
        values = {"p": power(beta_1, T - k), "q": power(printed_gamma, T - k), "r": power(beta_2, T - k)}
        values |= {"e": 1 - beta_1, "s": 1 - beta_2, "y": g(k, i)}
        line = p.apply("collected_term", *powers, p.specialize("nonzero", k), *known, **values)
    return p.have(p.goal, (p.apply("sums.sum_eq", p.generalize(k, line)), scale))


@paper.claim(given=LAST_TERM, shows=LAST_LINES[3] <= LAST_LINES[4])
def bias_removed(p: Proof) -> Fact:
    """The bound of the factors of the bias correction."""
    most, one = p.apply("bias_bounded", t=T), p.prove(Eq((1 - beta_1) ** 2 / (1 - beta_1) ** 2, 1), "below")
    most = p.have(scale * (1 - beta_1) ** 2 <= 1, (most, (1 - beta_1) ** 2), one)
    sums = p.prove(Eq(Sum(lambda k: T * faded(k), 1, T), T * Sum(faded, 1, T)))
    sign = p.prove(rounds(lambda k: 0 <= faded(k)), "squares_rate", "steps")
    sign = p.prove(0 <= Sum(faded, 1, T), sign), p.prove(0 <= last_factor, "steps", "squares_below")
    return p.have(p.goal, (sums, scale * first_factor), (most, *sign))


divides = "The third line divides by each gradient, which may be 0."
paper.state("10.4-squares", "The square of a sum of T numbers.", printed=squares_of_terms)
paper.state(
    "10.4-terms", "In each term its own square takes the place of the sum; corrected: if no gradient is 0.",
    corrected=own_squares, narrower="no gradient is 0", errata=Erratum("gap", divides),
)  # fmt: skip
paper.state(
    "10.4-powers", "The powers are collected; corrected: if no gradient is 0.", corrected=powers_collected,
    narrower="no gradient is 0", errata=Erratum("gap", divides, same_as="10.4-terms"),
)  # fmt: skip
paper.state("10.4-rates", "The factors of the bias correction are bounded.", printed=bias_removed)

inner = lambda t, last: Sum(lambda j: t * power(p_, j), 0, last)
inner_sums = lambda last: Sum(lambda t: abs(g(t, i)) / sqrt(t * (1 - beta_2)) * inner(t, last(t)), 1, T)
RATIO = (1 <= T, 0 <= p_, p_ < 1)
series = Sum(lambda t: t * power(p_, t), 1, T)
paper.by_search("series_at_most", RATIO, (1 - p_) ** 2 * series <= p_)
paper.state(
    "10.4-rest", "The bounds of all terms are added up, and the sums are exchanged.",
    printed=Claim(
        (*RATIO, 0 <= beta_2, beta_2 < 1),
        Sum(lambda t: t / sqrt(t * (1 - beta_2)) * Sum(lambda k: power(p_, t - k) * abs(g(k, i)), 1, t), 1, T)
        <= inner_sums(lambda t: T - t),
    ),
    errata=Erratum(
        "false", "The factor t of the inner sum is that of the later round t + j.",
        at={T: 2, i: 1, p_: half, beta_2: 0, g: [[1], [0]]},
    ),
)  # fmt: skip
paper.state(
    "10.4-longer", "The inner sums are extended to T.",
    printed=paper.by_search(
        "longer_sums", [*RATIO, 0 <= beta_2, beta_2 < 1], inner_sums(lambda t: T - t) <= inner_sums(lambda t: T),
        steps=[rounds(lambda t: inner(t, T - t) <= inner(t, T))],
    ),
)  # fmt: skip
paper.state(
    "10.4-series", "The arithmetic-geometric series.",
    printed=paper.by_search("arithmetic_geometric", RATIO, series < 1 / (1 - p_) ** 2, ["series_at_most"]),
)  # fmt: skip
paper.state(
    "10.4-apply", "The series is applied to the inner sums.",
    printed=Claim(
        (*RATIO, 0 <= beta_2, beta_2 < 1),
        inner_sums(lambda t: T)
        <= 1 / ((1 - p_) ** 2 * sqrt(1 - beta_2)) * Sum(lambda t: abs(g(t, i)) / sqrt(t), 1, T),
    ),
    errata=Erratum(
        "false", "The inner sum is Σ_j t γ^j with t fixed, which is t/(1 − γ), and not Σ_t t γ^t.",
        at={T: 2, i: 1, p_: 0, beta_2: 0, g: [[0], [1]]},
    ),
)  # fmt: skip

# --- section 4: Theorem 4.1 = 10.5

RUN = LARGE | {
    "step": 0 < alpha,
    "decay": 0 < lam,
    "decays": lam < 1,
    "decaying": rounds(lambda t: Eq(b(t), beta_1 * power(lam, t - 1))),
    "moves": everywhere(lambda t, i: Eq(x(t + 1, i), x(t, i) - alpha / sqrt(t) * m_hat(t, i) / sqrt(v_hat(t, i)))),
}
LOSSES = {
    "losses": rounds(lambda t: convex(lambda q: f(t, q))),
    "slopes": every(
        lambda t: for_all(lambda q: gradient_at(lambda q: f(t, q), fun(lambda i: N(t, q, i)), q, d), VECTOR), 1, T
    ),
    "gradients": everywhere(lambda t, i: Eq(g(t, i), N(t, at(t), i))),
}
BOUNDS = {
    "norm": rounds(lambda t: for_all(lambda q: Sum(lambda i: N(t, q, i) ** 2, 1, d) <= G**2, VECTOR)),
    "entries": every(lambda t: for_all(lambda q: every(lambda i: abs(N(t, q, i)) <= Goo, 1, d), VECTOR), 1, T),
    "distances": every(lambda s, t: Sum(lambda i: (x(t, i) - x(s, i)) ** 2, 1, d) <= D2**2, 1, T, 1, T),
    "near": every(lambda s, t, i: abs(x(t, i) - x(s, i)) <= D, 1, T, 1, T, 1, d),
}
losses = lambda q: Sum(lambda t: f(t, q), 1, T)
BEST = {"member": 0 <= F(u), "best": for_all(lambda q: implies(0 <= F(q), losses(u) <= losses(q)), VECTOR)}
loss = lambda t: f(t, at(t)) - f(t, u)
regret = Sum(loss, 1, T)
PRINTED = without(RATES | SQUARES, "fades") | {"printed_fades": printed_gamma < 1} | RUN | LOSSES | BOUNDS | BEST
SHORT_RUN = {
    d: 1, T: 1, alpha: 10, beta_1: quarter, beta_2: quarter, lam: tenth, D: 1, D2: 1, G: hundredth, Goo: hundredth,
    b: fun(lambda t: quarter), u: fun(lambda i: 0), F: mapping(lambda q: q(1), VECTOR),
    f: mapping(lambda t, q: q(1) / 100, "Z", VECTOR), N: mapping(lambda t, q, i: hundredth, "Z", VECTOR, "Z"),
    g: fun(lambda t, i: hundredth, 2), m: fun(lambda t, i: ite(t <= 0, 0, rational(3, 400)), 2),
    v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 40000)), 2), x: fun(lambda t, i: ite(t <= 1, 1, -9), 2),
}  # fmt: skip
inverse = lambda t, i: sqrt(t * v_hat(t, i)) / alpha
printed_norms = lambda c: c * alpha * Goo / ((1 - beta_1) * root * (1 - printed_gamma) ** 2) * NORMS
printed_start = D2**2 / (2 * alpha * (1 - beta_1)) * Sum(lambda i: sqrt(T * v_hat(T, i)), 1, d)
printed_start += printed_norms(1 + beta_1)
printed_last = lambda c: Sum(lambda i: D**2 * Goo * root / (2 * alpha * c * (1 - lam) ** 2), 1, d)
inverse_step = lambda t, i: (1 - power(beta_1, t)) * (sqrt(t) * sqrt(v_hat(t, i))) / alpha
size_of = lambda t: Sum(lambda i: sqrt(t) * sqrt(v_hat(t, i)), 1, d)
REPAIRED = {
    **RATES | SQUARES | RUN | LOSSES,
    "close": DESCENT["near"],
    "grow": everywhere(lambda t, i: inverse_step(t, i) <= inverse_step(t + 1, i), T - 1),
}
FACTORS = D**2 / (2 * (1 - beta_1)) / alpha, (1 + beta_1) / (2 * (1 - beta_1)) * (alpha / (1 - beta_1)) * share


def rates_fall(p: Proof) -> list[Fact]:
    """0 <= β_{1,t+1} <= β_{1,t} <= β_1, for the rates β_1 λ^(t−1)."""
    smaller = p.prove(rounds(lambda t: power(lam, t) <= power(lam, t - 1)), "decay", "decays")
    bounds = [p.prove(goal, "decaying", "decay", "decays", "rate") for goal in BOUNDED.values()]
    return [*bounds, p.prove(FALLING["falling"], smaller, "decaying", "rate")]


@paper.claim(given=REPAIRED, shows=regret <= FACTORS[0] * size_of(T) + FACTORS[1] * NORMS)
def corrected_theorem(p: Proof) -> Fact:
    """Lemma 10.2 in each round, and the bound of descent; nothing is projected."""
    with p.fix(t, 1, T):
        partial, known = fun(lambda i: N(t, at(t), i)), (p.specialize("losses", t), p.specialize("slopes", t, at(t)))
        values = {"f": mapping(lambda q: f(t, q), VECTOR), "g": partial, "x": at(t), "y": u}
        tangent = p.apply("convexity.above_tangent", *known, **values)
        same = p.prove(Eq(lead(t), -Sum(lambda i: partial(i) * (u(i) - x(t, i)), 1, d)), p.specialize("gradients", t))
        line = p.have(loss(t) <= lead(t), tangent, same)
    less, larger, positive = factors(p)
    values = {"A": alpha / (1 - beta_1), "w": fun(inverse_step, 2), "F": mapping(lambda q: num(0), VECTOR)}
    weights = p.prove(everywhere(lambda t, i: 0 < inverse_step(t, i)), less, "below", "positive_hat", "step")
    with p.fix(t, 1, T):
        with p.fix(i, 1, d):
            free = Eq(x(t + 1, i), x(t, i) - m(t, i) / inverse_step(t, i))
            known = p.specialize(less, t), "step", "below"
            free = p.prove(free, p.specialize("moves", t, i), p.specialize(weights, t, i), *known)
            root = p.apply("sqrt_le", p.specialize(larger, t, i))
            roots = p.prove(sqrt(t) * sqrt(v(t, i)) <= values["A"] * inverse_step(t, i), root, *known)
        nearer = p.prove(substitute(descent.nearer(t, z), {w: values["w"]}), p.generalize(i, free))
    roots = p.generalize(t, p.generalize(i, roots))
    signs = p.prove(0 < values["A"], "step", "below")
    found = p.apply("regret_falling_rates", weights, nearer, positive, roots, signs, *rates_fall(p), **values)
    total = p.prove(regret <= found.concl.args[0], p.generalize(t, line))
    least = p.prove(0 <= power(beta_1, T), "rate", "steps")
    least = least, p.prove(0 <= size_of(T)), p.prove(0 < 1 / alpha, "step")
    sizes = p.have(Sum(lambda i: inverse_step(T, i), 1, d) <= size_of(T) / alpha, least)
    return p.have(p.goal, total, found, (sizes, p.prove(0 <= D**2 / (2 * (1 - beta_1)), "below")))


paper.begin_section("4 and 10.1")
paper.state(
    "algorithm-1", "The updates, with ε = 0 and with the rates of Theorem 4.1.", kind="definition", section="2",
    given=[*(without(RATES | SQUARES, "fades") | LARGE).values()], defines=[RUN["decaying"], RUN["moves"]],
)  # fmt: skip
paper.state("eq-5", "The regret of T rounds.", kind="definition", section="4", defines=regret)
paper.state(
    "theorem-10.5", "A bound of the regret; corrected: if √v̂_t/α_t, with the bias correction, does not fall and θ* is "
    "within D_∞, with D_∞ in the first term, another factor of the second, and no third.", kind="theorem",
    printed=Claim(
        tuple(PRINTED.values()),
        regret <= printed_start + printed_last(1 - beta_1),
    ),
    corrected=corrected_theorem, cites=["lemma-10.2", "lemma-10.3", "lemma-10.4"],
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*; the bounds of "
    "gradients are not used",
    errata=[
        Erratum(
            "false", "Its middle term is quadratic in the gradients, from Lemma 10.3: it fails for one round of one "
            "number.", at=SHORT_RUN,
        ),
        Erratum("gap", "D bounds the distances between iterates, and the proof uses it for the distance to θ*."),
    ],
)  # fmt: skip

# --- Corollary 4.2

RANGES = {"squares_rate": 0 < beta_2, "squares_below": beta_2 < 1}
SMALL = {"size": 0 <= Goo, "small": rounds(lambda t: abs(g(t, i)) <= Goo)} | INDEX


def hat_at_most(p: Proof, share, bound, *using: Fact) -> Fact:
    """v̂_t is at most bound(t): the search proves v_t <= share(t) bound(t) by induction, for a share of 1 − β_2^t."""
    squares = every(lambda t: v(t, i) <= share(t) * bound(t), 0, T)
    squares = p.prove(squares, p.specialize("v_start", i), column(p, "v_step"), *RANGES, *using)
    less = p.apply("power_below", p=beta_2)
    with p.fix(t, 1, T):
        known = p.specialize(squares, t), p.specialize(less, t), p.prove(0 <= bound(t))
        out = p.prove(v_hat(t, i) <= bound(t), *known, "squares_below")
    return p.generalize(t, out)


@paper.claim(given=RANGES | INDEX, shows=rounds(lambda t: sqrt(v_hat(t, i)) <= sqrt(Sum(lambda j: g(j, i) ** 2, 1, t))))
def root_by_norm(p: Proof) -> Fact:
    """1 − β_2 is at most 1 − β_2^t."""
    most = hat_at_most(p, lambda t: 1 - beta_2, lambda t: Sum(lambda j: g(j, i) ** 2, 1, t))
    return p.prove(p.goal, most)


GIVEN = {"steps": 1 <= T, "size": 0 <= Goo, "some": 0 <= d} | ENTRIES


@paper.claim(given=GIVEN, shows=NORMS <= d * (Goo * sqrt(T)))
def norms_at_most(p: Proof) -> Fact:
    """The T squares of a coordinate are at most G_∞²."""
    with p.fix(i, 1, d):
        squares = p.prove(rounds(lambda t: g(t, i) ** 2 <= Goo**2), "entries")
        total = p.prove(Sum(lambda t: g(t, i) ** 2, 1, T) <= T * Goo**2, squares, "steps")
        whole = p.prove(Eq(sqrt(T * Goo**2), Goo * sqrt(T)), "size", "steps")
        root = p.have(norm(i) <= Goo * sqrt(T), p.apply("sqrt_le", total), whole)
    return p.prove(p.goal, p.generalize(i, root), "some")


@paper.claim(given=GIVEN | RANGES, shows=Sum(lambda i: sqrt(T * v_hat(T, i)), 1, d) <= d * (Goo * sqrt(T)))
def roots_at_most(p: Proof) -> Fact:
    """v̂_T is at most G_∞²."""
    with p.fix(i, 1, d):
        squares = p.prove(rounds(lambda t: g(t, i) ** 2 <= Goo**2), "entries")
        most = p.specialize(hat_at_most(p, lambda t: 1 - power(beta_2, t), lambda t: Goo**2, squares), T)
        root = p.prove(sqrt(T * v_hat(T, i)) <= Goo * sqrt(T), most, "size", "steps")
    return p.prove(p.goal, p.generalize(i, root), "some")


@paper.claim(
    given=REPAIRED | {"size": 0 <= Goo, "some": 0 <= d, "entries": BOUNDS["entries"]},
    shows=regret <= (FACTORS[0] + FACTORS[1]) * (d * (Goo * sqrt(T))),
)
def corollary(p: Proof) -> Fact:
    """The two terms of the theorem."""
    with p.fix(t, 1, T):
        entries = p.specialize("entries", t, at(t))
    entries = p.prove(ENTRIES["entries"], p.generalize(t, entries), "gradients")
    roots, norms = p.apply("roots_at_most", entries), p.apply("norms_at_most", entries)
    same = p.prove(Eq(size_of(T), roots.concl.args[0]), "positive_hat", "steps")
    scale = p.prove(0 <= (1 + beta_1) / (2 * (1 - beta_1)) * (alpha / (1 - beta_1)), "rate", "below", "step")
    first = p.prove(0 <= FACTORS[0], "below", "step")
    return p.have(p.goal, p.apply("corrected_theorem"), same, (first, roots), (scale, p.apply("share_sign"), norms))


paper.begin_section("4")
paper.state("4-norms", "The sum of the norms of the gradients is at most d G_∞ √T.", printed=norms_at_most)
paper.state("4-roots", "The sum of the √(T v̂_T) is at most d G_∞ √T.", printed=roots_at_most)
paper.state(
    "corollary-4.2", "The average regret is at most K/√T, with the constant K that Theorem 4.1 gives; the paper writes "
    "O(1/√T) and names none; corrected: like √(log T)/√T, if √v̂_t/α_t does not fall.", kind="corollary",
    printed=Claim(
        tuple(PRINTED.values()),
        regret / T
        <= (
            D2**2 / (2 * alpha * (1 - beta_1)) * d * Goo
            + alpha * (1 + beta_1) * Goo / ((1 - beta_1) * root * (1 - printed_gamma) ** 2) * d * Goo
            + d * D**2 * Goo * root / (2 * alpha * (1 - beta_1) * (1 - lam) ** 2)
        )
        / sqrt(T),
    ),
    corrected=corollary, cites="theorem-10.5",
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*",
    errata=[
        Erratum("false", "It has the constants of Theorem 4.1.", at=SHORT_RUN, same_as="theorem-10.5"),
        Erratum(
            "gap", "No other constant would do: with a projection onto [−1, 1], RKK:theorem-1 is a run with bounded "
            "gradients and bounded distances whose average regret does not tend to 0, with bias correction, too "
            "(RKK:debiased).",
        ),
    ],
)  # fmt: skip

# --- the displays of the proof of Theorem 10.5, for one coordinate


@paper.claim(
    given={k: (RATES | RUN)[k] for k in ("steps", "rate", "below", "decay", "decays", "decaying")}
    | {"bounded": BOUNDED["bounded"]},
    shows=Sum(lambda t: b(t) / (1 - b(t)) * sqrt(t), 1, T) <= 1 / (1 - beta_1) / (1 - lam) ** 2,
)
def rates_total(p: Proof) -> Fact:
    """√t is at most t, and Σ t λ^(t−1) is the arithmetic-geometric series."""
    low, *_ = rates_fall(p)
    term = lambda t: b(t) / (1 - b(t)) * sqrt(t) <= 1 / (1 - beta_1) / lam * (t * power(lam, t))
    with p.fix(t, 1, T):
        now, power_sign = power(lam, t - 1), p.prove(0 <= power(lam, t - 1), "decay")
        known = p.specialize("decaying", t), p.specialize("bounded", t), p.specialize(low, t), power_sign
        share = p.prove(b(t) / (1 - b(t)) <= 1 / (1 - beta_1) * now, *known, "rate", "below")
        longer = p.prove(sqrt(t) <= t), p.prove(0 <= 1 / (1 - beta_1) * now, power_sign, "below")
        same = p.prove(Eq(power(lam, t), lam * now))
        line = p.have(term(t), (share, p.prove(0 <= sqrt(t))), longer, same, "decay")
    lines = p.prove(p.goal.args[0] <= 1 / (1 - beta_1) / lam * substitute(series, {p_: lam}), p.generalize(t, line))
    most = p.prove(
        substitute(series, {p_: lam}) / lam <= 1 / (1 - lam) ** 2, p.apply("series_at_most", p=lam), "decays", "decay"
    )
    return p.have(p.goal, lines, (most, p.prove(0 < 1 / (1 - beta_1), "below")))


paper.begin_section("10.1")
UPDATE = (  # p = 1 − β_1^t, q = α_t, r = √v̂_t, e = β_{1,t}, y = g_t, o = m_{t-1}, z = m̂_t
    0 < p_, 0 < q_, 0 < r_, 0 <= e, e < 1, Eq(p_ * z_, e * o_ + (1 - e) * y_), Eq(X1, X - q_ * z_ / r_),
)  # fmt: skip
SECOND = (  # w = α_1 and s = √v̂_1, in round 2
    0 < w_, 0 < s, 0 < lam, lam < 1, 0 <= beta_1, beta_1 < 1, Eq(p_, 1 - beta_1**2), Eq(e, beta_1 * lam),
    Eq(q_, w_ / sqrt(num(2))),
)  # fmt: skip
paper.state(
    "10.5-square", "The square of the update.",
    printed=paper.by_search(
        "update_squared", UPDATE,
        Eq(
            (X1 - U) ** 2,
            (X - U) ** 2 - 2 * q_ / p_ * (e / r_ * o_ + (1 - e) / r_ * y_) * (X - U) + q_**2 * (z_ / r_) ** 2,
        ),
    ),
)  # fmt: skip
paper.state("10.5-norm", "√v̂_t is at most the norm of the first t gradients.", printed=root_by_norm)
paper.state(
    "10.5-equality", "The update, solved for g_t (θ_t − θ*).",
    printed=paper.by_search(
        "rearranged", UPDATE,
        Eq(
            y_ * (X - U),
            p_ * r_ / (2 * q_ * (1 - e)) * ((X - U) ** 2 - (X1 - U) ** 2)
            + e / (1 - e) * (U - X) * o_
            + q_ * p_ * r_ / (2 * (1 - e)) * (z_ / r_) ** 2,
        ),
    ),
)  # fmt: skip
paper.state(
    "10.5-young", "Young's inequality, and 1 − β_1 for 1 − β_{1,t}, in round 2.",
    printed=Claim(
        (*UPDATE, *SECOND),
        y_ * (X - U)
        <= 1 / (2 * q_ * (1 - beta_1)) * ((X - U) ** 2 - (X1 - U) ** 2) * r_
        + e / (2 * w_ * (1 - e)) * (U - X) ** 2 * s
        + beta_1 * w_ / (2 * (1 - beta_1)) * o_**2 / s
        + q_ / (2 * (1 - beta_1)) * z_**2 / r_,
    ),
    errata=Erratum(
        "false", "(1 − β_1^t)/(1 − β_{1,t}) is replaced by the larger 1/(1 − β_1) before a difference that may be "
        "negative.", at={
            beta_1: half, lam: half, p_: "3/4", e: "1/4", q_: 1 / sqrt(num(2)), w_: 1, s: 1, r_: 9, o_: half, y_: 11,
            z_: "67/6", X: 0, U: tenth, X1: rational(-67, 54) / sqrt(num(2)),
        },
    ),
)  # fmt: skip
gap = lambda t, i: (x(t, i) - u(i)) ** 2
step_changes = lambda i: Sum(lambda t: gap(t, i) * (inverse(t, i) - inverse(t - 1, i)), 2, T)
paper.state(
    "10.5-sum", "The sum of these bounds over all coordinates and rounds, with Lemma 10.4.",
    printed=Claim(
        (*PRINTED.values(), BOUNDED["bounded"]),
        regret
        <= Sum(lambda i: gap(num(1), i) * sqrt(v_hat(1, i)) / (2 * alpha * (1 - beta_1)), 1, d)
        + Sum(lambda i: step_changes(i) / (2 * (1 - beta_1)), 1, d)
        + printed_norms(beta_1)
        + printed_norms(1)
        + Sum(lambda i: Sum(lambda t: ratio(t) / 2 * gap(t, i) * inverse(t, i), 1, T), 1, d),
    ),
    errata=Erratum("false", "Its terms with G_∞ are those of the theorem.", at=SHORT_RUN, same_as="theorem-10.5"),
)  # fmt: skip
paper.state(
    "10.5-telescope", "The differences of √v̂_t/α_t add up to the last one.",
    printed=Claim(
        (1 <= T, 0 < beta_2, beta_2 < 1, 0 < alpha, *INDEX.values(), *LARGE.values(), DESCENT["near"]),
        gap(num(1), i) * inverse(num(1), i) + step_changes(i) <= D**2 * inverse(T, i),
    ),
    errata=Erratum(
        "false", "A difference may be negative: then (θ_t − θ*)² must not be replaced by D².", at={
            T: 2, d: 1, i: 1, D: 1, alpha: 1, beta_2: half, g: [[5], [1]], x: [[1], [0]], u: [0],
            v: [["25/2"], ["27/4"]],
        },
    ),
)  # fmt: skip
paper.state(
    "10.5-shrunk", "√(t v̂_t) is at most G_∞ √(1 − β_2) √t.",
    printed=Claim(
        (1 <= T, *(RANGES | SMALL).values()), rounds(lambda t: sqrt(t * v_hat(t, i)) <= Goo * root * sqrt(t))
    ),
    errata=Erratum(
        "false", "v̂_t is an average of squares, so that √v̂_t is at most G_∞; in the first round it is |g_1|.",
        at={T: 1, d: 1, i: 1, Goo: 1, beta_2: half, g: [[1]], v: [[half]]},
    ),
)  # fmt: skip
paper.state(
    "10.5-series", "The sum of √t β_{1,t}/(1 − β_{1,t}) is at most 1/((1 − β_1) (1 − λ)²).", printed=rates_total
)
over_rounds = lambda size: Sum(lambda i: Sum(lambda t: ratio(t) * size(t, i), 1, T), 1, d)
for label, says, condition, last, typo in (
    (
        "10.5-bounded",
        "The distances to θ* are bounded.",
        BOUNDED["bounded"],
        D**2 / (2 * alpha) * over_rounds(lambda t, i: sqrt(t * v_hat(t, i))),
        "The inner sum ends with t, not T.",
    ),
    (
        "10.5-bounded-2",
        "√v̂_t is bounded.",
        BOUNDED["bounded"],
        D**2 * Goo * root / (2 * alpha) * over_rounds(lambda t, i: sqrt(t)),
        "The inner sum ends with t, not T.",
    ),
    ("10.5-end", "The last line.", 0 < beta_1, printed_last(beta_1), "The last denominator has β_1 for 1 − β_1."),
):
    paper.state(
        label, says,
        printed=Claim(
            (*PRINTED.values(), rounds(lambda t: Sum(lambda i: gap(t, i), 1, d) <= D2**2), condition),
            regret <= printed_start + last,
        ),
        errata=[
            Erratum("false", "It has the middle term of the theorem.", at=SHORT_RUN, same_as="theorem-10.5"),
            Erratum("typo", typo),
        ],
    )  # fmt: skip
