"""Continuous functions on compact sets, approximated by functions that are continuous on a cube.

For a set U in a cube and e > 0 let v_1, …, v_N be points such that each point of the cube is within η of one of them,
and let M_j be a matrix that is within e of the values of f at the points of U within 2 η of v_j. Then

    F(X) = max_j (M_j − λ Σ σ_R(|X − v_j| − η)),

entry by entry, is within e of f on U if λ is large, and changes by at most λ d n ρ if X changes by ρ. So it suffices to
approximate F, and f need not be extended beyond U (as by Tietze's theorem).

Main statements: `net_exists`, `value_near`, `near_on_cube`, `bounded_on_compact`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values as chosen_values
from proofs.builder.chapter import Chapter
from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.finite_choice import member as listed
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import compact, continuous_on_set, in_a_cube, member, on_set
from proofs.theorems.analysis.continuity import (
    assumed,
    by_way_of,
    continuous_on_cube,
    entries,
    in_cube,
    steady,
    value,
    within,
)
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, distance_below, entry, indicator, over, size_to_the, volume
from proofs.theorems.networks.relu import relu

chapter = Chapter("extension")
d, n, m, N, N1, r, c, j, i = ints("d n m N N' r c j i")
D, e, a, eta, rho, slope, x, y, z, w, eps, delta = reals("D e a eta rho lambda x y z w epsilon delta")
X, Y, W = vectors("X Y W", 2)
v, M = vectors("v M", 3)
(L,) = sequences("L", 3)
(U,) = functions("U", MATRIX)
(f,) = functions("f", MATRIX + "ZZ")
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}


# --- a net ------------------------------------------------------------------------------------------------------------


def near(X: Term, W: Term, a: Term, n: Term = n) -> Term:
    """‖X − W‖_∞ <= a."""
    return entries(lambda r, c: abs(X(r, c) - W(r, c)) <= a, d, n)


def net(v: Term, N: Term) -> Term:
    """Each point of the cube is within η of one of v_1, …, v_N."""
    some = lambda X: exists(lambda j: [1 <= j, j <= N, near(X, listed(v, j), eta)], "Z")  # noqa: E731
    return for_all(lambda X: implies(in_cube(X, D, d, n), some(X)), MATRIX)


whole = quotient(x + D, eta, m)


@chapter.claim(
    given=[0 < D, 0 < eta, 1 <= m, 2 * D < eta * m, abs(x) <= D],
    shows=abs(x - ((whole + 1) * eta - D)) <= eta,
)
def near_next_multiple(p: Proof) -> Fact:
    """Use the next multiple of η after x + D."""
    down = p.apply("abs_ge", x=-x)
    below = p.apply("quotient_le", down, n=m, b=eta, v=x + D)
    above = p.apply("quotient_gt", 0 < eta, abs(x) <= D, n=m, v=x + D)
    gap = x - ((whole + 1) * eta - D)
    one, two = p.have(gap <= eta, above), p.have(-eta <= gap, below)
    return p.apply("abs_le", one, two, x=gap, u=eta)


@chapter.claim(given=[0 < D, 0 < eta, 1 <= m, 2 * D < eta * m, abs(x) <= D], shows=whole + 1 <= m)
def multiples_few(p: Proof) -> Fact:
    """x + D <= 2 D < η m."""
    up, down = p.apply("abs_ge"), p.apply("abs_ge", x=-x)
    below = p.apply("quotient_le", down, n=m, b=eta, v=x + D)
    less = p.apply("product_positive", below, up, x=m - whole, y=eta)
    return p.have(p.goal, less)


multiples = fun(lambda j, r, c: L(j, r, c) * eta - D, 3)


(sigma_,) = sequences("sigma")


def rearranged(v: Term, N: Term) -> Term:
    """Every selection of columns of v_j, in any order and with repetitions, is again one of v_1, …, v_N."""
    into = [every(lambda c: 1 <= sigma_(c), 1, n), every(lambda c: sigma_(c) <= n, 1, n)]
    alike = lambda i, j: entries(lambda r, c: Eq(v(i, r, c), v(j, r, sigma_(c))), d, n)  # noqa: E731
    some = every(lambda j: exists(lambda i: [1 <= i, i <= N, alike(i, j)], "Z"), 1, N)
    return for_all(lambda order: substitute(implies(*into, some), {sigma_: order}), "(Z>Z)")


some_net = exists(lambda N, v: [1 <= N, net(v, N), rearranged(v, N)], "Z", "(ZZZ>R)")


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n, "D_pos": 0 < D, "eta_pos": 0 < eta}, shows=some_net)
def net_exists(p: Proof) -> Fact:
    """The points whose entries are multiples of η form such a net."""
    p.given(**ENTRY)
    m_low, above = p.obtain(p.apply("archimedes", s=2 * D / eta), m)
    count = power(m, n * d)
    some = p.apply("power_ge_one", m_low, k=n * d)
    low, high, found, _ = p.obtain(p.apply("matrices_listed", m_low), L)
    (inside,) = assumed(p, in_cube(X, D, d, n))
    own = entry(p, inside)
    number = fun(lambda r, c: quotient(X(r, c) + D, eta, m) + 1, 2)
    least = p.have(1 <= number(r, c), p.apply("quotient_nonneg", n=m, b=eta, v=X(r, c) + D))
    most = p.apply("multiples_few", m_low, (above, "eta_pos"), "eta_pos", own)
    close = p.apply("near_next_multiple", m_low, (above, "eta_pos"), "eta_pos", own)
    goal = exists(lambda j: [1 <= j, j <= count, near(X, listed(multiples, j), eta)], "Z")

    def at(j_low: Fact, j_high: Fact, same: Fact) -> Fact:
        letter = entry(p, same)
        old, new = (X(r, c) - (y * eta - D) for y in (number(r, c), L(j, r, c)))
        moved = p.congr(abs, p.have(Eq(old, new), (letter, eta)))
        each = p.have(abs(new) <= eta, close, moved)
        return p.exists_intro(goal, [j], j_low, j_high, over(p, each))

    out = p.exists_elim(p.specialize(found, number, using=[over(p, least), over(p, most)]), [j], at, goal)
    into = assumed(p, every(lambda c: 1 <= sigma_(c), 1, n), every(lambda c: sigma_(c) <= n, 1, n))
    ends = assumed(p, 1 <= j, j <= count)
    there = [p.specialize(y, c) for y in into]
    bounds = [over(p, p.specialize(y, j, r, sigma_(c), using=[*ends, *there])) for y in (low, high)]
    other = fun(lambda r, c: L(j, r, sigma_(c)), 2)
    goal_ = exists(lambda i: [1 <= i, i <= count, entries(
        lambda r, c: Eq(multiples(i, r, c), multiples(j, r, sigma_(c))), d, n)], "Z")  # fmt: skip

    def again(i_low: Fact, i_high: Fact, same: Fact) -> Fact:
        equal = p.have(Eq(multiples(i, r, c), multiples(j, r, sigma_(c))), (entry(p, same), eta))
        return p.exists_intro(goal_, [i], i_low, i_high, over(p, equal))

    moved = p.exists_elim(p.specialize(found, other, using=bounds), [i], again, goal_)
    return p.exists_intro(p.goal, [count, multiples], some, out, moved)


# --- values near the points of the net --------------------------------------------------------------------------------


def steady_on_set(gap: Term, N: Term = n) -> Term:
    """f, with d × N matrices as values, changes by less than e if its argument, in U, changes by less than `gap`."""
    return for_all(lambda X: implies(member(U, X), steady(f, X, e, gap, on_set(U, d, n), d, N)), MATRIX)


def fits(W: Term, M: Term, a: Term = a, N: Term = n) -> Term:
    """M is within e of f at all points of U that are within a of W."""
    close = lambda X: entries(lambda r, c: abs(M(r, c) - f(X, r, c)) <= e, d, N)  # noqa: E731
    return for_all(lambda X: implies(member(U, X), near(X, W, a), close(X)), MATRIX)


@chapter.claim(given=[0 < a, steady_on_set(3 * a, N)], shows=exists(lambda M: fits(W, M, N=N), MATRIX))
def value_near(p: Proof) -> Fact:
    """Take the value of f at a point of U near W; if there is none, any matrix."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    value_ends = [*ends[:3], *assumed(p, c <= N)]
    X_in, X_near = assumed(p, member(U, X), near(X, W, a))
    near_some = exists(lambda Y: [member(U, Y), near(Y, W, a)], MATRIX)

    def with_point(Y_in: Fact, Y_near: Fact) -> Fact:
        one, two = (p.specialize(fact, r, c, using=ends) for fact in (Y_near, X_near))
        way = by_way_of(p, Y(r, c), W(r, c), X(r, c))
        close = p.have(abs(Y(r, c) - X(r, c)) < 3 * a, one, two, way, 0 < a)
        there = p.specialize(p.specialize(steady_on_set(3 * a, N), Y, using=[Y_in]), X, using=[X_in, close])
        less = p.specialize(there, r, c, using=value_ends)
        each = p.have(abs(f(Y, r, c) - f(X, r, c)) <= e, less)
        return p.exists_intro(p.goal, [value(f, Y)], each)

    found, nowhere = assumed(p, near_some, implies(near_some, FALSE))
    with_some = p.exists_elim(found, [Y], with_point)
    here = p.exists_intro(near_some, [X], X_in, X_near)
    zero = fun(lambda r, c: num(0), 2)
    close = entries(lambda r, c: abs(zero(r, c) - f(X, r, c)) <= e, d, N)
    without = p.absurd(p.mp(nowhere, here), close)
    none = p.exists_intro(p.goal, [zero], without)
    return p.either(with_some, none, near_some)


# --- F ----------------------------------------------------------------------------------------------------------------


def beyond(X: Term, j: Term) -> Callable[[Term, Term], Term]:
    """(r, c) ↦ the amount by which entry (r, c) of X is farther than η from that of v_j."""
    return lambda r, c: relu(abs(X(r, c) - v(j, r, c)) - eta)


def penalty(X: Term, j: Term) -> Term:
    """Return the total penalty: the sum over all entries."""
    return Sum(lambda r: Sum(lambda c: beyond(X, j)(r, c), 1, n), 1, d)


def score(X: Term, j: Term, r: Term, c: Term) -> Term:
    """Return M_j minus λ times the penalty."""
    return M(j, r, c) - slope * penalty(X, j)


def greatest(X: Term, r: Term, c: Term) -> Term:
    """F(X), in entry (r, c)."""
    return Max(lambda j: score(X, j, r, c), 1, N1)


made = mapping(greatest, MATRIX, "Z", "Z")
most = Max(lambda j: Max(lambda r: Max(lambda c: abs(M(j, r, c)), 1, n), 1, d), 1, N1)


@chapter.claim(given=[], shows=0 <= relu(z))
def relu_nonneg(p: Proof) -> Fact:
    """It is z or 0."""
    up, down = assumed(p, 0 <= z, z < 0)
    return p.cases(0, z, *(p.have(p.goal, *p.reduce_ite(y, relu(z)), y) for y in (up, down)))


@chapter.claim(given=[z <= w + rho, 0 <= rho], shows=relu(z) <= relu(w) + rho)
def relu_steady(p: Proof) -> Fact:
    """The slope of σ_R is at most 1."""
    up, down, w_up, w_down = assumed(p, 0 <= z, z < 0, 0 <= w, w < 0)
    inside = [p.have(p.goal, z <= w + rho, y, *p.reduce_ite(up, relu(z)), *p.reduce_ite(y, relu(w)))
              for y in (w_up, w_down)]  # fmt: skip
    out = p.have(p.goal, 0 <= rho, *p.reduce_ite(down, relu(z)))
    return p.cases(0, z, p.cases(0, w, *inside), out)


def rows_of(X: Term, j: Term) -> tuple[Term, Term]:
    """Return the terms of a row of the penalty, and the sum over its rows."""
    return fun(lambda c: beyond(X, j)(r, c)), fun(lambda r: Sum(lambda c: beyond(X, j)(r, c), 1, n))


@chapter.claim(given=[], shows=0 <= penalty(X, j))
def penalty_nonneg(p: Proof) -> Fact:
    """Every term is nonnegative."""
    row, rows = rows_of(X, j)
    inner = p.apply("sum_nonneg", f=row, lo=1, hi=n)
    return p.apply("sum_nonneg", inner, f=rows, lo=1, hi=d)


@chapter.claim(given={"near": near(X, listed(v, j), eta)}, shows=Eq(penalty(X, j), 0))
def penalty_zero(p: Proof) -> Fact:
    """No entry is farther than η away."""
    p.given(**ENTRY)
    gap = abs(X(r, c) - v(j, r, c)) - eta
    each = p.apply("relu_negative", entry(p, "near"), z=gap)
    inner = p.apply("sum_eq", each)
    return p.apply("sum_eq", inner)


@chapter.claim(given=[*ENTRY.values(), 0 < eta, 2 * eta < abs(X(r, c) - v(j, r, c))], shows=eta <= penalty(X, j))
def penalty_large(p: Proof) -> Fact:
    """A single entry that is farther than 2 η away suffices."""
    p.given(**ENTRY, far=2 * eta < abs(X(r, c) - v(j, r, c)))
    gap = abs(X(r, c) - v(j, r, c)) - eta
    own = p.apply("relu_positive", z=gap)
    (a_, b_) = ints("r' c'")
    terms = lambda r, c: beyond(X, j)(r, c)  # noqa: E731
    sign = p.apply("relu_nonneg", z=abs(X(a_, b_) - v(j, a_, b_)) - eta)
    in_row = p.instantiate(sign, [(a_, r)])
    one = p.apply("sum_member", in_row, f=fun(lambda c: terms(r, c)), lo=1, hi=n, m=c)
    total = fun(lambda r: Sum(lambda c: terms(r, c), 1, n))
    two = p.apply("sum_member", f=total, lo=1, hi=d, m=r)
    return p.have(p.goal, own, one, two, "far")


close_by = {"rho_low": 0 <= rho, "near": near(X, Y, rho)}


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n, **close_by}, shows=penalty(X, j) <= penalty(Y, j) + d * n * rho)
def penalty_steady(p: Proof) -> Fact:
    """Every term changes by at most ρ."""
    p.given(**ENTRY)
    way = by_way_of(p, X(r, c), Y(r, c), v(j, r, c))
    here, there = (abs(Z(r, c) - v(j, r, c)) - eta for Z in (X, Y))
    each = p.apply("relu_steady", way, z=here, w=there)
    inner = p.apply("sum_le", each)
    count = p.apply("sum_const", lo=1, hi=n)
    sums = fun(lambda r: Sum(lambda c: beyond(Y, j)(r, c), 1, n) + n * rho)
    total = p.apply("sum_le", inner, (count, rho), f=rows_of(X, j)[1], g=sums, lo=1, hi=d)
    count = p.apply("sum_const", lo=1, hi=d)
    return p.have(p.goal, total, (count, n * rho))


@chapter.claim(given={"j_low": 1 <= j, "j_high": j <= N1, **ENTRY}, shows=abs(M(j, r, c)) <= most)
def entry_below_greatest(p: Proof) -> Fact:
    """Apply this to each of the three maxima."""
    one = p.max_ge(most, j, "j_low", "j_high")
    two = p.max_ge(one.concl.args[0], r, "r_low", "r_high")
    three = p.max_ge(two.concl.args[0], c, "c_low", "c_high")
    return p.have(p.goal, one, two, three)


all_fit = every(lambda j: fits(listed(v, j), listed(M, j), 2 * eta), 1, N1)
MADE = {"some": 1 <= N1, "eta_pos": 0 < eta, "slope_low": 0 <= slope}
FITTED = {**MADE, "net": net(v, N1), "values": all_fit, "steep": 2 * most + e <= slope * eta}


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n, **MADE, **close_by, **ENTRY},
               shows=greatest(X, r, c) <= greatest(Y, r, c) + slope * (d * n * rho))  # fmt: skip
def greatest_steady(p: Proof) -> Fact:
    """Every term of the maximum changes by at most this."""
    p.given(j_low=1 <= j, j_high=j <= N1)
    less = p.apply("penalty_steady", X=Y, Y=X)
    member_ = p.max_ge(greatest(Y, r, c), j, "j_low", "j_high")
    each = p.have(score(X, j, r, c) <= p.goal.args[1], member_, (less, "slope_low"))
    each = p.generalize(j, each)
    return p.max_le(greatest(X, r, c), p.goal.args[1], "some", each)


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n, **MADE}, shows=continuous_on_cube(made, D, d, n))
def maximum_continuous(p: Proof) -> Fact:
    """F changes by less than ε if X changes by less than ε/(λ d n + 1)."""
    p.given(**ENTRY, eps_pos=0 < eps)
    size = slope * (d * n)
    p.have(0 <= size, ("slope_low", p.have(0 <= d * n, "d_low", "n_low")), label="size_low")
    more = p.have(0 < size + 1)
    part = p.apply("inv_pos", more)
    step = eps / (size + 1)
    pos = p.have(0 < step, ("eps_pos", part))
    X_in, close = assumed(p, in_cube(X, D, d, n), within(X, Y, step, d, n))
    nearby = over(p, p.have(abs(X(r, c) - Y(r, c)) <= step, entry(p, close)))
    one = p.apply("greatest_steady", nearby, pos)
    other = p.apply("greatest_steady", p.change(nearby, near(Y, X, step)), pos, X=Y, Y=X)
    gap = made(X, r, c) - made(Y, r, c)
    up, down = p.have(gap < eps, one, pos, more), p.have(-eps < gap, other, pos, more)
    each = over(p, p.apply("abs_lt", up, down))
    goal = exists(
        lambda delta: [
            0 < delta,
            for_all(
                lambda Y: implies(
                    in_cube(Y, D, d, n), within(X, Y, delta, d, n), within(value(made, X), value(made, Y), eps, d, n)
                ),
                MATRIX,
            ),
        ],
        "R",
    )
    found = p.exists_intro(goal, [step], pos, each)
    return p.discharge(found, X_in.concl, 0 < eps)


@chapter.claim(
    given={"d_low": 1 <= d, "n_low": 1 <= n, **FITTED, "inside": in_cube(X, D, d, n), "X_in": member(U, X)},
    shows=entries(lambda r, c: abs(made(X, r, c) - f(X, r, c)) <= e, d, n),
)
def maximum_near(p: Proof) -> Fact:
    """A point of the net is near X; where M_j does not fit f, the penalty exceeds any possible excess over f."""
    p.given(**ENTRY, j_low=1 <= j, j_high=j <= N1)
    a_, b_ = ints("r' c'")
    ends = assumed(p, 1 <= a_, a_ <= d, 1 <= b_, b_ <= n)

    found = p.specialize("net", X)
    i_low, i_high, close = p.obtain(found, i)
    none = p.apply("penalty_zero", close, j=i)
    wider = p.have(abs(X(r, c) - v(i, r, c)) <= 2 * eta, entry(p, close), "eta_pos")
    own = p.specialize(p.specialize("values", i, using=[i_low, i_high]), X, using=[over(p, wider)])
    own = entry(p, own)
    ahead, behind = (p.apply("abs_ge", x=s * (M(i, r, c) - f(X, r, c))) for s in (num(1), num(-1)))
    member_ = p.max_ge(greatest(X, r, c), i, i_low, i_high)
    low = p.have(f(X, r, c) - e <= greatest(X, r, c), member_, (none, slope), behind, own)
    size = p.apply("entry_below_greatest", i_low, i_high, j=i)
    least = p.apply("abs_ge", x=-M(i, r, c))
    top = f(X, r, c) + e
    claim = score(X, j, r, c) <= top
    refuted = p.assume(implies(claim, FALSE))
    sign = p.apply("penalty_nonneg")
    size_j = p.apply("entry_below_greatest")
    up_j = p.apply("abs_ge", x=M(j, r, c))
    distance = abs(X(a_, b_) - v(j, a_, b_))
    far, not_far = assumed(p, 2 * eta < distance, distance <= 2 * eta)
    large = p.apply("penalty_large", far, *ends, r=a_, c=b_)
    e_low = p.have(0 <= e, own, abs(M(i, r, c) - f(X, r, c)))
    over_ = p.have(claim, (large, "slope_low"), "steep", size_j, up_j, size, least, ahead, own, e_low)
    within_ = p.cases(distance, 2 * eta, not_far,
                      p.absurd(p.mp(refuted, over_), not_far.concl))  # fmt: skip
    fitting = entry(p, p.specialize(p.specialize("values", j), X, using=[within_]))
    up = p.apply("abs_ge", x=M(j, r, c) - f(X, r, c))
    below = p.have(claim, up, fitting, (sign, "slope_low"))
    below = p.absurd(p.mp(refuted, below), claim)
    below = p.generalize(j, below)
    high = p.max_le(greatest(X, r, c), top, "some", below)
    gap = made(X, r, c) - f(X, r, c)
    return p.note("out", over(p, p.apply("abs_le", high, low, x=gap, u=e)))


ON_SET = {"d_low": 1 <= d, "n_low": 1 <= n, "e_pos": 0 < e, "D_pos": 0 < D, "compact": compact(U, d, n),
          "in_cube": in_a_cube(U, D, d, n), "continuous": continuous_on_set(f, U, d, n, n)}  # fmt: skip


def near_on_set(g: Term) -> Term:
    """g is within e of f on U."""
    close = lambda X: entries(lambda r, c: abs(g(X, r, c) - f(X, r, c)) <= e, d, n)  # noqa: E731
    return for_all(lambda X: implies(member(U, X), close(X)), MATRIX)


@chapter.claim(given=ON_SET, shows=exists(lambda g: [continuous_on_cube(g, D, d, n), near_on_set(g)], OPERATOR))
def near_on_cube(p: Proof) -> Fact:
    """Take F for a net chosen by the uniform continuity of f, and a large λ."""
    uniform = p.apply("uniformly_continuous_if_compact", N=n)
    pos, steady_ = p.obtain(p.specialize(uniform, e), delta)
    at = {"eta": delta / 6}
    eta_pos = p.have(0 < delta / 6, pos)
    steady_ = p.change(steady_, steady_on_set(3 * (2 * (delta / 6))))
    nets = p.apply("net_exists", eta_pos, **at)
    some, net_, _ = p.obtain(nets, N1, v)
    fit = lambda j, M: fits(listed(v, j), M, 2 * (delta / 6))  # noqa: E731
    here = p.apply("value_near", pos, steady_, W=listed(v, j), a=2 * (delta / 6), N=n)
    each = p.generalize(j, here)
    lists = chosen_for_each(p, fit, N1, each, p.have(0 <= N1, some), MATRIX)
    (values,) = p.obtain(lists, M)
    part = p.apply("inv_pos", eta_pos)
    first = p.apply("entry_below_greatest", some, j=1, r=1, c=1)
    low = p.have(0 <= 2 * most + e, first, abs(M(1, 1, 1)), "e_pos")
    steep = (2 * most + e) / (delta / 6)
    slope_low = p.have(0 <= steep, (low, part))
    facts = [some, eta_pos, slope_low]
    known = p.apply("maximum_continuous", *facts, **{"lambda": steep}, **at)
    (X_in,) = assumed(p, member(U, X))
    inside = p.specialize("in_cube", X, using=[X_in])
    close = p.apply("maximum_near", *facts, net_, values, inside, X_in,
                    **{"lambda": steep}, **at)  # fmt: skip
    g = substitute(made, {slope: steep, eta: delta / 6})
    return p.exists_intro(p.goal, [g], known, close)


# --- a bound ----------------------------------------------------------------------------------------------------------


def bounded_on(U: Term, B: Term) -> Term:
    """|f(X)| <= B in every entry, for all X of U; the values are d × N matrices."""
    return for_all(lambda X: implies(member(U, X), entries(lambda r, c: abs(f(X, r, c)) <= B, d, N)), MATRIX)


SOME_VALUES = {"d_low": 1 <= d, "n_low": 1 <= n, "N_low": 1 <= N, "compact": compact(U, d, n),
               "continuous": continuous_on_set(f, U, d, n, N)}  # fmt: skip


@chapter.claim(given=SOME_VALUES, shows=exists(lambda B: [0 < B, bounded_on(U, B)], "R"))
def bounded_on_compact(p: Proof) -> Fact:
    """Every value is within 1 of one of finitely many values."""
    p.given(j_low=1 <= j, j_high=j <= N1)
    uniform = p.apply("uniformly_continuous_if_compact")
    fit = lambda j, M: substitute(fits(listed(v, j), M, delta / 3, N), {e: num(1)})  # noqa: E731

    _D_pos, _closed, in_cube_ = p.obtain("compact", D)

    pos, steady_ = p.obtain(p.specialize(uniform, 1), delta)
    nets = p.apply("net_exists", pos, eta=delta / 3)
    here = p.apply("value_near", pos, steady_, W=listed(v, j), a=delta / 3, e=1)
    each = p.generalize(j, here)

    def with_net(some: Fact, net_: Fact, _: Fact) -> Fact:
        lists = chosen_for_each(p, fit, N1, each, p.have(0 <= N1, some), MATRIX)
        top = substitute(most, {n: N})

        (values,) = p.obtain(lists, M)
        ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= N)
        (X_in,) = assumed(p, member(U, X))

        def at_point(_j_low: Fact, _j_high: Fact, close: Fact) -> Fact:
            own = p.specialize(p.specialize(values, j), X, using=[X_in, close])
            own = p.specialize(own, r, c, using=ends)
            size = p.apply("entry_below_greatest", *ends, n=N)
            way = by_way_of(p, f(X, r, c), M(j, r, c), num(0))
            return p.have(abs(f(X, r, c)) <= top + 1, way, own, size)

        inside = p.specialize(in_cube_, X, using=[X_in])
        found = p.specialize(net_, X, using=[inside])
        entry = p.exists_elim(found, [j], at_point, abs(f(X, r, c)) <= top + 1)
        all_ = entry
        size = p.apply("entry_below_greatest", some, j=1, r=1, c=1, n=N)
        return p.exists_intro(p.goal, [top + 1], size, abs(M(1, 1, 1)), all_)

    return p.exists_elim(nets, [N1, v], with_net)


# --- in d_p -----------------------------------------------------------------------------------------------------------

power_p, u = reals("p u")
f1, f2, h1, h2, g = functions("f_1 f_2 h_1 h_2 g", MATRIX + "ZZ")


def restricted(h: Term, U: Term = U) -> Term:
    """h on U, 0 elsewhere."""
    return mapping(lambda X, r, c: ite(member(U, X), h(X, r, c), 0), MATRIX, "Z", "Z")


def agree(f: Term, h: Term) -> Term:
    """f = h on U."""
    same = lambda X: entries(lambda r, c: Eq(f(X, r, c), h(X, r, c)), d, n)  # noqa: E731
    return for_all(lambda X: implies(member(U, X), same(X)), MATRIX)


chapter.notions.define(restricted(h1), (h1, U), "{0} on {1}", r"{0}|_{{{1}}}")
AGREE = {"first": agree(f1, h1), "second": agree(f2, h2)}
smaller, larger = cost(restricted(h1), restricted(h2), power_p, d, n), cost(f1, f2, power_p, d, n)


@chapter.claim(given=AGREE, shows=smaller(X) <= larger(X))
def cost_restricted(p: Proof) -> Fact:
    """Both sides are equal on U, and the left side is 0 elsewhere."""
    p.given(**ENTRY)
    X_in, X_out = assumed(p, member(U, X), U(X) <= 0)
    pair = restricted(h1), restricted(h2)
    on_U = chosen_values(p, [X_in], *(y(X, r, c) for y in pair))
    own = [entry(p, p.specialize(name, X, using=[X_in])) for name in AGREE]
    here, there = pair[0](X, r, c) - pair[1](X, r, c), f1(X, r, c) - f2(X, r, c)
    each = p.congr(lambda x: size_to_the(x, power_p), p.have(Eq(here, there), *on_U, *own))
    row = p.apply("sum_eq", each)
    total = p.apply("sum_eq", row)
    inside = p.have(p.goal, total)
    nothing = p.have(Eq(pair[0](X, r, c), pair[1](X, r, c)), *chosen_values(
        p, [X_out], *(y(X, r, c) for y in pair)))  # fmt: skip
    zero = p.apply("cost_zero", over(p, nothing), f=pair[0], g=pair[1])
    sign = p.apply("cost_nonneg", f=f1, g=f2)
    return p.cases(U(X), 0, p.have(p.goal, zero, sign), inside)


@chapter.claim(given={**AGREE, "near": distance_below(f1, f2, power_p, eps, d, n)},
               shows=distance_below(restricted(h1), restricted(h2), power_p, eps, d, n))  # fmt: skip
def near_restricted(p: Proof) -> Fact:
    """The integrand does not increase."""
    held, less = p.obtain("near", u)
    whole = p.apply("integral_mono", held, F=smaller, G=larger, E_1=u, E=u)
    return p.exists_intro(p.goal, [u], whole, less)


LOW, HIGH = fun(lambda r, c: -D, 2), fun(lambda r, c: D, 2)
most_cost = d * n * exp(power_p * log(e))
size, level = volume(LOW, HIGH, d, n), exp(power_p * log(eps))
CLOSE = {"d_low": 1 <= d, "n_low": 1 <= n, "large": 1 <= power_p, "e_pos": 0 < e, "in_cube": in_a_cube(U, D, d, n),
         "close": near_on_set(g)}  # fmt: skip
own_cost = cost(restricted(f), restricted(g), power_p, d, n)


@chapter.claim(given=CLOSE, shows=own_cost(X) <= most_cost * indicator(LOW, HIGH, X, d, n))
def cost_of_near(p: Proof) -> Fact:
    """Each entry contributes at most e^p, on U."""
    p.given(**ENTRY)
    X_in, X_out = assumed(p, member(U, X), U(X) <= 0)
    inside = entry(p, p.specialize("in_cube", X, using=[X_in]))
    ends = [p.apply("abs_ge", x=y) for y in (X(r, c), -X(r, c))]
    sides = over(p, p.have(-D <= X(r, c), inside, ends[1])), over(p, p.have(X(r, c) <= D, inside, ends[0]))
    one = p.apply("indicator_one", *sides)
    pair = restricted(f), restricted(g)
    gap, plain = pair[0](X, r, c) - pair[1](X, r, c), f(X, r, c) - g(X, r, c)
    on_U = chosen_values(p, [X_in], *(y(X, r, c) for y in pair))
    same = p.congr(abs, p.have(Eq(gap, plain), *on_U))
    each = p.have(abs(gap) <= e, same, entry(p, p.specialize("close", X, using=[X_in])))
    bound = p.apply("cost_le", over(p, each), f=pair[0], g=pair[1], u=e)
    on_set_ = p.have(p.goal, bound, (one, most_cost))
    nothing = p.have(Eq(pair[0](X, r, c), pair[1](X, r, c)), *chosen_values(
        p, [X_out], *(y(X, r, c) for y in pair)))  # fmt: skip
    zero = p.apply("cost_zero", over(p, nothing), f=pair[0], g=pair[1])
    shown = p.apply("indicator_nonneg", L=LOW, H=HIGH)
    return p.cases(U(X), 0, p.have(p.goal, zero, (most_cost, shown)), on_set_)


SMALL = {**CLOSE, "eps_pos": 0 < eps, "D_pos": 0 < D, "small": most_cost * (size + 1) <= level / 2}


@chapter.claim(given=SMALL, shows=distance_below(restricted(f), restricted(g), power_p, eps, d, n))
def near_in_mean(p: Proof) -> Fact:
    """Choose e small relative to the volume of the cube."""
    p.given(**ENTRY)
    power_, level_ = (p.exp_pos(power_p * log(x)) for x in (e, eps))
    sign = p.have(0 <= most_cost, (d * n, power_))
    order = over(p, p.have(LOW(r, c) <= HIGH(r, c)))
    box = p.apply("integral_of_box", order, sign)
    shown = at_matrix(lambda X: most_cost * indicator(LOW, HIGH, X, d, n))
    total = most_cost * size
    whole_ = p.apply("integrals.integral_mono", box, F=own_cost, G=shown, E_1=total, E=total)
    return p.exists_intro(p.goal, [total], whole_, sign, level_)


is_small = lambda y: [0 < y, substitute(most_cost, {e: y}) * (size + 1) <= level / 2]  # noqa: E731


@chapter.claim(given=[1 <= d, 1 <= n, 1 <= power_p, 0 < eps, 0 < D], shows=exists(is_small, "R"))
def power_small_enough(p: Proof) -> Fact:
    """The p-th power of a small number is smaller still."""
    p.given(d_low=1 <= d, n_low=1 <= n, large=1 <= power_p, **ENTRY)
    edges = over(p, p.have(0 <= HIGH(r, c) - LOW(r, c)))
    sign = p.apply("entries_nonneg", edges)
    weight = d * n * (size + 1)
    more = p.have(0 < weight, sign)
    u_pos = p.have(0 < level / 2, exp(power_p * log(eps)))
    total = p.have(0 < level / 2 + weight, u_pos, more)
    inverse = p.apply("inv_pos", total)
    y = level / 2 / (level / 2 + weight)
    pos = p.have(0 < y, (u_pos, inverse))
    logs = p.apply("log_le_sub", pos)
    down = p.have(log(y) <= 0, logs, (more, inverse), total)
    grown = p.apply("exp_le", ("large", p.have(0 <= -log(y), down)), x=power_p * log(y), y=log(y))
    back = p.exp_log(pos)
    share_ = p.have(weight * y <= level / 2, total, (u_pos, u_pos, inverse))
    return p.exists_intro(p.goal, [y], pos, (grown, more), (back, weight), share_)
