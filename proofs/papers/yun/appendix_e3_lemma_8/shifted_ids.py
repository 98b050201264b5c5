"""The change of an id by a shift, the shifted ids in closed form, and the first two shifts (E.3.1[1] to [7]).

Ids on the grid are l_j = x_j δ (`GRID`), and so are those of a matrix of Category 1 (`category_1`). For all shifts see
`shifted_order`, for a single one `next_shift`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.paper import Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, ly, xy, y
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import big_psi, column_ids, spread
from proofs.papers.yun.vocabulary import M, c, d, delta, i, j, k, l, m, minimum, n, paper, s, tower, x, x2
from proofs.theorems.algebra.integers import increasing
from proofs.theorems.algebra.powers import power


def gap(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k} − l_{j-k+1}, which is negative for increasing ids."""
    return f(j - k) - f(j - k + 1)


def rise(f: Callable[[Term], Term], j: Term, k: Term) -> Term:
    """l_{j-k+1} − l_{j-k}."""
    return f(j - k + 1) - f(j - k)


def width(f: Callable[[Term], Term]) -> Term:
    """l_n − l_1."""
    return f(n) - f(num(1))


def shifted(f: Callable[[Term], Term], j: Term | int) -> Term:
    """l̃_j = l_j + Σ_{k=1}^{j-1} δ^(-kd) (l_{j-k} − l_{j-k+1}) + δ^(-jd) (l_n − l_1)."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + Sum(lambda k: tower(k) * gap(f, j, k), 1, j - 1) + tower(j) * width(f)


def lifted(lift: Callable[[Term], Term]) -> Term:
    """The matrix L with lift(k) added to the first entry of column k."""
    return fun(lambda i, k: Y(i, k) + ite(Eq(i, 1), 1, 0) * lift(k), 2)


def on_grid(f: Callable[[Term], Term]) -> Term:
    """The ids l_j = f_j δ, as a function of j."""
    return fun(lambda j: f(j) * delta)


lx, lx2 = on_grid(x), on_grid(x2)
paper.notions.define(shifted(lx, j), (x, j), "l̃_{1:f}({0})", r"\tilde{{l}}_{{{1}}}({0})")
half = delta * rational(1, 2)


def level_window(v: Term) -> tuple[Term, Term]:
    """The ends l − δ/2, l + δ/2 of the window at l = v δ."""
    return v * delta - half, v * delta + half


CATEGORY_1 = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    "n_low": 2 <= n,
    "entries_low": every(lambda k: every(lambda i: 0 <= y(i, k), 1, d), 1, n),
    "entries_high": every(lambda k: every(lambda i: y(i, k) <= m - 1, 1, d), 1, n),
    "order": increasing(ly, n),
}
GRID = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    "n_low": 2 <= n,
    "first": 0 <= x(num(1)),
    "last": x(n) <= M - 1,
    "order": increasing(x, n),
}
COLUMN = {"j_low": 1 <= j, "j_high": j <= n}


@paper.theorem
def grid_increasing(p: Proof) -> None:
    """x increasing ⊢ x δ increasing."""
    p.given(m_low=2 <= m, order=increasing(x, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", label="delta_pos")
    step = p.specialize("order", j)
    scaled = p.have(x(j) * delta < x(j + 1) * delta, (step, "delta_pos"))
    p.qed(p.generalize(j, scaled))


@paper.theorem
def grid_order(p: Proof) -> None:
    """x δ increasing ⊢ x increasing."""
    p.given(m_low=2 <= m, order=increasing(lx, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", label="delta_pos")
    step = p.specialize("order", j)
    integers = p.have(x(j) < x(j + 1), step, scale=["delta_pos"])
    p.qed(p.generalize(j, integers))


def category_1(p: Proof) -> None:
    """Assume Category 1, in which the ids x δ of the columns are as in `GRID`."""
    p.given(**CATEGORY_1)
    low_1 = p.specialize("entries_low", 1)
    p.apply("id_low", low_1, label="x_first")
    p.apply("grid_order", x=xy, label="x_order")


@paper.theorem
def first_entry(p: Proof) -> None:
    """1 <= d ⊢ uᵀe₁ = 1."""
    p.given(d_low=1 <= d, low=2 <= i, high=i <= d)
    members = fun(lambda i: U(i) * ite(Eq(i, 1), 1, 0))
    split = p.apply("sum_first", f=members, lo=1, hi=d)
    zero = p.ite_eq(ite(Eq(i, 1), 1, 0), p.have(1 < i, "low"))
    term = p.have(Eq(members(i), 0), zero)
    p.generalize(i, term, "low", "high", label="terms")
    rest = p.apply("sum_eq", f=members, g=fun(lambda i: num(0)), lo=2, hi=d)
    p.qed(p.have(Eq(Sum(members, 1, d), 1), split, rest))


@paper.claim(
    [*CATEGORY_1.values()],
    shows=Eq(Y(1, 1) + M * big_psi(Y, ly(1) - half, ly(1) + half, num(1), num(1), U), Y(1, 1) + M * spread(ly)),
)
def first_shift(p: Proof) -> None:
    """The window at l_1 contains l_1."""
    p.apply("shift_inside", Z=Y, u=U, b=ly(1) - half, **{"b'": ly(1) + half}, j=1, label="inside")


@paper.claim([*CATEGORY_1.values()], shows=Eq(Y(1, 1) + M * spread(ly), Y(1, 1) + M * width(ly)))
def first_spread(p: Proof) -> None:
    """The ids are in increasing order."""
    p.apply("increasing_max", f=ly, label="greatest")
    p.apply("increasing_min", f=ly, label="smallest")


first_column = fun(lambda i: Y(i, num(1)) + ite(Eq(i, 1), 1, 0) * (M * width(ly)))
others = Sum(lambda i: U(i) * Y(i, num(1)), 2, d)


@paper.theorem
def lifted_id(p: Proof) -> None:
    """1 <= d ⊢ adding c to the first entry of a column adds c to its id."""
    p.given(d_low=1 <= d)
    one = p.apply("first_entry")
    column = Sum(lambda i: U(i) * (s(i) + ite(Eq(i, 1), 1, 0) * c), 1, d)
    p.qed(p.have(Eq(column, Sum(lambda i: U(i) * s(i), 1, d) + c), one))


@paper.claim([2 <= m, 1 <= d], shows=Eq(Sum(lambda i: U(i) * first_column(i), 1, d), first_column(num(1)) + others))
def first_id_split(p: Proof) -> None:
    """Split off the first term of the sum; the other entries are unchanged."""
    p.apply("sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d, label="split")


@paper.claim([2 <= m, 1 <= d], shows=Eq(first_column(num(1)) + others, Y(1, 1) + M * width(ly) + others))
def first_id_entry(p: Proof) -> None:
    """Substitute L̃_{1,1}."""


@paper.claim([2 <= m, 1 <= d], shows=Eq(Y(1, 1) + M * width(ly) + others, ly(1) + M * width(ly)))
def first_id(p: Proof) -> None:
    """Put the first term back into the sum."""
    p.apply("sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d, label="split")


@paper.claim([2 <= m, 0 <= x(num(1))], shows=0 <= lx(num(1)))
def grid_first(p: Proof) -> None:
    """0 <= x_1 ⊢ 0 <= l_1."""


@paper.claim([2 <= m, x(n) <= M - 1], shows=lx(n) <= M * delta - delta)
def grid_last(p: Proof) -> None:
    """x_n <= M − 1 ⊢ l_n <= δ^(-d+1) − δ."""


@paper.claim([2 <= m, 2 <= n, increasing(x, n)], shows=(n - 1) * delta <= width(lx))
def grid_width(p: Proof) -> None:
    """2 <= n, x increasing ⊢ (n − 1) δ <= l_n − l_1."""
    p.apply("increasing_gap", s=x, i=num(1), j=n, label="gap")


@paper.claim({"m_low": 2 <= m, "n_low": 2 <= n, "order": increasing(x, n)}, shows=delta <= width(lx))
def grid_apart(p: Proof) -> Fact:
    """2 <= n, x increasing ⊢ δ <= l_n − l_1."""
    p.apply("delta_pos", label="delta_pos")
    p.apply("grid_width", label="width")
    return p.have(delta <= width(lx), "width", ("n_low", "delta_pos"))


@paper.claim([*GRID.values()], shows=Eq(shifted(lx, 1), lx(1) + M * width(lx)))
def first_shifted(p: Proof) -> None:
    """By definition; the closed form says the same at j = 1."""


@paper.claim([*GRID.values()], shows=0 + M * delta <= lx(1) + M * width(lx))
def first_shifted_low(p: Proof) -> None:
    """0 <= l_1 and δ <= l_n − l_1, as n >= 2."""
    p.apply("grid_first", label="l_first")
    p.apply("grid_apart", label="apart")
    p.apply("power_pos", k=d, label="M_pos")


@paper.claim([2 <= m, 1 <= d], shows=Eq(0 + M * delta, power(m, d - 1)))
def first_power(p: Proof) -> Fact:
    """δ^(-d) δ = δ^(-d+1), which is m^(d-1)."""
    p.apply("power_step", k=d - 1, label="step")
    return p.have(p.goal, p.have(0 < m, label="m_pos"))


@paper.claim([*GRID.values()], shows=lx(n) < power(m, d - 1))
def last_below_power(p: Proof) -> None:
    """l_n <= δ^(-d+1) − δ."""


@paper.claim(GRID, shows=lx(n) < shifted(lx, 1))
def first_is_above(p: Proof) -> None:
    """ids on the grid ⊢ l_n < l̃_1."""


Y1 = lifted(lambda k: ite(Eq(k, 1), M * width(ly), 0))
after_first = column_ids(Y1, U)
first_done = fun(lambda k: ite(Eq(k, 1), shifted(ly, 1), ly(k)))


@paper.theorem
def first_done_ids(p: Proof) -> None:
    """1 <= d ⊢ after the first shift column k has the id l̃_1 if k = 1, else l_k."""
    p.given(d_low=1 <= d)
    lift = ite(Eq(k, 1), M * width(ly), 0)
    lifted = p.apply("lifted_id", c=lift)

    def case(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, lift, first_done(k))
        same = [p.congr(ly, order)] if order.concl.op == "eq" else []
        return p.have(Eq(after_first(k), first_done(k)), lifted, *chosen, *same)

    p.qed(p.trichotomy(k, 1, case))


@paper.claim([*CATEGORY_1.values()], shows=Eq(Max(after_first, 1, n), Max(first_done, 1, n)))
def first_max_ids(p: Proof) -> None:
    """Compare the ids column by column."""


@paper.claim([*CATEGORY_1.values()], shows=Eq(Max(first_done, 1, n), shifted(ly, 1)))
def first_max(p: Proof) -> Fact:
    """l_k <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    above = p.apply("first_is_above", x=xy)
    below = p.apply("increasing_le", f=ly, i=k, j=n)

    def case(order: Fact) -> Fact:
        return p.have(first_done(k) <= first_done(1), above, below, *p.reduce_ite(order, first_done(k)))

    member = p.trichotomy(k, 1, case)
    return p.apply("max_is", member, f=first_done, lo=1, hi=n, m=1)


@paper.claim([*CATEGORY_1.values()], shows=Eq(minimum(after_first, 1, n), ly(2)))
def second_is_least(p: Proof) -> None:
    """l_2 <= l_k for k >= 2, and l_2 <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    above = p.apply("first_is_above", x=xy)
    to_last = p.apply("increasing_le", f=ly, i=num(2), j=n)
    other = p.apply("first_done_ids")

    def case(order: Fact) -> Fact:
        facts = p.reduce_ite(order, first_done(k))
        if order.concl.op == "lt" and order.concl.args[0] is not k:
            facts.append(p.apply("increasing_le", order, f=ly, i=num(2), j=k))
        if order.concl.op == "lt" and order.concl.args[0] is k:
            wrong = p.have(FALSE, "low", order)
            return p.absurd(wrong, -after_first(k) <= -after_first(2))
        return p.have(-after_first(k) <= -after_first(2), above, to_last, other, *facts)

    member = p.trichotomy(k, 1, case)
    p.generalize(k, member, label="members")
    p.apply("max_is", f=fun(lambda k: -after_first(k)), lo=1, hi=n, m=2, label="greatest")


second_window = (ly(2) - half, ly(2) + half)


@paper.claim(
    CATEGORY_1,
    shows=Eq(Y(1, 2) + M * big_psi(Y1, *second_window, num(1), num(2), U), Y(1, 2) + M * (shifted(ly, 1) - ly(2))),
)
def second_shift(p: Proof) -> None:
    """The window at l_2 contains the id of column 2, and the spread is l̃_1 − l_2."""
    p.apply("shift_inside", Z=Y1, u=U, b=ly(2) - half, **{"b'": ly(2) + half}, j=2, label="inside")
    p.apply("first_max_ids", label="ids")


second_lift = M * (ly(1) - ly(2)) + tower(2) * width(ly)


@paper.claim([1 <= d], shows=Eq(tower(2), M * M))
def tower_two(p: Proof) -> Fact:
    """δ^(-2d) = δ^(-d) δ^(-d)."""
    return p.apply("tower_step", k=1)


@paper.claim([2 <= m, 1 <= d], shows=Eq(Y(1, 2) + M * (shifted(ly, 1) - ly(2)), Y(1, 2) + second_lift))
def second_shift_closed(p: Proof) -> None:
    """l̃_1 = l_1 + δ^(-d) (l_n − l_1) and δ^(-d) δ^(-d) = δ^(-2d)."""


second_column = fun(lambda i: Y(i, num(2)) + ite(Eq(i, 1), 1, 0) * (M * (shifted(ly, 1) - ly(2))))


@paper.claim([2 <= m, 1 <= d], shows=Eq(Sum(lambda i: U(i) * second_column(i), 1, d), ly(2) + second_lift))
def second_id(p: Proof) -> None:
    """The id changes by as much as the first entry."""


SEVEN = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "order": increasing(l, n)}
seven = l(1) + M * width(l) < l(2) + M * (l(1) - l(2)) + tower(2) * width(l)
seven_reduced = (M - 1) * (l(2) - l(1)) < M * (M - 1) * width(l)


@paper.claim([2 <= m, 1 <= d], shows=implies(seven, seven_reduced))
def seven_forth(p: Proof) -> None:
    """The differences of the two sides are equal."""


@paper.claim([2 <= m, 1 <= d], shows=implies(seven_reduced, seven))
def seven_back(p: Proof) -> None:
    """The differences of the two sides are equal."""


@paper.claim([*SEVEN.values()], shows=l(2) <= l(n))
def last_from_second(p: Proof) -> Fact:
    """The ids increase; for n = 2 both ids are the same."""
    return p.apply("increasing_le", f=l, i=num(2), j=n)


@paper.claim(SEVEN, shows=seven_reduced)
def seven_holds(p: Proof) -> None:
    """l_2 − l_1 <= l_n − l_1 < M (l_n − l_1)."""
    p.apply("last_from_second", label="second")
    p.specialize("order", 1, label="first")
    p.apply("power_above_one", k=d, label="M_above")
    p.have((M - 1) * (l(2) - l(1)) <= (M - 1) * width(l), ("M_above", "second"), label="grown")
    p.have((M - 1) * width(l) < M * (M - 1) * width(l), ("M_above", "M_above", width(l)), label="strict")


@paper.claim([*SEVEN.values()], shows=seven)
def seven_first(p: Proof) -> None:
    """By the last line."""


SMALL = Search(
    sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3), "j": (2, 3)},
    entries={"x": range(3), "x'": range(3)},
    length={"x": "n", "x'": "n"},
)


@paper.claim(GRID, shows=lx(2) <= lx(n))
def grid_last_from_second(p: Proof) -> Fact:
    """Apply this to ids on the grid."""
    return p.apply("last_from_second", l=lx)
