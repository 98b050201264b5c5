"""One digit of a number replaced: that digit is the new one, every other digit is what it was.

In base K the digits above the T-th make h, digit T is r, and those below it make c.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.projection import K, digit
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.algebra.integers import floor
from proofs.theorems.algebra.powers import power

t, T, h, c, s, r = ints("t T h c s r")
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


@paper.theorem
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


@paper.theorem
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


@paper.theorem
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


@paper.theorem
def digit_here(p: Proof) -> None:
    """Digit T is r."""
    with_digit(p)
    p.apply("step", "power_step", m=K, k=T - 1)
    p.apply("one", "floor_is", q=numbered(h, r, c), c=B, y=h * K + r)
    p.have("high", numbered(h, r, c) < (h + 1) * power(K, T), ("step", h + 1), ("r_high", "B_pos"), "c_high")
    p.apply("two", "floor_is", q=numbered(h, r, c), c=power(K, T), y=h)
    p.qed(p.have("out", eq(digit(numbered(h, r, c), T), r), "one", ("two", K)))
