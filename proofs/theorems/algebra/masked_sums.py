"""Sums over the entries of a vector that a mask keeps, if these entries are more than δ apart.

A mask is an integer sequence c; it keeps the entries where c_k = 1. For values more than δ apart the sum of
Φ(x) − Φ(x − δ) over those in an interval is at most Φ(right end) − Φ(left end − δ) if Φ increases; no sorting is
needed. With Φ(x) = e^x and ((w − x)(1 − q) + δ q) e^x, q = e^(−δ), that bounds Σ e^x and Σ (w − x) e^x.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("masked_sums")
k, n = ints("k n")
(a,) = vectors("a")
(x,) = reals("x")
c, e = sequences("c e")
l, m = ints("l m")
r, delta, u, w, y, top = reals("r delta u w y T")
alpha, beta, gamma, mu, nu = reals("alpha beta gamma mu nu")
q = exp(-delta)
D = 1 - q


def kept(c: Term, k: Term, value: Term | int) -> Term:
    """f(k) if the mask keeps k, else 0."""
    return ite(Eq(c(k), 1), value, 0)


def masked_sum(f: Callable[[Term], Term | int], c: Term, n: Term = n) -> Term:
    """Σ f(k) over the k that the mask keeps."""
    return Sum(lambda k: kept(c, k, f(k)), 1, n)


def below(v: Term, u: Term, f: Callable[[Term], Term | int]) -> Callable[[Term], Term]:
    """f(k) where v_k <= u, else 0."""
    return lambda k: ite(v(k) <= u, f(k), 0)


def above(v: Term, u: Term, f: Callable[[Term], Term | int]) -> Callable[[Term], Term]:
    """f(k) where u < v_k, else 0."""
    return lambda k: ite(v(k) <= u, 0, f(k))


def apart_kept(v: Term, c: Term, w: Term | None = None, e: Term | None = None) -> Term:
    """Any two kept entries, of v or of v and another vector, are equal or more than δ apart."""
    other, mask = (v, c) if w is None or e is None else (w, e)

    def pair(i: Term, j: Term) -> Term:
        gap = delta < abs(v(i) - other(j))
        gap = implies(i < j, gap) if w is None else implies(negation(Eq(v(i), other(j))), gap)
        return implies(Eq(c(i), 1), Eq(mask(j), 1), gap)

    return every(lambda i: every(lambda j: pair(i, j), 1, n), 1, n)


def bounded_kept(v: Term, c: Term) -> Term:
    """|v_k| < r for the kept entries."""
    return every(lambda k: implies(Eq(c(k), 1), abs(v(k)) < r), 1, n)


# --- separated values: sums that telescope -------------------------------------------------------------------------


def phi(x: Term) -> Term:
    """Φ(x) = (α − β x) e^x + γ x."""
    return (alpha - beta * x) * exp(x) + gamma * x


def step(x: Term) -> Term:
    """Φ(x) − Φ(x − δ)."""
    return phi(x) - phi(x - delta)


increasing = (beta >= 0, gamma >= 0, 0 <= alpha - beta - beta * top)


@chapter.claim(given=[*increasing, x <= y, y <= top], shows=phi(x) <= phi(y))
def telescoping_increases(p: Proof) -> Fact:
    """Φ increases up to T, where α − β − β T >= 0."""
    p.given_all(increasing, "up")
    p.exp_ge(y - x, label="ge")
    p.have(0 <= alpha - beta - beta * y, "up_2", ("up_0", y <= top), label="room")
    p.have(0 <= alpha - beta * y, label="weight")
    p.have(alpha - beta * x <= (alpha - beta * y) * exp(y - x), ("room", x <= y), ("ge", "weight"), label="scaled")
    return p.have(p.goal, ("scaled", exp(x)), ("up_1", x <= y))


def between(k: Term, l: Term, u: Term) -> Term:
    """Φ(a_k) − Φ(a_k − δ) if a_k is kept and l <= a_k <= u, else 0."""
    return kept(c, k, ite(a(k) <= u, ite(l <= a(k), step(a(k)), 0), 0))


left, right = reals("left right")
separated = [delta > 0, *increasing, apart_kept(a, c)]


def interval_claim(size: Term) -> Term:
    """For l <= u + δ, u <= T: the sum over the first entries that lie in [l, u] is <= Φ(u) − Φ(l − δ)."""

    def at(l: Term, u: Term) -> Term:
        total = Sum(lambda k: between(k, l, u), 1, size)
        return implies(l <= u + delta, u <= top, total <= phi(u) - phi(l - delta))

    return implies(size <= n, hole(lambda l: hole(lambda u: at(l, u))))


@chapter.claim(given=[*separated, n >= 0], shows=interval_claim(n))
def separated_sum_between(p: Proof) -> Fact:
    """By induction on the number of entries: a new entry splits the interval, as no other entry is near it."""
    z = a(m + 1)
    p.given(ends=left <= right + delta, in_range=right <= top, size=m >= 0, so_far=interval_claim(m), more=m + 1 <= n)
    p.given(k_low=k >= 1, k_high=k <= m)

    def finish(label: str, fact: Fact, size: Term) -> None:
        inner = p.discharge(fact, p.get("ends").concl, p.get("in_range").concl)
        both = p.rule("generalize", left, p.rule("generalize", right, inner))
        p.rule("discharge", size <= n, both, label=label)

    grows = p.apply("telescoping_increases", x=left - delta, y=right)
    empty = p.big_empty(Sum(lambda k: between(k, left, right), 1, 0), p.have(num(0) < 1))
    finish("base", p.have(empty.concl.args[0] <= phi(right) - phi(left - delta), grows), num(0))

    before = p.mp("so_far", p.have(m <= n, "more"))
    total = Sum(lambda k: between(k, left, right), 1, m + 1)
    goal = total <= phi(right) - phi(left - delta)
    longer = p.big_step(total, p.have(m + 1 >= 1))

    def shorter(l: Term, u: Term, *sides: Fact) -> Fact:
        inner = p.rule("specialize", p.rule("specialize", before, l), u)
        for side in (l <= u + delta, u <= top):
            inner = p.mp(inner, p.side_condition(side, *sides))
        return inner

    def last(known: list[Fact]) -> Fact:
        value = values(p, known, between(m + 1, left, right))
        if value[0].concl.args[1].op == "num":
            return p.have(goal, longer, *value, shorter(left, right))
        masked, to_right, to_left = known
        upper, lower = fun(lambda k: between(k, z + delta, right)), fun(lambda k: between(k, left, z - delta))
        whole = fun(lambda k: between(k, left, right))
        claim = whole(k) <= upper(k) + lower(k)

        def member(own: list[Fact]) -> Fact:
            zero = values(p, own, whole(k), upper(k), lower(k))
            if own[0].concl.op != "eq":
                return p.have(claim, *zero)
            beyond = p.assume(right < a(k))
            away = p.have(z - delta < a(k), beyond, to_right)
            out = p.have(claim, *values(p, [*own, beyond, away], whole(k), upper(k), lower(k)))
            inside = p.assume(a(k) <= right)
            up = p.apply("telescoping_increases", p.have(a(k) <= top, inside, "in_range"),
                         x=a(k) - delta)  # fmt: skip

            def place(order: list[Fact]) -> Fact:
                _, over, under = order
                if over.concl.op == "le" or under.concl.op == "le" or order[0].concl.op == "lt":
                    what = values(p, [*own, inside, *order], whole(k), upper(k), lower(k))
                    return p.have(claim, *what, up)
                gap = p.specialize(apart_kept(a, c), k, m + 1, using=[own[0], masked])

                def size(sign: list[Fact]) -> Fact:
                    value = p.abs_value(a(k) - z, p.have(_sign(a(k) - z, sign[0]), sign[0]))
                    return p.absurd(p.have(FALSE, gap, value, over, under), claim)

                return by_cases(p, [z <= a(k)], size)

            within = by_cases(p, [left <= a(k), z + delta <= a(k), a(k) <= z - delta], place)
            return p.cases(a(k), right, within, out)

        terms = by_cases(p, [Eq(c(k), 1)], member)
        parts = p.apply("sum_le", terms)
        first = shorter(z + delta, right, to_right)
        second = shorter(left, z - delta, to_left, p.have(z - delta <= top, to_right, "in_range"))
        return p.have(goal, longer, *value, parts, first, second)

    conditions = [Eq(c(m + 1), 1), a(m + 1) <= right, left <= a(m + 1)]
    finish("step", by_cases(p, conditions, last), m + 1)
    all_ = p.induct(interval_claim, 0, m, "base", "step")
    return p.specialize(all_, n)


def _sign(difference: Term, fact: Fact) -> Term:
    """Return 0 <= the difference or the difference <= 0, according to the fact z <= x or x < z."""
    return difference >= 0 if fact.concl.op == "le" else difference <= 0


sum_given = [*separated, n >= 0, bounded_kept(a, c), u <= top, -r <= u + delta]


def low(v: Term, c: Term, u: Term, f: Callable[[Term], Term]) -> Term:
    """Σ f(v_k) over the k kept with v_k <= u."""
    return masked_sum(below(v, u, lambda k: f(v(k))), c)


def high(v: Term, c: Term, u: Term, f: Callable[[Term], Term]) -> Term:
    """Σ f(v_k) over the k kept with u < v_k."""
    return masked_sum(above(v, u, lambda k: f(v(k))), c)


def weighted(x: Term) -> Term:
    """x e^x."""
    return x * exp(x)


@chapter.claim(given=sum_given, shows=low(a, c, u, step) <= phi(u) - phi(-r - delta))
def separated_sum(p: Proof) -> Fact:
    """The interval is (−r, u], because all kept entries are above −r."""
    p.given_all(sum_given)
    p.given(k_low=k >= 1, k_high=k <= n)
    all_ = p.apply("separated_sum_between")
    whole = p.mp(all_, p.have(n <= n))
    inner = p.rule("specialize", p.rule("specialize", whole, -r), u)
    for side in (-r <= u + delta, u <= top):
        inner = p.mp(inner, p.side_condition(side))
    mine = fun(lambda k: kept(c, k, below(a, u, lambda k: step(a(k)))(k)))
    other = fun(lambda k: between(k, -r, u))

    def member(known: list[Fact]) -> Fact:
        if known[0].concl.op == "eq":
            size = p.specialize("given_6", k, using=[known[0]])
            down = p.apply("abs_ge", x=-a(k))
            known = [*known, p.have(-r <= a(k), size, down)]
        return p.have(Eq(mine(k), other(k)), *values(p, known, mine(k), other(k)))

    terms = by_cases(p, [Eq(c(k), 1), a(k) <= u], member)
    same = p.apply("sum_eq", terms)
    return p.have(p.goal, same, inner)


def same_sums(p: Proof, f: Term, g: Term, conditions: Sequence[Term]) -> Fact:
    """Prove Σ f = Σ g over 1..n term by term, in each case of the conditions."""

    def member(known: list[Fact]) -> Fact:
        return p.have(Eq(f(k), g(k)), *values(p, known, *choices(f(k)), *choices(g(k))))

    terms = by_cases(p, conditions, member)
    return p.apply("sum_eq", terms, f=f, g=g, lo=1, hi=n)


def choices(t: Term) -> list[Term]:
    """Return the outermost if-then-else terms in a term."""
    if t.op == "ite":
        return [t]
    return [x for kid in t.args if isinstance(kid, Term) for x in choices(kid)]


place = [Eq(c(k), 1), a(k) <= u]
kept_given = [delta > 0, apart_kept(a, c), n >= 0, bounded_kept(a, c), -r <= u + delta]


@chapter.claim(given=kept_given, shows=D * low(a, c, u, exp) <= exp(u))
def exponentials_below(p: Proof) -> None:
    """The general bound for Φ = e^x."""
    p.apply("separated_sum", alpha=1, beta=0, gamma=0, T=u, label="sum")
    mine = fun(lambda k: D * kept(c, k, below(a, u, lambda k: exp(a(k)))(k)))
    other = fun(lambda k: kept(c, k, below(a, u, lambda k: D * exp(a(k)))(k)))
    p.note("same", same_sums(p, mine, other, place))


def lack(v: Term, c: Term, u: Term, w: Term) -> Term:
    """Σ (w − v_k) e^(v_k) over the k kept with v_k <= u."""
    return w * low(v, c, u, exp) - low(v, c, u, weighted)


@chapter.claim(given=[*kept_given, u + 1 <= w], shows=D * D * lack(a, c, u, w) <= ((w - u) * D + delta * q) * exp(u))
def lack_below(p: Proof) -> Fact:
    """The general bound for Φ = ((w − x)(1 − q) + δ q) e^x, which increases up to w − 1."""
    p.given_all(kept_given)
    p.exp_ge(delta, label="e")
    p.have(D > 0, ("e", exp(-delta)), ("given_0", exp(-delta)), label="D_pos")
    p.apply("separated_sum", alpha=w * D + delta * q, beta=D, gamma=0, T=u, label="sum")
    mine = fun(lambda k: D * D * (w * kept(c, k, below(a, u, lambda k: exp(a(k)))(k))
                                  - kept(c, k, below(a, u, lambda k: weighted(a(k)))(k))))  # fmt: skip
    other = fun(lambda k: kept(c, k, below(a, u, lambda k: D * D * (w - a(k)) * exp(a(k)))(k)))
    p.note("same", same_sums(p, mine, other, place))
    p.have(0 <= w + r + delta, label="edge")
    return p.have(p.goal, "same", "sum", ("edge", "D_pos", exp(-r - delta)), ("given_0", exp(-delta), exp(-r - delta)))


@chapter.claim(given=[*kept_given, u <= r], shows=delta * masked_sum(below(a, u, lambda k: num(1)), c) <= u + r + delta)
def count_below(p: Proof) -> None:
    """The general bound for Φ = x, which counts the values in the interval."""
    p.apply("separated_sum", alpha=0, beta=0, gamma=1, T=u, label="sum")
    mine = fun(lambda k: delta * kept(c, k, below(a, u, lambda k: num(1))(k)))
    other = fun(lambda k: kept(c, k, below(a, u, lambda k: delta)(k)))
    p.note("same", same_sums(p, mine, other, place))
