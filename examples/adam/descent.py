"""Adaptive descent: what the corrected regret theorems of both papers share.

A run has d coordinates. In round t it has the iterate x(t, ·), the gradient g(t, ·), its moving average m(t, ·) with
the rate b(t), that of its square, v(t, ·), and the weights w(t, ·), which are the inverse step sizes. `regret_bound`
bounds the regret if the weights do not fall; of the rates it needs b(t) <= β_1 only.
"""

from lemmata import *

paper = chapter = Paper("Descent", "A bound of adaptive descent", "for the corrected theorems of the other papers")

d, i, k, t, T = ints("d i k t T")
beta_1, beta_2, A, D = reals("beta_1 beta_2 A D")
delta, e, p_, q_, r_, s, y_, z_ = reals("delta e p q r s y z")
a, b, c, h, l, omega, u, y, z = vectors("a b c h l omega u y z")
g, m, v, w, x = vectors("g m v w x", 2)
(F,) = functions("F", VECTOR)  # the feasible set is where F >= 0
(f,) = functions("f", "Z" + VECTOR)  # the losses
gamma = beta_1 / sqrt(beta_2)
root = sqrt(1 - beta_2)
logs = sqrt(1 + log(T))
norm = sqrt(Sum(lambda t: h(t) ** 2, 1, T))
NORMS = Sum(lambda i: sqrt(Sum(lambda t: g(t, i) ** 2, 1, T)), 1, d)


# --- convex functions


def between(s: Term, y: Term, x: Term) -> Term:
    """The point that is the fraction s of the way from x to y."""
    return fun(lambda i: s * y(i) + (1 - s) * x(i))


def convex(f, *inside) -> Term:
    """f is convex, on the points such that `inside` holds (Definition 10.1)."""
    chord = lambda y, x, s: f(between(s, y, x)) <= s * f(y) + (1 - s) * f(x)
    where = lambda *points: [c(q) for q in points for c in inside]
    return for_all(lambda y, x, s: implies(*where(y, x), 0 <= s, s <= 1, chord(y, x, s)), VECTOR, VECTOR, "R")


def slope(g: Term, x: Term, y: Term) -> Term:
    """g·(y − x)."""
    return Sum(lambda i: g(i) * (y(i) - x(i)), 1, d)


def deviation(f, g: Term, x: Term, y: Term, s: Term) -> Term:
    """How far f is from its linearisation at the fraction s of the way from x to y."""
    return abs(f(between(s, y, x)) - f(x) - s * slope(g, x, y))


def gradient(f, g: Term, x: Term, *inside) -> Term:
    """g is the gradient of f at x: along each segment from x, f has the derivative g·(y − x)."""
    near = lambda y, e, delta: for_all(lambda s: implies(s < delta, 0 < s, deviation(f, g, x, y, s) <= e * s), "R")
    limit = lambda y, e: implies(0 < e, exists(lambda delta: [0 < delta, near(y, e, delta)], "R"))
    return for_all(lambda y: implies(*(c(y) for c in inside), for_all(lambda e: limit(y, e), "R")), VECTOR)


def tangent(p: Proof, f, g: Term, x: Term, y: Term, convex: Fact, gradient: Fact, *inside: Fact) -> Fact:
    """Near x, f is above its tangent but for e s, and below its chord: f(y) is above the tangent."""
    with p.case(f(y) < f(x) + slope(g, x, y)) as below:
        gap = (f(x) + slope(g, x, y) - f(y)) / 2
        along = p.specialize(gradient, y, gap, using=[p.have(0 < gap, below), *inside])
        positive, near = p.obtain(along, delta)
        share = delta / (1 + delta)
        low, small, high = (p.prove(c, positive) for c in (0 < share, share < delta, share <= 1))
        close = p.specialize(near, share, using=[small, low])
        chord = p.specialize(convex, y, x, share, using=[*inside, low, high])
        above = p.prove(f(between(share, y, x)) >= f(x) + share * slope(g, x, y) - gap * share, close)
        absurd = p.have(FALSE, chord, above, (low, below))
    return p.by_contradiction(f(x) + slope(g, x, y) <= f(y), absurd)


# --- the projection

inside = lambda q: 0 <= F(q)
CONVEX_SET = for_all(
    lambda y, z, s: implies(inside(y), inside(z), 0 <= s, s <= 1, inside(between(s, y, z))), VECTOR, VECTOR, "R"
)


def nearest(c: Term, y: Term, a: Term) -> Term:
    """No feasible point is nearer to y than c, in the norm with the weights a."""
    gap = lambda z: Sum(lambda i: a(i) * (z(i) - y(i)) ** 2, 1, d)
    return for_all(lambda z: implies(0 <= F(z), gap(c) <= gap(z)), VECTOR)


@paper.claim(
    given={
        "set": CONVEX_SET,
        "weights": every(lambda i: 0 <= a(i), 1, d),
        "inside": 0 <= F(c),
        "member": 0 <= F(u),
        "nearest": nearest(c, y, a),
    },
    shows=Sum(lambda i: a(i) * (c(i) - u(i)) ** 2, 1, d) <= Sum(lambda i: a(i) * (y(i) - u(i)) ** 2, 1, d),
)
def projection_contracts(p: Proof) -> Fact:
    """Moving from c to u by a small fraction does not come nearer to y, so the angle at c is not acute."""
    angle = Sum(lambda i: a(i) * (c(i) - y(i)) * (u(i) - c(i)), 1, d)
    size, gap = (Sum(lambda i, q=q: a(i) * (q(i) - c(i)) ** 2, 1, d) for q in (u, y))
    signs = [p.prove(0 <= q, "weights") for q in (size, gap)]
    with p.case(angle < 0) as acute:
        share = -angle / (size - angle)
        low, high = (p.prove(q, acute, signs[0]) for q in (0 <= share, share <= 1))
        inside = p.specialize("set", u, c, share, using=["inside", "member", low, high])
        far = p.specialize("nearest", between(share, u, c), using=[inside])
        parts = p.prove(Eq(far.concl.args[1], gap + 2 * share * angle + share**2 * size))
        absurd = p.have(FALSE, far, parts, p.prove(2 * share * angle + share**2 * size < 0, acute, signs[0]))
    whole = p.prove(Eq(p.goal.args[1], gap + p.goal.args[0] + 2 * angle))
    return p.have(p.goal, whole, signs[1], p.by_contradiction(0 <= angle, absurd))


# --- the regret

RATES = {
    "steps": 1 <= T,
    "rate": 0 <= beta_1,
    "below": beta_1 < 1,
    "squares_rate": 0 < beta_2,
    "squares_below": beta_2 < 1,
    "fades": gamma < 1,
}
AVERAGES = {
    "start": every(lambda i: Eq(m(0, i), 0), 1, d),
    "none": every(lambda i: Eq(v(0, i), 0), 1, d),
    "averages": every(lambda t, i: Eq(m(t, i), b(t) * m(t - 1, i) + (1 - b(t)) * g(t, i)), 1, T, 1, d),
    "squares": every(lambda t, i: Eq(v(t, i), beta_2 * v(t - 1, i) + (1 - beta_2) * g(t, i) ** 2), 1, T, 1, d),
}
BOUNDED = {"rates": every(lambda t: 0 <= b(t), 1, T), "bounded": every(lambda t: b(t) <= beta_1, 1, T)}


def distance(t: Term, s: Term) -> Term:
    """The squared distance of the iterate of round s from u, with the weights of round t."""
    return Sum(lambda i: w(t, i) * (x(s, i) - u(i)) ** 2, 1, d)


def moved(t: Term, s: Term | None = None) -> Term:
    """The squared average of round s, by default t, over the weights of round t."""
    return Sum(lambda i: m(t if s is None else s, i) ** 2 / w(t, i), 1, d)


lead = lambda t: Sum(lambda i: g(t, i) * (x(t, i) - u(i)), 1, d)
weight = lambda t: Sum(lambda i: w(t, i), 1, d)
weighted = lambda n: D**2 / (1 - beta_1) * Sum(lambda t: b(t) * weight(t), 1, n)
DESCENT = {
    "weights": every(lambda t, i: 0 < w(t, i), 1, T, 1, d),
    "grow": every(lambda t, i: w(t, i) <= w(t + 1, i), 1, T - 1, 1, d),
    "near": every(lambda t, i: abs(x(t, i) - u(i)) <= D, 1, T, 1, d),
    "contract": every(
        lambda t: distance(t, t + 1) <= Sum(lambda i: w(t, i) * (x(t, i) - m(t, i) / w(t, i) - u(i)) ** 2, 1, d), 1, T
    ),
}


def so_far(n: Term) -> Term:
    """The bound of the regret of n rounds, less what the next round needs."""
    ahead = distance(n, n + 1) / 2 + moved(n) / (2 * (1 - beta_1))
    return Sum(lead, 1, n) <= D**2 / 2 * weight(n) + weighted(n) + Sum(moved, 1, n) / (1 - beta_1) - ahead


@paper.claim(given=RATES | AVERAGES | BOUNDED | DESCENT, shows=every(so_far, 1, T))
def regret_so_far(p: Proof) -> Fact:
    """The square of a step, and 2|m (x − u)| <= m²/w + w (x − u)² for the average of the round before."""
    push = lambda t, s: Sum(lambda i: m(s, i) * (x(t, i) - u(i)), 1, d)
    step = lambda t: distance(t, t) - 2 * push(t, t) + moved(t)
    same = p.prove(every(lambda t: Eq(said_at(DESCENT["contract"], t).args[1], step(t)), 1, T), "weights")
    squares = p.prove(every(lambda t: distance(t, t + 1) <= step(t), 1, T), "contract", same)
    young = p.prove(every(lambda t: -push(t, t - 1) <= (moved(t, t - 1) + distance(t, t)) / 2, 1, T), "weights")
    split = p.prove(every(lambda t: Eq(push(t, t), b(t) * push(t, t - 1) + (1 - b(t)) * lead(t)), 1, T), "averages")
    terms = (lambda t: distance(t, t), lambda t: distance(t, t + 1), moved, lambda t: moved(t, t - 1))
    signs = [p.prove(every(lambda t, f=f: 0 <= f(t), 1, T), "weights") for f in terms]
    near = p.prove(every(lambda t: distance(t, t) <= D**2 * weight(t), 1, T), "near", "weights")
    growth = lambda t: distance(t + 1, t + 1) - distance(t, t + 1) <= D**2 * (weight(t + 1) - weight(t))
    grow = p.prove(every(growth, 1, T - 1), "near", "grow")
    shrink = p.prove(every(lambda t: moved(t + 1, t) <= moved(t), 1, T - 1), "weights", "grow")

    def line(t: Term) -> Term:
        parts = (distance(t, t) - distance(t, t + 1)) / 2, (moved(t) + moved(t, t - 1)) / (2 * (1 - beta_1))
        return lead(t) <= parts[0] + D**2 / (1 - beta_1) * (b(t) * weight(t)) + parts[1]

    lines = p.prove(every(line, 1, T), squares, young, split, near, *signs, "rates", "bounded", "below")
    with p.induction(k) as here:
        longer = p.prove(so_far(k + 1), here, lines, grow, shrink, "below")
    return p.by_induction(k, longer, p.prove(so_far(num(1)), lines, "start", near, "below", "steps"))


# --- the averages, of one coordinate


def fading(t: Term) -> Term:
    """The sum of the |h_j| up to t, which fade by γ in each round."""
    return Sum(lambda j: power(gamma, t - j) * abs(h(j)), 1, t)


paper.by_search("fading_sign", [0 <= beta_1, 0 < beta_2], every(lambda t: 0 <= fading(t), 0))
paper.by_search(  # the terms up to t fade once more
    "fading_step", [0 < beta_2], every(lambda t: Eq(fading(t + 1), gamma * fading(t) + abs(h(t + 1))), 0)
)


@paper.claim(given={"steps": 1 <= T}, shows=Sum(lambda t: abs(h(t)) / sqrt(t), 1, T) <= logs * norm)
def sum_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality, and the harmonic sum."""
    squares, harmonic = Sum(lambda t: h(t) ** 2, 1, T), Sum(lambda t: 1 / t, 1, T)
    product = p.prove(p.goal.args[0] ** 2 <= squares * harmonic)
    return p.prove(p.goal, product, p.prove(harmonic <= 1 + log(T)), p.prove(0 <= squares), "steps")


@paper.claim(given=RATES, shows=(1 - gamma) * Sum(lambda t: fading(t) / sqrt(t), 1, T) <= logs * norm)
def fading_total(p: Proof) -> Fact:
    """A round adds s_{k+1}/√(k + 1) <= γ s_k/√k + |h_{k+1}|/√(k + 1) to the sum of fading s."""
    ratio = p.prove(0 <= gamma, "rate", "squares_rate")
    now = lambda t: abs(h(t)) / sqrt(t)
    facts = p.apply("fading_sign"), p.apply("fading_step"), ratio
    line = lambda t: fading(t + 1) / sqrt(t + 1) <= gamma * (fading(t) / sqrt(t)) + now(t + 1)
    lines, first = p.prove(every(line, 1, T), *facts), p.prove(fading(num(1)) / sqrt(num(1)) <= now(num(1)), *facts)
    part = lambda n: (1 - gamma) * Sum(lambda t: fading(t) / sqrt(t), 1, n)
    sums = lambda n: part(n) + gamma * (fading(n) / sqrt(n)) <= Sum(now, 1, n)
    with p.induction(k, every(sums, 1, T)) as here:
        step = p.prove(sums(k + 1), here, lines)
    total = p.by_induction(k, step, p.prove(sums(num(1)), first), goal=every(sums, 1, T))
    rest = p.prove(0 <= gamma * (fading(T) / sqrt(T)), *facts, "steps")
    return p.have(p.goal, p.specialize(total, T), p.apply("sum_by_norm"), rest)


COLUMN = {
    **RATES,
    **BOUNDED,
    "start": Eq(a(0), 0),
    "none": Eq(c(0), 0),
    "averages": every(lambda t: Eq(a(t), b(t) * a(t - 1) + (1 - b(t)) * h(t)), 1, T),
    "squares": every(lambda t: Eq(c(t), beta_2 * c(t - 1) + (1 - beta_2) * h(t) ** 2), 1, T),
}


@paper.claim(given=COLUMN, shows=every(lambda t: a(t) ** 2 * root <= fading(t) * sqrt(c(t)), 0, T))
def averages_bounded(p: Proof) -> Fact:
    """By induction; this takes the place of the double sum of the printed proofs."""
    ranges = "squares", "squares_rate", "squares_below"
    sign = p.prove(every(lambda k: 0 <= c(k), 0, T), "none", *ranges)
    share = p.prove(Eq(beta_1, gamma * sqrt(beta_2)), "squares_rate")
    with p.induction(k) as here:
        last, new = abs(h(k + 1)), sqrt(c(k + 1))
        old = p.prove(sqrt(beta_2) * sqrt(c(k)) <= new, sign, *ranges)
        recent = p.prove(root * last <= new, sign, *ranges)
        square = p.prove(a(k + 1) ** 2 <= beta_1 * a(k) ** 2 + last**2, "averages", "rates", "bounded", "below")
        fades = p.prove(0 <= gamma * fading(k), p.apply("fading_sign"), "rate", "squares_rate")
        longer = p.specialize(p.apply("fading_step"), k), new
        products = (square, root), ("rate", here), (share, fading(k) * sqrt(c(k))), (fades, old), (last, recent)
        step = p.have(said_at(p.goal, k + 1), *products, longer)
    return p.by_induction(k, step, "start", "none")


@paper.claim(
    given={
        **COLUMN,
        "size": 0 < A,
        "weights": every(lambda t: 0 < omega(t), 1, T),
        "roots": every(lambda t: sqrt(t) * sqrt(c(t)) <= A * omega(t), 1, T),
    },
    shows=Sum(lambda t: a(t) ** 2 / omega(t), 1, T) <= A * logs / (1 - gamma) / root * norm,
)
def averages_by_norm(p: Proof) -> Fact:
    """Each term is at most A times the fading sum over √t √(1 − β_2)."""
    positive = p.prove(0 < root, "squares_below")
    scaled = every(lambda t: a(t) ** 2 * root * sqrt(t) <= fading(t) * A * omega(t), 1, T)
    more = p.prove(scaled, p.apply("averages_bounded"), p.apply("fading_sign"), "roots")
    total = Sum(lambda t: A / root * (fading(t) / sqrt(t)), 1, T)
    total = p.prove(p.goal.args[0] <= total, more, "weights", positive)
    total = p.have(p.goal.args[0] <= A / root * Sum(lambda t: fading(t) / sqrt(t), 1, T), total)
    return p.prove(p.goal, total, p.apply("fading_total"), positive, "fades", "size")


@paper.claim(
    given={
        **RATES | AVERAGES | BOUNDED | DESCENT,
        "size": 0 < A,
        "roots": every(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= A * w(t, i), 1, T, 1, d),
        "losses": every(lambda t: l(t) <= lead(t), 1, T),
    },
    shows=Sum(l, 1, T) <= D**2 / 2 * weight(T) + weighted(T) + A * logs / (1 - beta_1) / (1 - gamma) / root * NORMS,
)
def regret_bound(p: Proof) -> Fact:
    """The bounds of all rounds, and those of the averages of all coordinates."""
    with p.fix(i, 1, d):
        columns = (matrix_column(f, i) for f in (m, v, g, w))
        one = p.apply("averages_by_norm", **dict(zip(("a", "c", "h", "omega"), columns, strict=True)))
    scale = A * logs / (1 - gamma) / root
    ratios = lambda i: Sum(lambda t: m(t, i) ** 2 / w(t, i), 1, T)
    length = lambda i: sqrt(Sum(lambda t: g(t, i) ** 2, 1, T))
    columns = p.have(Sum(ratios, 1, d) <= Sum(lambda i: scale * length(i), 1, d), p.generalize(i, one))
    averages = p.have(Sum(moved, 1, T) <= scale * NORMS, columns, p.prove(Eq(Sum(moved, 1, T), Sum(ratios, 1, d))))
    found = p.specialize(p.apply("regret_so_far"), T, using=["steps"])
    signs = (p.prove(0 <= f, "weights", "steps") for f in (distance(T, T + 1), moved(T)))
    return p.prove(p.goal, p.prove(Sum(l, 1, T) <= Sum(lead, 1, T), "losses"), found, *signs, averages, "below")


paper.state(
    "lemma-1", "A projection onto a convex set does not increase weighted distances to its points.", kind="lemma",
    printed=projection_contracts,
)  # fmt: skip
paper.state(
    "lemma-2", "The norm of the gradients of a coordinate bounds its averages.", kind="lemma", printed=averages_by_norm
)
paper.state("theorem", "If the weights do not fall, they bound the regret.", kind="theorem", printed=regret_bound)
