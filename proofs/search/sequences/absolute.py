"""Bounds for the absolute value of a sum from bounds for its summands, and of a product from bounds for its factors.

If a fact mentions |x| for a sum x, the summands of x are kept together: |u − v + h (F − G)| is bounded by
|u − v| + h |F − G|.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from flint import fmpq

from proofs.kernel.normal import ONE, Mono, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, absolute, eq, inv, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.sequences.forms import entries, product_of, quantity, single_factors, walk
from proofs.search.sequences.known import RELATIONS, Known

MOST_TOGETHER = 4  # sums that occur in absolute values and are not split


class Sizes:
    """A search for bounds |t| <= R from given facts.

    Parameters
    ----------
    known
        The known facts of the question.
    facts
        Further facts; if one of them states |y| <= w, then |y| is replaced by w in bounds.
    kept
        Terms y for which |y| remains in bounds.
    """

    def __init__(self, known: Known, facts: Sequence[Fact], kept: Sequence[Term]) -> None:
        self.known, self.facts = known, facts
        self.kept = {canonical(t) for t in kept}
        self.said: dict[Term, Fact] = {}
        for f in facts:
            if f.concl.op in ("le", "lt") and f.concl.args[0].op == "abs":
                self.said.setdefault(canonical(f.concl.args[0].args[0]), f)
        occurring = dict.fromkeys([*self.kept, *self.said])
        occurring |= dict.fromkeys(canonical(t.args[0]) for f in facts for t in walk(f.concl) if t.op == "abs")
        self.together = [t for t in occurring if t.op == "add"][:MOST_TOGETHER]

    def bound(self, t: Term) -> Fact:
        """Prove a bound |t| <= R.

        Raises
        ------
        KernelError
            if no bound is proved.
        """
        form = canonical(t)
        if form in self.kept:
            return _as_it_is(self.known, t)
        if form in self.said:
            f = self.said[form]
            same = self.known.weak(f) if f.concl.op == "lt" else f
            return self.known.run("arith", le(absolute(t), same.concl.args[1]), [(num(1), [same])], [], [])
        with suppress(KernelError):
            if t.op in ("add", "mul") and entries([t]):
                raise NotFound("members of a sum have sizes of their own")
            sign = self.known.nonnegative(t, self.facts)
            both = self.known.run("arith", le(-t, t), [(num(2), [sign])], [], [])
            return self._of_halves(t, t, both, self.known.run("arith", le(t, t), [], [], []))
        if t.op == "num":
            return self._of_halves(t, -t, *(self.known.linear(g, []) for g in (le(t, t), le(t, -t))))
        if t.op in ("add", "mul"):
            apart = _common_entry(t)
            if apart is not None:
                fact = self._of_product(apart)
                return self.known.run("arith", le(absolute(t), fact.concl.args[1]), [(num(1), [fact])], [], [])
        if t.op == "mul":
            return self._of_product(t)
        parts = list(self._parts(t))
        return self.of_sum(t, parts, [self.bound(x) for x in parts]) if len(parts) > 1 else _as_it_is(self.known, t)

    def _of_halves(self, t: Term, bound: Term, below: Fact, above: Fact) -> Fact:
        halves = [
            self.known.run("arith", g, [(num(1), [f])], [], [])
            for g, f in ((le(-bound, t), below), (le(t, bound), above))
        ]
        return self.known.p.apply("elementary.abs_le", *halves, x=t, u=bound)

    def _parts(self, t: Term) -> Iterator[Term]:
        """Yield the summands of t: multiples of the sums in `together`, and the summands of the remainder."""
        q, had = normal(t), False
        for y in self.together:
            c = _share(q, normal(y))
            rest = plus(q, times(c, normal(y)), -1) if c else q
            if c and len(rest) < len(q):
                q, had = rest, True
                yield y if c == normal(num(1)) else as_term(c) * y
        if not had:
            yield from t.args if t.op == "add" else [t]
            return
        yield from (as_term({m: c}) for m, c in q.items())

    def of_sum(self, t: Term, parts: Sequence[Term], bounds: Sequence[Fact]) -> Fact:
        """Prove |t| <= Σ R for t = Σ x, from bounds |x| <= R for the summands x."""
        known = self.known
        total = bounds[0].concl.args[1]
        for f in bounds[1:]:
            total = total + f.concl.args[1]
        halves = []
        for sign, goal in ((-1, le(-total, t)), (1, le(t, total))):
            above = [known.p.apply("elementary.abs_ge", x=x if sign > 0 else -x) for x in parts]
            halves.append(known.run("arith", goal, [(num(1), [f]) for f in (*above, *bounds)], [], []))
        return known.p.apply("elementary.abs_le", *halves, x=t, u=total)

    def _of_product(self, t: Term) -> Fact:
        parts = single_factors(t)
        free = [x for x in parts if not entries([x])]
        of_u = self._at_most_one(product_of(free)) if 0 < len(free) < len(parts) else None
        if of_u is not None:
            u, v = product_of(free), product_of([x for x in parts if entries([x])])
        else:
            u, v = parts[0], product_of(parts[1:])
            of_u = self.bound(u)
        return self.of_factors(t, (u, of_u), (v, self.bound(v)))

    def of_factors(self, t: Term, one: tuple[Term, Fact], other: tuple[Term, Fact]) -> Fact:
        """Prove |t| <= U V for t = u v, from |u| <= U and |v| <= V."""
        known, (u, of_u), (v, of_v) = self.known, one, other
        top_u, top_v = of_u.concl.args[1], of_v.concl.args[1]
        same = known.p.apply("norms.abs_mul", u=u, r=v)
        signs = [known.p.apply("elementary.abs_nonneg", x=x) for x in (u, v)]
        above = known.run("arith", le(num(0), top_v), [(num(1), [of_v]), (num(1), [signs[1]])], [], [])
        steps = [(num(1), [of_u, above]), (num(1), [of_v, signs[0]]), (num(1), [same])]
        return known.run("arith", le(absolute(t), top_u * top_v), steps, [], [])

    def _at_most_one(self, c: Term) -> Fact | None:
        """Prove |c| <= 1 for a coefficient without entries whose sign is not proved; return None on failure."""
        known, plain = self.known, [f for f in self.facts if f.concl.op in RELATIONS and not entries([f.concl])]
        if not c.free or c.op == "var" or known.signed(c, self.facts) is not None:
            return None
        with suppress(KernelError):
            return known.numbers(plain, le(absolute(c), num(1)), 1.0)
        return None


def _as_it_is(known: Known, t: Term) -> Fact:
    return known.run("arith", le(absolute(t), absolute(t)), [], [], [])


def _common_entry(t: Term) -> Term | None:
    """Return c y if an entry y is a factor of all summands and the sum c contains no entries; otherwise None."""
    q = normal(t)
    for a in {a for m in q for a, e in m if a.term.op == "app" and e == 1} if len(q) > 1 else ():
        if all(dict(m).get(a) == 1 for m in q):
            c = as_term({frozenset(x for x in m if x[0] != a): v for m, v in q.items()})
            return None if entries([c]) else c * a.term
    return None


def _share(q: Poly, y: Poly) -> Poly:
    """Return the sum of the monomials of q that are divisible by the longest summand of y, divided by the latter."""
    m = max(y, key=len)
    out: Poly = {}
    for x, v in q.items():
        powers = dict(x)
        if all(powers.get(a, 0) >= e for a, e in m):
            for a, e in m:
                powers[a] -= e
            out[frozenset(z for z in powers.items() if z[1])] = v / y[m]
    return out


def by_sizes(known: Known, facts: Sequence[Fact], goal: Term, more: Sequence[Fact]) -> Fact:
    """Prove a goal |x| <= u from a bound for |x| in terms of |y|, where the first fact is |y| <= w.

    Raises
    ------
    NotFound
        if the goal or the first fact is not a bound for an absolute value.
    KernelError
        if no proof is found.
    """
    here = facts[0]
    if goal.op != "le" or {goal.args[0].op, here.concl.args[0].op} != {"abs"} or here.concl.op != "le":
        raise NotFound("no bounds of absolute values")
    sizes = Sizes(known, facts[1:], [here.concl.args[0].args[0]])
    return _with_hypothesis(known, facts, goal, sizes.bound(goal.args[0].args[0]), more)


def of_quotient(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove a goal |x| < u or |x| <= u from an equation x t + r = 0 and a proof of |r| < u |t| or |r| <= u |t|.

    The lower bound for |t| is the absolute value of one summand minus those of the other summands, as for diagonally
    dominant matrices.

    Raises
    ------
    KernelError
        if there is no such equation, or no proof is found.
    """
    x = goal.args[0].args[0] if goal.op in ("le", "lt") and goal.args[0].op == "abs" else goal
    if x.op not in ("app", "var"):
        raise NotFound("not the size of a number by itself")
    for f in facts:
        parts = _linear_in(f.concl, canonical(x)) if f.concl.op == "eq" else None
        if parts is None:
            continue
        for m, c in normal(parts[0]).items():
            with suppress(KernelError):
                t, r = parts if c > 0 else (canonical(-part) for part in parts)
                return _of_quotient(known, facts, goal, f, t, r, m)
            known.search.check_limit()
    raise NotFound("no equation says what multiple of it is small")


def _linear_in(equation: Term, x: Term) -> tuple[Term, Term] | None:
    """Return (t, r) if the equation is x t + r = 0 or x + r/t = 0, t is no numeral, and t and r do not contain x."""
    q, by, rest = quantity(equation), Poly(), Poly()
    for m, c in q.items():
        own = [(a, e) for a, e in m if a.term is x and e == 1]
        (by if own else rest)[m - frozenset(own)] = c
    t, common = as_term(by), frozenset.intersection(*rest) if rest and set(by) == {ONE} else frozenset()
    inverse = next(((a, e) for a, e in common if a.term.op == "inv" and e == 1), None)
    if inverse is not None:
        t, rest = inverse[0].term.args[0], {m - {inverse}: c / by[ONE] for m, c in rest.items()}
    r = as_term(rest)
    return None if t.op == "num" or x in {*walk(t), *walk(r)} else (t, r)


def _of_quotient(known: Known, facts: Sequence[Fact], goal: Term, equation: Fact, t: Term, r: Term, m: Mono) -> Fact:
    """Prove the goal as `of_quotient` does, with |t| bounded below by means of the summand with the monomial m."""
    (size_of_x, u), x = goal.args, goal.args[0].args[0]
    signed = {canonical(f.concl.args[1]) for f in facts if f.concl.op in ("le", "lt") and f.concl.args[0] is num(0)}
    sizes = Sizes(known, facts, [])
    sizes.said = {y: f for y, f in sizes.said.items() if all(a.op != "abs" for a in walk(f.concl.args[1]))}
    numbers = {*map(canonical, entries([t, r])), *(v for y in (t, r) for v in free_variables([y]) if v.sort == "R")}
    sizes.kept |= numbers - signed - sizes.said.keys()
    first, of_r = as_term({m: normal(t)[m]}), sizes.bound(r)
    others = canonical(first - t)
    if others is num(0):
        below = [known.run("arith", le(absolute(first), absolute(t)), [], [], [])]
    else:
        below = [sizes.of_sum(first, [t, others], [_as_it_is(known, t), sizes.bound(others)])]
    top, size = of_r.concl.args[1], absolute(t)
    occurring = dict.fromkeys(a.args[0] for f in (*below, of_r) for a in walk(f.concl) if a.op == "abs" and not a.loose)
    products = [a for a in occurring if a.op == "mul"]
    below += [known.p.apply("norms.abs_mul", u=a.args[0], r=product_of(a.args[1:])) for a in products]
    signs = [known.p.apply("elementary.abs_nonneg", x=a) for a in occurring]
    numerals = [a.args[0] for a in products if a.args[0].op == "num"]
    signs += [known.p.apply("elementary.abs_ge", x=y) for y in (first, -first, *numerals)]
    using = [*below, *signs, *facts]
    sign = known.p.apply("elementary.abs_nonneg", x=t)
    try:
        less = known.linear(lt(top, u * size), using, degree=2, work=600)
    except KernelError:
        if goal.op == "lt":
            raise
        less = known.linear(le(top, u * size), using, degree=2, work=600)
        sign = known.linear(lt(num(0), size), using)
    if any(a.term in (inv(t), inv(canonical(-t))) for k in quantity(equation.concl) for a, _ in k):
        equation = _multiplied(known, equation, x, t, r, known.linear(lt(num(0), size), using, degree=2, work=600))
    ends = [known.p.apply("elementary.abs_ge", x=y) for y in (r, -r)]
    goals = le(-top, x * t), le(x * t, top)
    halves = [known.linear(g, [equation, of_r, end]) for g, end in zip(goals, ends, strict=True)]
    high = known.p.apply("elementary.abs_le", *halves, x=x * t, u=top)
    same = known.p.apply("norms.abs_mul", u=x, r=t)
    fails = known.run("assume", (le if goal.op == "lt" else lt)(u, size_of_x))
    grows = (lt if fails.concl.op == sign.concl.op == "lt" else le)(u * size, size_of_x * size)
    grown = known.run("arith", grows, [(num(1), [fails, sign])], [], [])
    wrong = known.run("absurd", known.linear(FALSE, [less, same, high, grown]), goal)
    right = known.run("assume", goal)
    strict = goal.op == "lt"
    return known.run("cases", *((u, size_of_x, wrong, right) if strict else (size_of_x, u, right, wrong)))


def _multiplied(known: Known, equation: Fact, x: Term, t: Term, r: Term, sign: Fact) -> Fact:
    """Prove x t = −r from x = −r/t and 0 < |t|."""
    zero = known.run("assume", eq(t, num(0)))
    halves = [known.linear(g, [zero]) for g in (le(num(0), t), le(t, num(0)))]
    none = known.p.apply("elementary.abs_le", *halves, x=t, u=num(0))
    unequal = known.p.discharge(known.linear(FALSE, [none, sign]), zero.concl)
    c = quantity(equation.concl)[next(iter(normal(x)))]
    return known.run("arith", eq(x * t, -r), [(num(-1 / c) * t, [equation])], [], [unequal])


def is_of_distances(here: Term, goal: Term) -> bool:
    """Return whether both formulas bound an absolute value, and the first bounds the distance of two products."""
    if any(f.op != "le" or f.args[0].op != "abs" for f in (here, goal)):
        return False
    apart = normal(here.args[0].args[0])
    return len(apart) == 2 and any(a.term.op == "prod" for m in apart for a, _ in m)


def by_factors(known: Known, facts: Sequence[Fact], goal: Term, ones: Sequence[Fact]) -> Fact:
    """Prove |A a − B b| <= u from |A − B| <= w, the first of the facts, by A a − B b = (A − B) a + B (a − b).

    Parameters
    ----------
    known
        The known facts of the question.
    facts
        The facts to use; the first is |A − B| <= w, for products A and B.
    goal
        The formula to be proved.
    ones
        Bounds for absolute values of products.

    Raises
    ------
    KernelError
        if no proof is found.
    """
    apart, whole = (f.args[0].args[0] for f in (facts[0].concl, goal))
    first = next(m for m in normal(apart) if any(x.term.op == "prod" for x, _ in m))
    by = _share(normal(whole), {first: normal(apart)[first]})
    rest = plus(normal(whole), times(by, normal(apart)), -1)
    if not by or not rest:
        raise NotFound("no further factors")
    common = frozenset.intersection(*rest)
    a, b, left = as_term(by), as_term({common: fmpq(1)}), as_term({m - common: c for m, c in rest.items()})
    if any(t.op == "abs" and canonical(t.args[0] + left) is num(0) for t in walk(goal)):  # use the sign of the goal
        b, left = canonical(-b), canonical(-left)
    sizes = Sizes(known, [*facts[1:], *ones], [apart, left])
    of_left = sizes.bound(left)
    bounds = [
        sizes.of_factors(a * apart, (a, sizes.bound(a)), (apart, sizes.bound(apart))),
        sizes.of_factors(b * left, (b, sizes.bound(b)), (left, of_left)) if b is not num(1) else of_left,
    ]
    found = sizes.of_sum(whole, [a * apart, b * left], bounds)
    return _with_hypothesis(known, facts, goal, found, [])


def _with_hypothesis(known: Known, facts: Sequence[Fact], goal: Term, found: Fact, more: Sequence[Fact]) -> Fact:
    """Prove |x| <= u from a bound for |x| that contains |y|, where the first fact is |y| <= w."""
    here = facts[0]
    y, w = here.concl.args
    ((own, _),) = normal(y).items()
    q = normal(found.concl.args[1])
    by: Poly = {m - own: c for m, c in q.items() if own <= m}
    left: Poly = plus({m: c for m, c in q.items() if not own <= m}, times(by, normal(w)))
    less = le(as_term(left), goal.args[1])
    sign = known.nonnegative(as_term(by), facts) if by else None
    steps = [(num(1), [found]), *([(num(1), [here, sign])] if sign is not None else [])]
    sizes = dict.fromkeys(t.args[0] for t in walk(less) if t.op == "abs" and not t.loose)
    signs = [known.p.apply("elementary.abs_nonneg", x=x) for x in sizes]
    had = set(map(canonical, entries([less])))
    near = [f for f in facts[1:] if f.concl.op in RELATIONS and set(map(canonical, entries([f.concl]))) <= had]
    fact = known.linear(less, dict.fromkeys([*more, *signs, *near]), degree=3, work=900)
    return known.run("arith", goal, [*steps, (num(1), [fact])], [], [])


def weighted_squares(
    known: Known, weight: Term, x: Term, y: Term, sign: Callable[[Term], Fact], sized: bool = True
) -> Iterator[Fact]:
    """Yield A (x − y)² >= 0 and A (x + y)² >= 0 if 0 <= A is proved, otherwise |A| (x² + y²) ± 2 A x y >= 0."""
    squares = [known.p.apply("elementary.square_nonneg", x=t) for t in (x - y, x + y)]
    try:
        positive = sign(weight)
    except KernelError:
        yield from _with_size(known, weight, x * y, squares) if sized else ()
        return
    for square in squares:
        less = le(num(0), canonical(weight * square.concl.args[1]))
        yield known.run("arith", less, [(num(1), [square, positive])], [], [])


def beside_sizes(known: Known, q: Poly, sign: Callable[[Term], Fact]) -> Iterator[Fact]:
    """Yield (|w| − w) A >= 0 and (|w| + w) A >= 0 for products |w| A in a polynomial for which 0 <= A is proved."""
    for t, product in [(a.term, m) for m in q for a, _ in m if a.term.op == "abs"]:
        with suppress(KernelError):
            rest = as_term({frozenset(x for x in product if x[0].term is not t): fmpq(1)})
            positive = sign(rest)
            for x in (t.args[0], -t.args[0]):
                above = known.p.apply("elementary.abs_ge", x=x)
                yield known.run("arith", le(num(0), canonical((t - x) * rest)), [(num(1), [above, positive])], [], [])


def _with_size(known: Known, weight: Term, product: Term, squares: Sequence[Fact]) -> Iterator[Fact]:
    """Yield |w| (x² + y²) ± 2 w x y >= 0, where the left side is (|w| ± w) (x + y)²/2 + (|w| ∓ w) (x − y)²/2."""
    size = absolute(weight)
    above = [known.p.apply("elementary.abs_ge", x=t) for t in (weight, -weight)]
    both = sum((f.concl.args[1] for f in squares[1:]), squares[0].concl.args[1])
    for sign, pairs in (
        (1, zip(above[::-1], squares[::-1], strict=True)),
        (-1, zip(above, squares[::-1], strict=True)),
    ):
        goal = le(num(0), canonical(size * both + num(4 * sign) * weight * product))
        yield known.run("arith", goal, [(num(1), list(pair)) for pair in pairs], [], [])
