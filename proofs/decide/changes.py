"""A question asked of other variables or of other forms of the same numbers, and its fact turned back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.decide.base.facts import is_positive_fact
from proofs.decide.base.formulas import fresh, peeled, simplified, swapped
from proofs.decide.search import Search
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, closed, exp, forall, log, substitute, var
from proofs.language.notation import implies

Ask = Callable[[Sequence[Term], Term, int], Fact]


def through(search: Search, given: Sequence[Term], goal: Term, old: Term, new: Term, same: Fact, depth: int) -> Fact:
    """The goal from the question with `new` for `old`, where `same` is new = old."""
    hole = var(f"hole'{len(search.p.made)}", "Z" if old.sort == new.sort == "Z" else "R")
    shape = swapped(implies(*given, goal), old, hole)
    other = substitute(shape, {hole: new})
    *fewer, wanted = peeled(other, len(given))
    out = search.prove([simplified(g) for g in fewer], simplified(wanted), depth + 1)
    for g in reversed(fewer):
        out = search.run("discharge", g, out)
    out = search.run("replace", same, forall(hole.sort, closed(shape, [hole])), out)
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
    """By x = by(t), t = back, where `same` is by(back) = x; the `extra` facts about `back` are hypotheses on t."""
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
    out = search.run("replace", same, forall("R", closed(shape, [hole])), out)
    return search.detached(out, given)


def renamed(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    x: Term,
    inverse: tuple[Term, Term, Term],
    extra: Sequence[Fact],
    depth: int,
) -> Fact:
    """By x = by(t), t = back(x), where by(back(x)) has the normal form x; `extra` facts are also put in t."""
    t, by, back = inverse
    search.meaning[t] = back
    *fewer, wanted = (substitute(g, {x: by}) for g in (*given, goal))
    sides = [swapped(fact.concl, back, t) for fact in extra]
    inside = search.prove([simplified(g) for g in (*fewer, *sides)], simplified(wanted), depth + 1)
    out = search.run("instantiate", inside, [(t, back)])
    out = search.cut(out, extra)
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), out)


def exponential(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int, ask: Ask | None = None) -> Fact:
    """By x = e^u."""
    u = fresh(f"{x.args[0]}'log", (*given, goal))
    same = search.run("exp_log", is_positive_fact(search, given, x))
    return changed(search, given, goal, x, (u, exp(u), log(x)), same, depth, ask=ask)
