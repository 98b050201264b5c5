"""Proposition 1: the printed bumps, added up, do not look up the labels (A.5, after (68)).

On the line, for the grid 1/2, 1: the bump around 1/2 goes on with slope R, so that at 1, where f may be 0, the sum is
f(1/2) R/2, however large R is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N
from proofs.papers.ks.section_4_proposition_1.duplicates_counted import differing
from proofs.papers.ks.section_4_proposition_1.equivariance import equivariant
from proofs.papers.ks.vocabulary import n, paper, unequal
from proofs.theorems.analysis.continuity import assumed, continuous_everywhere, entries, within
from proofs.theorems.combinatorics.tuples import GRID, at_number, grid, same_entries
from proofs.theorems.integration.grid_errors import corner, in_unit, zero_off
from proofs.theorems.networks.look_up import three_units
from proofs.theorems.networks.permutations import permutation
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.transformers import d

i, j, t, k, l, m, o = ints("i j t k l m o")
R, R0, eps, delta, x, y = reals("R R_0 epsilon delta x y")
X, Y, Z = vectors("X Y Z", 2)
(f,) = functions("f", MATRIX + "ZZ")
(G,) = sequences("G", 2)
(tau,) = sequences("tau")


def distinct_tokens(G: Term) -> Term:
    """No token occurs twice: (62), for k ≠ l."""
    return every(lambda k: every(lambda l: implies(unequal(k, l), differing(G, k, l)), 1, n), 1, n)


def each(claim: Callable[[Term], Term]) -> Term:
    """Return the claim for all members of the list."""
    return every(claim, 1, N)


def found(G: Term) -> Term:
    """G occurs in the list."""
    return exists(lambda i: [1 <= i, i <= N, same_entries(at_number(L, i), G, d, n)], "Z")


listed = [  # L(1, ., .)/D, …, L(N, ., .)/D are the sequences of (62), each once
    0 <= N,
    each(lambda i: grid(at_number(L, i), d, n, D)[0]),
    each(lambda i: grid(at_number(L, i), d, n, D)[1]),
    each(lambda i: distinct_tokens(at_number(L, i))),
    for_all(lambda G: implies(*grid(G, d, n, D), distinct_tokens(G), found(G)), GRID),
    each(lambda i: each(lambda j: implies(same_entries(at_number(L, i), at_number(L, j), d, n), Eq(i, j)))),
]


def bump(i: Term, Z: Term, R: Term) -> Term:
    """Σ_t Σ_k of the three units at R (Z_tk − L_tk), with the middle one once, for the i-th L."""
    return Sum(lambda t: Sum(lambda k: three_units(R * (Z(t, k) - corner(i)(t, k)), 1), 1, n), 1, d)


def summed(Z: Term, R: Term, m: Term, o: Term) -> Term:
    """F_2(Z)_mo, the sum of the bumps."""
    return Sum(lambda i: f(corner(i), m, o) / (d * n) * bump(i, Z, R), 1, N)


normalised = for_all(lambda Z: implies(*in_unit(Z), entries(lambda m, o: abs(f(Z, m, o)) <= 1, d, n)), MATRIX)  # (52)
right = lambda R: each(lambda i: entries(lambda m, o: Eq(summed(corner(i), R, m, o), f(corner(i), m, o)), d, n))  # noqa: E731
low = lambda Z: entries(lambda t, k: Z(t, k) < inv(4 * D), d, n)  # noqa: E731
silent = lambda R: for_all(  # noqa: E731
    lambda Z: implies(low(Z), entries(lambda m, o: Eq(summed(Z, R, m, o), 0), d, n)), MATRIX
)
from_some_scale_on = exists(
    lambda R0: [0 < R0, for_all(lambda R: implies(R0 <= R, exists(lambda: [right(R), silent(R)])), "R")], "R"
)
of_f = [continuous_everywhere(f, d, n), equivariant(f), *zero_off(f), normalised]
printed_bumps = Claim((d >= 1, n >= 1, D >= 1, *listed, *of_f), from_some_scale_on)


# --- a tent on the line -----------------------------------------------------------------------------------------------


def tent(x: Term) -> Term:
    """The polygon from 0 at 0 to 1 at 1/2 and to 0 at 1."""
    return relu(2 * x) - 2 * relu(2 * x - 1) + relu(2 * x - 2)


@paper.claim(given=[], shows=abs(tent(x) - tent(y)) <= 8 * abs(x - y))
def tent_steady(p: Proof) -> Fact:
    """Each unit changes by at most 2 |x − y|."""
    out = []
    for c in range(3):
        one, other = relu(2 * x - c), relu(2 * y - c)
        unit = p.apply("relu_gap", a=2 * x - c, b=2 * y - c)
        out += [p.have(abs(one - other) <= 2 * abs(x - y), unit)]
        out += [p.apply("abs_ge", x=z) for z in (one - other, other - one)]
    change = tent(x) - tent(y)
    up, down = (p.have(z, *out) for z in (change <= 8 * abs(x - y), -(8 * abs(x - y)) <= change))
    return p.apply("abs_le", up, down, x=change, u=8 * abs(x - y))


@paper.claim(given=[x <= 0], shows=Eq(tent(x), 0))
def tent_before(p: Proof) -> Fact:
    """All units are inactive."""
    return p.have(p.goal, *(p.apply("relu_negative", z=2 * x - c) for c in range(3)))


@paper.claim(given=[1 <= x], shows=Eq(tent(x), 0))
def tent_after(p: Proof) -> None:
    """All units are active."""


# --- the sum of the bumps at 1 ----------------------------------------------------------------------------------------

tent_at = mapping(lambda Z, m, o: tent(Z(1, 1)), MATRIX, "Z", "Z")
AT = {d: num(1), n: num(1), D: num(2), N: num(2), L: fun(lambda i, t, k: i, 3), f: tent_at}


def here(formula: Term) -> Term:
    """Return the formula on the line, for the grid 1/2, 1 and the tent."""
    return substitute(formula, AT)


@paper.claim(given=[], shows=here(of_f[0]))
def tent_continuous(p: Proof) -> Fact:
    """Take δ = ε/8."""
    pos, near = assumed(p, 0 < eps, within(X, Y, eps / 8, num(1), num(1)))
    change = p.apply("tent_steady", x=X(1, 1), y=Y(1, 1))
    less = p.have(change.concl.args[0] < eps, p.specialize(near, 1, 1), change)
    ends = assumed(p, 1 <= m, m <= 1, 1 <= o, o <= 1)
    both = p.generalize(m, p.generalize(o, less, *ends[2:]), *ends[:2])
    goal = instantiate_bound(instantiate_bound(p.goal.args[1], (X,)).args[1], (eps,)).args[1]
    return p.exists_intro(goal, [eps / 8], p.have(0 < eps / 8, pos), both)


@paper.claim(given=[], shows=here(of_f[1]))
def tent_equivariant(p: Proof) -> Fact:
    """The only permutation of one position is the identity."""
    laws = assumed(p, *permutation(tau, num(1)))
    sides = [p.specialize(law, 1) for law in laws[:2]]
    same = p.congr(lambda k: tent(X(1, k)), p.antisymmetry(sides[1], sides[0]))
    ends = assumed(p, 1 <= m, m <= 1, 1 <= o, o <= 1)
    return p.generalize(m, p.generalize(o, same, *ends[2:]), *ends[:2])


def off(p: Proof, way: str, side: Callable[[Term], Term]) -> Fact:
    """Prove that the tent is 0 on one side of [0, 1], for the only entry."""
    ends = assumed(p, 1 <= m, m <= 1, 1 <= o, o <= 1, 1 <= t, t <= 1, 1 <= k, k <= 1)
    (beyond,) = assumed(p, side(Z(t, k)))
    same = [p.antisymmetry(ends[5], ends[4]), p.antisymmetry(ends[7], ends[6])]
    at = p.rewrite(beyond, *same)
    zero = p.apply(way, at, x=Z(1, 1))
    zero = p.generalize(m, p.generalize(o, zero, *ends[2:4]), *ends[:2])
    return p.discharge(zero, beyond.concl)


@paper.claim(given=[], shows=here(of_f[2]))
def tent_low(p: Proof) -> Fact:
    """The entry is below 0."""
    return off(p, "tent_before", lambda z: z < 0)


@paper.claim(given=[], shows=here(of_f[3]))
def tent_high(p: Proof) -> Fact:
    """The entry is above 1."""
    return off(p, "tent_after", lambda z: 1 < z)


@paper.claim(given=[], shows=here(normalised))
def tent_normalised(p: Proof) -> None:
    """The tent is at most 1."""


def is_one(p: Proof, k: Term) -> tuple[Fact, list[Fact]]:
    """k = 1, from 1 <= k <= 1."""
    ends = assumed(p, 1 <= k, k <= 1)
    return p.antisymmetry(ends[1], ends[0]), ends


@paper.claim(given=[], shows=here(listed[3]))
def one_token(p: Proof) -> Fact:
    """There is only one position."""
    (at_k, _), (at_l, _) = is_one(p, k), is_one(p, l)
    (apart,) = assumed(p, unequal(k, l))
    goal = here(differing(at_number(L, i), k, l))
    none = p.absurd(p.have(FALSE, apart, at_k, at_l), goal)
    return p.discharge(none, apart.concl)


@paper.claim(given=[], shows=here(listed[4]))
def both_found(p: Proof) -> Fact:
    """They are the first and the second member."""
    laws = assumed(p, *(here(law) for law in (*grid(G, d, n, D), distinct_tokens(G))))
    sides = [p.specialize(law, 1, 1) for law in laws[:2]]
    (at_t, _), (at_k, _) = is_one(p, t), is_one(p, k)
    moved = p.congr(lambda t: G(t, k), at_t), p.congr(lambda k: G(num(1), k), at_k)
    same = p.have(Eq(G(1, 1), G(t, k)), *moved)
    return p.exists_intro(here(found(G)), [G(1, 1)], *sides, same)


@paper.claim(given=[], shows=here(listed[5]))
def each_once(p: Proof) -> Fact:
    """i/2 = j/2 at i = j only."""
    (same,) = assumed(p, here(same_entries(at_number(L, i), at_number(L, j), d, n)))
    equal = p.specialize(same, 1, 1)
    return p.discharge(equal, same.concl)


def never(p: Proof, printed: Claim, clash: Callable[[Fact, Sequence[Fact]], Fact]) -> Fact:
    """Derive a contradiction at R = R_0 + 2 from the claim for all R >= R_0, by the values of the three units at 1."""
    law = p.assume(here(printed.formula))
    names = {3: "one_token", 4: "both_found", 5: "each_once", 6: "tent_continuous", 7: "tent_equivariant",
             8: "tent_low", 9: "tent_high", 10: "tent_normalised"}  # fmt: skip
    for k, _ in enumerate(printed.given, -3):
        hypothesis = law.concl.args[0]
        law = p.mp(law, p.apply(names[k]) if k in names else p.have(hypothesis))

    def with_scale(pos: Fact, from_there: Fact) -> Fact:
        scale = R0 + 2

        def unit(i: int) -> Term:
            """Return the values of the three units at 1, for the bump around i/2."""
            return here(substitute(three_units(R * (corner(num(2))(1, 1) - corner(num(i))(1, 1)), 1), {R: scale}))

        values = [(unit(1), scale / 2), (unit(2), 1), (tent(num(1) / 2), 1), (tent(num(2) / 2), 0)]
        known = [pos, *(p.have(Eq(x, y), pos) for x, y in values)]
        return clash(p.specialize(from_there, scale), known)

    return p.rule("discharge", here(printed.formula), p.exists_elim(law, [R0], with_scale, FALSE), label="out")


@paper.claim(given=[], shows=negation(here(printed_bumps.formula)))
def printed_bumps_refuted(p: Proof) -> Fact:
    """At 1 the bump around 1/2 is R/2 − 1 − R/2 + R/2 + 1 = R/2, and the tent 0."""

    def clash(at_scale: Fact, known: Sequence[Fact]) -> Fact:
        right_, _ = p.obtain(
            at_scale,
        )
        return p.change(p.have(FALSE, p.specialize(right_, 2, 1, 1), *known), FALSE)

    return never(p, printed_bumps, clash)


between = lambda R: for_all(  # noqa: E731
    lambda Z: entries(lambda m, o: exists(lambda: [0 <= summed(Z, R, m, o), summed(Z, R, m, o) <= 1]), d, n), MATRIX
)
printed_values = Claim(
    printed_bumps.given, exists(lambda R0: [0 < R0, for_all(lambda R: implies(R0 <= R, between(R)), "R")], "R")
)


@paper.claim(given=[], shows=negation(here(printed_values.formula)))
def printed_values_refuted(p: Proof) -> Fact:
    """R/2 is more than 1."""

    def clash(at_scale: Fact, known: Sequence[Fact]) -> Fact:
        at_1 = p.specialize(p.rule("specialize", at_scale, here(corner(num(2)))), 1, 1)
        _low, high = p.obtain(
            at_1,
        )
        return p.change(p.have(FALSE, high, *known), FALSE)

    return never(p, printed_values, clash)
