"""Gram determinants: 0 <= det (Σ w f_a f_b) for three sequences: correlations, kurtosis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, combinations_with_replacement, islice, permutations

from proofs.kernel.normal import as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, inv, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, cancelled, entries, quantity, relation, replaced
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.termwise import spreads

MOST_BASES, MOST_TRIPLES = 5, 4  # sequences, and triples of them whose determinant is looked at


def _degree(goal: Term) -> int:
    """How many sums are multiplied in a goal."""
    return max(int(sum(e for a, e in m if a.term.op == "sum")) for m in quantity(goal))


def _triples(index: Index, bodies: Sequence[Term], weight: Term) -> Iterator[tuple[Term, Term, Term]]:
    """Sequences of whose products with the weight most are members of sums."""
    found = [t for t in entries(bodies) if index.i in t.free and t is not weight]
    bases = [num(1), *found, *(canonical(t * t) for t in found)][:MOST_BASES]
    had = {canonical(t) for t in bodies} | {canonical(weight)}
    for triple in combinations(bases, 3):
        pairs = combinations_with_replacement(triple, 2)
        if sum(canonical(weight * a * b) in had for a, b in pairs) >= 5:  # one may go out of the goal
            yield triple


def by_determinant(known: Known, goal: Term, weighted: bool) -> Fact:
    """The goal from a determinant, also times what makes it one of the orthogonal parts of two sequences.

    Raises
    ------
    NotFound
        if no three sequences fit.
    """
    formulas = [goal, *(f.concl for f in known.facts)]
    sums = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
    lo, hi = next(b.args[:2] for b in bigs(goal, ("sum",)))
    index = known.index(lo, hi)
    bodies = [index.member(b.args[2]) for b in sums if b.args[:2] == (lo, hi)]
    single = [t for t in bodies if t.op == "app"] if weighted else [num(1)]
    facts: list[Fact] = []
    for w in single:
        with suppress(KernelError), known.inside(index):
            sign = known.nonnegative(w, index.facts)
            weights = known.everywhere(index, sign)
            for triple in islice(_triples(index, bodies, w), MOST_TRIPLES):
                facts += _determinant(known, index, weights, w, triple)
    if not facts:
        raise NotFound("no three sequences")
    whole, below = known.times_out(quantity(goal))
    fact = known.linear(relation(whole), [*facts, *known.facts, *about(known, goal)], depth=2, work=1500)
    return known.divided(fact, below, goal) if below else known.restated(fact, goal)


def _determinant(known: Known, index: Index, weights: Fact, w: Term, triple: Sequence[Term]) -> Iterator[Fact]:
    """That a determinant is not negative, by itself and times a sum on its diagonal; with values for sums."""
    values = [s.fact for s in spreads(known, index.lo, index.hi)]
    for f, g, h in permutations(triple):
        with suppress(KernelError):
            diagonal = big("sum", index.lo, index.hi, index.function(w * f * f).args[1])
            positive = _positive(known, diagonal)
            by = {"w": w, "f": f, "g": g, "h": h}
            by = {name: index.function(t) for name, t in by.items()} | {"lo": index.lo, "hi": index.hi}
            fact = known.p.apply(None, "inequalities.gram", weights, positive, **by)
            q, used = replaced(quantity(fact.concl), values, powers=True)
            parts = [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)]
            plain = known.run("arith", le(num(0), as_term(q)), parts, [], [])
            yield plain
            whole = as_term(replaced(normal(diagonal), values, powers=True)[0])
            if whole.op == "num":
                return
            above = known.linear(lt(num(0), whole), [positive, *values])
            below = known.p.apply(None, "elementary.inv_pos", above, x=whole)
            for factor, sign in ((whole, above), (inv(whole), below)):
                product = as_term(cancelled(times(q, normal(factor)), [whole]))
                yield known.run("arith", le(num(0), product), [(num(1), [plain, sign])], [], [above])
            return


def _positive(known: Known, total: Term) -> Fact:
    """0 < Σ, by what is said of it, or by its members."""
    goal = lt(num(0), total)
    with suppress(KernelError):
        return known.linear(goal, [*known.facts, *known.found(goal)])
    return known.positive(total)


# --- the method ------------------------------------------------------------------------------------------------------


@method("determinants of three sequences", share=0.4)
def determinants(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of three sums, or of two and how many members there are."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)) and _degree(goal) >= 2:
        for weighted in (False, True):
            yield k.way(partial(by_determinant, k, goal, weighted))
