"""Theorem 2 under masks (Remark 1, appendix C): which tokens masked attention distinguishes, and which it cannot.

The image of a token that sees only itself, as the first one under a causal mask, depends on nothing else. So sequences
with the same first token are confused for all weights. However, outputs differ where the tokens, or the sets of tokens
that they see, differ: in a direction v the scores are a multiple of the tokens' numbers vᵀx, and boltz of the visible
scores distinguishes the sets of visible tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import term
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import unit, v
from proofs.papers.ks.appendix_c_masks.masked_boltzmann import masked_boltz, masked_columns, masked_softmax
from proofs.papers.ks.section_3_theorem_1.separating_heads import (
    by_bounds,
    by_number,
    for_pairs,
    l,
    most,
    number,
    numbers_not_zero,
    rho,
    t,
    tokens_differ,
)
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.analysis.norms import dot, norm
from proofs.theorems.networks.transformers import *

(C,) = sequences("C", 3)  # C(i, l, k) = 1 if place k of sequence i sees place l
(u,) = vectors("u")
(scale,) = reals("S")
m, q = ints("m q")
ONE = num(1)


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

along = [
    fun(lambda t, p: rho * v(t) * u(p), 2),
    fun(lambda p, t: u(p) * v(t), 2),
    fun(lambda p, t: scale * u(p) * v(t), 2),
    fun(lambda p, t: u(p) * v(t), 2),
]
outputs = masked_outputs(*along)
unit_u = Eq(dot(u, u, s), 1)


def scores(i: Term, k: Term, factor: Term = ONE) -> Term:
    """S vᵀx_k vᵀx_l for the tokens x_l of sequence i."""
    return fun(lambda l: scale * factor * number(i, k) * number(i, l))


def seen_from(i: Term, k: Term) -> Term:
    """The mask of position k of sequence i."""
    return fun(lambda l: C(i, l, k))


def average(i: Term, k: Term, factor: Term = ONE) -> Term:
    """The softmax average, by these scores, of the numbers that position k of sequence i sees."""
    return Sum(lambda l: number(i, l) * masked_softmax(scores(i, k, factor), seen_from(i, k), l), 1, n)


@paper.claim(given=[unit, unit_u], shows=Eq(dot(v, token(outputs, i, k), d), number(i, k) + rho * average(i, k)))
def masked_output_number(p: Proof) -> Fact:
    """vᵀv = 1 and uᵀu = 1."""
    whole, size = dot(v, v, d), dot(u, u, s)
    raw = p.have(Eq(dot(v, token(outputs, i, k), d), number(i, k) + rho * whole * size * average(i, k, size)))
    return p.change(p.rewrite(raw, unit, unit_u), p.goal)


# --- what is seen ----------------------------------------------------------------------------------------------------


def all_seen(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Position l of sequence j sees all tokens that position k of sequence i sees."""

    def seen_there(m: Term) -> Term:
        none = every(lambda q: implies(Eq(C(j, q, l), 1), different(token(X, i, m), token(X, j, q))), 1, n)
        return implies(Eq(C(i, m, k), 1), negation(none))

    return every(seen_there, 1, n)


def other_view(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Position k of sequence i and position l of sequence j do not see the same tokens."""
    return implies(all_seen(i, k, j, l), all_seen(j, l, i, k), FALSE)


def something_seen() -> Term:
    """Every position of every sequence sees some token."""
    return places(lambda i, k: exists(lambda l: [1 <= l, l <= n, Eq(C(i, l, k), 1)], "Z"))


def number_sizes(i: Term, j: Term, k: Term, l: Term) -> Term:
    """An upper bound for the inverses of a token's number and of its difference from another, in absolute value."""
    return inv(abs(number(i, k))) + inv(abs(number(i, k) - number(j, l)))


small_numbers = pairs(lambda i, j, k, l: number_sizes(i, j, k, l) <= most)
strong = [0 < most, Eq(scale, 3 * most**2), small_numbers]
x, y, z = reals("x y z")


@paper.claim(
    given=[0 < most, negation(Eq(x, 0)), negation(Eq(y, 0)), inv(abs(x)) <= most, inv(abs(y)) <= most],
    shows=rational(7, 3) < abs(3 * most**2 * x * y),
)
def strong_scores(p: Proof) -> Fact:
    """|x| and |y| are at least 1/Q."""
    p.given(x_size=inv(abs(x)) <= most, y_size=inv(abs(y)) <= most)
    large = []
    for number_ in (x, y):
        name = number_.args[0]
        positive = p.apply("size_positive", x=number_)
        large.append(p.have(1 <= most * abs(number_), (f"{name}_size", positive), positive))
    factor = 3 * most**2
    outer = p.apply("abs_mul", u=factor, r=x * y)
    p.apply("abs_mul", u=x, r=y, label="inner")
    p.abs_value(factor, p.have(0 <= factor, (0 < most, 0 < most)), label="factor")
    sizes = ("inner", abs(factor)), ("factor", abs(x) * abs(y))
    return p.have(p.goal, outer, *sizes, *large)


one_query = [1 <= i, i <= N, 1 <= k, k <= n, 1 <= j, j <= N, 1 <= l, l <= n, 1 <= m, m <= n, 1 <= q, q <= n]
"""Places m of sequence i and q of sequence j, and what is seen of them from place k of sequence i."""


@paper.claim(
    given=[
        *one_query, *strong, negation(Eq(number(i, k), 0)), negation(Eq(number(i, m), number(j, q))),
    ],
    shows=rational(7, 3) < abs(scale * number(i, k) * number(i, m) - scale * number(i, k) * number(j, q)),
)  # fmt: skip
def scores_far_apart(p: Proof) -> Fact:
    """By `strong_scores` with S = 3Q²."""
    gap = number(i, m) - number(j, q)
    nonneg = [
        p.apply("inverse_size_nonneg", u=x) for x in (number(i, k), gap, number(i, k) - number(j, q), number(i, m))
    ]
    one, two = p.specialize(strong[2], i, j, k, q), p.specialize(strong[2], i, j, m, q)
    sizes = [p.have(inv(abs(x)) <= most, fact, *nonneg) for x, fact in ((number(i, k), one), (gap, two))]
    far = p.apply("strong_scores", *sizes)
    scores_ = [number(i, k) * number(i, m), number(i, k) * number(j, q)]
    same = p.congr(lambda y: abs(y * scores_[0] - y * scores_[1]), strong[1])
    return p.have(p.goal, far, same)


# --- boltz tells apart what is seen ----------------------------------------------------------------------------------

view = [1 <= i, i <= N, 1 <= k, k <= n, 1 <= j, j <= N, 1 <= l, l <= n]
alike = [Eq(number(i, k), number(j, l)), Eq(average(i, k), average(j, l))]
told = [
    1 <= n, *strong, by_number(), numbers_not_zero(), no_duplicate_tokens(X), longer_than(X, num(0)), something_seen(),
]  # fmt: skip


@paper.claim(given=[*told, *view, *alike], shows=all_seen(i, k, j, l))
def same_view(p: Proof) -> Fact:
    """Otherwise boltz of the scores would differ, by Lemma 1 for masked vectors."""
    p.given(
        **dict(
            zip(("some", "pos", "scale", "small", "apart", "see_zero", "distinct", "long", "keeps"), told, strict=True)
        )
    )
    p.given(m_low=1 <= m, m_high=m <= n, q_low=1 <= q, q_high=q <= n)
    p.specialize("see_zero", i, k, label="number")
    a, b, c, e = scores(i, k), scores(j, l), seen_from(i, k), seen_from(j, l)
    size = fun(lambda i, j, k, l: abs(scores(i, k)(l)), 4)

    def unlike(one: Term, other: Term, differ: Fact) -> Fact:
        """Different tokens, token m of one sequence and token q of the other, have different numbers."""
        same = p.assume(Eq(number(one, m), number(other, q)))
        tokens = p.specialize("apart", one, other, m, q, using=[same])
        return p.discharge(p.mp(differ, tokens), same.concl)

    def apart(mask: Term, one: Term, query: Term) -> Fact:
        """The scores for different visible positions of one sequence."""
        order = p.assume(m < q)
        equal = p.assume(Eq(m, q))
        places_ = p.discharge(p.have(FALSE, equal, order), equal.concl)
        differ = unlike(one, one, p.specialize("distinct", one, m, q, using=[places_]))
        far = p.apply("scores_far_apart", differ, i=one, k=query, j=one)
        far = p.discharge(far, Eq(mask(m), 1), Eq(mask(q), 1), order.concl)
        return p.generalize(m, p.generalize(q, far))

    def across(differ: Fact) -> Fact:
        """The scores of different tokens of the two sequences."""
        far = p.apply("scores_far_apart", differ)
        same = p.congr(lambda y: abs(a(m) - scale * y * number(j, q)), alike[0])
        return p.have(rational(7, 3) < abs(a(m) - b(q)), far, same)

    def cross() -> Fact:
        same, equal = (p.assume(Eq(*sides)) for sides in ((number(i, m), number(j, q)), (a(m), b(q))))
        scores_ = p.assume(negation(equal.concl))
        alike_ = p.have(equal.concl, (same, scale * number(i, k)), (alike[0], scale * number(j, q)))
        return across(p.discharge(p.mp(scores_, alike_), same.concl))

    parts = [apart(c, i, k), apart(e, j, l), cross()]
    kept = p.assume(Eq(c(m), 1))
    none = p.assume(every(lambda q: implies(Eq(e(q), 1), different(token(X, i, m), token(X, j, q))), 1, n))

    def new() -> Fact:
        """No score of b equals that of token m."""
        there, equal = p.assume(Eq(e(q), 1)), p.assume(Eq(b(q), a(m)))
        far = across(unlike(i, j, p.specialize(none, q, using=[there])))
        gap = a(m) - b(q)
        zero = p.abs_value(gap, p.have(gap <= 0, equal))
        return p.discharge(p.have(FALSE, far, zero, equal), there.concl, equal.concl)

    parts.append(new())

    def with_bound(positive: Fact, below: Fact) -> Fact:
        most_ = positive.concl.args[1]
        bounds = []
        for one, at, mask in ((i, k, c), (j, l, e)):
            bound = p.have(abs(scores(one, at)(m)) < most_ + 1, p.specialize(below, one, one, at, m))
            bounds.append(p.discharge(bound, Eq(mask(m), 1)))

        def with_place(*seen: Fact) -> Fact:
            at = {"a": a, "b": b, "c": c, "e": e, "delta": rational(7, 3), "r": most_ + 1, "i": m, "m": q}
            far = p.apply("masked_boltz_apart", *seen, *bounds, *parts, kept, **at)
            gap = masked_boltz(a, c) - masked_boltz(b, e)
            same = p.have(Eq(gap, 0))
            size_ = p.abs_value(gap, p.have(gap <= 0))
            return p.have(FALSE, far, size_, same, (positive, exp(-2 * (most_ + 1))), exp(-2 * (most_ + 1)))

        return p.exists_elim(p.specialize("keeps", j, l), [q], with_place, FALSE)

    bound = p.apply("pairs_are_bounded", f=size)
    false = p.exists_elim(bound, [y], with_bound, FALSE)
    return p.discharge(false, kept.concl, none.concl)


# --- weights ---------------------------------------------------------------------------------------------------------


first_unit = fun(lambda p: ite(Eq(p, 1), 1, 0))


@paper.claim(given=[1 <= s], shows=substitute(unit_u, {u: first_unit}))
def first_unit_is_one(p: Proof) -> None:
    """One entry is 1, the others are 0."""
    square = fun(lambda m: first_unit(m) * first_unit(m))
    p.apply("sum_first", f=square, lo=1, hi=s, label="split")
    p.apply("sum_eq", f=square, g=fun(lambda m: num(0)), lo=2, hi=s, label="rest")


outer_product = fun(lambda p, t: x * u(p) * v(t), 2)


@paper.claim(given={"unit": unit, "unit_u": unit_u, "positive": 0 < x}, shows=rank_is_one(outer_product, s, d))
def outer_has_rank_one(p: Proof) -> Fact:
    """Σ_p Σ_t W_pt u_p v_t is not 0."""
    p.given(m_low=1 <= m, m_high=m <= s, t_low=1 <= t, t_high=t <= d)
    none = p.assume(every(lambda p: every(lambda t: Eq(outer_product(p, t), 0), 1, d), 1, s))
    entry = p.specialize(none, m, t)
    zero = fun(lambda t: num(0))
    row = p.apply("sum_eq", (entry, v(t)), f=fun(lambda t: outer_product(m, t) * v(t)), g=zero, lo=1, hi=d)
    whole = fun(lambda m: u(m) * Sum(lambda t: outer_product(m, t) * v(t), 1, d))
    total = p.apply("sum_eq", (row, u(m)), f=whole, g=zero, lo=1, hi=s)
    square = dot(u, u, s)
    false = p.have(FALSE, total, ("unit", x * square), ("unit_u", x), "positive")
    first = fun(lambda p: x * u(p))
    return p.exists_intro(p.goal, [first, v], p.discharge(false, none.concl))


(bound,) = reals("B")


def output_gaps(i: Term, j: Term, k: Term, l: Term) -> Term:
    """An upper bound for the inverse of the difference of two numbers, and for the difference of their averages."""
    return inv(abs(number(i, k) - number(j, l))) + abs(average(i, k) - average(j, l))


balanced = Eq(4 * bound**2 * rho, 1)
small_average = [unit, unit_u, 0 < bound, balanced, pairs(lambda i, j, k, l: output_gaps(i, j, k, l) <= bound)]
alike_outputs = same_tokens(token(outputs, i, k), token(outputs, j, l))


def parts_of_outputs(p: Proof) -> list[Fact]:
    """From equal outputs, derive that the tokens' numbers are equal, and that their averages are equal."""
    p.given_all(small_average, "small")
    p.given_all(view, "in")
    p.given(t_low=1 <= t, t_high=t <= d)
    entry = p.specialize(p.assume(alike_outputs), t)
    product = p.have(Eq(*(v(t) * side for side in entry.concl.args)), (entry, v(t)))
    products = product
    sums = [p.apply("sum_eq", products)]
    sums += [p.apply("masked_output_number", i=i_, k=k_) for i_, k_ in ((i, k), (j, l))]
    first, rest = number(i, k) - number(j, l), average(i, k) - average(j, l)
    whole = p.have(Eq(first + rho * rest, 0), *sums)
    limit = p.specialize("small_4", i, j, k, l)
    rest_size = p.apply("abs_nonneg", x=rest)
    first_size = p.apply("inverse_size_nonneg", u=first)
    inverse = p.have(inv(abs(first)) <= bound, limit, rest_size)
    p.have(abs(rest) <= bound, limit, first_size, label="rest_small")
    above, below = (p.apply("abs_ge", x=sign * rest) for sign in (1, -1))
    p.have(0 < rho, "small_3", scale=["small_2", "small_2"], label="rho")
    none = p.apply("larger_part_zero", whole, inverse, above, below, x=first, y=rest, Q=bound)
    numbers = p.have(Eq(number(i, k), number(j, l)), none)
    return [numbers, p.have(Eq(average(i, k), average(j, l)), whole, none, scale=["rho"])]


def views_differ(Y: Term) -> list[Term]:
    """Outputs differ if the tokens, or the sets of tokens that they see, differ."""
    return [
        pairs(lambda i, j, k, l: implies(tokens_differ(X, i, j, k, l), tokens_differ(Y, i, j, k, l))),
        pairs(lambda i, j, k, l: implies(other_view(i, k, j, l), tokens_differ(Y, i, j, k, l))),
    ]


outputs_told = views_differ(outputs)


@paper.claim(given=[*small_average, by_number()], shows=outputs_told[0])
def masked_tokens_told_apart(p: Proof) -> Fact:
    """Attention adds only little to each token."""
    shared = parts_of_outputs(p)[0]
    differ, same = (p.assume(g) for g in (different(token(X, i, k), token(X, j, l)), alike_outputs))
    false = p.mp(differ, p.specialize(by_number(), i, j, k, l, using=[shared]))
    return p.note("out", for_pairs(p, p.discharge(false, differ.concl, same.concl)))


@paper.claim(given=[*small_average, *told], shows=outputs_told[1])
def views_told_apart(p: Proof) -> Fact:
    """For the same token the averages are multiples of boltz."""
    parts = parts_of_outputs(p)
    back = [p.have(Eq(*part.concl.args[::-1]), part) for part in parts]
    both = [p.apply("same_view", *parts), p.apply("same_view", *back, i=j, k=l, j=i, l=k)]
    differ, same = (p.assume(g) for g in (other_view(i, k, j, l), alike_outputs))
    false = p.mp(p.mp(differ, both[0]), both[1])
    return p.note("out", for_pairs(p, p.discharge(false, differ.concl, same.concl)))


def masked_mapping(Y: Term, r: Term, delta: Term) -> list[Term]:
    """KS Definition 2 with visible tokens in place of vocabularies: conditions on the images Y of the sequences X."""
    views = pairs(
        lambda i, j, k, l: implies(other_view(i, k, j, l), delta < norm(difference(token(Y, i, k), token(Y, j, l)), d))
    )
    return [shorter_than(Y, r), apart_by(X, delta, Y), views]


def tells_views_apart(weights: Sequence[Term], r: Term, delta: Term) -> Term:
    """Masked attention is an (r, δ)-contextual mapping with visible tokens in place of vocabularies."""
    return exists(lambda: masked_mapping(masked_outputs(*weights), r, delta))


F_MASKED = (
    "F_SA of weights {2}, {3}, {4}, {5} under the mask",
    r"\mathcal{{F}}_S[{2}, {3}, {4}, {5}] \text{{ under }} {1}",
)
OF_ALL = (
    "{0}^(1), …, {0}^({8}) ∈ ℝ^({9}×{10})",
    r"{0}^{{(1)}}, \dots, {0}^{{({8})}} \in \mathbb{{R}}^{{{9} \times {10}}}",
)
paper.notions.define(
    tells_views_apart(one_head, r, delta), (X, C, *one_head, r, delta, N, d, n, s),
    f"{F_MASKED[0]}s {{1}}, of size {{11}}, is an ({{6}}, {{7}})-contextual mapping for what is seen of {OF_ALL[0]}",
    rf"{F_MASKED[1]} \text{{{{, of size }}}} {{11}}, \text{{{{ is an }}}} ({{6}}, {{7}})"
    rf"\text{{{{-contextual mapping for what is seen of }}}} {OF_ALL[1]}",
)  # fmt: skip
paper.notions.define(
    other_view(i, k, j, l), (X, C, i, k, j, l, n, d),
    "under {1} place {3} of {0}^({2}) ∈ ℝ^({7}×{6}) sees other tokens than place {5} of {0}^({4})",
    r"\text{{under }} {1} \text{{ place }} {3} \text{{ of }} {0}^{{({2})}} \in \mathbb{{R}}^{{{7} \times {6}}}"
    r" \text{{ sees other tokens than place }} {5} \text{{ of }} {0}^{{({4})}}",
)  # fmt: skip


@paper.claim(given=views_differ(Y), shows=exists(lambda r, delta: [0 < delta, *masked_mapping(Y, r, delta)], "R", "R"))
def different_views_suffice(p: Proof) -> Fact:
    """r and δ exist, since there are finitely many sequences."""
    p.given(**dict(zip(("tokens", "views"), views_differ(Y), strict=True)))
    return by_bounds(p, "tokens", "views")


masked_given = [1 <= d, 1 <= n, 1 <= s, no_duplicate_tokens(X), longer_than(X, num(0)), something_seen()]


def some_masked_weights(W_O: Term, W_V: Term, W_K: Term, W_Q: Term, r: Term, delta: Term) -> list[Term]:
    """Weights of rank 1 with which outputs differ by more than δ > 0 where tokens, or their visible tokens, differ."""
    ranks = [rank_is_one(W, s, d) for W in (W_V, W_K, W_Q)]
    return [*ranks, 0 < delta, tells_views_apart((W_O, W_V, W_K, W_Q), r, delta)]


masked_shows = exists(some_masked_weights, MATRIX, MATRIX, MATRIX, MATRIX, "R", "R")


def masked_witnesses(
    p: Proof, unit_: Fact, strength: Fact, values: dict[Term, Term], bounds: tuple[Term, Term], *conditions: Fact
) -> Fact:
    """Take weights of rank 1 along v."""
    positive, *mapping = conditions
    own = [substitute(W, values) for W in along]
    there = p.exists_intro(tells_views_apart(own, *bounds), [], *mapping)
    ranks = [p.apply("outer_has_rank_one", unit_, p.side_condition(0 < x, strength), u=first_unit)
             for x in (num(1), values[scale])]  # fmt: skip
    return p.exists_intro(p.goal, [*own, *bounds], *ranks, positive, there)


@paper.claim(given=[*masked_given, 1 <= N], shows=masked_shows)
def theorem_2_masked(p: Proof) -> Fact:
    """Take large scores along v, and a small multiple of their average."""
    unit_, apart, see_zero = p.obtain(p.apply("some_direction_tells_apart"), v)
    positive, small = p.obtain(p.apply("pairs_are_bounded", f=fun(number_sizes, 4)), most)
    strong_ = 3 * most**2
    p_strong = p.positive(strong_, positive)
    gaps_ = substitute(fun(output_gaps, 4), {scale: strong_})
    above, below = p.obtain(p.apply("pairs_are_bounded", f=gaps_), bound)
    share = inv(4 * bound**2)
    even = p.have(Eq(4 * bound**2 * share, 1), above)
    at = {"S": strong_, "u": first_unit, "rho": share}
    known = [unit_, apart, see_zero, positive, small, above, below, even]
    differ = [p.apply("masked_tokens_told_apart", *known, **at)]
    differ.append(p.apply("views_told_apart", *known, **at))
    own = {scale: strong_, u: first_unit, rho: share, v: v}
    found = p.apply("different_views_suffice", *differ)
    conditions = p.obtain(found, r, delta)
    return masked_witnesses(p, unit_, p_strong, own, (r, delta), *conditions)


# --- what one mask for all sequences cannot do -----------------------------------------------------------------------

(mask,) = sequences("C", 2)
(c,) = sequences("c")
a, g = vectors("a g")
alone = [Eq(c(1), 1), every(lambda l: negation(Eq(c(l), 1)), 2, n)]


# --- Remark 1 --------------------------------------------------------------------------------------------------------


def under_one_mask(t: Term) -> Term:
    """Return the statement about masks for one mask of all sequences."""
    return substitute(t, {C: fun(lambda i, l, k: mask(l, k), 3)})


def one_mask(O: Term, V: Term, K: Term, Q: Term) -> Term:
    """Attention with one head under the mask, as a map of matrices."""
    return operator(lambda Z: self_attention(Z, heads_of(O, V, K, Q), lambda S: masked_columns(S, mask), heads=num(1)))


paper.notions.define(
    one_mask(*one_head), (s, mask, *one_head, d, n),
    f"{F_MASKED[0]} {{1}}, of size {{0}}", rf"{F_MASKED[1]} {{1}} \text{{{{, of size }}}} {{0}}",
)  # fmt: skip
one_mask_contexts = is_contextual_mapping(one_mask(*one_head), X, r, delta)
paper.notions.define(
    one_mask_contexts, (X, mask, *one_head, r, delta, N, d, n, s),
    f"{F_MASKED[0]} {{1}}, of size {{11}}, is an ({{6}}, {{7}})-contextual mapping for {OF_ALL[0]}",
    rf"{F_MASKED[1]} \text{{{{, of size }}}} {{11}}, \text{{{{ is an }}}} ({{6}}, {{7}})"
    rf"\text{{{{-contextual mapping for }}}} {OF_ALL[1]}",
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
