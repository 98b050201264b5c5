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
    """The number of the context of place j, for the ids x."""
    return n * rank(x, n) + j - 1


paper.notions.define(floor(a, n), (a, n), "⌊{0:f}/{1:f}⌋", r"\lfloor {0:f} / {1:f} \rfloor")
same_ids = every(lambda k: eq(x(k), x2(k)), 1, n)


@paper.claim({**GRID, **COLUMN}, shows=0 <= number(x, j))
def number_low(p: Proof) -> None:
    """Ranks are not negative."""


@paper.claim({**GRID, **COLUMN}, shows=number(x, j) <= contexts - 1)
def number_high(p: Proof) -> Fact:
    """Ranks are below C(M, n)."""
    p.have("some", 1 <= n)
    p.apply("most", "sequence_rank_high", N=M)
    return p.have("out", p.goal, ("some", "most"), "most", "j_high")


@paper.claim([*PAIRS.values(), eq(number(x, j), number(x2, q))], shows=eq(j, q))
def same_number_place(p: Proof) -> None:
    """The remainder of division by n."""
    apart = rank(x2, n) - rank(x, n)
    p.apply("zero", "small_multiple", x=j - q, b=n, y=apart)


@paper.claim({**PAIRS, "same": eq(number(x, j), number(x2, q))}, shows=same_ids)
def same_number_ids(p: Proof) -> Fact:
    """The quotient is the rank, which determines the ids."""
    p.apply("place", "same_number_place")
    p.have("n_pos", 0 < n, "n_low")
    p.have("ranks", eq(rank(x, n), rank(x2, n)), "same", "place", scale=["n_pos"])
    return p.apply("out", "rank_determines")


@paper.claim({"same": same_ids, "n_low": 2 <= n, **COLUMN}, shows=eq(shifted(lx, j), shifted(lx2, j)))
def same_ids_shifted(p: Proof) -> None:
    """The same ids ⊢ the same l̃_j."""
    f, g = (fun(lambda k, ids=ids: tower(k) * gap(ids, j, k)) for ids in (lx, lx2))
    p.apply("sum", "sum_eq", f=f, g=g, lo=1, hi=j - 1)


@paper.claim({"same": same_ids, "n_low": 2 <= n, **COLUMN}, shows=eq(context(lx, j), context(lx2, j)))
def same_ids_context(p: Proof) -> None:
    """The same ids ⊢ the same entry of q at place j."""
    p.apply("last", "same_ids_shifted", j=n)


@paper.claim([*PAIRS.values(), eq(number(x, j), number(x2, q))], shows=eq(context(lx, j), context(lx2, q)))
def same_number_context(p: Proof) -> Fact:
    """Equal numbers are those of the same ids and place."""
    p.apply("place", "same_number_place")
    p.apply("ids", "same_number_ids")
    p.apply("own", "same_ids_context")
    return p.have("out", p.goal, "own", p.congr(None, lambda t: context(lx2, t), "place"))


@paper.claim({**PAIRS, "entries": eq(context(lx, j), context(lx2, q))}, shows=eq(number(x, j), number(x2, q)))
def same_context_number(p: Proof) -> None:
    """Entries of q for different ids differ, by property 2; those at different places too, by property 1."""
    p.given(r_low=1 <= r, r_high=r <= n)
    p.apply("delta_pos", "delta_pos")
    differ = negation(eq(lx(r), lx2(r)))
    apart = p.apply(None, "contexts_differ", p.assume(differ))
    clash = p.rule(None, "mp", apart, "entries")

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        hit = p.rule(None, "assume", eq(lx(r), lx2(r)))
        ids = p.have(None, eq(x(r), x2(r)), hit, scale=["delta_pos"])
        other = p.discharge(p.have(None, FALSE, order, ids), hit.concl)
        return p.rule(None, "absurd", p.rule(None, "mp", p.discharge(clash, differ), other), eq(x(r), x2(r)))

    p.generalize("ids", r, p.trichotomy(None, x(r), x2(r), case))
    p.apply("here", "same_ids_context", j=q)

    def place(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        less = p.apply(None, "context_lt", order, i=order.concl.args[0], j=order.concl.args[1])
        return p.rule(None, "absurd", p.have(None, FALSE, less), eq(j, q))

    p.trichotomy("place", j, q, place)
    p.given(k_low=1 <= k, k_high=k <= n)
    p.specialize("id", "ids", k)
    p.congr("terms", lambda t: binomial(t, k), "id")
    p.generalize("all", k, "terms")
    p.apply("ranks", "sum_eq", f=fun(lambda k: binomial(x(k), k)), g=fun(lambda k: binomial(x2(k), k)), lo=1, hi=n)


def multiples_apart(p: Proof, numbers: tuple[Term, Term], integers: tuple[Term, Term], differ: Fact) -> Fact:
    """Two numbers that differ are at least δ apart, as these integers times δ."""
    one, two = numbers
    pos, goal = p.apply(None, "delta_pos"), delta <= absolute(one - two)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "absurd", p.rule(None, "mp", differ, order), goal)
        low, high = (0, 1) if order.concl.args[0] is one else (1, 0)
        less = p.have(None, integers[low] < integers[high], order, scale=[pos])
        size = p.apply(None, "abs_ge", x=(two - one) if low == 0 else (one - two))
        return p.have(None, goal, (p.rule(None, "integer_step", less), pos), size)

    return p.trichotomy(None, one, two, prove)


@paper.claim(
    {**PAIRS, "other": negation(eq(number(x, j), number(x2, q)))},
    shows=delta <= absolute(context(lx, j) - context(lx2, q)),
)
def context_numbers_apart(p: Proof) -> Fact:
    """They are different multiples of δ."""
    numbers = context(lx, j), context(lx2, q)
    same = p.rule(None, "assume", eq(*numbers))
    differ = p.discharge(p.rule(None, "mp", "other", p.apply(None, "same_context_number", same)), same.concl)
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
    "start": eq(rest(n), quotient),
    "a_low": 0 <= a,
    "a_high": a <= contexts - 1,
}  # the ids whose rank is ⌊a/n⌋


@paper.theorem
def quotient_high(p: Proof) -> None:
    """a < n C(M, n) ⊢ ⌊a/n⌋ < C(M, n)."""
    p.given(**GREEDY)
    p.apply("below", "floor_bounds", q=a, c=n)
    p.apply("positive", "product_positive", x=binomial(M, n) - quotient, y=n)
    p.qed(p.have("out", quotient <= binomial(M, n) - 1, "positive"))


def run_to(p: Proof) -> None:
    """What `combinations` asks of the greedy choice."""
    p.have("quotient_low", 0 <= quotient)
    p.apply("quotient_high", "quotient_high")
    p.apply("M_two", "power_ge_two", k=d)


def _on_grid(name: str, says: str, shows: Term, theorem: str) -> Claim:
    def prove(p: Proof) -> Fact:
        run_to(p)
        return p.apply("out", theorem, N=M)

    prove.__name__, prove.__doc__ = name, says
    return paper.claim([*GREEDY.values()], shows=shows)(prove)


reached_first = _on_grid("reached_first", "The greedy ids begin on the grid.", GRID["first"], "chosen_low")
reached_last = _on_grid("reached_last", "They end on the grid.", GRID["last"], "chosen_high")
reached_order = _on_grid("reached_order", "They increase.", GRID["order"], "chosen_increase")


@paper.claim([*GREEDY.values()], shows=1 <= place)
def place_first(p: Proof) -> None:
    """A remainder is not negative."""
    p.apply("below", "floor_bounds", q=a, c=n)


@paper.claim([*GREEDY.values()], shows=place <= n)
def place_last(p: Proof) -> None:
    """A remainder is less than n."""
    p.apply("above", "floor_above", q=a, c=n)


@paper.claim([*GREEDY.values()], shows=eq(number(x, place), a))
def number_reached(p: Proof) -> None:
    """Their rank is the quotient, and the place is the remainder."""
    run_to(p)
    p.apply("own", "chosen_rank", N=M)


@paper.claim([2 <= m, 1 <= d, 1 <= n, n <= M], shows=factorial(n) * contexts <= n * tower(n))
def contexts_by_power(p: Proof) -> None:
    """n! C(M, n) = M (M − 1) … (M − n + 1)."""
    p.apply("exact", "binomial_exact", m=M, k=n)


# --- one index for each number ---------------------------------------------------------------------------------------

e, w, l, K, R = ints("e w l K R")
b, tau = sequences("b tau")


def chosen_indices(tau: Term) -> list[Term]:
    """τ_1, …, τ_R are among 1, …, K, and b has the value w at τ_w if it has it anywhere."""
    return [
        every(lambda w: 1 <= tau(w), 1, R),
        every(lambda w: tau(w) <= K, 1, R),
        every(lambda e: implies(1 <= b(e), b(e) <= R, eq(b(tau(b(e))), b(e))), 1, K),
    ]


@paper.claim([1 <= K, 0 <= R], shows=exists(chosen_indices, b.sort))
def indices_chosen(p: Proof) -> Fact:
    """Where no index has the value w, any will do."""
    p.given(e_low=1 <= e, e_high=e <= K)
    taken = fun(lambda w: sigma(lambda e: ite(eq(b(e), w), 1, 0), 1, K))
    wanted = fun(lambda w: ite(0 < taken(w), w, b(1)))
    met = lambda w: exists(lambda l: [1 <= l, l <= K, eq(wanted(w), b(l))], "Z")  # noqa: E731
    some, none = p.rule(None, "assume", 0 < taken(w)), p.rule(None, "assume", taken(w) <= 0)
    same = p.rule(None, "ite_eq", wanted(w), some)
    refuted = p.rule(None, "assume", implies(met(w), FALSE))
    hit = p.rule(None, "assume", eq(b(e), w))
    here = p.exists_intro(None, met(w), [e], same, hit)
    false = p.rule(None, "absurd", p.rule(None, "mp", refuted, here), num(1) <= 0)
    never = p.discharge(false, hit.concl)
    wrong = p.apply(None, "witness_le", never, some)
    found = p.rule(None, "absurd", p.have(None, FALSE, wrong), met(w))
    other = p.exists_intro(None, met(w), [1], p.rule(None, "ite_eq", wanted(w), none))
    each = p.cases(None, taken(w), 0, other, found)

    def prove(low: Fact, high: Fact, values: Fact) -> Fact:
        counted = p.apply(None, "distinct.own_taken", z=b, n=K, k=e)
        less = p.rule(None, "assume", taken(b(e)) <= 0)
        zero = p.rule(None, "ite_eq", counted.concl.args[0], less)
        more = p.rule(None, "absurd", p.have(None, FALSE, counted, zero), 0 < taken(b(e)))
        more = p.cases(None, taken(b(e)), 0, more, p.assume(0 < taken(b(e))))
        value = p.rule(None, "ite_eq", wanted(b(e)), more)
        return p.exists_intro(None, p.goal, [tau], low, high, values, value)

    return p.obtain("out", p.apply(None, "permutations.all_matched", each, a=wanted, m=R, n=K), [tau], prove)
