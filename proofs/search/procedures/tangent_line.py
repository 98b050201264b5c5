"""Tangent lines of log (Gibbs' inequality), which make a goal rational, and of exp, which remove its variables.

In log t <= log s + t/s − 1, s is 1 or the argument of another logarithm: the same for all t, or one for each t with the
opposite coefficient, so that log s cancels. If a product is 1, a multiple of the sum of its logarithms is added first.
The tangent e^a >= e^b (1 + a − b) is used if no variable remains. For example, x*log(x) + (1 - x)*log(1 - x) <=
log(x**2 + (1 - x)**2) on 0 < x < 1, and exp(x) >= 1 + x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from proofs.kernel.normal import Mono, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, inv, le, log, lt, mul, num
from proofs.search.base.algebra import as_exponential, exponentials
from proofs.search.base.facts import sum_of_logs, tangent
from proofs.search.base.formulas import is_rational, unit_product
from proofs.search.cones.rational import without_denominators
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import signs

ONE = num(1)
MOST = 6  # logarithms


@dataclass(frozen=True)
class Logs:
    """A sum Σ c log t + rest: the mapping from t to c, the rest, and an added multiple of Σ log x, where Π x = 1."""

    factors: Mapping[Term, Term]
    rest: Term
    added: tuple[Term, Term] | None = None


def logs_of(f: Term) -> Logs | None:
    """Write a term as such a sum; return None if logarithms are multiplied or nested."""
    factors: dict[Term, dict] = {}
    rest = {}
    for m, c in normal(f).items():
        own = [(a, e) for a, e in m if a.term.op == "log" and a.term.free]
        if len(own) > 1 or any(e != 1 for _, e in own) or any(_has_log(a.term) for a, _ in m - set(own)):
            return None
        if own:
            factors.setdefault(own[0][0].term.args[0], {})[m - set(own)] = c
        else:
            rest[m] = c
    if not 0 < len(factors) <= MOST or any(map(_has_log, factors)):
        return None
    return Logs({t: as_term(p) for t, p in factors.items()}, as_term(rest))


def _has_log(t: Term) -> bool:
    return t.op in ("log", "exp") or any(isinstance(a, Term) and _has_log(a) for a in t.args)


def with_products(logs: Logs, given: Sequence[Term]) -> Iterator[Logs]:
    """Yield the sum and, if Π x = 1 is given, the sums with a multiple of Σ log x added."""
    yield logs
    for g in given:
        if unit_product(g) != logs.factors.keys():
            continue
        total = sum(logs.factors, num(0))
        for c in (total, canonical(-total)):
            moved = {t: canonical(own + c) for t, own in logs.factors.items()}
            yield replace(logs, factors={t: own for t, own in moved.items() if normal(own)}, added=(c, g))


def tangent_points(logs: Logs, negative: Mapping[Term, bool]) -> Iterator[dict[Term, Term]]:
    """Yield choices of s for each t such that the terms log s cancel."""
    yield dict.fromkeys(logs.factors, ONE)
    if not normal(sum(logs.factors.values(), num(0))):
        yield from ({t: s for t in logs.factors if t is not s} for s in logs.factors)
    pairs = {
        t: s
        for t, c in logs.factors.items()
        for s, d in logs.factors.items()
        if negative[t] and not negative[s] and not normal(c + d)
    }
    if len(set(pairs.values())) == len(pairs) == sum(negative.values()) and 2 * len(pairs) == len(logs.factors):
        yield pairs


class Bounds:
    """Comparisons of logarithms under hypotheses."""

    def __init__(self, search: Search, asked: Asked) -> None:
        self.search, self.asked, self.run = search, asked, search.run
        self.positive: dict[Term, Fact] = {}

    def shown(self, goal: Term) -> Fact:
        """Prove a fact about the variables."""
        return self.search.prove(self.asked.given, goal, self.asked.depth + 1)

    def sign(self, t: Term) -> Fact:
        """Prove 0 < t."""
        if t not in self.positive:
            self.positive[t] = self.shown(lt(num(0), t))
        return self.positive[t]

    def above(self, t: Term, s: Term) -> Fact:
        """Prove log t − log s <= t/s − 1."""
        apply = self.search.p.apply
        if s is ONE:
            return apply("elementary.log_le_sub", self.sign(t), x=t)
        if t is ONE:  # 1 − log s <= e^(−log s) = 1/s
            same, down = self.run("exp_log", self.sign(s)), exp(-log(s))
            same = self.run("arith", eq(down, inv(s)), [(-(inv(s) * down), [same])], [], [self.sign(s)])
            sums = [(ONE, [self.run("exp_ge", -log(s))]), (ONE, [same])]
            return self.run("arith", le(1 - log(s), inv(s)), sums, [], [])
        return apply("elementary.log_tangent", self.sign(t), self.sign(s), x=t, u=s)


def by_bounds(
    search: Search, asked: Asked, logs: Logs, negative: Mapping[Term, bool], by: Mapping[Term, Term], new: Term
) -> Fact:
    """Prove the goal from 0 <= new, where bounds replace the logarithms."""
    bounds = Bounds(search, asked)
    wanted = (lt if asked.goal.op == "lt" else le)(num(0), new)
    ask = partial(search.prove, depth=asked.depth + 1)
    whole = is_rational(new)
    inside = without_denominators(search, asked.given, wanted, asked.depth, ask) if whole else bounds.shown(wanted)
    sums = [(num(1), [inside])]
    for t, s in by.items():
        c = logs.factors[t]
        sign = bounds.shown(le(num(0), canonical(-c) if negative[t] else c))
        sums.append((num(1), [sign, bounds.above(t, s) if negative[t] else bounds.above(s, t)]))
    if logs.added is not None:
        c, g = logs.added
        sums.append((c, [sum_of_logs(search, g, bounds.sign)]))
    return search.run("arith", asked.goal, sums, [], [bounds.sign(t) for t in logs.factors])


@method("logs by tangents", share=0.4)
def tangents_of_logarithms(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield tangent lines of logarithms whose coefficients have known signs."""
    plain = logs_of(asked.f)
    if plain is None or (len(plain.factors) > 1 and not search.has_long):
        return
    from proofs.search.points.descent import on_hypotheses  # NumPy takes time to load

    names = sorted({v for g in (*asked.given, asked.f) for v in g.free}, key=str)
    where = [dict(zip(names, map(float, v), strict=True)) for v in on_hypotheses(asked.given, names)]
    for logs in with_products(plain, asked.given):
        seen = {t: set(signs(c, where)) - {0} for t, c in logs.factors.items()}
        if any(len(found) != 1 for found in seen.values()):
            continue
        negative = {t: found == {-1} for t, found in seen.items()}
        for by in tangent_points(logs, negative):
            parts = [mul(logs.factors[t], t * inv(s) - 1 if negative[t] else 1 - s * inv(t)) for t, s in by.items()]
            new = canonical(sum(parts, logs.rest))
            if -1 not in signs(new, where):
                yield partial(by_bounds, search, asked, logs, negative, by, new)


def exponents_of(f: Term) -> dict[Mono, Term]:
    """Return the monomials of a sum that are powers of e, with their exponents."""
    found = {m: as_exponential(m) for m in normal(f) if m and all(a.is_exp for a, _ in m)}
    return {m: t.args[0] for m, t in found.items() if t.op == "exp"}


def weakened(f: Term) -> Iterator[tuple[Term, Term, Term]]:
    """Yield f with a power of e replaced by a tangent line, and the exponents a and b of the tangent."""
    p, found = normal(f), exponents_of(f)
    numbers = [e.args[0] for e in exponentials(f) if not e.free]
    for m, a in found.items():
        if p[m] > 0:
            for b in dict.fromkeys((*(w for k, w in found.items() if k != m), *numbers, num(0))):
                yield canonical(f - num(p[m]) * exp(a) + num(p[m]) * exp(b) * (1 + a - b)), a, b


def by_tangent_of_exponential(search: Search, asked: Asked, less: Term, a: Term, b: Term) -> Fact:
    """Prove the goal from 0 <= less, where a tangent replaces e^a."""
    inside = search.prove(asked.given, (lt if asked.goal.op == "lt" else le)(num(0), less), asked.depth + 1)
    return search.p.have(asked.goal, inside, tangent(search, exp(a), exp(b)), degree=1)


@method("a tangent of a power of e")
def tangent_of_exponential(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the tangent lines of some e^a after which no variable remains."""
    for row in weakened(asked.f) if asked.f.free else ():
        if not row[0].free:
            yield partial(by_tangent_of_exponential, search, asked, *row)
