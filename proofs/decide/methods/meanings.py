"""Sequences of which hypotheses say what they are: a_i = t at every index i, and so Σ F(a_i) = Σ F(t)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import bigs, entries, swapped_big, walk
from proofs.decide.sequences.known import MOST_CHANGES, Known, known
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, closed, eq, forall, num, opened, rebuild, substitute, var

MOST_SUMS = 8  # of a formula in which sequences are replaced


def _written_out(t: Term, entry: Term, by: Term) -> Term:
    """The term with another for an entry, inside of sums, too."""
    return by if t is entry else rebuild(t, lambda kid, _: _written_out(kid, entry, by))


def meaning(u: Fact) -> Term | None:
    """The function a where a fact says a_i = t of every index, and t does not speak of a."""
    i = var("i'", "Z")
    body = opened(u.concl.args[1], (i,))
    if body.op != "imp" or body.args[1].op != "imp" or body.args[1].args[1].op != "eq":
        return None
    left, right = body.args[1].args[1].args
    if left.op != "app" or left.args[1:] != (i,) or any(t.op == "app" and t.args[0] is left.args[0] for t in walk(right)):
        return None
    return left.args[0]


def _of_sum(known: Known, b: Term, u: Fact, a: Term) -> Fact | None:
    """Σ F(a_i) = Σ F(t)."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    here = [e for e in entries([member]) if e.args[0] is a and e.args[1] is index.i]
    if not here:
        return None
    said = known.p.use(None, u, index.i, using=index.ends)
    t = said.concl.args[1]
    return known.summed(index, known.p.both(None, here[0], t, lambda x: _written_out(member, here[0], x), said))


def _replaced(known: Known, formula: Term, u: Fact, a: Term) -> tuple[Term, list[tuple[Fact, Term, Term]]]:
    """The formula without a in its sums, and the steps to it: an equation, where its left side stood, and the hole."""
    steps: list[tuple[Fact, Term, Term]] = []
    for b in bigs(formula, ("sum",))[:MOST_SUMS]:
        with suppress(KernelError):
            same = _of_sum(known, b, u, a)
            if same is not None:
                hole = known.fresh("hole")
                shape = swapped_big(formula, same.concl.args[0], hole)
                if hole in shape.free:
                    steps.append((same, shape, hole))
                    formula = substitute(shape, {hole: same.concl.args[1]})
    return formula, steps


def _in_normal_form(relation: Term) -> Term:
    """The relation with sides in normal form."""
    return rebuild(relation, lambda side, _: canonical(side))


def without_meaning(known: Known, u: Fact, goal: Term, depth: int) -> Fact:
    """The goal, and hypotheses, with t for a_i."""
    a = meaning(u)
    if a is None:
        raise NotFound("no sequence is said to be anything")
    current, back = _replaced(known, _in_normal_form(goal), u, a)
    if not back:
        raise NotFound("no sum of its members")
    facts, gone = list[Fact](), [u.concl]
    for f in known.facts:
        _, steps = _replaced(known, _in_normal_form(f.concl), u, a)
        if steps:
            fact = known.p.restate(None, f, _in_normal_form(f.concl))
            for same, shape, hole in steps:
                fact = known.run("replace", same, forall("R", closed(shape, [hole])), fact)
            facts.append(fact)
            gone.append(f.concl)
    before, known.p.facts = known.p.facts, {}
    try:
        given = [*(g for g in known.given if g not in gone), *(f.concl for f in facts)]
        out = known.search.prove(given, current, depth + 1)
    finally:
        known.p.facts = before
    out = known.search.cut(out, facts)
    for same, shape, hole in reversed(back):
        old, new = same.concl.args
        turned = known.run("arith", eq(new, old), [(num(-1), [same])], [], [])
        out = known.run("replace", turned, forall("R", closed(shape, [hole])), out)
    return known.p.restate(None, out, goal)


# --- the method ------------------------------------------------------------------------------------------------------


@method("what sequences are", share=0.6)
def written_out(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses that say what the members of a sequence are."""
    k = known(search, asked)
    if asked.depth <= MOST_CHANGES:
        for u in k.universal:
            if meaning(u) is not None:
                yield k.way(partial(without_meaning, k, u, asked.goal, asked.depth))
