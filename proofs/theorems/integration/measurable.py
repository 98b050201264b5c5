"""Measurable functions with a finite integral of ‖f‖_p^p lie in the closure of the continuous ones (L_p of a set).

f is measurable on U in the sense of Lusin's theorem: for every Δ > 0 it is equal to a function continuous on U outside
of a set of measure at most Δ. Let F = ‖f‖_p^p on U. For some B the integral of (F − B)⁺ is at most η
(`integral_above`). With w^p = 2 B + 1 let h be the continuous function, its entries clipped to [−w, w]. Where f and the
continuous function are equal, ‖f − h‖_p^p is at most F, and 0 if F <= 2 B; so it is at most 2 (F − B)⁺. Elsewhere it is
at most a multiple of F + dN w^p, on a set of arbitrarily small measure.

Main statement: `measurable_in_closure`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.compactness import continuous_on_set
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.integrals import at, cost, integral_at_most
from proofs.theorems.integration.lebesgue import SHARE, above, in_closure, marked, on_set, size_of
from proofs.theorems.integration.lusin import ENTRY, at_most, clipped, differ_on_at_most, excess, greatest, over

chapter = Chapter("measurable")
d, n, N, r, c = ints("d n N r c")
B, Delta, E, eps, eta, power_p, u, v, w, x = reals("B Delta E epsilon eta p u v w x")
(X,) = vectors("X", 2)
(U,) = functions("U", MATRIX)
f, g = functions("f g", MATRIX + "ZZ")
nought = mapping(lambda X, r, c: num(0), MATRIX, "Z", "Z")


def measurable(f: Term, U: Term, d: Term, n: Term, N: Term) -> Term:
    """f is measurable on U: outside of a set of arbitrarily small measure, f is equal to a continuous function."""

    def nearly(Delta: Term) -> Term:
        parts = lambda g: [continuous_on_set(g, U, d, n, N), differ_on_at_most(f, g, U, num(0), Delta, d, n, N)]  # noqa: E731
        return exists(parts, OPERATOR)

    return for_all(lambda Delta: implies(0 < Delta, nearly(Delta)), "R")


def in_L_p(f: Term, U: Term, p: Term, d: Term, n: Term, N: Term) -> Term:
    """f ∈ L_p(U): f is measurable, and the integral of ‖f‖_p^p is finite."""
    finite = lambda E: integral_at_most(on_set(cost(f, nought, p, d, N), U), E, d, n)  # noqa: E731
    return exists(lambda E: [measurable(f, U, d, n, N), finite(E)], "R")


chapter.notions.define(
    measurable(f, U, d, n, N), (f, U, d, n, N), "{0} is measurable on {1}", r"{0} \text{{ is measurable on }} {1}"
)


def clip(g: Term) -> Term:
    """Return g with its entries clipped to [−w, w]."""
    return mapping(lambda X, r, c: clipped(g(X, r, c), w), MATRIX, "Z", "Z")


# --- numbers ----------------------------------------------------------------------------------------------------------


@chapter.claim(given=[1 <= power_p, abs(u) <= abs(v)], shows=size_of(u) <= size_of(v))
def size_le(p: Proof) -> Fact:
    """Both the logarithm and the exponential function increase."""
    none, some = assumed(p, abs(u) <= 0, 0 < abs(u))
    more = p.have(0 < abs(v), some)
    logs = p.apply("log_le", some, x=abs(u), y=abs(v))
    scaled = p.have(power_p * log(abs(u)) <= power_p * log(abs(v)), (logs, p.have(0 <= power_p)))
    grown = p.apply("exp_le", scaled)
    own = [p.ite_eq(size_of(y), o) for y, o in ((u, some), (v, more), (u, none))]
    low = p.have(size_of(u) <= size_of(v), own[2], p.apply("size_nonneg", u=v))
    return p.cases(abs(u), 0, low, p.have(size_of(u) <= size_of(v), *own[:2], grown))


@chapter.claim(given=[0 <= w], shows=abs(x - clipped(x, w)) <= abs(x))
def clipped_nearer(p: Proof) -> Fact:
    """The part that is clipped off is at most |x|."""
    value = clipped(x, w)
    gap = x - value

    def side(goal: Term) -> Fact:
        return by_cases(p, [x <= w, -w <= x], lambda known: p.have(
            goal, 0 <= w, *known, *values(p, known, value)))  # fmt: skip

    return p.apply("abs_le", side(-abs(x) <= gap), side(gap <= abs(x)), x=gap, u=abs(x))


# --- at a point -------------------------------------------------------------------------------------------------------

net = clip(g)
F = cost(f, nought, power_p, d, N)
apart = cost(f, net, power_p, d, N)
LARGE = {"large": 1 <= power_p, "d_low": 1 <= d, "N_low": 1 <= N, "w_pos": 0 < w, "B_low": 0 <= B}
SAME = every(lambda r: every(lambda c: Eq(f(X, r, c), g(X, r, c)), 1, N), 1, d)
LEVEL = Eq(exp(power_p * log(w)), 2 * B + 1)


@chapter.claim(given=[*LARGE.values(), SAME, LEVEL], shows=apart(X) <= 2 * above(F, B)(X))
def near_where_equal(p: Proof) -> Fact:
    """If F <= 2 B, nothing is clipped; otherwise the cost is at most F."""
    p.given(**LARGE, **ENTRY, same=SAME, level=LEVEL)
    equal = p.specialize(p.specialize("same", r), c)
    x = f(X, r, c)
    # nothing is cut off
    small, more = assumed(p, F(X) <= 2 * B, 2 * B < F(X))
    own = p.apply("entry_of_cost", g=nought)
    wide, narrow = assumed(p, w < abs(x), abs(x) <= w)
    logs = p.apply("log_lt", "w_pos", wide, x=w, y=abs(x))
    grown = p.apply("exp_lt", p.have(power_p * log(w) < power_p * log(abs(x)), (logs, p.have(0 < power_p))))
    chosen = p.ite_eq(size_of(x), p.have(0 < abs(x), wide, "w_pos"))
    never = p.have(FALSE, own, small, grown, chosen, "level")
    short = p.cases(abs(x), w, narrow, p.absurd(never, narrow.concl))
    kept = p.apply("clipped_small", short, x=x, u=w)
    here = p.congr(lambda y: clipped(y, w), equal)
    zero = p.apply("cost_zero", over(p, p.have(Eq(x, net(X, r, c)), kept, here)), g=net, n=N)
    # at most all is
    nearer = p.apply("size_le", p.apply("clipped_nearer", x=x), u=x - clipped(x, w), v=x)
    turned = p.congr(lambda y: size_of(x - y), here)
    each = p.have(size_of(x - net(X, r, c)) <= size_of(x - nought(X, r, c)), nearer, turned)
    row = p.apply("sum_le", each, f=fun(lambda c: size_of(f(X, r, c) - net(X, r, c))),
                  g=fun(lambda c: size_of(f(X, r, c) - nought(X, r, c))), lo=1, hi=N)  # fmt: skip
    less = p.apply("sum_le", row)
    sides = p.have(B < F(X), more, "B_low"), p.have(0 <= F(X), p.apply("cost_nonneg", g=nought, n=N))
    value = p.ite_eq(above(F, B)(X), sides[0])
    high = p.have(p.goal, p.have(apart(X) <= F(X), less), value, more)
    return p.cases(F(X), 2 * B, p.have(p.goal, zero), high)


@chapter.claim(
    given=[*LARGE.values(), 0 < eps, LEVEL],
    shows=apart(X) <= SHARE * above(F, B)(X) + SHARE * (B + d * N * (2 * B + 1)),
)
def near_anywhere(p: Proof) -> Fact:
    """The cost between f and the clipped function is bounded by the costs of both to 0."""
    p.given(**LARGE, **ENTRY, level=LEVEL)
    halves = p.apply("cost_by_halves", g=nought, h=net)
    each = at_most(p, nought(X, r, c) - net(X, r, c), w, (net(X, r, c),))
    less = p.apply("cost_le", over(p, each), f=nought, g=net, u=w, n=N)
    less = p.have(cost(nought, net, power_p, d, N)(X) <= d * N * (2 * B + 1), less, ("level", d * N))
    low, high = assumed(p, F(X) <= B, B < F(X))
    sides = [p.have(F(X) <= B + above(F, B)(X), p.ite_eq(above(F, B)(X), o), o) for o in (low, high)]
    bound = p.cases(F(X), B, *sides)
    return p.have(p.goal, halves, (less, SHARE), (bound, SHARE))


# --- in the mean ------------------------------------------------------------------------------------------------------

LEVELS = {**LARGE, "eps_pos": 0 < eps, "level": LEVEL}
own, error = on_set(F, U), on_set(apart, U)
wrong = marked(excess(f, g, U, num(0), d, N))
weight = SHARE * (B + d * N * (2 * B + 1))


@chapter.claim(given=[1 <= d, 1 <= N, 0 <= B, 0 < eps], shows=0 <= weight)
def weight_nonneg(p: Proof) -> Fact:
    """Each part is nonnegative."""
    count = p.have(0 <= d * N)
    return p.have(
        p.goal,
        (SHARE, p.have(0 <= B + d * N * (2 * B + 1), (count, p.have(0 <= 2 * B + 1)), 0 <= B)),
    )


@chapter.claim(given=LEVELS, shows=error(X) <= (2 + SHARE) * above(own, B)(X) + weight * wrong(X))
def near_but_where_wrong(p: Proof) -> Fact:
    """Outside of U both sides are 0."""
    p.given(**ENTRY)
    differ = excess(f, g, U, num(0), d, N)(X)
    inside, outside, equal, unequal = assumed(p, 0 < U(X), U(X) <= 0, differ <= 0, 0 < differ)
    weight_low = p.apply("weight_nonneg")
    sign = p.apply("above_nonneg", F=own)
    nothing = p.ite_eq(error(X), outside)
    marks = [p.ite_eq(wrong(X), o) for o in (equal, unequal)]
    out = p.cases(differ, 0, *(
        p.have(p.goal, nothing, (sign, SHARE), sign, (m, weight), weight_low) for m in marks))  # fmt: skip
    # on U
    here = [p.ite_eq(x(X), inside) for x in (own, error)]
    gap = p.congr(lambda y: ite(B < y, y - B, 0), here[0])
    anywhere = p.have(p.goal, p.apply("near_anywhere"), here[1], (gap, SHARE), sign, (marks[1], weight))
    value = p.ite_eq(differ, inside)
    top = p.max_ge(greatest(f, g, X, d, N), r, "r_low", "r_high")
    one = p.max_ge(top.concl.args[0], c, "c_low", "c_high")
    zero = p.have(abs(f(X, r, c) - g(X, r, c)) <= 0, top, one, value, equal)
    same = over(p, p.have(Eq(f(X, r, c), g(X, r, c)), p.apply("abs_zero", zero, c=f(X, r, c) - g(X, r, c))))
    near = p.apply("near_where_equal", same)
    calm = p.have(p.goal, near, here[1], gap, (sign, SHARE), (marks[0], weight))
    on_U = p.cases(differ, 0, calm, anywhere)
    return p.cases(U(X), 0, out, on_U)


@chapter.claim(given={"continuous": continuous_on_set(g, U, d, n, N), "w_low": 0 <= w},
               shows=continuous_on_set(net, U, d, n, N))  # fmt: skip
def clip_continuous(p: Proof) -> Fact:
    """Clipping changes by at most as much as g."""
    p.given(**ENTRY)
    (Y,) = vectors("Y", 2)
    steady = p.apply("clipped_steady", x=g(X, r, c), y=g(Y, r, c), u=w)
    change = lambda f: abs(f(X, r, c) - f(Y, r, c))  # noqa: E731
    each = over(p, p.have(change(net) <= change(g) + change(g), steady))
    return p.apply("continuous_by_two", each, g=net, **{"f_1": g, "f_2": g})


SIZES = {"d_low": 1 <= d, "N_low": 1 <= N, "large": 1 <= power_p}


@chapter.claim(given={**SIZES, "in_L_p": in_L_p(f, U, power_p, d, n, N)}, shows=in_closure(f, U, power_p, d, n, N))
def measurable_in_closure(p: Proof) -> Fact:
    """Choose η small relative to ε^p, B by η, w by B, and Δ by all of these."""
    p.given(eps_pos=0 < eps)
    level = exp(power_p * log(eps))
    eta_ = level / (2 * (2 + SHARE))
    Delta_ = level / (2 * (weight + 1))
    more = p.have(0 < 2 * (2 + SHARE), SHARE)
    unit = p.have(Eq((2 + SHARE) * eta_, level / 2), more)
    w_ = exp(log(2 * B + 1) / power_p)
    goal = said_at(p.goal, eps)

    measurable_, finite = p.obtain("in_L_p", E)
    found = p.apply("integral_above", finite, F=own, eta=eta_)
    B_low, small = p.obtain(found, B)
    positive = p.have(0 < 2 * B + 1, B_low)
    exponent = p.have(Eq(power_p * log(w_), log(2 * B + 1)), power_p)
    back = p.have(Eq(exp(power_p * log(w_)), 2 * B + 1), p.congr(exp, exponent), p.exp_log(positive))  # fmt: skip
    weight_low = p.apply("weight_nonneg", B_low)
    room = p.have(0 < 2 * (weight + 1), weight_low)
    part = p.apply("inv_pos", room, x=2 * (weight + 1))
    Delta_pos = p.have(0 < Delta_, (level, part))
    share_ = p.have(Eq((weight + 1) * Delta_, level / 2), room)
    w_pos = p.exp_pos(log(2 * B + 1) / power_p)

    continuous, rare = p.obtain(p.specialize(measurable_, Delta_, using=[Delta_pos]), g)
    clipped_ = p.apply("clip_continuous", continuous, p.have(0 <= w_, w_pos), w=w_)
    below = p.apply("near_but_where_wrong", B_low, w_pos, back, w=w_)
    twice = p.have(0 <= 2 + SHARE, SHARE)
    first = p.apply("integral_scale", small, twice, F=above(own, B), E=eta_, beta=2 + SHARE)
    second = p.apply("integral_scale", rare, weight_low, F=wrong, E=Delta_, beta=weight)
    parts = at(lambda X: (2 + SHARE) * above(own, B)(X)), at(lambda X: weight * wrong(X))
    bounds, sizes = at(lambda X: parts[0](X) + parts[1](X)), ((2 + SHARE) * eta_, weight * Delta_)
    sum_ = p.apply("integral_add", first, second, F=parts[0], G=parts[1], E_1=sizes[0], E_2=sizes[1])
    total = sizes[0] + sizes[1]
    less = p.have(total <= level, unit, share_, Delta_pos)
    net_ = substitute(net, {w: w_})
    error_ = on_set(cost(f, net_, power_p, d, N), U)
    near = p.apply("integral_mono", sum_, below, less, F=error_, G=bounds, E_1=total, E=level)
    return p.generalize(eps, p.change(p.exists_intro(goal, [net_], clipped_, near), goal), "eps_pos")
