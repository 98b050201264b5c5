"""Finite choice: if for each k from 1 to K some function has a property, then there is a list of such functions."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import FALSE, Eq, Term, every, exists, fun, hole, implies, ite, num, variable


def member(family: Term, k: Term) -> Term:
    """Return the k-th function of a list: the family with its first index set to k."""
    return fun(lambda *i: family(k, *i), len(family.sort) - 5)


def chosen_for_each(p: Proof, holds: Callable[[Term, Term], Term], K: Term, each: Named, low: Named, sort: str) -> Fact:
    """Prove ∃F. ∀k ∈ {1..K}. holds(k, F_k) from `each`: ∀k ∈ {1..K}. ∃g. holds(k, g); `low` says 0 <= K.

    The proof is by induction on K: the list is extended by the next function.
    """
    family_sort = f"(Z{sort[1:]}"
    k, j = (variable(f"chosen_{name}_", "Z") for name in "kj")
    F, g = variable("chosen_F_", family_sort), variable("chosen_g_", sort)

    def listed(top: Term) -> Term:
        return exists(lambda F: every(lambda k: holds(k, member(F, k)), 1, top), family_sort)

    def claim(top: Term) -> Term:
        return implies(top <= K, listed(top))

    ends = [p.rule("assume", x) for x in (1 <= j, j <= num(0))]
    none = p.absurd(p.have(FALSE, *ends), holds(j, member(F, j)))
    start = p.exists_intro(listed(num(0)), [F], p.generalize(j, none, *ends))
    k_low, so_far, more = (p.rule("assume", x) for x in (0 <= k, claim(k), k + 1 <= K))
    longer = fun(lambda j, *i: ite(Eq(j, k + 1), g(*i), F(j, *i)), len(sort) - 3)
    indices = [variable(f"chosen_{i}_", "Z") for i in range(len(sort) - 4)]

    def with_both(rest: Fact, last: Fact) -> Fact:
        low_j, high_j = (p.rule("assume", x) for x in (1 <= j, j <= k + 1))

        def same(order: Fact, value: Term, fact: Fact) -> Fact:
            found = p.ite_eq(longer(j, *indices), order)
            equation = p.have(Eq(value(*indices), longer(j, *indices)), found)
            for i in reversed(indices):
                equation = p.rule("generalize", i, equation)
            return p.replace(equation, hole(lambda z: holds(j, z), sort), fact)

        def at(order: Fact) -> Fact:
            if order.concl.op == "eq":
                back = p.have(Eq(k + 1, j), order)
                return same(order, g, p.replace(back, hole(lambda q: holds(q, g), "Z"), last))
            if order.concl.args[0] is j:
                before = p.have(j <= k, p.integer_step(order))
                return same(order, member(F, j), p.specialize(rest, j, using=[low_j, before]))
            return p.absurd(p.have(FALSE, order, high_j), holds(j, member(longer, j)))

        whole = p.generalize(j, p.trichotomy(j, k + 1, at), low_j, high_j)
        return p.exists_intro(listed(k + 1), [longer], whole)

    def with_list(rest: Fact) -> Fact:
        next_one = p.specialize(each, k + 1, using=[p.have(1 <= k + 1, k_low), more])
        return p.exists_elim(next_one, [g], lambda last: with_both(rest, last), listed(k + 1))

    before = p.mp(so_far, p.have(k <= K, more))
    step = p.discharge(p.exists_elim(before, [F], with_list, listed(k + 1)), more.concl)
    every_top = p.induct(claim, 0, k, p.discharge(start, num(0) <= K), step)
    return p.specialize(every_top, K, using=[low, p.have(K <= K)])


def chosen_entries(p: Proof, holds: Callable[[Term, Term, Term], Term], d: Term, n: Term, each: Fact,
                   d_low: Named, n_low: Named) -> Fact:  # fmt: skip
    """Prove ∃M. ∀r ∈ {1..d}, c ∈ {1..n}. holds(r, c, M(r, c)) from `each`: ∀r, c there. ∃x. holds(r, c, x)."""
    r, c = (variable(f"chosen_{name}_", "Z") for name in ("row", "column"))
    x, M = variable("chosen_x_", "R"), variable("chosen_M_", "(ZZ>R)")
    ends = [p.rule("assume", y) for y in (1 <= r, r <= d, 1 <= c, c <= n)]
    own = p.specialize(p.specialize(each, r, using=ends[:2]), c, using=ends[2:])
    single = exists(lambda g: holds(r, c, g(num(1))), "(Z>R)")
    at_entry = p.exists_elim(own, [x], lambda *held: p.exists_intro(single, [fun(lambda _: x)], *held), single)
    in_row = chosen_for_each(
        p, lambda c, g: holds(r, c, g(num(1))), n, p.generalize(c, at_entry, *ends[2:]), n_low, "(Z>R)"
    )
    row = exists(lambda g: every(lambda c: holds(r, c, g(c)), 1, n), "(Z>R)")
    flat = lambda held: p.exists_intro(row, [fun(lambda c: M(c, num(1)))], held)  # noqa: E731
    rows = p.generalize(r, p.exists_elim(in_row, [M], flat, row), *ends[:2])
    return chosen_for_each(p, lambda r, g: every(lambda c: holds(r, c, g(c)), 1, n), d, rows, d_low, "(Z>R)")
