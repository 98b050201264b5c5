"""What a term or a formula says, whatever its form, to compare what is read with what was printed."""

from __future__ import annotations

from collections.abc import Hashable

from proofs.kernel.normal import canonical, key
from proofs.kernel.terms import FALSE, Term, domain, instantiate_bound, inv, mul, rebuild
from proofs.language.notation import variable


def _factors_inverted(t: Term, passed: int = 0) -> Term:
    """Return a term with 1/(a b) written as 1/a · 1/b, which is the same, as 1/0 is 0."""
    t = rebuild(t, _factors_inverted)
    return _inverse(t.args[0]) if t.op == "inv" else t


def _inverse(t: Term) -> Term:
    if t.op == "mul":
        return mul(*map(_inverse, t.args))
    return t.args[0] if t.op == "inv" else inv(t)


def meaning(t: Term, level: int = 0) -> Hashable:
    """The normal form of a term or a formula: two with the same one are equal by arithmetic and double negation.

    Text does not tell a·(b·c) from (a·b)·c, or a/b from a·b⁻¹, or 1/(a b) from 1/a · 1/b, or ∃ from ¬∀¬.
    """
    if t.op == "imp":
        a, b = t.args
        if b is FALSE and a.op == "imp" and a.args[1] is FALSE:
            return meaning(a.args[0], level)
        return "imp", meaning(a, level), meaning(b, level)
    if t.op == "all":
        x = variable(f"any{level}'", t.args[0])
        return "all", t.args[0], meaning(instantiate_bound(t.args[1], (x,)), level + 1)
    if t.op == "lam":
        at = tuple(variable(f"at{level}'{k}", sort) for k, sort in enumerate(reversed(domain(t.sort))))
        return "lam", t.sort, meaning(instantiate_bound(t.args[1], at), level + 1)
    t = _factors_inverted(t)
    return key(t) if t.sort == "B" else canonical(t) if t.sort in ("Z", "R") else t
