"""Theorem 4.1 as printed: W_V may be square, so that Linear(X) has d rows, with other weights than those of B.1.

On the level c > 0 of row r the shifts are β + R Aff_j + F_j(r, c), one for each centre j, and on the level −c they are
−(β + R Aff_j): the network of `level_network` adds up to max_j (R Aff_j + F_j) − max_j R Aff_j. This lies between F_j
at the nearest centre and F_j at the j of the first maximum, which is near too if R is large, since F is bounded. So it
is close to f(X). The numbers are chosen one after the other: R, β, the distance K of the levels, then B so large that
the weights err by little, then the copies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import linear_layer
from proofs.papers.liu.section_4_1_self_attention import grid, theorem_4_1
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    aff,
    dot,
    flat,
    half_square,
    j,
    length,
    strict,
    v,
    z,
)
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.level_network import *
from proofs.papers.liu.section_4_1_self_attention.levels import *
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import delta
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    GRID,
    LONG,
    NUMBERS,
    OF_41,
    START,
    U,
    approximated_square,
    f,
    flattened,
    for_fine_grid,
    for_some_modulus,
    for_some_values,
    laid_out,
    left,
    right,
    row_P,
    row_Q,
    same_attention,
    self_attention,
)
from proofs.papers.liu.vocabulary import R, X, c, d, eps, k, n, paper
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed, entries

x, y = reals("x y")
# --- the layer Linear ------------------------------------------------------------------------------------------------

slope, base = vectors("sigma beta")
affine_in_X = fun(lambda i: slope(i) * substitute(dot(centre(i)), {z: flattened}) + base(i))
AT_X = {eta: affine_in_X}


def of_tokens(w: Term) -> Term:
    """Return a function of centres as a function of tokens, each of which has a centre."""
    left_ = fun(lambda t, i: slope(item(t)) * ite(Eq(i, row(item(t))), 1, 0), 2)
    right_ = fun(lambda j, t: ite(Eq(j, t), 1, 0), 2)
    own = fun(lambda t, k: v(centre(item(t)), k), 2)
    return substitute(w, {x: value for x, value in ((left, left_), (right, right_), (v, own)) if x in w.free})


linear = (
    of_tokens(row_P), of_tokens(row_Q),
    fun(lambda i, t: ite(Eq(i, row(item(t))), level(item(t)) * K + base(item(t)), 0), 2),
)  # fmt: skip
layer = linear_layer(named(X, d, n), n * N, *linear, d, N)
tokens_at_X = Matrix(d, N, lambda r, t: substitute(tokens(r, t), AT_X))
FLATTENED = {
    "wide": d >= 1,
    "long": n >= 1,
    "flat": flat,
    **FLAT,
    **{name: substitute(x, {G: N}) for name, x in LONG.items()},
}


@paper.claim(given=[*FLATTENED.values(), 1 <= N], shows=tokens_at_X.equals(layer))
def tokens_are_linear(p: Proof) -> Fact:
    """They are copies of items whose entry is affine."""
    shifted, own = fun(lambda i: level(i) * K + base(i)), fun(lambda i, k: v(centre(i), k), 2)
    return p.change(p.apply("items_are_linear", beta=shifted, v=own), p.goal)


# --- their values ----------------------------------------------------------------------------------------------------

A, lift = reals("A beta_0")
raised = fun(lambda g, j: ite(j <= G, ite(1 <= g, R, -R), 0), 2)
started = fun(
    lambda a, g, j: ite(j <= G, ite(1 <= g, lift - R * half_square(j) + F(j, a, g), R * half_square(j) - lift), 0), 3
)


def worth(a: Term, g: Term, j: Term) -> Term:
    """β + R Aff_j + F_j on the levels g >= 1, −(β + R Aff_j) below, and 0 for the query."""
    return raised(g, j) * dot(j) + started(a, g, j)


@paper.claim(given=[j <= G, 1 <= g], shows=Eq(worth(a, g, j), lift + R * aff(j) + F(j, a, g)))
def worth_above(p: Proof) -> None:
    """The conditions are decided."""


@paper.claim(given=[j <= G, g < 1], shows=Eq(worth(a, g, j), -(lift + R * aff(j))))
def worth_below(p: Proof) -> Fact:
    """The conditions are decided."""
    known = assumed(p, j <= G, g < 1)
    first, second = values(p, known, raised(g, j), started(a, g, j))
    return p.have(p.goal, (first, dot(j)), second)


@paper.claim(given=[G < j], shows=Eq(worth(a, g, j), 0))
def worth_of_query(p: Proof) -> Fact:
    """The condition is decided."""
    known = assumed(p, G < j)
    first, second = values(p, known, raised(g, j), started(a, g, j))
    return p.have(p.goal, (first, dot(j)), second)


HEIGHT = {
    "scale_low": R >= 0, "bound_pos": B0 > 0, "values_low": strict,
    "affine": every(lambda j: abs(aff(j)) <= A, 1, G), "lift": Eq(lift, R * A + B0),
}  # fmt: skip


@paper.claim(given=[*HEIGHT.values(), 1 <= G], shows=0 < lift)
def lift_positive(p: Proof) -> Fact:
    """A is nonnegative."""
    p.given(**HEIGHT)
    own = p.specialize("affine", 1)
    low = p.have(0 <= A, own, abs(aff(num(1))))
    return p.have(p.goal, (low, "scale_low"), "lift", "bound_pos")


@paper.claim(given=[*HEIGHT.values(), abs(x) <= B0, 1 <= j, j <= G], shows=abs(R * aff(j) + x) <= lift)
def height_small(p: Proof) -> Fact:
    """It is at most RA + B_0."""
    p.given(**HEIGHT, small=abs(x) <= B0)
    own, sides = p.specialize("affine", j), []
    for sign in (1, -1):
        sizes = [p.apply("abs_ge", x=sign * y) for y in (aff(j), x)]
        less = p.have(sign * aff(j) <= A, own, sizes[0])
        sides.append(p.have(sign * (R * aff(j) + x) <= lift, (less, "scale_low"), sizes[1], "small", "lift"))
    return p.apply("abs_le", sides[1], sides[0], x=R * aff(j) + x, u=lift)


PLACE = {"some": 1 <= G, "a_low": 1 <= a, "a_high": a <= d, "g_high": g <= n, "j_low": 1 <= j}


@paper.claim(given=[*HEIGHT.values(), *PLACE.values()], shows=abs(worth(a, g, j)) <= 2 * lift)
def worth_small(p: Proof) -> Fact:
    """By cases."""
    p.given(**HEIGHT)

    def each(known: list[Fact]) -> Fact:
        inside, above = known
        if inside.concl.op == "lt":
            value = p.apply("worth_of_query", inside)
            at_one = p.apply("lift_positive")
            moved = p.congr(abs, value)
            return p.have(p.goal, moved, at_one)
        if above.concl.op == "le":
            value = p.apply("worth_above", inside, above)
            own = p.specialize("values_low", j, a, g, using=[inside, above])
            small = p.apply("height_small", own, inside, x=F(j, a, g))
        else:
            value = p.apply("worth_below", inside, above)
            small = p.apply("height_small", inside, x=num(0))
        y = small.concl.args[0].args[0]
        sizes = [p.apply("abs_ge", x=sign * y) for sign in (1, -1)]
        ends = [p.have(z, value, small, *sizes) for z in (-(2 * lift) <= worth(a, g, j), worth(a, g, j) <= 2 * lift)]
        return p.apply("abs_le", *ends, x=worth(a, g, j), u=2 * lift)

    return by_cases(p, [j <= G, 1 <= g], each)


j_1, j_2 = ints("j_1 j_2")  # of the greatest R Aff_j + F_j, and of the nearest centre
greatest_raised = every(lambda j: R * aff(j) + F(j, r, c) <= R * aff(j_1) + F(j_1, r, c), 1, G)
greatest_aff = every(lambda j: aff(j) <= aff(j_2), 1, G)
AT_CENTRES = {
    "first_low": 1 <= j_1, "first_high": j_1 <= G, "first": greatest_raised,
    "second_low": 1 <= j_2, "second_high": j_2 <= G, "second": greatest_aff,
}  # fmt: skip
SEEN_ABOVE = {"some": 1 <= G, **HEIGHT, **ENTRY, **AT_CENTRES}


@paper.claim(given=SEEN_ABOVE, shows=every(lambda j: worth(r, c, j) <= worth(r, c, j_1), 1, G + 1))
def greatest_above(p: Proof) -> Fact:
    """On the level c the maximum is that of j_1, and the query is not above it."""
    p.given(j_low=1 <= j)
    best = p.apply("worth_above", a=r, g=c, j=j_1)

    def each(known: list[Fact]) -> Fact:
        (inside,) = known
        if inside.concl.op == "lt":
            value = p.apply("worth_of_query", inside, a=r, g=c)
            own = p.specialize("values_low", j_1, r, c)
            x_ = F(j_1, r, c)
            small = p.apply("height_small", own, x=x_, j=j_1)
            size = p.apply("abs_ge", x=-(R * aff(j_1) + x_))
            return p.have(worth(r, c, j) <= worth(r, c, j_1), value, best, small, size)
        value = p.apply("worth_above", inside, a=r, g=c)
        return p.have(worth(r, c, j) <= worth(r, c, j_1), value, best, p.specialize("first", j, using=[inside]))

    return by_cases(p, [j <= G], each)


@paper.claim(given=SEEN_ABOVE, shows=every(lambda j: worth(r, -c, j_2) <= worth(r, -c, j), 1, G + 1))
def least_below(p: Proof) -> Fact:
    """On the level −c the minimum is that of the nearest centre."""
    p.given(j_low=1 <= j)
    best = p.apply("worth_below", a=r, g=-c, j=j_2)

    def each(known: list[Fact]) -> Fact:
        (inside,) = known
        if inside.concl.op == "lt":
            value = p.apply("worth_of_query", inside, a=r, g=-c)
            small = p.apply("height_small", x=num(0), j=j_2)
            size = p.apply("abs_ge", x=-(R * aff(j_2)))
            return p.have(worth(r, -c, j_2) <= worth(r, -c, j), value, best, small, size)
        value = p.apply("worth_below", inside, a=r, g=-c)
        order = p.specialize("second", j, using=[inside])
        return p.have(worth(r, -c, j_2) <= worth(r, -c, j), value, best, (order, "scale_low"))

    return by_cases(p, [j <= G], each)


# --- what is greatest is close to f ----------------------------------------------------------------------------------

STEEP_ENOUGH = {"steep_enough": 16 * B0 <= 3 * (delta * delta) * R}
OF_GRID = ("wide", "long", "some", "flat", "D_pos", "middles", "delta_pos", "finer", "eps_pos", "values", "in_cube")
CLOSE = {**{name: GRID[name] for name in (*OF_GRID, *grid.GRID, *FLAT)}, "X_in": member(U, X)}
at_point = {z: flattened}


def at_z(x: Term) -> Term:
    """Return the formula at the flattened X."""
    return substitute(x, at_point)


difference = at_z(R * aff(j_1) + F(j_1, r, c) - R * aff(j_2))


@paper.claim(
    given=[
        *CLOSE.values(),
        0 < B0,
        strict,
        0 <= R,
        *STEEP_ENOUGH.values(),
        *ENTRY.values(),
        *map(at_z, AT_CENTRES.values()),
    ],
    shows=abs(difference - f(X, r, c)) <= eps / 3,
)
def difference_close(p: Proof) -> Fact:
    """It lies between F at j_2 and F at j_1, where both centres are within δ of X."""
    p.given(**CLOSE, below=strict, scale_low=0 <= R, **STEEP_ENOUGH, **ENTRY)
    p.given(**{name: at_z(x) for name, x in AT_CENTRES.items()})
    p.apply("flat_in_cube", label="inside")
    modulus = p.apply("modulus_at")
    square = p.apply("nearest_square", z=flattened, j_m=j_2)
    order = p.specialize("first", j_2)
    bounds = [p.specialize("below", x, r, c) for x in (j_1, j_2)]
    sizes = [p.apply("abs_ge", x=sign * F(x, r, c)) for x in (j_1, j_2) for sign in (1, -1)]

    def close(j: Term, near: Fact) -> Fact:
        there = p.specialize(modulus, j, using=[near])
        rows = p.max_ge(there.concl.args[0], r, "r_low", "r_high")
        entry = p.max_ge(rows.concl.args[0], c, "c_low", "c_high")
        return p.have(abs(F(j, r, c) - f(X, r, c)) <= eps / 3, there, rows, entry)

    def within(j: Term) -> Fact:
        far = at_z(grid.farthest(j))
        near, beyond = assumed(p, far <= delta, delta < far)
        away = p.apply("far_in_square", beyond)
        if j is j_2:
            clash = p.have(FALSE, square, away, ("delta_pos", "delta_pos"))
        else:
            gap = p.have(at_z(aff(j_2) - aff(j_1)) >= 3 * (delta * delta) / 8, away, square)
            clash = p.have(FALSE, (gap, "scale_low"), order, *bounds, *sizes, "steep_enough")
        return p.cases(far, delta, near, p.absurd(clash, far <= delta))

    ends = [close(x, within(x)) for x in (j_1, j_2)]
    top = p.specialize("second", j_1)
    sizes = [p.apply("abs_ge", x=sign * (F(x, r, c) - f(X, r, c))) for x in (j_1, j_2) for sign in (1, -1)]
    low = p.have(-(eps / 3) <= difference - f(X, r, c), order, ends[1], sizes[3])
    return p.apply("abs_le", low, (top, "scale_low"), ends[0], sizes[0], x=difference - f(X, r, c), u=eps / 3)


# --- the network at a point ------------------------------------------------------------------------------------------

worth_at_X = fun(lambda a, g, j: at_z(worth(a, g, j)), 3)
whole = {J: G + 1, Y: 2 * lift, E: worth_at_X}


def made(formula: Term) -> Term:
    """Return the formula with the shifts at X, and one more centre for the query."""
    return substitute(formula, {u: w for u, w in whole.items() if u in formula.free})


def close_at(X_: Term) -> Term:
    """Whichever centres are maximal, the difference is within 2ε/3 of f(X)."""
    near = implies(*map(at_z, AT_CENTRES.values()), abs(difference - f(X, r, c)) <= 2 * eps / 3)

    def for_entry(r_: Term, c_: Term) -> Term:
        return for_all(lambda a, b: substitute(near, {X: X_, r: r_, c: c_, j_1: a, j_2: b}), "Z", "Z")

    return entries(for_entry, d, n)


NET = {name: made(x) for name, x in {**ITEMS, **COPIED, **BASE}.items()}
ENOUGH = {"enough": 6 * (d * (M * theta)) <= eps}
POINT_HEIGHT = {name: at_z(x) for name, x in HEIGHT.items()}
SIZED = {name: GRID[name] for name in ("wide", "long", "some", *FLAT)}
AT_POINT = {**SIZED, **POINT_HEIGHT, **NET, **ENOUGH, **ENTRY, "close": close_at(X)}
network_made = Matrix(d, n, lambda r, c: made(with_places(network(r, c))))


@paper.claim(given=AT_POINT, shows=abs(network_made(r, c) - f(X, r, c)) <= eps)
def square_at_entry(p: Proof) -> Fact:
    """2ε/3 from the centres, and ε/3 from the weights."""
    p.given(**SPOT, j_low=1 <= j)
    small = p.apply("worth_small", z=flattened, a=b, g=h)
    none = p.apply("worth_of_query", j=G + 1)
    shifts_ = [small, none]

    def with_first(low: Fact, high: Fact, first: Fact) -> Fact:
        low_, high_, second = p.obtain(p.apply("greatest_member", f=fun(lambda j: at_z(aff(j))), M=G), j_2)
        known = low, high, first, low_, high_, second
        above = p.apply("greatest_above", *known)
        below = p.apply("least_below", *known)
        names = {"J": G + 1, "Y": 2 * lift, "E": worth_at_X}
        near = p.apply("network_of_places", *shifts_, *known, above, below, **names)
        close = p.specialize("close", r, c, j_1, j_2, using=known)
        values_ = [
            p.apply("worth_above", high, z=flattened, a=r, g=c, j=j_1),
            p.apply("worth_below", high_, z=flattened, a=r, g=-c, j=j_2),
        ]
        value = p.have(Eq(worth_at_X(r, c, j_1) + worth_at_X(r, -c, j_2), difference), *values_)
        moved = p.congr(lambda y: abs(network_made(r, c) - y), value)
        way = p.apply("abs_triangle", c=network_made(r, c), s=difference, top=f(X, r, c))
        return p.have(p.goal, near, moved, way, close, "enough")

    first = fun(lambda j: at_z(R * aff(j)) + F(j, r, c))
    return p.exists_elim(p.apply("greatest_member", f=first, M=G), [j_1], with_first)


SLOPES = {slope: fun(lambda i: raised(level(i), centre(i))), base: fun(lambda i: started(row(i), level(i), centre(i)))}


def with_slopes(formula: Term) -> Term:
    """Return the formula with the slopes and constants of the shifts."""
    return substitute(formula, {u: w for u, w in SLOPES.items() if u in formula.free})


made_linear = tuple(map(with_slopes, linear))
made_weights = tuple(made(with_places(w)) for w in network_weights)
LAID_OUT = {"flat": flat, **FLAT, **{name: FLATTENED[name] for name in LONG}}
ON_SET = {
    **{name: HEIGHT[name] for name in ("scale_low", "bound_pos", "values_low", "lift")},
    "affine": for_all(lambda X_: implies(member(U, X_), substitute(POINT_HEIGHT["affine"], {X: X_})), MATRIX),
    "close": for_all(lambda X_: implies(member(U, X_), close_at(X_)), MATRIX),
}  # fmt: skip
SQUARE = {**SIZED, **NET, **ENOUGH, **ON_SET, **LAID_OUT, "longer": 1 <= N}


def printed_network(X: Term) -> Matrix:
    """Attn(Linear(X)), where W_V is d × d."""
    return self_attention(X, n * N, d, N, d, (*made_linear, *made_weights), d)


@paper.claim(
    given={**SQUARE, "X_in": member(U, X)},
    shows=entries(lambda r, c: abs(printed_network(X)(r, c) - f(X, r, c)) <= eps, d, n),
)
def square_at_point(p: Proof) -> Fact:
    """The layer Linear computes these tokens."""
    p.given(**ENTRY)
    close = p.apply("square_at_entry", p.specialize("affine", X), p.specialize("close", X))
    P_, Q_, R_ = made_linear
    whole_layer = linear_layer(named(X, d, n), n * N, P_, Q_, R_, d, N)
    made_tokens = Matrix(d, N, lambda r, t: made(with_places(tokens(r, t))))
    found = p.apply("tokens_are_linear", sigma=SLOPES[slope], beta=SLOPES[base])
    layer_ = made_tokens, whole_layer, p.change(found, made_tokens.equals(whole_layer))
    sizes = (d, d), (d, d), (d, d), (N, n)
    same = same_attention(
        p, None, layer_, layer_, [named(w, *size) for w, size in zip(made_weights, sizes, strict=True)]
    )
    at = p.specialize(same, r, c)
    moved = p.congr(lambda y: abs(y - f(X, r, c)), at)
    return p.have(abs(printed_network(X)(r, c) - f(X, r, c)) <= eps, close, moved)


printed_goal = approximated_square(f, U, eps)


@paper.claim(given=SQUARE, shows=printed_goal)
def square_found(p: Proof) -> Fact:
    """Take these layers."""
    p.given(X_in=member(U, X))
    all_ = p.apply("square_at_point")
    return p.exists_intro(p.goal, [n * N, N, d, *made_linear, *made_weights], "long", "longer", all_)


# --- that there are such numbers -------------------------------------------------------------------------------------

size_of = fun(lambda j: D * Sum(lambda k: abs(v(j, k)), 1, length) + half_square(j))
some_affine_bound = exists(lambda A_: [0 <= A_, substitute(ON_SET["affine"], {A: A_})], "R")


@paper.claim(given={"some": 1 <= G, "flat": flat, **FLAT, "in_cube": in_a_cube(U, D, d, n)}, shows=some_affine_bound)
def affine_bounded(p: Proof) -> Fact:
    """|v_jᵀX̃| <= D Σ_k |v_jk|."""
    p.given(X_in=member(U, X))
    p.given(j_low=1 <= j, j_high=j <= G, k_low=1 <= k, k_high=k <= length)
    inside = p.apply("flat_in_cube")
    own = p.specialize(inside, k)
    product = p.apply("abs_mul", u=v(j, k), r=flattened(k))
    parts = fun(lambda k: v(j, k) * flattened(k)), fun(lambda k: D * abs(v(j, k)))
    total = p.apply("abs_sum_le", product, (own, abs(v(j, k))), f=parts[0], g=parts[1], lo=1, hi=length)
    squares = p.apply("square_nonneg", x=v(j, k))
    half = p.apply("sum_nonneg", squares, f=fun(lambda k: v(j, k) * v(j, k)), lo=1, hi=length)
    way = p.apply("abs_triangle", c=at_z(dot(j)), s=num(0), top=half_square(j))
    same_ = p.abs_value(half_square(j), p.have(0 <= half_square(j), half))
    most = Max(lambda j: size_of(j), 1, G)
    member_ = p.max_ge(most, j, "j_low", "j_high")
    size = p.apply("abs_ge", x=most)
    each = p.have(abs(at_z(aff(j))) <= abs(most), way, total, same_, member_, size)
    return p.exists_intro(p.goal, [abs(most)], each)


block_, token_ = sequences("centre_of' token_of'")


def close_on_set(p: Proof, at: Mapping[Term, Term], close: Callable[..., Fact]) -> Fact:
    """Prove `close_at` for all X of U and these values, from a proof that uses the ranges and the centres' laws."""
    (X_in,) = assumed(p, member(U, X))
    ends = assumed(p, *ENTRY.values())
    known = assumed(p, *(substitute(at_z(x), at) for x in AT_CENTRES.values()))
    goal = abs(substitute(difference, at) - f(X, r, c)) <= 2 * eps / 3
    return p.have(goal, close(X_in, *ends, *known), "eps_pos")


def for_some_network(p: Proof, scale: Term, scale_low: Fact, pos: Fact, finish: Callable[..., Fact]) -> Fact:
    """For R = `scale` choose the numbers β, K, the items, B and the copies, one after the other.

    `finish` gets the facts about them and their values, by name.
    """
    chosen = {"R": scale, "beta_0": scale * A + B0, "theta": eps / (6 * (d * M))}
    chosen |= {"K": 16 * n * chosen["beta_0"], "centre_of": block_, "token_of": token_}
    lift_, width_, error = chosen["beta_0"], chosen["K"], chosen["theta"]

    A_low, affine = p.obtain(p.apply("affine_bounded"), A)
    lift_pos = p.have(0 < lift_, (scale_low, A_low), pos)
    wide = p.have(0 < width_, ("long", lift_pos), lift_pos)

    found = p.apply("items_exist", J=G + 1)
    many, *laws = p.obtain(found, M, row, level, centre, place)
    count = p.have(0 < d * M, "wide", many)
    part = p.apply("inv_pos", count)
    ones = p.have(0 < d), p.have(0 < M, many)

    def with_base(B_low: Fact, large: Fact) -> Fact:
        high = p.have(8 * n * width_ <= error * log(B), (large, "eps_pos"), *ones, scale=[count])
        logs = p.apply("log_nonneg", B_low)
        number = p.have(0 < copies_of(i), "power_pos", B_low)
        found = p.apply("copies_exist", many, number, c=fun(copies_of))

        copied_ = p.obtain(found, item, N)
        longer = p.have(1 <= N, copied_[0], many, label="longer")
        signs = p.have(0 <= 2 * lift_, lift_pos), p.have(0 <= error, ("eps_pos", part))
        known = affine, many, *laws, *ones, B_low, high, logs, wide, *signs, *copied_, longer
        return laid_out(p, [(block_, token_, n, N)], lambda *tiled: finish(*known, *tiled, **chosen))

    level_needed = 48 * n * width_ * (d * M) / eps
    return p.exists_elim(p.apply("log_large", a=level_needed), [B], with_base)


@paper.claim(given=theorem_4_1.GRID, shows=printed_goal)
def square_for_values(p: Proof) -> Fact:
    """Take R = 16 B_0/(3δ²)."""
    scale = 16 * B0 / (3 * (delta * delta))
    pos, below, _own = p.obtain(p.apply("bound_exists"), B0)
    low = p.have(0 <= scale, (pos, inv(delta * delta)))

    def close_at_point(*known: Fact) -> Fact:
        return p.apply("difference_close", below, low, *known)

    close = close_on_set(p, {R: scale}, close_at_point)

    def finish(*known: Fact, **chosen: Term) -> Fact:
        return p.apply("square_found", pos, below, low, close, *known, **chosen)

    return for_some_network(p, scale, low, pos, finish)


# --- that there are such numbers, values and centres -----------------------------------------------------------------


@paper.claim(given=[*START.values(), *NUMBERS.values()], shows=printed_goal)
def square_for_numbers(p: Proof) -> Fact:
    """Choose digits, centres, blocks and values."""
    return for_some_values(p, "square_for_values")


@paper.claim(given=START, shows=printed_goal)
def square_for_modulus(p: Proof) -> Fact:
    """Take a fine grid."""
    return for_fine_grid(p, 2, "square_for_numbers")


@paper.claim(given=list(OF_41.values()), shows=printed_goal)
def theorem_4_1_square(p: Proof) -> Fact:
    """Take a cube around U, and one δ for all of U."""
    return for_some_modulus(p, "square_for_modulus")
