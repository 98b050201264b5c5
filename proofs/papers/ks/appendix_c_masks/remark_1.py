"""Theorem 2 under masks (Remark 1, appendix C): which tokens masked attention distinguishes, and which it cannot.

The image of a token that sees only itself, as the first one under a causal mask, depends on nothing else. So sequences
with the same first token are confused for all weights. However, with the weights of A.2, images are more than the δ of
(8) apart where the tokens, or the sets of tokens that they see, differ: in the direction v of Lemma 3 the scores of
different tokens are far apart, and boltz of the visible scores distinguishes the sets of visible tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as choices
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import term
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import no_duplicates
from proofs.papers.ks.appendix_b_projections.projections import is_pi, pi_pos, scale, u, u1, v
from proofs.papers.ks.appendix_c_masks.masked_boltzmann import masked_boltz, masked_columns, masked_softmax
from proofs.papers.ks.beyond.theorem_2_larger_delta import (
    counted_8,
    counted_strength_here,
)
from proofs.papers.ks.section_3_theorem_1.separating_heads import for_pairs, number, rho
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import (
    NAMED,
    OTHER,
    PLACE,
    Delta,
    e,
    first_unit,
    for_queries,
    h,
    outer,
    reach,
    score_at,
    t,
    tokens_agree,
    tokens_differ,
)
from proofs.papers.ks.section_3_theorem_2.theorem_2 import (
    eq_8,
    from_vocabulary,
    in_direction,
    paper_delta,
    paper_strength,
    strong,
    theorem_2_given,
)
from proofs.papers.ks.vocabulary import i, j, k, n, paper, unequal, x
from proofs.theorems.algebra.masked_averages import wide
from proofs.theorems.algebra.masked_sums import kept
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.norms import dot, norm, sqrt
from proofs.theorems.networks.transformers import *

(C,) = sequences("C", 3)  # C(i, l, k) = 1 if place k of sequence i sees place l
q = ints("q")[0]


def heads_of(O: Term, V: Term, K: Term, Q: Term) -> list[Term]:
    """Return the weights of a single head."""
    return [fun(lambda h, p, t, W=W: W(p, t), 3) for W in (O, V, K, Q)]


def masked_outputs(O: Term, V: Term, K: Term, Q: Term) -> Term:
    """Return the images of the sequences under attention with one head, each under its own mask."""

    def entry(i: Term, t: Term, k: Term) -> Term:
        mask = fun(lambda l, k: C(i, l, k), 2)
        layer = self_attention(sequence(X, i), heads_of(O, V, K, Q), lambda S: masked_columns(S, mask), heads=num(1))
        return layer(t, k)

    return fun(entry, 3)


# --- outputs along v -------------------------------------------------------------------------------------------------

along = [fun(lambda t, p: rho * v(t) * u1(p), 2), outer(u1, v), outer(u, v), outer(u1, v)]
outputs = masked_outputs(*along)
unit_u, inner_u = Eq(dot(u1, u1, s), 1), Eq(dot(u, u1, s), scale)


def scores(i: Term, k: Term, factor: Term = scale) -> Term:
    """uᵀu' vᵀx_k vᵀx_l for the tokens x_l of sequence i."""
    return fun(lambda l: factor * number(i, k) * number(i, l))


def seen_from(i: Term, k: Term) -> Term:
    """The mask of position k of sequence i."""
    return fun(lambda l: C(i, l, k))


def average(i: Term, k: Term, factor: Term = scale) -> Term:
    """The softmax average, by these scores, of the numbers that position k of sequence i sees."""
    return Sum(lambda l: number(i, l) * masked_softmax(scores(i, k, factor), seen_from(i, k), l), 1, n)


def output(i: Term, k: Term) -> Term:
    """The image of token k of sequence i."""
    return token(outputs, i, k)


def added(i: Term, k: Term) -> Term:
    """What attention adds to it."""
    return fun(lambda t: rho * average(i, k) * v(t))


@paper.claim([unit_u, inner_u], shows=Eq(outputs(i, t, k), X(i, t, k) + added(i, k)(t)))
def masked_output(p: Proof) -> Fact:
    """u'ᵀu' = 1."""
    raw = p.have(Eq(outputs(i, t, k), X(i, t, k) + rho * dot(u1, u1, s) * average(i, k, dot(u, u1, s)) * v(t)))
    return p.change(p.rewrite(raw, unit_u, inner_u), p.goal)


# --- what is seen ----------------------------------------------------------------------------------------------------


def unseen(i: Term, m: Term, j: Term, l: Term) -> Term:
    """Position l of sequence j does not see token m of sequence i."""
    return every(lambda q: implies(Eq(C(j, q, l), 1), different(token(X, i, m), token(X, j, q))), 1, n)


def all_seen(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Position l of sequence j sees all tokens that position k of sequence i sees."""
    return every(lambda m: implies(Eq(C(i, m, k), 1), negation(unseen(i, m, j, l))), 1, n)


def other_view(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Position k of sequence i and position l of sequence j do not see the same tokens."""
    return implies(all_seen(i, k, j, l), all_seen(j, l, i, k), FALSE)


def something_seen() -> Term:
    """Every position of every sequence sees some token."""
    return places(lambda i, k: exists(lambda l: [1 <= l, l <= n, Eq(C(i, l, k), 1)], "Z"))


MASKED = {name: NAMED[name] for name in ["some", "shorter", "apart", "distinct", "epsilon", "r_max", "unit", "scale"]}
MASKED |= {"unit_u": unit_u, "inner_u": inner_u, "rho": Eq(4 * r_max * rho, epsilon), "keeps": something_seen()}


def conditions(names: str) -> dict[str, Term]:
    """Return the hypotheses with these names."""
    return {name: (MASKED | NAMED)[name] for name in names.split()}


SHORT = "some shorter r_max unit keeps"


@paper.claim(conditions(f"{SHORT} {PLACE}"), shows=abs(average(i, k)) < r_max)
def masked_average_small(p: Proof) -> Fact:
    """An average of numbers below r_max in absolute value."""
    p.given(h_low=1 <= h, h_high=h <= n)
    values = fun(lambda h: abs(number(i, h)))
    weight = fun(lambda h: masked_softmax(scores(i, k), seen_from(i, k), h))
    most = Max(lambda h: values(h), 1, n)
    schwarz = p.apply("projection_le", z=token(X, i, h))
    short = p.have(values(h) < r_max, schwarz, p.specialize("shorter", i, h))
    less = p.apply("max_lt", short, f=values, u=r_max, lo=1, hi=n)
    seen = p.obtain(p.specialize("keeps", i, k), l)
    at = {"a": scores(i, k), "c": seen_from(i, k), "m": l}
    one, whole = p.apply("masked_weights_sum", *seen, **at), p.apply("masked_partition_pos", *seen, **at)
    share = kept(seen_from(i, k), h, exp(scores(i, k)(h)))
    sign = by_cases(p, [Eq(C(i, h, k), 1)], lambda known: p.have(0 <= share, *choices(p, known, share)))
    sign = p.have(0 <= weight(h), (sign, p.apply("inv_pos", whole)))
    product, size = p.apply("abs_mul", u=number(i, h), r=weight(h)), p.abs_value(weight(h), sign)
    top = p.max_ge(most, h, "h_low", "h_high")
    each = p.have(abs(number(i, h) * weight(h)) <= most * weight(h), product, (size, values(h)), (top, sign))
    terms = fun(lambda h: number(i, h) * weight(h)), fun(lambda h: most * weight(h))
    total = p.apply("abs_sum_le", p.generalize(h, each), f=terms[0], g=terms[1], lo=1, hi=n)
    return p.have(p.goal, total, (one, most), less)


@paper.claim(conditions("epsilon r_max rho unit"), shows=Eq(norm(fun(lambda t: rho * x * v(t)), d), rho * abs(x)))
def along_v_norm(p: Proof) -> Fact:
    """v is a unit vector, and ρ is positive."""
    pos = p.have(0 < rho, "rho", "epsilon", scale=["r_max"])
    scaled = p.apply("norm_scale", c=rho * x, x=v)
    root = p.congr(sqrt, p.get("unit"))
    product, size = p.apply("abs_mul", u=rho, r=x), p.abs_value(rho, p.have(0 <= rho, pos))
    return p.have(p.goal, scaled, (root, abs(rho * x)), product, (size, abs(x)))


ADDED = f"{SHORT} epsilon rho unit_u inner_u"


@paper.claim(conditions(f"{ADDED} {PLACE}"), shows=norm(added(i, k), d) < epsilon / 4)
def added_short(p: Proof) -> Fact:
    """ρ r_max = ε/4."""
    pos = p.have(0 < rho, "rho", "epsilon", scale=["r_max"])
    less = p.apply("masked_average_small")
    return p.have(p.goal, p.apply("along_v_norm", x=average(i, k)), (less, pos), "rho")


@paper.claim(conditions(f"{ADDED} {PLACE}"), shows=norm(output(i, k), d) < r_max + epsilon / 4)
def masked_image_short(p: Proof) -> Fact:
    """The triangle inequality."""
    p.given(t_low=1 <= t, t_high=t <= d)
    parts = token(X, i, k), added(i, k)
    same = p.apply("norm_same", p.apply("masked_output"), x=output(i, k), y=fun(lambda t: parts[0](t) + parts[1](t)))
    whole = p.apply("norm_triangle", x=parts[0], y=parts[1])
    return p.have(p.goal, same, whole, p.apply("added_short"), p.specialize("shorter", i, k))


PAIR = f"{PLACE} {OTHER}"
distance = norm(difference(output(i, k), output(j, l)), d)


@paper.claim([*conditions(f"{ADDED} apart {PAIR}").values(), tokens_differ], shows=epsilon / 2 < distance)
def masked_images_of_others(p: Proof) -> Fact:
    """Different tokens are more than ε apart, and each is moved by less than ε/4."""
    p.given(**conditions(f"{ADDED} apart {PAIR}"), differ=tokens_differ)
    whole, moved = difference(output(i, k), output(j, l)), difference(added(i, k), added(j, l))
    entries = [p.apply("masked_output", i=i_, k=k_) for i_, k_ in ((i, k), (j, l))]
    back = difference(whole, moved)
    own = difference(token(X, i, k), token(X, j, l))
    same = p.apply("norm_same", p.generalize(t, p.have(Eq(own(t), back(t)), *entries)), x=own, y=back)
    ways = [p.apply("norm_triangle_minus", x=x, y=y) for x, y in ((whole, moved), (added(i, k), added(j, l)))]
    far = p.specialize("apart", i, j, k, l, using=["differ"])
    return p.have(p.goal, far, same, *ways, p.apply("added_short"), p.apply("added_short", i=j, k=l))


@paper.claim(
    [*conditions("epsilon r_max rho unit unit_u inner_u").values(), tokens_agree],
    shows=Eq(distance, rho * abs(average(i, k) - average(j, l))),
)
def masked_images_of_same(p: Proof) -> Fact:
    """The equal tokens cancel."""
    p.given(t_low=1 <= t, t_high=t <= d)
    gap = average(i, k) - average(j, l)
    entries = [p.apply("masked_output", i=i_, k=k_) for i_, k_ in ((i, k), (j, l))]
    whole, moved = difference(output(i, k), output(j, l)), fun(lambda t: rho * gap * v(t))
    each = p.have(Eq(whole(t), moved(t)), *entries, p.specialize(tokens_agree, t))
    return p.have(p.goal, p.apply("norm_same", each, x=whole, y=moved), p.apply("along_v_norm", x=gap))


# --- boltz of what is seen -------------------------------------------------------------------------------------------

QUERY = f"{PLACE} h_low h_high"


def far_numbers(i: Term, j: Term, h: Term, e: Term, k: Term) -> Term:
    """(30), for multiples of the numbers of tokens."""
    gap = scale * number(i, k) * number(i, h) - scale * number(i, k) * number(j, e)
    return implies(different(token(X, i, h), token(X, j, e)), delta < abs(gap))


FAR = {"far": for_queries(far_numbers), "wide": wide}
FAR_SCORES = {**conditions("some shorter r_max unit scale distinct"), **FAR}


@paper.claim(conditions(f"shorter r_max unit scale {QUERY}"), shows=abs(scores(i, k)(h)) < reach)
def masked_scores_bounded(p: Proof) -> Fact:
    """The numbers are below r_max in absolute value."""
    x_, y_ = number(i, k), number(i, h)
    small = [p.have(abs(number(i, q)) < r_max, p.apply("projection_le", z=token(X, i, q)), p.specialize(
        "shorter", i, q)) for q in (k, h)]  # fmt: skip
    outer, inner_ = p.apply("abs_mul", u=scale, r=x_ * y_), p.apply("abs_mul", u=x_, r=y_)
    own = p.abs_value(scale, p.have(0 <= scale))
    nonneg = p.apply("abs_nonneg", x=x_)
    both = abs(x_) * abs(y_)
    value = p.have(Eq(abs(scores(i, k)(h)), scale * both), outer, (inner_, abs(scale)), (own, both))
    return p.have(p.goal, value, (small[0], "r_max", "scale"), (small[1], nonneg, "scale"))


TWO = [*FAR_SCORES.values(), *conditions(f"{PAIR} h_low h_high e_low e_high").values(), tokens_agree]


@paper.claim([*TWO, different(token(X, i, h), token(X, j, e))], shows=delta < abs(scores(i, k)(h) - scores(j, l)(e)))
def masked_scores_far(p: Proof) -> Fact:
    """The two queries are the same token."""
    p.given(agree=tokens_agree, differ=different(token(X, i, h), token(X, j, e)), **FAR, t_low=1 <= t, t_high=t <= d)
    own = p.apply("same_projection")
    far = p.specialize("far", i, j, h, e, k, using=["differ"])
    gap = scores(i, k)(h) - scores(j, l)(e)
    was = scale * number(i, k) * number(i, h) - scale * number(i, k) * number(j, e)
    same = p.congr(abs, p.have(Eq(was, gap), (own, scale * number(j, e))))
    return p.have(p.goal, far, same)


@paper.claim(
    TWO,
    shows=implies(unequal(scores(i, k)(h), scores(j, l)(e)), delta < abs(scores(i, k)(h) - scores(j, l)(e))),
)
def masked_scores_gaps(p: Proof) -> Fact:
    """Equal tokens have equal scores."""
    p.given(agree=tokens_agree)
    unlike, same = assumed(p, unequal(scores(i, k)(h), scores(j, l)(e)), same_tokens(token(X, i, h), token(X, j, e)))
    own, other = p.apply("same_projection"), p.apply("same_projection", same, k=h, l=e)
    equal = p.have(Eq(scores(i, k)(h), scores(j, l)(e)), (own, scale * number(i, h)), (other, scale * number(j, l)))
    differ = p.discharge(p.mp(unlike, equal), same.concl)
    return p.discharge(p.apply("masked_scores_far", differ), unlike.concl)


@paper.claim([*FAR_SCORES.values(), *conditions(PLACE).values()], shows=no_duplicates(scores(i, k)))
def masked_scores_distinct(p: Proof) -> Fact:
    """The tokens of a sequence are distinct, and δ > 0."""
    p.given(**FAR_SCORES, **conditions("h_low h_high e_low e_high"))
    (order,) = assumed(p, h < e)
    equal = p.assume(Eq(h, e))
    differ = p.specialize("distinct", i, h, e, using=[p.discharge(p.have(FALSE, equal, order), equal.concl)])
    far = p.apply("masked_scores_far", differ, j=i, l=k)
    same = p.assume(Eq(scores(i, k)(h), scores(i, k)(e)))
    gap = scores(i, k)(h) - scores(i, k)(e)
    zero = p.abs_value(gap, p.have(gap <= 0, same))
    each = p.discharge(p.have(FALSE, far, zero, same, "wide"), same.concl)
    return p.generalize(h, p.generalize(e, p.discharge(each, order.concl), "e_low", "e_high"), "h_low", "h_high")


target = log(n) ** 2 * exp(-2 * reach)
ALL_APART = [*FAR_SCORES.values(), *conditions(f"{PAIR}").values(), tokens_agree]
missing = unseen(i, h, j, l)


def far_scores(p: Proof, *views: tuple[Term, Term]) -> list[Fact]:
    """The scores for each of these queries, and those for two queries that are the same token, are far apart."""
    facts = []
    for i_, k_ in views:
        facts.append(p.generalize(h, p.apply("masked_scores_bounded", i=i_, k=k_), "h_low", "h_high"))
        facts.append(p.apply("masked_scores_distinct", i=i_, k=k_))
        facts += [gaps_of(p, (i_, k_), other) for other in views]
    return facts


def gaps_of(p: Proof, view: tuple[Term, Term], other: tuple[Term, Term]) -> Fact:
    """Scores for two queries that are the same token are equal or far apart."""
    each = p.apply("masked_scores_gaps", **dict(zip("ikjl", (*view, *other), strict=True)))
    return p.generalize(h, p.generalize(e, each, "e_low", "e_high"), "h_low", "h_high")


@paper.claim([*FAR_SCORES.values(), *conditions(PLACE).values()], shows=log(n) ** 2 <= reach)
def masked_reach_large(p: Proof) -> Fact:
    """n numbers that are far apart need room."""
    p.given(**FAR_SCORES, **conditions("h_low h_high e_low e_high"))
    return p.apply("radius_above_square", *far_scores(p, (i, k)), a=scores(i, k), r=reach)


@paper.claim(
    [*ALL_APART, *conditions("keeps h_low h_high").values(), Eq(C(i, h, k), 1), missing],
    shows=target < scale * r_max * abs(average(i, k) - average(j, l)),
)
def masked_averages_apart(p: Proof) -> Fact:
    """Lemma 1 for masked vectors; no score that place l of sequence j sees is that of token h."""
    p.given(**FAR_SCORES, agree=tokens_agree, missing=missing, **conditions("keeps h_low h_high e_low e_high"))
    seen = p.obtain(p.specialize("keeps", j, l), q)
    is_seen = p.assume(Eq(C(j, e, l), 1))
    far = p.apply("masked_scores_far", p.specialize("missing", e, using=[is_seen]))
    same = p.assume(Eq(scores(j, l)(e), scores(i, k)(h)))
    gap = scores(i, k)(h) - scores(j, l)(e)
    zero = p.abs_value(gap, p.have(gap <= 0, same))
    none = p.discharge(p.have(FALSE, far, zero, same, "wide"), same.concl)
    other = p.generalize(e, p.discharge(none, is_seen.concl), "e_low", "e_high")
    apart_ = p.apply("masked_lemma_1", *far_scores(p, (i, k), (j, l)), *seen, other, a=scores(i, k), b=scores(j, l),
                     c=seen_from(i, k), e=seen_from(j, l), i=h, m=q, r=reach)  # fmt: skip
    rest = average(i, k) - average(j, l)
    query = p.apply("same_projection")
    both = masked_boltz(scores(i, k), seen_from(i, k)) - masked_boltz(scores(j, l), seen_from(j, l))
    whole = p.congr(abs, p.have(Eq(both, scale * number(i, k) * rest), (query, scale * average(j, l))))
    sizes_ = p.apply("abs_mul", u=scale * number(i, k), r=rest), p.apply("abs_mul", u=scale, r=number(i, k))
    own = p.abs_value(scale, p.have(0 <= scale))
    short = p.have(abs(number(i, k)) < r_max, p.apply("projection_le", z=token(X, i, k)), p.specialize(
        "shorter", i, k))  # fmt: skip
    nonneg = p.apply("abs_nonneg", x=rest)
    size = (sizes_[1], abs(rest)), (own, abs(number(i, k)) * abs(rest))
    return p.have(p.goal, apart_, whole, sizes_[0], *size, (short, "scale", nonneg))


# --- images of places that see different tokens ----------------------------------------------------------------------

ALL = {**MASKED, **FAR, "gap": Eq(4 * reach * Delta, epsilon * target)}


@paper.claim([*ALL.values(), *conditions(PLACE).values()], shows=Delta <= epsilon / 2)
def masked_gap_small(p: Proof) -> Fact:
    """(log n)² e^(−2r) <= r."""
    p.given(**ALL)
    pos = p.have(0 < reach, ("r_max", "r_max", "scale"))
    room = p.apply("masked_reach_large")
    falls = p.apply("exp_le", p.have(-2 * reach <= 0, pos), x=-2 * reach, y=0)
    less = p.have(target <= reach, (room, exp(-2 * reach)), (falls, pos))
    return p.have(p.goal, "gap", (less, "epsilon"), ("epsilon", pos), scale=[pos])


@paper.claim([*ALL.values(), *conditions(PAIR).values(), tokens_differ], shows=Delta < distance)
def masked_tokens_apart(p: Proof) -> Fact:
    """Different tokens."""
    return p.have(p.goal, p.apply("masked_images_of_others"), p.apply("masked_gap_small"))


@paper.claim(
    [*ALL.values(), *conditions(f"{PAIR} h_low h_high").values(), tokens_agree, Eq(C(i, h, k), 1), missing],
    shows=Delta < distance,
)
def masked_same_token_apart(p: Proof) -> Fact:
    """Δ = ε (log n)² e^(−2r) / (4r), and ρ = ε / (4 r_max)."""
    p.given(**ALL)
    pos = p.have(0 < reach, ("r_max", "r_max", "scale"))
    apart_, value = p.apply("masked_averages_apart"), p.apply("masked_images_of_same")
    rest = abs(average(i, k) - average(j, l))
    return p.have(p.goal, "gap", (apart_, "epsilon"), ("rho", scale * r_max * rest), (value, 4 * reach), scale=[pos])


@paper.claim([*ALL.values(), *conditions(PAIR).values(), other_view(i, k, j, l)], shows=Delta < distance)
def masked_views_apart(p: Proof) -> Fact:
    """If the images were near, the tokens would agree, and each place would see what the other sees."""
    p.given(**ALL, views=other_view(i, k, j, l), **conditions("h_low h_high"), t_low=1 <= t, t_high=t <= d)
    close, differ = p.assume(distance <= Delta), p.assume(tokens_differ)
    unlike = p.discharge(p.have(FALSE, p.apply("masked_tokens_apart", differ), close), differ.concl)

    def entry(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        (same,) = assumed(p, tokens_agree)
        not_same = p.discharge(p.have(FALSE, p.specialize(same, t), order), same.concl)
        return p.absurd(p.mp(unlike, not_same), Eq(X(i, t, k), X(j, t, l)))

    agree = p.generalize(t, p.trichotomy(X(i, t, k), X(j, t, l), entry))
    back = p.generalize(t, p.have(Eq(X(j, t, l), X(i, t, k)), p.specialize(agree, t)))
    turned = {i: j, k: l, j: i, l: k}
    seen = []
    for alike, by in ((agree, {}), (back, turned)):
        here, lacks = (p.assume(substitute(f, by)) for f in (Eq(C(i, h, k), 1), missing))
        far = p.apply("masked_same_token_apart", alike, here, lacks, **{x.args[0]: y for x, y in by.items()})
        not_all = p.discharge(p.have(FALSE, far, close), lacks.concl)
        seen.append(p.generalize(h, p.discharge(not_all, here.concl), "h_low", "h_high"))
    wrong = p.mp(p.mp("views", seen[0]), seen[1])
    return p.cases(distance, Delta, p.absurd(wrong, p.goal), p.assume(Delta < distance))


# --- weights ---------------------------------------------------------------------------------------------------------


def masked_mapping(Y: Term, r: Term, delta: Term) -> list[Term]:
    """KS Definition 2 with visible tokens in place of vocabularies: conditions on the images Y of the sequences X."""
    views = pairs(
        lambda i, j, k, l: implies(other_view(i, k, j, l), delta < norm(difference(token(Y, i, k), token(Y, j, l)), d))
    )
    return [shorter_than(Y, r), apart_by(X, delta, Y), views]


def tells_views_apart(weights: Sequence[Term], r: Term, delta: Term) -> Term:
    """Masked attention is an (r, δ)-contextual mapping with visible tokens in place of vocabularies."""
    return exists(lambda: masked_mapping(masked_outputs(*weights), r, delta))


F_MASKED = "F_SA({2}, {3}, {4}, {5} | {1})", r"\mathcal{{F}}_S^{{(SA)}}[{2}, {3}, {4}, {5} | {1}]"
OF_ALL = (
    "{0}^(1), …, {0}^({8}) ∈ ℝ^({9}×{10})",
    r"{0}^{{(1)}}, \dots, {0}^{{({8})}} \in \mathbb{{R}}^{{{9} \times {10}}}",
)
paper.notions.define(
    tells_views_apart(one_head, r, delta), (X, C, *one_head, r, delta, N, d, n, s),
    f"{F_MASKED[0]} is an ({{6}}, {{7}})-contextual mapping for what is seen of {OF_ALL[0]}",
    rf"{F_MASKED[1]} \text{{{{ is an }}}} ({{6}}, {{7}})"
    rf"\text{{{{-contextual mapping for what is seen of }}}} {OF_ALL[1]}",
)  # fmt: skip
paper.notions.define(
    other_view(i, k, j, l), (X, C, i, k, j, l, n, d),
    "under {1} place {3} of {0}^({2}) ∈ ℝ^({7}×{6}) sees other tokens than place {5} of {0}^({4})",
    r"\text{{under }} {1} \text{{ place }} {3} \text{{ of }} {0}^{{({2})}} \in \mathbb{{R}}^{{{7} \times {6}}}"
    r" \text{{ sees other tokens than place }} {5} \text{{ of }} {0}^{{({4})}}",
)  # fmt: skip


@paper.claim({"scores": NAMED["scores"], "inner_u": inner_u}, shows=FAR["far"])
def numbers_far(p: Proof) -> Fact:
    """The scores of A.2 are these numbers."""
    p.given(**conditions("i_low i_high j_low j_high k_low k_high h_low h_high e_low e_high"))
    differ = p.assume(different(token(X, i, h), token(X, j, e)))
    far = p.specialize("scores", i, j, h, e, k, using=[differ])
    was = score_at(i, h, i, k) - score_at(j, e, i, k)
    gap = scale * number(i, k) * number(i, h) - scale * number(i, k) * number(j, e)
    inner_ = dot(u, u1, s)
    raw = p.have(Eq(was, inner_ * number(i, k) * number(i, h) - inner_ * number(i, k) * number(j, e)))
    same = p.congr(abs, p.change(p.rewrite(raw, inner_u), Eq(was, gap)))
    return p.discharge(p.have(delta < abs(gap), far, same), differ.concl)


@paper.claim([s >= 1], shows=Eq(dot(first_unit, first_unit, s), 1))
def first_unit_is_one(p: Proof) -> None:
    """One entry is 1, the others are 0."""
    square = fun(lambda m: first_unit(m) * first_unit(m))
    p.apply("sum_first", f=square, lo=1, hi=s, label="split")
    p.apply("sum_eq", f=square, g=fun(lambda m: num(0)), lo=2, hi=s, label="rest")


@paper.claim([s >= 1], shows=Eq(dot(strong, first_unit, s), scale))
def strong_along_first(p: Proof) -> None:
    """All entries but the first are 0."""
    product = fun(lambda m: strong(m) * first_unit(m))
    p.apply("sum_first", f=product, lo=1, hi=s, label="split")
    p.apply("sum_eq", f=product, g=fun(lambda m: num(0)), lo=2, hi=s, label="rest")


def maps_views(delta: Term) -> Term:
    """There are W_O, W_V, W_K, W_Q, the last three of rank 1, with which masked attention distinguishes all views."""

    def properties(W_O: Term, W_V: Term, W_K: Term, W_Q: Term) -> list[Term]:
        ranks = [rank_is_one(W, s, d) for W in (W_V, W_K, W_Q)]
        return [*ranks, tells_views_apart((W_O, W_V, W_K, W_Q), r_max + epsilon / 4, delta)]

    return exists(properties, MATRIX, MATRIX, MATRIX, MATRIX)


OF_DIRECTION = {"keeps": something_seen(), "wide": wide, "gap": ALL["gap"]}


@paper.claim([*in_direction, *OF_DIRECTION.values()], shows=maps_views(Delta))
def views_in_direction(p: Proof) -> Fact:
    """The weights of A.2, with W_O = ε/(4 r_max) v u'ᵀ."""
    p.given(**conditions(PAIR))
    own = {u: strong, u1: first_unit, rho: epsilon / (4 * r_max)}
    at = {x.args[0]: y for x, y in own.items()}
    inner_ = p.apply("strong_along_first")
    units = inner_, p.apply("first_unit_is_one"), p.have(Eq(4 * r_max * own[rho], epsilon))
    far = p.apply("numbers_far", inner_, u=strong, **{"u'": first_unit})
    weights = [substitute(W, own) for W in along]
    short = p.apply("masked_image_short", *units, **at)
    apart_ = [
        p.discharge(p.apply(name, *units, far, p.assume(side), **at), side)
        for name, side in (("masked_tokens_apart", tokens_differ), ("masked_views_apart", other_view(i, k, j, l)))
    ]
    short = p.generalize(i, p.generalize(k, short, "k_low", "k_high"), "i_low", "i_high")
    mapping = p.exists_intro(
        tells_views_apart(weights, r_max + epsilon / 4, Delta), [], short, *(for_pairs(p, f) for f in apart_)
    )
    ranks = p.apply("rank_of_outer", scale=1), p.apply("rank_of_outer")
    return p.exists_intro(p.goal, weights, *ranks, mapping)


@paper.claim([*theorem_2_given, something_seen()], shows=maps_views(eq_8))
def theorem_2_masked(p: Proof) -> Fact:
    """Apply Lemma 3 to the vocabulary, and use the direction that it gives."""
    for name in ("paper_delta_pos", "eq_8_is"):
        p.apply(name, label=name)
    p.have(paper_delta >= rational(7, 3), p.apply("log_nonneg", x=n), label="wide")
    p.apply("strength_pos", delta=paper_delta, label="strong")
    values = {"scale": paper_strength, "delta": paper_delta, "Delta": eq_8}
    p.note("lemma_3_here", p.instantiate(p.theorem("lemma_3_claim"), [(delta, paper_delta)]))
    return from_vocabulary(p, "lemma_3_here", values, "views_in_direction")


@paper.claim([*(g for g in theorem_2_given if g not in (is_pi, pi_pos)), something_seen()], shows=maps_views(counted_8))
def theorem_2_masked_counted(p: Proof) -> Fact:
    """Use Lemma 3 by counting."""
    for name in ("paper_delta_pos", "counted_8_is"):
        p.apply(name, label=name)
    p.have(paper_delta >= rational(7, 3), p.apply("log_nonneg", x=n), label="wide")
    p.note("strong", p.positive(counted_strength_here))
    p.note("lemma_3_here", p.instantiate(p.theorem("lemma_3_counted"), [(delta, paper_delta)]))
    values = {"scale": counted_strength_here, "delta": paper_delta, "Delta": counted_8}
    return from_vocabulary(p, "lemma_3_here", values, "views_in_direction")


# --- one mask for all sequences ---------------------------------------------------------------------------------------

(mask,) = sequences("C", 2)


def under_one_mask(t: Term) -> Term:
    """Return the statement about masks for one mask of all sequences."""
    return substitute(t, {C: fun(lambda i, l, k: mask(l, k), 3)})


def one_mask(O: Term, V: Term, K: Term, Q: Term) -> Term:
    """Attention with one head under the mask, as a map of matrices."""
    return operator(lambda Z: self_attention(Z, heads_of(O, V, K, Q), lambda S: masked_columns(S, mask), heads=num(1)))


paper.notions.define(one_mask(*one_head), (s, mask, *one_head, d, n), *F_MASKED)
one_mask_contexts = is_contextual_mapping(one_mask(*one_head), X, r, delta)
paper.notions.define(
    one_mask_contexts, (X, mask, *one_head, r, delta, N, d, n, s),
    f"{F_MASKED[0]} is an ({{6}}, {{7}})-contextual mapping for {OF_ALL[0]}",
    rf"{F_MASKED[1]} \text{{{{ is an }}}} ({{6}}, {{7}})\text{{{{-contextual mapping for }}}} {OF_ALL[1]}",
)  # fmt: skip


def some_weights(W_O: Term, W_V: Term, W_K: Term, W_Q: Term, r: Term, delta: Term) -> list[Term]:
    """There are weights of rank 1 with which masked attention is an (r, δ)-contextual mapping, 0 <= δ."""
    ranks = [rank_is_one(W, s, d) for W in (W_V, W_K, W_Q)]
    return [*ranks, 0 <= delta, is_contextual_mapping(one_mask(W_O, W_V, W_K, W_Q), X, r, delta)]


remark_1_printed = Claim(
    (1 <= d, 1 <= n, 1 <= N, 1 <= s, no_duplicate_tokens(X), is_tokenwise_separated(X, r_min, r_max, epsilon),
     under_one_mask(something_seen())),
    exists(some_weights, MATRIX, MATRIX, MATRIX, MATRIX, "R", "R"),
)  # fmt: skip
# (1, 2) and (1, 3), each token seeing itself and those before it
counterexample: dict[str, Term | int] = {
    "d": 1, "n": 2, "s": 1, "N": 2, "r_min": num(1, 2), "r_max": 4, "epsilon": num(1, 2),
    "X": fun(lambda i, t, k: 1 + i * (k - 1), 3), "C": fun(lambda l, k: ite(l <= k, 1, 0), 2),
}  # fmt: skip
values_at = {x: term(counterexample[x.args[0]]) for x in remark_1_printed.formula.free}


def at_counterexample(formula: Term) -> Term:
    """Return the statement for these sequences."""
    return substitute(formula, {x: y for x, y in values_at.items() if x in formula.free})


@paper.claim(given=[], shows=negation(at_counterexample(remark_1_printed.formula)))
def causal_masks_confuse(p: Proof) -> Fact:
    """Take the sequences (1, 2) and (1, 3): their first tokens see only themselves."""

    def known(formula: Term) -> Fact:
        return p.rule("compute", formula, [], ["leaf", 64])

    some = there = p.assume(p.goal.args[0])
    while there.concl.args[1] is not FALSE:
        there = p.mp(there, known(there.concl.args[0]))
    _O, _V, _K, _Q = W = vectors("O V K Q", 2)

    def clash(*conditions: Fact) -> Fact:
        nonneg, contexts = conditions[-2:]
        mapping = p.obtain(
            contexts,
        )
        return p.change(same_first(nonneg, mapping[-1]), FALSE)

    def same_first(nonneg: Fact, apart: Fact) -> Fact:
        one, two = num(1), num(2)
        other = known(at_counterexample(other_vocabulary(X, one, two)))
        far = p.specialize(apart, one, two, one, one, using=[other])
        return p.have(FALSE, far, nonneg)

    return p.rule("discharge", some.concl, p.exists_elim(there, [*W, r, delta], clash, FALSE))
