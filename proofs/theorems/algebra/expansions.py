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
    return sigma(lambda i: a(i) * power(P, i - 1), 1, m)


def digits(a: Term) -> tuple[Term, Term]:
    """0 <= a_i <= P − 1 for i from 1 to m."""
    return every(lambda i: 0 <= a(i), 1, m), every(lambda i: a(i) <= P - 1, 1, m)


@chapter.theorem
def expansion_low(p: Proof) -> None:
    """1 <= P, digits a ⊢ 0 <= Σ a_i P^(i−1)."""
    low, _ = digits(a)
    p.given(base=P >= 1, low=low, k_low=k >= 1, k_high=k <= m)
    p.specialize("digit", "low", k)
    p.apply("power", "power_pos", m=P, k=k - 1)
    p.have("terms", a(k) * power(P, k - 1) >= 0, ("digit", "power"))
    p.qed(p.apply("out", "sum_nonneg", "terms"))


@chapter.theorem
def expansion_high(p: Proof) -> None:
    """1 <= P, 0 <= m, digits a ⊢ Σ a_i P^(i−1) <= P^m − 1."""
    _, high = digits(a)
    p.given(base=P >= 1, many=m >= 0, high=high, k_low=k >= 1, k_high=k <= m)
    p.specialize("digit", "high", k)
    p.apply("power", "power_pos", m=P, k=k - 1)
    top = (P - 1) * power(P, k - 1)
    p.have("terms", a(k) * power(P, k - 1) <= top, ("digit", "power"))
    both = {"f": fun(lambda i: a(i) * power(P, i - 1)), "g": fun(lambda i: (P - 1) * power(P, i - 1))}
    p.apply("sum", "sum_le", "terms", lo=1, hi=m, **both)
    p.apply("geometric", "geometric_sum", m=P, k=m)
    p.qed(p.have("out", expansion(a) <= power(P, m) - 1, "sum", "geometric"))


@chapter.theorem
def expansion_unique(p: Proof) -> None:
    """Digits a and b with one expansion are the same."""
    p.given(equal=eq(expansion(a), expansion(b)), i_low=i >= 1, i_high=i <= m)
    for name, c in (("a", a), ("b", b)):
        low, high = digits(c)
        p.given(**{f"{name}_low": low, f"{name}_high": high})
        p.specialize(f"{name}_least", f"{name}_low", i)
        p.specialize(f"{name}_most", f"{name}_high", i)
    p.have("above", -P < a(i) - b(i), "a_least", "b_most")
    p.have("below", a(i) - b(i) < P, "a_most", "b_least")
    gap = fun(lambda i: a(i) - b(i))
    p.apply("none", "digits_zero", "above", "below", m=P, d=m, e=gap)
    p.have("same", eq(a(i), b(i)), p.specialize(None, "none", i))
    p.qed(p.generalize("out", i, "same"))


@chapter.theorem
def sum_differ(p: Proof) -> None:
    """lo <= k <= hi, f_i = g_i for all other i in range ⊢ Σ f − Σ g = f_k − g_k."""
    lo, hi = ints("lo hi")
    p.given(low=lo <= k, high=k <= hi)
    p.given(others=every(lambda i: implies(negation(eq(i, k)), eq(f(i), g(i))), lo, hi), i_low=lo <= i, i_high=i <= hi)
    rest_f, rest_g = (ite(eq(i, k), 0, h(i)) for h in (f, g))

    def each(case: Fact) -> Fact:
        known = [p.rule(None, "ite_eq", t, case) for t in (rest_f, rest_g)]
        if case.concl.op != "eq":
            known.append(p.specialize(None, "others", i, using=[differ(p, case, i, k)]))
        return p.have(None, eq(rest_f, rest_g), *known)

    p.trichotomy("rests", i, k, each)
    p.apply("pick_f", "sum_pick", m=k)
    p.apply("pick_g", "sum_pick", f=g, m=k)
    by = {"f": fun(lambda i: ite(eq(i, k), 0, f(i))), "g": fun(lambda i: ite(eq(i, k), 0, g(i)))}
    p.apply("rest", "sum_eq", "rests", **by)
    sums = sigma(lambda i: f(i), lo, hi) - sigma(lambda i: g(i), lo, hi)
    p.qed(p.have("out", eq(sums, f(k) - g(k)), "pick_f", "pick_g", "rest"))


def changed(a: Term, k: Term, t: Term) -> Term:
    """Return the digits a with digit k replaced by t."""
    return fun(lambda i: ite(eq(i, k), t, a(i)))


@chapter.theorem
def change_digit(p: Proof) -> None:
    """1 <= k <= m ⊢ with digit k replaced by t the expansion grows by (t − a_k) P^(k−1)."""
    p.given(low=k >= 1, high=k <= m, other=negation(eq(i, k)))
    new = changed(a, k, t)
    p.rule("same", "ite_eq", new(i), "other")
    p.have("term", eq(new(i) * power(P, i - 1), a(i) * power(P, i - 1)), ("same", power(P, i - 1)))
    both = {"f": fun(lambda i: new(i) * power(P, i - 1)), "g": fun(lambda i: a(i) * power(P, i - 1))}
    p.apply("differ", "sum_differ", "term", lo=1, hi=m, **both)
    goal = eq(expansion(new) - expansion(a), (t - a(k)) * power(P, k - 1))
    p.qed(p.have("out", goal, "differ"))
