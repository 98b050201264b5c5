"""Theorems 4.1 and 4.2 at the paper's P and a scale R without the factor G = P^(dn).

The far centres together weigh at most q in each of the m = dn coordinates (`by_coordinates`). Counted, q is
P e^(−3Rδ²/8) (`grid_tails`), and ln 6B_0G/ε becomes ln 3B_0mP/ε. Summed, it is at most 4e^(−3Rδ²/8) if P <= 4D/δ, so
that not even P remains. `scale_too_small` says from below how large R must be.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import exp, log, rational, reals
from proofs.papers.liu.beyond.by_coordinates import by_coordinates
from proofs.papers.liu.beyond.grid_tails import fall, shrink, tail_counted, tail_summed, width
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention import grid_network as main
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, length
from proofs.papers.liu.section_4_1_self_attention.grid import D, P
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import best, delta, error, greatest
from proofs.papers.liu.section_4_2_cross_attention import pair_network as cross
from proofs.papers.liu.vocabulary import R, eps, i, paper

scale_counted = R >= 8 / (3 * (delta * delta)) * log(3 * B0 * (length * P) / eps)
grid_given = by_coordinates[:-2]  # all but what is asked of q


def with_target(p: Proof) -> None:
    """Assume the grid with P >= 2D/δ, a point of the cube, f's values with a modulus, and a nearest centre."""
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest, i_low=i >= 1, i_high=i <= length)


def whichever_is_nearest(p: Proof, tail: str) -> Fact:
    """Prove that the error is at most ε, by a bound for tail(i) that assumes that centre j_m is nearest."""
    within = p.apply("average_by_coordinates", tail)
    whatever = p.generalize(best, within)
    p.apply("power_ge_one", m=P, k=length, label="powers")
    p.have(G >= 1, label="some")
    return p.apply("nearest_centre_exists", whatever, label="out")


@paper.claim(given=[length >= 1, P >= 1, B0 > 0, eps > 0, delta > 0, scale_counted],
             shows=3 * B0 * (length * tail_counted) <= eps)  # fmt: skip
def counted_at_scale(p: Proof) -> None:
    """For R >= 8/(3δ²) ln(3 B_0 m P/ε) the total weight of the far centres is small enough."""
    p.have(length * P >= 1, length >= 1, P >= 1, label="some")
    p.apply("far_at_scale", G=length * P, epsilon=2 * eps, label="small")


@paper.claim(given=[*grid_given, R >= 0, scale_counted], shows=error <= eps)
def average_at_counted_scale(p: Proof) -> Fact:
    """For P >= 2D/δ and R >= 8/(3δ²) ln(3 B_0 m P/ε) the average (B.15) is within ε of f."""
    with_target(p)
    p.apply("tail_by_count", label="tail")
    return whichever_is_nearest(p, "tail")


coarse = delta * P <= 4 * D  # no more than twice as many points a side as are needed
ratio_12 = 12 * B0 * length / eps
exponent = log(ratio_12)
scale_summed = R >= 8 / (3 * (delta * delta)) * exponent
not_trivial = eps <= 2 * B0


@paper.theorem
def log_of_six(p: Proof) -> None:
    """6 <= x ⊢ 3/4 <= log x."""
    (x,) = reals("x")
    p.have(x > 0, p.assume(x >= 6), label="pos")
    p.apply("log_le_sub", x=1 / x, label="below")
    p.apply("log_inv", label="turned")
    p.have(1 / x <= rational(1, 6), x >= 6, scale=["pos"], label="sixth")
    p.qed(p.have(log(x) >= rational(3, 4), "below", "turned", "sixth"))


def with_summed_scale(p: Proof) -> None:
    """Assume B_0, ε <= 2B_0, δ and the scale; derive lower bounds for Rδ²: "enough", "two" and "up"."""
    p.given(dimension=length >= 1, bound_pos=B0 > 0, eps_pos=eps > 0, delta_pos=delta > 0, eps_high=not_trivial)
    p.have(ratio_12 >= 6, ("bound_pos", "dimension"), "eps_high", scale=["eps_pos"], label="six")
    p.apply("log_of_six", x=ratio_12, label="log_low")
    p.have(delta * delta > 0, ("delta_pos", "delta_pos"), label="square")
    p.have(3 * R * (delta * delta) >= 8 * exponent, (p.assume(scale_summed), "square"), label="enough")
    p.have(R * (delta * delta) >= 2, "enough", "log_low", label="two")
    p.have(R > 0, "two", scale=["square"], label="up")


@paper.theorem
def scale_positive(p: Proof) -> None:
    """R >= 8/(3δ²) ln(12 B_0 m/ε), ε <= 2B_0 ⊢ 0 < R."""
    with_summed_scale(p)
    p.qed("up")


@paper.claim(
    given=[length >= 1, P >= 1, D > 0, B0 > 0, eps > 0, delta > 0, coarse, not_trivial, scale_summed],
    shows=3 * B0 * (length * tail_summed) <= eps,
)
def summed_at_scale(p: Proof) -> Fact:
    """R >= 8/(3δ²) ln(12 B_0 m/ε) suffices, too, if P <= 4D/δ: then e^(−2RδD/P) <= 1/2."""
    with_summed_scale(p)
    # the sum falls by 1/2 or more
    p.have(width >= delta / 2, label="wide")
    p.have(R * delta * width >= 1, ("wide", p.have(R * delta > 0, ("up", "delta_pos"))), "two", label="steep")
    p.exp_ge(R * delta * width, label="grows")
    p.have(2 * shrink <= 1, (exp(-(R * delta * width)), "grows"), (exp(-(R * delta * width)), "steep"), label="half")
    p.have(1 - shrink > 0, "half", label="slack")
    # e^(−3Rδ²/8) is small
    p.have(ratio_12 > 0, "six", label="ratio_pos")
    p.exp_log("ratio_pos", label="e")
    p.apply("exp_le", x=exponent, y=3 * R * (delta * delta) / 8, label="large")
    p.have(12 * B0 * length <= eps * exp(3 * R * (delta * delta) / 8), ("large", "eps_pos"), ("e", eps), label="times")
    p.have(12 * B0 * length * fall <= eps, ("times", exp(-(3 * R * (delta * delta)) / 8)), label="small")
    p.have(eps * (2 * shrink) <= eps, ("half", "eps_pos"), label="half_eps")
    p.have(6 * B0 * length * fall <= eps * (1 - shrink), label="most")
    return p.have(p.goal, "most", scale=["slack"])


@paper.claim(given=[*grid_given, coarse, not_trivial, scale_summed], shows=error <= eps)
def average_at_summed_scale(p: Proof) -> Fact:
    """For 2D/δ <= P <= 4D/δ and R >= 8/(3δ²) ln(12 B_0 m/ε) the average (B.15) is within ε of f."""
    with_target(p)
    p.apply("scale_positive", label="up")
    p.apply("tail_by_sum", label="tail")
    return whichever_is_nearest(p, "tail")


# --- the networks -------------------------------------------------------------------------------------------------

valued = (grid.fine, grid.modulus, B0 > 0, *grid.below_bound, eps > 0)


def of_network(p: Proof, theorem: str) -> None:
    """Prove that the network of B.1 is within ε of f by a theorem about the average."""
    main.with_outright(p)
    p.apply(theorem, label="small")
    p.apply("network_error_by_output", label="same")


@paper.claim(given=[*main.outright, *valued, R >= 0, scale_counted], shows=grid.network_error <= eps)
def network_at_counted_scale(p: Proof) -> None:
    """Theorem 4.1 with explicit digits and blocks: P >= 2D/δ and R >= 8/(3δ²) ln(3B_0dnP/ε)."""
    of_network(p, "average_at_counted_scale")


@paper.claim(given=[*main.outright, *valued, coarse, not_trivial, scale_summed], shows=grid.network_error <= eps)
def network_at_summed_scale(p: Proof) -> None:
    """The same for R >= 8/(3δ²) ln(12B_0dn/ε), if P <= 4D/δ, independently of the number of centres."""
    of_network(p, "average_at_summed_scale")


at_pairs = cross.at_pairs
valued_pairs = tuple(map(at_pairs, valued))


def of_pair_network(p: Proof, theorem: str) -> Fact:
    """Prove that the network of B.3 is within ε of f by a theorem about the average."""
    cross.with_outright(p)
    return cross.by_average(p, theorem)


@paper.claim(given=[*cross.outright, *valued_pairs, R >= 0, at_pairs(scale_counted)], shows=cross.network_error <= eps)
def cross_network_at_counted_scale(p: Proof) -> Fact:
    """Theorem 4.2 with explicit digits, blocks and pairs, at the paper's P, with ln 2dnP in place of ln G²."""
    return of_pair_network(p, "average_at_counted_scale")


@paper.claim(
    given=[*cross.outright, *valued_pairs, coarse, not_trivial, at_pairs(scale_summed)],
    shows=cross.network_error <= eps,
)
def cross_network_at_summed_scale(p: Proof) -> Fact:
    """The same with a scale that does not depend on the number of centres."""
    return of_pair_network(p, "average_at_summed_scale")


# --- the constants ------------------------------------------------------------------------------------------------

printed_scale = 8 / (3 * (delta * delta)) * log(rational(3, 2) * B0 * G * eps)
finer_note = "The proof of (B.21) as corrected takes P ≥ 2D√(dn)/δ and 6B_0P^(dn) in the logarithm, P^(2dn) for pairs."
