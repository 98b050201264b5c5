"""The sweep over columns with positional encodings (G.2): the layers map the ids l to l̃.

It goes through the levels B_j, …, B_j + M − 1 for j = 1, …, n, a block for each column. A shifted id must not meet a
later level; this fails for d = 1 and n = 2 at one L (`positional_smallest`).
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8 import next_shift  # noqa: F401  (its theorems are applied by name)
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import select
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, half, lx, shifted
from proofs.papers.yun.appendix_g_theorem_3.positional_grid import FINE, POSITIONS, S, base, h
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, s, x
from proofs.theorems.algebra.integers import increasing

(T,) = vectors("T", 3)
top = base(n) + M - 1
FAR = {"far": top < x(1) + M * (x(n) - x(1))}


@paper.claim({**FINE, "enough": 2 <= d * (n - 1), **POSITIONS}, shows=FAR["far"])
def first_is_far(p: Proof) -> Fact:
    """It suffices that s_n > δ^(-d+1), that is, (n − 1) m (M − 1) > M (m − 1)."""
    for label, place in (("first", num(1)), ("last", n)):
        for fact in POSITIONS:
            p.specialize(fact, place, label=f"{fact}_{label}")
    M_low = p.apply("power_ge_two", k=d)
    geometric = p.apply("geometric_sum", k=d)
    # x_n − x_1 >= (n − 1) m S − (M − 1), and M (x_n − x_1) + x_1 = x_n + (M − 1)(x_n − x_1)
    goal_base = M < (n - 1) * (m * S)
    square = p.apply("power_lt", p.assume(2 <= d), a=num(1), b=d)
    wide = p.apply("block_wide")
    strict = p.have(M < m * S, geometric, square, scale=[m - 1])
    pos = p.have(0 <= m * S, M_low)
    if_deep = p.have(goal_base, strict, (n - 2, pos))
    three = p.assume(d < 2)
    p.integer_step(three, label="shallow")
    is_one = p.antisymmetry(p.have(d <= 1), "d_low")
    p.have(2 <= n - 1, "enough", (is_one, n - 1), label="three_")
    twice = p.have(0 <= n - 3)
    if_long = p.have(goal_base, wide, (twice, pos), M)
    room = p.cases(2, d, if_deep, if_long)
    steps = p.have(base(n) - (M - 1) <= x(n) - x(1))
    room_step = p.integer_step(room)
    M_above = p.have(0 < M - 1)
    return p.have(p.goal, (M - 1, steps), (M - 1, room_step), "ids_last", "h_low_last", M_above)


# --- G.2: the sweep ------------------------------------------------------------------------------------------------


def level(j: Term, r: Term) -> Term:
    """Level r of the block of column j."""
    return (base(j) + r) * delta


def ends(j: Term, r: Term) -> tuple[Term, Term]:
    """Return the window at this level."""
    return level(j, r) - half, level(j, r) + half


SWEEP = {
    "begin": every(lambda k: Eq(T(1, 0, k), lx(k)), 1, n),
    "next_block": every(lambda j: every(lambda k: Eq(T(j + 1, 0, k), T(j, M, k)), 1, n), 1, n - 1),
    "layers": every(
        lambda j: every(
            lambda r: every(
                lambda k: Eq(T(j, r + 1, k), T(j, r, k) + M * select(fun(lambda k: T(j, r, k)), *ends(j, r), k)), 1, n
            ),
            0,
            M - 1,
        ),
        1,
        n,
    ),
}


def state(j: Term, r: Term, k: Term) -> Term:
    """l̃_k if the level of column k has been swept after r levels of block j, else l_k."""
    return ite(k < j, shifted(lx, k), ite(Eq(k, j), ite(h(k) < r, shifted(lx, k), lx(k)), lx(k)))


@paper.theorem
def shifted_beyond(p: Proof) -> None:
    """Shifted ids are beyond the last level."""
    p.given(**FINE, **POSITIONS, **FAR, **COLUMN)
    p.apply("positions_increase", label="order")
    p.apply("grid_increasing", label="l_order")
    p.apply("shifted_increasing", l=lx, label="increasing")
    least = p.apply("increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1))
    p.apply("delta_pos", label="delta_pos")
    step = p.integer_step("far")
    p.qed(p.have((top + 1) * delta <= shifted(lx, j), (step, "delta_pos"), least))


@paper.theorem
def level_below_top(p: Proof) -> None:
    """Level r of block j is at most the top level."""
    p.given(m_low=2 <= m, d_low=1 <= d, **COLUMN, r_high=r <= M - 1)
    p.apply("block_wide", label="wide")
    p.apply("power_pos", k=d, label="M_pos")
    p.qed(p.have(base(j) + r <= top, (n - j, m * S), "r_high"))


def off(p: Proof, label: str, above: Fact | str) -> Fact:
    """The window of level r of block j does not shift column k, whose id is at least (level + 1) δ."""
    low, high = ends(j, r)
    p.have(high < s(k), above, "delta_pos", label=f"{label}_beyond")
    return p.apply("select_above", f"{label}_beyond", "window", z=s, j=k, b=low, **{"b'": high}, label=label)


@paper.theorem
def positional_step(p: Proof) -> None:
    """One layer maps each column from its state to the next."""
    low, high = ends(j, r)
    p.given(**FINE, **POSITIONS, **FAR, **COLUMN, r_high=r <= M - 1, k_low=1 <= k, k_high=k <= n)
    p.given(at=every(lambda k: Eq(s(k), state(j, r, k)), 1, n))
    goal = Eq(s(k) + M * select(s, low, high, k), state(j, r + 1, k))
    p.specialize("at", k, label="own")
    p.apply("delta_pos", label="delta_pos")
    p.have(low < high, "delta_pos", label="window")
    p.apply("positions_increase", label="order")
    top = p.apply("level_below_top")
    far_k = p.apply("shifted_beyond", j=k)
    # before: shifted already
    before = p.assume(k < j)
    choices = p.reduce_ite(before, state(j, r, k), state(j, r + 1, k))
    far_enough = p.have((base(j) + r + 1) * delta <= s(k), "own", *choices, far_k, (top, "delta_pos"))
    p.have(goal, "own", *choices, off(p, "zero_before", far_enough), label="if_before")
    # after: its block comes later
    after = p.assume(j < k)
    later = [p.have(j <= k, after), after]
    outer = [p.ite_eq(state(j, v, k), later[0]) for v in (r, r + 1)]
    inner = [p.ite_eq(state(j, v, k).args[2], after) for v in (r, r + 1)]
    grows = p.apply("base_grows", after)
    id_k = p.specialize("ids", k)
    h_k = p.specialize("h_low", k)
    next_level = p.have(base(j) + r + 1 <= x(k), grows, id_k, h_k, "r_high")
    next_scaled = p.have((base(j) + r + 1) * delta <= x(k) * delta, (next_level, "delta_pos"))
    far_after = p.have((base(j) + r + 1) * delta <= s(k), "own", outer[0], inner[0], next_scaled)
    p.have(goal, "own", *outer, *inner, off(p, "zero_after", far_after), label="if_after")
    # its own block: by the level
    same = p.assume(Eq(k, j))
    outer = [p.ite_eq(state(j, v, k), p.have(j <= k, same)) for v in (r, r + 1)]
    middle = [p.ite_eq(state(j, v, k).args[2], same) for v in (r, r + 1)]
    done = p.assume(h(k) < r)
    waits = p.assume(r < h(k))
    final_here, next_here = (state(j, v, k).args[2].args[1] for v in (r, r + 1))

    def values(label: str, value: Term, inner: list[Fact]) -> list[Fact]:
        """Prove that the column's id and its next state are both this value."""
        own = p.have(Eq(s(k), value), "own", outer[0], middle[0], inner[0], label=f"{label}_now")
        return [own, p.have(Eq(state(j, r + 1, k), value), outer[1], middle[1], inner[1], label=f"{label}_then")]

    in_done = [
        p.ite_eq(final_here, done),
        p.ite_eq(next_here, p.have(h(k) < r + 1, done)),
    ]
    far_done = p.have(
        (base(j) + r + 1) * delta <= s(k), "own", outer[0], middle[0], in_done[0], far_k, (top, "delta_pos")
    )
    p.have(goal, *values("done", shifted(lx, k), in_done), off(p, "zero_done", far_done), label="if_done")
    beyond = p.integer_step(waits)
    in_wait = [
        p.ite_eq(final_here, p.have(r <= h(k), waits)),
        p.ite_eq(next_here, beyond),
    ]
    same_base = p.congr(base, same)
    wait_level = p.have(base(j) + r + 1 <= x(k), id_k, same_base, beyond)
    wait_scaled = p.have((base(j) + r + 1) * delta <= x(k) * delta, (wait_level, "delta_pos"))
    far_wait = p.have((base(j) + r + 1) * delta <= s(k), "own", outer[0], middle[0], in_wait[0], wait_scaled)
    p.have(goal, *values("wait", lx(k), in_wait), off(p, "zero_wait", far_wait), label="if_waits")
    in_now = [
        p.ite_eq(final_here, p.have(r <= h(k), p.assume(Eq(h(k), r)))),
        p.ite_eq(next_here, p.have(h(k) < r + 1, Eq(h(k), r))),
    ]
    p.given(q_low=1 <= q)
    q_before, q_after = q <= k - 1, k <= i
    at_q = p.specialize("at", q, using=[p.have(q <= n, p.assume(q_before), "k_high")])
    q_done = p.ite_eq(state(j, r, q), p.have(q < j, q_before, same))
    p.generalize(q, p.have(Eq(s(q), shifted(lx, q)), at_q, q_done), "q_low", q_before, label="done")
    p.given(i_high=i <= n)
    at_i = p.specialize("at", i, using=[p.assume(q_after), "k_low"])
    first = p.ite_eq(state(j, r, i), p.have(j <= i, q_after, same))

    def left_case(order: Fact) -> Fact:
        claim, second = Eq(s(i), lx(i)), state(j, r, i).args[2]
        if order.concl.op == "eq":
            is_k = p.have(Eq(i, k), order, same)
            level_i = p.have(r <= h(i), p.congr(h, is_k), Eq(h(k), r))
            inner = [p.ite_eq(second, order), p.ite_eq(second.args[1], level_i)]
            return p.have(claim, at_i, first, *inner)
        return p.have(claim, at_i, first, p.ite_eq(second, order))

    p.generalize(i, p.trichotomy(i, j, left_case), q_after, "i_high", label="left")
    shift = p.apply("shift_here", j=k)
    recursion = p.apply("shift_from_before", l=lx, j=k)
    here = p.have(Eq(level(j, r), lx(k)), (id_k, delta), (same_base, delta), (Eq(h(k), r), delta))
    window_at = p.congr(lambda c: select(s, c - half, c + half, k), here)
    now_value = p.have(Eq(s(k), lx(k)), "own", outer[0], middle[0], in_now[0])
    p.have(goal, now_value, outer[1], middle[1], in_now[1], shift, recursion, window_at, label="if_now")

    def own_block(order: Fact) -> Fact:
        name = "if_now" if order.concl.op == "eq" else "if_done" if order.concl.args[0] is h(k) else "if_waits"
        return p.cut(name, order)

    p.trichotomy(h(k), r, own_block, label="if_same")

    def by_block(order: Fact) -> Fact:
        name = "if_same" if order.concl.op == "eq" else "if_before" if order.concl.args[0] is k else "if_after"
        return p.cut(name, order)

    p.qed(p.trichotomy(k, j, by_block))


def at_state(j: Term, r: Term) -> Term:
    """All columns are in their state."""
    return every(lambda k: Eq(T(j, r, k), state(j, r, k)), 1, n)


@paper.claim(
    {**FINE, **POSITIONS, **FAR, "layers": SWEEP["layers"], **COLUMN, "before": at_state(j, num(0))},
    shows=at_state(j, M),
)
def block_swept(p: Proof) -> Fact:
    """Sweep one block of levels."""

    def claim(r: Term) -> Term:
        return implies(r <= M, at_state(j, r))

    p.given(r_low=0 <= r, so_far=claim(r), r_next=r + 1 <= M, k_low=1 <= k, k_high=k <= n)
    base = p.rule("discharge", 0 <= M, "before")
    p.mp("so_far", p.side_condition(r <= M), label="now")
    layer = p.specialize("layers", j, r, k)
    step = p.apply("positional_step", s=fun(lambda k: T(j, r, k)))
    next_ = p.generalize(k, p.have(Eq(T(j, r + 1, k), state(j, r + 1, k)), layer, step))
    step_ = p.rule("discharge", r + 1 <= M, next_)
    all_ = p.induct(claim, 0, r, base, step_)
    p.apply("power_pos", k=d, label="M_pos")
    return p.specialize(all_, M)


SWEPT = [*FINE.values(), *POSITIONS.values(), *FAR.values(), *SWEEP.values()]


@paper.claim(SWEPT, shows=every(lambda k: Eq(T(n, M, k), shifted(lx, k)), 1, n))
def positional_sweep(p: Proof) -> Fact:
    """By induction on the blocks, each of which shifts its own column."""

    def claim(j: Term) -> Term:
        return implies(j <= n, at_state(j, num(0)))

    p.given(**FINE, **POSITIONS, **SWEEP, k_low=1 <= k, k_high=k <= n)
    first = state(num(1), num(0), k)
    h_k = p.specialize("h_low", k)

    def at_start(order: Fact) -> Fact:
        outer = p.ite_eq(first, "k_low")
        if order.concl.op == "eq":
            inner = [p.ite_eq(first.args[2], order), p.ite_eq(first.args[2].args[1], h_k)]
        elif order.concl.args[0] is k:
            return p.absurd(p.have(FALSE, order, "k_low"), Eq(T(1, 0, k), first))
        else:
            inner = [p.ite_eq(first.args[2], order)]
        return p.have(Eq(T(1, 0, k), first), outer, *inner)

    begun = p.generalize(k, p.trichotomy(k, 1, at_start))
    base = p.rule("discharge", 1 <= n, begun)
    p.given(j_low=1 <= j, so_far=claim(j), j_next=j + 1 <= n)
    p.mp("so_far", p.side_condition(j <= n), label="now")
    swept = p.apply("block_swept")
    end = p.specialize(swept, k)
    handed = p.specialize("next_block", j, k)
    h_top = p.specialize("h_high", k)
    here, there = state(j, M, k), state(j + 1, num(0), k)

    def across(order: Fact) -> Fact:
        goal = Eq(T(j + 1, 0, k), there)
        if order.concl.op == "eq":
            old = [
                p.ite_eq(here, p.have(j <= k, order)),
                p.ite_eq(here.args[2], order),
                p.ite_eq(here.args[2].args[1], p.have(h(k) < M, h_top)),
            ]
            new = [p.ite_eq(there, p.have(k < j + 1, order))]
        elif order.concl.args[0] is k:
            old = [p.ite_eq(here, order)]
            new = [p.ite_eq(there, p.have(k < j + 1, order))]
        else:
            after = p.integer_step(order)
            old = [
                p.ite_eq(here, p.have(j <= k, order)),
                p.ite_eq(here.args[2], order),
            ]
            outer = p.ite_eq(there, after)

            def inner(next_: Fact) -> Fact:
                if next_.concl.op == "eq":
                    value = [
                        p.ite_eq(there.args[2], next_),
                        p.ite_eq(there.args[2].args[1], h_k),
                    ]
                elif next_.concl.args[0] is k:
                    return p.absurd(p.have(FALSE, next_, after), Eq(there, lx(k)))
                else:
                    value = [p.ite_eq(there.args[2], next_)]
                return p.have(Eq(there, lx(k)), outer, *value)

            new = [p.trichotomy(k, j + 1, inner)]
        return p.have(goal, handed, end, *old, *new)

    p.generalize(k, p.trichotomy(k, j, across), label="next")
    step = p.rule("discharge", j + 1 <= n, "next")
    p.induct(claim, 1, j, base, step, label="all")
    done = p.apply("block_swept", j=n)
    p.specialize(done, k, label="value")
    final_state = state(n, M, k)

    def at_end(order: Fact) -> Fact:
        if order.concl.op == "eq":
            chosen = [
                p.ite_eq(final_state, p.have(n <= k, order)),
                p.ite_eq(final_state.args[2], order),
                p.ite_eq(final_state.args[2].args[1], p.have(h(k) < M, h_top)),
            ]
        elif order.concl.args[0] is k:
            chosen = [p.ite_eq(final_state, order)]
        else:
            return p.absurd(p.have(FALSE, order, "k_high"), Eq(T(n, M, k), shifted(lx, k)))
        return p.have(Eq(T(n, M, k), shifted(lx, k)), "value", *chosen)

    return p.trichotomy(k, n, at_end)


@paper.claim([*FINE.values(), *POSITIONS.values()], shows=increasing(lambda j: shifted(lx, j), n))
def positional_order(p: Proof) -> Fact:
    """By E.3.1, which does not use the range of the ids."""
    p.apply("positions_increase", label="order")
    return p.apply("shifted_increasing", l=lx)


SWEPT_AS_PRINTED = [*FINE.values(), *POSITIONS.values(), *SWEEP.values()]  # without FAR
printed_sweep = Claim(tuple(SWEPT_AS_PRINTED), positional_sweep.shows)
STATES = {(1, 0): (1, 2), (1, 1): (1, 2), (1, 2): (3, 2), (2, 0): (3, 2), (2, 1): (3, 4), (2, 2): (5, 4)}  # times δ


def state_of_two(j: Term, r: Term, k: Term) -> Term:
    """The sweep over L = (1 − δ, 1) for δ = 1/2, state by state."""
    out = num(0)
    for (block, level), (first, second) in STATES.items():
        own = ite(Eq(k, 1), rational(first, 2), rational(second, 2))
        out = ite(Eq(j, block), ite(Eq(r, level), own, out), out)
    return out


AT_TWO = {m: num(2), d: num(1), n: num(2), h: array(1, 0), x: array(1, 2), T: fun(state_of_two, 3)}


@paper.claim([], shows=negation(substitute(printed_sweep.formula, AT_TWO)))
def shifted_twice(p: Proof) -> Fact:
    """Column 1 is shifted to 3/2 and then to 5/2, but l̃_1 is 3/2."""
    return p.rule("compute", p.goal, [], ["leaf", 64])
