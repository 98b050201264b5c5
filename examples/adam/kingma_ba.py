"""The convergence analysis of Adam, after Kingma and Ba (arXiv 1412.6980v9), section 4 and appendix 10.1.

Each lemma and each display is entered as printed. In the claims θ_{t,i} is x(t, i) and θ* is u, β_{1,t} is b(t), the
averages are m and v, and with bias correction M and V; D_∞ is D, and D is D_2. The updates are those of the proof of
Theorem 10.5, θ_{t+1} = θ_t − α_t m̂_t/√v̂_t: Algorithm 1 with ε = 0 and with g_t taken at θ_t. That v̂_t is not 0 is a
hypothesis, as the updates divide by its root.
"""

import descent
from descent import *

paper = chapter = Paper(
    "KB", "The convergence analysis of Adam", "Kingma and Ba, ICLR 2015, section 4 and appendix", descent.paper
)
(f1,) = functions("f", VECTOR)
(N,) = functions("N", "Z" + VECTOR + "Z")  # N(t, x, i) is a partial derivative of f_t at x
(gr,) = vectors("g")
M, V = vectors("M V", 2)
alpha, G, Goo, lam, D2, S, Q, o_, X, X1, U, w_ = reals("alpha G G_oo lambda D_2 S Q o x x_1 u w")
half, third, tenth, thousandth = (rational(1, k) for k in (2, 3, 10, 1000))

# --- appendix 10.1: Lemmas 10.2, 10.3 and 10.4, and the displays of their proofs, for one coordinate i

paper.begin_section("10.1")
paper.state("definition-10.1", "A convex function.", kind="definition", defines=convex(f1))


@paper.claim(
    given={"convex": convex(f1), "gradient": gradient(f1, gr, a)},
    shows=for_all(lambda y: f1(a) + slope(gr, a, y) <= f1(y), VECTOR),
)
def above_tangent(p: Proof) -> Fact:
    """The tangent at a point, against the chord from it."""
    return p.generalize(y, tangent(p, f1, gr, a, y, p.get("convex"), p.get("gradient")))


BOUNDED_GRADIENTS = (
    1 <= T,
    every(lambda t: Sum(lambda i: g(t, i) ** 2, 1, d) <= G**2, 1, T),
    every(lambda t, i: abs(g(t, i)) <= Goo, 1, T, 1, d),
    1 <= i,
    i <= d,
)
length = sqrt(Sum(lambda t: g(t, i) ** 2, 1, T))
total = Sum(lambda t: sqrt(g(t, i) ** 2 / t), 1, T)


@paper.claim(given=BOUNDED_GRADIENTS, shows=total <= logs * length)
def roots_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality; no bound of the gradients is needed."""
    found = p.apply("Descent.sum_by_norm", h=matrix_column(g, i))
    return p.have(p.goal, p.prove(Eq(total, found.concl.args[0])), found)


paper.state("lemma-10.2", "A convex function is above its tangents.", kind="lemma", printed=above_tangent)
paper.state(
    "lemma-10.3", "The sum of √(g_t²/t) is at most 2 G_∞ ‖g‖; corrected: √(1 + log T) ‖g‖.", kind="lemma",
    printed=Claim(BOUNDED_GRADIENTS, total <= 2 * Goo * length), corrected=roots_by_norm,
    errata=Erratum(
        "false", "The two sides scale differently: with gradients of size 1/3 it fails for T = 1.",
        at={T: 1, d: 1, i: 1, G: third, Goo: third, g: [[third]]},
    ),
)  # fmt: skip
paper.state(
    "10.3-base", "The induction starts at T = 1.",
    printed=Claim((abs(h(1)) <= Goo,), sqrt(h(1) ** 2) <= 2 * Goo * sqrt(h(1) ** 2)),
    errata=Erratum("false", "It needs G_∞ >= 1/2.", at={Goo: third, h: [third]}, same_as="lemma-10.3"),
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
        steps=[0 < sqrt(S), sqrt(S) <= sqrt(T * Goo**2)],
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

CONSTANT = {k: substitute(q, {b: fun(lambda t: beta_1)}) for k, q in descent.COLUMN.items() if k not in BOUNDED} | {
    "first": every(lambda t: Eq((1 - power(beta_1, t)) * y(t), a(t)), 1, T),
    "second": every(lambda t: Eq((1 - power(beta_2, t)) * z(t), c(t)), 1, T),
    "positive": every(lambda t: 0 < z(t), 1, T),
}
fast = Sum(lambda t: y(t) ** 2 / sqrt(t * z(t)), 1, T)
printed_gamma = beta_1**2 / sqrt(beta_2)


@paper.claim(given=CONSTANT, shows=fast <= logs / (1 - beta_1) ** 2 / (1 - gamma) / root * norm)
def moments_by_norm(p: Proof) -> Fact:
    """The averages without bias correction, over (1 − β_1)²."""
    scale, weights = 1 / (1 - beta_1) ** 2, lambda t: (1 - beta_1) ** 2 * sqrt(t * z(t))
    less = p.prove(every(lambda t: power(beta_1, t) <= beta_1, 1, T), "rate", "below")
    sign = p.prove(every(lambda t: 0 <= power(beta_2, t), 1, T), "squares_rate")
    larger = p.prove(every(lambda t: sqrt(c(t)) <= sqrt(z(t)), 1, T), sign, "second", "positive")
    positive = p.prove(every(lambda t: 0 < weights(t), 1, T), "positive", "below")
    split = p.prove(every(lambda t: Eq(sqrt(t * z(t)), sqrt(t) * sqrt(z(t))), 1, T), "positive")
    roots = p.prove(every(lambda t: sqrt(t) * sqrt(c(t)) <= scale * weights(t), 1, T), larger, split, "below")
    values = {"A": scale, "b": fun(lambda t: beta_1), "omega": fun(weights)}
    found = p.apply("Descent.averages_by_norm", positive, roots, p.prove(0 < scale, "below"), **values)
    return p.have(p.goal, p.prove(fast <= found.concl.args[0], less, "first", "positive", positive, "below"), found)


without = lambda given, *names: {k: q for k, q in given.items() if k not in names}
recent = lambda t: Sum(lambda j: (1 - thousandth) * power(thousandth, t - j) / j, 1, t)
SLOW = {
    T: 31, beta_1: 0, beta_2: thousandth, Goo: 1, h: fun(lambda t: 1 / sqrt(t)), y: fun(lambda t: 1 / sqrt(t)),
    a: fun(lambda t: ite(t <= 0, 0, 1 / sqrt(t))), c: fun(recent),
    z: fun(lambda t: recent(t) / (1 - power(thousandth, t))),
}  # fmt: skip


@paper.claim(given=[], shows=substitute(CONSTANT["second"], SLOW))
def slow_second(p: Proof) -> Fact:
    """The powers of β_2 are less than 1."""
    return p.prove(p.goal, p.prove(every(lambda t: power(thousandth, t) <= thousandth, 1, 31)))


paper.state(
    "lemma-10.4", "The sum of m̂_t²/√(t v̂_t) is at most 2/((1 − γ) √(1 − β_2)) ‖g‖; corrected: √(1 + log T)/((1 − β_1)² "
    "(1 − γ) √(1 − β_2)) ‖g‖ with γ = β_1/√β_2.", kind="lemma",
    printed=Claim(
        (
            *without(CONSTANT, "fades").values(),
            printed_gamma < 1,
            every(lambda t: abs(h(t)) <= Goo, 1, T),
        ), fast <= 2 / ((1 - printed_gamma) * root) * norm,
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
        sqrt(1 - power(beta_2, t)) / (1 - power(beta_1, t)) ** 2 <= 1 / (1 - beta_1) ** 2,
        steps=[power(beta_1, t) <= beta_1, 0 <= power(beta_2, t)],
    ),
)  # fmt: skip
paper.state(
    "10.4-squares", "The square of a sum of T numbers.",
    printed=paper.by_search("square_of_sum", [1 <= T], Sum(a, 1, T) ** 2 <= Sum(lambda k: T * a(k) ** 2, 1, T)),
)  # fmt: skip


inner = lambda t, last: Sum(lambda j: t * power(p_, j), 0, last)
inner_sums = lambda last: Sum(lambda t: abs(h(t)) / sqrt(t * (1 - beta_2)) * inner(t, last(t)), 1, T)

RATIO = (0 <= p_, p_ < 1)
series = Sum(lambda t: t * power(p_, t), 1, T)
series_at_most = paper.by_search("series_at_most", [0 <= T, *RATIO], (1 - p_) ** 2 * series <= p_)
paper.state(
    "10.4-longer", "The inner sums are extended to T.",
    printed=paper.by_search(
        "longer_sums", [1 <= T, *RATIO, 0 <= beta_2, beta_2 < 1],
        inner_sums(lambda t: T - t) <= inner_sums(lambda t: T),
        steps=[every(lambda t: inner(t, T - t) <= inner(t, T), 1, T)],
    ),
)  # fmt: skip
paper.state(
    "10.4-series", "The arithmetic-geometric series.",
    printed=paper.by_search("arithmetic_geometric", [0 <= T, *RATIO], series < 1 / (1 - p_) ** 2, ["series_at_most"]),
)  # fmt: skip
paper.state(
    "10.4-apply", "The series is applied to the inner sums.",
    printed=Claim(
        (1 <= T, *RATIO, 0 <= beta_2, beta_2 < 1),
        inner_sums(lambda t: T)
        <= 1 / ((1 - p_) ** 2 * sqrt(1 - beta_2)) * Sum(lambda t: abs(h(t)) / sqrt(t), 1, T),
    ),
    errata=Erratum(
        "false", "The inner sum is Σ_j t γ^j with t fixed, which is t/(1 − γ), and not Σ_t t γ^t.",
        at={T: 2, p_: 0, beta_2: 0, h: [0, 1]},
    ),
)  # fmt: skip

# --- section 4: Theorem 4.1 = 10.5

RUN = AVERAGES | {
    "step": 0 < alpha,
    "decay": 0 < lam,
    "decays": lam < 1,
    "decaying": every(lambda t: Eq(b(t), beta_1 * power(lam, t - 1)), 1, T),
    "first": every(lambda t, i: Eq((1 - power(beta_1, t)) * M(t, i), m(t, i)), 1, T, 1, d),
    "second": every(lambda t, i: Eq((1 - power(beta_2, t)) * V(t, i), v(t, i)), 1, T, 1, d),
    "positive": every(lambda t, i: 0 < V(t, i), 1, T, 1, d),
    "moves": every(lambda t, i: Eq(x(t + 1, i), x(t, i) - alpha / sqrt(t) * M(t, i) / sqrt(V(t, i))), 1, T, 1, d),
}
LOSSES = {
    "losses": every(lambda t: convex(lambda q: f(t, q)), 1, T),
    "slopes": every(
        lambda t: for_all(lambda q: gradient(lambda q: f(t, q), fun(lambda i: N(t, q, i)), q), VECTOR), 1, T
    ),
    "gradients": every(lambda t, i: Eq(g(t, i), N(t, matrix_row(x, t), i)), 1, T, 1, d),
}
BOUNDS = {
    "norm": every(lambda t: for_all(lambda q: Sum(lambda i: N(t, q, i) ** 2, 1, d) <= G**2, VECTOR), 1, T),
    "entries": every(lambda t: for_all(lambda q: every(lambda i: abs(N(t, q, i)) <= Goo, 1, d), VECTOR), 1, T),
    "distances": every(lambda s, t: Sum(lambda i: (x(t, i) - x(s, i)) ** 2, 1, d) <= D2**2, 1, T, 1, T),
    "near": every(lambda s, t, i: abs(x(t, i) - x(s, i)) <= D, 1, T, 1, T, 1, d),
}
losses = lambda q: Sum(lambda t: f(t, q), 1, T)
BEST = {"member": 0 <= F(u), "best": for_all(lambda q: implies(0 <= F(q), losses(u) <= losses(q)), VECTOR)}
loss = lambda t: f(t, matrix_row(x, t)) - f(t, u)
regret = Sum(loss, 1, T)
PRINTED = without(RATES, "fades") | {"printed_fades": printed_gamma < 1} | RUN | LOSSES | BOUNDS | BEST
SHORT = {
    d: 1, T: 1, alpha: 2, beta_1: 0, beta_2: rational(1, 4), lam: tenth, D: 1, D2: 1, G: tenth, Goo: tenth,
    b: fun(lambda t: 0), u: fun(lambda i: 0), F: mapping(lambda q: q(1), VECTOR), g: fun(lambda t, i: tenth, 2),
    f: mapping(lambda t, q: q(1) / 10, "Z", VECTOR), N: mapping(lambda t, q, i: tenth, "Z", VECTOR, "Z"),
    m: fun(lambda t, i: ite(t <= 0, 0, tenth), 2), v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 400)), 2),
    M: fun(lambda t, i: tenth, 2), V: fun(lambda t, i: rational(1, 100), 2), x: fun(lambda t, i: ite(t <= 1, 1, -1), 2),
}  # fmt: skip
inverse_step = lambda t, i: (1 - power(beta_1, t)) * (sqrt(t) * sqrt(V(t, i))) / alpha  # with the bias correction
size = lambda t: Sum(lambda i: sqrt(t) * sqrt(V(t, i)), 1, d)
REPAIRED = {
    **RATES | RUN | LOSSES,
    "close": every(lambda t, i: abs(x(t, i) - u(i)) <= D, 1, T, 1, d),
    "grow": every(lambda t, i: inverse_step(t, i) <= inverse_step(t + 1, i), 1, T - 1, 1, d),
}


def rates_bounded(p: Proof) -> tuple[Fact, Fact]:
    """0 <= β_{1,t} <= β_1, for the rates β_1 λ^(t−1)."""
    sign = p.prove(every(lambda t: 0 <= power(lam, t - 1), 1, T), "decay")
    most = p.prove(every(lambda t: power(lam, t - 1) <= 1, 1, T), "decay", "decays")
    low = p.prove(every(lambda t: 0 <= b(t), 1, T), sign, "decaying", "rate")
    return low, p.prove(every(lambda t: b(t) <= beta_1, 1, T), most, "decaying", "rate")


@paper.claim(
    given=REPAIRED,
    shows=regret
    <= D**2 / (2 * alpha) * size(T)
    + D**2 / (1 - beta_1) * Sum(lambda t: b(t) * size(t) / alpha, 1, T)
    + alpha * logs / (1 - beta_1) / (1 - beta_1) / (1 - gamma) / root * NORMS,
)
def corrected_theorem(p: Proof) -> Fact:
    """Lemma 10.2 in each round, and the bound of descent; nothing is projected."""
    with p.fix(t, 1, T):
        here, partial = matrix_row(x, t), fun(lambda i: N(t, matrix_row(x, t), i))
        known = p.specialize("losses", t), p.specialize("slopes", t, here)
        line = p.prove(loss(t) <= descent.lead(t), tangent(p, lambda q: f(t, q), partial, here, u, *known), "gradients")
    least = p.prove(every(lambda t: 0 <= power(beta_1, t), 1, T), "rate")
    most = p.prove(every(lambda t: power(beta_1, t) <= beta_1, 1, T), "rate", "below")
    bounded = rates_bounded(p)
    weights = p.prove(every(lambda t, i: 0 < inverse_step(t, i), 1, T, 1, d), most, "below", "positive", "step")
    scaled = lambda t, i: Eq(inverse_step(t, i) * (x(t, i) - x(t + 1, i)), m(t, i))
    scaled = p.prove(every(scaled, 1, T, 1, d), "moves", "first", "positive", "step")
    new = lambda t, i: x(t, i) - m(t, i) / inverse_step(t, i)
    steps = p.prove(every(lambda t, i: Eq(x(t + 1, i), new(t, i)), 1, T, 1, d), scaled, weights)
    square = lambda t, i, x1: inverse_step(t, i) * (x1 - u(i)) ** 2
    same = p.prove(every(lambda t, i: Eq(square(t, i, x(t + 1, i)), square(t, i, new(t, i))), 1, T, 1, d), steps)
    contract = p.have(substitute(descent.DESCENT["contract"], {w: fun(inverse_step, 2)}), same)
    squares = p.prove(every(lambda t: 0 <= power(beta_2, t), 1, T), "squares_rate")
    larger = every(lambda t, i: sqrt(v(t, i)) <= sqrt(V(t, i)), 1, T, 1, d)
    larger = p.prove(larger, squares, "second", "positive")
    values = {"A": alpha / (1 - beta_1), "w": fun(inverse_step, 2), "l": fun(loss)}
    roots = every(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= values["A"] * inverse_step(t, i), 1, T, 1, d)
    roots = p.prove(roots, larger, most, "below", "step", "positive"), p.prove(0 < values["A"], "step", "below")
    found = p.apply("Descent.regret_bound", p.generalize(t, line), weights, contract, *roots, *bounded, **values)
    sizes = every(lambda t: Sum(lambda i: inverse_step(t, i), 1, d) <= size(t) / alpha, 1, T)
    sizes = p.prove(sizes, least, "step")
    terms = lambda t: b(t) * Sum(lambda i: inverse_step(t, i), 1, d), lambda t: b(t) * size(t) / alpha
    sums = p.prove(Sum(terms[0], 1, T) <= Sum(terms[1], 1, T), sizes, *bounded)
    square, rest = p.prove(0 <= D**2), p.prove(0 <= D**2 / (1 - beta_1), "below")
    return p.have(p.goal, found, (square, p.specialize(sizes, T)), (rest, sums))


paper.begin_section("4 and 10.1")
paper.state(
    "algorithm-1", "The updates, with ε = 0 and with the rates of Theorem 4.1.", kind="definition", section="2",
    given=[RUN["positive"]], defines=[RUN[k] for k in ("averages", "squares", "first", "second", "decaying", "moves")],
)  # fmt: skip
paper.state("eq-5", "The regret of T rounds.", kind="definition", section="4", defines=regret)
paper.state(
    "theorem-10.5", "A bound of the regret; corrected: if √v̂_t/α_t, with the bias correction, does not fall and θ* is "
    "within D_∞, with other constants.", kind="theorem",
    printed=Claim(
        tuple(PRINTED.values()),
        regret
        <= D2**2 / (2 * alpha * (1 - beta_1)) * Sum(lambda i: sqrt(T * V(T, i)), 1, d)
        + alpha * (1 + beta_1) * Goo / ((1 - beta_1) * root * (1 - printed_gamma) ** 2) * NORMS
        + Sum(lambda i: D**2 * Goo * root / (2 * alpha * (1 - beta_1) * (1 - lam) ** 2), 1, d),
    ),
    corrected=corrected_theorem, cites=["lemma-10.2", "lemma-10.3", "lemma-10.4"],
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*; the bounds of "
    "gradients are not used",
    errata=[
        Erratum(
            "false", "Its middle term is quadratic in the gradients, from Lemma 10.3: it fails for one round of one "
            "number.", at=SHORT,
        ),
        Erratum("gap", "D bounds the distances between iterates, and the proof uses it for the distance to θ*."),
    ],
)  # fmt: skip

# --- Corollary 4.2

DECAYING = {k: (RATES | RUN)[k] for k in ("steps", "rate", "below", "decay", "decays", "decaying")}
ENTRIES = {k: CONSTANT[k] for k in ("steps", "squares_rate", "squares_below", "none", "squares", "second")}
SQUARES = ENTRIES | {"entries": every(lambda t: abs(h(t)) <= Goo, 1, T)}
root_at_most = paper.by_search(
    "root_at_most", SQUARES | {"size": 0 <= Goo}, every(lambda t: sqrt(t) * sqrt(z(t)) <= Goo * sqrt(t), 1, T),
    steps=[
        every(lambda t: power(beta_2, t) <= beta_2, 1, T),
        every(lambda k: c(k) <= (1 - power(beta_2, k)) * Goo**2, 0, T),
        every(lambda t: z(t) <= Goo**2, 1, T),
    ],
)  # fmt: skip
paper.by_search(
    "norm_at_most", [1 <= T, 0 <= Goo, SQUARES["entries"]], norm <= Goo * sqrt(T),
    steps=[
        every(lambda t: h(t) ** 2 <= Goo**2, 1, T),
        Sum(lambda t: h(t) ** 2, 1, T) <= T * Goo**2,
        norm <= sqrt(T * Goo**2),
        Eq(sqrt(T * Goo**2), Goo * sqrt(T)),
    ],
)  # fmt: skip


@paper.claim(given=DECAYING, shows=Sum(lambda t: b(t) * sqrt(t), 1, T) <= beta_1 / (1 - lam) ** 2)
def rates_total(p: Proof) -> Fact:
    """√t is at most t, and λ Σ t λ^(t−1) is the arithmetic-geometric series."""
    facts = (
        p.prove(every(lambda t: Eq(lam * power(lam, t - 1), power(lam, t)), 1, T)),
        p.prove(every(lambda t: sqrt(t) <= t, 1, T)),
        p.prove(every(lambda t: 0 <= power(lam, t - 1), 1, T), "decay"),
    )
    sums = Sum(lambda t: lam * (b(t) * sqrt(t)), 1, T) <= Sum(lambda t: beta_1 * (t * power(lam, t)), 1, T)
    lines = p.prove(sums, *facts, "decaying", "rate", "decay")
    square, series = p.prove(0 < (1 - lam) ** 2, "decays"), p.apply("series_at_most", p=lam)
    scaled = p.have(lam * (p.goal.args[0] * (1 - lam) ** 2) <= lam * beta_1, (lines, square), ("rate", series))
    return p.prove(p.goal, scaled, "decay", square)


@paper.claim(
    given=DECAYING | {"bounded": BOUNDED["bounded"]},
    shows=Sum(lambda t: b(t) / (1 - b(t)) * sqrt(t), 1, T) <= 1 / (1 - beta_1) / (1 - lam) ** 2,
)
def rates_over(p: Proof) -> Fact:
    """1 − β_{1,t} is at least 1 − β_1, and β_1 is at most 1."""
    rates, part = Sum(lambda t: b(t) * sqrt(t), 1, T), Sum(lambda t: b(t) * sqrt(t) / (1 - beta_1), 1, T)
    lines = p.prove(p.goal.args[0] <= part, rates_bounded(p)[0], "bounded", "below")
    most = p.prove(rates <= 1 / (1 - lam) ** 2, p.apply("rates_total"), "below", "decays")
    return p.have(p.goal, lines, (most, p.prove(0 < 1 / (1 - beta_1), "below")))


@paper.claim(
    given=[1 <= T, 0 <= Goo, 0 <= d, every(lambda t, i: abs(g(t, i)) <= Goo, 1, T, 1, d)],
    shows=NORMS <= d * (Goo * sqrt(T)),
)
def norms_at_most(p: Proof) -> Fact:
    """Each of the d norms is at most G_∞ √T."""
    with p.fix(i, 1, d):
        one = p.apply("norm_at_most", h=matrix_column(g, i))
    return p.prove(p.goal, p.generalize(i, one), 0 <= d)


@paper.claim(
    given=DECAYING
    | {"step": 0 < alpha, "size": 0 <= Goo, "some": 0 <= d}
    | {"sizes": every(lambda t: a(t) <= d * (Goo * sqrt(t)), 1, T)},
    shows=Sum(lambda t: b(t) * a(t) / alpha, 1, T) <= d * Goo / alpha * (beta_1 / (1 - lam) ** 2),
)
def middle_term(p: Proof) -> Fact:
    """For the sizes of all roots together."""
    scale = d * Goo / alpha
    lines = p.goal.args[0] <= Sum(lambda t: scale * (b(t) * sqrt(t)), 1, T)
    lines = p.prove(lines, rates_bounded(p)[0], "sizes", "step")
    return p.have(p.goal, lines, (p.prove(0 <= scale, "some", "size", "step"), p.apply("rates_total")))


@paper.claim(
    given=REPAIRED | {"entries": BOUNDS["entries"], "size": 0 <= Goo, "some": 0 <= d},
    shows=regret
    <= D**2 / (2 * alpha) * (d * (Goo * sqrt(T)))
    + D**2 / (1 - beta_1) * (d * Goo / alpha * (beta_1 / (1 - lam) ** 2))
    + alpha * logs / (1 - beta_1) / (1 - beta_1) / (1 - gamma) / root * (d * (Goo * sqrt(T))),
)
def corollary(p: Proof) -> Fact:
    """The three terms of the theorem."""
    with p.fix(t, 1, T):
        entries = p.specialize("entries", t, matrix_row(x, t))
    entries = p.prove(every(lambda t, i: abs(g(t, i)) <= Goo, 1, T, 1, d), p.generalize(t, entries), "gradients")
    with p.fix(i, 1, d):
        roots = p.apply("root_at_most", entries, c=matrix_column(v, i), h=matrix_column(g, i), z=matrix_column(V, i))
    with p.fix(t, 1, T):
        sizes = p.generalize(t, p.prove(size(t) <= d * (Goo * sqrt(t)), p.generalize(i, roots), "some"))
    second, norms = p.apply("middle_term", sizes, a=fun(size)), p.apply("norms_at_most", entries)
    signs = p.prove(0 <= D**2 / (2 * alpha), "step"), p.prove(0 <= D**2 / (1 - beta_1), "below")
    inverses = [p.prove(0 < 1 / (1 - q), "below", "fades") for q in (beta_1, beta_1, gamma)]
    third = p.prove(0 <= logs, "steps"), "step", *inverses, p.prove(0 < 1 / root, "squares_below"), norms
    first = signs[0], p.specialize(sizes, T)
    return p.have(p.goal, p.apply("corrected_theorem"), first, (signs[1], second), third)


paper.begin_section("4")
paper.state("4-norms", "The sum of the norms of the gradients is at most d G_∞ √T.", printed=norms_at_most)
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
        Erratum("false", "It has the constants of Theorem 4.1.", at=SHORT, same_as="theorem-10.5"),
        Erratum(
            "gap", "No other constant would do: with a projection onto [−1, 1], RKK:theorem-1 is a run with bounded "
            "gradients and bounded distances whose average regret does not tend to 0, with bias correction, too "
            "(RKK:debiased).",
        ),
    ],
)  # fmt: skip

# --- the displays of the proof of Theorem 10.5, for one coordinate

paper.begin_section("10.1")
UPDATE = (  # p = 1 − β_1^t, q = α_t, r = √v̂_t, e = β_{1,t}, y = g_t, o = m_{t-1}, z = m̂_t
    0 < p_, 0 < q_, 0 < r_, 0 <= e, e < 1, Eq(p_ * z_, e * o_ + (1 - e) * y_), Eq(X1, X - q_ * z_ / r_),
)  # fmt: skip
SECOND = (  # w = α_1 and s = √v̂_1, in round 2
    0 < w_, 0 < s, 0 < lam, lam < 1, 0 <= beta_1, beta_1 < 1, Eq(p_, 1 - beta_1**2), Eq(e, beta_1 * lam),
    Eq(q_, w_ / sqrt(num(2))),
)  # fmt: skip
inverse = lambda t: sqrt(t * z(t)) / alpha
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
paper.state(
    "10.5-telescope", "The differences of √v̂_t/α_t add up to the last one.",
    printed=Claim(
        (*ENTRIES.values(), 0 < alpha, every(lambda t: abs(y(t)) <= D, 1, T)),
        y(1) ** 2 * inverse(num(1)) + Sum(lambda t: y(t) ** 2 * (inverse(t) - inverse(t - 1)), 2, T)
        <= D**2 * inverse(T),
    ),
    errata=Erratum(
        "false", "A difference may be negative: then (θ_t − θ*)² must not be replaced by D².",
        at={T: 2, D: 1, alpha: 1, beta_2: half, c: ["25/2", "27/4"], h: [5, 1], y: [1, 0], z: [25, 9]},
    ),
)  # fmt: skip
paper.state(
    "10.5-shrunk", "√(t v̂_t) is at most G_∞ √(1 − β_2) √t.",
    printed=Claim(tuple(SQUARES.values()), every(lambda t: sqrt(t * z(t)) <= Goo * root * sqrt(t), 1, T)),
    errata=Erratum(
        "false", "v̂_t is an average of squares, so that √v̂_t is at most G_∞; in the first round it is |g_1|.",
        at={T: 1, Goo: 1, beta_2: half, c: [half], h: [1], z: [1]},
    ),
)  # fmt: skip
paper.state("10.5-series", "The sum of √t β_{1,t}/(1 − β_{1,t}) is at most 1/((1 − β_1) (1 − λ)²).", printed=rates_over)
paper.state(
    "10.5-end", "The last line of the proof.", argued="It repeats the theorem, but for a misprint.",
    errata=Erratum("typo", "The last denominator has α β_1 (1 − λ)² where the theorem has α (1 − β_1) (1 − λ)²."),
)  # fmt: skip
