"""The network on a matrix, level by level (E.3.1)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8 import next_shift  # noqa: F401  (its theorems are applied by name)
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, ly, xy
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import big_psi, column_ids, head, select
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import (
    CATEGORY_1,
    COLUMN,
    GRID,
    category_1,
    half,
    level_window,
    lx,
    shifted,
)
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.vocabulary import M, b, b2, c, d, delta, i, j, k, m, minimum, n, paper, q, s, v, x

# --- E.3.1: the network on a matrix, level by level ----------------------------------------------------------------

(W,) = vectors("W", 3)
(T,) = vectors("T", 2)
(kappa,) = sequences("kappa")
(distinct,) = ints("n'")


def among(t: Term) -> Term:
    """The same with the number n' of distinct ids in place of n."""
    return substitute(t, {n: distinct})


def final_id(k: Term) -> Term:
    """l̃_k among n' distinct ids l_1 < … < l_n'."""
    return among(shifted(lx, k))


def state(v: Term, k: Term) -> Term:
    """The id of a column with the k-th distinct id after the sweep of the levels below v: l̃_k if x_k < v, else l_k."""
    return ite(x(k) < v, final_id(k), lx(k))


# Column j has the κ_j-th of n' distinct ids; every one of them occurs.
CLASSES = {
    "class_low": every(lambda j: 1 <= kappa(j), 1, n),
    "class_high": every(lambda j: kappa(j) <= distinct, 1, n),
    "onto": every(lambda q: 0 < Sum(lambda i: ite(Eq(kappa(i), q), 1, 0), 1, n), 1, distinct),
}
IDS = {label: among(g) for label, g in GRID.items() if label != "n_low"} | {"n_low": 1 <= n, "some": 1 <= distinct}


def layer_at(v: Term) -> Term:
    """The matrix before level v, from the family W."""
    return fun(lambda i, k: W(v, i, k), 2)


SWEEP = {
    "start": every(lambda k: every(lambda i: Eq(W(0, i, k), Y(i, k)), 1, d), 1, n),
    "layers": every(
        lambda v: every(
            lambda k: every(
                lambda i: Eq(W(v + 1, i, k), W(v, i, k) + M * big_psi(layer_at(v), *level_window(v), i, k, U)), 1, d
            ),
            1,
            n,
        ),
        0,
        M - 1,
    ),
}


@paper.theorem
def max_over_classes(p: Proof) -> None:
    """Each of n' values occurs ⊢ the maximum over the columns is that over the values."""
    p.given(n_low=1 <= n, some=1 <= distinct, **CLASSES, low=1 <= k, high=k <= n, q_low=1 <= q, q_high=q <= distinct)
    of_columns, of_values = Max(lambda j: s(kappa(j)), 1, n), Max(s, 1, distinct)
    for label in ("class_low", "class_high"):
        p.specialize(label, k, label=f"{label}_k")
    member = p.max_ge(of_values, kappa(k), "class_low_k", "class_high_k")
    members = p.generalize(k, member)
    below = p.max_le(of_columns, of_values, "n_low", members)
    hit = p.assume(Eq(kappa(k), q))
    same = p.congr(s, hit)
    column = p.max_ge(of_columns, k, "low", "high")
    p.generalize(k, p.have(s(q) <= of_columns, same, column), label="each")
    p.specialize("onto", q, label="taken")
    value = p.apply("witness_le", rho=kappa, x=s(q), y=of_columns)
    values = p.generalize(q, value)
    above = p.max_le(of_values, of_columns, "some", values)
    p.qed(p.antisymmetry(below, above))


def class_of(p: Proof, j: Term) -> Term:
    """Return the class of column j, and prove its range as "own_low", "own_high"."""
    p.specialize("class_low", j, label="own_low")
    p.specialize("class_high", j, label="own_high")
    return kappa(j)


@paper.theorem
def sweep_step(p: Proof) -> None:
    """2 <= n' ⊢ one layer of the sweep maps each column from its state at level v to that at v + 1."""
    low, high = level_window(v)
    p.given(**IDS, **CLASSES, **COLUMN, two=2 <= distinct, v_high=v <= M - 1)
    p.given(at=every(lambda k: Eq(s(k), state(v, kappa(k))), 1, n))
    own = class_of(p, j)
    p.given(done=x(own) < v, now_or_later=v <= x(own), later=v < x(own), not_later=x(own) <= v)
    goal = Eq(s(j) + M * select(s, low, high, j), state(v + 1, own))
    p.specialize("at", j, label="own")
    p.apply("delta_pos", label="delta_pos")
    p.apply("grid_increasing", n=distinct, label="grid_increasing")
    # shifted earlier: its id is at least M δ, above the window
    done_state = p.ite_eq(state(v, own), "done")
    done_next = p.ite_eq(state(v + 1, own), p.have(x(own) < v + 1, "done"))
    far = p.apply("shifted_off_grid", n=distinct, j=own)
    p.have(high < s(j), "own", done_state, far, ("v_high", "delta_pos"), "delta_pos", label="far_above")
    done_zero = p.apply("select_above", z=s, b=low, **{"b'": high})
    case_done = p.have(goal, "own", done_state, done_next, done_zero)
    # later: its id is at least (v + 1) δ, above the window
    beyond = p.integer_step("later")
    later_state = p.ite_eq(state(v, own), "now_or_later")
    later_next = p.ite_eq(state(v + 1, own), beyond)
    later_above = p.have(high < s(j), "own", later_state, (beyond, "delta_pos"), "delta_pos")
    later_zero = p.apply("select_above", later_above, z=s, b=low, **{"b'": high})
    case_later = p.have(goal, "own", later_state, later_next, later_zero)
    # now: the ids below it are shifted, those from it on not
    now = p.antisymmetry("not_later", "now_or_later")
    now_next = p.ite_eq(state(v + 1, own), p.have(x(own) < v + 1, "not_later"))
    p.have(low < s(j), "own", later_state, now, "delta_pos", label="inside_low")
    p.have(s(j) < high, "own", later_state, now, "delta_pos", label="inside_high")
    spread = p.apply("select_inside", z=s, b=low, **{"b'": high})
    p.given(k_low=1 <= k, k_before=k <= own - 1, q_after=own <= q, q_high=q <= distinct)
    values = fun(lambda k: state(v, k))
    less = p.apply("increasing_lt", n=distinct, f=x, i=k, j=own)
    state_less = p.ite_eq(state(v, k), p.have(x(k) < v, less, now))
    p.generalize(k, state_less, "k_low", "k_before", label="all_done")
    more = p.apply("increasing_le", n=distinct, f=x, i=own, j=q)
    state_more = p.ite_eq(state(v, q), p.have(v <= x(q), more, now))
    p.generalize(q, state_more, "q_after", "q_high", label="all_left")
    greatest = p.apply("state_max", l=lx, s=values, n=distinct, j=own)
    smallest = p.apply("state_min", l=lx, s=values, n=distinct, j=own)
    for label, sign in (("max", 1), ("min", -1)):
        of_columns = fun(lambda k, sign=sign: sign * s(k))
        of_values = fun(lambda k, sign=sign: sign * state(v, k))
        moved = fun(lambda k, f=of_values: f(kappa(k)))
        p.apply("max_eq", f=of_columns, g=moved, lo=1, hi=n, label=f"columns_{label}")
        p.apply("max_over_classes", s=of_values, label=f"values_{label}")
    recursion = p.apply("shift_from_before", l=lx, n=distinct, j=own)
    most = p.have(Eq(Max(s, 1, n), among(before(lx, own))), "columns_max", "values_max", greatest)
    least = p.have(Eq(minimum(s, 1, n), lx(own)), "columns_min", "values_min", smallest)
    case_now = p.have(goal, "own", later_state, now_next, spread, most, least, recursion)
    not_done = p.cases(x(own), v, case_now, case_later)
    p.qed(p.cases(v, x(own), not_done, case_done))


SWEPT = every(
    lambda v: every(lambda k: Eq(T(v + 1, k), T(v, k) + M * select(fun(lambda k: T(v, k)), *level_window(v), k)), 1, n),
    0,
    M - 1,
)
BEGIN = every(lambda k: Eq(T(0, k), lx(kappa(k))), 1, n)


@paper.theorem
def sweep_ids_distinct(p: Proof) -> None:
    """2 <= n' ⊢ a family of ids that starts at l and passes all layers is the state at each level."""
    p.given(**IDS, **CLASSES, two=2 <= distinct, begin=BEGIN, step=SWEPT)
    level = every(lambda k: Eq(T(v, k), state(v, kappa(k))), 1, n)
    p.given(j_low=1 <= j, j_high=j <= n, v_low=0 <= v, so_far=implies(v <= M, level), v_high=v + 1 <= M)
    own = class_of(p, j)
    begin_j = p.specialize("begin", j)
    from_first = p.apply("increasing_le", n=distinct, f=x, i=num(1), j=own)
    not_done = p.ite_eq(state(num(0), own), p.have(0 <= x(own), from_first, "first"))
    base_j = p.have(Eq(T(0, j), state(num(0), own)), begin_j, not_done)
    base_ = p.generalize(j, base_j, "j_low", "j_high")
    base = p.rule("discharge", 0 <= M, base_)
    p.mp("so_far", p.side_condition(v <= M), label="now")
    next_ = p.specialize("step", v, j)
    layer = p.apply("sweep_step", s=fun(lambda k: T(v, k)))
    step_j = p.have(Eq(T(v + 1, j), state(v + 1, own)), next_, layer)
    step_ = p.generalize(j, step_j, "j_low", "j_high")
    step_v = p.rule("discharge", v + 1 <= M, step_)
    all_ = p.induct(
        lambda v: implies(v <= M, every(lambda k: Eq(T(v, k), state(v, kappa(k))), 1, n)),
        0,
        v,
        base,
        step_v,
    )
    p.apply("power_ge_two", k=d, label="M_low")
    end = p.specialize(all_, M, j)
    to_last = p.apply("increasing_le", n=distinct, f=x, i=own, j=distinct)
    is_done = p.ite_eq(state(M, own), p.have(x(own) < M, to_last, "last"))
    out_j = p.have(Eq(T(M, j), final_id(own)), end, is_done)
    p.qed(p.generalize(j, out_j, "j_low", "j_high"))


@paper.theorem
def all_the_same(p: Proof) -> None:
    """All ids are equal to c ⊢ no window that does not end at c shifts them."""
    p.given(n_low=1 <= n, j_low=1 <= j, j_high=j <= n, equal=every(lambda k: Eq(s(k), c), 1, n))
    p.given(k_low=1 <= k, k_high=k <= n, off_low=negation(Eq(c, b)), off_high=negation(Eq(c, b2)))
    p.specialize("equal", j, label="own")
    goal = Eq(select(s, b, b2, j), 0)
    p.specialize("equal", k, label="each")
    p.generalize(k, p.have(s(k) <= s(j), "each", "own"), label="most")
    p.apply("max_is", f=s, lo=1, hi=n, m=j, label="greatest")
    p.generalize(k, p.have(-s(k) <= -s(j), "each", "own"), label="least")
    p.apply("max_is", f=fun(lambda k: -s(k)), lo=1, hi=n, m=j, label="smallest")

    def side(order: Fact, end: Term, off: str) -> Fact:
        """The head with its threshold at `end` returns the common id."""
        if order.concl.op == "eq":
            return p.absurd(p.mp(off, order), Eq(head(s, end, j), c))
        factor = s(j) - end
        if order.concl.args[0] is c:
            got = p.apply("hardmax_min", order, z=s, c=factor)
        else:
            got = p.apply("hardmax_max", order, z=s, c=factor)
        return p.have(Eq(head(s, end, j), c), got, "greatest", "smallest", "own")

    p.trichotomy(c, b, lambda order: side(order, b, "off_low"), label="low_head")
    p.trichotomy(c, b2, lambda order: side(order, b2, "off_high"), label="high_head")
    p.qed(p.have(goal, "low_head", "high_head"))


@paper.claim({"m_low": 2 <= m, "zero": Eq(q * delta, k * delta + half * i), "odd": Eq(i * i, 1)}, shows=FALSE)
def off_window(p: Proof) -> Fact:
    """2 <= m ⊢ no window of the sweep ends at a multiple of δ."""
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(2 * (q - k), i), "zero", scale=["delta_pos"], label="integers")
    p.apply("small_multiple", x=num(1), b=num(4), y=(q - k) * (q - k), label="none")
    return p.have(FALSE, "none", ("integers", i), ("integers", 2 * (q - k)), "odd")


@paper.theorem
def sweep_ids_single(p: Proof) -> None:
    """n' = 1 ⊢ the sweep does not change the ids."""
    p.given(m_low=2 <= m, n_low=1 <= n, begin=every(lambda k: Eq(T(0, k), x(1) * delta), 1, n), step=SWEPT)
    level = every(lambda k: Eq(T(v, k), x(1) * delta), 1, n)
    p.given(j_low=1 <= j, j_high=j <= n, v_low=0 <= v, so_far=implies(v <= M, level), v_high=v + 1 <= M)
    p.apply("power_pos", k=d, label="M_pos")
    p.rule("discharge", 0 <= M, "begin", label="base")
    p.mp("so_far", p.side_condition(v <= M), label="now")
    p.specialize("step", v, j, label="next")
    p.specialize("now", j, label="own")
    low, high = level_window(v)
    for label, end, sign in (("off_low", low, -1), ("off_high", high, 1)):
        hit = p.assume(Eq(x(1) * delta, end))
        clash = p.apply("off_window", hit, q=x(1), k=v, i=num(sign))
        p.note(label, p.discharge(clash, hit.concl))
    ids = fun(lambda k: T(v, k))
    p.apply("all_the_same", s=ids, c=x(1) * delta, b=low, **{"b'": high}, label="none")
    p.have(Eq(T(v + 1, j), x(1) * delta), "next", "own", "none", label="step_j")
    p.generalize(j, "step_j", "j_low", "j_high", label="step_")
    p.rule("discharge", v + 1 <= M, "step_", label="step_v")
    p.induct(
        lambda v: implies(v <= M, every(lambda k: Eq(T(v, k), x(1) * delta), 1, n)), 0, v, "base", "step_v", label="all"
    )
    p.qed(p.specialize("all", M))


@paper.theorem
def sweep_ids(p: Proof) -> None:
    """After the sweep a column with the k-th of n' distinct ids has the id l̃_k."""
    p.given(**IDS, **CLASSES, begin=BEGIN, step=SWEPT, two=2 <= distinct, one=distinct < 2)
    many = p.apply("sweep_ids_distinct")
    p.given(j_low=1 <= j, j_high=j <= n)
    own = class_of(p, j)
    is_first = p.antisymmetry(p.have(own <= 1, "own_high", "one"), "own_low")
    single = p.antisymmetry(p.have(distinct <= 1, "one"), "some")
    begin_j = p.specialize("begin", j)
    same = p.congr(lx, is_first)
    p.generalize(j, p.have(Eq(T(0, j), x(1) * delta), begin_j, same), label="start")
    left = p.apply("sweep_ids_single")
    end = p.specialize(left, j)
    class_ = p.congr(lambda k: substitute(shifted(lx, k), {n: num(1)}), is_first)
    closed = p.congr(lambda size: substitute(final_id(own), {distinct: size}), single)
    alone = p.generalize(j, p.have(Eq(T(M, j), final_id(own)), end, closed, class_))
    p.qed(p.cases(2, distinct, many, alone))


@paper.theorem
def own_classes(p: Proof) -> None:
    """If the ids differ, every column is its own class."""
    p.given(q_low=1 <= q, q_high=q <= n)
    one = p.apply("sum_delta", f=fun(lambda k: num(1)), m=q, lo=1, hi=n)
    taken = p.have(0 < Sum(lambda i: ite(Eq(i, q), 1, 0), 1, n), one)
    p.qed(p.generalize(q, taken))


ids_at = fun(lambda v, k: column_ids(layer_at(v), U)(k), 2)


def lift_at(v: Term, k: Term) -> Term:
    """The change of the first entry of column k by the layer at level v."""
    return M * select(column_ids(layer_at(v), U), *level_window(v), k)


@paper.theorem
def columns_begin(p: Proof) -> None:
    """At level 0 the ids are l_1, …, l_n."""
    p.given(start=SWEEP["start"], low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    entry = p.specialize("start", k, i)
    term = p.have(Eq(U(i) * W(0, i, k), U(i) * Y(i, k)), entry)
    p.generalize(i, term, label="terms")
    sum_ = p.apply("sum_eq", f=fun(lambda i: U(i) * W(0, i, k)), g=fun(lambda i: U(i) * Y(i, k)), lo=1, hi=d)
    p.qed(p.generalize(k, sum_))


@paper.theorem
def columns_step(p: Proof) -> None:
    """A layer changes the ids by as much as the first row, because u_1 = 1."""
    p.given(d_low=1 <= d, layers=SWEEP["layers"], low=1 <= k, high=k <= n)
    p.given(i_low=1 <= i, i_high=i <= d, v_low=0 <= v, v_high=v <= M - 1)
    entry = p.specialize("layers", v, k, i)
    after = fun(lambda i: U(i) * (W(v, i, k) + ite(Eq(i, 1), 1, 0) * lift_at(v, k)))
    term = p.have(Eq(U(i) * W(v + 1, i, k), after(i)), entry)
    p.generalize(i, term, label="terms")
    sum_ = p.apply("sum_eq", f=fun(lambda i: U(i) * W(v + 1, i, k)), g=after, lo=1, hi=d)
    p.apply("first_entry", label="first_entry")
    column = p.have(Eq(ids_at(v + 1, k), ids_at(v, k) + lift_at(v, k)), sum_, "first_entry")
    columns = p.generalize(k, column)
    p.qed(p.generalize(v, columns))


@paper.claim([*CATEGORY_1.values(), *SWEEP.values()], shows=every(lambda k: Eq(ids_at(M, k), shifted(ly, k)), 1, n))
def sweep_columns(p: Proof) -> Fact:
    """By induction on the level; each layer shifts the column whose id is its level, if there is one."""
    category_1(p)
    p.apply("columns_begin", label="begin")
    p.apply("columns_step", label="step")
    p.apply("own_classes", label="classes")
    by: dict[str, Term] = {"x": xy, "T": ids_at, "kappa": fun(lambda j: j), "n'": n}
    return p.apply("sweep_ids", **by)


@paper.claim([*CATEGORY_1.values(), *SWEEP.values()], shows=every(lambda k: ids_at(M, k) < ids_at(M, k + 1), 1, n - 1))
def swept_increase(p: Proof) -> Fact:
    """These are l̃_1, …, l̃_n."""
    p.given(k_low=1 <= k, k_high=k <= n - 1)
    ids = p.apply("sweep_columns")
    increasing = p.apply("shifted_increasing", l=ly)
    sides = [p.specialize(ids, c) for c in (k, k + 1)]
    return p.have(ids_at(M, k) < ids_at(M, k + 1), p.specialize(increasing, k), *sides)


@paper.theorem
def sweep_adds(p: Proof) -> None:
    """The sweep changes the first row by as much as the ids."""

    def claim(v: Term | int) -> Term:
        return Eq(W(v, i, k), Y(i, k) + ite(Eq(i, 1), 1, 0) * (ids_at(v, k) - ly(k)))

    p.given(m_low=2 <= m, d_low=1 <= d, **SWEEP, low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    begin = p.apply("columns_begin")
    step = p.apply("columns_step")
    begin_k = p.specialize(begin, k)
    start_ik = p.specialize("start", k, i)
    base_ = p.have(claim(0), begin_k, start_ik)
    base = p.rule("discharge", 0 <= M, base_)
    p.given(v_low=0 <= v, so_far=implies(v <= M, claim(v)), v_high=v + 1 <= M)
    now = p.mp("so_far", p.side_condition(v <= M))
    step_k = p.specialize(step, v, k)
    layer_ik = p.specialize("layers", v, k, i)
    step_ = p.have(claim(v + 1), now, step_k, layer_ik)
    next_ = p.rule("discharge", v + 1 <= M, step_)
    all_ = p.induct(lambda v: implies(v <= M, claim(v)), 0, v, base, next_)
    p.apply("power_ge_two", k=d, label="M_low")
    p.qed(p.specialize(all_, M))
