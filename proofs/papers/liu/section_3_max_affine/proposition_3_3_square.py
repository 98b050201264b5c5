"""Proposition 3.3 with a W_V of d_out × d_out, as section 2 declares it: Linear(X) has d_out rows, whatever d is.

Outside of a small region the pieces differ by a gap at each token, so that the value of a token's cell does not change
near it: what Theorem 4.1 asks of a function (`theorem_4_1_square.square_for_modulus`). That function takes d' × n'
matrices to such. Here they are d_out × dn: a layer Linear writes X in the first row, and of the dn columns of the
values the first n are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import attention_layer, linear_layer
from proofs.papers.liu.section_3_max_affine.exceptional_set import S, bounded, different, eta, gaps, gaps_outside
from proofs.papers.liu.section_3_max_affine.existence import (
    but_in,
    output_of_square,
    outside,
    value_of_cell,
    values_found_by_square,
)
from proofs.papers.liu.section_3_max_affine.indicator_error import slab
from proofs.papers.liu.section_3_max_affine.reassignment import V, rows
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import delta
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import U, laid_out, same_attention, steady_on_set
from proofs.papers.liu.vocabulary import *
from proofs.theorems.algebra.matrices import Matrix, equal_by, named
from proofs.theorems.analysis.compactness import greatest_entry, in_a_cube, member
from proofs.theorems.analysis.continuity import assumed, entries
from proofs.theorems.combinatorics.tilings import TILED, tiling
from proofs.theorems.integration.integrals import at
from proofs.theorems.networks.softmax import differ

H, M, s, r, t, q, g = ints("H M s r t q g")
D, steep, u = reals("D A u")
(y,) = vectors("y")
Y, Z = vectors("Y Z", 2)
P, Q = vectors("P Q", 3)
R, W_K, W_Q, W_V, W_O = vectors("R W_K W_Q W_V W_O", 2)

# --- the value of a cell ----------------------------------------------------------------------------------------------


def picked(r: Term, x: Term) -> Term:
    """Σ_h V(r, h), over the pieces that attain the maximum at x."""
    return Sum(lambda h: V(r, h) * ite(max_affine(x) <= affine(h, x), 1, 0), 1, N)


ON_TOP = {"low": 1 <= k, "high": k <= N, "positive": Delta > 0, "apart": top(k, x)}


@paper.claim(given=ON_TOP, shows=Eq(picked(r, x), V(r, k)))
def value_picked(p: Proof) -> Fact:
    """Only piece k attains the maximum."""
    p.given(h_low=1 <= h, h_high=h <= N)
    most = max_affine(x)
    some = p.have(1 <= N)

    def below(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(affine(h, x) <= affine(k, x), p.congr(lambda h: affine(h, x), order))
        return p.have(
            affine(h, x) <= affine(k, x),
            p.specialize("apart", h, using=[differ(p, order, h, k)]),
            "positive",
        )

    each = p.generalize(h, p.trichotomy(h, k, below))
    p.note("above", p.max_le(most, affine(k, x), some, each))
    own = p.max_ge(most, k, "low", "high")

    def term(order: Fact) -> Fact:
        part, wanted = ite(most <= affine(h, x), 1, 0), ite(Eq(h, k), V(r, h), 0)
        chosen = p.ite_eq(wanted, order)
        if order.concl.op == "eq":
            same = p.congr(lambda h: affine(h, x), order)
            sign = p.have(most <= affine(h, x), same, "above")
        else:
            gap = p.specialize("apart", h, using=[differ(p, order, h, k)])
            sign = p.have(affine(h, x) < most, gap, own, "positive")
        value = p.ite_eq(part, sign)
        return p.have(Eq(V(r, h) * part, wanted), (value, V(r, h)), chosen)

    terms = p.trichotomy(h, k, term)
    total = p.apply("sum_eq", terms)
    single = p.apply("sum_single", f=fun(lambda h: V(r, h)), m=k, lo=1, hi=N)
    return p.have(p.goal, total, single)


slopes = every(lambda h: Sum(lambda c: abs(a(h, c)), 1, d) <= steep, 1, N)
NEAR = {
    "slopes": slopes, "u_low": 0 <= u, "steep_low": 0 <= steep, "narrow": 4 * (steep * u) <= Delta,
    "near": every(lambda c: abs(x(c) - y(c)) <= u, 1, d),
}  # fmt: skip


@paper.claim(given=[*NEAR.values(), 1 <= h, h <= N], shows=abs(affine(h, x) - affine(h, y)) <= steep * u)
def piece_near(p: Proof) -> Fact:
    """Σ |a_hc| u."""
    p.given(**NEAR, c_low=1 <= c, c_high=c <= d)
    way = x(c) - y(c)
    product, own = p.apply("abs_mul", u=a(h, c), r=way), p.specialize("near", c)
    parts = fun(lambda c: a(h, c) * (x(c) - y(c))), fun(lambda c: abs(a(h, c)) * u)
    total = p.apply("abs_sum_le", product, (own, abs(a(h, c))), f=parts[0], g=parts[1], lo=1, hi=d)
    return p.have(p.goal, total, (p.specialize("slopes", h), "u_low"))


@paper.claim(given={**NEAR, **ON_TOP}, shows=substitute(top(k, x), {x: y, Delta: Delta / 2}))
def top_near(p: Proof) -> Fact:
    """Both pieces change by at most a quarter of the gap."""
    p.given(h_low=1 <= h, h_high=h <= N)
    (other,) = assumed(p, negation(Eq(h, k)))
    moves = []
    for piece in (h, k):
        near = p.apply("piece_near", h=piece)
        way = affine(piece, x) - affine(piece, y)
        moves += [near, p.apply("abs_ge", x=way), p.apply("abs_ge", x=-way)]
    gap = p.specialize("apart", h, using=[other])
    less = p.have(affine(h, y) + Delta / 2 <= affine(k, y), gap, *moves, "narrow")
    return p.discharge(less, other.concl)


# --- matrices with X in the first row ---------------------------------------------------------------------------------

coordinate, column = sequences("coordinate column")
length = d * n
FIRST_ROW = dict(zip(TILED, tiling(coordinate, column, n, d), strict=True))
spread = fun(lambda r, t: ite(Eq(r, 1), X(coordinate(t), column(t)), 0), 2)


def gathered(Y: Term) -> Term:
    """The d × n matrix of the first row."""
    return fun(lambda c, i: Y(1, (c - 1) * n + i), 2)


def token_in(Y: Term, i: Term) -> Term:
    """Its column i."""
    return fun(lambda c: Y(1, (c - 1) * n + i))


def closest(Y: Term) -> Term:
    """A term that is at most 0 if any two pieces differ by Δ at each token."""

    def pair(h: Term, k: Term, i: Term) -> Term:
        return ite(Eq(h, k), 0, Delta - slab(h, k, token_in(Y, i)))

    of_token = lambda i: Max(lambda h: Max(lambda k: pair(h, k, i), 1, N), 1, N)  # noqa: E731
    return Max(of_token, 1, n)


domain = at(lambda Y: ite(greatest_entry(Y, rows, length) <= D, ite(closest(Y) <= 0, 1, 0), 0))
of_cells = mapping(lambda Y, r, i: ite(i <= n, picked(r, token_in(Y, i)), 0), MATRIX, "Z", "Z")
SIZED = {"wide": 1 <= d, "long": 1 <= n, "some": 1 <= N, "some_rows": 1 <= rows}
IN_DOMAIN = {**SIZED, "in_domain": member(domain, Y)}
n_long = 1 <= length


def with_domain(p: Proof) -> None:
    """Assume that Y is in the domain, and derive "size" and "closest"."""
    p.given(**IN_DOMAIN)
    size, worst = greatest_entry(Y, rows, length) <= D, closest(Y) <= 0
    for label_, formula, all_ in (("size", size, [size]), ("closest", worst, [size, worst])):

        def clash(known: list[Fact], formula: Term = formula) -> Fact:
            last = known[-1]
            if last.concl.op == "le" and last.concl is formula:
                return last
            value = values(p, known, domain(Y))
            return p.absurd(p.have(FALSE, "in_domain", *value), formula)

        p.note(label_, by_cases(p, all_, clash))


@paper.claim(given=list(IN_DOMAIN.values()), shows=entries(lambda r, t: abs(Y(r, t)) <= D, rows, length))
def domain_in_cube(p: Proof) -> Fact:
    """The largest entry is at most D."""
    with_domain(p)
    ends = assumed(p, 1 <= r, r <= rows, 1 <= t, t <= length)
    row = p.max_ge(greatest_entry(Y, rows, length), r, *ends[:2])
    entry = p.max_ge(row.concl.args[0], t, *ends[2:])
    return p.have(abs(Y(r, t)) <= D, entry, row, "size")


@paper.claim(given=list(IN_DOMAIN.values()), shows=gaps(gathered(Y), Delta))
def domain_has_gaps(p: Proof) -> Fact:
    """At each token no two pieces are closer than Δ."""
    with_domain(p)
    ends = assumed(p, 1 <= i, i <= n, 1 <= h, h <= N, 1 <= k, k <= N)
    other = p.assume(negation(Eq(h, k)))
    at_i = p.max_ge(closest(Y), i, *ends[:2])
    at_h = p.max_ge(at_i.concl.args[0], h, *ends[2:4])
    at_k = p.max_ge(at_h.concl.args[0], k, *ends[4:])
    value = p.ite_eq(at_k.concl.args[0], other)
    return p.have(Delta <= slab(h, k, token_in(Y, i)), at_i, at_h, at_k, value, "closest")


OF_X = {
    **SIZED, **FIRST_ROW, "D_pos": 0 < D, "small": entries(lambda c, i: abs(X(c, i)) <= D, d, n),
    "gaps": gaps(X, Delta),
}  # fmt: skip


@paper.claim(
    given=[1 <= d, 1 <= n, *FIRST_ROW.values(), 1 <= c, c <= d, 1 <= i, i <= n],
    shows=Eq(spread(1, (c - 1) * n + i), X(c, i)),
)
def spread_entry(p: Proof) -> Fact:
    """Position (c − 1) n + i is column i of block c."""
    names = {"G": d, "d": n, "block": coordinate, "offset": column, "j": c, "s": i}
    block = p.apply("tile_block", **names)
    offset = p.apply("tile_offset", **names)
    place = (c - 1) * n + i
    first = p.congr(lambda x: X(x, column(place)), block)
    second = p.congr(lambda x: X(c, x), offset)
    return p.have(p.goal, first, second)


@paper.claim(given=[1 <= d, 1 <= n, *FIRST_ROW.values(), 1 <= h, h <= N, 1 <= i, i <= n],
             shows=Eq(affine(h, token_in(spread, i)), affine(h, fun(lambda c: X(c, i)))))  # fmt: skip
def spread_pieces(p: Proof) -> Fact:
    """The pieces at token i are equal."""
    p.given(c_low=1 <= c, c_high=c <= d)
    own = p.apply("spread_entry")
    term = p.congr(lambda x: a(h, c) * x, own)
    total = p.apply("sum_eq", term)
    return p.have(p.goal, total)


def _at(term: Term, index: Term, x: Term) -> Term:
    return substitute(term, {index: x})


@paper.claim(given=OF_X, shows=member(domain, spread))
def spread_in_domain(p: Proof) -> Fact:
    """Its entries are those of X and zeros, and its pieces are those of X."""
    length_low = p.have(n_long, "wide", "long")
    ends = assumed(p, 1 <= r, r <= rows, 1 <= t, t <= length)

    def entry(order: Fact) -> Fact:
        value = p.congr(abs, p.ite_eq(spread(r, t), order))
        if order.concl.op == "eq":
            spots = [p.specialize(name, t, using=ends[2:]) for name in TILED[:4]]
            own = p.specialize("small", coordinate(t), column(t), using=spots)
            return p.have(abs(spread(r, t)) <= D, value, own)
        none = p.apply("abs_le", x=num(0), u=D)
        return p.have(abs(spread(r, t)) <= D, value, none)

    small = p.generalize(t, p.trichotomy(r, 1, entry))
    most = greatest_entry(spread, rows, length)
    row = p.max_le(Max(lambda t: abs(spread(r, t)), 1, length), D, length_low, small)
    size = p.max_le(most, D, "some_rows", p.generalize(r, row, *ends[:2]))
    at_ = assumed(p, 1 <= i, i <= n, 1 <= h, h <= N, 1 <= k, k <= N)
    pieces = [p.apply("spread_pieces", *at_[:2], h=x) for x, own in ((h, at_[2:4]), (k, at_[4:]))]

    def pair(order: Fact) -> Fact:
        part = ite(Eq(h, k), 0, Delta - slab(h, k, token_in(spread, i)))
        value = p.ite_eq(part, order)
        if order.concl.op == "eq":
            return p.have(part <= 0, value)
        far = p.specialize(p.specialize("gaps", i, h, using=at_[:4]), k, using=[*at_[4:], differ(p, order, h, k)])
        way = affine(h, token_in(spread, i)) - affine(k, token_in(spread, i))
        same = p.have(Eq(way, affine(h, fun(lambda c: X(c, i))) - affine(k, fun(lambda c: X(c, i)))), *pieces)
        moved = p.congr(abs, same)
        return p.have(part <= 0, value, far, moved)

    worst = closest(spread)
    bound = p.trichotomy(h, k, pair)
    for index, size_, some in ((k, N, "some"), (h, N, "some")):
        members = p.generalize(index, bound)
        term = bound.concl.args[0]
        most_ = Max(partial(_at, term, index), 1, size_)
        bound = p.max_le(most_, num(0), some, members)
    none = p.max_le(worst, num(0), "long", p.generalize(i, bound))
    return p.have(p.goal, *values(p, [size, none], domain(spread)))


# --- the value does not change near a matrix of the domain ------------------------------------------------------------

STEADY = {
    **SIZED, "positive": 0 < Delta, "eps_pos": 0 < eps, "steep_low": 0 <= steep, "slopes": slopes,
    "delta_pos": 0 < delta, "narrow": 4 * (steep * (3 * delta)) <= Delta,
}  # fmt: skip
OF_BOTH = {"in_domain": member(domain, Y), "other": member(domain, Z)}
near_entries = entries(lambda r, t: abs(Y(r, t) - Z(r, t)) < 3 * delta, rows, length)


@paper.claim(
    given=[*STEADY.values(), *OF_BOTH.values(), near_entries, 1 <= i, i <= n],
    shows=Eq(picked(r, token_in(Y, i)), picked(r, token_in(Z, i))),
)
def same_cell_near(p: Proof) -> Fact:
    """The top piece at one point is the top piece at the other."""
    p.given(**STEADY, near=near_entries, i_low=1 <= i, i_high=i <= n)
    p.given(c_low=1 <= c, c_high=c <= d, h_low=1 <= h, h_high=h <= N)
    one, two = token_in(Y, i), token_in(Z, i)
    place = (c - 1) * n + i
    low = p.have(1 <= place, ("c_low", "long"), "c_low", "i_low")
    high = p.have(place <= length, ("c_high", "long"), "i_high", "c_high")
    close = p.specialize("near", 1, place, using=[low, high])
    far = p.apply("domain_has_gaps")

    found = p.apply("greatest_member", f=fun(lambda h: affine(h, one)), M=N)
    low, high, most = p.obtain(found, k)
    (other,) = assumed(p, negation(Eq(h, k)))
    attains = p.discharge(p.specialize(most, h), other.concl)
    gap = p.rule("specialize", p.specialize(far, i, h), k)
    for side in (low, high, other):
        gap = p.mp(gap, side)
    on_top = p.apply("outside_slabs", attains, gap)
    also = p.apply("top_near", low, high, on_top, close, y=two, u=3 * delta)
    first = p.apply("value_picked", low, high, on_top)
    second = p.apply("value_picked", low, high, also, x=two, Delta=Delta / 2)
    return p.have(p.goal, first, second)


OF_DOMAIN = {U: domain, n: length, d: rows, variable("f", of_cells.sort): of_cells}
steady_cells = substitute(steady_on_set, {x: y for x, y in OF_DOMAIN.items() if x in steady_on_set.free})


@paper.claim(given=STEADY, shows=steady_cells)
def cells_steady(p: Proof) -> Fact:
    """The values are constant within 3δ."""
    ends = assumed(p, *OF_BOTH.values(), near_entries)
    entry = assumed(p, 1 <= r, r <= rows, 1 <= t, t <= length)
    goal = abs(of_cells(Y, r, t) - of_cells(Z, r, t)) < eps / 3

    def column_(case: Fact) -> Fact:
        chosen = p.reduce_ite(case, of_cells(Y, r, t), of_cells(Z, r, t))
        same = [p.apply("same_cell_near", *ends, case, entry[2])] if case.concl.op == "le" else []
        none = p.have(Eq(of_cells(Y, r, t) - of_cells(Z, r, t), 0), *chosen, *same)
        return p.have(goal, p.congr(abs, none), "eps_pos")

    return by_cases(p, [t <= n], lambda known: column_(known[-1]))


# --- the layer Linear writes X in the first row -----------------------------------------------------------------------

summand, part = sequences("summand part")
SUMMANDS = {f"of_{name}": law for name, law in zip(TILED, tiling(summand, part, d, H), strict=True)}
COMPOSED = {"wide": 1 <= d, "long": 1 <= n, "some_rows": 1 <= rows, "terms": 1 <= H, **FIRST_ROW, **SUMMANDS}
after_spread = (
    fun(lambda g, r, c: P(summand(g), r, 1) * ite(Eq(c, part(g)), 1, 0), 3),
    fun(lambda g, i, t: Q(summand(g), (part(g) - 1) * n + i, t), 3),
    R,
)
whole = linear_layer(named(spread, rows, length), H, P, Q, R, rows, M)
composed = linear_layer(named(X, d, n), d * H, *after_spread, rows, M)


@paper.claim(given=COMPOSED, shows=whole.equals(composed))
def spread_is_linear(p: Proof) -> Fact:
    """There is one summand for each row of X, which it moves to its position."""

    def entry(r: Term, t: Term, _ends: Sequence[Fact]) -> Fact:
        moved = lambda h, c, i: P(h, r, 1) * X(c, i) * Q(h, (c - 1) * n + i, t)  # noqa: E731

        def of_place() -> Fact:
            """The contribution of position q of the first row."""
            in_q = assumed(p, 1 <= q, q <= length)
            own = X(coordinate(q), column(q))
            choice = ite(Eq(g, 1), own, 0)
            term = same_if(p, P(h, r, g) * choice, ite(Eq(g, 1), P(h, r, g) * own, 0), choice, g, num(1), P(h, r, g))
            sides = fun(lambda g: P(h, r, g) * spread(g, q)), fun(lambda g: ite(Eq(g, 1), P(h, r, g) * own, 0))
            total = p.apply("sum_eq", term, f=sides[0], g=sides[1], lo=1, hi=rows)
            single = p.apply("sum_single", f=fun(lambda g: P(h, r, g) * own), m=1, lo=1, hi=rows)
            place = p.congr(lambda x: Q(h, x, t), p.specialize("index", q, using=in_q))
            left = Sum(sides[0], 1, rows) * Q(h, q, t)
            at_ = coordinate(q), column(q)
            known = p.have(Eq(left, P(h, r, 1) * own * Q(h, q, t)), (total, Q(h, q, t)), (single, Q(h, q, t)))
            known = p.have(Eq(left, moved(h, *at_)), known, (place, P(h, r, 1) * own))
            f = fun(lambda q: Sum(lambda g: P(h, r, g) * spread(g, q), 1, rows) * Q(h, q, t))
            known = p.apply("sum_eq", known)
            tiles_ = {"G": d, "d": n, "block": coordinate, "offset": column}
            blocks_ = p.apply("tile_sum_blocks", h=fun(lambda c, i: moved(h, c, i), 2), **tiles_)
            return p.have(Eq(Sum(f, 1, length), blocks_.concl.args[1]), known, blocks_)

        rows_ = of_place()
        f = fun(lambda h: Sum(lambda q: Sum(lambda g: P(h, r, g) * spread(g, q), 1, rows) * Q(h, q, t), 1, length))
        g_ = fun(lambda h: Sum(lambda c: Sum(lambda i: moved(h, c, i), 1, n), 1, d))
        left = p.apply("sum_eq", rows_, f=f, g=g_, lo=1, hi=H)

        in_g = assumed(p, 1 <= g, g <= d * H)
        spots = [p.specialize(f"of_{name}", g, using=in_g) for name in TILED[:4]]
        factor, delta_ = P(summand(g), r, 1), ite(Eq(c, part(g)), 1, 0)
        wanted = ite(Eq(c, part(g)), factor * X(c, i), 0)
        term = same_if(p, factor * delta_ * X(c, i), wanted, delta_, c, part(g), factor * X(c, i))
        sides = (
            fun(lambda c: after_spread[0](g, r, c) * X(c, i)),
            fun(lambda c: ite(Eq(c, part(g)), factor * X(c, i), 0)),
        )
        total = p.apply("sum_eq", term, f=sides[0], g=sides[1], lo=1, hi=d)
        single = p.apply("sum_single", *spots, f=fun(lambda c: factor * X(c, i)), m=part(g), lo=1, hi=d)
        last = after_spread[1](g, i, t)
        of_token = Sum(sides[0], 1, d) * last
        known = p.have(Eq(of_token, moved(summand(g), part(g), i)), (total, last), (single, last))
        of_column = lambda g, i: Sum(lambda c: after_spread[0](g, r, c) * X(c, i), 1, d) * after_spread[1](g, i, t)  # noqa: E731
        f2, g2 = fun(lambda i: of_column(g, i)), fun(lambda i: moved(summand(g), part(g), i))
        known = p.apply("sum_eq", known, f=f2, g=g2, lo=1, hi=n)
        right = p.apply("sum_eq", known)
        tiles_ = {"G": H, "d": d, "block": summand, "offset": part}
        inner = fun(lambda h, c: Sum(lambda i: moved(h, c, i), 1, n), 2)
        blocks_ = p.apply("tile_sum_blocks", h=inner, **tiles_)
        return p.have(Eq(whole(r, t), composed(r, t)), left, right, blocks_)

    return equal_by(p, "out", whole, composed, entry)


def same_if(p: Proof, left: Term, right: Term, choice: Term, x: Term, y: Term, factor: Term) -> Fact:
    """Prove left = right, where `choice` times a factor is on the left, in the cases x = y and x ≠ y."""

    def each(order: Fact) -> Fact:
        one, two = p.reduce_ite(order, choice, right)
        return p.have(Eq(left, right), (one, factor), two)

    return p.trichotomy(x, y, each)


# --- the network ------------------------------------------------------------------------------------------------------

WEIGHTS = (W_K, W_Q, W_V, W_O)
CELLS = {**SIZED, "eps_pos": 0 < eps, "eta_pos": 0 < eta, "bounded": bounded(U), "different": different}
NETWORK = {
    **COMPOSED, "some": 1 <= N, "columns": 1 <= M, "size": 1 <= s, "positive": 0 < Delta, "D_pos": 0 < D,
    "in_cube": in_a_cube(U, D, d, n), "gaps": gaps_outside(S, Delta),
}  # fmt: skip


def at_matrix(Y: Term) -> Matrix:
    """Return the output of the network for a d_out × dn matrix."""
    layer = linear_layer(named(Y, rows, length), H, P, Q, R, rows, M)
    return attention_layer(layer, WEIGHTS, s, rows, length)


close_to_cells = for_all(
    lambda Y: implies(member(domain, Y), entries(
        lambda r, t: abs(at_matrix(Y)(r, t) - of_cells(Y, r, t)) <= eps, rows, length)), MATRIX,
)  # fmt: skip
made = *after_spread, *WEIGHTS
of_square_cells = but_in(S)(lambda X: output_of_square(X, d * H, M, s, made), value_of_cell)


@paper.claim(given={**NETWORK, "close": close_to_cells}, shows=of_square_cells)
def square_at_cells(p: Proof) -> Fact:
    """Evaluate at X written in the first row, whose value is that of the cell."""
    ends = assumed(p, *outside(X, label, S))
    X_in, X_out, low, high, most = ends
    r_in, i_in = assumed(p, 1 <= r, r <= rows), assumed(p, 1 <= i, i <= n)
    small = p.mp(p.rule("specialize", "in_cube", X), X_in)
    apart = p.specialize("gaps", X, using=[X_in, X_out])
    here = p.apply("spread_in_domain", small, apart)
    last = p.have(i <= length, i_in[1], "wide", "long")
    near = p.specialize(p.specialize("close", spread, using=[here]), r, i, using=[*r_in, i_in[0], last])
    own = [p.specialize(x, i, using=i_in) for x in (low, high)]
    at_ = token_in(spread, i)
    h_in, (other,) = assumed(p, 1 <= h, h <= N), assumed(p, negation(Eq(h, label(i))))
    same = [p.apply("spread_pieces", *i_in, h=y) for x, y in ((h_in, h), (own, label(i)))]
    below = p.specialize(p.specialize(most, i, using=i_in), h, using=[*h_in, other])
    below = p.have(affine(h, at_) <= affine(label(i), at_), below, *same)
    far = p.specialize(p.apply("domain_has_gaps", here, Y=spread), i, h, using=[*i_in, *h_in])
    far = p.rule("specialize", far, label(i))
    for side in (*own, other):
        far = p.mp(far, side)
    top_ = p.apply("outside_slabs", below, far)
    value = p.apply("value_picked", *own, top_)
    chosen = p.ite_eq(of_cells(spread, r, i), i_in[1])
    layer = whole, composed, p.apply("spread_is_linear")
    sizes = (s, rows), (s, rows), (rows, rows), (M, n)
    equal = same_attention(p, None, layer, layer, [named(w, *x) for w, x in zip(WEIGHTS, sizes, strict=True)])
    equal = p.specialize(equal, r, i, using=[*r_in, *i_in])
    found = output_of_square(X, d * H, M, s, made)(r, i)
    wanted = p.have(Eq(of_cells(spread, r, i), V(r, label(i))), chosen, value)
    moved = p.congr(lambda x: abs(x - of_cells(spread, r, i)), equal)
    again = p.congr(lambda x: abs(found - x), wanted)
    return p.have(abs(found - V(r, label(i))) <= eps, near, moved, again)


@paper.claim(given=CELLS, shows=values_found_by_square)
def proposition_3_3_square(p: Proof) -> Fact:
    """Take a gap so small that few tokens have none, and a δ for which the pieces change by less."""
    p.given(h_low=1 <= h, h_high=h <= N)
    size = lambda h: Sum(lambda c: abs(a(h, c)), 1, d)  # noqa: E731
    most = Max(size, 1, N)
    member_ = p.max_ge(most, h, "h_low", "h_high")
    p.note("slopes", p.generalize(h, member_))
    sign = p.apply("sum_nonneg", f=fun(lambda c: abs(a(h, c))), lo=1, hi=d)
    sign = p.generalize(h, sign)
    first = p.specialize(sign, 1)
    fine = Delta / (12 * (most + 1))
    positive, volume, apart = p.obtain(p.apply("gaps_but_in_small_region"), Delta, S)
    pos = p.have(0 < 12 * (most + 1), first, p.specialize("slopes", 1))
    part_ = p.apply("inv_pos", pos)
    fine_pos = p.have(0 < fine, (positive, part_))
    D_pos, in_cube = p.obtain("bounded", D)
    steady = p.apply("cells_steady", positive, pos, fine_pos, A=most, delta=fine)
    (in_domain,) = assumed(p, member(domain, Y))
    inside = p.apply("domain_in_cube", in_domain)
    found = p.apply(
        "square_for_modulus", D_pos, fine_pos, inside, steady, d=rows, n=length, U=domain, f=of_cells,
        delta=fine,
    )  # fmt: skip
    H_low, M_low, s_low, near = p.obtain(found, H, M, s, P, Q, R, *WEIGHTS)

    def with_tiles(*laws: Fact) -> Fact:
        all_ = p.apply("square_at_cells", *laws, positive, D_pos, in_cube, apart, near)
        many = p.have(1 <= d * H, ("wide", H_low), "wide", H_low)
        return p.exists_intro(p.goal, [d * H, M, s, *made, S], many, M_low, s_low, all_, volume)

    p.note("terms", H_low)
    return laid_out(p, [(coordinate, column, n, d), (summand, part, d, H)], with_tiles)
