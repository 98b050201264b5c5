"""The layers Linear and Attn of a network whose tokens lie on levels, and the sum of exponentials that it computes.

Column c of W_O adds the outputs for the queries 1 to J, each in its own scale and with its own factor. With a query for
each pair of an exponential and a row, these factors are the coefficients γ(u, r, c) of a sum of exponentials.
"""

from __future__ import annotations

from proofs.builder.cases import values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import a as factor
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import chi, choice, meeting, met, row, xi
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import count as number
from proofs.papers.liu.section_4_2_cross_attention.level_sums import (
    SEES,
    SIZES,
    count,
    entry,
    items,
    phi,
    psi,
    score,
    target,
    top,
    value,
    weight,
)
from proofs.papers.liu.section_4_2_cross_attention.one_exponential import A, J, L, j, kappa, r, scale
from proofs.papers.liu.vocabulary import c, d, i, paper
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.weighted_means import mean

q, l = ints("q l")
(gain,) = vectors("g", 2)
of_queries = fun(lambda r, i: substitute(entry(r)(i), {phi: psi}), 2)
made = {
    xi: fun(lambda r, i: entry(r)(i), 2), chi: of_queries, factor: -2 * L, number: count,
    choice: fun(lambda q, c: ite(q <= J, gain(q, c) * (top / (q * exp(substitute(scale, {j: q})))), 0), 2),
}  # fmt: skip


def with_levels(x: Term) -> Term:
    """Assume tokens on levels."""
    return substitute(x, {u: w for u, w in made.items() if u in x.free})


@paper.claim(given=[1 <= row(q), row(q) <= d], shows=Eq(with_levels(meeting(i, q)), score(i, q)))
def items_meet(p: Proof) -> Fact:
    """Items of different rows are orthogonal."""
    along = fun(lambda l: entry(l)(i) * value(psi, q))

    def term(order: Fact) -> Fact:
        one, two = p.reduce_ite(order, of_queries(l, q), ite(Eq(l, row(q)), 1, 0))
        return p.have(Eq(entry(l)(i) * of_queries(l, q), along(l) * ite(Eq(l, row(q)), 1, 0)),
                      (one, entry(l)(i)), (two, along(l)))  # fmt: skip

    terms = p.trichotomy(l, row(q), term)
    sums = [fun(lambda l: entry(l)(i) * of_queries(l, q)), fun(lambda l: along(l) * ite(Eq(l, row(q)), 1, 0))]
    same = p.apply("sum_eq", terms, f=sums[0], g=sums[1], lo=1, hi=d)
    one = p.apply("sum_delta", f=along, lo=1, hi=d, m=row(q))

    def each(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, score(i, q), entry(row(q))(i))
        return p.have(p.goal, (same, L), (one, L), *chosen)

    return p.trichotomy(row(q), row(i), each)


IN_ROWS = {"row_low": every(lambda j: 1 <= row(j), 1, J), "row_high": every(lambda j: row(j) <= d, 1, J)}


def seen(r: Term, j: Term) -> Term:
    """The output of the query j in row r."""
    return mean(entry(r), fun(lambda i: with_levels(met(j)(i))), items)


def ratio(j: Term) -> Term:
    """The weight of the last item, scaled for query j."""
    return top / (j * exp(substitute(scale, {ints("j")[0]: j})))


allowed = items * kappa * (1 + exp(2 * A))


@paper.claim(given={**SEES, **IN_ROWS}, shows=abs(ratio(j) * seen(r, j) - target) <= allowed)
def query_brings(p: Proof) -> Fact:
    """These are the scores of the query."""
    near, last = p.apply("query_sees_exponential"), p.apply("last_weighs")
    met_ = p.apply("items_meet", *(p.specialize(name, j) for name in IN_ROWS))
    grown = p.congr(exp, met_)
    equal = p.have(Eq(weight(j)(i), with_levels(met(j)(i))), (grown, count(i)))
    equal = p.rule("generalize", i, equal)
    old = weight(j)

    def claim(w: Term) -> Term:
        return abs(old(items) / (j * exp(scale)) * mean(entry(r), w, items) - target) <= allowed

    moved = p.replace(equal, hole(claim, "(Z>R)"), p.change(near, claim(old)))
    there = p.congr(lambda z: abs(z / (j * exp(scale)) * seen(r, j) - target), last)
    return p.have(p.goal, moved, there)


def output(r: Term, c: Term) -> Term:
    """Entry (r, c) of the network."""
    return Sum(lambda q: seen(r, q) * with_levels(choice(q, c)), 1, items)


def exponential_of(j: Term) -> Term:
    """The target output of the query j, up to its scale."""
    return substitute(target, {ints("j")[0]: j})


wanted = Sum(lambda j: gain(j, c) * exponential_of(j), 1, J)
gains = Sum(lambda j: abs(gain(j, c)), 1, J)
POINT = {name: x for name, x in SEES.items() if name not in SIZES}


@paper.claim(given={**POINT, **IN_ROWS, "some": 1 <= J}, shows=abs(output(r, c) - wanted) <= gains * allowed)
def network_computes_sum(p: Proof) -> Fact:
    """The other items are not queries."""
    ends = assumed(p, 1 <= j, j <= J)
    near = p.apply("query_brings", *ends)
    chosen = values(p, [ends[1]], with_levels(choice(j, c)))[0]
    term_ = fun(lambda j: seen(r, j) * with_levels(choice(j, c)))
    part_ = fun(lambda j: term_(j) - gain(j, c) * exponential_of(j))
    gap = near.concl.args[0].args[0]
    product = p.apply("abs_mul", u=gain(j, c), r=gap)
    same = p.congr(abs, p.have(Eq(part_(j), gain(j, c) * gap), (chosen, seen(r, j))))
    size = p.apply("abs_nonneg", x=gain(j, c))
    total = p.apply("abs_sum_le", same, product, (near, size), f=part_,
                    g=fun(lambda j: abs(gain(j, c)) * allowed), lo=1, hi=J)  # fmt: skip
    split = p.apply("sum_split", f=term_, lo=1, m=J, hi=items)
    beyond = assumed(p, J + 1 <= q, q <= items)
    none = values(p, [p.have(J < q, beyond[0])], with_levels(choice(q, c)))[0]
    rest = p.apply("sum_eq", (none, seen(r, q)), f=term_, g=fun(lambda q: num(0)), lo=J + 1, hi=items)
    moved = p.congr(abs, p.have(Eq(output(r, c) - wanted, Sum(part_, 1, J)), split, rest))
    return p.have(p.goal, total, moved)
