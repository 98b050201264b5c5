"""Layers in place of self-attention (appendix H): bilinear projection, separable convolution, average attention."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import contextual
from proofs.papers.yun.section_2_transformers.blocks import X2, X, tokens
from proofs.papers.yun.vocabulary import d, i, j, n, paper, q
from proofs.theorems.algebra.matrices import Matrix, named

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
BOTH_ORDERS = fun(lambda a, i, k: ite(Eq(a, 1), array(0, 1)(k), array(1, 0)(k)), 3)
EXAMPLE = {
    d: num(1), n: num(2), number: num(2), W_O: fun(lambda i, k: num(1), 2), W_P: weights, u: fun(lambda i: num(1)),
    listed: BOTH_ORDERS,
}  # fmt: skip


@paper.claim([], shows=negation(substitute(NONE, EXAMPLE)))
def told_apart_by_projection(p: Proof) -> Fact:
    """1, 7 and 3, 4 are four different numbers."""
    return p.rule("compute", p.goal, [], ["leaf", 64])


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
