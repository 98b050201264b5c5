"""A quantiser of entries as a network of T^(2,1,4): one layer for each step, on one row after another (E.1.1, E.2).

The quantiser rises from i/D to (i + 1)/D on [i/D, i/D + δ], and is then constant up to the next step; numbers outside
of [0, 1] are mapped to P. Layer i changes only the entries in its cell, and maps the cell into itself.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.transformer_class import SIZED, in_T_2_1_4
from proofs.papers.yun.section_3_approximation.entrywise_functions import (
    UNITS,
    a,
    beta,
    c,
    c_in,
    e,
    off,
    on,
    on_entries,
    on_row,
    s,
)
from proofs.papers.yun.vocabulary import paper
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.rounding import D, P, delta, quantised_entry
from proofs.theorems.networks.rounding import step_at as step_of_z
from proofs.theorems.networks.rounding import z as z_

i, j = ints("i j")
x, y, alpha, shift = reals("x y alpha beta'")
NARROW = {"D_low": 1 <= D, "delta_pos": 0 < delta, "narrow": delta <= inv(D)}


def step_at(j: Term, x: Term) -> Term:
    """The step of height 1/D at j/D."""
    return substitute(step_of_z(j), {z_: x})


def stairs(j: Term, x: Term) -> Term:
    """The sum of the first j steps."""
    return Sum(lambda i: step_at(i, x), 0, j - 1)


def partly(j: Term, x: Term) -> Term:
    """The image of x under j layers: x beyond the completed steps, and below 0."""
    return x - relu(x) + relu(x - j / D) + stairs(j, x)


def layer(weights: dict[Term, Term]) -> Term:
    """A layer of four units of an entry."""
    return substitute(UNITS, weights)


STEP = {
    a: array(1 / (D * delta) - 1, -1 / (D * delta), num(1), num(0)),
    s: array(num(1), num(1), num(1), num(0)),
    beta: array(-i / D, -i / D - delta, -(i + 1) / D, num(0)),
    e: num(0),
}
OUTSIDE = {
    a: array(1 + P / delta, -P / delta, -1 + (P - 1) / delta, -(P - 1) / delta),
    s: array(num(-1), num(-1), num(1), num(1)),
    beta: array(num(0), -delta, num(-1), -1 - delta),
    e: num(0),
}
AFFINE = {a: array(alpha - 1, 1 - alpha, num(0), num(0)), s: array(num(1), num(-1), num(0), num(0)),
          beta: fun(lambda q: num(0)), e: shift}  # fmt: skip


def narrow(p: Proof) -> None:
    """0 < D, 1/D, 1/δ."""
    p.given(**NARROW)
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", x=D, label="part")
    p.apply("inv_pos", x=delta, label="delta_inv")


@paper.claim([0 <= y], shows=Eq(relu(y * x), y * relu(x)))
def relu_scaled(p: Proof) -> Fact:
    """relu is positively homogeneous."""
    off = [p.apply("relu_negative", (0 <= y, x <= 0), p.assume(x <= 0), z=u) for u in (x, y * x)]
    on = [p.apply("relu_positive", (0 <= y, 0 < x), p.assume(0 < x), z=u) for u in (x, y * x)]
    below, above = (p.have(p.goal, both[1], (both[0], y)) for both in (off, on))
    return p.cases(x, 0, below, above)


@paper.claim([*NARROW.values(), 0 <= j], shows=stairs(j, x) <= j / D)
def stairs_high(p: Proof) -> Fact:
    """No step exceeds 1/D."""
    narrow(p)
    most = p.apply("ramp_le", z=x / delta - i / (delta * D))
    total = p.apply("sum_le", (most, "part"), f=fun(lambda i: step_at(i, x)), g=fun(lambda i: inv(D)), lo=0, hi=j - 1)
    count = p.apply("sum_const", lo=0, hi=j - 1)
    return p.have(p.goal, total, (count, inv(D)))


@paper.claim([*NARROW.values(), 0 <= j], shows=0 <= stairs(j, x))
def stairs_low(p: Proof) -> Fact:
    """No step is negative."""
    narrow(p)
    least = p.apply("ramp_nonneg", z=x / delta - i / (delta * D))
    return p.apply("sum_nonneg", (least, "part"), f=fun(lambda i: step_at(i, x)), lo=0, hi=j - 1)


@paper.claim([*NARROW.values(), 0 <= j, j / D <= x], shows=Eq(stairs(j, x), j / D))
def stairs_done(p: Proof) -> Fact:
    """All j steps lie below x."""
    total = p.apply(
        "sum_eq", f=fun(lambda i: step_at(i, x)), g=fun(lambda i: inv(D)), lo=0, hi=j - 1
    )  # fmt: skip
    count = p.apply("sum_const", lo=0, hi=j - 1)
    return p.have(p.goal, total, (count, inv(D)))


@paper.claim([*NARROW.values(), 0 <= j, x <= 0], shows=Eq(stairs(j, x), 0))
def stairs_ahead(p: Proof) -> Fact:
    """No step has begun."""
    return p.apply("sum_eq", f=fun(lambda i: step_at(i, x)), g=fun(lambda i: num(0)), lo=0, hi=j - 1)


step_layer = layer(STEP)


@paper.claim([*NARROW.values(), 0 <= i], shows=Eq(step_layer(partly(i, x)), partly(i + 1, x)))
def step_layer_done(p: Proof) -> Fact:
    """Beyond i/D the entry is x and rises on the step; an entry below stays below."""
    narrow(p)
    more = p.big_step(stairs(i + 1, x), p.have(num(0) <= i + 1 - 1))
    held = partly(i, x)
    # before the step
    ahead = p.apply("step_off", p.assume(x <= i / D))
    most = p.apply("stairs_high", j=i)
    flat = off(p, x - i / D, p.get(x <= i / D))
    flat_next = off(p, x - (i + 1) / D, p.get(x <= i / D), p.get("part"))
    mirrored = p.trichotomy(x, 0, lambda o: p.have(x - relu(x) <= 0))  # fmt: skip
    below = p.have(held <= i / D, flat, most, mirrored)
    units = [off(p, held - i / D, below), off(p, held - i / D - delta, below, p.get("delta_pos")),
             off(p, held - (i + 1) / D, below, p.get("part"))]  # fmt: skip
    factors = (1 / (D * delta) - 1, 1 / (D * delta), num(1))
    scaled = [(u, f) for u, f in zip(units, factors, strict=True)]
    first = p.have(p.goal, *scaled, more, ahead, flat, flat_next)
    # beyond it
    done = p.apply("stairs_done", p.have(i / D <= x, p.assume(i / D < x)))
    own = on(p, x, p.get(i / D < x), p.get(i / D))
    risen = on(p, x - i / D, p.get(i / D < x))
    is_x = p.have(Eq(held, x), done, own, risen)
    moved = p.congr(lambda y: step_layer(y), is_x)
    u = x / delta - i / (delta * D)
    start = p.apply("relu_positive", p.have(0 <= u, (i / D < x, "delta_inv")))
    end = p.apply("relu_scaled", x=x - i / D - delta, y=inv(delta))
    same = p.congr(relu, p.have(Eq(inv(delta) * (x - i / D - delta), u - 1)))
    second = p.have(
        p.goal,
        moved,
        more,
        done,
        own,
        (start, inv(D)),
        (end, inv(D)),
        (same, inv(D)),
        (risen, 1 / (D * delta) - 1),
    )
    return p.cases(x, i / D, first, second)


whole_layer = layer(OUTSIDE)


@paper.claim([*NARROW.values()], shows=Eq(whole_layer(partly(D, x)), quantised_entry(x)))
def quantiser_done(p: Proof) -> Fact:
    """All steps are completed; entries below 0 and above 1 are mapped to P."""
    narrow(p)
    p.given(below=x < 0, above=1 < x, low=0 <= x, high=x <= 1)
    held = partly(D, x)

    def scaled(u: Term) -> Fact:
        """relu(u/δ) = relu(u)/δ."""
        return p.apply("relu_scaled", x=u, y=inv(delta))

    def ramp_parts(u: Term) -> list[Fact]:
        """relu(u/δ) and relu(u/δ − 1) by relu(u) and relu(u − δ)."""
        shifted = p.congr(relu, p.have(Eq(inv(delta) * (u - delta), u / delta - 1)))
        return [scaled(u), scaled(u - delta), shifted]

    left, right = ramp_parts(-x), ramp_parts(x - 1)
    # below 0
    at = p.get("below")
    ahead = p.apply("stairs_ahead", j=D)
    none = off(p, x, at), off(p, x - D / D, at), off(p, x - 1, at), off(p, x - 1 - delta, at, p.get("delta_pos"))
    is_x = p.have(Eq(held, x), ahead, none[0], none[1])
    moved = p.congr(lambda y: whole_layer(y), is_x)
    mirrored = on(p, -x, at)
    facts = [(f, P) for f in left] + [(f, y) for f in right for y in (num(1), P)]
    outer = [(f, y) for f in none[2:] for y in (num(1), 1 / delta, P / delta)]
    first = p.have(p.goal, moved, ahead, *facts, *outer, (mirrored, num(1)))
    # in between
    inside = p.get("low"), p.get("high")
    least, most = (p.apply(name, j=D) for name in ("stairs_low", "stairs_high"))
    past = off(p, x - D / D, inside[1])
    is_stairs = p.have(Eq(held, stairs(D, x)), past)
    v = stairs(D, x)
    moved = p.congr(lambda y: whole_layer(y), is_stairs)
    off_v = [off(p, -v, least), off(p, -v - delta, least), off(p, v - 1, most), off(p, v - 1 - delta, most)]
    factors = (1 + P / delta, P / delta, -1 + (P - 1) / delta, (P - 1) / delta)
    idle = list(zip(off_v, factors, strict=True))
    off_x = [off(p, -x, inside[0]), off(p, -x - delta, inside[0]), off(p, x - 1, inside[1]),
             off(p, x - 1 - delta, inside[1])]  # fmt: skip
    quiet = [(f, y) for f in off_x for y in (1 / delta, P / delta)]
    middle = p.have(p.goal, moved, *idle, *facts, *quiet)
    # above 1
    at = p.get("above")
    done = p.apply("stairs_done", j=D)
    is_x = p.have(Eq(held, x), done)
    moved = p.congr(lambda y: whole_layer(y), is_x)
    ahead_x = [off(p, -x, at), off(p, -x - delta, at)]
    idle = [(f, y) for f in ahead_x for y in (num(1), 1 / delta, P / delta)]
    rising = on(p, x - 1, at)
    rising_ = [(rising, y) for y in (num(1), 1 / delta, P / delta)]
    last = p.have(p.goal, moved, done, *facts, *idle, *rising_)
    return p.cases(0, x, p.cases(x, 1, middle, last), first)


# --- one layer after another -----------------------------------------------------------------------------------------

stage = lambda j: mapping(lambda x: partly(j, alpha * x + shift), "R")  # noqa: E731
quantiser = mapping(lambda x: quantised_entry(alpha * x + shift), "R")
affine = layer(AFFINE)


@paper.claim([*SIZED, *NARROW.values(), *c_in], shows=in_T_2_1_4(on_row(quantiser, c)))
def quantiser_row(p: Proof) -> Fact:
    """Take D + 2 layers."""
    p.given(j_low=0 <= i)

    def row(f: Term, was: Term, made: Fact, equal: Fact) -> Fact:
        """Return f on the row, as it equals a member."""
        return p.apply("row_same", made, equal, phi=was, psi=f)

    def extended(made: Fact, f: Term, weights: dict[Term, Term], out: Term, equal: Fact) -> Fact:
        """Compose one more layer after f, with the result `out`."""
        both = p.apply("row_composed", made, phi=f, psi=layer(weights))
        return row(out, mapping(lambda x: layer(weights)(f(x)), "R"), both, equal)

    first = p.apply("row_layer")
    split = p.apply("relu_difference", z=x)
    base = row(stage(num(0)), affine, first, p.have(Eq(stage(num(0))(x), affine(x)), (split, alpha - 1)))
    done = p.apply("step_layer_done", x=alpha * x + shift)
    step = extended(p.assume(in_T_2_1_4(on_row(stage(i), c))), stage(i), STEP, stage(i + 1), done)
    all_ = p.induct(lambda j: in_T_2_1_4(on_row(stage(j), c)), 0, i, base, step)
    last = p.specialize(all_, D)
    done = p.apply("quantiser_done", x=alpha * x + shift)
    return extended(last, stage(D), OUTSIDE, quantiser, done)


@paper.claim([*SIZED, *NARROW.values()], shows=in_T_2_1_4(on_entries(quantiser)))
def quantiser_member(p: Proof) -> Fact:
    """Take d (D + 2) layers."""
    return p.apply("entries_member", phi=quantiser)
