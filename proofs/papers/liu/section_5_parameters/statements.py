"""Statements of sections 5 and C: numbers of parameters, in the paper's order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.liu.beyond import least_scale
from proofs.papers.liu.section_3_max_affine.indicator_weights import misfits
from proofs.papers.liu.section_4_1_self_attention import construction, estimate, grid, nearest_centre, self_attention
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, aff, j, length, r, sized, tiled, valued, y
from proofs.papers.liu.section_4_1_self_attention.construction import misfit_errata, one_value, small
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, gap, greatest, labelled, square
from proofs.papers.liu.section_5_parameters import ball_network, theorem_5_1_square
from proofs.papers.liu.section_5_parameters.ball_network import (
    L,
    N_x,
    counted,
    lipschitz_each,
    over_balls,
    printed_count,
    radius,
    shown,
    steep,
)
from proofs.papers.liu.section_5_parameters.lipschitz import lipschitz_bounded, lipschitz_modulus
from proofs.papers.liu.section_5_parameters.theorem_5_1 import value_at_ball
from proofs.papers.liu.section_5_parameters.theorem_5_1_square import always, trained
from proofs.papers.liu.vocabulary import c, d, display, eps, i, instance, k, n, numbered, paper
from proofs.theorems.algebra.matrices import blocks, constant, zero

says = (
    "For L-Lipschitz f on a set in N_x balls of radius ε/(3L) there are Linear and Attn within ε of it. Corrected: "
    "nothing is said of the number of parameters; whether O(dnN_x) entries are enough is open."
)
theorem_5_1_printed = Claim((), exists(lambda B: [0 < B, always(B)], "Z"))
not_counted = Erratum(
    "gap", "The network counted has a W_V of d rows, and the count leaves out the 2n entries R of its W_Q. With a "
    "square W_V no count of entries is known here: tokens come in many copies.",
)  # fmt: skip
one_ball = {
    "d": 1, "n": 1, "N_x": 1, "L": 1, "epsilon": 3, "C": [[[0]]],
    "U": mapping(lambda X: ite(X(1, 1) <= 1, ite(-1 <= X(1, 1), 1, 0), 0), MATRIX),
    "f": mapping(lambda X, r, c: X(r, c), MATRIX, "Z", "Z"),
}  # fmt: skip
for name, section in (("5.1", "5"), ("C.1", "C.1")):
    numbered(
        "theorem", name, says, section, printed=theorem_5_1_printed, corrected=theorem_5_1_square.theorem_5_1_square,
        steps=value_at_ball,
        errata=not_counted if name == "5.1" else replace(not_counted, same_as="theorem-5.1"),
        narrower="Only the error is proved; its hypotheses are those of the printed sentence.", holds_at=one_ball,
    )  # fmt: skip
paper.state(
    "C.1-network", "The network of C.1, with a W_V of d rows and as corrected, is within ε of an L-Lipschitz f on a "
    "set in N_x balls, if f has values at their centres.",
    section="C.1", index=(), kind="finding", printed=ball_network.theorem,
)  # fmt: skip
for section in ("5", "C.1"):
    display(
        section,
        1,
        "The largest error of the network is at most ε.",
        printed=theorem_5_1_square.theorem_5_1_square,
        holds_at=one_ball,
    )
closed = Erratum(
    "gap", "𝒳 is not assumed to be closed, so that it follows from the Lipschitz condition, but not from continuity."
)
paper.state(
    "text-C.1-6", "An L-Lipschitz function on a set in finitely many balls is bounded.",
    section="C.1", index="C.1¶6", kind="fact", printed=lipschitz_bounded, errata=closed, holds_at=one_ball,
)  # fmt: skip


def for_balls(claim: Claim) -> Claim:
    """A claim that is not proved, with N_x centres."""
    return Claim(tuple(map(shown, claim.given)), shown(claim.shows))


def balls(search: Search) -> Search:
    """The same search with N_x for G."""
    sizes = {("N_x" if name == "G" else name): values for name, values in search.sizes.items()}
    length_ = {name: str(places).replace("G", "N_x") for name, places in search.length.items()}
    return Search(sizes, search.reals, search.entries, length_)


def refuted(what: str, position: int, search: Search, same_as: str = "") -> Erratum:
    """The erratum of the corresponding display of B.1."""
    return Erratum("false", what, position, balls(search), same_as=same_as)


display(
    "C.1", 2, "The layer Linear with the centres of the balls. Corrected: block j stands at columns jd + s, not j + s.",
    printed=for_balls(construction.overlap_printed),
    corrected=(over_balls(self_attention.linear_has_dots), over_balls(self_attention.linear_has_blocks)),
    errata=(
        refuted(construction.overlapping.replace("G +", "N_x +"), 0, construction.overlap, "B.1-15"),
        Erratum("typo", "N_x = P^(dn) is left over from B.1: N_x is the number of balls."),
        Erratum("typo", "ṽ = [v_{1:d}ᵀ, v_{d+1:2d}ᵀ, …]ᵀ before it is v again; meant is [v_{1:d}, …], which is d × n."),
        Erratum("typo", "The centres are numbered from 1 to N_x where they are introduced, from 0 to N_x − 1 in sums."),
    ),
    narrower=construction.laid_out,
)  # fmt: skip
display(
    "C.1", 3, "The scalars in Linear are v_jᵀZ̃.",
    printed=(self_attention.products_are_tokens, self_attention.tokens_flatten, self_attention.dot_commutes),
)  # fmt: skip
linear_has_blocks = Claim(
    tuple(map(shown, tiled)), shown(self_attention.linear_has_blocks.shows), "linear_has_blocks_over_balls",
)  # fmt: skip
display(
    "C.1", 4, "Linear(Z), the factors in the other order. Corrected: e_1 stands on the left of the row, not on its "
    "right.",
    printed=tuple(for_balls(claim) for claim in misfits(construction.linear_17, sized)), corrected=linear_has_blocks,
    errata=misfit_errata(
        "A row of 2dN_x is multiplied by a column of 2dN_x + 1: e_1 belongs to the left of the row.",
        "The product has one row, the matrix added 2dN_x + 1.", "The product has one column, the matrix added 2dN_x.",
        same_as=["B.1-17", "B.1-17", "B.1-17"],
    ),
    narrower=construction.laid_out,
)  # fmt: skip
display("C.1", 5, "X_0: v_jᵀZ̃ d times, for each j.", given=tuple(map(shown, tiled)), defines=shown(self_attention.X0(1,
    k)))  # fmt: skip
flat_zero = "The 0 in the last row stands beside n rows; it must be 0_n."


def key_of_c() -> object:
    """W_K as printed in C.1: single zeros in the first column below the 1, where n are needed at the last."""
    upper = [constant(1, 1, 1), zero(1, self_attention.half), zero(1, self_attention.half)]
    lower = [zero(1, 1), self_attention.log_plus, self_attention.log_minus]
    return blocks([upper, [zero(1, 1), self_attention.W0, self_attention.W0], lower])


short_key = tuple(for_balls(claim) for claim in misfits(key_of_c, sized))
keys = over_balls(self_attention.centre_keys)
for number, says in (
    (6, "W_K, with the zeros of the first row as 1 × d blocks. Corrected: the 0 in the last rows is 0_n."),
    (7, "K = W_K Linear(Z). Corrected: the 0 in the last rows of W_K is 0_n."),
):
    display(
        "C.1",
        number,
        says,
        printed=short_key,
        corrected=keys,
        errata=misfit_errata(flat_zero),
        narrower=construction.laid_out,
    )
room = for_balls(construction.room)
queries = over_balls(self_attention.centre_queries)
fits = "2dN_x ≥ n is needed for the sizes 2dN_x − n; unused columns can be added, at the cost of one parameter each."
display(
    "C.1", 8, "W_Q. Corrected: 2dN_x ≥ n is assumed.",
    given=tuple(map(shown, tiled)), defines=shown(self_attention.W_Q(i, k)), printed=room,
    corrected=queries, errata=Erratum("gap", fits, 0, small), narrower=construction.laid_out,
)  # fmt: skip
display("C.1", 9, "Q = W_Q Linear(Z).", printed=queries)
scores = over_balls(self_attention.centre_scores)
display(
    "C.1", 10, "KᵀQ. Corrected: the second column of Kᵀ is −‖v_j‖²/2, with a minus sign.", corrected=scores,
    printed=Claim(
        tuple(map(shown, valued)),
        shown(Eq((construction.K_unsigned.T @ self_attention.Q)(1, 1), (self_attention.K.T @ self_attention.Q)(1, 1))),
    ),
    errata=refuted("The second column of Kᵀ has lost its minus sign: it is −‖v_j‖²/2.", 0, construction.one_centre),
)  # fmt: skip
exps = over_balls(self_attention.score_exponentials)
display("C.1", 11, "exp(KᵀQ).", "C.1", printed=exps)
display("C.1", 12, "exp(KᵀQ), a second time.", "C.2", printed=exps)
denominators = tuple(over_balls(claim) for claim in (*construction.chain_12, self_attention.denominator_is_alpha))
display(
    "C.1", 13, "The denominators of the first n columns are 2dα(Z). Corrected: the denominators are sums over columns, "
    "not rows.",
    corrected=denominators,
    errata=Erratum("typo", construction.swapped, same_as="eq-B.12"),
)  # fmt: skip
display("C.1", 14, "W_V = [0_d, X_1, −X_1].", given=tuple(map(shown, tiled)), defines=shown(self_attention.W_V(i, k)))
display("C.1", 15, "X_1: N_x identities side by side.", given=tuple(map(shown, tiled)),
    defines=shown(self_attention.X1(i, k)))  # fmt: skip
display("C.1", 16, "V = [X_1, −X_1].", printed=over_balls(self_attention.centre_values))
display("C.1", 17, "W_O = [dB_0 I_n; 0].", given=tuple(map(shown, tiled)), defines=shown(self_attention.W_O(i, k)),
        errata=Erratum("typo", construction.not_only, same_as="B.1-42"))  # fmt: skip
attends = over_balls(self_attention.network_attends)
display(
    "C.1", 18, "The output with the matrices found so far; the halves are subtracted. Corrected: Linear has block j at "
    "columns jd + s, as in the corrected (B.5).",
    corrected=attends,
    errata=Erratum("typo", construction.other_columns, same_as="eq-B.5"),
)  # fmt: skip
display("C.1", 19, "X_1 adds up the blocks.", printed=over_balls(self_attention.blocks_add_up))
display(
    "C.1", 20, "What it adds up to, block by block.",
    printed=Claim(tuple(map(shown, valued)), shown(self_attention.blocks_add_up.shows), "blocks_add_up_over_balls"),
)  # fmt: skip
output = over_balls(self_attention.network_output)
display(
    "C.1", 21, "The output: the average of f(ṽ_j) with the weights of the centres. Corrected: the first two lines have "
    "the factor 1/2d, which is lost.",
    "C.4",
    printed=for_balls(
        Claim((*sized, B0 > 0, *one_value), Eq(construction.unscaled(r, c), self_attention.output(r, c))),
    ),
    corrected=(over_balls(self_attention.values_beside_zeros), over_balls(self_attention.output_rescaled), output),
    errata=refuted(
        "The factor 1/2d has been lost in the first two lines, which are 2d times the third.", 0, construction.single,
    ),
    narrower=construction.laid_out,
)  # fmt: skip
paper.state(
    "definition-C.1", "The affine functions Aff_j and their maximum.", section="C.1", index="Definition C.1",
    kind="definition", given=[N_x >= 1], defines=(aff(j), shown(Max(aff, 1, G))),
)  # fmt: skip
display("C.1", 22, "Aff_j(Z̃) = v_jᵀZ̃ − ‖v_j‖²/2.", defines=aff(j))
display("C.1", 23, "MaxAff is the greatest of them.", given=[N_x >= 1], defines=shown(Max(aff, 1, G)))
paper.state(
    "text-C.1-15", "An L-Lipschitz function is uniformly continuous: for some δ > 0 points within δ in ‖·‖_∞ have "
    "values within ε/3.",
    section="C.1", index=("C.1¶15", "C.1¶16"), kind="fact", printed=lipschitz_modulus,
    errata=Erratum("gap", closed.what, same_as="text-C.1-6"),
)  # fmt: skip
by_square: dict[str, Any] = {"reach": fun(square), "cut": delta * delta}


def ball_case(claim: Claim) -> Claim:
    """A claim of `nearest_centre` for N_x centres, near meaning ‖Z̃ − v_j‖² <= δ²."""
    return instance(claim, f"{claim.name}_in_balls", G=N_x, **by_square)


splits, near_part = ball_case(nearest_centre.average_splits), ball_case(nearest_centre.near_part)
two_balls = Search(
    sizes={**construction.point, "G": [2], "j": [2]}, reals={"delta": [rational(3, 5)]},
    entries={"v": [-1, 0], "z": [-1]}, length={"v": "G m", "z": "m"},
)  # fmt: skip
display(
    "C.1", 24, "The nearest centre, the near ones, the far ones, by how far Aff_j is below the maximum.",
    given=(N_x >= 1, *(for_balls(Claim((), x)).shows for x in (best >= 1, best <= G, j >= 1, j <= G))),
    defines=tuple(for_balls(Claim((), x)).shows for x in estimate.thirds),
    steps=(for_balls(estimate.near_by_aff), splits, near_part),
    errata=replace(
        refuted(f"{estimate.not_distance}Near must mean ‖Z̃ − v_j‖_2 ≤ 2ε/(3L).", 0, two_balls, "eq-B.19"),
        defect="step",
    ),
)  # fmt: skip
display(
    "C.1", 25, "Aff_i − Aff_j is half the difference of the squared distances.",
    printed=(nearest_centre.affine_completed, nearest_centre.affine_squares),
)  # fmt: skip
display("C.1", 26, "v_jm is a nearest centre.", "C.5", printed=over_balls(nearest_centre.nearest_is_minimum))
display("C.1", 27, "Z lies within ε/(3L) of the nearest centre.", "C.6",
    printed=over_balls(ball_network.nearest_within_radius))  # fmt: skip
display("C.1", 28, "f(ṽ_jm) is within ε/3 of f(Z).", "C.7", printed=ball_network.close_value_over_balls)
by_output = over_balls(grid.network_error_by_output)
display(
    "C.1",
    29,
    "The error, by (C.4). Corrected: |f| < B_0 at the centres, as the network takes ln 0 where |f| is B_0.",
    corrected=by_output,
    errata=estimate.needs_strict,
)
display(
    "C.1", 30, "The error is at most an average, which is split into the nearest centre, the other near ones and the "
    "far ones. Corrected: j_m is left out of the near ones, where it is counted twice, and near means within δ.",
    "C.8",
    printed=(
        over_balls(nearest_centre.error_is_averaged), over_balls(nearest_centre.average_bounds_error),
        for_balls(estimate.counted_twice),
    ),
    corrected=(
        Claim(
            tuple(map(shown, nearest_centre.average_bounds_error.given)),
            shown(nearest_centre.average_bounds_error.shows), "average_bounds_error_over_balls",
        ),
        splits,
    ),
    errata=refuted("j_m belongs to J_0 as it is defined, so that its term is counted twice.", 2, estimate.twice),
)  # fmt: skip
total_square = Sum(lambda r: Sum(lambda c: (F(j, r, c) - y(r, c)) * (F(j, r, c) - y(r, c)), 1, n), 1, d)
lipschitz = every(lambda i: substitute(total_square, {j: i}) <= L * L * square(i), 1, G)
in_infinity = Claim(
    (d >= 1, n >= 1, length >= 1, j >= 1, j <= G, *steep, lipschitz, grid.farthest(j) <= radius), gap(j) <= eps / 3
)
spread = Search(
    sizes={"m": [2], "G": [1], "j": [1], "d": [2], "n": [1]}, reals={"L": [1], "epsilon": [3]},
    entries={"v": [0], "z": [1], "F": [0, rational(7, 5)], "y": [0]},
    length={"v": "G m", "z": "m", "F": "G d n", "y": "d n"},
)  # fmt: skip
infinite = (
    "f is Lipschitz in the 2-norm: ‖·‖_∞ ≤ ε/(3L) between points does not bound the difference of the values. With "
    "‖Z̃ − v_j‖_2 ≤ 2ε/(3L) for the near centres it is at most 2ε/3."
)
lines_near = (
    over_balls(estimate.near_by_best_printed),
    for_balls(Claim(
        (*labelled, greatest, *steep, lipschitz_each, *estimate.by_thirds, estimate.values_steady),
        estimate.second_line,
    )),
    over_balls(estimate.thirds_add),
)  # fmt: skip
near_line = ball_case(nearest_centre.near_by_best)
two_values = replace(
    two_balls,
    sizes={**construction.point, "G": [2]},
    reals={"delta": [rational(3, 5)], "R": [1], "epsilon": [rational(1, 2)], "L": [1]},
    entries={**two_balls.entries, "F": [0, 1], "y": [0]},
    length={**two_balls.length, "F": "G d n", "y": "d n"},
)
for number, equation, same_as in ((31, "C.9", ""), (32, "C.10", "eq-C.9#2")):
    display(
        "C.1",
        number,
        "The near centres, by way of f(ṽ_jm): at most 2ε/3 times their weights. Corrected: near means within δ in the "
        "2-norm, not Aff_j within δ of the maximum, nor within ε/(3L) in ‖·‖_∞.",
        equation,
        printed=(*lines_near, for_balls(in_infinity)),
        corrected=(near_line, near_part),
        errata=(
            refuted(f"{estimate.not_distance}Near must mean ‖Z̃ − v_j‖_2 ≤ 2ε/(3L).", 1, two_values, "eq-B.19"),
            refuted(infinite, 3, spread, same_as),
        ),
        narrower=estimate.near_values,
    )
display(
    "C.1", 33, "The nearest centre: at most ε/3 times its weight.", "C.11", printed=over_balls(nearest_centre.best_part)
)
display(
    "C.1",
    34,
    "The far centres add at most 2B_0 times their weights.",
    printed=over_balls(estimate.far_bounded_printed),
)
in_a_ball = (ball_network.ball >= 1, ball_network.ball <= G, 4 * square(ball_network.ball) <= delta * delta)
below_squares = for_balls(Claim((*estimate.below_squares.given, *in_a_ball), estimate.below_squares.shows))
far_parts = tuple(map(ball_case, (*nearest_centre.far_steps, nearest_centre.far_at_scale)))
*_, strict = estimate.scale_errata
far_ball = balls(replace(
    estimate.wide_cells, sizes={**estimate.wide_cells.sizes, "b": [1]}, entries={"v": [-3, 0], "z": [-3]},
    length={"v": "G m", "z": "m"},
))  # fmt: skip
scale_display = display(
    "C.1", 35, "The far centres contribute at most ε/3, for R ≥ 8 ln(6B_0N_x/ε)/(3δ²), δ = 2ε/(3L). Corrected: "
    "ln(6B_0N_x/ε), not ln(3B_0N_xε/2); far means farther than δ in the 2-norm; and ≤ where no centre is far.",
    "C.12",
    printed=(for_balls(estimate.too_small), below_squares, for_balls(estimate.none_far)),
    corrected=(*far_parts, over_balls(ball_network.far_ball_apart), over_balls(estimate.far_by_gap)),
    errata=(
        refuted(estimate.by_turns.format("The logarithm must be ln(6B_0N_x/ε)"), 0, estimate.scale_search, "eq-B.21"),
        Erratum("gap", estimate.exponents_of.format("J_1"), 1, far_ball, same_as="eq-B.21#2"),
        Erratum("strictness", strict.what, 2, balls(estimate.alone)),
    ),
    narrower=estimate.far_values + " With δ = 2ε/(3L), and the nearest centre within ε/(3L) by (C.6), far centres "
    "are as much farther as is supposed.",
)  # fmt: skip
paper.constant(
    "lipschitz-scale", scale_display, "the least scale R that makes the far balls contribute at most ε/3",
    shown(8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps)),
    needed=shown(8 / (3 * (delta * delta)) * log(6 * B0 * G / eps)), needed_by=far_parts[-1],
    sharp=shown(least_scale.least_scale), sharp_by=over_balls(least_scale.far_at_least_scale),
    beyond=over_balls(least_scale.far_below_least_scale), note="The chain of (C.12) has 2/3 in place of the 3/2 before "
    "it. With δ = 2ε/(3L), the needed R is 6L² ln(6B_0N_x/ε)/ε². For R ≥ 0. The sharp value is for N_x ≥ 2 and ε < "
    "6B_0, if only the distances of the centres are known.",
)  # fmt: skip
display(
    "C.1",
    36,
    "The near centres and the nearest one are together at most 2ε/3. Corrected: j_m is left out of the near ones, "
    "where it is counted twice.",
    "C.13",
    printed=(over_balls(estimate.near_and_best), for_balls(estimate.near_joined), over_balls(estimate.near_shares)),
    corrected=tuple(
        ball_case(claim)
        for claim in (nearest_centre.near_two_parts, nearest_centre.near_joined, nearest_centre.near_total)
    ),
    errata=refuted(estimate.taken_twice, 1, estimate.one_centre, "eq-B.18"),
    narrower=estimate.near_values,
)
display(
    "C.1", 37, "The error is at most the sum of the three parts; the formula goes on in the next display.",
    printed=over_balls(estimate.error_by_parts),
)  # fmt: skip
beyond = Erratum(
    "gap", "The centres need not lie in the domain of f, whose values there are used: f must be extended.",
    same_as="eq-B.1",
)  # fmt: skip
display(
    "C.1", 38, "The sum of the parts is at most ε: the term of j_m is counted twice, and is at most ε/3 times its "
    "weight. For the error of the network f has to be extended to the centres.",
    printed=over_balls(estimate.parts_within), errata=beyond,
)  # fmt: skip
(entry,) = reals("e")
paper.state(
    "remark-C.1", "Parameters are the numbers that depend on f or on the balls; the constants 0 and 1 are not counted. "
    "The formula: an entry counts as 1 if it is not 0, 1 or −1, else as 0.",
    section="C.1", index="Remark C.1", kind="remark", defines=trained(entry),
)  # fmt: skip
display(
    "C.1", 39, "W_K and W_Q again, for counting. Corrected: the 0 in the last rows of W_K is 0_n.",
    printed=short_key, corrected=keys,
    errata=(
        *misfit_errata(flat_zero), Erratum("typo", "Here R stands in W_K and in W_Q, in the construction only in W_Q."),
    ),
    narrower=construction.laid_out,
)  # fmt: skip
display(
    "C.1", 40, "W_V and W_O again.", given=tuple(map(shown, valued)),
    defines=(shown(self_attention.W_V(i, k)), shown(self_attention.W_O(k, i))),
    errata=Erratum("typo", "G is left over from B.1; it is N_x."),
)  # fmt: skip
display(
    "C.1", 41, "X_1 again.", given=tuple(map(shown, tiled)), defines=shown(self_attention.X1(i, k)),
    errata=Erratum("typo", "X_1 has dN_x columns, not dG.", same_as="C.1-40"),
)  # fmt: skip
miscounted = Claim(counted, Eq(printed_count, 4 * d * n * N_x + 2 * d * N_x + n))
three = "dnN_x + 2dnN_x is 3dnN_x, not 4dnN_x; and W_Q has 2n entries R, which depends on f."
display(
    "C.1", 42, "The number of parameters, 3dnN_x + 2dN_x + 3n, is at most 8dnN_x. Corrected: 3dnN_x, not 4dnN_x, and "
    "the 2n entries R of W_Q are counted.",
    printed=miscounted,
    corrected=ball_network.parameters_linear,
    errata=Erratum("false", three, 0, Search(sizes={"d": [1], "n": [1], "N_x": [1]})),
)  # fmt: skip
