"""Attention with rank-one weights (A.2): it changes tokens by little, so that different tokens stay apart.

The weights are W_K = u vᵀ, W_Q = u' vᵀ, W_V = u'' vᵀ and any W_O with ‖W_O u''‖ = ε / (4 r_max). Here and in `contexts`
everything is proved for any |uᵀu'| and any gap δ between the scores of different tokens, as in (30).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import at_least
from proofs.papers.ks.appendix_b_projections.projections import *
from proofs.papers.ks.beyond.lemma_1_smaller_gap import enough
from proofs.papers.ks.vocabulary import i, j, k, n, paper, softmax, some
from proofs.papers.ks.vocabulary import named as called
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.norms import column, dot, norm
from proofs.theorems.networks.transformers import (
    W_O,
    N,
    X,
    apart_by,
    d,
    delta,
    difference,
    different,
    epsilon,
    head,
    images,
    l,
    longer_than,
    no_duplicate_tokens,
    of_head,
    r_max,
    r_min,
    s,
    same_tokens,
    self_attention,
    sequence,
    shorter_than,
    token,
    weights,
)

(u2,) = vectors("u''")
t, h, e = ints("t h e")
separation, Delta = reals("separation Delta")


def tok(i: Term, k: Term) -> Term:
    """Token k of sequence i."""
    return token(X, i, k)


# --- the weights, and what is assumed of the data ------------------------------------------------------------------

distinct = no_duplicate_tokens(X)

rank_one = [W_O, *(fun(lambda h, p, t, x=x: x(p) * v(t), 3) for x in (u2, u, u1))]
carried = image(fun(lambda t, p: W_O(1, t, p), 2), u2, s)  # W_O u''
values_strength = Eq(norm(carried, d), epsilon / (4 * r_max))


def layer(Z: Matrix) -> Matrix:
    """The attention layer with these weights."""
    return self_attention(Z, rank_one, heads=num(1))


Y = images(X, layer)


def attended(i: Term, k: Term) -> Term:
    """Column k of the head's output for sequence i, without the skip connection."""
    return fun(lambda t: head(sequence(X, i), *of_head(rank_one, num(1)))(t, k))


def scores(i: Term, k: Term) -> Term:
    """(W_K X)ᵀ (W_Q X_k): the scores of the tokens of sequence i for its token k as query."""
    return fun(lambda h: dot(image(outer(u, v), tok(i, h)), image(outer(u1, v), tok(i, k)), s))


def weight(i: Term, k: Term, h: Term) -> Term:
    """The weight of token h for token k as query."""
    return softmax(scores(i, k), n, h)


def along_v(i: Term, k: Term) -> Term:
    """vᵀX_k."""
    return dot(v, tok(i, k), d)


def mean(i: Term, k: Term) -> Term:
    """(vᵀX) softmax(scores)."""
    return Sum(lambda h: along_v(i, h) * weight(i, k, h), 1, n)


reach = scale * r_max**2  # r, between which and −r the scores lie
paper_separation = log(n) ** 2 * exp(-2 * reach)


def carried_over(separation: Term) -> Term:
    """Δ is the gap between images for a given separation of boltz: 4r Δ = ε · separation, r = |uᵀu'| r_max²."""
    return Eq(4 * reach * Delta, epsilon * separation)


def score_at(j: Term, e: Term, i: Term, k: Term) -> Term:
    """The score that token e of sequence j would have for token k of sequence i as query."""
    return dot(image(outer(u, v), tok(j, e)), image(outer(u1, v), tok(i, k)), s)


def far_scores(i: Term, j: Term, h: Term, e: Term, k: Term) -> Term:
    """(30): if token h of sequence i is not token e of sequence j, their scores for the query k of i are apart."""
    return implies(different(tok(i, h), tok(j, e)), delta < abs(score_at(i, h, i, k) - score_at(j, e, i, k)))


def for_queries(claim: Callable[[Term, Term, Term, Term, Term], Term]) -> Term:
    """For all sequences i, j and positions h, e, k."""

    def in_places(i: Term, j: Term) -> Term:
        return every(lambda h: every(lambda e: every(lambda k: claim(i, j, h, e, k), 1, n), 1, n), 1, n)

    return every(lambda i: every(lambda j: in_places(i, j), 1, N), 1, N)


NAMED = {
    "some": some, "longer": longer_than(X, r_min), "apart": apart_by(X, epsilon), "shorter": shorter_than(X, r_max),
    "distinct": distinct, "r_max": r_max > 0, "unit": unit, "scores": for_queries(far_scores), "scale": scale > 0,
    "inner": Eq(inner, scale), "values": values_strength, "epsilon": epsilon_pos, "r_min": r_min_pos,
    "i_low": i >= 1, "i_high": i <= N, "k_low": k >= 1, "k_high": k <= n, "j_low": j >= 1, "j_high": j <= N,
    "l_low": l >= 1, "l_high": l <= n, "h_low": h >= 1, "h_high": h <= n, "e_low": e >= 1, "e_high": e <= n,
    "wide": delta >= 2, "enough": enough, "at_least": at_least, "gap": carried_over(paper_separation),
}  # fmt: skip


def named(names: str) -> list[Term]:
    """Return the hypotheses with these names."""
    return [NAMED[name] for name in names.split()]


def assume(p: Proof, names: str) -> None:
    """Assume the hypotheses with these names."""
    p.given(**{name: NAMED[name] for name in names.split()})


def length(p: Proof, i: Term, k: Term) -> Fact:
    """‖X_k‖ < r_max."""
    return p.specialize("shorter", i, k)


TOKENS = "some shorter r_max"
PLACE = "i_low i_high k_low k_high"
OTHER = "j_low j_high l_low l_high"

called(lambda i, k: token(Y, i, k), (i, k), "F(X^({0}))_{1:f}", r"\mathcal{{F}}(X^{{({0})}})_{{:,{1}}}")
called(attended, (i, k), "head(X^({0}))_{1:f}", r"\mathrm{{head}}(X^{{({0})}})_{{:,{1}}}")
called(scores, (i, k), "a^({0},{1})", "a^{{({0},{1})}}")
called(lambda: carried, (), "W_O u''", "W^{{(O)}} u''")

# --- (33), (34): what attention adds is short ----------------------------------------------------------------------


def part(i: Term, h: Term) -> Term:
    """W_O (W_V X)_h."""
    return fun(lambda t: Sum(lambda p: W_O(1, t, p) * image(outer(u2, v), tok(i, h))(p), 1, s))


weighted = fun(lambda t, h: weight(i, k, h) * part(i, h)(t), 2)
weighted_sum = fun(lambda t: Sum(lambda h: weighted(t, h), 1, n))
norms_sum = Sum(lambda h: weight(i, k, h) * norm(part(i, h), d), 1, n)
greatest_norm = Max(lambda h: norm(part(i, h), d), 1, n)
greatest_carried = Max(lambda h: norm(fun(lambda t: carried(t) * along_v(i, h)), d), 1, n)
greatest_value = Max(lambda h: abs(along_v(i, h)), 1, n)
greatest_token = Max(lambda h: norm(tok(i, h), d), 1, n)


@paper.claim(given=[some], shows=Eq(norm(attended(i, k), d), norm(weighted_sum, d)))
def eq_33_first(p: Proof) -> None:
    """The products are expanded."""


@paper.claim(given=[some], shows=norm(weighted_sum, d) <= norms_sum)
def eq_33_second(p: Proof) -> None:
    """The triangle inequality."""
    assume(p, "some h_low h_high")
    p.apply("norm_sum", h=weighted, label="sum")
    p.apply("softmax_pos", a=scores(i, k), k=h, label="pos")
    each = Eq(norm(column(weighted, h), d), weight(i, k, h) * norm(part(i, h), d))
    p.generalize(h, p.have(each, "norm_scale"), "h_low", "h_high", label="terms")
    by = {"f": fun(lambda h: norm(column(weighted, h), d)), "g": fun(lambda h: weight(i, k, h) * norm(part(i, h), d))}
    p.apply("sum_eq", lo=1, hi=n, **by, label="same")


@paper.claim(given=[some], shows=norms_sum <= greatest_norm)
def eq_33_third(p: Proof) -> None:
    """The weights sum to 1."""
    assume(p, "some h_low h_high")
    pos = p.apply("softmax_pos", a=scores(i, k), k=h)
    most = p.max_ge(greatest_norm, h, "h_low", "h_high")
    by = {
        "f": fun(lambda h: weight(i, k, h) * norm(part(i, h), d)),
        "g": fun(lambda h: greatest_norm * weight(i, k, h)),
    }
    p.apply("sum_le", (pos, most), lo=1, hi=n, **by, label="sum")
    p.apply("softmax_sum", a=scores(i, k), label="one")


@paper.claim(given=[some], shows=Eq(greatest_norm, greatest_carried))
def eq_33_fourth(p: Proof) -> None:
    """W_V = u'' vᵀ."""


@paper.claim(given=[some, 0 < norm(carried, d)], shows=Eq(greatest_carried, norm(carried, d) * greatest_value))
def eq_33_fifth(p: Proof) -> None:
    """‖q c‖ = |c| ‖q‖."""
    p.apply("norm_scale", c=along_v(i, h), x=carried, label="scale")
    values = fun(lambda h: abs(along_v(i, h)))
    scaled = fun(lambda h: values(h) * norm(carried, d))
    vectors_ = fun(lambda h: norm(fun(lambda t: carried(t) * along_v(i, h)), d))
    p.generalize(h, p.have(Eq(vectors_(h), scaled(h))), h >= 1, h <= n, label="terms")
    p.apply("max_eq", f=vectors_, g=scaled, lo=1, hi=n, label="same")
    p.apply("max_scaled", z=values, c=norm(carried, d), label="out_of_it")


@paper.claim(
    given=[*named(f"{TOKENS} unit values epsilon {PLACE}")],
    shows=norm(carried, d) * greatest_value <= epsilon / (4 * r_max) * greatest_token,
)
def eq_33_sixth(p: Proof) -> Fact:
    """Cauchy-Schwarz, and (32)."""
    assume(p, f"{TOKENS} unit values epsilon {PLACE} h_low h_high")
    p.apply("projection_le", z=tok(i, h), label="schwarz")
    member = p.max_ge(greatest_token, h, "h_low", "h_high")
    members = p.generalize(h, p.have(abs(along_v(i, h)) <= greatest_token, member))
    less = p.max_le(greatest_value, greatest_token, "some", members)
    nonneg = p.apply("norm_nonneg", x=carried)
    return p.have(p.goal, (less, nonneg), ("values", greatest_token))


@paper.claim(given=[*named(f"{TOKENS} epsilon {PLACE}")], shows=epsilon / (4 * r_max) * greatest_token < epsilon / 4)
def eq_34_strict(p: Proof) -> Fact:
    """All tokens are shorter than r_max."""
    assume(p, f"{TOKENS} epsilon {PLACE} h_low h_high")
    less = p.apply("max_lt", f=fun(lambda h: norm(tok(i, h), d)), u=r_max, lo=1, hi=n)
    return p.have(p.goal, (less, "epsilon", inv(r_max)))


@paper.claim(given=named(f"{TOKENS} unit values epsilon {PLACE}"), shows=norm(attended(i, k), d) < epsilon / 4)
def attended_short(p: Proof) -> None:
    """(33) and (34)."""
    assume(p, f"{TOKENS} unit values epsilon {PLACE}")
    p.have(0 < norm(carried, d), "values", ("epsilon", inv(r_max)), label="carried")
    for name in (
        "eq_33_first",
        "eq_33_second",
        "eq_33_third",
        "eq_33_fourth",
        "eq_33_fifth",
        "eq_33_sixth",
        "eq_34_strict",
    ):
        p.apply(name, label=name)


# --- (27), (28): images are not much longer, and stay apart where the tokens differ ---------------------------------


def Y_(i: Term, k: Term) -> Term:
    """Token k of the image of sequence i."""
    return token(Y, i, k)


token_distance = norm(difference(tok(i, k), tok(j, l)), d)
image_distance = norm(difference(Y_(i, k), Y_(j, l)), d)
tokens_differ, tokens_agree = different(tok(i, k), tok(j, l)), same_tokens(tok(i, k), tok(j, l))


@paper.claim(given=[], shows=Eq(epsilon - epsilon / 4 - epsilon / 4, epsilon / 2))
def eq_28_third(p: Proof) -> None:
    """1 − 1/4 − 1/4."""


# for any weights of one head

of_rank_one = dict(zip(("W_V", "W_K", "W_Q"), rank_one[1:], strict=True))
Y_any = images(X, lambda Z: self_attention(Z, heads=num(1)))
image_any = lambda i, k: token(Y_any, i, k)  # noqa: E731


def attended_any(i: Term, k: Term) -> Term:
    """Column k of the output of a head with any weights for sequence i, without the skip connection."""
    return fun(lambda t: head(sequence(X, i), *of_head(weights, num(1)))(t, k))


def small_any(i: Term, k: Term) -> Term:
    """(26)."""
    return norm(attended_any(i, k), d) < epsilon / 4


called(lambda i, k: image_any(i, k), (i, k), "F_SA(X^({0}))_{1:f}", r"\mathcal{{F}}_S^{{(SA)}}(X^{{({0})}})_{{:,{1}}}")
called(attended_any, (i, k), "(F_SA(X^({0})) - X^({0}))_{1:f}",
       r"(\mathcal{{F}}_S^{{(SA)}}(X^{{({0})}}) - X^{{({0})}})_{{:,{1}}}")  # fmt: skip
sum_any = norm(tok(i, k), d) + norm(attended_any(i, k), d)
distance_any = norm(difference(image_any(i, k), image_any(j, l)), d)
rest_any = token_distance - norm(attended_any(i, k), d) - norm(attended_any(j, l), d)


@paper.claim(given=[some], shows=norm(image_any(i, k), d) <= sum_any)
def eq_27_first(p: Proof) -> None:
    """The triangle inequality."""


@paper.claim(given=[*named(f"{TOKENS} {PLACE}"), small_any(i, k)], shows=sum_any < r_max + epsilon / 4)
def eq_27_second(p: Proof) -> None:
    """The token is shorter than r_max; use (26)."""


@paper.claim(given=[some], shows=rest_any <= distance_any)
def eq_28_first(p: Proof) -> None:
    """The triangle inequality twice."""
    p.apply("norm_triangle_minus", x=attended_any(i, k), y=attended_any(j, l), label="parts")
    added = difference(attended_any(i, k), attended_any(j, l))
    p.apply("norm_triangle_minus", x=difference(image_any(i, k), image_any(j, l)), y=added, label="whole")


@paper.claim(
    given=[*named(f"apart {PLACE} {OTHER}"), tokens_differ, small_any(i, k), small_any(j, l)],
    shows=epsilon - epsilon / 4 - epsilon / 4 < rest_any,
)
def eq_28_second(p: Proof) -> None:
    """Different tokens are more than ε apart; use (26) twice."""


# --- that there are such weights, and their rank -------------------------------------------------------------------

first_unit = fun(lambda p: ite(Eq(p, 1), 1, 0))
along_first = fun(lambda p: ite(Eq(p, 1), scale, 0))


@paper.claim(given=[s >= 1, scale > 0], shows=Eq(abs(dot(along_first, first_unit, s)), scale))
def eq_29_possible(p: Proof) -> None:
    """u = (|uᵀu'|, 0, …, 0) and u' = (1, 0, …, 0)."""
    product = fun(lambda p: along_first(p) * first_unit(p))

    p.apply("sum_eq", f=product, g=along_first, lo=1, hi=s, label="sum")
    p.apply("sum_single", f=fun(lambda p: scale), lo=1, hi=s, m=1, label="single")


(u3,) = vectors("u'''")
made = image(outer(u3, u2), u2, s)
u3_length = Eq(norm(u3, d), epsilon / (4 * r_max * norm(u2, s) ** 2))


@paper.claim(given=[r_max > 0, 0 < norm(u2, s), u3_length], shows=Eq(norm(made, d), epsilon / (4 * r_max)))
def eq_32_possible(p: Proof) -> None:
    """(u''' u''ᵀ) u'' = ‖u''‖² u'''."""
    p.apply("norm_scale", c=dot(u2, u2, s), x=u3, label="scaled")
    nonneg = p.apply("dot_self_nonneg", x=u2, d=s)
    p.abs_value(dot(u2, u2, s), nonneg, label="size")
    p.apply("norm_square", x=u2, d=s, label="square")
