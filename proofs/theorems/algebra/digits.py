"""The digits of a number to a base K: their range, and one digit replaced.

Digit t of q is ⌊q/K^(t−1)⌋ − K ⌊q/K^t⌋, for t = 1, 2, …. If h is the number that the digits above the T-th make, r
digit T, and c the number that the digits below it make, then the number is (h K + r) K^(T−1) + c.

Main statements: `digit_low`, `digit_high`, `digit_here`, `digit_elsewhere`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor, quotient
from proofs.theorems.algebra.powers import power

chapter = Chapter("digits")
K, q, t, T, h, c, s, r = ints("K q t T h c s r")


def digit(q: Term, t: Term) -> Term:
    """The t-th digit of q in base K."""
    return quotient(q, power(K, t - 1), q) - K * quotient(q, power(K, t), q)


chapter.notions.define(
    digit(q, t), (q, t, K), "digit({1} of {0} in base {2})", r"\mathrm{{digit}}_{{{1}}}^{{({2})}}({0})"
)


def next_to_digit(p: Proof) -> tuple[Term, Term]:
    """⌊q/K^t⌋ and ⌊q/K^(t−1)⌋, of which digit t is made, and what relates the two powers."""
    p.given(q_low=q >= 0, K_low=K >= 1, t_low=t >= 1)
    p.apply("unit", "power_ge_one", m=K, k=t)
    p.apply("smaller", "power_ge_one", m=K, k=t - 1)
    p.apply("step", "power_step", p.have(None, t - 1 >= 0, "t_low"), m=K)
    return floor(q, power(K, t)), floor(q, power(K, t - 1))


@chapter.theorem
def digit_low(p: Proof) -> None:
    """0 <= digit."""
    coarse, fine = next_to_digit(p)
    p.apply("low", "floor_bounds", c=power(K, t))
    p.apply("high", "floor_above", c=power(K, t - 1))
    p.apply("less", "product_positive", x=fine + 1 - coarse * K, y=power(K, t - 1))
    p.qed(p.have("out", 0 <= digit(q, t), "less"))


@chapter.theorem
def digit_high(p: Proof) -> None:
    """digit <= K − 1."""
    coarse, fine = next_to_digit(p)
    p.apply("low", "floor_bounds", c=power(K, t - 1))
    p.apply("high", "floor_above", c=power(K, t))
    p.apply("less", "product_positive", x=(coarse + 1) * K - fine, y=power(K, t - 1))
    p.qed(p.have("out", digit(q, t) <= K - 1, "less"))


# --- one digit replaced -----------------------------------------------------------------------------------------------

B = power(K, T - 1)


def numbered(h: Term, r: Term, c: Term) -> Term:
    """The number whose digits above T make h, whose digit T is r, and whose digits below make c."""
    return (h * K + r) * B + c


RANGES = {
    "K_low": K >= 2,
    "T_low": T >= 1,
    "h_low": h >= 0,
    "r_low": r >= 0,
    "r_high": r <= K - 1,
    "c_low": c >= 0,
    "c_high": c <= B - 1,
}


def with_digit(p: Proof) -> None:
    """The ranges of h, r and c, and that the number is not negative."""
    p.given(**RANGES)
    p.have("K_one", 1 <= K, "K_low")
    p.apply("B_pos", "power_pos", m=K, k=T - 1)
    p.have("hK", 0 <= h * K, ("h_low", "K_one"), "h_low")
    p.have("rB", 0 <= r * B, ("r_low", "B_pos"))
    p.have("number", 0 <= numbered(h, r, c), ("hK", "B_pos"), "rB", "c_low")
    p.have("number_0", 0 <= numbered(h, num(0), c), ("hK", "B_pos"), "c_low")


@chapter.theorem
def floor_below(p: Proof) -> None:
    """0 <= s <= T − 1: digit T raises ⌊·/K^s⌋ by r K^(T−1−s)."""
    with_digit(p)
    p.given(s_low=s >= 0, s_high=s <= T - 1)
    p.apply("unit", "power_ge_one", m=K, k=s)
    p.apply("split", "power_add", m=K, a=s, b=T - 1 - s)
    was = floor(numbered(h, num(0), c), power(K, s))
    p.apply("low", "floor_bounds", q=numbered(h, num(0), c), c=power(K, s))
    p.apply("high", "floor_above", q=numbered(h, num(0), c), c=power(K, s))
    now = was + r * power(K, T - 1 - s)
    p.qed(p.apply("out", "floor_is", q=numbered(h, r, c), c=power(K, s), y=now))


@chapter.theorem
def floor_beyond(p: Proof) -> None:
    """T <= s: digit T does not change ⌊·/K^s⌋."""
    with_digit(p)
    p.given(s_low=s >= T)
    p.apply("unit", "power_ge_one", m=K, k=s)
    p.apply("split", "power_add", m=K, a=T, b=s - T)
    p.apply("step", "power_step", m=K, k=T - 1)
    was = floor(numbered(h, num(0), c), power(K, s))
    p.apply("low", "floor_bounds", q=numbered(h, num(0), c), c=power(K, s))
    p.apply("high", "floor_above", q=numbered(h, num(0), c), c=power(K, s))
    width = power(K, s - T)
    p.have("whole", eq(power(K, s), K * B * width), "split", ("step", width))
    p.have("KB", 0 < K * B, ("K_one", "B_pos"), "B_pos")
    p.apply("less", "product_positive", x=(was + 1) * width - h, y=K * B)
    p.rule("next", "integer_step", p.have(None, h < (was + 1) * width, "less"))
    p.have("room", numbered(h, r, c) < (h + 1) * (K * B), ("r_high", "B_pos"), "c_high")
    p.have("above", numbered(h, r, c) < (was + 1) * power(K, s), "room", ("next", "KB"), ("whole", was + 1))
    p.qed(p.apply("out", "floor_is", q=numbered(h, r, c), c=power(K, s), y=was))


@chapter.theorem
def digit_elsewhere(p: Proof) -> None:
    """1 <= t, t ≠ T: digit t is what it was."""
    with_digit(p)
    p.given(t_low=t >= 1, other=negation(eq(t, T)))
    goal = eq(digit(numbered(h, r, c), t), digit(numbered(h, num(0), c), t))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "absurd", p.rule(None, "mp", "other", order), goal)
        before = order.concl.args[0]
        if before is t:
            one = p.apply(None, "floor_below", p.have(None, t - 1 <= T - 1, order))
            two = p.apply(None, "floor_below", p.have(None, t <= T - 1, order))
            step = p.apply(None, "power_step", p.have(None, T - 1 - t >= 0, order), m=K)
            return p.have(None, goal, one, (two, K), (step, r))
        one = p.apply(None, "floor_beyond", p.have(None, t - 1 >= T, order))
        two = p.apply(None, "floor_beyond", p.have(None, t >= T, order))
        return p.have(None, goal, one, (two, K))

    p.qed(p.trichotomy("out", t, T, prove), goal)


@chapter.theorem
def digit_here(p: Proof) -> None:
    """Digit T is r."""
    with_digit(p)
    p.apply("step", "power_step", m=K, k=T - 1)
    p.apply("one", "floor_is", q=numbered(h, r, c), c=B, y=h * K + r)
    p.have("high", numbered(h, r, c) < (h + 1) * power(K, T), ("step", h + 1), ("r_high", "B_pos"), "c_high")
    p.apply("two", "floor_is", q=numbered(h, r, c), c=power(K, T), y=h)
    p.qed(p.have("out", eq(digit(numbered(h, r, c), T), r), "one", ("two", K)))
