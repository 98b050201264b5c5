"""The convergence analysis of Adam, after Kingma and Ba (arXiv 1412.6980v9), section 4 and appendix 10.1.

Each lemma and each display is entered as printed. In the claims θ_{t,i} is x(t, i) and θ* is u, β_{1,t} is b(t), the
averages are m and v, and with bias correction M and V; D_∞ is D, and D is D_2. The updates are those of the proof of
Theorem 10.5, θ_{t+1} = θ_t − α_t m̂_t/√v̂_t: Algorithm 1 with ε = 0 and with g_t taken at θ_t. That v̂_t is not 0 is a
hypothesis, as the updates divide by its root.
"""

import descent
from descent import *

paper = chapter = Paper(
    "KB", "The convergence analysis of Adam", "Kingma and Ba, ICLR 2015, section 4 and appendix",
    builds_on=[descent.paper],
)  # fmt: skip

(f1,) = functions("f", VECTOR)
(N,) = functions("N", "Z" + VECTOR + "Z")  # N(t, x, i) is a partial derivative of f_t at x
(gr,) = vectors("g")
M, V = vectors("M V", 2)
alpha, G, Goo, lam, D2, S, Q, o_, X, X1, U, w_ = reals("alpha G G_oo lambda D_2 S Q o x x_1 u w")
half, tenth = rational(1, 2), rational(1, 10)

# --- appendix: Lemmas 10.2, 10.3 and 10.4, and the displays of their proofs, for one coordinate i


@paper.claim(
    given={"convex": convex(f1), "gradient": gradient(f1, gr, a)},
    shows=for_all(lambda y: f1(a) + slope(gr, a, y) <= f1(y), VECTOR),
)
def above_tangent(p: Proof) -> Fact:
    """The tangent at a point, against the chord from it."""
    return p.generalize(y, tangent(p, f1, gr, a, y, p.get("convex"), p.get("gradient")))


BOUNDED_GRADIENTS = (
    1 <= T,
    every(lambda t: over(lambda i: g(t, i) ** 2) <= G**2, 1, T),
    everywhere(lambda t, i: absolute(g(t, i)) <= Goo),
    1 <= i,
    i <= d,
)
length = sqrt(sigma(lambda t: g(t, i) ** 2, 1, T))
total = sigma(lambda t: sqrt(g(t, i) ** 2 / t), 1, T)


@paper.claim(given=BOUNDED_GRADIENTS, shows=total <= logs * length)
def roots_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality; no bound of the gradients is needed."""
    found = p.apply("Descent.sum_by_norm", h=fun(lambda t: g(t, i)))
    return p.have(p.goal, p.prove(eq(total, found.concl.args[0])), found)


@paper.claim(given=[0 < S, 0 <= Q, Q <= S], shows=S - Q <= S - Q + Q**2 / (4 * S))
def under_root(p: Proof) -> Fact:
    """Q²/(4 S) is not negative."""
    return p.prove(p.goal)


@paper.claim(given=[0 < S, 0 <= Q, Q <= S], shows=sqrt(S - Q) <= sqrt(S) - Q / (2 * sqrt(S)))
def root_step(p: Proof) -> Fact:
    """The right side is not negative, and its square is larger."""
    return p.prove(p.goal)


@paper.claim(
    given=[0 < S, 0 <= Q, 1 <= T, 0 < Goo, S <= T * Goo**2],
    shows=sqrt(S) - Q / (2 * sqrt(S)) <= sqrt(S) - Q / (2 * sqrt(T * Goo**2)),
)
def root_bound(p: Proof) -> Fact:
    """The root of S is at most that of T G_∞²."""
    return p.prove(p.goal)


@paper.claim(
    given=[0 <= beta_1, beta_1 < 1, 0 <= beta_2, beta_2 < 1, 1 <= t],
    shows=sqrt(1 - power(beta_2, t)) / (1 - power(beta_1, t)) ** 2 <= 1 / (1 - beta_1) ** 2,
)
def bias_bounded(p: Proof) -> Fact:
    """β_1^t is at most β_1, and β_2^t is not negative."""
    return p.prove(p.goal, p.prove(power(beta_1, t) <= beta_1), p.prove(0 <= power(beta_2, t)), beta_1 < 1)


@paper.claim(given=[1 <= T], shows=sigma(a, 1, T) ** 2 <= sigma(lambda k: T * a(k) ** 2, 1, T))
def square_of_sum(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality."""
    return p.prove(p.goal)


def inner_sums(last) -> Term:
    """Σ_t |g_t|/√(t (1 − β_2)) Σ_j t p^j, where j runs up to a last index."""
    scaled = lambda t: absolute(h(t)) / sqrt(t * (1 - beta_2))
    return sigma(lambda t: scaled(t) * sigma(lambda j: t * power(p_, j), 0, last(t)), 1, T)


@paper.claim(
    given=[1 <= T, 0 <= p_, p_ < 1, 0 <= beta_2, beta_2 < 1],
    shows=inner_sums(lambda t: T - t) <= inner_sums(lambda t: T),
)
def longer_sums(p: Proof) -> Fact:
    """The terms are not negative."""
    term = fun(lambda j: t * power(p_, j))
    with p.fix(t, 1, T) as (low, _):
        split = p.apply("sum_split", f=term, lo=0, m=T - t, hi=T)
        rest = p.prove(0 <= sigma(term, T - t + 1, T), 0 <= p_, low)
        longer = p.have(sigma(term, 0, T - t) <= sigma(term, 0, T), split, rest)
    sign = p.prove(each(lambda t: 0 <= absolute(h(t)) / sqrt(t * (1 - beta_2))), beta_2 < 1)
    return p.prove(p.goal, p.generalize(t, longer), sign)


@paper.claim(given=[0 <= T, 0 <= p_, p_ < 1], shows=(1 - p_) ** 2 * sigma(lambda t: t * power(p_, t), 1, T) <= p_)
def series_at_most(p: Proof) -> Fact:
    """The sum in closed form."""
    return p.prove(p.goal)


@paper.claim(given=[0 <= T, 0 <= p_, p_ < 1], shows=sigma(lambda t: t * power(p_, t), 1, T) < 1 / (1 - p_) ** 2)
def arithmetic_geometric(p: Proof) -> Fact:
    """The finite sum is p at most, over (1 − p)²."""
    return p.prove(p.goal, p.apply("series_at_most"), p_ < 1)


SERIES_APPLIED = Claim(
    (1 <= T, 0 <= p_, p_ < 1, 0 <= beta_2, beta_2 < 1),
    inner_sums(lambda t: T) <= 1 / ((1 - p_) ** 2 * sqrt(1 - beta_2)) * sigma(lambda t: absolute(h(t)) / sqrt(t), 1, T),
)
printed_gamma = beta_1**2 / sqrt(beta_2)
CONSTANT = {k: substitute(q, {b: fun(lambda t: beta_1)}) for k, q in descent.COLUMN.items() if k not in BOUNDED} | {
    "first": each(lambda t: eq((1 - power(beta_1, t)) * y(t), a(t))),
    "second": each(lambda t: eq((1 - power(beta_2, t)) * z(t), c(t))),
    "positive": each(lambda t: 0 < z(t)),
}
fast = sigma(lambda t: y(t) ** 2 / sqrt(t * z(t)), 1, T)


@paper.claim(given=CONSTANT, shows=fast <= logs / (1 - beta_1) ** 2 / (1 - gamma) / root * norm)
def moments_by_norm(p: Proof) -> Fact:
    """The averages without bias correction, over (1 − β_1)²."""
    weights = lambda t: (1 - beta_1) ** 2 * sqrt(t * z(t))
    less = p.prove(each(lambda t: power(beta_1, t) <= beta_1), "rate", "below")
    sign = p.prove(each(lambda t: 0 <= power(beta_2, t)), "squares_rate")
    larger = p.prove(each(lambda t: c(t) <= z(t)), sign, "second", "positive")
    positive = p.prove(each(lambda t: 0 < weights(t)), "positive", "below")
    scale = 1 / (1 - beta_1) ** 2
    larger = p.prove(each(lambda t: sqrt(c(t)) <= sqrt(z(t))), larger)
    split = p.prove(each(lambda t: eq(sqrt(t * z(t)), sqrt(t) * sqrt(z(t)))), "positive")
    roots = p.prove(each(lambda t: sqrt(t) * sqrt(c(t)) <= scale * weights(t)), larger, split, "below")
    values = {"A": scale, "b": fun(lambda t: beta_1), "omega": fun(weights)}
    found = p.apply("Descent.averages_by_norm", positive, roots, p.prove(0 < scale, "below"), **values)
    return p.have(p.goal, p.prove(fast <= found.concl.args[0], less, "first", "positive", positive, "below"), found)


without = lambda given, *names: {k: q for k, q in given.items() if k not in names}
printed_104 = Claim(
    (*without(CONSTANT, "fades").values(), printed_gamma < 1, each(lambda t: absolute(h(t)) <= Goo)),
    fast <= 2 / ((1 - printed_gamma) * root) * norm,
)

thousandth, slow = rational(1, 1000), fun(lambda t: 1 / sqrt(t))
recent = lambda t: sigma(lambda j: (1 - thousandth) * power(thousandth, t - j) / j, 1, t)
SLOW = {
    T: num(31), beta_1: num(0), beta_2: thousandth, Goo: num(1), h: slow, y: slow, c: fun(recent),
    a: fun(lambda t: ite(t <= 0, 0, 1 / sqrt(t))), z: fun(lambda t: recent(t) / (1 - power(thousandth, t))),
}  # fmt: skip


def fails_at(p: Proof, claim: Claim, values: dict, known: dict) -> Fact:
    """The hypotheses of a claim hold at these values, and its conclusion does not."""
    said = here = p.assume(substitute(claim.formula, values))
    for given in claim.given:
        said = p.rule("mp", said, known.get(given) or p.prove(substitute(given, values)))
    return p.discharge(p.have(FALSE, said, p.prove(Not(substitute(claim.shows, values)))), here.concl)


def by_name(values: dict) -> dict:
    """Values by the names of their variables."""
    return {variable.args[0]: value for variable, value in values.items()}


@paper.claim(given=[], shows=negation(substitute(printed_104.formula, SLOW)))
def slowly_fading(p: Proof) -> Fact:
    """With β_1 = 0 and β_2 = 1/1000, for 31 rounds: about 4.027 > 4.016."""
    bias = p.prove(each(lambda t: power(thousandth, t) <= thousandth, 1, 31))
    return fails_at(p, printed_104, SLOW, {q: p.prove(substitute(q, SLOW), bias) for q in [CONSTANT["second"]]})


# --- section 4: Theorem 4.1 = 10.5

RUN = AVERAGES | {
    "step": 0 < alpha,
    "decay": 0 < lam,
    "decays": lam < 1,
    "decaying": each(lambda t: eq(b(t), beta_1 * power(lam, t - 1))),
    "first": everywhere(lambda t, i: eq((1 - power(beta_1, t)) * M(t, i), m(t, i))),
    "second": everywhere(lambda t, i: eq((1 - power(beta_2, t)) * V(t, i), v(t, i))),
    "positive": everywhere(lambda t, i: 0 < V(t, i)),
    "moves": everywhere(lambda t, i: eq(x(t + 1, i), x(t, i) - alpha / sqrt(t) * M(t, i) / sqrt(V(t, i)))),
}
LOSSES = {
    "losses": each(lambda t: convex(lambda q: f(t, q))),
    "slopes": each(lambda t: for_all(lambda q: gradient(lambda q: f(t, q), fun(lambda i: N(t, q, i)), q), VECTOR)),
    "gradients": everywhere(lambda t, i: eq(g(t, i), N(t, row(x, t), i))),
}
BOUNDS = {
    "norm": each(lambda t: for_all(lambda q: over(lambda i: N(t, q, i) ** 2) <= G**2, VECTOR)),
    "entries": each(lambda t: for_all(lambda q: every(lambda i: absolute(N(t, q, i)) <= Goo, 1, d), VECTOR)),
    "distances": each(lambda s: each(lambda t: over(lambda i: (x(t, i) - x(s, i)) ** 2) <= D2**2)),
    "near": each(lambda s: everywhere(lambda t, i: absolute(x(t, i) - x(s, i)) <= D)),
}
losses = lambda q: sigma(lambda t: f(t, q), 1, T)
BEST = {"member": 0 <= F(u), "best": for_all(lambda q: implies(0 <= F(q), losses(u) <= losses(q)), VECTOR)}
loss = lambda t: f(t, row(x, t)) - f(t, u)
regret = sigma(loss, 1, T)
printed_bound = (
    D2**2 / (2 * alpha * (1 - beta_1)) * over(lambda i: sqrt(T * V(T, i)))
    + alpha * (1 + beta_1) * Goo / ((1 - beta_1) * root * (1 - printed_gamma) ** 2) * NORMS
    + over(lambda i: D**2 * Goo * root / (2 * alpha * (1 - beta_1) * (1 - lam) ** 2))
)
PRINTED = without(RATES, "fades") | {"printed_fades": printed_gamma < 1} | RUN | LOSSES | BOUNDS | BEST
printed_theorem = Claim(tuple(PRINTED.values()), regret <= printed_bound)
SHORT = {
    d: num(1), T: num(1), alpha: num(2), beta_1: num(0), beta_2: rational(1, 4), lam: tenth, D: num(1), D2: num(1),
    G: tenth, Goo: tenth, b: fun(lambda t: num(0)), u: fun(lambda i: num(0)), F: mapping(lambda q: q(1), VECTOR),
    f: mapping(lambda t, q: q(1) / 10, "Z", VECTOR), N: mapping(lambda t, q, i: tenth, "Z", VECTOR, "Z"),
    g: fun(lambda t, i: tenth, 2), m: fun(lambda t, i: ite(t <= 0, 0, tenth), 2),
    v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 400)), 2), M: fun(lambda t, i: tenth, 2),
    V: fun(lambda t, i: rational(1,100), 2), x: fun(lambda t, i: ite(t <= 1, 1, -1), 2),
}  # fmt: skip


@paper.claim(given=[], shows=substitute(LOSSES["slopes"], SHORT))
def short_slopes(p: Proof) -> Fact:
    """The loss is linear, so that the deviation is 0."""
    with p.fix(t, 1, 1), p.case(0 < e) as positive:
        with p.case(s < 1), p.case(0 < s) as low:
            away = deviation(lambda q: q(1) / 10, fun(lambda i: tenth), z, y, s)
            line = p.prove(substitute(away, {d: num(1)}) <= e * s, low, positive)
        out = p.exists_intro(said_at(p.goal, t, z, y, e), [1], p.generalize(s, line))
    for q in (e, y, z, t):
        out = p.generalize(q, out)
    return out


@paper.claim(given=[], shows=negation(substitute(printed_theorem.formula, SHORT)))
def one_round(p: Proof) -> Fact:
    """The regret is 1/10, the bound 0.0748…."""
    return fails_at(p, printed_theorem, SHORT, {LOSSES["slopes"]: p.apply("short_slopes")})


printed_corollary = Claim(
    tuple(PRINTED.values()),
    regret / T
    <= (
        D2**2 / (2 * alpha * (1 - beta_1)) * d * Goo
        + alpha * (1 + beta_1) * Goo / ((1 - beta_1) * root * (1 - printed_gamma) ** 2) * d * Goo
        + d * D**2 * Goo * root / (2 * alpha * (1 - beta_1) * (1 - lam) ** 2)
    )
    / sqrt(T),
)


@paper.claim(given=[], shows=negation(substitute(printed_corollary.formula, SHORT)))
def one_round_on_average(p: Proof) -> Fact:
    """The same numbers, as the gradient has the size G_∞."""
    return fails_at(p, printed_corollary, SHORT, {LOSSES["slopes"]: p.apply("short_slopes")})


def inverse_step(t: Term, i: Term) -> Term:
    """The inverse of the step size of a coordinate, with the bias correction of the average."""
    return (1 - power(beta_1, t)) * (sqrt(t) * sqrt(V(t, i))) / alpha


def size(t: Term) -> Term:
    """Σ √(t v̂_t) over the coordinates."""
    return over(lambda i: sqrt(t) * sqrt(V(t, i)))


REPAIRED = {
    **RATES | RUN | LOSSES,
    "close": everywhere(lambda t, i: absolute(x(t, i) - u(i)) <= D),
    "grow": everywhere(lambda t, i: inverse_step(t, i) <= inverse_step(t + 1, i), 1, T - 1),
}
corrected_bound = (
    D**2 / (2 * alpha) * size(T)
    + D**2 / (1 - beta_1) * sigma(lambda t: b(t) * size(t) / alpha, 1, T)
    + alpha * logs / (1 - beta_1) / (1 - beta_1) / (1 - gamma) / root * NORMS
)


def rates_bounded(p: Proof) -> tuple[Fact, Fact]:
    """0 <= β_{1,t} <= β_1, for the rates β_1 λ^(t−1)."""
    sign = p.prove(each(lambda t: 0 <= power(lam, t - 1)), "decay")
    most = p.prove(each(lambda t: power(lam, t - 1) <= 1), "decay", "decays")
    low = p.prove(each(lambda t: 0 <= b(t)), sign, "decaying", "rate")
    return low, p.prove(each(lambda t: b(t) <= beta_1), most, "decaying", "rate")


@paper.claim(given=REPAIRED, shows=regret <= corrected_bound)
def corrected_theorem(p: Proof) -> Fact:
    """Lemma 10.2 in each round, and the bound of descent; nothing is projected."""
    with p.fix(t, 1, T):
        here, partial = row(x, t), fun(lambda i: N(t, row(x, t), i))
        known = p.specialize("losses", t), p.specialize("slopes", t, here)
        line = p.prove(loss(t) <= descent.lead(t), tangent(p, lambda q: f(t, q), partial, here, u, *known), "gradients")
    least = p.prove(each(lambda t: 0 <= power(beta_1, t)), "rate")
    most = p.prove(each(lambda t: power(beta_1, t) <= beta_1), "rate", "below")
    bounded = rates_bounded(p)
    weights = p.prove(everywhere(lambda t, i: 0 < inverse_step(t, i)), most, "below", "positive", "step")
    scaled = lambda t, i: eq(inverse_step(t, i) * (x(t, i) - x(t + 1, i)), m(t, i))
    scaled = p.prove(everywhere(scaled), "moves", "first", "positive", "step")
    new = lambda t, i: x(t, i) - m(t, i) / inverse_step(t, i)
    steps = p.prove(everywhere(lambda t, i: eq(x(t + 1, i), new(t, i))), scaled, weights)
    square = lambda t, i, x1: inverse_step(t, i) * (x1 - u(i)) ** 2
    same = p.prove(everywhere(lambda t, i: eq(square(t, i, x(t + 1, i)), square(t, i, new(t, i)))), steps)
    contract = p.have(substitute(descent.DESCENT["contract"], {w: fun(inverse_step, 2)}), same)
    squares = p.prove(each(lambda t: 0 <= power(beta_2, t)), "squares_rate")
    larger = p.prove(everywhere(lambda t, i: v(t, i) <= V(t, i)), squares, "second", "positive")
    larger = p.prove(everywhere(lambda t, i: sqrt(v(t, i)) <= sqrt(V(t, i))), larger)
    values = {"A": alpha / (1 - beta_1), "w": fun(inverse_step, 2), "l": fun(loss)}
    roots = everywhere(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= values["A"] * inverse_step(t, i))
    roots = p.prove(roots, larger, most, "below", "step", "positive"), p.prove(0 < values["A"], "step", "below")
    found = p.apply("Descent.regret_bound", p.generalize(t, line), weights, contract, *roots, *bounded, **values)
    sizes = p.prove(each(lambda t: over(lambda i: inverse_step(t, i)) <= size(t) / alpha), least, "step")
    terms = lambda t: b(t) * over(lambda i: inverse_step(t, i)), lambda t: b(t) * size(t) / alpha
    sums = p.prove(sigma(terms[0], 1, T) <= sigma(terms[1], 1, T), sizes, *bounded)
    square, rest = p.prove(0 <= D**2), p.prove(0 <= D**2 / (1 - beta_1), "below")
    return p.have(p.goal, found, (square, p.specialize(sizes, T)), (rest, sums))


# --- Corollary 4.2

ENTRIES = {k: CONSTANT[k] for k in ("steps", "squares_rate", "squares_below", "none", "squares", "second")}
SQUARES = ENTRIES | {"entries": each(lambda t: absolute(h(t)) <= Goo)}


@paper.claim(given=SQUARES | {"size": 0 <= Goo}, shows=each(lambda t: sqrt(t) * sqrt(z(t)) <= Goo * sqrt(t)))
def root_at_most(p: Proof) -> Fact:
    """v_t is a weighted sum of squares whose weights add up to 1 − β_2^t, so that v̂_t is at most G_∞²."""
    ranges = "squares_rate", "squares_below"
    bound = lambda k: c(k) <= (1 - power(beta_2, k)) * Goo**2
    averages = p.prove(each(bound, 0), "none", "size", "squares", "entries", *ranges)
    bias = p.prove(each(lambda t: power(beta_2, t) <= beta_2), *ranges)
    return p.prove(p.goal, averages, bias, "second", "size", "squares_below")


def times(p: Proof, n: Term, total: Term, bound: Term, each: Fact) -> Fact:
    """The sum of n terms is at most n times a bound of each."""
    sums = p.have(total <= sigma(lambda _: bound, 1, n), each)
    return p.have(total <= n * bound, sums, (p.apply("sum_const", lo=1, hi=n), bound))


@paper.claim(given=[1 <= T, 0 <= Goo, each(lambda t: absolute(h(t)) <= Goo)], shows=norm <= Goo * sqrt(T))
def norm_at_most(p: Proof) -> Fact:
    """T squares of at most G_∞²."""
    total = times(p, T, sigma(lambda t: h(t) ** 2, 1, T), Goo**2, p.prove(each(lambda t: h(t) ** 2 <= Goo**2)))
    time = p.apply("sqrt_square", s=T)
    square = p.have(total.concl.args[0] <= (Goo * sqrt(T)) ** 2, total, (time, Goo**2))
    return p.prove(p.goal, square, p.prove(0 <= Goo * sqrt(T), 0 <= Goo))


DECAYING = {k: (RATES | RUN)[k] for k in ("steps", "rate", "below", "decay", "decays", "decaying")}


@paper.claim(given=DECAYING, shows=sigma(lambda t: b(t) * sqrt(t), 1, T) <= beta_1 / (1 - lam) ** 2)
def rates_total(p: Proof) -> Fact:
    """√t is at most t, and λ Σ t λ^(t−1) is the arithmetic-geometric series."""
    facts = (
        p.prove(each(lambda t: eq(lam * power(lam, t - 1), power(lam, t)))),
        p.prove(each(lambda t: sqrt(t) <= t)),
        p.prove(each(lambda t: 0 <= power(lam, t - 1)), "decay"),
    )
    sums = sigma(lambda t: lam * (b(t) * sqrt(t)), 1, T), sigma(lambda t: beta_1 * (t * power(lam, t)), 1, T)
    lines = p.prove(sums[0] <= sums[1], *facts, "decaying", "rate", "decay")
    square, series = p.prove(0 < (1 - lam) ** 2, "decays"), p.apply("series_at_most", p=lam)
    scaled = p.have(lam * (p.goal.args[0] * (1 - lam) ** 2) <= lam * beta_1, (lines, square), ("rate", series))
    return p.prove(p.goal, scaled, "decay", square)


@paper.claim(
    given=DECAYING | {"bounded": BOUNDED["bounded"]},
    shows=sigma(lambda t: b(t) / (1 - b(t)) * sqrt(t), 1, T) <= 1 / (1 - beta_1) / (1 - lam) ** 2,
)
def rates_over(p: Proof) -> Fact:
    """1 − β_{1,t} is at least 1 − β_1, and β_1 is at most 1."""
    rates, part = sigma(lambda t: b(t) * sqrt(t), 1, T), sigma(lambda t: b(t) * sqrt(t) / (1 - beta_1), 1, T)
    lines = p.prove(p.goal.args[0] <= part, rates_bounded(p)[0], "bounded", "below")
    most = p.prove(rates <= 1 / (1 - lam) ** 2, p.apply("rates_total"), "below", "decays")
    return p.have(p.goal, lines, (most, p.prove(0 < 1 / (1 - beta_1), "below")))


BOUNDED_RUN = REPAIRED | {"entries": BOUNDS["entries"], "size": 0 <= Goo, "some": 0 <= d}
rate_bound = (
    D**2 / (2 * alpha) * (d * (Goo * sqrt(T)))
    + D**2 / (1 - beta_1) * (d * Goo / alpha * (beta_1 / (1 - lam) ** 2))
    + alpha * logs / (1 - beta_1) / (1 - beta_1) / (1 - gamma) / root * (d * (Goo * sqrt(T)))
)


@paper.claim(given=BOUNDED_RUN, shows=regret <= rate_bound)
def corollary(p: Proof) -> Fact:
    """The three terms of the theorem."""
    with p.fix(t, 1, T):
        entries = p.specialize("entries", t, row(x, t))
    entries = p.prove(everywhere(lambda t, i: absolute(g(t, i)) <= Goo), p.generalize(t, entries), "gradients")
    with p.fix(i, 1, d):
        column = {"c": fun(lambda t: v(t, i)), "h": fun(lambda t: g(t, i)), "z": fun(lambda t: V(t, i))}
        roots = p.apply("root_at_most", entries, **column)
        length_ = p.apply("norm_at_most", entries, h=column["h"])
    norms = times(p, d, NORMS, Goo * sqrt(T), p.generalize(i, length_))
    with p.fix(t, 1, T):
        sizes = p.generalize(t, times(p, d, size(t), Goo * sqrt(t), p.generalize(i, roots)))
    scale, total = d * Goo / alpha, sigma(lambda t: b(t) * size(t) / alpha, 1, T)
    lines = total <= sigma(lambda t: scale * (b(t) * sqrt(t)), 1, T)
    lines = p.prove(lines, rates_bounded(p)[0], sizes, "step")
    rates = p.prove(0 <= scale, "some", "size", "step"), p.apply("rates_total")
    second = p.have(total <= scale * (beta_1 / (1 - lam) ** 2), lines, rates)
    signs = p.prove(0 <= D**2 / (2 * alpha), "step"), p.prove(0 <= D**2 / (1 - beta_1), "below")
    inverses = [p.prove(0 < 1 / (1 - q), "below", "fades") for q in (beta_1, beta_1, gamma)]
    third = p.prove(0 <= logs, "steps"), "step", *inverses, p.prove(0 < 1 / root, "squares_below"), norms
    first = signs[0], p.specialize(sizes, T)
    return p.have(p.goal, p.apply("corrected_theorem"), first, (signs[1], second), third)


# --- the displays of the proof of Theorem 10.5, for one coordinate

UPDATE = (
    0 < p_, 0 < q_, 0 < r_, 0 <= e, e < 1, eq(p_ * z_, e * o_ + (1 - e) * y_), eq(X1, X - q_ * z_ / r_),
)  # fmt: skip  # p = 1 − β_1^t, q = α_t, r = √v̂_t, e = β_{1,t}, y = g_t, o = m_{t-1}, z = m̂_t


@paper.claim(
    given=UPDATE,
    shows=eq(
        y_ * (X - U),
        p_ * r_ / (2 * q_ * (1 - e)) * ((X - U) ** 2 - (X1 - U) ** 2)
        + e / (1 - e) * (U - X) * o_
        + q_ * p_ * r_ / (2 * (1 - e)) * (z_ / r_) ** 2,
    ),
)
def rearranged(p: Proof) -> Fact:
    """The square of the update, solved for g (θ_t − θ*)."""
    return p.prove(p.goal)


SECOND = (
    0 < w_, 0 < s, 0 < lam, lam < 1, 0 <= beta_1, beta_1 < 1, eq(p_, 1 - beta_1**2), eq(e, beta_1 * lam),
    eq(q_, w_ / sqrt(num(2))),
)  # fmt: skip  # w = α_1 and s = √v̂_1, in round 2
YOUNG = Claim(
    (*UPDATE, *SECOND),
    y_ * (X - U)
    <= 1 / (2 * q_ * (1 - beta_1)) * ((X - U) ** 2 - (X1 - U) ** 2) * r_
    + e / (2 * w_ * (1 - e)) * (U - X) ** 2 * s
    + beta_1 * w_ / (2 * (1 - beta_1)) * o_**2 / s
    + q_ / (2 * (1 - beta_1)) * z_**2 / r_,
)
YOUNG_FAILS = {
    "beta_1": half, "lambda": half, "p": rational(3, 4), "e": rational(1, 4), "q": 1 / sqrt(num(2)), "w": 1, "s": 1,
    "r": 9, "o": half, "y": 11, "z": rational(67, 6), "x": 0, "u": tenth, "x_1": rational(-67, 54) / sqrt(num(2)),
}  # fmt: skip
inverse = lambda t: sqrt(t * z(t)) / alpha
TELESCOPE = Claim(
    (*ENTRIES.values(), 0 < alpha, each(lambda t: absolute(y(t)) <= D)),
    y(1) ** 2 * inverse(num(1)) + sigma(lambda t: y(t) ** 2 * (inverse(t) - inverse(t - 1)), 2, T) <= D**2 * inverse(T),
)
DECREASING = {"h": [5, 1], "c": [rational(25, 2), rational(27, 4)], "z": [25, 9], "y": [1, 0]}
SHRUNK = Claim(tuple(SQUARES.values()), each(lambda t: sqrt(t * z(t)) <= Goo * root * sqrt(t)))


def rounds(T: int, entries: dict, **reals) -> Search:
    """A counterexample with this many rounds."""
    return Search({"T": [T]}, {k: [q] for k, q in reals.items()}, entries, dict.fromkeys(entries, "T"))


# --- the statements

third = rational(1, 3)

paper.state("eq-5", "The regret of T rounds", kind="definition", section="4", defines=regret)
paper.state(
    "lemma-10.2", "A convex function is above its tangents.", kind="lemma", section="10.1", printed=above_tangent
)
paper.state(
    "lemma-10.3", "The sum of √(g_t²/t) is at most 2 G_∞ ‖g‖; corrected: √(1 + log T) ‖g‖.", kind="lemma",
    section="10.1", printed=Claim(BOUNDED_GRADIENTS, total <= 2 * Goo * length), corrected=roots_by_norm,
    errata=Erratum(
        "false", "The two sides scale differently: with gradients of size 1/3 it fails for T = 1.",
        search=Search({"T": [1], "d": [1], "i": [1]}, {"G": [third], "G_oo": [third]}, {"g": [third]}, {"g": 1}),
    ),
)  # fmt: skip
paper.state(
    "10.3-base", "The induction starts at T = 1.", section="10.1",
    printed=Claim((absolute(h(1)) <= Goo,), sqrt(h(1) ** 2) <= 2 * Goo * sqrt(h(1) ** 2)),
    errata=Erratum(
        "false", "It needs G_∞ >= 1/2.", search=Search({}, {"G_oo": [third]}, {"h": [third]}, {"h": 1}),
        same_as="lemma-10.3",
    ),
)  # fmt: skip
paper.state("10.3-square", "With g_T^4/(4‖g‖²) added the radicand is a square.", section="10.1", printed=under_root)
paper.state("10.3-root-1", "The root without the last gradient.", section="10.1", printed=root_step)
paper.state("10.3-root-2", "‖g‖² is at most T G_∞².", section="10.1", printed=root_bound)
paper.state(
    "10.3-end", "The induction step, with S = ‖g‖² and Q = g_T².", section="10.1",
    printed=Claim(
        (1 <= T, 0 < S, 0 <= Q, Q <= S, Q <= Goo**2, 0 <= Goo, S <= T * Goo**2),
        Goo * sqrt(S - Q) + sqrt(Q / T) <= 2 * Goo * sqrt(S),
    ),
    errata=Erratum(
        "false", "What is left over is g_T²/√T, which is less than |g_T|/√T if |g_T| < 1.",
        search=Search({"T": [1]}, {"G_oo": [third], "S": [third**2], "Q": [third**2]}), same_as="lemma-10.3",
    ),
)  # fmt: skip
paper.state(
    "lemma-10.4", "The sum of m̂_t²/√(t v̂_t) is at most 2/((1 − γ) √(1 − β_2)) ‖g‖; corrected: √(1 + log T)/((1 − β_1)² "
    "(1 − γ) √(1 − β_2)) ‖g‖ with γ = β_1/√β_2.", kind="lemma", section="10.1",
    printed=printed_104, corrected=moments_by_norm,
    narrower="γ < 1 is about another γ; the bound of the gradients is not used",
    errata=Erratum(
        "false", "For g_t = 1/√t the left side grows like log T, and the norm like its root.", by=slowly_fading,
        at=by_name(SLOW),
    ),
)  # fmt: skip
paper.state("10.4-bias", "The factors of the bias correction.", section="10.1", printed=bias_bounded)
paper.state("10.4-squares", "The square of a sum of T numbers.", section="10.1", printed=square_of_sum)
paper.state("10.4-longer", "The inner sums are extended to T.", section="10.1", printed=longer_sums)
paper.state("10.4-series", "The arithmetic-geometric series.", section="10.1", printed=arithmetic_geometric)
paper.state(
    "10.4-apply", "The series is applied to the inner sums.", section="10.1", printed=SERIES_APPLIED,
    errata=Erratum(
        "false", "The inner sum is Σ_j t γ^j with t fixed, which is t/(1 − γ), and not Σ_t t γ^t.",
        search=Search({"T": [2]}, {"p": [0], "beta_2": [0]}, {"h": [0, 1]}, {"h": "T"}),
    ),
)  # fmt: skip
paper.state(
    "theorem-10.5", "A bound of the regret; corrected: if √v̂_t/α_t, with the bias correction, does not fall and θ* is "
    "within D_∞, with other constants.", kind="theorem", section="4 and 10.1",
    printed=printed_theorem, corrected=corrected_theorem, cites=["lemma-10.2", "lemma-10.3", "lemma-10.4"],
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*; the bounds of "
    "gradients are not used",
    errata=[
        Erratum(
            "false", "Its middle term is quadratic in the gradients, from Lemma 10.3: it fails for one round of one "
            "number.", by=one_round, at=by_name(SHORT),
        ),
        Erratum("gap", "D bounds the distances between iterates, and the proof uses it for the distance to θ*."),
    ],
)  # fmt: skip
paper.state("10.5-equality", "The update, solved for g_t (θ_t − θ*).", section="10.1", printed=rearranged)
paper.state(
    "10.5-young", "Young's inequality, and 1 − β_1 for 1 − β_{1,t}, in round 2.", section="10.1", printed=YOUNG,
    errata=Erratum(
        "false", "(1 − β_1^t)/(1 − β_{1,t}) is replaced by the larger 1/(1 − β_1) before a difference that may be "
        "negative.", search=Search(reals={k: [q] for k, q in YOUNG_FAILS.items()}),
    ),
)  # fmt: skip
paper.state(
    "10.5-telescope", "The differences of √v̂_t/α_t add up to the last one.", section="10.1", printed=TELESCOPE,
    errata=Erratum(
        "false", "A difference may be negative: then (θ_t − θ*)² must not be replaced by D².",
        search=rounds(2, DECREASING, alpha=1, beta_2=half, D=1),
    ),
)  # fmt: skip
paper.state(
    "10.5-shrunk", "√(t v̂_t) is at most G_∞ √(1 − β_2) √t.", section="10.1", printed=SHRUNK,
    errata=Erratum(
        "false", "v̂_t is an average of squares, so that √v̂_t is at most G_∞; in the first round it is |g_1|.",
        search=rounds(1, {"h": [1], "c": [half], "z": [1]}, beta_2=half, G_oo=1),
    ),
)  # fmt: skip
paper.state("10.5-series", "The sum of √t β_{1,t}/(1 − β_{1,t}).", section="10.1", printed=rates_over)
paper.state(
    "10.5-end", "The last line of the proof.", section="10.1", argued="It repeats the theorem, but for a misprint.",
    errata=Erratum("typo", "The last denominator has α β_1 (1 − λ)² where the theorem has α (1 − β_1) (1 − λ)²."),
)  # fmt: skip
paper.state(
    "4-norms", "The norm of the gradients of a coordinate is at most G_∞ √T.", section="4", printed=norm_at_most
)
paper.state(
    "corollary-4.2", "The average regret is at most K/√T, with the constant K that Theorem 4.1 gives; the paper writes "
    "O(1/√T) and names none; corrected: like √(log T)/√T, if √v̂_t/α_t does not fall.", kind="corollary", section="4",
    printed=printed_corollary, corrected=corollary, cites="theorem-10.5",
    narrower="the inverse step sizes must not fall, and the iterates must be within D_∞ of θ*",
    errata=[
        Erratum(
            "false", "It has the constants of Theorem 4.1.", by=one_round_on_average, at=by_name(SHORT),
            same_as="theorem-10.5",
        ),
        Erratum(
            "gap", "No other constant would do: with a projection onto [−1, 1], RKK:theorem-1 is a run with bounded "
            "gradients and bounded distances whose average regret does not tend to 0, with bias correction, too "
            "(RKK:debiased).",
        ),
    ],
)  # fmt: skip
