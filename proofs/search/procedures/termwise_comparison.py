"""Termwise comparison of sums, with tangents and with multipliers of hypotheses.

A constant is spread over the range; the tangent at the mean, or multiples of hypotheses about sums (Lagrange
multipliers), make the comparison true at every index. For example, Σ x_i² >= Σ x_i for 0 < x with Π x_i = 1.
Reference: Steele, The Cauchy–Schwarz Master Class, chapter 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, add, big, eq, inv, le, lt, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    differentiated,
    entries,
    quantity,
    relation,
    replaced,
    swapped_entry,
    value_of_sum,
    walk,
)
from proofs.search.sequences.induction import about, closed_forms, first
from proofs.search.sequences.known import RELATIONS, Known, known
from proofs.search.sequences.nested import in_other_order
from proofs.search.sequences.pool import with_pool
from proofs.search.sequences.solving import by_solving
from proofs.search.sequences.termwise import (
    POWERS,
    Together,
    spreads,
    term_by_term,
    ways_to_spread,
    ways_with_multipliers,
)

SIGN = 0.2  # the share of the effort for the sign of the coefficient of a sum in its closed form
MOST_MEANS = 2  # choices of weights for means
NEAR, FEW = 10, 5  # facts given to a question about numbers
MOST_SIGNS = 4  # sums whose signs are used


def tangent_at_mean(known: Known, goal: Term, choice: int) -> Fact:
    """Prove a bound of Σ F(x_i) from the tangent of F at the mean S/W, where S = Σ w x and W = Σ w.

    The weights w are 1, or their sum is given by a hypothesis; x is an entry, or the index.
    """
    together = Together(goal)
    assert together.range is not None
    lo, hi = together.range
    index = known.index(lo, hi)
    bodies = [index.member(body) for _, body in together.parts]
    weights = [s for s in spreads(known, lo, hi) if s.value is not num(0)]
    if choice >= len(weights):
        raise NotFound("no such weights")
    by, w = weights[choice], index.member(weights[choice].body)
    found = [t for t in entries(bodies) if index.i in t.free and t not in entries([w])]
    if not found and not entries(bodies):
        found = [index.i]
    if len(found) != 1:
        raise NotFound("not of one sequence")
    (x,) = found
    total = big("sum", lo, hi, index.function(w * x).args[1])
    values = (v for f in known.facts for v in [value_of_sum(f)] if v is not None)
    value = next((v for s, v in values if s is canonical(total)), None)
    positive = [known.positive(by.value)]
    if value is None:
        sign = known.signed(total)
        positive += [sign] if sign is not None else []
    forms = closed_forms(known, total) if x is index.i else []
    if forms:
        value = canonical(forms[0].concl.args[1])
    mean = as_term(cancelled(normal((total if value is None else value) * inv(by.value)), [by.value]))
    at = known.fresh("x")
    terms = together.at(index)
    if together.rest:
        terms.append(as_term(together.rest) * w * inv(by.value))
    whole = terms[0] if len(terms) == 1 else add(*terms)
    slope = substitute(differentiated(swapped_entry(whole, x, at), at), {at: mean})
    slope = as_term(cancelled(normal(slope), [by.value, total]))
    below = le(num(0), whole - slope * (x - mean))
    below = le(num(0), as_term(cancelled(normal(below.args[1]), [by.value, w])))
    with known.inside(index):
        here = [*index.facts, *(index.ends if x is index.i else ())]
        denominators = known.denominators(below, here)
        fact = known.numbers([*here, *known.facts, *positive, *denominators], below, 2.0)
    up = known.summed(index, fact)
    equations = [f for f in known.facts if f.concl.op == "eq"]
    return known.linear(goal, [up, by.fact, *forms, *positive, *about(known, goal), *equations], depth=2)


def _solved(known: Known, form: Fact) -> Iterator[Fact]:
    """Yield S = t/c for a closed form c S = t if c is shown to be positive or to be negative, and 0 < c or 0 < −c."""
    left = normal(form.concl.args[0])
    sums = [*dict.fromkeys(a.term for m in left for a, _ in m if a.term.op == "sum")]
    if form.concl.op != "eq" or len(left) == 1 or len(sums) != 1:
        yield form
        return
    by = {frozenset(x for x in m if x[0].term is not sums[0]): v for m, v in left.items()}
    for sign in (1, -1):
        with suppress(KernelError):
            below = canonical(num(sign) * as_term(by))
            known.likely(lt(num(0), below))
            positive = known.numbers(known.facts, lt(num(0), below), SIGN)
            other = num(sign) * inv(below)
            yield positive
            yield known.run("arith", eq(sums[0], form.concl.args[1] * other), [(other, [form])], [], [positive])
            return


def with_closed_forms(known: Known, goal: Term) -> Fact:
    """Prove the goal by replacing its sums and products by closed forms, as a question about numbers."""
    forms = [f for form in closed_forms(known, goal) for f in _solved(known, form)]
    q, used = replaced(quantity(goal), [f for f in forms if f.concl.op == "eq"])
    now = relation(q, goal.op)
    if not used or bigs(now):
        raise NotFound("no closed forms")
    own = list(map(canonical, entries([now])))
    parts = [t for t in walk(as_term(quantity(now))) if t in own or (t.op == "exp" and t.free)]
    signs = [f for t in dict.fromkeys(parts) for f in [known.signed(t, known.at(t.args[-1]) if t in own else [])] if f]
    here = [*known.facts, *(f for t in own for f in known.at(t.args[-1])), *signs]
    here += [f for f in forms if f.concl.op != "eq"]
    fact = first(
        known,
        lambda: known.linear(now, [*here, *known.denominators(now)], degree=2, depth=1, work=300),
        lambda: known.numbers([f for f in here if set(map(canonical, entries([f.concl]))) <= set(own)], now, 2.0),
    )
    return known.put_back(goal, fact, used)


# --- facts at an index, summed ---------------------------------------------------------------------------------------


def combined(known: Known, goal: Term, depth: int, scaled: bool) -> Fact:
    """Prove the goal, or a positive multiple of it, as a linear combination of facts about sums."""
    facts, base = with_pool(known, goal)
    scale = _scale(known, goal) if scaled else []
    signs = [g for f in facts for g in known.without_values(f) if g is not f]
    return known.linear(goal, [*facts, *base, *signs], depth=depth, scale=scale, work=6000)


def _scale(known: Known, goal: Term) -> list[Fact]:
    """Return the facts that denominators of the goal are positive."""
    scale: list[Fact] = []
    for t in dict.fromkeys(a.term for m in quantity(goal) for a, _ in m if a.term.op == "inv"):
        with suppress(KernelError):
            scale.append(known.positive(t.args[0]))
    if not scale:
        raise NotFound("nothing to multiply with")
    return scale


def from_few(known: Known, goal: Term, choice: int) -> Fact:
    """Prove the goal from a few facts about its own sums, treated as numbers; other sums are replaced by equations."""
    facts, base = with_pool(known, goal)
    every = list(dict.fromkeys([*facts, *base]))
    own = set(bigs(goal))
    signs = [s for b in bigs(goal) for s in [known.signed(b)] if s is not None][:MOST_SIGNS]
    short = [f for f in sorted(every, key=lambda f: f.concl.size) if f.concl.op in RELATIONS]
    if choice == 0:
        fewer = _eliminated(known, every, own)[:FEW]
        if not fewer:
            raise NotFound("nothing about these sums")
        rest = [f for f in known.facts if set(bigs(f.concl)) <= own][:4]
        return known.numbers([*fewer, *rest, *signs], goal, 1.5)
    if choice == 1:
        return known.numbers([*[f for f in short if set(bigs(f.concl)) <= own][:NEAR], *signs], goal, 1.5)
    reached = set(own)
    equations = [f for f in short if f.concl.op == "eq" and len(set(bigs(f.concl)) - own) == 1]
    reached |= {b for f in equations for b in bigs(f.concl)}
    near = [f for f in short if f.concl.op != "eq" and set(bigs(f.concl)) <= reached]
    return known.numbers([*near[:NEAR], *equations[:FEW], *signs], goal, 1.5)


def _eliminated(known: Known, facts: Sequence[Fact], own: set[Term]) -> list[Fact]:
    """Return inequalities in which equations have replaced all sums outside the goal, the shortest first."""
    solved: dict[Term, tuple[Poly, Fact]] = {}
    for f in facts:
        if f.concl.op == "eq":
            q = quantity(f.concl)
            for t, c in alone(q, "sum"):
                others = {b for b in bigs(f.concl) if b is not t}
                if t not in own and t not in solved and others <= own:
                    value = {m: -v / c for m, v in q.items() if not any(a.term is t for a, _ in m)}
                    solved[t] = value, f
                    break
    out: dict[object, Fact] = {}
    for f in facts:
        if f.concl.op not in ("le", "lt"):
            continue
        q, used = quantity(f.concl), list[Fact]()
        for t, (value, equation) in solved.items():
            if any(a.term is t for m in q for a, _ in m):
                used.append(equation)
                new: Poly = {}
                for m, v in q.items():
                    power = next((int(e) for a, e in m if a.term is t), 0)
                    part: Poly = {frozenset((a, e) for a, e in m if a.term is not t): v}
                    for _ in range(power):
                        part = times(part, value)
                    new = plus(new, part)
                q = new
        left = set(bigs(as_term(q)))
        if not q or not left or not left <= own:
            continue
        with suppress(KernelError):
            goal = (le if f.concl.op == "le" else lt)(num(0), as_term(q))
            fact = known.linear(goal, [f, *used], degree=1, depth=2, work=1500) if used else f
            out.setdefault(key(fact.concl), fact)
    return sorted((f for k, f in out.items() if k is not True), key=lambda f: f.concl.size)


@method("linear", share=0.3)
def linear(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield linear combinations of hypotheses and evident facts, for any goal."""
    k = known(search, asked)
    depth = 2 if asked.goal.op == "eq" else 1
    yield k.way(lambda: k.linear(asked.goal, [*k.facts, *about(k, asked.goal)], depth=depth, work=500))
    if asked.goal.op == "eq" and any(f.concl.op == "eq" for f in k.facts):
        yield k.way(partial(by_solving, k, asked.goal))
    with k.named_facts():
        has_forms = asked.goal.op != "eq" and bool(closed_forms(k, asked.goal))
    if has_forms and any(t.op == "inv" for t in walk(asked.goal)):
        yield k.way(
            lambda: k.linear(asked.goal, [*k.facts, *about(k, asked.goal)], depth=2, scale=_scale(k, asked.goal))
        )
    if has_forms:
        yield k.way(partial(with_closed_forms, k, asked.goal))


@method("term by term", share=0.25)
def termwise(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the comparison of sums term by term, with constants spread over the range."""
    k = known(search, asked)
    if asked.goal.op != "eq" and bigs(asked.goal, ("sum",)):
        for spread in range(ways_to_spread(k, asked.goal)):
            yield k.way(partial(term_by_term, k, asked.goal, spread, None, asked.depth))
        if any(a.term.op == "sum" and e > 2 for m in quantity(asked.goal) for a, e in m):
            yield k.way(partial(term_by_term, k, asked.goal, POWERS, None, asked.depth))


@method("outer sums, term by term", share=0.3)
def outer_members(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the comparison of outer sums term by term, in either order of summation.

    This is tried only if the inequality seems to hold at each index, and if no sequence occurs both at the outer index
    and at an inner one, since such a goal is about the whole double sum.
    """
    k, goal = known(search, asked), asked.goal
    if goal.op == "eq" or asked.depth > 1 or not bigs(goal, ("sum",)):
        return
    with k.named_facts():
        orders = [(goal, []), *_in_other_orders(k, goal)]
    for whole, used in orders:
        if _of_rows(k, whole):
            yield k.way(partial(_by_rows, k, goal, whole, used, asked.depth))


def _in_other_orders(known: Known, goal: Term) -> Iterator[tuple[Term, list[tuple[Poly, Fact]]]]:
    """Yield the goal with Σ_j Σ_i replaced by Σ_i Σ_j for each range of inner sums, and the equations used."""
    q = quantity(goal)
    doubled = dict.fromkeys(
        a.term for m in q for a, _ in m if a.term.op == "sum" and any(t.op == "sum" for t in walk(a.term.args[2]))
    )
    same = [e for b in doubled for e in [in_other_order(known, b)] if e is not None]
    by_range: dict[tuple[Term, Term], list[Fact]] = {}
    for e in same:
        other = canonical(e.concl.args[1])
        by_range.setdefault((other.args[0], other.args[1]), []).append(e)
    for equations in by_range.values():
        new, used = replaced(q, equations)
        if used:
            yield relation(new, goal.op), used


def _of_rows(known: Known, goal: Term) -> bool:
    """Return whether right − left is one sum with inner sums, and no sequence occurs with and without its index."""
    try:
        together = Together(goal)
    except NotFound:
        return False
    assert together.range is not None
    with known.named_facts():
        index = known.index(*together.range)
        member = add(*together.at(index), num(0))
        found = [t for t in walk(member) if t.op == "app"]
        inside, outside = ({t.args[0] for t in found if (index.i in t.free) is here} for here in (False, True))
        return not together.rest and not inside & outside and any(index.i in b.free for b in bigs(member))


def _by_rows(known: Known, goal: Term, whole: Term, used: list[tuple[Poly, Fact]], depth: int) -> Fact:
    """Prove the goal term by term in another order of summation, unless a counterexample for its members is found."""
    together = Together(whole)
    assert together.range is not None
    index = known.index(*together.range)
    known.likely(relation(normal(add(*together.at(index), num(0)))), [*index.ends, *index.facts, *index.universal])
    fact = term_by_term(known, whole, 0, None, depth)
    return known.put_back(goal, fact, used) if used else fact


@method("term by term, with multipliers", share=0.2)
def with_multipliers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the comparison term by term after adding multiples of equations about sums."""
    yield from ways_with_multipliers(known(search, asked), asked.goal, asked.depth)


@method("tangent at the mean", share=0.25)
def mean_tangent(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by the tangent at the mean, for each choice of weights."""
    k = known(search, asked)
    if asked.goal.op != "eq" and bigs(asked.goal, ("sum",)):
        for choice in range(MOST_MEANS):
            yield k.way(partial(tangent_at_mean, k, asked.goal, choice))


@method("facts at an index, summed", share=0.4)
def summed(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield linear combinations of facts about sums."""
    k = known(search, asked)
    if any(t.op in ("sum", "prod") for t in walk(asked.goal)) or k.universal:
        yield k.way(partial(combined, k, asked.goal, 1, False))
        if asked.goal.op != "eq":
            yield k.way(partial(combined, k, asked.goal, 2, True))
        yield k.way(partial(combined, k, asked.goal, 2, False))


@method("facts about the same sums", share=0.4)
def about_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs from a few facts about the sums of the goal, which may occur in products and functions."""
    k = known(search, asked)
    if asked.goal.op != "eq" and bigs(asked.goal):
        for choice in range(3):
            yield k.way(partial(from_few, k, asked.goal, choice))


@method("sums as numbers", share=0.4)
def as_numbers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question about real numbers that replace the sums, maxima and entries of any goal."""
    k = known(search, asked)

    def facts() -> Iterator[Fact]:
        signs = (k.signed(b) for b in bigs(asked.goal, ("sum",))[:MOST_SIGNS])
        yield from (*k.facts, *about(k, asked.goal), *k.of_first(asked.goal), *(s for s in signs if s is not None))

    yield k.way(lambda: k.numbers(list(facts()), asked.goal, 3.0))
