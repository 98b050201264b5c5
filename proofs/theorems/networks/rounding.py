"""ReLU networks that round a number to a grid and detect numbers outside of [0, 1].

D is the granularity of the grid and 0 < δ <= 1/D the width on which a network rises from one value to the next. The
quantiser takes [(q − 1)/D + δ, q/D] to q/D and is 0 outside of (0, 1 + δ); with penalties of the height P it is at
least P outside of [−δ, 1 + δ].

Main statements: `quantiser_inside`, `first_layer_inside`, `first_layer_below`, `first_layer_above`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.networks.relu import relu

chapter = Chapter("rounding")
d, D, t, k, q = ints("d D t k q")
z, delta, P = reals("z delta P")
(Z,) = vectors("Z", 2)


grained, narrow = D >= 1, delta > 0


def grain(p: Proof) -> None:
    """1 <= D, hence 0 < D and 0 < 1/D; 0 < δ, hence 0 < 1/δ."""
    p.given(grained=grained, narrow=narrow)
    p.have(D > 0, "grained", label="D_pos")
    p.apply("inv_pos", "D_pos", label="part_pos")
    p.apply("inv_pos", "narrow", label="delta_inv")


def ramp(u: Term) -> Term:
    """σ_R(u) − σ_R(u − 1): 0 up to 0, 1 from 1 on."""
    return relu(u) - relu(u - 1)


@chapter.claim(given=[z <= 0], shows=Eq(ramp(z), 0))
def ramp_low(p: Proof) -> None:
    """Both units are inactive."""


@chapter.claim(given=[1 <= z], shows=Eq(ramp(z), 1))
def ramp_high(p: Proof) -> None:
    """Both units are active."""


@chapter.claim(given=[], shows=ramp(z) >= 0)
def ramp_nonneg(p: Proof) -> None:
    """At least 0."""


@chapter.claim(given=[], shows=ramp(z) <= 1)
def ramp_le(p: Proof) -> None:
    """At most 1."""


(lower,) = reals("y")


@chapter.claim(given=[lower <= z], shows=ramp(lower) <= ramp(z))
def ramp_rises(p: Proof) -> Fact:
    """The lower value is 0, the upper one is 1, or both lie on the slope."""
    p.given(off=lower <= 0, on=0 < lower, full=1 <= z, short=z < 1)
    below = p.have(p.goal, p.apply("ramp_low", z=lower), p.apply("ramp_nonneg"))
    above = p.have(p.goal, p.apply("ramp_high"), p.apply("ramp_le", z=lower))
    rise = []
    for x in (lower, z):
        low, high = p.have(0 <= x, "on"), p.have(x <= 1, "short")
        rise.append(p.apply("clipped_between", low, high, a=num(0), b=num(1), z=x))
    between = p.have(p.goal, *rise)
    return p.cases(lower, 0, below, p.cases(1, z, above, between))


def step_at(t: Term) -> Term:
    """(σ_R[z/δ − t/(δD)] − σ_R[z/δ − 1 − t/(δD)])/D."""
    return (relu(z / delta - t / (delta * D)) - relu(z / delta - 1 - t / (delta * D))) / D


def stack(first: int, last: Term) -> Term:
    """Return the sum of the steps at first/D, …, last/D."""
    return Sum(step_at, first, last)


@chapter.claim(given=[grained, narrow, z <= t / D], shows=Eq(step_at(t), 0))
def step_off(p: Proof) -> None:
    """The step at t/D has not begun."""
    u = z / delta - t / (delta * D)
    p.apply("ramp_low", z=u, label="off")


@chapter.claim(given=[grained, narrow, t / D + delta <= z], shows=Eq(step_at(t), inv(D)))
def step_on(p: Proof) -> None:
    """The step at t/D has ended."""
    p.have(0 <= (z - t / D - delta) * inv(delta), label="scaled")


def steps_taken(p: Proof, member: Callable[[Term], Term], first: Fact, rest: Fact) -> Fact:
    """Prove Σ_{t=0}^{D-1} = q/D: the terms before q are 1/D, and those from q on are 0."""
    p.apply("sum_split", f=fun(member), m=q - 1, lo=0, hi=D - 1, label="split")
    p.apply("sum_eq", first, f=fun(member), g=fun(lambda t: inv(D)), lo=0, hi=q - 1, label="first")
    p.apply("sum_eq", rest, f=fun(member), g=fun(lambda t: num(0)), lo=q, hi=D - 1, label="rest")
    p.apply("sum_const", lo=0, hi=q - 1, label="count")
    return p.have(Eq(Sum(member, 0, D - 1), q / D), "split", "first", "rest", ("count", inv(D)), label="steps")


last_step = relu(z / delta - 1 / delta) - relu(z / delta - 1 - 1 / delta)


def quantiser(first: int, last: Term) -> Term:
    """The steps at first/D, …, last/D minus a step of height 1 at 1."""
    return stack(first, last) - last_step


corrected_quantiser = quantiser(0, D - 1)

in_interval = (grained, narrow, q >= 1, q <= D, (q - 1) / D + delta <= z, z <= q / D)


def no_last_step(p: Proof) -> Fact:
    """Prove that the step at 1 is 0 from z <= 1, named "at_most_one"."""
    u = z / delta - 1 / delta
    return p.apply("ramp_low", p.have(u <= 0, ("at_most_one", "delta_inv")), z=u, label="last_off")


@chapter.claim(given=in_interval, shows=Eq(corrected_quantiser, q / D))
def quantiser_inside(p: Proof) -> None:
    """The steps at 0, …, (q − 1)/D have ended, and the others have not begun."""
    grain(p)
    p.given(low=(q - 1) / D + delta <= z, high=z <= q / D, t_before=t <= q - 1)
    p.given(q_low=q >= 1, q_high=q <= D)
    on = p.apply("step_on", p.have(t / D + delta <= z, ("t_before", "part_pos"), "low"))
    off = p.apply("step_off", p.have(z <= t / D, (p.assume(t >= q), "part_pos"), "high"))
    steps_taken(p, step_at, p.get(on), p.get(off))
    p.have(z <= 1, "high", ("q_high", "part_pos"), label="at_most_one")
    no_last_step(p)


not_begun, all_over = (grained, narrow, z <= 0), (grained, narrow, 1 + delta <= z)


def no_step(p: Proof, first: int, last: Term) -> Fact:
    """No step has begun."""
    grain(p)
    off = p.apply("step_off", p.have(z <= t / D, (p.assume(t >= first), "part_pos"), "part_pos", z <= 0))
    sum_ = p.apply("sum_eq", off, f=fun(step_at), g=fun(lambda t: num(0)), lo=first, hi=last)
    p.have(z <= 1, label="at_most_one")
    no_last_step(p)
    return p.have(p.goal, sum_, "last_off", label="out")


def all_steps(p: Proof, first: int, last: Term) -> Fact:
    """All steps have ended, and the last one compensates them."""
    grain(p)
    p.given(at=1 + delta <= z, t_high=t <= last)
    on = p.apply("step_on", p.have(t / D + delta <= z, ("t_high", "part_pos"), "part_pos", "at"))
    p.apply("sum_eq", on, f=fun(step_at), g=fun(lambda t: inv(D)), lo=first, hi=last, label="sum")
    p.apply("sum_const", lo=first, hi=last, label="count")
    u = z / delta - 1 / delta
    p.have(0 <= (z - 1 - delta) * inv(delta), ("at", "delta_inv"), label="scaled")
    p.apply("ramp_high", z=u, label="last_on")
    return p.have(p.goal, "sum", ("count", inv(D)), "last_on", label="out")


@chapter.claim(given=not_begun, shows=Eq(corrected_quantiser, 0))
def quantiser_below(p: Proof) -> Fact:
    """No step has begun."""
    return no_step(p, 0, D - 1)


@chapter.claim(given=all_over, shows=Eq(corrected_quantiser, 0))
def quantiser_above(p: Proof) -> Fact:
    """All steps have ended, and the last one compensates them."""
    return all_steps(p, 0, D - 1)


@chapter.claim(given=[grained, narrow], shows=corrected_quantiser <= 1)
def quantiser_le(p: Proof) -> None:
    """There are D steps of height 1/D."""
    grain(p)
    u = z / delta - t / (delta * D)
    p.apply("ramp_le", z=u, label="most")
    p.apply("sum_le", ("most", "part_pos"), f=fun(step_at), g=fun(lambda t: inv(D)), lo=0, hi=D - 1, label="sum")
    p.apply("sum_const", lo=0, hi=D - 1, label="count")
    p.apply("ramp_nonneg", z=z / delta - 1 / delta, label="last")


@chapter.claim(given=[grained, narrow], shows=corrected_quantiser >= 0)
def quantiser_nonneg(p: Proof) -> None:
    """Each of the D steps is at least 1/D times the last one, which begins later and has the same width."""
    grain(p)
    u, last = z / delta - t / (delta * D), z / delta - 1 / delta
    p.have(t * inv(D) <= 1, (p.assume(t <= D - 1), "part_pos"), "part_pos", label="part")
    p.have(last <= u, ("part", "delta_inv"), label="before")
    p.apply("ramp_rises", y=last, z=u, label="rises")
    p.apply(
        "sum_le", ("rises", "part_pos"), f=fun(lambda t: ramp(last) / D), g=fun(step_at), lo=0, hi=D - 1, label="sum"
    )
    p.apply("sum_const", lo=0, hi=D - 1, label="count")


def penalty(z: Term) -> Term:
    """0 on (0, 1], −1 elsewhere."""
    return ite(z <= 0, num(-1), ite(z <= 1, 0, num(-1)))


def penalties(z: Term) -> Term:
    """The network for −1 times the penalty: 0 on [0, 1], 1 outside of [−δ, 1 + δ]."""
    return ramp((z - 1) / delta) + ramp(-z / delta)


@chapter.claim(given=[narrow, z <= -delta], shows=Eq(-penalties(z), penalty(z)))
def penalties_below(p: Proof) -> None:
    """Only the second step is taken."""
    p.apply("ramp_low", p.have((z - 1) / delta <= 0, (z <= -delta, inv(delta)), inv(delta)),
            z=(z - 1) / delta, label="off")  # fmt: skip
    p.apply("ramp_high", p.have(1 <= -z / delta, z <= -delta, scale=[narrow]), z=-z / delta, label="on")


@chapter.claim(given=[narrow, 0 < z, z <= 1], shows=Eq(-penalties(z), penalty(z)))
def penalties_inside(p: Proof) -> None:
    """Neither step is taken."""
    p.given(low=0 < z, high=z <= 1)
    p.apply("ramp_low", p.have((z - 1) / delta <= 0, ("high", inv(delta))), z=(z - 1) / delta, label="off")
    p.apply("ramp_low", p.have(-z / delta <= 0, ("low", inv(delta))), z=-z / delta, label="off_")
    p.ite_eq(penalty(z), "low", label="first")
    p.ite_eq(ite(z <= 1, 0, num(-1)), "high", label="second")


@chapter.claim(given=[narrow, 1 + delta <= z], shows=Eq(-penalties(z), penalty(z)))
def penalties_above(p: Proof) -> None:
    """Only the first step is taken."""
    p.apply("ramp_high", p.have(1 <= (z - 1) / delta, 1 + delta <= z, scale=[narrow]), z=(z - 1) / delta, label="on")
    p.apply("ramp_low", p.have(-z / delta <= 0, (1 + delta <= z, inv(delta)), inv(delta)), z=-z / delta, label="off")
    p.ite_eq(penalty(z), p.have(0 < z), label="first")
    p.ite_eq(ite(z <= 1, 0, num(-1)), p.have(1 < z), label="second")


@chapter.claim(given=[narrow], shows=penalties(z) >= 0)
def penalties_nonneg(p: Proof) -> None:
    """Both steps are nonnegative."""
    p.apply("ramp_nonneg", z=(z - 1) / delta, label="first")
    p.apply("ramp_nonneg", z=-z / delta, label="second")


@chapter.claim(given=[narrow], shows=penalties(z) <= 1)
def penalties_le(p: Proof) -> Fact:
    """One of the two steps is 0."""
    off = p.apply("ramp_low", p.have((z - 1) / delta <= 0, (p.assume(z <= 1), inv(delta))), z=(z - 1) / delta)
    p.apply("ramp_le", z=-z / delta, label="most")
    case_low = p.have(p.goal, off)
    off_ = p.apply("ramp_low", p.have(-z / delta <= 0, (p.assume(1 < z), inv(delta)), inv(delta)), z=-z / delta)
    most_ = p.apply("ramp_le", z=(z - 1) / delta)
    case_high = p.have(p.goal, off_, most_)
    return p.cases(z, 1, case_low, case_high)


def first_layer(X: Term, t: Term, k: Term) -> Term:
    """Q(X_tk) + P · (1 where X_tk lies outside of [−δ, 1 + δ], 0 inside of [0, 1])."""
    x = X(t, k)
    return at_entry(corrected_quantiser, x) + P * penalties(x)


def at_entry(t: Term, x: Term) -> Term:
    """Return a term in z at z = x."""
    return substitute(t, {z: x})


good_entry = (grained, narrow, q >= 1, q <= D, (q - 1) / D + delta <= Z(t, k), Z(t, k) <= q / D)

first_layer_sides = {"below": Z(t, k) <= -delta, "above": 1 + delta <= Z(t, k)}


@chapter.claim(given=good_entry, shows=Eq(first_layer(Z, t, k), q / D))
def first_layer_inside(p: Proof) -> Fact:
    """The entry is quantised, and the penalty is 0."""
    grain(p)
    p.given(q_low=q >= 1, q_high=q <= D)
    p.apply("quantiser_inside", z=Z(t, k), label="value")
    p.have(0 < Z(t, k), good_entry[4], ("q_low", "part_pos"), "narrow", label="pos")
    p.have(Z(t, k) <= 1, good_entry[5], ("q_high", "part_pos"), label="most")
    p.apply("penalties_inside", z=Z(t, k), label="none")
    x = Z(t, k)
    p.ite_eq(penalty(x), "pos", label="first")
    p.ite_eq(ite(x <= 1, 0, num(-1)), "most", label="second")
    return p.have(p.goal, "value", ("none", P), ("first", P), ("second", P))


@chapter.claim(given=[grained, narrow, first_layer_sides["below"]], shows=Eq(first_layer(Z, t, k), P))
def first_layer_below(p: Proof) -> None:
    """Only the penalty is left."""
    x = Z(t, k)
    p.apply("quantiser_below", p.have(x <= 0, label="sign"), label="value")
    p.apply("penalties_below", z=x, label="full")
    p.ite_eq(penalty(x), "sign", label="first")


@chapter.claim(given=[grained, narrow, first_layer_sides["above"]], shows=Eq(first_layer(Z, t, k), P))
def first_layer_above(p: Proof) -> None:
    """Only the penalty is left."""
    x = Z(t, k)
    p.apply("quantiser_above", z=x, label="value")
    p.apply("penalties_above", z=x, label="full")
    p.ite_eq(penalty(x), p.have(0 < x), label="first")
    p.ite_eq(ite(x <= 1, 0, num(-1)), p.have(1 < x), label="second")


fine = [grained, narrow, P >= 0]


def by_parts(p: Proof, bound: str) -> Fact:
    """Prove a bound for the first layer from the theorems that bound the quantiser and the penalties."""
    first = p.apply(f"quantiser_{bound}", z=Z(t, k))
    second = p.apply(f"penalties_{bound}", z=Z(t, k))
    return p.have(p.goal, first, (second, P >= 0), label="out")


@chapter.claim(given=fine, shows=first_layer(Z, t, k) >= 0)
def first_layer_nonneg(p: Proof) -> Fact:
    """Both parts are nonnegative."""
    return by_parts(p, "nonneg")


@chapter.claim(given=fine, shows=first_layer(Z, t, k) <= 1 + P)
def first_layer_le(p: Proof) -> Fact:
    """The parts are at most 1 and P."""
    return by_parts(p, "le")


def quantised_entry(x: Term) -> Term:
    """The output of the first layer for an entry."""
    return first_layer(fun(lambda t, k: x, 2), num(1), num(1))
