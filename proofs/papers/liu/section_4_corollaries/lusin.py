"""Lusin's theorem in the proofs of Corollaries 4.1.1 and 4.2.1 (B.2, B.4): equality outside of a small set.

"μ(S) <= Δ" is defined by covers with countably many boxes (`proofs.theorems.integration.lebesgue`), so it is about
Lebesgue's outer measure. Lusin's theorem says that an integrable f is equal to a continuous g outside of a set of
measure Δ. It is proved (`proofs.theorems.integration.lusin`) up to two cited instances of the axiom of choice:
continuous functions that approximate f in the mean, and boxes that show it, are chosen for all k at once; and a
relation with one value for each matrix is a function. Without the former the theorem is false for this L_1. The
corollaries themselves do not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import V_, U, Y, f, g, self_attention
from proofs.papers.liu.section_4_corollaries.corollaries import (
    SQUARE,
    computes,
    cross_at,
    in_closure_of_pairs,
    of_square,
    on_all_pairs,
    on_pairs,
    product,
)
from proofs.papers.liu.vocabulary import Delta, X, c, d, n, paper
from proofs.theorems.analysis.compactness import (
    beside,
    compact,
    continuous_on_product,
    continuous_on_set,
    member,
    twice,
)
from proofs.theorems.analysis.continuity import assumed, entries, within
from proofs.theorems.integration import lusin
from proofs.theorems.integration.integrals import FAMILY, at
from proofs.theorems.integration.lebesgue import distance_on_at_most, in_closure
from proofs.theorems.integration.lusin import marked

CHOICE = "Zermelo 1904: the axiom of choice"
r, k, m = ints("r k m")
g1, h = functions("g_1 h", MATRIX + "ZZ")
(g2,) = functions("g_2", MATRIX + MATRIX + "ZZ")
W, X1, Y1 = vectors("W X_1 Y_1", 2)
error, e, delta, D, t = reals("epsilon_0 e delta D t")


def differ_on_at_most(f: Term, g: Term, U: Term, t: Term, Delta: Term, columns: Term = n) -> Term:
    """μ({X ∈ U : ‖f(X) − g(X)‖_∞ > t}) <= Δ; the matrices of U have so many columns, the values n."""
    return lusin.differ_on_at_most(f, g, U, t, Delta, d, columns, n)


def excess(f: Term, g: Term, U: Term, t: Term) -> Term:
    """X ↦ ‖f(X) − g(X)‖_∞ − t on U, 0 elsewhere."""
    return lusin.excess(f, g, U, t, d, n)


def greatest(f: Term, g: Term, X: Term) -> Term:
    """‖f(X) − g(X)‖_∞."""
    return lusin.greatest(f, g, X, d, n)


of_set = (f, h, U, error, Delta, d, n, m)
paper.notions.define(
    differ_on_at_most(f, h, U, error, Delta, m), of_set, "μ({{X ∈ {2} : ‖{0} − {1}‖_∞ > {3}}}) ≤ {4}",
    r"\mu(\{{X \in {2} : \lVert {0} - {1} \rVert_\infty > {3}\}}) \le {4}",
)  # fmt: skip

paper.notions.define(
    differ_on_at_most(f, h, U, num(0), Delta, m), (f, h, U, Delta, d, n, m), "μ({{X ∈ {2} : {0} ≠ {1}}}) ≤ {3}",
    r"\mu(\{{X \in {2} : {0} \ne {1}\}}) \le {3}",
)  # fmt: skip

paper.notions.define(  # where the sizes are not letters of their own
    differ_on_at_most(f, h, U, num(0), Delta), (f, h, U, Delta, d, n), "μ({{X ∈ {2} : {0} ≠ {1}}}) ≤ {3}",
    r"\mu(\{{X \in {2} : {0} \ne {1}\}}) \le {3}",
)  # fmt: skip


def pairs_differ_on_at_most(g: Term, h: Term, t: Term, Delta: Term) -> Term:
    """μ({[X, Y] ∈ U × V : ‖g(X, Y) − h(X, Y)‖_∞ > t}) <= Δ."""
    return differ_on_at_most(on_pairs(g), on_pairs(h), product, t, Delta, twice)


paper.notions.define(
    pairs_differ_on_at_most(g, g2, num(0), Delta), (g, g2, U, V_, Delta, d, n),
    "μ({{[X, Y] ∈ {2} × {3} : {0} ≠ {1}}}) ≤ {4}", r"\mu(\{{[X, Y] \in {2} \times {3} : {0} \ne {1}\}}) \le {4}",
)  # fmt: skip
near = for_all(
    lambda X: implies(member(U, X), entries(lambda r, c: abs(h(X, r, c) - g1(X, r, c)) <= error, d, n)), MATRIX
)
OF_SET = {"wide": 1 <= d, "long": 1 <= n, "error_pos": 0 < error}
zero = num(0)


@paper.claim(
    given=[1 <= d, 1 <= n, near, differ_on_at_most(f, g1, U, zero, Delta, m)],
    shows=differ_on_at_most(f, h, U, error, Delta, m),
)
def near_but_for_small_set(p: Proof) -> Fact:
    """Where h is not near f, f ≠ g."""
    p.given(wide=1 <= d, long=1 <= n, near=near)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    far, equal = excess(f, h, U, error)(X), excess(f, g1, U, zero)(X)
    F, G = marked(excess(f, g1, U, zero)), marked(excess(f, h, U, error))
    goal = G(X) <= F(X)
    inside, outside, above, below, same = assumed(p, 0 < U(X), U(X) <= 0, 0 < far, far <= 0, equal <= 0)
    values = [p.ite_eq(t, inside) for t in (far, equal)]
    # where f = g, the distance to h is at most ε_0
    row = p.max_ge(greatest(f, g1, X), r, *ends[:2])
    entry = p.max_ge(row.concl.args[0], c, *ends[2:])
    close = p.specialize(p.specialize("near", X, using=[inside]), r, c, using=ends)
    gap = f(X, r, c) - g1(X, r, c)
    up, down = (p.apply("abs_ge", x=x) for x in (gap, -gap))
    none = p.have(gap <= 0, row, entry, values[1], same, up)
    level = p.antisymmetry(none, p.have(0 <= gap, row, entry, values[1], same, down))
    old, new = f(X, r, c) - h(X, r, c), g1(X, r, c) - h(X, r, c)
    moved = p.congr(abs, p.have(Eq(old, new), level))
    small = p.generalize(c, p.have(abs(old) <= error, close, moved))
    small = p.max_le(Max(lambda c: abs(f(X, r, c) - h(X, r, c)), 1, n), error, "long", small)
    small = p.max_le(greatest(f, h, X), error, "wide", p.generalize(r, small))
    never = p.absurd(p.have(FALSE, small, values[0], above), goal)
    # so the one set is part of the other
    other = p.assume(0 < equal)
    shown = [p.ite_eq(t, o) for t, o in ((F(X), other), (G(X), above), (G(X), below))]
    hidden = p.ite_eq(F(X), same)
    sign = p.cases(equal, 0, p.have(0 <= F(X), hidden), p.have(0 <= F(X), shown[0]))
    in_U = p.cases(equal, 0, never, p.have(goal, shown[0]))
    not_in_U = p.have(FALSE, p.ite_eq(far, outside), above)
    at_far = p.cases(U(X), 0, p.absurd(not_in_U, goal), in_U)
    each = p.cases(far, 0, p.have(goal, shown[2], sign), at_far)
    found = p.apply("integral_mono", each, n=m, F=G, G=F, E_1=Delta, E=Delta)
    return p.change(found, p.goal)


@paper.claim(given=[1 <= d, 1 <= n, 0 <= Delta], shows=differ_on_at_most(g1, g1, U, zero, Delta, m))
def equal_to_itself(p: Proof) -> Fact:
    """It differs from itself nowhere, and the empty set has measure 0."""
    part, total = excess(g1, g1, U, zero)(X), marked(excess(g1, g1, U, zero))(X)
    row = Max(lambda c: abs(g1(X, r, c) - g1(X, r, c)), 1, n)
    entry = p.have(abs(g1(X, r, c) - g1(X, r, c)) <= 0)
    entry = p.max_le(row, zero, p.have(1 <= n), entry)
    all_ = p.max_le(greatest(g1, g1, X), zero, p.have(1 <= d), p.generalize(
        r, entry, 1 <= r, r <= d))  # fmt: skip
    p.note("none", p.have(part <= 0, all_))
    nothing = p.have(total <= 0, p.ite_eq(total, "none"))
    out = p.apply("integral_mono", nothing, F=marked(excess(g1, g1, U, zero)), G=at(lambda X: zero),
                  E_1=zero, E=Delta, n=m)  # fmt: skip
    return p.change(out, p.goal)


# --- Lusin's theorem --------------------------------------------------------------------------------------------------

OF_LUSIN = {
    "wide": 1 <= d, "rows": 1 <= m, "long": 1 <= n, "compact": compact(U, d, m),
    "integrable": in_closure(f, U, num(1), d, m, n), "Delta_pos": 0 < Delta,
}  # fmt: skip
equal_but_for = exists(
    lambda g: [continuous_on_set(g, U, d, m, n), differ_on_at_most(f, g, U, zero, Delta, m)], OPERATOR
)
SIZES = {lusin.n: m, lusin.N: n}
families = lusin.G, lusin.lo, lusin.hi, lusin.b
boxes = [variable(f"{x}_1", sort) for x, sort in (("lo", FAMILY), ("hi", FAMILY), ("b", VECTOR))]


def near_f(k: Term) -> Term:
    """Some continuous function is near f in the mean, as some boxes show."""
    return exists(
        lambda g, lo, hi, b: [substitute(x, SIZES) for x in lusin.approximates(g, lo, hi, b, k)],
        OPERATOR, FAMILY, FAMILY, VECTOR,
    )  # fmt: skip


each_near = every(near_f, 1)
sequence = exists(lambda G, lo, hi, b: [substitute(lusin.sequence(G, lo, hi, b), SIZES)], *(x.sort for x in families))
each_limit = substitute(for_all(lambda X: exists(lambda A: [lusin.limit(A, X)], MATRIX), MATRIX), SIZES)
limit = exists(lambda g: [substitute(lusin.is_limit(g), SIZES)], OPERATOR)


def by_choice(p: Proof, each: Term) -> Fact:
    """Cited."""
    fact = p.rule("cite", implies(each, p.goal), CHOICE)
    return p.mp(fact, p.assume(each), label="out")


@paper.claim(given=[each_near], shows=sequence)
def sequence_chosen(p: Proof) -> Fact:
    """The axiom of choice, for k = 1, 2, …."""
    return by_choice(p, each_near)


@paper.claim(given=[each_limit], shows=limit)
def limit_chosen(p: Proof) -> Fact:
    """The axiom of choice, for all matrices X, each with one limit."""
    return by_choice(p, each_limit)


@paper.claim(given=OF_LUSIN, shows=each_near)
def continuous_near(p: Proof) -> Fact:
    """Δ c_k² is positive."""
    p.given(k_low=1 <= k)
    rate, goal = p.apply("rate_pos"), near_f(k)
    bound = Delta * lusin.rate(k) * lusin.rate(k)
    pos = p.have(0 < bound, ("Delta_pos", p.have(0 < lusin.rate(k) * lusin.rate(k), (rate, rate))))
    half_pos = p.have(0 < bound / 2, pos)
    less = p.have(exp(num(1) * log(bound / 2)) < bound, p.exp_log(half_pos), pos)
    continuous, near = p.obtain(p.specialize("integrable", bound / 2, using=[half_pos]), g1)
    shown = lambda *of: p.exists_intro(goal, [g1, *boxes], continuous, *of)  # noqa: E731
    return p.exists_elim(p.specialize(near, bound, using=[less]), boxes, shown, goal)


@paper.claim(given=OF_LUSIN, shows=equal_but_for)
def lusin_theorem(p: Proof) -> Fact:
    """Take the limit of functions that approximate f in the mean, with large differences clipped."""
    chosen = p.apply("sequence_chosen", p.apply("continuous_near"))

    (held,) = p.obtain(chosen, *families)

    values = p.apply("values_exist", N=n)
    (is_limit,) = p.obtain(p.apply("limit_chosen", values), g1)
    sizes = {"n": m, "N": n}
    each = p.apply("sequence_continuous", held, **sizes)
    continuous = p.apply("limit_continuous", each, is_limit, g=g1, **sizes)
    small = p.apply("limit_differs", held, is_limit, g=g1, **sizes)
    return p.exists_intro(p.goal, [g1], continuous, small)


OF_SEQUENCES = {x: substitute(y, {m: n}) for x, y in OF_LUSIN.items() if x != "rows"}


@paper.claim(given=list(OF_SEQUENCES.values()), shows=substitute(equal_but_for, {m: n}))
def lusin_sequences(p: Proof) -> Fact:
    """Apply this to d × n matrices."""
    return p.apply("lusin_theorem", m=n)


# --- for functions of two matrices ------------------------------------------------------------------------------------

OF_PAIRS = {
    "wide": 1 <= d, "long": 1 <= n, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "integrable": in_closure_of_pairs(g, num(1)), "Delta_pos": 0 < Delta,
}  # fmt: skip
equal_pairs = exists(
    lambda h: [continuous_on_product(h, U, V_, d, n, n), pairs_differ_on_at_most(g, h, zero, Delta)], g2.sort
)
at_joined = mapping(lambda X, Y, r, c: g1(beside(X, Y), r, c), MATRIX, MATRIX, "Z", "Z")
JOINED = {
    "n": 0 <= n, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "continuous": continuous_on_set(g1, product, d, twice, n),
}  # fmt: skip


@paper.claim(given=JOINED, shows=continuous_on_product(at_joined, U, V_, d, n, n))
def joined_continuous(p: Proof) -> Fact:
    """Nearby matrices, placed side by side, are near."""
    X_in, Y_in, e_pos, X1_in, Y1_in = assumed(p, member(U, X), member(V_, Y), 0 < e, member(U, X1), member(V_, Y1))
    close = assumed(p, within(X, X1, delta, d, n), within(Y, Y1, delta, d, n))
    goal = said_at(p.goal, X, Y, e)

    def with_sets(*closed: Fact) -> Fact:
        here, there = (
            p.apply("joined_in_product", *closed, *held, **{"V": V_, "X": A, "X_1": B})
            for held, A, B in (((X_in, Y_in), X, Y), ((X1_in, Y1_in), X1, Y1))
        )
        at = p.specialize("continuous", beside(X, Y), e, using=[here, e_pos])
        pos, steady = p.obtain(at, delta)
        near = p.apply("joined_near", *close, **{"X": X, "X_1": Y, "Y": X1, "Y_1": Y1})
        less = p.specialize(steady, beside(X1, Y1), using=[there, near])
        each = p.discharge(less, X1_in.concl, Y1_in.concl, *(x.concl for x in close))
        return p.change(p.exists_intro(goal, [delta], pos, each), goal)

    def with_U(_: Fact, closed: Fact, __: Fact) -> Fact:
        _, other, __ = p.obtain("compact_V", D)
        return with_sets(closed, other)

    return p.discharge(p.exists_elim("compact_U", [D], with_U, goal), X_in.concl, Y_in.concl, e_pos.concl)


@paper.claim(given=OF_PAIRS, shows=equal_pairs)
def lusin_pairs(p: Proof) -> Fact:
    """Apply this to the function of [X, Y], a d × 2n matrix."""
    some = exists(lambda h: [continuous_on_set(h, product, d, twice, n), distance_on_at_most(
        on_pairs(g), h, product, num(1), e, d, twice, n)], OPERATOR)  # fmt: skip

    def with_pair(continuous: Fact, near: Fact) -> Fact:
        whole = p.apply("product_continuous", continuous, g=g2, N=n)
        return p.exists_intro(some, [on_pairs(g2)], whole, near)

    found = p.exists_elim(p.specialize("integrable", e, using=[p.assume(0 < e)]), [g2], with_pair, some)
    found = p.apply("lusin_theorem", found, m=twice, U=product, f=on_pairs(g))

    continuous, small = p.obtain(found, g1)
    h_ = on_pairs(at_joined)
    differ = p.apply("near_but_for_small_set", small, f=on_pairs(g), h=h_, m=twice, U=product,
                     epsilon_0=zero)  # fmt: skip
    return p.exists_intro(p.goal, [at_joined], p.apply("joined_continuous", continuous), differ)


# --- the network ------------------------------------------------------------------------------------------------------


def some_network(of: Callable[[Term], Sequence[Term]], found: Callable[..., Term]) -> Term:
    """The statement `of` holds for the function that some network computes."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        return [1 <= H, 1 <= N, 1 <= s, *of(found(H, N, s, weights))]

    return exists(lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O), *SQUARE)


def computed(H: Term, N: Term, s: Term, weights: Sequence[Term]) -> Term:
    """X ↦ Attn(Linear(X))."""
    return computes(X, self_attention(X, H, d, N, s, weights, d))


def computed_of_pairs(H: Term, N: Term, s: Term, weights: Sequence[Term]) -> Term:
    """The same by cross-attention."""
    return cross_at((H, d, N, s), weights)


def network_near(f: Term, U: Term, e: Term, Delta: Term) -> Term:
    """Some network is within e of f on U outside of a set of measure Δ."""
    return some_network(lambda found: [differ_on_at_most(f, found, U, e, Delta)], computed)


def network_near_pairs(g: Term, e: Term, Delta: Term) -> Term:
    """The same for cross-attention and g(X, Y), X in U and Y in V."""
    return some_network(lambda found: [pairs_differ_on_at_most(g, found, e, Delta)], computed_of_pairs)


def links(first: Callable[[Term], Term], second: Callable[[Term], Term]) -> list[Term]:
    """Every bound of the second measure bounds the first one, and Δ bounds the second one."""
    return [for_all(lambda t: implies(0 <= t, second(t), first(t)), "R"), second(Delta)]


def network_chain(f: Term, g: Term, U: Term, e: Term) -> Term:
    """(B.25): the set where some network is not within e of g has at most the measure of {f ≠ g}, so at most Δ."""
    return some_network(
        lambda found: links(
            lambda t: differ_on_at_most(g, found, U, e, t), lambda t: differ_on_at_most(f, g, U, zero, t)
        ),
        computed,
    )


def network_chain_of_pairs(f: Term, g: Term, e: Term) -> Term:
    """(B.50): the same for cross-attention."""
    return some_network(
        lambda found: links(
            lambda t: pairs_differ_on_at_most(g, found, e, t), lambda t: pairs_differ_on_at_most(f, g, zero, t)
        ),
        computed_of_pairs,
    )


paper.notions.define(
    network_near(f, U, error, Delta), (f, U, error, Delta, d, n),
    "μ({{X ∈ {1} : ‖{0} − Attn ∘ Linear‖_∞ > {2}}}) ≤ {3} for some Linear and Attn",
    r"\mu(\{{X \in {1} : \lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty > {2}\}}) \le {3} "
    r"\text{{ for some Linear, Attn}}",
)  # fmt: skip
of_pairs_near = (g, U, V_, error, Delta, d, n)
pairs_near = (
    "μ({{[X, Y] ∈ {1} × {2} : ‖{0} − Attn ∘ Linear‖_∞ > {3}}}) ≤ {4} for some Linear and Attn",
    r"\mu(\{{[X, Y] \in {1} \times {2} : \lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty "
    r"> {3}\}}) \le {4} \text{{ for some Linear, Attn}}",
)
paper.notions.define(network_near_pairs(g, error, Delta), of_pairs_near, *pairs_near)
paper.notions.define(
    network_chain(f, g1, U, error), (f, g1, U, error, Delta, d, n),
    "μ({{X ∈ {2} : ‖{1} − Attn ∘ Linear‖_∞ > {3}}}) ≤ μ({{X ∈ {2} : {0} ≠ {1}}}) ≤ {4} for some Linear and Attn",
    r"\mu(\{{X \in {2} : \lVert {1} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty > {3}\}}) \le "
    r"\mu(\{{X \in {2} : {0} \ne {1}\}}) \le {4} \text{{ for some Linear, Attn}}",
)  # fmt: skip
paper.notions.define(
    network_chain_of_pairs(g, g2, error), (g, g2, U, V_, error, Delta, d, n),
    "μ({{[X, Y] ∈ {2} × {3} : ‖{1} − Attn ∘ Linear‖_∞ > {4}}}) ≤ μ({{[X, Y] ∈ {2} × {3} : {0} ≠ {1}}}) ≤ {5} for "
    "some Linear and Attn",
    r"\mu(\{{[X, Y] \in {2} \times {3} : \lVert {1} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty > {4}\}}) "
    r"\le \mu(\{{[X, Y] \in {2} \times {3} : {0} \ne {1}\}}) \le {5} \text{{ for some Linear, Attn}}",
)  # fmt: skip
OF_B25 = {
    **OF_SET, "compact": compact(U, d, n), "continuous": continuous_on_set(g1, U, d, n, n),
    "equal": differ_on_at_most(f, g1, U, zero, Delta),
}  # fmt: skip


of_H, of_N, of_s, *of_weights = of_square
AT_SQUARE, AT_PAIRS = (found(of_H, of_N, of_s, of_weights) for found in (computed, computed_of_pairs))


@paper.claim(given=list(OF_B25.values()), shows=network_near(f, U, error, Delta))
def eq_B_25(p: Proof) -> Fact:
    """Take a network within ε_0 of g everywhere."""

    facts = p.obtain(p.apply("theorem_4_1_square", f=g1, epsilon=error), *of_square)
    held = p.apply("near_but_for_small_set", facts[-1], h=AT_SQUARE, m=n)
    return p.exists_intro(p.goal, of_square, *facts[:-1], held)


@paper.claim(given=OF_B25, shows=network_chain(f, g1, U, error))
def eq_B_25_printed(p: Proof) -> Fact:
    """Take a network within ε_0 of g everywhere: the first set is empty."""

    facts = p.obtain(p.apply("theorem_4_1_square", f=g1, epsilon=error), *of_square)
    low = p.assume(0 <= t)
    none = p.apply("equal_to_itself", low, m=n, Delta=t)
    empty = p.apply("near_but_for_small_set", facts[-1], none, h=AT_SQUARE, m=n, f=g1, Delta=t)
    return p.exists_intro(p.goal, of_square, *facts[:-1], empty)


OF_B50 = {
    **OF_SET, "compact_U": compact(U, d, n), "compact_V": compact(V_, d, n),
    "continuous": continuous_on_product(g2, U, V_, d, n, n),
    "equal": pairs_differ_on_at_most(g, g2, zero, Delta),
}  # fmt: skip


OF_PRODUCT = {"m": twice, "U": product, "g_1": on_pairs(g2), "h": on_pairs(AT_PAIRS)}


@paper.claim(given=list(OF_B50.values()), shows=network_near_pairs(g, error, Delta))
def eq_B_50(p: Proof) -> Fact:
    """Take a network within ε_0 of g everywhere."""

    facts = p.obtain(p.apply("theorem_4_2_square", g=g2, epsilon=error), *of_square)
    close = on_all_pairs(p, facts[-1])
    held = p.apply("near_but_for_small_set", close, f=on_pairs(g), **OF_PRODUCT)
    return p.exists_intro(p.goal, of_square, *facts[:-1], held)


@paper.claim(given=OF_B50, shows=network_chain_of_pairs(g, g2, error))
def eq_B_50_printed(p: Proof) -> Fact:
    """Take a network within ε_0 of g everywhere: the first set is empty."""

    facts = p.obtain(p.apply("theorem_4_2_square", g=g2, epsilon=error), *of_square)
    low = p.assume(0 <= t)
    none = p.apply("equal_to_itself", low, m=twice, U=product, g_1=on_pairs(g2), Delta=t)
    close = on_all_pairs(p, facts[-1])
    empty = p.apply("near_but_for_small_set", close, none, f=on_pairs(g2), Delta=t, **OF_PRODUCT)
    return p.exists_intro(p.goal, of_square, *facts[:-1], empty)
