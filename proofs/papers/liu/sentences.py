"""What the text of the paper claims between its displays, where no display says it."""

from __future__ import annotations

from proofs.builder.cases import by_cases, either
from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu import modulus
from proofs.papers.liu.centres import B0, F, G, aff, half_square, j, length, minus, plus, r, share, v, z
from proofs.papers.liu.corollaries import (
    corollary_4_1_1,
    corollary_4_2_1,
    near_in_mean,
    power_p,
    printed_4_1_1,
    printed_4_2_1,
)
from proofs.papers.liu.corollaries_printed import (
    at_411,
    at_421,
    not_in_L_p,
    not_near_in_mean,
    not_near_in_mean_of_pairs,
)
from proofs.papers.liu.cross_attention import key_dot, pair_score, query_dot
from proofs.papers.liu.grid import nearest_within_half
from proofs.papers.liu.indicator_error import attention_to_top
from proofs.papers.liu.max_affine import in_cell, x
from proofs.papers.liu.nearest import best, greatest
from proofs.papers.liu.reassignment import values_reassigned_at_scale
from proofs.papers.liu.self_attention import linear_has_blocks, linear_has_dots, network_output
from proofs.papers.liu.self_attention_printed import middle_of_interval, sum_is_two
from proofs.papers.liu.square_values import theorem_4_1_square
from proofs.papers.liu.universal import U, f
from proofs.papers.liu.universal_square import theorem_4_2_square
from proofs.papers.liu.vocabulary import (
    Delta,
    N,
    R,
    affine,
    c,
    d,
    eps,
    h,
    is_index,
    k,
    max_affine,
    n,
    paper,
    some_pieces,
)
from proofs.theorems.analysis.compactness import compact, continuous_on_set
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.integrals import at, cost
from proofs.theorems.integration.lebesgue import distance_on_at_most, in_closure, on_set
from proofs.theorems.networks.softmax import for_others

(y,) = vectors("y")
t, least = reals("t R_0")

# --- max-affine functions ---------------------------------------------------------------------------------------------

between = fun(lambda c: t * x(c) + (1 - t) * y(c))


@paper.claim(
    given=[some_pieces, 0 <= t, t <= 1], shows=max_affine(between) <= t * max_affine(x) + (1 - t) * max_affine(y)
)
def max_affine_convex(p: Proof) -> Fact:
    """Every piece is affine, and each is at most MaxAff at both ends."""
    p.given(some=some_pieces, low=0 <= t, h_low=1 <= h, h_high=h <= N)
    one, two = (p.rule(None, "max_ge", max_affine(z), h, "h_low", "h_high") for z in (x, y))
    each = p.have(None, affine(h, between) <= p.goal.args[1], (one, "low"), (two, 1 - t))
    return p.rule("out", "max_le", max_affine(between), p.goal.args[1], "some", p.generalize(
        None, h, each))  # fmt: skip


@paper.claim(given=list(is_index(h)), shows=affine(h, x) <= max_affine(x))
def pieces_below(p: Proof) -> Fact:
    """The greatest is at least each of them."""
    p.given(h_low=h >= 1, h_high=h <= N)
    return p.rule("out", "max_ge", max_affine(x), h, "h_low", "h_high")


@paper.claim(given=[some_pieces], shows=exists(lambda h: [1 <= h, h <= N, in_cell(h)], "Z"))
def some_piece_attains(p: Proof) -> Fact:
    """Otherwise x would lie outside of all cells."""
    low, high, inside = assumed(p, 1 <= h, h <= N, in_cell(h))
    nowhere = p.rule(None, "assume", negation(p.goal))
    clash = p.rule(None, "mp", nowhere, p.exists_intro(None, p.goal, [h], low, high, inside))
    outside = p.discharge(clash, inside.concl)
    never = p.rule(None, "absurd", p.apply(None, "cells_cover", outside), p.goal)
    return either(p, "out", p.rule(None, "assume", p.goal), never, p.goal)


paper.state(
    "text-3-4", "MaxAff is convex; it is the upper envelope of its pieces: at least each of them, and equal to one "
    "everywhere, so affine on each cell.",
    section="3", index="3¶4", kind="fact", printed=(max_affine_convex, pieces_below, some_piece_attains),
)  # fmt: skip


@paper.claim(given=[*is_index(h), *is_index(k), in_cell(k), eq(affine(h, x), affine(k, x))], shows=in_cell(h))
def tied_in_both(p: Proof) -> None:
    """Both attain the maximum."""


@paper.claim(given=[*is_index(h), *is_index(k), in_cell(h), in_cell(k)], shows=eq(affine(h, x), affine(k, x)))
def on_boundary(p: Proof) -> None:
    """Both are MaxAff(x)."""


paper.state(
    "text-3.1-5", "A point of a cell lies in another one too where the two pieces are equal, which is on the boundary "
    "hyperplane of the two.",
    section="3.1", index=("3.1¶5", "3.1¶6"), kind="fact", printed=(tied_in_both, on_boundary),
)  # fmt: skip

u, w = vectors("u w")
together = maximum(lambda h: maximum(lambda j: u(h) + w(j), 1, G), 1, N)


@paper.claim(given={"some": some_pieces, "many": 1 <= G},
             shows=eq(together, maximum(lambda h: u(h), 1, N) + maximum(lambda j: w(j), 1, G)))  # fmt: skip
def greatest_sum(p: Proof) -> Fact:
    """The greatest of all sums is the sum of the greatest."""
    p.given(h_low=1 <= h, h_high=h <= N, j_low=1 <= j, j_high=j <= G)
    first, second = maximum(lambda h: u(h), 1, N), maximum(lambda j: w(j), 1, G)
    one, two = p.rule(None, "max_ge", first, h, "h_low", "h_high"), p.rule(None, "max_ge", second, j, "j_low", "j_high")
    row = maximum(lambda j: u(h) + w(j), 1, G)
    each = p.generalize(None, j, p.have(None, u(h) + w(j) <= first + second, one, two))
    rows = p.generalize(None, h, p.rule(None, "max_le", row, first + second, "many", each))
    below = p.rule(None, "max_le", together, first + second, "some", rows)
    at_h = p.rule(None, "max_ge", together, h, "h_low", "h_high")
    at_j = p.rule(None, "max_ge", row, j, "j_low", "j_high")
    left = p.generalize(None, j, p.have(None, w(j) <= together - u(h), at_h, at_j))
    left = p.rule(None, "max_le", second, together - u(h), "many", left)
    left = p.generalize(None, h, p.have(None, u(h) <= together - second, left))
    left = p.rule(None, "max_le", first, together - second, "some", left)
    return p.rule("out", "antisymmetry", below, p.have(None, first + second <= together, left))


paper.state(
    "text-4.2-8", "MaxAff_K + MaxAff_Q is a max-affine function of both inputs: that of the sums of their pieces.",
    section="4.2", index="4.2¶8", kind="fact", printed=greatest_sum,
)  # fmt: skip


@paper.claim(
    given=[1 <= G],
    shows=eq(
        maximum(lambda i: maximum(lambda j: pair_score(i, j), 1, G), 1, G),
        maximum(lambda i: key_dot(i) - half_square(i), 1, G) + maximum(lambda j: query_dot(j) - half_square(j), 1, G),
    ),
)
def pair_maxima_add(p: Proof) -> Fact:
    """The pieces of a pair are sums."""
    u, w = (fun(lambda k, dot=dot: dot(k) - half_square(k)) for dot in (key_dot, query_dot))
    return p.apply("out", "greatest_sum", N=G, u=u, w=w)


paper.state(
    "text-4.2-5", "MaxAff_K and MaxAff_Q have one piece for each of the G centres, and MaxAff is their sum.",
    section="4.2", index="4.2¶5", kind="fact", printed=pair_maxima_add,
)  # fmt: skip

# --- the scale --------------------------------------------------------------------------------------------------------


tail = (N - 1) / exp(R * Delta)


@paper.claim(given=[N >= 1, Delta > 0], shows=for_all(lambda S: implies(R <= S, substitute(tail, {R: S}) <= tail), "R"))
def tail_falls(p: Proof) -> Fact:
    """e^(−RΔ) falls."""
    p.given(some=N >= 1, positive=Delta > 0)
    (order,) = assumed(p, R <= t)
    less = p.have(None, -(t * Delta) <= -(R * Delta), (order, "positive"))
    grown = p.apply(None, "exp_le", less)
    goal = substitute(tail, {R: t}) <= tail
    return p.have(None, goal, (grown, p.have(None, 0 <= N - 1, "some")))


paper.state(
    "text-6-1", "The weight of the top piece is at least 1 − (N − 1)/exp(RΔ), which comes nearer to 1 as R grows.",
    section="6", index=("6¶1", "A.2¶7"), kind="fact", printed=(attention_to_top, tail_falls),
)  # fmt: skip
paper.state(
    "text-1-7", "Attention gives each cell of the partition a value of its own.",
    section="1", index="1¶7", kind="fact", corrected=values_reassigned_at_scale,
    errata=Erratum("gap", "The scheme is called piecewise linear; what is shown is one that is constant on each cell."),
)  # fmt: skip

# --- the grid and the network -----------------------------------------------------------------------------------------

paper.state(
    "text-4.1-4", "What the network computes is an average of f over the centres, weighted by the softmax of R Aff_j.",
    section="4.1", index=("4.1¶4", "B.1¶47"), kind="fact", printed=network_output,
)  # fmt: skip
paper.state(
    "text-4.1-13", "[−D, D]^(dn) is cut into P^(dn) cubes of side 2D/P <= δ; their nearest centre is within δ/2.",
    section="4.1", index=("4.1¶13", "4.1¶14", "B.1¶4", "B.1¶5", "B.1¶23"), kind="fact",
    printed=(middle_of_interval, nearest_within_half),
)  # fmt: skip
paper.state(
    "text-4.1-16", "There is a layer Linear that has the products v_jᵀZ̃, each in a block of its own, over an identity.",
    section="4.1", index=("4.1¶16", "4.1¶17", "B.1¶6", "B.1¶24", "B.1¶25"), kind="fact",
    printed=(linear_has_dots, linear_has_blocks),
)  # fmt: skip


@paper.claim(given=[B0 > 0], shows=eq(minus(j)(r, c) - plus(j)(r, c), -(2 / B0) * F(j, r, c)))
def difference_is_scaled(p: Proof) -> None:
    """E − T = −2f/B_0."""


paper.state(
    "text-B.1-20", "The sum of E and T is constant, their difference a multiple of f.",
    section="B.1", index="B.1¶20", kind="fact", printed=(sum_is_two, difference_is_scaled),
)  # fmt: skip

# --- which functions are approximated ---------------------------------------------------------------------------------

SIZES_ = {"wide": d >= 1, "long": n >= 1, "large": power_p >= 1, "eps_pos": eps > 0}
OF_CONTINUOUS = {**SIZES_, "compact": compact(U, d, n), "continuous": continuous_on_set(f, U, d, n, n)}


@paper.claim(given=OF_CONTINUOUS, shows=near_in_mean(f, U, power_p, eps))
def continuous_near_in_mean(p: Proof) -> Fact:
    """f itself is continuous, and at distance 0 from f."""
    (X_,) = vectors("X", 2)
    (e,) = reals("e")
    own = cost(f, f, power_p, d, n)
    whole = on_set(own, U)(X_)
    none = p.have(None, whole <= 0)
    level = p.have(None, 0 <= exp(power_p * log(e)))
    near = p.apply(None, "integral_mono", none, level, F=on_set(own, U), G=at(lambda X: num(0)), E_1=0,
                   E=exp(power_p * log(e)))  # fmt: skip
    near = p.change(None, near, distance_on_at_most(f, f, U, power_p, e, d, n, n))
    goal = in_closure(f, U, power_p, d, n, n)
    closure = p.exists_intro(None, said_at(goal, e), [f], near)
    return p.apply("out", "corollary_4_1_1", closure)


paper.state(
    "text-Abstract-1", "One layer of self-attention or of cross-attention, after a layer Linear, comes within ε of "
    "every continuous function on a compact set.",
    section="Abstract", index=("Abstract¶1", "4¶1"), kind="fact", printed=(theorem_4_1_square, theorem_4_2_square),
)  # fmt: skip
paper.state(
    "text-1-4", "One layer of self-attention, after a layer Linear, comes within ε of every continuous function on a "
    "compact set, in L_∞ and in L_p.",
    section="1", index=("1¶4", "1¶8", "4¶2"), kind="fact", printed=(theorem_4_1_square, continuous_near_in_mean),
)  # fmt: skip
paper.state(
    "text-4.1-2", "Self-attention comes near to continuous functions in L_∞, and to those in L_p, the closure of the "
    "continuous ones, in L_p.",
    section="4.1", index="4.1¶2", kind="fact", printed=(theorem_4_1_square, corollary_4_1_1),
)  # fmt: skip
paper.state(
    "text-7-2", "Self- and cross-attention come near to continuous functions in L_∞ and to those in L_p in L_p.",
    section="7", index=("7¶2", "7¶3"), kind="fact", printed=(printed_4_1_1, printed_4_2_1),
    corrected=(theorem_4_1_square, theorem_4_2_square, corollary_4_1_1, corollary_4_2_1),
    errata=(
        Erratum("false", not_in_L_p, 0, by=not_near_in_mean, at=at_411, same_as="corollary-4.1.1"),
        Erratum("false", not_in_L_p, 1, by=not_near_in_mean_of_pairs, at=at_421, same_as="corollary-4.1.1"),
        Erratum("gap", "Nor is any map approximated in L_∞: it has to be continuous."),
    ),
    narrower="f has to be continuous, or in L_p, not only in L_1.",
)  # fmt: skip

# --- the nearest centre is selected -----------------------------------------------------------------------------------

scores = fun(lambda j: R * aff(j))
label = {"some": G >= 1, "best_low": 1 <= best, "best_high": best <= G}
apart = for_others(best, lambda j: aff(j) + Delta <= aff(best), G)
nearly_one = 1 - eps <= share(best)
selects = exists(lambda R0: [0 <= R0, for_all(lambda R_: implies(R0 <= R_, substitute(nearly_one, {R: R_})), "R")], "R")


@paper.claim(given=[*label.values(), Delta > 0, eps > 0, apart], shows=selects)
def nearest_selected(p: Proof) -> Fact:
    """R_0 = G/(ε Δ), as e^(R Δ) > R Δ."""
    p.given(eps_pos=eps > 0, apart=apart, j_low=1 <= j, j_high=j <= G)
    top = G / (eps * Delta)
    beyond = p.rule(None, "assume", top <= R)
    R_low = p.have(None, 0 <= R, top, beyond)
    own = p.specialize(None, "apart", j, using=[p.assume(negation(eq(j, best)))])
    weight = p.apply(None, "softmax_gap", (own, R_low), a=scores, n=G, k=best, gap=R * Delta)
    grow = p.rule(None, "exp_ge", R * Delta)
    enough = p.have(None, G - 1 <= eps * exp(R * Delta), (beyond, eps * Delta), (grow, "eps_pos"), "eps_pos")
    out = p.have(None, nearly_one, weight, (enough, exp(-(R * Delta))))
    law = p.rule(None, "generalize", R, p.discharge(out, beyond.concl))
    return p.exists_intro("out", p.goal, [top], top, law)


@paper.claim(given=[*label.values(), 1 <= j, j <= G, negation(eq(j, best)), eq(aff(j), aff(best))],
             shows=share(best) <= rational(1, 2))  # fmt: skip
def tied_not_selected(p: Proof) -> Fact:
    """Two equal weights add up to 1 at most."""
    pair = p.apply(None, "softmax_pair", a=scores, n=G, k=best, h=j)
    same = p.congr(None, exp, p.have(None, eq(scores(j), scores(best))))
    return p.have("out", p.goal, pair, (same, 1 / sigma(lambda i: exp(scores(i)), 1, G)))


always_selected = Claim((*label.values(), length >= 1, greatest, eps > 0), selects)
MIDDLE = {
    G: num(2), length: num(1), best: num(1), eps: rational(1, 4),
    v: fun(lambda j, k: 2 * j - 3, 2), z: fun(lambda k: num(0)),
}  # fmt: skip


def as_near(p: Proof) -> Fact:
    """Of 0, −1 and 1, the centre −1 is a nearest one."""
    low, high = assumed(p, 1 <= j, j <= 2)
    aff_of = lambda j: substitute(aff(j), {x: value for x, value in MIDDLE.items() if x is not best})  # noqa: E731

    def level(sides: list[Fact]) -> Fact:
        (side,) = sides
        pair = (side, low) if side.concl.op == "le" else (high, p.rule(None, "integer_step", side))
        equal = p.rule(None, "antisymmetry", *pair)
        return p.have(None, aff_of(j) <= aff_of(num(1)), equal)

    return p.generalize(None, j, by_cases(p, [j <= 1], level))


def holds_between(p: Proof, law: Fact, hypotheses: int) -> Fact:
    """What is said of the two centres, without its hypotheses, of which one is that −1 is a nearest one."""
    top = as_near(p)
    for _ in range(hypotheses):
        side = law.concl.args[0]
        known = side.op == "all" and key(side) == key(top.concl)
        law = p.rule(None, "mp", law, p.change(None, top, side) if known else p.have(None, side))
    return law


@paper.claim(given=[], shows=negation(substitute(always_selected.formula, MIDDLE)))
def not_selected_between(p: Proof) -> Fact:
    """0 is as far from −1 as from 1."""
    held = p.rule(None, "assume", substitute(always_selected.formula, MIDDLE))
    law = holds_between(p, held, len(always_selected.given))

    def clash(_: Fact, always: Fact) -> Fact:
        own = p.specialize(None, always, least)
        return p.have(None, FALSE, own)

    return p.discharge(p.obtain(None, law, [least], clash, FALSE), held.concl)


paper.state(
    "text-4.1-22", "The nearest centre gets a weight as close to 1 as one likes, for R large: if it is nearer than all "
    "others. Where two are nearest, neither gets more than 1/2.",
    section="4.1", index=("4.1¶22", "4.1¶23", "B.1¶9", "B.1¶32", "B.1¶46"), kind="fact",
    printed=always_selected, corrected=nearest_selected, steps=tied_not_selected,
    errata=Erratum(
        "false", "Between two nearest centres the weight does not come close to 1, whatever R is: at 0, between −1 and "
        "1, it is 1/2. It need not: both have values close to f(Z), which is how Theorem 4.1 is proved.",
        by=not_selected_between, at={x.args[0]: value for x, value in MIDDLE.items()},
    ),
    narrower="The nearest centre has to be nearer than all others, by a gap.",
)  # fmt: skip
paper.state(
    "text-B.1-19", "A continuous function on a compact set of matrices is bounded.",
    section="B.1", index="B.1¶19", kind="fact", printed=modulus.values_bounded,
)  # fmt: skip
paper.state(
    "text-B.1-50", "A continuous function on a compact set is uniformly continuous: there is a δ > 0 such that points "
    "within δ have values within ε/3.",
    section="B.1", index=("B.1¶49", "B.1¶50"), kind="fact", printed=modulus.modulus_exists,
)  # fmt: skip
paper.state(
    "text-B.3-9", "A continuous function on a product of two compact sets of matrices is bounded.",
    section="B.3", index="B.3¶9", kind="fact", printed=modulus.pair_values_bounded,
)  # fmt: skip
paper.state(
    "text-B.3-32", "A continuous function on a product of two compact sets is uniformly continuous.",
    section="B.3", index=("B.3¶31", "B.3¶32"), kind="fact", printed=modulus.pair_modulus_exists,
)  # fmt: skip
