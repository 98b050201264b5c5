"""The class T^(h,m,r) grows with the number of heads, their size and the width, as weights may be 0 (section 3.1)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.blocks import *
from proofs.papers.yun.section_2_transformers.transformer_class import (
    FAMILIES,
    IDENTITY,
    STATE,
    WEIGHTS,
    at_state,
    in_T,
    of_layer,
)
from proofs.papers.yun.section_3_approximation.theorem_3 import encoded
from proofs.papers.yun.vocabulary import d, i, j, k, m, n, paper, r
from proofs.theorems.algebra.matrices import softmax
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.networks.relu import relu

a, c, l, K, t, h2, m2, r2 = ints("a c l K t h' m' r'")
f, f2 = vectors("f f'")
(g,) = functions("g", MATRIX + "ZZ")
S = variable("S", STATE)
LARGER = {h: h2, m: m2, r: r2}
ROOM = {"h_room": h <= h2, "m_room": m <= m2, "r_room": r <= r2}
PADDED = {
    W_O: fun(lambda y, i, a: ite(y <= h, ite(a <= m, W_O(y, i, a), 0), 0), 3),
    W_K: fun(lambda y, a, c: ite(a <= m, W_K(y, a, c), 0), 3),
    W_2: fun(lambda i, b: ite(b <= r, W_2(i, b), 0), 2),
}


def larger(t: Term) -> Term:
    """Return the weights of the larger class, with additional zeros."""
    return substitute(substitute(t, LARGER), PADDED)


top, top2 = ints("M M'")


@paper.claim(
    [0 <= top, top <= top2, every(lambda a: Eq(f2(a), f(a)), 1, top), every(lambda a: Eq(f2(a), 0), top + 1, top2)],
    shows=Eq(Sum(lambda a: f2(a), 1, top2), Sum(lambda a: f(a), 1, top)),
)
def sum_truncated(p: Proof) -> Fact:
    """The other terms are 0."""
    split = p.apply("sums.sum_split", f=f2, lo=1, m=top, hi=top2)
    rest = p.apply("sum_eq", f=f2, g=fun(lambda a: num(0)), lo=top + 1, hi=top2)
    return p.have(p.goal, split, "sum_eq", rest)


def truncated(p: Proof, y: Term, top: Term, top2: Term, old: Term, new: Term, same: Callable[[Fact, Fact], Fact],
              zero: Callable[[Fact, Fact], Fact]) -> Fact:  # fmt: skip
    """Prove Σ new = Σ old, as new is old up to the end of the shorter sum, and 0 after it."""
    first, last = (p.assume(x) for x in (1 <= y, y <= top))
    after, end = (p.assume(x) for x in (top + 1 <= y, y <= top2))
    laws = same(first, last), zero(after, end)
    old_, new_ = (fun(lambda z, t=t: substitute(t, {y: z})) for t in (old, new))
    return p.apply("sum_truncated", *laws, **{"f": old_, "f'": new_, "M": top, "M'": top2})


GIVEN = [*SIZES, *ROOM.values()]
NAMES = ("d_low", "n_low", "h_low", "m_low", "r_low", *ROOM)


def start(p: Proof) -> None:
    """Assume the sizes."""
    p.given(**dict(zip(NAMES, GIVEN, strict=True)))


def inner(p: Proof, side: Fact, of: Callable[[Term], Term], to: Callable[[Term], Term], top: Term,
          chosen: Callable[[Term], Term], factor: Callable[[Term], Term]) -> Fact:  # fmt: skip
    """Prove the value of Σ_c chosen(c) factor(c), where a fact decides the choice."""
    known = p.reduce_ite(side, chosen(c))
    return p.apply("sum_eq", (known[0], factor(c)), f=fun(of), g=fun(to), lo=1, hi=top)


old_score, new_score = scores(tokens, head)(k, j), larger(scores(tokens, head)(k, j))


@paper.claim(GIVEN, shows=Eq(new_score, old_score))
def scores_padded(p: Proof) -> Fact:
    """The keys have zeros beyond m."""
    query = Sum(lambda c: W_Q(head, a, c) * X(c, j), 1, d)
    key = lambda c: W_K(head, a, c) * X(c, k)  # noqa: E731
    weight = lambda c: ite(a <= m, W_K(head, a, c), 0)  # noqa: E731
    padded = lambda c: weight(c) * X(c, k)  # noqa: E731
    old, new = Sum(key, 1, d) * query, Sum(padded, 1, d) * query

    def same(_: Fact, last: Fact) -> Fact:
        found = inner(p, last, padded, key, d, weight, lambda c: X(c, k))
        return p.have(Eq(new, old), (found, query))

    def zero(after: Fact, _: Fact) -> Fact:
        found = inner(p, p.have(m < a, after), padded, lambda c: num(0), d, weight, lambda c: X(c, k))
        return p.have(Eq(new, 0), (found, query))

    return truncated(p, a, m, m2, old, new, same, zero)


old_value, new_value = values(tokens, head)(i, k), larger(values(tokens, head)(i, k))
part = Sum(lambda c: W_V(head, a, c) * X(c, k), 1, d)
padded_O = ite(head <= h, ite(a <= m, W_O(head, i, a), 0), 0)


@paper.claim([*GIVEN, head <= h], shows=Eq(new_value, old_value))
def values_padded(p: Proof) -> None:
    """W_O has zeros beyond m."""


@paper.claim([*GIVEN, h < head], shows=Eq(new_value, 0))
def values_beyond(p: Proof) -> Fact:
    """Heads beyond h add nothing."""
    term_ = fun(lambda y: substitute(padded_O * part, {a: y}))
    total = p.apply("sum_eq", f=term_, g=fun(lambda y: num(0)), lo=1, hi=m2)
    return p.change(total, p.goal)


old_entry, new_entry = attention(tokens)(i, j), larger(attention(tokens)(i, j))
weight = softmax(scores(tokens, head))(k, j)


@paper.claim([*GIVEN, 1 <= j, j <= n], shows=Eq(new_entry, old_entry))
def attention_padded(p: Proof) -> Fact:
    """Apply this to every head."""
    p.given(k_low=1 <= k, k_high=k <= n)
    columns = [fun(lambda q, x=x: substitute(x, {k: q})) for x in (new_score, old_score)]
    weights = p.apply("softmax.softmax_eq", a=columns[0], b=columns[1])

    def at_k(x: Term) -> Term:
        return fun(lambda q: substitute(x, {k: q}))

    old = Sum(lambda q: substitute(old_value * weight, {k: q}), 1, n)
    new = Sum(lambda q: substitute(new_value * larger(weight), {k: q}), 1, n)

    def same(_: Fact, last: Fact) -> Fact:
        by = {"f": at_k(new_value), "g": at_k(old_value), "u": at_k(larger(weight)), "v": at_k(weight)}
        return p.apply("product_eq", "values_padded", last, weights, **by)

    def zero(after: Fact, _: Fact) -> Fact:
        return p.apply(
            "sum_eq",
            "values_beyond",
            after,
            f=at_k(new_value * larger(weight)),
            g=fun(lambda q: num(0)),
            lo=1,
            hi=n,
        )

    heads = truncated(p, head, h, h2, old, new, same, zero)
    return p.have(p.goal, heads)


old_unit, new_unit = hidden(attention(tokens))(a, j), larger(hidden(attention(tokens))(a, j))


@paper.claim([*GIVEN, 1 <= j, j <= n], shows=Eq(new_unit, old_unit))
def hidden_padded(p: Proof) -> Fact:
    """The attention is the same."""
    entry = p.apply("attention_padded")
    f_, g_ = (fun(lambda q, x=x: substitute(W_1(a, i) * x, {i: q})) for x in (new_entry, old_entry))
    total = p.apply("sum_eq", (entry, W_1(a, i)), f=f_, g=g_, lo=1, hi=d)
    before, after = Sum(lambda q: f_(q), 1, d) + b_1(a), Sum(lambda q: g_(q), 1, d) + b_1(a)
    return p.congr(relu, p.have(Eq(before, after), total))


@paper.claim([*GIVEN, 1 <= i, i <= d, 1 <= j, j <= n], shows=Eq(larger(block(tokens)(i, j)), block(tokens)(i, j)))
def block_padded(p: Proof) -> Fact:
    """W_2 has zeros beyond r."""
    entry, unit_ = p.apply("attention_padded"), p.apply("hidden_padded")
    chosen = ite(a <= r, W_2(i, a), 0)

    def same(_: Fact, last: Fact) -> Fact:
        return p.have(Eq(chosen * new_unit, W_2(i, a) * old_unit), (p.reduce_ite(last, chosen)[0], new_unit), (
            unit_, W_2(i, a)))  # fmt: skip

    def zero(after: Fact, _: Fact) -> Fact:
        return p.have(Eq(chosen * new_unit, 0), (p.reduce_ite(p.have(r < a, after), chosen)[0], new_unit))

    units = truncated(p, a, r, r2, W_2(i, a) * old_unit, chosen * new_unit, same, zero)
    return p.have(p.goal, entry, units)


def padded_families() -> list[Term]:
    """The weights of all layers, padded."""
    O, V, K_, Q, first, bias, second, shift = FAMILIES
    return [
        fun(lambda l, y, i, a: ite(y <= h, ite(a <= m, O(l, y, i, a), 0), 0), 4), V,
        fun(lambda l, y, a, c: ite(a <= m, K_(l, y, a, c), 0), 4), Q, first, bias,
        fun(lambda l, i, b: ite(b <= r, second(l, i, b), 0), 3), shift,
    ]  # fmt: skip


@paper.claim([*GIVEN, in_T(g)], shows=substitute(in_T(g), LARGER))
def class_grows(p: Proof) -> Fact:
    """By induction on the number of blocks."""
    p.given(member=in_T(g), i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n, l_low=0 <= l, l_high=l <= K - 1)

    def prove(K_low: Fact, first: Fact, step: Fact, end: Fact) -> Fact:
        weights = {w.args[0]: f for w, f in zip(WEIGHTS, of_layer(FAMILIES, l), strict=True)}
        same = p.apply("block_padded", **weights, X=at_state(S, l, X))
        equal = p.have(Eq(S(l + 1, X, i, j), same.concl.args[0]), step, same)
        return p.exists_intro(p.goal, [K, *padded_families(), S], K_low, first, equal, end)

    return p.exists_elim("member", [K, *FAMILIES, S], prove)


(g_P,) = functions("g_P", MATRIX + "ZZ")
(E,) = vectors("E", 2)


def in_T_P(f: Term) -> Term:
    """f(X) = g(X + E) with g ∈ T^(h,m,r)."""
    at = lambda g, E, X: entries(lambda i, j: Eq(f(X, i, j), encoded(g, E)(X, i, j)), d, n)  # noqa: E731
    same = lambda g, E: for_all(lambda X: at(g, E, X), MATRIX)  # noqa: E731
    return exists(lambda g_, E: [substitute(in_T(g), {g: g_}), same(g_, E)], OPERATOR, MATRIX)


paper.notions.define(
    in_T_P(g_P), (g_P, h, m, r, d, n), "{0} ∈ T_P^({1},{2},{3})", r"{0} \in \mathcal{{T}}_P^{{{1},{2},{3}}}"
)


grown = lambda f: implies(in_T_P(f), substitute(in_T_P(f), LARGER))  # noqa: E731


@paper.claim(GIVEN, shows=for_all(grown, OPERATOR))
def positional_class_grows(p: Proof) -> Fact:
    """Take the same encoding."""
    goal = substitute(in_T_P(g_P), LARGER)

    member = p.assume(in_T_P(g_P))
    member, same = p.obtain(member, g, E)
    return p.exists_intro(goal, [g, E], p.apply("class_grows", member), same)


@paper.claim([], shows=substitute(in_T_P(g_P), {g_P: IDENTITY}))
def identity_in_T_P(p: Proof) -> Fact:
    """Take no encoding: the class is nonempty for all h, m and r."""
    nothing = fun(lambda k, c: num(0), 2)
    return p.exists_intro(p.goal, [IDENTITY, nothing], p.apply("identity_in_T"))
