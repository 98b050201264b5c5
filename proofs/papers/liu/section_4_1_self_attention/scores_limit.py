"""(B.9) and (B.10): the limits of the columns of Softmax(KᵀQ) as R grows, without and with the part for the values.

R is large enough if the centre of the largest Aff_j has the weight 1 − ε (`selected_centre.nearest_selected`). That
needs a gap: if two centres are nearest, they share the weight, whatever R is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import (
    B0,
    F,
    gauss,
    length,
    minus,
    plus,
    share,
    sized,
    tiles,
    valued,
    with_tiles,
)
from proofs.papers.liu.section_4_1_self_attention.construction import score_part
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, greatest
from proofs.papers.liu.section_4_1_self_attention.selected_centre import MIDDLE, apart, holds_between, label, least
from proofs.papers.liu.vocabulary import Delta, R, c, d, eps, n, paper
from proofs.theorems.algebra.matrices import Matrix, blocks, equal_by, same, softmax
from proofs.theorems.analysis.continuity import assumed

Part = Callable[[Term, Term, Term], Term]
Bounds = Callable[[Term, list[Fact], bool], tuple[Fact, Fact]]
(t,) = ints("t")


def both(upper: Part, lower: Part) -> Matrix:
    """Return two halves of dG rows and n columns."""
    return blocks([[made.half_of(upper)], [made.half_of(lower)]])


def selected(part: Part) -> Part:
    """Return this in the block of the selected centre, and zeros elsewhere."""
    return lambda j, r, c: ite(Eq(j, best), part(j, r, c) / (2 * d), 0)


ones = selected(lambda j, r, c: num(1))
B_9 = both(ones, ones)
values = selected(lambda j, r, c: plus(j)(r, c)), selected(lambda j, r, c: minus(j)(r, c))
B_10 = both(*values)
selecting = softmax(score_part)
all_scores = softmax(made.scores)
with_values = Matrix(made.width, n, all_scores.entry)  # the columns of the tokens
shares = both(lambda j, r, c: share(j) / (2 * d), lambda j, r, c: share(j) / (2 * d))


def tends(found: Matrix, wanted: Matrix) -> Term:
    """There is an R_0 such that, for all R >= R_0, every entry is within ε of that of (B.9), or (B.10)."""
    near = every(lambda t: every(lambda c: abs(found(t, c) - wanted(t, c)) <= eps, 1, n), 1, made.width)
    return exists(lambda R0: [0 <= R0, for_all(lambda R_: implies(R0 <= R_, substitute(near, {R: R_})), "R")], "R")


@paper.claim(given=[*sized, *tiles.laws], shows=selecting.equals(shares))
def selecting_softmax(p: Proof) -> Fact:
    """The denominator of each column is 2dα(Z), as each centre has 2d rows."""

    def entry(t: Term, c: Term, ends: Sequence[Fact]) -> Fact:
        split = made.both_halves(p, lambda t: exp(score_part(t, c)))
        half = made.tiled_sum(p, lambda j, s: gauss(j))
        count = p.apply("sum_const", lo=1, hi=d)
        whole = split.concl.args[0]
        total = p.have(Eq(whole, 2 * d * made.alpha), split, half, count)
        inverse = p.congr(lambda x: exp(score_part(t, c)) * inv(x), total)
        row = made.in_half(
            p,
            t,
            ends,
            lambda at, here, _: same(p, None, exp(score_part(t, c)) * inv(2 * d * made.alpha), shares(t, c), *here),
        )
        return p.have(Eq(selecting(t, c), shares(t, c)), inverse, row)

    return equal_by(p, "out", selecting, shares, entry)


SELECTED = {**label, "gap": Delta > 0, "eps_pos": eps > 0, "apart": apart}
TILED = dict(zip(("block_low", "block_high", "offset_low", "offset_high", "index"), tiles.laws, strict=True))


def once_large(p: Proof, close: Callable[..., Fact]) -> Fact:
    """Prove it from `close`: |found − wanted| <= ε for an entry, by the weight of the selected centre for R >= R_0."""
    some = p.apply("nearest_selected")

    low, law = p.obtain(some, least)
    beyond, *ends = assumed(p, least <= R, 1 <= t, t <= made.width, 1 <= c, c <= n)
    weight = p.specialize(law, R, using=[beyond])

    def row(at: Term, here: list[Fact], upper: bool) -> Fact:
        spots = [p.specialize(name, at, using=here) for name in ("block_low", "block_high")]
        share_near = p.apply("share_near_indicator", *spots, h=best)
        return close(at, here, upper, weight, share_near)

    each = made.in_half(p, t, ends, row)
    each = p.generalize(t, p.generalize(c, each))
    return p.exists_intro(p.goal, [least], low, p.rule("generalize", R, p.discharge(each, beyond.concl)))


def within(p: Proof, j: Term, part: Term, factor: Term, weight: Fact, near: Fact, bounds: tuple[Fact, Fact]) -> Fact:
    """|share · factor − [block is the selected one] factor| <= ε, if 0 <= factor <= 1."""
    unit = ite(Eq(j, best), 1, 0)
    way = share(j) - unit
    up, down = p.apply("abs_ge", x=way), p.apply("abs_ge", x=-way)
    small = p.have(abs(way) <= eps, near, weight)
    low, high = bounds
    above = p.have(way * factor <= eps, (small, low), (up, low), (high, "eps_pos"), "eps_pos")
    below = p.have(-eps <= way * factor, (small, low), (down, low), (high, "eps_pos"), "eps_pos")
    size = p.apply("abs_le", above, below)

    def decided(case: Fact) -> Fact:
        one, two = p.reduce_ite(case, unit, part)
        return p.have(Eq(part, unit * factor), (one, factor), two)

    chosen = p.trichotomy(j, best, decided)
    moved = p.congr(lambda x: abs(share(j) * factor - x), chosen)
    return p.have(abs(share(j) * factor - part) <= eps, moved, size)


def fraction(p: Proof) -> tuple[Fact, Fact]:
    """0 <= 1/2d <= 1/2."""
    p.have(0 < 2 * d, "wide", label="double")
    low = p.have(0 <= inv(2 * d), inv(2 * d))
    return low, p.have(inv(2 * d) <= rational(1, 2), "wide", scale=["double"])


def near_selected(
    p: Proof, found: Matrix, wanted: Matrix, weights: Matrix, factor: Callable[[bool], Part], bounds: Bounds
) -> Fact:
    """Prove this from `weights`: in block j `found` is the weight of j times factor/2d, which is between 0 and 1."""

    def close(at: Term, here: list[Fact], upper: bool, weight: Fact, near: Fact) -> Fact:
        j = tiles.block(at)
        own = factor(upper)(j, tiles.offset(at), c) * inv(2 * d)
        part = ite(Eq(j, best), own, 0)
        known = p.specialize("known", t, c, using=here)
        one, two = same(p, None, weights(t, c), share(j) * own, *here), same(p, None, wanted(t, c), part, *here)
        small = within(p, j, part, own, weight, near, bounds(at, here, upper))
        moved = p.congr(lambda x: abs(x - wanted(t, c)), p.have(Eq(found(t, c), share(j) * own), known, one))
        again = p.congr(lambda x: abs(share(j) * own - x), two)
        return p.have(abs(found(t, c) - wanted(t, c)) <= eps, small, moved, again)

    return once_large(p, close)


@paper.claim(given=[d >= 1, n >= 1, *tiles.laws, *SELECTED.values()], shows=tends(selecting, B_9))
def selecting_tends(p: Proof) -> Fact:
    """Every weight is within ε of that of the selected centre's unit vector."""
    p.given(wide=d >= 1, **TILED, **SELECTED)
    p.apply("selecting_softmax", label="known")
    low, high = fraction(p)
    return near_selected(p, selecting, B_9, shares, lambda _: lambda j, r, c: num(1), lambda *_: (low, high))


@paper.claim(given=[*valued, *SELECTED.values()], shows=tends(with_values, B_10))
def scores_tend(p: Proof) -> Fact:
    """Multiply by T or E, which are between 0 and 2."""
    with_tiles(p)
    p.given(plus_pos=valued[-2], minus_pos=valued[-1], **{x: y for x, y in SELECTED.items() if x != "some"})
    p.apply("score_softmax", label="known")
    low, high = fraction(p)

    def bounds(at: Term, here: list[Fact], upper: bool) -> tuple[Fact, Fact]:
        spots = [
            p.specialize(name, at, using=here) for name in ("block_low", "block_high", "offset_low", "offset_high")
        ]
        place = tiles.block(at), tiles.offset(at), c
        signs = [p.specialize(name, *place, using=[*spots, *here]) for name in ("plus_pos", "minus_pos")]
        own = (plus if upper else minus)(tiles.block(at))(tiles.offset(at), c)
        most = p.have(own <= 2, *signs)
        least = p.have(0 <= own * inv(2 * d), (signs[0 if upper else 1], low))
        return least, p.have(own * inv(2 * d) <= 1, (most, low), high)

    factor = lambda upper: lambda j, r, c: (plus if upper else minus)(j)(r, c)  # noqa: E731
    return near_selected(p, with_values, B_10, made.weights, factor, bounds)


# --- between two centres ----------------------------------------------------------------------------------------------

labelled = {**label, "long": length >= 1, "greatest": greatest, "eps_pos": eps > 0}
always_9 = Claim((d >= 1, n >= 1, *tiles.laws, *labelled.values()), tends(selecting, B_9))
always_10 = Claim((*valued, *labelled.values()), tends(with_values, B_10))
BETWEEN = {
    **MIDDLE, d: num(1), n: num(1), eps: rational(1, 8), B0: num(1), F: fun(lambda j, r, c: num(0), 3),
    tiles.block: fun(lambda t: t), tiles.offset: fun(lambda t: num(1)),
}  # fmt: skip


def at_tie(claim: Claim) -> Term:
    """Return the claim at 0, which is at equal distances from −1 and 1, for f = 0."""
    return substitute(claim.formula, {x: y for x, y in BETWEEN.items() if x in claim.formula.free})


def shared_between(p: Proof, claim: Claim) -> Fact:
    """Entry (1, 1) is 1/4 for every R, but should tend to 1/2."""
    held = p.assume(at_tie(claim))
    law = holds_between(p, held, len(claim.given))

    _, always = p.obtain(law, least)
    own = p.specialize(p.specialize(always, least), 1, 1)
    return p.discharge(p.have(FALSE, own), held.concl)


@paper.claim(given=[], shows=negation(at_tie(always_9)))
def selecting_shared(p: Proof) -> Fact:
    """Apply this to the part that selects."""
    return p.note("out", shared_between(p, always_9))


@paper.claim(given=[], shows=negation(at_tie(always_10)))
def scores_shared(p: Proof) -> Fact:
    """Apply this to the scores, where T and E are 1."""
    return p.note("out", shared_between(p, always_10))
