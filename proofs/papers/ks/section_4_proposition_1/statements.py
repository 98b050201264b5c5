"""Statements of section 4.2 and appendix A.5: universal approximation, in the paper's order."""

from __future__ import annotations

from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1 import (
    attention_on_grid,
    duplicates_counted,
    grid_contexts,
    network_exists,
    printed_bumps,
    printed_network,
    proposition_1_on_cube,
    quantiser,
    three_errors,
)
from proofs.papers.ks.section_4_proposition_1.attention_on_grid import (
    AT_ID,
    R,
    added_to,
    attended,
    bound_64,
    bump,
    given_63,
    greatest_norm,
    moved_printed,
    outside,
)
from proofs.papers.ks.section_4_proposition_1.compact_domain import equivariant_near
from proofs.papers.ks.section_4_proposition_1.context_ids import L
from proofs.papers.ks.section_4_proposition_1.cut_off import near_on_compact, proposition_1
from proofs.papers.ks.section_4_proposition_1.duplicates_counted import in_sub_grid_printed
from proofs.papers.ks.section_4_proposition_1.entrywise_layers import penalty_is_a_layer, staircase_is_a_layer
from proofs.papers.ks.section_4_proposition_1.equivariance import labels_consistent
from proofs.papers.ks.section_4_proposition_1.extreme_values import extreme_values
from proofs.papers.ks.section_4_proposition_1.grid_contexts import differ, on_grid, separated_grid
from proofs.papers.ks.section_4_proposition_1.network_exists import FEED, transformer
from proofs.papers.ks.section_4_proposition_1.penalty import (
    all_entries,
    eq_59_inside_printed,
    eq_60_refuted,
    eq_61_attained,
    eq_61_bound,
    eq_61_corrected,
    eq_61_put_right,
    eq_61_put_right_attained,
    eq_61_refuted,
    first_layer_printed,
    first_layer_put_right,
    own_cell,
    printed_59,
    printed_60,
    printed_61,
    sides_59,
)
from proofs.papers.ks.section_4_proposition_1.positional_encodings import any_continuous
from proofs.papers.ks.section_4_proposition_1.printed_bumps import AT, tent_at
from proofs.papers.ks.section_4_proposition_1.quantiser import printed_58
from proofs.papers.ks.section_4_proposition_1.step_function import (
    D,
    G,
    N,
    Z,
    c,
    cell_low,
    delta,
    distinct_points,
    eq_54_corrected,
    f,
    k_in,
    q,
    step_function,
    t,
    t_in,
    z,
)
from proofs.papers.ks.section_4_proposition_1.step_functions_on_compact_sets import steps_on_compact
from proofs.papers.ks.section_4_proposition_1.three_errors import cell_count, cells_given
from proofs.papers.ks.vocabulary import display, k, n, paper, said, some
from proofs.theorems.algebra.powers import count_bound, duplicate_volume, grid_size
from proofs.theorems.analysis.norms import dot, norm, sqrt
from proofs.theorems.combinatorics.tuples import GRID, grid, same_entries
from proofs.theorems.networks import rounding
from proofs.theorems.networks.rounding import grained, penalty
from proofs.theorems.networks.transformers import d, entry_in

(tokens,) = vectors("Z", 2)
first_weights, attention_weights, second_weights = (
    [variable(name, sort) for name, sort in zip(names.split(), sorts, strict=True)]
    for names, sorts in (("q W_1 b_1 W_2 b_2", FEED), ("W_O W_V W_K W_Q", [MATRIX] * 4), ("q' V_1 c_1 V_2 c_2", FEED))
)
paper.state(
    "eq-19", "the networks F_2 ∘ F_SA ∘ F_1 with one attention layer of one head, on d × n matrices",
    section="4.2", index="4.2[1]", equations="19", given=[some, *entry_in],
    defines=transformer(tokens, first_weights, attention_weights, second_weights)(t, k),
    errata=Erratum("typo", "The domain is written R^(n×d); everywhere else a sequence is d × n, a token a column."),
)  # fmt: skip
paper.state(
    "proposition-1", "for every f that is continuous and permutation equivariant on a compact set closed under "
    "permutations, and 0 outside of the set, every ε > 0 and every head size s there is a network g of one attention "
    "layer with one head between two feed-forward layers with d_p(f, g) < ε, where d_p integrates over all matrices",
    section="4.2", index="Proposition 1", kind="proposition", printed=proposition_1,
    steps=[
        equivariant_near, near_on_compact, proposition_1_on_cube.proposition_1_on_cube,
        network_exists.look_up_exists, network_exists.network_composed, proposition_1_on_cube.eq_71_claim,
    ],
    errata=Erratum(
        "gap", "(1) integrates over all matrices, but the statement does not define a function on a compact domain "
        "outside of it. It is taken to be 0 there, as (51) does for a cube.",
    ),
)  # fmt: skip
said(
    "4.2¶10", "with positional encodings, Transformers with one attention layer approximate every continuous function "
    "on a compact domain, permutation equivariant or not, in d_p over this domain", any_continuous,
)  # fmt: skip
said(
    "A.5¶1", "every function that is continuous on a compact set, and 0 outside of the set, is approximated in d_p, "
    "over all matrices, by step functions, as closely as one likes",
    steps_on_compact,
)  # fmt: skip
paper.state(
    "A.5-skip", "every network with one hidden layer and an output bias, but no skip connection, is computed by a "
    "feed-forward layer (3), which has a skip connection",
    section="A.5", index=(), kind="fact", printed=network_exists.layer_without_skip,
)  # fmt: skip
said(
    "A.5¶7", "on a nonempty compact set each entry of a continuous function has a greatest and a least value",
    extreme_values,
)  # fmt: skip
display(
    "A.5", 1, "51", "if f is 0 outside of [−B, B]^(d×n), Z ↦ f(2BZ − B) is 0 at every Z with an entry below 0 or above "
    "1",
    proposition_1_on_cube.eq_51_below, proposition_1_on_cube.eq_51_above,
)  # fmt: skip
display(
    "A.5", 2, "52", "−1 ≤ f ≤ 1 on [−1, 1]^(d×n), after the change of variables and division by a bound C of |f|",
    proposition_1_on_cube.eq_52_claim,
    errata=Erratum("typo", "The cube is [0, 1]^(d×n), as in (51) and in all that follows, not [−1, 1]^(d×n)."),
)  # fmt: skip
display(
    "A.5", 3, "53", "the grid: Z is one of its points if its entries are l/D, with l in 1, …, D", given=[grained],
    defines=exists(lambda G: [*grid(G, d, n, D), same_entries(Z, fun(lambda t, k: G(t, k) / D, 2), d, n)], GRID),
)  # fmt: skip


def closed_interval(l: Term, x: Term) -> Term:
    """0 if l − 1 <= x <= l, else 1."""
    return ite(l - 1 <= x, ite(x <= l, 0, 1), 1)


cell_high_closed = every(lambda t: every(lambda k: D * Z(t, k) <= G(c, t, k), 1, n), 1, d)
display(
    "A.5", 4, "54", "the step function takes at Z the value of f at the grid point of Z's cell",
    given=[D >= 1, *t_in, *k_in], defines=step_function(t, k, closed_interval),
    steps=[
        Claim(
            (distinct_points, c >= 1, c <= N, cell_low, cell_high_closed, *t_in, *k_in),
            Eq(step_function(t, k, closed_interval), f(c, t, k)),
        ),
        eq_54_corrected,
    ],
    errata=Erratum(
        "step", "Closed cells overlap: where an entry of Z lies on the grid the sum counts several cells, on a set of "
        "volume 0. With cells half-open at their upper end, as the quantiser's are, each point of [0, 1)^(d×n) lies in "
        "one.", 0,
        Search(
            sizes={"d": [1], "n": [1], "D": [2], "N": [2], "c": [1, 2], "t": [1], "k": [1]},
            entries={"G": [1, 2], "Z": [rational(1, 2)], "f": [1]}, length={"G": "N d n", "f": "N d n", "Z": "d n"},
        ),
    ),
)  # fmt: skip
display(
    "A.5", 5, "55", "for D large enough the step function is closer than ε/3 to f in d_p, if f is uniformly continuous "
    "on the unit cube, 0 outside of it and bounded",
    three_errors.eq_55_claim,
)  # fmt: skip
display(
    "A.5", 6, "56", "a ramp of height 1/D on [0, δ], as a network", quantiser.eq_56_low, quantiser.eq_56_between,
    quantiser.eq_56_high,
)  # fmt: skip
display(
    "A.5", 7, "57", "D steps stacked: quant_D, except on the intervals [t/D, t/D + δ), whose total length is Dδ; "
    "quant_D is q/D on [(q − 1)/D, q/D)",
    quantiser.eq_57_claim, quantiser.quant_below, quantiser.quant_inside,
    quantiser.quant_last, quantiser.steps_length,
)  # fmt: skip
display(
    "A.5", 8, "58", "a network that maps [(q − 1)/D + δ, q/D] to q/D, everything outside of (0, 1 + δ) to 0, and all "
    "numbers into [0, 1]; corrected: the sum runs from t = 0 to D − 1",
    Claim(rounding.in_interval, Eq(printed_58, q / D)), quantiser.eq_58_below_printed,
    quantiser.eq_58_above_printed,
    corrected=[
        rounding.quantiser_inside, rounding.quantiser_below, rounding.quantiser_above, rounding.quantiser_le,
        rounding.quantiser_nonneg,
    ],
    errata=Erratum(
        "false", "The sum has to begin with t = 0 and end with t = D − 1, as in (57): from 1 to D every value in (0, "
        "1) comes out as the next smaller grid value, 0 included.", 0,
        Search(sizes={"D": [1, 2], "q": [1, 2]}, reals={"z": [rational(1, 2), 1], "delta": [rational(1, 4)]}),
    ),
)  # fmt: skip
said(
    ("A.5¶15", "A.5¶16", "A.5¶18"), "a feed-forward layer computes the staircase (58) of every entry of a sequence, "
    "and another one the penalty (59); corrected: (58) and (59) are taken in their corrected forms",
    corrected=(staircase_is_a_layer, penalty_is_a_layer),
    errata=Erratum("gap", "(58) and (59), as they are printed, are other functions.", same_as="eq-58"),
)  # fmt: skip
display(
    "A.5", 9, "59", "a network for the penalty: −1 outside of the unit interval and 0 inside, except on two intervals "
    "of length δ; corrected: the first step is subtracted, and the last sign is +",
    Claim(sides_59[0], Eq(printed_59, penalty(z))), eq_59_inside_printed,
    Claim(sides_59[2], Eq(printed_59, penalty(z))),
    corrected=[
        rounding.penalties_below, rounding.penalties_inside, rounding.penalties_above, rounding.penalties_nonneg,
        rounding.penalties_le,
    ],
    errata=[
        Erratum(
            "false", "The last sign has to be +: as printed the penalty grows without bound below 0.", 0,
            Search(reals={"z": [-2, -3], "delta": [1]}),
        ),
        Erratum(
            "false", "The first step has to be subtracted: as printed, entries above 1 get +1 for a penalty.", 2,
            Search(reals={"z": [2, 3], "delta": [1]}),
        ),
    ],
)  # fmt: skip
display(
    "A.5", 10, "60", "a feed-forward layer quantises each entry in the cube, off the steps, and marks each entry "
    "outside of [0, 1] by a large number P ≥ 0; corrected: each entry is marked by itself, by P, as no layer can add "
    "up the penalties of all tokens",
    printed_60,
    corrected=[
        rounding.first_layer_inside, rounding.first_layer_below, rounding.first_layer_above,
        rounding.first_layer_nonneg, rounding.first_layer_le,
    ],
    steps=[
        Claim(
            (grained, all_entries(lambda x: 0 <= x), all_entries(lambda x: x <= 1), *t_in, *k_in, *own_cell),
            Eq(first_layer_printed(Z, t, k), q / D),
        ),
    ],
    given=[grained, *t_in, *k_in], defines=first_layer_printed(Z, t, k),
    narrower="The corrected layer is another function, which depends on δ and P.",
    errata=[
        Erratum(
            "false", "A feed-forward layer works on each token by itself, but (60) adds up the penalties of all "
            "tokens: two sequences with an equal token, one with another token outside of the cube, would have to get "
            "different outputs there. The penalty can depend on the coordinate itself only. As corrected it raises the "
            "entry by a large P, and the factor of the scores is positive, so that attention passes it on to all "
            "tokens.",
            by=eq_60_refuted, at={"d": 1, "n": 2, "D": 1, "delta": rational(1, 4)},
        ),
        Erratum(
            "step", "On the boundary of the cube (60) does not quantise: an entry 0 is penalised by (59), but "
            "quantised to 1/D. That is a set of volume 0.", 0,
            Search(
                sizes={"d": [1], "n": [1], "D": [1], "t": [1], "k": [1], "q": [1]}, entries={"Z": [0]},
                length={"Z": "d n"},
            ),
        ),
    ],
)  # fmt: skip
display(
    "A.5", 11, "61", "the squared norm of a token after the first layer is at most (dn)² d for the corrected networks "
    "(58) and (59) and for the function (60), attained outside of the cube, and at most (1 + P)² d for the layer that "
    "replaces (60); corrected: the sum of (58) and the signs of (59) are corrected, and (60) is not a layer",
    printed_61,
    corrected=[eq_61_put_right, eq_61_put_right_attained, eq_61_bound, eq_61_attained, eq_61_corrected],
    narrower="It holds for the corrected networks, for (60) in place of its networks, and for the layer that replaces "
    "(60), which depends on δ and P.",
    errata=[
        Erratum(
            "false", "The outputs of the networks (58) and (59) as printed are not bounded, as (59) has a wrong sign. "
            "With corrected signs it holds for them, and for (60), which they approximate.", by=eq_61_refuted,
            at={"d": 1, "n": 1, "D": 1, "k": 1, "delta": 1}, same_as="eq-59",
        ),
        Erratum("gap", "No feed-forward layer computes (60).", same_as="eq-60"),
    ],
)  # fmt: skip
display(
    "A.5", 12, "62", "the grid sequences without duplicate tokens; as printed, without k ≠ l, there are none. With k ≠ "
    "l there are M(M − 1)…(M − n + 1) among the M^n, M = D^d, and the cells of the others have volume at most n(n − "
    "1)/(2 D^d)",
    given=[D >= 1],
    defines=in_sub_grid_printed,
    steps=[duplicates_counted.sub_grid_empty, duplicates_counted.count_exact, count_bound, duplicate_volume],
    errata=Erratum(
        "typo", "k ≠ l must be assumed: no token differs from itself, and the set would be empty.",
        by=duplicates_counted.sub_grid_empty, same_as="eq-6",
    ),
)  # fmt: skip
said(
    "A.5¶23",
    "the values of a permutation equivariant function are consistent labels of grid sequences without duplicate tokens",
    labels_consistent,
)
said(
    "A.5¶24", "for grid sequences without duplicate tokens there are weights of rank one, r and δ ≥ 0 with which "
    "attention is an (r, δ)-contextual mapping",
    grid_contexts.grid_contexts,
)  # fmt: skip
said(
    "A.5¶25", "grid tokens are at least 1/D and at most √d long, and different ones at least 1/D apart; corrected: ≥ "
    "and ≤, as all three are attained, so they are not (1/D, √d, 1/D)-separated",
    Claim((*on_grid, *differ[:2]), separated_grid(lambda s, t: s < t)), corrected=grid_contexts.grid_separated,
    steps=[grid_contexts.grid_long, grid_contexts.grid_short, grid_contexts.grid_apart],
    errata=Erratum(
        "strictness", "For d = 1 the token 1/D has the length 1/D, (1, …, 1) has √d, and neighbours are 1/D apart: all "
        "are attained, where Definition 1 asks for strict inequalities.", 0,
        Search(sizes={"d": [1], "t": [1], "D": [1]}, entries={"G": [1], "H": [1]}, length={"G": "d", "H": "d"}),
    ),
)  # fmt: skip
display(
    "A.5", 13, "63", "attention with the weights of A.2 for ε = 1/D and r_max = √d moves a token by at most max_k' "
    "‖Z_k'‖/(4√d D); corrected: ≤, not <",
    Claim(tuple(given_63), norm(added_to(Z), d) < inv(4 * sqrt(d) * D) * greatest_norm),
    corrected=attention_on_grid.eq_63_corrected,
    errata=Erratum(
        "strictness",
        "Not strict: for Z = 0 both sides are 0, and they are equal where all tokens are the same multiple of v.", 0,
        Search(sizes={"d": [1], "n": [1], "s": [1], "D": [1], "k": [1]},
               entries={"v": [1], "W_O": [rational(1, 4)], "u''": [1], "u": [1], "u'": [1], "Z": [0]},
               length={"v": "d", "W_O": "1 d s", "u''": "s", "u": "s", "u'": "s", "Z": "d n"}),
    ),
)  # fmt: skip


def at_sizes_one(entry: Term | int) -> Search:
    """Return the formula at d = n = s = D = 1, δ = 1, all vectors 1, W_O = 1/4 and this entry of Z."""
    return Search(
        sizes={"d": [1], "n": [1], "s": [1], "D": [1], "k": [1], "t": [1], "m": [1], "o": [1]}, reals={"delta": [1]},
        entries={"v": [1], "W_O": [rational(1, 4)], "u''": [1], "u": [1], "u'": [1], "Z": [entry]},
        length={"v": "d", "W_O": "1 d s", "u''": "s", "u": "s", "u'": "s", "Z": "d n"},
    )  # fmt: skip


display(
    "A.5", 14, "64", "attention moves the output of the function (60) by at most dn/(4D), in squares: (63) with (61); "
    "corrected: for (60) in place of its networks, and ≤, not <",
    Claim((*given_63, delta > 0), dot(moved_printed, moved_printed, d) < bound_64),
    corrected=attention_on_grid.eq_64_corrected, narrower="It holds for (60) in place of its networks.",
    errata=[
        Erratum(
            "false", "(61) is for (60), and not for the networks (58) and (59), whose outputs are not bounded. For "
            "(60) it is not strict, as (63) is not: with d = n = D = 1 both sides are 1/4 at Z = −1.", 0,
            at_sizes_one(-3), same_as="eq-59",
        ),
        Erratum("typo", "The layers are applied to a column, Z_k, and the second one lacks its index 1."),
    ],
)  # fmt: skip
put_right_tokens = fun(lambda t, k: first_layer_put_right(Z, t, k), 2)
value, move = reals("y u")
step_65 = [d >= 1, n >= 1, D >= 1, value <= 0, abs(move) <= d * n / (4 * num(1) * D)]
display(
    "A.5", 15, "65", "after (60) and attention the entries of a sequence with an entry outside of [0, 1] are below "
    "1/(4D), for every D; corrected: for the function (60) in place of its networks (58) and (59), for which it fails",
    attention_on_grid.printed_65, corrected=attention_on_grid.eq_65_claim,
    narrower="It holds for (60) in place of its networks, and for every D.",
    steps=[
        Claim(tuple(step_65), value + move < inv(4 * num(1) * D)),
        Claim(
            (*given_63, *outside, *attention_on_grid.t_in, 0 < delta), attended(put_right_tokens) < inv(4 * num(1) * D),
        ),
    ],
    errata=[
        Erratum(
            "false", "The network (59) maps an entry above 1 to 1, not to −1: with d = n = 1 and δ ≤ 1 the output at Z "
            "= 2 is 1 + 1/(4 D), whatever D is.", by=attention_on_grid.eq_65_refuted,
            at=dict.fromkeys("dns", 1), same_as="eq-59#2",
        ),
        Erratum(
            "step", "From (64) an entry that is not positive stays below d n/(4 D), not 1/(4 D): a larger D does not "
            "help. What holds is that each entry outside lowers all entries by 1, and attention raises them by 1/(4 D) "
            "for each at most. But no feed-forward layer computes (60). What a layer can do is to raise the entries "
            "that lie outside: attention then moves the ids of all tokens of the sequence beyond those of the grid.", 0,
            Search(sizes={"d": [1], "n": [2], "D": [1]}, reals={"y": [0], "u": [rational(1, 2)]}),
        ),
        Erratum(
            "step", "It fails for the networks not only because of the misprints: with the sum of (58) and the signs "
            "of (59) corrected, an entry in (−δ, 0) or (1, 1 + δ) does not get its full penalty, however small δ is.",
            1, at_sizes_one(rational(101, 100)),
        ),
    ],
)  # fmt: skip
display(
    "A.5", 16, "66", "after attention the entries of a grid sequence are at least 3/(4D), and above it for D ≥ 2; "
    "corrected: for the grid, not for the whole cube, and ≥ for D = 1",
    attention_on_grid.printed_66, corrected=[attention_on_grid.eq_66_corrected, attention_on_grid.eq_66_strict],
    narrower="an entry less than δ above a step is mapped to less than the next value of the grid; off the steps the "
    "first layer gives grid sequences",
    errata=Erratum(
        "false", "Where an entry of Z lies on a step, say at 0, the network maps it to less than 1/D: at Z = 0 all is "
        "0. The bound holds off the steps, for the grid; for D = 1 both sides can be equal.",
        by=attention_on_grid.eq_66_refuted, at=dict.fromkeys("dns", 1),
    ),
)  # fmt: skip
far_apart = every(lambda t: every(lambda k: 1 <= R * abs(Z(t, k) - attention_on_grid.L(t, k)), 1, n), 1, d)
small_bump = Search(
    sizes={"d": [1], "n": [1, 2], "t": [1], "k": [1, 2], "m": [1], "o": [1]}, reals={"R": [1]},
    entries={"y": [1], "Z": [0, 1], "L": [0, 1]}, length={"y": "1", "Z": "d n", "L": "d n"},
)  # fmt: skip
no_bump = Claim((d >= 1, n >= 1, *outside[:4], R > 0, far_apart), Eq(bump(1), 0))
what_is_looked_up = "the tokens looked up must be listed, labelled consistently, and distinguished by attention"
once = Erratum(
    "false", "The middle unit has to count twice: as printed the sum does not return to 0 but continues with slope R.",
    0, small_bump,
)  # fmt: skip
misplaced = Erratum(
    "typo", "The bracket closes before the third unit, whose t and k are then undefined; it belongs to the sum."
)
display(
    "A.5", 17, "67", "attention and a feed-forward layer map every grid sequence without duplicate tokens to its "
    "labels, are bounded by the bound of the labels, and map nonnegative sequences with an entry of at least P to 0; "
    "corrected: the bumps are around the ids that attention gives, not around L, and their middle unit counts twice",
    no_bump, corrected=network_exists.look_up_exists, narrower=what_is_looked_up,
    errata=[
        once,
        misplaced,
        Erratum(
            "dimension", "f(L) is a matrix, and the layer works on single tokens: what it can look up is the label of "
            "a token by the id that attention gave it.", 1,
        ),
    ],
)  # fmt: skip
one_apart = [*attention_on_grid.t_in, *attention_on_grid.k_in, 1 <= R * abs(Z(t, k) - attention_on_grid.L(t, k))]
display(
    "A.5", 18, "68", "the last line of (67): attention and a feed-forward layer look up the labels, as in (67); "
    "corrected: the bumps are around the ids that attention gives, not around L, and their middle unit counts twice",
    no_bump, corrected=network_exists.look_up_exists, narrower=what_is_looked_up,
    steps=[Claim((d >= 1, n >= 1, *outside[:4], R > 0, *one_apart), Eq(bump(2), 0)), attention_on_grid.at_its_id],
    errata=[
        replace(once, same_as="eq-67"), replace(misplaced, same_as="eq-67#2"),
        Erratum(
            "step", "Even with the factor 2 a mean over entries is not 0 where Z differs from L but agrees with it in "
            "some entry: the bump has to be along one direction in which all ids differ.", 0, small_bump,
        ),
        Erratum("gap", "With f in [−1, 1] the second layer's values are in [−1, 1], not in [0, 1].",
                same_as="text-A.5-38#2"),
        Erratum(
            "step", "The bump is around L, but the input of the layer is F_SA(L), the id, which is not L: for large R "
            "the bump is 0 there, whatever f(L) is. It must be around the id.", 1,
            by=attention_on_grid.bump_misses_id,
            at=AT_ID,
        ),
    ],
)  # fmt: skip
said(
    "A.5¶37", "attention and a feed-forward layer map each L of the grid without duplicate tokens to its labels, and "
    "nonnegative sequences with an entry of at least P to 0; corrected: the bumps are around the ids that attention "
    "gives, with the middle unit twice, and sequences outside of the cube are marked by large entries, not small ones",
    printed_bumps.printed_bumps, corrected=network_exists.look_up_exists,
    narrower="Attention must distinguish the tokens that are looked up, and the sequences that are mapped to 0 have "
        "large entries, not small ones.",
    errata=[
        Erratum(
            "false", "With the middle unit once, the bump around 1/2 continues with slope R: for d = n = 1 and D = 2 "
            "the sum at 1 is f(1) + f(1/2) R/2, here R/2 in place of 0.", by=printed_bumps.printed_bumps_refuted,
            at={"d": 1, "n": 1, "D": 2, "N": 2, "L": AT[L], "f": tent_at}, same_as="eq-67",
        ),
        Erratum("gap", "The input of the second layer is not L, but its id from attention.", same_as="eq-68#5"),
    ],
)  # fmt: skip
said(
    "A.5¶38", "the network that looks up the labels has values in [−C, C], C a bound of the labels; corrected: [−C, "
    "C], not [0, 1], as f has negative values",
    printed_bumps.printed_values, corrected=network_exists.look_up_exists,
    narrower="Attention must distinguish the tokens that are looked up; the bound is that of the labels.",
    errata=[
        Erratum(
            "false", "With the middle unit once, the bump around 1/2 continues with slope R: for d = n = 1 and D = 2 "
            "the sum at 1 is f(1) + f(1/2) R/2, here R/2.", by=printed_bumps.printed_values_refuted,
            at={"d": 1, "n": 1, "D": 2, "N": 2, "L": AT[L], "f": tent_at}, same_as="eq-67",
        ),
        Erratum(
            "gap", "With f in [−1, 1] the second layer's values are in [−1, 1], not in [0, 1]: where f is negative, a "
            "layer that looks up its values has negative ones.", by=network_exists.negative_values,
        ),
    ],
)  # fmt: skip
display(
    "A.5", 19, "69", "for δ small enough the network with the first layer is closer than ε/3 to that with F̄_1 in its "
    "place, for every bounded attention and second layer A that depends on the entries only and is 0 if an entry is at "
    "least P; corrected: F_1 and F̄_1 are those of the corrected (60), and the properties of A that are used are "
    "assumed",
    printed_network.eq_69_printed, corrected=three_errors.eq_69_claim,
    narrower="The properties of attention and the second layer that are used are assumed of A; the first layer is a "
        "different one.",
    errata=[
        Erratum(
            "gap", "It must be shown that both are 0 if one token is outside, so that they differ on a set of finite "
            "volume. This depends on (65), whose step fails, and on (60), which no feed-forward layer computes.",
        ),
        Erratum(
            "gap", "For f in [−1, 1] the second layer's values lie in [−1, 1], not in [0, 1].",
            same_as="text-A.5-38#2",
        ),
    ],
)  # fmt: skip
display(
    "A.5", 20, "70", "for D large enough the network with F̄_1 is closer than ε/3 to the step function, for every "
    "bounded A that looks up f at the grid points without duplicate tokens and is 0 if an entry is at least x; "
    "corrected: F̄_1 is that of the corrected (60), and A is any such map, not the layer (67)",
    printed_network.eq_70_printed, corrected=three_errors.eq_70_claim,
    narrower="A looks up f, by assumption; the first layer is a different one.",
    steps=[Claim(tuple(cells_given), Eq(cell_count * inv(grid_size), 1))],
    errata=Erratum(
        "step", "A cell is said to have the volume D^(−d); it is D^(−dn), else the cells would not fill the cube.", 0,
        Search(sizes={"d": [1], "n": [2], "D": [2]}),
    ),
)  # fmt: skip
display(
    "A.5", 21, "71", "(55) and (70) give d_p(F_2 ∘ F_SA ∘ F̄_1, f) < ε; corrected: with the layer F_1 in place of "
    "F̄_1, by (55), (69) and (70)",
    proposition_1_on_cube.eq_71_printed, corrected=proposition_1_on_cube.eq_71_claim,
    narrower="for the layer itself (69) is needed, too",
    errata=Erratum(
        "typo", "The network is written with F̄_1, the function that the first layer approximates, instead of F_1: for "
        "that (55) and (70) suffice, and (69) is not needed. Proposition 1 needs it for F_1.",
    ),
)  # fmt: skip
