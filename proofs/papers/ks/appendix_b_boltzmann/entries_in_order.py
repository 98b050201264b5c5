"""Reductions of B.3: sorted entries, the fall of boltz after a large first entry, and the first entry that differs."""

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import at_place, no_duplicates, sorted_a, sorted_start
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import decreasing
from proofs.papers.ks.vocabulary import a, along, b, boltz, greatest, i, i_in, j, k, n, of_entries, paper, some, unequal
from proofs.theorems.combinatorics.sorting import injective, rank, rho, within

permuted = fun(lambda k: a(rho(k)))
permutation = [injective, *within]  # of 1, …, n


@paper.claim(given=[some, *permutation], shows=Eq(boltz(permuted, n), boltz(a, n)))
def boltz_permuted(p: Proof) -> None:
    """Both sums are those of a in another order."""
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.apply("sum_reindexed", f=of_entries(f, a), label=label)


@paper.claim(given=[some, no_duplicates(a)], shows=substitute(decreasing, {a: sorted_a}))
def sorted_is_decreasing(p: Proof) -> Fact:
    """Of two entries, the one with the smaller rank is larger."""
    sorted_start(p, a)
    p.given(i_low=i >= 1, i_high=i <= n, j_low=j >= 1, j_high=j <= n, order=i < j)
    claim = sorted_a(j) < sorted_a(i)

    def outer(g: Term, _ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], hit_h: Fact, entry_h: Fact) -> Fact:
            later = p.have(rank(g, a, n) < rank(h, a, n), hit, hit_h, "order")

            def prove(o: Fact) -> Fact:
                if o.concl is (a(h) < a(g)):
                    return p.have(claim, o, entry, entry_h)
                if o.concl.op == "eq":
                    clash = p.congr(lambda y: 1 + Sum(lambda j: ite(y < a(j), 1, 0), 1, n), o)
                else:
                    clash = p.apply("rank_reverses", o, *ranges_h, f=a, i=g, j=h)
                return p.absurd(p.have(FALSE, clash, later), claim)

            return p.trichotomy(a(g), a(h), prove)

        return at_place(p, a, j, claim, inner)

    p.generalize(j, at_place(p, a, i, claim, outer), label="inner")
    return p.get("inner")


def in_order_like_a(v: Term) -> list[Term]:
    """v decreases, has the entries of a, and boltz of a."""

    def entry(i: Term) -> Term:
        return exists(lambda q: [1 <= q, q <= n, Eq(v(q), a(i))], "Z")

    return [substitute(decreasing, {a: v}), every(entry, 1, n), Eq(boltz(v, n), boltz(a, n))]


@paper.claim(given=[some, no_duplicates(a)], shows=exists(in_order_like_a, VECTOR))
def some_order(p: Proof) -> Fact:
    """The sorted vector."""
    p.given(low=i >= 1, high=i <= n)
    p.apply("sorted_is_decreasing", label="decreasing")
    p.apply("rank_high", f=a, label="rank_high")
    place = rank(i, a, n)
    here = exists(lambda q: [1 <= q, q <= n, Eq(sorted_a(q), a(i))], "Z")
    p.generalize(i, p.exists_intro(here, [place]), label="entries")
    return p.exists_intro(p.goal, [sorted_a])


@paper.claim(
    given=[decreasing, a(num(2)) < a(num(1)) - log(n) - 1, 2 <= k, k <= n],
    shows=exists(lambda s: [along(lambda v: boltz(v, n), k, num(0), s), s < 0], "R"),
)
def falls_after_first(p: Proof) -> None:
    """a_k <= a_2 lies at least as far below the maximum."""
    p.given(decreasing=decreasing, low=2 <= k)
    p.given(second=k <= 2, later=2 < k)
    p.have(some, label="some")
    p.have(2 <= n, label="two")
    p.have(1 <= k, label="k_pos")
    is_second = p.antisymmetry("second", "low")
    same = p.congr(a, is_second)
    order = p.specialize("decreasing", 2, k)
    p.cases(k, 2, p.have(a(k) <= a(num(2)), same), p.have(a(k) <= a(num(2)), order), label="below")
    p.max_ge(greatest, num(1), p.have(num(1) <= 1), "some", label="top")


def first_difference(k: Term) -> list[Term]:
    """a and b agree up to k, and not at k + 1."""
    return [0 <= k, k <= n - 1, every(lambda i: Eq(a(i), b(i)), 1, k), unequal(a(k + 1), b(k + 1))]


@paper.claim(given=[*i_in, unequal(a(i), b(i))], shows=exists(first_difference, "Z"))
def first_difference_exists(p: Proof) -> Fact:
    """Otherwise the vectors would agree up to every k."""

    def claim(x: Term) -> Term:
        return implies(x <= n, every(lambda h: Eq(a(h), b(h)), 1, x))

    p.given(different=unequal(a(i), b(i)), h_low=j >= 1, h_high=j <= 0)
    none = p.assume(p.goal.args[0])
    p.absurd(p.have(FALSE, "h_low", "h_high"), Eq(a(j), b(j)), label="empty")
    p.rule("discharge", num(0) <= n, p.generalize(j, "empty"), label="base")
    p.given(k_low=k >= 0, so_far=claim(k), k_next=k + 1 <= n)
    p.mp("so_far", p.side_condition(k <= n), label="prefix")
    other = p.assume(unequal(a(k + 1), b(k + 1)))
    p.absurd(p.mp(p.specialize(none, k), other), Eq(a(k + 1), b(k + 1)), label="next")

    def up_to_next(order: Fact) -> Fact:
        same = Eq(a(j), b(j))
        if order.concl.op == "eq":
            return p.have(same, "next", *(p.congr(v, order) for v in (a, b)))
        if order.concl is (j < k + 1):
            return p.specialize("prefix", j, using=[p.have(j <= k, order)])
        return p.absurd(p.have(FALSE, order, p.assume(j <= k + 1)), same)

    p.trichotomy(j, k + 1, up_to_next, label="each")
    p.rule("discharge", k + 1 <= n, p.generalize(j, "each"), label="step")
    p.induct(claim, 0, k, "base", "step", label="all")
    p.specialize("all", n, using=[p.have(n >= 0)], label="everywhere")
    clash = p.mp("different", p.specialize("everywhere", i))
    return p.rule("discharge", none.concl, clash)
