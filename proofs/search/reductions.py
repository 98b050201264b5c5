"""Transformations of a goal that several methods use: changes of variables, rewriting, case splits.

Each function proves the transformed goal by the search and derives the original goal from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, eq, exp, forall, le, log, lt, num, substitute, var
from proofs.language.notation import implies, opposite
from proofs.search.base.algebra import factored
from proofs.search.base.facts import is_positive_fact
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, is_polynomial, peeled, simplified, swapped
from proofs.search.engine import Search
from proofs.search.points.counter import touching_point
from proofs.search.points.sampling import seems_true
from proofs.search.sequences.forms import of_sequences, walk

Ask = Callable[[Sequence[Term], Term, int], Fact]


def through(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    old: Term,
    new: Term,
    same: Fact,
    depth: int,
    ask: Ask | None = None,
) -> Fact:
    """Prove the goal from the question with `old` replaced by `new`, where `same` is the fact new = old."""
    hole = var(f"hole'{len(search.p.made)}", "Z" if old.sort == new.sort == "Z" else "R")
    shape = swapped(implies(*given, goal), old, hole)
    other = substitute(shape, {hole: new})
    *fewer, wanted = peeled(other, len(given))
    out = (ask or search.prove)([simplified(g) for g in fewer], simplified(wanted), depth + 1)
    for g in reversed(fewer):
        out = search.run("discharge", g, out)
    out = search.run("replace", same, forall(hole.sort, abstract(shape, [hole])), out)
    return search.detached(out, given)


def changed(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    x: Term,
    inverse: tuple[Term, Term, Term],
    same: Fact,
    depth: int,
    extra: Sequence[Fact] = (),
    ask: Ask | None = None,
) -> Fact:
    """Substitute x = by(t), t = back, where `same` is by(back) = x; `extra` facts on `back` become hypotheses on t."""
    t, by, back = inverse
    search.meaning[t] = back
    fewer = [substitute(g, {x: by}) for g in given]
    wanted = substitute(goal, {x: by})
    sides = [swapped(fact.concl, back, t) for fact in extra]
    hypotheses = [simplified(g) for g in (*fewer, *sides)]
    out = (ask or search.prove)(hypotheses, simplified(wanted), depth + 1)
    for g in reversed(fewer):
        out = search.run("discharge", g, out)
    out = search.cut(search.run("instantiate", out, [(t, back)]), extra)
    hole = var(f"hole'{len(search.p.made)}", "R")
    shape = substitute(implies(*given, goal), {x: hole})
    out = search.run("replace", same, forall("R", abstract(shape, [hole])), out)
    return search.detached(out, given)


def renamed(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    x: Term,
    inverse: tuple[Term, Term, Term],
    extra: Sequence[Fact],
    depth: int,
    ask: Ask | None = None,
    rewritten: Callable[[Term], Term] = lambda f: f,
) -> Fact:
    """Substitute x = by(t), t = back(x), where by(back(x)) has the normal form x; `extra` facts are rewritten in t.

    `rewritten` changes a formula, perhaps to one with t, before x is replaced in it.
    """
    t, by, back = inverse
    search.meaning[t] = back
    *fewer, wanted = (substitute(rewritten(g), {x: by}) for g in (*given, goal))
    sides = [swapped(fact.concl, back, t) for fact in extra]
    inside = (ask or search.prove)([simplified(g) for g in (*fewer, *sides)], simplified(wanted), depth + 1)
    out = search.run("instantiate", inside, [(t, back)])
    out = search.cut(out, extra)
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), out)


def apart(search: Search, given: Sequence[Term], goal: Term, x: Term, at: fmpq, depth: int) -> Fact:
    """Prove the goal separately for x <= at and for x > at."""
    below = search.prove([*given, le(x, num(at))], goal, depth + 1)
    above = search.prove([*given, lt(num(at), x)], goal, depth + 1)
    return search.run("cases", x, num(at), below, above)


def from_zero(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """Prove the goal separately for x = 0 and for 0 < x, where 0 <= x is given."""
    rest = [g for g in given if key(g) != key(le(num(0), x))]
    weak = search.run("assume", le(num(0), x))
    same = search.run("antisymmetry", weak, search.run("assume", le(x, 0)))
    at = through(search, rest, goal, x, num(0), same, depth)
    beyond = search.prove([*rest, lt(num(0), x)], goal, depth + 1)
    return search.run("cases", x, num(0), at, beyond)


def cleared(search: Search, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
    """Clear the denominators of f after proving the sign of each."""
    form = factored(f)
    scale: list[Fact] = []
    sign = 1
    for base, m in form.bases:
        fact = search.signed(given, base, depth)
        sign *= 1 if fact.concl.args[1] is base else (-1) ** m
        scale += [fact] * m
    above: Term = num(form.constant * sign)
    for u, k in form.factors:
        above = above * u**k
    above = canonical(above)
    inside = search.prove(given, (lt if goal.op == "lt" else le)(num(0), above), depth + 1)
    return search.run("arith", goal, [(num(1), [inside])], scale, list(dict.fromkeys(scale)))


def exponential(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int, ask: Ask | None = None) -> Fact:
    """Substitute x = e^u."""
    u = fresh(f"{x.args[0]}'log", (*given, goal))
    same = search.run("exp_log", is_positive_fact(search, given, x))
    return changed(search, given, goal, x, (u, exp(u), log(x)), same, depth, ask=ask)


def outermost(given: Sequence[Term], goal: Term, part: Term) -> bool:
    """Return whether |u| occurs once, as a summand of the smaller side, so that it may be replaced by u and by −u."""
    p = normal(goal.args[1] - goal.args[0]) if goal.op in ("le", "lt") else {}
    size = canonical(part)
    own = [m for m in p if any(size in walk(a.term) for a, _ in m)]
    alone = len(own) == 1 and [(a.term, e) for a, e in own[0]] == [(size, 1)] and p[own[0]] < 0
    return alone and not any(size in walk(simplified(g)) for g in given)


def by_cases(search: Search, given: Sequence[Term], goal: Term, part: Term, depth: int) -> Fact:
    """Split into the cases of a conditional term or absolute value."""
    if part.op == "abs":
        low, high = lt(part.args[0], 0), le(num(0), part.args[0])
        pairs = [(low, -part.args[0], "abs_value"), (high, part.args[0], "abs_value")]
    else:
        condition, then, other = part.args
        if condition.op == "eq":
            return by_equality(search, given, goal, part, depth)
        pairs = [(condition, then, "ite_eq"), (opposite(condition), other, "ite_eq")]

    def branch(condition: Term, value: Term, rule: str) -> Fact:
        there = search.run("assume", condition)
        if rule == "abs_value" and condition.op == "lt":
            there = search.run("arith", le(part.args[0], 0), [(num(1), [there])], [], [])
        chosen = search.run(rule, part.args[0] if part.op == "abs" else part, there)
        same = search.run("arith", eq(value, part), [(num(-1), [chosen])], [], [])
        return through(search, given if free else [*given, condition], goal, part, value, same, depth)

    sampled = not any(map(of_sequences, (*given, goal)))
    free = sampled and part.op == "abs" and not is_polynomial(part.args[0]) and outermost(given, goal, part)
    for condition, value, rule in () if free else pairs:  # only one case may be possible
        if key(condition) is True or key(condition) in {key(g) for g in given}:
            return branch(condition, value, rule)
        certain = sampled and seems_true(given, condition)
        if certain and (condition.op == "le" or touching_point(given, condition) is None):
            there = search.attempt("only case", [partial(search.prove, given, condition, depth + 1)], 0.1)
            if there is not None:
                return search.cut(branch(condition, value, rule), [there])
    facts = {condition: branch(condition, value, rule) for condition, value, rule in pairs}
    weak, strong = sorted(facts, key=lambda c: c.op)
    if weak.op != "le" or strong.op != "lt":
        raise NotFound("cases that do not cover")
    return search.run("cases", *weak.args, facts[weak], facts[strong])


def by_equality(search: Search, given: Sequence[Term], goal: Term, part: Term, depth: int) -> Fact:
    """Split into the cases s < t, s = t and t < s for a conditional term with the condition s = t."""

    def branch(order: Fact) -> Fact:
        chosen = search.run("ite_eq", part, order)
        same = search.run("arith", eq(chosen.concl.args[1], part), [(num(-1), [chosen])], [], [])
        out = through(search, [*given, order.concl], goal, part, chosen.concl.args[1], same, depth)
        return search.cut(out, [order])

    s, t = part.args[0].args
    return search.p.trichotomy(s, t, branch)


def by_antisymmetry(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """Prove s = t from s <= t and t <= s."""
    s, t = goal.args
    below, above = search.prove(given, le(s, t), depth + 1), search.prove(given, le(t, s), depth + 1)
    return search.run("antisymmetry", below, above)


def unequal(goal: Term) -> Term | None:
    """Return t = 0 if the goal is 0 < |t|, and None otherwise; s ≠ t is parsed as 0 < |s − t|."""
    found = goal.op == "lt" and goal.args[0] == num(0) and goal.args[1].op == "abs"
    return eq(goal.args[1].args[0], num(0)) if found else None


def from_equation(search: Search, goal: Term, equation: Term, false: Callable[[Fact], Fact]) -> Fact:
    """Prove the goal from a refutation of an equation, which is a hypothesis or the negation of the goal."""
    if equation is not unequal(goal):
        return search.run("absurd", false(search.run("assume", equation)), goal)
    zero, size = goal.args
    t = size.args[0]
    none = search.run("assume", le(size, zero))
    signs = [search.p.apply("elementary.abs_ge", x=x) for x in (t, -t)]
    orders = [search.p.have(o, none, *signs, degree=1) for o in (le(t, zero), le(zero, t))]
    never = false(search.run("antisymmetry", *orders))
    return search.run("cases", size, zero, search.run("absurd", never, goal), search.run("assume", goal))
