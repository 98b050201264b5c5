"""Adaptive descent: what the corrected regret theorems of both papers share.

A run has d coordinates. In round t it has the iterate x(t, ·), the gradient g(t, ·), its moving average m(t, ·) with
the rate b(t), that of its square, v(t, ·), and the weights w(t, ·), which are the inverse step sizes and do not fall.
The regret is bounded by the weights and by the squared averages over them: `regret_any_rates` for every b(t) <= β_1,
`regret_falling_rates`, with no further term, if b(t) does not increase (for constant rates by Alacaoglu et al., 2020).
"""

from lemmata import *

paper = chapter = Paper("Descent", "A bound of adaptive descent", "for the corrected theorems of the other papers")

d, i, k, t, T = ints("d i k t T")
beta_1, beta_2, A, D = reals("beta_1 beta_2 A D")
delta, e, p_, q_, r_, s, y_, z_ = reals("delta e p q r s y z")
a, b, c, h, l, u, y, z = vectors("a b c h l u y z")
g, m, v, w, x = vectors("g m v w x", 2)
(F,) = functions("F", VECTOR)  # the feasible set is where F >= 0
(f,) = functions("f", "Z" + VECTOR)  # the losses
gamma = beta_1 / sqrt(beta_2)
root = sqrt(1 - beta_2)
logs = sqrt(1 + log(T))
norm = lambda i: sqrt(Sum(lambda t: g(t, i) ** 2, 1, T))
NORMS = Sum(norm, 1, d)
share = logs / (1 - gamma) / root
rounds = lambda f, last=T: every(f, 1, last)
everywhere = lambda f, last=T: every(f, 1, last, 1, d)  # in each round and coordinate

paper.recursion(
    "averages", "The moving averages of the gradients.", m, lambda i: 0,
    lambda t, before, i: b(t + 1) * before(i) + (1 - b(t + 1)) * g(t + 1, i), first=0, last=T, ends=(1, d),
)  # fmt: skip
paper.recursion(
    "squares", "The moving averages of their squares.", v, lambda i: 0,
    lambda t, before, i: beta_2 * before(i) + (1 - beta_2) * g(t + 1, i) ** 2, first=0, last=T, ends=(1, d),
)  # fmt: skip


def column(p: Proof, name: str) -> Fact:
    """The recursion `name` in coordinate i."""
    with p.fix(t, 0, T - 1):
        return p.generalize(t, p.specialize(name, t, i))


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

RATES = {"steps": 1 <= T, "rate": 0 <= beta_1, "below": beta_1 < 1}
SQUARES = {"squares_rate": 0 < beta_2, "squares_below": beta_2 < 1, "fades": gamma < 1}
BOUNDED = {"rates": rounds(lambda t: 0 <= b(t)), "bounded": rounds(lambda t: b(t) <= beta_1)}
FALLING = BOUNDED | {"falling": rounds(lambda t: b(t + 1) <= b(t), T - 1)}


def distance(t: Term, s: Term) -> Term:
    """The squared distance of the iterate of round s from u, with the weights of round t."""
    return Sum(lambda i: w(t, i) * (x(s, i) - u(i)) ** 2, 1, d)


def moved(t: Term, s: Term | None = None) -> Term:
    """The squared average of round s, by default t, over the weights of round t."""
    return Sum(lambda i: m(t if s is None else s, i) ** 2 / w(t, i), 1, d)


def push(t: Term, s: Term) -> Term:
    """The average of round s, times the distance of the iterate of round t from u."""
    return Sum(lambda i: m(s, i) * (x(t, i) - u(i)), 1, d)


lead = lambda t: Sum(lambda i: g(t, i) * (x(t, i) - u(i)), 1, d)
weight = lambda t: Sum(lambda i: w(t, i), 1, d)
all_moved = lambda n: Sum(moved, 1, n)


def nearer(to) -> Term:
    """No step leads further from the points `to` than one of m_t/w_t: a projection onto a convex set may follow it."""
    gap = lambda t, q: Sum(lambda i: w(t, i) * (q(i) - to(t, i)) ** 2, 1, d)
    return rounds(lambda t: gap(t, matrix_row(x, t + 1)) <= gap(t, fun(lambda i: x(t, i) - m(t, i) / w(t, i))))


DESCENT = {
    "weights": everywhere(lambda t, i: 0 < w(t, i)),
    "grow": everywhere(lambda t, i: w(t, i) <= w(t + 1, i), T - 1),
    "near": everywhere(lambda t, i: abs(x(t, i) - u(i)) <= D),
    "contract": nearer(lambda t, i: u(i)),
}
SHORT = nearer(x)


paper.by_search(
    "young", [every(lambda i: 0 < h(i), 1, d)],
    Sum(lambda i: a(i) * c(i), 1, d)
    <= (Sum(lambda i: a(i) ** 2 / h(i), 1, d) + Sum(lambda i: h(i) * c(i) ** 2, 1, d)) / 2,
)  # fmt: skip
NEAR = rounds(lambda t: distance(t, t) <= D**2 * weight(t))
paper.by_search("near_sums", {name: DESCENT[name] for name in ("weights", "near")}, NEAR)


def young(p: Proof, t: Term, average, gap) -> Fact:
    """Young's inequality for an average and a vector, with the weights of round t."""
    return p.apply("young", p.specialize("weights", t), a=fun(average), c=fun(gap), h=matrix_row(w, t))


def pushed(n: Term) -> Term:
    """The bound of the sum of the m_t·(x_t − u), less what the next round needs."""
    return Sum(lambda t: push(t, t), 1, n) <= D**2 / 2 * weight(n) + all_moved(n) / 2 - distance(n, n + 1) / 2


@paper.claim(given={"steps": 1 <= T} | DESCENT, shows=rounds(pushed))
def averages_pushed(p: Proof) -> Fact:
    """The square of a step; the weights grow, and the iterates are near."""
    step = lambda t: distance(t, t) - 2 * push(t, t) + moved(t)
    same = p.prove(rounds(lambda t: Eq(said_at(DESCENT["contract"], t).args[1], step(t))), "weights")
    lines = p.prove(rounds(lambda t: distance(t, t + 1) <= step(t)), "contract", same)
    growth = lambda t: distance(t + 1, t + 1) - distance(t, t + 1) <= D**2 * (weight(t + 1) - weight(t))
    growth = p.prove(rounds(growth, T - 1), "near", "grow")
    with p.induction(k) as here:
        longer = p.prove(pushed(k + 1), here, lines, growth)
    near = p.specialize(p.apply("near_sums"), 1)
    return p.by_induction(k, longer, p.prove(pushed(num(1)), p.specialize(lines, 1), near))


FREE = {  # without a projection
    "weights": DESCENT["weights"], "free": everywhere(lambda t, i: Eq(x(t + 1, i), x(t, i) - m(t, i) / w(t, i)))
}  # fmt: skip
paper.by_search("free_contract", FREE, DESCENT["contract"])
paper.by_search("free_short", FREE, SHORT)
ratio = lambda t: b(t) / (1 - b(t))
kept = beta_1 / (1 - beta_1)


def split(p: Proof) -> tuple[Fact, ...]:
    """g_t = m_t + (m_t − m_{t−1}) β_{1,t}/(1 − β_{1,t}), with bounds of the factor, the m_t² and the distances."""
    low = p.prove(rounds(lambda t: 0 <= ratio(t)), "rates", "bounded", "below")
    high = p.prove(rounds(lambda t: ratio(t) <= kept), "rates", "bounded", "below")
    signs = p.prove(rounds(lambda t: 0 <= moved(t)), "weights")
    near = p.apply("near_sums")
    with p.fix(t, 1, T):
        whole = Eq(push(t, t), b(t) * push(t, t - 1) + (1 - b(t)) * lead(t))
        whole = p.prove(whole, p.specialize("m_step", t - 1)), p.specialize("bounded", t), "below"
        parts = p.prove(Eq(lead(t), push(t, t) + ratio(t) * (push(t, t) - push(t, t - 1))), *whole)
    return low, high, signs, near, p.generalize(t, parts)


@paper.claim(
    given=RATES | BOUNDED | DESCENT,
    shows=Sum(lead, 1, T)
    <= D**2 / 2 * weight(T)
    + D**2 / (2 * (1 - beta_1)) * Sum(lambda t: b(t) * weight(t), 1, T)
    + (1 + 3 * beta_1) / (2 * (1 - beta_1)) * all_moved(T),
)
def regret_any_rates(p: Proof) -> Fact:
    """|m (x − u)| <= m²/w + w (x − u)²/4, for the averages of this round and of the one before."""
    *known, parts = split(p)
    earlier = lambda t: moved(t, t - 1)
    sign = p.prove(rounds(lambda t: 0 <= earlier(t)), "weights")
    line = lambda t: push(t, t) + kept * (moved(t) + earlier(t)) + D**2 / (2 * (1 - beta_1)) * (b(t) * weight(t))
    share = p.prove(rounds(lambda t: ratio(t) <= b(t) / (1 - beta_1)), "rates", "bounded", "below")
    sizes = p.prove(rounds(lambda t: 0 <= D**2 * weight(t)), "weights")
    with p.fix(t, 1, T):
        facts = (*known, parts, sign, share, sizes)
        low, high, moves, near, now, back, share, whole = (p.specialize(q, t) for q in facts)
        ways = lambda i: 2 * m(t, i), lambda i: -2 * m(t - 1, i)
        pairs = [(low, young(p, t, way, lambda i: x(t, i) - u(i))) for way in ways]
        here = p.have(lead(t) <= line(t), now, *pairs, (low, near), (high, moves), (high, back), (share, whole))
    total = p.prove(Sum(lead, 1, T) <= Sum(line, 1, T), p.generalize(t, here))
    before = lambda n: Sum(earlier, 1, n) + moved(n) <= all_moved(n)
    with p.induction(k, rounds(before)) as here:
        facts = p.specialize("weights", k), p.specialize("weights", k + 1), p.specialize("grow", k)
        longer = p.prove(before(k + 1), here, p.prove(moved(k + 1, k) <= moved(k), *facts))
    before = p.by_induction(k, longer, p.prove(before(num(1)), "m_start"), goal=rounds(before))
    facts = p.specialize(before, T), p.specialize(p.apply("averages_pushed"), T), p.prove(0 <= kept, "rate", "below")
    last = p.prove(0 <= distance(T, T + 1), "weights", "steps"), p.specialize(known[2], T)
    same = p.prove(Eq(rational(1, 2) + 2 * kept, (1 + 3 * beta_1) / (2 * (1 - beta_1))), "below")
    return p.have(p.goal, total, facts[1], (facts[2], facts[0]), last[0], (facts[2], last[1]), (same, all_moved(T)))


@paper.claim(
    given=RATES | FALLING | DESCENT | {"short": SHORT},
    shows=Sum(lead, 1, T) <= D**2 / (2 * (1 - beta_1)) * weight(T) + (1 + beta_1) / (2 * (1 - beta_1)) * all_moved(T),
)
def regret_falling_rates(p: Proof) -> Fact:
    """Summation by parts, as the factors of the m_t·(x_t − u) do not increase, and m_t·(x_t − x_{t+1}) <= m_t²/w_t."""
    low, high, signs, near, parts = split(p)
    falls = p.prove(rounds(lambda t: ratio(t + 1) <= ratio(t), T - 1), "falling", "bounded", "rates", "below")
    same = lambda t, i: Eq(w(t, i) * (x(t, i) - m(t, i) / w(t, i) - x(t, i)) ** 2, m(t, i) ** 2 / w(t, i))
    same = p.prove(everywhere(same), "weights")
    terms = lambda t: ratio(t) * (push(t, t) - push(t, t - 1))
    ahead = lambda n: ratio(n) * push(n, n) + (kept - ratio(n)) * (D**2 * weight(n)) / 2
    so_far = lambda n: Sum(terms, 1, n) <= ahead(n) + kept * (all_moved(n) - moved(n))
    with p.induction(k, rounds(so_far)) as here:
        fall, far, same, sign = (p.specialize(q, k) for q in (falls, near, same, signs))
        same = p.prove(Eq(said_at(SHORT, k).args[1], moved(k)), same)
        larger = p.prove(weight(k) <= weight(k + 1), p.specialize("grow", k))
        gaps = lambda i: x(k, i) - u(i), lambda i: x(k, i) - x(k + 1, i)
        pair, back = (young(p, k, lambda i: m(k, i), gap) for gap in gaps)
        next_low, next_high = p.specialize(low, k + 1), p.specialize(high, k + 1)
        line = terms(k + 1) <= ahead(k + 1) - ahead(k) + kept * moved(k)
        short = p.have(push(k, k) - push(k + 1, k) <= moved(k), back, same, p.specialize("short", k))
        products = (fall, pair), (fall, far), (next_low, short), (next_high, larger, D**2), (next_high, sign)
        line = p.have(line, *products, (p.specialize(high, k), sign))
        longer = p.prove(so_far(k + 1), here, line)
    size = p.prove(0 <= D**2 * weight(num(1)), "weights", "steps")
    size = p.have(0 <= (kept - ratio(num(1))) * (D**2 * weight(num(1))), (p.specialize(high, 1), size))
    first = p.prove(so_far(num(1)), "m_start", size)
    total = p.specialize(p.by_induction(k, longer, first, goal=rounds(so_far)), T)
    whole = p.prove(Sum(lead, 1, T) <= Sum(lambda t: push(t, t) + terms(t), 1, T), parts)
    last = p.prove(0 <= distance(T, T + 1), "weights", "steps"), p.specialize(p.apply("averages_pushed"), T)
    one = p.prove(Eq(1 + kept, 1 / (1 - beta_1)), "below")
    low, high, sign, near = (p.specialize(q, T) for q in (low, high, signs, near))
    pair = young(p, T, lambda i: m(T, i), lambda i: x(T, i) - u(i))
    products = (low, pair), (low, near), (high, sign), (low, sign), (one, D**2 * weight(T)), (one, all_moved(T))
    return p.have(p.goal, whole, *last, total, *products)


# --- the averages, of one coordinate

LARGE = {"positive": everywhere(lambda t, i: 0 < v(t, i))}
part = lambda t, i: m(t, i) ** 2 / (sqrt(t) * sqrt(v(t, i)))
size = lambda t, i: abs(g(t, i)) / sqrt(t)
paper.by_search("divided", [0 < p_, 0 < q_, p_ * (q_ * y_) <= z_], y_ <= z_ / p_ / q_)


@paper.claim(given=RATES | SQUARES, shows=0 <= share)
def share_sign(p: Proof) -> Fact:
    """A product of three numbers."""
    parts = p.prove(0 < 1 / (1 - gamma), "fades"), p.prove(0 < 1 / root, "squares_below")
    return p.have(p.goal, (p.prove(0 <= logs, "steps"), *parts))


@paper.claim(given={"steps": 1 <= T}, shows=Sum(lambda t: size(t, i), 1, T) <= logs * norm(i))
def sum_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality, and the harmonic sum."""
    product = p.apply("norms.dot_le", d=T, x=fun(lambda t: abs(g(t, i))), y=fun(lambda t: 1 / sqrt(t)))
    squares, harmonic = p.prove(Eq(product.concl.args[1].args[0], norm(i))), p.apply("harmonic_le", lo=1, hi=T)
    inverses = Sum(lambda t: 1 / sqrt(t) * (1 / sqrt(t)), 1, T)
    same = p.prove(Eq(inverses, Sum(lambda t: 1 / t, 1, T)))
    root = p.apply("norms.sqrt_le", p.have(inverses <= 1 + log(T), same, harmonic), s=inverses, u=1 + log(T))
    signs = p.prove(0 <= norm(i))
    return p.have(p.goal, p.apply("abs_ge", x=p.goal.args[0]), product, squares, (root, signs))


@paper.claim(
    given=RATES | SQUARES | BOUNDED | LARGE | {"low": 1 <= i, "high": i <= d},
    shows=Sum(lambda t: part(t, i), 1, T) <= share * norm(i),
)
def averages_by_norm(p: Proof) -> Fact:
    """A round multiplies m²/√v by at most γ, and adds at most |g|/√(1 − β_2)."""
    ranges = "squares_rate", "squares_below"
    signs = p.prove(every(lambda t: 0 <= v(t, i), 0, T), p.specialize("v_start", i), column(p, "v_step"), *ranges)
    with p.fix(t, 0, T - 1):
        last, low, most = abs(g(t + 1, i)), *(p.specialize(q, t + 1) for q in ("rates", "bounded"))
        mean = m(t + 1, i) ** 2 <= b(t + 1) * m(t, i) ** 2 + (1 - b(t + 1)) * last**2
        mean = p.prove(mean, p.specialize("m_step", t, i), low, p.have(b(t + 1) <= 1, most, "below"))
        now = p.have(m(t + 1, i) ** 2 <= beta_1 * m(t, i) ** 2 + last**2, mean, (most, m(t, i) ** 2), (low, last**2))
        step = p.specialize("v_step", t, i), p.specialize(signs, t), *ranges
        old = p.prove(sqrt(beta_2) * sqrt(v(t, i)) <= sqrt(v(t + 1, i)), *step)
        new = p.prove(root * last <= sqrt(v(t + 1, i)), *step)
        known = [p.generalize(t, q) for q in (now, old, new)]
    scaled = lambda t: root * part(t, i)
    with p.fix(t, 1, T - 1):
        now, old, new = (p.specialize(q, t) for q in known)
        signs = [p.specialize("positive", s, i) for s in (t, t + 1)] + [p.prove(0 < root, "squares_below"), *ranges]
        last, over = abs(g(t + 1, i)), sqrt(t + 1) * sqrt(v(t + 1, i))
        mean = p.prove(scaled(t + 1) <= beta_1 * (root * m(t, i) ** 2 / over) + root * last**2 / over, now, *signs)
        longer, rest = p.apply("sqrt_le", s=t, u=t + 1), p.prove(0 <= sqrt(beta_2) * sqrt(v(t, i)))
        slower = sqrt(t) * (sqrt(beta_2) * sqrt(v(t, i))) <= over
        slower = p.have(slower, (old, p.prove(0 <= sqrt(t + 1))), (longer, rest))
        fewer = p.prove(root * m(t, i) ** 2 / over <= scaled(t) / sqrt(beta_2), slower, *signs)
        recent = p.prove(root * last**2 / over <= size(t + 1, i), new, *signs)
        line = p.have(scaled(t + 1) <= gamma * scaled(t) + size(t + 1, i), mean, ("rate", fewer), recent)
        lines = p.generalize(t, line)
    total = lambda n: (1 - gamma) * Sum(scaled, 1, n) + gamma * scaled(n) <= Sum(lambda t: size(t, i), 1, n)
    with p.induction(k, rounds(total)) as here:
        longer = p.prove(total(k + 1), here, lines)
    now, _, new = (p.specialize(q, 0) for q in known)
    now = p.have(m(1, i) ** 2 <= abs(g(1, i)) ** 2, now, (p.specialize("m_start", i), beta_1 * m(0, i)))
    first = p.prove(scaled(num(1)) <= size(num(1), i), now, new, p.specialize("positive", 1, i))
    total = p.by_induction(k, longer, p.prove(total(num(1)), first), goal=rounds(total))
    rest = p.prove(0 <= gamma * scaled(T), p.specialize("positive", T, i), "rate", *ranges)
    whole = Sum(lambda t: part(t, i), 1, T)
    found = p.have((1 - gamma) * (root * whole) <= logs * norm(i), p.specialize(total, T), p.apply("sum_by_norm"), rest)
    signs = p.have(0 < 1 - gamma, "fades"), p.prove(0 < root, "squares_below")
    return p.apply("divided", found, *signs, p=1 - gamma, q=root, y=whole, z=logs * norm(i))


@paper.claim(
    given={
        **RATES | SQUARES | BOUNDED | LARGE,
        "weights": everywhere(lambda t, i: 0 < w(t, i)),
        "size": 0 < A,
        "roots": everywhere(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= A * w(t, i)),
    },
    shows=all_moved(T) <= A * share * NORMS,
)
def moved_by_norms(p: Proof) -> Fact:
    """The averages of each coordinate."""
    terms = everywhere(lambda t, i: m(t, i) ** 2 / w(t, i) <= A * part(t, i))
    terms = p.prove(terms, "weights", "size", "roots", "positive")
    with p.fix(i, 1, d):
        column = lambda i: Sum(lambda t: m(t, i) ** 2 / w(t, i), 1, T)
        with p.fix(t, 1, T):
            term = p.specialize(terms, t, i)
        one = p.prove(column(i) <= A * Sum(lambda t: part(t, i), 1, T), p.generalize(t, term))
        one = p.have(column(i) <= A * share * norm(i), one, (p.apply("averages_by_norm"), A), "size")
    total = p.prove(Sum(column, 1, d) <= p.goal.args[1], p.generalize(i, one))
    return p.have(p.goal, total, p.prove(Eq(all_moved(T), Sum(column, 1, d))))


paper.state(
    "lemma-1", "A projection onto a convex set does not increase weighted distances to its points.", kind="lemma",
    printed=projection_contracts,
)  # fmt: skip
paper.state(
    "lemma-2", "The norm of the gradients of a coordinate bounds its averages.", kind="lemma", printed=averages_by_norm
)
paper.state(
    "theorem-1", "The weights and the averages over them bound the regret.", kind="theorem", printed=regret_any_rates
)
paper.state(
    "theorem-2", "If the rates do not increase, the bound needs no middle term.", kind="theorem",
    printed=regret_falling_rates,
)  # fmt: skip
