"""Sequences of locally Lipschitz functions that, at every point, are eventually equal to a given function.

For functions of d × n matrices, u_j → v means: each u_j is Lipschitz continuous on every cube, on a cube all of them
have a common bound, and for every X there is a J with u_j(X) = v(X) for j >= J. Then u_j tends to v at every point,
also where v jumps, and where its argument lies on a jump. Operations of two numbers of the same kind keep the relation,
so sums, products, steps and quotients do; what is composed is composed point by point, and no measure is spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as chosen_values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import assumed, entries, in_cube
from proofs.theorems.networks.relu import relu

FAMILY, FUNCTION = f"(Z{MATRIX}>R)", f"({MATRIX}>R)"
chapter = Chapter("eventual_equality")
d, n, j, i, k, m, J, J1, J2, J3 = ints("d n j i k m J J_1 J_2 J_3")
D, C, C1, C2, L, L1, L2, K, e, x, y, x2, y2, c = reals("D C C_1 C_2 L L_1 L_2 K e x y x' y' c")
X, Y = vectors("X Y", 2)
u, u2 = (variable(name, FAMILY) for name in ("u", "u'"))
v, v2 = (variable(name, FUNCTION) for name in ("v", "v'"))
h, o = variable("h", "(ZRR>R)"), variable("o", "(RR>R)")
us, vs = variable("u", f"(Z{FAMILY[1:]}"), variable("v", f"(Z{FUNCTION[1:]}")


def apart_at_most(X: Term, Y: Term, e: Term) -> Term:
    """‖X − Y‖_∞ <= e."""
    return entries(lambda r, c: abs(X(r, c) - Y(r, c)) <= e, d, n)


def lipschitz(u: Term) -> Term:
    """Each u_j satisfies Lipschitz's condition on every cube."""

    def steady(j: Term, D: Term, L: Term) -> Term:
        return for_all(
            lambda X, Y, e: implies(
                in_cube(X, D, d, n), in_cube(Y, D, d, n), apart_at_most(X, Y, e), abs(u(j, X) - u(j, Y)) <= L * e
            ), MATRIX, MATRIX, "R",
        )  # fmt: skip

    return every(lambda j: for_all(lambda D: exists(lambda L: [0 <= L, steady(j, D, L)], "R"), "R"), 1)


def bounded(u: Term) -> Term:
    """On every cube one bound is valid for all u_j."""
    small = lambda D, C, j: for_all(lambda X: implies(in_cube(X, D, d, n), abs(u(j, X)) <= C), MATRIX)  # noqa: E731
    return for_all(lambda D: exists(lambda C: [0 <= C, every(lambda j: small(D, C, j), 1)], "R"), "R")


def in_the_end(u: Term, v: Term) -> Term:
    """For every X, u_j(X) = v(X) from some j on."""
    return for_all(lambda X: exists(lambda J: [1 <= J, every(lambda j: Eq(u(j, X), v(X)), J)], "Z"), MATRIX)


def tends(u: Term, v: Term) -> Term:
    """u_j → v in the sense above."""
    return exists(lambda: [lipschitz(u), bounded(u), in_the_end(u, v)])


def operation(h: Term, o: Term) -> Term:
    """h_j → o in this sense, for operations on two numbers."""

    def within(C: Term, *numbers: Term) -> list[Term]:
        return [abs(z) <= C for z in numbers]

    def steady(j: Term, C: Term, L: Term) -> Term:
        gap = lambda x, y, x2, y2: (  # noqa: E731
            abs(h(j, x, y) - h(j, x2, y2)) <= L * (abs(x - x2) + abs(y - y2))
        )
        return for_all(lambda x, y, x2, y2: implies(*within(C, x, y, x2, y2), gap(x, y, x2, y2)), "R", "R", "R", "R")

    def small(C: Term, K: Term, j: Term) -> Term:
        return for_all(lambda x, y: implies(*within(C, x, y), abs(h(j, x, y)) <= K), "R", "R")

    return exists(
        lambda: [
            every(lambda j: for_all(lambda C: exists(lambda L: [0 <= L, steady(j, C, L)], "R"), "R"), 1),
            for_all(lambda C: exists(lambda K: [0 <= K, every(lambda j: small(C, K, j), 1)], "R"), "R"),
            for_all(lambda x, y: exists(
                lambda J: [1 <= J, every(lambda j: Eq(h(j, x, y), o(x, y)), J)], "Z"), "R", "R"),
        ]
    )  # fmt: skip


chapter.notions.define(tends(u, v), (u, v, d, n), "{0}_j → {1} and in the end equal", r"{0}_j \to {1}")
chapter.notions.define(operation(h, o), (h, o), "{0}_j → {1} and in the end equal, for numbers", r"{0}_j \to {1}")


def parts_of(both: Term) -> list[Term]:
    """The parts of a conjunction."""
    inside, out = both.args[0], []
    while inside.op == "imp":
        out.append(inside.args[0])
        inside = inside.args[1]
    return out


# --- operations keep the relation -------------------------------------------------------------------------------------

applied = mapping(lambda j, X: h(j, u(j, X), u2(j, X)), "Z", MATRIX)
applied_limit = mapping(lambda X: o(v(X), v2(X)), MATRIX)


@chapter.claim({"op": operation(h, o), "one": tends(u, v), "two": tends(u2, v2)}, shows=tends(applied, applied_limit))
def operation_tends(p: Proof) -> Fact:
    """The operation is applied at each point."""

    op = p.obtain("op")
    one = p.obtain("one")
    two = p.obtain("two")
    steady, small, same = _steady(p, op, one, two), _bounded(p, op, one, two), _in_the_end(p, op, one, two)
    return p.exists_intro(p.goal, [], steady, small, same)


def _steady(p: Proof, op: Sequence[Fact], one: Sequence[Fact], two: Sequence[Fact]) -> Fact:
    (j_low,) = assumed(p, 1 <= j)
    ins = assumed(p, in_cube(X, D, d, n), in_cube(Y, D, d, n), apart_at_most(X, Y, e))
    claim = said_at(lipschitz(applied), j, D)
    C = C1 + C2

    def inside(C1_low: Fact, small1: Fact, C2_low: Fact, small2: Fact) -> Fact:
        sizes = {}
        for Z, is_in in ((X, ins[0]), (Y, ins[1])):
            for w, small in ((u, small1), (u2, small2)):
                own = p.specialize(p.specialize(small, j, using=[j_low]), Z, using=[is_in])
                sizes[w, Z] = p.have(abs(w(j, Z)) <= C, own, C1_low, C2_low)
        steep = p.specialize(op[0], j, C, using=[j_low])
        slopes = [p.specialize(part[0], j, D, using=[j_low]) for part in (one, two)]

        def slope(L_low: Fact, law: Fact, L1_low: Fact, law1: Fact, L2_low: Fact, law2: Fact) -> Fact:
            bound = law
            for z in (u(j, X), u2(j, X), u(j, Y), u2(j, Y)):
                bound = p.rule("specialize", bound, z)
            for key in ((u, X), (u2, X), (u, Y), (u2, Y)):
                bound = p.mp(bound, sizes[key])
            parts = []
            for near in (law1, law2):
                for z in (X, Y, e):
                    near = p.rule("specialize", near, z)
                for side in ins:
                    near = p.mp(near, side)
                parts.append(near)
            return p.exists_intro(
                claim, [L * (L1 + L2)], (L_low, L1_low), (L_low, L2_low), bound, *((f, L_low) for f in parts)
            )

        def with_one(*f: Fact) -> Fact:
            return p.exists_elim(
                slopes[0], [L1],
                lambda *g: p.exists_elim(slopes[1], [L2], lambda *q: slope(*f, *g, *q), claim), claim,
            )  # fmt: skip

        return p.exists_elim(steep, [L], with_one, claim)

    bounds = [p.specialize(part[1], D) for part in (one, two)]
    return p.exists_elim(
        bounds[0], [C1], lambda *f: p.exists_elim(bounds[1], [C2], lambda *g: inside(*f, *g), claim), claim
    )


def _bounded(p: Proof, op: Sequence[Fact], one: Sequence[Fact], two: Sequence[Fact]) -> Fact:
    j_low, X_in = assumed(p, 1 <= j, in_cube(X, D, d, n))
    claim = said_at(bounded(applied), D)

    def inside(C1_low: Fact, small1: Fact, C2_low: Fact, small2: Fact) -> Fact:
        sizes = [
            p.have(
                abs(w(j, X)) <= C1 + C2,
                p.specialize(p.specialize(small, j, using=[j_low]), X, using=[X_in]),
                C1_low,
                C2_low,
            )
            for w, small in ((u, small1), (u2, small2))
        ]

        K_low, law = p.obtain(p.specialize(op[1], C1 + C2), K)
        bound = p.specialize(law, j, using=[j_low])
        for z in (u(j, X), u2(j, X)):
            bound = p.rule("specialize", bound, z)
        for size in sizes:
            bound = p.mp(bound, size)
        return p.exists_intro(claim, [K], K_low, bound)

    bounds = [p.specialize(part[1], D) for part in (one, two)]
    return p.exists_elim(
        bounds[0], [C1], lambda *f: p.exists_elim(bounds[1], [C2], lambda *g: inside(*f, *g), claim), claim
    )


def _in_the_end(p: Proof, op: Sequence[Fact], one: Sequence[Fact], two: Sequence[Fact]) -> Fact:
    claim = said_at(in_the_end(applied, applied_limit), X)
    first, second = (p.specialize(part[2], X) for part in (one, two))
    third = p.specialize(op[2], v(X), v2(X))
    J = J1 + J2 + J3

    def prove(low1: Fact, end1: Fact, low2: Fact, end2: Fact, low3: Fact, end3: Fact) -> Fact:
        (late,) = assumed(p, J <= j)
        lows = low1, low2, low3, late
        here = [p.specialize(f, j, using=[*lows]) for f, K in ((end1, J1), (end2, J2), (end3, J3))]
        moved = p.congr(lambda z: h(j, z, u2(j, X)), here[0])
        moved2 = p.congr(lambda z: h(j, v(X), z), here[1])
        return p.exists_intro(claim, [J], *lows[:3], moved, moved2, here[2])

    return p.exists_elim(first, [J1], lambda *f: p.exists_elim(second, [J2], lambda *g: p.exists_elim(
        third, [J3], lambda *q: prove(*f, *g, *q), claim), claim), claim)  # fmt: skip


constant_family, constant = mapping(lambda j, X: c, "Z", MATRIX), mapping(lambda X: c, MATRIX)


@chapter.claim([], shows=tends(constant_family, constant))
def constant_tends(p: Proof) -> Fact:
    """All functions are the same constant."""
    return _plain(p, constant_family, constant, 0, abs(c))


r, s = ints("r s")
entry_family, entry = mapping(lambda j, X: X(r, s), "Z", MATRIX), mapping(lambda X: X(r, s), MATRIX)


@chapter.claim([1 <= r, r <= d, 1 <= s, s <= n], shows=tends(entry_family, entry))
def entry_tends(p: Proof) -> Fact:
    """An entry of a matrix of the cube is bounded."""
    return _plain(p, entry_family, entry, 1, abs(D))


def _plain(p: Proof, u: Term, v: Term, slope: int, C: Term) -> Fact:
    """Prove the claim for a family that does not depend on j, with this Lipschitz constant and the bound C."""
    steady = p.exists_intro(said_at(lipschitz(u), j, D), [slope])
    small = p.exists_intro(said_at(bounded(u), D), [C])
    end_goal = said_at(in_the_end(u, v), X)
    same = p.exists_intro(end_goal, [1], p.have(num(1) <= 1))
    return p.exists_intro(p.goal, [], steady, small, same, label="out")


@chapter.claim({"held": tends(u, v), "same": for_all(lambda X: Eq(v(X), v2(X)), MATRIX)}, shows=tends(u, v2))
def tends_to_same(p: Proof) -> Fact:
    """Both limits have the same values."""
    steady, small, end = p.obtain(
        "held",
    )
    claim = said_at(in_the_end(u, v2), X)

    def at(low: Fact, law: Fact) -> Fact:
        (late,) = assumed(p, J <= j)
        return p.exists_intro(claim, [J], low, p.specialize(law, j, using=[late]), p.specialize("same", X))

    found = p.exists_elim(p.specialize(end, X), [J], at, claim)
    return p.exists_intro(p.goal, [], steady, small, found)


# --- operations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Operation:
    """An operation: its approximations, the operation itself, and the name of the claim that relates them."""

    near: Callable[[Term, Term, Term], Term]
    exact: Callable[[Term, Term], Term]
    name: str

    @property
    def claim(self) -> Term:
        """The functions tend to it."""
        return operation(mapping(self.near, "Z", "R", "R"), mapping(self.exact, "R", "R"))


def rise(j: Term, x: Term) -> Term:
    """0 up to −1/j, 1 from 0 on."""
    return relu(1 + j * x) - relu(j * x)


def late_rise(j: Term, x: Term) -> Term:
    """0 up to 0, 1 from 1/j on."""
    return relu(j * x) - relu(j * x - 1)


def share(x: Term) -> Term:
    """1/x for x >= 1."""
    return inv(1 + relu(x - 1))


ADD = Operation(lambda j, x, y: x + y, lambda x, y: x + y, "sum_operation")
TIMES = Operation(lambda j, x, y: x * y, lambda x, y: x * y, "product_operation")
RELU = Operation(lambda j, x, y: relu(x), lambda x, y: relu(x), "relu_operation")
FROM = Operation(lambda j, x, y: rise(j, x), lambda x, y: ite(0 <= x, 1, 0), "step_operation")
AFTER = Operation(lambda j, x, y: late_rise(j, x), lambda x, y: ite(0 < x, 1, 0), "late_step_operation")
SHARE = Operation(lambda j, x, y: share(x), lambda x, y: share(x), "share_operation")


Same = Callable[[Fact], Fact]  # from J <= j, that the operation is exact


@dataclass(frozen=True)
class Written:
    """The parts of the claim about an operation: its slope on [−C, C], a bound there, and exactness in the end."""

    slope: Term
    steady: Callable[[Fact, Sequence[Fact]], tuple[Fact, Fact]]  # 0 <= slope, and Lipschitz's condition
    bound: Term
    small: Callable[[Fact, Sequence[Fact]], tuple[Fact, Fact]]  # 0 <= bound, and the bound
    exact: Callable[[Callable[[Term, Fact, Same], Fact]], Fact]  # is given what makes a witness J into the goal


def written(p: Proof, by: Written) -> Fact:
    """Prove an operation's claim from its three parts."""
    (j_low,) = assumed(p, 1 <= j)
    steady_goal, small_goal, end_goal = parts_of(p.goal)
    sizes = assumed(p, *(abs(z) <= C for z in (x, y, x2, y2)))
    sign, gap = by.steady(j_low, sizes)
    goal = said_at(steady_goal, j, C)
    steady = p.exists_intro(goal, [by.slope], sign, gap)
    sign, size = by.small(j_low, sizes[:2])
    law = p.discharge(size, *(f.concl for f in sizes[:2]))
    small = p.exists_intro(said_at(small_goal, C), [by.bound], sign, law)
    goal = said_at(end_goal, x, y)

    def witness(J: Term, low: Fact, same: Same) -> Fact:
        (late,) = assumed(p, J <= j)
        return p.exists_intro(goal, [J], low, same(late))

    end = by.exact(witness)
    return p.exists_intro(p.goal, [], steady, small, end, label="out")


def bounds(p: Proof, *numbers: Term) -> list[Fact]:
    """z <= |z| and −z <= |z|."""
    return [p.apply("abs_ge", x=sign * z) for z in numbers for sign in (1, -1)]


def sized(p: Proof, z: Term, top: Term, *using: Named | tuple) -> Fact:
    """Prove |z| <= top from both sides."""
    low, high = p.have(-top <= z, *using), p.have(z <= top, *using)
    return p.apply("abs_le", low, high, x=z, u=top)


def always(p: Proof, value: Fact) -> Callable[[Callable[[Term, Fact, Same], Fact]], Fact]:
    """Prove exactness with J = 1."""
    return lambda witness: witness(num(1), p.have(num(1) <= 1), lambda late: value)


@chapter.claim([], shows=ADD.claim)
def sum_operation(p: Proof) -> Fact:
    """The slope is 1."""

    def steady(_: Fact, __: Sequence[Fact]) -> tuple[Fact, Fact]:
        top = 1 * (abs(x - x2) + abs(y - y2))
        return p.have(num(0) <= 1), sized(p, x + y - (x2 + y2), top)

    def small(_: Fact, sizes: Sequence[Fact]) -> tuple[Fact, Fact]:
        top = 2 * abs(C)
        known = [*sizes, *bounds(p, x, y, C)]
        return p.have(0 <= top, *bounds(p, C)), sized(p, x + y, top, *known)

    by = Written(num(1), steady, 2 * abs(C), small, always(p, p.have(Eq(x + y, x + y))))
    return written(p, by)


@chapter.claim([], shows=TIMES.claim)
def product_operation(p: Proof) -> Fact:
    """x y − x' y' = x (y − y') + y' (x − x')."""
    top = abs(C)

    def steady(_: Fact, sizes: Sequence[Fact]) -> tuple[Fact, Fact]:
        parts: list[Named | tuple] = []
        for a, b, size in ((x, y - y2, sizes[0]), (y2, x - x2, sizes[3])):
            product = p.apply("abs_mul", u=a, r=b)
            room = p.have(0 <= top - abs(a), size)
            parts += [product, (room, abs(b)), *bounds(p, a * b)]
        whole = sized(p, x * y - x2 * y2, top * (abs(x - x2) + abs(y - y2)), *parts)
        return p.get(abs(C)), whole

    def small(_: Fact, sizes: Sequence[Fact]) -> tuple[Fact, Fact]:
        product = p.apply("abs_mul", u=x, r=y)
        room = [p.have(abs(z) <= top, size) for z, size in zip((x, y), sizes, strict=True)]
        signs = [p.apply("abs_nonneg", x=z) for z in (x, y, C)]
        size = p.have(abs(x * y) <= top * top, product, (room[0], signs[1]), (room[1], signs[2]))
        return p.have(0 <= top * top), size

    return written(p, Written(top, steady, top * top, small, always(p, p.have(Eq(x * y, x * y)))))


@chapter.claim([], shows=RELU.claim)
def relu_operation(p: Proof) -> Fact:
    """The slope is 1."""

    def steady(_: Fact, __: Sequence[Fact]) -> tuple[Fact, Fact]:
        gap = p.apply("relu_gap", a=x, b=x2)
        top = 1 * (abs(x - x2) + abs(y - y2))
        return p.have(num(0) <= 1), p.have(abs(relu(x) - relu(x2)) <= top, gap, abs(y - y2))

    def small(_: Fact, sizes: Sequence[Fact]) -> tuple[Fact, Fact]:
        gap = p.apply("relu_gap", a=x, b=0)
        size = p.have(abs(relu(x)) <= abs(C), gap, sizes[0], *bounds(p, C))
        return p.apply("abs_nonneg"), size

    by = Written(num(1), steady, abs(C), small, always(p, p.have(Eq(relu(x), relu(x)))))
    return written(p, by)


def rising(p: Proof, op: Operation, starts: tuple[Term, Term], exact: Callable[..., Fact]) -> Fact:
    """The difference of relu(j x + a) and relu(j x + b), with a = b + 1: slope 2 j, values between 0 and 1."""
    first, second = (lambda z, a=a: j * z + a for a in starts)

    def steady(j_low: Fact, _: Sequence[Fact]) -> tuple[Fact, Fact]:
        gaps = [p.apply("relu_gap", a=w(x), b=w(x2)) for w in (first, second)]
        j_pos = p.have(0 <= j, j_low)
        size = p.abs_value(j, j_pos)
        product = p.apply("abs_mul", u=j, r=x - x2)
        known: list[Fact | tuple[Fact, Term]] = [*gaps, product, (size, abs(x - x2))]
        known += [f for w in (first, second) for f in bounds(p, relu(w(x)) - relu(w(x2)))]
        rest = p.have(0 <= j * abs(y - y2), (j_pos, abs(y - y2)))
        top = 2 * j * (abs(x - x2) + abs(y - y2))
        return p.have(0 <= 2 * j, j_low), sized(p, op.near(j, x, y) - op.near(j, x2, y2), top, *known, rest)

    def small(_: Fact, __: Sequence[Fact]) -> tuple[Fact, Fact]:
        def here(known: list[Fact]) -> Fact:
            units = chosen_values(p, known, relu(first(x)), relu(second(x)))
            return sized(p, op.near(j, x, y), num(1), *units, *known)

        return p.have(num(0) <= 1), by_cases(p, [0 <= first(x), 0 <= second(x)], here)

    return written(p, Written(2 * j, steady, num(1), small, exact))


@chapter.claim([0 < x], shows=exists(lambda J: [1 <= J, every(lambda j: 1 <= j * x, J)], "Z"))
def many_times(p: Proof) -> Fact:
    """By the Archimedean property."""
    (late,) = assumed(p, J <= j)
    found = p.apply("archimedes", s=inv(x))
    low, above = p.obtain(found, J)
    return p.exists_intro(p.goal, [J], low, (above, 0 < x), (late, 0 < x))


def exact_steps(p: Proof, op: Operation, starts: tuple[Term, Term], off: Term) -> Callable[..., Fact]:
    """If `off`, which is x or −x, is positive, then the step is exact for j >= 1/|x|; otherwise it is always exact."""

    def value(side: Fact, *more: Fact) -> Fact:
        step = op.exact(x, y)
        holds, fails = step.args[0], step.args[0].args[1] < step.args[0].args[0]
        if step.args[0].op == "lt":
            fails = step.args[0].args[1] <= step.args[0].args[0]
        known = [side, *more]
        try:
            chosen = p.ite_eq(step, p.follows(holds, side))
        except ProofError:
            chosen = p.ite_eq(step, p.have(fails, side))
        units = []
        for z in (j * x + start for start in starts):
            try:
                units.append(p.apply("relu_positive", p.follows(z >= 0, *known), z=z))
            except ProofError:
                units.append(p.apply("relu_negative", *known, z=z))
        return p.have(Eq(op.near(j, x, y), step), chosen, *units)

    def exact(witness: Callable[[Term, Fact, Same], Fact]) -> Fact:
        beyond, before = assumed(p, 0 < off, off <= 0)

        def at_once(late: Fact) -> Fact:
            return value(before, p.have(j * off <= 0, (before, p.have(0 <= j, late))))

        first = witness(num(1), p.have(num(1) <= 1), at_once)

        def later(low: Fact, law: Fact) -> Fact:
            return witness(J, low, lambda late: value(beyond, p.specialize(law, j, using=[late])))

        found = p.exists_elim(p.apply("many_times", beyond, x=off), [J], later, first.concl)
        return p.cases(off, 0, first, found)

    return exact


@chapter.claim([], shows=FROM.claim)
def step_operation(p: Proof) -> Fact:
    """The step is 1 from 0 on; below 0 it is 0 once j >= −1/x."""
    starts = (num(1), num(0))
    return rising(p, FROM, starts, exact_steps(p, FROM, starts, -x))


@chapter.claim([], shows=AFTER.claim)
def late_step_operation(p: Proof) -> Fact:
    """The step is 0 up to 0; above 0 it is 1 once j >= 1/x."""
    starts = (num(0), num(-1))
    return rising(p, AFTER, starts, exact_steps(p, AFTER, starts, x))


@chapter.claim([], shows=SHARE.claim)
def share_operation(p: Proof) -> Fact:
    """1/a − 1/b = (b − a)/(a b) for a, b >= 1."""
    a, b = 1 + relu(x - 1), 1 + relu(x2 - 1)
    low = [p.apply("relu_nonneg", z=z - 1) for z in (x, x2)]
    pos = [p.have(0 < z, f) for z, f in zip((a, b), low, strict=True)]
    inverse = [p.apply("inv_pos", f, x=z) for f, z in zip(pos, (a, b), strict=True)]
    most = [p.have(inv(z) <= 1, (f, g), h) for z, f, g, h in zip((a, b), low, inverse, pos, strict=True)]

    def steady(_: Fact, __: Sequence[Fact]) -> tuple[Fact, Fact]:
        gap = p.apply("relu_gap", a=x - 1, b=x2 - 1)
        rest = p.apply("abs_nonneg", x=y - y2)
        weight = p.have(0 <= inv(a) * inv(b), (inverse[0], inverse[1]))
        room = p.have(inv(a) * inv(b) <= 1, (most[0], inverse[1]), most[1])
        product = p.apply("abs_mul", u=inv(a) * inv(b), r=b - a)
        size = p.abs_value(inv(a) * inv(b), weight)
        same = p.congr(abs, p.have(Eq(inv(a) - inv(b), inv(a) * inv(b) * (b - a)), *pos))
        top = 1 * (abs(x - x2) + abs(y - y2))
        out = p.have(
            abs(inv(a) - inv(b)) <= top,
            same,
            product,
            (size, abs(b - a)),
            (room, abs(b - a)),
            gap,
            rest,
        )
        return p.have(num(0) <= 1), out

    def small(_: Fact, __: Sequence[Fact]) -> tuple[Fact, Fact]:
        return p.have(num(0) <= 1), sized(p, inv(a), num(1), inverse[0], most[0])

    by = Written(num(1), steady, num(1), small, always(p, p.have(Eq(share(x), share(x)))))
    return written(p, by)


# --- with functions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """Functions u_j, their limit v, and the fact that they tend to it."""

    u: Callable[[Term, Term], Term]
    v: Callable[[Term], Term]
    fact: Fact

    @property
    def terms(self) -> tuple[Term, Term]:
        """Return the functions u and v as terms."""
        return mapping(self.u, "Z", MATRIX), mapping(self.v, MATRIX)


def combined(p: Proof, op: Operation, a: Limit, b: Limit | None = None) -> Limit:
    """Return the operation applied to both limits (to the first, if it takes one argument)."""
    b = b or a
    by = {"h": mapping(op.near, "Z", "R", "R"), "o": mapping(op.exact, "R", "R")}
    by |= dict(zip(("u", "v", "u'", "v'"), (*a.terms, *b.terms), strict=True))
    fact = p.apply("operation_tends", p.apply(op.name), a.fact, b.fact, **by)

    def near(j: Term, X: Term) -> Term:
        return op.near(j, a.u(j, X), b.u(j, X))

    def exact(X: Term) -> Term:
        return op.exact(a.v(X), b.v(X))

    return Limit(near, exact, fact)


def fixed(p: Proof, c: Term) -> Limit:
    """Return the constant limit of a number."""
    fact = p.apply("constant_tends", c=c)
    return Limit(lambda j, X: c, lambda X: c, fact)


def rewritten(p: Proof, a: Limit, v: Callable[[Term], Term], same: Fact) -> Limit:
    """Return the limit in another form; `same` proves for the variable X that both forms are equal."""
    new = mapping(v, MATRIX)
    old = a.terms
    fact = p.apply("tends_to_same", a.fact, same, u=old[0], v=old[1], **{"v'": new})
    return Limit(a.u, v, fact)


def summed(p: Proof, i: Term, top: Term, low: Fact, a: Limit) -> Limit:
    """Return the limit of Σ_{i=1}^{top}, from the limit for a variable i; `low` is 0 <= top."""

    def near(j: Term, X: Term) -> Term:
        return Sum(lambda k: substitute(a.u(j, X), {i: k}), 1, top)

    def exact(X: Term) -> Term:
        return Sum(lambda k: substitute(a.v(X), {i: k}), 1, top)

    each = a.fact
    us_ = mapping(lambda k, j, X: substitute(a.u(j, X), {i: k}), "Z", "Z", MATRIX)
    vs_ = mapping(lambda k, X: substitute(a.v(X), {i: k}), "Z", MATRIX)
    fact = p.apply("sum_tends", low, each, m=top, u=us_, v=vs_)
    return Limit(near, exact, fact)


all_tend = every(lambda i: tends(mapping(lambda j, X: us(i, j, X), "Z", MATRIX), mapping(lambda X: vs(i, X), MATRIX)),
                 1, m)  # fmt: skip


def total_tends(m: Term) -> Term:
    """Σ u_ij → Σ v_i."""
    return tends(
        mapping(lambda j, X: Sum(lambda i: us(i, j, X), 1, m), "Z", MATRIX),
        mapping(lambda X: Sum(lambda i: vs(i, X), 1, m), MATRIX),
    )


@chapter.claim({"low": 0 <= m, "each": all_tend}, shows=total_tends(m))
def sum_tends(p: Proof) -> Fact:
    """By induction on the number of terms."""
    claim = lambda k: implies(k <= m, total_tends(k))  # noqa: E731
    p.given(k_low=0 <= k, so_far=claim(k), following=k + 1 <= m)
    zero = num(0)

    def sums(top: Term) -> tuple[Callable[[Term, Term], Term], Callable[[Term], Term]]:
        return lambda j, X: Sum(lambda i: us(i, j, X), 1, top), lambda X: Sum(lambda i: vs(i, X), 1, top)

    def moved(a: Limit, top: Term, prove: Callable[[Term], Fact]) -> Fact:
        """Prove the same claim with both sides written as sums."""
        near, exact = sums(top)
        old, new = a.u(j, X), near(j, X)
        equal = prove(new)
        same = p.rule("generalize", j, p.rule("generalize", X, p.have(Eq(old, new), equal)))
        fact = p.replace(same, hole(lambda w: tends(w, a.terms[1]), FAMILY), a.fact)
        return p.apply("tends_to_same", fact, prove(exact(X)), u=mapping(near, "Z", MATRIX),
                    v=a.terms[1], **{"v'": mapping(exact, MATRIX)})  # fmt: skip

    empty = p.have(zero < 1)
    base = moved(fixed(p, zero), zero, lambda new: p.big_empty(new, empty))
    before = p.mp("so_far", p.have(k <= m, "following"))
    own = p.specialize("each", k + 1)
    both = combined(p, ADD, Limit(*sums(k), before), Limit(lambda j, X: us(k + 1, j, X), lambda X: vs(k + 1, X), own))
    one = p.have(1 <= k + 1)
    step = moved(both, k + 1, lambda new: p.big_step(new, one))
    every_ = p.induct(claim, 0, k, p.discharge(base, zero <= m), p.discharge(step, k + 1 <= m))
    return p.specialize(every_, m)
