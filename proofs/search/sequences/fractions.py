"""Telescoping sums and products of rational functions of the index.

Σ R(i) = T(hi + 1) − T(lo) if R(i) = T(i + 1) − T(i), and Π R(i) = T(hi + 1) / T(lo) if R(i) = T(i + 1) / T(i).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import reduce

from flint import fmpq, fmpq_mat, fmpq_poly

from proofs.kernel.normal import Mono, Poly, as_term, atom, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, eq, instantiate_bound, inv, mul, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import product_of, walk
from proofs.search.sequences.known import Known

MOST_FACTORS = 8  # factors of the denominator of T
MORE = 3  # further values with which T is compared


def _polynomial(t: Term, i: Term) -> fmpq_poly:
    """Convert a term into a polynomial in the index.

    Raises
    ------
    NotFound
        if the term is no polynomial in the index.
    """
    out = fmpq_poly([0])
    for m, v in normal(t).items():
        if any(a.term is not i or e.q != 1 or e < 0 for a, e in m):
            raise NotFound("no polynomial in the index")
        out += v * fmpq_poly([0, 1]) ** sum(int(e) for _, e in m)
    return out


def _shifts(p: fmpq_poly) -> dict[fmpq, int]:
    """Return the numbers c with their multiplicities for a polynomial that is a product of factors i + c."""
    _, factors = p.numer().factor()
    if any(f.degree() != 1 for f, _ in factors):
        raise NotFound("a denominator without linear factors")
    return {fmpq(f[0], f[1]): often for f, often in factors}


def _denominators(q: Poly, i: Term) -> dict[fmpq, int]:
    """Return the numbers c of the denominators i + c, and the highest multiplicity of each in a summand."""
    out: dict[fmpq, int] = {}
    for m in q:
        here: dict[fmpq, int] = {}
        for a, e in m:
            if a.term.op == "inv" and e > 0 and e.q == 1:
                for c, often in _shifts(_polynomial(a.term.args[0], i)).items():
                    here[c] = here.get(c, 0) + int(e) * often
            elif a.term is not i or e.q != 1 or e < 0:
                raise NotFound("no fraction of the index")
        out = {c: max(out.get(c, 0), here.get(c, 0)) for c in (*out, *here)}
    return out


def _value(q: Poly, i: Term, at: fmpq) -> fmpq:
    """Return the value of a rational function of the index."""
    total = fmpq(0)
    for m, v in q.items():
        for a, e in m:
            v *= at ** int(e) if a.term is i else 1 / _polynomial(a.term.args[0], i)(at) ** int(e)
        total += v
    return total


def _spread(shifts: dict[fmpq, int]) -> list[fmpq]:
    """Return the c of the factors i + c of the denominator of T: numbers c .. c + n of R give c .. c + n − 1."""
    out: list[fmpq] = []
    rest = dict(shifts)
    while rest:
        least = min(rest)
        alike = sorted(c for c in rest if (c - least).q == 1)
        often = max(rest.pop(c) for c in alike)
        out += [least + k for k in range(int(alike[-1] - least)) for _ in range(often)]
    if not 0 < len(out) <= MOST_FACTORS:
        raise NotFound("no denominators that follow each other")
    return out


def telescoping(known: Known, b: Term) -> Fact:
    """Prove the value of a telescoping sum of rational functions of the index.

    Raises
    ------
    NotFound
        if the sum is not of this form.
    """
    lo, _, body = b.args
    i = var("i'", "Z")
    q = normal(instantiate_bound(body, (i,)))
    if lo.op != "num" or body.op == "num":
        raise NotFound("no sum of fractions")
    below = _spread(_denominators(q, i))
    start = fmpq(*lo.args)

    def column(x: fmpq) -> list[fmpq]:
        """Return (x + 1)^e / D(x + 1) − x^e / D(x) for all e below the degree of D."""
        here, there = (reduce(lambda v, c: v * (y + c), below, fmpq(1)) for y in (x, x + 1))
        return [(x + 1) ** e / there - x**e / here for e in range(len(below))]

    points = [start + k for k in range(len(below) + MORE)]
    if any(x + c <= 0 for x in points[:1] for c in below):
        raise NotFound("a denominator that is not positive")
    rows, values = [column(x) for x in points], [_value(q, i, x) for x in points]
    try:
        found = fmpq_mat(rows[: len(below)]).solve(fmpq_mat([[v] for v in values[: len(below)]]))
    except ZeroDivisionError:
        raise NotFound("no closed form") from None
    top = [found[e, 0] for e in range(len(below))]
    if any(
        sum((t * x for t, x in zip(top, row, strict=True)), fmpq(0)) != v for row, v in zip(rows, values, strict=True)
    ):
        raise NotFound("it does not telescope")
    return _proved(known, b, top, below)


def _proved(known: Known, b: Term, top: Sequence[fmpq], below: Sequence[fmpq]) -> Fact:
    """Prove Σ R = T(hi + 1) − T(lo), where T is the quotient of a polynomial by the product of the factors i + c."""
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i = index.i
    powers = [mul(num(t), *[i] * e) if e else num(t) for e, t in enumerate(top) if t]
    numerator = powers[0] if len(powers) == 1 else add(*powers)
    ratio = mul(numerator, *(inv(i + num(c)) for c in below))
    after = substitute(ratio, {i: i + 1})
    member = index.member(body)
    signs = [f for f in known.denominators(member - after + ratio, index.ends) if f.concl.op == "lt"]
    for d in dict.fromkeys(t.args[0] for t in walk(canonical(member)) if t.op == "inv"):
        with suppress(KernelError):  # a negative denominator
            signs.append(known.positive(canonical(-d), index.ends))
    same = known.run("arith", eq(member, after - ratio), [], [], signs)
    up = known.summed(index, same)
    total = known.p.apply("sums.telescope", known.count(b), f=index.function(ratio), lo=lo, hi=hi)
    return known.linear(eq(b, total.concl.args[1]), [up, total])


# --- products --------------------------------------------------------------------------------------------------------


def _fraction(q: Poly, i: Term) -> tuple[fmpq_poly, fmpq_poly]:
    """Return the numerator and the denominator of a rational function of the index, in lowest terms."""
    top, below = fmpq_poly([0]), fmpq_poly([1])
    for m, v in q.items():
        over, under = fmpq_poly([v]), fmpq_poly([1])
        for a, e in m:
            if e.q != 1 or e < 0 or (a.term.op != "inv" and a.term is not i):
                raise NotFound("no fraction of the index")
            if a.term is i:
                over *= fmpq_poly([0, 1]) ** int(e)
            else:
                under *= _polynomial(a.term.args[0], i) ** int(e)
        top, below = top * under + over * below, below * under
        common = top.gcd(below)
        top, below = top // common, below // common
    return top, below


def _moved(f: fmpq_poly, k: int) -> fmpq_poly:
    """Return f(i + k) as a polynomial in i."""
    return f(fmpq_poly([k, 1]))


def _step(f: fmpq_poly, g: fmpq_poly) -> int | None:
    """Return the integer k with g(i) = f(i + k) for monic polynomials f and g, or None."""
    d = f.degree()
    k = (g[d - 1] - f[d - 1]) / d
    return int(k) if d == g.degree() and k.q == 1 and _moved(f, int(k)) == g else None


def _monic(f: fmpq_poly) -> list[fmpq_poly]:
    """Return the monic irreducible factors of a polynomial, repeated according to their multiplicities."""
    _, found = f.numer().factor()
    return [fmpq_poly(h) / fmpq_poly(h)[h.degree()] for h, often in found for _ in range(often) if h.degree()]


def quotient(q: Poly, i: Term, start: fmpq) -> Term:
    """Return T with T(i + 1) / T(i) = R(i) for a rational function R of the index; T is defined from `start` on.

    Raises
    ------
    NotFound
        if no such rational function is found.
    """
    top, below = _fraction(q, i)
    if not below.degree() or top[top.degree()] != below[below.degree()]:
        raise NotFound("it does not stay near 1")
    over, under = _monic(top), _monic(below)
    parts: list[tuple[fmpq_poly, int]] = []  # factors of T with exponents 1 or −1
    for f in under:
        step = next((s for g in over for s in [_step(f, g)] if s), None)
        if step is None:
            raise NotFound("a factor that does not telescope")
        over.remove(_moved(f, step))
        parts += [(_moved(f, k), 1) for k in range(step)] + [(_moved(f, k), -1) for k in range(step, 0)]
    if over or len(parts) > MOST_FACTORS or any(f(start) == 0 for f, _ in parts):
        raise NotFound("it does not telescope")
    return product_of([as_term(_poly(f, i)) if power > 0 else inv(as_term(_poly(f, i))) for f, power in parts])


def shortened(q: Poly, i: Term) -> Term:
    """Return a polynomial with its rational functions of the index in lowest terms."""
    parts: dict[Mono, Poly] = {}
    for m, c in q.items():
        own = frozenset(x for x in m if x[0].term is i or (x[0].term.op == "inv" and x[0].term.free == {i}))
        parts.setdefault(m - own, {})[own] = c
    out: list[Term] = []
    for m, of_index in parts.items():
        top, below = _fraction(of_index, i)
        over = as_term(_poly(top, i))
        rest = as_term({m: fmpq(1)})
        out.append(
            mul(rest, over, inv(as_term(_poly(below, i)))) if below.degree() else mul(rest, over, num(1 / below[0]))
        )
    return canonical(add(*out) if len(out) > 1 else out[0]) if out else num(0)


def product_telescoping(known: Known, b: Term) -> Fact:
    """Prove the value of a telescoping product of rational functions of the index.

    Raises
    ------
    NotFound
        if the product is not of this form.
    """
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    if lo.op != "num" or not body.loose:
        raise NotFound("no product of fractions")
    t = quotient(normal(member), i, fmpq(*lo.args))
    after = substitute(t, {i: i + 1})
    same = eq(member * t, after)
    signs = [f for f in known.denominators(same.args[0] - after, index.ends) if f.concl.op == "lt"]
    steps = known.everywhere(index, known.run("arith", same, [], [], signs))
    by = {"f": index.function(t), "g": index.function(member), "lo": lo, "hi": hi}
    whole = known.p.apply("inequalities.prod_telescope", steps, known.count(b), **by)
    start = canonical(substitute(t, {i: lo}))
    value = canonical(whole.concl.args[1]) * inv(start)
    return known.run("arith", eq(b, value), [(inv(start), [whole])], [], [])


def _poly(f: fmpq_poly, i: Term) -> Poly:
    return {frozenset([(atom(i), fmpq(e))] if e else []): c for e, c in enumerate(f.coeffs()) if c}
