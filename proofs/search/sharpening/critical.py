"""Critical values of a constant: the values at which a statement begins to hold, for given values of its variables.

All computations use real balls and only suggest what to prove. A statement about sequences is first reduced to one
about numbers by x_1 = a and x_i = b for all other i.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from flint import arb, ctx, fmpq

from proofs.checking.models.compiled import Floats, Undefined, compiled, margin, ranged_body
from proofs.kernel.normal import Poly, as_term, canonical, key, normal
from proofs.kernel.terms import (
    Term,
    bv,
    domain,
    exp,
    instantiate_bound,
    ite,
    lam,
    le,
    log,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.kernel.work import WORK
from proofs.language.notation import larger

BITS = 400  # the precision of the balls
CLEAR = 100  # the accuracy in bits that a value must have
FAR = arb(10) ** 70  # exponentials of larger numbers take too long
LADDER = [fmpq(0), *(fmpq(2) ** k for k in range(-8, 14))]
Env = dict[Term, arb]


class Balls(Floats):
    """Arithmetic in real balls of `BITS` bits."""

    def rational(self, p: int, q: int) -> arb:
        """Return the number p/q."""
        return arb(fmpq(p, q))

    def inverse(self, x: arb) -> arb:
        """Return 1/x."""
        if x.contains(0):
            raise Undefined
        return 1 / x

    def exp(self, x: arb) -> arb:
        """Return the exponential."""
        if not abs(x) < FAR:
            raise Undefined
        return x.exp()

    def log(self, x: arb) -> arb:
        """Return the logarithm."""
        if not x > 0:
            raise Undefined
        return x.log()

    def sin(self, x: arb) -> arb:
        """Return the sine."""
        return x.sin()

    def cos(self, x: arb) -> arb:
        """Return the cosine."""
        return x.cos()

    def atan(self, x: arb) -> arb:
        """Return the arc tangent."""
        return x.atan()

    def erf(self, x: arb) -> arb:
        """Return the error function."""
        return x.erf()

    def margin(self, op: str, s: arb, t: arb) -> float:
        """Return 1 if a relation holds and -1 if it fails; balls that overlap count as equal."""
        gap = t - s
        if not gap.is_finite():
            raise Undefined
        equal = gap.contains(0)
        return 1.0 if (equal and op != "lt") or (not equal and op != "eq" and gap > 0) else -1.0


BALLS = Balls()


def value(t: Term, env: Env) -> arb:
    """Return the value of a term; raise `Undefined` if it is not known accurately."""
    WORK.done += t.size
    out = arb(compiled(t, BALLS)(env, ()))
    if not out.is_finite() or (out.rel_accuracy_bits() < CLEAR and not out.rad() < arb(2) ** -CLEAR):
        raise Undefined
    return out


def holds(formula: Term, env: Env) -> bool:
    """Return whether a formula seems to hold."""
    WORK.done += formula.size
    return bool(margin(formula, BALLS)(env, ()) > 0)


def affine(t: Term, x: Term) -> tuple[Term, Term] | None:
    """Return A and B with t = A + B x that do not contain x, or None."""
    rest: Poly = {}
    slope: Poly = {}
    for mono, factor in normal(t).items():
        own = [(a, e) for a, e in mono if x in a.term.free]
        if not own:
            rest[mono] = factor
        elif len(own) == 1 and own[0][0].term is x and own[0][1] == 1:
            slope[frozenset(mono - {own[0]})] = factor
        else:
            return None
    return as_term(rest), as_term(slope)


def occurring(formulas: Iterable[Term]) -> list[Term]:
    """Return the free variables and functions of formulas, in order of occurrence."""
    found: dict[Term, None] = {}
    for t in formulas:
        if t.op in ("var", "fn"):
            found.setdefault(t)
        elif t.free:
            found |= dict.fromkeys(occurring(a for a in t.args if isinstance(a, Term)))
    return [*found]


def unused(name: str, variables: Iterable[Term]) -> str:
    """Return a name that none of the variables has."""
    taken = {x.args[0] for x in variables}
    return name if name not in taken else unused(f"{name}0", variables)


def abstracted(t: Term, found: dict[Term, Term], ops: Collection[str], taken: Iterable[Term]) -> Term:
    """Return a term with variables in place of its maximal subterms with the operators `ops`; add them to `found`.

    >>> from proofs.language.notation import *
    >>> x, y = reals("x y")
    >>> found = {}
    >>> print(text(abstracted(x * exp(y) + exp(y), found, ("exp",), [x, y])), [text(t) for t in found])
    x·S0 + S0 ['exp(y)']
    """
    if t.op in ops and not t.loose:
        return found.setdefault(t, var(unused(f"S{len(found)}", taken), "R"))
    return rebuild(t, lambda kid, _: abstracted(kid, found, ops, taken))


def weak(relation: Term) -> Term:
    """Return a relation with <= in place of <."""
    return le(*relation.args) if relation.op == "lt" else relation


@dataclass(frozen=True)
class Range:
    """The range of a variable: its ends (None for infinity), and whether they belong to it."""

    low: Term | None = None
    high: Term | None = None
    low_closed: bool = False
    high_closed: bool = False

    def within(self, relation: Term, x: Term) -> Range:
        """Return the part of the range in which a relation holds whose only variable is x."""
        found = affine(relation.args[1] - relation.args[0], x)
        if found is None or relation.op == "eq":
            return self
        with ctx.workprec(BITS):
            slope = value(found[1], {})
            end, closed = canonical(-found[0] / found[1]), relation.op == "le"
            at = value(end, {})
            if slope > 0 and (self.low is None or value(self.low, {}) <= at):
                return Range(end, self.high, closed, self.high_closed)
            if slope < 0 and (self.high is None or at <= value(self.high, {})):
                return Range(self.low, end, self.low_closed, closed)
        return self


@dataclass(frozen=True)
class Statement:
    """A statement about numbers and one constant; `constant` is its variable, `parameters` are held fixed."""

    constant: Term
    given: tuple[Term, ...]
    goals: tuple[Term, ...]
    parameters: tuple[Term, ...] = ()
    fixed: Mapping[Term, Term] = field(default_factory=dict)  # values for some variables, found so far

    @cached_property
    def variables(self) -> tuple[Term, ...]:
        """The variables that are neither the constant nor a parameter, in order of occurrence."""
        known = {self.constant, *self.parameters}
        return tuple(x for x in occurring((*self.goals, *self.given)) if x not in known)

    @cached_property
    def domain(self) -> tuple[Term, ...]:
        """The hypotheses without the constant."""
        return tuple(g for g in self.given if self.constant not in g.free)

    @cached_property
    def about_constant(self) -> tuple[Term, ...]:
        """The hypotheses that contain the constant and no variables except parameters."""
        known = {self.constant, *self.parameters}
        return tuple(g for g in self.given if self.constant in g.free and g.free <= known)

    @cached_property
    def mixed(self) -> tuple[Term, ...]:
        """The hypotheses about the constant and the variables."""
        return tuple(g for g in self.given if g not in self.domain and g not in self.about_constant)

    @cached_property
    def parts(self) -> list[tuple[Term, Term]] | None:
        """The terms A and B of each goal 0 <= A + B c; None if a goal or a hypothesis is more complicated."""
        found = [affine(g.args[1] - g.args[0], self.constant) for g in self.goals]
        return None if self.mixed or any(f is None for f in found) else [f for f in found if f is not None]

    def put(self, x: Term, value: Term) -> Statement | None:
        """Return the statement with a value for a variable; None if a hypothesis becomes false."""
        fixed = {**{y: canonical(substitute(t, {x: value})) for y, t in self.fixed.items()}, x: value}
        given = [substitute(g, {x: value}) for g in self.given]
        if any(not g.free and not _possible(g) for g in given):
            return None
        return Statement(
            self.constant,
            tuple(g for g in given if key(g) is not True),
            tuple(substitute(g, {x: value}) for g in self.goals),
            self.parameters,
            fixed,
        )

    def without_equations(self) -> Statement:
        """Return the statement after eliminating variables that equations determine as affine functions of others."""
        for g in self.domain:
            for x in self.variables if g.op == "eq" else ():
                found = affine(g.args[1] - g.args[0], x)
                if found is not None and found[1].free <= {*self.parameters} and canonical(found[1]) is not num(0):
                    rest = self.put(x, canonical(-found[0] / found[1]))
                    return self if rest is None else rest.without_equations()
        return self

    def range_of(self, x: Term) -> Range:
        """Return the range of x according to the hypotheses whose only variable is x."""
        out = Range()
        for g in self.domain:
            if g.free == {x}:
                out = out.within(g, x)
        return out

    def critical(self, env: Env, side: int, bits: int = BITS) -> arb | None:
        """Return the value below (side 1) or above (side -1) which the statement fails at a point.

        Return None if there is no such value, or if a hypothesis does not hold at the point.
        """
        try:
            if not all(holds(g, env) for g in self.domain):
                return None
            if self.parts is None:
                return self._bisected(env, side, bits)
            found: arb | None = None
            for rest, slope in self.parts:
                at, b = value(rest, env), value(slope, env) * side
                if b > 0:
                    c = -side * at / b
                    found = c if found is None or side * (c - found) > 0 else found
                elif b.contains(0) and at < 0:
                    return None
        except (Undefined, OverflowError, ZeroDivisionError):
            return None
        return found if found is not None and found.is_finite() else None

    def fails(self, env: Env, c: arb | fmpq) -> bool:
        """Return whether the statement seems to fail at a point."""
        at = {**env, self.constant: arb(c)}
        return all(holds(g, at) for g in self.mixed) and not all(holds(g, at) for g in self.goals)

    def ladder(self, env: Env, side: int) -> Iterator[fmpq]:
        """Yield values of the constant that satisfy the hypotheses about it, the most extreme ones of a side first."""
        for c in sorted({*LADDER, *(-v for v in LADDER)}, key=lambda v: v * side):
            if all(holds(g, {**env, self.constant: arb(c)}) for g in self.about_constant):
                yield c

    def _bisected(self, env: Env, side: int, bits: int) -> arb | None:
        last: fmpq | None = None
        for c in self.ladder(env, side):
            try:
                fails = self.fails(env, c)
            except Undefined:
                continue
            if not fails:
                return None if last is None else self._between(env, last, c, bits)
            last = c
        return None

    def _between(self, env: Env, bad: fmpq, good: fmpq, bits: int) -> arb:
        """Bisect between a constant at which the statement fails and one at which it holds."""
        for _ in range(bits):
            middle = (bad + good) / 2
            bad, good = (middle, good) if self.fails(env, middle) else (bad, middle)
        return arb((bad + good) / 2)


def _possible(formula: Term) -> bool:
    try:
        with ctx.workprec(BITS):
            return holds(formula, {})
    except (Undefined, OverflowError):
        return False


class NotReduced(ValueError):
    """Raised for a statement about sequences that cannot be reduced to numbers by sequences with two values."""


def reduced(formula: Term, sequences: Mapping[Term, tuple[Term, Term]]) -> Term:
    """Return the formula about numbers that results from x_1 = a and x_i = b for i > 1.

    >>> from proofs.language.notation import *
    >>> x, = vectors("x")
    >>> n, = ints("n")
    >>> a, b = reals("a b")
    >>> print(text(reduced(Sum(lambda i: x(i) ** 2, 1, n) <= n, {x: (a, b)})))
    a^2 + (n - 1)·b^2 ≤ n
    """
    if any(len(domain(x.sort)) != 1 for x in sequences):
        raise NotReduced
    values = {x: lam(1, ite(le(bv(0, "Z"), num(1)), a, b)) for x, (a, b) in sequences.items()}
    return _without_ranges(substitute(formula, values))


def parts_of(hypothesis: Term) -> list[Term]:
    """Return the instances of a universal hypothesis at its indices up to 3; return [hypothesis] for other formulas."""
    if hypothesis.op != "all":
        return [hypothesis]
    low, _, rest = ranged_body(hypothesis.args[1])
    if low.op != "num":
        raise NotReduced
    return [instantiate_bound(rest, (num(k),)) for k in range(low.args[0], 4)]


def _without_ranges(t: Term) -> Term:
    if t.op == "all":
        raise NotReduced
    if t.op not in ("sum", "prod", "max"):
        return rebuild(t, lambda kid, _: _without_ranges(kid))
    low, high, body = t.args
    first, second, third = (canonical(_without_ranges(instantiate_bound(body, (num(k),)))) for k in (1, 2, 3))
    if low is not num(1) or second is not third or high.loose:
        raise NotReduced
    if t.op == "max":
        return larger(first, second)
    if t.op == "sum":
        return high * first if first is second else first + (high - 1) * second
    return exp(high * log(first)) if first is second else first * exp((high - 1) * log(second))
