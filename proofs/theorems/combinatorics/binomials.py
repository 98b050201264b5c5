"""Factorials and binomial coefficients: Pascal's rule, and that C(m, k) grows with m.

C(m, k) is ⌊m (m − 1) … (m − k + 1) / k!⌋; Pascal's rule shows that the division is exact.

Main statements: `binomial_exact`, `pascal`, `binomial_monotone`.
"""

from __future__ import annotations

from functools import partial

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor
from proofs.theorems.algebra.powers import falling

chapter = Chapter("binomials")
j, k, m, u, v, y = ints("j k m u v y")


def factorial(k: Term) -> Term:
    """k!."""
    return Prod(lambda j: j, 1, k)


def binomial(m: Term, k: Term) -> Term:
    """C(m, k) for m, k >= 0."""
    return floor(falling(m, k), factorial(k))


chapter.notions.define(factorial(k), (k,), "{0:f}!", "{0:f}!")
chapter.notions.define(binomial(m, k), (m, k), "C({0}, {1})", r"\binom{{{0}}}{{{1}}}")


@chapter.claim([0 <= k], shows=Eq(factorial(k + 1), factorial(k) * (k + 1)))
def factorial_step(p: Proof) -> None:
    """0 <= k ⊢ (k + 1)! = k! (k + 1)."""
    p.big_step(factorial(k + 1), p.side_condition(1 <= k + 1), label="out")


@chapter.claim([0 <= k], shows=1 <= factorial(k))
def factorial_pos(p: Proof) -> None:
    """0 <= k ⊢ 1 <= k!."""
    p.given(j_low=0 <= j, so_far=1 <= factorial(j))
    next_ = p.apply("factorial_step", k=j)
    base = p.have(1 <= factorial(num(0)))
    step = p.have(1 <= factorial(j + 1), next_, "so_far", ("so_far", "j_low"), "j_low")
    p.induct(lambda t: 1 <= factorial(t), 0, j, base, step, label="all")


@chapter.claim([0 <= k], shows=Eq(falling(m, k + 1), falling(m, k) * (m - k)))
def falling_step(p: Proof) -> None:
    """0 <= k ⊢ m (m − 1) … (m − k) = m … (m − k + 1) (m − k)."""
    p.big_step(falling(m, k + 1), p.side_condition(1 <= k + 1), label="out")


@chapter.claim([0 <= k], shows=Eq(falling(m + 1, k + 1), (m + 1) * falling(m, k)))
def falling_first(p: Proof) -> None:
    """0 <= k ⊢ (m + 1) m … (m − k + 1) = (m + 1) · m … (m − k + 1)."""

    def claim(k: Term) -> Term:
        return Eq(falling(m + 1, k + 1), (m + 1) * falling(m, k))

    p.given(j_low=0 <= j, so_far=claim(j))
    base = p.have(claim(num(0)))
    own = p.apply("falling_step", k=j)
    longer = p.apply("falling_step", m=m + 1, k=j + 1)
    step = p.have(claim(j + 1), longer, ("so_far", m - j), (own, m + 1))
    p.induct(claim, 0, j, base, step, label="all")


@chapter.claim([0 <= k], shows=Eq(falling(m + 1, k + 1), falling(m, k + 1) + (k + 1) * falling(m, k)))
def falling_pascal(p: Proof) -> None:
    """0 <= k ⊢ (m + 1) m … (m − k + 1) = m … (m − k) + (k + 1) m … (m − k + 1)."""


@chapter.claim({"m_low": 0 <= m, "k_low": 0 <= k}, shows=0 <= falling(m, k))
def falling_nonneg(p: Proof) -> None:
    """0 <= m, 0 <= k ⊢ 0 <= m (m − 1) … (m − k + 1)."""

    def claim(t: Term) -> Term:
        return every(lambda k: 0 <= falling(t, k), 0)

    p.given(j_low=0 <= j, so_far=claim(j), some=1 <= k, none=k < 1)
    less = p.specialize("so_far", k - 1)
    for name, top in (("base", num(0)), ("step", j + 1)):
        p.apply("falling_first", m=top - 1, k=k - 1, label=f"first_{name}")
        high = p.have(0 <= falling(top, k), f"first_{name}", ("j_low", less), less)
        low = p.have(0 <= falling(top, k), p.big_empty(falling(top, k), "none"))
        p.generalize(k, p.cases(1, k, high, low), "k_low", label=name)
    p.induct(claim, 0, j, "base", "step", label="all")


@chapter.claim([0 <= m, 0 <= k, Eq(falling(m, k), factorial(k) * y)], shows=Eq(binomial(m, k), y))
def binomial_is(p: Proof) -> None:
    """0 <= m, 0 <= k, m … (m − k + 1) = k! y ⊢ C(m, k) = y."""


@chapter.claim([1 <= k], shows=Eq(binomial(num(0), k), 0))
def too_few(p: Proof) -> None:
    """1 <= k ⊢ C(0, k) = 0."""
    p.apply("falling_first", m=-1, k=k - 1, label="first")


def exact(m: Term, k: Term) -> Term:
    """k! C(m, k) = m (m − 1) … (m − k + 1)."""
    return Eq(factorial(k) * binomial(m, k), falling(m, k))


@chapter.theorem
def exact_for_none(p: Proof) -> None:
    """0 <= m, k = 0 ⊢ k! C(m, k) = m … (m − k + 1)."""
    at_zero = p.have(exact(m, num(0)))
    p.qed(p.replace(p.have(Eq(num(0), k), p.assume(Eq(k, 0))), every(partial(exact, m)), at_zero))


@chapter.theorem
def next_row(p: Proof) -> None:
    """k! C(m, k) and (k − 1)! C(m, k − 1) as they should be ⊢ (m + 1) … (m − k + 2) = k! (C(m, k) + C(m, k − 1))."""
    p.given(k_low=1 <= k, own=exact(m, k), fewer=exact(m, k - 1))
    size = p.apply("factorial_step", k=k - 1)
    sum_ = p.apply("falling_pascal", k=k - 1)
    total = binomial(m, k) + binomial(m, k - 1)
    p.qed(p.have(Eq(falling(m + 1, k), factorial(k) * total), sum_, "own", ("fewer", k),
                 (size, binomial(m, k - 1))))  # fmt: skip


@chapter.claim([0 <= m, 0 <= k], shows=exact(m, k))
def binomial_exact(p: Proof) -> Fact:
    """Row by row, by Pascal's rule for m (m − 1) … (m − k + 1)."""

    def claim(t: Term) -> Term:
        return every(partial(exact, t), 0)

    p.given(k_low=0 <= k, j_low=0 <= j, so_far=claim(j), some=1 <= k, none=k < 1)
    p.integer_step("none", label="at_most")
    p.antisymmetry(p.have(k <= 0), "k_low", label="zero")
    p.apply("too_few", label="few")
    first = p.apply("falling_first", m=-1, k=k - 1)
    base_some = p.have(exact(num(0), k), first)
    base_none = p.apply("exact_for_none", m=0)
    base = p.generalize(k, p.cases(1, k, base_some, base_none))
    p.specialize("so_far", k, label="own")
    p.specialize("so_far", k - 1, label="fewer")
    row = p.apply("next_row", m=j)
    value = p.apply("binomial_is", m=j + 1, y=binomial(j, k) + binomial(j, k - 1))
    step_some = p.have(exact(j + 1, k), row, (value, factorial(k)))
    step_none = p.apply("exact_for_none", m=j + 1)
    step = p.generalize(k, p.cases(1, k, step_some, step_none))
    all_ = p.induct(claim, 0, j, base, step)
    return p.specialize(all_, m, k)


@chapter.theorem
def pascal(p: Proof) -> None:
    """0 <= m, 1 <= k ⊢ C(m + 1, k) = C(m, k) + C(m, k − 1)."""
    p.given(m_low=0 <= m, k_low=1 <= k)
    p.apply("binomial_exact", label="own")
    p.apply("binomial_exact", k=k - 1, label="fewer")
    p.apply("next_row", label="row")
    p.qed(p.apply("binomial_is", m=m + 1, y=binomial(m, k) + binomial(m, k - 1)))


@chapter.theorem
def binomial_nonneg(p: Proof) -> None:
    """0 <= m, 0 <= k ⊢ 0 <= C(m, k)."""
    p.given(m_low=0 <= m, k_low=0 <= k)
    p.apply("factorial_pos", label="size")
    p.apply("falling_nonneg", label="sign")
    p.apply("binomial_exact", label="exact")
    b = binomial(m, k)
    positive = p.apply("product_positive", x=b + 1, y=factorial(k))
    p.qed(p.have(0 <= b, positive))


@chapter.claim([0 <= u, u <= v, 1 <= k], shows=binomial(u, k) <= binomial(v, k))
def binomial_monotone(p: Proof) -> None:
    """0 <= u <= v, 1 <= k ⊢ C(u, k) <= C(v, k)."""
    p.given(j_low=u <= j)

    def claim(t: Term) -> Term:
        return binomial(u, k) <= binomial(t, k)

    next_ = p.apply("pascal", m=j)
    more = p.apply("binomial_nonneg", m=j, k=k - 1)
    base = p.have(claim(u))
    step = p.have(claim(j + 1), p.assume(claim(j)), next_, more)
    p.induct(claim, u, j, base, step, label="all")
