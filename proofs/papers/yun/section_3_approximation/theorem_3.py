"""Theorem 3 on a cube: with positional encodings T^(2,1,4) approximates any continuous function (3.1, G).

The encodings put the columns of a sequence into cells apart from each other: column k of the unit cube goes to the
cells between (k − 1)/n and k/n. Grid sequences placed in this way have no equal tokens, and no two of them have the
same set of tokens, so that any labels may be looked up, permutation equivariant or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import in_or_out
from proofs.papers.yun.section_2_transformers.transformer_class import SIZED, WIDTH, composed, in_T_2_1_4
from proofs.papers.yun.section_3_approximation.context_look_up import narrow_look_up_exists
from proofs.papers.yun.section_3_approximation.entry_quantiser import alpha, quantiser, shift
from proofs.papers.yun.section_3_approximation.entrywise_functions import member_of, on_entries
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.analysis.continuity import continuous_on_cube, entries
from proofs.theorems.combinatorics.tuples import grid
from proofs.theorems.integration.grid_cells import off_steps, ranged
from proofs.theorems.integration.grid_errors import (
    SIZES,
    B,
    all_shorter,
    at_grid,
    back,
    bounded,
    close_to_corner,
    corner,
    cost_sign,
    costless_outside,
    costs,
    eps,
    f,
    far_apart,
    gamma,
    in_listed,
    in_unit,
    inside_unit,
    measured,
    normal,
    of_entries,
    omega,
    over,
    power_p,
    quarter,
    same,
    sized,
    steady,
    uniform,
    zero_off,
)
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, distance_below, indicator, inside, over_entries, size_to_the
from proofs.theorems.integration.integrals import moved as moved_by
from proofs.theorems.networks.grid_tokens import D, L, N
from proofs.theorems.networks.look_up import C
from proofs.theorems.networks.rounding import P, delta, quantised_entry
from proofs.theorems.networks.transformers import contained

t, k, c, o, l, i, j, q, D0, M = ints("t k c o l i j q D_0 M")
y, u, E_ = reals("y u E")
X, Z = vectors("X Z", 2)
A, H = functions("A H", MATRIX + "ZZ")
(G,) = sequences("G", 2)
(K,) = sequences("K", 3)
GRID = "(ZZ>Z)"

# --- functions that are right off the steps ---------------------------------------------------------------------------


def right_off_steps(H: Term, f: Term) -> Term:
    """H(Z) is f at the grid point of the cell that contains Z, off the steps."""
    value = lambda G, Z: entries(lambda t, k: Eq(H(Z, t, k), f(at_grid(G), t, k)), d, n)  # noqa: E731
    return for_all(lambda G, Z: implies(*grid(G, d, n, D), *off_steps(G, Z), value(G, Z)), GRID, MATRIX)


right = [right_off_steps(H, f), bounded(H, C), *zero_off(H)]
any_right = for_all(lambda H_: substitute(implies(*right, distance_below(f, H, power_p, eps / 3, d, n)), {H: H_}),
                    OPERATOR)  # fmt: skip
on_unit = [uniform(f), *zero_off(f), 0 < C, bounded(f, C)]


@paper.claim(
    [*SIZES, *on_unit],
    shows=exists(
        lambda D0: [1 <= D0, every(lambda D_: implies(D0 <= D_, substitute(
            exists(lambda y: [0 < y, all_shorter(y, any_right)], "R"), {D: D_})))], "Z"),
)  # fmt: skip
def near_off_steps(p: Proof) -> Fact:
    """f changes by less than ω in a cell, and the steps have volume 0."""
    sized(p)
    p.given(**dict(zip(["uniform", "below", "above", "C_pos", "bound"], on_unit, strict=True)))
    p.given(**dict(zip(["right", "H_bound", "H_below", "H_above"], right, strict=True)))
    ranged(p, t=d, k=n, c=d, o=n, i=M)
    top = 2 * C
    rough_sign, sign = cost_sign(p, top), cost_sign(p, omega)

    def with_grid(gentle: Fact, steady_: Fact, D0_low: Fact, *laws: Fact) -> Fact:
        from_ = p.assume(D0 <= D)
        D_low, narrow_cell, pairs = (p.specialize(law, D, using=[from_]) for law in laws)
        steps = p.apply("short_enough", D_low, "quarter", rough_sign)
        lists = p.apply("grid_sequences.duplicate_free_listed", D_low)
        goal = distance_below(f, H, power_p, eps / 3, d, n)

        def prove(step: Sequence[Fact], list_: Sequence[Fact]) -> Fact:
            grid_ = [p.assume(y) for y in grid(G, d, n, D)]
            sides = [p.assume(y) for y in off_steps(G, Z)]
            value = p.specialize("right", G, Z, using=[*grid_, *sides])
            cell = [p.specialize(y, t, k) for y in (*grid_, *sides)]
            close = close_to_corner(p, G, steady_, cell, step[0], narrow_cell, D_low)
            there = f(Z, t, k) - H(Z, t, k)
            same_gap = p.congr(abs, p.have(Eq(there, f(Z, t, k) - f(at_grid(G), t, k)), value))
            each = over(p, p.have(abs(there) <= omega, same_gap, close))
            in_any = p.apply("integrals.cost_le", each)
            in_any = p.generalize(G, p.generalize(Z, in_any, *grid_, *sides))
            near = in_listed(p, in_any, list_)
            f_size, H_size = (p.specialize(name, Z, t, k) for name in ("bound", "H_bound"))
            everywhere = far_apart(p, f, H, f_size, H_size, top)

            def zeros(*laws: str) -> Callable[[Fact], Sequence[Fact]]:
                return lambda held: [p.specialize(law, Z, c, o, t, k, using=[held, step[0]]) for law in laws]

            outside = costless_outside(p, f, H, zeros("below", "H_below"), zeros("above", "H_above"))
            facts = [*list_, D_low, *step[:2], sign, rough_sign]
            weights = [costs(omega), costs(omega), costs(top)]
            return measured(p, f, H, weights, facts, near, in_any, everywhere, outside, [gentle, step[2], pairs])

        def with_steps(y_pos: Fact, *laws: Fact) -> Fact:
            pos, short = p.assume(0 < delta), p.assume(delta <= y)
            step = [pos, *(p.specialize(law, delta, using=[pos, short]) for law in laws)]
            fact = p.exists_elim(lists, [M, K], lambda *list_: prove(step, list_), goal)
            return p.exists_intro(some_steps, [y], y_pos, p.discharge(fact, *right))

        some_steps = exists(lambda y: [0 < y, all_shorter(y, any_right)], "R")
        fact = p.exists_elim(steps, [y], with_steps, some_steps)
        return p.exists_intro(p.goal, [D0], D0_low, fact)

    some_omega = p.apply("small_power", u=quarter, v=d * n)
    omega_pos, gentle = p.obtain(some_omega, omega)

    gamma_pos, steady_ = p.obtain(p.specialize("uniform", omega, using=[omega_pos]), gamma)
    grids = p.apply("fine_enough", gamma_pos, "quarter", sign, w_2=costs(omega), Q=quarter)
    g = p.obtain(grids, D0)
    return with_grid(gentle, steady_, *g)


# --- labels of sequences whose columns lie apart ----------------------------------------------------------------------


def placed(G: Term) -> Term:
    """The grid sequence of pitch 1/(n D) with the columns of G in disjoint cells."""
    return fun(lambda t, k: ((k - 1) * D + G(t, k)) / (n * D), 2)


def right_when_placed(A: Term, f: Term) -> Term:
    """A has the value f(G/D) at the placed grid point of G."""
    value = lambda G, Z: entries(lambda t, k: Eq(A(Z, t, k), f(at_grid(G), t, k)), d, n)  # noqa: E731
    return for_all(lambda G, Z: implies(*grid(G, d, n, D), same(Z, placed(G)), value(G, Z)), GRID, MATRIX)


def unit_determined(f: Term) -> Term:
    """On the unit cube f(Z) depends on the entries of Z alone."""
    values = lambda Y, Y2: entries(lambda t, k: Eq(f(Y, t, k), f(Y2, t, k)), d, n)  # noqa: E731
    return for_all(lambda Y, Y2: implies(*in_unit(Y), same(Y, Y2), values(Y, Y2)), MATRIX, MATRIX)


def small_on_unit(f: Term) -> Term:
    """|f| <= C on the unit cube."""
    return for_all(lambda Y: implies(*in_unit(Y), entries(lambda t, k: abs(f(Y, t, k)) <= C, d, n)), MATRIX)


def on_fine_grid(p: Proof, letter: Term, one: Fact, last: Fact) -> tuple[Fact, Fact]:
    """A letter from 1 to D is placed between 1 and n D."""
    place = (k - 1) * D + letter
    low, high = p.have(0 <= k - 1, "k_low"), p.have(0 <= n - k, "k_high")
    return p.have(1 <= place, one, (low, "D_pos")), p.have(place <= n * D, last, (high, "D_pos"))


labels = fun(lambda i, t, k: f(corner(i), t, k), 3)
letters = fun(lambda i, t, k: (k - 1) * D + L(i, t, k), 3)


@paper.claim(
    [*SIZED, 1 <= D, 0 < C, unit_determined(f), small_on_unit(f)],
    shows=exists(
        lambda P, A: [0 <= P, in_T_2_1_4(A), of_entries(A), bounded(A, C), right_when_placed(A, f)], "R", OPERATOR
    ),
)
def placed_look_up(p: Proof) -> Fact:
    """Take the list of all grid sequences, each placed."""
    p.given(determined=unit_determined(f), small=small_on_unit(f))
    ranged(p, t=d, k=n, c=d, o=n, i=N, j=N, l=n)
    D_pos = p.have(0 < D, label="D_pos")
    part = p.apply("inv_pos", D_pos)
    p.have(1 <= n * D, 1 <= n, 1 <= D, label="nD_low")

    def with_list(N_low: Fact, low: Fact, high: Fact, found: Fact, once: Fact) -> Fact:
        at = lambda law, i, t, k, *using: p.specialize(law, i, t, k, using=using)  # noqa: E731
        one, last = at(low, i, t, k), at(high, i, t, k)
        grid_low, grid_high = on_fine_grid(p, L(i, t, k), one, last)

        def same_place(meet: Fact, i: Term, j: Term, k: Term, l: Term, *ranges: Fact) -> Fact:
            """Prove k = l, as the first letters of token k of sequence i and token l of sequence j agree."""
            letters_ = [at(law, x, num(1), y, *ranges) for x, y in ((i, k), (j, l)) for law in (low, high)]
            gap = p.have(Eq(L(i, 1, k) - L(j, 1, l), D * (l - k)), meet)
            none = p.apply("small_multiple", gap, *letters_, x=gap.concl.args[0], b=D, y=l - k)
            return p.have(Eq(k, l), none)

        # tokens differ
        equal = p.assume(every(lambda t: Eq(letters(i, t, k), letters(i, t, l)), 1, d))
        place = same_place(p.specialize(equal, 1), i, i, k, l)
        differ = p.assume(negation(Eq(k, l)))
        no = p.discharge(p.mp(differ, place), equal.concl)
        # labels agree
        agree = labels_agree(once, same_place)
        # labels are small
        inside = [p.have(0 <= L(i, t, k) / D, (p.have(0 <= L(i, t, k), one), part)),
                  p.have(L(i, t, k) / D <= 1, (last, part))]  # fmt: skip
        value = p.specialize("small", corner(i), using=inside)
        made = p.apply(
            narrow_look_up_exists.name, grid_low, grid_high, no, agree, value, N_low,
            D=n * D, L=letters, y=labels)  # fmt: skip

        P_low, member, of_entries_, exact, bound, _ = p.obtain(made, P, A)
        grid_ = [p.assume(y) for y in grid(G, d, n, D)]
        there = p.assume(same(Z, placed(G)))
        goal = entries(lambda t, k: Eq(A(Z, t, k), f(at_grid(G), t, k)), d, n)

        def at_place(_i_low: Fact, _i_high: Fact, same_: Fact) -> Fact:
            entry = p.specialize(same_, t, k)
            own = p.specialize(there, t, k)
            equal = p.have(Eq(Z(t, k), letters(i, t, k) / (n * D)), own, (entry, inv(n * D)))
            value = p.specialize(exact, i, Z, using=[equal])
            alike = p.have(Eq(corner(i)(t, k), at_grid(G)(t, k)), (entry, inv(D)))
            moved = p.specialize("determined", corner(i), at_grid(G), using=[*inside, alike])
            return p.have(Eq(A(Z, t, k), f(at_grid(G), t, k)), value, moved)

        fact = p.exists_elim(p.specialize(found, G, using=grid_), [i], at_place, goal)
        return p.exists_intro(p.goal, [P, A], P_low, member, of_entries_, bound, fact)

    def labels_agree(once: Fact, same_place: Callable[..., Fact]) -> Fact:
        """Sequences with the same tokens are equal, as each token determines its position."""
        among_o = p.specialize(p.assume(contained(letters, i, j)), o)
        token = p.assume(every(lambda t: Eq(letters(i, t, k), letters(j, t, l)), 1, d))
        place = same_place(p.specialize(token, 1), i, j, k, l)
        entry = Eq(L(i, c, o), L(j, c, o))
        refuted = p.assume(implies(entry, FALSE))
        alike, *ends = (p.assume(y) for y in (
            every(lambda t: Eq(letters(i, t, o), letters(j, t, q)), 1, d), 1 <= q, q <= n))  # fmt: skip
        where = same_place(p.specialize(alike, 1), i, j, o, q, *ends)
        moved = p.congr(lambda o: letters(j, c, o), where)
        no = p.mp(refuted, p.have(entry, alike, moved))
        no = p.generalize(q, p.discharge(no, alike.concl))
        out = p.absurd(p.mp(among_o, no), entry)
        equal = p.specialize(once, i, j, using=[out])
        value = p.congr(lambda i: labels(i, t, k), equal)
        shift = p.congr(lambda k: labels(j, t, k), place)
        return p.have(Eq(labels(i, t, k), labels(j, t, l)), value, shift)

    return p.exists_elim(p.apply("grid_listed"), [N, L], with_list)


# --- 0 outside of the unit cube ---------------------------------------------------------------------------------------

LOW, HIGH = fun(lambda r, c: num(0), 2), fun(lambda r, c: num(1), 2)


def masked(f: Term) -> Term:
    """f on the unit cube, 0 elsewhere."""
    return mapping(lambda Z, t, k: indicator(LOW, HIGH, Z, d, n) * f(Z, t, k), MATRIX, "Z", "Z")


def unit_entries(p: Proof) -> None:
    """Assume entries (t, k) and (c, o)."""
    ranged(p, t=d, k=n, c=d, o=n)


@paper.claim([*in_unit(Z)], shows=Eq(masked(f)(Z, t, k), f(Z, t, k)))
def masked_inside(p: Proof) -> Fact:
    """The indicator is 1."""
    one = p.apply("integrals.indicator_one", L=LOW, H=HIGH, X=Z)
    return p.have(p.goal, (one, f(Z, t, k)))


def masked_zero(p: Proof, law: str) -> Fact:
    """The indicator is 0."""
    unit_entries(p)
    side = p.assume(Z(c, o) < 0 if law == "below" else 1 < Z(c, o))
    none = p.apply(f"integrals.indicator_{law}", side, r=c, c=o, L=LOW, H=HIGH, X=Z)
    zero = p.have(Eq(masked(f)(Z, t, k), 0), (none, f(Z, t, k)))
    return p.discharge(over(p, zero), side.concl)


@paper.claim([], shows=zero_off(masked(f))[0])
def masked_below(p: Proof) -> Fact:
    """An entry is below 0."""
    return masked_zero(p, "below")


@paper.claim([], shows=zero_off(masked(f))[1])
def masked_above(p: Proof) -> Fact:
    """An entry is above 1."""
    return masked_zero(p, "above")


@paper.claim([0 <= C, small_on_unit(f)], shows=bounded(masked(f), C))
def masked_bounded(p: Proof) -> Fact:
    """It is 0 outside of the unit cube."""
    unit_entries(p)
    value = masked(f)(Z, t, k)
    goal = abs(value) <= C

    def outside(law: str, held: Fact) -> Fact:
        zero = p.specialize(p.apply(f"masked_{law}"), Z, c, o, t, k, using=[held])
        return p.have(goal, p.congr(abs, zero))

    def inside(low: Fact, high: Fact) -> Fact:
        same_ = p.apply("masked_inside", low, high)
        own = p.specialize(small_on_unit(f), Z, t, k, using=[low, high])
        return p.have(goal, p.congr(abs, same_), own)

    return in_or_out(p, Z, goal, outside, inside)


@paper.claim({"uniform": uniform(f)}, shows=uniform(masked(f)))
def masked_uniform(p: Proof) -> Fact:
    """On the unit cube the functions are equal."""
    p.given(omega_pos=0 < omega)
    ranged(p, t=d, k=n)
    goal = exists(lambda gamma: [0 < gamma, steady(masked(f), gamma, omega)], "R")
    pos, steady_ = p.obtain(p.specialize("uniform", omega), gamma)
    sides = [p.assume(y) for Y in (Z, X) for y in in_unit(Y)]
    near = p.assume(entries(lambda t, k: abs(Z(t, k) - X(t, k)) < gamma, d, n))
    fact = p.specialize(steady_, Z, X, t, k, using=[*sides, near])
    values = [p.apply("masked_inside", *y) for Y, y in ((Z, sides[:2]), (X, sides[2:]))]
    now, was = masked(f)(Z, t, k) - masked(f)(X, t, k), f(Z, t, k) - f(X, t, k)
    out = p.have(abs(now) < omega, fact, p.have(Eq(now, was), *values))
    return p.exists_intro(goal, [gamma], pos, out)


# --- the network ------------------------------------------------------------------------------------------------------


def entry_of(x: Term) -> Term:
    """The image of an entry under the quantiser of pitch 1/(n D)."""
    return substitute(quantised_entry(x), {D: n * D})


def shifted(Z: Term) -> Term:
    """The quantiser after column k has been moved to the cells between (k − 1)/n and k/n."""
    return fun(lambda t, k: entry_of((Z(t, k) + k - 1) / n), 2)


network = mapping(lambda Z, t, k: A(shifted(Z), t, k), MATRIX, "Z", "Z")


@paper.claim(
    [*SIZED, 1 <= D, 0 < delta, right_when_placed(A, f)],
    shows=substitute(substitute(right_off_steps(H, masked(f)), {delta: n * delta}), {H: masked(network)}),
)
def network_right(p: Proof) -> Fact:
    """Off the steps the quantiser maps to the placed grid point."""
    p.given(n_low=1 <= n, D_low=1 <= D, right=right_when_placed(A, f))
    ranged(p, t=d, k=n)
    n_pos, D_pos = p.have(0 < n, "n_low"), p.have(0 < D, "D_low", label="D_pos")
    part = p.apply("inv_pos", n_pos)
    cancel, whole = p.have(Eq(n * inv(n), 1), n_pos), p.have(Eq(D * inv(D), 1), D_pos)
    grid_ = [p.assume(y) for y in grid(G, d, n, D)]
    sides = [p.assume(substitute(y, {delta: n * delta})) for y in off_steps(G, Z)]
    one, last, z_low, z_high = cell = [p.specialize(y, t, k) for y in (*grid_, *sides)]
    letter, x = G(t, k), (Z(t, k) + k - 1) / n
    ends = on_fine_grid(p, letter, one, last)
    sides_ = (z_low, part), (z_high, part), (cancel, delta), (whole, (k - 1) / n), (n * delta, part)
    place, at_x = (k - 1) * D + letter, fun(lambda t, k: x, 2)
    quantised = p.apply("first_layer_inside", *ends, *sides_, Z=at_x, q=place, D=n * D)
    value = p.specialize("right", G, shifted(Z), using=[*grid_, quantised])
    *inside, c_low, c_high = inside_unit(p, letter, cell, p.get(n * delta), D_pos)
    first = p.apply("masked_inside", *inside, f=network)
    goal = Eq(masked(network)(Z, t, k), masked(f)(at_grid(G), t, k))
    return p.have(goal, first, "masked_inside", c_low, c_high, value)


@paper.claim([bounded(A, C)], shows=small_on_unit(network))
def network_small(p: Proof) -> None:
    """A is bounded everywhere."""


# --- X ↦ g(X + E) on a cube -------------------------------------------------------------------------------------------

half = rational(1, 2)
encoding = fun(lambda t, k: 2 * B * (k - half) - n * B, 2)
encoder = {alpha: inv(2 * B * n), shift: half, D: n * D}
narrow_net = mapping(
    lambda X, t, k: A(fun(lambda t, k: substitute(quantiser, encoder)(X(t, k)), 2), t, k), MATRIX, "Z", "Z"
)


@paper.claim([*SIZED, 0 < B, 1 <= D, 0 < delta, delta <= inv(n * D), in_T_2_1_4(A)], shows=in_T_2_1_4(narrow_net))
def encoded_member(p: Proof) -> Fact:
    """Compose A after the quantiser."""
    ranged(p, t=d, k=n)
    layer = substitute(on_entries(quantiser), encoder)
    both = p.apply("composed_member", **{"g_1": layer, "g_2": A}, **WIDTH)
    whole = composed(layer, A)
    return member_of(p, p.have(Eq(narrow_net(X, t, k), whole(X, t, k))), both, narrow_net, whole)


def on_domain(h: Term) -> Term:
    """h on [−B, B]^(d×n), 0 elsewhere."""
    ends = (fun(lambda r, c: -B, 2), fun(lambda r, c: B, 2))
    return mapping(lambda X, r, c: indicator(*ends, X, d, n) * h(X, r, c), MATRIX, "Z", "Z")


def encoded(g: Term, E: Term) -> Term:
    """X ↦ g(X + E)."""
    return mapping(lambda X, r, c: g(fun(lambda r, c: X(r, c) + E(r, c), 2), r, c), MATRIX, "Z", "Z")


paper.notions.define(
    on_domain(f), (f, B, d, n), "{0} on [−{1}, {1}]^({2}×{3})", r"{0}|_{{[-{1}, {1}]^{{{2} \times {3}}}}}"
)


paper.notions.define(encoded(f, Z), (f, Z), "{0}(· + {1})", r"{0}(\cdot + {1})")


def unscaled_at(X: Term) -> Term:
    """X/(2B) + 1/2."""
    return moved_by(X, inv(2 * B), half)


unscaled = unscaled_at(X)


@paper.claim([0 < B], shows=Eq(indicator(fun(lambda r, c: -B, 2), fun(lambda r, c: B, 2), X, d, n),
                               indicator(LOW, HIGH, unscaled, d, n)))  # fmt: skip
def domain_scaled(p: Proof) -> Fact:
    """−B <= x <= B is equivalent to 0 <= x/(2B) + 1/2 <= 1."""
    ranged(p, t=d, k=n)
    x, y = X(t, k), unscaled(t, k)
    here, there = inside(-B, B, x), inside(num(0), num(1), y)

    def prove(known: list[Fact]) -> Fact:
        more = []
        for fact in known:
            left, right = fact.concl.args
            bound = {-B: num(0), B: num(1), x: y}
            s, r = bound[left], bound[right]
            more.append(p.have(s <= r if fact.concl.op == "le" else s < r, (fact, inv(2 * B))))
        return p.have(Eq(here, there), *values(p, [*known, *more], here, there))

    each = over(p, by_cases(p, [-B <= x, x <= B], prove))
    return p.apply("integrals.entries_same", each)


continuous = continuous_on_cube(f, B, d, n)


@paper.claim([*SIZED, 0 < B, continuous], shows=unit_determined(normal))
def normal_determined(p: Proof) -> Fact:
    """These are values of a continuous function."""
    p.given(B_pos=0 < B)
    ranged(p, t=d, k=n)
    determined = p.apply("permutations.continuous_determined")
    alike = p.have(Eq(back(Z)(t, k), back(X)(t, k)), (p.specialize(p.assume(same(Z, X)), t, k), B))
    return p.specialize(determined, back(Z), back(X), t, k, using=[in_domain(p), alike])


def in_domain(p: Proof) -> Fact:
    """2 B Z − B lies in the cube if Z lies in the unit cube."""
    low, high = (p.specialize(p.assume(side), t, k) for side in in_unit(Z))
    x = back(Z)(t, k)
    up, down = p.have(x <= B, (high, "B_pos")), p.have(-B <= x, (low, "B_pos"))
    return over(p, p.apply("abs_le", up, down))


@paper.claim(
    [*SIZED, 0 < B, continuous], shows=exists(lambda C_: [0 < C_, substitute(small_on_unit(normal), {C: C_})], "R")
)
def normal_small(p: Proof) -> Fact:
    """A bound of f on the cube."""
    p.given(B_pos=0 < B)
    ranged(p, t=d, k=n)

    def prove(bound: Fact) -> Fact:
        top = 1 + abs(u)
        own = p.specialize(bound, back(Z), t, k, using=[in_domain(p)])
        size = p.have(abs(normal(Z, t, k)) <= top, own)
        return p.exists_intro(p.goal, [top], size)

    return p.exists_elim(p.apply("bounded_on_cube", D=B), [u], prove)


in_X, in_Z = cost(on_domain(f), on_domain(encoded(narrow_net, encoding)), power_p, d, n), cost(
    masked(normal), masked(network), power_p, d, n)  # fmt: skip


@paper.claim([*SIZED, 0 < B, of_entries(A)], shows=in_X(X) <= in_Z(unscaled))
def cost_unscaled(p: Proof) -> Fact:
    """In each entry the two differences are equal."""
    p.given(of_entries=of_entries(A))
    ranged(p, t=d, k=n)
    known = [p.have(Eq(x * inv(x), 1), y) for x, y in ((n, n), (2 * B, 2 * B))]
    shown = p.apply("domain_scaled")
    there = p.have(Eq(back(unscaled)(t, k), X(t, k)))
    again = p.rule("generalize", t, p.rule("generalize", k, there))
    value = p.have(Eq(f(back(unscaled), t, k), f(back(unscaled), t, k)))
    value = p.replace(again, hole(lambda Y: Eq(f(back(unscaled), t, k), f(Y, t, k)), MATRIX), value)
    left, right = inv(2 * B * n) * (X(t, k) + encoding(t, k)) + half, (unscaled(t, k) + k - 1) / n
    argument = p.have(Eq(left, right), (known[0], half))
    now = fun(lambda t, k: substitute(quantiser, encoder)(X(t, k) + encoding(t, k)), 2)
    moved = p.congr(entry_of, argument)
    image = p.specialize("of_entries", now, shifted(unscaled), t, k, using=[moved])
    here = on_domain(f)(X, t, k) - on_domain(encoded(narrow_net, encoding))(X, t, k)
    unit = masked(normal)(unscaled, t, k) - masked(network)(unscaled, t, k)
    shown_X = shown.concl.args[1]
    same_ = p.have(Eq(here, unit), (shown, f(X, t, k)), (shown, A(now, t, k)), (value, shown_X), (image, shown_X))
    each = p.congr(lambda x: size_to_the(x, power_p), same_)
    return p.have(p.goal, p.apply("sum_eq", p.apply("sum_eq", each)))


def zero_off_unit(p: Proof, f: Term, *bound: Fact) -> list[Fact]:
    """A bound of f bounds f on the unit cube, and the function is 0 elsewhere."""
    return [p.apply(f"masked_{law}", *bound, f=f) for law in ("below", "above", "bounded")]


within_eps = lambda g, E: distance_below(on_domain(f), on_domain(encoded(g, E)), power_p, eps, d, n)  # noqa: E731


@paper.claim(
    [*SIZES, 0 < B, continuous], shows=exists(lambda g, E: [in_T_2_1_4(g), within_eps(g, E)], OPERATOR, MATRIX)
)
def theorem_3_on_cube(p: Proof) -> Fact:
    """Place the columns in disjoint cells, look up labels, and take short steps."""
    scale = inv(2 * B)
    scale_pos = p.apply("inv_pos", x=2 * B)
    volume_ = over_entries(lambda r, c: inv(scale), d, n)
    volume = p.apply("integrals.scale_nonneg", scale_pos)
    small = eps / (volume_ + 1)
    scaled = p.apply("scaled_power", volume)
    F, net = masked(normal), masked(network)

    def with_bound(C_pos: Fact, bound: Fact) -> Fact:
        C_low = p.have(0 <= C, C_pos)
        uniform_ = p.apply("masked_uniform", p.apply("normal_uniform"), f=normal)
        near = p.apply("near_off_steps", uniform_, *zero_off_unit(p, normal, C_low, bound), f=F, epsilon=3 * small)

        def with_grid(D_low: Fact, law: Fact) -> Fact:
            steps = p.specialize(law, D)
            determined = p.apply("normal_determined")
            made = p.apply("placed_look_up", D_low, C_pos, determined, bound, f=normal)
            _, *network_ = p.obtain(made, P, A)
            return p.exists_elim(steps, [y], lambda *law: with_steps(D_low, C_low, *network_, *law))

        return p.exists_elim(near, [D], with_grid)

    def with_steps(D_low: Fact, C_low: Fact, member: Fact, entries_: Fact, A_bound: Fact, right_: Fact, y_pos: Fact,
                   shorter: Fact) -> Fact:  # fmt: skip
        parts = [p.apply("inv_pos", y, x=x) for y, x in ((n, n), ((n, p.have(0 < D, D_low)), n * D))]
        both = {"delta_1": y / n, "delta_2": inv(n * D)}
        least = p.apply("continuity.smaller_of_two", (y_pos, parts[0]), parts[1], **both)

        def with_width(width: Fact, short: Fact, narrow: Fact) -> Fact:
            cancel = p.have(Eq(n * inv(n), 1), n)
            own = p.specialize(shorter, n * delta, using=[(n, width), (short, n), (cancel, y)])
            unit_bound = p.apply("network_small", A_bound)
            exact = p.apply("network_right", D_low, width, right_, f=normal)
            close = p.specialize(own, net, using=[exact, *zero_off_unit(p, network, C_low, unit_bound)])
            in_class = p.apply("encoded_member", D_low, width, narrow, member)

            def prove(integral: Fact, below_: Fact) -> Fact:
                by = {"F": in_Z, "E": E_, "alpha": scale, "S": fun(lambda r, c: half, 2)}
                fact = p.apply("integrals.integral_moved", integral, **by)
                there = at_matrix(lambda X: in_Z(unscaled_at(X)))
                fact = p.apply("integrals.integral_mono", fact, entries_, F=in_X, G=there, E_1=volume_ * E_,
                               E=volume_ * E_)  # fmt: skip
                near = p.exists_intro(within_eps(narrow_net, encoding), [volume_ * E_], fact, (below_, volume), scaled)
                return p.exists_intro(p.goal, [narrow_net, encoding], in_class, near)

            return p.exists_elim(close, [E_], prove)

        return p.exists_elim(least, [delta], with_width)

    return p.exists_elim(p.apply("normal_small"), [C], with_bound)
