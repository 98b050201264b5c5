"""Sections 3.3 and A.3: attention gives every cell of the partition a value of its own.

`V(r, h)` is coordinate r of the value of F on cell h, `rows` the number of coordinates. The error is at most ε times
the spread of the values, the greatest difference between the value at the token's cell and another one.
"""

from __future__ import annotations

from functools import partial

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.indicator import attention, made_layers, names, z_
from proofs.papers.liu.section_3_max_affine.indicator_error import (
    all_topped,
    for_tokens,
    labelled,
    labels,
    needed_scale,
    within,
)
from proofs.papers.liu.section_3_max_affine.indicator_weights import *
from proofs.papers.liu.vocabulary import N, a, b, d, eps, h, i, k, label, m, n, paper, top
from proofs.theorems.algebra.matrices import Matrix, blocks, chained, entries, named, products_equal, reflexive, zero

rows, r = ints("d_out r")
(V,) = vectors("V", 2)
(w,) = vectors("w")
(spread,) = reals("spread")
values = named(V, rows, N)
W_V = blocks([[zero(rows, d), values]])
valued = (*shaped, rows >= 1)


def with_values(p: Proof) -> None:
    """Assume the shapes and that values have coordinates."""
    with_shapes(p)
    p.given(some_rows=rows >= 1)


@paper.claim(given=valued, shows=(W_V @ stacked).equals(values))
def values_of_cells(p: Proof) -> Fact:
    """V = W_V Linear(X) has the values of the cells as columns."""
    with_values(p)
    return entries(p, "out", W_V @ stacked, values)


mixed = sigma(lambda h: w(h) * attends(h), 1, N)
spreads = every(lambda h: absolute(w(h) - w(k)) <= spread, 1, N)


@paper.claim(given=[k >= 1, k <= N, within, spreads, spread >= 0], shows=absolute(mixed - w(k)) <= eps * spread)
def mixture_error(p: Proof) -> None:
    """A mixture of the values errs by at most ε times their spread."""
    p.given(low=k >= 1, within=within, spreads=spreads, nonneg=spread >= 0, low_m=m >= 1, high_m=m <= N)
    p.apply("one", "softmax_sum", a=scores, n=N)
    p.apply("pos", "softmax_pos", a=scores, n=N, k=m)
    p.specialize("bound", "spreads", m)
    p.apply("up", "abs_ge", x=w(m) - w(k))
    p.apply("down", "abs_ge", x=w(k) - w(m))
    zero_at, share = ite(eq(m, k), 0, attends(m)), attends(m)
    term = (w(m) - w(k)) * share

    def each(case: Fact, sign: int) -> Fact:
        chosen = p.rule(None, "ite_eq", zero_at, case)
        value = term if sign > 0 else -term
        if case.concl.op == "eq":
            same = p.congr(None, lambda x: (w(x) - w(k)) * share, case)
            return p.have(None, value <= spread * zero_at, (chosen, spread), same)
        direction = "up" if sign > 0 else "down"
        return p.have(None, value <= spread * zero_at, (chosen, spread), ("pos", "bound"), ("pos", direction))

    p.apply("pick", "sum_pick", f=fun(attends), lo=1, hi=N, m=k)
    for name, sign in (("above", 1), ("below", -1)):
        p.generalize(f"{name}_terms", m, p.trichotomy(None, m, k, partial(each, sign=sign)))
        p.apply(f"{name}_sum", "sum_le", f"{name}_terms")
    p.have("all", spread * (1 - attends(k)) <= eps * spread, ("within", "nonneg"))


greatest_value = maximum(lambda h: absolute(w(h)), 1, N)


@paper.claim(given=[k >= 1, k <= N, within, eps > 0], shows=absolute(mixed - w(k)) <= 2 * greatest_value * eps)
def mixture_error_by_norm(p: Proof) -> Fact:
    """Twice the greatest value bounds the spread."""
    p.given(low=k >= 1, high=k <= N, low_h=h >= 1, high_h=h <= N)
    own = p.rule(None, "max_ge", greatest_value, k, "low", "high")
    other = p.rule(None, "max_ge", greatest_value, h, "low_h", "high_h")
    way = p.apply(None, "abs_triangle", c=w(h), s=num(0), top=w(k))
    most = 2 * greatest_value
    near = p.have(None, absolute(w(h) - w(k)) <= most, way, own, other)
    sign = p.have(None, 0 <= 2 * greatest_value, own)
    return p.apply("out", "mixture_error", near, sign)


(factor,) = reals("u")
opposite_values = {
    N: num(2), k: num(1), eps: rational(1, 2), a: fun(lambda h, c: num(0), 2), b: fun(lambda h: num(0)),
    w: fun(lambda h: ite(eq(h, 1), 1, -1)),
}  # fmt: skip


def at_opposite(t: Term) -> Term:
    """A term or formula for two constant pieces with the values 1 and −1."""
    return substitute(t, {x: y for x, y in opposite_values.items() if x in t.free})


@paper.claim(given=[factor < 2], shows=at_opposite(factor * greatest_value * eps) < absolute(at_opposite(mixed - w(k))))
def mixture_error_beyond(p: Proof) -> Fact:
    """Both weights are 1/2."""
    values_, most = opposite_values[w], at_opposite(greatest_value)

    def size(order: Fact) -> Fact:
        (chosen,) = p.reduce_ite(order, values_(h))
        moved = p.congr(None, absolute, chosen)
        return p.have(None, absolute(values_(h)) <= 1, moved)

    each = p.generalize(None, h, p.trichotomy(None, h, 1, size), h >= 1, h <= 2)
    largest = p.rule(None, "max_le", most, num(1), p.have(None, num(1) <= 2), each)
    least = p.rule(None, "max_ge", most, num(1), p.have(None, num(1) <= 1), p.have(None, num(1) <= 2))
    one = p.rule(None, "antisymmetry", largest, p.have(None, 1 <= most, least))
    return p.have("out", p.goal, factor < 2, (one, factor))


reassigned = W_V @ z_ @ attention
target = Matrix(rows, n, lambda r, i: V(r, label(i)))
all_spreads = every(
    lambda i: every(lambda r: every(lambda h: absolute(V(r, h) - V(r, label(i))) <= spread, 1, N), 1, rows), 1, n
)


def worst(found: Matrix) -> Term:
    """‖found − [F(x_1), …, F(x_n)]‖_∞."""
    return maximum(lambda i: maximum(lambda r: absolute((found - target)(r, i)), 1, rows), 1, n)


@paper.theorem
def reassigned_entry(p: Proof) -> None:
    """Entry (r, i) of the output is Σ_h V(r, h) p_h at token i."""
    with_values(p)
    p.given(low_r=r >= 1, high_r=r <= rows, low_i=i >= 1, high_i=i <= n, low_h=h >= 1, high_h=h <= N)
    p.apply("pads", "linear_pads")
    p.apply("stacks", "linear_stacks")
    layer = (
        linear(tokens),
        stacked,
        chained(p, None, (linear(tokens), padded + shift, "pads"), (padded + shift, stacked, "stacks")),
    )
    moved = products_equal(p, None, reflexive(p, W_V), layer)
    p.apply("values", "values_of_cells")
    whole = chained(p, None, (W_V @ z_, W_V @ stacked, moved), (W_V @ stacked, values, "values"))
    entry = p.apply(None, "attention_entry", **{name: fun(x, 2) for name, x in zip(names, made_layers, strict=True)})
    one = p.specialize(None, whole, r, h)
    two = entry
    f, g = fun(lambda h: (W_V @ z_)(r, h)), fun(lambda h: V(r, h))
    u, v = fun(lambda h: attention(h, i)), fun(attends)
    p.apply("sum", "product_eq", one, two, n=N, f=f, g=g, u=u, v=v)
    p.qed(p.have("out", eq(reassigned(r, i), sigma(lambda h: V(r, h) * attends(h), 1, N)), "sum"))


@paper.claim(
    given=[*valued, *labels, for_tokens(within), spread >= 0, all_spreads], shows=worst(reassigned) <= eps * spread
)
def values_reassigned(p: Proof) -> Fact:
    """The output differs from [F(x_1), …, F(x_n)] by at most ε times the spread of the values."""
    with_values(p)
    p.given(low_i=i >= 1, high_i=i <= n, low_r=r >= 1, high_r=r <= rows)
    labelled(p, i)
    p.specialize("near", for_tokens(within), i)
    p.specialize("own", all_spreads, i, r)
    p.apply("mixture", "mixture_error", k=label(i), w=fun(lambda h: V(r, h)))
    p.apply("entry", "reassigned_entry")
    p.congr("moved", lambda x: absolute(x - V(r, label(i))), "entry")
    p.generalize("coordinates", r, p.have(None, absolute((reassigned - target)(r, i)) <= eps * spread, "moved"))
    column = maximum(lambda r: absolute((reassigned - target)(r, i)), 1, rows)
    p.generalize("columns", i, p.rule(None, "max_le", column, eps * spread, "some_rows", "coordinates"))
    return p.rule("out", "max_le", worst(reassigned), eps * spread, "some_n", "columns")


@paper.claim(
    given=[*valued, N >= 2, *all_topped, eps > 0, needed_scale, spread >= 0, all_spreads],
    shows=worst(reassigned) <= eps * spread,
)
def values_reassigned_at_scale(p: Proof) -> None:
    """So it is at the corrected scale, for tokens with the gap Δ."""
    p.given(low_i=i >= 1, high_i=i <= n)
    p.specialize("top", for_tokens(top(k, here)), i)
    p.generalize("all_within", i, p.apply(None, "top_attends", k=label(i)))
