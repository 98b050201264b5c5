"""Proposition 1: looking up labels by ids, with a bump around every id (A.5, (67), (68)).

The ids are a list v_1, …, v_M, in which some may be equal; y(t, e) is entry t of the label of id v_e. Around every id
there is a bump of three units, so narrow that the bumps of different ids do not overlap; it is multiplied by the label
and divided by the number of times that the id occurs in the list.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.networks.relu import relu

chapter = Chapter("look_up")

M, e, j, t, k = ints("M e j t k")
z, R, C, x = reals("z R C x")
(v,) = vectors("v")
(y,) = vectors("y", 2)


def three_units(u: Term, middle: int) -> Term:
    """σ_R(u − 1) − middle · σ_R(u) + σ_R(u + 1)."""
    return relu(u - 1) - middle * relu(u) + relu(u + 1)


def hat(u: Term) -> Term:
    """σ_R(u + 1) − 2 σ_R(u) + σ_R(u − 1)."""
    return three_units(u, 2)


def over_list(claim: Callable[[Term], Term]) -> Term:
    """For all positions in the list."""
    return every(claim, 1, M)


def is_id(j: Term, x: Term) -> Term:
    """1 if v_j = x, else 0."""
    return ite(Eq(v(j), x), 1, 0)


def times(x: Term) -> Term:
    """The number of times that x occurs in the list."""
    return Sum(lambda j: is_id(j, x), 1, M)


def bump_of(j: Term, z: Term, t: Term) -> Term:
    """The bump around v_j, with the height of entry t of its share of the label."""
    return y(t, j) / times(v(j)) * hat(R * (z - v(j)))


def looked_up(z: Term, t: Term) -> Term:
    """Entry t of the value that is looked up at z."""
    return Sum(lambda j: bump_of(j, z, t), 1, M)


narrow_bumps = over_list(lambda j: over_list(lambda e: implies(negation(Eq(v(j), v(e))), 2 <= R * abs(v(j) - v(e)))))
labels_of_ids = over_list(lambda j: over_list(lambda e: implies(Eq(v(j), v(e)), Eq(y(t, j), y(t, e)))))
e_in = [1 <= e, e <= M]


def units_at(p: Proof, sides: str, z: Term, *facts: Named) -> list[Fact]:
    """Evaluate the three units at z, each inactive ("-") or active ("+"), from facts and assumptions."""
    facts = tuple(map(p.assume, facts))
    out = []
    for side, by in zip(sides, (1, 0, -1), strict=True):
        u = z + by
        sign = p.have(u <= 0 if side == "-" else u >= 0, *facts)
        out.append(p.apply("relu_negative" if side == "-" else "relu_positive", sign, z=u))
    return out


@chapter.claim(given=[z <= -1], shows=Eq(hat(z), 0))
def hat_left(p: Proof) -> Fact:
    """No unit is active."""
    return p.have(p.goal, *units_at(p, "---", z))


@chapter.claim(given=[1 <= z], shows=Eq(hat(z), 0))
def hat_right(p: Proof) -> None:
    """z + 1 − 2 z + z − 1 = 0."""


def hat_within(p: Proof, claim: Term) -> Fact:
    """Prove a claim about hat(z) by cases on the range of z."""
    left = p.have(claim, *units_at(p, "+--", z, -1 < z, z <= 0), -1 < z, z <= 0)
    right = p.have(claim, *units_at(p, "++-", z, 0 < z, z <= 1), 0 < z, z <= 1)
    beyond = p.have(claim, *units_at(p, "+++", z, 1 < z))
    inner = p.cases(z, 0, left, p.cases(z, 1, right, beyond))
    return p.cases(z, -1, p.have(claim, *units_at(p, "---", z, z <= -1)), inner, label="out")


@chapter.claim(given=[], shows=0 <= hat(z))
def hat_nonneg(p: Proof) -> None:
    """The hat is 1 − |z| between −1 and 1, else 0."""


@chapter.claim(given=[], shows=hat(z) <= 1)
def hat_le(p: Proof) -> None:
    """The hat is 1 − |z| between −1 and 1, else 0."""


@chapter.claim(given=[0 < R, 1 <= R * abs(x)], shows=Eq(hat(R * x), 0))
def hat_far(p: Proof) -> Fact:
    """On either side the hat is 0."""
    p.given(far=1 <= R * abs(x), neg=x <= 0, pos=0 < x)
    sides = []
    for side, theorem in (("neg", "hat_left"), ("pos", "hat_right")):
        size = p.abs_value(x, p.have(0 <= x if side == "pos" else x <= 0, side))
        at = R * x <= -1 if side == "neg" else 1 <= R * x
        sides.append(p.apply(theorem, p.have(at, "far", (size, R))))
    return p.cases(x, 0, *sides)


def in_list(p: Proof, *which: Term) -> None:
    """Assume that the indices are positions in the list."""
    for w in which:
        p.given(**{f"{w.args[0]}_low": 1 <= w, f"{w.args[0]}_high": w <= M})


@chapter.claim(given=e_in, shows=1 <= times(v(e)))
def own_times(p: Proof) -> None:
    """v_e itself occurs in the list."""

    p.apply("sum_member", f=fun(lambda j: is_id(j, v(e))), m=e, lo=1, hi=M, label="own")


near_given = [0 < R, narrow_bumps, labels_of_ids, *e_in, R * abs(z - v(e)) <= 1]


@chapter.claim(given=near_given, shows=Eq(looked_up(z, t), hat(R * (z - v(e))) * y(t, e)))
def looked_up_near(p: Proof) -> None:
    """All bumps but those around v_e are 0, and the latter add up to one bump."""
    in_list(p, e, j)
    share = hat(R * (z - v(e))) * y(t, e) / times(v(e))
    claim = Eq(bump_of(j, z, t), share * is_id(j, v(e)))

    def member(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, is_id(j, v(e)))
        if order.concl.op == "eq":
            label = p.specialize(p.specialize(labels_of_ids, j), e, using=[order])
            now = p.congr(lambda x: inv(times(x)) * hat(R * (z - x)), order)
            count = inv(times(v(j))) * hat(R * (z - v(j)))
            return p.have(claim, *chosen, (label, count), (now, y(t, e)))
        assumed = p.assume(Eq(v(j), v(e)))
        other = p.rule("discharge", assumed.concl, p.have(FALSE, order, assumed))
        apart = p.specialize(p.specialize(narrow_bumps, j), e, using=[other])
        whole = p.apply("integrals.sum_size", u=v(j) - z, v=z - v(e))
        far = p.have(1 <= R * abs(z - v(j)), apart, R * abs(z - v(e)) <= 1, (whole, 0 < R))
        none = p.apply("hat_far", far)
        return p.have(claim, *chosen, (none, y(t, j) / times(v(j))))

    p.generalize(j, p.trichotomy(v(j), v(e), member), label="members")
    by = {"f": fun(lambda j: bump_of(j, z, t)), "g": fun(lambda j: share * is_id(j, v(e)))}
    p.apply("sum_eq", lo=1, hi=M, **by, label="sum")
    p.have(0 < times(v(e)), p.apply("own_times"), label="some")


@chapter.claim(given=[0 < R, narrow_bumps, labels_of_ids, *e_in], shows=Eq(looked_up(v(e), t), y(t, e)))
def looked_up_exact(p: Proof) -> None:
    """The hat is 1 at 0."""
    p.apply("looked_up_near", z=v(e), label="near")


far_from_all = over_list(lambda e: 1 <= R * abs(z - v(e)))


@chapter.claim(given=[0 < R, far_from_all], shows=Eq(looked_up(z, t), 0))
def looked_up_far(p: Proof) -> Fact:
    """All bumps are 0 at z."""
    in_list(p, j)
    none = p.apply("hat_far", x=z - v(j))
    p.generalize(j, p.have(Eq(bump_of(j, z, t), 0), (none, y(t, j) / times(v(j)))), label="members")
    return p.apply("sum_eq", f=fun(lambda j: bump_of(j, z, t)), g=fun(lambda j: num(0)), lo=1, hi=M)


bounded_list = over_list(lambda e: abs(y(t, e)) <= C)


@chapter.claim(given=[0 < R, narrow_bumps, labels_of_ids, 0 <= C, bounded_list], shows=abs(looked_up(z, t)) <= C)
def looked_up_bounded(p: Proof) -> Fact:
    """At most one id has a bump that is not 0 at z."""
    in_list(p, e)
    far = p.apply("looked_up_far", p.assume(far_from_all))
    when_far = p.have(p.goal, p.congr(abs, far))
    close, apart = (p.assume(f) for f in (R * abs(z - v(e)) <= 1, 1 < R * abs(z - v(e))))
    h = hat(R * (z - v(e)))
    near = p.apply("looked_up_near", close)
    low, high = (p.apply(name, z=R * (z - v(e))) for name in ("hat_nonneg", "hat_le"))
    size = p.apply("abs_mul", u=h, r=y(t, e))
    own = p.abs_value(h, low)
    label = p.specialize(bounded_list, e)
    same = p.congr(abs, near)
    when_near = p.have(p.goal, same, size, (own, abs(y(t, e))), (high, abs(y(t, e))), label)
    refuted = p.assume(implies(p.goal, FALSE))
    never = p.absurd(p.mp(refuted, when_near), 1 <= R * abs(z - v(e)))
    each = p.cases(R * abs(z - v(e)), 1, never, p.have(1 <= R * abs(z - v(e)), apart))
    all_far = p.generalize(e, each)
    return p.absurd(p.mp(refuted, p.cut(when_far, all_far)), p.goal)


def gap(j: Term, e: Term) -> Term:
    """2/|v_j − v_e|, or 0 if they are equal."""
    return ite(Eq(v(j), v(e)), 0, 2 / abs(v(j) - v(e)))


@chapter.claim(given=[], shows=exists(lambda R_: [0 < R_, substitute(narrow_bumps, {R: R_})], "R"))
def some_narrow_bumps(p: Proof) -> Fact:
    """Take 1 more than the sum of 2/|v_j − v_e| over all pairs of different ids."""
    in_list(p, e, j)
    i, l = ints("i l")
    size = abs(v(j) - v(e))

    def positive(order: Fact) -> Fact:
        """Prove 0 < |v_j − v_e| from an order of the two."""
        up, down = (p.apply("abs_ge", x=x) for x in (v(j) - v(e), v(e) - v(j)))
        return p.have(0 < size, order, up, down)

    def nonneg(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, gap(j, e))
        inverse = [] if order.concl.op == "eq" else [p.apply("inv_pos", positive(order))]
        return p.have(0 <= gap(j, e), *chosen, *inverse)

    each = p.trichotomy(v(j), v(e), nonneg)
    at = p.instantiate(each, [(j, i), (e, l)])
    row = p.apply("sum_nonneg", at, f=fun(lambda l: gap(i, l)), lo=1, hi=M)
    rows = fun(lambda i: Sum(lambda l: gap(i, l), 1, M))
    whole = p.apply("sum_member", row, f=rows, m=j, lo=1, hi=M)
    at = p.instantiate(each, [(e, l)])
    part = p.apply("sum_member", at, f=fun(lambda l: gap(j, l)), m=e, lo=1, hi=M)
    total = p.apply("sum_nonneg", row, f=rows, lo=1, hi=M)
    chosen_R = 1 + Sum(rows, 1, M)
    p.given(differ=negation(Eq(v(j), v(e))))

    def enough(order: Fact) -> Fact:
        claim = 2 <= chosen_R * size
        if order.concl.op == "eq":
            return p.absurd(p.mp("differ", order), claim)
        pos = positive(order)
        least = p.have(gap(j, e) <= chosen_R, whole, part)
        return p.have(claim, (least, pos), *((f, size) for f in p.reduce_ite(order, gap(j, e))), pos)

    apart = p.trichotomy(v(j), v(e), enough)
    apart = p.generalize(e, apart)
    return p.exists_intro(p.goal, [chosen_R], total, apart)
