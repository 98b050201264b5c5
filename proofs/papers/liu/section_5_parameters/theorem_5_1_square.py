"""Theorem 5.1 with a square W_V: the different numbers in the matrices are still O(dnN_x).

The network is that of `theorem_4_1_square`, with the centres of the balls for those of the grid. A centre of the first
maximum is within twice the radius, if R is large, and the nearest one within the radius. There are many tokens, but few
numbers: copies bring nothing new.

What is not proved is a count of entries, as in Remark C.1. Those other than 0, 1 and −1 say too little: with as many
summands H and columns as one likes every integer matrix is a sum of P_h X Q_h with entries 0 and ±1, copies of tokens
weigh what one likes, and W_K and W_V may scale, so that few others are needed; but where the zeros and ones stand then
depends on f. To count what differs according to f, positions and sizes would have to be the same
for all f, as they are with the paper's W_V of d rows for n <= 2dN_x, but not where copies depend on f.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, aff, flat, j, length, r, strict, v
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.level_network import key
from proofs.papers.liu.section_4_1_self_attention.levels import K
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import square
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    U,
    approximated_square,
    below_greatest,
    f,
    greatest_value,
    laid_out,
    place,
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
from proofs.papers.liu.section_5_parameters import number_counts
from proofs.papers.liu.section_5_parameters.ball_network import L, N_x, ball, radius
from proofs.papers.liu.section_5_parameters.number_counts import approximated_by_square, listed_as
from proofs.papers.liu.section_5_parameters.square_number_counts import (
    NUMBERS,
    count,
    g,
    number_of,
    of_copies,
    q,
    shift_above,
    shift_below,
)
from proofs.papers.liu.section_5_parameters.theorem_5_1 import GIVEN, M_, OF_51, C, at_places, fits, width_of
from proofs.papers.liu.vocabulary import R, X, c, d, eps, n, paper
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed

# --- what is greatest is close to f ----------------------------------------------------------------------------------


def in_balls(x: Term) -> Term:
    """At the flattened X, for the centres of the balls."""
    return substitute(at_z(x), {**at_places, length: d * n})


BALLS = {name: GIVEN[name] for name in ("wide", "long", "some", *FLAT, "steep", "eps_pos", "values", "covered")}
SCALED = {
    "bound_pos": 0 < B0, "below": strict, "scale_low": 0 <= R, "steep_enough": 4 * B0 <= 3 * (radius * radius) * R,
}  # fmt: skip


@paper.claim(
    given=[*BALLS.values(), *SCALED.values(), member(U, X), *ENTRY.values(), *map(in_balls, AT_CENTRES.values())],
    shows=absolute(in_balls(difference) - f(X, r, c)) <= 2 * eps / 3,
)
def difference_close_in_balls(p: Proof) -> Fact:
    """It lies between F at the nearest centre and F at one within twice the radius."""
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

    def in_ball(low: Fact, high: Fact, near: Fact) -> Fact:
        flat_ = p.apply("distance_flattened", W=row_of(C, ball))
        nearest = p.specialize("second", ball, using=[low, high])
        first = p.have(in_balls(square(j_2)) <= radius * radius, nearest, flat_, near)
        within = 4 * (radius * radius)
        inside, beyond = assumed(p, in_balls(square(j_1)) <= within, within < in_balls(square(j_1)))
        gap = p.have(3 * (radius * radius) / 2 <= in_balls(aff(j_2) - aff(j_1)), beyond, first)
        clash = p.have(FALSE, (gap, "scale_low"), order, *bounds, *sizes, "steep_enough")
        absurd = p.rule("absurd", clash, in_balls(square(j_1)) <= within)
        second = p.cases(in_balls(square(j_1)), within, inside, absurd)
        top = p.specialize("second", j_1)
        above, below = close(j_1, second, 2), close(j_2, first, 1)
        gap_ = in_balls(difference) - f(X, r, c)
        low_ = p.have(-(2 * eps / 3) <= gap_, order, below[1], "eps_pos")
        return p.apply("abs_le", low_, (top, "scale_low"), above[0], x=gap_, u=2 * eps / 3)

    return p.exists_elim(p.specialize("covered", X), [ball], in_ball)


# --- there are such numbers ------------------------------------------------------------------------------------------

theta_1, theta_2 = number_counts.theta_1, number_counts.theta_2
levels_many = 2 * n + 1
many = 24 * (d * n * G)
SIZES = {**{name: GIVEN[name] for name in ("wide", "long", "some", *FLAT)}, "flat": flat}


of_coordinates = {
    "w": fun(lambda j, q: R * v(j, q), 2),
    "y": fun(lambda j, q: -(R * v(j, q)), 2),
    "z": fun(lambda j, q: shift_above(j, place(q), token(q)), 2),
}  # fmt: skip
of_levels = {
    "w": fun(lambda j, q: shift_below(j, q - n - 1), 2),
    "y": fun(lambda j, q: (q - n - 1) * K, 2),
    "z": fun(lambda j, q: of_copies(q - n - 1), 2),
}  # fmt: skip
singles = {"e_1": num(0), "e_2": num(1), "e_3": key, "e_4": num(0), "e_5": num(0), "u": fun(lambda j: num(0))}
ball_of, place_of = sequences("ball_of' place_of'")


def with_numbers(theta: Term) -> list[Term]:
    """What is listed, by these numbers."""
    return [substitute(x, {number_of: theta, count: many}) for x in NUMBERS.values()]


@paper.claim(given=SIZES, shows=exists(with_numbers, "(Z>R)"))
def square_numbers_exist(p: Proof) -> Fact:
    """3dn for each ball, and three more for each level."""
    p.have(1 <= length, ("wide", "long"), "wide", "long", "flat", label="dn")
    p.have(1 <= n * G, "long", "some", label="n_G")
    p.have(n * G <= length * G, "wide", "n_G", ("flat", G), label="in_cells")
    sizes = [3 * (m * G) + G + 5 for m in (length, levels_many)]
    room = p.have(sizes[0] + sizes[1] <= many, "in_cells", "dn", "some", ("flat", G))
    at_j, at_q = assumed(p, 1 <= j, j <= G), assumed(p, 1 <= q, q <= length)
    at_g, at_h = assumed(p, -n <= g, g <= n), assumed(p, -n <= g, g <= 0)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)

    def with_rows(*rows: Fact) -> Fact:
        lists = [
            p.apply("numbers_exist", *rows[:5], K=sizes[0], **of_coordinates, **singles),
            p.apply(
                "numbers_exist", *rows[5:], m=levels_many, N_x=G, K=sizes[1], ball_of=ball_of, place_of=place_of,
                **of_levels, **singles,
            ),
        ]  # fmt: skip

        def with_first(*first: Fact) -> Fact:
            def with_second(*second: Fact) -> Fact:
                def finish(*carried: Fact) -> Fact:
                    def found(value: Term, k: int, fact: Fact) -> Fact:
                        """What is in one of the lists is in the joined one."""
                        return p.rule("mp", p.rule("specialize", carried[k], value), fact)

                    constants = [found(x, 0, own) for x, own in zip((num(0), num(1), key), first, strict=False)]
                    pairs = []
                    for sign, own in ((1, first[5]), (-1, first[6])):
                        own = found(sign * (R * v(j, q)), 0, p.specialize(own, j, q, using=[*at_j, *at_q]))
                        pairs.append(own)
                    cell = (c - 1) * d + r
                    by = {"block": token, "offset": place, "d": d, "G": n, "j": c, "s": r}
                    which, spot = (p.apply(f"tile_{x}", *ends, **by) for x in ("block", "offset"))
                    one = p.congr(lambda r: shift_above(j, r, token(cell)), spot)
                    two = p.congr(lambda c: shift_above(j, r, c), which)
                    inside = [p.have(1 <= cell, (ends[2], "wide"), ends[2], ends[0])]
                    inside += [p.have(cell <= length, (ends[3], "wide"), ends[3], ends[1], "flat")]
                    there = shift_above(j, place(cell), token(cell))
                    own = found(there, 0, p.specialize(first[7], j, cell, using=[*at_j, *inside]))
                    equal = p.have(eq(shift_above(j, r, c), there), one, two)
                    own = listed_as(p, own, equal, (number_of, many))
                    above = own
                    at = g + n + 1
                    low, high = p.have(1 <= at, at_g[0]), p.have(at <= levels_many, at_g[1])
                    up = p.have(at <= levels_many, at_h[1], "long")
                    own = found(shift_below(j, g), 1, p.specialize(second[5], j, at, using=[*at_j, low, up]))
                    below = own
                    levels = []
                    for value, own in ((g * K, second[6]), (of_copies(g), second[7])):
                        own = found(value, 1, p.specialize(own, 1, at, using=[low, high]))
                        levels.append(own)
                    return p.exists_intro(p.goal, [number_of], *constants, *pairs, above, below, *levels)

                joined = p.apply("numbers_joined", room)
                return p.exists_elim(joined, [number_of], finish)

            return p.exists_elim(lists[1], [theta_2], with_second)

        return p.exists_elim(lists[0], [theta_1], with_first)

    layouts = (number_counts.ball_of, number_counts.place_of, length, G), (ball_of, place_of, levels_many, G)
    return laid_out(p, layouts, with_rows)


# --- Theorem 5.1 -----------------------------------------------------------------------------------------------------

NETWORK = [*ints("H N s"), *vectors("P Q", 3), *vectors("R W_K W_Q W_V W_O", 2), number_of]
OF_SET = {
    **SIZES, "eps_pos": 0 < eps, "in_cube": in_a_cube(U, D, d, n),
    **{name: ON_SET[name] for name in ("bound_pos", "values_low", "scale_low", "close")},
}  # fmt: skip


@paper.claim(given=OF_SET, shows=approximated_by_square(f, U, eps, many))
def square_of_few_numbers(p: Proof) -> Fact:
    """The network of `theorem_4_1_square` for these centres, and the list of its numbers."""

    def finish(*known: Fact, **chosen: Term) -> Fact:
        def with_list(*listed: Fact) -> Fact:
            return p.apply("square_made_of", *known, *listed, **chosen)

        values = {name: chosen[name] for name in ("K", "beta_0")}
        return p.exists_elim(p.apply("square_numbers_exist", **values), [number_of], with_list)

    return for_some_network(p, R, p.get("scale_low"), p.get("bound_pos"), finish)


some_strict_bound = exists(lambda B: [0 < B, substitute(strict, {B0: B})], "R")


@paper.claim(given=[d >= 1, n >= 1, G >= 1], shows=some_strict_bound)
def strict_bound(p: Proof) -> Fact:
    """One more than the greatest."""
    at_j, ends = assumed(p, 1 <= j, j <= G), assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    most = 1 + greatest_value
    less = p.have(absolute(F(j, r, c)) < most, below_greatest(p, *at_j, *ends, j=j))
    below = p.generalize(r, p.generalize(c, less))
    below = p.generalize(j, below)
    return p.exists_intro(p.goal, [most], p.specialize(below, 1, 1, 1), below)


@paper.claim(given=OF_51, shows=approximated_by_square(f, U, eps, substitute(many, {G: N_x})))
def theorem_5_1_square(p: Proof) -> Fact:
    """R = 4 B_0/(3 ρ²) for balls of radius ρ."""

    def with_places(*flats: Fact) -> Fact:
        each = p.generalize(j, p.apply("value_at_ball", *flats, W=row_of(C, j)))
        fit = lambda j, M: fits(row_of(C, j), M)  # noqa: E731
        values = chosen_for_each(p, fit, N_x, each, p.have(0 <= N_x), MATRIX)

        def with_values(held: Fact) -> Fact:
            def with_bound(pos: Fact, below: Fact) -> Fact:
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
                    "square_of_few_numbers", *known, close, inside, G=N_x, F=M_, v=at_places[v], m=d * n,
                    D=width_of)  # fmt: skip

            return p.exists_elim(p.apply("strict_bound", G=N_x, F=M_), [B0], with_bound)

        return p.exists_elim(values, [M_], with_values)

    return laid_out(p, ((token, place, d, n),), with_places)


@paper.claim(given=OF_51, shows=approximated_square(f, U, eps))
def theorem_5_1_error(p: Proof) -> Fact:
    """The error of that network."""

    def with_network(*facts: Fact) -> Fact:
        return p.exists_intro(p.goal, NETWORK[:-1], *facts[:4])

    return p.exists_elim(p.apply("theorem_5_1_square"), NETWORK, with_network)


OF_ALL = (d, n, N_x, L, eps, C, U, f)


def enough(approximated: Callable[..., Term], B: Term, *at: Term) -> Term:
    """B dnN_x numbers, or entries, are enough."""
    sentence = implies(*OF_51.values(), approximated(f, U, eps, B * (d * n * N_x)))
    return substitute(sentence, dict(zip(OF_ALL, at, strict=True)))


def always(B: Term, approximated: Callable[..., Term] = approximated_by_square) -> Term:
    """The same B is enough for all sizes, sets and functions: O(dnN_x)."""
    return for_all(
        lambda d, n, N_x, L, epsilon, C, U, f: enough(approximated, B, d, n, N_x, L, epsilon, C, U, f),
        *(x.sort for x in OF_ALL),
    )


@paper.claim(given=[], shows=exists(lambda B: [0 < B, always(B)], "Z"))
def theorem_5_1_of_order(p: Proof) -> Fact:
    """B = 24."""
    p.given(**OF_51)
    fact = p.discharge(p.apply("theorem_5_1_square"), *OF_51.values())
    return p.exists_intro(p.goal, [24], fact)
