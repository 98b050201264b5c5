"""Proposition 1 over all matrices: a function on a compact set U, 0 outside of U, need not be continuous (4.2).

The lower corners of the dyadic cells of level T form a net. Let F_T be the function of `extension` for the constant 1
on U and this net: it is continuous, 1 on U, and between 0 and 1 on the cube. If X is not in U, no point of U is near X,
as U is closed, so F_T(X) = 0 for all large T. If |g| <= C on U, the functions g clipped to [−C F_T, C F_T] are
continuous and tend to g on U and to 0 elsewhere, hence in the mean, by bounded convergence. No property of the boundary
of U is used; it may have a volume.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as choices
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.compact_domain import (
    DOMAIN,
    bounds,
    half,
    least_value,
    near_points,
    symmetric,
    turns,
)
from proofs.papers.ks.section_4_proposition_1.equivariance import equivariant
from proofs.papers.ks.section_4_proposition_1.network_exists import in_T_2
from proofs.papers.ks.vocabulary import paper, together
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import closed_set, compact, continuous_on_set, cube_set, in_a_cube, member
from proofs.theorems.analysis.continuity import assumed, by_way_of, continuous_on_cube, cube, in_cube, steady, within
from proofs.theorems.analysis.convergence import nearer, pointwise
from proofs.theorems.analysis.extension import *
from proofs.theorems.combinatorics.comprehension import characteristic_of_nodes, marked, of_marked
from proofs.theorems.combinatorics.dyadic import GIVEN, LETTERS, L, T, digit, low, side
from proofs.theorems.combinatorics.dyadic import M as children
from proofs.theorems.combinatorics.trees import above, nodes
from proofs.theorems.integration.integrals import cost, distance_below, size_to_the
from proofs.theorems.integration.lebesgue import distance_on_at_most
from proofs.theorems.integration.lebesgue import on_set as zero_elsewhere
from proofs.theorems.integration.lusin import at_most, clipped
from proofs.theorems.networks.cube_restriction import largest, on_cube
from proofs.theorems.networks.permutations import permutation, permuted

k, s, t, w = ints("k s t w")
C, rho, u, b, v1 = reals("C rho u b v")
(chi,) = sequences("chi", 2)
order, tau = sequences("sigma tau")
g, h = functions("g h", MATRIX + "ZZ")
NET = {**GIVEN, "all_words": LETTERS["all_words"]}
SOME = {"d_low": 1 <= d, "n_low": 1 <= n}

# --- the net ----------------------------------------------------------------------------------------------------------

corners = fun(lambda k, r, c: low(T, k)(r, c), 3)


@paper.claim({**NET, "T_low": 0 <= T}, shows=substitute(net(corners, nodes(T)), {eta: side(T)}))
def corners_are_a_net(p: Proof) -> Fact:
    """Each point lies in a cell."""
    p.given(**ENTRY)
    (X_in,) = assumed(p, in_cube(X, D, d, n))
    k_low, k_high, lower, upper = p.obtain(p.apply("cells_cover", X_in), k)
    sides = entry(p, lower), entry(p, upper)
    gap = X(r, c) - corners(k, r, c)
    size = p.apply("side_pos")
    each = p.apply("abs_le", *(p.have(f, *sides, size) for f in (gap <= side(T), -side(T) <= gap)), x=gap, u=side(T))
    goal = exists(lambda j: [1 <= j, j <= nodes(T), substitute(near(X, listed(corners, j), eta), {eta: side(T)})], "Z")
    return p.exists_intro(goal, [k], k_low, k_high, over(p, each))


def selected(s: Term, k: Term) -> Term:
    """The selection of columns of corner k of level s is a corner of level s."""
    alike = lambda i: entries(lambda r, c: Eq(low(s, i)(r, c), low(s, k)(r, order(c))), d, n)  # noqa: E731
    return exists(lambda i: [1 <= i, i <= nodes(s), alike(i)], "Z")


def selects(s: Term) -> Term:
    """The selection of columns of every corner of level s is a corner of level s."""
    return every(lambda k: selected(s, k), 1, nodes(s))


INTO = {"order_low": every(lambda c: 1 <= order(c), 1, n), "order_high": every(lambda c: order(c) <= n, 1, n)}


@paper.claim({**NET, **INTO, "T_low": 0 <= T}, shows=selects(T))
def corners_selected(p: Proof) -> Fact:
    """In each step the halves that are chosen are selected alike."""
    p.given(**ENTRY)
    p.given(w_low=0 <= w)
    zero = num(0)
    base = p.generalize(k, p.exists_intro(selected(zero, k), [1]), *assumed(p, 1 <= k, k <= nodes(zero)))
    (so_far,) = assumed(p, selects(w))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(w + 1))
    up = above(1, k)
    parent = p.specialize(so_far, up, using=[p.apply("above_low", k_low, v=1), p.apply(
        "above_high", k_low, k_high, T=w, v=1)])  # fmt: skip
    at, to = digit(k), order(c)
    ends = p.apply("dyadic.digit_low", k_low), p.apply("dyadic.digit_high", k_low)
    there = [p.specialize(name, c) for name in INTO]
    word = fun(lambda r, c: L(digit(k), r, order(c)), 2)
    letters_ = [over(p, p.specialize(name, at, r, to, using=[*ends, *there])) for name in (
        "letters_low", "letters_high")]  # fmt: skip
    s_low, s_high, same = p.obtain(p.specialize("all_words", word, using=letters_), s)
    i_low, i_high, alike = p.obtain(parent, i)
    child = (i - 1) * children + s
    room = p.have(0 <= children)
    end = p.have(child <= nodes(w + 1), s_high, p.apply("power_step", m=children, k=w), (i_high, room))
    start = p.have(1 <= child, (i_low, room), s_low)
    own = p.apply("above_own", i_low, s_low, s_high, c=i, v=1)
    here = p.apply("low_of_child", start, T=w, k=child)
    moved = p.congr(lambda i: low(w, i)(r, c), own)
    its = p.congr(lambda i: L(i, r, c), p.have(Eq(digit(child), s), (own, children)))
    old = p.apply("low_of_child", k_low, T=w, k=k, c=to)
    equal = p.have(Eq(low(w + 1, child)(r, c), low(w + 1, k)(r, to)), here, moved, old, entry(p, alike), (
        its, side(w + 1)), (entry(p, same), side(w + 1)))  # fmt: skip
    step = p.generalize(k, p.exists_intro(selected(w + 1, k), [child], start, end, over(p, equal)))
    return p.specialize(p.induct(selects, 0, w, base, step), T)


# --- F_T --------------------------------------------------------------------------------------------------------------


def near_corner(T: Term, k: Term) -> Term:
    """There are points of U near corner k of level T."""
    return substitute(near_points(low(T, k)), {a: 2 * side(T)})


marks = for_all(lambda T, k: implies(0 <= T, 1 <= k, k <= nodes(T), marked(chi(T, k), near_corner(T, k))), "Z", "Z")


@paper.claim([2 <= children], shows=exists(lambda chi_: [substitute(marks, {chi: chi_})], "(ZZ>Z)"))
def corners_marked(p: Proof) -> Fact:
    """The nodes of the tree of cells are numbered."""
    of_three = variable("chi", "(ZZZ>Z)")
    (law,) = p.obtain(characteristic_of_nodes(p, lambda _, T, k: near_corner(T, k)), of_three)
    T_low, k_low, k_high = assumed(p, 0 <= T, 1 <= k, k <= nodes(T))
    each = p.specialize(law, 1, T, k, using=[T_low, k_low, k_high])
    each = p.discharge(each, T_low.concl, k_low.concl, k_high.concl)
    each = p.rule("generalize", T, p.rule("generalize", k, each))
    return p.exists_intro(p.goal, [fun(lambda T, k: of_three(1, T, k), 2)], each)


@paper.claim([0 < x], shows=Eq(2 * inv(x) * x, 2))
def twice_inverse(p: Proof) -> None:
    """x is not 0."""


one = mapping(lambda X, r, c: num(1), MATRIX, "Z", "Z")
family = fun(lambda j, r, c: chi(T, j), 3)
steepness = 2 * inv(side(T))
BY = {"v": corners, "M": family, "N'": nodes(T), "eta": side(T), "lambda": steepness, "f": one}
CUT = {v: corners, M: family, N1: nodes(T), eta: side(T), slope: steepness, f: one}
cut = substitute(made, CUT)
LEVEL = {**NET, **SOME, "T_low": 0 <= T, "marks": marks}


def mark(p: Proof, k: Term) -> list[Fact]:
    """0 <= χ(T, k) <= 1 for a corner of level T, 1 <= χ if points of U are near, χ <= 0 if not."""
    law = p.rule("specialize", p.get("marks"), T)
    return of_marked(p, p.specialize(law, k), chi(T, k), near_corner(T, k))


def sizes(p: Proof) -> list[Fact]:
    """There are corners, the step is positive, and so is the slope."""
    pos = p.apply("side_pos")
    inverse = p.apply("inv_pos", pos)
    return [p.apply("power_ge_one", m=children, k=T), pos, p.have(0 <= steepness, inverse)]


@paper.claim({**LEVEL, **ENTRY}, shows=cut(X, r, c) <= 1)
def cut_high(p: Proof) -> Fact:
    """The values are at most 1, and the penalty is nonnegative."""
    p.given(j_low=1 <= j, j_high=j <= nodes(T))
    some, _, slope_low = sizes(p)
    sign = p.apply("penalty_nonneg", v=corners, eta=side(T))
    each = p.generalize(j, p.have(substitute(score(X, j, r, c), CUT) <= 1, mark(p, j)[1], (sign, slope_low)))
    return p.max_le(cut(X, r, c), num(1), some, each)


@paper.claim({**LEVEL, **ENTRY, "inside": in_cube(X, D, d, n)}, shows=0 <= cut(X, r, c))
def cut_low(p: Proof) -> Fact:
    """There is a corner near X, where the penalty is 0."""
    found = p.specialize(p.apply("corners_are_a_net"), X)
    j_low, j_high, close = p.obtain(found, j)
    none = p.apply("penalty_zero", close, v=corners, eta=side(T))
    top = p.max_ge(cut(X, r, c), j, j_low, j_high)
    return p.have(p.goal, top, (none, steepness), mark(p, j)[0])


@paper.claim({**LEVEL, **ENTRY, "inside": in_cube(X, D, d, n), "X_in": member(U, X)}, shows=Eq(cut(X, r, c), 1))
def cut_on_set(p: Proof) -> Fact:
    """χ(T, k) = 1 if points of U are near corner k."""
    p.given(j_low=1 <= j, j_high=j <= nodes(T), k_low=1 <= k, k_high=k <= nodes(T))
    some, pos, slope_low = sizes(p)
    Y_in, close = assumed(p, member(U, Y), near(Y, listed(corners, j), 2 * side(T)))
    _, high, yes, _ = mark(p, j)
    is_near = p.mp(yes, p.exists_intro(near_corner(T, j), [Y], Y_in, close))
    fit = p.apply("abs_le", p.have(chi(T, j) - 1 <= 0, high), p.have(0 <= chi(T, j) - 1, is_near), x=chi(T, j) - 1, u=0)
    fit = p.generalize(j, p.generalize(Y, over(p, fit)), "j_low", "j_high")
    zero, at_most_one, _, _ = mark(p, k)
    size = p.apply("abs_le", at_most_one, p.have(-1 <= chi(T, k), zero), x=chi(T, k), u=num(1))
    most_ = substitute(most, CUT)
    row = p.max_le(Max(lambda c: abs(chi(T, k)), 1, n), num(1), "n_low",
                 p.generalize(c, size, "c_low", "c_high"))  # fmt: skip
    rows = p.max_le(Max(lambda r: Max(lambda c: abs(chi(T, k)), 1, n), 1, d), num(1), "d_low",
                  p.generalize(r, row, "r_low", "r_high"))  # fmt: skip
    whole = p.max_le(most_, num(1), some, p.generalize(k, rows))
    unit = p.apply("twice_inverse", pos, x=side(T))
    steep = p.have(2 * most_ + 0 <= steepness * side(T), whole, unit)
    found = p.apply("maximum_near", some, pos, slope_low, p.apply("corners_are_a_net"), fit, steep, "inside", "X_in",
                    e=0, **BY)  # fmt: skip
    return p.have(p.goal, p.apply("abs_zero", entry(p, found)))


FAR = {
    "far": for_all(lambda Y: implies(within(X, Y, rho, d, n), U(Y) <= 0), MATRIX), "fine": 4 * side(T) < rho,
}  # fmt: skip


@paper.claim({**LEVEL, **ENTRY, **FAR}, shows=cut(X, r, c) <= 0)
def cut_far(p: Proof) -> Fact:
    """A corner near points of U is not near X, so its penalty is at least the length of an edge."""
    p.given(j_low=1 <= j, j_high=j <= nodes(T))
    some, pos, slope_low = sizes(p)
    _, high, _, no = mark(p, j)
    goal = substitute(score(X, j, r, c), CUT) <= 0
    sign = p.apply("penalty_nonneg", v=corners, eta=side(T))
    beside, alone = assumed(p, near_corner(T, j), negation(near_corner(T, j)))
    calm = p.have(goal, p.mp(no, alone), (sign, slope_low))
    refuted = p.assume(negation(goal))
    s, t = ints("r' c'")
    ends = assumed(p, 1 <= s, s <= d, 1 <= t, t <= n)
    gap = abs(X(s, t) - corners(j, s, t))
    away, not_away = assumed(p, 2 * side(T) < gap, gap <= 2 * side(T))
    large = p.apply("penalty_large", *ends, pos, away, v=corners, eta=side(T), r=s, c=t)
    steep = p.have(goal, high, (large, slope_low), p.apply("twice_inverse", pos, x=side(T)))
    short = p.cases(gap, 2 * side(T), not_away, p.absurd(p.mp(refuted, steep), not_away.concl))

    def never(Y_in: Fact, close: Fact) -> Fact:
        way = by_way_of(p, X(s, t), corners(j, s, t), Y(s, t))
        its = p.specialize(close, s, t, using=ends)
        near_Y = p.have(abs(X(s, t) - Y(s, t)) < rho, way, short, its, "fine")
        return p.have(FALSE, p.specialize("far", Y, using=[near_Y]), Y_in)

    wrong = p.exists_elim(beside, [Y], never, FALSE)
    each = p.either(p.absurd(wrong, goal), calm, beside.concl)
    return p.max_le(cut(X, r, c), num(0), some, p.generalize(j, each))


@paper.claim(LEVEL, shows=continuous_on_cube(cut, D, d, n))
def cut_continuous(p: Proof) -> Fact:
    """Every maximum of this kind is continuous."""
    known = {name: x for name, x in BY.items() if name != "f"}
    return p.apply("maximum_continuous", *sizes(p), **known)


@paper.claim({**LEVEL, "symmetric": symmetric(U)}, shows=equivariant(cut, d, n))
def cut_equivariant(p: Proof) -> Fact:
    """χ(T, k) is the least upper bound of the values of the constant 1 at the points of U near corner k."""
    p.given(**ENTRY, j_low=1 <= j, j_high=j <= nodes(T))
    zero, high, yes, no = mark(p, j)
    at = {f: one, a: 2 * side(T)}
    parts = [substitute(x, at) for x in least_value(listed(corners, j), chi(T, j))]
    beside, alone = assumed(p, near_corner(T, j), negation(near_corner(T, j)))
    above_all = p.assume(substitute(bounds(listed(corners, j), b), at))
    below = p.exists_elim(beside, [Y], lambda *y: p.have(
        chi(T, j) <= b, high, p.specialize(above_all, Y, using=y)), chi(T, j) <= b)  # fmt: skip
    Y_in, close = assumed(p, member(U, Y), near(Y, listed(corners, j), 2 * side(T)))
    is_near = p.mp(yes, p.exists_intro(beside.concl, [Y], Y_in, close))
    facts = [
        p.generalize(Y, is_near), p.discharge(p.generalize(b, below), beside.concl),
        p.discharge(p.antisymmetry(p.mp(no, alone), zero), alone.concl),
    ]  # fmt: skip
    least = p.generalize(j, over(p, p.exists_intro(together(*parts), [], *facts)), "j_low", "j_high")
    into = assumed(p, *INTO.values())
    selected_ = p.rule("generalize", order, p.discharge(p.apply("corners_selected", *into), *(y.concl for y in into)))
    turned = turns(p, sizes(p), selected_, least, BY | {"a": 2 * side(T)})
    return p.change(turned, p.goal)


# --- g, clipped -------------------------------------------------------------------------------------------------------


@paper.claim([0 <= u, 0 <= v1], shows=abs(clipped(x, u) - clipped(y, v1)) <= abs(x - y) + abs(u - v1))
def clipped_apart(p: Proof) -> Fact:
    """Each number changes the clipped number by at most its own change."""
    ups = [p.apply("abs_ge", x=z) for z in (x - y, y - x, u - v1, v1 - u)]
    both = clipped(x, u), clipped(y, v1)
    gap, most_ = both[0] - both[1], abs(x - y) + abs(u - v1)

    def side_(goal: Term) -> Fact:
        found = lambda known: p.have(goal, *ups, 0 <= u, 0 <= v1, *known, *choices(p, known, *both))  # noqa: E731
        return by_cases(p, [x <= u, -u <= x, y <= v1, -v1 <= y], found)

    return p.apply("abs_le", side_(-most_ <= gap), side_(gap <= most_), x=gap, u=most_)


limited = mapping(lambda X, r, c: clipped(g(X, r, c), C * cut(X, r, c)), MATRIX, "Z", "Z")
LIMITED = {**LEVEL, "C_pos": 0 < C}


def at_level(j: Term) -> Term:
    """g clipped by F_j."""
    return substitute(limited, {T: j})


@paper.claim({**LIMITED, "continuous": continuous_on_cube(g, D, d, n)}, shows=continuous_on_cube(limited, D, d, n))
def limited_continuous(p: Proof) -> Fact:
    """For e, allow g a change of e/2, and F_T one of e/(2 C)."""
    p.given(**ENTRY)
    X_in, Y_in, e_pos = assumed(p, in_cube(X, D, d, n), in_cube(Y, D, d, n), 0 < e)
    delta1, delta2 = reals("delta_1 delta_2")
    part = p.have(0 < e / (2 * C), e_pos, p.apply("inv_pos", p.have(0 < 2 * C), x=2 * C))
    pos1, near1 = p.obtain(p.specialize("continuous", X, e / 2, using=[X_in, e_pos]), delta1)
    pos2, near2 = p.obtain(p.specialize(p.apply("cut_continuous"), X, e / (2 * C), using=[X_in, part]), delta2)
    pos, *less = p.obtain(p.apply("smaller_of_two", pos1, pos2), delta)
    (close,) = assumed(p, within(X, Y, delta, d, n))
    places = assumed(p, 1 <= k, k <= d, 1 <= j, j <= n)
    its = p.specialize(close, k, j, using=places)
    changes = [entry(p, p.specialize(near_, Y, using=[Y_in, p.have(abs(X(k, j) - Y(k, j)) < y, its, f)]))
               for near_, y, f in ((near1, delta1, less[0]), (near2, delta2, less[1]))]  # fmt: skip
    heights = [C * cut(Z, r, c) for Z in (X, Y)]
    lows = p.apply("cut_low", X_in), p.apply("cut_low", Y_in, X=Y)
    signs = [p.have(0 <= y, (fact, C)) for y, fact in zip(heights, lows, strict=True)]
    apart = p.apply("clipped_apart", *signs, x=g(X, r, c), y=g(Y, r, c), u=heights[0], v=heights[1])
    gap = cut(X, r, c) - cut(Y, r, c)
    ups = [(p.apply("abs_ge", x=z * gap), C) for z in (1, -1)]
    scaled = at_most(p, heights[0] - heights[1], C * abs(gap), (), *ups)
    unit = p.have(Eq(C * (e / (2 * C)), e / 2), C)
    each = p.have(abs(limited(X, r, c) - limited(Y, r, c)) < e, apart, changes[0], scaled, (changes[1], C), unit)
    goal = exists(lambda y: [0 < y, steady(limited, X, e, y, cube(D, d, n), d, n)], "R")
    return p.exists_intro(goal, [delta], pos, over(p, each))


@paper.claim(
    {**LIMITED, "symmetric": symmetric(U), "equivariant": equivariant(g, d, n)}, shows=equivariant(limited, d, n)
)
def limited_equivariant(p: Proof) -> Fact:
    """Both g and F_T are."""
    p.given(**ENTRY)
    orders = [p.assume(y) for y in permutation(tau, n)]
    laws = []
    for fact in (p.get("equivariant"), p.apply("cut_equivariant")):
        law = p.rule("specialize", p.rule("specialize", fact, X), tau)
        for y in orders:
            law = p.mp(law, y)
        laws.append(entry(p, law))
    Z = permuted(X, tau)
    of_g = p.congr(lambda y: clipped(y, C * cut(Z, r, c)), laws[0])
    of_cut = p.congr(lambda y: clipped(g(X, r, tau(c)), C * y), laws[1])
    each = p.discharge(over(p, p.have(Eq(limited(Z, r, c), limited(X, r, tau(c))), of_g, of_cut)), *(
        y.concl for y in orders))  # fmt: skip
    return p.rule("generalize", X, p.rule("generalize", tau, each))


@paper.claim({**LIMITED, **ENTRY, "inside": in_cube(X, D, d, n)}, shows=abs(limited(X, r, c)) <= C)
def limited_small(p: Proof) -> Fact:
    """C F_T is at most C."""
    height = C * cut(X, r, c)
    size = p.apply("clipped_size", p.have(0 <= height, (p.apply("cut_low"), C)), x=g(X, r, c), u=height)
    return p.have(p.goal, size, (p.apply("cut_high"), C))


SMALL_ON_U = for_all(lambda X: implies(member(U, X), entries(lambda r, c: abs(g(X, r, c)) <= C, d, n)), MATRIX)
AT = {**LIMITED, **ENTRY, "inside": in_cube(X, D, d, n)}


@paper.claim({**AT, "X_in": member(U, X), "small": SMALL_ON_U}, shows=Eq(limited(X, r, c), g(X, r, c)))
def limited_on_set(p: Proof) -> Fact:
    """F_T = 1 on U, so nothing is clipped."""
    height = C * cut(X, r, c)
    whole = p.have(Eq(height, C), (p.apply("cut_on_set"), C))
    own = entry(p, p.specialize("small", X))
    return p.apply("clipped_small", p.have(abs(g(X, r, c)) <= height, own, whole), x=g(X, r, c), u=height)


@paper.claim({**AT, **FAR}, shows=Eq(limited(X, r, c), 0))
def limited_far(p: Proof) -> Fact:
    """F_T is 0 at X."""
    height = C * cut(X, r, c)
    zero = p.apply("cut_low"), p.apply("cut_far")
    size = p.apply("clipped_size", p.have(0 <= height, (zero[0], C)), x=g(X, r, c), u=height)
    none = p.have(abs(limited(X, r, c)) <= 0, size, (zero[1], C))
    return p.apply("abs_zero", none)


levels = mapping(lambda j, X, r, c: at_level(j)(X, r, c), "Z", MATRIX, "Z", "Z")
LEVELS = {x: y for x, y in LIMITED.items() if x != "T_low"} | {"small": SMALL_ON_U}


@paper.claim({**LEVELS, "closed": closed_set(U, d, n)}, shows=pointwise(levels, restricted(g)))
def levels_pointwise(p: Proof) -> Fact:
    """At a point outside of U the values are 0 as soon as 4 edges are shorter than its distance to U."""
    p.given(**ENTRY, inside=in_cube(X, D, d, n), e_pos=0 < e)
    own = restricted(g)(X, r, c)
    gap = lambda j: abs(levels(j, X, r, c) - own) < e  # noqa: E731
    goal = nearer(levels, restricted(g), X, e, r, c)
    X_in, X_out, j_low = assumed(p, member(U, X), U(X) <= 0, 1 <= j)
    same = p.apply("limited_on_set", X_in, p.have(0 <= j, j_low), T=j), p.ite_eq(own, X_in)
    on_U = p.exists_intro(goal, [1], p.generalize(j, p.have(gap(j), *same, "e_pos"), j_low))

    pos, far = p.obtain(p.specialize("closed", X, using=[X_out]), rho)

    s_low, law = p.obtain(p.apply("sides_small", p.have(0 < rho / 4, pos), delta=rho / 4), s)
    (late,) = assumed(p, s + 1 <= j)
    small = p.specialize(law, j, using=[late])
    none = (
        p.apply("limited_far", far, p.have(4 * side(j) < rho, small), p.have(0 <= j, late, s_low), T=j),
        p.ite_eq(own, X_out),
    )
    off_U = p.exists_intro(goal, [s + 1], s_low, p.generalize(j, p.have(gap(j), *none, "e_pos"), late))
    each = p.cases(U(X), 0, off_U, on_U)
    each = over(p, p.generalize(e, each, "e_pos"))
    return p.generalize(X, each, "inside")


# --- in the mean ------------------------------------------------------------------------------------------------------

paper.notions.define(
    on_cube(h), (h, D, d, n), "{0} on [−{1}, {1}]^({2}×{3})", r"{0}|_{{[-{1}, {1}]^{{{2} \times {3}}}}}"
)  # fmt: skip
CUBE = cube_set(D, d, n)
cut_off = restricted(g)
CUT_OFF = {"d_low": 1 <= d, "n_low": 1 <= n, "in_cube": in_a_cube(U, D, d, n)}


@paper.claim(
    {**CUT_OFF, "eps_pos": 0 < eps, "large": 1 <= power_p, "near": distance_on_at_most(
        cut_off, h, CUBE, power_p, eps / 2, d, n, n)},
    shows=distance_below(cut_off, on_cube(h), power_p, eps, d, n),
)  # fmt: skip
def near_beyond_cube(p: Proof) -> Fact:
    """Outside of the cube both functions are 0."""
    p.given(**ENTRY)
    costs = cost(cut_off, on_cube(h), power_p, d, n), zero_elsewhere(cost(cut_off, h, power_p, d, n), CUBE)
    own = on_cube(h)(X, r, c)
    inside, outside = assumed(p, largest(X) <= D, D < largest(X))
    goal = costs[0](X) <= costs[1](X)
    # on the cube
    held = p.have(0 < CUBE(X), p.ite_eq(CUBE(X), inside))
    value = p.ite_eq(costs[1](X), held)
    one_, other = (
        fun(lambda r, c, y=y: size_to_the(cut_off(X, r, c) - y(X, r, c), power_p), 2) for y in (on_cube(h), h)
    )
    same = p.congr(lambda y: size_to_the(cut_off(X, r, c) - y, power_p), p.ite_eq(own, inside))
    row = p.apply("sum_eq", same, f=fun(lambda c: one_(r, c)), g=fun(lambda c: other(r, c)), lo=1, hi=n)
    rows = [fun(lambda r, y=y: Sum(lambda c: y(r, c), 1, n)) for y in (one_, other)]
    total = p.apply("sum_eq", row, f=rows[0], g=rows[1], lo=1, hi=d)
    yes = p.have(goal, total, value)
    # outside
    none = p.ite_eq(CUBE(X), outside)
    nought = p.ite_eq(costs[1](X), p.have(CUBE(X) <= 0, none))
    (X_in,) = assumed(p, member(U, X))
    is_in = p.apply("in_the_cube", p.specialize("in_cube", X, using=[X_in]))
    never = p.absurd(p.have(FALSE, is_in, none), U(X) <= 0)
    out = p.cases(U(X), 0, p.assume(U(X) <= 0), never)
    zero = p.have(Eq(cut_off(X, r, c), own), p.ite_eq(cut_off(X, r, c), out), p.ite_eq(own, outside))
    no = p.have(goal, p.apply("cost_zero", over(p, zero), f=cut_off, g=on_cube(h)), nought)
    below = p.generalize(X, p.cases(largest(X), D, yes, no))
    levels_ = exp(power_p * log(eps / 2)), exp(power_p * log(eps))
    whole = p.apply("integral_mono", "near", below, F=costs[0], G=costs[1], E_1=levels_[0], E=levels_[0])
    less = p.apply("log_lt", p.have(0 < eps / 2), p.have(eps / 2 < eps), x=eps / 2, y=eps)
    less = p.apply("exp_lt", p.have(power_p * log(eps / 2) < power_p * log(eps), (less, p.have(0 < power_p))))
    return p.exists_intro(p.goal, [levels_[0]], whole, less)


OF_CUT_OFF = {
    **CUT_OFF, "eps_pos": 0 < eps, "large": 1 <= power_p, "D_pos": 0 < D, "C_pos": 0 < C, "small": SMALL_ON_U,
    "closed": closed_set(U, d, n), "continuous": continuous_on_cube(g, D, d, n),
}  # fmt: skip


def continuous_near(f: Term, eps: Term) -> Term:
    """f is near some function that is continuous on the cube, 0 outside of it, and equivariant if g and U are."""

    def near_(h: Term) -> list[Term]:
        turned = implies(symmetric(U), equivariant(g, d, n), equivariant(h, d, n))
        return [continuous_on_cube(h, D, d, n), turned, distance_below(f, on_cube(h), power_p, eps, d, n)]

    return exists(near_, OPERATOR)


@paper.claim(OF_CUT_OFF, shows=continuous_near(cut_off, eps))
def cut_off_near_continuous(p: Proof) -> Fact:
    """Take g clipped by F_T for a large T."""
    (j_low,) = assumed(p, 1 <= j)
    M_ = power(num(2), n * d)
    two = p.apply("power_ge_two", p.have(1 <= n * d, "d_low", "n_low"), m=num(2), k=n * d)
    low_, high_, words, _ = p.obtain(p.apply("matrices_listed", D=num(2)), L)
    (law,) = p.obtain(p.apply("corners_marked", two, M=M_), chi)
    facts = [low_, high_, words, law, p.have(1 <= M_, two)]
    p.given(**ENTRY, inside=in_cube(X, D, d, n))
    zero_low = p.have(0 <= j, j_low)
    at = {"M": M_}
    continuous = p.generalize(j, p.apply("limited_continuous", *facts, zero_low, T=j, **at), j_low)
    size = over(p, p.apply("limited_small", *facts, zero_low, T=j, **at))
    bounded = p.generalize(j, p.generalize(X, size, "inside"), j_low)
    pointwise_ = p.apply("levels_pointwise", *facts, **at)
    family_ = substitute(levels, {children: M_})
    found = p.apply("bounded_convergence", continuous, bounded, pointwise_, U=family_, V=cut_off, epsilon=eps / 2)
    j_low, near_ = p.obtain(found, j)
    h_ = substitute(at_level(j), {children: M_})
    zero_low = p.have(0 <= j, j_low)
    laws = assumed(p, symmetric(U), equivariant(g, d, n))
    turned = p.discharge(p.apply("limited_equivariant", *facts, zero_low, *laws, T=j, **at), *(y.concl for y in laws))
    known = p.apply("limited_continuous", *facts, zero_low, T=j, **at), turned
    return p.exists_intro(p.goal, [h_], *known, p.apply("near_beyond_cube", near_, h=h_))


# --- f on U -----------------------------------------------------------------------------------------------------------

ON_CUBE = {
    **{name: substitute(y, {eps: half}) for name, y in SMALL.items()}, "eps_pos": 0 < eps, "compact": compact(U, d, n),
    "closed": closed_set(U, d, n), "f_continuous": continuous_on_set(f, U, d, n, n),
    "continuous": continuous_on_cube(g, D, d, n),
}  # fmt: skip


@paper.claim(ON_CUBE, shows=continuous_near(restricted(f), eps))
def near_on_compact(p: Proof) -> Fact:
    """If g is near f on U, then f on U is near g on U, and that is near a function that is continuous on the cube."""
    p.given(**ENTRY)
    B = reals("B")[0]
    near_f = p.apply("near_in_mean", epsilon=half)
    B_pos, bounded = p.obtain(p.apply("bounded_on_compact", N=n), B)
    (X_in,) = assumed(p, member(U, X))
    ways = p.apply("sum_size", u=g(X, r, c) - f(X, r, c), v=f(X, r, c))
    size = p.have(abs(g(X, r, c)) <= B + e, ways, *(entry(p, p.specialize(y, X, using=[X_in])) for y in (
        "close", bounded)))  # fmt: skip
    small = p.generalize(X, over(p, size))
    found = p.apply("cut_off_near_continuous", p.have(0 < B + e, B_pos, "e_pos"), small, C=B + e, epsilon=half)
    *known, near_g = p.obtain(found, h)
    names = {"f": restricted(f), "g": restricted(g), "h": on_cube(h), "p": power_p}
    both = p.apply("integrals.minkowski", near_f, near_g, epsilon_1=half, epsilon_2=half, **names)
    return p.exists_intro(p.goal, [h], *known, p.change(both, distance_below(
        restricted(f), on_cube(h), power_p, eps, d, n)))  # fmt: skip


@paper.claim(
    DOMAIN, shows=exists(lambda g: [in_T_2(g), distance_below(restricted(f), g, power_p, eps, d, n)], OPERATOR)
)
def proposition_1(p: Proof) -> Fact:
    """f on U is near a function that is continuous on a cube, and this is near a network."""
    network = functions("g'", MATRIX + "ZZ")[0]
    D_pos, closed, in_cube_ = p.obtain("compact", D)
    e_pos, less = p.obtain(p.apply("power_small_enough", D_pos, epsilon=half / 2), e)
    continuous, close, turned = p.obtain(p.apply("equivariant_near", e_pos, in_cube_), g)
    found = p.apply("near_on_compact", D_pos, e_pos, in_cube_, close, less, closed, continuous, epsilon=half)
    continuous, law, near_f = p.obtain(found, h)
    turned = p.mp(p.mp(law, "symmetric"), turned)
    known = [p.apply("on_cube_continuous", continuous, g=h), p.apply("on_cube_equivariant", turned, g=h)]
    made_ = p.apply("proposition_1_on_cube", D_pos, *known, p.apply("on_cube_zero", g=h), f=on_cube(h), B=D,
                    epsilon=half)  # fmt: skip
    in_class, near_h = p.obtain(made_, network)
    names = {"f": restricted(f), "g": on_cube(h), "h": network, "p": power_p}
    both = p.apply("integrals.minkowski", near_f, near_h, epsilon_1=half, epsilon_2=half, **names)
    return p.exists_intro(p.goal, [network], in_class, p.change(both, distance_below(
        restricted(f), network, power_p, eps, d, n)))  # fmt: skip
