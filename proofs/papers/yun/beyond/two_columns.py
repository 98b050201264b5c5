"""Two columns, one of which is shifted twice: ids a < b, where the first shifted id C = a + f(b − a) is the last level.

All in units of δ, f being the factor of the shifts. Column 1 is shifted at level a, to C, column 2 at level b, to
S = b + f(C − b), and column 1 once more at level C, to F = C + f(S − C).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import select
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import level_window
from proofs.papers.yun.vocabulary import b, b2, delta, j, k, m, n, paper, s, v, z

(T,) = vectors("T", 2)
a, b_id, f, C, S, F = ints("a b_ f C S F")
TWICE = {
    "m_low": 2 <= m, "a_low": 0 <= a, "pair": a + 1 <= b_id, "later": b_id + 1 <= C, "above": C + 1 <= S,
    "C_is": Eq(C, a + f * (b_id - a)), "S_is": Eq(S, b_id + f * (C - b_id)), "F_is": Eq(F, C + f * (S - C)),
}  # fmt: skip
ORDER, LAWS = ("a_low", "pair", "later", "above"), ("C_is", "S_is", "F_is")


def first_state(v: Term) -> Term:
    """The id of column 1 before level v, in units of δ."""
    return ite(v <= a, a, ite(v <= C, C, F))


def second_state(v: Term) -> Term:
    """The id of column 2 before level v."""
    return ite(v <= b_id, b_id, S)


def state(v: Term, k: Term) -> Term:
    """The ids before level v."""
    return ite(k <= 1, first_state(v), second_state(v))


def select_two(ids: Term, low: Term, high: Term, k: Term) -> Term:
    """Return the selective shift of column k of two."""
    return substitute(substitute(select(z, low, high, k), {n: num(2)}), {z: ids})


def _of_two(p: Proof, low: int, high: int) -> None:
    """Prove that a window shifts the ids in it by z_high − z_low, for z_low <= z_high."""
    p.given(inside_low=b < z(k), inside_high=z(k) < b2, order=z(low) <= z(high))
    p.given(j_low=1 <= j, j_high=j <= 2)
    spread = p.apply("select_inside", j=k, n=2)

    def member(goal: Term) -> Fact:
        def each(case: Fact) -> Fact:
            if case.concl.op == "eq":
                return p.have(goal, p.congr(z, case), "order")
            if case.concl.args[0] is j:
                return p.absurd(p.have(FALSE, case, "j_low"), goal)
            is_two = p.antisymmetry("j_high", p.have(2 <= j, case))
            return p.have(goal, p.congr(z, is_two), "order")

        return p.trichotomy(j, 1, each)

    greatest = p.apply("max_is", member(z(j) <= z(high)))
    smallest = p.apply("max_is", member(-z(j) <= -z(low)), f=fun(lambda j: -z(j)), lo=1, hi=2, m=low)
    p.qed(p.have(Eq(select_two(z, b, b2, k), z(high) - z(low)), spread, greatest, smallest, label="out"))


@paper.theorem
def select_of_two(p: Proof) -> None:
    """Two columns, z_1 <= z_2: a window shifts the ids in it by z_2 − z_1."""
    _of_two(p, 1, 2)


@paper.theorem
def select_of_two_turned(p: Proof) -> None:
    """Two columns, z_2 <= z_1: a window shifts the ids in it by z_1 − z_2."""
    _of_two(p, 2, 1)


LEVEL = {**TWICE, "v_low": 0 <= v, "v_high": v <= C}


def step_of(v: Term, k: int) -> Term:
    """The layer at level v takes column k from its state to the next."""
    return Eq(s(k) + f * select_two(s, *level_window(v), num(k)), state(v + 1, num(k)) * delta)


def with_states(p: Proof) -> None:
    """Assume both columns in their states before level v."""
    p.given(**LEVEL, at_1=Eq(s(1), first_state(v) * delta), at_2=Eq(s(2), second_state(v) * delta))
    p.apply("delta_pos", label="delta_pos")
    p.have(level_window(v)[0] < level_window(v)[1], "delta_pos", label="window")


CONDITIONS = ((v, a), (v, C), (v, b_id), (v + 1, a), (v + 1, C), (v + 1, b_id))


def decided(p: Proof, *known: Fact) -> list[Fact]:
    """Prove the conditions of the states that the facts about v decide."""
    out = []
    for low, high in CONDITIONS:
        for relation in (low <= high, high < low):
            try:
                out.append(p.follows(relation, *known, *ORDER))
                break
            except ProofError:
                continue
    return out


def one_step(p: Proof, k: int, *known: Fact) -> Fact:
    """`step_of` for column k where it is known how v lies to the levels; at an equation the column is shifted."""
    facts = decided(p, *known)
    ids = [values(p, facts, t)[0] for t in (first_state(v), second_state(v))]
    one, two = (f.concl.args[1] for f in ids)
    states = [p.have(Eq(s(q), x * delta), f"at_{q}", (f, delta)) for q, x, f in ((1, one, ids[0]), (2, two, ids[1]))]
    (after,) = values(p, facts, (first_state if k == 1 else second_state)(v + 1))
    own, (low, high) = (one, two)[k - 1], level_window(v)
    ends = {"b": low, "b'": high}
    at = next((f for f in known if f.concl.op == "eq"), None)
    if at is None:
        above = p.have(v + 1 <= own, *known, *ORDER, "v_high")
        beyond = p.have(high < s(k), states[k - 1], (above, "delta_pos"), "delta_pos")
        found = p.apply("select_above", beyond, "window", z=s, j=k, n=2, **ends)
        return p.have(step_of(v, k), (found, f), states[k - 1], (after, delta))
    inside = [
        p.have(low < s(k), states[k - 1], (at, delta), "delta_pos"),
        p.have(s(k) < high, states[k - 1], (at, delta), "delta_pos"),
    ]
    less, more, theorem = (one, two, "select_of_two") if k == 1 else (two, one, "select_of_two_turned")
    order = p.have(s(k) <= s(3 - k), *states, (more - less, "delta_pos"))
    found = p.apply(theorem, *inside, order, k=k, **ends)
    return p.have(step_of(v, k), (found, f), *states, (after, delta), *((law, delta) for law in LAWS))


@paper.theorem
def first_column_step(p: Proof) -> None:
    """Column 1 is shifted at the levels a and C."""
    with_states(p)

    def each(case: Fact) -> Fact:
        if case.concl.args[0] is v:
            return one_step(p, 1, case, case)
        outer = case

        def inner(case: Fact) -> Fact:
            if case.concl.op == "lt" and case.concl.args[1] is v:
                return p.absurd(p.have(FALSE, case, "v_high"), step_of(v, 1))
            return one_step(p, 1, outer, p.integer_step(outer), case, case)

        return p.trichotomy(v, C, inner)

    p.qed(p.trichotomy(v, a, each))


@paper.theorem
def second_column_step(p: Proof) -> None:
    """Column 2 is shifted at level b."""
    with_states(p)

    def each(case: Fact) -> Fact:
        return one_step(p, 2, case)

    p.qed(p.trichotomy(v, b_id, each))


RUN = {
    **TWICE,
    "begin_1": Eq(T(0, 1), a * delta),
    "begin_2": Eq(T(0, 2), b_id * delta),
    "layers": every(
        lambda v: every(
            lambda k: Eq(T(v + 1, k), T(v, k) + f * select_two(fun(lambda k: T(v, k)), *level_window(v), k)), 1, 2
        ),
        0,
        C,
    ),
}


def at_level(v: Term) -> Term:
    """Both columns are in their states before level v."""
    return every(lambda k: Eq(T(v, k), state(v, k) * delta), 1, 2)


def for_both(p: Proof, claim: Callable[[Term], Term], first: Fact, second: Fact) -> Fact:
    """Prove a claim about column k, "k_low", "k_high", from the claims about columns 1 and 2."""

    def each(case: Fact) -> Fact:
        if case.concl.op == "lt" and case.concl.args[0] is k:
            return p.absurd(p.have(FALSE, case, "k_low"), claim(k))
        if case.concl.op == "eq":
            at, fact = case, first
        else:
            at, fact = p.antisymmetry("k_high", p.have(2 <= k, case)), second
        template = hole(claim, "Z")
        back = p.antisymmetry(*(p.have(t, at) for t in (at.concl.args[1] <= k, k <= at.concl.args[1])))
        return p.replace(back, template, fact)

    return p.generalize(k, p.trichotomy(k, 1, each))


@paper.claim([*RUN.values(), 0 <= v, v <= C + 1], shows=at_level(v))
def sweep_shifts_twice(p: Proof) -> Fact:
    """By induction on the level."""
    p.given(**RUN, so_far=implies(v <= C + 1, at_level(v)), v_next=v + 1 <= C + 1)
    p.given(k_low=1 <= k, k_high=k <= 2)
    zero = num(0)
    place = p.have(num(1) < 2)
    begun = [p.have(Eq(T(0, q), state(zero, num(q)) * delta), f"begin_{q}") for q in (1, 2)]
    base = p.rule("discharge", 0 <= C + 1, for_both(p, lambda k: Eq(T(zero, k), state(zero, k) * delta), *begun))
    now = p.mp("so_far", p.have(v <= C + 1, "v_next"))
    ids = fun(lambda k: T(v, k))
    here, after = [], []
    for q in (1, 2):
        pick = p.ite_eq(state(v, num(q)), place)
        here.append(p.have(Eq(T(v, q), pick.concl.args[1] * delta), now))
    for q, name in ((1, "first_column_step"), (2, "second_column_step")):
        step = p.apply(name, *here, s=ids)
        layer = p.specialize("layers", v, q)
        after.append(p.have(Eq(T(v + 1, q), state(v + 1, num(q)) * delta), layer, step))
    next_ = for_both(p, lambda k: Eq(T(v + 1, k), state(v + 1, k) * delta), *after)
    p.rule("discharge", v + 1 <= C + 1, next_, label="step")
    all_ = p.induct(lambda v: implies(v <= C + 1, at_level(v)), 0, v, base, "step")
    return p.specialize(all_, v)
