"""(B.21), (B.46), (C.12) for arbitrary centres: the least scale at which the far centres contribute at most ε/3.

The only assumption on a far centre is that its squared distance exceeds that of the nearest by 3δ²/4. So the weight of
the G − 1 others is at most (G − 1)e^(−3Rδ²/8) times that of the nearest, and all of these weights occur in the
normalising sum: R = 8/(3δ²) ln((G − 1)(6B_0 − ε)/ε) suffices, and no smaller R does if all squared distances exceed the
smallest one by exactly 3δ²/4.
"""

from __future__ import annotations

from proofs.builder.cases import values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, aff, alpha, gauss, j
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import *
from proofs.papers.liu.vocabulary import R, eps, paper
from proofs.theorems.networks.softmax import differ

fall = exp(-(3 * R * (delta * delta)) / 8)
others = Sum(lambda j: ite(Eq(j, best), 0, 1), 1, G)
contribution = 2 * B0 * (far(gauss) / alpha)
least_scale = 8 / (3 * (delta * delta)) * log((G - 1) * (6 * B0 - eps) / eps)
BOUNDS = {"two": G >= 2, "delta_pos": delta > 0, "eps_pos": eps > 0, "eps_high": eps < 6 * B0}


def weighed(p: Proof, apart: Fact, relation: str) -> Fact:
    """exp(R Aff_j) <= (or =) e^(−3Rδ²/8) exp(R Aff_jm), from the squared distances."""
    bound = R * aff(best) - 3 * R * (delta * delta) / 8
    if relation == "eq":
        same = p.have(Eq(R * aff(j), bound), (apart, R))
        return p.congr(exp, same)
    order = p.have(R * aff(j) <= bound, ("up", apart))
    return p.apply("exp_le", order)


@paper.theorem
def others_counted(p: Proof) -> None:
    """Σ_{j≠j_m} 1 = G − 1."""
    with_best(p)
    pick = p.apply("sum_pick", f=fun(lambda j: num(1)), lo=1, hi=G, m=best)
    count = p.apply("sum_const", lo=1, hi=G)
    p.qed(p.have(Eq(others, G - 1), pick, count))


@paper.theorem
def far_weight_most(p: Proof) -> None:
    """The total weight of the far centres is at most (G − 1) e^(−3Rδ²/8) times that of the nearest one."""
    with_best(p)
    p.given(away=far_away, up=R >= 0, low=j >= 1, high=j <= G)
    light = weighed(p, p.specialize("away", j, using=[p.assume(cut < reach(j))]), "le")
    bound = fall * gauss(best)
    pos = p.exp_pos(R * aff(best) - 3 * R * (delta * delta) / 8)
    one = ite(Eq(j, best), 0, 1)

    def each(case: Fact, place: Fact) -> Fact:
        known = values(p, (case, place), far_term(gauss, j))
        known.append(p.ite_eq(one, case))
        is_far = place.concl.op == "lt" and case.concl.op != "eq"
        return p.have(far_term(gauss, j) <= one * bound, *known, pos, *([light] if is_far else []))

    p.generalize(j, pieces(p, each), label="terms")
    f, g = fun(lambda j: far_term(gauss, j)), fun(lambda j: ite(Eq(j, best), 0, 1) * bound)
    sum_ = p.apply("sum_le", f=f, g=g, lo=1, hi=G)
    count = p.apply("others_counted")
    p.qed(p.have(far(gauss) <= (G - 1) * bound, sum_, (count, bound)))


def with_least(p: Proof) -> Term:
    """Assume the bounds; derive "positive": (G − 1)(6B_0 − ε)/ε > 0, "e": e^log of this number, "square": δ² > 0."""
    p.given(**BOUNDS)
    ratio = (G - 1) * (6 * B0 - eps) / eps
    p.have(6 * B0 - eps > 0, "eps_high", label="room")
    p.have(ratio > 0, (G - 1, "room", inv(eps)), label="positive")
    p.exp_log("positive", label="e")
    p.have(delta * delta > 0, label="square")
    p.exp_pos(-(3 * R * (delta * delta)) / 8, label="fall_pos")
    return ratio


@paper.claim(given=[*labelled, *BOUNDS.values(), R >= 0, far_away, R >= least_scale], shows=contribution <= eps / 3)
def far_at_least_scale(p: Proof) -> Fact:
    """At the least scale the far centres contribute at most ε/3, wherever they are."""
    with_best(p)
    ratio = with_least(p)
    p.given(scale=R >= least_scale, low=j >= 1, high=j <= G)
    p.apply("exp_le", ("scale", "square"), x=log(ratio), y=3 * R * (delta * delta) / 8, label="grow")
    p.have(
        (G - 1) * (6 * B0 - eps) <= eps * exp(3 * R * (delta * delta) / 8),
        ("grow", "eps_pos"),
        ("e", eps),
        label="large",
    )
    p.have((G - 1) * (6 * B0 - eps) * fall <= eps, ("large", "fall_pos"), label="small")
    p.apply("far_weight_most", label="most")
    p.apply("three_parts", w=fun(gauss), label="parts")

    def nonneg(case: Fact, place: Fact) -> Fact:
        return p.have(near_term(gauss, j) >= 0, *values(p, (case, place), near_term(gauss, j)), exp(R * aff(j)))

    p.generalize(j, pieces(p, nonneg), "low", "high", label="nears")
    p.apply("sum_nonneg", "nears", label="near_low")
    p.have(gauss(best) + far(gauss) <= alpha, label="whole")
    p.exp_pos(R * aff(best), label="top")
    p.note("alpha_", p.positive(alpha))
    return p.have(p.goal, ("room", "most"), ("small", "top"), ("eps_pos", "whole"), scale=["alpha_"])


just_far = (
    every(lambda j: implies(negation(Eq(j, best)), cut < reach(j)), 1, G),
    every(lambda j: implies(negation(Eq(j, best)), Eq(square(j), square(best) + 3 * (delta * delta) / 4)), 1, G),
)


@paper.claim(given=[*labelled, *BOUNDS.values(), *just_far, R < least_scale], shows=eps / 3 < contribution)
def far_below_least_scale(p: Proof) -> Fact:
    """If the squared distances of all others are exactly 3δ²/4 larger, no smaller scale suffices."""
    with_best(p)
    ratio = with_least(p)
    p.given(are_far=just_far[0], just=just_far[1], scale=R < least_scale, low=j >= 1, high=j <= G)
    p.have(3 * R * (delta * delta) / 8 < log(ratio), ("scale", "square"), label="exponent")
    p.apply("exp_lt", x=3 * R * (delta * delta) / 8, y=log(ratio), label="grow")
    large = eps * exp(3 * R * (delta * delta) / 8) < (G - 1) * (6 * B0 - eps)
    p.have(large, ("grow", "eps_pos"), ("e", eps), label="large")
    p.have(eps < (G - 1) * (6 * B0 - eps) * fall, ("large", "fall_pos"), label="more")
    bound, one = fall * gauss(best), ite(Eq(j, best), 0, 1)

    def sum_of(name: str, term: Term) -> None:
        """The sum of terms that are 0 for the nearest centre and exp(R Aff_j) for the others."""

        def each(case: Fact) -> Fact:
            known = [p.ite_eq(t, case) for t in (term, one)]
            if case.concl.op != "eq":
                other = differ(p, case, j, best)
                inner = known[0].concl.args[1]
                if inner.op == "ite":
                    is_far = p.specialize("are_far", j, using=[other])
                    known.append(p.ite_eq(inner, is_far))
                known.append(weighed(p, p.specialize("just", j, using=[other]), "eq"))
            return p.have(Eq(term, one * bound), *known, (known[1], bound))

        p.generalize(j, p.trichotomy(j, best, each), label=f"{name}_terms")
        f = fun(lambda x: substitute(term, {j: x}))
        g = fun(lambda j: ite(Eq(j, best), 0, 1) * bound)
        p.apply("sum_eq", f=f, g=g, lo=1, hi=G, label=name)

    sum_of("far_sum", far_term(gauss, j))
    sum_of("rest", ite(Eq(j, best), 0, gauss(j)))
    p.apply("others_counted", label="count")
    p.apply("sum_pick", f=fun(gauss), lo=1, hi=G, m=best, label="pick")
    p.have(Eq(far(gauss), (G - 1) * bound), label="is_far")
    p.have(Eq(alpha, gauss(best) + (G - 1) * bound), "pick", "rest", ("count", bound), label="is_all")
    p.have(
        eps * gauss(best) < (G - 1) * (6 * B0 - eps) * fall * gauss(best), ("more", exp(R * aff(best))), label="share"
    )
    p.note("alpha_", p.positive(alpha))
    return p.have(p.goal, "share", ("is_far", 6 * B0), ("is_all", eps), scale=["alpha_"])
