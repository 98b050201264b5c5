"""Powers of one sum: it is a variable of its own, so that nothing is multiplied out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, num, rebuild
from proofs.search.base.formulas import fresh
from proofs.search.engine import Asked, Search, Way, method

LOW = 6  # powers that are as well multiplied out


def powers_in(t: Term) -> Counter[Term]:
    """The sums of variables of which powers are taken, as they are written, with the highest exponents."""
    found = Counter({u: k for u, k in Counter(t.args).items() if u.op == "add"}) if t.op == "mul" else Counter()
    for a in dict.fromkeys(a for a in t.args if isinstance(a, Term)):
        found |= powers_in(a)
    return found


def of_one_sum(asked: Asked) -> tuple[Term, dict[Term, Term]] | None:
    """A variable t, and the sums in powers by what they are if it stands for the first of them."""
    powers = powers_in(asked.goal)
    sums = sorted((u for u in powers if len(u.free) > 1), key=lambda u: (u.size, str(u)))
    if not sums or max(powers[u] for u in sums) <= LOW:
        return None
    t, first = fresh("sum'", (*asked.given, asked.goal)), sums[0]
    shifts = {u: constant(normal(u - first)) for u in sums}
    return t, {u: t + num(c) for u, c in shifts.items() if c is not None}


def by_one_sum(search: Search, asked: Asked, t: Term, sums: dict[Term, Term]) -> Fact:
    """The goal about t, that is not negative, if it is about nothing else."""
    first = next(iter(sums))

    def put(u: Term) -> Term:
        return sums[u] if u in sums else rebuild(u, lambda kid, _: put(kid))

    sign = search.prove(asked.given, le(num(0), first), asked.depth + 1)
    search.meaning[t] = first
    inside = search.prove([le(num(0), t)], put(asked.goal), asked.depth + 1)
    return search.cut(search.run("instantiate", inside, [(t, canonical(first))]), [sign])


@method("powers of one sum", share=0.4)
def one_sum(search: Search, asked: Asked) -> Iterator[Way]:
    """For high powers of a sum, and of that sum and a number."""
    found = of_one_sum(asked)
    if found is not None:
        yield partial(by_one_sum, search, asked, *found)
