"""Concatenation of two finite lists: statements about the members of both carry over to the whole list.

A list is given by several functions of the index, such as the ends and the weight of a box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import domain
from proofs.language.notation import Eq, Sum, Term, fun, hole, ints, ite, variable

Parts = Callable[[Term], Sequence[Term]]


def joined(first: Term, second: Term, length: Term) -> Term:
    """Return the function of integers with the first `length` values of `first`, followed by those of `second`."""
    arity = len(first.sort) - 4
    return fun(lambda k, *rest: ite(k <= length, first(k, *rest), second(k - length, *rest)), arity)


def carried(
    p: Proof, order: Fact, claim: Callable[..., Term], now: Sequence[Term], was: Sequence[Term], fact: Fact
) -> Fact:
    """Prove claim(now) from claim(was), where each entry of `now` is an if-then-else that `order` decides."""
    for i, (part, old) in enumerate(zip(now, was, strict=True)):

        def filled(y: Term, i: int = i) -> Term:
            return claim(*now[:i], y, *was[i + 1 :])

        indices = [variable(f"index{j}_", sort) for j, sort in enumerate(domain(part.sort))]
        before, entry = (old(*indices), part(*indices)) if indices else (old, part)
        equation = p.have(Eq(before, entry), p.ite_eq(entry, order))
        for x in reversed(indices):
            equation = p.rule("generalize", x, equation)
        fact = p.replace(equation, hole(filled, part.sort), fact)
    return fact


def sum_joined(
    p: Proof,
    make: Callable[..., Term],
    whole: Parts,
    parts: tuple[Parts, Parts],
    lengths: tuple[Term, Term],
    *low: Fact,
) -> Fact:
    """Prove Σ make(whole(k)) = Σ make(first(k)) + Σ make(second(k)); `low` says that the lengths are nonnegative."""
    (k,) = ints("joined_k_")
    first, second = lengths
    members, *single = (fun(lambda k, s=s: make(*s(k))) for s in (whole, *parts))
    here, there = p.rule("assume", k <= first), p.rule("assume", first < k)
    start, end = p.rule("assume", 1 <= k), p.rule("assume", k <= second)

    def same(order: Fact, number: int, place: Term) -> Fact:
        was = single[number](place)
        equal = p.have(Eq(was, was))
        return carried(p, order, lambda *ends: Eq(make(*ends), was), whole(k), parts[number](place), equal)

    sides = p.have(0 <= first, *low), p.have(first <= first + second, *low)
    split = p.apply("sums.sum_split", *sides, f=members, lo=1, m=first, hi=first + second)
    shift = p.apply("sums.sum_shift", f=members, lo=1, hi=second, c=first)
    before = p.generalize(k, same(here, 0, k), start, here)
    before = p.apply("sums.sum_eq", before, f=members, g=single[0], lo=1, hi=first)
    moved = p.instantiate(same(there, 1, k - first), [(k, k + first)])
    after = p.generalize(k, p.cut(moved, p.have(first < k + first, start)), start, end)
    after = p.apply("sums.sum_eq", after, f=fun(lambda k: members(k + first)), g=single[1], lo=1, hi=second)
    total = Sum(members, 1, first + second)
    return p.have(Eq(total, Sum(single[0], 1, first) + Sum(single[1], 1, second)), split, shift, before, after)
