"""Positional encodings instead of permutation equivariance (appendix G).

Column j of L lies on the grid of [j − 1, j)^d, so that its id is x_j δ with x_j = B_j + h_j: B_j = (j − 1) m S with
S = 1 + m + … + m^(d-1), and h_j from 0 to M − 1. The sweep goes through the levels B_j, …, B_j + M − 1 for j = 1, …, n,
a block for each column. A shifted id must not meet a later level; this fails for d = 1 and n = 2 at one L.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.column_ids import U
from proofs.papers.yun.lemma_10 import BETWEEN, final, final2
from proofs.papers.yun.quantiser import in_cell, layer_leaves_left, layer_leaves_right, layer_rounds, rounded, window
from proofs.papers.yun.selective_shift import head, select
from proofs.papers.yun.shifts import COLUMN, half, lx, lx2, shifted, width
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, s, tower, x, x2
from proofs.theorems.integers import increasing
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

(h, h2) = sequences("h h'")
(digits,) = sequences("y", 2)
(T,) = vectors("T", 3)
(a,) = reals("a")
FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n}
S = sigma(lambda i: U(i), 1, d)


def base(j: Term) -> Term:
    """The first level of the block of column j, in units of δ."""
    return (j - 1) * (m * S)


top = base(n) + M - 1
POSITIONS = {
    "ids": every(lambda k: eq(x(k), base(k) + h(k)), 1, n),
    "h_low": every(lambda k: 0 <= h(k), 1, n),
    "h_high": every(lambda k: h(k) <= M - 1, 1, n),
}
FAR = {"far": top < x(1) + M * (x(n) - x(1))}

paper.state(
    "G-1", "the positional encoding: column j is shifted by j − 1 in every row",
    section="G", index="G[1]", given=[1 <= i, i <= d, *COLUMN.values()], defines=j - 1,
)  # fmt: skip

LEVEL = [2 <= m, 0 <= k, k <= n * m - 1]
CELL_ENDS = in_cell(a, k)


@paper.claim([*LEVEL, 0 <= a, a < n, *CELL_ENDS], shows=k * delta <= n - delta)
def quantised_in_range(p: Proof) -> Fact:
    """k <= n m − 1."""
    p.given(m_low=2 <= m, high=k <= n * m - 1)
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("scaled", k * delta <= (n * m - 1) * delta, ("high", "delta_pos"))
    return p.have("out", p.goal, "scaled", ("whole", n))


@paper.claim([2 <= m, (j - 1) * m <= k, k * delta <= a, a < j], shows=k * delta <= j - delta)
def own_cube(p: Proof) -> Fact:
    """An entry in [j − 1, j) is rounded down to at most j − δ."""
    p.given(m_low=2 <= m, low=k * delta <= a, high=a < j)
    p.apply("delta_pos", "delta_pos")
    p.have("m_pos", 0 < m, "m_low")
    p.have("whole", eq(m * delta, 1), "m_pos")
    p.have("less", k * delta < j, "low", "high")
    p.have("integers", k < j * m, ("less", "m_pos"), ("whole", k))
    p.rule("step", "integer_step", "integers")
    p.have("scaled", (k + 1) * delta <= j * m * delta, ("step", "delta_pos"))
    return p.have("out", p.goal, "scaled", ("whole", j))


paper.state(
    "G.1-1", "entries of column j go to the grid from j − 1 to j − δ",
    section="G.1", index="G.1[1]",
    printed=Claim((2 <= m, 1 <= j, (j - 1) * m <= k, k * delta <= a, a <= j), k * delta <= j - delta), mended=own_cube,
    errata=Erratum(
        "strictness", "An entry 1 of X gives j in column j, which is on the grid of column j + 1 (or, in the last, on "
        "none): the entries of X must lie in [0, 1).",
        search=Search(sizes={"m": (2,), "j": (1, 2), "k": range(5)}, reals={"a": (0, 1, 2)}),
    ),
)  # fmt: skip


@paper.claim(
    [2 <= m, 1 <= d, 1 <= n], shows=eq(sigma(lambda i: sigma(lambda k: num(1), 0, n * m - 1), 1, d), d * n / delta)
)
def quantiser_layers(p: Proof) -> Fact:
    """n m levels for each of the d rows."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=1 <= n)
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("many", 0 <= n * m, ("n_low", "m_low"), "m_low", "n_low")
    p.apply("levels", "sum_const", lo=0, hi=n * m - 1)
    p.apply("rows", "sum_const", lo=1, hi=d)
    return p.have("out", p.goal, "levels", ("levels", d), ("rows", n * m), "rows", "whole", "delta_pos")


paper.state(
    "G.1-2", "d n/δ layers, each of which takes the cell [kδ, (k + 1) δ) to kδ and leaves all other values",
    section="G.1", index="G.1[2]", given=[2 <= m], defines=window(a),
    printed=(Claim((*LEVEL, *CELL_ENDS), eq(rounded(a, k * delta * delta), k * delta)), quantiser_layers),
    mended=(layer_rounds, layer_leaves_left, layer_leaves_right, quantiser_layers),
    errata=Erratum(
        "typo", "As in E.2 the layers are numbered k = 0, δ, … and shift by kδ.",
        search=Search(sizes={"m": (2,), "n": (2,), "k": (0, 1, 2)}, reals={"a": (0, delta, 2 * delta)}),
    ),
)  # fmt: skip

# --- G.2: the ids --------------------------------------------------------------------------------------------------

column = fun(lambda i, j: j - 1 + digits(i, j) * delta, 2)
own_id = sigma(lambda i: U(i) * column(i, j), 1, d)
start = (j - 1) * S
RANGES = every(lambda i: 0 <= digits(i, j), 1, d), every(lambda i: digits(i, j) <= m - 1, 1, d)
DIGITS = [2 <= m, 1 <= d, *COLUMN.values(), *RANGES]
paper.state(
    "G.2-1", "L: column j lies on the grid of [j − 1, j)^d",
    section="G.2", index="G.2[1]", given=[2 <= m, 1 <= d], defines=column(i, j),
)  # fmt: skip


def own_digits(p: Proof) -> None:
    """The id of the digits of column j, from 0 to M − 1, as "low" and "high"."""
    p.given(m_low=2 <= m, d_low=1 <= d, digit_low=RANGES[0], digit_high=RANGES[1])
    own = fun(lambda i: digits(i, j))
    p.apply("low", "id_low", a=own)
    p.apply("high", "id_high", a=own)
    p.apply("delta_pos", "delta_pos")


@paper.claim(DIGITS, shows=start <= own_id)
def id_from(p: Proof) -> Fact:
    """uᵀL = (j − 1) S + δ Σ m^(i-1) y_i."""
    own_digits(p)
    return p.have("out", p.goal, ("low", "delta_pos"))


@paper.claim(DIGITS, shows=own_id <= start + M * delta - delta)
def id_to(p: Proof) -> Fact:
    """The digits make at most M − 1."""
    own_digits(p)
    return p.have("out", p.goal, ("high", "delta_pos"))


paper.state(
    "G.2-2", "the range of the id l_j",
    section="G.2", index="G.2[2]", printed=(id_from, id_to),
)  # fmt: skip


@paper.theorem
def block_wide(p: Proof) -> None:
    """M <= m S: the blocks do not overlap."""
    p.given(m_low=2 <= m, d_low=1 <= d)
    p.apply("geometric", "geometric_sum", k=d)
    p.given(low=1 <= i, high=i <= d)
    p.apply("weight", "power_pos", k=i - 1)
    p.every("weights", i, p.have(None, 0 <= U(i), "weight"), "low", "high")
    p.apply("member", "sum_member", "weights", f=U, lo=1, hi=d, m=d)
    p.apply("step", "power_step", k=d - 1)
    p.have("m_pos", 0 <= m, "m_low")
    p.qed(p.have("out", M <= m * S, ("member", "m_pos"), "step"))


@paper.theorem
def base_grows(p: Proof) -> None:
    """j < k ⊢ the block of column k begins after that of column j."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=j < k)
    p.apply("wide", "block_wide")
    p.apply("M_pos", "power_pos", k=d)
    p.rule("after", "integer_step", "order")
    p.have("positive", 0 <= m * S, "wide", "M_pos")
    p.have("more", 0 <= k - j - 1, "after")
    p.qed(p.have("out", base(j) + M <= base(k), "wide", ("more", "positive")))


@paper.theorem
def positions_increase(p: Proof) -> None:
    """x_1 < … < x_n."""
    p.given(m_low=2 <= m, d_low=1 <= d, **POSITIONS, low=1 <= j, high=j <= n - 1)
    p.apply("grows", "base_grows", k=j + 1)
    p.use("own", "ids", j)
    p.use("next", "ids", j + 1)
    p.use("own_high", "h_high", j)
    p.use("next_low", "h_low", j + 1)
    p.have("less", x(j) < x(j + 1), "grows", "own", "next", "own_high", "next_low")
    p.qed(p.every("out", j, "less", "low", "high"))


@paper.claim([*FINE.values(), *POSITIONS.values()], shows=increasing(lx, n))
def ids_increase(p: Proof) -> Fact:
    """The blocks follow one another."""
    p.given(**FINE, **POSITIONS)
    p.apply("order", "positions_increase")
    return p.apply("out", "grid_increasing")


paper.state("G.2-order", "l_1 < l_2 < … < l_n", section="G.2", index=(), kind="fact", printed=ids_increase)


@paper.claim([*FINE.values(), 2 <= d * (n - 1), *POSITIONS.values()], shows=FAR["far"])
def first_is_far(p: Proof) -> Fact:
    """It comes down to s_n > δ^(-d+1), that is (n − 1) m (M − 1) > M (m − 1)."""
    p.given(**FINE, enough=2 <= d * (n - 1), **POSITIONS)
    for label, place in (("first", num(1)), ("last", n)):
        for fact in POSITIONS:
            p.use(f"{fact}_{label}", fact, place)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("geometric", "geometric_sum", k=d)
    p.have("spare", 0 <= M - 1, "M_low")
    # x_n − x_1 >= (n − 1) m S − (M − 1), and M (x_n − x_1) + x_1 = x_n + (M − 1)(x_n − x_1)
    goal_base = M < (n - 1) * (m * S)
    two = p.rule(None, "assume", 2 <= d)
    p.apply("square", "power_lt", p.have(None, 1 < d, two), a=num(1), b=d)
    p.have("m_less", m < M, "square")
    p.apply("wide", "block_wide")
    p.have("m_pos", 0 <= m - 1, "m_low")
    p.have("above_one", 0 < m - 1, "m_low")
    p.have("strict", M < m * S, "geometric", "m_less", ("m_less", "m_pos"), scale=["above_one"])
    p.have("pos", 0 <= m * S, "wide", "M_low")
    p.have("more", 0 <= n - 2, "n_low")
    p.have("if_deep", goal_base, "strict", ("more", "pos"))
    three = p.rule(None, "assume", d < 2)
    p.rule("shallow", "integer_step", three)
    p.rule("is_one", "antisymmetry", p.have(None, d <= 1, "shallow"), "d_low")
    p.have("three_", 2 <= n - 1, "enough", ("is_one", n - 1))
    p.have("twice", 0 <= n - 3, "three_")
    p.have("M_pos", 0 < M, "M_low")
    p.have("if_long", goal_base, "wide", ("twice", "pos"), "M_pos")
    p.cases("room", 2, d, "if_deep", "if_long")
    p.have("apart", M - 1 + 1 <= x(n) - x(1) + M - 1, "room", "ids_first", "ids_last", "h_high_first", "h_low_last")
    p.have("steps", base(n) - (M - 1) <= x(n) - x(1), "ids_first", "ids_last", "h_high_first", "h_low_last")
    p.rule("room_step", "integer_step", "room")
    p.have("product", (M - 1) * (base(n) - M + 1) <= (M - 1) * (x(n) - x(1)), ("spare", "steps"))
    p.have("gain", (M - 1) * 2 <= (M - 1) * (base(n) - M + 1), ("spare", "room_step"))
    p.have("M_above", 0 < M - 1, "M_low")
    return p.have("out", p.goal, "product", "gain", "ids_last", "h_low_last", "M_above")


# --- G.2: the sweep ------------------------------------------------------------------------------------------------


def level(j: Term, r: Term) -> Term:
    """Level r of the block of column j."""
    return (base(j) + r) * delta


def ends(j: Term, r: Term) -> tuple[Term, Term]:
    """The window at that level."""
    return level(j, r) - half, level(j, r) + half


SWEEP = {
    "begin": every(lambda k: eq(T(1, 0, k), lx(k)), 1, n),
    "next_block": every(lambda j: every(lambda k: eq(T(j + 1, 0, k), T(j, M, k)), 1, n), 1, n - 1),
    "layers": every(
        lambda j: every(
            lambda r: every(
                lambda k: eq(T(j, r + 1, k), T(j, r, k) + M * select(fun(lambda k: T(j, r, k)), *ends(j, r), k)), 1, n
            ),
            0,
            M - 1,
        ),
        1,
        n,
    ),
}


def state(j: Term, r: Term, k: Term) -> Term:
    """l̃_k if the level of column k is done when r levels of block j are, else l_k."""
    return ite(k < j, shifted(lx, k), ite(eq(k, j), ite(h(k) < r, shifted(lx, k), lx(k)), lx(k)))


@paper.theorem
def shifted_beyond(p: Proof) -> None:
    """Shifted ids are beyond the last level."""
    p.given(**FINE, **POSITIONS, **FAR, **COLUMN)
    p.apply("order", "positions_increase")
    p.apply("l_order", "grid_increasing")
    p.apply("increasing", "shifted_increasing", l=lx)
    p.apply("least", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1), j=j)
    p.apply("delta_pos", "delta_pos")
    p.rule("step", "integer_step", "far")
    p.have("scaled", (top + 1) * delta <= (x(1) + M * (x(n) - x(1))) * delta, ("step", "delta_pos"))
    p.qed(p.have("out", (top + 1) * delta <= shifted(lx, j), "scaled", "least"))


@paper.theorem
def level_below_top(p: Proof) -> None:
    """Level r of block j is at most the top level."""
    p.given(m_low=2 <= m, d_low=1 <= d, **COLUMN, r_high=r <= M - 1)
    p.apply("wide", "block_wide")
    p.apply("M_pos", "power_pos", k=d)
    p.have("positive", 0 <= m * S, "wide", "M_pos")
    p.have("left", 0 <= n - j, "j_high")
    p.qed(p.have("out", base(j) + r <= top, ("left", "positive"), "r_high"))


def off(p: Proof, label: str, above: Fact | str) -> Fact:
    """The window of level r of block j does not shift column k, whose id is at least (level + 1) δ."""
    low, high = ends(j, r)
    p.have(f"{label}_beyond", high < s(k), above, "delta_pos")
    return p.apply(label, "select_above", f"{label}_beyond", "window", z=s, j=k, b=low, **{"b'": high})


@paper.theorem
def positional_step(p: Proof) -> None:
    """One layer takes each column from its state to the next."""
    low, high = ends(j, r)
    p.given(**FINE, **POSITIONS, **FAR, **COLUMN, r_low=0 <= r, r_high=r <= M - 1, k_low=1 <= k, k_high=k <= n)
    p.given(at=every(lambda k: eq(s(k), state(j, r, k)), 1, n))
    goal = eq(s(k) + M * select(s, low, high, k), state(j, r + 1, k))
    p.use("own", "at", k)
    p.apply("delta_pos", "delta_pos")
    p.have("window", low < high, "delta_pos")
    p.apply("order", "positions_increase")
    p.apply("top", "level_below_top")
    p.have("top_scaled", (base(j) + r + 1) * delta <= (top + 1) * delta, ("top", "delta_pos"))
    p.apply("far_k", "shifted_beyond", j=k)
    # before: shifted already
    before = p.rule(None, "assume", k < j)
    choices = p.chosen(before, state(j, r, k), state(j, r + 1, k))
    far_enough = p.have(None, (base(j) + r + 1) * delta <= s(k), "own", *choices, "far_k", "top_scaled")
    p.have("if_before", goal, "own", *choices, off(p, "zero_before", far_enough))
    # after: its block comes later
    after = p.rule(None, "assume", j < k)
    later = [p.have(None, j <= k, after), after]
    outer = [p.rule(None, "choice", state(j, v, k), later[0]) for v in (r, r + 1)]
    inner = [p.rule(None, "choice", state(j, v, k).args[2], after) for v in (r, r + 1)]
    p.apply("grows", "base_grows", after)
    p.use("id_k", "ids", k)
    p.use("h_k", "h_low", k)
    p.have("next_level", base(j) + r + 1 <= x(k), "grows", "id_k", "h_k", "r_high")
    p.have("next_scaled", (base(j) + r + 1) * delta <= x(k) * delta, ("next_level", "delta_pos"))
    far_after = p.have(None, (base(j) + r + 1) * delta <= s(k), "own", outer[0], inner[0], "next_scaled")
    p.have("if_after", goal, "own", *outer, *inner, off(p, "zero_after", far_after))
    # its own block: by the level
    same = p.rule(None, "assume", eq(k, j))
    outer = [p.rule(None, "choice", state(j, v, k), p.have(None, j <= k, same)) for v in (r, r + 1)]
    middle = [p.rule(None, "choice", state(j, v, k).args[2], same) for v in (r, r + 1)]
    done = p.rule(None, "assume", h(k) < r)
    waits = p.rule(None, "assume", r < h(k))
    now = p.rule(None, "assume", eq(h(k), r))
    final_here, next_here = (state(j, v, k).args[2].args[1] for v in (r, r + 1))

    def values(label: str, value: Term, inner: list[Fact]) -> list[Fact]:
        """The column's id and its next state are both this value."""
        own = p.have(f"{label}_now", eq(s(k), value), "own", outer[0], middle[0], inner[0])
        return [own, p.have(f"{label}_then", eq(state(j, r + 1, k), value), outer[1], middle[1], inner[1])]

    in_done = [
        p.rule(None, "choice", final_here, done),
        p.rule(None, "choice", next_here, p.have(None, h(k) < r + 1, done)),
    ]
    far_done = p.have(
        None, (base(j) + r + 1) * delta <= s(k), "own", outer[0], middle[0], in_done[0], "far_k", "top_scaled"
    )
    p.have("if_done", goal, *values("done", shifted(lx, k), in_done), off(p, "zero_done", far_done))
    beyond = p.rule(None, "integer_step", waits)
    in_wait = [
        p.rule(None, "choice", final_here, p.have(None, r <= h(k), waits)),
        p.rule(None, "choice", next_here, beyond),
    ]
    same_base = p.both(None, k, j, base, same)
    p.have("wait_level", base(j) + r + 1 <= x(k), "id_k", same_base, beyond)
    p.have("wait_scaled", (base(j) + r + 1) * delta <= x(k) * delta, ("wait_level", "delta_pos"))
    far_wait = p.have(None, (base(j) + r + 1) * delta <= s(k), "own", outer[0], middle[0], in_wait[0], "wait_scaled")
    p.have("if_waits", goal, *values("wait", lx(k), in_wait), off(p, "zero_wait", far_wait))
    in_now = [
        p.rule(None, "choice", final_here, p.have(None, r <= h(k), now)),
        p.rule(None, "choice", next_here, p.have(None, h(k) < r + 1, now)),
    ]
    p.given(q_low=1 <= q)
    q_before, q_after = p.rule(None, "assume", q <= k - 1), p.rule(None, "assume", k <= i)
    p.use("at_q", "at", q, using=[p.have(None, q <= n, q_before, "k_high")])
    q_done = p.rule(None, "choice", state(j, r, q), p.have(None, q < j, q_before, same))
    p.every("done", q, p.have(None, eq(s(q), shifted(lx, q)), "at_q", q_done), "q_low", q_before)
    p.given(i_high=i <= n)
    p.use("at_i", "at", i, using=[p.have(None, 1 <= i, q_after, "k_low")])
    first = p.rule(None, "choice", state(j, r, i), p.have(None, j <= i, q_after, same))

    def left_case(order: Fact) -> Fact:
        claim, second = eq(s(i), lx(i)), state(j, r, i).args[2]
        if order.concl.op == "eq":
            is_k = p.have(None, eq(i, k), order, same)
            level_i = p.have(None, r <= h(i), p.both(None, i, k, h, is_k), now)
            inner = [p.rule(None, "choice", second, order), p.rule(None, "choice", second.args[1], level_i)]
            return p.have(None, claim, "at_i", first, *inner)
        if order.concl.args[0] is i:
            return p.rule(None, "absurd", p.have(None, FALSE, order, q_after, same), claim)
        return p.have(None, claim, "at_i", first, p.rule(None, "choice", second, order))

    p.every("left", i, p.by_order(None, i, j, left_case), q_after, "i_high")
    p.apply("shift", "shift_here", "done", "left", j=k)
    p.apply("recursion", "shift_from_before", l=lx, j=k)
    p.have("here", eq(level(j, r), lx(k)), ("id_k", delta), (same_base, delta), (now, delta))
    p.both("window_at", level(j, r), lx(k), lambda c: select(s, c - half, c + half, k), "here")
    p.have("now_value", eq(s(k), lx(k)), "own", outer[0], middle[0], in_now[0])
    p.have("then_value", eq(state(j, r + 1, k), shifted(lx, k)), outer[1], middle[1], in_now[1])
    p.have("if_now", goal, "now_value", "then_value", "shift", "recursion", "window_at")

    def own_block(order: Fact) -> Fact:
        name = "if_now" if order.concl.op == "eq" else "if_done" if order.concl.args[0] is h(k) else "if_waits"
        return p.cut(None, name, order)

    p.by_order("if_same", h(k), r, own_block)

    def by_block(order: Fact) -> Fact:
        name = "if_same" if order.concl.op == "eq" else "if_before" if order.concl.args[0] is k else "if_after"
        return p.cut(None, name, order)

    p.qed(p.by_order("out", k, j, by_block))


def at_state(j: Term, r: Term) -> Term:
    """All columns are in their state."""
    return every(lambda k: eq(T(j, r, k), state(j, r, k)), 1, n)


@paper.theorem
def block_swept(p: Proof) -> None:
    """One block of levels."""

    def claim(r: Term) -> Term:
        return implies(r <= M, at_state(j, r))

    p.given(**FINE, **POSITIONS, **FAR, layers=SWEEP["layers"], **COLUMN, before=at_state(j, num(0)))
    p.given(r_low=0 <= r, so_far=claim(r), r_next=r + 1 <= M, k_low=1 <= k, k_high=k <= n)
    p.rule("base", "discharge", 0 <= M, "before")
    p.rule("now", "mp", "so_far", p.settle(r <= M))
    p.use("layer", "layers", j, r, k)
    p.apply("step", "positional_step", "now", s=fun(lambda k: T(j, r, k)))
    p.every("next", k, p.have(None, eq(T(j, r + 1, k), state(j, r + 1, k)), "layer", "step"), "k_low", "k_high")
    p.rule("step_", "discharge", r + 1 <= M, "next")
    p.induct("all", claim, 0, r, "base", "step_")
    p.apply("M_pos", "power_pos", k=d)
    p.qed(p.use("out", "all", M), at_state(j, M))


SWEPT = [*FINE.values(), *POSITIONS.values(), *FAR.values(), *SWEEP.values()]


@paper.claim(SWEPT, shows=every(lambda k: eq(T(n, M, k), shifted(lx, k)), 1, n))
def positional_sweep(p: Proof) -> Fact:
    """Block by block; each shifts its own column."""

    def claim(j: Term) -> Term:
        return implies(j <= n, at_state(j, num(0)))

    p.given(**FINE, **POSITIONS, **FAR, **SWEEP, k_low=1 <= k, k_high=k <= n)
    p.use("start", "begin", k)
    first = state(num(1), num(0), k)
    p.use("h_k", "h_low", k)

    def at_start(order: Fact) -> Fact:
        outer = p.rule(None, "choice", first, "k_low")
        if order.concl.op == "eq":
            inner = [p.rule(None, "choice", first.args[2], order), p.rule(None, "choice", first.args[2].args[1], "h_k")]
        elif order.concl.args[0] is k:
            return p.rule(None, "absurd", p.have(None, FALSE, order, "k_low"), eq(T(1, 0, k), first))
        else:
            inner = [p.rule(None, "choice", first.args[2], order)]
        return p.have(None, eq(T(1, 0, k), first), "start", outer, *inner)

    p.every("begun", k, p.by_order(None, k, 1, at_start), "k_low", "k_high")
    p.rule("base", "discharge", 1 <= n, "begun")
    p.given(j_low=1 <= j, so_far=claim(j), j_next=j + 1 <= n)
    p.rule("now", "mp", "so_far", p.settle(j <= n))
    p.apply("swept", "block_swept", "now")
    p.use("end", "swept", k)
    p.use("handed", "next_block", j, k)
    p.use("h_top", "h_high", k)
    here, there = state(j, M, k), state(j + 1, num(0), k)

    def across(order: Fact) -> Fact:
        goal = eq(T(j + 1, 0, k), there)
        if order.concl.op == "eq":
            old = [
                p.rule(None, "choice", here, p.have(None, j <= k, order)),
                p.rule(None, "choice", here.args[2], order),
                p.rule(None, "choice", here.args[2].args[1], p.have(None, h(k) < M, "h_top")),
            ]
            new = [p.rule(None, "choice", there, p.have(None, k < j + 1, order))]
        elif order.concl.args[0] is k:
            old = [p.rule(None, "choice", here, order)]
            new = [p.rule(None, "choice", there, p.have(None, k < j + 1, order))]
        else:
            after = p.rule(None, "integer_step", order)
            old = [
                p.rule(None, "choice", here, p.have(None, j <= k, order)),
                p.rule(None, "choice", here.args[2], order),
            ]
            outer = p.rule(None, "choice", there, after)

            def inner(next_: Fact) -> Fact:
                if next_.concl.op == "eq":
                    value = [
                        p.rule(None, "choice", there.args[2], next_),
                        p.rule(None, "choice", there.args[2].args[1], "h_k"),
                    ]
                elif next_.concl.args[0] is k:
                    return p.rule(None, "absurd", p.have(None, FALSE, next_, after), eq(there, lx(k)))
                else:
                    value = [p.rule(None, "choice", there.args[2], next_)]
                return p.have(None, eq(there, lx(k)), outer, *value)

            new = [p.by_order(None, k, j + 1, inner)]
        return p.have(None, goal, "handed", "end", *old, *new)

    p.every("next", k, p.by_order(None, k, j, across), "k_low", "k_high")
    p.rule("step", "discharge", j + 1 <= n, "next")
    p.induct("all", claim, 1, j, "base", "step")
    p.use("last", "all", n)
    p.apply("done", "block_swept", "last", j=n)
    p.use("value", "done", k)
    final_state = state(n, M, k)

    def at_end(order: Fact) -> Fact:
        if order.concl.op == "eq":
            chosen = [
                p.rule(None, "choice", final_state, p.have(None, n <= k, order)),
                p.rule(None, "choice", final_state.args[2], order),
                p.rule(None, "choice", final_state.args[2].args[1], p.have(None, h(k) < M, "h_top")),
            ]
        elif order.concl.args[0] is k:
            chosen = [p.rule(None, "choice", final_state, order)]
        else:
            return p.rule(None, "absurd", p.have(None, FALSE, order, "k_high"), eq(T(n, M, k), shifted(lx, k)))
        return p.have(None, eq(T(n, M, k), shifted(lx, k)), "value", *chosen)

    return p.every("out", k, p.by_order(None, k, n, at_end), "k_low", "k_high")


@paper.claim([*FINE.values(), *POSITIONS.values()], shows=increasing(lambda j: shifted(lx, j), n))
def positional_order(p: Proof) -> Fact:
    """E.3.1, of which the range of the ids is no part."""
    p.given(**FINE, **POSITIONS)
    p.apply("order", "positions_increase")
    p.apply("l_order", "grid_increasing")
    return p.apply("out", "shifted_increasing", l=lx)


TWICE = Erratum(
    "false", "For d = 1 and n = 2 column 1 of L = (1 − δ, 1) is shifted onto the last level of the sweep and then once "
    "more, which puts it above column 2. A shifted id is beyond all levels if d >= 2 or n >= 3.",
    search=Search(sizes={"m": (2, 3), "d": (1, 2), "n": (2, 3)}, entries={"h": range(3), "x": range(6)},
                  length={"h": "n", "x": "n"}),
)  # fmt: skip
sweep = paper.state(
    "G.2-sweep", "the n δ^(-d) layers map the ids l_1, …, l_n to l̃_1 < … < l̃_n",
    section="G.2", index=(), kind="fact",
    printed=Claim((*FINE.values(), *POSITIONS.values()), FAR["far"]),
    mended=(first_is_far, positional_sweep, positional_order), errata=TWICE,
)  # fmt: skip

# --- G.2: the bound and the contexts ---------------------------------------------------------------------------------

last_base = (n - 1) * S
LINE_2 = last_base + M * delta - delta + (tower(n) - M) * (last_base + M * delta - delta)
LINE_3 = (tower(n) - M + 1) * ((n - 1) * ((M - 1) / (m - 1)) + M * delta - delta)
LINE_4 = (tower(n) - M + 1) * (M - 1) * (n - 1 + delta)
LINE_5 = n * tower(n + 1)
PLACED = [*FINE.values(), *POSITIONS.values()]


def ends_of_range(p: Proof) -> None:
    """ "first" (0 <= l_1) and "last" (l_n <= s_n + δ^(-d+1) − δ)."""
    p.given(**FINE, **POSITIONS)
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    for label, place in (("one", num(1)), ("end", n)):
        p.use(f"id_{label}", "ids", place)
    p.use("low", "h_low", 1)
    p.use("high", "h_high", n)
    p.have("first", 0 <= lx(num(1)), ("id_one", delta), ("low", "delta_pos"))
    p.have(
        "last", lx(n) <= last_base + M * delta - delta, ("id_end", delta), ("high", "delta_pos"), ("whole", (n - 1) * S)
    )


@paper.claim(PLACED, shows=final <= BETWEEN)
def bound_line_1(p: Proof) -> Fact:
    """As in Lemma 10: only the order of the ids plays a part."""
    p.given(**FINE, **POSITIONS, low=1 <= k, high=k <= n - 1)
    p.apply("order", "positions_increase")
    p.apply("l_order", "grid_increasing")
    p.use("rise", "l_order", n - k)
    p.apply("weights", "tower_le", a=num(1), b=k)

    def gap(k: Term) -> Term:
        return lx(n - k) - lx(n - k + 1)

    own, other = fun(lambda k: tower(k) * gap(k)), fun(lambda k: M * gap(k))
    p.have("term", own(k) <= other(k), ("rise", "weights"))
    p.every("terms", k, "term", "low", "high")
    p.apply("sum", "sum_le", "terms", f=own, g=other, lo=1, hi=n - 1)
    p.apply("telescoped", "rises_telescope", l=lx, j=n)
    return p.have("out", p.goal, "sum", "telescoped")


@paper.claim(PLACED, shows=BETWEEN <= LINE_2)
def bound_line_2(p: Proof) -> Fact:
    """0 <= l_1 and l_n <= s_n + δ^(-d+1) − δ."""
    ends_of_range(p)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.have("wide", width(lx) <= last_base + M * delta - delta, "first", "last")
    p.have("product", (tower(n) - M) * width(lx) <= (tower(n) - M) * (last_base + M * delta - delta), ("grow", "wide"))
    return p.have("out", p.goal, "product", "last")


@paper.claim([*FINE.values()], shows=eq(LINE_2, LINE_3))
def bound_line_3(p: Proof) -> Fact:
    """S = (δ^(-d) − 1)/(δ^(-1) − 1)."""
    p.given(**FINE)
    p.apply("geometric", "geometric_sum", k=d)
    p.have("above", 0 < m - 1, "m_low")
    p.have("closed", eq(S, (M - 1) / (m - 1)), "geometric", "above", scale=["above"])
    return p.have("out", p.goal, ("closed", (tower(n) - M + 1) * (n - 1)))


@paper.claim([*FINE.values()], shows=LINE_3 <= LINE_4)
def bound_line_4(p: Proof) -> Fact:
    """δ^(-1) − 1 >= 1, and δ^(-d+1) − δ = δ (δ^(-d) − 1)."""
    p.given(**FINE)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.apply("M_low", "power_ge_two", k=d)
    p.have("above", 0 < m - 1, "m_low")
    p.apply("share", "inv_pos", "above", x=m - 1)
    p.have("one", eq((m - 1) * (1 / (m - 1)), 1), "above")
    p.have("least", 0 <= m - 2, "m_low")
    p.have("small", 1 / (m - 1) <= 1, "one", ("share", "least"))
    p.have("M_above", 0 < M - 1, "M_low")
    p.have("scaled", (M - 1) * (1 / (m - 1)) <= M - 1, ("M_above", "small"))
    p.have("many", 0 <= n - 1, "n_low")
    p.have("product", (n - 1) * ((M - 1) * (1 / (m - 1))) <= (n - 1) * (M - 1), ("many", "scaled"))
    p.have("factor", 0 <= tower(n) - M + 1, "grow")
    p.have("inner", (n - 1) * ((M - 1) / (m - 1)) + M * delta - delta <= (M - 1) * (n - 1 + delta), "product")
    return p.have("out", p.goal, ("factor", "inner"))


@paper.claim([*FINE.values()], shows=LINE_4 < LINE_5)
def bound_line_5(p: Proof) -> Fact:
    """Factor by factor: δ^(-nd) − δ^(-d) + 1 <= δ^(-nd), δ^(-d) − 1 < δ^(-d), n − 1 + δ <= n."""
    p.given(**FINE)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("next", "tower_step", k=n)
    p.apply("weight", "power_pos", k=n * d)
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("small", delta <= 1, "whole", ("m_low", "delta_pos"))
    p.have("M_above", 0 < M - 1, "M_low")
    p.have("near", 0 < n - 1 + delta, "n_low", "delta_pos")
    p.have("ones", (M - 1) * (n - 1 + delta) <= (M - 1) * n, ("M_above", p.have(None, 0 <= 1 - delta, "small")))
    p.have("positive", 0 < (M - 1) * (n - 1 + delta), ("M_above", "near"))
    p.have("first", (tower(n) - M + 1) * ((M - 1) * (n - 1 + delta)) <= tower(n) * ((M - 1) * (n - 1 + delta)),
           ("M_above", "positive"))  # fmt: skip
    p.have("second", tower(n) * ((M - 1) * (n - 1 + delta)) <= tower(n) * ((M - 1) * n), ("weight", "ones"))
    p.have("third", tower(n) * ((M - 1) * n) < tower(n) * M * n, ("weight", p.have(None, 0 < n, "n_low")))
    return p.have("out", p.goal, "first", "second", "third", "next")


paper.state(
    "G.2-3", "the bound on the last shifted id",
    section="G.2", index="G.2[3]",
    printed=(bound_line_1, bound_line_2, bound_line_3, bound_line_4, bound_line_5),
)  # fmt: skip

jump = n * tower(n + 1) * m  # n δ^(-(n+1)d-1), the factor of the last layer


def context(f: Term, j: Term) -> Term:
    """l̃_j + n δ^(-(n+1)d-1) l̃_n."""
    return shifted(f, j) + jump * shifted(f, n)


SECOND = {label: substitute(g, {x: x2, h: h2}) for label, g in POSITIONS.items()}
BOTH = [*FINE.values(), *POSITIONS.values(), *SECOND.values()]


@paper.claim([*BOTH, eq(final, final2)], shows=every(lambda j: eq(lx(j), lx2(j)), 1, n))
def positional_one_to_one(p: Proof) -> Fact:
    """The argument of E.3.4 on the differences of the ids, which lie between −M and M."""
    p.given(**FINE, **POSITIONS, **{f"{label}2": g for label, g in SECOND.items()}, same=eq(final, final2))
    p.given(j_low=1 <= j, j_high=j <= n)
    difference = fun(lambda j: x(j) - x2(j))
    for label in (*POSITIONS, *(f"{label}2" for label in SECOND)):
        p.use(f"{label}_j", label, j)
    facts = [f"{label}_j" for label in (*POSITIONS, *(f"{label}2" for label in SECOND))]
    p.every("above", j, p.have(None, -M < difference(j), *facts), "j_low", "j_high")
    p.every("below", j, p.have(None, difference(j) < M, *facts), "j_low", "j_high")
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(shifted(difference, n), 0), "same", scale=["delta_pos"])
    p.apply("all", "coarse_all", "above", "below", "zero", e=difference)
    p.use("own", "all", j)
    return p.every("out", j, p.have(None, eq(lx(j), lx2(j)), "own"), "j_low", "j_high")


@paper.theorem
def positional_interval_low(p: Proof) -> None:
    """The last layer's part <= the context."""
    p.given(**FINE, **POSITIONS, **COLUMN)
    p.apply("order", "positions_increase")
    p.apply("l_order", "grid_increasing")
    p.apply("above", "shifted_above_ids", l=lx, k=num(1))
    p.use("id_", "ids", 1)
    p.use("h_", "h_low", 1)
    p.apply("delta_pos", "delta_pos")
    p.have("first", 0 <= lx(num(1)), ("id_", delta), ("h_", "delta_pos"))
    p.qed(p.have("out", jump * final <= context(lx, j), "above", "first"))


@paper.theorem
def positional_interval_high(p: Proof) -> None:
    """The context is below the last layer's part + n δ^(-(n+1)d)."""
    p.given(**FINE, **POSITIONS, **COLUMN)
    p.apply("increasing", "positional_order")
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n)
    for line in range(1, 6):
        p.apply(f"line{line}", f"bound_line_{line}")
    p.qed(p.have("out", context(lx, j) < jump * final + LINE_5, "below", *(f"line{k}" for k in range(1, 6))))


@paper.theorem
def positional_apart(p: Proof) -> None:
    """l̃_n < l̃'_n ⊢ every entry of the one context is below every entry of the other."""
    p.given(**FINE, **POSITIONS, **{f"{label}2": g for label, g in SECOND.items()}, **COLUMN)
    p.given(q_low=1 <= q, q_high=q <= n, less=final < final2)
    p.apply("high", "positional_interval_high")
    p.apply("low2", "positional_interval_low", *(f"{label}2" for label in SECOND), x=x2, h=h2, j=q)
    p.apply("apart", "finals_apart")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.have("m_pos", 0 < m, "m_low")
    p.have("n_pos", 0 < n, "n_low")
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), "m_pos")
    p.have("factor", 0 < jump, ("n_pos", "weight", "m_pos"))
    p.have("scaled", jump * final + jump * delta <= jump * final2, ("factor", "apart"))
    p.have("unit", eq(jump * delta, LINE_5), ("whole", n * tower(n + 1)))
    p.qed(p.have("out", context(lx, j) < context(lx2, q), "high", "low2", "scaled", "unit"))


DIFFERENT = [*BOTH, *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(eq(x(r), x2(r)))]


@paper.claim(DIFFERENT, shows=negation(eq(context(lx, j), context(lx2, q))))
def positional_contexts(p: Proof) -> Fact:
    """By the one-to-one map l̃_n and l̃'_n differ, by at least δ."""
    p.given(**FINE, **POSITIONS, **{f"{label}2": g for label, g in SECOND.items()}, **COLUMN)
    p.given(q_low=1 <= q, q_high=q <= n, r_low=1 <= r, r_high=r <= n, different=negation(eq(x(r), x2(r))))
    p.given(entries=eq(context(lx, j), context(lx2, q)))
    p.apply("delta_pos", "delta_pos")
    goal = eq(context(lx, j), context(lx2, q))

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            p.apply("all", "positional_one_to_one", order)
            p.use("own", "all", r)
            p.have("ids_same", eq(x(r), x2(r)), "own", scale=["delta_pos"])
            return p.rule(None, "mp", "different", "ids_same")
        if order.concl.args[0] is final:
            apart = p.apply(None, "positional_apart", order)
        else:
            second = [f"{label}2" for label in SECOND]
            by: dict[str, Term] = {"x": x2, "h": h2, "j": q, "q": j, "x'": x, "h'": h}
            apart = p.apply(None, "positional_apart", order, *second, *POSITIONS, "q_low", "q_high", **by)
        return p.have(None, FALSE, apart, "entries")

    return p.discharged(p.by_order("false", final, final2, case), goal)


@paper.claim([*PLACED, 1 <= j, j < k, k <= n], shows=context(lx, j) < context(lx, k))
def positional_columns(p: Proof) -> Fact:
    """The last layer adds the same to all."""
    p.given(**FINE, **POSITIONS, j_low=1 <= j, pair=j < k, k_high=k <= n)
    p.apply("increasing", "positional_order")
    p.apply("less", "increasing_lt", f=fun(lambda j: shifted(lx, j)), i=j, j=k)
    return p.have("out", p.goal, "less")


contexts = paper.state(
    "G.2-contexts",
    "the context l̃_j + n δ^(-(n+1)d-1) l̃_n differs from all of other L, and for the columns of one L",
    section="G.2", index=(), kind="fact", printed=(positional_one_to_one, positional_contexts, positional_columns),
)  # fmt: skip


@paper.claim([*SWEPT, *COLUMN.values()], shows=eq(head(fun(lambda k: T(n, M, k)), num(0), j), final))
def positional_last(p: Proof) -> Fact:
    """All shifted ids are positive, and the last is the greatest."""
    p.given(**FINE, **POSITIONS, **FAR, **SWEEP, **COLUMN, low=1 <= k, high=k <= n)
    p.apply("swept", "positional_sweep")
    p.use("own", "swept", j)
    p.apply("beyond", "shifted_beyond")
    p.use("id_", "ids", n)
    p.use("h_", "h_low", n)
    p.apply("M_low", "power_ge_two", k=d)
    p.apply("wide", "block_wide")
    p.have("positive_block", 0 <= m * S, "wide", "M_low")
    p.have("some", 0 <= n - 1, "n_low")
    p.have("top_pos", 0 < top + 1, ("some", "positive_block"), "M_low")
    p.apply("delta_pos", "delta_pos")
    ids = fun(lambda k: T(n, M, k))
    p.have("positive", 0 < ids(j), "own", "beyond", ("top_pos", "delta_pos"))
    as_row: dict[str, Term] = {"Z": fun(lambda i, k: T(n, M, k), 2), "u": fun(lambda i: num(1)), "d": num(1)}
    p.apply("head", "psi_max", "positive", b=0, **as_row)
    p.apply("same", "max_eq", "swept", f=ids, g=fun(lambda k: shifted(lx, k)), lo=1, hi=n)
    p.apply("increasing", "positional_order")
    p.apply("greatest", "increasing_max", f=fun(lambda k: shifted(lx, k)))
    return p.have("out", p.goal, "head", "same", "greatest")


last_layer = paper.state(
    "G.2-last", "the last layer adds n δ^(-(n+1)d-1) l̃_n to every column",
    section="G.2", index=(), kind="fact", printed=positional_last,
)  # fmt: skip
