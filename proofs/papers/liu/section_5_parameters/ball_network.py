"""Sections 5 and C: Lipschitz functions on N_x balls, by the matrices of Theorem 4.1 with the balls' centres.

All displays up to (C.4) are those of B.1 with N_x centres instead of G, and are proved by applying these. Near means
‖Z̃ − v_j‖ <= δ = 2ε/(3L) here. The Lipschitz condition is squared, and assumed for each entry: (f(ṽ_j) − f(Z))²_rc <=
L² ‖Z̃ − v_j‖².
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, defined_with, flat, j, length, r, tiled, y
from proofs.papers.liu.section_4_1_self_attention.digits_and_blocks import (
    BLOCKS,
    defined_where,
    tile_laws,
    written_blocks,
)
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, gap, greatest, labelled, square
from proofs.papers.liu.vocabulary import R, c, d, eps, instance, n, paper

N_x, ball = ints("N_x b")
(L,) = reals("L")
paper.assume(0 < L)
defined_with(N_x, "over_balls")


def over_balls(claim: Claim) -> Claim:
    """A claim of B.1 with N_x centres."""
    return instance(claim, f"{claim.name}_over_balls", G=N_x)


def shown(formula: Term) -> Term:
    """A term of B.1 with N_x centres."""
    return substitute(formula, {G: N_x})


# --- the nearest ball ---------------------------------------------------------------------------------------------


radius = eps / (3 * L)
covered = (ball >= 1, ball <= G, square(ball) <= radius * radius)
each_square = (F(j, r, c) - y(r, c)) * (F(j, r, c) - y(r, c)) <= L * L * square(j)
in_each = every(lambda r_: every(lambda c_: substitute(each_square, {r: r_, c: c_}), 1, n), 1, d)
lipschitz_each = every(lambda i: substitute(in_each, {j: i}), 1, G)  # which is less than to ask it of all together
steep = (L > 0, eps > 0)


@paper.claim(given=[*labelled, greatest, *covered, *steep], shows=square(best) <= radius * radius)
def nearest_in_ball(p: Proof) -> Fact:
    """(C.6), squared: the nearest centre is at least as near as the centre of a ball that contains Z."""
    all_ = p.apply("nearest_squares")
    return p.have(p.goal, p.specialize(all_, ball))


@paper.claim(given=[*labelled, greatest, *covered, *steep], shows=nearest_centre.distance(best) <= radius)
def nearest_within_radius(p: Proof) -> Fact:
    """(C.6)."""
    p.given(eps_pos=eps > 0)
    low = p.have(0 <= radius, ("eps_pos", p.apply("inv_pos", x=L)))
    less = p.apply("sqrt_le", p.apply("nearest_in_ball"))
    return p.have(p.goal, less, p.apply("sqrt_unique", low))


(reach_of,) = reals("rho")


@paper.claim(
    given=[
        d >= 1,
        n >= 1,
        length >= 1,
        j >= 1,
        j <= G,
        lipschitz_each,
        L > 0,
        reach_of >= 0,
        square(j) <= reach_of * reach_of,
    ],
    shows=gap(j) <= L * reach_of,
)
def lipschitz_gap(p: Proof) -> Fact:
    """‖Z̃ − v_j‖ <= ρ implies ‖f(Z) − f(ṽ_j)‖_∞ <= Lρ."""
    p.given(wide=d >= 1, long=n >= 1, lipschitz=lipschitz_each, steep=L > 0)
    p.given(rho=reach_of >= 0, close=square(j) <= reach_of * reach_of)
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    x = F(j, r, c) - y(r, c)
    own = p.specialize("lipschitz", j, r, c)
    L_square = p.have(L * L > 0)
    bound = p.have(x * x <= L * reach_of * (L * reach_of), own, (L_square, "close"))
    reach = p.have(L * reach_of >= 0, ("steep", "rho"))
    for name, value in (("above", x), ("below", -x)):
        big, fine = p.assume(L * reach_of < value), p.assume(value <= L * reach_of)
        clash = p.have(FALSE, bound, (big, big), (big, reach))
        p.cases(value, L * reach_of, fine, p.absurd(clash, value <= L * reach_of), label=name)
    size = p.apply("abs_le", x=x, u=L * reach_of)
    columns = p.generalize(c, size)
    row_ = Max(lambda c: abs(F(j, r, c) - y(r, c)), 1, n)
    all_rows = p.generalize(r, p.max_le(row_, L * reach_of, "long", columns))
    return p.max_le(gap(j), L * reach_of, "wide", all_rows)


@paper.claim(given=[*labelled, greatest, *covered, *steep, lipschitz_each], shows=gap(best) <= eps / 3)
def ball_has_close_value(p: Proof) -> None:
    """(C.7)."""
    p.given(eps_pos=eps > 0)
    p.apply("nearest_in_ball", label="near")
    inv_L = p.apply("inv_pos", x=L)
    p.have(radius >= 0, ("eps_pos", inv_L), label="radius")
    p.apply("lipschitz_gap", j=best, rho=radius, label="close")


close_value_over_balls = over_balls(ball_has_close_value)


# --- Theorem 5.1 --------------------------------------------------------------------------------------------------

twice_radius = 2 * eps / (3 * L)
ball_scale = R >= 8 / (3 * (twice_radius * twice_radius)) * log(6 * B0 * G / eps)
ball_given = (
    *tiled,
    flat,
    length >= 1,
    *covered,
    *steep,
    lipschitz_each,
    B0 > 0,
    *grid.below_bound,
    R >= 0,
    ball_scale,
)


@paper.claim(given=ball_given, shows=grid.network_error <= eps)
def network_approximates_lipschitz(p: Proof) -> None:
    """Theorem 5.1: the network is within ε of an L-Lipschitz f at every point of the balls."""
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest, j_low=j >= 1, j_high=j <= G)
    p.apply("nearest_in_ball", label="near")
    p.have(twice_radius > 0, label="delta_pos")
    side = p.assume(square(j) <= twice_radius * twice_radius)
    close = p.apply("lipschitz_gap", side)
    value = p.have(gap(j) <= eps * 2 / 3, close)
    p.apply("gaps_bounded", label="bounded")
    at = {"reach": fun(square), "cut": twice_radius * twice_radius, "delta": twice_radius}
    within = p.apply("average_within", value, **at)
    p.generalize(best, within, label="whatever")
    p.apply("nearest_centre_exists", x=nearest_centre.error, y=eps, label="small")
    p.apply("network_error_by_output", label="same")


def with_blocks(p: Proof) -> None:
    """Assume explicit blocks of N_x centres, and derive their laws."""
    p.given(wide=d >= 1, some=N_x >= 1, **dict(zip(BLOCKS, map(shown, written_blocks), strict=True)))
    tile_laws(p, G=N_x)


defined_where(N_x, "over_balls_outright", with_blocks)
outright = (d >= 1, n >= 1, G >= 1, n <= made.width, *written_blocks, *ball_given[len(tiled) :])


@paper.claim(given=outright, shows=grid.network_error <= eps)
def network_outright_lipschitz(p: Proof) -> None:
    """Theorem 5.1 with blocks given by division with remainder."""
    tile_laws(p)


theorem = over_balls(network_outright_lipschitz)

# --- counting the parameters --------------------------------------------------------------------------------------

in_linear = d * n * N_x
printed_count = in_linear + 2 * d * N_x + 2 * d * n * N_x + n
counted = (d >= 1, n >= 1, N_x >= 1)


@paper.claim(given=counted, shows=printed_count + 2 * n <= 8 * (d * n * N_x))
def parameters_linear(p: Proof) -> None:
    """3dnN_x + 2dN_x + 3n <= 8dnN_x, including the 2n entries R of W_Q."""
    p.given(wide=d >= 1, some=N_x >= 1)
    p.have(d * N_x >= 1, "wide", "some", label="dN")
