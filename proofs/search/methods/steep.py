"""Powers of e with exponents that are no linear forms: by their tangents at other powers of e, or at 1.

e^a >= e^b (1 + a − b) for any b: so e^(x²) is at least e^x (1 + x² − x), and at least 1 + x². Which of these is
enough may depend on the sign of the variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Mono, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, exp, le, lt, num
from proofs.search.base.algebra import as_exponential
from proofs.search.base.facts import tangent
from proofs.search.base.ranges import Side
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false
from proofs.search.reductions import apart


def exponents_of(f: Term) -> dict[Mono, Term]:
    """The powers of e in a sum with their exponents; 0 for 1."""
    found = {m: as_exponential(m) for m in normal(f) if m and all(a.is_exp for a, _ in m)}
    return {m: t.args[0] for m, t in found.items() if t.op == "exp"}


def weaker(f: Term) -> Iterator[tuple[Term, Term, Term]]:
    """f with less than a power of e in its place, and the exponents a and b of the tangent that gives it."""
    p, found = normal(f), exponents_of(f)
    for m, a in found.items():
        if p[m] > 0 and max((sum(e for _, e in k) for k in normal(a)), default=fmpq(0)) > 1:
            for b in (*(w for k, w in found.items() if k != m), num(0)):
                yield canonical(f - num(p[m]) * exp(a) + num(p[m]) * exp(b) * (1 + a - b)), a, b


def by_tangent(search: Search, asked: Asked, less: Term, a: Term, b: Term) -> Fact:
    """The goal from the same with the tangent."""
    inside = search.prove(asked.given, (lt if asked.goal.op == "lt" else le)(num(0), less), asked.depth + 1)
    return search.p.have(None, asked.goal, inside, tangent(search, exp(a), exp(b)), degree=1)


def enough(given: Sequence[Term], f: Term) -> list[tuple[Term, Term, Term]]:
    """The tangents that seem to be enough."""
    return [row for row in weaker(f) if not seems_false(given, le(num(0), row[0]))]


@method("tangents of steep powers of e", share=0.3)
def steep(search: Search, asked: Asked) -> Iterator[Way]:
    """For e^a, a of the second degree at least, in one variable."""
    if not any(True for _ in weaker(asked.f)):
        return
    found = enough(asked.given, asked.f)
    for row in found:
        yield partial(by_tangent, search, asked, *row)
    names = sorted(asked.f.free, key=lambda v: v.args[0])
    if not found and len(names) == 1 and asked.box.get(names[0], Side()) == Side():
        (x,) = names
        if all(enough([*asked.given, half], asked.f) for half in (le(x, num(0)), lt(num(0), x))):
            yield partial(apart, search, asked.given, asked.goal, x, fmpq(0), asked.depth)
