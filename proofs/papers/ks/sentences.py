"""Claims of the text between the statements and displays that none of these covers.

A sentence that claims something has a place ("B.2¶9": the ninth of section B.2). Most are said by a statement too, in
whose index they stand (`ks.text`); what is claimed by the others is entered here.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.first_derivative import bends, entropy_le_log, entropy_nonneg, log_weight
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import at_place, no_duplicates, sorted_a, sorted_start
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import decreasing
from proofs.papers.ks.appendix_b_projections import projections
from proofs.papers.ks.appendix_b_projections.projections import (
    and_zero,
    image,
    lemma_3_given,
    lemma_3_start,
    outer,
    share,
    triple,
)
from proofs.papers.ks.section_3_theorem_1 import theorem_1
from proofs.papers.ks.section_4_corollaries.corollary_1 import tokens_listed
from proofs.papers.ks.section_4_proposition_1.equivariance import labels_consistent
from proofs.papers.ks.section_4_proposition_1.positional_encodings import any_continuous
from proofs.papers.ks.vocabulary import (
    a,
    along,
    b,
    boltz,
    greatest,
    i,
    i_in,
    j,
    j_in,
    k,
    n,
    of_entries,
    p_,
    paper,
    said,
    some,
    together,
    unequal,
    x,
)
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.analysis.maxima import SOME, N
from proofs.theorems.analysis.maxima import greatest as greatest_value
from proofs.theorems.analysis.maxima import least as least_value
from proofs.theorems.analysis.norms import column, dot, norm
from proofs.theorems.analysis.projections import kept
from proofs.theorems.combinatorics.sorting import injective, rank, rho, within
from proofs.theorems.networks.hardmax import hardmax, is_best
from proofs.theorems.networks.transformers import (
    W_1,
    W_2,
    b_1,
    d,
    difference,
    feed_forward,
    network,
    q,
    relu,
    s,
    same_tokens,
    t,
)

# --- B.2: the entropy, the exponential -----------------------------------------------------------------------------

said("B.2¶4", "the entropy of n weights is at most log n", entropy_le_log)
said("B.2¶8", "log p_i = a_i − L(a)", log_weight)


@paper.claim(given=[some, *i_in, bends], shows=log(p_(i)) < -3)
def log_weight_lt(p: Proof) -> None:
    """log p_i < −S − 3 and 0 <= S."""
    p.apply("level", "level_below")
    p.apply("entropy", "entropy_nonneg")


said("B.2¶9", "the entropy is not negative, hence log p_i < −3 under (95)", entropy_nonneg, log_weight_lt)


@paper.claim(given=[], shows=for_all(lambda x: implies(x > -1, exp(-x) <= num(1) / (1 + x)), "R"))
def exp_le_inverse(p: Proof) -> Fact:
    """1 + x <= e^x."""
    p.given(above=x > -1)
    p.have("pos", 1 + x > 0)
    p.rule("ge", "exp_ge", x)
    return p.have(None, exp(-x) <= num(1) / (1 + x), ("ge", exp(-x)), scale=["pos"])


said("B.2¶10", "e^(−x) <= 1/(1 + x) for x > −1", exp_le_inverse)

# --- B.3: without loss of generality -------------------------------------------------------------------------------

permuted = fun(lambda k: a(rho(k)))
permutation = [injective, *within]  # of 1, …, n


@paper.claim(given=[some, *permutation], shows=eq(boltz(permuted, n), boltz(a, n)))
def boltz_permuted(p: Proof) -> None:
    """Both sums are, in another order, those of a."""
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.apply(label, "sum_reindexed", f=of_entries(f, a))


said("B.3¶1", "boltz is invariant under permutations of the entries", boltz_permuted)


@paper.claim(given=[some, no_duplicates(a)], shows=substitute(decreasing, {a: sorted_a}))
def sorted_is_decreasing(p: Proof) -> Fact:
    """Of two entries the one of smaller rank is larger."""
    sorted_start(p, a)
    p.given(i_low=i >= 1, i_high=i <= n, j_low=j >= 1, j_high=j <= n, order=i < j)
    claim = sorted_a(j) < sorted_a(i)

    def outer(g: Term, _ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], hit_h: Fact, entry_h: Fact) -> Fact:
            later = p.have(None, rank(g, a, n) < rank(h, a, n), hit, hit_h, "order")

            def prove(o: Fact) -> Fact:
                if o.concl is (a(h) < a(g)):
                    return p.have(None, claim, o, entry, entry_h)
                if o.concl.op == "eq":
                    clash = p.congr(None, lambda y: 1 + sigma(lambda j: ite(y < a(j), 1, 0), 1, n), o)
                else:
                    clash = p.apply(None, "rank_reverses", o, *ranges_h, f=a, i=g, j=h)
                return p.rule(None, "absurd", p.have(None, FALSE, clash, later), claim)

            return p.trichotomy(None, a(g), a(h), prove)

        return at_place(p, a, j, claim, inner)

    p.generalize("inner", j, at_place(p, a, i, claim, outer))
    return p.get("inner")


def in_order_like_a(v: Term) -> list[Term]:
    """v decreases, has the entries of a, and boltz of a."""

    def entry(i: Term) -> Term:
        return exists(lambda q: [1 <= q, q <= n, eq(v(q), a(i))], "Z")

    return [substitute(decreasing, {a: v}), every(entry, 1, n), eq(boltz(v, n), boltz(a, n))]


@paper.claim(given=[some, no_duplicates(a)], shows=exists(in_order_like_a, VECTOR))
def some_order(p: Proof) -> Fact:
    """The sorted vector."""
    p.given(low=i >= 1, high=i <= n)
    p.apply("decreasing", "sorted_is_decreasing")
    p.apply("rank_high", "rank_high", f=a)
    place = rank(i, a, n)
    here = exists(lambda q: [1 <= q, q <= n, eq(sorted_a(q), a(i))], "Z")
    p.generalize("entries", i, p.exists_intro(None, here, [place]))
    return p.exists_intro("out", p.goal, [sorted_a])


said("B.3¶10", "a vector without duplicates may be taken to be decreasing, as far as boltz is concerned", some_order)


@paper.claim(
    given=[decreasing, a(num(2)) < a(num(1)) - log(n) - 1, 2 <= k, k <= n],
    shows=exists(lambda s: [along(lambda v: boltz(v, n), k, num(0), s), s < 0], "R"),
)
def falls_after_first(p: Proof) -> None:
    """a_k <= a_2 lies as far below the maximum."""
    p.given(decreasing=decreasing, low=2 <= k)
    p.given(second=k <= 2, later=2 < k)
    p.have("some", some)
    p.have("two", 2 <= n)
    p.have("k_pos", 1 <= k)
    p.rule("is_second", "antisymmetry", "second", "low")
    p.congr("same", a, "is_second")
    p.specialize("order", "decreasing", 2, k)
    p.cases("below", k, 2, p.have(None, a(k) <= a(num(2)), "same"), p.have(None, a(k) <= a(num(2)), "order"))
    p.rule("top", "max_ge", greatest, num(1), p.have(None, num(1) <= 1), "some")


said(
    "B.3¶3", "if the first entry lies more than log n + 1 above the others, boltz falls along each of the others",
    falls_after_first,
)  # fmt: skip


def first_difference(k: Term) -> list[Term]:
    """a and b agree up to k, and not at k + 1."""
    return [0 <= k, k <= n - 1, every(lambda i: eq(a(i), b(i)), 1, k), unequal(a(k + 1), b(k + 1))]


@paper.claim(given=[*i_in, unequal(a(i), b(i))], shows=exists(first_difference, "Z"))
def first_difference_exists(p: Proof) -> Fact:
    """Were there none, they would agree up to every k."""

    def claim(x: Term) -> Term:
        return implies(x <= n, every(lambda h: eq(a(h), b(h)), 1, x))

    p.given(different=unequal(a(i), b(i)), h_low=j >= 1, h_high=j <= 0)
    none = p.rule(None, "assume", p.goal.args[0])
    p.rule("empty", "absurd", p.have(None, FALSE, "h_low", "h_high"), eq(a(j), b(j)))
    p.rule("base", "discharge", num(0) <= n, p.generalize(None, j, "empty"))
    p.given(k_low=k >= 0, so_far=claim(k), k_next=k + 1 <= n)
    p.rule("prefix", "mp", "so_far", p.side_condition(k <= n))
    other = p.rule(None, "assume", unequal(a(k + 1), b(k + 1)))
    p.rule("next", "absurd", p.rule(None, "mp", p.specialize(None, none, k), other), eq(a(k + 1), b(k + 1)))

    def up_to_next(order: Fact) -> Fact:
        same = eq(a(j), b(j))
        if order.concl.op == "eq":
            return p.have(None, same, "next", *(p.congr(None, v, order) for v in (a, b)))
        if order.concl is (j < k + 1):
            return p.specialize(None, "prefix", j, using=[p.have(None, j <= k, order)])
        return p.rule(None, "absurd", p.have(None, FALSE, order, p.assume(j <= k + 1)), same)

    p.trichotomy("each", j, k + 1, up_to_next)
    p.rule("step", "discharge", k + 1 <= n, p.generalize(None, j, "each"))
    p.induct("all", claim, 0, k, "base", "step")
    p.specialize("everywhere", "all", n, using=[p.have(None, n >= 0)])
    clash = p.rule(None, "mp", "different", p.specialize(None, "everywhere", i))
    return p.rule("out", "discharge", none.concl, clash)


said("B.3¶13", "two different vectors have a first entry in which they differ", first_difference_exists)

# --- A.1: what hardmax attends to ----------------------------------------------------------------------------------

alpha_1, alpha_4, c = reals("alpha_1 alpha_4 c")
(head, query) = ints("l o")
extremes = [
    every(lambda k: alpha_1 <= a(k), 1, n), every(lambda k: a(k) <= alpha_4, 1, n), *i_in, eq(a(i), alpha_1), *j_in,
    eq(a(j), alpha_4), 1 <= k, k <= n, alpha_1 < a(k), a(k) < alpha_4,
]  # fmt: skip
of_query = theorem_1.agreement(head) * a(query)  # the scores are this multiple of a, by (24)
weight = hardmax(lambda k: of_query * a(k), k)


@paper.claim(given=[*extremes, unequal(c, num(0))], shows=eq(hardmax(lambda k: c * a(k), k), 0))
def hardmax_at_ends(p: Proof) -> Fact:
    """c a_j or c a_i is larger than c a_k."""
    p.given(some_scale=unequal(c, num(0)), i_low=i >= 1, i_high=i <= n, at_i=eq(a(i), alpha_1))
    p.given(j_low=j >= 1, j_high=j <= n, at_j=eq(a(j), alpha_4), above=alpha_1 < a(k), below=a(k) < alpha_4)
    top = maximum(lambda k: c * a(k), 1, n)
    p.rule("ge_i", "max_ge", top, i, "i_low", "i_high")
    p.rule("ge_j", "max_ge", top, j, "j_low", "j_high")

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.have(None, eq(c, 0), order)
            return p.rule(None, "absurd", p.rule(None, "mp", "some_scale", same), p.goal)
        end, gap = ("at_j", "below") if order.concl.args[0].op == "num" else ("at_i", "above")
        more = p.have(None, c * a(k) < top, "ge_i", "ge_j", (end, c), (order, gap))
        missed = p.rule(None, "ite_eq", is_best(lambda k: c * a(k), k), more)
        return p.have(None, p.goal, (missed, inv(sigma(lambda i: is_best(lambda k: c * a(k), i), 1, n))))

    return p.trichotomy("out", 0, c, prove)


@paper.claim(given=[*extremes, unequal(of_query, num(0))], shows=eq(weight, 0))
def hardmax_scores_at_ends(p: Proof) -> Fact:
    """The scores are a multiple of a."""
    return p.apply("out", "hardmax_at_ends", c=of_query)


said(
    "A.1¶6", "if the largest and the smallest coefficient occur, hardmax gives no weight to others",
    Claim(tuple(extremes), eq(weight, 0)), corrected=hardmax_scores_at_ends,
    narrower="With (W_K v)ᵀ(W_Q v) α_2 = 0 all scores tie.",
    errata=Erratum(
        "false", "If the scores are 0, as for a zero token or for W_K v orthogonal to W_Q v, all indices tie.", 0,
        Search(sizes={"n": [3], "i": [1], "j": [3], "k": [2], "o": [1], "l": [1], "d": [1], "s": [1]},
               reals={"alpha_1": [1], "alpha_4": [3]}, entries={"a": [1, 2, 3], "W_K": [0], "W_Q": [0], "v": [1]},
               length={"a": "n", "W_K": "1", "W_Q": "1", "v": "d"}),
    ),
)  # fmt: skip

# --- 2.2: tokens interact in attention only -------------------------------------------------------------------------

H_1, H_2 = vectors("H_1 H_2", 2)
(l,) = ints("l")
same_token = every(lambda t: eq(H_1(t, k), H_2(t, l)), 1, d)


def fed(H: Term) -> Callable[[Term, Term], Term]:
    """F_FF(H), of d × n."""
    return feed_forward(matrix(H, d, n), *network)


@paper.claim(given=[same_token], shows=every(lambda t: eq(fed(H_1)(t, k), fed(H_2)(t, l)), 1, d))
def token_by_token(p: Proof) -> Fact:
    """Column k of F_FF(H) is made of column k of H alone."""
    p.given(t_low=1 <= t, t_high=t <= d)
    first, second = (fun(lambda c, H=H, k=k: W_1(j, c) * H(c, k)) for H, k in ((H_1, k), (H_2, l)))
    p.apply("row", "sum_eq", f=first, g=second, lo=1, hi=d)
    units = [
        fun(lambda j, H=H, k=k: W_2(t, j) * relu(sigma(lambda c: W_1(j, c) * H(c, k), 1, d) + b_1(j)))
        for H, k in ((H_1, k), (H_2, l))
    ]
    p.generalize("units", j, p.have(None, eq(units[0](j), units[1](j))))
    p.apply("hidden", "sum_eq", f=units[0], g=units[1], lo=1, hi=q)
    return p.have(None, eq(fed(H_1)(t, k), fed(H_2)(t, l)))


said(
    ("2.2¶6", "3.2¶7", "3.2¶12"),
    "a feed-forward layer maps equal tokens to equal tokens, whatever the other tokens of the sequences are: what "
    "depends on the context is for attention to make",
    token_by_token,
)  # fmt: skip


# --- 3.4: ids and tokens ---------------------------------------------------------------------------------------------

token_1, token_2, direction = vectors("x y g")
id_1, id_2, most, epsilon, gap = reals("s s' r_max epsilon delta")


def with_id(x: Term, id: Term) -> Term:
    """x + id g."""
    return fun(lambda t: x(t) + id * direction(t))


in_range = [most > 0, epsilon > 0, absolute(id_1) <= most, absolute(id_2) <= most]
strength = eq(norm(direction, d), epsilon / (4 * most))
between_ids = norm(difference(with_id(token_1, id_1), with_id(token_2, id_2)), d)


@paper.claim(
    given=[*in_range, strength, epsilon < norm(difference(token_1, token_2), d)], shows=epsilon / 2 < between_ids
)
def tokens_stay_apart(p: Proof) -> None:
    """What is added is at most ε/4 long."""
    p.apply("reverse", "norm_reverse", x=difference(token_1, token_2), y=fun(lambda t: (id_1 - id_2) * direction(t)))
    p.apply("scaled", "norm_scale", c=id_1 - id_2, x=direction)
    p.apply("ids", "abs_le", x=id_1 - id_2, u=2 * most)
    p.apply("nonneg", "norm_nonneg", x=direction)


@paper.claim(
    given=[*in_range, strength, same_tokens(token_1, token_2), gap < absolute(id_1 - id_2)],
    shows=gap * epsilon / (4 * most) < between_ids,
)
def ids_tell_apart(p: Proof) -> None:
    """The difference is (s − s') g."""
    left, right = (
        difference(with_id(token_1, id_1), with_id(token_2, id_2)),
        fun(lambda t: (id_1 - id_2) * direction(t)),
    )
    p.apply("length", "norm_same", x=left, y=right)
    p.apply("scaled", "norm_scale", c=id_1 - id_2, x=direction)
    p.have("pos", 0 < norm(direction, d), p.positive(epsilon / (4 * most)))


said(
    ("3.4¶8", "3.4¶11", "3.4¶12"),
    "a token plus a multiple of a fixed vector by its sequence's id: images of different tokens stay apart, and those "
    "of equal tokens are apart if the ids are, which only sequences with that token need be told apart by",
    tokens_stay_apart, ids_tell_apart,
)  # fmt: skip

# --- B.1, footnote 3: two directions ---------------------------------------------------------------------------------

(v2,) = vectors("v'")
to_second = {projections.v: v2}
second_scores = [
    dot(image(projections.W_K, column(projections.w, a)), image(outer(projections.u1, v2), column(projections.w, c)), s)
    for a, c in ((projections.a, projections.c), (projections.b, projections.c))
]
of_second = [substitute(f, to_second) for f in (projections.unit, and_zero(kept(share(projections.m + 1), 0)))]


@paper.claim(
    given=[*lemma_3_given, *of_second, *triple], shows=projections.delta < absolute(second_scores[0] - second_scores[1])
)
def two_directions(p: Proof) -> Fact:
    """Of the two factors |vᵀ(w_a − w_b)| and |v'ᵀw_c| each is bounded by its own direction."""
    a, b, c, factor = projections.a, projections.b, projections.c, share(projections.m + 1)
    lemma_3_start(p)
    p.given(strength=lemma_3_given[-1])
    p.apply("enough", "eq_79_fourth", kappa=factor, scale=projections.strength)
    p.apply("gaps", "gaps_kept", kappa=factor)
    p.specialize("gap", "gaps", a, b)
    p.apply("lengths", "lengths_kept", kappa=factor, v=v2)
    p.specialize("length", "lengths", c)
    parts = (
        dot(projections.v, projections.gap(a, b), d), dot(projections.u, projections.u1, s),
        dot(v2, column(projections.w, c), d),
    )  # fmt: skip
    p.apply("outer", "abs_mul", u=parts[0], r=parts[1] * parts[2])
    p.apply("inner", "abs_mul", u=parts[1], r=parts[2])
    p.apply("nonneg", "norm_nonneg", x=column(projections.w, c))
    p.have(
        "factored", eq(absolute(second_scores[0] - second_scores[1]), absolute(parts[0]) * projections.inner *
                       absolute(parts[2])),
    )  # fmt: skip
    bounds = ("gap", "c_pos", "strength_pos", "nonneg"), ("length", absolute(parts[0]), "strength_pos")
    return p.have("out", p.goal, "enough", *bounds, "factored", ("strength", absolute(parts[0]) * absolute(parts[2])))


said(
    "fn3", "Lemma 3 with different directions v and v' for keys and queries, if both are as Lemma 2 says",
    two_directions, section="B.1",
)  # fmt: skip

# --- A.5: f ----------------------------------------------------------------------------------------------------------

square = {N: n}  # the values are as large as what is given


@paper.claim(
    given=[substitute(z, square) for z in SOME.values()],
    shows=together(substitute(greatest_value, square), substitute(least_value, square)),
)
def extreme_values(p: Proof) -> Fact:
    """Of each entry."""
    sides = [p.apply(None, name, N=n) for name in ("maximum_on_compact", "minimum_on_compact")]
    return p.exists_intro("out", p.goal, [], *sides)


said(
    "A.5¶7", "a function that is continuous on a compact set, which is not empty, has a greatest and a least value "
    "there, in each entry",
    extreme_values,
)  # fmt: skip
said("A.5¶23", "a permutation equivariant function gives consistent labels", labels_consistent)

# --- A.4: the vocabulary ---------------------------------------------------------------------------------------------

said("A.4¶5", "N sequences of n tokens have at most n N different tokens", tokens_listed)

# --- 4.2: positional encodings ---------------------------------------------------------------------------------------

said(
    "4.2¶10", "with positional encodings, Transformers with one attention layer approximate every continuous function "
    "on a compact domain, permutation equivariant or not, in d_p over this domain",
    any_continuous,
)  # fmt: skip
