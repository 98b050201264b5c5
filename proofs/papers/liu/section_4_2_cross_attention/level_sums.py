"""A network whose tokens lie on levels: it approximates sums of exponentials arbitrarily well.

There are 2J + 1 items. Item J + j is the key of level j, and item j, on the level −j, its query: with W_K = −2L I the
score is 2L times the product of their sizes, and no query counts as a key. The last item is 0, in enough copies
to outweigh all others: in its scale, the query j sees e^(u_j(X) + w_j(Y)) in its own row, and nothing in others.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import row
from proofs.papers.liu.section_4_2_cross_attention.one_exponential import (
    STEEP,
    A,
    J,
    L,
    exponent,
    j,
    kappa,
    most,
    r,
    scale,
    token,
    u,
)
from proofs.papers.liu.vocabulary import i, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.weighted_means import mean
from proofs.theorems.networks.softmax import differ

(B,) = ints("B")
phi, psi = vectors("phi psi")  # what is added to the levels at X and at Y
levels, items = 2 * J, 2 * J + 1
level = fun(lambda i: ite(i <= J, -i, i - J))
order = fun(lambda i: ite(i <= levels, J * J - level(i) * level(i), levels * J + 1))
count = fun(lambda i: power(B, order(i)))


def value(f: Term, i: Term) -> Term:
    """The entry of item i."""
    return ite(i <= levels, level(i) + f(i) / (2 * L * level(i)), 0)


def score(i: Term, j: Term) -> Term:
    """Return the score of item i for the query j."""
    return ite(Eq(row(i), row(j)), -2 * L * value(phi, i) * value(psi, j), 0)


def weight(j: Term) -> Term:
    """Return the weights of all items, with their copies."""
    return fun(lambda i: count(i) * exp(score(i, j)))


def entry(r: Term) -> Term:
    """Return row r of the items."""
    return fun(lambda i: ite(Eq(r, row(i)), value(phi, i), 0))


SIZES = {"j_low": 1 <= j, "j_high": j <= J}
ROWS = {"rows": every(lambda j: Eq(row(J + j), row(j)), 1, J)}
SHIFTS = {
    "small_X": every(lambda i: abs(phi(i)) <= A, 1, levels),
    "small_Y": every(lambda i: abs(psi(i)) <= A, 1, levels),
}  # fmt: skip
BASE = {"B": 1 <= B, "L": Eq(L, log(B)), **STEEP, **ROWS, **SHIFTS, **SIZES}
AMONG = {"i_low": 1 <= i, "i_high": i <= levels}


@paper.claim(given={**SIZES, **AMONG}, shows=abs(level(i)) <= J)
def level_small(p: Proof) -> Fact:
    """The bound holds on either side."""

    def each(known: list[Fact]) -> Fact:
        sides = [p.have(z, *known) for z in (-J <= level(i), level(i) <= J)]
        return p.apply("abs_le", *sides, x=level(i), u=J)

    return by_cases(p, [i <= J], each)


@paper.claim(given=[1 <= i], shows=1 <= level(i) * level(i))
def level_proper(p: Proof) -> Fact:
    """No level is 0."""

    def each(known: list[Fact]) -> Fact:
        own = values(p, known, level(i))[0]
        if known[0].concl.op == "le":
            return p.have(p.goal, own, (1 <= i, 1 <= i), 1 <= i)
        return p.have(p.goal, own, known[0])

    return by_cases(p, [i <= J], each)


shift = phi(i) / level(i)


@paper.claim(given=[1 <= i, abs(phi(i)) <= A], shows=abs(shift) <= A)
def shift_at_most(p: Proof) -> Fact:
    """|level| >= 1."""
    proper = p.apply("level_proper")
    whole = p.apply("abs_mul", u=shift, r=level(i))
    low, squares = abs(level(i)), p.apply("abs_square", u=level(i))
    size = p.apply("square_le", squares, proper, low, r=abs(level(i)), u=num(1))

    def kept(sign: Fact) -> Fact:
        if sign.concl.op == "eq":
            return p.absurd(p.have(FALSE, proper, (sign, level(i))), Eq(shift * level(i), phi(i)))
        return p.have(Eq(shift * level(i), phi(i)), sign)

    same = p.congr(abs, p.trichotomy(level(i), 0, kept))
    return p.have(p.goal, whole, (size, abs(shift)), same, abs(phi(i)) <= A)


def at_query(x: Term) -> Term:
    """Return a formula of `one_exponential` for the query j."""
    names = {ints("b")[0]: row(j), reals("y")[0]: psi(j) / j}
    return substitute(x, {u: w for u, w in names.items() if u in x.free})


seen_exponent = at_query(exponent(row(i), level(i), shift))


@paper.claim(given={**BASE, **AMONG}, shows=Eq(weight(j)(i), exp(seen_exponent)))
def item_weighs(p: Proof) -> Fact:
    """A power of B is a power of e; the signs of W_K and of the query cancel."""
    size, first = p.apply("level_small"), p.have(j <= levels)
    bounds = [p.apply("abs_ge", x=sign * level(i)) for sign in (1, -1)]
    low = [p.have(z, size, *bounds) for z in (0 <= J - level(i), 0 <= J + level(i))]
    known = [p.get("i_high"), first, p.get("j_high")]
    own, spot, other, lev = values(p, known, order(i), value(phi, i), value(psi, j), level(j))
    counted = p.congr(lambda k: power(B, k), own)
    exponent_ = J * J - level(i) * level(i)
    number = p.apply("power_is_exp", tuple(low), k=exponent_)
    logs = p.congr(lambda z: exp(exponent_ * z), "L")
    turned = p.congr(lambda z: z + psi(j) / (2 * L * z), lev)
    query = p.have(Eq(value(psi, j), -token(j, psi(j) / j)), other, turned)
    product = 2 * L * token(level(i), shift) * token(j, psi(j) / j)
    chosen = ite(Eq(row(i), row(j)), product, 0)

    def each(same: Fact) -> Fact:
        one, two = p.reduce_ite(same, score(i, j), chosen)
        if same.concl.op != "eq":
            return p.have(Eq(score(i, j), chosen), one, two)
        return p.have(Eq(score(i, j), chosen), one, two, (spot, L * value(psi, j)), (query, L * token(level(i), shift)))

    scores = p.congr(exp, p.trichotomy(row(i), row(j), each))
    return p.have(
        p.goal,
        (counted, exp(score(i, j))),
        (number, exp(score(i, j))),
        (logs, exp(score(i, j))),
        (scores, exp(exponent_ * L)),
    )


# --- what a query sees -----------------------------------------------------------------------------------------------

part = j * exp(scale)  # the size of what it sees
target = ite(Eq(r, row(j)), exp(phi(J + j) + psi(j)), 0)
ENOUGH = {
    "kappa_pos": 0 < kappa, "small": (J + A) * exp(most - L) <= kappa, "steep": A + A * A <= L,
    "near": exp(2 * A) * (A + A * A) <= kappa * L,
}  # fmt: skip
SEES = {**BASE, **ENOUGH}


@paper.claim(given=[1 <= j, abs(u) <= A], shows=abs(u / j) <= A)
def quotient_at_most(p: Proof) -> Fact:
    """j is at least 1."""
    whole = p.apply("abs_mul", u=u / j, r=j)
    same = p.congr(abs, p.have(Eq(u / j * j, u), j))
    size = p.abs_value(j, p.have(0 <= j))
    return p.have(p.goal, whole, (size, abs(u / j)), same, abs(u) <= A, (1 <= j, abs(u / j)))


def at_item(p: Proof, theorem: str, *using: Fact, **also: Term) -> Fact:
    """Apply a theorem of `one_exponential` to item i and the query j."""
    size = p.apply("level_small", *using)
    shift_ = p.apply("shift_at_most", p.specialize("small_X", i, using=using), *using)
    bounds = [p.apply("abs_ge", x=sign * level(i)) for sign in (1, -1)]
    ends = [p.have(z, size, *bounds) for z in (-J <= level(i), level(i) <= J)]
    other = p.apply("quotient_at_most", p.specialize("small_Y", j))
    names = {"a": row(i), "b": row(j), "g": level(i), "x": shift, "y": psi(j) / j, **also}
    return p.apply(theorem, *ends, shift_, other, *using, **names)


@paper.claim(
    given={**SEES, **AMONG, "other": negation(Eq(i, J + j))}, shows=abs(entry(r)(i) * weight(j)(i)) <= kappa * part
)
def other_item(p: Proof) -> Fact:
    """The item is on another level."""
    same = p.assume(Eq(level(i), j))

    def clash(known: list[Fact]) -> Fact:
        own = values(p, known, level(i))[0]
        if known[0].concl.op == "le":
            return p.have(FALSE, own, same)
        return p.mp("other", p.have(Eq(i, J + j), own, same))

    differ_ = p.discharge(by_cases(p, [i <= J], clash), Eq(row(i), row(j)), same.concl)
    little = at_item(p, "other_counts_little", differ_)
    weighs = p.apply("item_weighs")
    spot = values(p, [p.get("i_high")], value(phi, i))[0]
    here = p.congr(lambda z: abs(ite(Eq(r, row(i)), z, 0)), spot)
    product = p.apply("abs_mul", u=entry(r)(i), r=weight(j)(i))
    size = p.abs_value(weight(j)(i), p.have(0 <= weight(j)(i), weighs, exp(seen_exponent)))
    return p.have(p.goal, product, (size, abs(entry(r)(i))), (weighs, abs(entry(r)(i))),
                  (here, exp(seen_exponent)), little)  # fmt: skip


@paper.claim(given=SEES, shows=abs(entry(r)(J + j) * weight(j)(J + j) - part * target) <= kappa * part)
def own_item(p: Proof) -> Fact:
    """The entry is e^(u + w), in its row."""
    spot = J + j
    ends = p.have(1 <= spot), p.have(spot <= levels), p.have(J < spot)
    weighs = p.apply("item_weighs", *ends)
    same = p.specialize("rows", j)
    lev, val = values(p, ends, level(spot), value(phi, spot))
    u_, w_ = phi(spot), psi(j)
    of_level = lambda g: L * (J * J - g * g) + 2 * L * token(g, u_ / g) * token(j, w_ / j)  # noqa: E731
    exponent_ = substitute(seen_exponent, {i: spot})
    score_ = p.reduce_ite(
        same, ite(Eq(row(spot), row(j)), 2 * L * token(level(spot), u_ / level(spot)) * token(j, w_ / j), 0)
    )
    grown = p.congr(exp, p.have(Eq(exponent_, of_level(j)), *score_, p.congr(of_level, lev)))
    size = p.have(Eq(value(phi, spot), token(j, u_ / j)), val, p.congr(lambda g: token(g, u_ / g), lev))
    there = p.congr(lambda a: ite(Eq(r, a), value(phi, spot), 0), same)
    forms = p.specialize("small_X", spot, using=ends), p.specialize("small_Y", j)
    near = p.apply("own_counts", *forms)
    gap = entry(r)(spot) * weight(j)(spot) - part * target
    pos = p.exp_pos(scale)
    none = p.have(abs(num(0)) <= kappa * part, ("kappa_pos", "j_low", pos), ("kappa_pos", pos))

    def each(order: Fact) -> Fact:
        one, two = p.reduce_ite(order, ite(Eq(r, row(j)), value(phi, spot), 0), target)
        if order.concl.op != "eq":
            equal = p.have(Eq(gap, 0), (there, weight(j)(spot)), (one, weight(j)(spot)), (two, part))
            return p.have(p.goal, p.congr(abs, equal), none)
        right = near.concl.args[0].args[0]
        equal = p.have(
            Eq(gap, right), (there, weight(j)(spot)), (one, weight(j)(spot)), (two, part),
            (weighs, value(phi, spot)), (grown, value(phi, spot)), (size, exp(of_level(j))),
        )  # fmt: skip
        return p.have(p.goal, p.congr(abs, equal), near)

    return p.trichotomy(r, row(j), each)


top = exp(L * (2 * J * J + 1))  # the weight of the last item


@paper.claim(given=BASE, shows=Eq(weight(j)(items), top))
def last_weighs(p: Proof) -> Fact:
    """The score of the last item is 0."""
    number = p.apply("power_is_exp", levels * J + 1, k=levels * J + 1)
    logs = p.congr(lambda z: exp((levels * J + 1) * z), "L")

    power_ = exp(score(items, j))
    return p.have(p.goal, (number, power_), (logs, power_))


def for_items(p: Proof, claim: Term, among: Fact, last: Fact) -> Fact:
    """Prove a claim about items from the claims for those on levels and for the last one."""
    ends, beyond = assumed(p, 1 <= i, i <= items), p.assume(levels < i)
    equal = p.have(Eq(items, i), ends[1], beyond)
    moved = p.replace(equal, hole(lambda y: substitute(claim, {i: y}), "Z"), last)
    return p.cases(i, levels, among, moved)


sizes_of_target = {"first": abs(phi(J + j)) <= A, "second": abs(psi(j)) <= A}


@paper.claim(given=[0 <= A, *sizes_of_target.values()], shows=abs(target) <= exp(2 * A))
def target_small(p: Proof) -> Fact:
    """The target is e^(u + w) or 0."""
    p.given(**sizes_of_target)
    sizes = [p.apply("abs_ge", x=x) for x in (phi(J + j), psi(j))]
    total = phi(J + j) + psi(j)
    less = p.apply("exp_le", *sizes, x=total, y=2 * A)
    pos, bound = exp(total), exp(2 * A)
    own = p.abs_value(exp(total), p.have(0 <= exp(total), pos))

    def each(order: Fact) -> Fact:
        moved = p.congr(abs, p.reduce_ite(order, target)[0])
        return p.have(p.goal, moved, own, less, bound)

    return p.trichotomy(r, row(j), each)


seen = weight(j)(items) / part * mean(entry(r), weight(j), items)


@paper.claim(given=SEES, shows=abs(seen - target) <= items * kappa * (1 + exp(2 * A)))
def query_sees_exponential(p: Proof) -> Fact:
    """One item contributes a value, and one outweighs all others."""
    low, here = assumed(p, 1 <= i, i <= levels)
    last = p.apply("last_weighs")
    top_pos, pos = exp(L * (2 * J * J + 1)), exp(seen_exponent)
    weighs = p.apply("item_weighs", low, here)
    positive = for_items(p, 0 < weight(j)(i), p.have(0 < weight(j)(i), weighs, pos),
                         p.have(0 < weight(j)(items), last, top_pos))  # fmt: skip
    apart = lambda i: abs(entry(r)(i) * weight(j)(i) - part * target * ite(Eq(i, J + j), 1, 0))  # noqa: E731
    own = p.apply("own_item")

    def counts(order: Fact) -> Fact:
        hit = p.reduce_ite(order, ite(Eq(i, J + j), 1, 0))[0]
        if order.concl.op == "eq":
            moved = p.congr(lambda i: entry(r)(i) * weight(j)(i), order)
            gap = entry(r)(J + j) * weight(j)(J + j) - part * target
            equal = p.have(Eq(apart(i).args[0], gap), (hit, part * target), moved)
            return p.have(apart(i) <= kappa * part, p.congr(abs, equal), own)
        little = p.apply("other_item", low, here, differ(p, order, i, J + j))
        equal = p.have(Eq(apart(i).args[0], entry(r)(i) * weight(j)(i)), (hit, part * target))
        return p.have(apart(i) <= kappa * part, p.congr(abs, equal), little)

    among = p.trichotomy(i, J + j, counts)
    miss = p.reduce_ite(p.have(J + j < items), ite(Eq(items, J + j), 1, 0))[0]

    equal = p.have(Eq(apart(items).args[0], 0), (miss, part * target))
    none_ = p.have(apart(items) <= kappa * part, p.congr(abs, equal), kappa * part)
    all_counts = for_items(p, apart(i) <= kappa * part, among, none_)
    rare = lambda i: weight(j)(i) <= kappa * weight(j)(items) + weight(j)(items) * ite(Eq(i, items), 1, 0)  # noqa: E731
    off = p.reduce_ite(p.have(i < items, here), ite(Eq(i, items), 1, 0))[0]
    small = at_item(p, "weight_small", low, here)
    one = p.have(rare(i), (off, weight(j)(items)), weighs, small, (last, kappa))
    two = p.have(rare(items), (last, kappa), ("kappa_pos", top_pos))
    all_rare = for_items(p, rare(i), one, two)
    near = p.apply(
        "mean_of_rare", positive, all_counts, all_rare, x=entry(r), w=weight(j), M=items, o=items, m=J + j,
        s=part, tau=target, theta=kappa)  # fmt: skip
    forms = [p.specialize(name, at)
             for name, at in (("small_X", J + j), ("small_Y", j))]  # fmt: skip
    below = p.apply("target_small", *forms)
    return p.have(p.goal, near, (below, items * kappa))
