"""Proposition 1, last part: the three errors, each below ε/3 (A.5, (55) and (69)-(71)).

f is a function on the unit cube, 0 outside of it, f̄ its step function on the grid of pitch 1/D. A stands for attention
and the second layer; only the properties from (67) are needed: A is bounded, it depends on the entries only, it maps
the grid sequences without duplicates to the values of f, and is 0 beyond the grid. F_1 is the first layer, with steps
of length δ, and F̄_1 the function that it approximates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.network_exists import quantised
from proofs.papers.ks.section_4_proposition_1.penalty import P, ideal
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.powers import grid_size, power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.combinatorics.tuples import GRID, LIST, at_number, grid
from proofs.theorems.integration.grid_cells import cell, off_steps, ranged
from proofs.theorems.integration.grid_errors import (
    LISTED,
    SIZES,
    all_shorter,
    at_grid,
    bounded,
    close_to_corner,
    corner,
    cost_sign,
    costless_outside,
    costs,
    far_apart,
    in_listed,
    measured,
    of_entries,
    over,
    quarter,
    same,
    sized,
    uniform,
    zero_beyond,
    zero_off,
)
from proofs.theorems.integration.integrals import cost, distance_below, indicator
from proofs.theorems.networks.grid_sequences import distinct
from proofs.theorems.networks.rounding import penalty
from proofs.theorems.networks.transformers import d

i, j, k, t, c, o, e, m, D0 = ints("i j k t c o e m D_0")
eps, power_p, omega, gamma, C, room, u, v, E = reals("epsilon p omega gamma C Q u v E")
Z, Z2 = vectors("Z Z'", 2)
f, g, A = functions("f g A", MATRIX + "ZZ")
(G,) = sequences("G", 2)
M = ints("M")[0]
(K,) = sequences("K", 3)

# --- functions on the unit cube ---------------------------------------------------------------------------------------


def of_cell(f: Term, i: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of f at the grid point of cell i."""
    return f(corner(i), t, k)


def f_bar(f: Term) -> Term:
    """(54): Σ_i f(L_i/D) 1[Z in cell i]."""
    return mapping(
        lambda Z, t, k: Sum(lambda i: of_cell(f, i, t, k) * indicator(*cell(i), Z, d, n), 1, N), MATRIX, "Z", "Z"
    )


in_own_cell = off_steps(at_number(L, e), Z)


@paper.claim(
    given=[1 <= D, 0 < delta, *LISTED.values(), 1 <= e, e <= N, 1 <= i, i <= N, negation(Eq(i, e)), *in_own_cell],
    shows=Eq(indicator(*cell(i), Z, d, n), 0),
)
def other_cell_off(p: Proof) -> Fact:
    """Z lies strictly inside of one cell, so it is in no other cell."""
    p.given(narrow=0 < delta, **LISTED, differ=negation(Eq(i, e)), low=in_own_cell[0], high=in_own_cell[1])
    ranged(p, e=N, i=N, t=d, k=n)
    refuted = p.assume(implies(p.goal, FALSE))
    low, high = (p.specialize(p.specialize(name, t), k) for name in ("low", "high"))
    z = Z(t, k)
    ends = cell(i)

    def prove(order: Fact) -> Fact:
        claim = Eq(L(i, t, k), L(e, t, k))
        if order.concl.op == "eq":
            return order
        step = p.integer_step(order)
        if order.concl.args[0] is L(i, t, k):
            out = p.have(ends[1](t, k) < z, low, (step, inv(D)), "narrow")
            none = p.apply("integrals.indicator_above", out, r=t, c=k, L=ends[0], H=ends[1], X=Z)
        else:
            out = p.have(z < ends[0](t, k), high, (step, inv(D)), "narrow")
            none = p.apply("integrals.indicator_below", out, r=t, c=k, L=ends[0], H=ends[1], X=Z)
        return p.absurd(p.mp(refuted, none), claim)

    equal = over(p, p.trichotomy(L(i, t, k), L(e, t, k), prove))
    one = p.specialize(p.specialize("once", i), e, using=[equal])
    return p.absurd(p.mp("differ", one), p.goal)


@paper.claim(
    given=[1 <= D, 0 < delta, *LISTED.values(), 1 <= e, e <= N, *in_own_cell],
    shows=Eq(f_bar(f)(Z, t, k), of_cell(f, e, t, k)),
)
def f_bar_in_cell(p: Proof) -> Fact:
    """In a cell, off the steps, f̄ is the value of f at the grid point."""
    p.given(low=in_own_cell[0], high=in_own_cell[1])
    ranged(p, e=N, i=N)
    (a, b) = ints("t' k'")
    ends = cell(e)
    ranges = [p.assume(y) for y in (1 <= a, a <= d, 1 <= b, b <= n)]
    sides = [p.specialize(p.specialize(name, a, using=ranges), b, using=ranges) for name in ("low", "high")]
    claims = ends[0](a, b) <= Z(a, b), Z(a, b) <= ends[1](a, b)
    inside = [p.have(claim, side) for claim, side in zip(claims, sides, strict=True)]
    one = p.apply("integrals.indicator_one", *inside, L=ends[0], H=ends[1], X=Z)
    value = of_cell(f, e, t, k)
    member = lambda i: of_cell(f, i, t, k) * indicator(*cell(i), Z, d, n)  # noqa: E731

    def prove(order: Fact) -> Fact:
        claim = Eq(member(i), value * ite(Eq(i, e), 1, 0))
        chosen = p.reduce_ite(order, ite(Eq(i, e), 1, 0))
        if order.concl.op == "eq":
            return p.have(claim, *chosen, p.congr(member, order), (one, value))
        meet = p.assume(Eq(i, e))
        differ = p.discharge(p.have(FALSE, order, meet), meet.concl)
        none = p.apply("other_cell_off", differ)
        return p.have(claim, *chosen, (none, of_cell(f, i, t, k)))

    each = p.trichotomy(i, e, prove)
    total = p.apply("sum_eq", each)
    return p.have(p.goal, total, "sum_delta")


def _f_bar_off(p: Proof, side: Term, theorem: str) -> Fact:
    """Prove that f̄ is 0 there, since no cell extends beyond the cube."""
    p.given(**LISTED, side=side)
    ranged(p, c=d, o=n, i=N)
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", "D_pos", label="inverse")
    low, high = (p.specialize(p.specialize(p.specialize(name, i), c), o) for name in ("grid_low", "grid_high"))
    ends = cell(i)
    if theorem == "integrals.indicator_below":
        out = p.have(Z(c, o) < ends[0](c, o), "side", (low, "inverse"))
    else:
        out = p.have(ends[1](c, o) < Z(c, o), "side", (high, "inverse"))
    none = p.apply(theorem, out, r=c, c=o, L=ends[0], H=ends[1], X=Z)
    member = fun(lambda i: of_cell(f, i, t, k) * indicator(*cell(i), Z, d, n))
    return p.apply("sum_eq", (none, of_cell(f, i, t, k)), f=member, g=fun(lambda i: num(0)), lo=1, hi=N, label="out")


somewhere = [1 <= c, c <= d, 1 <= o, o <= n]


@paper.claim(given=[1 <= D, *LISTED.values(), *somewhere, Z(c, o) < 0], shows=Eq(f_bar(f)(Z, t, k), 0))
def f_bar_below(p: Proof) -> Fact:
    """Below 0 there is no cell."""
    return _f_bar_off(p, Z(c, o) < 0, "integrals.indicator_below")


@paper.claim(given=[1 <= D, *LISTED.values(), *somewhere, 1 < Z(c, o)], shows=Eq(f_bar(f)(Z, t, k), 0))
def f_bar_above(p: Proof) -> Fact:
    """Above 1 there is no cell."""
    return _f_bar_off(p, 1 < Z(c, o), "integrals.indicator_above")


@paper.claim(
    given=[0 <= C, 0 <= N, bounded(f, C), 1 <= t, t <= d, 1 <= k, k <= n], shows=abs(f_bar(f)(Z, t, k)) <= N * C
)
def f_bar_bounded(p: Proof) -> Fact:
    """At most N cells contain a given point."""
    value, box = of_cell(f, i, t, k), indicator(*cell(i), Z, d, n)
    low = p.apply("integrals.indicator_nonneg", L=cell(i)[0], H=cell(i)[1], X=Z)
    high = p.apply("integrals.indicator_le", L=cell(i)[0], H=cell(i)[1], X=Z)
    above = p.have(value <= C)
    below = p.have(-C <= value)
    most = p.have(value * box <= C, (above, low), (high, 0 <= C))
    least = p.have(-C <= value * box, (below, low), (high, 0 <= C))
    member = fun(lambda i: of_cell(f, i, t, k) * indicator(*cell(i), Z, d, n))
    count = p.apply("sum_const", p.have(1 <= N + 1))
    one = p.apply("sum_le", most, f=member, g=fun(lambda i: C), lo=1, hi=N)
    two = p.apply("sum_le", least, f=fun(lambda i: -C), g=member, lo=1, hi=N)
    total = f_bar(f)(Z, t, k)
    return p.apply("abs_le", p.have(total <= N * C, one, (count, C)), p.have(-(N * C) <= total, two, (count, C)))


# --- how fine the grid is, and how short the steps are ----------------------------------------------------------------


# --- the errors -------------------------------------------------------------------------------------------------------


def listed(D_: Term, claim: Term) -> Term:
    """Return the claim for every list of the grid of pitch 1/D that defines f̄."""
    put = {D: D_}
    every_list = lambda N_, L_: substitute(  # noqa: E731
        implies(*(substitute(law, put) for law in LISTED.values()), substitute(claim, put)), {N: N_, L: L_}
    )
    return for_all(every_list, "Z", LIST)


def for_fine_grids(claim: Callable[[Term], Term]) -> Term:
    """Return the claim for all sufficiently fine grids."""
    return exists(lambda D0: [1 <= D0, every(lambda D: implies(D0 <= D, claim(D)))], "Z")


step_functions = [uniform(f), *zero_off(f), 0 < C, bounded(f, C)]


@paper.claim(
    given=[*SIZES, *step_functions],
    shows=for_fine_grids(lambda D_: listed(D_, distance_below(f, f_bar(f), power_p, eps / 3, d, n))),
)
def eq_55_claim(p: Proof) -> Fact:
    """f changes by less than ω in a cell, and the steps have volume 0."""
    sized(p)
    p.given(**dict(zip(["uniform", "below", "above", "C_pos", "bound"], step_functions, strict=True)), **LISTED)
    ranged(p, t=d, k=n, c=d, o=n, i=M, e=N)
    some_omega = p.apply("small_power", u=quarter, v=d * n)

    def with_grid(gentle: Fact, steady_: Fact, sign: Fact, D0_low: Fact, *laws: Fact) -> Fact:
        from_ = p.assume(D0 <= D)
        D_low, narrow_cell, pairs = (p.specialize(law, D, using=[from_]) for law in laws)
        top = (1 + N) * C
        rough_sign = cost_sign(p, top)
        steps = p.apply("short_enough", D_low, Q=quarter, w_3=costs(top))
        lists = p.apply("duplicate_free_listed", D_low)

        def prove(step: Sequence[Fact], list_: Sequence[Fact]) -> Fact:
            w = costs(omega)
            # in a cell
            grid_ = [p.assume(y) for y in grid(G, d, n, D)]
            sides = [p.assume(y) for y in off_steps(G, Z)]
            goal = cost(f, f_bar(f), power_p, d, n)(Z) <= w

            def at_cell(_low: Fact, _high: Fact, same_: Fact) -> Fact:
                letter = p.specialize(p.specialize(same_, t), k)
                scaled = p.have(Eq(L(e, t, k) / D, G(t, k) / D), (letter, inv(D)))
                z_low, z_high = (p.specialize(p.specialize(side, t), k) for side in sides)
                cell_ = [p.have((L(e, t, k) - 1) / D + delta <= Z(t, k), z_low, scaled),
                         p.have(Z(t, k) <= L(e, t, k) / D - delta, z_high, scaled)]  # fmt: skip
                value = p.apply("f_bar_in_cell", D_low, step[0], *(over(p, y) for y in cell_))
                letters = (p.specialize(name, e, t, k) for name in ("grid_low", "grid_high"))
                close = close_to_corner(p, at_number(L, e), steady_, [*letters, *cell_], step[0], narrow_cell, D_low)
                there = f(Z, t, k) - f_bar(f)(Z, t, k)
                same_gap = p.congr(abs,
                                   p.have(Eq(there, f(Z, t, k) - of_cell(f, e, t, k)), value))  # fmt: skip
                each = over(p, p.have(abs(there) <= omega, same_gap, close))
                return p.apply("integrals.cost_le", each, g=f_bar(f), X=Z, u=omega)

            found = p.exists_elim(p.specialize("all_found", G, using=grid_), [e], at_cell, goal)
            in_any = p.generalize(G, p.generalize(Z, found, *grid_, *sides))
            near = in_listed(p, in_any, list_)
            # anywhere
            everywhere = far_apart(
                p,
                f,
                f_bar(f),
                p.specialize(p.specialize(p.specialize("bound", Z), t), k),
                p.apply("f_bar_bounded"),
                top,
            )

            def off(law: str, theorem: str) -> Callable[[Fact], Sequence[Fact]]:
                def zeros(held: Fact) -> Sequence[Fact]:
                    side = p.have(Z(c, o) < 0 if law == "below" else 1 < Z(c, o), held, step[0])
                    one = p.specialize(
                        p.specialize(
                            p.specialize(p.specialize(p.specialize(law, Z), c), o, using=[side]),
                            t,
                        ),
                        k,
                    )
                    return one, p.apply(theorem, D_low, side)

                return zeros

            outside = costless_outside(p, f, f_bar(f), off("below", "f_bar_below"), off("above", "f_bar_above"))
            facts = [*list_, D_low, *step[:2], sign, rough_sign]
            return measured(p, f, f_bar(f), [w, w, costs(top)], facts, near, in_any, everywhere, outside,
                            [gentle, step[2], pairs])  # fmt: skip

        def with_step(pos: Fact, *laws: Fact) -> Fact:
            step = [pos, *(p.specialize(law, delta, using=[pos]) for law in laws)]
            return p.exists_elim(lists, [M, K], lambda *list_: prove(step, list_), goal)

        goal = distance_below(f, f_bar(f), power_p, eps / 3, d, n)
        fact = p.exists_elim(steps, [delta], with_step, goal)
        return p.exists_intro(p.goal, [D0], D0_low, fact)

    omega_pos, gentle = p.obtain(some_omega, omega)
    at_omega = p.specialize("uniform", omega, using=[omega_pos])

    gamma_pos, steady_ = p.obtain(at_omega, gamma)
    sign = cost_sign(p, omega)
    grids = p.apply("fine_enough", gamma_pos, sign, Q=quarter)
    g = p.obtain(grids, D0)
    return with_grid(gentle, steady_, sign, *g)


# --- the networks -----------------------------------------------------------------------------------------------------


def ideal_entry(z: Term) -> Term:
    """quant_D(z), or P outside of (0, 1]."""
    return ideal(z) - P * penalty(z)


def ideal_layer(Z: Term) -> Term:
    """Return F̄_1, which the first layer approximates."""
    return fun(lambda t, k: ideal_entry(Z(t, k)), 2)


def after(A: Term, layer: Callable[[Term], Term]) -> Term:
    """A ∘ layer."""
    return mapping(lambda Z, t, k: A(layer(Z), t, k), MATRIX, "Z", "Z")


network, ideal_network = after(A, quantised), after(A, ideal_layer)
(q,) = ints("q")
(x,) = reals("z")
paper.notions.define(f_bar(f), (f, N, L, D, d, n), "step({0}; {1}, {2}, {3})", r"\overline{{{0}}}_{{{1},{2},{3}}}")
paper.notions.define(network, (A, delta, D, P), "{0} ∘ F₁({1}; {2}, {3})", r"{0} \circ \mathcal{{F}}_1^{{{1},{2},{3}}}")
paper.notions.define(ideal_network, (A, D, P), "{0} ∘ F̄₁({1}, {2})", r"{0} \circ \bar{{\mathcal{{F}}}}_1^{{{1},{2}}}")


@paper.claim(
    given=[1 <= D, 0 < delta, 1 <= q, q <= D, (q - 1) / D + delta <= x, x <= q / D - delta],
    shows=Eq(ideal_entry(x), q / D),
)
def ideal_in_cell(p: Proof) -> Fact:
    """Exactly q steps are taken, and there is no penalty."""
    p.have(0 < D, label="D_pos")
    steps = p.apply("quant_inside")
    pos = p.have(0 < x, (q - 1) / D + delta <= x, (p.have(0 <= q - 1), inv(D)), 0 < delta)
    one = p.have(x < 1, x <= q / D - delta, 0 < delta, (q <= D, inv(D)))
    last = p.ite_eq(ite(1 <= x, 1, 0), one)
    first = p.ite_eq(penalty(x), pos)
    second = p.ite_eq(ite(x <= 1, 0, num(-1)), p.have(x <= 1, one))
    return p.have(p.goal, steps, last, (first, P), (second, P))


@paper.claim(given=[1 <= D, x < 0], shows=Eq(ideal_entry(x), P))
def ideal_below(p: Proof) -> None:
    """No step is taken, and the penalty applies."""


@paper.claim(given=[1 <= D, 1 < x], shows=Eq(ideal_entry(x), P))
def ideal_above(p: Proof) -> None:
    """All steps are taken and compensated, and the penalty is added."""
    p.apply("inv_pos", x=D, label="inverse")


@paper.claim(given=[1 <= D, 0 <= P], shows=0 <= ideal_entry(x))
def ideal_entry_nonneg(p: Proof) -> Fact:
    """Neither part is negative."""
    quantised_ = p.apply("ideal_nonneg")
    outer, inner = penalty(x), ite(x <= 1, 0, num(-1))
    first = p.have(p.goal, quantised_, 0 <= P, *((y, P) for y in p.reduce_ite(p.assume(x <= 0), outer)))
    rest = [
        p.have(
            p.goal,
            quantised_,
            0 <= P,
            *((y, P) for y in (*p.reduce_ite(p.assume(0 < x), outer), *p.reduce_ite(p.assume(side), inner))),
        )
        for side in (x <= 1, 1 < x)
    ]
    return p.cases(x, 0, first, p.cases(x, 1, *rest))


looks_up = [0 <= P, of_entries(A), 0 < C, bounded(A, C), zero_beyond(A, P)]
LOOKS_UP = ["P_low", "entries_", "C_pos", "A_bound", "beyond_"]


def zero_of_network(
    p: Proof, layer: Callable[[Term], Term], nonneg: Fact, entry: Callable[[Fact], Fact]
) -> Callable[[Fact], Fact]:
    """Prove A ∘ layer = 0 at (t, k) if the layer marks entry (c, o) with P, as `entry` shows."""

    def zero(side: Fact) -> Fact:
        value = entry(side)
        marked = p.have(P <= layer(Z)(c, o), value)
        fact = p.specialize("beyond_", layer(Z), using=[over(p, nonneg)])
        fact = p.specialize(p.specialize(fact, c), o, using=[marked])
        return p.specialize(p.specialize(fact, t), k)

    return zero


def of_ideal(p: Proof, name: str, D_low: Fact) -> Callable[[Fact], Fact]:
    """Prove that F̄_1 is P at (c, o), which lies outside."""

    def value(side: Fact) -> Fact:
        z = Z(c, o)
        out = p.have(z < 0 if name == "ideal_below" else 1 < z, side, "narrow")
        return p.apply(name, D_low, out)

    return value


@paper.claim(
    given=[*SIZES, 1 <= D, *looks_up],
    shows=exists(
        lambda y: [0 < y, all_shorter(y, distance_below(network, ideal_network, power_p, eps / 3, d, n))], "R"
    ),
)
def eq_69_claim(p: Proof) -> Fact:
    """The two functions differ on the steps only."""
    sized(p)
    p.given(D_low=1 <= D, **dict(zip(LOOKS_UP, looks_up, strict=True)), narrow=0 < delta)
    ranged(p, t=d, k=n, c=d, o=n, i=M)
    D_low = p.get("D_low")
    top = 2 * C
    sign = cost_sign(p, top)
    steps = p.apply("short_enough", Q=quarter, w_3=costs(top))
    lists = p.apply("duplicate_free_listed")
    pos, *laws = p.obtain(steps, E)
    below_ = p.assume(delta <= E)
    fine_, small = (p.specialize(law, delta, using=[below_]) for law in laws)

    def prove(*list_: Fact) -> Fact:
        # in a cell both layers give the grid point
        grid_ = [p.assume(y) for y in grid(G, d, n, D)]
        sides = [p.assume(y) for y in off_steps(G, Z)]
        letter = [p.specialize(p.specialize(y, t), k) for y in grid_]
        z_sides = [p.specialize(p.specialize(y, t), k) for y in sides]
        ideal_ = p.apply("ideal_in_cell", *letter, *z_sides)
        real = p.apply("first_layer_inside", *letter, z_sides[0], z_sides[1])
        equal = over(p, p.have(Eq(quantised(Z)(t, k), ideal_layer(Z)(t, k)), ideal_, real))
        alike = p.specialize("entries_", quantised(Z), ideal_layer(Z), using=[equal])
        zero = p.apply("integrals.cost_zero", alike, f=network, g=ideal_network, X=Z)
        in_any = p.discharge(zero, *(y.concl for y in (*grid_, *sides)))
        in_any = p.rule("generalize", G, p.rule("generalize", Z, in_any))
        near = in_listed(p, in_any, list_)
        size = lambda layer: p.specialize(p.specialize(p.specialize("A_bound", layer(Z)), t), k)  # noqa: E731
        everywhere = far_apart(p, network, ideal_network, size(quantised), size(ideal_layer), top)
        first = p.apply("first_layer_nonneg")
        second = p.apply("ideal_entry_nonneg")

        def of_layer(name: str) -> Callable[[Fact], Fact]:
            return lambda side: p.apply(name, side, t=c, k=o)

        zeros = []
        for own, other in (("first_layer_below", "ideal_below"), ("first_layer_above", "ideal_above")):
            one = zero_of_network(p, quantised, first, of_layer(own))
            two = zero_of_network(p, ideal_layer, second, of_ideal(p, other, D_low))
            zeros.append(lambda side, one=one, two=two: (one(side), two(side)))
        outside = costless_outside(p, network, ideal_network, *zeros)
        nothing = p.have(num(0) <= 0)
        return measured(
            p,
            network,
            ideal_network,
            [num(0), num(0), costs(top)],
            [*list_, D_low, fine_, nothing, sign],
            near,
            in_any,
            everywhere,
            outside,
            [small, "quarter"],
        )

    goal = distance_below(network, ideal_network, power_p, eps / 3, d, n)
    fact = p.exists_elim(lists, [M, K], prove, goal)
    return p.exists_intro(p.goal, [E], pos, fact)


def exact_on_grid(A: Term, f: Term) -> Term:
    """A = f at the grid points without duplicates."""
    values = lambda G, Z: entries(lambda t, k: Eq(A(Z, t, k), f(at_grid(G), t, k)), d, n)  # noqa: E731
    return for_all(
        lambda G, Z: implies(*grid(G, d, n, D), distinct(G), same(Z, at_grid(G)), values(G, Z)), GRID, MATRIX
    )


def any_look_up(claim: Term) -> Term:
    """Return the claim for all P and A that look up f."""
    given = [0 <= P, of_entries(A), exact_on_grid(A, f), bounded(A, C), zero_beyond(A, P)]
    every_one = lambda P_, A_: substitute(implies(*given, claim), {P: P_, A: A_})  # noqa: E731
    return for_all(every_one, "R", OPERATOR)


@paper.claim(
    given=[*SIZES, 0 < C, bounded(f, C)],
    shows=for_fine_grids(
        lambda D_: listed(D_, any_look_up(distance_below(ideal_network, f_bar(f), power_p, eps / 3, d, n)))
    ),
)
def eq_70_claim(p: Proof) -> Fact:
    """Apart from the steps, which have volume 0, they differ only in cells with duplicates."""
    sized(p)
    p.given(bound=bounded(f, C), **LISTED)
    ranged(p, t=d, k=n, c=d, o=n, i=M, e=N)
    given = [0 <= P, of_entries(A), exact_on_grid(A, f), bounded(A, C), zero_beyond(A, P)]
    p.given(**dict(zip(["P_low", "entries_", "exact", "A_bound", "beyond_"], given, strict=True)))
    two = 2 * C
    pair_sign = cost_sign(p, two)
    grids = p.apply("fine_enough", p.have(num(0) < 1), "quarter", pair_sign)
    D0_low, *laws = p.obtain(grids, D0)
    from_ = p.assume(D0 <= D)
    D_low, _, pairs = (p.specialize(law, D, using=[from_]) for law in laws)
    top = (1 + N) * C
    sign = cost_sign(p, top)
    steps = p.apply("short_enough", D_low, "quarter", sign)
    lists = p.apply("duplicate_free_listed", D_low)
    goal = distance_below(ideal_network, f_bar(f), power_p, eps / 3, d, n)

    def prove(step: Sequence[Fact], list_: Sequence[Fact]) -> Fact:
        p.note("narrow", step[0])
        A_size = p.specialize(p.specialize(p.specialize("A_bound", ideal_layer(Z)), t), k)
        # in a cell
        grid_ = [p.assume(y) for y in grid(G, d, n, D)]
        sides = [p.assume(y) for y in off_steps(G, Z)]
        letter = [p.specialize(p.specialize(y, t), k) for y in grid_]
        z_sides = [p.specialize(p.specialize(y, t), k) for y in sides]
        point = over(p, p.apply("ideal_in_cell", *letter, *z_sides))

        def at_cell(claim: Callable[[Fact, Fact], Fact], goal: Term) -> Fact:
            """Prove a claim about the cost at Z from f̄ = f at a listed cell that is G."""

            def inner(_low: Fact, _high: Fact, same_: Fact) -> Fact:
                entry = p.specialize(p.specialize(same_, t), k)
                scaled = p.have(Eq(L(e, t, k) / D, G(t, k) / D), (entry, inv(D)))
                cell_ = [over(p, p.have((L(e, t, k) - 1) / D + delta <= Z(t, k), z_sides[0], scaled)),
                         over(p, p.have(Z(t, k) <= L(e, t, k) / D - delta, z_sides[1], scaled))]  # fmt: skip
                value = p.apply("f_bar_in_cell", D_low, *cell_)
                return claim(value, same_)

            return p.exists_elim(p.specialize("all_found", G, using=grid_), [e], inner, goal)

        F = cost(ideal_network, f_bar(f), power_p, d, n)(Z)
        apart = p.assume(distinct(G))

        def alike(value: Fact, same_: Fact) -> Fact:
            entry = p.specialize(p.specialize(same_, t), k)
            letters = {}
            for name, y in (("low", 1 <= L(e, t, k)), ("high", L(e, t, k) <= D)):
                letters[name] = over(p, p.have(y, entry, *letter))
            at_L = p.have(
                Eq(ideal_layer(Z)(t, k), L(e, t, k) / D),
                p.specialize(p.specialize(point, t), k),
                (entry, inv(D)),
            )
            columns = moved_distinct(p, entry, apart)
            facts = [letters["low"], letters["high"], columns, over(p, at_L)]
            own = p.specialize(p.rule("specialize", "exact", at_number(L, e)), ideal_layer(Z), using=facts)
            own = p.specialize(p.specialize(own, t), k)
            equal = over(p, p.have(Eq(ideal_network(Z, t, k), f_bar(f)(Z, t, k)), own, value))
            return p.apply("integrals.cost_zero", equal, f=ideal_network, g=f_bar(f), X=Z)

        single = p.discharge(at_cell(alike, F <= 0), *(y.concl for y in (*grid_, apart, *sides)))
        single = p.rule("generalize", G, p.rule("generalize", Z, single))
        own = [over(p, p.specialize(p.specialize(p.specialize(law, i), k), t)) for law in list_[2:4]]
        here = [p.assume(y) for y in off_steps(at_number(K, i), Z)]
        columns = p.specialize(list_[4], i)
        near = p.specialize(p.rule("specialize", single, at_number(K, i)), Z, using=[*own, columns, *here])
        near = p.discharge(near, *(y.concl for y in here))

        def bounded_(value: Fact, _same: Fact) -> Fact:
            own = p.specialize(p.specialize(p.specialize("bound", corner(e)), t), k)
            own = p.have(abs(f_bar(f)(Z, t, k)) <= C, p.congr(abs, value), own)
            return far_apart(p, ideal_network, f_bar(f), A_size, own, two)

        in_any = p.discharge(at_cell(bounded_, F <= costs(two)), *(y.concl for y in (*grid_, *sides)))
        bar_size = p.apply("f_bar_bounded")
        everywhere = far_apart(p, ideal_network, f_bar(f), A_size, bar_size, top)
        second = p.apply("ideal_entry_nonneg", D_low, z=Z(t, k))
        zeros = []
        for other, theorem in (("ideal_below", "f_bar_below"), ("ideal_above", "f_bar_above")):
            one = zero_of_network(p, ideal_layer, second, of_ideal(p, other, D_low))

            def both(side: Fact, one: Callable = one, theorem: str = theorem) -> Sequence[Fact]:
                return one(side), p.apply(theorem, D_low, side)

            zeros.append(both)
        outside = costless_outside(p, ideal_network, f_bar(f), *zeros)
        nothing = p.have(num(0) <= 0)
        return measured(p, ideal_network, f_bar(f), [num(0), costs(two), costs(top)],
                        [*list_, D_low, *step[:2], nothing, pair_sign, sign], near, in_any, everywhere, outside,
                        [step[2], pairs, "quarter"])  # fmt: skip

    def with_step(pos: Fact, *laws: Fact) -> Fact:
        step = [pos, *(p.specialize(law, delta, using=[pos]) for law in laws)]
        return p.exists_elim(lists, [M, K], lambda *list_: prove(step, list_), goal)

    fact = p.exists_elim(steps, [delta], with_step, goal)
    return p.exists_intro(p.goal, [D0], D0_low, fact)


def moved_distinct(p: Proof, entry: Fact, apart: Fact) -> Fact:
    """Prove that no two columns of L(e, ., .) are equal, as no two of G are; entries (t, k) agree by `entry`."""
    (l,) = ints("l")
    l_in = [p.assume(y) for y in (1 <= l, l <= n)]
    differ = p.assume(negation(Eq(k, l)))
    column = p.assume(every(lambda t: Eq(L(e, t, k), L(e, t, l)), 1, d))
    at_l = p.specialize(p.generalize(k, entry), l, using=l_in)
    equal = p.have(Eq(G(t, k), G(t, l)), entry, at_l, p.specialize(column, t))
    equal = p.generalize(t, equal)
    no = p.mp(p.specialize(p.specialize(apart, k), l, using=[*l_in, differ]), equal)
    return p.discharge(no, column.concl)


cells_given = [d >= 1, n >= 1, D >= 1]
cell_count = power(grid_size, n)
