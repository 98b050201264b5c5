"""A pool of facts about sums, derived from facts at an index.

Facts at an index (hypotheses, tangents of logarithms and exponentials, members of sums and maxima) are multiplied by
positive terms and summed. Together with the inequalities of Cauchy and Schwarz and of Chebyshev, and with telescoping
sums, they are the columns of one linear search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice, permutations, product

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    absolute,
    abstract,
    add,
    big,
    eq,
    exp,
    instantiate_bound,
    inv,
    lam,
    le,
    lt,
    mul,
    num,
    substitute,
    var,
)
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    entries,
    factors,
    inverse,
    product_of,
    quantity,
    ranges_in,
    replaced,
    root_of,
    walk,
    written,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import RELATIONS, Index, Known
from proofs.search.sequences.logs import given_products, taken_apart
from proofs.search.sequences.nested import exchanged
from proofs.search.sequences.termwise import spreads

WORK = 6000  # products that a search among these facts may try
MOST_SUMMED = 120  # facts at an index, with weights, that are summed
MOST_TANGENTS = 4  # sums at which tangents of the logarithm are used
MOST_QUOTIENTS = 6  # quotients of arguments of logarithms in the goal at which tangents are used
MOST_PLACES = 2  # places at which members of non-negative sequences are compared with the sum
MOST_NESTED = 1  # indices of the sums around a nested sum
MOST_PRODUCTS = 6  # products of two hypotheses at an index
MOST_CONSTANTS = 2  # constants by which hypotheses are multiplied
MOST_SIZES = 4  # absolute values |x| for which |x| + x and |x| - x are weights
MOST_PARTS = 4  # summands of x for which |x| is bounded by their absolute values
MOST_WEIGHTED = 3  # weights of such products
MOST_WEIGHTS = 4  # weights whose products are weights, too
MOST_ORDERS, MOST_SWAPPED = 3, 8  # orders of summation for one double sum, and sums that are reordered
MOST_DOUBLED = 14  # double sums in facts that are reordered
MOST_RATIOS = 2  # the maximum number of logarithms for which quotients of their arguments are used
MOST_CENTRES = 2  # numbers v for which Σ (x − v)² is used
MOST_SQUARES = 8  # inequalities of Cauchy and Schwarz

Signed = tuple[Term, Fact | None]  # a weight, and the fact that it is non-negative (None for 1)


def pooled(known: Known, goal: Term) -> list[Fact]:
    """Return facts that may prove the goal in combination."""
    out: list[Fact] = []
    formulas = [goal, *(f.concl for f in known.facts)]
    ranges = ranges_in(formulas)
    constants: dict[Term, Fact | None] = {}
    for lo, hi in universal_ranges(known):
        ranges.setdefault((lo, hi), [])
        for end in (lo, hi):
            out += known.at(end)
    for place in [t.args[1] for t in entries([goal]) if len(t.args) == 2] if known.steps else ():
        for lo, hi in list(ranges):  # split at the places in the goal if there are monotone sequences
            if place.op == "var" and place not in (lo, hi):
                ranges.setdefault((lo, place), [])
                ranges.setdefault((canonical(place + 1), hi), [])
    logs = list({canonical(t.args[0]): t.args[0] for t in walk(goal) if t.op == "log" and not t.loose}.values())
    exps = list(dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "exp" and not t.loose))
    for u in logs:
        out += taken_apart(known, u)
    for u, v in _quotients(logs):
        if v.op == "add":  # for tangents at u/v
            with suppress(KernelError):
                out.append(known.run("arith", eq(u * v * inv(v), u), [], [], [known.positive(v)]))
    for (lo, hi), found in ranges.items():
        with suppress(KernelError):
            sums = _Range(known, goal, lo, hi, [b for b in found if b.op == "sum"])
            with known.inside(sums.index):
                out += sums.facts(logs, exps)
            constants.update(sums.constants)
        known.search.check_limit()
    out += known.in_parts(ranges)
    out += given_products(known)
    doubled = [b for f in out for b in bigs(f.concl, ("sum",)) if any(t.op == "sum" for t in factors(b.args[2]))]
    out += _swapped(known, [*formulas, *islice(dict.fromkeys(doubled), MOST_DOUBLED)])
    telescopes = list(_telescopes(known, [*formulas, *(f.concl for f in out)]))
    out += telescopes
    out += _times(known, constants, [*known.facts, *telescopes])
    counts = [f for lo, hi in ranges for f in known.found(big("sum", lo, hi, num(1))) if f.concl.op == "eq"]
    out += counts
    out += _times(known, dict.fromkeys(bigs(goal, ("max",))), counts)
    return list(dict.fromkeys(out))


def with_pool(known: Known, goal: Term) -> tuple[list[Fact], list[Fact]]:
    """Return facts about sums that may prove the goal in combination, and further facts about it; both are cached."""
    kept = known.pools
    if goal not in kept:
        facts = pooled(known, goal)
        more = [f.concl for f in facts if f.concl.op != "all"] if len(facts) < 40 else []
        base = list(dict.fromkeys([*known.facts, *about(known, goal), *known.found(*more)]))
        kept[goal] = facts, base
    return kept[goal]


def from_pool(known: Known, goal: Term) -> Fact:
    """Prove the goal as a linear combination of facts about sums."""
    facts, base = with_pool(known, goal)
    return known.linear(goal, [*facts, *base], work=WORK)


def universal_ranges(known: Known) -> Iterator[tuple[Term, Term]]:
    """Yield the ranges of the known universal facts."""
    for u in known.universal:
        body = instantiate_bound(u.concl.args[1], (var("i'", "Z"),))
        if body.op == "imp" and body.args[1].op == "imp":
            yield canonical(body.args[0].args[0]), canonical(body.args[1].args[0].args[1])


def _swapped(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    """Yield equations that exchange the order of double sums, also of the new sums, and signs of the new sums."""
    found = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
    seen = set(found)
    for b in found:  # the list grows in the loop
        for fact in islice(_other_orders(known, b), MOST_ORDERS):
            yield fact
            for t in bigs(fact.concl.args[1], ("sum",)):
                if t not in seen and len(seen) < MOST_SWAPPED:
                    seen.add(t)
                    found.append(t)
                    with suppress(KernelError):
                        yield known.nonnegative(t)


def _other_orders(known: Known, b: Term) -> Iterator[Fact]:
    """Yield Σ_i u Σ_j v = Σ_j Σ_i u v, and the equations that follow for b from exchanges inside its members."""
    lo, hi, body = b.args
    i, j = known.fresh("i", "Z"), known.fresh("j'", "Z")
    inner = instantiate_bound(body, (i,))
    parts = list(factors(inner))
    for k, t in enumerate(parts):
        if t.op != "sum" or i not in t.free:
            continue
        rest = mul(*parts[:k], *parts[k + 1 :]) if len(parts) > 2 else parts[1 - k] if len(parts) == 2 else None
        if i not in t.args[0].free | t.args[1].free:
            member = instantiate_bound(t.args[2], (j,))
            h = lam(2, abstract(member if rest is None else rest * member, [i, j]))
            with suppress(KernelError):
                by = {"h": h, "lo": lo, "hi": hi, "lo2": t.args[0], "hi2": t.args[1]}
                yield known.p.apply("sums.sum_swap", **by)
        else:
            with suppress(KernelError):
                yield exchanged(known, b)
        if any(s.op == "sum" for s in walk(t.args[2])):
            with suppress(KernelError):
                index = known.index(lo, hi)
                at = index.member(body)
                same = next(_other_orders(known, canonical(substitute(t, {i: index.i}))), None)
                if same is not None:
                    factor = num(1) if rest is None else substitute(rest, {i: index.i})
                    right = canonical(factor * same.concl.args[1])
                    yield known.summed(index, known.run("arith", eq(at, right), [(factor, [same])], [], []))


def _telescopes(known: Known, formulas: Sequence[Term]) -> Iterator[Fact]:
    sums = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
    for b in sums:
        lo, hi, body = b.args
        i = known.fresh("i", "Z")
        member = instantiate_bound(body, (i,))
        found = [t for t in entries([member]) if i in t.free]
        if found and all(canonical(t.args[-1] - i) is num(1) for t in found):
            before = lam(1, abstract(canonical(substitute(member, {i: i - 1})), [i]))
            with suppress(KernelError):
                yield known.p.apply("sums.telescope", known.count(b), f=before, lo=lo, hi=hi)


def _times(known: Known, weights: dict[Term, Fact | None], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield facts about numbers multiplied by weights; inequalities only by weights with a known sign."""
    for (w, sign), fact in product(islice(weights.items(), MOST_CONSTANTS), facts):
        op, sides = fact.concl.op, [canonical(w * side) for side in fact.concl.args]
        if op == "eq":
            yield known.run("arith", eq(*sides), [(w, [fact])], [], [])
        elif sign is not None and fact is not sign and op in ("le", "lt"):
            yield known.run("arith", le(*sides), [(num(1), [fact, sign])], [], [])


def _quotients(logs: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Return pairs of arguments of logarithms that have the same operator, such as two variables or two sums."""
    return islice(((u, v) for u, v in permutations(logs, 2) if u.op == v.op), MOST_QUOTIENTS)


def _summands(t: Term) -> Sequence[Term]:
    return t.args if t.op == "add" else [t]


class _Range:
    """The sums over one range."""

    def __init__(self, known: Known, goal: Term, lo: Term, hi: Term, sums: Sequence[Term]) -> None:
        self.known, self.goal, self.sums, self.lo, self.hi = known, goal, sums, lo, hi
        self.index = known.index(lo, hi)
        i = self.index.i
        self.bodies = [self.index.member(b.args[2]) for b in sums]
        self.entries = [t for t in entries(self.bodies) if i in t.free]
        self.logs = list(dict.fromkeys(canonical(t.args[0]) for t in self._inside("log")))
        self.exps = list(dict.fromkeys(t.args[0] for t in self._inside("exp")))
        self.inverted = list(dict.fromkeys(t.args[0] for t in self._inside("inv")))
        parts = [t for x in self.logs for t in factors(x)]
        self.parts = [t.args[0] if t.op == "inv" else t for t in parts]
        self.given = [*self.index.facts, *(f for body in self.bodies for f in known.of_pairs(self.index, body))]
        self.given += self._reciprocals() if i in self.inverted else ()
        self.given += known.of_falling(i, [goal], *self.index.ends) if known.steps else ()
        self.signs: dict[Term, Fact] = {}
        for t in dict.fromkeys([*self.parts, *self.inverted, *self.entries]):
            with suppress(KernelError), known.inside(self.index):
                self.signs[t] = known.positive(t, [*self.given, *known.ranged(self.index, t)])
        self.here = [*self.given, *self.signs.values()]
        self.inner_sums = [b for b in dict.fromkeys(b for t in self.bodies for b in bigs(t, ("sum",))) if i in b.free]
        self.squared_sums = any(
            a.term.op == "sum" and e == 2 for t in (*self.bodies, *goal.args) for m in normal(t) for a, e in m
        )
        self.constants = list(self._constants())
        places = dict.fromkeys(t.args[1] for t in entries([goal]) if len(t.args) == 2)
        self.places = [k for k in places if k.op in ("var", "num")][:MOST_PLACES]
        self.values = [s.fact for s in spreads(known, lo, hi)] if self.places and self.logs else []
        self.weights = list(self._weights())

    def _inside(self, op: str) -> Iterator[Term]:
        for body in self.bodies:
            yield from (t for t in walk(body) if t.op == op and not t.loose and self.index.i in t.free)

    def _reciprocals(self) -> Iterator[Fact]:
        """Yield 1/hi <= 1/i <= 1/lo, as far as these numbers are proved to be positive."""
        known = self.known
        for (x, y), order in zip(((self.lo, self.index.i), (self.index.i, self.hi)), self.index.ends, strict=True):
            with suppress(KernelError):
                signs = [known.positive(t, self.index.ends) for t in (x, y)]
                yield known.divided(order, signs, le(inv(y), inv(x)))

    def _weights(self) -> Iterator[Signed]:
        yield num(1), None
        for t in self.entries:
            if t in self.signs:
                yield t, self.signs[t]
            else:
                sign = next((f for f in self.given if key(f.concl) == key(le(num(0), t))), None)
                if sign is not None:
                    yield t, sign
        for t in self.exps:
            yield exp(t), self.known.run("exp_pos", t)
        for t in dict.fromkeys(canonical(t) for t in self._inside("abs")):
            yield t, self.known.p.apply("elementary.abs_nonneg", x=t.args[0])
        for t in self.inverted:
            if t in self.signs:
                yield inv(t), self.known.p.apply("elementary.inv_pos", self.signs[t], x=t)
        yield from self.constants
        for t in islice(dict.fromkeys(canonical(t) for t in self._inside("abs")), MOST_SIZES):  # |x| ± x
            for x in (t.args[0], -t.args[0]):
                above = self.known.p.apply("elementary.abs_ge", x=x)
                yield t - x, self.known.run("arith", le(num(0), t - x), [(num(1), [above])], [], [])

    def _constants(self) -> Iterator[Signed]:
        """Yield positive variables and denominators without the index in the hypotheses at the index."""
        known = self.known
        written = [t for f in self.index.facts for t in walk(f.concl) if not t.loose and self.index.i not in t.free]
        found = [t.args[0] if t.op == "inv" else t for t in written if t.op == "inv" or (t.op, t.sort) == ("var", "R")]
        for t in islice(dict.fromkeys(found), MOST_CONSTANTS):
            with suppress(KernelError):
                self.signs[t] = known.positive(t)
                yield t, self.signs[t]

    def _distances(self) -> Iterator[Signed]:
        """Yield differences of the sides of hypotheses at the index, multiplied by weights."""
        for f in self.given[:MOST_PRODUCTS]:
            q = quantity(f.concl)
            if f.concl.op in ("le", "lt") and len(q) > 1:
                for w, sign in self.weights[:MOST_WEIGHTS]:
                    product = as_term(times(q, normal(w)))
                    facts = [f, *([sign] if sign is not None else [])]
                    yield product, self.known.run("arith", le(num(0), product), [(num(1), facts)], [], [])

    def facts(self, logs: Sequence[Term], exps: Sequence[Term]) -> list[Fact]:
        """Return facts about the sums over the range."""
        known, out = self.known, list[Fact]()
        points = self._points(logs)
        out += [sign for _, sign in points if sign is not None]
        equations = [e for x in self.logs for e in taken_apart(known, x, self.here)]
        at: list[tuple[Fact, Sequence[Fact], bool]] = [*self._log_tangents(points), *self._exp_tangents(exps)]
        at += [(f, (), True) for f in self.given]
        at += [(f, (), True) for f in known.above_members(self.index.i, self.index.ends, [self.goal])]
        at += [(f, (), True) for f in self._absolute_values()]
        at += [(f, (), True) for f in self._ends_as_numbers()]
        at += [(f, (), False) for f in self._members()]
        at += list(self._logs_of([f for f, _, _ in at]))
        at += [(f, (), True) for f in self._exps_of()]
        out += self._summed(at, equations)
        relations = [f for f in self.given if f.concl.op in ("le", "lt")]
        plain = [(w, sign) for w, sign in self.weights if w is num(1) or w in self.entries][:MOST_WEIGHTED]
        divided = [(w, sign) for w, sign in self._products() if any(t.op == "inv" for t in factors(w))][:MOST_WEIGHTED]
        for pair in islice(combinations(relations, 2), MOST_PRODUCTS):
            q = times(*(quantity(f.concl) for f in pair))
            for w, sign in [*plain, *divided]:
                if sign not in pair:
                    facts = [*pair, *([sign] if sign is not None else [])]
                    weighted = times(q, normal(w))
                    short = cancelled(weighted, list(self.signs))
                    nonzero = list(self.signs.values()) if short != weighted else []
                    both = known.run("arith", le(num(0), as_term(short)), [(num(1), facts)], [], nonzero)
                    out.append(known.summed(self.index, both))
        for e in [f for f in self.given if f.concl.op == "eq" and bigs(f.concl, ("sum",))]:
            for w in [w for t in self.entries[:MOST_PARTS] for w in (t, t * t)]:
                q = times(quantity(e.concl), normal(w))
                same = known.run("arith", eq(num(0), as_term(q)), [(w, [e])], [], [])
                out.append(known.summed(self.index, same))
        for e in equations:
            for w, _ in self.weights:
                q = times(quantity(e.concl), normal(w))
                same = known.run("arith", eq(num(0), as_term(q)), [(w, [e])], [], [])
                out.append(known.summed(self.index, same))
        out += self._summands_of_logs()
        out += self._same()
        out += self._inner_squares()
        out += self._squares()
        out += self._differences()
        for w, sign in self._products():
            for f in [f for f in self.given if f.concl.op in ("le", "lt")][:MOST_PARTS]:
                q = times(quantity(f.concl), normal(w))
                if sign is not None:
                    product = known.run("arith", le(num(0), as_term(q)), [(num(1), [f, sign])], [], [])
                    out.append(known.summed(self.index, product))
        out += self._ordered()
        out += self._nested(logs, exps)
        out += self._below_ends(exps)
        return out

    def _nested(self, logs: Sequence[Term], exps: Sequence[Term]) -> Iterator[Fact]:
        """Yield facts about sums inside the members, summed."""
        known, i = self.known, self.index.i
        ranges: dict[tuple[Term, Term], list[Term]] = {}
        for b in dict.fromkeys(b for body in self.bodies for b in bigs(body, ("sum",)) if i in b.free):
            ranges.setdefault((b.args[0], b.args[1]), []).append(b)
        for (lo, hi), found in ranges.items() if len(known.around) <= MOST_NESTED else ():
            with suppress(KernelError):
                inner = _Range(known, self.goal, lo, hi, found)
                with known.inside(inner.index):
                    facts = inner.facts(logs, exps)
                for fact in facts:
                    if fact.concl.op in RELATIONS and i in fact.concl.free:
                        yield known.summed(self.index, fact)

    def _points(self, logs: Sequence[Term]) -> list[Signed]:
        """Return the points for tangents of the logarithm: 1, arguments of logarithms in the goal, and sums."""
        out: dict[Term, Fact | None] = {num(1): None}
        for u in logs:
            for v in (u, inv(u)):
                with suppress(KernelError):
                    out[v] = self.known.positive(v)
        for u, v in _quotients(logs):
            with suppress(KernelError):
                out[u * inv(v)] = self.known.positive(u * inv(v))
        if self.logs:
            simple = [b for b in self.sums if all(t.op not in ("log", "abs", "max", "ite") for t in walk(b))]
            for b in simple[:MOST_TANGENTS]:
                with suppress(KernelError):
                    out.setdefault(b, self.known.positive(b))
        return list(out.items())

    def _log_tangents(self, points: Sequence[Signed]) -> Iterator[tuple[Fact, Sequence[Fact], bool]]:
        """Yield log x <= log u + x/u − 1, with the equations that expand these logarithms."""
        known = self.known
        one = known.run("arith", lt(num(0), num(1)), [(num(1), [])], [], [])
        xs = [x for log_of in self.logs for x in (log_of, inverse(log_of))]
        xs += [x * inverse(y) for x, y in permutations(self.logs, 2)] if len(self.logs) <= MOST_RATIOS else []
        others = [a for a in self.entries if a not in self.parts]
        xs += [exp(a) * inverse(x) for x in [*self.parts, *self.logs] for a in others]
        xs += [exp(a) * inverse(x) for x in self.parts for a in self.exps if canonical(a) not in others]
        xs += [exp(a - b) for a, b in permutations(self.exps, 2)] if len(points) > 1 else []
        arguments: list[tuple[Term, Fact, Sequence[Fact]]] = []
        for x in {canonical(x): x for x in xs}.values():
            with suppress(KernelError):
                arguments.append((x, known.positive(x, self.here), taken_apart(known, x, self.here)))
        near = [(y, self.signs[y]) for y in self.parts if y in self.signs]
        for u, u_sign in [*points, *near]:
            apart = taken_apart(known, u, self.here)
            known.search.check_limit()
            for x, sign, own in arguments:
                if (u, u_sign) in near and (x not in self.parts or x is u):
                    continue
                with suppress(KernelError):
                    tangent = known.p.apply("elementary.log_tangent", sign, u_sign or one, x=x, u=u)
                    yield tangent, [*own, *apart], False

    def _summands_of_logs(self) -> Iterator[Fact]:
        """Yield a log a <= a log(a + b) for positive a and b, summed."""
        known = self.known
        for x in dict.fromkeys(t.args[0] for t in self._written() if t.op == "log"):
            if x.op != "add" or len(x.args) > MOST_PARTS:
                continue
            apart = taken_apart(known, x, self.here)
            for k, a in enumerate(x.args):
                with suppress(KernelError):
                    sign, rest = known.positive(a, self.here), [*x.args[:k], *x.args[k + 1 :]]
                    others = [known.positive(b, self.here) for b in rest]
                    order = known.run("arith", le(a, x), [(num(1), [f]) for f in others], [], [])
                    grown = known.p.apply("elementary.log_le", sign, order, x=a, y=x)
                    q, used = replaced(quantity(grown.concl), [*apart, *taken_apart(known, a, self.here)])
                    weighted = times(q, normal(a))
                    sums = [(num(1), [grown, sign]), *((as_term(times(c, normal(a))), [e]) for c, e in used)]
                    yield known.summed(self.index, known.run("arith", le(num(0), as_term(weighted)), sums, [], []))

    def _exp_tangents(self, points: Sequence[Term]) -> Iterator[tuple[Fact, Sequence[Fact], bool]]:
        """Yield e^t (1 + x − t) <= e^x for the exponents x in the members and t = 0 or t in `points`."""
        for x in self.exps:
            for t in dict.fromkeys([num(0), *points]):
                base, sign = self.known.run("exp_ge", x - t), self.known.run("exp_pos", t)
                goal = le(exp(t) * (1 + x - t), exp(x))
                yield self.known.run("arith", goal, [(num(1), [base, sign])], [], []), (), False

    def _absolute_values(self) -> Iterator[Fact]:
        """Yield ±u <= |u| and |a + b| <= |a| + |b| for the absolute values in the sums and maxima."""
        known, index = self.known, self.index
        found = dict.fromkeys(t for t in self._inside("abs"))
        for m in bigs(self.goal, ("max",)):
            with suppress(KernelError):
                known.settle(le(m.args[0], index.i), *index.ends)
                found.update(dict.fromkeys(t for t in walk(index.member(m.args[2])) if t.op == "abs" and not t.loose))
        for t in found:
            u = t.args[0]
            yield known.p.apply("elementary.abs_ge", x=u)
            yield known.p.apply("elementary.abs_ge", x=-u)
            if u.op == "add" and len(u.args) <= MOST_PARTS:
                with suppress(KernelError):
                    yield known.numbers([], le(t, add(*map(absolute, u.args))))

        for t in dict.fromkeys(self._written()):
            if t.op == "abs" and t.args[0].op == "sum":
                with suppress(KernelError):
                    yield known.of_absolute_sum(t.args[0], self.here)

    def _ends_as_numbers(self) -> Sequence[Fact]:
        """Return the facts that the index is in its range, if it is a factor of members and absolute values occur."""
        formulas = [*self.bodies, *(f.concl for f in self.known.facts)]
        values = any(t.op == "abs" for f in formulas for t in walk(f))
        return self.index.ends if values and any(self.index.i in factors(t) for t in self.bodies) else ()

    def _same(self) -> Iterator[Fact]:
        """Yield equations for the sums that result from x · 1/x = 1, |u|² = u² and (√u)² = u."""
        known, index = self.known, self.index
        for t in dict.fromkeys(canonical(t) for t in self._inside("abs")):
            square = known.p.apply("elementary.abs_square", u=t.args[0])
            yield known.summed(index, square)
            for v, v_sign in self.weights[:MOST_WEIGHTS]:
                if v_sign is not None and v in self.entries:
                    q = times(quantity(square.concl), normal(v))
                    yield known.summed(index, known.run("arith", eq(num(0), as_term(q)), [(v, [square])], [], []))
        for t in dict.fromkeys(t for body in self.bodies for t in walk(body) if root_of(t) is not None):
            w = t.args[0].args[1]
            with suppress(KernelError):
                sign = known.nonnegative(w, self.here)
                square = known.p.apply("norms.sqrt_square", sign, s=w)
                yield known.summed(index, square)
                for v, v_sign in self.weights[:MOST_WEIGHTS]:
                    if v_sign is not None and v in self.entries:
                        q = times(quantity(square.concl), normal(v))
                        same = known.run("arith", eq(num(0), as_term(q)), [(v, [square])], [], [])
                        yield known.summed(index, same)
        signs = list(self.signs.values())
        for t in self.inverted:
            for w, _ in self.weights[:MOST_WEIGHTS] if t.op == "add" and t in self.signs else ():
                yield known.summed(index, known.run("arith", eq(w * t * inv(t), w), [], [], [self.signs[t]]))
        for body in self.bodies:
            short = cancelled(normal(body), list(self.signs))
            if signs and short != normal(body):
                yield known.summed(index, known.run("arith", eq(body, as_term(short)), [], [], signs))

    def _below_ends(self, points: Sequence[Term]) -> Iterator[Fact]:
        """Yield e^x (1 + t − x) <= e^t times differences of hypotheses, summed; this bounds e^x by chords."""
        known = self.known
        weights = list(self._distances()) if points and self.exps else []
        for x in self.exps:
            for t in points:
                base, sign = known.run("exp_ge", t - x), known.run("exp_pos", x)
                for w, w_sign in weights:
                    q = times(normal(exp(t) - exp(x) * (1 + t - x)), normal(w))
                    known.search.check_limit()
                    product = [base, sign, w_sign]
                    fact = known.run("arith", le(num(0), as_term(q)), [(num(1), product)], [], [])
                    yield known.summed(self.index, fact)

    def _members(self) -> Iterator[Fact]:
        """Yield that a sum of non-negative members is at least the member at the index."""
        for b, body in zip(self.sums, self.bodies, strict=True):
            if body.op != "num" and all(t.op != "log" for t in walk(body)):
                yield from self.known.member(b, self.index.i, *self.index.ends)

    def _logs_of(self, facts: Sequence[Fact]) -> Iterator[tuple[Fact, Sequence[Fact], bool]]:
        """Yield the logarithms of both sides of facts, if the members contain the logarithm of the left side."""
        known = self.known
        for f in facts:
            if f.concl.op == "eq":
                continue
            least, right = canonical(f.concl.args[0]), f.concl.args[1]
            if least in (*self.logs, *self.parts) or (least.op == "exp" and least.args[0] in self.exps):
                with suppress(KernelError):
                    sign = known.positive(least, self.here)
                    order = known.run("arith", le(least, right), [(num(1), [f])], [], [])
                    grown = known.p.apply("elementary.log_le", sign, order, x=least, y=right)
                    yield grown, taken_apart(known, right, self.here), False

    def _exps_of(self) -> Iterator[Fact]:
        """Yield e^s <= e^t for hypotheses s <= t, if the members contain e^s or e^t."""
        for f in self.given if self.exps else ():
            sides = [canonical(side) for side in f.concl.args]
            if f.concl.op in ("le", "lt") and any(canonical(x) in sides for x in self.exps):
                order = f if f.concl.op == "le" else self.known.weak(f)
                yield self.known.p.apply("elementary.exp_le", order, x=f.concl.args[0], y=f.concl.args[1])

    def _summed(self, at: Sequence[tuple[Fact, Sequence[Fact], bool]], equations: Sequence[Fact]) -> Iterator[Fact]:
        """Yield facts at the index times weights, summed; omit tangents that introduce new log, 1/x or e^x."""
        known, i = self.known, self.index.i
        had = {a for body in self.bodies for m in normal(body) for a, _ in m}
        had |= {a for e in equations for side in e.concl.args for m in normal(side) for a, _ in m}
        positive = list(self.signs)
        count = 0
        for fact, apart, always in at:
            known.search.check_limit()
            for w, sign in self.weights:
                if count >= MOST_SUMMED:
                    return
                q, used = replaced(quantity(fact.concl), apart)
                weighted = times(q, normal(w))
                short = cancelled(weighted, positive)
                new = [a for m in short for a, _ in m if i in a.term.free and a not in had]
                if not always and any(a.term.op in ("log", "inv", "exp") for a in new):
                    continue
                product = [fact, *([sign] if sign is not None else [])]
                sums = [(num(1), product), *((as_term(times(c, normal(w))), [e]) for c, e in used)]
                nonzero = list(self.signs.values()) if short != weighted else []
                op = eq if fact.concl.op == "eq" else le
                if op is eq:
                    sums[0] = (w, [fact])
                with suppress(KernelError):
                    short_fact = known.run("arith", op(num(0), as_term(short)), sums, [], nonzero)
                    yield known.summed(self.index, short_fact)
                    count += 1
                    if not always and op is le:
                        yield from self._above_members(short_fact)

    def _above_members(self, fact: Fact) -> Iterator[Fact]:
        """Yield t_k <= Σ t from 0 <= t at the index, for the places k in the goal, with given values of sums."""
        known, t = self.known, fact.concl.args[1]
        every: Fact | None = None
        for k in self.places:
            with suppress(KernelError):
                ends = known.settle(le(self.lo, k)), known.settle(le(k, self.hi))
                every = every or known.everywhere(self.index, fact)
                by = {"f": self.index.function(t), "lo": self.lo, "hi": self.hi, "m": k}
                above = known.p.apply("sums.sum_member", every, *ends, **by)
                q, used = replaced(quantity(above.concl), self.values)
                sides = [(num(1), [above]), *((as_term(m), [e]) for m, e in used)]
                yield known.run("arith", le(num(0), as_term(q)), sides, [], [])

    def _squares(self) -> Iterator[Fact]:
        """Yield (Σ w a b)² <= Σ w a² · Σ w b² if two of the sums occur, with equations that simplify the sums."""
        known, index = self.known, self.index
        squared = list(dict.fromkeys(self._squared()))
        bases = list(dict.fromkeys([
            *self.entries, *(canonical(t) for t in self._inside("abs")), *squared,
            *(exp(num(1, 2) * t) for t in self.exps), num(1),
            *(t * a for t in self.inverted if t in self.signs for a in self.entries if t is not a),
            *(self.inner_sums if self.squared_sums else ()),
        ]))  # fmt: skip
        had = {as_term(cancelled(normal(b), list(self.signs))) for b in self.bodies} | {num(1)}
        had |= {canonical(part) for b in self.bodies for part in _summands(b)}
        had |= {as_term({m: fmpq(1)}) for b in self.bodies for m in normal(b)}
        plain = {w for w, _ in self.weights}
        positive, signs = list(self.signs), list(self.signs.values())
        count = 0
        for w, sign in [*self.weights, *self._products()]:
            for a, b in combinations(bases, 2):
                asked = w is num(1) and (a in squared or a is num(1)) and (b in squared or b is num(1))
                wholes = [w * a * a, w * a * b, w * b * b]
                short = [as_term(cancelled(normal(t), positive)) for t in wholes]
                if not asked and (sum(t in had for t in short) < (2 if w in plain else 3) or count >= MOST_SQUARES):
                    continue
                with suppress(KernelError):
                    weight = known.run("arith", le(num(0), w), [(num(1), [sign] if sign else [])], [], [])
                    every = known.everywhere(index, weight)
                    by = {"w": index.function(w), "f": index.function(a), "g": index.function(b)}
                    by |= {"lo": index.lo, "hi": index.hi}
                    yield known.p.apply("inequalities.weighted_cauchy_schwarz", every, **by)
                    count += 1
                    for whole, t in zip(wholes, short, strict=True):
                        if normal(whole) != normal(t):
                            same = known.run("arith", eq(whole, t), [], [], signs)
                            yield known.summed(index, same)
                    for x, t in ((a, short[0]), (b, short[2])):
                        square = known.p.apply("elementary.square_nonneg", x=x)
                        yield known.summed(
                            index, known.run("arith", le(num(0), t), [(num(1), [square, weight])], [], signs)
                        )

    def _inner_squares(self) -> Iterator[Fact]:
        """Yield (Σ w a b)² <= Σ w a² · Σ w b² for sums inside the members, summed, with given values of sums."""
        known = self.known
        for t in self.inner_sums if self.squared_sums else ():
            inner = known.index(*t.args[:2])
            parts = list(factors(inner.member(t.args[2])))
            if not 1 < len(parts) <= MOST_PARTS:
                continue
            with known.inside(inner):
                here = [*self.here, *inner.facts, *known.of_pairs(inner, t)]
                here += known.of_pairs(inner, inner.member(t.args[2]))
            for k, a in enumerate(parts):
                rest = [*parts[:k], *parts[k + 1 :]]
                b = product_of(rest)
                sign = known.signed(a, here)
                for w, f, g, s in ((num(1), a, b, None), (a, b, num(1), sign)):
                    with suppress(KernelError):
                        if s is None and w is not num(1):
                            continue
                        weight = known.run("arith", le(num(0), w), [(num(1), [s] if s else [])], [], [])
                        by = {"w": inner.function(w), "f": inner.function(f), "g": inner.function(g)}
                        by |= {"lo": inner.lo, "hi": inner.hi}
                        every = known.everywhere(inner, weight)
                        fact = known.p.apply("inequalities.weighted_cauchy_schwarz", every, **by)
                        q, used = replaced(quantity(fact.concl), [e for e in self.here if e.concl.op == "eq"])
                        sides = [(num(1), [fact]), *((as_term(c), [e]) for c, e in used)]
                        yield known.summed(self.index, known.run("arith", le(num(0), as_term(q)), sides, [], []))

    def _differences(self) -> Iterator[Fact]:
        """Yield Σ (a ± b)² >= 0 for products a b of entries, Σ (√u − 1)² >= 0 for roots, and Σ (a − v)² >= 0."""
        for t in dict.fromkeys(t for body in self.bodies for t in walk(body) if root_of(t) is not None):
            yield self.known.summed(self.index, self.known.p.apply("elementary.square_nonneg", x=t - 1))
        for a, v in islice(self._times_numbers(), MOST_CENTRES):
            yield self.known.summed(self.index, self.known.p.apply("elementary.square_nonneg", x=a - v))
        had = {frozenset(m) for body in self.bodies for m in normal(body)}
        for a, b in combinations(self.entries, 2):
            if any(m in had for m in normal(a * b)):
                for x in (a - b, a + b):
                    yield self.known.summed(self.index, self.known.p.apply("elementary.square_nonneg", x=x))

    def _times_numbers(self) -> Iterator[tuple[Term, Term]]:
        """Yield entries with the real variables that multiply their sums, if sums of their squares occur."""
        for m in quantity(self.goal):
            for b, body in zip(self.sums, self.bodies, strict=True):
                squared = body in self.entries and canonical(body * body) in map(canonical, self.bodies)
                if squared and any(a.term is b for a, _ in m):
                    yield from ((body, a.term) for a, _ in m if a.term.op == "var" and a.term.sort == "R")

    def _squared(self) -> Iterator[Term]:
        """Yield the sums that are factors in the members, not normalized, and the roots in the members."""
        for t in self._written():
            if t.op == "mul":
                yield from (a for a in t.args if a.op == "add" and self.index.i in a.free)
        yield from (t for body in self.bodies for t in walk(body) if root_of(t) is not None)

    def _written(self) -> Iterator[Term]:
        """Yield the terms in the members, not normalized."""
        for b in written(self.goal, ("sum",)):
            if (canonical(b.args[0]), canonical(b.args[1])) == (self.index.lo, self.index.hi):
                yield from (t for t in walk(self.index.member(b.args[2])) if not t.loose and self.index.i in t.free)

    def _products(self) -> Iterator[Signed]:
        """Yield products of two weights."""
        several = [(w, sign) for w, sign in self.weights if sign is not None and w.op in ("app", "inv")]
        for (v, v_sign), (w, w_sign) in combinations(several[:MOST_WEIGHTS], 2):
            signs = [v_sign, w_sign]
            if all(s is not None for s in signs):
                op = lt if all(s.concl.op == "lt" for s in signs if s) else le
                yield v * w, self.known.run("arith", op(num(0), v * w), [(num(1), signs)], [], [])

    def _ordered(self) -> Iterator[Fact]:
        """Yield Chebyshev's inequality for similarly or oppositely ordered sequences."""
        known, index = self.known, self.index
        other = known.index(index.lo, index.hi)
        move = {index.i: other.i}
        for a, b in islice(combinations([*self.entries, *map(exp, self.exps)], 2), MOST_PRODUCTS):
            for sign in (1, -1):
                pair = le(num(0), num(sign) * (a - substitute(a, move)) * (b - substitute(b, move)))
                fact = self._alike(pair, a, b if sign == 1 else -b, other)
                if fact is None:
                    continue
                for w, w_sign in self.weights:
                    if w is a:
                        continue
                    with suppress(KernelError):
                        there = known.signed(substitute(w, move), other.facts) if w_sign else None
                        weights = [f for f in (w_sign, there) if f is not None]
                        q = times(quantity(pair), normal(w * substitute(w, move)))
                        product = known.run("arith", le(num(0), as_term(q)), [(num(1), [fact, *weights])], [], [])
                        every = known.everywhere(index, known.everywhere(other, product))
                        by = {"w": index.function(w), "f": index.function(a), "g": index.function(num(sign) * b)}
                        by |= {"lo": index.lo, "hi": index.hi}
                        yield known.p.apply("inequalities.weighted_chebyshev", every, **by)

    def _alike(self, pair: Term, a: Term, b: Term, other: Index) -> Fact | None:
        """Prove (a_i − a_j) (b_i − b_j) >= 0 from hypotheses about pairs, by monotonicity, or for real numbers."""
        known, index = self.known, self.index
        ends = [*index.ends, *other.ends]
        for u in known.universal:
            for places in ((index.i, other.i), (other.i, index.i)):
                with suppress(KernelError):
                    fact = known.p.specialize(u, *places, using=ends)
                    if fact.concl.op in RELATIONS and key(fact.concl) == key(pair):
                        return fact
        if set(entries([a])) == set(entries([b])):
            with suppress(KernelError):
                return self._of_one(pair, a, b, other)
            with suppress(KernelError):
                return known.numbers([*index.facts, *other.facts], pair)
            return None
        with suppress(KernelError):
            return self._rising(pair, a, b, other)
        return None

    def _of_one(self, pair: Term, a: Term, b: Term, other: Index) -> Fact:
        """Prove (a_i − a_j) (b_i − b_j) >= 0 if a and b are monotone functions of the same x, such as x and e^(c x)."""
        known, move = self.known, {self.index.i: other.i}
        (x,) = (t for t in entries([a]) if self.index.i in t.free)
        y = substitute(x, move)
        sides = []
        for order in (le(x, y), le(y, x)):
            low = known.run("assume", order)
            grown = [self._grown_with(t, low, move, order.args[0] is x) for t in (a, b)]
            sides.append(known.run("arith", pair, [(num(1), grown)], [], []))
        strict = known.weak(known.run("assume", lt(y, x)))
        second = known.run("mp", known.run("discharge", le(y, x), sides[1]), strict)
        return known.run("cases", x, y, sides[0], second)

    def _grown_with(self, t: Term, order: Fact, move: dict[Term, Term], up: bool) -> Fact:
        """Prove t_i <= t_j or t_j <= t_i from the order of two members of which t is a monotone function."""
        known = self.known
        sign, inside = next((s, u) for s, u in ((1, t), (-1, canonical(-t))) if u.op in ("app", "exp"))
        if inside.op == "app":
            ends = [t, substitute(t, move)]
            return known.linear(le(*(ends if up == (sign == 1) else ends[::-1])), [order], work=50)
        u, v = inside.args[0], substitute(inside.args[0], move)
        plain = [f for f in known.facts if not bigs(f.concl)]
        for falls in (False, True):
            with suppress(KernelError):
                ends = [u, v] if up != falls else [v, u]
                grown = known.linear(le(*ends), [order, *plain], degree=2, work=200)
                powers = known.p.apply("elementary.exp_le", grown, x=ends[0], y=ends[1])
                sides = [num(sign) * exp(e) for e in (ends if sign == 1 else ends[::-1])]
                return known.run("arith", le(*sides), [(num(1), [powers])], [], [])
        raise KernelError("it neither rises nor falls")

    def _rising(self, pair: Term, a: Term, b: Term, other: Index) -> Fact:
        known, i, j = self.known, self.index.i, other.i
        sides = []
        for (x, x_ends), (y, y_ends) in (
            ((i, self.index.ends), (j, other.ends)),
            ((j, other.ends), (i, self.index.ends)),
        ):
            order = known.run("assume", le(x, y))
            grown = [self.grown(t, x, y, [x_ends[0], order, y_ends[1]]) for t in (a, b)]
            sides.append(known.run("arith", pair, [(num(1), grown)], [], []))
        low = known.run("assume", le(j, i))
        strict = known.weak(known.run("assume", lt(j, i)))
        second = known.run("mp", known.run("discharge", low.concl, sides[1]), strict)
        return known.run("cases", i, j, sides[0], second)

    def grown(self, t: Term, x: Term, y: Term, ends: Sequence[Fact]) -> Fact:
        """Prove t_x <= t_y for x <= y by proving t_k <= t_{k+1}."""
        known, index = self.known, self.index
        steps = known.index(index.lo, index.hi - 1)
        here, there = (substitute(t, {index.i: place}) for place in (steps.i, steps.i + 1))
        step = known.linear(le(here, there), steps.facts)
        by = {"f": index.function(t), "lo": index.lo, "hi": index.hi, "i": x, "j": y}
        every = known.everywhere(steps, step)
        return known.p.apply("inequalities.nondecreasing_le", every, *ends, **by)
