"""Theorem 3: the domain of f is any compact set of matrices (section 3.1).

A function that is continuous on a compact set is, but for as little as one likes, the restriction of one that is
continuous on a cube around it (`extension`), and what is near to that one on the cube is near to it on the set.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.proposition_1 import B, f
from proofs.papers.ks.three_thirds import SIZES, eps, omega, power_p
from proofs.papers.yun.theorem_3 import encoded, on_domain
from proofs.papers.yun.transformers import entry, in_T_2_1_4, k_in, over, t_in
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.compactness import compact, continuous_on_set, in_a_cube, member
from proofs.theorems.continuity import assumed, entries
from proofs.theorems.distance import at, cost, distance_at_most, distance_below, indicator, size_to_the, volume
from proofs.writing.cases import values
from proofs.writing.proof import Proof

t, k = ints("t k")
u, w = reals("u w")
X, E_ = vectors("X E", 2)
(U,) = functions("U", MATRIX)
F, g, h = functions("F g h", MATRIX + "ZZ")


def on_set(h: Term) -> Term:
    """h on U, 0 elsewhere."""
    return mapping(lambda X, r, c: ite(member(U, X), h(X, r, c), 0), MATRIX, "Z", "Z")


paper.notions.define(on_set(f), (f, U), "{0} on {1}", r"{0}|_{{{1}}}")
LOW, HIGH = fun(lambda r, c: -B, 2), fun(lambda r, c: B, 2)
within_cube = indicator(LOW, HIGH, X, d, n)
CUBE = {"in_cube": in_a_cube(U, B, d, n)}


def sides(p: Proof, X_in: Fact) -> Fact:
    """The indicator of the cube is 1 at a point of U."""
    own = entry(p, p.use(None, "in_cube", X, using=[X_in]))
    up, down = (p.apply(None, "abs_ge", x=x) for x in (X(t, k), -X(t, k)))
    inside = [over(p, p.have(None, claim, own, by)) for claim, by in ((-B <= X(t, k), down), (X(t, k) <= B, up))]
    return p.apply(None, "distance.indicator_one", *inside, L=LOW, H=HIGH, X=X)


def cost_equal(p: Proof, left: tuple[Term, Term], right: tuple[Term, Term], same: Fact) -> Fact:
    """‖a − b‖_p^p = ‖a' − b'‖_p^p at X, from a − b = a' − b' in entry (t, k)."""
    terms = [fun(lambda t, k, a=a, b=b: size_to_the(a(X, t, k) - b(X, t, k), power_p), 2) for a, b in (left, right)]
    here, there = (a(X, t, k) - b(X, t, k) for a, b in (left, right))
    each = p.both(None, here, there, lambda x: size_to_the(x, power_p), same)
    each = p.every(None, k, each, "k_low", "k_high")
    row = p.apply(None, "sum_eq", each, f=fun(lambda k: terms[0](t, k)), g=fun(lambda k: terms[1](t, k)), lo=1, hi=n)
    rows = [fun(lambda t, y=y: sigma(lambda k: y(t, k), 1, n)) for y in terms]
    return p.apply(None, "sum_eq", p.every(None, t, row, "t_low", "t_high"), f=rows[0], g=rows[1], lo=1, hi=d)


smaller = cost(on_set(h), on_set(g), power_p, d, n)
larger = cost(on_domain(h), on_domain(g), power_p, d, n)


@paper.claim([in_a_cube(U, B, d, n)], shows=smaller(X) <= larger(X))
def cost_on_subset(p: Proof) -> Fact:
    """On U both are the same, elsewhere the left side is 0."""
    p.given(**CUBE, **t_in, **k_in)
    X_in, X_out = assumed(p, member(U, X), U(X) <= 0)
    one = sides(p, X_in)
    here, there = (on_set(h), on_set(g)), (on_domain(h), on_domain(g))
    on_U = values(p, [X_in], *(x(X, t, k) for x in here))
    same = p.have(None, eq(here[0](X, t, k) - here[1](X, t, k), there[0](X, t, k) - there[1](X, t, k)), *on_U,
                  (one, h(X, t, k)), (one, g(X, t, k)))  # fmt: skip
    inside = p.have(None, p.goal, cost_equal(p, here, there, same))
    nothing = over(p, p.have(None, eq(here[0](X, t, k), here[1](X, t, k)), *values(
        p, [X_out], *(x(X, t, k) for x in here))))  # fmt: skip
    zero = p.apply(None, "distance.cost_zero", nothing, f=here[0], g=here[1], X=X, p=power_p)
    sign = p.apply(None, "distance.cost_nonneg", f=there[0], g=there[1], X=X, p=power_p)
    return p.cases("out", U(X), 0, p.have(None, p.goal, zero, sign), inside)


top = d * n * exp(power_p * log(omega))
close = for_all(lambda X: implies(member(U, X), entries(
    lambda r, c: absolute(F(X, r, c) - f(X, r, c)) <= omega, d, n)), MATRIX)  # fmt: skip


@paper.claim([1 <= d, 1 <= n, 1 <= power_p, 0 < omega, in_a_cube(U, B, d, n), close],
             shows=cost(on_set(f), on_set(F), power_p, d, n)(X) <= top * within_cube)  # fmt: skip
def cost_of_extension(p: Proof) -> Fact:
    """ω^p for each entry, on U."""
    p.given(d_low=1 <= d, n_low=1 <= n, large=1 <= power_p, omega_pos=0 < omega, **CUBE, close=close, **t_in, **k_in)
    d_low, n_low = p.have(None, 0 <= d, "d_low"), p.have(None, 0 <= n, "n_low")
    X_in, X_out = assumed(p, member(U, X), U(X) <= 0)
    one = sides(p, X_in)
    pair = on_set(f), on_set(F)
    gap = pair[0](X, t, k) - pair[1](X, t, k)
    on_U = values(p, [X_in], *(x(X, t, k) for x in pair))
    own = entry(p, p.use(None, "close", X, using=[X_in]))
    same = p.both(None, gap, f(X, t, k) - F(X, t, k), absolute, p.have(None, eq(gap, f(X, t, k) - F(X, t, k)), *on_U))
    each = over(p, p.have(None, absolute(gap) <= omega, same, own))
    most = p.apply(None, "distance.cost_le", each, d_low, n_low, f=pair[0], g=pair[1], X=X, u=omega, p=power_p)
    inside = p.have(None, p.goal, most, (one, top))
    nothing = over(p, p.have(None, eq(pair[0](X, t, k), pair[1](X, t, k)), *values(
        p, [X_out], *(x(X, t, k) for x in pair))))  # fmt: skip
    zero = p.apply(None, "distance.cost_zero", nothing, f=pair[0], g=pair[1], X=X, p=power_p)
    power_ = p.rule(None, "exp_pos", power_p * log(omega))
    size = p.have(None, 0 <= top, (p.have(None, 0 <= d * n, (d_low, n_low)), power_))
    shown = p.apply(None, "distance.indicator_nonneg", L=LOW, H=HIGH, X=X)
    return p.cases("out", U(X), 0, p.have(None, p.goal, zero, (size, shown)), inside)


OF_3 = [*SIZES, compact(U, d, n), continuous_on_set(f, U, d, n, n)]
half = eps / 2
level = exp(power_p * log(half))
size = volume(LOW, HIGH, d, n)


@paper.claim([*SIZES, 0 < B, *CUBE.values(), 0 < omega, close, top * (size + 1) <= level / 2],
             shows=distance_below(on_set(f), on_set(F), power_p, half, d, n))  # fmt: skip
def extension_near(p: Proof) -> Fact:
    """ω is small against the volume of the cube."""
    p.given(d_low=1 <= d, n_low=1 <= n, large=1 <= power_p, eps_pos=0 < eps, B_pos=0 < B, **CUBE, omega_pos=0 < omega)
    p.given(close=close, small=top * (size + 1) <= level / 2, **t_in, **k_in)
    p.have("dn", 0 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
    power_, level_ = (p.rule(None, "exp_pos", power_p * log(x)) for x in (omega, half))
    sign = p.have(None, 0 <= top, ("dn", power_))
    order = over(p, p.have(None, LOW(t, k) <= HIGH(t, k), "B_pos"))
    box = p.apply(None, "distance.integral_of_box", order, sign, L=LOW, H=HIGH, beta=top)
    below = p.every(None, X, p.apply(None, "cost_of_extension"))
    shown = at(lambda X: top * indicator(LOW, HIGH, X, d, n))
    whole = p.apply(None, "distance.integral_mono", box, below, p.have(None, top * size <= top * size),
                    F=cost(on_set(f), on_set(F), power_p, d, n), G=shown, E_1=top * size, E=top * size)  # fmt: skip
    return p.exhibit("out", p.goal, [top * size], whole, p.have(None, top * size < level, "small", sign, level_))


@paper.claim([*CUBE.values(), distance_below(on_domain(h), on_domain(g), power_p, half, d, n)],
             shows=distance_below(on_set(h), on_set(g), power_p, half, d, n))  # fmt: skip
def near_on_subset(p: Proof) -> Fact:
    """The integrand is nowhere more."""
    near = distance_below(on_domain(h), on_domain(g), power_p, half, d, n)
    p.given(**CUBE, near=near)
    below = p.every(None, X, p.apply(None, "cost_on_subset"))

    def prove(held: Fact, less: Fact) -> Fact:
        whole = p.apply(
            None, "distance.integral_mono", held, below, p.have(None, u <= u), F=smaller, G=larger, E_1=u, E=u
        )
        return p.exhibit(None, p.goal, [u], whole, less)

    return p.obtain("out", "near", [u], prove)


def at_most_on_set(g: Term, E: Term) -> Term:
    """d_p(f, g(· + E)) <= ε on U."""
    return distance_at_most(on_set(f), on_set(encoded(g, E)), power_p, eps, d, n)


@paper.claim(OF_3, shows=exists(lambda g, E: [in_T_2_1_4(g), at_most_on_set(g, E)], OPERATOR, MATRIX))
def theorem_3(p: Proof) -> Fact:
    """For a continuous function on a cube that is near to f on U."""
    p.given(d_low=1 <= d, n_low=1 <= n, large=1 <= power_p, eps_pos=0 < eps, compact=OF_3[-2], continuous=OF_3[-1])
    half_pos = p.have(None, 0 < half, "eps_pos")

    def with_cube(B_pos: Fact, _closed: Fact, in_cube_: Fact) -> Fact:
        ends = [p.rule(None, "assume", y) for y in (1 <= t, t <= d, 1 <= k, k <= n)]
        edge = p.have(None, 0 <= HIGH(t, k) - LOW(t, k), B_pos)
        edges = p.every(None, t, p.every(None, k, edge, *ends[2:]), *ends[:2])
        sign = p.apply(None, "distance.entries_nonneg", edges, A=fun(lambda t, k: HIGH(t, k) - LOW(t, k), 2))
        dn = p.have(None, 1 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
        more = p.have(None, 0 < d * n * (size + 1), (dn, sign), dn, sign)
        level_ = p.rule(None, "exp_pos", power_p * log(half))
        small = p.apply(None, "KS.small_power", more, p.have(None, 0 < level / 2, level_), u=level / 2,
                        v=d * n * (size + 1))  # fmt: skip

        def with_omega(omega_pos: Fact, less: Fact) -> Fact:
            extended = p.apply(None, "extension.near_on_cube", omega_pos, B_pos, in_cube_, e=omega, D=B)

            def with_extension(continuous_: Fact, near_: Fact) -> Fact:
                less_ = p.have(None, top * (size + 1) <= level / 2, less)
                one = p.apply(None, "extension_near", B_pos, in_cube_, omega_pos, near_, less_)
                found = p.apply(None, "theorem_3_on_cube", half_pos, B_pos, continuous_, f=F, epsilon=half)

                def with_network(member_: Fact, close_: Fact) -> Fact:
                    net = encoded(g, E_)
                    two = p.apply(None, "near_on_subset", in_cube_, close_, h=F, g=net)
                    by = {"f": on_set(f), "g": on_set(F), "h": on_set(net), "p": power_p}
                    both = p.apply(None, "distance.minkowski", half_pos, one, two, epsilon_1=half, epsilon_2=half, **by)
                    both = p.restate(None, both, distance_below(on_set(f), on_set(net), power_p, eps, d, n))
                    out = p.apply(None, "at_most_if_below", both, f=on_set(f), g=on_set(net), p=power_p)
                    return p.exhibit(None, p.goal, [g, E_], member_, out)

                return p.obtain(None, found, [g, E_], with_network)

            return p.obtain(None, extended, [F], with_extension)

        return p.obtain(None, small, [omega], with_omega)

    return p.obtain("out", "compact", [B], with_cube)
