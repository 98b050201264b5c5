"""Attention maps equal tokens in equal contexts to the same id (Remark 2).

Two sequences without duplicates and with the same tokens are permutations of each other, and what attention adds to a
token is a mean over all tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_corollaries.corollary_1 import ids
from proofs.papers.ks.section_4_corollaries.memorization import consistent, ranged
from proofs.papers.ks.vocabulary import i, j, k, n, paper, some
from proofs.theorems.algebra.matrices import Matrix, equal_by, named, products_equal, reflexive, softmaxes_equal
from proofs.theorems.algebra.matrices import softmax as softmax_of
from proofs.theorems.networks.permutations import permutation
from proofs.theorems.networks.transformers import *

t, l, h, e, o, r = ints("t l h e o r")
Z, Z2 = vectors("Z Z'", 2)
a, b, tau = sequences("a b tau")
O, V, K, Q = one_head
Pair = tuple[Matrix, Matrix, Fact]  # two matrices, and that they are equal


def attended(Z: Term) -> Matrix:
    """Return the output of attention for a sequence."""
    return single_head(O, V, K, Q)(named(Z, d, n))


@paper.claim(given=[some, named(Z, d, n).equals(named(Z2, d, n))], shows=attended(Z).equals(attended(Z2)))
def attention_of_same(p: Proof) -> Fact:
    """Attention depends on the entries only."""
    old, new = named(Z, d, n), named(Z2, d, n)
    p.given(same=old.equals(new))

    def product(left: Pair, right: Pair) -> Pair:
        return left[0] @ right[0], left[1] @ right[1], products_equal(p, None, left, right)

    data: Pair = old, new, p.get("same")
    values, keys, queries = (product(reflexive(p, named(W, s, d)), data) for W in (V, K, Q))
    turned = equal_by(p, None, keys[0].T, keys[1].T, lambda i, j, ends: p.specialize(keys[2], j, i, using=ends))
    before, after, equal = product((keys[0].T, keys[1].T, turned), queries)
    weights = softmax_of(before), softmax_of(after), softmaxes_equal(p, None, before, after, equal)
    *_, whole = product(reflexive(p, named(O, d, s)), product(values, weights))

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        here = p.specialize(whole, i, j, using=ends)
        return p.have(Eq(attended(Z)(i, j), attended(Z2)(i, j)), here, p.specialize("same", i, j, using=ends))

    return equal_by(p, "out", attended(Z), attended(Z2), entry)


# --- the tokens of a permuted sequence -------------------------------------------------------------------------------


def of_words(a: Term) -> Term:
    """The sequence w_a(1), …, w_a(n)."""
    return fun(lambda t, k: w(t, a(k)), 2)


def through(W: Term, r: Term, a: Term) -> Term:
    """Entry r of W w_a."""
    return Sum(lambda t: W(r, t) * w(t, a), 1, d)


def score(a: Term, b: Term) -> Term:
    """(W_K w_a)ᵀ W_Q w_b."""
    return Sum(lambda r: through(K, r, a) * through(Q, r, b), 1, s)


renamed = every(lambda k: Eq(a(k), b(tau(k))), 1, n)


@paper.claim(
    given=[some, *permutation(tau), renamed, 1 <= t, t <= d, Eq(a(k), b(l))],
    shows=Eq(attended(of_words(a))(t, k), attended(of_words(b))(t, l)),
)
def attention_of_permuted(p: Proof) -> Fact:
    """The sums over the tokens are equal up to the order of their terms."""
    p.given(renamed=renamed, same=Eq(a(k), b(l)), o_low=1 <= o, o_high=o <= n)
    here = p.specialize("renamed", o)

    def reordered(f: Term) -> Fact:
        """Prove Σ f(a(o)) = Σ f(b(o)) for a function f of a word."""
        each = p.congr(f, here)
        moved = p.apply("sum_eq", each)
        turned = p.apply("sum_reindexed", f=fun(lambda o: f(b(o))), rho=tau)
        return p.have(Eq(Sum(lambda o: f(a(o)), 1, n), Sum(lambda o: f(b(o)), 1, n)), moved, turned)

    def mean(a: Term, at: Term, r: Term) -> Term:
        over = Sum(lambda o: exp(score(a(o), at)), 1, n)
        return Sum(lambda o: through(V, r, a(o)) * (exp(score(a(o), at)) / over), 1, n)

    at_a, at_b = a(k), b(l)
    total = reordered(fun(lambda e: exp(score(e, at_b))))
    values = reordered(fun(lambda e: through(V, r, e) * exp(score(e, at_b))))
    query = p.congr(lambda e: mean(a, e, r), "same")
    over = Sum(lambda o: exp(score(b(o), at_b)), 1, n)
    inverse = p.congr(inv, total)
    inside = p.have(Eq(mean(a, at_b, r), mean(b, at_b, r)), (values, inv(over)),
                    (inverse, Sum(lambda o: through(V, r, a(o)) * exp(score(a(o), at_b)), 1, n)))  # fmt: skip
    whole = p.have(Eq(O(t, r) * mean(a, at_a, r), O(t, r) * mean(b, at_b, r)), (query, O(t, r)), (inside, O(t, r)))
    each = whole
    added = p.apply("sum_eq", each, f=fun(lambda r: O(t, r) * mean(a, at_a, r)),
                    g=fun(lambda r: O(t, r) * mean(b, at_b, r)), lo=1, hi=s)  # fmt: skip
    own = p.congr(lambda e: w(t, e), "same")
    return p.have(p.goal, own, added)


# --- equal contexts ---------------------------------------------------------------------------------------------------

LISTED = listing(w, at)
same_word = same_tokens(token(X, i, k), token(X, j, l))


@paper.claim(given=[*LISTED, 1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l, l <= n, same_word],
             shows=Eq(at(i, k), at(j, l)))  # fmt: skip
def same_place(p: Proof) -> Fact:
    """Words of the list with different indices differ."""
    p.given_all(LISTED)
    ranged(p, "i", "j", "k", "l", "t")
    alike = p.have(Eq(w(t, at(i, k)), w(t, at(j, l))), p.specialize(same_word, t))
    ends = [p.specialize(f"given_{n}", *where) for n in (0, 1) for where in ((i, k), (j, l))]

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        first, second = order.concl.args
        words = p.generalize(t, p.have(Eq(w(t, first), w(t, second)), alike))
        clash = p.mp(p.specialize("given_4", first, second, using=[*ends, order]), words)
        return p.absurd(clash, p.goal)

    return p.trichotomy(at(i, k), at(j, l), prove)


the_ids = ids(X, O, V, K, Q)
equal_contexts = [contained(X, i, j), contained(X, j, i), same_word]


@paper.claim(given=[some, *LISTED, no_duplicate_tokens(X), 1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l,
                    l <= n, *equal_contexts, 1 <= t, t <= d], shows=Eq(the_ids(i, t, k), the_ids(j, t, l)))  # fmt: skip
def equal_contexts_equal_ids(p: Proof) -> Fact:
    """Each sequence is a permutation of the other."""
    p.given_all(LISTED)
    p.given(o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n)
    own, other = fun(lambda k: at(i, k)), fun(lambda k: at(j, k))
    # every token of the one is a token of the other
    goal = exists(lambda l: [1 <= l, l <= n, Eq(own(o), other(l))], "Z")
    refuted = p.assume(implies(goal, FALSE))
    alike = p.assume(same_tokens(token(X, i, o), token(X, j, e)))
    met = p.exists_intro(goal, [e], p.apply("same_place", alike, k=o, l=e))
    differ = p.generalize(e, p.discharge(p.mp(refuted, met), alike.concl))
    each = p.absurd(p.mp(p.specialize(equal_contexts[0], o), differ), goal)
    matched = p.apply("all_matched", each, a=own, b=other, m=n)

    low, high, words = p.obtain(matched, tau)
    spots = p.congr(other, p.assume(Eq(tau(o), tau(e))))
    one = p.have(Eq(own(o), own(e)), spots, p.specialize(words, o), p.specialize(words, e))
    entry = [p.specialize("given_2", i, x, t) for x in (o, e)]
    word = p.congr(lambda a: w(t, a), one)
    alike = p.generalize(t, p.have(Eq(X(i, t, o), X(i, t, e)), *entry, word))
    apart = p.assume(implies(Eq(o, e), FALSE))
    clash = p.mp(p.specialize(no_duplicate_tokens(X), i, o, e, using=[apart]), alike)
    once = p.absurd(clash, Eq(o, e))
    once = p.generalize(e, once)
    moved = p.apply("attention_of_permuted", low, high, once, words, a=own, b=other)
    sides = []
    for x, a, where in ((i, own, k), (j, other, l)):
        entry_ = p.specialize("given_2", x, o, t)
        data = entry_
        equal = p.apply("attention_of_same", data, **{"Z": fun(lambda t, k, x=x: X(x, t, k), 2),
                                                          "Z'": of_words(a)})  # fmt: skip
        sides.append(p.specialize(equal, t, where))
    return p.have(p.goal, moved, *sides)


@paper.claim(given=[1 <= n, 1 <= N, no_duplicate_tokens(X)], shows=consistent(X, the_ids))
def ids_consistent(p: Proof) -> Fact:
    """A list of the tokens gives the permutation."""
    ranged(p, "i", "j", "k", "l", "t")
    assumed = [p.assume(f) for f in equal_contexts]
    _low, _high, *parts = p.obtain(p.apply("listed_once_2", Z=X), w, at, m)
    return p.apply("equal_contexts_equal_ids", *parts, *assumed)
