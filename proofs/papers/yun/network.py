"""The network on a matrix, level by level (E.3.1)."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.notation import Term, eq, every, fun, implies, ite, num, vectors
from proofs.papers.yun.column_ids import U, Y, ly, xy
from proofs.papers.yun.selective_shift import big_psi, column_ids, select
from proofs.papers.yun.shifts import CATEGORY_1, COLUMN, GRID, category_1, half, lx, shifted
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, n, paper, q, s, v, x
from proofs.proof import Proof

# --- E.3.1: the network on a matrix, level by level ----------------------------------------------------------------

(W,) = vectors("W", 3)
(T,) = vectors("T", 2)


def state(v: Term, k: Term) -> Term:
    """The id of column k when the levels below v are swept: l̃_k if x_k < v, else l_k."""
    return ite(x(k) < v, shifted(lx, k), lx(k))


def level_window(v: Term) -> tuple[Term, Term]:
    """The ends l − δ/2, l + δ/2 of the window at l = v δ."""
    return v * delta - half, v * delta + half


def layer_at(v: Term) -> Term:
    """The matrix before level v, of the family W."""
    return fun(lambda i, k: W(v, i, k), 2)


SWEEP = {
    "start": every(lambda k: every(lambda i: eq(W(0, i, k), Y(i, k)), 1, d), 1, n),
    "layers": every(
        lambda v: every(
            lambda k: every(
                lambda i: eq(W(v + 1, i, k), W(v, i, k) + M * big_psi(layer_at(v), *level_window(v), i, k, U)), 1, d
            ),
            1,
            n,
        ),
        0,
        M - 1,
    ),
}


@paper.theorem
def sweep_step(p: Proof) -> None:
    """One layer of the sweep takes each column from its state at level v to that at v + 1."""
    low, high = level_window(v)
    p.given(**GRID, **COLUMN, v_low=0 <= v, v_high=v <= M - 1, at=every(lambda k: eq(s(k), state(v, k)), 1, n))
    p.given(done=x(j) < v, now_or_later=v <= x(j), later=v < x(j), not_later=x(j) <= v)
    goal = eq(s(j) + M * select(s, low, high, j), state(v + 1, j))
    p.use("own", "at", j)
    p.apply("delta_pos", "delta_pos")
    p.have("window", low < high, "delta_pos")
    p.apply("grid_increasing", "grid_increasing")
    # shifted earlier: its id is at least M δ, above the window
    p.rule("done_state", "choice", state(v, j), "done")
    p.rule("done_next", "choice", state(v + 1, j), p.have(None, x(j) < v + 1, "done"))
    p.apply("far", "shifted_off_grid")
    p.have("v_scaled", v * delta <= (M - 1) * delta, ("v_high", "delta_pos"))
    p.have("far_above", high < s(j), "own", "done_state", "far", "v_scaled", "delta_pos")
    p.apply("done_zero", "select_above", "far_above", "window", z=s, b=low, **{"b'": high})
    p.have("case_done", goal, "own", "done_state", "done_next", "done_zero")
    # later: its id is at least (v + 1) δ, above the window
    p.rule("beyond", "integer_step", "later")
    p.rule("later_state", "choice", state(v, j), "now_or_later")
    p.rule("later_next", "choice", state(v + 1, j), "beyond")
    p.have("beyond_scaled", (v + 1) * delta <= x(j) * delta, ("beyond", "delta_pos"))
    p.have("later_above", high < s(j), "own", "later_state", "beyond_scaled", "delta_pos")
    p.apply("later_zero", "select_above", "later_above", "window", z=s, b=low, **{"b'": high})
    p.have("case_later", goal, "own", "later_state", "later_next", "later_zero")
    # now: the columns before it are shifted, those after it not
    p.rule("now", "antisymmetry", "not_later", "now_or_later")
    p.rule("now_next", "choice", state(v + 1, j), p.have(None, x(j) < v + 1, "not_later"))
    p.have("inside_low", low < s(j), "own", "later_state", "now", "delta_pos")
    p.have("inside_high", s(j) < high, "own", "later_state", "now", "delta_pos")
    p.apply("spread", "select_inside", "inside_low", "inside_high", z=s, b=low, **{"b'": high})
    p.given(k_low=1 <= k, k_before=k <= j - 1, q_after=j <= q, q_high=q <= n)
    p.use("at_k", "at", k)
    p.apply("less", "increasing_lt", f=x, i=k, j=j)
    p.rule("state_less", "choice", state(v, k), p.have(None, x(k) < v, "less", "now"))
    p.have("s_less", eq(s(k), shifted(lx, k)), "at_k", "state_less")
    p.every("all_done", k, "s_less", "k_low", "k_before")
    p.use("at_q", "at", q)
    p.apply("more", "increasing_le", f=x, i=j, j=q)
    p.rule("state_more", "choice", state(v, q), p.have(None, v <= x(q), "more", "now"))
    p.have("s_more", eq(s(q), lx(q)), "at_q", "state_more")
    p.every("all_left", q, "s_more", "q_after", "q_high")
    p.apply("greatest", "state_max", "all_done", "all_left", l=lx)
    p.apply("smallest", "state_min", "all_done", "all_left", l=lx)
    p.apply("recursion", "shift_from_before", l=lx)
    p.have("case_now", goal, "own", "later_state", "now_next", "spread", "greatest", "smallest", "recursion")
    p.cases("not_done", x(j), v, "case_now", "case_later")
    p.qed(p.cases("out", v, x(j), "not_done", "case_done"))


@paper.theorem
def sweep_ids(p: Proof) -> None:
    """A family of ids that starts at l and passes all layers is the state at each level."""
    level = every(lambda k: eq(T(v, k), state(v, k)), 1, n)
    p.given(**GRID, begin=every(lambda k: eq(T(0, k), lx(k)), 1, n))
    p.given(
        step=every(
            lambda v: every(
                lambda k: eq(T(v + 1, k), T(v, k) + M * select(fun(lambda k: T(v, k)), *level_window(v), k)),
                1,
                n,
            ),
            0,
            M - 1,
        )
    )
    p.given(low=1 <= j, high=j <= n, v_low=0 <= v, so_far=implies(v <= M, level), v_high=v + 1 <= M)
    p.use("begin_j", "begin", j)
    p.apply("from_first", "increasing_le", f=x, i=num(1), j=j)
    p.rule("not_done", "choice", state(num(0), j), p.have(None, 0 <= x(j), "from_first", "first"))
    p.have("base_j", eq(T(0, j), state(num(0), j)), "begin_j", "not_done")
    p.every("base_", j, "base_j", "low", "high")
    p.rule("base", "discharge", 0 <= M, "base_")
    p.rule("now", "mp", "so_far", p.settle(v <= M))
    p.use("next", "step", v, j)
    p.apply("layer", "sweep_step", "now", s=fun(lambda k: T(v, k)))
    p.have("step_j", eq(T(v + 1, j), state(v + 1, j)), "next", "layer")
    p.every("step_", j, "step_j", "low", "high")
    p.rule("step_v", "discharge", v + 1 <= M, "step_")
    p.induct(
        "all",
        lambda v: implies(v <= M, every(lambda k: eq(T(v, k), state(v, k)), 1, n)),
        0,
        v,
        "base",
        "step_v",
    )
    p.apply("M_low", "power_ge_two", k=d)
    p.use("end", "all", M, j)
    p.apply("to_last", "increasing_le", f=x, i=j, j=n)
    p.rule("is_done", "choice", state(M, j), p.have(None, x(j) < M, "to_last", "last"))
    p.have("out_j", eq(T(M, j), shifted(lx, j)), "end", "is_done")
    p.qed(p.every("out", j, "out_j", "low", "high"))


ids_at = fun(lambda v, k: column_ids(layer_at(v), U)(k), 2)


def lift_at(v: Term, k: Term) -> Term:
    """What the layer at level v adds to the first entry of column k."""
    return M * select(column_ids(layer_at(v), U), *level_window(v), k)


@paper.theorem
def columns_begin(p: Proof) -> None:
    """At level 0 the ids are l_1, …, l_n."""
    p.given(start=SWEEP["start"], low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    p.use("entry", "start", k, i)
    p.have("term", eq(U(i) * W(0, i, k), U(i) * Y(i, k)), "entry")
    p.every("terms", i, "term", "i_low", "i_high")
    p.apply(
        "sum",
        "sum_eq",
        "terms",
        f=fun(lambda i: U(i) * W(0, i, k)),
        g=fun(lambda i: U(i) * Y(i, k)),
        lo=1,
        hi=d,
    )
    p.have("begin", eq(ids_at(0, k), ly(k)), "sum")
    p.qed(p.every("out", k, "begin", "low", "high"))


@paper.theorem
def columns_step(p: Proof) -> None:
    """A layer adds to the ids what it adds to the first row, because u_1 = 1."""
    p.given(d_low=1 <= d, layers=SWEEP["layers"], low=1 <= k, high=k <= n)
    p.given(i_low=1 <= i, i_high=i <= d, v_low=0 <= v, v_high=v <= M - 1)
    p.use("entry", "layers", v, k, i)
    after = fun(lambda i: U(i) * (W(v, i, k) + ite(eq(i, 1), 1, 0) * lift_at(v, k)))
    p.have("term", eq(U(i) * W(v + 1, i, k), after(i)), "entry")
    p.every("terms", i, "term", "i_low", "i_high")
    p.apply("sum", "sum_eq", "terms", f=fun(lambda i: U(i) * W(v + 1, i, k)), g=after, lo=1, hi=d)
    p.apply("first_entry", "first_entry")
    p.have("column", eq(ids_at(v + 1, k), ids_at(v, k) + lift_at(v, k)), "sum", "first_entry")
    p.every("columns", k, "column", "low", "high")
    p.qed(p.every("out", v, "columns", "v_low", "v_high"))


@paper.claim([*CATEGORY_1.values(), *SWEEP.values()], shows=every(lambda k: eq(ids_at(M, k), shifted(ly, k)), 1, n))
def sweep_columns(p: Proof) -> Fact:
    """By induction on the level; each layer shifts the column whose id is its level, if there is one."""
    category_1(p)
    p.given(**SWEEP)
    p.apply("begin", "columns_begin")
    p.apply("step", "columns_step")
    return p.apply("out", "sweep_ids", "begin", "step", "x_first", "x_last", "x_order", x=xy, T=ids_at)


paper.state(
    "E.3.1-sweep", "the first δ^(-d) layers map the ids l_1, …, l_n to l̃_1, …, l̃_n",
    section="E.3.1", index=(), kind="fact", printed=sweep_columns,
)  # fmt: skip


@paper.theorem
def sweep_entries(p: Proof) -> None:
    """1 <= i <= d, 1 <= k <= n ⊢ after the sweep, entry (i, k) is L_ik, plus l̃_k − l_k where i = 1."""

    def claim(v: Term | int) -> Term:
        return eq(W(v, i, k), Y(i, k) + ite(eq(i, 1), 1, 0) * (ids_at(v, k) - ly(k)))

    p.given(**CATEGORY_1, **SWEEP, low=1 <= k, high=k <= n, i_low=1 <= i, i_high=i <= d)
    p.apply("begin", "columns_begin")
    p.apply("step", "columns_step")
    p.use("begin_k", "begin", k)
    p.use("start_ik", "start", k, i)
    p.have("base_", claim(0), "begin_k", "start_ik")
    p.rule("base", "discharge", 0 <= M, "base_")
    p.given(v_low=0 <= v, so_far=implies(v <= M, claim(v)), v_high=v + 1 <= M)
    p.rule("now", "mp", "so_far", p.settle(v <= M))
    p.use("step_k", "step", v, k)
    p.use("layer_ik", "layers", v, k, i)
    p.have("step_", claim(v + 1), "now", "step_k", "layer_ik")
    p.rule("next", "discharge", v + 1 <= M, "step_")
    p.induct("all", lambda v: implies(v <= M, claim(v)), 0, v, "base", "next")
    p.apply("M_low", "power_ge_two", k=d)
    p.use("end", "all", M)
    p.apply("columns", "sweep_columns")
    p.use("column", "columns", k)
    p.qed(p.have("out", eq(W(M, i, k), Y(i, k) + ite(eq(i, 1), 1, 0) * (shifted(ly, k) - ly(k))), "end", "column"))
