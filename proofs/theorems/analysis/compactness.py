"""Compact sets of matrices: continuous functions on them are uniformly continuous.

A set U of d × n matrices is given by a function of matrices: X ∈ U means U(X) > 0. It is compact if it is closed, in
the maximum norm, and lies in some cube. Functions on U have d × N matrices as values.

The proof uses the Lebesgue number of the cube: a point outside of U has a neighbourhood without points of U, and a
point of U has one in which the values are close to each other.

Main statements: `cube_compact`, `uniformly_continuous_if_compact`, `uniformly_continuous_on_product`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import values as chosen_values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import (
    Domain,
    G,
    apart_as,
    as_matrix,
    assumed,
    block,
    by_rows,
    close,
    continuous_on,
    entries,
    in_cube,
    inside,
    of_entries,
    offset,
    some,
    together,
    u,
    uniformly_continuous_on,
    value,
    within,
)
from proofs.theorems.combinatorics.tilings import TILED, quotients, tiling

chapter = Chapter("compactness")
d, n, N, m, r, t, i, j = ints("d n N m r t i j")
D, top, eps, delta = reals("D top epsilon delta")
X, Y, Z = vectors("X Y Z", 2)
a, x, y = vectors("a x y")
(width,) = ints("d")
(U,) = functions("U", MATRIX)
(f,) = functions("f", MATRIX + "ZZ")


def member(U: Term, X: Term) -> Term:
    """X ∈ U."""
    return 0 < U(X)


def closed_set(U: Term, d: Term, n: Term) -> Term:
    """U is closed: every matrix outside of U has a neighbourhood without points of U."""

    def apart(X: Term, delta: Term) -> Term:
        return for_all(lambda Y: implies(within(X, Y, delta, d, n), U(Y) <= 0), MATRIX)

    return for_all(lambda X: implies(U(X) <= 0, exists(lambda delta: [0 < delta, apart(X, delta)], "R")), MATRIX)


def in_a_cube(U: Term, D: Term, d: Term, n: Term) -> Term:
    """U ⊂ [−D, D]^(d×n)."""
    return for_all(lambda X: implies(member(U, X), in_cube(X, D, d, n)), MATRIX)


def compact(U: Term, d: Term, n: Term) -> Term:
    """U is a compact set of d × n matrices."""
    return exists(lambda D: [0 < D, closed_set(U, d, n), in_a_cube(U, D, d, n)], "R")


def on_set(U: Term, d: Term, n: Term) -> Domain:
    """Return a set of d × n matrices, as the domain of a function."""
    return Domain(MATRIX, lambda X: member(U, X), lambda X, Y, delta: within(X, Y, delta, d, n))


def continuous_on_set(f: Term, U: Term, d: Term, n: Term, N: Term) -> Term:
    """f is continuous on U."""
    return continuous_on(f, on_set(U, d, n), d, N)


def uniformly_continuous_on_set(f: Term, U: Term, d: Term, n: Term, N: Term) -> Term:
    """f is uniformly continuous on U."""
    return uniformly_continuous_on(f, on_set(U, d, n), d, N)


chapter.notions.define(member(U, X), (U, X), "{1} ∈ {0}", r"{1} \in {0}")
chapter.notions.define(
    compact(U, d, n), (U, d, n), "{0} ⊂ ℝ^({1}×{2}) is compact",
    r"{0} \subset \mathbb{{R}}^{{{1} \times {2}}} \text{{ is compact}}",
)  # fmt: skip
chapter.notions.define(
    continuous_on_set(f, U, d, n, N), (f, U, d, n, N), "{0} : {1} ⊂ ℝ^({2}×{3}) → ℝ^({2}×{4}) is continuous",
    r"{0} : {1} \subset \mathbb{{R}}^{{{2} \times {3}}} \to \mathbb{{R}}^{{{2} \times {4}}} \text{{ is continuous}}",
)  # fmt: skip

same_entries = entries(lambda r, c: Eq(X(r, c), Y(r, c)), d, n)


# --- the cube is one -------------------------------------------------------------------------------------------------


def greatest_entry(X: Term, d: Term, n: Term) -> Term:
    """‖X‖_∞."""
    return Max(lambda r: Max(lambda c: abs(X(r, c)), 1, n), 1, d)


def cube_set(D: Term, d: Term, n: Term) -> Term:
    """[−D, D]^(d×n), as a set."""
    return mapping(lambda X: ite(greatest_entry(X, d, n) <= D, 1, 0), MATRIX)


the_cube = cube_set(D, d, n)


@chapter.claim(given=[D <= top, member(the_cube, X), 1 <= r, r <= d, 1 <= t, t <= n], shows=abs(X(r, t)) <= top)
def cube_entry(p: Proof) -> Fact:
    """Each entry is at most the maximum norm."""
    p.given(larger=D <= top, X_in=member(the_cube, X), r_low=1 <= r, r_high=r <= d, t_low=1 <= t, t_high=t <= n)
    size = greatest_entry(X, d, n)
    no = p.have(FALSE, "X_in", *p.reduce_ite(p.assume(D < size), the_cube(X)))
    low = p.cases(size, D, p.assume(size <= D), p.absurd(no, size <= D))
    in_rows = p.max_ge(size, r, "r_low", "r_high")
    in_row = p.max_ge(in_rows.concl.args[0], t, "t_low", "t_high")
    return p.have(p.goal, low, in_rows, in_row, "larger")


@chapter.claim(given=[D <= top], shows=in_a_cube(the_cube, top, d, n))
def cube_in_cube(p: Proof) -> Fact:
    """Every entry is at most D in absolute value."""
    held, *ends = assumed(p, member(the_cube, X), 1 <= r, r <= d, 1 <= t, t <= n)
    return p.apply("cube_entry", held, *ends)


@chapter.claim(given={"d_low": 1 <= d, "n_low": 1 <= n}, shows=closed_set(the_cube, d, n))
def cube_closed(p: Proof) -> Fact:
    """Outside of the cube some entry exceeds D, and changes by less than half of the excess preserve this."""
    size, half = greatest_entry(X, d, n), (greatest_entry(X, d, n) - D) / 2
    no = p.have(FALSE, p.assume(the_cube(X) <= 0), *p.reduce_ite(p.assume(size <= D), the_cube(X)))
    beyond_D = p.cases(size, D, p.absurd(no, D < size), p.assume(D < size))
    of_Y = p.specialize(p.apply("cube_in_cube", top=D), Y, using=[p.assume(member(the_cube, Y))])
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    parts = [p.specialize(p.assume(fact), r, t, using=ends) for fact in (of_Y, within(X, Y, half, d, n))]
    each = p.have(abs(X(r, t)) <= D + half, *parts)
    in_rows = Max(lambda c: abs(X(r, c)), 1, n)
    row = p.max_le(in_rows, D + half, "n_low", p.generalize(t, each))
    whole = p.max_le(size, D + half, "d_low", p.generalize(r, row))
    wrong = p.have(FALSE, whole, beyond_D)
    kept_out = p.assume(the_cube(Y) <= 0)
    out = p.cases(the_cube(Y), 0, kept_out, p.absurd(wrong, kept_out.concl))
    return p.exists_intro(instantiate_bound(p.goal.args[1], (X,)).args[1], [half], beyond_D, out)


@chapter.claim(given=[1 <= d, 1 <= n, 0 < D], shows=compact(the_cube, d, n))
def cube_compact(p: Proof) -> Fact:
    """It is closed, and it is a subset of itself."""
    return p.exists_intro(p.goal, [D], p.apply("cube_closed"), p.apply("cube_in_cube", top=D))


@chapter.claim(given=[0 < delta, same_entries], shows=within(X, Y, delta, d, n))
def near_if_same(p: Proof) -> Fact:
    """|0| < δ."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    moved = p.congr(lambda z: abs(z - Y(r, t)), p.specialize(same_entries, r, t, using=ends))
    return p.have(abs(X(r, t) - Y(r, t)) < delta, moved, 0 < delta)


@chapter.claim(given=[closed_set(U, d, n), member(U, X), same_entries], shows=member(U, Y))
def same_members(p: Proof) -> Fact:
    """If Y were not in U, then some neighbourhood of Y, which contains X, would not meet U."""
    inside_, outside = assumed(p, 0 < U(Y), U(Y) <= 0)
    pos, apart = p.obtain(p.specialize(closed_set(U, d, n), Y, using=[outside]), delta)
    near = p.apply("near_if_same", pos)
    no = p.change(p.have(FALSE, p.specialize(apart, X, using=[near])), FALSE)
    return p.cases(U(Y), 0, p.absurd(no, p.goal), inside_)


continuous = continuous_on_set(f, U, d, n, N)


@chapter.claim(
    given={"continuous": continuous, "X_in": member(U, X), "Y_in": member(U, Y), "same": same_entries},
    shows=entries(lambda r, c: Eq(f(X, r, c), f(Y, r, c)), d, N),
)
def same_values_on_set(p: Proof) -> Fact:
    """Y is within every δ of X, so if |f(X) − f(Y)| were positive, it would be less than itself."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= N)
    apart = f(X, r, t) - f(Y, r, t)
    more, none = assumed(p, 0 < abs(apart), abs(apart) <= 0)
    pos, steady_at_X = p.obtain(p.specialize("continuous", X, abs(apart), using=[more]), delta)
    near = p.apply("near_if_same", pos)
    less = p.specialize(p.specialize(steady_at_X, Y, using=[near]), r, t, using=ends)
    no = p.change(p.have(FALSE, less), FALSE)
    small = p.cases(abs(apart), 0, none, p.absurd(no, none.concl))
    return p.generalize(r, p.generalize(t, p.apply("abs_zero", small)))


def at_vector(z: Term) -> Term:
    """Return the matrix whose rows, one after the other, are z."""
    return substitute(as_matrix, {x: z})


def difference(X: Term, Y: Term) -> Term:
    """‖f(X) − f(Y)‖_∞."""
    return Max(lambda r: Max(lambda c: abs(f(X, r, c) - f(Y, r, c)), 1, N), 1, d)


def pair_value(X: Term, Y: Term) -> Term:
    """Positive if f(X) and f(Y) are within ε of each other, or one of X and Y is not in U."""
    return ite(0 < U(X), ite(0 < U(Y), eps - difference(X, Y), 1), 1)


of_vectors = mapping(lambda x, y: pair_value(at_vector(x), at_vector(y)), VECTOR, VECTOR)
AT = {u: of_vectors, m: d * n}
near_pair = substitute(some(lambda delta: together(a, delta)), AT)
near_half = {z: within(value(f, Z), value(f, z), eps / 2, d, N) for z in (X, Y)}


@chapter.claim(given=[1 <= d, 1 <= N, *near_half.values()], shows=difference(X, Y) < eps)
def near_by_value(p: Proof) -> Fact:
    """Both values are within ε/2 of a third value."""
    p.given(X=near_half[X], Y=near_half[Y])
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= N)
    halves = [p.specialize(name, r, t, using=ends) for name in "XY"]
    each = p.have(abs(f(X, r, t) - f(Y, r, t)) < eps, *halves)
    less = each
    return p.apply("greatest_less", less, A=value(f, X), B=value(f, Y), n=N)


def both_near(p: Proof, prove: Callable[[Fact, Fact], Fact], pos: Fact) -> Fact:
    """Prove `near_pair` from a proof of u(x, y) > 0 that assumes that the matrices of x and y are near that of a."""
    own = [assumed(p, *(substitute(g, AT) for g in (inside(z), close(a, z)))) for z in (x, y)]
    near = [of_entries(p, within(M_a, at_vector(z), delta, d, n), az) for z, (_, az) in zip((x, y), own, strict=True)]
    positive = p.discharge(prove(*near), *(fact.concl for side in own for fact in side))
    return p.exists_intro(near_pair, [delta], pos, positive)


M_a = at_vector(a)


@chapter.claim(given=[closed_set(U, d, n), U(M_a) <= 0], shows=near_pair)
def near_outside(p: Proof) -> Fact:
    """A point outside of U has a neighbourhood without points of U."""
    pos, apart = p.obtain(p.specialize(closed_set(U, d, n), M_a), delta)

    def prove(of_x: Fact, _: Fact) -> Fact:
        none = p.specialize(apart, at_vector(x), using=[of_x])
        return p.have(0 < of_vectors(x, y), *chosen_values(p, [none], of_vectors(x, y)))

    return both_near(p, prove, pos)


@chapter.claim(given=[1 <= d, 1 <= N, 0 < eps, continuous, member(U, M_a)], shows=near_pair)
def near_inside(p: Proof) -> Fact:
    """Near a point of U the values of f are near its value there."""
    Mx, My = at_vector(x), at_vector(y)
    pos, steady_at_a = p.obtain(p.specialize(continuous, M_a, eps / 2), delta)

    def prove(of_x: Fact, of_y: Fact) -> Fact:
        goal = 0 < of_vectors(x, y)
        x_in, x_out, y_in, y_out = assumed(p, 0 < U(Mx), U(Mx) <= 0, 0 < U(My), U(My) <= 0)
        sides = [
            p.specialize(steady_at_a, z, using=[z_in, near]) for z, z_in, near in ((Mx, x_in, of_x), (My, y_in, of_y))
        ]
        less = p.apply("near_by_value", *sides)
        here = p.have(goal, less, *chosen_values(p, [x_in, y_in], of_vectors(x, y)))
        no_y = p.have(goal, *chosen_values(p, [x_in, y_out], of_vectors(x, y)))
        no_x = p.have(goal, *chosen_values(p, [x_out], of_vectors(x, y)))
        return p.cases(U(Mx), 0, no_x, p.cases(U(My), 0, no_y, here))

    return both_near(p, prove, pos)


rows = dict(zip(TILED, tiling(block, offset, n, d), strict=True))
SET = {"closed": closed_set(U, d, n), "bounded": in_a_cube(U, D, d, n), "continuous": continuous}
SIZED = {"d": 1 <= d, "n": 1 <= n, "N": 1 <= N, "D": 0 <= D}


@chapter.claim(given={**SIZED, **SET, **rows}, shows=uniformly_continuous_on_set(f, U, d, n, N))
def uniformly_continuous_tiled(p: Proof) -> Fact:
    """The matrices are written as vectors; the matrices read back from these have the same entries."""
    p.given(eps=0 < eps)
    p.given(inside=member(U, M_a), outside=U(M_a) <= 0)
    at_a = p.cases(U(M_a), 0, p.apply("near_outside"), p.apply("near_inside"))
    found = p.apply("lebesgue_number", at_a, d * n, u=of_vectors, m=d * n)
    goal = instantiate_bound(p.goal.args[1], (eps,)).args[1]
    pos, thin = p.obtain(found, delta)
    X_in, Y_in, XY = assumed(p, member(U, X), member(U, Y), within(X, Y, delta, d, n))
    vectors_ = [substitute(by_rows, {X: Z}) for Z in (X, Y)]
    boxes, members, values = [], [], []
    for Z, held, z in ((X, X_in, vectors_[0]), (Y, Y_in, vectors_[1])):
        cube = p.specialize("bounded", Z, using=[held])
        boxes.append(p.apply("by_rows_inside", cube))
        same = p.apply("by_rows_entries", X=Z)
        members.append(p.apply("same_members", held, same, Y=at_vector(z)))
        values.append(p.apply("same_values_on_set", held, members[-1], same, Y=at_vector(z)))
    close_ = p.apply("by_rows_near", XY)
    positive = p.specialize(p.specialize(thin, vectors_[0], using=[boxes[0]]), vectors_[1], using=[boxes[1], close_])
    chosen = chosen_values(p, members, of_vectors(*vectors_))
    back = [at_vector(z) for z in vectors_]
    less = p.have(difference(*back) < eps, positive, *chosen)
    less = p.apply("less_than_greatest", less, A=value(f, back[0]), B=value(f, back[1]), n=N)
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= N)
    here = p.specialize(less, r, t, using=ends)
    of_X, of_Y = (p.specialize(value, r, t, using=ends) for value in values)
    each = p.have(abs(f(X, r, t) - f(Y, r, t)) < eps, here, *apart_as(p, of_X, of_Y))
    whole = each
    return p.exists_intro(goal, [delta], pos, whole)


@chapter.claim(
    given=[1 <= d, 1 <= n, 1 <= N, compact(U, d, n), continuous], shows=uniformly_continuous_on_set(f, U, d, n, N)
)
def uniformly_continuous_if_compact(p: Proof) -> Fact:
    """Rows, and positions in rows, are found by division with remainder."""
    by_division = dict(zip(("block", "offset"), (substitute(z, {width: n, G: d}) for z in quotients), strict=True))
    laws = [p.apply(f"quotient_{name}", d=n, G=d) for name in TILED]
    pos, closed, bounded = p.obtain(compact(U, d, n), D)
    return p.apply("uniformly_continuous_tiled", *laws, pos, closed, bounded, **by_division)


# --- products: a pair of d × n matrices is a d × 2n matrix ------------------------------------------------------------

(V,) = functions("V", MATRIX)
(g,) = functions("g", MATRIX + MATRIX + "ZZ")
W, X1, Y1 = vectors("W X_1 Y_1", 2)
D1, D2 = reals("D_1 D_2")
twice = n + n


def beyond(W: Term) -> Term:
    """Return the columns of W after the first n."""
    return fun(lambda r, c: W(r, n + c), 2)


def beside(X: Term, Y: Term) -> Term:
    """[X, Y]."""
    return fun(lambda r, c: ite(c <= n, X(r, c), Y(r, c - n)), 2)


pairs = mapping(lambda W: ite(0 < U(W), ite(0 < V(beyond(W)), 1, 0), 0), MATRIX)  # {[X, Y] : X ∈ U, Y ∈ V}
of_pairs = mapping(lambda W, r, c: g(W, beyond(W), r, c), MATRIX, "Z", "Z")


def pair_value_of(g: Term, X: Term, Y: Term) -> Term:
    """g(X, Y), a matrix."""
    return fun(lambda r, c: g(X, Y, r, c), 2)


def steady_at_pair(
    g: Term, U: Term, V: Term, X: Term, Y: Term, e: Term, delta: Term, d: Term, n: Term, N: Term
) -> Term:
    """g(X', Y') is within e of g(X, Y) for all X' of U and Y' of V within δ of X and Y."""

    def close(X1: Term, Y1: Term) -> Term:
        near = within(X, X1, delta, d, n), within(Y, Y1, delta, d, n)
        values = pair_value_of(g, X, Y), pair_value_of(g, X1, Y1)
        return implies(member(U, X1), member(V, Y1), *near, within(*values, e, d, N))

    return for_all(close, MATRIX, MATRIX)


def continuous_on_product(g: Term, U: Term, V: Term, d: Term, n: Term, N: Term) -> Term:
    """g is continuous on U × V."""

    def here(X: Term, Y: Term, e: Term) -> Term:
        return exists(lambda delta: [0 < delta, steady_at_pair(g, U, V, X, Y, e, delta, d, n, N)], "R")

    return for_all(lambda X, Y, e: implies(member(U, X), member(V, Y), 0 < e, here(X, Y, e)), MATRIX, MATRIX, "R")


def uniformly_on_product(g: Term, U: Term, V: Term, e: Term, delta: Term, d: Term, n: Term, N: Term) -> Term:
    """One δ is valid for e at all points of U × V."""
    at = lambda X, Y: steady_at_pair(g, U, V, X, Y, e, delta, d, n, N)  # noqa: E731
    return for_all(lambda X, Y: implies(member(U, X), member(V, Y), at(X, Y)), MATRIX, MATRIX)


chapter.notions.define(
    continuous_on_product(g, U, V, d, n, N), (g, U, V, d, n, N),
    "{0} : {1} × {2} → ℝ^({3}×{5}) is continuous, on pairs of {3} × {4} matrices",
    r"{0} : {1} \times {2} \to \mathbb{{R}}^{{{3} \times {5}}} "
    r"\text{{ is continuous, on pairs of }} {3} \times {4} \text{{ matrices}}",
)  # fmt: skip
near_twice = within(W, Y, delta, d, twice)


@chapter.claim(given=[0 <= n, near_twice], shows=within(W, Y, delta, d, n))
def near_in_first(p: Proof) -> Fact:
    """n <= 2n."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    high = p.have(t <= twice, ends[3])
    return p.specialize(near_twice, r, t, using=[*ends[:3], high])


@chapter.claim(given=[0 <= n, near_twice], shows=within(beyond(W), beyond(Y), delta, d, n))
def near_in_second(p: Proof) -> Fact:
    """n < n + c <= 2n."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    range_ = p.have(1 <= n + t, ends[2]), p.have(n + t <= twice, ends[3])
    return p.specialize(near_twice, r, n + t, using=[*ends[:2], *range_])


@chapter.claim(given=[0 <= n, closed_set(U, d, n), closed_set(V, d, n)], shows=closed_set(pairs, d, twice))
def product_closed(p: Proof) -> Fact:
    """If [X, Y] is not in the product, then X is not in U or Y is not in V."""
    p.given(of_U=closed_set(U, d, n), of_V=closed_set(V, d, n), outside=pairs(W) <= 0)
    goal = instantiate_bound(p.goal.args[1], (W,)).args[1]
    U_in, U_out, V_in, V_out = assumed(p, 0 < U(W), U(W) <= 0, 0 < V(beyond(W)), V(beyond(W)) <= 0)

    def apart(of: str, at: Term, out: Fact, theorem: str) -> Fact:
        def prove(pos: Fact, none: Fact) -> Fact:
            (near,) = assumed(p, near_twice)
            here = p.specialize(none, beyond(Y) if of == "of_V" else Y, using=[p.apply(theorem, near)])
            if of == "of_U":
                found = p.have(pairs(Y) <= 0, *chosen_values(p, [here], pairs(Y)))
            else:
                inside_, outside = assumed(p, 0 < U(Y), U(Y) <= 0)
                one = p.have(pairs(Y) <= 0, *chosen_values(p, [inside_, here], pairs(Y)))
                two = p.have(pairs(Y) <= 0, *chosen_values(p, [outside], pairs(Y)))
                found = p.cases(U(Y), 0, two, one)
            return p.exists_intro(goal, [delta], pos, found)

        return p.exists_elim(p.specialize(of, at, using=[out]), [delta], prove, goal)

    no_second = apart("of_V", beyond(W), V_out, "near_in_second")
    both = p.have(FALSE, "outside", *chosen_values(p, [U_in, V_in], pairs(W)))
    with_first = p.cases(V(beyond(W)), 0, no_second, p.absurd(both, goal))
    no_first = apart("of_U", W, U_out, "near_in_first")
    return p.cases(U(W), 0, no_first, with_first)


def parts(p: Proof, inside_: Fact, W: Term) -> list[Fact]:
    """W ∈ U and its second half ∈ V, from [U × V](W) > 0."""
    found: list[Fact] = []
    for at in (U(W), V(beyond(W))):
        yes, no = assumed(p, 0 < at, at <= 0)
        clash = p.have(FALSE, inside_, *chosen_values(p, [*found, no], pairs(W)))
        found.append(p.cases(at, 0, p.absurd(clash, yes.concl), yes))
    return found


cubes = in_a_cube(U, D1, d, n), in_a_cube(V, D2, d, n)


@chapter.claim(given=[0 < D1, 0 < D2, *cubes], shows=in_a_cube(pairs, D1 + D2, d, twice))
def product_in_cube(p: Proof) -> Fact:
    """The entries are those of X and those of Y."""
    (W_in,) = assumed(p, member(pairs, W))
    in_U, in_V = parts(p, W_in, W)
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= twice)
    low, high = assumed(p, t <= n, n < t)
    one = p.specialize(p.specialize(cubes[0], W, using=[in_U]), r, t, using=[*ends[:3], low])
    one = p.have(abs(W(r, t)) <= D1 + D2, one, 0 < D2)
    after = p.have(1 <= t - n, high), p.have(t - n <= n, ends[3])
    two = p.specialize(p.specialize(cubes[1], beyond(W), using=[in_V]), r, t - n, using=[*ends[:2], *after])
    two = p.have(abs(W(r, t)) <= D1 + D2, two, 0 < D1)
    return p.cases(t, n, one, two)


@chapter.claim(given=[0 <= n, compact(U, d, n), compact(V, d, n)], shows=compact(pairs, d, twice))
def product_compact(p: Proof) -> Fact:
    """The product lies in the cube whose half-width is the sum of both half-widths."""
    one = p.obtain(compact(U, d, n), D1)
    two = p.obtain(compact(V, d, n), D2)
    closed = p.apply("product_closed", one[1], two[1])
    bounded = p.apply("product_in_cube", one[0], two[0], one[2], two[2])
    return p.exists_intro(p.goal, [D1 + D2], one[0], two[0], closed, bounded)


continuous_pair = continuous_on_product(g, U, V, d, n, N)


@chapter.claim(given=[0 <= n, continuous_pair], shows=continuous_on_set(of_pairs, pairs, d, twice, N))
def product_continuous(p: Proof) -> Fact:
    """The halves of nearby matrices are near each other."""
    (W_in,) = assumed(p, member(pairs, W))
    goal = instantiate_bound(instantiate_bound(p.goal.args[1], (W,)).args[1], (eps,)).args[1].args[1]
    at = p.specialize(continuous_pair, W, beyond(W), eps, using=[*parts(p, W_in, W), p.assume(0 < eps)])
    pos, near = p.obtain(at, delta)
    Y_in, WY = assumed(p, member(pairs, Y), near_twice)
    halves = [p.apply(f"near_in_{half}", WY) for half in ("first", "second")]
    out = p.specialize(near, Y, beyond(Y), using=[*parts(p, Y_in, Y), *halves])
    return p.exists_intro(goal, [delta], pos, out)


same_first, same_second = same_entries, substitute(same_entries, {X: X1, Y: Y1})
in_both = {"X": member(U, X), "Y": member(U, Y), "X1": member(V, X1), "Y1": member(V, Y1)}


@chapter.claim(
    given={"continuous": continuous_pair, **in_both, "same": same_first, "same1": same_second},
    shows=entries(lambda r, c: Eq(g(X, X1, r, c), g(Y, Y1, r, c)), d, N),
)
def same_values_of_pairs(p: Proof) -> Fact:
    """(Y, Y') is within every δ of (X, X')."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= N)
    apart = g(X, X1, r, t) - g(Y, Y1, r, t)
    more, none = assumed(p, 0 < abs(apart), abs(apart) <= 0)
    at = p.specialize("continuous", X, X1, abs(apart), using=[more])
    pos, steady_there = p.obtain(at, delta)
    near = p.apply("near_if_same", pos), p.apply("near_if_same", pos, X=X1, Y=Y1)
    less = p.specialize(p.specialize(steady_there, Y, Y1, using=near), r, t, using=ends)
    no = p.change(p.have(FALSE, less), FALSE)
    small = p.cases(abs(apart), 0, none, p.absurd(no, none.concl))
    return p.generalize(r, p.generalize(t, p.apply("abs_zero", small)))


joined = beside(X, X1)


@chapter.claim(given=[], shows=substitute(same_entries, {Y: joined}))
def first_of_joined(p: Proof) -> Fact:
    """[X, X'] has the entries of X in its first columns."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    chosen = p.ite_eq(joined(r, t), ends[3])
    return p.generalize(r, p.generalize(t, chosen, *ends[2:]), *ends[:2])


@chapter.claim(given=[], shows=substitute(same_entries, {X: X1, Y: beyond(joined)}))
def second_of_joined(p: Proof) -> Fact:
    """[X, X'] has the entries of X' in its last columns."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= n)
    chosen = p.ite_eq(joined(r, n + t), p.have(n < n + t, ends[2]))
    return p.generalize(r, p.generalize(t, chosen, *ends[2:]), *ends[:2])


other = beside(Y, Y1)
near_both = within(X, Y, delta, d, n), within(X1, Y1, delta, d, n)


@chapter.claim(given=[*near_both], shows=within(joined, other, delta, d, twice))
def joined_near(p: Proof) -> Fact:
    """Corresponding halves are near each other."""
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= twice)
    low, high = assumed(p, t <= n, n < t)
    after = p.have(1 <= t - n, high), p.have(t - n <= n, ends[3])
    goal, sides = abs(joined(r, t) - other(r, t)) < delta, []
    for side, name, place in ((low, near_both[0], t), (high, near_both[1], t - n)):
        near = p.specialize(name, r, place, using=[*ends[:3], *after, side])
        one, two = p.reduce_ite(side, joined(r, t), other(r, t))
        sides.append(p.have(goal, near, *apart_as(p, one, two)))
    return p.cases(t, n, *sides)


@chapter.claim(
    given=[closed_set(U, d, n), closed_set(V, d, n), member(U, X), member(V, X1)], shows=member(pairs, joined)
)
def joined_in_product(p: Proof) -> Fact:
    """The halves of the matrix are in U and in V."""
    one = p.apply("same_members", p.apply("first_of_joined"))
    two = p.apply("same_members", U=V, X=X1, Y=beyond(joined))
    return p.have(p.goal, *chosen_values(p, [one, two], pairs(joined)))


split = mapping(lambda X, Y, r, c: f(beside(X, Y), r, c), MATRIX, MATRIX, "Z", "Z")


@chapter.claim(
    given=[compact(U, d, n), compact(V, d, n), continuous_on_set(f, pairs, d, twice, N)],
    shows=continuous_on_product(split, U, V, d, n, N),
)
def continuous_in_parts(p: Proof) -> Fact:
    """If X and Y are near the halves of a point, then [X, Y] is near this point."""
    continuous = continuous_on_set(f, pairs, d, twice, N)
    X_in, X1_in, e_pos, Y_in, Y1_in, *near = assumed(
        p, member(U, X), member(V, X1), 0 < eps, member(U, Y), member(V, Y1), *near_both
    )

    _, closed, __ = p.obtain(compact(U, d, n), D1)
    _, second, __ = p.obtain(compact(V, d, n), D2)
    sets = (
        closed,
        second,
    )
    here = p.apply("joined_in_product", *sets, X_in, X1_in)
    there = p.apply("joined_in_product", *sets, Y_in, Y1_in, **{"X": Y, "X_1": Y1})
    goal = said_at(p.goal, X, X1, eps)

    pos, steady = p.obtain(p.specialize(continuous, joined, eps, using=[here, e_pos]), delta)
    close = p.specialize(steady, other, using=[there, p.apply("joined_near", *near)])
    return p.exists_intro(goal, [delta], pos, p.discharge(close, Y_in.concl, Y1_in.concl, *near_both))


OF_PRODUCT = {
    "d": 1 <= d, "n": 1 <= n, "N": 1 <= N, "U": compact(U, d, n), "V": compact(V, d, n), "continuous": continuous_pair,
}  # fmt: skip
one_delta = exists(lambda delta: [0 < delta, uniformly_on_product(g, U, V, eps, delta, d, n, N)], "R")


@chapter.claim(given={**OF_PRODUCT, "eps": 0 < eps}, shows=one_delta)
def uniformly_continuous_on_product(p: Proof) -> Fact:
    """Uniform continuity on the compact set of all [X, X']."""
    whole = p.apply("product_compact")
    continuous_ = p.apply("product_continuous")
    uniform = p.apply("uniformly_continuous_if_compact", whole, continuous_, U=pairs, n=twice, f=of_pairs)

    _, closed, __ = p.obtain("U", D1)
    _, closed_V, __ = p.obtain("V", D2)
    sets = (
        closed,
        closed_V,
    )
    pos, everywhere = p.obtain(p.specialize(uniform, eps), delta)
    X_in, X1_in, Y_in, Y1_in, *near = assumed(p, member(U, X), member(V, X1), member(U, Y), member(V, Y1), *near_both)
    members, values = [], []
    for A, A1, held in ((X, X1, (X_in, X1_in)), (Y, Y1, (Y_in, Y1_in))):
        at = beside(A, A1)
        inside_ = p.apply("joined_in_product", *sets, *held, **{"X": A, "X_1": A1})
        members.append(inside_)
        same = [p.apply(f"{half}_of_joined", **{"X": A, "X_1": A1}) for half in ("first", "second")]
        halves = parts(p, inside_, at)
        there = {"X": A, "Y": at, "X_1": A1, "Y_1": beyond(at)}
        values.append(p.apply("same_values_of_pairs", *held, *halves, *same, **there))
    close_ = p.apply("joined_near", *near)
    steady_there = p.specialize(everywhere, joined, using=[members[0]])
    less = p.specialize(steady_there, other, using=[members[1], close_])
    ends = assumed(p, 1 <= r, r <= d, 1 <= t, t <= N)
    of_X, of_Y = (p.specialize(value, r, t, using=ends) for value in values)
    here, goal = p.specialize(less, r, t, using=ends), abs(g(X, X1, r, t) - g(Y, Y1, r, t)) < eps
    each = p.have(goal, here, *apart_as(p, of_X, of_Y))
    each = p.generalize(r, p.generalize(t, each))
    at_point = p.generalize(Y, p.generalize(Y1, p.discharge(each, Y_in.concl, Y1_in.concl, *near_both)))
    out = p.discharge(at_point, X_in.concl, X1_in.concl)
    return p.exists_intro(one_delta, [delta], pos, out)
