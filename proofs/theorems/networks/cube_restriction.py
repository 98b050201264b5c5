"""A function on the cube [−D, D]^(d×n), continued by 0: continuous on the cube and equivariant if the function is.

Main statements: `on_cube_inside`, `on_cube_outside`, `on_cube_continuous`, `on_cube_equivariant`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.compactness import in_a_cube, member
from proofs.theorems.analysis.continuity import assumed, continuous_on_cube, cube, in_cube, steady, within
from proofs.theorems.analysis.extension import *
from proofs.theorems.combinatorics import sorting
from proofs.theorems.networks.permutations import equivariant, permutation, permuted, zero_outside

chapter = Chapter("cube_restriction")
i, k = ints("i k")
(gap_,) = reals("gap")
(tau,) = sequences("tau")
(g,) = functions("g", MATRIX + "ZZ")


largest = lambda X: Max(lambda r: Max(lambda c: abs(X(r, c)), 1, n), 1, d)  # noqa: E731


def on_cube(g: Term) -> Term:
    """g on [−D, D]^(d×n), 0 elsewhere."""
    return mapping(lambda X, r, c: ite(largest(X) <= D, g(X, r, c), 0), MATRIX, "Z", "Z")


@chapter.claim([1 <= d, 1 <= n, in_cube(X, D, d, n)], shows=Eq(on_cube(g)(X, r, c), g(X, r, c)))
def on_cube_inside(p: Proof) -> Fact:
    """No entry exceeds D in absolute value."""
    p.given(d_low=1 <= d, n_low=1 <= n, inside=in_cube(X, D, d, n))
    ends = assumed(p, 1 <= i, i <= d, 1 <= k, k <= n)
    row = p.generalize(k, p.specialize(p.specialize("inside", i, using=ends), k, using=ends))
    row = p.max_le(Max(lambda c: abs(X(i, c)), 1, n), D, "n_low", row)
    whole = p.max_le(largest(X), D, "d_low", p.generalize(i, row))
    return p.have(p.goal, *p.reduce_ite(whole, on_cube(g)(X, r, c)))


@chapter.claim({"outside": negation(in_cube(X, D, d, n))}, shows=Eq(on_cube(g)(X, r, c), 0))
def on_cube_outside(p: Proof) -> Fact:
    """Some entry exceeds D in absolute value."""
    small, large = assumed(p, largest(X) <= D, D < largest(X))
    ends = assumed(p, 1 <= i, i <= d, 1 <= k, k <= n)
    row = p.max_ge(largest(X), i, *ends[:2])
    entry = p.max_ge(row.concl.args[0], k, *ends[2:])
    each = p.have(abs(X(i, k)) <= D, entry, row, small)
    inside = p.generalize(i, p.generalize(k, each))
    no = p.absurd(p.mp("outside", inside), p.goal)
    return p.cases(largest(X), D, no, p.have(p.goal, *p.reduce_ite(large, on_cube(g)(X, r, c))))


SOME = {"d_low": 1 <= d, "n_low": 1 <= n}


@chapter.claim({**SOME, "continuous": continuous_on_cube(g, D, d, n)}, shows=continuous_on_cube(on_cube(g), D, d, n))
def on_cube_continuous(p: Proof) -> Fact:
    """On the cube the functions are equal."""
    p.given(e_pos=0 < e, **ENTRY)
    X_in, Y_in = assumed(p, in_cube(X, D, d, n), in_cube(Y, D, d, n))
    goal = exists(lambda y: [0 < y, steady(on_cube(g), X, e, y, cube(D, d, n), d, n)], "R")

    def prove(pos: Fact, near_: Fact) -> Fact:
        (close,) = assumed(p, within(X, Y, gap_, d, n))
        less = entry(p, p.specialize(near_, Y, using=[Y_in, close]))
        same = [p.apply("on_cube_inside", is_in) for Z, is_in in ((X, X_in), (Y, Y_in))]
        now, was = on_cube(g)(X, r, c) - on_cube(g)(Y, r, c), g(X, r, c) - g(Y, r, c)
        moved = p.congr(abs, p.have(Eq(now, was), *same))
        each = over(p, p.have(abs(now) < e, less, moved))
        return p.exists_intro(goal, [gap_], pos, each)

    at = p.specialize("continuous", X, e, using=[X_in])
    return p.exists_elim(at, [gap_], prove, goal)


@chapter.claim({**SOME, "equivariant": equivariant(g, d, n)}, shows=equivariant(on_cube(g), d, n))
def on_cube_equivariant(p: Proof) -> Fact:
    """The cube contains every permutation of each of its members."""
    p.given(**ENTRY)
    order = [p.assume(y) for y in permutation(tau, n)]
    Z = permuted(X, tau)
    there = [p.specialize(y, c) for y in order[:2]]
    inside, outside = assumed(p, in_cube(X, D, d, n), negation(in_cube(X, D, d, n)))
    moved_in = over(p, p.specialize(inside, r, tau(c), using=there))
    law = p.rule("specialize", p.rule("specialize", "equivariant", X), tau)
    for y in order:
        law = p.mp(law, y)
    goal = Eq(on_cube(g)(Z, r, c), on_cube(g)(X, r, tau(c)))
    one = p.apply("on_cube_inside", moved_in, X=Z)
    two = p.apply("on_cube_inside", inside, c=tau(c))
    yes = p.have(goal, one, two, entry(p, law))
    back_in = p.assume(in_cube(Z, D, d, n))
    home = sorting.inverse(c, tau, n)
    laws = {name: p.apply(f"sorting.inverse_{name}", *order, q=c) for name in ("low", "high", "right")}
    own = p.specialize(back_in, r, home, using=[laws["low"], laws["high"]])
    spot = p.congr(lambda x: abs(X(r, x)), laws["right"])
    whole = over(p, p.have(abs(X(r, c)) <= D, own, spot))
    never = p.discharge(p.mp(outside, whole), back_in.concl)
    none = p.apply("on_cube_outside", never, X=Z), p.apply("on_cube_outside", outside, c=tau(c))
    each = over(p, p.either(yes, p.have(goal, *none), inside.concl))
    each = p.discharge(each, *(y.concl for y in order))
    return p.rule("generalize", X, p.rule("generalize", tau, each))


@chapter.claim([], shows=zero_outside(on_cube(g), D))
def on_cube_zero(p: Proof) -> None:
    """Apply the definition outside of the cube."""


@chapter.claim({**SOME, "in_cube": in_a_cube(U, D, d, n)}, shows=agree(on_cube(g), g))
def on_cube_agrees(p: Proof) -> Fact:
    """Apply the definition on a subset of the cube."""
    p.given(**ENTRY)
    (X_in,) = assumed(p, member(U, X))
    inside = p.specialize("in_cube", X, using=[X_in])
    return over(p, p.apply("on_cube_inside", inside))
