"""Equivariant maps keep equal columns equal, so that none distinguishes all tokens of the extended grid (E.1)."""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import (
    F,
    G,
    K,
    N,
    S,
    U,
    X,
    at_state,
    composed_of,
    high,
    identity,
    low,
    one,
    two,
    two_heads,
)
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import outside
from proofs.papers.yun.appendix_e3_lemma_8.contextual_equivariance import COLUMNS as PERMUTED
from proofs.papers.yun.section_2_transformers.blocks import pi
from proofs.papers.yun.vocabulary import d, delta, i, j, k, m, n, paper
from proofs.theorems.analysis.continuity import assumed, entries
from proofs.theorems.networks.permutations import equivariant, permutation

X2 = vectors("X'", 2)[0]
IN_ORDER = every(lambda k: every(lambda i: Eq(X2(i, k), X(i, pi(k))), 1, d), 1, n)


MOVED = every(lambda k: every(lambda i: Eq(G(X2, i, k), G(X, i, pi(k))), 1, d), 1, n)


@paper.claim(
    {"N_low": 0 <= N, "d_low": 1 <= d, **PERMUTED, "columns": IN_ORDER},
    shows=for_all(lambda g: substitute(implies(composed_of(two_heads, G, N), MOVED), {G: g}), OPERATOR),
)
def heads_equivariant(p: Proof) -> Fact:
    """By induction on the layers: a head finds the same maximal scores in another order."""
    p.given(K_low=0 <= K, i_low=1 <= i, i_high=i <= d, k_low=1 <= k, k_high=k <= n)
    alike_at = lambda K: every(lambda k: every(lambda i: Eq(S(K, X2, i, k), S(K, X, i, pi(k))), 1, d), 1, n)  # noqa: E731
    claim = lambda K: implies(K <= N, alike_at(K))  # noqa: E731
    both = ((X2, k), (X, pi(k)))
    there = [p.specialize(name, k) for name in ("pi_low", "pi_high")]

    made = p.assume(composed_of(two_heads, G, N))
    layers, start, steps, end = p.obtain(made, F, S)
    sides = [p.specialize(start, Y, i, a) for Y, a in both]
    fact = p.have(Eq(S(num(0), X2, i, k), S(num(0), X, i, pi(k))), *sides)
    base = p.discharge(p.generalize(k, p.generalize(i, fact)), 0 <= N)
    so_far, room = p.assume(claim(K)), p.assume(K + 1 <= N)
    now = p.mp(so_far, p.have(K <= N, room))
    at = [p.get("K_low"), p.have(K <= N - 1, room)]
    step, layer = p.specialize(steps, K, using=at), p.specialize(layers, K, using=at)
    entry = p.specialize(now, k, i)
    A, A2 = at_state(S, K, X), at_state(S, K, X2)

    def moved(same: Fact) -> Fact:
        heads = [p.apply("psi_permuted", now, A=A, u=U, b=b, j=k, **{"A'": A2}) for b in (low, high)]
        values = []
        for (Y, a), state in zip(both, (A2, A), strict=True):
            values.append(p.specialize(step, Y, i, a))
            column = p.specialize(same, state, i, a, using=there if a is not k else ())
            values.append(column)
        return p.have(Eq(S(K + 1, X2, i, k), S(K + 1, X, i, pi(k))), *values, entry,
                             (heads[0], one), (heads[1], two))  # fmt: skip

    next_ = p.exists_elim(layer, [U, one, two, low, high], moved, claim(K + 1).args[1])
    all_ = p.induct(claim, 0, K, base, p.discharge(next_, room.concl))
    ends = [p.specialize(end, Y, i, a, using=there if a is not k else ()) for Y, a in both]
    return p.have(Eq(G(X2, i, k), G(X, i, pi(k))), *ends, all_)


@paper.claim([], shows=composed_of(two_heads, identity, N))
def idle_heads(p: Proof) -> Fact:
    """Take heads that add nothing: such layers exist for every N."""
    still = mapping(lambda l, X, t, k: X(t, k), "Z", MATRIX, "Z", "Z")
    layer = p.exists_intro(two_heads(identity), [fun(lambda i: num(0)), 0, 0, 0, 0])
    return p.exists_intro(p.goal, [still, still], layer)


def extended(L: Term) -> Term:
    """L ∈ G_δ^+."""
    in_grid = lambda x: exists(lambda v: [0 <= v, v <= m - 1, Eq(x, v * delta)], "Z")  # noqa: E731
    return entries(lambda i, k: implies(negation(Eq(L(i, k), outside)), in_grid(L(i, k))), d, n)


def reordered(L: Term, other: Term) -> Term:
    """L' is a permutation of L."""
    same = lambda tau: every(lambda k: every(lambda i: Eq(L(i, tau(k)), other(i, k)), 1, d), 1, n)  # noqa: E731
    return exists(lambda tau: [*permutation(tau, n), same(tau)], "(Z>Z)")


paper.notions.define(extended(X), (X, m, d, n), "{0} ∈ G⁺_(1/{1})", r"{0} \in \mathbb{{G}}_{{1/{1}}}^{{+}}")
paper.notions.define(reordered(X, X2), (X, X2, d, n), "{1} is a permutation of {0}", r"{1} = {0} P")
pairs = lambda claim: every(lambda j: every(lambda k: claim(j, k), 1, n), 1, n)  # noqa: E731


def entry(G: Term, u: Term, L: Term, k: Term) -> Term:
    """q(L)_k = uᵀ G(L)_k."""
    return Sum(lambda i: u(i) * G(L, i, k), 1, d)


def told_apart(G: Term, u: Term) -> list[Term]:
    """G is equivariant, and no two entries of q(L), q(L') are equal unless L' is a permutation of L."""

    def apart(L: Term, other: Term) -> Term:
        own = pairs(lambda j, k: implies(Eq(entry(G, u, L, j), entry(G, u, L, k)), Eq(j, k)))
        both = pairs(lambda j, k: negation(Eq(entry(G, u, L, j), entry(G, u, other, k))))
        return implies(extended(L), extended(other), negation(reordered(L, other)), exists(lambda: [own, both]))

    return [equivariant(G, d, n), for_all(apart, MATRIX, MATRIX)]


SECOND = exists(told_apart, OPERATOR, VECTOR)
(u,) = vectors("u")
zero, ones = fun(lambda i, k: num(0), 2), fun(lambda i, k: delta, 2)
swap = fun(lambda k: ite(Eq(k, 1), 2, ite(Eq(k, 2), 1, k)))


@paper.claim([2 <= n], shows=exists(lambda: permutation(swap, n)))
def swap_permutes(p: Proof) -> Fact:
    """It exchanges 1 and 2."""
    p.given(two=2 <= n, j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
    cases, own = [Eq(k, 1), Eq(k, 2)], ("k_low", "k_high", "two")

    def within(x: Term) -> Fact:
        return by_cases(p, cases, lambda known: p.have(x, *values(p, known, swap(k)), *known, *own))

    ends = [within(1 <= swap(k)), within(swap(k) <= n)]
    (same,) = assumed(p, Eq(swap(j), swap(k)))
    once = by_cases(p, [*cases, Eq(j, 1), Eq(j, 2)], lambda known: p.have(
        Eq(j, k), same, *values(p, known, swap(j), swap(k)), *known, "j_low", "k_low"))  # fmt: skip
    laws = [p.generalize(k, x, "k_low", "k_high") for x in ends]
    once = p.generalize(k, p.discharge(once, same.concl), "k_low", "k_high")
    once = p.generalize(j, once, "j_low", "j_high")
    return p.exists_intro(p.goal, [], *laws, once)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=negation(SECOND))
def none_on_extended_grid(p: Proof) -> Fact:
    """Take L = 0, which is unchanged if two columns are exchanged, and L' = δ."""
    p.given(i_low=1 <= i, i_high=i <= d, k_low=1 <= k, k_high=k <= n)
    grids = []
    for value, L in ((num(0), zero), (num(1), ones)):
        off = p.assume(negation(Eq(L(i, k), outside)))
        inside = exists(lambda v, L=L: [0 <= v, v <= m - 1, Eq(L(i, k), v * delta)], "Z")
        found = p.discharge(p.exists_intro(inside, [value]), off.concl)
        grids.append(p.generalize(i, p.generalize(k, found, "k_low", "k_high"), "i_low", "i_high"))
    moved = p.assume(reordered(zero, ones))
    tau = variable("tau", "(Z>Z)")

    laws = p.obtain(moved, tau)
    other = p.discharge(p.have(FALSE, p.specialize(laws[-1], 1, 1)), moved.concl)

    some = p.assume(SECOND)
    turned, law = p.obtain(some, G, u)
    law = p.rule("specialize", p.rule("specialize", law, zero), ones)
    for known in (*grids, other):
        law = p.mp(law, known)
    turned = p.rule("specialize", p.rule("specialize", turned, zero), swap)
    for side in p.obtain(p.apply("swap_permutes")):
        turned = p.mp(turned, side)
    (second,) = values(p, [p.have(Eq(num(1), 1))], swap(num(1)))
    each = p.specialize(turned, i, 1)
    each = p.have(Eq(G(zero, i, num(1)), G(zero, i, num(2))), each, p.congr(lambda k: G(zero, i, k), second))
    terms = [fun(lambda i, k=k: u(i) * G(zero, i, num(k))) for k in (1, 2)]
    each = p.have(Eq(terms[0](i), terms[1](i)), (each, u(i)))
    own, _ = p.obtain(law)
    return p.change(p.have(FALSE, p.specialize(own, 1, 2, using=["sum_eq", each])), FALSE)


AT = {m: num(2), d: num(1), n: num(2)}


@paper.claim([], shows=negation(substitute(SECOND, AT)))
def none_on_smallest_grid(p: Proof) -> None:
    """Take d = 1, n = 2, δ = 1/2."""
