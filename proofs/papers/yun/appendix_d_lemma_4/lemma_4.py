"""Lemma 4: piecewise constant functions on cubes of width 1/m approximate f (appendix C, D).

f is continuous on R^(d×n), 0 outside of [0, 1]^(d×n) (which is no loss: C), and permutation equivariant. The step
function is f after each entry is moved to the middle of its cell; entries outside of [0, 1) are moved out of [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.transformer_class import entry, k_in, t_in
from proofs.papers.yun.section_3_approximation.theorem_2 import in_F_PE
from proofs.papers.yun.vocabulary import d, delta, m, n, paper
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.analysis.continuity import continuous_everywhere, continuous_on_cube, entries, in_cube, within
from proofs.theorems.integration.grid_errors import over, zero_off
from proofs.theorems.integration.integrals import at, cost, distance_at_most, distance_below, indicator, volume
from proofs.theorems.networks.permutations import equivariant, permutation, permuted, zero_outside

i, j, q, t, k, c, o = ints("i j q t k c o")
x, eps, omega, gamma, power_p = reals("x epsilon omega gamma p")
X, Y = vectors("X Y", 2)
f, g = functions("f g", MATRIX + "ZZ")
(G,) = sequences("G", 2)
(tau,) = sequences("tau")
GRID, FAMILY = "(ZZ>Z)", "((ZZ>Z)ZZ>R)"


def in_cube_of(G: Term, X: Term) -> list[Term]:
    """X lies in the cube of the grid point G/m."""
    return [
        entries(lambda t, k: 0 <= G(t, k), d, n), entries(lambda t, k: G(t, k) <= m - 1, d, n),
        entries(lambda t, k: G(t, k) * delta <= X(t, k), d, n),
        entries(lambda t, k: X(t, k) < (G(t, k) + 1) * delta, d, n),
    ]  # fmt: skip


def zero_beyond(g: Term) -> list[Term]:
    """g = 0 outside of [0, 1)^(d×n)."""
    zero = lambda X: entries(lambda t, k: Eq(g(X, t, k), 0), d, n)  # noqa: E731
    low = lambda X: entries(lambda c, o: implies(X(c, o) < 0, zero(X)), d, n)  # noqa: E731
    high = lambda X: entries(lambda c, o: implies(1 <= X(c, o), zero(X)), d, n)  # noqa: E731
    return [for_all(low, MATRIX), for_all(high, MATRIX)]


def piecewise_constant(g: Term) -> Term:
    """g ∈ F̄_PE(1/m): A_G on the cube of G/m for a family A, 0 outside of the cubes, permutation equivariant."""

    def on_cubes(A: Term) -> list[Term]:
        value = lambda G, X: entries(lambda t, k: Eq(g(X, t, k), A(G, t, k)), d, n)  # noqa: E731
        constant = for_all(lambda G, X: implies(*in_cube_of(G, X), value(G, X)), GRID, MATRIX)
        return [constant, *zero_beyond(g), equivariant(g, d, n)]

    return exists(on_cubes, FAMILY)


paper.notions.define(
    piecewise_constant(g), (g, m, d, n), "{0} ∈ F̄_PE(1/{1})", r"{0} \in \overline{{\mathcal{{F}}}}_{{PE}}(1/{1})"
)


def step(i: Term) -> Term:
    """1/m from i/m on."""
    return ite(i * delta <= x, delta, 0)


def taken(j: Term) -> Term:
    """The sum of the steps at 0, …, j."""
    return Sum(step, 0, j)


middle = taken(m) - delta / 2  # (i + 1/2)/m on [i/m, (i + 1)/m), −1/(2m) below 0, 1 + 1/(2m) from 1 on
SOME = {"m_low": 1 <= m}


def start(p: Proof) -> None:
    """Assume 1 <= m, and derive 0 < 1/m."""
    p.given(**SOME)
    p.have(0 < m, label="m_pos")
    p.apply("inv_pos", x=m, label="delta_pos")


@paper.claim([*SOME.values(), x < 0], shows=Eq(middle, -delta / 2))
def middle_below(p: Proof) -> Fact:
    """No step is taken."""
    start(p)
    none = p.ite_eq(step(i), p.have(x < i * delta, x < 0, (p.assume(0 <= i), "delta_pos")))
    total = p.apply("sum_eq", none, f=fun(step), g=fun(lambda i: num(0)), lo=0, hi=m)
    return p.have(p.goal, total)


@paper.claim([*SOME.values(), 0 <= j, j * delta <= x], shows=Eq(taken(j), (j + 1) * delta))
def all_taken(p: Proof) -> Fact:
    """All steps up to j are taken."""
    start(p)
    one = p.ite_eq(step(i), p.have(i * delta <= x, (p.assume(i <= j), "delta_pos"), j * delta <= x))
    total = p.apply("sum_eq", one, f=fun(step), g=fun(lambda i: delta), lo=0, hi=j)
    return p.have(p.goal, total, (p.apply("sum_const", lo=0, hi=j), delta))


@paper.claim([*SOME.values(), 1 <= x], shows=Eq(middle, 1 + delta / 2))
def middle_above(p: Proof) -> Fact:
    """All steps are taken."""
    start(p)
    return p.have(p.goal, "all_taken")


@paper.claim(
    [*SOME.values(), 0 <= q, q <= m - 1, q * delta <= x, x < (q + 1) * delta],
    shows=Eq(middle, (q + rational(1, 2)) * delta),
)
def middle_inside(p: Proof) -> Fact:
    """The steps at 0, …, q are taken."""
    start(p)
    none = p.ite_eq(step(i), p.have(x < i * delta, (p.assume(q + 1 <= i), "delta_pos"), x < (q + 1) * delta))
    later = p.apply("sum_eq", none, f=fun(step), g=fun(lambda i: num(0)), lo=q + 1, hi=m)
    split = p.apply("sums.sum_split", f=fun(step), lo=0, m=q, hi=m)
    return p.have(p.goal, split, later, "all_taken")


@paper.claim([*SOME.values(), 0 <= x, x <= 1], shows=abs(x - middle) <= delta)
def middle_near(p: Proof) -> Fact:
    """The distance is at most 1/(2m), whichever cell contains x."""
    start(p)
    close = {"x": x - middle, "u": delta}
    cell = p.obtain(
        p.apply("cell_of", p.assume(x < 1), a=x),
    )
    inside = p.apply("abs_le", p.apply("middle_inside", *cell, q=quotient(x, delta, m)), *cell, **close)
    above = p.apply("abs_le", p.apply("middle_above", p.assume(1 <= x)), 1 <= x, **close)
    return p.cases(1, x, above, inside)


# --- the step function ------------------------------------------------------------------------------------------------


def moved(X: Term) -> Term:
    """Move each entry to the middle of its cell."""
    return fun(lambda t, k: substitute(middle, {x: X(t, k)}), 2)


def f_bar(f: Term) -> Term:
    """Return f at the centre of the cube that contains X."""
    return mapping(lambda X, t, k: f(moved(X), t, k), MATRIX, "Z", "Z")


continuous = continuous_on_cube(f, num(2), d, n)
target = {
    "continuous": continuous,
    "below": zero_off(f)[0],
    "above": zero_off(f)[1],
    "equivariant": equivariant(f, d, n),
}


def in_or_out(p: Proof, X: Term, goal: Term, outside: Callable[[str, Fact], Fact],
              inside: Callable[[Fact, Fact], Fact], closed: bool = True) -> Fact:  # fmt: skip
    """Prove a fact about X in two cases: some entry (c, o) is "below" 0 or "above" 1, or none is (1: if `closed`)."""
    top = (1 < X(c, o), X(c, o) <= 1) if closed else (1 <= X(c, o), X(c, o) < 1)
    refuted = p.assume(implies(goal, FALSE))
    never = []
    for law, side, other in (("below", X(c, o) < 0, 0 <= X(c, o)), ("above", *top)):
        no = p.mp(refuted, outside(law, p.assume(side)))
        fact = p.have(other, p.discharge(no, side))
        never.append(p.generalize(c, p.generalize(o, fact)))
    whole = inside(*(p.assume(y.concl) for y in never))
    return p.absurd(p.mp(refuted, p.cut(whole, *never)), goal)


def size_two(p: Proof, value: Term, low: Fact, high: Fact) -> Fact:
    """|value| <= 2."""
    up, down = (p.have(value <= 2, high), p.have(-2 <= value, low))
    return p.apply("abs_le", up, down)


@paper.claim([1 <= m, equivariant(f, d, n)], shows=equivariant(f_bar(f), d, n))
def f_bar_equivariant(p: Proof) -> None:
    """The centre of the cube of L P is C_L P."""


def centre_of(G: Term) -> Term:
    """C_L, for the cube of L = G/m."""
    return fun(lambda t, k: (G(t, k) + rational(1, 2)) * delta, 2)


@paper.claim([*SOME.values(), *target.values(), *in_cube_of(G, X)], shows=entries(
    lambda t, k: Eq(f_bar(f)(X, t, k), f(centre_of(G), t, k)), d, n))  # fmt: skip
def value_at_centre(p: Proof) -> Fact:
    """f is determined by the entries of its argument."""
    start(p)
    p.given(**target, **t_in, **k_in)
    p.given_all(in_cube_of(G, X), "cell")
    determined = p.apply("permutations.continuous_determined", B=2)
    centre = centre_of(G)
    sides = [entry(p, p.get(f"cell_{number}")) for number in range(4)]
    value = p.apply("middle_inside", *sides)
    low = p.have(0 <= centre(t, k), (sides[0], "delta_pos"), "delta_pos")
    high = p.have(centre(t, k) <= 1, (sides[1], "delta_pos"), "delta_pos")
    is_in = over(p, size_two(p, centre(t, k), low, high))
    alike = over(p, p.have(Eq(centre(t, k), moved(X)(t, k)), value))
    same = p.specialize(determined, centre, moved(X), t, k, using=[is_in, alike])
    return p.have(Eq(f_bar(f)(X, t, k), f(centre, t, k)), same)


ON_CUBE = {**SOME, **target, **{f"cell_{number}": f for number, f in enumerate(in_cube_of(G, X))}}
TURNED = {f"turned_{number}": f for number, f in enumerate(permutation(tau, n))}
turned_X, turned_G = permuted(X, tau), permuted(G, tau)


@paper.claim([*in_cube_of(G, X), *permutation(tau, n)], shows=exists(lambda: in_cube_of(turned_G, turned_X)))
def cube_turned(p: Proof) -> Fact:
    """Column k of L P is column τ(k) of L."""
    p.given_all(in_cube_of(G, X), "cell")
    p.given(**TURNED, **t_in, **k_in)
    sides = [p.specialize(f"cell_{number}", t, tau(k)) for number in range(4)]
    return p.exists_intro(p.goal, [], *sides)


@paper.claim([*ON_CUBE.values(), *TURNED.values()], shows=entries(
    lambda t, k: Eq(f_bar(f)(turned_X, t, k), f(centre_of(turned_G), t, k)), d, n))  # fmt: skip
def turned_at_centre(p: Proof) -> Fact:
    """X P lies in the cube of L P."""
    there = p.apply("cube_turned")
    cell = p.obtain(
        there,
    )
    return p.apply("value_at_centre", *cell, X=turned_X, G=turned_G)


@paper.claim({**SOME, **target, **TURNED}, shows=entries(
    lambda t, k: Eq(f(permuted(centre_of(G), tau), t, k), f(centre_of(G), t, tau(k))), d, n))  # fmt: skip
def centre_turned(p: Proof) -> None:
    """f is permutation equivariant."""


@paper.claim([*ON_CUBE.values(), *TURNED.values()], shows=entries(
    lambda t, k: Eq(f(centre_of(G), t, tau(k)), f_bar(f)(X, t, tau(k))), d, n))  # fmt: skip
def centre_value_turned(p: Proof) -> Fact:
    """X lies in the cube of L."""
    p.given(**TURNED, **t_in, **k_in)
    own = p.specialize(p.apply("value_at_centre"), t, tau(k))
    return p.note("out", over(p, p.have(Eq(own.concl.args[1], own.concl.args[0]), own)))


@paper.claim([*SOME.values(), *target.values()], shows=piecewise_constant(f_bar(f)))
def step_function_in_class(p: Proof) -> Fact:
    """On the cube of L it is f(C_L)."""
    p.given(**target, **t_in, **k_in, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    cell = [p.assume(y) for y in in_cube_of(G, X)]
    family = mapping(lambda G, t, k: f(centre_of(G), t, k), GRID, "Z", "Z")
    same = entry(p, p.apply("value_at_centre", *cell))
    zeros = []
    for side, name, law in ((X(c, o) < 0, "middle_below", "below"), (1 <= X(c, o), "middle_above", "above")):
        zero = p.specialize(law, moved(X), c, o, using=[p.apply(name, p.assume(side))])
        zeros.append(p.discharge(zero, side))
    return p.exists_intro(p.goal, [family], same, *zeros)


D, B = reals("D B")


def p_close(gamma: Term, eps: Term, *where: Callable[[Term], Term]) -> Term:
    """‖f(X) − f(Y)‖_p < ε wherever ‖X − Y‖_∞ < γ, for X and Y with this property."""
    near = lambda X, Y: [*(at(Z) for at in where for Z in (X, Y)), within(X, Y, gamma, d, n)]  # noqa: E731
    at_Y = lambda Y: mapping(lambda X, t, k: f(Y, t, k), MATRIX, "Z", "Z")  # noqa: E731
    less = lambda X, Y: cost(f, at_Y(Y), power_p, d, n)(X) < exp(power_p * log(eps))  # noqa: E731
    return for_all(lambda X, Y: implies(*near(X, Y), less(X, Y)), MATRIX, MATRIX)


def uniformly(eps: Term, *where: Callable[[Term], Term]) -> Term:
    """There is a γ for this ε."""
    return exists(lambda gamma: [0 < gamma, p_close(gamma, eps, *where)], "R")


def for_each(*where: Callable[[Term], Term]) -> Term:
    """For every ε there is a γ."""
    return for_all(lambda eps: implies(0 < eps, uniformly(eps, *where)), "R")


def on_cube(X: Term) -> Term:
    """X ∈ [−D, D]^(d×n)."""
    return in_cube(X, D, d, n)


@paper.claim([1 <= d, 1 <= n, 1 <= power_p, 0 <= D, continuous_on_cube(f, D, d, n)], shows=for_each(on_cube))
def uniform_in_p(p: Proof) -> Fact:
    """By the Heine–Cantor theorem, entry by entry."""
    p.given(**t_in, **k_in)
    size = exp(power_p * log(eps))
    uniform = p.apply("heine_cantor")
    gentle = p.apply("small_power", exp(power_p * log(eps)), u=size / 2, v=d * n)
    omega_pos, small = p.obtain(gentle, omega)

    steadily = p.specialize(uniform, omega, using=[omega_pos])
    gamma_pos, steadily = p.obtain(steadily, gamma)
    given = [p.assume(formula) for formula in (on_cube(X), on_cube(Y), within(X, Y, gamma, d, n))]
    close = p.specialize(steadily, X, Y, t, k, using=given)
    other = mapping(lambda X, t, k: f(Y, t, k), MATRIX, "Z", "Z")
    bound = p.have(abs(f(X, t, k) - other(X, t, k)) <= omega, close)
    most = p.apply("integrals.cost_le", bound, g=other, u=omega)
    less = p.have(cost(f, other, power_p, d, n)(X) < size, most, small, exp(power_p * log(eps)))
    return p.exists_intro(uniformly(eps, on_cube), [gamma], gamma_pos, less)


COMPACT_SUPPORT = {"B_pos": 0 < B, "zero": zero_outside(f, B, d, n), "everywhere": continuous_everywhere(f, d, n)}


@paper.claim([1 <= d, 1 <= n, 1 <= power_p, *COMPACT_SUPPORT.values()], shows=for_each())
def uniform_everywhere(p: Proof) -> Fact:
    """Use [−B − 1, B + 1]^(d×n); if one of two near points is outside, f is 0 at both."""
    p.given(**COMPACT_SUPPORT, eps_pos=0 < eps)
    continuous_there = p.apply("continuous_on_every_cube", D=B + 1)
    uniform = p.apply("uniform_in_p", continuous_there)
    p.given(**t_in, **k_in)
    other = mapping(lambda X, t, k: f(Y, t, k), MATRIX, "Z", "Z")
    goal = cost(f, other, power_p, d, n)(X) < exp(power_p * log(eps))
    small = gamma / (1 + gamma)
    gamma_pos, steadily = p.obtain(p.specialize(uniform, eps), gamma)
    whole = p.have(0 < 1 + gamma, gamma_pos)
    part = p.apply("inv_pos", whole)
    unit = p.have(Eq(small + inv(1 + gamma), 1), whole)
    near = p.assume(within(X, Y, small, d, n))
    apart = entry(p, near)
    close = over(p, p.have(abs(X(t, k) - Y(t, k)) < gamma, apart, (gamma_pos, gamma_pos, part), (unit, gamma)))

    def near_cube(Z: Term, other: Term) -> Fact:
        """Prove the goal: a point near a point of [−B, B] lies in [−B − 1, B + 1], as does the latter."""
        own = entry(p, p.assume(in_cube(Z, B, d, n)))
        there = [over(p, p.have(abs(x(t, k)) <= B + 1, own, apart, part, unit)) for x in (Z, other)]
        first, second = there if Z is X else there[::-1]
        return p.specialize(steadily, X, Y, using=[first, second, close])

    outside = [p.assume(negation(in_cube(Z, B, d, n))) for Z in (X, Y)]
    zeros = [p.specialize("zero", Z, t, k, using=outside) for Z in (X, Y)]
    equal = p.have(Eq(f(X, t, k), other(X, t, k)), *zeros)
    none = p.apply("integrals.cost_zero", equal, g=other)
    far = p.have(goal, none, exp(power_p * log(eps)))
    Y_out = p.either(near_cube(Y, X), far, in_cube(Y, B, d, n))
    both = p.either(near_cube(X, Y), Y_out, in_cube(X, B, d, n))
    return p.exists_intro(uniformly(eps), [small], (gamma_pos, part), both)


zeros_, ones_ = fun(lambda t, k: num(0), 2), fun(lambda t, k: num(1), 2)
unit = {"d_low": 1 <= d, "n_low": 1 <= n, "large": 1 <= power_p, "eps_pos": 0 < eps}
top = d * n * exp(power_p * log(omega))


def steady_within(gamma: Term, omega: Term) -> Term:
    """f changes by less than ω if its argument changes by less than γ, on [−2, 2]^(d×n)."""
    close = lambda X, Y: entries(lambda t, k: abs(f(X, t, k) - f(Y, t, k)) < omega, d, n)  # noqa: E731
    return for_all(lambda X: implies(in_cube(X, num(2), d, n), for_all(lambda Y: implies(
        in_cube(Y, num(2), d, n), within(X, Y, gamma, d, n), close(X, Y)), MATRIX)), MATRIX)  # fmt: skip


fine = {"omega_pos": 0 < omega, "steadily": steady_within(gamma, omega), "fine": delta < gamma}


@paper.claim(
    [*SOME.values(), *(unit[x] for x in ("d_low", "n_low", "large")), target["below"], target["above"], *fine.values()],
    shows=cost(f, f_bar(f), power_p, d, n)(X) <= top * indicator(zeros_, ones_, X, d, n),
)
def cost_of_steps(p: Proof) -> Fact:
    """In the cube by uniform continuity; outside of it both functions are 0."""
    start(p)
    p.given(below=target["below"], above=target["above"], **fine)
    p.given(**t_in, **k_in, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    shown_sign = p.apply("integrals.indicator_nonneg", L=zeros_, H=ones_)

    def outside(law: str, held: Fact) -> Fact:
        at_c = p.have(1 <= X(c, o), held) if law == "above" else held
        out = p.apply(f"middle_{law}", at_c)
        beyond = p.have(moved(X)(c, o) < 0 if law == "below" else 1 < moved(X)(c, o), out, "delta_pos")
        zeros = [p.specialize(law, Y, c, o, t, k, using=[y]) for Y, y in ((X, held), (moved(X), beyond))]
        equal = p.have(Eq(f(X, t, k), f_bar(f)(X, t, k)), *zeros)
        none = p.apply("integrals.cost_zero", equal, g=f_bar(f))
        return p.have(p.goal, none, (top, shown_sign))

    def inside(low: Fact, high: Fact) -> Fact:
        low_, high_ = entry(p, low), entry(p, high)
        near = p.apply("middle_near", low_, high_)
        mid = moved(X)(t, k)
        up, down = p.apply("abs_ge", x=X(t, k) - mid), p.apply("abs_ge", x=mid - X(t, k))
        y_low = p.have(-delta <= mid, near, up, low_)
        y_high = p.have(mid <= 1 + delta, near, down, high_)
        here = size_two(p, X(t, k), low_, high_)
        mid_in = size_two(p, mid, y_low, y_high)
        close = p.have(abs(X(t, k) - mid) < gamma, near, "fine")
        step_ = p.specialize("steadily", X, moved(X), t, k, using=[here, mid_in, close])
        bound = p.have(abs(f(X, t, k) - f_bar(f)(X, t, k)) <= omega, step_)
        most = p.apply("integrals.cost_le", bound, g=f_bar(f), u=omega)
        one = p.apply("integrals.indicator_one", low, high)
        return p.have(p.goal, most, (one, top))

    return in_or_out(p, X, p.goal, outside, inside)


def some_steps_near(near: Callable[..., Term]) -> Term:
    """There are m and f̄ in F̄_PE(1/m) within ε/3 of f, in the sense of `near`."""
    return exists(
        lambda m_, f_bar: [
            1 <= m_,
            substitute(piecewise_constant(f_bar), {m: m_}),
            near(f, f_bar, power_p, eps / 3, d, n),
        ],
        "Z",
        OPERATOR,
    )


@paper.claim({**unit, **target}, shows=some_steps_near(distance_below))
def lemma_4_strict(p: Proof) -> Fact:
    """By the Heine–Cantor theorem; the relevant cubes have the total volume 1."""
    third = exp(power_p * log(eps / 3))
    uniform = p.apply("heine_cantor", p.have(num(0) <= 2))
    gentle = p.apply("small_power", u=third / 2, v=d * n)
    omega_pos, small = p.obtain(gentle, omega)
    gamma_pos, steadily = p.obtain(p.specialize(uniform, omega, using=[omega_pos]), gamma)
    found = p.apply("archimedes", s=inv(gamma))
    m_low, large = p.obtain(found, m)
    m_pos = p.have(0 < m, m_low)
    part = p.apply("inv_pos", m_pos)
    cancel = p.have(Eq(m * inv(m), 1), m_pos)
    finer = p.have(1 < gamma * m, (large, gamma_pos), gamma_pos)
    finer = p.have(delta < gamma, (finer, part), (cancel, gamma))
    below = p.apply("cost_of_steps", m_low, steadily, finer)
    size = volume(zeros_, ones_, d, n)
    F = cost(f, f_bar(f), power_p, d, n)
    H = at(lambda X: top * indicator(zeros_, ones_, X, d, n))
    whole = p.apply("integrals.integral_mono", top, below, F=F, G=H, E_1=top * size, E=top)
    close = p.exists_intro(distance_below(f, f_bar(f), power_p, eps / 3, d, n), [top], whole, small)
    return p.exists_intro(p.goal, [m, f_bar(f)], m_low, close)


SMALL_SUPPORT = [target["below"], target["above"]]  # in [0, 1]^(d×n), as C assumes without loss of generality


@paper.claim([*unit.values(), in_F_PE(f), *SMALL_SUPPORT], shows=some_steps_near(distance_at_most))
def lemma_4(p: Proof) -> Fact:
    """f is continuous on every cube; the distance is even less than ε/3."""
    _pos, _zero, everywhere, equivariant_ = p.obtain(in_F_PE(f), omega)
    on_cube = p.apply("continuous_on_every_cube", everywhere, D=2)
    found = p.apply("lemma_4_strict", on_cube, equivariant_)
    m_low, member, near = p.obtain(found, m, g)
    at_most = p.apply("at_most_if_below", near, epsilon=eps / 3)
    return p.exists_intro(p.goal, [m, g], m_low, member, at_most)
