"""Theorem 4.2, which is B.3: cross-attention with f's values at pairs of centres is within ε of f.

The pairs are the points of a grid of twice the dimension, whose laws follow from those of the grid (`pair_…`); digits,
blocks and pairs are written out. The displays of the construction are in `construction`, those of the
estimate in `estimate`, the sentence in `theorem_4_2`.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import construction, grid, nearest_centre
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, block, flat, length, offset, v, z
from proofs.papers.liu.section_4_1_self_attention.digits_and_blocks import (
    BLOCKS,
    WRITTEN_OUT,
    defined_where,
    digit_laws,
    tile_laws,
    written_out,
    written_tiling,
)
from proofs.papers.liu.section_4_1_self_attention.grid import D, P, digit
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import delta
from proofs.papers.liu.section_4_2_cross_attention import cross_attention as cross
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import *
from proofs.papers.liu.vocabulary import R, d, eps, h, i, instance, k, n, paper
from proofs.theorems.algebra.powers import power

stack_digit = fun(lambda h, i: ite(i <= length, digit(second(h), i), digit(first(h), i - length)), 2)
AT = {G: pairs, v: stack_v, z: stack_z, length: 2 * length, digit: stack_digit}


def at_pairs(x: Term) -> Term:
    """A formula of the grid for the pairs of its points."""
    return substitute(x, {u: w for u, w in AT.items() if u in x.free})


both_inside = tuple(substitute(grid.inside, {z: x}) for x in (z_K, z_Q))
pair_grid = (*grid.grid_laws, D > 0, *both_inside, grid.middles)
PAIR_GRID = (*grid.GRID, "D_pos", "inside_K", "inside_Q", "middles")


def with_pair_grid(p: Proof) -> None:
    """Assume pairs of points of one grid."""
    with_pairs(p)
    p.given(**dict(zip(PAIR_GRID, pair_grid, strict=True)))


def _law(p: Proof, claim: Term, name: str, stacked: Sequence[Term], *indices: Term) -> Fact:
    """Prove a law of the grid at index i of the stacked vectors, by the second side for i <= m, else by the first."""
    low, high = p.assume(i <= length), p.assume(length < i)
    sides = []
    for side, spots, at, law in ((low, [low], (second, i), "Q"), (high, [high, "i_high"], (first, i - length), "K")):
        place = (at[0](h), at[1]) if indices else (at[1],)
        law_ = p.specialize(name if indices else f"{name}_{law}", *place, using=[*spots])
        chosen = [p.ite_eq(x, side) for x in stacked]
        if claim.op == "eq" or indices:
            sides.append(p.have(claim, *chosen, law_))
        else:
            size = p.congr(abs, chosen[0])
            sides.append(p.have(claim, size, law_))
    return p.cases(i, length, *sides)


def _for_pairs(p: Proof, name: str, formula: Term, *stacked: Term) -> Fact:
    """Prove a law of the grid for all pairs and stacked coordinates."""
    p.given(h_low=h >= 1, h_high=h <= pairs, i_low=i >= 1, i_high=i <= 2 * length)
    for by in cross.PAIRED[:4]:
        p.specialize(by, h, label=f"{by}_h")
    claim = formula
    for x in (h, i):
        claim = claim.args[1]
        claim = grid_opened(claim, x)
    return _law(p, claim, name, stacked, h)


def grid_opened(body: Term, x: Term) -> Term:
    """Return A at x, for the formula lo <= x → x <= hi → A."""
    return instantiate_bound(body, (x,)).args[1].args[1]


_digit, _v, _z = stack_digit(h, i), stack_v(h, i), stack_z(i)


@paper.theorem
def pair_digit_low(p: Proof) -> None:
    """The stacked digits are at least 0."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "digit_low", at_pairs(grid.digit_low), _digit), at_pairs(grid.digit_low))


@paper.theorem
def pair_digit_high(p: Proof) -> None:
    """The stacked digits are at most P − 1."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "digit_high", at_pairs(grid.digit_high), _digit), at_pairs(grid.digit_high))


@paper.theorem
def pair_middles(p: Proof) -> None:
    """The stacked centres are at the positions given by their digits."""
    with_pair_grid(p)
    p.qed(_for_pairs(p, "middles", at_pairs(grid.middles), _v, _digit), at_pairs(grid.middles))


@paper.theorem
def pair_inside(p: Proof) -> None:
    """The stacked input lies in the cube."""
    with_pair_grid(p)
    p.given(i_low=i >= 1, i_high=i <= 2 * length)
    fact = _law(p, abs(_z) <= D, "inside", [_z])
    p.qed(p.generalize(i, fact), at_pairs(grid.inside))


@paper.theorem
def pair_counted(p: Proof) -> None:
    """There are P^(2m) pairs."""
    with_pair_grid(p)
    powers = p.apply("power_add", m=P, a=length, b=length)
    p.qed(p.have(Eq(pairs, power(P, 2 * length)), powers, ("counted", G), ("counted", power(P, length))))


@paper.theorem
def pair_numbered(p: Proof) -> None:
    """The stacked digits number the pairs."""
    with_pair_grid(p)
    p.given(h_low=h >= 1, h_high=h <= pairs, k_low=k >= 1, k_high=k <= length)
    for by in cross.PAIRED:
        p.specialize(by, h, label=f"{by}_h")
    f = fun(lambda k: stack_digit(h, k) * power(P, k - 1))
    cut = p.apply("sum_halves", f=f, n=length)
    low = p.ite_eq(stack_digit(h, k), "k_high")
    high = p.ite_eq(stack_digit(h, k + length), p.have(length < k + length, "k_low"))
    powers = p.apply("power_add", m=P, a=k - 1, b=length)
    there = stack_digit(h, k + length) * power(P, k + length - 1)
    whole = digit(first(h), k) * power(P, k - 1) * power(P, length)
    p.generalize(
        k,
        p.have(Eq(f(k), digit(second(h), k) * power(P, k - 1)), (low, power(P, k - 1))),
        "k_low",
        "k_high",
        label="low_terms",
    )
    p.generalize(
        k,
        p.have(Eq(there, whole), (high, power(P, k + length - 1)), (powers, digit(first(h), k))),
        "k_low",
        "k_high",
        label="high_terms",
    )
    low_g = fun(lambda k: digit(second(h), k) * power(P, k - 1))
    high_f = fun(lambda k: stack_digit(h, k + length) * power(P, k + length - 1))
    high_g = fun(lambda k: digit(first(h), k) * power(P, k - 1) * power(P, length))
    low_sum = p.apply("sum_eq", f=f, g=low_g, lo=1, hi=length)
    high_sum = p.apply("sum_eq", f=high_f, g=high_g, lo=1, hi=length)
    second_number = p.specialize("numbered", second(h))
    first_number = p.specialize("numbered", first(h))
    label = at_pairs(grid.label_sum(h))
    each = p.have(
        Eq(h - 1, label),
        cut,
        low_sum,
        high_sum,
        second_number,
        (first_number, power(P, length)),
        "counted",
        "pair_h",
    )
    p.qed(p.generalize(h, each), at_pairs(grid.numbered))


below_bound = tuple(map(at_pairs, grid.below_bound))
modulus, finer, scale = (at_pairs(x) for x in (grid.modulus, grid.finer, nearest_centre.scale))
approximates = (*sized_pairs, flat, *pair_grid, delta > 0, finer, modulus, B0 > 0, *below_bound, eps > 0, R >= 0, scale)
output_error = at_pairs(nearest_centre.error)
network_error = grid.largest_gap(network)
plus_positive = instance(grid.plus_positive, "plus_positive_at_pairs", G=pairs)
minus_positive = instance(grid.minus_positive, "minus_positive_at_pairs", G=pairs)


@paper.claim(given=[*sized_pairs, flat, B0 > 0, below_bound[0]], shows=Eq(network_error, output_error))
def cross_network_error_by_output(p: Proof) -> Fact:
    """The matrices compute the average over the pairs, so the error is that of the average."""
    with_pairs(p)
    p.have(length >= 0, flat, "wide", "long", label="m_low")
    p.apply("plus_positive_at_pairs", label="plus")
    p.apply("minus_positive_at_pairs", label="minus")
    p.apply("cross_output", label="same")
    return grid.same_gap(p, "same")


LAWS = ("digit_low", "digit_high", "middles", "inside", "counted", "numbered")
STACKED = {"G": pairs, "v": stack_v, "z": stack_z, "m": 2 * length, "kappa": stack_digit}


def of_stacked(p: Proof, theorem: str) -> Fact:
    """Apply a theorem about the average to the stacked grid."""
    for law in LAWS:
        p.apply(f"pair_{law}", label=f"pair_{law}")
    return p.apply(theorem, **STACKED, label="small")


def by_average(p: Proof, theorem: str) -> Fact:
    """Prove that the network is within ε of f by a theorem about the average."""
    of_stacked(p, theorem)
    same = p.apply("cross_network_error_by_output")
    return p.have(p.goal, same, "small", label="out")


@paper.claim(given=approximates, shows=output_error <= eps)
def pair_average_approximates(p: Proof) -> Fact:
    """On the product of the cubes the average over the pairs is within ε of f, at the corrected P and R."""
    return of_stacked(p, "average_approximates")


@paper.claim(given=approximates, shows=network_error <= eps)
def cross_network_approximates(p: Proof) -> Fact:
    """On the product of the cubes the network is within ε of f, at the corrected P and R."""
    return by_average(p, "average_approximates")


@paper.claim(given=construction.room_for_tokens.given, shows=n <= width)
def room_for_tokens_at_pairs(p: Proof) -> None:
    """n <= 2dG², if P >= 2."""
    p.given(**dict(zip(("wide", "long", "two", "flat", "counted"), construction.room_for_tokens.given, strict=True)))
    p.apply("room_for_tokens", label="room")
    p.apply("power_ge_one", m=P, k=length, label="powers")
    some = p.have(G >= 1)
    more = p.have(G * (G - 1) >= 0, some)
    p.have(d * (G * (G - 1)) >= 0, ("wide", more), more, label="wider")


written_pairs = (*written_tiling(block, offset, d, pairs), *written_tiling(first, second, G, G))
outright = (*written_out, n <= width, *written_pairs, D > 0, *both_inside, delta > 0)
OUTRIGHT = (*WRITTEN_OUT, "fits", *BLOCKS, "firsts", "seconds", "D_pos", "inside_K", "inside_Q", "delta_pos")


def with_outright(p: Proof) -> None:
    """Assume a grid with explicit digits, blocks and pairs, and a pair of points, and derive their laws."""
    p.given(**dict(zip(OUTRIGHT, outright, strict=True)))
    digit_laws(p)
    p.have(pairs >= G, ("some", "some"), "some", label="pairs_low")
    tile_laws(p, G=pairs)
    tile_laws(p, "pair_", block=first, offset=second, d=G)


defined_where(pairs, "at_pairs_outright", with_outright)


@paper.claim(
    given=[*outright, finer, modulus, B0 > 0, *below_bound, eps > 0, R >= 0, scale], shows=network_error <= eps
)
def cross_network_outright(p: Proof) -> None:
    """Theorem 4.2 with digits, blocks and pairs given by division with remainder."""
    with_outright(p)
