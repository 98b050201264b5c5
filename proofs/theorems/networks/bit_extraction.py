"""Bit extraction: deep ReLU networks of constant width that map M numbers to M labels with about √M parameters.

Numbers that are at least 3 apart are put into groups. Layer by layer the network finds the group of a number, by the
least number of each group, and with it an integer whose digits encode the numbers of the group, rounded down, and their
labels. Further layers read this integer bit by bit, keep the digit whose number is near, and return its label. With
k + b bits a digit this takes K (2 (k + b) + 5) + 2 k + 1 layers of six units for M <= K² numbers. The networks are
like those of Vardi, Yehudai and Shamir 2022, except that one digit holds a number and its label.

Main statements: `read_bits`, `read_digits`, `group_found`, `memorized_deep`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor, quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.norms import sqrt
from proofs.theorems.combinatorics.sorting import distinct, inverse, n, rank
from proofs.theorems.combinatorics.sorting import f as sorted_
from proofs.theorems.networks.deep_networks import *
from proofs.theorems.networks.relu import relu

chapter = Chapter("bit_extraction")
k, P, j = ints("k P j")
c, rest = sequences("c r")


def two_to(k: Term | int) -> Term:
    """2^k."""
    return power(num(2), k)


def bit(e: Term) -> Term:
    """Return the bit of 2^k in c(e) < 2^(k+1)."""
    return ite(two_to(k) <= c(e), 1, 0)


def below(c: Callable[[Term], Term], top: Term) -> list[Term]:
    """0 <= c(e) < top for all points."""
    return [at_all(lambda e: 0 <= c(e)), at_all(lambda e: c(e) < top)]


def coded(c: Callable[[Term], Term], rest: Callable[[Term], Term]) -> Term:
    """Return c P + r."""
    return fun(lambda e: c(e) * P + rest(e))


without_bit = fun(lambda e: c(e) - two_to(k) * bit(e))
with_bit = fun(lambda e: a(e) + two_to(k) * bit(e))
one_bit = [0 <= k, 1 <= P, *nonneg(x, a, y), *below(c, two_to(k + 1)), *below(rest, P)]


bit_read = takes(state(x, coded(c, rest), a, y), state(x, coded(without_bit, rest), with_bit, y), 2)


@chapter.claim(given=one_bit, shows=bit_read)
def read_bit(p: Proof) -> Fact:
    """All numbers are integers, so v >= 2^k P or v <= 2^k P − 1: a ramp of width 1 between them computes the bit."""
    named_points(p, one_bit)
    v = coded(c, rest)
    power = p.apply("power_pos", m=2)
    level = two_to(k) * P
    one, zero = p.assume(two_to(k) <= c(e)), p.assume(c(e) < two_to(k))
    facts = [p.specialize(f"given_{i}", e) for i in range(5, 9)]
    rise_ = relu(v(e) - level + 1) - relu(v(e) - level)
    goals = [Eq(rise_, bit(e)), 0 <= without_bit(e), 0 <= with_bit(e)]
    on = held(p, p.have(0 <= v(e) - level + 1, (one, P), facts[2]), p.have(0 <= v(e) - level, (one, P), facts[2]))
    mark = values(p, [one], bit(e))
    own = p.specialize("given_3", e)
    high = [p.have(goals[0], *on, *mark),
            p.have(goals[1], one, *((m, two_to(k)) for m in mark)),
            p.have(goals[2], own, power, *((m, two_to(k)) for m in mark))]  # fmt: skip
    less = p.have(v(e) + 1 <= level, (p.have(0 <= two_to(k) - c(e) - 1, zero), P), facts[3])
    off = [p.apply("relu_negative", less, z=z) for z in (v(e) - level + 1, v(e) - level)]
    mark = values(p, [zero], bit(e))
    low = [p.have(goals[0], *off, *mark),
           p.have(goals[1], facts[0], *((m, two_to(k)) for m in mark)),
           p.have(goals[2], own, *((m, two_to(k)) for m in mark))]  # fmt: skip
    rises, left, sum_ = (p.cases(two_to(k), c(e), h, l) for h, l in zip(high, low, strict=True))
    w_low = p.have(0 <= coded(without_bit, rest)(e), (left, P), facts[2])
    moved = p.have(Eq(coded(without_bit, rest)(e), v(e) - level * rise_), (rises, level))
    added = p.have(Eq(with_bit(e), a(e) + two_to(k) * rise_), (rises, two_to(k)))
    sides = [p.generalize(e, f) for f in (v(e), w_low, sum_, moved, added)]
    primed = {"v'": coded(without_bit, rest), "a'": with_bit}
    return p.apply("step_layers", *sides, mu=0, nu=1, theta=level, Delta=-level, q=two_to(k), **primed)


def with_all(c: Callable[[Term], Term], a: Callable[[Term], Term] = a) -> Term:
    """Return a + c."""
    return fun(lambda e: a(e) + c(e))


@chapter.claim(given=[0 <= k, 1 <= P, *nonneg(x, a, y), *below(c, two_to(k)), *below(rest, P)],
               shows=takes(state(x, coded(c, rest), a, y), state(x, rest, with_all(c), y), 2 * k))  # fmt: skip
def read_bits(p: Proof) -> Fact:
    """By induction, from the highest bit to the lowest."""

    def conditions(k: Term, c: Term, a: Term) -> list[Term]:
        return [*nonneg(a), *below(c, two_to(k))]

    def reads(k: Term, c: Term, a: Term) -> Term:
        return takes(state(x, coded(c, rest), a, y), state(x, rest, with_all(c, a), y), 2 * k)

    def claim(k: Term) -> Term:
        return for_all(lambda c, a: implies(*conditions(k, c, a), reads(k, c, a)), "(Z>Z)", VECTOR)

    def for_both(fact: Fact, *assumed: Term) -> Fact:
        return p.rule("generalize", c, p.rule("generalize", a, p.discharge(fact, *assumed)))

    p.given(e_low=1 <= e, e_high=e <= M)
    zero = num(0)
    # no bit
    none = [p.assume(f) for f in conditions(zero, c, a)]
    is_zero = p.antisymmetry(p.have(c(e) <= 0, p.specialize(none[2], e)), p.specialize(none[1], e))
    before, after = state(x, coded(c, rest), a, y), state(x, rest, with_all(c), y)
    base = for_both(alike(p, before, after, is_zero, (is_zero, P)), *conditions(zero, c, a))
    more = [p.assume(f) for f in conditions(k + 1, c, a)]
    first = p.apply("read_bit")
    power = p.apply("power_pos", m=2)
    step = p.apply("power_step", m=2)
    one, no = p.assume(two_to(k) <= c(e)), p.assume(c(e) < two_to(k))
    low, high, own = (p.specialize(f, e) for f in (more[1], more[2], more[0]))

    def either_way(claim_: Term, *facts: Fact) -> Fact:
        ways = []
        for order in (no, one):
            [mark] = values(p, [order], bit(e))
            ways.append(p.have(claim_, order, *facts, (mark, two_to(k))))
        return p.cases(two_to(k), c(e), ways[1], ways[0])

    sides = [either_way(0 <= with_bit(e), own, p.get(power)), either_way(0 <= without_bit(e), low),
             either_way(without_bit(e) < two_to(k), high, step)]  # fmt: skip
    rest_ = p.specialize(p.assume(claim(k)), without_bit, with_bit, using=sides)
    middle = state(x, coded(without_bit, rest), with_bit, y)
    whole = in_a_row(p, [before, middle, after], [2, 2 * k], first, rest_)
    after_ = for_both(p.change(whole, reads(k + 1, c, a)), *conditions(k + 1, c, a))
    all_ = p.induct(claim, 0, k, base, after_)
    return p.specialize(all_, k, c, a)


# --- digits ---------------------------------------------------------------------------------------------------------

(Q,) = reals("Q")
(digits,) = sequences("c", 2)
nothing = fun(lambda e: num(0))


def near(x: Term, c: Term, k: Term = k, Q: Term = Q) -> Term:
    """Return a term that is c < 2^k if |c − x| <= Q, and 0 if |c − x| >= Q + 1."""
    return relu(c - two_to(k) * relu(c - x - Q) - two_to(k) * relu(x - c - Q))


kept = fun(lambda e: y(e) + near(x(e), c(e)))
one_digit = [0 <= k, 1 <= P, *nonneg(x, y), *below(c, two_to(k)), *below(rest, P)]


@chapter.claim(given=one_digit, shows=takes(state(x, coded(c, rest), nothing, y), state(x, rest, nothing, kept),
                                            2 * k + 3))  # fmt: skip
def read_digit(p: Proof) -> Fact:
    """Read the bits, then compare with x by two units, subtract the digit, and add the digit if it is near x."""
    named_points(p, one_digit)
    read_ = p.apply("read_bits", a=nothing)
    units = [fun(lambda e: relu(c(e) - x(e) - Q)), fun(lambda e: relu(x(e) - c(e) - Q))]
    left = fun(lambda e: near(x(e), c(e)))
    states = [state(x, coded(c, rest), nothing, y), state(x, rest, c, y), state(x, rest, c, y, *units),
              state(x, rest, left, y), state(x, rest, nothing, kept)]  # fmt: skip
    hold = held(p, *(p.specialize(f"given_{i}", e) for i in (2, 3, 4, 6)))
    more = held(p, p.have(0 <= kept(e)))
    B = two_to(k)
    _, first, second, third, last = states
    layers = [
        by_layer(p, [*HOLD, {3: 1, 1: -1, 0: -Q}, {1: 1, 3: -1, 0: -Q}], first, second, *hold),
        by_layer(p, [{1: 1}, {2: 1}, {3: 1, 5: -B, 6: -B}, {4: 1}], second, third, *hold),
        by_layer(p, [{1: 1}, {2: 1}, {}, {3: 1, 4: 1}], third, last, *hold, *more),
    ]
    return in_a_row(p, states, [2 * k, 1, 1, 1], read_, *layers)


K, i = ints("K i")


def number(j: Term) -> Term:
    """Σ_{i=1}^{j} 2^(k (i − 1)) c(e, i)."""
    return fun(lambda e: Sum(lambda i: power(two_to(k), i - 1) * digits(e, i), 1, j))


def below_each(top: Term) -> list[Term]:
    """0 <= c(e, i) < top for all points and all digits."""
    return [at_all(lambda e: every(lambda i: 0 <= digits(e, i), 1, K)),
            at_all(lambda e: every(lambda i: digits(e, i) < top, 1, K))]  # fmt: skip


def sum_kept(j: Term) -> Term:
    """Return y(e) plus the digits that are near."""
    return fun(lambda e: y(e) + Sum(lambda i: near(x(e), digits(e, i)), 1, j))


(base,) = ints("B")
(row,) = sequences("c")
in_base = [1 <= base, every(lambda i: 0 <= row(i), 1, j), every(lambda i: row(i) < base, 1, j)]


def in_digits(j: Term) -> Term:
    """Σ_{i=1}^{j} B^(i−1) c(i)."""
    return Sum(lambda i: power(base, i - 1) * row(i), 1, j)


def within(j: Term) -> Term:
    """The number is not negative and below B^j."""
    return exists(lambda: [0 <= in_digits(j), in_digits(j) < power(base, j)])


@chapter.claim(given=[0 <= j, *in_base], shows=within(j))
def number_below(p: Proof) -> Fact:
    """c B^j + r < (c + 1) B^j <= B^(j+1)."""

    def claim(x: Term) -> Term:
        return implies(x <= j, within(x))

    p.given_all([0 <= j, *in_base])
    p.given(i_low=0 <= i, so_far=claim(i), more=i + 1 <= j)
    zero = num(0)
    start = p.exists_intro(claim(zero).args[1], [])
    before = p.mp("so_far", p.have(i <= j, "more"))
    last = p.big_step(in_digits(i + 1), p.have(1 <= i + 1, "i_low"))
    digit = [p.specialize(f"given_{n}", i + 1) for n in (2, 3)]
    step, pos = p.apply("power_step", m=base, k=i), p.apply("power_pos", m=base, k=i)
    room = p.integer_step(digit[1])
    goal = claim(i + 1).args[1]
    low, high = p.obtain(
        before,
    )
    most = p.have(in_digits(i + 1) < power(base, i + 1), last, high, step, (room, pos))
    after = p.change(p.exists_intro(goal, [], most, last, low, (digit[0], pos)), goal)
    all_ = p.induct(claim, 0, i, p.discharge(start, zero <= j), p.discharge(after, i + 1 <= j))
    return p.specialize(all_, j)


@chapter.claim(given=[0 <= k, 0 <= K, *nonneg(x, y), *below_each(two_to(k))],
               shows=takes(state(x, number(K), nothing, y), state(x, nothing, nothing, sum_kept(K)),
                           K * (2 * k + 3)))  # fmt: skip
def read_digits(p: Proof) -> Fact:
    """By induction, from the highest digit to the lowest."""
    always = [0 <= k, 0 <= K, *nonneg(x), *below_each(two_to(k))]

    def reads(j: Term, y: Term) -> Term:
        after = state(x, nothing, nothing, substitute(sum_kept(j), {globals()["y"]: y}))
        return takes(state(x, number(j), nothing, y), after, j * (2 * k + 3))

    def claim(j: Term) -> Term:
        return implies(j <= K, for_all(lambda y: implies(*nonneg(y), reads(j, y)), VECTOR))

    p.given_all(always)
    p.given(e_low=1 <= e, e_high=e <= M, i_low=1 <= i, j_low=0 <= j, some=j + 1 <= K, y_low=nonneg(y)[0])
    p.apply("power_ge_one", m=2, label="power")
    zero = num(0)
    first = alike(p, state(x, number(zero), nothing, y), state(x, nothing, nothing, sum_kept(zero)))

    def for_y(fact: Fact) -> Fact:
        return p.rule("generalize", y, p.discharge(fact, p.get("y_low").concl))

    start = p.discharge(for_y(first), zero <= K)
    so_far = p.mp(p.assume(claim(j)), p.have(j <= K, "some"))
    top, left = fun(lambda e: digits(e, j + 1)), number(j)
    rows = [p.specialize(p.specialize(f"given_{n}", e), i, using=[p.assume(i <= j)])
            for n in (3, 4)]  # fmt: skip
    bound = p.apply("number_below", *rows)
    parts = [p.exists_elim(bound, [], lambda *f, n=n: f[n], g) for n, g in enumerate(
        (0 <= left(e), left(e) < power(two_to(k), j)))]  # fmt: skip
    parts += [p.specialize(p.specialize(f"given_{n}", e), j + 1) for n in (3, 4)]
    sides = list(parts)
    P_low = p.apply("power_ge_one", m=two_to(k), k=j)
    one = p.apply("read_digit", *sides, P_low)
    sum_ = fun(lambda e: y(e) + near(x(e), top(e)))
    pos = p.apply("relu_nonneg", z=near(x(e), top(e)).args[1])
    then = p.specialize(so_far, sum_, using=[p.specialize("y_low", e), pos])
    begin = p.big_step(number(j + 1)(e), p.have(1 <= j + 1, "j_low"))
    all_ = Sum(lambda i: near(x(e), digits(e, i)), 1, j + 1)
    end = p.big_step(all_, p.have(1 <= j + 1, "j_low"))
    code = fun(lambda e: top(e) * power(two_to(k), j) + left(e))
    late = fun(lambda e: sum_(e) + Sum(lambda i: near(x(e), digits(e, i)), 1, j))
    states = [state(x, number(j + 1), nothing, y), state(x, code, nothing, y), state(x, left, nothing, sum_),
              state(x, nothing, nothing, late), state(x, nothing, nothing, sum_kept(j + 1))]  # fmt: skip
    before, after = alike(p, states[0], states[1], begin), alike(p, states[3], states[4], end)
    whole = in_a_row(p, states, [0, 2 * k + 3, j * (2 * k + 3), 0], before, one, then, after)
    step = p.discharge(for_y(p.change(whole, reads(j + 1, y))), j + 1 <= K)
    p.induct(claim, 0, j, start, step, label="all")
    return p.specialize(p.specialize("all", K), y)


# --- groups of K numbers --------------------------------------------------------------------------------------------

(group,) = sequences("g")
(V,) = vectors("V")
f = ints("f")[0]


def found(j: Term) -> Term:
    """Return V for the group of e if it is one of the first j, else V(j)."""
    return fun(lambda e: ite(e <= j * K, V(group(e)), V(j)))


in_groups = [at_all(lambda e: (group(e) - 1) * K + 1 <= e), at_all(lambda e: e <= group(e) * K)]
apart = at_all(lambda e: every(lambda f: implies(e < f, x(e) + 1 <= x(f)), 1, M))
GROUPS = [1 <= K, 0 <= j, *in_groups, *nonneg(x), apart, Eq(V(0), 0), every(lambda i: 0 <= V(i), 0)]


@chapter.claim(given=GROUPS, shows=takes(state(x), state(x, found(j)), 2 * j))
def group_found(p: Proof) -> Fact:
    """The ramp is 1 from the first number of group j + 1 on."""

    def claim(j: Term) -> Term:
        return takes(state(x), state(x, found(j)), 2 * j)

    p.given_all([g for g in GROUPS if g is not (0 <= j)])
    p.given(e_low=1 <= e, e_high=e <= M, j_low=0 <= j, so_far=claim(j))
    zero, first = num(0), j * K + 1
    low, high = (p.specialize(f"given_{n}", e) for n in (1, 2))
    start = p.ite_eq(found(zero)(e), p.have(zero * K < e))
    base = alike(p, state(x), state(x, found(zero)), start, "given_5")
    jump = ite(first <= M, V(j + 1) - V(j), 0)
    rise_ = relu(x(e) - x(first) + 1) - relu(x(e) - x(first))
    goal = Eq(found(j + 1)(e), found(j)(e) + jump * rise_)
    some = p.have(0 <= j * K, "j_low", "given_0")
    own = p.assume(e <= j * K)
    late = p.assume(j * K < e)
    # a group before
    further = p.have(e <= (j + 1) * K, own, "given_0")
    marks = [*p.reduce_ite(own, found(j)(e)), *p.reduce_ite(further, found(j + 1)(e))]
    there, none = p.assume(first <= M), p.assume(M < first)
    [no_jump] = p.reduce_ite(none, jump)
    gap = p.specialize(p.specialize("given_4", e), first, using=[there, some,
                p.have(e < first, own)])  # fmt: skip
    off = [p.apply("relu_negative", p.have(z <= 0, gap))
           for z in (x(e) - x(first) + 1, x(e) - x(first))]  # fmt: skip
    no_rise = p.have(Eq(rise_, 0), *off)
    before = p.cases(first, M, p.have(goal, *marks, (no_rise, jump)),
                     p.have(goal, *marks, (no_jump, rise_)))  # fmt: skip
    there = p.have(first <= M, late, "e_high")

    def past(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(x(first) <= x(e), p.congr(x, order))
        if order.concl.args[0] is e:
            return p.absurd(p.have(FALSE, order, late), x(first) <= x(e))
        gap = p.specialize(p.specialize("given_4", first, using=[there, p.have(1 <= first, some)]), e,
                           using=[order])  # fmt: skip
        return p.have(x(first) <= x(e), gap)

    passed = p.trichotomy(e, first, past)
    on = held(p, p.have(0 <= x(e) - x(first) + 1, passed), p.have(0 <= x(e) - x(first), passed))
    is_rise = p.have(Eq(rise_, 1), *on)
    [was], [is_jump] = p.reduce_ite(late, found(j)(e)), p.reduce_ite(there, jump)
    own_, beyond = p.assume(e <= (j + 1) * K), p.assume((j + 1) * K < e)

    def which(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.congr(V, order)
        same, step = Eq(V(group(e)), V(j + 1)), order
        if order.concl.args[0] is group(e):
            less = p.have(0 <= j - group(e), step)
            clash = p.have(FALSE, high, late, less, (less, "given_0"))
        else:
            more = p.have(0 <= group(e) - j - 2, step)
            clash = p.have(FALSE, low, own_, more, (more, "given_0"))
        return p.absurd(clash, same)

    value = p.trichotomy(group(e), j + 1, which)
    here = p.have(goal, was, is_jump, value, *p.reduce_ite(own_, found(j + 1)(e)), (is_rise, jump))
    later = p.have(goal, was, is_jump, *p.reduce_ite(beyond, found(j + 1)(e)), (is_rise, jump))
    after = p.cases(e, (j + 1) * K, here, later)
    moved = p.cases(e, j * K, before, after)
    value_low = p.specialize("given_6", group(e), using=[high, "given_0", "e_low"])

    def never_negative(j: Term) -> Fact:
        most = p.specialize("given_6", j)
        sides = [p.have(0 <= found(j)(e), f, *p.reduce_ite(p.assume(order), found(j)(e)))
                 for f, order in ((value_low, e <= j * K), (most, j * K < e))]  # fmt: skip
        return p.cases(e, j * K, *sides)

    zeros = p.have(num(0) <= 0)
    sides = [p.generalize(e, f_) for f_ in (zeros, moved, p.have(Eq(num(0), 0 + 0 * rise_)))]
    primed = {"v'": found(j + 1), "a'": nothing}
    one = p.apply("step_layers", *sides, never_negative(j), never_negative(j + 1), a=nothing,
                  y=nothing, mu=1, nu=0, theta=x(first), Delta=jump, q=0, **primed)  # fmt: skip
    states = [state(x), state(x, found(j)), state(x, found(j + 1))]
    step = p.change(in_a_row(p, states, [2 * j, 2], p.get("so_far"), one), claim(j + 1))
    all_ = p.induct(claim, 0, j, base, step)
    return p.specialize(all_, j)


# --- numbers and their labels ---------------------------------------------------------------------------------------

b, g = ints("b g")
one, digit = reals("x c")
(place,) = vectors("x")
(label,) = sequences("y")


@chapter.claim(given=[0 <= digit, digit - one <= Q, one - digit <= Q], shows=Eq(near(one, digit), digit))
def near_own(p: Proof) -> Fact:
    """Both units are inactive."""
    off = [p.apply("relu_negative", z=z) for z in (digit - one - Q, one - digit - Q)]
    inside = near(one, digit).args[1]
    value = p.have(Eq(inside, digit), *((f, two_to(k)) for f in off))
    return p.have(p.goal, value)


far = Q + 1 <= abs(digit - one)


@chapter.claim(given=[0 <= k, digit < two_to(k), far], shows=Eq(near(one, digit), 0))
def near_far(p: Proof) -> Fact:
    """One of the units is at least 1, so that 2^k is subtracted."""
    p.given(far=far, less=digit < two_to(k), above=0 <= digit - one, under=digit - one < 0)
    power = p.apply("power_pos", m=2)
    args = digit - one - Q, one - digit - Q
    low = [p.apply("relu_nonneg", z=z) for z in args]
    inside = near(one, digit).args[1]
    sides = []
    for place_, order in enumerate(("under", "above")):
        sign = p.have(digit - one <= 0, order) if order == "under" else order
        size = p.abs_value(digit - one, sign)
        z = args[1 - place_]
        on = p.apply("relu_positive", size, z=z)
        most = p.have(1 <= relu(z), on, size, "far")
        sides.append(p.apply("relu_negative", "less", (most, power), (low[place_], power), z=inside))
    return p.cases(0, digit - one, sides[1], sides[0])


@chapter.claim(given=[0 <= k], shows=Eq(near(one, num(0)), 0))
def near_zero(p: Proof) -> Fact:
    """The result for the digit 0 is 0."""
    p.apply("power_pos", m=2, label="power")
    low = [p.apply("relu_nonneg", z=z) for z in (-one - Q, one - Q)]
    inside = near(one, num(0)).args[1]
    return p.apply("relu_negative", *((f, "power") for f in low), z=inside)


size, most = two_to(b), two_to(k)


def rounded(e: Term) -> Term:
    """⌊x(e)⌋."""
    return quotient(place(e), num(1), most)


def code(e: Term) -> Term:
    """⌊x(e)⌋ 2^b + label(e)."""
    return rounded(e) * size + label(e)


def listed_code(e: Term) -> Term:
    """Return the code of e, 0 for a number that is not in the list."""
    return ite(e <= M, code(e), 0)


places_in = [at_all(lambda e: 0 <= place(e)), at_all(lambda e: place(e) < most)]
far_apart = at_all(lambda e: every(lambda f: implies(e < f, place(e) + 3 <= place(f)), 1, M))
LABELLED = [0 <= k, 0 <= b, *places_in, far_apart, *below(label, size)]


def facts_at(p: Proof, e: Term) -> list[Fact]:
    """⌊x⌋ <= x < ⌊x⌋ + 1 and 0 <= label < 2^b at a place e; 0 <= ⌊x⌋."""
    inside = [p.specialize(f, e) for f in (*places_in_facts(p), *labels_in_facts(p))]
    low = p.apply("quotient_le", inside[0], n=most, b=1)
    high = p.apply("quotient_gt", n=most, b=1, v=place(e))
    return [*inside, low, high, p.apply("quotient_nonneg", n=most, b=1, v=place(e))]


def places_in_facts(p: Proof) -> list[Fact]:
    """Assume the hypotheses about the numbers."""
    return [p.assume(f) for f in places_in]


def labels_in_facts(p: Proof) -> list[Fact]:
    """Assume the hypotheses about the labels."""
    return [p.assume(f) for f in below(label, size)]


@chapter.claim(given=[*LABELLED, 1 <= e, e <= M],
               shows=exists(lambda: [0 <= code(e), code(e) < two_to(k + b)]))  # fmt: skip
def code_below(p: Proof) -> Fact:
    """(⌊x⌋ + 1) 2^b <= 2^k 2^b."""
    powers = [p.apply("power_pos", m=2, k=n) for n in (b, k)]
    _, top, label_low, label_high, low, _, pos = facts_at(p, e)
    room = p.integer_step(p.have(rounded(e) < most, low, top))
    split = p.apply("power_add", m=2, a=k)
    return p.exists_intro(p.goal, [], (pos, powers[0]), label_low,
                          (room, powers[0]), label_high, split)  # fmt: skip


def at_scale(e: Term) -> Term:
    """2^b x(e)."""
    return size * place(e)


def near_scaled(e: Term, c: Term) -> Term:
    """Return the code c if it is near 2^b x(e)."""
    return near(at_scale(e), c, k + b, size)


@chapter.claim(given=[*LABELLED, 1 <= e, e <= M, 1 <= f, negation(Eq(e, f))],
               shows=Eq(near_scaled(e, listed_code(f)), 0))  # fmt: skip
def other_code(p: Proof) -> Fact:
    """The codes of the other numbers are at least 2 · 2^b away from 2^b x(e)."""
    p.given(there=f <= M, beyond=M < f)
    power = p.apply("power_ge_one", m=2, k=b)

    def kept(c: Term) -> Term:
        return near_scaled(e, c)

    none = p.apply("near_zero", x=at_scale(e), k=k + b, Q=size)
    [mark] = p.reduce_ite(p.get("beyond"), listed_code(f))
    when_beyond = p.have(p.goal, none, p.congr(kept, mark))
    other = facts_at(p, f)
    bound = p.apply("code_below", e=f)
    parts = p.obtain(
        bound,
    )
    less = p.change(parts[1], code(f) < two_to(k + b))
    goal = size + 1 <= abs(code(f) - at_scale(e))

    def away(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp(p.assume(negation(Eq(e, f))), order), goal)
        first, second = order.concl.args
        gap = p.specialize(p.specialize(far_apart, first), second, using=[order])
        if first is e:
            rise = p.have(2 <= rounded(f) - place(e), gap, other[5])
            least = p.have(size + 1 <= code(f) - at_scale(e), (rise, p.have(0 < size)),
                           other[2], power)  # fmt: skip
            return p.have(goal, least, p.apply("abs_ge", x=code(f) - at_scale(e)))
        fall = p.have(3 <= place(e) - rounded(f), gap, other[4])
        least = p.have(size + 1 <= at_scale(e) - code(f), (fall, p.have(0 < size)), other[3],
                       power)  # fmt: skip
        neg = p.have(code(f) - at_scale(e) <= 0, least)
        return p.have(goal, least, p.abs_value(code(f) - at_scale(e), neg))

    far_ = p.trichotomy(e, f, away)
    off = p.apply("near_far", far_, less, x=at_scale(e), c=code(f), k=k + b, Q=size)
    [mark] = p.reduce_ite(p.get("there"), listed_code(f))
    return p.cases(f, M, p.have(p.goal, off, p.congr(kept, mark)), when_beyond)


def in_group(g: Term, i: Term) -> Term:
    """Return the code of number i of group g."""
    return listed_code((g - 1) * K + i)


@chapter.claim(given=[*LABELLED, 1 <= K, 1 <= e, e <= M, 1 <= g, (g - 1) * K + 1 <= e, e <= g * K],
               shows=Eq(Sum(lambda i: near_scaled(e, in_group(g, i)), 1, K), code(e)))  # fmt: skip
def own_code(p: Proof) -> Fact:
    """Of the codes of its group, only the own code of a number is kept."""
    p.given(i_low=1 <= i, g_low=1 <= g, K_low=1 <= K)
    own = e - (g - 1) * K

    def kept(c: Term) -> Term:
        return near_scaled(e, c)

    _, _, label_low, label_high, low, high, pos = facts_at(p, e)
    positive = p.have(0 <= code(e), (pos, size), label_low)
    above = p.have(code(e) - at_scale(e) <= size, (p.have(0 <= place(e) - rounded(e), low), size),
                   label_high)  # fmt: skip
    below_ = p.have(at_scale(e) - code(e) <= size, (p.have(0 <= rounded(e) + 1 - place(e), high), size),
                    label_low)  # fmt: skip
    whole = p.apply("near_own", positive, above, below_, x=at_scale(e), k=k + b, Q=size)

    def member(order: Fact) -> Fact:
        claim = Eq(kept(in_group(g, i)), code(e) * ite(Eq(i, own), 1, 0))
        mark = p.reduce_ite(order, ite(Eq(i, own), 1, 0))
        if order.concl.op == "eq":
            same = p.congr(listed_code, p.have(Eq((g - 1) * K + i, e), order))
            [there] = p.reduce_ite(p.assume(e <= M), listed_code(e))
            is_own = p.have(Eq(in_group(g, i), code(e)), same, there)
            return p.have(claim, *((m, code(e)) for m in mark), p.congr(kept, is_own), whole)
        alike_ = p.assume(Eq(e, (g - 1) * K + i))
        differ = p.discharge(p.have(FALSE, order, alike_), alike_.concl)
        none = p.apply("other_code", differ, "g_low", "K_low", "i_low")
        return p.have(claim, *((m, code(e)) for m in mark), none)

    each = p.trichotomy(i, own, member)
    picked = p.apply("sum_delta",
                     f=fun(lambda i: code(e)), m=own, lo=1, hi=K)  # fmt: skip
    total = p.apply("sum_eq", each, f=fun(lambda i: kept(in_group(g, i))),
                    g=fun(lambda i: code(e) * ite(Eq(i, own), 1, 0)), lo=1, hi=K)  # fmt: skip
    return p.have(p.goal, total, picked)


digit_bits = k + b


def group_of(e: Term) -> Term:
    """⌊(e − 1)/K⌋ + 1."""
    return floor(e - 1, K) + 1


def group_code(g: Term) -> Term:
    """Return the codes of group g as digits."""
    return Sum(lambda i: power(two_to(digit_bits), i - 1) * in_group(g, i), 1, K)


@chapter.claim(given=[*LABELLED, 1 <= f], shows=exists(lambda: [0 <= listed_code(f), listed_code(f) < two_to(k + b)]))
def listed_below(p: Proof) -> Fact:
    """The code of a number that is not in the list is 0."""
    p.given(there=f <= M, beyond=M < f)
    power = p.apply("power_pos", m=2, k=k + b)
    [mark] = p.reduce_ite(p.get("beyond"), listed_code(f))
    none = p.exists_intro(p.goal, [],
                          mark, power)  # fmt: skip
    [mark] = p.reduce_ite(p.get("there"), listed_code(f))

    def listed(low: Fact, high: Fact) -> Fact:
        return p.exists_intro(p.goal, [], low,
                              mark, high)  # fmt: skip

    return p.cases(f, M, p.exists_elim(p.apply("code_below", e=f), [], listed), none)


layers = K * (2 * (k + b) + 5) + 2 * k + 1
labelled = takes(state(at_scale), state(at_scale, label, rounded), layers)


@chapter.claim(given=[*LABELLED, 1 <= K, M <= K * K], shows=labelled)
def memorized_deep(p: Proof) -> Fact:
    """Find the code of the group, read the number's own code from it, and subtract the number to obtain the label."""
    p.given(K_low=1 <= K, e_low=1 <= e, e_high=e <= M, f_high=f <= M, less=e < f)
    power = p.apply("power_ge_one", m=2, k=b)
    group_low = p.apply("floor_bounds", q=e - 1, c=K)
    group_high = p.apply("floor_above", q=e - 1, c=K)
    some = p.have(1 <= group_of(e))
    scaled = p.have(0 <= at_scale(e), (p.specialize(places_in_facts(p)[0], e), size))
    # the code of the group
    V_ = fun(lambda g: ite(g <= 0, 0, group_code(g)))
    start = p.have(0 <= (g - 1) * K, p.assume(1 <= g), "K_low")
    digit_in = p.apply("listed_below", start, p.assume(1 <= i), f=(g - 1) * K + i)
    digit_goals = 0 <= in_group(g, i), in_group(g, i) < two_to(digit_bits)
    parts = [p.exists_elim(digit_in, [], lambda *h, n=n: h[n], goal) for n, goal in enumerate(digit_goals)]
    rows = [p.generalize(i, part, 1 <= i, i <= K) for part in parts]
    bound = p.apply("number_below", *rows)
    whole = p.exists_elim(bound, [], lambda low, _: low, 0 <= group_code(g))
    p.given(g_zero=g <= 0, g_pos=0 < g)
    in_some = p.have(0 <= V_(g), *p.reduce_ite(p.get("g_pos"), V_(g)),
                     p.cut(whole, p.integer_step("g_pos")))  # fmt: skip
    never_negative = p.cases(g, 0, V_(g), in_some)
    gap = p.specialize(p.specialize(far_apart, e), f)
    apart_ = p.have(at_scale(e) + 1 <= at_scale(f), (p.have(3 <= place(f) - place(e), gap),
                    size), power)  # fmt: skip
    sides = [
        apart_, never_negative,
        p.generalize(e, p.have((group_of(e) - 1) * K + 1 <= e, group_low)),
        p.generalize(e, p.have(e <= group_of(e) * K, group_high)),
        scaled,
    ]  # fmt: skip
    by = {"x": fun(at_scale), "g": fun(group_of), "V": V_, "j": K}
    found_ = p.apply("group_found", *sides, **by)
    # its digits, of which one's own code is kept
    numbers = fun(lambda e: group_code(group_of(e)))
    kept_ = fun(lambda e: Sum(lambda i: near_scaled(e, in_group(group_of(e), i)), 1, K))
    at_group = [p.instantiate(row, [(g, group_of(e))]) for row in rows]
    at_group = [p.cut(row, some) for row in at_group]
    digits_ = p.apply("read_digits", *at_group, sides[4], x=fun(at_scale),
                      y=nothing, c=fun(lambda e, i: in_group(group_of(e), i), 2), k=digit_bits, Q=size)  # fmt: skip
    own = p.apply("own_code", *(p.specialize(s, e) for s in sides[2:4]), some, g=group_of(e))
    kept_low = p.have(0 <= kept_(e), own)
    late = p.have(e <= K * K, "e_high")
    found_at = fun(lambda e: ite(e <= K * K, V_(group_of(e)), V_(K)))
    marks = [*p.reduce_ite(late, found_at(e)), *p.reduce_ite(p.have(0 < group_of(e), some), V_(group_of(e)))]
    # the number is taken off
    codes = fun(code)
    bits_ = p.apply("read_bits", *rounded_sides(p, power), sides[4], x=fun(at_scale), a=nothing, y=nothing, P=size)
    begin, grouped, as_digits = state(at_scale), state(at_scale, found_at), state(at_scale, numbers)
    own_left, moved, as_code = state(at_scale, nothing, nothing, kept_), state(at_scale, kept_), state(at_scale, codes)
    move = by_layer(p, [{1: 1}, {4: 1}], own_left, moved, *held(p, scaled, kept_low))
    steps = [found_, alike(p, grouped, as_digits, *marks), digits_, move, alike(p, moved, as_code, own), bits_]
    states = [begin, grouped, as_digits, own_left, moved, as_code, state(at_scale, label, rounded)]
    whole = in_a_row(p, states, [2 * K, 0, K * (2 * digit_bits + 3), 1, 0, 2 * k], *steps)
    return p.change(whole, p.goal)


def rounded_sides(p: Proof, power: Fact) -> list[Fact]:
    """Prove the hypotheses of `read_bits` about ⌊x⌋ and the labels."""
    _, top, label_low, label_high, low, _, pos = facts_at(p, e)
    parts = pos, p.have(rounded(e) < most, low, top), label_low, label_high
    return [*list(parts), power]


# --- numbers in any order -------------------------------------------------------------------------------------------

(h,) = ints("h")
(value,) = vectors("f")
(of_value,) = sequences("y")
ranks = fun(lambda h: rank(h, value, M))


def at_rank(e: Term) -> Term:
    """Return the number of the e-th least value."""
    return inverse(M + 1 - e, ranks, M)


def place_of(h: Term) -> Term:
    """Return the position of value h in increasing order."""
    return M + 1 - rank(h, value, M)


values_apart = at_all(lambda g: every(lambda h: implies(g < h, 3 <= abs(value(g) - value(h))), 1, M))


@chapter.claim(given={"apart": values_apart}, shows=substitute(distinct, {sorted_: value, n: M}))
def values_differ(p: Proof) -> Fact:
    """Equal values are not 3 apart."""
    p.given(g_low=1 <= g, g_high=g <= M, h_low=1 <= h, h_high=h <= M, before=g < h)
    gap = p.specialize(p.specialize("apart", g), h)
    equal = p.assume(Eq(value(g), value(h)))
    return p.discharge(p.have(FALSE, gap, equal), equal.concl)


UNSORTED = [
    0 <= k, 0 <= b, 1 <= K, M <= K * K, at_all(lambda h: 0 <= value(h)), at_all(lambda h: value(h) < most),
    values_apart, *below(of_value, size),
]  # fmt: skip
sorted_value, sorted_label = fun(lambda e: value(at_rank(e))), fun(lambda e: of_value(at_rank(e)))
sorted_layers = [substitute(f, {place: sorted_value, label: sorted_label}) for f in (fun(at_scale), fun(rounded))]


sorted_memorized = takes(state(sorted_layers[0]), state(sorted_layers[0], sorted_label, sorted_layers[1]), layers)


@chapter.claim(given=[0 <= M, *UNSORTED], shows=sorted_memorized)
def memorized_unsorted(p: Proof) -> Fact:
    """Sort the numbers by their ranks."""
    p.given_all([0 <= M, *UNSORTED])
    distinct_ = p.apply("values_differ")
    by = {"f": value, "n": M}
    perm = [p.apply(name, distinct_, **by) if name == "ranks_injective" else p.apply(name, **by)
            for name in ("ranks_injective", "ranks_low", "ranks_high")]  # fmt: skip

    def spot(e: Term) -> list[Fact]:
        """1 <= a(e) <= M, and the rank of a(e) is M + 1 − e."""
        ends = [p.have(claim, p.assume(1 <= e), p.assume(e <= M))
                for claim in (1 <= M + 1 - e, M + 1 - e <= M)]  # fmt: skip
        return [p.apply(name, *perm, *ends)
                for name in ("inverse_low", "inverse_high", "inverse_right")]  # fmt: skip

    first, second = spot(e), spot(f)
    goal = value(at_rank(e)) + 3 <= value(at_rank(f))
    inside = [*first[:2], *second[:2]]

    def apart_(order: Fact) -> Fact:
        """The values differ by at least 3, whichever of the two is less."""
        if order.concl.op == "eq":
            same = p.congr(lambda h: rank(h, value, M), order)
            return p.absurd(p.have(FALSE, same, first[2], second[2], p.assume(e < f)), goal)
        way = p.specialize(p.specialize("given_7", order.concl.args[0], using=inside), order.concl.args[1],
                           using=[*inside, order])  # fmt: skip

        def compare(order_: Fact) -> Fact:
            here, there = value(at_rank(e)), value(at_rank(f))
            if order_.concl.args[0] is here and order_.concl.op == "lt":
                size_ = [p.abs_value(z, p.have(z <= 0 if z == here - there else 0 <= z, order_))
                         for z in (here - there, there - here)]  # fmt: skip
                return p.have(goal, way, *size_)
            if order_.concl.op == "eq":
                zero = [p.abs_value(z, p.have(z <= 0, order_)) for z in (here - there, there - here)]
                return p.absurd(p.have(FALSE, way, *zero), goal)
            turned = p.apply("rank_reverses", order_, *inside)
            return p.absurd(p.have(FALSE, turned, first[2], second[2], e < f), goal)

        return p.trichotomy(value(at_rank(e)), value(at_rank(f)), compare)

    rises = p.trichotomy(at_rank(e), at_rank(f), apart_)
    sides = [rises]
    for number_ in (5, 6, 8, 9):
        sides.append(p.specialize(f"given_{number_}", at_rank(e), using=inside))
    return p.apply("memorized_deep", *sides, y=sorted_label)


@chapter.claim(given=[values_apart, 1 <= h, h <= M], shows=Eq(at_rank(place_of(h)), h))
def at_own_rank(p: Proof) -> Fact:
    """No two values are equal."""
    once = p.apply("ranks_injective", p.apply("values_differ"))
    return p.apply("inverse_left", once, rho=ranks, n=M, i=h)


# --- how many -------------------------------------------------------------------------------------------------------

(R,) = reals("R")


@chapter.claim(given=[1 <= M], shows=exists(lambda K: [1 <= K, M <= K * K, K <= 2 * sqrt(M)], "Z"))
def some_side(p: Proof) -> Fact:
    """Take the square root, rounded up."""

    def claim(x: Term) -> Term:
        return exists(lambda K: [1 <= K, (K - 1) * (K - 1) + 1 <= x, x <= K * K], "Z")

    def more(low: Fact, above: Fact, below: Fact) -> Fact:
        fits, next_ = j + 1 <= K * K, p.assume(K * K < j + 1)
        same = p.exists_intro(claim(j + 1), [K], low, above, p.assume(fits))
        sides = [p.have(K * K + 1 <= j + 1, next_),
                 p.have(j + 1 <= (K + 1) * (K + 1), below, low)]  # fmt: skip
        return p.cases(j + 1, K * K, same, p.exists_intro(claim(j + 1), [K + 1], *sides))

    base = p.exists_intro(claim(num(1)), [1])
    step = p.exists_elim(p.assume(claim(j)), [K], more, claim(j + 1))
    found_ = p.specialize(p.induct(claim, 1, j, base, step), M)

    low, above, below = p.obtain(found_, K)
    square = p.apply("sqrt_square", s=M)
    nonneg_ = p.apply("sqrt_nonneg", s=M)
    less = p.apply("square_le", above, square, nonneg_, u=K - 1)
    one = p.apply("square_le", square, nonneg_, u=num(1))
    return p.exists_intro(p.goal, [K], low, below, less, one)


@chapter.claim(given=[0 <= k], shows=exp(k * rational(1, 2)) <= two_to(k))
def power_above_exp(p: Proof) -> Fact:
    """√e < 2."""

    def claim(x: Term) -> Term:
        return exp(x * rational(1, 2)) <= two_to(x)

    p.given(j_low=0 <= j, so_far=claim(j))
    half = p.exp_ge(rational(-1, 2))
    root = p.have(exp(rational(1, 2)) <= 2, (half, exp(rational(1, 2))))
    last = p.apply("power_step", m=2, k=j)
    power_ = p.apply("power_pos", m=2, k=j)
    base_ = p.have(claim(num(0)))
    step = p.have(claim(j + 1), last, ("so_far", exp(rational(1, 2))), (root, power_))
    return p.specialize(p.induct(claim, 0, j, base_, step), k)


@chapter.claim(given={"R_low": 1 <= R}, shows=exists(lambda k: [0 <= k, R <= two_to(k), k <= 2 + 2 * log(R)], "Z"))
def some_bits(p: Proof) -> Fact:
    """The least power of 2 that is at least R is at most 2 R."""

    def conditions(k: Term) -> list[Term]:
        return [0 <= k, R <= two_to(k), two_to(k) <= 2 * R]

    def claim(x: Term) -> Term:
        return implies(R <= two_to(x), exists(conditions, "Z"))

    p.given(j_low=0 <= j, so_far=claim(j), fits=R <= two_to(j), next=two_to(j) < R)
    zero = num(0)
    base_ = p.assume(R <= two_to(zero))
    start = p.exists_intro(exists(conditions, "Z"), [zero], base_)
    last = p.apply("power_step", m=2, k=j)
    more = p.assume(R <= two_to(j + 1))
    here = p.exists_intro(exists(conditions, "Z"), [j + 1], more, last)
    step = p.cases(R, two_to(j), p.mp("so_far", "fits"), here)
    all_ = p.induct(claim, 0, j, p.discharge(start, base_.concl), p.discharge(step, more.concl))

    def enough(low: Fact, above: Fact) -> Fact:
        grow = p.apply("power_above_exp", p.have(0 <= j, low))
        tangent = p.exp_ge(j * rational(1, 2))
        reached = p.have(R <= two_to(j), above, grow, tangent)
        return p.specialize(all_, j, using=[p.have(0 <= j, low), reached])

    found_ = p.exists_elim(p.apply("archimedes", s=2 * R), [j], enough, exists(conditions, "Z"))

    low, above, below_ = p.obtain(found_, k)
    least = p.apply("power_above_exp", low)
    logs = p.apply("log_le", exp(k * rational(1, 2)), least, below_, x=exp(k * rational(1, 2)),
                   y=2 * R)  # fmt: skip
    product = p.apply("log_mul", x=2, y=R)
    two = p.apply("log_le_sub", p.have(num(0) < 2))
    return p.exists_intro(p.goal, [k], low, above, logs, product, two)
