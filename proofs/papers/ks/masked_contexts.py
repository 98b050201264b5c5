"""Theorem 2 under masks (Remark 1, appendix C): what masked attention tells apart, and what it cannot.

A token that sees itself only, as the first one under a causal mask, is mapped to what depends on nothing else. So
sequences that begin alike are confused whatever the weights. What is true is that outputs differ where the tokens
differ, or what is seen from them: in a direction v the scores are a multiple of the tokens' numbers vᵀx, and boltz of
what is kept of them tells apart what is seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    N,
    X,
    Y,
    d,
    different,
    longer_than,
    no_duplicate_tokens,
    pairs,
    places,
    s,
    self_attention,
    sequence,
    token,
)
from proofs.papers.ks.masks import masked_boltz, masked_columns, masked_softmax
from proofs.papers.ks.projection import unit, v
from proofs.papers.ks.told_apart import by_number, for_pairs, l, most, number, numbers_not_zero, rho, t
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.matrices import Matrix
from proofs.theorems.norms import dot, norm
from proofs.writing.proof import Proof

(C,) = sequences("C", 3)  # C(i, l, k) = 1 if place k of sequence i sees place l
(u,) = vectors("u")
(scale,) = reals("S")
m, q = ints("m q")


def one_head(O: Term, V: Term, K: Term, Q: Term) -> list[Term]:
    """The weights of a single head."""
    return [fun(lambda h, p, t, W=W: W(p, t), 3) for W in (O, V, K, Q)]


def masked_outputs(O: Term, V: Term, K: Term, Q: Term) -> Term:
    """What attention with one head makes of the sequences, each under its own mask."""

    def entry(i: Term, t: Term, k: Term) -> Term:
        mask = fun(lambda l, k: C(i, l, k), 2)
        layer = self_attention(sequence(X, i), one_head(O, V, K, Q), lambda S: masked_columns(S, mask), heads=num(1))
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
unit_u = eq(dot(u, u, s), 1)


def scores(i: Term, k: Term, factor: Term = num(1)) -> Term:
    """S vᵀx_k vᵀx_l for the tokens x_l of sequence i."""
    return fun(lambda l: scale * factor * number(i, k) * number(i, l))


def seen_from(i: Term, k: Term) -> Term:
    """The mask of place k of sequence i."""
    return fun(lambda l: C(i, l, k))


def average(i: Term, k: Term, factor: Term = num(1)) -> Term:
    """The numbers of what place k of sequence i sees, in the softmax average by these scores."""
    return sigma(lambda l: number(i, l) * masked_softmax(scores(i, k, factor), seen_from(i, k), l), 1, n)


@paper.claim(
    given=[unit, unit_u], shows=eq(dot(v, token(outputs, i, k), d), number(i, k) + rho * average(i, k))
)
def masked_output_number(p: Proof) -> Fact:
    """vᵀv = 1 and uᵀu = 1."""
    p.given(unit=unit, unit_u=unit_u)
    whole, size = dot(v, v, d), dot(u, u, s)
    raw = p.have(None, eq(dot(v, token(outputs, i, k), d), number(i, k) + rho * whole * size * average(i, k, size)))
    return p.restate("out", p.rewrite(None, raw, "unit", "unit_u"), p.goal)


@paper.claim(
    given=[], shows=eq(masked_boltz(scores(i, k), seen_from(i, k)), scale * number(i, k) * average(i, k))
)
def masked_boltz_of_scores(p: Proof) -> Fact:
    """A multiple of the average."""
    return p.have("out", p.goal)


# --- what is seen -----------------------------------------------------------------------------------------------------


def all_seen(i: Term, k: Term, j: Term, l: Term) -> Term:
    """What place k of sequence i sees, place l of sequence j sees too: not all that it sees is different."""

    def seen_there(m: Term) -> Term:
        none = every(lambda q: implies(eq(C(j, q, l), 1), different(token(X, i, m), token(X, j, q))), 1, n)
        return implies(eq(C(i, m, k), 1), negation(none))

    return every(seen_there, 1, n)


def other_view(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Place k of sequence i and place l of sequence j do not see the same tokens."""
    return implies(all_seen(i, k, j, l), all_seen(j, l, i, k), FALSE)


def something_seen() -> Term:
    """Every place of every sequence sees something."""
    return places(lambda i, k: exists(lambda l: [1 <= l, l <= n, eq(C(i, l, k), 1)], "Z"))


def number_sizes(i: Term, j: Term, k: Term, l: Term) -> Term:
    """At least one over the size of a token's number, and over the difference of two."""
    return inv(absolute(number(i, k))) + inv(absolute(number(i, k) - number(j, l)))


small_numbers = pairs(lambda i, j, k, l: number_sizes(i, j, k, l) <= most)
strong = [0 < most, eq(scale, 3 * most**2), small_numbers]
x, y, z = reals("x y z")


@paper.claim(
    given=[0 < most, negation(eq(x, 0)), negation(eq(y, 0)), inv(absolute(x)) <= most, inv(absolute(y)) <= most],
    shows=rational(7, 3) < absolute(3 * most**2 * x * y),
)
def strong_scores(p: Proof) -> Fact:
    """|x| and |y| are at least 1/Q."""
    p.given(pos=0 < most, x=negation(eq(x, 0)), y=negation(eq(y, 0)))
    p.given(x_size=inv(absolute(x)) <= most, y_size=inv(absolute(y)) <= most)
    large = []
    for number_ in (x, y):
        name = number_.args[0]
        positive = p.apply(None, "size_positive", name, x=number_)
        large.append(p.have(None, 1 <= most * absolute(number_), (f"{name}_size", positive), positive))
    factor = 3 * most**2
    p.apply("outer", "abs_mul", u=factor, r=x * y)
    p.apply("inner", "abs_mul", u=x, r=y)
    p.rule("factor", "abs_value", factor, p.have(None, 0 <= factor, ("pos", "pos")))
    return p.have("out", p.goal, "outer", ("inner", absolute(factor)), ("factor", absolute(x) * absolute(y)), tuple(large),
                  *large)  # fmt: skip


one_query = [1 <= i, i <= N, 1 <= k, k <= n, 1 <= j, j <= N, 1 <= l, l <= n, 1 <= m, m <= n, 1 <= q, q <= n]
"""Places m of sequence i and q of sequence j, and what is seen of them from place k of sequence i."""


@paper.claim(
    given=[
        *one_query, *strong, negation(eq(number(i, k), 0)), negation(eq(number(i, m), number(j, q))),
    ],
    shows=rational(7, 3) < absolute(scale * number(i, k) * number(i, m) - scale * number(i, k) * number(j, q)),
)  # fmt: skip
def scores_far_apart(p: Proof) -> Fact:
    """S = 3Q²."""
    p.given_all(one_query, "in")
    p.given(pos=strong[0], scale=strong[1], small=strong[2])
    p.given(number=negation(eq(number(i, k), 0)), differ=negation(eq(number(i, m), number(j, q))))
    gap = number(i, m) - number(j, q)
    nonneg = [p.apply(None, "inverse_size_nonneg", x=x) for x in (number(i, k), gap, number(i, k) - number(j, q), number(i, m))]
    one, two = p.use(None, "small", i, j, k, q), p.use(None, "small", i, j, m, q)
    gap_zero = p.rule(None, "assume", eq(gap, 0))
    no = p.discharged(p.rule(None, "mp", "differ", p.have(None, eq(number(i, m), number(j, q)), gap_zero)), gap_zero.concl)
    sizes = [p.have(None, inv(absolute(x)) <= most, fact, *nonneg) for x, fact in ((number(i, k), one), (gap, two))]
    far = p.apply(None, "strong_scores", no, *sizes, x=number(i, k), y=gap)
    scores_ = [number(i, k) * number(i, m), number(i, k) * number(j, q)]
    same = p.both(None, scale, 3 * most**2, lambda y: absolute(y * scores_[0] - y * scores_[1]), "scale")
    return p.have("out", p.goal, far, same)


# --- boltz tells apart what is seen ------------------------------------------------------------------------------------

view = [1 <= i, i <= N, 1 <= k, k <= n, 1 <= j, j <= N, 1 <= l, l <= n]
alike = [eq(number(i, k), number(j, l)), eq(average(i, k), average(j, l))]
told = [
    1 <= n, *strong, by_number(), numbers_not_zero(), no_duplicate_tokens(X), longer_than(X, num(0)), something_seen(),
]  # fmt: skip


@paper.claim(given=[*told, *view, *alike], shows=all_seen(i, k, j, l))
def same_view(p: Proof) -> Fact:
    """Else boltz of the scores would differ, by Lemma 1 for what masks keep."""
    p.given(**dict(zip(("some", "pos", "scale", "small", "apart", "see_zero", "distinct", "long", "keeps"), told, strict=True)))
    p.given_all(view, "in")
    p.given(shared=alike[0], averages=alike[1])
    p.given(m_low=1 <= m, m_high=m <= n, q_low=1 <= q, q_high=q <= n)
    p.use("length", "long", i, k)
    p.use("number", "see_zero", i, k, using=["length"])
    own = p.rule(None, "assume", eq(number(j, l), 0))
    p.note("other", p.discharged(p.rule(None, "mp", "number", p.have(None, eq(number(i, k), 0), own, "shared")), own.concl))
    a, b, c, e = scores(i, k), scores(j, l), seen_from(i, k), seen_from(j, l)
    size = fun(lambda i, j, k, l: absolute(scores(i, k)(l)), 4)

    def unlike(one: Term, other: Term, differ: Fact) -> Fact:
        """Different tokens, m of one sequence and q of another, have different numbers."""
        same = p.rule(None, "assume", eq(number(one, m), number(other, q)))
        tokens = p.use(None, "apart", one, other, m, q, using=[same])
        return p.discharged(p.rule(None, "mp", differ, tokens), same.concl)

    def apart(v: Term, mask: Term, one: Term, query: Term) -> Fact:
        """Scores of one sequence for different places that are seen."""
        order = p.rule(None, "assume", m < q)
        equal = p.rule(None, "assume", eq(m, q))
        places_ = p.discharged(p.have(None, FALSE, equal, order), equal.concl)
        differ = unlike(one, one, p.use(None, "distinct", one, m, q, using=[places_]))
        far = p.apply(None, "scores_far_apart", differ, i=one, k=query, j=one)
        far = p.restate(None, far, rational(7, 3) < absolute(v(m) - v(q)))
        far = p.discharged(far, eq(mask(m), 1), eq(mask(q), 1), order.concl)
        return p.every(None, m, p.every(None, q, far, "q_low", "q_high"), "m_low", "m_high")

    def across(differ: Fact) -> Fact:
        """Scores of different tokens of the two sequences."""
        far = p.apply(None, "scores_far_apart", differ)
        same = p.both(None, number(i, k), number(j, l), lambda y: absolute(a(m) - scale * y * number(j, q)), "shared")
        return p.have(None, rational(7, 3) < absolute(a(m) - b(q)), far, same)

    def cross() -> Fact:
        same, equal = (p.rule(None, "assume", eq(*sides)) for sides in ((number(i, m), number(j, q)), (a(m), b(q))))
        scores_ = p.rule(None, "assume", negation(equal.concl))
        alike_ = p.have(None, equal.concl, (same, scale * number(i, k)), ("shared", scale * number(j, q)))
        far = across(p.discharged(p.rule(None, "mp", scores_, alike_), same.concl))
        far = p.discharged(far, eq(c(m), 1), eq(e(q), 1), scores_.concl)
        return p.every(None, m, p.every(None, q, far, "q_low", "q_high"), "m_low", "m_high")

    parts = [apart(a, c, i, k), apart(b, e, j, l), cross()]
    kept = p.rule(None, "assume", eq(c(m), 1))
    none = p.rule(None, "assume", every(lambda q: implies(eq(e(q), 1), different(token(X, i, m), token(X, j, q))), 1, n))

    def new() -> Fact:
        """No score of b is that of token m."""
        there, equal = p.rule(None, "assume", eq(e(q), 1)), p.rule(None, "assume", eq(b(q), a(m)))
        far = across(unlike(i, j, p.use(None, none, q, using=[there])))
        gap = a(m) - b(q)
        zero = p.rule(None, "abs_value", gap, p.have(None, gap <= 0, equal))
        return p.every(None, q, p.discharged(p.have(None, FALSE, far, zero, equal), there.concl, equal.concl), "q_low", "q_high")

    parts.append(new())

    def with_bound(positive: Fact, below: Fact) -> Fact:
        most_ = positive.concl.args[1]
        bounds = []
        for one, at, mask in ((i, k, c), (j, l, e)):
            bound = p.have(None, absolute(scores(one, at)(m)) < most_ + 1, p.use(None, below, one, one, at, m))
            bounds.append(p.every(None, m, p.discharged(bound, eq(mask(m), 1)), "m_low", "m_high"))

        def with_place(*seen: Fact) -> Fact:
            at = {"a": a, "b": b, "c": c, "e": e, "delta": rational(7, 3), "r": most_ + 1, "i": m, "m": q}
            far = p.apply(None, "masked_boltz_apart", *seen, *bounds, *parts, kept, **at)
            both = [p.apply(None, "masked_boltz_of_scores", i=one, k=at) for one, at in ((i, k), (j, l))]
            gap = masked_boltz(a, c) - masked_boltz(b, e)
            same = p.have(None, eq(gap, 0), *both, ("averages", scale * number(i, k)), ("shared", scale * average(j, l)))
            size_ = p.rule(None, "abs_value", gap, p.have(None, gap <= 0, same))
            end = p.rule(None, "exp_pos", -2 * (most_ + 1))
            return p.have(None, FALSE, far, size_, same, (positive, end), end)

        return p.obtain(None, p.use(None, "keeps", j, l), [q], with_place, FALSE)

    bound = p.apply(None, "pairs_are_bounded", f=size)
    false = p.obtain(None, bound, [y], with_bound, FALSE)
    return p.every("out", m, p.discharged(false, kept.concl, none.concl), "m_low", "m_high")
