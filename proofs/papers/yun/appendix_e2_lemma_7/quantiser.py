"""The quantiser: token-wise layers that round every entry down to the grid (E.1.1, E.2).

A layer Z ↦ Z + e^(i) φ((e^(i))ᵀ Z − c 1ᵀ) changes the entries of row i one by one. For each row there is one layer that
clips and m = 1/δ layers that round, so d (m + 1) layers in all.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import d, delta, i, j, k, m, n, paper, q, r, tower, v
from proofs.theorems.algebra.integers import quotient

(N,) = ints("N")
(a,) = reals("a")
(t,) = vectors("t")
(X,) = vectors("X", 2)
(V,) = vectors("V", 4)
outside = -tower(n)  # −δ^(-nd)
FINE = (1 <= m, 1 <= d, 1 <= n)


def clip(t: Term) -> Term:
    """φ(t) = −t − δ^(-nd) if t < 0 or t >= 1, else 0."""
    return ite(t < 0, -t + outside, ite(1 <= t, -t + outside, 0))


def window(t: Term) -> Term:
    """φ(t) = −t if 0 <= t < δ, else 0."""
    return ite(t < 0, 0, ite(delta <= t, 0, -t))


(entry,) = reals("t")
paper.notions.define(clip(entry), (entry,), "φ_clip({0})", r"\phi_{{\mathrm{{clip}}}}({0})")
paper.notions.define(window(entry), (entry,), "φ_round({0})", r"\phi_{{\mathrm{{round}}}}({0})")


def clipped(t: Term) -> Term:
    """The clipping layer on an entry."""
    return t + clip(t)


def rounded(t: Term, at: Term) -> Term:
    """The layer with the window [at, at + δ) on an entry."""
    return t + window(t - at)


def in_cell(t: Term, k: Term) -> tuple[Term, Term]:
    """kδ <= t < (k + 1) δ."""
    return k * delta <= t, t < (k + 1) * delta


CELL = {"k_low": 0 <= k, "k_high": k <= m - 1, "above": in_cell(a, k)[0], "below": in_cell(a, k)[1]}


def windows(at: Callable[[Term], Term], layers: Term = m) -> Term:
    """t_{v+1} is t_v after the layer whose window begins at at(v), v = 0, …, layers − 1."""
    return every(lambda v: Eq(t(v + 1), rounded(t(v), at(v))), 0, layers - 1)


ENTRY = {"start": Eq(t(0), clipped(a)), "layers": windows(lambda v: v * delta)}


def fine(p: Proof) -> None:
    """Assume δ = 1/m with m >= 2, and derive "delta_pos" and "whole" (m δ = 1)."""
    p.given(m_low=1 <= m)
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(m * delta, 1), p.have(0 < m, "m_low", label="m_pos"), label="whole")


(at,) = reals("at")


@paper.claim([1 <= m, at <= a, a < at + delta], shows=Eq(rounded(a, at), at))
def window_inside(p: Proof) -> None:
    """A value in the window is mapped to its left end."""


@paper.claim([1 <= m, a < at], shows=Eq(rounded(a, at), a))
def window_below(p: Proof) -> None:
    """A value below the window is unchanged."""


@paper.claim([1 <= m, at + delta <= a], shows=Eq(rounded(a, at), a))
def window_above(p: Proof) -> None:
    """A value above the window is unchanged."""
    own = window(a - at)
    p.ite_eq(own, p.have(0 <= a - at), label="first")


@paper.claim([*FINE, a < 0], shows=Eq(clipped(a), outside))
def clips_below(p: Proof) -> None:
    """By definition."""
    p.ite_eq(clip(a), a < 0, label="first")


@paper.claim([*FINE, 1 <= a], shows=Eq(clipped(a), outside))
def clips_above(p: Proof) -> None:
    """By definition."""
    p.ite_eq(clip(a), p.have(0 <= a, 1 <= a), label="first")
    p.ite_eq(clip(a).args[2], 1 <= a, label="second")


@paper.claim([*FINE, 0 <= a, a < 1], shows=Eq(clipped(a), a))
def clips_nothing_else(p: Proof) -> None:
    """By definition."""
    p.ite_eq(clip(a), 0 <= a, label="first")
    p.ite_eq(clip(a).args[2], a < 1, label="second")


def by_level(p: Proof, claim: Callable[[Term], Term], step: Callable[[], object], layers: int | Term = m) -> None:
    """Prove "all", ∀v. 0 <= v → v <= layers → claim(v), from "base"; `step` proves claim(v + 1), "next_", by "now"."""
    p.given(v_low=0 <= v, so_far=implies(v <= layers, claim(v)), v_high=v + 1 <= layers)
    base_ = p.rule("discharge", 0 <= layers, "base")
    p.mp("so_far", p.side_condition(v <= layers), label="now")
    step()
    step_ = p.rule("discharge", v + 1 <= layers, "next_")
    p.induct(lambda v: implies(v <= layers, claim(v)), 0, v, base_, step_, label="all")


@paper.theorem
def cell_in_unit(p: Proof) -> None:
    """0 <= k <= m − 1, kδ <= a < (k + 1) δ ⊢ a < 1."""
    fine(p)
    p.given(**CELL)
    p.qed(p.have(a < 1, ("k_high", "delta_pos"), "below"))


@paper.theorem
def cell_not_negative(p: Proof) -> None:
    """0 <= k, kδ <= a ⊢ 0 <= a."""
    fine(p)
    p.qed(p.have(0 <= a, p.assume(in_cell(a, k)[0]), (p.assume(0 <= k), "delta_pos")))


ROUNDED = {
    "k_low": 0 <= k, "k_high": k <= N - 1, "above": CELL["above"], "below": CELL["below"],
    "start": Eq(t(0), a), "layers": windows(lambda v: v * delta, N),
}  # fmt: skip


@paper.claim([1 <= m, *ROUNDED.values()], shows=Eq(t(N), k * delta))
def rounds_down(p: Proof) -> None:
    """Only the window at kδ changes the entry; earlier windows lie to its left, and later ones to its right."""
    fine(p)
    p.given(**ROUNDED)
    state = fun(lambda v: ite(k < v, k * delta, a))
    p.have(Eq(t(0), state(num(0))), label="base")

    def step() -> None:
        layer = p.specialize("layers", v)
        p.given(done=k < v, open=v <= k, later=v < k, not_later=k <= v)
        own_done = p.ite_eq(state(v), "done")
        next_done = p.ite_eq(state(v + 1), p.have(k < v + 1, "done"))
        p.have(t(v) < v * delta, "now", own_done, ("done", "delta_pos"), label="below_done")
        stay_done = p.apply("window_below", a=t(v), at=v * delta)
        if_done = p.have(Eq(t(v + 1), state(v + 1)), layer, "now", own_done, next_done, stay_done)
        own_open = p.ite_eq(state(v), "open")
        beyond = p.integer_step("later")
        next_open = p.ite_eq(state(v + 1), beyond)
        p.have(v * delta + delta <= t(v), "now", own_open, (beyond, "delta_pos"), "above", label="above_open")
        stay_open = p.apply("window_above", a=t(v), at=v * delta)
        if_later = p.have(Eq(t(v + 1), state(v + 1)), layer, "now", own_open, next_open, stay_open)
        here = p.antisymmetry("open", "not_later")
        next_here = p.ite_eq(state(v + 1), p.have(k < v + 1, "not_later"))
        p.have(v * delta <= t(v), "now", own_open, "above", here, label="in_low")
        p.have(t(v) < v * delta + delta, "now", own_open, "below", here, label="in_high")
        falls = p.apply("window_inside", a=t(v), at=v * delta)
        if_here = p.have(Eq(t(v + 1), state(v + 1)), layer, falls, next_here, here)
        if_open = p.cases(k, v, if_here, if_later)
        p.cases(v, k, if_open, if_done, label="next_")

    by_level(p, lambda v: Eq(t(v), state(v)), step, N)


@paper.theorem
def stays_clipped(p: Proof) -> None:
    """Clipped to −δ^(-nd) ⊢ no window changes the entry."""
    fine(p)
    p.given(base=Eq(t(0), outside), layers=ENTRY["layers"])
    weight = p.apply("power_pos", k=n * d)

    def step() -> None:
        layer = p.specialize("layers", v)
        p.have(t(v) < v * delta, "now", weight, ("v_low", "delta_pos"), label="negative")
        stay = p.apply("window_below", a=t(v), at=v * delta)
        p.have(Eq(t(v + 1), outside), layer, "now", stay, label="next_")

    by_level(p, lambda v: Eq(t(v), outside), step)
    p.qed(p.specialize("all", m), Eq(t(m), outside))


@paper.claim([*FINE, *CELL.values(), *ENTRY.values()], shows=Eq(t(m), k * delta))
def quantised_inside(p: Proof) -> Fact:
    """The first layer does not change entries in the unit interval."""
    kept = p.apply("clips_nothing_else", p.apply("cell_not_negative"), p.apply("cell_in_unit"))
    return p.apply("rounds_down", kept, N=m)


@paper.claim([*FINE, a < 0, *ENTRY.values()], shows=Eq(t(m), outside))
def quantised_below(p: Proof) -> None:
    """The first layer clips, and −δ^(-nd) is left of all windows."""


@paper.claim([*FINE, 1 <= a, *ENTRY.values()], shows=Eq(t(m), outside))
def quantised_above(p: Proof) -> None:
    """The first layer clips the entry, also if it is 1."""


def in_no_cell(a: Term) -> Term:
    """a lies in none of the m cells."""
    return every(lambda k: implies(in_cell(a, k)[0], negation(in_cell(a, k)[1])), 0, m - 1)


own_cell = quotient(a, delta, m)


@paper.claim([1 <= m, 0 <= a, a < 1], shows=own_cell <= m - 1)
def quotient_few(p: Proof) -> Fact:
    """The quotient by δ is an integer below m."""
    fine(p)
    below = p.apply("quotient_le", n=m, b=delta, v=a)
    return p.integer_step(p.have(own_cell < m, (below, m), (a < 1, m), "whole"))


@paper.claim(
    [1 <= m, 0 <= a, a < 1],
    shows=exists(lambda: [0 <= own_cell, own_cell <= m - 1, *in_cell(a, own_cell)]),
)
def cell_of(p: Proof) -> Fact:
    """Division by δ with remainder."""
    fine(p)
    return p.exists_intro(p.goal, [], p.apply("quotient_few"))


@paper.claim([1 <= m], shows=for_all(lambda a: implies(0 <= a, in_no_cell(a), 1 <= a), "R"))
def intervals_cover(p: Proof) -> Fact:
    """A number from 0 to 1 lies in the cell of its quotient by δ."""
    p.given(low=0 <= a, none=in_no_cell(a))
    cell = p.obtain(
        p.apply("cell_of", p.assume(a < 1)),
    )
    no = p.change(p.mp(p.specialize("none", own_cell, using=cell), cell[3]), FALSE)
    return p.cases(1, a, p.assume(1 <= a), p.absurd(no, 1 <= a))


OTHER = {"q_low": 0 <= q, "q_high": q <= m - 1, "above2": in_cell(a, q)[0], "below2": in_cell(a, q)[1]}


def in_one_cell(a: Term) -> Term:
    """If a lies in the cells k and q, they are the same."""
    return implies(*in_cell(a, k), *in_cell(a, q), Eq(k, q))


@paper.claim([1 <= m, 0 <= k, k <= m - 1, 0 <= q, q <= m - 1], shows=for_all(in_one_cell, "R"))
def cells_disjoint(p: Proof) -> Fact:
    """kδ <= a < (q + 1) δ implies k <= q, and conversely."""
    fine(p)
    p.given(**CELL, **OTHER)
    p.have(k < q + 1, "above", "below2", scale=["delta_pos"], label="first")
    p.have(q < k + 1, "above2", "below", scale=["delta_pos"], label="second")
    low, high = "first", "second"
    same = p.antisymmetry(p.have(k <= q, low), p.have(q <= k, high))
    return p.generalize(a, same)


printed_windows = windows(lambda v: v * delta * delta)  # k = vδ, and the window begins at kδ
printed_layers = Claim((*FINE, *CELL.values(), ENTRY["start"], printed_windows), Eq(t(m), k * delta))
HALF = rational(1, 2)
MOVED = {m: num(2), k: num(1), a: HALF, t: fun(lambda v: ite(v <= 1, HALF, HALF**2))}  # the last layer takes ½ to ¼


@paper.claim([], shows=negation(substitute(printed_layers.formula, {**MOVED, d: num(1), n: num(2)})))
def half_moved(p: Proof) -> Fact:
    """For δ = ½ the second window is [¼, ¾)."""
    return p.rule("compute", p.goal, [], ["leaf", 64])


# --- Lemma 7: all rows, one after another ---------------------------------------------------------------------------


def on_row(r: Term, phi: Callable[[Term], Term], before: Callable[[Term, Term], Term], i: Term, j: Term) -> Term:
    """(Z + e^(r) φ((e^(r))ᵀ Z))_ij."""
    return before(i, j) + ite(Eq(i, r), 1, 0) * phi(before(r, j))


def everywhere(f: Callable[[Term, Term], Term]) -> Term:
    """f(i, j) for all entries of a d × n matrix."""
    return every(lambda i: every(lambda j: f(i, j), 1, n), 1, d)


def stage(r: Term | int, s: Term | int) -> Callable[[Term, Term], Term]:
    """The matrix after s of the m + 1 layers for row r."""
    return lambda i, j: V(r, s, i, j)


CLIP_ROW = every(lambda r: everywhere(lambda i, j: Eq(V(r, 1, i, j), on_row(r, clip, stage(r, 0), i, j))), 1, d)
ROUND_ROW = every(
    lambda r: every(
        lambda v: everywhere(
            lambda i, j: Eq(V(r, v + 2, i, j), on_row(r, lambda t: window(t - v * delta), stage(r, v + 1), i, j))
        ),
        0,
        m - 1,
    ),
    1,
    d,
)
NETWORK = {
    "input": everywhere(lambda i, j: Eq(V(1, 0, i, j), X(i, j))),
    "next_row": every(lambda r: everywhere(lambda i, j: Eq(V(r + 1, 0, i, j), V(r, m + 1, i, j))), 1, d - 1),
    "clip_row": CLIP_ROW,
    "round_row": ROUND_ROW,
}
ENTRIES = {"i_low": 1 <= i, "i_high": i <= d, "j_low": 1 <= j, "j_high": j <= n}
quantised = V(d, m + 1, i, j)


@paper.theorem
def other_rows_stay(p: Proof) -> None:
    """i ≠ r ⊢ the layers for row r do not change row i."""
    p.given(m_low=1 <= m, clip_row=CLIP_ROW, round_row=ROUND_ROW, **ENTRIES)
    p.given(r_low=1 <= r, r_high=r <= d, other=negation(Eq(i, r)))
    zero = p.ite_eq(ite(Eq(i, r), 1, 0), "other")
    first = p.specialize("clip_row", r, i, j)
    p.have(Eq(V(r, 1, i, j), V(r, 0, i, j)), first, zero, label="base")

    def step() -> None:
        layer = p.specialize("round_row", r, v, i, j)
        p.have(Eq(V(r, v + 2, i, j), V(r, 0, i, j)), layer, zero, "now", label="next_")

    by_level(p, lambda v: Eq(V(r, v + 1, i, j), V(r, 0, i, j)), step)
    p.qed(p.specialize("all", m), Eq(V(r, m + 1, i, j), V(r, 0, i, j)))


@paper.theorem
def row_untouched(p: Proof) -> None:
    """Before its own layers a row is unchanged."""
    p.given(m_low=1 <= m, **NETWORK, **ENTRIES, r_low=1 <= r, so_far=implies(r <= i, Eq(V(r, 0, i, j), X(i, j))))
    p.given(r_next=r + 1 <= i)
    start = p.specialize("input", i, j)
    base = p.rule("discharge", 1 <= i, start)
    now = p.mp("so_far", p.side_condition(r <= i))
    hit = p.assume(Eq(i, r))
    p.note("other", p.have(FALSE, hit, "r_next"))
    stays = p.apply("other_rows_stay")
    handed = p.specialize("next_row", r, i, j)
    step_ = p.have(Eq(V(r + 1, 0, i, j), X(i, j)), now, stays, handed)
    step = p.rule("discharge", r + 1 <= i, step_)
    all_ = p.induct(lambda r: implies(r <= i, Eq(V(r, 0, i, j), X(i, j))), 1, r, base, step)
    p.qed(p.specialize(all_, i), Eq(V(i, 0, i, j), X(i, j)))


@paper.theorem
def row_kept(p: Proof) -> None:
    """After its own layers a row does not change."""

    def claim(r: Term) -> Term:
        return implies(r <= d, Eq(V(r, m + 1, i, j), V(i, m + 1, i, j)))

    p.given(m_low=1 <= m, **NETWORK, **ENTRIES, r_low=i <= r, so_far=claim(r), r_high=r + 1 <= d)
    base = p.rule("discharge", i <= d, p.have(Eq(V(i, m + 1, i, j), V(i, m + 1, i, j))))
    now = p.mp("so_far", p.side_condition(r <= d))
    handed = p.specialize("next_row", r, i, j)
    hit = p.assume(Eq(i, r + 1))
    p.note("other", p.have(FALSE, hit, "r_low"))
    stays = p.apply("other_rows_stay", r=r + 1)
    step_ = p.have(Eq(V(r + 1, m + 1, i, j), V(i, m + 1, i, j)), now, handed, stays)
    step = p.rule("discharge", r + 1 <= d, step_)
    all_ = p.induct(claim, i, r, base, step)
    p.qed(p.specialize(all_, d), Eq(quantised, V(i, m + 1, i, j)))


own_entry = fun(lambda v: V(i, v + 1, i, j))


@paper.theorem
def own_layers(p: Proof) -> None:
    """The layers for row i, on entry (i, j), are those of the scalar quantiser."""
    p.given(round_row=ROUND_ROW, **ENTRIES, v_low=0 <= v, v_high=v <= m - 1)
    layer = p.specialize("round_row", i, v, i, j)
    step = p.have(Eq(own_entry(v + 1), rounded(own_entry(v), v * delta)), layer)
    p.qed(p.generalize(v, step))


@paper.theorem
def own_start(p: Proof) -> None:
    """The first layer for row i clips entry (i, j)."""
    p.given(m_low=1 <= m, **NETWORK, **ENTRIES)
    untouched = p.apply("row_untouched")
    first = p.specialize("clip_row", i, i, j)
    same = p.congr(clipped, untouched)
    p.qed(p.have(Eq(own_entry(num(0)), clipped(X(i, j))), first, same))


LEMMA_7 = [*FINE, *NETWORK.values(), *ENTRIES.values()]


def by_scalar(p: Proof, theorem: str, **case: Term) -> Fact:
    """Apply the scalar result to entry (i, j) of the matrix."""
    p.given(**NETWORK, **ENTRIES, **case)
    p.apply("own_layers", label="layers")
    p.apply("row_kept", label="kept")
    p.apply(theorem, *case, t=own_entry, label="scalar")
    return p.have(p.goal, label="out")


X_CELL = {"k_low": 0 <= k, "k_high": k <= m - 1, "above": in_cell(X(i, j), k)[0], "below": in_cell(X(i, j), k)[1]}


@paper.claim([*LEMMA_7, *X_CELL.values()], shows=Eq(quantised, k * delta))
def lemma_7_inside(p: Proof) -> Fact:
    """By induction on the rows, using the scalar quantiser."""
    return by_scalar(p, "quantised_inside", **X_CELL)


@paper.claim([*LEMMA_7, X(i, j) < 0], shows=Eq(quantised, outside))
def lemma_7_below(p: Proof) -> Fact:
    """By induction on the rows, using the scalar quantiser."""
    return by_scalar(p, "quantised_below", low=X(i, j) < 0)


@paper.claim([*LEMMA_7, 1 <= X(i, j)], shows=Eq(quantised, outside))
def lemma_7_above(p: Proof) -> Fact:
    """By induction on the rows, using the scalar quantiser."""
    return by_scalar(p, "quantised_above", high=1 <= X(i, j))


cells = every(lambda k_: substitute(implies(*list(X_CELL.values())[2:], Eq(quantised, k * delta)), {k: k_}), 0, m - 1)
beyond = [implies(side, Eq(quantised, outside)) for side in (X(i, j) < 0, 1 <= X(i, j))]


@paper.claim(LEMMA_7, shows=exists(lambda: [cells, *beyond]))
def lemma_7_entries(p: Proof) -> Fact:
    """By cases."""
    return p.exists_intro(p.goal, [])
