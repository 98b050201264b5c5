"""Variables of which a hypothesis says what they are, put out, and sums inside of functions, written shorter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, eq, forall, inv, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, quantity, relation, replaced, value_of_sum, walk
from proofs.search.sequences.known import Known, known
from proofs.search.sequences.rewriting import with_equals

MOST_SHORTER = 6  # sums that are written shorter


def _solved(known: Known, fact: Fact) -> tuple[Term, Term, Fact, Sequence[Fact]] | None:
    """A real variable v, an equation that says c v = t, t made of sums, v = t / c, and what is divided by."""
    if fact.concl.op != "eq" or not bigs(fact.concl, ("sum",)):
        return None
    q = quantity(fact.concl)
    for v in sorted((v for v in fact.concl.free if (v.op, v.sort) == ("var", "R")), key=lambda v: v.args[0]):
        own = {m: c for m, c in q.items() if any(v in a.term.free for a, _ in m)}
        if len(own) != 1:
            continue
        ((m, c),) = own.items()
        factor = as_term({frozenset(x for x in m if x[0].term is not v): abs(c)})
        if v in factor.free or not any(a.term is v and e == 1 for a, e in m):
            continue
        below: list[Fact] = []
        if factor.op != "num":
            sign = known.signed(factor)
            if sign is None or sign.concl.op != "lt":
                continue
            below.append(sign)
        rest: Poly = {x: -d if c > 0 else d for x, d in q.items() if x != m}
        value = as_term(cancelled(times(rest, normal(inv(factor))), [f.concl.args[1] for f in below]))
        same = known.run("arith", eq(v, value), [(num(-1 if c > 0 else 1) * inv(factor), [fact])], [], below)
        return v, fact.concl, same, below
    return None


Definition = tuple[Term, Term, Fact, Sequence[Fact]]


def _definitions(known: Known, inner: bool) -> list[Definition]:
    """What variables are; those that others are made of only if the inner ones are asked for, too."""
    found = [x for f in known.facts if f.concl in known.given for x in [_solved(known, f)] if x is not None]
    names = {v for v, *_ in found}
    return [x for x in found if inner or x[2].concl.args[1].free & names]


def put_out(known: Known, goal: Term, depth: int, inner: bool) -> Fact:
    """The goal with what variables are in their place, in the hypotheses as well.

    Raises
    ------
    NotFound
        if no hypothesis says what a variable is.
    """
    found = _definitions(known, inner)
    if not found:
        raise NotFound("no hypothesis says what a variable is")
    v, said, same, below = found[0]
    value = same.concl.args[1]

    def shape(formula: Term) -> Term:
        hole = known.fresh("hole")
        return forall("R", abstract(substitute(formula, {v: hole}), [hole]))

    given, facts = [g for g in known.given if g is not said and v not in g.free], list[Fact]()
    for g in [g for g in known.given if g is not said and v in g.free]:
        facts.append(known.run("replace", same, shape(g), known.run("assume", g)))
        given.append(facts[-1].concl)
    turned = known.run("arith", eq(value, v), [(num(-1), [same])], [], [])
    current = substitute(goal, {v: value})
    inside = Known(known.search, given)
    with inside.at_hand():
        out = _in_short(inside, current, below, depth, inner)
    out = known.run("replace", turned, shape(goal), known.search.cut(out, facts))
    return known.p.change(None, out, goal)


def _in_short(known: Known, goal: Term, below: Sequence[Fact], depth: int, inner: bool) -> Fact:
    """The goal with what is known of sums, in which what was divided by goes out; other variables are put out first."""
    if goal.op not in ("le", "lt"):
        return _next(known, goal, depth, inner)
    values = [f for f in known.facts if value_of_sum(f) is not None]
    for b in bigs(goal, ("sum",)):
        if b.args[2] is num(1):
            values.append(known.p.apply(None, "sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1]))
    q, used = replaced(quantity(goal), values, powers=True)
    q = cancelled(q, [f.concl.args[1] for f in below])
    fact = _next(known, relation(q, goal.op), depth, inner)
    return known.put_back(goal, fact, used, below)


def _next(known: Known, goal: Term, depth: int, inner: bool) -> Fact:
    if _definitions(known, inner):
        return put_out(known, goal, depth, inner)
    return known.asked([], goal, depth)


def _shorter(known: Known, b: Term, values: Sequence[Fact]) -> Fact | None:
    """Σ = what is left of it where x · 1/x = 1 and what hypotheses say of sums are used, if that is no sum of many."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    with known.inside(index):
        signs = [f for f in known.denominators(member, index.facts) if f.concl.op == "lt"]
    short = as_term(cancelled(normal(member), [f.concl.args[1] for f in signs]))
    same = known.summed(index, known.run("arith", eq(member, short), [], [], signs))
    q, used = replaced(normal(same.concl.args[1]), values, powers=True)
    value = as_term(q)
    if len(bigs(value, ("sum",))) > 1 or canonical(b) is value:
        return None
    return known.run("arith", eq(b, value), [(num(1), [same]), *((as_term(m), [e]) for m, e in used)], [], [])


def _shorter_inside(known: Known, goal: Term) -> Iterator[Fact]:
    """What the sums inside of functions in a goal are, written shorter."""
    values = [f for f in known.facts if value_of_sum(f) is not None]
    inside = [t for t in walk(goal) if t.op in ("log", "exp", "ite", "inv") and not t.loose]
    written = dict.fromkeys(b for t in inside for b in walk(t) if b.op == "sum" and not b.loose)
    for b in list(written)[:MOST_SHORTER]:
        try:
            fact = _shorter(known, b, values)
        except KernelError:
            continue
        if fact is not None:
            yield fact


# --- the methods -----------------------------------------------------------------------------------------------------


@method("what variables are", share=0.3)
def variables_out(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses that say what a variable is in terms of sums."""
    k = known(search, asked)
    if any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts):
        for inner in (False, True):
            yield k.way(partial(put_out, k, asked.goal, asked.depth, inner))


@method("sums inside of functions, shorter", share=0.6)
def shorter_inside(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums in logarithms, roots and denominators of which hypotheses say what parts of them are."""
    k, goal = known(search, asked), asked.goal
    if not asked.depth and any(t.op in ("log", "exp", "ite", "inv") and bigs(t, ("sum",)) for t in walk(goal)):
        yield k.way(lambda: with_equals(k, goal, _shorter_inside(k, goal), lambda now: k.asked([], now, asked.depth)))
