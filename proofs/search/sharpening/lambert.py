"""Lambert's function W: w = W(v) is the solution w > 0 of w e^w = v for v > 0, or one of two solutions for v < 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp
from flint import arb

from proofs.kernel.terms import Term, eq, exp, le, log, lt, num, var
from proofs.language.display import text
from proofs.search.sharpening.critical import Env, unused, value
from proofs.search.sharpening.symbolic import expression, to_term


@dataclass(frozen=True)
class Root:
    """A value of Lambert's function, named by a variable; `below` selects the branch with w <= -1."""

    variable: Term
    argument: Term
    positive: bool
    below: bool

    @property
    def definition(self) -> list[Term]:
        """The range and the equation that determine the value."""
        w, v = self.variable, self.argument
        ranges = [lt(num(0), w)] if self.positive else [le(w, -1)] if self.below else [le(num(-1), w), lt(w, 0)]
        return [*ranges, eq(w * exp(w), v)]

    @property
    def logarithm(self) -> Term:
        """The equation between the logarithms of both sides, or of their negatives if these are positive."""
        w, v = self.variable, self.argument
        return eq(log(w), log(v) - w) if self.positive else eq(log(-w), log(-v) - w)

    @property
    def expression(self) -> sp.Expr:
        """The value as a SymPy expression."""
        return sp.LambertW(expression(self.argument), -1 if self.below else 0)

    def at(self, env: Env) -> arb:
        """Return the number for values of the parameters."""
        return value(self.argument, env).lambertw(-1 if self.below else 0)

    def __str__(self) -> str:
        w, v = text(self.variable), text(self.argument)
        range_ = f"{w} > 0" if self.positive else f"{w} <= -1" if self.below else f"-1 <= {w} < 0"
        return f"with {w} = W({v}), the solution {range_} of {text(self.definition[-1])}"


class Roots:
    """The values of Lambert's function in expressions, each named by an unused variable."""

    def __init__(self, taken: Iterable[Term], sample: Env) -> None:
        self.taken, self.sample = list(taken), sample
        self.found: dict[sp.Expr, Root] = {}

    def named(self, e: sp.Expr, symbols: Mapping[Term, sp.Symbol]) -> tuple[sp.Expr, dict[Term, sp.Symbol]]:
        """Return an expression with symbols in place of the values of W, and the symbols including these."""
        own = dict(symbols)
        for w in sorted(e.atoms(sp.LambertW), key=sp.default_sort_key):
            if w not in self.found:
                argument = to_term(w.args[0], symbols, {x: float(v) for x, v in self.sample.items()})
                x = var(unused("w", [*self.taken, *(r.variable for r in self.found.values())]), "R")
                positive = bool(value(argument, self.sample) > 0)
                self.found[w] = Root(x, argument, positive, len(w.args) > 1 and w.args[1] == -1)
            root = self.found[w]
            own[root.variable] = sp.Symbol(str(root.variable.args[0]), real=True)
        return e.subs({w: own[root.variable] for w, root in self.found.items()}), own

    def env(self, env: Env) -> Env:
        """Return the values of the parameters and of W."""
        return env | {r.variable: r.at(env) for r in self.found.values()}

    def of(self, terms: Iterable[Term]) -> tuple[Root, ...]:
        """Return the values of W that occur in terms."""
        free = {x for t in terms for x in t.free}
        return tuple(r for r in self.found.values() if r.variable in free)


def without_exponentials(e: sp.Expr) -> sp.Expr:
    """Return an expression with e^(kW) replaced by (v/W)^k, where W is the value of Lambert's function at v.

    >>> w = sp.LambertW(sp.exp(-1))
    >>> sp.simplify(without_exponentials((w + 1) / (1 + sp.exp(w + 1))))
    LambertW(exp(-1))
    """

    def rewritten(exponent: sp.Expr) -> sp.Expr:
        out, rest = sp.Integer(1), sp.expand(exponent)
        for w in exponent.atoms(sp.LambertW):
            k = rest.coeff(w)
            if k.is_Integer:
                out, rest = out * (w.args[0] / w) ** k, rest - k * w
        return out * sp.exp(rest)

    return e.replace(sp.exp, rewritten) if e.has(sp.LambertW) else e
