"""The shift of column j after those of all earlier columns (E.3.1).

Then l̃_{j-1} is the largest id and l_j the smallest, and the window at l_j shifts column j and no other.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import select
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, GRID, half, lx, shifted, width
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.vocabulary import M, d, delta, j, k, l, m, minimum, n, paper, s, x
from proofs.theorems.algebra.integers import increasing


@paper.claim([2 <= m, 1 <= d, 1 <= n, increasing(l, n)], shows=l(n) <= shifted(l, 1))
def first_above_ids(p: Proof) -> None:
    """1 <= n, l increasing ⊢ l_n <= l̃_1."""
    p.apply("increasing_le", f=l, i=num(1), j=n, label="spread")
    p.apply("power_ge_two", k=d, label="M_low")


@paper.claim(
    {"m_low": 2 <= m, "d_low": 1 <= d, "order": increasing(l, n), **COLUMN, "k_low": 1 <= k, "k_high": k <= n},
    shows=l(k) <= shifted(l, j),
)
def shifted_above_ids(p: Proof) -> Fact:
    """1 <= j, k <= n, l increasing ⊢ l_k <= l̃_j."""
    first = p.apply("first_above_ids")
    own = p.apply("increasing_le", f=l, i=k, j=n)
    p.apply("shifted_increasing", label="increasing")
    later = p.apply("increasing_le", f=fun(lambda j: shifted(l, j)), i=num(1))
    return p.have(l(k) <= shifted(l, j), first, own, later)


def done_before(ids: Term, f: Callable[[Term], Term], j: Term) -> dict[str, Term]:
    """The columns before j have their shifted ids, and the others their own."""
    return {
        "done": every(lambda k: Eq(ids(k), shifted(f, k)), 1, j - 1),
        "left": every(lambda k: Eq(ids(k), f(k)), j, n),
    }


@paper.theorem
def state_max(p: Proof) -> None:
    """The columns before j are shifted, the others not ⊢ the greatest id is before_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(l, n), **COLUMN, **done_before(s, l, j))
    p.given(low=1 <= k, high=k <= n, first=j <= 1, later=1 < j)
    # j = 1: no column is shifted, the last is the greatest
    j_is_one = p.antisymmetry("first", "j_low")
    before_is = p.congr(lambda j: before(l, j), j_is_one)
    own = p.specialize("left", k)
    last = p.specialize("left", n)
    below_last = p.apply("increasing_le", f=l, i=k, j=n)
    member1 = p.have(s(k) <= s(n), own, last, below_last)
    p.generalize(k, member1, label="members1")
    max1 = p.apply("max_is", f=s, lo=1, hi=n, m=n)
    case1 = p.have(Eq(Max(s, 1, n), before(l, j)), max1, last, before_is)
    # j >= 2: the one before is
    p.given(is_done=k < j, is_left=j <= k)
    before_is2 = p.apply("before_next", j=j - 1)
    previous = p.specialize("done", j - 1)
    p.specialize("done", k, label="shifted")
    p.apply("shifted_increasing", label="increasing")
    below = p.apply("increasing_le", f=fun(lambda j: shifted(l, j)), i=k, j=j - 1)
    member2 = p.have(s(k) <= s(j - 1), "shifted", previous, below)
    unshifted = p.specialize("left", k)
    above = p.apply("shifted_above_ids", j=j - 1)
    member3 = p.have(s(k) <= s(j - 1), unshifted, previous, above)
    member = p.cases(j, k, member3, member2)
    p.generalize(k, member, label="members")
    max2 = p.apply("max_is", f=s, lo=1, hi=n, m=j - 1)
    case2 = p.have(Eq(Max(s, 1, n), before(l, j)), max2, previous, before_is2)
    p.qed(p.cases(j, 1, case1, case2))


@paper.claim(
    {"m_low": 2 <= m, "d_low": 1 <= d, "order": increasing(l, n), **COLUMN, **done_before(s, l, j)},
    shows=Eq(minimum(s, 1, n), l(j)),
)
def state_min(p: Proof) -> None:
    """The columns before j are shifted, the others not ⊢ the smallest id is l_j."""
    p.given(low=1 <= k, high=k <= n, is_done=k < j, is_left=j <= k)
    own = p.specialize("left", j)
    shifted = p.specialize("done", k)
    above = p.apply("shifted_above_ids", j=k, k=j)
    member1 = p.have(-s(k) <= -s(j), shifted, own, above)
    unshifted = p.specialize("left", k)
    order_jk = p.apply("increasing_le", f=l, i=j, j=k)
    member2 = p.have(-s(k) <= -s(j), unshifted, own, order_jk)
    member = p.cases(j, k, member2, member1)
    p.generalize(k, member, label="members")
    p.apply("max_is", f=fun(lambda k: -s(k)), lo=1, hi=n, m=j, label="max")


STATE = {"m_low": 2 <= m, "d_low": 1 <= d, "order": increasing(l, n), "j_low": 1 <= j, "j_high": j + 1 <= n}


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=Eq(Max(s, 1, n), shifted(l, j)))
def next_max(p: Proof) -> Fact:
    """The columns up to j are shifted, the others not."""
    greatest = p.apply("state_max", j=j + 1)
    same = p.apply("before_next")
    return p.have(p.goal, greatest, same)


@paper.claim([*STATE.values(), *done_before(s, l, j + 1).values()], shows=Eq(minimum(s, 1, n), l(j + 1)))
def next_min(p: Proof) -> None:
    """The columns up to j are shifted, the others not."""


@paper.claim(
    {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "first": 0 <= x(num(1)), "order": increasing(x, n), **COLUMN},
    shows=M * delta <= shifted(lx, j),
)
def shifted_off_grid(p: Proof) -> Fact:
    """2 <= n, ids on the grid, 1 <= j <= n ⊢ M δ <= l̃_j."""
    bound = p.apply("first_shifted_low")
    p.apply("grid_increasing", label="grid_increasing")
    p.apply("shifted_increasing", l=lx, label="increasing")
    later = p.apply("increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1))
    return p.have(M * delta <= shifted(lx, j), bound, later)


SHIFT = [*GRID.values(), *COLUMN.values(), *done_before(s, lx, j).values()]


@paper.theorem
def shift_here(p: Proof) -> None:
    """The columns before j are shifted, the others not ⊢ the window at l_j shifts column j by before_j − l_j."""
    p.given(m_low=2 <= m, d_low=1 <= d, order=increasing(x, n), **COLUMN, **done_before(s, lx, j))
    p.apply("delta_pos", label="delta_pos")
    p.apply("grid_increasing", label="grid_increasing")
    p.specialize("left", j, label="own")
    spread = p.apply("select_inside", z=s, b=lx(j) - half, **{"b'": lx(j) + half})
    greatest = p.apply("state_max", l=lx)
    smallest = p.apply("state_min", l=lx)
    goal = Eq(select(s, lx(j) - half, lx(j) + half, j), before(lx, j) - lx(j))
    p.qed(p.have(goal, spread, greatest, smallest))


def window_at(ids: Callable[[Term], Term], k: Term) -> Term:
    """The selective shift of column k by the window at l_j."""
    return select(ids, lx(j) - half, lx(j) + half, k)


@paper.claim([*SHIFT, Eq(j, 1)], shows=Eq(window_at(s, j), width(lx)))
def shift_of_first(p: Proof) -> None:
    """No column is shifted before the first."""
    p.given(**COLUMN, is_first=Eq(j, 1))
    p.congr(lambda j: before(lx, j) - lx(j), "is_first", label="at_one")


@paper.claim([*SHIFT, 2 <= j], shows=Eq(window_at(s, j), shifted(lx, j - 1) - lx(j)))
def shift_of_later(p: Proof) -> Fact:
    """The greatest id is l̃_{j-1}."""
    shift = p.apply("shift_here")
    previous = p.apply("before_next", l=lx, j=j - 1)
    return p.have(p.goal, shift, previous)


@paper.claim([*SHIFT, 1 <= k, k <= n, negation(Eq(k, j))], shows=Eq(window_at(s, k), 0))
def shift_nowhere_else(p: Proof) -> Fact:
    """The columns before j are shifted, the others not ⊢ the window at l_j shifts no other column k."""
    p.given(**GRID, **COLUMN, **done_before(s, lx, j))
    p.given(other=negation(Eq(k, j)))
    p.apply("delta_pos", label="delta_pos")
    j_to_n = p.apply("increasing_le", f=x, i=j, j=n)
    p.given(is_before=k < j, is_not=j <= k, is_after=j < k, is_not_after=k <= j)
    goal = Eq(select(s, lx(j) - half, lx(j) + half, k), 0)
    shifted = p.specialize("done", k)
    far = p.apply("shifted_off_grid", j=k)
    low_enough = p.have((x(j) + 1) * delta <= M * delta, (j_to_n, "delta_pos"), ("last", "delta_pos"))
    p.have(lx(j) + half < s(k), shifted, far, low_enough, "delta_pos", label="above1")
    zero1 = p.apply("select_above", z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    unshifted = p.specialize("left", k)
    gap = p.apply("increasing_gap", s=x, i=j, j=k)
    k_after = p.integer_step("is_after")
    above2 = p.have(lx(j) + half < s(k), unshifted, (gap, "delta_pos"), (k_after, "delta_pos"), "delta_pos")
    zero2 = p.apply("select_above", above2, z=s, j=k, b=lx(j) - half, **{"b'": lx(j) + half})
    same = p.antisymmetry("is_not_after", "is_not")
    false = p.mp("other", same)
    zero3 = p.absurd(false, goal)
    not_before = p.cases(k, j, zero3, zero2)
    return p.cases(j, k, not_before, zero1)
