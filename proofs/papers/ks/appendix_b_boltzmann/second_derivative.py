"""Monotonicity and concavity of the Boltzmann operator along a coordinate (B.2, Lemmas 4 and 5)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.first_derivative import bends, falls, picking
from proofs.papers.ks.vocabulary import *

level = log(p_(i)) + S


@paper.claim(given=[some, *i_in, 1 + S + log(p_(i)) < 0], shows=1 + S + (a(i) - L) < 0)
def sign_in_terms_of_entry(p: Proof) -> None:
    """log p_i = a_i − L."""
    p.apply("log_weight", label="log")


@paper.claim(given=[some, *i_in, 1 + S + (a(i) - L) < 0], shows=1 + S + log(p_(i)) < 0)
def sign_in_terms_of_weight(p: Proof) -> None:
    """The converse implication."""


@paper.claim(given=[some, *i_in, 1 + S + (a(i) - L) < 0], shows=a(i) < L - S - 1)
def sign_solved(p: Proof) -> None:
    """The inequality is solved for a_i."""


@paper.claim(given=[some, *i_in, a(i) < L - S - 1], shows=1 + S + (a(i) - L) < 0)
def sign_solved_back(p: Proof) -> None:
    """The converse implication."""


@paper.claim(given=[some, *i_in, falls], shows=gradient(a, n, i) < 0)
def gradient_negative(p: Proof) -> Fact:
    """The derivative is negative where a_i < max a − log n − 1."""
    p.apply("max_le_logpart", label="max")
    p.apply("entropy_le_log", label="entropy")
    sign = p.have(1 + level < 0)
    return p.have(p.goal, (sign, p_(i)))


@paper.claim(
    given=[some, *i_in, falls], shows=exists(lambda s: [along(lambda v: boltz(v, n), i, num(0), s), s < 0], "R")
)
def derivative_negative(p: Proof) -> Fact:
    """∂boltz/∂a_i < 0."""
    return p.exists_intro(p.goal, [gradient(a, n, i)])


@paper.claim(given=[some, *i_in, bends], shows=level < -3)
def level_below(p: Proof) -> None:
    """log p_i + S < −3."""
    p.apply("max_le_logpart", label="max")
    p.apply("log_weight", label="log")


@paper.claim(given=[some, *i_in, bends], shows=greatest - log(n) - 3 < L - S - 3)
def eq_98_second(p: Proof) -> Fact:
    """Strict, because Z > e^(max a) if an entry is below the maximum."""
    p.given(some=some, low=i >= 1, single=n <= 1, two=n > 1)
    p.antisymmetry("single", "some", label="n_is_1")
    p.have(i <= 1, "n_is_1", label="i_is_1")
    p.antisymmetry("i_is_1", "low", label="i_1")
    p.have(p.goal, label="many")
    p.have(k <= i, p.assume(k <= n), "n_is_1", label="k_le")
    p.have(i <= k, p.assume(k >= 1), "i_1", label="k_ge")
    p.antisymmetry("k_le", "k_ge", label="k_i")
    p.congr(a, "k_i", label="same")
    p.generalize(k, p.have(a(k) <= a(i), "same"), k >= 1, k <= n, label="all")
    p.max_le(greatest, a(i), "some", "all", label="max_le")
    p.apply("log_nonneg", x=n, label="log_pos")
    p.have(num(0) < 0, "max_le", label="none")
    p.absurd("none", p.goal, label="one")
    return p.cases(n, 1, "one", "many")


@paper.claim(given=[some, *i_in, bends], shows=log(p_(i)) < -S - 3)
def eq_99_claim(p: Proof) -> None:
    """The same bound, for log p_i alone."""


@paper.claim(given=[some, *i_in, bends], shows=p_(i) < exp(num(-3)))
def weight_lt_exp(p: Proof) -> None:
    """p_i < e^(−3)."""
    p.apply("level_below", label="level")
    p.apply("entropy_nonneg", label="entropy")
    p.apply("exp_lt", x=log(p_(i)), y=num(-3), label="grow")


@paper.claim(given=[], shows=exp(num(-3)) <= num(1) / (1 + num(3)))
def exp_bound(p: Proof) -> None:
    """e^(−3) <= 1/(1 + 3), from 1 + 3 <= e^3."""
    p.exp_ge(num(3), label="ge")


@paper.claim(given=[], shows=Eq(num(1) / (1 + num(3)), num(1, 4)))
def quarter(p: Proof) -> None:
    """1/(1 + 3) = 1/4."""


bracket = (1 - 2 * p_(i)) * (level + 1) + 1


@paper.claim(given=[some, *i_in, bends], shows=bracket < (1 - 2 * num(1, 4)) * -2 + 1)
def bracket_lt(p: Proof) -> Fact:
    """(1 − 2 p_i)(log p_i + S + 1) + 1 < (1 − 2/4)(−2) + 1."""
    p.have(p_(i) < num(1, 4), "weight_lt_exp", "exp_bound", label="half")
    return p.have(p.goal, "level_below")


@paper.claim(given=[], shows=Eq((1 - 2 * num(1, 4)) * -2 + 1, 0))
def bracket_bound(p: Proof) -> None:
    """(1 − 2/4)(−2) + 1 = 0."""


@paper.claim(given=[some, *i_in, bends], shows=second_derivative(a, n, i) < 0)
def second_derivative_negative(p: Proof) -> Fact:
    """The second derivative is negative where a_i < max a − log n − 3."""
    bracket = p.apply("bracket_lt")
    p.note("weight_pos", p.positive(p_(i)))
    return p.have(p.goal, (bracket, "weight_pos"))


@paper.claim(given=[some, *i_in], shows=along(lambda v: gradient(v, n, i), i, num(0), second_derivative(a, n, i)))
def second_derivative_here(p: Proof) -> Fact:
    """The second derivative at a itself."""
    return p.apply("boltz_second_derivative", x=num(0))


def bends_down(slope: Term, s: Term) -> list[Term]:
    """t ↦ boltz(a + t e_i) has the derivative `slope` everywhere, which has the derivative s < 0 at 0."""
    everywhere = for_all(lambda t: derivative_of(lambda t: boltz(moved(a, i, t), n), t, slope(t)), "R")
    return [everywhere, derivative_of(slope, num(0), s), s < 0]


concave = exists(bends_down, "(R>R)", "R")  # ∂²boltz/∂a_i² < 0


@paper.claim(given=[some, *i_in, bends], shows=concave)
def second_derivative_exists_negative(p: Proof) -> Fact:
    """The second derivative, with the closed form (97), is negative."""
    slope = function_of(lambda t: gradient(moved(a, i, t), n, i))
    return p.exists_intro(p.goal, [slope, second_derivative(a, n, i)])


expanded = p_(i) * (1 - p_(i)) * (1 + level) + p_(i) * (p_(i) * (1 - p_(i)) / p_(i) - p_(i) * level)


@paper.claim(given=[some, *i_in], shows=along(lambda v: gradient(v, n, i), i, num(0), expanded))
def second_derivative_by_product_rule(p: Proof) -> Fact:
    """The product rule, with ∂p_i and ∂S substituted."""
    second = p.apply("second_derivative_here")
    same = p.have(Eq(second_derivative(a, n, i), expanded))
    return p.rewrite(second, same)


@paper.claim(given=[some, *i_in], shows=Eq(expanded, second_derivative(a, n, i)))
def second_derivative_collected(p: Proof) -> None:
    """The terms of the product rule are collected."""


def product_slopes(u: Term, w: Term) -> list[Term]:
    """p_i and 1 + log p_i + S have the derivatives u and w along i, and (96) has the one given by the product rule."""
    whole = along(lambda v: gradient(v, n, i), i, num(0), u * (1 + level) + p_(i) * w)
    parts = lambda v: softmax(v, n, i), lambda v: 1 + log(softmax(v, n, i)) + entropy(v, n)
    return [*(along(f, i, num(0), slope) for f, slope in zip(parts, (u, w), strict=True)), whole]


@paper.claim(given=[some, *i_in], shows=exists(product_slopes, "R", "R"))
def product_of_derivatives(p: Proof) -> Fact:
    """∂(p_i (1 + log p_i + S)) = ∂p_i (1 + log p_i + S) + p_i ∂(1 + log p_i + S), with no derivative substituted."""
    first, second = p_(i) * (1 - p_(i)), p_(i) * (1 - p_(i)) / p_(i) - p_(i) * level
    picking(p, a, i)
    p.apply("sum_delta", f=fun(lambda k: exp(a(k)) * log(p_(k))), m=i, lo=1, hi=n, label="picked_log")
    p.derivative(lambda t: softmax(moved(a, i, t), n, i), num(0), first, label="weight")

    def factor(t: Term) -> Term:
        v = moved(a, i, t)
        return 1 + log(softmax(v, n, i)) + entropy(v, n)

    p.derivative(factor, num(0), second, label="factor")
    return p.exists_intro(p.goal, [first, second])


@paper.claim(given=[some, *i_in, bends], shows=log(p_(i)) < -3)
def log_weight_lt(p: Proof) -> None:
    """log p_i < −S − 3 and 0 <= S."""
    p.apply("level_below", label="level")
    p.apply("entropy_nonneg", label="entropy")


@paper.claim(given=[], shows=for_all(lambda x: implies(x > -1, exp(-x) <= num(1) / (1 + x)), "R"))
def exp_le_inverse(p: Proof) -> Fact:
    """1 + x <= e^x."""
    p.given(above=x > -1)
    pos = p.have(1 + x > 0)
    ge = p.exp_ge(x)
    return p.have(exp(-x) <= num(1) / (1 + x), (ge, exp(-x)), scale=[pos])
