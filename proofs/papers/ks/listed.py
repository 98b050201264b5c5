"""Any sequences have a contextual mapping: their tokens are listed, and a direction keeps the list apart.

`contexts` speaks of sequences made of a list of words. Here the list is found (`proofs.theorems.listing`), and so is the
direction (`counting`), so that nothing but the sequences is left: `context_weights_exist`. What is shown of sequences
made of the list holds of the given ones, which have the same entries where there are any.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    X,
    Z_matrix,
    contained,
    contextual_mapping,
    d,
    different,
    epsilon,
    images,
    l,
    no_duplicate_tokens,
    places,
    r_max,
    s,
    same_tokens,
    self_attention,
    token,
)
from proofs.papers.ks.memorization import consistent, label, ranged
from proofs.papers.ks.vocabulary import i, j, k, n, paper, some, unequal
from proofs.theorems.matrices import Matrix, equal_by, named, products_equal, reflexive, softmaxes_equal
from proofs.theorems.matrices import softmax as softmax_of
from proofs.writing.proof import Proof

t, a, b, h, c, e = ints("t a b h c e")
(Z,) = vectors("Z", 3)
(Z2,) = vectors("Z'", 2)
O, V, K, Q = vectors("W_O W_V W_K W_Q", 2)

# --- one head ---------------------------------------------------------------------------------------------------------


def one_head(Z: Matrix, O: Term, V: Term, K: Term, Q: Term) -> Matrix:
    """F_SA with one head."""
    return self_attention(Z, [fun(lambda h, p, t, W=W: W(p, t), 3) for W in (O, V, K, Q)], heads=num(1))


def ids(X: Term, O: Term, V: Term, K: Term, Q: Term) -> Term:
    """What attention makes of the sequences."""
    return images(X, lambda Z: one_head(Z, O, V, K, Q))


def outer_product(W: Term, rows: Term, columns: Term) -> Term:
    """W = x yᵀ for some x and y: of rank one, or 0."""
    return exists(
        lambda x, y: every(lambda p: every(lambda t: eq(W(p, t), x(p) * y(t)), 1, columns), 1, rows), VECTOR, VECTOR
    )


def outer_products(O: Term, V: Term, K: Term, Q: Term) -> list[Term]:
    """All weights of the head are."""
    return [outer_product(O, d, s), *(outer_product(W, s, d) for W in (V, K, Q))]


def has_contexts(X: Term) -> Term:
    """There are weights of rank one, or 0, with which one head is an (r_max + ε/4, δ)-contextual mapping, δ >= 0."""

    def conditions(O: Term, V: Term, K: Term, Q: Term, delta: Term) -> list[Term]:
        mapping = contextual_mapping(X, ids(X, O, V, K, Q), r_max + epsilon / 4, delta)
        return [*outer_products(O, V, K, Q), 0 <= delta, *mapping]

    return exists(conditions, MATRIX, MATRIX, MATRIX, MATRIX, "R")


other_matrix = named(Z2, d, n)


@paper.claim(
    given=[some, Z_matrix.equals(other_matrix)],
    shows=one_head(Z_matrix, O, V, K, Q).equals(one_head(other_matrix, O, V, K, Q)),
)
def attention_of_same(p: Proof) -> Fact:
    """Equal matrices, product by product."""
    p.given(some=some, same=Z_matrix.equals(other_matrix))
    equal = Z_matrix, other_matrix, p.get("same")

    def after(W: Matrix) -> tuple[Matrix, Matrix, Fact]:
        return W @ Z_matrix, W @ other_matrix, products_equal(p, None, reflexive(p, W), equal)

    values, keys, queries = (after(named(W, s, d)) for W in (V, K, Q))
    turned = equal_by(p, None, keys[0].T, keys[1].T, lambda i, j, ends: p.use(None, keys[2], j, i, using=ends))
    scores = products_equal(p, None, (keys[0].T, keys[1].T, turned), queries)
    weights = [softmax_of(keys[x].T @ queries[x]) for x in (0, 1)]
    softened = softmaxes_equal(p, None, keys[0].T @ queries[0], keys[1].T @ queries[1], scores)
    means = products_equal(p, None, values, (*weights, softened))
    output = reflexive(p, named(O, d, s))
    heads = products_equal(p, None, output, (values[0] @ weights[0], values[1] @ weights[1], means))
    parts = [named(O, d, s) @ (values[x] @ weights[x]) for x in (0, 1)]
    one = num(1)

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        here = p.use(None, heads, i, j, using=ends)
        each = p.every(None, h, here, p.rule(None, "assume", one <= h), p.rule(None, "assume", h <= one))
        by = {name: fun(lambda h, m=m: m(i, j)) for name, m in zip("fg", parts, strict=True)}
        total = p.apply(None, "sum_eq", each, lo=1, hi=1, **by)
        both = one_head(Z_matrix, O, V, K, Q), one_head(other_matrix, O, V, K, Q)
        return p.have(None, eq(both[0](i, j), both[1](i, j)), total, p.use(None, "same", i, j, using=ends))

    return equal_by(p, "out", one_head(Z_matrix, O, V, K, Q), one_head(other_matrix, O, V, K, Q), entry)


# --- the same sequences -----------------------------------------------------------------------------------------------


def same_data(X: Term, Y: Term) -> Term:
    """X = Y: all entries of all sequences."""
    return places(lambda i, k: every(lambda t: eq(X(i, t, k), Y(i, t, k)), 1, d))


def carried(p: Proof, differ: Fact, i: Term, k: Term, j: Term, l: Term) -> Fact:
    """X_ik ≠ X_jl from Z_ik ≠ Z_jl."""
    alike = p.rule(None, "assume", same_tokens(token(X, i, k), token(X, j, l)))
    own, other = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(Z(i, t, k), Z(j, t, l)), own, other, p.use(None, alike, t))
    clash = p.rule(None, "mp", differ, p.every(None, t, entry, "t_low", "t_high"))
    return p.discharged(clash, alike.concl)


def back(p: Proof, differ: Fact, i: Term, k: Term, j: Term, l: Term) -> Fact:
    """Z_ik ≠ Z_jl from X_ik ≠ X_jl."""
    alike = p.rule(None, "assume", same_tokens(token(Z, i, k), token(Z, j, l)))
    own, other = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(X(i, t, k), X(j, t, l)), own, other, p.use(None, alike, t))
    clash = p.rule(None, "mp", differ, p.every(None, t, entry, "t_low", "t_high"))
    return p.discharged(clash, alike.concl)


@paper.claim(given=[same_data(X, Z), no_duplicate_tokens(X)], shows=no_duplicate_tokens(Z))
def distinct_of_same(p: Proof) -> Fact:
    """Tokens that differ in X differ in Z."""
    p.given(same=same_data(X, Z), distinct=no_duplicate_tokens(X), unequal=unequal(k, l))
    ranged(p, "i", "k", "l", "t")
    differ = back(p, p.use(None, "distinct", i, k, l), i, k, i, l)
    out = p.every(None, k, p.every(None, l, differ, "l_low", "l_high", "unequal"), "k_low", "k_high")
    return p.every("out", i, out, "i_low", "i_high")


def contained_of_same(p: Proof, there: Fact, i: Term, j: Term) -> Fact:
    """All tokens of sequence i of X are among those of sequence j, from the same of Z."""
    none = p.rule(None, "assume", every(lambda l: different(token(X, i, k), token(X, j, l)), 1, n))
    unlike = p.every(None, l, back(p, p.use(None, none, l), i, k, j, l), "l_low", "l_high")
    clash = p.rule(None, "mp", p.use(None, there, k), unlike)
    return p.every(None, k, p.discharged(clash, none.concl), "k_low", "k_high")


@paper.claim(given=[same_data(X, Z), consistent(X, label)], shows=consistent(Z, label))
def consistent_of_same(p: Proof) -> Fact:
    """Vocabularies and tokens that are equal in Z are equal in X."""
    p.given(same=same_data(X, Z), labels=consistent(X, label))
    ranged(p, "i", "j", "k", "l", "t")
    there, other = (p.rule(None, "assume", contained(Z, *x)) for x in ((i, j), (j, i)))
    contexts = contained_of_same(p, there, i, j), contained_of_same(p, other, j, i)
    alike = p.rule(None, "assume", same_tokens(token(Z, i, k), token(Z, j, l)))
    own, word = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(X(i, t, k), X(j, t, l)), own, word, p.use(None, alike, t))
    tokens = p.every(None, t, entry, "t_low", "t_high")
    labels = p.every(None, t, p.use(None, "labels", i, j, k, l, t, using=[*contexts, tokens]), "t_low", "t_high")
    out = p.discharged(labels, there.concl, other.concl, alike.concl)
    for x in (l, k, j, i):
        out = p.every(None, x, out, f"{x.args[0]}_low", f"{x.args[0]}_high")
    return p.note("out", out)
