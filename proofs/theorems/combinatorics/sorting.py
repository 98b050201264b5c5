"""Sorting a vector of distinct entries, for a symbolic number of them, without choosing a permutation.

The rank of entry i is one more than the number of larger entries; the q-th entry of the sorted vector is
Σ_i f_i [rank i = q]. That every rank is taken exactly once is the pigeonhole principle as an identity of sums:
Σ_q (1 − #{i : rank i = q}) = 0 with no summand negative.

Main statements: `rank_taken_once`, `sum_reindexed`, `inverse_left`, `inverse_right`, `sum_permuted`, `sorted_entry`,
`sorted_decreases`, `witness_le`, `witness_lt`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("sorting")
n, i, j, k, q = ints("n i j k q")
f, t = vectors("f t")
(rho,) = sequences("rho")
x, y = reals("x y")

i_in, j_in, q_in = (i >= 1, i <= n), (j >= 1, j <= n), (q >= 1, q <= n)
distinct = every(lambda i: every(lambda j: implies(i < j, negation(Eq(f(i), f(j)))), 1, n), 1, n)


def rank(i: Term, v: Term = f, n: Term = n) -> Term:
    """1 + the number of entries larger than v_i."""
    return 1 + Sum(lambda j: ite(v(i) < v(j), 1, 0), 1, n)


def in_order(v: Term, n: Term = n) -> Term:
    """Return the sorted vector: at q the sum of the entries with rank q."""
    return fun(lambda q: Sum(lambda i: ite(Eq(rank(i, v, n), q), v(i), 0), 1, n))


chapter.notions.define(rank(i, f, n), (f, i, n), "rank({0}, {2})_{1}", r"\mathrm{{rank}}_{{{2}}}({0})_{{{1}}}")
chapter.notions.define(in_order(f, n)(q), (f, n, q), "sorted({0}, {1})_{2}", r"\mathrm{{sorted}}_{{{1}}}({0})_{{{2}}}")
chapter.notions.define(in_order(f, n), (f, n), "sorted({0}, {1})", r"\mathrm{{sorted}}_{{{1}}}({0})")


def indicator(i: Term, q: Term) -> Term:
    """1 if ρ_i = q, else 0."""
    return ite(Eq(rho(i), q), 1, 0)


def taken(q: Term) -> Term:
    """The number of i with ρ_i = q."""
    return Sum(lambda i: indicator(i, q), 1, n)


injective = every(lambda i: every(lambda j: implies(Eq(rho(i), rho(j)), Eq(i, j)), 1, n), 1, n)
within = every(lambda i: rho(i) >= 1, 1, n), every(lambda i: rho(i) <= n, 1, n)


def ranged(p: Proof, *formulas: tuple[Term, Term]) -> None:
    """Assume that the indices are in range, by the names i_low, i_high and so on."""
    for low, high in formulas:
        name = low.args[1].args[0]
        p.given(**{f"{name}_low": low, f"{name}_high": high})


@chapter.claim(given=[*i_in, injective, Eq(rho(i), q)], shows=Eq(taken(q), 1))
def taken_by_one(p: Proof) -> None:
    """If ρ_i = q then the indicator of ρ_k = q is that of k = i."""
    p.given(injective=injective, hit=Eq(rho(i), q), k_low=k >= 1, k_high=k <= n)
    delta = ite(Eq(k, i), 1, 0)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(rho, order)
            return p.have(
                Eq(indicator(k, q), delta),
                *p.reduce_ite(order, delta),
                *p.reduce_ite(p.have(Eq(rho(k), q), same, "hit"), indicator(k, q)),
            )
        other = p.rule("assume", Eq(rho(k), q))
        meets = p.specialize("injective", k, i, using=[other])
        different = p.discharge(p.have(FALSE, meets, order), other.concl)
        return p.have(
            Eq(indicator(k, q), delta), *p.reduce_ite(order, delta), *p.reduce_ite(different, indicator(k, q))
        )

    each = p.trichotomy(k, i, prove)
    by = {"f": fun(lambda k: indicator(k, q)), "g": fun(lambda k: ite(Eq(k, i), 1, 0))}
    p.apply("sum_eq", each, lo=1, hi=n, **by, label="sum")
    p.apply("sum_delta", f=fun(lambda k: num(1)), m=i, lo=1, hi=n, label="one")


@chapter.claim(given={"injective": injective}, shows=taken(q) <= 1)
def taken_at_most_once(p: Proof) -> Fact:
    """If it were more than 1, q would be ρ_i for some i, and the number would be 1."""
    p.given(few=taken(q) <= 1, many=taken(q) > 1)
    ranged(p, i_in)
    hit = p.rule("assume", Eq(rho(i), q))
    one = p.apply("taken_by_one", hit)
    different = p.discharge(p.have(FALSE, one, "many"), hit.concl)
    none = p.ite_eq(indicator(i, q), different)
    p.apply("sum_eq", none, label="zero")
    no = p.absurd(p.have(FALSE, "many"), taken(q) <= 1)
    return p.cases(taken(q), 1, "few", no)


@chapter.claim(given=[n >= 0, *q_in, injective, *within], shows=Eq(taken(q), 1))
def rank_taken_once(p: Proof) -> Fact:
    """Pigeonhole: an injective map of 1..n into 1..n takes every value once."""
    ranged(p, q_in, i_in)
    once = p.apply("taken_at_most_once")
    # each i is counted once over all values
    counted = p.apply("sum_delta", f=fun(lambda j: num(1)), m=rho(i), lo=1, hi=n)
    counteds = p.change(counted, Eq(Sum(lambda j: indicator(i, j), 1, n), 1))
    p.apply("sum_eq", counteds, label="rows")
    p.apply("sum_swap", h=fun(indicator, 2), lo=1, hi=n, lo2=1, hi2=n, label="swap")
    p.apply("sum_member", once, f=fun(lambda j: 1 - taken(j)), m=q, lo=1, hi=n, label="member")
    at_least = p.have(taken(q) >= 1)
    at_most = p.apply("taken_at_most_once")
    return p.antisymmetry(at_most, at_least)


def witness(p: Proof, claim: Term, low: Term, high: Term) -> Fact:
    """Prove `claim` from a proof for every i with ρ_i = q, since some such i exists."""
    p.given(some=taken(q) > 0, each=every(lambda i: implies(Eq(rho(i), q), claim), 1, n))
    s, r = claim.args
    wrong = p.rule("assume", r <= s if claim.op == "lt" else r < s)
    ranged(p, i_in)
    hit = p.rule("assume", Eq(rho(i), q))
    found = p.specialize("each", i, using=[hit])
    different = p.discharge(p.have(FALSE, found, wrong), hit.concl)
    none = p.ite_eq(indicator(i, q), different)
    zero = p.apply("sums.sum_eq", none)
    no = p.absurd(p.have(FALSE, zero, "some"), claim, label="no")
    right = p.rule("assume", claim)
    return p.cases(low, high, *((right, no) if claim.op == "le" else (no, right)), label="out")


@chapter.claim(given=[taken(q) > 0, every(lambda i: implies(Eq(rho(i), q), x <= y), 1, n)], shows=x <= y)
def witness_le(p: Proof) -> Fact:
    """Prove x <= y from a proof for every i with ρ_i = q, since some such i exists."""
    return witness(p, x <= y, x, y)


@chapter.claim(given=[taken(q) > 0, every(lambda i: implies(Eq(rho(i), q), x < y), 1, n)], shows=x < y)
def witness_lt(p: Proof) -> Fact:
    """Prove x < y in the same way."""
    return witness(p, x < y, y, x)


@chapter.claim(
    given=[
        every(lambda q: Eq(taken(q), 1), 1, n),
        *within,
        every(lambda q: every(lambda i: implies(Eq(rho(i), q), Eq(t(q), f(i))), 1, n), 1, n),
    ],
    shows=Eq(Sum(lambda q: t(q), 1, n), Sum(lambda i: f(i), 1, n)),
)
def sum_permuted(p: Proof) -> None:
    """Σ_q t_q = Σ_i f_i if t_{ρ_i} = f_i and ρ takes every value once."""
    p.given(values=every(lambda q: every(lambda i: implies(Eq(rho(i), q), Eq(t(q), f(i))), 1, n), 1, n))
    ranged(p, q_in, i_in)
    claim = Eq(t(q) * indicator(i, q), f(i) * indicator(i, q))

    def prove(order: Fact) -> Fact:
        more = [p.specialize("values", q, i, using=[order])] if order.concl.op == "eq" else []
        return p.have(claim, *p.reduce_ite(order, indicator(i, q)), *more)

    each = p.trichotomy(rho(i), q, prove)
    by = {"f": fun(lambda i: t(q) * indicator(i, q)), "g": fun(lambda i: f(i) * indicator(i, q))}
    p.apply("sum_eq", each, lo=1, hi=n, **by, label="row")
    one = p.specialize(every(lambda q: Eq(taken(q), 1), 1, n), q)
    p.apply("sum_eq", one, f=t, g=fun(lambda q: Sum(lambda i: f(i) * indicator(i, q), 1, n)), lo=1, hi=n, label="sum")
    p.apply("sum_swap", h=fun(lambda i, q: f(i) * indicator(i, q), 2), lo=1, hi=n, lo2=1, hi2=n, label="swap")
    counted = p.apply("sum_delta", f=fun(lambda q: num(1)), m=rho(i), lo=1, hi=n)
    p.apply(
        "sum_eq",
        counted,
        f=fun(lambda i: Sum(lambda q: f(i) * indicator(i, q), 1, n)),
        g=f,
        lo=1,
        hi=n,
        label="out_",
    )


# --- ranks --------------------------------------------------------------------------------------------------


@chapter.claim(given=[*i_in], shows=rank(i) >= 1)
def rank_low(p: Proof) -> Fact:
    """A number of entries is nonnegative."""
    larger = ite(f(i) < f(k), 1, 0)
    each = p.trichotomy(f(i), f(k), lambda order: p.have(larger >= 0, *_decided(p, order, larger)))
    sum_ = p.apply("sum_nonneg", each, f=fun(lambda k: ite(f(i) < f(k), 1, 0)), lo=1, hi=n)
    return p.have(p.goal, sum_)


def _decided(p: Proof, order: Fact, choice: Term) -> list[Fact]:
    """Evaluate the choice on s < t in the cases s < t, s = t and t < s."""
    s, t = choice.args[0].args
    return p.reduce_ite(order if order.concl is choice.args[0] else p.have(t <= s, order), choice)


@chapter.claim(given=[*i_in, *j_in, f(i) < f(j)], shows=rank(j) < rank(i))
def rank_reverses(p: Proof) -> None:
    """Every entry larger than f_j is larger than f_i, and so is f_j itself."""
    over_j, over_i = ite(f(j) < f(k), 1, 0), ite(f(i) < f(k), 1, 0)
    p.have(over_j <= over_i, label="if_not")
    by = {"f": fun(lambda k: ite(f(j) < f(k), 1, 0)), "g": fun(lambda k: ite(f(i) < f(k), 1, 0))}
    p.apply("sum_lt_one", m=j, lo=1, hi=n, **by, label="sum")


@chapter.claim(given=[*i_in], shows=rank(i) <= n)
def rank_high(p: Proof) -> None:
    """f_i is not larger than itself, so at most n − 1 entries are larger."""
    larger, delta = ite(f(i) < f(k), 1, 0), ite(Eq(k, i), 1, 0)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(f, order)
            no = p.reduce_ite(p.have(f(k) <= f(i), same), larger)
            return p.have(larger <= 1 - delta, *no, *p.reduce_ite(order, delta))
        at_most = p.trichotomy(f(i), f(k), lambda o: p.have(larger <= 1, *_decided(p, o, larger)))
        return p.have(larger <= 1 - delta, at_most, *p.reduce_ite(order, delta))

    each = p.trichotomy(k, i, prove)
    by = {"f": fun(lambda k: ite(f(i) < f(k), 1, 0)), "g": fun(lambda k: 1 - ite(Eq(k, i), 1, 0))}
    p.apply("sum_le", each, lo=1, hi=n, **by, label="sum")
    p.apply("sum_delta", f=fun(lambda k: num(1)), m=i, lo=1, hi=n, label="one")
    p.apply("sum_const", lo=1, hi=n, label="size")


@chapter.claim(given=[distinct, *i_in, *j_in, Eq(rank(i), rank(j))], shows=Eq(i, j))
def rank_injective(p: Proof) -> Fact:
    """Distinct entries have distinct ranks."""

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        s, r = order.concl.args
        different = p.specialize(distinct, s, r, using=[order])

        def clash(o: Fact) -> Fact:
            if o.concl.op == "eq":
                contradiction = p.mp(different, o)
            elif o.concl.args[0] is f(s):
                contradiction = p.have(FALSE, p.apply("rank_reverses", o, i=s, j=r), Eq(rank(i), rank(j)))
            else:
                contradiction = p.have(FALSE, p.apply("rank_reverses", o, i=r, j=s), Eq(rank(i), rank(j)))
            return p.absurd(contradiction, Eq(i, j))

        return p.trichotomy(f(s), f(r), clash)

    return p.trichotomy(i, j, prove)


ranks = fun(rank)


def _ranked(formula: Term) -> Term:
    return substitute(formula, {rho: ranks})


@chapter.claim(given=[distinct], shows=_ranked(injective))
def ranks_injective(p: Proof) -> Fact:
    """The ranks are an injective map."""
    ranged(p, i_in, j_in)
    hit = p.rule("assume", Eq(rank(i), rank(j)))
    same = p.apply("rank_injective", hit)
    return p.get(same)


@chapter.claim(given=[], shows=_ranked(within[0]))
def ranks_low(p: Proof) -> None:
    """1 <= rank."""


@chapter.claim(given=[], shows=_ranked(within[1]))
def ranks_high(p: Proof) -> Fact:
    """rank <= n."""
    ranged(p, i_in)
    return p.apply("rank_high")


@chapter.claim(given=[n >= 0, distinct], shows=every(lambda q: _ranked(Eq(taken(q), 1)), 1, n))
def every_rank_taken(p: Proof) -> Fact:
    """Every rank from 1 to n is taken exactly once."""
    ranged(p, q_in)
    for name in ("ranks_injective", "ranks_low", "ranks_high"):
        p.apply(name, label=name)
    return p.apply("rank_taken_once", rho=ranks)


@chapter.claim(given=[distinct, *i_in, Eq(rank(i), q)], shows=Eq(in_order(f)(q), f(i)))
def sorted_entry(p: Proof) -> None:
    """The entry with rank q is at position q."""
    p.given(hit=Eq(rank(i), q), k_low=k >= 1, k_high=k <= n)
    chosen_q, chosen_i = ite(Eq(rank(k), q), f(k), 0), ite(Eq(k, i), f(k), 0)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(ranks, order)
            at = p.have(Eq(rank(k), q), same, "hit")
            return p.have(Eq(chosen_q, chosen_i), *p.reduce_ite(at, chosen_q), *p.reduce_ite(order, chosen_i))
        other = p.rule("assume", Eq(rank(k), q))
        meets = p.apply("rank_injective", other, i=k, j=i)
        different = p.discharge(p.have(FALSE, meets, order), other.concl)
        return p.have(Eq(chosen_q, chosen_i), *p.reduce_ite(different, chosen_q), *p.reduce_ite(order, chosen_i))

    each = p.trichotomy(k, i, prove)
    by = {"f": fun(lambda k: ite(Eq(rank(k), q), f(k), 0)), "g": fun(lambda k: ite(Eq(k, i), f(k), 0))}
    p.apply("sum_eq", each, lo=1, hi=n, **by, label="sum")
    p.apply("sum_single", m=i, lo=1, hi=n, label="one")


@chapter.claim(given=[n >= 0, distinct, q >= 1, q <= n - 1], shows=in_order(f)(q + 1) < in_order(f)(q))
def sorted_decreases(p: Proof) -> Fact:
    """If the entries with ranks q and q + 1 were in the other order, so would be their ranks."""
    ranged(p, i_in, j_in)
    p.apply("every_rank_taken", label="taken")
    hit, next_ = (p.rule("assume", Eq(rank(x), r)) for x, r in ((i, q), (j, q + 1)))
    values = [p.apply("sorted_entry", hit), p.apply("sorted_entry", next_, i=j, q=q + 1)]

    def prove(order: Fact) -> Fact:
        if order.concl is (f(j) < f(i)):
            return p.have(p.goal, order, *values)
        if order.concl.op == "eq":
            same = p.congr(lambda x: 1 + Sum(lambda k: ite(x < f(k), 1, 0), 1, n), order)
            return p.absurd(p.have(FALSE, same, hit, next_), p.goal)
        return p.absurd(p.have(FALSE, p.apply("rank_reverses", order), hit, next_), p.goal)

    pair = p.trichotomy(f(i), f(j), prove)
    x, y = p.goal.args
    inner = p.generalize(j, pair)
    inner = p.apply("witness_lt", inner, rho=ranks, q=q + 1, x=x, y=y)
    outer = p.generalize(i, inner)
    return p.apply("witness_lt", outer)


# --- permutations -------------------------------------------------------------------------------------------


@chapter.claim(given=[n >= 0, injective, *within], shows=Eq(Sum(lambda i: f(rho(i)), 1, n), Sum(lambda i: f(i), 1, n)))
def sum_reindexed(p: Proof) -> Fact:
    """Σ f_{ρ_i} = Σ f_i for a permutation ρ of 1..n, given as an injective map of 1..n into itself."""
    hit = p.rule("assume", Eq(rho(i), q))
    p.congr(f, hit, label="same")
    sum_ = p.apply("sum_permuted", t=f, f=fun(lambda i: f(rho(i))))
    return p.have(p.goal, sum_)


@chapter.claim(
    given=[
        n >= 0,
        injective,
        within[0],
        every(lambda q: f(q) <= f(n), 1, n),
        every(lambda i: implies(n < rho(i), f(n) <= f(rho(i))), 1, n),
    ],
    shows=Sum(lambda q: f(q), 1, n) <= Sum(lambda i: f(rho(i)), 1, n),
)
def sum_of_distinct(p: Proof) -> None:
    """Σ f_{1..n} <= Σ f_{ρ_i} for n different positive integers ρ_i: each value up to n is taken at most once.

    Each f_{ρ_i} is at least f_n + Σ_q [ρ_i = q] (f_q − f_n), and the last factor is not positive.
    """
    p.given(
        most=every(lambda q: f(q) <= f(n), 1, n),
        beyond=every(lambda i: implies(n < rho(i), f(n) <= f(rho(i))), 1, n),
    )
    ranged(p, q_in, i_in)
    w = fun(lambda q: f(q) - f(n))

    def row(i: Term) -> Term:
        return Sum(lambda q: w(q) * indicator(i, q), 1, n)

    inside, outside = (p.rule("assume", c) for c in (rho(i) <= n, n < rho(i)))
    delta = p.apply("sum_delta", inside, f=w, m=rho(i), lo=1, hi=n)
    near = p.have(f(n) + row(i) <= f(rho(i)), delta)
    hit = p.rule("assume", Eq(rho(i), q))
    different = p.discharge(p.have(FALSE, hit, outside, "q_high"), hit.concl)
    none = p.ite_eq(indicator(i, q), different)
    nones = p.have(Eq(w(q) * indicator(i, q), 0), none)
    zero = p.apply("sum_eq", nones, f=fun(lambda q: w(q) * indicator(i, q)), g=fun(lambda q: num(0)), lo=1, hi=n)
    far = p.have(f(n) + row(i) <= f(rho(i)), zero, p.specialize("beyond", i, using=[outside]))
    each = p.cases(rho(i), n, near, far)
    p.apply("sum_le", each, f=fun(lambda i: f(n) + row(i)), g=fun(lambda i: f(rho(i))), lo=1, hi=n, label="rows")
    p.apply("sum_swap", h=fun(lambda i, q: w(q) * indicator(i, q), 2), lo=1, hi=n, lo2=1, hi2=n, label="swap")
    once = p.apply("taken_at_most_once")
    at_most = p.specialize("most", q)
    column = Sum(lambda i: w(q) * indicator(i, q), 1, n)
    less = p.rule("arith", w(q) <= column, [(num(1), [p.get(once), p.get(at_most)])], [], [])
    p.apply("sum_le", less, f=w, g=fun(lambda q: Sum(lambda i: w(q) * indicator(i, q), 1, n)), lo=1, hi=n, label="sum")


def inverse(q: Term, rho: Term = rho, n: Term = n) -> Term:
    """Return the i with ρ_i = q: Σ_i i (1 if ρ_i = q, else 0)."""
    return Sum(lambda i: i * ite(Eq(rho(i), q), 1, 0), 1, n)


@chapter.claim(given=[*i_in, injective], shows=Eq(inverse(rho(i)), i))
def inverse_left(p: Proof) -> Fact:
    """All terms of the sum but one are 0."""
    p.given(injective=injective, k_low=k >= 1, k_high=k <= n)
    hit, delta = ite(Eq(rho(k), rho(i)), 1, 0), ite(Eq(k, i), 1, 0)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(rho, order)
            return p.have(Eq(k * hit, k * delta), *p.reduce_ite(same, hit), *p.reduce_ite(order, delta))
        meet = p.rule("assume", Eq(rho(k), rho(i)))
        clash = p.have(FALSE, p.specialize("injective", k, i, using=[meet]), order)
        other = p.reduce_ite(p.discharge(clash, meet.concl), hit)[0]
        return p.have(Eq(k * hit, k * delta), (other, k), (p.reduce_ite(order, delta)[0], k))

    each = p.trichotomy(k, i, prove)
    total = p.apply("sum_eq", each)
    pick = p.apply("sum_delta", f=fun(lambda k: k), m=i, lo=1, hi=n)
    return p.have(p.goal, total, pick)


PERMUTATION = {"n_low": n >= 0, "injective": injective, "above": within[0], "below": within[1]}


def at_value(p: Proof, claim: Callable[[Fact], Fact]) -> Fact:
    """Prove a relation x <= y about q from a proof that assumes ρ_i = q; for each q there is such an i."""
    ranged(p, q_in, i_in)
    hit = p.rule("assume", Eq(rho(i), q))
    found = claim(hit)
    each = p.discharge(found, hit.concl)
    some = p.have(taken(q) > 0, p.apply("rank_taken_once"))
    return p.apply("witness_le", each, some)


def back(p: Proof, hit: Fact) -> Fact:
    """ρ^(-1)(q) = i if ρ_i = q."""
    return p.have(Eq(inverse(q), i), p.apply("inverse_left"), p.congr(inverse, hit))


@chapter.claim(given=[*PERMUTATION.values(), *q_in], shows=1 <= inverse(q))
def inverse_low(p: Proof) -> Fact:
    """The inverse is one of the indices."""
    return p.note("out", at_value(p, lambda hit: p.have(1 <= inverse(q), back(p, hit), "i_low")))


@chapter.claim(given=[*PERMUTATION.values(), *q_in], shows=inverse(q) <= n)
def inverse_high(p: Proof) -> Fact:
    """The inverse is one of the indices."""
    return p.note("out", at_value(p, lambda hit: p.have(inverse(q) <= n, back(p, hit), "i_high")))


def there(p: Proof, hit: Fact) -> Fact:
    """ρ(ρ^(-1)(q)) = q if ρ_i = q."""
    return p.have(Eq(rho(inverse(q)), q), hit, p.congr(rho, back(p, hit)))


@chapter.claim(given=[*PERMUTATION.values(), *q_in], shows=rho(inverse(q)) <= q)
def inverse_below(p: Proof) -> Fact:
    """Both sides are equal."""
    return p.note("out", at_value(p, lambda hit: p.have(rho(inverse(q)) <= q, there(p, hit))))


@chapter.claim(given=[*PERMUTATION.values(), *q_in], shows=q <= rho(inverse(q)))
def inverse_above(p: Proof) -> Fact:
    """Both sides are equal."""
    return p.note("out", at_value(p, lambda hit: p.have(q <= rho(inverse(q)), there(p, hit))))


@chapter.claim(given=[*PERMUTATION.values(), *q_in], shows=Eq(rho(inverse(q)), q))
def inverse_right(p: Proof) -> None:
    """ρ takes every value."""


@chapter.claim(given=[n >= 1, injective, *within], shows=Eq(Max(lambda i: f(rho(i)), 1, n), Max(lambda i: f(i), 1, n)))
def max_reindexed(p: Proof) -> Fact:
    """max f_{ρ_i} = max f_i for a permutation ρ of 1..n."""
    p.given(some=n >= 1, above=within[0], below=within[1])
    ranged(p, i_in)
    here, whole = Max(lambda i: f(rho(i)), 1, n), Max(lambda i: f(i), 1, n)
    member = p.max_ge(whole, rho(i), p.specialize("above", i), p.specialize("below", i))
    less = p.max_le(here, whole, "some", p.generalize(i, member))
    low, high, hit = (p.apply(f"inverse_{x}", q=i) for x in ("low", "high", "right"))
    member = p.max_ge(here, inverse(i), low, high)
    own = p.have(f(i) <= here, member, p.congr(f, hit))
    more = p.max_le(whole, here, "some", p.generalize(i, own))
    return p.antisymmetry(less, more)
