"""The sketch of Theorem 2's proof (section 3.4): properties of the averages, (9) and (10), and of a direction, (11).

Both are existence statements: weights with some ε > 0, a direction with some c < 1. This is weaker than A.2, where the
constants are known, and needs neither π nor citations: the direction is that of `counted_directions`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_projections.counted_directions import counted_strength, kept_share
from proofs.papers.ks.appendix_b_projections.projections import *
from proofs.papers.ks.beyond.lemma_1_sharp_separation import sharply
from proofs.papers.ks.section_3_theorem_2.contexts import boltz_distance, mean_distance, some_token_missing
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import named, reach, tok, tokens_agree
from proofs.papers.ks.section_3_theorem_2.theorem_2 import IN_PAIRS, contexts_differ, tokens_separated
from proofs.papers.ks.vocabulary import i, j, k, n, paper, softmax, some, together, unequal
from proofs.theorems.analysis.norms import column, dot, norm
from proofs.theorems.analysis.projections import gap
from proofs.theorems.networks.transformers import (
    N,
    X,
    at,
    d,
    l,
    no_duplicate_tokens,
    other_vocabulary,
    pairs,
    r_max,
    s,
    same_tokens,
    vocabulary_size,
    w,
)

c = reals("c")[0]

# --- (9): the averages, for weights with one row ---------------------------------------------------------------------


def average(V: Term, K: Term, Q: Term, i: Term, k: Term) -> Term:
    """(W_V X) σ[(W_K X)ᵀ (W_Q X_k)] for sequence i."""
    attention = fun(lambda h: dot(K, tok(i, h), d) * dot(Q, tok(i, k), d))
    return Sum(lambda h: dot(V, tok(i, h), d) * softmax(attention, n, h), 1, n)


# --- (10): one token in two contexts has two averages ----------------------------------------------------------------


@paper.claim(given=[*named(IN_PAIRS), *contexts_differ], shows=sharply(2 * reach) < boltz_distance)
def sharp_contexts_separated(p: Proof) -> Fact:
    """One of the two sequences has a token that the other lacks."""
    return some_token_missing(p, p.goal, "sharp_scores_separated")


@paper.claim(given=[*named(IN_PAIRS), *contexts_differ], shows=sharply(2 * reach) / (r_max * scale) < mean_distance)
def averages_apart(p: Proof) -> Fact:
    """The distance of boltz is at most r_max |uᵀu'| times that of the averages."""
    for name in ("sharp_contexts_separated", "eq_41_product", "eq_41_last"):
        p.apply(name, label=name)
    less = p.have(sharply(2 * reach) < r_max * scale * mean_distance)
    p.note("factor", p.positive(r_max * scale))
    return p.have(p.goal, less, scale=["factor"])


def told_apart(V: Term, K: Term, Q: Term, c: Term) -> Term:
    """Return (10), with c for its ε."""

    def claim(i: Term, j: Term, k: Term, l: Term) -> Term:
        far = c < abs(average(V, K, Q, i, k) - average(V, K, Q, j, l))
        return implies(unequal(i, j), same_tokens(tok(i, k), tok(j, l)), other_vocabulary(X, i, j), far)

    return pairs(claim)


data = [some_d, some, N >= 1, epsilon_pos, r_min_pos, tokens_separated, no_duplicate_tokens(X)]
one, two = num(1), num(2)
strength = substitute(counted_strength, {delta: two})
least = sharply(2 * reach) / (r_max * scale)
some_averages = exists(
    lambda V, K, Q, c: [0 < c, told_apart(V, K, Q, c)], VECTOR, VECTOR, VECTOR, "R"
)  # fmt: skip


@paper.claim(given=data, shows=some_averages)
def eq_10(p: Proof) -> Fact:
    """Take W_V = W_Q = vᵀ and W_K = c vᵀ, for a direction v that keeps the tokens apart and a large c."""
    p.have(0 < r_max, p.apply("r_min_below_r_max"), label="r_max")
    constant, ones = fun(lambda p: strength), fun(lambda p: one)
    ends = [1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l, l <= n]

    _, listed = p.obtain(p.apply("tokens_listed"), m)
    at_low, at_high, *rest = p.obtain(listed, w, at)
    listed = p.exists_intro(vocabulary_size(X, m), [w, at], at_low, at_high, *rest)
    p.have(0 < m + 1, p.apply("some_word", listed, label="m_low"), label="m_pos")
    positive = p.positive(strength)
    p.note("scale", positive)
    p.abs_value(strength, p.have(strength >= 0, positive), label="size")
    inner = p.have(Eq(abs(Sum(lambda q: constant(q) * ones(q), 1, one)), strength), "size")

    longer, short, apart = p.obtain(p.side_condition(tokens_separated))
    words = [p.apply(f"words_{name}", *rest, longer, apart) for name in ("longer", "apart")]

    lemma_3 = p.instantiate(p.theorem("lemma_3_counted"), [(delta, two), (s, one)])
    p.note("lemma_3", lemma_3)
    length, far = p.obtain(p.apply("lemma_3", *words), v)
    of_words = p.specialize(far, constant, ones)
    at_u = {"u": constant, "u'": ones, "s": one, "delta": two}
    scores = p.apply("scores_of_tokens", at_low, at_high, *rest, of_words, **at_u)
    distance = substitute(least, {scale: strength, delta: two})
    assumed = [unequal(i, j), tokens_agree, other_vocabulary(X, i, j)]
    same, other = (p.assume(x) for x in assumed[1:])
    ranges = [p.assume(x) for x in ends]
    facts = (scores, length, short, inner, same, other, *ranges)
    each = p.apply("averages_apart", *facts, scale=strength, **at_u)
    weights = v, fun(lambda t: strength * v(t)), v
    far_apart = distance < abs(average(*weights, i, k) - average(*weights, j, l))
    each = p.discharge(p.have(far_apart, each), *assumed)
    above = p.positive(distance)
    return p.exists_intro(p.goal, [*weights, distance], above, each)


# --- (11): a direction that approximately keeps distances -------------------------------------------------------------


def projections_apart(x: Term) -> Term:
    """|xᵀw_a − xᵀw_b|."""
    return abs(dot(x, column(w, a), d) - dot(x, column(w, b), d))


def nearly_kept(x: Term, c: Term) -> list[Term]:
    """0 < c < 1, and (11) for all words."""
    least, most = c * norm(gap(a, b), d) <= projections_apart(x), projections_apart(x) <= norm(gap(a, b), d)
    both = together(least, most)
    return [0 < c, c < 1, every(lambda a_: every(lambda b_: substitute(both, {a: a_, b: b_}), 1, m), 1, m)]


@paper.claim(given={"d_low": some_d, "m_low": some_m}, shows=exists(nearly_kept, VECTOR, "R"))
def eq_11(p: Proof) -> Fact:
    """With κ of `counted_directions`, c = κ/(1 + κ)."""
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
    factor = kept_share / (1 + kept_share)
    p.have(0 < 1 + kept_share, label="more")
    p.apply("inv_pos", x=1 + kept_share, label="inverse")
    below_share = p.have(factor <= kept_share)
    nonneg = p.apply("norm_nonneg", x=gap(a, b))
    length, keeps = p.obtain(p.apply("direction_counted"), v)
    low = p.have(factor * norm(gap(a, b), d) <= projections_apart(v), p.specialize(keeps, a, b),
                 (below_share, nonneg))  # fmt: skip
    high = p.have(projections_apart(v) <= norm(gap(a, b), d),
                  p.apply("projection_le", length, z=gap(a, b)))  # fmt: skip
    both = p.exists_intro(together(low.concl, high.concl), [], low, high)
    each = both
    return p.exists_intro(p.goal, [v, factor], each)
