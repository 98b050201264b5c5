"""B.1: explicit digits and blocks, so that Theorems 4.1, 4.2 and 5.1 hold for matrices that are given explicitly.

Elsewhere the digits κ(j, i) of j − 1 to the base P are a function with laws (`grid.grid_laws`), and so are the block
and offset of a column. Here they are division with remainder (κ(j, i) = q_{i−1} − P q_i with q_i = ⌊(j − 1)/P^i⌋), so
that what is asked of the construction are definitions.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, block, flat, j, length, offset, strict, tiles
from proofs.papers.liu.section_4_1_self_attention.grid import P, digit
from proofs.papers.liu.vocabulary import c, d, eps, i, n, paper
from proofs.theorems.algebra import digits
from proofs.theorems.algebra.expansions import expansion
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.combinatorics.tilings import TILED, quotients

(t,) = ints("t")

# --- the digits ---------------------------------------------------------------------------------------------------


made_digit = fun(lambda j, i: digits.digit(j - 1, i, P), 2)


written_digits = every(lambda j: every(lambda i: Eq(digit(j, i), made_digit(j, i)), 1, length), 1, G)
WRITTEN = {"base": P >= 1, "dimension": length >= 1, "counted": grid.counted, "digits": written_digits}
ENDS = {"low": j >= 1, "high": j <= G, "i_low": i >= 1, "i_high": i <= length}


def _expanded(q: Term) -> dict[str, Term]:
    """Return the instantiation of the library's expansion of q."""
    return {"K": P, "q": q, "d": length, "most": q}


def _written_digit(p: Proof, end: str) -> Fact:
    """The library's bound of the digit i of j − 1."""
    p.given(**ENDS)
    return p.apply(f"digits.digit_{end}", K=P, q=j - 1, t=i, most=j - 1)


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_low)
def written_digits_low(p: Proof) -> Fact:
    """Digits are nonnegative."""
    return p.have(0 <= digit(j, i), _written_digit(p, "low"))


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_high)
def written_digits_high(p: Proof) -> Fact:
    """Digits are at most P − 1."""
    return p.have(digit(j, i) <= P - 1, _written_digit(p, "high"))


@paper.claim(given=[*WRITTEN.values()], shows=grid.numbered)
def written_digits_number(p: Proof) -> Fact:
    """They number the P^m centres."""
    p.given(**ENDS)
    f, g = (fun(lambda i, x=x: x(j, i) * power(P, i - 1)) for x in (digit, made_digit))
    sum_ = p.apply("sum_eq", f=f, g=g, lo=1, hi=length)
    return p.have(Eq(j - 1, grid.label_sum(j)), sum_, p.apply("digits_sum", **_expanded(j - 1)))


# --- Remark B.1 ---------------------------------------------------------------------------------------------------


def only_tuple(a: Term, s: Term) -> list[Term]:
    """The tuple a is the only one with the label s."""
    same = lambda b: every(lambda i: Eq(a(i), b(i)), 1, length)  # noqa: E731
    alike = lambda b: Eq(expansion(a, length), expansion(b, length))  # noqa: E731
    other = for_all(lambda b: implies(*grid.is_tuple(b), alike(b), same(b)), "(Z>Z)")
    return [*grid.is_tuple(a), Eq(s, expansion(a, length)), other]


one_to_one = grid.both(
    for_all(lambda a: implies(*grid.is_tuple(a), grid.is_label(expansion(a, length))), "(Z>Z)"),
    every(lambda s: exists(lambda a: only_tuple(a, s), "(Z>Z)"), 0, power(P, length) - 1),
)


@paper.claim(given=[P >= 1, length >= 1], shows=one_to_one)
def labels_one_to_one(p: Proof) -> Fact:
    """The label s has the digits of centre s + 1."""
    a, b = grid.tuple_a, grid.tuple_b
    (s,) = ints("s")
    _, other = (assumed(p, *grid.is_tuple(x)) for x in (a, b))
    s_low, s_high = assumed(p, 0 <= s, s <= power(P, length) - 1)
    i_in = assumed(p, 1 <= i, i <= length)
    own = fun(lambda i: made_digit(s + 1, i))
    ends = [p.apply(f"digits.digit_{x}", s_low, *i_in, K=P, q=s, t=i, most=s) for x in ("low", "high")]
    low, high = (p.generalize(i, end, *i_in) for end in ends)
    label = p.apply("digits_sum", s_low, s_high, **_expanded(s))
    (same,) = assumed(p, Eq(expansion(own, length), expansion(b, length)))
    unique = p.apply("tuples_are_labels", low, high, *other, same)
    goal = exists(lambda a: only_tuple(a, s), "(Z>Z)")
    found = p.exists_intro(goal, [own], low, high, label, unique)
    return p.exists_intro(p.goal, [], found)


# --- blocks -------------------------------------------------------------------------------------------------------


def written(f: Term, g: Term, count: Term) -> Term:
    """f_t = g_t for t from 1 to the count."""
    return every(lambda t: Eq(f(t), g(t)), 1, count)


def written_tiling(block: Term, offset: Term, width: Term, count: Term) -> tuple[Term, Term]:
    """Block and offset of each of the width · count indices are quotient and remainder of a division by the width."""
    at = {d: width, G: count}
    own, place = (substitute(g, {x: w for x, w in at.items() if x in g.free}) for g in quotients)
    return written(block, own, width * count), written(offset, place, width * count)


BLOCKS = ("blocks", "offsets")
written_blocks = written_tiling(block, offset, d, G)


def _written_law(name: str, law: Term) -> None:
    def prove(p: Proof) -> None:
        p.given(wide=d >= 1, some=G >= 1, **dict(zip(BLOCKS, written_blocks, strict=True)))
        p.given(t_low=1 <= t, t_high=t <= d * G)
        p.apply(f"quotient_{name}", label="law")
        known = p.specialize("law", t)
        for label in ("blocks", "offsets"):
            p.specialize(label, t, label=f"own_{label}")
        goal = instantiate_bound(law.args[1], (t,)).args[1].args[1]
        each = p.have(goal, known, "own_blocks", "own_offsets", ("own_blocks", d))
        p.qed(p.generalize(t, each, "t_low", "t_high", label="out"), law)

    prove.__name__ = f"written_{name}"
    prove.__doc__ = "Division with remainder cuts the columns into blocks."
    paper.theorem(prove)


for _name, _law in zip(TILED, tiles.laws, strict=True):
    _written_law(_name, _law)


# --- what is asked of a construction that is written out -----------------------------------------------------------

written_out = (d >= 1, n >= 1, P >= 1, length >= 1, flat, grid.counted, written_digits, grid.middles)
WRITTEN_OUT = ("wide", "long", "base", "dimension", "flat", "counted", "digits", "middles")


def digit_laws(p: Proof) -> None:
    """Derive from `written_out` that there are centres, and the laws of their digits."""
    powers = p.apply("power_ge_one", m=P, k=length)
    p.have(G >= 1, "counted", powers, label="some")
    for law in ("digits_low", "digits_high", "digits_number"):
        p.apply(f"written_{law}", label=law)


def tile_laws(p: Proof, prefix: str = "", **values: Term) -> None:
    """Prove the laws of the tiling by division with remainder, at these values of `block`, `offset`, `d` and `G`."""
    for name, law in zip(TILED, tiles.laws, strict=True):
        known = {x.args[0] for x in law.free}  # a law of blocks says nothing of offsets
        p.apply(f"written_{name}", **{x: w for x, w in values.items() if x in known}, label=f"{prefix}{name}")


for _count, _name in ((G, "scale_defined"), (G * G, "scale_defined_for_pairs")):

    def _prove(p: Proof, count: Term = _count) -> None:
        p.given(**dict(zip(WRITTEN_OUT, written_out, strict=True)), bound_pos=B0 > 0, eps_pos=eps > 0)
        digit_laws(p)
        p.qed(p.positive(6 * B0 * count / eps))

    _prove.__name__ = _name
    _prove.__doc__ = "The logarithm in the scale R is defined."
    paper.theorem(_prove)


def defined_where(count: Term, suffix: str, assume: Callable[[Proof], None]) -> None:
    """Prove that T and E are positive at every entry of W_K if the blocks are explicit.

    `assume` assumes the hypotheses of the construction with this number of centres, and derives the laws of its blocks.
    """
    below = substitute(strict, {G: count})
    for part in ("plus", "minus"):

        def prove(p: Proof, part: str = part) -> None:
            assume(p)
            p.given(low=0 < t, high=t <= d * count, c_low=0 < c, c_high=c <= n, law=below, bound_pos=B0 > 0)
            p.qed(p.apply(f"{part}_defined_below_bound", G=count, label="out"))

        prove.__name__ = f"{part}_defined_{suffix}"
        prove.__doc__ = "T, or E, is positive at every entry of W_K."
        paper.theorem(prove)
