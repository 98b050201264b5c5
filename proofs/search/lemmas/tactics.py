"""Tactics that combine instances of lemmas into a goal.

Forward: the instances of one lemma, then those of all, are combined linearly with each other and the known facts.
Backward: for a goal that shares a summand with an instance, the rest of the goal is a new question for the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

from proofs.kernel.normal import ONE, Poly, as_term, canonical, key, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, le, num
from proofs.search.base.failures import NotFound
from proofs.search.base.lemma import Index
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.lemmas.instances import Instances
from proofs.search.lemmas.library import marked
from proofs.search.sequences.forms import bigs, entries, of_entries, quantity, relation, swapped_big
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_FACTS = 24  # instances that are combined
MOST_GROUPS = 3  # lemmas whose instances are combined by more than linear arithmetic
NUMBERS = 0.3  # the share of the effort for a question about numbers
MOST_RESTS = 4  # instances for which the rest of a goal is a new question
WORK = (1000, 1500, 600)  # products that the linear searches may try


@method("lemmas", share=0.1)
def instances(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the combination of instances of lemmas, for inequalities between sums, products and maxima."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= 1 and (bigs(goal) if goal.op in ("le", "lt") else goal.op == "eq" and bigs(goal, ("prod",))):
        yield k.way(partial(by_lemmas, k, goal))


more_instances = replace(instances, name="lemmas, with more effort", share=0.3)


@method("lemmas, and the rest of the goal", share=0.4)
def rests(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof of a goal from an instance of a lemma and a search for the rest of the goal."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt", "eq") and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        yield k.way(partial(_by_rests, k, goal, asked.depth))


@method("lemmas of your own")
def own(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for a question with lemmas of its own, a search with their instances as further hypotheses."""
    if search.lemmas is not None and asked.depth <= 1 and asked.goal.op in ("le", "lt", "eq"):
        k = known(search, asked)
        yield k.way(partial(_by_own, k, asked.goal, asked.depth, search.lemmas))


def _by_own(k: Known, goal: Term, depth: int, lemmas: Index) -> Fact:
    found, groups = Instances(k, goal), list[list[Fact]]()
    given = {key(g) for g in k.given}
    for lemma in lemmas.fitting(found.features):
        facts = [f for f in found.of(lemma) if key(f.concl) not in given]
        if facts:
            groups.append(facts[:MOST_FACTS])
            with suppress(KernelError):
                return k.linear(goal, [*facts, *k.facts], depth=2, work=WORK[0])
    if not groups:
        raise NotFound("no lemma fits")
    together = [f for facts in groups for f in facts][:MOST_FACTS]
    for fact in [f for f in together if f.concl.op in ("le", "lt", "eq")][:MOST_RESTS]:
        with suppress(KernelError):
            return _by_rest(k, goal, fact, depth)
    for facts in [*groups, together] if len(groups) > 1 else groups:
        with suppress(NotFound):
            return k.asked(facts, goal, depth)
    raise NotFound("the lemmas do not suffice")


def of_goal(k: Known, goal: Term, *written: Term) -> Instances:
    """Return the instances of lemmas for a goal, which is also `written` in other forms.

    They are cached, unless the goal is about an index of a sum.
    """
    if k.around:
        return Instances(k, goal, written=written)
    place = "instances", k.given, goal
    if place not in k.search.kept:
        k.search.kept[place] = Instances(k, goal, by_lemmas, written)
    found: Instances = k.search.kept[place]
    return found


def by_lemmas(k: Known, goal: Term) -> Fact:
    """Prove the goal from instances of one lemma, or of all, by arithmetic; cheap combinations are tried first.

    Hypotheses about sums inside of sums are proved in the same way.
    """
    q, below = k.times_out(quantity(goal))
    target = relation(q, goal.op) if below else goal
    found = of_goal(k, target, *([goal] if below else ()))
    forms = list(found.forms())
    base = list(dict.fromkeys([*forms, *k.facts, *about(k, target)]))
    there = {*bigs(target), *(b for f in forms for b in bigs(f.concl))}
    groups, close = list[list[Fact]](), list[list[Fact]]()
    for lemma in [lemma for lemma in marked().fitting(found.features) if not (lemma.of_given_members and lemma.rest)]:
        if len(lemma.operators) == 1:  # this precedes the many lemmas about sums alone
            while close:
                with suppress(KernelError):
                    return _over(k, below, goal, _by_numbers(k, target, close.pop(0), base))
        facts = _relevant(found, [*found.of(lemma), *_bounds(k, found.sums, found.of(lemma))])
        if facts:
            groups.append(facts)
            with suppress(KernelError):
                return _over(k, below, goal, k.linear(target, [*facts, *base], depth=3, work=WORK[0]))
            if _foreign_sums(there, facts) == 0:
                close.append(facts)
        k.search.check_limit()
    if not groups:
        raise NotFound("no lemma fits")
    together = _relevant(found, [f for facts in groups for f in facts])
    groups = sorted(groups, key=lambda facts: _rank(target, there, facts))[:MOST_GROUPS]
    for facts in [*groups, together] if len(groups) > 1 else groups:
        for combine in (_by_products, _by_numbers):
            with suppress(KernelError):
                return _over(k, below, goal, combine(k, target, facts, base))
            k.search.check_limit()
    raise NotFound("the lemmas do not suffice")


def _bounds(k: Known, there: Set[Term], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield facts about the sums of given members, such as Σ 1/i, that occur in these facts but not in `there`."""
    sums = dict.fromkeys(b for f in facts for b in bigs(f.concl, ("sum",)) if b.args[2].loose)
    for b in [b for b in sums if b not in there]:
        place = "bounds", k.given, b
        if place not in k.search.kept and not of_entries([b]):
            found = Instances(k, b)
            lemmas = [lemma for lemma in marked().fitting(found.features) if lemma.of_given_members]
            out = [f for lemma in lemmas for f in found.of(lemma) if b in bigs(f.concl)]
            for form in found.forms():
                for f in _bounds(k, {b}, [form]):
                    said = swapped_big(f.concl, canonical(form.concl.args[1]), b)
                    out.append(k.linear(said, [f, form], work=50))
            k.search.kept[place] = out
        yield from k.search.kept.get(place, ())


def _foreign_sums(there: Set[Term], facts: Sequence[Fact]) -> int:
    """Return the least number of sums outside `there` that one of these facts contains."""
    return min(sum(b not in there and b.args[2].op != "num" for b in bigs(f.concl)) for f in facts)


def _rank(target: Term, there: Set[Term], facts: Sequence[Fact]) -> tuple[int, int, bool]:
    """Return the key by which lemmas are sorted: best are those with the target's sums, no others, and an equation."""
    return _left_out(target, facts), _foreign_sums(there, facts), all(f.concl.op != "eq" for f in facts)


def _left_out(target: Term, facts: Sequence[Fact]) -> int:
    """Return the number of sums of the target that occur in none of these facts."""
    return len({*bigs(target)} - {b for f in facts for b in bigs(f.concl)})


def _over(k: Known, below: Sequence[Fact], goal: Term, fact: Fact) -> Fact:
    """Prove the goal from the goal multiplied by its denominators."""
    return k.divided(fact, below, goal) if below else fact


def _relevant(found: Instances, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts each of whose sums occurs in the question or in another one of these facts."""
    facts = list({key(f.concl): f for f in facts}.values())
    while True:
        count: dict[Term, int] = {}
        for f in facts:
            for b in bigs(f.concl):
                count[b] = count.get(b, 0) + 1
        kept = [
            f for f in facts if all(b in found.sums or b.args[2].op == "num" or count[b] > 1 for b in bigs(f.concl))
        ]
        if len(kept) == len(facts):
            return kept[:MOST_FACTS]
        facts = kept


def _by_products(k: Known, target: Term, facts: Sequence[Fact], base: Sequence[Fact]) -> Fact:
    """Prove the target as a linear combination of facts and their products with signs."""
    numbers = [f for f in k.facts if f.concl.op in ("le", "lt") and not bigs(f.concl) and not entries([f.concl])]
    signs = [*numbers[:4], *_signs(k, [target, *(f.concl for f in facts)])[:6]]
    return k.linear(target, [*facts, *base, *_products(k, facts, signs)], depth=2, work=WORK[1])


def _by_numbers(k: Known, target: Term, facts: Sequence[Fact], base: Sequence[Fact]) -> Fact:
    """Prove the target as a question about numbers, with variables for its sums."""
    signs = _signs(k, [target, *(f.concl for f in facts)])
    with suppress(KernelError):
        return k.linear(target, [*facts[:4], *k.facts[:8], *signs], depth=2, degree=2, work=WORK[2])
    equations = [f for f in base if f.concl.op == "eq"]
    return k.numbers([*facts[:6], *signs, *dict.fromkeys([*equations, *k.facts])], target, NUMBERS)


def _signs(k: Known, formulas: Sequence[Term]) -> list[Fact]:
    """Return the signs of the sums and products in formulas, as far as they are proved."""
    sums = dict.fromkeys(b for f in formulas for b in bigs(f, ("sum", "prod")))
    return [sign for b in islice(sums, 8) if (sign := k.signed(b)) is not None]


def _products(k: Known, facts: Sequence[Fact], signs: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the products of inequalities with facts about signs."""
    for f in [f for f in facts if f.concl.op in ("le", "lt")][:10]:
        for s in signs[:4]:
            q = times(quantity(f.concl), quantity(s.concl))
            yield k.run("arith", le(num(0), as_term(q)), [(num(1), [f, s])], [], [])


def _by_rests(k: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal from an instance that shares a summand with it, and a proof of the rest."""
    found = of_goal(k, goal)
    for lemma in marked().fitting(found.features):
        for f in islice(found.of(lemma), MOST_RESTS) if lemma.rest else ():
            with suppress(NotFound):
                return _by_rest(k, goal, f, depth)
            k.search.check_limit()
    raise NotFound("no lemma leaves a rest that is shown")


def _by_rest(k: Known, goal: Term, fact: Fact, depth: int) -> Fact:
    """Prove 0 <= q from 0 <= q − c f and 0 <= c f, where c cancels a summand that q and f share."""
    q, f = quantity(goal), quantity(fact.concl)
    for m, c in f.items():
        by: Poly = {n - m: v / c for n, v in q.items() if bigs(as_term({m: c})) and set(m) <= set(n)}
        if not by or (fact.concl.op != "eq" and by.keys() == {ONE} and by[ONE] < 0):
            continue
        sign = None
        if fact.concl.op != "eq" and by.keys() != {ONE}:
            try:
                sign = k.nonnegative(as_term(by))
            except KernelError:
                continue
        left = plus(q, times(by, f), -1)
        if len(left) > 2 * len(q) + 6:
            continue
        rest = relation(left, goal.op) if goal.op != "eq" else eq(num(0), as_term(left))
        with suppress(NotFound):
            inside = k.asked_if_likely(rest, depth)
            side = (as_term(by), [fact]) if sign is None else (num(1), [fact, sign])
            return k.run("arith", goal, [(num(1), [inside]), side], [], [])
    raise NotFound("no summand cancels, or what is left is not shown")
