"""Adaptive descent: what the corrected regret theorems of both papers share.

A run has d coordinates. In round t it has the iterate x(t, ·), the gradient g(t, ·), its moving average m(t, ·) with
the rate b(t), that of its square, v(t, ·), and the weights w(t, ·), which are the inverse step sizes and do not fall.
The regret is bounded by the weights and by the squared averages over them: `regret_any_rates` for every b(t) <= β_1,
`regret_falling_rates`, with no further term, if b(t) does not increase (for constant rates by Alacaoglu et al., 2020).
"""

from lemmata import *
from lemmata import squared_distance

paper = chapter = Paper("Descent", "A bound of adaptive descent", "for the corrected theorems of the other papers")

d, i, k, t, T = ints("d i k t T")
beta_1, beta_2, A, D = reals("beta_1 beta_2 A D")
e, p_, q_, r_, s, y_, z_ = reals("e p q r s y z")
a, b, c, u, y, z = vectors("a b c u y z")
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


# --- the regret

RATES = {"steps": 1 <= T, "rate": 0 <= beta_1, "below": beta_1 < 1}
SQUARES = {"squares_rate": 0 < beta_2, "squares_below": beta_2 < 1, "fades": gamma < 1}
BOUNDED = {"rates": rounds(lambda t: 0 <= b(t)), "bounded": rounds(lambda t: b(t) <= beta_1)}
FALLING = BOUNDED | {"falling": rounds(lambda t: b(t + 1) <= b(t), T - 1)}
inside = lambda q: 0 <= F(q)
at = lambda t: matrix_row(x, t)
away = lambda t, place, q: squared_distance(matrix_row(w, t), place, q, d)  # with the weights of round t


def nearer(t: Term, q: Term) -> Term:
    """The step of round t, m_t/w_t and then a projection, leads no further from q than m_t/w_t does."""
    return away(t, at(t + 1), q) <= away(t, fun(lambda i: x(t, i) - m(t, i) / w(t, i)), q)


DESCENT = {
    "weights": everywhere(lambda t, i: 0 < w(t, i)),
    "grow": everywhere(lambda t, i: w(t, i) <= w(t + 1, i), T - 1),
    "near": everywhere(lambda t, i: abs(x(t, i) - u(i)) <= D),
    "inside": rounds(lambda t: inside(at(t))),
    "member": inside(u),
    "nearer": rounds(lambda t: for_all(lambda q: implies(inside(q), nearer(t, q)), VECTOR)),
}
lead = lambda t: Sum(lambda i: g(t, i) * (x(t, i) - u(i)), 1, d)
weight = lambda t: Sum(lambda i: w(t, i), 1, d)
moved = lambda t: Sum(lambda i: m(t, i) ** 2 / w(t, i), 1, d)
push = lambda t, s: Sum(lambda i: m(s, i) * (x(t, i) - u(i)), 1, d)
ratio = lambda t: b(t) / (1 - b(t))
kept = beta_1 / (1 - beta_1)
parts = lambda t: ratio(t) * (push(t, t) - push(t, t - 1))

NEAR = {name: DESCENT[name] for name in ("weights", "near")}
BOUND = rounds(lambda t: push(t, t) <= moved(t) + D**2 * weight(t) / 4)
paper.by_search("push_above", NEAR, BOUND)


@paper.claim(given=NEAR, shows=rounds(lambda t: -(moved(t) + D**2 * weight(t) / 4) <= push(t, t)))
def push_below(p: Proof) -> Fact:
    """The bound for the averages −m."""
    return p.have(p.goal, p.apply("push_above", m=fun(lambda t, i: -m(t, i), 2)))


@paper.claim(given=DESCENT, shows=rounds(lambda t: push(t, t) - push(t + 1, t) <= moved(t), T - 1))
def push_shift(p: Proof) -> Fact:
    """m·(x_t − x_{t+1}) <= m²/(2 w) + w (x_t − x_{t+1})²/2, and x_t is a point of the set."""
    with p.fix(t, 1, T - 1):
        short, weights = p.specialize("nearer", t, at(t)), p.specialize("weights", t)
        near, far = short.concl.args
        pair = Sum(lambda i: m(t, i) * (x(t, i) - x(t + 1, i)), 1, d) <= (moved(t) + near) / 2
        out = p.have(said_at(p.goal, t), p.prove(pair, weights), short, p.prove(Eq(far, moved(t)), weights))
    return p.generalize(t, out)


@paper.claim(
    given=RATES | BOUNDED | DESCENT,
    shows=Sum(lead, 1, T) <= D**2 / 2 * weight(T) + Sum(moved, 1, T) / 2 + Sum(parts, 1, T),
)
def regret_in_parts(p: Proof) -> Fact:
    """g_t = m_t + (m_t − m_{t−1}) β_{1,t}/(1 − β_{1,t}), and the bound of the sum of the m_t·(x_t − u)."""
    with p.fix(t, 1, T):
        mean = p.prove(Eq(push(t, t), b(t) * push(t, t - 1) + (1 - b(t)) * lead(t)), p.specialize("m_step", t - 1))
        line = Eq(lead(t), push(t, t) + parts(t))
        line = p.prove(line, mean, p.specialize("bounded", t), "below")
        nearer = p.specialize("nearer", t, u)
    same = p.apply("sums.sum_eq", p.generalize(t, line))
    pushed = p.specialize(p.apply("steps_bounded", p.generalize(t, nearer), X=x), T)
    return p.have(p.goal, same, pushed, p.prove(0 <= away(T, at(T + 1), u), "weights", "steps"))


# --- the averages, of one coordinate

LARGE = {"positive": everywhere(lambda t, i: 0 < v(t, i))}
INDEX = {"first": 1 <= i, "last": i <= d}
part = lambda t, i: m(t, i) ** 2 / (sqrt(t) * sqrt(v(t, i)))
size = lambda t, i: sqrt(g(t, i) ** 2 / t)
paper.by_search(
    "contracted",
    [1 <= T, 0 <= e, y(1) <= c(1), rounds(lambda t: y(t + 1) <= e * y(t) + c(t + 1), T - 1), 0 <= y(T)],
    (1 - e) * Sum(y, 1, T) <= Sum(c, 1, T),
)

paper.by_search("share_sign", RATES | SQUARES, 0 <= share, steps=[0 < 1 / root, 0 < 1 / (1 - gamma), 0 <= logs])


@paper.claim(given={"steps": 1 <= T}, shows=Sum(lambda t: size(t, i), 1, T) <= logs * norm(i))
def sum_by_norm(p: Proof) -> Fact:
    """The Cauchy–Schwarz inequality, and the harmonic sum."""
    values = {"x": fun(lambda t: abs(g(t, i))), "y": fun(lambda t: 1 / sqrt(t))}
    product, inverses = p.apply("norms.dot_le", d=T, **values), Sum(lambda t: 1 / sqrt(t) * (1 / sqrt(t)), 1, T)
    parts = p.prove(Eq(p.goal.args[0], product.concl.args[0].args[0]), "steps")
    squares = p.prove(Eq(product.concl.args[1].args[0], norm(i)))
    harmonic = p.prove(inverses <= 1 + log(T), p.apply("harmonic_le", lo=1, hi=T), "steps")
    root = p.apply("norms.sqrt_le", harmonic, s=inverses, u=1 + log(T))
    above = p.apply("abs_ge", x=parts.concl.args[1])
    return p.have(p.goal, parts, above, product, squares, (root, p.prove(0 <= norm(i))))


AVERAGES = RATES | SQUARES | BOUNDED | LARGE | INDEX


@paper.claim(
    given=AVERAGES, shows=rounds(lambda t: root * part(t + 1, i) <= gamma * (root * part(t, i)) + size(t + 1, i), T - 1)
)
def next_average(p: Proof) -> Fact:
    """A round multiplies m²/√v by at most γ, and adds at most |g|/√(1 − β_2)."""
    ranges = "squares_rate", "squares_below"
    same = p.prove(rounds(lambda t: Eq(abs(g(t, i)) / sqrt(t), size(t, i))), "steps")
    with p.fix(t, 1, T - 1):
        old, now = (p.specialize("positive", s, i) for s in (t, t + 1))
        low, most = (p.specialize(q, t + 1) for q in ("rates", "bounded"))
        last, over = abs(g(t + 1, i)), sqrt(t + 1) * sqrt(v(t + 1, i))
        mean = m(t + 1, i) ** 2 <= b(t + 1) * m(t, i) ** 2 + (1 - b(t + 1)) * last**2
        mean = p.prove(mean, p.specialize("m_step", t, i), low, p.have(b(t + 1) <= 1, most, "below"))
        mean = p.have(mean.concl.args[0] <= beta_1 * m(t, i) ** 2 + last**2, mean, (most, m(t, i) ** 2), (low, last**2))
        step = p.specialize("v_step", t, i), old, *ranges
        slower = p.prove(sqrt(beta_2) * sqrt(v(t, i)) <= sqrt(v(t + 1, i)), *step), p.prove(0 <= sqrt(t + 1))
        later = p.apply("sqrt_le", s=t, u=t + 1), p.prove(0 <= sqrt(beta_2) * sqrt(v(t, i)))
        slower = p.have(sqrt(t) * (sqrt(beta_2) * sqrt(v(t, i))) <= over, slower, later)
        fewer = p.prove(root * m(t, i) ** 2 / over <= root * part(t, i) / sqrt(beta_2), slower, old, now, *ranges)
        new = p.prove(root * last <= sqrt(v(t + 1, i)), *step)
        new = p.prove(root * last**2 / over <= last / sqrt(t + 1), new, now), p.specialize(same, t + 1)
        out = p.have(said_at(p.goal, t), (mean, p.prove(0 < root / over, now, *ranges)), ("rate", fewer), *new)
    return p.generalize(t, out)


@paper.claim(given=AVERAGES, shows=Sum(lambda t: part(t, i), 1, T) <= share * norm(i))
def averages_by_norm(p: Proof) -> Fact:
    """A sequence that is multiplied by at most γ in each round."""
    scaled, ranges = (lambda t: root * part(t, i)), ("squares_rate", "squares_below")
    known = [p.specialize(q, 0, i) for q in ("m_step", "v_step")] + [p.specialize(q, i) for q in ("m_start", "v_start")]
    known += [p.specialize("positive", 1, i), p.specialize("rates", 1), p.specialize("bounded", 1), "below"]
    first = p.prove(scaled(num(1)) <= abs(g(1, i)), *known, *ranges)
    first = p.have(scaled(num(1)) <= size(num(1), i), first, p.prove(Eq(size(num(1), i), abs(g(1, i)))))
    signs = (
        p.prove(0 <= scaled(T), p.specialize("positive", T, i), "squares_below"),
        p.prove(0 <= gamma, "rate", *ranges),
    )
    values = {"e": gamma, "y": fun(scaled), "c": fun(lambda t: size(t, i))}
    found = p.apply("contracted", p.apply("next_average"), first, *signs, **values)
    strict = p.have(0 < 1 - gamma, "fades"), p.prove(0 < root, "squares_below")
    same = p.prove(Eq(Sum(scaled, 1, T), root * p.goal.args[0]))
    return p.have(p.goal, found, same, p.apply("sum_by_norm"), *strict, scale=strict)


ROOTS = LARGE | {"size": 0 < A, "roots": everywhere(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= A * w(t, i))}


@paper.claim(
    given=RATES | SQUARES | BOUNDED | ROOTS | {"weights": DESCENT["weights"]},
    shows=Sum(moved, 1, T) <= A * share * NORMS,
)
def moved_by_norms(p: Proof) -> Fact:
    """The averages of each coordinate."""
    over = lambda t, i: m(t, i) ** 2 / w(t, i)
    with p.fix(i, 1, d):
        lines = p.prove(rounds(lambda t: over(t, i) <= A * part(t, i)), "weights", *ROOTS)
        most = p.apply("sums.sum_le", lines), (p.apply("averages_by_norm"), A), "size"
        one = p.have(Sum(lambda t: over(t, i), 1, T) <= A * share * norm(i), *most)
    swapped = p.apply("sums.sum_swap", h=fun(over, 2), lo=1, hi=T, lo2=1, hi2=d)
    return p.have(p.goal, swapped, p.apply("sums.sum_le", p.generalize(i, one)))


# --- both


def summed_parts(p: Proof, bound, *more: Fact) -> tuple[Fact, ...]:
    """The bound of the sum of the parts after round T, by induction, and what is known of this round."""
    rates = "rates", "bounded", "below"
    facts = [
        p.prove(rounds(lambda t: 0 <= ratio(t)), *rates),
        p.prove(rounds(lambda t: ratio(t) <= kept), *rates),
        p.prove(rounds(lambda t: 0 <= moved(t)), "weights"),
        p.prove(rounds(lambda t: 0 <= D**2 * weight(t)), "weights"),
        p.apply("push_above"),
    ]
    more += *facts, p.prove(rounds(lambda t: D**2 * weight(t) <= D**2 * weight(t + 1), T - 1), "grow")
    more += p.apply("push_below"), p.apply("push_shift")
    said = lambda n: Sum(parts, 1, n) <= bound(n)
    with p.induction(k, rounds(said)) as here:
        longer = p.prove(said(k + 1), here, *more)
    start = p.prove(Eq(push(num(1), num(0)), 0), "m_start")
    total = p.by_induction(k, longer, p.prove(said(num(1)), start, "steps", *facts), goal=rounds(said))
    return tuple(p.specialize(q, T) for q in (total, *facts))


@paper.claim(
    given=RATES | SQUARES | BOUNDED | DESCENT | ROOTS,
    shows=Sum(lead, 1, T)
    <= D**2 / 2 * weight(T)
    + D**2 / (2 * (1 - beta_1)) * Sum(lambda t: b(t) * weight(t), 1, T)
    + (1 + 5 * beta_1) / (2 * (1 - beta_1)) * (A * share * NORMS),
)
def regret_any_rates(p: Proof) -> Fact:
    """The parts one by one."""
    middle = lambda n: Sum(lambda t: ratio(t) * (D**2 * weight(t)), 1, n)
    bound = lambda n: middle(n) / 2 + 3 * kept * Sum(moved, 1, n) - 2 * kept * moved(n)
    total, _, _, sign, *_ = summed_parts(p, bound)
    share = p.prove(rounds(lambda t: ratio(t) <= b(t) / (1 - beta_1)), "rates", "bounded", "below")
    sizes = p.prove(rounds(lambda t: 0 <= D**2 * weight(t)), "weights")
    middle = p.prove(middle(T) <= D**2 / (1 - beta_1) * Sum(lambda t: b(t) * weight(t), 1, T), share, sizes)
    scale = p.prove(0 <= (1 + 5 * beta_1) / (2 * (1 - beta_1)), "rate", "below")
    same = p.prove(Eq(rational(1, 2) + 3 * kept, (1 + 5 * beta_1) / (2 * (1 - beta_1))), "below")
    products = (p.prove(0 <= kept, "rate", "below"), sign), (same, Sum(moved, 1, T)), (p.apply("moved_by_norms"), scale)
    return p.have(p.goal, p.apply("regret_in_parts"), total, middle, *products)


@paper.claim(
    given=RATES | SQUARES | FALLING | DESCENT | ROOTS,
    shows=Sum(lead, 1, T)
    <= D**2 / (2 * (1 - beta_1)) * weight(T) + (1 + beta_1) / (2 * (1 - beta_1)) * (A * share * NORMS),
)
def regret_falling_rates(p: Proof) -> Fact:
    """Summation by parts, as the factors of the m_t·(x_t − u) do not increase."""
    falls = p.prove(rounds(lambda t: ratio(t + 1) <= ratio(t), T - 1), "falling", "bounded", "rates", "below")
    bound = lambda n: (
        ratio(n) * push(n, n) + (kept - ratio(n)) * (D**2 * weight(n)) / 4 + kept * (Sum(moved, 1, n) - moved(n))
    )
    total, low, high, sign, near, above = summed_parts(p, bound, falls)
    one = p.prove(Eq(1 + kept, 1 / (1 - beta_1)), "below")
    scale = p.prove(0 <= (1 + beta_1) / (2 * (1 - beta_1)), "rate", "below")
    products = (low, above), (low, near), (high, near), (high, sign), (one, D**2 * weight(T)), (one, Sum(moved, 1, T))
    return p.have(p.goal, p.apply("regret_in_parts"), total, *products, (p.apply("moved_by_norms"), scale))
