"""Continuous functions on a cube: they are uniformly continuous there, by the completeness of the reals.

The functions take vectors x_1, …, x_m or d × n matrices X; their values are matrices, f(X, r, t) an entry of f(X). The
cube is |x_i| <= D in every entry. The sizes are symbolic.

If each point of the cube has a neighbourhood in which a property holds for all pairs of vectors, there is a δ such that
it holds for all pairs of vectors of the cube at a distance below δ. The proof is an induction on the number k of
coordinates that range over [−D, D] while the others stay near those of a point a: the supremum of the s such that one
δ suffices for all x with x_{k + 1} <= s is D. A matrix is a vector whose coordinates are numbered row by row.

Main statements: `archimedes`, `lebesgue_number`, `heine_cantor_vectors`, `heine_cantor`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import abstract, instantiate_bound, lam
from proofs.language.notation import *
from proofs.theorems.combinatorics.tilings import TILED, G, quotients, tiling

chapter = Chapter("continuity")
d, n, m, i, j, k, r, t = ints("d n m i j k r t")
D, eps, delta, delta1, delta2, c, s, top = reals("D epsilon delta delta_1 delta_2 c s top")
a, x, y = vectors("a x y")
X, Y = vectors("X Y", 2)
(g,) = functions("g", VECTOR + "ZZ")
(f,) = functions("f", MATRIX + "ZZ")
(u,) = functions("u", VECTOR + VECTOR)  # u(x, y) > 0 is what is said of a pair


# --- least upper bounds ----------------------------------------------------------------------------------------------


@chapter.claim(given=[], shows=abs(c - top) <= abs(c - s) + abs(s - top))
def abs_triangle(p: Proof) -> Fact:
    """The two differences add up to the third one."""
    u, v = c - s, s - top
    size = abs(u) + abs(v)
    return p.apply("abs_le", x=c - top, u=size)


def by_way_of(p: Proof, x: Term, y: Term, z: Term) -> Fact:
    """|x − z| <= |x − y| + |y − z|."""
    return p.apply("continuity.abs_triangle", c=x, s=y, top=z)


def apart_as(p: Proof, of_x: Fact, of_y: Fact) -> tuple[Fact, Fact]:
    """|x − y| = |x' − y| = |x' − y'|, from x = x' and y = y'."""
    x2, y = of_x.concl.args[1], of_y.concl.args[0]
    return p.congr(lambda z: abs(z - y), of_x), p.congr(lambda z: abs(x2 - z), of_y)


def supremum_of(p: Proof, holds: Callable[[Term], Term], member: Term, is_in: Named, bound: Term, above: Named) -> Fact:
    """∃s. s is the least upper bound of the x with holds(x), of which there is one, and a bound of all."""

    def upper(b: Term) -> Term:
        return for_all(lambda x: implies(holds(x), x <= b), "R")

    some = p.exists_intro(exists(lambda x: holds(x), "R"), [member], is_in)
    bounded = p.exists_intro(exists(lambda b: upper(b), "R"), [bound], above)
    return p.supremum(hole(holds), some, bounded)


def below_supremum(p: Proof, holds: Callable[[Term], Term], least: Fact, s: Term, pos: Fact) -> Fact:
    """∃x. holds(x) and s − ε < x, from 0 < ε, s being the least upper bound."""
    lower, x = s - pos.concl.args[1], variable(f"member{len(p.made)}'", "R")
    goal = exists(lambda x: [holds(x), lower < x], "R")
    none, held, above, below = (p.assume(z) for z in (goal.args[0], holds(x), lower < x, x <= lower))
    no = p.mp(p.mp(p.rule("specialize", none, x), held), above)
    upper = p.cases(x, lower, below, p.absurd(no, x <= lower))
    wrong = p.have(FALSE, p.specialize(least, lower, using=[upper]), pos)
    return p.rule("discharge", none.concl, wrong)


@chapter.claim(given=[], shows=exists(lambda k: [1 <= k, s < k], "Z"))
def archimedes(p: Proof) -> Fact:
    """If the integers had a supremum s, some integer would be above s − 1, and the next one above s."""

    def integer(x: Term) -> Term:
        return exists(lambda k: [1 <= k, x <= k], "Z")

    none = p.assume(p.goal.args[0])
    p.given(k_low=1 <= k, below=k <= s, above=s < k)
    no = p.mp(p.mp(p.rule("specialize", none, k), "k_low"), "above")
    k_le = p.cases(k, s, "below", p.absurd(no, k <= s))
    held = p.assume(integer(c))
    bounded = p.exists_elim(held, [k], lambda low, le: p.have(c <= s, p.cut(k_le), le), c <= s)
    one = p.exists_intro(integer(num(1)), [1])
    found = supremum_of(p, integer, num(1), one, s, bounded)

    def at_supremum(up: Fact, least: Fact) -> Fact:
        near = below_supremum(p, integer, least, top, p.have(num(0) < 1))
        is_in, close = p.obtain(near, c)

        def next_one(_low: Fact, le: Fact) -> Fact:
            following = p.exists_intro(integer(k + 1), [k + 1])
            return p.have(FALSE, p.specialize(up, k + 1, using=[following]), close, le)

        return p.change(p.exists_elim(is_in, [k], next_one, FALSE), FALSE)

    return p.rule("discharge", none.concl, p.exists_elim(found, [top], at_supremum, FALSE))


# --- what is said of functions: of vectors, f(x), and of matrices, f(X) ----------------------------------------------


def in_box(x: Term, D: Term, m: Term) -> Term:
    """x ∈ [−D, D]^m."""
    return every(lambda i: abs(x(i)) <= D, 1, m)


def near(x: Term, y: Term, delta: Term, m: Term, after: Term | int = 0) -> Term:
    """|x_i − y_i| < δ for after < i <= m."""
    return every(lambda i: abs(x(i) - y(i)) < delta, after + num(1), m)


def entries(claim: Callable[[Term, Term], Term], d: Term, n: Term) -> Term:
    """For all entries of a d × n matrix."""
    return every(lambda r: every(lambda c: claim(r, c), 1, n), 1, d)


def in_cube(X: Term, D: Term, d: Term, n: Term) -> Term:
    """X ∈ [−D, D]^(d×n)."""
    return entries(lambda r, c: abs(X(r, c)) <= D, d, n)


def within(X: Term, Y: Term, e: Term, d: Term, n: Term) -> Term:
    """‖X − Y‖_∞ < e, for d × n matrices."""
    return entries(lambda r, c: abs(X(r, c) - Y(r, c)) < e, d, n)


def value(f: Term, x: Term) -> Term:
    """f(x), a matrix."""
    return fun(lambda r, c: f(x, r, c), 2)


@dataclass(frozen=True)
class Domain:
    """The sort of the points x of a set, when x is in it, and when x and y are within δ."""

    sort: str
    holds: Callable[[Term], Term]
    near: Callable[[Term, Term, Term], Term]


def box(D: Term, m: Term) -> Domain:
    """[−D, D]^m."""
    return Domain(VECTOR, lambda x: in_box(x, D, m), lambda x, y, delta: near(x, y, delta, m))


def cube(D: Term, d: Term, n: Term) -> Domain:
    """[−D, D]^(d×n)."""
    return Domain(MATRIX, lambda X: in_cube(X, D, d, n), lambda X, Y, delta: within(X, Y, delta, d, n))


def steady(f: Term, x: Term, e: Term, delta: Term, on: Domain, d: Term, n: Term) -> Term:
    """‖f(x) − f(y)‖_∞ < e for all y of the set within δ of x."""

    def close(y: Term) -> Term:
        return implies(on.holds(y), on.near(x, y, delta), within(value(f, x), value(f, y), e, d, n))

    return for_all(close, on.sort)


def continuous_on(f: Term, on: Domain, d: Term, n: Term) -> Term:
    """f is continuous on a set; its values are d × n matrices."""

    def here(x: Term, e: Term) -> Term:
        return exists(lambda delta: [0 < delta, steady(f, x, e, delta, on, d, n)], "R")

    return for_all(lambda x, e: implies(on.holds(x), 0 < e, here(x, e)), on.sort, "R")


def uniformly_continuous_on(f: Term, on: Domain, d: Term, n: Term) -> Term:
    """f is uniformly continuous on a set; its values are d × n matrices."""

    def everywhere(e: Term, delta: Term) -> Term:
        return for_all(lambda x: implies(on.holds(x), steady(f, x, e, delta, on, d, n)), on.sort)

    return for_all(lambda e: implies(0 < e, exists(lambda delta: [0 < delta, everywhere(e, delta)], "R")), "R")


def continuous_on_box(g: Term, D: Term, m: Term, d: Term, n: Term) -> Term:
    """g is continuous on [−D, D]^m; its values are d × n matrices."""
    return continuous_on(g, box(D, m), d, n)


def uniformly_continuous_on_box(g: Term, D: Term, m: Term, d: Term, n: Term) -> Term:
    """g is uniformly continuous on [−D, D]^m; its values are d × n matrices."""
    return uniformly_continuous_on(g, box(D, m), d, n)


def continuous_on_cube(f: Term, D: Term, d: Term, n: Term) -> Term:
    """f is continuous on [−D, D]^(d×n); its values are d × n matrices."""
    return continuous_on(f, cube(D, d, n), d, n)


def continuous_everywhere(f: Term, d: Term, n: Term) -> Term:
    """f, of d × n matrices, is continuous; its values are such matrices."""

    def here(X: Term, e: Term) -> Term:
        close = lambda Y, delta: implies(within(X, Y, delta, d, n), within(value(f, X), value(f, Y), e, d, n))  # noqa: E731
        return exists(lambda delta: [0 < delta, for_all(lambda Y: close(Y, delta), MATRIX)], "R")

    return for_all(lambda X, e: implies(0 < e, here(X, e)), MATRIX, "R")


def uniformly_continuous_on_cube(f: Term, D: Term, d: Term, n: Term) -> Term:
    """f is uniformly continuous on [−D, D]^(d×n); its values are d × n matrices."""
    return uniformly_continuous_on(f, cube(D, d, n), d, n)


BOX = "[−{1}, {1}]^{2}", "[-{1}, {1}]^{{{2}}}"
CUBE = "[−{1}, {1}]^({2}×{3})", r"[-{1}, {1}]^{{{2} \times {3}}}"


def _called(pattern: Term, arguments: tuple[Term, ...], text: str, latex: str, where: tuple[str, str]) -> None:
    chapter.notions.define(pattern, arguments, text + where[0], latex + where[1])


of_g, of_f = (g, D, m, d, n), (f, D, d, n)
_called(in_box(x, D, m), (x, D, m), "{0} ∈ ", r"{0} \in ", BOX)
_called(in_cube(X, D, d, n), (X, D, d, n), "{0} ∈ ", r"{0} \in ", CUBE)
_called(continuous_on_box(*of_g), of_g, "{0} is continuous on ", r"{0} \text{{ is continuous on }} ", BOX)
_called(continuous_on_cube(*of_f), of_f, "{0} is continuous on ", r"{0} \text{{ is continuous on }} ", CUBE)
chapter.notions.define(
    continuous_everywhere(f, d, n), (f, d, n), "{0} is continuous on ℝ^({1}×{2})",
    r"{0} \text{{ is continuous on }} \mathbb{{R}}^{{{1} \times {2}}}",
)  # fmt: skip
UNIFORMLY = "{0} is uniformly continuous on ", r"{0} \text{{ is uniformly continuous on }} "
_called(uniformly_continuous_on_box(*of_g), of_g, *UNIFORMLY, BOX)
_called(uniformly_continuous_on_cube(*of_f), of_f, *UNIFORMLY, CUBE)
chapter.notions.define(
    within(X, Y, eps, d, n), (X, Y, eps, d, n), "‖{0} − {1}‖_∞ < {2}", r"\lVert {0} - {1} \rVert_\infty < {2}"
)


# --- vectors ---------------------------------------------------------------------------------------------------------

q = k + 1


def inside(x: Term) -> Term:
    """x ∈ [−D, D]^m."""
    return in_box(x, D, m)


def close(x: Term, y: Term, delta: Term = delta, after: Term | int = 0) -> Term:
    """|x_i − y_i| < δ for after < i <= m."""
    return near(x, y, delta, m, after)


def served(x: Term, delta: Term) -> Term:
    """u(x, y) > 0 for all y of the cube within δ of x."""
    return for_all(lambda y: implies(inside(y), close(x, y, delta), 0 < u(x, y)), VECTOR)


def together(a: Term, delta: Term) -> Term:
    """u(x, y) > 0 for all x and y of the cube within δ of a."""
    pair = lambda x, y: (inside(x), close(a, x, delta), inside(y), close(a, y, delta))  # noqa: E731
    return for_all(lambda x, y: implies(*pair(x, y), 0 < u(x, y)), VECTOR, VECTOR)


def tube(k: Term | int, a: Term, delta: Term) -> Term:
    """One δ is valid for all x whose coordinates after k are near those of a."""
    return for_all(lambda x: implies(inside(x), close(x, a, delta, k), served(x, delta)), VECTOR)


def tubes(k: Term | int) -> Term:
    """Every a has such a δ."""
    return for_all(lambda a: implies(inside(a), exists(lambda d: [0 < d, tube(k, a, d)], "R")), VECTOR)


def patch(c: Term, delta: Term) -> Term:
    """One δ is valid for all x whose coordinate k + 1 is near c and whose later coordinates are near those of a."""
    held = lambda x: (inside(x), close(x, a, delta, q), abs(x(q) - c) < delta)  # noqa: E731
    return for_all(lambda x: implies(*held(x), served(x, delta)), VECTOR)


def strip(s: Term, delta: Term) -> Term:
    """One δ is valid for all x with x_{k + 1} <= s whose later coordinates are near those of a."""
    return for_all(lambda x: implies(inside(x), close(x, a, delta, q), x(q) <= s, served(x, delta)), VECTOR)


def reached(s: Term) -> Term:
    """s <= D, and some δ is valid for x_{k + 1} <= s."""
    return exists(lambda d: [0 < d, s <= D, strip(s, d)], "R")


def some(what: Callable[[Term], Term]) -> Term:
    """There is a δ > 0 with that property."""
    return exists(lambda delta: [0 < delta, what(delta)], "R")


local = for_all(lambda a: implies(inside(a), some(lambda delta: together(a, delta))), VECTOR)
here = {"k_low": 0 <= k, "k_high": q <= m, "a_in": inside(a)}


def assumed(p: Proof, *formulas: Term) -> list[Fact]:
    """Assumptions without names."""
    return [p.assume(formula) for formula in formulas]


@chapter.claim(given=[0 < delta, close(x, a, delta / 2), close(x, y, delta / 2)], shows=close(a, y))
def near_by_halves(p: Proof) -> Fact:
    """The triangle inequality in each coordinate."""
    ends = assumed(p, 1 <= i, i <= m)
    parts = [p.specialize(name, i, using=ends) for name in (close(x, a, delta / 2), close(x, y, delta / 2))]
    return p.have(abs(a(i) - y(i)) < delta, *parts, by_way_of(p, a(i), x(i), y(i)))


@chapter.claim(given={"local": local}, shows=tubes(0))
def tubes_around_points(p: Proof) -> Fact:
    """If x is within δ/2 of a, and y within δ/2 of x, then both are within δ of a."""
    p.given(a_in=inside(a))
    at = p.specialize("local", a)
    pos, near_a = p.obtain(at, delta)
    x_in, xa, y_in, xy = assumed(p, inside(x), close(x, a, delta / 2), inside(y), close(x, y, delta / 2))
    ends = assumed(p, 1 <= i, i <= m)
    ay = p.apply("near_by_halves", xa, xy)
    out = p.specialize(near_a, x, y, using=[x_in, p.specialize(xa, i, using=ends), pos, y_in, ay])
    thin = out
    return p.exists_intro(some(lambda w: tube(0, a, w)), [delta / 2], pos, thin)


pinned = fun(lambda i: ite(Eq(i, q), c, a(i)))  # a with c for coordinate k + 1


@chapter.claim(given=[inside(a), abs(c) <= D], shows=inside(pinned))
def pinned_inside(p: Proof) -> Fact:
    """Its coordinates are those of a, and c, which all lie in [−D, D]."""
    ends = assumed(p, 1 <= i, i <= m)
    own = p.specialize(inside(a), i, using=ends)

    def each(order: Fact) -> Fact:
        (value,) = p.reduce_ite(order, pinned(i))
        size = p.congr(abs, value)
        return p.have(abs(pinned(i)) <= D, size, abs(c) <= D, own)

    return p.trichotomy(i, q, each)


@chapter.claim(given=[close(x, a, delta, q), abs(x(q) - c) < delta], shows=close(x, pinned, delta, k))
def near_pinned(p: Proof) -> Fact:
    """The condition holds in coordinate k + 1, and in the later ones."""
    low, high = assumed(p, q <= i, i <= m)
    goal = abs(x(i) - pinned(i)) < delta

    def each(order: Fact) -> Fact:
        if order.concl.op == "lt" and order.concl.args[0] is i:
            return p.absurd(p.have(FALSE, order, low), goal)
        (value,) = p.reduce_ite(order, pinned(i))
        away = p.congr(lambda z: abs(x(i) - z), value)
        if order.concl.op == "lt":
            fact = p.specialize(close(x, a, delta, q), i, using=[order, high])
        else:
            same = p.congr(lambda z: abs(x(z) - c), order)
            fact = p.have(abs(x(i) - c) < delta, same, abs(x(q) - c) < delta)
        return p.have(goal, away, fact)

    return p.trichotomy(i, q, each)


@chapter.claim(given={**here, "tubes": tubes(k), "c_in": abs(c) <= D}, shows=some(lambda w: patch(c, w)))
def patches(p: Proof) -> Fact:
    """Apply the hypothesis to a with its coordinate k + 1 replaced by c."""
    at = p.specialize("tubes", pinned, using=[p.apply("pinned_inside")])
    pos, thin = p.obtain(at, delta)
    held = assumed(p, inside(x), close(x, a, delta, q), abs(x(q) - c) < delta)
    around = p.apply("near_pinned", *held)
    return p.exists_intro(p.goal, [delta], pos, p.specialize(thin, x, using=[held[0], around]))


wider_given = [delta <= delta1, close(x, y, delta, k)]


@chapter.claim(given=wider_given, shows=close(x, y, delta1, k))
def near_wider(p: Proof) -> Fact:
    """A point within δ is within any larger distance."""
    p.given(xy=wider_given[1])
    ends = assumed(p, q <= i, i <= m)
    return p.have(abs(x(i) - y(i)) < delta1, p.specialize("xy", i, using=ends))


joined = {
    "delta1": 0 < delta1, "patch": patch(c, delta1), "strip": strip(s, delta2), "beyond": c - delta1 < s,
    "top": top <= c + delta1 / 2, "less1": delta <= delta1, "less2": delta <= delta2,
}  # fmt: skip


@chapter.claim(given=joined, shows=strip(top, delta))
def strips_join(p: Proof) -> Fact:
    """One δ is valid for x_{k + 1} <= s, the other one beyond s."""
    p.given(x_in=inside(x), xa=close(x, a, delta, q), low=x(q) <= top, y_in=inside(y), xy=close(x, y))
    near_x = [p.apply("near_wider", k=q, y=a, delta_1=w) for w, fact in ((delta1, "less1"), (delta2, "less2"))]
    near_y = [p.apply("near_wider", k=0, delta_1=w) for w, fact in ((delta1, "less1"), (delta2, "less2"))]
    first = p.specialize(p.specialize("strip", x, using=[near_x[1], p.assume(x(q) <= s)]), y, using=[near_y[1]])
    up, down = (
        p.have(x(q) - c < delta1, "low", "top", "delta1"),
        p.have(-delta1 < x(q) - c, p.assume(s < x(q)), "beyond"),
    )
    at_c = p.apply("abs_lt", up, down)
    second = p.specialize(p.specialize("patch", x, using=[near_x[0], at_c]), y, using=[near_y[0]])
    return p.cases(x(q), s, first, second)


both_less = exists(lambda w: [0 < w, w <= delta1, w <= delta2], "R")


@chapter.claim(given={"first": 0 < delta1, "second": 0 < delta2}, shows=both_less)
def smaller_of_two(p: Proof) -> Fact:
    """The smaller of the two numbers is one of them."""
    p.given(order=delta1 <= delta2, other=delta2 < delta1)
    one = p.exists_intro(p.goal, [delta1])
    two = p.exists_intro(p.goal, [delta2])
    return p.cases(delta1, delta2, one, two)


longer = {"delta2": 0 < delta2, **{name: joined[name] for name in ("delta1", "patch", "strip", "beyond", "top")}}


@chapter.claim(given=longer, shows=some(lambda w: strip(top, w)))
def strip_grows(p: Proof) -> Fact:
    """If the strip ends within δ_1 of c, it can be extended to c + δ_1/2."""
    pos, less1, less2 = p.obtain(p.apply("smaller_of_two"), delta)
    return p.exists_intro(p.goal, [delta], pos, p.apply("strips_join", less1, less2))


@chapter.claim(given={**here, "tubes": tubes(k)}, shows=reached(-D))
def low_end_reached(p: Proof) -> Fact:
    """There is a patch around −D."""
    p.have(0 <= D, p.specialize("a_in", q), abs(a(q)), label="D_nonneg")
    patch = p.apply("patches", c=-D)
    pos, thin = p.obtain(patch, delta)
    x_in, xa, low = assumed(p, inside(x), close(x, a, delta, q), x(q) <= -D)
    own = p.specialize(x_in, q)
    above = p.have(-D <= x(q), own, p.apply("abs_ge", x=-x(q)))
    ends = p.have(x(q) + D < delta, low, pos), p.have(-delta < x(q) + D, above, pos)
    at_end = p.apply("abs_lt", *ends)
    all_x = p.specialize(thin, x, using=[x_in, xa, at_end])
    return p.exists_intro(p.goal, [delta], pos, all_x)


at_supremum = {
    "up": for_all(lambda s: implies(reached(s), s <= c), "R"), "delta1": 0 < delta1, "patch": patch(c, delta1),
    "reached": reached(s), "beyond": c - delta1 < s,
}  # fmt: skip


@chapter.claim(given=at_supremum, shows=some(lambda w: strip(D, w)))
def high_end_reached(p: Proof) -> Fact:
    """The strip can be extended beyond the supremum c, so the supremum is D."""
    past = c + delta1 / 2
    pos, _in_range, thin = p.obtain("reached", delta2)
    short, far = assumed(p, past <= D, D < past)
    whole = p.apply("strip_grows", pos, thin, far, top=D)
    grown = p.apply("strip_grows", pos, thin, p.have(past <= past))

    pos, thin = p.obtain(grown, delta)
    also = p.exists_intro(reached(past), [delta], pos, short, thin)
    no = p.absurd(p.have(FALSE, p.specialize("up", past, using=[also]), "delta1"), p.goal)
    return p.cases(past, D, no, whole)


@chapter.claim(given={**here, "tubes": tubes(k)}, shows=some(lambda w: strip(D, w)))
def whole_strip(p: Proof) -> Fact:
    """Take the supremum of all such s, and a patch around it."""
    p.apply("low_end_reached", label="low")
    p.generalize(s, p.exists_elim(p.assume(reached(s)), [delta], lambda pos, le, thin: le, s <= D), label="bounded")
    found = supremum_of(p, reached, -D, "low", D, "bounded")
    up, least = p.obtain(found, c)
    ends = p.specialize(up, -D), p.specialize(least, D)
    patch = p.apply("patches", p.apply("abs_le", *ends, x=c, u=D))
    pos, flat = p.obtain(patch, delta1)
    near_it = below_supremum(p, reached, least, c, pos)
    parts = p.obtain(near_it, s)
    return p.apply("high_end_reached", up, pos, flat, *parts)


@chapter.claim(given={**here, "tubes": tubes(k)}, shows=some(lambda w: tube(q, a, w)))
def tube_grows(p: Proof) -> Fact:
    """All x of the cube have x_{k + 1} <= D."""
    strip = p.apply("whole_strip")
    pos, thin = p.obtain(strip, delta)
    x_in, xa = assumed(p, inside(x), close(x, a, delta, q))
    own = p.specialize(x_in, q)
    low = p.have(x(q) <= D, own, p.apply("abs_ge", x=x(q)))
    all_x = p.specialize(thin, x, using=[x_in, xa, low])
    return p.exists_intro(p.goal, [delta], pos, all_x)


@chapter.claim(given=[local, 0 <= m], shows=tubes(m))
def tubes_along_all(p: Proof) -> Fact:
    """By induction on the number of coordinates."""

    def claim(k: Term) -> Term:
        return implies(k <= m, tubes(k))

    base = p.discharge(p.apply("tubes_around_points", label="base"), num(0) <= m)
    p.given(low=0 <= k, so_far=claim(k), high=q <= m, a_in=inside(a))
    now = p.mp("so_far", p.have(k <= m, "high"))
    step = p.generalize(a, p.apply("tube_grows", now))
    all_ = p.induct(claim, 0, k, base, p.discharge(step, q <= m))
    return p.specialize(all_, m)


everywhere = some(lambda delta: for_all(lambda x: implies(inside(x), served(x, delta)), VECTOR))


@chapter.claim(given=[0 <= D, 0 <= m, local], shows=everywhere)
def lebesgue_number(p: Proof) -> Fact:
    """Apply the induction to 0 with all coordinates free in [−D, D]."""
    tubes = p.apply("tubes_along_all")
    ends = assumed(p, 1 <= i, i <= m)
    origin = fun(lambda i: num(0))
    at = p.specialize(tubes, origin, using=[p.generalize(i, p.have(abs(num(0)) <= D), *ends)])
    pos, thin = p.obtain(at, delta)
    x_in, after = assumed(p, inside(x), m + 1 <= i)
    none = p.absurd(p.have(FALSE, after, ends[1]), abs(x(i)) < delta)
    out = p.specialize(thin, x, using=[x_in, none])
    return p.exists_intro(p.goal, [delta], pos, out)


A, B = vectors("A B", 2)
greatest_difference = Max(lambda r: Max(lambda c: abs(A(r, c) - B(r, c)), 1, n), 1, d)


@chapter.claim(given=[1 <= d, 1 <= n, within(A, B, eps, d, n)], shows=greatest_difference < eps)
def greatest_less(p: Proof) -> Fact:
    """The maximum is attained."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    size = fun(lambda c: abs(A(r, c) - B(r, c)))
    entries_ = p.specialize(within(A, B, eps, d, n), r, t, using=ends)
    row = p.apply("max_lt", entries_, f=size, lo=1, hi=n, u=eps)
    return p.apply("max_lt", row)


@chapter.claim(given=[greatest_difference < eps], shows=within(A, B, eps, d, n))
def less_than_greatest(p: Proof) -> Fact:
    """Every entry is at most the maximum."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    in_rows = p.max_ge(greatest_difference, r, *ends[:2])
    in_row = p.max_ge(in_rows.concl.args[0], t, *ends[2:])
    return p.have(abs(A(r, t) - B(r, t)) < eps, greatest_difference < eps, in_rows, in_row)


def difference(f: Term, x: Term, y: Term) -> Term:
    """‖f(x) − f(y)‖_∞."""
    return substitute(greatest_difference, {A: value(f, x), B: value(f, y)})


close_values = mapping(lambda x, y: eps - difference(g, x, y), VECTOR, VECTOR)


def values_by_way_of(p: Proof, at: Term, x: Term, y: Term, *near: Fact) -> Fact:
    """‖g(x) − g(y)‖_∞ < ε if g(x) and g(y) are within ε/2 of g(a)."""
    entry = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    halves = [p.specialize(fact, r, t, using=entry) for fact in near]
    less = abs(g(x, r, t) - g(y, r, t)) < eps
    each = p.have(less, *halves, by_way_of(p, g(x, r, t), g(at, r, t), g(y, r, t)))
    within_ = each
    return p.apply("continuity.greatest_less", within_, A=value(g, x), B=value(g, y))


@chapter.claim(
    given=[0 <= D, 0 <= m, 1 <= d, 1 <= n, continuous_on_box(g, D, m, d, n)],
    shows=uniformly_continuous_on_box(g, D, m, d, n),
)
def heine_cantor_vectors(p: Proof) -> Fact:
    """If x and y are near a, then g(x) and g(y) are within ε/2 of g(a)."""
    a_in = assumed(p, inside(a))
    at = p.specialize(continuous_on_box(g, D, m, d, n), a, eps / 2, using=[*a_in, p.assume(0 < eps)])
    pair = substitute(some(lambda delta: together(a, delta)), {u: close_values})

    def near_a(pos: Fact, steady_at_a: Fact) -> Fact:
        x_in, ax, y_in, ay = assumed(p, inside(x), close(a, x, delta), inside(y), close(a, y, delta))
        of_x, of_y = (p.specialize(steady_at_a, z, using=facts) for z, facts in ((x, [x_in, ax]), (y, [y_in, ay])))
        less = p.have(0 < close_values(x, y), values_by_way_of(p, a, x, y, of_x, of_y))
        thin = p.discharge(less, x_in.concl, ax.concl, y_in.concl, ay.concl)
        return p.exists_intro(pair, [delta], pos, thin)

    local_ = p.exists_elim(at, [delta], near_a, pair)
    found = p.apply("lebesgue_number", local_, u=close_values)
    goal = instantiate_bound(p.goal.args[1], (eps,)).args[1]

    pos, thin = p.obtain(found, delta)
    x_in, y_in, xy = assumed(p, inside(x), inside(y), close(x, y))
    less = p.specialize(p.specialize(thin, x, using=[x_in]), y, using=[y_in, xy])
    less = p.have(difference(g, x, y) < eps, less)
    out = p.apply("less_than_greatest", less)
    return p.exists_intro(goal, [delta], pos, out)


# --- matrices: vectors whose coordinates are numbered row by row -----------------------------------------------------

matrix_continuous = continuous_on_cube(f, D, d, n)
block, offset = sequences("block offset")
rows = dict(zip(TILED, tiling(block, offset, n, d), strict=True))
as_matrix = fun(lambda i, j: x((i - 1) * n + j), 2)
by_rows = fun(lambda k: X(block(k), offset(k)))
of_vector = lam(VECTOR + "ZZ", abstract(f(as_matrix, r, t), [x, r, t]))  # f, its argument written as a vector
same_entries = entries(lambda r, c: Eq(X(r, c), Y(r, c)), d, n)


@chapter.claim(given={"size": abs(c) <= 0}, shows=Eq(c, 0))
def abs_zero(p: Proof) -> Fact:
    """−|c| <= c <= |c|."""
    p.apply("abs_ge", x=c, label="above"), p.apply("abs_ge", x=-c, label="below")
    return p.antisymmetry(p.have(c <= 0), p.have(0 <= c, "below", "size"))


@chapter.claim(
    given={"continuous": matrix_continuous, "X_in": in_cube(X, D, d, n), "same": same_entries},
    shows=entries(lambda r, c: Eq(f(X, r, c), f(Y, r, c)), d, n),
)
def same_values(p: Proof) -> Fact:
    """f(X) depends on the entries of X alone: Y is within every δ of X, so |f(X) − f(Y)| is below every ε."""
    entry = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    at_entry = p.specialize("same", r, t, using=entry)
    size = p.congr(abs, at_entry)
    Y_in_here = p.have(abs(Y(r, t)) <= D, size, p.specialize("X_in", r, t, using=entry))
    Y_in = Y_in_here
    apart = f(X, r, t) - f(Y, r, t)
    more, none = assumed(p, 0 < abs(apart), abs(apart) <= 0)
    no_difference = p.congr(lambda z: abs(X(r, t) - z), at_entry)
    pos, steady_at_X = p.obtain(p.specialize("continuous", X, abs(apart), using=[more]), delta)
    here = p.have(abs(X(r, t) - Y(r, t)) < delta, no_difference, pos)
    close = here
    less = p.specialize(p.specialize(steady_at_X, Y, using=[Y_in, close]), r, t, using=entry)
    no = p.change(p.have(FALSE, less), FALSE)
    small = p.cases(abs(apart), 0, none, p.absurd(no, none.concl))
    return p.generalize(r, p.generalize(t, p.apply("abs_zero", small)))


in_entry = {"i_low": 1 <= i, "i_high": i <= d, "j_low": 1 <= j, "j_high": j <= n}
number = (i - 1) * n + j


@chapter.claim(given=in_entry, shows=1 <= number)
def number_low(p: Proof) -> None:
    """The rows before contain n >= 0 entries each."""


@chapter.claim(given=in_entry, shows=number <= d * n)
def number_high(p: Proof) -> Fact:
    """The rows after contain n >= 0 entries each."""
    return p.have(p.goal, ("i_high", n), "j_high")


def of_entries(p: Proof, claim: Term, vector: Named) -> Fact:
    """From ∀k in [1, dn]. claim about coordinate k, prove the same for the entries of the matrix."""
    ends = assumed(p, *in_entry.values())
    range_ = [p.apply(f"continuity.number_{end}", *ends) for end in ("low", "high")]
    here = p.specialize(vector, number, using=range_)
    return p.change(here, claim)


@chapter.claim(given={"continuous": matrix_continuous}, shows=continuous_on_box(of_vector, D, d * n, d, n))
def of_vector_continuous(p: Proof) -> Fact:
    """The coordinates of the vector are the entries of the matrix."""
    p.given(eps=0 < eps, x_in=in_box(x, D, d * n))
    matrix_of_y = substitute(as_matrix, {x: y})
    inside_ = of_entries(p, in_cube(as_matrix, D, d, n), "x_in")
    goal = some(lambda w: steady(of_vector, x, eps, w, box(D, d * n), d, n))
    at_x = p.specialize("continuous", as_matrix, eps, using=[inside_])
    pos, steady_at_x = p.obtain(at_x, delta)
    y_in, xy = assumed(p, in_box(y, D, d * n), near(x, y, delta, d * n))
    facts = (
        of_entries(p, in_cube(matrix_of_y, D, d, n), y_in),
        of_entries(p, within(as_matrix, matrix_of_y, delta, d, n), xy),
    )
    out = p.specialize(steady_at_x, matrix_of_y, using=facts)
    return p.exists_intro(goal, [delta], pos, out)


@chapter.claim(given={**rows, "X_in": in_cube(X, D, d, n)}, shows=in_box(by_rows, D, d * n))
def by_rows_inside(p: Proof) -> Fact:
    """The coordinates of the vector are entries of X."""
    ends = assumed(p, 1 <= k, k <= d * n)
    place = [p.specialize(name, k, using=ends) for name in TILED[:4]]
    return p.specialize("X_in", block(k), offset(k), using=place)


@chapter.claim(
    given={**rows, "XY": within(X, Y, delta, d, n)}, shows=near(by_rows, substitute(by_rows, {X: Y}), delta, d * n)
)
def by_rows_near(p: Proof) -> Fact:
    """The coordinates of the vectors are entries of X and Y."""
    ends = assumed(p, 1 <= k, k <= d * n)
    place = [p.specialize(name, k, using=ends) for name in TILED[:4]]
    return p.specialize("XY", block(k), offset(k), using=place)


back_again = substitute(as_matrix, {x: by_rows})


@chapter.claim(given=[*rows.values(), 1 <= d, 1 <= n], shows=entries(lambda r, c: Eq(X(r, c), back_again(r, c)), d, n))
def by_rows_entries(p: Proof) -> Fact:
    """The number (i − 1) n + j belongs to row i and to position j in this row."""
    ends = assumed(p, *in_entry.values())
    at_number = {"d": n, "G": d, "j": i, "s": j}
    first = p.apply("tile_block", *ends, **at_number)
    second = p.apply("tile_offset", *ends, **at_number)
    same = p.congr(lambda z: X(z, offset(number)), first)
    also = p.congr(lambda z: X(i, z), second)
    return p.have(Eq(X(i, j), back_again(i, j)), same, also)


sized = [1 <= d, 1 <= n, 0 <= D]


@chapter.claim(given=[*sized, *rows.values(), matrix_continuous], shows=uniformly_continuous_on_cube(f, D, d, n))
def heine_cantor_tiled(p: Proof) -> Fact:
    """Write X and Y as vectors, and f as a function of the matrix read back from the vector."""
    p.given(**rows, eps=0 < eps)
    uniform = p.apply("heine_cantor_vectors", g=of_vector, m=d * n)
    goal = instantiate_bound(p.goal.args[1], (eps,)).args[1]
    at = p.specialize(uniform, eps)
    pos, everywhere = p.obtain(at, delta)
    X_in, Y_in, XY = assumed(p, in_cube(X, D, d, n), in_cube(Y, D, d, n), within(X, Y, delta, d, n))
    inside_ = [p.apply("by_rows_inside", fact) for fact, Z in ((X_in, X), (Y_in, Y))]
    close = p.apply("by_rows_near", XY)
    less = p.specialize(everywhere, by_rows, using=inside_)
    less = p.specialize(less, substitute(by_rows, {X: Y}), using=[inside_[1], close])
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    less_here = p.specialize(less, r, t, using=ends)
    same = []
    for Z, fact in ((X, X_in), (Y, Y_in)):
        again = substitute(back_again, {X: Z})
        equal = p.apply("same_values", p.apply("by_rows_entries", X=Z), fact, Y=again)
        same.append(p.specialize(equal, r, t, using=ends))
    each = p.have(abs(f(X, r, t) - f(Y, r, t)) < eps, less_here, *apart_as(p, *same))
    whole = each
    all_ = whole
    return p.exists_intro(goal, [delta], pos, all_)


@chapter.claim(given=[*sized, matrix_continuous], shows=uniformly_continuous_on_cube(f, D, d, n))
def heine_cantor(p: Proof) -> Fact:
    """Rows, and positions in rows, are found by division with remainder."""
    by_division = dict(zip(("block", "offset"), (substitute(z, {d: n, G: d}) for z in quotients), strict=True))
    laws = [p.apply(f"quotient_{name}", d=n, G=d) for name in TILED]
    return p.apply("heine_cantor_tiled", *laws, **by_division)


@chapter.claim(given=[continuous_everywhere(f, d, n)], shows=continuous_on_cube(f, D, d, n))
def continuous_on_every_cube(p: Proof) -> Fact:
    """The same δ is valid on the cube."""
    goal = instantiate_bound(instantiate_bound(p.goal.args[1], (X,)).args[1], (eps,)).args[1].args[1]
    pos, near_ = p.obtain(p.specialize(continuous_everywhere(f, d, n), X, eps, using=[p.assume(0 < eps)]), delta)
    (close_,) = assumed(p, within(X, Y, delta, d, n))
    out = p.specialize(near_, Y, using=[close_])
    return p.exists_intro(goal, [delta], pos, out)
