"""Lusin's theorem: a function in L_1 is equal to a continuous one outside of a set of small measure.

Let G_1, G_2, … be continuous on U and c_k = 1/k − 1/(k + 1). If f is within Δ c_k² of G_k in the mean, boxes that show
this, with their weights divided by c_k, have a total volume of at most Δ; and a point at which f is further than c_k
from G_k for some k lies in such boxes. Elsewhere f is the limit of

    H_K = G_1 + Σ_{k=1}^{K} (G_(k+1) − G_k, clipped to c_k + c_(k+1) in size).

On all of U these form a uniform Cauchy sequence, so their limit is continuous, and no function has to be extended from
a closed set.

Two hypotheses need the axiom of choice, which is not a rule of the kernel: G_1, G_2, … are one sequence with one family
of boxes; and the limit, one matrix for each X, is given as a function. Without the axiom the theorem is false for
functions that have continuous functions near them, each with boxes of its own. The reals may then be a union of
countable sets A_1 ⊂ A_2 ⊂ …, and f(x) = 1/min{k : x ∈ A_k} has the upper mean 0 on [0, 1]; if it were continuous on a
compact set of positive measure, it would have a positive lower bound there, so that the set would be countable. The
kernel's rules are sound in that model, so no proof by them can avoid the axiom.

Main statements: `values_exist`, `limit_continuous`, `limit_differs`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as choices
from proofs.builder.chapter import Chapter
from proofs.builder.finite_choice import chosen_entries
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.compactness import continuous_on_set, member
from proofs.theorems.analysis.continuity import assumed, entries, supremum_of, value, within
from proofs.theorems.combinatorics.trees import parts
from proofs.theorems.integration.integrals import at, cost, cover, entry, over, size_to_the, step_function, total_volume
from proofs.theorems.integration.lebesgue import marked, measure_at_most, on_set
from proofs.theorems.integration.tree_covers import row_of, rows

chapter = Chapter("lusin")
d, n, N, k, K, L, r, c, j = ints("d n N k K L r c j")
Delta, delta, delta1, delta2, e, u, x, y, z = reals("Delta delta delta_1 delta_2 e u x y z")
(a,) = vectors("a")
A, X, Y = vectors("A X Y", 2)
lo, hi = vectors("lo hi", 4)
(b,) = vectors("b", 2)
(U,) = functions("U", MATRIX)
f, g, f1, f2 = functions("f g f_1 f_2", MATRIX + "ZZ")
(G,) = functions("G", f"Z{MATRIX}ZZ")
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= N}


def at_most(p: Proof, x: Term, u: Term, of: tuple[Term, ...], *using: Named | tuple) -> Fact:
    """Prove |x| <= u from these facts and the inequalities ±y <= |y| for some numbers y."""
    ups = [p.apply("abs_ge", x=s * y) for y in of for s in (1, -1)]
    return p.apply("abs_le", *(p.have(g, *ups, *using) for g in (-u <= x, x <= u)), x=x, u=u)


# --- clipped numbers --------------------------------------------------------------------------------------------------


def clipped(x: Term, u: Term) -> Term:
    """x, or the nearest number in [−u, u]."""
    return ite(x <= u, ite(-u <= x, x, -u), u)


chapter.notions.define(clipped(x, u), (x, u), "clip({0}, {1})", r"\mathrm{{clip}}({0}, {1})")


@chapter.claim(given=[abs(x) <= u], shows=Eq(clipped(x, u), x))
def clipped_small(p: Proof) -> Fact:
    """The clipped number is in [−u, u]."""
    sides = [p.have(g, abs(x) <= u) for g in (x <= u, -u <= x)]
    return p.have(p.goal, *choices(p, sides, clipped(x, u)))


@chapter.claim(given=[0 <= u], shows=abs(clipped(x, u)) <= u)
def clipped_size(p: Proof) -> Fact:
    """The absolute value of the clipped number is at most u."""
    value_ = clipped(x, u)

    def side(g: Term) -> Fact:
        way = lambda known: p.have(g, 0 <= u, *known, *choices(p, known, value_))  # noqa: E731
        return by_cases(p, [x <= u, -u <= x], way)

    return p.apply("abs_le", side(-u <= value_), side(value_ <= u), x=value_)


@chapter.claim(given=[0 <= u], shows=abs(clipped(x, u) - clipped(y, u)) <= abs(x - y))
def clipped_steady(p: Proof) -> Fact:
    """The slope of clipping is at most 1."""
    ups = [p.apply("abs_ge", x=z) for z in (x - y, y - x)]
    both = clipped(x, u), clipped(y, u)
    way, most = both[0] - both[1], abs(x - y)

    def side(g: Term) -> Fact:
        found = lambda known: p.have(g, *ups, 0 <= u, *known, *choices(p, known, *both))  # noqa: E731
        return by_cases(p, [x <= u, -u <= x, y <= u, -u <= y], found)

    return p.apply("abs_le", side(-most <= way), side(way <= most), x=way, u=most)


# --- rates ------------------------------------------------------------------------------------------------------------


def rate(k: Term) -> Term:
    """1/k − 1/(k + 1): these numbers add up to 1."""
    return inv(k) - inv(k + 1)


def tail(K: Term | int) -> Term:
    """Return the sum of c_k + c_(k+1) from K + 1 on."""
    return inv(K + 1) + inv(K + num(2))


def step(k: Term) -> Term:
    """c_k + c_(k+1)."""
    return rate(k) + rate(k + 1)


@chapter.claim(given=[1 <= k], shows=0 < rate(k))
def rate_pos(p: Proof) -> Fact:
    """1/(k + 1) < 1/k."""
    one, two = p.have(0 < k), p.have(0 < k + 1)
    invs = [p.apply("inv_pos", f) for f, y in ((one, k), (two, k + 1))]
    return p.have(p.goal, one, two, tuple(invs))


@chapter.claim(given=[0 <= K], shows=0 < tail(K))
def tail_pos(p: Proof) -> None:
    """It is a sum of two positive numbers."""


@chapter.claim(given=[0 < e], shows=exists(lambda K: [0 <= K, tail(K) + rate(K + 1) < e], "Z"))
def tail_small(p: Proof) -> Fact:
    """The tail is at most 3/(K + 1), and K > 3/e."""
    K_low, large = p.obtain(p.apply("archimedes", s=2 * inv(e)), K)
    enough = p.have(2 < e * K, (large, 0 < e))
    pos = [p.have(0 < x, K_low) for x in (K + 1, K + 2)]
    invs = [p.apply("inv_pos", f) for f, x in zip(pos, (K + 1, K + 2), strict=True)]
    one = p.have(Eq((K + 1) * inv(K + 1), 1), pos[0])
    total = p.have(tail(K) + rate(K + 1) < e, (enough, invs[0]), (one, e), (0 < e, invs[0]))
    return p.exists_intro(p.goal, [K], K_low, total)


small_terms = every(lambda k: abs(a(k)) <= step(k), 1)


def total(K: Term | int) -> Term:
    """a_1 + … + a_K."""
    return Sum(lambda k: a(k), 1, K)


@chapter.claim(given=[small_terms, 0 <= K, K <= L], shows=abs(total(L) - total(K)) <= tail(K))
def sums_near(p: Proof) -> Fact:
    """The bounds of the terms telescope."""
    claim = lambda L: abs(total(L) - total(K)) <= tail(K) - tail(L)  # noqa: E731
    none = p.abs_value(total(K) - total(K), p.have(total(K) - total(K) <= 0))
    (so_far,) = assumed(p, claim(k))
    next_ = p.have(1 <= k + 1, p.assume(K <= k), 0 <= K)
    last = p.big_step(total(k + 1), next_)
    own = p.specialize(small_terms, k + 1, using=[next_])
    parts_ = (total(k) - total(K), a(k + 1))
    step_ = at_most(p, total(k + 1) - total(K), tail(K) - tail(k + 1), parts_, last, so_far, own)
    near = p.specialize(p.induct(claim, K, k, none, step_), L)
    rest = p.apply("tail_pos", K=L)
    return p.have(p.goal, near, rest)


@chapter.claim(given=[small_terms], shows=exists(lambda y: every(lambda K: abs(y - total(K)) <= tail(K), 0), "R"))
def series_limit(p: Proof) -> Fact:
    """Take the supremum of Σ a minus the bound of the remainder."""
    reached = lambda x: exists(lambda K: [0 <= K, x <= total(K) - tail(K)], "Z")  # noqa: E731
    L_low, held = assumed(p, 0 <= L, reached(x))

    def below(K_low: Fact, less: Fact) -> Fact:
        early, late = assumed(p, K <= L, L < K)
        first = p.apply("sums_near", K_low, early)
        second = p.apply("sums_near", L_low, late, K=L, L=K)
        signs = [p.apply("tail_pos", f) for f, i in ((K_low, K), (L_low, L))]
        gaps = [p.apply("abs_ge", x=s * (y - z)) for y, z in ((total(L), total(K)), (total(K), total(L)))
                for s in (1, -1)]  # fmt: skip
        sides = [p.have(x <= total(L) + tail(L), less, near, *gaps, *signs) for near in (first, second)]
        return p.cases(K, L, *sides)

    upper = p.generalize(x, p.exists_elim(held, [K], below, x <= total(L) + tail(L)))
    low_ = total(L) - tail(L)
    here = p.exists_intro(reached(low_), [L], L_low)
    start, above = (p.cut(p.instantiate(f, [(L, num(0))])) for f in (here, upper))
    found = supremum_of(p, reached, total(0) - tail(0), start, total(0) + tail(0), above)

    up, least = p.obtain(found, y)
    low = p.specialize(up, low_, using=[here])
    high = p.specialize(least, total(L) + tail(L), using=[upper])
    near = at_most(p, y - total(L), tail(L), (), low, high)
    return p.exists_intro(p.goal, [y], near)


# --- the functions that come near to f --------------------------------------------------------------------------------


def at_index(K: Term) -> Term:
    """G_K."""
    return mapping(lambda X, r, c: G(K, X, r, c), MATRIX, "Z", "Z")


def gap(k: Term, X: Term, r: Term, c: Term) -> Term:
    """Return a term of H: the summand in entry (r, c)."""
    return clipped(G(k + 1, X, r, c) - G(k, X, r, c), step(k))


def near(K: Term | int) -> Term:
    """H_K."""
    start = num(1)
    return mapping(lambda X, r, c: G(start, X, r, c) + Sum(lambda k: gap(k, X, r, c), 1, K), MATRIX, "Z", "Z")


def limit(A: Term, X: Term) -> Term:
    """a is the limit of H_K(X)."""
    return entries(lambda r, c: every(lambda K: abs(A(r, c) - near(K)(X, r, c)) <= tail(K), 0), d, N)


def is_limit(g: Term) -> Term:
    """g is the limit of the H_K."""
    return for_all(lambda X: limit(value(g, X), X), MATRIX)


@chapter.claim(given=[1 <= k], shows=abs(gap(k, X, r, c)) <= step(k))
def gap_size(p: Proof) -> Fact:
    """The term is clipped to this size."""
    pos = [p.apply("rate_pos", k=i) for i in (k, k + 1)]
    way = G(k + 1, X, r, c) - G(k, X, r, c)
    return p.apply("clipped_size", *pos, x=way, u=step(k))


@chapter.claim(given=[0 <= d, 0 <= N], shows=for_all(lambda X: exists(lambda A: [limit(A, X)], MATRIX), MATRIX))
def values_exist(p: Proof) -> Fact:
    """Take the limit in each entry."""
    p.given(d_low=0 <= d, N_low=0 <= N, **ENTRY, k_low=1 <= k, K_low=0 <= K)
    holds = lambda r, c, y: every(lambda K: abs(y - near(K)(X, r, c)) <= tail(K), 0)  # noqa: E731
    found = p.apply("series_limit", p.apply("gap_size"))
    start, goal = G(num(1), X, r, c), exists(lambda y: holds(r, c, y), "R")

    (law,) = p.obtain(found, y)
    new = start + y - near(K)(X, r, c)
    each = p.have(abs(new) <= tail(K), p.specialize(law, K))
    each = over(p, p.exists_intro(goal, [start + y], each))
    return chosen_entries(p, holds, d, N, each, "d_low", "N_low")


# --- they are continuous, and so is their limit -----------------------------------------------------------------------


def on(f: Term) -> Term:
    """f is continuous on U."""
    return continuous_on_set(f, U, d, n, N)


def steady_by(h: Term) -> Term:
    """If f_1 and f_2 change by at most some bounds, then h changes by at most their sum."""
    change = lambda f, X, Y, r, c: abs(f(X, r, c) - f(Y, r, c))  # noqa: E731
    less = lambda X, Y, *i: change(h, X, Y, *i) <= change(f1, X, Y, *i) + change(f2, X, Y, *i)  # noqa: E731
    return for_all(lambda X, Y: entries(lambda r, c: less(X, Y, r, c), d, N), MATRIX, MATRIX)


@chapter.claim(given={"first": on(f1), "second": on(f2), "steady": steady_by(g)}, shows=on(g))
def continuous_by_two(p: Proof) -> Fact:
    """e/2 for each of f_1 and f_2."""
    p.given(**ENTRY)
    X_in, e_pos, Y_in, close = assumed(p, member(U, X), 0 < e, member(U, Y), within(X, Y, delta, d, n))
    goal = said_at(p.goal, X, e)
    places = assumed(p, 1 <= k, k <= d, 1 <= j, j <= n)

    def with_both(pos1: Fact, near1: Fact, pos2: Fact, near2: Fact) -> Fact:

        pos, *less = p.obtain(p.apply("smaller_of_two", pos1, pos2), delta)
        changes = []
        for near_, order, most in ((near1, less[0], delta1), (near2, less[1], delta2)):
            here = p.have(abs(X(k, j) - Y(k, j)) < most, p.specialize(close, k, j, using=places), order)
            changes.append(entry(p, p.specialize(near_, Y, using=[Y_in, here])))
        law = p.rule("specialize", p.rule("specialize", p.get("steady"), X), Y)
        each = over(p, p.have(abs(g(X, r, c) - g(Y, r, c)) < e, entry(p, law), *changes))
        return p.exists_intro(goal, [delta], pos, p.discharge(each, Y_in.concl, close.concl))

    one = p.obtain(p.specialize("first", X, e / 2, using=[X_in, e_pos]), delta1)
    found = p.specialize("second", X, e / 2, using=[X_in, e_pos])
    two = p.obtain(found, delta2)
    found = with_both(*one, *two)
    return p.discharge(found, X_in.concl, e_pos.concl)


difference = mapping(lambda X, r, c: f1(X, r, c) - f2(X, r, c), MATRIX, "Z", "Z")
clipped_sum = mapping(lambda X, r, c: f1(X, r, c) + clipped(f2(X, r, c), u), MATRIX, "Z", "Z")


def _by_two(p: Proof, h: Term, *using: Fact) -> Fact:
    """Prove that h is continuous because f_1 and f_2 are, from facts about their absolute values."""
    changes = [y(X, r, c) - y(Y, r, c) for y in (f1, f2)]
    most = abs(changes[0]) + abs(changes[1])
    each = over(p, at_most(p, h(X, r, c) - h(Y, r, c), most, tuple(changes), *using))
    return p.apply("continuous_by_two", each, g=h, label="out")


@chapter.claim(given={"first": on(f1), "second": on(f2)}, shows=on(difference))
def difference_continuous(p: Proof) -> Fact:
    """The difference changes by at most the sum of both changes."""
    p.given(**ENTRY)
    return _by_two(p, difference)


@chapter.claim(given={"first": on(f1), "second": on(f2), "u_low": 0 <= u}, shows=on(clipped_sum))
def clipped_sum_continuous(p: Proof) -> Fact:
    """Clipping does not increase any change."""
    p.given(**ENTRY)
    still = p.apply("clipped_steady", x=f2(X, r, c), y=f2(Y, r, c))
    way = clipped(f2(X, r, c), u) - clipped(f2(Y, r, c), u)
    return _by_two(p, clipped_sum, still, *(p.apply("abs_ge", x=s * way) for s in (1, -1)))


continuous = every(lambda k: on(at_index(k)), 1)


@chapter.claim(given=[continuous, 0 <= K], shows=on(near(K)))
def near_continuous(p: Proof) -> Fact:
    """By induction on the number of terms."""
    first = p.specialize(continuous, 1)

    def same(h: Term, new: Term, fact: Fact, *using: Fact) -> Fact:
        """A fact about h holds for every function with the same values."""
        equal = p.have(Eq(h(X, r, c), new(X, r, c)), *using)
        for x in (c, r, X):
            equal = p.rule("generalize", x, equal)
        return p.replace(equal, hole(on, h.sort), fact)

    base = same(at_index(num(1)), near(zero), first)
    (so_far,) = assumed(p, on(near(k)))
    pair = [p.specialize(continuous, i, using=[p.assume(0 <= k)]) for i in (k + 2, k + 1)]
    apart = p.apply("difference_continuous", *pair, f_1=at_index(k + 2), f_2=at_index(k + 1))
    pos = [p.apply("rate_pos", 0 <= k, k=i) for i in (k + 1, k + 2)]
    by = {"f_1": near(k), "f_2": substitute(difference, {f1: at_index(k + 2), f2: at_index(k + 1)}), "u": step(k + 1)}
    sum_ = p.apply("clipped_sum_continuous", so_far, apart, *pos, **by)
    last = p.big_step(Sum(lambda k: gap(k, X, r, c), 1, k + 1), p.have(1 <= k + 1, 0 <= k))
    whole = substitute(clipped_sum, {f1: by["f_1"], f2: by["f_2"], u: by["u"]})
    step_ = same(whole, near(k + 1), sum_, last)
    return p.specialize(p.induct(lambda k: on(near(k)), 0, k, base, step_), K)


@chapter.claim(given={"continuous": continuous, "limit": is_limit(g)}, shows=on(g))
def limit_continuous(p: Proof) -> Fact:
    """e/3 for each of g(X) − H(X), H(X) − H(Y) and H(Y) − g(Y)."""
    p.given(**ENTRY)
    X_in, e_pos, Y_in, close = assumed(p, member(U, X), 0 < e, member(U, Y), within(X, Y, delta, d, n))
    goal = said_at(p.goal, X, e)

    K_low, small = p.obtain(p.apply("tail_small", e_pos, e=e / 3), K)
    rate_ = p.apply("rate_pos", K_low, k=K + 1)
    found = p.specialize(p.apply("near_continuous", K_low), X, e / 3, using=[X_in, e_pos])
    pos, steady = p.obtain(found, delta)
    h = near(K)
    here = entry(p, p.specialize(steady, Y, using=[Y_in, close]))
    ends = [p.specialize(entry(p, p.specialize("limit", x)), K, using=[K_low]) for x in (X, Y)]
    ways = h(X, r, c) - h(Y, r, c), g(X, r, c) - h(X, r, c), g(Y, r, c) - h(Y, r, c)
    most = abs(ways[0]) + abs(ways[1]) + abs(ways[2])
    size = at_most(p, g(X, r, c) - g(Y, r, c), most, ways)
    each = over(p, p.have(abs(g(X, r, c) - g(Y, r, c)) < e, size, here, *ends, small, rate_))
    found = p.change(p.exists_intro(goal, [delta], pos, p.discharge(each, Y_in.concl, close.concl)), goal)
    return p.discharge(found, X_in.concl, e_pos.concl)


# --- where the limit is f ---------------------------------------------------------------------------------------------

small_steps = every(lambda k: abs(a(k + 1) - a(k)) <= step(k), 1)


@chapter.claim(given={"small": small_steps, "K_low": 0 <= K},
               shows=Eq(a(1) + Sum(lambda k: clipped(a(k + 1) - a(k), step(k)), 1, K), a(K + 1)))  # fmt: skip
def clipped_sum_is(p: Proof) -> Fact:
    """No term is clipped, and the sum telescopes."""
    terms = fun(lambda k: clipped(a(k + 1) - a(k), step(k))), fun(lambda k: a(k + 1) - a(k))
    whole = p.apply("sum_eq", f=terms[0], g=terms[1], lo=1, hi=K)
    ends = p.apply("telescope", f=fun(lambda k: a(k)), lo=1, hi=K)
    return p.have(p.goal, whole, ends)


def near_all(X: Term) -> Term:
    """f(X) is within c_k of G_k(X) for all k."""
    return every(lambda k: entries(lambda r, c: abs(f(X, r, c) - G(k, X, r, c)) <= rate(k), d, N), 1)


@chapter.claim(given=[is_limit(g), near_all(X)], shows=entries(lambda r, c: Eq(f(X, r, c), g(X, r, c)), d, N))
def limit_is(p: Proof) -> Fact:
    """No term of H_K is clipped at X, so H_K(X) is G_(K+1)(X), which tends to f(X)."""
    p.given(limit=is_limit(g), near=near_all(X), k_low=1 <= k, **ENTRY)
    sizes = [entry(p, p.specialize("near", i)) for i in (k, k + 1)]
    ways = tuple(f(X, r, c) - G(i, X, r, c) for i in (k, k + 1))
    small = at_most(p, G(k + 1, X, r, c) - G(k, X, r, c), step(k), ways, *sizes)
    gap_ = f(X, r, c) - g(X, r, c)
    more, none = assumed(p, 0 < abs(gap_), abs(gap_) <= 0)

    K_low, less = p.obtain(p.apply("tail_small", more), K)
    value_ = p.apply("clipped_sum_is", small, K_low, a=fun(lambda k: G(k, X, r, c)))
    its = entry(p, p.specialize("near", K + 1, using=[K_low]))
    end = p.specialize(entry(p, p.specialize("limit", X)), K, using=[K_low])
    ways = f(X, r, c) - G(K + 1, X, r, c), g(X, r, c) - near(K)(X, r, c)
    whole = at_most(p, gap_, abs(ways[0]) + abs(ways[1]), ways, value_)
    wrong = p.have(FALSE, whole, its, end, less)
    zero = p.cases(abs(gap_), 0, none, p.absurd(wrong, none.concl))
    same = p.apply("abs_zero", zero)
    return p.note("out", over(p, p.have(Eq(f(X, r, c), g(X, r, c)), same)))


def greatest(f: Term, g: Term, X: Term, d: Term, N: Term) -> Term:
    """‖f(X) − g(X)‖_∞."""
    return Max(lambda r: Max(lambda c: abs(f(X, r, c) - g(X, r, c)), 1, N), 1, d)


def excess(f: Term, g: Term, U: Term, t: Term, d: Term, N: Term) -> Term:
    """X ↦ ‖f(X) − g(X)‖_∞ − t on U, 0 elsewhere; it is positive where the functions differ by more than t."""
    return at(lambda X: ite(0 < U(X), greatest(f, g, X, d, N) - t, 0))


def differ_on_at_most(f: Term, g: Term, U: Term, t: Term, Delta: Term, d: Term, n: Term, N: Term) -> Term:
    """μ({X ∈ U : ‖f(X) − g(X)‖_∞ > t}) <= Δ, for d × n matrices X and d × N matrices as values."""
    return measure_at_most(excess(f, g, U, t, d, N), Delta, d, n)


def approximates(g: Term, lo: Term, hi: Term, b: Term, k: Term) -> list[Term]:
    """g is continuous on U, and boxes show that it is within Δ c_k² of f in the mean."""
    return [on(g), *cover(lo, hi, b, on_set(cost(f, g, num(1), d, N), U), Delta * rate(k) * rate(k), d, n)]


def sequence(G: Term, lo: Term, hi: Term, b: Term) -> Term:
    """G_1, G_2, … approximate f in this way, with boxes in rows."""
    g = lambda k: mapping(lambda X, r, c: G(k, X, r, c), MATRIX, "Z", "Z")  # noqa: E731
    return every(lambda k: exists(lambda: approximates(g(k), row_of(lo, k), row_of(hi, k), row_of(b, k), k)), 1)


@chapter.claim(given=ENTRY, shows=abs(f(X, r, c) - g(X, r, c)) <= cost(f, g, num(1), d, N)(X))
def entry_below_cost(p: Proof) -> Fact:
    """The cost of one entry is one of the nonnegative terms."""
    x, power = abs(f(X, r, c) - g(X, r, c)), size_to_the(f(X, r, c) - g(X, r, c), num(1))
    some, none = assumed(p, 0 < x, x <= 0)
    yes = p.have(x <= power, *p.reduce_ite(some, power), p.exp_log(some))
    no = p.have(x <= power, *p.reduce_ite(none, power), none)
    return p.have(p.goal, p.cases(x, 0, no, yes), p.apply("entry_of_cost", p=1))


OF_SEQUENCE = {"d_low": 1 <= d, "N_low": 1 <= N, "Delta_pos": 0 < Delta, "sequence": sequence(G, lo, hi, b)}
zero = num(0)
bad = exists(
    lambda k, r, c: [1 <= k, 1 <= r, r <= d, 1 <= c, c <= N, rate(k) < abs(f(X, r, c) - G(k, X, r, c))], *"ZZZ"
)
weights = fun(lambda k, j: b(k, j) * inv(rate(k)), 2)


def of_row(p: Proof, k_low: Fact) -> list[Fact]:
    """Return the hypotheses about G_k and its boxes."""
    here = p.specialize("sequence", k, using=[k_low])
    return parts(p, here, *approximates(at_index(k), row_of(lo, k), row_of(hi, k), row_of(b, k), k))


@chapter.claim(given=OF_SEQUENCE, shows=continuous)
def sequence_continuous(p: Proof) -> Fact:
    """By hypothesis."""
    p.given(k_low=1 <= k)
    return of_row(p, p.get("k_low"))[0]


@chapter.claim(given={**OF_SEQUENCE, "limit": is_limit(g)}, shows=differ_on_at_most(f, g, U, zero, Delta, d, n, N))
def limit_differs(p: Proof) -> Fact:
    """If f ≠ g at a point, then |f − G_k| > c_k there for some k, so the boxes of row k contain the point."""
    p.given(**ENTRY)
    F = marked(excess(f, g, U, zero, d, N))
    k_low, j_low = assumed(p, 1 <= k, 1 <= j)
    pos = p.apply("rate_pos", k_low)
    inverse = p.apply("inv_pos", pos)
    unit = p.have(Eq(rate(k) * inv(rate(k)), 1), pos)
    _, order, weight_, above, volumes = of_row(p, k_low)
    weight_ = p.specialize(weight_, j, using=[j_low])
    weight_ = p.generalize(j, p.have(0 <= weights(k, j), (weight_, inverse)))
    # a point
    (e_pos,) = assumed(p, 0 < e)
    goal = said_at(rows(lo, hi, weights, F, fun(lambda k: Delta * rate(k)))["above"], X, e)
    inside, outside = assumed(p, 0 < U(X), U(X) <= 0)
    far, near_, none = assumed(p, bad, negation(bad), F(X) <= 0)
    nothing = p.exists_intro(goal, [1, 0], none, e_pos)
    value_ = excess(f, g, U, zero, d, N)(X)
    no = p.ite_eq(value_, outside)
    no = p.have(F(X) <= 0, p.ite_eq(F(X), p.have(value_ <= 0, no)))
    out = p.cut(nothing, no)
    # it is near to all G_k
    size = abs(f(X, r, c) - G(k, X, r, c))
    small, large = assumed(p, size <= rate(k), rate(k) < size)
    clash = p.mp(near_, p.exists_intro(bad, [k, r, c], k_low, large))
    all_near = p.cases(size, rate(k), small, p.absurd(clash, small.concl))
    same = p.apply("limit_is", over(p, all_near))
    gap_ = f(X, r, c) - g(X, r, c)
    same = p.congr(abs, p.have(Eq(gap_, 0), entry(p, same)))
    same = p.have(abs(gap_) <= 0, same)
    same = p.generalize(c, same)
    row = p.max_le(Max(lambda c: abs(f(X, r, c) - g(X, r, c)), 1, N), zero, "N_low", same)
    top = p.max_le(greatest(f, g, X, d, N), zero, "d_low", p.generalize(r, row))
    no = p.have(value_ <= 0, top, p.ite_eq(value_, inside))
    no = p.have(F(X) <= 0, p.ite_eq(F(X), no))
    calm = p.cut(nothing, no)
    # or it is not
    positive, not_positive = assumed(p, 0 < value_, value_ <= 0)
    most = p.cases(value_, 0, *(p.have(F(X) <= 1, p.ite_eq(F(X), o)) for o in (
        not_positive, positive)))  # fmt: skip

    def with_entry(k_low: Fact, _r_low: Fact, _r_high: Fact, _c_low: Fact, _c_high: Fact, far: Fact) -> Fact:
        less = p.apply("entry_below_cost", g=at_index(k))
        shown = p.ite_eq(on_set(cost(f, at_index(k), num(1), d, N), U)(X), inside)
        small = p.have(0 < e * rate(k), (e_pos, pos))

        j_low, reached = p.obtain(p.specialize(above, X, e * rate(k), using=[small]), j)
        boxes = [step_function(j, row_of(lo, k), row_of(hi, k), row_of(x, k), X, d, n) for x in (b, weights)]
        much = p.have(rate(k) < e * rate(k) + boxes[0], far, less, shown, reached)
        fact = p.have(F(X) <= e + boxes[1], most, (much, inverse), unit)
        return p.exists_intro(goal, [k, j], k_low, j_low, fact)

    wild = p.exists_elim(far, [k, r, c], with_entry, goal)
    reached = p.cases(U(X), 0, out, p.either(wild, calm, bad))
    # the volumes
    (j_low,) = assumed(p, 0 <= j)
    own, share = p.specialize(volumes, j, using=[j_low]), Delta * rate(k)
    size = total_volume(j, row_of(lo, k), row_of(hi, k), row_of(weights, k), d, n)
    own = p.have(size <= share, (own, inverse), (unit, share))
    (K_low,) = assumed(p, 0 <= K)
    ends = p.apply("telescope", K_low, f=fun(lambda k: -Delta * inv(k)), lo=1, hi=K)
    rest = p.apply("inv_pos", K_low, x=K + 1)
    sum_ = p.have(Sum(lambda k: Delta * rate(k), 1, K) <= Delta, ends, ("Delta_pos", rest))
    found = p.apply("rows_cover", order, weight_, reached, own, sum_, F=F, E=Delta, w=weights,
                    s=fun(lambda k: Delta * rate(k)))  # fmt: skip
    return p.change(p.apply("integral_of_cover", found, F=F, E=Delta), p.goal)
