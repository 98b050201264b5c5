"""The objects of sections 4, 5, B and C: centres, the flattened input, values of the target, and Gaussian weights.

There are G centres, counted from 1 here (the paper's v_{j−1} is `v(j, ·)`). A d × n input Z is given by its flattening
z of length dn: entry (c, k) of Z is z((k − 1)d + c), and so for a centre and its matrix ṽ_j. `F(j, r, c)` is entry
(r, c) of f(ṽ_j) and `y(r, c)` that of f(Z): the construction needs no more of f than its values at the centres.
Columns of the matrices built from G blocks of width d are numbered through, and `tiles` says in which block and
where in it each lies.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import R, c, d, n, paper
from proofs.theorems.algebra.matrices import Matrix, Tiling, column
from proofs.theorems.combinatorics.tilings import TILED

G, j, r, q = ints("G j r q")
(v,) = vectors("v", 2)
(z,) = vectors("z")
(F,) = vectors("F", 3)
(y,) = vectors("y", 2)
(B0,) = reals("B_0")
block, offset = sequences("block offset")
tiles = Tiling(block, offset, d, G)
length = ints("m")[0]  # of the flattened input
flat = Eq(length, d * n)


def dot(j: Term) -> Term:
    """v_jᵀ Z̃."""
    return Sum(lambda k: v(j, k) * z(k), 1, length)


def half_square(j: Term) -> Term:
    """‖v_j‖²/2."""
    return Sum(lambda k: v(j, k) * v(j, k), 1, length) / 2


def aff(j: Term) -> Term:
    """Aff_j(Z̃) = v_jᵀ Z̃ − ‖v_j‖²/2."""
    return dot(j) - half_square(j)


def gauss(j: Term) -> Term:
    """exp(R Aff_j(Z̃))."""
    return exp(R * aff(j))


alpha = Sum(gauss, 1, G)


def share(j: Term) -> Term:
    """exp(R Aff_j(Z̃))/α(Z), the weight of centre j."""
    return gauss(j) / alpha


def tokens_of(x: Term) -> Matrix:
    """Return the d × n matrix with this flattening."""
    return Matrix(d, n, lambda c, k: x((k - 1) * d + c))


def segment(j: Term, k: Term) -> Matrix:
    """Entries (k − 1)d + 1 to kd of v_j, as a column."""
    return column(lambda c: v(j, (k - 1) * d + c), d)


def value(j: Term) -> Matrix:
    """f(ṽ_j)."""
    return Matrix(d, n, lambda r, c: F(j, r, c))


def plus(j: Term) -> Matrix:
    """T(ṽ_j) = 1 + f(ṽ_j)/B_0."""
    return Matrix(d, n, lambda r, c: 1 + F(j, r, c) / B0)


def minus(j: Term) -> Matrix:
    """E(ṽ_j) = 1 − f(ṽ_j)/B_0."""
    return Matrix(d, n, lambda r, c: 1 - F(j, r, c) / B0)


def for_values(claim: Callable[[Term, Term, Term], Term]) -> Term:
    """For all centres j, rows r and columns c: claim(j, r, c)."""
    return every(lambda j: every(lambda r: every(lambda c: claim(j, r, c), 1, n), 1, d), 1, G)


input_ = tokens_of(z)
sized = (d >= 1, n >= 1, G >= 1)
positive = (for_values(lambda j, r, c: plus(j)(r, c) > 0), for_values(lambda j, r, c: minus(j)(r, c) > 0))

paper.notions.define(dot(j), (j,), "v_{0}·Z̃", r"v_{{{0}}}^\top\tilde Z")
paper.notions.define(half_square(j), (j,), "‖v_{0}‖²/2", r"\tfrac12\|v_{{{0}}}\|_2^2")
paper.notions.define(alpha, (), "α(Z)", r"\alpha(Z)")


def with_sizes(p: Proof) -> None:
    """Assume d, n, G >= 1."""
    p.given(wide=d >= 1, long=n >= 1, some=G >= 1)
    p.have(d * G >= 1, "wide", "some", label="blocks_low")


def with_tiles(p: Proof) -> None:
    """Assume the sizes, blocks of width d that partition columns 1 to dG, and dn columns that fit."""
    with_sizes(p)
    p.given(fits=n <= 2 * (d * G), **dict(zip(TILED, tiles.laws, strict=True)))


tiled = (*sized, n <= 2 * (d * G), *tiles.laws)
valued = (*tiled, B0 > 0, *positive)  # and T and E are positive at the centres


@paper.claim([G >= 1], shows=share(j) > 0)
def centre_share_pos(p: Proof) -> Fact:
    """1 <= G ⊢ 0 < exp(R Aff_j)/α."""
    return p.positive(share(j))


strict = for_values(lambda j, r, c: abs(F(j, r, c)) < B0)


def _defined(part: Callable[[Term], Matrix], law: Term, name: str) -> None:
    """Prove this at block and offset of an index, in the form in which the check for definedness looks for it."""

    def prove(p: Proof) -> None:
        t = ints("t")[0]
        p.given(wide=d >= 1, some=G >= 1, **dict(zip(TILED, tiles.laws, strict=True)))
        p.given(low=0 < t, high=t <= d * G, c_low=0 < c, c_high=c <= n, law=law)
        for end in ("low", "c_low"):
            p.integer_step(end, label=f"{end}_")
        spots = [p.specialize(by, t) for by in TILED[:4]]
        if law is strict:
            p.given(bound_pos=B0 > 0)
            p.specialize("law", block(t), offset(t), c, using=spots, label="value")
            value = F(block(t), offset(t), c)
            size = p.apply("abs_ge", x=-value if part is plus else value)
            p.qed(p.have(part(block(t))(offset(t), c) > 0, "value", size, scale=["bound_pos"], label="out"))
        else:
            p.qed(p.specialize("law", block(t), offset(t), c, using=spots, label="out"))

    prove.__name__ = name
    prove.__doc__ = "T, or E, is positive at every entry of W_K."
    paper.theorem(prove)


_defined(plus, positive[0], "plus_defined")
_defined(minus, positive[1], "minus_defined")
_defined(plus, strict, "plus_defined_below_bound")
_defined(minus, strict, "minus_defined_below_bound")


def defined_with(count: Term, suffix: str) -> None:
    """Return the same four theorems for another number of centres, for the check for definedness."""
    for name in ("plus_defined", "minus_defined", "plus_defined_below_bound", "minus_defined_below_bound"):

        def prove(p: Proof, name: str = name) -> None:
            p.qed(p.instantiate(p.theorem(name), [(G, count)], label="out"))

        prove.__name__ = f"{name}_{suffix}"
        prove.__doc__ = "T, or E, is positive at every entry of W_K."
        paper.theorem(prove)
