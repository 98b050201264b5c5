"""Sections 3.3 and A.3: attention maps every cell of the partition to a value of its own.

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
    """Assume the shapes, and that values have at least one coordinate."""
    with_shapes(p)
    p.given(some_rows=rows >= 1)


@paper.claim(given=valued, shows=(W_V @ stacked).equals(values))
def values_of_cells(p: Proof) -> Fact:
    """V = W_V Linear(X) has the values of the cells as columns."""
    with_values(p)
    return entries(p, "out", W_V @ stacked, values)


mixed = Sum(lambda h: w(h) * attends(h), 1, N)
spreads = every(lambda h: abs(w(h) - w(k)) <= spread, 1, N)


@paper.claim(given=[k >= 1, k <= N, within, spreads, spread >= 0], shows=abs(mixed - w(k)) <= eps * spread)
def mixture_error(p: Proof) -> None:
    """The error of a mixture of the values is at most ε times their spread."""
    p.given(low=k >= 1, within=within, spreads=spreads, nonneg=spread >= 0, low_m=m >= 1, high_m=m <= N)
    p.apply("softmax_sum", a=scores, n=N, label="one")
    pos = p.apply("softmax_pos", a=scores, n=N, k=m)
    bound = p.specialize("spreads", m)
    p.apply("abs_ge", x=w(m) - w(k), label="up")
    p.apply("abs_ge", x=w(k) - w(m), label="down")
    zero_at, share = ite(Eq(m, k), 0, attends(m)), attends(m)
    term = (w(m) - w(k)) * share

    def each(case: Fact, sign: int) -> Fact:
        chosen = p.ite_eq(zero_at, case)
        value = term if sign > 0 else -term
        if case.concl.op == "eq":
            same = p.congr(lambda x: (w(x) - w(k)) * share, case)
            return p.have(value <= spread * zero_at, (chosen, spread), same)
        direction = "up" if sign > 0 else "down"
        return p.have(value <= spread * zero_at, (chosen, spread), (pos, bound), (pos, direction))

    p.apply("sum_pick", f=fun(attends), lo=1, hi=N, m=k, label="pick")
    for name, sign in (("above", 1), ("below", -1)):
        p.generalize(m, p.trichotomy(m, k, partial(each, sign=sign)), label=f"{name}_terms")
        p.apply("sum_le", f"{name}_terms", label=f"{name}_sum")
    p.have(spread * (1 - attends(k)) <= eps * spread, ("within", "nonneg"), label="all")


greatest_value = Max(lambda h: abs(w(h)), 1, N)


@paper.claim(given=[k >= 1, k <= N, within, eps > 0], shows=abs(mixed - w(k)) <= 2 * greatest_value * eps)
def mixture_error_by_norm(p: Proof) -> Fact:
    """The spread is at most twice the largest value."""
    p.given(low=k >= 1, high=k <= N, low_h=h >= 1, high_h=h <= N)
    own = p.max_ge(greatest_value, k, "low", "high")
    other = p.max_ge(greatest_value, h, "low_h", "high_h")
    way = p.apply("abs_triangle", c=w(h), s=num(0), top=w(k))
    most = 2 * greatest_value
    near = p.have(abs(w(h) - w(k)) <= most, way, own, other)
    sign = p.have(0 <= 2 * greatest_value, own)
    return p.apply("mixture_error", near, sign)


(factor,) = reals("u")
opposite_values = {
    N: num(2), k: num(1), eps: rational(1, 2), a: fun(lambda h, c: num(0), 2), b: fun(lambda h: num(0)),
    w: fun(lambda h: ite(Eq(h, 1), 1, -1)),
}  # fmt: skip


def at_opposite(t: Term) -> Term:
    """Return a term or formula for two constant pieces with the values 1 and −1."""
    return substitute(t, {x: y for x, y in opposite_values.items() if x in t.free})


errs = at_opposite(factor * greatest_value * eps) < abs(at_opposite(mixed - w(k)))


@paper.claim(given=[factor < 2], shows=exists(lambda: [at_opposite(within), errs]))
def mixture_error_beyond(p: Proof) -> Fact:
    """Both weights are 1/2."""
    values_, most = opposite_values[w], at_opposite(greatest_value)

    def size(order: Fact) -> Fact:
        (chosen,) = p.reduce_ite(order, values_(h))
        moved = p.congr(abs, chosen)
        return p.have(abs(values_(h)) <= 1, moved)

    each = p.generalize(h, p.trichotomy(h, 1, size), h >= 1, h <= 2)
    largest = p.max_le(most, num(1), p.have(num(1) <= 2), each)
    least = p.max_ge(most, num(1), p.have(num(1) <= 1), p.have(num(1) <= 2))
    one = p.antisymmetry(largest, p.have(1 <= most, least))
    return p.exists_intro(p.goal, [], p.have(at_opposite(within)), p.have(errs, factor < 2, (one, factor)))


reassigned = W_V @ z_ @ attention
target = Matrix(rows, n, lambda r, i: V(r, label(i)))
all_spreads = every(
    lambda i: every(lambda r: every(lambda h: abs(V(r, h) - V(r, label(i))) <= spread, 1, N), 1, rows), 1, n
)


def worst(found: Matrix) -> Term:
    """‖found − [F(x_1), …, F(x_n)]‖_∞."""
    return Max(lambda i: Max(lambda r: abs((found - target)(r, i)), 1, rows), 1, n)


@paper.theorem
def reassigned_entry(p: Proof) -> None:
    """Entry (r, i) of the output is Σ_h V(r, h) p_h at token i."""
    with_values(p)
    p.given(low_r=r >= 1, high_r=r <= rows, low_i=i >= 1, high_i=i <= n, low_h=h >= 1, high_h=h <= N)
    p.apply("linear_pads", label="pads")
    p.apply("linear_stacks", label="stacks")
    layer = (
        linear(tokens),
        stacked,
        chained(p, None, (linear(tokens), padded + shift, "pads"), (padded + shift, stacked, "stacks")),
    )
    moved = products_equal(p, None, reflexive(p, W_V), layer)
    p.apply("values_of_cells", label="values")
    whole = chained(p, None, (W_V @ z_, W_V @ stacked, moved), (W_V @ stacked, values, "values"))
    entry = p.apply("attention_entry", **{name: fun(x, 2) for name, x in zip(names, made_layers, strict=True)})
    one = p.specialize(whole, r, h)
    two = entry
    f, g = fun(lambda h: (W_V @ z_)(r, h)), fun(lambda h: V(r, h))
    u, v = fun(lambda h: attention(h, i)), fun(attends)
    sum_ = p.apply("product_eq", one, two, n=N, f=f, g=g, u=u, v=v)
    p.qed(p.have(Eq(reassigned(r, i), Sum(lambda h: V(r, h) * attends(h), 1, N)), sum_))


@paper.claim(
    given=[*valued, *labels, for_tokens(within), spread >= 0, all_spreads], shows=worst(reassigned) <= eps * spread
)
def values_reassigned(p: Proof) -> Fact:
    """The output differs from [F(x_1), …, F(x_n)] by at most ε times the spread of the values."""
    with_values(p)
    p.given(low_i=i >= 1, high_i=i <= n, low_r=r >= 1, high_r=r <= rows)
    labelled(p, i)
    p.specialize(for_tokens(within), i, label="near")
    p.specialize(all_spreads, i, r, label="own")
    p.apply("mixture_error", k=label(i), w=fun(lambda h: V(r, h)), label="mixture")
    entry = p.apply("reassigned_entry")
    moved = p.congr(lambda x: abs(x - V(r, label(i))), entry)
    coordinates = p.generalize(r, p.have(abs((reassigned - target)(r, i)) <= eps * spread, moved))
    column = Max(lambda r: abs((reassigned - target)(r, i)), 1, rows)
    columns = p.generalize(i, p.max_le(column, eps * spread, "some_rows", coordinates))
    return p.max_le(worst(reassigned), eps * spread, "some_n", columns)


@paper.claim(
    given=[*valued, N >= 2, *all_topped, eps > 0, needed_scale, spread >= 0, all_spreads],
    shows=worst(reassigned) <= eps * spread,
)
def values_reassigned_at_scale(p: Proof) -> None:
    """The same at the corrected scale, for tokens with the gap Δ."""
    p.given(low_i=i >= 1, high_i=i <= n)
    p.specialize(for_tokens(top(k, here)), i, label="top")
    p.generalize(i, p.apply("top_attends", k=label(i)), label="all_within")
