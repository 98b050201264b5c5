"""Entries in units of their sum, where a hypothesis says that this is a number like π: x = c z where Σ x = c."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs.decide.points.instances import Values
from proofs.judging.refute import Instance, tabulated
from proofs.kernel.normal import as_term, canonical, normal, plus
from proofs.kernel.terms import Term, app, closed, eq, forall, imp, lam, le, lt, mul, num, opened, substitute, var


@dataclass(frozen=True)
class Scaled:
    """A question about z where one about x was asked, x = c z: the function, and c."""

    given: tuple[Term, ...]
    goal: Term
    function: Term
    unit: Term

    def instance(self, values: Values) -> Instance:
        """The values of what was asked about."""
        out = values.instance()
        table = {index: mul(num(*x.as_integer_ratio()), self.unit) for index, x in values.tables[self.function].items()}
        return out | {self.function: tabulated(1, dict(sorted(table.items())))}


def scaled(given: Sequence[Term], goal: Term) -> Scaled | None:
    """A question with the entries in units of their sum, if that is given by a number that is not rational."""
    for said in [g for g in given if g.op == "eq"]:
        for total, unit in (said.args, said.args[::-1]):
            of_total, unit = canonical(total), canonical(unit)
            if of_total.op != "sum" or unit.free or unit.op == "num" or len(normal(unit)) != 1:
                continue
            i = var("i'", "Z")
            entry = opened(of_total.args[2], (i,))
            if entry.op == "app" and entry.args[1:] == (i,):
                f = entry.args[0]
                by = {f: lam(1, closed(unit * app(f, i), [i]))}
                changed = [_in_units(substitute(g, by), unit) for g in given]
                return Scaled(tuple(changed), substitute(goal, by), f, unit)
    return None


def _in_units(formula: Term, unit: Term) -> Term:
    """The formula with what is a multiple of the unit on both sides of a relation divided by it."""
    if formula.op == "all":
        i = var("i'", formula.args[0])
        return forall(formula.args[0], closed(_in_units(opened(formula.args[1], (i,)), unit), [i]))
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
