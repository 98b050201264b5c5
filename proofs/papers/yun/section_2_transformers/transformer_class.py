"""The class T^(h,m,r): compositions of Transformer blocks, and some of its members (section 2).

A function g of d × n matrices is in the class if there are a number K >= 1 of blocks, weights for each, and functions
S_0, …, S_K with S_0(X) = X, S_(l+1)(X) = block(S_l(X)) and S_K = g. Only entries of the matrices are spoken of.

Compositions of members are members. So is a layer that acts on tokens by r = 4 ReLUs, and one that acts on the entries
of one row.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.concatenation import carried
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.blocks import (
    SIZES,
    W_1,
    W_2,
    W_K,
    W_O,
    W_Q,
    W_V,
    X2,
    X,
    attention,
    b_1,
    b_2,
    block,
    h,
    pi,
    tokens,
    tokens2,
)
from proofs.papers.yun.vocabulary import d, m, n, paper, r
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.integration.grid_errors import over, same
from proofs.theorems.networks.permutations import equivariant, permutation, permuted
from proofs.theorems.networks.relu import relu

t, k, c, q, l, K, K1, K2, head = ints("t k c q l K K_1 K_2 head")
g, g1, g2 = functions("g g_1 g_2", MATRIX + "ZZ")
STATE = f"(Z{MATRIX}ZZ>R)"
S, S1, S2 = (variable(name, STATE) for name in ("S", "S_1", "S_2"))
HEADS, LAYERS, BIASES = "(ZZZZ>R)", "(ZZZ>R)", MATRIX
WEIGHTS = (W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2)
SORTS = (HEADS, HEADS, HEADS, HEADS, LAYERS, BIASES, LAYERS, BIASES)
WIDTH_2_1_4 = {h: num(2), m: num(1), r: num(4)}


def of_layer(weights: Sequence[Term], l: Term) -> list[Term]:
    """The weights of layer l, of families of weights."""
    arities = (3, 3, 3, 3, 2, 1, 2, 1)
    return [fun(lambda *index, w=w: w(l, *index), arity) for w, arity in zip(weights, arities, strict=True)]


def block_at(weights: Sequence[Term], Y: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of the block with these weights, W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2, at Y."""
    return substitute(block(tokens)(t, k), {**dict(zip(WEIGHTS, weights, strict=True)), X: Y})


def at_state(S: Term, l: Term | int, X: Term) -> Term:
    """S_l(X), as a matrix."""
    return fun(lambda t, k: S(l, X, t, k), 2)


def chain(K: Term, weights: Sequence[Term], S: Term, g: Term) -> list[Term]:
    """S_0 is the identity, S_(l+1) a block after S_l, and g = S_K."""

    def next_(l: Term) -> Term:
        def at(X: Term) -> Term:
            out = lambda t, k: block_at(of_layer(weights, l), at_state(S, l, X), t, k)  # noqa: E731
            return entries(lambda t, k: Eq(S(l + 1, X, t, k), out(t, k)), d, n)

        return for_all(at, MATRIX)

    return [
        1 <= K,
        for_all(lambda X: entries(lambda t, k: Eq(S(num(0), X, t, k), X(t, k)), d, n), MATRIX),
        every(next_, 0, K - 1),
        for_all(lambda X: entries(lambda t, k: Eq(g(X, t, k), S(K, X, t, k)), d, n), MATRIX),
    ]


def in_T(g: Term) -> Term:
    """g ∈ T^(h,m,r)."""

    def blocks(
        K: Term, W_O: Term, W_V: Term, W_K: Term, W_Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, S: Term
    ) -> list[Term]:
        return chain(K, (W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2), S, g)

    return exists(blocks, "Z", *SORTS, STATE)


paper.notions.define(in_T(g), (g, h, m, r, d, n), "{0} ∈ T^({1},{2},{3})", r"{0} \in \mathcal{{T}}^{{{1},{2},{3}}}")
FAMILIES = tuple(variable(w.args[0], sort) for w, sort in zip(WEIGHTS, SORTS, strict=True))
FAMILIES_2 = tuple(variable(w.args[0] + "'", sort) for w, sort in zip(WEIGHTS, SORTS, strict=True))
t_in, k_in = {"t_low": 1 <= t, "t_high": t <= d}, {"k_low": 1 <= k, "k_high": k <= n}


def entry(p: Proof, fact: Fact) -> Fact:
    """The fact about all entries, at (t, k)."""
    return p.specialize(fact, t, k)


@paper.claim([*SIZES, same(X, X2), *t_in.values(), *k_in.values()],
             shows=Eq(block(tokens2)(t, k), block(tokens)(t, k)))  # fmt: skip
def block_same(p: Proof) -> Fact:
    """Apply Claim 1 to the identity permutation."""
    return p.apply("feed_forward_permuted", pi=fun(lambda k: k), i=t, j=k)


def of_entries(g: Term) -> Term:
    """g(Y) depends on the entries of Y alone."""
    values = lambda Y, Y2: entries(lambda t, k: Eq(g(Y, t, k), g(Y2, t, k)), d, n)  # noqa: E731
    return for_all(lambda Y, Y2: implies(same(Y, Y2), values(Y, Y2)), MATRIX, MATRIX)


@paper.claim([*SIZES, in_T(g)], shows=of_entries(g))
def member_of_entries(p: Proof) -> Fact:
    """By induction on the number of blocks."""
    p.given(member=in_T(g), **t_in, **k_in, same=same(X, X2), l_low=0 <= l)
    K_low, start, step, end = p.obtain("member", K, *FAMILIES, S)
    alike = lambda l: implies(l <= K, same(at_state(S, l, X), at_state(S, l, X2)))  # noqa: E731
    first = [entry(p, p.specialize(start, Y)) for Y in (X, X2)]
    own = entry(p, p.get("same"))
    base = over(p, p.have(Eq(S(num(0), X, t, k), S(num(0), X2, t, k)), *first, own))
    base = p.discharge(base, 0 <= K)
    so_far, room = p.assume(alike(l)), p.assume(l + 1 <= K)
    now = p.mp(so_far, p.have(l <= K, room))
    weights = {w.args[0]: f for w, f in zip(WEIGHTS, of_layer(FAMILIES, l), strict=True)}
    put = {"X": at_state(S, l, X), "X'": at_state(S, l, X2)}
    same_ = p.apply("block_same", now, **weights, **put)
    at_l = p.specialize(step, l, using=[room])
    sides = [entry(p, p.specialize(at_l, Y)) for Y in (X, X2)]
    next_ = over(p, p.have(Eq(S(l + 1, X, t, k), S(l + 1, X2, t, k)), *sides, same_))
    all_ = p.induct(alike, 0, l, base, p.discharge(next_, room.concl))
    last = p.specialize(all_, K, using=[K_low])
    ends = [entry(p, p.specialize(end, Y)) for Y in (X, X2)]
    return p.have(Eq(g(X, t, k), g(X2, t, k)), *ends, entry(p, last))


@paper.claim([in_T(g), for_all(lambda X: entries(lambda t, k: Eq(g1(X, t, k), g(X, t, k)), d, n), MATRIX)],
             shows=in_T(g1))  # fmt: skip
def member_same(p: Proof) -> Fact:
    """The same blocks compute both."""
    same_ = for_all(lambda X: entries(lambda t, k: Eq(g1(X, t, k), g(X, t, k)), d, n), MATRIX)
    p.given(member=in_T(g), same=same_, **t_in, **k_in)
    K_low, start, step, end = p.obtain("member", K, *FAMILIES, S)
    sides = [entry(p, p.specialize(y, X)) for y in (p.get("same"), end)]
    out = p.have(Eq(g1(X, t, k), S(K, X, t, k)), *sides)
    return p.exists_intro(p.goal, [K, *FAMILIES, S], K_low, start, step, out)


@paper.claim([*SIZES, in_T(g)], shows=equivariant(g, d, n))
def member_equivariant(p: Proof) -> Fact:
    """By Claim 1 and induction on the number of blocks."""
    order = permutation(pi, n)
    p.given(member=in_T(g), **t_in, **k_in, l_low=0 <= l, pi_low=order[0], pi_high=order[1], injective=order[2])
    moved = permuted(X, pi)
    there = [p.specialize(name, k) for name in ("pi_low", "pi_high")]

    def at_pi(fact: Fact) -> Fact:
        """The fact about all entries, at (t, π_k)."""
        return p.specialize(fact, t, pi(k), using=there)

    K_low, start, step, end = p.obtain("member", K, *FAMILIES, S)
    both = lambda l: entries(lambda t, k: Eq(S(l, moved, t, k), S(l, X, t, pi(k))), d, n)  # noqa: E731
    claim = lambda l: implies(l <= K, both(l))  # noqa: E731
    first = entry(p, p.specialize(start, moved)), at_pi(p.specialize(start, X))
    base = p.discharge(over(p, p.have(Eq(S(num(0), moved, t, k), S(num(0), X, t, pi(k))), *first)), 0 <= K)
    so_far, room = p.assume(claim(l)), p.assume(l + 1 <= K)
    now = p.mp(so_far, p.have(l <= K, room))
    weights = {w.args[0]: f for w, f in zip(WEIGHTS, of_layer(FAMILIES, l), strict=True)}
    put = {"X": at_state(S, l, X), "X'": at_state(S, l, moved)}
    same_ = p.apply("feed_forward_permuted", now, i=t, j=k, **weights, **put)
    at_l = p.specialize(step, l, using=[room])
    sides = entry(p, p.specialize(at_l, moved)), at_pi(p.specialize(at_l, X))
    next_ = over(p, p.have(Eq(S(l + 1, moved, t, k), S(l + 1, X, t, pi(k))), *sides, same_))
    all_ = p.induct(claim, 0, l, base, p.discharge(next_, room.concl))
    last = p.specialize(all_, K, using=[K_low])
    ends = entry(p, p.specialize(end, moved)), at_pi(p.specialize(end, X))
    return p.have(Eq(g(moved, t, k), g(X, t, pi(k))), *ends, entry(p, last))


def composed(g1: Term, g2: Term) -> Term:
    """g_2 ∘ g_1."""
    return mapping(lambda X, t, k: g2(fun(lambda t, k: g1(X, t, k), 2), t, k), MATRIX, "Z", "Z")


BLOCK = mapping(lambda X, t, k: block_at(WEIGHTS, X, t, k), MATRIX, "Z", "Z")


@paper.claim([], shows=in_T(BLOCK))
def block_member(p: Proof) -> Fact:
    """Take K = 1."""
    p.given(l_low=0 <= l, l_high=l <= 0, **t_in, **k_in)
    state = mapping(lambda l, X, t, k: ite(l <= 0, X(t, k), BLOCK(X, t, k)), "Z", MATRIX, "Z", "Z")
    families = [
        fun(lambda *index, w=w: w(*index[1:]), arity)
        for w, arity in zip(WEIGHTS, (4, 4, 4, 4, 3, 2, 3, 2), strict=True)
    ]
    here = p.have(Eq(X(t, k), state(l, X, t, k)))
    equal = p.rule("generalize", t, p.rule("generalize", k, here))
    after = p.ite_eq(state(l + 1, X, t, k), p.have(0 < l + 1))
    template = hole(lambda y: Eq(state(l + 1, X, t, k), block_at(of_layer(families, l), y, t, k)), MATRIX)
    step = p.replace(equal, template, after)
    return p.exists_intro(p.goal, [1, *families, state], step)


@paper.claim([*SIZES, in_T(g1), in_T(g2)], shows=in_T(composed(g1, g2)))
def composed_member(p: Proof) -> Fact:
    """Take the blocks of the first function, followed by those of the second."""
    p.given(first=in_T(g1), second=in_T(g2), **t_in, **k_in, l_low=0 <= l, l_high=l <= K1 + K2 - 1)
    middle = fun(lambda t, k: g1(X, t, k), 2)

    def prove(one: Sequence[Fact], two: Sequence[Fact]) -> Fact:
        state = mapping(
            lambda l, X, t, k: ite(l <= K1, S1(l, X, t, k), S2(l - K1, fun(lambda t, k: g1(X, t, k), 2), t, k)),
            "Z", MATRIX, "Z", "Z",
        )  # fmt: skip
        families = [
            fun(lambda l, *index, w=w, w2=w2: ite(l + 1 <= K1, w(l, *index), w2(l - K1, *index)), len(w.sort) - 4)
            for w, w2 in zip(FAMILIES, FAMILIES_2, strict=True)
        ]
        joined = of_layer(families, l)
        begin = p.ite_eq(state(num(0), X, t, k), p.have(num(0) <= K1, one[0]))
        begin = p.have(Eq(state(num(0), X, t, k), X(t, k)), begin, entry(p, p.specialize(one[1], X)))
        own = lambda weights, y: block_at(weights, y, t, k)  # noqa: E731
        goal = Eq(state(l + 1, X, t, k), own(joined, at_state(state, l, X)))
        # a block of the first
        early = p.assume(l + 1 <= K1)
        next_ = p.ite_eq(state(l + 1, X, t, k), early)
        step = p.specialize(one[2], l, using=[early])
        was = of_layer(FAMILIES, l)
        fact = p.have(Eq(state(l + 1, X, t, k), own(was, at_state(S1, l, X))), next_, step)
        claim = lambda *w: Eq(state(l + 1, X, t, k), own(w[:-1], w[-1]))  # noqa: E731
        fact = carried(p, early, lambda *w: claim(*w, at_state(S1, l, X)), joined, was, fact)
        before = p.have(l <= K1, early)
        fact = carried(p, before, lambda y: claim(*joined, y), [at_state(state, l, X)], [at_state(S1, l, X)], fact)
        first = p.change(fact, goal)
        # a block of the second
        late = p.assume(K1 < l + 1)
        next_ = p.ite_eq(state(l + 1, X, t, k), late)
        ranges = p.have(0 <= l - K1, late), p.have(l - K1 <= K2 - 1)
        step = p.specialize(two[2], l - K1, using=ranges)
        was = of_layer(FAMILIES_2, l - K1)
        at_join = Eq(state(l, X, t, k), S2(l - K1, middle, t, k))

        def meet(order: Fact) -> Fact:
            if order.concl.op == "eq":  # K_1 = l
                ends = entry(p, p.specialize(one[3], X)), entry(p, p.specialize(two[1], middle))
                moved = p.congr(lambda y: S1(y, X, t, k), order)
                shifted = p.have(Eq(num(0), l - K1), order)
                moved_2 = p.congr(lambda y: S2(y, middle, t, k), shifted)
                return p.have(at_join, *ends, moved, moved_2)
            if order.concl.args[0] is K1:
                return p.ite_eq(state(l, X, t, k), order)
            return p.absurd(p.have(FALSE, order, late), at_join)

        same_ = p.trichotomy(K1, l, meet)
        named = {w.args[0]: f for w, f in zip(WEIGHTS, was, strict=True)}
        put = {"X'": at_state(S2, l - K1, middle), "X": at_state(state, l, X)}
        same_block = p.apply("block_same", same_, **named, **put)
        value = Eq(state(l + 1, X, t, k), own(was, at_state(state, l, X)))
        fact = p.have(value, next_, step, same_block)
        fact = carried(p, late, lambda *w: claim(*w, at_state(state, l, X)), joined, was, fact)
        step = p.cases(l + 1, K1, first, fact)
        last = p.ite_eq(state(K1 + K2, X, t, k), p.have(K1 < K1 + K2, two[0]))
        end = entry(p, p.specialize(two[3], middle))
        out = p.have(Eq(composed(g1, g2)(X, t, k), state(K1 + K2, X, t, k)), last, end)
        return p.exists_intro(p.goal, [K1 + K2, *families, state], one[0], two[0], begin, step, out)

    def with_first(*one: Fact) -> Fact:
        return p.exists_elim("second", [K2, *FAMILIES_2, S2], lambda *two: prove(one, two))

    return p.exists_elim("first", [K1, *FAMILIES, S1], with_first)


# --- layers of tokens ------------------------------------------------------------------------------------------------

into, out_of = vectors("w a", 2)
bias, last_bias = vectors("beta e")
(z,) = vectors("z")


def four_units(column: Term, t: Term) -> Term:
    """Entry t of z + Σ_q a_q relu(w_q · z + β_q) + e, q = 1, …, 4."""
    inner = lambda q: Sum(lambda c: into(q, c) * column(c), 1, d) + bias(q)  # noqa: E731
    return column(t) + Sum(lambda q: out_of(t, q) * relu(inner(q)), 1, 4) + last_bias(t)


def token(X: Term, k: Term) -> Term:
    """Column k of X."""
    return fun(lambda c: X(c, k))


TOKENS = mapping(lambda X, t, k: four_units(token(X, k), t), MATRIX, "Z", "Z")


def in_T_2_1_4(g: Term) -> Term:
    """g ∈ T^(2,1,4)."""
    return substitute(in_T(g), WIDTH_2_1_4)


SIZED = [1 <= d, 1 <= n]
WIDTH = {"h": 2, "m": 1, "r": 4}


@paper.claim(SIZED, shows=in_T_2_1_4(TOKENS))
def tokens_member(p: Proof) -> Fact:
    """Take a block whose attention adds nothing."""
    nothing = {name: fun(lambda head, a, b: num(0), 3) for name in ("W_O", "W_V", "W_K", "W_Q")}
    feed = {"W_1": into, "b_1": bias, "W_2": out_of, "b_2": last_bias}
    weights = {w: (nothing | feed)[w.args[0]] for w in WEIGHTS}
    by = substitute(BLOCK, {**weights, **WIDTH_2_1_4})
    return p.apply("member_same", g=by, **{"g_1": TOKENS}, **WIDTH)


ATTENTION = mapping(lambda X_, t, k: substitute(attention(tokens)(t, k), {X: X_}), MATRIX, "Z", "Z")


@paper.claim([], shows=in_T(ATTENTION))
def attention_layer_member(p: Proof) -> Fact:
    """Take a block whose feed-forward layer adds nothing."""
    nothing = {W_1: fun(lambda a, c: num(0), 2), W_2: fun(lambda t, a: num(0), 2), b_1: fun(lambda a: num(0)),
               b_2: fun(lambda t: num(0))}  # fmt: skip
    by = substitute(BLOCK, nothing)
    return p.apply("member_same", g=by, **{"g_1": ATTENTION})


IDENTITY = mapping(lambda X, t, k: X(t, k), MATRIX, "Z", "Z")


@paper.claim([], shows=in_T(IDENTITY))
def identity_in_T(p: Proof) -> Fact:
    """Take a block that adds nothing: the class is nonempty for all h, m and r."""
    arities = (3, 3, 3, 3, 2, 1, 2, 1)
    nothing = {w: fun(lambda *index: num(0), arity) for w, arity in zip(WEIGHTS, arities, strict=True)}
    by = substitute(BLOCK, nothing)
    return p.apply("member_same", g=by, **{"g_1": IDENTITY})
