"""B.3[45] to B.3[65], display by display: the error of cross-attention over pairs of centres.

The estimate is that of B.1 with G² centres of length 2dn (`for_pairs`), among which the paper at times counts only G.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.builder.cases import values
from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import construction, estimate, grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, j, length, v, z
from proofs.papers.liu.section_4_1_self_attention.grid import D, P
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention.construction import double_alpha
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import pair_score, pairs, z_K, z_Q
from proofs.papers.liu.vocabulary import R, d, display, eps, i, instance, k, n, paper
from proofs.theorems.analysis.continuity import assumed

centre = j
FOR_PAIRS = {"G": pairs, "m": 2 * length}


def for_pairs(claim: Claim) -> Claim:
    """A claim of B.1 for G² centres of length 2dn."""
    return instance(claim, f"{claim.name}_for_pairs", [G >= 1], **FOR_PAIRS)


def of_generic(x: Term) -> Term:
    """A term of B.1 for G² centres of length 2dn."""
    return substitute(x, {u: w for u, w in {G: pairs, length: 2 * length}.items() if u in x.free})


def unproved(claim: Claim) -> Claim:
    """A claim that is not proved, for G² centres of length 2dn."""
    return Claim(tuple(map(of_generic, claim.given)), of_generic(claim.shows))


def doubled(search: Search) -> Search:
    """The same search with tables for G² centres of length 2m."""
    bigger: dict[str, str | int] = {"G m": "1 2", "m": 2, "G d n": "1 d n", "G": 1}
    length_ = {name: bigger.get(str(places), places) for name, places in search.length.items()}
    return Search(search.sizes, search.reals, search.entries, length_)


paper.state(
    "definition-B.3",
    "The affine functions of the pairs and their maximum.",
    section="B.3",
    index="Definition B.3",
    kind="definition",
    given=[G >= 1],
    defines=pair_score(i, j),
    steps=cross.stacked_score,
    errata=Erratum("typo", "They are functions on ℝ^(2dn), not ℝ^(dn)."),
)
display("B.3", 45, "Aff_{i,j} = v_iᵀZ̃_K + v_jᵀZ̃_Q − ‖v_i‖²/2 − ‖v_j‖²/2.", defines=pair_score(i, j))
display(
    "B.3",
    46,
    "MaxAff is the greatest over all pairs.",
    given=[G >= 1],
    defines=maximum(lambda i: maximum(lambda j: pair_score(i, j), 1, G), 1, G),
)


def grid_case(claim: Claim) -> Claim:
    """A claim of `nearest_centre` for pairs, near meaning ‖Z̃ − v_h‖_∞ <= δ."""
    return instance(
        claim,
        f"{claim.name}_on_pair_grid",
        [G >= 1],
        **FOR_PAIRS,
        reach=fun(lambda j: of_generic(grid.farthest(j))),
        cut=delta,
    )


splits, near_case = grid_case(nearest_centre.average_splits), grid_case(nearest_centre.near_part)
(best_key,) = ints("i_m")
best_pair = (best_key >= 1, best_key <= G, best >= 1, best <= G)
greatest_pair = every(lambda a: every(lambda b: pair_score(a, b) <= pair_score(best_key, best), 1, G), 1, G)
in_E_0 = (i >= 1, i <= G, j >= 1, j <= G, delta > 0, pair_score(best_key, best) - pair_score(i, j) <= delta)
in_cube = tuple(substitute(grid.inside, {z: z_side}) for z_side in (z_K, z_Q))
near_on_grid = Claim((*estimate.printed_points, *in_cube, *best_pair, greatest_pair, *in_E_0), estimate.apart <= delta)
both_inputs = {"z_K": [-1], "z_Q": [-1]}
both_lengths = {"v": "G m", "kappa": "G m", "z_K": "m", "z_Q": "m"}
third_point = replace(
    estimate.third_point,
    sizes={**estimate.third_point.sizes, "i_m": [1], "i": [1]},
    entries={**estimate.third_point.entries, **both_inputs},
    length=both_lengths,
)
greatest_score = maximum(lambda i: maximum(lambda j: pair_score(i, j), 1, G), 1, G)
below = greatest_score - pair_score(i, j)
least_pair = exists(
    lambda: [
        eq(pair_score(best_key, best), greatest_score),
        every(
            lambda i: every(
                lambda j: implies(eq(pair_score(i, j), greatest_score), exists(lambda: [best_key <= i, best <= j])),
                1,
                G,
            ),
            1,
            G,
        ),
    ]
)
display(
    "B.3",
    47,
    "The nearest pair η_m, the near ones E_0, the far ones E_1, by how far Aff_η is below the maximum; η_m has the "
    "least labels on both sides.",
    given=(G >= 1, *best_pair, i >= 1, i <= G, j >= 1, j <= G),
    defines=(least_pair, below <= delta, delta < below),
    steps=(near_on_grid, splits, near_case),
    errata=replace(estimate.by_distance, search=third_point),
)
squares = tuple(for_pairs(c) for c in (nearest_centre.affine_completed, nearest_centre.affine_squares))
display("B.3", 48, "Aff at two pairs: ‖Z̃‖²/2 subtracted and added.", "B.40", printed=squares[0])
display("B.3", 49, "It is half the difference of the squared distances.", "B.41", printed=squares[1])
nearest_pair = for_pairs(nearest_centre.nearest_is_minimum)
display("B.3", 50, "The greatest Aff has the nearest pair.", "B.42", printed=nearest_pair)

edge = Search(
    sizes={**estimate.point, "k": [1, 2]},
    reals={"D": [1], "delta": [3]},
    entries={"v": [-1], "z": [1], "kappa": [0]},
    length={"v": "1 2", "z": 2, "kappa": "1 2"},
)
missed = Erratum("false", construction.misplaced, 0, edge)
in_coordinate = (k >= 1, k <= 2 * length)
misprints = estimate.g_is_P, Erratum("typo", "Z̃ has 2dn coordinates, and 𝒟 with it, not dn.")
neighbours = (for_pairs(grid.right_neighbour), for_pairs(grid.left_neighbour))
display(
    "B.3",
    51,
    "No neighbour in the grid is nearer.",
    printed=unproved(Claim((*construction.nearest_printed, *estimate.in_coordinate), estimate.moved_right)),
    corrected=for_pairs(grid.nearer_than_neighbours),
    errata=(missed, *misprints),
    narrower=construction.in_middles,
)
for number in (52, 53):
    display(
        "B.3",
        number,
        "2Δᵀ(Z̃ − v) <= ‖Δ‖² for steps to neighbours.",
        printed=unproved(Claim((*construction.nearest_printed, *estimate.in_coordinate), estimate.wide_step)),
        corrected=neighbours,
        errata=(missed, *misprints),
        narrower=f"{construction.in_middles} There has to be a neighbour on that side.",
    )
near_coordinate, near_all = for_pairs(grid.coordinate_near), for_pairs(grid.nearest_within)
near_half = for_pairs(grid.nearest_within_half)
display(
    "B.3",
    54,
    "Every coordinate of Z̃ is within D/P of that of the nearest pair.",
    printed=unproved(construction.within_printed),
    corrected=near_coordinate,
    errata=(missed, *misprints),
    narrower=construction.in_middles,
)
display(
    "B.3",
    55,
    "‖Z̃ − v‖_∞ <= D/P.",
    printed=unproved(Claim(construction.nearest_printed, grid.farthest(best) <= D / P)),
    corrected=near_all,
    errata=(missed, *misprints),
    narrower=construction.in_middles,
)
display(
    "B.3",
    56,
    "‖Z̃ − v‖_∞ <= δ/2 for P >= 2D/δ.",
    printed=unproved(Claim((*construction.nearest_printed, 2 * D < delta * P), grid.farthest(best) <= delta / 2)),
    corrected=near_half,
    errata=missed,
    narrower=construction.in_middles,
)
close_value = for_pairs(construction.close_value_printed)
display(
    "B.3",
    57,
    "f at the nearest pair is within ε/3 of f(Z).",
    printed=close_value,
    steps=for_pairs(grid.nearest_has_close_value),
)
counted_parts = (for_pairs(nearest_centre.error_is_averaged), for_pairs(nearest_centre.average_bounds_error))
only_G = Erratum("typo", "The sums over pairs run to G − 1 only; there are G² pairs, and η_0, η_1 are E_0, E_1.")
display(
    "B.3",
    58,
    "The error is at most an average, which is split in three.",
    "B.43",
    printed=(*counted_parts, unproved(estimate.counted_twice)),
    corrected=(*counted_parts, splits),
    errata=(
        Erratum(
            "false",
            "η_m belongs to E_0 as it is defined, so that its term is counted twice.",
            2,
            doubled(estimate.twice),
            same_as="eq-B.18",
        ),
        only_G,
    ),
)


def pair_share(i: Term, j: Term) -> Term:
    """The weight of a pair."""
    return exp(R * pair_score(i, j)) / double_alpha


def at_pair(x: Term, i: Term, j: Term) -> Term:
    """What is said of centre j, of pair (i − 1) G + j, and of the pair η_m where it speaks of j_m."""
    return substitute(x, {centre: (i - 1) * G + j, best: (best_key - 1) * G + best})


def over_near(f: Callable[[Term, Term], Term]) -> Term:
    """Σ f over the pairs of E_0 as printed."""

    def member(i: Term, j: Term) -> Term:
        return ite(pair_score(best_key, best) - pair_score(i, j) <= delta, f(i, j), 0)

    return sigma(lambda i: sigma(lambda j: member(i, j), 1, G), 1, G)


def pair_weighted(i: Term, j: Term) -> Term:
    """The share of a pair times ‖f(ṽ_η) − f(Z)‖."""
    return pair_share(i, j) * at_pair(nearest_centre.gap(centre), i, j)


def pair_by_best(i: Term, j: Term) -> Term:
    """The share of a pair times ‖f(ṽ_η) − f(ṽ_ηm)‖ + ‖f(ṽ_ηm) − f(Z)‖."""
    return pair_share(i, j) * at_pair(nearest_centre.from_best(centre) + nearest_centre.gap(best), i, j)


def pair_thirds(i: Term, j: Term) -> Term:
    """The share of a pair times ε/3 + ε/3."""
    return pair_share(i, j) * (nearest_centre.third + nearest_centre.third)


near_end = over_near(lambda i, j: pair_share(i, j) * nearest_centre.two_thirds)
of_pair_values = (*best_pair, d >= 1, n >= 1)


@paper.claim(given=[*of_pair_values], shows=over_near(pair_weighted) <= over_near(pair_by_best))
def near_pairs_by_best(p: Proof) -> Fact:
    """(B.44), first line: the triangle inequality."""
    p.given(best_low=best >= 1)
    p.have("some", G >= 1)
    weight = p.positive(pair_share(i, j))
    way = p.apply(None, "gap_by_best", j=(i - 1) * G + j, j_m=(best_key - 1) * G + best)
    term = p.have(None, pair_weighted(i, j) <= pair_by_best(i, j), (weight, way))
    order = pair_score(best_key, best) - pair_score(i, j)
    left, right = (ite(order <= delta, x, 0) for x in (pair_weighted(i, j), pair_by_best(i, j)))
    sides = [
        p.have(None, left <= right, *values(p, [side], left, right), term)
        for side in assumed(p, order <= delta, delta < order)
    ]
    inner = p.cases(None, order, delta, *sides)
    f, g = (fun(lambda y, x=x: substitute(x, {j: y})) for x in (left, right))
    row = p.apply(None, "sum_le", inner, f=f, g=g, lo=1, hi=G)
    rows = row
    f, g = (fun(lambda y, x=x: substitute(x, {i: y})) for x in row.concl.args)
    return p.apply("out", "sum_le", rows, f=f, g=g, lo=1, hi=G)


@paper.claim(given=[], shows=eq(over_near(pair_thirds), near_end))
def pair_thirds_add(p: Proof) -> None:
    """(B.44), last line."""


def apart_from_best(x: Term, y: Term) -> Term:
    """‖v_x − v_y‖_∞."""
    return maximum(lambda k: absolute(v(x, k) - v(y, k)), 1, length)


close_pairs = every(
    lambda i: every(
        lambda j: implies(
            apart_from_best(i, best_key) <= delta, apart_from_best(j, best) <= delta,
            at_pair(nearest_centre.from_best(centre), i, j) <= nearest_centre.third,
        ), 1, G,
    ), 1, G,
)  # fmt: skip
best_pair_close = at_pair(nearest_centre.gap(best), i, j) <= nearest_centre.third
of_chain = (
    *of_pair_values, *estimate.printed_points, *in_cube, greatest_pair, delta > 0, eps > 0, best_pair_close,
    close_pairs,
)  # fmt: skip
third_value = replace(  # f is 0, but 1 at the first centre and the third
    estimate.third_value,
    sizes={**estimate.third_value.sizes, "i_m": [1]},
    entries={**third_point.entries, "F": [0, 1], "y": [0]},
    length={**both_lengths, "F": "3 d n", "y": "d n"},
)
not_distance = Erratum("false", estimate.by_distance.what, 1, third_value, same_as="eq-B.19")
display(
    "B.3",
    59,
    "The near pairs: by way of f(ṽ_ηm).",
    printed=(near_pairs_by_best, Claim(of_chain, over_near(pair_by_best) <= over_near(pair_thirds))),
    corrected=(grid_case(nearest_centre.near_by_best), near_case),
    errata=(
        not_distance,
        Erratum("typo", "“Along with (B.40)” means ‖f(Z) − f(ṽ_ηm)‖ <= ε/3, which has no number, not (B.40)."),
    ),
    narrower=estimate.near_values,
)
display(
    "B.3",
    60,
    "The near pairs: the last line, and with it the sum is at most 2ε/3 times their weights.",
    "B.44",
    printed=(pair_thirds_add, Claim(of_chain, over_near(pair_weighted) <= near_end)),
    corrected=(pair_thirds_add, near_case),
    errata=not_distance,
    narrower=estimate.near_values,
)
display("B.3", 61, "The nearest pair.", "B.45", printed=for_pairs(nearest_centre.best_part))

far_parts = tuple(map(grid_case, (*nearest_centre.far_steps, nearest_centre.far_at_scale)))
out_of_reach = sigma(
    lambda i: sigma(lambda j: ite(pair_score(best_key, best) - pair_score(i, j) <= delta, 0, 1), 1, G), 1, G
)
fewer_than_G = Claim((G >= 1, length >= 1, *best_pair, greatest_pair, delta > 0), out_of_reach < G)
three_far = Search(
    sizes={"m": [1], "G": [2], "i_m": [1], "j_m": [1]},
    reals={"delta": [1]},
    entries={"v": [0, 3], "z_K": [0], "z_Q": [0]},
    length={"v": "G m", "z_K": "m", "z_Q": "m"},
)


def pair_square(i: Term, j: Term) -> Term:
    """‖Z̃ − v_η‖²."""

    def side(z: Term, j: Term) -> Term:
        return sigma(lambda k: (z(k) - v(j, k)) * (z(k) - v(j, k)), 1, length)

    return side(z_K, i) + side(z_Q, j)


def over_far(f: Callable[[Term, Term], Term]) -> Term:
    """Σ f over the pairs of E_1 as printed."""

    def member(i: Term, j: Term) -> Term:
        return ite(pair_score(best_key, best) - pair_score(i, j) <= delta, 0, f(i, j))

    return sigma(lambda i: sigma(lambda j: member(i, j), 1, G), 1, G)


pair_quotients = over_far(lambda i, j: exp(R / 2 * (pair_square(best_key, best) - pair_square(i, j))))
below_on_grid = Claim(
    (*estimate.printed_points, *in_cube, *best_pair, greatest_pair, B0 > 0, R > 0, delta > 0),
    2 * B0 * pair_quotients <= 2 * B0 * over_far(lambda i, j: num(1)) * estimate.far_bound,
)
wide_cells = replace(
    estimate.wide_cells,
    sizes={**estimate.wide_cells.sizes, "i_m": [1]},
    entries={**estimate.wide_cells.entries, "z_K": [-3], "z_Q": [-3]},
    length=both_lengths,
)
*_, strict = estimate.scale_errata
finer_square = for_pairs(grid.nearest_square)
far_display = display(
    "B.3",
    62,
    "The far pairs contribute at most ε/3, for R >= 8 ln(6B_0G²/ε)/(3δ²).",
    "B.46",
    printed=(estimate.too_small, below_on_grid, unproved(estimate.none_far), fewer_than_G),
    corrected=(*far_parts, finer_square, for_pairs(grid.far_in_square)),
    steps=for_pairs(estimate.far_by_gap),
    errata=(
        Erratum(
            "false",
            estimate.by_turns.format("The logarithm must be ln(6B_0G²/ε)"),
            0,
            estimate.scale_search,
            same_as="eq-B.21",
        ),
        Erratum("gap", estimate.exponents_of.format("E_1"), 1, wide_cells, same_as="eq-B.21#2"),
        Erratum("strictness", strict.what, 2, doubled(estimate.alone)),
        Erratum("false", "Of the G² pairs more than G may be far: the logarithm needs G² for G.", 3, three_far),
    ),
    narrower=estimate.far_values + estimate.in_square.format("ηm", "2dn"),
)


def of_E(words: str) -> str:
    """What is said of j_m, J_0 and J_1, as it is called for pairs."""
    return words.replace("j_m", "η_m").replace("J_", "E_").replace("With one centre", "With one pair")


joined = tuple(
    grid_case(claim) for claim in (nearest_centre.near_two_parts, nearest_centre.near_joined, nearest_centre.near_total)
)
display(
    "B.3",
    63,
    "The near pairs and the nearest one, by (B.44) and (B.45).",
    printed=for_pairs(estimate.near_and_best),
    steps=joined[0],
)
display(
    "B.3",
    64,
    "Together at most 2ε/3.",
    "B.47",
    printed=(unproved(estimate.near_joined), for_pairs(estimate.near_shares)),
    corrected=joined[1:],
    errata=Erratum("false", of_E(estimate.taken_twice), 0, doubled(estimate.one_centre), same_as="eq-B.18"),
    narrower=estimate.near_values,
)
display(
    "B.3",
    65,
    "The sum of the parts is at most ε.",
    printed=unproved(estimate.printed_total),
    corrected=grid_case(nearest_centre.average_within),
    errata=Erratum(
        "false",
        of_E(estimate.not_reached.format("(B.47)", "(B.46)")),
        0,
        doubled(estimate.one_value),
        same_as="eq-B.18",
    ),
    narrower=estimate.far_values,
)
