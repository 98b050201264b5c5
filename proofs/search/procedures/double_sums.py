"""Double sums: identities, and Gibbs's inequality for the parts of logarithms in them.

For example, the entropy of a pair is at most the sum of the entropies. Reference: Cover and Thomas, Elements of
Information Theory, section 2.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, abstract, big, eq, forall, le, log, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.absolute import beside_sizes, weighted_squares
from proofs.search.sequences.forms import (
    bigs,
    entries,
    factors,
    product_of,
    quantity,
    relation,
    replaced,
    swapped_entry,
    walk,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.logs import taken_apart
from proofs.search.sequences.nested import equations_of_sums

MOST_PAIRS, MOST_BEFORE = 6, 2  # arguments v compared with a factor u of a logarithm, and such factors
MOST_RANGES = 2  # pairs of ranges


def by_equations(known: Known, goal: Term) -> Fact:
    """Prove the goal from equations for its sums."""
    equations = equations_of_sums(known, [goal])
    if not equations:
        raise NotFound("nothing known of these sums")
    with suppress(KernelError):
        return known.linear(goal, [*equations, *known.facts, *about(known, goal)], depth=2)
    q, used = replaced(quantity(goal), equations)
    inside = known.linear(relation(q, goal.op), [*_of_squared_sums(known, q), *known.facts], depth=2)
    return known.put_back(goal, inside, used)


def _of_squared_sums(known: Known, q: Poly) -> Iterator[Fact]:
    """Yield 0 <= S² for the sums S whose squares occur in a polynomial."""
    for t in dict.fromkeys(a.term for m in q for a, e in m if a.term.op == "sum" and e == 2):
        yield known.p.apply("elementary.square_nonneg", x=t)


def by_divergences(known: Known, goal: Term) -> Fact:
    """Prove the goal from divergences and squares at one index and at two indices, summed.

    Raises
    ------
    NotFound
        if no such facts are found.
    """
    equations = equations_of_sums(known, [goal])
    formulas = [goal, *(f.concl.args[1] for f in equations)]
    sums = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
    facts: list[Fact] = []
    ranges: dict[tuple[tuple[Term, Term], tuple[Term, Term]], None] = {}
    for b in sums:
        for inside in [t for t in walk(b.args[2]) if t.op == "sum" and not (t.args[0].loose or t.args[1].loose)]:
            if (inside.args[:2], b.args[:2]) not in ranges:
                ranges[b.args[:2], inside.args[:2]] = None
    for one, two in islice(ranges, MOST_RANGES):
        outer, inner = known.index(*one), known.index(*two)
        members = list(_members(sums, outer, inner))
        with known.inside(outer), known.inside(inner):
            pairs = [f for m in members for x in (outer, inner) for f in known.of_pairs(x, m)]
            here = [*outer.facts, *inner.facts, *dict.fromkeys(pairs)]
            found = [*_divergences(known, members, [outer, inner], here), *_squares(known, members, here)]
            found += _signs(known, members, here)
            mirrored = list(_turned(known, found, outer, inner))
        with known.inside(outer):
            diagonal = list(_diagonal(known, found, outer, inner))
            sizes = list(_sizes_of_sums(known, [b for b in sums if b.args[:2] == one], outer))
        facts += [known.summed(outer, known.summed(inner, fact)) for fact in (*found, *mirrored)]
        facts += [known.summed(outer, fact) for fact in (*sizes, *diagonal)]
    for lo, hi in dict.fromkeys(b.args[:2] for b in sums):
        index = known.index(lo, hi)
        members = [canonical(index.member(b.args[2])) for b in sums if b.args[:2] == (lo, hi)]
        with known.inside(index):
            found = list(_divergences(known, members, [index], index.facts))
        facts += [known.summed(index, fact) for fact in found]
    if not facts:
        raise NotFound("nothing that is compared")
    more = equations_of_sums(known, [f.concl for f in facts])
    bounds = list(_bounds_inside(known, [f.concl.args[1] for f in (*equations, *more)]))
    facts = list(dict.fromkeys([*facts, *bounds, *equations, *more]))
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2, work=4000)


def _members(sums: Sequence[Term], outer: Index, inner: Index) -> Iterator[Term]:
    """Yield the members of double sums over the two ranges, in either order, and of sums over one of them."""
    ranges = {i: (i.lo, i.hi) for i in (outer, inner)}
    for one, two in ((outer, inner), (inner, outer)):
        for b in sums:
            if b.args[:2] != ranges[one]:
                continue
            member = canonical(one.member(b.args[2]))
            parts = list(factors(member))
            k = next((k for k, t in enumerate(parts) if t.op == "sum" and t.args[:2] == ranges[two]), None)
            if k is None:
                yield member
            else:
                yield canonical(product_of([*parts[:k], *parts[k + 1 :], two.member(parts[k].args[2])]))


def _divergences(
    known: Known, members: Sequence[Term], indices: Sequence[Index], here: Sequence[Fact]
) -> Iterator[Fact]:
    """Yield u log v − v <= u log u − u for factors u and arguments v of logs, and u log u <= u log v if u <= v."""
    places = {x.i for x in indices}
    of = list(dict.fromkeys(t.args[0] for m in members for t in walk(m) if t.op == "log" and not t.loose))
    of = [t for t in of if t.free & places]
    before = [product_of([t for t in factors(m) if t.op not in ("log", "num")]) for m in members if _has_log(m)]
    before = [u for u in dict.fromkeys(before) if places <= u.free]
    pairs = [a * b for a, b in combinations(of, 2) if not a.free & b.free & places]
    signs: dict[Term, Fact] = {}
    for t in dict.fromkeys([*before, *of]):
        with suppress(KernelError):
            signs[t] = known.positive(t, here)
    for u in before[:MOST_BEFORE]:
        if u not in signs:
            continue
        apart = taken_apart(known, u, here)
        for v in [t for t in (*pairs, *of) if t is not u and canonical(t) is not canonical(u)][:MOST_PAIRS]:
            with suppress(KernelError):
                other = signs[v] if v in signs else known.positive(v, [*here, *signs.values()])
                tangent = known.p.apply("elementary.log_tangent", other, signs[u], x=v, u=u)
                less = le(u * log(v) - v, u * log(u) - u)
                yield _expanded(known, less, [tangent, signs[u]], [*apart, *taken_apart(known, v, here)])
        for total in of if len(indices) > 1 else ():
            with suppress(KernelError):
                order = known.linear(le(u, total), [*_above(known, total, indices, here), *here], work=200)
                grown = known.p.apply("elementary.log_le", signs[u], order, x=u, y=total)
                yield _expanded(known, le(u * log(u), u * log(total)), [grown, signs[u]], apart)


def _above(known: Known, t: Term, indices: Sequence[Index], here: Sequence[Fact]) -> list[Fact]:
    """Return the facts that a sum, or a term that equals one by hypothesis, is at least its members at the indices."""
    same = [side for f in here if f.concl.op == "eq" and t in f.concl.args for side in f.concl.args]
    sums = [s for s in (t, *same) if s.op == "sum"]
    return [f for total in dict.fromkeys(sums) for x in indices for f in known.member(total, x.i, *x.ends)]


def _has_log(m: Term) -> bool:
    return sum(t.op == "log" for t in factors(m)) == 1


def _expanded(known: Known, less: Term, facts: Sequence[Fact], apart: Sequence[Fact]) -> Fact:
    """Prove an inequality from the product of facts, the last of which is 0 < c, and expand its logarithms."""
    long = known.run("arith", less, [(num(1), list(facts))], [], [facts[-1]])
    q, used = replaced(quantity(less), apart)
    return known.run("arith", le(num(0), as_term(q)), [(num(1), [long]), *((as_term(m), [e]) for m, e in used)], [], [])


def _squares(known: Known, members: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
    """Yield A (x ± y)² >= 0, or |A| (x² + y²) ± 2 A x y >= 0 if the sign of A is unknown, for products A x y."""
    for m in members[:MOST_PAIRS]:
        parts = [t for t in factors(m) if t.op != "num"]
        for x, y in combinations(dict.fromkeys(t for t in parts if t.op == "app") if 1 < len(parts) <= 3 else (), 2):
            rest = list(parts)
            rest.remove(x)
            rest.remove(y)
            yield from weighted_squares(known, product_of(rest), x, y, partial(known.nonnegative, facts=here))


def _signs(known: Known, members: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
    """Yield 0 <= m for the members m with a squared factor, if the product is proved to be nonnegative."""
    for m in members[:MOST_PAIRS]:
        if any(e == 2 for x in normal(m) for _, e in x):
            with suppress(KernelError):
                yield known.nonnegative(m, here)


def _diagonal(known: Known, found: Sequence[Fact], outer: Index, inner: Index) -> Iterator[Fact]:
    """Yield Σ_j F(i, j) >= F(i, i) where F is nonnegative, and (|w| − w) x² >= 0 for the products w x² in F(i, i)."""
    if (outer.lo, outer.hi) != (inner.lo, inner.hi):
        return
    for f in [f for f in found if f.concl.op == "le" and f.concl.args[0] is num(0)]:
        with suppress(KernelError):
            b = big("sum", inner.lo, inner.hi, abstract(canonical(f.concl.args[1]), [inner.i]))
            every = known.everywhere(inner, known.restated(f, le(num(0), inner.member(b.args[2]))))
            member = known.theorem("sums.sum_member", b, every, *outer.ends, m=outer.i)
            yield member
            yield from beside_sizes(known, quantity(member.concl), known.nonnegative)


def _turned(known: Known, found: Sequence[Fact], outer: Index, inner: Index) -> Iterator[Fact]:
    """Yield equations of summands with a[i, j] and with a[j, i], if the matrix a is symmetric by hypothesis."""
    every = [f for f in inner.facts if f.concl.op == "eq"]
    with known.inside(outer), known.inside(inner):
        every += [f for t in entries([f.concl for f in found]) for f in known.of_pairs(inner, t) if f.concl.op == "eq"]
    places = {outer.i, inner.i}
    for same in dict.fromkeys(every):
        a, b = same.concl.args
        if not (a.op == b.op == "app" and a.args[0] is b.args[0] and places == {*a.args[1:]} == {*b.args[1:]}):
            continue
        for m in dict.fromkeys(m for f in found for m in quantity(f.concl)):
            t = as_term({m: fmpq(1)})
            if a in walk(t) and any(x.op == "abs" for x in walk(t)):
                hole = known.fresh("hole")
                shape = eq(t, swapped_entry(t, a, hole))
                start = known.run("arith", eq(t, t), [], [], [])
                yield known.run("replace", same, forall("R", abstract(shape, [hole])), start)


def _sizes_of_sums(known: Known, sums: Sequence[Term], index: Index) -> Iterator[Fact]:
    """Yield |Σ t| <= Σ |t| for the sums whose absolute values occur in members, and equations Σ |u v| = Σ |u| |v|."""
    for b in sums:
        for t in dict.fromkeys(t for t in walk(index.member(b.args[2])) if t.op == "abs" and t.args[0].op == "sum"):
            with suppress(KernelError):
                bound = known.of_absolute_sum(t.args[0], index.facts)
                yield bound
                inner = known.index(*bound.concl.args[1].args[:2])
                member = inner.member(bound.concl.args[1].args[2])
                for size in [u for u in factors(member) if u.op == "abs" and u.args[0].op == "mul"]:
                    rest = [u for u in factors(member) if u is not size]
                    apart = _size_of_product(known, size.args[0])
                    by = product_of(rest) if rest else num(1)
                    same = eq(member, canonical(by * apart.concl.args[1]))
                    yield known.summed(inner, known.run("arith", same, [(by, [apart])], [], []))


def _size_of_product(known: Known, t: Term) -> Fact:
    """Prove |u v …| = |u| |v| …."""
    u, rest = t.args[0], product_of(t.args[1:])
    same = known.p.apply("norms.abs_mul", u=u, r=rest)
    if rest.op != "mul":
        return same
    more = _size_of_product(known, rest)
    goal = eq(absolute(t), absolute(u) * more.concl.args[1])
    return known.run("arith", goal, [(num(1), [same]), (absolute(u), [more])], [], [])


def _bounds_inside(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    """Yield Σ u S <= Σ u c for members u S with u >= 0, where S is a sum and S <= c by hypothesis."""
    for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))):
        index = known.index(b.args[0], b.args[1])
        parts = list(factors(canonical(index.member(b.args[2]))))
        for total in [t for t in parts if t.op == "sum" and index.i in t.free]:
            rest = [t for t in parts if t is not total]
            for f in [f for f in index.facts if f.concl.op in ("le", "lt") and total in bigs(f.concl, ("sum",))]:
                with suppress(KernelError), known.inside(index):
                    sign = known.nonnegative(product_of(rest), index.facts)
                    q = times(quantity(f.concl), normal(product_of(rest)))
                    yield known.summed(index, known.run("arith", le(num(0), as_term(q)), [(num(1), [f, sign])], [], []))


@method("what nested sums are", share=0.3)
def nested(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from equations for sums, if the goal contains nested sums."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and _has_nested(goal):
        yield k.way(partial(by_equations, k, goal))


@method("divergences at two indices", share=0.3)
def divergences_of_pairs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from divergences and squares, if the goal contains nested sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and _has_nested(goal):
        yield k.way(partial(by_divergences, k, goal))


def _has_nested(goal: Term) -> bool:
    return any(t.op == "sum" for b in bigs(goal, ("sum",)) for t in walk(b.args[2]))
