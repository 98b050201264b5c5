"""Three hardmax heads distinguish up to three tokens: where Theorem 1 fails.

Not in the paper. Along a direction v a head sees the largest, the smallest or, with no keys, the mean of the numbers
vᵀ x. Up to three numbers are known by these. The zero token has no scores and sees means only, which tell two tokens
apart. `numeric.constructions.hardmax_context` builds the heads for given sequences.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import unit, v
from proofs.papers.ks.section_3_theorem_1.separating_heads import *
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.algebra.matrices import hardmax
from proofs.theorems.analysis.norms import dot
from proofs.theorems.networks.hardmax import attended, lowest, summed
from proofs.theorems.networks.transformers import *

m, q = ints("m q")
(strength,) = vectors("T")
# head h has the scores (2 − h) (vᵀx_l)(vᵀx_k) and makes T_h v of a weight for the number of a token
three_heads = (
    fun(lambda h, t, j: strength(h) * v(t), 3),
    fun(lambda h, j, t: v(t), 3),
    fun(lambda h, j, t: (2 - h) * v(t), 3),
    fun(lambda h, j, t: v(t), 3),
)
outputs = images(X, lambda Z: self_attention(Z, three_heads, hardmax, heads=num(3), size=num(1)))


def seen(h: Term, i: Term, k: Term) -> Term:
    """Return the output of head h for token k of sequence i."""
    return attended(fun(lambda l: number(i, l)), lambda l: number(i, l) * ((2 - h) * number(i, k)))


@paper.claim(
    given=[unit],
    shows=Eq(dot(v, token(outputs, i, k), d), number(i, k) + Sum(lambda h: strength(h) * seen(h, i, k), 1, 3)),
)
def output_number(p: Proof) -> None:
    """vᵀ v = 1."""


def numbers(i: Term) -> Term:
    """The numbers of the tokens of sequence i."""
    return fun(lambda l: number(i, l))


seen_alike = {
    "some": 1 <= n, "shared": Eq(number(i, k), number(j, l)),
    **{f"seen_{q}": Eq(seen(num(q), i, k), seen(num(q), j, l)) for q in (1, 2, 3)},
}  # fmt: skip


@paper.claim(given=list(seen_alike.values()), shows=Eq(Sum(numbers(i), 1, n), Sum(numbers(j), 1, n)))
def sums_are_seen(p: Proof) -> Fact:
    """Use the head whose scores are 0."""
    zero = num(0)
    means = [p.apply("hardmax_mean", z=numbers(q), c=zero) for q in (i, j)]
    return p.have(p.goal, *means)


def end_seen(p: Proof) -> Fact:
    """Use the head with the scores (vᵀx_l)(vᵀx_k), or the one with the opposite scores."""
    p.given(**seen_alike, not_zero=negation(Eq(number(i, k), 0)))

    def by_sign(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("not_zero", order), p.goal)
        facts = []
        for q, m in ((i, k), (j, l)):
            for head in (1, 3):
                scale = (2 - num(head)) * number(q, m)
                positive = (order.concl.args[0].op == "num") == (head == 1)
                sign = p.have(0 < scale if positive else scale < 0, order, "shared")
                facts.append(p.apply("hardmax_max" if positive else "hardmax_min", sign, z=numbers(q)))
        return p.have(p.goal, *facts, "seen_1", "seen_3")

    return p.note("out", p.trichotomy(number(i, k), 0, by_sign))


same_ends = [Eq(f(numbers(i)), f(numbers(j))) for f in (lambda z: Max(z, 1, n), lowest)]
end_given = [*seen_alike.values(), negation(Eq(number(i, k), 0))]


@paper.claim(given=end_given, shows=same_ends[0])
def greatest_is_seen(p: Proof) -> Fact:
    """The shared token has the same number in both."""
    return end_seen(p)


@paper.claim(given=end_given, shows=same_ends[1])
def lowest_is_seen(p: Proof) -> Fact:
    """The shared token has the same number in both."""
    return end_seen(p)


few_tokens = [n <= 3, implies(3 <= n, longer_than(X, num(0)))]
pair_in = [1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l, l <= n]


@paper.claim(
    given=[*few_tokens, *pair_in, by_number(), numbers_not_zero(), *seen_alike.values()],
    shows=negation(other_vocabulary(X, i, j)),
)
def few_tokens_seen(p: Proof) -> Fact:
    """Up to three numbers are determined by one of them, their sum and, for three, their extremes."""
    p.given(**seen_alike, long=few_tokens[1], apart=by_number(), see_zero=numbers_not_zero())
    three = p.assume(3 <= n)
    length = p.specialize(p.mp("long", three), i, k)
    p.specialize("see_zero", i, k, using=[length], label="number")
    ends_ = [p.discharge(p.apply(name), 3 <= n) for name in ("greatest_is_seen", "lowest_is_seen")]

    def within(one: Term, at: Term, other: Term, there: Term) -> Fact:
        """All tokens of one sequence are tokens of the other."""
        none = p.assume(every(lambda l: different(token(X, one, m), token(X, other, l)), 1, n))
        ends = [p.assume(g) for g in (1 <= m, m <= n, 1 <= q, q <= n)]
        same = p.assume(Eq(number(one, m), number(other, q)))
        token_ = p.specialize("apart", one, other, m, q, using=[*ends, same])
        false = p.mp(p.specialize(none, q, using=ends), token_)
        missing = p.generalize(q, p.discharge(false, same.concl))
        by = {"z": numbers(one), "y": numbers(other), "k": m, "i": at, "j": there}
        false = p.mp(p.apply("few_known", *ends[:2], *ends_, **by), missing)
        return p.generalize(m, p.discharge(false, none.concl))

    differ = p.assume(other_vocabulary(X, i, j))
    both = within(i, k, j, l), within(j, l, i, k)
    return p.rule("discharge", differ.concl, p.mp(p.mp(differ, both[0]), both[1]))


# --- weights ---------------------------------------------------------------------------------------------------------


def gaps(i: Term, j: Term, k: Term, l: Term) -> list[Term]:
    """The differences of the numbers of two tokens, and of each head's outputs for them."""
    return [number(i, k) - number(j, l), *(seen(num(h), i, k) - seen(num(h), j, l) for h in (1, 2, 3))]


def gap_sizes(i: Term, j: Term, k: Term, l: Term) -> Term:
    """An upper bound for the inverses of the differences, and for all but the first of the differences."""
    first, *others = gaps(i, j, k, l)
    out = inv(abs(first))
    for x in others:
        out = out + abs(x) + inv(abs(x))
    return out


powers_of_rho = [Eq(strength(1), rho), Eq(strength(2), rho**2), Eq(strength(3), rho**3)]
small_strengths = [unit, *powers_of_rho, 1 <= most, balance, pairs(lambda i, j, k, l: gap_sizes(i, j, k, l) <= most)]
alike_outputs = same_tokens(token(outputs, i, k), token(outputs, j, l))


def parts_of_outputs(p: Proof) -> list[Fact]:
    """From equal outputs, derive that the tokens' numbers are equal, and that each head's outputs are equal."""
    p.given_all(small_strengths, "strength")
    p.given_all(pair_in, "in")
    p.given(t_low=1 <= t, t_high=t <= d)
    entry = p.specialize(p.assume(alike_outputs), t)
    product = p.have(Eq(*(v(t) * side for side in entry.concl.args)), (entry, v(t)))
    products = product
    sums: list[Fact | tuple] = [p.apply("sum_eq", products)]
    sums += [p.apply("output_number", i=i_, k=k_) for i_, k_ in ((i, k), (j, l))]
    for i_, k_ in ((i, k), (j, l)):
        own = fun(lambda h, i_=i_, k_=k_: strength(h) * seen(h, i_, k_))
        sums += summed(p, own, 3)
        sums += [(f"strength_{q}", seen(num(q), i_, k_)) for q in (1, 2, 3)]
    parts = gaps(i, j, k, l)
    whole = p.have(Eq(with_powers(*parts), 0), *sums)
    limit = p.specialize("strength_6", i, j, k, l)
    nonneg = [fact for x in parts for fact in (abs(x), p.apply("inverse_size_nonneg", u=x))]
    sizes = [p.have(abs(x) <= most, limit, *nonneg) for x in parts[1:]]
    inverses = [p.have(inv(abs(x)) <= most, limit, *nonneg) for x in parts]
    pos = p.have(0 < most)
    p.have(0 < rho, "strength_5", scale=[pos, pos], label="rho")
    zero = num(0)
    p.have(abs(zero) <= most, pos, label="no_size")
    found: list[Fact] = []
    for q in range(4):
        left = [*parts[q:], *[zero] * q]
        if q:
            whole = p.have(Eq(with_powers(*left), 0), whole, found[-1], scale=["rho"])
        by = {f"x_{m}": x for m, x in enumerate(left)}
        found.append(p.apply("first_part_zero", whole, inverses[q], *sizes[q:], **by))
    return found


outputs_told = [substitute(g, {Y: outputs}) for g in outputs_differ]


@paper.claim(given=[*small_strengths, by_number()], shows=outputs_told[0])
def tokens_told_apart(p: Proof) -> Fact:
    """The heads add less than the differences of the numbers of different tokens."""
    p.given(apart=by_number())
    numbers_alike = parts_of_outputs(p)[0]
    shared = p.have(Eq(number(i, k), number(j, l)), numbers_alike)
    different_, same = (p.assume(g) for g in (different(token(X, i, k), token(X, j, l)), alike_outputs))
    false = p.mp(different_, p.specialize("apart", i, j, k, l, using=[shared]))
    return p.note("out", for_pairs(p, p.discharge(false, different_.concl, same.concl)))


@paper.claim(given=[*small_strengths, 1 <= n, *few_tokens, by_number(), numbers_not_zero()], shows=outputs_told[1])
def contexts_told_apart(p: Proof) -> Fact:
    """Each head adds less than the differences in the output of the previous head."""
    of_numbers, *of_heads = parts_of_outputs(p)
    alike = [p.have(Eq(number(i, k), number(j, l)), of_numbers)]
    alike += [p.have(Eq(seen(num(q), i, k), seen(num(q), j, l)), fact) for q, fact in enumerate(of_heads, 1)]
    seen_ = p.apply("few_tokens_seen", *alike)
    differ, same = (p.assume(g) for g in (other_vocabulary(X, i, j), alike_outputs))
    return p.note("out", for_pairs(p, p.discharge(p.mp(seen_, differ), differ.concl, same.concl)))


hard_map = operator(lambda Z: self_attention(Z, weigh=hardmax))


def hard_contexts(X: Term, r: Term, delta: Term, size: Term = N) -> Term:
    """F_H is an (r, δ)-contextual mapping for the sequences X."""
    return substitute(is_contextual_mapping(hard_map, X, r, delta), {N: size})


def some_heads(X: Term, size: Term) -> Term:
    """There are heads with which F_H is an (r, δ)-contextual mapping, δ > 0."""

    def found(h_: Term, s_: Term, W_O_: Term, W_V_: Term, W_K_: Term, W_Q_: Term, r: Term, delta: Term) -> list[Term]:
        own = {h: h_, s: s_, W_O: W_O_, W_V: W_V_, W_K: W_K_, W_Q: W_Q_}
        return [0 < delta, substitute(hard_contexts(X, r, delta, size), own)]

    return exists(found, "Z", "Z", HEADS, HEADS, HEADS, HEADS, "R", "R")


few_given = [1 <= d, 1 <= n, *few_tokens]


@paper.claim(given=[*few_given, 1 <= N], shows=some_heads(X, N))
def three_heads_suffice(p: Proof) -> Fact:
    """Take heads of strengths ρ, ρ² and ρ³ with a small ρ."""
    p.given_all(pair_in, "in")

    known = p.obtain(p.apply("some_direction_tells_apart"), v)
    sizes = p.apply("pairs_are_bounded", f=fun(gap_sizes, 4))
    bound = p.obtain(sizes, most)
    large = 1 + most
    small = inv(4 * large**2)
    strengths = array(small, small**2, small**3)
    at = {"Q": large, "rho": small, "T": strengths}
    low = p.have(1 <= large, bound[0])
    positive = p.have(0 < large, bound[0])
    even = p.have(Eq(4 * large**2 * small, 1), p.positive(4 * large**2, positive))
    limit = p.have(gap_sizes(i, j, k, l) <= large, p.specialize(bound[1], i, j, k, l))
    powers_ = [p.have(Eq(strengths(num(q)), small**q)) for q in (1, 2, 3)]
    using = [*known, low, even, for_pairs(p, limit), *powers_]
    told = [p.apply(name, *using, **at) for name in ("tokens_told_apart", "contexts_told_apart")]
    heads = substitute(three_heads[0], {strength: strengths})

    positive, *conditions = p.obtain(p.apply("different_outputs_suffice", *told), r, delta)
    contexts = substitute(
        hard_contexts(X, r, delta, N),
        dict(zip((h, s, *weights), (num(3), num(1), heads, *three_heads[1:]), strict=True)),
    )
    there = p.exists_intro(contexts, [], *conditions)
    return p.exists_intro(p.goal, [num(3), num(1), heads, *three_heads[1:], r, delta], positive, there)


@paper.claim(given=few_given, shows=some_heads(X, N))
def few_tokens_have_heads(p: Proof) -> Fact:
    """If there are no sequences, any heads suffice."""
    p.given_all((*few_given, 1 <= i, i <= N, N < 1))
    one, nothing = num(1), fun(lambda i, j, k: num(0), 3)
    own = dict(zip((h, s, *weights), (one, one, *[nothing] * 4), strict=True))
    contexts = substitute(hard_contexts(X, one, one, N), own)
    conditions = []
    inside = contexts.args[0]
    while inside is not FALSE:
        at = p.rule("specialize", p.assume(inside.args[0]), i).concl.args[1].args[1]
        false = p.absurd(p.have(FALSE, "given_4", "given_5", "given_6"), at)
        conditions.append(false)
        inside = inside.args[1]
    there = p.exists_intro(contexts, [], *conditions)
    none = p.exists_intro(p.goal, [one, one, *[nothing] * 4, one, one], there)
    some = p.apply("three_heads_suffice", p.assume(1 <= N))
    return p.cases(1, N, some, none)
