"""Theorem 2: one softmax layer is a contextual mapping (section 3.4, A.2), at the paper's constants.

The steps are those of `projections`, `rank_one_weights` and `contexts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import *
from proofs.papers.ks.section_3_theorem_2.contexts import (
    LEMMA_1,
    boltz_distance,
    mean_distance,
    product_41,
    some_token_missing,
)
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import (
    NAMED,
    OTHER,
    PLACE,
    Delta,
    along_v,
    assume,
    carried,
    e,
    first_unit,
    h,
    image_distance,
    mean,
    named,
    paper_separation,
    score_at,
    scores,
    separation,
    t,
    tok,
    tokens_agree,
    values_strength,
    weight,
)
from proofs.papers.ks.vocabulary import boltz, i, j, k, n, paper, softmax, some
from proofs.theorems.analysis.norms import column, dot, norm, sqrt
from proofs.theorems.analysis.projections import gap
from proofs.theorems.networks.transformers import (
    N,
    X,
    at,
    d,
    delta,
    difference,
    different,
    epsilon,
    is_contextual_mapping,
    is_tokenwise_separated,
    l,
    listing,
    no_duplicate_tokens,
    one_head,
    operator,
    other_vocabulary,
    r_max,
    r_min,
    rank_is_one,
    s,
    same_tokens,
    single_head,
    token,
    values_of,
    vocabulary_size,
    w,
)

# --- the paper's values --------------------------------------------------------------------------------------------

paper_delta = 2 * log(n) + 3
paper_strength = substitute(strength, {delta: paper_delta})
paper_reach = (m + 1) ** 4 * (pi * d * paper_delta * r_max**2) / (8 * epsilon * r_min)
squeeze = inv(r_max) ** 2 * inv(m + 1) ** 4 * inv(paper_delta) * inv(pi) * inv(d)
exponent = (m + 1) ** 4 * (paper_delta * pi * d * r_max**2) / (4 * epsilon * r_min)
eq_8 = 2 * log(n) ** 2 * epsilon**2 * r_min * squeeze * exp(-exponent)
DATA = "some longer apart shorter distinct epsilon r_min r_max values"
PAPER_NAMED = {name: NAMED[name] for name in DATA.split()}
PAPER_NAMED |= {"d": some_d, "m": m >= 1, "pi": pi_pos, "paper_inner": Eq(inner, paper_strength)}
PAPER_DIRECTION = {"unit": unit, "paper_scores": substitute(NAMED["scores"], {delta: paper_delta})}
paper_given, paper_direction = list(PAPER_NAMED.values()), list(PAPER_DIRECTION.values())


@paper.claim(given=[some], shows=2 <= paper_delta)
def paper_delta_wide(p: Proof) -> None:
    """2 <= 2 log n + 3."""
    p.apply("log_nonneg", x=n, label="log")


@paper.claim(given=[some], shows=0 < paper_delta)
def paper_delta_pos(p: Proof) -> None:
    """0 < 2 log n + 3."""


@paper.claim(given=[some], shows=2 * log(n) ** 2 <= paper_delta * exp(paper_delta))
def paper_delta_enough(p: Proof) -> None:
    """e^δ >= 1 + δ, so δ e^δ >= (2 log n)²."""
    p.exp_ge(paper_delta, label="grow")


@paper.claim(
    given=[*named("some"), some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, 0 < r_max],
    shows=Eq(4 * (paper_strength * r_max**2) * eq_8, epsilon * (log(n) ** 2 * exp(-2 * (paper_strength * r_max**2)))),
)
def eq_8_is(p: Proof) -> Fact:
    """(8) is ε (log n)² e^(−2r) / (4r) at the paper's r."""
    p.given(pi=pi_pos, epsilon=epsilon_pos, r_min=r_min_pos, r_max=0 < r_max)
    delta_pos = p.apply("paper_delta_pos")
    d_pos = p.have(0 < d)
    m_pos = p.have(0 < m + 1)
    return p.rule("arith", p.goal, [], [], ["epsilon", "r_min", "r_max", delta_pos, d_pos, m_pos, "pi"])


def at_paper(p: Proof, theorem: str, label: str | None = "out") -> Fact:
    """Apply a step of `contexts` at the paper's constants, from the hypotheses of Theorem 2 and those on v."""
    if "unit" not in p.facts:
        p.given(**PAPER_NAMED, **PAPER_DIRECTION)
        for name in ("wide", "enough", "pos"):
            p.apply(f"paper_delta_{name}", label=name)
        p.apply("eq_8_is", label="gap")
        p.apply("strength_pos", delta=paper_delta, label="strength")
    fact = p.theorem(theorem)
    free = {x.args[0] for f in (fact.concl, *fact.hyps.values()) for x in f.free}
    chosen = {"scale": paper_strength, "delta": paper_delta, "Delta": eq_8}
    return p.apply(theorem, **{name: value for name, value in chosen.items() if name in free}, label=label)


# --- what the displays say beyond the steps above ------------------------------------------------------------------

PAIR = f"{PLACE} {OTHER}"
IN_PAIRS = LEMMA_1.removesuffix(" h_low h_high")
contexts_differ = [tokens_agree, other_vocabulary(X, i, j)]
paper_separation_here = substitute(paper_separation, {scale: paper_strength})


@paper.claim(given=[*named(f"{IN_PAIRS} at_least"), *contexts_differ], shows=paper_separation < boltz_distance)
def eq_39_contexts(p: Proof) -> Fact:
    """One of the two sequences has a token that the other lacks."""
    return some_token_missing(p, p.goal, "eq_39_claim")


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ], shows=paper_separation_here < boltz_distance
)
def eq_39_paper(p: Proof) -> Fact:
    """Apply this at the paper's constants."""
    return at_paper(p, "eq_39_contexts")


def averaged_scores(i: Term, k: Term) -> Term:
    """aᵀ softmax(a), a the scores of token k of sequence i."""
    return Sum(lambda h: scores(i, k)(h) * weight(i, k, h), 1, n)


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ],
    shows=paper_separation_here < abs(averaged_scores(i, k) - averaged_scores(j, l)),
)
def eq_40_paper(p: Proof) -> None:
    """boltz(a) = aᵀ softmax(a)."""


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ],
    shows=paper_separation_here < r_max * paper_strength * mean_distance,
)
def eq_10_paper(p: Proof) -> Fact:
    """(39) and (41)."""
    at_paper(p, "eq_39_contexts", "separation")
    product = p.apply("eq_41_product")
    at_paper(p, "eq_41_last", "last")
    return p.have(p.goal, "separation", product, "last")


@paper.claim(given=[*paper_given, *paper_direction, *named(PAIR), *contexts_differ], shows=eq_8 < image_distance)
def eq_45_paper(p: Proof) -> Fact:
    """(42) and (44)."""
    return at_paper(p, "other_contexts_apart")


eq_30_given = [*lemma_3_claim.given[:-2], epsilon_pos]  # without δ > 0


@paper.claim(given=[some, *eq_30_given], shows=substitute(lemma_3_shows, {delta: paper_delta}))
def eq_30_claim(p: Proof) -> None:
    """Lemma 3 with δ = 2 log n + 3."""


score_sizes = abs(along_v(i, h)) * inner * abs(along_v(i, k))


@paper.claim(given=[], shows=Eq(abs(scores(i, k)(h)), score_sizes))
def eq_38_second(p: Proof) -> None:
    """The absolute value of a product."""
    x, y, z_ = along_v(i, h), dot(u, u1, s), along_v(i, k)
    p.apply("abs_mul", u=x, r=y * z_, label="outer")
    p.apply("abs_mul", u=y, r=z_, label="inner_")


@paper.claim(given=[*paper_given, *paper_direction, *named(f"{PLACE} h_low h_high")], shows=score_sizes <= paper_reach)
def eq_38_third(p: Proof) -> Fact:
    """Use (29); both projections are at most r_max."""
    at_paper(p, "scores_bounded", "bounded")
    same = p.apply("eq_38_second")
    return p.have(p.goal, "bounded", same)


def weighted_tokens(i: Term, k: Term) -> Term:
    """X softmax(a)."""
    return fun(lambda t: Sum(lambda h: X(i, t, h) * weight(i, k, h), 1, n))


W_K_difference = image(outer(u, v), difference(weighted_tokens(i, k), weighted_tokens(j, l)))
line_41 = dot(tok(i, k), fun(lambda t: Sum(lambda p: outer(u1, v)(p, t) * W_K_difference(p), 1, s)), d)


@paper.claim(given=[some], shows=Eq(dot(v, weighted_tokens(i, k), d), mean(i, k)))
def projected_average(p: Proof) -> None:
    """The two sums are exchanged."""
    p.apply(
        "sum_swap", h=fun(lambda t, h: v(t) * X(i, t, h) * weight(i, k, h), 2), lo=1, hi=d, lo2=1, hi2=n, label="swap"
    )


@paper.claim(given=[some, tokens_agree], shows=Eq(abs(averaged_scores(i, k) - averaged_scores(j, l)), abs(line_41)))
def eq_41_first(p: Proof) -> None:
    """aᵀ softmax(a) = (X_k)ᵀ W_Qᵀ W_K X softmax(a), and the two queries are the same token."""
    p.apply("projected_average", i=j, k=l, label="there")


@paper.claim(given=[some, tokens_agree], shows=Eq(abs(line_41), product_41))
def eq_41_third(p: Proof) -> None:
    """|vᵀX_k| |uᵀu'| |(vᵀX) softmax(a) − (vᵀX') softmax(a')|."""


@paper.claim(
    given=[*paper_given, *paper_direction, *named(PAIR), tokens_agree],
    shows=abs(averaged_scores(i, k) - averaged_scores(j, l)) <= r_max * paper_strength * mean_distance,
)
def eq_41_whole(p: Proof) -> Fact:
    """Use (29) and |vᵀX_k| < r_max."""
    last = at_paper(p, "eq_41_last", None)
    return p.have(p.goal, p.apply("eq_41_first"), p.apply("eq_41_third"), last)


apart_41 = separation < r_max * paper_strength * mean_distance
end_42 = norm(carried, d) * mean_distance
fields = [some_d, m >= 1, pi_pos, epsilon_pos, r_min_pos, r_max > 0, some]


lost = separation * inv(m + 1) ** 4 / (pi * d * r_max) * inv(paper_delta)  # what (42) has in place of the next
kept_42 = 8 * epsilon * r_min * lost


@paper.claim(given=[*fields, values_strength, apart_41], shows=epsilon / (4 * r_max) * kept_42 < end_42)
def eq_42_third(p: Proof) -> Fact:
    """(41) divided by r_max |uᵀu'|."""
    names_ = ("d_", "m_", "pi", "epsilon", "r_min", "r_max", "some")
    p.given(**dict(zip(names_, fields, strict=True)), apart=apart_41)
    p.apply("paper_delta_pos", label="delta_pos")
    p.have(0 < d, label="d_pos")
    p.have(0 < m + 1, label="m_pos")
    p.note("positive", p.positive(r_max * paper_strength))
    factor = p.have(Eq(end_42, epsilon / (4 * r_max) * mean_distance))
    nonzero = ["epsilon", "r_min", "r_max", "delta_pos", "d_pos", "m_pos", "pi"]
    balance = p.rule("arith", Eq(kept_42 * (r_max * paper_strength), separation), [], [], nonzero)
    less = p.have(kept_42 < mean_distance, balance, "apart", scale=["positive"])
    return p.have(p.goal, factor, (less, "epsilon", inv(r_max)))


in_two_contexts = [*paper_given, *paper_direction, *named(PAIR), *contexts_differ]


def with_separation(formula: Term) -> Term:
    """Use (44) for the separation of boltz."""
    return substitute(formula, {separation: paper_separation_here})


@paper.claim(given=in_two_contexts, shows=with_separation(epsilon / (4 * r_max) * kept_42 < end_42))
def eq_42_last(p: Proof) -> Fact:
    """With (39) and (41)."""
    apart_ = p.apply("eq_10_paper")
    return p.apply("eq_42_third", apart_)


overview_scores = fun(lambda h: along_v(i, h) * along_v(i, k)), fun(lambda h: along_v(j, h) * along_v(j, l))


def overview_mean(i: Term, a: Term) -> Term:
    """(wᵀX) softmax(a)."""
    return Sum(lambda h: along_v(i, h) * softmax(a, n, h), 1, n)


overview_means = overview_mean(i, overview_scores[0]), overview_mean(j, overview_scores[1])


@paper.claim(
    given=[some, tokens_agree],
    shows=abs(boltz(overview_scores[0], n) - boltz(overview_scores[1], n))
    <= abs(along_v(i, k)) * abs(overview_means[0] - overview_means[1]),
)
def eq_12_claim(p: Proof) -> None:
    """Even equality holds: (41) with s = 1 and u = u' = 1."""
    one = fun(lambda p: num(1))
    p.apply("eq_41_product", s=1, **{"u": one, "u'": one}, label="product")


# --- from a direction to weights, and from the vocabulary to the tokens --------------------------------------------

strong = fun(lambda p: ite(Eq(p, 1), scale, 0))  # u
with_first_unit = {u: strong, u1: first_unit}
u3_made = fun(lambda t: epsilon / (4 * r_max) * v(t))


def maps_contexts(delta: Term, X: Term = X, r_max: Term = r_max) -> Term:
    """There are W_O, W_V, W_K, W_Q, the last three of rank 1, with which attention is a contextual mapping."""

    def conditions(W_O: Term, W_V: Term, W_K: Term, W_Q: Term) -> list[Term]:
        ranks = [rank_is_one(W, s, d) for W in (W_V, W_K, W_Q)]
        return [*ranks, is_contextual_mapping(operator(single_head(W_O, W_V, W_K, W_Q)), X, r_max + epsilon / 4, delta)]

    return exists(conditions, MATRIX, MATRIX, MATRIX, MATRIX)


@paper.claim(given=[s >= 1, d >= 1, unit, scale > 0], shows=rank_is_one(outer(strong, v), s, d))
def rank_of_outer(p: Proof) -> Fact:
    """(c, 0, …, 0) vᵀ is an outer product, and its first row is c v, not 0."""
    p.given(t_low=1 <= t, t_high=t <= d)
    W = outer(strong, v)
    none = p.rule("assume", every(lambda p: every(lambda t: Eq(W(p, t), 0), 1, d), 1, s))
    entry = p.have(Eq(scale * v(t), 0), p.specialize(none, 1, t))
    p.generalize(t, p.have(Eq(v(t) * v(t), 0), (entry, inv(scale) * v(t))), label="terms")
    sum_ = p.apply("sum_eq", f=fun(lambda t: v(t) * v(t)), g=fun(lambda t: num(0)), lo=1, hi=d)
    not_zero = p.discharge(p.have(FALSE, sum_), none.concl)
    return p.exists_intro(p.goal, [strong, v], not_zero)


@paper.claim(given=[s >= 1], shows=Eq(norm(first_unit, s), 1))
def first_unit_norm(p: Proof) -> None:
    """One of its entries is 1, the others are 0."""
    p.apply("dot_self_nonneg", x=first_unit, d=s, label="nonneg")
    one = p.have(Eq(dot(first_unit, first_unit, s), 1), "eq_29_possible")
    p.congr(sqrt, one, label="root")


@paper.claim(given=[unit, epsilon_pos, r_max > 0], shows=Eq(norm(u3_made, d), epsilon / (4 * r_max)))
def u3_norm(p: Proof) -> None:
    """It is a multiple of a unit vector."""
    size = epsilon / (4 * r_max)
    p.apply("norm_scale", c=size, x=v, label="scaled")
    p.abs_value(size, p.have(size >= 0, p.positive(size)), label="abs")
    p.congr(sqrt, unit, label="root")


in_direction = [NAMED[name] for name in ["some", "shorter", "apart", "distinct", "epsilon", "r_max", "unit", "scale"]]
in_direction += [d >= 1, s >= 1, substitute(NAMED["scores"], with_first_unit)]


def weights_in_direction(p: Proof, *steps: str) -> Fact:
    """Take W_K = u vᵀ, u = (|uᵀu'|, 0, …, 0), W_Q = W_V = u' vᵀ, u' = (1, 0, …, 0), and W_O as in (32).

    `steps` show the three conditions of a contextual mapping.
    """
    p.apply("eq_29_possible", label="inner")
    one = p.apply("first_unit_norm")
    u3 = p.apply("u3_norm")
    back = p.have(Eq(num(1), norm(first_unit, s)), one)
    length = p.replace(back, hole(lambda z: Eq(norm(u3_made, d), epsilon / (4 * r_max * z**2))), u3)
    p.apply("eq_32_possible", length, **{"u''": first_unit, "u'''": u3_made}, label="carried")
    O = outer(u3_made, first_unit)
    at_weights = {"u": strong, "u'": first_unit, "u''": first_unit, "W_O": fun(lambda h, t, p: O(t, p), 3)}
    parts = [p.apply(step, **at_weights) for step in steps]
    unit_rank = p.apply("rank_of_outer", scale=1)
    key_rank = p.apply("rank_of_outer")
    shape = p.goal.args[0]
    for _ in range(4):
        shape = shape.args[1]
    context = shape.args[1].args[1].args[1].args[0]
    weights = [O, outer(first_unit, v), outer(strong, v), outer(first_unit, v)]
    mapping = p.exists_intro(instantiate_bound(context, tuple(reversed(weights))), [], *parts)
    return p.exists_intro(p.goal, weights, unit_rank, key_rank, mapping, label="out")


@paper.claim(
    given=[*in_direction, *(NAMED[name] for name in ("wide", "enough", "at_least", "gap"))], shows=maps_contexts(Delta)
)
def contexts_in_direction(p: Proof) -> Fact:
    """Use the steps of `contexts`."""
    return weights_in_direction(p, "all_images_short", "all_tokens_apart", "all_contexts_apart")


LISTED = dict(zip(("at_low", "at_high", "tokens", "used", "differ"), listing(w, at), strict=True))


def word_of(p: Proof, i: Term, k: Term, a: Term, where: Sequence[Fact]) -> Fact:
    """Prove X_k = w_a entry by entry; `where` gives the ranges of i and k, and at(i, k) = a unless a is at(i, k)."""
    ends = p.assume(1 <= t), p.assume(t <= d)
    entry = p.specialize("tokens", i, k, t, using=[*where, *ends])
    if a is not at(i, k):
        entry = p.have(Eq(X(i, t, k), w(t, a)), entry, p.congr(lambda e: w(t, e), where[-1]))
    return p.generalize(t, entry)


def of_words(p: Proof, compare: Callable[[Term], Term]) -> Fact:
    """Derive a statement about the words from that about the tokens: each word is a token."""
    p.given(tokens=LISTED["tokens"], used=LISTED["used"], a_low=a >= 1, a_high=a <= m)
    where = p.obtain(p.specialize("used", a), i, k)
    same = p.apply("norm_same", word_of(p, i, k, a, where))
    return p.have(compare(norm(column(w, a), d)), p.specialize("lengths", i, k, using=where), same)


@paper.claim(given=[LISTED["tokens"], LISTED["used"], NAMED["longer"]], shows=separated()[0])
def words_longer(p: Proof) -> Fact:
    """Each word is a token."""
    p.given(lengths=NAMED["longer"])
    return of_words(p, lambda length: r_min < length)


words_differ = different(column(w, a), column(w, b))


@paper.claim(given={"tokens": LISTED["tokens"], "used": LISTED["used"], "apart": NAMED["apart"]}, shows=separated()[1])
def words_apart(p: Proof) -> Fact:
    """Words that differ belong to tokens that differ."""
    p.given(differ=words_differ)
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
    goal = epsilon < norm(gap(a, b), d)
    ends = 1 <= t, t <= d

    here = p.obtain(p.specialize("used", a), i, k)
    there = p.obtain(p.specialize("used", b), j, l)
    words = word_of(p, i, k, a, here), word_of(p, j, l, b, there)
    entries = [p.specialize(fact, t, using=ends) for fact in words]
    equal = p.rule("assume", same_tokens(tok(i, k), tok(j, l)))
    alike = p.have(Eq(w(t, a), w(t, b)), *entries, p.specialize(equal, t, using=ends))
    clash = p.mp("differ", p.generalize(t, alike))
    differ = p.discharge(clash, equal.concl)
    far = p.specialize("apart", i, j, k, l, using=[*here, *there, differ])
    moved = p.have(Eq(tok(i, k)(t) - tok(j, l)(t), gap(a, b)(t)), *entries)
    same = p.apply("norm_same", moved)
    return p.discharge(p.change(p.have(goal, far, same), goal), words_differ)


@paper.claim(given=[LISTED["at_low"], LISTED["at_high"], LISTED["tokens"], scores_apart], shows=NAMED["scores"])
def scores_of_tokens(p: Proof) -> Fact:
    """(30) for the tokens follows from (74) for the words."""
    p.given(**{name: LISTED[name] for name in ("at_low", "at_high", "tokens")}, far=scores_apart)
    assume(p, f"{PLACE} j_low j_high h_low h_high e_low e_high")
    differ = p.rule("assume", different(tok(i, h), tok(j, e)))
    ends = 1 <= t, t <= d
    places_, words, ranges = ((i, h), (j, e), (i, k)), [], []
    for x, y in places_:
        words.append(word_of(p, x, y, at(x, y), []))
        ranges += [p.specialize(name, x, y) for name in ("at_low", "at_high")]
    equal = p.rule("assume", same_tokens(column(w, at(i, h)), column(w, at(j, e))))
    entries = [p.specialize(fact, t, using=ends) for fact in (*words[:2], equal)]
    alike = p.generalize(t, p.have(Eq(X(i, t, h), X(j, t, e)), *entries))
    unlike = p.discharge(p.mp(differ, alike), equal.concl)
    far = p.specialize("far", *(at(x, y) for x, y in places_), using=[*ranges, unlike])
    projections = []
    for (x, y), fact in zip(places_, words, strict=True):
        entry = p.specialize(fact, t, using=ends)
        by = {"f": fun(lambda t, x=x, y=y: v(t) * X(x, t, y)), "g": fun(lambda t, x=x, y=y: v(t) * w(t, at(x, y)))}
        projections.append(p.apply("sum_eq", (entry, v(t)), lo=1, hi=d, **by))
    first, second, query = projections
    of_tokens = score_at(i, h, i, k) - score_at(j, e, i, k)
    of_words_ = score(at(i, h), at(i, k)) - score(at(j, e), at(i, k))
    g, y = dot(u, u1, s), dot(v, tok(i, k), d)
    change = [(first, g * y), (second, g * y), (query, g * dot(v, column(w, at(i, h)), d)),
              (query, g * dot(v, column(w, at(j, e)), d))]  # fmt: skip
    same = p.congr(abs, p.have(Eq(of_tokens, of_words_), *change))
    out = p.discharge(p.have(delta < abs(of_tokens), far, same), differ.concl)
    return p.note("out", out)


# --- the theorem ---------------------------------------------------------------------------------------------------

theorem_2_sizes = [some, some_d, N >= 1, s >= 1, is_pi, pi_pos, vocabulary_size(X, m)]
all_different = every(
    lambda i: every(lambda k: every(lambda l: different(token(X, i, k), token(X, i, l)), 1, n), 1, n), 1, N
)  # (6) as printed, k = l included
tokens_separated = is_tokenwise_separated(X, r_min, r_max, epsilon)
theorem_2_data = [*theorem_2_sizes, r_min_pos, epsilon_pos, no_duplicate_tokens(X), tokens_separated]
room = r_min < r_max
theorem_2_given = [*theorem_2_data, m >= 1, room]  # the last two follow from the others, but (8) is read under them


def from_vocabulary(p: Proof, lemma_3: str, values: Mapping[str, Term], step: str) -> Fact:
    """Prove the theorem from Lemma 3 for the vocabulary and `step` for the direction that the lemma gives.

    `lemma_3` is applied to the norms and distances of the words; its other hypotheses, and those of `step` on the
    values of |uᵀu'|, δ and Δ, are facts of the proof.
    """
    p.apply("eq_29_possible", scale=values["scale"], label="inner")
    u_made = substitute(strong, {scale: values["scale"]})

    def with_list(at_low: Fact, at_high: Fact, *rest: Fact) -> Fact:

        longer, short, apart = p.obtain(p.side_condition(tokens_separated))
        words = [p.apply(f"words_{name}", *rest, longer, apart) for name in ("longer", "apart")]

        length, far, *_ = p.obtain(p.apply(lemma_3, *words), v)
        of_words = p.specialize(far, u_made, first_unit)
        at_u = {"u": u_made, "u'": first_unit, "delta": values["delta"]}
        of_tokens = p.apply("scores_of_tokens", at_low, at_high, *rest, of_words, **at_u)
        return p.apply(step, length, of_tokens, short, apart, **values)

    return p.exists_elim(p.side_condition(vocabulary_size(X, m)), [w, at], with_list)


@paper.claim(given=[vocabulary_size(X, m), N >= 1, some], shows=m >= 1)
def some_word(p: Proof) -> Fact:
    """There is at least one token."""
    low, high, *_ = p.obtain(vocabulary_size(X, m), w, at)
    return p.have(p.goal, *(p.specialize(fact, 1, 1) for fact in (low, high)))


@paper.claim(given=[tokens_separated, N >= 1, some], shows=room)
def r_min_below_r_max(p: Proof) -> Fact:
    """There is at least one token."""
    longer, short, _ = p.obtain(
        tokens_separated,
    )
    return p.have(p.goal, *(p.specialize(fact, 1, 1) for fact in (longer, short)))


@paper.claim(given=theorem_2_given, shows=maps_contexts(eq_8))
def theorem_2_claim(p: Proof) -> Fact:
    """Apply Lemma 3 to the vocabulary, and use the direction that it gives."""
    for name in ("paper_delta_wide", "paper_delta_enough", "paper_delta_pos", "eq_8_is"):
        p.apply(name, label=name)
    p.apply("strength_pos", delta=paper_delta, label="strong")
    values_ = {"scale": paper_strength, "delta": paper_delta, "Delta": eq_8}
    p.note("lemma_3_here", p.instantiate(p.theorem("lemma_3_claim"), [(delta, paper_delta)]))
    return from_vocabulary(p, "lemma_3_here", values_, "contexts_in_direction")


@paper.claim(given=[N >= 1, some, r_max + epsilon / 4 <= 0], shows=negation(maps_contexts(delta)))
def no_room_for_images(p: Proof) -> Fact:
    """If r = r_max + ε/4 is not positive, no image is shorter than r."""
    held = p.rule("assume", maps_contexts(delta))

    def with_weights(*found: Fact) -> Fact:
        short, *_ = p.obtain(
            found[-1],
        )
        less = p.specialize(short, 1, 1)
        image_ = values_of(operator(single_head(*one_head)), X)
        return p.change(p.have(FALSE, less, p.apply("norm_nonneg", x=token(image_, num(1), num(1)))), FALSE)

    return p.discharge(p.exists_elim(held, one_head, with_weights, FALSE), held.concl)


@paper.claim(given=[N >= 1, some, all_different], shows=FALSE)
def eq_6_never(p: Proof) -> Fact:
    """For k = l no token differs from itself."""
    own = token(X, num(1), num(1))
    return p.mp(p.specialize(all_different, 1, 1, 1), p.side_condition(same_tokens(own, own)))
