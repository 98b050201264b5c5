"""Scaling of variables by a root of a number, so that it cancels: y = √2 t takes √2 y² + x y to √2 (2 t² + x t).

With s = w^(1/q) and x = s^g t, a monomial's power of s changes by the sum of g over its variables; where one choice of
the g takes all monomials of a formula to the same power of s but for whole powers of w, s can be divided away. It is
tried for the variables, and for their sum and differences. So a*b + b*c <= (a**2 + b**2 + c**2)/sqrt(2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, eq, exp, log, lt, mul, num, substitute
from proofs.search.base.formulas import RELATIONS, free_variables, fresh, roots_in
from proofs.search.engine import Asked, Search, Way, method

MOST = 300  # choices of exponents


def powers_of(f: Term, w: Term, q: int) -> list[tuple[int, Poly]]:
    """Return the monomials of f, each with its power of s = w^(1/q), and without it."""
    out = []
    for m, c in normal(f).items():
        of_root = [(a, e) for a, e in m if a.is_exp and a.term.args[0] is log(w)]
        power = sum((e * q for _, e in of_root), fmpq(0))
        out.append((int(power), {m - frozenset(of_root): c}))
    return out


def grades(parts: Sequence[tuple[int, Poly]], by: Mapping[Term, int], q: int) -> set[int]:
    """Return the powers of s, modulo powers of w, that monomials have after variables x are s^g x."""
    weighed = ((j, sum(int(e) * by.get(a.term, 0) for a, e in m)) for j, p in parts for m in p)
    return {(j + g) % q for j, g in weighed}


def scaling_powers(f: Term, w: Term, q: int) -> dict[Term, int] | None:
    """Return the powers of s by which the variables are scaled to eliminate s from f, with the least sum, if any."""
    parts, names = powers_of(f, w, q), sorted(f.free, key=lambda v: v.args[0])
    factors = [at for _, p in parts for m in p for at in m if at[0].term.free]
    plain = all(a.term.op == "var" and not a.is_exp and e.q == 1 and e > 0 for a, e in factors)
    if not plain or q ** len(names) > MOST or not any(j for j, _ in parts):
        return None
    for powers in sorted(product(range(q), repeat=len(names)), key=sum):
        by = dict(zip(names, powers, strict=True))
        if len(grades(parts, by, q)) == 1:
            return by
    return None


class Root:
    """A root s = w^(1/q), with facts about its powers."""

    def __init__(self, search: Search, w: Term, q: int) -> None:
        self.search, self.w, self.q, self.value = search, w, q, fmpq(*w.args)
        self.whole = search.run("exp_log", search.run("compute", lt(num(0), w), [], ["leaf", 64]))

    def power(self, j: int) -> Term:
        """Return s^j."""
        return exp(log(self.w) * num(j, self.q))

    def positive(self, j: int) -> Fact:
        """Prove 0 < s^j."""
        return self.search.run("exp_pos", log(self.w) * num(j, self.q))

    def same(self, m: int) -> Fact:
        """Prove (s^q)^m = w^m."""
        run, own, w = self.search.run, exp(log(self.w)), self.value
        if m < 0:
            inverse = exp(log(self.w) * num(m))
            return run("arith", eq(inverse, num(w**m)), [(num(-(w**m)) * inverse, [self.same(-m)])], [], [])
        rest = add(*(mul(exp(log(self.w) * num(i)), num(w ** (m - 1 - i))) for i in range(m)))
        return run("arith", eq(own**m, num(w**m)), [(rest, [self.whole])], [], [])


def by_scaling(
    search: Search, asked: Asked, w: Term, q: int, by: Mapping[Term, Term], back: Mapping[Term, Term]
) -> Fact:
    """Prove the goal from the scaled one, where x is by[x], and t is back[t]."""
    root = Root(search, w, q)
    search.meaning |= back

    def put(f: Term) -> tuple[Term, int, list[tuple[int, Term]]] | None:
        """Return P, j and c, m with f(x) = s^j P(t) if (s^q)^m = w^m, where the c (w^m − (s^q)^m) is the difference."""
        parts = powers_of(canonical(substitute(f, by)), w, q)
        least = min((j for j, _ in parts), default=0)
        if any((j - least) % q for j, _ in parts):
            return None
        rest, off = num(0), []
        for j, p in parts:
            m = (j - least) // q
            rest = rest + as_term(p) * num(root.value**m)
            if m:
                off.append((m, as_term(p) * root.power(least)))
        return canonical(rest), least, off

    hypotheses, sides = [], []
    for g in asked.given:
        found = put(g.args[1] - g.args[0]) if g.op in RELATIONS else None
        if found is None:
            continue
        rest, j, off = found
        said = RELATIONS[g.op](num(0), rest)
        hypotheses.append(said)
        sides.append((g, said, j, off))
    found = put(asked.f)
    assert found is not None
    rest, j, off = found
    inside = search.prove(hypotheses, RELATIONS[asked.goal.op](num(0), rest), asked.depth + 1)
    out = search.run("instantiate", inside, [*back.items()])

    def equal(steps: list[tuple[int, Term]], sign: int, factor: Term) -> list[tuple[Term, list[Fact]]]:
        return [(substitute(c, dict(back)) * factor * num(sign), [root.same(m)]) for m, c in steps]

    known = []
    for g, said, k, steps in sides:
        there = substitute(said, dict(back))
        down = root.positive(-k)
        fact = search.run("assume", g)
        product_ = (root.power(-k), [fact]) if g.op == "eq" else (num(1), [fact, down])
        known.append(search.run("arith", there, [product_, *equal(steps, 1, root.power(-k))], [], []))
    out = search.cut(out, known)
    product_ = (root.power(j), [out]) if asked.goal.op == "eq" else (num(1), [out, root.positive(j)])
    return search.run("arith", asked.goal, [product_, *equal(off, -1, num(1))], [], [])


def coordinates(names: Sequence[Term], taken: Sequence[Term]) -> Iterator[tuple[dict[Term, Term], dict[Term, Term]]]:
    """Yield the variables themselves, and their sum and differences: x in new variables, and these in x."""
    new = [fresh(f"{v.args[0]}'stretched", taken) for v in names]
    yield dict(zip(names, new, strict=True)), dict(zip(new, names, strict=True))
    if 1 < len(names) < 5:
        size, (total, *gaps) = len(names), new
        first = total
        for k, gap in enumerate(gaps, 1):
            first = first - gap * num(size - k)
        values = [first * num(1, size)]
        for gap in gaps:
            values.append(values[-1] + gap)
        between = [b - a for a, b in pairwise(names)]
        yield dict(zip(names, values, strict=True)), dict(zip(new, [add(*names), *between], strict=True))


@method("scaling by roots of numbers", share=0.4)
def scaled_by_roots(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield a scaling for polynomials with roots of numbers in their coefficients."""
    formulas = [*asked.given, asked.goal]
    names = free_variables(formulas)
    for w, q in roots_in([asked.goal], varying=False):
        if w.op != "num" or not asked.f.free or any(v.sort != "R" for v in names):
            continue
        for by, back in coordinates(names, formulas):
            powers = scaling_powers(canonical(substitute(asked.f, by)), w, q)
            if powers is not None:
                s = log(w) * num(1, q)
                wide = {t: exp(s * num(g)) * t for t, g in powers.items()}
                narrow = {t: exp(s * num(-g)) for t, g in powers.items()}
                yield partial(
                    by_scaling, search, asked, w, q,
                    {x: substitute(value, wide) for x, value in by.items()},
                    {t: value * narrow.get(t, num(1)) for t, value in back.items()},
                )  # fmt: skip
                break
