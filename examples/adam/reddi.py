"""The divergence of Adam and the convergence of AMSGrad, after Reddi, Kale and Kumar (arXiv 1904.09237).

Theorem 1: the losses C x, −x, −x repeat on [−1, 1], C > 2; β_1 = 0, β_2 = 1/(1 + C²), α_t = α/√t, α < √(1 − β_2).
The slope of round t is g(t); the losses are linear, so that the regret against −1 is Σ g_t (x_t + 1). Every such run is
back at 1 after each three rounds. `CYCLE` has factors s_t of the steps which do not fall: 1, or the bias correction.

Theorem 4: AMSGrad on a convex set, {x : F(x) >= 0}, with v̂_t = max(v̂_{t-1}, v_t), and the projection with the weights
√v̂_t, which are positive. The printed proof needs that β_{1,t} does not increase (Tran and Phong, arXiv 1904.03590). The
proof here does not: 1/(1 − β_{1,t}) = 1 + β_{1,t}/(1 − β_{1,t}), and the second part belongs to the second term.
"""

import descent
import kingma_ba
from descent import *

paper = chapter = Paper(
    "RKK", "On the convergence of Adam and beyond", "Reddi, Kale and Kumar, ICLR 2018",
    builds_on=[descent.paper, kingma_ba.paper],
)  # fmt: skip
n, N = ints("n N")
grad, mean, place, factor = vectors("g v x s")
alpha, B, C, M, L = reals("alpha B C M L")


def clip(y: Term) -> Term:
    """The projection onto [−1, 1]."""
    return Min(1, Max(-1, y))


def cycles(f) -> Term:
    """In each of n cycles of three rounds."""
    return every(f, 0, n - 1)


def rounds(f, last: Term | None = None) -> Term:
    """In each round of the n cycles."""
    return every(f, 1, 3 * n if last is None else last)


CYCLE = {
    "large": 2 < C,
    "step": 0 < alpha,
    "short": alpha < sqrt(1 - beta_2),
    "fading": eq(beta_2 * (1 + C**2), 1),
    "some": 0 <= n,
    "up": cycles(lambda k: eq(grad(3 * k + 1), C)),
    "down": cycles(lambda k: eq(grad(3 * k + 2), -1)),
    "again": cycles(lambda k: eq(grad(3 * k + 3), -1)),
    "none": eq(mean(0), 0),
    "squares": rounds(lambda t: eq(mean(t), beta_2 * mean(t - 1) + (1 - beta_2) * grad(t) ** 2)),
    "positive": rounds(lambda t: 0 < mean(t)),
    "scaled": rounds(lambda t: 0 < factor(t)),
    "most": rounds(lambda t: factor(t) <= 1),
    "rises": rounds(lambda t: factor(t) <= factor(t + 1), 3 * n - 1),
    "start": eq(place(1), 1),
    "moves": rounds(lambda t: eq(place(t + 1), clip(place(t) - alpha / sqrt(t) * factor(t) * grad(t) / sqrt(mean(t))))),
}
SLOPES = "up", "down", "again"


@paper.claim(given=[2 < C, eq(beta_2 * (1 + C**2), 1)], shows=beta_2 <= rational(1, 5))
def decay_small(p: Proof) -> Fact:
    """1 + C² > 5."""
    return p.prove(p.goal)


R2, R3 = rational(7, 5) * beta_2**2 + 2 - beta_2, 1 + 2 * beta_2


def squares_of_cycle(p: Proof, known: Fact, *ranges: Fact) -> list[Fact]:
    """Bounds of the three averages of squares of a cycle, from one of the average before."""
    out = [known]
    for j, (name, size) in enumerate(zip(SLOPES, (rational(7, 5) * beta_2 + C**2, R2, R3), strict=True), 1):
        own = p.specialize(name, k), p.specialize("squares", 3 * k + j)
        out.append(p.prove(mean(3 * k + j) <= size * (1 - beta_2), out[-1], *own, *ranges, "fading"))
    return out[1:]


@paper.claim(given=CYCLE, shows=every(lambda k: mean(3 * k) <= rational(7, 5) * (1 - beta_2), 0, n))
def squares_small(p: Proof) -> Fact:
    """After the two rounds with slope −1 the average of squares is small."""
    ranges = p.apply("decay_small"), p.prove(0 < beta_2, "fading")
    with p.induction(k) as here:
        *_, last = squares_of_cycle(p, here, *ranges)
        step = p.prove(said_at(p.goal, k + 1), last, *ranges)
    return p.by_induction(k, step, "none", *ranges)


@paper.claim(given=CYCLE, shows=every(lambda k: 0 <= mean(3 * k), 0, n))
def squares_sign(p: Proof) -> Fact:
    """v_0 = 0, and the others are positive."""
    small, positive = p.apply("decay_small"), p.prove(0 < beta_2, "fading")
    signs = p.prove(every(lambda t: 0 <= mean(t), 0, 3 * n), "none", "squares", positive, small)
    return p.prove(p.goal, signs)


def push(t: Term) -> Term:
    """The size of the step of a round with a gradient of size 1."""
    return alpha / sqrt(t) * factor(t) / sqrt(mean(t))


@paper.claim(given=[0 < beta_2, beta_2 <= rational(1, 5)], shows=1 <= 1 / sqrt(2 * R2) + 1 / sqrt(3 * R3))
def two_roots(p):
    return p.prove(p.goal)


@paper.claim(
    given=[0 < beta_2, beta_2 <= rational(1, 5), 1 <= N],
    shows=1 / sqrt(N) <= 1 / sqrt(R2 * (N + 1)) + 1 / sqrt(R3 * (N + 2)),
)
def three_roots(p):
    parts = [
        p.prove(
            1 / sqrt(N) * (1 / sqrt(j * r)) <= 1 / sqrt(r * (N + j - 1)), 1 <= N, 0 < beta_2, beta_2 <= rational(1, 5)
        )
        for j, r in ((2, R2), (3, R3))
    ]
    return p.have(p.goal, *parts, (p.apply("two_roots"), p.prove(0 < 1 / sqrt(N), 1 <= N)))


@paper.claim(given=[1 <= k], shows=1 / sqrt(2 * (3 * k + 1)) <= 1 / sqrt(3 * k + 3))
def later_roots(p: Proof) -> Fact:
    """3 k + 3 is at most 6 k + 2."""
    return p.prove(p.goal)


@paper.claim(given=CYCLE, shows=cycles(lambda k: push(3 * k + 1) * C <= push(3 * k + 2) + push(3 * k + 3)))
def steps_balance(p):
    """The one step of size C is at most the two steps of size 1."""
    small, positive = p.apply("decay_small"), p.prove(0 < beta_2, "fading")
    B = sqrt(1 - beta_2)
    unit = p.prove(0 < B, small)
    with p.fix(k, 0, n - 1):
        r = [3 * k + j for j in range(1, 4)]
        squares = [p.specialize("squares", t) for t in r]
        slopes = [p.specialize(name, k) for name in SLOPES]
        signs = [p.specialize("positive", t) for t in r]
        scale = p.specialize("scaled", r[0])
        rises = [p.specialize("rises", t) for t in r[:2]]
        least = p.prove(
            (1 - beta_2) * C**2 <= mean(r[0]), squares[0], slopes[0], p.apply("squares_sign"), positive, small
        )
        _, v2, v3 = squares_of_cycle(p, p.specialize(p.apply("squares_small"), k), small, positive)
        first = p.prove(B * C <= sqrt(mean(r[0])), least, "large", small)
        down = p.prove(
            push(r[0]) * C <= alpha * factor(r[0]) / B / sqrt(r[0]),
            first,
            "large",
            unit,
            signs[0],
            scale,
            "step",
            p.prove(0 < sqrt(r[0])),
        )
        ups = []
        for t, v, R, sign in ((r[1], v2, R2, signs[1]), (r[2], v3, R3, signs[2])):
            root = p.prove(sqrt(mean(t)) <= B * sqrt(R), v, small, positive)
            split = p.prove(eq(sqrt(R * t), sqrt(R) * sqrt(t)), small, positive, 0 <= k)
            ups.append(
                p.prove(
                    alpha * factor(r[0]) / B / sqrt(R * t) <= push(t),
                    root,
                    split,
                    sign,
                    scale,
                    *rises,
                    "step",
                    unit,
                    p.prove(0 < sqrt(t)),
                    p.prove(0 < sqrt(R), positive, small),
                )
            )
        rate = p.prove(0 < alpha * factor(r[0]) / B, scale, "step", unit)
        out = p.have(
            push(r[0]) * C <= push(r[1]) + push(r[2]),
            down,
            *ups,
            (rate, p.apply("three_roots", small, positive, N=r[0])),
        )
    return p.generalize(k, out)


@paper.claim(given=CYCLE, shows=cycles(lambda k: push(3 * k + 1) * C <= 1))
def first_steps(p):
    """The step is at most α/√(1 − β_2)."""
    small, positive = p.apply("decay_small"), p.prove(0 < beta_2, "fading")
    with p.fix(k, 0, n - 1):
        t = 3 * k + 1
        rise = p.prove(
            (1 - beta_2) * C**2 <= mean(t),
            p.specialize("squares", t),
            p.specialize("up", k),
            p.apply("squares_sign"),
            positive,
            small,
        )
        rise = p.prove(sqrt(1 - beta_2) * C <= sqrt(mean(t)), rise, "large", small, positive)
        out = p.prove(
            push(t) * C <= 1,
            rise,
            "short",
            "step",
            p.specialize("most", t),
            p.specialize("scaled", t),
            p.specialize("positive", t),
            p.prove(1 <= sqrt(t)),
            "large",
        )
    return p.generalize(k, out)


@paper.claim(given=[0 <= p_, p_ <= 1, 0 <= q_, 0 <= r_, p_ <= q_ + r_], shows=eq(clip(clip(clip(1 - p_) + q_) + r_), 1))
def back_at_one(p: Proof) -> Fact:
    """If nothing is cut off, the sum is at least 1."""
    return p.prove(p.goal)


@paper.claim(given=CYCLE, shows=every(lambda k: eq(place(3 * k + 1), 1), 0, n))
def back_each_time(p):
    """The two steps up make good the one step down."""
    signs = p.prove(rounds(lambda t: 0 < push(t)), "positive", "scaled", "step")
    with p.induction(k) as here:
        steps = [push(3 * k + 1) * C, push(3 * k + 2), push(3 * k + 3)]
        moves = [
            p.prove(
                eq(place(3 * k + (j + 1)), clip(place(3 * k + j) + (-1 if j == 1 else 1) * step)),
                p.specialize("moves", 3 * k + j),
                p.specialize(name, k),
            )  # fmt: skip
            for j, (name, step) in enumerate(zip(SLOPES, steps, strict=True), 1)
        ]
        known = [p.specialize(p.apply(name), k) for name in ("first_steps", "steps_balance")]
        sizes = [p.prove(0 <= step, p.specialize(signs, 3 * k + j), "large") for j, step in enumerate(steps, 1)]
        back = p.apply("back_at_one", *known, *sizes, p=steps[0], q=steps[1], r=steps[2])
        last = p.have(said_at(p.goal, k + 1), p.rewrite(moves[2], moves[1], moves[0], here), back)
    return p.by_induction(k, last, "start")


def lost(t):
    return grad(t) * place(t) - grad(t) * num(-1)


def cycle_regret(k):
    """The regret of 3 k rounds against −1."""
    return sigma(lost, 1, 3 * k)


@paper.claim(given=CYCLE, shows=every(lambda k: k * (2 * C - 4) <= cycle_regret(k), 0, n))
def total_regret(p):
    """Three rounds cost C + C, and at most 2 is won back in each of the others."""
    with p.induction(k) as here:
        r = [3 * k + j for j in (1, 2, 3)]
        slopes = [p.specialize(name, k) for name in SLOPES]
        most = [p.prove(place(t + 1) <= 1, p.specialize("moves", t)) for t in r[:2]]
        last = p.prove(
            said_at(p.goal, k + 1), here, *slopes, *most, p.specialize(p.apply("back_each_time"), k), effort=3
        )
    return p.by_induction(k, last)


@paper.claim(given={q: CYCLE[q] for q in SLOPES}, shows=every(lambda k: eq(sigma(grad, 1, 3 * k), k * (C - 2)), 0, n))
def slopes_sum(p):
    """C − 1 − 1 for each cycle."""
    with p.induction(k) as here:
        last = p.prove(said_at(p.goal, k + 1), here, *(p.specialize(name, k) for name in SLOPES), effort=3)
    return p.by_induction(k, last)


AVERAGE = (2 * C - 4) / 3 <= cycle_regret(n) / (3 * n)
WITHOUT = {key: q for key, q in CYCLE.items() if key not in ("scaled", "most", "rises", "moves")} | {"some": 1 <= n}


def with_factor(scale) -> Term:
    """The updates with given factors."""
    return substitute(CYCLE["moves"], {factor: fun(scale)})


@paper.claim(given=CYCLE | {"some": 1 <= n}, shows=AVERAGE)
def average_regret(p: Proof) -> Fact:
    """Divided by 3 n."""
    return p.prove(p.goal, p.specialize(p.apply("total_regret"), n), "some")


@paper.claim(given=WITHOUT | {"moves": with_factor(lambda t: num(1))}, shows=AVERAGE)
def theorem_1(p: Proof) -> Fact:
    """All factors are 1."""
    return p.apply("average_regret", s=fun(lambda t: num(1)))


corrected = lambda t: sqrt(1 - power(beta_2, t))


@paper.claim(given=WITHOUT | {"moves": with_factor(corrected)}, shows=AVERAGE)
def with_bias_correction(p: Proof) -> Fact:
    """The factors √(1 − β_2^t) increase."""
    ranges = p.apply("decay_small"), p.prove(0 < beta_2, "fading")
    powers = (
        lambda t: 0 < power(beta_2, t),
        lambda t: power(beta_2, t) <= beta_2,
        lambda t: power(beta_2, t + 1) <= power(beta_2, t),
    )
    powers = [p.prove(rounds(q), *ranges) for q in powers]
    scale = lambda t: 0 < corrected(t), lambda t: corrected(t) <= 1, lambda t: corrected(t) <= corrected(t + 1)
    return p.apply("average_regret", *(p.prove(rounds(q), *powers, *ranges) for q in scale), s=fun(corrected))


@paper.claim(
    given={key: CYCLE[key] for key in ("large", *SLOPES)} | {"some": 1 <= n, "low": -1 <= y_},
    shows=sigma(lambda t: grad(t) * num(-1), 1, 3 * n) <= sigma(lambda t: grad(t) * y_, 1, 3 * n),
)
def minus_one_is_best(p: Proof) -> Fact:
    """The slopes add up to n (C − 2) > 0."""
    found = p.specialize(p.apply("slopes_sum"), n)
    size = p.prove(0 <= n * (C - 2), "some", "large")
    return p.have(p.goal, found, (found, y_), ("low", size))


# --- AMSGrad

(V,) = vectors("V", 2)
inside = lambda q: 0 <= F(q)
inverse_step = lambda t, i: sqrt(t) * sqrt(V(t, i)) / alpha
AMSGRAD = (
    RATES
    | AVERAGES
    | BOUNDED
    | {
        "step": 0 < alpha,
        "largest": everywhere(lambda t, i: eq(V(t, i), Max(V(t - 1, i), v(t, i)))),
        "positive": everywhere(lambda t, i: 0 < V(t, i)),
        "set": CONVEX_SET,
        "inside": each(lambda t: inside(row(x, t)), 1, T + 1),
        "moves": each(
            lambda t: nearest(
                row(x, t + 1),
                fun(lambda i: x(t, i) - alpha / sqrt(t) * m(t, i) / sqrt(V(t, i))),
                fun(lambda i: sqrt(V(t, i))),
            )
        ),
        "losses": each(lambda t: convex(lambda q: f(t, q), inside)),
        "gradients": each(lambda t: gradient(lambda q: f(t, q), row(g, t), row(x, t), inside)),
        "member": inside(u),
        "near": everywhere(lambda t, i: absolute(x(t, i) - u(i)) <= D),
    }
)
loss = lambda t: f(t, row(x, t)) - f(t, u)
regret = sigma(loss, 1, T)
PARTS = (
    D**2 * sqrt(T) / alpha * over(lambda i: sqrt(V(T, i))),
    D**2 * sigma(lambda t: b(t) * over(lambda i: inverse_step(t, i)), 1, T),
    alpha * logs / (1 - gamma) / root * NORMS,
)
IN_DESCENT = {k: substitute(q, {w: fun(inverse_step, 2)}) for k, q in descent.DESCENT.items()}


@paper.claim(given=AMSGRAD, shows=IN_DESCENT["contract"])
def contracts(p: Proof) -> Fact:
    """The projection with the weights √v̂_t, divided by α_t."""
    scale = lambda t: sqrt(t) / alpha
    step = lambda t, i: x(t, i) - alpha / sqrt(t) * m(t, i) / sqrt(V(t, i))
    same = p.prove(
        everywhere(lambda t, i: eq(m(t, i) / inverse_step(t, i), alpha / sqrt(t) * m(t, i) / sqrt(V(t, i)))),
        "positive",
        "step",
    )
    with p.fix(t, 1, T) as (low, _):
        weights = p.prove(every(lambda i: 0 <= sqrt(V(t, i)), 1, d), "positive")
        moves = p.specialize("moves", t)
        shorter = p.apply(
            "projection_contracts",
            weights,
            moves,
            p.specialize("inside", t + 1),
            c=row(x, t + 1),
            y=fun(lambda i: step(t, i)),
            a=fun(lambda i: sqrt(V(t, i))),
        )
        positive = p.prove(0 <= scale(t), "step")
        with p.fix(i, 1, d):
            line = p.prove(
                eq(
                    inverse_step(t, i) * (x(t, i) - m(t, i) / inverse_step(t, i) - u(i)) ** 2,
                    scale(t) * (sqrt(V(t, i)) * (step(t, i) - u(i)) ** 2),
                ),
                p.specialize(same, t, i),
            )
        sides = said_at(p.goal, t).args
        sums = p.have(
            eq(sides[1], over(lambda i: scale(t) * (sqrt(V(t, i)) * (step(t, i) - u(i)) ** 2))), p.generalize(i, line)
        )
        out = p.have(said_at(p.goal, t), sums, (positive, shorter))
    return p.generalize(t, out)


@paper.claim(given=AMSGRAD, shows=regret <= PARTS[0] / 2 + PARTS[1] / (1 - beta_1) + PARTS[2] / (1 - beta_1))
def sharper(p: Proof) -> Fact:
    """The tangents, and the bound of descent."""
    with p.fix(t, 1, T):
        known = [p.specialize(name, t) for name in ("losses", "gradients", "inside")]
        near = tangent(p, lambda q: f(t, q), row(g, t), row(x, t), u, *known, p.get("member"))
        line = p.prove(loss(t) <= descent.lead(t), near)
    larger = p.prove(everywhere(lambda t, i: v(t, i) <= V(t, i)), "largest")
    larger = p.prove(everywhere(lambda t, i: sqrt(v(t, i)) <= sqrt(V(t, i))), larger)
    roots = p.prove(everywhere(lambda t, i: sqrt(t) * sqrt(v(t, i)) <= alpha * inverse_step(t, i)), larger, "step")
    weights = p.prove(everywhere(lambda t, i: 0 < inverse_step(t, i)), "positive", "step")
    rise = p.prove(everywhere(lambda t, i: sqrt(V(t, i)) <= sqrt(V(t + 1, i)), 1, T - 1), "largest")
    longer = p.prove(each(lambda t: sqrt(t) <= sqrt(t + 1), 1, T - 1))
    grow = p.prove(
        everywhere(lambda t, i: inverse_step(t, i) <= inverse_step(t + 1, i), 1, T - 1), rise, longer, "step"
    )
    facts = p.generalize(t, line), weights, grow, roots, p.apply("contracts")
    found = p.apply("regret_bound", *facts, A=alpha, w=fun(inverse_step, 2), l=fun(loss))
    last = p.prove(eq(over(lambda i: inverse_step(T, i)), sqrt(T) / alpha * over(lambda i: sqrt(V(T, i)))))
    return p.have(p.goal, found, (last, D**2))


@paper.claim(
    given=AMSGRAD, shows=regret <= PARTS[0] / (1 - beta_1) + PARTS[1] / (1 - beta_1) ** 2 + PARTS[2] / (1 - beta_1) ** 2
)
def theorem_4(p: Proof) -> Fact:
    """The printed constants are larger."""
    lines = p.prove(each(lambda t: 0 <= b(t) * over(lambda i: inverse_step(t, i))), "rates", "positive", "step")
    signs = [
        p.prove(0 <= q, *named)
        for q, *named in ((PARTS[0], "step"), (PARTS[1], lines), (PARTS[2], "step", "steps", "fades", "squares_below"))
    ]
    half, whole = (
        p.prove(rational(1, 2) <= 1 / (1 - beta_1), "rate", "below"),
        p.prove(1 / (1 - beta_1) <= 1 / (1 - beta_1) ** 2, "rate", "below"),
    )
    return p.have(p.goal, p.apply("sharper"), (signs[0], half), (signs[1], whole), (signs[2], whole))


# --- points at which the hypotheses hold, and the statements


def one_cycle(scale) -> dict[str, Term]:
    """The first cycle for C = 3 and α = 1/2, where `scale` gives the factor of a round."""
    slopes, squares, places = (3, -1, -1), (rational(81, 10), rational(171, 100), rational(1071, 1000)), [num(1)]
    for t, q, square in zip(map(num, (1, 2, 3)), slopes, squares, strict=True):
        places.append(clip(places[-1] - rational(1, 2) / sqrt(t) * scale(t) * q / sqrt(square)))
    values = {C: num(3), alpha: rational(1, 2), beta_2: rational(1, 10), n: num(1)}
    return values | {grad: array(*slopes), mean: array(*squares), place: array(*places)}


PLAIN, BIASED = one_cycle(lambda t: num(1)), one_cycle(lambda t: sqrt(1 - power(rational(1, 10), t)))


@paper.claim(given=[], shows=substitute(with_factor(lambda t: num(1)), PLAIN))
def plain_cycle(p: Proof) -> Fact:
    """Without bias correction."""
    return p.prove(p.goal)


@paper.claim(given=[], shows=substitute(with_factor(corrected), BIASED))
def biased_cycle(p: Proof) -> Fact:
    """With bias correction."""
    return p.prove(p.goal)


POINT = {
    d: num(1), T: num(1), alpha: num(1), beta_1: num(0), beta_2: rational(1, 4), D: num(1), b: fun(lambda t: num(0)),
    u: fun(lambda i: num(-1)), F: mapping(lambda q: -q(1), VECTOR), f: mapping(lambda t, q: -q(1), "Z", VECTOR),
    g: fun(lambda t, i: num(-1), 2), V: fun(lambda t, i: num(1), 2), m: fun(lambda t, i: ite(t <= 0, 0, -1), 2),
    v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 4)), 2), x: fun(lambda t, i: num(0), 2),
}  # fmt: skip


@paper.claim(given=[], shows=substitute(AMSGRAD["moves"], POINT))
def moves_at_point(p: Proof) -> Fact:
    """The step leads out of the set, and is undone."""
    with p.fix(t, 1, 1) as ends, p.case(0 <= -y(1)) as member:
        out = p.prove(said_at(p.goal, t, y), member, *ends)
    return p.generalize(t, p.generalize(y, out))


paper.state(
    "theorem-1", "On the losses C x, −x, −x, … the average regret of Adam after 3 n rounds is at least (2 C − 4)/3.",
    section="3", kind="theorem", printed=theorem_1, holds_at=kingma_ba.by_name(PLAIN),
)  # fmt: skip
paper.state(
    "debiased", "With the bias correction of Kingma and Ba the average regret is as large.", section="3",
    kind="finding", printed=with_bias_correction, holds_at=kingma_ba.by_name(BIASED),
)  # fmt: skip
paper.state(
    "best", "On [−1, 1] the best fixed point of these losses is −1.", section="3", kind="fact",
    printed=minus_one_is_best,
)  # fmt: skip
paper.state(
    "first-cycle", "1/√(3 k + 3) is at least 1/√(2 (3 k + 1)); corrected: from k = 1 on, not k = 0.", section="A",
    printed=Claim((0 <= k,), later_roots.shows), corrected=later_roots,
    narrower="the first cycle needs a sharper bound of v_2 and v_3",
    errata=Erratum("false", "In the first cycle 3 is more than 2 · 1.", search=Search({"k": [0]})),
)  # fmt: skip
paper.state(
    "theorem-4-sharper", "The regret of AMSGrad, with smaller constants.", section="4", kind="finding",
    printed=sharper, holds_at=kingma_ba.by_name(POINT),
)  # fmt: skip
paper.state(
    "theorem-4", "The regret of AMSGrad, for every β_{1,t} <= β_1.", section="4", kind="theorem", printed=theorem_4,
    holds_at=kingma_ba.by_name(POINT),
)  # fmt: skip
paper.state(
    "theorem-4-telescope", "√v̂_t/(α_t (1 − β_{1,t})) does not fall.", section="4",
    printed=Claim(
        (0 < alpha, 0 < p_, p_ <= q_, 0 <= r_, r_ < 1, 0 <= s, s <= r_),
        sqrt(p_) / (alpha * (1 - r_)) <= sqrt(num(2)) * sqrt(q_) / (alpha * (1 - s)),
    ),
    errata=Erratum(
        "false", "With p = v̂_1, q = v̂_2, r = β_{1,1} and s = β_{1,2} < β_{1,1} the factor 1/(1 − β_{1,t}) falls.",
        search=Search(reals={"alpha": [1], "p": [1], "q": [1], "r": [rational(1, 2)], "s": [0]}),
    ),
)  # fmt: skip
