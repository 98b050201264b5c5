"""What recursions keep: bounds of the first member that hold for all, by induction; and how far all are from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, le, lt, num, rebuild, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries
from proofs.search.sequences.induction import by_induction, first, size_of
from proofs.search.sequences.known import Known, known, ranged
from proofs.search.sequences.telescopes import up_to
from proofs.search.sequences.two import over_two

MOST_INVARIANTS = 6  # that are tried
MOST_BACK = 2  # members before one that a recursion makes it of
SHARE = 2.0  # of the patience with one of them

Recursion = tuple[Term, Term, Term, int]  # a member at i', the ends of the range of all, and how far one looks back


def _recursions(known: Known) -> Iterator[Recursion]:
    """Sequences of which hypotheses say how they go on."""
    i = var("i'", "Z")
    seen: set[Term] = set()
    for u in known.universal:
        first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
        for here in entries([relation]):
            others = list(map(canonical, entries([relation])))
            steps = [d for d in range(1, MOST_BACK + 1) if canonical(substitute(here, {i: i + d})) in others]
            order = max(steps, default=0)
            if here.args[1:] == (i,) and here not in seen and order:
                seen.add(here)
                yield here, canonical(first), canonical(last + order), order


def _at(formula: Term, here: Term, there: Term) -> Term:
    """The formula with a member in place of another one."""
    return there if formula is here else rebuild(formula, lambda kid, _: _at(kid, here, there))


def _candidates(known: Known, recursion: Recursion, j: Term, places: Sequence[Term]) -> Iterator[Term]:
    """What is known of the first member, and of those of other recursions at that place, said of that at j."""
    here, lo, *_ = recursion
    first, member = (substitute(here, {var("i'", "Z"): place}) for place in (lo, j))
    facts = [*known.facts, *(f for f in known.at(lo) if f.concl.op in ("le", "lt"))]
    firsts = {canonical(substitute(t, {var("i'", "Z"): lo})): substitute(t, {var("i'", "Z"): j}) for t in places}
    for f in facts:
        own = entries([f.concl])
        alone = len(own) == 1 and canonical(own[0]) is canonical(first)
        together = len(own) == 2 and canonical(own[0]) is canonical(first) and canonical(own[1]) in firsts
        if (alone or together) and not bigs(f.concl):
            sides = list(f.concl.args)
            for t in own:
                sides = [_at(side, t, firsts[canonical(t)] if together else member) for side in sides]
            yield from (
                (le(*pair) for pair in (sides, sides[::-1]))
                if f.concl.op == "eq"
                else ((le if f.concl.op == "le" else lt)(*sides),)
            )
    sign = known.signed(first)
    if sign is not None:
        yield (le if sign.concl.op == "le" else lt)(num(0), member)


def invariants(known: Known) -> Iterator[Fact]:
    """Facts of every index of a recursion that are no hypotheses."""
    every = list(_recursions(known))
    for recursion in every:
        alike = [here for here, *ends in every if ends[:2] == list(recursion[1:3])]
        j = known.fresh("j", "Z")
        low, high = le(recursion[1], j), le(j, recursion[2])
        if recursion[1].op != "num":
            continue
        start = int(recursion[1].args[0])
        inside = Known(known.search, [*known.given, low, high])
        ends = [known.run("assume", f) for f in (low, high)]
        had = {key(f.concl) for f in known.at(j, *ends)}
        with inside.at_hand():
            for fact in up_to(inside, j):
                yield known.p.generalize(None, j, fact, low, high)
        for candidate in islice(_candidates(known, recursion, j, alike), MOST_INVARIANTS):
            if key(candidate) in had:
                continue
            with suppress(KernelError):
                inside.likely(candidate)
                with inside.at_hand():
                    fact = inside.within(SHARE, partial(_kept, inside, candidate, start, j, recursion[3]))
                had.add(key(candidate))
                had.add(key(le(*candidate.args)))
                yield known.p.generalize(None, j, fact, low, high)
            known.search.check_limit()


def _kept(inside: Known, candidate: Term, start: int, j: Term, order: int) -> Fact:
    with inside.at_hand():
        if order > 1:
            return over_two(inside, candidate)
        return by_induction(inside, candidate, least=start, size=j)


def by_invariants(known: Known, goal: Term, found: list[Fact], depth: int, inductive: bool) -> Fact:
    """The goal from what else is known of every index, by induction or in any way; what was found is kept."""
    if not found:
        if not inductive:
            raise NotFound("nothing is kept but what was known")
        found += {key(f.concl): f for f in invariants(known)}.values()
    if not found:
        raise NotFound("nothing is kept but what was known")
    if not inductive:
        return known.asked(found, goal, depth)
    inside = Known(known.search, [*known.given, *(f.concl for f in found)])
    with inside.at_hand():
        n, least = size_of(inside, goal)
        starts = dict.fromkeys((least, 0 if least == 1 else least))
        fact = first(inside, *(partial(by_induction, inside, goal, least=start, size=n) for start in starts))
    return known.search.cut(fact, found)


# --- the method ------------------------------------------------------------------------------------------------------


@method("what recursions keep", share=0.4)
def kept(search: Search, asked: Asked) -> Iterator[Way]:
    """For sequences of which hypotheses say how they begin and how they go on."""
    k, goal = known(search, asked), asked.goal
    if not asked.depth and k.universal and goal.op in ("le", "lt"):
        found: list[Fact] = []
        for inductive in (True, False):
            yield k.way(partial(by_invariants, k, goal, found, asked.depth, inductive))
