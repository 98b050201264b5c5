"""Theorem 4.2 as one sentence: a continuous function on a product of two compact sets, and cross-attention.

As `theorem_4_1` for self-attention, with pairs of centres of one grid on a cube around both sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR, cross_attention_layer, linear_layer
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, block, flat, length, offset, r, v, y
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, digit
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, gap
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    LONG,
    SIZES,
    V_,
    U,
    Y,
    below_greatest,
    flattened,
    for_fine_grid,
    g,
    laid_out,
    layer_is_sum,
    left,
    near_centre,
    place,
    right,
    row_block,
    row_P,
    row_Q,
    row_token,
    same_attention,
    same_place,
    token,
)
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention import pair_network as matrices
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import PAIRED, first, pairs, second, z_K, z_Q
from proofs.papers.liu.section_4_2_cross_attention.pair_network import at_pairs
from proofs.papers.liu.vocabulary import R, X, c, d, eps, h, n, paper
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.compactness import (
    compact,
    continuous_on_product,
    in_a_cube,
    member,
    pair_value_of,
    uniformly_on_product,
)
from proofs.theorems.analysis.continuity import apart_as, assumed, by_way_of, entries
from proofs.theorems.combinatorics.tilings import TILED

X1, Y1, M = vectors("X_1 Y_1 M", 2)
D1, D2 = reals("D_1 D_2")
width = cross.width


def near_on_product(network: Callable[[Term, Term], Matrix], g: Term, e: Term) -> Term:
    """‖network(X, Y) − g(X, Y)‖_∞ <= e for all X of U and Y of V."""

    def close(X: Term, Y: Term) -> Term:
        found = network(X, Y)
        return entries(lambda r, c: abs(found(r, c) - g(X, Y, r, c)) <= e, d, n)

    return for_all(lambda X, Y: implies(member(U, X), member(V_, Y), close(X, Y)), MATRIX, MATRIX)


Shape = tuple[Term, Term, Term, Term, Term, Term]  # H, the rows of keys and of queries, N, d_Attn, the rows of W_V Z


def cross_network(shape: Shape, weights: Sequence[Term], X: Term, Y: Term) -> Matrix:
    """Attn(Linear_K(X), Linear_Q(Y))."""
    H, a, b, l, s, rows = shape
    P, Q, R, P2, Q2, R2, *attention = weights
    keys, queries = linear_layer(named(X, d, n), H, P, Q, R, a, l), linear_layer(named(Y, d, n), H, P2, Q2, R2, b, l)
    return cross_attention_layer(keys, queries, attention, s, rows, n)


def approximated_pairs(g: Term, e: Term) -> Term:
    """There are two layers Linear and a cross-attention within e of g on U × V; W_V maps D rows to d rows."""

    def network(H: Term, D: Term, E: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        at = lambda X, Y: cross_network((H, D, E, N, s, d), weights, X, Y)  # noqa: E731
        return [1 <= H, 1 <= D, 1 <= E, 1 <= N, 1 <= s, near_on_product(at, g, e)]

    return exists(
        lambda H, D, E, N, s, P, Q, R, P_2, Q_2, R_2, W_K, W_Q, W_V, W_O: network(
            H, D, E, N, s, P, Q, R, P_2, Q_2, R_2, W_K, W_Q, W_V, W_O
        ),
        *"ZZZZZ", *LINEAR, *LINEAR, *ATTENTION,
    )  # fmt: skip


def approximated_pairs_square(g: Term, e: Term) -> Term:
    """The same with Z_K and Z_Q of the same shape D × N and W_V of D × D, so both layers have d rows."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        at = lambda X, Y: cross_network((H, d, d, N, s, d), weights, X, Y)  # noqa: E731
        return [1 <= H, 1 <= N, 1 <= s, near_on_product(at, g, e)]

    return exists(
        lambda H, N, s, P, Q, R, P_2, Q_2, R_2, W_K, W_Q, W_V, W_O: network(
            H, N, s, P, Q, R, P_2, Q_2, R_2, W_K, W_Q, W_V, W_O
        ),
        *"ZZZ", *LINEAR, *LINEAR, *ATTENTION,
    )  # fmt: skip


in_words = "‖{0} − Attn ∘ Linear‖_∞ ≤ {1} on {2} × {3} for some Linear_K, Linear_Q and Attn"
in_latex = (
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty \le {1} \text{{ on }} {2} \times {3} "
    r"\text{{ for some Linear}}_K, \text{{Linear}}_Q, \text{{Attn}}"
)
of_product = (g, eps, U, V_, d, n)
paper.notions.define(approximated_pairs_square(g, eps), of_product, in_words, in_latex)
paper.notions.define(
    approximated_pairs(g, eps), of_product, f"{in_words} with W_V of {{4}} rows",
    rf"{in_latex} \text{{{{ with }}}} W_V \text{{{{ of }}}} {{4}} \text{{{{ rows}}}}", corrected=True,
)  # fmt: skip


# --- the two layers Linear of B.3 -------------------------------------------------------------------------------------

at_Y = substitute(flattened, {X: Y})
INPUTS = {z_K: flattened, z_Q: at_Y}


def at_inputs(m: Matrix) -> Matrix:
    """A matrix of B.3 for the flattened X and Y."""
    return Matrix(m.rows, m.columns, lambda i, t: substitute(m(i, t), INPUTS))


key_left, key_right = (
    fun(lambda j, i: ite(Eq(i, width + 1), 1, 0), 2),
    fun(lambda j, t: cross.key_marks(j)(num(1), t), 2),
)
query_left, query_right = fun(lambda j, i: ite(Eq(i, j), 1, 0), 2), fun(lambda j, t: cross.query_row(num(1), t), 2)
key_P, key_Q = (substitute(w, {left: key_left, right: key_right}) for w in (row_P, row_Q))
query_P, query_Q = (substitute(w, {left: query_left, right: query_right}) for w in (row_P, row_Q))
key_R, query_R = (fun(lambda i, t, m=m: m(i, t), 2) for m in (cross.key_shift, cross.query_shift))
linear_weights = key_P, key_Q, key_R, query_P, query_Q, query_R


def summed_K(X: Term) -> Matrix:
    """Linear_K(X) as Σ_h P_h X Q_h + R."""
    return linear_layer(named(X, d, n), n * G, key_P, key_Q, key_R, width + 1, width)


def summed_Q(Y: Term) -> Matrix:
    """Linear_Q(Y) as Σ_h P_h Y Q_h + R."""
    return linear_layer(named(Y, d, n), n * G, query_P, query_Q, query_R, G + n, width)


LAID = [*SIZES.values(), *FLAT.values(), *LONG.values()]
linear_K, linear_Q = at_inputs(cross.linear_K), at_inputs(cross.linear_Q)


@paper.claim(given=LAID, shows=linear_K.equals(summed_K(X)))
def key_layer_is_sum(p: Proof) -> Fact:
    """The products are in the last row."""
    return layer_is_sum(p, linear_K, summed_K(X), X, key_left, key_right)


@paper.claim(given=LAID, shows=linear_Q.equals(summed_Q(Y)))
def query_layer_is_sum(p: Proof) -> Fact:
    """The products are in the first columns."""
    return layer_is_sum(p, linear_Q, summed_Q(Y), Y, query_left, query_right)


made = (cross.W_K, cross.W_Q, cross.W_V, cross.W_O)
weights = (*linear_weights, *(fun(lambda i, t, m=m: m(i, t), 2) for m in made))
shape = (n * G, width + 1, G + n, width, cross.W_K.rows, d)
network_at = at_inputs(cross.network)
WIDE = {"pairs_low": pairs >= 1, "fits": n <= width}


def network(X: Term, Y: Term) -> Matrix:
    """Attn(Linear_K(X), Linear_Q(Y)) with the matrices of B.3."""
    return cross_network(shape, weights, X, Y)


@paper.claim(given=[*LAID, *WIDE.values()], shows=network_at.equals(network(X, Y)))
def cross_network_is_layers(p: Proof) -> Fact:
    """The layers Linear are such sums, and the rest is equal."""
    keys = linear_K, summed_K(X), p.apply("key_layer_is_sum")
    queries = linear_Q, summed_Q(Y), p.apply("query_layer_is_sum")
    return same_attention(p, "out", keys, queries, made)


AT = {**INPUTS, y: pair_value_of(g, X, Y)}
in_entries = [1 <= r, r <= d, 1 <= c, c <= n]
small = substitute(matrices.network_error, AT)


@paper.claim(
    given=[*LAID, *WIDE.values(), small <= eps],
    shows=entries(lambda r, c: abs(network(X, Y)(r, c) - g(X, Y, r, c)) <= eps, d, n),
)
def cross_layers_approximate(p: Proof) -> Fact:
    """Apply this to every entry."""
    ends = assumed(p, *in_entries)
    rows = p.max_ge(small, r, *ends[:2])
    entry = p.max_ge(rows.concl.args[0], c, *ends[2:])
    same = p.specialize(p.apply("cross_network_is_layers"), r, c, using=ends)
    moved = p.congr(lambda w: abs(w - g(X, Y, r, c)), same)
    return p.have(abs(network(X, Y)(r, c) - g(X, Y, r, c)) <= eps, rows, entry, moved)


goal = approximated_pairs(g, eps)


@paper.claim(given={**SIZES, **WIDE, "small": near_on_product(network, g, eps)}, shows=goal)
def cross_layers_found(p: Proof) -> Fact:
    """Take the layers of B.3."""
    p.have(1 <= d * pairs, "wide", "pairs_low", label="cells")
    sizes = [p.have(1 <= n * G, "long", "some"), p.have(1 <= width + 1)]
    return p.exists_intro(p.goal, [*shape[:5], *weights], *sizes)


# --- the values at the pairs ------------------------------------------------------------------------------------------


def near_pair(X: Term, Y: Term, h: Term) -> tuple[Term, Term]:
    """X and Y are within δ of the centres of pair h."""
    return near_centre(X, first(h)), near_centre(Y, second(h))


def in_product(X: Term, Y: Term) -> tuple[Term, Term]:
    """X ∈ U, Y ∈ V."""
    return member(U, X), member(V_, Y)


def fits(h: Term, M: Term) -> Term:
    """M is within ε/3 of g at all points of U × V that are within δ of pair h."""

    def close(X: Term, Y: Term) -> Term:
        return entries(lambda r, c: abs(M(r, c) - g(X, Y, r, c)) <= eps / 3, d, n)

    return for_all(lambda X, Y: implies(*in_product(X, Y), *near_pair(X, Y, h), close(X, Y)), MATRIX, MATRIX)


steady = uniformly_on_product(g, U, V_, eps / 3, 3 * delta, d, n, n)
near_some = exists(lambda X, Y: [*in_product(X, Y), *near_pair(X, Y, h)], MATRIX, MATRIX)
some_value = exists(lambda M: fits(h, M), MATRIX)


@paper.claim(given=[0 < delta, steady], shows=some_value)
def value_at_pair(p: Proof) -> Fact:
    """Take the value of g at a point of U × V near the pair; if there is none, any value."""
    ends = assumed(p, *in_entries)
    held = assumed(p, *in_product(X, Y), *near_pair(X, Y, h))

    def close(A: Term, B: Term, centre: Term, one: Fact, two: Fact) -> Fact:
        sides = [p.specialize(fact, r, c, using=ends) for fact in (one, two)]
        way = by_way_of(p, A(r, c), v(centre, (c - 1) * d + r), B(r, c))
        each = p.have(abs(A(r, c) - B(r, c)) < 3 * delta, *sides, way)
        return p.generalize(r, p.generalize(c, each))

    def with_point(X1_in: Fact, Y1_in: Fact, X1_near: Fact, Y1_near: Fact) -> Fact:
        near = close(X1, X, first(h), X1_near, held[2]), close(Y1, Y, second(h), Y1_near, held[3])
        there = both_used(p, steady, (X1, Y1), (X1_in, Y1_in))
        there = both_used(p, there, (X, Y), (*held[:2], *near))
        less = p.specialize(there, r, c, using=ends)
        each = p.have(abs(g(X1, Y1, r, c) - g(X, Y, r, c)) <= eps / 3, less)
        each = p.generalize(r, p.generalize(c, each))
        fact = p.discharge(each, *(a.concl for a in held))
        return p.exists_intro(some_value, [pair_value_of(g, X1, Y1)], fact)

    with_some = p.exists_elim(p.assume(near_some), [X1, Y1], with_point, some_value)
    nowhere = p.assume(implies(near_some, FALSE))
    here = p.exists_intro(near_some, [X, Y], *held)
    zero = fun(lambda r, c: num(0), 2)
    without = p.absurd(p.mp(nowhere, here), said_at(fits(h, zero), X, Y))
    fact = p.discharge(without, *(a.concl for a in held))
    none = p.exists_intro(some_value, [zero], fact)
    return p.either(with_some, none, near_some)


def both_used(p: Proof, universal: Named, values: Sequence[Term], facts: Sequence[Fact]) -> Fact:
    """Apply ∀X, Y. A → B → … to values; the facts, in this order, prove its conditions."""
    fact = p.get(universal)
    for x in values:
        fact = p.rule("specialize", fact, x)
    for condition in facts:
        fact = p.mp(fact, condition)
    return fact


all_fit = every(lambda h: fits(h, row_of(F, h)), 1, pairs)


@paper.claim(given=[0 <= pairs, 0 < delta, steady], shows=exists(lambda F_: substitute(all_fit, {F: F_}), "(ZZZ>R)"))
def values_at_pairs(p: Proof) -> Fact:
    """By finite choice."""
    each = p.generalize(h, p.apply("value_at_pair"), label="each")
    return p.change(chosen_for_each(p, fits, pairs, each, 0 <= pairs, MATRIX), p.goal)


# --- the grid ---------------------------------------------------------------------------------------------------------

PAIR_SIZES = dict(zip(("wide", "long", "some", "pairs_low", "fits", *TILED, *PAIRED), cross.sized_pairs, strict=True))
PAIR_GRID = dict(zip(matrices.PAIR_GRID, matrices.pair_grid, strict=True))
CLOSE = {
    **PAIR_SIZES, "flat": flat, **PAIR_GRID, "delta_pos": delta > 0, "finer": matrices.finer,
    "modulus": matrices.modulus,
}  # fmt: skip


@paper.claim(given=CLOSE, shows=exists(lambda h: [1 <= h, h <= pairs, gap(h) <= eps / 3], "Z"))
def pair_with_close_value(p: Proof) -> Fact:
    """The nearest pair is within δ."""
    for law in matrices.LAWS:
        p.apply(f"pair_{law}", label=f"pair_{law}")
    p.given(best_low=best >= 1, best_high=best <= pairs, greatest=at_pairs(nearest_centre.greatest))
    square = p.apply("nearest_square", **matrices.STACKED)
    far = at_pairs(grid.farthest(best))
    near, beyond = assumed(p, far <= delta, delta < far)
    stacked = {name: matrices.STACKED[name] for name in ("v", "z", "m")}
    beyond_square = p.apply("far_in_square", beyond, j=best, **stacked)
    clash = p.have(FALSE, square, beyond_square, ("delta_pos", "delta_pos"))
    within = p.cases(far, delta, near, p.absurd(clash, far <= delta))
    close = p.specialize("modulus", best, using=[within])
    none = p.assume(p.goal.args[0])
    here = p.rule("specialize", none, best)
    for fact in ("best_low", "best_high", close):
        here = p.mp(here, fact)
    wrong = p.absurd(here, num(1) <= 0)
    p.generalize(best, wrong, label="whatever")
    clash = p.apply("nearest_centre_exists", x=1, y=0, G=pairs, **stacked)
    return p.rule("discharge", none.concl, p.have(FALSE, clash))


cubes = {"U_in_cube": in_a_cube(U, D, d, n), "V_in_cube": in_a_cube(V_, D, d, n)}
GRID = {
    **PAIR_SIZES, "flat": flat, **dict(zip(grid.GRID, grid.grid_laws, strict=True)), "D_pos": D > 0,
    "middles": grid.middles, "delta_pos": delta > 0, "finer": matrices.finer, "eps_pos": eps > 0, **FLAT, **LONG,
    "values": all_fit, **cubes,
}  # fmt: skip
POINT = {**GRID, "X_in": member(U, X), "Y_in": member(V_, Y)}
MODULUS = [*SIZES.values(), flat, *cross.pair_laws, *FLAT.values(), all_fit, *in_product(X, Y)]


@paper.claim(given=MODULUS, shows=substitute(matrices.modulus, AT))
def modulus_at_pair(p: Proof) -> Fact:
    """The value at a pair within δ of X and Y is within ε/3."""
    p.given(**SIZES, **FLAT, values=all_fit)
    p.given(X_in=member(U, X), Y_in=member(V_, Y))
    h_ends, ends = assumed(p, 1 <= h, h <= pairs), assumed(p, *in_entries)
    far = substitute(at_pairs(grid.farthest(h)), INPUTS)
    (near,) = assumed(p, far <= delta)
    at = (c - 1) * d + r
    end = p.have((n - c) * d >= 0, (ends[3], "wide"), ends[3])
    low, high = p.have(1 <= at, (ends[2], "wide"), ends[2], ends[0]), p.have(at <= length, end, ends[1])
    closes = []
    for A, centre, place_, inside_ in (
        (X, first(h), length + at, p.have(length < length + at, low)),
        (Y, second(h), at, high),
    ):
        range_ = p.have(1 <= place_, low, high), p.have(place_ <= 2 * length, low, high)
        member_ = p.max_ge(far, place_, *range_)
        stack_z, stack_v = (substitute(x, INPUTS) for x in (cross.stack_z(place_), cross.stack_v(h, place_)))
        one, two = (p.ite_eq(x, inside_) for x in (stack_z, stack_v))
        spot = p.instantiate(same_place(p, r, c, ends), [(X, A)] if A is not X else [])
        value = p.have(Eq(stack_z, A(r, c)), one, spot)
        same_apart = apart_as(p, value, two)
        close = p.have(abs(A(r, c) - v(centre, at)) <= delta, member_, near, *same_apart)
        closes.append(p.generalize(r, p.generalize(c, close)))
    there = both_used(p, p.specialize("values", h, using=h_ends), (X, Y), (p.get("X_in"), p.get("Y_in"), *closes))
    columns = p.generalize(c, p.specialize(there, r, c, using=ends))
    target = substitute(gap(h), AT)
    inner = Max(lambda c: abs(F(h, r, c) - g(X, Y, r, c)), 1, n)
    rows = p.generalize(r, p.max_le(inner, eps / 3, "long", columns))
    return p.max_le(target, eps / 3, "wide", rows)


def with_point(p: Proof) -> None:
    """Assume the grid and a point of U × V, and derive "inside_K", "inside_Q": it lies in the cubes."""
    p.given(**POINT)
    p.apply("flat_in_cube", label="inside_K")
    p.apply("flat_in_cube", U=V_, X=Y, label="inside_Q")
    p.apply("modulus_at_pair", label="modulus")


VALUES = {"z_K": flattened, "z_Q": at_Y, "y": pair_value_of(g, X, Y)}
greatest_value = Max(lambda h: Max(lambda r: Max(lambda c: abs(F(h, r, c)), 1, n), 1, d), 1, pairs)
bound = 1 + eps / 3 + greatest_value


@paper.claim(given=[*POINT.values(), *in_entries], shows=abs(g(X, Y, r, c)) <= bound)
def bounded_by_pairs(p: Proof) -> Fact:
    """The value at the nearest pair is within ε/3."""
    with_point(p)
    ends = [p.assume(x) for x in in_entries]
    low, high, close = p.obtain(p.apply("pair_with_close_value", **VALUES), h)
    rows = p.max_ge(close.concl.args[0], r, *ends[:2])
    entry = p.max_ge(rows.concl.args[0], c, *ends[2:])
    size = below_greatest(p, low, high, *ends, j=h, G=pairs)
    way = by_way_of(p, g(X, Y, r, c), F(h, r, c), num(0))
    return p.have(p.goal, way, close, rows, entry, size)


below = at_pairs(matrices.grid.below_bound[0])


def bounded_g(X: Term, Y: Term) -> Term:
    """|g(X, Y)| <= B_0."""
    return implies(*in_product(X, Y), entries(lambda r, c: abs(g(X, Y, r, c)) <= B0, d, n))


bounded = for_all(bounded_g, MATRIX, MATRIX)
some_bound = exists(lambda B: [0 < B, *(substitute(x, {B0: B}) for x in (below, bounded))], "R")


@paper.claim(given=list(GRID.values()), shows=some_bound)
def bound_of_pairs(p: Proof) -> Fact:
    """Take a number that exceeds all values at the pairs by more than ε/3."""
    ends = [p.assume(x) for x in in_entries]
    h_ends = assumed(p, 1 <= h, h <= pairs)
    size = below_greatest(p, *h_ends, *ends, j=h, G=pairs)
    less = p.have(abs(F(h, r, c)) < bound, size)
    below_ = p.generalize(h, p.generalize(r, p.generalize(c, less)))
    at_one = p.specialize(below_, 1, 1, 1)
    return p.exists_intro(p.goal, [bound], at_one, below_)


BOUND = {"bound_pos": B0 > 0, "below": below, "up": R >= 0, "scale": matrices.scale, "own": bounded}


@paper.claim(given=[*GRID.values(), *BOUND.values()], shows=goal)
def network_on_pairs(p: Proof) -> Fact:
    """Theorem 4.2 for a given grid and given constants."""
    with_point(p)
    p.given(**BOUND)
    own = both_used(p, "own", (X, Y), (p.get("X_in"), p.get("Y_in")))
    near = p.apply("cross_network_approximates", own, **VALUES)
    fact = p.discharge(p.apply("cross_layers_approximate", near), *in_product(X, Y))
    p.note("small", p.generalize(X, p.generalize(Y, fact)))
    return p.apply("cross_layers_found")


def for_some_bound(p: Proof, theorem: str) -> Fact:
    """Prove the theorem for some B_0 and R."""

    pos, below, own = p.obtain(p.apply("bound_of_pairs"), B0)
    found = p.apply("not_negative", x=matrices.scale.args[0])
    with_R = lambda *scale: p.apply(theorem, pos, below, own, *scale)  # noqa: E731
    return p.exists_elim(found, [R], with_R)


@paper.claim(given=list(GRID.values()), shows=goal)
def network_for_pair_values(p: Proof) -> Fact:
    """Choose B_0 and R."""
    return for_some_bound(p, "network_on_pairs")


START = {
    "wide": d >= 1, "long": n >= 1, "D_pos": D > 0, "eps_pos": eps > 0, "delta_pos": delta > 0, **cubes,
    "steady": steady,
}  # fmt: skip
NUMBERS = {"two": P >= 2, "fine_": 4 * D * (d * n) <= delta * P, "flat": flat, "counted": grid.counted}


def for_some_pair_values(p: Proof, theorem: str) -> Fact:
    """Prove the theorem by choosing digits, centres, blocks, pairs and values, one after another."""
    p.given(**START, **NUMBERS)
    p.have(d * n >= 1, "wide", "long", label="dn_low")
    p.have(G >= 1, "power_ge_one", label="some")
    p.have(pairs >= 1, "some", label="pairs_low")
    cells = d * n
    wider = p.have(0 <= D * (cells - 1), ("D_pos", "dn_low"))
    low = p.have(0 <= 4 * D * cells, wider)
    high = p.have(0 <= delta * P, low)
    squares = p.have(16 * (D * D) * (cells * cells) <= delta * delta * (P * P), ("fine_", low), ("fine_", high))
    more = p.have(8 * (D * D) * cells <= 16 * (D * D) * (cells * cells), (wider, low), ("D_pos", low))
    p.have(matrices.finer, squares, more, label="finer")

    layouts = ((first, second, G, G), (block, offset, d, pairs), (token, place, d, n), (row_block, row_token, n, G))

    def with_pairs(*pair_laws: Fact) -> Fact:
        values = p.apply("values_at_pairs")
        finish = lambda *facts: p.apply(theorem, *facts)  # noqa: E731
        (value,) = p.obtain(values, F)
        return laid_out(p, layouts[1:], finish, value, *pair_laws)

    digits = p.obtain(p.apply("digits_exist"), digit)
    for name, fact in zip(("digit_low", "digit_high", "numbered"), digits, strict=True):
        p.note(name, fact)

    (middles,) = p.obtain(p.apply("centres_exist"), v)
    p.note("middles", middles)
    return laid_out(p, layouts[:1], with_pairs)


@paper.claim(given=[*START.values(), *NUMBERS.values()], shows=goal)
def network_for_pair_numbers(p: Proof) -> Fact:
    """Choose digits, centres, blocks, pairs and values."""
    return for_some_pair_values(p, "network_for_pair_values")


@paper.claim(given=START, shows=goal)
def network_for_pair_modulus(p: Proof) -> Fact:
    """Take a fine grid."""
    return for_fine_grid(p, 4, "network_for_pair_numbers")


(whole_delta,) = reals("delta_0")
OF_42 = {
    "wide": d >= 1, "long": n >= 1, "eps_pos": eps > 0, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "continuous": continuous_on_product(g, U, V_, d, n, n),
}  # fmt: skip


@paper.claim(given=[in_a_cube(U, D1, d, n), D1 <= D], shows=in_a_cube(U, D, d, n))
def in_larger_cube(p: Proof) -> Fact:
    """Every entry satisfies the larger bound."""
    (X_in,) = assumed(p, member(U, X))
    ends = assumed(p, *in_entries)
    own = p.specialize(p.specialize(in_a_cube(U, D1, d, n), X, using=[X_in]), r, c, using=ends)
    return p.have(abs(X(r, c)) <= D, own)


def for_some_pair_modulus(p: Proof, theorem: str) -> Fact:
    """Prove the theorem for a cube around U and V, and one δ for all of U × V."""
    p.given(**OF_42)
    uniform = p.apply("uniformly_continuous_on_product", N=n, epsilon=eps / 3)

    one = p.obtain("compact_U", D1)
    two = p.obtain("compact_V", D2)
    sides = p.have(D1 <= D1 + D2, two[0]), p.have(D2 <= D1 + D2, one[0])
    U_in = p.apply("in_larger_cube", one[2], sides[0])
    V_in = p.apply("in_larger_cube", two[2], sides[1], U=V_, D=D1 + D2, D_1=D2)
    delta_pos, steady_ = p.obtain(uniform, whole_delta)
    values = {"delta": whole_delta / 3, "D": D1 + D2}
    return p.apply(theorem, one[0], two[0], U_in, V_in, delta_pos, steady_, **values)


@paper.claim(given=list(OF_42.values()), shows=goal)
def theorem_4_2(p: Proof) -> Fact:
    """Take a cube around U and V, and one δ for all of U × V."""
    return for_some_pair_modulus(p, "network_for_pair_modulus")
