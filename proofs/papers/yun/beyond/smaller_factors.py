"""E.3.1 with smaller factors than δ^(-d) and δ^(-(n+1)d): how large they must be for a contextual mapping.

At each of the M = δ^(-d) levels the sweep shifts the ids by γ times their spread, and the last layer adds Γ times the
greatest id. The paper takes γ = M and Γ = M^(n+1). Here γ is an integer. For n >= 3 distinct columns γ = M − n suffices
(if γ >= 2 and (n − 1) γ >= M, that is M(n − 2) >= n(n − 1)), with Γ >= γ^n (M − 1); any smaller integer γ >= 2 fails,
whatever Γ is. A fraction may do better, as 9/2 does for M = 8 and n = 3. Columns that are not distinct (8.4), whose ids
γ = M keeps low, are left out.

The closed form of the shifted ids and its order are those of `shifted_order` at m = γ, d = 1. This module runs the
network; `factors_enough` and `factors_too_small` are about the factors.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import mul, rebuild
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8 import next_shift  # noqa: F401  (its theorems are applied by name)
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import head, select
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, level_window, lx, shifted
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, l, m, n, paper, q, s, v, x
from proofs.theorems.algebra.integers import increasing

(gamma,) = ints("gamma")
(last,) = reals("Gamma")
(T, T2) = vectors("T T'", 2)
AT: dict[str, Term] = {"m": gamma, "d": num(1)}


def at_gamma(t: Term, f: Term = l) -> Term:
    """Return a term about the ids l with δ^(-kd) = γ^k, for the ids f."""
    return _plain(substitute(substitute(t, {m: gamma, d: num(1)}), {l: f}))


def _plain(t: Term) -> Term:
    """Return the term without factors 1."""
    t = rebuild(t, lambda part, _: _plain(part))
    if t.op != "mul":
        return t
    factors = [a for a in t.args if a is not num(1)]
    return mul(*factors) if factors[1:] else (factors or [num(1)])[0]


def swept(f: Term, j: Term | int) -> Term:
    """l̃_j with γ in place of δ^(-d)."""
    return at_gamma(shifted(l, j), f)


STEEP = {"gamma_low": 2 <= gamma}
HIGH = {"high": M <= x(num(1)) + gamma * (x(n) - x(num(1)))}  # the first id is shifted beyond all levels
SORTED = {**GRID, **STEEP, **HIGH}


@paper.theorem
def swept_recursion(p: Proof) -> None:
    """2 <= j <= n ⊢ l̃_j = l_j + γ (l̃_{j-1} − l_j)."""
    p.given(j_low=2 <= j)
    closed = p.apply("shift_recursion", **AT)
    goal = Eq(swept(l, j), l(j) + gamma * (swept(l, j - 1) - l(j)))
    p.qed(p.have(goal, closed))


@paper.theorem
def swept_order(p: Proof) -> None:
    """ids on the grid, 1 <= i <= j <= n ⊢ l̃_i <= l̃_j."""
    p.given(m_low=2 <= m, order=increasing(x, n), **STEEP, i_low=1 <= i, ij=i <= j, j_high=j <= n)
    p.apply("grid_increasing", label="l_order")
    p.apply("shifted_increasing", l=lx, **AT, label="increasing")
    p.qed(p.apply("increasing_le", f=fun(lambda j: swept(lx, j))))


@paper.theorem
def swept_off_grid(p: Proof) -> None:
    """1 <= j <= n ⊢ M δ <= l̃_j."""
    p.given(**SORTED, j_low=1 <= j, j_high=j <= n)
    p.apply("delta_pos", label="delta_pos")
    later = p.apply("swept_order", i=num(1))
    p.qed(p.have(M * delta <= swept(lx, j), later, ("high", "delta_pos")))


def state(v: Term, k: Term) -> Term:
    """The id of column k after the sweep of the levels below v."""
    return ite(x(k) < v, swept(lx, k), lx(k))


@paper.theorem
def one_level(p: Proof) -> None:
    """One layer maps each column from its state at level v to that at v + 1."""
    low, high = level_window(v)
    p.given(**SORTED, j_low=1 <= j, j_high=j <= n, v_high=v <= M - 1)
    p.given(at=every(lambda k: Eq(s(k), state(v, k)), 1, n))
    p.given(done=x(j) < v, now_or_later=v <= x(j), later=v < x(j), not_later=x(j) <= v)
    goal = Eq(s(j) + gamma * select(s, low, high, j), state(v + 1, j))
    own = p.specialize("at", j)
    p.apply("delta_pos", label="delta_pos")
    p.apply("grid_increasing", label="l_order")
    ends = {"b": low, "b'": high}
    # shifted earlier: its id is at least M δ, above the window
    done_state = p.ite_eq(state(v, j), "done")
    done_next = p.ite_eq(state(v + 1, j), p.have(x(j) < v + 1, "done"))
    far = p.apply("swept_off_grid")
    p.have(high < s(j), own, done_state, far, ("v_high", "delta_pos"), "delta_pos", label="far_above")
    done_zero = p.apply("select_above", z=s, **ends)
    case_done = p.have(goal, own, done_state, done_next, (done_zero, gamma))
    # later: its id is at least (v + 1) δ, above the window
    beyond = p.integer_step("later")
    later_state = p.ite_eq(state(v, j), "now_or_later")
    later_next = p.ite_eq(state(v + 1, j), beyond)
    later_above = p.have(high < s(j), own, later_state, (beyond, "delta_pos"), "delta_pos")
    later_zero = p.apply("select_above", later_above, z=s, **ends)
    case_later = p.have(goal, own, later_state, later_next, (later_zero, gamma))
    # now: the ids before it are shifted, those from it on not
    now = p.antisymmetry("not_later", "now_or_later")
    now_next = p.ite_eq(state(v + 1, j), p.have(x(j) < v + 1, "not_later"))
    p.have(low < s(j), own, later_state, now, "delta_pos", label="inside_low")
    p.have(s(j) < high, own, later_state, now, "delta_pos", label="inside_high")
    spread = p.apply("select_inside", z=s, **ends)
    p.given(k_low=1 <= k, k_before=k <= j - 1, q_after=j <= q, q_high=q <= n)
    less = p.apply("increasing_lt", f=x, i=k)
    state_less = p.ite_eq(state(v, k), p.have(x(k) < v, less, now))
    at_k = p.specialize("at", k)
    p.generalize(k, p.have(Eq(s(k), swept(lx, k)), at_k, state_less), label="all_done")
    more = p.apply("increasing_le", f=x, i=j, j=q)
    state_more = p.ite_eq(state(v, q), p.have(v <= x(q), more, now))
    at_q = p.specialize("at", q)
    p.generalize(q, p.have(Eq(s(q), lx(q)), at_q, state_more), label="all_left")
    greatest = p.apply("state_max", l=lx, **AT)
    smallest = p.apply("state_min", l=lx, **AT)
    recursion = p.apply("shift_from_before", l=lx, **AT)
    case_now = p.have(
        goal, own, later_state, now_next, (spread, gamma), (greatest, gamma),
        (smallest, gamma), recursion,
    )  # fmt: skip
    not_done = p.cases(x(j), v, case_now, case_later)
    p.qed(p.cases(v, x(j), not_done, case_done))


def levels(T: Term, f: Term) -> dict[str, Term]:
    """A family of ids that starts at f and passes the layers of all levels."""
    return {
        "begin": every(lambda k: Eq(T(num(0), k), f(k)), 1, n),
        "step": every(
            lambda v: every(
                lambda k: Eq(T(v + 1, k), T(v, k) + gamma * select(fun(lambda k: T(v, k)), *level_window(v), k)), 1, n
            ),
            0,
            M - 1,
        ),
    }


@paper.claim({**SORTED, **(levels(T, lx))}, shows=every(lambda k: Eq(T(M, k), swept(lx, k)), 1, n))
def swept_at_gamma(p: Proof) -> Fact:
    """By induction on the level: the sweep maps the ids to l̃ with γ in place of δ^(-d)."""
    level = every(lambda k: Eq(T(v, k), state(v, k)), 1, n)
    p.given(j_low=1 <= j, j_high=j <= n, v_low=0 <= v, so_far=implies(v <= M, level), v_high=v + 1 <= M)
    begin_j = p.specialize("begin", j)
    p.ite_eq(state(num(0), j), p.have(0 <= x(j), "member_low"), label="not_done")
    base_ = p.generalize(j, p.have(Eq(T(num(0), j), state(num(0), j)), begin_j))
    base = p.rule("discharge", 0 <= M, base_)
    p.mp("so_far", p.side_condition(v <= M), label="now")
    layer = p.apply("one_level", s=fun(lambda k: T(v, k)))
    step_ = p.generalize(j, p.have(Eq(T(v + 1, j), state(v + 1, j)), layer))
    step_v = p.rule("discharge", v + 1 <= M, step_)
    all_ = p.induct(lambda v: implies(v <= M, every(lambda k: Eq(T(v, k), state(v, k)), 1, n)), 0, v, base, step_v)
    p.apply("power_ge_two", k=d, label="M_low")
    end = p.specialize(all_, M, j)
    p.apply("increasing_le", f=x, i=j, j=n, label="to_last")
    return p.have(Eq(T(M, j), swept(lx, j)), end)


def output(T: Term, j: Term) -> Term:
    """The id of column j after the last layer."""
    return T(M, j) + last * head(fun(lambda k: T(M, k)), num(0), j)


def context(f: Term, j: Term) -> Term:
    """l̃_j + Γ l̃_n."""
    return swept(f, j) + last * swept(f, n)


paper.notions.define(output(T, j), (T, j, last), "({0} after {2})_{1}", r"({0} \text{{ after }} {2})_{{{1}}}")
paper.notions.define(context(lx, j), (x, j, gamma, last), "q({0}; {2}, {3})_{1}", r"q({0}; {2}, {3})_{{{1}}}")


@paper.claim([*SORTED.values(), *levels(T, lx).values(), 1 <= j, j <= n], shows=Eq(output(T, j), context(lx, j)))
def output_at_gamma(p: Proof) -> Fact:
    """All ids are positive, so the last layer returns the greatest, l̃_n."""
    p.given(**SORTED, k_low=1 <= k, k_high=k <= n)
    all_ = p.apply("swept_at_gamma")
    ids = fun(lambda k: T(M, k))
    for name, at in (("own", j), ("each", k), ("top", n)):
        p.specialize(all_, at, label=name)
    p.apply("power_pos", k=d, label="M_pos")
    off = p.apply("swept_off_grid")
    p.have(0 < ids(j) - 0, "own", off, M * delta, label="positive")
    found = p.apply("hardmax_max", z=ids, c=ids(j) - 0)
    below = p.apply("swept_order", i=k, j=n)
    p.generalize(k, p.have(ids(k) <= ids(n), "each", "top", below), label="members")
    greatest = p.apply("max_is", f=ids, lo=1, hi=n, m=n)
    return p.have(p.goal, "own", (found, last), (greatest, last), ("top", last))
