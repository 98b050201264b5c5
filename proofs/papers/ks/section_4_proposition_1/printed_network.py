"""Proposition 1: (69) and (70) as printed, for the network with the layers (58)-(60) and the bumps (67).

Neither is proved, nor refuted. The attention layer has the weights of A.2 for ε = 1/D and r_max = √d, as in (63).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.builder.chapter import Claim
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import u, u1, unit, v
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import carried, layer, u2
from proofs.papers.ks.section_4_proposition_1.attention_on_grid import is_small
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.penalty import first_layer_of_networks, first_layer_printed
from proofs.papers.ks.section_4_proposition_1.printed_bumps import R, f, listed, of_f, summed
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.section_4_proposition_1.three_errors import eps, f_bar, power_p
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.matrices import named
from proofs.theorems.combinatorics.tuples import LIST
from proofs.theorems.integration.grid_errors import full_list
from proofs.theorems.integration.integrals import distance_below
from proofs.theorems.networks.transformers import HEADS, W_O, d, s

M = ints("M")[0]
(K,) = sequences("K", 3)  # the grid sequences without duplicate tokens, where L lists all


def after(first: Callable[[Term, Term, Term], Term]) -> Term:
    """F_2 ∘ F_SA ∘ the first layer."""

    def entry(Z: Term, m: Term, o: Term) -> Term:
        attention = layer(named(fun(lambda t, k: first(Z, t, k), 2), d, n))
        return summed(fun(lambda t, k: attention(t, k), 2), R, m, o)

    return mapping(entry, MATRIX, "Z", "Z")


of_layer, of_ideal = after(first_layer_of_networks), after(first_layer_printed)
attended = "F_2({0}, {1}; {2}, {3}, {4}) ∘ F_SA({5}, {6}, {7}, {8}, {9}) ∘ "
in_tex = (
    r"\mathcal{{F}}_2^{{(FF)}}({0}, {1}; {2}, {3}, {4}) \circ "
    r"\mathcal{{F}}_S^{{(SA)}}({5}, {6}, {7}, {8}, {9}) \circ "
)
arguments = (f, R, N, L, D, u, u1, u2, v, W_O)
paper.notions.define(
    of_layer, (*arguments, delta, d, n, s), attended + "F_1({10})", in_tex + r"\mathcal{{F}}_1^{{(FF)}}({10})"
)
paper.notions.define(
    of_ideal, (*arguments, d, n, s), attended + "F̄_1", in_tex + r"\overline{{\mathcal{{F}}}}_1^{{(FF)}}"
)


def for_large(claim: Callable[[Term], Term]) -> Term:
    """There is an R_0 such that this holds for all R >= R_0."""
    return exists(lambda R_0: [0 < R_0, for_all(lambda R: implies(R_0 <= R, claim(R)), "R")], "R")


def for_short(claim: Callable[[Term], Term]) -> Term:
    """There is a width such that this holds for every δ up to it."""
    return exists(lambda r: [0 < r, for_all(lambda delta: implies(0 < delta, delta <= r, claim(delta)), "R")], "R")


sizes = (d >= 1, n >= 1, s >= 1, power_p >= 1, eps > 0)
near_ideal = distance_below(of_layer, of_ideal, power_p, eps / 3, d, n)
near_steps = distance_below(substitute(of_ideal, {N: M, L: K}), f_bar(f), power_p, eps / 3, d, n)
without_duplicates = [substitute(x, {N: M, L: K}) for x in listed]


def for_weights(grids: Mapping[Term, Term], claim: Callable[[Mapping[Term, Term]], Term]) -> Term:
    """Return the claim for all weights and these grids."""

    def at(u_: Term, y_: Term, w_: Term, v_: Term, W_O_: Term) -> Term:
        values = {**grids, u: u_, u1: y_, u2: w_, v: v_, W_O: W_O_}
        return implies(*(substitute(x, values) for x in (unit, is_small(carried))), claim(values))

    return for_all(at, VECTOR, VECTOR, VECTOR, VECTOR, HEADS)


def for_scale(R_: Term) -> Term:
    """(69) for small δ, for all lists of the grid sequences without duplicate tokens and all weights."""

    def of_list(N_: Term, L_: Term) -> Term:
        def near(values: Mapping[Term, Term]) -> Term:
            return for_short(lambda delta_: substitute(near_ideal, {**values, R: R_, delta: delta_}))

        grids = {N: N_, L: L_}
        return implies(*(substitute(x, grids) for x in listed), for_weights(grids, near))

    return for_all(of_list, "Z", LIST)


def of_grids(D_: Term) -> Term:
    """(70), for all lists of the grid and of its sequences without duplicate tokens."""

    def at(N_: Term, L_: Term, M_: Term, K_: Term) -> Term:
        grids = {D: D_, N: N_, L: L_, M: M_, K: K_}

        def near(values: Mapping[Term, Term]) -> Term:
            return for_large(lambda R_: substitute(near_steps, {**values, R: R_}))

        lists = [substitute(x, grids) for x in (*full_list(N, L), *without_duplicates)]
        return implies(*lists, for_weights(grids, near))

    return for_all(at, "Z", LIST, "Z", LIST)


eq_69_printed = Claim((*sizes, D >= 1, *of_f), for_large(for_scale))
eq_70_printed = Claim(
    (*sizes, *of_f),
    exists(lambda D_0: [1 <= D_0, for_all(lambda D: implies(D_0 <= D, of_grids(D)), "Z")], "Z"),
)
