"""The weight of the nearest centre: close to 1 for large R if it is nearer than all others, else at most 1/2."""

from __future__ import annotations

from proofs.builder.cases import by_cases
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import B0, F, G, aff, j, length, minus, plus, r, share, v, z
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, greatest
from proofs.papers.liu.vocabulary import Delta, R, c, eps, paper
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.networks.softmax import for_others

(least,) = reals("R_0")


@paper.claim(given=[B0 > 0], shows=Eq(minus(j)(r, c) - plus(j)(r, c), -(2 / B0) * F(j, r, c)))
def difference_is_scaled(p: Proof) -> None:
    """E − T = −2f/B_0."""


scores = fun(lambda j: R * aff(j))
label = {"some": G >= 1, "best_low": 1 <= best, "best_high": best <= G}
apart = for_others(best, lambda j: aff(j) + Delta <= aff(best), G)
nearly_one = 1 - eps <= share(best)
selects = exists(lambda R0: [0 <= R0, for_all(lambda R_: implies(R0 <= R_, substitute(nearly_one, {R: R_})), "R")], "R")


@paper.claim(given=[*label.values(), Delta > 0, eps > 0, apart], shows=selects)
def nearest_selected(p: Proof) -> Fact:
    """Take R_0 = G/(ε Δ), as e^(R Δ) > R Δ."""
    p.given(eps_pos=eps > 0, apart=apart, j_low=1 <= j, j_high=j <= G)
    top = G / (eps * Delta)
    beyond = p.assume(top <= R)
    R_low = p.have(0 <= R, top, beyond)
    own = p.specialize("apart", j, using=[p.assume(negation(Eq(j, best)))])
    weight = p.apply("softmax_gap", (own, R_low), a=scores, n=G, k=best, gap=R * Delta)
    grow = p.exp_ge(R * Delta)
    enough = p.have(G - 1 <= eps * exp(R * Delta), (beyond, eps * Delta), (grow, "eps_pos"), "eps_pos")
    out = p.have(nearly_one, weight, (enough, exp(-(R * Delta))))
    law = p.rule("generalize", R, p.discharge(out, beyond.concl))
    return p.exists_intro(p.goal, [top], top, law)


@paper.claim(given=[*label.values(), 1 <= j, j <= G, negation(Eq(j, best)), Eq(aff(j), aff(best))],
             shows=share(best) <= rational(1, 2))  # fmt: skip
def tied_not_selected(p: Proof) -> Fact:
    """Two equal weights sum to at most 1."""
    pair = p.apply("softmax_pair", a=scores, n=G, k=best, h=j)
    same = p.congr(exp, p.have(Eq(scores(j), scores(best))))
    return p.have(p.goal, pair, (same, 1 / Sum(lambda i: exp(scores(i)), 1, G)))


always_selected = Claim((*label.values(), length >= 1, greatest, eps > 0), selects)
MIDDLE = {
    G: num(2), length: num(1), best: num(1), eps: rational(1, 4),
    v: fun(lambda j, k: 2 * j - 3, 2), z: fun(lambda k: num(0)),
}  # fmt: skip


def as_near(p: Proof) -> Fact:
    """At 0 the centre −1 is a nearest one of −1 and 1."""
    low, high = assumed(p, 1 <= j, j <= 2)
    aff_of = lambda j: substitute(aff(j), {x: value for x, value in MIDDLE.items() if x is not best})  # noqa: E731

    def level(sides: list[Fact]) -> Fact:
        (side,) = sides
        pair = (side, low) if side.concl.op == "le" else (high, p.integer_step(side))
        equal = p.antisymmetry(*pair)
        return p.have(aff_of(j) <= aff_of(num(1)), equal)

    return p.generalize(j, by_cases(p, [j <= 1], level))


def holds_between(p: Proof, law: Fact, hypotheses: int) -> Fact:
    """Return the statement about the two centres without its hypotheses."""
    top = as_near(p)
    for _ in range(hypotheses):
        side = law.concl.args[0]
        known = side.op == "all" and key(side) == key(top.concl)
        law = p.mp(law, p.change(top, side) if known else p.have(side))
    return law


@paper.claim(given=[], shows=negation(substitute(always_selected.formula, MIDDLE)))
def not_selected_between(p: Proof) -> Fact:
    """0 is at equal distances from −1 and 1."""
    held = p.assume(substitute(always_selected.formula, MIDDLE))
    law = holds_between(p, held, len(always_selected.given))

    _, always = p.obtain(law, least)
    own = p.specialize(always, least)
    return p.discharge(p.have(FALSE, own), held.concl)
