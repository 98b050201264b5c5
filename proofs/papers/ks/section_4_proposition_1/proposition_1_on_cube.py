"""Proposition 1 on a cube: networks with one attention layer approximate equivariant functions (section 4.2, A.5).

f is continuous on the cube [−B, B]^(d×n), 0 outside of it, and permutation equivariant. The grid on the cube is so fine
that f changes by less than ω in a cell and that few cells have tokens with the same first entry, the steps of the
quantiser are so short that they make little volume, and the network is the one of `approximator`, with f at the upper
corners of the cells for labels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import either
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.equivariance import determined, equivariant
from proofs.papers.ks.section_4_proposition_1.network_exists import (
    attends_and_looks_up,
    bounded,
    in_T_2,
    of_entries,
    over,
    same,
    zero_beyond,
)
from proofs.papers.ks.section_4_proposition_1.penalty import P, first_layer_printed
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.section_4_proposition_1.three_errors import (
    all_shorter,
    at_grid,
    corner,
    exact_on_grid,
    f_bar,
    full_list,
    ideal_network,
    in_unit,
    network,
    steady,
    uniform,
    zero_off,
)
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import continuous_on_cube, entries, in_cube
from proofs.theorems.combinatorics.tuples import LIST, grid
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, distance_below, moved, over_entries
from proofs.theorems.networks.grid_sequences import distinct
from proofs.theorems.networks.permutations import zero_outside
from proofs.theorems.networks.transformers import d, s

t, k, c, o, i, j, m, D0, D1 = ints("t k c o i j m D_0 D_1")
B, eps, power_p, u, omega, C, gamma, E, E2 = reals("B epsilon p u omega C gamma E E_2")
X, Z, Z2 = vectors("X Z Z'", 2)
f, g, A = functions("f g A", MATRIX + "ZZ")
(G,) = sequences("G", 2)

# --- the grid -------------------------------------------------------------------------------------------------------


@paper.claim(given=[1 <= D, 1 <= d, 1 <= n], shows=exists(full_list, "Z", LIST))
def grid_listed(p: Proof) -> Fact:
    """There are D^(dn) of them."""
    return p.obtain("out", p.apply(None, "tuples.matrices_listed"), [L], lambda *laws: p.exists_intro(
        None, p.goal, [power(D, n * d), L], p.apply(None, "power_ge_one", m=D, k=n * d), *laws))  # fmt: skip


# --- from the cube to the unit cube ---------------------------------------------------------------------------------


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


def _off_zero(p: Proof, side: Term, low: bool) -> Fact:
    """f = 0, as the entry (c, o) of 2 B Z − B is not in [−B, B]."""
    with_cube(p)
    X_ = back(Z)
    is_in = p.rule(None, "assume", in_cube(X_, B, d, n))
    entry = p.specialize(None, p.specialize(None, is_in, c), o)
    limit = p.apply(None, "abs_ge", x=-X_(c, o) if low else X_(c, o))
    no = p.have(None, FALSE, entry, limit, (p.assume(side), "B_pos"))
    zero = p.rule(None, "mp", p.rule(None, "specialize", "zero", X_), p.discharge(no, is_in.concl))
    return p.discharge(zero, side)


@paper.claim(given=[0 < B, zero_outside(f, B)], shows=zero_off(normal)[0])
def eq_51_below(p: Proof) -> Fact:
    """An entry below 0 comes from one below −B."""
    return _off_zero(p, Z(c, o) < 0, True)


@paper.claim(given=[0 < B, zero_outside(f, B)], shows=zero_off(normal)[1])
def eq_51_above(p: Proof) -> Fact:
    """An entry above 1 comes from one above B."""
    return _off_zero(p, 1 < Z(c, o), False)


@paper.claim(
    given=[1 <= d, 1 <= n, 0 < B, continuous_on_cube(f, B, d, n), zero_outside(f, B)],
    shows=exists(lambda C: [0 < C, bounded(normal, C)], "R"),
)
def normal_bounded(p: Proof) -> Fact:
    """A bound on the cube is one everywhere."""
    with_cube(p)
    C = 1 + absolute(u)

    def prove(bound: Fact) -> Fact:
        up, sign = p.apply(None, "abs_ge", x=u), absolute(u)
        X_ = back(Z)
        there = p.rule(None, "assume", in_cube(X_, B, d, n))
        inside = p.specialize(None, p.specialize(None, p.specialize(None, bound, X_, using=[there]), t), k)
        inside = p.have(None, absolute(f(X_, t, k)) <= C, inside, up)
        outside = p.rule(None, "assume", negation(there.concl))
        none = p.specialize(
            None, p.specialize(None, p.rule(None, "mp", p.rule(None, "specialize", "zero", X_), outside), t), k
        )
        same_ = p.congr(None, absolute, none)
        none = p.have(None, absolute(f(X_, t, k)) <= C, same_, sign)
        size = either(p, None, inside, none, there.concl)
        return p.exists_intro(None, p.goal, [C], over(p, size))

    return p.obtain("out", p.apply(None, "bounded_on_cube", D=B), [u], prove)


def normalised(C: Term) -> Term:
    """−1 <= f/C <= 1 on [−1, 1]^(d×n)."""
    value = lambda Z, t, k: normal(Z, t, k) / C  # noqa: E731
    both = lambda Z: entries(  # noqa: E731
        lambda t, k: implies(implies(-1 <= value(Z, t, k), value(Z, t, k) <= 1, FALSE), FALSE), d, n
    )
    return for_all(lambda Z: implies(in_cube(Z, num(1), d, n), both(Z)), MATRIX)


@paper.claim(
    given=[1 <= d, 1 <= n, 0 < B, continuous_on_cube(f, B, d, n), zero_outside(f, B)],
    shows=exists(lambda C: [0 < C, normalised(C)], "R"),
)
def eq_52_claim(p: Proof) -> Fact:
    """f is divided by a bound."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n, inside=in_cube(Z, num(1), d, n))

    def prove(C_pos: Fact, bound: Fact) -> Fact:
        x = normal(Z, t, k)
        size = p.specialize(None, p.specialize(None, p.specialize(None, bound, Z), t), k)
        down = p.apply(None, "abs_ge", x=-x)
        inverse = p.apply(None, "inv_pos", C_pos)
        low = p.have(None, -C <= x, size, down)
        high = p.have(None, x <= C, size)
        sides = p.have(None, -1 <= x / C, (low, inverse), C_pos), p.have(None, x / C <= 1, (high, inverse), C_pos)
        refuted = p.rule(None, "assume", implies(*(y.concl for y in sides), FALSE))
        no = p.rule(None, "mp", p.rule(None, "mp", refuted, sides[0]), sides[1])
        both = over(p, p.rule(None, "discharge", refuted.concl, no))
        return p.exists_intro(None, p.goal, [C], C_pos, p.discharge(both, p.get("inside").concl))

    return p.obtain("out", p.apply(None, "normal_bounded"), [C], prove)


@paper.claim(given=[1 <= d, 1 <= n, 0 < B, continuous_on_cube(f, B, d, n)], shows=uniform(normal))
def normal_uniform(p: Proof) -> Fact:
    """By the theorem of Heine and Cantor; distances are multiplied with 2 B."""
    p.given(omega_pos=0 < omega)
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.apply("uniform", "heine_cantor", D=B)
    p.have("twice", 0 < 2 * B)
    goal = exists(lambda gamma: [0 < gamma, steady(normal, gamma, omega)], "R")

    def prove(pos: Fact, steadily: Fact) -> Fact:
        step = gamma * inv(2 * B)
        step_pos = p.have(None, 0 < step, (pos, inv(2 * B)))
        units = {}
        given = []
        for Y in (Z, Z2):
            sides = [p.rule(None, "assume", y) for y in in_unit(Y)]
            low, high = (p.specialize(None, p.specialize(None, side, t), k) for side in sides)
            x = back(Y)(t, k)
            inside = p.apply(
                None, "abs_le", p.have(None, x <= B, (high, "twice")), p.have(None, -B <= x, (low, "twice"))
            )
            units[Y] = over(p, inside)
            given += sides
        near = p.rule(None, "assume", entries(lambda t, k: absolute(Z(t, k) - Z2(t, k)) < step, d, n))
        entry = p.specialize(None, p.specialize(None, near, t), k)
        gap = Z(t, k) - Z2(t, k)
        scaled = p.apply(None, "abs_mul", u=2 * B, r=gap)
        own = p.rule(None, "abs_value", 2 * B, p.have(None, 0 <= 2 * B))
        difference = back(Z)(t, k) - back(Z2)(t, k)
        close = p.have(None, absolute(difference) < gamma, scaled, (own, absolute(gap)), (entry, "twice"))
        fact = p.specialize(
            None, p.specialize(None, steadily, back(Z), using=[units[Z]]), back(Z2), using=[units[Z2], over(p, close)]
        )
        fact = p.discharge(fact, *(y.concl for y in (*given, near)))
        return p.exists_intro(
            None, goal, [step], step_pos, p.rule(None, "generalize", Z, p.rule(None, "generalize", Z2, fact))
        )

    at_omega = p.specialize(None, "uniform", omega)
    return p.obtain(None, at_omega, [gamma], prove, goal)


# --- (71), and the sentence -----------------------------------------------------------------------------------------

printed_ideal = mapping(
    lambda X, t, k: A(fun(lambda t, k: first_layer_printed(X, t, k), 2), t, k), MATRIX, "Z", "Z"
)  # A after (60)
thirds = [
    distance_below(f, f_bar(f), power_p, eps / 3, d, n),
    distance_below(network, ideal_network, power_p, eps / 3, d, n),
    distance_below(ideal_network, f_bar(f), power_p, eps / 3, d, n),
]


@paper.claim(
    given=[1 <= power_p, 0 < eps, 1 <= D, 0 < delta, *thirds], shows=distance_below(network, f, power_p, eps, d, n)
)
def eq_71_claim(p: Proof) -> Fact:
    """From the network to its ideal, to the step function, to f."""
    return p.apply("out", "integrals.three_thirds", f=network, g=ideal_network, h=f_bar(f), **{"g'": f, "epsilon": eps})


(E,) = reals("E")


@paper.claim(
    given=[1 <= power_p, 0 < eps, 1 <= D, thirds[0], distance_below(printed_ideal, f_bar(f), power_p, eps / 3, d, n)],
    shows=distance_below(printed_ideal, f, power_p, eps, d, n),
)
def eq_71_printed(p: Proof) -> Fact:
    """By (55) and (70), two thirds."""
    third, two = eps / 3, eps / 3 + eps / 3
    values = {"f": printed_ideal, "g": f_bar(f), "h": f, "epsilon_1": third, "epsilon_2": third}
    sum_ = p.apply(None, "integrals.minkowski", **values)
    logs = p.apply(None, "log_le", x=two, y=eps)
    power = p.have(None, power_p * log(two) <= power_p * log(eps), (logs, p.have(None, 0 <= power_p)))
    less = p.apply(None, "exp_le", power)

    def prove(bound: Fact, small: Fact) -> Fact:
        return p.exists_intro(None, p.goal, [E], bound, small, less)

    return p.obtain("out", sum_, [E], prove)


approximable = {
    "d_low": 1 <= d, "n_low": 1 <= n, "s_low": 1 <= s, "large": 1 <= power_p, "eps_pos": 0 < eps, "B_pos": 0 < B,
    "continuous": continuous_on_cube(f, B, d, n), "zero": zero_outside(f, B), "equivariant": equivariant(f),
}  # fmt: skip
numbers = fun(lambda l: 2 * B * (l / D) - B)
labels = fun(lambda i, t, k: normal(corner(i), t, k), 3)


def normal_looked_up(p: Proof, theorem: str) -> Fact:
    """∃ P, A that look up f on the unit cube, by a theorem about the labels of any list of grid sequences."""
    p.given(determined=determined(f, B), bound=bounded(normal, C), i_low=1 <= i, i_high=i <= N)
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.have("D_pos", 0 < D)
    p.apply("inverse", "inv_pos", "D_pos")
    p.have("twice", 0 < 2 * B)

    def inside(low: Fact, high: Fact, letter: Term) -> Fact:
        """|2 B l/D − B| <= B."""
        part_low = p.have(None, 0 <= letter / D, (p.have(None, 0 <= letter, low), "inverse"))
        part_high = p.have(None, letter / D <= 1, (high, "inverse"))
        x = 2 * B * (letter / D) - B
        return p.apply(
            None, "abs_le", p.have(None, x <= B, (part_high, "twice")), p.have(None, -B <= x, (part_low, "twice"))
        )

    def with_list(N_low: Fact, _N_high: Fact, low: Fact, high: Fact, words: Fact, found: Fact) -> Fact:
        letter = [p.specialize(None, p.specialize(None, p.specialize(None, law, i), k), t) for law in (low, high)]
        points = p.generalize(None, i, over(p, inside(letter[0], letter[1], L(i, t, k))))
        consistent_ = p.apply(None, "KS.labels_consistent", low, high, words, points, s=numbers)
        size = p.specialize(None, p.specialize(None, p.specialize(None, "bound", corner(i)), t), k)
        small = over(p, size)
        made = p.apply(None, theorem, low, high, words, consistent_, small, N_low)

        def prove(P_low: Fact, attends: Fact, of_entries_: Fact, exact: Fact, bound: Fact, beyond: Fact) -> Fact:
            grid_ = [p.rule(None, "assume", y) for y in (*grid(G, d, n, D), distinct(G))]
            there = p.rule(None, "assume", same(Z, at_grid(G)))
            goal = entries(lambda t, k: eq(A(Z, t, k), normal(at_grid(G), t, k)), d, n)

            def at_cell(_i_low: Fact, _i_high: Fact, same_: Fact) -> Fact:
                entry = p.specialize(None, p.specialize(None, same_, t), k)
                scaled = p.have(None, eq(L(i, t, k) / D, G(t, k) / D), (entry, inv(D)))
                own = p.specialize(None, p.specialize(None, there, t), k)
                equal = over(p, p.have(None, eq(Z(t, k), corner(i)(t, k)), own, scaled))
                value = p.specialize(None, p.specialize(None, exact, i), Z, using=[equal])
                value = p.specialize(None, p.specialize(None, value, t), k)
                here = p.specialize(None, points, i)
                alike = over(p, p.have(None, eq(back(corner(i))(t, k), back(at_grid(G))(t, k)), (scaled, 2 * B)))
                alike = p.specialize(
                    None,
                    p.rule(None, "specialize", "determined", back(corner(i))),
                    back(at_grid(G)),
                    using=[here, alike],
                )
                alike = p.specialize(None, p.specialize(None, alike, t), k)
                return over(p, p.have(None, eq(A(Z, t, k), normal(at_grid(G), t, k)), value, alike))

            fact = p.obtain(None, p.specialize(None, found, G, using=grid_), [i], at_cell, goal)
            fact = p.discharge(fact, *(y.concl for y in (*grid_, there)))
            on_grid = p.rule(None, "generalize", G, p.rule(None, "generalize", Z, fact))
            return p.exists_intro(None, p.goal, [P, A], P_low, attends, of_entries_, on_grid, bound, beyond)

        return p.obtain(None, made, [P, A], prove)

    return p.obtain("out", p.apply(None, "grid_sequences.duplicate_free_listed"), [N, L], with_list)


@paper.claim(
    given=[
        *(approximable[x] for x in ("d_low", "n_low", "s_low", "B_pos", "equivariant")),
        determined(f, B),
        1 <= D,
        0 < C,
        bounded(normal, C),
    ],
    shows=exists(
        lambda P, A: [
            0 <= P,
            attends_and_looks_up(A),
            of_entries(A),
            exact_on_grid(A, normal),
            bounded(A, C),
            zero_beyond(A, P),
        ],
        "R",
        OPERATOR,
    ),
)
def looks_up_normal(p: Proof) -> Fact:
    """The labels are the values of f; by equivariance they are consistent."""
    return normal_looked_up(p, "KS.look_up_exists")


@paper.claim(
    given=[1 <= power_p, 0 < eps, 0 <= u], shows=u * exp(power_p * log(eps / (u + 1))) < exp(power_p * log(eps))
)
def scaled_power(p: Proof) -> Fact:
    """(u + 1)^p >= u + 1 > u."""
    p.apply("log_", "log_mul", x=eps, y=inv(u + 1))
    p.apply("log_inv_", "log_inv", x=u + 1)
    sign = p.apply(None, "log_nonneg", x=u + 1)
    value = p.have(None, eq(log(eps / (u + 1)), log(eps) - log(u + 1)))
    less = p.have(
        None, power_p * log(eps / (u + 1)) <= power_p * log(eps) - log(u + 1), (value, power_p), (1 <= power_p, sign)
    )
    grown = p.apply(None, "exp_le", less)
    split = p.have(None, eq(exp(power_p * log(eps) - log(u + 1)) * (u + 1), exp(power_p * log(eps))))
    return p.have("out", p.goal, (grown, 0 <= u), split, exp(power_p * log(eps) - log(u + 1)))


edges = over_entries(lambda r, c: inv(inv(2 * B)), d, n)


def in_unit_cube(eps: Term) -> Term:
    """ε / ((2 B)^(dn) + 1): so close on the unit cube is as close as ε on the cube."""
    return eps / (edges + 1)


def on_cube_scale(g: Term) -> Term:
    """g at the point of the unit cube that X is moved to."""
    return mapping(lambda X, t, k: g(moved(X, inv(2 * B), rational(1, 2)), t, k), MATRIX, "Z", "Z")


@paper.claim(given=[0 < eps, 0 < B], shows=0 < in_unit_cube(eps))
def small_on_unit_cube(p: Proof) -> Fact:
    """The volume is not negative."""
    volume = p.apply(None, "integrals.scale_nonneg", alpha=inv(2 * B))
    inverse = p.apply(None, "inv_pos", p.have(None, 0 < edges + 1, volume))
    return p.have("out", p.goal, (0 < eps, inverse))


@paper.claim(
    given=[1 <= power_p, 0 < eps, 0 < B, distance_below(normal, g, power_p, in_unit_cube(eps), d, n)],
    shows=distance_below(f, on_cube_scale(g), power_p, eps, d, n),
)
def near_from_unit_cube(p: Proof) -> Fact:
    """The integral is multiplied by the volume of the cube."""
    near = distance_below(normal, g, power_p, in_unit_cube(eps), d, n)
    alpha, half, put = inv(2 * B), rational(1, 2), on_cube_scale(g)
    p.apply("volume", "integrals.scale_nonneg", alpha=alpha)
    scaled = p.apply(None, "scaled_power", u=edges)

    def prove(integral: Fact, less: Fact) -> Fact:
        F, own = cost(normal, g, power_p, d, n), cost(f, put, power_p, d, n)
        there = at_matrix(lambda X: F(moved(X, alpha, half)))
        halves = fun(lambda r, c: half, 2)
        fact = p.apply(None, "integrals.integral_moved", integral, F=F, E=E2, alpha=alpha, S=halves)
        entry = p.have(None, eq(back(moved(X, alpha, half))(t, k), X(t, k)))
        again = p.rule(None, "generalize", t, p.rule(None, "generalize", k, entry))
        same_ = p.have(None, eq(there(X), there(X)))
        f_at = lambda y: mapping(lambda Z, t, k: f(y, t, k), MATRIX, "Z", "Z")  # noqa: E731
        template = hole(lambda y: eq(there(X), cost(f_at(y), put, power_p, d, n)(X)), MATRIX)
        same_ = p.rule(None, "replace", again, template, same_)
        fact = p.apply(None, "integrals.integral_mono", fact, same_, F=own, G=there, E_1=edges * E2, E=edges * E2)
        most = p.have(None, edges * E2 < exp(power_p * log(eps)), (less, "volume"), scaled)
        return p.exists_intro(None, p.goal, [edges * E2], fact, most)

    return p.obtain("out", near, [E2], prove)


after_look_up = on_cube_scale(network)
looks_up_f = [0 <= P, of_entries(A), exact_on_grid(A, normal), bounded(A, C), zero_beyond(A, P)]
without_size = {name: g for name, g in approximable.items() if name != "s_low"}


def near(y: Term) -> Term:
    """With steps no longer than y the network is closer than ε to f."""
    return all_shorter(y, distance_below(f, after_look_up, power_p, eps, d, n))


some_near = exists(lambda y: [0 < y, near(y)], "R")


def any_near(D_: Term, C_: Term) -> Term:
    """Whatever P and A look up f on the grid of pitch 1/D, and A is bounded by C."""
    claim = implies(*looks_up_f, some_near)
    return for_all(lambda P_, A_: substitute(claim, {D: D_, C: C_, P: P_, A: A_}), "R", OPERATOR)


@paper.claim(
    given=list(without_size.values()),
    shows=exists(lambda D_, C_: [1 <= D_, 0 < C_, bounded(normal, C_), any_near(D_, C_)], "Z", "R"),
)
def near_look_ups(p: Proof) -> Fact:
    """On the unit cube (55), (69), (70) and (71); then back."""
    p.apply("uniform", "normal_uniform")
    p.apply("below", "eq_51_below")
    p.apply("above", "eq_51_above")
    small = in_unit_cube(eps)
    on = {"f": normal, "epsilon": small}

    def with_bound(C_pos: Fact, bound: Fact) -> Fact:
        first = p.apply(None, "eq_55_claim", C_pos, bound, **on)
        second = p.apply(None, "eq_70_claim", C_pos, bound, **on)

        def with_grids(one: Sequence[Fact], two: Sequence[Fact]) -> Fact:
            at = D0 + D1
            D_low = p.have(None, 1 <= at, one[0], two[0])
            fine = [
                p.specialize(None, law, at, using=[p.have(None, x <= at, one[0], two[0])])
                for law, x in ((one[1], D0), (two[1], D1))
            ]
            lists = p.apply(None, "grid_listed", D_low)
            goal = substitute(some_near, {D: at})
            given = [p.rule(None, "assume", substitute(law, {D: at})) for law in looks_up_f]

            def with_list(*laws: Fact) -> Fact:
                three = p.specialize(None, p.rule(None, "specialize", fine[0], N), L, using=laws)
                any_ = p.specialize(None, p.rule(None, "specialize", fine[1], N), L, using=laws)
                two_ = p.specialize(None, p.rule(None, "specialize", any_, P), A, using=given)
                sides = (given[0], given[1], C_pos, *given[3:])
                steps = p.apply(None, "eq_69_claim", D_low, *sides, epsilon=small)
                return p.obtain(None, steps, [E], lambda *law: with_steps(at, three, two_, *law), goal)

            fact = p.discharge(p.obtain(None, lists, [N, L], with_list, goal), *(y.concl for y in given))
            return p.exists_intro(None, p.goal, [at, C], D_low, C_pos, bound, fact)

        def with_first(*one: Fact) -> Fact:
            return p.obtain(None, second, [D1], lambda *two: with_grids(one, two))

        return p.obtain(None, first, [D0], with_first)

    def with_steps(at: Term, one: Fact, two: Fact, y_pos: Fact, shorter: Fact) -> Fact:
        pos, less_ = p.rule(None, "assume", 0 < delta), p.rule(None, "assume", delta <= E)
        three = p.specialize(None, shorter, delta, using=[pos, less_])
        whole = p.apply(None, "eq_71_claim", one, two, three, D=at, **on)
        net = substitute(network, {D: at})
        close = p.apply(None, "near_from_unit_cube", whole, g=net)
        law = p.rule(None, "generalize", delta, p.discharge(close, pos.concl, less_.concl))
        return p.exists_intro(None, substitute(some_near, {D: at}), [E], y_pos, law)

    return p.obtain("out", p.apply(None, "normal_bounded"), [C], with_bound)


def by_look_up(p: Proof, theorem: str, then: Callable[[Fact, Fact, Sequence[Fact], Fact, Fact], Fact]) -> Fact:
    """The goal, from a grid, P and A that look f up on it, as the theorem says, and steps of length E or less.

    `then` is given 1 <= D, what the theorem says of A first, the rest of it, 0 < E, and that shorter steps do.
    """

    def with_grid(D_low: Fact, C_pos: Fact, bound: Fact, any_: Fact) -> Fact:
        made = p.apply(None, theorem, D_low, C_pos, bound)

        def with_network(P_low: Fact, member: Fact, *look: Fact) -> Fact:
            close = p.specialize(None, p.rule(None, "specialize", any_, P), A, using=[P_low, *look])
            return p.obtain(None, close, [E], lambda *steps: then(D_low, member, look, *steps))

        return p.obtain(None, made, [P, A], with_network)

    return p.obtain("out", p.apply(None, "KS.near_look_ups"), [D, C], with_grid)


@paper.claim(
    given=list(approximable.values()),
    shows=exists(lambda g: [in_T_2(g), distance_below(f, g, power_p, eps, d, n)], OPERATOR),
)
def proposition_1_on_cube(p: Proof) -> Fact:
    """A network that looks f up on a fine grid, with short steps."""
    p.apply("determined", "continuous_determined")

    def with_steps(D_low: Fact, attends: Fact, look: Sequence[Fact], pos: Fact, shorter: Fact) -> Fact:
        less = p.specialize(None, shorter, E, using=[pos])
        return p.exists_intro(None, p.goal, [substitute(after_look_up, {delta: E})], D_low, attends, look[0], less)

    return by_look_up(p, "KS.looks_up_normal", with_steps)
