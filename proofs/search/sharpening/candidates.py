"""Candidates for sharp constants: exact values, each with a point at which it is attained or approached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor

import sympy as sp
from flint import arb, ctx, fmpq

from proofs.checking.models.compiled import Undefined
from proofs.kernel.terms import KernelError, Term, num, substitute
from proofs.language.translate import TranslationError
from proofs.search.base.formulas import of_waves
from proofs.search.sharpening.closed_forms import closed_forms
from proofs.search.sharpening.critical import BITS, Env, Statement, abstracted, affine, holds, value
from proofs.search.sharpening.lambert import Root, Roots, without_exponentials
from proofs.search.sharpening.optimum import Optimum, Search
from proofs.search.sharpening.symbolic import NoExpression, limits, simplest, stationary, to_sympy, to_term, zeros

VALUES: tuple[int | fmpq, ...] = (3, 5, fmpq(1, 2), 7, 2, fmpq(1, 3), 4)  # sample values of parameters
SAMPLES = 3  # the maximum number of samples
POINT_DIGITS = 28  # the known digits of the point of an optimum, half as many as those of the optimum
CLOSE, SLIGHTLY = arb("1e-20"), arb("1e-6")


@dataclass(frozen=True)
class Approach:
    """A variable that tends to an end of its range (None for infinity); `inwards` is 1 or −1, the direction inwards."""

    variable: Term
    end: Term | None
    inwards: int


@dataclass(frozen=True)
class Candidate:
    """A value for a constant that is attained at a point, or approached along one variable.

    `roots` are the values of Lambert's function in the candidate, as variables.
    """

    value: Term
    point: Mapping[Term, Term]
    approach: Approach | None = None
    roots: tuple[Root, ...] = ()


def candidates(statement: Statement, side: int) -> Iterator[Candidate | Optimum]:
    """Yield candidates for the lower end (side 1) or the upper end (side -1) of the set of constants.

    An optimum is yielded before the candidates that it suggests.
    """
    envs = samples(statement)
    if not envs:
        return
    with ctx.workprec(BITS):
        statement = statement.without_equations()
        search = Search(statement, side, envs[0], [p for x in statement.parameters for p in (x, 1 / x, -x, -1 / x)])
        for optimum in search.optima():
            beyond = optimum.value - side * SLIGHTLY * (1 + abs(optimum.value))
            if not all(holds(g, {**envs[0], statement.constant: beyond}) for g in statement.about_constant):
                return  # the hypotheses exclude constants beyond the optimum
            yield optimum
            if statement.constant.sort == "Z":
                yield from _integers(statement, side, optimum)
            elif statement.parameters:
                yield from _by_calculus(statement, side, optimum, envs)
            else:
                yield from _numbers(statement, side, optimum)
                yield from (c for c in _by_calculus(statement, side, optimum, envs) if c.roots)


def samples(statement: Statement) -> list[Env]:
    """Return sample values of the parameters that satisfy the hypotheses about the parameters."""
    names = statement.parameters
    about = [g for g in statement.domain if g.free <= {*names}]
    found = []
    with ctx.workprec(BITS):
        for row in product(VALUES, repeat=len(names)):
            if any(x.sort == "Z" and fmpq(v).q != 1 for x, v in zip(names, row, strict=True)):
                continue
            env = {x: arb(v) for x, v in zip(names, row, strict=True)}
            if len(set(row)) == len(row) and all(holds(g, env) for g in about):
                found.append(env)
            if len(found) == SAMPLES:
                break
    return found


def _numbers(statement: Statement, side: int, optimum: Optimum) -> Iterator[Candidate]:
    """Yield candidates for a statement without parameters, from the digits of an optimum."""
    primes, waves = _suggested(statement)
    values = [t for e in closed_forms(optimum.value, optimum.digits, primes, waves) for t in _terms(e, {})]
    if optimum.free is None:
        exact = _exact(statement, optimum.fixed)
        for v in dict.fromkeys((*values, *exact)):
            yield Candidate(v, optimum.fixed)
        return
    x = optimum.free
    if optimum.at is None:
        for v in values:
            yield Candidate(v, optimum.fixed, Approach(x, optimum.end, optimum.inwards))
        return
    forms: list[sp.Expr] = [sp.Integer(0)] if abs(optimum.at) < arb("1e-9") else []
    digits = min(POINT_DIGITS, optimum.digits - 6)
    forms += [e for e in closed_forms(optimum.at, digits, primes, waves) if e not in forms]
    for e in forms:
        for at in _terms(e, {}):
            point = {**{y: substitute(t, {x: at}) for y, t in optimum.fixed.items()}, x: at}
            defined = statement.critical({y: value(t, {}) for y, t in point.items()}, side) is not None
            for v in dict.fromkeys((*values, *_exact(statement, point))):
                if defined:
                    yield Candidate(v, point)
                else:
                    yield from (Candidate(v, optimum.fixed, Approach(x, at, s)) for s in (1, -1))


def _integers(statement: Statement, side: int, optimum: Optimum) -> Iterator[Candidate]:
    """Yield the integer next to an optimum, with a rational point at which the integer before it fails."""
    at = float(optimum.value)
    near = round(at)
    best = near if abs(optimum.value - near) < CLOSE else ceil(at) if side > 0 else floor(at)
    point = dict(optimum.fixed)
    if optimum.free is not None and optimum.at is not None:
        x = optimum.free
        for digits in range(12):
            v = fmpq(round(float(optimum.at) * 10**digits), 10**digits)
            rest = {y: substitute(t, {x: num(v)}) for y, t in point.items()}
            env = {y: value(t, {}) for y, t in rest.items()}
            c = statement.critical({**env, x: arb(v)}, side)
            if c is not None and side * (c - (best - side)) > 0:
                yield Candidate(num(best), {**rest, x: num(v)})
                return
    elif optimum.free is None:
        yield Candidate(num(best), point)


def _by_calculus(statement: Statement, side: int, optimum: Optimum, envs: Sequence[Env]) -> Iterator[Candidate]:
    """Yield candidates that SymPy finds: critical values at zeros of the derivative, or limits of critical values."""
    roots = Roots([statement.constant, *statement.parameters, *statement.variables], envs[0])
    best = [optimum, *(next(Search(statement, side, env).optima(), None) for env in envs[1:])]
    names = [*statement.parameters, *([] if optimum.free is None else [optimum.free])]
    symbols = {x: sp.Symbol(f"x{k}", positive=True) for k, x in enumerate(names)}

    def fits(t: Term) -> bool:
        """Return whether a value is the optimum for all samples of the parameters."""
        try:
            pairs = [(value(t, roots.env(env)), o.value) for o, env in zip(best, envs, strict=True) if o is not None]
        except Undefined:
            return False
        return len(pairs) == len(envs) and all(abs(v - w) < arb("1e-6") * (1 + abs(w)) for v, w in pairs)

    for e in critical_values(statement, optimum.fixed, symbols):
        for v, at in _stationary(e, optimum, symbols, roots):
            for t in _terms(simplest(without_exponentials(v)), symbols, envs[0], roots):
                if not fits(t):
                    continue
                if at is None and optimum.free is not None:
                    approach = Approach(optimum.free, optimum.end, optimum.inwards)
                    yield Candidate(t, optimum.fixed, approach, roots.of([t]))
                    continue
                put = {} if optimum.free is None or at is None else {optimum.free: at}
                point = {y: shorter(substitute(u, put)) for y, u in optimum.fixed.items()}
                yield Candidate(t, {**point, **put}, None, roots.of([t, *point.values(), *put.values()]))


def _stationary(
    e: sp.Expr, optimum: Optimum, symbols: Mapping[Term, sp.Symbol], roots: Roots
) -> Iterator[tuple[sp.Expr, Term | None]]:
    """Yield the limit of an expression, or its values at the zeros of its derivative, with these zeros."""
    if optimum.free is None:
        yield e, None
    elif optimum.at is None:
        end = sp.oo if optimum.end is None else to_sympy(optimum.end, symbols)
        yield from ((v, None) for v in limits(e, symbols[optimum.free], end))
    else:
        x = symbols[optimum.free]
        for at in stationary(e, x):
            yield from ((e.subs(x, at), t) for t in _terms(sp.simplify(without_exponentials(at)), symbols, {}, roots))


def shorter(t: Term) -> Term:
    """Return a term about positive numbers in a shorter form, if SymPy finds one."""
    symbols = {x: sp.Symbol(f"x{k}", positive=True) for k, x in enumerate(sorted(t.free, key=str))}
    try:
        return next(iter(_terms(simplest(to_sympy(t, symbols)), symbols)), t)
    except NoExpression:
        return t


def simplified(goals: Sequence[Term], taken: Iterable[Term]) -> tuple[list[Term], dict[Term, tuple[Term, Term]]]:
    """Return goals with variables in place of the exponentials and logarithms for which SymPy finds a shorter form.

    Also return, for each variable, the subterm that it replaces and the shorter form.
    """
    found: dict[Term, Term] = {}
    core = [abstracted(g, found, ("exp", "log"), taken) for g in goals]
    forms = {s: (t, shorter(t)) for t, s in found.items()}
    kept = {s: t for s, (t, u) in forms.items() if u.size >= t.size}
    return [substitute(g, kept) for g in core], {s: pair for s, pair in forms.items() if s not in kept}


def critical_values(
    statement: Statement, fixed: Mapping[Term, Term], symbols: Mapping[Term, sp.Symbol]
) -> list[sp.Expr]:
    """Return the critical values of the constant as expressions; there may be several if a goal is not affine in it."""
    found = []
    c = sp.Symbol("c", real=True)
    for goal in statement.goals:
        try:
            gap = to_sympy(substitute(goal.args[1] - goal.args[0], dict(fixed)), {**symbols, statement.constant: c})
        except NoExpression:
            continue
        parts = affine(goal.args[1] - goal.args[0], statement.constant)
        if parts is not None:
            found.append(sp.simplify(-gap.subs(c, 0) / sp.diff(gap, c)))
        else:
            found += zeros(gap, c)
    return found


def _exact(statement: Statement, point: Mapping[Term, Term]) -> list[Term]:
    """Return the critical value of an affine statement at a point as a term, simplified."""
    if statement.parts is None or len(statement.goals) != 1:
        return []
    return [t for e in critical_values(statement, point, {}) for t in _terms(simplest(e), {})]


def _terms(
    e: sp.Expr, symbols: Mapping[Term, sp.Symbol], sample: Env | None = None, roots: Roots | None = None
) -> list[Term]:
    """Return [t] for an expression equal to a term t, and [] if it has none; `roots` names values of W."""
    try:
        if roots is not None:
            e, symbols = roots.named(e, symbols)
        return [to_term(e, symbols, {x: float(v) for x, v in (sample or {}).items()})]
    except (TranslationError, KernelError, Undefined):
        return []


def _suggested(statement: Statement) -> tuple[list[int], bool]:
    """Return the prime factors of the numerals of a statement, with 2, 3 and 5, and whether it is trigonometric."""
    found = {2, 3, 5}
    work: list[Term] = [*statement.given, *statement.goals]
    while work:
        t = work.pop()
        if t.op == "num":
            found.update(p for n in t.args for p in sp.primefactors(n))
        work += [a for a in t.args if isinstance(a, Term)]
    waves = any(map(of_waves, (*statement.given, *statement.goals)))
    return sorted(p for p in found if p < 100)[:6], waves
