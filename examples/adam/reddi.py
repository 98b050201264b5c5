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
from descent import D, F, T, alpha, b, beta_1, beta_2, d, each, everywhere, g, i, m, over, power, root, t, u, v, x, y
from kingma_ba import convex, fs, gradient, tangent

from lemmata import *

paper = chapter = Paper(
    "RKK",
    "On the convergence of Adam and beyond",
    "Reddi, Kale and Kumar, ICLR 2018",
    builds_on=[descent.paper, kingma_ba.paper],
)
k, n, N, M = ints("k n N M")
slope, mean, place, factor = vectors("g v x s")
(C,) = reals("C")
p_, q_, r_, s_, y_, z_, o_, e_, w_ = reals("p q r s y z o e w")


def clip(y):
    """The projection onto [−1, 1]."""
    return Min(1, Max(-1, y))


CYCLE = {
    "large": 2 < C,
    "step": 0 < alpha,
    "short": alpha < sqrt(1 - beta_2),
    "fading": eq(beta_2 * (1 + C**2), 1),
    "some": 0 <= n,
    "up": every(lambda k: eq(slope(3 * k + 1), C), 0, n - 1),
    "down": every(lambda k: eq(slope(3 * k + 2), -1), 0, n - 1),
    "again": every(lambda k: eq(slope(3 * k + 3), -1), 0, n - 1),
    "none": eq(mean(0), 0),
    "squares": every(lambda t: eq(mean(t), beta_2 * mean(t - 1) + (1 - beta_2) * slope(t) ** 2), 1, 3 * n),
    "positive": every(lambda t: 0 < mean(t), 1, 3 * n),
    "scaled": every(lambda t: 0 < factor(t), 1, 3 * n),
    "most": every(lambda t: factor(t) <= 1, 1, 3 * n),
    "rises": every(lambda t: factor(t) <= factor(t + 1), 1, 3 * n - 1),
    "start": eq(place(1), 1),
    "moves": every(
        lambda t: eq(place(t + 1), clip(place(t) - alpha / sqrt(t) * factor(t) * slope(t) / sqrt(mean(t)))), 1, 3 * n
    ),
}


@paper.claim(
    given=[0 <= beta_2, beta_2 <= rational(1, 5)],
    shows=1 <= 1 / sqrt(2 * (2 - beta_2)) + 1 / sqrt(3 * (1 + 2 * beta_2 - beta_2**2)),
)
def first_cycle(p):
    """With β_2 <= 1/5 both roots are small enough."""
    return p.prove(p.goal)


@paper.claim(given=[2 < C, eq(beta_2 * (1 + C**2), 1)], shows=beta_2 <= rational(1, 5))
def decay_small(p):
    """1 + C² > 5."""
    return p.prove(p.goal)


@paper.claim(given=[0 <= p_, p_ <= 1, 0 <= q_, 0 <= r_, p_ <= q_ + r_], shows=eq(clip(clip(clip(1 - p_) + q_) + r_), 1))
def back_at_one(p):
    """If nothing is cut off, the sum is at least 1."""
    return p.prove(p.goal)


def squares_at_most(k):
    """The average of squares after k cycles."""
    return implies(k <= n, mean(3 * k) <= C**2)


def decay(p):
    """The bounds of β_2."""
    small = p.apply("decay_small")
    positive = p.prove(0 < beta_2, "fading")
    return small, positive


@paper.claim(given=CYCLE, shows=every(squares_at_most, 0, None))
def squares_sizes(p):
    """An average of squares of at most C²."""
    small, positive = decay(p)
    base = p.discharge(p.prove(mean(0) <= C**2, "none"), num(0) <= n)
    with p.fix(k, 0) as (low,), p.case(squares_at_most(k)) as here, p.case(k + 1 <= n) as high:
        known = p.rule("mp", here, p.have(k <= n, high))
        for j, name in ((1, "up"), (2, "down"), (3, "again")):
            square = p.specialize("squares", 3 * k + j, using=[low, high])
            slope_ = p.specialize(name, k, using=[low, high])
            size = p.have(
                eq(mean(3 * k + j), beta_2 * mean(3 * k + j - 1) + (1 - beta_2) * slope_.concl.args[1] ** 2),
                square,
                p.congr(lambda z: z**2, slope_),
            )
            known = p.prove(mean(3 * k + j) <= C**2, size, known, small, positive, "large")
    return p.induct(squares_at_most, 0, k, base, p.discharge(known, k + 1 <= n))


A = alpha / sqrt(1 - beta_2)


@paper.claim(
    given=[
        0 < beta_2,
        beta_2 < 1,
        0 < alpha,
        alpha < sqrt(1 - beta_2),
        0 < o_,
        o_ <= 1,
        1 <= N,
        0 < C,
        (1 - beta_2) * C**2 <= w_,
    ],
    shows=alpha / sqrt(N) * o_ * C / sqrt(w_) <= A * o_ / sqrt(N),
)
def step_down(p):
    """√w is at least √(1 − β_2) C."""
    root = p.prove(sqrt(1 - beta_2) * C <= sqrt(w_), (1 - beta_2) * C**2 <= w_, 0 < C, beta_2 < 1)
    unit = p.prove(0 < sqrt(1 - beta_2), beta_2 < 1)
    ratio = p.prove(C / sqrt(w_) <= 1 / sqrt(1 - beta_2), root, unit, 0 < C)
    times = p.prove(0 < 1 / sqrt(N), 1 <= N)
    factor = p.have(0 < alpha * o_ * (1 / sqrt(N)), (0 < alpha, 0 < o_, times))
    return p.have(p.goal, (factor, ratio))


@paper.claim(
    given=[0 < beta_2, beta_2 < 1, 0 < alpha, 0 < o_, o_ <= e_, 1 <= M, 0 < r_, 0 < w_, w_ <= r_ * (1 - beta_2)],
    shows=A * o_ * (1 / sqrt(r_ * M)) <= alpha / sqrt(M) * e_ / sqrt(w_),
)
def step_up(p):
    """√w is at most √r √(1 − β_2)."""
    root = p.prove(sqrt(w_) <= sqrt(r_) * sqrt(1 - beta_2), w_ <= r_ * (1 - beta_2), 0 < r_, beta_2 < 1)
    positive, _unit = p.prove(0 < sqrt(w_), 0 < w_), p.prove(0 < sqrt(1 - beta_2), beta_2 < 1)
    p.prove(0 < sqrt(r_), 0 < r_)
    ratio = p.prove(1 / (sqrt(r_) * sqrt(1 - beta_2)) <= 1 / sqrt(w_), root, positive)
    split = p.prove(eq(1 / sqrt(r_ * M), 1 / sqrt(r_) * (1 / sqrt(M))), 0 < r_, 1 <= M)
    times = p.prove(0 < 1 / sqrt(M), 1 <= M)
    least = p.have(o_ * (1 / sqrt(w_)) <= e_ * (1 / sqrt(w_)), (o_ <= e_, p.apply("inv_pos", positive, x=sqrt(w_))))
    factor, rate = (
        p.have(0 < alpha * (1 / sqrt(M)) * o_, (0 < alpha, times, 0 < o_)),
        p.have(0 < alpha * (1 / sqrt(M)), (0 < alpha, times)),
    )
    return p.have(p.goal, (factor, ratio), (rate, least), (split, A * o_))


@paper.claim(given=[1 <= k], shows=1 / sqrt(2 * (3 * k + 1)) <= 1 / sqrt(3 * k + 3))
def later_roots(p: Proof) -> Fact:
    """3 k + 3 is at most 6 k + 2."""
    return p.prove(p.goal)


@paper.claim(given=[4 <= N], shows=1 / sqrt(N) <= 1 / sqrt(2 * (N + 1)) + 1 / sqrt(2 * (N + 2)))
def later_cycles(p):
    """N + 2 is at most 2 N."""
    first = p.prove(1 / (2 * sqrt(N)) <= 1 / sqrt(2 * (N + 1)), 4 <= N)
    second = p.prove(1 / (2 * sqrt(N)) <= 1 / sqrt(2 * (N + 2)), 4 <= N)
    half = p.prove(eq(1 / (2 * sqrt(N)) + 1 / (2 * sqrt(N)), 1 / sqrt(N)), 4 <= N)
    return p.have(p.goal, first, second, half)


@paper.claim(given=CYCLE, shows=every(lambda k: implies(k <= n, 0 <= mean(3 * k)), 0, None))
def squares_low(p):
    """v_0 = 0, and the others are positive."""
    with p.fix(k, 0) as (low,), p.case(k <= n) as high:
        with p.case(k <= 0) as first:
            zero = p.congr(lambda z: mean(3 * z), p.have(eq(k, 0), first, low))
            early = p.have(0 <= mean(3 * k), zero, "none")
        with p.case(0 < k) as other:
            later = p.have(1 <= k, p.rule("integer_step", other))
            late = p.have(0 <= mean(3 * k), p.specialize("positive", 3 * k, using=[later, high]))
        out = p.by_cases(early, late)
    return p.generalize(k, p.discharge(out, k <= n))


def push(t):
    """The size of the step of a round with a gradient of size 1."""
    return alpha / sqrt(t) * factor(t) / sqrt(mean(t))


@paper.claim(given=CYCLE, shows=every(lambda k: push(3 * k + 1) * C <= push(3 * k + 2) + push(3 * k + 3), 0, n - 1))
def steps_balance(p):
    """The one step of size C is at most the two steps of size 1."""
    small, positive = decay(p)
    share = p.have(eq(beta_2 * C**2, 1 - beta_2), "fading")
    with p.fix(k, 0, n - 1) as (low, high):
        rounds = [3 * k + j for j in (1, 2, 3)]
        squares = [p.specialize("squares", t_, using=[low, high]) for t_ in rounds]
        slopes = [p.specialize(name, k, using=[low, high]) for name in ("up", "down", "again")]
        signs = [p.specialize("positive", t_, using=[low, high]) for t_ in rounds]
        one, two, three = (
            p.have(
                eq(mean(t_), beta_2 * mean(t_ - 1) + (1 - beta_2) * slope_.concl.args[1] ** 2),
                square,
                p.congr(lambda z: z**2, slope_),
            )
            for t_, square, slope_ in zip(rounds, squares, slopes, strict=False)
        )
        scale = p.specialize("scaled", rounds[0], using=[low, high])
        most = p.specialize("most", rounds[0], using=[low, high])
        rises = [p.specialize("rises", t_, using=[low, high]) for t_ in rounds[:2]]
        higher = p.have(factor(rounds[0]) <= factor(rounds[2]), *rises)
        below = p.have(beta_2 < 1, small)
        with p.case(k <= 0) as first:
            zero = p.have(eq(k, 0), first, low)
            start = p.have(eq(mean(3 * k), 0), p.congr(lambda z: mean(3 * z), zero), "none")
            least = p.have((1 - beta_2) * C**2 <= mean(rounds[0]), one, start)
            second = p.have(mean(rounds[1]) <= (2 - beta_2) * (1 - beta_2), two, one, start, share)
            third = p.have(mean(rounds[2]) <= (1 + 2 * beta_2 - beta_2**2) * (1 - beta_2), three, (second, positive))
            roots = p.apply("first_cycle", small, positive)
            down = p.apply(
                "step_down", least, scale, most, below, positive, N=rounds[0], o=factor(rounds[0]), w=mean(rounds[0])
            )
            r2, r3 = 2 - beta_2, 1 + 2 * beta_2 - beta_2**2
            up2 = p.apply(
                "step_up",
                second,
                scale,
                rises[0],
                below,
                positive,
                signs[1],
                p.have(0 < r2, below),
                M=rounds[1],
                o=factor(rounds[0]),
                e=factor(rounds[1]),
                w=mean(rounds[1]),
                r=r2,
            )
            up3 = p.apply(
                "step_up",
                third,
                scale,
                higher,
                below,
                positive,
                signs[2],
                p.prove(0 < r3, below, positive),
                M=rounds[2],
                o=factor(rounds[0]),
                e=factor(rounds[2]),
                w=mean(rounds[2]),
                r=r3,
            )
            units = [
                p.congr(lambda z, f=f: f(z), zero)
                for f in (
                    lambda z: 1 / sqrt(3 * z + 1),
                    lambda z: 1 / sqrt(r2 * (3 * z + 2)),
                    lambda z: 1 / sqrt(r3 * (3 * z + 3)),
                )
            ]
            root_one = p.prove(eq(1 / sqrt(num(1)), 1))
            rootsk = p.have(
                1 / sqrt(rounds[0]) <= 1 / sqrt(r2 * rounds[1]) + 1 / sqrt(r3 * rounds[2]), roots, *units, root_one
            )
            rate = p.prove(0 < A * factor(rounds[0]), scale, "step", below)
            total = p.have(
                A * factor(rounds[0]) / sqrt(rounds[0])
                <= A * factor(rounds[0]) * (1 / sqrt(r2 * rounds[1]))
                + A * factor(rounds[0]) * (1 / sqrt(r3 * rounds[2])),
                (rate, rootsk),
            )
            early = p.have(push(rounds[0]) * C <= push(rounds[1]) + push(rounds[2]), down, up2, up3, total)
        with p.case(0 < k) as other:
            later = p.have(1 <= k, p.rule("integer_step", other))
            before = p.specialize("positive", 3 * k, using=[later, high])
            least = p.have((1 - beta_2) * C**2 <= mean(rounds[0]), one, (before, positive))
            size = p.specialize(p.apply("squares_sizes"), k, using=[low, high])
            top = p.prove(mean(rounds[0]) <= C**2, one, size, positive, below)
            second = p.have(mean(rounds[1]) <= 2 * (1 - beta_2), two, (top, positive), share)
            third = p.prove(mean(rounds[2]) <= 2 * (1 - beta_2), three, second, small, positive)
            roots = p.apply("later_cycles", p.have(4 <= 3 * k + 1, later), N=3 * k + 1)
            down = p.apply(
                "step_down", least, scale, most, below, positive, N=rounds[0], o=factor(rounds[0]), w=mean(rounds[0])
            )
            up2 = p.apply(
                "step_up",
                second,
                scale,
                rises[0],
                below,
                positive,
                signs[1],
                M=rounds[1],
                o=factor(rounds[0]),
                e=factor(rounds[1]),
                w=mean(rounds[1]),
                r=2,
            )
            up3 = p.apply(
                "step_up",
                third,
                scale,
                higher,
                below,
                positive,
                signs[2],
                M=rounds[2],
                o=factor(rounds[0]),
                e=factor(rounds[2]),
                w=mean(rounds[2]),
                r=2,
            )
            rate = p.prove(0 < A * factor(rounds[0]), scale, "step", below)
            total = p.have(
                A * factor(rounds[0]) / sqrt(rounds[0])
                <= A * factor(rounds[0]) * (1 / sqrt(2 * rounds[1]))
                + A * factor(rounds[0]) * (1 / sqrt(2 * rounds[2])),
                (rate, roots),
            )
            late = p.have(push(rounds[0]) * C <= push(rounds[1]) + push(rounds[2]), down, up2, up3, total)
        out = p.by_cases(early, late)
    return p.generalize(k, out)


@paper.claim(given=CYCLE, shows=every(lambda k: push(3 * k + 1) * C <= 1, 0, n - 1))
def first_steps(p):
    """The step is at most α/√(1 − β_2)."""
    small, positive = decay(p)
    below = p.have(beta_2 < 1, small)
    with p.fix(k, 0, n - 1) as (low, high):
        t_ = 3 * k + 1
        slope_, square = p.specialize("up", k), p.specialize("squares", t_, using=[low, high])
        one = p.have(eq(mean(t_), beta_2 * mean(t_ - 1) + (1 - beta_2) * C**2), square, p.congr(lambda z: z**2, slope_))
        before = p.specialize(p.apply("squares_low"), k, using=[low, p.have(k <= n, high)])
        least = p.have((1 - beta_2) * C**2 <= mean(t_), one, (before, positive))
        scale, most = (p.specialize(f, t_, using=[low, high]) for f in ("scaled", "most"))
        down = p.apply("step_down", least, scale, most, below, positive, N=t_, o=factor(t_), w=mean(t_))
        unit = p.prove(1 / sqrt(t_) <= 1, low)
        share = p.prove(A <= 1, "short", "step", below)
        p.prove(0 < 1 / sqrt(t_), low)
        a_sign = p.prove(0 < A, "step", below)
        small_ = p.have(
            A * factor(t_) / sqrt(t_) <= 1, (p.have(0 < A * factor(t_), (a_sign, scale)), unit), (a_sign, most), share
        )
        out = p.have(push(t_) * C <= 1, down, small_)
    return p.generalize(k, out)


def at_one(k):
    """After k cycles the iterate is at 1."""
    return implies(k <= n, eq(place(3 * k + 1), 1))


@paper.claim(given=CYCLE, shows=every(at_one, 0, None))
def back_each_time(p):
    """By induction: the two steps up make good the one step down."""
    base = p.discharge(p.have(eq(place(1), 1), "start"), num(0) <= n)
    with p.fix(k, 0) as (low,), p.case(at_one(k)) as here, p.case(k + 1 <= n) as high:
        inside = p.have(k <= n - 1, high)
        known = p.rule("mp", here, p.have(k <= n, high))
        rounds = [3 * k + j for j in (1, 2, 3)]
        slopes = [p.specialize(name, k, using=[low, inside]) for name in ("up", "down", "again")]
        moves = [p.specialize("moves", t_, using=[low, high]) for t_ in rounds]
        signs = [
            p.prove(
                0 < push(t_),
                p.specialize("positive", t_, using=[low, high]),
                p.specialize("scaled", t_, using=[low, high]),
                "step",
                low,
            )
            for t_ in rounds
        ]
        balance = p.specialize(p.apply("steps_balance"), k, using=[low, inside])
        _small, _positive = decay(p)
        p.specialize(p.apply("squares_low"), k, using=[low, p.have(k <= n, high)])
        least = p.specialize(p.apply("first_steps"), k, using=[low, inside])
        p0 = push(rounds[0]) * C
        one = p.have(
            eq(place(3 * k + 2), clip(1 - p0)),
            moves[0],
            p.congr(
                lambda z: clip(
                    place(rounds[0]) - alpha / sqrt(rounds[0]) * factor(rounds[0]) * z / sqrt(mean(rounds[0]))
                ),
                slopes[0],
            ),
            p.congr(lambda z: clip(z - p0), known),
        )
        two = p.have(
            eq(place(3 * k + 3), clip(place(3 * k + 2) + push(rounds[1]))),
            moves[1],
            p.congr(
                lambda z: clip(
                    place(rounds[1]) - alpha / sqrt(rounds[1]) * factor(rounds[1]) * z / sqrt(mean(rounds[1]))
                ),
                slopes[1],
            ),
        )
        three = p.have(
            eq(place(3 * k + 4), clip(place(3 * k + 3) + push(rounds[2]))),
            moves[2],
            p.congr(
                lambda z: clip(
                    place(rounds[2]) - alpha / sqrt(rounds[2]) * factor(rounds[2]) * z / sqrt(mean(rounds[2]))
                ),
                slopes[2],
            ),
        )
        back = p.apply(
            "back_at_one",
            least,
            balance,
            p.have(0 <= p0, (signs[0], p.have(0 < C, "large"))),
            *(p.have(0 <= f.concl.args[1], f) for f in signs[1:]),
            p=p0,
            q=push(rounds[1]),
            r=push(rounds[2]),
        )
        last = p.have(
            eq(place(3 * (k + 1) + 1), 1),
            three,
            p.congr(lambda z: clip(z + push(rounds[2])), two),
            p.congr(lambda z: clip(clip(z + push(rounds[1])) + push(rounds[2])), one),
            back,
        )
    return p.induct(at_one, 0, k, base, p.discharge(last, k + 1 <= n))


def cycle_regret(k):
    """The regret of 3 k rounds against −1."""
    return sigma(lambda t: slope(t) * place(t) - slope(t) * num(-1), 1, 3 * k)


def bounded_below(k):
    """The regret of k cycles."""
    return implies(k <= n, k * (2 * C - 4) <= cycle_regret(k))


@paper.claim(given=CYCLE, shows=every(bounded_below, 0, None))
def total_regret(p):
    """Three rounds cost C + C, and at most 2 is won back in each of the others."""
    base = p.discharge(p.prove(0 * (2 * C - 4) <= cycle_regret(num(0))), num(0) <= n)
    with p.fix(k, 0) as (low,), p.case(bounded_below(k)) as here, p.case(k + 1 <= n) as high:
        inside = p.have(k <= n - 1, high)
        known = p.rule("mp", here, p.have(k <= n, high))
        slopes = [p.specialize(name, k, using=[low, inside]) for name in ("up", "down", "again")]
        one = p.specialize(p.apply("back_each_time"), k, using=[low, p.have(k <= n, high)])
        most = [p.prove(place(3 * k + j + 1) <= 1, p.specialize("moves", 3 * k + j, using=[low, high])) for j in (1, 2)]
        lasts = [
            p.rule(
                "big_step",
                sigma(lambda t: slope(t) * place(t) - slope(t) * num(-1), 1, 3 * k + j),
                p.have(num(1) <= 3 * k + j, low),
            )
            for j in (1, 2, 3)
        ]
        terms = [
            p.have(
                eq(slope(3 * k + j) * (place(3 * k + j) + 1), slope_.concl.args[1] * (place(3 * k + j) + 1)),
                (slope_, place(3 * k + j) + 1),
            )
            for j, slope_ in zip((1, 2, 3), slopes, strict=False)
        ]
        step = p.have((k + 1) * (2 * C - 4) <= cycle_regret(k + 1), known, *lasts, *terms, one, (one, C), *most)
    return p.induct(bounded_below, 0, k, base, p.discharge(step, k + 1 <= n))


def slopes_at(k):
    """The slopes of k cycles add up to k (C − 2)."""
    return implies(k <= n, eq(sigma(slope, 1, 3 * k), k * (C - 2)))


@paper.claim(given={k_: CYCLE[k_] for k_ in ("up", "down", "again")}, shows=every(slopes_at, 0, None))
def slopes_sum(p):
    """C − 1 − 1 for each cycle."""
    base = p.discharge(p.prove(eq(sigma(slope, 1, 0), 0 * (C - 2))), num(0) <= n)
    with p.fix(k, 0) as (low,), p.case(slopes_at(k)) as here, p.case(k + 1 <= n) as high:
        known = p.rule("mp", here, p.have(k <= n, high))
        slopes = [p.specialize(name, k, using=[low, p.have(k <= n - 1, high)]) for name in ("up", "down", "again")]
        lasts = [p.rule("big_step", sigma(slope, 1, 3 * k + j), p.have(num(1) <= 3 * k + j, low)) for j in (1, 2, 3)]
        step = p.have(eq(sigma(slope, 1, 3 * (k + 1)), (k + 1) * (C - 2)), known, *lasts, *slopes)
    return p.induct(slopes_at, 0, k, base, p.discharge(step, k + 1 <= n))


WITH_BIAS = {
    "large": CYCLE["large"],
    "step": CYCLE["step"],
    "short": CYCLE["short"],
    "fading": CYCLE["fading"],
    "some": 1 <= n,
    **{key: CYCLE[key] for key in ("up", "down", "again", "none", "squares", "positive", "start")},
}


def without_factor(q: Term) -> Term:
    """The formula with all factors equal to 1."""
    return substitute(q, {factor: fun(lambda t: num(1))})


AVERAGE = (2 * C - 4) / 3 <= cycle_regret(n) / (3 * n)


@paper.claim(given=CYCLE | {"some": 1 <= n}, shows=AVERAGE)
def average_regret(p):
    """Divided by 3 n."""
    found = p.specialize(p.apply("total_regret"), n, using=["some"])
    return p.prove(p.goal, found, "some")


@paper.claim(given=WITH_BIAS | {"moves": without_factor(CYCLE["moves"])}, shows=AVERAGE)
def theorem_1(p):
    """All factors are 1."""
    return p.apply(
        "average_regret",
        p.generalize(t, p.have(0 < num(1))),
        p.generalize(t, p.have(num(1) <= 1)),
        s=fun(lambda t: num(1)),
    )


@paper.claim(
    given=WITH_BIAS | {"moves": substitute(CYCLE["moves"], {factor: fun(lambda t: sqrt(1 - power(beta_2, t)))})},
    shows=AVERAGE,
)
def with_bias_correction(p):
    """The factors √(1 − β_2^t) increase."""
    small, positive = decay(p)
    with p.fix(t, 1, 3 * n) as (low, _high):
        less, sign = p.prove(power(beta_2, t) <= beta_2, small, positive, low), p.prove(0 < power(beta_2, t), positive)
        scaled = p.prove(0 < sqrt(1 - power(beta_2, t)), less, small)
        most = p.prove(sqrt(1 - power(beta_2, t)) <= 1, sign)
        next_ = p.prove(power(beta_2, t + 1) <= power(beta_2, t), small, positive, low)
        rises = p.prove(sqrt(1 - power(beta_2, t)) <= sqrt(1 - power(beta_2, t + 1)), next_)
    values = {factor: fun(lambda t: sqrt(1 - power(beta_2, t)))}
    facts = [
        p.have(substitute(CYCLE[key], values), q) for key, q in (("scaled", scaled), ("most", most), ("rises", rises))
    ]
    return p.apply("average_regret", *facts, s=values[factor])


@paper.claim(
    given={key: CYCLE[key] for key in ("large", "up", "down", "again")} | {"some": 1 <= n, "low": -1 <= y_},
    shows=sigma(lambda t: slope(t) * num(-1), 1, 3 * n) <= sigma(lambda t: slope(t) * y_, 1, 3 * n),
)
def minus_one_is_best(p):
    """The slopes add up to n (C − 2) > 0."""
    found = p.specialize(p.apply("slopes_sum"), n, using=["some"])
    sides = [
        p.prove(eq(sigma(lambda t, z=z: slope(t) * z, 1, 3 * n), z * sigma(slope, 1, 3 * n))) for z in (num(-1), y_)
    ]
    size = p.have(0 <= n * (C - 2), ("some", p.have(0 < C - 2, "large")), p.have(0 < C - 2, "large"))
    return p.have(p.goal, *sides, (found, y_), found, (p.have(0 <= y_ + 1, "low"), size))


ROUNDS = ((3, rational(81, 10)), (-1, rational(171, 100)), (-1, rational(1071, 1000)))  # slopes and averages of squares


def one_cycle(scale) -> dict[Term, Term]:
    """The first cycle for C = 3 and α = 1/2, where `scale` gives the factor of a round."""
    places = [num(1)]
    for number, (q, square) in enumerate(ROUNDS, 1):
        places.append(clip(places[-1] - rational(1, 2) / sqrt(num(number)) * scale(num(number)) * q / sqrt(square)))
    means = array(*(square for _, square in ROUNDS))
    return {
        C: num(3),
        alpha: rational(1, 2),
        beta_2: rational(1, 10),
        n: num(1),
        slope: array(3, -1, -1),
        mean: means,
        place: array(*places),
    }


def three_rounds(p: Proof) -> Fact:
    """A formula for t = 1, 2 and 3, one after the other."""
    with p.fix(t, 1, 3) as (low, high):

        def at(q, *facts):
            equal = p.have(eq(num(q), t), *facts)
            return p.rule("replace", equal, hole(lambda s: said_at(p.goal, s), "Z"), p.prove(said_at(p.goal, q)))

        with p.case(t < 2) as less:
            first = at(1, p.rule("integer_step", less), low)
        with p.case(2 <= t) as more:
            with p.case(t < 3) as less:
                second = at(2, p.rule("integer_step", less), more)
            with p.case(3 <= t) as most:
                third = at(3, most, high)
            rest = p.by_cases(second, third)
        out = p.by_cases(first, rest)
    return p.generalize(t, out)


PLAIN, BIASED = one_cycle(lambda t: num(1)), one_cycle(lambda t: sqrt(1 - power(rational(1, 10), t)))


@paper.claim(given=[], shows=substitute(without_factor(CYCLE["moves"]), PLAIN))
def plain_cycle(p: Proof) -> Fact:
    """Without bias correction."""
    return three_rounds(p)


WITH_BIAS_CORRECTION = substitute(CYCLE["moves"], {factor: fun(lambda t: sqrt(1 - power(beta_2, t)))})


@paper.claim(given=[], shows=substitute(WITH_BIAS_CORRECTION, BIASED))
def biased_cycle(p: Proof) -> Fact:
    """With bias correction."""
    return three_rounds(p)


paper.state(
    "theorem-1",
    "On the losses C x, −x, −x, … the average regret of Adam after 3 n rounds is at least (2 C − 4)/3.",
    section="3",
    kind="theorem",
    printed=theorem_1,
    holds_at={q.args[0]: q_ for q, q_ in PLAIN.items()},
)
paper.state(
    "debiased",
    "With the bias correction of Kingma and Ba the average regret is as large.",
    section="3",
    kind="finding",
    printed=with_bias_correction,
    holds_at={q.args[0]: q_ for q, q_ in BIASED.items()},
)
paper.state(
    "best",
    "On [−1, 1] the best fixed point of these losses is −1.",
    section="3",
    kind="fact",
    printed=minus_one_is_best,
)
paper.state(
    "first-cycle",
    "1/√(3 k + 3) is at least 1/√(2 (3 k + 1)); corrected: from k = 1 on, not k = 0.",
    section="A",
    printed=Claim((0 <= k,), 1 / sqrt(2 * (3 * k + 1)) <= 1 / sqrt(3 * k + 3)),
    corrected=later_roots,
    narrower="the first cycle needs a sharper bound of v_2 and v_3",
    errata=Erratum("false", "In the first cycle 3 is more than 2 · 1.", search=Search(sizes={"k": [0]})),
)

(V,) = vectors("V", 2)
alpha_t = lambda t: alpha / sqrt(t)
inside = lambda q: 0 <= F(q)
row = lambda t: fun(lambda i: x(t, i))
w = lambda t, i: sqrt(t) * sqrt(V(t, i)) / alpha

AMSGRAD = {
    **descent.RATES,
    "fades": beta_1 / sqrt(beta_2) < 1,
    "rates": each(lambda t: 0 <= b(t)),
    "bounded": each(lambda t: b(t) <= beta_1),
    "start": every(lambda i: eq(m(0, i), 0), 1, d),
    "none": every(lambda i: eq(v(0, i), 0), 1, d),
    "averages": everywhere(lambda t, i: eq(m(t, i), b(t) * m(t - 1, i) + (1 - b(t)) * g(t, i))),
    "squares": everywhere(lambda t, i: eq(v(t, i), beta_2 * v(t - 1, i) + (1 - beta_2) * g(t, i) ** 2)),
    "largest": everywhere(lambda t, i: eq(V(t, i), Max(V(t - 1, i), v(t, i)))),
    "positive": everywhere(lambda t, i: 0 < V(t, i)),
    "set": descent.CONVEX_SET,
    "inside": every(lambda t: inside(row(t)), 1, T + 1),
    "moves": each(
        lambda t: descent.nearest(
            row(t + 1), fun(lambda i: x(t, i) - alpha_t(t) * m(t, i) / sqrt(V(t, i))), fun(lambda i: sqrt(V(t, i)))
        )
    ),
    "losses": each(lambda t: convex(lambda q: fs(t, q), inside)),
    "gradients": each(lambda t: gradient(lambda q: fs(t, q), fun(lambda i: g(t, i)), row(t), inside)),
    "member": inside(u),
    "near": everywhere(lambda t, i: absolute(x(t, i) - u(i)) <= D),
}
regret = sigma(lambda t: fs(t, row(t)) - fs(t, u), 1, T)
at = {"w": fun(w, 2)}
DESC = {k: substitute(f, {descent.w: fun(w, 2)}) for k, f in descent.DESCENT.items()}


@paper.claim(given=AMSGRAD, shows=DESC["contract"])
def contracts(p):
    """The projection with the weights √v̂_t, divided by α_t."""
    with p.fix(t, 1, T) as (low, high):
        with p.fix(i, 1, d):
            pos = p.specialize("positive", t, i)
            sign = p.prove(0 <= sqrt(V(t, i)), pos)
        signs = p.generalize(i, sign)
        nearest = p.specialize("moves", t)
        inn = p.specialize("inside", t + 1, using=[low, high])
        c = row(t + 1)
        yy = fun(lambda i: x(t, i) - alpha_t(t) * m(t, i) / sqrt(V(t, i)))
        aa = fun(lambda i: sqrt(V(t, i)))
        shorter = p.apply("Descent.projection_contracts", signs, nearest, inn, c=c, y=yy, a=aa)
        step = p.prove(0 < alpha_t(t), "step", low)
        with p.fix(i, 1, d):
            pos = p.specialize("positive", t, i)
            rootp = p.prove(0 < sqrt(V(t, i)), pos)
            one = p.prove(eq(m(t, i) / w(t, i), alpha_t(t) * m(t, i) / sqrt(V(t, i))), rootp, step)
            new = p.prove(
                eq(
                    w(t, i) * (x(t, i) - m(t, i) / w(t, i) - u(i)) ** 2,
                    sqrt(V(t, i)) * (x(t, i) - alpha_t(t) * m(t, i) / sqrt(V(t, i)) - u(i)) ** 2 / alpha_t(t),
                ),
                one,
                step,
                rootp,
            )
            p.have(eq(w(t, i) * (x(t + 1, i) - u(i)) ** 2, sqrt(V(t, i)) * (x(t + 1, i) - u(i)) ** 2 / alpha_t(t)))
        _left, right = shorter.concl.args
        news = p.prove(eq(DESC_AT(t).args[1], right / alpha_t(t)), p.generalize(i, new))
        inv_ = p.apply("inv_pos", step, x=alpha_t(t))
        out = p.have(DESC_AT(t), (shorter, inv_), news)
    return p.generalize(t, out)


def DESC_AT(t):
    """The contraction of one round."""
    return said_at(DESC["contract"], t)


@paper.claim(given=AMSGRAD, shows=DESC["grow"])
def grows(p):
    """v̂_t and √t increase."""
    with p.fix(t, 1, T - 1) as (low, high):
        with p.fix(i, 1, d) as (_li, _hi):
            larger = p.specialize("largest", t + 1, i, using=[low, high])
            more = p.prove(V(t, i) <= V(t + 1, i), larger)
            roots = p.prove(sqrt(V(t, i)) <= sqrt(V(t + 1, i)), more)
            times = p.prove(sqrt(t) <= sqrt(t + 1), low)
            s1, s2 = p.prove(0 <= sqrt(V(t, i))), p.prove(0 <= sqrt(t + 1))
            prod_ = p.have(sqrt(V(t, i)) * sqrt(t) <= sqrt(V(t + 1, i)) * sqrt(t + 1), (roots, s2), (s1, times))
            out = p.have(w(t, i) <= w(t + 1, i), (prod_, p.apply("inv_pos", "step", x=alpha)))
        out = p.generalize(i, out)
    return p.generalize(t, out)


NORMS = over(lambda i: sqrt(sigma(lambda t: g(t, i) ** 2, 1, T)))
gamma = beta_1 / sqrt(beta_2)


@paper.claim(
    given=AMSGRAD,
    shows=sigma(lambda t: over(lambda i: m(t, i) ** 2 / w(t, i)), 1, T)
    <= alpha * (sqrt(1 + log(T)) / ((1 - gamma) * root) * NORMS),
)
def lemma_2(p):
    """Each coordinate by the norm of its gradients."""
    with p.fix(i, 1, d):
        with p.fix(t, 1, T) as (low, _high):
            largest = p.specialize("largest", t, i)
            larger = p.prove(v(t, i) <= V(t, i), largest)
            pos = p.specialize("positive", t, i)
            split = p.congr(inv, p.prove(eq(sqrt(t * V(t, i)), sqrt(t) * sqrt(V(t, i))), pos, low))
            whole = eq(m(t, i) ** 2 / w(t, i), alpha * (m(t, i) ** 2 / sqrt(t * V(t, i))))
            term = p.have(whole, (split, alpha * m(t, i) ** 2), "step")
        column = {k: fun(lambda t, f=f: f(t, i)) for k, f in {"a": m, "c": v, "h": g, "V": V}.items()}
        facts = [p.generalize(t, q) for q in (larger, pos)]
        with p.fix(t, 1, T) as (low, _high):
            facts += [p.generalize(t, p.specialize(q, t, i)) for q in ("averages", "squares")]
        starts = [p.specialize(q, i) for q in ("start", "none")]
        fades = p.prove(beta_1 < sqrt(beta_2), "fades", "squares_rate")
        one = p.apply("Descent.averages_by_norm", *facts, *starts, fades, **column)
        total = p.prove(
            eq(
                sigma(lambda t: m(t, i) ** 2 / w(t, i), 1, T),
                alpha * sigma(lambda t: m(t, i) ** 2 / sqrt(t * V(t, i)), 1, T),
            ),
            p.generalize(t, term),
        )
        line = p.have(sigma(lambda t: m(t, i) ** 2 / w(t, i), 1, T) <= alpha * one.concl.args[1], total, ("step", one))
    lines = p.apply(
        "sum_le",
        p.generalize(i, line),
        f=fun(lambda i: sigma(lambda t: m(t, i) ** 2 / w(t, i), 1, T)),
        g=fun(lambda i: substitute(line.concl.args[1], {descent.i: i})),
        lo=1,
        hi=d,
    )
    swap = p.apply("sum_swap", h=fun(lambda i, j: m(i, j) ** 2 / w(i, j), 2), lo=1, hi=T, lo2=1, hi2=d)
    return p.have(p.goal, lines, swap)


PARTS = (
    D**2 * sqrt(T) / alpha * over(lambda i: sqrt(V(T, i))),
    D**2 * sigma(lambda t: b(t) * over(lambda i: w(t, i)), 1, T),
    alpha * sqrt(1 + log(T)) / ((1 - gamma) * root) * NORMS,
)


@paper.claim(given=AMSGRAD, shows=regret <= PARTS[0] / 2 + PARTS[1] / (1 - beta_1) + PARTS[2] / (1 - beta_1))
def sharper(p):
    """The tangents, and the two bounds of descent."""
    with p.fix(t, 1, T):
        near = tangent(
            p,
            lambda q: fs(t, q),
            fun(lambda i: g(t, i)),
            row(t),
            u,
            p.specialize("losses", t),
            p.specialize("gradients", t),
            p.specialize("inside", t),
            p.get("member"),
        )
        line = p.prove(fs(t, row(t)) - fs(t, u) <= descent.lead(t), near)
    lines = p.apply(
        "sum_le", p.generalize(t, line), f=fun(lambda t: fs(t, row(t)) - fs(t, u)), g=fun(descent.lead), lo=1, hi=T
    )
    with p.fix(t, 1, T) as (low, _high):
        with p.fix(i, 1, d):
            wp = p.prove(0 < w(t, i), p.specialize("positive", t, i), "step", low)
        wp = p.generalize(i, wp)
    weights = p.generalize(t, wp)
    main = p.apply("Descent.regret_by_weights", weights, p.apply("contracts"), p.apply("grows"), w=fun(w, 2))
    last = p.apply("lemma_2")
    rest = p.apply("inv_pos", p.have(0 < 1 - beta_1, "below"), x=1 - beta_1)
    final = p.prove(eq(over(lambda i: w(T, i)), sqrt(T) / alpha * over(lambda i: sqrt(V(T, i)))))
    third = p.have(last.concl.args[0] / (1 - beta_1) <= PARTS[2] / (1 - beta_1), (last, rest))
    return p.have(p.goal, lines, main, third, (final, D**2))


@paper.claim(
    given=[0 <= beta_1, beta_1 < 1, 0 <= p_, 0 <= q_, 0 <= r_],
    shows=p_ / 2 + q_ / (1 - beta_1) + r_ / (1 - beta_1)
    <= p_ / (1 - beta_1) + q_ / (1 - beta_1) ** 2 + r_ / (1 - beta_1) ** 2,
)
def larger_constants(p: Proof) -> Fact:
    """1/2 <= 1 <= 1/(1 − β_1)."""
    return p.prove(p.goal)


@paper.claim(
    given=AMSGRAD, shows=regret <= PARTS[0] / (1 - beta_1) + PARTS[1] / (1 - beta_1) ** 2 + PARTS[2] / (1 - beta_1) ** 2
)
def theorem_4(p: Proof) -> Fact:
    """The printed constants are larger."""
    with p.fix(t, 1, T) as (low, _high):
        with p.fix(i, 1, d):
            size = p.prove(0 < w(t, i), p.specialize("positive", t, i), "step", low)
        line = p.prove(0 <= b(t) * over(lambda i: w(t, i)), p.generalize(i, size), p.specialize("rates", t))
    second = p.prove(0 <= PARTS[1], p.generalize(t, line))
    first = p.prove(0 <= PARTS[0], "step")
    sign = p.have(0 < 1 - gamma, "fades"), p.prove(0 < root, "squares_below")
    logs = p.prove(0 <= 1 + log(T), "steps")
    third = p.prove(0 <= PARTS[2], *sign, "step", logs)
    found = p.apply("sharper")
    return p.have(p.goal, found, p.apply("larger_constants", first, second, third, p=PARTS[0], q=PARTS[1], r=PARTS[2]))


POINT = {
    d: num(1),
    T: num(1),
    alpha: num(1),
    beta_1: num(0),
    beta_2: rational(1, 4),
    D: num(1),
    b: fun(lambda t: num(0)),
    u: fun(lambda i: num(-1)),
    F: mapping(lambda q: -q(1), VECTOR),
    fs: mapping(lambda t, q: -q(1), "Z", VECTOR),
    g: fun(lambda t, i: num(-1), 2),
    V: fun(lambda t, i: num(1), 2),
    m: fun(lambda t, i: ite(t <= 0, 0, -1), 2),
    v: fun(lambda t, i: ite(t <= 0, 0, rational(3, 4)), 2),
    x: fun(lambda t, i: num(0), 2),
}
AT_POINT = {k.args[0]: value for k, value in POINT.items()}
AT = {k: substitute(value, POINT) for k, value in AMSGRAD.items()}


@paper.claim(given=[], shows=AT["moves"])
def moves_at_point(p):
    """The step leads out of the set, and is undone."""
    with p.fix(t, 1, 1) as (low, high):
        with p.case(0 <= -y(1)) as inside_:
            goal = said_at(p.goal, t, y)
            out = p.prove(goal, inside_, low, high)
        out = p.generalize(y, p.discharge(out, 0 <= -y(1)))
    return p.generalize(t, out)


paper.state(
    "theorem-4-sharper",
    "The regret of AMSGrad, with smaller constants.",
    section="4",
    kind="finding",
    printed=sharper,
    holds_at=AT_POINT,
)
paper.state(
    "theorem-4",
    "The regret of AMSGrad, for every β_{1,t} <= β_1.",
    section="4",
    kind="theorem",
    printed=theorem_4,
    holds_at=AT_POINT,
)
paper.state(
    "theorem-4-telescope",
    "√v̂_t/(α_t (1 − β_{1,t})) does not fall.",
    section="4",
    printed=Claim(
        (0 < alpha, 0 < p_, p_ <= q_, 0 <= r_, r_ < 1, 0 <= s_, s_ <= r_),
        sqrt(p_) / (alpha * (1 - r_)) <= sqrt(num(2)) * sqrt(q_) / (alpha * (1 - s_)),
    ),
    errata=Erratum(
        "false",
        "With p = v̂_1, q = v̂_2, r = β_{1,1} and s = β_{1,2} < β_{1,1} the factor 1/(1 − β_{1,t}) falls.",
        search=Search(reals={"alpha": [1], "p": [1], "q": [1], "r": [rational(1, 2)], "s": [0]}),
    ),
)
