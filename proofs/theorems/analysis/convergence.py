"""Bounded convergence: bounded continuous functions that tend to f at every point of a cube tend to f in the mean.

This is Arzelà's theorem for a limit that need not be continuous, with the upper mean by countably many boxes
(`proofs.theorems.integration.lebesgue`). A dyadic cell is marked for j if some U_l and U_m with l, m >= j are more than
e apart in all of it. No point lies in marked cells for all j, so for some j there are few marked cells
(`counts_vanish`), and boxes of a small volume contain them. Outside of these all U_l with l >= j are within e of U_j,
and their limit is within 2e.

Main statements: `bounded_convergence`.
"""

from __future__ import annotations

from proofs.builder.cases import values as choices
from proofs.builder.chapter import Chapter
from proofs.builder.finite_choice import chosen_entries
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import cube_set, greatest_entry
from proofs.theorems.analysis.continuity import assumed, continuous_on_cube, entries, in_cube
from proofs.theorems.combinatorics import trees
from proofs.theorems.combinatorics.comprehension import characteristic_of_nodes, marked, of_marked
from proofs.theorems.combinatorics.dyadic import (
    GIVEN,
    LETTERS,
    NO_POINT,
    D,
    L,
    M,
    T,
    X,
    c,
    d,
    high,
    inside,
    k,
    low,
    n,
    r,
    side,
)
from proofs.theorems.combinatorics.trees import above, count, eta, nodes
from proofs.theorems.integration.integrals import (
    at,
    cost,
    entry,
    indicator,
    integral_at_most,
    over,
    over_entries,
    volume,
)
from proofs.theorems.integration.lebesgue import distance_on_at_most, on_set
from proofs.theorems.integration.tree_covers import b, by_levels, hi4, lo4, shown_by, weighs

chapter = Chapter("convergence")
j, l, m, q, t, s, J = ints("j l m q t s J")
C, delta, e, eps, power_p, z = reals("C delta e epsilon p z")
A, Z = vectors("A Z", 2)
U = variable("U", f"(Z{MATRIX}ZZ>R)")
chi = variable("chi", "(ZZZ>Z)")
(V,) = functions("V", MATRIX + "ZZ")


def apart(l: Term, m: Term, X: Term) -> Term:
    """State that some entries of U_l(X) and U_m(X) are more than e apart."""
    return exists(lambda r, c: [1 <= r, r <= d, 1 <= c, c <= n, e < abs(U(l, X, r, c) - U(m, X, r, c))], "Z", "Z")


def far(j: Term, T: Term, k: Term) -> Term:
    """State that two of the functions from U_j on are more than e apart in all of cell k of level T."""
    in_cell = lambda l, m: for_all(  # noqa: E731
        lambda X: implies(in_cube(X, D, d, n), *inside(T, k, X), apart(l, m, X)), MATRIX
    )
    return exists(lambda l, m: [j <= l, j <= m, in_cell(l, m)], "Z", "Z")


def marks(chi: Term) -> Term:
    """χ_j marks these cells."""
    return for_all(
        lambda j, T, k: implies(1 <= j, 0 <= T, 1 <= k, k <= nodes(T), marked(chi(j, T, k), far(j, T, k))),
        "Z", "Z", "Z",
    )  # fmt: skip


@chapter.claim(given=[2 <= M], shows=exists(lambda chi: [marks(chi)], "(ZZZ>Z)"))
def cells_marked(p: Proof) -> Fact:
    """The triples of j and a cell are numbered."""
    return characteristic_of_nodes(p, far)


# --- what is marked ---------------------------------------------------------------------------------------------------

ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}
MARKS = {**GIVEN, "marks": marks(chi)}


def mark(p: Proof, j: Term, T: Term, k: Term, *using: Named) -> list[Fact]:
    """0 <= χ_j <= 1 at the cell, 1 <= χ_j if it is far, χ_j <= 0 if not."""
    fact = p.rule("specialize", p.rule("specialize", p.get("marks"), j), T)
    fact = p.specialize(fact, k, using=using)
    return of_marked(p, fact, chi(j, T, k), far(j, T, k))


@chapter.claim(given=MARKS, shows=trees.hereditary)
def marks_hereditary(p: Proof) -> Fact:
    """A child lies in its parent."""
    p.given(**ENTRY, j_low=1 <= j, T_low=0 <= T, k_low=1 <= k, k_high=k <= nodes(T + 1))
    up = above(1, k)
    parent, child = mark(p, j, T, up), mark(p, j, T + 1, k, T + 1)
    goal = chi(j, T, up) <= chi(j, T + 1, k)
    is_far, not_far = assumed(p, far(j, T, up), negation(far(j, T, up)))

    def inherits(l_low: Fact, m_low: Fact, law: Fact) -> Fact:
        X_in, lower, upper = assumed(p, in_cube(X, D, d, n), *inside(T + 1, k, X))
        low_ = p.have(low(T, up)(r, c) <= X(r, c), entry(p, lower))
        high_ = p.have(X(r, c) <= high(T, up)(r, c), entry(p, upper))
        here = p.specialize(law, X, using=[X_in, over(p, low_), over(p, high_)])
        return p.exists_intro(far(j, T + 1, k), [l, m], l_low, m_low, here)

    its = p.exists_elim(is_far, [l, m], inherits, far(j, T + 1, k))
    yes = p.have(goal, parent[1], p.mp(child[2], its))
    no = p.have(goal, child[0], p.mp(parent[3], not_far))
    return p.either(yes, no, far(j, T, up))


@chapter.claim(given={"marks": marks(chi)}, shows=trees.bits)
def marks_bits(p: Proof) -> Fact:
    """By the choice of χ."""
    p.given(j_low=1 <= j, T_low=0 <= T, k_low=1 <= k, k_high=k <= nodes(T))
    return p.exists_intro(exists(lambda: [0 <= chi(j, T, k), chi(j, T, k) <= 1]), [], *mark(p, j, T, k)[:2])


@chapter.claim(given={"marks": marks(chi)}, shows=trees.FAMILY["falls"])
def marks_falls(p: Proof) -> Fact:
    """The functions from U_(j+1) on are among those from U_j on."""
    p.given(j_low=1 <= j, T_low=0 <= T, k_low=1 <= k, k_high=k <= nodes(T))
    later, now = mark(p, j + 1, T, k, p.have(1 <= j + 1, "j_low")), mark(p, j, T, k)
    goal = chi(j + 1, T, k) <= chi(j, T, k)
    is_far, not_far = assumed(p, far(j + 1, T, k), negation(far(j + 1, T, k)))
    nearer = far(j, T, k)
    its = p.exists_elim(is_far, [l, m], lambda *law: p.exists_intro(nearer, [l, m], *law), nearer)
    yes = p.have(goal, later[1], p.mp(now[2], its))
    no = p.have(goal, now[0], p.mp(later[3], not_far))
    return p.either(yes, no, far(j + 1, T, k))


# --- no point is far for all j ----------------------------------------------------------------------------------------


def nearer(U: Term, V: Term, X: Term, e: Term, r: Term, c: Term) -> Term:
    """From some j on, entry (r, c) of U_j(X) is within e of that of V(X)."""
    return exists(lambda J: [1 <= J, every(lambda j: abs(U(j, X, r, c) - V(X, r, c)) < e, J)], "Z")


def pointwise(U: Term, V: Term, D: Term = D, d: Term = d, n: Term = n) -> Term:
    """U_j(X) → V(X) for every X of the cube."""
    return for_all(
        lambda X: implies(
            in_cube(X, D, d, n),
            entries(lambda r, c: for_all(lambda e: implies(0 < e, nearer(U, V, X, e, r, c)), "R"), d, n),
        ), MATRIX,
    )  # fmt: skip


total = Sum(lambda r: Sum(lambda c: abs(A(r, c)), 1, n), 1, d)


@chapter.claim(given=ENTRY, shows=abs(A(r, c)) <= total)
def entry_below_sum(p: Proof) -> Fact:
    """The other terms are nonnegative."""
    row = fun(lambda c: abs(A(r, c)))
    one = p.apply("sum_member", f=row, lo=1, hi=n, m=c)
    rows = fun(lambda r: Sum(lambda c: abs(A(r, c)), 1, n))
    two = p.apply("sum_member", f=rows, lo=1, hi=d, m=r)
    return p.have(p.goal, one, two)


CLOSE = {"d_low": 0 <= d, "n_low": 0 <= n, "pointwise": pointwise(U, V), "X_in": in_cube(X, D, d, n), "e_pos": 0 < e}


@chapter.claim(
    given=CLOSE,
    shows=exists(
        lambda J: [1 <= J, every(lambda j: entries(lambda r, c: abs(U(j, X, r, c) - V(X, r, c)) < e, d, n), J)],
        "Z",
    ),
)
def all_entries_near(p: Proof) -> Fact:
    """Take the sum of the indices that belong to the entries."""
    p.given(**ENTRY)
    near = lambda r, c, x: every(  # noqa: E731
        lambda j: implies(x <= j, abs(U(j, X, r, c) - V(X, r, c)) < e), 1
    )
    here = p.specialize(entry(p, p.specialize("pointwise", X)), e)
    goal = exists(lambda x: near(r, c, x), "R")

    def with_J(_J_low: Fact, law: Fact) -> Fact:
        late = p.assume(J <= j)
        each = p.discharge(p.specialize(law, j, using=[late]), late.concl)
        return p.exists_intro(goal, [J], each)

    chosen = chosen_entries(p, near, d, n, over(p, p.exists_elim(here, [J], with_J, goal)), "d_low", "n_low")

    (law,) = p.obtain(chosen, A)

    J_low, more = p.obtain(p.apply("archimedes", s=total), J)
    late = p.assume(J <= j)
    enough = p.have(A(r, c) <= j, p.apply("entry_below_sum"), more, late)
    each = p.specialize(entry(p, law), j, using=[late, J_low, enough])
    return p.exists_intro(p.goal, [J], J_low, over(p, each))


FEW = {**MARKS, **{x: f for x, f in CLOSE.items() if x != "X_in"}}


@chapter.claim(given=FEW, shows=NO_POINT)
def no_point_far(p: Proof) -> Fact:
    """If all U_l with l >= j are within e/2 of V, no two of them are more than e apart."""
    p.given(**ENTRY, T_low=0 <= T, k_low=1 <= k, k_high=k <= nodes(T))
    X_in, lower, upper, is_far = assumed(p, in_cube(X, D, d, n), *inside(T, k, X), far(J, T, k))
    goal = instantiate_bound(NO_POINT.args[1], (X,)).args[1]
    found = p.apply("all_entries_near", X_in, e=e / 2)
    J_low, near = p.obtain(found, J)

    l_low, m_low, law = p.obtain(is_far, l, m)

    def at(_r_low: Fact, _r_high: Fact, _c_low: Fact, _c_high: Fact, gap: Fact) -> Fact:
        sides = [p.specialize(p.specialize(near, i, using=[f]), r, c) for i, f in (
            (l, l_low), (m, m_low))]  # fmt: skip
        apart_ = U(l, X, r, c) - U(m, X, r, c)
        small = [p.have(g, *sides) for g in (-e <= apart_, apart_ <= e)]
        return p.have(FALSE, gap, p.apply("abs_le", *small, x=apart_, u=e))

    wrong = p.discharge(
        p.exists_elim(p.specialize(law, X, using=[X_in, lower, upper]), [r, c], at, FALSE), is_far.concl
    )
    zero = p.mp(mark(p, J, T, k, J_low)[3], wrong)
    each = p.discharge(zero, lower.concl, upper.concl)
    return p.exists_intro(goal, [J], J_low, each)


few = exists(lambda j: [1 <= j, every(lambda T: count(j, T) <= eta * nodes(T), 0)], "Z")


@chapter.claim(given={**FEW, "eta_pos": 0 < eta}, shows=few)
def few_marked(p: Proof) -> Fact:
    """No point lies in marked cells for all j."""
    laws = [p.apply(name) for name in ("marks_hereditary", "marks_bits", "marks_falls", "no_point_far")]
    return p.apply("counts_vanish", *laws)


# --- the marked cells of one j ----------------------------------------------------------------------------------------


def new(j: Term, T: Term, k: Term) -> Term:
    """1 if the cell is marked and its parent is not, else 0."""
    gain = ite(T <= 0, chi(j, T, k), chi(j, T, k) - chi(j, T - 1, above(1, k)))
    return ite(0 <= gain, gain, 0)


ONE_J = {"M_low": 1 <= M, "hereditary": trees.hereditary, "bits": trees.bits, "j_low": 1 <= j}


@chapter.claim(given=[*ONE_J.values(), 1 <= k, k <= nodes(0)], shows=Eq(new(j, num(0), k), chi(j, num(0), k)))
def new_at_root(p: Proof) -> Fact:
    """The root has no parent."""
    p.given(**ONE_J)
    bit = p.specialize(p.specialize("bits", j), 0, k)
    low, _ = p.obtain(
        bit,
    )
    sign = p.change(low, 0 <= chi(j, num(0), k))
    return p.have(p.goal, *choices(p, [sign], new(j, num(0), k)))


@chapter.claim(
    given={**ONE_J, "T_low": 0 <= T, "k_low": 1 <= k, "k_high": k <= nodes(T + 1)},
    shows=Eq(new(j, T + 1, k), chi(j, T + 1, k) - chi(j, T, above(1, k))),
)
def new_below(p: Proof) -> Fact:
    """Children of marked cells are marked."""
    gain = ite(T + 1 <= 0, chi(j, T + 1, k), chi(j, T + 1, k) - chi(j, T, above(1, k)))
    sign = p.have(0 <= gain)
    return p.have(p.goal, p.ite_eq(new(j, T + 1, k), sign))


cell_volume = lambda T: over_entries(lambda r, c: side(T), d, n)  # noqa: E731
cells_weigh = fun(lambda t, k: new(j, t, k) * cell_volume(t), 2)
SIZED = {"d_low": 0 <= d, "n_low": 0 <= n, "M_is": Eq(M, power(num(2), n * d))}


@chapter.claim(given={**ONE_J, **SIZED, "T_low": 0 <= T},
             shows=Eq(by_levels(cells_weigh, T + 1), count(j, T) * cell_volume(T)))  # fmt: skip
def new_weigh(p: Proof) -> Fact:
    """The weight of new cells at a level is the marked weight there minus the marked weight one level above."""
    p.given(s_low=0 <= s)
    claim = lambda s: Eq(by_levels(cells_weigh, s + 1), count(j, s) * cell_volume(s))  # noqa: E731
    zero = num(0)
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(0))
    own = p.apply("new_at_root", k_low, k_high)
    row = p.have(Eq(cells_weigh(zero, k), chi(j, zero, k) * cell_volume(0)), (
        own, cell_volume(0)))  # fmt: skip
    row = p.apply("sum_eq", row)
    base = p.have(claim(zero), row)
    (so_far,) = assumed(p, claim(s))
    last = p.big_step(by_levels(cells_weigh, s + 2), p.have(1 <= s + 2, "s_low"))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(s + 1))
    own = p.apply("new_below", k_low, k_high, T=s)
    gain = fun(lambda k: (chi(j, s + 1, k) - chi(j, s, above(1, k))) * cell_volume(s + 1))
    row = p.have(Eq(cells_weigh(s + 1, k), gain(k)), (own, cell_volume(s + 1)))
    row = p.apply("sum_eq", row)
    was = p.apply("marked_above", T=s, v=1)
    half = p.apply("cells_volume", T=s)
    half = p.have(Eq(nodes(1) * cell_volume(s + 1), cell_volume(s)), half, ("M_is", cell_volume(s + 1)))
    step = p.have(claim(s + 1), so_far, last, row, (was, cell_volume(s + 1)), (half, count(j, s)))
    return p.specialize(p.induct(claim, 0, s, base, step), T)


@chapter.claim(given={**SIZED, "T_low": 0 <= T}, shows=Eq(nodes(T) * cell_volume(T), cell_volume(0)))
def cells_fill(p: Proof) -> Fact:
    """Level by level."""
    p.given(s_low=0 <= s)
    claim = lambda s: Eq(nodes(s) * cell_volume(s), cell_volume(0))  # noqa: E731
    base = p.have(claim(num(0)))
    (so_far,) = assumed(p, claim(s))
    next_ = p.apply("power_step", m=M, k=s)
    half = p.apply("cells_volume", T=s)
    step = p.have(claim(s + 1), so_far, (next_, cell_volume(s + 1)), (half, nodes(s)), (
        "M_is", nodes(s) * cell_volume(s + 1)))  # fmt: skip
    return p.specialize(p.induct(claim, 0, s, base, step), T)


in_new = fun(lambda t, k: new(j, t, k) * indicator(low(t, k), high(t, k), X, d, n), 2)
SHOWN = {**ONE_J, "D_pos": 0 < D, "letters_low": LETTERS["letters_low"], "letters_high": LETTERS["letters_high"]}


@chapter.claim(
    given={**SHOWN, "T_low": 0 <= T},
    shows=every(lambda k: implies(*inside(T, k, X), chi(j, T, k) <= by_levels(in_new, T + 1)), 1, nodes(T)),
)
def new_covers(p: Proof) -> Fact:
    """One of the ancestors of a marked cell is new."""
    p.given(**ENTRY, s_low=0 <= s)
    claim = lambda s: every(  # noqa: E731
        lambda k: implies(*inside(s, k, X), chi(j, s, k) <= by_levels(in_new, s + 1)), 1, nodes(s)
    )
    zero = num(0)

    def of_level(s: Term, k_low: Fact, k_high: Fact, lower: Fact, upper: Fact) -> Fact:
        """The sum over the level is at least the term of the new cell k."""
        gain = ite(s <= 0, chi(j, s, q), chi(j, s, q) - chi(j, s - 1, above(1, q)))
        yes, no = assumed(p, 0 <= gain, gain < 0)
        sides = [p.have(0 <= new(j, s, q), p.ite_eq(new(j, s, q), f), yes) for f in (yes, no)]
        sign = p.cases(0, gain, *sides)
        box_ = p.apply("indicator_nonneg", L=low(s, q), H=high(s, q))
        member = p.apply(
            "sum_member", (sign, box_), k_low, k_high, f=fun(lambda q: in_new(s, q)), lo=1, hi=nodes(s), m=k
        )
        one = p.apply("indicator_one", lower, upper)
        return p.have(new(j, s, k) <= Sum(lambda q: in_new(s, q), 1, nodes(s)), member, (one, new(j, s, k)))

    k_low, k_high, lower, upper = assumed(p, 1 <= k, k <= nodes(0), *inside(zero, k, X))
    here = of_level(zero, k_low, k_high, lower, upper)
    own = p.apply("new_at_root", k_low, k_high)
    base = p.have(chi(j, zero, k) <= by_levels(in_new, num(1)), here, own)
    base = p.generalize(k, p.discharge(base, lower.concl, upper.concl))
    (so_far,) = assumed(p, claim(s))
    k_low, k_high, lower, upper = assumed(p, 1 <= k, k <= nodes(s + 1), *inside(s + 1, k, X))
    up = above(1, k)
    up_low = p.apply("above_low", k_low, v=1)
    up_high = p.apply("above_high", k_low, k_high, T=s, v=1)
    low_ = p.have(low(s, up)(r, c) <= X(r, c), p.apply("low_in_parent", k_low, T=s), entry(p, lower))
    high_ = p.have(X(r, c) <= high(s, up)(r, c), p.apply("high_in_parent", k_low, T=s), entry(p, upper))
    parent = p.specialize(so_far, up, using=[up_low, up_high, over(p, low_), over(p, high_)])
    last = p.big_step(by_levels(in_new, s + 2), p.have(1 <= s + 2, "s_low"))
    here = of_level(s + 1, k_low, k_high, lower, upper)
    own = p.apply("new_below", k_low, k_high, T=s)
    step = p.have(chi(j, s + 1, k) <= by_levels(in_new, s + 2), last, here, own, parent)
    step = p.generalize(k, p.discharge(step, lower.concl, upper.concl))
    return p.specialize(p.induct(claim, 0, s, base, step), T)


# --- where two functions are apart they are so in a cell --------------------------------------------------------------


def at_index(U: Term, j: Term) -> Term:
    """U_j."""
    return mapping(lambda X, r, c: U(j, X, r, c), MATRIX, "Z", "Z")


@chapter.claim(given=[0 < D, 0 < delta], shows=exists(lambda s: [0 <= s, every(lambda T: side(T) < delta, s)], "Z"))
def sides_small(p: Proof) -> Fact:
    """T + 1 <= 2^T."""
    s_low, large = p.obtain(p.apply("archimedes", s=2 * D * inv(delta)), s)
    here = p.apply("two_to_the", p.assume(s <= T), s_low)
    enough = p.have(2 * D < delta * s, (large, 0 < delta))
    more = p.have(2 * D < delta * power(num(2), T), enough, (here, 0 < delta), (s <= T, 0 < delta), 0 < delta)
    pos = p.have(0 < power(num(2), T), here, s <= T, s_low)
    inverse = p.apply("inv_pos", pos)
    one = p.have(Eq(power(num(2), T) * inv(power(num(2), T)), 1), pos)
    return p.exists_intro(p.goal, [s], s_low, (more, inverse), (one, delta))


APART = {
    **GIVEN, "all_words": LETTERS["all_words"], "X_in": in_cube(X, D, d, n),
    "of_l": continuous_on_cube(at_index(U, l), D, d, n), "of_m": continuous_on_cube(at_index(U, m), D, d, n),
    "l_late": j <= l, "m_late": j <= m, "apart": apart(l, m, X),
}  # fmt: skip


@chapter.claim(
    given=APART, shows=exists(lambda T, k: [0 <= T, 1 <= k, k <= nodes(T), *inside(T, k, X), far(j, T, k)], "Z", "Z")
)
def apart_in_cell(p: Proof) -> Fact:
    """By continuity, two functions that differ at a point differ in a sufficiently small cell around it."""
    r_low, r_high, c_low, c_high, gap = p.obtain("apart", r, c)
    ends = [r_low, r_high, c_low, c_high]
    size = abs(U(l, X, r, c) - U(m, X, r, c))
    slack = (size - e) / 2
    d1, d2 = reals("delta_1 delta_2")
    s1, s2 = ints("s_1 s_2")

    def with_levels(near1: Fact, near2: Fact, low1: Fact, law1: Fact, low2: Fact, law2: Fact) -> Fact:
        T_ = s1 + s2
        small = [p.specialize(law, T_, using=[low1, low2]) for law, s_ in (
            (law1, s1), (law2, s2))]  # fmt: skip
        cell = p.apply("cells_cover", low1, low2, T=T_)

        k_low, k_high, lower, upper = p.obtain(cell, k)
        Z_in, below, above_ = assumed(p, in_cube(Z, D, d, n), *inside(T_, k, Z))
        places = assumed(p, 1 <= q, q <= d, 1 <= t, t <= n)
        sides = [p.specialize(f, q, t, using=places) for f in (lower, upper, below, above_)]
        way = X(q, t) - Z(q, t)
        most = p.apply("abs_le", *sides, x=way, u=side(T_))
        values = []
        for near_, less, delta_ in ((near1, small[0], d1), (near2, small[1], d2)):
            close = p.have(abs(way) < delta_, most, less)
            values.append(p.specialize(p.specialize(near_, Z, using=[Z_in, close]), r, c, using=ends))
        here = U(l, Z, r, c) - U(m, Z, r, c)
        moved = [U(i, X, r, c) - U(i, Z, r, c) for i in (l, m)]
        ups = [p.apply("abs_ge", x=sign * y) for y in (*moved, here) for sign in (1, -1)]
        old = U(l, X, r, c) - U(m, X, r, c)
        top = abs(here) + abs(moved[0]) + abs(moved[1])
        whole = p.apply("abs_le", *ups, x=old, u=top)
        apart_ = p.exists_intro(apart(l, m, Z), [r, c], *ends, whole, *values)
        law = apart_
        is_far = p.exists_intro(far(j, T_, k), [l, m], law)
        return p.exists_intro(p.goal, [T_, k], low1, low2, k_low, k_high, lower, upper, is_far)

    found = [p.specialize(name, X, slack, using=[gap]) for name in ("of_l", "of_m")]

    def with_both(pos1: Fact, near1: Fact, pos2: Fact, near2: Fact) -> Fact:
        fine = [p.apply("sides_small", pos_) for pos_, d_ in ((pos1, d1), (pos2, d2))]

        def with_first(*one: Fact) -> Fact:
            two = p.obtain(fine[1], s2)
            return with_levels(near1, near2, *one, *two)

        return p.exists_elim(fine[0], [s1], with_first)

    def with_first(*one: Fact) -> Fact:
        two = p.obtain(found[1], d2)
        return with_both(*one, *two)

    return p.exists_elim(found[0], [d1], with_first)


# --- the limit --------------------------------------------------------------------------------------------------------

some_apart = exists(lambda l, m: [j <= l, j <= m, apart(l, m, X)], "Z", "Z")
LIMIT = {**CLOSE, **ENTRY, "j_low": 1 <= j}
difference = abs(V(X, r, c) - U(j, X, r, c))


@chapter.claim(given={**LIMIT, "none": negation(some_apart)}, shows=difference <= 2 * e)
def limit_near(p: Proof) -> Fact:
    """Some U_l is within e of V and of U_j."""
    J_low, near = p.obtain(p.apply("all_entries_near"), J)
    l_ = J + j
    here = p.specialize(p.specialize(near, l_), r, c)
    gap = U(l_, X, r, c) - U(j, X, r, c)
    wide = p.exists_intro(apart(l_, j, X), [r, c], p.assume(e < abs(gap)))
    there = p.exists_intro(some_apart, [l_, j], J_low, wide)
    no = p.absurd(p.mp(p.get("none"), there), abs(gap) <= e)
    small = p.cases(abs(gap), e, p.assume(abs(gap) <= e), no)
    way = V(X, r, c) - U(j, X, r, c)
    ups = [p.apply("abs_ge", x=sign * y) for y in (gap, U(l_, X, r, c) - V(X, r, c)) for sign in (1, -1)]
    ends = [p.have(f, here, small, *ups) for f in (-(2 * e) <= way, way <= 2 * e)]
    return p.apply("abs_le", *ends, x=way, u=2 * e)


def all_small(U: Term, C: Term) -> Term:
    """C bounds all U_j on the cube."""
    value = lambda j, X: fun(lambda r, c: U(j, X, r, c), 2)  # noqa: E731
    return every(lambda j: for_all(lambda X: implies(in_cube(X, D, d, n), in_cube(value(j, X), C, d, n)), MATRIX), 1)


bound_size = 2 * abs(C) + 1


@chapter.claim(given=[*(f for x, f in LIMIT.items() if x != "e_pos"), all_small(U, C)], shows=difference <= bound_size)
def limit_bounded(p: Proof) -> Fact:
    """V is within 1 of some U_l."""
    p.given(**{x: f for x, f in LIMIT.items() if x != "e_pos"}, bound=all_small(U, C))

    J_low, near = p.obtain(p.apply("all_entries_near", p.have(num(0) < 1)), J)
    here = p.specialize(p.specialize(near, J), r, c)
    sizes = [
        p.specialize(p.specialize(p.specialize("bound", i, using=[f]), X), r, c)
        for i, f in ((J, J_low), (j, p.get("j_low")))
    ]
    parts = (U(J, X, r, c) - V(X, r, c), U(J, X, r, c), U(j, X, r, c))
    ups = [p.apply("abs_ge", x=sign * y) for y in parts for sign in (1, -1)]
    way = V(X, r, c) - U(j, X, r, c)
    ends = [p.have(f, here, *sizes, *ups) for f in (-bound_size <= way, way <= bound_size)]
    return p.apply("abs_le", *ends, x=way, u=bound_size)


# --- in the mean ------------------------------------------------------------------------------------------------------

CUBE = cube_set(D, d, n)
U_j = at_index(U, j)
error = cost(V, U_j, power_p, d, n)
usual, most = (d * n * exp(power_p * log(x)) for x in (2 * e, bound_size))
excess = at(lambda X: ite(0 < CUBE(X), error(X) - usual, 0))
volume_0 = cell_volume(0)
FAMILIES = {
    "continuous": every(lambda j: continuous_on_cube(at_index(U, j), D, d, n), 1), "bound": all_small(U, C),
    "pointwise": pointwise(U, V),
}  # fmt: skip
EXCESS = {
    **MARKS, **FAMILIES, "all_words": LETTERS["all_words"], "M_is": SIZED["M_is"], "d_low": 1 <= d, "n_low": 1 <= n,
    "large": 1 <= power_p, "e_pos": 0 < e, "j_low": 1 <= j, "few": every(lambda T: count(j, T) <= eta * nodes(T), 0),
}  # fmt: skip


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n, "X_in": in_cube(X, D, d, n)}, shows=0 < CUBE(X))
def in_the_cube(p: Proof) -> Fact:
    """The largest entry is at most D."""
    p.given(**ENTRY)
    row = p.generalize(c, entry(p, "X_in"))
    row = p.max_le(Max(lambda c: abs(X(r, c)), 1, n), D, "n_low", row)
    size = p.max_le(greatest_entry(X, d, n), D, "d_low", p.generalize(r, row))
    return p.have(p.goal, p.ite_eq(CUBE(X), size))


def from_cube(p: Proof) -> tuple[Fact, Fact]:
    """X is in the cube, given the first hypothesis, that CUBE(X) is positive."""
    (held,) = assumed(p, 0 < CUBE(X))
    return held, p.specialize(p.apply("cube_in_cube", p.have(D <= D)), X, using=[held])


@chapter.claim(given=EXCESS, shows=integral_at_most(excess, most * eta * volume_0, d, n))
def excess_covered(p: Proof) -> Fact:
    """The excess is positive only where some U_l and U_m with l, m >= j are apart, hence in marked cells."""
    p.given(**ENTRY, T_low=0 <= T)
    wide, long = p.have(0 <= d), p.have(0 <= n, "n_low")
    laws = [p.apply(name) for name in ("marks_hereditary", "marks_bits")]
    lo, hi = (fun(lambda T, k, r, c, x=x: x(T, k)(r, c), 4) for x in (low, high))
    b_ = fun(lambda T, k: most * new(j, T, k), 2)
    of_side = p.apply("side_pos")
    order = over(p, p.have(low(T, k)(r, c) <= high(T, k)(r, c), of_side))
    gain = ite(T <= 0, chi(j, T, k), chi(j, T, k) - chi(j, T - 1, above(1, k)))
    yes, no = assumed(p, 0 <= gain, gain < 0)
    sides = [p.have(0 <= new(j, T, k), p.ite_eq(new(j, T, k), f), yes) for f in (yes, no)]
    sign = p.cases(0, gain, *sides)
    signs = p.have(0 <= b_(T, k), (most, sign))
    # at a point
    (z_pos,) = assumed(p, 0 < z)
    shown = lambda T: substitute(shown_by(T, X), {lo4: lo, hi4: hi, b: b_})  # noqa: E731
    goal = exists(lambda T: [0 <= T, excess(X) <= z + shown(T)], "Z")
    (outside,) = assumed(p, CUBE(X) <= 0)
    none = p.ite_eq(excess(X), outside)
    out = p.exists_intro(goal, [0], none, z_pos)
    held, X_in = from_cube(p)
    value = p.ite_eq(excess(X), held)
    near, apart_ = assumed(p, negation(some_apart), some_apart)
    small = over(p, p.apply("limit_near", near, X_in))
    small = p.apply("cost_le", small, wide, long, f=V, g=U_j, u=2 * e)
    calm = p.exists_intro(goal, [0], value, small, z_pos)

    def with_two(l_late: Fact, m_late: Fact, gap: Fact) -> Fact:
        of_l, of_m = (p.specialize("continuous", i, using=[f]) for i, f in (
            (l, l_late), (m, m_late)))  # fmt: skip
        cell = p.apply("apart_in_cell", X_in, of_l, of_m, l_late, m_late, gap)

        def with_cell(T_low: Fact, k_low: Fact, k_high: Fact, lower: Fact, upper: Fact, is_far: Fact) -> Fact:
            one = p.mp(mark(p, j, T, k, T_low, k_low, k_high)[2], is_far)
            less = p.specialize(p.apply("new_covers", *laws), k, using=[k_low, k_high, lower, upper])
            whole = over(p, p.apply("limit_bounded", X_in, wide, long))
            whole = p.apply("cost_le", whole, wide, long, f=V, g=U_j, u=bound_size)
            enough = p.have(1 <= by_levels(in_new, T + 1), less, one)
            fact = p.have(excess(X) <= z + shown(T + 1), value, whole, usual, (enough, most), z_pos)
            return p.exists_intro(goal, [T + 1], fact)

        return p.exists_elim(cell, [T, k], with_cell, goal)

    wild = p.exists_elim(apart_, [l, m], with_two, goal)
    inside_ = p.either(wild, calm, some_apart)
    above_ = p.cases(CUBE(X), 0, out, inside_)
    # the volume
    size = lambda T: substitute(weighs(T), {lo4: lo, hi4: hi, b: b_})  # noqa: E731
    nothing, some = assumed(p, T <= 0, 0 < T)
    at_zero = p.congr(size, p.antisymmetry(nothing, "T_low"))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(0))
    bit = p.specialize(p.specialize(laws[1], j), 0, k, using=[k_low, k_high])
    bit = p.exists_elim(bit, [], lambda low, _: low, 0 <= chi(j, num(0), k))
    share_pos = p.apply("sum_nonneg", bit)
    eta_low = p.have(0 <= eta, share_pos)
    edge = p.have(0 <= side(0))
    box_low = p.apply("entries_nonneg", over(p, edge))
    E_low = p.have(0 <= most * eta * volume_0, (p.have(0 <= most * eta, (most, eta_low)), box_low))
    first = p.have(size(T) <= most * eta * volume_0, at_zero, E_low)
    before_ = p.have(0 <= T - 1, some)
    weigh = p.apply("new_weigh", *laws, before_, long, T=T - 1)
    fill = p.apply("cells_fill", before_, wide, long, T=T - 1)
    share_ = p.specialize("few", T - 1, using=[before_])
    edge = p.have(0 <= side(T - 1), p.apply("side_pos", T=T - 1))
    box_low = p.apply("entries_nonneg", over(p, edge))
    less = p.have(count(j, T - 1) * cell_volume(T - 1) <= eta * volume_0, (share_, box_low), (fill, eta))
    last = p.have(size(T) <= most * eta * volume_0, (weigh, most), (less, most))
    total_ = p.cases(T, 0, first, last)
    level = most * eta * volume_0
    found = p.apply("levels_cover", order, signs, above_, total_, F=excess, E=level, lo=lo, hi=hi, b=b_)
    return p.apply("integral_of_cover", found, F=excess, E=level)


OF_CONVERGENCE = {
    "d_low": 1 <= d, "n_low": 1 <= n, "large": 1 <= power_p, "eps_pos": 0 < eps, "D_pos": 0 < D, **FAMILIES,
}  # fmt: skip
some_near = exists(lambda j: [1 <= j, distance_on_at_most(V, at_index(U, j), CUBE, power_p, eps, d, n, n)], "Z")
theta = inv(2 * (d * n * volume_0) + 1)


@chapter.claim(given=OF_CONVERGENCE, shows=some_near)
def bounded_convergence(p: Proof) -> Fact:
    """Choose a j with few marked cells: e = εθ/2, θ = 1/(2dn vol + 1), and η proportional to ε^p."""
    p.given(**ENTRY)
    long = p.have(0 <= n)
    size = p.apply("entries_nonneg", A=fun(lambda r, c: side(0), 2))
    many = p.have(0 <= d * n * volume_0, (d * n, size))
    more = p.have(0 < 2 * (d * n * volume_0) + 1, many)
    theta_pos = p.apply("inv_pos", more)
    unit = p.have(Eq((2 * (d * n * volume_0) + 1) * theta, 1), more)
    e_ = eps * theta / 2
    e_pos = p.have(0 < e_, ("eps_pos", theta_pos))
    level_ = exp(power_p * log(eps))
    # (εθ)^p <= ε^p θ
    logs = p.apply("log_mul", "eps_pos", theta_pos)
    below_one = p.apply("log_le_sub", theta_pos)
    negative = p.have(log(theta) <= 0, below_one, unit, (many, theta_pos))
    exponents = p.have(power_p * log(2 * e_) <= power_p * log(eps) + log(theta), (logs, power_p), (
        p.have(0 <= power_p - 1, "large"), p.have(0 <= -log(theta), negative)))  # fmt: skip
    grown = p.apply("exp_le", exponents)
    back = p.exp_log(theta_pos)
    small = p.have(exp(power_p * log(2 * e_)) <= level_ * theta, grown, (back, level_))
    usual_ = substitute(usual, {e: e_})
    share_ = p.have(0 <= level_ * theta, (exp(power_p * log(eps)), theta_pos))
    whole = p.have(0 < most * volume_0 + 1, (most, size))
    inverse = p.apply("inv_pos", whole)
    eta_ = level_ / 2 * inv(most * volume_0 + 1)
    eta_pos = p.have(0 < eta_, (exp(power_p * log(eps)), inverse))
    one = p.have(Eq((most * volume_0 + 1) * inv(most * volume_0 + 1), 1), whole)
    M_ = power(num(2), n * d)
    two = p.apply("power_ge_two", ("d_low", long), "n_low", m=num(2), k=n * d)
    listed = p.apply("matrices_listed", D=num(2))
    some_chi = p.apply("cells_marked", two, e=e_)

    low_, high_, words, _ = p.obtain(listed, L)
    (law,) = p.obtain(some_chi, chi)
    by = {"M": M_, "e": e_}
    found = p.apply("few_marked", low_, high_, law, two, e_pos, eta_pos, long, eta=eta_, **by)
    j_low, few_ = p.obtain(found, j)
    laws = (
        low_,
        high_,
        words,
        law,
        two,
    )
    covered = p.apply("excess_covered", j_low, few_, *laws, e_pos, M=M_, eta=eta_)
    corners = fun(lambda r, c: -D, 2), fun(lambda r, c: D, 2)
    order = over(p, p.have(-D <= D, "D_pos"))
    F_, G_ = substitute(excess, {e: e_}), on_set(error, CUBE)
    box_ = indicator(*corners, X, d, n)
    goal = G_(X) <= 1 * F_(X) + usual_ * box_
    (outside,) = assumed(p, CUBE(X) <= 0)
    usual_low = p.have(0 <= usual_, (d * n, exp(power_p * log(2 * e_))))
    sign = p.apply("indicator_nonneg", L=corners[0], H=corners[1])
    none = [p.ite_eq(x(X), outside) for x in (F_, G_)]
    out = p.have(goal, *none, (usual_low, sign))
    held, X_in = from_cube(p)
    here = entry(p, X_in)
    ups = [p.apply("abs_ge", x=x) for x in (X(r, c), -X(r, c))]
    ends = [over(p, p.have(f, here, *ups)) for f in (-D <= X(r, c), X(r, c) <= D)]
    in_box = p.apply("indicator_one", *ends)
    both = [p.ite_eq(x(X), held) for x in (F_, G_)]
    inside_ = p.have(goal, *both, (in_box, usual_))
    under = p.cases(CUBE(X), 0, out, inside_)
    E_ = most * eta_ * volume_0
    bound = 1 * E_ + usual_ * volume(*corners, d, n)
    less = p.have(bound <= level_, (small, many), (unit, level_ / 2), share_, (one, level_ / 2), eta_pos)
    near = p.apply(
        "integral_with_box", covered, usual_low, order, under, less, F=F_, G=G_, E=E_, E_1=level_,
        u=num(1), L=corners[0], H=corners[1], beta=usual_)  # fmt: skip
    return p.exists_intro(p.goal, [j], j_low, near)
