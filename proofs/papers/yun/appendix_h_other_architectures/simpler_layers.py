"""Layers in place of self-attention (appendix H): bilinear projection, separable convolution, average attention."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import ENTRIES
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import DISTINCT, contextual
from proofs.papers.yun.section_2_transformers.blocks import X2, X, tokens
from proofs.papers.yun.vocabulary import d, delta, i, j, k, m, n, paper, q
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.continuity import assumed

W_O, W_P, W_C, W = vectors("W_O W_P W_C W", 2)
(filter_size,) = ints("b")
SIZES = [1 <= d, 1 <= n]


def bilinear(x: Matrix) -> Matrix:
    """X + W_O X W_P."""
    return x + named(W_O, d, d) @ x @ named(W_P, n, n)


def convolved(x: Matrix, i: Term, j: Term) -> Term:
    """(X * W_C)_ij = Σ_k X_{i,j+1-k} (W_C)_ik over the filter, with zeros beyond the ends."""
    at = fun(lambda k: ite(1 <= k, ite(k <= n, x(i, k), 0), 0))
    return Sum(lambda k: at(j + 1 - k) * W_C(i, k), 1, filter_size)


def separable(x: Matrix) -> Matrix:
    """X + W_O (X * W_C)."""
    return x + named(W_O, d, d) @ Matrix(d, n, lambda i, j: convolved(x, i, j))


def average(x: Matrix) -> Matrix:
    """X + W X 11ᵀ/n, W for Σ_heads W_O W_V."""
    mean = Matrix(d, n, lambda i, j: Sum(lambda k: x(i, k), 1, n) / n)
    return x + named(W, d, d) @ mean


same_token = every(lambda i: Eq(X(i, j), X2(i, j)), 1, d)
same_sums = every(lambda i: Eq(Sum(lambda k: X(i, k), 1, n), Sum(lambda k: X2(i, k), 1, n)), 1, d)
other = named(X2, d, n)


@paper.claim([*SIZES, 1 <= i, i <= d, same_token, same_sums], shows=Eq(average(tokens)(i, j), average(other)(i, j)))
def average_blind(p: Proof) -> None:
    """Sequences with the same token and the same sum of tokens are not distinguished at this token."""
    members = [fun(lambda q, x=x: W(i, q) * (Sum(lambda k: x(q, k), 1, n) / n)) for x in (X, X2)]
    p.apply("sum_eq", f=members[0], g=members[1], lo=1, hi=d, label="rest")


def two_tokens(a: int, b: int) -> Term:
    """The rows (a, b, 0, …)."""
    return fun(lambda i, k: a * ite(Eq(k, 1), 1, 0) + b * ite(Eq(k, 2), 1, 0), 2)


first, second = two_tokens(0, 2), two_tokens(1, 1)


def average_same(x: Term, y: Term) -> list[Term]:
    """Two tokens of x and y differ, but the averages are equal."""
    mean = lambda x, i: Sum(lambda k: x(i, k), 1, n) / n  # noqa: E731
    apart = [negation(Eq(x(1, k), y(1, k))) for k in (1, 2)]
    return [*apart, every(lambda i: Eq(mean(x, i), mean(y, i)), 1, d)]


@paper.claim([1 <= d, 2 <= n], shows=exists(average_same, MATRIX, MATRIX))
def averages_may_agree(p: Proof) -> Fact:
    """(0, 2, 0, …) and (1, 1, 0, …)."""
    picks = [p.apply("sum_delta", f=fun(lambda k: num(1)), m=num(a), lo=1, hi=n) for a in (1, 2)]
    total = lambda x: Sum(lambda k: x(i, k), 1, n)  # noqa: E731
    sums = p.have(Eq(total(first), total(second)), *picks)
    mean = p.have(Eq(total(first) / n, total(second) / n), (sums, inv(n)))
    return p.exists_intro(p.goal, [first, second], mean)


# one row, two tokens 0 and 1 in either order, W_O = 1
weights = fun(lambda i, j: ite(Eq(i, 1), array(2, 4)(j), array(1, 6)(j)), 2)


(u,) = vectors("u")
(listed,) = vectors("L", 3)
number, at, e = ints("N a e")
coded = mapping(lambda x, j: Sum(lambda i: u(i) * bilinear(named(x, d, n))(i, j), 1, d), MATRIX, "Z")
NONE = negation(contextual(coded, listed, number))
y2 = variable("y'", y.sort)
alike = lambda y, z: every(lambda i: every(lambda k: Eq(y(i, k), z(i, k)), 1, n), 1, d)  # noqa: E731


def point(y: Term) -> Term:
    """The point y δ of the grid."""
    return fun(lambda i, k: y(i, k) * delta, 2)


def in_grid(z: Term) -> Term:
    """z δ lies in G̃_δ."""
    return substitute(exists(lambda: [*ENTRIES.values(), *DISTINCT.values()]), {y: z})


def separates(W_O_: Term, W_P_: Term, u_: Term) -> list[Term]:
    """uᵀ BProj has no two equal entries, at one point of G̃_δ or at two."""
    value = lambda y, j: substitute(coded(point(y), j), {W_O: W_O_, W_P: W_P_, u: u_})  # noqa: E731
    places = lambda claim: every(lambda j: every(lambda k: claim(j, k), 1, n), 1, n)  # noqa: E731
    apart = lambda y, j, z, k: negation(Eq(value(y, j), value(z, k)))  # noqa: E731
    own = lambda y: places(lambda j, k: implies(negation(Eq(j, k)), apart(y, j, y, k)))  # noqa: E731
    both = lambda y, z: places(lambda j, k: apart(y, j, z, k))  # noqa: E731
    return [
        for_all(lambda y: implies(in_grid(y), own(y)), y.sort),
        for_all(lambda y, z: implies(in_grid(y), in_grid(z), negation(alike(y, z)), both(y, z)), y.sort, y.sort),
    ]


some_weights = exists(separates, MATRIX, MATRIX, VECTOR)
NO_WEIGHTS = negation(some_weights)
EXAMPLE = {m: num(2), d: num(1), n: num(2)}
ones = fun(lambda i, k: num(1), 2), weights, fun(lambda i: num(1))  # W_O, W_P, u
of_point = lambda y, j: substitute(coded(point(y), j), {W_O: ones[0], W_P: weights, u: ones[2], **EXAMPLE})  # noqa: E731


@paper.claim([], shows=negation(substitute(NO_WEIGHTS, EXAMPLE)))
def told_apart_by_projection(p: Proof) -> Fact:
    """(0, 1/2) goes to (1/2, 7/2), and (1/2, 0) to (3/2, 2): four different numbers."""
    places = {v: assumed(p, 1 <= v, v <= 2) for v in (j, k, q)}
    grid = {x: p.assume(substitute(in_grid(x), EXAMPLE)) for x in (y, y2)}
    one_row = p.antisymmetry(*reversed(assumed(p, 1 <= i, i <= 1)))

    def in_row(x: Term, at: Term) -> Fact:
        """Row i of x is the only one."""
        return p.congr(lambda i: x(i, at), one_row)

    def digits(x: Term, prove: Callable[[dict[int, Fact]], Fact]) -> Fact:
        """One of the two numbers of x is 0, and the other 1."""
        low, high, distinct = p.obtain(grid[x])
        ends = [p.specialize(law, at, 1) for law in (low, high) for at in (1, 2)]

        def case(order: Fact) -> Fact:
            if order.concl.op == "eq":
                moved = [in_row(x, num(at)) for at in (1, 2)]
                column = p.generalize(i, p.have(Eq(x(i, 1), x(i, 2)), order, *moved), 1 <= i, i <= 1)
                return p.have(FALSE, p.specialize(distinct, 1, 2, using=[column]))
            step = p.integer_step(order)
            zero_first = order.concl.args[0] is x(1, 1)
            values = (0, 1) if zero_first else (1, 0)
            return prove({at: p.have(Eq(x(1, at), values[at - 1]), step, *ends) for at in (1, 2)})

        return p.trichotomy(x(1, 1), x(1, 2), case)

    def place(v: Term, goal: Term, prove: Callable[[Fact], Fact]) -> Fact:
        """The place v is 1 or 2."""
        low, high = places[v]

        def case(order: Fact) -> Fact:
            if order.concl.op == "eq":
                return prove(order)
            if order.concl.args[0] is v:
                return p.absurd(p.have(FALSE, order, low), goal)
            return prove(p.antisymmetry(high, p.integer_step(order)))

        return p.trichotomy(v, 1, case)

    def entry(x: Term, at: Fact, own: dict[int, Fact]) -> Fact:
        """The entry of x at this place, as a number."""
        v, spot = at.concl.args
        first, second = (3, 1) if spot is num(1) else (4, 7)
        here = p.have(Eq(of_point(x, spot), (first * x(1, 1) + second * x(1, 2)) / 2))
        moved = p.congr(lambda v: of_point(x, v), at)
        total = sum(c * int(f.concl.args[1].args[0]) for c, f in zip((first, second), own.values(), strict=True))
        return p.have(Eq(of_point(x, v), num(total, 2)), moved, here, *own.values())

    def apart(x: Term, z: Term, clash: Callable[[Fact, Fact, dict[int, Fact], dict[int, Fact]], Fact | None]) -> Fact:
        """No entry of x equals one of z, except where there is a clash."""
        equal = p.assume(Eq(of_point(x, j), of_point(z, k)))

        def differ(at_j: Fact, at_k: Fact, one: dict[int, Fact], two: dict[int, Fact]) -> Fact:
            found = clash(at_j, at_k, one, two)
            return found or p.have(FALSE, equal, entry(x, at_j, one), entry(z, at_k, two))

        def at_places(one: dict[int, Fact], two: dict[int, Fact]) -> Fact:
            return place(j, FALSE, lambda at_j: place(k, FALSE, lambda at_k: differ(at_j, at_k, one, two)))

        if z is x:
            false = digits(x, lambda one: at_places(one, one))
        else:
            false = digits(x, lambda one: digits(z, lambda two: at_places(one, two)))
        return p.discharge(false, equal.concl)

    other = p.assume(negation(Eq(j, k)))

    def same_place(at_j: Fact, at_k: Fact, *_: dict[int, Fact]) -> Fact | None:
        if at_j.concl.args[1] is not at_k.concl.args[1]:
            return None
        return p.mp(other, p.have(Eq(j, k), at_j, at_k))

    other_point = p.assume(substitute(negation(alike(y, y2)), EXAMPLE))

    def same_point(_: Fact, __: Fact, one: dict[int, Fact], two: dict[int, Fact]) -> Fact | None:
        if one[1].concl.args[1] is not two[1].concl.args[1]:
            return None

        goal = Eq(y(i, q), y2(i, q))

        def at(at_q: Fact) -> Fact:
            spot = 1 if at_q.concl.args[1] is num(1) else 2
            rows = [in_row(x, q) for x in (y, y2)]
            moved = p.congr(lambda q: y(1, q), at_q), p.congr(lambda q: y2(1, q), at_q)
            return p.have(goal, *rows, *moved, one[spot], two[spot])

        equal = p.generalize(q, place(q, goal, at), *places[q])
        return p.mp(other_point, p.generalize(i, equal, 1 <= i, i <= 1))

    def everywhere(fact: Fact) -> Fact:
        return p.generalize(j, p.generalize(k, fact, *places[k]), *places[j])

    own = p.discharge(everywhere(p.discharge(apart(y, y, same_place), other.concl)), grid[y].concl)
    both = p.discharge(everywhere(apart(y, y2, same_point)), grid[y].concl, grid[y2].concl, other_point.concl)
    both = p.rule("generalize", y, p.rule("generalize", y2, both))
    some = substitute(some_weights, EXAMPLE)
    found = p.exists_intro(some, [ones[0], weights, ones[2]], p.rule("generalize", y, own), both)
    none = p.assume(negation(some))
    return p.discharge(p.mp(none, found), none.concl)


ZERO = {
    "n_low": 2 <= n, "at_low": 1 <= at, "at_high": at <= number,
    "zero": every(lambda i: every(lambda k: Eq(listed(at, i, k), 0), 1, n), 1, d),
}  # fmt: skip


@paper.claim({"d_low": 1 <= d, **ZERO}, shows=NONE)
def zero_not_told_apart(p: Proof) -> Fact:
    """The layer maps 0 to 0, so that both columns have the entry 0."""
    p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n, q_low=1 <= q, q_high=q <= d)
    L, zeros = fun(lambda i, k: listed(at, i, k), 2), fun(lambda i: num(0))
    inner = p.apply("sum_eq", f=fun(lambda q: W_O(i, q) * L(q, j)), g=zeros, lo=1, hi=d)
    mixed = fun(lambda k: Sum(lambda q: W_O(i, q) * L(q, k), 1, d))
    values = []
    for column in (num(1), num(2)):
        added = fun(lambda k, c=column: mixed(k) * W_P(k, c))
        out = p.apply("sum_eq", (inner, W_P(j, column)), f=added, g=zeros, lo=1, hi=n)
        value = bilinear(named(L, d, n))(i, column)
        entry = p.have(Eq(value, 0), p.specialize("zero", i, column), out)
        terms = fun(lambda i, c=column: u(i) * bilinear(named(L, d, n))(i, c))
        values.append(p.apply("sum_eq", (entry, u(i)), f=terms, g=zeros, lo=1, hi=d))
    told = p.assume(contextual(coded, listed, number))
    own, _ = p.obtain(
        told,
    )
    law = p.specialize(own, at, 1, 2, using=[])
    return p.mp(law, p.have(law.concl.args[0], *values))
