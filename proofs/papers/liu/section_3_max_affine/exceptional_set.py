"""The exceptional region of Propositions 3.2 and 3.3: the measure of the set of sequences with a token without a gap.

A token has no gap Δ if two pieces are within Δ of each other there: it lies in a slab. In a bounded domain the slabs of
all pairs of pieces, which are pairwise different, and of all tokens make a set of as small a volume as one likes, if Δ
is small enough; outside of it the greatest piece exceeds all others by Δ.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.finite_choice import chosen_entries
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.indicator_error import attains, for_tokens, slab
from proofs.papers.liu.section_3_max_affine.indicator_weights import here
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import U
from proofs.papers.liu.vocabulary import Delta, N, X, a, b, c, d, h, i, k, n, paper, token, x
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.integrals import at, integral_at_most
from proofs.theorems.integration.lebesgue import measure_at_most

(S,) = functions("S", MATRIX)
eta, D, u = reals("eta D u")
(M,) = vectors("M", 2)


def bounded(U: Term) -> Term:
    """The set U of d × n matrices lies in some cube."""
    return exists(lambda D: [0 < D, in_a_cube(U, D, d, n)], "R")


def same_pieces(h: Term, k: Term) -> list[Term]:
    """Pieces h and k have equal slopes and equal offsets."""
    return [every(lambda c: Eq(a(h, c), a(k, c)), 1, d), Eq(b(h), b(k))]


different = every(lambda h: every(lambda k: implies(*same_pieces(h, k), Eq(h, k)), 1, N), 1, N)
paper.notions.define(bounded(U), (U, d, n), "{0} is bounded", r"{0} \text{{ is bounded}}")
paper.notions.define(different, (a, b, d, N), "no two pieces are equal", r"\text{{no two pieces are equal}}")

highest = for_tokens(
    substitute(attains, {x: here})
)  # the label of each token is that of a greatest piece: it lies in this cell


def gaps(X: Term, Delta: Term) -> Term:
    """At each token of X any two pieces differ by at least Δ."""

    def at_token(i: Term) -> Term:
        x_i = fun(lambda c: X(c, i))
        return every(lambda h: every(lambda k: implies(negation(Eq(h, k)), Delta <= slab(h, k, x_i)), 1, N), 1, N)

    return every(at_token, 1, n)


def gaps_outside(S: Term, Delta: Term) -> Term:
    """This holds for all X in U that are not in S."""
    return for_all(lambda X: implies(member(U, X), S(X) <= 0, gaps(X, Delta)), MATRIX)


def without_gap(h: Term, k: Term, i: Term, X: Term, Delta: Term = Delta) -> Term:
    """1 if X is in U and two different pieces are within Δ of each other at token i, else 0."""
    return ite(Eq(h, k), 0, ite(0 < U(X), ite(slab(h, k, fun(lambda c: X(c, i))) < Delta, 1, 0), 0))


share = eta / (n * (N * N))


def small(h: Term, k: Term, i: Term, Delta: Term) -> Term:
    """The volume of the set given by `without_gap` is at most its share."""
    return integral_at_most(at(lambda X: without_gap(h, k, i, X, Delta)), share)


def narrow(h: Term, k: Term, u: Term) -> Term:
    """This holds for Δ up to e^u and every token."""
    below = lambda Delta: implies(0 < Delta, Delta <= exp(u), every(lambda i: small(h, k, i, Delta), 1, n))  # noqa: E731
    return for_all(below, "R")


OF_PAIR = {
    "wide": 1 <= d, "long": 1 <= n, "some": 1 <= N, "eta_pos": 0 < eta, "D_pos": 0 < D, "inside": in_a_cube(U, D, d, n),
    "different": different,
}  # fmt: skip
IN_PAIR = {"h_low": 1 <= h, "h_high": h <= N, "k_low": 1 <= k, "k_high": k <= N}


def with_share(p: Proof) -> None:
    """Prove that the share is positive."""
    p.have(0 < N, "some", label="N_pos")
    p.have(0 < n, label="n_pos")
    p.have(0 < n * (N * N), ("n_pos", "N_pos", "N_pos"), label="parts")
    p.have(0 < share, ("eta_pos", inv(n * (N * N))), label="share_pos")


@paper.claim(given={**OF_PAIR, **IN_PAIR}, shows=exists(lambda u: narrow(h, k, u), "R"))
def pair_narrow(p: Proof) -> Fact:
    """The slab of two pieces is thin; a piece is not compared with itself."""
    with_share(p)
    i_in = assumed(p, 1 <= i, i <= n)
    part = at(lambda X: without_gap(h, k, i, X))
    law = p.rule("specialize", p.specialize("different", h), k)
    law = p.mp(p.mp(law, "k_low"), "k_high")

    def of_order(order: Fact) -> Fact:
        choice = p.ite_eq(without_gap(h, k, i, X), order)
        if order.concl.op == "eq":
            none = p.apply("integral_mono", choice, F=part, G=at(lambda X: num(0)), E_1=num(0), E=share)
            return p.exists_intro(p.goal, [u], none)
        zero, level = assumed(p, every(lambda c: Eq(a(h, c) - a(k, c), 0), 1, d), Eq(b(h) - b(k), 0))
        c_in = assumed(p, 1 <= c, c <= d)
        flat = p.have(Eq(a(h, c), a(k, c)), p.specialize(zero, c, using=c_in))
        flat = p.generalize(c, flat)
        same = p.mp(p.mp(law, flat), p.have(Eq(b(h), b(k)), level))
        proper = p.discharge(p.have(FALSE, same, order), zero.concl, level.concl)
        thin = p.apply("slab_thin", proper, alpha=fun(lambda c: a(h, c) - a(k, c)), beta=b(h) - b(k), E=share)

        def with_width(pos: Fact, all_: Fact) -> Fact:
            back = p.exp_log(pos)
            here = assumed(p, 0 < Delta, Delta <= exp(log(u)))
            held = p.specialize(all_, Delta, i, using=[here[0], here[1], back, *i_in])
            G = at(lambda X: ite(0 < U(X), ite(slab(h, k, fun(lambda c: X(c, i))) < Delta, 1, 0), 0))
            out = p.apply("integral_mono", held, choice, F=part, G=G, E_1=share, E=share)
            return p.exists_intro(p.goal, [log(u)], out)

        return p.exists_elim(thin, [u], with_width)

    return p.trichotomy(h, k, of_order)


OF_REGION = {**{x: y for x, y in OF_PAIR.items() if x not in ("D_pos", "inside")}, "bounded": bounded(U)}
region = exists(
    lambda Delta, S: [0 < Delta, measure_at_most(S, eta, d, n), gaps_outside(S, Delta)], "R", f"({MATRIX}>R)"
)


@paper.claim(given=OF_REGION, shows=region)
def gaps_but_in_small_region(p: Proof) -> Fact:
    """The exceptional set is where `without_gap` is positive for some token and two pieces."""
    p.given(**IN_PAIR, i_low=1 <= i, i_high=i <= n)
    with_share(p)

    pos, inside = p.obtain("bounded", D)
    pair = p.apply("pair_narrow", pos, inside)
    each = p.generalize(h, p.generalize(k, pair))
    (held,) = p.obtain(chosen_entries(p, narrow, N, N, each, N, N), M)
    widths = fun(lambda h, k: exp(M(h, k)), 2)
    each = p.exp_pos(M(h, k))
    least = p.apply("least_positive", each, d=N, n=N, A=widths)
    pos, less = p.obtain(least, Delta)
    own = p.specialize(held, h, k)
    own = p.specialize(own, Delta, i, using=[pos, p.specialize(less, h, k)])
    term = lambda h, k, i, X: without_gap(h, k, i, X)  # noqa: E731
    in_k = lambda h, i, X: Sum(lambda k: term(h, k, i, X), 1, N)  # noqa: E731
    in_h = lambda i, X: Sum(lambda h: in_k(h, i, X), 1, N)  # noqa: E731
    total = at(lambda X: Sum(lambda i: in_h(i, X), 1, n))
    integral = own
    for size, family, E in (
        (N, lambda k, X: term(h, k, i, X), share),
        (N, lambda h, X: in_k(h, i, X), N * share),
        (n, in_h, N * (N * share)),
    ):
        integral = p.apply(
            "integral_repeat", integral,
            m=size, F=mapping(family, "Z", MATRIX), E=E)  # fmt: skip
    marked = at(lambda X: ite(1 <= total(X), 1, 0))
    shown = at(lambda X: ite(0 < marked(X), 1, 0))
    sides = []
    value = term(h, k, i, X)
    sign = by_cases(
        p, [Eq(h, k), 0 < U(X), slab(h, k, fun(lambda c: X(c, i))) < Delta],
        lambda known: p.have(0 <= value, *values(p, known, value)),
    )  # fmt: skip
    nonneg = [p.generalize(k, sign, "k_low", "k_high")]
    sign = p.apply("sum_nonneg", nonneg[0])
    nonneg.append(p.generalize(h, sign, "h_low", "h_high"))
    sign = p.apply("sum_nonneg", nonneg[1])
    nonneg.append(p.generalize(i, sign, "i_low", "i_high"))
    sign = p.apply("sum_nonneg", nonneg[2])
    for order in assumed(p, 1 <= total(X), total(X) < 1):
        chosen = p.ite_eq(marked(X), order)
        inner = p.have(0 < marked(X) if order.concl.op == "le" else marked(X) <= 0, chosen)
        last = p.ite_eq(shown(X), inner)
        sides.append(p.have(shown(X) <= total(X), last, order, sign))
    below = p.cases(1, total(X), *sides)
    volume = p.apply(
        "integral_mono", integral, below, p.have(n * (N * (N * share)) <= eta), F=shown,
        G=total, E_1=n * (N * (N * share)), E=eta,
    )  # fmt: skip
    X_in, outside, other = assumed(p, 0 < U(X), marked(X) <= 0, negation(Eq(h, k)))
    many = p.assume(1 <= total(X))
    not_many = p.have(FALSE, p.ite_eq(marked(X), many), outside)
    less_than_one = p.cases(1, total(X), p.absurd(not_many, total(X) < 1), p.assume(total(X) < 1))
    parts = [
        p.apply("sum_member", fact, *ends)
        for fact, ends, f, size, index in (
            (nonneg[0], ("k_low", "k_high"), fun(lambda k: term(h, k, i, X)), N, k),
            (nonneg[1], ("h_low", "h_high"), fun(lambda h: in_k(h, i, X)), N, h),
            (nonneg[2], ("i_low", "i_high"), fun(lambda i: in_h(i, X)), n, i),
        )
    ]
    distance = slab(h, k, token(i))
    near, far = assumed(p, distance < Delta, Delta <= distance)
    goal = Delta <= distance

    def of_order(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp(other, order), goal)
        found = values(p, [order, X_in, near], value)
        false = p.have(FALSE, *found, *parts, less_than_one)
        return p.absurd(false, goal)

    apart = p.cases(Delta, distance, far, p.trichotomy(h, k, of_order))
    return p.exists_intro(p.goal, [Delta, marked], pos, volume, apart)
