"""The digits of a number to a base K: their range, and one digit replaced.

Digit t of q is ⌊q/K^(t−1)⌋ − K ⌊q/K^t⌋, for t = 1, 2, …. If h is the number that the digits above the T-th make, r
digit T, and c the number that the digits below it make, then the number is (h K + r) K^(T−1) + c.

Main statements: `digit_low`, `digit_high`, `digits_sum`, `digit_here`, `digit_elsewhere`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor, quotient
from proofs.theorems.algebra.powers import power

chapter = Chapter("digits")
K, q, t, T, d, h, c, s, r, most = ints("K q t T d h c s r most")


def digit(q: Term, t: Term, K: Term = K, most: Term | None = None) -> Term:
    """The t-th digit of q in base K; `most` >= q bounds how far its quotients are counted."""
    most = q if most is None else most
    return quotient(q, power(K, t - 1), most) - K * quotient(q, power(K, t), most)


chapter.notions.define(
    digit(q, t), (q, t, K), "digit({1} of {0} in base {2})", r"\mathrm{{digit}}_{{{1}}}^{{({2})}}({0})"
)

NUMBER = {"K_low": K >= 1, "q_low": 0 <= q, "q_high": q <= most}


def _quotient_bounds(p: Proof, t: Term, name: str) -> Term:
    """⌊q/K^t⌋ K^t <= q < (⌊q/K^t⌋ + 1) K^t, as "<name>_le" and "<name>_gt"; the quotient is returned."""
    unit = power(K, t)
    p.apply("power_ge_one", m=K, k=t, label=f"{name}_unit")
    p.have(q < (most + 1) * unit, "q_high", "q_low", f"{name}_unit", label=f"{name}_room")
    p.apply("quotient_le", n=most, b=unit, v=q, label=f"{name}_le")
    p.apply("quotient_gt", n=most, b=unit, v=q, label=f"{name}_gt")
    return quotient(q, unit, most)


def _next_to_digit(p: Proof) -> None:
    """Prove the bounds of the two quotients that define digit t, and the relation between the two powers."""
    p.given(**NUMBER, t_low=t >= 1)
    _quotient_bounds(p, t, "coarse")
    _quotient_bounds(p, t - 1, "fine")
    p.apply("power_step", p.have(t - 1 >= 0, "t_low"), m=K, label="step")


@chapter.claim([*NUMBER.values(), t >= 1], shows=0 <= digit(q, t, K, most))
def digit_low(p: Proof) -> None:
    """⌊q/K^t⌋ K^t <= q < (⌊q/K^(t−1)⌋ + 1) K^(t−1)."""
    _next_to_digit(p)
    p.apply("product_positive", x=digit(q, t, K, most) + 1, y=power(K, t - 1), label="less")


@chapter.claim([*NUMBER.values(), t >= 1], shows=digit(q, t, K, most) <= K - 1)
def digit_high(p: Proof) -> None:
    """⌊q/K^(t−1)⌋ K^(t−1) <= q < (⌊q/K^t⌋ + 1) K^t."""
    _next_to_digit(p)
    p.apply("product_positive", x=K - digit(q, t, K, most), y=power(K, t - 1), label="less")


@chapter.claim(
    [*NUMBER.values(), d >= 0, q < power(K, d)],
    shows=Eq(Sum(lambda t: digit(q, t, K, most) * power(K, t - 1), 1, d), q),
)
def digits_sum(p: Proof) -> None:
    """The sum telescopes to ⌊q/1⌋ − K^d ⌊q/K^d⌋ = q − 0."""
    p.given(**NUMBER, t_low=1 <= t, t_high=t <= d)
    parts = fun(lambda t: -(power(K, t - 1) * quotient(q, power(K, t - 1), most)))
    step = p.apply("power_step", m=K, k=t - 1)
    digits = fun(lambda t: digit(q, t, K, most) * power(K, t - 1))
    p.apply("sum_eq", step, f=digits, g=fun(lambda t: parts(t + 1) - parts(t)), lo=1, hi=d, label="sum")
    p.apply("telescope", f=parts, lo=1, hi=d, label="telescoped")
    start, end = _quotient_bounds(p, num(0), "start"), _quotient_bounds(p, d, "end")
    p.antisymmetry(p.have(start <= q, "start_le"), p.have(q <= start, "start_gt"), label="whole")
    positive = p.apply("product_positive", x=1 - end, y=power(K, d))
    p.antisymmetry(p.have(end <= 0, positive), p.have(0 <= end), label="none")


# --- one digit replaced -----------------------------------------------------------------------------------------------

B = power(K, T - 1)


def numbered(h: Term, r: Term, c: Term) -> Term:
    """The number whose digits above T make h, whose digit T is r, and whose digits below make c."""
    return (h * K + r) * B + c


RANGES = {
    "K_low": K >= 1,
    "T_low": T >= 1,
    "h_low": h >= 0,
    "r_low": r >= 0,
    "r_high": r <= K - 1,
    "c_low": c >= 0,
    "c_high": c <= B - 1,
}


def with_digit(p: Proof) -> None:
    """Assume the ranges of h, r and c, and prove that the number is not negative."""
    p.given(**RANGES)
    p.apply("power_pos", m=K, k=T - 1, label="B_pos")
    p.have(0 <= h * K, ("h_low", "K_low"), "h_low", label="hK")
    p.have(0 <= r * B, ("r_low", "B_pos"), label="rB")
    p.have(0 <= numbered(h, r, c), ("hK", "B_pos"), "rB", "c_low", label="number")
    p.have(0 <= numbered(h, num(0), c), ("hK", "B_pos"), "c_low", label="number_0")


@chapter.theorem
def floor_below(p: Proof) -> None:
    """0 <= s <= T − 1: digit T raises ⌊·/K^s⌋ by r K^(T−1−s)."""
    with_digit(p)
    p.given(s_low=s >= 0, s_high=s <= T - 1)
    p.apply("power_ge_one", m=K, k=s, label="unit")
    p.apply("power_add", m=K, a=s, b=T - 1 - s, label="split")
    was = floor(numbered(h, num(0), c), power(K, s))
    p.apply("floor_bounds", q=numbered(h, num(0), c), c=power(K, s), label="low")
    p.apply("floor_above", q=numbered(h, num(0), c), c=power(K, s), label="high")
    now = was + r * power(K, T - 1 - s)
    p.qed(p.apply("floor_is", q=numbered(h, r, c), c=power(K, s), y=now))


@chapter.theorem
def floor_beyond(p: Proof) -> None:
    """T <= s: digit T does not change ⌊·/K^s⌋."""
    with_digit(p)
    p.given(s_low=s >= T)
    p.apply("power_ge_one", m=K, k=s, label="unit")
    p.apply("power_add", m=K, a=T, b=s - T, label="split")
    p.apply("power_step", m=K, k=T - 1, label="step")
    was = floor(numbered(h, num(0), c), power(K, s))
    p.apply("floor_bounds", q=numbered(h, num(0), c), c=power(K, s), label="low")
    p.apply("floor_above", q=numbered(h, num(0), c), c=power(K, s), label="high")
    width = power(K, s - T)
    p.have(Eq(power(K, s), K * B * width), "split", ("step", width), label="whole")
    p.have(0 < K * B, ("K_low", "B_pos"), "B_pos", label="KB")
    p.apply("product_positive", x=(was + 1) * width - h, y=K * B, label="less")
    p.integer_step(p.have(h < (was + 1) * width, "less"), label="next")
    p.have(numbered(h, r, c) < (h + 1) * (K * B), ("r_high", "B_pos"), "c_high", label="room")
    p.have(numbered(h, r, c) < (was + 1) * power(K, s), "room", ("next", "KB"), ("whole", was + 1), label="above")
    p.qed(p.apply("floor_is", q=numbered(h, r, c), c=power(K, s), y=was))


@chapter.theorem
def digit_elsewhere(p: Proof) -> None:
    """1 <= t, t ≠ T: replacing digit T does not change digit t."""
    with_digit(p)
    p.given(t_low=t >= 1, other=negation(Eq(t, T)))
    goal = Eq(digit(numbered(h, r, c), t), digit(numbered(h, num(0), c), t))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("other", order), goal)
        before = order.concl.args[0]
        if before is t:
            one = p.apply("floor_below", p.have(t - 1 <= T - 1, order))
            two = p.apply("floor_below", p.have(t <= T - 1, order))
            step = p.apply("power_step", p.have(T - 1 - t >= 0, order), m=K)
            return p.have(goal, one, (two, K), (step, r))
        one = p.apply("floor_beyond", p.have(t - 1 >= T, order))
        two = p.apply("floor_beyond", p.have(t >= T, order))
        return p.have(goal, one, (two, K))

    p.qed(p.trichotomy(t, T, prove), goal)


@chapter.theorem
def digit_here(p: Proof) -> None:
    """Digit T of the number is r."""
    with_digit(p)
    p.apply("power_step", m=K, k=T - 1, label="step")
    p.apply("floor_is", q=numbered(h, r, c), c=B, y=h * K + r, label="one")
    p.have(numbered(h, r, c) < (h + 1) * power(K, T), ("step", h + 1), ("r_high", "B_pos"), "c_high", label="high")
    p.apply("floor_is", q=numbered(h, r, c), c=power(K, T), y=h, label="two")
    p.qed(p.have(Eq(digit(numbered(h, r, c), T), r), "one", ("two", K)))
