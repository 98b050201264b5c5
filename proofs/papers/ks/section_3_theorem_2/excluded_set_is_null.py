"""Theorem 2 holds for almost all sequences (section 3.4): the excluded ones have measure 0.

They have a token twice, or the zero token. On a cube the ones lie in boxes in which the first entries of two tokens are
in one interval of a fine grid, the others in thin boxes around 0: those of `error`, the cube moved into the unit cube.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.section_4_proposition_1.three_errors import gamma
from proofs.papers.ks.section_4_proposition_1.three_errors import room as most_cost
from proofs.papers.ks.vocabulary import n, paper, unequal
from proofs.theorems.analysis.continuity import entries, in_cube
from proofs.theorems.integration.grid_cells import (
    over,
    pair,
    pairs_,
    pairs_total,
    ranged,
    strip,
    strips,
    strips_total,
    w2,
    w3,
    whole_part,
)
from proofs.theorems.integration.grid_cells import z as real
from proofs.theorems.integration.integrals import at, integral_at_most, moved, over_entries
from proofs.theorems.networks.transformers import d

t, k, l, c, r, m, D0 = ints("t k l c r m D_0")
B, eta, E = reals("B eta E")
X, Z = vectors("X Z", 2)
(S,) = functions("S", MATRIX)

inner = [entries(lambda r, c: 0 < Z(r, c), d, n), entries(lambda r, c: Z(r, c) < 1, d, n)]  # in the unit cube
in_k, in_l = (1 <= k, k <= n), (1 <= l, l <= n)
one = num(1)


def inside(p: Proof) -> list[Fact]:
    """0 < Z_rc < 1."""
    p.given(positive=inner[0], below_one=inner[1])
    ranged(p, r=d, c=n)
    return [p.specialize(p.specialize(name, r), c) for name in ("positive", "below_one")]


def at_mark(p: Proof, known: list[Fact]) -> list[Fact]:
    """Prove Z_rc = Z_1x from r = 1 and c = x."""
    meets = [f for f in known if f.concl.op == "eq"]
    if len(meets) < 2 or meets[0].concl.args[0] is not r:
        return []
    place = meets[1].concl.args[1]
    row, column = p.congr(lambda y: Z(y, c), meets[0]), p.congr(lambda y: Z(one, y), meets[1])
    return [p.have(Eq(Z(r, c), Z(one, place)), row, column)]


def in_box(p: Proof, theorem: str, ends: tuple[Term, Term], marks: list[Term], *facts: Fact, **at: Term | int) -> Fact:
    """Prove a bound by the sum of the boxes, as Z lies in this one, by cases on the marked entries."""

    def beyond(order: Callable[[Term], Term], side: Term) -> Fact:
        def prove(known: list[Fact]) -> Fact:
            return p.have(order(side(r, c)), *values(p, known, side(r, c)), *at_mark(p, known), *facts)

        return over(p, by_cases(p, marks, prove))

    sides = beyond(lambda x: x <= Z(r, c), ends[0]), beyond(lambda x: Z(r, c) <= x, ends[1])
    return p.apply(theorem, *sides, **at, label="out")


@paper.claim(
    given=[1 <= d, 1 <= D, 0 <= w2, *inner, *in_k, *in_l, unequal(k, l), Eq(Z(1, k), Z(1, l))], shows=w2 <= pairs_(Z)
)
def twice_covered(p: Proof) -> Fact:
    """Both first entries are in [(q − 1)/D, q/D] with q = 1 + ⌊D Z_1k⌋."""
    here = inside(p)
    p.given(same=Eq(Z(1, k), Z(1, l)))
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", "D_pos", label="inverse")
    low, high = (p.specialize(p.specialize(name, 1), k) for name in ("positive", "below_one"))
    x = D * Z(one, k)
    p.have(0 < x, (low, "D_pos"), label="x_low")
    p.have(x < D - 1 + 1, (high, "D_pos"), label="x_high")
    least, most = (p.apply(name, z=x, m=D - 1) for name in ("whole_part_low", "whole_part_high"))
    part = substitute(whole_part(D - 1), {real: x})
    q = 1 + part
    p.have(1 <= q, p.have(num(-1) < part, most), label="q_low")
    p.have(q <= D, p.have(part < D, least), label="q_high")
    bounds = p.have((q - 1) / D <= Z(one, k), (least, "inverse")), p.have(
        Z(one, k) <= q / D, (most, "inverse"))  # fmt: skip
    marks = [Eq(r, 1), Eq(c, k), Eq(c, l)]
    return in_box(p, "in_pair", pair(k, l, q), marks, *bounds, p.get("same"), *here, j=q)


middle = m + 1  # of the 2 m + 1 strips the one around 1/2


@paper.claim(
    given=[1 <= d, 1 <= m, 0 < delta, 0 <= w3, *inner, *in_k, Eq(Z(1, k), rational(1, 2))],
    shows=w3 <= substitute(strips(Z), {D: 2 * m}),
)
def zero_covered(p: Proof) -> Fact:
    """The first entry is 1/2."""
    here = inside(p)
    p.given(half=Eq(Z(1, k), rational(1, 2)), narrow=0 < delta)
    p.have(0 < m, label="m_pos")
    cancel = p.have(Eq(m / (2 * m), rational(1, 2)))
    low, high = (substitute(side, {D: 2 * m}) for side in strip(one, k, middle))
    facts = [p.get("half"), p.get("narrow"), cancel, *here]
    return in_box(p, "in_strip", (low, high), [Eq(r, 1), Eq(c, k)], *facts, D=2 * m, t=1, j=middle)


# --- on a cube --------------------------------------------------------------------------------------------------------

alpha, shift = inv(4 * B), rational(1, 2)
Y = moved(X, alpha, shift)
scale = over_entries(lambda r, c: inv(alpha), d, n)


@paper.claim(given=[0 < B, in_cube(X, B, d, n)], shows=entries(lambda r, c: 0 < Y(r, c), d, n))
def moved_positive(p: Proof) -> None:
    """It is at least 1/4."""


@paper.claim(given=[0 < B, in_cube(X, B, d, n)], shows=entries(lambda r, c: Y(r, c) < 1, d, n))
def moved_below_one(p: Proof) -> None:
    """It is at most 3/4."""


def moved_inside(p: Proof, claim: Callable[[Term], Term]) -> Fact:
    """|X_rc| <= B."""
    p.given(inside=in_cube(X, B, d, n))
    ranged(p, r=d, c=n)
    own = p.specialize(p.specialize("inside", r), c)
    sides = [p.apply("abs_ge", x=x) for x in (X(r, c), -X(r, c))]
    pos = p.positive(alpha)
    ends = p.have(X(r, c) <= B, sides[0], own), p.have(-B <= X(r, c), sides[1], own)
    return p.note("out", over(p, p.have(claim(Y(r, c)), *((x, pos) for x in ends))))


def duplicate(X: Term, k: Term, l: Term) -> list[Term]:
    """Tokens k and l are equal, and k and l are different positions."""
    return [1 <= k, k <= n, 1 <= l, l <= n, unequal(k, l), every(lambda t: Eq(X(t, k), X(t, l)), 1, d)]


def zero_token(X: Term, k: Term) -> list[Term]:
    """Token k is 0."""
    return [1 <= k, k <= n, every(lambda t: Eq(X(t, k), 0), 1, d)]


def covers(S: Term) -> list[Term]:
    """S >= 0 has an integral of at most η, and is at least 1 at every excluded sequence."""
    twice = for_all(lambda X, k, l: implies(in_cube(X, B, d, n), *duplicate(X, k, l), 1 <= S(X)), MATRIX, "Z", "Z")
    zero = for_all(lambda X, k: implies(in_cube(X, B, d, n), *zero_token(X, k), 1 <= S(X)), MATRIX, "Z")
    return [for_all(lambda X: 0 <= S(X), MATRIX), twice, zero, integral_at_most(S, eta, d, n)]


@paper.claim(given=[1 <= d, 1 <= n, 0 < B, 0 < eta], shows=exists(covers, f"({MATRIX}>R)"))
def left_out_has_no_volume(p: Proof) -> Fact:
    """Cover the pairs of positions and thin strips on a fine grid."""
    p.given(eta_pos=0 < eta)
    a_pos = p.positive(alpha)
    volume = p.apply("integrals.scale_nonneg", a_pos)
    room = eta / (2 * (scale + 1))
    more = p.have(0 < scale + 1, volume)
    room_pos = p.have(0 < room, ("eta_pos", p.apply("inv_pos", more)))
    ones = {w2: one, w3: one}
    unit_ = p.have(0 <= one)
    names: dict[str, Term | int] = {gamma.args[0]: 1, most_cost.args[0]: room}
    grids = p.apply("fine_enough", room_pos, unit_, **names)
    low, *laws = p.obtain(grids, D0)
    twice_as_fine = {D: 2 * D0}
    fine = p.have(D0 <= 2 * D0, low)
    D_low = p.have(1 <= 2 * D0, low)
    few = p.specialize(laws[2], 2 * D0, using=[fine])
    width = p.apply("short_enough", D_low, room_pos, unit_, **{most_cost.args[0]: room})
    E_pos, *shorter = p.obtain(width, E)
    thin = p.specialize(shorter[1], E, using=[E_pos])
    own = {**ones, **twice_as_fine, delta: E}
    parts = [substitute(x, own) for x in (strips, pairs_)]
    totals = [substitute(x, own) for x in (strips_total, pairs_total)]
    E_low = p.have(0 <= E, E_pos)
    integrals = [
        p.apply("strips_integral", D_low, E_low, unit_),
        p.apply("pairs_integral", D_low, unit_),
    ]
    whole = p.apply("integrals.integral_add", *integrals, F=parts[0], G=parts[1], E_1=totals[0], E_2=totals[1])
    sum_ = at(lambda X: parts[0](X) + parts[1](X))
    halves = fun(lambda r, c: shift, 2)
    there = p.apply("integrals.integral_moved", whole, a_pos, F=sum_, E=totals[0] + totals[1], S=halves)
    made = at(lambda X: sum_(moved(X, alpha, shift)))
    total = totals[0] + totals[1]
    both = p.have(total <= 2 * room, thin, few)
    most = p.have(scale * total <= eta, (both, volume), more, room_pos)
    integral = p.apply(
        "integrals.integral_mono", there, most, F=made, G=made,
        E_1=scale * (totals[0] + totals[1]), E=eta)  # fmt: skip
    signs = [
        p.apply("strips_nonneg", unit_, Z=Y, D=2 * D0, delta=E),
        p.apply("pairs_nonneg", unit_, Z=Y, D=2 * D0),
    ]
    nonneg = p.have(0 <= made(X), *signs)
    cube = p.assume(in_cube(X, B, d, n))
    sides = [p.apply(name, cube) for name in ("moved_positive", "moved_below_one")]

    def entry(formula: Fact) -> Fact:
        return p.specialize(formula, 1)

    facts = [p.assume(g) for g in duplicate(X, k, l)]
    equal = p.have(Eq(Y(1, k), Y(1, l)), (entry(facts[-1]), alpha))
    found = p.apply("twice_covered", D_low, unit_, *sides, *facts[:5], equal)
    fact = p.discharge(p.have(1 <= made(X), found, *signs), *(x.concl for x in facts))
    twice = p.rule("generalize", l, p.discharge(fact, cube.concl))
    facts = [p.assume(g) for g in zero_token(X, k)]
    half = p.have(Eq(Y(1, k), shift), (entry(facts[-1]), alpha))
    found = p.apply("zero_covered", low, E_pos, unit_, *sides, *facts[:2], half)
    fact = p.discharge(p.have(1 <= made(X), found, *signs), *(x.concl for x in facts))
    zero = p.rule("generalize", k, p.discharge(fact, cube.concl))
    return p.exists_intro(p.goal, [made], nonneg, twice, zero, integral)
