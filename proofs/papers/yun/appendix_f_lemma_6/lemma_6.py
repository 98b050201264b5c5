"""Lemma 6 on bounded domains: every modified Transformer is approximated by a Transformer of T^(2,1,4), for all sizes.

Block by block, a modified Transformer has continuous, permutation equivariant functions that at every single sequence
are in the end equal to it (`continuous_blocks`). By bounded convergence (`proofs.theorems.analysis.convergence`) they
are in the end near to it in the mean, and one of them is near to a Transformer by Theorem 2. So no measure of a layer's
error is needed, which behind the quantiser would be of no use: all sequences lie on jumps of later layers there.
"""

from __future__ import annotations

from proofs.builder.finite_choice import chosen_entries
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import (
    ACTIVATIONS,
    MORE,
    WEIGHTS,
    g,
    in_T_bar,
    in_T_bar_2_1_1,
    modified_block,
)
from proofs.papers.yun.appendix_f_lemma_6.continuous_blocks import (
    SIZES,
    U,
    after,
    continuous_block,
    entries_tend,
    psi,
    value,
)
from proofs.papers.yun.section_2_transformers.transformer_class import STATE, entry, in_T_2_1_4, k_in, of_layer, t_in
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.analysis.compactness import compact, cube_set, greatest_entry
from proofs.theorems.analysis.continuity import continuous_on_cube, cube, in_cube, steady, within
from proofs.theorems.analysis.convergence import all_small, at_index, nearer
from proofs.theorems.analysis.eventual_equality import (
    FAMILY,
    Limit,
    apart_at_most,
    bounded,
    in_the_end,
    lipschitz,
    rewritten,
    tends,
)
from proofs.theorems.integration.grid_errors import over
from proofs.theorems.integration.integrals import at, cost, distance_below, share, size_to_the
from proofs.theorems.integration.lebesgue import distance_on_at_most, on_set
from proofs.theorems.networks.cube_restriction import on_cube
from proofs.theorems.networks.permutations import equivariant, permutation, permuted

j, t, k, l, K = ints("j t k l K")
(X,) = vectors("X", 2)
(tau,) = sequences("tau")
S = variable("S", STATE)
phis = variable("phi", ACTIVATIONS)
FAMILIES = tuple(variable(w.args[0], sort) for w, sort in zip(WEIGHTS, MORE, strict=True))


def approached(U: Term, V: Term) -> list[Term]:
    """U_j → V in every entry, and every U_j is permutation equivariant."""
    return [entries_tend(U, V), for_all(lambda j: equivariant(at_index(U, j), d, n), "Z")]


MEMBER = {**SIZES, "member": in_T_bar(g)}


@paper.claim(MEMBER, shows=exists(lambda U: approached(U, g), STATE))
def modified_approached(p: Proof) -> Fact:
    """By induction on the number of blocks."""
    p.given(**t_in, **k_in, l_low=0 <= l)
    order = [p.assume(y) for y in permutation(tau, n)]

    def for_permutations(fact: Fact) -> Fact:
        """Prove it for all j, X and τ, from the fact at (t, k)."""
        return p.discharge(over(p, fact), *(y.concl for y in order))

    def renamed(U: Term, V: Term, held: Fact, V2: Term, same: Fact) -> Fact:
        """Prove U_j → V' in every entry, as V = V' there."""
        near, exact = (lambda j, X: U(j, X, t, k)), (lambda X: V(X, t, k))
        own = rewritten(p, Limit(near, exact, entry(p, held)), lambda X: V2(X, t, k), same)
        return own.fact

    K_low, acting, start, step, end = p.obtain("member", K, *FAMILIES, phis, S)
    state = lambda l: mapping(lambda X, t, k: S(l, X, t, k), MATRIX, "Z", "Z")  # noqa: E731
    claim = lambda l: implies(l <= K, exists(lambda U: approached(U, state(l)), STATE))  # noqa: E731
    # no block
    still = mapping(lambda j, X, t, k: S(num(0), X, t, k), "Z", MATRIX, "Z", "Z")
    here = p.specialize(start, X)
    at_start = p.have(Eq(X(t, k), S(num(0), X, t, k)), entry(p, here))
    as_function = p.rule("generalize", j, p.rule("generalize", X, at_start))
    plain = mapping(lambda X, t, k: X(t, k), MATRIX, "Z", "Z")
    template = hole(lambda w: tends(w, mapping(lambda X: X(t, k), MATRIX)), FAMILY)
    first = p.replace(as_function, template, p.apply("entry_tends", r=t, s=k))
    first = renamed(still, plain, over(p, first), state(num(0)), at_start)
    spot = [p.specialize(y, k) for y in order[:2]]
    moved = p.specialize(here, t, tau(k), using=spot)
    there = entry(p, p.specialize(start, permuted(X, tau)))
    turned = p.have(Eq(S(num(0), permuted(X, tau), t, k), S(num(0), X, t, tau(k))), there, moved)
    base = p.exists_intro(claim(num(0)).args[1], [still], first, for_permutations(turned))
    base = p.discharge(base, num(0) <= K)
    # one more
    so_far, room = p.assume(claim(l)), p.assume(l + 1 <= K)
    now = p.mp(so_far, p.have(l <= K, room))
    layer = [*of_layer(FAMILIES[:8], l), fun(lambda *index: FAMILIES[8](l, *index), 2)]
    act = mapping(lambda x: phis(l, x), "R")
    named = {w.args[0]: f for w, f in zip(WEIGHTS, layer, strict=True)}
    goal = claim(l + 1).args[1]

    def with_family(held: Fact, turned: Fact) -> Fact:

        found = p.apply("activation_exists", p.specialize(acting, l, using=[room]))
        (acts_,) = p.obtain(found, psi)
        after_ = mapping(
            lambda j, X, t, k: substitute(
                continuous_block(WEIGHTS, psi, j, after(U, j, X))(t, k), dict(zip(WEIGHTS, layer, strict=True))
            ), "Z", MATRIX, "Z", "Z",
        )  # fmt: skip
        new = mapping(lambda X, t, k: modified_block(layer, act, value(state(l), X))(t, k), MATRIX, "Z", "Z")
        tending = p.apply("block_tends", acts_, held, phi=act, V=state(l), **named)
        at_l = p.specialize(step, l, using=[room])
        same = entry(p, p.specialize(at_l, X))
        tending = renamed(after_, new, tending, state(l + 1), same)
        law = p.rule("specialize", p.rule("specialize", p.specialize(turned, j), X), tau)
        for y in order:
            law = p.mp(law, y)
        by = {"Y'": after(U, j, permuted(X, tau)), "Y": after(U, j, X)}
        moved = p.apply("block_moved", *order, law, **by, **named)
        return p.exists_intro(goal, [after_], tending, for_permutations(entry(p, moved)))

    next_ = p.discharge(p.exists_elim(now, [U], with_family, goal), room.concl)
    all_ = p.induct(claim, 0, l, base, next_)
    last = p.specialize(all_, K, using=[K_low])

    held, turned = p.obtain(last, U)
    same = p.have(Eq(S(K, X, t, k), g(X, t, k)), entry(p, p.specialize(end, X)))
    return p.exists_intro(p.goal, [U], renamed(U, state(K), held, g, same), turned)


# --- the functions are continuous, and bounded ------------------------------------------------------------------------

D, C, L, e, delta, eps, power_p, E2 = reals("D C L e delta epsilon p E'")
Y, bound = vectors("Y M", 2)
(V,) = functions("V", MATRIX + "ZZ")
TENDING = {"d_low": 1 <= d, "n_low": 1 <= n, "held": entries_tend(U, V)}


def part_at_entry(p: Proof, held: Fact, which: int, goal: Term) -> Fact:
    """Return one part of the claim at the entry (t, k)."""
    return p.change(p.exists_elim(entry(p, held), [], lambda *parts: parts[which], goal), goal)


def largest(p: Proof) -> tuple[Term, Fact]:
    """Return Σ_tk |M_tk|, and the fact that M_tk is at most this, for the entry (t, k) in range."""
    sizes = fun(lambda t, k: abs(bound(t, k)), 2)
    one = p.apply("sum_member", f=fun(lambda k: sizes(t, k)), lo=1, hi=n, m=k)
    sums = fun(lambda t: Sum(lambda k: sizes(t, k), 1, n))
    two = p.apply("sum_member", f=sums, lo=1, hi=d, m=t)
    total = Sum(sums, 1, d)
    return total, p.have(bound(t, k) <= total, one, two)


def steep(t: Term, k: Term, L: Term) -> Term:
    """U_j satisfies Lipschitz's condition with L at (t, k)."""
    return for_all(
        lambda X, Y, e: implies(
            in_cube(X, D, d, n), in_cube(Y, D, d, n), apart_at_most(X, Y, e),
            abs(U(j, X, t, k) - U(j, Y, t, k)) <= L * e,
        ), MATRIX, MATRIX, "R",
    )  # fmt: skip


@paper.claim([*TENDING.values(), 1 <= j], shows=continuous_on_cube(at_index(U, j), D, d, n))
def family_continuous(p: Proof) -> Fact:
    """By Lipschitz's condition for all entries."""
    p.given(**TENDING, **t_in, **k_in)
    lows = p.have(0 <= d), p.have(0 <= n)
    own = mapping(lambda j, X: U(j, X, t, k), "Z", MATRIX)
    law = p.specialize(part_at_entry(p, p.get("held"), 0, lipschitz(own)), j, D)
    goal = exists(lambda L: steep(t, k, L), "R")
    low, held = p.obtain(law, L)
    each = p.exists_intro(goal, [L], held)
    chosen = chosen_entries(p, steep, d, n, over(p, each), *lows)
    X_in, Y_in, e_pos = (p.assume(f) for f in (in_cube(X, D, d, n), in_cube(Y, D, d, n), 0 < e))
    f = at_index(U, j)
    steady_ = lambda y: steady(f, X, e, y, cube(D, d, n), d, n)  # noqa: E731
    there = exists(lambda delta: [0 < delta, steady_(delta)], "R")

    (law,) = p.obtain(chosen, bound)
    slope, less = largest(p)
    low = _sum_low(p)
    more = p.have(0 < slope + 1, low)
    inverse = p.apply("inv_pos", more)
    step = e / (slope + 1)
    pos = p.have(0 < step, (e_pos, inverse))
    close = over(p, p.have(abs(X(t, k) - Y(t, k)) <= step, entry(p, p.assume(within(X, Y, step, d, n)))))
    here = entry(p, law)
    for z in (X, Y, step):
        here = p.rule("specialize", here, z)
    for side in (X_in, Y_in, close):
        here = p.mp(here, side)
    out = p.have(abs(f(X, t, k) - f(Y, t, k)) < e, here, (less, pos), more, pos)
    return p.exists_intro(there, [step], pos, out)


def _sum_low(p: Proof) -> Fact:
    """0 <= Σ_tk |M_tk|."""
    sums = fun(lambda t: Sum(lambda k: abs(bound(t, k)), 1, n))
    return p.apply("sum_nonneg", f=sums, lo=1, hi=d)


def small(t: Term, k: Term, C: Term) -> Term:
    """C bounds all U_j on the cube, at (t, k)."""
    return every(lambda j: for_all(lambda X: implies(in_cube(X, D, d, n), abs(U(j, X, t, k)) <= C), MATRIX), 1)


@paper.claim(TENDING, shows=exists(lambda C: all_small(U, C), "R"))
def family_bounded(p: Proof) -> Fact:
    """Take the sum of the bounds for the entries."""
    p.given(**t_in, **k_in)
    lows = p.have(0 <= d), p.have(0 <= n)
    own = mapping(lambda j, X: U(j, X, t, k), "Z", MATRIX)
    law = p.specialize(part_at_entry(p, p.get("held"), 1, bounded(own)), D)
    goal = exists(lambda C: small(t, k, C), "R")
    _low, held = p.obtain(law, C)
    each = p.change(p.exists_intro(goal, [C], held), goal)
    chosen = chosen_entries(p, small, d, n, over(p, each), *lows)
    j_low, X_in = (p.assume(f) for f in (1 <= j, in_cube(X, D, d, n)))

    (law,) = p.obtain(chosen, bound)
    top, less = largest(p)
    here = p.specialize(p.specialize(entry(p, law), j, using=[j_low]), X, using=[X_in])
    size = p.have(abs(U(j, X, t, k)) <= top, here, less)
    return p.exists_intro(p.goal, [top], size)


# --- in the mean ------------------------------------------------------------------------------------------------------

(J,) = ints("J")
CUBE = cube_set(D, d, n)
some_near = exists(lambda j: [1 <= j, distance_on_at_most(V, at_index(U, j), CUBE, power_p, eps, d, n, n)], "Z")


@paper.claim([*TENDING.values(), 1 <= power_p, 0 < eps, 0 < D], shows=some_near)
def family_near(p: Proof) -> Fact:
    """Functions that are eventually equal are eventually near."""
    p.given(**TENDING, **t_in, **k_in)
    continuous = p.apply("family_continuous", p.assume(1 <= j))
    e_pos = p.assume(0 < e)
    own, limit = mapping(lambda j, X: U(j, X, t, k), "Z", MATRIX), mapping(lambda X: V(X, t, k), MATRIX)
    end = p.specialize(part_at_entry(p, p.get("held"), 2, in_the_end(own, limit)), X)
    goal = nearer(U, V, X, e, t, k)

    def with_J(low: Fact, law: Fact) -> Fact:
        equal = p.specialize(law, j, using=[p.assume(J <= j)])
        gap = U(j, X, t, k) - V(X, t, k)
        return p.exists_intro(goal, [J], low, p.have(Eq(gap, 0), equal), e_pos)

    near = p.exists_elim(end, [J], with_J, goal)

    some = p.apply("family_bounded")
    (bound,) = p.obtain(some, C)
    return p.apply("bounded_convergence", continuous, bound, near)


# --- the lemma --------------------------------------------------------------------------------------------------------

f, net = functions("f g", MATRIX + "ZZ")
half = eps / 2
SHARE = share(half, half + half, power_p)
target = on_cube(f)
NEAR = {
    "d_low": 1 <= d, "n_low": 1 <= n, "large": 1 <= power_p, "eps_pos": 0 < eps,
    "one": distance_on_at_most(V, f, CUBE, power_p, half, d, n, n),
    "two": distance_below(target, net, power_p, half, d, n),
}  # fmt: skip


@paper.claim(NEAR, shows=distance_on_at_most(V, net, CUBE, power_p, eps, d, n, n))
def near_by_way_of(p: Proof) -> Fact:
    """ε/2 from f, and ε/2 from the function that is f on the cube and 0 elsewhere."""
    low = p.have(0 <= SHARE, p.have(0 < SHARE, degree=1))
    costs = {pair: cost(*pair, power_p, d, n) for pair in ((V, f), (f, net), (V, net), (target, net))}
    first, last = on_set(costs[V, f], CUBE), on_set(costs[V, net], CUBE)
    scaled, rest = at(lambda X: SHARE * first(X)), at(lambda X: SHARE * costs[target, net](X))
    both = at(lambda X: scaled(X) + rest(X))
    # the integrand
    inside, outside = (p.assume(y) for y in (0 < CUBE(X), CUBE(X) <= 0))
    X_in = p.specialize(p.apply("cube_in_cube", p.have(D <= D)), X, using=[inside])
    gaps = f(X, t, k) - net(X, t, k), target(X, t, k) - net(X, t, k)
    moved = p.congr(lambda x: size_to_the(x, power_p), p.have(Eq(*gaps), "on_cube_inside", X_in))
    pairs = (f, net), (target, net)
    rows = [fun(lambda t, k, a=a, b=b: size_to_the(a(X, t, k) - b(X, t, k), power_p), 2) for a, b in pairs]
    row = p.apply("sum_eq", moved, f=fun(lambda k: rows[0](t, k)), g=fun(lambda k: rows[1](t, k)), lo=1, hi=n)
    sums = [fun(lambda t, y=y: Sum(lambda k: y(t, k), 1, n)) for y in rows]
    total = p.apply("sum_eq", row, f=sums[0], g=sums[1], lo=1, hi=d)
    halves = p.apply("cost_by_halves", f=V, g=f, h=net, N=n)
    chosen = [p.ite_eq(x(X), inside) for x in (first, last)]
    goal = last(X) <= both(X)
    here = p.have(goal, halves, *((z, SHARE) for z in (chosen[0], total)), chosen[1])
    none = [p.ite_eq(x(X), outside) for x in (first, last)]
    sign = p.apply("cost_nonneg", f=target)
    elsewhere = p.have(goal, none[1], (none[0], SHARE), (low, sign))
    below = p.cases(CUBE(X), 0, elsewhere, here)
    # its integral
    level = exp(power_p * log(half))
    one = p.apply("integral_scale", low, F=first, E=level)
    held, less = p.obtain("two", E2)
    two = p.apply("integral_scale", held, low, F=costs[target, net], E=E2)
    sum_ = p.apply("integral_add", one, two, F=scaled, G=rest, E_1=SHARE * level, E_2=SHARE * E2)
    top = exp(power_p * log(eps))
    return p.apply("integral_mono", sum_, below, (p.have(E2 <= level, less), low), F=last, G=both,
                   E_1=SHARE * level + SHARE * E2, E=top)  # fmt: skip


ANY = {**MEMBER, "large": 1 <= power_p, "eps_pos": 0 < eps}


@paper.claim(
    {**ANY, "D_pos": 0 < D},
    shows=exists(lambda A: [in_T_2_1_4(A), distance_on_at_most(g, A, CUBE, power_p, eps, d, n, n)], OPERATOR),
)
def lemma_6_on_cube(p: Proof) -> Fact:
    """Approximate the modified Transformer by a continuous function, and this by a Transformer (Theorem 2)."""
    held, turned = p.obtain(p.apply("modified_approached"), U)
    near = p.apply("family_near", held, epsilon=half, V=g)
    j_low, close = p.obtain(near, j)
    f = at_index(U, j)
    continuous = p.apply("on_cube_continuous", p.apply("family_continuous", held, j_low, V=g), g=f)
    equivariant_ = p.apply("on_cube_equivariant", p.specialize(turned, j), g=f)
    off = p.assume(negation(in_cube(X, D, d, n)))
    zero = p.apply("on_cube_outside", off, g=f, r=t, c=k)
    target = on_cube(f)
    found = p.apply("theorem_2_on_cube", zero, continuous, equivariant_, f=target, B=D, epsilon=half)
    member, less = p.obtain(found, net)
    out = p.apply("near_by_way_of", close, less, V=g, f=f)
    return p.exists_intro(p.goal, [net], member, out)


W = variable("W", f"({MATRIX}>R)")


@paper.claim(
    {**ANY, "compact": compact(W, d, n)},
    shows=exists(lambda A: [in_T_2_1_4(A), distance_on_at_most(g, A, W, power_p, eps, d, n, n)], OPERATOR),
)
def modified_near_transformer(p: Proof) -> Fact:
    """Use a cube around the set."""
    p.given(**t_in, **k_in)
    D_pos, _, in_cube_ = p.obtain("compact", D)
    found = p.apply("lemma_6_on_cube", D_pos)
    member, near = p.obtain(found, net)
    own = cost(g, net, power_p, d, n)
    less, more = on_set(own, W), on_set(own, CUBE)
    inside, outside = (p.assume(y) for y in (0 < W(X), W(X) <= 0))
    X_in = p.specialize(in_cube_, X, using=[inside])
    entry_ = entry(p, X_in)
    row = p.max_le(Max(lambda k: abs(X(t, k)), 1, n), D, "n_low",
                 p.generalize(k, entry_))  # fmt: skip
    size = p.max_le(greatest_entry(X, d, n), D, "d_low", p.generalize(t, row))
    mark = p.ite_eq(CUBE(X), size)
    there = p.have(0 < CUBE(X), mark)
    shown = [p.ite_eq(x(X), y) for x, y in ((less, inside), (more, there))]
    goal = less(X) <= more(X)
    at_W = p.have(goal, *shown)
    out = p.assume(CUBE(X) <= 0)
    nonneg = p.cases(
        CUBE(X), 0, p.have(0 <= more(X), p.ite_eq(more(X), out)),
        p.have(0 <= more(X), "cost_nonneg"),
    )  # fmt: skip
    elsewhere = p.have(goal, p.ite_eq(less(X), outside), nonneg)
    below = p.cases(W(X), 0, elsewhere, at_W)
    level = exp(power_p * log(eps))
    fact = p.apply("integral_mono", near, below, F=less, G=more, E_1=level, E=level)
    return p.exists_intro(p.goal, [net], member, fact)  # fmt: skip


SIZE_2_1_1 = {"h": num(2), "m": num(1), "r": num(1)}


@paper.claim(
    [1 <= d, 1 <= n, 1 <= power_p, 0 < eps, in_T_bar_2_1_1, compact(W, d, n)],
    shows=exists(lambda g_: [in_T_2_1_4(g_), distance_on_at_most(g, g_, W, power_p, eps / 3, d, n, n)], OPERATOR),
)
def lemma_6(p: Proof) -> Fact:
    """Take h = 2, m = 1, r = 1."""
    return p.apply("modified_near_transformer", epsilon=eps / 3, **SIZE_2_1_1)
