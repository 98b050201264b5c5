"""sin, cos and powers of e as numbers of which only the range is kept: what holds for all such numbers holds.

−1 <= sin u <= 1, and so for cos; e^w is between 0 and e^c where w <= c, or above e^c where c <= w. As c is tried 0, and
for a sum of products of sin and cos the sum of the sizes of its coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, mul, num
from proofs.search.base.algebra import as_exponential
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, log_arguments, simplified, swapped
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

BRIEFLY = 0.3  # of the effort, for the range of an exponent


class Ranges:
    """The ranges of the numbers that stand in a question, each with a name."""

    def __init__(self, search: Search, asked: Asked) -> None:
        self.search, self.asked = search, asked
        self.names: dict[Term, Term] = {}
        self.facts: list[Fact] = []

    def name(self, t: Term) -> Term:
        """A variable for sin, cos or a power of e."""
        if t not in self.names:
            self.names[t] = fresh(f"{t.op}'{len(self.names)}", (*self.asked.given, self.asked.goal))
            if t.op == "exp":
                self.facts += [self.search.run("exp_pos", t.args[0]), *self.ends(t.args[0])]
            else:
                self.facts += [
                    self.search.p.apply(None, f"trigonometry.{t.op}_{end}", x=t.args[0]) for end in ("low", "high")
                ]
        return self.names[t]

    def ends(self, w: Term) -> Iterator[Fact]:
        """e^w <= e^c or e^c <= e^w, if w is seen to be on one side of a c."""
        for low, high in self._orders(w):
            if not seems_false(self.asked.given, le(low, high)):
                ways = [partial(self.search.prove, self.asked.given, simplified(le(low, high)), self.asked.depth + 1)]
                found = self.search.attempt("range of an exponent", ways, BRIEFLY)
                if found is not None:
                    plain = self.search.run("arith", le(low, high), [(num(1), [found])], [], [])
                    yield self.search.p.apply(None, "elementary.exp_le", plain, x=low, y=high)
                    return

    def _orders(self, w: Term) -> Iterator[tuple[Term, Term]]:
        yield w, num(0)
        yield num(0), w
        if all(not a.is_exp and a.term.op in ("sin", "cos") and e == int(e) and e > 0 for m in normal(w) for a, e in m):
            most = num(sum(abs(c) for c in normal(w).values()))
            yield w, most
            yield -most, w

    def put(self, f: Term) -> Term:
        """A number with the names."""
        out = num(0)
        for m, c in normal(f).items():
            powers = frozenset((a, e) for a, e in m if a.is_exp)
            whole = as_exponential(powers) if powers else num(1)
            kept = not whole.free or bool(log_arguments(whole))
            part = whole if kept else self.name(whole)
            for a, e in m - powers:
                wave = a.term.op in ("sin", "cos") and a.term.free and e == int(e) and e > 0
                part = mul(part, self.name(a.term) ** int(e) if wave else as_term({frozenset([(a, e)]): fmpq(1)}))
            out = out + num(c) * part
        return out


def by_ranges(search: Search, asked: Asked) -> Fact:
    """The goal for all numbers in the ranges."""
    known = Ranges(search, asked)
    put = known.put(asked.f)
    if not known.names or (all(t.op == "exp" for t in known.names) and len(known.facts) == len(known.names)):
        raise NotFound("no ranges")
    search.meaning |= {v: t for t, v in known.names.items()}
    goal = (lt if asked.goal.op == "lt" else le)(num(0), canonical(put))

    def named(f: Term) -> Term:
        for t, v in known.names.items():
            f = swapped(f, t, v)
        return f

    sides = [named(fact.concl) for fact in known.facts]
    given = [*asked.given, *sides]
    if seems_false(given, goal):
        raise NotFound("not for all numbers in these ranges")
    out = search.prove(given, goal, asked.depth + 1)
    out = search.cut(search.run("instantiate", out, [(v, t) for t, v in known.names.items()]), known.facts)
    return search.run("arith", asked.goal, [(num(1), [out])], [], [])


@method("ranges of sin, cos and powers of e", share=0.25)
def ranges(search: Search, asked: Asked) -> Iterator[Way]:
    """For sin, cos and powers of e, of several variables, or several of them."""
    if any(a.term.op in ("sin", "cos") or a.is_exp for m in normal(asked.f) for a, _ in m):
        yield partial(by_ranges, search, asked)
