"""Binomial coefficients as products: C(m + k, k) = Π_{i=1}^{k} (m + i)/i for m, k >= 0.

This is the form in which questions about them are read.

Main statements: `by_factorials`, `choices_symmetric`, `pascal_rule`, `le_power`, `binomial_theorem`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import mul
from proofs.language.notation import *
from proofs.language.notation import factorial
from proofs.theorems.algebra.inequalities import to_the

chapter = Chapter("binomial_products")
i, j, k, m, n = ints("i j k m n")
x, y = reals("x y")
Members = Callable[[Term], Term]  # the members of a sum, by their index


def choices(m: Term, k: Term) -> Term:
    """C(m + k, k)."""
    return Prod(lambda i: (m + i) / i, 1, k)


def divided(p: Proof, goal: Term, by: Sequence[Fact], *facts: tuple[Term, Fact]) -> Fact:
    """Prove an equation from multiples of other equations, each divided by positive factors."""
    factor = mul(*(inv(f.concl.args[1]) for f in by))
    return p.rule("arith", goal, [(c * factor, [fact]) for c, fact in facts], [], by)


def same_sums(p: Proof, f: Members, g: Members, lo: int, hi: Term, same: Fact) -> Fact:
    """Prove Σ f = Σ g from a proof of f_k = g_k for the fixed index k."""
    return p.apply("sum_eq", p.generalize(k, same), f=fun(f), g=fun(g), lo=num(lo), hi=hi)


@chapter.theorem
def factorial_positive(p: Proof) -> None:
    """0 <= k ⊢ 0 < k!."""
    p.given(k_low=0 <= k, low=1 <= j, high=j <= k)
    p.qed(p.apply("prod_pos", p.have(0 < j, "low"), f=fun(lambda i: i), lo=1, hi=k), 0 < factorial(k))


def next_choice(p: Proof) -> Fact:
    """C(m + j + 1, j + 1) (j + 1) = C(m + j, j) (m + j + 1), from 0 <= j."""
    last = p.big_step(choices(m, j + 1), p.side_condition(1 <= j + 1))
    whole = Eq(choices(m, j + 1) * (j + 1), choices(m, j) * (m + j + 1))
    return p.rule("arith", whole, [(j + 1, [last])], [], [p.have(0 < j + 1, "j_low")])


@chapter.usable(trigger=choices(m, k))
@chapter.claim(
    {"m_low": 0 <= m, "k_low": 0 <= k}, shows=Eq(choices(m, k) * factorial(k) * factorial(m), factorial(m + k))
)
def times_factorials(p: Proof) -> Fact:
    """C(m + k, k) k! m! = (m + k)!."""

    def claim(t: Term) -> Term:
        return Eq(choices(m, t) * factorial(t) * factorial(m), factorial(m + t))

    p.given(j_low=0 <= j, so_far=claim(j))
    longer = next_choice(p)
    size = p.big_step(factorial(j + 1), p.side_condition(1 <= j + 1))
    top = p.big_step(factorial(m + j + 1), p.have(1 <= m + j + 1, "j_low", "m_low"))
    products = (size, choices(m, j + 1) * factorial(m)), (longer, factorial(j) * factorial(m)), ("so_far", m + j + 1)
    step = p.have(claim(j + 1), *products, top)
    return p.specialize(p.induct(claim, 0, j, p.have(claim(num(0))), step), k)


@chapter.usable(trigger=choices(m, k))
@chapter.claim([0 <= m, 0 <= k], shows=Eq(choices(m, k), factorial(m + k) / (factorial(k) * factorial(m))))
def by_factorials(p: Proof) -> Fact:
    """C(m + k, k) = (m + k)!/(k! m!)."""
    signs = [p.apply("factorial_positive", k=k), p.apply("factorial_positive", k=m)]
    return divided(p, p.goal, signs, (num(1), p.apply("times_factorials")))


@chapter.usable(trigger=choices(m, k))
@chapter.claim([0 <= m, 0 <= k], shows=Eq(choices(m, k), choices(k, m)))
def choices_symmetric(p: Proof) -> Fact:
    """C(m + k, k) = C(m + k, m)."""
    signs = [p.apply("factorial_positive", k=k), p.apply("factorial_positive", k=m)]
    own, other = p.apply("times_factorials"), p.apply("times_factorials", m=k, k=m)
    return divided(p, p.goal, signs, (num(1), own), (num(-1), other))


@chapter.usable(trigger=(choices(m + 1, k), choices(m, k)))
@chapter.claim({"m_low": 0 <= m, "k_low": 1 <= k}, shows=Eq(choices(m + 1, k), choices(m, k) + choices(m + 1, k - 1)))
def pascal_rule(p: Proof) -> Fact:
    """C(m + k + 1, k) = C(m + k, k) + C(m + k, k − 1)."""
    whole, own, fewer = (p.apply("times_factorials", m=a, k=b) for a, b in ((m + 1, k), (m, k), (m + 1, k - 1)))
    low = p.have(0 <= m + 1, "m_low")
    signs = [p.apply("factorial_positive", k=k), p.apply("factorial_positive", low, k=m + 1)]
    one, two, three = (p.big_step(factorial(t), p.have(1 <= t, "m_low", "k_low")) for t in (m + 1, k, m + k + 1))
    first = (num(1), whole), (-m - 1, own), (-k, fewer), (num(1), three)
    second = (-choices(m, k) * factorial(k), one), (-choices(m + 1, k - 1) * factorial(m + 1), two)
    return divided(p, p.goal, signs, *first, *second)


@chapter.usable(trigger=choices(m, k))
@chapter.claim({"m_low": 0 <= m, "k_low": 0 <= k}, shows=choices(m, k) <= exp((m + k) * log(2)))
def le_power(p: Proof) -> Fact:
    """C(m + k, k) <= 2^(m + k)."""

    def at(t: Term, k: Term) -> Term:
        return choices(t - k, k) <= exp(t * log(2))

    def claim(t: Term) -> Term:
        return every(lambda k: at(t, k), 0, t)

    two = p.exp_log(p.have(0 < num(2)))
    large = p.have(log(2) >= 0, p.apply("log_nonneg", p.have(1 <= num(2)), x=num(2)))
    p.given(j_low=0 <= j, so_far=claim(j), low=0 <= k, high=k <= j + 1)
    above = p.have(1 <= exp((j + 1) * log(2)), p.exp_ge((j + 1) * log(2)), (p.have(0 <= j + 1, "j_low"), large))
    with p.case(k < 1) as few:
        none = p.have(at(j + 1, k), above, p.big_empty(choices(j + 1 - k, k), few))
    with p.case(1 <= k) as some:
        with p.case(j < k) as many:
            turned = p.apply("choices_symmetric", p.have(0 <= j + 1 - k, "high"), "low", m=j + 1 - k)
            empty = p.big_empty(choices(k, j + 1 - k), p.have(j + 1 - k < 1, many))
            every_one = p.have(at(j + 1, k), above, turned, empty)
        with p.case(k <= j) as within:
            rule = p.apply("pascal_rule", p.have(0 <= j - k, within), some, m=j - k)
            own = p.specialize("so_far", k)
            fewer = p.specialize("so_far", k - 1)
            between = p.have(at(j + 1, k), rule, own, fewer, (two, exp(j * log(2))))
        inside = p.by_cases(every_one, between)
    step = p.generalize(k, p.by_cases(none, inside), "low", "high")
    with p.case(0 <= k) as low, p.case(k <= 0) as high:
        base = p.have(at(num(0), k), p.big_empty(choices(0 - k, k), p.have(k < 1, high)))
    base = p.generalize(k, base, low, high)
    all_ = p.specialize(p.induct(claim, 0, j, base, step), m + k)
    return p.have(p.goal, p.specialize(all_, k))


@chapter.usable(trigger=choices(m, k))
@chapter.claim({"m_low": 0 <= m, "k_low": 0 <= k}, shows=choices(m, k) <= to_the(m + k, k) / factorial(k))
def le_power_over_factorial(p: Proof) -> Fact:
    """C(m + k, k) <= (m + k)^k/k!."""

    def claim(t: Term) -> Term:
        return Eq(choices(m, t) * factorial(t), Prod(lambda i: m + i, 1, t))

    p.given(j_low=0 <= j, so_far=claim(j))
    wholes = factorial(j + 1), Prod(lambda i: m + i, 1, j + 1)
    size, top = (p.big_step(w, p.side_condition(1 <= j + 1)) for w in wholes)
    products = (size, choices(m, j + 1)), (next_choice(p), factorial(j)), ("so_far", m + j + 1)
    falling = p.specialize(p.induct(claim, 0, j, p.have(claim(num(0))), p.have(claim(j + 1), *products, top)), k)
    with p.fix(i, 1, k) as (low, high):
        members = [p.generalize(i, p.have(c, "m_low", low, high)) for c in (m + i >= 0, m + i <= m + k)]
    larger = p.apply("prod_le", *members, f=fun(lambda i: m + i), g=fun(lambda i: m + k), lo=num(1), hi=k)
    below = p.have(choices(m, k) * factorial(k) <= to_the(m + k, k), falling, larger)
    positive = p.apply("factorial_positive", k=k)
    return p.rule("arith", p.goal, [(num(1), [below, p.apply("inv_pos", positive, x=factorial(k))])], [], [positive])


@chapter.usable(trigger=(choices(m, k), choices(m - 1, k + 1)))
@chapter.claim({"m_low": 1 <= m, "k_low": 0 <= k}, shows=Eq(choices(m - 1, k + 1) * (k + 1), choices(m, k) * m))
def choices_next_in_row(p: Proof) -> Fact:
    """C(m + k, k + 1) (k + 1) = C(m + k, k) m."""
    own = p.apply("times_factorials", p.have(0 <= m, "m_low"))
    other = p.apply("times_factorials", p.have(0 <= m - 1, "m_low"), p.have(0 <= k + 1, "k_low"), m=m - 1, k=k + 1)
    sizes = [p.big_step(factorial(t), p.have(1 <= t, "m_low", "k_low")) for t in (k + 1, m)]
    signs = [p.apply("factorial_positive", k=k), p.apply("factorial_positive", p.have(0 <= m - 1, "m_low"), k=m - 1)]
    left, right = choices(m - 1, k + 1), choices(m, k)
    products = (num(1), other), (num(-1), own), (-left * factorial(m - 1), sizes[0]), (right * factorial(k), sizes[1])
    return divided(p, p.goal, signs, *products)


@chapter.usable(trigger=(choices(m + 1, k), choices(m, k)))
@chapter.claim({"m_low": 0 <= m, "k_low": 0 <= k}, shows=Eq(choices(m + 1, k) * (m + 1), choices(m, k) * (m + k + 1)))
def choices_next_row(p: Proof) -> Fact:
    """C(m + k + 1, k) (m + 1) = C(m + k, k) (m + k + 1)."""
    own = p.apply("times_factorials")
    other = p.apply("times_factorials", p.have(0 <= m + 1, "m_low"), m=m + 1)
    sizes = [p.big_step(factorial(t), p.have(1 <= t, "m_low", "k_low")) for t in (m + 1, m + k + 1)]
    signs = [p.apply("factorial_positive", k=k), p.apply("factorial_positive", k=m)]
    left = choices(m + 1, k)
    products = (num(1), other), (-m - k - 1, own), (-left * factorial(k), sizes[0]), (num(1), sizes[1])
    return divided(p, p.goal, signs, *products)


def member(n: Term, k: Term) -> Term:
    """C(n, k) x^k y^(n − k)."""
    return choices(n - k, k) * to_the(x, k) * to_the(y, n - k)


@chapter.usable(trigger=Sum(lambda k: member(n, k), 0, n))
@chapter.claim([0 <= n], shows=Eq(Sum(lambda k: member(n, k), 0, n), to_the(x + y, n)))
def binomial_theorem(p: Proof) -> Fact:
    """Σ C(n, k) x^k y^(n − k) = (x + y)^n."""

    def claim(t: Term) -> Term:
        return Eq(Sum(lambda k: member(t, k), 0, t), to_the(x + y, t))

    def left(k: Term) -> Term:
        return choices(j - k, k) * to_the(x, k) * to_the(y, j + 1 - k)

    def right(k: Term) -> Term:
        return choices(j + 1 - k, k - 1) * to_the(x, k) * to_the(y, j + 1 - k)

    def both(k: Term) -> Term:
        return left(k) + right(k)

    def next_(k: Term) -> Term:
        return member(j + 1, k)

    with p.fix(k, 0, j) as (low, high):
        power = p.big_step(to_the(y, j + 1 - k), p.have(1 <= j + 1 - k, high))
        by_y = p.have(Eq(left(k), y * member(j, k)), (power, choices(j - k, k) * to_the(x, k)))
        power = p.big_step(to_the(x, k + 1), p.have(1 <= k + 1, low))
        by_x = p.have(Eq(right(k + 1), x * member(j, k)), (power, choices(j - k, k) * to_the(y, j - k)))
    times_y = same_sums(p, left, lambda k: y * member(j, k), 0, j, by_y)
    times_x = same_sums(p, lambda k: right(k + 1), lambda k: x * member(j, k), 0, j, by_x)
    moved = p.apply("sum_shift", f=fun(right), c=num(1), lo=num(0), hi=j)
    with p.fix(k, 1, j) as (low, high):
        rule = p.apply("pascal_rule", p.have(0 <= j - k, high), low, m=j - k)
        split = p.have(Eq(next_(k), both(k)), (rule, to_the(x, k) * to_the(y, j + 1 - k)))
    middle = same_sums(p, next_, both, 1, j, split)
    p.given(j_low=0 <= j, so_far=claim(j))
    some = p.have(1 <= j + 1, "j_low")
    none, lows = p.have(0 <= num(0)), [p.have(0 <= t, "j_low") for t in (j, j + 1)]
    ones = [p.apply("choices_symmetric", none, low, m=num(0), k=low.concl.args[1]) for low in lows]
    last = p.have(Eq(next_(j + 1), right(j + 1)), *((one, to_the(x, j + 1)) for one in ones))
    ends = [p.apply("sum_first", f=fun(f), lo=num(0), hi=hi) for f, hi in ((left, j), (next_, j + 1))]
    ends += [p.big_step(Sum(f, 1, j + 1), some) for f in (right, next_)]
    power = p.big_step(to_the(x + y, j + 1), some)
    step = p.have(claim(j + 1), times_y, moved, times_x, middle, last, *ends, power, ("so_far", x + y))
    return p.specialize(p.induct(claim, 0, j, p.have(claim(num(0))), step), n)


@chapter.usable(trigger=Sum(lambda k: choices(n - k, k) * to_the(x, k), 0, n))
@chapter.claim({"n_low": 0 <= n}, shows=Eq(Sum(lambda k: choices(n - k, k) * to_the(x, k), 0, n), to_the(1 + x, n)))
def powers_of_one_number(p: Proof) -> Fact:
    """Σ C(n, k) x^k = (1 + x)^n."""

    def term(k: Term) -> Term:
        return choices(n - k, k) * to_the(x, k)

    with p.fix(k, 0, n) as (_, high):
        one = p.apply("prod_one", p.have(1 <= n - k + 1, high), lo=num(1), hi=n - k)
        same = p.have(Eq(term(k), term(k) * to_the(num(1), n - k)), (one, term(k)))
    members = same_sums(p, term, lambda k: term(k) * to_the(num(1), n - k), 0, n, same)
    return p.have(p.goal, members, p.apply("binomial_theorem", y=num(1)))


@chapter.usable(trigger=Sum(lambda k: choices(n - k, k), 0, n))
@chapter.claim({"n_low": 0 <= n}, shows=Eq(Sum(lambda k: choices(n - k, k), 0, n), exp(n * log(2))))
def row_sum(p: Proof) -> Fact:
    """Σ C(n, k) = 2^n."""

    def term(k: Term) -> Term:
        return choices(n - k, k)

    with p.fix(k, 0, n) as (low, _):
        one = p.apply("prod_one", p.have(1 <= k + 1, low), lo=num(1), hi=k)
        same = p.have(Eq(term(k), term(k) * to_the(num(1), k)), (one, term(k)))
    members = same_sums(p, term, lambda k: term(k) * to_the(num(1), k), 0, n, same)
    two = p.apply("prod_const", p.have(0 < num(2)), p.have(1 <= n + 1, "n_low"), r=num(2), lo=num(1), hi=n)
    return p.have(p.goal, members, p.apply("powers_of_one_number", x=num(1)), two)


@chapter.claim({"m_low": 0 <= m, "k_low": 0 <= k}, shows=0 < choices(m, k))
def choices_pos(p: Proof) -> Fact:
    """0 < C(m + k, k)."""
    with p.fix(j, 1, k) as (low, _):
        signs = [p.have(0 < m + j, "m_low", low), p.apply("inv_pos", p.have(0 < j, low), x=j)]
        factor = p.rule("arith", 0 < (m + j) / j, [(num(1), signs)], [], [])
    return p.apply("prod_pos", p.generalize(j, factor), f=fun(lambda i: (m + i) / i), lo=num(1), hi=k)


@chapter.usable(trigger=choices(m, k))
@chapter.claim({"m_low": 0 <= m, "k_low": 1 <= k}, shows=choices(m, k) <= to_the(exp(1) * (m + k) / k, k))
def le_power_of_quotient(p: Proof) -> Fact:
    """C(m + k, k) <= (e (m + k)/k)^k."""
    n, ratio, e = m + k, k / (m + k), exp(1)  # C(n, k) (k/n)^k <= (1 + k/n)^n <= e^k

    def term(j: Term) -> Term:
        return choices(n - j, j) * to_the(ratio, j)

    def over(s: Term, t: Term, *signs: Fact) -> tuple[Fact, Fact]:
        """Prove 0 < s/t and log(s/t) = log s − log t."""
        positive = [signs[0], p.apply("inv_pos", signs[1], x=t)]
        logs = p.apply("log_mul", *positive, x=s, y=inv(t)), p.apply("log_inv", signs[1], x=t)
        return p.rule("arith", 0 < s / t, [(num(1), positive)], [], []), p.have(Eq(log(s / t), log(s) - log(t)), *logs)

    proper, some = p.have(1 <= k + 1, "k_low"), [p.have(0 < k, "k_low"), p.have(0 < n, "m_low", "k_low")]
    (low, log_low), (high, log_high) = over(k, n, *some), over(n, k, *reversed(some))
    e_pos = p.exp_pos(num(1))
    base = p.rule("arith", 0 < e * n / k, [(num(1), [e_pos, high])], [], [])
    log_base = p.apply("log_mul", e_pos, high, x=e, y=n / k)
    small, large = (
        p.apply("prod_const", s, proper, r=r, lo=num(1), hi=k) for r, s in ((ratio, low), (e * n / k, base))
    )
    with p.fix(j, 0, n) as (j_low, j_high):
        power = p.apply("prod_const", low, p.have(1 <= j + 1, j_low), r=ratio, lo=num(1), hi=j)
        top = p.have(0 < to_the(ratio, j), power, p.exp_pos(j * log(ratio)))
        sign = p.apply("choices_pos", p.have(0 <= n - j, j_high), j_low, m=n - j, k=j)
        each = p.rule("arith", 0 <= term(j), [(num(1), [sign, top])], [], [])
    there = p.have(0 <= k, "k_low"), p.have(k <= n, "m_low")
    own = p.apply("sum_member", p.generalize(j, each), *there, f=fun(term), m=k, lo=num(0), hi=n)
    whole = p.apply("powers_of_one_number", p.have(0 <= n, "m_low", "k_low"), n=n, x=ratio)
    more = p.have(0 < 1 + ratio, low)
    power = p.apply("prod_const", more, p.have(1 <= n + 1, "m_low", "k_low"), r=1 + ratio, lo=num(1), hi=n)
    size = p.rule("arith", Eq(n * ratio, k), [], [], [some[1]])
    tangent = p.apply("log_le_sub", more, x=1 + ratio)
    bound = p.apply(
        "exp_le", p.have(n * log(1 + ratio) <= k, (tangent, n), (some[1], tangent), size), x=n * log(1 + ratio), y=k
    )
    first = p.have(choices(m, k) * exp(k * log(ratio)) <= exp(k), own, whole, power, bound, (small, choices(m, k)))
    last = p.have(choices(m, k) <= exp(k - k * log(ratio)), (first, p.exp_pos(-k * log(ratio))))
    same = p.congr(exp, p.have(Eq(k - k * log(ratio), k * log(e * n / k)), (log_low, k), (log_high, k), (log_base, k)))
    return p.have(p.goal, last, same, large)
