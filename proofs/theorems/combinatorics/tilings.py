"""A range divided into blocks of equal width: t = (block(t) − 1) d + offset(t), with offsets from 1 to d.

Rows and columns of matrices built from G blocks of width d are numbered through, 1, …, dG. A `tiling` says what
block and offset of an index are; both exist (`quotient_index`, …) and are determined (`tile_block`, `tile_offset`).

Main statements: `tile_block`, `tile_offset`, `tile_sum`, `tile_sum_blocks`, `tile_pick`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import quotient

chapter = Chapter("tilings")
G, d, j, k, s, t, x, y = ints("G d j k s t x y")
block, offset = sequences("block offset")
(f,) = vectors("f")
(h,) = vectors("h", 2)


def tiling(
    block: Term = block, offset: Term = offset, width: Term = d, count: Term = G
) -> tuple[Term, Term, Term, Term, Term]:
    """Index t of width · count lies at offset(t) of block(t)."""

    def each(claim: Term) -> Term:
        return every(lambda i: substitute(claim, {t: i}), 1, width * count)

    return (
        each(1 <= block(t)),
        each(block(t) <= count),
        each(1 <= offset(t)),
        each(offset(t) <= width),
        each(Eq(t, (block(t) - 1) * width + offset(t))),
    )


TILED = ("block_low", "block_high", "offset_low", "offset_high", "index")


def with_tiling(p: Proof) -> None:
    """Assume d, G >= 1 and the laws of a tiling."""
    p.given(wide=d >= 1, some=G >= 1, **dict(zip(TILED, tiling(), strict=True)))


def _index(p: Proof, block: Term, offset: Term, *within: str) -> Fact:
    """1 <= (block − 1) d + offset <= dG, as "start" and "end"; `within` are the four ranges."""
    low, high, low_s, high_s = within
    p.have((block - 1) * d >= 0, low, (low, "wide"), label="before")
    p.have(1 <= (block - 1) * d + offset, "before", low_s, label="start")
    p.have((G - block) * d >= 0, high, (high, "wide"), label="after")
    return p.have((block - 1) * d + offset <= d * G, "after", high_s, label="end")


def _within(p: Proof) -> None:
    p.given(j_low=1 <= j, j_high=j <= G, s_low=1 <= s, s_high=s <= d)
    _index(p, j, s, "j_low", "j_high", "s_low", "s_high")


def _determined(p: Proof) -> None:
    """Prove that the block at (j − 1) d + s is j, as "same"."""
    with_tiling(p)
    _within(p)
    at = (j - 1) * d + s
    for name in TILED:
        p.specialize(name, at, label=f"{name}_")
    gap = block(at) - j
    p.have(Eq(s - offset(at), d * gap), "index_", label="multiple")
    p.apply("integers.small_multiple", "multiple", label="none")
    p.have(Eq(block(at), j), "none", label="same")


@chapter.theorem
def tile_block(p: Proof) -> None:
    """The index with offset s in block j lies in block j."""
    _determined(p)
    p.qed("same", Eq(block((j - 1) * d + s), j))


@chapter.theorem
def tile_offset(p: Proof) -> None:
    """The index with offset s in block j has the offset s."""
    _determined(p)
    p.qed(p.have(Eq(offset((j - 1) * d + s), s), ("none", d), "multiple"))


@chapter.theorem
def tile_sum(p: Proof) -> None:
    """0 <= d, 0 <= G ⊢ Σ_{t=1}^{dG} f_t = Σ_{j=1}^{G} Σ_{s=1}^{d} f_{(j−1)d+s}."""

    def claim(x: Term) -> Term:
        rows = Sum(lambda j: Sum(lambda s: f((j - 1) * d + s), 1, d), 1, x)
        return Eq(Sum(lambda t: f(t), 1, d * x), rows)

    p.given(wide=0 <= d, many=0 <= G, k_low=0 <= k, so_far=claim(k))
    base = p.have(claim(G - G))
    p.have(0 <= d * k, ("wide", "k_low"), label="start")
    split = p.apply("sum_split", lo=1, m=d * k, hi=d * (k + 1))
    shift = p.apply("sum_shift", lo=1, hi=d, c=d * k)
    rows = Sum(lambda j: Sum(lambda s: f((j - 1) * d + s), 1, d), 1, k + 1)
    last = p.big_step(rows, p.side_condition(1 <= k + 1))
    step = p.have(claim(k + 1), split, shift, last, "so_far")
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, G), claim(G))


@chapter.theorem
def tile_sum_blocks(p: Proof) -> None:
    """Σ_{t=1}^{dG} h(block(t), offset(t)) = Σ_j Σ_s h(j, s)."""
    with_tiling(p)
    flat = fun(lambda t: h(block(t), offset(t)))
    sum_ = p.apply("tile_sum", f=flat)
    _within(p)
    at = (j - 1) * d + s
    b = p.apply("tile_block")
    o = p.apply("tile_offset")
    first = p.congr(lambda i: h(i, offset(at)), b)
    second = p.congr(lambda i: h(j, i), o)
    terms = p.have(Eq(h(block(at), offset(at)), h(j, s)), first, second)
    here, there = fun(lambda s: flat((j - 1) * d + s)), fun(lambda s: h(j, s))
    rows = p.apply("sum_eq", terms, f=here, g=there, lo=1, hi=d)
    total = p.apply("sum_eq", rows)
    goal = Eq(Sum(flat, 1, d * G), Sum(lambda j: Sum(lambda s: h(j, s), 1, d), 1, G))
    p.qed(p.have(goal, sum_, total))


@chapter.theorem
def tile_pick(p: Proof) -> None:
    """1 <= t <= dG ⊢ Σ_j f_j Σ_s δ(t, (j − 1) d + s) = f_{block(t)}."""
    with_tiling(p)
    p.given(t_low=1 <= t, t_high=t <= d * G)
    hit = fun(lambda x: f(block(x)) * ite(Eq(x, t), 1, 0))
    one = p.apply("sum_delta", f=fun(lambda x: f(block(x))), lo=1, hi=d * G, m=t)
    sum_ = p.apply("tile_sum", f=hit)
    _within(p)
    at = (j - 1) * d + s
    b = p.apply("tile_block")
    first = p.congr(f, b)
    delta, mirrored = ite(Eq(at, t), 1, 0), ite(Eq(t, at), 1, 0)
    term = p.have(Eq(hit(at), f(j) * mirrored), (first, delta))
    here, there = fun(lambda s: hit((j - 1) * d + s)), fun(lambda s: f(j) * ite(Eq(t, (j - 1) * d + s), 1, 0))
    rows = p.apply("sum_eq", term, f=here, g=there, lo=1, hi=d)
    left = fun(lambda j: Sum(lambda s: hit((j - 1) * d + s), 1, d))
    right = fun(lambda j: Sum(lambda s: f(j) * ite(Eq(t, (j - 1) * d + s), 1, 0), 1, d))
    total = p.apply("sum_eq", rows, f=left, g=right, lo=1, hi=G)
    goal = Eq(Sum(lambda j: f(j) * Sum(lambda s: ite(Eq(t, (j - 1) * d + s), 1, 0), 1, d), 1, G), f(block(t)))
    p.qed(p.have(goal, total, sum_, one))


def _missed(p: Proof, side: str) -> None:
    """Prove Σ_j f_j Σ_s δ(t, (j − 1) d + s) = 0 for an index t outside of all blocks, as the fact "side" says."""
    _within(p)
    at = (j - 1) * d + s
    none = p.have(at < t if side == "above" else t < at, "end" if side == "above" else "start", "side", label="apart")
    term = p.ite_eq(ite(Eq(t, at), 1, 0), none)
    terms = p.generalize(s, term, "s_low", "s_high")
    row = p.apply("sums.sum_eq", terms)
    zero = p.have(Eq(f(j) * Sum(lambda s: ite(Eq(t, (j - 1) * d + s), 1, 0), 1, d), 0), (row, f(j)))
    p.generalize(j, zero, "j_low", "j_high", label="rows")
    left = fun(lambda j: f(j) * Sum(lambda s: ite(Eq(t, (j - 1) * d + s), 1, 0), 1, d))
    p.qed(p.apply("sums.sum_eq", f=left, g=fun(lambda j: j - j), lo=1, hi=G, label="out"), Eq(Sum(left, 1, G), 0))


@chapter.theorem
def tile_miss_above(p: Proof) -> None:
    """dG < t ⊢ Σ_j f_j Σ_s δ(t, (j − 1) d + s) = 0."""
    p.given(wide=d >= 1, side=d * G < t)
    _missed(p, "above")


@chapter.theorem
def tile_miss_below(p: Proof) -> None:
    """t < 1 ⊢ Σ_j f_j Σ_s δ(t, (j − 1) d + s) = 0."""
    p.given(wide=d >= 1, side=t < 1)
    _missed(p, "below")


quotients = (fun(lambda t: 1 + quotient(t - 1, d, G)), fun(lambda t: t - d * quotient(t - 1, d, G)))


@chapter.theorem
def quotient_range(p: Proof) -> None:
    """1 <= t <= dG, q the quotient of t − 1 by d ⊢ q <= G − 1."""
    p.given(wide=d >= 1, some=G >= 1, t_low=1 <= t, t_high=t <= d * G)
    q = quotient(t - 1, d, G)
    p.apply("quotient_le", n=G, b=d, v=t - 1, label="below")
    room = p.apply("product_positive", x=G - q, y=d)
    p.qed(p.have(q <= G - 1, room))


def _quotient_law(name: str, law: Term) -> None:
    def prove(p: Proof) -> None:
        p.given(wide=d >= 1, some=G >= 1, t_low=1 <= t, t_high=t <= d * G)
        p.have(0 <= t - 1, "t_low", label="pos")
        p.have(t - 1 < (G + 1) * d, "t_high", "wide", label="room")
        below = p.apply("integers.quotient_le", n=G, b=d, v=t - 1)
        above = p.apply("integers.quotient_gt", n=G, b=d, v=t - 1)
        most = p.apply("tilings.quotient_range")
        counted = ite(k * d <= t - 1, 1, 0)
        one, none = p.assume(k * d <= t - 1), p.assume(t - 1 < k * d)
        sides = [p.have(counted >= 0, p.ite_eq(counted, side)) for side in (one, none)]
        members = p.generalize(k, p.cases(k * d, t - 1, *sides), 1 <= k, k <= G)
        least = p.apply("sums.sum_nonneg", members, f=fun(lambda k: ite(k * d <= t - 1, 1, 0)), lo=1, hi=G)
        last = p.integer_step(above)
        own, place = (g(t) for g in quotients)
        claim = {
            "block_low": 1 <= own, "block_high": own <= G, "offset_low": 1 <= place, "offset_high": place <= d,
            "index": Eq(t, (own - 1) * d + place),
        }[name]  # fmt: skip
        each = p.have(claim, below, last, most, least)
        p.qed(p.generalize(t, each, "t_low", "t_high", label="out"), law)

    prove.__name__ = f"quotient_{name}"
    prove.__doc__ = "Division with remainder is a tiling."
    chapter.theorem(prove)


for _name, _law in zip(TILED, tiling(*quotients), strict=True):
    _quotient_law(_name, _law)
