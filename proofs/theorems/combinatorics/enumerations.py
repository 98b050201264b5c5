"""Finitely many vectors listed without repetition, and finitely many numbers listed in increasing order.

For vectors z_1, …, z_K, some perhaps equal, there are different vectors w_1, …, w_m among them and indices at(k) with
z_k = w_at(k). For numbers there is such a list with x_1 < … < x_M. No choice is needed: the first list is built by
induction, the second by ranks (`proofs.theorems.combinatorics.sorting`).

Main statements: `listed_once`, `sorted_once`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor
from proofs.theorems.combinatorics.sorting import in_order, rank

chapter = Chapter("enumerations")
K, m, M, d, k, t, a, b, e = ints("K m M d k t a b e")
(z,) = vectors("z", 2)
(w,) = vectors("w", 2)
x, y = vectors("x y")
(at,) = sequences("at")

Entries = Callable[[Term], Term]
Rows = Callable[[Term, Term], Term]


def same(z: Rows, k: Term, w: Rows, a: Term, d: Term = d) -> Term:
    """z_k = w_a: they agree in every entry."""
    return every(lambda t: Eq(z(t, k), w(t, a)), 1, d)


def listing(z: Rows, K: Term, w: Rows, at: Entries, m: Term, d: Term = d) -> list[Term]:
    """w_1, …, w_m are z_1, …, z_K, each once; z_k is w_at(k)."""
    return [
        0 <= m,
        m <= K,
        every(lambda k: 1 <= at(k), 1, K),
        every(lambda k: at(k) <= m, 1, K),
        every(lambda k: same(z, k, w, at(k), d), 1, K),
        every(lambda a: exists(lambda k: [1 <= k, k <= K, Eq(at(k), a)], "Z"), 1, m),
        every(lambda a: every(lambda b: implies(a < b, negation(same(w, a, w, b, d))), 1, m), 1, m),
    ]


def listed(z: Rows, K: Term, d: Term = d) -> Term:
    """There is such a list."""
    return exists(lambda w, at, m: listing(z, K, w, at, m, d), MATRIX, "(Z>Z)", "Z")


LISTED = ["m_low", "m_high", "at_low", "at_high", "values", "used", "differ"]


def _entry(a: Term, t: Term) -> Term:
    return w(t, a)


def nowhere(p: Proof, formula: Term, *ends: Fact) -> Fact:
    """Return a formula about an index in an empty range."""
    return p.absurd(p.have(FALSE, *ends), formula)


@chapter.claim(given=[], shows=listed(z, num(0)))
def listed_none(p: Proof) -> Fact:
    """The empty list."""
    none, places = fun(lambda t, a: num(0), 2), fun(lambda k: num(0))
    parts = []
    for formula in listing(z, num(0), none, places, num(0))[2:]:
        inside = substitute(formula, {})
        body = p.rule("specialize", p.assume(inside), k).concl.args[1].args[1]
        parts.append(p.generalize(k, nowhere(p, body, p.assume(1 <= k), p.assume(k <= 0))))
    return p.exists_intro(p.goal, [none, places, 0], *parts)


def start(p: Proof) -> None:
    """Assume a list of z_1, …, z_k; indices a up to k + 1, of which those up to k are old."""
    p.given(**dict(zip(LISTED, listing(z, k, w, at, m), strict=True)))
    p.given(a_low=1 <= a, a_high=a <= k + 1, t_low=1 <= t, t_high=t <= d, old=a <= k, new=k < a)
    p.integer_step("new", label="beyond")
    p.antisymmetry("a_high", "beyond", label="last")


def more(place: Term) -> Term:
    """Return the positions, extended by one for k + 1."""
    return fun(lambda a: ite(a <= k, at(a), place))


def bounds(p: Proof, place: Term, most: Term, *inside: Fact) -> list[Fact]:
    """Prove 1 <= at and at <= most for the extended positions."""
    out = []
    for formula, name in ((lambda x: 1 <= x, "at_low"), (lambda x: x <= most, "at_high")):
        own = p.specialize(name, a)
        old = p.have(formula(more(place)(a)), own, *p.reduce_ite(p.get("old"), more(place)(a)))
        new = p.have(formula(more(place)(a)), *p.reduce_ite(p.get("new"), more(place)(a)), *inside)
        out.append(p.cases(a, k, old, new))
    return out


def agreeing(p: Proof, place: Term, words: Rows, kept: Fact | None, found: Fact) -> Fact:
    """Prove z_a = words_at(a) for all a up to k + 1: for the old a by the old list, for k + 1 by the new fact."""
    goal = Eq(z(t, a), words(t, more(place)(a)))
    own = p.specialize("values", a, t)
    known = [] if kept is None else [kept]
    spot = p.congr(lambda x: words(t, x), *p.reduce_ite(p.get("old"), more(place)(a)))
    old = p.have(goal, own, spot, *known)
    spot = p.congr(lambda x: words(t, x), *p.reduce_ite(p.get("new"), more(place)(a)))
    word = p.congr(lambda x: z(t, x), "last")
    new = p.have(goal, spot, word, p.specialize(found, t))
    return p.generalize(t, p.cases(a, k, old, new))


def still_used(p: Proof, place: Term, label: str) -> Fact:
    """∃ k' <= k + 1. at(k') = b, for b with 1 <= b <= m."""
    goal = exists(lambda j: [1 <= j, j <= k + 1, Eq(more(place)(j), b)], "Z")

    def prove(low: Fact, high: Fact, here: Fact) -> Fact:
        value = p.have(Eq(more(place)(e), b), here, *p.reduce_ite(high, more(place)(e)))
        return p.exists_intro(goal, [e], low, high, value)

    return p.exists_elim(p.specialize("used", b), [e], prove, goal, label=label)


known = [0 <= k, *listing(z, k, w, at, m)]
(j,) = ints("j")


@chapter.claim(given=[*known, 1 <= j, j <= m, same(z, k + 1, w, j)], shows=listed(z, k + 1))
def listed_again(p: Proof) -> Fact:
    """The new vector is already in the list."""
    start(p)
    p.given(j_low=1 <= j, j_high=j <= m, found=same(z, k + 1, w, j), b_low=1 <= b, b_high=b <= m)
    used = still_used(p, j, "used_")
    parts = [*bounds(p, j, m), agreeing(p, j, w, None, p.get("found")), used, p.get("differ")]
    return p.exists_intro(p.goal, [w, more(j), m], *parts)


with_new = fun(lambda t, a: ite(a <= m, w(t, a), z(t, k + 1)), 2)
not_listed = every(lambda a: negation(same(z, k + 1, w, a)), 1, m)


@chapter.claim(given=[*known, not_listed], shows=listed(z, k + 1))
def listed_new(p: Proof) -> Fact:
    """The new vector is not in the list, and is appended."""
    start(p)
    p.given(unlike=not_listed, b_low=1 <= b, b_high=b <= m + 1, b_old=b <= m, b_new=m < b)
    own = [p.specialize(name, a) for name in ("at_low", "at_high")]
    kept = p.ite_eq(with_new(t, at(a)), own[1])
    found = p.generalize(t, p.have(Eq(z(t, k + 1), with_new(t, m + 1))))
    agree = agreeing(p, m + 1, with_new, kept, found)
    # every place is used
    old = still_used(p, m + 1, "used_")
    goal = old.concl
    b_beyond = p.integer_step("b_new")
    b_last = p.antisymmetry("b_high", b_beyond)
    place = more(m + 1)(k + 1)
    value = p.have(Eq(place, b), b_last)
    new = p.exists_intro(goal, [k + 1], value)
    used = p.cases(b, m, old, new)
    # all differ
    (c,) = ints("c")
    p.given(c_low=1 <= c, order=c < b)
    c_old = p.have(c <= m, "order", "b_high")
    alike = p.assume(same(with_new, c, with_new, b))
    here, first = p.specialize(alike, t), p.ite_eq(with_new(t, c), c_old)
    there = p.ite_eq(with_new(t, b), "b_old")
    both = p.generalize(t, p.have(Eq(w(t, c), w(t, b)), here, first, there))
    old = p.mp(p.specialize("differ", c, b), both)
    there = p.ite_eq(with_new(t, b), "b_new")
    both = p.generalize(t, p.have(Eq(z(t, k + 1), w(t, c)), here, first, there))
    new = p.mp(p.specialize("unlike", c), both)
    clash = p.discharge(p.cases(b, m, old, new), alike.concl)
    differ = clash
    parts = [*bounds(p, m + 1, m + 1), agree, used, differ]
    return p.exists_intro(p.goal, [with_new, more(m + 1), m + 1], *parts)


@chapter.claim(given=[0 <= K], shows=listed(z, K))
def listed_once(p: Proof) -> Fact:
    """By induction: each vector is in the list so far, or is appended to it."""
    goal = listed(z, k + 1)
    some = exists(lambda j: [1 <= j, j <= m, same(z, k + 1, w, j)], "Z")

    parts = p.obtain(p.assume(listed(z, k)), w, at, m)
    again = p.exists_elim(p.assume(some), [j], lambda *here: p.apply("listed_again", *parts, *here), goal)
    none = p.assume(negation(some))
    alike = p.assume(same(z, k + 1, w, j))
    here = p.exists_intro(some, [j], p.assume(1 <= j), p.assume(j <= m), alike)
    unlike = p.discharge(p.mp(none, here), alike.concl)
    p.note("step", p.either(again, p.apply("listed_new", *parts, unlike), some))
    base = p.apply("listed_none")
    all_ = p.induct(lambda k: listed(z, k), 0, k, base, "step")
    return p.specialize(all_, K)


# --- numbers ---------------------------------------------------------------------------------------------------------

(numbers,) = vectors("z")
(place,) = sequences("place")


def increasing_list(z: Entries, K: Term, x: Entries, place: Entries, M: Term) -> list[Term]:
    """x_1 < … < x_M with x_0 below them, M <= K, and z_k is x_place(k)."""
    return [
        0 <= M,
        M <= K,
        every(lambda e: x(e) < x(e + 1), 0, M - 1),
        every(lambda k: 1 <= place(k), 1, K),
        every(lambda k: place(k) <= M, 1, K),
        every(lambda k: Eq(z(k), x(place(k))), 1, K),
    ]


row = fun(lambda t, k: numbers(k), 2)
in_order_once = exists(lambda x, place, M: increasing_list(numbers, K, x, place, M), VECTOR, "(Z>Z)", "Z")
listed_row = [0 <= K, *listing(row, K, w, at, m, num(1))]
entry = fun(lambda a: w(1, a))
up = fun(lambda e: in_order(entry, m)(m + 1 - e))  # from the least on
with_start = fun(lambda e: ite(1 <= e, up(e), up(num(1)) - 1))
upwards_place = fun(lambda k: m + 1 - rank(at(k), entry, m))


@chapter.claim(given=listed_row, shows=in_order_once)
def sorted_of_listed(p: Proof) -> Fact:
    """Sort the different numbers."""
    p.given(**dict(zip(LISTED, listed_row[1:], strict=True)))
    one, (i, j) = num(1), ints("i j")
    p.given(i_low=1 <= i, i_high=i <= m, j_low=1 <= j, j_high=j <= m, order=i < j, t_low=1 <= t, t_high=t <= 1)
    equal = p.assume(Eq(entry(i), entry(j)))
    only = p.antisymmetry("t_high", "t_low")
    sides = [p.congr(partial(_entry, a), only) for a in (i, j)]
    alike = p.generalize(t, p.have(Eq(w(t, i), w(t, j)), equal, *sides))
    unlike = p.discharge(p.mp(p.specialize("differ", i, j), alike), equal.concl)
    p.generalize(i, p.generalize(j, unlike), label="distinct")
    # upwards
    p.given(e_low=0 <= e, e_high=e <= m - 1, first=e <= 0, later=0 < e)
    at_start = p.antisymmetry("e_low", "first")
    starts = p.have(with_start(num(0)) < with_start(one))
    starts = p.replace(at_start, hole(lambda e: with_start(e) < with_start(e + 1), "Z"), starts)
    falls = p.apply("sorted_decreases", f=entry, n=m, q=m - e)
    sides = [p.ite_eq(with_start(x), p.have(1 <= x, "later")) for x in (e, e + 1)]
    grows = p.have(with_start(e) < with_start(e + 1), falls, *sides)
    rising = p.cases(e, 0, starts, grows)
    # places
    p.given(k_low=1 <= k, k_high=k <= K)
    low, high = (p.apply(name, f=entry, n=m, i=at(k)) for name in ("rank_low", "rank_high"))
    spot = upwards_place(k)
    p.have(1 <= spot, high, label="place_low"), p.have(spot <= m, low, label="place_high")
    p.apply("sorted_entry", f=entry, n=m, i=at(k), q=m + 1 - spot, label="found")
    value = p.ite_eq(with_start(spot), "place_low")
    here = p.have(Eq(numbers(k), with_start(spot)), value)
    parts = [p.get("place_low"), p.get("place_high"), here]
    return p.exists_intro(p.goal, [with_start, upwards_place, m], rising, *parts)


@chapter.claim(given=[0 <= K], shows=in_order_once)
def sorted_once(p: Proof) -> Fact:
    """List each number once, then sort the list."""
    listed = p.apply("listed_once", z=row, d=1)
    parts = p.obtain(listed, w, at, m)
    return p.apply("sorted_of_listed", *parts)


# --- two indices as one ----------------------------------------------------------------------------------------------

N, n, i = ints("N n i")
(Z,) = vectors("Z", 3)
(z2,) = vectors("z", 2)


def number(i: Term, k: Term) -> Term:
    """Return the number of position k in row i, counted row by row."""
    return (i - 1) * n + k


def row_of(a: Term) -> Term:
    """Return the row of the a-th position."""
    return floor(a - 1, n) + 1


def column_of(a: Term) -> Term:
    """Return the index of the a-th position within its row."""
    return a - n * floor(a - 1, n)


i_in, k_in, a_in = (1 <= i, i <= N), (1 <= k, k <= n), (1 <= a, a <= n * N)
WITHIN = {"low": 1 <= i, "high": i <= N, "k_low": 1 <= k, "k_high": k <= n}


@chapter.claim(given=[*i_in, *k_in], shows=1 <= number(i, k))
def number_low(p: Proof) -> Fact:
    """The first position has the number 1."""
    p.given(**WITHIN)
    return p.have(p.goal, ("low", n), "k_low")


@chapter.claim(given=[*i_in, *k_in], shows=number(i, k) <= n * N)
def number_high(p: Proof) -> Fact:
    """There are n N positions."""
    p.given(**WITHIN)
    return p.have(p.goal, ("high", n), "k_high")


@chapter.claim(given=[*i_in, *k_in], shows=Eq(row_of(number(i, k)), i))
def row_of_number(p: Proof) -> Fact:
    """(i − 1) n <= a − 1 < i n."""
    p.given(**WITHIN)
    ends = [p.have(0 <= number(i, k) - 1, ("low", n), "k_low"), p.have(1 <= n)]
    ends += [p.have((i - 1) * n <= number(i, k) - 1, "k_low")]
    ends += [p.have(number(i, k) - 1 < (i - 1 + 1) * n, "k_high")]
    floor = p.apply("floor_is", *ends)
    return p.have(p.goal, floor)


def in_rows(p: Proof) -> None:
    """Its floor is i − 1."""
    p.given(n_low=1 <= n, low=1 <= a, high=a <= n * N)
    first = p.have(0 <= a - 1, "low")
    p.apply("floor_bounds", first, c=n, label="below")
    p.apply("floor_above", first, c=n, label="above")
    p.have(0 < n, "n_low", label="n_pos")


@chapter.claim(given=[1 <= n, *a_in], shows=1 <= row_of(a))
def row_low(p: Proof) -> Fact:
    """The floor is not negative."""
    in_rows(p)
    return p.have(p.goal)


@chapter.claim(given=[1 <= n, *a_in], shows=row_of(a) <= N)
def row_high(p: Proof) -> Fact:
    """The floor is less than N."""
    in_rows(p)
    below = p.have(floor(a - 1, n) < N, "below", "high", scale=["n_pos"])
    return p.have(p.goal, p.integer_step(below))


@chapter.claim(given=[1 <= n, *a_in], shows=1 <= column_of(a))
def column_low(p: Proof) -> Fact:
    """n ⌊(a − 1)/n⌋ <= a − 1."""
    in_rows(p)
    return p.have(p.goal, "below")


@chapter.claim(given=[1 <= n, *a_in], shows=column_of(a) <= n)
def column_high(p: Proof) -> Fact:
    """a − 1 < n (⌊(a − 1)/n⌋ + 1)."""
    in_rows(p)
    return p.have(p.goal, "above")


def in_one_row(z: Callable[..., Term]) -> Term:
    """Return the entry with a row and an index within it, as a function of the number of the position."""
    return fun(lambda a: z(row_of(a), column_of(a)))


def everywhere(claim: Callable[[Term, Term], Term]) -> Term:
    """For every position k of every row i."""
    return every(lambda i: every(lambda k: claim(i, k), 1, n), 1, N)


def in_place(p: Proof, shape: Callable[[Term, Term], Term]) -> Fact:
    """Prove that shape(row, column) for the number of (i, k) is shape(i, k)."""
    own = p.apply("enumerations.row_of_number")
    column = p.have(Eq(column_of(number(i, k)), k), (own, n))
    first = p.congr(lambda x: shape(x, column_of(number(i, k))), own)
    return p.have(Eq(first.concl.args[0], shape(i, k)), first, p.congr(lambda x: shape(i, x), column))


def increasing_list_2(z: Rows, x: Entries, place: Rows, M: Term) -> list[Term]:
    """x_1 < … < x_M with x_0 below them, M <= n N, and z_ik is x_place(i,k)."""
    return [
        0 <= M,
        M <= n * N,
        every(lambda e: x(e) < x(e + 1), 0, M - 1),
        everywhere(lambda i, k: 1 <= place(i, k)),
        everywhere(lambda i, k: place(i, k) <= M),
        everywhere(lambda i, k: Eq(z(i, k), x(place(i, k)))),
    ]


@chapter.claim(
    given=[1 <= n, 0 <= N], shows=exists(lambda x, place, M: increasing_list_2(z2, x, place, M), VECTOR, "(ZZ>Z)", "Z")
)
def sorted_once_2(p: Proof) -> Fact:
    """The same for numbers with two indices."""
    p.given(n_low=1 <= n, N_low=0 <= N, **WITHIN)
    flat = in_one_row(z2)
    listed = p.apply("sorted_once", ("n_low", "N_low"), "N_low", z=flat, K=n * N)
    ends = [p.apply("number_low"), p.apply("number_high")]
    moved = in_place(p, z2)
    parts = p.obtain(listed, x, place, M)
    spot = [p.specialize(f, number(i, k), using=ends) for f in parts[3:]]
    spot[2] = p.have(Eq(z2(i, k), x(place(number(i, k)))), spot[2], moved)
    out = list(spot)
    return p.exists_intro(p.goal, [x, fun(lambda i, k: place(number(i, k)), 2), M], *parts[:3], *out)


def listing_2(Z: Term, w: Rows, at: Rows, m: Term) -> list[Term]:
    """w_1, …, w_m are the vectors Z(i, ·, k), each once; the one at (i, k) is w_at(i,k)."""
    return [
        0 <= m,
        m <= n * N,
        everywhere(lambda i, k: 1 <= at(i, k)),
        everywhere(lambda i, k: at(i, k) <= m),
        everywhere(lambda i, k: every(lambda t: Eq(Z(i, t, k), w(t, at(i, k))), 1, d)),
        every(lambda a: exists(lambda i, k: [1 <= i, i <= N, 1 <= k, k <= n, Eq(at(i, k), a)], "Z", "Z"), 1, m),
        every(lambda a: every(lambda b: implies(a < b, negation(same(w, a, w, b))), 1, m), 1, m),
    ]


LIST_SORTS = (MATRIX, "(ZZ>Z)", "Z")


@chapter.claim(
    given={"n_low": 1 <= n, "N_low": 0 <= N}, shows=exists(lambda w, at, m: listing_2(Z, w, at, m), *LIST_SORTS)
)
def listed_once_2(p: Proof) -> Fact:
    """The same for vectors with two indices."""
    p.given(**WITHIN, t_low=1 <= t, t_high=t <= d, a_low=1 <= a, a_high=a <= m, e_low=1 <= e, e_high=e <= n * N)
    flat = fun(lambda t, a: Z(row_of(a), t, column_of(a)), 2)
    listed = p.apply("listed_once", p.have(0 <= n * N, ("n_low", "N_low"), "N_low"), z=flat)
    ends = [p.apply("number_low"), p.apply("number_high")]
    moved = in_place(p, lambda i, k: Z(i, t, k))
    spots = fun(lambda i, k: at(number(i, k)), 2)

    def prove(*parts: Fact) -> Fact:
        spot = [p.specialize(f, number(i, k), using=ends) for f in parts[2:4]]
        word = p.have(Eq(Z(i, t, k), w(t, spots(i, k))), p.specialize(parts[4], number(i, k), t, using=ends), moved)
        spot.append(p.generalize(t, word))
        out = list(spot)
        goal = exists(lambda i, k: [1 <= i, i <= N, 1 <= k, k <= n, Eq(spots(i, k), a)], "Z", "Z")

        def used(*here: Fact) -> Fact:
            inside = [p.apply(name, a=e) for name in ("row_low", "row_high", "column_low", "column_high")]
            return p.exists_intro(goal, [row_of(e), column_of(e)], *inside, here[2])

        every_used = p.exists_elim(p.specialize(parts[5], a), [e], used, goal)
        return p.exists_intro(p.goal, [w, spots, m], *parts[:2], *out, every_used, parts[6])

    return p.exists_elim(listed, [w, at, m], prove)
