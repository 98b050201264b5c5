"""B.3[45] to B.3[65], display by display: the error of cross-attention over pairs of centres.

The estimate is that of B.1 with G² centres of length 2dn (`for_pairs`), among which the paper at times counts only G.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import G, j, length
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta
from proofs.papers.liu.section_4_2_cross_attention.construction import double_alpha
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import pair_score, pairs
from proofs.papers.liu.vocabulary import R, d, i, instance, k, n, paper
from proofs.theorems.analysis.continuity import assumed

centre = j
FOR_PAIRS = {"G": pairs, "m": 2 * length}


def of_generic(x: Term) -> Term:
    """A term of B.1 for G² centres of length 2dn."""
    return substitute(x, {u: w for u, w in {G: pairs, length: 2 * length}.items() if u in x.free})


def grid_case(claim: Claim) -> Claim:
    """Return a claim of `nearest_centre` for pairs, where near means ‖Z̃ − v_h‖_∞ <= δ."""
    return instance(
        claim,
        f"{claim.name}_on_pair_grid",
        [G >= 1],
        **FOR_PAIRS,
        reach=fun(lambda j: of_generic(grid.farthest(j))),
        cut=delta,
    )


(best_key,) = ints("i_m")
best_pair = (best_key >= 1, best_key <= G, best >= 1, best <= G)

in_coordinate = (k >= 1, k <= 2 * length)


def pair_share(i: Term, j: Term) -> Term:
    """The weight of a pair."""
    return exp(R * pair_score(i, j)) / double_alpha


def at_pair(x: Term, i: Term, j: Term) -> Term:
    """Return a statement about centre j for pair (i − 1) G + j, and one about j_m for the pair η_m."""
    return substitute(x, {centre: (i - 1) * G + j, best: (best_key - 1) * G + best})


def over_near(f: Callable[[Term, Term], Term]) -> Term:
    """Σ f over the pairs of E_0 as printed."""

    def member(i: Term, j: Term) -> Term:
        return ite(pair_score(best_key, best) - pair_score(i, j) <= delta, f(i, j), 0)

    return Sum(lambda i: Sum(lambda j: member(i, j), 1, G), 1, G)


def pair_weighted(i: Term, j: Term) -> Term:
    """The weight of a pair times ‖f(ṽ_η) − f(Z)‖."""
    return pair_share(i, j) * at_pair(nearest_centre.gap(centre), i, j)


def pair_by_best(i: Term, j: Term) -> Term:
    """The weight of a pair times ‖f(ṽ_η) − f(ṽ_ηm)‖ + ‖f(ṽ_ηm) − f(Z)‖."""
    return pair_share(i, j) * at_pair(nearest_centre.from_best(centre) + nearest_centre.gap(best), i, j)


def pair_thirds(i: Term, j: Term) -> Term:
    """The weight of a pair times ε/3 + ε/3."""
    return pair_share(i, j) * (nearest_centre.third + nearest_centre.third)


near_end = over_near(lambda i, j: pair_share(i, j) * nearest_centre.two_thirds)
of_pair_values = (*best_pair, d >= 1, n >= 1)


@paper.claim(given=[*of_pair_values], shows=over_near(pair_weighted) <= over_near(pair_by_best))
def near_pairs_by_best(p: Proof) -> Fact:
    """(B.44), first line: the triangle inequality."""
    p.given(best_low=best >= 1)
    p.have(G >= 1, label="some")
    weight = p.positive(pair_share(i, j))
    way = p.apply("gap_by_best", j=(i - 1) * G + j, j_m=(best_key - 1) * G + best)
    term = p.have(pair_weighted(i, j) <= pair_by_best(i, j), (weight, way))
    order = pair_score(best_key, best) - pair_score(i, j)
    left, right = (ite(order <= delta, x, 0) for x in (pair_weighted(i, j), pair_by_best(i, j)))
    sides = [
        p.have(left <= right, *values(p, [side], left, right), term)
        for side in assumed(p, order <= delta, delta < order)
    ]
    inner = p.cases(order, delta, *sides)
    f, g = (fun(lambda y, x=x: substitute(x, {j: y})) for x in (left, right))
    row = p.apply("sum_le", inner, f=f, g=g, lo=1, hi=G)
    rows = row
    f, g = (fun(lambda y, x=x: substitute(x, {i: y})) for x in row.concl.args)
    return p.apply("sum_le", rows, f=f, g=g, lo=1, hi=G)


@paper.claim(given=[], shows=Eq(over_near(pair_thirds), near_end))
def pair_thirds_add(p: Proof) -> None:
    """(B.44), last line."""


far_parts = tuple(map(grid_case, (*nearest_centre.far_steps, nearest_centre.far_at_scale)))
