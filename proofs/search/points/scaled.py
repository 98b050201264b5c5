"""Rescaling of sequences in a unit that a hypothesis gives: their sum, or their Euclidean norm.

If Σ x = c for a number c such as π, substitute x = c z. If Σ x² = c, substitute x = z √(c/Σ z²); the hypothesis then
holds for every z and is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from proofs.checking.models.compiled import Undefined, compiled
from proofs.checking.refute import Instance
from proofs.kernel.normal import Mono, as_term, canonical, constant, normal, plus
from proofs.kernel.terms import (
    Term,
    abstract,
    app,
    eq,
    exp,
    forall,
    imp,
    instantiate_bound,
    inv,
    lam,
    le,
    log,
    lt,
    mul,
    num,
    substitute,
    var,
)
from proofs.search.base.formulas import free_variables
from proofs.search.points.instances import Exact, Values


@dataclass(frozen=True)
class Scaled:
    """A question in z that replaces one in x, where x = u z, or x = z √u for the functions in `roots`.

    Each unit u is a term, which may contain z.
    """

    given: tuple[Term, ...]
    goal: Term
    units: Mapping[Term, Term]
    roots: frozenset[Term]

    def instance(self, values: Values) -> Instance | None:
        """Return the values of x for given values of z; None if a unit is undefined, or irrational under its root."""
        env = values.env([*values.tables])
        units = dict(self.units)
        for f in self.roots:
            try:
                units[f] = _root(Fraction(compiled(self.units[f], Exact())(env, ())))
            except (Undefined, OverflowError, ValueError):
                return None
        return values.instance(units)


def _root(x: Fraction) -> Term:
    """Return the square root of a positive number, as a rational or as a rational times the root of an integer."""
    if x <= 0:
        raise ValueError(f"{x} is not positive")
    inside, outside = x.numerator * x.denominator, Fraction(1, x.denominator)
    root = isqrt(inside)
    if root * root == inside:
        return num(*(outside * root).as_integer_ratio())
    for d in (2, 3, 5, 7, 11, 13):
        while inside % (d * d) == 0:
            inside, outside = inside // (d * d), outside * d
    return mul(num(*outside.as_integer_ratio()), exp(num(1, 2) * log(num(inside))))


def scaled(given: Sequence[Term], goal: Term) -> Scaled | None:
    """Rescale the entries of a function by their sum, if a hypothesis gives it as an irrational number, else None."""
    for said in [g for g in given if g.op == "eq"]:
        for total, unit in (said.args, said.args[::-1]):
            of_total, unit = canonical(total), canonical(unit)
            if of_total.op != "sum" or unit.free or unit.op == "num" or len(normal(unit)) != 1:
                continue
            i = var("i'", "Z")
            entry = instantiate_bound(of_total.args[2], (i,))
            if entry.op == "app" and entry.args[1:] == (i,):
                f = entry.args[0]
                changed = tuple(_in_units(g, unit) for g in _put(f, unit, given))
                return Scaled(changed, _put(f, unit, [goal])[0], {f: unit}, frozenset())
    return None


def normed(given: Sequence[Term], goal: Term) -> Scaled | None:
    """Rescale the entries of each function by a quadratic form in them that a hypothesis fixes; None without such."""
    units: dict[Term, Term] = {}
    for said in [g for g in given if g.op == "eq"]:
        for total, number in (said.args, said.args[::-1]):
            of_total, value = canonical(total), constant(normal(number))
            functions = [v for v in free_variables([of_total]) if v.op == "fn"]
            if of_total.op != "sum" or value is None or value <= 0 or len(functions) != 1 or functions[0] in units:
                continue
            (f,) = functions
            if not _quadratic(of_total, f):
                continue
            units[f] = mul(num(value), inv(of_total))
            unit = exp(num(1, 2) * log(units[f]))
            given = [_in_units(g, unit) for g in _put(f, unit, [g for g in given if g is not said])]
            goal = _put(f, unit, [goal])[0]
            break
    return Scaled(tuple(given), goal, units, frozenset(units)) if units else None


def _put(f: Term, unit: Term, formulas: Sequence[Term]) -> list[Term]:
    """Multiply the entries of f by the unit in the formulas."""
    arity = f.args[1]
    places = [var(f"i{k}'", "Z") for k in range(arity)]
    by = {f: lam(arity, abstract(unit * app(f, *places), places))}
    return [substitute(g, by) for g in formulas]


def _quadratic(t: Term, f: Term) -> bool:
    """Return whether each monomial of a (nested) sum has degree 2 in the entries of f."""
    if t.op == "sum":
        return not any(f in end.free for end in t.args[:2]) and _quadratic(t.args[2], f)
    return bool(rows := normal(t)) and all(_degree(m, f) == 2 for m in rows)


def _degree(m: Mono, f: Term) -> int | None:
    """Return a monomial's degree in the entries of f (3 for other exponents); None if it is not a polynomial."""
    out = 0
    for a, e in m:
        if a.term.op == "app" and a.term.args[0] is f:
            out += int(e) if e == int(e) else 3
        elif a.term.op == "sum" and e == 1 and _quadratic(a.term, f):
            out += 2
        elif f in a.term.free:
            return None
    return out


def _in_units(formula: Term, unit: Term) -> Term:
    """Divide a relation by the unit, if every monomial on both sides is a multiple of it."""
    if formula.op == "all":
        i = var("i'", formula.args[0])
        return forall(formula.args[0], abstract(_in_units(instantiate_bound(formula.args[1], (i,)), unit), [i]))
    if formula.op == "imp":
        return imp(formula.args[0], _in_units(formula.args[1], unit))
    if formula.op not in ("le", "lt", "eq"):
        return formula
    ((own, c),) = normal(unit).items()
    q = plus(normal(formula.args[1]), normal(formula.args[0]), -1)
    if c < 0 or not all(own <= m for m in q):
        return formula
    rest = as_term({m - own: v / c for m, v in q.items()})
    return {"le": le, "lt": lt, "eq": eq}[formula.op](num(0), rest)
