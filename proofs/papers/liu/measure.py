"""Lusin's theorem in the proofs of Corollaries 4.1.1 and 4.2.1 (B.2, B.4): equal, or near, but for a small set.

"μ(S) <= Δ" is said of sets by covers with countably many boxes (`proofs.theorems.lebesgue`), so of Lebesgue's outer
measure. That an integrable f is equal to a continuous g but for a set of measure Δ is Lusin's theorem, which is cited;
what follows for the network is proved. The corollaries themselves do without.
"""

from __future__ import annotations

from typing import Any

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.corollaries import (
    SQUARE,
    computes,
    cross_at,
    of_square,
    on_pairs,
    parts_of,
    product,
)
from proofs.papers.liu.universal import V_, U, f, self_attention
from proofs.papers.liu.vocabulary import Delta, X, c, d, display, n, paper
from proofs.theorems.compactness import beyond, compact, continuous_on_product, continuous_on_set, member, twice
from proofs.theorems.continuity import assumed, entries
from proofs.theorems.distance import at, indicator
from proofs.theorems.lebesgue import in_closure, lebesgue_at_most
from proofs.writing.paper import Erratum
from proofs.writing.proof import Proof

LUSIN = "Lusin 1912: a measurable function on a compact set is continuous but for a set of small measure"
r, m = ints("r m")
g1, h = functions("g_1 h", MATRIX + "ZZ")
(g2,) = functions("g_2", MATRIX + MATRIX + "ZZ")
(W,) = vectors("W", 2)
error, e = reals("epsilon_0 e")


def greatest(f: Term, g: Term, X: Term) -> Term:
    """‖f(X) − g(X)‖_∞."""
    return maximum(lambda r: maximum(lambda c: absolute(f(X, r, c) - g(X, r, c)), 1, n), 1, d)


def excess(f: Term, g: Term, U: Term, t: Term) -> Term:
    """X ↦ ‖f(X) − g(X)‖_∞ − t on U, 0 elsewhere; it is positive where the functions differ by more than t."""
    return at(lambda X: ite(0 < U(X), greatest(f, g, X) - t, 0))


def marked(S: Term) -> Term:
    """1 where S is positive, else 0."""
    return at(lambda X: ite(0 < S(X), 1, 0))


def differ_on_at_most(f: Term, g: Term, U: Term, t: Term, Delta: Term, columns: Term = n) -> Term:
    """μ({X ∈ U : ‖f(X) − g(X)‖_∞ > t}) <= Δ; the matrices of U have so many columns, the values n."""
    return lebesgue_at_most(marked(excess(f, g, U, t)), Delta, d, columns)


of_set = (f, h, U, error, Delta, d, n, m)
paper.notions.define(
    differ_on_at_most(f, h, U, error, Delta, m), of_set, "μ({{X ∈ {2} : ‖{0} − {1}‖_∞ > {3}}}) ≤ {4}",
    r"\mu(\{{X \in {2} : \lVert {0} - {1} \rVert_\infty > {3}\}}) \le {4}",
)  # fmt: skip

paper.notions.define(
    differ_on_at_most(f, h, U, num(0), Delta, m), (f, h, U, Delta, d, n, m), "μ({{X ∈ {2} : {0} ≠ {1}}}) ≤ {3}",
    r"\mu(\{{X \in {2} : {0} \ne {1}\}}) \le {3}",
)  # fmt: skip

for columns, point in ((n, "X"), (twice, "(X, Y)")):  # where the sizes are not letters of their own
    paper.notions.define(
        differ_on_at_most(f, h, U, num(0), Delta, columns), (f, h, U, Delta, d, n),
        f"μ({{{{{point} ∈ {{2}} : {{0}} ≠ {{1}}}}}}) ≤ {{3}}",
        rf"\mu(\{{{{{point} \in {{2}} : {{0}} \ne {{1}}\}}}}) \le {{3}}",
    )  # fmt: skip

near = for_all(
    lambda X: implies(member(U, X), entries(lambda r, c: absolute(h(X, r, c) - g1(X, r, c)) <= error, d, n)), MATRIX
)
OF_SET = {"wide": 1 <= d, "long": 1 <= n, "error_pos": 0 < error}
zero = num(0)


@paper.claim(
    given=[*OF_SET.values(), near, differ_on_at_most(f, g1, U, zero, Delta, m)],
    shows=differ_on_at_most(f, h, U, error, Delta, m),
)
def near_but_for_small_set(p: Proof) -> Fact:
    """Where h is not near f, f is not g."""
    p.given(**OF_SET, near=near)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    far, equal = excess(f, h, U, error)(X), excess(f, g1, U, zero)(X)
    F, G = marked(excess(f, g1, U, zero)), marked(excess(f, h, U, error))
    goal = G(X) <= F(X)
    inside, outside, above, below, same = assumed(p, 0 < U(X), U(X) <= 0, 0 < far, far <= 0, equal <= 0)
    values = [p.rule(None, "choice", t, inside) for t in (far, equal)]
    # where f = g, the distance to h is at most ε_0
    row = p.rule(None, "max_ge", greatest(f, g1, X), r, *ends[:2])
    entry = p.rule(None, "max_ge", row.concl.args[0], c, *ends[2:])
    close = p.use(None, p.use(None, "near", X, using=[inside]), r, c, using=ends)
    gap = f(X, r, c) - g1(X, r, c)
    up, down = (p.apply(None, "abs_ge", x=x) for x in (gap, -gap))
    none = p.have(None, gap <= 0, row, entry, values[1], same, up)
    level = p.rule(None, "antisymmetry", none, p.have(None, 0 <= gap, row, entry, values[1], same, down))
    old, new = f(X, r, c) - h(X, r, c), g1(X, r, c) - h(X, r, c)
    moved = p.both(None, absolute, p.have(None, eq(old, new), level))
    small = p.every(None, c, p.have(None, absolute(old) <= error, close, moved), *ends[2:])
    small = p.rule(None, "max_le", maximum(lambda c: absolute(f(X, r, c) - h(X, r, c)), 1, n), error, "long", small)
    small = p.rule(None, "max_le", greatest(f, h, X), error, "wide", p.every(None, r, small, *ends[:2]))
    never = p.rule(None, "absurd", p.have(None, FALSE, small, values[0], above), goal)
    # so the one set is part of the other
    other = p.rule(None, "assume", 0 < equal)
    shown = [p.rule(None, "choice", t, o) for t, o in ((F(X), other), (G(X), above), (G(X), below))]
    hidden = p.rule(None, "choice", F(X), same)
    sign = p.cases(None, equal, 0, p.have(None, 0 <= F(X), hidden), p.have(None, 0 <= F(X), shown[0]))
    in_U = p.cases(None, equal, 0, never, p.have(None, goal, shown[0]))
    not_in_U = p.have(None, FALSE, p.rule(None, "choice", far, outside), above)
    at_far = p.cases(None, U(X), 0, p.rule(None, "absurd", not_in_U, goal), in_U)
    each = p.cases(None, far, 0, p.have(None, goal, shown[2], sign), at_far)
    corner = fun(lambda r, c: zero, 2)
    step = p.every(None, X, p.have(None, G(X) <= 1 * F(X) + 0 * indicator(corner, corner, X, d, m), each))
    found = p.apply(
        None, "lebesgue_with_box", step, n=m, F=F, G=G, s=num(1), w=zero,
        E=Delta, L=corner, H=corner,
    )  # fmt: skip
    return p.restate("out", found, p.goal)


@paper.claim(given=[1 <= d, 1 <= n, 0 < Delta], shows=differ_on_at_most(g1, g1, U, zero, Delta, m))
def equal_to_itself(p: Proof) -> Fact:
    """It differs from itself nowhere: boxes of weight 0 cover that."""
    part, total = excess(g1, g1, U, zero)(X), marked(excess(g1, g1, U, zero))(X)
    p.given(r_low=1 <= r, r_high=r <= d)
    row = maximum(lambda c: absolute(g1(X, r, c) - g1(X, r, c)), 1, n)
    entry = p.every(None, c, p.have(None, absolute(g1(X, r, c) - g1(X, r, c)) <= 0))
    entry = p.rule(None, "max_le", row, zero, p.have(None, 1 <= n), entry)
    all_ = p.rule(None, "max_le", greatest(g1, g1, X), zero, p.have(None, 1 <= d), p.every(
        None, r, entry, "r_low", "r_high"))  # fmt: skip
    p.note("none", p.have(None, part <= 0, all_))
    (some,) = assumed(p, 0 < e)
    reached = p.exhibit(None, exists(lambda N: [0 <= N, total <= e + 0], "Z"), [0], p.have(None, total <= e, some))
    reached = p.rule(None, "generalise", X, p.every(None, e, reached, some))
    empty, weights = fun(lambda k, r, c: zero, 3), fun(lambda k: zero)
    return p.exhibit("out", p.goal, [empty, empty, weights], reached)


# --- Lusin's theorem --------------------------------------------------------------------------------------------------

OF_LUSIN = {
    "wide": 1 <= d, "rows": 1 <= m, "long": 1 <= n, "compact": compact(U, d, m),
    "integrable": in_closure(f, U, num(1), d, m, n), "Delta_pos": 0 < Delta,
}  # fmt: skip
equal_but_for = exists(
    lambda g: [continuous_on_set(g, U, d, m, n), differ_on_at_most(f, g, U, zero, Delta, m)], OPERATOR
)


@paper.claim(given=list(OF_LUSIN.values()), shows=equal_but_for)
def lusin(p: Proof) -> Fact:
    """Cited."""
    p.given(**OF_LUSIN)
    fact = p.rule(None, "cite", implies(*OF_LUSIN.values(), p.goal), LUSIN)
    for name in OF_LUSIN:
        fact = p.rule(None, "mp", fact, name)
    return p.note("out", fact)


def at_columns(columns: Term, domain: Term = U) -> tuple[list[Term], Term]:
    """Lusin's theorem for matrices of so many columns."""
    given = [substitute(x, {m: columns, U: domain}) for x in OF_LUSIN.values()]
    return given, substitute(equal_but_for, {m: columns, U: domain})


of_sequences, of_pairs = at_columns(n), at_columns(twice, product)


@paper.claim(given=of_sequences[0], shows=of_sequences[1])
def lusin_sequences(p: Proof) -> Fact:
    """For d × n matrices."""
    return p.apply("out", "lusin", m=n)


@paper.claim(given=of_pairs[0], shows=of_pairs[1])
def lusin_pairs(p: Proof) -> Fact:
    """For pairs of d × n matrices, side by side."""
    return p.apply("out", "lusin", m=twice, U=product)


# --- the network ------------------------------------------------------------------------------------------------------


def network_near(f: Term, U: Term, e: Term, Delta: Term) -> Term:
    """Some network is within e of f on U but for a set of measure Δ."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        found = computes(X, self_attention(X, H, d, N, s, weights, d))
        return [1 <= H, 1 <= N, 1 <= s, differ_on_at_most(f, found, U, e, Delta)]

    return exists(lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *SQUARE)


def network_near_pairs(f: Term, e: Term, Delta: Term) -> Term:
    """The same for cross-attention and f of [X, Y], X in U and Y in V."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        found = on_pairs(cross_at((H, d, N, s), weights))
        return [1 <= H, 1 <= N, 1 <= s, differ_on_at_most(f, found, product, e, Delta, twice)]

    return exists(lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *SQUARE)


paper.notions.define(
    network_near(f, U, error, Delta), (f, U, error, Delta, d, n),
    "μ({{X ∈ {1} : ‖{0} − Attn ∘ Linear‖_∞ > {2}}}) ≤ {3} for some Linear and Attn",
    r"\mu(\{{X \in {1} : \lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty > {2}\}}) \le {3} "
    r"\text{{ for some Linear, Attn}}",
)  # fmt: skip
of_pairs_near = (f, U, V_, error, Delta, d, n)
pairs_near = (
    "μ({{[X, Y] ∈ {1} × {2} : ‖{0} − Attn ∘ Linear‖_∞ > {3}}}) ≤ {4} for some Linear and Attn",
    r"\mu(\{{[X, Y] \in {1} \times {2} : \lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty "
    r"> {3}\}}) \le {4} \text{{ for some Linear, Attn}}",
)
paper.notions.define(network_near_pairs(f, error, Delta), of_pairs_near, *pairs_near)
OF_B25 = {
    **OF_SET, "compact": compact(U, d, n), "continuous": continuous_on_set(g1, U, d, n, n),
    "equal": differ_on_at_most(f, g1, U, zero, Delta),
}  # fmt: skip


@paper.claim(given=list(OF_B25.values()), shows=network_near(f, U, error, Delta))
def eq_B_25(p: Proof) -> Fact:
    """A network within ε_0 of g everywhere."""

    def with_network(*facts: Fact) -> Fact:
        H, N, s, *weights = of_square
        found = computes(X, self_attention(X, H, d, N, s, weights, d))
        held = p.apply(None, "near_but_for_small_set", facts[-1], h=found, m=n)
        return p.exhibit(None, p.goal, of_square, *facts[:-1], held)

    return p.obtain("out", p.apply(None, "theorem_4_1_square", f=g1, epsilon=error), of_square, with_network)


IS_B25 = {**{k: x for k, x in OF_B25.items() if k != "equal"}, "Delta_pos": 0 < Delta}


@paper.claim(given=list(IS_B25.values()), shows=network_near(g1, U, error, Delta))
def eq_B_25_printed(p: Proof) -> Fact:
    """Within ε_0 of g everywhere, so that the set is empty."""
    return p.apply("out", "eq_B_25", p.apply(None, "equal_to_itself", m=n), f=g1)


OF_B50 = {
    **OF_SET, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "continuous": continuous_on_product(g2, U, V_, d, n, n),
    "equal": differ_on_at_most(f, on_pairs(g2), product, zero, Delta, twice),
}  # fmt: skip


@paper.claim(given=list(OF_B50.values()), shows=network_near_pairs(f, error, Delta))
def eq_B_50(p: Proof) -> Fact:
    """A network within ε_0 of g everywhere."""

    def with_network(*facts: Fact) -> Fact:
        H, N, s, *weights = of_square
        found = on_pairs(cross_at((H, d, N, s), weights))
        (W_in,) = assumed(p, member(product, W))
        close = p.rule(None, "specialise", p.rule(None, "specialise", facts[-1], W), beyond(W))
        for held in parts_of(p, W_in):
            close = p.rule(None, "mp", close, held)
        close = p.every(None, W, close, W_in)
        held = p.apply(
            None, "near_but_for_small_set", close, h=found, m=twice, U=product, g_1=on_pairs(g2)
        )  # fmt: skip
        return p.exhibit(None, p.goal, of_square, *facts[:-1], held)

    return p.obtain("out", p.apply(None, "theorem_4_2_square", g=g2, epsilon=error), of_square, with_network)


IS_B50 = {**{k: x for k, x in OF_B50.items() if k != "equal"}, "Delta_pos": 0 < Delta}


@paper.claim(given=list(IS_B50.values()), shows=network_near_pairs(on_pairs(g2), error, Delta))
def eq_B_50_printed(p: Proof) -> Fact:
    """Within ε_0 of g everywhere, so that the set is empty."""
    return p.apply("out", "eq_B_50", p.apply(None, "equal_to_itself", m=twice, U=product), f=on_pairs(g2))


# --- the displays -----------------------------------------------------------------------------------------------------

other = Erratum(
    "typo", "It holds, since the set is empty by the inequality before it. Used is the same of f in place of g."
)
B_25: dict[str, Any] = {"printed": eq_B_25_printed, "steps": eq_B_25, "errata": other}
B_50: dict[str, Any] = {"printed": eq_B_50_printed, "steps": eq_B_50, "errata": other}
for section, numbers, exists_g, fields in (
    ("B.2", ("B.24", "B.25"), lusin_sequences, B_25),
    ("B.4", ("B.49", "B.50"), lusin_pairs, B_50),
):
    display(section, 3, "The measure of the set where f and some continuous g differ is at most Δ.", numbers[0],
            printed=exists_g)  # fmt: skip
    display(section, 6, "Where the network is not within ε_0 of g has measure at most Δ (ends of the chain); so of f.",
            numbers[1], **fields)  # fmt: skip
