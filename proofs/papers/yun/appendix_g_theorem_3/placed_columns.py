"""Step functions of the columns of a sequence in their order, as permutation equivariant ones on a finer grid (G).

Encoded and divided by n, column k lies in the cells from (k − 1)/n to k/n, so that each column determines its place,
whatever their order. So a function that is constant on the cubes of 1/m gives one of F̄_PE(1/(nm)): it sorts the
columns by their places, and looks its value up.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import FAMILY, GRID, in_cube_of, piecewise_constant
from proofs.papers.yun.appendix_e4_lemma_9.contexts_on_grid import digit, missed
from proofs.papers.yun.vocabulary import d, delta, m, n, paper
from proofs.theorems.algebra.integers import floor, quotient
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.grid_errors import same
from proofs.theorems.networks.permutations import permutation, permuted

t, k, j, o, c, q = ints("t k j o c q")
(a,) = reals("a")
W, W2, G = (variable(name, GRID) for name in ("W", "W'", "G"))
(tau,) = sequences("tau")
X, Y = vectors("X Y", 2)
A = variable("A", FAMILY)
(H,) = functions("H", MATRIX + "ZZ")
SIZED = {"m_low": 1 <= m, "d_low": 1 <= d, "n_low": 1 <= n}
INDEX = {"t_low": 1 <= t, "t_high": t <= d, "k_low": 1 <= k, "k_high": k <= n}


def fine(x: Term) -> Term:
    """The term for the finer grid."""
    return substitute(x, {m: n * m})


def place(W: Term, k: Term) -> Term:
    """The place of column k, computed from its first row."""
    return floor(W(1, k), m) + 1


def at_place(W: Term, t: Term, j: Term, k: Term) -> Term:
    """The digit of column k, if its place is j, else 0."""
    return ite(Eq(place(W, k), j), W(t, k) - (j - 1) * m, 0)


def in_order(W: Term) -> Term:
    """The columns in the order of their places, as digits of 1/m."""
    total = lambda t, j: Sum(lambda k: at_place(W, t, j, k), 1, n)  # noqa: E731
    return fun(lambda t, j: ite(1 <= t, ite(t <= d, total(t, j), 0), 0), 2)


def looked_up(A: Term, W: Term, t: Term, k: Term) -> Term:
    """The value at the place of column k."""
    return A(in_order(W), t, place(W, k))


def digits(X: Term) -> Term:
    """The cells of the entries, on the finer grid."""
    return fun(lambda t, k: substitute(fine(digit(a)), {a: X(t, k)}), 2)


def misses(X: Term) -> Term:
    """The number of entries outside of [0, 1)."""
    return Sum(lambda k: Sum(lambda t: missed(X(t, k)), 1, d), 1, n)


def spread(A: Term) -> Term:
    """The permutation equivariant step function."""
    return mapping(lambda X, t, k: ite(misses(X) <= 0, looked_up(A, digits(X), t, k), 0), MATRIX, "Z", "Z")


# --- the cell of an entry ---------------------------------------------------------------------------------------------

CELL = {"m_low": 1 <= m, "q_low": 0 <= q, "q_high": q <= m - 1, "below": q * delta <= a, "above": a < (q + 1) * delta}


@paper.claim(CELL, shows=exists(lambda: [Eq(digit(a), q), Eq(missed(a), 0)]))
def digit_of_cell(p: Proof) -> Fact:
    """The quotient by δ is the number of the cell."""
    pos = p.apply("inv_pos", p.have(0 < m), x=m)
    unit = p.have(Eq(m * delta, 1), p.have(0 < m))
    low = p.have(0 <= a, "below", ("q_low", pos))
    high = p.have(a < 1, "above", (p.have(0 <= m - 1 - q), pos), unit)
    own, none = values(p, [low, high], digit(a), missed(a))
    under = p.apply("quotient_le", low, n=m, b=delta, v=a)
    over = p.apply("quotient_gt", n=m, b=delta, v=a)
    times = quotient(a, delta, m)
    less = p.integer_step(p.have(times < q + 1, under, "above", scale=[pos]))
    more = p.integer_step(p.have(q < times + 1, over, "below", scale=[pos]))
    equal = p.antisymmetry(p.have(times <= q, less), p.have(q <= times, more))
    return p.exists_intro(p.goal, [], p.have(Eq(digit(a), q), own, equal), none)


@paper.claim([], shows=0 <= missed(a))
def missed_nonneg(p: Proof) -> Fact:
    """It is 0 or 1."""
    return by_cases(p, [a < 0, 1 <= a], lambda known: p.have(p.goal, *values(p, known, missed(a))))


# --- columns in order -------------------------------------------------------------------------------------------------


def by_row(p: Proof, one: Term, two: Term, inside: Callable[[], Fact]) -> Fact:
    """Two matrices agree at (t, j): by a fact if t is a row, else both are 0."""

    def each(known: list[Fact]) -> Fact:
        chosen = values(p, known, one(t, j), two(t, j))
        own = [inside()] if all(f.concl.op == "le" for f in known) else []
        return p.have(Eq(one(t, j), two(t, j)), *chosen, *own)

    return by_cases(p, [1 <= t, t <= d], each)


@paper.claim([1 <= d, same(W, W2), 1 <= k, k <= n], shows=Eq(place(W, k), place(W2, k)))
def places_equal(p: Proof) -> Fact:
    """The first rows are equal."""
    first = p.specialize(p.get(same(W, W2)), 1, k)
    return p.congr(lambda x: floor(x, m) + 1, first)


@paper.claim([1 <= d, same(W, W2)], shows=Eq(in_order(W)(t, j), in_order(W2)(t, j)))
def orders_equal(p: Proof) -> Fact:
    """The terms of the sums are equal."""
    k_in = assumed(p, 1 <= k, k <= n)

    def inside() -> Fact:
        spot = p.apply("places_equal", *k_in)
        own = p.specialize(p.get(same(W, W2)), t, k, using=[*assumed(p, 1 <= t, t <= d), *k_in])
        first = p.congr(lambda x: ite(Eq(x, j), W(t, k) - (j - 1) * m, 0), spot)
        second = p.congr(lambda x: ite(Eq(place(W2, k), j), x - (j - 1) * m, 0), own)
        terms = [fun(lambda k, W=W_: at_place(W, t, j, k)) for W_ in (W, W2)]
        each = p.have(Eq(terms[0](k), terms[1](k)), first, second)
        return p.apply("sum_eq", each, f=terms[0], g=terms[1], lo=1, hi=n)

    return by_row(p, in_order(W), in_order(W2), inside)


@paper.claim([1 <= d, same(W, W2), 1 <= k, k <= n], shows=Eq(looked_up(A, W, t, k), looked_up(A, W2, t, k)))
def values_equal(p: Proof) -> Fact:
    """Both the columns in order and the places are equal."""
    spot = p.congr(lambda x: A(in_order(W), t, x), p.apply("places_equal"))
    law = p.apply("orders_equal", t=o, j=q)
    law = p.rule("generalize", o, p.rule("generalize", q, law))
    there = lambda w: Eq(A(in_order(W), t, place(W2, k)), A(w, t, place(W2, k)))  # noqa: E731
    moved = p.replace(law, hole(there, GRID), p.have(there(in_order(W))))
    return p.have(p.goal, spot, moved)


TURNED = permutation(tau, n)


@paper.claim([1 <= n, *TURNED], shows=Eq(in_order(permuted(W, tau))(t, j), in_order(W)(t, j)))
def order_turned(p: Proof) -> Fact:
    """The terms of the sum are the same, in another order."""

    def inside() -> Fact:
        own = fun(lambda k: at_place(W, t, j, k))
        return p.apply("sorting.sum_reindexed", *TURNED, p.have(0 <= n), f=own, rho=tau)

    return by_row(p, in_order(permuted(W, tau)), in_order(W), inside)


@paper.claim(
    [1 <= n, *TURNED, 1 <= k, k <= n], shows=Eq(looked_up(A, permuted(W, tau), t, k), looked_up(A, W, t, tau(k)))
)
def value_turned(p: Proof) -> Fact:
    """The columns in order are the same, and column k is column τ(k)."""
    law = p.rule("generalize", o, p.rule("generalize", q, p.apply("order_turned", t=o, j=q)))
    turned = in_order(permuted(W, tau))
    there = lambda w: Eq(A(turned, t, place(W, tau(k))), A(w, t, place(W, tau(k))))  # noqa: E731
    moved = p.replace(law, hole(there, GRID), p.have(there(turned)))
    return p.have(p.goal, moved)


# --- the step function on the finer grid ------------------------------------------------------------------------------

CUBE = [fine(law) for law in in_cube_of(G, X)]


@paper.claim([*SIZED.values(), *CUBE], shows=exists(lambda: [same(digits(X), G), Eq(misses(X), 0)]))
def digits_of_cube(p: Proof) -> Fact:
    """Every entry lies in its cell."""
    p.given(**SIZED, **INDEX)
    many = p.have(1 <= n * m, "m_low", "n_low", ("m_low", "n_low"))
    cell = [p.specialize(p.get(law), t, k) for law in CUBE]
    own, none = p.obtain(p.apply("digit_of_cell", many, *cell, m=n * m, q=G(t, k), a=X(t, k)))
    entry_ = p.generalize(t, p.generalize(k, own, "k_low", "k_high"), "t_low", "t_high")
    zeros = fun(lambda t: num(0))
    none = p.generalize(t, none, "t_low", "t_high")
    column = p.apply("sum_eq", none, f=fun(lambda t: missed(X(t, k))), g=zeros, lo=1, hi=d)
    column = p.generalize(k, column, "k_low", "k_high")
    total = p.apply("sum_eq", column, f=fun(lambda k: Sum(lambda t: missed(X(t, k)), 1, d)), g=zeros, lo=1, hi=n)
    return p.exists_intro(p.goal, [], entry_, total)


@paper.claim([1 <= c, c <= d, 1 <= o, o <= n], shows=missed(X(c, o)) <= misses(X))
def miss_counts(p: Proof) -> Fact:
    """It is one of the terms, none of which is negative."""
    sign = p.apply("missed_nonneg", a=X(t, k))
    column = fun(lambda t: missed(X(t, o)))
    own = p.apply("sum_member", p.apply("missed_nonneg", a=X(t, o)), f=column, lo=1, hi=d, m=c)
    sums = fun(lambda k: Sum(lambda t: missed(X(t, k)), 1, d))
    each = p.apply("sum_nonneg", sign, f=fun(lambda t: missed(X(t, k))), lo=1, hi=d)
    total = p.apply("sum_member", each, f=sums, lo=1, hi=n, m=o)
    return p.have(p.goal, own, total)


@paper.claim([1 <= n, *TURNED], shows=Eq(misses(permuted(X, tau)), misses(X)))
def misses_turned(p: Proof) -> Fact:
    """The columns are counted in another order."""
    own = fun(lambda k: Sum(lambda t: missed(X(t, k)), 1, d))
    return p.apply("sorting.sum_reindexed", *TURNED, p.have(0 <= n), f=own, rho=tau)


@paper.claim([*SIZED.values(), *CUBE, *INDEX.values()], shows=Eq(spread(A)(X, t, k), looked_up(A, G, t, k)))
def spread_on_cube(p: Proof) -> Fact:
    """The digits are those of the cube."""
    alike, none = p.obtain(p.apply("digits_of_cube"))
    here = p.ite_eq(spread(A)(X, t, k), p.have(misses(X) <= 0, none))
    return p.have(p.goal, here, p.apply("values_equal", alike, W=digits(X), **{"W'": G}))


@paper.claim(SIZED, shows=substitute(fine(piecewise_constant(H)), {H: spread(A)}))
def spread_in_class(p: Proof) -> Fact:
    """On the cube of G the value is that at G."""
    p.given(**INDEX, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    value = spread(A)
    family = mapping(lambda G, t, k: looked_up(A, G, t, k), GRID, "Z", "Z")
    constant = p.apply("spread_on_cube", *assumed(p, *CUBE))
    constant = p.generalize(t, p.generalize(k, constant, "k_low", "k_high"), "t_low", "t_high")
    constant = p.discharge(constant, *CUBE)
    constant = p.rule("generalize", G, p.rule("generalize", X, constant))
    beyond = []
    for side in (X(c, o) < 0, 1 <= X(c, o)):
        held = p.assume(side)
        known = [held] if side.op == "lt" else [p.have(0 <= X(c, o), held), held]
        one = values(p, known, missed(X(c, o)))[0]
        some = p.have(0 < misses(X), one, p.apply("miss_counts"))
        zero = p.ite_eq(value(X, t, k), some)
        zero = p.generalize(t, p.generalize(k, zero, "k_low", "k_high"), "t_low", "t_high")
        zero = p.generalize(c, p.generalize(o, p.discharge(zero, side), "o_low", "o_high"), "c_low", "c_high")
        beyond.append(p.rule("generalize", X, zero))
    turned = [p.assume(law) for law in TURNED]
    there = value(permuted(X, tau), t, k)
    goal = Eq(there, value(X, t, tau(k)))
    count = p.apply("misses_turned", *turned)

    def each(known: list[Fact]) -> Fact:
        other = misses(permuted(X, tau))
        moved = p.have(other <= 0 if known[0].concl.op == "le" else 0 < other, known[0], count)
        both = *values(p, [moved], there), *values(p, known, value(X, t, tau(k)))
        if known[0].concl.op != "le":
            return p.have(goal, *both)
        return p.have(goal, *both, p.apply("value_turned", *turned, W=digits(X)))

    turn = by_cases(p, [misses(X) <= 0], each)
    turn = p.generalize(t, p.generalize(k, turn, "k_low", "k_high"), "t_low", "t_high")
    turn = p.discharge(turn, *TURNED)
    turn = p.rule("generalize", X, p.rule("generalize", tau, turn))
    return p.exists_intro(p.goal, [family], constant, *beyond, turn)
