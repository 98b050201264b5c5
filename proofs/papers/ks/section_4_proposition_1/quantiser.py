"""Proposition 1, first part: feed-forward networks that quantise an entry (A.5, (56)-(58)).

D is the granularity of the grid and 0 < δ <= 1/D the width on which a network rises from one value to the next. The
printed network (58) begins one step too late.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.step_function import D, delta, q, t, z
from proofs.papers.ks.vocabulary import named, paper
from proofs.theorems.networks.rounding import (
    all_over,
    all_steps,
    corrected_quantiser,
    grain,
    grained,
    narrow,
    no_step,
    not_begun,
    quantiser,
    ramp,
    stack,
    step_at,
    steps_taken,
)

named(ramp, (z,), "ramp({0})", r"\mathrm{{ramp}}({0})")


step_56 = ramp(z / delta) / D


@paper.claim(given=[grained, narrow, z < 0], shows=Eq(step_56, 0))
def eq_56_low(p: Proof) -> None:
    """The argument is below 0."""
    p.apply("ramp_low", z=z / delta, label="off")


@paper.claim(given=[grained, narrow, 0 <= z, z < delta], shows=Eq(step_56, z / (delta * D)))
def eq_56_between(p: Proof) -> None:
    """The argument is on the slope."""
    p.apply("clipped_between", z=z / delta, a=num(0), b=num(1), label="rise")


@paper.claim(given=[grained, narrow, delta <= z], shows=Eq(step_56, inv(D)))
def eq_56_high(p: Proof) -> None:
    """The argument is at least δ."""
    grain(p)
    p.apply("ramp_high", p.have(1 <= z / delta, delta <= z, scale=["narrow"]), z=z / delta, label="on")


def quant_step(t: Term) -> Term:
    """1/D from t/D on."""
    return ite(t / D <= z, inv(D), 0)


quant = Sum(quant_step, 0, D - 1)
named(lambda D, z: quant, (D, z), "quant({1}; {0})", r"\mathrm{{quant}}_{{{0}}}({1})")
off_steps = every(lambda t: implies(t / D <= z, t / D + delta <= z), 0, D - 1)


@paper.claim(given=[grained, narrow, off_steps], shows=Eq(stack(0, D - 1), quant))
def eq_57_claim(p: Proof) -> None:
    """By induction on the number of steps."""
    p.given(off=off_steps, t_low=t >= 0, t_high=t <= D - 1, at=t / D <= z, before=z < t / D)
    choice = quant_step(t)
    on = p.apply("step_on", p.specialize("off", t))
    case_on = p.have(Eq(step_at(t), choice), on, *p.reduce_ite(p.get("at"), choice))
    off_ = p.apply("step_off")
    case_off = p.have(Eq(step_at(t), choice), off_, *p.reduce_ite(p.get("before"), choice))
    each = p.cases(t / D, z, case_on, case_off)
    p.generalize(t, each, label="terms")


@paper.claim(given=[grained, q >= 1, q <= D, (q - 1) / D <= z, z < q / D], shows=Eq(quant, q / D))
def quant_inside(p: Proof) -> Fact:
    """The steps at 0, …, q − 1 are taken."""
    choice = quant_step(t)
    taken = p.have(t / D <= z, (p.assume(t <= q - 1), inv(D)), (q - 1) / D <= z)
    p.ite_eq(choice, taken, label="taken")
    not_yet = p.have(z < t / D, (p.assume(t >= q), inv(D)), z < q / D)
    left = p.ite_eq(choice, not_yet)
    return steps_taken(p, quant_step, p.get("taken"), p.get(left))


@paper.claim(given=[grained, z < 0], shows=Eq(quant, 0))
def quant_below(p: Proof) -> None:
    """No step is taken."""
    not_yet = p.have(z < t / D, (p.assume(t >= 0), inv(D)), z < 0)
    p.generalize(t, p.ite_eq(quant_step(t), not_yet), t >= 0, t <= D - 1, label="left")
    p.apply("sum_eq", f=fun(quant_step), g=fun(lambda t: num(0)), lo=0, hi=D - 1, label="sum")


@paper.claim(given=[grained, 1 - inv(D) <= z], shows=Eq(quant, 1))
def quant_last(p: Proof) -> None:
    """All D steps are taken."""
    p.have(D > 0, label="D_pos")
    taken = p.have(t / D <= z, (p.assume(t <= D - 1), inv(D)), 1 - inv(D) <= z)
    p.generalize(t, p.ite_eq(quant_step(t), taken), t >= 0, t <= D - 1, label="taken")
    p.apply("sum_eq", f=fun(quant_step), g=fun(lambda t: inv(D)), lo=0, hi=D - 1, label="sum")
    p.apply("sum_const", lo=0, hi=D - 1, label="count")


@paper.claim(given=[grained], shows=Eq(Sum(lambda t: t / D + delta - t / D, 0, D - 1), D * delta))
def steps_length(p: Proof) -> None:
    """There are D intervals of length δ."""
    p.apply("sum_const", lo=0, hi=D - 1, label="count")


named(lambda D, delta, z: corrected_quantiser, (D, delta, z), "Q({2}; {0}, {1})", r"Q_{{{0},{1}}}({2})")


printed_58 = quantiser(1, D)


@paper.claim(given=not_begun, shows=Eq(printed_58, 0))
def eq_58_below_printed(p: Proof) -> Fact:
    """No step has begun."""
    return no_step(p, 1, D)


@paper.claim(given=all_over, shows=Eq(printed_58, 0))
def eq_58_above_printed(p: Proof) -> Fact:
    """All steps have ended, and the last one compensates them."""
    return all_steps(p, 1, D)
