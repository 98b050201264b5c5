"""Continuous functions on compact sets, as sections 4, B and C use them: a modulus, and a bound."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import V_, U, f, g
from proofs.papers.liu.vocabulary import c, d, eps, n, paper
from proofs.theorems.analysis.compactness import (
    beside,
    beyond,
    compact,
    continuous_on_product,
    continuous_on_set,
    member,
    of_pairs,
    pairs,
    parts,
    twice,
    uniformly_continuous_on_set,
)
from proofs.theorems.analysis.continuity import assumed, entries

(r,) = ints("r")
delta, e, D1, D2 = reals("delta e D_1 D_2")
(N,) = ints("N")
X, Y, Z, W = vectors("X Y Z W", 2)
ON_SET = {"wide": d >= 1, "long": n >= 1, "compact": compact(U, d, n), "continuous": continuous_on_set(f, U, d, n, n)}
ON_PAIRS = {
    "wide": d >= 1, "long": n >= 1, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "continuous": continuous_on_product(g, U, V_, d, n, n),
}  # fmt: skip


@paper.claim(given=list(ON_SET.values()), shows=uniformly_continuous_on_set(f, U, d, n, n))
def continuous_uniformly(p: Proof) -> Fact:
    """Apply the library's theorem."""
    return p.apply("uniformly_continuous_if_compact", N=n)


def at_most(X: Term, Y: Term, e: Term) -> Term:
    """‖X − Y‖_∞ <= e."""
    return entries(lambda r, c: abs(X(r, c) - Y(r, c)) <= e, d, n)


def third_within(delta: Term) -> Term:
    """‖X − Y‖_∞ <= δ implies ‖f(X) − f(Y)‖_∞ <= ε/3 on U."""
    close = lambda X, Y: entries(lambda r, c: abs(f(X, r, c) - f(Y, r, c)) <= eps / 3, d, n)  # noqa: E731
    return for_all(lambda X, Y: implies(member(U, X), member(U, Y), at_most(X, Y, delta), close(X, Y)), MATRIX, MATRIX)


@paper.claim(given=[*ON_SET.values(), eps > 0], shows=exists(lambda delta: [0 < delta, third_within(delta)], "R"))
def modulus_exists(p: Proof) -> Fact:
    """Take half of the δ of uniform continuity."""
    uniform = p.specialize(p.apply("continuous_uniformly"), eps / 3)
    pos, steady = p.obtain(uniform, delta)
    X_in, Y_in, near = assumed(p, member(U, X), member(U, Y), at_most(X, Y, delta / 2))
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    less = p.have(abs(X(r, c) - Y(r, c)) < delta, p.specialize(near, r, c, using=ends), pos)
    there = p.specialize(p.specialize(steady, X, using=[X_in]), Y, using=[Y_in, less])
    close = p.have(abs(f(X, r, c) - f(Y, r, c)) <= eps / 3, p.specialize(there, r, c, using=ends))
    close = p.generalize(r, p.generalize(c, close))
    law = p.rule("generalize", Y, p.discharge(close, X_in.concl, Y_in.concl, near.concl))
    return p.exists_intro(p.goal, [delta / 2], pos, p.rule("generalize", X, law))


def bounds(B: Term) -> Term:
    """|f(X)| <= B in every entry, on U."""
    return for_all(lambda X: implies(member(U, X), entries(lambda r, c: abs(f(X, r, c)) <= B, d, n)), MATRIX)


@paper.claim(given=list(ON_SET.values()), shows=exists(lambda B: [0 < B, bounds(B)], "R"))
def values_bounded(p: Proof) -> Fact:
    """Apply the library's theorem."""
    return p.apply("bounded_on_compact", N=n)


PAIRS_IN = member(U, X), member(V_, Y), member(U, Z), member(V_, W)


def third_for_pairs(delta: Term) -> Term:
    """‖X − Z‖_∞ <= δ and ‖Y − W‖_∞ <= δ imply ‖g(X, Y) − g(Z, W)‖_∞ <= ε/3 on U × V."""
    close = entries(lambda r, c: abs(g(X, Y, r, c) - g(Z, W, r, c)) <= eps / 3, d, n)
    law = implies(*PAIRS_IN, at_most(X, Z, delta), at_most(Y, W, delta), close)
    return for_all(lambda X_, Y_, Z_, W_: substitute(law, {X: X_, Y: Y_, Z: Z_, W: W_}), *[MATRIX] * 4)


@paper.claim(given=[*ON_PAIRS.values(), eps > 0], shows=exists(lambda delta: [0 < delta, third_for_pairs(delta)], "R"))
def pair_modulus_exists(p: Proof) -> Fact:
    """Take half of the δ of uniform continuity."""
    uniform = p.apply("uniformly_continuous_on_product", N=n, epsilon=eps / 3)
    pos, steady = p.obtain(uniform, delta)
    held = assumed(p, *PAIRS_IN, at_most(X, Z, delta / 2), at_most(Y, W, delta / 2))
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)

    def at_all(claim: Term, *by: Fact) -> Fact:
        return p.generalize(r, p.generalize(c, p.have(claim, *by)))

    near = [
        at_all(abs(A(r, c) - B(r, c)) < delta, p.specialize(fact, r, c, using=ends), pos)
        for A, B, fact in ((X, Z, held[4]), (Y, W, held[5]))
    ]
    there = p.specialize(p.specialize(steady, X, Y, using=held[:2]), Z, W, using=[*held[2:4], *near])
    gap = abs(g(X, Y, r, c) - g(Z, W, r, c))
    law = p.discharge(at_all(gap <= eps / 3, p.specialize(there, r, c, using=ends)), *(x.concl for x in held))
    return p.exists_intro(p.goal, [delta / 2], pos, law)


def pair_bounds(B: Term) -> Term:
    """|g(X, Y)| <= B in every entry, on U × V."""
    each = lambda X, Y: entries(lambda r, c: abs(g(X, Y, r, c)) <= B, d, n)  # noqa: E731
    return for_all(lambda X, Y: implies(member(U, X), member(V_, Y), each(X, Y)), MATRIX, MATRIX)


@paper.claim(given=ON_PAIRS, shows=exists(lambda B: [0 < B, pair_bounds(B)], "R"))
def pair_values_bounded(p: Proof) -> Fact:
    """Apply this to the function of [X, Y]."""
    low = p.have(0 <= n)
    whole = p.apply("product_compact", low), p.apply("product_continuous", low, N=n)
    found = p.apply("bounded_on_compact", *whole, U=pairs, n=twice, N=n, f=substitute(of_pairs, {N: n}))
    (B,) = reals("B")
    joined = beside(X, Y)

    def with_sets(*closed: Fact) -> Fact:
        pos, below = p.obtain(found, B)
        X_in, Y_in, *ends = assumed(p, member(U, X), member(V_, Y), 1 <= r, r <= d, 1 <= c, c <= n)
        inside = p.apply("joined_in_product", *closed, X_in, Y_in)
        same = [p.apply(f"{half}_of_joined", X_1=Y) for half in ("first", "second")]
        at = {"X": X, "Y": joined, "X_1": Y, "Y_1": beyond(joined)}
        equal = p.apply("same_values_of_pairs", X_in, Y_in, *parts(p, inside, joined), *same, N=n, **at)
        size = p.specialize(p.specialize(below, joined, using=[inside]), r, c, using=ends)
        moved = p.congr(abs, p.specialize(equal, r, c, using=ends))
        each = p.have(abs(g(X, Y, r, c)) <= B, size, moved)
        each = p.generalize(r, p.generalize(c, each))
        law = p.discharge(each, X_in.concl, Y_in.concl)
        return p.exists_intro(p.goal, [B], pos, law)

    def with_U(_: Fact, closed: Fact, __: Fact) -> Fact:
        return p.exists_elim("compact_V", [D2], lambda _, other, __: with_sets(closed, other))

    return p.exists_elim("compact_U", [D1], with_U)
