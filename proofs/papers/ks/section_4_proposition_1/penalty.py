"""Proposition 1, first part: the first layer, which quantises entries and marks those off the cube (A.5, (59)-(61)).

(59) has two wrong signs, and (60) adds up penalties over all tokens, which no feed-forward layer can. A layer can raise
the entries of a token outside of the unit cube by a large P, each for its own coordinate, and this is all that the rest
of the proof needs.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.quantiser import printed_58, quant, quant_step
from proofs.papers.ks.section_4_proposition_1.step_function import D, Z, d, delta, k_in, q, ranges, t, z
from proofs.papers.ks.vocabulary import k, n, named, paper, together
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.rounding import (
    at_entry,
    corrected_quantiser,
    fine,
    first_layer,
    grained,
    narrow,
    penalties,
    penalty,
    ramp,
)
from proofs.theorems.networks.transformers import W_1, W_2, b_1, b_2, feed_forward
from proofs.theorems.networks.transformers import q as q_units

P, eta = reals("P eta")

printed_59 = ramp((z - 1) / delta) - relu(-z / delta) - relu(-z / delta - 1)


sides_59 = [(narrow, z <= -delta), (narrow, num(0) < z, z <= 1), (narrow, 1 + delta <= z)]


@paper.claim(given=sides_59[1], shows=Eq(printed_59, penalty(z)))
def eq_59_inside_printed(p: Proof) -> None:
    """All units that are subtracted are inactive."""
    p.apply("ramp_low", z=(z - 1) / delta, label="off")
    p.have(-z / delta <= 0, label="sign")


def ideal(z: Term) -> Term:
    """What (58) is meant to approximate: q/D on [(q − 1)/D, q/D), 0 outside of [0, 1)."""
    return at_entry(quant, z) - ite(1 <= z, 1, 0)


def first_layer_printed(X: Term, t: Term, k: Term) -> Term:
    """quant_D(X_tk) + Σ_t' Σ_k' penalty(X_t'k')."""
    return ideal(X(t, k)) + Sum(lambda t: Sum(lambda k: penalty(X(t, k)), 1, n), 1, d)


def first_layer_of_networks(X: Term, t: Term, k: Term) -> Term:
    """(60) with the networks (58) and (59): the layer F_1 as printed."""
    return at_entry(printed_58, X(t, k)) + Sum(lambda t: Sum(lambda k: at_entry(printed_59, X(t, k)), 1, n), 1, d)


def first_layer_put_right(X: Term, t: Term, k: Term) -> Term:
    """The same with the sum of (58) and the signs of (59) corrected."""
    return at_entry(corrected_quantiser, X(t, k)) - Sum(lambda t: Sum(lambda k: penalties(X(t, k)), 1, n), 1, d)


named(
    lambda D, delta, P, Z, t, k: first_layer(Z, t, k), (D, delta, P, Z, t, k), "F₁({3}; {0}, {1}, {2})_{{{4},{5}}}",
    r"\mathcal{{F}}_1({3}; {0}, {1}, {2})_{{{4},{5}}}",
)  # fmt: skip


def clear_of_steps(X: Term) -> Term:
    """No entry of X is within δ of 0, 1/D, …, 1."""
    return every(lambda t: every(lambda k: every(lambda j: delta <= abs(X(t, k) - j / D), 0, D), 1, n), 1, d)


def is_computed(W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
    """Off the steps, the layer with these weights is within η of (60)."""

    def at(X: Term) -> Term:
        layer = feed_forward(matrix(X, d, n), W_1, b_1, W_2, b_2, q)

        def near(t: Term, k: Term) -> Term:
            return abs(layer(t, k) - first_layer_printed(X, t, k)) < eta

        return implies(clear_of_steps(X), every(lambda t: every(lambda k: near(t, k), 1, n), 1, d))

    return for_all(at, MATRIX)


some_layer_near = exists(is_computed, MATRIX, VECTOR, MATRIX, VECTOR, "Z")
printed_60 = Claim(
    (d >= 1, n >= 1, grained, narrow), for_all(lambda x: substitute(implies(0 < eta, some_layer_near), {eta: x}), "R")
)
half = rational(1, 2)
AT_60 = {d: num(1), n: num(2), D: num(1), delta: rational(1, 4)}
inside_60 = fun(lambda t, k: half, 2)
partly_outside = fun(lambda t, k: ite(Eq(k, 1), half, 2), 2)


def is_clear(p: Proof, X: Term, value: Callable[[Fact], tuple[Fact, Term]]) -> Fact:
    """Prove `clear_of_steps` for a matrix whose entry in column k is `value`, according to how k compares with 1."""
    (j,) = ints("j")
    ends = [p.assume(f) for f in (t >= 1, t <= 1, k >= 1, k <= 2, j >= 0, j <= 1)]
    zero, later = j <= 0, 0 < j

    def prove(order: Fact) -> Fact:
        entry, x = value(order)
        goal = rational(1, 4) <= abs(X(t, k) - j)
        moved = p.congr(lambda y: abs(y - j), entry)
        below = p.abs_value(x - j, p.have(x - j >= 0, p.assume(zero)))
        sign = p.have(x - j <= 0, p.assume(later)) if x is half else p.have(x - j >= 0, ends[5])
        above = p.abs_value(x - j, sign)
        return p.cases(j, 0, p.have(goal, moved, below, zero), p.have(goal, moved, above, later, ends[5]))

    out = p.generalize(j, p.trichotomy(k, num(1), prove), *ends[4:])
    out = p.generalize(t, p.generalize(k, out, *ends[2:4]), *ends[:2])
    return p.change(out, substitute(clear_of_steps(X), AT_60))


@paper.claim(given=[], shows=negation(substitute(printed_60.formula, AT_60)))
def eq_60_refuted(p: Proof) -> Fact:
    """(1/2, 1/2) and (1/2, 2) have the same first token, for which (60) requires 1 and 0: one value is 1/2 away."""
    found = p.assume_implication(substitute(printed_60.formula, AT_60), len(printed_60.given))
    found = p.mp(p.rule("specialize", found, half), p.have(0 < half))
    two = num(2)
    equal = p.have(Eq(half, half))

    def entry(order: Fact) -> tuple[Fact, Term]:
        return p.ite_eq(partly_outside(t, k), order), half if order.concl.op == "eq" else two

    offs = [is_clear(p, inside_60, lambda order: (equal, half)), is_clear(p, partly_outside, entry)]

    def prove(law: Fact) -> Fact:
        here = []
        for X, off in zip((inside_60, partly_outside), offs, strict=True):
            fact = p.mp(p.rule("specialize", law, X), off)
            near = p.specialize(fact, 1, 1)
            error = near.concl.args[0].args[0]
            here += [near, *(p.apply("abs_ge") for side in (error, -error))]
        return p.have(FALSE, *here)

    weights = [W_1, b_1, W_2, b_2, q_units]
    no = p.exists_elim(found, weights, prove, FALSE)
    return p.rule("discharge", substitute(printed_60.formula, AT_60), no)


@paper.claim(given=[grained], shows=ideal(z) <= 1)
def ideal_le(p: Proof) -> Fact:
    """D steps of height 1/D."""
    p.have(D > 0, label="D_pos")
    step = quant_step(t)
    cases = [p.have(step <= inv(D), *p.reduce_ite(p.assume(f), step)) for f in (t / D <= z, z < t / D)]
    by = {"f": fun(quant_step), "g": fun(lambda t: inv(D))}
    p.apply("sum_le", lo=0, hi=D - 1, **by, label="sum")
    p.apply("sum_const", lo=0, hi=D - 1, label="count")
    last = ite(1 <= z, 1, 0)
    cases = [p.have(p.goal, *p.reduce_ite(p.assume(f), last)) for f in (1 <= z, z < 1)]
    return p.cases(1, z, *cases)


@paper.claim(given=[], shows=penalty(z) <= 0)
def penalty_le(p: Proof) -> None:
    """It is 0 or −1."""


c, o = ints("c o")
c_in, o_in = (c >= 1, c <= d), (o >= 1, o <= n)
is_outside = implies(0 <= Z(c, o), 1 < Z(c, o))


@paper.claim(given=[*c_in, *o_in, is_outside], shows=Sum(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n), 1, d) <= -1)
def penalties_sum_outside(p: Proof) -> Fact:
    """The penalty of this entry is −1, and no other one is positive."""
    p.given(is_outside=is_outside)
    ranges(p, "t", "k")
    x = Z(c, o)
    below, inside = x < 0, p.assume(0 <= x)
    above = p.mp("is_outside", inside)
    full = Eq(penalty(x), -1)
    first = p.have(full, *p.reduce_ite(p.have(x <= 0, p.assume(below)), penalty(x)))
    rest = [*p.reduce_ite(p.have(0 < x, above), penalty(x)), *p.reduce_ite(above, ite(x <= 1, 0, num(-1)))]
    own = p.cases(0, x, p.have(full, *rest), first)
    each = fun(lambda k: -penalty(Z(t, k)))
    entries = p.generalize(k, p.have(0 <= each(k), p.apply("penalty_le", z=Z(t, k))), "k_low", "k_high")
    rows = fun(lambda t: Sum(lambda k: -penalty(Z(t, k)), 1, n))
    entries = p.generalize(t, entries)
    row = p.apply("sum_member", f=rows, m=c, lo=1, hi=d)
    entry = p.apply("sum_member", p.specialize(entries, c), f=fun(lambda k: -penalty(Z(c, k))), m=o, lo=1, hi=n)
    return p.have(p.goal, row, entry, own)


def all_entries(claim: Callable[[Term], Term]) -> Term:
    """Return the claim for all entries of Z."""
    return every(lambda t: every(lambda k: claim(Z(t, k)), 1, n), 1, d)


own_cell = [q >= 1, q <= D, (q - 1) / D <= Z(t, k), Z(t, k) < q / D]


@paper.claim(given=[grained], shows=ideal(z) >= 0)
def ideal_nonneg(p: Proof) -> Fact:
    """From 1 on all steps are taken, and the last one compensates them."""
    p.given(above=1 <= z, inside=z < 1)
    p.apply("inv_pos", x=D, label="part_pos")
    last = ite(1 <= z, 1, 0)
    p.apply("sum_nonneg", lo=0, hi=D - 1, f=fun(quant_step), label="sum")
    taken_back = p.have(p.goal, *p.reduce_ite(p.get("above"), last))
    kept = p.have(p.goal, *p.reduce_ite(p.get("inside"), last))
    return p.cases(1, z, taken_back, kept)


@paper.claim(given=[d >= 1, n >= 1], shows=Sum(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n), 1, d) >= -d * n)
def penalties_sum_low(p: Proof) -> None:
    """There are d n terms, each at least −1."""
    ranges(p, "t", "k")
    first = p.have(penalty(z) >= -1, *p.reduce_ite(p.assume(z <= 0)))
    rest = [
        p.have(penalty(z) >= -1, *p.reduce_ite(p.assume(0 < z)), *p.reduce_ite(p.assume(f))) for f in (z <= 1, 1 < z)
    ]
    p.cases(z, 0, first, p.cases(z, 1, *rest), label="least")
    minus, row = fun(lambda k: num(-1)), fun(lambda k: penalty(Z(t, k)))
    p.apply("sum_le", f=minus, g=row, lo=1, hi=n, label="row")
    p.apply("sum_const", lo=1, hi=n, label="count")
    rows = fun(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n))
    p.generalize(t, p.have(-n <= rows(t)), "t_low", "t_high", label="rows")
    p.apply("sum_le", f=fun(lambda t: -n), g=rows, lo=1, hi=d, label="all")
    p.apply("sum_const", lo=1, hi=d, label="count_d")


@paper.claim(given=[d >= 1, n >= 1], shows=Sum(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n), 1, d) <= 0)
def penalties_sum_high(p: Proof) -> None:
    """No term is positive."""
    ranges(p, "t", "k")
    none, row = fun(lambda k: num(0)), fun(lambda k: penalty(Z(t, k)))
    p.apply("sum_le", f=row, g=none, lo=1, hi=n, label="row")
    rows = fun(lambda t: Sum(lambda k: penalty(Z(t, k)), 1, n))
    p.generalize(t, p.have(rows(t) <= 0), "t_low", "t_high", label="rows")
    p.apply("sum_le", f=rows, g=none, lo=1, hi=d, label="all")


sizes = [d >= 1, n >= 1, grained]


def squares_at_most(p: Proof, layer: Callable[[Term, Term, Term], Term]) -> Fact:
    """Prove that the squares of a column add up to at most (d n)² d, as its entries are between −d n and d n."""
    entry = layer(Z, t, k)
    p.have(d * n >= 1, d >= 1, n >= 1, label="size")
    sides = p.have(d * n - entry >= 0), p.have(d * n + entry >= 0)
    squares = fun(lambda t: layer(Z, t, k) ** 2)
    sum_ = p.apply("sum_le", sides, f=squares, g=fun(lambda t: (d * n) ** 2), lo=1, hi=d)
    count = p.apply("sum_const", lo=1, hi=d)
    return p.have(p.goal, sum_, (count, (d * n) ** 2), label="out")


@paper.claim(given=sizes, shows=Sum(lambda t: first_layer_printed(Z, t, k) ** 2, 1, d) <= (d * n) ** 2 * d)
def eq_61_bound(p: Proof) -> Fact:
    """Every entry lies between −d n and 1."""
    p.apply("ideal_nonneg", z=Z(t, k), label="quant_low")
    p.apply("ideal_le", z=Z(t, k), label="quant_high")
    return squares_at_most(p, first_layer_printed)


far_out = fun(lambda t, k: num(-1), 2)


@paper.claim(given=sizes, shows=Eq(Sum(lambda t: first_layer_printed(far_out, t, k) ** 2, 1, d), (d * n) ** 2 * d))
def eq_61_attained(p: Proof) -> None:
    """If all entries are −1, all entries of the output are −d n."""
    p.apply("quant_below", z=num(-1), label="zero")
    p.apply("sum_const", lo=1, hi=n, label="rows")
    p.apply("sum_const", lo=1, hi=d, label="columns")


@paper.claim(given=[d >= 1, *fine], shows=Sum(lambda t: first_layer(Z, t, k) ** 2, 1, d) <= (1 + P) ** 2 * d)
def eq_61_corrected(p: Proof) -> Fact:
    """Every entry lies between 0 and 1 + P."""
    p.apply("first_layer_nonneg", label="low")
    high = p.apply("first_layer_le")
    entry = first_layer(Z, t, k)
    parts = (p.have(1 + P - entry >= 0), "low"), (p.have(1 + P - entry >= 0), P >= 0)
    squares = fun(lambda t: first_layer(Z, t, k) ** 2)
    sum_ = p.apply("sum_le", *parts, high, f=squares, g=fun(lambda t: (1 + P) ** 2), lo=1, hi=d)
    count = p.apply("sum_const", lo=1, hi=d)
    return p.have(p.goal, sum_, (count, (1 + P) ** 2))


all_penalties = Sum(lambda t: Sum(lambda k: penalties(Z(t, k)), 1, n), 1, d)


@paper.claim(given=[d >= 1, n >= 1, narrow], shows=all_penalties <= d * n)
def penalties_sum_le(p: Proof) -> None:
    """There are d n terms, each at most 1."""
    ranges(p, "t", "k")
    p.apply("sum_le", f=fun(lambda k: penalties(Z(t, k))), g=fun(lambda k: num(1)), lo=1, hi=n, label="row")
    p.apply("sum_const", lo=1, hi=n, label="count")
    rows = fun(lambda t: Sum(lambda k: penalties(Z(t, k)), 1, n))
    p.generalize(t, p.have(rows(t) <= n), "t_low", "t_high", label="rows")
    p.apply("sum_le", f=rows, g=fun(lambda t: n), lo=1, hi=d, label="all")
    p.apply("sum_const", lo=1, hi=d, label="count_d")


@paper.claim(given=[d >= 1, n >= 1, narrow], shows=0 <= all_penalties)
def penalties_sum_nonneg(p: Proof) -> None:
    """No term is negative."""
    row = p.apply("sum_nonneg", f=fun(lambda k: penalties(Z(t, k))), lo=1, hi=n)
    rows = fun(lambda t: Sum(lambda k: penalties(Z(t, k)), 1, n))
    p.apply("sum_nonneg", row, f=rows, lo=1, hi=d, label="all")


put_right = [*sizes, narrow]


@paper.claim(given=put_right, shows=Sum(lambda t: first_layer_put_right(Z, t, k) ** 2, 1, d) <= (d * n) ** 2 * d)
def eq_61_put_right(p: Proof) -> Fact:
    """Every entry lies between −d n and 1."""
    p.apply("penalties_sum_nonneg", label="low")
    p.apply("penalties_sum_le", label="high")
    p.apply("quantiser_nonneg", z=Z(t, k), label="quant_low")
    p.apply("quantiser_le", z=Z(t, k), label="quant_high")
    return squares_at_most(p, first_layer_put_right)


just_out = fun(lambda t, k: -delta, 2)


@paper.claim(
    given=put_right, shows=Eq(Sum(lambda t: first_layer_put_right(just_out, t, k) ** 2, 1, d), (d * n) ** 2 * d)
)
def eq_61_put_right_attained(p: Proof) -> Fact:
    """If all entries are −δ, all entries of the output are −d n."""
    quantiser = p.apply("quantiser_below", p.have(-delta <= 0))
    p.apply("penalties_below", p.have(-delta <= -delta), label="full")
    outside = p.ite_eq(penalty(-delta), p.have(-delta <= 0))
    p.apply("sum_const", lo=1, hi=n, label="count")
    rows = fun(lambda t: Sum(lambda k: penalties(-delta), 1, n))
    total = p.apply("sum_eq", outside, f=rows, g=fun(lambda t: n), lo=1, hi=d)
    count_d = p.apply("sum_const", lo=1, hi=d)
    value = p.have(Eq(first_layer_put_right(just_out, t, k), -d * n), quantiser, total, count_d)
    square = p.congr(lambda y: y * y, value)
    return p.have(p.goal, square, (count_d, (d * n) ** 2))


greatest_61 = (d * n) ** 2 * d


def squared_61(X: Term) -> Term:
    """‖F_1(X)_k‖²."""
    return Sum(lambda t: first_layer_of_networks(X, t, k) ** 2, 1, d)


printed_61 = Claim(
    (*sizes, narrow, *k_in),
    together(
        for_all(lambda X: squared_61(X) <= greatest_61, MATRIX),
        exists(lambda X: Eq(squared_61(X), greatest_61), MATRIX),
    ),
)
AT_61 = {d: num(1), n: num(1), D: num(1), k: num(1), delta: num(1)}


@paper.claim(given=[], shows=negation(substitute(printed_61.formula, AT_61)))
def eq_61_refuted(p: Proof) -> Fact:
    """At −3 the networks give −σ(3) − σ(2) = −5."""
    whole = substitute(printed_61.formula, AT_61)
    found = p.assume_implication(whole, len(printed_61.given))

    def prove(most: Fact, _reached: Fact) -> Fact:
        here = p.rule("specialize", most, fun(lambda t, k: num(-3), 2))
        return p.mp(p.side_condition(negation(here.concl)), here)

    return p.rule("discharge", whole, p.exists_elim(found, [], prove, FALSE))
