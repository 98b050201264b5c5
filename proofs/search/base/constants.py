"""Facts about constants: logarithms of rationals, rational square roots, and sin and cos at multiples of π."""

from __future__ import annotations

from math import isqrt

from flint import fmpq

from proofs.builder.proof import Proof
from proofs.kernel.normal import Atom, Mono, as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, atan, num
from proofs.search.base.formulas import waves_in
from proofs.search.base.waves import value_at_turn, values_in


def constant_facts(p: Proof, f: Term) -> list[Fact]:
    """Return log r as a sum of logarithms of primes, and e^(log r) = r, for the rationals r in f."""
    rationals = {u for u in _numerals_in_logs(f) if u.args[0] > 0}
    facts = []
    for r in sorted(rationals, key=lambda u: u.args):
        facts += _prime_logs(p, r)
        facts.append(p.rule("exp_log", p.positive(r)))
    return facts


def values_of_waves(p: Proof, f: Term) -> list[tuple[Fact, Term]]:
    """Return equations for sin and cos at multiples of π and for atan at 0, each with its coefficient in f."""
    out: list[tuple[Fact, Term]] = []
    left, zero = normal(f), atan(num(0))
    known = [(t, value_at_turn(p, t)) for t in waves_in(f) if not t.free]
    known += [(zero, p.theorem("trigonometry.atan_zero"))] if zero in values_in(f, "atan") else []
    for t, fact in known:
        ((power,),) = normal(t)
        while fact and (with_it := {m: c for m, c in left.items() if any(a is power[0] for a, _ in m)}):
            coefficient = as_term({_once_less(m, power[0]): c for m, c in with_it.items()})
            out.append((fact, coefficient))
            level = fact.concl.args[1]
            left = normal(as_term({m: c for m, c in left.items() if m not in with_it}) + level * coefficient)
    return out


def _once_less(m: Mono, a: Atom) -> Mono:
    return frozenset((b, e - 1 if b is a else e) for b, e in m if b is not a or e != 1)


def _numerals_in_logs(t: Term) -> set[Term]:
    own = {t.args[0]} if t.op == "log" and t.args[0].op == "num" else set()
    return own.union(*(_numerals_in_logs(a) for a in t.args if isinstance(a, Term)))


def prime_powers(r: Term) -> list[tuple[int, int]]:
    """Return the factorization of a positive rational; a cofactor without small prime factors counts as prime."""
    out = []
    for n, sign in ((r.args[0], 1), (r.args[1], -1)):
        q = 2
        while n > 1:
            q = next((d for d in range(q, 2000) if n % d == 0 and d * d <= n), n)
            k = 0
            while n % q == 0:
                n, k = n // q, k + 1
            out.append((q, sign * k))
    return out


def _prime_logs(p: Proof, r: Term) -> list[Fact]:
    """Return facts that make log r a combination of logarithms of primes."""
    top, bottom = r.args
    if bottom != 1:
        inverse = p.apply("elementary.log_inv", p.positive(num(bottom)), x=num(bottom))
        facts = [inverse, *_prime_logs(p, num(bottom))]
        if top != 1:
            sides = [p.positive(num(top)), p.positive(num(1, bottom))]
            facts += [
                p.apply("elementary.log_mul", *sides, x=num(top), y=num(1, bottom)),
                *_prime_logs(p, num(top)),
            ]
        return facts
    if top == 1 or top.bit_length() > 40:
        return []
    first = next((q for q in range(2, min(top, 2000)) if top % q == 0 and q * q <= top), None)
    if first is None:
        return []
    rest = top // first
    sides = [p.positive(num(first)), p.positive(num(rest))]
    return [p.apply("elementary.log_mul", *sides, x=num(first), y=num(rest)), *_prime_logs(p, num(rest))]


def rational_root(v: fmpq) -> fmpq | None:
    """Return the square root if it is rational, and None otherwise."""
    if v < 0:
        return None
    p, q = isqrt(int(v.p)), isqrt(int(v.q))
    return fmpq(p, q) if fmpq(p * p, q * q) == v else None
