"""Theorem 5.1 with a square W_V: its error, and what its count of parameters says.

The network is that of `theorem_4_1_square`, with the centres of the balls for those of the grid. A centre of the first
maximum is within twice the radius, if R is large, and the nearest one within the radius.

The number of entries is not bounded. There are many tokens, as they occur in copies, and the positions of zeros and
ones depend on f. The number of different entries would say little, as copies contribute no new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, aff, flat, j, length, r, strict, v
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import square
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    U,
    approximated_square,
    below_greatest,
    f,
    greatest_value,
    laid_out,
    near_on_set,
    place,
    self_attention,
    token,
)
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import (
    AT_CENTRES,
    ENTRY,
    ON_SET,
    at_z,
    close_on_set,
    difference,
    for_some_network,
    j_1,
    j_2,
)
from proofs.papers.liu.section_5_parameters.ball_network import L, N_x, ball, radius
from proofs.papers.liu.section_5_parameters.theorem_5_1 import GIVEN, M_, OF_51, C, at_places, fits, width_of
from proofs.papers.liu.vocabulary import R, X, c, d, eps, n, paper
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed

# --- what is greatest is close to f ----------------------------------------------------------------------------------


def in_balls(x: Term) -> Term:
    """Return the formula at the flattened X, for the centres of the balls."""
    return substitute(at_z(x), {**at_places, length: d * n})


BALLS = {name: GIVEN[name] for name in ("wide", "long", "some", *FLAT, "steep", "eps_pos", "values", "covered")}
SCALED = {
    "bound_pos": 0 < B0, "below": strict, "scale_low": 0 <= R, "steep_enough": 4 * B0 <= 3 * (radius * radius) * R,
}  # fmt: skip


@paper.claim(
    given=[*BALLS.values(), *SCALED.values(), member(U, X), *ENTRY.values(), *map(in_balls, AT_CENTRES.values())],
    shows=abs(in_balls(difference) - f(X, r, c)) <= 2 * eps / 3,
)
def difference_close_in_balls(p: Proof) -> Fact:
    """It lies between F at the nearest centre and F at a centre within twice the radius."""
    p.given(**BALLS, **SCALED, **ENTRY)
    p.given(**{name: in_balls(x) for name, x in AT_CENTRES.items()})
    order = p.specialize("first", j_2)
    bounds = [p.specialize("below", x, r, c) for x in (j_1, j_2)]
    sizes = [p.apply("abs_ge", x=sign * F(x, r, c)) for x in (j_1, j_2) for sign in (1, -1)]

    def close(j: Term, near: Fact, reach: int) -> list[Fact]:
        own = p.specialize(p.specialize("values", j, r, c), X)
        flat_ = p.apply("distance_flattened", W=row_of(C, j))
        u = F(j, r, c) - f(X, r, c)
        most = reach * radius
        small = p.have(u * u <= L * L * (most * most), own, (flat_, L * L), (near, L * L))
        return [p.apply("square_le", small, u=y, r=reach * eps / 3) for y in (u, -u)]

    low, high, near = p.obtain(p.specialize("covered", X), ball)
    flat_ = p.apply("distance_flattened", W=row_of(C, ball))
    nearest = p.specialize("second", ball, using=[low, high])
    first = p.have(in_balls(square(j_2)) <= radius * radius, nearest, flat_, near)
    within = 4 * (radius * radius)
    inside, beyond = assumed(p, in_balls(square(j_1)) <= within, within < in_balls(square(j_1)))
    gap = p.have(3 * (radius * radius) / 2 <= in_balls(aff(j_2) - aff(j_1)), beyond, first)
    clash = p.have(FALSE, (gap, "scale_low"), order, *bounds, *sizes, "steep_enough")
    absurd = p.absurd(clash, in_balls(square(j_1)) <= within)
    second = p.cases(in_balls(square(j_1)), within, inside, absurd)
    top = p.specialize("second", j_1)
    above, below = close(j_1, second, 2), close(j_2, first, 1)
    gap_ = in_balls(difference) - f(X, r, c)
    low_ = p.have(-(2 * eps / 3) <= gap_, order, below[1], "eps_pos")
    return p.apply("abs_le", low_, (top, "scale_low"), above[0], x=gap_, u=2 * eps / 3)


# --- Theorem 5.1 -----------------------------------------------------------------------------------------------------

SIZES = {**{name: GIVEN[name] for name in ("wide", "long", "some", *FLAT)}, "flat": flat}
OF_SET = {
    **SIZES, "eps_pos": 0 < eps, "in_cube": in_a_cube(U, D, d, n),
    **{name: ON_SET[name] for name in ("bound_pos", "values_low", "scale_low", "close")},
}  # fmt: skip


@paper.claim(given=OF_SET, shows=approximated_square(f, U, eps))
def square_on_set(p: Proof) -> Fact:
    """Take the network of `theorem_4_1_square` for these centres."""

    def finish(*known: Fact, **chosen: Term) -> Fact:
        return p.apply("square_found", *known, **chosen)

    return for_some_network(p, R, p.get("scale_low"), p.get("bound_pos"), finish)


some_strict_bound = exists(lambda B: [0 < B, substitute(strict, {B0: B})], "R")


@paper.claim(given=[d >= 1, n >= 1, G >= 1], shows=some_strict_bound)
def strict_bound(p: Proof) -> Fact:
    """Take the maximum plus 1."""
    at_j, ends = assumed(p, 1 <= j, j <= G), assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    most = 1 + greatest_value
    less = p.have(abs(F(j, r, c)) < most, below_greatest(p, *at_j, *ends, j=j))
    below = p.generalize(r, p.generalize(c, less))
    below = p.generalize(j, below)
    return p.exists_intro(p.goal, [most], p.specialize(below, 1, 1, 1), below)


@paper.claim(given=OF_51, shows=approximated_square(f, U, eps))
def theorem_5_1_square(p: Proof) -> Fact:
    """Take R = 4 B_0/(3 ρ²) for balls of radius ρ."""

    def with_places(*flats: Fact) -> Fact:
        each = p.generalize(j, p.apply("value_at_ball", *flats, W=row_of(C, j)))
        fit = lambda j, M: fits(row_of(C, j), M)  # noqa: E731
        values = chosen_for_each(p, fit, N_x, each, p.have(0 <= N_x), MATRIX)

        (held,) = p.obtain(values, M_)

        pos, below = p.obtain(p.apply("strict_bound", G=N_x, F=M_), B0)
        scale = 4 * B0 / (3 * (radius * radius))
        inverse = p.apply("inv_pos", radius * radius, x=radius * radius)
        low = p.have(0 <= scale, (pos, inverse))
        known: list[Named] = [*flats, held, pos, below, low, radius * radius]
        at = {G: N_x, F: M_, R: scale, v: at_places[v], length: d * n}

        def close_at_point(*here: Fact) -> Fact:
            return p.apply("difference_close_in_balls", *known, *here)

        close = close_on_set(p, at, close_at_point)
        X_in, *ends = assumed(p, member(U, X), *ENTRY.values())
        inside = p.apply("balls_in_cube", X_in, *ends)
        return p.apply(
            "square_on_set", *known, close, inside, G=N_x, F=M_, v=at_places[v], m=d * n,
            D=width_of)  # fmt: skip

    return laid_out(p, ((token, place, d, n),), with_places)


# --- the count, as printed --------------------------------------------------------------------------------------------


def trained(value: Term) -> Term:
    """1 for an entry other than 0, 1 and −1, else 0."""
    return ite(Eq(value, 0), 0, ite(Eq(value, 1), 0, ite(Eq(value, -1), 0, 1)))


def trained_entries(matrix: Term, shape: Sequence[Term], *at: Term) -> Term:
    """The number of entries other than 0, 1 and −1."""
    if not shape:
        return trained(matrix(*at))
    return Sum(lambda i: trained_entries(matrix, shape[1:], *at, i), 1, shape[0])


def approximated_by_entries(f: Term, U: Term, e: Term, K: Term) -> Term:
    """There are Linear and a self-attention with a square W_V, with at most K entries other than 0, 1 and −1."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        near = near_on_set(lambda X: self_attention(X, H, d, N, s, weights, d), f, U, e)
        shapes = (H, d, d), (H, n, N), (d, N), (s, d), (s, d), (d, d), (N, n)
        entries_ = reduce(add, map(trained_entries, weights, shapes))
        return [1 <= H, 1 <= N, 1 <= s, near, entries_ <= K]

    return exists(
        lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O),
        *"ZZZ", *LINEAR, *ATTENTION,
    )  # fmt: skip


(most,) = ints("K")
paper.notions.define(
    approximated_by_entries(f, U, eps, most), (f, U, eps, most, d, n), "‖{0} − Attn ∘ Linear‖_∞ ≤ {2} on {1} ⊂ "
    "ℝ^({4}×{5}) for some Linear and Attn with at most {3} entries other than 0, 1 and −1",
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty \le {2} \text{{ on }} {1} "
    r"\subset \mathbb{{R}}^{{{4} \times {5}}} \text{{ for some Linear, Attn with at most }} {3} "
    r"\text{{ entries other than }} 0, 1, -1",
)  # fmt: skip
OF_ALL = (d, n, N_x, L, eps, C, U, f)


def enough(B: Term, *at: Term) -> Term:
    """B dnN_x entries suffice."""
    sentence = implies(*OF_51.values(), approximated_by_entries(f, U, eps, B * (d * n * N_x)))
    return substitute(sentence, dict(zip(OF_ALL, at, strict=True)))


def always(B: Term) -> Term:
    """The same B suffices for all sizes, sets and functions: O(dnN_x)."""
    return for_all(
        lambda d, n, N_x, L, epsilon, C, U, f: enough(B, d, n, N_x, L, epsilon, C, U, f),
        *(x.sort for x in OF_ALL),
    )
