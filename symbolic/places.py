"""Linear inequalities between integers, such as indices and the ends of ranges, and their consequences."""

from collections.abc import Iterable
from functools import lru_cache

import sympy as sp
from sympy import Expr, Symbol
from sympy.logic.boolalg import Boolean

from symbolic.exact import fraction
from symbolic.linear_program import maximise


class AtLeastZero(sp.Function):
    """1 where an integer is at least 0, and 0 elsewhere."""

    nargs = 1
    is_integer = True
    is_nonnegative = True


class Known:
    """Expressions in integers that are known to be at least 0, in addition to the assumptions of their symbols."""

    def __init__(self, facts: Iterable[Expr] = ()) -> None:
        """Store the facts, split into parts without minima and maxima where possible."""
        self.facts: tuple[Expr, ...] = tuple(dict.fromkeys(part for fact in facts for part in parts(fact)))

    @classmethod
    def of(cls, assuming: Boolean | bool) -> "Known":
        """Return the facts of one comparison or of several joined by `&`; raises ValueError for any other condition."""
        facts = conditions(sp.sympify(assuming, strict=True), integers=True)
        if facts is None:
            raise ValueError(f"`assuming` must consist of comparisons of integers, joined by &, not {assuming}")
        out = cls(facts)
        if assuming == sp.false or any(_least(out.facts, fact) == sp.oo for fact in out.facts):
            raise ValueError(f"`assuming` contradicts itself or the declarations of the symbols: {assuming}")
        return out

    def also(self, *facts: Expr) -> "Known":
        """Return a copy with more facts."""
        return Known((*self.facts, *facts))

    def at_least_zero(self, x: Expr) -> bool | None:
        """Return whether an integer is at least 0; None if that is undecided."""
        several = parts(x)
        if len(several) > 1:
            answers = [self.at_least_zero(part) for part in several]
            return False if False in answers else None if None in answers else True
        (x,) = several
        if x.is_nonnegative:
            return True
        if x.is_negative:
            return False
        least, least_negative = _least(self.facts, x), _least(self.facts, sp.expand(-x))
        if least is not None and (least > -1 if is_integral(x) else least >= 0):
            return True
        return False if least_negative is not None and least_negative > 0 else None


def parts(x: Expr) -> list[Expr]:
    """Return expressions that are all at least 0 exactly if x is: y - max(a, b) gives y - a and y - b."""
    x = sp.expand(x)
    for atom, factor in x.as_coefficients_dict().items():
        if (isinstance(atom, sp.Max) and factor < 0) or (isinstance(atom, sp.Min) and factor > 0):
            return [part for argument in atom.args for part in parts(x + factor * (argument - atom))]
    return [x if x.is_Number else x.primitive()[1]]


def is_integral(x: Expr) -> bool:
    """Return whether an expression is an integer, if symbols are."""
    x = sp.expand(x)
    return bool(x.is_integer) or all(
        factor.is_Integer and (isinstance(atom, Symbol) or atom.is_integer)
        for atom, factor in x.as_coefficients_dict().items()
    )


def conditions(condition: Boolean, *, integers: bool = False) -> list[Expr] | None:
    """Return the expressions that are at least 0 exactly where a condition on integers holds; None for any other.

    Unless `integers` is set, both sides of a comparison have to be declared as integers.
    """
    out: list[Expr] = []
    for part in sp.And.make_args(condition):
        if part in (sp.true, sp.false):
            out += [sp.S.NegativeOne] if part == sp.false else []
            continue
        if not isinstance(part, sp.Ge | sp.Gt | sp.Le | sp.Lt | sp.Eq):
            return None
        difference = sp.expand(part.lhs - part.rhs)
        if not (integers or difference.is_integer):
            return None
        if isinstance(part, sp.Le | sp.Lt):
            difference = -difference
        out.append(difference - 1 if isinstance(part, sp.Gt | sp.Lt) else difference)
        if isinstance(part, sp.Eq):
            out.append(-difference)
    return out


def condition(x: Expr) -> Boolean:
    """Return the comparison x >= 0, solved for a symbol with coefficient 1 or -1 if there is one."""
    x = sp.expand(x)
    for symbol in sorted(x.free_symbols, key=sp.default_sort_key):
        sign = x.coeff(symbol)
        if sign in (1, -1) and not (x - sign * symbol).has(symbol):
            other = symbol - x * sign
            return sp.Ge(symbol, other) if sign == 1 else sp.Le(symbol, other)
    return sp.Ge(x, 0)


@lru_cache(maxsize=10_000)
def _least(facts: tuple[Expr, ...], x: Expr) -> sp.Number | None:
    """Return the least value of an expression under the facts; None if there is none.

    Nonlinear subexpressions count as variables. Contradictory facts imply everything.
    """
    lines, others = [x.as_coefficients_dict()], [fact.as_coefficients_dict() for fact in facts]
    for line in lines:  # and the facts that share a variable with it
        joined = [other for other in others if any(atom in line for atom in other if atom != 1)]
        others = [other for other in others if other not in joined]
        lines += joined
    atoms = sorted({atom for line in lines for atom in line if atom != 1}, key=sp.default_sort_key)
    for atom in atoms:  # its declared sign
        if atom.is_nonnegative:
            lines.append({atom: sp.S.One, sp.S.One: -sp.Integer(bool(atom.is_positive))})
        elif atom.is_nonpositive:
            lines.append({atom: sp.S.NegativeOne, sp.S.One: -sp.Integer(bool(atom.is_negative))})
    rows = [[fraction(line.get(atom, sp.S.Zero)) for atom in atoms] for line in lines]
    found = maximise(
        [-factor for factor in rows[0]],
        [[-factor for factor in row] for row in rows[1:]],
        [fraction(line.get(sp.S.One, sp.S.Zero)) for line in lines[1:]],
    )
    if found.status == "infeasible":
        return sp.oo
    if found.value is None:
        return None
    return lines[0].get(sp.S.One, sp.S.Zero) - sp.Rational(found.value)
