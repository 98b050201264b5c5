"""Proposition 1: the sequences of grid points satisfy the hypotheses of Theorem 2 (A.5, after (62))."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.beyond.theorem_2_larger_delta import counted_8, counted_reach
from proofs.papers.ks.vocabulary import n, paper, some, together, unequal
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.norms import norm, sqrt
from proofs.theorems.networks.transformers import *
from proofs.theorems.networks.transformers import epsilon, r_max, r_min

i, j, k, l, t = ints("i j k l t")
(D,) = ints("D")
G, H = sequences("G H")


def ranging(G: Term) -> list[Term]:
    """1 <= G_t <= D."""
    return [every(lambda t: 1 <= G(t), 1, d), every(lambda t: G(t) <= D, 1, d)]


on_grid = [d >= 1, D >= 1, *ranging(G), *ranging(H)]
point, other = (fun(lambda t, G=G: G(t) / D) for G in (G, H))
differ = (1 <= t, t <= d, unequal(G(t), H(t)))


def grid_start(p: Proof) -> None:
    """Assume grid points, 0 < D and an index t in range."""
    p.given_all(on_grid, "grid")
    p.given(low=1 <= t, high=t <= d)
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", x=D, label="step")


def square_member(p: Proof, x: Term, index: Term) -> Fact:
    """x_index² <= Σ x_t²."""
    terms = p.apply("square_nonneg", x=x(t))
    return p.apply("sum_member", terms, f=fun(lambda t: x(t) * x(t)), m=index, lo=1, hi=d)


@paper.claim(given=on_grid, shows=inv(D) <= norm(point, d))
def grid_long(p: Proof) -> Fact:
    """The first entry is at least 1/D."""
    grid_start(p)
    p.note("member", square_member(p, point, num(1)))
    entry = p.have(inv(D) <= G(num(1)) / D)
    square = p.apply("norm_square", x=point)
    less = p.have(inv(D) ** 2 <= norm(point, d) ** 2, square, "member", (entry, entry), (entry, "step"))
    return p.apply("square_le", less)


@paper.claim(given=on_grid, shows=norm(point, d) <= sqrt(d))
def grid_short(p: Proof) -> None:
    """No entry exceeds 1."""
    grid_start(p)
    entry = p.have(point(t) <= 1)
    entry_pos = p.have(0 <= point(t), "step")
    square = p.have(point(t) * point(t) <= 1, (entry, entry_pos), entry)
    p.apply("sum_le", square, label="sum")
    p.apply("sum_const", lo=1, hi=d, label="count")


@paper.claim(given=[*on_grid, *differ], shows=inv(D) <= norm(difference(point, other), d))
def grid_apart(p: Proof) -> Fact:
    """Different entries differ by at least 1/D."""
    grid_start(p)
    gap, size = difference(point, other), norm(difference(point, other), d)
    p.given(differ=differ[2], near=size < inv(D), far=inv(D) <= size)
    square = p.apply("norm_square", x=gap)
    nonneg = p.apply("norm_nonneg", x=gap)
    p.note("member", square_member(p, gap, t))
    small = p.have(gap(t) * gap(t) < inv(D) ** 2, "member", square, ("near", "near"), ("near", nonneg))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("differ", order), p.goal)
        more = p.integer_step(order)
        no = p.have(FALSE, small, ("step", "step", more, more), ("step", "step", more))
        return p.absurd(no, p.goal)

    return p.cases(inv(D), size, "far", p.trichotomy(G(t), H(t), prove))


def separated_grid(less: Callable[[Term, Term], Term]) -> Term:
    """The norm of a token is at least 1/D and at most √d, and tokens that differ at t are 1/D apart, by `less`."""
    apart = implies(differ[2], less(inv(D), norm(difference(point, other), d)))
    return together(less(inv(D), norm(point, d)), less(norm(point, d), sqrt(d)), apart)


@paper.claim(given=[*on_grid, *differ[:2]], shows=separated_grid(lambda s, t: s <= t))
def grid_separated(p: Proof) -> Fact:
    """With <= in place of <, hence for any smaller r_min and ε, and any larger r_max."""
    return p.exists_intro(p.goal, [])


# --- Theorem 2 for them -----------------------------------------------------------------------------------------------

(L,) = sequences("L", 3)
grid_words = fun(lambda i, t, k: L(i, t, k) / D, 3)


def attends(W_O: Term, W_V: Term, W_K: Term, W_Q: Term, r: Term, delta: Term) -> list[Term]:
    """With these weights of rank one attention maps the contexts."""
    ranks = [rank_is_one(W, s, d) for W in (W_V, W_K, W_Q)]
    return [0 <= delta, *ranks, is_contextual_mapping(operator(single_head(W_O, W_V, W_K, W_Q)), grid_words, r, delta)]


def of_list(claim: Callable[[Term], Term]) -> Term:
    """For all entries of the list."""
    return every(lambda i: every(lambda k: every(lambda t: claim(L(i, t, k)), 1, d), 1, n), 1, N)


listed = {
    "low": of_list(lambda x: 1 <= x), "high": of_list(lambda x: x <= D), "distinct": no_duplicate_tokens(grid_words),
}  # fmt: skip
of_grid = {"n": some, "d": d >= 1, "N": N >= 1, "s": s >= 1, "D": D >= 1, **listed}
least, most = inv(2 * D), sqrt(d) + 1


@paper.claim(given=[*on_grid, different(point, other)], shows=inv(D) <= norm(difference(point, other), d))
def grid_apart_somewhere(p: Proof) -> Fact:
    """Otherwise they would agree at every t."""
    grid_start(p)
    size = norm(difference(point, other), d)
    p.given(differ=different(point, other), near=size < inv(D), far=inv(D) <= size)

    def prove(order: Fact) -> Fact:
        same = Eq(point(t), other(t))
        if order.concl.op == "eq":
            return p.have(same, (order, inv(D)))
        (equal,) = assumed(p, Eq(G(t), H(t)))
        unlike = p.discharge(p.have(FALSE, order, equal), equal.concl)
        wide = p.apply("grid_apart", unlike)
        return p.absurd(p.have(FALSE, wide, "near"), same)

    equal = p.generalize(t, p.trichotomy(G(t), H(t), prove))
    clash = p.absurd(p.mp("differ", equal), p.goal)
    return p.cases(inv(D), size, "far", clash)


@paper.claim(given=of_grid, shows=is_tokenwise_separated(grid_words, least, most, least))
def grid_words_separated(p: Proof) -> Fact:
    """1/(2 D) < 1/D, and √d < √d + 1."""
    at_i, at_j = assumed(p, 1 <= i, i <= N, 1 <= k, k <= n), assumed(p, 1 <= j, j <= N, 1 <= l, l <= n)
    first, second = token(grid_words, i, k), token(grid_words, j, l)
    ends, (unlike,) = assumed(p, 1 <= t, t <= d), assumed(p, different(first, second))
    sides = [
        p.generalize(t, p.specialize(law, *at, using=facts))
        for at, facts in (((i, k, t), [*at_i, *ends]), ((j, l, t), [*at_j, *ends]))
        for law in ("low", "high")
    ]
    size, gap = norm(first, d), norm(difference(first, second), d)
    longer = p.have(least < size, p.apply("grid_long", *sides))
    short = p.have(size < most, p.apply("grid_short", *sides))
    apart = p.have(least < gap, p.apply("grid_apart_somewhere", unlike))
    places = [longer, short]
    pairs = p.discharge(apart, unlike.concl)
    return p.exists_intro(p.goal, [], *places, pairs)


VALUES = {"X": grid_words, "r_min": least, "r_max": most, "epsilon": least}


@paper.claim(given=of_grid, shows=exists(attends, MATRIX, MATRIX, MATRIX, MATRIX, "R", "R"))
def grid_contexts(p: Proof) -> Fact:
    """Apply Theorem 2, in the form without citations."""
    small = p.have(0 < least)
    radius = p.have(0 < most)
    sizes = p.apply("paper_delta_pos"), p.have(0 < d), radius, small
    squared = p.apply("square_nonneg", x=log(n))
    gap, reach_ = (substitute(z, {r_min: least, r_max: most, epsilon: least}) for z in (counted_8, counted_reach))
    _, tokens = p.obtain(p.apply("tokens_listed", X=grid_words), m)
    some_ = p.apply("some_word", tokens)
    reach = p.positive(reach_, *sizes, p.have(0 < m + 1, some_))
    shrunk, part = exp(-2 * reach_), p.apply("inv_pos", reach)
    nonneg = p.have(0 <= gap, (squared, shrunk, small, part))
    found = p.apply("theorem_2_counted", tokens, **VALUES)

    facts = p.obtain(found, *list(one_head))
    return p.exists_intro(p.goal, [*one_head, most + least / 4, gap], nonneg, *facts)
