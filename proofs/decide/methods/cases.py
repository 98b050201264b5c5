"""|.| and if-then-else, by cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.base.formulas import choices_in, roots_of
from proofs.decide.changes import through
from proofs.decide.points.counter import touching_point
from proofs.decide.points.sampling import seems_true
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, le, lt, num


@method("cases", share=None)
def choices(search: Search, asked: Asked) -> Iterator[Way]:
    """For an if-then-else or |.|: the smallest one is removed."""
    given, goal, depth = asked.given, asked.goal, asked.depth
    part = min((c for f in (*given, goal) for c in choices_in(f)), key=lambda c: c.args[0].size, default=None)
    if part is None:
        return
    known = {key(g) for g in given}
    zero = next((v for v in roots_of(part) if key(le(num(0), v)) in known), None)
    if zero is not None:
        yield partial(from_zero, search, given, goal, zero, depth)
    else:
        yield partial(by_cases, search, given, goal, part, depth)


def by_cases(search: Search, given: Sequence[Term], goal: Term, part: Term, depth: int) -> Fact:
    """By the cases of an if-then-else or |.|."""
    if part.op == "abs":
        low, high = lt(part.args[0], 0), le(num(0), part.args[0])
        pairs = [(low, -part.args[0], "abs_value"), (high, part.args[0], "abs_value")]
    else:
        condition, then, other = part.args
        s, t = condition.args
        if condition.op == "eq":
            raise NotFound("a case that asks for equality")
        opposite = lt(t, s) if condition.op == "le" else le(t, s)
        pairs = [(condition, then, "choice"), (opposite, other, "choice")]

    def branch(condition: Term, value: Term, rule: str) -> Fact:
        there = search.run("assume", condition)
        if rule == "abs_value" and condition.op == "lt":
            there = search.run("arith", le(part.args[0], 0), [(num(1), [there])], [], [])
        chosen = search.run(rule, part.args[0] if part.op == "abs" else part, there)
        same = search.run("arith", eq(value, part), [(num(-1), [chosen])], [], [])
        return through(search, [*given, condition], goal, part, value, same, depth)

    for condition, value, rule in pairs:  # one case may be all there is
        if key(condition) is True or key(condition) in {key(g) for g in given}:
            return branch(condition, value, rule)
        if seems_true(given, condition) and (condition.op == "le" or touching_point(given, condition) is None):
            there = search.attempt("only case", [partial(search.prove, given, condition, depth + 1)], 0.1)
            if there is not None:
                return search.cut(branch(condition, value, rule), [there])
    facts = {condition: branch(condition, value, rule) for condition, value, rule in pairs}
    weak, strong = sorted(facts, key=lambda c: c.op)
    if weak.op != "le" or strong.op != "lt":
        raise NotFound("cases that do not cover")
    return search.run("cases", *weak.args, facts[weak], facts[strong])


def from_zero(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """By x = 0 and 0 < x, where 0 <= x."""
    rest = [g for g in given if key(g) != key(le(num(0), x))]
    weak = search.run("assume", le(num(0), x))
    same = search.run("antisymmetry", weak, search.run("assume", le(x, 0)))
    at = through(search, rest, goal, x, num(0), same, depth)
    beyond = search.prove([*rest, lt(num(0), x)], goal, depth + 1)
    return search.run("cases", x, num(0), at, beyond)
