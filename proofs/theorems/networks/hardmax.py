"""Hardmax over a symbolic number of scores, ties included: equal weights where the score is greatest.

Main statements: `hardmax_count`, `hardmax_sum`, `hardmax_max`, `hardmax_min`, `hardmax_mean`, `hardmax_sees`, and, for
up to three numbers, `few_known`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from proofs.builder.cases import by_cases
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("hardmax")
n, k = ints("n k")
s, z, y = vectors("s z y")
(c,) = reals("c")


def is_best(score: Callable[[Term], Term], k: Term, n: Term = n) -> Term:
    """1 if the score is greatest at k, else 0."""
    return ite(Eq(score(k), Max(score, 1, n)), 1, 0)


def hardmax(score: Callable[[Term], Term], k: Term, n: Term = n) -> Term:
    """Return the weight that the hardmax of a score gives to index k: equal shares where the score is greatest."""
    return is_best(score, k, n) / Sum(lambda i: is_best(score, i, n), 1, n)


def attended(value: Callable[[Term], Term], score: Callable[[Term], Term], n: Term = n) -> Term:
    """Σ_k value_k σ_H(score)_k."""
    return Sum(lambda k: value(k) * hardmax(score, k, n), 1, n)


def lowest(f: Callable[[Term], Term], n: Term = n) -> Term:
    """min f(k) for 1 <= k <= n."""
    return -Max(lambda k: -f(k), 1, n)


@chapter.theorem
def hardmax_count(p: Proof) -> None:
    """1 <= n ⊢ 0 < the number of indices at which a score is greatest."""
    best = Max(s, 1, n)

    def hit(k: Term) -> Term:
        return is_best(s, k)

    count = Sum(hit, 1, n)
    p.given(some=1 <= n, low=1 <= k, high=k <= n, none=count <= 0, is_best=best <= s(k), is_less=s(k) < best)
    member = p.max_ge(best, k, "low", "high")
    same = p.antisymmetry(member, "is_best")
    one = p.ite_eq(hit(k), same)
    zero = p.ite_eq(hit(k), "is_less")
    one_nonneg = p.have(0 <= hit(k), one)
    zero_nonneg = p.have(0 <= hit(k), zero)
    nonneg = p.cases(best, s(k), one_nonneg, zero_nonneg)
    single = p.apply("sum_member", nonneg, f=fun(hit), lo=1, hi=n, m=k)
    contradiction = p.have(FALSE, single, "none", one)
    not_best = p.absurd(contradiction, s(k) < best)
    less = p.cases(best, s(k), not_best, "is_less")
    false = p.apply("none_is_not_all", less)
    not_none = p.absurd(false, 0 < count)
    p.given(positive=0 < count)
    p.qed(p.cases(count, 0, not_none, "positive"))


@chapter.theorem
def hardmax_sum(p: Proof) -> None:
    """1 <= n ⊢ Σ σ_H(s)_k = 1."""
    p.given(some=1 <= n)
    p.apply("hardmax_count", label="count")
    p.qed(p.have(Eq(Sum(lambda k: hardmax(s, k), 1, n), 1)))


@chapter.theorem
def max_scaled(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ max (z_k c) = (max z) c."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    scaled, greatest = Max(lambda k: z(k) * c, 1, n), Max(z, 1, n)
    ge = p.max_ge(greatest, k, "low", "high")
    ge_c = p.have(z(k) * c <= greatest * c, ge, "c_pos")
    all_ge = p.generalize(k, ge_c)
    below = p.max_le(scaled, greatest * c, "some", all_ge)
    ge_scaled = p.max_ge(scaled, k, "low", "high")
    divided = p.have(z(k) <= scaled / c, ge_scaled, inv(c))
    all_divided = p.generalize(k, divided)
    le_scaled = p.max_le(greatest, scaled / c, "some", all_divided)
    above = p.have(greatest * c <= scaled, "c_pos", le_scaled)
    p.qed(p.antisymmetry(below, above))


@chapter.theorem
def hardmax_max(p: Proof) -> None:
    """1 <= n, 0 < c ⊢ Σ z_k σ_H(z c)_k = max z, ties included."""
    p.given(some=1 <= n, c_pos=0 < c, low=1 <= k, high=k <= n)
    greatest, best = Max(z, 1, n), Max(lambda k: z(k) * c, 1, n)

    def hit(k: Term) -> Term:
        return is_best(lambda k: z(k) * c, k)

    p.given(is_best=best <= z(k) * c, is_less=z(k) * c < best)
    scaled = p.apply("max_scaled")
    p.apply("hardmax_count", s=fun(lambda k: z(k) * c), label="count")
    member = p.max_ge(best, k, "low", "high")
    same = p.antisymmetry(member, "is_best")
    top = p.have(Eq(z(k), greatest), same, scaled, scale=["c_pos"])
    zero = p.ite_eq(hit(k), "is_less")
    high_term = p.have(Eq(z(k) * hit(k), greatest * hit(k)), top)
    low_term = p.have(Eq(z(k) * hit(k), greatest * hit(k)), zero)
    term = p.cases(best, z(k) * c, high_term, low_term)
    by = {"f": fun(lambda k: z(k) * hit(k)), "g": fun(lambda k: greatest * hit(k))}
    sum_ = p.apply("sum_eq", term, lo=1, hi=n, **by)
    p.qed(p.have(Eq(attended(z, lambda k: z(k) * c), greatest), sum_))


@chapter.theorem
def hardmax_min(p: Proof) -> None:
    """1 <= n, c < 0 ⊢ Σ z_k σ_H(z c)_k = min z."""
    p.given(some=1 <= n, c_neg=c < 0)
    mirrored = p.apply("hardmax_max", z=fun(lambda k: -z(k)), c=-c)
    p.qed(p.have(Eq(attended(z, lambda k: z(k) * c), lowest(z)), mirrored))


@chapter.theorem
def hardmax_mean(p: Proof) -> None:
    """1 <= n, c = 0 ⊢ n Σ z_k σ_H(z c)_k = Σ z_k: if all scores are 0, all tie."""
    p.given(some=1 <= n, zero=Eq(c, 0), low=1 <= k, high=k <= n)
    best = Max(lambda k: z(k) * c, 1, n)

    def hit(k: Term) -> Term:
        return is_best(lambda k: z(k) * c, k)

    tops = p.generalize(k, p.have(z(k) * c <= 0, "zero"), "low", "high")
    above = p.max_le(best, num(0), "some", tops)
    member = p.max_ge(best, num(1), p.have(num(1) <= 1), "some")
    p.antisymmetry(p.have(best <= 0, above), p.have(0 <= best, member, "zero"), label="best")
    one = p.ite_eq(hit(k), p.have(Eq(z(k) * c, best), "zero", "best"))
    count = p.apply("sum_eq", one, f=fun(hit), g=fun(lambda k: num(1)), lo=1, hi=n)
    size = p.apply("sum_const", lo=1, hi=n)
    term = p.have(Eq(z(k) * hit(k), z(k)), one)
    sum_ = p.apply("sum_eq", term, f=fun(lambda k: z(k) * hit(k)), g=z, lo=1, hi=n)
    p.have(0 < Sum(hit, 1, n), count, size, n, label="count_pos")
    p.qed(
        p.have(
            Eq(n * attended(z, lambda k: z(k) * c), Sum(z, 1, n)), sum_, count, size)
    )  # fmt: skip


@chapter.theorem
def hardmax_sees(p: Proof) -> None:
    """Two vectors have the same maximum, minimum and sum: hardmax over multiples of them has the same averages."""
    p.given(some=1 <= n, n_pos=0 < n, tops=Eq(Max(z, 1, n), Max(y, 1, n)))
    p.given(bottoms=Eq(lowest(z), lowest(y)), sums=Eq(Sum(z, 1, n), Sum(y, 1, n)))
    goal = Eq(attended(z, lambda k: z(k) * c), attended(y, lambda k: y(k) * c))

    def prove(order: Fact) -> Fact:
        equal = order.concl.op == "eq"
        positive = order.concl.args[0].op == "num"
        name, known = ("hardmax_mean", "sums") if equal else ("hardmax_max", "tops") if positive else (
            "hardmax_min", "bottoms"
        )  # fmt: skip
        side = p.have(Eq(c, 0), order) if equal else order
        both = [p.apply(name, side, z=v) for v in (z, y)]
        return p.have(goal, *both, known, scale=["n_pos"] if equal else [])

    p.qed(p.trichotomy(0, c, prove), goal)


# --- what determines up to three numbers -----------------------------------------------------------------------------

(x,) = reals("x")
i, j, l = ints("i j l")


def by_value(p: Proof, k: Term, low: Fact, high: Fact, prove: Callable[[Fact], Fact]) -> Fact:
    """Prove a fact about an integer between two numbers by cases: `prove` is given its value, k = 1, say."""
    first, last = low.concl.args[0], high.concl.args[1]
    up_to = p.assume(k <= first)
    here = prove(p.antisymmetry(up_to if first is not last else high, low))
    if first is last:
        return here
    step = p.change(p.integer_step(p.assume(first < k)), first.args[0] + 1 <= k)
    return p.cases(k, first, here, by_value(p, k, step, high, prove))


def summed(p: Proof, z: Term, n: int) -> list[Fact]:
    """The value of Σ z_k over 1 <= k <= n, for a number n."""
    steps = [p.big_step(Sum(z, 1, q), p.have(num(1) <= q)) for q in range(n, 0, -1)]
    return [*steps, p.big_empty(Sum(z, 1, 0), p.have(num(0) < 1))]


three = num(3)
ends_of_three = Max(z, 1, 3), lowest(z, three)


def with_roots(*roots: Term) -> Term:
    """Return the product of the x − root."""
    out = x - roots[0]
    for root in roots[1:]:
        out = out * (x - root)
    return out


@chapter.theorem
def three_by_ends(p: Proof) -> None:
    """(x − z_1)(x − z_2)(x − z_3) = (x − max z)(x − min z)(x − (Σ z − max z − min z)), for three numbers."""
    p.given(low=1 <= k, high=k <= three)
    greatest, least = ends_of_three
    goal = Eq(with_roots(z(1), z(2), z(3)), with_roots(greatest, least, z(1) + z(2) + z(3) - greatest - least))

    def sorted_(known: Sequence[Fact]) -> Fact:
        for best, worst in permutations((1, 2, 3), 2):
            try:
                facts = [end(p, known, best, 1), end(p, known, worst, -1)]
            except ProofError:
                continue
            return p.have(goal, *facts)
        return p.absurd(p.have(FALSE), goal)

    p.qed(by_cases(p, [z(1) <= z(2), z(2) <= z(3), z(1) <= z(3)], sorted_), goal)


def end(p: Proof, known: Sequence[Fact], m: int, sign: int) -> Fact:
    """Prove max ±z = ±z_m for three numbers whose order is known."""
    f = fun(lambda k: sign * z(k))
    each = by_value(p, k, p.get("low"), p.get("high"), lambda at: p.have(
        f(k) <= f(num(m)), p.congr(z, at), *known))  # fmt: skip
    return p.apply("max_is", each, f=f, lo=1, hi=3, m=m)


few = {
    "n_low": 1 <= n, "n_high": n <= three, "k_low": 1 <= k, "k_high": k <= n, "i_low": 1 <= i, "i_high": i <= n,
    "j_low": 1 <= j, "j_high": j <= n, "shared": Eq(z(i), y(j)), "sums": Eq(Sum(z, 1, n), Sum(y, 1, n)),
    "tops": implies(3 <= n, Eq(Max(z, 1, n), Max(y, 1, n))),
    "bottoms": implies(3 <= n, Eq(lowest(z), lowest(y))),
}  # fmt: skip
missing = every(lambda l: negation(Eq(z(k), y(l))), 1, n)


def sum_to(v: Term) -> Callable[[Term], Term]:
    """Σ v_k over 1 <= k <= m, of m."""
    return lambda m: Sum(v, 1, m)


def greatest_to(v: Term) -> Callable[[Term], Term]:
    """max v_k over 1 <= k <= m, of m."""
    return lambda m: Max(v, 1, m)


def negative_to(v: Term) -> Callable[[Term], Term]:
    """max −v_k over 1 <= k <= m, of m."""
    return lambda m: Max(lambda k: -v(k), 1, m)


@chapter.theorem
def few_known(p: Proof) -> None:
    """Up to three numbers are determined by one of them, their sum and, for three, their extremes: z_k is some y."""
    p.given(**few, missing=missing)

    def of_size(size: Fact) -> Fact:
        last = size.concl.args[1]
        sums = [p.get("sums"), *(p.congr(sum_to(v), size) for v in (z, y))]
        sums += [fact for v in (z, y) for fact in summed(p, v, last.args[0])]
        sides = [(p.get(f"{x.args[0]}_low"), p.have(x <= last, f"{x.args[0]}_high", size)) for x in (k, i, j)]
        if last is three:
            return by_value(p, k, *sides[0], lambda at: of_three(at, size, sums))

        def rest(at: Fact) -> Fact:
            return by_value(p, i, *sides[1], lambda one: by_value(
                p, j, *sides[2], lambda other: of_two(size, sums, at, one, other)))  # fmt: skip

        return by_value(p, k, *sides[0], rest)

    def of_two(size: Fact, sums: Sequence[Fact], *at: Fact) -> Fact:
        """z_k is the common number, or the sum minus this number."""
        ends = [p.congr(f, e) for f, e in zip((z, z, y), at, strict=True)]
        k_, i_, j_ = (e.concl.args[1].args[0] for e in at)
        m = j_ if k_ == i_ else size.concl.args[1].args[0] + 1 - j_
        here = p.have(Eq(z(k), y(m)), "shared", *sums, *ends)
        return p.mp(p.specialize("missing", m, using=[size]), here)

    def of_three(at: Fact, size: Fact, sums: Sequence[Fact]) -> Fact:
        """(z_k − y_1)(z_k − y_2)(z_k − y_3) = (z_k − z_1)(z_k − z_2)(z_k − z_3) = 0."""
        room = p.have(3 <= n, size)
        here = p.congr(z, at)
        same = []
        for name, end in (("tops", greatest_to), ("bottoms", negative_to)):
            moved = [p.congr(end(v), size) for v in (z, y)]
            same.append(p.have(Eq(end(y)(three), end(z)(three)), p.mp(name, room), *moved))
        same.append(p.have(Eq(y(1) + y(2) + y(3), z(1) + z(2) + z(3)), *sums))
        of_z, of_y = (p.apply("three_by_ends", z=v, x=z(k)) for v in (z, y))
        others = [z(k) - z(m) for m in (1, 2, 3) if m != at.concl.args[1].args[0]]
        none = p.have(Eq(of_z.concl.args[0], 0), (here, others[0] * others[1]))
        product = p.have(Eq(of_y.concl.args[0], 0), p.rewrite(of_y, *same), of_z, none)
        differ = [p.specialize("missing", m, using=[room]) for m in (1, 2, 3)]
        for m in (3, 2):
            last, rest = z(k) - y(m), substitute(with_roots(*(y(q) for q in range(1, m))), {x: z(k)})
            whole = p.rule("arith", Eq(last * inv(last), 1), [], [], [differ[m - 1]])
            product = p.have(Eq(rest, 0), (product, inv(last)), (whole, rest))
        return p.mp(differ[0], p.have(Eq(z(k), y(1)), product))

    p.qed(p.rule("discharge", missing, by_value(p, n, p.get("n_low"), p.get("n_high"), of_size)))
