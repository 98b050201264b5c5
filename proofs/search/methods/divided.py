"""Sums of roots against one root, divided by it: √u/√w is √(u/w), so that each summand has one root.

So 1/(a √(a + b)) + … >= 3/√(2abc) is √(2abc/(a + b))/a + … >= 3, of which the tangents are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from flint import fmpq

from proofs.kernel.normal import Mono, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, inv, le, log, lt, mul, num
from proofs.search.base.facts import power_of_log
from proofs.search.base.formulas import is_rational
from proofs.search.engine import Asked, Search, Way, method

FEWEST = 3  # summands
HIGHEST = 6  # roots
Roots = dict[Term, fmpq]  # the exponents of what roots are taken of


def roots_of(m: Mono) -> tuple[Roots, Term]:
    """The roots in a product, and the rest."""
    own = {(a, e) for a, e in m if a.is_exp and a.term.args[0].op == "log" and a.term.free}
    return {a.term.args[0].args[0]: e for a, e in own}, as_term({m - own: fmpq(1)})


def without(one: Roots, other: Roots) -> Roots:
    """The exponents of a quotient."""
    out = {w: one.get(w, fmpq(0)) - other.get(w, fmpq(0)) for w in (*one, *other)}
    return {w: e for w, e in out.items() if e}


def _sum_of_logs(roots: Roots) -> Term:
    return canonical(sum((num(e) * log(w) for w, e in roots.items()), num(0)))


class Division:
    """A question with its summands divided by the roots in one of them."""

    def __init__(self, search: Search, asked: Asked, by: Roots) -> None:
        self.search, self.asked, self.by = search, asked, by
        self.rows = [(c, *roots_of(m)) for m, c in normal(asked.f).items()]
        self.positive: dict[Term, Fact] = {}

    def sign(self, w: Term) -> Fact:
        """0 < w."""
        if w not in self.positive:
            self.positive[w] = self.search.prove(self.asked.given, lt(num(0), w), self.asked.depth + 1)
        return self.positive[w]

    def one_root(self, roots: Roots) -> tuple[Term, Fact]:
        """(Π w^(k e))^(1/k) for Π w^e, and that they are equal."""
        k = lcm(*(int(e.q) for e in roots.values()))
        facts, parts = [], []
        for w, e in roots.items():
            facts += [power_of_log(self.search, w, self.sign(w), e > 0), self.sign(w)]
            parts += [w if e > 0 else inv(w)] * abs(int(k * e))
        total, inside = _sum_of_logs({w: k * e for w, e in roots.items()}), canonical(mul(num(1), *parts))
        same = self.search.p.have(None, eq(exp(total), inside), *facts)
        logs = self.search.p.congr(None, log, same)
        root = exp(num(1, k) * log(inside))
        return root, self.search.p.congr(None, lambda t: exp(num(1, k) * t), logs)

    def proved(self) -> Fact:
        """The goal from the divided one."""
        total, sums = num(0), []
        below = exp(_sum_of_logs(self.by))
        for c, roots, rest in self.rows:
            left = without(roots, self.by)
            if not left:
                total = total + mul(num(c), rest)
                continue
            root, same = self.one_root(left)
            total = total + mul(num(c), rest, root)
            sums.append((mul(num(-c), rest, below), [same]))
        make = lt if self.asked.goal.op == "lt" else le
        inside = self.search.prove(self.asked.given, make(num(0), canonical(total)), self.asked.depth + 1)
        positive = self.search.run("exp_pos", below.args[0])
        return self.search.run(
            "arith", self.asked.goal, [(num(1), [inside, positive]), *sums], [], list(self.positive.values())
        )


@method("divided by a root", share=0.4)
def divided(search: Search, asked: Asked) -> Iterator[Way]:
    """For a sum of products with different roots, one of which has a sign of its own."""
    rows = [(c, *roots_of(m)) for m, c in normal(asked.f).items()]
    if len(rows) < FEWEST or not search.has_long or not all(roots and is_rational(t) for _, roots, t in rows):
        return
    every = [(w, e) for _, roots, _ in rows for w, e in roots.items()]
    if any(e.q > HIGHEST for _, e in every) or all(w.op == "var" for w, _ in every):
        return
    for sign in (1, -1):
        alone = [roots for c, roots, _ in rows if c * sign > 0]
        if len(alone) == 1:
            yield Division(search, asked, alone[0]).proved
