"""Theorem 5.1 with a W_V of d rows: a Lipschitz function on a set in N_x balls is within ε of a network.

At the centre W of a ball the network takes, in each entry, the supremum of f(Y) − L ‖Y − W‖ over the Y of the set
(McShane): it differs from f(X) by L ‖X − W‖ at most, so that f need not be given at the centres. Where there are fewer
columns than tokens, n > 2 d N_x, every ball is taken n times.
"""

from __future__ import annotations

from proofs.builder.finite_choice import chosen_entries, chosen_for_each
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, block, j, length, offset, r, strict, v
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    LONG,
    SIZES,
    TILES,
    U,
    Y,
    below_greatest,
    f,
    flattened,
    greatest_value,
    laid_out,
    on_set_small,
    place,
    row_block,
    row_token,
    token,
    width,
)
from proofs.papers.liu.section_5_parameters import number_counts
from proofs.papers.liu.section_5_parameters.ball_network import L, N_x, ball, ball_scale, radius
from proofs.papers.liu.section_5_parameters.number_counts import K, approximated_by
from proofs.papers.liu.vocabulary import R, X, c, d, eps, n, paper
from proofs.theorems.analysis.compactness import member
from proofs.theorems.analysis.continuity import assumed, by_way_of, entries, supremum_of, value
from proofs.theorems.analysis.norms import norm
from proofs.theorems.combinatorics.tilings import tiling

x, s = reals("x s")
W, M = vectors("W M", 2)
C, M_ = vectors("C M'", 3)
(q,) = ints("q")
copy, original = sequences("copy original")


def distance_squared(X: Term, W: Term) -> Term:
    """‖X − W‖², the sum of the squares of all entries."""
    return sigma(lambda c: sigma(lambda r: (X(r, c) - W(r, c)) * (X(r, c) - W(r, c)), 1, d), 1, n)


def lipschitz_on(f: Term, U: Term) -> Term:
    """‖f(X) − f(Y)‖_2 <= L ‖X − Y‖_2 on U, in squares."""
    less = lambda X, Y: distance_squared(value(f, X), value(f, Y)) <= L * L * distance_squared(X, Y)  # noqa: E731
    return for_all(lambda X, Y: implies(member(U, X), member(U, Y), less(X, Y)), MATRIX, MATRIX)


def covered(U: Term, N: Term, C: Term) -> Term:
    """U lies in the balls of radius ε/(3L) about C_1, …, C_N."""
    near = lambda X, j: distance_squared(X, row_of(C, j)) <= radius * radius  # noqa: E731
    some = lambda X: exists(lambda j: [1 <= j, j <= N, near(X, j)], "Z")  # noqa: E731
    return for_all(lambda X: implies(member(U, X), some(X)), MATRIX)


paper.notions.define(
    lipschitz_on(f, U), (f, U, L, d, n), "{0} is {2}-Lipschitz on {1} ⊂ ℝ^({3}×{4}) in the 2-norm",
    r"{0} \text{{ is }} {2}\text{{-Lipschitz on }} {1} \subset \mathbb{{R}}^{{{3} \times {4}}} \text{{ in the 2-norm}}",
)  # fmt: skip
paper.notions.define(
    covered(U, N_x, C), (U, N_x, C, eps, L, d, n),
    "{0} ⊂ ℝ^({5}×{6}) lies in {1} balls of radius {3:f}/(3{4:f}) about {2}",
    r"{0} \subset \mathbb{{R}}^{{{5} \times {6}}} \text{{ lies in }} {1} \text{{ balls of radius }} "
    r"{3:f}/(3 {4:f}) \text{{ about }} {2}",
)  # fmt: skip

# --- McShane's extension to one more point ----------------------------------------------------------------------------

OF_F = {**{name: SIZES[name] for name in ("wide", "long")}, "steep": L > 0, "lipschitz": lipschitz_on(f, U)}
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}


def as_vector(X: Term) -> Term:
    """X̃."""
    return fun(lambda k: X(place(k), token(k)))


def apart(X: Term, W: Term) -> Term:
    """‖X̃ − W̃‖."""
    return norm(fun(lambda k: as_vector(X)(k) - as_vector(W)(k)), d * n)


squares = sigma(lambda k: (as_vector(X)(k) - as_vector(W)(k)) * (as_vector(X)(k) - as_vector(W)(k)), 1, d * n)


@paper.claim(given=[d >= 1, n >= 1, *FLAT.values()], shows=eq(squares, distance_squared(X, W)))
def distance_flattened(p: Proof) -> Fact:
    """Token by token."""
    entry = fun(lambda c, r: (X(r, c) - W(r, c)) * (X(r, c) - W(r, c)), 2)
    return p.apply("tile_sum_blocks", block=token, offset=place, G=n, h=entry)


@paper.claim(
    given=[d >= 1, n >= 1, *ENTRY.values()], shows=(X(r, c) - Y(r, c)) * (X(r, c) - Y(r, c)) <= distance_squared(X, Y)
)
def entry_below_distance(p: Proof) -> Fact:
    """It is one of the squares."""
    square = lambda r, c: (X(r, c) - Y(r, c)) * (X(r, c) - Y(r, c))  # noqa: E731
    one = p.apply("sum_member", f=fun(lambda i: square(i, c)), lo=1, hi=d, m=r)
    columns = fun(lambda t: sigma(lambda i: square(i, t), 1, d))
    two = p.apply("sum_member", f=columns, lo=1, hi=n, m=c)
    return p.have(p.goal, one, two)


@paper.claim(
    given=[*OF_F.values(), *FLAT.values(), *ENTRY.values(), member(U, X), member(U, Y)],
    shows=f(Y, r, c) - f(X, r, c) <= L * apart(Y, W) + L * apart(X, W),
)
def values_by_way_of(p: Proof) -> Fact:
    """The triangle inequality at W."""
    p.given(**OF_F, X_in=member(U, X), Y_in=member(U, Y))
    law = p.rule("specialize", p.rule("specialize", "lipschitz", Y), X)
    law = p.rule("mp", p.rule("mp", law, "Y_in"), "X_in")
    entry = p.apply("entry_below_distance", X=value(f, Y), Y=value(f, X))
    flat_ = p.apply("distance_flattened", X=Y, W=X)
    gap = fun(lambda k: as_vector(Y)(k) - as_vector(X)(k))
    square = p.apply("norm_square", x=gap, d=d * n)
    sign = p.apply("norm_nonneg", x=gap, d=d * n)
    size = L * apart(Y, X)
    u = f(Y, r, c) - f(X, r, c)
    steep_ = p.apply("square_le", entry, law, (flat_, L * L), (square, L * L), ("steep", sign), u=u, r=size)
    sides = [fun(lambda k, Z=Z: as_vector(Z)(k) - as_vector(W)(k)) for Z in (Y, X)]
    way = p.apply("norm_triangle_minus", x=sides[0], y=sides[1], d=d * n)
    return p.have(p.goal, steep_, (way, "steep"))


def at_centre(s: Term) -> Term:
    """s is within L ‖X − W‖ of f(X) in entry (r, c), for all X of U."""
    less = lambda X: (s - f(X, r, c)) * (s - f(X, r, c)) <= L * L * distance_squared(X, W)  # noqa: E731
    return for_all(lambda X: implies(member(U, X), less(X)), MATRIX)


some_value = exists(at_centre, "R")


@paper.claim(given=[*OF_F.values(), *FLAT.values(), *ENTRY.values()], shows=some_value)
def mcshane(p: Proof) -> Fact:
    """The least upper bound of f(Y) − L ‖Y − W‖."""
    below = lambda x, Y: x <= f(Y, r, c) - L * apart(Y, W)  # noqa: E731
    holds = lambda x: exists(lambda Y: [member(U, Y), below(x, Y)], MATRIX)  # noqa: E731
    top = lambda X: f(X, r, c) + L * apart(X, W)  # noqa: E731
    nonempty = exists(lambda Y: [member(U, Y)], MATRIX)
    (X_in,) = assumed(p, member(U, X))

    def bounds(X_: Term, is_in: Fact) -> Fact:
        """All of them are at most f(X) + L ‖X − W‖."""

        def with_Y(Y_in: Fact, under: Fact) -> Fact:
            return p.have(x <= top(X_), under, p.apply("values_by_way_of", is_in, Y_in))

        return p.exists_elim(p.assume(holds(x)), [Y], with_Y, x <= top(X_))

    def with_point(is_in: Fact) -> Fact:
        lowest = f(X, r, c) - L * apart(X, W)
        own = p.exists_intro(holds(lowest), [X], is_in)
        found = supremum_of(p, holds, lowest, own, top(X), bounds(X, is_in))

        def with_supremum(up: Fact, least: Fact) -> Fact:
            (in_U,) = assumed(p, member(U, X))
            mine = f(X, r, c) - L * apart(X, W)
            here = p.exists_intro(holds(mine), [X], in_U)
            low = p.specialize(up, mine, using=[here])
            high = p.specialize(least, top(X), using=[bounds(X, in_U)])
            gap = fun(lambda k: as_vector(X)(k) - as_vector(W)(k))
            square = p.apply("norm_square", x=gap, d=d * n)
            flat_ = p.apply("distance_flattened")
            size = L * apart(X, W)
            one, two = p.have(0 <= s - f(X, r, c) + size, low), p.have(0 <= size - (s - f(X, r, c)), high)
            return p.exists_intro(some_value, [s], (one, two), (square, L * L), (flat_, L * L))

        return p.exists_elim(found, [s], with_supremum, some_value)

    with_some = p.exists_elim(p.assume(nonempty), [X], with_point, some_value)
    nowhere = p.rule("assume", implies(nonempty, FALSE))
    no = p.rule("mp", nowhere, p.exists_intro(nonempty, [X], X_in))
    zero = (0 - f(X, r, c)) * (0 - f(X, r, c)) <= L * L * distance_squared(X, W)
    none = p.exists_intro(some_value, [0], p.rule("absurd", no, zero))
    return p.either(with_some, none, nonempty)


def fits(W: Term, M: Term) -> Term:
    """M keeps the Lipschitz condition at W, entry by entry."""
    less = lambda X, r, c: (M(r, c) - f(X, r, c)) * (M(r, c) - f(X, r, c)) <= L * L * distance_squared(X, W)  # noqa: E731
    return entries(lambda r, c: for_all(lambda X: implies(member(U, X), less(X, r, c)), MATRIX), d, n)


@paper.claim(given=[*OF_F.values(), *FLAT.values()], shows=exists(lambda M: fits(W, M), MATRIX))
def value_at_ball(p: Proof) -> Fact:
    """Entry by entry, by finite choice along rows and columns."""
    p.given(**OF_F, **ENTRY)
    each = p.generalize(c, p.apply("mcshane"))
    each = p.generalize(r, each)
    at = lambda r_, c_, s: substitute(at_centre(s), {r: r_, c: c_})  # noqa: E731
    return p.change(chosen_entries(p, at, d, n, each, d, n), p.goal)


# --- the network ------------------------------------------------------------------------------------------------------

all_fit = every(lambda j: fits(row_of(C, j), row_of(F, j)), 1, G)
at_places = {v: fun(lambda j, k: C(j, place(k), token(k)), 2)}
GIVEN = {
    **SIZES, "fits": n <= width, **TILES, **FLAT, **LONG, "steep": L > 0, "eps_pos": eps > 0,
    "values": all_fit, "covered": covered(U, G, C),
}  # fmt: skip
bound = 1 + eps / 3 + greatest_value
BOUND = {"bound_pos": B0 > 0, "below": strict, "own": for_all(
    lambda X: implies(member(U, X), entries(lambda r, c: absolute(f(X, r, c)) <= B0, d, n)), MATRIX)}  # fmt: skip
SCALE = {"up": R >= 0, "scale": ball_scale}
LISTED = {name: substitute(x, {**at_places, length: d * n}) for name, x in number_counts.NUMBERS.items()}


@paper.claim(given=[*GIVEN.values(), member(U, X), *ENTRY.values()], shows=absolute(f(X, r, c)) <= bound)
def bounded_by_balls(p: Proof) -> Fact:
    """At the centre of its ball the value is within ε/3."""
    p.given(**GIVEN, **ENTRY)
    low, high, near = p.obtain(p.specialize("covered", X), j)
    own = p.specialize(p.specialize("values", j, r, c, using=[low, high]), X)
    u = F(j, r, c) - f(X, r, c)
    less = p.have(u * u <= L * L * (radius * radius), own, (near, L * L))
    up = p.apply("square_le", less, u=u, r=eps / 3)
    down = p.apply("square_le", less, u=-u, r=eps / 3)
    gap = p.apply("abs_le", up, down)
    most = below_greatest(p, low, high, *map(p.get, ENTRY), j=j)
    way = by_way_of(p, f(X, r, c), F(j, r, c), num(0))
    return p.have(p.goal, way, gap, most)


@paper.claim(
    given=[*GIVEN.values(), *BOUND.values(), *SCALE.values(), *LISTED.values()], shows=approximated_by(f, U, eps, K)
)
def network_at_balls(p: Proof) -> Fact:
    """Theorem 5.1 for constants that are given."""
    p.given(**GIVEN, **BOUND, **SCALE, X_in=member(U, X))
    at = {"z": flattened, "y": value(f, X), "v": at_places[v], "m": d * n}
    i, r_, c_ = ints("i r' c'")
    ends = assumed(p, 1 <= i, i <= G, 1 <= r_, r_ <= d, 1 <= c_, c_ <= n)
    own = p.specialize(p.specialize("values", i, r_, c_, using=ends), X)
    flat_ = p.apply("distance_flattened", W=row_of(C, i))
    u = F(i, r_, c_) - f(X, r_, c_)
    there = sigma(
        lambda k: (flattened(k) - C(i, place(k), token(k))) * (flattened(k) - C(i, place(k), token(k))), 1, d * n
    )
    each = p.have(u * u <= L * L * there, own, (flat_, L * L))
    each = p.generalize(r_, p.generalize(c_, each))
    p.generalize(i, each, label="lipschitz")
    own_bound = p.specialize("own", X)

    def in_ball(low: Fact, high: Fact, near: Fact) -> Fact:
        flat_j = p.apply("distance_flattened", W=row_of(C, ball))
        small = p.apply("network_approximates_lipschitz", low, high, near, flat_j, own_bound, **at)
        return p.apply("layers_approximate", small, v=at_places[v], m=d * n)

    found = p.specialize("covered", X)
    close = substitute(on_set_small, {**at_places, variable("m", "Z"): d * n})
    small = p.exists_elim(found, [ball], in_ball, instantiate_bound(close.args[1], (X,)).args[1])
    p.note("small", p.generalize(X, small))
    return p.apply("layers_made_of", v=at_places[v], m=d * n)


some_bound = exists(lambda B: [substitute(x, {B0: B}) for x in BOUND.values()], "R")


@paper.claim(given=GIVEN, shows=some_bound)
def bound_of_balls(p: Proof) -> Fact:
    """A number above all values at the centres, by more than ε/3."""
    p.given(X_in=member(U, X), **ENTRY)
    at_f = p.apply("bounded_by_balls")
    own = p.generalize(c, at_f)
    ends = assumed(p, 1 <= j, j <= G)
    less = p.have(absolute(F(j, r, c)) < bound, below_greatest(p, *ends, *map(p.get, ENTRY), j=j))
    below = p.generalize(r, p.generalize(c, less))
    below = p.generalize(j, below)
    at_one = p.specialize(below, 1, 1, 1)
    return p.exists_intro(p.goal, [bound], at_one, below, own)


OF_51 = {
    "wide": d >= 1, "long": n >= 1, "some": N_x >= 1, "steep": L > 0, "eps_pos": eps > 0,
    "covered": covered(U, N_x, C), "lipschitz": lipschitz_on(f, U),
}  # fmt: skip
times = N_x * n
repeated = fun(lambda j, r, c: C(original(j), r, c), 3)


several = fun(lambda j, r, c: M_(original(j), r, c), 3)
size = d * n
count = 9 * (d * n * N_x)
base = {
    "w": fun(lambda j, q: C(j, place(q), token(q)), 2),
    "y": fun(lambda j, q: log(1 + M_(j, place(q), token(q)) / B0), 2),
    "z": fun(lambda j, q: log(1 - M_(j, place(q), token(q)) / B0), 2),
    "u": fun(lambda j: substitute(number_counts.norm_term(j), {**at_places, length: size})),
}
CONSTANTS = {"e_1": num(0), "e_2": num(1), "e_3": num(-1), "e_4": R, "e_5": d * B0}
LAWS = {"wide": d >= 1, "long": n >= 1, "some": N_x >= 1}
COPIES = dict(zip(("copy_1", "copy_2", "copy_3", "copy_4", "copy_5"), tiling(copy, original, N_x, n), strict=True))
at_copies = {G: times, C: repeated, F: several}
some_numbers = exists(
    lambda theta: [substitute(x, {**at_copies, number_counts.theta: theta, K: count}) for x in LISTED.values()], "(Z>R)"
)


@paper.claim(given={**LAWS, **FLAT, **COPIES}, shows=some_numbers)
def numbers_of_balls(p: Proof) -> Fact:
    """Those of a ball serve for all its copies."""
    p.given(**ENTRY)
    at_j, at_q = assumed(p, 1 <= j, j <= times), assumed(p, 1 <= q, q <= size)
    own = [p.specialize(name, j, using=at_j) for name in ("copy_3", "copy_4")]
    dn = p.have(1 <= size)
    columns = {"block": token, "offset": place, "d": d, "G": n, "j": c, "s": r}
    which, spot = (p.apply(f"tile_{name}", **columns) for name in ("block", "offset"))
    cell_ = (c - 1) * d + r

    def with_numbers(*facts: Fact) -> Fact:
        constants, (of_v, of_T, of_E, of_norm) = facts[:5], facts[5:]
        k_ = number_counts.number

        def of_value(family: Fact, sign: int) -> Fact:
            term = lambda r, c: log(1 + sign * (M_(original(j), r, c) / B0))  # noqa: E731
            one = p.congr(lambda r: term(r, token(cell_)), spot)
            two = p.congr(lambda c: term(r, c), which)
            wanted = number_counts.listed(term(r, c), K=count)

            def same(k_low: Fact, k_high: Fact, value: Fact) -> Fact:
                return p.exists_intro(wanted, [k_], k_low, k_high, value, one, two)

            found = p.specialize(family, original(j), cell_, using=[*own])
            each = p.generalize(c, p.exists_elim(found, [k_], same, wanted))
            return p.generalize(j, p.generalize(r, each))

        centre = p.specialize(of_v, original(j), q, using=[*own, *at_q])
        parts = [
            centre,
            p.specialize(of_norm, original(j), using=own),
            of_value(of_T, 1),
            of_value(of_E, -1),
        ]
        return p.exists_intro(p.goal, [number_counts.theta], *constants, *parts)

    def with_rows(*rows: Fact) -> Fact:
        found = p.apply("numbers_exist", *rows, dn, "some", K=count, **base, **CONSTANTS)
        return p.exists_elim(found, [number_counts.theta], with_numbers)

    return laid_out(p, ((number_counts.ball_of, number_counts.place_of, size, N_x),), with_rows)


@paper.claim(given=OF_51, shows=approximated_by(f, U, eps, count))
def theorem_5_1(p: Proof) -> Fact:
    """Every ball n times, so that there are as many columns as tokens."""
    at = {"G": times, "C": repeated, "F": several}
    many = p.have(1 <= times, label="many")
    room = p.have(n <= 2 * d * times)

    def with_copies(*laws: Fact) -> Fact:
        copies, flats = laws[:5], laws[5:]
        (X_in,) = assumed(p, member(U, X))
        some = exists(lambda j: [1 <= j, j <= times, distance_squared(X, row_of(repeated, j)) <= radius * radius], "Z")

        def in_ball(low: Fact, high: Fact, near: Fact) -> Fact:
            by = {"block": copy, "offset": original, "d": N_x, "G": n, "j": num(1), "s": ball}
            place_ = p.apply("tile_offset", *copies, low, high, **by)
            moved = p.congr(lambda y: distance_squared(X, row_of(C, y)), place_)
            return p.exists_intro(some, [ball], low, p.have(ball <= times, high), near, moved)

        found = p.exists_elim(p.specialize("covered", X, using=[X_in]), [ball], in_ball, some)
        in_copies = assumed(p, 1 <= j, j <= times)
        each = p.generalize(j, p.apply("value_at_ball", *flats, W=row_of(C, j)))
        fit = lambda j, M: fits(row_of(C, j), M)  # noqa: E731
        values = chosen_for_each(p, fit, N_x, each, p.have(0 <= N_x), MATRIX)
        own = [p.specialize(copies[k], j, using=in_copies) for k in (2, 3)]

        def with_values(held: Fact) -> Fact:
            held = p.generalize(j, p.specialize(held, original(j), using=own))
            layouts = (block, offset, d, times), (row_block, row_token, n, times)
            return laid_out(p, layouts, finish, held, found, *copies, *flats)

        return p.exists_elim(values, [M_], with_values)

    def finish(*facts: Fact) -> Fact:
        known = [*facts, many, room]

        def with_bound(*bounds: Fact) -> Fact:
            scale = substitute(ball_scale, {G: times})

            def with_scale(*up: Fact) -> Fact:
                def with_numbers(*listed: Fact) -> Fact:
                    return p.apply("network_at_balls", *known, *bounds, *up, *listed, **at)

                return p.exists_elim(p.apply("numbers_of_balls", *known), [number_counts.theta], with_numbers)

            return p.exists_elim(p.apply("not_negative", x=scale.args[0]), [R], with_scale)

        return p.exists_elim(p.apply("bound_of_balls", *known, **at), [B0], with_bound)

    return laid_out(p, ((copy, original, N_x, n), (token, place, d, n)), with_copies)


# --- a cube around the balls ------------------------------------------------------------------------------------------

width_of = radius + 1 + substitute(greatest_value, {F: C, G: N_x})


@paper.claim(given=[*OF_51.values(), *ENTRY.values(), member(U, X)], shows=absolute(X(r, c)) <= width_of)
def balls_in_cube(p: Proof) -> Fact:
    """By way of the centre of a ball."""
    p.given(**OF_51)
    low, high, near = p.obtain(p.specialize("covered", X), j)
    u = X(r, c) - C(j, r, c)
    own = p.apply("entry_below_distance", Y=row_of(C, j))
    sides = [p.apply("square_le", own, near, radius, u=y, r=radius) for y in (u, -u)]
    size = p.apply("abs_le", sides[1], sides[0])
    most = p.apply("entry_below_greatest", low, high, M=C, **{"N'": N_x})
    way = by_way_of(p, X(r, c), C(j, r, c), num(0))
    return p.have(p.goal, way, size, most)
