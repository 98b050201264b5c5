"""Proposition 1, first part: feed-forward networks that quantise an entry (A.5, (56)-(58)).

D is the granularity of the grid and 0 < δ <= 1/D the width on which a network rises from one value to the next. The
printed network (58) begins one step too late.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.step_function import D, delta, grain, grained, narrow, q, ranges, t, z
from proofs.papers.ks.vocabulary import named, paper
from proofs.theorems.networks.relu import relu


def ramp(u: Term) -> Term:
    """σ_R(u) − σ_R(u − 1): 0 up to 0, 1 from 1 on."""
    return relu(u) - relu(u - 1)


named(ramp, (z,), "ramp({0})", r"\mathrm{{ramp}}({0})")


@paper.claim(given=[z <= 0], shows=eq(ramp(z), 0))
def ramp_low(p: Proof) -> None:
    """Off."""


@paper.claim(given=[1 <= z], shows=eq(ramp(z), 1))
def ramp_high(p: Proof) -> None:
    """On."""


@paper.claim(given=[], shows=ramp(z) >= 0)
def ramp_nonneg(p: Proof) -> Fact:
    """At least 0."""
    return p.apply("out", "clipped_nonneg", a=num(0), b=num(1))


@paper.claim(given=[], shows=ramp(z) <= 1)
def ramp_le(p: Proof) -> Fact:
    """At most 1."""
    return p.apply("out", "clipped_le", a=num(0), b=num(1))


(lower,) = reals("y")


@paper.claim(given=[lower <= z], shows=ramp(lower) <= ramp(z))
def ramp_rises(p: Proof) -> Fact:
    """Off before, on after, or both rising."""
    p.given(off=lower <= 0, on=0 < lower, full=1 <= z, short=z < 1)
    below = p.have(None, p.goal, p.apply(None, "ramp_low", z=lower), p.apply(None, "ramp_nonneg"))
    above = p.have(None, p.goal, p.apply(None, "ramp_high"), p.apply(None, "ramp_le", z=lower))
    rise = []
    for x in (lower, z):
        low, high = p.have(None, 0 <= x, "on"), p.have(None, x <= 1, "short")
        rise.append(p.apply(None, "clipped_between", low, high, a=num(0), b=num(1), z=x))
    between = p.have(None, p.goal, *rise)
    return p.cases("out", lower, 0, below, p.cases(None, 1, z, above, between))


step_56 = ramp(z / delta) / D


@paper.claim(given=[grained, narrow, z < 0], shows=eq(step_56, 0))
def eq_56_low(p: Proof) -> None:
    """Below 0."""
    p.apply("off", "ramp_low", z=z / delta)


@paper.claim(given=[grained, narrow, 0 <= z, z < delta], shows=eq(step_56, z / (delta * D)))
def eq_56_between(p: Proof) -> None:
    """Rising."""
    p.apply("rise", "clipped_between", z=z / delta, a=num(0), b=num(1))


@paper.claim(given=[grained, narrow, delta <= z], shows=eq(step_56, inv(D)))
def eq_56_high(p: Proof) -> None:
    """From δ on."""
    grain(p)
    p.apply("on", "ramp_high", p.have(None, 1 <= z / delta, delta <= z, scale=["narrow"]), z=z / delta)


def step_at(t: Term) -> Term:
    """(σ_R[z/δ − t/(δD)] − σ_R[z/δ − 1 − t/(δD)])/D."""
    return (relu(z / delta - t / (delta * D)) - relu(z / delta - 1 - t / (delta * D))) / D


def stack(first: int, last: Term) -> Term:
    """The steps at first/D, …, last/D."""
    return sigma(step_at, first, last)


def quant_step(t: Term) -> Term:
    """1/D from t/D on."""
    return ite(t / D <= z, inv(D), 0)


quant = sigma(quant_step, 0, D - 1)
named(lambda D, z: quant, (D, z), "quant({1}; {0})", r"\mathrm{{quant}}_{{{0}}}({1})")
off_steps = every(lambda t: implies(t / D <= z, t / D + delta <= z), 0, D - 1)


@paper.claim(given=[grained, narrow, z <= t / D], shows=eq(step_at(t), 0))
def step_off(p: Proof) -> None:
    """The step at t/D before it begins."""
    u = z / delta - t / (delta * D)
    p.apply("off", "ramp_low", z=u)


@paper.claim(given=[grained, narrow, t / D + delta <= z], shows=eq(step_at(t), inv(D)))
def step_on(p: Proof) -> None:
    """The step at t/D after it ended."""
    p.have("scaled", 0 <= (z - t / D - delta) * inv(delta))


@paper.claim(given=[grained, narrow, off_steps], shows=eq(stack(0, D - 1), quant))
def eq_57_claim(p: Proof) -> None:
    """Step by step."""
    p.given(off=off_steps, t_low=t >= 0, t_high=t <= D - 1, at=t / D <= z, before=z < t / D)
    choice = quant_step(t)
    p.apply("on", "step_on", p.specialize(None, "off", t))
    p.have("case_on", eq(step_at(t), choice), "on", *p.reduce_ite(p.get("at"), choice))
    p.apply("off_", "step_off")
    p.have("case_off", eq(step_at(t), choice), "off_", *p.reduce_ite(p.get("before"), choice))
    p.cases("each", t / D, z, "case_on", "case_off")
    p.generalize("terms", t, "each")


def steps_taken(p: Proof, member: Callable[[Term], Term], first: Fact, rest: Fact) -> Fact:
    """Σ_{t=0}^{D-1} = q/D, from the universal facts that members before q are 1/D and those from q on 0."""
    p.apply("split", "sum_split", f=fun(member), m=q - 1, lo=0, hi=D - 1)
    p.apply("first", "sum_eq", first, f=fun(member), g=fun(lambda t: inv(D)), lo=0, hi=q - 1)
    p.apply("rest", "sum_eq", rest, f=fun(member), g=fun(lambda t: num(0)), lo=q, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=q - 1)
    return p.have("steps", eq(sigma(member, 0, D - 1), q / D), "split", "first", "rest", ("count", inv(D)))


@paper.claim(given=[grained, q >= 1, q <= D, (q - 1) / D <= z, z < q / D], shows=eq(quant, q / D))
def quant_inside(p: Proof) -> Fact:
    """The steps at 0, …, q − 1 are taken."""
    choice = quant_step(t)
    taken = p.have(None, t / D <= z, (p.assume(t <= q - 1), inv(D)), (q - 1) / D <= z)
    p.rule("taken", "ite_eq", choice, taken)
    not_yet = p.have(None, z < t / D, (p.assume(t >= q), inv(D)), z < q / D)
    p.rule("left", "ite_eq", choice, not_yet)
    return steps_taken(p, quant_step, p.get("taken"), p.get("left"))


@paper.claim(given=[grained, z < 0], shows=eq(quant, 0))
def quant_below(p: Proof) -> None:
    """No step is taken."""
    not_yet = p.have(None, z < t / D, (p.assume(t >= 0), inv(D)), z < 0)
    p.generalize("left", t, p.rule(None, "ite_eq", quant_step(t), not_yet), t >= 0, t <= D - 1)
    p.apply("sum", "sum_eq", f=fun(quant_step), g=fun(lambda t: num(0)), lo=0, hi=D - 1)


@paper.claim(given=[grained, 1 - inv(D) <= z], shows=eq(quant, 1))
def quant_last(p: Proof) -> None:
    """All D steps are taken."""
    p.have("D_pos", D > 0)
    taken = p.have(None, t / D <= z, (p.assume(t <= D - 1), inv(D)), 1 - inv(D) <= z)
    p.generalize("taken", t, p.rule(None, "ite_eq", quant_step(t), taken), t >= 0, t <= D - 1)
    p.apply("sum", "sum_eq", f=fun(quant_step), g=fun(lambda t: inv(D)), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)


@paper.claim(given=[grained], shows=eq(sigma(lambda t: t / D + delta - t / D, 0, D - 1), D * delta))
def steps_length(p: Proof) -> None:
    """D intervals of length δ."""
    p.apply("count", "sum_const", lo=0, hi=D - 1)


last_step = relu(z / delta - 1 / delta) - relu(z / delta - 1 - 1 / delta)


def quantiser(first: int, last: Term) -> Term:
    """The steps at first/D, …, last/D minus a step of height 1 at 1."""
    return stack(first, last) - last_step


corrected_quantiser = quantiser(0, D - 1)
named(lambda D, delta, z: corrected_quantiser, (D, delta, z), "Q({2}; {0}, {1})", r"Q_{{{0},{1}}}({2})")
inside_58 = (grained, narrow, q >= 1, q <= D, (q - 1) / D + delta <= z, z <= q / D)


def no_last_step(p: Proof) -> Fact:
    """z <= 1, by the name "at_most_one": the step at 1 is off."""
    u = z / delta - 1 / delta
    return p.apply("last_off", "ramp_low", p.have(None, u <= 0, ("at_most_one", "delta_inv")), z=u)


@paper.claim(given=inside_58, shows=eq(corrected_quantiser, q / D))
def eq_58_inside(p: Proof) -> None:
    """The steps at 0, …, (q − 1)/D are over, the others have not begun."""
    grain(p)
    p.given(low=(q - 1) / D + delta <= z, high=z <= q / D, t_before=t <= q - 1)
    ranges(p, "q")
    on = p.apply(None, "step_on", p.have(None, t / D + delta <= z, ("t_before", "part_pos"), "low"))
    off = p.apply(None, "step_off", p.have(None, z <= t / D, (p.assume(t >= q), "part_pos"), "high"))
    steps_taken(p, step_at, p.get(on), p.get(off))
    p.have("at_most_one", z <= 1, "high", ("q_high", "part_pos"))
    no_last_step(p)


printed_58 = quantiser(1, D)
below_58, above_58 = (grained, narrow, z <= 0), (grained, narrow, 1 + delta <= z)


def below(p: Proof, first: int, last: Term) -> Fact:
    """No step has begun."""
    grain(p)
    off = p.apply(None, "step_off", p.have(None, z <= t / D, (p.assume(t >= first), "part_pos"), "part_pos", z <= 0))
    p.apply("sum", "sum_eq", off, f=fun(step_at), g=fun(lambda t: num(0)), lo=first, hi=last)
    p.have("at_most_one", z <= 1)
    no_last_step(p)
    return p.have("out", p.goal, "sum", "last_off")


def above(p: Proof, first: int, last: Term) -> Fact:
    """All steps are over, the last one takes them back."""
    grain(p)
    p.given(at=1 + delta <= z, t_high=t <= last)
    on = p.apply(None, "step_on", p.have(None, t / D + delta <= z, ("t_high", "part_pos"), "part_pos", "at"))
    p.apply("sum", "sum_eq", on, f=fun(step_at), g=fun(lambda t: inv(D)), lo=first, hi=last)
    p.apply("count", "sum_const", lo=first, hi=last)
    u = z / delta - 1 / delta
    p.have("scaled", 0 <= (z - 1 - delta) * inv(delta), ("at", "delta_inv"))
    p.apply("last_on", "ramp_high", z=u)
    return p.have("out", p.goal, "sum", ("count", inv(D)), "last_on")


@paper.claim(given=below_58, shows=eq(printed_58, 0))
def eq_58_below_printed(p: Proof) -> Fact:
    """No step has begun."""
    return below(p, 1, D)


@paper.claim(given=above_58, shows=eq(printed_58, 0))
def eq_58_above_printed(p: Proof) -> Fact:
    """All steps are over, the last one takes them back."""
    return above(p, 1, D)


@paper.claim(given=below_58, shows=eq(corrected_quantiser, 0))
def eq_58_below(p: Proof) -> Fact:
    """No step has begun."""
    return below(p, 0, D - 1)


@paper.claim(given=above_58, shows=eq(corrected_quantiser, 0))
def eq_58_above(p: Proof) -> Fact:
    """All steps are over, the last one takes them back."""
    return above(p, 0, D - 1)


@paper.claim(given=[grained, narrow], shows=corrected_quantiser <= 1)
def quantiser_le(p: Proof) -> None:
    """D steps of height 1/D."""
    grain(p)
    u = z / delta - t / (delta * D)
    p.apply("most", "ramp_le", z=u)
    p.apply("sum", "sum_le", ("most", "part_pos"), f=fun(step_at), g=fun(lambda t: inv(D)), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    p.apply("last", "ramp_nonneg", z=z / delta - 1 / delta)


@paper.claim(given=[grained, narrow], shows=corrected_quantiser >= 0)
def quantiser_nonneg(p: Proof) -> None:
    """Each of the D steps is at least one D-th of the last one, which begins after them and is as wide."""
    grain(p)
    u, last = z / delta - t / (delta * D), z / delta - 1 / delta
    p.have("part", t * inv(D) <= 1, (p.assume(t <= D - 1), "part_pos"), "part_pos")
    p.have("before", last <= u, ("part", "delta_inv"))
    p.apply("rises", "ramp_rises", y=last, z=u)
    p.apply("sum", "sum_le", ("rises", "part_pos"), f=fun(lambda t: ramp(last) / D), g=fun(step_at), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
