"""Proofs by cases on conditions, and the values of if-then-else under known conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, var
from proofs.language.notation import Eq, Term, num


def by_indices(p: Proof, template: Term, lo: int, hi: int, prove: Callable[[int], Fact]) -> Fact:
    """∀i. lo <= i → i <= hi → A(i), from A at each index, which `prove` proves; `template` is ∀i. A(i)."""
    i, first, last = var("i'", "Z"), num(lo), num(hi)

    def at(k: int, below: Fact) -> Fact:
        """Prove A(i) by comparing i with k; `below` says that k <= i."""
        same = p.antisymmetry(below, p.rule("assume", i <= k))
        return p.replace(same, template, prove(k))

    out = at(lo, p.rule("assume", first <= i))
    for k in range(lo + 1, hi + 1):
        above = p.integer_step(p.rule("assume", num(k - 1) < i))
        out = p.rule("cases", i, num(k - 1), out, at(k, above))
    return p.rule("generalize", i, p.discharge(out, first <= i, i <= last))


def by_cases(p: Proof, conditions: Sequence[Term], prove: Callable[[list[Fact]], Fact], *known: Fact) -> Fact:
    """Prove a fact by cases on the conditions, in the order given; `prove` receives the facts of each case."""
    if not conditions:
        return prove(list(known))
    (s, t), op, rest = conditions[0].args, conditions[0].op, conditions[1:]
    if op == "eq":
        return p.trichotomy(s, t, lambda order: by_cases(p, rest, prove, *known, order))
    s, t = (s, t) if op == "le" else (t, s)
    low, high = (by_cases(p, rest, prove, *known, p.rule("assume", g)) for g in (s <= t, t < s))
    return p.cases(s, t, low, high)


def values(p: Proof, facts: Sequence[Fact], *terms: Term) -> list[Fact]:
    """Equations for the values of nested if-then-else, as far as the facts decide their conditions."""
    return [_value(p, facts, t) for t in terms]


def _value(p: Proof, facts: Sequence[Fact], t: Term) -> Fact:
    chain, branch = [], t
    while branch.op == "ite":
        found = next((f for f in (_choice(p, branch, fact) for fact in facts) if f is not None), None)
        if found is None:
            break
        chain.append(found)
        branch = found.concl.args[1]
    return p.rule("arith", Eq(t, branch), [(num(1), [f]) for f in chain], [], [])


def _choice(p: Proof, t: Term, fact: Fact) -> Fact | None:
    try:
        return p.ite_eq(t, fact)
    except KernelError:
        return None


def by_choices(p: Proof, t: Term, conditions: Sequence[Term], claim: Callable[[Term], Term], *using: Named) -> Fact:
    """Prove a claim about a nested if-then-else by cases on its conditions; the arithmetic uses the facts `using`."""
    return by_cases(p, conditions, lambda known: p.have(claim(t), *values(p, known, t), *using))
