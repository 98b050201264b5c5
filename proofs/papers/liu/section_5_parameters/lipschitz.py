"""Properties of f that C.1 uses, a bound and a modulus, from the Lipschitz condition instead of continuity.

The paper has them from continuity "on a closed domain", which Theorem 5.1 does not suppose: 𝒳 lies in N_x balls.
"""

from __future__ import annotations

from proofs.builder.finite_choice import member as row_of
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.modulus import at_most, bounds, third_within
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import U, Y, f
from proofs.papers.liu.section_5_parameters.ball_network import L, N_x, radius
from proofs.papers.liu.section_5_parameters.theorem_5_1 import OF_51, OF_F, C, distance_squared
from proofs.papers.liu.vocabulary import X, c, d, eps, n, paper
from proofs.theorems.analysis.compactness import member
from proofs.theorems.analysis.continuity import assumed, by_way_of, value

r, j = ints("r j")
(delta,) = reals("delta")
size = d * n
of_values = at_most(value(f, X), value(f, Y), L * size * delta)


@paper.claim(given=[*OF_F.values(), delta >= 0, member(U, X), member(U, Y), at_most(X, Y, delta)], shows=of_values)
def lipschitz_in_maximum(p: Proof) -> Fact:
    """‖X − Y‖_2² <= dn δ², and a difference of entries is at most ‖f(X) − f(Y)‖_2."""
    p.given(**OF_F, low=delta >= 0, X_in=member(U, X), Y_in=member(U, Y), near=at_most(X, Y, delta))
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    gap = X(r, c) - Y(r, c)
    close = p.specialize("near", r, c, using=ends)
    up, down = (p.apply("abs_ge", x=x) for x in (gap, -gap))
    one, two = p.have(0 <= delta - gap, close, up), p.have(0 <= delta + gap, close, down)
    term = p.have(gap * gap <= delta * delta, (one, two))
    squares = fun(lambda r: (X(r, c) - Y(r, c)) * (X(r, c) - Y(r, c)))
    column = p.apply("sum_le", term, f=squares, g=fun(lambda r: delta * delta),
                     lo=1, hi=d)  # fmt: skip
    count = p.apply("sum_const", lo=1, hi=d)
    column = p.have(Sum(lambda r: squares(r), 1, d) <= d * (delta * delta), column, (count, delta * delta))
    total = p.apply("sum_le", column)
    count = p.apply("sum_const", lo=1, hi=n)
    total = p.have(distance_squared(X, Y) <= size * (delta * delta), total, (count, d * (delta * delta)))
    law = p.rule("specialize", p.rule("specialize", "lipschitz", X), Y)
    law = p.mp(p.mp(law, "X_in"), "Y_in")
    entry = p.apply("entry_below_distance", *ends, X=value(f, X), Y=value(f, Y))
    u, top = f(X, r, c) - f(Y, r, c), L * size * delta
    many = p.have(1 <= size, (d >= 1, p.have(0 <= n)), n >= 1)
    whole = p.have(size * (delta * delta) <= size * size * (delta * delta), (many, p.have(
        0 <= size * (delta * delta), (size, p.have(0 <= delta * delta, ("low", "low"))))))  # fmt: skip
    square = p.have(u * u <= top * top, entry, law, (total, L * L), (whole, L * L))
    sign = p.have(0 <= top, ("low", p.have(0 <= L * size, (L, size))))
    sides = [p.apply("square_le", square, sign, u=x) for x in (u, -u)]
    return p.apply("abs_le", *sides)


@paper.claim(given=[*OF_F.values(), eps > 0], shows=exists(lambda delta: [0 < delta, third_within(delta)], "R"))
def lipschitz_modulus(p: Proof) -> Fact:
    """Take δ = ε/(3Ldn)."""
    chosen = eps / (3 * L * size)
    pos = p.have(0 < chosen)
    X_in, Y_in, near = assumed(p, member(U, X), member(U, Y), at_most(X, Y, chosen))
    held = p.apply("lipschitz_in_maximum", X_in, Y_in, near, pos)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    _, two, three = (p.have(Eq(x / x, 1), x) for x in (L, d, n))
    third = eps / 3
    unit = p.have(Eq(L * size * chosen, third), (two, third * (n / n)), (
        three, third))  # fmt: skip
    each = p.have(abs(f(X, r, c) - f(Y, r, c)) <= eps / 3, p.specialize(held, r, c, using=ends), unit)
    each = p.generalize(r, p.generalize(c, each))
    law = p.discharge(each, X_in.concl, Y_in.concl, near.concl)
    return p.exists_intro(p.goal, [chosen], pos, law)


greatest_centre = Max(lambda j: Max(lambda r: Max(lambda c: abs(C(j, r, c)), 1, n), 1, d), 1, N_x)
greatest_value = Max(lambda r: Max(lambda c: abs(f(Y, r, c)), 1, n), 1, d)


@paper.claim(given=list(OF_51.values()), shows=exists(lambda B: [0 < B, bounds(B)], "R"))
def lipschitz_bounded(p: Proof) -> Fact:
    """Two points of balls are at most twice the largest entry of a centre plus 2ε/(3L) apart."""
    p.given(**OF_51)
    ends = assumed(p, 1 <= r, r <= d, 1 <= c, c <= n)
    reach = greatest_centre + radius
    inverse = p.apply("inv_pos", x=L)
    radius_low = p.have(0 <= radius, ("eps_pos", inverse))
    (X_in,) = assumed(p, member(U, X))

    low, high, near = p.obtain(p.specialize("covered", X, using=[X_in]), j)
    entry = p.apply("entry_below_distance", *ends, Y=row_of(C, j))
    u = X(r, c) - C(j, r, c)
    square = p.have(u * u <= radius * radius, entry, near)
    sides = [p.apply("square_le", square, radius_low, u=x) for x in (u, -u)]
    gap = p.apply("abs_le", *sides)
    most = [p.max_ge(greatest_centre, j, low, high)]
    for at, inside in ((r, ends[:2]), (c, ends[2:])):
        most.append(p.max_ge(most[-1].concl.args[0], at, *inside))
    way = by_way_of(p, X(r, c), C(j, r, c), num(0))
    found = p.have(abs(X(r, c)) <= reach, way, gap, *most)
    small = p.generalize(r, p.generalize(c, found))
    small = p.generalize(X, small)
    nonempty = exists(lambda Y: [member(U, Y)], MATRIX)

    one = p.have(num(1) <= 1)
    wide, long = p.have(1 <= d), p.have(1 <= n)

    def with_point(Y_in: Fact) -> Fact:
        points = (X, X_in), (Y, Y_in)
        both = [p.specialize(p.specialize(small, A, using=[held]), r, c, using=ends) for A, held in points]
        signs = [p.apply("abs_ge", x=x) for A in (X, Y) for x in (A(r, c), -A(r, c))]
        gap = X(r, c) - Y(r, c)
        sides = [p.have(x <= 2 * reach, *both, *signs) for x in (gap, -gap)]
        near = p.apply("abs_le", *sides)
        first = p.specialize(p.specialize(small, Y, using=[Y_in]), 1, 1)
        low = p.have(0 <= 2 * reach, first, p.apply("abs_nonneg", x=Y(1, 1)))
        held = p.apply("lipschitz_in_maximum", X_in, Y_in, near, low)
        row = p.max_ge(greatest_value, r, *ends[:2])
        own = p.max_ge(row.concl.args[0], c, *ends[2:])
        top = L * size * (2 * reach) + greatest_value + 1
        way = by_way_of(p, f(X, r, c), f(Y, r, c), num(0))
        each = p.have(abs(f(X, r, c)) <= top, way, p.specialize(held, r, c, using=ends), row, own)
        all_ = each
        corner = p.max_ge(greatest_value, num(1), one, wide)
        value_ = p.max_ge(corner.concl.args[0], num(1), one, long)
        sign = p.have(0 <= greatest_value, corner, value_, p.apply("abs_nonneg", x=f(Y, 1, 1)))
        pos = p.have(0 < top, sign, (low, p.have(0 <= L * size, (L, size))))
        return p.exists_intro(p.goal, [top], pos, all_)

    with_some = p.exists_elim(p.assume(nonempty), [Y], with_point, p.goal)
    nowhere = p.assume(implies(nonempty, FALSE))
    no = p.mp(nowhere, p.exists_intro(nonempty, [X], X_in))
    each = p.absurd(no, abs(f(X, r, c)) <= 1)
    return p.either(with_some, p.exists_intro(p.goal, [1], each), nonempty)
