"""Appendix G for d = 1 and n = 2, where one L is shifted twice (`positional`): the contexts differ all the same.

The ids are l_1 = h_1 δ and l_2 = (m + h_2) δ, and the sweep goes through the levels 0, δ, …, (2m − 1)δ. For
L = (1 − δ, 1), that is h = (m − 1, 0), the first shifted id is (2m − 1)δ, the last level: it is shifted once more, to
F δ with F = m³ − 2m² + 3m − 1, above the second, which is m² δ. For all other L the ids are l̃ as in `positional`. The
last layer adds 2m⁴ times the greatest id.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.cases import values
from proofs.kernel.rules import Fact
from proofs.notation import (
    FALSE,
    Term,
    eq,
    every,
    fun,
    hole,
    implies,
    ints,
    ite,
    negation,
    num,
    substitute,
    vectors,
)
from proofs.papers.yun.selective_shift import select
from proofs.papers.yun.shifts import half
from proofs.papers.yun.vocabulary import b, b2, delta, j, k, m, n, paper, s, v, z
from proofs.proof import Proof, ProofError

(T,) = vectors("T", 2)
h_1, h_2, g_1, g_2 = ints("h_1 h_2 g_1 g_2")
twice_shifted = m * m * m - 2 * (m * m) + 3 * m - 1  # F
MORE = {"m_low": 2 <= m}


def first_state(v: Term) -> Term:
    """The id of column 1 before level v, in units of δ."""
    return ite(v <= m - 1, m - 1, ite(v <= 2 * m - 1, 2 * m - 1, twice_shifted))


def second_state(v: Term) -> Term:
    """The id of column 2 before level v."""
    return ite(v <= m, m, m * m)


def state(v: Term, k: Term) -> Term:
    """The ids before level v of the sweep over L = (1 − δ, 1)."""
    return ite(k <= 1, first_state(v), second_state(v))


def select_two(ids: Term, low: Term, high: Term, k: Term) -> Term:
    """The selective shift of column k of two."""
    return substitute(substitute(select(z, low, high, k), {n: num(2)}), {z: ids})


def _of_two(p: Proof, low: int, high: int) -> None:
    """z_low <= z_high ⊢ a window shifts the ids in it by z_high − z_low."""
    p.given(inside_low=b < z(k), inside_high=z(k) < b2, order=z(low) <= z(high), k_low=1 <= k, k_high=k <= 2)
    p.given(j_low=1 <= j, j_high=j <= 2)
    p.apply("spread", "select_inside", j=k, n=2)

    def member(goal: Term) -> Fact:
        def each(case: Fact) -> Fact:
            if case.concl.op == "eq":
                return p.have(None, goal, p.both(None, j, num(1), z, case), "order")
            if case.concl.args[0] is j:
                return p.rule(None, "absurd", p.have(None, FALSE, case, "j_low"), goal)
            after = p.rule(None, "integer_step", case)
            is_two = p.rule(None, "antisymmetry", "j_high", p.have(None, 2 <= j, after))
            return p.have(None, goal, p.both(None, j, num(2), z, is_two), "order")

        return p.every(None, j, p.by_order(None, j, 1, each), "j_low", "j_high")

    p.apply("greatest", "max_is", member(z(j) <= z(high)), f=z, lo=1, hi=2, m=high)
    p.apply("smallest", "max_is", member(-z(j) <= -z(low)), f=fun(lambda j: -z(j)), lo=1, hi=2, m=low)
    p.qed(p.have("out", eq(select_two(z, b, b2, k), z(high) - z(low)), "spread", "greatest", "smallest"))


@paper.theorem
def select_of_two(p: Proof) -> None:
    """Two columns, z_1 <= z_2: a window shifts the ids in it by z_2 − z_1."""
    _of_two(p, 1, 2)


@paper.theorem
def select_of_two_turned(p: Proof) -> None:
    """Two columns, z_2 <= z_1: a window shifts the ids in it by z_1 − z_2."""
    _of_two(p, 2, 1)


def window(v: Term) -> tuple[Term, Term]:
    """The ends of the window at level v."""
    return v * delta - half, v * delta + half


LEVEL = {**MORE, "v_low": 0 <= v, "v_high": v <= 2 * m - 1}


def step_of(v: Term, k: int) -> Term:
    """The layer at level v takes column k from its state to the next."""
    return eq(s(k) + m * select_two(s, *window(v), num(k)), state(v + 1, num(k)) * delta)


def with_states(p: Proof) -> None:
    """Assume both columns in their states before level v."""
    p.given(**LEVEL, at_1=eq(s(1), first_state(v) * delta), at_2=eq(s(2), second_state(v) * delta))
    p.apply("delta_pos", "delta_pos")
    p.have("window", window(v)[0] < window(v)[1], "delta_pos")
    p.have("square", m * m >= 2 * m, "m_low")


CONDITIONS = ((v, m - 1), (v, 2 * m - 1), (v, m), (v + 1, m - 1), (v + 1, 2 * m - 1), (v + 1, m))


def decided(p: Proof, *known: Fact) -> list[Fact]:
    """Those of the conditions of the states that what is known of v decides."""
    out = []
    for low, high in CONDITIONS:
        for relation in (low <= high, high < low):
            try:
                out.append(p.have(None, relation, *known, "m_low", "v_high"))
                break
            except ProofError:
                continue
    return out


def one_step(p: Proof, k: int, *known: Fact) -> Fact:
    """`step_of` for column k where it is known how v lies to the levels; at an equation the column is shifted."""
    facts = decided(p, *known)
    ids = [values(p, facts, t)[0] for t in (first_state(v), second_state(v))]
    one, two = (f.concl.args[1] for f in ids)
    states = [
        p.have(None, eq(s(q), x * delta), f"at_{q}", (f, delta)) for q, x, f in ((1, one, ids[0]), (2, two, ids[1]))
    ]
    (after,) = values(p, facts, (first_state if k == 1 else second_state)(v + 1))
    place = p.have(None, num(1) <= 1) if k == 1 else p.have(None, num(1) < 2)
    pick = p.rule(None, "choice", state(v + 1, num(k)), place)
    then = p.have(None, eq(state(v + 1, num(k)), after.concl.args[1]), pick, after)
    own, (low, high) = (one, two)[k - 1], window(v)
    ends = {"b": low, "b'": high}
    at = next((f for f in known if f.concl.op == "eq"), None)
    if at is None:
        above = p.have(None, v + 1 <= own, *known, "v_high", "square", "m_low")
        beyond = p.have(None, high < s(k), states[k - 1], (above, "delta_pos"), "delta_pos")
        found = p.apply(None, "select_above", beyond, "window", z=s, j=k, n=2, **ends)
        return p.have(None, step_of(v, k), (found, m), states[k - 1], (then, delta))
    inside = [
        p.have(None, low < s(k), states[k - 1], (at, delta), "delta_pos"),
        p.have(None, s(k) < high, states[k - 1], (at, delta), "delta_pos"),
    ]
    less, more, theorem = (one, two, "select_of_two") if k == 1 else (two, one, "select_of_two_turned")
    room = p.have(None, more - less >= 0, "m_low", "square")
    order = p.have(None, s(k) <= s(3 - k), *states, (room, "delta_pos"))
    found = p.apply(None, theorem, *inside, order, z=s, k=k, **ends)
    return p.have(None, step_of(v, k), (found, m), *states, (then, delta))


@paper.theorem
def first_column_step(p: Proof) -> None:
    """Column 1 is shifted at the levels m − 1 and 2m − 1."""
    with_states(p)

    def later(outer: Fact) -> Fact:
        def inner(case: Fact) -> Fact:
            if case.concl.op == "lt" and case.concl.args[1] is v:
                return p.rule(None, "absurd", p.have(None, FALSE, case, "v_high"), step_of(v, 1))
            if case.concl.op == "eq":
                return one_step(p, 1, case)
            return one_step(p, 1, outer, p.rule(None, "integer_step", outer), case, p.rule(None, "integer_step", case))

        return p.by_order(None, v, 2 * m - 1, inner)

    def each(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return one_step(p, 1, case)
        if case.concl.args[0] is v:
            return one_step(p, 1, case, p.rule(None, "integer_step", case))
        return later(case)

    p.qed(p.by_order("out", v, m - 1, each))


@paper.theorem
def second_column_step(p: Proof) -> None:
    """Column 2 is shifted at level m."""
    with_states(p)

    def each(case: Fact) -> Fact:
        extra = [] if case.concl.op == "eq" else [p.rule(None, "integer_step", case)]
        return one_step(p, 2, case, *extra)

    p.qed(p.by_order("out", v, m, each))


RUN = {
    **MORE,
    "begin_1": eq(T(0, 1), (m - 1) * delta),
    "begin_2": eq(T(0, 2), m * delta),
    "layers": every(
        lambda v: every(
            lambda k: eq(T(v + 1, k), T(v, k) + m * select_two(fun(lambda k: T(v, k)), *window(v), k)), 1, 2
        ),
        0,
        2 * m - 1,
    ),
}


def at_level(v: Term) -> Term:
    """Before level v both columns are in their states."""
    return every(lambda k: eq(T(v, k), state(v, k) * delta), 1, 2)


def for_both(p: Proof, claim: Callable[[Term], Term], first: Fact, second: Fact) -> Fact:
    """A claim about column k, "k_low", "k_high", from those about columns 1 and 2."""

    def each(case: Fact) -> Fact:
        if case.concl.op == "lt" and case.concl.args[0] is k:
            return p.rule(None, "absurd", p.have(None, FALSE, case, "k_low"), claim(k))
        if case.concl.op == "eq":
            at, fact = case, first
        else:
            after = p.rule(None, "integer_step", case)
            at, fact = p.rule(None, "antisymmetry", "k_high", p.have(None, 2 <= k, after)), second
        template = hole(claim, "Z")
        back = p.rule(
            None, "antisymmetry", *(p.have(None, t, at) for t in (at.concl.args[1] <= k, k <= at.concl.args[1]))
        )
        return p.rule(None, "replace", back, template, fact)

    return p.every(None, k, p.by_order(None, k, 1, each), "k_low", "k_high")


@paper.claim([*RUN.values(), 0 <= v, v <= 2 * m], shows=at_level(v))
def smallest_sweep(p: Proof) -> Fact:
    """Level by level."""
    p.given(**RUN, v_low=0 <= v, so_far=implies(v <= 2 * m, at_level(v)), v_next=v + 1 <= 2 * m)
    p.given(k_low=1 <= k, k_high=k <= 2)
    zero = num(0)
    begun = []
    for q, low in ((1, m - 1), (2, m)):
        inner = values(p, [p.have(None, zero <= low, "m_low")], (first_state if q == 1 else second_state)(zero))
        place = p.have(None, num(1) <= 1) if q == 1 else p.have(None, num(1) < 2)
        pick = p.rule(None, "choice", state(zero, num(q)), place)
        begun.append(
            p.have(None, eq(T(0, q), state(zero, num(q)) * delta), f"begin_{q}", (pick, delta), (inner[0], delta))
        )
    p.rule("base", "discharge", 0 <= 2 * m, for_both(p, lambda k: eq(T(zero, k), state(zero, k) * delta), *begun))
    p.rule("now", "mp", "so_far", p.settle(v <= 2 * m))
    p.have("v_high", v <= 2 * m - 1, "v_next")
    ids = fun(lambda k: T(v, k))
    here, after = [], []
    for q in (1, 2):
        place = p.have(None, num(1) <= 1) if q == 1 else p.have(None, num(1) < 2)
        pick = p.rule(None, "choice", state(v, num(q)), place)
        own = p.use(None, "now", q)
        here.append(p.have(None, eq(T(v, q), pick.concl.args[1] * delta), own, (pick, delta)))
    for q, name in ((1, "first_column_step"), (2, "second_column_step")):
        step = p.apply(None, name, *here, s=ids)
        layer = p.use(None, "layers", v, q)
        after.append(p.have(None, eq(T(v + 1, q), state(v + 1, num(q)) * delta), layer, step))
    next_ = for_both(p, lambda k: eq(T(v + 1, k), state(v + 1, k) * delta), *after)
    p.rule("step", "discharge", v + 1 <= 2 * m, next_)
    p.induct("all", lambda v: implies(v <= 2 * m, at_level(v)), 0, v, "base", "step")
    p.given(v_end=v <= 2 * m)
    return p.use("out", "all", v)


# --- the contexts -------------------------------------------------------------------------------------------------

jump = 2 * (m * m * m * m)  # n δ^(-(n+1)d-1), the factor of the last layer
ID_RANGE = {
    **MORE, "h_1_low": 0 <= h_1, "h_1_high": h_1 <= m - 1, "h_2_low": 0 <= h_2, "h_2_high": h_2 <= m - 1,
}  # fmt: skip


def first_shifted_id(h_1: Term, h_2: Term) -> Term:
    """l̃_1 in units of δ: x_1 + m (x_2 − x_1) with x_1 = h_1 and x_2 = m + h_2."""
    return h_1 + m * (m + h_2 - h_1)


def last_shifted_id(h_1: Term, h_2: Term) -> Term:
    """l̃_2 = x_2 + m (l̃_1 − x_2)."""
    return m + h_2 + m * (first_shifted_id(h_1, h_2) - (m + h_2))


@paper.claim([*ID_RANGE.values(), h_1 <= m - 2], shows=2 * m - 1 < first_shifted_id(h_1, h_2))
def only_one_is_near(p: Proof) -> Fact:
    """For h_1 <= m − 2 the first shifted id is beyond the last level, 2m − 1."""
    p.given(**ID_RANGE, smaller=h_1 <= m - 2)
    p.have("less", 0 <= m - 1, "m_low")
    p.have("product", 0 <= (m - 1) * (m - 2 - h_1), ("less", "smaller"))
    p.have("up", 0 <= m * h_2, ("m_low", "h_2_low"), "h_2_low")
    return p.have("out", p.goal, "product", "up", "m_low")


@paper.claim([*ID_RANGE.values(), 1 <= h_2], shows=2 * m - 1 < first_shifted_id(h_1, h_2))
def only_one_is_near_2(p: Proof) -> Fact:
    """For h_2 >= 1 too: only L = (1 − δ, 1) is shifted twice."""
    p.given(**ID_RANGE, larger=1 <= h_2)
    p.have("less", 0 <= m - 1, "m_low")
    p.have("product", 0 <= (m - 1) * (m - 1 - h_1), ("less", "h_1_high"))
    p.have("up", 0 <= m * (h_2 - 1), ("m_low", "larger"), "larger")
    return p.have("out", p.goal, "product", "up", "m_low")


@paper.claim([*ID_RANGE.values()], shows=negation(eq(last_shifted_id(h_1, h_2), twice_shifted)))
def last_id_differs(p: Proof) -> Fact:
    """The difference is (m² − m)(h_1 − h_2 − 1) + m − 1 − h_2, and m − 1 − h_2 is below m² − m."""
    p.given(**ID_RANGE, hit=eq(last_shifted_id(h_1, h_2), twice_shifted))
    big, left, times = m * m - m, m - 1 - h_2, h_2 + 1 - h_1
    p.have("multiple", eq(left, big * times), "hit")
    p.have("more", 0 <= (m - 2) * (m - 1), "m_low")
    p.have("below", left < big, "more", "h_2_low", "m_low")
    p.have("above", -big < left, "more", "h_2_high", "m_low")
    p.apply("none", "small_multiple", "multiple", "below", "above", x=left, b=big, y=times)
    p.have("no_rest", eq(left, 0), "multiple", ("none", big))
    p.have("false", FALSE, "no_rest", "none", "h_1_high")
    return p.discharged("false", p.get("hit").concl)


@paper.claim([2 <= m], shows=m * m < twice_shifted)
def two_entries(p: Proof) -> Fact:
    """F − m² = (m − 1)³."""
    p.given(**MORE)
    p.have("above", 0 < m - 1, "m_low")
    return p.have("out", p.goal, ("above", "above", "above"))


def inside(entry: Term) -> tuple[Term, Term]:
    """0 <= entry < n δ^(-(n+1)d-1)."""
    return 0 <= entry, entry < jump


@paper.theorem
def entries_inside(p: Proof) -> None:
    """All shifted ids lie below the factor of the last layer: those of L = (1 − δ, 1)."""
    p.given(**MORE)
    p.have("two", 0 <= m - 2, "m_low")
    p.qed(p.have("out", twice_shifted < jump, "two", degree=4))


@paper.theorem
def first_inside(p: Proof) -> None:
    """0 <= l̃_1 <= l̃_2."""
    p.given(**ID_RANGE)
    p.have("apart", 0 <= m + h_2 - h_1, "h_2_low", "h_1_high")
    p.have("one", 0 <= m - 1, "m_low")
    p.have("grown", 0 <= (m - 1) * (m + h_2 - h_1), ("one", "apart"))
    p.have("again", 0 <= (m - 1) * ((m - 1) * (m + h_2 - h_1)), ("one", "grown"))
    p.qed(p.have("out", first_shifted_id(h_1, h_2) <= last_shifted_id(h_1, h_2), "again"))


@paper.theorem
def first_not_negative(p: Proof) -> None:
    """0 <= l̃_1."""
    p.given(**ID_RANGE)
    p.have("apart", 0 <= m + h_2 - h_1, "h_2_low", "h_1_high")
    p.have("grown", 0 <= m * (m + h_2 - h_1), ("m_low", "apart"), "apart")
    p.qed(p.have("out", 0 <= first_shifted_id(h_1, h_2), "grown", "h_1_low"))


@paper.theorem
def last_inside(p: Proof) -> None:
    """l̃_2 < 2m⁴."""
    p.given(**ID_RANGE)
    p.have("one", 0 <= m - 1, "m_low")
    p.have("two", 0 <= m - 2, "m_low")
    p.have("apart", m + h_2 - h_1 <= 2 * m - 1, "h_2_high", "h_1_low")
    p.have("weight", 0 <= m * (m - 1), ("m_low", "one"), "one")
    p.have("most", m * (m - 1) * (m + h_2 - h_1) <= m * (m - 1) * (2 * m - 1), ("weight", "apart"))
    p.have("room", m * (m - 1) * (2 * m - 1) + 2 * m - 1 < jump, "two", degree=4)
    p.qed(p.have("out", last_shifted_id(h_1, h_2) < jump, "most", "room", "h_2_high"))


x, y = ints("x y")
SPECIAL = {"x_low": m * m <= x, "x_high": x <= twice_shifted}
OTHER = {"y_low": first_shifted_id(h_1, h_2) <= y, "y_high": y <= last_shifted_id(h_1, h_2)}


@paper.claim(
    [*ID_RANGE.values(), *SPECIAL.values(), *OTHER.values()],
    shows=negation(eq(x + jump * twice_shifted, y + jump * last_shifted_id(h_1, h_2))),
)
def smallest_contexts(p: Proof) -> Fact:
    """No entry x of L = (1 − δ, 1), m² or F, makes the same context as an entry y, l̃_1 or l̃_2, of another L."""
    other = last_shifted_id(h_1, h_2)
    p.given(**ID_RANGE, **SPECIAL, **OTHER, hit=eq(x + jump * twice_shifted, y + jump * other))
    p.apply("F_high", "entries_inside")
    p.apply("first_low", "first_not_negative")
    p.apply("last_high", "last_inside")
    p.have("square", 0 <= m * m, ("m_low", "m_low"), "m_low")
    p.have("multiple", eq(x - y, jump * (other - twice_shifted)), "hit")
    p.have("below", x - y < jump, "x_high", "F_high", "y_low", "first_low")
    p.have("above", -jump < x - y, "x_low", "square", "y_high", "last_high")
    p.apply("none", "small_multiple", "multiple", "below", "above", x=x - y, b=jump, y=other - twice_shifted)
    p.apply("differ", "last_id_differs")
    false = p.rule(None, "mp", "differ", p.have(None, eq(other, twice_shifted), "none"))
    return p.discharged(false, p.get("hit").concl)


paper.state(
    "G.2-smallest",
    "d = 1, n = 2: only L = (1 − δ, 1) is shifted twice, to (m³ − 2m² + 3m − 1)δ and m² δ; its contexts still differ",
    section="G.2", index=(), kind="fact",
    printed=(smallest_sweep, only_one_is_near, only_one_is_near_2, two_entries, last_id_differs, smallest_contexts),
)  # fmt: skip
