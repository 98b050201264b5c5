"""Equations as hypotheses, which eliminate a variable, and as goals, by antisymmetry; s ≠ t by contradiction or order.

An equation with a variable alone on a side is substituted. A quadratic hypothesis that holds at one point only, such
as 4*x - x**2 >= 4, gives the values of its variables (a sum of squares that vanishes): so x == 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq, fmpq_mat

from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, eq, inv, le, lt, mul, num
from proofs.search.base.algebra import Factored, factored, slope
from proofs.search.base.formulas import ABSURD, free_variables, solved_for
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, seems_false, signs
from proofs.search.reductions import by_antisymmetry, through
from proofs.search.sequences.forms import of_sequences


@dataclass(frozen=True)
class Zero:
    """A hypothesis that says d (x − value)² + Σ c u² <= 0 with positive c and d."""

    x: Term
    value: fmpq
    size: fmpq
    squares: Sequence[tuple[fmpq, Term]]
    sign: int  # of right − left


def zero_of_squares(g: Term) -> Zero | None:
    """Read a hypothesis on a quadratic that holds only at its least point; None for others."""
    p = normal(g.args[1] - g.args[0]) if g.op in ("le", "eq") else {}
    if not p or any(a.term.op != "var" or e.q != 1 or e < 0 for m in p for a, e in m):
        return None
    if max(sum(int(e) for _, e in m) for m in p) != 2:
        return None
    names = sorted({a.term for m in p for a, _ in m}, key=lambda v: v.args[0])
    n, powers = len(names), [({a.term: int(e) for a, e in m}, c) for m, c in p.items()]
    sign = -1 if g.op == "le" or any(c < 0 and 2 in row.values() for row, c in powers) else 1
    form, line, level = fmpq_mat(n, n), fmpq_mat(n, 1), fmpq(0)
    for row, c in powers:
        own = [names.index(x) for x, e in row.items() for _ in range(e)]
        if len(own) == 2:  # x' form x + line' x + level
            form[own[0], own[1]] += c * sign / 2
            form[own[1], own[0]] += c * sign / 2
        elif own:
            line[own[0], 0] = c * sign
        else:
            level = c * sign
    squares: list[tuple[fmpq, Term]] = []
    if form.det() == 0:
        return None
    least = form.inv() * line * fmpq(-1, 2)
    if (line.transpose() * least)[0, 0] / 2 + level != 0:
        return None
    apart = [x - num(least[i, 0]) for i, x in enumerate(names)]
    for i in range(n):
        d = form[i, i]
        if d <= 0:
            return None
        own_row = [form[i, j] / d for j in range(n)]
        squares.append((d, canonical(sum((num(own_row[j]) * apart[j] for j in range(i, n)), num(0)))))
        for j in range(i + 1, n):
            for k in range(i + 1, n):
                form[j, k] -= d * own_row[j] * own_row[k]
    return Zero(names[-1], least[n - 1, 0], squares[-1][0], squares[:-1], sign)


def at_zero_of_squares(search: Search, given: Sequence[Term], goal: Term, g: Term, zero: Zero, depth: int) -> Fact:
    """Substitute x = value, as a sum of squares with that of x − value is at most 0."""
    assumed, v, value = search.run("assume", g), zero.x, num(zero.value)
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    others = [(num(c), [search.run("instantiate", square, [(hole, u)])]) for c, u in zero.squares]
    sides = []
    for wrong, right in ((lt(v, value), le(value, v)), (lt(value, v), le(v, value))):
        strict = search.run("assume", wrong)
        sums = [(num(zero.size), [strict, strict]), (num(-zero.sign), [assumed]), *others]
        false = search.run("absurd", search.run("arith", FALSE, sums, [], []), right)
        sides.append(search.run("cases", *right.args, search.run("assume", right), false))
    same = search.run("antisymmetry", *sides)
    return through(search, given, goal, v, value, same, depth)


def by_substitution(
    search: Search, given: Sequence[Term], goal: Term, g: Term, x: Term, value: Term, depth: int
) -> Fact:
    """Substitute the variable that an equation determines, and drop the equation."""
    rest = [h for h in given if h is not g]
    c: Any = constant(normal(slope(g.args[1] - g.args[0], x)))
    same = search.run("arith", eq(value, x), [(num(1 / c), [search.run("assume", g)])], [], [])
    return through(search, rest, goal, x, value, same, depth)


def from_order(search: Search, given: Sequence[Term], goal: Term, assumed: Fact, flipped: bool, depth: int) -> Fact:
    """Prove s ≠ t from s < t, or from t < s."""
    s, t = goal.args[0].args
    fact = search.prove(given, lt(t, s) if flipped else lt(s, t), depth + 1)
    sign = num(1) if flipped else num(-1)
    false = search.run("arith", FALSE, [(num(1), [fact]), (sign, [assumed])], [], [])
    return search.run("discharge", goal.args[0], false)


def _seems_positive(given: Sequence[Term], f: Term) -> bool:
    """Return whether a number is positive at sample points."""
    if any(map(of_sequences, (*given, f))):
        return False
    names = free_variables((*given, f))
    where = points(given, names)
    if where or not any(g.op == "eq" for g in given):
        return {*signs(f, where)} == {1}
    from proofs.search.points.descent import sign_there  # NumPy takes time to load

    return sign_there(given, f) > 0


@method("hypotheses about its own variables", share=0.1)
def own_hypotheses(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question under the hypotheses that have no other variables, unless it seems to fail then."""
    own = [g for g in asked.given if g.free <= asked.goal.free]
    if asked.goal.free and len(own) < len(asked.given) and not seems_false(own, asked.goal):
        yield partial(search.prove, own, asked.goal, asked.depth + 1)


@method("equations left out", share=0.1)
def without_equations(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question without the equations among the hypotheses, unless it seems to fail then."""
    rest = [g for g in asked.given if g.op != "eq"]
    if asked.goal.free and not seems_false(rest, asked.goal):
        yield partial(search.prove, rest, asked.goal, asked.depth + 1)


@method("substitution", share=None)
def substitution(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a substitution for each equation with a variable alone on a side."""
    for g in asked.given:
        found = solved_for(g)
        if found is not None:
            yield partial(by_substitution, search, asked.given, asked.goal, *found, asked.depth)


@method("zero sum of squares", share=None)
def zero_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a substitution for a hypothesis that a sum of squares is at most 0."""
    for g in asked.given:
        zero = zero_of_squares(g)
        if zero is not None:
            yield partial(at_zero_of_squares, search, asked.given, asked.goal, g, zero, asked.depth)


MOST_EXCLUDED = 3  # equalities, one inside another
MOST_FACTORS = 4  # of an equation, each of which is a case


def zero_product(g: Term) -> Factored | None:
    """Return the sides' difference in an equation as a product with two or more factors that may vanish, or None."""
    if g.op != "eq" or any(map(of_sequences, g.args)):
        return None
    found = factored(canonical(g.args[0] - g.args[1]))
    may_vanish = [f for f, _ in found.factors if f.op != "exp"]
    return found if not found.bases and 2 <= len(may_vanish) <= len(found.factors) <= MOST_FACTORS else None


def by_factors(search: Search, given: Sequence[Term], goal: Term, g: Term, found: Factored, depth: int) -> Fact:
    """Prove the goal under each equation f = 0 for a factor f of an equation."""
    rest = [h for h in given if h is not g]

    def under(factors: Sequence[tuple[Term, int]], fact: Fact) -> Fact:
        """Prove the goal from a product that is 0."""
        (f, power), *others = factors
        if not others:
            return one(f, power, fact)
        product = mul(*(a for a, k in others for _ in range(k)))

        def case(order: Fact) -> Fact:
            if order.concl.op == "eq":
                return one(f, 1, order)
            less = mul(*[inv(f)] * power)
            return under(others, search.run("arith", eq(product, 0), [(less, [fact])], [], [order]))

        return search.p.trichotomy(f, 0, case)

    def one(f: Term, power: int, fact: Fact) -> Fact:
        """Prove the goal from f^k = 0."""
        if power > 1:
            return search.p.trichotomy(f, 0, lambda order: root(f, power, fact, order))
        equation = eq(f, 0)
        out = search.prove([*rest, equation], goal, depth + 1)
        return search.p.cut(out, search.p.change(fact, equation))

    def root(f: Term, power: int, fact: Fact, order: Fact) -> Fact:
        if order.concl.op == "eq":
            return one(f, 1, order)
        false = search.run("arith", eq(num(1), 0), [(mul(*[inv(f)] * power), [fact])], [], [order])
        return search.run("absurd", false, goal)

    whole = eq(mul(*(f for f, k in found.factors for _ in range(k))), 0)
    scaled = [(num(1 / found.constant), [search.run("assume", g)])]
    return under(found.factors, search.run("arith", whole, scaled, [], []))


@method("factors of an equation", share=0.5)
def zero_factors(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the cases in which a factor of an equation vanishes, so x = 1 and x = −1 for x² = 1."""
    found = next(((g, product) for g in asked.given if (product := zero_product(g)) is not None), None)
    if found is not None:
        yield partial(by_factors, search, asked.given, asked.goal, *found, asked.depth)


def by_equality(search: Search, asked: Asked) -> Fact:
    """Prove s ≠ t: s = t contradicts the hypotheses."""
    equation = asked.goal.args[0]
    absurd = search.prove([*asked.given, equation], ABSURD, asked.depth + 1)
    return search.run("discharge", equation, search.p.change(absurd, FALSE))


def by_equality_or_order(search: Search, asked: Asked) -> Fact:
    """Prove s < t from s <= t, as s = t contradicts the hypotheses."""
    goal = asked.goal
    s, t = goal.args
    weak = search.prove(asked.given, le(s, t), asked.depth + 1)
    same = search.run("antisymmetry", weak, search.run("assume", le(t, s)))
    absurd = search.p.change(search.prove([*asked.given, same.concl], ABSURD, asked.depth + 1), FALSE)
    contrary = search.run("absurd", search.p.cut(absurd, same), goal)
    return search.run("cases", t, s, contrary, search.run("assume", goal))


@method("equality excluded", share=0.3)
def equality_excluded(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for s ≠ t and s < t, the proof that s = t contradicts the hypotheses: so x > 0 from x y = 1 and x >= 0."""
    if asked.goal.op == "imp":
        if any(g.free & asked.goal.free for g in asked.given):
            yield partial(by_equality, search, asked)
    elif asked.goal.op == "lt" and asked.depth <= MOST_EXCLUDED and solved_for(eq(*asked.goal.args)) is not None:
        yield partial(by_equality_or_order, search, asked)


@method("order")
def orders(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for s ≠ t, the two strict orders; the one that samples support first."""
    assumed = search.run("assume", asked.goal.args[0])
    s, t = asked.goal.args[0].args
    for flipped in (True, False) if _seems_positive(asked.given, s - t) else (False, True):
        yield partial(from_order, search, asked.given, asked.goal, assumed, flipped, asked.depth)


def _denominators(t: Term) -> list[Term]:
    """Return the denominators in a term."""
    found = [b for a in t.args if isinstance(a, Term) for b in _denominators(a)]
    return [*found, t.args[0]] if t.op == "inv" and not t.loose and t.free else found


@method("identity")
def identity(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for s = t, arithmetic with the equations among the hypotheses and the signs of the denominators."""
    facts = [search.run("assume", g) for g in asked.given if g.op == "eq"]
    yield lambda: search.p.have(asked.goal, *facts)
    below = list(dict.fromkeys(w for f in (asked.goal, *asked.given) if f.op == "eq" for w in _denominators(f)))
    if below:

        def apart() -> Fact:
            signs = [search.signed(asked.given, w, asked.depth + 1) for w in below]
            return search.p.have(asked.goal, *facts, *signs)

        yield apart


@method("both orders", share=None)
def antisymmetry(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of s = t from both orders."""
    yield partial(by_antisymmetry, search, asked.given, asked.goal, asked.depth)
