"""Category 3: sequences with an entry −δ^(-nd) (E.3.3), for columns in any order.

Column k has the id g_k <= −δ^(-nd) + δ^(-d+1) − 1 if it has such an entry (marked by e_k = 1), else x_k δ with x_k from
0 to M − 1.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, integer_id, y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import output_id
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import t_r
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids, head, spread
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, level_window
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, SWEPT, T, W, ids_at, layer_at
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, l, m, n, paper, q, r, tower, v, x

(e,) = sequences("e")
(mark,) = sequences("o", 2)
(g,) = vectors("g")
edge = -tower(n) + M * delta - 1  # no column with an entry −δ^(-nd) has a larger id
jump = tower(n + 1) * delta  # what a shift adds at least
FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 1 <= n}


def marked(k: Term) -> Term:
    """Column k has an entry −δ^(-nd)."""
    return Eq(e(k), 1)


def first_id(k: Term) -> Term:
    """The id of column k before the sweep."""
    return ite(marked(k), g(k), x(k) * delta)


CASES = {
    "begin": every(lambda k: Eq(T(0, k), first_id(k)), 1, n),
    "step": SWEPT,
    "low_ids": every(lambda k: implies(marked(k), g(k) <= edge), 1, n),
    "x_low": every(lambda k: 0 <= x(k), 1, n),
    "x_high": every(lambda k: x(k) <= M - 1, 1, n),
}

NEGATIVE = {**FINE, "l_first": l(1) <= edge, "least": every(lambda k: l(1) <= l(k), 1, n)}
SORTED = {**NEGATIVE, "greatest": every(lambda k: l(k) <= l(n), 1, n), "l_last": 0 <= l(n)}


@paper.claim([*SORTED.values()], shows=Eq(M * spread(l), M * (l(n) - l(1))))
def spread_sorted(p: Proof) -> None:
    """l_1 is the least id and l_n the greatest."""
    p.apply("max_is", f=l, lo=1, hi=n, m=n, label="most")
    p.apply("max_is", f=fun(lambda k: -l(k)), lo=1, hi=n, m=1, label="fewest")


@paper.claim([*SORTED.values()], shows=M * (0 + tower(n) - M * delta + 1) <= M * (l(n) - l(1)))
def spread_below(p: Proof) -> Fact:
    """0 <= l_n, and l_1 is negative by what an entry −δ^(-nd) does."""
    M_pos = p.apply("power_pos", k=d)
    apart = p.have(tower(n) - M * delta + 1 <= l(n) - l(1))
    return p.have(p.goal, (M_pos, apart))


@paper.claim(FINE, shows=jump <= M * (0 + tower(n) - M * delta + 1))
def jump_low(p: Proof) -> Fact:
    """δ <= 1/2, and δ^(-d) <= δ^(-nd)."""
    next_ = p.apply("tower_step", k=n)
    grow = p.apply("tower_le", a=num(1), b=n)
    M_pos = p.apply("power_pos", k=d)
    p.have(Eq(m * delta, 1), p.have(0 < m, label="m_pos"), label="whole")
    half = p.have(2 * delta <= 1)
    enough = p.have(tower(n) * delta <= tower(n) - M * delta + 1, (1 - delta, grow), (M_pos, half))
    return p.have(p.goal, next_, (M_pos, enough))


@paper.theorem
def edge_below_windows(p: Proof) -> None:
    """An id of at most −δ^(-nd) + δ^(-d+1) − 1 is below the window of every level v >= 0."""
    p.given(**FINE, v_low=0 <= v, below=l(k) <= edge)
    M_pos = p.apply("power_pos", k=d)
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(m * delta, 1), p.have(0 < m, "m_low", label="m_pos"), label="whole")
    half = p.have(2 * delta <= 1, ("m_low", "delta_pos"))
    grow = p.apply("tower_le", a=num(1), b=n)
    narrow = p.have(M * delta <= M * (1 - delta), (M_pos, half))
    M_low = p.apply("power_ge_two", k=d)
    product = p.have(2 * delta <= M * delta, (M_low, "delta_pos"))
    level = p.have(0 <= v * delta, ("v_low", "delta_pos"))
    p.qed(p.have(l(k) < level_window(v)[0], "below", grow, narrow, product, level, "delta_pos"))


@paper.theorem
def marked_stays(p: Proof) -> None:
    """A column with a negative id is never shifted."""
    p.given(**FINE, **CASES, k_low=1 <= k, k_high=k <= n, mark=marked(k), v_low=0 <= v, v_high=v + 1 <= M)
    p.given(so_far=implies(v <= M, Eq(T(v, k), g(k))))
    p.specialize("begin", k, label="start")
    p.ite_eq(first_id(k), "mark", label="chosen")
    p.rule("discharge", 0 <= M, p.have(Eq(T(0, k), g(k)), "start", "chosen"), label="base")
    p.mp("so_far", p.side_condition(v <= M), label="now")
    p.specialize("step", v, k, label="next")
    p.specialize("low_ids", k, label="own")
    ids = fun(lambda k: T(v, k))
    low, high = level_window(v)
    p.apply("edge_below_windows", l=ids, label="off")
    p.apply("delta_pos", label="delta_pos")
    p.apply("select_below", z=ids, j=k, b=low, **{"b'": high}, label="zero")
    p.rule("discharge", v + 1 <= M, p.have(Eq(T(v + 1, k), g(k)), "next", "now", "zero"), label="step_")
    p.induct(lambda v: implies(v <= M, Eq(T(v, k), g(k))), 0, v, "base", "step_", label="all")
    p.given(w_low=0 <= q, w_high=q <= M)
    p.specialize("all", q, label="end")
    p.qed("end")


@paper.theorem
def unmarked_waits(p: Proof) -> None:
    """An unmarked column keeps its id until its own level."""

    def claim(v: Term) -> Term:
        return implies(v <= x(k), Eq(T(v, k), x(k) * delta))

    p.given(**FINE, **CASES, k_low=1 <= k, k_high=k <= n, mark=negation(marked(k)), v_low=0 <= v)
    p.given(so_far=claim(v), before=v + 1 <= x(k))
    p.specialize("begin", k, label="start")
    p.ite_eq(first_id(k), "mark", label="chosen")
    p.rule("discharge", 0 <= x(k), p.have(Eq(T(0, k), x(k) * delta), "start", "chosen"), label="base")
    p.mp("so_far", p.side_condition(v <= x(k)), label="now")
    p.specialize("x_high", k, label="most")
    p.specialize("step", v, k, label="next")
    ids = fun(lambda k: T(v, k))
    low, high = level_window(v)
    p.apply("delta_pos", label="delta_pos")
    p.have((v + 1) * delta <= x(k) * delta, ("before", "delta_pos"), label="scaled")
    p.apply("select_above", z=ids, j=k, b=low, **{"b'": high}, label="zero")
    p.rule("discharge", v + 1 <= x(k), p.have(Eq(T(v + 1, k), x(k) * delta), "next", "now", "zero"), label="step_")
    p.induct(claim, 0, v, "base", "step_", label="all")
    p.given(w_low=0 <= q, w_high=q <= x(k))
    p.qed(p.specialize("all", q), Eq(T(q, k), x(k) * delta))


@paper.theorem
def spread_with_negative(p: Proof) -> None:
    """z_r <= −δ^(-nd) + δ^(-d+1) − 1 and 0 <= z_k ⊢ δ^(-d) (max z − min z) is at least δ^(-(n+1)d+1)."""
    p.given(**FINE, k_low=1 <= k, k_high=k <= n, r_low=1 <= r, r_high=r <= n, below=l(r) <= edge, above=0 <= l(k))
    most = p.max_ge(Max(l, 1, n), k, "k_low", "k_high")
    least = p.max_ge(Max(lambda k: -l(k), 1, n), r, "r_low", "r_high")
    M_pos = p.apply("power_pos", k=d)
    apart = p.have(tower(n) - M * delta + 1 <= spread(l), most, least, "below", "above")
    p.apply("jump_low", label="jump")
    p.qed(p.have(jump <= M * spread(l), "jump", (M_pos, apart)))


@paper.theorem
def unmarked_jumps(p: Proof) -> None:
    """Some column r has a negative id ⊢ the final id of every unmarked column is at least δ^(-(n+1)d+1)."""

    def claim(v: Term) -> Term:
        return implies(v <= M, jump <= T(v, k))

    p.given(**FINE, **CASES, k_low=1 <= k, k_high=k <= n, mark=negation(marked(k)))
    p.given(r_low=1 <= r, r_high=r <= n, mark_r=marked(r))
    p.specialize("x_low", k, label="x_k")
    p.specialize("x_high", k, label="x_top")
    p.apply("delta_pos", label="delta_pos")
    # its own level
    low, high = level_window(x(k))
    p.apply("unmarked_waits", q=x(k), label="waits")
    p.apply("marked_stays", k=r, q=x(k), label="negative")
    p.specialize("low_ids", r, label="g_r")
    ids = fun(lambda j: T(x(k), j))
    p.apply("select_inside", z=ids, j=k, b=low, **{"b'": high}, label="inside")
    p.have(0 <= ids(k), "waits", ("x_k", "delta_pos"), label="above")
    p.apply("spread_with_negative", l=ids, label="far")
    p.specialize("step", x(k), k, label="own_step")
    p.rule(
        "discharge", x(k) + 1 <= M, p.have(jump <= T(x(k) + 1, k), "own_step", "inside", "far", "above"), label="base"
    )
    # later levels
    p.given(v_low=x(k) + 1 <= v, so_far=claim(v), v_high=v + 1 <= M)
    p.mp("so_far", p.side_condition(v <= M), label="now")
    p.specialize("step", v, k, label="next")
    later = fun(lambda k: T(v, k))
    start, end = level_window(v)
    p.apply("tower_le", a=num(1), b=n + 1, label="growth")
    p.have(M * delta <= jump, ("growth", "delta_pos"), label="wide")
    p.have((v + 1) * delta <= M * delta, ("v_high", "delta_pos"), label="scaled")
    p.apply("select_above", z=later, j=k, b=start, **{"b'": end}, label="zero")
    p.rule("discharge", v + 1 <= M, p.have(jump <= T(v + 1, k), "next", "now", "zero"), label="step_")
    p.induct(claim, x(k) + 1, v, "base", "step_", label="all")
    p.given(w_low=x(k) + 1 <= q, w_high=q <= M)
    p.qed(p.specialize("all", q), jump <= T(q, k))


OTHER = {"k_low": 1 <= k, "k_high": k <= n, "mark": negation(marked(k))}
BESIDE = {"r_low": 1 <= r, "r_high": r <= n, "mark_r": marked(r)}
ids_before = lambda v: fun(lambda j: T(v, j))  # noqa: E731


@paper.theorem
def unmarked_shifted(p: Proof) -> None:
    """At its level an unmarked column is shifted by δ^(-d) times the spread."""
    p.given(**FINE, **CASES, **OTHER)
    p.specialize("x_low", k, label="x_k")
    p.specialize("x_high", k, label="x_top")
    p.apply("delta_pos", label="delta_pos")
    low, high = level_window(x(k))
    p.apply("unmarked_waits", q=x(k), label="waits")
    p.apply("select_inside", z=ids_before(x(k)), j=k, b=low, **{"b'": high}, label="inside")
    p.specialize("step", x(k), k, label="own_step")
    goal = Eq(T(x(k) + 1, k), x(k) * delta + M * spread(ids_before(x(k))))
    p.qed(p.have(goal, "own_step", "inside", "waits"))


@paper.theorem
def unmarked_rests(p: Proof) -> None:
    """If some id is negative, an unmarked column is shifted exactly once."""

    def claim(v: Term) -> Term:
        return implies(v <= M, Eq(T(v, k), T(x(k) + 1, k)))

    p.given(**FINE, **CASES, **OTHER, **BESIDE, v_low=x(k) + 1 <= v, so_far=claim(v), v_high=v + 1 <= M)
    p.specialize("x_low", k, label="x_k")
    p.apply("delta_pos", label="delta_pos")
    base = p.rule("discharge", x(k) + 1 <= M, p.have(Eq(T(x(k) + 1, k), T(x(k) + 1, k))))
    now = p.mp("so_far", p.side_condition(v <= M))
    next_ = p.specialize("step", v, k)
    start, end = level_window(v)
    p.apply("unmarked_jumps", q=v, label="high")
    growth = p.apply("tower_le", a=num(1), b=n + 1)
    p.have(M * delta <= jump, (growth, "delta_pos"), label="wide")
    p.have((v + 1) * delta <= M * delta, ("v_high", "delta_pos"), label="scaled")
    zero = p.apply("select_above", z=ids_before(v), j=k, b=start, **{"b'": end})
    step_ = p.rule("discharge", v + 1 <= M, p.have(Eq(T(v + 1, k), T(x(k) + 1, k)), next_, now, zero))
    all_ = p.induct(claim, x(k) + 1, v, base, step_)
    p.given(w_low=x(k) + 1 <= q, w_high=q <= M)
    p.qed(p.specialize(all_, q), Eq(T(q, k), T(x(k) + 1, k)))


def _negative(p: Proof) -> None:
    """Prove that the edge is negative and a jump is positive: "edge_low", "jump_pos"."""
    p.apply("delta_pos", label="delta_pos")
    p.apply("outside_negative", label="edge_neg")
    weight = p.apply("power_pos", k=(n + 1) * d)
    p.have(0 < jump, (weight, "delta_pos"), label="jump_pos")


@paper.theorem
def negative_is_least(p: Proof) -> None:
    """Before every level, a marked column with the least id at the start has the least id."""
    p.given(**FINE, **CASES, **BESIDE, v_low=0 <= v, v_high=v <= M, k_low=1 <= k, k_high=k <= n)
    p.given(least=every(lambda k: implies(marked(k), g(r) <= g(k)), 1, n))
    _negative(p)
    own = p.apply("marked_stays", k=r, q=v)
    below = p.specialize("low_ids", r)
    goal = T(v, r) <= T(v, k)
    hit, other = p.assume(marked(k)), p.assume(negation(marked(k)))
    there = p.apply("marked_stays", hit, q=v)
    both = p.have(goal, own, there, p.specialize("least", k, using=[hit]))
    positive = p.specialize("x_low", k)
    early, late = p.assume(v <= x(k)), p.assume(x(k) < v)
    waits = p.apply("unmarked_waits", early, other, q=v)
    first = p.have(goal, own, below, waits, (positive, "delta_pos"), "edge_neg")
    jumps = p.apply("unmarked_jumps", p.integer_step(late), other, q=v)
    second = p.have(goal, own, below, jumps, "jump_pos", "edge_neg")
    rest = p.cases(v, x(k), first, second)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.cut(both, order)
        meet = p.assume(marked(k))
        return p.cut(rest, p.discharge(p.have(FALSE, meet, order), meet.concl))

    p.qed(p.trichotomy(e(k), 1, case))


@paper.theorem
def unmarked_in_order(p: Proof) -> None:
    """If some id is negative, the final ids of the unmarked columns are in the order of their initial ids."""
    p.given(**FINE, **CASES, **OTHER, **BESIDE, **COLUMN, mark_j=negation(marked(j)), order=x(j) <= x(k))
    _negative(p)
    p.specialize("x_low", k, label="x_k")
    p.specialize("x_high", k, label="x_top")
    ends = [p.apply("unmarked_rests", k=c, q=M) for c in (j, k)]
    shifts = [p.apply("unmarked_shifted", k=c) for c in (j, k)]
    goal = T(M, j) <= T(M, k)

    def case(less: Fact) -> Fact:
        if less.concl.op == "eq":
            same = p.congr(lambda v: v * delta + M * spread(ids_before(v)), less)
            return p.have(goal, *ends, *shifts, same)
        now = fun(lambda c: T(x(k), c))
        rests = p.apply("unmarked_rests", less, k=j, q=x(k))
        high = p.apply("unmarked_jumps", less, k=j, q=x(k))
        low = p.apply("marked_stays", k=r, q=x(k))
        most = p.max_ge(Max(now, 1, n), j, "j_low", "j_high")
        least = p.max_ge(Max(lambda c: -now(c), 1, n), r, "r_low", "r_high")
        wide = p.have(T(x(k), j) <= spread(now), most, least, low, p.specialize("low_ids", r), "edge_neg")
        M_low = p.apply("power_ge_one", k=d)
        room = p.have(0 <= spread(now), wide, high, "jump_pos")
        return p.have(goal, *ends, shifts[1], rests, wide, (p.have(0 <= M - 1, M_low), room),
                      ("x_k", "delta_pos"))  # fmt: skip

    p.qed(p.trichotomy(x(j), x(k), case))


# --- on a matrix ---------------------------------------------------------------------------------------------------


def entry(i: Term, k: Term) -> Term:
    """−δ^(-nd) where the entry is marked, else y_ik δ."""
    return ite(Eq(mark(i, k), 1), -tower(n), y(i, k) * delta)


def marks(k: Term) -> Term:
    """The number of entries of column k that are −δ^(-nd)."""
    return Sum(lambda i: ite(Eq(mark(i, k), 1), 1, 0), 1, d)


start_ids = fun(lambda k: Sum(lambda i: U(i) * entry(i, k), 1, d))
EXTENDED = {
    **FINE,
    "entries_low": every(lambda k: every(lambda i: 0 <= y(i, k), 1, d), 1, n),
    "entries_high": every(lambda k: every(lambda i: y(i, k) <= m - 1, 1, d), 1, n),
    "start": every(lambda k: every(lambda i: Eq(W(0, i, k), entry(i, k)), 1, d), 1, n),
    "layers": SWEEP["layers"],
}
SOME_OUTSIDE = {"i_low": 1 <= i, "i_high": i <= d, "r_low": 1 <= r, "r_high": r <= n, "outside": Eq(mark(i, r), 1)}
flag = fun(lambda k: ite(0 < marks(k), 1, 0))
INSIDE = {"e": flag, "g": start_ids, "T": ids_at, "x": fun(lambda k: integer_id(fun(lambda i: y(i, k))))}


@paper.theorem
def entry_at_most(p: Proof) -> None:
    """Every entry is at most 1 − δ."""
    p.given(**EXTENDED, j_low=1 <= j, j_high=j <= d, k_low=1 <= k, k_high=k <= n)
    digit = p.specialize("entries_high", k, j)
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(m * delta, 1), p.have(0 < m, "m_low", label="m_pos"), label="whole")
    small = p.have(delta <= 1, ("m_low", "delta_pos"))
    weight = p.apply("power_pos", k=n * d)
    grid = p.have(y(j, k) * delta <= 1 - delta, (digit, "delta_pos"))

    def case(order: Fact) -> Fact:
        return p.have(entry(j, k) <= 1 - delta, *p.reduce_ite(order, entry(j, k)), grid, small, weight)

    p.qed(p.trichotomy(mark(j, k), 1, case))


@paper.theorem
def marked_is_negative(p: Proof) -> None:
    """A column with an entry −δ^(-nd) has an id of at most −δ^(-nd) + δ^(-d+1) − 1."""
    p.given(**EXTENDED, k_low=1 <= k, k_high=k <= n, i_low=1 <= i, i_high=i <= d, outside=Eq(mark(i, k), 1))
    p.given(j_low=1 <= j, j_high=j <= d)
    p.ite_eq(entry(i, k), "outside", label="value")
    each = p.apply("entry_at_most")
    p.generalize(j, each, label="entries")
    p.qed(p.apply("id_outside", s=fun(lambda i: entry(i, k)), q=i), start_ids(k) <= edge)


@paper.theorem
def flag_is_negative(p: Proof) -> None:
    """A column with marked entries has a negative id."""
    p.given(**EXTENDED, k_low=1 <= k, k_high=k <= n, some=0 < marks(k), i_low=1 <= i, i_high=i <= d)
    hit = p.assume(Eq(mark(i, k), 1))
    own = p.apply("marked_is_negative", hit)
    p.generalize(i, own, label="each")
    by: dict[str, Term] = {"rho": fun(lambda i: mark(i, k)), "q": num(1), "n": d}
    p.qed(p.apply("witness_le", x=start_ids(k), y=edge, **by))


def count_member(p: Proof) -> Term:
    """Prove "member": entry i adds at most the number of marked entries of column k."""
    members = fun(lambda i: ite(Eq(mark(i, k), 1), 1, 0))

    def nonneg(order: Fact) -> Fact:
        return p.have(0 <= members(j), *p.reduce_ite(order, members(j)))

    terms = p.trichotomy(mark(j, k), 1, nonneg)
    p.apply("sum_member", terms, f=members, lo=1, hi=d, m=i, label="member")
    return members


@paper.theorem
def unflagged_on_grid(p: Proof) -> None:
    """A column without marked entries has its id on the grid."""
    p.given(none=marks(k) <= 0, i_low=1 <= i, i_high=i <= d)
    members = count_member(p)
    hit = p.assume(Eq(mark(i, k), 1))
    one = p.ite_eq(members(i), hit)
    not_marked = p.discharge(p.have(FALSE, "member", one, "none"), hit.concl)
    value = p.ite_eq(entry(i, k), not_marked)
    own, other = fun(lambda i: U(i) * entry(i, k)), fun(lambda i: U(i) * y(i, k) * delta)
    p.generalize(i, p.have(Eq(own(i), other(i)), (value, U(i))), label="same")
    p.qed(p.apply("sum_eq", f=own, g=other, lo=1, hi=d))


@paper.theorem
def begins_in_cases(p: Proof) -> None:
    """Every column is of one of two kinds; for one on the grid g is irrelevant."""
    p.given(**EXTENDED, k_low=1 <= k, k_high=k <= n, i_low=1 <= i, i_high=i <= d)
    entry_ = p.specialize("start", k, i)
    own, other = fun(lambda i: U(i) * W(0, i, k)), fun(lambda i: U(i) * entry(i, k))
    p.generalize(i, p.have(Eq(own(i), other(i)), (entry_, U(i))), label="same")
    sum_ = p.apply("sum_eq", f=own, g=other, lo=1, hi=d)
    some, none = p.assume(0 < marks(k)), p.assume(marks(k) <= 0)
    value = ite(Eq(flag(k), 1), start_ids(k), INSIDE["x"](k) * delta)
    goal = Eq(ids_at(0, k), value)
    one, zero = p.ite_eq(flag(k), some), p.ite_eq(flag(k), none)
    off = p.have(flag(k) < 1, zero)
    grid = p.apply("unflagged_on_grid", none)
    high = p.have(goal, sum_, p.ite_eq(value, one))
    low = p.have(goal, sum_, grid, p.ite_eq(value, off))
    each = p.cases(marks(k), 0, low, high)
    p.qed(p.generalize(k, each))


def in_cases(p: Proof) -> None:
    """Assume an extended grid point and its sweep, and derive the facts of `CASES` for its ids."""
    p.given(**EXTENDED, k_low=1 <= k, k_high=k <= n)
    p.apply("begins_in_cases", label="begins")
    p.apply("columns_step", label="columns")
    hit = p.assume(Eq(flag(k), 1))
    some, none = 0 < marks(k), p.assume(marks(k) <= 0)
    goal = start_ids(k) <= edge
    zero = p.ite_eq(flag(k), none)
    no = p.absurd(p.have(FALSE, zero, hit), goal)
    low = p.cases(marks(k), 0, no, p.apply("flag_is_negative", p.assume(some)))
    p.generalize(k, low, label="low_ids")
    p.specialize("entries_low", k, label="digits_low")
    digits_high = p.specialize("entries_high", k)
    p.generalize(k, p.apply("id_high", digits_high), label="x_high")


@paper.theorem
def flagged(p: Proof) -> None:
    """An entry is marked ⊢ its column is marked."""
    p.given(i_low=1 <= i, i_high=i <= d, outside=Eq(mark(i, k), 1))
    members = count_member(p)
    one = p.ite_eq(members(i), "outside")
    some = p.have(0 < marks(k), "member", one)
    p.qed(p.ite_eq(flag(k), some))


swept = column_ids(layer_at(M), U)


@paper.theorem
def output_head(p: Proof) -> None:
    """uᵀ g_c(L)_{:,j} = the id after the sweep + δ^(-(n+1)d) (what the last head returns)."""
    p.given(d_low=1 <= d)
    one = p.apply("first_entry")
    goal = Eq(output_id(j), ids_at(M, j) + tower(n + 1) * head(swept, num(0), j))
    p.qed(p.have(goal, one))


CATEGORY_3 = [*EXTENDED.values(), *SOME_OUTSIDE.values()]
OWN_OUTSIDE = {**COLUMN, "q_low": 1 <= q, "q_high": q <= d, "own_outside": Eq(mark(q, j), 1)}
NONE_OUTSIDE = {**COLUMN, "own_inside": marks(j) <= 0}


@paper.claim([*EXTENDED.values(), *OWN_OUTSIDE.values()], shows=Eq(ids_at(M, j), ids_at(0, j)))
def negative_stays(p: Proof) -> None:
    """Its id is below all windows."""
    in_cases(p)
    is_marked = p.apply("flagged", k=j, i=q)
    p.apply("marked_stays", k=j, q=M, **INSIDE, label="stays")
    p.specialize("begins", j, label="begin_j")
    value = ite(Eq(flag(j), 1), start_ids(j), INSIDE["x"](j) * delta)
    p.ite_eq(value, is_marked, label="chosen")


@paper.claim([*EXTENDED.values(), *OWN_OUTSIDE.values()], shows=output_id(j) < 0)
def output_negative(p: Proof) -> Fact:
    """The last layer adds the least id, which is negative, too."""
    in_cases(p)
    p.given(**OWN_OUTSIDE)
    p.apply("flagged", k=j, i=q, label="is_marked")
    p.specialize("begins", j, label="begin_j")
    p.apply("outside_negative", label="edge_neg")
    p.have(swept(j) < 0, "begin_j", "edge_neg", label="negative")
    p.apply("psi_min", Z=layer_at(M), u=U, b=0, label="head")
    p.max_ge(Max(lambda k: -swept(k), 1, n), j, "j_low", "j_high", label="least")
    p.have(head(swept, num(0), j) < 0, label="added")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.apply("output_head", label="output")
    return p.have(p.goal, "output", "negative", ("weight", "added"))


@paper.claim([*CATEGORY_3, *NONE_OUTSIDE.values()], shows=jump <= ids_at(M, j))
def others_jump(p: Proof) -> Fact:
    """At its level the spread is at least that of E.3.3."""
    in_cases(p)
    return p.apply("unmarked_jumps", k=j, q=M, **INSIDE)


@paper.claim([*CATEGORY_3, *NONE_OUTSIDE.values()], shows=tower(2 * n + 2) * delta <= output_id(j))
def output_far(p: Proof) -> Fact:
    """The last layer adds δ^(-(n+1)d) times the greatest id, which is at least δ^(-(n+1)d+1)."""
    p.given(**EXTENDED, **NONE_OUTSIDE)
    p.apply("others_jump", label="jumped")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.have(0 < jump, label="jump_pos")
    p.apply("psi_max", Z=layer_at(M), u=U, b=0, label="head")
    p.max_ge(Max(swept, 1, n), j, "j_low", "j_high", label="most")
    p.have(jump <= head(swept, num(0), j), label="added")
    p.apply("output_head", label="output")
    p.apply("tower_add", a=n + 1, b=n + 1, label="square")
    return p.have(p.goal, "output", swept(j), ("weight", "added"), "square")


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=t_r < tower(2 * n + 2) * delta)
def right_below_far(p: Proof) -> None:
    """t_r = δ^(-(2n+1)d+1) (δ^(-d) − 1) = δ^(-(2n+2)d+1) − δ^(-(2n+1)d+1)."""
    p.apply("tower_step", k=2 * n + 1, label="next")
    p.apply("power_pos", k=(2 * n + 1) * d, label="weight")


LEAST = {"least_": every(lambda k: ids_at(0, r) <= ids_at(0, k), 1, n), "v_low": 0 <= v, "v_high": v <= M}


def begins_at(p: Proof, column: Term) -> tuple[Fact, Term]:
    """Evaluate the initial id of a column, by cases."""
    value = ite(Eq(flag(column), 1), start_ids(column), INSIDE["x"](column) * delta)
    return p.specialize("begins", column), value


@paper.claim([*CATEGORY_3, *LEAST.values(), *COLUMN.values()], shows=ids_at(v, r) <= ids_at(v, j))
def minimum_stays(p: Proof) -> Fact:
    """It is never shifted, and the others are never below it."""
    in_cases(p)
    p.given(**LEAST)
    own = p.have(Eq(ids_at(0, r), start_ids(r)))
    hit = p.assume(Eq(flag(k), 1))
    there, value = begins_at(p, k)
    least = p.have(start_ids(r) <= start_ids(k), own, there, p.ite_eq(value, hit),
                   p.specialize("least_", k))  # fmt: skip
    return p.apply("negative_is_least", least, k=j, **INSIDE)


def unflagged(p: Proof, column: Term) -> tuple[Fact, Fact]:
    """A column without −δ^(-nd) is unmarked, and its initial id is x δ."""
    hit = p.assume(Eq(flag(column), 1))
    not_marked = p.discharge(p.have(FALSE, hit), hit.concl)
    begins, value = begins_at(p, column)
    chosen = p.ite_eq(value, not_marked)
    return not_marked, p.have(Eq(ids_at(0, column), INSIDE["x"](column) * delta), begins, chosen)


TWO_INSIDE = {
    **NONE_OUTSIDE, "k_low": 1 <= k, "k_high": k <= n, "k_inside": marks(k) <= 0,
    "begin_order": ids_at(0, j) <= ids_at(0, k),
}  # fmt: skip


@paper.claim([*CATEGORY_3, *TWO_INSIDE.values()], shows=ids_at(M, j) <= ids_at(M, k))
def others_in_order(p: Proof) -> Fact:
    """Each is shifted once, and a later one to a larger id than all before."""
    in_cases(p)
    p.given(**{name: f for name, f in TWO_INSIDE.items() if name not in ("k_low", "k_high")})
    pos = p.apply("delta_pos")
    (first, at_j), (second, at_k) = (unflagged(p, c) for c in (j, k))
    x_ = INSIDE["x"]
    order = p.have(x_(j) <= x_(k), at_j, at_k, "begin_order",
                   scale=[pos])  # fmt: skip
    return p.apply("unmarked_in_order", first, second, order, **INSIDE)
