"""Definitions in hypotheses: variables and sequences replaced by the terms that they equal.

For m = Σ p_i x_i, a goal about m becomes one about sums; for a_i = t at every index i, Σ F(a_i) becomes Σ F(t). For
example, Σ s_i >= 0 if s_i = x_i² for all i. Reference: Baader and Nipkow, Term Rewriting and All That, section 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    Term,
    abstract,
    eq,
    forall,
    instantiate_bound,
    inv,
    lam,
    le,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    entries,
    factors,
    product_of,
    quantity,
    relation,
    replaced,
    value_of_sum,
    walk,
    without,
)
from proofs.search.sequences.known import MOST_CHANGES, Known, known, ranged
from proofs.search.sequences.rewriting import rewritten


def _solved(known: Known, fact: Fact) -> tuple[Term, Term, Fact, Sequence[Fact]] | None:
    """Return a real variable v, an equation c v = t with t built from sums, v = t / c, and the divisor."""
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
    """Return the values of variables; those defined by other variables only if inner definitions are requested."""
    found = [x for f in known.facts if f.concl in known.given for x in [_solved(known, f)] if x is not None]
    names = {v for v, *_ in found}
    return [x for x in found if inner or x[2].concl.args[1].free & names]


def put_out(known: Known, goal: Term, depth: int, inner: bool) -> Fact:
    """Prove the goal with what variables are in their place, in the hypotheses as well.

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
    converse = known.run("arith", eq(value, v), [(num(-1), [same])], [], [])
    current = substitute(goal, {v: value})
    inside = Known(known.search, given)
    with inside.named_facts():
        out = _in_short(inside, current, below, depth, inner)
    out = known.run("replace", converse, shape(goal), known.search.cut(out, facts))
    return known.p.change(out, goal)


def _in_short(known: Known, goal: Term, below: Sequence[Fact], depth: int, inner: bool) -> Fact:
    """Prove the goal with the known facts about sums, in which the divisors cancel.

    Other variables are put out first.
    """
    if goal.op not in ("le", "lt"):
        return _next(known, goal, depth, inner)
    values = [f for f in known.facts if value_of_sum(f) is not None]
    for b in bigs(goal, ("sum",)):
        if b.args[2] is num(1):
            values.append(known.p.apply("sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1]))
    q, used = replaced(quantity(goal), values, powers=True)
    q = cancelled(q, [f.concl.args[1] for f in below])
    fact = _next(known, relation(q, goal.op), depth, inner)
    return known.put_back(goal, fact, used, below)


def _next(known: Known, goal: Term, depth: int, inner: bool) -> Fact:
    if _definitions(known, inner):
        return put_out(known, goal, depth, inner)
    return known.asked([], goal, depth)


@method("what variables are", share=0.3)
def variables_out(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for hypotheses that say what a variable is in terms of sums."""
    k = known(search, asked)
    if any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts):
        for inner in (False, True):
            yield k.way(partial(put_out, k, asked.goal, asked.depth, inner))


def _written_out(t: Term, entry: Term, by: Term) -> Term:
    """Return the term with an entry replaced, also inside sums."""
    return by if t is entry else rebuild(t, lambda kid, _: _written_out(kid, entry, by))


def meaning(u: Fact) -> Term | None:
    """Return the function a where a fact says a_i = t of every index, and t does not speak of a."""
    i = var("i'", "Z")
    _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
    if relation.op != "eq":
        return None
    left, right = relation.args
    if (
        left.op != "app"
        or left.args[1:] != (i,)
        or any(t.op == "app" and t.args[0] is left.args[0] for t in walk(right))
    ):
        return None
    return left.args[0]


def solved(known: Known, u: Fact) -> Fact | None:
    """Return a_i = t of every index, where a fact says an equation between a_i and others of every index."""
    i = known.fresh("i", "Z")
    lo, hi, relation = ranged(u.concl, i) or (i, i, FALSE)
    q = quantity(relation) if relation.op == "eq" else {}
    for entry, c in alone(q, "app"):
        rest = without(q, entry)
        others = {t.args[0] for m in rest for a, _ in m for t in walk(a.term) if t.op == "app"}
        if entry.args[1:] == (i,) and entry.args[0] not in others:
            ends = [known.run("assume", end) for end in (le(lo, i), le(i, hi))]
            value = as_term({m: -v / c for m, v in rest.items()})
            at = known.p.specialize(u, i, using=ends)
            said = known.run("arith", eq(entry, value), [(num(-1 / c), [at])], [], [])
            return known.p.generalize(i, said, *ends)
    return None


def _of_sum(known: Known, u: Fact, a: Term, b: Term) -> Fact | None:
    """Return Σ F(a_i) = Σ F(t)."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    here = next((e for e in entries([member]) if e.args[0] is a and e.args[1] is index.i), None)
    if here is None:
        return None
    said = known.p.specialize(u, index.i, using=index.ends)
    return known.summed(index, known.p.congr(lambda x: _written_out(member, here, x), said))


def _as_factor(known: Known, u: Fact, a: Term, b: Term) -> Fact | None:
    """Return Σ_i a_i F(i) = Σ_k Σ_i h(k, i) F(i) where a_i = Σ_k h(k, i); a may occur in F."""
    index = known.index(b.args[0], b.args[1])
    member = canonical(index.member(b.args[2]))
    rest = [t for t in factors(member) if not (t.op == "app" and t.args == (a, index.i))]
    if len(rest) != len(factors(member)) - 1 or not rest:
        return None
    said = known.p.specialize(u, index.i, using=index.ends)
    inner = said.concl.args[1]
    if inner.op != "sum" or index.i in inner.args[0].free | inner.args[1].free:
        return None
    times, k = product_of(rest), known.fresh("k'", "Z")
    lo, hi, body = inner.args
    h = lam(2, abstract(instantiate_bound(body, (k,)) * times, [k, index.i]))
    by = {"h": h, "lo": lo, "hi": hi, "lo2": index.lo, "hi2": index.hi}
    swapped = known.p.apply("sums.sum_swap", **by)
    same = known.summed(index, known.run("arith", eq(member, times * inner), [(times, [said])], [], []))
    new = canonical(swapped.concl.args[0])
    return known.run("arith", eq(b, new), [(num(1), [same]), (num(-1), [swapped])], [], [])


@method("what sequences are", share=0.6)
def written_out(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for hypotheses that say what the members of a sequence are."""
    k = known(search, asked)
    if asked.depth <= MOST_CHANGES:
        for u in k.universal:
            with k.named_facts():
                said = u if meaning(u) is not None else solved(k, u)
            a = None if said is None else meaning(said)
            if said is not None and a is not None:
                yield k.way(partial(rewritten, k, asked.goal, partial(_as_factor, k, said, a), asked.depth))
                yield k.way(partial(rewritten, k, asked.goal, partial(_of_sum, k, said, a), asked.depth, u.concl))
