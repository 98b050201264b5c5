"""One softmax layer is a contextual mapping (section 3.4, A.2): Theorem 2, at the paper's values.

The steps are those of `projection`, `rank_one` and `contexts`.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    N,
    Z_matrix,
    contextual_mapping,
    d,
    delta,
    difference,
    different,
    entry_in,
    epsilon,
    l,
    other_vocabulary,
    r_max,
    r_min,
    s,
    same_tokens,
    self_attention,
    weights,
)
from proofs.papers.ks.contexts import (
    LEMMA_1,
    boltz_distance,
    eq_42_first,
    eq_42_second,
    mean_distance,
    product_41,
    some_token_missing,
)
from proofs.papers.ks.projection import (
    a,
    b,
    between,
    epsilon_pos,
    eq_77_lower,
    eq_77_upper,
    image,
    inner,
    kept,
    lemma_3_given,
    m,
    origin,
    outer,
    pi,
    pi_pos,
    points_upper,
    r_min_pos,
    scale,
    share,
    some_d,
    some_direction,
    strength,
    triple,
    u,
    u1,
    unit,
    v,
    w,
)
from proofs.papers.ks.rank_one import (
    NAMED,
    OTHER,
    PLACE,
    X,
    Y,
    along_v,
    assume,
    at,
    attended_short,
    carried,
    distinct,
    eq_27_first,
    eq_27_second,
    eq_28_first,
    eq_28_second,
    eq_28_third,
    eq_29_possible,
    eq_32_possible,
    eq_33_fifth,
    eq_33_first,
    eq_33_fourth,
    eq_33_second,
    eq_33_sixth,
    eq_33_third,
    eq_34_strict,
    h,
    image_distance,
    keys_and_queries_not_null,
    mean,
    named,
    paper_separation,
    scores,
    separation,
    t,
    tok,
    tokens_agree,
    values_not_null,
    values_strength,
    weight,
)
from proofs.papers.ks.vocabulary import boltz, display, i, j, k, n, paper, softmax, some
from proofs.papers.ks.weaker_gap import enough
from proofs.theorems.norms import dot, norm
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

# --- the paper's values --------------------------------------------------------------------------------------------

paper_delta = 2 * log(n) + 3
paper_strength = substitute(strength, {delta: paper_delta})
paper_reach = (m + 1) ** 4 * (pi * d * paper_delta * r_max**2) / (8 * epsilon * r_min)
squeeze = inv(r_max) ** 2 * inv(m + 1) ** 4 * inv(paper_delta) * inv(pi) * inv(d)
exponent = (m + 1) ** 4 * (paper_delta * pi * d * r_max**2) / (4 * epsilon * r_min)
eq_8 = 2 * log(n) ** 2 * epsilon**2 * r_min * squeeze * exp(-exponent)
DATA = "some at_low at_high longer apart shorter distinct epsilon r_min r_max values"
PAPER_NAMED = {name: NAMED[name] for name in DATA.split()}
PAPER_NAMED |= {"d": some_d, "m": m >= 1, "pi": pi_pos, "paper_inner": eq(inner, paper_strength)}
PAPER_DIRECTION = {"unit": unit, "origin": origin, "paper_kept": kept(share(m + 1), 0)}
paper_given, paper_direction = list(PAPER_NAMED.values()), list(PAPER_DIRECTION.values())


@paper.claim(given=[some], shows=2 <= paper_delta)
def paper_delta_wide(p: Proof) -> Fact:
    """2 <= 2 log n + 3."""
    p.given(some=some)
    p.apply("log", "log_nonneg", x=n)
    return p.have("out", p.goal, "log")


@paper.claim(given=[some], shows=0 < paper_delta)
def paper_delta_pos(p: Proof) -> Fact:
    """0 < 2 log n + 3."""
    p.given(some=some)
    p.apply("wide", "paper_delta_wide")
    return p.have("out", p.goal, "wide")


@paper.claim(given=[some], shows=2 * log(n) ** 2 <= paper_delta * exp(paper_delta))
def paper_delta_enough(p: Proof) -> Fact:
    """e^δ >= 1 + δ, so δ e^δ >= (2 log n)²."""
    p.given(some=some)
    p.apply("log", "log_nonneg", x=n)
    p.rule("grow", "exp_ge", paper_delta)
    p.have("wide", paper_delta >= 0, "log")
    return p.have("out", p.goal, ("grow", "wide"), ("log", "log"), "log")


@paper.claim(
    given=[*named("some"), some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, 0 < r_max],
    shows=eq(4 * (paper_strength * r_max**2) * eq_8, epsilon * (log(n) ** 2 * exp(-2 * (paper_strength * r_max**2)))),
)
def eq_8_is(p: Proof) -> Fact:
    """(8) is ε (log n)² e^(−2r) / (4r) at the paper's r."""
    p.given(some=some, d=some_d, m=m >= 1, pi=pi_pos, epsilon=epsilon_pos, r_min=r_min_pos, r_max=0 < r_max)
    p.apply("delta_pos", "paper_delta_pos")
    p.have("d_pos", 0 < d, "d")
    p.have("m_pos", 0 < m + 1, "m")
    return p.rule("out", "arith", p.goal, [], [], ["epsilon", "r_min", "r_max", "delta_pos", "d_pos", "m_pos", "pi"])


PAPER_VALUES = {"scale": paper_strength, "delta": paper_delta, "Delta": eq_8}


def at_values(p: Proof, theorem: str, values: dict[str, Term], label: str | None = "out") -> Fact:
    """One of the steps of `contexts` at the paper's κ and these values, with a direction v as in (76).

    The facts "wide", "pos", "gap" say of the values of δ and Δ what the steps ask.
    """
    if "kept" not in p.facts:
        p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
        p.apply("share", "share_pos", p.have(None, m >= 0, "m"))
        p.apply("strength", "strength_pos", delta=values["delta"])
        p.apply("balanced", "strength_balanced", delta=values["delta"])
        p.apply("lengths", "lengths_kept", kappa=share(m + 1))
        from_zero = [p.have(None, x >= 0, f"{x.args[0]}_low") for x in (a, b)]
        near = p.use(None, "paper_kept", a, b, using=from_zero)
        p.every("kept", a, p.every(None, b, near, "b_low", "b_high"), "a_low", "a_high")
    fact = p.theorem(theorem)
    free = {x.args[0] for f in (fact.concl, *fact.hyps.values()) for x in f.free}
    chosen = {"kappa": share(m + 1), **values}
    return p.apply(label, theorem, **{name: value for name, value in chosen.items() if name in free})


def at_paper(p: Proof, theorem: str, label: str | None = "out") -> Fact:
    """A step at the paper's values, from Theorem 2's hypotheses."""
    if "unit" not in p.facts:
        p.given(**PAPER_NAMED, **PAPER_DIRECTION)
        for name in ("wide", "enough", "pos"):
            p.apply(name, f"paper_delta_{name}")
        p.apply("gap", "eq_8_is")
    return at_values(p, theorem, PAPER_VALUES, label)


paper_images = contextual_mapping(X, Y, r_max + epsilon / 4, eq_8)


@paper.claim(given=[*paper_given, *paper_direction], shows=paper_images[0])
def theorem_2_short(p: Proof) -> Fact:
    """‖Y_k‖ < r_max + ε/4."""
    return at_paper(p, "all_images_short")


@paper.claim(given=[*paper_given, *paper_direction], shows=paper_images[1])
def theorem_2_tokens(p: Proof) -> Fact:
    """Different tokens."""
    return at_paper(p, "all_tokens_apart")


@paper.claim(given=[*paper_given, *paper_direction], shows=paper_images[2])
def theorem_2_contexts(p: Proof) -> Fact:
    """Different vocabularies."""
    return at_paper(p, "all_contexts_apart")


# --- what the displays say beyond the steps above ------------------------------------------------------------------

PAIR = f"{PLACE} {OTHER}"
IN_PAIRS = LEMMA_1.removesuffix(" h_low h_high")
contexts_differ = [tokens_agree, other_vocabulary(X, i, j)]
paper_separation_here = substitute(paper_separation, {scale: paper_strength})


@paper.claim(
    given=[*named(LEMMA_1.removesuffix(" h_low h_high")), enough, *contexts_differ],
    shows=paper_separation < boltz_distance,
)
def eq_39_contexts(p: Proof) -> Fact:
    """One of the two sequences has a token that the other lacks."""
    assume(p, IN_PAIRS)
    p.given(enough=enough, agree=tokens_agree)
    return some_token_missing(p, p.goal, "eq_39_claim")


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ], shows=paper_separation_here < boltz_distance
)
def eq_39_paper(p: Proof) -> Fact:
    """At the paper's values."""
    assume(p, PAIR)
    p.given(agree=tokens_agree, contexts=contexts_differ[1])
    return at_paper(p, "eq_39_contexts")


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ],
    shows=paper_separation_here < r_max * paper_strength * mean_distance,
)
def eq_10_paper(p: Proof) -> Fact:
    """(39) and (41)."""
    assume(p, PAIR)
    p.given(agree=tokens_agree, contexts=contexts_differ[1])
    at_paper(p, "eq_39_contexts", "separation")
    p.apply("product", "eq_41_product")
    at_paper(p, "eq_41_last", "last")
    return p.have("out", p.goal, "separation", "product", "last")


@paper.claim(given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ], shows=eq_8 < image_distance)
def eq_45_paper(p: Proof) -> Fact:
    """(42) and (44)."""
    assume(p, PAIR)
    p.given(agree=tokens_agree, contexts=contexts_differ[1])
    return at_paper(p, "other_contexts_apart")


lemma_3_here = [substitute(g, {delta: paper_delta}) for g in (*lemma_3_given, *triple) if g is not (delta > 0)]


@paper.claim(given=[some, *lemma_3_here], shows=paper_delta < absolute(between))
def eq_30_paper(p: Proof) -> Fact:
    """Lemma 3 with δ = 2 log n + 3."""
    p.given(some=some)
    p.given_all(lemma_3_here)
    p.apply("pos", "paper_delta_pos")
    return p.apply("out", "lemma_3_scores", delta=paper_delta)


score_sizes = absolute(along_v(i, h)) * inner * absolute(along_v(i, k))


@paper.claim(given=[], shows=eq(absolute(scores(i, k)(h)), score_sizes))
def eq_38_second(p: Proof) -> Fact:
    """The absolute value of a product."""
    x, y, z_ = along_v(i, h), dot(u, u1, s), along_v(i, k)
    p.apply("outer", "abs_mul", u=x, r=y * z_)
    p.apply("inner_", "abs_mul", u=y, r=z_)
    return p.have("out", p.goal, "outer", ("inner_", absolute(x)))


@paper.claim(given=[*paper_given, *paper_direction, *named(f"{PLACE} h_low h_high")], shows=score_sizes <= paper_reach)
def eq_38_third(p: Proof) -> Fact:
    """(29), and both projections are at most r_max."""
    assume(p, f"{PLACE} h_low h_high")
    at_paper(p, "scores_bounded", "bounded")
    p.apply("same", "eq_38_second")
    return p.have("out", p.goal, "bounded", "same")


def weighted_tokens(i: Term, k: Term) -> Term:
    """X softmax(a)."""
    return fun(lambda t: sigma(lambda h: w(t, at(i, h)) * weight(i, k, h), 1, n))


W_K_difference = image(outer(u, v), difference(weighted_tokens(i, k), weighted_tokens(j, l)))
line_41 = dot(tok(i, k), fun(lambda t: sigma(lambda p: outer(u1, v)(p, t) * W_K_difference(p), 1, s)), d)


@paper.claim(given=[some], shows=eq(dot(v, weighted_tokens(i, k), d), mean(i, k)))
def projected_average(p: Proof) -> Fact:
    """The sums exchanged."""
    p.given(some=some)
    p.apply(
        "swap", "sum_swap", h=fun(lambda t, h: v(t) * w(t, at(i, h)) * weight(i, k, h), 2), lo=1, hi=d, lo2=1, hi2=n
    )
    return p.have("out", p.goal, "swap")


@paper.claim(given=[some, tokens_agree], shows=eq(boltz_distance, absolute(line_41)))
def eq_41_first(p: Proof) -> Fact:
    """aᵀ softmax(a) = (X_k)ᵀ W_Qᵀ W_K X softmax(a), and the two queries are the same token."""
    p.given(some=some, agree=tokens_agree)
    p.apply("here", "projected_average")
    p.apply("there", "projected_average", i=j, k=l)
    p.apply("boltz", "boltz_of_scores")
    p.apply("boltz_", "boltz_of_scores", i=j, k=l)
    p.apply("query", "same_projection")
    g, x = dot(u, u1, s), along_v(i, k)
    same = eq(boltz(scores(i, k), n) - boltz(scores(j, l), n), line_41)
    both = ("query", g * mean(j, l)), ("here", g * x), ("there", g * x)
    p.have("value", same, "boltz", "boltz_", *both)
    return p.both("out", same.args[0], same.args[1], absolute, "value")


@paper.claim(given=[some, tokens_agree], shows=eq(absolute(line_41), product_41))
def eq_41_third(p: Proof) -> Fact:
    """|vᵀX_k| |uᵀu'| |(vᵀX) softmax(a) − (vᵀX') softmax(a')|."""
    p.given(some=some, agree=tokens_agree)
    p.apply("first", "eq_41_first")
    p.apply("product", "eq_41_product")
    return p.have("out", p.goal, "first", "product")


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR)], shows=product_41 <= r_max * paper_strength * mean_distance
)
def eq_41_fourth(p: Proof) -> Fact:
    """(29) and |vᵀX_k| < r_max."""
    assume(p, PAIR)
    return at_paper(p, "eq_41_last")


apart_41 = separation < r_max * paper_strength * mean_distance
end_42 = norm(carried, d) * mean_distance
fields = [some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, r_max > 0, some]


lost = separation * inv(m + 1) ** 4 / (pi * d * r_max) * inv(paper_delta)  # what (42) has in place of the next
kept_42 = 8 * epsilon * r_min * lost


@paper.claim(given=[*fields, values_strength, apart_41], shows=epsilon / (4 * r_max) * kept_42 < end_42)
def eq_42_third(p: Proof) -> Fact:
    """(41) divided by r_max |uᵀu'|."""
    names_ = ("d_", "m_", "pi", "epsilon", "r_min", "r_max", "some")
    p.given(**dict(zip(names_, fields, strict=True)), values=values_strength, apart=apart_41)
    p.apply("delta_pos", "paper_delta_pos")
    p.have("d_pos", 0 < d, "d_")
    p.have("m_pos", 0 < m + 1, "m_")
    p.note("positive", p.positive(r_max * paper_strength))
    p.have("factor", eq(end_42, epsilon / (4 * r_max) * mean_distance), ("values", mean_distance))
    nonzero = ["epsilon", "r_min", "r_max", "delta_pos", "d_pos", "m_pos", "pi"]
    p.rule("balance", "arith", eq(kept_42 * (r_max * paper_strength), separation), [], [], nonzero)
    p.have("less", kept_42 < mean_distance, "balance", "apart", scale=["positive"])
    p.apply("inverse", "inv_pos", x=r_max)
    return p.have("out", p.goal, "factor", ("less", "epsilon", "inverse"))


(width,) = reals("width")
with_width = [separation < r_max * paper_strength * width]
eq_42_printed = Claim((*fields, *with_width), epsilon / (4 * r_max) * lost < epsilon / (4 * r_max) * width)


overview_scores = fun(lambda h: along_v(i, h) * along_v(i, k)), fun(lambda h: along_v(j, h) * along_v(j, l))


def overview_mean(i: Term, a: Term) -> Term:
    """(wᵀX) softmax(a)."""
    return sigma(lambda h: along_v(i, h) * softmax(a, n, h), 1, n)


overview_means = overview_mean(i, overview_scores[0]), overview_mean(j, overview_scores[1])


@paper.claim(
    given=[some, tokens_agree],
    shows=absolute(boltz(overview_scores[0], n) - boltz(overview_scores[1], n))
    <= absolute(along_v(i, k)) * absolute(overview_means[0] - overview_means[1]),
)
def eq_12_claim(p: Proof) -> Fact:
    """Even equal: (41) with s = 1 and u = u' = 1."""
    p.given(some=some, agree=tokens_agree)
    one = fun(lambda p: num(1))
    p.apply("product", "eq_41_product", s=1, **{"u": one, "u'": one})
    return p.have("out", p.goal, "product")


unequal_places = every(
    lambda i: every(lambda k: every(lambda l: different(tok(i, k), tok(i, l)), 1, n), 1, n), 1, N
)  # (6) as printed, k = l included


@paper.claim(given=[N >= 1, some, unequal_places], shows=FALSE)
def eq_6_never(p: Proof) -> Fact:
    """At k = l no token differs from itself."""
    p.given(N=N >= 1, some=some, unequal=unequal_places)
    p.have("one", num(1) <= 1)
    return p.rule(
        "out", "mp", p.use(None, "unequal", 1, 1, 1), p.settle(same_tokens(tok(num(1), num(1)), tok(num(1), num(1))))
    )


@paper.claim(given=[some_d, m >= 1, pi > 3], shows=some_direction(kept(share(m))))
def eq_11_lower(p: Proof) -> Fact:
    """Lemma 2."""
    p.given(d=some_d, m=m >= 1, pi=pi > 3)
    return p.apply("out", "some_direction_keeps")


@paper.claim(given=[some_d, m >= 1, pi > 3], shows=some_direction(kept(share(m + 1), 0)))
def theorem_2_direction(p: Proof) -> Fact:
    """Lemma 3."""
    p.given(d=some_d, m=m >= 1, pi=pi > 3)
    return p.apply("out", "some_direction_keeps_lengths", p.have(None, m >= 0, "m"))


# --- section 3.4 and A.2, display by display -----------------------------------------------------------------------

all_given = [*paper_given, *paper_direction]
positive_sizes = [some, some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, r_max > 0]
display(
    "3.4", 1, "6", "no token twice in a sequence; as printed, for all k and l, k = l too, no data are like that",
    eq_6_never, given=[some], defines=distinct,
    errata=Erratum("typo", "It must say k ≠ l: no token differs from itself, and the theorem would be about no data."),
)  # fmt: skip
display("3.4", 2, "7", "r, below which the images stay", given=positive_sizes, defines=r_max + epsilon / 4)
display("3.4", 3, "8", "δ, by which the images are apart", given=positive_sizes, defines=eq_8)
display("3.4", 4, "9", "the average of the values", given=[some], defines=mean(i, k))
display("3.4", 5, "10", "one token in two contexts has two averages, by how much", eq_10_paper)
display(
    "3.4", 6, "11", "a direction that keeps the tokens apart, by Lemma 2", eq_11_lower, points_upper,
)  # fmt: skip
display("3.4", 7, "12", "the averages differ as boltz does, up to |wᵀt|; w is called v here", eq_12_claim)
display("3.4", 8, "13", "the Boltzmann operator", given=[some], defines=boltz(scores(i, k), n))

display(
    "A.2", 1, "25", "softmax attention with one head", given=[some, *entry_in],
    defines=self_attention(Z_matrix, weights, heads=num(1))(t, k),
)  # fmt: skip
display("A.2", 2, "26", "what attention adds is shorter than ε/4", attended_short)
display("A.2", 3, "27", "the images are shorter than r_max + ε/4", eq_27_first, eq_27_second)
display("A.2", 4, "28", "images of different tokens are more than ε/2 apart", eq_28_first, eq_28_second, eq_28_third)
display(
    "A.2", 5, "29", "how strong W_K and W_Q are together; for every s >= 1 there are such u and u'", eq_29_possible,
    given=positive_sizes, defines=[inner, paper_strength],
)  # fmt: skip
display("A.2", 6, "30", "the scores of two tokens differ by more than 2 log n + 3", eq_30_paper)
display("A.2", 7, "31", "what v keeps of the length of a token", eq_77_lower, eq_77_upper)
display("A.2", 8, "32", "how strong W_O and W_V are together: W_O = u''' u''ᵀ will do", eq_32_possible)
display(
    "A.2", 9, ["33", "34"], "what attention adds is short, line by line", eq_33_first, eq_33_second, eq_33_third,
    eq_33_fourth, eq_33_fifth, eq_33_sixth, eq_34_strict,
)  # fmt: skip
display("A.2", 10, "35", "the scores of the tokens of sequence i", defines=scores(i, k)(h))
display("A.2", 11, "36", "the scores of the tokens of sequence j", defines=scores(j, l)(h))
display("A.2", 12, "37", "r, between which and −r the scores lie", given=positive_sizes, defines=paper_reach)
display(
    "A.2", 13, "38", "the scores lie between −r and r", eq_38_second, eq_38_third,
    errata=Erratum("typo", "The second line says uᵀu'ᵀ, whose shapes do not fit, for uᵀu'."),
)  # fmt: skip
not_lemma_1 = Erratum(
    "gap",
    "Lemma 1 asks for a gap above 2 log n + 3, and by (30) scores are apart by more than exactly that; a slightly "
    "larger gap would do, as there are finitely many. Here Lemma 1 is applied in the form for a smaller gap.",
)
display("A.2", 14, "39", "boltz of the scores differs in different contexts", eq_39_paper, errata=not_lemma_1)
display("A.2", 15, "40", "the same, boltz written out", eq_39_paper)
display(
    "A.2", 16, "41", "boltz of the scores against the averages, line by line", eq_41_first, eq_41_first, eq_41_third,
    eq_41_fourth, errata=Erratum("typo", "The third line says u'ᵀu' for uᵀu'."),
)  # fmt: skip
display(
    "A.2", 17, "42", "the images of one token in two contexts, line by line; the averages are `width` apart",
    eq_42_first, eq_42_second, eq_42_printed, mended=[eq_42_first, eq_42_second, eq_42_third],
    errata=Erratum(
        "dimension", "The factor 8 ε r_min of |uᵀu'| is lost; with it (45) is right.", 2,
        Search(
            sizes={"d": [1], "m": [1], "n": [1]},
            reals={
                "pi": [rational(22, 7)], "epsilon": [rational(1, 10)], "r_min": [rational(1, 2)], "r_max": [1],
                "separation": [1], "width": [rational(1, 200)],
            },
        ),
    ),
)  # fmt: skip
display("A.2", 18, "43", "the gap of the scores", given=[some], defines=paper_delta)
display("A.2", 19, "44", "the separation of boltz", given=positive_sizes, defines=paper_separation_here)
display("A.2", 20, "45", "the images of one token in two contexts are more than δ apart", eq_45_paper)

theorem_2 = paper.state(
    "theorem-2",
    "attention with rank-one weights is a contextual mapping: for every direction v as in (76), which there is by "
    "Lemma 2, and u, u', u'', W_O as in (29) and (32), which there are; none of u, u', u'' is 0",
    section="3.4", index="Theorem 2", kind="theorem",
    printed=[
        theorem_2_short, theorem_2_tokens, theorem_2_contexts, theorem_2_direction, eq_29_possible,
        eq_32_possible, keys_and_queries_not_null, values_not_null,
    ],
    errata=[
        Erratum("typo", "(6) must say k ≠ l."),
        Erratum(
            "gap",
            "For different tokens the proof shows a distance above ε/2, not above δ. That δ <= ε/2 takes an argument: "
            "δ = (ε/2) (log n)² e^(−2r) / (2r), and 2r is above 2 log n + 3 for n >= 2, as scores are that far apart.",
        ),
        not_lemma_1,
    ],
)  # fmt: skip
