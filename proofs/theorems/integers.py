"""Integers and increasing sequences: small multiples, order from neighbours, gaps, the quotient by a number.

The quotient of v by b, for 0 <= v <= N, is the number of k in 1..N with k b <= v, a sum of if-then-else.

Main statements: `small_multiple`, `increasing_le`, `increasing_lt`, `increasing_gap`, `quotient_le`, `quotient_gt`.
"""

from __future__ import annotations

from proofs.chapter import Chapter
from proofs.notation import FALSE, Term, eq, every, fun, implies, ints, ite, maximum, num, sequences, sigma, vectors
from proofs.proof import Proof

chapter = Chapter("integers")
n, i, j, k, b, v, x, y = ints("n i j k b v x y")
f, = vectors("f")
s, = sequences("s")


def increasing(a: Term, size: Term | int = n) -> Term:
    """a_1 < a_2 < … < a_size, by neighbours."""
    return every(lambda i: a(i) < a(i + 1), 1, size - 1)


@chapter.theorem
def small_multiple(p: Proof) -> None:
    """x = b y, −b < x < b ⊢ y = 0 (integers)."""
    p.given(multiple=eq(x, b * y), above=-b < x, below=x < b, high=0 < y, low=y < 0, ge=0 <= y, le=y <= 0)
    p.have("b_pos", 0 < b, "above", "below")
    p.rule("one", "integer_step", "high")
    p.have("too_big", FALSE, "one", "multiple", "below", ("one", "b_pos"))
    p.rule("not_high", "absurd", "too_big", eq(y, 0))
    p.rule("minus_one", "integer_step", "low")
    p.have("too_small", FALSE, "minus_one", "multiple", "above", ("minus_one", "b_pos"))
    p.rule("not_low", "absurd", "too_small", eq(y, 0))
    p.rule("zero", "antisymmetry", "le", "ge")
    p.cases("le_zero", 0, y, p.restate(None, "zero", eq(y, 0)), "not_low")
    p.qed(p.cases("out", y, 0, "le_zero", "not_high"))


@chapter.theorem
def increasing_lt(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= i < j <= n ⊢ f_i < f_j."""
    p.given(steps=increasing(f), i_low=1 <= i, order=i < j, j_high=j <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, f(i) < f(t))

    p.given(first=i + 1 <= n, k_low=i + 1 <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.use("next", "steps", i)
    p.rule("base", "discharge", i + 1 <= n, "next")
    p.rule("before", "mp", "so_far", p.settle(k <= n))
    p.use("last", "steps", k)
    p.have("after", f(i) < f(k + 1), "before", "last")
    p.rule("step", "discharge", k + 1 <= n, "after")
    p.induct("all", claim, i + 1, k, "base", "step")
    p.rule("beyond", "integer_step", "order")
    p.qed(p.use("out", "all", j), f(i) < f(j))


@chapter.theorem
def increasing_le(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= i <= j <= n ⊢ f_i <= f_j."""
    p.given(steps=increasing(f), i_low=1 <= i, order=i <= j, j_high=j <= n, less=i < j, not_less=j <= i)
    p.apply("strict", "increasing_lt")
    p.have("high", f(i) <= f(j), "strict")
    p.rule("same", "antisymmetry", "order", "not_less")
    p.both("values", i, j, f, "same")
    p.have("low", f(i) <= f(j), "values")
    p.qed(p.cases("out", j, i, "low", "high"))


@chapter.theorem
def increasing_gap(p: Proof) -> None:
    """s_1 < … < s_n integers, 1 <= i <= j <= n ⊢ s_i + (j − i) <= s_j."""
    p.given(steps=increasing(s), i_low=1 <= i, order=i <= j, j_high=j <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, s(i) + (t - i) <= s(t))

    p.have("start", s(i) + (i - i) <= s(i))
    p.rule("base", "discharge", i <= n, "start")
    p.given(k_low=i <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("before", "mp", "so_far", p.settle(k <= n))
    p.use("last", "steps", k)
    p.rule("gap", "integer_step", "last")
    p.have("after", s(i) + (k + 1 - i) <= s(k + 1), "before", "gap")
    p.rule("step", "discharge", k + 1 <= n, "after")
    p.induct("all", claim, i, k, "base", "step")
    p.qed(p.use("out", "all", j), s(i) + (j - i) <= s(j))


@chapter.theorem
def increasing_back(p: Proof) -> None:
    """f_1 < … < f_n, i and j in 1..n, f_i < f_j ⊢ i < j."""
    p.given(steps=increasing(f), i_high=i <= n, j_low=1 <= j, less=f(i) < f(j), is_less=i < j, not_less=j <= i)
    p.apply("back", "increasing_le", i=j, j=i)
    p.have("false", FALSE, "back", "less")
    p.rule("no", "absurd", "false", i < j)
    p.qed(p.cases("out", j, i, "no", "is_less"))


@chapter.theorem
def increasing_max(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= n ⊢ max f = f_n."""
    p.given(some=1 <= n, steps=increasing(f), k_low=1 <= k, k_high=k <= n)
    p.apply("member", "increasing_le", i=k, j=n)
    p.every("members", k, "member", "k_low", "k_high")
    p.qed(p.apply("out", "max_is", "members", lo=1, hi=n, m=n))


@chapter.theorem
def increasing_min(p: Proof) -> None:
    """f_1 < … < f_n, 1 <= n ⊢ min f = f_1."""
    p.given(some=1 <= n, steps=increasing(f), k_low=1 <= k, k_high=k <= n)
    p.apply("order", "increasing_le", i=num(1), j=k)
    p.have("member", -f(k) <= -f(num(1)), "order")
    p.every("members", k, "member", "k_low", "k_high")
    p.apply("max", "max_is", "members", f=fun(lambda i: -f(i)), lo=1, hi=n, m=1)
    p.qed(p.have("out", eq(-maximum(lambda i: -f(i), 1, n), f(num(1))), "max"))
