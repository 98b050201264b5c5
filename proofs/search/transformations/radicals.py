"""Radicals: squaring of both sides, roots as variables r > 0 with r^k = w, and tangents of roots.

Before squaring, the roots are distributed over the two sides so that fewer remain. Tangents of roots at a point of
equality bound them by rational functions (`proofs.search.cones.tangents`). If one root is compared with a sum of
roots, both sides are divided by it: √u/√w is √(u/w). An example is
sqrt(a/(b + c)) + sqrt(b/(c + a)) + sqrt(c/(a + b)) > 2 for a, b, c > 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import lcm

from flint import fmpq

from proofs.builder.proof import ProofError
from proofs.kernel.normal import ONE, Mono, Poly, as_term, atom, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, exp, inv, le, log, lt, mul, num, rebuild
from proofs.search.base.facts import power_of_log
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, has_root, is_rational, roots_in, simplified
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.polynomials import power
from proofs.search.cones.rational import without_denominators
from proofs.search.cones.roots import (
    Root,
    as_powers,
    exponents,
    power_of,
    radicands,
    solved_by_roots,
    with_roots,
    without_products,
)
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, seems_false, signs


def by_squaring(search: Search, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
    """Prove s <= t from s² <= t² and 0 <= t, where s and t are the sums of the monomials of either sign.

    Monomials that may have both signs go to the side without roots.
    """
    p = normal(f)
    names = free_variables((*given, goal))
    where = points(given, names)
    seen = {m: set(signs(as_term({m: c}), where)) or {1 if c > 0 else -1} for m, c in p.items()}
    roots = [m for m in p if _radical(m)]
    mixed = [m for m in p if m not in roots and {1, -1} <= seen[m]]
    together = set(signs(as_term({m: p[m] for m in mixed}), where)) - {0}
    if len(together) == 1:  # such as x − y where y < x
        seen |= dict.fromkeys(mixed, together)
    unclear = all(-1 in seen[m] for m in roots)
    above_ = [m for m, found in seen.items() if found <= {0, 1} or (unclear and not found <= {0, -1})]
    others = [m for m in p if m not in roots]
    apart = [others if all(seen[m] <= {-1, 0} for m in roots) else roots]
    # the square of 1 + 2 √w has a root again
    for own in (above_, [m for m in above_ if m in roots], *apart):
        t = as_term({m: p[m] for m in own})
        s = as_term({m: -c for m, c in p.items() if m not in own})
        left = {_radical(m) for m in normal(t * t - s * s)} - {ONE}
        if len(left) < len({_radical(m) for m in roots}):
            break
    else:
        raise NotFound("no fewer roots")
    make = lt if goal.op == "lt" else le
    assumed = [search.run("assume", g) for g in given if g.op in ("le", "lt")]
    try:
        positive = search.p.positive(s + t, *assumed)
        inside = search.prove(given, simplified(make(s * s, t * t)), depth + 1)
        return search.run("arith", goal, [(num(1), [inside])], [positive], [])
    except ProofError:
        pass
    above = search.prove(given, make(num(0), t), depth + 1)
    inside = search.prove(given, simplified(make(s * s, t * t)), depth + 1)
    low, high = search.run("assume", le(s, 0)), search.run("assume", lt(num(0), s))
    below = search.run("arith", goal, [(num(1), [above]), (num(1), [low])], [], [])
    positive = search.run("arith", lt(num(0), s + t), [(num(1), [high]), (num(1), [above])], [], [])
    beyond = search.run("arith", goal, [(num(1), [inside])], [positive], [])
    return search.run("cases", s, num(0), below, beyond)


def _radical(m: Mono) -> Mono:
    """Return the roots in a monomial."""
    return frozenset((a, e) for a, e in m if a.is_exp and e.q > 1)


def by_name(search: Search, given: Sequence[Term], goal: Term, w: Term, q: int, depth: int) -> Fact:
    """Name the root e^(log(w)/q) as a variable r > 0 with r^q = w."""
    r = fresh(f"root'{len(search.p.made)}", [*given, goal])
    back = exp(log(w) * num(1, q))
    search.meaning[r] = back
    positive = search.prove(given, lt(num(0), w), depth + 1)
    whole = search.run("exp_log", positive)
    above = search.run("exp_pos", back.args[0])

    def named(t: Term) -> Term:
        out: Poly = {}
        for m, c in normal(t).items():
            part: Poly = {ONE: c}
            for a, e in m:
                root = a.is_exp and a.term.args[0] is log(w)
                part = times(part, {frozenset([(atom(r), e * q)]): fmpq(1)} if root else {frozenset([(a, e)]): fmpq(1)})
            out = plus(out, part)
        if any(e < 0 for m in out for a, e in m if a.term is r):
            raise NotFound("a root in a denominator")
        return as_term(out)

    def abstract(g: Term) -> Term:
        return rebuild(g, lambda side, _: named(side)) if g.op in ("le", "lt", "eq") else g

    power_ = search.run("arith", eq(back**q, w), [(num(1), [whole])], [], [])
    hypotheses = [*map(abstract, given), lt(num(0), r), eq(r**q, w)]
    fact = search.prove(hypotheses, abstract(goal), depth + 1)
    fact = search.cut(search.run("instantiate", fact, [(r, back)]), [above, power_])
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), fact)


def by_smaller_side(search: Search, asked: Asked, least: Poly) -> Fact:
    """Prove the goal without those summands of the larger side that are positive products of roots."""
    more = plus(normal(asked.f), least, -1)
    wanted = lt(num(0), as_term(least)) if asked.goal.op == "lt" else le(num(0), as_term(least))
    steps = [(num(1), [search.prove(asked.given, wanted, asked.depth + 1)])]
    for m, c in more.items():
        power = as_term({m: fmpq(1)})
        steps.append((num(c), [search.p.positive(power)]))
    return search.run("arith", asked.goal, steps, [], [])


def _both_sides(search: Search, asked: Asked) -> Iterator[Way]:
    if has_root(asked.f):
        yield partial(by_squaring, search, asked.given, asked.goal, asked.f, asked.depth)


@method("roots left out", share=0.1)
def roots_dropped(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the goal with no root, or only one, kept on the larger side, where that seems to suffice."""
    p = normal(asked.f)
    least = {m: c for m, c in p.items() if c < 0 or not m or m != _radical(m)}
    kept: list[Poly] = [{}, *({m: c} for m, c in p.items() if m not in least)]
    for more in kept if 0 < len(least) else ():
        if len(least) + len(more) < len(p) and not seems_false(asked.given, le(num(0), as_term({**least, **more}))):
            yield partial(by_smaller_side, search, asked, {**least, **more})


@method("squares of both sides")
def squares_of_several(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield squaring for a goal with several roots."""
    return _both_sides(search, asked) if len(roots_in([*asked.given, asked.goal])) > 1 else ()


@method("squares of both sides")
def squares_of_one(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield squaring for a goal with one root."""
    return _both_sides(search, asked) if len(roots_in([*asked.given, asked.goal])) <= 1 else ()


def _named(search: Search, asked: Asked, roots_of_variables: bool) -> Iterator[Way]:
    for w, q in roots_in([*asked.given, asked.goal]):
        if (w.op == "var") is roots_of_variables:
            yield partial(by_name, search, asked.given, asked.goal, w, q, asked.depth)


@method("x = r^q")
def roots_of_variables(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield names for roots of variables."""
    return _named(search, asked, True)


@method("r^q = w")
def roots_of_terms(search: Search, asked: Asked) -> Iterable[Way]:
    """Yield names for roots of other terms."""
    return _named(search, asked, False)


@method("r^q = w", share=0.4)
def roots_of_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a name for a root of a number in a hypothesis, if the goal is a polynomial."""
    if all(a.term.op == "var" or not a.term.free for m in normal(asked.f) for a, _ in m):
        for w, q in roots_in(asked.given, varying=False)[:1]:
            yield partial(by_name, search, asked.given, asked.goal, w, q, asked.depth)


def _applies(search: Search, asked: Asked) -> bool:
    """Return whether the goal is rational except for roots, and enough effort is left."""
    formulas = [*asked.given, asked.goal]
    if not search.has_long or not radicands(formulas):
        return False
    return is_rational(_without_radicals(asked.goal))


def _without_radicals(t: Term) -> Term:
    """Return the term with each root replaced by 1."""
    return num(1) if power_of(t) is not None else rebuild(t, lambda kid, _: _without_radicals(kid))


def by_tangents(search: Search, asked: Asked) -> Fact:
    """Prove the goal by tangents of the roots."""
    from proofs.search.cones.tangents import bounded  # NumPy takes time to load

    gap = asked.goal.args[1] - asked.goal.args[0]

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        def last(fewer: Sequence[Term], wanted: Term) -> Fact:
            return proved(search, fewer, wanted, asked.depth)

        return bounded(search, given, goal, asked.depth, roots, gap, last)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def by_powers_of_sides(search: Search, given: Sequence[Term], goal: Term, roots: Sequence[Root], depth: int) -> Fact:
    """Prove s <= t from s^K <= t^K, where each side is a multiple of a root or has no roots."""
    gap, named = normal(goal.args[1] - goal.args[0]), {next(iter(normal(o.r))): o for o in roots}
    alone = [(c, named[m]) for m, c in gap.items() if m in named]
    rest = as_term({m: c for m, c in gap.items() if m not in named})
    if any(o.r in rest.free for o in roots) or len(alone) + bool(normal(rest)) != 2:
        raise NotFound("not one root on a side")
    whole = lcm(*(o.k for _, o in alone))
    sides: dict[bool, tuple[Term, Term, list[tuple[Term, list[Fact]]]]] = {}
    for c, o in alone:
        size, j = num(abs(c)), whole // o.k
        assumed = search.run("assume", next(g for g in given if key(g) == key(o.equation)))
        factor = sum((mul(power(o.r, o.k * i), power(o.w, j - 1 - i)) for i in range(j)), num(0))
        sides[c > 0] = (
            mul(size, o.r),
            mul(power(size, whole), power(o.w, j)),
            [(mul(power(size, whole), factor), [assumed])],
        )
    if len(alone) == 1:
        below = alone[0][0] > 0
        other = canonical(mul(num(-1), rest)) if below else rest
        sides[not below] = other, power(other, whole), []
    if len(sides) < 2:
        raise NotFound("both on one side")
    (t, high, above), (s, low, under) = sides[True], sides[False]
    signs = [search.prove(given, lt(num(0), x), depth + 1) for x in (s, t)]
    between = [(num(1), [signs[0]] * i + [signs[1]] * (whole - 1 - i)) for i in range(whole)]
    total = sum((mul(power(s, i), power(t, whole - 1 - i)) for i in range(whole)), num(0))
    scale = search.run("arith", lt(num(0), total), between, [], [])
    make = lt if goal.op == "lt" else le
    inside = search.prove([g for g in given if not g.free & {o.r for _, o in alone}], make(low, high), depth + 1)
    for sign in (1, -1):
        turned = [(mul(num(k * sign), c), fs) for k, rows in ((-1, above), (1, under)) for c, fs in rows]
        with suppress(KernelError):
            return search.run("arith", goal, [(num(1), [inside]), *turned], [scale], [])
    raise NotFound("not from powers")


def by_powers(search: Search, asked: Asked) -> Fact:
    """Substitute x = t^k for the variables that occur, alone or in products, under k-th roots."""

    def last(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        variables_as_powers = partial(by_powers_of_sides, search, given, goal, roots, asked.depth)
        fact = search.attempt("last root", [variables_as_powers, partial(proved, search, given, goal, asked.depth)])
        if fact is None:
            raise NotFound("roots stay")
        return fact

    def without(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        return without_products(search, given, goal, asked.depth, last, roots)

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        roots = [*roots, *_written(given, {o.r for o in roots})]
        need: dict[Term, int] = {}
        for root in roots:
            for x, e in (exponents(root.w) or {}).items():
                if e % root.k:
                    need[x] = lcm(need.get(x, 1), root.k)
        if not need:
            raise NotFound("no root of a variable")
        degrees = sorted(need.items(), key=lambda row: row[0].args[0])

        def plain(given: Sequence[Term], goal: Term) -> Fact:
            return as_powers(search, given, goal, degrees, asked.depth, without, roots)

        return without_denominators(search, given, goal, asked.depth, plain)

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


def _written(given: Sequence[Term], known: Collection[Term] = ()) -> list[Root]:
    """Return the roots r of products w of variables that hypotheses r^k = w and 0 < r define."""
    positive = {g.args[1] for g in given if g.op == "lt" and g.args[0] is num(0)}
    out = {}
    for g in (g for g in given if g.op == "eq"):
        for s, w in (g.args, g.args[::-1]):
            power, inside = exponents(s), exponents(w)
            if not power or len(power) != 1 or not inside or len(inside) < 2:
                continue
            ((r, k),) = power.items()
            if k > 1 and r in positive and r not in w.free and r not in known and set(normal(s).values()) == {1}:
                out[r] = Root(r, k, w)
    return list(out.values())


def by_elimination(search: Search, asked: Asked) -> Fact:
    """Prove the goal by powers of both sides, on a cone, or by solving for variables in terms of the roots."""

    def inside(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        return proved(search, given, goal, asked.depth)

    def ask(given: Sequence[Term], goal: Term, roots: Sequence[Root]) -> Fact:
        ways = [
            partial(by_powers_of_sides, search, given, goal, roots, asked.depth),
            partial(proved, search, given, goal, asked.depth),
            partial(solved_by_roots, search, given, goal, asked.depth, inside, roots),
        ]
        fact = search.attempt("roots", ways)
        if fact is None:
            raise NotFound("roots stay")
        return fact

    return with_roots(search, asked.given, asked.goal, asked.depth, ask)


@method("x = t^k", share=0.3)
def variables_as_powers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = t^k for roots of products of variables."""
    formulas = [*asked.given, asked.goal]
    rational = is_rational(_without_radicals(asked.goal)) and search.has_long
    if rational and (any(exponents(w) for w in radicands(formulas)) or _written(asked.given)):
        yield partial(by_powers, search, asked)


@method("tangents of roots", share=0.4)
def tangents_of_radicals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield tangents of roots of rational functions."""
    if _applies(search, asked) and any(w.free for w in radicands([asked.goal])):
        yield partial(by_tangents, search, asked)


@method("roots as variables", share=0.4)
def radicals_as_variables(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield elimination of roots of rational functions, which become variables."""
    if _applies(search, asked):
        yield partial(by_elimination, search, asked)


FEWEST = 3  # summands
HIGHEST = 6  # roots
Roots = dict[Term, fmpq]  # exponents by radicands


def radicals_of(m: Mono) -> tuple[Roots, Term]:
    """Return the roots in a product, and the rest."""
    own = [(a, e) for a, e in m if a.is_exp and a.term.args[0].op == "log" and a.term.free]
    own.sort(key=lambda row: row[0].order)
    return {a.term.args[0].args[0]: e for a, e in own}, as_term({m - {*own}: fmpq(1)})


def quotient_of(one: Roots, other: Roots) -> Roots:
    """Return the exponents of a quotient."""
    out = {w: one.get(w, fmpq(0)) - other.get(w, fmpq(0)) for w in (*one, *other)}
    return {w: e for w, e in out.items() if e}


def _sum_of_logs(roots: Roots) -> Term:
    return canonical(sum((num(e) * log(w) for w, e in roots.items()), num(0)))


class Division:
    """A question whose summands are divided by the roots in one of them."""

    def __init__(self, search: Search, asked: Asked, by: Roots) -> None:
        self.search, self.asked, self.by = search, asked, by
        self.rows = [(c, *radicals_of(m)) for m, c in normal(asked.f).items()]
        self.positive: dict[Term, Fact] = {}

    def sign(self, w: Term) -> Fact:
        """Prove 0 < w."""
        if w not in self.positive:
            self.positive[w] = self.search.prove(self.asked.given, lt(num(0), w), self.asked.depth + 1)
        return self.positive[w]

    def one_root(self, roots: Roots) -> tuple[Term, Fact]:
        """Return (Π w^(k e))^(1/k) for Π w^e, and that they are equal."""
        k = lcm(*(int(e.q) for e in roots.values()))
        facts, parts = [], []
        for w, e in roots.items():
            facts += [power_of_log(self.search, w, self.sign(w), e > 0), self.sign(w)]
            parts += [w if e > 0 else inv(w)] * abs(int(k * e))
        total, inside = _sum_of_logs({w: k * e for w, e in roots.items()}), canonical(mul(num(1), *parts))
        same = self.search.p.have(eq(exp(total), inside), *facts)
        logs = self.search.p.congr(log, same)
        root = exp(num(1, k) * log(inside))
        return root, self.search.p.congr(lambda t: exp(num(1, k) * t), logs)

    def proved(self) -> Fact:
        """Prove the goal from the divided one."""
        total, sums = num(0), []
        below = exp(_sum_of_logs(self.by))
        for c, roots, rest in self.rows:
            left = quotient_of(roots, self.by)
            if not left:
                total = total + mul(num(c), rest)
                continue
            root, same = self.one_root(left)
            total = total + mul(num(c), rest, root)
            sums.append((mul(num(-c), rest, below), [same]))
        make = lt if self.asked.goal.op == "lt" else le
        inside = self.search.prove(self.asked.given, make(num(0), canonical(total)), self.asked.depth + 1)
        positive = self.search.run("exp_pos", below.args[0])
        return self.search.run(
            "arith", self.asked.goal, [(num(1), [inside, positive]), *sums], [], list(self.positive.values())
        )


@method("divided by a root", share=0.4)
def divided_by_radical(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield division by the roots in the one summand whose sign differs from the others."""
    rows = [(c, *radicals_of(m)) for m, c in normal(asked.f).items()]
    if len(rows) < FEWEST or not search.has_long or not all(roots and is_rational(t) for _, roots, t in rows):
        return
    every = [(w, e) for _, roots, _ in rows for w, e in roots.items()]
    if any(e.q > HIGHEST for _, e in every) or all(w.op == "var" for w, _ in every):
        return
    for sign in (1, -1):
        alone = [roots for c, roots, _ in rows if c * sign > 0]
        if len(alone) == 1:
            yield Division(search, asked, alone[0]).proved
