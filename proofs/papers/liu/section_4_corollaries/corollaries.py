"""Corollaries 4.1.1 and 4.2.1, which are B.2 and B.4: functions in L_p, as one sentence each.

L_p(U) is the closure of the continuous functions in the p-th upper mean (`proofs.theorems.integration.lebesgue`);
measurable ones with a finite integral of ‖f‖_p^p lie in it (`proofs.theorems.integration.measurable`), and nothing has
to be cited. The paper says "integrable", which is p = 1: for p > 1 that is not enough, as `printed_forms` shows. The
steps of the paper's proofs, with Lusin's theorem, are in `error_in_mean`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import V_, U, f, g, self_attention
from proofs.papers.liu.section_4_2_cross_attention.one_layer import cross_network_of_one
from proofs.papers.liu.vocabulary import X, d, eps, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.compactness import (
    beside,
    beyond,
    compact,
    continuous_on_product,
    continuous_on_set,
    member,
    pairs,
    parts,
    twice,
)
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration import lebesgue
from proofs.theorems.integration.integrals import at, cost
from proofs.theorems.integration.lebesgue import distance_on_at_most, in_closure, on_set, power_p, size
from proofs.theorems.integration.measurable import in_L_p

SQUARE = (*"ZZZ", *LINEAR, *ATTENTION)
of_square = [variable(f"w_{k}", sort) for k, sort in enumerate(SQUARE)]
u, D = reals("u D")
(W,) = vectors("W", 2)
(g2,) = functions("g_2", MATRIX + MATRIX + "ZZ")
one = num(1)


def computes(X: Term, found: Matrix) -> Term:
    """X ↦ Attn(Linear(X)), as a function."""
    return mapping(lambda X_, r, c: substitute(found(r, c), {X: X_}), MATRIX, "Z", "Z")


def near_in_mean(f: Term, U: Term, p: Term, e: Term) -> Term:
    """‖f − Attn ∘ Linear‖_p <= e on U for some Linear and Attn."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        found = computes(X, self_attention(X, H, d, N, s, weights, d))
        return [1 <= H, 1 <= N, 1 <= s, distance_on_at_most(f, found, U, p, e, d, n, n)]

    return exists(lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *SQUARE)


in_words = "‖{0} − Attn ∘ Linear‖_{2} ≤ {3} on {1} for some Linear and Attn"
in_latex = (
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_{{L_{{{2}}}({1})}} \le {3} "
    r"\text{{ for some Linear, Attn}}"
)
of_f = (f, U, power_p, eps, d, n)
paper.notions.define(near_in_mean(f, U, power_p, eps), of_f, in_words, in_latex)
paper.notions.define(
    in_closure(f, U, power_p, d, n, n), (f, U, power_p, d, n), "{0} ∈ L_{2}({1})", r"{0} \in L_{{{2}}}({1})"
)

SIZES = {"wide": d >= 1, "long": n >= 1, "large": power_p >= 1, "eps_pos": eps > 0}
OF_411 = {**SIZES, "compact": compact(U, d, n), "closure": in_closure(f, U, power_p, d, n, n)}


def uniform_bound(p: Proof, volume: Term, by: Fact) -> Fact:
    """Prove ∃u > 0. dn u^p vol <= (ε/2)^p; `by` proves that the volume is nonnegative."""
    return p.apply("some_small_power", (d * n, by), K=d * n * volume, epsilon=eps / 2)


def cube_volume(p: Proof, pos: Fact, columns: Term) -> tuple[Term, Fact]:
    """Return the volume of [−D, D]^(d × columns), and the fact that it is nonnegative."""
    r, c = ints("r c")
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= columns)
    order = p.generalize(r, p.generalize(c, p.have(-D <= D, pos), *ends[2:]), *ends[:2])
    corners = {"L": lebesgue.low_corner, "H": lebesgue.high_corner}
    at_columns = substitute(size, {n: columns})
    return at_columns, p.apply("volume_nonneg", order, n=columns, **corners)


def by_network(p: Proof, cube: Named, columns: Term, found: Callable[[Fact], Fact], close: Callable[..., Fact]) -> Fact:
    """Prove that a network within u of g everywhere is near in the mean, for a small u.

    `found` gives the network, from 0 < u; `close` proves its bound, from the facts that it is within u of g, that the
    set is in the cube, that u is small, and 0 <= D.
    """
    pos, _, in_cube = p.obtain(cube, D)
    volume, sign = cube_volume(p, pos, columns)
    u_pos, small = p.obtain(uniform_bound(p, volume, sign), u)

    facts = p.obtain(found(u_pos), *of_square)
    return p.exists_intro(p.goal, of_square, *facts[:-1], close(facts[-1], in_cube, small, pos))


@paper.claim(given=OF_411, shows=near_in_mean(f, U, power_p, eps))
def corollary_4_1_1(p: Proof) -> Fact:
    """A continuous g within ε/2 in L_p, and a network within u of g everywhere."""
    (g1,) = functions("g_1", MATRIX + "ZZ")
    H, N, s, *weights = of_square
    computed = computes(X, self_attention(X, H, d, N, s, weights, d))
    continuous, near = p.obtain(p.specialize("closure", eps / 2), g1)

    def close(*known: Fact) -> Fact:
        return p.apply("lebesgue_near_uniform", near, *known, N=n, g=g1, h=computed)

    found = lambda pos: p.apply("theorem_4_1_square", pos, continuous, f=g1, epsilon=u)  # noqa: E731
    return by_network(p, "compact", n, found, close)


@paper.claim(
    given={name: x for name, x in OF_411.items() if name != "closure"} | {"in_L_p": in_L_p(f, U, power_p, d, n, n)},
    shows=near_in_mean(f, U, power_p, eps),
)
def for_measurable(p: Proof) -> Fact:
    """Such a function lies in the closure."""
    return p.apply("corollary_4_1_1", p.apply("measurable_in_closure", N=n))


# --- two inputs: a pair of d × n matrices is a d × 2n matrix ----------------------------------------------------------

product = substitute(pairs, {functions("V", MATRIX)[0]: V_})


def on_pairs(g: Term) -> Term:
    """Return a function of two matrices as a function of [X, Y]."""
    return mapping(lambda W, r, c: g(W, beyond(W), r, c), MATRIX, "Z", "Z")


def distance_of_pairs(g: Term, h: Term, p: Term, e: Term) -> Term:
    """‖g − h‖_p <= e on U × V."""
    return distance_on_at_most(on_pairs(g), on_pairs(h), product, p, e, d, twice, n)


def in_closure_of_pairs(g: Term, p: Term) -> Term:
    """g ∈ L_p(U × V)."""

    def near(e: Term) -> Term:
        return exists(
            lambda h: [continuous_on_product(h, U, V_, d, n, n), distance_of_pairs(g, h, p, e)],
            f"({MATRIX}{MATRIX}ZZ>R)",
        )

    return for_all(lambda e: implies(0 < e, near(e)), "R")


def cross_computes(found: Matrix) -> Term:
    """(X, Y) ↦ Attn(Linear_K(X), Linear_Q(Y)), as a function."""
    Y = vectors("Y", 2)[0]
    return mapping(lambda X_, Y_, r, c: substitute(found(r, c), {X: X_, Y: Y_}), MATRIX, MATRIX, "Z", "Z")


def cross_at(shape: Sequence[Term], weights: Sequence[Term]) -> Term:
    """The function computed by cross-attention, where both inputs pass through the layer."""
    return cross_computes(cross_network_of_one(shape, weights, X, vectors("Y", 2)[0]))


def near_in_mean_pairs(g: Term, p: Term, e: Term) -> Term:
    """‖g − Attn ∘ Linear‖_p <= e on U × V for some Linear and Attn."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        return [1 <= H, 1 <= N, 1 <= s, distance_of_pairs(g, cross_at((H, d, N, s), weights), p, e)]

    return exists(lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *SQUARE)


of_g = (g, power_p, eps, U, V_, d, n)
pair_words = "‖{0} − Attn ∘ Linear‖_{1} ≤ {2} on {3} × {4} for some Linear and Attn"
pair_latex = (
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_{{L_{{{1}}}({3} \times {4})}} \le {2} "
    r"\text{{ for some Linear, Attn}}"
)
paper.notions.define(near_in_mean_pairs(g, power_p, eps), of_g, pair_words, pair_latex)
paper.notions.define(
    in_closure_of_pairs(g, power_p), (g, power_p, U, V_, d, n), "{0} ∈ L_{1}({2} × {3})",
    r"{0} \in L_{{{1}}}({2} \times {3})",
)  # fmt: skip
OF_421 = {
    **SIZES, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n), "closure": in_closure_of_pairs(g, power_p),
}  # fmt: skip


def on_all_pairs(p: Proof, near: Fact) -> Fact:
    """Rewrite a bound for g(X, Y), X in U and Y in V, as a bound for [X, Y]."""
    (W_in,) = assumed(p, member(product, W))
    close = p.rule("specialize", p.rule("specialize", near, W), beyond(W))
    for held in parts(p, W_in, W):
        close = p.mp(close, held)
    return p.generalize(W, close)


@paper.claim(given=OF_421, shows=near_in_mean_pairs(g, power_p, eps))
def corollary_4_2_1(p: Proof) -> Fact:
    """Apply the same argument to the set of all [X, Y]."""
    H, N, s, *weights = of_square
    computed = cross_at((H, d, N, s), weights)
    continuous, near = p.obtain(p.specialize("closure", eps / 2), g2)

    def close(of_network: Fact, *known: Fact) -> Fact:
        p.note("uniform", on_all_pairs(p, of_network))
        return p.apply(
            "lebesgue_near_uniform", near, *known, U=product, n=twice, N=n, f=on_pairs(g), g=on_pairs(g2),
            h=on_pairs(computed),
        )  # fmt: skip

    found = lambda pos: p.apply("theorem_4_2_square", pos, continuous, g=g2, epsilon=u)  # noqa: E731
    return by_network(p, p.apply("product_compact"), twice, found, close)


@paper.claim(
    given=[compact(U, d, n), compact(V_, d, n), in_closure(on_pairs(g), product, power_p, d, twice, n)],
    shows=in_closure_of_pairs(g, power_p),
)
def closure_of_pairs(p: Proof) -> Fact:
    """Return a function of [X, Y] as a function of X and Y."""
    r, c = ints("r c")
    (h,) = functions("h", MATRIX + "ZZ")
    pos = p.assume(0 < eps)
    split = mapping(lambda X, Y, r, c: h(beside(X, Y), r, c), MATRIX, MATRIX, "Z", "Z")
    again, goal = beside(W, beyond(W)), said_at(p.goal, eps)
    sides = [p.have(Eq(W(r, c), again(r, c)), p.ite_eq(again(r, c), o))
             for o in assumed(p, c <= n, n < c)]  # fmt: skip
    same = p.rule("generalize", r, p.rule("generalize", c, p.cases(c, n, *sides)))
    apart = on_set(cost(on_pairs(g), h, power_p, d, n), product)
    at_point = lambda Z: mapping(lambda X, r, c: h(Z, r, c), MATRIX, "Z", "Z")  # noqa: E731
    there = lambda Z: on_set(cost(on_pairs(g), at_point(Z), power_p, d, n), product)(W)  # noqa: E731
    equal = p.replace(same, hole(lambda Z: Eq(apart(W), there(Z)), MATRIX), p.have(Eq(apart(W), there(W))))
    level = exp(power_p * log(eps))

    closure = in_closure(on_pairs(g), product, power_p, d, twice, n)
    continuous, near = p.obtain(p.specialize(closure, eps, using=[pos]), h)
    parts_ = p.apply("continuous_in_parts", continuous, f=h, V=V_, N=n)
    in_parts = on_set(cost(on_pairs(g), on_pairs(split), power_p, d, n), product)
    found = p.apply("integral_mono", near, equal, F=in_parts, G=apart, E_1=level, E=level, n=twice)
    return p.generalize(eps, p.exists_intro(goal, [split], parts_, found), pos)


@paper.claim(
    given={name: x for name, x in OF_421.items() if name != "closure"}
    | {"in_L_p": in_L_p(on_pairs(g), product, power_p, d, twice, n)},
    shows=near_in_mean_pairs(g, power_p, eps),
)
def for_measurable_pairs(p: Proof) -> Fact:
    """Such a function lies in the closure."""
    whole = p.apply("measurable_in_closure", f=on_pairs(g), U=product, n=twice, N=n)
    return p.apply("corollary_4_2_1", p.apply("closure_of_pairs", whole))


def as_printed(given: Mapping[str, Term], integrable: Term, near: Term) -> Claim:
    """Return a corollary for integrable functions, as printed."""
    return Claim((*(x for name, x in given.items() if name != "closure"), integrable), near)


printed_4_1_1 = as_printed(OF_411, in_closure(f, U, one, d, n, n), near_in_mean(f, U, power_p, eps))
printed_4_2_1 = as_printed(OF_421, in_closure_of_pairs(g, one), near_in_mean_pairs(g, power_p, eps))


SIZES_ = {"wide": d >= 1, "long": n >= 1, "large": power_p >= 1, "eps_pos": eps > 0}
OF_CONTINUOUS = {**SIZES_, "compact": compact(U, d, n), "continuous": continuous_on_set(f, U, d, n, n)}


@paper.claim(given=OF_CONTINUOUS, shows=near_in_mean(f, U, power_p, eps))
def continuous_near_in_mean(p: Proof) -> Fact:
    """f itself is continuous, and its distance from f is 0."""
    (X_,) = vectors("X", 2)
    (e,) = reals("e")
    own = cost(f, f, power_p, d, n)
    whole = on_set(own, U)(X_)
    none = p.have(whole <= 0)
    level = p.have(0 <= exp(power_p * log(e)))
    near = p.apply("integral_mono", none, level, F=on_set(own, U), G=at(lambda X: num(0)), E_1=0,
                   E=exp(power_p * log(e)))  # fmt: skip
    near = p.change(near, distance_on_at_most(f, f, U, power_p, e, d, n, n))
    goal = in_closure(f, U, power_p, d, n, n)
    closure = p.exists_intro(said_at(goal, e), [f], near)
    return p.apply("corollary_4_1_1", closure)
