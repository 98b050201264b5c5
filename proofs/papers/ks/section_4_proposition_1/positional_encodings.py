"""Positional encodings: continuous functions that need not be permutation equivariant (section 4.2).

The encoding E_{t,k} = 3 D k puts token k of a sequence of [−D, D]^(d×n) into a box of its own, so that its place can be
read off its first entry y: penalty_k(y) = σ_R(|y − 3 D k| − D) is 0 in box k and at least D in the others. Then

    gathered(Y)_k = max_c (Y_c − 3 D k − 3 n penalty_k(Y_{1,c})),
    spread(Y)_c = max_k (g(gathered(Y))_k − λ penalty_k(Y_{1,c}))

are continuous, the second one is permutation equivariant whatever g is, and at Y = X + E they are X and, for large λ,
g(X). Proposition 1 applies to the second one; an approximation of it is one of g after the encoding.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.equivariance import equivariant, permuted
from proofs.papers.ks.section_4_proposition_1.network_exists import in_T_2
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.analysis.compactness import compact, continuous_on_set, member
from proofs.theorems.analysis.continuity import assumed, continuous_on_cube, in_cube, value, within
from proofs.theorems.analysis.extension import *
from proofs.theorems.integration.integrals import distance_below
from proofs.theorems.networks.cube_restriction import on_cube
from proofs.theorems.networks.permutations import permutation
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.transformers import s as head_size

(k,) = ints("k")
x, y, bound = reals("x y B")
(tau,) = sequences("tau")
g, h = functions("g h", MATRIX + "ZZ")

encoding = fun(lambda t, k: 3 * D * k, 2)
encoded = fun(lambda t, k: X(t, k) + 3 * D * k, 2)
reach = (3 * n + 1) * D  # in whose cube the encoded sequences are
steps = 3 * n + 1
big = steps * ((6 * n + 1) * D)  # in whose cube what is gathered is


def off(y: Term, k: Term) -> Term:
    """The distance of y from box k."""
    return relu(abs(y - 3 * D * k) - D)


def part(Y: Term, r: Term, k: Term, c: Term) -> Term:
    """Entry r of token c, shifted back from box k, if the token is in this box."""
    return Y(r, c) - 3 * D * k - 3 * n * off(Y(1, c), k)


def gathered_entry(Y: Term, r: Term, k: Term) -> Term:
    """Entry r of the token that is in box k."""
    return Max(lambda c: part(Y, r, k, c), 1, n)


def gathered(Y: Term) -> Term:
    """The tokens in the order of their boxes."""
    return fun(lambda r, k: gathered_entry(Y, r, k), 2)


def share(Y: Term, r: Term, c: Term, k: Term) -> Term:
    """The value of g for box k, if token c is in this box."""
    return g(gathered(Y), r, k) - slope * off(Y(1, c), k)


def spread_entry(Y: Term, r: Term, c: Term) -> Term:
    """The value of g for the box of token c."""
    return Max(lambda k: share(Y, r, c, k), 1, n)


spread = mapping(spread_entry, MATRIX, "Z", "Z")
SIZES = {"d_low": 1 <= d, "n_low": 1 <= n, "D_pos": 0 < D}
BOX = {"k_low": 1 <= k, "k_high": k <= n}


@paper.claim([0 < D, abs(x) <= D, negation(Eq(k, c))], shows=D <= off(x + 3 * D * c, k))
def in_other_box(p: Proof) -> Fact:
    """|x + 3 D (c − k)| >= 3 D − D."""
    p.given(D_pos=0 < D, inside=abs(x) <= D, differ=negation(Eq(k, c)))
    away = x + 3 * D * c - 3 * D * k
    sides = [p.apply("abs_ge", x=y) for y in (x, -x)]
    far = [p.apply("abs_ge", x=y) for y in (away, -away)]

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("differ", order), p.goal)
        more = p.integer_step(order)
        large = p.have(2 * D <= abs(away), *sides, *far, "inside", (more, "D_pos"))
        gap = abs(away) - D
        own = p.apply("relu_positive", p.have(gap >= 0, large))
        return p.have(p.goal, own, large)

    return p.trichotomy(k, c, prove)


@paper.claim([], shows=0 <= off(y, k))
def off_nonneg(p: Proof) -> None:
    """σ_R is not negative."""


@paper.claim([0 <= rho, abs(x - y) <= rho], shows=off(x, k) <= off(y, k) + rho)
def off_steady(p: Proof) -> Fact:
    """It changes by at most as much as the distance."""
    way = p.apply("sum_size", u=x - y, v=y - 3 * D * k)
    here, there = (abs(z - 3 * D * k) - D for z in (x, y))
    return p.apply("relu_steady", way, z=here, w=there)


@paper.claim([*SIZES.values(), in_cube(X, D, d, n), 1 <= r, r <= d, *BOX.values()],
             shows=Eq(gathered_entry(encoded, r, k), X(r, k)))  # fmt: skip
def gathered_encoded(p: Proof) -> Fact:
    """Token k is in box k; the others lose 3 n D, which exceeds any difference of entries."""
    p.given(**SIZES, **BOX, **ENTRY, inside=in_cube(X, D, d, n))
    own = [p.specialize("inside", r, c), p.specialize("inside", r, k)]
    lead = [p.specialize("inside", 1, z)
            for z, ends in ((c, ("c_low", "c_high")), (k, ("k_low", "k_high")))]  # fmt: skip
    home = p.have(Eq(off(X(1, k) + 3 * D * k, k), 0), lead[1])
    whole = gathered_entry(encoded, r, k)
    top = p.max_ge(whole, k, "k_low", "k_high")
    low = p.have(X(r, k) <= whole, top, (home, n))
    up, down = p.apply("abs_ge", x=X(r, c)), p.apply("abs_ge", x=-X(r, k))
    claim = part(encoded, r, k, c) <= X(r, k)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            both = p.congr(lambda z: part(encoded, r, k, z), order)
            return p.have(claim, both, (home, n))
        equal = p.assume(Eq(k, c))
        unlike = p.discharge(p.have(FALSE, equal, order), equal.concl)
        far = p.apply("in_other_box", lead[0], unlike)
        less = p.have(c - k <= n - 1, "c_high")
        n_pos = p.have(0 <= n)
        return p.have(claim, (far, n_pos), up, down, *own, (less, "D_pos"), "D_pos")

    each = p.generalize(c, p.trichotomy(k, c, prove))
    return p.antisymmetry(p.max_le(whole, X(r, k), "n_low", each), low)


NEAR = {"rho_low": 0 <= rho, "near": near(X, Y, rho)}


@paper.claim([*SIZES.values(), *NEAR.values(), 1 <= r, r <= d],
             shows=gathered_entry(X, r, k) <= gathered_entry(Y, r, k) + steps * rho)  # fmt: skip
def gathered_steady(p: Proof) -> Fact:
    """Every term of the maximum changes by at most this."""
    p.given(**SIZES, **NEAR, **ENTRY)
    lead = p.specialize("near", 1, c)
    turned = p.change(lead, abs(Y(1, c) - X(1, c)) <= rho)
    steady_ = p.apply("off_steady", turned)
    up = p.apply("abs_ge", x=X(r, c) - Y(r, c))
    top = p.max_ge(gathered_entry(Y, r, k), c, "c_low", "c_high")
    n_pos = p.have(0 <= n)
    each = p.have(part(X, r, k, c) <= p.goal.args[1], top, (steady_, n_pos), up, entry(p, "near"))
    each = p.generalize(c, each)
    return p.max_le(gathered_entry(X, r, k), p.goal.args[1], "n_low", each)


@paper.claim({**SIZES, "inside": in_cube(Y, reach, d, n)}, shows=in_cube(gathered(Y), big, d, n))
def gathered_in_cube(p: Proof) -> Fact:
    """No penalty exceeds (6 n + 1) D."""
    p.given(**BOX, **ENTRY)
    first = p.have(num(1) <= 1)
    one = p.specialize("inside", r, 1)
    lead = p.specialize("inside", 1, 1)
    own, whole = entry(p, "inside"), gathered_entry(Y, r, k)
    wide = (6 * n + 1) * D
    room = p.have(3 * D * k <= 3 * D * n, ("k_high", "D_pos"))
    gap = Y(1, 1) - 3 * D * k
    sides = [p.apply("abs_ge", x=x) for x in (Y(1, 1), -Y(1, 1))]
    size = p.apply("abs_le", p.have(gap <= wide, *sides, lead, ("k_low", "D_pos"), "D_pos"),
                   *sides, lead, room)  # fmt: skip
    far = p.have(abs(gap) <= wide, size)
    up, down = assumed(p, abs(gap) - D >= 0, abs(gap) - D < 0)
    value_ = off(Y(1, 1), k)
    most = p.cases(0, abs(gap) - D, p.have(value_ <= wide, *p.reduce_ite(up, value_), far),
                   p.have(value_ <= wide, *p.reduce_ite(down, value_), "D_pos", ("n_low", "D_pos")))  # fmt: skip
    member = p.max_ge(whole, num(1), first, "n_low")
    n_pos = p.have(0 <= n)
    bottom = p.apply("abs_ge", x=-Y(r, 1))
    low = p.have(-big <= whole, member, (most, n_pos), bottom, one, room)
    sign = p.apply("off_nonneg", y=Y(1, c))
    top = p.apply("abs_ge", x=Y(r, c))
    each = p.have(part(Y, r, k, c) <= reach, top, own, ("k_low", "D_pos"), "D_pos", (sign, n_pos))
    high = p.max_le(whole, reach, "n_low", p.generalize(c, each))
    return p.apply("abs_le", p.have(whole <= big, high, ("D_pos", n_pos), ("D_pos", n_pos, n_pos)), low)


CLOSE = {
    "slope_low": 0 <= slope, "eps_pos": 0 < eps, "slow": slope * rho <= eps / 4,
    "values": within(value(g, gathered(X)), value(g, gathered(Y)), eps / 2, d, n),
}  # fmt: skip


@paper.claim([*SIZES.values(), *NEAR.values(), *CLOSE.values(), *ENTRY.values()],
             shows=spread_entry(X, r, c) <= spread_entry(Y, r, c) + 3 * eps / 4)  # fmt: skip
def spread_steady(p: Proof) -> Fact:
    """Every term of the maximum changes by at most this."""
    p.given(**SIZES, **NEAR, **CLOSE, **BOX)
    lead = p.specialize("near", 1, c)
    turned = p.change(lead, abs(Y(1, c) - X(1, c)) <= rho)
    steady_ = p.apply("off_steady", turned)
    close = p.specialize("values", r, k)
    up = p.apply("abs_ge", x=g(gathered(X), r, k) - g(gathered(Y), r, k))
    top = p.max_ge(spread_entry(Y, r, c), k, "k_low", "k_high")
    each = p.have(share(X, r, c, k) <= p.goal.args[1], top, (steady_, "slope_low"), up, close, "slow")
    each = p.generalize(k, each)
    return p.max_le(spread_entry(X, r, c), p.goal.args[1], "n_low", each)


@paper.claim({**SIZES, "slope_low": 0 <= slope, "continuous": continuous_on_cube(g, big, d, n)},
             shows=continuous_on_cube(spread, reach, d, n))  # fmt: skip
def spread_continuous(p: Proof) -> Fact:
    """The gathered sequence changes at most (3 n + 1) times as fast as Y."""
    p.given(**ENTRY, eps_pos=0 < eps)
    inside, other = assumed(p, in_cube(X, reach, d, n), in_cube(Y, reach, d, n))
    here, there = (p.apply("gathered_in_cube", fact) for Z, fact in ((X, inside), (Y, other)))
    goal = instantiate_bound(instantiate_bound(p.goal.args[1], (X,)).args[1], (eps,)).args[1].args[1]
    width, gap = reals("width gap")
    found = p.specialize("continuous", gathered(X), eps / 2, using=[here])
    width_pos, steady_ = p.obtain(found, width)
    steep = p.have(0 < slope + 1)
    rate = p.have(0 < 4 * (slope + 1))
    many = p.have(0 < 2 * steps)
    first = p.have(0 < eps / (4 * (slope + 1)))
    second = p.have(0 < width / (2 * steps), (width_pos, inv(2 * steps)))
    both = p.apply("smaller_of_two", second, delta_1=first.concl.args[1])
    pos, less, less_ = p.obtain(both, gap)
    (close,) = assumed(p, within(X, Y, gap, d, n))
    nearby = over(p, p.have(abs(X(r, c) - Y(r, c)) <= gap, entry(p, close)))
    back = p.change(nearby, near(Y, X, gap))
    low = p.have(0 <= gap, pos)
    slow = p.have((slope + 1) * gap <= eps / 4, (less, rate), steep)
    short = p.have(steps * gap < width, (less_, many), many, width_pos)
    one = p.apply("gathered_steady", low, nearby, k=c)
    two = p.apply("gathered_steady", low, back, k=c, X=Y, Y=X)
    change = gathered_entry(X, r, c) - gathered_entry(Y, r, c)
    each = p.apply("abs_lt", p.have(change < width, one, short),
                   two, short)  # fmt: skip
    values = p.specialize(p.specialize(steady_, gathered(Y), using=[there, over(p, each)]))
    turned = p.change(values, within(value(g, gathered(Y)), value(g, gathered(X)), eps / 2, d, n))
    one = p.apply("spread_steady", low, nearby, slow, values)
    two = p.apply("spread_steady", low, back, slow, turned, X=Y, Y=X)
    change = spread(X, r, c) - spread(Y, r, c)
    ends = p.have(change < eps, one, "eps_pos"), p.have(-eps < change, two, "eps_pos")
    each = over(p, p.apply("abs_lt", *ends))
    return p.exists_intro(goal, [gap], pos, each)


@paper.claim([1 <= d, 1 <= n], shows=equivariant(spread, d, n))
def spread_equivariant(p: Proof) -> Fact:
    """The gathered sequence does not depend on the order, and each penalty belongs to its token."""
    p.given(**ENTRY)
    order = [p.assume(y) for y in permutation(tau, n)]
    Z = permuted(X, tau)
    terms = fun(lambda c: part(X, r, k, c))
    same = p.apply("max_reindexed", *order, f=terms)
    again = p.rule("generalize", r, p.rule("generalize", k, same))
    goal = Eq(spread(Z, r, c), spread(X, r, tau(c)))
    put = lambda V: Max(lambda k: g(V, r, k) - slope * off(X(1, tau(c)), k), 1, n)  # noqa: E731
    turned = p.have(Eq(put(gathered(Z)), put(gathered(Z))))
    template = hole(lambda V: Eq(put(gathered(Z)), put(V)), MATRIX)
    each = over(p, p.change(p.replace(again, template, turned), goal))
    each = p.discharge(each, *(y.concl for y in order))
    return p.rule("generalize", X, p.rule("generalize", tau, each))


VALUES = every(lambda r: every(lambda k: abs(g(X, r, k)) <= bound, 1, n), 1, d)
AT = {"inside": in_cube(X, D, d, n), "steep": Eq(slope * D, 2 * bound), "values": VALUES}


@paper.claim([*SIZES.values(), *AT.values(), continuous_on_cube(g, big, d, n), 0 <= slope, *ENTRY.values()],
             shows=Eq(spread(encoded, r, c), g(X, r, c)))  # fmt: skip
def spread_encoded(p: Proof) -> Fact:
    """The value is g(X) for box c, which contains token c; the others lose 2 max |g(X)|."""
    p.given(**SIZES, **AT, **ENTRY, **BOX, slope_low=0 <= slope)
    home = p.apply("gathered_encoded")
    home = p.generalize(r, p.generalize(k, home))
    larger = p.have(D <= big, ("D_pos", "n_low"), ("D_pos", "n_low", "n_low"), "D_pos")
    wide = over(p, p.have(abs(X(r, c)) <= big, entry(p, "inside"), larger))
    known = p.apply("continuous_determined", f=g, B=big)
    swapped = p.change(home, every(lambda r: every(lambda k: Eq(X(r, k), gathered(encoded)(r, k)), 1, n), 1, d))
    same = p.specialize(p.specialize(known, X), gathered(encoded), using=[wide, swapped])
    lead = p.specialize("inside", 1, c)
    own = p.have(Eq(off(X(1, c) + 3 * D * c, c), 0), lead)
    whole = spread_entry(encoded, r, c)
    member = p.max_ge(whole, c, "c_low", "c_high")
    here, other = p.specialize(same, r, c), p.specialize(same, r, k)
    low = p.have(g(X, r, c) <= whole, member, (own, slope), here)
    sizes = p.specialize("values", r, c), p.specialize("values", r, k)
    up, down = p.apply("abs_ge", x=g(X, r, k)), p.apply("abs_ge", x=-g(X, r, c))
    claim = share(encoded, r, c, k) <= g(X, r, c)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            both = p.congr(lambda z: share(encoded, r, c, z), order)
            value_ = p.have(Eq(share(encoded, r, c, c), g(X, r, c)), (own, slope), here)
            return p.have(claim, both, value_)
        equal = p.assume(Eq(k, c))
        unlike = p.discharge(p.have(FALSE, equal, order), equal.concl)
        far = p.apply("in_other_box", lead, unlike)
        return p.have(claim, (far, "slope_low"), "steep", other, up, down, *sizes)

    each = p.generalize(k, p.trichotomy(k, c, prove))
    return p.antisymmetry(p.max_le(whole, g(X, r, c), "n_low", each), low)


@paper.claim({**SIZES, "inside": in_cube(X, D, d, n)}, shows=in_cube(encoded, reach, d, n))
def encoded_in_cube(p: Proof) -> Fact:
    """3 D n + D."""
    p.given(**ENTRY)
    place = p.have(0 <= 3 * D * c, ("c_low", "D_pos"), "D_pos")
    room = p.have(3 * D * c <= 3 * D * n, ("c_high", "D_pos"))
    high = p.have(encoded(r, c) <= reach, room)
    return p.note("out", over(p, p.apply("abs_le", high, place, room)))


# --- the sentence -----------------------------------------------------------------------------------------------------

E = vectors("E", 2)[0]


def after_encoding(h: Term, E: Term) -> Term:
    """X ↦ h(X + E)."""
    return mapping(lambda X, r, c: h(fun(lambda t, k: X(t, k) + E(t, k), 2), r, c), MATRIX, "Z", "Z")


paper.notions.define(after_encoding(h, E), (h, E), "{0}(· + {1})", r"{0}(\cdot + {1})")
DOMAIN = {
    "d_low": 1 <= d, "n_low": 1 <= n, "s_low": 1 <= head_size, "large": 1 <= power_p, "eps_pos": 0 < eps,
    "compact": compact(U, d, n), "continuous": continuous_on_set(f, U, d, n, n),
}  # fmt: skip
half = eps / 2


@paper.claim(
    DOMAIN,
    shows=exists(
        lambda E, h: [
            in_T_2(h), distance_below(restricted(f), restricted(after_encoding(h, E)), power_p, eps, d, n)
        ],
        MATRIX, OPERATOR,
    ),
)  # fmt: skip
def any_continuous(p: Proof) -> Fact:
    """Apply Proposition 1 on a larger cube to the function that reads each token's position from it."""
    p.given(**ENTRY)

    def with_bound(D_pos: Fact, in_cube_: Fact, B_pos: Fact, bounded_: Fact) -> Fact:
        (X_in,) = assumed(p, member(U, X))
        inside = p.specialize(in_cube_, X, using=[X_in])
        D_low = p.have(0 <= D, D_pos)
        n_pos = p.have(0 <= n)
        larger = p.have(D <= big, (D_low, n_pos), (D_low, n_pos, n_pos))
        reach_pos = p.have(0 < reach, D_pos)
        wide = over(p, p.have(abs(X(r, c)) <= big, entry(p, inside), larger))
        small = p.apply("power_small_enough", D_pos, epsilon=half)
        e_pos, less = p.obtain(small, e)
        top = bound + e
        steep = 2 * top / D
        top_pos = p.have(0 < 2 * top, B_pos, e_pos)
        slope_low = p.have(0 <= steep, (top_pos, p.apply("inv_pos", D_pos)))
        extended = p.apply("near_on_cube", e_pos, wide, D=big)
        known, close = p.obtain(extended, g)
        facts = [D_pos, slope_low, known]
        at = {"lambda": steep}
        steady_ = p.apply("spread_continuous", *facts, **at)
        own = substitute(spread, {slope: steep})
        made = substitute(on_cube(h), {D: reach, h: own})
        goes = p.apply("on_cube_continuous", steady_, g=own, D=reach)
        turned = p.apply("spread_equivariant", **at)
        turned = p.apply("on_cube_equivariant", turned, g=own, D=reach)
        off_ = p.apply("on_cube_zero", g=own, D=reach)
        value_ = p.specialize(p.specialize(bounded_, X, using=[X_in]), r, c)
        near_ = entry(p, p.specialize(close, X, using=[X_in]))
        way = p.apply("sum_size", u=g(X, r, c) - f(X, r, c), v=f(X, r, c))
        values = over(p, p.have(abs(g(X, r, c)) <= top, way, value_, near_))
        here = p.apply("spread_encoded", *facts, inside, values, B=top, **at)
        there = p.apply("encoded_in_cube", D_pos, inside)
        same = p.apply("on_cube_inside", there, g=own, X=encoded, D=reach)
        shifted = after_encoding(made, encoding)
        agrees = over(p, p.have(Eq(shifted(X, r, c), g(X, r, c)), same, here))
        found = p.apply("proposition_1_on_cube", reach_pos, goes, turned, off_,
                        f=made, B=reach, epsilon=half)  # fmt: skip

        in_class, near_ = p.obtain(found, h)
        network = after_encoding(h, encoding)
        moved = p.apply("distance_shifted", near_, f=made, g=h, epsilon=half, S=encoding)
        facts = [e_pos, in_cube_, close, D_pos, less, agrees, moved]
        near = p.apply("near_by_extension", *facts, f_1=shifted, h=network)
        return p.exists_intro(p.goal, [encoding, h], in_class, near)

    D_pos, _, in_cube_ = p.obtain("compact", D)
    bounds = p.apply("bounded_on_compact", N=n)
    two = p.obtain(bounds, bound)
    return with_bound(D_pos, in_cube_, *two)
