"""Hardmax attention is no contextual mapping (Theorem 1; section 3.3, A.1), for any heads and weights.

On tokens that are multiples a_k v of one vector, the scores of a query are multiples of the a_k. So a head returns
v times the largest or the smallest of the a_k, or, where all scores are 0, their mean. Two sequences with the same
largest, smallest and mean coefficient get the same outputs wherever they share a token.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_3_theorem_1.few_tokens import hard_contexts, hard_map
from proofs.papers.ks.vocabulary import a, b, i, k, n, paper, unequal, x
from proofs.theorems.algebra.matrices import Matrix, hardmax, named
from proofs.theorems.analysis.norms import dot
from proofs.theorems.networks.hardmax import attended, lowest
from proofs.theorems.networks.transformers import *
from proofs.theorems.networks.transformers import HEADS

(v,) = vectors("v")
(alpha_2,) = reals("alpha_2")


def line(a: Term, size: Term | int = n) -> Matrix:
    """The sequence v aᵀ of tokens a_k v."""
    return named(fun(lambda t, k: v(t) * a(k), 2), d, size)


def along(W: Term, i: Term, j: Term) -> Term:
    """(W v)_j for the weights of head i."""
    return Sum(lambda t: W(i, j, t) * v(t), 1, d)


def agreement(i: Term) -> Term:
    """(W_K v)ᵀ (W_Q v) in head i."""
    return Sum(lambda j: along(W_K, i, j) * along(W_Q, i, j), 1, s)


def value(i: Term, t: Term) -> Term:
    """(W_O W_V v)_t in head i."""
    return Sum(lambda j: W_O(i, t, j) * along(W_V, i, j), 1, s)


def scores(Z: Matrix, i: Term) -> Matrix:
    """(W_K Z)ᵀ (W_Q Z) in head i."""
    _, _, K, Q = of_head(weights, i)
    return (K @ Z).T @ (Q @ Z)


@paper.claim(given=[], shows=Eq(scores(line(a), i)(l, k), a(l) * agreement(i) * a(k)))
def scores_on_a_line(p: Proof) -> None:
    """Entry (l, k)."""


@paper.claim(given=[Eq(a(k), alpha_2)], shows=Eq(scores(line(a), i)(l, k), agreement(i) * alpha_2 * a(l)))
def scores_of_a_query(p: Proof) -> None:
    """Column k, where the token is α_2 v."""


def attends(a: Term, i: Term, k: Term) -> Term:
    """Return the output of head i for the coefficients a at position k."""
    return attended(a, lambda l: a(l) * (agreement(i) * a(k)))


def layer(Z: Matrix) -> Matrix:
    """The hardmax attention layer (5)."""
    return self_attention(Z, weigh=hardmax)


# printed by name: entry t of the output where the token is x v, for n tokens
at_x = Matrix(d, n, lambda t, m: v(t) * (x if m is k else a(m)))
paper.notions.define(
    layer(at_x)(t, k),
    (v, a, t, x, n),
    "F_H({0} ({1}_1, …, {1}_{4})ᵀ at {3})_{2}",
    r"\mathcal{{F}}_H({0} ({1}_1, \dots, {1}_{{{4}}})^\top|_{{{3}}})_{{{2}}}",
)
same_ends = (Eq(Max(a, 1, n), Max(b, 1, n)), Eq(lowest(a), lowest(b)))
same_sum = Eq(Sum(a, 1, n), Sum(b, 1, n))
shared = (Eq(a(k), b(l)),)


def outputs_agree(p: Proof, attends_alike: Callable[[], Fact]) -> None:
    """The outputs at a shared token are equal if every head has the same output for the coefficients."""
    p.given(shared=shared[0])
    alike = attends_alike()
    f, g = (fun(lambda i, x=x, m=m: head(line(x), *of_head(weights, i), hardmax)(t, m)) for x, m in ((a, k), (b, l)))
    p.apply("sum_eq", (alike, value(i, t)), f=f, g=g, lo=1, hi=h, label="sum")


equal_outputs = Eq(layer(line(a))(t, k), layer(line(b))(t, l))


@paper.claim(given=[1 <= n, *same_ends, same_sum, *shared], shows=equal_outputs)
def hardmax_blind(p: Proof) -> None:
    """A head returns the largest, the smallest or the mean coefficient."""

    def alike() -> Fact:
        sees = p.apply("hardmax_sees", z=a, y=b, c=agreement(i) * a(k))
        at = p.congr(lambda y: attended(b, lambda m: b(m) * (agreement(i) * y)), "shared")
        return p.have(Eq(attends(a, i, k), attends(b, i, l)), sees, at)

    outputs_agree(p, alike)


@paper.claim(given=[1 <= n, same_sum, *shared, Eq(a(k), 0)], shows=equal_outputs)
def hardmax_blind_at_zero(p: Proof) -> None:
    """For the zero token all scores are 0, so each head returns the mean."""

    def alike() -> Fact:
        n_pos = p.have(0 < n)
        means = [
            p.apply("hardmax_mean", z=x, c=agreement(i) * x(m)) for x, m, at in ((a, k, Eq(a(k), 0)), (b, l, "other"))
        ]
        return p.have(Eq(attends(a, i, k), attends(b, i, l)), *means, same_sum, scale=[n_pos])

    outputs_agree(p, alike)


# --- no contextual mapping ------------------------------------------------------------------------------------------

(m,) = ints("m")


coefficient = fun(lambda i, k: ite(Eq(i, 1), a(k), b(k)), 2)


def of_pair(claim: Callable[[Term, Term, Term], Term]) -> Term:
    """Return the formula for the entries t of token k of both sequences i."""
    return every(lambda i: every(lambda t: every(lambda k: claim(i, t, k), 1, n), 1, d), 1, 2)


tokens = of_pair(lambda i, t, k: Eq(X(i, t, k), v(t) * coefficient(i, k)))  # the sequences v aᵀ and v bᵀ
outputs = of_pair(lambda i, t, k: Eq(Y(i, t, k), layer(line(fun(lambda k: coefficient(i, k))))(t, k)))
# Y is an (r, δ)-contextual mapping of the two sequences; 0 <= δ is tacit in the paper
is_contextual = [tokens, outputs, 0 <= delta, *(substitute(g, {N: num(2)}) for g in contextual_mapping(X, Y, r, delta))]
not_zero = (1 <= t, t <= d, unequal(v(t), num(0)))
missing = (1 <= m, m <= n, every(lambda l: unequal(b(l), a(m)), 1, n))  # a_m is not an entry of b
same_outputs = every(lambda t: Eq(layer(line(a))(t, k), layer(line(b))(t, l)), 1, d)


@paper.claim(given=[tokens, *missing, *not_zero], shows=other_vocabulary(X, 1, 2))
def vocabularies_differ(p: Proof) -> Fact:
    """a_m v is no token of v bᵀ, as v is not 0."""
    p.given(l_low=1 <= l, l_high=l <= n)
    contains, back = p.goal.args[0], p.goal.args[1].args[0]
    p.given(contains=contains, same=same_tokens(token(X, 1, m), token(X, 2, l)))
    entry = p.have(Eq(v(t) * a(m), v(t) * b(l)), p.specialize("same", t))
    not_there = p.specialize(missing[2], l)
    equal = p.have(Eq(b(l), a(m)), (entry, inv(v(t))))
    clash = p.discharge(p.mp(not_there, equal), p.get("same").concl)
    nowhere = p.generalize(l, clash)
    false = p.mp(p.specialize("contains", m), nowhere)
    return p.note("out", p.discharge(false, contains, back))


@paper.claim(
    given=[
        *is_contextual, *not_zero, *missing, 1 <= k, k <= n, 1 <= l, l <= n, same_outputs,
    ],
    shows=FALSE,
)  # fmt: skip
def equal_outputs_no_context(p: Proof) -> None:
    """If sequences with different vocabularies have equal outputs at a shared token, their distance is 0."""
    p.apply("vocabularies_differ", label="other")
    apart = difference(token(Y, 1, k), token(Y, 2, l))
    p.specialize(same_outputs, t, label="output")
    p.generalize(t, p.have(Eq(apart(t), 0)), label="entries")
    p.apply("norm_zero", x=apart, label="none")


agree = (Eq(a(1), b(1)), every(lambda k: Eq(a(k), b(k)), 4, n))
inner = (a(2) < b(2), b(2) < b(3), b(3) < a(3), Eq(a(2) + a(3), b(2) + b(3)))
outer = (a(1) < a(2), a(3) < a(4))
fresh = every(lambda l: unequal(b(l), a(2)), 1, n)


def with_pair(p: Proof, size: int, conditions: Sequence[Term] = ()) -> None:
    """Assume the hypotheses on the two sequences, with names."""
    p.given(size=size <= n, first=agree[0], rest=agree[1])
    p.given_all((*inner, *conditions), "order")
    p.have(1 <= n, label="some")


def by_place(p: Proof, k: Term, prove: Callable[[list[Fact]], Fact], q: int = 1, low: Fact | None = None) -> Fact:
    """Prove a fact about the entries at k, 1 <= k <= n, in the cases k = 1, 2, 3 and 4 <= k, from a_k and b_k."""
    low = low or p.side_condition(k >= q)
    up_to, beyond = p.assume(k <= q), p.assume(k > q)
    same = p.antisymmetry(up_to, low)
    here = prove([p.congr(x, same) for x in (a, b)])
    step = p.integer_step(beyond)
    there = prove([p.specialize("rest", k, using=[step])]) if q == 3 else by_place(p, k, prove, q + 1, step)
    return p.cases(k, q, here, there)


@paper.claim(given=[3 <= n, *agree, *inner], shows=same_sum)
def pair_same_sum(p: Proof) -> Fact:
    """a_2 + a_3 = b_2 + b_3."""
    parts: list[Fact] = []
    for own in (a, b):
        parts.append(p.apply("sum_split", f=own, lo=1, hi=n, m=3))
    p.apply("sum_eq", f=a, g=b, lo=4, hi=n, label="tails")
    return p.have(p.goal, *parts)


def signed_max(x: Term, sign: int) -> Term:
    """max ±x."""
    return Max(lambda i: sign * x(i), 1, n)


def pair_same(p: Proof, sign: int) -> Fact:
    """max ±a = max ±b: each entry is an entry of the other vector, or lies between the first and the fourth."""
    with_pair(p, 4, outer)
    p.given(k_low=1 <= k, k_high=k <= n)
    p.specialize("rest", 4, label="fourth")
    known = ["first", "fourth", *(f"order_{q}" for q in range(6))]
    sides = []
    for own, other in ((a, b), (b, a)):
        greatest, bound = signed_max(own, sign), signed_max(other, sign)
        ends = [p.max_ge(bound, q, p.side_condition(q >= 1), p.side_condition(q <= n)) for q in (k, num(1), num(4))]
        member = by_place(p, k, lambda what: p.have(sign * own(k) <= bound, *ends, *known, *what))  # noqa: B023
        members = p.generalize(k, member)
        sides.append(p.max_le(greatest, bound, "some", members))
    return p.antisymmetry(*sides)


@paper.claim(given=[4 <= n, *agree, *inner, *outer], shows=same_ends[0])
def pair_same_greatest(p: Proof) -> Fact:
    """The second and third entries lie below the fourth."""
    return p.note("out", pair_same(p, 1))


@paper.claim(given=[4 <= n, *agree, *inner, *outer], shows=same_ends[1])
def pair_same_lowest(p: Proof) -> Fact:
    """The second and third entries lie above the first."""
    return p.have(p.goal, pair_same(p, -1))


def no_context(p: Proof, blind: str) -> Fact:
    """The two sequences share their first token, and a_2 v is a token of the first one only."""
    p.apply("pair_same_sum", label="sums")
    outputs_t = p.apply(blind, k=1, l=1)
    p.generalize(t, outputs_t, 1 <= t, t <= d, label="outputs")
    for number, g in enumerate((*is_contextual, *not_zero)):
        p.rule("assume", g, label=f"context_{number}")
    return p.apply("equal_outputs_no_context", k=1, l=1, m=2, label="out")


@paper.claim(given=[4 <= n, *agree, *inner, *outer, fresh, *not_zero, *is_contextual], shows=FALSE)
def theorem_1_no_context(p: Proof) -> Fact:
    """Take n >= 4 and tokens (a_1 v, a_2 v, a_3 v, a_4 v, …) and (a_1 v, b_2 v, b_3 v, a_4 v, …)."""
    return no_context(p, "hardmax_blind")


@paper.claim(given=[3 <= n, Eq(a(1), 0), *agree, *inner, fresh, *not_zero, *is_contextual], shows=FALSE)
def theorem_1_zero_token(p: Proof) -> Fact:
    """n >= 3 suffices if the zero token may occur."""
    return no_context(p, "hardmax_blind_at_zero")


# --- the theorem ----------------------------------------------------------------------------------------------------

paper.notions.define(
    hard_map, (h, s, *weights, d, n),
    "F_H({2}, {3}, {4}, {5}) with {0} heads of size {1}",
    r"\mathcal{{F}}_H^{{(SA)}}[{2}, {3}, {4}, {5}] \text{{ with }} {0} \text{{ heads of size }} {1}",
)  # fmt: skip
paper.notions.define(
    hard_contexts(X, r, delta), (h, s, *weights, X, r, delta, N, d, n),
    "F_H({2}, {3}, {4}, {5}) with {0} heads of size {1} is an ({7}, {8})-contextual mapping for "
    "{6}^(1), …, {6}^({9}) ∈ ℝ^({10}×{11})",
    r"\mathcal{{F}}_H^{{(SA)}}[{2}, {3}, {4}, {5}] \text{{ with }} {0} \text{{ heads of size }} {1}"
    r"\text{{ is an }} ({7}, {8})\text{{-contextual mapping for }} {6}^{{(1)}}, \dots, {6}^{{({9})}}"
    r" \in \mathbb{{R}}^{{{10} \times {11}}}",
)  # fmt: skip


def no_weights(X: Term, size: Term = N) -> Term:
    """For no number of heads, head size and weights is F_H an (r, δ)-contextual mapping, 0 <= δ."""

    def at(h_: Term, s_: Term, W_O_: Term, W_V_: Term, W_K_: Term, W_Q_: Term, r: Term, delta: Term) -> Term:
        own = {h: h_, s: s_, W_O: W_O_, W_V: W_V_, W_K: W_K_, W_Q: W_Q_}
        return implies(0 <= delta, negation(substitute(hard_contexts(X, r, delta, size), own)))

    return for_all(at, "Z", "Z", HEADS, HEADS, HEADS, HEADS, "R", "R")


def without_duplicates(X: Term, size: Term) -> Term:
    """The tokens of every sequence are pairwise different."""
    return substitute(no_duplicate_tokens(X), {N: size})


def without_zero(X: Term, size: Term) -> Term:
    """No token is 0."""
    return substitute(longer_than(X, num(0)), {N: size})


theorem_1_shows_of_some = exists(lambda n_, N, X: [1 <= n_, substitute(no_weights(X, N), {n: n_})], "Z", "Z", "(ZZZ>R)")
of_so_many = exists(lambda N, X: no_weights(X, N), "Z", "(ZZZ>R)")  # for sequences of n tokens
theorem_1_shows = exists(
    lambda N, X: [without_duplicates(X, N), implies(4 <= n, without_zero(X, N)), no_weights(X, N)], "Z", "(ZZZ>R)"
)

(c,) = reals("c")
# (1, 2, 5, 6, 7, …) and (1, 3, 4, 6, 7, …), less c: the first token is 0 for c = 1
first_of_pair = fun(lambda k: ite(k <= 2, k, k + 2) - c)
second_of_pair = fun(lambda k: ite(k <= 1, k, ite(k <= 3, k + 1, k + 2)) - c)
ones = fun(lambda t: num(1))
of_the_pair = {a: first_of_pair, b: second_of_pair, v: ones}
pair = substitute(fun(lambda i, t, k: coefficient(i, k), 3), of_the_pair)
NUMBERS = (first_of_pair, second_of_pair)


def entry(p: Proof, own: Term, k: Term, *known: Fact) -> list[Fact]:
    """Evaluate the conditions in entry k as far as facts about k decide them."""
    return values(p, known, next(x for x in own(k).args if x.op == "ite"))


def pair_in_order(p: Proof) -> None:
    """1 + 2 + 5 = 1 + 3 + 4, and from the fourth position on they agree."""
    p.given(k_low=4 <= k, k_high=k <= n)
    late = [p.have(m < k, "k_low") for m in (1, 2, 3)]
    late = [fact for own in NUMBERS for fact in entry(p, own, k, *late)]
    p.generalize(k, p.have(Eq(*(own(k) for own in NUMBERS)), *late), "k_low", "k_high", label="rest")


@paper.claim(given=[], shows=substitute(fresh, of_the_pair))
def pair_fresh(p: Proof) -> Fact:
    """2 occurs in only one of them."""
    two = p.assume(Eq(second_of_pair(l), first_of_pair(num(2))))

    def unlike(where: list[Fact]) -> Fact:
        return p.have(FALSE, two, *where, *entry(p, second_of_pair, l, *where))

    return p.discharge(by_cases(p, [l <= 1, l <= 3], unlike), two.concl)


def no_weights_for_pair(p: Proof, blind: str) -> Fact:
    """They share their first token, and 2 occurs in only one of them."""
    p.given(nonneg=0 <= delta)
    pair_in_order(p)
    p.apply("pair_fresh", label="fresh")
    contexts = p.assume(hard_contexts(pair, r, delta, num(2)))

    conditions = p.obtain(contexts)
    at = {"a": first_of_pair, "b": second_of_pair, "v": ones, "X": pair, "Y": images(pair, layer)}
    fact = p.discharge(p.apply(blind, *conditions, t=1, **at), 0 <= delta, contexts.concl)
    return p.note("out", fact)


@paper.claim(given=[1 <= d, 4 <= n], shows=no_weights(pair, num(2)))
def no_weights_from_four(p: Proof) -> Fact:
    """Both have the same minimum and the same maximum."""
    return no_weights_for_pair(p, "theorem_1_no_context")


@paper.claim(given=[1 <= d, 3 <= n, Eq(c, 1)], shows=no_weights(pair, num(2)))
def no_weights_from_three(p: Proof) -> Fact:
    """The first token is 0."""
    return no_weights_for_pair(p, "theorem_1_zero_token")


def in_pair(p: Proof, *places: Term) -> Fact:
    """Prove the goal, a relation of entries of the pair, by cases on their positions in each sequence."""

    def of_one(known: list[Fact]) -> Fact:
        own, borders = (first_of_pair, (2,)) if known[0].concl.op == "eq" else (second_of_pair, (1, 3))

        def there(where: list[Fact]) -> Fact:
            entries = [fact for k in places for fact in (*values(p, where, pair(i, t, k)), *entry(p, own, k, *where))]
            return p.have(p.goal, *entries, *where, *p.facts.values())

        return by_cases(p, [k <= m for k in places for m in borders], there, *known)

    return p.note("out", by_cases(p, [Eq(i, 1)], of_one))


@paper.claim(given={"order": k < l}, shows=pair(i, t, k) < pair(i, t, l))
def pair_increases(p: Proof) -> Fact:
    """The numbers increase in both sequences."""
    return in_pair(p, k, l)


@paper.claim(given=[1 <= k, Eq(c, 0)], shows=0 < pair(i, t, k))
def pair_positive(p: Proof) -> Fact:
    """Both begin with 1."""
    return in_pair(p, k)


theorem_1_given = [1 <= d, 3 <= n]


@paper.claim(given=[1 <= d], shows=without_duplicates(pair, num(2)))
def pair_without_duplicates(p: Proof) -> Fact:
    """Of two positions, one comes first."""
    same = p.assume(same_tokens(token(pair, i, k), token(pair, i, l)))
    unlike = p.assume(unequal(k, l))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.mp(unlike, order)
        apart = p.apply("pair_increases", order, k=order.concl.args[0], l=order.concl.args[1])
        return p.have(FALSE, apart, p.specialize(same, 1))

    fact = p.discharge(p.trichotomy(k, l, differ), unlike.concl, same.concl)
    return p.note("out", fact)


@paper.claim(given=[1 <= d, Eq(c, 0)], shows=without_zero(pair, num(2)))
def pair_without_zero(p: Proof) -> Fact:
    """All entries are positive."""
    p.given(k_low=1 <= k)
    square = dot(token(pair, i, k), token(pair, i, k), d)
    entry_ = p.apply("pair_positive")
    return p.apply("sqrt_positive", p.positive(square, entry_))


def at_shift(shift: int) -> Term:
    """The pair for c = 0 or 1."""
    return substitute(pair, {c: num(shift)})


@paper.claim(given=theorem_1_given, shows=theorem_1_shows)
def theorem_1_in_full(p: Proof) -> Fact:
    """Take the multiples 1, 2, 5, 6, 7, … and 1, 3, 4, 6, 7, … of (1, …, 1), or one less each for n = 3."""
    few, many, four = (p.assume(g) for g in (n <= 3, 3 < n, 4 <= n))
    contradiction = p.have(FALSE, few, four)
    none = p.discharge(p.absurd(contradiction, without_zero(at_shift(1), num(2))), four.concl)
    of_three = [p.apply(name, c=1) for name in ("pair_without_duplicates", "no_weights_from_three")]
    low = p.exists_intro(p.goal, [num(2), at_shift(1)], none, *of_three)
    names = ("pair_without_duplicates", "pair_without_zero", "no_weights_from_four")
    return p.cases(n, 3, low, p.exists_intro(
        p.goal, [num(2), at_shift(0)], *(p.apply(name, many, c=0) for name in names)))  # fmt: skip


# --- for fewer tokens -----------------------------------------------------------------------------------------------


def contradict(p: Proof, found: Callable[..., Fact]) -> Fact:
    """Derive the negation of the goal's sentence from `found`: there are heads for any sequences."""
    some = p.assume(p.goal.args[0])

    def clash(*conditions: Fact) -> Fact:

        positive, contexts = p.obtain(found(*conditions), h, s, *weights, r, delta)
        fact = p.specialize(conditions[-1], h, s, *weights, r, delta, using=[p.have(0 <= delta, positive)])
        return p.mp(fact, contexts)

    return p.rule("discharge", some.concl, p.exists_elim(some, [N, X], clash, FALSE), label="out")


@paper.claim(given=[1 <= d, 1 <= n, n <= 2], shows=negation(of_so_many))
def theorem_1_fails(p: Proof) -> Fact:
    """For one or two tokens there are heads for any sequences."""
    three = p.assume(3 <= n)
    nothing = p.absurd(p.have(FALSE, three), longer_than(X, num(0)))
    asked = p.discharge(nothing, three.concl), p.have(n <= 3)
    return contradict(p, lambda *_: p.apply("few_tokens_have_heads", *asked))


nonzero_shows = exists(lambda N, X: [without_duplicates(X, N), without_zero(X, N), no_weights(X, N)], "Z", "(ZZZ>R)")


@paper.claim(given=[1 <= d, 4 <= n], shows=nonzero_shows)
def theorem_1_without_zero(p: Proof) -> Fact:
    """The same sequences."""
    p.given(n=4 <= n)
    conditions = p.obtain(p.apply("theorem_1_in_full"), N, X)
    long = p.mp(conditions[1], "n")
    return p.exists_intro(p.goal, [N, X], conditions[0], long, conditions[2])


@paper.claim(given=[1 <= d], shows=theorem_1_shows_of_some)
def theorem_1_claim(p: Proof) -> Fact:
    """Take the sequences of four tokens."""
    four = num(4)
    found = p.apply("theorem_1_without_zero", n=four)
    parts = p.obtain(found, N, X)
    return p.exists_intro(p.goal, [four, N, X], parts[2])


@paper.claim(given=[1 <= d, 1 <= n, n <= 3], shows=negation(nonzero_shows))
def theorem_1_fails_without_zero(p: Proof) -> Fact:
    """For up to three nonzero tokens there are heads for any sequences."""

    def found(*conditions: Fact) -> Fact:
        return p.apply("few_tokens_have_heads", p.discharge(conditions[1], 3 <= n))

    return contradict(p, found)
