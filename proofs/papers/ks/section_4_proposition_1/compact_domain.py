"""Proposition 1 for every compact domain: a set of sequences that contains all permutations of its members.

A function that is continuous and permutation equivariant on such a set is near to one that is so on a cube: the
construction of `extension`, with the least upper bounds of the values near each point of the net for M_j. These are
determined by f, so that permuting the tokens of a point permutes them.
"""

from __future__ import annotations

from proofs.builder.finite_choice import chosen_entries, chosen_for_each
from proofs.builder.finite_choice import member as listed
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.equivariance import equivariant, permuted
from proofs.papers.ks.vocabulary import paper, together
from proofs.theorems.analysis import extension
from proofs.theorems.analysis.compactness import compact, continuous_on_set, member
from proofs.theorems.analysis.continuity import assumed, continuous_on_cube, entries, supremum_of
from proofs.theorems.analysis.extension import *
from proofs.theorems.combinatorics import sorting
from proofs.theorems.integration.integrals import distance_below
from proofs.theorems.networks.cube_restriction import SOME
from proofs.theorems.networks.permutations import permutation
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.transformers import s as head_size

i, j, k = ints("i j k")
s, s2, b, x, gap_ = reals("s s' b x gap")
(W2,) = vectors("W'", 2)
tau, back = sequences("tau sigma")


def near_points(W: Term) -> Term:
    """There are points of U near W."""
    return exists(lambda Y: [member(U, Y), near(Y, W, a)], MATRIX)


def bounds(W: Term, s: Term, c: Term = c) -> Term:
    """s is an upper bound of entry (r, c) of f near W."""
    return for_all(lambda Y: implies(member(U, Y), near(Y, W, a), f(Y, r, c) <= s), MATRIX)


def least_value(W: Term, s: Term, c: Term = c) -> list[Term]:
    """s is the least of these bounds, or 0 if there are no points of U near W."""
    least = for_all(lambda b: implies(bounds(W, b, c), s <= b), "R")
    return [bounds(W, s, c), implies(near_points(W), least), implies(negation(near_points(W)), Eq(s, 0))]


STEADY = {"a_pos": 0 < a, "e_pos": 0 < e, "steady": steady_on_set(3 * a)}
found = exists(lambda s: least_value(W, s), "R")


@paper.claim([*STEADY.values(), *ENTRY.values(), member(U, X), member(U, Y), near(X, W, a), near(Y, W, a)],
             shows=f(Y, r, c) <= f(X, r, c) + e)  # fmt: skip
def near_values(p: Proof) -> Fact:
    """The two values are within 2 a of each other."""
    p.given(**STEADY, **ENTRY, X_near=near(X, W, a), Y_near=near(Y, W, a))
    close = p.have(abs(Y(r, c) - X(r, c)) < 3 * a, entry(p, "X_near"), entry(p, "Y_near"))
    there = p.specialize(p.specialize("steady", Y), X, using=[over(p, close)])
    return p.have(p.goal, entry(p, there))


@paper.claim([*STEADY.values(), *ENTRY.values()], shows=found)
def least_exists(p: Proof) -> Fact:
    """By completeness."""
    holds = lambda x: exists(lambda Y: [member(U, Y), near(Y, W, a), x <= f(Y, r, c)], MATRIX)  # noqa: E731
    some = near_points(W)

    def with_point(X_in: Fact, X_near: Fact) -> Fact:
        top = f(X, r, c) + e
        under = p.exists_elim(p.assume(holds(x)), [Y], lambda *y: p.have(
            x <= top, y[2], p.apply("near_values", X_in, X_near, y[0], y[1])), x <= top)  # fmt: skip
        own = p.exists_intro(holds(f(X, r, c)), [X], X_in, X_near)
        least = supremum_of(p, holds, f(X, r, c), own, top, under)

        up, lowest = p.obtain(least, s)
        Y_in, Y_near = assumed(p, member(U, Y), near(Y, W, a))
        here = p.exists_intro(holds(f(Y, r, c)), [Y], Y_in, Y_near)
        first = p.specialize(up, f(Y, r, c), using=[here])
        each = p.exists_elim(
            holds(x),
            [Y],
            lambda *y: p.have(x <= b, y[2], p.specialize(p.assume(bounds(W, b)), Y, using=[y[0], y[1]])),
            x <= b,
        )
        second = p.specialize(lowest, b, using=[each])
        none = p.assume(negation(some))
        real = p.exists_intro(some, [X], X_in, X_near)
        third = p.absurd(p.mp(none, real), Eq(s, 0))
        return p.exists_intro(found, [s], first, second, p.discharge(third, none.concl))

    yes = p.exists_elim(p.assume(some), [X], with_point, found)
    none = p.assume(negation(some))
    Y_in, Y_near = assumed(p, member(U, Y), near(Y, W, a))
    no = p.mp(none, p.exists_intro(some, [Y], Y_in, Y_near))
    first = p.absurd(no, f(Y, r, c) <= 0)
    there = p.assume(some)
    least = for_all(lambda b: implies(bounds(W, b), 0 <= b), "R")
    second = p.discharge(p.absurd(p.mp(none, there), least), some)
    return p.either(yes, p.exists_intro(found, [0], first, second), some)


def is_least(W: Term, s: Term, c: Term = c) -> Term:
    """Return the three properties as one formula."""
    return together(*least_value(W, s, c))


def all_least(v: Term, M: Term, N: Term) -> Term:
    """M_j(r, c) is this value near v_j."""
    each = lambda j, r_, c_: substitute(is_least(listed(v, j), M(j, r_, c_), c_), {r: r_})  # noqa: E731
    return every(lambda j: entries(lambda r_, c_: each(j, r_, c_), d, n), 1, N)


@paper.claim([*STEADY.values(), 1 <= d, 1 <= n], shows=exists(
    lambda Q: entries(lambda r_, c_: substitute(is_least(W, Q(r_, c_), c_), {r: r_}), d, n), MATRIX))  # fmt: skip
def least_matrix(p: Proof) -> Fact:
    """Take this value in each entry."""
    p.given(**STEADY, **ENTRY)
    own = p.apply("least_exists")
    goal = exists(lambda s: [is_least(W, s)], "R")
    three = p.obtain(own, s)
    own = p.change(p.exists_intro(goal, [s], p.exists_intro(is_least(W, s), [], *three)), goal)
    each = p.generalize(r, p.generalize(c, own))
    holds = lambda r_, c_, y: substitute(is_least(W, y, c_), {r: r_})  # noqa: E731
    low = p.have(0 <= d), p.have(0 <= n)
    return p.change(chosen_entries(p, holds, d, n, each, *low), p.goal)


@paper.claim([*STEADY.values(), *ENTRY.values(), is_least(W, s), member(U, X), near(X, W, a)],
             shows=abs(s - f(X, r, c)) <= e)  # fmt: skip
def least_fits(p: Proof) -> Fact:
    """The least upper bound is at least f(X), and at most e more."""
    p.given(**STEADY, **ENTRY, least=is_least(W, s))
    first, second, _ = p.obtain(
        "least",
    )
    some = p.exists_intro(near_points(W), [X])
    high = p.specialize(p.mp(second, some), f(X, r, c) + e)
    gap = s - f(X, r, c)
    return p.apply("abs_le", p.have(gap <= e, high), p.have(-e <= gap, first))


# --- permutations of the tokens ---------------------------------------------------------------------------------------


def symmetric(U: Term) -> Term:
    """If a sequence is in U, all its permutations are in U."""
    moved = lambda X, tau: implies(*permutation(tau, n), member(U, X), member(U, permuted(X, tau)))  # noqa: E731
    return for_all(moved, MATRIX, "(Z>Z)")


def equivariant_on(f: Term, U: Term) -> Term:
    """f(X P) = f(X) P for X in U and all permutation matrices P."""
    same = lambda X, tau: entries(lambda r, c: Eq(f(permuted(X, tau), r, c), f(X, r, tau(c))), d, n)  # noqa: E731
    return for_all(lambda X, tau: implies(*permutation(tau, n), member(U, X), same(X, tau)), MATRIX, "(Z>Z)")


paper.notions.define(
    symmetric(U), (U, n), "{0} contains all permutations of its members",
    r"{0} \text{{ contains all permutations of its members}}",
)  # fmt: skip
paper.notions.define(
    equivariant_on(f, U), (f, U, d, n), "{0} is permutation equivariant on {1}",
    r"{0} \text{{ is permutation equivariant on }} {1}",
)  # fmt: skip
ORDERS = dict(zip(("tau_low", "tau_high", "tau_once", "back_low", "back_high", "back_once"),
                  (*permutation(tau, n), *permutation(back, n)), strict=True))  # fmt: skip
INVERSE = {
    **ORDERS, "left": every(lambda c: Eq(back(tau(c)), c), 1, n), "right": every(lambda c: Eq(tau(back(c)), c), 1, n),
}  # fmt: skip
SYMMETRIC = {"symmetric": symmetric(U), "equivariant": equivariant_on(f, U)}
moved_W = entries(lambda r, c: Eq(W(r, c), W2(r, tau(c))), d, n)


BOTH_LEAST = [moved_W, is_least(W, s), is_least(W2, s2, tau(c))]


@paper.claim([*INVERSE.values(), *SYMMETRIC.values(), *ENTRY.values(), *BOTH_LEAST], shows=s <= s2)
def least_moves(p: Proof) -> Fact:
    """A point of U near W becomes a point near W' after the permutation."""
    p.given(**INVERSE, **SYMMETRIC, **ENTRY, moved=moved_W, one=is_least(W, s), two=is_least(W2, s2, tau(c)))
    there = [p.specialize(y, c) for y in ("tau_low", "tau_high")]
    behind = [p.specialize(y, c) for y in ("back_low", "back_high")]
    Y_in, Y_near = assumed(p, member(U, Y), near(Y, W, a))

    def carried(Y_: Term, is_in: Fact, order: Term, names: str) -> Fact:
        """Y P is in U."""
        law = p.rule("specialize", p.rule("specialize", "symmetric", Y_), order)
        for side in (f"{names}_low", f"{names}_high", f"{names}_once", is_in):
            law = p.mp(law, side)
        return law

    def prove(_first: Fact, second: Fact, third: Fact, low: Fact, _: Fact, zero: Fact) -> Fact:
        Z = permuted(Y, back)
        Z_in = carried(Y, Y_in, back, "back")
        own = p.specialize("moved", r, back(c), using=behind)
        right = p.specialize("right", c)
        spot = p.congr(lambda x: W2(r, x), right)
        close = p.specialize(Y_near, r, back(c), using=behind)
        gap, gap2 = Y(r, back(c)) - W(r, back(c)), Z(r, c) - W2(r, c)
        same = p.congr(abs, p.have(Eq(gap, gap2), own, spot))
        Z_near = over(p, p.have(abs(gap2) <= a, close, same))
        bound = p.specialize(low, Z, using=[Z_in, Z_near])
        law = p.rule("specialize", p.rule("specialize", "equivariant", Y), back)
        for side in ("back_low", "back_high", "back_once", Y_in):
            law = p.mp(law, side)
        value = p.specialize(law, r, tau(c), using=there)
        home = p.congr(lambda x: f(Y, r, x), p.specialize("left", c))
        each = p.have(f(Y, r, c) <= s2, bound, value, home)
        some = p.assume(near_points(W))
        yes = p.specialize(p.mp(second, some), s2, using=[each])
        none = p.assume(negation(near_points(W)))
        s_zero = p.mp(third, none)
        found = p.assume(near_points(W2))

        X_in, X_near = p.obtain(found, X)
        V = permuted(X, tau)
        V_in = carried(X, X_in, tau, "tau")
        close = p.specialize(X_near, r, tau(c), using=there)
        gap, gap2 = X(r, tau(c)) - W2(r, tau(c)), V(r, c) - W(r, c)
        same = p.congr(abs, p.have(Eq(gap, gap2), entry(p, "moved")))
        V_near = over(p, p.have(abs(gap2) <= a, close, same))
        no = p.discharge(p.mp(none, p.exists_intro(near_points(W), [V], V_in, V_near)), found.concl)
        s2_zero = p.mp(zero, no)
        return p.either(yes, p.have(s <= s2, s_zero, s2_zero), near_points(W))

    one = p.obtain(
        "one",
    )
    two = p.obtain(
        "two",
    )
    return prove(*one, *two)


MADE = {"some": 1 <= N1, "slope_low": 0 <= slope, "net": rearranged(v, N1), "least": all_least(v, M, N1)}
TAU = {"d_low": 1 <= d, "n_low": 1 <= n, **INVERSE, **SYMMETRIC, **MADE, **ENTRY}


@paper.claim(TAU, shows=greatest(permuted(X, tau), r, c) <= greatest(X, r, tau(c)))
def greatest_moves(p: Proof) -> Fact:
    """For every point of the net some point of the net has its columns in the other order."""
    p.given(j_low=1 <= j, j_high=j <= N1)
    there = [p.specialize(y, c) for y in ("tau_low", "tau_high")]
    Z = permuted(X, tau)
    goal = score(Z, j, r, c) <= greatest(X, r, tau(c))
    law = p.rule("specialize", "net", back)
    for side in ("back_low", "back_high"):
        law = p.mp(law, side)

    i_low, i_high, alike = p.obtain(p.specialize(law, j), i)
    own = p.specialize(alike, r, tau(c), using=there)
    home = p.congr(lambda x: v(j, r, x), p.specialize("left", c))
    same = p.have(Eq(v(j, r, c), v(i, r, tau(c))), own, home)
    one = p.specialize("least", j, r, c)
    two = p.specialize("least", i, r, tau(c), using=[i_low, i_high, *there])
    by = {"W": listed(v, j), "W'": listed(v, i), "s": M(j, r, c), "s'": M(i, r, tau(c))}
    values = p.apply("least_moves", over(p, same), one, two, **by)
    here, away = beyond(Z, j)(r, c), beyond(X, i)(r, tau(c))
    gap, gap2 = Z(r, c) - v(j, r, c), X(r, tau(c)) - v(i, r, tau(c))
    apart = p.congr(lambda x: relu(abs(x) - eta), p.have(Eq(gap, gap2), same))
    each = p.have(Eq(here, away), apart)
    f_, g_ = fun(lambda c: beyond(Z, j)(r, c)), fun(lambda c: beyond(X, i)(r, tau(c)))
    row = p.apply("sum_eq", each, f=f_, g=g_, lo=1, hi=n)
    again = p.apply("sum_reindexed", f=fun(lambda c: beyond(X, i)(r, c)), rho=tau)
    row = p.have(Eq(row.concl.args[0], Sum(lambda c: beyond(X, i)(r, c), 1, n)), row, again)
    rows = [fun(lambda r, Y=Y, l=l: Sum(lambda c: beyond(Y, l)(r, c), 1, n)) for Y, l in ((Z, j), (X, i))]
    total = p.apply("sum_eq", row, f=rows[0], g=rows[1], lo=1, hi=d)
    top = p.max_ge(greatest(X, r, tau(c)), i, i_low, i_high)
    each = p.have(goal, values, (total, slope), top)
    return p.max_le(greatest(Z, r, c), goal.args[1], "some", p.generalize(j, each))


@paper.claim([*TAU.values(), 0 < eta], shows=Eq(greatest(permuted(X, tau), r, c), greatest(X, r, tau(c))))
def greatest_equivariant(p: Proof) -> Fact:
    """The same holds for the inverse permutation."""
    p.given(**TAU)
    Z = permuted(X, tau)
    again = permuted(Z, back)
    one = p.apply("greatest_moves")
    turned = {"X": Z, "tau": back, "sigma": tau, "c": tau(c)}
    two = p.apply("greatest_moves", **turned)
    home = p.congr(lambda x: greatest(Z, r, x), p.specialize("left", c))
    gap = X(r, c) - again(r, c)
    spot = p.congr(lambda x: X(r, x), p.specialize("right", c))
    none = p.congr(abs, p.have(Eq(gap, 0), spot))
    same = over(p, p.have(abs(gap) <= 0, none))
    steady_ = p.apply("greatest_steady", same, Y=again, rho=0, c=tau(c))
    back_ = p.have(greatest(X, r, tau(c)) <= greatest(Z, r, c), steady_, two, home)
    return p.antisymmetry(one, back_)


ON_SET = {**extension.ON_SET, **SYMMETRIC}


@paper.claim(
    ON_SET,
    shows=exists(lambda g: [continuous_on_cube(g, D, d, n), near_on_set(g), equivariant(g, d, n)], OPERATOR),
)
def equivariant_near(p: Proof) -> Fact:
    """Use the construction of `near_on_cube` with the least upper bounds as values."""
    p.given(**ENTRY, j_low=1 <= j, j_high=j <= N1)
    uniform = p.apply("uniformly_continuous_if_compact", N=n)

    pos, steady_ = p.obtain(p.specialize(uniform, e), gap_)
    width = gap_ / 6
    eta_pos, two = p.have(0 < width, pos), p.have(0 < 2 * width, pos)
    at = {"a": 2 * width}
    holds = lambda j, Q: entries(  # noqa: E731
        lambda r_, c_: substitute(is_least(listed(v, j), Q(r_, c_), c_), {r: r_, a: 2 * width}), d, n
    )

    def with_net(some: Fact, net_: Fact, orders: Fact) -> Fact:
        each = p.generalize(j, p.apply("least_matrix", two, steady_, W=listed(v, j), **at))
        lists = chosen_for_each(p, holds, N1, each, p.have(0 <= N1, some), MATRIX)

        (values,) = p.obtain(lists, M)
        X_in, near_ = assumed(p, member(U, X), near(X, listed(v, j), 2 * width))
        own = p.specialize(values, j, r, c)
        fit = p.apply("least_fits", two, steady_, own, X_in, near_, W=listed(v, j), s=M(j, r, c), **at)
        fits_ = fit
        first = p.apply("entry_below_greatest", some, j=1, r=1, c=1)
        size = p.have(0 <= 2 * most + e, first, abs(M(1, 1, 1)), "e_pos")
        steep = (2 * most + e) / width
        slope_low = p.have(0 <= steep, (size, p.apply("inv_pos", eta_pos)))
        facts, by = [some, eta_pos, slope_low], {"lambda": steep, "eta": width}
        known = p.apply("maximum_continuous", *facts, **by)
        inside = p.specialize("in_cube", X, using=[X_in])
        close = p.apply("maximum_near", *facts, net_, fits_, inside, X_in, **by)
        turned = turns(p, facts, orders, values, by | at)
        g = substitute(made, {slope: steep, eta: width})
        return p.exists_intro(p.goal, [g], known, close, p.change(
            turned, equivariant(g, d, n)))  # fmt: skip

    return p.exists_elim(p.apply("net_exists", eta_pos), [N1, v], with_net)


def turns(p: Proof, facts: list[Fact], orders: Fact, values: Fact, by: dict[str, Term]) -> Fact:
    """F(X P) = F(X) P: every permutation has an inverse."""
    order = [p.assume(y) for y in permutation(tau, n)]
    turned = fun(lambda q: sorting.inverse(q, tau, n))
    q, q2 = ints("q q'")
    ends = assumed(p, 1 <= q, q <= n)
    laws = [p.apply(f"sorting.inverse_{name}", *order, *ends) for name in ("low", "high", "right")]
    low, high, right = (p.generalize(q, y) for y in laws)
    left = p.apply("sorting.inverse_left", *order, *ends)
    ends2 = assumed(p, 1 <= q2, q2 <= n)
    equal = p.assume(Eq(turned(q), turned(q2)))
    moved = p.congr(lambda x: tau(x), equal)
    same = p.have(Eq(q, q2), moved, p.specialize(right, q, using=ends), p.specialize(right, q2, using=ends2))
    once = p.discharge(same, equal.concl)
    each = p.apply("greatest_equivariant", *facts, *order, low, high, once, left, right, orders, values,
                   sigma=turned, **by)  # fmt: skip
    each = p.discharge(over(p, each), *(y.concl for y in order))
    return p.rule("generalize", X, p.rule("generalize", tau, each))


# --- the sentence -----------------------------------------------------------------------------------------------------

g, h, f_1 = functions("g h f_1", MATRIX + "ZZ")


half = eps / 2
EXTENDED = {
    **{name: substitute(y, {eps: half}) for name, y in SMALL.items()}, "eps_pos": 0 < eps,
    "agrees": agree(f_1, g), "near": distance_below(f_1, h, power_p, half, d, n),
}  # fmt: skip


@paper.claim(EXTENDED, shows=distance_below(restricted(f), restricted(h), power_p, eps, d, n))
def near_by_extension(p: Proof) -> Fact:
    """f is near g on U, and so is every function that is near a function that agrees with g on U."""
    by = {"h_1": g, "f_2": h, "h_2": h}
    two = p.apply("near_restricted", epsilon=half, **by)
    one = p.apply("near_in_mean", epsilon=half)
    names = {"f": restricted(f), "g": restricted(g), "h": restricted(h), "p": power_p}
    both = p.apply("integrals.minkowski", one, two, epsilon_1=half, epsilon_2=half, **names)
    return p.change(both, p.goal)


CONTINUOUS = {
    **SOME, "large": 1 <= power_p, "eps_pos": 0 < eps, "compact": compact(U, d, n),
    "continuous": continuous_on_set(f, U, d, n, n),
}  # fmt: skip
DOMAIN = {**CONTINUOUS, "s_low": 1 <= head_size, **SYMMETRIC}
