"""Theorem 4.2 as printed: W_V may be square, so that the layer Linear has d rows, with other weights than in B.3.

The average over pairs of centres that is within ε of g is nearly a sum of exponentials of linear forms of (X, Y)
(`proofs.theorems.analysis.exponentials`), and such sums are what a network with tokens on levels computes. The numbers
are chosen one after the other: the sum, the error allowed to each query, B, then the copies.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, dot, flat, half_square, length, v, z
from proofs.papers.liu.section_4_1_self_attention.grid import D
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import output as average_of
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    FLAT,
    V_,
    U,
    Y,
    flattened,
    for_fine_grid,
    g,
    laid_out,
    row_block,
    row_token,
    same_attention,
)
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import *
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import a as factor
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import count as number
from proofs.papers.liu.section_4_2_cross_attention.level_layers import (
    IN_ROWS,
    POINT,
    allowed,
    exponential_of,
    gain,
    gains,
    output,
    wanted,
    with_levels,
)
from proofs.papers.liu.section_4_2_cross_attention.level_sums import (
    ROWS,
    B,
    entry,
    items,
    level,
    levels,
    order,
    phi,
    psi,
    value,
)
from proofs.papers.liu.section_4_2_cross_attention.one_exponential import LARGE, A, J, L, j, kappa, needed, r
from proofs.papers.liu.section_4_2_cross_attention.one_layer import cross_network_of_one, with_one_layer_square
from proofs.papers.liu.section_4_2_cross_attention.pair_network import at_pairs
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import (
    BOUND,
    INPUTS,
    OF_42,
    VALUES,
    approximated_pairs_square,
    for_some_bound,
    for_some_pair_modulus,
    for_some_pair_values,
    in_product,
    near_on_product,
    with_point,
)
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import GRID as GRID_OF_PAIRS
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import NUMBERS as GRID_NUMBERS
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import POINT as POINT_OF_PAIRS
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2 import START as GRID_START
from proofs.papers.liu.vocabulary import R, X, c, d, eps, h, i, k, n, paper
from proofs.theorems.algebra.matrices import Matrix, equal_by, named
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed, by_way_of
from proofs.theorems.analysis.exponentials import row as row_of
from proofs.theorems.analysis.exponentials import summed, term_of
from proofs.theorems.combinatorics.tilings import TILED, tiling

T, u, b = ints("T u b")
unit, line = sequences("unit line")
(W,) = vectors("W", 2)
(gamma,) = vectors("gamma", 3)

# --- the items -------------------------------------------------------------------------------------------------------

UNITS = {f"unit_{name}": law for name, law in zip(TILED, tiling(unit, line, d, T), strict=True)}
of_item = {
    v: fun(lambda i, k: ite(i <= J, W(unit(i), k), W(unit(i - J), k + length)), 2),
    row: fun(lambda i: ite(i <= J, line(i), line(i - J))),
    slope: fun(lambda i: ite(i <= levels, 1 / (2 * L * level(i)), 0)),
    start: fun(lambda i: ite(i <= levels, level(i), 0)),
    gain: fun(lambda t, c: gamma(unit(t), line(t), c), 2),
}  # fmt: skip
at_X = fun(lambda i: substitute(dot(i), {z: flattened}))
at_Y = fun(lambda i: substitute(dot(i), {z: substitute(flattened, {X: Y})}))


def with_inputs(x: Term) -> Term:
    """The shifts of the levels are linear forms of X and of Y."""
    return substitute(x, {u: w for u, w in ((phi, at_X), (psi, at_Y)) if u in x.free})


def with_items(x: Term) -> Term:
    """There are two items for each exponential and row, and one more."""
    x = substitute(x, {u: w for u, w in of_item.items() if u in x.free})
    return substitute(x, {J: d * T}) if J in x.free else x


stacked = fun(lambda k: substitute(cross.stack_z(k), INPUTS))
asked = with_items(with_inputs(wanted))


@paper.claim(given=[*UNITS.values(), d >= 1, T >= 1, length >= 0, 1 <= r, r <= d],
             shows=Eq(asked, summed(T, W, gamma, stacked, r, c, 2 * length)))  # fmt: skip
def items_sum(p: Proof) -> Fact:
    """Only one row counts, and the linear form of (X, Y) is a sum of two."""
    ends = assumed(p, 1 <= t, t <= d * T)
    forms = [
        fun(lambda u, x=x, b=b: Sum(lambda k: W(u, k + b) * x(k), 1, length))
        for x, b in ((substitute(flattened, {X: Y}), num(0)), (flattened, length))
    ]
    after = p.have(d * T < d * T + t, ends[0])
    rows = with_items(row(t))
    line_ = values(p, [ends[1]], rows)[0]

    def of_pair(u: Term, b: Term) -> Term:
        return gamma(u, b, c) * ite(Eq(r, b), exp(forms[0](u) + forms[1](u)), 0)

    def form(i_: Term, x: Term, by: Fact, which: int) -> Fact:
        old = fun(lambda k: with_items(v(i_, k)) * x(k))
        new = fun(lambda k: W(unit(t), k + (length if which else num(0))) * x(k))
        chosen = values(p, [by], with_items(v(i_, k)))[0]
        each = p.have(Eq(old(k), new(k)), (chosen, x(k)))
        return p.apply("sum_eq", each, f=old, g=new, lo=1, hi=length)

    one = form(t, substitute(flattened, {X: Y}), ends[1], 0)
    two = form(d * T + t, flattened, after, 1)
    grown = p.congr(
        exp,
        p.have(Eq(one.concl.args[0] + two.concl.args[0], one.concl.args[1] + two.concl.args[1]), one, two),
    )
    old = with_items(with_inputs(gain(t, c) * exponential_of(t)))
    exps = p.congr(lambda y: ite(Eq(r, rows), y, 0), grown)
    there = p.congr(lambda y: ite(Eq(r, y), grown.concl.args[1], 0), line_)
    factor = gamma(unit(t), line(t), c)
    each = p.have(Eq(old, of_pair(unit(t), line(t))), (exps, factor), (there, factor))
    first = p.apply("sum_eq", each)
    tiled = p.apply("tile_sum_blocks", block=unit, offset=line, G=T, h=fun(of_pair, 2))
    _, k_ends = assumed(p, 1 <= b, b <= d), assumed(p, 1 <= k, k <= length)
    exp_of = exp(forms[0](u) + forms[1](u))
    along = fun(lambda b: gamma(u, b, c) * exp_of)

    def delta(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, ite(Eq(r, b), exp_of, 0), ite(Eq(b, r), 1, 0))
        return p.have(Eq(of_pair(u, b), along(b) * ite(Eq(b, r), 1, 0)), (chosen[0], gamma(u, b, c)),
                      (chosen[1], along(b)))  # fmt: skip

    terms = p.trichotomy(b, r, delta)
    hit = fun(lambda b: along(b) * ite(Eq(b, r), 1, 0))
    inner = p.apply("sum_eq", terms, f=fun(lambda b: of_pair(u, b)), g=hit, lo=1, hi=d)
    one = p.apply("sum_delta", f=along, lo=1, hi=d, m=r)
    whole = fun(lambda k: W(u, k) * stacked(k))
    halves = p.apply("sum_halves", f=whole, n=length)
    parts = []
    for spot, new, by in (
        (k, lambda k: W(u, k) * substitute(flattened, {X: Y})(k), k_ends[1]),
        (k + length, lambda k: W(u, k + length) * flattened(k), p.have(length < k + length, k_ends[0])),
    ):
        chosen = values(p, [by], stacked(spot))[0]
        each = p.have(Eq(whole(spot), new(k)), (chosen, W(u, spot)))
        parts.append(
            p.apply(
                "sum_eq",
                each,
                f=fun(lambda k, z=spot: substitute(whole(z), {ints("k")[0]: k})),
                g=fun(new),
                lo=1,
                hi=length,
            )
        )
    joined_ = p.congr(exp, p.have(Eq(Sum(whole, 1, 2 * length), forms[0](u) + forms[1](u)), halves, *parts))
    value_ = term_of(row_of(W, u), gamma(u, r, c), stacked, 2 * length)
    each = p.have(Eq(inner.concl.args[0], value_), inner, one, (joined_, gamma(u, r, c)))
    f_, g_ = (fun(lambda u_, x=x: substitute(x, {u: u_})) for x in (inner.concl.args[0], value_))
    last = p.apply("sum_eq", each, f=f_, g=g_, lo=1, hi=T)
    return p.have(p.goal, first, tiled, last)


LAWS = {"wide": d >= 1, "some": T >= 1, **UNITS}
rows_same, *in_rows = (with_items(x) for x in (*ROWS.values(), *IN_ROWS.values()))


@paper.claim(given=LAWS, shows=rows_same)
def item_rows(p: Proof) -> Fact:
    """A key lies in the row of its query."""
    ends = assumed(p, 1 <= j, j <= d * T)
    sides = values(p, [ends[1], p.have(d * T < d * T + j, ends[0])], *(with_items(row(z)) for z in (d * T + j, j)))
    return p.have(Eq(*(s.concl.args[0] for s in sides)), *sides)


@paper.claim(given=LAWS, shows=in_rows[0])
def item_rows_low(p: Proof) -> Fact:
    """Rows are counted from 1."""
    ends = assumed(p, 1 <= j, j <= d * T)
    own = p.specialize("unit_offset_low", j, using=ends)
    return p.have(1 <= with_items(row(j)), own, *values(p, ends, with_items(row(j))))


@paper.claim(given=LAWS, shows=in_rows[1])
def item_rows_high(p: Proof) -> Fact:
    """There are d rows."""
    ends = assumed(p, 1 <= j, j <= d * T)
    own = p.specialize("unit_offset_high", j, using=ends)
    return p.have(with_items(row(j)) <= d, own, *values(p, ends, with_items(row(j))))


# --- the network at a point ------------------------------------------------------------------------------------------

entry_at = with_items(affine(i, X))
value_at = with_items(with_inputs(value(phi, i)))


@paper.claim(given=[], shows=Eq(entry_at, value_at))
def item_affine(p: Proof) -> Fact:
    """The entry is a level plus a linear form, or 0."""
    return by_cases(p, [i <= with_items(levels)], lambda known: p.have(
        p.goal, *values(p, known, with_items(start(i)), with_items(slope(i)), value_at)))  # fmt: skip


key_tokens = Matrix(d, N, lambda r, t: with_items(with_inputs(entry(r)(item(t)))))
FLATTENED_ = {**FLATTENED, "longer": 1 <= N}


def of_items(m: Matrix) -> Matrix:
    """A matrix with these items."""
    return Matrix(m.rows, m.columns, lambda i, t: with_items(m(i, t)))


@paper.claim(given=FLATTENED_, shows=key_tokens.equals(of_items(layer(X))))
def levels_are_linear(p: Proof) -> Fact:
    """Their entries are affine in X."""
    found = p.apply(
        "items_are_linear", **{x.args[0]: substitute(of_item[x], {J: d * T}) for x in (v, row, slope, start)}
    )
    same_ = p.apply("item_affine")

    def entry_(r_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        at = p.specialize(found, r_, t_, using=ends)
        own = p.instantiate(same_, [(i, item(t_))])
        moved = p.congr(lambda y: ite(Eq(r_, with_items(row(item(t_)))), y, 0), own)
        return p.have(Eq(key_tokens(r_, t_), of_items(layer(X))(r_, t_)), at, moved)

    return equal_by(p, "out", key_tokens, of_items(layer(X)), entry_)


def instanced(x: Term) -> Term:
    """Return the formula with the items, at X and Y."""
    return with_items(with_inputs(with_levels(x)))


linear_weights = tuple(map(with_items, linear))
attention_weights = tuple(map(instanced, weights))


def network(X: Term, Y: Term) -> Matrix:
    """Attn(Linear(X), Linear(Y)), W_V being d × d."""
    return cross_network_of_one((n * N, d, N, d), (*linear_weights, *attention_weights), X, Y)


copied = {name: substitute(x, {M: with_items(items), number: instanced(number)}) for name, x in COPIED.items()}
copied = {name: with_items(x) for name, x in copied.items()}
NETWORK = {**FLATTENED_, **LAWS, **copied, "B": 1 <= B}
computed = with_items(with_inputs(output(r, c)))


@paper.claim(given=[*NETWORK.values(), 1 <= r, r <= d, 1 <= c, c <= n], shows=Eq(network(X, Y)(r, c), computed))
def square_attends(p: Proof) -> Fact:
    """The layers are those of the items' copies, and attention over these equals attention over the items."""

    def at(Z: Term) -> tuple[Matrix, Matrix, Fact]:
        own = Matrix(d, N, lambda i, t: substitute(key_tokens(i, t), {X: Z}))
        whole = Matrix(d, N, lambda i, t: substitute(of_items(layer(X))(i, t), {X: Z}))
        return own, whole, p.change(p.apply("levels_are_linear", X=Z), own.equals(whole))

    sizes = (d, d), (d, d), (d, d), (N, n)
    matrices = [named(w, *size) for w, size in zip(attention_weights, sizes, strict=True)]
    same = same_attention(p, None, at(X), at(Y), matrices)
    positive = p.apply("power_pos", m=B, k=with_items(order(i)))
    names = {x.args[0]: instanced(x) for x in (xi, chi, choice, number, factor)}
    attend = p.apply("copies_attend", positive, M=with_items(items), **names)
    spots = [p.assume(x) for x in (1 <= r, r <= d, 1 <= c, c <= n)]
    one, two = p.specialize(same, r, c, using=spots), p.specialize(attend, r, c, using=spots)
    return p.have(p.goal, one, two)


# --- near a sum of exponentials --------------------------------------------------------------------------------------

form_bound = Sum(lambda i: Sum(lambda k: D * abs(v(i, k)), 1, length), 1, G)


@paper.claim(
    given=[flat, *FLAT.values(), in_a_cube(U, D, d, n), member(U, X), 0 < D],
    shows=every(lambda i: abs(at_X(i)) <= form_bound, 1, G),
)
def forms_bounded(p: Proof) -> Fact:
    """|v_iᵀX̃| <= D Σ_k |v_ik|."""
    p.given(**FLAT, D_pos=0 < D)
    ends, k_ends = assumed(p, 1 <= i, i <= G), assumed(p, 1 <= k, k <= length)
    inside = p.specialize(p.apply("flat_in_cube"), k, using=k_ends)
    product = p.apply("abs_mul", u=v(i, k), r=flattened(k))
    low = p.apply("abs_nonneg", x=v(i, k))
    f_, g_ = fun(lambda k: v(i, k) * flattened(k)), fun(lambda k: D * abs(v(i, k)))
    total = p.apply("abs_sum_le", product, (inside, low), f=f_, g=g_, lo=1, hi=length)
    row_low = p.apply("sum_nonneg", ("D_pos", low), f=g_, lo=1, hi=length)
    member_ = p.apply("sum_member", row_low, *ends,
                      f=fun(lambda i: Sum(lambda k: D * abs(v(i, k)), 1, length)), lo=1, hi=G, m=i)  # fmt: skip
    return p.have(abs(at_X(i)) <= form_bound, total, member_)


near_sum = abs(network(X, Y)(r, c) - summed(T, W, gamma, stacked, r, c, 2 * length))
NUMBERS = {name: with_items(with_inputs(x)) for name, x in POINT.items() if name != "rows"}
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}


@paper.claim(
    given=[*NETWORK.values(), *NUMBERS.values(), *ENTRY.values(), length >= 0],
    shows=near_sum <= with_items(gains * allowed),
)
def square_near_sum(p: Proof) -> Fact:
    """The network computes the sum up to a small error."""
    p.given(**{**NETWORK, **NUMBERS}, **ENTRY)
    laws = [p.apply(x) for x in ("item_rows", "item_rows_low", "item_rows_high")]
    names = {x.args[0]: with_items(of_item[x]) for x in (row, gain)} | {
        "phi": with_items(at_X),
        "psi": with_items(at_Y),
    }
    near = p.apply("network_computes_sum", *laws, "wide", "some", J=d * T, **names)
    gap = p.have(Eq(near_sum.args[0], near.concl.args[0].args[0]))
    return p.have(p.goal, near, p.congr(abs, gap))


def sum_near(e: Term) -> Term:
    """The sum of exponentials is within e of g on U × V."""
    return near_on_product(
        lambda X_, Y_: Matrix(d, n, lambda r, c: substitute(
            summed(T, W, gamma, stacked, r, c, 2 * length), {X: X_, Y: Y_})), g, e)  # fmt: skip


goal = with_one_layer_square(g, 3 * eps)
START = {
    "wide": d >= 1, "long": n >= 1, "D_pos": D > 0, "eps_pos": eps > 0, "flat": flat, **FLAT,
    "U_in_cube": in_a_cube(U, D, d, n), "V_in_cube": in_a_cube(V_, D, d, n), "some": T >= 1,
    "sum_near": sum_near(2 * eps),
}  # fmt: skip
size_of_forms = substitute(with_items(form_bound), {G: with_items(levels)})
all_gains = with_items(Sum(lambda c_: substitute(gains, {c: c_}), 1, n))
share = eps / (1 + all_gains) / with_items(items) / (1 + exp(2 * A))
SQUARE = {
    **START, **NETWORK, "L": Eq(L, log(B)), "A": Eq(A, size_of_forms), "kappa": Eq(kappa, share),
    "large": with_items(LARGE["large"]),
}  # fmt: skip


@paper.claim(
    given=[*SQUARE.values(), *in_product(X, Y), *ENTRY.values()],
    shows=abs(network(X, Y)(r, c) - g(X, Y, r, c)) <= 3 * eps,
)
def square_pair_near(p: Proof) -> Fact:
    """ε from the network, and 2ε from the sum of exponentials."""
    p.given(**SQUARE, **ENTRY)
    X_in, Y_in = assumed(p, *in_product(X, Y))
    J_ = d * T
    p.have(length >= 0, "flat", ("wide", "long"), "wide", "long", label="m_low")
    some_J = p.have(1 <= J_, "wide", "some", label="J_low")
    bounds = []
    for Z, S, held in ((X, U, X_in), (Y, V_, Y_in)):
        found = p.apply("forms_bounded", held, X=Z, U=S, G=2 * J_, v=with_items(of_item[v]))
        ends = assumed(p, 1 <= i, i <= 2 * J_)
        own = p.specialize(found, i, using=ends)
        bounds.append(p.have(abs(own.concl.args[0].args[0]) <= A, own, "A"))
    spot = p.specialize(found, 1)
    A_low = p.have(0 <= A, spot, "A", abs(spot.concl.args[0].args[0]))
    c_ends, _ = assumed(p, 1 <= c, c <= n), assumed(p, 1 <= j, j <= J_)
    of_c = with_items(gains)
    parts = fun(lambda j: abs(with_items(gain(j, c))))
    low = p.apply("sum_nonneg", abs(with_items(gain(j, c))), f=parts, lo=1, hi=J_)
    lows, of_column = p.generalize(c, low, *c_ends), fun(lambda c_: substitute(of_c, {c: c_}))
    total = p.apply("sum_nonneg", lows)
    part = p.apply("sum_member", lows, f=of_column, lo=1, hi=n, m=c)
    factors = [p.have(0 < x, y) for x, y in (
        (1 + all_gains, total), (2 * J_ + 1, some_J), (1 + exp(2 * A), exp(2 * A)))]  # fmt: skip
    inverses = [p.apply("inv_pos", x) for x in factors]
    kappa_pos = p.have(0 < kappa, "kappa", ("eps_pos", *inverses))
    share_ = p.have(
        Eq(with_items(allowed), eps / (1 + all_gains)), ("kappa", (2 * J_ + 1) * (1 + exp(2 * A))), *factors[1:]
    )
    small = p.have(of_c * with_items(allowed) <= eps, (share_, of_c), (part, "eps_pos", inverses[0]), factors[0],
                   ("eps_pos", inverses[0]))  # fmt: skip
    large = p.apply("large_enough", A_low, kappa_pos, J=J_)
    facts = p.obtain(
        large,
    )
    near = p.apply("square_near_sum", *facts, *bounds, A_low, kappa_pos)
    there = p.specialize(p.specialize("sum_near", X), Y, using=[X_in, Y_in])
    there = p.specialize(there, r, c)
    way = by_way_of(p, network(X, Y)(r, c), summed(T, W, gamma, stacked, r, c, 2 * length), g(X, Y, r, c))
    return p.have(p.goal, near, small, there, way)


@paper.claim(given=SQUARE, shows=goal)
def square_pair_found(p: Proof) -> Fact:
    """Take these layers."""
    ends, held = assumed(p, *ENTRY.values()), assumed(p, *in_product(X, Y))
    near = p.apply("square_pair_near", *held, *ends)
    all_ = near
    return p.exists_intro(p.goal, [n * N, N, d, *linear_weights, *attention_weights], "long", "longer", all_)


@paper.claim(given=START, shows=goal)
def square_from_sum(p: Proof) -> Fact:
    """Choose the items, their errors, B and the copies, one after the other."""

    def with_items_(*laws: Fact) -> Fact:
        numbers = {A: size_of_forms, kappa: substitute(share, {A: size_of_forms})}

        needed_ = with_items(substitute(substitute(needed, {kappa: numbers[kappa]}), {A: size_of_forms}))
        B_low, large = p.obtain(p.apply("log_large", a=needed_), B)

        many = p.have(1 <= with_items(items), "wide", "some")
        ends = assumed(p, 1 <= i, i <= with_items(items))
        positive = p.apply("power_pos", B_low, m=B, k=with_items(order(i)))
        each = p.generalize(i, p.integer_step(positive), *ends)
        found = p.apply("copies_exist", each, many)
        copied_ = p.obtain(found, item, N)
        p.have(1 <= N, copied_[0], many, label="longer")

        def finish(*long: Fact) -> Fact:
            known = (*laws, B_low, large, *copied_, *long)
            return p.apply("square_pair_found", *known, L=log(B), A=numbers[A], kappa=numbers[kappa])

        return laid_out(p, [(row_block, row_token, n, N)], finish)

    return laid_out(p, [(unit, line, d, T)], with_items_)


# --- the average over pairs is one -----------------------------------------------------------------------------------

lines = fun(lambda h, k: R * cross.stack_v(h, k), 2)
bases = fun(lambda h: -R * at_pairs(half_square(h)))
most_score = Sum(lambda h: abs(bases(h)) + Sum(lambda k: D * abs(lines(h, k)), 1, 2 * length), 1, cross.pairs)


def score_at(h: Term) -> Term:
    """The score of pair h at X and Y."""
    return bases(h) + Sum(lambda k: lines(h, k) * stacked(k), 1, 2 * length)


@paper.claim(given=[*POINT_OF_PAIRS.values()], shows=every(lambda h: abs(score_at(h)) <= most_score, 1, cross.pairs))
def pair_scores_bounded(p: Proof) -> Fact:
    """The stacked point lies in the cube."""
    with_point(p)
    inside = p.apply("pair_inside", z_K=flattened, z_Q=substitute(flattened, {X: Y}))
    ends, k_ends = assumed(p, 1 <= h, h <= cross.pairs), assumed(p, 1 <= k, k <= 2 * length)
    own = p.specialize(inside, k, using=k_ends)
    product = p.apply("abs_mul", u=lines(h, k), r=stacked(k))
    f_, g_ = fun(lambda k: lines(h, k) * stacked(k)), fun(lambda k: D * abs(lines(h, k)))
    each = p.have(abs(f_(k)) <= g_(k), product, (own, abs(lines(h, k))))
    total = p.apply("abs_sum_le", each)
    row_low = p.apply("sum_nonneg", ("D_pos", abs(lines(h, k))), f=g_, lo=1, hi=2 * length)
    part = p.have(0 <= abs(bases(h)) + Sum(g_, 1, 2 * length), row_low, abs(bases(h)))
    member_ = p.apply("sum_member", part, *ends,
                      f=fun(lambda h: abs(bases(h)) + Sum(lambda k: D * abs(lines(h, k)), 1, 2 * length)),
                      lo=1, hi=cross.pairs, m=h)  # fmt: skip
    way = p.apply("abs_triangle", c=Sum(f_, 1, 2 * length), s=num(0), top=-bases(h))
    return p.have(abs(score_at(h)) <= most_score, way, total, member_)


BOUNDED = {**GRID_OF_PAIRS, **BOUND}


def average_at(r: Term, c: Term) -> Term:
    """The average over the pairs at X and Y."""
    return substitute(at_pairs(average_of(r, c)), INPUTS)


@paper.claim(
    given=[*POINT_OF_PAIRS.values(), *BOUND.values(), *ENTRY.values()],
    shows=abs(average_at(r, c) - g(X, Y, r, c)) <= eps,
)
def pair_average_near(p: Proof) -> Fact:
    """Apply this to every entry."""
    with_point(p)
    p.given(**BOUND, **ENTRY)
    own = p.specialize(p.specialize("own", X), Y)
    near = p.apply("pair_average_approximates", own, **VALUES)
    rows = p.max_ge(near.concl.args[0], r, "r_low", "r_high")
    entry_ = p.max_ge(rows.concl.args[0], c, "c_low", "c_high")
    return p.have(p.goal, near, rows, entry_)


@paper.claim(given=BOUNDED, shows=goal)
def square_for_bound(p: Proof) -> Fact:
    """A sum of exponentials within ε of the average, and so within 2ε of g."""
    held, ends = assumed(p, *in_product(X, Y)), assumed(p, *ENTRY.values())
    close = p.apply("pair_average_near", *held, *ends)
    small = p.apply("pair_scores_bounded", *held)
    h_ends = assumed(p, 1 <= h, h <= cross.pairs)
    less = p.specialize(p.specialize(p.specialize("below", h, using=h_ends), r, using=ends), c, using=ends)
    (function,) = functions("phi_h", VECTOR + "ZZ")
    found = p.apply("average_by_exponentials", G=cross.pairs, m=2 * length, A=most_score, B=B0,
                    v=lines, beta=bases)  # fmt: skip
    made_, near = p.obtain(found, function)
    some, same = p.obtain(made_, T, W, gamma)
    here = p.specialize(near, stacked, r, c, using=[small, less])
    value_ = p.specialize(same, stacked, r, c)
    sum_ = value_.concl.args[1]
    moved = p.congr(lambda y: abs(average_at(r, c) - y), value_)
    way = by_way_of(p, sum_, average_at(r, c), g(X, Y, r, c))
    each = p.have(abs(sum_ - g(X, Y, r, c)) <= 2 * eps, here, moved, way, close)
    all_ = each
    return p.apply("square_from_sum", some, all_)


@paper.claim(given=list(GRID_OF_PAIRS.values()), shows=goal)
def square_for_pair_values(p: Proof) -> Fact:
    """Choose B_0 and R."""
    return for_some_bound(p, "square_for_bound")


# --- that there are such numbers, values and centres -----------------------------------------------------------------


@paper.claim(given=[*GRID_START.values(), *GRID_NUMBERS.values()], shows=goal)
def square_for_pair_numbers(p: Proof) -> Fact:
    """Choose digits, centres, blocks, pairs and values."""
    return for_some_pair_values(p, "square_for_pair_values")


@paper.claim(given=GRID_START, shows=goal)
def square_for_pair_modulus(p: Proof) -> Fact:
    """Take a fine grid."""
    return for_fine_grid(p, 4, "square_for_pair_numbers")


@paper.claim(given=list(OF_42.values()), shows=goal)
def square_within_thrice(p: Proof) -> Fact:
    """Take a cube around U and V, and one δ for all of U × V."""
    return for_some_pair_modulus(p, "square_for_pair_modulus")


@paper.claim(given=OF_42, shows=with_one_layer_square(g, eps))
def theorem_4_2_square(p: Proof) -> Fact:
    """Apply this to ε/3."""
    return p.apply("square_within_thrice", epsilon=eps / 3)


@paper.claim(given=list(OF_42.values()), shows=approximated_pairs_square(g, eps))
def theorem_B_3(p: Proof) -> Fact:
    """One layer may serve as both."""
    (*shape,) = ints("H N s")
    P_, Q_ = vectors("P Q", 3)
    attention = vectors("R W_K W_Q W_V W_O", 2)
    facts = p.obtain(p.apply("theorem_4_2_square"), *shape, P_, Q_, *attention)
    of_layer = P_, Q_, attention[0]
    return p.exists_intro(p.goal, [*shape, *of_layer, *of_layer, *attention[1:]], *facts)
