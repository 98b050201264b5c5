"""Theorem 4.1 as one sentence: every continuous function on a compact set is within ε of a network.

The network is that of B.1 for a grid on a cube around the set. At a centre it takes the value of f at a point of the
set near that centre, and 0 where there is none, so that f need not be extended to the cube. Such values for all centres
exist by finite choice, and one δ for the whole set by `uniformly_continuous_if_compact`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR, attention_layer, linear_layer
from proofs.papers.liu.section_4_1_self_attention import grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    G,
    block,
    flat,
    j,
    length,
    offset,
    r,
    strict,
    tiles,
    v,
    y,
    z,
)
from proofs.papers.liu.section_4_1_self_attention.construction import room_for_tokens
from proofs.papers.liu.section_4_1_self_attention.digits_and_blocks import made_digit
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, coordinate, digit
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, gap
from proofs.papers.liu.vocabulary import R, X, c, d, eps, h, i, k, n, paper
from proofs.theorems.algebra.matrices import (
    Matrix,
    equal_by,
    named,
    products_equal,
    reflexive,
    softmax,
    softmaxes_equal,
)
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import compact, continuous_on_set, in_a_cube, member, on_set
from proofs.theorems.analysis.continuity import assumed, by_way_of, entries, steady, value
from proofs.theorems.combinatorics.tilings import TILED, tiling

H, a, l, s, t = ints("H D' N s t")
U, V_ = functions("U V", MATRIX)
(g,) = functions("g", MATRIX + MATRIX + "ZZ")
(f,) = functions("f", MATRIX + "ZZ")
(Q_,) = vectors("Q", 3)
W_K, W_Q, W_V, W_O, M, Y = vectors("W_K W_Q W_V W_O M Y", 2)
(x,) = reals("x")
token, place, row_block, row_token = sequences("token place centre_of token_of")


def near_on_set(network: Callable[[Term], Matrix], f: Term, U: Term, e: Term) -> Term:
    """‖network(X) − f(X)‖_∞ <= e for all X of U."""

    def close(X: Term) -> Term:
        found = network(X)
        return entries(lambda r, c: abs(found(r, c) - f(X, r, c)) <= e, found.rows, found.columns)

    return for_all(lambda X: implies(member(U, X), close(X)), MATRIX)


def self_attention(X: Term, H: Term, a: Term, l: Term, s: Term, weights: Sequence[Term], rows: Term) -> Matrix:
    """Attn(Linear(X))."""
    P, Q, R, *attention = weights
    return attention_layer(linear_layer(named(X, d, n), H, P, Q, R, a, l), attention, s, rows, n)


def approximated(f: Term, U: Term, e: Term) -> Term:
    """There are a layer Linear and a self-attention such that Attn ∘ Linear is within e of f on U.

    W_V takes the D rows of Linear(X) to the d rows of f(X).
    """

    def network(H: Term, D: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        def at(X: Term) -> Matrix:
            return self_attention(X, H, D, N, s, weights, d)

        return [1 <= H, 1 <= D, 1 <= N, 1 <= s, near_on_set(at, f, U, e)]

    return exists(
        lambda H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O),
        *"ZZZZ", *LINEAR, *ATTENTION,
    )  # fmt: skip


def approximated_square(f: Term, U: Term, e: Term) -> Term:
    """The same with W_V of D × D, as section 2 declares it, so that Linear(X) has d rows."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        return [1 <= H, 1 <= N, 1 <= s, near_on_set(lambda X: self_attention(X, H, d, N, s, weights, d), f, U, e)]

    return exists(
        lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O),
        *"ZZZ", *LINEAR, *ATTENTION,
    )  # fmt: skip


in_words = "‖{0} − Attn ∘ Linear‖_∞ ≤ {2} on {1} for some "
paper.notions.define(
    approximated_square(f, U, eps), (f, U, eps, d, n), f"{in_words}Linear and Attn",
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty \le {2} \text{{ on }} {1} "
    r"\text{{ for some Linear, Attn}}",
)  # fmt: skip
paper.notions.define(
    approximated(f, U, eps), (f, U, eps, d, n), f"{in_words}Linear and Attn with W_V of {{3}} rows",
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty \le {2} \text{{ on }} {1} "
    r"\text{{ for some Linear, Attn with }} W_V \text{{ of }} {3} \text{{ rows}}",
    corrected=True,
)  # fmt: skip


# --- the layer Linear of B.1 as a sum over centres and tokens ---------------------------------------------------------

flattened = fun(lambda k: X(place(k), token(k)))
FLAT = {f"flat_{name}": law for name, law in zip(TILED, tiling(token, place, d, n), strict=True)}
LONG = {f"long_{name}": law for name, law in zip(TILED, tiling(row_block, row_token, n, G), strict=True)}
SIZES = {"wide": d >= 1, "long": n >= 1, "some": G >= 1}
width = made.width


def at_X(m: Matrix) -> Matrix:
    """Return a matrix of B.1 for the flattened X."""
    return Matrix(m.rows, m.columns, lambda i, t: substitute(m(i, t), {z: flattened}))


def same_place(p: Proof, c: Term, k: Term, ends: Sequence[Fact]) -> Fact:
    """z_{(k−1)d+c} = X(c, k)."""
    at = (k - 1) * d + c
    values = {"block": token, "offset": place, "d": d, "G": n, "j": k, "s": c}
    own, spot = (p.apply(f"tilings.tile_{name}", *ends, **values) for name in ("block", "offset"))
    moved = p.congr(lambda x: X(x, token(at)), spot)
    also = p.congr(lambda x: X(c, x), own)
    return p.have(Eq(flattened(at), X(c, k)), moved, also)


left, right = vectors("left right", 2)
row_P = fun(lambda h, i, c: left(row_block(h), i) * v(row_block(h), (row_token(h) - 1) * d + c), 3)
row_Q = fun(lambda h, k, t: ite(Eq(k, row_token(h)), 1, 0) * right(row_block(h), t), 3)


def product_at_X(j: Term) -> Term:
    """v_jᵀX̃, in the form of the layers of appendix B."""
    return substitute(made.token_products(j), {z: flattened})


def in_cell(i: Term, t: Term) -> tuple[Term, Term]:
    """Σ_j left(j, i) right(j, t) v_jᵀX̃, and the entry of Σ_h P_h X Q_h that it is."""
    scaled = Sum(lambda j: left(j, i) * right(j, t) * product_at_X(j), 1, G)
    no_shift = fun(lambda i, t: num(0), 2)
    return scaled, linear_layer(named(X, d, n), n * G, row_P, row_Q, no_shift, i, t)(i, t)


@paper.claim(given={**SIZES, **FLAT, **LONG}, shows=Eq(*in_cell(i, t)))
def products_are_sum(p: Proof) -> Fact:
    """h ranges over pairs of a centre and a token, and Q_h selects the token."""
    h_ends = assumed(p, 1 <= h, h <= n * G)
    k_ends, c_ends = assumed(p, 1 <= k, k <= n), assumed(p, 1 <= c, c <= d)
    spots = [p.specialize(f"long_{name}", h, using=h_ends) for name in ("offset_low", "offset_high")]

    def both(j: Term, k: Term) -> Term:
        return Sum(lambda c: left(j, i) * v(j, (k - 1) * d + c) * X(c, k), 1, d) * right(j, t)

    along = fun(lambda k: Sum(lambda c: row_P(h, i, c) * X(c, k), 1, d) * right(row_block(h), t))
    one = p.apply("sum_delta", *spots, f=along, lo=1, hi=n, m=row_token(h))
    rows = p.apply("sum_eq", one)
    tiled = p.apply("tile_sum_blocks", block=row_block, offset=row_token, d=n, h=fun(both, 2))
    products = p.apply("products_are_tokens", z=flattened)

    def term_(k: Term, c: Term) -> Term:
        return flattened((k - 1) * d + c) * v(j, (k - 1) * d + c)

    def plain(k: Term, c: Term) -> Term:
        return X(c, k) * v(j, (k - 1) * d + c)

    at = same_place(p, c, k, [*c_ends, *k_ends])
    f_, g_ = (fun(lambda c, x=x: x(k, c)) for x in (term_, plain))
    inner = p.apply("sum_eq", (at, v(j, (k - 1) * d + c)), f=f_, g=g_, lo=1, hi=d)
    tokens = p.apply("sum_eq", inner)
    known = p.have(Eq(product_at_X(j), tokens.concl.args[1]), products, tokens)
    front = left(j, i) * right(j, t)
    f_ = fun(lambda j: left(j, i) * right(j, t) * product_at_X(j))
    g_ = fun(lambda j: Sum(lambda k: both(j, k), 1, n))
    centres = p.apply("sum_eq", (known, front), f=f_, g=g_, lo=1, hi=G)
    return p.have(p.goal, rows, tiled, centres)


def layer_is_sum(p: Proof, layer: Matrix, summed: Matrix, at: Term, left_: Term, right_: Term) -> Fact:
    """Prove that a layer of appendix B is a sum as in section 2; `at` is its input."""
    found = p.apply("products_are_sum", X=at, left=left_, right=right_)

    def entry(i_: Term, t_: Term, _: Sequence[Fact]) -> Fact:
        at_cell = p.instantiate(found, [(i, i_), (t, t_)])
        return p.have(Eq(layer(i_, t_), summed(i_, t_)), at_cell)

    return equal_by(p, "out", layer, summed, entry)


linear_at_X = at_X(made.linear)
made_left, made_right = fun(lambda j, i: ite(Eq(i, 1), 1, 0), 2), fun(lambda j, t: made.marks(j)(num(1), t), 2)
made_P, made_Q = (substitute(w, {left: made_left, right: made_right}) for w in (row_P, row_Q))
made_R = fun(lambda i, t: made.shift(i, t), 2)


def summed(X: Term) -> Matrix:
    """Return Linear(X) as Σ_h P_h X Q_h + R, where h ranges over pairs of a centre and a token."""
    return linear_layer(named(X, d, n), n * G, made_P, made_Q, made_R, width + 1, width)


@paper.claim(given=[*SIZES.values(), *FLAT.values(), *LONG.values()], shows=linear_at_X.equals(summed(X)))
def linear_is_sum(p: Proof) -> Fact:
    """It is a row of products with the centres, over the identity."""
    return layer_is_sum(p, linear_at_X, summed(X), X, made_left, made_right)


weights = tuple(fun(lambda i, t, m=m: m(i, t), 2) for m in (made.W_K, made.W_Q, made.W_V, made.W_O))


def network(X: Term) -> Matrix:
    """Attn(Linear(X)) with the matrices of B.1."""
    return attention_layer(summed(X), weights, n + 2, d, n)


Layer = tuple[Matrix, Matrix, Fact]


def times_same(p: Proof, w: Matrix, layer: Layer) -> Layer:
    """W Z = W Z' for equal layers (Z, Z', Z = Z')."""
    return w @ layer[0], w @ layer[1], products_equal(p, None, reflexive(p, w), layer)


def same_weights(p: Proof, keys: Layer, queries: Layer, W: Sequence[Matrix]) -> Layer:
    """Softmax((W_K Z_K)ᵀ W_Q Z_Q) is equal for equal layers."""
    of_keys, of_queries = times_same(p, W[0], keys), times_same(p, W[1], queries)
    flipped = of_keys[0].T, of_keys[1].T
    turned = equal_by(p, None, *flipped, lambda i, j, ends: p.specialize(of_keys[2], j, i, using=ends))
    scores = flipped[0] @ of_queries[0], flipped[1] @ of_queries[1]
    equal = products_equal(p, None, (*flipped, turned), of_queries)
    return softmax(scores[0]), softmax(scores[1]), softmaxes_equal(p, None, *scores, equal)


def same_attention(p: Proof, label: str | None, keys: Layer, queries: Layer, W: Sequence[Matrix]) -> Fact:
    """W_V Z_K Softmax((W_K Z_K)ᵀ W_Q Z_Q) W_O is equal for equal layers."""
    of_values, attended = times_same(p, W[2], keys), same_weights(p, keys, queries, W)
    before = of_values[0] @ attended[0], of_values[1] @ attended[1], products_equal(p, None, of_values, attended)
    return products_equal(p, label, before, reflexive(p, W[3]))


TILES = dict(zip(TILED, tiles.laws, strict=True))
network_at_X = at_X(made.network)


@paper.claim(given=[*SIZES.values(), n <= width, *FLAT.values(), *LONG.values()], shows=network_at_X.equals(network(X)))
def network_is_layers(p: Proof) -> Fact:
    """The layer Linear is such a sum, and the rest is equal."""
    layer = linear_at_X, summed(X), p.apply("linear_is_sum")
    return same_attention(p, "out", layer, layer, (made.W_K, made.W_Q, made.W_V, made.W_O))


def within_f(m: Matrix, e: Term = eps) -> Term:
    """‖m − f(X)‖_∞ <= e."""
    return entries(lambda r, c: abs(m(r, c) - f(X, r, c)) <= e, d, n)


AT = {z: flattened, y: value(f, X)}


@paper.claim(
    given=[*SIZES.values(), n <= width, *FLAT.values(), *LONG.values(), substitute(grid.network_error, AT) <= eps],
    shows=within_f(network(X)),
)
def layers_approximate(p: Proof) -> Fact:
    """Apply this to every entry."""
    small = substitute(grid.network_error, AT)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    rows = p.max_ge(small, r, *ends[:2])
    entry = p.max_ge(rows.concl.args[0], c, *ends[2:])
    same = p.specialize(p.apply("network_is_layers"), r, c, using=ends)
    moved = p.congr(lambda w: abs(w - f(X, r, c)), same)
    return p.have(abs(network(X)(r, c) - f(X, r, c)) <= eps, rows, entry, moved)


on_set_small = for_all(lambda X_: implies(member(U, X_), substitute(within_f(network(X)), {X: X_})), MATRIX)
LAYERS = {**SIZES, "fits": n <= width, "small": on_set_small}


@paper.claim(given=LAYERS, shows=approximated(f, U, eps))
def layers_found(p: Proof) -> Fact:
    """Take the layers of B.1."""
    p.have(1 <= d * G, "wide", "some", label="cells")
    sizes = [p.have(1 <= n * G, "long", "some")]
    witnesses = [n * G, width + 1, width, n + 2, made_P, made_Q, made_R, *weights]
    return p.exists_intro(p.goal, witnesses, *sizes)


# --- the values at the centres ----------------------------------------------------------------------------------------


def near_centre(X: Term, j: Term) -> Term:
    """‖X̃ − v_j‖_∞ <= δ."""
    return entries(lambda r, c: abs(X(r, c) - v(j, (c - 1) * d + r)) <= delta, d, n)


def fits(j: Term, M: Term) -> Term:
    """M is within ε/3 of f at all points of U that are within δ of v_j."""

    def close(X: Term) -> Term:
        return entries(lambda r, c: abs(M(r, c) - f(X, r, c)) <= eps / 3, d, n)

    return for_all(lambda X: implies(member(U, X), near_centre(X, j), close(X)), MATRIX)


domain = on_set(U, d, n)
steady_on_set = for_all(lambda X: implies(member(U, X), steady(f, X, eps / 3, 3 * delta, domain, d, n)), MATRIX)
some_value = exists(lambda M: fits(j, M), MATRIX)


@paper.claim(given=[0 < delta, steady_on_set], shows=some_value)
def value_at_centre(p: Proof) -> Fact:
    """Take the value of f at a point of U near the centre; if there is none, any value."""
    centre = fun(lambda r, c: v(j, (c - 1) * d + r), 2)
    return p.apply("value_near", W=centre, a=delta, e=eps / 3, N=n)


all_fit = every(lambda j: fits(j, row_of(F, j)), 1, G)


@paper.claim(given=[0 <= G, 0 < delta, steady_on_set], shows=exists(lambda F_: substitute(all_fit, {F: F_}), "(ZZZ>R)"))
def values_at_centres(p: Proof) -> Fact:
    """By finite choice."""
    each = p.generalize(j, p.apply("value_at_centre"), label="each")
    return p.change(chosen_for_each(p, fits, G, each, 0 <= G, MATRIX), p.goal)


# --- the grid ---------------------------------------------------------------------------------------------------------

GRID = {
    **SIZES, "fits": n <= width, **TILES, "flat": flat, **dict(zip(grid.GRID, grid.grid_laws, strict=True)),
    "D_pos": D > 0, "middles": grid.middles, "delta_pos": delta > 0, "finer": grid.finer, "eps_pos": eps > 0,
    **FLAT, **LONG, "values": all_fit, "in_cube": in_a_cube(U, D, d, n),
}  # fmt: skip
POINT = {**GRID, "X_in": member(U, X)}
BOUND = {"bound_pos": B0 > 0, "below": strict, "scale_up": R >= 0, "scale": nearest_centre.scale}


def with_point(p: Proof) -> None:
    """Assume the grid and a point of U, and derive "inside": its flattening lies in the cube."""
    p.given(**POINT)
    p.apply("flat_in_cube", label="inside")
    p.apply("modulus_at", label="modulus")


@paper.claim(
    given=[flat, *FLAT.values(), in_a_cube(U, D, d, n), member(U, X)], shows=substitute(grid.inside, {z: flattened})
)
def flat_in_cube(p: Proof) -> Fact:
    """Its coordinates are entries of X."""
    p.given(**FLAT, in_cube=in_a_cube(U, D, d, n))
    ends = assumed(p, 1 <= k, k <= length)
    spots = [p.specialize(f"flat_{name}", k, using=[ends[0], ends[1]]) for name in TILED[:4]]
    cube = p.specialize("in_cube", X)
    return p.specialize(cube, place(k), token(k), using=spots)


@paper.claim(given=[*SIZES.values(), flat, *FLAT.values(), all_fit, member(U, X)], shows=substitute(grid.modulus, AT))
def modulus_at(p: Proof) -> Fact:
    """The value at a centre within δ of X is within ε/3."""
    p.given(**SIZES, **FLAT, values=all_fit)
    j_ends, ends = assumed(p, 1 <= j, j <= G), assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    far = substitute(grid.farthest(j), {z: flattened})
    (near,) = assumed(p, far <= delta)
    at = (c - 1) * d + r
    end = p.have((n - c) * d >= 0, (ends[3], "wide"), ends[3])
    range_ = p.have(1 <= at, (ends[2], "wide"), ends[2], ends[0]), p.have(at <= length, end, ends[1])
    member_ = p.max_ge(far, at, *range_)
    spot = same_place(p, r, c, ends)
    size = p.congr(lambda x: abs(x - v(j, at)), spot)
    close = p.have(abs(X(r, c) - v(j, at)) <= delta, member_, near, size)
    there = p.specialize(p.specialize("values", j, using=j_ends), X, using=[close])
    target = substitute(gap(j), AT)
    columns = p.generalize(c, p.specialize(there, r, c, using=ends))
    inner = Max(lambda c: abs(F(j, r, c) - f(X, r, c)), 1, n)
    rows = p.generalize(r, p.max_le(inner, eps / 3, "long", columns))
    return p.max_le(target, eps / 3, "wide", rows)


greatest_value = Max(lambda j: Max(lambda r: Max(lambda c: abs(F(j, r, c)), 1, n), 1, d), 1, G)
bound = 1 + eps / 3 + greatest_value


def below_greatest(p: Proof, *ends: Fact, **at: Term) -> Fact:
    """|F(j, r, c)| is at most the maximum, for indices in their ranges."""
    return p.apply("entry_below_greatest", *ends, M=F, **{"N'": at.pop("G", G), **at})


in_entries = [1 <= r, r <= d, 1 <= c, c <= n]


@paper.claim(given=[*POINT.values(), *in_entries], shows=abs(f(X, r, c)) <= bound)
def bounded_by_values(p: Proof) -> Fact:
    """The value at the nearest centre is within ε/3."""
    with_point(p)
    ends = [p.assume(x) for x in in_entries]
    moved = {z: flattened}
    p.given(best_low=best >= 1, best_high=best <= G, greatest=substitute(nearest_centre.greatest, moved))
    square = p.apply("nearest_square", z=flattened)
    far = substitute(grid.farthest(best), moved)
    near, beyond = assumed(p, far <= delta, delta < far)
    beyond_square = p.apply("far_in_square", beyond)
    clash = p.have(FALSE, square, beyond_square, ("delta_pos", "delta_pos"))
    within_ = p.cases(far, delta, near, p.absurd(clash, far <= delta))
    close = p.specialize("modulus", best, using=[within_])
    rows = p.max_ge(close.concl.args[0], r, *ends[:2])
    entry = p.max_ge(rows.concl.args[0], c, *ends[2:])
    size = below_greatest(p, *ends, j=best)
    way = by_way_of(p, f(X, r, c), F(best, r, c), num(0))
    out = p.have(abs(f(X, r, c)) <= bound, way, close, rows, entry, size)
    p.generalize(best, out, label="whatever")
    return p.apply("nearest_centre_exists", z=flattened, x=abs(f(X, r, c)), y=bound)


bounded_on_set = for_all(lambda X_: implies(member(U, X_), entries(lambda r, c: abs(f(X_, r, c)) <= B0, d, n)), MATRIX)
some_bound = exists(lambda B: [0 < B, *(substitute(x, {B0: B}) for x in (strict, bounded_on_set))], "R")


@paper.claim(given=list(GRID.values()), shows=some_bound)
def bound_exists(p: Proof) -> Fact:
    """Take a number that exceeds all values at the centres by more than ε/3."""
    ends = [p.assume(x) for x in in_entries]
    j_ends = assumed(p, 1 <= j, j <= G)
    size = below_greatest(p, *j_ends, *ends)
    less = p.have(abs(F(j, r, c)) < bound, size)
    below = p.generalize(j, p.generalize(r, p.generalize(c, less)))
    at_one = p.specialize(below, 1, 1, 1)
    return p.exists_intro(p.goal, [bound], at_one, below)


@paper.claim(given=[*GRID.values(), *BOUND.values(), bounded_on_set], shows=approximated(f, U, eps))
def network_on_grid(p: Proof) -> Fact:
    """Theorem 4.1 for a given grid and given constants."""
    with_point(p)
    small = p.apply("network_approximates", **{"z": flattened, "y": value(f, X)})
    p.note("small", p.generalize(X, p.apply("layers_approximate", small)))
    return p.apply("layers_found")


# --- that there are such constants ------------------------------------------------------------------------------------


@paper.claim(given=[], shows=exists(lambda a: [0 <= a, x <= a], "R"))
def not_negative(p: Proof) -> Fact:
    """It is x or 0."""
    p.given(up=0 <= x, down=x < 0)
    zero = p.exists_intro(p.goal, [0])
    return p.cases(0, x, p.exists_intro(p.goal, [x]), zero)


goal_41 = approximated(f, U, eps)


@paper.claim(given=GRID, shows=goal_41)
def network_for_values(p: Proof) -> Fact:
    """Choose B_0 and R."""
    pos, below, own = p.obtain(p.apply("bound_exists"), B0)
    found = p.apply("not_negative", x=nearest_centre.scale.args[0])
    with_R = lambda *scale: p.apply("network_on_grid", pos, below, own, *scale)  # noqa: E731
    return p.exists_elim(found, [R], with_R)


digit_claims = (grid.digit_low, grid.digit_high, grid.numbered)
Layout = tuple[Term, Term, Term, Term]  # block, offset, width, number of blocks


def laid_out(p: Proof, layouts: Sequence[Layout], then: Callable[..., Fact], *laws: Fact) -> Fact:
    """Obtain the tilings one after another, and prove the consequence of their laws."""
    if not layouts:
        return then(*laws)
    (b, o, wide, many), *rest = layouts
    found = p.apply("tuples.tiles", d=wide, G=many)
    own = p.obtain(found, b, o)
    return laid_out(p, rest, then, *laws, *own)


some_digits = exists(lambda kappa: [substitute(x, {digit: kappa}) for x in digit_claims], "(ZZ>Z)")


@paper.claim(given=[P >= 1, length >= 1, grid.counted], shows=some_digits)
def digits_exist(p: Proof) -> Fact:
    """Take the digits to the base P."""
    names = ("digits_low", "digits_high", "digits_number")
    facts = [p.apply(f"written_{name}", kappa=made_digit) for name in names]
    return p.exists_intro(p.goal, [made_digit], *facts)


at_places = fun(lambda j, i: coordinate(digit(j, i)), 2)


@paper.claim(given=[], shows=exists(lambda v_: substitute(grid.middles, {v: v_}), MATRIX))
def centres_exist(p: Proof) -> Fact:
    """Take the points given by the digits."""
    return p.exists_intro(p.goal, [at_places])


START = {
    "wide": d >= 1, "long": n >= 1, "D_pos": D > 0, "eps_pos": eps > 0, "delta_pos": delta > 0,
    "in_cube": in_a_cube(U, D, d, n), "steady": steady_on_set,
}  # fmt: skip
NUMBERS = {"two": P >= 2, "fine_": 2 * D * (d * n) <= delta * P, "flat": flat, "counted": grid.counted}


def for_some_values(p: Proof, theorem: str) -> Fact:
    """Prove the theorem by choosing digits, centres, blocks and values, one after another."""
    p.given(**START, **NUMBERS)
    p.have(d * n >= 1, "wide", "long", label="dn_low")
    p.apply("power_ge_one", m=P, k=length, label="power")
    p.apply(room_for_tokens.name, label="fits")
    wider = p.have(0 <= D * (d * n - 1), ("D_pos", "dn_low"))
    low = p.have(0 <= 2 * D * (d * n), wider, "D_pos")
    high = p.have(0 <= delta * P, low, "fine_")
    squares = p.have(4 * (D * D) * (d * n * (d * n)) <= delta * delta * (P * P), ("fine_", low), ("fine_", high))
    p.have(grid.finer, squares, (wider, low), ("flat", 4 * D * D), label="finer")

    digits = p.obtain(p.apply("digits_exist"), digit)

    (middles,) = p.obtain(p.apply("centres_exist"), v)

    (values,) = p.obtain(p.apply("values_at_centres"), F)
    layouts = (block, offset, d, G), (token, place, d, n), (row_block, row_token, n, G)
    finish = lambda *laws: p.apply(theorem, *digits, middles, *laws)  # noqa: E731
    return laid_out(p, layouts, finish, values)


@paper.claim(given=[*START.values(), *NUMBERS.values()], shows=goal_41)
def network_for_numbers(p: Proof) -> Fact:
    """Choose digits, centres, blocks and values."""
    return for_some_values(p, "network_for_values")


def for_fine_grid(p: Proof, edges: int, theorem: str) -> Fact:
    """Prove the theorem for a P with `edges` D d n <= δ P, by the Archimedean property; m = dn and G = P^m."""
    least = edges * D * (d * n) / delta

    _low, big = p.obtain(p.apply("archimedes", s=1 + abs(least)), P)
    size, sign = p.apply("abs_ge", x=least), abs(least)
    two = p.have(P >= 2, p.have(num(1) < P, big, sign))
    fine = p.have(edges * D * (d * n) <= delta * P, (p.have(least <= P, big, size), "delta_pos"))
    return p.apply(theorem, two, fine, m=d * n, G=power(P, d * n))


@paper.claim(given=START, shows=goal_41)
def network_for_modulus(p: Proof) -> Fact:
    """Take a fine grid."""
    return for_fine_grid(p, 2, "network_for_numbers")


(whole_delta,) = reals("delta_0")
OF_41 = {
    "wide": d >= 1, "long": n >= 1, "eps_pos": eps > 0, "compact": compact(U, d, n),
    "continuous": continuous_on_set(f, U, d, n, n),
}  # fmt: skip


def for_some_modulus(p: Proof, theorem: str) -> Fact:
    """Prove the theorem for a cube around U, and one δ for all of U."""
    p.given(**OF_41)
    uniform = p.apply("uniformly_continuous_if_compact", N=n)

    pos, _closed, in_cube = p.obtain("compact", D)
    delta_pos, steady = p.obtain(p.specialize(uniform, eps / 3), whole_delta)
    return p.apply(theorem, pos, in_cube, delta_pos, steady, delta=whole_delta / 3)


@paper.claim(given=list(OF_41.values()), shows=goal_41)
def theorem_4_1(p: Proof) -> Fact:
    """Take a cube around U, and one δ for all of U."""
    return for_some_modulus(p, "network_for_modulus")
