"""Counterexamples at irrational numbers in closed form: roots, exp and log of rationals.

If a relation fails only at isolated points, then at these points the two sides of a hypothesis or of the goal are
equal, or the derivative of their difference vanishes. Such equations are solved exactly for one variable x; the other
variables are simple numbers, x or −x. The points are only proposals: the kernel proves that the hypotheses hold and the
goal fails at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice, product
from math import lcm

from flint import fmpq, fmpq_poly, fmpz

from proofs.builder.cases import by_indices
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking.models.compiled import ranged_body
from proofs.checking.refute import true, write
from proofs.kernel.normal import Poly, as_term, canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    eq,
    exp,
    forall,
    instantiate_bound,
    inv,
    log,
    lt,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.kernel.work import WORK
from proofs.language.elaborate import rational, rational_power
from proofs.search.base.algebra import NotSmooth, integer_roots, slope
from proofs.search.base.effort import over, spent
from proofs.search.base.formulas import free_variables, ranges, solved_for
from proofs.search.base.ranges import Side
from proofs.search.base.values import float_of
from proofs.search.engine import Search
from proofs.search.points.counter import as_power, truth, truth_with_roots
from proofs.search.reductions import unequal
from proofs.search.sequences.forms import walk
from proofs.search.table import TABLE

OTHERS = (num(0), num(1), num(-1), num(1, 2), num(2))  # values of the other variables
HIGHEST = 24  # the maximum degree of an equation
SHORT = 64  # the maximum number of bits of a number that is factored
FEW = 3  # the maximum number of variables
MOST_BRANCHES = 8
MOST_IN_TURN = 200  # solutions of systems of equations that are solved one by one
MOST_INDICES = 60  # the maximum number of indices of a range that are treated one by one
FAR = {0: 0, 1: 20_000, 2: 60}  # the largest value tried for the other variables, by their number
Values = dict[Term, Term]


def integer_points(given: Sequence[Term], goal: Term, names: Sequence[Term], limit: float) -> Iterator[Values]:
    """Yield integer solutions of an equation, a hypothesis or the negated goal, that is quadratic in one variable."""
    for gap, x in product([g.args[1] - g.args[0] for g in equations_at(given, goal)], names):
        parts = quadratic_in(normal(gap), x)
        others = [v for v in names if v is not x]
        if parts is None or not all(part.free <= {*others} for part in parts):
            continue
        a, b, c = (float_of(part) for part in parts)  # exact for integer coefficients at integers
        for at in sorted(product(range(-FAR[len(others)], FAR[len(others)] + 1), repeat=len(others)), key=_size):
            if over(limit):
                return
            WORK.done += 1 + gap.size // 4
            env = dict(zip(others, at, strict=True))
            for root in integer_roots(*(f(env, ()) for f in (a, b, c))):
                values = {x: num(root), **{v: num(k) for v, k in env.items()}}
                fits = all(truth(substitute(g, values)) is not False for g in given)
                if fits and truth(substitute(goal, values)) is not True:
                    yield values


def equations_at(given: Sequence[Term], goal: Term) -> list[Term]:
    """Return the equations that hold at a counterexample: hypotheses, and s = t for a goal s ≠ t."""
    denied = unequal(goal)
    return [*(g for g in given if g.op == "eq"), *([] if denied is None else [denied])]


def _size(at: Sequence[int]) -> int:
    return sum(map(abs, at))


def quadratic_in(p: Poly, x: Term) -> tuple[Term, Term, Term] | None:
    """Return integer coefficients a, b, c of a positive multiple of p = a x² + b x + c, or None."""
    parts: dict[int, Poly] = {0: {}, 1: {}, 2: {}}
    scale = lcm(1, *(int(c.q) for c in p.values()))
    for m, c in p.items():
        if any(a.term.op != "var" or e != int(e) or e < 0 for a, e in m):
            return None
        own = next((int(e) for a, e in m if a.term is x), 0)
        if own > 2:
            return None
        parts[own][frozenset((a, e) for a, e in m if a.term is not x)] = c * scale
    return as_term(parts[2]), as_term(parts[1]), as_term(parts[0])


def points(given: Sequence[Term], goal: Term, limit: float) -> Iterator[Values]:
    """Yield points in closed form at which no hypothesis is shown to fail, and the goal is not shown to hold."""
    names = free_variables((*given, goal))
    if not names:
        yield {}
        return
    if len(names) <= FEW and all(v.sort == "Z" for v in names):
        yield from integer_points(given, goal, names, limit)
    if len(names) > FEW or any(v.sort == "Z" for v in names):
        return
    seen: set[tuple[Term, ...]] = set()
    lines = (values for x, others in shapes(names, given, goal) for values in _on_line(given, goal, x, others))
    for values in chain(islice(solved_in_turn(given, goal, names), MOST_IN_TURN), lines):
        if over(limit):
            return
        if tuple(values[v] for v in names) not in seen:
            seen.add(tuple(values[v] for v in names))
            fits = all(truth(substitute(g, values)) is not False for g in given)
            if fits and truth(substitute(goal, values)) is not True:
                yield values


def solved_in_turn(given: Sequence[Term], goal: Term, names: Sequence[Term]) -> Iterator[Values]:
    """Yield solutions of two or more equations; an equation with a single remaining variable is solved for it.

    If every equation has several remaining variables, the next variable is set to a simple number.
    """
    equations = [list(map(canonical, branches(e.args[1] - e.args[0]))) for e in equations_at(given, goal)]

    def solved(values: Values, left: Sequence[Sequence[Term]]) -> Iterator[Values]:
        unknown = [x for x in names if x not in values]
        if not unknown:
            yield values
            return
        for equation in left:
            gaps = [canonical(substitute(gap, values)) for gap in equation]
            rows = [(x, r) for gap in gaps if len(gap.free) == 1 for x in free_variables([gap]) for r in roots(gap, x)]
            if rows:
                for x, root in rows:
                    yield from solved({**values, x: root}, [e for e in left if e is not equation])
                return
        for value in OTHERS:
            yield from solved({**values, unknown[0]: value}, left)

    if len(equations) > 1:
        yield from solved({}, equations)


def symmetric_point(given: Sequence[Term]) -> Values | None:
    """Return a point with equal real coordinates at which the hypotheses hold, if one is an equation, or None."""
    names = free_variables(given)
    if any(v.sort != "R" for v in names) or not any(g.op == "eq" and g.free for g in given):
        return None
    with suppress(KernelError):
        places = _on_line(given, None, names[0], dict.fromkeys(names[1:], names[0]))
        return next((at for at in places if all(truth_with_roots(substitute(g, at)) is True for g in given)), None)
    return None


def _on_line(given: Sequence[Term], goal: Term | None, x: Term, others: Values) -> Iterator[Values]:
    """Yield points at which both sides of a relation may be equal; `others` expresses the other variables by x."""
    equations: list[Term] = []
    for f in (*given, *([] if goal is None else [goal])):
        if f.op in ("le", "lt", "eq"):
            for gap in branches(substitute(f.args[1] - f.args[0], others)):
                equations.append(canonical(gap))
                if f is goal:
                    with suppress(NotSmooth, KernelError):
                        equations.append(canonical(slope(gap, x)))
    for root in (*(r for f in dict.fromkeys(equations) for r in roots(f, x)), *OTHERS):
        yield {x: root, **{v: canonical(substitute(t, {x: root})) for v, t in others.items()}}


def branches(t: Term) -> list[Term]:
    """Return at most `MOST_BRANCHES` cases of a term: u and −u for |u|, and both branches of conditional terms.

    Roots are rewritten as if their arguments were positive.
    """
    if t.op == "abs":
        return [branch for u in branches(t.args[0]) for branch in (u, -u)][:MOST_BRANCHES]
    if t.op == "ite":
        root = t.args[0].op == "lt" and t.args[0].args[0] == num(0) and t.args[2] == num(0)
        return [u for a in t.args[1 : 2 if root else 3] for u in branches(a)][:MOST_BRANCHES]
    if t.op not in ("add", "mul", "inv", "exp", "log"):
        return [t]
    kids = [a for a in t.args if isinstance(a, Term)]
    chosen = islice(product(*map(branches, kids)), MOST_BRANCHES)
    return [rebuild(t, partial(_value_of, dict(zip(kids, values, strict=True)))) for values in chosen]


def _value_of(values: Mapping[Term, Term], kid: Term, _: int) -> Term:
    return values[kid]


def shapes(names: Sequence[Term], given: Sequence[Term], goal: Term) -> Iterator[tuple[Term, Values]]:
    """Yield choices of a variable for which equations are solved, with values of the other variables.

    A value may be obtained by solving a hypothesis, or the negation of the goal, for a variable.
    """
    values = {v: dict.fromkeys((*OTHERS, _inside(side))) for v, side in ranges(given).items() if any(side.ends)}
    yield from _plain_shapes(names, values)
    for equation in equations_at(given, goal):
        for gap in branches(equation.args[1] - equation.args[0]):
            found = solved_for(eq(canonical(gap), num(0)))
            if found is not None:
                _, y, value = found
                for x, others in _plain_shapes([v for v in names if v is not y], values):
                    yield x, {**others, y: canonical(substitute(value, others))}


def _inside(side: Side) -> Term:
    """Return a number inside a range with at least one end."""
    if side.lo is not None and side.hi is not None:
        return num((side.lo + side.hi) / 2)
    return num(side.lo + 1) if side.lo is not None else num(side.hi - 1)  # type: ignore[operator]


def _plain_shapes(names: Sequence[Term], values: Mapping[Term, Iterable[Term]]) -> Iterator[tuple[Term, Values]]:
    for x in names:
        others = [v for v in names if v is not x]
        for chosen in product(*((x, -x, *values.get(v, OTHERS)) for v in others)):
            yield x, dict(zip(others, chosen, strict=True))


def counterexample(p: Proof, claim: Claim, values: Values, limit: float) -> None:
    """End `p`, whose theory contains the chapter `elementary`, with the theorem that the claim fails at these values.

    Raises
    ------
    KernelError
        if no proof is found.
    """

    def prove(formula: Term) -> Fact:
        if formula.op == "all":
            return at_each_index(p, formula, lambda member: true(p, member, prove))
        known = []
        for t in dict.fromkeys(u for u in walk(formula) if u.op == "log"):
            with suppress(KernelError):
                known.append(p.rule("exp_log", p.positive(t.args[0])))
        for t in dict.fromkeys(u for u in walk(formula) if u.op == "exp"):
            with suppress(KernelError):
                known.append(rational_root(p, t))
        try:
            return p.have(formula, *known)
        except KernelError:
            written_out = rebuild(formula, lambda side, _: canonical(side)) if formula.op in ("le", "lt") else formula
            return p.have(formula, Search(p, limit - spent(), TABLE).prove((), written_out))

    write(p, claim, values, prove)


def at_each_index(p: Proof, formula: Term, prove: Callable[[Term], Fact]) -> Fact:
    """Prove ∀i. lo <= i → i <= hi → A with numerals lo and hi, by `prove` for A at each index.

    Raises
    ------
    KernelError
        if the formula has another form, or A is not proved at an index.
    """
    low, high, _ = ranged_body(formula.args[1])
    lo, hi = (constant(normal(end)) for end in (low, high))
    if lo is None or hi is None or not 0 <= hi - lo < MOST_INDICES:
        raise KernelError("not between two numerals that are near each other")
    i = var("i'", "Z")
    body = instantiate_bound(formula.args[1], (i,)).args[1].args[1]
    template = forall("Z", abstract(body, [i]))
    return by_indices(p, template, int(lo), int(hi), lambda k: prove(instantiate_bound(template.args[1], (num(k),))))


def rational_root(p: Proof, t: Term) -> Fact:
    """Prove e^(log(w)/k) = q, for a rational w with a rational root q.

    Raises
    ------
    KernelError
        if the term has another form, or the order of the root is too high.
    """
    found = as_power(t)
    value = None if found is None else rational_power(*found)
    if found is None or value is None or found[1].numerator != 1 or found[1].denominator > HIGHEST:
        raise KernelError("not a root that is rational, or of a high order")
    w, k, q = rational(found[0]), found[1].denominator, rational(value)
    power = p.have(eq(t**k, w), p.rule("exp_log", p.positive(w)))
    above = p.rule("exp_pos", t.args[0])
    parts = [rational(value ** (k - 1 - i)) * (t**i if i else num(1)) for i in range(k)]
    positive = p.have(lt(num(0), sum(parts[1:], parts[0])), above)  # (q − t) Σ q^(k−1−i) t^i = q^k − t^k
    return p.rule("arith", eq(t, q), [(num(1), [power])], [positive], [])


# --- equations in one variable ---------------------------------------------------------------------------------------


def roots(f: Term, x: Term) -> list[Term]:
    """Return some zeros of f, which is a polynomial in x, log x, e^x or a root of x."""
    found = _polynomial(normal(f), x)
    if found is None:
        return []
    kind, q, coefficients = found
    out = []
    for y in _zeros(coefficients):
        positive = truth(lt(num(0), y))
        if q > 1 and not positive:
            continue
        if kind == "log":
            out.append(exp(y))
        elif kind == "exp" and positive:
            out.append(canonical(num(q) * log(y)))
        elif kind == "power":
            out.append(canonical(y**q))
    return out


def _polynomial(p: Poly, x: Term) -> tuple[str, int, dict[int, Poly]] | None:
    """Return the kind of y, the order q of the root, and the coefficients, if p is a polynomial in y^(1/q).

    The kinds are "log", "exp" and "power", for y = log x, e^x and x.
    """
    rows: dict[fmpq, Poly] = {}
    kinds: set[str] = set()
    for m, c in p.items():
        powers: dict[str, fmpq] = {}
        rest = []
        for a, e in m:
            kind, sign = _kind(a.term, x)
            if kind is None:
                return None
            if kind:
                powers[kind] = powers.get(kind, fmpq(0)) + sign * e
            else:
                rest.append((a, e))
        powers = {kind: e for kind, e in powers.items() if e != 0}  # x cancels 1/x
        kinds.update(powers)
        row = rows.setdefault(sum(powers.values(), fmpq(0)), {})
        part = frozenset(rest)
        row[part] = row.get(part, fmpq(0)) + c
    if len(kinds) != 1:
        return None
    q = lcm(*(int(e.q) for e in rows))
    lowest = min(rows)
    shifted = {int(((e - lowest) * q).p): row for e, row in rows.items()}
    return (kinds.pop(), q, shifted) if max(shifted) <= HIGHEST else None


def _kind(t: Term, x: Term) -> tuple[str | None, int]:
    """Return the kind of an atom (see `_polynomial`; "" if x does not occur in it) and the sign of its exponent."""
    if x not in t.free:
        return "", 0
    inside = t.args[0] if t.op in ("inv", "exp", "log") else None
    if t is x or (t.op == "exp" and inside is log(x)):
        return "power", 1
    if t.op in ("inv", "exp", "log") and inside is x:
        return ("power", -1) if t.op == "inv" else (t.op, 1)
    return None, 0


def _zeros(coefficients: dict[int, Poly]) -> list[Term]:
    """Return zeros in closed form of a polynomial whose coefficients are closed terms."""
    numbers = {k: constant(c) for k, c in coefficients.items()}
    if all(c is not None for c in numbers.values()):
        poly = fmpq_poly([numbers.get(k) or 0 for k in range(max(numbers) + 1)])
        factors = poly.factor()[1] if poly.degree() > 0 else []
        return [y for factor, _ in factors for y in _irreducible(factor)]
    if sorted(coefficients) == [0, 1, 2]:
        a, b, c = (as_term(coefficients[k]) for k in (2, 1, 0))
        inside = canonical(b * b - 4 * a * c)
        root = exp(num(1, 2) * log(inside)) if truth(lt(num(0), inside)) else None
        return [] if root is None else [canonical((sign * root - b) * inv(2 * a)) for sign in (1, -1)]
    if len(coefficients) != 2:
        return []
    low, high = sorted(coefficients)
    value = canonical(num(-1) * as_term(coefficients[low]) * inv(as_term(coefficients[high])))
    if high - low == 1:
        return [value]
    return _signed(exp(num(1, high - low) * log(value)), high - low) if truth(lt(num(0), value)) else []


def quadratic_zeros(poly: fmpq_poly) -> list[Term]:
    """Return the real zeros of a polynomial of degree 2."""
    return [y for factor, _ in poly.factor()[1] for y in _irreducible(factor)]


def _irreducible(poly: fmpq_poly) -> list[Term]:
    """Return the real zeros of an irreducible polynomial of degree 1 or 2, or of y^k − c."""
    degree = poly.degree()
    if degree == 1:
        return [num(-poly[0] / poly[1])]
    if degree == 2:
        centre, square = -poly[1] / (2 * poly[2]), (poly[1] ** 2 - 4 * poly[0] * poly[2]) / (4 * poly[2] ** 2)
        return [] if square < 0 else [num(centre) + _square_root(square), num(centre) - _square_root(square)]
    if all(poly[k] == 0 for k in range(1, degree)):
        value = -poly[0] / poly[degree]
        if value > 0:
            return _signed(exp(num(1, degree) * log(num(value))), degree)
        return [num(-1) * exp(num(1, degree) * log(num(-value)))] if degree % 2 else []
    return []


def _signed(root: Term, degree: int) -> list[Term]:
    return [root] if degree % 2 else [root, num(-1) * root]


def _square_root(value: fmpq) -> Term:
    """Return the square root of a positive rational; square factors are extracted if they are easily found."""
    inside, outside = fmpz(value.p * value.q), fmpq(1, int(value.q))
    if inside.bit_length() <= SHORT:
        for prime, times in inside.factor():
            inside, outside = inside // prime ** (times - times % 2), outside * int(prime) ** (times // 2)
    return num(outside) * exp(num(1, 2) * log(num(int(inside)))) if inside != 1 else num(outside)
