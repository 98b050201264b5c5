"""Hardmax over a symbolic number of scores, ties included: equal weights where the score is greatest.

Main statements: `hardmax_count`, `hardmax_sum`, `hardmax_max`, `hardmax_min`, `hardmax_mean`, `hardmax_sees`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.writing.chapter import Chapter
from proofs.writing.proof import Proof

chapter = Chapter("hardmax")
n, k = ints("n k")
s, z, y = vectors("s z y")
(c,) = reals("c")


def is_best(score: Callable[[Term], Term], k: Term, n: Term = n) -> Term:
    """1 if the score is greatest at k, else 0."""
    return ite(eq(score(k), maximum(score, 1, n)), 1, 0)


def hardmax(score: Callable[[Term], Term], k: Term, n: Term = n) -> Term:
    """The weight that the hardmax of a score gives to index k: equal shares where the score is greatest."""
    return is_best(score, k, n) / sigma(lambda i: is_best(score, i, n), 1, n)


def attended(value: Callable[[Term], Term], score: Callable[[Term], Term], n: Term = n) -> Term:
    """Σ_k value_k σ_H(score)_k."""
    return sigma(lambda k: value(k) * hardmax(score, k, n), 1, n)


def lowest(f: Callable[[Term], Term], n: Term = n) -> Term:
    """min f(k) for 1 <= k <= n."""
    return -maximum(lambda k: -f(k), 1, n)


@chapter.theorem
def hardmax_count(p: Proof) -> None:
    """1 <= n ⊢ 0 < the number of indices at which a score is greatest."""
    best = maximum(s, 1, n)

    def hit(k: Term) -> Term:
        return is_best(s, k)

    count = sigma(hit, 1, n)
    p.given(some=1 <= n, low=1 <= k, high=k <= n, none=count <= 0, is_best=best <= s(k), is_less=s(k) < best)
    p.rule("member", "max_ge", best, k, "low", "high")
    p.rule("same", "antisymmetry", "member", "is_best")
    p.rule("one", "choice", hit(k), "same")
    p.rule("zero", "choice", hit(k), "is_less")
    p.have("one_nonneg", 0 <= hit(k), "one")
    p.have("zero_nonneg", 0 <= hit(k), "zero")
    p.cases("nonneg", best, s(k), "one_nonneg", "zero_nonneg")
    p.every("all_nonneg", k, "nonneg", "low", "high")
    p.apply("single", "sum_member", "all_nonneg", f=fun(hit), lo=1, hi=n, m=k)
    p.have("contradiction", FALSE, "single", "none", "one")
    p.rule("not_best", "absurd", "contradiction", s(k) < best)
    p.cases("less", best, s(k), "not_best", "is_less")
    p.every("all_less", k, "less", "low", "high")
    p.apply("false", "none_is_not_all", "all_less", f=s, lo=1, hi=n)
    p.rule("not_none", "absurd", "false", 0 < count)
    p.given(positive=0 < count)
    p.qed(p.cases("out", count, 0, "not_none", "positive"))


@chapter.theorem
def hardmax_sum(p: Proof) -> None:
    """1 <= n ⊢ Σ σ_H(s)_k = 1."""
    p.given(some=1 <= n)
    p.apply("count", "hardmax_count")
    p.qed(p.have("out", eq(sigma(lambda k: hardmax(s, k), 1, n), 1), "count"))


@chapter.theorem
def max_scaled(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ max (z_k c) = (max z) c."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    scaled, greatest = maximum(lambda k: z(k) * c, 1, n), maximum(z, 1, n)
    p.apply("inv_pos", "inv_pos", x=c)
    p.rule("ge", "max_ge", greatest, k, "low", "high")
    p.have("ge_c", z(k) * c <= greatest * c, "ge", "c_pos")
    p.every("all_ge", k, "ge_c", "low", "high")
    p.rule("below", "max_le", scaled, greatest * c, "some", "all_ge")
    p.rule("ge_scaled", "max_ge", scaled, k, "low", "high")
    p.have("divided", z(k) <= scaled / c, "c_pos", "ge_scaled", "inv_pos")
    p.every("all_divided", k, "divided", "low", "high")
    p.rule("le_scaled", "max_le", greatest, scaled / c, "some", "all_divided")
    p.have("above", greatest * c <= scaled, "c_pos", "le_scaled")
    p.qed(p.rule("out", "antisymmetry", "below", "above"))


@chapter.theorem
def hardmax_max(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ Σ z_k σ_H(z c)_k = max z, ties included."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    greatest, best = maximum(z, 1, n), maximum(lambda k: z(k) * c, 1, n)

    def hit(k: Term) -> Term:
        return is_best(lambda k: z(k) * c, k)

    p.given(is_best=best <= z(k) * c, is_less=z(k) * c < best)
    p.apply("scaled", "max_scaled")
    p.apply("count", "hardmax_count", s=fun(lambda k: z(k) * c))
    p.rule("member", "max_ge", best, k, "low", "high")
    p.rule("same", "antisymmetry", "member", "is_best")
    p.have("top", eq(z(k), greatest), "same", "scaled", scale=["c_pos"])
    p.rule("zero", "choice", hit(k), "is_less")
    p.have("high_term", eq(z(k) * hit(k), greatest * hit(k)), "top")
    p.have("low_term", eq(z(k) * hit(k), greatest * hit(k)), "zero")
    p.cases("term", best, z(k) * c, "high_term", "low_term")
    p.every("terms", k, "term", "low", "high")
    by = {"f": fun(lambda k: z(k) * hit(k)), "g": fun(lambda k: greatest * hit(k))}
    p.apply("sum", "sum_eq", "terms", lo=1, hi=n, **by)
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), greatest), "sum", "count"))


@chapter.theorem
def hardmax_min(p: Proof) -> None:
    """1 <= n, c < 0 ⊢ Σ z_k σ_H(z c)_k = min z."""
    p.given(some=1 <= n, c_neg=c < 0)
    p.apply("mirrored", "hardmax_max", p.have(None, 0 < -c, "c_neg"), z=fun(lambda k: -z(k)), c=-c)
    p.qed(p.have("out", eq(attended(z, lambda k: z(k) * c), lowest(z)), "mirrored"))


@chapter.theorem
def hardmax_mean(p: Proof) -> None:
    """1 <= n, c = 0 ⊢ n Σ z_k σ_H(z c)_k = Σ z_k: if all scores are 0, all tie."""
    p.given(some=1 <= n, zero=eq(c, 0), low=1 <= k, high=k <= n)
    best = maximum(lambda k: z(k) * c, 1, n)

    def hit(k: Term) -> Term:
        return is_best(lambda k: z(k) * c, k)

    p.have("none", eq(z(k) * c, 0), "zero")
    p.every("nones", k, "none", "low", "high")
    p.every("tops", k, p.have(None, z(k) * c <= 0, "none"), "low", "high")
    p.rule("above", "max_le", best, num(0), "some", "tops")
    p.rule("member", "max_ge", best, num(1), p.have(None, num(1) <= 1), "some")
    p.have("first", eq(z(1) * c, 0), "zero")
    p.rule("best", "antisymmetry", p.have(None, best <= 0, "above"), p.have(None, 0 <= best, "member", "first"))
    p.rule("one", "choice", hit(k), p.have(None, eq(z(k) * c, best), "none", "best"))
    p.every("ones", k, "one", "low", "high")
    p.apply("count", "sum_eq", "ones", f=fun(hit), g=fun(lambda k: num(1)), lo=1, hi=n)
    p.apply("size", "sum_const", lo=1, hi=n)
    p.have("term", eq(z(k) * hit(k), z(k)), "one")
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_eq", "terms", f=fun(lambda k: z(k) * hit(k)), g=z, lo=1, hi=n)
    p.have("counted", eq(sigma(hit, 1, n), n), "count", "size")
    p.have("n_pos", 0 < n, "some")
    p.have("count_pos", 0 < sigma(hit, 1, n), "counted", "n_pos")
    p.qed(
        p.have(
            "out", eq(n * attended(z, lambda k: z(k) * c), sigma(z, 1, n)), "sum", "counted", "count_pos",
            scale=["count_pos"],
        )
    )  # fmt: skip


@chapter.theorem
def hardmax_sees(p: Proof) -> None:
    """Numbers with the same maximum, minimum and sum: hardmax over multiples of them averages them alike."""
    p.given(some=1 <= n, n_pos=0 < n, tops=eq(maximum(z, 1, n), maximum(y, 1, n)))
    p.given(bottoms=eq(lowest(z), lowest(y)), sums=eq(sigma(z, 1, n), sigma(y, 1, n)))
    goal = eq(attended(z, lambda k: z(k) * c), attended(y, lambda k: y(k) * c))

    def prove(order: Fact) -> Fact:
        equal = order.concl.op == "eq"
        positive = order.concl.args[0].op == "num"
        name, known = ("hardmax_mean", "sums") if equal else ("hardmax_max", "tops") if positive else (
            "hardmax_min", "bottoms"
        )  # fmt: skip
        side = p.have(None, eq(c, 0), order) if equal else order
        both = [p.apply(None, name, side, z=v) for v in (z, y)]
        return p.have(None, goal, *both, known, scale=["n_pos"] if equal else [])

    p.qed(p.by_order("out", 0, c, prove), goal)
