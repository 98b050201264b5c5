"""Dyadic cells: [−D, D]^(d×n) is halved in every entry repeatedly; the cells are the nodes of a tree.

The M = 2^(dn) children of a cell are numbered by a list L of all matrices of letters 1 and 2, for the lower and the
upper half; the cells of level T are numbered as in `proofs.theorems.combinatorics.trees`.

Main statements: `cells_cover`, `lows_nested`, `highs_nested`, `cells_volume`, `path_point`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.finite_choice import chosen_entries
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed, in_cube, supremum_of
from proofs.theorems.combinatorics.trees import *
from proofs.theorems.combinatorics.tuples import GRID, at_number, grid, same_entries
from proofs.theorems.integration.integrals import between, entry, over, volume

chapter = Chapter("dyadic")
M, T, U, k, q, s, u, v, w, d, n, r, c, j = ints("M T U k q s u v w d n r c j")
D, e, x, y, z = reals("D e x y z")
X, Z = vectors("X Z", 2)
(L,) = sequences("L", 3)
G = variable("G", GRID)
chi = variable("chi", "(ZZZ>Z)")


def letters(L: Term = L, M: Term = M) -> list[Term]:
    """L_1, …, L_M are d × n matrices of letters 1 and 2, all of them."""
    found = lambda G: exists(lambda s: [1 <= s, s <= M, same_entries(at_number(L, s), G, d, n)], "Z")  # noqa: E731
    return [
        every(lambda s: grid(at_number(L, s), d, n, num(2))[0], 1, M),
        every(lambda s: grid(at_number(L, s), d, n, num(2))[1], 1, M),
        for_all(lambda G: implies(*grid(G, d, n, num(2)), found(G)), GRID),
    ]


LETTERS = dict(zip(("letters_low", "letters_high", "all_words"), letters(), strict=True))
GIVEN = {
    "M_low": 1 <= M,
    "D_pos": 0 < D,
    "letters_low": LETTERS["letters_low"],
    "letters_high": LETTERS["letters_high"],
}
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}


def side(T: Term | int) -> Term:
    """Return the length of an edge, 2D/2^T."""
    return 2 * D * inv(power(num(2), T))


def letter(T: Term, u: Term, k: Term, r: Term, c: Term) -> Term:
    """The half chosen at level u on the way to cell k of level T."""
    return L(above(T - u, k) - M * (above(T - u + 1, k) - 1), r, c)


def low(T: Term | int, k: Term) -> Term:
    """Return the lower corner of cell k of level T."""
    T = num(T) if isinstance(T, int) else T
    return fun(lambda r, c: Sum(lambda u: side(u) * (letter(T, u, k, r, c) - 1), 1, T) - D, 2)


def high(T: Term | int, k: Term) -> Term:
    """Return the upper corner of cell k of level T."""
    return fun(lambda r, c: low(T, k)(r, c) + side(T), 2)


def digit(k: Term) -> Term:
    """The number of cell k among the children of its parent."""
    return k - M * (above(1, k) - 1)


@chapter.claim(given=[1 <= M, 1 <= k], shows=1 <= digit(k))
def digit_low(p: Proof) -> Fact:
    """⌊(k − 1)/M⌋ M <= k − 1."""
    below = p.apply("floor_bounds", q=k - 1, c=M)
    return p.have(p.goal, below)


@chapter.claim(given=[1 <= M, 1 <= k], shows=digit(k) <= M)
def digit_high(p: Proof) -> Fact:
    """k − 1 < (⌊(k − 1)/M⌋ + 1) M."""
    over_ = p.apply("floor_above", q=k - 1, c=M)
    return p.have(p.goal, over_)


@chapter.claim(given=[0 <= T], shows=Eq(side(T), 2 * side(T + 1)))
def side_halved(p: Proof) -> Fact:
    """2^(T + 1) = 2 · 2^T."""
    step = p.apply("power_step", m=num(2), k=T)
    pos = [p.have(0 < power(num(2), t)) for t in (T, T + 1)]
    units = [p.have(Eq(power(num(2), t) * inv(power(num(2), t)), 1), f) for t, f in zip((T, T + 1), pos, strict=True)]
    whole = p.have(Eq(inv(power(num(2), T)), 2 * inv(power(num(2), T + 1))),
                   (units[0], 2 * inv(power(num(2), T + 1))), (units[1], inv(power(num(2), T))),
                   (step, inv(power(num(2), T)) * inv(power(num(2), T + 1))))  # fmt: skip
    return p.have(p.goal, (whole, D))


@chapter.claim(given=[0 < D], shows=0 < side(T))
def side_pos(p: Proof) -> Fact:
    """2^T is positive."""
    inverse = p.apply("inv_pos", x=power(num(2), T))
    return p.have(p.goal, (0 < D, inverse))


of_child = side(T + 1) * (L(digit(k), r, c) - 1)


@chapter.claim(given=[1 <= M, 0 <= T, 1 <= k], shows=Eq(low(T + 1, k)(r, c), low(T, above(1, k))(r, c) + of_child))
def low_of_child(p: Proof) -> Fact:
    """The halves chosen for the child are those of the parent and one more."""
    p.given(u_high=u <= T)
    whole = fun(lambda u: side(u) * (letter(T + 1, u, k, r, c) - 1))
    parent = fun(lambda u: side(u) * (letter(T, u, above(1, k), r, c) - 1))
    first = p.apply("above_above", v=T - u, w=1)
    second = p.apply("above_above", v=T - u + 1, w=1)
    index = [above(T + 1 - u, k) - M * (above(T - u + 2, k) - 1),
             above(T - u, above(1, k)) - M * (above(T - u + 1, above(1, k)) - 1)]  # fmt: skip
    same = p.congr(lambda i: L(i, r, c), p.have(Eq(*index), first, (second, M)))
    rows = p.apply("sum_eq", (same, side(u)), f=whole, g=parent, lo=1, hi=T)
    last = p.big_step(Sum(lambda u: whole(u), 1, T + 1), p.have(1 <= T + 1))
    own = p.apply("above_none")
    own = p.congr(lambda i: L(i - M * (above(1, k) - 1), r, c), own)
    return p.have(p.goal, last, rows, (own, side(T + 1)))


CHILD = {**GIVEN, **ENTRY, "T_low": 0 <= T, "k_low": 1 <= k}
inside_parent = [
    low(T, above(1, k))(r, c) <= low(T + 1, k)(r, c), high(T + 1, k)(r, c) <= high(T, above(1, k))(r, c),
]  # fmt: skip


def _child(p: Proof) -> list[Fact]:
    p.given(**CHILD)
    ends = p.apply("digit_low"), p.apply("digit_high")
    letters_ = [
        p.specialize(p.specialize(name, digit(k), r, c, using=ends)) for name in ("letters_low", "letters_high")
    ]
    return [*letters_, p.apply("low_of_child"), p.apply("side_halved"), p.apply("side_pos", T=T + 1)]


@chapter.claim(given=list(CHILD.values()), shows=inside_parent[0])
def low_in_parent(p: Proof) -> Fact:
    """The least letter is 1."""
    one, _, child, _, pos = _child(p)
    return p.have(p.goal, child, (one, pos))


@chapter.claim(given=list(CHILD.values()), shows=inside_parent[1])
def high_in_parent(p: Proof) -> Fact:
    """The greatest letter is 2."""
    _, two, child, half, pos = _child(p)
    return p.have(p.goal, child, half, (two, pos))


NESTED = {**GIVEN, **ENTRY, "T_low": 0 <= T, "v_low": 0 <= v}


def _nested(p: Proof, theorem: str, claim: Term) -> Fact:
    """Prove `claim`, about v and k, for all cells k of level T + v by induction on v."""
    p.given(**NESTED, w_low=0 <= w)
    all_ = lambda w: for_all(lambda i: implies(1 <= i, substitute(claim, {v: w, k: i})), "Z")  # noqa: E731
    (k_low,) = assumed(p, 1 <= k)
    none = p.apply("above_none", k_low)
    ends = substitute(claim, {v: num(0)}).args
    which = low if theorem == "low_in_parent" else high
    same = p.congr(lambda i: which(T, i)(r, c), none)
    base = p.generalize(k, p.have(ends[0] <= ends[1], same))
    (so_far,) = assumed(p, all_(w))
    up = above(1, k)
    now = p.specialize(so_far, up, using=[p.apply("above_low", k_low, v=1)])
    here = p.apply(theorem, k_low, T=T + w)
    twice = p.apply("above_above", k_low, v=w, w=1)
    same = p.congr(lambda i: which(T, i)(r, c), twice)
    ends = substitute(claim, {v: w + 1}).args
    step = p.generalize(k, p.have(ends[0] <= ends[1], now, here, same))
    last = p.specialize(p.induct(all_, 0, w, base, step), v)
    return p.specialize(last, k, using=[k_low])


low_nested = low(T, above(v, k))(r, c) <= low(T + v, k)(r, c)
high_nested = high(T + v, k)(r, c) <= high(T, above(v, k))(r, c)


@chapter.claim(given=list(NESTED.values()), shows=every(lambda i: substitute(low_nested, {k: i}), 1, nodes(T + v)))
def lows_nested(p: Proof) -> Fact:
    """By induction on the number of levels."""
    return _nested(p, "low_in_parent", low_nested)


@chapter.claim(given=list(NESTED.values()), shows=every(lambda i: substitute(high_nested, {k: i}), 1, nodes(T + v)))
def highs_nested(p: Proof) -> Fact:
    """By induction on the number of levels."""
    return _nested(p, "high_in_parent", high_nested)


def inside(T: Term | int, k: Term, X: Term) -> list[Term]:
    """X lies in cell k of level T."""
    return between(low(T, k), X, high(T, k), d, n)


some_cell = lambda T: exists(lambda k: [1 <= k, k <= nodes(T), *inside(T, k, X)], "Z")  # noqa: E731


@chapter.claim(given=[1 <= M, 0 < D, LETTERS["all_words"], in_cube(X, D, d, n), 0 <= T], shows=some_cell(T))
def cells_cover(p: Proof) -> Fact:
    """In each entry, X lies in one of the two halves."""
    p.given(all_words=LETTERS["all_words"], **ENTRY)
    p.given(w_low=0 <= w)
    zero = num(0)
    base = p.exists_intro(some_cell(zero), [1])
    (so_far,) = assumed(p, some_cell(w))
    goal = some_cell(w + 1)

    k_low, k_high, lower, upper = p.obtain(so_far, k)
    middle = lambda r, c: low(w, k)(r, c) + side(w + 1)  # noqa: E731
    word = fun(lambda r, c: ite(middle(r, c) <= X(r, c), 2, 1), 2)
    first, second = assumed(p, middle(r, c) <= X(r, c), X(r, c) < middle(r, c))
    sides = [
        p.cases(middle(r, c), X(r, c), *(p.have(claim) for f in (
            first, second))) for claim in (1 <= word(r, c), word(r, c) <= 2)
    ]  # fmt: skip
    found = p.specialize("all_words", word, using=[over(p, f) for f in sides])

    s_low, s_high, same = p.obtain(found, s)
    child = (k - 1) * M + s
    step = p.apply("power_step", m=M, k=w)
    end = p.have(child <= nodes(w + 1), s_high, step, (k_high, p.have(0 <= M)))
    parent = p.apply("above_own", k_low, s_low, s_high, c=k, v=1)
    here = p.apply("low_of_child", (k_low, p.have(0 <= M)), s_low, T=w, k=child)
    moved = p.congr(lambda i: low(w, i)(r, c), parent)
    own_digit = p.have(Eq(digit(child), s), (parent, M))
    its = p.congr(lambda i: L(i, r, c), own_digit)
    its = p.have(Eq(L(digit(child), r, c), word(r, c)), its, entry(p, same))
    half = p.apply("side_halved", T=w)
    old_low, old_high = entry(p, lower), entry(p, upper)
    at = low(w + 1, child)(r, c)
    place = p.have(Eq(at, low(w, k)(r, c) + side(w + 1) * (word(r, c) - 1)), here, moved,
                   (its, side(w + 1)))  # fmt: skip
    new = []
    for claim in (at <= X(r, c), X(r, c) <= at + side(w + 1)):
        taken = []
        for order in (first, second):
            choice = p.ite_eq(word(r, c), order)
            taken.append(p.have(claim, place, (choice, side(w + 1)), half, old_low, old_high, order))
        new.append(over(p, p.cases(middle(r, c), X(r, c), *taken)))
    step = p.exists_intro(goal, [child], (k_low, p.have(0 <= M)), s_low, end, *new)
    return p.specialize(p.induct(some_cell, 0, w, base, step), T)


@chapter.claim(
    given={"d_low": 0 <= d, "n_low": 0 <= n, "T_low": 0 <= T},
    shows=Eq(power(num(2), n * d) * volume(low(T + 1, k), high(T + 1, k), d, n), volume(low(T, q), high(T, q), d, n)),
)
def cells_volume(p: Proof) -> Fact:
    """Each edge has half the length of the parent's."""
    whole = p.apply("slabs.letters_counted", A=fun(lambda r, c: side(T + 1), 2), m=num(2))
    same = p.apply("entries_same", A=fun(lambda r, c: side(T), 2), W=fun(lambda r, c: 2 * side(T + 1), 2))
    return p.have(p.goal, whole, same)


# --- a point of all cells of the path ---------------------------------------------------------------------------------

ALIVE = {**GIVEN, "root": alive(0, 1)}
ON_PATH = {**ALIVE, **ENTRY, "T_low": 0 <= T, "U_low": 0 <= U, "first": leftmost(T, q), "second": leftmost(U, k)}


@chapter.claim(given=ON_PATH, shows=low(T, q)(r, c) <= high(U, k)(r, c))
def path_order(p: Proof) -> Fact:
    """One of the two cells contains the other."""
    pos = [p.apply("side_pos", T=t) for t in (T, U)]
    early, late = assumed(p, T <= U, U < T)
    k_low, k_high, *_ = of_leftmost(p, "second", U, k)
    q_low, q_high, *_ = of_leftmost(p, "first", T, q)
    deep = p.have(0 <= U - T, early)
    same = p.apply("leftmost_above", deep, c=q)
    lows = p.specialize(p.apply("lows_nested", deep), k, using=[k_low, k_high])
    moved = p.congr(lambda i: low(T, i)(r, c), same)
    one = p.have(low(T, q)(r, c) <= high(U, k)(r, c), lows, moved, pos[1])
    deep = p.have(0 <= T - U, late)
    same = p.apply("leftmost_above", deep, T=U, c=k, k=q)
    highs = p.specialize(p.apply("highs_nested", deep, T=U), q, using=[q_low, q_high])
    moved = p.congr(lambda i: high(U, i)(r, c), same)
    two = p.have(low(T, q)(r, c) <= high(U, k)(r, c), highs, moved, pos[0])
    return p.cases(T, U, one, two)


def in_path(X: Term) -> Term:
    """X lies in all cells of the leftmost path."""
    cell = lambda T, k: implies(0 <= T, leftmost(T, k), exists(lambda: inside(T, k, X)))  # noqa: E731
    return for_all(cell, "Z", "Z")


@chapter.claim(
    given={**ALIVE, "d_low": 0 <= d, "n_low": 0 <= n}, shows=exists(lambda X: [in_cube(X, D, d, n), in_path(X)], MATRIX)
)
def path_point(p: Proof) -> Fact:
    """In each entry, take the supremum of the lower corners."""
    p.given(**ENTRY)
    within = lambda r, c, x: for_all(  # noqa: E731
        lambda T, k: implies(0 <= T, leftmost(T, k), exists(lambda: [low(T, k)(r, c) <= x, x <= high(T, k)(r, c)])),
        "Z", "Z",
    )  # fmt: skip
    reached = lambda x: exists(lambda T, q: [0 <= T, leftmost(T, q), x <= low(T, q)(r, c)], "Z", "Z")  # noqa: E731
    goal = exists(lambda x: within(r, c, x), "R")
    begin = p.apply("leftmost_exists", T=0)

    def at_root(root: Fact) -> Fact:
        start = p.exists_intro(reached(low(0, s)(r, c)), [0, s], root)
        U_low, held, its = assumed(p, 0 <= U, leftmost(U, k), reached(z))

        def below(T_low: Fact, on: Fact, less: Fact) -> Fact:
            order = p.apply("path_order", T_low, U_low, on, held)
            return p.have(z <= high(U, k)(r, c), less, order)

        upper = p.generalize(z, p.exists_elim(its, [T, q], below, z <= high(U, k)(r, c)))
        at_zero = p.instantiate(upper, [(U, num(0)), (k, s)])
        found = supremum_of(p, reached, low(0, s)(r, c), start, high(0, s)(r, c), at_zero)

        def with_supremum(up: Fact, least: Fact) -> Fact:
            mine = p.exists_intro(reached(low(U, k)(r, c)), [U, k], U_low, held)
            one = p.specialize(up, low(U, k)(r, c), using=[mine])
            two = p.specialize(least, high(U, k)(r, c), using=[upper])
            ends = exists(lambda: [low(U, k)(r, c) <= x, x <= high(U, k)(r, c)])
            both = p.discharge(p.exists_intro(ends, [], one, two), U_low.concl, held.concl)
            return p.exists_intro(goal, [x], both)

        return p.exists_elim(found, [x], with_supremum, goal)

    each = over(p, p.exists_elim(begin, [s], at_root, goal))
    chosen = chosen_entries(p, within, d, n, each, "d_low", "n_low")

    def with_point(held: Fact) -> Fact:
        here = entry(p, held)
        T_low, on = assumed(p, 0 <= T, leftmost(T, k))
        both = p.specialize(here, T, k, using=[T_low, on])
        ends = low(T, k)(r, c) <= X(r, c), X(r, c) <= high(T, k)(r, c)
        one, two = parts(p, both, *ends)
        inside_ = p.exists_intro(exists(lambda: inside(T, k, X)), [], over(p, one), over(p, two))
        path = p.discharge(inside_, T_low.concl, on.concl)

        def at_root(_root: Fact) -> Fact:
            first, last = (p.cut(p.instantiate(f, [(T, num(0)), (k, s)])) for f in (
                one, two))  # fmt: skip
            upper = p.have(X(r, c) <= D, last)
            size = p.apply("abs_le", first, upper, x=X(r, c), u=D)
            return p.exists_intro(p.goal, [X], over(p, size), path)

        return p.exists_elim(begin, [s], at_root)

    return p.exists_elim(chosen, [X], with_point)


NO_POINT = for_all(
    lambda X: implies(in_cube(X, D, d, n), exists(lambda j: [1 <= j, every(lambda T: every(
        lambda k: implies(*inside(T, k, X), chi(j, T, k) <= 0), 1, nodes(T)), 0)], "Z")), MATRIX,
)  # fmt: skip
VANISH = {**GIVEN, **FAMILY, "d_low": 0 <= d, "n_low": 0 <= n, "no_point": NO_POINT}


@chapter.claim(given=VANISH, shows=exists(lambda j: [1 <= j, every(lambda T: count(j, T) <= eta * nodes(T), 0)], "Z"))
def counts_vanish(p: Proof) -> Fact:
    """Otherwise some point would lie in marked cells of all families."""
    p.given(j_low=1 <= j, T_low=0 <= T)
    none = p.assume(negation(p.goal))
    many = exists(lambda t: [0 <= t, eta * nodes(t) <= count(j, t)], "Z")
    few = p.assume(negation(many))
    much = p.assume(eta * nodes(T) < count(j, T))
    there = p.exists_intro(many, [T], much)
    wrong = p.absurd(p.mp(few, there), count(j, T) <= eta * nodes(T))
    small = p.cases(count(j, T), eta * nodes(T), p.assume(count(j, T) <= eta * nodes(T)), wrong)
    there = p.exists_intro(p.goal, [j], small)
    big = p.absurd(p.mp(none, there), many)
    root = p.apply("root_alive", big)
    found = p.apply("path_point", root)

    X_in, path = p.obtain(found, X)

    def with_family(_j_low: Fact, unmarked: Fact) -> Fact:
        level = first_of(p, lambda t: stable(j, t), p.apply("some_stable"))

        t_low, is_stable, first = p.obtain(level, U)

        (on,) = p.obtain(p.apply("leftmost_exists", root, t_low, T=U), k)
        k_low, k_high, lives, _ = of_leftmost(p, on, U, k)
        cell = p.specialize(path, U, k, using=[t_low, on])
        sides = parts(p, cell, *inside(U, k, X))
        zero = p.specialize(p.specialize(unmarked, U, using=[t_low]), k, using=[k_low, k_high, *sides])
        here = p.specialize(p.specialize(lives, j), 0)

        _q_low, _q_high, is_k, all_ok = p.obtain(here, q)
        own = p.specialize(all_ok, j)
        own = p.specialize(own, U, using=[t_low, is_stable, first])
        same = p.congr(lambda i: chi(j, U, i), is_k)
        return p.have(FALSE, own, same, zero)

    return p.absurd(p.exists_elim(p.specialize("no_point", X, using=[X_in]), [j], with_family, FALSE), p.goal)
