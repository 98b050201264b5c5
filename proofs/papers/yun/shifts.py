"""The shifts one after another: the recursion, its closed form, the order (E.3.1)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.column_ids import U, Y, ly, xy, y
from proofs.papers.yun.selective_shift import big_psi, column_ids, select, spread
from proofs.papers.yun.vocabulary import M, c, d, delta, i, j, k, l, m, minimum, n, paper, s, t, tower, x, x2
from proofs.theorems.integers import increasing
from proofs.theorems.powers import power
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

# --- E.3.1: the first shifts ---------------------------------------------------------------------------------------


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
    return f(j) + sigma(lambda k: tower(k) * gap(f, j, k), 1, j - 1) + tower(j) * width(f)


def lifted(lift: Callable[[Term], Term]) -> Term:
    """The matrix L with lift(k) added to the first entry of column k."""
    return fun(lambda i, k: Y(i, k) + ite(eq(i, 1), 1, 0) * lift(k), 2)


def on_grid(f: Callable[[Term], Term]) -> Term:
    """The ids l_j = f_j δ, as a function of j."""
    return fun(lambda j: f(j) * delta)


lx, lx2 = on_grid(x), on_grid(x2)
half = delta * rational(1, 2)
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
    p.apply("delta_pos", "delta_pos")
    p.use("step", "order", j)
    p.have("scaled", x(j) * delta < x(j + 1) * delta, ("step", "delta_pos"))
    p.qed(p.every("out", j, "scaled", "low", "high"))


@paper.theorem
def grid_order(p: Proof) -> None:
    """x δ increasing ⊢ x increasing."""
    p.given(m_low=2 <= m, order=increasing(lx, n), low=1 <= j, high=j <= n - 1)
    p.apply("delta_pos", "delta_pos")
    p.use("step", "order", j)
    p.have("integers", x(j) < x(j + 1), "step", scale=["delta_pos"])
    p.qed(p.every("out", j, "integers", "low", "high"))


def category_1(p: Proof) -> None:
    """Assume Category 1, for which the ids x δ of the columns are as in `GRID`."""
    p.given(**CATEGORY_1)
    p.use("low_1", "entries_low", 1)
    p.use("high_n", "entries_high", n)
    p.apply("x_first", "id_low", "low_1", a=fun(lambda i: y(i, num(1))))
    p.apply("x_last", "id_high", "high_n", a=fun(lambda i: y(i, n)))
    p.apply("x_order", "grid_order", x=xy)


@paper.theorem
def first_entry(p: Proof) -> None:
    """1 <= d ⊢ uᵀe₁ = 1."""
    p.given(d_low=1 <= d, low=2 <= i, high=i <= d)
    members = fun(lambda i: U(i) * ite(eq(i, 1), 1, 0))
    p.apply("split", "sum_first", f=members, lo=1, hi=d)
    p.rule("zero", "choice", ite(eq(i, 1), 1, 0), p.have(None, 1 < i, "low"))
    p.have("term", eq(members(i), 0), "zero")
    p.every("terms", i, "term", "low", "high")
    p.apply("rest", "sum_eq", "terms", f=members, g=fun(lambda i: num(0)), lo=2, hi=d)
    p.qed(p.have("out", eq(sigma(members, 1, d), 1), "split", "rest"))


@paper.claim(
    [*CATEGORY_1.values()],
    shows=eq(
        Y(1, 1) + M * big_psi(Y, ly(1) - half, ly(1) + half, num(1), num(1), U),
        Y(1, 1) + M * spread(ly),
    ),
)
def first_shift(p: Proof) -> Fact:
    """The window at l_1 contains l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n)
    p.apply("delta_pos", "delta_pos")
    p.have("above", ly(1) - half < ly(1), "delta_pos")
    p.have("below", ly(1) < ly(1) + half, "delta_pos")
    p.apply("inside", "shift_inside", "above", "below", Z=Y, u=U, b=ly(1) - half, **{"b'": ly(1) + half}, j=1)
    return p.have(
        "out",
        p.goal,
        "inside",
    )


@paper.claim([*CATEGORY_1.values()], shows=eq(Y(1, 1) + M * spread(ly), Y(1, 1) + M * width(ly)))
def first_spread(p: Proof) -> Fact:
    """The ids are in increasing order."""
    p.given(n_low=2 <= n, order=increasing(ly, n))
    p.apply("greatest", "increasing_max", f=ly)
    p.apply("smallest", "increasing_min", f=ly)
    return p.have("out", p.goal, "greatest", "smallest")


paper.state(
    "E.3.1-1", "the first shift adds δ^(-d) (l_n − l_1) to the first entry of column 1",
    section="E.3.1", index="E.3.1[1]", printed=(first_shift, first_spread),
)  # fmt: skip

first_column = fun(lambda i: Y(i, num(1)) + ite(eq(i, 1), 1, 0) * (M * width(ly)))
others = sigma(lambda i: U(i) * Y(i, num(1)), 2, d)


@paper.theorem
def lifted_id(p: Proof) -> None:
    """1 <= d ⊢ adding c to the first entry of a column adds c to its id."""
    p.given(d_low=1 <= d)
    p.apply("one", "first_entry")
    column = sigma(lambda i: U(i) * (s(i) + ite(eq(i, 1), 1, 0) * c), 1, d)
    p.qed(p.have("out", eq(column, sigma(lambda i: U(i) * s(i), 1, d) + c), "one"))


@paper.claim([2 <= m, 1 <= d], shows=eq(sigma(lambda i: U(i) * first_column(i), 1, d), first_column(num(1)) + others))
def first_id_split(p: Proof) -> Fact:
    """The first member taken out of the sum; the other entries are as they were."""
    p.given(d_low=1 <= d)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, num(1))), c=M * width(ly))
    p.apply("split", "sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d)
    return p.have("out", p.goal, "lifted", "split")


@paper.claim([2 <= m, 1 <= d], shows=eq(first_column(num(1)) + others, Y(1, 1) + M * width(ly) + others))
def first_id_entry(p: Proof) -> Fact:
    """By what L̃_{1,1} is."""
    return p.have("out", p.goal)


@paper.claim([2 <= m, 1 <= d], shows=eq(Y(1, 1) + M * width(ly) + others, ly(1) + M * width(ly)))
def first_id(p: Proof) -> Fact:
    """The first member put back into the sum."""
    p.given(d_low=1 <= d)
    p.apply("split", "sum_first", f=fun(lambda i: U(i) * Y(i, num(1))), lo=1, hi=d)
    return p.have("out", p.goal, "split")


paper.state(
    "E.3.1-2", "the id of the first column becomes l_1 + δ^(-d) (l_n − l_1)",
    section="E.3.1", index="E.3.1[2]", printed=(first_id_split, first_id_entry, first_id),
)  # fmt: skip


@paper.theorem
def grid_first(p: Proof) -> None:
    """0 <= x_1 ⊢ 0 <= l_1."""
    p.given(m_low=2 <= m, first=0 <= x(num(1)))
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", 0 <= lx(num(1)), ("first", "delta_pos")))


@paper.theorem
def grid_last(p: Proof) -> None:
    """x_n <= M − 1 ⊢ l_n <= δ^(-d+1) − δ."""
    p.given(m_low=2 <= m, last=x(n) <= M - 1)
    p.apply("delta_pos", "delta_pos")
    p.qed(p.have("out", lx(n) <= M * delta - delta, ("last", "delta_pos")))


@paper.theorem
def grid_width(p: Proof) -> None:
    """2 <= n, x increasing ⊢ (n − 1) δ <= l_n − l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n, order=increasing(x, n))
    p.apply("delta_pos", "delta_pos")
    p.apply("gap", "increasing_gap", s=x, i=num(1), j=n)
    p.qed(p.have("out", (n - 1) * delta <= width(lx), ("gap", "delta_pos")))


@paper.theorem
def grid_apart(p: Proof) -> None:
    """2 <= n, x increasing ⊢ δ <= l_n − l_1."""
    p.given(m_low=2 <= m, n_low=2 <= n, order=increasing(x, n))
    p.apply("delta_pos", "delta_pos")
    p.apply("width", "grid_width")
    p.qed(p.have("out", delta <= width(lx), "width", ("n_low", "delta_pos")))


@paper.claim([*GRID.values()], shows=eq(shifted(lx, 1), lx(1) + M * width(lx)))
def first_shifted(p: Proof) -> Fact:
    """By definition; the closed form says the same at j = 1."""
    return p.have("out", p.goal)


@paper.claim([*GRID.values()], shows=0 + M * delta <= lx(1) + M * width(lx))
def first_shifted_low(p: Proof) -> Fact:
    """0 <= l_1 and δ <= l_n − l_1, as n >= 2."""
    p.given(m_low=2 <= m, n_low=2 <= n, first=0 <= x(num(1)), order=increasing(x, n))
    p.apply("l_first", "grid_first")
    p.apply("apart", "grid_apart")
    p.apply("M_pos", "power_pos", k=d)
    return p.have("out", p.goal, "l_first", ("M_pos", "apart"))


@paper.claim([2 <= m, 1 <= d], shows=eq(0 + M * delta, power(m, d - 1)))
def first_power(p: Proof) -> Fact:
    """δ^(-d) δ = δ^(-d+1), which is m^(d-1)."""
    p.given(m_low=2 <= m, d_low=1 <= d)
    p.apply("step", "power_step", k=d - 1)
    return p.have("out", p.goal, "step", p.have("m_pos", 0 < m, "m_low"))


@paper.claim([*GRID.values()], shows=lx(n) < power(m, d - 1))
def last_below_power(p: Proof) -> Fact:
    """l_n <= δ^(-d+1) − δ."""
    p.given(m_low=2 <= m, d_low=1 <= d, last=x(n) <= M - 1)
    p.apply("l_last", "grid_last")
    p.apply("power", "first_power")
    p.apply("delta_pos", "delta_pos")
    return p.have("out", p.goal, "l_last", "power", "delta_pos")


paper.state(
    "E.3.1-3", "the first shifted id is at least δ^(-d+1), hence above every other id",
    section="E.3.1", index="E.3.1[3]", printed=(first_shifted, first_shifted_low, first_power, last_below_power),
)  # fmt: skip


@paper.theorem
def first_is_above(p: Proof) -> None:
    """ids on the grid ⊢ l_n < l̃_1."""
    p.given(**GRID)
    p.apply("definition", "first_shifted")
    p.apply("low", "first_shifted_low")
    p.apply("power", "first_power")
    p.apply("high", "last_below_power")
    p.qed(p.have("out", lx(n) < shifted(lx, 1), "definition", "low", "power", "high"))


Y1 = lifted(lambda k: ite(eq(k, 1), M * width(ly), 0))
after_first = column_ids(Y1, U)
first_done = fun(lambda k: ite(eq(k, 1), shifted(ly, 1), ly(k)))


@paper.theorem
def first_done_ids(p: Proof) -> None:
    """1 <= d ⊢ after the first shift column k has the id l̃_1 if k = 1, else l_k."""
    p.given(d_low=1 <= d)
    lift = ite(eq(k, 1), M * width(ly), 0)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, k)), c=lift)

    def case(order: Fact) -> Fact:
        chosen = p.chosen(order, lift, first_done(k))
        same = [p.both(None, k, num(1), ly, order)] if order.concl.op == "eq" else []
        return p.have(None, eq(after_first(k), first_done(k)), "lifted", *chosen, *same)

    p.qed(p.by_order("out", k, 1, case))


@paper.claim([*CATEGORY_1.values()], shows=eq(maximum(after_first, 1, n), maximum(first_done, 1, n)))
def first_max_ids(p: Proof) -> Fact:
    """Column by column."""
    p.given(d_low=1 <= d, n_low=2 <= n)
    p.apply("each", "first_done_ids")
    p.every("all", k, "each", 1 <= k, k <= n)
    return p.apply("out", "max_eq", "all", f=after_first, g=first_done, lo=1, hi=n)


@paper.claim([*CATEGORY_1.values()], shows=eq(maximum(first_done, 1, n), shifted(ly, 1)))
def first_max(p: Proof) -> Fact:
    """l_k <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    p.apply("above", "first_is_above", "x_first", "x_last", "x_order", x=xy)
    p.apply("below", "increasing_le", f=ly, i=k, j=n)
    p.have("less", ly(k) <= shifted(ly, 1), "above", "below")

    def case(order: Fact) -> Fact:
        return p.have(None, first_done(k) <= first_done(1), "less", *p.chosen(order, first_done(k)))

    p.by_order("member", k, 1, case)
    p.every("members", k, "member", "low", "high")
    return p.apply("out", "max_is", "members", f=first_done, lo=1, hi=n, m=1)


paper.state(
    "E.3.1-4", "after the first shift the first column has the largest id",
    section="E.3.1", index="E.3.1[4]", printed=(first_max_ids, first_max),
)  # fmt: skip


@paper.claim([*CATEGORY_1.values()], shows=eq(minimum(after_first, 1, n), ly(2)))
def second_is_least(p: Proof) -> Fact:
    """l_2 <= l_k for k >= 2, and l_2 <= l_n < l̃_1."""
    category_1(p)
    p.given(low=1 <= k, high=k <= n)
    p.apply("above", "first_is_above", "x_first", "x_last", "x_order", x=xy)
    p.apply("to_last", "increasing_le", f=ly, i=num(2), j=n)
    p.apply("own", "first_done_ids", k=2)
    p.apply("other", "first_done_ids")

    def case(order: Fact) -> Fact:
        facts = p.chosen(order, first_done(k))
        if order.concl.op == "lt" and order.concl.args[0] is not k:
            later = p.rule(None, "integer_step", order)
            facts.append(p.apply(None, "increasing_le", later, f=ly, i=num(2), j=k))
        if order.concl.op == "lt" and order.concl.args[0] is k:
            wrong = p.have(None, FALSE, "low", order)
            return p.rule(None, "absurd", wrong, -after_first(k) <= -after_first(2))
        return p.have(None, -after_first(k) <= -after_first(2), "above", "to_last", "own", "other", *facts)

    p.by_order("member", k, 1, case)
    p.every("members", k, "member", "low", "high")
    p.apply("greatest", "max_is", "members", f=fun(lambda k: -after_first(k)), lo=1, hi=n, m=2)
    return p.have("out", p.goal, "greatest", "own")


paper.state(
    "E.3.1-min", "after the first shift l_2 is the smallest id",
    section="E.3.1", index=(), kind="fact", printed=second_is_least,
)  # fmt: skip

second_window = (ly(2) - half, ly(2) + half)


@paper.claim(
    [*CATEGORY_1.values()],
    shows=eq(Y(1, 2) + M * big_psi(Y1, *second_window, num(1), num(2), U), Y(1, 2) + M * (shifted(ly, 1) - ly(2))),
)
def second_shift(p: Proof) -> Fact:
    """The window at l_2 contains the id of column 2, and the spread is l̃_1 − l_2."""
    p.given(**CATEGORY_1)
    p.apply("delta_pos", "delta_pos")
    p.apply("own", "first_done_ids", k=2)
    p.have("above", ly(2) - half < after_first(2), "own", "delta_pos")
    p.have("below", after_first(2) < ly(2) + half, "own", "delta_pos")
    p.apply("inside", "shift_inside", "above", "below", Z=Y1, u=U, b=ly(2) - half, **{"b'": ly(2) + half}, j=2)
    p.apply("ids", "first_max_ids")
    p.apply("greatest", "first_max")
    p.apply("smallest", "second_is_least")
    return p.have("out", p.goal, "inside", "ids", "greatest", "smallest")


second_lift = M * (ly(1) - ly(2)) + tower(2) * width(ly)


@paper.theorem
def tower_two(p: Proof) -> None:
    """δ^(-2d) = δ^(-d) δ^(-d)."""
    p.given(d_low=1 <= d)
    p.qed(p.apply("out", "tower_step", k=1), eq(tower(2), M * M))


@paper.claim([2 <= m, 1 <= d], shows=eq(Y(1, 2) + M * (shifted(ly, 1) - ly(2)), Y(1, 2) + second_lift))
def second_shift_closed(p: Proof) -> Fact:
    """l̃_1 = l_1 + δ^(-d) (l_n − l_1) and δ^(-d) δ^(-d) = δ^(-2d)."""
    p.given(d_low=1 <= d)
    p.apply("square", "tower_two")
    return p.have("out", p.goal, "square")


paper.state(
    "E.3.1-5", "the second shift adds δ^(-d) (l̃_1 − l_2) to the first entry of column 2",
    section="E.3.1", index="E.3.1[5]", printed=(second_shift, second_shift_closed),
)  # fmt: skip

second_column = fun(lambda i: Y(i, num(2)) + ite(eq(i, 1), 1, 0) * (M * (shifted(ly, 1) - ly(2))))


@paper.claim([2 <= m, 1 <= d], shows=eq(sigma(lambda i: U(i) * second_column(i), 1, d), ly(2) + second_lift))
def second_id(p: Proof) -> Fact:
    """What is added to the first entry is added to the id."""
    p.given(d_low=1 <= d)
    p.apply("lifted", "lifted_id", s=fun(lambda i: Y(i, num(2))), c=M * (shifted(ly, 1) - ly(2)))
    p.apply("closed", "second_shift_closed")
    return p.have("out", p.goal, "lifted", "closed")


paper.state(
    "E.3.1-6", "the id of the second column becomes l_2 + δ^(-d) (l_1 − l_2) + δ^(-2d) (l_n − l_1)",
    section="E.3.1", index="E.3.1[6]", printed=second_id,
)  # fmt: skip

SEVEN = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "order": increasing(l, n)}
seven = l(1) + M * width(l) < l(2) + M * (l(1) - l(2)) + tower(2) * width(l)
seven_reduced = (M - 1) * (l(2) - l(1)) < M * (M - 1) * width(l)


@paper.claim([2 <= m, 1 <= d], shows=implies(seven, seven_reduced))
def seven_forth(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, line=seven)
    p.apply("square", "tower_two")
    return p.discharged(p.have("reduced", seven_reduced, "line", "square"), seven)


@paper.claim([2 <= m, 1 <= d], shows=implies(seven_reduced, seven))
def seven_back(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, line=seven_reduced)
    p.apply("square", "tower_two")
    return p.discharged(p.have("full", seven, "line", "square"), seven_reduced)


@paper.claim([*SEVEN.values()], shows=l(2) <= l(n))
def last_from_second(p: Proof) -> Fact:
    """The ids increase; for n = 2 both are the same id."""
    p.given(n_low=2 <= n, order=increasing(l, n))
    return p.apply("out", "increasing_le", f=l, i=num(2), j=n)


@paper.claim([*SEVEN.values()], shows=seven_reduced)
def seven_holds(p: Proof) -> Fact:
    """l_2 − l_1 <= l_n − l_1 < M (l_n − l_1)."""
    p.given(**SEVEN)
    p.apply("second", "last_from_second")
    p.use("first", "order", 1)
    p.apply("M_above", "power_above_one", k=d)
    p.have("rise", 0 < width(l), "first", "second")
    p.have("grown", (M - 1) * (l(2) - l(1)) <= (M - 1) * width(l), ("M_above", "second"))
    p.have("strict", (M - 1) * width(l) < M * (M - 1) * width(l), ("M_above", "M_above", "rise"))
    return p.have("out", p.goal, "grown", "strict")


@paper.claim([*SEVEN.values()], shows=seven)
def seven_first(p: Proof) -> Fact:
    """From the last line."""
    p.given(**SEVEN)
    p.apply("last", "seven_holds")
    p.apply("back", "seven_back")
    return p.rule("out", "mp", "back", "last")


SMALL = Search(
    sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3), "j": (2, 3)},
    entries={"x": range(3), "x'": range(3)},
    length={"x": "n", "x'": "n"},
)
paper.state(
    "E.3.1-7", "l̃_1 < l̃_2",
    section="E.3.1", index="E.3.1[7]",
    printed=(seven_first, seven_forth, seven_back, seven_holds, Claim(tuple(GRID.values()), lx(2) < lx(n))),
    mended=(seven_first, seven_forth, seven_back, seven_holds, last_from_second),
    errata=Erratum(
        "strictness", "The reason given is l_n > l_2, but for n = 2 they are equal; l_n >= l_2 suffices.",
        claim=4, search=SMALL,
    ),
)  # fmt: skip


# --- E.3.1: repeating the process ----------------------------------------------------------------------------------


def before(f: Callable[[Term], Term], j: Term | int) -> Term:
    """The greatest id when l_j is shifted, in closed form: l_n for j = 1, l̃_{j-1} for j >= 2."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + sigma(lambda k: tower(k - 1) * gap(f, j, k), 1, j - 1) + tower(j - 1) * width(f)


@paper.theorem
def shift_from_before(p: Proof) -> None:
    """1 <= j ⊢ l̃_j = l_j + M (before_j − l_j)."""
    p.given(j_low=1 <= j, d_low=1 <= d, low=1 <= k, high=k <= j - 1)
    p.apply("factor", "tower_step", k=k - 1)
    p.have("term", eq(tower(k) * gap(l, j, k), M * (tower(k - 1) * gap(l, j, k))), "factor")
    p.every("terms", k, "term", "low", "high")
    p.apply(
        "sum", "sum_eq", "terms", lo=1, hi=j - 1,
        f=fun(lambda k: tower(k) * gap(l, j, k)), g=fun(lambda k: M * (tower(k - 1) * gap(l, j, k))),
    )  # fmt: skip
    p.apply("last", "tower_step", k=j - 1)
    p.qed(p.have("out", eq(shifted(l, j), l(j) + M * (before(l, j) - l(j))), "sum", "last"))


@paper.theorem
def before_next(p: Proof) -> None:
    """1 <= j ⊢ before_{j+1} = l̃_j."""
    p.given(j_low=1 <= j)
    members = fun(lambda k: tower(k - 1) * gap(l, j + 1, k))
    p.apply("first", "sum_first", f=members, lo=1, hi=j)
    p.apply("shift", "sum_shift", f=members, lo=1, hi=j - 1, c=1)
    p.qed(p.have("out", eq(before(l, j + 1), shifted(l, j)), "first", "shift"))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=eq(shifted(l, j), l(j) + M * (shifted(l, j - 1) - l(j))))
def shift_recursion(p: Proof) -> Fact:
    """Each factor δ^(-kd) of l̃_j is δ^(-d) times one of l̃_{j-1}."""
    p.given(j_low=2 <= j, d_low=1 <= d)
    p.apply("own", "shift_from_before")
    p.apply("previous", "before_next", j=j - 1)
    return p.have("out", p.goal, "own", "previous")


RECURSION = {
    "start": eq(t(1), l(1) + M * width(l)),
    "next": every(lambda j: eq(t(j), l(j) + M * (t(j - 1) - l(j))), 2, n),
}


@paper.claim([2 <= m, 1 <= d, 1 <= n, *RECURSION.values()], shows=every(lambda j: eq(t(j), shifted(l, j)), 1, n))
def shift_closed_form(p: Proof) -> Fact:
    """By induction on the column."""

    def claim(j: Term) -> Term:
        return implies(j <= n, eq(t(j), shifted(l, j)))

    p.given(d_low=1 <= d, **RECURSION, j_low=1 <= j, so_far=claim(j), j_high=j + 1 <= n)
    p.rule("base", "discharge", 1 <= n, p.have(None, eq(t(1), shifted(l, 1)), "start"))
    p.rule("now", "mp", "so_far", p.settle(j <= n))
    p.use("own", "next", j + 1)
    p.apply("closed", "shift_recursion", j=j + 1)
    p.have("step_", eq(t(j + 1), shifted(l, j + 1)), "now", "own", "closed")
    p.rule("step", "discharge", j + 1 <= n, "step_")
    p.induct("all", claim, 1, j, "base", "step")
    p.given(low=1 <= k, high=k <= n)
    p.use("each", "all", k)
    return p.every("out", k, "each", "low", "high")


paper.state(
    "E.3.1-8", "the j-th shifted id in closed form, from the recursion l̃_j = l_j + δ^(-d) (l̃_{j-1} − l_j)",
    section="E.3.1", index="E.3.1[8]", printed=(shift_closed_form, shift_recursion),
)  # fmt: skip

ORDER = {"m_low": 2 <= m, "d_low": 1 <= d, "j_low": 2 <= j, "j_high": j <= n, "order": increasing(l, n)}
rises = sigma(lambda k: rise(l, j, k), 1, j - 1)
rises_weighed = sigma(lambda k: power(m, k * d - d) * rise(l, j, k), 1, j - 1)


@paper.theorem
def rises_telescope(p: Proof) -> None:
    """1 <= j ⊢ Σ_{k=1}^{j-1} (l_{j-k+1} − l_{j-k}) = l_j − l_1."""
    p.given(j_low=1 <= j)
    p.apply("out", "telescope", f=fun(lambda i: -l(j - i + 1)), lo=1, hi=j - 1)
    p.qed("out", eq(rises, l(j) - l(num(1))))


@paper.claim([*ORDER.values()], shows=tower(j - 1) * rises <= tower(j - 1) * width(l))
def rises_below_width(p: Proof) -> Fact:
    """The sum telescopes to l_j − l_1, and l_j <= l_n with equality at j = n."""
    p.given(**ORDER)
    p.apply("telescoped", "rises_telescope")
    p.apply("to_last", "increasing_le", f=l, i=j, j=n)
    p.apply("weight", "power_pos", k=(j - 1) * d)
    p.have("short", rises <= width(l), "telescoped", "to_last")
    return p.have("out", p.goal, ("weight", "short"))


@paper.claim([*ORDER.values()], shows=rises_weighed < tower(j - 1) * rises)
def rises_below_weight(p: Proof) -> Fact:
    """Termwise: δ^(-kd+d) < δ^(-(j-1)d) for k <= j − 1."""
    p.given(**ORDER, low=1 <= k, high=k <= j - 1)
    p.use("step", "order", j - k)
    p.apply("weight", "tower_lt", a=k - 1, b=j - 1)
    p.have("term", power(m, k * d - d) * rise(l, j, k) < tower(j - 1) * rise(l, j, k), "step", "weight")
    p.every("terms", k, "term", "low", "high")
    return p.apply(
        "out", "sum_lt", "terms", lo=1, hi=j - 1,
        f=fun(lambda k: power(m, k * d - d) * rise(l, j, k)), g=fun(lambda k: tower(j - 1) * rise(l, j, k)),
    )  # fmt: skip


reindexed = l(j - 1) + sigma(lambda k: power(m, k * d - d) * gap(l, j, k), 2, j - 1) + tower(j - 1) * width(l)
order_reduced = sigma(lambda k: power(m, k * d - d) * (M - 1) * rise(l, j, k), 1, j - 1) < tower(j - 1) * (
    M - 1
) * width(l)


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=eq(shifted(l, j - 1), reindexed))
def shift_reindexed(p: Proof) -> Fact:
    """k − 1 in place of k."""
    p.given(j_low=2 <= j)
    p.apply("previous", "before_next", j=j - 1)
    p.apply("first", "sum_first", f=fun(lambda k: tower(k - 1) * gap(l, j, k)), lo=1, hi=j - 1)
    return p.have("out", p.goal, "previous", "first")


@paper.theorem
def shift_difference(p: Proof) -> None:
    """2 <= j ⊢ l̃_j − l̃_{j-1} = (δ^(-d) − 1) (δ^(-(j-1)d) (l_n − l_1) − Σ_{k<j} δ^(-kd+d) (l_{j-k+1} − l_{j-k}))."""
    p.given(d_low=1 <= d, j_low=2 <= j)
    p.apply("own", "shift_from_before")
    p.apply("previous", "before_next", j=j - 1)
    difference = (M - 1) * (tower(j - 1) * width(l) - rises_weighed)
    p.qed(p.have("out", eq(shifted(l, j) - shifted(l, j - 1), difference), "own", "previous"))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(reindexed < shifted(l, j), order_reduced))
def order_forth(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, j_low=2 <= j, line=reindexed < shifted(l, j))
    p.apply("reindexed", "shift_reindexed")
    p.apply("difference", "shift_difference")
    return p.discharged(p.have("reduced", order_reduced, "line", "reindexed", "difference"), reindexed < shifted(l, j))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(order_reduced, reindexed < shifted(l, j)))
def order_back(p: Proof) -> Fact:
    """The difference of the sides is the same."""
    p.given(d_low=1 <= d, j_low=2 <= j, line=order_reduced)
    p.apply("reindexed", "shift_reindexed")
    p.apply("difference", "shift_difference")
    return p.discharged(p.have("full", reindexed < shifted(l, j), "line", "reindexed", "difference"), order_reduced)


@paper.claim([*ORDER.values()], shows=order_reduced)
def order_holds(p: Proof) -> Fact:
    """The two inequalities of the next display, times δ^(-d) − 1."""
    p.given(**ORDER)
    p.apply("weight", "rises_below_weight")
    p.apply("width", "rises_below_width")
    p.apply("M_above", "power_above_one", k=d)
    p.have("chain", rises_weighed < tower(j - 1) * width(l), "weight", "width")
    return p.have("out", p.goal, ("M_above", "chain"))


@paper.claim([*ORDER.values()], shows=reindexed < shifted(l, j))
def order_first(p: Proof) -> Fact:
    """From the last line."""
    p.given(**ORDER)
    p.apply("last", "order_holds")
    p.apply("back", "order_back")
    return p.rule("out", "mp", "back", "last")


paper.state(
    "E.3.1-9", "l̃_{j-1} < l̃_j for j = 2, …, n",
    section="E.3.1", index="E.3.1[9]",
    printed=(shift_reindexed, order_first, order_forth, order_back, order_holds),
)  # fmt: skip

x_rises = sigma(lambda k: rise(lx, j, k), 1, j - 1)
paper.state(
    "E.3.1-10", "why the last line of the display before holds",
    section="E.3.1", index="E.3.1[10]",
    printed=(
        Claim((*GRID.values(), 2 <= j, j <= n), tower(j - 1) * x_rises < tower(j - 1) * width(lx)),
        rises_below_weight,
    ),
    mended=(rises_below_width, rises_below_weight),
    errata=Erratum(
        "strictness",
        "The first > is an equality for j = n, where the sum telescopes to l_n − l_1; with >= the chain stays strict.",
        claim=0, search=SMALL,
    ),
)  # fmt: skip


@paper.theorem
def shift_order(p: Proof) -> None:
    """2 <= j <= n, l increasing ⊢ l̃_{j-1} < l̃_j."""
    p.given(**ORDER)
    p.apply("same", "shift_reindexed")
    p.apply("less", "order_first")
    p.qed(p.have("out", shifted(l, j - 1) < shifted(l, j), "same", "less"))


@paper.claim([2 <= m, 1 <= d, 1 <= n, increasing(l, n)], shows=increasing(lambda j: shifted(l, j), n))
def shifted_increasing(p: Proof) -> Fact:
    """Neighbour by neighbour."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), low=1 <= j, high=j <= n - 1)
    p.apply("next", "shift_order", j=j + 1)
    return p.every("out", j, "next", "low", "high")


paper.state(
    "E.3.1-order", "after n shifts l̃_1 < l̃_2 < … < l̃_n",
    section="E.3.1", index=(), kind="fact", printed=shifted_increasing,
)  # fmt: skip


@paper.theorem
def first_above_ids(p: Proof) -> None:
    """1 <= n, l increasing ⊢ l_n <= l̃_1."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n, order=increasing(l, n))
    p.apply("spread", "increasing_le", f=l, i=num(1), j=n)
    p.apply("M_low", "power_ge_two", k=d)
    p.qed(p.have("out", l(n) <= shifted(l, 1), "spread", "M_low"))


@paper.theorem
def shifted_above_ids(p: Proof) -> None:
    """1 <= j, k <= n, l increasing ⊢ l_k <= l̃_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        k_low=1 <= k,
        k_high=k <= n,
    )
    p.apply("first", "first_above_ids")
    p.apply("own", "increasing_le", f=l, i=k, j=n)
    p.apply("increasing", "shifted_increasing")
    p.apply("later", "increasing_le", f=fun(lambda j: shifted(l, j)), i=num(1), j=j)
    p.qed(p.have("out", l(k) <= shifted(l, j), "first", "own", "later"))


def done_before(ids: Term, f: Callable[[Term], Term], j: Term) -> dict[str, Term]:
    """The columns before j hold their shifted ids, the others their own."""
    return {
        "done": every(lambda k: eq(ids(k), shifted(f, k)), 1, j - 1),
        "left": every(lambda k: eq(ids(k), f(k)), j, n),
    }


@paper.theorem
def state_max(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the greatest id is before_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        **done_before(s, l, j),
    )
    p.given(low=1 <= k, high=k <= n, first=j <= 1, later=1 < j)
    # j = 1: no column is shifted, the last is the greatest
    p.rule("j_is_one", "antisymmetry", "first", "j_low")
    p.both("before_is", j, num(1), lambda j: before(l, j), "j_is_one")
    p.use("own", "left", k, using=["first", "low"])
    p.use("last", "left", n)
    p.apply("below_last", "increasing_le", f=l, i=k, j=n)
    p.have("member1", s(k) <= s(n), "own", "last", "below_last")
    p.every("members1", k, "member1", "low", "high")
    p.apply("max1", "max_is", "members1", f=s, lo=1, hi=n, m=n)
    p.have("case1", eq(maximum(s, 1, n), before(l, j)), "max1", "last", "before_is")
    # j >= 2: the one before is
    p.given(is_done=k < j, is_left=j <= k)
    p.rule("two", "integer_step", "later")
    p.apply("before_is2", "before_next", j=j - 1)
    p.use("previous", "done", j - 1)
    p.rule("k_before", "integer_step", "is_done")
    p.use("shifted", "done", k)
    p.apply("increasing", "shifted_increasing")
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(l, j)), i=k, j=j - 1)
    p.have("member2", s(k) <= s(j - 1), "shifted", "previous", "below")
    p.use("unshifted", "left", k)
    p.apply("above", "shifted_above_ids", j=j - 1)
    p.have("member3", s(k) <= s(j - 1), "unshifted", "previous", "above")
    p.cases("member", j, k, "member3", "member2")
    p.every("members", k, "member", "low", "high")
    p.apply("max2", "max_is", "members", f=s, lo=1, hi=n, m=j - 1)
    p.have("case2", eq(maximum(s, 1, n), before(l, j)), "max2", "previous", "before_is2")
    p.qed(p.cases("out", j, 1, "case1", "case2"))


@paper.theorem
def state_min(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the smallest id is l_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        order=increasing(l, n),
        j_low=1 <= j,
        j_high=j <= n,
        **done_before(s, l, j),
    )
    p.given(low=1 <= k, high=k <= n, is_done=k < j, is_left=j <= k)
    p.use("own", "left", j)
    p.rule("k_before", "integer_step", "is_done")
    p.use("shifted", "done", k)
    p.apply("above", "shifted_above_ids", j=k, k=j)
    p.have("member1", -s(k) <= -s(j), "shifted", "own", "above")
    p.use("unshifted", "left", k)
    p.apply("order_jk", "increasing_le", f=l, i=j, j=k)
    p.have("member2", -s(k) <= -s(j), "unshifted", "own", "order_jk")
    p.cases("member", j, k, "member2", "member1")
    p.every("members", k, "member", "low", "high")
    p.apply("max", "max_is", "members", f=fun(lambda k: -s(k)), lo=1, hi=n, m=j)
    p.qed(p.have("out", eq(minimum(s, 1, n), l(j)), "max", "own"))


STATE = {"m_low": 2 <= m, "d_low": 1 <= d, "order": increasing(l, n), "j_low": 1 <= j, "j_high": j + 1 <= n}


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=eq(maximum(s, 1, n), shifted(l, j)))
def next_max(p: Proof) -> Fact:
    """The columns up to j shifted, the others not."""
    p.given(**STATE, **done_before(s, l, j + 1))
    p.apply("greatest", "state_max", j=j + 1)
    p.apply("same", "before_next")
    return p.have("out", p.goal, "greatest", "same")


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=eq(minimum(s, 1, n), l(j + 1)))
def next_min(p: Proof) -> Fact:
    """The columns up to j shifted, the others not."""
    p.given(**STATE, **done_before(s, l, j + 1))
    return p.apply("out", "state_min", j=j + 1)


paper.state(
    "E.3.1-max", "after the j-th shift l̃_j is the largest id and l_{j+1} the smallest",
    section="E.3.1", index=(), kind="fact", printed=(next_max, next_min),
)  # fmt: skip


@paper.theorem
def shifted_off_grid(p: Proof) -> None:
    """2 <= n, ids on the grid, 1 <= j <= n ⊢ M δ <= l̃_j."""
    p.given(
        m_low=2 <= m,
        d_low=1 <= d,
        n_low=2 <= n,
        first=0 <= x(num(1)),
        order=increasing(x, n),
        j_low=1 <= j,
        j_high=j <= n,
    )
    p.apply("delta_pos", "delta_pos")
    p.apply("definition", "first_shifted")
    p.apply("bound", "first_shifted_low")
    p.apply("grid_increasing", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.apply("later", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1), j=j)
    p.qed(p.have("out", M * delta <= shifted(lx, j), "definition", "bound", "later"))


SHIFT = [*GRID.values(), *COLUMN.values(), *done_before(s, lx, j).values()]


@paper.theorem
def shift_here(p: Proof) -> None:
    """The columns before j shifted, the others not ⊢ the window at l_j shifts column j by before_j − l_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(x, n), **COLUMN, **done_before(s, lx, j))
    p.apply("delta_pos", "delta_pos")
    p.apply("grid_increasing", "grid_increasing")
    p.use("own", "left", j)
    p.have("inside_low", lx(j) - half < s(j), "own", "delta_pos")
    p.have("inside_high", s(j) < lx(j) + half, "own", "delta_pos")
    p.apply("spread", "select_inside", "inside_low", "inside_high", z=s, b=lx(j) - half, **{"b'": lx(j) + half})
    p.apply("greatest", "state_max", l=lx)
    p.apply("smallest", "state_min", l=lx)
    goal = eq(select(s, lx(j) - half, lx(j) + half, j), before(lx, j) - lx(j))
    p.qed(p.have("out", goal, "spread", "greatest", "smallest"))


def window_at(ids: Callable[[Term], Term], k: Term) -> Term:
    """The selective shift of column k by the window at l_j."""
    return select(ids, lx(j) - half, lx(j) + half, k)


@paper.claim([*SHIFT, eq(j, 1)], shows=eq(window_at(s, j), width(lx)))
def shift_of_first(p: Proof) -> Fact:
    """No column is shifted before the first."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j), is_first=eq(j, 1))
    p.apply("shift", "shift_here")
    p.both("at_one", j, num(1), lambda j: before(lx, j) - lx(j), "is_first")
    return p.have("out", p.goal, "shift", "at_one")


@paper.claim([*SHIFT, 2 <= j], shows=eq(window_at(s, j), shifted(lx, j - 1) - lx(j)))
def shift_of_later(p: Proof) -> Fact:
    """The greatest id is l̃_{j-1}."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j), later=2 <= j)
    p.apply("shift", "shift_here")
    p.apply("previous", "before_next", l=lx, j=j - 1)
    return p.have("out", p.goal, "shift", "previous")


@paper.claim([*SHIFT, 1 <= k, k <= n, negation(eq(k, j))], shows=eq(window_at(s, k), 0))
def shift_nowhere_else(p: Proof) -> Fact:
    """The columns before j shifted, the others not ⊢ the window at l_j shifts no other column k."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j))
    p.given(k_low=1 <= k, k_high=k <= n, other=negation(eq(k, j)))
    p.apply("delta_pos", "delta_pos")
    p.have("window", lx(j) - half < lx(j) + half, "delta_pos")
    p.apply("j_to_n", "increasing_le", f=x, i=j, j=n)
    p.given(is_before=k < j, is_not=j <= k, is_after=j < k, is_not_after=k <= j)
    goal = eq(select(s, lx(j) - half, lx(j) + half, k), 0)
    p.rule("k_before", "integer_step", "is_before")
    p.use("shifted", "done", k)
    p.apply("far", "shifted_off_grid", j=k)
    p.have("low_enough", (x(j) + 1) * delta <= M * delta, ("j_to_n", "delta_pos"), ("last", "delta_pos"))
    p.have("above1", lx(j) + half < s(k), "shifted", "far", "low_enough", "delta_pos")
    p.apply("zero1", "select_above", "above1", "window", z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    p.use("unshifted", "left", k)
    p.apply("gap", "increasing_gap", s=x, i=j, j=k)
    p.rule("k_after", "integer_step", "is_after")
    p.have("one_more", (x(j) + 1) * delta <= x(k) * delta, ("gap", "delta_pos"), ("k_after", "delta_pos"))
    p.have("above2", lx(j) + half < s(k), "unshifted", "one_more", "delta_pos")
    p.apply("zero2", "select_above", "above2", "window", z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    p.rule("same", "antisymmetry", "is_not_after", "is_not")
    p.rule("false", "mp", "other", "same")
    p.rule("zero3", "absurd", "false", goal)
    p.cases("not_before", k, j, "zero3", "zero2")
    return p.cases("out", j, k, "not_before", "zero1")


paper.state(
    "E.3.1-shifts", "the window at l_j shifts column j by l̃_{j-1} − l_j (by l_n − l_1 if j = 1) and no other column",
    section="E.3.1", index=(), kind="fact", printed=(shift_of_first, shift_of_later, shift_nowhere_else),
)  # fmt: skip
