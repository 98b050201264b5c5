"""Proposition 1, last part: the three errors add up to less than ε (A.5, (69)-(71)).

The kernel has no integrals. J stands for a p-th power of a distance d_p, an integral; what is known of an integral here
is that it is at most the volume of where the integrand is not 0, times a bound of the integrand. Two functions with
values in [−1, 1] differ by 2 at most, so that the integrand is at most d n 2^p.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import d
from proofs.papers.ks.context_ids import D
from proofs.papers.ks.step_function import LEBESGUE, delta
from proofs.papers.ks.universal import bounded_everywhere, exact_on_cells, zero_above, zero_below
from proofs.papers.ks.vocabulary import display, k, n, paper
from proofs.theorems.powers import duplicate_volume, grid_size, power
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

(i,) = ints("i")
J, epsilon, power_p, base = reals("J epsilon p B")
J_1, J_2, J_3, distance = reals("J_1 J_2 J_3 D_p")

largest = d * n * exp(power_p * log(num(2)))  # d n 2^p
third = exp(power_p * log(epsilon / 3))  # (ε/3)^p

# a power of a real number prints like one of an integer
paper.notions.define(power(base, k), (base, k), "({0:f})^{{{1}}}", "({0:f})^{{{1}}}")

outer, inner = 1 + 2 * delta, 1 - D * delta
edge_volume = power(outer, d * n) - power(inner, d * n)
edge_bound = d * n * (D + 2) * delta * power(num(3), d * n)
narrow_enough = [delta >= 0, delta * D <= 1, delta <= 1]


@paper.claim(
    given=[D >= 1, *narrow_enough, k >= 0],
    shows=power(outer, k) - power(inner, k) <= k * (D + 2) * delta * power(num(3), k),
)
def edge_volume_le(p: Proof) -> Fact:
    """Factor by factor: 1 + 2 δ <= 3, and each factor changes the difference by (D + 2) δ."""
    big, small, three = (lambda x: power(outer, x)), (lambda x: power(inner, x)), (lambda x: power(num(3), x))

    def claim(x: Term) -> Term:
        return big(x) - small(x) <= x * (D + 2) * delta * three(x)

    p.given(D_low=D >= 1, pos=delta >= 0, fine=delta * D <= 1, short=delta <= 1, some=k >= 0, i_low=i >= 0)
    zero = num(0)
    for name, f in (("big", big), ("small", small), ("three", three)):
        p.rule(f"{name}_0", "big_empty", f(zero), p.have(None, zero < 1))
        p.rule(f"{name}_next", "big_step", f(i + 1), p.settle(1 <= i + 1))
    p.given(big_one=1 <= big(i), small_one=small(i) <= 1, small_pos=0 <= small(i), so_far=claim(i))
    p.apply("three_one", "power_ge_one", m=num(3), k=i)
    p.have("inner_pos", 0 <= inner, "fine")
    p.have("D_delta", 0 <= D * delta, ("D_low", "pos"), "pos")
    p.have("base_big", 1 <= big(zero), "big_0")
    p.have("step_big", 1 <= big(i + 1), "big_next", "big_one", ("big_one", "pos"), "pos")
    p.induct("all_big", lambda x: 1 <= big(x), 0, i, "base_big", "step_big")
    p.have("base_pos", 0 <= small(zero), "small_0")
    p.have("step_pos", 0 <= small(i + 1), "small_next", ("small_pos", "inner_pos"))
    p.induct("all_pos", lambda x: 0 <= small(x), 0, i, "base_pos", "step_pos")
    p.use("is_pos", "all_pos", i)
    p.have("base_one", small(zero) <= 1, "small_0")
    p.have("step_one", small(i + 1) <= 1, "small_next", "small_one", ("is_pos", "D_delta"))
    p.induct("all_one", lambda x: small(x) <= 1, 0, i, "base_one", "step_one")
    for name in ("big", "one"):
        p.use(f"is_{name}", f"all_{name}", i)
    p.have("base", claim(zero), "big_0", "small_0")
    wider = p.have(None, 0 <= big(i) - small(i), "is_big", "is_one")
    p.have("width", 0 <= 2 - 2 * delta, "short")
    p.have("rise", 0 <= (D + 2) * delta, "D_delta", "pos")
    p.have("first", outer * (big(i) - small(i)) <= 3 * (i * (D + 2) * delta * three(i)), (wider, "width"), "so_far")
    p.have("second", (D + 2) * delta * small(i) <= (D + 2) * delta * (3 * three(i)), ("rise", p.have(
        None, 0 <= 3 * three(i) - small(i), "three_one", "is_one")))  # fmt: skip
    p.have("step", claim(i + 1), "big_next", "small_next", "three_next", "first", "second")
    p.induct("all", claim, 0, i, "base", "step")
    return p.use("out", "all", k)


sizes = [d >= 1, n >= 1, D >= 1, power_p >= 1, epsilon > 0]
narrow_69 = largest * edge_bound < third


@paper.claim(given=[*sizes, *narrow_enough, narrow_69, J <= largest * edge_volume], shows=J < third)
def eq_69_claim(p: Proof) -> Fact:
    """What differs lies in [−δ, 1 + δ]^(dn), but not off all steps, which is a set of volume (1 − D δ)^(dn)."""
    p.given(d_low=d >= 1, n_low=n >= 1, D_low=D >= 1, pos=delta >= 0, fine=delta * D <= 1, short=delta <= 1)
    p.given(enough=narrow_69, integral=J <= largest * edge_volume)
    p.have("dn", 0 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
    p.apply("volume", "edge_volume_le", "dn", k=d * n)
    p.rule("two", "exp_pos", power_p * log(num(2)))
    p.have("largest_pos", 0 <= largest, ("dn", "two"))
    return p.have("out", p.goal, "integral", "enough", ("volume", "largest_pos"))


display(
    "A.5", 19, "69",
    "the network against its ideal: the p-th power J of the distance is below (ε/3)^p, if δ is small",
    eq_69_claim, mended=[eq_69_claim, zero_below, zero_above, bounded_everywhere, edge_volume_le],
    errata=[
        Erratum(
            "gap",
            "With the printed layers the networks differ on a set of infinite measure: where one token lies on a step "
            "and the others anywhere outside. It has to be shown that both are 0 as soon as one token is outside.",
        ),
        Erratum("gap", "That the second layer's values lie in [0, 1] is not so for f in [−1, 1]; they lie in [−1, 1]."),
    ],
    argued=f"{LEBESGUE}. Outside of [−δ, 1 + δ]^(dn) both networks are 0",
)  # fmt: skip

fine_70 = largest * (n * (n - 1) / (2 * grid_size)) < third
volume_70 = duplicate_volume.shows.args[0]


@paper.claim(given=[*sizes, n <= grid_size, fine_70, J <= largest * volume_70], shows=J < third)
def eq_70_claim(p: Proof) -> Fact:
    """The cells with duplicates have volume n (n − 1)/(2 D^d) at most."""
    p.given(d_low=d >= 1, n_low=n >= 1, D_low=D >= 1, room=n <= grid_size, enough=fine_70)
    p.given(integral=J <= largest * volume_70)
    p.apply("volume", "duplicate_volume")
    p.have("dn", 0 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
    p.rule("two", "exp_pos", power_p * log(num(2)))
    p.have("largest_pos", 0 <= largest, ("dn", "two"))
    return p.have("out", p.goal, "integral", "enough", ("volume", "largest_pos"))


@paper.claim(given=[*sizes, largest * (n * (n - 1)) < 2 * D * third], shows=fine_70)
def fine_grid(p: Proof) -> Fact:
    """D^d >= D, so D > d n 2^p n (n − 1) / (2 (ε/3)^p) is fine enough."""
    p.given(d_low=d >= 1, n_low=n >= 1, D_low=D >= 1, enough=largest * (n * (n - 1)) < 2 * D * third)
    p.apply("more", "power_le", m=D, a=num(1), b=d)
    p.rule("third_pos", "exp_pos", power_p * log(epsilon / 3))
    p.have("size", 0 < grid_size, "more", "D_low")
    p.rule("one", "big_step", power(D, num(1)), p.have(None, num(1) <= 1))
    p.rule("zero", "big_empty", power(D, num(0)), p.have(None, num(0) < 1))
    p.have("first_power", eq(power(D, num(1)), D), "one", "zero")
    p.have("grown", D <= grid_size, "more", "first_power")
    return p.have("out", p.goal, "enough", ("grown", "third_pos"), scale=["size"])


cells = [d >= 1, n >= 1, D >= 1]


@paper.claim(given=cells, shows=eq(power(grid_size, n) * inv(power(grid_size, n)), 1))
def cells_fill_the_cube(p: Proof) -> Fact:
    """D^(dn) cells of volume D^(−dn)."""
    p.given(D_low=D >= 1)
    p.apply("some", "power_ge_one", m=D, k=d)
    p.apply("cells", "power_pos", "some", m=grid_size, k=n)
    return p.have("out", p.goal, "cells")


display(
    "A.5", 20, "70",
    "the ideal network against the step function: below (ε/3)^p, if D is large",
    Claim(tuple(cells), eq(power(grid_size, n) * inv(grid_size), 1)), eq_70_claim,
    mended=[cells_fill_the_cube, eq_70_claim, fine_grid, exact_on_cells, bounded_everywhere],
    errata=Erratum(
        "typo", "A cell is said to have the volume D^(−d); it is D^(−dn), else the cells would not fill the cube.", 0,
        Search(sizes={"d": [1], "n": [2], "D": [2]}),
    ),
    argued=f"{LEBESGUE}. A cell has volume D^(−dn)",
)  # fmt: skip


# --- (71) and Proposition 1 -------------------------------------------------------------------------------------------


def root(J: Term) -> Term:
    """J^(1/p), the distance whose p-th power is J >= 0."""
    return ite(num(0) < J, exp(log(J) / power_p), 0)


paper.notions.define(root(J), (J, power_p), "({0})^(1/{1})", "({0})^{{1/{1}}}")


@paper.claim(given=[power_p >= 1, epsilon > 0, J < third], shows=root(J) < epsilon / 3)
def root_lt(p: Proof) -> Fact:
    """log J < p log(ε/3)."""
    p.given(p_low=power_p >= 1, eps_pos=epsilon > 0, small=J < third, some=0 < J, none=J <= 0)
    p.rule("third_pos", "exp_pos", power_p * log(epsilon / 3))
    p.have("eps_third", 0 < epsilon / 3, "eps_pos")
    p.apply("logs", "log_lt", x=J, y=third)
    p.have("p_pos", 0 < power_p, "p_low")
    p.have("scaled", log(J) / power_p < log(epsilon / 3), "logs", scale=["p_pos"])
    p.apply("grown", "exp_lt", "scaled", x=log(J) / power_p, y=log(epsilon / 3))
    p.rule("back", "exp_log", "eps_third")
    zero = p.have(None, p.goal, *p.chosen(p.get("none"), root(J)), "eps_third")
    return p.cases("out", J, 0, zero, p.have(None, p.goal, *p.chosen(p.get("some"), root(J)), "grown", "back"))


minkowski = distance <= root(J_1) + root(J_2) + root(J_3)
thirds = [J_1 < third, J_2 < third, J_3 < third]


@paper.claim(given=[power_p >= 1, epsilon > 0, *thirds, minkowski], shows=distance < epsilon)
def eq_71_claim(p: Proof) -> Fact:
    """ε/3 + ε/3 + ε/3."""
    p.given(p_low=power_p >= 1, eps_pos=epsilon > 0, sum=minkowski)
    p.given_all(thirds, "third")
    for number, J in enumerate((J_1, J_2, J_3), 1):
        p.apply(f"root_{number}", "root_lt", J=J)
    return p.have("out", p.goal, "sum", "root_1", "root_2", "root_3")


MINKOWSKI = "Minkowski's inequality for d_p"
display(
    "A.5", 21, "71", "three thirds: the distance of the network from f is below ε", eq_71_claim, argued=MINKOWSKI,
)  # fmt: skip
