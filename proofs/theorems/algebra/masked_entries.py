"""Two masked vectors: the entries that both keep, and sums over the kept entries above and below a given entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.masked_sums import *

# --- what two masked vectors have in common ------------------------------------------------------------------------


chapter = Chapter("masked_entries")
i, k, n = ints("i k n")
a, b = vectors("a b")
(x,) = reals("x")


def times(e: Term, b: Term, x: Term) -> Term:
    """The number of kept entries of b that are equal to x."""
    return masked_sum(lambda l: ite(Eq(b(l), x), 1, 0), e)


b_given = [delta > 0, apart_kept(b, e)]
(value,) = reals("value")


@chapter.claim(
    given=[*b_given, 1 <= l, l <= n, Eq(e(l), 1), Eq(b(l), x)],
    shows=Eq(masked_sum(lambda m: ite(Eq(b(m), x), value, 0), e), value),
)
def one_of_each(p: Proof) -> Fact:
    """Any other kept entry is more than δ away."""
    p.given(m_low=1 <= m, m_high=m <= n)
    whole, single = fun(lambda m: kept(e, m, ite(Eq(b(m), x), value, 0))), fun(lambda m: ite(Eq(m, l), value, 0))
    claim = Eq(whole(m), single(m))

    def member(known: list[Fact]) -> Fact:
        order, mask, equal = known
        if order.concl.op == "eq":
            same = p.congr(e, order), p.congr(b, order)
            mine = p.have(Eq(e(m), 1), same[0]), p.have(Eq(b(m), x), same[1])
            return p.have(claim, *values(p, [*mine, order], whole(m), single(m)))
        if mask.concl.op == "eq" and equal.concl.op == "eq":
            first, second = order.concl.args
            gap = p.specialize(apart_kept(b, e), first, second, using=[order, mask])
            zero = p.have(Eq(gap.concl.args[1].args[0], 0), equal)
            size = p.abs_value(gap.concl.args[1].args[0], p.have(gap.concl.args[1].args[0] <= 0, zero))
            return p.absurd(p.have(FALSE, gap, size, zero, delta > 0), claim)
        return p.have(claim, *values(p, known, whole(m), single(m)))

    terms = by_cases(p, [Eq(m, l), Eq(e(m), 1), Eq(b(m), x)], member)
    sums = p.apply("sum_eq", terms)
    alone = p.apply("sum_single", f=fun(lambda m: value), m=l, lo=1, hi=n)
    return p.have(p.goal, sums, alone)


@chapter.claim(
    given=[*b_given, 0 < times(e, b, x)], shows=Eq(masked_sum(lambda m: ite(Eq(b(m), x), value, 0), e), value)
)
def kept_once(p: Proof) -> Fact:
    """If b keeps an entry with the value x, it keeps exactly one."""
    p.given(low=1 <= l, high=l <= n)
    total = masked_sum(lambda m: ite(Eq(b(m), x), value, 0), e)
    one = fun(lambda m: kept(e, m, ite(Eq(b(m), x), 1, 0)))

    def prove(order: Fact) -> Fact:
        """No place would have the value x."""
        if order.concl.op == "eq":
            return order

        def member(known: list[Fact]) -> Fact:
            claim = one(l) <= 0
            if all(f.concl.op == "eq" for f in known):
                clash = p.apply("one_of_each", *known)
                return p.absurd(p.have(FALSE, clash, order), claim)
            return p.have(claim, *values(p, known, one(l)))

        terms = by_cases(p, [Eq(e(l), 1), Eq(b(l), x)], member)
        none = p.apply("sum_le", terms)
        return p.absurd(p.have(FALSE, none), p.goal)

    return p.trichotomy(total, value, prove)


def mixed(x: Term) -> Term:
    """(μ + ν x) e^x."""
    return (mu + nu * x) * exp(x)


def all_shared(v: Term, c: Term, w: Term, e: Term) -> Term:
    """The kept entries of v that lie above u are among the kept entries of w."""
    return every(lambda k: implies(Eq(c(k), 1), u < v(k), 0 < times(e, w, v(k))), 1, n)


both_given = [delta > 0, apart_kept(a, c), apart_kept(b, e), all_shared(a, c, b, e), all_shared(b, e, a, c)]


def product_of(v: Term, c: Term, w: Term, e: Term) -> Term:
    """(k, l) ↦ f(v_k) if v_k is kept and above u, and entry l of w is kept."""
    return fun(lambda k, l: kept(c, k, ite(v(k) <= u, 0, kept(e, l, ite(Eq(w(l), v(k)), mixed(v(k)), 0)))), 2)


@chapter.claim(
    given=[delta > 0, apart_kept(b, e), all_shared(a, c, b, e), 1 <= k, k <= n],
    shows=Eq(
        kept(c, k, above(a, u, lambda k: mixed(a(k)))(k)), Sum(lambda l: product_of(a, c, b, e)(k, l), 1, n)
    ),
)  # fmt: skip
def one_partner(p: Proof) -> Fact:
    """The value f(a_k) occurs exactly once in its row."""
    p.given(shared=all_shared(a, c, b, e))
    row = fun(lambda l: product_of(a, c, b, e)(k, l))
    mine = kept(c, k, above(a, u, lambda k: mixed(a(k)))(k))

    def prove(known: list[Fact]) -> Fact:
        inner = fun(lambda l: kept(e, l, ite(Eq(b(l), a(k)), mixed(a(k)), 0)))
        here = all(f.concl.op in ("eq", "lt") for f in known) and known[0].concl.op == "eq"
        target = inner if here else fun(lambda l: num(0))
        each = values(p, known, row(l))[0] if not here else p.have(Eq(row(l), inner(l)), *values(p, known, row(l)))
        total = p.apply("sum_eq", each, f=row, g=target, lo=1, hi=n)
        own = values(p, known, mine)
        if not here:
            return p.have(p.goal, total, *own)
        once = p.apply("kept_once", p.specialize("shared", k, using=known), value=mixed(a(k)))
        return p.have(p.goal, total, once, *own)

    return by_cases(p, [Eq(c(k), 1), a(k) <= u], prove)


@chapter.claim(given=[*both_given, n >= 0], shows=Eq(high(a, c, u, mixed), high(b, e, u, mixed)))
def same_above(p: Proof) -> Fact:
    """Both sides are the sum of one array, by rows and by columns."""
    p.given(k_low=k >= 1, k_high=k <= n)
    first, second = product_of(a, c, b, e), product_of(b, e, a, c)
    claim = Eq(first(k, l), second(l, k))

    def member(known: list[Fact]) -> Fact:
        order = known[2]
        if order.concl.op == "eq":
            back = p.have(Eq(a(k), b(l)), order)
            side = known[3]
            if side.concl.op == "le":
                other = [p.have(b(l) <= u, side, order)]
            else:
                other = [p.have(u < b(l), side, order), p.congr(mixed, back)]
            return p.have(claim, *values(p, [*known, back, *other], first(k, l), second(l, k)), *other)

        def apart(more: list[Fact]) -> Fact:
            return p.have(claim, *values(p, [*known, *more], first(k, l), second(l, k)))

        return by_cases(p, [b(l) <= u], apart)

    cell = by_cases(p, [Eq(c(k), 1), Eq(e(l), 1), Eq(b(l), a(k)), a(k) <= u], member)
    rows, columns = fun(lambda l: first(k, l)), fun(lambda l: second(l, k))
    inner = p.apply("sum_eq", cell, f=rows, g=columns, lo=1, hi=n)
    row = p.have(Eq(kept(c, k, above(a, u, lambda k: mixed(a(k)))(k)), inner.concl.args[1]), inner)
    total = p.apply("sum_eq", row)
    swap = p.apply("sum_swap", h=fun(lambda i, j: second(j, i), 2), lo=1, hi=n, lo2=1, hi2=n)
    theirs = fun(lambda l: kept(e, l, above(b, u, lambda l: mixed(b(l)))(l)))
    column = p.apply("sum_eq", f=theirs,
                     g=fun(lambda l: Sum(lambda k: second(l, k), 1, n)), lo=1, hi=n)  # fmt: skip
    return p.have(p.goal, total, swap, column)


@chapter.claim(given=[], shows=Eq(masked_sum(lambda k: mixed(a(k)), c), high(a, c, u, mixed) + low(a, c, u, mixed)))
def split_at(p: Proof) -> Fact:
    """Each entry lies above u or not."""
    whole = fun(lambda k: kept(c, k, mixed(a(k))))
    parts = fun(
        lambda k: kept(c, k, above(a, u, lambda k: mixed(a(k)))(k)) + kept(c, k, below(a, u, lambda k: mixed(a(k)))(k))
    )
    return p.have(p.goal, same_sums(p, whole, parts, place))


# --- sums from below -------------------------------------------------------------------------------------------------

i_kept = (1 <= i, i <= n, Eq(c(i), 1))
A = a(i)


def nonnegative(
    p: Proof, f: Term, x: Term, conditions: Sequence[Term], shown: Callable[[list[Fact]], Sequence[Named]]
) -> Fact:
    """0 <= f(x) for 1 <= x <= n, in every case of the conditions; `shown` gives facts from which this follows."""
    ends = [p.assume(g) for g in (x >= 1, x <= n)]

    def member(known: list[Fact]) -> Fact:
        return p.have(f(x) >= 0, *values(p, known, f(x)), *shown(known))

    return p.generalize(x, by_cases(p, conditions, member), *ends)


def exp_at(p: Proof) -> Fact:
    """0 < e^(a_k)."""
    return p.exp_pos(a(k))


@chapter.claim(given=i_kept, shows=exp(A) <= low(a, c, A, exp))
def member_below(p: Proof) -> Fact:
    """The left side is one of the terms of the sum."""
    f = fun(lambda k: kept(c, k, below(a, A, lambda k: exp(a(k)))(k)))
    return p.have(p.goal, p.apply("sum_member", f=f, m=i, lo=1, hi=n))


@chapter.claim(given=[], shows=0 <= low(a, c, u, exp))
def below_nonneg(p: Proof) -> Fact:
    """Every term of the sum is nonnegative."""
    f = fun(lambda k: kept(c, k, below(a, u, lambda k: exp(a(k)))(k)))
    terms = nonnegative(p, f, k, [Eq(c(k), 1), a(k) <= u], lambda known: [exp_at(p)])
    return p.apply("sum_nonneg", terms)


def lacking(w: Term, u: Term) -> Term:
    """k ↦ (w − a_k) e^(a_k) if a_k <= u is kept, else 0."""
    return fun(lambda k: kept(c, k, below(a, u, lambda k: (w - a(k)) * exp(a(k)))(k)))


def lacks(p: Proof, w: Term, u: Term, order: Fact) -> tuple[Fact, Fact]:
    """For u <= w: `lack` is the sum of these terms, and each of them is nonnegative."""
    mine = fun(
        lambda k: (
            w * kept(c, k, below(a, u, lambda k: exp(a(k)))(k)) - kept(c, k, below(a, u, lambda k: weighted(a(k)))(k))
        )
    )

    def shown(known: list[Fact]) -> list[Fact]:
        if known[1].concl.op != "le":
            return []
        room = p.have(0 <= w - a(k), known[1], order)
        return [p.have(0 <= (w - a(k)) * exp(a(k)), (room, exp_at(p)))]

    conditions = [Eq(c(k), 1), a(k) <= u]
    return same_sums(p, mine, lacking(w, u), conditions), nonnegative(p, lacking(w, u), k, conditions, shown)


@chapter.claim(given=[*i_kept, A <= w], shows=(w - A) * exp(A) <= lack(a, c, A, w))
def member_lacking(p: Proof) -> Fact:
    """The left side is one of the terms of the sum."""
    same, terms = lacks(p, w, A, p.get(A <= w))
    return p.have(p.goal, same, p.apply("sum_member", terms, f=lacking(w, A), m=i, lo=1, hi=n))


@chapter.claim(given=[u <= w], shows=0 <= lack(a, c, u, w))
def lack_nonneg(p: Proof) -> Fact:
    """Every term of the sum is nonnegative."""
    same, terms = lacks(p, w, u, p.get(u <= w))
    return p.have(p.goal, same, p.apply("sum_nonneg", terms))


cross = apart_kept(a, c, b, e)
not_in_b = times(e, b, A) <= 0


@chapter.claim(
    given=[delta > 0, apart_kept(b, e), cross, *i_kept, not_in_b],
    shows=Eq(low(b, e, A, mixed), low(b, e, A - delta, mixed)),
)
def nothing_near(p: Proof) -> Fact:
    """b keeps no entry in (a_i − δ, a_i]: it does not keep a_i, and its other entries are more than δ away."""
    p.given(k_low=1 <= k, k_high=k <= n)
    f, g = (fun(lambda k, u=u: kept(e, k, below(b, u, lambda k: mixed(b(k)))(k))) for u in (A, A - delta))
    claim = Eq(f(k), g(k))

    def member(known: list[Fact]) -> Fact:
        mask, under, near = known
        if mask.concl.op == "eq" and under.concl.op == "le" and near.concl.op == "lt":
            same = p.assume(Eq(A, b(k)))
            once = p.apply("one_of_each", mask, p.have(Eq(b(k), A), same), value=1)
            differ = p.discharge(p.have(FALSE, once), same.concl)
            gap = p.specialize(cross, i, k, using=[mask, differ])
            size = p.abs_value(A - b(k), p.have(A - b(k) >= 0, under))
            return p.absurd(p.have(FALSE, gap, size, near), claim)
        if under.concl.op == "lt" and near.concl.op == "le":
            return p.absurd(p.have(FALSE, under, near), claim)
        return p.have(claim, *values(p, known, f(k), g(k)))

    terms = by_cases(p, [Eq(e(k), 1), b(k) <= A, b(k) <= A - delta], member)
    return p.apply("sum_eq", terms)


# --- the largest entry kept --------------------------------------------------------------------------------------


def or_edge(c: Term, k: Term, v: Term) -> Term:
    """v_k if it is kept, else −r, which is smaller."""
    return ite(Eq(c(k), 1), v(k), -r)


greatest_kept = Max(lambda k: or_edge(c, k, a), 1, n)
top_given = [1 <= n, u < greatest_kept, -r <= u]


def excess(v: Term, c: Term, u: Term) -> Term:
    """Σ (v_k − u) e^(v_k) over the k kept with u < v_k."""
    return high(v, c, u, weighted) - u * high(v, c, u, exp)


def attained(p: Proof, f: Term, goal: Term, prove: Callable[[Fact], Fact]) -> Fact:
    """Prove a relation for max f from a proof `prove` that works for any k with f_k = max f."""
    ends = [p.assume(x) for x in (k >= 1, k <= n)]
    best = Max(f, 1, n)
    s, t = goal.args
    no = p.assume(t < s if goal.op == "le" else t <= s)
    ge = p.max_ge(best, k, *ends)

    def member(order: Fact) -> Fact:
        if order.concl is (f(k) < best):
            return order
        clash = p.have(FALSE, order, ge) if order.concl.op == "lt" else p.have(FALSE, prove(order), no)
        return p.absurd(clash, f(k) < best)

    less = p.trichotomy(f(k), best, member)
    wrong = p.absurd(p.apply("none_is_not_all", less), goal)
    return p.cases(s, t, p.assume(goal), wrong) if goal.op == "le" else p.cases(t, s, wrong, p.assume(goal))


def at_top(p: Proof, goal: Term, prove: Callable[[Fact, Fact], Fact]) -> Fact:
    """Prove a relation from c_k = 1 and a_k = the largest kept entry, which is above u."""

    def at(equal: Fact) -> Fact:
        def case(known: list[Fact]) -> Fact:
            value = values(p, known, or_edge(c, k, a))[0]
            if known[0].concl.op == "eq":
                return prove(known[0], p.have(Eq(a(k), greatest_kept), equal, value))
            return p.absurd(p.have(FALSE, equal, value, "top", "edge"), goal)

        return by_cases(p, [Eq(c(k), 1)], case)

    return attained(p, fun(lambda k: or_edge(c, k, a)), goal, at)


def member_at_top(
    p: Proof, f: Term, shown: Callable[[list[Fact]], Sequence[Named]], value: Callable[[Term], Term], *known: Fact
) -> Fact:
    """value(the largest kept entry) <= Σ f, for terms f_k = value(a_k) if a_k > u is kept, else 0."""
    terms = nonnegative(p, f, m, [Eq(c(m), 1), a(m) <= u], shown)

    def at(mask: Fact, equal: Fact) -> Fact:
        ends = [p.assume(g) for g in (k >= 1, k <= n)]
        single = p.apply("sum_member", terms, *ends)
        own = values(p, [mask, p.have(u < a(k), equal, "top")], f(k))
        return p.have(p.goal, *known, single, *own, p.congr(value, equal))

    return p.note("out", at_top(p, p.goal, at))


@chapter.claim(given=top_given, shows=(greatest_kept - u) * exp(greatest_kept) <= excess(a, c, u))
def top_member(p: Proof) -> Fact:
    """The left side is one of the terms of the excess over u."""
    p.given(top=u < greatest_kept, edge=-r <= u)
    f = fun(lambda m: kept(c, m, above(a, u, lambda m: (a(m) - u) * exp(a(m)))(m)))
    mine = fun(
        lambda m: (
            kept(c, m, above(a, u, lambda m: weighted(a(m)))(m)) - u * kept(c, m, above(a, u, lambda m: exp(a(m)))(m))
        )
    )
    same = same_sums(p, mine, f, [Eq(c(k), 1), a(k) <= u])

    def shown(known: list[Fact]) -> list[Fact]:
        if known[1].concl.op == "le":
            return []
        return [p.have(0 <= (a(m) - u) * exp(a(m)), (known[1], exp(a(m))))]

    return member_at_top(p, f, shown, lambda y: (y - u) * exp(y), same)


@chapter.claim(given=top_given, shows=exp(greatest_kept) <= high(a, c, u, exp))
def top_exponential(p: Proof) -> Fact:
    """The left side is one of the terms of the sum."""
    p.given(top=u < greatest_kept, edge=-r <= u)
    f = fun(lambda m: kept(c, m, above(a, u, lambda m: exp(a(m)))(m)))
    return member_at_top(p, f, lambda known: [exp(a(m))], exp)


@chapter.claim(given=[1 <= n, 0 < r, bounded_kept(a, c)], shows=greatest_kept < r)
def top_below_r(p: Proof) -> None:
    """All kept entries are below r, and so is −r."""


def apart_from(p: Proof, k: Term, mask: Fact, order: Fact) -> Fact:
    """A + δ < a_k follows from A < a_k if both are kept; A stands for a_i."""

    def by_index(index: Fact) -> Fact:
        if index.concl.op == "eq":
            same = p.congr(a, index)
            return p.absurd(p.have(FALSE, same, order), A + delta < a(k))
        first, second = index.concl.args
        gap = p.specialize("apart", first, second, using=[index, mask])
        inside = gap.concl.args[1].args[0]
        sign = inside <= 0 if first is i else inside >= 0
        size = p.abs_value(inside, p.have(sign, order))
        return p.have(A + delta < a(k), gap, size)

    return p.trichotomy(i, k, by_index)


core_a = [delta > 0, 1 <= n, apart_kept(a, c), *i_kept]


def given_core(p: Proof) -> None:
    """Assume the hypotheses on the first vector, with names."""
    p.given(apart=apart_kept(a, c))


@chapter.claim(given=[*core_a, A < greatest_kept, -r <= A], shows=A + delta < greatest_kept)
def top_far(p: Proof) -> Fact:
    """The largest kept entry is not a_i."""
    given_core(p)
    p.given(top=A < greatest_kept, edge=-r <= A)

    def at(mask: Fact, equal: Fact) -> Fact:
        far = apart_from(p, k, mask, p.have(A < a(k), equal))
        return p.have(p.goal, far, equal)

    p.given(k_low=k >= 1, k_high=k <= n)
    return p.note("out", at_top(p, p.goal, at))


@chapter.claim(given=core_a, shows=delta * high(a, c, A, exp) <= excess(a, c, A))
def far_above(p: Proof) -> Fact:
    """Each entry kept above a_i is more than δ above it."""
    given_core(p)
    p.given(k_low=k >= 1, k_high=k <= n)
    f = fun(lambda k: delta * kept(c, k, above(a, A, lambda k: exp(a(k)))(k)))
    g = fun(
        lambda k: (
            kept(c, k, above(a, A, lambda k: weighted(a(k)))(k)) - A * kept(c, k, above(a, A, lambda k: exp(a(k)))(k))
        )
    )

    def member(known: list[Fact]) -> Fact:
        own = values(p, known, *choices(f(k)), *choices(g(k)))
        if known[0].concl.op != "eq" or known[1].concl.op == "le":
            return p.have(f(k) <= g(k), *own)
        far = apart_from(p, k, known[0], known[1])
        return p.have(f(k) <= g(k), *own, (far, exp_at(p)))

    terms = by_cases(p, [Eq(c(k), 1), a(k) <= A], member)
    return p.have(p.goal, p.apply("sum_le", terms))


def kept_le_top(p: Proof, mask: Fact) -> Fact:
    """Every kept entry is at most the largest kept entry."""
    ge = p.max_ge(greatest_kept, k, "k_low", "k_high")
    return p.have(a(k) <= greatest_kept, ge, *values(p, [mask], or_edge(c, k, a)))


@chapter.claim(
    given=[delta > 0, 1 <= n, apart_kept(a, c), bounded_kept(a, c), -r <= greatest_kept],
    shows=D * high(a, c, u, exp) <= exp(greatest_kept),
)
def high_le_top(p: Proof) -> Fact:
    """Every kept entry is at most the largest kept entry."""
    p.given(k_low=k >= 1, k_high=k <= n)
    f = fun(lambda k: kept(c, k, above(a, u, lambda k: exp(a(k)))(k)))
    g = fun(lambda k: kept(c, k, below(a, greatest_kept, lambda k: exp(a(k)))(k)))

    def member(known: list[Fact]) -> Fact:
        more = [kept_le_top(p, known[0])] if known[0].concl.op == "eq" else []
        return p.have(f(k) <= g(k), *values(p, [*known, *more], f(k), g(k)), exp_at(p))

    terms = by_cases(p, [Eq(c(k), 1), a(k) <= u], member)
    sums = p.apply("sum_le", terms)
    bound = p.apply("exponentials_below", u=greatest_kept)
    p.exp_ge(delta, label="e")
    D_pos = p.have(D > 0)
    return p.have(p.goal, (sums, D_pos), bound)


@chapter.claim(given=[1 <= n, greatest_kept <= u], shows=Eq(high(a, c, u, mixed), 0))
def nothing_above(p: Proof) -> Fact:
    """No kept entry is above the largest one."""
    p.given(k_low=k >= 1, k_high=k <= n)
    f = fun(lambda k: kept(c, k, above(a, u, lambda k: mixed(a(k)))(k)))

    def member(known: list[Fact]) -> Fact:
        more = [p.have(a(k) <= u, kept_le_top(p, known[0]))] if known[0].concl.op == "eq" else []
        return p.have(Eq(f(k), 0), *values(p, [*known, *more], f(k)))

    terms = by_cases(p, [Eq(c(k), 1)], member)
    zero = p.apply("sum_eq", terms)
    return p.have(p.goal, zero)
