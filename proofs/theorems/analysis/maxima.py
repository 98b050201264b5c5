"""The maximum of a continuous function on a compact set.

f maps the matrices of a set U, as in `compactness`, to d × N matrices; the maximum is that of one entry of f. If its
supremum M were not attained, 1/(M − f) would be continuous and hence bounded, so M would not be the least upper bound.

Main statements: `maximum_on_compact`, `minimum_on_compact`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.compactness import compact, continuous_on_set, member, on_set
from proofs.theorems.analysis.continuity import assumed, steady, supremum_of, within

chapter = Chapter("maxima")
d, n, N, i, j, r, t = ints("d n N i j r t")
eps, delta, B, M, x, y = reals("epsilon delta B M x y")
X, Y, Z = vectors("X Y Z", 2)
(U,) = functions("U", MATRIX)
(f,) = functions("f", MATRIX + "ZZ")

continuous = continuous_on_set(f, U, d, n, N)
in_entry = (1 <= r, r <= d, 1 <= t, t <= N)


def entry(X: Term) -> Term:
    """Return the entry of f(X) that is looked at."""
    return f(X, r, t)


def steady_at(g: Term, delta: Term) -> Term:
    """g changes by less than ε within δ of X, in U."""
    return steady(g, X, eps, delta, on_set(U, d, n), d, N)


def in_every_entry(p: Proof, each: Fact) -> Fact:
    """A fact about any entry (i, j) of a value."""
    ends = assumed(p, 1 <= i, i <= d, 1 <= j, j <= N)
    return p.generalize(i, p.generalize(j, each, *ends[2:]), *ends[:2])


inverse_gap = mapping(lambda X, i, j: inv(M - entry(X)), MATRIX, "Z", "Z")  # 1/(M − f(X)), in every entry
below = for_all(lambda X: implies(member(U, X), entry(X) < M), MATRIX)


@chapter.claim(
    given=[0 < x, 0 < y, 0 < eps, abs(x - y) < x / 2, abs(x - y) < eps * x * x / 2],
    shows=abs(inv(x) - inv(y)) < eps,
)
def inverses_near(p: Proof) -> Fact:
    """y > x/2, and |1/x − 1/y| = |x − y|/(xy)."""
    sizes = [p.apply("abs_ge", x=z) for z in (x - y, y - x)]
    wide = p.have(x < 2 * y, abs(x - y) < x / 2, *sizes)
    ends = []
    for one, other, size in ((x, y, sizes[1]), (y, x, sizes[0])):
        less = p.have(2 * (other - one) < eps * x * x, abs(x - y) < eps * x * x / 2, size)
        product = p.have(other - one < eps * (x * y), less, (wide, 0 < eps, 0 < x))
        ends.append(p.have(inv(one) - inv(other) < eps, product, scale=[0 < x, 0 < y]))
    return p.apply("abs_lt", ends[0], ends[1], x=inv(x) - inv(y), u=eps)


@chapter.claim(given=[continuous, below, *in_entry], shows=continuous_on_set(inverse_gap, U, d, n, N))
def inverse_gap_continuous(p: Proof) -> Fact:
    """At X with the ε of f that `inverses_near` asks for."""
    p.given_all([continuous, below, *in_entry])
    X_in, pos = assumed(p, member(U, X), 0 < eps)
    gap = M - entry(X)
    wide = p.have(0 < gap, p.specialize("given_1", X, using=[X_in]))
    halves = p.have(0 < gap / 2, wide), p.have(0 < eps * gap * gap / 2, (pos, wide, wide))
    smaller = p.apply("smaller_of_two", *halves)
    goal = exists(lambda z: [0 < z, steady_at(inverse_gap, z)], "R")

    def with_bound(small: Fact, first: Fact, second: Fact) -> Fact:
        def with_delta(pos_delta: Fact, steady_: Fact) -> Fact:
            Y_in, near = assumed(p, member(U, Y), within(X, Y, delta, d, n))
            less = p.specialize(p.specialize(steady_, Y, using=[Y_in, near]), r, t)
            other = M - entry(Y)
            wide_ = p.have(0 < other, p.specialize("given_1", Y, using=[Y_in]))
            near_ = [
                p.have(abs(gap - other) < z, less, le) for z, le in ((gap / 2, first), (eps * gap * gap / 2, second))
            ]
            each = p.apply("inverses_near", wide, wide_, pos, *near_)
            return p.exists_intro(goal, [delta], pos_delta, in_every_entry(p, each))

        at_X = p.specialize("given_0", X, x, using=[X_in, small])
        return p.exists_elim(at_X, [delta], with_delta, goal)

    return p.exists_elim(smaller, [x], with_bound, goal)


def extreme(claim: Callable[[Term, Term], Term]) -> Term:
    """There is an X ∈ U with the claim about its entry and that of any Y ∈ U."""

    def against_all(X: Term) -> Term:
        return for_all(lambda Y: implies(member(U, Y), claim(entry(X), entry(Y))), MATRIX)

    return exists(lambda X: [member(U, X), against_all(X)], MATRIX)


greatest, least = extreme(lambda x, y: y <= x), extreme(lambda x, y: x <= y)
SOME = {
    "d": 1 <= d, "n": 1 <= n, "N": 1 <= N, "compact": compact(U, d, n), "some": member(U, Z), "continuous": continuous,
    "r_low": 1 <= r, "r_high": r <= d, "t_low": 1 <= t, "t_high": t <= N,
}  # fmt: skip


@chapter.claim(given=SOME, shows=greatest)
def maximum_on_compact(p: Proof) -> Fact:
    """If no value were the supremum M, 1/(M − f) would be bounded, and M not the least upper bound."""

    def taken(x: Term) -> Term:
        return exists(lambda X: [member(U, X), x <= entry(X)], MATRIX)

    X_in, held = assumed(p, member(U, X), taken(x))
    start = p.exists_intro(taken(entry(Z)), [Z])
    none = p.assume(greatest.args[0])
    _, bound = p.obtain(p.apply("bounded_on_compact"), B)

    def le_bound(in_: Fact, le: Fact) -> Fact:
        size = p.specialize(p.specialize(bound, X, using=[in_]), r, t)
        return p.have(x <= B, le, size, p.apply("abs_ge", x=entry(X)))

    above = p.exists_elim(held, [X], le_bound, x <= B)
    found = supremum_of(p, taken, entry(Z), start, B, above)

    def with_supremum(up: Fact, least: Fact) -> Fact:
        Y_in, reached, strict = assumed(p, member(U, Y), M <= entry(X), entry(X) < M)
        at_Y = p.exists_intro(taken(entry(Y)), [Y], Y_in)
        smaller = p.have(entry(Y) <= entry(X), p.specialize(up, entry(Y), using=[at_Y]), reached)
        most = p.generalize(Y, smaller)
        no = p.mp(p.mp(p.rule("specialize", none, X), X_in), most)
        less = p.cases(M, entry(X), p.absurd(no, strict.concl), strict)
        all_below = p.generalize(X, less)
        continuous_ = p.apply("inverse_gap_continuous", all_below)
        bounded_ = p.apply("bounded_on_compact", continuous_, f=inverse_gap)

        _, gap_bound = p.obtain(bounded_, y)

        def gap_at(X: Term, X_in: Fact) -> tuple[Fact, Fact]:
            gap = M - entry(X)
            wide = p.have(0 < gap, p.specialize(all_below, X, using=[X_in]))
            size = p.specialize(p.specialize(gap_bound, X, using=[X_in]), r, t)
            return wide, p.have(inv(gap) <= y, size, p.apply("abs_ge", x=inv(gap)))

        wide, least_gap = gap_at(Z, p.get("some"))
        y_pos = p.have(0 < y, least_gap, p.apply("inv_pos", wide))
        y_inverse = p.apply("inv_pos", y_pos)
        lower = M - inv(y)

        def below_lower(in_: Fact, le: Fact) -> Fact:
            wide, least_gap = gap_at(X, in_)
            product = p.have(1 <= y * (M - entry(X)), (least_gap, wide), wide)
            return p.have(x <= lower, le, (product, y_inverse), y_pos)

        smaller = p.exists_elim(held, [X], below_lower, x <= lower)
        return p.have(FALSE, p.specialize(least, lower, using=[smaller]), y_inverse)

    clash = p.change(p.exists_elim(found, [M], with_supremum, FALSE), FALSE)
    return p.rule("discharge", none.concl, clash)


minus = mapping(lambda X, i, j: -f(X, i, j), MATRIX, "Z", "Z")


@chapter.claim(given=SOME, shows=least)
def minimum_on_compact(p: Proof) -> Fact:
    """The minimum of f is attained at a maximum of −f."""
    found = p.apply("maximum_on_compact", f=minus)
    X_in, above = p.obtain(found, X)
    (Y_in,) = assumed(p, member(U, Y))
    return p.exists_intro(least, [X], X_in, p.specialize(above, Y, using=[Y_in]))
