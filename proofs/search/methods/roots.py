"""Roots: squared away, or variables of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.builder.proof import ProofError
from proofs.kernel.normal import ONE, Mono, Poly, as_term, atom, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, le, log, lt, num, rebuild
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, has_root, roots_in, simplified
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, seems_false, signs


def squared(search: Search, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
    """s <= t from s² <= t² and 0 <= t, where s and t are the sums of the monomials of either sign.

    What may have both signs goes to the side without roots.
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
    # with 1 beside 2 √w, its square has a root again
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
    """The roots in a monomial."""
    return frozenset((a, e) for a, e in m if a.is_exp and e.q > 1)


def rooted(search: Search, given: Sequence[Term], goal: Term, w: Term, q: int, depth: int) -> Fact:
    """The root e^(log(w)/q) is a variable r > 0 with r^q = w."""
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


def without_roots(search: Search, asked: Asked, least: Poly) -> Fact:
    """From the difference of the sides without what is positive as a product of roots."""
    more = plus(normal(asked.f), least, -1)
    wanted = lt(num(0), as_term(least)) if asked.goal.op == "lt" else le(num(0), as_term(least))
    steps = [(num(1), [search.prove(asked.given, wanted, asked.depth + 1)])]
    for m, c in more.items():
        power = as_term({m: fmpq(1)})
        steps.append((num(c), [search.p.positive(power)]))
    return search.run("arith", asked.goal, steps, [], [])


# --- the methods -----------------------------------------------------------------------------------------------------


def _both_sides(search: Search, asked: Asked) -> Iterator[Way]:
    if has_root(asked.f):
        yield partial(squared, search, asked.given, asked.goal, asked.f, asked.depth)


@method("squares of both sides", share=0.1)
def squares_of_few(search: Search, asked: Asked) -> Iterable[Way]:
    """For a goal between roots alone, two or three of them."""
    p = normal(asked.f)
    return _both_sides(search, asked) if len(p) <= 3 and all(m == _radical(m) for m in p) else ()


@method("roots left out", share=0.1)
def roots_left_out(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots that make the larger side larger, where it is large enough without."""
    p = normal(asked.f)
    least = {m: c for m, c in p.items() if c < 0 or not m or m != _radical(m)}
    if 0 < len(least) < len(p) and not seems_false(asked.given, le(num(0), as_term(least))):
        yield partial(without_roots, search, asked, least)


@method("squares of both sides")
def squares_of_several(search: Search, asked: Asked) -> Iterable[Way]:
    """For a goal with square roots, where there are several roots."""
    return _both_sides(search, asked) if len(roots_in([*asked.given, asked.goal])) > 1 else ()


@method("squares of both sides")
def squares_of_one(search: Search, asked: Asked) -> Iterable[Way]:
    """For a goal with a square root, where there is no other."""
    return _both_sides(search, asked) if len(roots_in([*asked.given, asked.goal])) <= 1 else ()


def _named(search: Search, asked: Asked, of_variables: bool) -> Iterator[Way]:
    for w, q in roots_in([*asked.given, asked.goal]):
        if (w.op == "var") is of_variables:
            yield partial(rooted, search, asked.given, asked.goal, w, q, asked.depth)


@method("x = r^q")
def of_variables(search: Search, asked: Asked) -> Iterable[Way]:
    """For roots of variables."""
    return _named(search, asked, True)


@method("r^q = w")
def of_terms(search: Search, asked: Asked) -> Iterable[Way]:
    """For roots of other numbers."""
    return _named(search, asked, False)


@method("r^q = w", share=0.4)
def of_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots of numbers in hypotheses about one variable, of which the goal has only powers."""
    if all(a.term.op == "var" or not a.term.free for m in normal(asked.f) for a, _ in m):
        for w, q in roots_in(asked.given, varying=False)[:1]:
            yield partial(rooted, search, asked.given, asked.goal, w, q, asked.depth)
