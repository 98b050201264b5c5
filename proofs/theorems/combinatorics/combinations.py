"""The number C(N, n) of sequences 0 <= x_1 < … < x_n <= N − 1, by the rank of a sequence.

The rank is C(x_1, 1) + … + C(x_n, n) (the combinatorial number system, with the coefficients of `binomials`): below
C(N, n), different for different sequences, and every number from 0 to C(N, n) − 1 is the rank of the sequence that
takes, from x_n down to x_1, the greatest value that fits into the remainder.

Main statements: `sequence_rank_low`, `sequence_rank_high`, `rank_determines`, `chosen_rank`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import increasing
from proofs.theorems.combinatorics.binomials import binomial

chapter = Chapter("combinations")
N, L, i, j, k, m, n, r = ints("N L i j k m n r")
x, x2, rest = sequences("x x' rest")

# --- ranks ----------------------------------------------------------------------------------------------------------


def rank(x: Callable[[Term], Term], k: Term) -> Term:
    """C(x_1, 1) + … + C(x_k, k)."""
    return Sum(lambda i: binomial(x(i), i), 1, k)


chapter.notions.define(rank(x, n), (x, n), "rank({0}, {1})", r"\mathrm{{rank}}_{{{1}}}({0})")

SEQUENCE = {"n_low": 1 <= n, "first": 0 <= x(num(1)), "order": increasing(x, n)}
SECOND = {"first2": 0 <= x2(num(1)), "order2": increasing(x2, n)}


@chapter.theorem
def member_low(p: Proof) -> None:
    """0 <= x_1 < … < x_n ⊢ 0 <= x_k."""
    p.given(**SEQUENCE, k_low=1 <= k, k_high=k <= n)
    later = p.apply("increasing_le", f=x, i=num(1), j=k)
    p.qed(p.have(0 <= x(k), "first", later))


@chapter.claim({"k_low": 1 <= k}, shows=Eq(rank(x, k), rank(x, k - 1) + binomial(x(k), k)))
def rank_step(p: Proof) -> None:
    """1 <= k ⊢ the rank of x_1, …, x_k is that of x_1, …, x_(k-1), and C(x_k, k)."""
    p.big_step(rank(x, k), "k_low", label="out")


@chapter.theorem
def rank_nonneg(p: Proof) -> None:
    """k <= n ⊢ 0 <= rank of x_1, …, x_k."""
    p.given(**SEQUENCE, k_high=k <= n, i_low=1 <= i, i_high=i <= k)
    p.apply("member_low", k=i, label="member")
    term = p.apply("binomial_nonneg", m=x(i), k=i)
    p.generalize(i, term, label="terms")
    p.qed(p.apply("sum_nonneg", f=fun(lambda i: binomial(x(i), i)), lo=1, hi=k), 0 <= rank(x, k))


@chapter.theorem
def rank_below(p: Proof) -> None:
    """1 <= k <= n ⊢ the rank of x_1, …, x_k is less than C(x_k + 1, k)."""
    p.given(**SEQUENCE, j_low=1 <= j, j_high=j + 1 <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, rank(x, t) + 1 <= binomial(x(t) + 1, t))

    p.given(so_far=claim(j), k_low=1 <= k, k_high=k <= n)
    rule_1 = p.apply("pascal", m=x(num(1)), k=1)
    base = p.rule("discharge", num(1) <= n, p.have(claim(num(1)).args[1], rule_1))
    here = p.mp("so_far", p.side_condition(j <= n))
    next_ = p.apply("rank_step", k=j + 1)
    p.apply("member_low", k=j, label="before_low")
    p.specialize("order", j, label="less")
    rule = p.apply("pascal", m=x(j + 1), k=j + 1)
    grow = p.apply("binomial_monotone", u=x(j) + 1, v=x(j + 1), k=j)
    step = p.have(claim(j + 1).args[1], here, next_, rule, grow)
    p.rule("discharge", j + 1 <= n, step, label="step")
    all_ = p.induct(claim, 1, j, base, "step")
    p.qed(p.specialize(all_, k), claim(k).args[1])


@chapter.theorem
def rank_order(p: Proof) -> None:
    """x_k < x'_k ⊢ the rank of x_1, …, x_k is smaller than that of x'_1, …, x'_k."""
    p.given(**SEQUENCE, **SECOND, k_low=1 <= k, k_high=k <= n, less=x(k) < x2(k))
    below = p.apply("rank_below")
    p.apply("member_low", label="low")
    grow = p.apply("binomial_monotone", u=x(k) + 1, v=x2(k))
    split = p.apply("rank_step", x=x2)
    sign = p.apply("rank_nonneg", x=x2, k=k - 1)
    p.qed(p.have(rank(x, k) < rank(x2, k), below, grow, split, sign))


WITHIN = {**SEQUENCE, "last": x(n) <= N - 1}


@chapter.claim([*SEQUENCE.values()], shows=0 <= rank(x, n))
def sequence_rank_low(p: Proof) -> None:
    """The rank is a sum of nonnegative terms."""


@chapter.claim([*WITHIN.values()], shows=rank(x, n) <= binomial(N, n) - 1)
def sequence_rank_high(p: Proof) -> None:
    """The rank of x_1, …, x_k is less than C(x_k + 1, k), by Pascal's rule."""
    p.apply("rank_below", k=n, label="below")
    p.apply("member_low", k=n, label="low")
    p.apply("binomial_monotone", u=x(n) + 1, v=N, k=n, label="grow")


@chapter.claim(
    {**SEQUENCE, **SECOND, "same": Eq(rank(x, n), rank(x2, n))}, shows=every(lambda j: Eq(x(j), x2(j)), 1, n)
)
def rank_determines(p: Proof) -> Fact:
    """From the last member to the first: if two members differed, so would the ranks."""
    p.given(k_low=1 <= k, k_high=k <= n)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        if order.concl.args[0] is x(k):
            less = p.apply("rank_order", order)
        else:
            less = p.apply("rank_order", order, **{"x": x2, "x'": x})
        return p.absurd(p.have(FALSE, less, p.assume(Eq(rank(x, k), rank(x2, k)))), Eq(x(k), x2(k)))

    top = p.trichotomy(x(k), x2(k), case)

    def claim(t: Term) -> Term:
        return implies(t <= n - 1, Eq(rank(x, n - t), rank(x2, n - t)))

    base = p.rule("discharge", 0 <= n - 1, "same")
    p.given(j_low=0 <= j, so_far=claim(j), j_high=j + 1 <= n - 1)
    p.mp("so_far", p.side_condition(j <= n - 1), label="now")
    every_top = p.generalize(k, top)
    p.note("tops", every_top)
    member = p.specialize("tops", n - j)
    p.apply("rank_step", k=n - j, label="split")
    p.apply("rank_step", x=x2, k=n - j, label="split2")
    terms = p.congr(lambda t: binomial(t, n - j), member)
    next_ = p.have(claim(j + 1).args[1], terms)
    step = p.rule("discharge", j + 1 <= n - 1, next_)
    all_ = p.induct(claim, 0, j, base, step)
    p.specialize(all_, n - k, label="here")
    return p.specialize("tops", k)


# --- the sequence of a rank -----------------------------------------------------------------------------------------


def greatest(r: Term, i: Term, top: Term) -> Term:
    """The number of v in 1, …, top with C(v, i) <= r; for 1 <= i and 0 <= r it is the greatest such v, or 0."""
    return Sum(lambda v: ite(binomial(v, i) <= r, 1, 0), 1, top)


chapter.notions.define(
    greatest(r, i, m),
    (r, i, m),
    "#(v in 1..{2}: C(v, {1}) ≤ {0})",
    r"\#\{{v \in [1, {2}] : \binom{{v}}{{{1}}} \le {0}\}}",
)


@chapter.claim([0 <= L, 1 <= i, binomial(L, i) <= r], shows=Eq(greatest(r, i, L), L))
def greatest_all(p: Proof) -> None:
    """0 <= L, C(L, i) <= r ⊢ all of 1, …, L are counted."""
    p.given(j_low=0 <= j)

    def claim(t: Term) -> Term:
        return implies(binomial(t, i) <= r, Eq(greatest(r, i, t), t))

    p.given(so_far=claim(j), here=binomial(j + 1, i) <= r)
    none = p.big_empty(greatest(r, i, num(0)), p.have(num(0) < 1))
    base = p.rule("discharge", binomial(num(0), i) <= r, none)
    grow = p.apply("binomial_monotone", u=j, v=j + 1, k=i)
    before = p.mp("so_far", p.have(binomial(j, i) <= r, grow, "here"))
    last = p.big_step(greatest(r, i, j + 1), p.side_condition(1 <= j + 1))
    next_ = p.have(Eq(greatest(r, i, j + 1), j + 1), last, before)
    step = p.rule("discharge", binomial(j + 1, i) <= r, next_)
    p.induct(claim, 0, j, base, step, label="all")


def _by_top(p: Proof, claim: Callable[[Term, Term], Term], base: Fact, all_counted: Fact, one_more: Fact) -> Fact:
    """Prove claim(L, the greatest v of 0, …, L) for 0 <= L by induction on L.

    From claim(0, 0), from claim(j + 1, j + 1) where C(j + 1, i) <= r, and from claim(j + 1, v) otherwise, v being the
    greatest of 0, …, j. These facts may use what `_with_top` gives.
    """

    def formula(t: Term) -> Term:
        return claim(t, greatest(r, i, t))

    def moved(t: Term, equation: Fact, fact: Fact) -> Fact:
        turned = p.have(Eq(equation.concl.args[1], equation.concl.args[0]), equation)
        return p.replace(turned, every(lambda v: claim(t, v)), fact)

    none = p.big_empty(greatest(r, i, num(0)), p.have(num(0) < 1))
    last = p.big_step(greatest(r, i, j + 1), p.side_condition(1 <= j + 1))
    all_ = p.apply("greatest_all", L=j + 1)
    zero = p.ite_eq(ite(binomial(j + 1, i) <= r, 1, 0), "too_large")
    same = p.have(Eq(greatest(r, i, j + 1), greatest(r, i, j)), last, zero)
    step = p.cases(binomial(j + 1, i), r, moved(j + 1, all_, all_counted), moved(j + 1, same, one_more))
    p.induct(formula, 0, j, moved(num(0), none, base), step, label="all")
    return p.mp(p.rule("specialize", "all", L), "L_low")


def _with_top(p: Proof, claim: Callable[[Term, Term], Term]) -> None:
    """Assume the hypotheses, and those of the induction on L."""
    p.given(L_low=0 <= L, r_low=0 <= r, i_low=1 <= i, j_low=0 <= j, so_far=claim(j, greatest(r, i, j)))
    p.given(fits=binomial(j + 1, i) <= r, too_large=r < binomial(j + 1, i))


@chapter.theorem
def greatest_nonneg(p: Proof) -> None:
    """0 <= v."""

    def claim(_top: Term, v: Term) -> Term:
        return 0 <= v

    _with_top(p, claim)
    p.qed(_by_top(p, claim, p.have(num(0) <= 0), p.have(0 <= j + 1, "j_low"), p.get("so_far")))


@chapter.theorem
def greatest_at_most(p: Proof) -> None:
    """v <= L."""

    def claim(top: Term, v: Term) -> Term:
        return v <= top

    _with_top(p, claim)
    more = p.have(greatest(r, i, j) <= j + 1, "so_far")
    p.qed(_by_top(p, claim, p.have(num(0) <= 0), p.have(j + 1 <= j + 1), more))


@chapter.theorem
def greatest_fits(p: Proof) -> None:
    """C(v, i) <= r."""

    def claim(_top: Term, v: Term) -> Term:
        return binomial(v, i) <= r

    _with_top(p, claim)
    nothing = p.apply("too_few", k=i)
    p.qed(_by_top(p, claim, p.have(binomial(num(0), i) <= r, nothing, "r_low"), p.get("fits"), p.get("so_far")))


@chapter.theorem
def next_too_large(p: Proof) -> None:
    """r < C(L + 1, i) ⊢ r < C(v + 1, i)."""

    def claim(top: Term, v: Term) -> Term:
        return implies(r < binomial(top + 1, i), r < binomial(v + 1, i))

    _with_top(p, claim)
    for name, t in (("none", num(0)), ("all_counted", j + 1)):
        room = r < binomial(t + 1, i)
        p.note(name, p.discharge(p.assume(room), room))
    p.note("one_more", p.discharge(p.mp("so_far", "too_large"), r < binomial(j + 1 + 1, i)))
    p.given(room=r < binomial(L + 1, i))
    found = _by_top(p, claim, p.get("none"), p.get("all_counted"), p.get("one_more"))
    p.qed(p.mp(found, "room"))


RUN = {
    "n_low": 1 <= n,
    "N_low": 1 <= N,
    "chosen": every(lambda i: Eq(x(i), greatest(rest(i), i, N - 1)), 1, n),
    "left": every(lambda i: Eq(rest(i), rest(i + 1) - binomial(x(i + 1), i + 1)), 0, n - 1),
    "low": 0 <= rest(n),
    "high": rest(n) <= binomial(N, n) - 1,
}  # x_n, …, x_1 are each the greatest that fits into the rest, which starts as the rank


PLACE = {"i_low": 1 <= i, "i_high": i <= n}


@chapter.theorem
def rest_nonneg(p: Proof) -> None:
    """0 <= i <= n ⊢ 0 <= rest_i, since each chosen value fits."""
    p.given(**RUN, i_low=0 <= i, i_high=i <= n, j_low=0 <= j, j_high=j + 1 <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, 0 <= rest(n - t))

    p.given(so_far=claim(j))
    base = p.rule("discharge", 0 <= n, "low")
    p.mp("so_far", p.side_condition(j <= n), label="here")
    own = p.specialize("chosen", n - j)
    p.apply("greatest_fits", r=rest(n - j), i=n - j, L=N - 1, label="fits")
    fits = p.rewrite("fits", p.have(Eq(greatest(rest(n - j), n - j, N - 1), x(n - j)), own))
    p.specialize("left", n - j - 1, label="next")
    next_ = "next"
    step = p.have(0 <= rest(n - j - 1), next_, fits)
    p.rule("discharge", j + 1 <= n, step, label="step")
    all_ = p.induct(claim, 0, j, base, "step")
    out = p.specialize(all_, n - i)
    p.qed(out, 0 <= rest(i))


def _choice(p: Proof, label: str, theorem: str) -> None:
    """Apply a theorem about the greatest value that fits to x_i."""
    p.given(**RUN, **PLACE)
    p.apply("rest_nonneg", label="sign")
    p.specialize("chosen", i, label="own")
    p.apply(theorem, r=rest(i), L=N - 1, label=label)


@chapter.theorem
def choice_fits(p: Proof) -> None:
    """1 <= i <= n ⊢ C(x_i, i) <= rest_i."""
    _choice(p, "fits", "greatest_fits")
    p.qed(p.rewrite("fits", p.have(Eq(greatest(rest(i), i, N - 1), x(i)), "own")))


@chapter.theorem
def choice_low(p: Proof) -> None:
    """1 <= i <= n ⊢ 0 <= x_i."""
    _choice(p, "v", "greatest_nonneg")
    p.qed(p.have(0 <= x(i), "own", "v"))


@chapter.theorem
def choice_high(p: Proof) -> None:
    """1 <= i <= n ⊢ x_i <= N − 1."""
    _choice(p, "v", "greatest_at_most")
    p.qed(p.have(x(i) <= N - 1, "own", "v"))


@chapter.theorem
def rest_step(p: Proof) -> None:
    """1 <= i <= n, rest_i < C(N, i) ⊢ rest_(i-1) < C(x_i, i − 1): the next greater one does not fit."""
    p.given(**RUN, **PLACE, room=rest(i) < binomial(N, i))
    p.apply("choice_low", label="x_low")
    own = p.specialize("chosen", i)
    p.apply("next_too_large", r=rest(i), L=N - 1, label="next")
    next_ = p.rewrite("next", p.have(Eq(greatest(rest(i), i, N - 1), x(i)), own))
    rule = p.apply("pascal", m=x(i), k=i)
    p.specialize("left", i - 1, label="less")
    less = "less"
    p.qed(p.have(rest(i - 1) < binomial(x(i), i - 1), next_, rule, less))


@chapter.theorem
def rest_below(p: Proof) -> None:
    """1 <= i <= n ⊢ rest_i < C(N, i)."""
    p.given(**RUN, **PLACE, j_low=0 <= j, j_high=j + 1 <= n - 1)

    def claim(t: Term) -> Term:
        return implies(t <= n - 1, rest(n - t) < binomial(N, n - t))

    p.given(so_far=claim(j))
    base = p.rule("discharge", 0 <= n - 1, p.have(rest(n) < binomial(N, n), "high"))
    p.mp("so_far", p.side_condition(j <= n - 1), label="here")
    next_ = p.apply("rest_step", i=n - j)
    p.apply("choice_low", i=n - j, label="x_low")
    p.apply("choice_high", i=n - j, label="x_high")
    grow = p.apply("binomial_monotone", u=x(n - j), v=N, k=n - j - 1)
    step = p.have(rest(n - j - 1) < binomial(N, n - j - 1), next_, grow)
    p.rule("discharge", j + 1 <= n - 1, step, label="step")
    all_ = p.induct(claim, 0, j, base, "step")
    out = p.specialize(all_, n - i)
    p.qed(out, rest(i) < binomial(N, i))


@chapter.claim([*RUN.values()], shows=0 <= x(num(1)))
def chosen_low(p: Proof) -> Fact:
    """The value 0 always fits."""
    return p.apply("choice_low", i=1)


@chapter.claim([*RUN.values()], shows=x(n) <= N - 1)
def chosen_high(p: Proof) -> None:
    """By the choice of x_n."""


@chapter.claim([*RUN.values()], shows=increasing(x, n))
def chosen_increase(p: Proof) -> Fact:
    """The rest after x_(i+1) is less than C(x_(i+1), i), so x_i is smaller than x_(i+1)."""
    p.given(j_low=1 <= j, j_high=j <= n - 1)
    p.apply("rest_below", i=j + 1, label="room")
    p.apply("rest_step", i=j + 1, label="below")
    p.apply("choice_fits", i=j, label="fits")
    p.apply("choice_low", i=j + 1, label="next_low")
    p.given(less=x(j) < x(j + 1), more=x(j + 1) <= x(j))
    grow = p.apply("binomial_monotone", u=x(j + 1), v=x(j), k=j)
    no = p.absurd(p.have(FALSE, grow), x(j) < x(j + 1))
    return p.cases(x(j + 1), x(j), no, "less")


@chapter.claim(RUN, shows=Eq(rank(x, n), rest(n)))
def chosen_rank(p: Proof) -> None:
    """The last rest is 0."""
    p.given(j_low=0 <= j, j_high=j + 1 <= n)

    def claim(t: Term) -> Term:
        return implies(t <= n, Eq(rank(x, t) + rest(0), rest(t)))

    p.given(so_far=claim(j))
    base = p.rule("discharge", 0 <= n, p.have(claim(num(0)).args[1]))
    here = p.mp("so_far", p.side_condition(j <= n))
    more = p.apply("rank_step", k=j + 1)
    step = p.rule("discharge", j + 1 <= n, p.have(claim(j + 1).args[1], here, more))
    all_ = p.induct(claim, 0, j, base, step)
    p.specialize(all_, n, label="whole")
    p.apply("rest_step", i=1, label="below")
    p.apply("rest_nonneg", i=0, label="sign")
