"""Simplification of closed terms for display, such as the coordinates of a counterexample."""

from __future__ import annotations

from proofs.kernel.normal import constant, normal
from proofs.kernel.terms import Term, le, lt, mul, num, rebuild
from proofs.search.points.counter import truth


def simplified(t: Term) -> Term:
    """Simplify a closed term: decide conditions, combine numerals, and cancel exp and log."""
    if t.loose or t.op in ("var", "num"):
        return t
    t = rebuild(t, lambda kid, _: simplified(kid))
    known = constant(normal(t)) if t.sort in ("Z", "R") else None
    if known is not None:
        return num(known)
    if t.op == "ite":
        chosen = truth(t.args[0])
        return t if chosen is None else t.args[1] if chosen else t.args[2]
    if t.op == "abs":
        (u,) = t.args
        return u if truth(le(num(0), u)) else simplified(-u) if truth(le(u, num(0))) else t
    if t.op == "log" and t.args[0].op == "exp":
        return t.args[0].args[0]
    if t.op == "exp" and t.args[0].op == "log" and truth(lt(num(0), t.args[0].args[0])):
        return t.args[0].args[0]
    if t.op == "mul":
        factors = [a for a in t.args if a.op != "num" or a.args != (1, 1)]
        return factors[0] if len(factors) == 1 else mul(*factors)
    return t
