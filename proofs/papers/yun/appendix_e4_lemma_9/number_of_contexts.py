"""The number of contexts (E.1.3): the entries q(L)_j for n distinct columns are n C(M, n) numbers, M = δ^(-d).

A context is given by the ids x_1 < … < x_n of the columns of L and a place j. Its number is n rank(x) + j − 1, from 0
to n C(M, n) − 1. Two entries of q are equal exactly if their numbers are, and every number is that of a context.
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import BOTH, context
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, GRID, gap, lx, lx2, shifted
from proofs.papers.yun.vocabulary import M, d, delta, j, k, m, n, paper, q, r, tower, x, x2
from proofs.theorems.algebra.integers import floor
from proofs.theorems.combinatorics.binomials import binomial, factorial
from proofs.theorems.combinatorics.combinations import RUN, N, rank, rest

(a,) = ints("a")
PAIRS = {**BOTH, **COLUMN, "q_low": 1 <= q, "q_high": q <= n}
contexts = n * binomial(M, n)


def number(x: Term, j: Term) -> Term:
    """The number of the context with position j and the ids x."""
    return n * rank(x, n) + j - 1


paper.notions.define(floor(a, n), (a, n), "⌊{0:f}/{1:f}⌋", r"\lfloor {0:f} / {1:f} \rfloor")
same_ids = every(lambda k: Eq(x(k), x2(k)), 1, n)


@paper.claim({**GRID, **COLUMN}, shows=0 <= number(x, j))
def number_low(p: Proof) -> None:
    """Ranks are not negative."""


@paper.claim({**GRID, **COLUMN}, shows=number(x, j) <= contexts - 1)
def number_high(p: Proof) -> Fact:
    """Ranks are below C(M, n)."""
    some = p.have(1 <= n)
    most = p.apply("sequence_rank_high", N=M)
    return p.have(p.goal, (some, most), most, "j_high")


@paper.claim([*PAIRS.values(), Eq(number(x, j), number(x2, q))], shows=Eq(j, q))
def same_number_place(p: Proof) -> None:
    """The position is the remainder of a division by n."""
    apart = rank(x2, n) - rank(x, n)
    p.apply("small_multiple", x=j - q, b=n, y=apart, label="zero")


@paper.claim({**PAIRS, "same": Eq(number(x, j), number(x2, q))}, shows=same_ids)
def same_number_ids(p: Proof) -> Fact:
    """The quotient is the rank, which determines the ids."""
    place = p.apply("same_number_place")
    n_pos = p.have(0 < n, "n_low")
    p.have(Eq(rank(x, n), rank(x2, n)), "same", place, scale=[n_pos], label="ranks")
    return p.apply("rank_determines")


@paper.claim({"same": same_ids, "n_low": 2 <= n, **COLUMN}, shows=Eq(shifted(lx, j), shifted(lx2, j)))
def same_ids_shifted(p: Proof) -> None:
    """The same ids ⊢ the same l̃_j."""
    f, g = (fun(lambda k, ids=ids: tower(k) * gap(ids, j, k)) for ids in (lx, lx2))
    p.apply("sum_eq", f=f, g=g, lo=1, hi=j - 1, label="sum")


@paper.claim({"same": same_ids, "n_low": 2 <= n, **COLUMN}, shows=Eq(context(lx, j), context(lx2, j)))
def same_ids_context(p: Proof) -> None:
    """The same ids ⊢ the same entry of q at position j."""
    p.apply("same_ids_shifted", j=n, label="last")


@paper.claim([*PAIRS.values(), Eq(number(x, j), number(x2, q))], shows=Eq(context(lx, j), context(lx2, q)))
def same_number_context(p: Proof) -> Fact:
    """Equal numbers belong to the same ids and the same position."""
    place = p.apply("same_number_place")
    p.apply("same_number_ids", label="ids")
    own = p.apply("same_ids_context")
    return p.have(p.goal, own, p.congr(lambda t: context(lx2, t), place))


@paper.claim({**PAIRS, "entries": Eq(context(lx, j), context(lx2, q))}, shows=Eq(number(x, j), number(x2, q)))
def same_context_number(p: Proof) -> None:
    """Entries of q for different ids differ by property 2, and those at different positions by property 1."""
    p.given(r_low=1 <= r, r_high=r <= n)
    p.apply("delta_pos", label="delta_pos")
    differ = negation(Eq(lx(r), lx2(r)))
    apart = p.apply("contexts_differ", p.assume(differ))
    clash = p.mp(apart, "entries")

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        hit = p.assume(Eq(lx(r), lx2(r)))
        ids = p.have(Eq(x(r), x2(r)), hit, scale=["delta_pos"])
        other = p.discharge(p.have(FALSE, order, ids), hit.concl)
        return p.absurd(p.mp(p.discharge(clash, differ), other), Eq(x(r), x2(r)))

    p.generalize(r, p.trichotomy(x(r), x2(r), case), label="ids")
    p.apply("same_ids_context", j=q, label="here")

    def place(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        less = p.apply("context_lt", order, i=order.concl.args[0], j=order.concl.args[1])
        return p.absurd(p.have(FALSE, less), Eq(j, q))

    p.trichotomy(j, q, place, label="place")
    p.given(k_low=1 <= k, k_high=k <= n)
    id_ = p.specialize("ids", k)
    terms = p.congr(lambda t: binomial(t, k), id_)
    p.generalize(k, terms, label="all")
    p.apply(
        "sum_eq", f=fun(lambda k: binomial(x(k), k)), g=fun(lambda k: binomial(x2(k), k)), lo=1, hi=n, label="ranks"
    )


def multiples_apart(p: Proof, numbers: tuple[Term, Term], integers: tuple[Term, Term], differ: Fact) -> Fact:
    """Two numbers that differ are at least δ apart, as these integers times δ."""
    one, two = numbers
    pos, goal = p.apply("delta_pos"), delta <= abs(one - two)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp(differ, order), goal)
        low, high = (0, 1) if order.concl.args[0] is one else (1, 0)
        less = p.have(integers[low] < integers[high], order, scale=[pos])
        size = p.apply("abs_ge", x=(two - one) if low == 0 else (one - two))
        return p.have(goal, (p.integer_step(less), pos), size)

    return p.trichotomy(one, two, prove)


@paper.claim(
    {**PAIRS, "other": negation(Eq(number(x, j), number(x2, q)))},
    shows=delta <= abs(context(lx, j) - context(lx2, q)),
)
def context_numbers_apart(p: Proof) -> Fact:
    """The entries are different multiples of δ."""
    numbers = context(lx, j), context(lx2, q)
    same = p.assume(Eq(*numbers))
    differ = p.discharge(p.mp("other", p.apply("same_context_number", same)), same.concl)
    integers = (shifted(x, j) + tower(n + 1) * shifted(x, n), shifted(x2, q) + tower(n + 1) * shifted(x2, n))
    return p.note("out", multiples_apart(p, numbers, integers, differ))


# --- every number is that of a context ------------------------------------------------------------------------------

quotient = floor(a, n)
place = a - n * quotient + 1
GREEDY = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    "n_low": 2 <= n,
    **{label: substitute(g, {N: M}) for label, g in RUN.items() if label in ("chosen", "left")},
    "start": Eq(rest(n), quotient),
    "a_low": 0 <= a,
    "a_high": a <= contexts - 1,
}  # the ids whose rank is ⌊a/n⌋


@paper.theorem
def quotient_high(p: Proof) -> None:
    """a < n C(M, n) ⊢ ⌊a/n⌋ < C(M, n)."""
    p.given(**GREEDY)
    p.apply("floor_bounds", q=a, c=n, label="below")
    positive = p.apply("product_positive", x=binomial(M, n) - quotient, y=n)
    p.qed(p.have(quotient <= binomial(M, n) - 1, positive))


def run_to(p: Proof) -> None:
    """Return the hypotheses of `combinations` on the greedy choice."""
    p.have(0 <= quotient, label="quotient_low")
    p.apply("quotient_high", label="quotient_high")
    p.apply("power_ge_two", k=d, label="M_two")


def _on_grid(name: str, says: str, shows: Term, theorem: str) -> Claim:
    def prove(p: Proof) -> Fact:
        run_to(p)
        return p.apply(theorem, N=M, label="out")

    prove.__name__, prove.__doc__ = name, says
    return paper.claim([*GREEDY.values()], shows=shows)(prove)


reached_first = _on_grid("reached_first", "The greedy ids begin on the grid.", GRID["first"], "chosen_low")
reached_last = _on_grid("reached_last", "They end on the grid.", GRID["last"], "chosen_high")
reached_order = _on_grid("reached_order", "They increase.", GRID["order"], "chosen_increase")


@paper.claim([*GREEDY.values()], shows=1 <= place)
def place_first(p: Proof) -> None:
    """A remainder is nonnegative."""
    p.apply("floor_bounds", q=a, c=n, label="below")


@paper.claim([*GREEDY.values()], shows=place <= n)
def place_last(p: Proof) -> None:
    """A remainder is less than n."""
    p.apply("floor_above", q=a, c=n, label="above")


@paper.claim([*GREEDY.values()], shows=Eq(number(x, place), a))
def number_reached(p: Proof) -> None:
    """The rank is the quotient, and the position is the remainder."""
    run_to(p)
    p.apply("chosen_rank", N=M, label="own")


@paper.claim([2 <= m, 1 <= d, 1 <= n, n <= M], shows=factorial(n) * contexts <= n * tower(n))
def contexts_by_power(p: Proof) -> None:
    """n! C(M, n) = M (M − 1) … (M − n + 1)."""
    p.apply("binomial_exact", m=M, k=n, label="exact")


# --- one index for each number ---------------------------------------------------------------------------------------

e, w, l, K, R = ints("e w l K R")
b, tau = sequences("b tau")


def chosen_indices(tau: Term) -> list[Term]:
    """τ_1, …, τ_R are among 1, …, K, and if b has the value w at some index, it has it at τ_w."""
    return [
        every(lambda w: 1 <= tau(w), 1, R),
        every(lambda w: tau(w) <= K, 1, R),
        every(lambda e: implies(1 <= b(e), b(e) <= R, Eq(b(tau(b(e))), b(e))), 1, K),
    ]


@paper.claim([1 <= K, 0 <= R], shows=exists(chosen_indices, b.sort))
def indices_chosen(p: Proof) -> Fact:
    """If no index has the value w, choose any index."""
    p.given(e_low=1 <= e, e_high=e <= K)
    taken = fun(lambda w: Sum(lambda e: ite(Eq(b(e), w), 1, 0), 1, K))
    wanted = fun(lambda w: ite(0 < taken(w), w, b(1)))
    met = lambda w: exists(lambda l: [1 <= l, l <= K, Eq(wanted(w), b(l))], "Z")  # noqa: E731
    some, none = p.assume(0 < taken(w)), p.assume(taken(w) <= 0)
    same = p.ite_eq(wanted(w), some)
    refuted = p.assume(implies(met(w), FALSE))
    hit = p.assume(Eq(b(e), w))
    here = p.exists_intro(met(w), [e], same, hit)
    false = p.absurd(p.mp(refuted, here), num(1) <= 0)
    never = p.discharge(false, hit.concl)
    wrong = p.apply("witness_le", never, some)
    found = p.absurd(p.have(FALSE, wrong), met(w))
    other = p.exists_intro(met(w), [1], p.ite_eq(wanted(w), none))
    each = p.cases(taken(w), 0, other, found)
    low, high, values = p.obtain(p.apply("permutations.all_matched", each, a=wanted, m=R, n=K), tau)
    counted = p.apply("distinct.own_taken", z=b, n=K, k=e)
    less = p.assume(taken(b(e)) <= 0)
    zero = p.ite_eq(counted.concl.args[0], less)
    more = p.absurd(p.have(FALSE, counted, zero), 0 < taken(b(e)))
    more = p.cases(taken(b(e)), 0, more, p.assume(0 < taken(b(e))))
    value = p.ite_eq(wanted(b(e)), more)
    return p.exists_intro(p.goal, [tau], low, high, values, value)
