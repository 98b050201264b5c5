"""Sets of integers: for every property of integers there is a function that is 1 where it holds and 0 elsewhere.

The values up to N are the digits, 0 or 1, of a number to the base 3; the function consists of the digits of the
supremum of these numbers. Pairs of positive integers, and nodes of a tree (`proofs.theorems.combinatorics.trees`), are
numbered, so their properties have such functions as well.

Main statements: `characteristic`, `pairs_determined`, `nodes_determined`, `characteristic_of_nodes`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed, supremum_of
from proofs.theorems.combinatorics.trees import nodes, parts

chapter = Chapter("comprehension")
M, T, T2, k, k2, j, j2, a, a2, t, u, v, N, N2 = ints("M T T' k k' j j' a a' t u v N N'")
s, x, z = reals("s x z")
I, I2 = sequences("I I'")


def cube_of(t: Term | int) -> Term:
    """3^t."""
    return power(num(3), t)


def digit(I: Term, t: Term) -> Term:
    """I_t − 3 I_(t−1)."""
    return I(t) - 3 * I(t - 1)


def digits(I: Term, N: Term) -> list[Term]:
    """The digits of I_N are 0 or 1."""
    return [every(lambda t: 0 <= digit(I, t), 1, N), every(lambda t: digit(I, t) <= 1, 1, N)]


DIGITS = {"low": digits(I, N)[0], "high": digits(I, N)[1], "t_low": 0 <= t, "t_high": t <= N}


@chapter.claim(given=DIGITS, shows=I(t) * cube_of(N - t) <= I(N))
def digits_low(p: Proof) -> Fact:
    """By induction on the number of digits."""
    p.given(u_low=t <= u)
    claim = lambda u: implies(u <= N, I(t) * cube_of(u - t) <= I(u))  # noqa: E731
    base = p.discharge(p.have(I(t) * cube_of(0) <= I(t)), t <= N)
    so_far, room = assumed(p, claim(u), u + 1 <= N)
    now = p.mp(so_far, p.have(u <= N, room))
    here = p.specialize("low", u + 1, using=[room])
    step = p.apply("power_step", m=num(3), k=u - t)
    out = p.have(I(t) * cube_of(u + 1 - t) <= I(u + 1), now, here, (step, I(t)))
    all_ = p.induct(claim, t, u, base, p.discharge(out, room.concl))
    return p.note("out", p.specialize(all_, N))


@chapter.claim(given=DIGITS, shows=2 * I(N) + 1 <= (2 * I(t) + 1) * cube_of(N - t))
def digits_high(p: Proof) -> Fact:
    """By induction on the number of digits."""
    p.given(u_low=t <= u)
    claim = lambda u: implies(u <= N, 2 * I(u) + 1 <= (2 * I(t) + 1) * cube_of(u - t))  # noqa: E731
    base = p.discharge(p.have(2 * I(t) + 1 <= (2 * I(t) + 1) * cube_of(0)), t <= N)
    so_far, room = assumed(p, claim(u), u + 1 <= N)
    now = p.mp(so_far, p.have(u <= N, room))
    here = p.specialize("high", u + 1, using=[room])
    step = p.apply("power_step", m=num(3), k=u - t)
    out = p.have(2 * I(u + 1) + 1 <= (2 * I(t) + 1) * cube_of(u + 1 - t), now, here, (step, 2 * I(t) + 1))
    all_ = p.induct(claim, t, u, base, p.discharge(out, room.concl))
    return p.note("out", p.specialize(all_, N))


def first_digits(t: Term | int, s: Term) -> Term:
    """⌊3^t s⌋, for 0 <= s <= 1."""
    return quotient(cube_of(t) * s, num(1), cube_of(t))


NEAR = {"below": a <= cube_of(t) * s, "above": 2 * (cube_of(t) * s) <= 2 * a + 1, "s_low": 0 <= s, "s_high": s <= 1}


@chapter.claim(given=NEAR, shows=Eq(first_digits(t, s), a))
def first_digits_are(p: Proof) -> Fact:
    """a <= 3^t s < a + 1."""
    start = p.have(0 <= cube_of(t) * s, ("s_low", cube_of(t)))
    room = p.have(cube_of(t) * s < (cube_of(t) + 1) * 1, ("s_high", cube_of(t)))
    under = p.apply("quotient_le", start, n=cube_of(t), b=num(1))
    over = p.apply("quotient_gt", room)
    own = first_digits(t, s)
    first = p.integer_step(p.have(own < a + 1, under))
    second = p.integer_step(p.have(a < own + 1, over))
    return p.antisymmetry(p.have(own <= a, first), p.have(a <= own, second))


def marked(chi: Term, holds: Term) -> Term:
    """χ is 1 if it holds, else 0."""
    return exists(lambda: [0 <= chi, chi <= 1, implies(holds, 1 <= chi), implies(negation(holds), chi <= 0)])


def of_marked(p: Proof, held: Fact, chi: Term, holds: Term) -> list[Fact]:
    """Return the two implications that define χ_t."""
    return parts(p, held, 0 <= chi, chi <= 1, implies(holds, 1 <= chi), implies(negation(holds), chi <= 0))


def characteristic(p: Proof, holds: Callable[[Term], Term]) -> Fact:
    """∃χ. ∀t >= 1. χ_t is 1 if holds(t), else 0."""
    good = lambda I, t: marked(digit(I, t), holds(t))  # noqa: E731
    listed = lambda N, I: exists(lambda: [Eq(I(num(0)), 0), every(lambda t: good(I, t), 1, N)])  # noqa: E731
    goal = exists(lambda I: every(lambda t: marked(I(t), holds(t)), 1), "(Z>Z)")

    def of_list(held: Fact, N: Term, I: Term) -> list[Fact]:
        return parts(p, held, Eq(I(num(0)), 0), every(lambda t: good(I, t), 1, N))

    def binary(rule_: Fact, N: Term, I: Term) -> list[Fact]:
        """Its digits are 0 and 1."""
        low, high = assumed(p, 1 <= t, t <= N)
        both = of_marked(p, p.specialize(rule_, t, using=[low, high]), digit(I, t), holds(t))
        return list(both[:2])

    # lists of every length
    some = lambda N: exists(lambda I: [listed(N, I)], "(Z>Z)")  # noqa: E731
    t_low, empty = assumed(p, 1 <= t, t <= num(0))
    nothing = fun(lambda t: num(0))
    vacuous = p.absurd(p.have(FALSE, t_low, empty), good(nothing, t))
    vacuous = p.generalize(t, vacuous)
    base = p.exists_intro(some(num(0)), [nothing], p.exists_intro(listed(num(0), nothing), [], vacuous))
    N_low, so_far = assumed(p, 0 <= N, some(N))

    def longer(held: Fact) -> Fact:
        start, rule_ = of_list(held, N, I)
        wanted = some(N + 1)

        def with_last(value: int, last: Fact) -> Fact:
            new = fun(lambda t: ite(t <= N, I(t), 3 * I(N) + value))
            first = p.have(Eq(new(num(0)), 0), p.ite_eq(new(num(0)), N_low), start)
            t_low, t_high, early, late = assumed(p, 1 <= t, t <= N + 1, t <= N, N < t)
            values = [p.ite_eq(new(i), f) for i, f in ((t, early), (t - 1, p.have(
                t - 1 <= N, early)))]  # fmt: skip
            same = p.have(Eq(digit(I, t), digit(new, t)), *values)
            old = p.specialize(rule_, t, using=[t_low, early])
            one = p.replace(same, hole(lambda y: marked(y, holds(t)), "Z"), old)
            is_last = p.antisymmetry(p.integer_step(late), t_high)
            values = [p.ite_eq(new(t), late), p.ite_eq(new(t - 1), p.have(
                t - 1 <= N, t_high))]  # fmt: skip
            at = p.congr(I, p.have(Eq(t - 1, N), is_last))
            same = p.have(Eq(num(value), digit(new, t)), *values, at)
            two = p.replace(is_last, hole(lambda i: marked(num(value), holds(i)), "Z"), last)
            two = p.replace(same, hole(lambda y: marked(y, holds(t)), "Z"), two)
            each = p.cases(t, N, one, two)
            return p.exists_intro(wanted, [new], p.exists_intro(listed(N + 1, new), [], first, each))

        def last(value: int, fact: Fact) -> Fact:
            """Prove that `value` is the last digit, in each of the two cases."""
            at, known = num(value), fact.concl
            other = p.assume(negation(holds(N + 1)) if value else holds(N + 1))
            if value:
                clash = p.absurd(p.mp(other, fact), at <= 0)
                sides = p.discharge(p.have(1 <= at), holds(N + 1)), p.discharge(clash, other.concl)
            else:
                clash = p.absurd(p.mp(fact, other), 1 <= at)
                sides = p.discharge(clash, other.concl), p.discharge(p.have(at <= 0), known)
            own = p.exists_intro(marked(at, holds(N + 1)), [], *sides)
            return with_last(value, own)

        yes, no = assumed(p, holds(N + 1), negation(holds(N + 1)))
        return p.either(last(1, yes), last(0, no), holds(N + 1))

    step = p.exists_elim(so_far, [I], longer, some(N + 1))
    lists = p.induct(some, 0, N, base, step)
    # two lists agree
    u_low, first, second = assumed(p, 0 <= u, listed(N, I), listed(N2, I2))
    one, two = of_list(first, N, I), of_list(second, N2, I2)
    agree = lambda u: implies(u <= N, u <= N2, Eq(I(u), I2(u)))  # noqa: E731
    begin = p.discharge(p.have(Eq(I(num(0)), I2(num(0))), one[0], two[0]), num(0) <= N, num(0) <= N2)
    so_far, room, room2 = assumed(p, agree(u), u + 1 <= N, u + 1 <= N2)
    before = p.mp(p.mp(so_far, p.have(u <= N, room)), p.have(u <= N2, room2))
    low = p.have(1 <= u + 1, u_low)
    mine = of_marked(p, p.specialize(one[1], u + 1, using=[low, room]), digit(I, u + 1), holds(u + 1))
    its = of_marked(p, p.specialize(two[1], u + 1, using=[low, room2]), digit(I2, u + 1), holds(u + 1))
    yes, no = assumed(p, holds(u + 1), negation(holds(u + 1)))
    sides = []
    for known, place in ((yes, 2), (no, 3)):
        ends = [p.mp(f[place], known) for f in (mine, its)]
        sides.append(p.antisymmetry(*(p.have(g, *ends, before, *mine[:2], *its[:2]) for g in (
            I(u + 1) <= I2(u + 1), I2(u + 1) <= I(u + 1)))))  # fmt: skip
    next_ = p.either(sides[0], sides[1], holds(u + 1))
    agreed = p.induct(agree, 0, u, begin, p.discharge(next_, room.concl, room2.concl))
    # the supremum
    reached = lambda x: exists(lambda N, I: [0 <= N, listed(N, I), x * cube_of(N) <= I(N)], "Z", "(Z>Z)")  # noqa: E731
    empty_list = p.exists_intro(listed(num(0), nothing), [], vacuous)
    start = p.exists_intro(reached(num(0)), [0, nothing], empty_list)
    (held,) = assumed(p, reached(z))

    N_low, list_, less = p.obtain(held, N, I)
    begin, rule_ = of_list(list_, N, I)
    high = p.apply("digits_high", *binary(rule_, N, I), N_low, t=0)
    size = p.apply("power_ge_one", m=num(3), k=N)
    beyond = p.assume(num(1) < z)
    pos = p.have(0 < cube_of(N))
    wrong = p.have(FALSE, less, high, (begin, cube_of(N)), (beyond, pos), size)
    bounded = p.generalize(z, p.cases(z, num(1), p.assume(z <= 1), p.absurd(wrong, z <= 1)))
    found = supremum_of(p, reached, num(0), start, num(1), bounded)

    up, least = p.obtain(found, s)
    s_low, s_high = (
        p.specialize(up, num(0), using=[start]),
        p.specialize(least, num(1), using=[bounded]),
    )

    def are(list_: Fact, N_low: Fact) -> Fact:
        """⌊3^N s⌋ = I_N."""
        rule_ = of_list(list_, N, I)[1]
        size = p.have(0 < cube_of(N))
        inverse = p.apply("inv_pos", size)
        unit = p.have(Eq(cube_of(N) * inv(cube_of(N)), 1), size)
        mine = I(N) * inv(cube_of(N))
        there = p.exists_intro(reached(mine), [N, I], N_low, list_, (unit, I(N)))
        low = p.have(I(N) <= cube_of(N) * s, (p.specialize(up, mine, using=[there]), size), (unit, I(N)))
        wanted = 2 * (z * cube_of(N)) <= 2 * I(N) + 1

        def at_most(N2_low: Fact, other: Fact, less: Fact) -> Fact:
            rule2 = of_list(other, N2, I2)[1]
            early, late = assumed(p, N <= N2, N2 < N)
            equal = lambda u, *order: p.cut(p.specialize(agreed, u, using=order))  # noqa: E731
            alike = equal(N, N_low, p.have(N <= N), early)
            high = p.apply("digits_high", *binary(rule2, N2, I2), N_low, early, t=N, N=N2, I=I2)
            wide = p.have(0 < cube_of(N2 - N))
            parts = p.apply("power_add", N_low, p.have(0 <= N2 - N, early), m=num(3))
            gap = 2 * I(N) + 1 - 2 * (z * cube_of(N))
            beyond = p.assume(gap < 0)
            wrong = p.have(FALSE, less, high, (alike, 2 * cube_of(N2 - N)), (parts, 2 * z), (beyond, wide))
            one = p.cases(0, gap, p.have(wanted, p.assume(0 <= gap)), p.absurd(wrong, wanted))  # fmt: skip
            order = p.have(N2 <= N, late)
            alike = equal(N2, N2_low, order, p.have(N2 <= N2))
            low = p.apply("digits_low", *binary(rule_, N, I), N2_low, order, t=N2)
            wide = p.have(0 <= cube_of(N - N2))
            parts = p.apply("power_add", N2_low, p.have(0 <= N - N2, order), m=num(3))
            two = p.have(wanted, low, (alike, cube_of(N - N2)), (less, wide), (parts, z))
            return p.cases(N, N2, one, two)

        each = p.exists_elim(held, [N2, I2], at_most, wanted)
        ceiling = (I(N) + rational(1, 2)) * inv(cube_of(N))
        each = p.have(z <= ceiling, (each, inverse), (unit, z))
        top = p.specialize(least, ceiling, using=[each])
        high = p.have(2 * (cube_of(N) * s) <= 2 * I(N) + 1, (top, size), (unit, 2 * I(N) + 1))
        return p.apply("first_digits_are", low, high, s_low, s_high)

    chi = fun(lambda t: first_digits(t, s) - 3 * first_digits(t - 1, s))
    wanted = marked(chi(t), holds(t))

    def at(list_: Fact) -> Fact:
        begin, rule_ = of_list(list_, t, I)
        low, high = assumed(p, 1 <= u, u <= t - 1)
        shorter = p.specialize(rule_, u, using=[low, p.have(u <= t, high)])
        before = p.exists_intro(listed(t - 1, I), [], begin, shorter)
        N_low, own = assumed(p, 0 <= N, listed(N, I))
        general = p.discharge(are(own, N_low), N_low.concl, own.concl)
        values = []
        for i, fact in ((t, list_), (t - 1, before)):
            here = p.instantiate(general, [(N, i)])
            values.append(p.mp(p.mp(here, p.have(0 <= i, t_low)), fact))
        same = p.have(Eq(digit(I, t), chi(t)), *values)
        now = p.specialize(rule_, t, using=[t_low])
        return p.replace(same, hole(lambda y: marked(y, holds(t)), "Z"), now)

    here = p.exists_elim(p.specialize(lists, t, using=[p.have(0 <= t, t_low)]), [I], at, wanted)
    return p.exists_intro(goal, [chi], here)


# --- pairs and nodes are numbered -------------------------------------------------------------------------------------


def pair(j: Term, a: Term) -> Term:
    """Return the number of the pair (j, a) of positive integers."""
    return (j + a) * (j + a) + j


def node(T: Term, k: Term) -> Term:
    """Return the number of node k of level T."""
    return nodes(T) - 1 + k


PAIRS = {"j": 1 <= j, "a": 1 <= a, "j'": 1 <= j2, "a'": 1 <= a2, "same": Eq(pair(j, a), pair(j2, a2))}


@chapter.claim(given=PAIRS, shows=Eq(j, j2))
def pairs_determined(p: Proof) -> Fact:
    """(j + a)² < (j + a)² + j < (j + a + 1)²."""

    def by(order: Fact) -> Fact:
        if order.concl.op == "eq":
            squares = p.have(Eq((j + a) * (j + a), (j2 + a2) * (j2 + a2)), (order, j + a + j2 + a2))
            return p.have(Eq(j, j2), squares)
        less, more = order.concl.args
        step = p.integer_step(order)
        pos = p.have(0 <= less + more + 1)
        return p.absurd(p.have(FALSE, "same", (step, pos), "j", "a", "j'", "a'"), Eq(j, j2))

    return p.trichotomy(j + a, j2 + a2, by)


@chapter.claim(given=PAIRS, shows=Eq(a, a2))
def pairs_second(p: Proof) -> Fact:
    """j + a = j' + a', since their squares are equal."""
    first = p.apply("pairs_determined")

    def by(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        wrong = p.have(FALSE, "same", (order, j + a + j2 + a2), first)
        return p.absurd(wrong, Eq(a, a2))

    return p.trichotomy(a, a2, by)


NODES = {
    "M": 2 <= M, "T": 0 <= T, "k_low": 1 <= k, "k_high": k <= nodes(T), "T'": 0 <= T2, "k'_low": 1 <= k2,
    "k'_high": k2 <= nodes(T2), "same": Eq(node(T, k), node(T2, k2)),
}  # fmt: skip


@chapter.claim(given=NODES, shows=Eq(T, T2))
def nodes_determined(p: Proof) -> Fact:
    """M^T <= M^T − 1 + k < 2 M^T <= M^(T + 1)."""

    def by(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        early, late = order.concl.args
        grown = p.apply("power_le", order, m=M, a=early + 1, b=late)
        next_ = p.apply("power_step", m=M, k=early)
        wrong = p.have(FALSE, grown, next_, ("M", nodes(early)), "same", "k_low", "k_high", "k'_low", "k'_high")
        return p.absurd(wrong, Eq(T, T2))

    return p.trichotomy(T, T2, by)


def characteristic_of_nodes(p: Proof, holds: Callable[[Term, Term, Term], Term]) -> Fact:
    """∃χ. ∀j >= 1, T >= 0, k ∈ {1..M^T}. χ_j(T, k) is 1 if holds(j, T, k), else 0; from 2 <= M."""
    number = lambda j, T, k: pair(j, node(T, k))  # noqa: E731
    some = lambda t: exists(  # noqa: E731
        lambda j, T, k: [1 <= j, 0 <= T, 1 <= k, k <= nodes(T), Eq(t, number(j, T, k)), holds(j, T, k)], "Z", "Z", "Z"
    )
    one, chi = variable("chi_1", "(Z>Z)"), variable("chi", "(ZZZ>Z)")
    (law,) = p.obtain(characteristic(p, some), one)
    given = assumed(p, 1 <= j, 0 <= T, 1 <= k, k <= nodes(T))
    size = p.apply("power_ge_one", m=M, k=T)
    at = number(j, T, k)
    own = p.have(1 <= node(T, k), size, given[2])
    square = p.have(0 <= (j + node(T, k)) * (j + node(T, k)))
    low = p.have(1 <= at, square, given[0])
    zero, most, yes, no = of_marked(p, p.specialize(law, at, using=[low]), one(at), some(at))
    held, fails = assumed(p, holds(j, T, k), negation(holds(j, T, k)))
    here = p.exists_intro(some(at), [j, T, k], *given, held)
    up = p.discharge(p.mp(yes, here), held.concl)

    j_low, T_low, k_low, k_high, same, its = p.obtain(p.assume(some(at)), j2, T2, k2)
    size = p.apply("power_ge_one", m=M, k=T2)
    its_own = p.have(1 <= node(T2, k2), size, k_low)
    by = {"a": node(T, k), "j'": j2, "a'": node(T2, k2)}
    first = p.apply("pairs_determined", given[0], own, j_low, its_own, same, **by)
    second = p.apply("pairs_second", given[0], own, j_low, its_own, same, **by)
    level = p.apply("nodes_determined", *given[1:], T_low, k_low, k_high, second, **{"T'": T2, "k'": k2})
    place = p.have(Eq(k, k2), second, p.congr(nodes, level))
    turn = lambda f: p.have(Eq(*reversed(f.concl.args)), f)  # noqa: E731
    its = p.replace(turn(first), hole(lambda i: holds(i, T2, k2), "Z"), its)
    its = p.replace(turn(level), hole(lambda i: holds(j, i, k2), "Z"), its)
    never = p.mp(fails, p.replace(turn(place), hole(lambda i: holds(j, T, i), "Z"), its))
    down = p.discharge(p.mp(no, p.discharge(never, some(at))), fails.concl)
    each = p.exists_intro(marked(one(at), holds(j, T, k)), [], zero, most, up, down)
    law = p.discharge(each, *(f.concl for f in given))
    whole = for_all(
        lambda j, T, k: implies(1 <= j, 0 <= T, 1 <= k, k <= nodes(T), marked(chi(j, T, k), holds(j, T, k))),
        "Z", "Z", "Z",
    )  # fmt: skip
    goal = exists(lambda of_nodes: [substitute(whole, {chi: of_nodes})], "(ZZZ>Z)")
    return p.exists_intro(goal, [fun(lambda j, T, k: one(number(j, T, k)), 3)], law)
