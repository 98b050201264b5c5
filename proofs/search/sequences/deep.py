"""Powers of simple and double sums, compared with products of sums by inequalities between the members.

(Σ h)² <= Σ f Σ g if h² <= f g, and (Σ h)³ <= Σ f Σ g Σ w if h³ <= f g w, for non-negative f, g and w.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, big, le, mul
from proofs.search.sequences.forms import factors, product_of, single_factors
from proofs.search.sequences.known import Known

NAMES = {2: ("f", "g"), 3: ("f", "g", "w")}
THEOREMS = {2: "inequalities.cauchy_schwarz_of_members", 3: "inequalities.hoelder_of_members"}


class Deep:
    """A simple or double sum, with its indices and its member at these indices."""

    def __init__(self, known: Known, b: Term) -> None:
        self.indices = [known.index(*b.args[:2])]
        self.member = canonical(self.indices[0].member(b.args[2]))
        parts = list(factors(self.member))
        k = next((k for k, t in enumerate(parts) if t.op == "sum" and self.indices[0].i in t.free), None)
        if k is not None and self.indices[0].i not in parts[k].args[0].free | parts[k].args[1].free:
            with known.inside(self.indices[0]):
                self.indices.append(known.index(*parts[k].args[:2]))
            inner = self.indices[1].member(parts[k].args[2])
            self.member = canonical(product_of([*parts[:k], *parts[k + 1 :], inner]))

    def total(self, t: Term) -> Term:
        """Return the sum of a term over the indices."""
        for index in reversed(self.indices):
            t = big("sum", index.lo, index.hi, abstract(t, [index.i]))
        return t


def power_of_sum(known: Known, deep: Deep, power: int, shares: Sequence[Term]) -> Fact:
    """Prove that a power of the sum is at most the product of the sums of the `shares`; their number is `power`."""
    index = deep.indices[0]
    with known.inside(index):
        around = [*index.facts, *known.of_pairs(index, deep.member), *known.ranged(index, deep.member)]
        here = _of_members(known, deep, power, shares, around)
    every = [known.everywhere(index, f) for f in here]
    by = {name: index.function(t) for name, t in zip((*NAMES[power], "h"), _rows(deep, shares), strict=True)}
    return known.p.apply(
        THEOREMS[power], *every, known.settle(le(index.lo, index.hi + 1)), lo=index.lo, hi=index.hi, **by
    )


def _rows(deep: Deep, shares: Sequence[Term]) -> list[Term]:
    """Return the members of the outer sums."""
    terms = [*shares, deep.member]
    if len(deep.indices) == 1:
        return terms
    inner = deep.indices[1]
    return [big("sum", inner.lo, inner.hi, abstract(t, [inner.i])) for t in terms]


def _of_members(known: Known, deep: Deep, power: int, shares: Sequence[Term], around: Sequence[Fact]) -> list[Fact]:
    """Return the hypotheses of the theorem, which concern the members of the outer sums."""
    signed = [*shares, *([deep.member] if power == 3 else [])]
    whole = le(mul(*[deep.member] * power), mul(*shares))
    sizes = dict.fromkeys(t for x in (deep.member, *shares) for t in single_factors(x) if t.op == "abs")
    squares = [known.p.apply("elementary.abs_square", u=t.args[0]) for t in sizes]
    same = known.linear(whole, squares, depth=3)
    if len(deep.indices) == 1:
        return [*(known.nonnegative(t, around) for t in signed), same]
    inner = deep.indices[1]
    with known.inside(inner):
        here = [*around, *inner.facts, *(f for x in deep.indices for f in known.of_pairs(x, deep.member))]
        signs = [known.everywhere(inner, known.nonnegative(t, here)) for t in signed]
    names = (*NAMES[power], "h")
    by = {name: inner.function(t) for name, t in zip(names, (*shares, deep.member), strict=True)}
    by |= {"lo": inner.lo, "hi": inner.hi}
    proper = known.settle(le(inner.lo, inner.hi + 1))
    row = known.p.apply(THEOREMS[power], *signs, known.everywhere(inner, same), proper, **by)
    sums = [
        known.p.apply("sums.sum_nonneg", sign, f=by[name], lo=inner.lo, hi=inner.hi)
        for name, sign in zip(names, signs, strict=False)
    ]
    return [*sums, row]
