"""Cross-attention over tokens that occur in several copies, each with one entry that is affine in its input.

Of the N tokens c_i are copies of item i, which has its only entry in row ρ_i. As softmax gives the copies of an item
equal weights, the output for a query is the mean of the items with the weights c_i e^(score): numbers of copies act as
weights. W_K is a multiple of the identity, W_Q and W_V are the identity, and W_O weighs the queries, with equal weights
for copies.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import cross_attention_layer, linear_layer
from proofs.papers.liu.section_4_1_self_attention.centres import G, dot, flat, j, v, z
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    LONG,
    flattened,
    left,
    product_at_X,
    right,
    row_P,
    row_Q,
)
from proofs.papers.liu.vocabulary import X, d, i, n, paper
from proofs.theorems.algebra.matrices import (
    Matrix,
    equal_by,
    named,
    products_equal,
    reflexive,
    softmax,
    softmaxes_equal,
)
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.weighted_means import COPIES, copies, mean

M, N, t, l, q, r = ints("M N t l q r")
(a,) = reals("a")
item, row = sequences("mu rho")
xi, chi, choice = vectors("xi chi omega", 2)  # entry r of item i as a key and as a query; the weight of a query
slope, start, count = vectors("sigma beta nu")

# --- attention -------------------------------------------------------------------------------------------------------


def scalar(x: Term) -> Term:
    """Return the diagonal matrix x I."""
    return fun(lambda i, j: x * ite(Eq(j, i), 1, 0), 2)


W_O = fun(lambda t, c: choice(item(t), c) / count(item(t)), 2)
weights = (scalar(a), scalar(num(1)), scalar(num(1)), W_O)
keys, queries = Matrix(d, N, lambda r, t: xi(r, item(t))), Matrix(d, N, lambda r, t: chi(r, item(t)))


def meeting(i: Term, q: Term) -> Term:
    """The score of item i for the query q."""
    return a * Sum(lambda l: xi(l, i) * chi(l, q), 1, d)


def met(q: Term) -> Term:
    """The weights of all items for the query q."""
    return fun(lambda i: count(i) * exp(meeting(i, q)))


def seen(r: Term, q: Term) -> Term:
    """The output of the query q in row r."""
    return mean(fun(lambda i: xi(r, i)), met(q), M)


means = Matrix(d, n, lambda r, c: Sum(lambda q: seen(r, q) * choice(q, c), 1, M))
COPIED = dict(zip(COPIES, copies(item, N, count, M), strict=True))
SOME = every(lambda i: 0 < count(i), 1, M)
ITEMS = {"wide": d >= 1, "long": n >= 1, "items": M >= 1, "numbers": SOME, **COPIED}
attended = cross_attention_layer(keys, queries, weights, d, d, n)


def times_scalar(p: Proof, x: Term, m: Matrix) -> tuple[Matrix, Matrix, Fact]:
    """(x I) m = x m."""

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        one = p.apply("sum_delta", *ends[:2], f=fun(lambda l: m(l, j)), lo=1, hi=d, m=i)
        return p.have(Eq((named(scalar(x), d, d) @ m)(i, j), x * m(i, j)), one)

    scaled = m * x
    return named(scalar(x), d, d) @ m, scaled, equal_by(p, None, named(scalar(x), d, d) @ m, scaled, entry)


@paper.claim(given=ITEMS, shows=attended.equals(means))
def copies_attend(p: Proof) -> Fact:
    """Sums over copies are sums over items."""
    of_keys, of_queries, kept = (times_scalar(p, x, m) for x, m in ((a, keys), (num(1), queries), (num(1), keys)))
    flipped = of_keys[0].T, of_keys[1].T
    turned = equal_by(p, None, *flipped, lambda i, j, ends: p.specialize(of_keys[2], j, i, using=ends))
    scores = flipped[0] @ of_queries[0], flipped[1] @ of_queries[1]
    equal = products_equal(p, None, (*flipped, turned), of_queries)
    soft = softmax(scores[0]), softmax(scores[1]), softmaxes_equal(p, None, *scores, equal)
    before = kept[0] @ soft[0], kept[1] @ soft[1], products_equal(p, None, kept, soft)
    same = products_equal(p, None, before, reflexive(p, named(W_O, N, n)))

    def entry(r: Term, c: Term, ends: Sequence[Fact]) -> Fact:
        q_ends = assumed(p, 1 <= q, q <= M)
        value = p.specialize("sums", fun(lambda i: xi(r, i) * exp(meeting(i, q))))
        whole = p.specialize("sums", fun(lambda i: exp(meeting(i, q))))
        inverse, old = p.congr(inv, whole), inv(whole.concl.args[0])
        at_q = p.have(Eq(value.concl.args[0] * old, seen(r, q)), (value, old), (inverse, value.concl.args[1]))
        at_t = p.rule("specialize", p.rule("generalize", q, at_q), item(t))
        each = fun(lambda q: seen(r, q) * (choice(q, c) / count(q)))
        one, two = fun(lambda t: before[1](r, t) * W_O(t, c)), fun(lambda t: each(item(t)))
        total = p.apply("sum_eq", (at_t, W_O(t, c)), f=one, g=two, lo=1, hi=N)
        over = p.specialize("sums", each)
        number = p.specialize("numbers", q, using=q_ends)
        one, two = fun(lambda q: count(q) * each(q)), fun(lambda q: seen(r, q) * choice(q, c))
        shorter = p.have(Eq(one(q), two(q)), number)
        shorter = p.apply("sum_eq", shorter)
        first = p.specialize(same, r, c, using=ends)
        return p.have(Eq(attended(r, c), means(r, c)), first, total, over, shorter)

    return equal_by(p, "out", attended, means, entry)


# --- the layer Linear ------------------------------------------------------------------------------------------------


def affine(i: Term, X: Term) -> Term:
    """β_i + σ_i v_iᵀX̃, the entry of item i."""
    return start(i) + slope(i) * substitute(dot(i), {z: substitute(flattened, {vectors("X", 2)[0]: X})})


def entry_of(X: Term) -> Term:
    """Row r of item i."""
    return fun(lambda r, i: ite(Eq(r, row(i)), affine(i, X), 0), 2)


def of_tokens(w: Term) -> Term:
    """Return a function of centres as a function of tokens, each of which has a centre."""
    left_ = fun(lambda t, i: slope(item(t)) * ite(Eq(i, row(item(t))), 1, 0), 2)
    right_ = fun(lambda j, t: ite(Eq(j, t), 1, 0), 2)
    own = fun(lambda t, k: v(item(t), k), 2)
    return substitute(w, {x: value for x, value in ((left, left_), (right, right_), (v, own)) if x in w.free})


linear = (of_tokens(row_P), of_tokens(row_Q), fun(lambda i, t: ite(Eq(i, row(item(t))), start(item(t)), 0), 2))


def layer(X: Term) -> Matrix:
    """Linear(X)."""
    return linear_layer(named(X, d, n), n * N, *linear, d, N)


def tokens(X: Term) -> Matrix:
    """The copies of the items at X."""
    return Matrix(d, N, lambda r, t: entry_of(X)(r, item(t)))


FLATTENED = {
    "wide": d >= 1, "long": n >= 1, "flat": flat, **FLAT, **{name: substitute(x, {G: N}) for name, x in LONG.items()},
}  # fmt: skip


@paper.claim(given=[*FLATTENED.values(), 1 <= N], shows=tokens(X).equals(layer(X)))
def items_are_linear(p: Proof) -> Fact:
    """In column t the sum over tokens has one nonzero term."""
    names = {"left": of_tokens(left), "right": of_tokens(right), "v": of_tokens(v), "G": N}
    found = p.apply("products_are_sum", **names)
    products = [
        p.apply(name, v=names["v"], z=flattened) for name in ("products_are_tokens", "tokens_flatten", "dot_commutes")
    ]

    def product(t: Term) -> Term:
        return substitute(product_at_X(t), {v: names["v"]})

    def entry(r_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        at = p.instantiate(found, [(i, r_), (t, t_)])
        part = fun(lambda j: names["left"](j, r_) * product(j))
        one = p.apply("sum_delta", *ends[2:], f=part, lo=1, hi=N, m=t_)
        known = [p.instantiate(x, [(j, t_)]) for x in products]
        dot_ = p.have(Eq(product(t_), substitute(dot(item(t_)), {z: flattened})), *known)

        def by_row(order: Fact) -> Fact:
            whole, base_, one_ = p.reduce_ite(
                order, tokens(X)(r_, t_), linear[2](r_, t_), ite(Eq(r_, row(item(t_))), 1, 0)
            )
            s_ = slope(item(t_))
            return p.have(Eq(tokens(X)(r_, t_), layer(X)(r_, t_)), at, one, whole, base_,
                          (one_, s_ * product(t_)), (dot_, s_))  # fmt: skip

        return p.trichotomy(r_, row(item(t_)), by_row)

    return equal_by(p, "out", tokens(X), layer(X), entry)
