"""Distances d_p of functions of d × n matrices that nearly agree off the steps in the cells of a fine grid.

The functions live on the unit cube, where the grid has the pitch 1/D and steps of length δ; a function on the cube
[−B, B]^(d×n) is moved there. Where two functions nearly agree in the cells of a list of grid sequences, differ
little in other cells, and vanish outside, `measured` bounds their distance on a fine grid with short steps.

Main statements: `fine_enough`, `short_enough`, `near_from_unit_cube`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import continuous_on_cube, entries, in_cube
from proofs.theorems.combinatorics.tuples import GRID, LIST, at_number, grid, same_entries
from proofs.theorems.integration.grid_cells import most_volume, off_steps, pairs_total, strips_total, w2, w3
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, distance_below, moved, over_entries
from proofs.theorems.networks.permutations import zero_outside

chapter = Chapter("grid_errors")
D, N, d, n = ints("D N d n")
i, j, k, t, c, o, e, m, M, D0 = ints("i j k t c o e m M D_0")
eps, power_p, omega, gamma, C, B, room, u, v, delta, E2 = reals("epsilon p omega gamma C B Q u v delta E_2")
X, Z, Z2 = vectors("X Z Z'", 2)
f, g = functions("f g", MATRIX + "ZZ")
(L,) = sequences("L", 3)
(K,) = sequences("K", 3)


def over(p: Proof, fact: Fact) -> Fact:
    """For all entries (t, k)."""
    return p.generalize(t, p.generalize(k, fact, "k_low", "k_high"), "t_low", "t_high")


def same(Y: Term, Y2: Term) -> Term:
    """Y = Y' in every entry."""
    return entries(lambda t, k: Eq(Y(t, k), Y2(t, k)), d, n)


def of_entries(A: Term) -> Term:
    """A(Y) depends on the entries of Y alone."""
    values = lambda Y, Y2: entries(lambda t, k: Eq(A(Y, t, k), A(Y2, t, k)), d, n)  # noqa: E731
    return for_all(lambda Y, Y2: implies(same(Y, Y2), values(Y, Y2)), MATRIX, MATRIX)


def bounded(A: Term, C: Term = C) -> Term:
    """|A| <= C everywhere."""
    return for_all(lambda Y: entries(lambda t, k: abs(A(Y, t, k)) <= C, d, n), MATRIX)


def zero_beyond(A: Term, P: Term) -> Term:
    """A(Y) = 0 if no entry of Y is negative and some entry is at least P."""

    def at(Y: Term) -> Term:
        zero = entries(lambda t, k: Eq(A(Y, t, k), 0), d, n)
        marked = entries(lambda c, o: implies(P <= Y(c, o), zero), d, n)
        return implies(entries(lambda t, k: 0 <= Y(t, k), d, n), marked)

    return for_all(at, MATRIX)


def in_unit(Z: Term) -> list[Term]:
    """Z ∈ [0, 1]^(d×n)."""
    return [entries(lambda t, k: 0 <= Z(t, k), d, n), entries(lambda t, k: Z(t, k) <= 1, d, n)]


def steady(f: Term, gamma: Term, omega: Term) -> Term:
    """On the unit cube every entry of f changes by less than ω if Z changes by less than γ."""
    near = lambda Z, Z2: entries(lambda t, k: abs(Z(t, k) - Z2(t, k)) < gamma, d, n)  # noqa: E731
    close = lambda Z, Z2: entries(lambda t, k: abs(f(Z, t, k) - f(Z2, t, k)) < omega, d, n)  # noqa: E731
    return for_all(lambda Z, Z2: implies(*in_unit(Z), *in_unit(Z2), near(Z, Z2), close(Z, Z2)), MATRIX, MATRIX)


def uniform(f: Term) -> Term:
    """f is uniformly continuous on the unit cube."""
    return for_all(
        lambda omega: implies(0 < omega, exists(lambda gamma: [0 < gamma, steady(f, gamma, omega)], "R")), "R"
    )


def zero_off(f: Term) -> list[Term]:
    """(51): f = 0 outside of the unit cube."""
    zero = lambda Z: entries(lambda t, k: Eq(f(Z, t, k), 0), d, n)  # noqa: E731
    low = lambda Z: entries(lambda c, o: implies(Z(c, o) < 0, zero(Z)), d, n)  # noqa: E731
    high = lambda Z: entries(lambda c, o: implies(1 < Z(c, o), zero(Z)), d, n)  # noqa: E731
    return [for_all(low, MATRIX), for_all(high, MATRIX)]


def corner(i: Term) -> Term:
    """The grid point of cell i."""
    return fun(lambda t, k: L(i, t, k) / D, 2)


def full_list(N: Term, L: Term) -> list[Term]:
    """L(1, ., .), …, L(N, ., .) are the grid sequences, each exactly once."""
    found = lambda G: exists(lambda i: [1 <= i, i <= N, same_entries(at_number(L, i), G, d, n)], "Z")  # noqa: E731
    once = lambda i, j: implies(same_entries(at_number(L, i), at_number(L, j), d, n), Eq(i, j))  # noqa: E731
    return [
        0 <= N,
        every(lambda i: grid(at_number(L, i), d, n, D)[0], 1, N),
        every(lambda i: grid(at_number(L, i), d, n, D)[1], 1, N),
        for_all(lambda G: implies(*grid(G, d, n, D), found(G)), GRID),
        every(lambda i: every(lambda j: once(i, j), 1, N), 1, N),
    ]


LISTED = dict(zip(["N_low", "grid_low", "grid_high", "all_found", "once"], full_list(N, L), strict=True))


@chapter.claim(given=[1 <= power_p, 0 < u, 0 < v],
             shows=exists(lambda w: [0 < w, v * exp(power_p * log(w)) <= u], "R"))  # fmt: skip
def small_power(p: Proof) -> Fact:
    """ω = u/(u + v) < 1, so ω^p <= ω."""
    p.have(0 < u + v, label="sum")
    w = u / (u + v)
    w_pos = p.have(0 < w, (0 < u, inv(u + v)))
    logs = p.apply("log_le_sub", x=w)
    p.have(log(w) <= 0, logs, label="sign")
    less = p.have(power_p * log(w) <= log(w), (1 <= power_p, p.have(0 <= -log(w))))
    grown = p.apply("exp_le", less)
    back = p.exp_log(w_pos)
    small = p.have(v * w <= u, (0 < u, p.have(0 <= w)))
    return p.exists_intro(p.goal, [w], p.have(v * exp(power_p * log(w)) <= u, (grown, 0 < v), (back, v), small))


def fine(D: Term) -> list[Term]:
    """Cells are shorter than γ, and the boxes of pairs contribute at most Q."""
    return [1 <= D, inv(D) < gamma, substitute(pairs_total, {D_free: D}) <= room]


D_free = D


def from_on(D0: Term, number: int) -> Term:
    """For all D >= D_0."""
    return every(lambda D: implies(D0 <= D, fine(D)[number]))


@chapter.claim(
    given=[0 < gamma, 0 < room, 0 <= w2],
    shows=exists(lambda D0: [1 <= D0, *(from_on(D0, number) for number in range(3))], "Z"),
)
def fine_enough(p: Proof) -> Fact:
    """D_0 > 1/γ + n² w/Q."""
    for name, y in (("gamma", gamma), ("room", room)):
        p.apply("inv_pos", x=y, label=f"{name}_inv")
    first, second = inv(gamma), w2 * n * n / room
    square = p.apply("square_nonneg", x=n)
    low, above = p.obtain(p.apply("archimedes", s=first + second), D0)
    from_ = p.assume(D0 <= D)
    p_D = p.have(1 <= D, low, from_)
    pos = p.have(0 < D, p_D)
    inverse = p.apply("inv_pos", pos)
    one = p.have(first < D, above, from_, (square, 0 <= w2, "room_inv"))
    one = p.have(1 < gamma * D, (one, 0 < gamma))
    one = p.have(inv(D) < gamma, (one, inverse), pos)
    two = p.have(second <= D, above, from_, "gamma_inv")
    two = p.have(w2 * n * n <= room * D, (two, 0 < room))
    two = p.have(pairs_total <= room, (two, inverse), pos)
    laws = [p.discharge(fact, from_.concl) for fact in (p_D, one, two)]
    return p.exists_intro(p.goal, [D0], low, *laws)


short = [delta * D <= 1, strips_total <= room]  # the steps do not meet, and cost at most Q


def all_shorter(y: Term, claim: Term) -> Term:
    """For all 0 < δ <= y."""
    return for_all(lambda x: implies(0 < x, x <= y, substitute(claim, {delta: x})), "R")


@chapter.claim(
    given=[1 <= d, 1 <= n, 1 <= D, 0 < room, 0 <= w3],
    shows=exists(lambda y: [0 < y, *(all_shorter(y, claim) for claim in short)], "R"),
)
def short_enough(p: Proof) -> Fact:
    """δ <= 1/(D + Y), where δ Y Q bounds the contribution of the steps."""
    most = p.apply("all_of_nonneg", v=3)
    cost_ = 2 * d * (n * ((D + 1) * (w3 * most_volume)))
    sizes = p.have(0 <= d * n)
    D_plus = p.have(0 <= D + 1)
    cost = p.have(0 <= cost_, (sizes, D_plus, 0 <= w3, most))
    Y_ = cost_ / room
    Y_low = p.have(0 <= Y_, (cost, inv(room)))
    p.have(0 < D + Y_, Y_low, 1 <= D, label="sum")
    y = inv(D + Y_)
    D_pos = p.have(0 <= D)
    below = p.assume(delta <= y)
    one = p.have(delta * D <= 1, (Y_low, inv(D + Y_)), (below, D_pos))
    two = p.have(y * Y_ <= 1, (D_pos, inv(D + Y_)))
    two = p.have(y * cost_ <= room, (two, 0 < room))
    two = p.have(strips_total <= room, two, (below, cost))
    laws = [p.rule("generalize", delta, p.discharge(fact, 0 < delta, below.concl)) for fact in (one, two)]
    return p.exists_intro(p.goal, [y], *laws)


third = exp(power_p * log(eps / 3))

quarter = third / 4


def costs(x: Term) -> Term:
    """d n x^p, the cost if the entries differ by x."""
    return d * n * exp(power_p * log(x))


def sized(p: Proof) -> None:
    """Assume 1 <= d, n, p and 0 < ε, and derive the positivity of related terms."""
    p.given(d_low=1 <= d, n_low=1 <= n)
    p.have(0 < d * n, "d_low", "n_low", label="dn")
    p.exp_pos(power_p * log(eps / 3), label="third_")
    p.have(0 < quarter, label="quarter")
    p.have(0 <= d, label="d_nonneg")
    p.have(0 <= n, "n_low", label="n_nonneg")


SIZES = [1 <= d, 1 <= n, 1 <= power_p, 0 < eps]


def cost_sign(p: Proof, x: Term) -> Fact:
    """0 <= d n x^p."""
    return p.have(0 <= costs(x), ("dn", exp(power_p * log(x))))


def measured(p: Proof, f: Term, g: Term, weights: Sequence[Term], list_: Sequence[Fact], near: Fact, in_any: Fact,
             everywhere: Fact, outside: Sequence[Fact], small: Sequence[Named]) -> Fact:  # fmt: skip
    """Prove d_p(f, g) < ε/3 from bounds for the cost in cells without duplicates, in cells, everywhere and outside."""
    F = cost(f, g, power_p, d, n)
    put = dict(zip((w2, w3), weights[1:], strict=True))
    total = weights[0] + substitute(strips_total + pairs_total, put)
    fact = p.apply("error_integral", near, in_any, everywhere, *outside, *list_, F=F, w_1=weights[0],
                   w_2=weights[1], w_3=weights[2], N=M, L=K)  # fmt: skip
    less = p.have(total < third, *small, "third_")
    return p.exists_intro(distance_below(f, g, power_p, eps / 3, d, n), [total], fact, less)


def costless_outside(
    p: Proof, f: Term, g: Term, below: Callable[[Fact], Sequence[Fact]], above: Callable[[Fact], Sequence[Fact]]
) -> list[Fact]:
    """Prove that the cost is 0 if an entry lies outside, from f = 0 and g = 0 there, at (t, k)."""
    out = []
    for side, prove in ((Z(c, o) <= -delta, below), (1 + delta <= Z(c, o), above)):
        zeros = prove(p.assume(side))
        equal = over(p, p.have(Eq(f(Z, t, k), g(Z, t, k)), *zeros))
        fact = p.apply("integrals.cost_zero", equal, f=f, g=g, X=Z)
        fact = p.discharge(fact, side)
        out.append(fact)
    return out


def inside_unit(p: Proof, letter: Term, cell: Iterable[Fact], *at: Fact) -> list[Fact]:
    """Prove that Z(t, k), in the cell of a letter and off the steps, and the letter divided by D are from 0 to 1.

    `cell` are 1 <= letter <= D and the ends of the cell.
    """
    one, last, low, high = cell
    pos, z, x = p.have(0 < D, *at), Z(t, k), letter / D
    inverse = p.apply("inv_pos", pos)
    c_low, start = (p.have(y, one, inverse) for y in (0 <= x, 0 <= (letter - 1) / D))
    c_high = p.have(x <= 1, (last, inverse), pos)
    return [p.have(0 <= z, low, start, *at), p.have(z <= 1, high, c_high, *at), c_low, c_high]


def close_to_corner(p: Proof, G: Term, steady_: Fact, cell: Sequence[Fact], *at: Fact) -> Fact:
    """Prove |f(Z) − f(G/D)| < ω in entry (t, k) if Z lies in the cell of G and off the steps."""
    gap = Z(t, k) - G(t, k) / D
    size = p.abs_value(gap, p.have(gap <= 0, cell[3], *at))
    near = p.have(abs(gap) < gamma, size, cell[2], *at)
    return p.specialize(steady_, Z, at_grid(G), t, k, using=[*inside_unit(p, G(t, k), cell, *at), near])


def far_apart(p: Proof, f: Term, g: Term, f_size: Fact, g_size: Fact, top: Term) -> Fact:
    """Prove that the cost is at most d n top^p from bounds for |f| and |g| at (t, k) whose sum is at most top."""
    x, y = f(Z, t, k), g(Z, t, k)
    triangle = p.apply("integrals.sum_size", u=x, v=-y)
    most = p.have(abs(x - y) <= top, triangle, f_size, g_size)
    return p.apply("integrals.cost_le", over(p, most), f=f, g=g, X=Z, u=top)


def in_listed(p: Proof, in_any: Fact, list_: Sequence[Fact]) -> Fact:
    """Derive a statement about the listed cells from the statement about all cells."""
    own = [p.specialize(law, i) for law in list_[2:4]]
    own = [over(p, p.specialize(p.specialize(y, k), t)) for y in own]
    here = [p.assume(y) for y in off_steps(at_number(K, i), Z)]
    near = p.specialize(p.rule("specialize", in_any, at_number(K, i)), Z, using=[*own, *here])
    return p.discharge(near, *(y.concl for y in here))


def at_grid(G: Term) -> Term:
    """The grid point G/D."""
    return fun(lambda t, k: G(t, k) / D, 2)


@chapter.claim(given=[1 <= D, 1 <= d, 1 <= n], shows=exists(full_list, "Z", LIST))
def grid_listed(p: Proof) -> Fact:
    """There are D^(dn) of them."""
    laws = p.obtain(p.apply("tuples.matrices_listed"), L)
    return p.exists_intro(p.goal, [power(D, n * d), L], p.apply("power_ge_one", m=D, k=n * d), *laws)


def back(Z: Term) -> Term:
    """2 B Z − B."""
    return fun(lambda t, k: 2 * B * Z(t, k) - B, 2)


normal = mapping(lambda Z, t, k: f(back(Z), t, k), MATRIX, "Z", "Z")  # f on the unit cube


def with_cube(p: Proof) -> None:
    """0 < B, f = 0 outside of the cube of half the edge B, and indices in range."""
    p.given(B_pos=0 < B, zero=zero_outside(f, B))
    p.given(
        t_low=1 <= t,
        t_high=t <= d,
        k_low=1 <= k,
        k_high=k <= n,
        c_low=1 <= c,
        c_high=c <= d,
        o_low=1 <= o,
        o_high=o <= n,
    )


@chapter.claim(
    given=[1 <= d, 1 <= n, 0 < B, continuous_on_cube(f, B, d, n), zero_outside(f, B)],
    shows=exists(lambda C: [0 < C, bounded(normal, C)], "R"),
)
def normal_bounded(p: Proof) -> Fact:
    """A bound for f on the cube is a bound everywhere."""
    with_cube(p)
    C = 1 + abs(u)
    (bound,) = p.obtain(p.apply("bounded_on_cube", D=B), u)
    up, sign = p.apply("abs_ge", x=u), abs(u)
    X_ = back(Z)
    there = p.assume(in_cube(X_, B, d, n))
    inside = p.specialize(p.specialize(p.specialize(bound, X_, using=[there]), t), k)
    inside = p.have(abs(f(X_, t, k)) <= C, inside, up)
    outside = p.assume(negation(there.concl))
    none = p.specialize(p.specialize(p.mp(p.rule("specialize", "zero", X_), outside), t), k)
    same_ = p.congr(abs, none)
    none = p.have(abs(f(X_, t, k)) <= C, same_, sign)
    size = p.either(inside, none, there.concl)
    return p.exists_intro(p.goal, [C], over(p, size))


@chapter.claim(given=[1 <= d, 1 <= n, 0 < B, continuous_on_cube(f, B, d, n)], shows=uniform(normal))
def normal_uniform(p: Proof) -> Fact:
    """By the Heine–Cantor theorem; distances are multiplied by 2 B."""
    p.given(omega_pos=0 < omega)
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.apply("heine_cantor", D=B, label="uniform")
    twice = p.have(0 < 2 * B)
    goal = exists(lambda gamma: [0 < gamma, steady(normal, gamma, omega)], "R")
    at_omega = p.specialize("uniform", omega)
    pos, steadily = p.obtain(at_omega, gamma)
    step = gamma * inv(2 * B)
    step_pos = p.have(0 < step, (pos, inv(2 * B)))
    units = {}
    given = []
    for Y in (Z, Z2):
        sides = [p.assume(y) for y in in_unit(Y)]
        low, high = (p.specialize(p.specialize(side, t), k) for side in sides)
        x = back(Y)(t, k)
        inside = p.apply("abs_le", p.have(x <= B, (high, twice)), p.have(-B <= x, (low, twice)))
        units[Y] = over(p, inside)
        given += sides
    near = p.assume(entries(lambda t, k: abs(Z(t, k) - Z2(t, k)) < step, d, n))
    entry = p.specialize(p.specialize(near, t), k)
    gap = Z(t, k) - Z2(t, k)
    scaled = p.apply("abs_mul", u=2 * B, r=gap)
    own = p.abs_value(2 * B, p.have(0 <= 2 * B))
    difference = back(Z)(t, k) - back(Z2)(t, k)
    close = p.have(abs(difference) < gamma, scaled, (own, abs(gap)), (entry, twice))
    fact = p.specialize(p.specialize(steadily, back(Z), using=[units[Z]]), back(Z2), using=[units[Z2], over(p, close)])
    fact = p.discharge(fact, *(y.concl for y in (*given, near)))
    return p.exists_intro(goal, [step], step_pos, p.rule("generalize", Z, p.rule("generalize", Z2, fact)))


@chapter.claim(
    given=[1 <= power_p, 0 < eps, 0 <= u], shows=u * exp(power_p * log(eps / (u + 1))) < exp(power_p * log(eps))
)
def scaled_power(p: Proof) -> Fact:
    """(u + 1)^p >= u + 1 > u."""
    p.apply("log_mul", x=eps, y=inv(u + 1), label="log_")
    p.apply("log_inv", x=u + 1, label="log_inv_")
    sign = p.apply("log_nonneg", x=u + 1)
    value = p.have(Eq(log(eps / (u + 1)), log(eps) - log(u + 1)))
    less = p.have(
        power_p * log(eps / (u + 1)) <= power_p * log(eps) - log(u + 1), (value, power_p), (1 <= power_p, sign)
    )
    grown = p.apply("exp_le", less)
    split = p.have(Eq(exp(power_p * log(eps) - log(u + 1)) * (u + 1), exp(power_p * log(eps))))
    return p.have(p.goal, (grown, 0 <= u), split, exp(power_p * log(eps) - log(u + 1)))


edges = over_entries(lambda r, c: inv(inv(2 * B)), d, n)


def in_unit_cube(eps: Term) -> Term:
    """Return ε / ((2 B)^(dn) + 1): this distance on the unit cube suffices for the distance ε on the cube."""
    return eps / (edges + 1)


def on_cube_scale(g: Term) -> Term:
    """Return the function X ↦ g at the point of the unit cube that corresponds to X."""
    return mapping(lambda X, t, k: g(moved(X, inv(2 * B), rational(1, 2)), t, k), MATRIX, "Z", "Z")


@chapter.claim(given=[0 < eps, 0 < B], shows=0 < in_unit_cube(eps))
def small_on_unit_cube(p: Proof) -> Fact:
    """The volume is nonnegative."""
    volume = p.apply("integrals.scale_nonneg", alpha=inv(2 * B))
    inverse = p.apply("inv_pos", p.have(0 < edges + 1, volume))
    return p.have(p.goal, (0 < eps, inverse))


@chapter.claim(
    given=[1 <= power_p, 0 < eps, 0 < B, distance_below(normal, g, power_p, in_unit_cube(eps), d, n)],
    shows=distance_below(f, on_cube_scale(g), power_p, eps, d, n),
)
def near_from_unit_cube(p: Proof) -> Fact:
    """The integral is multiplied by the volume of the cube."""
    near = distance_below(normal, g, power_p, in_unit_cube(eps), d, n)
    alpha, half, put = inv(2 * B), rational(1, 2), on_cube_scale(g)
    volume = p.apply("integrals.scale_nonneg", alpha=alpha)
    scaled = p.apply("scaled_power", u=edges)
    integral, less = p.obtain(near, E2)
    F, own = cost(normal, g, power_p, d, n), cost(f, put, power_p, d, n)
    there = at_matrix(lambda X: F(moved(X, alpha, half)))
    halves = fun(lambda r, c: half, 2)
    fact = p.apply("integrals.integral_moved", integral, F=F, E=E2, alpha=alpha, S=halves)
    entry = p.have(Eq(back(moved(X, alpha, half))(t, k), X(t, k)))
    again = p.rule("generalize", t, p.rule("generalize", k, entry))
    same_ = p.have(Eq(there(X), there(X)))
    f_at = lambda y: mapping(lambda Z, t, k: f(y, t, k), MATRIX, "Z", "Z")  # noqa: E731
    template = hole(lambda y: Eq(there(X), cost(f_at(y), put, power_p, d, n)(X)), MATRIX)
    same_ = p.replace(again, template, same_)
    fact = p.apply("integrals.integral_mono", fact, same_, F=own, G=there, E_1=edges * E2, E=edges * E2)
    most = p.have(edges * E2 < exp(power_p * log(eps)), (less, volume), scaled)
    return p.exists_intro(p.goal, [edges * E2], fact, most)
