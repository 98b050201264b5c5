"""Proposition 1: a list of the grid sequences without duplicates (A.5, (62)).

A grid sequence is a d × n matrix of integers l(t, k) from 1 to D, which stands for the entries l(t, k)/D. The list
contains those whose tokens are pairwise different, at most D^(dn) sequences.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.combinatorics.tuples import GRID, LIST, WORD, at_number, grid, same_entries
from proofs.theorems.networks.transformers import no_duplicate_tokens

chapter = Chapter("grid_sequences")
D, N, d, n = ints("D N d n")
(L,) = sequences("L", 3)
on_grid = [
    every(lambda i: every(lambda k: every(lambda t: L(i, t, k) >= 1, 1, d), 1, n), 1, N),
    every(lambda i: every(lambda k: every(lambda t: L(i, t, k) <= D, 1, d), 1, n), 1, N),
]
t, k, l, c, i, x, M = ints("t k l c i x M")
(A,) = sequences("A", 3)
(G,) = sequences("G", 2)
(s,) = sequences("s")


def distinct(G: Term) -> Term:
    """No two columns are the same."""
    same = lambda k, l: every(lambda t: Eq(G(t, k), G(t, l)), 1, d)  # noqa: E731
    return every(lambda k: every(lambda l: implies(negation(Eq(k, l)), negation(same(k, l))), 1, n), 1, n)


def chosen(M: Term, s: Term, x: Term) -> list[Term]:
    """s_1, …, s_M are the numbers up to x of the matrices whose columns are pairwise different."""
    found = lambda c: exists(lambda i: [1 <= i, i <= M, Eq(s(i), c)], "Z")  # noqa: E731
    return [
        0 <= M,
        M <= x,
        every(lambda i: 1 <= s(i), 1, M),
        every(lambda i: s(i) <= x, 1, M),
        every(lambda i: distinct(at_number(A, s(i))), 1, M),
        every(lambda c: implies(distinct(at_number(A, c)), found(c)), 1, x),
    ]


def some_chosen(x: Term | int) -> Term:
    """There is such a list of numbers."""
    return exists(lambda M, s: chosen(M, s, num(x) if isinstance(x, int) else x), "Z", WORD)


@chapter.claim(given=[0 <= x, some_chosen(x)], shows=some_chosen(x + 1))
def one_more_chosen(p: Proof) -> Fact:
    """The next number is either appended or not."""
    p.given(held=some_chosen(x), i_low=1 <= i, c_low=1 <= c, c_high=c <= x + 1, before=c <= x, last=x < c)
    own = distinct(at_number(A, x + 1))
    p.given(i_old=i <= M, i_new=M < i, is_distinct=own, c_distinct=distinct(at_number(A, c)))
    is_last = p.antisymmetry("c_high", p.integer_step("last"))
    at_last = p.replace(is_last, hole(lambda y: distinct(at_number(A, y)), "Z"), "c_distinct")

    def prove(M_low: Fact, M_high: Fact, low: Fact, high: Fact, apart: Fact, all_: Fact) -> Fact:
        found = p.specialize(all_, c)
        longer = fun(lambda i: ite(i <= M, s(i), x + 1))
        bounds = []
        for old, claim in ((low, lambda y: 1 <= y), (high, lambda y: y <= x + 1)):
            first = p.have(claim(longer(i)), p.ite_eq(longer(i), "i_old"), p.specialize(old, i))
            second = p.have(claim(longer(i)), p.ite_eq(longer(i), "i_new"))
            bounds.append(p.cases(i, M, first, second))
        template = hole(lambda y: distinct(at_number(A, y)), "Z")

        def moved(order: str, fact: Fact) -> Fact:
            value = p.ite_eq(longer(i), order)
            back = p.have(Eq(*reversed(value.concl.args)), value)
            return p.replace(back, template, fact)

        each = p.cases(i, M, moved("i_old", p.specialize(apart, i)), moved("i_new", p.get("is_distinct")))

        def goal(M: Term, s: Term) -> Term:
            return exists(lambda i: [1 <= i, i <= M, Eq(s(i), c)], "Z")

        def kept(_low: Fact, _high: Fact, same: Fact) -> Fact:
            return p.exists_intro(goal(M + 1, longer), [i], same)

        early = p.exists_elim(found, [i], kept, goal(M + 1, longer))
        late = p.exists_intro(
            goal(M + 1, longer),
            [M + 1],
            p.have(1 <= M + 1, M_low),
            p.have(Eq(longer(M + 1), c), is_last),
        )
        every_one = p.cases(c, x, early, late)
        with_it = p.exists_intro(
            p.goal,
            [M + 1, longer],
            M_low,
            p.have(M + 1 <= x + 1, M_high),
            *bounds,
            each,
            every_one,
        )
        not_so = p.assume(implies(own, FALSE))
        never = p.absurd(p.mp(not_so, at_last), goal(M, s))
        every_one = p.generalize(c, p.cases(c, x, found, never))
        without = p.exists_intro(p.goal, [M, s], M_low, M_high, low, p.specialize(high, i), apart, every_one)
        return p.either(with_it, without, own)

    return p.exists_elim("held", [M, s], prove)


@chapter.claim(given=[0 <= x], shows=some_chosen(x))
def numbers_chosen(p: Proof) -> Fact:
    """By induction on the number of matrices."""
    p.given(k_low=0 <= k, so_far=some_chosen(k), i_low=1 <= i, i_high=i <= 0)
    no = p.have(FALSE, "i_low", "i_high")
    zero = fun(lambda i: num(0))
    laws = []
    for law in chosen(num(0), zero, num(0))[2:]:
        claim = law.args[1].args[1].args[1]
        laws.append(p.generalize(i, p.absurd(no, instantiate_bound(claim, (i,)))))
    base = p.exists_intro(some_chosen(0), [0, zero], *laws)
    step = p.apply("one_more_chosen", x=k)
    all_ = p.induct(some_chosen, 0, k, base, step)
    return p.specialize(all_, x)


def sequences_listed(N: Term, L: Term) -> list[Term]:
    """L(1, ., .), …, L(N, ., .) are the grid sequences without duplicates, at most D^(dn) of them."""
    found = lambda G: exists(lambda i: [1 <= i, i <= N, same_entries(at_number(L, i), G)], "Z")  # noqa: E731
    put = {L_free: L, N_free: N}
    return [
        0 <= N,
        N <= power(D, n * d),
        *(substitute(f, put) for f in (*on_grid, no_duplicate_tokens(L_free))),
        for_all(lambda G: implies(*grid(G), distinct(G), found(G)), GRID),
    ]


L_free, N_free = L, N


@chapter.claim(given=[1 <= D, 1 <= d, 1 <= n], shows=exists(sequences_listed, "Z", LIST))
def duplicate_free_listed(p: Proof) -> Fact:
    """Select those without duplicates from the list of all grid sequences."""
    p.given(i_low=1 <= i, i_high=i <= M)
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    matrices = p.apply("tuples.matrices_listed")
    chosen = p.apply("numbers_chosen", x=power(D, n * d))

    def prove(all_: Sequence[Fact], some: Sequence[Fact]) -> Fact:
        kept = fun(lambda i, t, k: A(s(i), t, k), 3)
        place = [p.specialize(f, i) for f in some[2:4]]
        out = []
        for bound in all_[:2]:
            entry = p.specialize(p.specialize(p.specialize(bound, s(i), using=place), t), k)
            each = entry
            out.append(each)
        entries = [p.assume(f) for f in (*grid(G), distinct(G))]
        goal = exists(lambda i: [1 <= i, i <= M, same_entries(at_number(kept, i), G)], "Z")

        def at_matrix(low: Fact, high: Fact, same: Fact) -> Fact:
            entry = p.specialize(p.specialize(same, t), k)
            back = p.have(Eq(G(t, k), A(c, t, k)), entry)
            moved = _same_columns(p, back, entries[2])

            def at_place(_i_low: Fact, _i_high: Fact, number: Fact) -> Fact:
                value = p.congr(lambda y: A(y, t, k), number)
                each = p.have(Eq(kept(i, t, k), G(t, k)), value, entry)
                return p.exists_intro(goal, [i], each)

            there = p.specialize(some[5], c, using=[low, high, moved])
            return p.exists_elim(there, [i], at_place, goal)

        found = p.specialize(all_[2], G, using=entries)
        out.append(p.specialize(some[4], i))
        out.append(p.exists_elim(found, [c], at_matrix, goal))
        return p.exists_intro(p.goal, [M, kept], *some[:2], *out)

    all_ = p.obtain(matrices, A)
    return p.exists_elim(chosen, [M, s], lambda *some: prove(all_, some))


def _same_columns(p: Proof, back: Fact, apart: Fact) -> Fact:
    """Prove that no two columns of A(c, ., .) are equal, as no two of G are; `back` shows that entries (t, k) agree."""
    ends = {v: [p.assume(f) for f in (1 <= v, v <= n)] for v in (k, l)}
    same = p.assume(every(lambda t: Eq(A(c, t, k), A(c, t, l)), 1, d))
    other = p.instantiate(p.generalize(k, back), [])
    at_l = p.specialize(other, l, using=ends[l])
    entry = p.have(Eq(G(t, k), G(t, l)), back, at_l, p.specialize(same, t))
    column = p.generalize(t, entry)
    no = p.specialize(p.specialize(apart, k), l, using=[*ends[l], p.assume(negation(Eq(k, l)))])
    return p.discharge(p.mp(no, column), same.concl)
