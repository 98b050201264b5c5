"""The number of sequences of grid tokens with a duplicate (A.5, (62) and the count before (70)).

There are M = D^d tokens on the grid. The sequences of length k are numbered by e in 0..M^k − 1: sequence e M + c − 1 of
length k + 1 is sequence e of length k, followed by token c. T(k, e, j) is token j of sequence e of length k.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import k, n, named, paper
from proofs.theorems.algebra.powers import falling, power
from proofs.theorems.combinatorics.sorting import injective, taken
from proofs.theorems.networks.transformers import different

M, e, c, i, j, l, m = ints("M e c i j l m")
(T,) = sequences("T", 3)
(rho,) = sequences("rho")
(f,) = vectors("f")


def clashes(k: Term, e: Term) -> Term:
    """The number of pairs of positions with equal tokens."""
    return Sum(lambda j: Sum(lambda i: ite(Eq(T(k, e, i), T(k, e, j)), 1, 0), 1, j - 1), 1, k)


def free(k: Term, e: Term) -> Term:
    """1 if sequence e has no duplicate token, else 0."""
    return ite(clashes(k, e) <= 0, 1, 0)


def distinct_sequences(k: Term) -> Term:
    """The number of sequences of length k without duplicates."""
    return Sum(lambda e: free(k, e), 0, power(M, k) - 1)


named(falling, (M, k), "{0}·…·({0} - {1} + 1)", "{0:f}({0:f}-1)\\cdots({0:f}-{1}+1)")


def numbered(k: Term, e: Term, c: Term) -> Term:
    """Return the properties of the numbering for sequence e followed by token c."""
    return every(lambda j: Eq(T(k + 1, e * M + c - 1, j), ite(j <= k, T(k, e, j), c)), 1, k + 1)


numbering = every(lambda k: every(lambda e: every(lambda c: numbered(k, e, c), 1, M), 0, power(M, k) - 1), 0, n - 1)
in_vocabulary = (
    every(lambda k: every(lambda e: every(lambda j: 1 <= T(k, e, j), 1, k), 0, power(M, k) - 1), 0, n),
    every(lambda k: every(lambda e: every(lambda j: T(k, e, j) <= M, 1, k), 0, power(M, k) - 1), 0, n),
)


@paper.theorem
def absent_count(p: Proof) -> None:
    """An injective map of 1..k into 1..M misses M − k values."""
    range_low, range_high = every(lambda i: rho(i) >= 1, 1, n), every(lambda i: rho(i) <= M, 1, n)
    p.given(n_pos=n >= 0, M_pos=M >= 0, injective=injective, low=range_low, high=range_high)
    p.given(c_low=c >= 1, c_high=c <= M, i_low=i >= 1, i_high=i <= n, none=taken(c) <= 0, some=0 < taken(c))
    once = p.apply("taken_at_most_once", q=c)
    some_ = p.integer_step("some")
    each = p.trichotomy(rho(i), c, lambda o: p.have(ite(Eq(rho(i), c), 1, 0) >= 0,
                                                       *p.reduce_ite(o, ite(Eq(rho(i), c), 1, 0))))  # fmt: skip
    p.generalize(i, each, "i_low", "i_high", label="members")
    nonneg = p.apply("sum_nonneg", f=fun(lambda i: ite(Eq(rho(i), c), 1, 0)), lo=1, hi=n)
    missing = ite(taken(c) <= 0, 1, 0)
    none, once = p.antisymmetry("none", nonneg), p.antisymmetry(once, p.change(some_, num(1) <= taken(c)))
    case_none = p.have(Eq(missing, 1 - taken(c)), *p.reduce_ite(p.get("none"), missing), none)
    case_some = p.have(Eq(missing, 1 - taken(c)), *p.reduce_ite(p.get("some"), missing), once)
    p.generalize(c, p.cases(taken(c), 0, case_none, case_some), "c_low", "c_high", label="each")
    by = {"f": fun(lambda c: ite(taken(c) <= 0, 1, 0)), "g": fun(lambda c: 1 - taken(c))}
    sum_ = p.apply("sum_eq", lo=1, hi=M, **by)
    swap = p.apply("sum_swap", h=fun(lambda i, c: ite(Eq(rho(i), c), 1, 0), 2), lo=1, hi=n, lo2=1, hi2=M)
    p.specialize("low", i, label="low_i")
    p.specialize("high", i, label="high_i")
    one = p.apply("sum_delta", f=fun(lambda c: num(1)), m=rho(i), lo=1, hi=M)
    row = fun(lambda i: Sum(lambda c: ite(Eq(rho(i), c), 1, 0), 1, M))
    p.generalize(i, p.have(Eq(row(i), 1), one), label="rows")
    total = p.apply("sum_eq", f=row, g=fun(lambda i: num(1)), lo=1, hi=n)
    size = p.apply("sum_const", lo=1, hi=n)
    size_M = p.apply("sum_const", lo=1, hi=M)
    p.qed(p.have(Eq(Sum(by["f"], 1, M), M - n), sum_, swap, total, size, size_M))


def equal(k: Term, e: Term, i: Term, j: Term) -> Term:
    """1 if the tokens at i and j are equal, else 0."""
    return ite(Eq(T(k, e, i), T(k, e, j)), 1, 0)


@paper.theorem
def equal_nonneg(p: Proof) -> None:
    """0 or 1."""
    choice = equal(k, e, i, j)
    p.qed(p.trichotomy(T(k, e, i), T(k, e, j), lambda o: p.have(choice >= 0, *p.reduce_ite(o, choice))))


@paper.theorem
def clash_counted(p: Proof) -> None:
    """1 <= i < j <= k with equal tokens ⊢ there is a clash."""
    p.given(i_low=i >= 1, order=i < j, j_high=j <= k, same=Eq(T(k, e, i), T(k, e, j)))
    u, v = ints("u v")
    one = p.ite_eq(equal(k, e, i, j), "same")
    p.generalize(u, p.apply("equal_nonneg", i=u, j=v), u >= 1, u <= v - 1, label="any")
    row = fun(lambda j: Sum(lambda i: equal(k, e, i, j), 1, j - 1))
    p.apply("sum_nonneg", f=fun(lambda i: equal(k, e, i, v)), lo=1, hi=v - 1, label="row")
    p.generalize(v, "row", v >= 1, v <= k, label="rows")
    whole = p.apply("sum_member", f=row, m=j, lo=1, hi=k)
    p.generalize(u, p.apply("equal_nonneg", i=u), u >= 1, u <= j - 1, label="any_j")
    part = p.apply("sum_member", f=fun(lambda i: equal(k, e, i, j)), m=i, lo=1, hi=j - 1)
    p.qed(p.have(1 <= clashes(k, e), whole, part, one))


@paper.theorem
def clashes_nonneg(p: Proof) -> None:
    """It is a number of pairs."""
    p.generalize(i, p.apply("equal_nonneg"), i >= 1, i <= j - 1, label="any")
    p.apply("sum_nonneg", f=fun(lambda i: equal(k, e, i, j)), lo=1, hi=j - 1, label="row")
    p.generalize(j, "row", j >= 1, j <= k, label="rows")
    row = fun(lambda j: Sum(lambda i: equal(k, e, i, j), 1, j - 1))
    p.qed(p.apply("sum_nonneg", f=row, lo=1, hi=k))


own = fun(lambda i: T(k, e, i))


@paper.theorem
def injective_if_free(p: Proof) -> None:
    """No clash ⊢ the tokens of the sequence are distinct."""
    p.given(none=clashes(k, e) <= 0, i_low=i >= 1, i_high=i <= k, j_low=j >= 1, j_high=j <= k)
    p.given(same=Eq(T(k, e, i), T(k, e, j)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        a, b = order.concl.args
        clash = p.apply("clash_counted", order, i=a, j=b)
        return p.absurd(p.have(FALSE, clash, "none"), Eq(i, j))

    each = p.trichotomy(i, j, prove)
    inner = p.generalize(j, each)
    p.qed(p.generalize(i, inner))


following = e * M + c - 1


def uses(c: Term) -> Term:
    """The number of times that c occurs in sequence e."""
    return Sum(lambda i: ite(Eq(T(k, e, i), c), 1, 0), 1, k)


@paper.theorem
def clashes_next(p: Proof) -> None:
    """Appending token c adds as many clashes as there are occurrences of c."""
    p.given(k_low=k >= 0, numbered=numbered(k, e, c), i_low=i >= 1, i_before=i <= j - 1)
    p.given(j_low=j >= 1, j_high=j <= k)

    def value(label: str, place: Term, fact: str) -> Fact:
        entry = p.specialize("numbered", place)
        chosen = p.ite_eq(ite(place <= k, T(k, e, place), c), fact)
        return p.have(Eq(T(k + 1, following, place), chosen.concl.args[1]), entry, chosen, label=label)

    p.have(i <= k, "i_before", "j_high", label="i_fits")
    value("at_i", i, "i_fits")
    value("at_j", j, "j_high")
    first = p.congr(lambda x: ite(Eq(x, T(k + 1, following, j)), 1, 0), "at_i")
    second = p.congr(lambda x: ite(Eq(T(k, e, i), x), 1, 0), "at_j")
    p.generalize(i, p.have(Eq(equal(k + 1, following, i, j), equal(k, e, i, j)), first, second), label="terms")
    by = {"f": fun(lambda i: equal(k + 1, following, i, j)), "g": fun(lambda i: equal(k, e, i, j))}
    row = p.apply("sum_eq", lo=1, hi=j - 1, **by)
    p.generalize(j, row, label="rows")
    rows = {
        "f": fun(lambda j: Sum(lambda i: equal(k + 1, following, i, j), 1, j - 1)),
        "g": fun(lambda j: Sum(lambda i: equal(k, e, i, j), 1, j - 1)),
    }
    old = p.apply("sum_eq", lo=1, hi=k, **rows)
    p.have(k < k + 1, label="beyond")
    value("at_last", k + 1, "beyond")
    p.given(m_low=m >= 1, m_high=m <= k)
    value("at_m", m, "m_high")
    last = T(k + 1, following, k + 1)
    third = p.congr(lambda x: ite(Eq(x, last), 1, 0), "at_m")
    fourth = p.congr(lambda x: ite(Eq(T(k, e, m), x), 1, 0), "at_last")
    new = p.have(Eq(equal(k + 1, following, m, k + 1), ite(Eq(T(k, e, m), c), 1, 0)), third, fourth)
    p.generalize(m, new, label="news")
    p.apply("sum_eq", f=fun(lambda i: equal(k + 1, following, i, k + 1)),
            g=fun(lambda i: ite(Eq(T(k, e, i), c), 1, 0)), lo=1, hi=k, label="new")  # fmt: skip
    split = p.big_step(clashes(k + 1, following), p.side_condition(1 <= k + 1))
    p.qed(p.have(Eq(clashes(k + 1, following), clashes(k, e) + uses(c)), split, old, "new"))


@paper.theorem
def uses_nonneg(p: Proof) -> None:
    """It is a number of occurrences."""
    choice = ite(Eq(T(k, e, i), c), 1, 0)
    each = p.trichotomy(T(k, e, i), c, lambda o: p.have(choice >= 0, *p.reduce_ite(o, choice)))
    p.generalize(i, each, i >= 1, i <= k, label="members")
    p.qed(p.apply("sum_nonneg", f=fun(lambda i: ite(Eq(T(k, e, i), c), 1, 0)), lo=1, hi=k))


words_low, words_high = every(lambda j: 1 <= T(k, e, j), 1, k), every(lambda j: T(k, e, j) <= M, 1, k)


@paper.theorem
def free_extensions(p: Proof) -> None:
    """Of the M extensions, M − k have no duplicates if the sequence has none, and no extension otherwise."""
    p.given(k_low=k >= 0, M_pos=M >= 1, words_low=words_low, words_high=words_high, c_low=c >= 1, c_high=c <= M)
    p.given(numbered_=every(lambda c: numbered(k, e, c), 1, M), none=clashes(k, e) <= 0, some=0 < clashes(k, e))
    p.specialize("numbered_", c, label="numbered")
    next_ = p.apply("clashes_next")
    count = p.apply("uses_nonneg")
    left = Sum(lambda c: free(k + 1, e * M + c - 1), 1, M)
    goal = Eq(left, (M - k) * free(k, e))
    still = p.have(0 < clashes(k + 1, following), next_, count, "some")
    p.generalize(c, p.ite_eq(free(k + 1, following), still), label="zeros")
    by = {"f": fun(lambda c: free(k + 1, e * M + c - 1)), "g": fun(lambda c: num(0))}
    sum_zero = p.apply("sum_eq", lo=1, hi=M, **by)
    case_some = p.have(goal, sum_zero, *p.reduce_ite(p.get("some"), free(k, e)))
    # a sequence without duplicates
    p.apply("injective_if_free", label="distinct")
    absent = p.apply("absent_count", n=k, rho=own)
    at_least = p.apply("clashes_nonneg")
    zero = p.antisymmetry("none", at_least)
    new = ite(uses(c) <= 0, 1, 0)
    unused = p.have(clashes(k + 1, following) <= 0, next_, zero, p.assume(uses(c) <= 0))
    used = p.have(0 < clashes(k + 1, following), next_, zero, p.assume(0 < uses(c)))
    case_new = p.have(Eq(free(k + 1, following), new), *p.reduce_ite(p.get(uses(c) <= 0), new),
                      *p.reduce_ite(unused, free(k + 1, following)))  # fmt: skip
    case_old = p.have(Eq(free(k + 1, following), new), *p.reduce_ite(p.get(0 < uses(c)), new),
                      *p.reduce_ite(used, free(k + 1, following)))  # fmt: skip
    p.generalize(c, p.cases(uses(c), 0, case_new, case_old), label="news")
    by = {"f": fun(lambda c: free(k + 1, e * M + c - 1)), "g": fun(lambda c: ite(uses(c) <= 0, 1, 0))}
    sum_ = p.apply("sum_eq", lo=1, hi=M, **by)
    case_none = p.have(goal, sum_, absent, *p.reduce_ite(p.get("none"), free(k, e)))
    p.qed(p.cases(clashes(k, e), 0, case_none, case_some))


counted = [M >= 1, n >= 0, numbering, *in_vocabulary]


@paper.claim(given=counted, shows=Eq(distinct_sequences(n), falling(M, n)))
def count_exact(p: Proof) -> None:
    """By induction on the length: each sequence of length k without duplicates has M − k such extensions."""

    def claim(x: Term) -> Term:
        return implies(x <= n, Eq(distinct_sequences(x), falling(M, x)))

    p.given(k_low=k >= 0, so_far=claim(k), k_next=k + 1 <= n, e_low=e >= 0, e_high=e <= power(M, k) - 1)
    # the empty sequence
    zero = num(0)
    base = p.rule("discharge", zero <= n, p.have(
        Eq(distinct_sequences(zero), falling(M, zero))))  # fmt: skip
    # one token more
    now = p.mp("so_far", p.side_condition(k <= n))
    p.specialize(in_vocabulary[0], k, e, label="words_low")
    p.specialize(in_vocabulary[1], k, e, label="words_high")
    own = p.apply("free_extensions")
    by = {
        "f": fun(lambda e: Sum(lambda c: free(k + 1, e * M + c - 1), 1, M)),
        "g": fun(lambda e: (M - k) * free(k, e)),
    }
    sum_ = p.apply("sum_eq", own, lo=0, hi=power(M, k) - 1, **by)
    sizes = p.have(power(M, k) >= 0), p.have(M >= 0)
    by_rows = p.apply("tile_sum", *sizes, f=fun(lambda e: free(k + 1, e - 1)), d=M)
    from_0 = p.apply("sum_shift", f=fun(lambda e: free(k + 1, e)), lo=1, hi=M * power(M, k), c=-1)
    rows_from_0 = p.apply("sum_shift", f=by["f"], lo=1, hi=power(M, k), c=-1)
    next_ = p.apply("power_step", m=M)
    ends = p.congr(lambda h: Sum(lambda e: free(k + 1, e), 0, h - 1), next_)
    factor = p.big_step(falling(M, k + 1), p.side_condition(1 <= k + 1))
    step_ = p.have(Eq(distinct_sequences(k + 1), falling(M, k + 1)), ends, from_0, by_rows, rows_from_0,
           sum_, factor, (now, M - k))  # fmt: skip
    step = p.rule("discharge", k + 1 <= n, step_)
    p.induct(claim, 0, k, base, step, label="all")


# --- (62): the grid sequences without duplicates ----------------------------------------------------------------------

D, d, t, q = ints("D d t q")
(L,) = vectors("L", 2)


def in_grid(L: Term) -> Term:
    """L ∈ G_D: all entries are among 1/D, …, 1."""
    return every(lambda t: every(lambda k: exists(lambda q: [1 <= q, q <= D, Eq(L(t, k), q / D)], "Z"), 1, n), 1, d)


def differing(L: Term, k: Term, l: Term) -> Term:
    """L_k ≠ L_l."""
    return different(fun(lambda t: L(t, k)), fun(lambda t: L(t, l)))


in_sub_grid_printed = exists(lambda: [in_grid(L), every(lambda k: every(lambda l: differing(L, k, l), 1, n), 1, n)])


@paper.claim(given=[n >= 1, in_sub_grid_printed], shows=FALSE)
def sub_grid_empty(p: Proof) -> Fact:
    """At k = l no token differs from itself."""
    same = p.have(every(lambda t: Eq(L(t, 1), L(t, 1)), 1, d))
    _, differ = p.obtain(
        in_sub_grid_printed,
    )
    return p.mp(p.specialize(differ, 1, 1), same)
