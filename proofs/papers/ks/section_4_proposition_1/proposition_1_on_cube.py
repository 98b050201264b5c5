"""Proposition 1 on a cube: networks with one attention layer approximate equivariant functions (section 4.2, A.5).

f is continuous on the cube [−B, B]^(d×n), 0 outside of it, and permutation equivariant. The grid on the cube is so fine
that f changes by less than ω in a cell and that few cells have tokens with the same first entry, the steps of the
quantiser are so short that they make little volume, and the network is the one of `network_exists`, with f at the
upper corners of the cells for labels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.equivariance import determined, equivariant
from proofs.papers.ks.section_4_proposition_1.network_exists import attends_and_looks_up, in_T_2
from proofs.papers.ks.section_4_proposition_1.penalty import P, first_layer_printed
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.section_4_proposition_1.three_errors import exact_on_grid, f_bar, ideal_network, network
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.analysis.continuity import continuous_on_cube, entries, in_cube
from proofs.theorems.combinatorics.tuples import grid
from proofs.theorems.integration.grid_errors import (
    all_shorter,
    at_grid,
    back,
    bounded,
    corner,
    in_unit_cube,
    normal,
    of_entries,
    on_cube_scale,
    over,
    same,
    with_cube,
    zero_beyond,
    zero_off,
)
from proofs.theorems.integration.integrals import distance_below
from proofs.theorems.networks.grid_sequences import distinct
from proofs.theorems.networks.permutations import zero_outside
from proofs.theorems.networks.transformers import d, s

t, k, c, o, i, j, m, D0, D1 = ints("t k c o i j m D_0 D_1")
B, eps, power_p, u, omega, C, gamma, E, E2 = reals("B epsilon p u omega C gamma E E_2")
X, Z, Z2 = vectors("X Z Z'", 2)
f, g, A = functions("f g A", MATRIX + "ZZ")
(G,) = sequences("G", 2)

# --- the grid -------------------------------------------------------------------------------------------------------


# --- from the cube to the unit cube ---------------------------------------------------------------------------------


def _off_zero(p: Proof, side: Term, low: bool) -> Fact:
    """Prove f = 0, as the entry (c, o) of 2 B Z − B is not in [−B, B]."""
    with_cube(p)
    X_ = back(Z)
    is_in = p.assume(in_cube(X_, B, d, n))
    entry = p.specialize(p.specialize(is_in, c), o)
    limit = p.apply("abs_ge", x=-X_(c, o) if low else X_(c, o))
    no = p.have(FALSE, entry, limit, (p.assume(side), "B_pos"))
    zero = p.mp(p.rule("specialize", "zero", X_), p.discharge(no, is_in.concl))
    return p.discharge(zero, side)


@paper.claim(given=[0 < B, zero_outside(f, B)], shows=zero_off(normal)[0])
def eq_51_below(p: Proof) -> Fact:
    """An entry below 0 is the image of an entry below −B."""
    return _off_zero(p, Z(c, o) < 0, True)


@paper.claim(given=[0 < B, zero_outside(f, B)], shows=zero_off(normal)[1])
def eq_51_above(p: Proof) -> Fact:
    """An entry above 1 is the image of an entry above B."""
    return _off_zero(p, 1 < Z(c, o), False)


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
    """Divide f by a bound."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n, inside=in_cube(Z, num(1), d, n))
    C_pos, bound = p.obtain(p.apply("normal_bounded"), C)
    x = normal(Z, t, k)
    size = p.specialize(p.specialize(p.specialize(bound, Z), t), k)
    down = p.apply("abs_ge", x=-x)
    inverse = p.apply("inv_pos", C_pos)
    low = p.have(-C <= x, size, down)
    high = p.have(x <= C, size)
    sides = p.have(-1 <= x / C, (low, inverse), C_pos), p.have(x / C <= 1, (high, inverse), C_pos)
    refuted = p.assume(implies(*(y.concl for y in sides), FALSE))
    no = p.mp(p.mp(refuted, sides[0]), sides[1])
    both = over(p, p.rule("discharge", refuted.concl, no))
    return p.exists_intro(p.goal, [C], C_pos, p.discharge(both, p.get("inside").concl))


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
    """Compare the network with its ideal, the ideal with the step function, and the step function with f."""
    return p.apply("integrals.three_thirds", f=network, g=ideal_network, h=f_bar(f), **{"g'": f, "epsilon": eps})


(E,) = reals("E")


@paper.claim(
    given=[1 <= power_p, 0 < eps, 1 <= D, thirds[0], distance_below(printed_ideal, f_bar(f), power_p, eps / 3, d, n)],
    shows=distance_below(printed_ideal, f, power_p, eps, d, n),
)
def eq_71_printed(p: Proof) -> Fact:
    """(55) and (70) give two thirds."""
    third, two = eps / 3, eps / 3 + eps / 3
    values = {"f": printed_ideal, "g": f_bar(f), "h": f, "epsilon_1": third, "epsilon_2": third}
    sum_ = p.apply("integrals.minkowski", **values)
    logs = p.apply("log_le", x=two, y=eps)
    power = p.have(power_p * log(two) <= power_p * log(eps), (logs, p.have(0 <= power_p)))
    less = p.apply("exp_le", power)
    bound, small = p.obtain(sum_, E)
    return p.exists_intro(p.goal, [E], bound, small, less)


approximable = {
    "d_low": 1 <= d, "n_low": 1 <= n, "s_low": 1 <= s, "large": 1 <= power_p, "eps_pos": 0 < eps, "B_pos": 0 < B,
    "continuous": continuous_on_cube(f, B, d, n), "zero": zero_outside(f, B), "equivariant": equivariant(f),
}  # fmt: skip
numbers = fun(lambda l: 2 * B * (l / D) - B)
labels = fun(lambda i, t, k: normal(corner(i), t, k), 3)


def normal_looked_up(p: Proof, theorem: str) -> Fact:
    """Prove that some P and A look up f on the unit cube, by a theorem about the labels of any list."""
    p.given(determined=determined(f, B), bound=bounded(normal, C), i_low=1 <= i, i_high=i <= N)
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", "D_pos", label="inverse")
    p.have(0 < 2 * B, label="twice")

    def inside(low: Fact, high: Fact, letter: Term) -> Fact:
        """|2 B l/D − B| <= B."""
        part_low = p.have(0 <= letter / D, (p.have(0 <= letter, low), "inverse"))
        part_high = p.have(letter / D <= 1, (high, "inverse"))
        x = 2 * B * (letter / D) - B
        return p.apply("abs_le", p.have(x <= B, (part_high, "twice")), p.have(-B <= x, (part_low, "twice")))

    def with_list(N_low: Fact, _N_high: Fact, low: Fact, high: Fact, words: Fact, found: Fact) -> Fact:
        letter = [p.specialize(p.specialize(p.specialize(law, i), k), t) for law in (low, high)]
        points = p.generalize(i, over(p, inside(letter[0], letter[1], L(i, t, k))))
        consistent_ = p.apply("KS.labels_consistent", low, high, words, points, s=numbers)
        size = p.specialize(p.specialize(p.specialize("bound", corner(i)), t), k)
        small = over(p, size)
        made = p.apply(theorem, low, high, words, consistent_, small, N_low)

        P_low, attends, of_entries_, exact, bound, beyond = p.obtain(made, P, A)
        grid_ = [p.assume(y) for y in (*grid(G, d, n, D), distinct(G))]
        there = p.assume(same(Z, at_grid(G)))
        goal = entries(lambda t, k: Eq(A(Z, t, k), normal(at_grid(G), t, k)), d, n)

        def at_cell(_i_low: Fact, _i_high: Fact, same_: Fact) -> Fact:
            entry = p.specialize(p.specialize(same_, t), k)
            scaled = p.have(Eq(L(i, t, k) / D, G(t, k) / D), (entry, inv(D)))
            own = p.specialize(p.specialize(there, t), k)
            equal = over(p, p.have(Eq(Z(t, k), corner(i)(t, k)), own, scaled))
            value = p.specialize(p.specialize(exact, i), Z, using=[equal])
            value = p.specialize(p.specialize(value, t), k)
            here = p.specialize(points, i)
            alike = over(p, p.have(Eq(back(corner(i))(t, k), back(at_grid(G))(t, k)), (scaled, 2 * B)))
            alike = p.specialize(
                p.rule("specialize", "determined", back(corner(i))),
                back(at_grid(G)),
                using=[here, alike],
            )
            alike = p.specialize(p.specialize(alike, t), k)
            return over(p, p.have(Eq(A(Z, t, k), normal(at_grid(G), t, k)), value, alike))

        fact = p.exists_elim(p.specialize(found, G, using=grid_), [i], at_cell, goal)
        fact = p.discharge(fact, *(y.concl for y in (*grid_, there)))
        on_grid = p.rule("generalize", G, p.rule("generalize", Z, fact))
        return p.exists_intro(p.goal, [P, A], P_low, attends, of_entries_, on_grid, bound, beyond)

    return p.exists_elim(p.apply("grid_sequences.duplicate_free_listed"), [N, L], with_list, label="out")


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


after_look_up = on_cube_scale(network)
looks_up_f = [0 <= P, of_entries(A), exact_on_grid(A, normal), bounded(A, C), zero_beyond(A, P)]
without_size = {name: g for name, g in approximable.items() if name != "s_low"}


def near(y: Term) -> Term:
    """For steps of length at most y the network is within ε of f."""
    return all_shorter(y, distance_below(f, after_look_up, power_p, eps, d, n))


some_near = exists(lambda y: [0 < y, near(y)], "R")


def any_near(D_: Term, C_: Term) -> Term:
    """The claim for all P and A that look up f on the grid of pitch 1/D, where A is bounded by C."""
    claim = implies(*looks_up_f, some_near)
    return for_all(lambda P_, A_: substitute(claim, {D: D_, C: C_, P: P_, A: A_}), "R", OPERATOR)


@paper.claim(
    given=list(without_size.values()),
    shows=exists(lambda D_, C_: [1 <= D_, 0 < C_, bounded(normal, C_), any_near(D_, C_)], "Z", "R"),
)
def near_look_ups(p: Proof) -> Fact:
    """Use (55), (69), (70) and (71) on the unit cube, and transform back."""
    small = in_unit_cube(eps)
    on = {"f": normal, "epsilon": small}

    def with_steps(at: Term, one: Fact, two: Fact, y_pos: Fact, shorter: Fact) -> Fact:
        pos, less_ = p.assume(0 < delta), p.assume(delta <= E)
        three = p.specialize(shorter, delta, using=[pos, less_])
        whole = p.apply("eq_71_claim", one, two, three, D=at, **on)
        net = substitute(network, {D: at})
        close = p.apply("near_from_unit_cube", whole, g=net)
        law = p.rule("generalize", delta, p.discharge(close, pos.concl, less_.concl))
        return p.exists_intro(substitute(some_near, {D: at}), [E], y_pos, law)

    C_pos, bound = p.obtain(p.apply("normal_bounded"), C)
    first = p.apply("eq_55_claim", C_pos, bound, **on)
    second = p.apply("eq_70_claim", C_pos, bound, **on)

    one = p.obtain(first, D0)
    two = p.obtain(second, D1)
    at = D0 + D1
    D_low = p.have(1 <= at, one[0], two[0])
    fine = [p.specialize(law, at, using=[p.have(x <= at, one[0], two[0])]) for law, x in ((one[1], D0), (two[1], D1))]
    lists = p.apply("grid_listed", D_low)
    given = [p.assume(substitute(law, {D: at})) for law in looks_up_f]

    laws = p.obtain(lists, N, L)
    three = p.specialize(p.rule("specialize", fine[0], N), L, using=laws)
    any_ = p.specialize(p.rule("specialize", fine[1], N), L, using=laws)
    two_ = p.specialize(p.rule("specialize", any_, P), A, using=given)
    sides = (given[0], given[1], C_pos, *given[3:])
    steps = p.apply("eq_69_claim", D_low, *sides, epsilon=small)
    law = p.obtain(steps, E)
    fact = p.discharge(with_steps(at, three, two_, *law), *(y.concl for y in given))
    return p.exists_intro(p.goal, [at, C], D_low, C_pos, bound, fact)


def by_look_up(p: Proof, theorem: str, then: Callable[[Fact, Fact, Sequence[Fact], Fact, Fact], Fact]) -> Fact:
    """Prove the goal from a grid, P and A that look up f on it, and steps of length at most E.

    `then` is given 1 <= D, the first and the other statements of the theorem about A, 0 < E, and the claim for shorter
    steps.
    """

    D_low, C_pos, bound, any_ = p.obtain(p.apply("KS.near_look_ups"), D, C)
    made = p.apply(theorem, D_low, C_pos, bound)
    P_low, member, *look = p.obtain(made, P, A)
    close = p.specialize(p.rule("specialize", any_, P), A, using=[P_low, *look])
    steps = p.obtain(close, E)
    return then(D_low, member, look, *steps)


@paper.claim(
    given=list(approximable.values()),
    shows=exists(lambda g: [in_T_2(g), distance_below(f, g, power_p, eps, d, n)], OPERATOR),
)
def proposition_1_on_cube(p: Proof) -> Fact:
    """Take a network that looks up f on a fine grid, with short steps."""
    p.apply("continuous_determined", label="determined")

    def with_steps(D_low: Fact, attends: Fact, look: Sequence[Fact], pos: Fact, shorter: Fact) -> Fact:
        less = p.specialize(shorter, E, using=[pos])
        return p.exists_intro(p.goal, [substitute(after_look_up, {delta: E})], D_low, attends, look[0], less)

    return by_look_up(p, "KS.looks_up_normal", with_steps)
