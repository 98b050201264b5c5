"""Logarithms of products, quotients and products over ranges, expanded into sums of logarithms."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import gcd, lcm

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, inv, log, mul, num
from proofs.search.sequences.forms import entries, replaced, root_of, walk
from proofs.search.sequences.known import Known


def _content(t: Term) -> fmpq:
    """Return the greatest common divisor of the coefficients of a sum."""
    coefficients = normal(t).values()
    return fmpq(gcd(*(int(c.p) for c in coefficients)), lcm(*(int(c.q) for c in coefficients)))


def log_one(known: Known) -> Fact:
    """Return the theorem log 1 = 0."""
    return known.p.theorem("inequalities.log_one")


def given_products(known: Known) -> list[Fact]:
    """Return Σ log f = log c for the products Π f that hypotheses equate with a numeral c > 0."""
    out: list[Fact] = []
    for f in known.facts:
        for side, value in (f.concl.args, f.concl.args[::-1]) if f.concl.op == "eq" else ():
            if side.op == "prod" and value.op == "num" and value.args[0] > 0:
                apart = taken_apart(known, side)
                same = known.p.congr(log, f) if f.concl.args[0] is side else None
                if apart and same is not None:
                    more = [log_one(known)] if value is num(1) else []
                    total = apart[0].concl.args[1]
                    number = num(0) if more else log(value)
                    out.append(known.linear(eq(total, number), [apart[0], same, *more], depth=1))
    return out


def taken_apart(known: Known, t: Term, facts: Sequence[Fact] = (), multiples: bool = False) -> list[Fact]:
    """Return equations that expand log t into sums and differences of logarithms of parts that are proved positive.

    The outermost expansion comes first. A sum is written as a numeral times a sum only if it contains no entries, or if
    `multiples` is true.
    """
    out: list[Fact] = []

    def part(t: Term) -> None:
        if t is num(1):
            out.append(log_one(known))
        elif t.op == "mul" and not (t.args[0].op == "num" and t.args[0].args[0] <= 0):
            first, rest = t.args[0], mul(*t.args[1:]) if len(t.args) > 2 else t.args[1]
            signs = known.positive(first, facts), known.positive(rest, facts)
            out.append(known.p.apply("elementary.log_mul", *signs, x=first, y=rest))
            part(first)
            part(rest)
        elif t.op == "inv":
            sign = known.positive(t.args[0], facts)
            out.append(known.p.apply("elementary.log_inv", sign, x=t.args[0]))
            part(t.args[0])
        elif t.op == "num" and 0 < t.args[0] < 1:
            x = num(1 / t.args[0])
            out.append(known.p.apply("elementary.log_inv", known.p.positive(x), x=x))
        elif t.op == "add" and (multiples or not entries([t])) and _content(t) != 1:
            c = num(_content(t))
            rest = canonical(t * inv(c))
            signs = known.p.positive(c), known.positive(rest, facts)
            whole = known.p.apply("elementary.log_mul", *signs, x=c, y=rest)
            out.append(known.linear(eq(log(canonical(t)), whole.concl.args[1]), [whole], depth=1))
            part(c)
        elif t.op == "exp":
            for a in dict.fromkeys(a.args[0] for a in walk(canonical(t.args[0])) if a.op == "log" and not a.loose):
                part(a)
        elif root_of(t) is not None:
            w = t.args[0].args[1]
            out.append(known.p.apply("inequalities.log_sqrt", known.positive(w, facts), s=w))
            part(w)
        elif t.op == "prod":
            every = known.members(t, lambda x, at: known.positive(x, [*at, *facts]))
            out.append(known.theorem("inequalities.log_prod", t, every, known.count(t)))
            with suppress(KernelError):
                members(t)
            if not t.args[2].loose:  # expand log c in n log c
                part(t.args[2])

    def members(t: Term) -> None:
        """Add the equation that expands the logarithms of the members of a product, summed over its range."""
        index = known.index(*t.args[:2])
        x = index.member(t.args[2])
        with known.inside(index):
            apart = taken_apart(known, x, [*index.facts, *known.ranged(index, x), *facts])
        q, used = replaced(normal(log(x)), apart)
        if used:
            same = known.run("arith", eq(log(x), as_term(q)), [(as_term(m), [e]) for m, e in used], [], [])
            out.append(known.summed(index, same))

    with suppress(KernelError):
        part(t)
    return out
