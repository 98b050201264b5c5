"""Lemma 9: token-wise layers that map each context to its value (E.1.3, E.4).

Everything is about one column. Contexts are numbered w = 1, …, R: column S_w of some g_c(L̄), with the id x_w δ, is to
be mapped to column A_w. The ids are distinct multiples of δ in [t_l, t_r] (Lemma 8).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import half
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, s, t, tower, x, z

A, S, Z, Rows = vectors("A S Z Rows", 2)
contexts, w = ints("R w")
a, b, at, top, B = reals("a b at top B")
FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n}


def code(f: Callable[[Term], Term]) -> Term:
    """uᵀ of a column."""
    return Sum(lambda i: U(i) * f(i), 1, d)


def of_context(f: Term, w: Term) -> Term:
    """Column w of a family."""
    return fun(lambda i: f(w, i))


def off_range(t: Term) -> Term:
    """φ(t) = 0 on [t_l, t_r], else 1."""
    return ite(t < t_l, 1, ite(t_r < t, 1, 0))


def positive_part(t: Term) -> Term:
    """t + φ(t) with φ(t) = −t for t < 0, else 0."""
    return t + below_zero(t)


def trigger(t: Term) -> Term:
    """φ(t) = 1 on [−δ/2, δ/2), else 0."""
    return ite(t < -half, 0, ite(half <= t, 0, 1))


def below_zero(t: Term) -> Term:
    """φ(t) = −t if t < 0, else 0."""
    return ite(t < 0, -t, 0)


paper.notions.define(off_range(a), (a,), "φ_off({0})", r"\phi_{{\mathrm{{off}}}}({0})")
paper.notions.define(below_zero(a), (a,), "φ_neg({0})", r"\phi_{{\mathrm{{neg}}}}({0})")
paper.notions.define(trigger(a), (a,), "φ_near({0})", r"\phi_{{\mathrm{{near}}}}({0})")

# --- E.4: what is not a context becomes 0 -----------------------------------------------------------------------------


def lowered(z: Callable[[Term], Term], i: Term) -> Term:
    """The first layer on a column: z_i − (top + 1) φ(uᵀz)."""
    return z(i) - (top + 1) * off_range(code(z))


paper.notions.define(lowered(z, i), (z, i, top), "lowered({0}; {2})_{1}", r"\mathrm{{lowered}}({0}; {2})_{{{1}}}")
BOUNDED = {"most": every(lambda i: z(i) <= top, 1, d)}
ROW = {"i_low": 1 <= i, "i_high": i <= d}


@paper.theorem
def fires_outside(p: Proof) -> None:
    """a outside of [t_l, t_r] ⊢ φ(a) = 1."""
    p.given(outside=implies(t_l <= a, implies(a <= t_r, FALSE)), low=a < t_l, not_low=t_l <= a)
    p.given(high=t_r < a, not_high=a <= t_r)
    first = p.ite_eq(off_range(a), "not_low")
    if_high = p.have(Eq(off_range(a), 1), first, p.ite_eq(off_range(a).args[2], "high"))
    false = p.mp(p.mp("outside", "not_low"), "not_high")
    never = p.absurd(false, Eq(off_range(a), 1))
    if_not_low = p.cases(a, t_r, never, if_high)
    p.qed(p.cases(t_l, a, if_not_low, p.ite_eq(off_range(a), "low")))


OUTSIDE = implies(t_l <= code(z), implies(code(z) <= t_r, FALSE))


@paper.claim({**FINE, **BOUNDED, "sized": OUTSIDE, **ROW}, shows=lowered(z, i) < 0)
def others_negative(p: Proof) -> None:
    """z_i <= top, and the layer subtracts top + 1."""
    p.apply("fires_outside", a=code(z), label="fires")


@paper.claim([*FINE.values(), t_l <= code(z), code(z) <= t_r, *ROW.values()], shows=Eq(lowered(z, i), z(i)))
def contexts_kept(p: Proof) -> None:
    """φ is 0 in the closed interval."""


@paper.claim({"low": a < 0}, shows=Eq(positive_part(a), 0))
def negative_to_zero(p: Proof) -> None:
    """By definition."""


@paper.claim({"low": 0 <= a}, shows=Eq(positive_part(a), a))
def others_kept(p: Proof) -> None:
    """By definition."""


def row_by_row(phi: Callable[[Term], Term]) -> Term:
    """Layer r adds φ to row r."""
    added = lambda r, i: ite(Eq(i, r), 1, 0) * phi(Rows(r - 1, r))  # noqa: E731
    return every(lambda r: every(lambda i: Eq(Rows(r, i), Rows(r - 1, i) + added(r, i)), 1, d), 1, d)


ROWS = {"rows": row_by_row(below_zero)}
(phi,) = functions("phi", "R")


@paper.claim([1 <= d, row_by_row(phi), *ROW.values()], shows=Eq(Rows(d, i), Rows(0, i) + phi(Rows(0, i))))
def each_row_once(p: Proof) -> None:
    """Layer r changes only row r."""
    value = fun(lambda r: ite(i <= r, Rows(0, i) + phi(Rows(0, i)), Rows(0, i)))

    def claim(r: Term) -> Term:
        return implies(r <= d, Eq(Rows(r, i), value(r)))

    p.given(rows=row_by_row(phi), **ROW, r_low=0 <= r, so_far=claim(r), r_high=r + 1 <= d)
    base = p.rule("discharge", 0 <= d, p.have(Eq(Rows(0, i), value(num(0)))))
    now = p.mp("so_far", p.side_condition(r <= d))
    layer = p.specialize("rows", r + 1, i)
    pick = ite(Eq(i, r + 1), 1, 0)
    goal = Eq(Rows(r + 1, i), value(r + 1))

    def case(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, pick)
        if order.concl.op == "eq":
            own = p.ite_eq(value(r), p.have(r < i, order))
            next_ = p.ite_eq(value(r + 1), p.have(i <= r + 1, order))
            same = p.congr(lambda k: phi(Rows(r, k)), order)
            at = p.have(Eq(Rows(r, i), Rows(0, i)), now, own)
            moved = p.congr(phi, at)
            return p.have(goal, layer, *chosen, at, same, moved, next_)
        if order.concl.args[0] is i:
            own = p.ite_eq(value(r), p.have(i <= r, order))
            next_ = p.ite_eq(value(r + 1), p.have(i <= r + 1, order))
        else:
            own = p.ite_eq(value(r), p.have(r < i, order))
            next_ = p.ite_eq(value(r + 1), order)
        return p.have(goal, layer, *chosen, now, own, next_)

    step = p.rule("discharge", r + 1 <= d, p.trichotomy(i, r + 1, case))
    p.induct(claim, 0, r, base, step, label="all")


@paper.claim([1 <= d, *ROWS.values(), *ROW.values()], shows=Eq(Rows(d, i), positive_part(Rows(0, i))))
def rows_done(p: Proof) -> Fact:
    """By induction on the rows."""
    return p.have(p.goal, p.apply("each_row_once", phi=mapping(below_zero, "R")))


# --- E.4: one layer for each value --------------------------------------------------------------------------------


@paper.claim({"m_low": 2 <= m, "low": -half <= a, "high": a < half}, shows=Eq(trigger(a), 1))
def trigger_fires(p: Proof) -> None:
    """By definition."""


@paper.claim({"m_low": 2 <= m, "low": a < -half}, shows=Eq(trigger(a), 0))
def trigger_silent_below(p: Proof) -> None:
    """By definition."""


@paper.claim({"m_low": 2 <= m, "high": half <= a}, shows=Eq(trigger(a), 0))
def trigger_silent_above(p: Proof) -> Fact:
    """By definition."""
    first = p.ite_eq(trigger(a), p.have(-half <= a))
    return p.have(p.goal, first, p.ite_eq(trigger(a).args[2], "high"))


@paper.claim({"m_low": 2 <= m, "other": negation(Eq(q, k))}, shows=Eq(trigger(q * delta - k * delta), 0))
def others_silent(p: Proof) -> Fact:
    """Different multiples of δ are at least δ apart."""
    p.apply("delta_pos", label="delta_pos")

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("other", order), p.goal)
        apart = p.integer_step(order)
        a, b = order.concl.args
        scaled = p.have((a + 1) * delta <= b * delta, (apart, "delta_pos"))
        value = q * delta - k * delta
        if a is q:
            return p.apply("trigger_silent_below", scaled, a=value)
        return p.apply("trigger_silent_above", scaled, a=value)

    return p.trichotomy(q, k, case)


@paper.claim([2 <= m], shows=Eq(trigger(q * delta - q * delta), 1))
def own_fires(p: Proof) -> None:
    """The difference is 0."""


def after(z: Callable[[Term], Term], w: Term, i: Term) -> Term:
    """Return the layer of context w, applied to a column."""
    return z(i) + (A(w, i) - S(w, i)) * trigger(code(z) - x(w) * delta)


CODED = {"coded": every(lambda w: Eq(code(of_context(S, w)), x(w) * delta), 1, contexts)}
OWN = {"w_low": 1 <= w, "w_high": w <= contexts}


LAYERS = {"layers": every(lambda w: every(lambda i: Eq(Z(w, i), after(of_context(Z, w - 1), w, i)), 1, d), 1, contexts)}
DIFFERENT = {
    "different": every(
        lambda w: every(lambda q: implies(negation(Eq(w, q)), negation(Eq(x(w), x(q)))), 1, contexts), 1, contexts
    )
}
# equal ids are those of one context with one value


def agreeing(f: Term) -> Term:
    """Where the ids are equal, f has equal values."""
    same = lambda w, q: every(lambda i: Eq(f(w, i), f(q, i)), 1, d)  # noqa: E731
    return every(lambda w: every(lambda q: implies(Eq(x(w), x(q)), same(w, q)), 1, contexts), 1, contexts)


CONSISTENT = {"same_column": agreeing(S), "same_value": agreeing(A)}
IN_RANGE = {"range_low": every(lambda w: t_l <= x(w) * delta, 1, contexts)}
SMALL_VALUES = {"small": every(lambda w: code(of_context(A, w)) < t_l - half, 1, contexts)}


@paper.theorem
def silent_below(p: Proof) -> None:
    """An id below t_l − δ/2 fires no layer."""
    p.given(**IN_RANGE, **OWN, low=code(s) < t_l - half)
    p.specialize("range_low", w, label="range")
    value = code(s) - x(w) * delta
    p.qed(p.apply("trigger_silent_below", a=value))


@paper.claim(
    {**LAYERS, **OWN, **ROW, "off": Eq(trigger(code(of_context(Z, w - 1)) - x(w) * delta), 0)},
    shows=Eq(Z(w, i), Z(w - 1, i)),
)
def layer_silent(p: Proof) -> None:
    """A layer that is silent on a column does not change it, nor its id."""


@paper.theorem
def code_same(p: Proof) -> None:
    """Equal columns have equal ids."""
    p.given(same=every(lambda i: Eq(s(i), t(i)), 1, d), **ROW)
    p.specialize("same", i, label="own")
    own, other = fun(lambda i: U(i) * s(i)), fun(lambda i: U(i) * t(i))
    p.generalize(i, p.have(Eq(own(i), other(i)), ("own", U(i))), label="terms")
    p.qed(p.apply("sum_eq", f=own, g=other, lo=1, hi=d))


fires = trigger(code(z) - x(w) * delta)  # of layer w on a column


(wanted,) = vectors("a")
chain = (z(i) + (A(w, i) - S(w, i)), z(i) + (wanted(i) - z(i)), wanted(i))


def is_column(w: Term, value: Callable[[Term], Term]) -> Term:
    """After w layers the image of the column is this one."""
    return every(lambda i: Eq(Z(w, i), value(i)), 1, d)


def stays(p: Proof, start: Term, value: Callable[[Term], Term], until: Term, silent: Callable[[], Fact]) -> None:
    """Prove that the column stays `value` from `start` to `until` layers; `silent` shows that layer w + 1 is silent."""

    def claim(w: Term) -> Term:
        return implies(w <= until, is_column(w, value))

    p.given(v_low=start <= w, so_far=claim(w), v_high=w + 1 <= until, **ROW)
    p.rule("discharge", start <= until, "begin", label="base")
    p.mp("so_far", p.side_condition(w <= until), label="now")
    p.apply("code_same", "now", label="code")
    off = silent()
    p.congr(lambda t: trigger(t - x(w + 1) * delta), "code", label="moved")
    p.apply("layer_silent", off, w=w + 1, label="left")
    p.generalize(i, p.have(Eq(Z(w + 1, i), value(i)), "left"), label="next")
    p.rule("discharge", w + 1 <= until, "next", label="step")
    p.induct(claim, start, w, "base", "step", label="all")


@paper.claim(
    {
        **LAYERS,
        **IN_RANGE,
        "begin": is_column(q, t),
        "q_low": 0 <= q,
        "q_high": q <= contexts,
        "low": code(t) < t_l - half,
    },
    shows=is_column(contexts, t),
)
def small_stays(p: Proof) -> None:
    """No later layer changes a column with an id below t_l − δ/2."""
    stays(p, q, t, contexts, lambda: p.apply("silent_below", s=t, w=w + 1))


VALUES = [*FINE.values(), 0 <= contexts, *LAYERS.values(), *CODED.values(), *CONSISTENT.values(), *IN_RANGE.values()]
OF_CONTEXT = [1 <= q, q <= contexts, is_column(num(0), of_context(S, q))]


@paper.claim([*VALUES, *SMALL_VALUES.values(), *OF_CONTEXT], shows=is_column(contexts, of_context(A, q)))
def value_mapped(p: Proof) -> Fact:
    """The first layer for its id fires on S_q; no earlier layer does, and no later one fires on A_q."""
    p.given(**LAYERS, **CODED, **CONSISTENT, **SMALL_VALUES, **ROW)
    hit = fun(lambda w: ite(Eq(x(w), x(q)), 1, 0))
    hits = lambda w: Sum(hit, 1, w)  # noqa: E731
    value = lambda w, i: ite(0 < hits(w), A(q, i), S(q, i))  # noqa: E731
    claim = lambda w: implies(w <= contexts, is_column(w, lambda i: value(w, i)))  # noqa: E731
    p.given(v_low=0 <= w, so_far=claim(w), v_high=w + 1 <= contexts, before=0 < hits(w), not_yet=hits(w) <= 0)
    sign = p.trichotomy(x(k), x(q), lambda order: p.have(0 <= hit(k), *p.reduce_ite(order, hit(k))))
    signs = p.generalize(k, sign, 1 <= k, k <= contexts)
    first = p.have(Eq(Z(0, i), value(num(0), i)), p.specialize(is_column(num(0), of_context(S, q)), i))
    base = p.discharge(p.generalize(i, first), 0 <= contexts)
    now = p.mp("so_far", p.have(w <= contexts, "v_high"))
    one_more = p.big_step(hits(w + 1), p.have(1 <= w + 1))
    layer = p.specialize("layers", w + 1, i)
    here, goal = of_context(Z, w), Eq(Z(w + 1, i), value(w + 1, i))
    trigger_at = lambda c: trigger(c - x(w + 1) * delta)  # noqa: E731

    def column(target: Term, order: str) -> tuple[Fact, Fact]:
        """Prove that the column is the target, and so is its code."""
        chosen = p.ite_eq(value(w, i), order)
        entry = p.have(Eq(Z(w, i), target(i)), now, chosen)
        return entry, p.apply("code_same", entry)

    # it has its value
    entry, codes = column(of_context(A, q), "before")
    off = p.apply("silent_below", codes, p.specialize("small", q), s=here, w=w + 1)
    new = p.specialize(signs, w + 1)
    after_ = p.ite_eq(value(w + 1, i), p.have(0 < hits(w + 1), one_more, new, "before"))
    done = p.have(goal, layer, (off, A(w + 1, i) - S(w + 1, i)), entry, after_)
    # it has not
    entry, codes = column(of_context(S, q), "not_yet")
    id_ = p.have(Eq(code(here), x(q) * delta), codes, p.specialize("coded", q))
    fires_ = p.congr(trigger_at, id_)
    ends = [p.assume(f) for f in (1 <= j, j <= w)]
    before_ = p.specialize(signs, j, using=[ends[0], ends[1]])
    least = p.apply("sum_nonneg", before_)
    change = A(w + 1, i) - S(w + 1, i)

    def case(order: Fact) -> Fact:
        added = p.reduce_ite(order, hit(w + 1))
        if order.concl.op == "eq":
            on = p.congr(lambda y: trigger(x(q) * delta - y * delta), order)
            on = p.have(Eq(trigger_at(code(here)), 1), fires_, on, p.apply("own_fires"))
            equal = [p.specialize(name, w + 1, q, i, using=[order]) for name in ("same_column", "same_value")]
            after_ = p.ite_eq(value(w + 1, i), p.have(0 < hits(w + 1), one_more, least, *added))
            return p.have(goal, layer, (on, change), entry, after_, *equal)
        off = p.have(Eq(trigger_at(code(here)), 0), fires_, p.apply("others_silent", order, q=x(q), k=x(w + 1)))
        after_ = p.ite_eq(value(w + 1, i), p.have(hits(w + 1) <= 0, one_more, "not_yet", *added))
        return p.have(goal, layer, (off, change), entry, after_)

    step = p.cases(hits(w), 0, p.trichotomy(x(w + 1), x(q), case), done)
    step = p.discharge(p.generalize(i, step), w + 1 <= contexts)
    all_ = p.induct(claim, 0, w, base, step)
    last = p.specialize(all_, contexts)
    mine = p.apply("sum_member", signs, f=hit, m=q, lo=1, hi=contexts)
    taken = p.ite_eq(value(contexts, i), p.have(0 < hits(contexts), mine))
    return p.have(Eq(Z(contexts, i), A(q, i)), p.specialize(last, i), taken)


@paper.theorem
def left_wide(p: Proof) -> None:
    """2 <= n ⊢ 0 < t_l − δ/2."""
    p.given(**FINE)
    weight = p.apply("power_ge_one", k=2 * n * d)
    M_low = p.apply("power_ge_two", k=d)
    p.apply("delta_pos", label="delta_pos")
    p.qed(
        p.have(
            0 < t_l - half,
            (weight, "delta_pos", M_low),
            (weight, "delta_pos"),
            ("delta_pos", M_low),
            "delta_pos",
        )
    )


zero_column = fun(lambda i: num(0))


@paper.claim([*VALUES, is_column(num(0), zero_column)], shows=is_column(contexts, zero_column))
def zero_mapped(p: Proof) -> Fact:
    """0 < t_l − δ/2."""
    return p.apply("small_stays", t=zero_column, q=0)


# --- Lemma 9 ---------------------------------------------------------------------------------------------------------

START = {
    "lowered_": every(lambda i: Eq(Rows(0, i), lowered(z, i)), 1, d),
    **ROWS,
    "handed": every(lambda i: Eq(Z(0, i), Rows(d, i)), 1, d),
}
NETWORK = [*VALUES, *START.values()]
LEMMA_9 = {**FINE, "some": 0 <= contexts, **LAYERS, **CODED, **CONSISTENT, **IN_RANGE, **START}
INSIDE = {
    "q_low": 1 <= q,
    "q_high": q <= contexts,
    "is_context": every(lambda i: Eq(z(i), S(q, i)), 1, d),
    "not_negative": every(lambda i: 0 <= S(q, i), 1, d),
    "range_high": x(q) * delta <= t_r,
}


@paper.claim([*NETWORK, *SMALL_VALUES.values(), *INSIDE.values()], shows=is_column(contexts, of_context(A, q)))
def lemma_9_context(p: Proof) -> Fact:
    """The first 1 + d layers do not change the column, and the others map it to its value."""
    p.given(**LEMMA_9, **SMALL_VALUES, **INSIDE, **ROW)
    p.apply("code_same", s=z, t=of_context(S, q), label="code")
    p.apply("contexts_kept", label="kept")
    p.apply("rows_done", label="done")
    for label, source in (("first", "lowered_"), ("last", "handed"), ("own", "is_context"), ("sign", "not_negative")):
        p.specialize(source, i, label=label)
    p.apply("others_kept", a=Rows(0, i), label="plain")
    return p.apply("value_mapped", "own")


@paper.claim([*NETWORK, *BOUNDED.values(), OUTSIDE], shows=is_column(contexts, zero_column))
def lemma_9_zero(p: Proof) -> Fact:
    """The first layer makes all entries negative, the next d make them 0, and 0 is below all ids of contexts."""
    p.given(**LEMMA_9, **ROW)
    p.apply("others_negative", label="negative")
    p.apply("rows_done", label="done")
    p.specialize("lowered_", i, label="first")
    last = p.specialize("handed", i)
    p.apply("negative_to_zero", a=Rows(0, i), label="zero")
    return p.apply("zero_mapped", last)


# the contexts of two tokens, for d = 1: the ids l_1 = i δ and l_2 = j δ become the two entries of g_c(L)
last_id = j * delta + m * (i * delta - j * delta) + m**2 * (j * delta - i * delta)
first_id = i * delta + m * (j * delta - i * delta) + m**3 * last_id
second_id = last_id + m**3 * last_id
first_value = first_id + (a - first_id) * trigger(first_id - first_id)
second_value = first_value + (b - second_id) * trigger(first_value - second_id)
paper.notions.define(
    second_value, (a, b, i, j), "g_v(g_c(({2}δ, {3}δ)); {0}, {1})_1",
    r"g_v(g_c(({2}\delta, {3}\delta)); {0}, {1})_{{1}}",
)  # fmt: skip


choices = Prod(lambda i: M - i + 1, 1, n)  # ordered choices of n different ids


@paper.claim([2 <= m, 1 <= d, 1 <= n, n <= M], shows=choices <= tower(n))
def contexts_at_most(p: Proof) -> None:
    """Each of the n factors M, M − 1, …, M − n + 1 is at most M = δ^(-d)."""
    p.given(k_low=0 <= k, k_high=k + 1 <= n)
    product = fun(lambda k: Prod(lambda i: M - i + 1, 1, k))
    M_pos = p.apply("power_pos", k=d)
    next_ = p.big_step(product(k + 1), p.side_condition(1 <= k + 1))
    p.given(so_far_low=implies(k <= n, 0 <= product(k)), so_far=implies(k <= n, product(k) <= tower(k)))
    low_now = p.mp("so_far_low", p.side_condition(k <= n))
    high_now = p.mp("so_far", p.side_condition(k <= n))
    step_low_ = p.have(0 <= product(k + 1), next_, (low_now, M - k))
    step_low = p.rule("discharge", k + 1 <= n, step_low_)
    base_low = p.rule("discharge", 0 <= n, p.have(0 <= product(num(0))))
    all_low = p.induct(lambda k: implies(k <= n, 0 <= product(k)), 0, k, base_low, step_low)
    low_k = p.specialize(all_low, k)
    grow = p.apply("tower_step")
    step_ = p.have(product(k + 1) <= tower(k + 1), next_, grow, (M_pos, high_now), (low_k, k))
    step = p.rule("discharge", k + 1 <= n, step_)
    base = p.rule("discharge", 0 <= n, p.have(product(num(0)) <= tower(0)))
    p.induct(lambda k: implies(k <= n, product(k) <= tower(k)), 0, k, base, step, label="all")


level = 1 + Sum(lambda w: Sum(lambda i: abs(A(w, i)), 1, d), 1, contexts)  # above all values
LOWER = {A: fun(lambda w, i: A(w, i) - level, 2)}


def raised(t: Term) -> Term:
    """Return the last layers: t + φ(t), where φ(t) is the level for t < 0, else 0."""
    return t + ite(t < 0, level, 0)


@paper.claim({**OWN, **ROW}, shows=A(w, i) - level < 0)
def values_below_level(p: Proof) -> Fact:
    """A_{w,i} <= Σ |A| < 1 + Σ |A|."""
    entries_ = fun(lambda i: abs(A(w, i)))
    columns = fun(lambda w: Sum(lambda i: abs(A(w, i)), 1, d))
    inner = p.apply("sum_member", f=entries_, m=i, lo=1, hi=d)
    outer = p.apply("sum_member", f=columns, m=w, lo=1, hi=contexts)
    return p.have(A(w, i) - level < 0, inner, outer, p.apply("abs_ge", x=A(w, i)))


LOWERED_NETWORK = {name: substitute(f, LOWER) for name, f in (LEMMA_9 | BOUNDED).items()}
after_all = fun(lambda i: raised(Z(contexts, i)))
of_q = [INSIDE[name] for name in ("is_context", "not_negative", "range_high")]


def given_value(q_: Term) -> Term:
    """A column that is context q is mapped to A_q."""
    return implies(*(substitute(f, {q: q_}) for f in of_q), every(lambda i: Eq(after_all(i), A(q_, i)), 1, d))


values_given = every(given_value, 1, contexts)
zero_given = implies(OUTSIDE, every(lambda i: Eq(after_all(i), 0), 1, d))


@paper.claim(LOWERED_NETWORK, shows=exists(lambda: [values_given, zero_given]))
def lemma_9_values(p: Proof) -> Fact:
    """Aim at the values minus more than their maximum: being negative, they fire no layer, and 0 is distinguished."""
    p.given(**ROW, w_low=1 <= w, w_high=w <= contexts)
    aimed = LOWER[A]
    negative = p.apply("values_below_level")
    weight = p.apply("power_ge_one", k=i - 1)
    own, zero = fun(lambda i: U(i) * aimed(w, i)), fun(lambda i: num(0))
    sum_ = p.apply("sum_le", (negative, weight), negative, f=own, g=zero, lo=1, hi=d)
    p.given(q_low=1 <= q, q_high=q <= contexts)
    p.given_all(of_q, "inside")
    mapped = p.apply("lemma_9_context", sum_, A=aimed)
    below = p.instantiate(negative, [(w, q)])
    end = Z(contexts, i)
    chosen = p.ite_eq(ite(end < 0, level, 0), p.have(end < 0, mapped, below))
    done = p.have(Eq(after_all(i), A(q, i)), mapped, chosen)
    p.given(outside=OUTSIDE)
    none = p.apply("lemma_9_zero", A=aimed)
    value = p.specialize(none, i)
    zeros = p.have(Eq(after_all(i), 0), value)
    return p.exists_intro(p.goal, [], done, zeros)


AT_W = {"coded": Eq(code(of_context(S, w)), x(w) * delta)}


@paper.claim({"m_low": 2 <= m, **AT_W, "same": every(lambda i: Eq(z(i), S(w, i)), 1, d), **ROW},
             shows=Eq(after(z, w, i), A(w, i)))  # fmt: skip
def one_layer_own(p: Proof) -> Fact:
    """The layer fires: S_w + (A_w − S_w)."""
    ids = p.apply("code_same", "same")
    fired = p.congr(lambda t: trigger(t - x(w) * delta), p.have(Eq(code(z), x(w) * delta), ids, "coded"))
    change = A(w, i) - S(w, i)
    return p.have(p.goal, (fired, change), (p.apply("own_fires"), change), p.specialize("same", i))


@paper.claim([2 <= m, Eq(code(z), q * delta), negation(Eq(q, x(w)))], shows=Eq(after(z, w, i), z(i)))
def one_layer_other(p: Proof) -> Fact:
    """Ids are multiples of δ, so that a different one is at least δ away."""
    p.given(own=Eq(code(z), q * delta))
    off = p.apply("others_silent", negation(Eq(q, x(w))))
    fired = p.congr(lambda t: trigger(t - x(w) * delta), "own")
    change = A(w, i) - S(w, i)
    return p.have(p.goal, (fired, change), (off, change))


@paper.claim(
    {**FINE, "low": t_l <= x(w) * delta, "zero": every(lambda i: Eq(z(i), 0), 1, d), **ROW},
    shows=Eq(after(z, w, i), 0),
)
def one_layer_zero(p: Proof) -> Fact:
    """Its id 0 is below t_l − δ/2."""
    ids = p.apply("code_same", "zero")
    value = code(z) - x(w) * delta
    off = p.apply("trigger_silent_below", p.have(value < -half, ids, "low", p.apply("left_wide")))
    return p.have(p.goal, (off, A(w, i) - S(w, i)), p.specialize("zero", i))
