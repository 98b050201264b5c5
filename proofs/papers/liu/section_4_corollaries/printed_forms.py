"""Corollaries 4.1.1 and 4.2.1, which are B.2 and B.4, as printed: false for functions that are only integrable.

No network is near 1/(|x| + |y|) in L_3, as networks are bounded on the square (`bounded_attention`) and the third power
of this function is not integrable (`reciprocal_of_norm`). For self-attention (x, y) is a sequence of two tokens, for
cross-attention x is one input and y the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import linear_layer
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import V_, U, f, g, self_attention
from proofs.papers.liu.section_4_corollaries.bounded_attention import *
from proofs.papers.liu.section_4_corollaries.corollaries import (
    computes,
    cross_at,
    in_closure_of_pairs,
    of_square,
    on_pairs,
    one,
    power_p,
    printed_4_1_1,
    printed_4_2_1,
    product,
)
from proofs.papers.liu.vocabulary import X, d, eps, paper
from proofs.papers.liu.vocabulary import n as columns
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.compactness import (
    continuous_on_product,
    continuous_on_set,
    cube_set,
    greatest_entry,
    member,
)
from proofs.theorems.analysis.continuity import assumed, within
from proofs.theorems.integration.integrals import cost
from proofs.theorems.integration.lebesgue import in_closure, on_set
from proofs.theorems.integration.reciprocal_of_norm import *

ONE, TWO = num(1), num(2)


def square(n: Term) -> Term:
    """[−1, 1]^(1×n)."""
    return cube_set(ONE, ONE, n)


@paper.claim(given=[1 <= n, every(lambda c: abs(X(1, c)) <= 1, 1, n)], shows=member(square(n), X))
def in_unit(p: Proof) -> Fact:
    """Every entry is at most the largest one."""
    p.given(some=1 <= n, entries=every(lambda c: abs(X(1, c)) <= 1, 1, n))
    ends = assumed(p, 1 <= r, r <= ONE, 1 <= c, c <= n)
    same = p.antisymmetry(ends[1], ends[0])
    moved = p.congr(lambda z: abs(X(z, c)), same)
    each = p.generalize(c, p.have(abs(X(r, c)) <= 1, moved, p.specialize("entries", c, using=ends)))
    row = p.max_le(Max(lambda c: abs(X(r, c)), 1, n), ONE, "some", each)
    greatest_ = greatest_entry(X, ONE, n)
    whole = p.max_le(greatest_, ONE, p.have(ONE <= 1), p.generalize(r, row))
    return p.have(p.goal, *p.reduce_ite(whole, square(n)(X)))


cap = 8 * inv(e) + 1
the_peak = mapping(lambda X, r, c: peak(size(X)), MATRIX, "Z", "Z")
the_cap = mapping(lambda X, r, c: capped(size(X), cap), MATRIX, "Z", "Z")


def near_peak(p: Proof, F: Term, conditions: Sequence[Term], pos: Fact) -> list[Fact]:
    """1 <= m and ∫ F <= ε, where F is the difference of peak and cap on a set, possibly doubled, and m = 8/ε + 1."""
    inverse = p.apply("inv_pos", pos)
    low = p.have(1 <= cap, inverse)
    difference = peak(size(X)) - capped(size(X), cap)
    each, sign = p.apply("size_to_the_one", u=difference), abs(difference)
    below = by_cases(p, conditions, lambda known: p.have(
        F(X) <= 2 * gap(size(X), cap), *values(p, known, F(X)), each, sign))  # fmt: skip
    found = p.apply("gap_integrable", low, p.have(num(0) <= 2), below, G=F)
    of_cap = p.apply("inv_pos", low, x=cap)
    unit_ = p.have(Eq(cap * inv(cap), 1), low), p.have(Eq(e * inv(e), 1), pos)
    less = p.have(8 * inv(cap) <= e, (p.have(8 <= e * cap, pos), of_cap), (unit_[0], e))
    back = p.exp_log(pos)
    less = p.have(4 * TWO / cap <= exp(ONE * log(e)), less, back)
    level = exp(ONE * log(e))
    return [low, p.apply("integral_mono", found, less, F=F, G=F, E_1=4 * TWO / cap, E=level, d=1, n=2)]


on_unit = on_set(cost(the_peak, the_cap, ONE, ONE, TWO), square(TWO))


@paper.claim(given=[], shows=in_closure(the_peak, square(TWO), ONE, ONE, TWO, TWO))
def peak_integrable(p: Proof) -> Fact:
    """min(1/s, m + 1) is within ε of 1/s for m = 8/ε + 1."""
    pos = p.assume(0 < e)
    low, close = near_peak(p, on_unit, [0 < square(TWO)(X)], pos)
    given = assumed(p, member(square(TWO), X), 0 < u)
    inverse = p.apply("inv_pos", low, x=cap + 1)
    delta = substitute(near, {m: cap, e: u})
    wide = p.have(0 < delta, (given[1], p.have(0 < inv(cap + 1) * inv(cap + 1), (inverse, inverse))))
    inside_ = assumed(p, member(square(TWO), Y), within(X, Y, delta, ONE, TWO))
    parts = [p.specialize(inside_[1], 1, c) for c in (1, 2)]
    ends = assumed(p, 1 <= r, r <= ONE, 1 <= c, c <= TWO)
    small = p.apply("capped_continuous", low, *parts, e=u)
    steady_ = p.generalize(r, p.generalize(c, small, *ends[2:]), *ends[:2])
    some = continuous_on_set(the_cap, square(TWO), ONE, TWO, TWO)
    here = said_at(some, X, u)
    found = p.exists_intro(here, [delta], wide, steady_)
    continuous = p.rule("generalize", X, p.generalize(u, found, *given))
    goal = said_at(p.goal, e)
    return p.exists_intro(goal, [the_cap], continuous, close)


# --- no network is near it in L_3 -------------------------------------------------------------------------------------


def column_size(X: Term) -> Callable[[Term], Term]:
    """c ↦ |X_{1,c}|."""
    return lambda c: abs(X(1, c))


def both_columns(p: Proof, facts: Sequence[Fact]) -> Fact:
    """|X_{1,c}| <= 1 for both c."""
    low, high = assumed(p, 1 <= c, c <= TWO)
    claim = abs(X(1, c)) <= 1
    first, later = assumed(p, c <= 1, 1 < c)
    second = p.have(TWO <= c, later)
    sides = [
        p.have(claim, p.congr(column_size(X), p.antisymmetry(*order)), fact)
        for place, order, fact in ((ONE, (first, low), facts[0]), (TWO, (high, second), facts[1]))
    ]
    return p.cases(c, 1, *sides)


H, width, sized, *weights = of_square
P, Q, R, W_K, W_Q, W_V, W_O = weights
NAMES = [H, width, sized, *weights]


def layer(Z: Term, tokens: Term) -> Matrix:
    """Linear(Z), of one row."""
    return linear_layer(named(Z, ONE, tokens), H, P, Q, R, ONE, width)


def scores(keys: Matrix, queries: Matrix) -> Matrix:
    """KᵀQ."""
    return (named(W_K, sized, ONE) @ keys).T @ (named(W_Q, sized, ONE) @ queries)


def slope(column: int) -> Term:
    """The rate at which an entry of W_V Linear(X) grows with this column of X."""
    return fun(lambda l: W_V(1, 1) * Sum(lambda h: P(h, 1, 1) * Q(h, column, l), 1, H))


def far_in_mean(
    p: Proof,
    close: Fact,
    F: Term,
    found: Sequence[Term],
    second: Term,
    scores: Matrix,
    N_low: Fact,
    in_set: Callable[[Sequence[Fact]], Fact],
) -> Fact:
    """Derive a contradiction from ∫ F <= 1, where F(X) is Σ |1/s − found|³ on a set; `second` is the slope in y."""
    of_value = {
        "alpha": slope(1), "beta": second, "gamma": fun(lambda l: W_V(1, 1) * R(1, l)), "cut": fun(lambda t: W_O(t, 1)),
    }  # fmt: skip
    letters = {"alpha": alpha, "beta": beta, "gamma": gamma, "cut": cut}
    level = substitute(bound, {N: width, **{letters[name]: value for name, value in of_value.items()}})
    in_square = assumed(p, abs(X(1, 1)) <= 1, abs(X(1, 2)) <= 1)
    pos, high = assumed(p, 0 < T, level + T <= peak(size(X)))
    here = {"x": X(1, 1), "y": X(1, 2), "N": width, "score": fun(scores.entry, 2), **of_value}
    most = p.apply("attention_bounded", N_low, *in_square, **here)
    least = p.apply("size_to_the_three", pos, most, high, u=peak(size(X)) - found[0])
    others = [p.apply("size_nonneg", p=3, u=peak(size(X)) - entry) for entry in found[1:]]
    chosen = p.ite_eq(F(X), in_set(in_square))
    law = p.generalize(T, p.have(T**3 <= F(X), least, *others, chosen), *in_square, pos, high)
    low = p.apply("bound_nonneg", N=width, **of_value)
    close = p.apply("integral_mono", close, F=F, G=F, E_1=exp(num(3) * log(ONE)), E=1, d=1, n=2)
    return p.apply("no_third_power", low, p.rule("generalize", X, law), close, G=F)


def instance_at(values: Mapping[Term, Term], formula: Term) -> Term:
    """A formula at the values of its variables."""
    return substitute(formula, {x: value for x, value in values.items() if x in formula.free})


def contradiction(
    p: Proof, claim: Claim, values: Mapping[Term, Term], given: Sequence[Fact], prove: Callable[[Fact, Fact], Fact]
) -> Fact:
    """Refute the claim at these values; `prove` refutes it for any weights, from 1 <= N and the bound."""
    whole = instance_at(values, claim.formula)
    some = p.assume_implication(whole, len(claim.given), *given)
    _, N_low, _s_low, close = p.obtain(some, *NAMES)
    out = prove(N_low, close)
    return p.note("out", p.discharge(out, whole))


AT_411 = {d: ONE, columns: TWO, eps: ONE, power_p: num(3), U: square(TWO), f: the_peak}


@paper.claim(given=[], shows=negation(instance_at(AT_411, printed_4_1_1.formula)))
def not_near_in_mean(p: Proof) -> Fact:
    """Take two tokens, p = 3 and ε = 1."""
    given = [p.apply("cube_compact", d=1, n=2, D=1), p.apply("peak_integrable")]
    of_weights = computes(X, self_attention(X, H, d, width, sized, weights, d))
    network = instance_at({d: ONE, columns: TWO}, of_weights)
    F = on_set(cost(the_peak, network, num(3), ONE, TWO), square(TWO))

    def in_set(inside: Sequence[Fact]) -> Fact:
        return p.apply("in_unit", both_columns(p, inside))

    def prove(N_low: Fact, close: Fact) -> Fact:
        found = [network(X, ONE, num(c)) for c in (1, 2)]
        own = scores(layer(X, TWO), layer(X, TWO))
        return far_in_mean(p, close, F, found, slope(2), own, N_low, in_set)

    return contradiction(p, printed_4_1_1, AT_411, given, prove)


# --- the same of pairs ------------------------------------------------------------------------------------------------


def pair_size(X: Term, Y: Term) -> Term:
    """|x| + |y|, the inputs being numbers."""
    return abs(X(1, 1)) + abs(Y(1, 1))


pair_peak = mapping(lambda X, Y, r, c: peak(pair_size(X, Y)), MATRIX, MATRIX, "Z", "Z")
pair_cap = mapping(lambda X, Y, r, c: capped(pair_size(X, Y), cap), MATRIX, MATRIX, "Z", "Z")
AT_421 = {d: ONE, columns: ONE, eps: ONE, power_p: num(3), U: square(ONE), V_: square(ONE), g: pair_peak}
on_both = instance_at(AT_421, product)


def pair_cost(g: Term, h: Term, p: Term) -> Term:
    """The integrand of ‖g − h‖_p^p."""
    return instance_at(AT_421, on_set(cost(on_pairs(g), on_pairs(h), p, d, columns), product))


def joined(X: Term, Y: Term) -> Term:
    """Return (x, y) as a row."""
    return fun(lambda r, c: ite(Eq(c, 1), X(1, 1), Y(1, 1)), 2)


@paper.claim(given=[], shows=instance_at(AT_421, in_closure_of_pairs(pair_peak, one)))
def pair_peak_integrable(p: Proof) -> Fact:
    """min(1/s, m + 1) is within ε of 1/s for m = 8/ε + 1."""
    pos = p.assume(0 < e)
    low, close = near_peak(p, pair_cost(pair_peak, pair_cap, ONE), [0 < on_both(X)], pos)
    given = assumed(p, member(square(ONE), X), member(square(ONE), Y), 0 < u)
    inverse = p.apply("inv_pos", low, x=cap + 1)
    delta = substitute(near, {m: cap, e: u})
    wide = p.have(0 < delta, (given[2], p.have(0 < inv(cap + 1) * inv(cap + 1), (inverse, inverse))))
    inside_ = assumed(p, member(square(ONE), X1), member(square(ONE), Y1), within(X, X1, delta, ONE, ONE),
                      within(Y, Y1, delta, ONE, ONE))  # fmt: skip
    parts = [p.specialize(fact, 1, 1) for fact in inside_[2:]]
    old, new = joined(X, Y), joined(X1, Y1)
    ends = assumed(p, 1 <= r, r <= ONE, 1 <= c, c <= ONE)
    small = p.apply("capped_continuous", low, *parts, e=u, X=old, Y=new)
    small = p.generalize(r, p.generalize(c, small, *ends[2:]), *ends[:2])
    steady_ = p.rule("generalize", X1, p.generalize(Y1, small, *inside_))
    here = said_at(continuous_on_product(pair_cap, square(ONE), square(ONE), ONE, ONE, ONE), X, Y, u)
    found = p.exists_intro(here, [delta], wide, steady_)
    continuous = p.rule("generalize", X, p.rule("generalize", Y, p.generalize(u, found, *given)))
    return p.exists_intro(said_at(p.goal, e), [pair_cap], continuous, close)


@paper.claim(given=[], shows=negation(instance_at(AT_421, printed_4_2_1.formula)))
def not_near_in_mean_of_pairs(p: Proof) -> Fact:
    """Take two numbers, p = 3 and ε = 1."""
    given = [p.apply("cube_compact", d=1, n=1, D=1), p.apply("pair_peak_integrable")]
    network = instance_at(AT_421, cross_at((H, d, width, sized), weights))
    F = pair_cost(pair_peak, network, num(3))
    second = fun(lambda r, c: X(1, 2), 2)

    def in_set(inside: Sequence[Fact]) -> Fact:
        ends = assumed(p, 1 <= c, c <= ONE)
        same = p.antisymmetry(ends[1], ends[0])
        members = []
        for place, fact in zip((X, second), inside, strict=True):
            moved = p.congr(column_size(place), same)
            members.append(p.apply("in_unit", moved, fact, n=1, X=place))
        return p.have(0 < on_both(X), *values(p, members, on_both(X)))

    def prove(N_low: Fact, close: Fact) -> Fact:
        own = scores(layer(X, ONE), layer(second, ONE))
        return far_in_mean(p, close, F, [network(X, second, ONE, ONE)], fun(lambda l: num(0)), own, N_low, in_set)

    return contradiction(p, printed_4_2_1, AT_421, given, prove)


# --- the corollaries --------------------------------------------------------------------------------------------------

at_411, at_421 = ({x.args[0]: value for x, value in found.items()} for found in (AT_411, AT_421))
not_in_L_p = (
    "An integrable function need not be bounded almost everywhere, nor lie in L_p: 1/(|x| + |y|) is integrable on a "
    "square, its third power is not, and no network, which is bounded there, is near it in L_3. f must be in L_p, as "
    "section 4.1 announces; for p = 1 it holds as printed. L_p is taken as the closure of the continuous functions, in "
    "which measurable f with a finite integral of ‖f‖_p^p lie: measurable in the sense of Lusin's theorem, that is, "
    "equal to a continuous function outside of an arbitrarily small set."
)
