"""The divergence of Adam and the convergence of AMSGrad, after Reddi, Kale and Kumar (arXiv 1904.09237).

Theorem 1: the losses C x, −x, −x repeat on [−1, 1], C > 2; β_1 = 0, β_2 = 1/(1 + C²), α_t = α/√t, α < √(1 − β_2).
The slope of round t is g(t); the losses are linear, so that the regret against −1 is Σ g_t (x_t + 1). Every such run is
back at 1 after each three rounds. `CYCLE` has factors s_t of the steps which do not fall: 1, or the bias correction.

Theorem 4: AMSGrad on a convex set, {x : F(x) >= 0}, with v̂_t = max(v̂_{t-1}, v_t), and the projection with the weights
√v̂_t, which are positive. The form is that which Tran and Phong (arXiv 1904.03590) quote; Corollary 1 is as in the
submission to ICLR, with the same α in the first term. Tran and Phong show that the printed proof needs that β_{1,t}
does not increase. The proofs here are others: that of Theorem 4 does not need it, and if it holds, no middle term is
needed.
"""

import kingma_ba
from descent import *
from kingma_ba import Goo, alpha, lam, loss, regret, without

from lemmata import convex, convex_set, gradient_at, nearest

paper = chapter = Paper(
    "RKK", "On the convergence of Adam and beyond", "Reddi, Kale and Kumar, ICLR 2018",
    builds_on=kingma_ba.paper,
)  # fmt: skip
n, N = ints("n N")
grad, mean, place, factor = vectors("g v x s")
(C,) = reals("C")
clip = lambda y: Min(1, Max(-1, y))  # the projection onto [−1, 1]
cycles = lambda f: every(f, 0, n - 1)  # of three rounds each
rounds = lambda f, last=3 * n: every(f, 1, last)
CYCLE = {
    "large": 2 < C,
    "step": 0 < alpha,
    "short": alpha < sqrt(1 - beta_2),
    "fading": Eq(beta_2 * (1 + C**2), 1),
    "some": 0 <= n,
    "up": cycles(lambda k: Eq(grad(3 * k + 1), C)),
    "down": cycles(lambda k: Eq(grad(3 * k + 2), -1)),
    "again": cycles(lambda k: Eq(grad(3 * k + 3), -1)),
    "none": Eq(mean(0), 0),
    "squares": rounds(lambda t: Eq(mean(t), beta_2 * mean(t - 1) + (1 - beta_2) * grad(t) ** 2)),
    "positive": rounds(lambda t: 0 < mean(t)),
    "scaled": rounds(lambda t: 0 < factor(t)),
    "most": rounds(lambda t: factor(t) <= 1),
    "rises": rounds(lambda t: factor(t) <= factor(t + 1), 3 * n - 1),
    "start": Eq(place(1), 1),
    "moves": rounds(lambda t: Eq(place(t + 1), clip(place(t) - alpha / sqrt(t) * factor(t) * grad(t) / sqrt(mean(t))))),
}
SLOPES = "up", "down", "again"
SMALL = {"rate": 0 < beta_2, "small": beta_2 <= rational(1, 5)}
R2, R3 = rational(7, 5) * beta_2**2 + 2 - beta_2, 1 + 2 * beta_2
push = lambda t: alpha / sqrt(t) * factor(t) / sqrt(mean(t))  # the step of a round with a gradient of size 1
cycle_regret = lambda k: Sum(lambda t: grad(t) * place(t) - grad(t) * num(-1), 1, 3 * k)  # against −1

paper.by_search("decay_positive", [CYCLE["fading"]], 0 < beta_2)
paper.by_search("decay_small", [CYCLE["large"], CYCLE["fading"]], SMALL["small"])  # 1 + C² > 5
paper.by_search("two_roots", SMALL, 1 <= 1 / sqrt(2 * R2) + 1 / sqrt(3 * R3))
paper.by_search(  # if nothing is cut off, the sum is at least 1
    "back_at_one", [0 <= p_, p_ <= 1, 0 <= q_, 0 <= r_, p_ <= q_ + r_], Eq(clip(clip(clip(1 - p_) + q_) + r_), 1)
)


@paper.claim(given=[*SMALL.values(), 1 <= N], shows=1 / sqrt(N) <= 1 / sqrt(R2 * (N + 1)) + 1 / sqrt(R3 * (N + 2)))
def three_roots(p: Proof) -> Fact:
    """N + 1 is at most 2 N, and N + 2 at most 3 N."""
    parts = (1 / sqrt(N) * (1 / sqrt(j * r)) <= 1 / sqrt(r * (N + j - 1)) for j, r in ((2, R2), (3, R3)))
    return p.have(p.goal, *map(p.prove, parts), (p.apply("two_roots"), p.prove(0 < 1 / sqrt(N))))


def squares_of_cycle(p: Proof, known: Fact) -> list[Fact]:
    """Bounds of the three averages of squares of a cycle, from one of the average before."""
    out, two = [known], p.prove(R2 <= 2, *SMALL)
    for j, size in enumerate((rational(7, 5) * beta_2 + C**2, R2, R3)):
        bound = mean(3 * k + (j + 1)) <= size * (1 - beta_2)
        out.append(p.prove(bound, out[j], SLOPES[j], "squares", "fading", two, *SMALL))
    return out[1:]


@paper.claim(given=CYCLE | SMALL, shows=every(lambda k: mean(3 * k) <= rational(7, 5) * (1 - beta_2), 0, n))
def squares_small(p: Proof) -> Fact:
    """After the two rounds with slope −1 the average of squares is small."""
    with p.induction(k) as here:
        step = p.prove(said_at(p.goal, k + 1), squares_of_cycle(p, here)[2], *SMALL)
    return p.by_induction(k, step, "none", *SMALL)


@paper.claim(given=CYCLE | SMALL, shows=cycles(lambda k: sqrt(1 - beta_2) * C <= sqrt(mean(3 * k + 1))))
def first_roots(p: Proof) -> Fact:
    """The first average of squares of a cycle is at least (1 − β_2) C²."""
    signs = p.prove(every(lambda t: 0 <= mean(t), 0, 3 * n), "none", "squares", *SMALL)
    with p.fix(k, 0, n - 1):
        known = p.specialize("squares", 3 * k + 1), p.specialize("up", k), p.specialize(signs, 3 * k)
        out = p.prove(said_at(p.goal, k), *known, "large", *SMALL)
    return p.generalize(k, out)


@paper.claim(given=CYCLE | SMALL, shows=cycles(lambda k: push(3 * k + 1) * C <= push(3 * k + 2) + push(3 * k + 3)))
def steps_balance(p: Proof) -> Fact:
    """The one step of size C is at most the two steps of size 1."""
    unit = sqrt(1 - beta_2)
    with p.fix(k, 0, n - 1):
        first, *later = (3 * k + j for j in (1, 2, 3))
        rate = alpha * factor(first) / unit
        known = "positive", "scaled", "step", "large", p.prove(0 < unit, *SMALL)
        down = push(first) * C <= rate / sqrt(first)
        parts = [p.prove(down, p.apply("first_roots"), p.prove(0 < sqrt(first)), *known)]
        _, *sizes = squares_of_cycle(p, p.specialize(p.apply("squares_small"), k))
        rises = [p.specialize("rises", t) for t in (first, first + 1)]
        for t, size, r in zip(later, sizes, (R2, R3), strict=True):
            same = p.prove(Eq(sqrt(r * (1 - beta_2)), unit * sqrt(r)), *SMALL)
            root = p.have(sqrt(mean(t)) <= unit * sqrt(r), p.apply("sqrt_le", size), same)
            split = p.prove(Eq(sqrt(r * t), sqrt(r) * sqrt(t)), *SMALL, 0 <= k)
            signs = p.prove(0 < sqrt(t)), p.prove(0 < sqrt(r), *SMALL)
            parts.append(p.prove(rate / sqrt(r * t) <= push(t), root, split, *signs, *rises, *known))
        roots = p.prove(0 < rate, *known), p.apply("three_roots", *SMALL, N=first)
        out = p.have(said_at(p.goal, k), *parts, roots)
    return p.generalize(k, out)


@paper.claim(given=CYCLE | SMALL, shows=cycles(lambda k: push(3 * k + 1) * C <= 1))
def first_steps(p: Proof) -> Fact:
    """The step is at most α/√(1 − β_2)."""
    root = p.prove(cycles(lambda k: 1 <= sqrt(3 * k + 1)))
    return p.prove(p.goal, p.apply("first_roots"), root, "short", "step", "most", "scaled", "positive", "large")


@paper.claim(given=CYCLE | SMALL, shows=every(lambda k: Eq(place(3 * k + 1), 1), 0, n))
def back_each_time(p: Proof) -> Fact:
    """The two steps up make good the one step down."""
    signs = p.prove(rounds(lambda t: 0 < push(t)), "positive", "scaled", "step")
    with p.induction(k) as here:
        steps = {"p": push(3 * k + 1) * C, "q": push(3 * k + 2), "r": push(3 * k + 3)}
        moves = []
        for j, way in enumerate((-steps["p"], steps["q"], steps["r"]), 1):
            move = p.rewrite(p.specialize("moves", 3 * k + j), p.specialize(SLOPES[j - 1], k))
            moves.append(p.have(Eq(place(3 * k + (j + 1)), clip(place(3 * k + j) + way)), move))
        known = [p.specialize(p.apply(name), k) for name in ("first_steps", "steps_balance")]
        known += [p.prove(0 <= step, signs, "large") for step in steps.values()]
        back = p.apply("back_at_one", *known, **steps)
        last = p.have(said_at(p.goal, k + 1), p.rewrite(moves[2], moves[1], moves[0], here), back)
    return p.by_induction(k, last, "start")


AVERAGE = (2 * C - 4) / 3 <= cycle_regret(n) / (3 * n)
WITHOUT = {key: q for key, q in CYCLE.items() if key not in ("scaled", "most", "rises", "moves")} | {"some": 1 <= n}
with_factor = lambda scale: substitute(CYCLE["moves"], {factor: fun(scale)})  # the updates with given factors


@paper.claim(given=CYCLE | {"some": 1 <= n}, shows=AVERAGE)
def average_regret(p: Proof) -> Fact:
    """Three rounds cost C + C, and at most 2 is won back in each of the others."""
    total = every(lambda k: k * (2 * C - 4) <= cycle_regret(k), 0, n)
    back = p.apply("back_each_time", p.apply("decay_small"), p.apply("decay_positive"))
    most = p.prove(rounds(lambda t: place(t + 1) <= 1), "moves")
    with p.induction(k, total) as here:
        known = [p.specialize(most, 3 * k + j) for j in (1, 2)] + [p.specialize(name, k) for name in SLOPES]
        last = p.prove(said_at(total, k + 1), here, *known, p.specialize(back, k))
    return p.prove(p.goal, p.specialize(p.by_induction(k, last, goal=total), n), "some")


@paper.claim(given=WITHOUT | {"moves": with_factor(lambda t: num(1))}, shows=AVERAGE)
def theorem_1(p: Proof) -> Fact:
    """All factors are 1."""
    return p.apply("average_regret", s=fun(lambda t: num(1)))


corrected = lambda t: sqrt(1 - power(beta_2, t))


@paper.claim(given=WITHOUT | {"moves": with_factor(corrected)}, shows=AVERAGE)
def with_bias_correction(p: Proof) -> Fact:
    """The factors √(1 − β_2^t) increase."""
    ranges = p.apply("decay_small"), p.apply("decay_positive")
    powers = lambda t: 0 < power(beta_2, t), lambda t: power(beta_2, t + 1) <= power(beta_2, t)
    powers = p.apply("power_below", *ranges, p=beta_2), *(p.prove(rounds(q), *ranges) for q in powers)
    scale = lambda t: 0 < corrected(t), lambda t: corrected(t) <= 1, lambda t: corrected(t) <= corrected(t + 1)
    return p.apply("average_regret", *(p.prove(rounds(q), *powers, *ranges) for q in scale), s=fun(corrected))


paper.by_search(
    "slopes_sum", {q: CYCLE[q] for q in SLOPES}, every(lambda k: Eq(Sum(grad, 1, 3 * k), k * (C - 2)), 0, n)
)


@paper.claim(
    given={key: CYCLE[key] for key in ("large", *SLOPES)} | {"some": 1 <= n, "low": -1 <= y_},
    shows=Sum(lambda t: grad(t) * num(-1), 1, 3 * n) <= Sum(lambda t: grad(t) * y_, 1, 3 * n),
)
def minus_one_is_best(p: Proof) -> Fact:
    """The slopes add up to n (C − 2) > 0."""
    found, size = p.specialize(p.apply("slopes_sum"), n), p.prove(0 <= n * (C - 2), "some", "large")
    return p.have(p.goal, found, (found, y_), ("low", size))


# --- AMSGrad

(V,) = vectors("V", 2)
paper.begin_section("4")
paper.recursion(
    "largest", "The largest averages of squares so far.", V, lambda i: 0,
    lambda t, before, i: Max(before(i), v(t + 1, i)), first=0, last=T, ends=(1, d),
)  # fmt: skip
inverse_step = lambda t, i: sqrt(t) * sqrt(V(t, i)) / alpha
step = lambda t: fun(lambda i: x(t, i) - alpha / sqrt(t) * m(t, i) / sqrt(V(t, i)))
root_V = lambda t: fun(lambda i: sqrt(V(t, i)))
local = lambda formula: substitute(formula, {w: fun(inverse_step, 2)})
AMSGRAD = {
    **RATES | SQUARES | BOUNDED,
    "step": 0 < alpha,
    "positive": everywhere(lambda t, i: 0 < V(t, i)),
    "set": convex_set(F),
    "inside": every(lambda t: inside(at(t)), 1, T + 1),
    "moves": every(lambda t: nearest(at(t + 1), step(t), root_V(t), F, d), 1, T),
    "losses": every(lambda t: convex(lambda q: f(t, q), F), 1, T),
    "gradients": every(lambda t: gradient_at(lambda q: f(t, q), matrix_row(g, t), at(t), d, F), 1, T),
    "member": inside(u),
    "near": DESCENT["near"],
}
FIRST = D**2 * sqrt(T) / alpha * Sum(lambda i: sqrt(V(T, i)), 1, d)
MIDDLE = D**2 * Sum(lambda t: b(t) * Sum(lambda i: inverse_step(t, i), 1, d), 1, T)
LAST = alpha * share * NORMS


@paper.claim(given=AMSGRAD, shows=local(DESCENT["nearer"]))
def all_nearer(p: Proof) -> Fact:
    """The projection with the weights √v̂_t, divided by α_t."""
    ratio = lambda t, i: Eq(m(t, i) / inverse_step(t, i), alpha / sqrt(t) * m(t, i) / sqrt(V(t, i)))
    ratio = p.prove(everywhere(ratio), "positive", "step")
    weights = p.prove(everywhere(lambda t, i: 0 <= sqrt(V(t, i))), "positive")
    with p.fix(t, 1, T), p.case(inside(z)) as member:
        known = member, *(p.specialize(q, t) for q in (weights, "moves")), p.specialize("inside", t + 1)
        shorter = p.apply("projection_contracts", *known, c=at(t + 1), y=step(t), a=root_V(t), u=z)
        goal = said_at(p.goal, t, z)
        same = p.prove(Eq(goal.args[1], sqrt(t) / alpha * shorter.concl.args[1]), p.specialize(ratio, t))
        out = p.have(goal, same, (p.prove(0 <= sqrt(t) / alpha, "step"), shorter))
    return p.generalize(t, p.generalize(z, out))


@paper.claim(given=AMSGRAD, shows=everywhere(lambda t, i: 0 < v(t, i)))
def squares_positive(p: Proof) -> Fact:
    """v̂_1 is v_1, and v_{t+1} is at least β_2 v_t."""
    with p.fix(i, 1, d):
        first = p.specialize("V_step", 0, i), p.specialize("V_start", i), p.specialize("positive", 1, i)
        first = p.prove(0 < v(1, i), *first)
        one = p.prove(every(lambda t: 0 < v(t, i), 1, T), first, column(p, "v_step"), "squares_rate", "squares_below")
    return p.have(p.goal, p.generalize(i, one))


def by_descent(p: Proof, theorem: str, *rates: Fact) -> tuple[Fact, ...]:
    """The tangents, and the regret by a theorem of descent."""
    with p.fix(t, 1, T):
        known = [p.specialize(name, t) for name in ("losses", "gradients", "inside")]
        values = {"f": mapping(lambda q: f(t, q), VECTOR), "g": matrix_row(g, t), "x": at(t), "y": u}
        line = p.prove(loss(t) <= lead(t), p.apply("above_tangent_on_set", *known, **values))
    total = p.apply("sums.sum_le", p.generalize(t, line))
    with p.fix(t, 1, T), p.fix(i, 1, d):
        root = p.apply("sqrt_le", p.prove(v(t, i) <= V(t, i), p.specialize("V_step", t - 1, i)))
        roots = p.have(sqrt(t) * sqrt(v(t, i)) <= alpha * inverse_step(t, i), (root, p.prove(0 <= sqrt(t))), "step")
    known = [p.generalize(t, p.generalize(i, roots)), p.apply("squares_positive"), p.apply("all_nearer")]
    with p.fix(t, 1, T - 1), p.fix(i, 1, d):
        root = p.apply("sqrt_le", p.prove(V(t, i) <= V(t + 1, i), p.specialize("V_step", t, i)))
        longer, scale = p.apply("sqrt_le", s=t, u=t + 1), p.prove(0 < 1 / alpha, "step")
        products = (root, p.prove(0 <= sqrt(t + 1)), scale), (longer, p.prove(0 <= sqrt(V(t, i))), scale)
        grow = p.have(inverse_step(t, i) <= inverse_step(t + 1, i), *products)
    weights = p.prove(everywhere(lambda t, i: 0 < inverse_step(t, i)), "positive", "step")
    known += [weights, p.generalize(t, p.generalize(i, grow))]
    found = p.apply(theorem, *known, *rates, A=alpha, w=fun(inverse_step, 2))
    return total, found, p.prove(Eq(D**2 * Sum(lambda i: inverse_step(T, i), 1, d), FIRST))


def signs(p: Proof) -> list[Fact]:
    """The terms are not negative."""
    return [p.prove(0 <= FIRST, "step"), p.have(0 <= LAST, ("step", p.apply("share_sign"), p.prove(0 <= NORMS)))]


@paper.claim(
    given=AMSGRAD, shows=regret <= FIRST / (1 - beta_1) + MIDDLE / (2 * (1 - beta_1)) + LAST / (1 - beta_1) ** 2
)
def theorem_4(p: Proof) -> Fact:
    """The bound of descent for any rates has smaller constants."""
    first, last = signs(p)
    one = p.prove(rational(1, 2) <= 1 / (1 - beta_1), "rate", "below")
    two = p.prove((1 + 5 * beta_1) / (2 * (1 - beta_1)) <= 1 / (1 - beta_1) ** 2, "rate", "below")
    return p.have(p.goal, *by_descent(p, "regret_any_rates"), (first, one), (last, two))


@paper.claim(
    given=AMSGRAD | FALLING, shows=regret <= 1 / (2 * (1 - beta_1)) * FIRST + (1 + beta_1) / (2 * (1 - beta_1)) * LAST
)
def falling(p: Proof) -> Fact:
    """The bound of descent for falling rates."""
    total, found, same = by_descent(p, "regret_falling_rates")
    return p.have(p.goal, total, found, (same, 1 / (2 * (1 - beta_1))))


DECAYING = {
    **without(AMSGRAD, *BOUNDED) | {q: kingma_ba.RUN[q] for q in ("decay", "decays", "decaying")},
    "size": 0 <= Goo,
    "entries": kingma_ba.ENTRIES["entries"],
}


@paper.claim(
    given=DECAYING,
    shows=regret
    <= FIRST / (1 - beta_1) + beta_1 * D**2 * Goo / (2 * (1 - beta_1) * (1 - lam) ** 2) + LAST / (1 - beta_1) ** 2,
)
def corollary_1(p: Proof) -> Fact:
    """The middle term is not needed, as the rates fall."""
    first, last = signs(p)
    middle = p.prove(0 <= beta_1 * D**2 * Goo / (2 * (1 - beta_1) * (1 - lam) ** 2), "rate", "size", "below", "decays")
    one = p.prove(1 / (2 * (1 - beta_1)) <= 1 / (1 - beta_1), "below")
    two = p.prove((1 + beta_1) / (2 * (1 - beta_1)) <= 1 / (1 - beta_1) ** 2, "rate", "below")
    return p.have(p.goal, p.apply("falling", *kingma_ba.rates_fall(p)), (first, one), (last, two), middle)


# --- points at which the hypotheses hold, and the statements


def one_cycle(scale) -> dict[str, Term]:
    """The first cycle for C = 3 and α = 1/2, where `scale` gives the factor of a round."""
    slopes, squares, places = (3, -1, -1), (rational(81, 10), rational(171, 100), rational(1071, 1000)), [num(1)]
    for t, q, square in zip(map(num, (1, 2, 3)), slopes, squares, strict=True):
        places.append(clip(places[-1] - rational(1, 2) / sqrt(t) * scale(t) * q / sqrt(square)))
    values = {C: num(3), alpha: rational(1, 2), beta_2: rational(1, 10), n: num(1)}
    return values | {grad: array(*slopes), mean: array(*squares), place: array(*places)}


PLAIN, BIASED = one_cycle(lambda t: num(1)), one_cycle(lambda t: sqrt(1 - power(rational(1, 10), t)))
moments = lambda last: fun(lambda t, i: ite(t <= 0, 0, last), 2)
POINT = {
    d: num(1), T: num(1), alpha: num(1), beta_1: num(0), beta_2: rational(1, 4), D: num(1), b: fun(lambda t: num(0)),
    u: fun(lambda i: num(-1)), F: mapping(lambda q: -q(1), VECTOR), f: mapping(lambda t, q: -q(1), "Z", VECTOR),
    g: fun(lambda t, i: num(-1), 2), m: moments(-1), v: moments(rational(3, 4)), V: moments(rational(3, 4)),
    x: fun(lambda t, i: num(0), 2),
}  # fmt: skip
paper.by_search("plain_cycle", [], substitute(with_factor(lambda t: num(1)), PLAIN))
paper.by_search("biased_cycle", [], substitute(with_factor(corrected), BIASED))
paper.by_search("moves_at_point", [], substitute(AMSGRAD["moves"], POINT))

paper.begin_section("3")
paper.state(
    "theorem-1", "On the losses C x, −x, −x, … the average regret of Adam after 3 n rounds is at least (2 C − 4)/3.",
    kind="theorem", printed=theorem_1, holds_at=PLAIN,
)  # fmt: skip
paper.state(
    "debiased", "With the bias correction of Kingma and Ba the average regret is as large.", kind="finding",
    printed=with_bias_correction, holds_at=BIASED,
)  # fmt: skip
paper.state("best", "On [−1, 1] the best fixed point of these losses is −1.", kind="fact", printed=minus_one_is_best)
roots = 1 / sqrt(2 * (3 * k + 1)) <= 1 / sqrt(3 * k + 3)
paper.state(
    "first-cycle", "1/√(3 k + 3) is at least 1/√(2 (3 k + 1)); corrected: from k = 1 on, not k = 0.", section="A",
    printed=Claim((0 <= k,), roots), corrected=paper.by_search("later_roots", [1 <= k], roots),
    narrower="the first cycle needs a sharper bound of v_2 and v_3",
    errata=Erratum("false", "In the first cycle 3 is more than 2 · 1.", at={k: 0}),
)  # fmt: skip
paper.begin_section("4")
paper.state(
    "algorithm-2", "The updates of AMSGrad.", kind="definition", given=[AMSGRAD["positive"]],
    defines=AMSGRAD["moves"],
)  # fmt: skip
paper.state(
    "theorem-4-falling", "If β_{1,t} does not increase, the regret of AMSGrad is bounded by the first and the last "
    "term, with 1/(2 (1 − β_1)) and (1 + β_1)/(2 (1 − β_1)) before them.", kind="finding", printed=falling,
    holds_at=POINT,
)  # fmt: skip
paper.state(
    "theorem-4", "The regret of AMSGrad, for every β_{1,t} <= β_1, as Tran and Phong quote it.", kind="theorem",
    printed=theorem_4, holds_at=POINT,
)  # fmt: skip
paper.state(
    "corollary-1", "The regret of AMSGrad for β_{1,t} = β_1 λ^(t−1), with the middle term β_1 D_∞² G_∞/(2 (1 − β_1) "
    "(1 − λ)²), which is not needed.", kind="corollary", printed=corollary_1,
    holds_at=POINT | {lam: rational(1, 2), Goo: 1},
)  # fmt: skip
paper.state(
    "theorem-4-telescope", "√v̂_t/(α_t (1 − β_{1,t})) does not fall.",
    printed=Claim(
        (0 < alpha, 0 < p_, p_ <= q_, 0 <= r_, r_ < 1, 0 <= s, s <= r_),
        sqrt(p_) / (alpha * (1 - r_)) <= sqrt(num(2)) * sqrt(q_) / (alpha * (1 - s)),
    ),
    errata=Erratum(
        "false", "With p = v̂_1, q = v̂_2, r = β_{1,1} and s = β_{1,2} < β_{1,1} the factor 1/(1 − β_{1,t}) falls.",
        at={alpha: 1, p_: 1, q_: 1, r_: "1/2", s: 0},
    ),
)  # fmt: skip
