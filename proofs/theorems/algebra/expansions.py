"""Expansions to a base P: numbers Σ_i a_i P^(i−1) with m digits from 0 to P − 1, and changes of one digit.

Main statements: `expansion_low`, `expansion_high`, `expansion_unique`, `sum_differ`, `change_digit`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.networks.softmax import differ

chapter = Chapter("expansions")
P, m, i, k, t = ints("P m i k t")
a, b = sequences("a b")
f, g = vectors("f g")


def expansion(a: Term, m: Term | int = m) -> Term:
    """Σ_{i=1}^{m} a_i P^(i−1)."""
    return Sum(lambda i: a(i) * power(P, i - 1), 1, m)


def digits(a: Term) -> tuple[Term, Term]:
    """0 <= a_i <= P − 1 for i from 1 to m."""
    return every(lambda i: 0 <= a(i), 1, m), every(lambda i: a(i) <= P - 1, 1, m)


@chapter.theorem
def expansion_low(p: Proof) -> None:
    """1 <= P, digits a ⊢ 0 <= Σ a_i P^(i−1)."""
    low, _ = digits(a)
    p.given(base=P >= 1, low=low, k_low=k >= 1, k_high=k <= m)
    digit = p.specialize("low", k)
    p.apply("power_pos", m=P, k=k - 1, label="power")
    terms = p.have(a(k) * power(P, k - 1) >= 0, (digit, "power"))
    p.qed(p.apply("sum_nonneg", terms))


@chapter.theorem
def expansion_high(p: Proof) -> None:
    """1 <= P, 0 <= m, digits a ⊢ Σ a_i P^(i−1) <= P^m − 1."""
    _, high = digits(a)
    p.given(base=P >= 1, many=m >= 0, high=high, k_low=k >= 1, k_high=k <= m)
    digit = p.specialize("high", k)
    p.apply("power_pos", m=P, k=k - 1, label="power")
    top = (P - 1) * power(P, k - 1)
    terms = p.have(a(k) * power(P, k - 1) <= top, (digit, "power"))
    both = {"f": fun(lambda i: a(i) * power(P, i - 1)), "g": fun(lambda i: (P - 1) * power(P, i - 1))}
    sum_ = p.apply("sum_le", terms, lo=1, hi=m, **both)
    geometric = p.apply("geometric_sum", m=P, k=m)
    p.qed(p.have(expansion(a) <= power(P, m) - 1, sum_, geometric))


@chapter.theorem
def expansion_unique(p: Proof) -> None:
    """Digits a and b with one expansion are the same."""
    p.given(equal=Eq(expansion(a), expansion(b)), i_low=i >= 1, i_high=i <= m)
    for name, c in (("a", a), ("b", b)):
        low, high = digits(c)
        p.given(**{f"{name}_low": low, f"{name}_high": high})
        p.specialize(f"{name}_low", i, label=f"{name}_least")
        p.specialize(f"{name}_high", i, label=f"{name}_most")
    above = p.have(-P < a(i) - b(i), "a_least", "b_most")
    below = p.have(a(i) - b(i) < P, "a_most", "b_least")
    gap = fun(lambda i: a(i) - b(i))
    none = p.apply("digits_zero", above, below, m=P, d=m, e=gap)
    same = p.have(Eq(a(i), b(i)), p.specialize(none, i))
    p.qed(p.generalize(i, same))


@chapter.theorem
def sum_differ(p: Proof) -> None:
    """lo <= k <= hi, f_i = g_i for all other i in range ⊢ Σ f − Σ g = f_k − g_k."""
    lo, hi = ints("lo hi")
    p.given(low=lo <= k, high=k <= hi)
    p.given(others=every(lambda i: implies(negation(Eq(i, k)), Eq(f(i), g(i))), lo, hi), i_low=lo <= i, i_high=i <= hi)
    rest_f, rest_g = (ite(Eq(i, k), 0, h(i)) for h in (f, g))

    def each(case: Fact) -> Fact:
        known = [p.ite_eq(t, case) for t in (rest_f, rest_g)]
        if case.concl.op != "eq":
            known.append(p.specialize("others", i, using=[differ(p, case, i, k)]))
        return p.have(Eq(rest_f, rest_g), *known)

    rests = p.trichotomy(i, k, each)
    pick_f = p.apply("sum_pick", m=k)
    pick_g = p.apply("sum_pick", f=g, m=k)
    by = {"f": fun(lambda i: ite(Eq(i, k), 0, f(i))), "g": fun(lambda i: ite(Eq(i, k), 0, g(i)))}
    rest = p.apply("sum_eq", rests, **by)
    sums = Sum(lambda i: f(i), lo, hi) - Sum(lambda i: g(i), lo, hi)
    p.qed(p.have(Eq(sums, f(k) - g(k)), pick_f, pick_g, rest))


def changed(a: Term, k: Term, t: Term) -> Term:
    """Return the digits a with digit k replaced by t."""
    return fun(lambda i: ite(Eq(i, k), t, a(i)))


@chapter.theorem
def change_digit(p: Proof) -> None:
    """1 <= k <= m ⊢ with digit k replaced by t the expansion grows by (t − a_k) P^(k−1)."""
    p.given(low=k >= 1, high=k <= m, other=negation(Eq(i, k)))
    new = changed(a, k, t)
    same = p.ite_eq(new(i), "other")
    term = p.have(Eq(new(i) * power(P, i - 1), a(i) * power(P, i - 1)), (same, power(P, i - 1)))
    both = {"f": fun(lambda i: new(i) * power(P, i - 1)), "g": fun(lambda i: a(i) * power(P, i - 1))}
    differ = p.apply("sum_differ", term, lo=1, hi=m, **both)
    goal = Eq(expansion(new) - expansion(a), (t - a(k)) * power(P, k - 1))
    p.qed(p.have(goal, differ))
