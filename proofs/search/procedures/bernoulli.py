"""Bernoulli's inequality: rational bounds of powers with variable exponents.

If 0 <= y <= 1, then x/(x + y − x y) <= x^y <= 1 + y (x − 1). If 1 <= y, then 1 + y (x − 1) <= x^y. Moreover 0 < x^y.
The proof distinguishes these cases for y. For example, x**y + y**x > 1 for x, y > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import product

from flint import fmpq

from proofs.kernel.normal import Atom, Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, exp, inv, le, log, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

MOST = 3  # powers in one question


@dataclass(frozen=True)
class Power:
    """A power x^y = e^(y log x), where y is not constant, with its rational coefficient."""

    atom: Term
    base: Term
    exponent: Term
    coefficient: fmpq

    @property
    def sign(self) -> int:
        """Return the sign of the coefficient."""
        return 1 if self.coefficient > 0 else -1


def powers_in(f: Term) -> tuple[Term, list[Power]]:
    """Return f without its summands c x^y, and these powers; no powers if one of them occurs in another way."""
    rest: Poly = {}
    found: list[Power] = []
    for m, c in normal(f).items():
        own = [(a, e) for a, e in m if a.is_exp and _parts(a) is not None]
        if not own:
            rest[m] = c
            continue
        (a, e), *_ = own
        parts = _parts(a)
        if len(m) > 1 or e != 1 or parts is None or len(found) == MOST:
            return f, []
        found.append(Power(a.term, *parts, c))
    return (as_term(rest), found) if found else (f, [])


def _parts(a: Atom) -> tuple[Term, Term] | None:
    """Return x and y of e^(y log x), if both contain variables."""
    p = normal(a.term.args[0])
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    logs = [(b, e) for b, e in m if b.term.op == "log"]
    exponent = as_term({m - set(logs): c})
    if len(logs) != 1 or logs[0][1] != 1 or not exponent.free or not logs[0][0].term.free:
        return None
    return logs[0][0].term.args[0], exponent


class Bounds:
    """Proofs of 0 <= sign · (x^y − bound) under hypotheses on x and y."""

    def __init__(self, search: Search, given: Sequence[Term], power: Power, depth: int) -> None:
        def shown(goal: Term) -> Fact:
            return search.prove(given, goal, depth + 1)

        self.search, self.power, self.shown = search, power, shown
        self.base = shown(lt(num(0), power.base))
        self.size = search.run("exp_log", self.base)

    def found(self) -> Iterator[tuple[Term, Fact]]:
        """Yield lower bounds of the power if its coefficient is positive, otherwise upper bounds."""
        x, y, p = self.power.base, self.power.exponent, self.search.p
        large = self.search.attempt("y >= 1", [partial(self.shown, le(num(1), y))], 0.1)
        line = 1 + y * (x - 1)
        if large is not None:
            if self.power.sign > 0:
                tangent = p.apply("elementary.bernoulli", large, x=y, u=log(x))
                yield line, p.have(le(line, self.power.atom), tangent, (self.size, y))
        else:
            ends = self.shown(le(num(0), y)), self.shown(le(y, num(1)))
            if self.power.sign < 0:
                chord = p.apply("elementary.bernoulli_concave", *ends, x=y, u=log(x))
                yield line, p.have(le(self.power.atom, line), chord, (self.size, y))
            else:
                yield self._from_inverse(ends)
        if self.power.sign > 0:
            yield num(0), self.search.run("exp_pos", self.power.atom.args[0])

    def _from_inverse(self, ends: Sequence[Fact]) -> tuple[Term, Fact]:
        """Prove x/(x + y − x y) <= x^y from (1/x)^y <= 1 + y (1/x − 1)."""
        x, y, p = self.power.base, self.power.exponent, self.search.p
        below = canonical(x + y - x * y)
        chord = p.apply("elementary.bernoulli_concave", *ends, x=y, u=-log(x))
        positive = self.shown(lt(num(0), below))
        # multiply by x and x^y, where x e^(−log x) = 1
        scale = self.base, self.search.run("exp_pos", self.power.atom.args[0])
        inverse = self.size, y * self.power.atom * exp(-log(x))
        whole = p.have(le(x, self.power.atom * below), (chord, *scale), inverse)
        bound = x * inv(below)
        return bound, self.search.run("arith", le(bound, self.power.atom), [(num(1), [whole])], [positive], [positive])


def bounded(search: Search, asked: Asked) -> Fact:
    """Prove the goal by cases for the ranges of the exponents, with the first bounds that suffice."""
    _, powers = powers_in(asked.f)
    exponents = list(dict.fromkeys(o.exponent for o in powers))
    return _by_cases(search, asked, exponents, list(asked.given))


def _by_cases(search: Search, asked: Asked, exponents: Sequence[Term], given: list[Term]) -> Fact:
    if not exponents:
        return _replaced(search, asked, given)
    y, *rest = exponents
    for side in (le(num(1), y), le(y, num(1))):
        known = search.attempt("exponent", [partial(search.prove, given, side, asked.depth + 1)], 0.05)
        if known is not None:
            return search.cut(_by_cases(search, asked, rest, [*given, side]), [known])
    small = _by_cases(search, asked, rest, [*given, le(y, num(1))])
    high = search.run("arith", le(num(1), y), [(num(1), [search.run("assume", lt(num(1), y))])], [], [])
    large = search.cut(_by_cases(search, asked, rest, [*given, le(num(1), y)]), [high])
    return search.run("cases", y, num(1), small, large)


def _replaced(search: Search, asked: Asked, given: Sequence[Term]) -> Fact:
    rest, powers = powers_in(asked.f)
    make = lt if asked.goal.op == "lt" else le
    for chosen in product(*(list(Bounds(search, given, o, asked.depth).found()) for o in powers)):
        new = reduce(lambda s, row: s + num(row[0].coefficient) * row[1][0], zip(powers, chosen, strict=True), rest)
        strict = make is lt and all(fact.concl.op == "le" for _, fact in chosen)
        goal = (lt if strict else le)(num(0), new)
        if seems_false(given, goal):
            continue
        fact = search.attempt("without powers", [partial(search.prove, given, goal, asked.depth + 1)])
        if fact is not None:
            using = [(num(abs(o.coefficient)), [b]) for o, (_, b) in zip(powers, chosen, strict=True)]
            return search.run("arith", asked.goal, [(num(1), [fact]), *using], [], [])
    raise NotFound("these bounds do not suffice")


@method("powers by tangents", share=0.4)
def without_powers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by bounds of powers x^y for goals that are rational except for summands c x^y, c rational."""
    if powers_in(asked.f)[1] and search.has_long:
        yield partial(bounded, search, asked)
