"""Products of polynomials in one variable each: each weakened to α x^k + β, which touches it where all are equal.

If the goal Π p(x) >= r is sharp where all variables are t, p >= α x^k + β may be so too only with α k t^(k−1) = p'(t)
and α t^k + β = p(t). What is left, Π (α x^k + β) >= r, is an inequality between weighted means, if k is well chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial, reduce

from flint import fmpq

from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, mul, num, substitute
from proofs.search.base.algebra import slope
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import sharp_at
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false

MOST = 12  # the degree of a factor
BRIEFLY = 0.03  # of the effort, for what is left: what is true of means is seen soon


def product_of_factors(t: Term) -> dict[Term, Term]:
    """The factors of a product as it is written, by their variables; none, if one has several, or only one is there."""

    def parts(t: Term) -> Iterator[Term]:
        if t.op == "mul":
            for a in t.args:
                yield from parts(a)
        else:
            yield t

    out: dict[Term, Term] = {}
    for u in parts(t):
        if len(u.free) != 1:
            return {}
        (x,) = u.free
        out[x] = mul(out[x], u) if x in out else u
    sums = all(len(normal(u)) > 1 for u in out.values())
    return out if len(out) > 1 and sums else {}


def _degree(u: Term, x: Term) -> int | None:
    powers = [e for m in normal(u) for a, e in m]
    plain = all(a.term is x and len(m) == 1 and e.q == 1 and e > 0 for m in normal(u) for a, e in m)
    return int(max(powers)) if plain and powers and max(powers) <= MOST else None


def binomial(u: Term, x: Term, at: fmpq, k: int) -> Term | None:
    """α x^k + β that touches u at a point, with positive α and β."""
    here = {x: num(at)}
    level, rise = constant(normal(substitute(u, here))), constant(normal(substitute(slope(u, x), here)))
    if level is None or rise is None or rise <= 0:
        return None
    factor = rise / (k * at ** (k - 1))
    rest = level - factor * at**k
    return canonical(num(factor) * x**k + num(rest)) if rest > 0 else None


def by_binomials(search: Search, asked: Asked, factors: Mapping[Term, Term], weaker: Mapping[Term, Term]) -> Fact:
    """From Π of the weaker ones, and from each of them."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    s, _ = asked.goal.args
    total = reduce(mul, weaker.values())
    apart = {x: shown(le(num(0), canonical(u - weaker[x]))) for x, u in factors.items()}
    whole = partial(shown, (lt if asked.goal.op == "lt" else le)(num(0), canonical(total - s)))
    inside = search.attempt("means", [whole], BRIEFLY) or whole()
    low = [shown(lt(num(0), w)) for w in weaker.values()]
    high = [
        search.run("arith", lt(num(0), u), [(num(1), [apart[x]]), (num(1), [low[i]])], [], [])
        for i, (x, u) in enumerate(factors.items())
    ]
    steps = [(num(1), [*low[:i], d, *high[i + 1 :]]) for i, d in enumerate(apart.values())]
    return search.run("arith", asked.goal, [(num(1), [inside]), *steps], [], [])


def choices(asked: Asked) -> Iterator[tuple[dict[Term, Term], dict[Term, Term]]]:
    """The factors of the larger side, and weaker ones that seem to do."""
    s, t = asked.goal.args
    factors = product_of_factors(t)
    degrees = [d for x, u in factors.items() if (d := _degree(u, x)) is not None]
    if not factors or len(degrees) < len(factors) or not s.free <= factors.keys():
        return
    at = sharp_at([asked.f], factors)
    if at is None:
        return
    wanted = max((int(sum((e for _, e in m), fmpq(0))) for m in normal(s)), default=0)
    for k in sorted(range(1, max(degrees)), key=lambda k: abs(k - wanted)):
        weaker = {x: binomial(u, x, at, k) for x, u in factors.items()}
        plain = {x: w for x, w in weaker.items() if w is not None}
        if len(plain) < len(factors):
            continue
        gaps = [le(num(0), canonical(factors[x] - w)) for x, w in plain.items()]
        if not any(seems_false(asked.given, g) for g in (*gaps, le(s, reduce(mul, plain.values())))):
            yield factors, plain


def weakened(search: Search, asked: Asked) -> Fact:
    """By the first weaker factors that lead to it."""
    ways = [partial(by_binomials, search, asked, *choice) for choice in choices(asked)]
    fact = search.attempt("weaker factors", ways)
    if fact is None:
        raise NotFound("no weaker factors")
    return fact


@method("factors by binomials", share=0.2)
def factors_by_binomials(search: Search, asked: Asked) -> Iterator[Way]:
    """For a product of polynomials in one variable each, sharp where all variables are equal."""
    equations = any(g.op == "eq" for g in asked.given)  # on which it is not seen what seems false
    if search.has_long and not equations and product_of_factors(asked.goal.args[1]):
        yield partial(weakened, search, asked)
