"""Corollary 1: a Transformer of one layer memorizes labelled sequences (section 4.1, A.3).

By Theorem 2 attention gives different ids, vectors of d numbers, to tokens that differ or stand in different contexts.
So equal ids have equal labels, and a feed-forward layer takes the ids to the labels (`memorization`).

Counted is as the paper counts: a matrix of rank one by its two vectors. So W_O, W_V, W_K, W_Q have s + d each; of the
feed-forward layer with q hidden units W_1 has the d of its one row, b_1 has q, W_2 has d q, and b_2 is 0.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    N,
    X,
    apart_by,
    contained,
    contexts_apart,
    d,
    delta,
    different,
    epsilon,
    feed_forward,
    images,
    l,
    places,
    q,
    r_max,
    r_min,
    s,
    same_tokens,
    token,
)
from proofs.papers.ks.listed import SEQUENCES, ids, one_head, outer_products, same_data
from proofs.papers.ks.memorization import (
    U,
    alike_where,
    consistent,
    equal_rows,
    label,
    layer_memorizes,
    ranged,
)
from proofs.papers.ks.projection import m, pi, some_d, w
from proofs.papers.ks.rank_one import X as listed
from proofs.papers.ks.rank_one import at
from proofs.papers.ks.theorem_2 import eq_8, exponent, squeeze, theorem_2_contexts, theorem_2_tokens
from proofs.papers.ks.vocabulary import display, i, j, k, n, paper
from proofs.theorems.listing import LIST_SORTS, listing_2
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

t = ints("t")[0]
C = ints("C")[0]
O, V, K, Q, W_1, W_2 = vectors("W_O W_V W_K W_Q W_1 W_2", 2)
b_1, b_2 = vectors("b_1 b_2")
WEIGHTS = [O, V, K, Q, W_1, b_1, W_2, b_2, q]
SORTS = [MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, VECTOR, MATRIX, VECTOR, "Z"]

# --- a Transformer block and its parameters ---------------------------------------------------------------------------


def block(X: Term, O: Term, V: Term, K: Term, Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
    """What the Transformer block (4) with one head and q hidden units makes of the sequences."""
    return images(X, lambda Z: feed_forward(one_head(Z, O, V, K, Q), W_1, b_1, W_2, b_2, q))


def parameters(q: Term) -> Term:
    """How many numbers the weights are made of: those of four outer products, and d + q + d q."""
    return 4 * (s + d) + (d + q + d * q)


paper.notions.define(
    block(X, *WEIGHTS), (X, *WEIGHTS), "F({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
    r"\mathcal{{F}}({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
)  # fmt: skip
paper.notions.define(parameters(q), (q,), "parameters({0})", r"\mathrm{{parameters}}({0})")
stated_count = 4 * (s + d) + d * (2 * n * N + d)


def memorized(X: Term, Y: Term = label) -> Term:
    """There is a Transformer block of so many parameters with F(X^(i)) = Y^(i) for all i."""

    def conditions(*w: Term) -> list[Term]:
        O, V, K, Q, W_1, _, _, b_2, q = w
        shapes = [*outer_products(O, V, K, Q), equal_rows(W_1, q)]
        no_bias = every(lambda t: eq(b_2(t), 0), 1, d)
        return [0 <= q, *shapes, no_bias, parameters(q) <= stated_count, same_data(block(X, *w), Y)]

    return exists(conditions, *SORTS)


# --- from a contextual mapping to a block -----------------------------------------------------------------------------

tokens_apart, ids_apart = apart_by(X, delta, U), contexts_apart(X, U, delta)


@paper.claim(given=[0 <= delta, tokens_apart, ids_apart, consistent(X, label)], shows=alike_where(U))
def equal_ids_equal_labels(p: Proof) -> Fact:
    """Equal ids are not δ apart, so they are those of equal tokens in equal contexts."""
    p.given(gap=0 <= delta, tokens=tokens_apart, contexts=ids_apart, labels=consistent(X, label))
    ranged(p, "i", "j", "k", "l", "t")
    p.given(equal=same_tokens(token(U, i, k), token(U, j, l)))
    between = fun(lambda t: U(i, t, k) - U(j, t, l))
    nothing = p.every(None, t, p.have(None, eq(between(t), 0), p.use(None, "equal", t)), "t_low", "t_high")
    p.apply("no_distance", "norm_zero", nothing, x=between)
    unlike = p.rule(None, "assume", different(token(X, i, k), token(X, j, l)))
    far = p.use(None, "tokens", i, j, k, l, using=[unlike])
    clash = p.have(None, FALSE, far, "no_distance", "gap")
    same = p.rule(None, "absurd", clash, same_tokens(token(X, i, k), token(X, j, l)))
    there, back = (contained(X, i, j), contained(X, j, i))
    wrong = p.rule(None, "assume", negation(eq(label(i, t, k), label(j, t, l))))
    alike = p.use(None, "labels", i, j, k, l, t, using=[same, *(p.rule(None, "assume", f) for f in (there, back))])
    other = p.discharged(p.rule(None, "mp", wrong, alike), there, back)
    away = p.use(None, "contexts", i, j, k, l, using=[other])
    found = p.rule(None, "absurd", p.have(None, FALSE, away, "no_distance", "gap"), eq(label(i, t, k), label(j, t, l)))
    out = p.discharged(p.every(None, t, found, "t_low", "t_high"), p.get("equal").concl)
    for v, name in ((l, "l"), (k, "k"), (j, "j"), (i, "i")):
        out = p.every(None, v, out, f"{name}_low", f"{name}_high")
    return p.note("out", out)


@paper.claim(given=[d >= 1, 0 <= q, q <= n * N], shows=parameters(q) <= stated_count)
def parameters_counted(p: Proof) -> Fact:
    """One direction for all outputs: d + q + d q numbers, where the paper counts d (2 n N + d)."""
    p.given(d_low=d >= 1, q_low=0 <= q, room=q <= n * N)
    p.have("nN", 0 <= n * N, "q_low", "room")
    p.have("d_pos", 0 <= d, "d_low")
    return p.have("out", p.goal, ("d_low", "nN"), ("room", "d_pos"), "room", ("d_low", "d_low"), "d_low")


the_ids = ids(X, O, V, K, Q)
sizes = [d >= 1, n >= 1, N >= 1]
mapping = [*outer_products(O, V, K, Q), 0 <= delta, apart_by(X, delta, the_ids), contexts_apart(X, the_ids, delta)]


@paper.claim(given=[*sizes, *mapping, consistent(X, label)], shows=memorized(X))
def memorized_by_contexts(p: Proof) -> Fact:
    """Attention that maps contexts, and a layer that takes its ids to the labels."""
    p.given_all([*sizes, *mapping, consistent(X, label)])
    alike = p.apply(None, "equal_ids_equal_labels", U=the_ids)

    def with_layer(*parts: Fact) -> Fact:
        count = p.apply(None, "parameters_counted", *parts)
        return p.exhibit(None, p.goal, WEIGHTS, *parts, count)

    return p.obtain("out", p.apply(None, "layer_memorizes", alike, U=the_ids), [W_1, b_1, W_2, b_2, q], with_layer)


# --- from sequences made of a list to any -----------------------------------------------------------------------------

(Z,) = vectors("Z", 3)


@paper.claim(given=[n >= 1, same_data(X, Z), memorized(Z)], shows=memorized(X))
def memorized_of_same(p: Proof) -> Fact:
    """The same block."""
    p.given(n_low=n >= 1, same=same_data(X, Z), memorized=memorized(Z))
    ranged(p, "i", "k", "t")

    def prove(*parts: Fact) -> Fact:
        entry = p.every(None, k, p.use(None, "same", i, k, t), "k_low", "k_high")
        equal = p.every(None, t, entry, "t_low", "t_high")
        own, other = (fun(lambda t, k, D=D: D(i, t, k), 2) for D in (X, Z))
        heads = p.apply(None, "attention_of_same", equal, **{"Z": own, "Z'": other})
        at_k = p.every(None, t, p.use(None, heads, t, k), "t_low", "t_high")
        own, other = (fun(lambda t, k, D=D: ids(D, O, V, K, Q)(i, t, k), 2) for D in (X, Z))
        layers = p.apply(None, "layer_of_same", at_k, **{"Z": own, "Z'": other})
        value = p.have(None, eq(block(X, *WEIGHTS)(i, t, k), label(i, t, k)), layers, p.use(None, parts[-1], i, k, t))
        each = p.every(None, k, p.every(None, t, value, "t_low", "t_high"), "k_low", "k_high")
        return p.exhibit(None, p.goal, WEIGHTS, *parts[:-1], p.every(None, i, each, "i_low", "i_high"))

    return p.obtain("out", "memorized", WEIGHTS, prove)


data = list(SEQUENCES.values())


@paper.claim(given=[*data, consistent(X, label)], shows=memorized(X))
def corollary_1_any_labels(p: Proof) -> Fact:
    """The tokens listed, weights that map contexts, and a layer for the ids; the labels may be any numbers."""
    p.given(**SEQUENCES, labels=consistent(X, label))

    def with_list(*words: Fact) -> Fact:
        same, labels = words[4], p.apply(None, "consistent_of_same", words[4], Z=listed)

        def with_weights(*mapping: Fact) -> Fact:
            done = p.apply(None, "memorized_by_contexts", *mapping, labels, X=listed)
            return p.apply(None, "memorized_of_same", same, done, Z=listed)

        found = p.apply(None, "contexts_of_listed", *words)
        return p.obtain(None, found, [O, V, K, Q, delta], with_weights)

    words = p.apply(None, "listed_once_2", p.have(None, N >= 0, "N"), Z=X)
    return p.obtain("out", words, [w, at, m], with_list)


(Y,) = sequences("Y", 3)
classes = [
    places(lambda i, k: every(lambda t: 1 <= Y(i, t, k), 1, d)),
    places(lambda i, k: every(lambda t: Y(i, t, k) <= C, 1, d)),
]


@paper.claim(given=[*data, r_min < r_max, *classes, consistent(X, Y)], shows=memorized(X, Y))
def corollary_1(p: Proof) -> Fact:
    """Labels that are classes."""
    p.given_all([*data, consistent(X, Y)])
    return p.apply("out", "corollary_1_any_labels", y=Y)


# --- the statements ---------------------------------------------------------------------------------------------------

eq_47 = epsilon * r_min * log(n) * squeeze * exp(-exponent)
paper.notions.define(eq_8, (n, epsilon, r_min, r_max, m, pi, d), "δ(8)", r"\delta_{{(8)}}")
numbers = [some_d, m >= 1, pi > 3, epsilon > 0, r_min > 0, r_max > r_min, n >= 1]
display("A.3", 1, "46", "r, below which the ids stay, as in (7)", given=numbers, defines=r_max + epsilon / 4)
display(
    "A.3", 2, "47", "δ, by which the ids are apart: as in (8)", Claim(tuple(numbers), eq(eq_47, eq_8)),
    mended=[theorem_2_tokens, theorem_2_contexts],
    errata=Erratum(
        "typo", "(47) has ε log n where (8) has 2 ε² (log n)², which is what Theorem 2 shows.", 0,
        Search(sizes={"d": [1], "m": [1], "n": [2]},
               reals={"pi": [num(22, 7)], "epsilon": [100], "r_min": [1], "r_max": [2]}),
    ),
)  # fmt: skip
display("4.1", 1, "17", "the block takes the sequences to their labels", corollary_1, cites="corollary-1")
paper.state(
    "corollary-1",
    "for all separated and consistently labelled sequences without duplicate tokens there is a Transformer block with "
    "one head that takes every sequence to its labels, and it has no more parameters than stated",
    section="4.1", index="Corollary 1", kind="corollary", printed=corollary_1,
    steps=[equal_ids_equal_labels, layer_memorizes, parameters_counted, corollary_1_any_labels], cites="theorem-2",
)  # fmt: skip


@paper.claim(given=[d >= 1, s >= 1, n >= 1, N >= 1], shows=stated_count <= (4 * (s + d) + 2 * d + d * d) * (n * N))
def count_linear(p: Proof) -> Fact:
    """For fixed d and s the number of parameters is at most a multiple of n N."""
    p.given(d_low=d >= 1, s_low=s >= 1, n_low=n >= 1, N_low=N >= 1)
    p.have("nN", 1 <= n * N, ("n_low", "N_low"), "n_low", "N_low")
    p.have("factor", 0 <= 4 * (s + d) + d * d, "s_low", "d_low", ("d_low", "d_low"))
    return p.have("out", p.goal, ("nN", "factor"))


@paper.claim(given=[n >= 1, N >= 1], shows=exists(lambda w, at, m: listing_2(the_ids, w, at, m), *LIST_SORTS))
def ids_counted(p: Proof) -> Fact:
    """They are listed once each, and the list has at most n N members."""
    p.given(n_low=n >= 1, N_low=N >= 1)
    return p.apply("out", "listed_once_2", p.have(None, N >= 0, "N_low"), Z=the_ids)


paper.state(
    "remark-2",
    "the number of parameters is linear in n N, as there can be n N ids; up to logarithms less is not enough for one "
    "hidden layer, and with more layers about the square root of n N is",
    section="4.1", index="Remark 2", kind="remark", steps=[ids_counted, count_linear], cites="corollary-1",
    argued="That fewer than linearly many, but for logarithms, do not suffice for one hidden layer is in Bartlett et "
    "al. 2019, that deeper networks need about the square root of n N is in Vardi et al. 2022; neither is shown here.",
)  # fmt: skip
