"""Theorem 3: with positional encodings, networks of T^(2,1,4) approximate any continuous function on a cube (section 3.1, G).

The encodings put the columns of a sequence into cells apart from each other: column k of the unit cube goes to the cells
between (k − 1)/n and k/n. Grid sequences that are so placed have no two equal tokens, and no two of them have the same
tokens, so that any labels may be looked up, permutation equivariant or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.approximator import bounded, of_entries, same
from proofs.papers.ks.context_ids import D, L, N
from proofs.papers.ks.error import off_steps
from proofs.papers.ks.look_up import C
from proofs.papers.ks.penalty import P
from proofs.papers.ks.step_function import delta
from proofs.papers.ks.three_thirds import (
    LISTED,
    SIZES,
    all_shorter,
    at_grid,
    corner,
    cost_sign,
    costs,
    eps,
    far_apart,
    gamma,
    in_listed,
    in_unit,
    measured,
    omega,
    power_p,
    quarter,
    ranged,
    sized,
    uniform,
    zero_off,
    zero_outside,
)
from proofs.papers.yun.transformers import SIZED, WIDTH, in_T_2_1_4, over
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.continuity import entries
from proofs.theorems.distance import cost, distance_below
from proofs.theorems.words import grid
from proofs.writing.proof import Proof

t, k, c, o, l, i, j, q, D0, M = ints("t k c o l i j q D_0 M")
y = reals("y")[0]
X, Z = vectors("X Z", 2)
f, A, H = functions("f A H", MATRIX + "ZZ")
(G,) = sequences("G", 2)
(K,) = sequences("K", 3)
GRID = "(ZZ>Z)"

# --- functions that are right off the steps ---------------------------------------------------------------------------


def right_off_steps(H: Term, f: Term) -> Term:
    """H(Z) is f at the grid point of the cell of Z, off the steps."""
    value = lambda G, Z: entries(lambda t, k: eq(H(Z, t, k), f(at_grid(G), t, k)), d, n)  # noqa: E731
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
    """f changes by less than ω in a cell, and the steps make no volume."""
    sized(p)
    p.given(**dict(zip(["uniform", "below", "above", "C_pos", "bound"], on_unit, strict=True)))
    p.given(**dict(zip(["right", "H_bound", "H_below", "H_above"], right, strict=True)))
    ranged(p, t=d, k=n, c=d, o=n, i=M)
    top = 2 * C
    top_pos = p.have(None, 0 < top, "C_pos")
    rough_sign = cost_sign(p, top)
    sign = cost_sign(p, omega)

    def with_omega(omega_pos: Fact, gentle: Fact) -> Fact:
        def with_gamma(gamma_pos: Fact, steady_: Fact) -> Fact:
            by = {"w_2": costs(omega), "Q": quarter}
            grids = p.apply(None, "KS.fine_enough", gamma_pos, "quarter", sign, **by)
            return p.obtain(None, grids, [D0], lambda *g: with_grid(omega_pos, gentle, steady_, *g))

        return p.obtain(None, p.use(None, "uniform", omega, using=[omega_pos]), [gamma], with_gamma)

    def with_grid(omega_pos: Fact, gentle: Fact, steady_: Fact, D0_low: Fact, *laws: Fact) -> Fact:
        from_ = p.rule(None, "assume", D0 <= D)
        D_low, narrow_cell, pairs = (p.use(None, law, D, using=[from_]) for law in laws)
        D_pos = p.have(None, 0 < D, D_low)
        inverse = p.apply(None, "inv_pos", D_pos, x=D)
        steps = p.apply(None, "KS.short_enough", D_low, "quarter", rough_sign, Q=quarter, w_3=costs(top))
        lists = p.apply(None, "KS.duplicate_free_listed", D_low)
        goal = distance_below(f, H, power_p, eps / 3, d, n)

        def prove(step: Sequence[Fact], list_: Sequence[Fact]) -> Fact:
            grid_ = [p.rule(None, "assume", y) for y in grid(G, d, n, D)]
            sides = [p.rule(None, "assume", y) for y in off_steps(G, Z)]
            value = p.use(None, p.rule(None, "specialise", "right", G), Z, using=[*grid_, *sides])
            value = p.use(None, p.use(None, value, t), k)
            one, last, z_low, z_high = (p.use(None, p.use(None, y, t), k) for y in (*grid_, *sides))
            letter = G(t, k)
            c_low = p.have(None, 0 <= letter / D, (p.have(None, 0 <= letter, one), inverse))
            from_zero = p.have(None, 0 <= (letter - 1) / D, (p.have(None, 0 <= letter - 1, one), inverse))
            c_high = p.have(None, letter / D <= 1, (last, inverse), D_pos)
            z_pos = p.have(None, 0 <= Z(t, k), z_low, from_zero, step[0])
            z_one = p.have(None, Z(t, k) <= 1, z_high, c_high, step[0])
            gap = Z(t, k) - letter / D
            size = p.rule(None, "abs_value", gap, p.have(None, gap <= 0, z_high, step[0]))
            near = p.have(None, absolute(gap) < gamma, size, z_low, step[0], narrow_cell)
            inside = [over(p, fact) for fact in (z_pos, z_one, c_low, c_high, near)]
            close = p.use(None, p.rule(None, "specialise", steady_, Z), at_grid(G), using=inside)
            close = p.use(None, p.use(None, close, t), k)
            there = f(Z, t, k) - H(Z, t, k)
            same_gap = p.both(None, there, f(Z, t, k) - f(at_grid(G), t, k), absolute,
                              p.have(None, eq(there, f(Z, t, k) - f(at_grid(G), t, k)), value))  # fmt: skip
            each = over(p, p.have(None, absolute(there) <= omega, same_gap, close))
            in_any = p.apply(None, "distance.cost_le", each, omega_pos, f=f, g=H, X=Z, u=omega, p=power_p)
            in_any = p.discharged(in_any, *(y.concl for y in (*grid_, *sides)))
            in_any = p.rule(None, "generalise", G, p.rule(None, "generalise", Z, in_any))
            near = in_listed(p, in_any, list_)
            sizes = [p.use(None, p.use(None, p.use(None, name, Z), t), k) for name in ("bound", "H_bound")]
            everywhere = far_apart(p, f, H, *sizes, top, top_pos)

            def off(laws: Sequence[str], less: Callable[[Term], Term]) -> Callable[[Fact], Sequence[Fact]]:
                def zeros(held: Fact) -> Sequence[Fact]:
                    side = p.have(None, less(Z(c, o)), held, step[0])
                    here = [p.use(None, p.use(None, p.use(None, law, Z), c), o, using=[side]) for law in laws]
                    return [p.use(None, p.use(None, y, t), k) for y in here]

                return zeros

            outside = zero_outside(
                p, f, H, off(("below", "H_below"), lambda z: z < 0), off(("above", "H_above"), lambda z: 1 < z)
            )
            facts = [*list_, D_low, *step[:2], sign, rough_sign]
            weights = [costs(omega), costs(omega), costs(top)]
            return measured(p, f, H, weights, facts, near, in_any, everywhere, outside, [gentle, step[2], pairs])

        def with_steps(y_pos: Fact, *laws: Fact) -> Fact:
            pos, short = p.rule(None, "assume", 0 < delta), p.rule(None, "assume", delta <= y)
            step = [pos, *(p.use(None, law, delta, using=[pos, short]) for law in laws)]
            fact = p.obtain(None, lists, [M, K], lambda *list_: prove(step, list_), goal)
            fact = p.rule(None, "generalise", H, p.discharged(fact, *right))
            fact = p.rule(None, "generalise", delta, p.discharged(fact, pos.concl, short.concl))
            return p.exhibit(None, some_steps, [y], y_pos, fact)

        some_steps = exists(lambda y: [0 < y, all_shorter(y, any_right)], "R")
        fact = p.obtain(None, steps, [y], with_steps, some_steps)
        fact = p.every(None, D, p.discharged(fact, from_.concl))
        return p.exhibit(None, p.goal, [D0], D0_low, fact)

    some_omega = p.apply(None, "KS.small_power", u=quarter, v=d * n)
    return p.obtain("out", some_omega, [omega], with_omega)


# --- labels of sequences whose columns lie apart ----------------------------------------------------------------------


def placed(G: Term) -> Term:
    """The grid sequence of pitch 1/(n D) with the columns of G in cells apart."""
    return fun(lambda t, k: ((k - 1) * D + G(t, k)) / (n * D), 2)


def right_when_placed(A: Term, f: Term) -> Term:
    """A is f at G/D where G is placed."""
    value = lambda G, Z: entries(lambda t, k: eq(A(Z, t, k), f(at_grid(G), t, k)), d, n)  # noqa: E731
    return for_all(lambda G, Z: implies(*grid(G, d, n, D), same(Z, placed(G)), value(G, Z)), GRID, MATRIX)


def unit_determined(f: Term) -> Term:
    """On the unit cube f(Z) depends on the entries of Z only."""
    values = lambda Y, Y2: entries(lambda t, k: eq(f(Y, t, k), f(Y2, t, k)), d, n)  # noqa: E731
    return for_all(lambda Y, Y2: implies(*in_unit(Y), same(Y, Y2), values(Y, Y2)), MATRIX, MATRIX)


def small_on_unit(f: Term) -> Term:
    """|f| <= C on the unit cube."""
    return for_all(lambda Y: implies(*in_unit(Y), entries(lambda t, k: absolute(f(Y, t, k)) <= C, d, n)), MATRIX)


labels = fun(lambda i, t, k: f(corner(i), t, k), 3)
letters = fun(lambda i, t, k: (k - 1) * D + L(i, t, k), 3)


@paper.claim(
    [*SIZED, 1 <= D, 0 < C, unit_determined(f), small_on_unit(f)],
    shows=exists(
        lambda P, A: [0 <= P, in_T_2_1_4(A), of_entries(A), bounded(A, C), right_when_placed(A, f)], "R", OPERATOR
    ),
)
def placed_look_up(p: Proof) -> Fact:
    """The list is that of all grid sequences, each placed."""
    p.given(d_low=1 <= d, n_low=1 <= n, D_low=1 <= D, C_pos=0 < C, determined=unit_determined(f), small=small_on_unit(f))
    ranged(p, t=d, k=n, c=d, o=n, i=N, j=N, l=n)
    D_pos = p.have("D_pos", 0 < D, "D_low")
    n_pos = p.have("n_pos", 0 < n, "n_low")
    p.apply("part", "inv_pos", D_pos, x=D)
    nD = p.have("nD_low", 1 <= n * D, ("n_low", "D_low"), "n_low", "D_low")
    p.have("n_nonneg", 0 <= n, "n_low")
    del n_pos

    def with_list(N_low: Fact, low: Fact, high: Fact, found: Fact, once: Fact) -> Fact:
        at = lambda law, i, t, k, *using: p.use(None, p.use(None, p.use(  # noqa: E731
            None, law, i, using=using), t, using=using), k, using=using)  # fmt: skip
        one, last = at(low, i, t, k), at(high, i, t, k)
        before = p.have(None, 0 <= (k - 1) * D, (p.have(None, 0 <= k - 1, "k_low"), "D_pos"))
        room = p.have(None, 0 <= (n - k) * D, (p.have(None, 0 <= n - k, "k_high"), "D_pos"))
        bounds = [p.have(None, 1 <= letters(i, t, k), one, before), p.have(None, letters(i, t, k) <= n * D, last, room)]
        grid_low, grid_high = (
            p.every(None, i, p.every(None, k, p.every(None, t, y, "t_low", "t_high"), "k_low", "k_high"), "i_low",
                    "i_high") for y in bounds
        )  # fmt: skip
        first = p.have(None, num(1) <= 1), p.have(None, num(1) <= d, "d_low")

        def same_place(meet: Fact, i: Term, j: Term, k: Term, l: Term, *ranges: Fact) -> Fact:
            """k = l, as the first letters of token k of sequence i and token l of sequence j agree."""
            own, other = at(low, i, num(1), k, *first, *ranges), at(high, i, num(1), k, *first, *ranges)
            own_, other_ = at(low, j, num(1), l, *first, *ranges), at(high, j, num(1), l, *first, *ranges)

            def prove(order: Fact) -> Fact:
                if order.concl.op == "eq":
                    return order
                s, r = order.concl.args
                step = p.rule(None, "integer_step", order)
                apart = p.have(None, D <= (r - s) * D, (p.have(None, 0 <= r - s - 1, step), "D_pos"))
                no = p.have(None, FALSE, meet, apart, own, other, own_, other_, "D_pos")
                return p.rule(None, "absurd", no, eq(k, l))

            return p.by_order(None, k, l, prove)

        # tokens differ
        equal = p.rule(None, "assume", every(lambda t: eq(letters(i, t, k), letters(i, t, l)), 1, d))
        meet = p.use(None, equal, 1, using=first)
        place = same_place(meet, i, i, k, l)
        differ = p.rule(None, "assume", negation(eq(k, l)))
        no = p.discharged(p.rule(None, "mp", differ, place), equal.concl)
        words = p.every(None, l, p.discharged(no, differ.concl), "l_low", "l_high")
        words = p.every(None, i, p.every(None, k, words, "k_low", "k_high"), "i_low", "i_high")
        # labels agree
        agree = labels_agree_(at, low, high, once, same_place, first)
        # labels are small
        inside = [p.have(None, 0 <= L(i, t, k) / D, (p.have(None, 0 <= L(i, t, k), one), "part")),
                  p.have(None, L(i, t, k) / D <= 1, (last, "part"), "D_pos")]  # fmt: skip
        in_ = [over(p, y) for y in inside]
        value = p.use(None, p.rule(None, "specialise", "small", corner(i)), using=in_) if False else p.rule(
            None, "specialise", "small", corner(i))  # fmt: skip
        for y in in_:
            value = p.rule(None, "mp", value, y)
        labels_small = p.every(None, i, value, "i_low", "i_high")
        C_low = p.have(None, 0 <= C, "C_pos")
        made = p.apply(
            None, "narrow_look_up_exists", grid_low, grid_high, words, agree, labels_small, C_low, N_low, nD,
            D=n * D, L=letters, y=labels,
        )  # fmt: skip

        def with_network(P_low: Fact, member: Fact, of_entries_: Fact, exact: Fact, bound: Fact, _: Fact) -> Fact:
            grid_ = [p.rule(None, "assume", y) for y in grid(G, d, n, D)]
            there = p.rule(None, "assume", same(Z, placed(G)))
            goal = entries(lambda t, k: eq(A(Z, t, k), f(at_grid(G), t, k)), d, n)

            def at_place(i_low: Fact, i_high: Fact, same_: Fact) -> Fact:
                entry = p.use(None, p.use(None, same_, t), k)
                own = p.use(None, p.use(None, there, t), k)
                equal = over(p, p.have(None, eq(Z(t, k), letters(i, t, k) / (n * D)), own, (entry, inv(n * D))))
                value = p.rule(None, "specialise", p.use(None, exact, i, using=[i_low, i_high]), Z)
                value = p.use(None, p.use(None, p.rule(None, "mp", value, equal), t), k)
                alike = over(p, p.have(None, eq(corner(i)(t, k), at_grid(G)(t, k)), (entry, inv(D))))
                one, last = at(low, i, t, k, i_low, i_high), at(high, i, t, k, i_low, i_high)
                ends = [p.have(None, 0 <= L(i, t, k) / D, (p.have(None, 0 <= L(i, t, k), one), "part")),
                        p.have(None, L(i, t, k) / D <= 1, (last, "part"), "D_pos")]  # fmt: skip
                moved = p.rule(None, "specialise", p.rule(None, "specialise", "determined", corner(i)), at_grid(G))
                for y in (*(over(p, y) for y in ends), alike):
                    moved = p.rule(None, "mp", moved, y)
                moved = p.use(None, p.use(None, moved, t), k)
                return over(p, p.have(None, eq(A(Z, t, k), f(at_grid(G), t, k)), value, moved))

            fact = p.obtain(None, p.use(None, found, G, using=grid_), [i], at_place, goal)
            fact = p.discharged(fact, *(y.concl for y in (*grid_, there)))
            fact = p.rule(None, "generalise", G, p.rule(None, "generalise", Z, fact))
            return p.exhibit(None, p.goal, [P, A], P_low, member, of_entries_, bound, fact)

        return p.obtain(None, made, [P, A], with_network)

    def labels_agree_(at, low, high, once, same_place, first) -> Fact:  # type: ignore[no-untyped-def]
        """Sequences with the same tokens are equal, as each token has its place."""
        from proofs.papers.ks.attention import contained
        from proofs.papers.ks.memorization import consistent

        goal = consistent(letters, labels)
        forms = contained(letters, i, j), contained(letters, j, i)
        there = [p.rule(None, "assume", y) for y in forms]
        token = p.rule(None, "assume", every(lambda t: eq(letters(i, t, k), letters(j, t, l)), 1, d))
        place = same_place(p.use(None, token, 1, using=first), i, j, k, l)
        entry = eq(L(i, c, o), L(j, c, o))
        refuted = p.rule(None, "assume", implies(entry, FALSE))
        among_o = p.use(None, there[0], o)
        alike = p.rule(None, "assume", every(lambda t: eq(letters(i, t, o), letters(j, t, q)), 1, d))
        ends = [p.rule(None, "assume", y) for y in (1 <= q, q <= n)]
        where = same_place(p.use(None, alike, 1, using=first), i, j, o, q, *ends)
        own = p.use(None, alike, c)
        moved = p.both(None, o, q, lambda o: letters(j, c, o), where)
        no = p.rule(None, "mp", refuted, p.have(None, entry, own, moved))
        no = p.every(None, q, p.discharged(no, alike.concl), *ends)
        out = p.rule(None, "absurd", p.rule(None, "mp", among_o, no), entry)
        whole = p.every(None, c, p.every(None, o, out, "o_low", "o_high"), "c_low", "c_high")
        equal = p.use(None, p.use(None, once, i), j, using=[whole])
        value = p.both(None, i, j, lambda i: labels(i, t, k), equal)
        shift = p.both(None, k, l, lambda k: labels(j, t, k), place)
        value = p.have(None, eq(labels(i, t, k), labels(j, t, l)), value, shift)
        value = p.every(None, t, value, "t_low", "t_high")
        value = p.discharged(value, *forms, token.concl)
        for x, ends_ in ((l, ("l_low", "l_high")), (k, ("k_low", "k_high")), (j, ("j_low", "j_high")), (
            i, ("i_low", "i_high"))):  # fmt: skip
            value = p.every(None, x, value, *ends_)
        return p.restate(None, value, goal)

    lists = p.apply(None, "KS.grid_listed")
    return p.obtain("out", lists, [N, L], with_list)
