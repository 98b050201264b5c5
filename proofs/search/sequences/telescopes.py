"""Telescoping of recursions: φ_{i+1} − φ_i + r_i >= 0 for all i implies φ_{hi+1} − φ_lo + Σ r_i >= 0.

Sums over members of a linear recursion are also evaluated: Σ F = T(hi + 1) − T(lo) if F_i = T(i + 1) − T(i). T has the
same degree as F in neighbouring members and in the index, and the same powers of numerals as factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import combinations_with_replacement, islice
from math import comb

from flint import fmpq, fmpq_mat

from proofs.kernel.normal import ONE, Mono, Poly, as_term, canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, add, app, big, eq, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import bigs, product_of, quantity, walk
from proofs.search.sequences.known import Index, Known, ranged

MOST_STEPS = 4  # recursions that are summed
MOST_ORDER, MOST_DEGREE = 3, 3  # order of a linear recursion, and degree of a summand in its members

Linear = tuple[Term, int, Mapping[int, fmpq]]  # f, d and the c_j with f_{i+d} = Σ c_j f_{i+j}
Shape = tuple[int, tuple[int, ...]]  # i^e and powers of f_i, f_{i+1}, …


def going_on(known: Known) -> Iterator[tuple[Fact, Term, Term]]:
    """Yield the universal hypotheses with their ranges; hypotheses that mention several places come first."""
    i, others = var("i'", "Z"), list[tuple[Fact, Term, Term]]()
    for u in known.universal:
        first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
        if relation.op in ("le", "lt", "eq", "all"):
            row = u, canonical(first), canonical(last)
            places = {p for t in walk(relation) if t.op == "app" for p in t.args[1:] if i in p.free}
            if len(places) > 1:
                yield row
            else:
                others.append(row)
    yield from others


def potential_of(relation: Term, i: Term, loosely: bool = False) -> tuple[Term, Poly] | None:
    """Return φ_i and r for a relation φ_{i+1} − φ_i + r >= 0 or = 0.

    The term r may contain other entries; if `loosely` is true, it may also contain the entries of φ_i.
    """
    parts: dict[Mono, Poly] = {}  # the coefficients of products of entries
    for m, c in quantity(relation).items():
        own = frozenset(x for x in m if any(t.op == "app" for t in walk(x[0].term)))
        parts.setdefault(own, {})[m - own] = c
    whole, steps = quantity(relation), list[Term]()
    for own, of_own in parts.items():
        here, by = as_term({own: fmpq(1)}), as_term({m: -v for m, v in of_own.items()})
        if i not in here.free:
            continue
        after = normal(substitute(here, {i: i + 1}))
        top = next(iter(after)) if len(after) == 1 else own
        if loosely and top in parts and i not in as_term(parts[top]).free:
            by = as_term(parts[top])
        if top != own and parts.get(top) == normal(substitute(by, {i: i + 1})) and after[top] == 1:
            steps.append(by * here)
            whole = plus(whole, normal(substitute(by * here, {i: i + 1}) - by * here), -1)
    return (add(*steps) if len(steps) > 1 else steps[0], whole) if steps else None


def telescoped(known: Known, index: Index, at: Fact, loosely: bool = False) -> Fact:
    """Prove φ_{hi+1} − φ_lo + Σ r_i >= 0 from φ_{i+1} − φ_i + r_i >= 0 at an index, and likewise for equations."""
    lo, hi, step = index.lo, index.hi, potential_of(at.concl, index.i, loosely)
    if step is None:
        raise NotFound("no recursion")
    a, rest = step
    proper = known.settle(le(lo, hi + 1))
    up = known.summed(index, at)
    telescope = known.p.apply("sums.telescope", proper, f=index.function(a), lo=lo, hi=hi)
    count = known.p.apply("sums.sum_const", proper, lo=lo, hi=hi)
    plain = {m: v for m, v in rest.items() if not any(index.i in x.term.free for x, _ in m)}
    others = plus(rest, plain, -1)
    ends = substitute(a, {index.i: canonical(hi + 1)}) - substitute(a, {index.i: lo})
    total = ends + as_term(plain) * canonical(hi - lo + 1)
    if others:
        total = total + big("sum", lo, hi, abstract(as_term(others), [index.i]))
    make = eq if at.concl.op == "eq" else le
    return known.linear(make(num(0), canonical(total)), [up, telescope, count], depth=2)


def up_to(known: Known, j: Term) -> Iterator[Fact]:
    """Yield relations between the first member and the member at j from recursions, if no sums remain in them.

    The known facts must imply that j is in the range of the members.
    """
    for u, lo, hi in islice(going_on(known), MOST_STEPS):
        with suppress(KernelError):
            index = known.index(lo, canonical(j - 1))
            at = known.p.specialize(u, index.i, using=[index.low, known.settle(le(index.i, hi), *index.ends)])
            fact = telescoped(known, index, at)
            if j in fact.concl.free and not bigs(fact.concl):
                yield fact


# --- sums over members of linear recursions --------------------------------------------------------------------------


def _linear_recursions(known: Known) -> Iterator[tuple[Linear, Fact]]:
    """Yield the universal hypotheses of the form f_{i+d} = Σ c_j f_{i+j} for numerals c_j."""
    i = var("i'", "Z")
    for u in known.universal:
        _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
        if relation.op != "eq":
            continue
        places: dict[int, fmpq] = {}
        functions: set[Term] = set()
        for m, c in quantity(relation).items():
            (x, e), *others = m or ((None, fmpq(0)),)
            t = None if x is None else x.term
            s = _offset(t.args[1], i) if t is not None and t.op == "app" and len(t.args) == 2 else None
            if others or e != 1 or t is None or s is None:
                break
            functions.add(t.args[0])
            places[s] = c
        else:
            order = max(places, default=0)
            if len(functions) == 1 and min(places) >= 0 and 0 < order <= MOST_ORDER:
                yield (functions.pop(), order, {s: -c / places[order] for s, c in places.items() if s < order}), u


def _offset(place: Term, i: Term) -> int | None:
    d = constant(plus(normal(place), normal(i), -1))
    return None if d is None or d.q != 1 else int(d)


def _shapes(member: Term, i: Term, rule: Linear) -> tuple[Term, fmpq, dict[Shape, fmpq]]:
    """Return a weight w, the numeral w_{i+1}/w_i, and the member divided by w in powers of i and f_i, f_{i+1}, …"""
    f, order, _ = rule
    weight: Mono | None = None
    out: dict[Shape, fmpq] = {}
    for m, c in normal(member).items():
        own: dict = {}
        power, exponents = 0, [0] * (order + 1)
        for a, e in m:
            s = _offset(a.term.args[1], i) if a.term.op == "app" and a.term.args[0] is f else None
            if s is not None and 0 <= s <= order and e.q == 1 and e > 0:
                exponents[s] += int(e)
            elif a.term is i and e.q == 1 and e > 0:
                power = int(e)
            elif a.is_exp and i in a.term.free:
                own[a] = e
            else:
                raise NotFound("not made of the members")
        here = frozenset(own.items())
        if weight not in (None, here) or power > MOST_DEGREE or sum(exponents) > MOST_DEGREE:
            raise NotFound("not made of the members")
        weight = here
        out[power, tuple(exponents)] = c
    w = as_term({weight or ONE: fmpq(1)})
    rate = fmpq(1)
    for m in normal(substitute(w, {i: i + 1})):
        for a, e in m - (weight or ONE):
            log = a.term.args[0] if a.is_exp else num(0)
            if log.op != "log" or log.args[0].op != "num" or e.q != 1:
                raise NotFound("no power of a numeral")
            rate *= fmpq(*log.args[0].args) ** int(e)
    return w, rate, _reduced(out, rule)


def _reduced(q: Mapping[Shape, fmpq], rule: Linear) -> dict[Shape, fmpq]:
    """Return the polynomial with f_{i+d} replaced according to the recursion."""
    _, order, steps = rule
    done: dict[Shape, fmpq] = {}
    todo = list(q.items())
    while todo:
        (power, exponents), c = todo.pop()
        if len(exponents) <= order or not exponents[order]:
            shape = power, tuple(exponents[:order])
            done[shape] = done.get(shape, fmpq(0)) + c
            continue
        for s, by in steps.items():
            more = list(exponents)
            more[order] -= 1
            more[s] += 1
            todo.append(((power, tuple(more)), c * by))
    return {shape: c for shape, c in done.items() if c}


def _next(shape: Shape, rule: Linear) -> dict[Shape, fmpq]:
    """Return a product of powers with i replaced by i + 1."""
    power, exponents = shape
    moved = (0, *exponents)
    return _reduced({(k, moved): fmpq(comb(power, k)) for k in range(power + 1)}, rule)


def summed_recursion(known: Known, b: Term) -> Fact:
    """Prove the value of a sum of products of members of a linear recursion, powers of the index and c^i.

    Raises
    ------
    NotFound
        if the sum is not of this form.
    """
    lo, hi, body = b.args
    index = known.index(lo, hi)
    i, member = index.i, index.member(body)
    for rule, every in _linear_recursions(known):
        with suppress(KernelError):
            w, rate, wanted = _shapes(member, i, rule)
            degree = max((sum(e) for _, e in wanted), default=0)
            if degree:
                t = _antidifference(rule, rate, wanted, degree)
                at = known.p.specialize(every, i, using=index.ends)
                return _telescoped_sum(known, b, index, w, t, rule, at)
    raise NotFound("no sum of what a linear recursion gives")


def _antidifference(rule: Linear, rate: fmpq, wanted: Mapping[Shape, fmpq], degree: int) -> dict[Shape, fmpq]:
    """Return T with rate · T(i + 1) − T(i) = `wanted`."""
    _, order, _ = rule
    highest = max(power for power, _ in wanted)
    bases = []
    for chosen in combinations_with_replacement(range(order), degree):
        exponents = tuple(chosen.count(s) for s in range(order))
        bases += [(power, exponents) for power in range(highest + 1)]
    columns: list[dict[Shape, fmpq]] = []
    for base in bases:
        column = {shape: rate * c for shape, c in _next(base, rule).items()}
        column[base] = column.get(base, fmpq(0)) - 1
        columns.append(column)
    rows = list(dict.fromkeys(shape for column in (*columns, wanted) for shape in column))
    matrix = fmpq_mat([[*(c.get(row, fmpq(0)) for c in columns), wanted.get(row, fmpq(0))] for row in rows])
    reduced, rank = matrix.rref()
    out: dict[Shape, fmpq] = {}
    for r in range(rank):
        lead = next(k for k in range(len(bases) + 1) if reduced[r, k])
        if lead == len(bases):
            raise NotFound("no antidifference")
        if reduced[r, len(bases)]:
            out[bases[lead]] = reduced[r, len(bases)]
    return out


def _telescoped_sum(
    known: Known, b: Term, index: Index, w: Term, t: Mapping[Shape, fmpq], rule: Linear, at: Fact
) -> Fact:
    f, _, _ = rule
    i, lo, hi = index.i, index.lo, index.hi
    parts = [
        product_of([num(c), *[i] * power, *(app(f, i + s) for s, e in enumerate(exponents) for _ in range(e)), w])
        for (power, exponents), c in t.items()
    ]
    whole = canonical(add(*parts) if len(parts) > 1 else parts[0])
    after = substitute(whole, {i: i + 1})
    member = index.member(b.args[2])
    logs = {x.args[0] for x in walk(after) if x.op == "log" and x.args[0].op == "num" and x.args[0].args[0] > 0}
    numerals = [known.run("exp_log", known.p.positive(c)) for c in sorted(logs, key=lambda c: fmpq(*c.args))]
    same = known.linear(eq(member, after - whole), [at, *numerals], depth=3)
    up = known.summed(index, same)
    total = known.p.apply("sums.telescope", known.count(b), f=index.function(whole), lo=lo, hi=hi)
    return known.linear(eq(b, canonical(total.concl.args[1])), [up, total])
