"""A counterexample to (47) as printed: its δ does not scale like a length.

If the tokens, r_min, r_max and ε are all scaled by λ, so is r, the bound of the ids, but δ does not change. So for a
small λ two ids cannot be δ apart. The example is −λ, λ with λ = e^(−3240)/10^6.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import is_pi, m, pi, pi_pos
from proofs.papers.ks.section_3_theorem_2.theorem_2 import (
    exponent,
    maps_contexts,
    squeeze,
    theorem_2_given,
    tokens_separated,
)
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.analysis.leibniz import leibniz
from proofs.theorems.analysis.norms import norm
from proofs.theorems.networks.transformers import *

i, j, k, l = ints("i j k l")
(length,) = reals("lambda")
one, two = num(1), num(2)
eq_47 = epsilon * r_min * log(n) * squeeze * exp(-exponent)
of_pi = [is_pi, pi_pos]


def for_every_pi(claim: Callable[[Callable[[Term], Term]], Term]) -> Term:
    """Return the claim for every number that is π; `claim` is given a substitution for the letter π."""

    def said(number: Term) -> Term:
        put = lambda formula: substitute(formula, {pi: number})  # noqa: E731
        return implies(*map(put, of_pi), claim(put))

    return for_all(lambda pi: said(pi), "R")


whatever_pi = for_every_pi(lambda put: maps_contexts(put(eq_47)))
printed_47 = Claim(tuple(y for y in theorem_2_given if y not in of_pi), whatever_pi)


@paper.claim(
    given=[N >= 1, n >= 2, different(token(X, one, one), token(X, one, two)), 2 * (r_max + epsilon / 4) <= delta],
    shows=negation(maps_contexts(delta)),
)
def no_room_for_two(p: Proof) -> Fact:
    """Two images that are shorter than r are less than 2 r apart."""
    held = p.assume(maps_contexts(delta))
    image = values_of(operator(single_head(*one_head)), X)
    first, second = token(image, one, one), token(image, one, two)

    def with_mapping(short: Fact, apart: Fact, _: Fact) -> Fact:
        sizes = [p.specialize(short, 1, y) for y in (1, 2)]
        far = p.specialize(apart, 1, 1, 1, 2)
        return p.have(FALSE, far, *sizes, p.apply("norm_triangle_minus", x=first, y=second))

    found = p.obtain(held, *one_head)
    return p.discharge(p.exists_elim(found[-1], [], with_mapping, FALSE), held.concl)


pair = fun(lambda i, t, k: length * (2 * k - 3), 3)  # −λ, λ
small = {
    N: one, n: two, d: one, m: two, s: one, X: pair, epsilon: length, r_min: length / 2, r_max: 2 * length,
}  # fmt: skip


def at_pair(formula: Term) -> Term:
    """Return the statement for −λ and λ."""
    return substitute(formula, {x: y for x, y in small.items() if x in formula.free})


LEAST = exp(num(-3240)) / 1000000
width = 2 * log(two) + 3


@paper.claim(given=[0 < length, length <= LEAST, 0 < pi, pi <= 4],
             shows=at_pair(2 * (r_max + epsilon / 4) <= eq_47))  # fmt: skip
def gap_of_no_length(p: Proof) -> Fact:
    """δ = log 2/(8 · 81 (2 log 2 + 3) π) e^(−162 (2 log 2 + 3) π), and λ is far below δ/5."""
    p.given(pos=0 < length, least=length <= LEAST, pi_high=pi <= 4)
    p.rule("compute", num(1, 2) <= log(two), [], ["leaf", 64], label="log_low")
    p.rule("compute", log(two) <= 1, [], ["leaf", 64], label="log_high")
    p.have(0 < width, label="wide")
    power = 162 * width * pi
    p.rule("arith", Eq(at_pair(exponent), power), [], [], ["pos"], label="power")
    p.congr(lambda z: exp(-z), "power", label="decay")
    product = p.have(width * pi <= 20, ("pi_high", "wide"), "log_high")
    p.apply("exp_le", p.have(num(-3240) <= -power, product), x=num(-3240), y=-power, label="above")
    inverse = inv(width) * inv(pi)
    some = p.have(0 < width * pi)
    p.have(num(1, 20) <= inverse, product, scale=[some], label="share")
    factor = at_pair(epsilon * r_min * log(n) * squeeze)
    p.have(num(1, 40) <= log(two) * inverse, ("log_low", "share"), "share", "log_low", label="half")
    p.have(num(1, 25920) <= factor, "half", label="enough")
    gap = factor * exp(-at_pair(exponent))
    p.have(exp(num(-3240)) / 25920 <= gap, ("enough", exp(-at_pair(exponent))), "decay", "above", label="more")
    return p.have(p.goal, "more", "least", exp(num(-3240)))


(v,) = vectors("v")


@paper.claim(given=[], shows=Eq(norm(v, one), abs(v(one))))
def norm_of_one(p: Proof) -> Fact:
    """The square of both norms is v_1²."""
    p.apply("abs_square", u=v(one), label="sizes")
    size, own = norm(v, one), abs(v(one))
    low = p.apply("square_le", u=size, r=own)
    high = p.apply("square_le", u=own, r=size)
    return p.antisymmetry(low, high)


PLACE = {"k_low": 1 <= k, "k_high": k <= 2}
PLACES = {**PLACE, "l_low": 1 <= l, "l_high": l <= 2}


@paper.claim(given={"pos": 0 < length, **PLACE}, shows=Eq(norm(token(pair, i, k), one), length))
def one_length(p: Proof) -> Fact:
    """Both tokens have the length λ."""
    own = token(pair, i, k)
    p.apply("norm_of_one", v=own, label="norm")

    def placed(order: Fact) -> Fact:
        if order.concl.args[0] is k and order.concl.op == "lt":
            return p.absurd(p.have(FALSE, order), p.goal)
        first = order.concl.op == "eq"
        place = order if first else p.antisymmetry(p.integer_step(order), "k_high")
        sign = p.have(own(one) <= 0 if first else own(one) >= 0, (place, length), "pos")
        return p.have(p.goal, p.abs_value(own(one), sign), "norm", (place, length))

    return p.trichotomy(one, k, placed)


@paper.claim(given=[0 < length, *PLACES.values(), different(token(pair, i, k), token(pair, j, l), one)],
             shows=length < norm(fun(lambda t: pair(i, t, k) - pair(j, t, l)), one))  # fmt: skip
def two_lengths_apart(p: Proof) -> Fact:
    """The two tokens are 2 λ apart."""
    p.given(pos=0 < length, differ=different(token(pair, i, k), token(pair, j, l), one))
    gap = fun(lambda t: pair(i, t, k) - pair(j, t, l))
    p.apply("norm_of_one", v=gap, label="norm")
    up, down = (p.apply("abs_ge", x=y) for y in (gap(one), -gap(one)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.generalize(t, p.have(Eq(pair(i, t, k), pair(j, t, l)), (order, length)), 1 <= t, t <= 1)
            return p.absurd(p.mp("differ", same), p.goal)
        more = p.integer_step(order)
        return p.have(p.goal, "norm", up, down, (more, "pos"), "pos")

    return p.trichotomy(k, l, prove)


@paper.claim(given=[0 < length, *PLACES.values(), negation(Eq(k, l))],
             shows=different(token(pair, i, k), token(pair, j, l), one))  # fmt: skip
def two_tokens(p: Proof) -> Fact:
    """2 k − 3 determines k."""
    p.given(pos=0 < length, differ=negation(Eq(k, l)))
    held = p.assume(p.goal.args[0])
    same = p.specialize(held, 1)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.mp("differ", order)
        return p.have(FALSE, same, (order, "pos"))

    return p.discharge(p.trichotomy(k, l, prove), held.concl)


@paper.claim(given=[0 < length], shows=at_pair(tokens_separated))
def pair_separated(p: Proof) -> Fact:
    """λ/2 < λ < 2 λ, and they are 2 λ apart."""
    p.given(**PLACES, i_low=1 <= i, i_high=i <= 1)
    size = norm(token(pair, i, k), one)
    bounds = []
    for formula in (length / 2 < size, size < 2 * length):
        at_place = p.generalize(k, p.have(formula), "k_low", "k_high")
        bounds.append(p.generalize(i, at_place, "i_low", "i_high"))
    return p.exists_intro(p.goal, [], *bounds)


@paper.claim(given=[0 < length], shows=at_pair(vocabulary_size(X, m)))
def pair_listed(p: Proof) -> Fact:
    """Token k is word k."""
    p.given(**PLACES)
    words, places = fun(lambda t, a: length * (2 * a - 3), 2), fun(lambda i, k: k, 2)

    there = exists(lambda i, l: [1 <= i, i <= 1, 1 <= l, l <= 2, Eq(l, k)], "Z", "Z")
    found = p.exists_intro(there, [one, k])
    return p.exists_intro(p.goal, [words, places], found)


def for_some_pi(p: Proof, prove: Callable[[Fact, Fact, Fact], Fact]) -> Fact:
    """Derive a contradiction from one that uses the definition of π, 0 < π and π <= 4."""
    (number,) = p.obtain(p.theorem("number_pi_exists"), pi)
    at_none = p.specialize(number, 0, using=[p.have(num(0) <= 0)])
    none = p.big_empty(leibniz(num(0)).args[1], p.have(num(0) < 1))
    _low, high = p.obtain(at_none)
    high = p.have(pi <= 4, high, none)
    return prove(number, p.have(0 < pi, p.apply("number_pi_above", number, x=pi)), high)


@paper.claim(given=[0 < length, length <= LEAST], shows=negation(at_pair(printed_47.formula)))
def pair_refutes(p: Proof) -> Fact:
    """r is 9 λ/4, and δ is more than twice as large."""
    held = found = p.assume(p.goal.args[0])
    while found.concl.op == "imp":
        side = found.concl.args[0]
        found = p.mp(found, p.side_condition(side))

    def with_pi(number: Fact, low: Fact, high: Fact) -> Fact:
        gap = at_pair(eq_47)
        large = p.apply("gap_of_no_length", low, high)
        values = {x.args[0]: y for x, y in small.items() if x not in (m, r_min)}
        never = p.apply("no_room_for_two", large, delta=gap, **values)
        return p.mp(never, p.specialize(found, pi, using=[number, low]))

    return p.discharge(for_some_pi(p, with_pi), held.concl)


counterexample = {x.args[0]: substitute(y, {length: LEAST}) for x, y in small.items()}


@paper.claim(given=[], shows=negation(
    substitute(printed_47.formula, {x: counterexample[x.args[0]] for x in printed_47.formula.free})))  # fmt: skip
def eq_47_refuted(p: Proof) -> None:
    """Take λ = e^(−3240)/10^6."""
