"""Lipschitz functions on a set in N_x balls: the hypotheses of Theorem 5.1, and values at the centres.

At the centre W of a ball the network takes, in each entry, the supremum of f(Y) − L ‖Y − W‖ over the Y of the set
(McShane): it differs from f(X) by L ‖X − W‖ at most, so that f need not be given at the centres.
"""

from __future__ import annotations

from proofs.builder.finite_choice import chosen_entries
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import F, G, j, r, v
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    LONG,
    SIZES,
    TILES,
    U,
    Y,
    f,
    greatest_value,
    place,
    token,
    width,
)
from proofs.papers.liu.section_5_parameters.ball_network import L, N_x, radius
from proofs.papers.liu.vocabulary import X, c, d, eps, n, paper
from proofs.theorems.analysis.compactness import member
from proofs.theorems.analysis.continuity import assumed, by_way_of, entries, supremum_of, value
from proofs.theorems.analysis.norms import norm

x, s = reals("x s")
W, M = vectors("W M", 2)
C, M_ = vectors("C M'", 3)
(q,) = ints("q")
copy, original = sequences("copy original")


def distance_squared(X: Term, W: Term) -> Term:
    """‖X − W‖², the sum of the squares of all entries."""
    return Sum(lambda c: Sum(lambda r: (X(r, c) - W(r, c)) * (X(r, c) - W(r, c)), 1, d), 1, n)


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


squares = Sum(lambda k: (as_vector(X)(k) - as_vector(W)(k)) * (as_vector(X)(k) - as_vector(W)(k)), 1, d * n)


@paper.claim(given=[d >= 1, n >= 1, *FLAT.values()], shows=Eq(squares, distance_squared(X, W)))
def distance_flattened(p: Proof) -> Fact:
    """The sums agree token by token."""
    entry = fun(lambda c, r: (X(r, c) - W(r, c)) * (X(r, c) - W(r, c)), 2)
    return p.apply("tile_sum_blocks", block=token, offset=place, G=n, h=entry)


@paper.claim(
    given=[d >= 1, n >= 1, *ENTRY.values()], shows=(X(r, c) - Y(r, c)) * (X(r, c) - Y(r, c)) <= distance_squared(X, Y)
)
def entry_below_distance(p: Proof) -> Fact:
    """It is one of the squares."""
    square = lambda r, c: (X(r, c) - Y(r, c)) * (X(r, c) - Y(r, c))  # noqa: E731
    one = p.apply("sum_member", f=fun(lambda i: square(i, c)), lo=1, hi=d, m=r)
    columns = fun(lambda t: Sum(lambda i: square(i, t), 1, d))
    two = p.apply("sum_member", f=columns, lo=1, hi=n, m=c)
    return p.have(p.goal, one, two)


@paper.claim(
    given=[*OF_F.values(), *FLAT.values(), *ENTRY.values(), member(U, X), member(U, Y)],
    shows=f(Y, r, c) - f(X, r, c) <= L * apart(Y, W) + L * apart(X, W),
)
def values_by_way_of(p: Proof) -> Fact:
    """By the triangle inequality with W."""
    p.given(**OF_F, X_in=member(U, X), Y_in=member(U, Y))
    law = p.rule("specialize", p.rule("specialize", "lipschitz", Y), X)
    law = p.mp(p.mp(law, "Y_in"), "X_in")
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
    """Take the least upper bound of f(Y) − L ‖Y − W‖."""
    below = lambda x, Y: x <= f(Y, r, c) - L * apart(Y, W)  # noqa: E731
    holds = lambda x: exists(lambda Y: [member(U, Y), below(x, Y)], MATRIX)  # noqa: E731
    top = lambda X: f(X, r, c) + L * apart(X, W)  # noqa: E731
    nonempty = exists(lambda Y: [member(U, Y)], MATRIX)
    (X_in,) = assumed(p, member(U, X))

    def bounds(X_: Term, is_in: Fact) -> Fact:
        """Every f(Y) − L ‖Y − W‖ is at most f(X) + L ‖X − W‖."""

        def with_Y(Y_in: Fact, under: Fact) -> Fact:
            return p.have(x <= top(X_), under, p.apply("values_by_way_of", is_in, Y_in))

        return p.exists_elim(p.assume(holds(x)), [Y], with_Y, x <= top(X_))

    def with_point(is_in: Fact) -> Fact:
        lowest = f(X, r, c) - L * apart(X, W)
        own = p.exists_intro(holds(lowest), [X], is_in)
        found = supremum_of(p, holds, lowest, own, top(X), bounds(X, is_in))

        up, least = p.obtain(found, s)
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

    with_some = p.exists_elim(p.assume(nonempty), [X], with_point, some_value)
    nowhere = p.assume(implies(nonempty, FALSE))
    no = p.mp(nowhere, p.exists_intro(nonempty, [X], X_in))
    zero = (0 - f(X, r, c)) * (0 - f(X, r, c)) <= L * L * distance_squared(X, W)
    none = p.exists_intro(some_value, [0], p.absurd(no, zero))
    return p.either(with_some, none, nonempty)


def fits(W: Term, M: Term) -> Term:
    """M satisfies the Lipschitz condition at W, entry by entry."""
    less = lambda X, r, c: (M(r, c) - f(X, r, c)) * (M(r, c) - f(X, r, c)) <= L * L * distance_squared(X, W)  # noqa: E731
    return entries(lambda r, c: for_all(lambda X: implies(member(U, X), less(X, r, c)), MATRIX), d, n)


@paper.claim(given=[*OF_F.values(), *FLAT.values()], shows=exists(lambda M: fits(W, M), MATRIX))
def value_at_ball(p: Proof) -> Fact:
    """By finite choice along rows and columns, entry by entry."""
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
OF_51 = {
    "wide": d >= 1, "long": n >= 1, "some": N_x >= 1, "steep": L > 0, "eps_pos": eps > 0,
    "covered": covered(U, N_x, C), "lipschitz": lipschitz_on(f, U),
}  # fmt: skip

# --- a cube around the balls ------------------------------------------------------------------------------------------

width_of = radius + 1 + substitute(greatest_value, {F: C, G: N_x})


@paper.claim(given=[*OF_51.values(), *ENTRY.values(), member(U, X)], shows=abs(X(r, c)) <= width_of)
def balls_in_cube(p: Proof) -> Fact:
    """By the triangle inequality with the centre of a ball."""
    p.given(**OF_51)
    low, high, near = p.obtain(p.specialize("covered", X), j)
    u = X(r, c) - C(j, r, c)
    own = p.apply("entry_below_distance", Y=row_of(C, j))
    sides = [p.apply("square_le", own, near, radius, u=y, r=radius) for y in (u, -u)]
    size = p.apply("abs_le", sides[1], sides[0])
    most = p.apply("entry_below_greatest", low, high, M=C, **{"N'": N_x})
    way = by_way_of(p, X(r, c), C(j, r, c), num(0))
    return p.have(p.goal, way, size, most)
