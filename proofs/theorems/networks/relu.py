"""ReLU networks with one hidden layer on the line: a clipped ramp, and interpolation by sums of such ramps.

σ_R(z − a) − σ_R(z − b), for a < b, is 0 up to a, rises with slope 1, and is b − a from b on. From points
x_0 < … < x_m and values y_0, …, y_m such rises with slopes (y_j − y_{j-1})/(x_j − x_{j-1}) add up to the polygon
through (x_j, y_j), constant outside of [x_0, x_m]. Without the last clip there is one hidden unit less, and the polygon
continues with its last slope (Zhang et al. 2016 solve a triangular system for these weights; here they are explicit).

Main statements: `clipped_low`, `clipped_high`, `clipped_between`, `stairs_at`, `memorized`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("relu")
i, j, k, m = ints("i j k m")
a, b, z = reals("a b z")
x, y = vectors("x y")


def relu(t: Term) -> Term:
    """σ_R(t)."""
    return ite(t >= 0, t, 0)


def clipped(z: Term, a: Term | int, b: Term | int) -> Term:
    """σ_R(z − a) − σ_R(z − b)."""
    return relu(z - a) - relu(z - b)


def slope(j: Term) -> Term:
    """(y_j − y_{j-1})/(x_j − x_{j-1})."""
    return (y(j) - y(j - 1)) / (x(j) - x(j - 1))


def stairs(z: Term, m: Term) -> Term:
    """Return Σ_j slope_j clipped(z, x_{j-1}, x_j): the polygon through (x_0, 0), (x_1, y_1 − y_0), …, else constant."""
    return Sum(lambda j: slope(j) * clipped(z, x(j - 1), x(j)), 1, m)


def weight(j: Term) -> Term:
    """Return the weight of hidden unit j: the change of slope at x_{j-1}."""
    return slope(j) - ite(j >= 2, slope(j - 1), 0)


def interpolant(z: Term, m: Term) -> Term:
    """Return a network with m hidden units: Σ_j weight_j σ_R(z − x_{j-1})."""
    return Sum(lambda j: weight(j) * relu(z - x(j - 1)), 1, m)


chapter.notions.define(relu(z), (z,), "σ({0})", r"\sigma_R[{0}]")

upwards = every(lambda j: x(j) < x(j + 1), 0, m - 1)  # x_0 < x_1 < … < x_m


@chapter.claim(given={"sign": z >= 0}, shows=Eq(relu(z), z))
def relu_positive(p: Proof) -> None:
    """σ_R(z) = z."""


@chapter.claim(given=[z <= 0], shows=Eq(relu(z), 0))
def relu_negative(p: Proof) -> Fact:
    """σ_R(z) = 0."""

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            at = p.ite_eq(relu(z), p.have(z >= 0, order))
            return p.have(p.goal, at, order)
        if order.concl is (z < 0):
            return p.ite_eq(relu(z), order)
        return p.absurd(p.have(z < z, order), p.goal)

    return p.trichotomy(z, 0, prove)


@chapter.claim(given=[], shows=abs(relu(a) - relu(b)) <= abs(a - b))
def relu_gap(p: Proof) -> Fact:
    """By cases."""
    size, gap = abs(a - b), relu(a) - relu(b)
    low = p.apply("abs_ge", x=b - a)
    low = p.have(b - a <= size, low)
    return p.apply("abs_le", low, low, x=gap, u=size)


@chapter.claim(given=[], shows=Eq(relu(z) - relu(-z), z))
def relu_difference(p: Proof) -> Fact:
    """σ_R(z) − σ_R(−z) = z, by which a network can undo a skip connection."""
    p.given(low=z <= 0, high=0 < z)
    for label in ("low", "high"):
        first = p.apply("relu_positive" if label == "high" else "relu_negative")
        second = p.apply("relu_negative" if label == "high" else "relu_positive", z=-z)
        p.have(p.goal, first, second, label=f"case_{label}")
    return p.cases(z, 0, "case_low", "case_high")


@chapter.claim(given=[a <= b, z <= a], shows=Eq(clipped(z, a, b), 0))
def clipped_low(p: Proof) -> None:
    """Both units are inactive."""
    p.apply("relu_negative", z=z - a, label="first")
    p.apply("relu_negative", z=z - b, label="second")


@chapter.claim(given=[a <= b, b <= z], shows=Eq(clipped(z, a, b), b - a))
def clipped_high(p: Proof) -> None:
    """Both units are active."""


@chapter.claim(given=[a <= z, z <= b], shows=Eq(clipped(z, a, b), z - a))
def clipped_between(p: Proof) -> None:
    """Only the first unit is active."""
    p.apply("relu_negative", z=z - b, label="second")


def by_range(p: Proof, claim: Term) -> Fact:
    """Prove a claim about clipped(z, a, b), a <= b, by cases on the range of z."""
    p.given(order=a <= b, below=z <= a, above=a < z, within=z <= b, beyond=b < z)
    low = p.apply("relu.clipped_low")
    between = p.apply("relu.clipped_between")
    high = p.apply("relu.clipped_high")
    case_low = p.have(claim, low, "order")
    case_between = p.have(claim, between, "above", "within")
    case_high = p.have(claim, high, "order")
    case_above = p.cases(z, b, case_between, case_high)
    return p.cases(z, a, case_low, case_above, label="out")


@chapter.claim(given=[a <= b], shows=clipped(z, a, b) >= 0)
def clipped_nonneg(p: Proof) -> None:
    """The ramp rises from 0."""


@chapter.claim(given=[a <= b], shows=clipped(z, a, b) <= b - a)
def clipped_le(p: Proof) -> None:
    """The ramp rises to b − a."""


# --- the polygon ----------------------------------------------------------------------------------------------------


@chapter.claim(given={"upwards": upwards, "i_low": i >= 0, "order": i <= j, "j_high": j <= m}, shows=x(i) <= x(j))
def points_ordered(p: Proof) -> Fact:
    """x_i <= x_j for i <= j, counted from 0."""
    moved = fun(lambda i: x(i - 1))
    return p.apply("increasing_le", f=moved, n=m + 1, i=i + 1, j=j + 1)


@chapter.claim(given=[upwards, i >= 0, i <= m, z <= x(i)], shows=Eq(stairs(z, m), stairs(z, i)))
def stairs_end(p: Proof) -> Fact:
    """Ramps that begin after z are 0."""
    p.given(upwards=upwards, j_low=j >= i + 1, j_high=j <= m)
    p.specialize("upwards", j - 1, label="step")
    p.apply("points_ordered", j=j - 1, label="later")
    none = p.apply("clipped_low",
            a=x(j - 1), b=x(j))  # fmt: skip
    step = fun(lambda j: slope(j) * clipped(z, x(j - 1), x(j)))
    rest = p.apply("sum_eq", (none, slope(j)), f=step, g=fun(lambda j: 0), lo=i + 1, hi=m)
    split = p.apply("sum_split", f=step, lo=1, hi=m, m=i)
    return p.have(p.goal, split, rest)


@chapter.claim(given={"upwards": upwards, "some": m >= 0, "at": x(m) <= z}, shows=Eq(stairs(z, m), y(m) - y(0)))
def stairs_above(p: Proof) -> None:
    """All ramps have reached their heights y_1 − y_0, y_2 − y_1, …."""
    p.given(j_low=j >= 1, j_high=j <= m)
    p.specialize("upwards", j - 1, label="step")
    p.apply("points_ordered", i=j, j=m, label="earlier")
    full = p.apply("clipped_high",
            a=x(j - 1), b=x(j))  # fmt: skip
    step = fun(lambda j: slope(j) * clipped(z, x(j - 1), x(j)))
    rise = fun(lambda j: y(j) - y(j - 1))
    p.apply("sum_eq", (full, slope(j)), f=step, g=rise, lo=1, hi=m, label="sum")
    p.apply("telescope", f=fun(lambda j: y(j - 1)), lo=1, hi=m, label="telescoped")


@chapter.claim(given={"upwards": upwards, "i_low": i >= 0, "i_high": i <= m}, shows=Eq(stairs(x(i), m), y(i) - y(0)))
def stairs_at(p: Proof) -> Fact:
    """The polygon passes through the points."""
    end = p.apply("stairs_end", p.have(x(i) <= x(i)))
    all_ = p.apply("stairs_above", m=i, z=x(i))
    return p.have(p.goal, end, all_)


@chapter.claim(given=[upwards, m >= 1], shows=Eq(interpolant(z, m), stairs(z, m) + slope(m) * relu(z - x(m))))
def interpolant_is_stairs(p: Proof) -> Fact:
    """Summation by parts."""

    def claim(k: Term) -> Term:
        return Eq(interpolant(z, k), stairs(z, k) + slope(k) * relu(z - x(k)))

    p.given(k_low=k >= 1, so_far=claim(k))
    for label, total in (("one", interpolant), ("one_", stairs)):
        p.big_step(total(z, num(1)), p.side_condition(1 <= num(1)), label=label)
        p.big_empty(total(z, num(0)), p.have(num(0) < 1), label=f"{label}none")
        p.big_step(total(z, k + 1), p.side_condition(1 <= k + 1), label=f"{label}next")
    one = num(1)
    base = p.have(claim(one))
    step = p.have(claim(k + 1), "onenext", "one_next", "so_far")
    all_ = p.induct(claim, 1, k, base, step)
    return p.specialize(all_, m)


@chapter.claim(given=[upwards, i >= 1, i <= m], shows=Eq(interpolant(x(i), m), y(i) - y(0)))
def memorized(p: Proof) -> Fact:
    """m hidden units map x_1, …, x_m to any values (y_0 = 0, and x_0 anywhere below x_1)."""
    form = p.apply("interpolant_is_stairs", z=x(i))
    at = p.apply("stairs_at")
    p.apply("points_ordered", j=m, label="order")
    off = p.apply("relu_negative", z=x(i) - x(m))
    return p.have(p.goal, form, at, (off, slope(m)))
