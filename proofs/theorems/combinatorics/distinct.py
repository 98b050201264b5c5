"""The distinct values of an integer sequence in increasing order, for a symbolic length and range.

A sequence z_1, …, z_n of integers from 0 to `most` takes some of these values. `class_of(k)` is the number of values
taken up to z_k, `distinct` that of all values taken, and `value_at(q)` the q-th of them, so that z_k is
value_at(class_of(k)). No permutation is chosen: all three are sums over the values.

Main statements: `value_of_class`, `class_low`, `class_high`, `every_class_taken`, `values_increase`, `first_value`,
`last_value`, `distinct_all`, `distinct_fewer`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("distinct")
n, i, j, k, q, u, v, most = ints("n i j k q u v most")
(z,) = sequences("z")


def count(v: Term, z: Term = z, n: Term = n) -> Term:
    """The number of times that the value v is taken."""
    return Sum(lambda k: ite(Eq(z(k), v), 1, 0), 1, n)


def taken(v: Term, z: Term = z, n: Term = n) -> Term:
    """1 if v is a value of the sequence, else 0."""
    return ite(0 < count(v, z, n), 1, 0)


def up_to(v: Term, z: Term = z, n: Term = n) -> Term:
    """Return the number of values taken that are at most v."""
    return Sum(lambda u: taken(u, z, n), 0, v)


def class_of(k: Term, z: Term = z, n: Term = n) -> Term:
    """Return the position of z_k among the distinct values."""
    return up_to(z(k), z, n)


def value_at(q: Term, z: Term = z, n: Term = n, most: Term = most) -> Term:
    """Return the q-th of the distinct values."""
    return Sum(lambda v: ite(Eq(up_to(v, z, n), q), taken(v, z, n) * v, 0), 0, most)


distinct = up_to(most)
RANGE = {"n_low": 1 <= n, "z_low": every(lambda k: 0 <= z(k), 1, n), "z_high": every(lambda k: z(k) <= most, 1, n)}
given_range = tuple(RANGE.values())
k_in, q_in = (1 <= k, k <= n), (1 <= q, q <= distinct)
classes = fun(class_of)
per_class = fun(lambda q: Sum(lambda k: ite(Eq(class_of(k), q), 1, 0), 1, n))


@chapter.claim(given=[], shows=0 <= taken(v))
def taken_low(p: Proof) -> Fact:
    """It is 0 or 1."""
    p.given(some=0 < count(v), none=count(v) <= 0)
    zero = p.ite_eq(taken(v), "none")
    return p.cases(count(v), 0, p.have(0 <= taken(v), zero), p.have(0 <= taken(v)))


@chapter.claim(given=[*k_in], shows=Eq(taken(z(k)), 1))
def own_taken(p: Proof) -> Fact:
    """The index k is counted."""
    members = fun(lambda j: ite(Eq(z(j), z(k)), 1, 0))

    def nonneg(order: Fact) -> Fact:
        return p.have(0 <= members(j), *p.reduce_ite(order, members(j)))

    each = p.trichotomy(z(j), z(k), nonneg)
    p.apply("sum_member", each, f=members, lo=1, hi=n, m=k, label="member")
    some = p.have(0 < count(z(k)))
    return p.ite_eq(taken(z(k)), some)


@chapter.claim(given={"u_low": 0 <= u, "order": u < v}, shows=up_to(u) + taken(v) <= up_to(v))
def up_to_grows(p: Proof) -> None:
    """The values up to v include those up to u, and v itself."""
    p.apply("sum_split", f=fun(taken), lo=0, m=u, hi=v, label="split")
    p.apply("sum_member", f=fun(taken), lo=u + 1, hi=v, m=v, label="member")


@chapter.claim(given={"u_low": 0 <= u, "order": u <= v}, shows=up_to(u) <= up_to(v))
def up_to_monotone(p: Proof) -> Fact:
    """A larger bound admits more values."""
    p.given(less=u < v, same_=v <= u)
    more = p.apply("up_to_grows")
    same = p.antisymmetry("order", "same_")
    equal = p.congr(up_to, same)
    high, low = p.have(p.goal, more), p.have(p.goal, equal)
    return p.cases(v, u, low, high)


@chapter.claim(given=[*given_range, *k_in], shows=1 <= class_of(k))
def class_low(p: Proof) -> None:
    """z_k is one of the values that are at most z_k."""
    p.apply("sum_member", f=fun(taken), lo=0, hi=z(k), m=z(k), label="member")
    p.apply("own_taken", label="one")


@chapter.claim(given=[*given_range, *k_in], shows=class_of(k) <= distinct)
def class_high(p: Proof) -> Fact:
    """The values that are at most z_k are among all values."""
    return p.apply("up_to_monotone", u=z(k), v=most)


@chapter.claim(given=[*given_range, *k_in], shows=Eq(value_at(class_of(k)), z(k)))
def value_of_class(p: Proof) -> None:
    """z_k is the only value with this position."""
    p.given(**RANGE, v_low=0 <= v)
    own = p.apply("own_taken")
    member = fun(lambda v: ite(Eq(up_to(v), class_of(k)), taken(v) * v, 0))
    only = fun(lambda v: ite(Eq(v, z(k)), z(k), 0))

    def case(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, only(v))
        if order.concl.op == "eq":
            same = p.congr(up_to, order)
            here = p.congr(lambda v: taken(v) * v, order)
            return p.have(Eq(member(v), only(v)), *p.reduce_ite(same, member(v)), here, (own, z(k)), *chosen)
        first, second = order.concl.args
        grows = p.apply("up_to_grows", order, u=first, v=second)
        hit = p.assume(Eq(up_to(v), class_of(k)))
        some, none = p.assume(0 < count(v)), p.assume(count(v) <= 0)
        zero = p.ite_eq(taken(v), none)
        if second is z(k):  # v < z_k: then z_k adds one
            clash = p.have(FALSE, grows, own, hit)
            gone = p.reduce_ite(p.discharge(clash, hit.concl), member(v))
            return p.have(Eq(member(v), only(v)), *gone, *chosen)
        one = p.ite_eq(taken(v), some)
        gone = p.reduce_ite(p.discharge(p.have(FALSE, grows, one, hit), hit.concl), member(v))
        if_taken = p.have(Eq(member(v), only(v)), *gone, *chosen)
        decided = p.trichotomy(
            up_to(v),
            class_of(k),
            lambda o: p.have(Eq(member(v), num(0)), *p.reduce_ite(o, member(v)), zero),
        )
        if_not = p.have(Eq(member(v), only(v)), decided, *chosen)
        return p.cases(count(v), 0, if_not, if_taken)

    each = p.trichotomy(v, z(k), case)
    p.apply("sum_eq", each, f=member, g=only, lo=0, hi=most, label="sum")
    p.apply("sum_single", f=fun(lambda v: z(k)), lo=0, hi=most, m=z(k), label="one")


@chapter.claim(given=[*given_range, 0 <= v, Eq(taken(v), 1)], shows=0 < per_class(up_to(v)))
def class_of_value_taken(p: Proof) -> None:
    """Every index with the value v has the position of v."""
    p.given(**RANGE, is_taken=Eq(taken(v), 1))
    here, there = ite(Eq(z(k), v), 1, 0), ite(Eq(class_of(k), up_to(v)), 1, 0)

    def sign(order: Fact) -> Fact:
        return p.have(0 <= there, *p.reduce_ite(order, there))

    positive = p.trichotomy(class_of(k), up_to(v), sign)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(up_to, order)
            return p.have(here <= there, *p.reduce_ite(order, here), *p.reduce_ite(same, there))
        return p.have(here <= there, *p.reduce_ite(order, here), positive)

    each = p.trichotomy(z(k), v, case)
    by = {"f": fun(lambda k: ite(Eq(z(k), v), 1, 0)), "g": fun(lambda k: ite(Eq(class_of(k), up_to(v)), 1, 0))}
    p.apply("sum_le", each, lo=1, hi=n, **by, label="sum")
    none = p.assume(count(v) <= 0)
    zero = p.ite_eq(taken(v), none)
    no = p.absurd(p.have(FALSE, zero, "is_taken"), 0 < count(v))
    p.cases(count(v), 0, no, p.assume(0 < count(v)), label="some")


def classes_up_to(v: Term) -> Term:
    """Every position up to that of v is taken."""
    return every(lambda q: 0 < per_class(q), 1, up_to(v))


@chapter.claim(given=[*given_range, 0 <= most], shows=classes_up_to(most))
def every_class_taken(p: Proof) -> Fact:
    """By induction on the value: every new position belongs to a new value."""
    p.given(**RANGE, v_low=-1 <= v, so_far=classes_up_to(v), q_low=1 <= q)
    none = p.absurd(p.have(FALSE, "q_low", p.assume(q <= up_to(num(-1)))), 0 < per_class(q))
    base = p.generalize(q, none)
    next_ = p.big_step(up_to(v + 1), p.side_condition(0 <= v + 1))
    p.given(q_high=q <= up_to(v + 1), old=q <= up_to(v), new=up_to(v) < q)
    before = p.specialize("so_far", q)
    p.given(some=0 < count(v + 1), none_here=count(v + 1) <= 0)
    zero = p.ite_eq(taken(v + 1), "none_here")
    here = p.apply("class_of_value_taken", v=v + 1)
    place = p.antisymmetry("q_high", p.have(up_to(v + 1) <= q, next_, "new"))
    same = p.congr(per_class, place)
    if_new = p.have(0 < per_class(q), same, here)
    if_none = p.absurd(p.have(FALSE, next_, zero, "q_high", "new"), 0 < per_class(q))
    fresh = p.cases(count(v + 1), 0, if_none, if_new)
    each = p.cases(q, up_to(v), before, fresh)
    step = p.generalize(q, each)
    all_ = p.induct(classes_up_to, -1, v, base, step)
    return p.specialize(all_, most)


def at_class(p: Proof, label: str, q: Term, k: Term) -> Fact:
    """Prove value_at(q) = z_k from class_of(k) = q, which is assumed under the name `label`."""
    hit = p.rule("assume", Eq(class_of(k), q), label=label)
    value = p.apply("distinct.value_of_class", k=k)
    return p.have(Eq(value_at(q), z(k)), value, p.congr(value_at, hit))


@chapter.claim(given=[*given_range, 0 <= most], shows=every(lambda q: value_at(q) < value_at(q + 1), 1, distinct - 1))
def values_increase(p: Proof) -> Fact:
    """A larger position belongs to a larger value, as the number of values up to v increases with v."""
    p.given(**RANGE, q_low=1 <= q, q_high=q <= distinct - 1)
    p.given(k_low=1 <= k, k_high=k <= n, j_low=1 <= j, j_high=j <= n)
    all_ = p.apply("every_class_taken")
    p.specialize(all_, q, label="some")
    p.specialize(all_, q + 1, label="some_next")
    own, next_ = at_class(p, "own", q, k), at_class(p, "next", q + 1, j)
    order = p.apply("up_to_monotone", p.assume(z(j) <= z(k)))
    goal = value_at(q) < value_at(q + 1)
    no = p.absurd(p.have(FALSE, order, "own", "next"), goal)
    pair = p.cases(z(j), z(k), no, p.have(goal, p.assume(z(k) < z(j)), own, next_))
    p.generalize(j, pair, label="for_next")
    by = {"rho": classes, "x": value_at(q), "y": value_at(q + 1)}
    own_place = p.apply("witness_lt", q=q + 1, **by)
    p.generalize(k, own_place, label="for_own")
    step = p.apply("witness_lt", **by)
    return p.get(step)


def some_value(p: Proof, q: Term, claim: Term, end: str) -> Fact:
    """Prove a claim x <= y about value_at(q) from the range of the values."""
    p.given(**RANGE, k_low=1 <= k, k_high=k <= n)
    all_ = p.apply("distinct.every_class_taken")
    p.specialize(all_, q, label="some")
    own = at_class(p, "own", q, k)
    p.specialize(end, k, label="end")
    each = p.generalize(k, p.have(claim, own, "end"))
    return p.apply("sorting.witness_le", each, label="out")


@chapter.claim(given=[*given_range, 0 <= most, *q_in], shows=0 <= value_at(q))
def first_value(p: Proof) -> Fact:
    """All values are nonnegative."""
    return some_value(p, q, 0 <= value_at(q), "z_low")


@chapter.claim(given=[*given_range, 0 <= most, *q_in], shows=value_at(q) <= most)
def last_value(p: Proof) -> Fact:
    """All values are at most the upper bound."""
    return some_value(p, q, value_at(q) <= most, "z_high")


@chapter.claim(given=[*given_range], shows=Eq(Sum(lambda q: per_class(q), 1, distinct), n))
def columns_counted(p: Proof) -> None:
    """Each index has exactly one position."""
    p.given(**RANGE, low=1 <= k, high=k <= n)
    one = p.apply("sum_delta", f=fun(lambda q: num(1)), lo=1, hi=distinct, m=class_of(k))
    p.apply("sum_eq", one, label="sum")
    by = {"h": fun(lambda k, q: ite(Eq(class_of(k), q), 1, 0), 2), "lo": num(1), "hi": n, "lo2": num(1)}
    p.apply("sum_swap", hi2=distinct, **by, label="swap")
    p.apply("sum_const", lo=1, hi=n, label="size")


@chapter.claim(given=[*given_range], shows=1 <= distinct)
def some_class(p: Proof) -> None:
    """Take the position of the first value."""
    p.apply("class_low", k=1, label="low")
    p.apply("class_high", k=1, label="high")


differ = every(lambda i: every(lambda j: implies(Eq(z(i), z(j)), Eq(i, j)), 1, n), 1, n)


@chapter.claim(given=[*given_range, 0 <= most, differ], shows=Eq(distinct, n))
def distinct_all(p: Proof) -> None:
    """If all values differ, every position is taken exactly once."""
    p.given(**RANGE, differ=differ, i_low=1 <= i, i_high=i <= n, j_low=1 <= j, j_high=j <= n)
    p.given(q_low=1 <= q, q_high=q <= distinct)
    hit = p.assume(Eq(class_of(i), class_of(j)))
    values = [p.apply("value_of_class", k=k) for k in (i, j)]
    same = p.specialize("differ", i, j, using=[*values, p.congr(value_at, hit)])
    most_one = p.apply("taken_at_most_once", same, rho=classes)
    p.apply("every_class_taken", label="all")
    once = p.antisymmetry(most_one, p.have(1 <= per_class(q)))
    p.apply("sum_eq", once, label="sum")
    p.apply("some_class", label="least")
    p.apply("sum_const", lo=1, hi=distinct, label="size")
    p.apply("columns_counted", label="total")


@chapter.claim(given=[*given_range, 0 <= most, 1 <= i, i < j, j <= n, Eq(z(i), z(j))], shows=distinct <= n - 1)
def distinct_fewer(p: Proof) -> Fact:
    """If two values agree, their position is taken twice."""
    p.given(**RANGE, order=i < j, agree=Eq(z(i), z(j)))
    same = p.congr(up_to, "agree")
    both = fun(lambda k: ite(Eq(k, i), 1, 0) + ite(Eq(k, j), 1, 0))
    own = fun(lambda k: ite(Eq(class_of(k), class_of(i)), 1, 0))

    def sign(order: Fact) -> Fact:
        return p.have(0 <= own(k), *p.reduce_ite(order, own(k)))

    p.trichotomy(class_of(k), class_of(i), sign, label="sign")

    def member(of_i: Fact) -> Fact:
        def with_j(of_j: Fact) -> Fact:
            chosen = [*p.reduce_ite(of_i, ite(Eq(k, i), 1, 0)), *p.reduce_ite(of_j, ite(Eq(k, j), 1, 0))]
            claim = both(k) <= own(k)
            if of_i.concl.op == "eq" and of_j.concl.op == "eq":
                return p.absurd(p.have(FALSE, of_i, of_j, "order"), claim)
            if of_i.concl.op == "eq":
                at = p.congr(class_of, of_i)
                return p.have(claim, *chosen, *p.reduce_ite(at, own(k)))
            if of_j.concl.op == "eq":
                at = p.have(Eq(class_of(k), class_of(i)), p.congr(class_of, of_j), same)
                return p.have(claim, *chosen, *p.reduce_ite(at, own(k)))
            return p.have(claim, *chosen, "sign")

        return p.trichotomy(k, j, with_j)

    each = p.trichotomy(k, i, member)
    p.apply("sum_le", each, f=both, g=own, lo=1, hi=n, label="sum")
    for label, place in (("one_i", i), ("one_j", j)):
        p.apply("sum_delta", f=fun(lambda k: num(1)), lo=1, hi=n, m=place, label=label)
    p.apply("every_class_taken", label="all")
    p.apply("class_low", k=i, label="place_low")
    by = {"f": fun(lambda q: num(1)), "g": per_class, "lo": num(1), "hi": distinct, "m": class_of(i)}
    more = p.apply("sum_lt_one", **by)
    p.apply("some_class", label="least_one")
    size = p.apply("sum_const", lo=1, hi=distinct)
    total = p.apply("columns_counted")
    return p.have(p.goal, more, size, total)
