"""The search for a proof of one relation under hypotheses: what is tried, in order.

Each way turns the question into easier ones of the same kind and the facts found for them back into the fact
wanted, by the kernel's rules: |.| and if-then-else by cases, equations substituted, integers taken as reals,
logarithms removed by x = e^u, linear consequences, products of hypotheses, and boxes (`proofs.decide.boxes`).
Variables that are introduced have a prime in their names, which text cannot have.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from proofs.decide.algebra import factored, slope
from proofs.decide.bounds import bounds
from proofs.decide.boxes import Box, Boxes, NotFound, OutOfTime, Side, Stuck
from proofs.decide.circuits import circuit, signs_apart
from proofs.decide.counter import touching_point
from proofs.decide.formulas import (
    DERIVATIVES,
    alone_exponential,
    alone_logarithm,
    choices_in,
    exponentials_in,
    has_exponential,
    has_root,
    inverted,
    is_composite,
    is_polynomial,
    is_positive,
    is_product,
    logarithms,
    peeled,
    quadratic_exponential,
    roots_of,
    simplified,
    solved_for,
    substitute_sort,
    swapped,
    width_of,
)
from proofs.decide.integers import cut_apart, ends_of, enumerated, inducted, peeled_off, rounded, starts
from proofs.decide.orders import cancelled, halved, ordered, orderings, scales, symmetries
from proofs.decide.products import nonnegative, products, sum_of_squares
from proofs.decide.pushed import between_ends, linear_in, places, pushed
from proofs.decide.sampling import seems_false, seems_true
from proofs.decide.substitutions import (
    NEIGHBOURHOOD,
    apart,
    cleared,
    difference,
    divided,
    exponential,
    exponentiated,
    logged,
    logs_apart,
    named,
    near,
    primes_apart,
    ratio,
    reciprocal,
    rooted,
    roots_in,
    shifted,
    squared,
    sum_of_squares_zero,
    touches,
    unrooted,
    vanishing,
    weights,
    with_logs,
    zeros,
)
from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    Term,
    closed,
    eq,
    forall,
    le,
    lt,
    num,
    substitute,
    var,
)
from proofs.language.display import text
from proofs.language.notation import implies
from proofs.writing.proof import Proof

SHARE, LARGER_SHARE = 0.5, 0.8  # of the time that is left, for one way; and for a way inside others
QUICK = 0.3  # for boxes in one variable, where other ways are left
OUTER = 1  # ways inside one another that get the smaller share
SPLITS = 16  # case splits one inside another
Ways = list[tuple[str, Callable[[], Fact]]]  # in the order in which they are tried


class _Asked(NamedTuple):
    """Whether 0 <= f or 0 < f: the hypotheses and the goal, their box, and the hypotheses that are no ranges."""

    given: Sequence[Term]
    goal: Term
    f: Term
    box: Box
    others: Sequence[Term]
    around: Sequence[Term]  # the others, and the equations as inequalities
    depth: int


class Search:
    """A search for proofs, written into a proof under way.

    Parameters
    ----------
    p
        The proof; its theory must hold the chapter `elementary`.
    deadline
        The time (`time.monotonic`) at which to give up.
    """

    def __init__(self, p: Proof, deadline: float) -> None:
        self.p, self.deadline = p, deadline
        self.tried: dict[str, int] = {}
        self.stuck = Stuck()
        self.boxes = 0
        self._nested = 0  # ways inside ways
        self._failed: dict[tuple[frozenset, Hashable], int] = {}  # or being asked; and how deep that was

    def prove(self, given: Sequence[Term], goal: Term, depth: int = 0) -> Fact:
        """The goal as a fact under hypotheses among those given.

        Raises
        ------
        NotFound
            if no way leads to it.
        """
        self.in_time()
        known = {key(g): g for g in given if key(g) is not True}
        given = list(known.values())
        if key(goal) is True or key(goal) in known:
            return self.run("assume", goal)
        false = next((g for g in given if key(g) is False), None)
        if false is not None:
            return self.run("absurd", self.run("assume", false), goal)
        if depth > SPLITS:
            raise NotFound("too many cases")
        asked = frozenset(known), key(goal)
        if self._failed.get(asked, SPLITS + 1) <= depth:
            raise NotFound(f"not shown: {text(goal)}")
        self._failed[asked] = depth
        try:
            fact = self._found(given, goal, known, depth)
        except OutOfTime:
            del self._failed[asked]
            raise
        del self._failed[asked]
        return fact

    def _found(self, given: Sequence[Term], goal: Term, known: Mapping[Hashable, Term], depth: int) -> Fact:
        part = min((c for f in (*given, goal) for c in choices_in(f)), key=lambda c: c.args[0].size, default=None)
        if part is not None:
            zero = next((v for v in roots_of(part) if key(le(num(0), v)) in known), None)
            if zero is not None:
                return self._from_zero(given, goal, zero, depth)
            return self._by_cases(given, goal, part, depth)
        if any(v.sort == "Z" for f in (*given, goal) for v in f.free):
            return self._integers(given, goal, depth)
        found = next((s for g in given for s in [solved_for(g)] if s is not None), None)
        if found is not None:
            return self._substituted(given, goal, *found, depth)
        null = next(((g, v) for g in given for v in [sum_of_squares_zero(g)] if v is not None), None)
        if null is not None:
            return vanishing(self, given, goal, *null, depth)
        if goal.op == "imp" and goal.args[1] is FALSE and goal.args[0].op == "eq":
            return self._unequal(given, goal, depth)
        if goal.op == "eq":
            return self._equal(given, goal, depth)
        if goal.op not in ("le", "lt"):
            raise NotFound(f"not a relation: {text(goal)}")
        return self._inequality(given, goal, depth)

    def run(self, rule: str, *args: Any) -> Fact:
        """Apply a rule of the kernel."""
        return self.p.rule(None, rule, *args)

    def in_time(self) -> None:
        """Raise if no time is left."""
        if time.monotonic() > self.deadline:
            raise OutOfTime("no time is left")

    def attempt(self, name: str, ways: Iterable[Callable[[], Fact]], share: float = 1.0) -> Fact | None:
        """The first fact that a way gives; each may use a part of the time that is left."""
        deadline = self.deadline
        for way in ways:
            self.in_time()
            self.tried[name] = self.tried.get(name, 0) + 1
            now = time.monotonic()
            part = min(share, SHARE if self._nested < OUTER else LARGER_SHARE)
            self.deadline = now + part * (deadline - now)
            self._nested += 1
            try:
                return way()
            except OutOfTime:
                if time.monotonic() > deadline:
                    raise
            except (ValueError, ArithmeticError):  # KernelError among them
                pass
            finally:
                self.deadline = deadline
                self._nested -= 1
        return None

    def signed(self, given: Sequence[Term], w: Term, depth: int = 0) -> Fact:
        """0 < w or w < 0.

        Raises
        ------
        NotFound
            if neither is shown.
        """
        orders = [partial(self.prove, given, o, depth + 1) for o in (lt(num(0), w), lt(w, num(0)))]
        fact = self.attempt("sign", orders)
        if fact is None:
            raise NotFound(f"the sign of {text(w)} is not known")
        return fact

    # --- turning one question into others ------------------------------------------------------------------------

    def through(self, given: Sequence[Term], goal: Term, old: Term, new: Term, same: Fact, depth: int) -> Fact:
        """The goal from the question with `new` for `old`, where `same` is new = old."""
        hole = var(f"hole'{len(self.p.made)}", "Z" if old.sort == new.sort == "Z" else "R")
        shape = swapped(implies(*given, goal), old, hole)
        other = substitute(shape, {hole: new})
        *fewer, wanted = peeled(other, len(given))
        inside = self.prove([simplified(g) for g in fewer], simplified(wanted), depth + 1)
        return self.back(given, inside, fewer, wanted, forall(hole.sort, closed(shape, [hole])), same)

    def back(
        self, given: Sequence[Term], inside: Fact, fewer: Sequence[Term], wanted: Term, carrier: Term, same: Fact
    ) -> Fact:
        """From fewer ⊢ wanted, both with the left side of `same` in the carrier's hole: with the right side."""
        out = inside
        for g in reversed(fewer):
            out = self.run("discharge", g, out)
        out = self.run("replace", same, carrier, out)
        return self.detached(out, given)

    def detached(self, out: Fact, given: Sequence[Term]) -> Fact:
        """From given → … the fact under the hypotheses given."""
        for g in given:
            out = self.run("mp", out, self.run("assume", g))
        return out

    def _by_cases(self, given: Sequence[Term], goal: Term, part: Term, depth: int) -> Fact:
        """By the cases of an if-then-else or |.|."""
        if part.op == "abs":
            low, high = lt(part.args[0], 0), le(num(0), part.args[0])
            pairs = [(low, -part.args[0], "abs_value"), (high, part.args[0], "abs_value")]
        else:
            condition, then, other = part.args
            s, t = condition.args
            if condition.op == "eq":
                raise NotFound("a case that asks for equality")
            opposite = lt(t, s) if condition.op == "le" else le(t, s)
            pairs = [(condition, then, "choice"), (opposite, other, "choice")]

        def branch(condition: Term, value: Term, rule: str) -> Fact:
            there = self.run("assume", condition)
            if rule == "abs_value" and condition.op == "lt":
                there = self.run("arith", le(part.args[0], 0), [(num(1), [there])], [], [])
            chosen = self.run(rule, part.args[0] if part.op == "abs" else part, there)
            same = self.run("arith", eq(value, part), [(num(-1), [chosen])], [], [])
            return self.through([*given, condition], goal, part, value, same, depth)

        for condition, value, rule in pairs:  # one case may be all there is
            if key(condition) is True or key(condition) in {key(g) for g in given}:
                return branch(condition, value, rule)
            if seems_true(given, condition) and (condition.op == "le" or touching_point(given, condition) is None):
                there = self.attempt("only case", [partial(self.prove, given, condition, depth + 1)], 0.1)
                if there is not None:
                    return self.cut(branch(condition, value, rule), [there])
        facts = {condition: branch(condition, value, rule) for condition, value, rule in pairs}
        weak, strong = sorted(facts, key=lambda c: c.op)
        if weak.op != "le" or strong.op != "lt":
            raise NotFound("cases that do not cover")
        return self.run("cases", *weak.args, facts[weak], facts[strong])

    def _from_zero(self, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
        """By x = 0 and 0 < x, where 0 <= x."""
        rest = [g for g in given if key(g) != key(le(num(0), x))]
        weak = self.run("assume", le(num(0), x))
        same = self.run("antisymmetry", weak, self.run("assume", le(x, 0)))
        at = self.through(rest, goal, x, num(0), same, depth)
        beyond = self.prove([*rest, lt(num(0), x)], goal, depth + 1)
        return self.run("cases", x, num(0), at, beyond)

    def _as_reals(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        """Integers are taken as reals; n > c is first sharpened to n >= c + 1, and n <= c to a whole number."""
        integers = sorted({v for f in (*given, goal) for v in f.free if v.sort == "Z"}, key=lambda v: v.args[0])
        sharper = [fact for g in given for fact in [rounded(self, g)] if fact is not None]
        every = [*given, *(f.concl for f in sharper)]
        reals = {v: var(f"{v.args[0]}'real", "R") for v in integers}
        inside = self.prove([substitute_sort(g, reals) for g in every], substitute_sort(goal, reals), depth + 1)
        out = self.run("instantiate", inside, [(r, v) for v, r in reals.items()])
        return self.cut(out, sharper)

    def _integers(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        """As reals, one by one, or by induction."""
        ways: Ways = [
            ("as reals", partial(self._as_reals, given, goal, depth)),
            ("all of a range", partial(enumerated, self, given, goal)),
            *(("one value", partial(peeled_off, self, given, goal, *end, depth)) for end in ends_of(given, goal)),
            ("two halves", partial(cut_apart, self, given, goal, depth)),
            *(("induction", partial(inducted, self, given, goal, *end, depth)) for end in starts(given, goal)),
        ]
        for name, way in ways:
            fact = self.attempt(name, [way])
            if fact is not None:
                return fact
        raise NotFound(f"not shown for integers: {text(goal)}")

    def cut(self, fact: Fact, sides: Sequence[Fact]) -> Fact:
        """The fact without the hypotheses that the side facts show."""
        for side in sides:
            if key(side.concl) in fact.hyps:
                fact = self.run("mp", self.run("discharge", side.concl, fact), side)
        return fact

    def _substituted(self, given: Sequence[Term], goal: Term, g: Term, x: Term, value: Term, depth: int) -> Fact:
        """An equation that gives a variable is used up."""
        rest = [h for h in given if h is not g]
        c: Any = constant(normal(slope(g.args[1] - g.args[0], x)))
        same = self.run("arith", eq(value, x), [(num(1 / c), [self.run("assume", g)])], [], [])
        return self.through(rest, goal, x, value, same, depth)

    def _unequal(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        """s ≠ t from s < t or t < s."""
        s, t = goal.args[0].args
        assumed = self.run("assume", goal.args[0])

        def from_order(a: Term, b: Term) -> Fact:
            fact = self.prove(given, lt(a, b), depth + 1)
            sign = num(1) if a is t else num(-1)
            false = self.run("arith", FALSE, [(num(1), [fact]), (sign, [assumed])], [], [])
            return self.run("discharge", goal.args[0], false)

        fact = self.attempt("order", [lambda: from_order(s, t), lambda: from_order(t, s)])
        if fact is None:
            raise NotFound(f"not shown: {text(goal)}")
        return fact

    def _equal(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        s, t = goal.args
        facts = [self.run("assume", g) for g in given if g.op == "eq"]
        fact = self.attempt("identity", [lambda: self.p.have(None, goal, *facts)])
        if fact is not None:
            return fact
        composite = next((u for u in logarithms(goal) if is_composite(u.args[0])), None)
        if composite is not None:
            return primes_apart(self, given, goal, composite, depth)
        box, _, _ = bounds(self, [g for g in given if g.op in ("le", "lt")], s - t)
        logs = with_logs(self, [goal], box)
        fact = self.attempt("x = e^u", [partial(exponential, self, given, goal, v, depth) for v in logs[:1]])
        if fact is not None:
            return fact
        below, above = self.prove(given, le(s, t), depth + 1), self.prove(given, le(t, s), depth + 1)
        return self.run("antisymmetry", below, above)

    # --- inequalities -----------------------------------------------------------------------------------------------

    def _inequality(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        relations = [g for g in given if g.op in ("le", "lt") and canonical(g.args[1] - g.args[0]).op != "exp"]
        f = canonical(goal.args[1] - goal.args[0])
        if depth and seems_false(given, goal):
            raise NotFound(f"false at some point: {text(goal)}")
        if len(f.free) > 1 or len(relations) > 1:
            assumed = [self.run("assume", g) for g in given if g.op in ("le", "lt", "eq")]
            fact = self.attempt("linear", [lambda: self.p.have(None, goal, *assumed, degree=1)])
            if fact is not None:
                return fact
        box, others, sides = bounds(self, relations, f)
        names = {v for g in (*others, goal) for v in g.free}
        product = next((t for t in logarithms(goal) if is_product(t.args[0])), None)
        if product is not None:
            fact = self.attempt("logs apart", [partial(logs_apart, self, given, goal, product, depth)])
            if fact is not None:
                return fact
        power = next((t for t in exponentials_in(goal) if t.args[0].op == "log"), None)
        if power is not None:
            fact = self.attempt("e^(log w) = w", [partial(unrooted, self, given, goal, power, depth)])
            if fact is not None:
                return fact
        # an equation as two inequalities, which cut boxes away
        fences = [
            self.run("arith", le(*pair), [(num(sign), [self.run("assume", g)])], [], [])
            for g in given
            if g.op == "eq" and g.free
            for pair, sign in ((g.args, 1), (g.args[::-1], -1))
        ]
        around = [*others, *(fence.concl for fence in fences)]
        asked = _Asked(given, goal, f, box, others, around, depth)
        several = len(names) > 1
        ways = self._rewritten(asked, several) + (self._of_several(asked) if several else self._of_one(asked))
        for name, way in ways:
            fact = self.attempt(name, [way], QUICK if name == "sign chart" and len(ways) > 1 else 1.0)
            if fact is not None:
                return self.cut(fact, [*sides, *fences])
        raise NotFound(f"not shown: {text(goal)}")

    def _rewritten(self, asked: _Asked, several: bool) -> Ways:
        """What is tried to get rid of roots, and of powers of e that stand alone."""
        given, goal, f, box, _, _, depth = asked
        roots = roots_in([*given, goal])
        square: Ways = [("squares of both sides", partial(squared, self, given, goal, f, depth))] if has_root(f) else []
        ways = [*square] if len(roots) > 1 else []
        ways += [("x = r^q", partial(rooted, self, given, goal, *w, depth)) for w in roots if w[0].op == "var"]
        if roots:
            ways += [("common factors", partial(cancelled, self, given, goal, box, depth))]
        ways += square if len(roots) <= 1 else []
        ways += [("r^q = w", partial(rooted, self, given, goal, *w, depth)) for w in roots if w[0].op != "var"]
        alone = alone_exponential(f) or (quadratic_exponential(f) if several else None)
        if alone is not None:
            ways += [("log of both sides", partial(logged, self, given, goal, *alone, depth))]
        return ways

    def _exponentiated(self, asked: _Asked) -> Ways:
        given, goal, f, *_, depth = asked
        alone = alone_logarithm(f)
        if alone is None:
            return []
        return [("exp of both sides", partial(exponentiated, self, given, goal, f, alone, depth))]

    def _of_one(self, asked: _Asked) -> Ways:
        """What is tried with one variable."""
        given, goal, f, box, others, around, depth = asked
        ways = self._exponentiated(asked) if has_exponential(f) else []
        equations = _polynomials(given)
        if (others or equations) and is_polynomial(f):
            ways += [("sum of squares", partial(sum_of_squares, self, goal, box, others, equations))]
        ways += [("f/e^w", partial(divided, self, given, goal, t, depth)) for t in weights(f, box)]
        ways += [("sign chart", lambda: self._on_box(goal, f, box, around, 24))]
        cut = near(self, goal, f, box)
        ends: Ways = [("ends apart", partial(apart, self, given, goal, *cut, depth))] if cut is not None else []
        first = cut is not None and touches(self, f, box)
        ways += ends if first else []
        close = [w for w in zeros(goal, box) if width_of(box, w[1]) <= NEIGHBOURHOOD]
        ways += [("shift", partial(shifted, self, given, goal, *w, depth)) for w in close[:1]]
        logs = with_logs(self, [*others, goal], box)
        ways += [("x = e^u", partial(exponential, self, given, goal, v, depth)) for v in logs]
        ways += [] if first else ends
        ways += [("x = 1/t", partial(reciprocal, self, given, goal, v, depth)) for v in inverted(f, box)]
        ways += [("products", lambda: products(self, goal, box, others))]
        ways += [("sign chart", lambda: self._on_box(goal, f, box, around, 400))]
        return ways

    def _of_several(self, asked: _Asked) -> Ways:
        """What is tried with several variables."""
        given, goal, f, box, others, around, depth = asked
        ways = self._fewer(asked) + self._exponentiated(asked)
        logs = with_logs(self, [*others, goal], box)
        ways += [("x = e^u", partial(exponential, self, given, goal, v, depth)) for v in logs[:1]]
        if not others:
            ways += [("products", lambda: products(self, goal, box, others))]
        sums = [t for t in dict.fromkeys(logarithms(f)) if len(normal(t.args[0])) > 1]
        ways += [("log named", partial(named, self, given, goal, t, depth)) for t in sums[:1]]
        ways += [("boxes", lambda: self._on_box(goal, f, box, around, 40, 4))]
        ways += [("symmetry", partial(halved, self, given, goal, *c, depth)) for c in symmetries(given, goal)[:2]]
        ways += [("boxes", lambda: self._on_box(goal, f, box, around, 3000, 5))]
        return ways

    def _fewer(self, asked: _Asked) -> Ways:
        """What is tried with several variables to get rid of one."""
        given, goal, f, box, others, _, depth = asked
        equations = _polynomials(given)
        ways: Ways = [
            ("coefficients", partial(nonnegative, self, goal, box)),
            ("orders", partial(orderings, self, goal, box)),
            ("common factors", partial(cancelled, self, given, goal, box, depth)),
        ]
        divides = bool(factored(f).bases)
        least = [(w, partial(pushed, self, given, goal, w, depth)) for w in places(given, f)]
        # a zero of f and its derivative shows more easily in quotients
        early = [way for (y, e, *_), way in least if divides and not normal(substitute(f, {y: e}))]
        ways += [("least point", way) for way in early]
        if divides:
            ways += [("denominators", partial(cleared, self, given, goal, f, depth))]
        ways += [("both ends", partial(between_ends, self, given, goal, *w, depth)) for w in linear_in(f, box)]
        ways += [("circuits", partial(circuit, self, given, goal, box, depth))]
        if is_polynomial(f):
            ways += [("sum of squares", partial(sum_of_squares, self, goal, {}, []))]
        if all(a.term.op == "var" for m in normal(f) for a, _ in m):
            apart_ = [x for x in sorted(f.free, key=lambda v: v.args[0]) if not box.get(x)]
            even = [x for c in symmetries(given, goal) for x in apart_ if c[2] == {x: canonical(-x)}]
            ways += [("signs", partial(signs_apart, self, given, goal, x, depth)) for x in (even or apart_)[:1]]
        if is_polynomial(f) and (others or box or equations):
            ways += [("sum of squares", partial(sum_of_squares, self, goal, box, others, equations))]
        if scales(given, goal):
            x = next((v for v in sorted(f.free, key=lambda v: v.args[0]) if v in box and is_positive(box[v])), None)
            y = next((v for v in sorted(f.free, key=lambda v: v.args[0]) if v is not x), None)
            if x is not None and y is not None:
                ways += [("y = x t", partial(ratio, self, given, goal, y, x, depth))]
        if others:
            ways += [("products", lambda: products(self, goal, box, others))]
            logs = with_logs(self, [*others, goal], box)
            ask = self._by_products
            ways += [("products", partial(exponential, self, given, goal, v, depth, ask)) for v in logs[:1]]
        known = with_logs(self, [goal], box)
        moved = [w for w in zeros(goal, box) if w[1] not in known and not w[1].args[0].endswith("'shifted")]
        ways += [("shift", partial(shifted, self, given, goal, *w, depth)) for w in moved[:1]]
        ways += [("least point", way) for _, way in least if way not in early]
        order = ordered(given, goal)
        if order is not None:
            ways += [("v = e + d", partial(difference, self, given, goal, *order, depth))]
        return ways

    def _by_products(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        box, others, sides = bounds(self, given, canonical(goal.args[1] - goal.args[0]))
        return self.cut(products(self, goal, box, others), sides)

    def _on_box(
        self, goal: Term, f: Term, box: Box, others: Sequence[Term], cuts: int = 400, deep: int = DERIVATIVES + 1
    ) -> Fact:
        engine = Boxes(self.p, self.deadline)
        names = {v for t in (f, *others) for v in t.free}
        own = {v: box.get(v, Side()) for v in sorted(names, key=lambda v: v.args[0])}
        try:
            plan = engine.search(f, goal.op == "lt", own, others, cuts, deep)
        finally:
            self.boxes += engine.boxes
            self.stuck = engine.stuck
        if plan is None:
            raise NotFound("boxes do not decide it")
        fact = engine.prove(f, goal.op == "lt", own, plan, others)
        return self.run("arith", goal, [(num(1), [fact])], [], [])


def _polynomials(given: Sequence[Term]) -> list[Term]:
    """The equations between polynomials."""
    return [g for g in given if g.op == "eq" and is_polynomial(canonical(g.args[1] - g.args[0]))]
