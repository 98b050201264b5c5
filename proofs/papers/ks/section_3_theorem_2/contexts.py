"""A token in two contexts (A.2): its scores are separated, so their boltz, the averages and the images differ.

Both parts of the definition of a contextual mapping follow, with Δ = ε (log n)² e^(−2r) / (4r) and r = |uᵀu'| r_max².
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import no_duplicates
from proofs.papers.ks.appendix_b_projections.projections import inner, scale, u, u1
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import (
    OTHER,
    PLACE,
    TOKENS,
    Y_,
    Delta,
    Y,
    along_v,
    assume,
    attended,
    carried,
    e,
    h,
    image_distance,
    length,
    mean,
    named,
    of_rank_one,
    paper_separation,
    reach,
    score_at,
    scores,
    separation,
    t,
    tok,
    tokens_agree,
    tokens_differ,
)
from proofs.papers.ks.vocabulary import boltz, i, j, k, n, paper, some, unequal
from proofs.theorems.analysis.norms import dot, norm
from proofs.theorems.networks.transformers import (
    X,
    contextual_mapping,
    d,
    delta,
    difference,
    different,
    epsilon,
    l,
    other_vocabulary,
    r_max,
    s,
    same_tokens,
)

# --- (30), (38): the scores ----------------------------------------------------------------------------------------


def score(i: Term, h: Term, k: Term) -> Term:
    """The score of token h for token k as query, both in sequence i."""
    return scores(i, k)(h)


far_tokens = different(tok(i, h), tok(j, e))


@paper.claim(
    given=named(f"{TOKENS} unit scale inner {PLACE} h_low h_high"), shows=abs(scores(i, k)(h)) < scale * r_max**2
)
def scores_bounded(p: Proof) -> Fact:
    """(38): |vᵀX_h| |uᵀu'| |vᵀX_k|, where each projection is shorter than its token."""
    assume(p, f"{TOKENS} unit scale inner {PLACE} h_low h_high")
    x, y = along_v(i, h), along_v(i, k)
    p.apply("abs_mul", u=x, r=y * dot(u, u1, s), label="outer")
    p.apply("abs_mul", u=y, r=dot(u, u1, s), label="inner_")
    for name, place in (("x", h), ("y", k)):
        p.apply("projection_le", z=tok(i, place), label=f"{name}_le")
        p.note(f"{name}_short", length(p, i, place))
        p.apply("abs_nonneg", x=along_v(i, place), label=f"{name}_low")
        p.have(abs(along_v(i, place)) < r_max, label=f"{name}_lt")
    whole = Eq(abs(scores(i, k)(h)), abs(x) * abs(y) * scale)
    value = p.have(whole)
    return p.have(p.goal, value, ("x_lt", "r_max", "scale"), ("y_lt", "x_low", "scale"))


@paper.claim(given=[tokens_agree], shows=Eq(along_v(i, k), along_v(j, l)))
def same_projection(p: Proof) -> None:
    """Equal tokens have equal projections."""


# --- (39): Lemma 1 at the scores -----------------------------------------------------------------------------------

missing = every(lambda e: different(tok(i, h), tok(j, e)), 1, n)  # token h of sequence i is not in sequence j


@paper.claim(
    given=[*named(f"scores {PLACE} {OTHER} h_low h_high e_low e_high"), tokens_agree],
    shows=implies(unequal(scores(i, k)(h), scores(j, l)(e)), delta < abs(scores(i, k)(h) - scores(j, l)(e))),
)
def unequal_scores_apart(p: Proof) -> None:
    """Scores that differ belong to different tokens."""
    p.given(equal=same_tokens(tok(i, h), tok(j, e)), unequal=unequal(scores(i, k)(h), scores(j, l)(e)))
    both = p.have(Eq(scores(i, k)(h), scores(j, l)(e)))
    p.note("differ", p.discharge(p.mp("unequal", both), same_tokens(tok(i, h), tok(j, e))))
    difference_ = p.have(Eq(score_at(i, h, i, k) - score_at(j, e, i, k), scores(i, k)(h) - scores(j, l)(e)))
    p.congr(abs, difference_, label="sizes")


@paper.claim(
    given=[*named(f"scores {PLACE} {OTHER} h_low h_high e_low e_high wide"), tokens_agree, far_tokens],
    shows=unequal(scores(i, k)(h), scores(j, l)(e)),
)
def far_scores_unequal(p: Proof) -> None:
    """Tokens that differ have different scores for the same query."""
    assume(p, f"scores {PLACE} {OTHER} h_low h_high e_low e_high wide")
    p.apply("same_projection", label="query")
    p.specialize("scores", i, j, h, e, k, label="far")


@paper.claim(given=named(f"scores {PLACE} distinct wide"), shows=no_duplicates(scores(i, k)))
def scores_distinct(p: Proof) -> Fact:
    """The tokens of a sequence are distinct."""
    assume(p, f"scores {PLACE} distinct wide h_low h_high e_low e_high")
    p.note("not_same", p.discharge(p.have(FALSE, p.assume(h < e), p.assume(Eq(h, e))), Eq(h, e)))
    p.specialize("distinct", i, h, e, label="differ")
    unequal = p.apply("far_scores_unequal", j=i, l=k)
    return p.get(unequal)


LEMMA_1 = f"some scores shorter r_max unit scale inner distinct wide {PLACE} {OTHER} h_low h_high"


def separate_scores(p: Proof) -> None:
    """Prove the hypotheses of Lemma 1 for the scores of two sequences, if token h of one is not in the other."""
    p.given(missing=missing, e_low=e >= 1, e_high=e <= n)
    first: dict[str, Term] = {"j": i, "l": k}
    second: dict[str, Term] = {"i": j, "k": l}
    for name, values in (("gaps_a", first), ("gaps_b", second), ("gaps_ab", {})):
        found = p.apply("unequal_scores_apart", **values)
        p.generalize(h, p.generalize(e, found), label=name)
    for name, values in (("a", {}), ("b", second)):
        p.apply("scores_distinct", **values, label=f"distinct_{name}")
        p.generalize(h, p.apply("scores_bounded", **values), label=f"bounded_{name}")
    p.specialize("missing", e, label="differ")
    unequal = p.apply("far_scores_unequal")
    p.given(equal=Eq(scores(j, l)(e), scores(i, k)(h)))
    clash = p.mp(unequal, p.have(Eq(scores(i, k)(h), scores(j, l)(e)), "equal"))
    p.generalize(e, p.discharge(clash, p.get("equal").concl), label="other")


boltz_distance = abs(boltz(scores(i, k), n) - boltz(scores(j, l), n))


@paper.claim(given=[*named(f"{LEMMA_1} at_least"), tokens_agree, missing], shows=paper_separation < boltz_distance)
def eq_39_claim(p: Proof) -> Fact:
    """Lemma 1: finitely many scores that are more than 2 log n + 3 apart are more than some larger number apart."""
    separate_scores(p)
    return p.apply("lemma_1_at_least", a=scores(i, k), b=scores(j, l), i=h, r=reach)


# --- (41), (42): from boltz to the images --------------------------------------------------------------------------


mean_distance = abs(mean(i, k) - mean(j, l))
product_41 = abs(along_v(i, k)) * inner * mean_distance


@paper.claim(given=[some, tokens_agree], shows=Eq(boltz_distance, product_41))
def eq_41_product(p: Proof) -> None:
    """boltz(a) = aᵀ softmax(a), where a = vᵀX_k · uᵀu' · (vᵀX), and the two queries are the same token."""
    g, x, rest_ = dot(u, u1, s), along_v(i, k), mean(i, k) - mean(j, l)
    both = Eq(boltz(scores(i, k), n) - boltz(scores(j, l), n), x * (g * rest_))
    product = p.have(both)
    p.congr(abs, product, label="sizes")
    p.apply("abs_mul", u=x, r=g * rest_, label="outer")
    p.apply("abs_mul", u=g, r=rest_, label="inner_")


@paper.claim(
    given=[*named(f"{TOKENS} unit scale inner {PLACE} {OTHER}")], shows=product_41 <= r_max * scale * mean_distance
)
def eq_41_last(p: Proof) -> Fact:
    """|vᵀX_k| <= ‖X_k‖ < r_max."""
    assume(p, f"{TOKENS} unit scale inner {PLACE} {OTHER}")
    p.apply("projection_le", z=tok(i, k), label="schwarz")
    p.note("short", length(p, i, k))
    p.apply("abs_nonneg", x=mean(i, k) - mean(j, l), label="nonneg")
    p.have(abs(along_v(i, k)) <= r_max, label="less")
    products = ("less", "scale", "nonneg"), ("inner", abs(along_v(i, k)) * mean_distance)
    return p.have(p.goal, *products)


@paper.claim(given=[some, tokens_agree], shows=Eq(image_distance, norm(difference(attended(i, k), attended(j, l)), d)))
def eq_42_first(p: Proof) -> None:
    """The equal tokens cancel."""


@paper.claim(
    given=[some], shows=Eq(norm(difference(attended(i, k), attended(j, l)), d), norm(carried, d) * mean_distance)
)
def eq_42_second(p: Proof) -> None:
    """Both are multiples of W_O u''."""
    p.apply("norm_scale", c=mean(i, k) - mean(j, l), x=carried, label="scaled")


@paper.claim(
    given=[
        *named(f"{TOKENS} unit scale inner values epsilon {PLACE} {OTHER}"),
        tokens_agree,
        separation < boltz_distance,
    ],
    shows=epsilon * separation < 4 * reach * image_distance,
)
def images_apart(p: Proof) -> Fact:
    """The separation of boltz gives that of the images: (41), (42)."""
    assume(p, f"{TOKENS} unit scale inner values epsilon {PLACE} {OTHER}")
    for name in ("eq_41_product", "eq_41_last", "eq_42_first", "eq_42_second"):
        p.apply(name, label=name)
    less = p.have(separation < r_max * scale * mean_distance)
    value = p.have(Eq(4 * r_max * image_distance, epsilon * mean_distance))
    return p.have(p.goal, (less, "epsilon"), (value, r_max * scale))


# --- both parts of the definition ----------------------------------------------------------------------------------

WEIGHTS = "some scores shorter r_max unit scale inner values epsilon distinct apart wide"


@paper.claim(given=[*named(f"{WEIGHTS} {PLACE}"), 2 <= n], shows=delta < 2 * reach)
def scores_need_room(p: Proof) -> None:
    """Two scores between −r and r are more than δ apart, so 2r > δ."""
    first, second = scores(i, k)(num(1)), scores(i, k)(num(2))
    distinct_ = p.apply("scores_distinct")
    unequal = p.specialize(distinct_, 1, 2)
    gap = p.apply("unequal_scores_apart", j=i, l=k, h=1, e=2)
    p.mp(gap, unequal, label="apart_")
    for place, value in ((1, first), (2, second)):
        p.apply("scores_bounded", h=place, label=f"bound_{place}")
        p.apply("abs_ge", x=value, label=f"up_{place}")
        p.apply("abs_ge", x=-value, label=f"down_{place}")
    p.apply("abs_le", x=first - second, u=2 * reach, label="room")


@paper.claim(given=named(f"{WEIGHTS} {PLACE} enough"), shows=log(n) ** 2 * exp(-2 * reach) <= 2 * reach)
def separation_small(p: Proof) -> Fact:
    """For n = 1 the left side is 0; otherwise 2r > δ, and (log n)² <= δ e^δ / 2."""
    assume(p, f"{WEIGHTS} {PLACE} enough")
    p.given(one=n < 2, more=2 <= n)
    p.integer_step("one", label="step")
    p.antisymmetry(p.have(n <= 1), "some", label="is_one")
    p.congr(log, "is_one", label="log_one")
    low = p.have(p.goal, ("log_one", log(n) * exp(-2 * reach)), ("r_max", "r_max", "scale"))
    p.apply("scores_need_room", label="wider")
    p.apply("exp_lt", x=delta, y=2 * reach, label="grow")
    p.exp_pos(2 * reach, label="e_pos")
    p.have(delta > 0, label="delta_pos")
    p.have(log(n) ** 2 <= reach * exp(2 * reach), "enough", ("grow", "delta_pos"), ("wider", "e_pos"), label="square")
    high = p.have(p.goal, ("square", exp(-2 * reach)), ("r_max", "r_max", "scale"))
    return p.cases(2, n, high, low)


PAPER = f"{WEIGHTS} enough at_least gap"


def gap_small(p: Proof, separation: Fact) -> Fact:
    """Δ <= ε/2, so the separation also holds for images of different tokens, which are more than ε/2 apart."""
    p.have(0 < reach, ("r_max", "r_max", "scale"), label="reach")
    return p.have(Delta <= epsilon / 2, "gap", (separation, "epsilon"), scale=["reach"], label="out")


def other_tokens(p: Proof, small_gap: str) -> Fact:
    """Images of different tokens: (28), and Δ <= ε/2."""
    p.apply("attended_short", label="short_i")
    p.apply("attended_short", i=j, k=l, label="short_j")
    p.apply("eq_28_first", **of_rank_one, label="eq_28_first")
    p.apply("eq_28_second", **of_rank_one, label="eq_28_second")
    p.apply(small_gap, label="small_gap")
    return p.have(p.goal, "eq_28_first", "eq_28_second", "small_gap", label="out")


def same_token(p: Proof, boltz_apart: str) -> Fact:
    """Images of the same token in two sequences, the first of which has a token that the second lacks: (39), (42)."""
    p.have(0 < reach, ("r_max", "r_max", "scale"), label="reach")
    boltz = p.apply(boltz_apart)
    images = p.apply("images_apart", boltz)
    return p.have(p.goal, images, "gap", scale=["reach"], label="out")


def some_token_missing(p: Proof, goal: Term, theorem: str) -> Fact:
    """Prove `goal` for sequences with different vocabularies that share a token ("agree"), by symmetry.

    `theorem` proves it if the first sequence has a token that the second lacks; if it were false, each would contain
    the other.
    """
    p.given(contexts=other_vocabulary(X, i, j), h_low=h >= 1, h_high=h <= n)
    s_, t_ = goal.args
    wrong, right = t_ <= s_, goal
    contained = []
    for lacks, values in (
        (missing, {}),
        (substitute(missing, {i: j, j: i}), {"i": j, "k": l, "j": i, "l": k}),
    ):
        far = p.apply(theorem, p.assume(lacks), **values)
        has = p.discharge(p.have(FALSE, far, p.assume(wrong)), lacks)
        contained.append(p.generalize(h, has))
    clash = p.mp(p.mp("contexts", contained[0]), contained[1])
    return p.cases(t_, s_, p.absurd(clash, goal), p.assume(right), label="out")


def other_contexts(p: Proof, other_tokens: str, same_token: str) -> Fact:
    """Images in sequences with different vocabularies, whether or not the tokens agree."""
    p.given(t_low=t >= 1, t_high=t <= d)
    too_far = p.apply(other_tokens, p.assume(tokens_differ))
    not_differ = p.discharge(p.have(FALSE, too_far, p.assume(image_distance <= Delta)), tokens_differ)

    def entry(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        at_t = p.specialize(p.assume(tokens_agree), t)
        differ = p.discharge(p.have(FALSE, at_t, order), tokens_agree)
        return p.absurd(p.mp(not_differ, differ), Eq(tok(i, k)(t), tok(j, l)(t)))

    p.generalize(t, p.trichotomy(tok(i, k)(t), tok(j, l)(t), entry), label="agree")
    some_token_missing(p, Delta < image_distance, same_token)
    return p.cases(image_distance, Delta, "out", Delta < image_distance, label="all")


@paper.claim(given=named(f"{PAPER} {PLACE}"), shows=Delta <= epsilon / 2)
def gap_le_half(p: Proof) -> Fact:
    """The step that the paper omits: Δ = (ε/2) (log n)² e^(−2r) / (2r)."""
    assume(p, f"{PAPER} {PLACE}")
    return gap_small(p, p.apply("separation_small", label="separation"))


@paper.claim(given=[*named(f"{PAPER} {PLACE} {OTHER}"), tokens_differ], shows=Delta < image_distance)
def other_tokens_apart(p: Proof) -> Fact:
    """Different tokens."""
    return other_tokens(p, "gap_le_half")


@paper.claim(
    given=[*named(f"{PAPER} {PLACE} {OTHER} h_low h_high"), tokens_agree, missing], shows=Delta < image_distance
)
def same_token_apart(p: Proof) -> Fact:
    """The same token in two contexts."""
    assume(p, f"{PAPER} {PLACE} {OTHER} h_low h_high")
    return same_token(p, "eq_39_claim")


@paper.claim(given=[*named(f"{PAPER} {PLACE} {OTHER}"), other_vocabulary(X, i, j)], shows=Delta < image_distance)
def other_contexts_apart(p: Proof) -> Fact:
    """Two contexts."""
    return other_contexts(p, "other_tokens_apart", "same_token_apart")


images_short, tokens_apart, contexts_apart = contextual_mapping(X, Y, r_max + epsilon / 4, Delta)


def in_all_pairs(p: Proof, condition: Term, theorem: str) -> Fact:
    """Generalize over sequences i, j and positions k, l under the condition that the theorem assumes last."""
    p.given(condition=condition)
    fact = p.discharge(p.apply(theorem), condition)
    return p.note("out", fact)


@paper.claim(given=named(f"{TOKENS} unit values epsilon"), shows=images_short)
def all_images_short(p: Proof) -> Fact:
    """The first condition, by (27)."""
    assume(p, f"{TOKENS} unit values epsilon {PLACE}")
    p.apply("eq_27_first", **of_rank_one, label="first")
    second = p.apply("eq_27_second", **of_rank_one)
    each = p.have(norm(Y_(i, k), d) < r_max + epsilon / 4, second)
    return p.get(each)


@paper.claim(given=named(PAPER), shows=tokens_apart)
def all_tokens_apart(p: Proof) -> Fact:
    """The second condition where the tokens differ."""
    assume(p, f"{PAPER} {PLACE} {OTHER}")
    return in_all_pairs(p, tokens_differ, "other_tokens_apart")


@paper.claim(given=named(PAPER), shows=contexts_apart)
def all_contexts_apart(p: Proof) -> Fact:
    """The second condition where the vocabularies differ."""
    assume(p, f"{PAPER} {PLACE} {OTHER}")
    return in_all_pairs(p, other_vocabulary(X, i, j), "other_contexts_apart")
