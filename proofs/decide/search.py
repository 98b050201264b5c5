"""The search for a proof of one relation under hypotheses: what is tried, in order.

Each way turns the question into easier ones of the same kind and the facts found for them back into the fact
wanted, by the kernel's rules: |.| and if-then-else by cases, equations substituted, integers taken as reals,
logarithms removed by x = e^u, linear consequences, products of hypotheses, and boxes (`proofs.decide.boxes`).
Variables that are introduced have a prime in their names, which text cannot have.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from flint import arb, ctx, fmpq

from proofs.decide.algebra import exponentials, factored, slope
from proofs.decide.boxes import Box, Boxes, OutOfTime, Side, Stuck, constant_facts, enclosure, prime_powers
from proofs.display import text
from proofs.kernel.normal import as_term, canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    closed,
    eq,
    exp,
    forall,
    inv,
    le,
    log,
    lt,
    num,
    substitute,
    var,
)
from proofs.kernel.terms import rebuild as rebuilt
from proofs.notation import implies
from proofs.proof import Proof

SHARE = 0.5  # of the time that is left, for one way
SPLITS = 8  # case splits one inside another
NEIGHBOURHOOD = fmpq(1, 8)  # of an end at which a logarithm is not defined
FACTS = 9  # relations whose products are tried
Way = Callable[[Sequence[Term], Term], Fact]


_LOG = var("the'log", "R")  # stands for a logarithm


class NotFound(KernelError):
    """No proof was found this way."""


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

    def prove(self, given: Sequence[Term], goal: Term, depth: int = 0) -> Fact:
        """The goal as a fact under hypotheses among those given.

        Raises
        ------
        NotFound
            if no way leads to it.
        """
        self._in_time()
        known = {key(g): g for g in given}
        if key(goal) is True or key(goal) in known:
            return self._run("assume", goal)
        false = next((g for g in given if key(g) is False), None)
        if false is not None:
            return self._run("absurd", self._run("assume", false), goal)
        if depth > SPLITS:
            raise NotFound("too many cases")
        part = next((c for f in (*given, goal) for c in [_choice(f)] if c is not None), None)
        if part is not None:
            zero = next((v for v in _roots_of(part) if key(le(num(0), v)) in known), None)
            if zero is not None:
                return self._from_zero(given, goal, zero, depth)
            return self._by_cases(given, goal, part, depth)
        if any(v.sort == "Z" for f in (*given, goal) for v in f.free):
            return self._as_reals(given, goal, depth)
        found = next((s for g in given for s in [solved_for(g)] if s is not None), None)
        if found is not None:
            return self._substituted(given, goal, *found, depth)
        if goal.op == "imp" and goal.args[1] is FALSE and goal.args[0].op == "eq":
            return self._unequal(given, goal, depth)
        if goal.op == "eq":
            return self._equal(given, goal, depth)
        if goal.op not in ("le", "lt"):
            raise NotFound(f"not a relation: {text(goal)}")
        return self._inequality(given, goal, depth)

    def _run(self, rule: str, *args: Any) -> Fact:
        return self.p.rule(None, rule, *args)

    def _in_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime("no time is left")

    def _attempt(self, name: str, ways: Iterable[Callable[[], Fact]]) -> Fact | None:
        """The first fact that a way gives; each may use a part of the time that is left."""
        deadline = self.deadline
        for way in ways:
            self._in_time()
            self.tried[name] = self.tried.get(name, 0) + 1
            now = time.monotonic()
            self.deadline = now + SHARE * (deadline - now)
            try:
                return way()
            except OutOfTime:
                if time.monotonic() > deadline:
                    raise
            except KernelError:
                pass
            finally:
                self.deadline = deadline
        return None

    # --- turning one question into others ------------------------------------------------------------------------

    def _through(self, given: Sequence[Term], goal: Term, old: Term, new: Term, same: Fact, depth: int) -> Fact:
        """The goal from the question with `new` for `old`, where `same` is new = old."""
        hole = var(f"hole'{len(self.p.made)}", "Z" if old.sort == new.sort == "Z" else "R")
        shape = _swapped(implies(*given, goal), old, hole)
        other = substitute(shape, {hole: new})
        *fewer, wanted = _peeled(other, len(given))
        inside = self.prove([simplified(g) for g in fewer], simplified(wanted), depth + 1)
        return self._back(given, inside, fewer, wanted, forall(hole.sort, closed(shape, [hole])), same)

    def _back(
        self, given: Sequence[Term], inside: Fact, fewer: Sequence[Term], wanted: Term, carrier: Term, same: Fact
    ) -> Fact:
        """From fewer ⊢ wanted, both with the left side of `same` in the carrier's hole: with the right side."""
        out = inside
        for g in reversed(fewer):
            out = self._run("discharge", g, out)
        out = self._run("replace", same, carrier, out)
        return self._detached(out, given)

    def _detached(self, out: Fact, given: Sequence[Term]) -> Fact:
        for g in given:
            out = self._run("mp", out, self._run("assume", g))
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
            there = self._run("assume", condition)
            if rule == "abs_value" and condition.op == "lt":
                there = self._run("arith", le(part.args[0], 0), [(num(1), [there])], [], [])
            chosen = self._run(rule, part.args[0] if part.op == "abs" else part, there)
            same = self._run("arith", eq(value, part), [(num(-1), [chosen])], [], [])
            return self._through([*given, condition], goal, part, value, same, depth)

        for condition, value, rule in pairs:  # one case may be all there is
            if key(condition) is True or key(condition) in {key(g) for g in given}:
                return branch(condition, value, rule)
        facts = {condition: branch(condition, value, rule) for condition, value, rule in pairs}
        weak, strong = sorted(facts, key=lambda c: c.op)
        if weak.op != "le" or strong.op != "lt":
            raise NotFound("cases that do not cover")
        return self._run("cases", *weak.args, facts[weak], facts[strong])

    def _from_zero(self, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
        """By x = 0 and 0 < x, where 0 <= x."""
        rest = [g for g in given if key(g) != key(le(num(0), x))]
        weak = self._run("assume", le(num(0), x))
        same = self._run("antisymmetry", weak, self._run("assume", le(x, 0)))
        at = self._through(rest, goal, x, num(0), same, depth)
        beyond = self.prove([*rest, lt(num(0), x)], goal, depth + 1)
        return self._run("cases", x, num(0), at, beyond)

    def _as_reals(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        """Integers are taken as reals; n > c is first sharpened to n >= c + 1, and n <= c to a whole number."""
        integers = sorted({v for f in (*given, goal) for v in f.free if v.sort == "Z"}, key=lambda v: v.args[0])
        sharper = [fact for g in given for fact in [self._rounded(g)] if fact is not None]
        every = [*given, *(f.concl for f in sharper)]
        reals = {v: var(f"{v.args[0]}'real", "R") for v in integers}
        inside = self.prove([substitute_sort(g, reals) for g in every], substitute_sort(goal, reals), depth + 1)
        out = self._run("instantiate", inside, [(r, v) for v, r in reals.items()])
        return self._cut(out, sharper)

    def _cut(self, fact: Fact, sides: Sequence[Fact]) -> Fact:
        for side in sides:
            if key(side.concl) in fact.hyps:
                fact = self._run("mp", self._run("discharge", side.concl, fact), side)
        return fact

    def _rounded(self, g: Term) -> Fact | None:
        """A bound of an integer, sharpened."""
        if g.op != "lt" or len(g.free) != 1 or any(v.sort != "Z" for v in g.free):
            return None
        s, t = (canonical(a) for a in g.args)
        if s.sort != "Z" or t.sort != "Z":
            return None
        return self._run("integer_step", self._run("arith", lt(s, t), [(num(1), [self._run("assume", g)])], [], []))

    def _substituted(self, given: Sequence[Term], goal: Term, g: Term, x: Term, value: Term, depth: int) -> Fact:
        """An equation that gives a variable is used up."""
        rest = [h for h in given if h is not g]
        c: Any = constant(normal(slope(g.args[1] - g.args[0], x)))
        same = self._run("arith", eq(value, x), [(num(1 / c), [self._run("assume", g)])], [], [])
        return self._through(rest, goal, x, value, same, depth)

    def _unequal(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        """s ≠ t from s < t or t < s."""
        s, t = goal.args[0].args
        assumed = self._run("assume", goal.args[0])

        def from_order(a: Term, b: Term) -> Fact:
            fact = self.prove(given, lt(a, b), depth + 1)
            sign = num(1) if a is t else num(-1)
            false = self._run("arith", FALSE, [(num(1), [fact]), (sign, [assumed])], [], [])
            return self._run("discharge", goal.args[0], false)

        fact = self._attempt("order", [lambda: from_order(s, t), lambda: from_order(t, s)])
        if fact is None:
            raise NotFound(f"not shown: {text(goal)}")
        return fact

    def _equal(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        s, t = goal.args
        facts = [self._run("assume", g) for g in given if g.op == "eq"]
        fact = self._attempt("identity", [lambda: self.p.have(None, goal, *facts)])
        if fact is not None:
            return fact
        composite = next((u for u in _logarithms(goal) if _composite(u.args[0])), None)
        if composite is not None:
            return self._primes_apart(given, goal, composite, depth)
        box, _, _ = self._bounds([g for g in given if g.op in ("le", "lt")], s - t)
        logs = self._with_logs([goal], box)
        fact = self._attempt("x = e^u", [partial(self._exponential, given, goal, v, depth) for v in logs[:1]])
        if fact is not None:
            return fact
        below, above = self.prove(given, le(s, t), depth + 1), self.prove(given, le(t, s), depth + 1)
        return self._run("antisymmetry", below, above)

    # --- inequalities -----------------------------------------------------------------------------------------------

    def _inequality(self, given: Sequence[Term], goal: Term, depth: int) -> Fact:
        relations = [g for g in given if g.op in ("le", "lt") and canonical(g.args[1] - g.args[0]).op != "exp"]
        f = canonical(goal.args[1] - goal.args[0])
        if len(f.free) > 1 or len(relations) > 1:
            assumed = [self._run("assume", g) for g in given if g.op in ("le", "lt", "eq")]
            fact = self._attempt("linear", [lambda: self.p.have(None, goal, *assumed, degree=1)])
            if fact is not None:
                return fact
        box, others, sides = self._bounds(relations, f)
        names = {v for g in (*others, goal) for v in g.free}
        product = next((t for t in _logarithms(goal) if _is_product(t.args[0])), None)
        if product is not None:
            fact = self._attempt("logs apart", [partial(self._logs_apart, given, goal, product, depth)])
            if fact is not None:
                return fact
        ways: list[tuple[str, Callable[[], Fact]]] = []
        power = next((t for t in _exponentials_in(goal) if t.args[0].op == "log"), None)
        if power is not None:
            fact = self._attempt("e^(log w) = w", [partial(self._unrooted, given, goal, power, depth)])
            if fact is not None:
                return fact
        if _has_root(f):
            ways += [("squares of both sides", partial(self._squared, given, goal, f, depth))]
        alone = _alone_logarithm(f)
        powers = (
            [("exp of both sides", partial(self._exponentiated, given, goal, f, alone, depth))]
            if alone is not None
            else []
        )
        logs = self._with_logs([*others, goal], box)
        if len(names) <= 1:
            ways += powers if _has_exponential(f) else []
            ways += [("sign chart", lambda: self._on_box(goal, f, box, others))]
            ways += [("x = e^u", partial(self._exponential, given, goal, v, depth)) for v in logs]
            ways += [("shift", partial(self._shifted, given, goal, *w, depth)) for w in self._zeros(goal, box, depth)]
            ways += [("ends apart", partial(self._apart, given, goal, *c, depth)) for c in self._near(goal, box)]
            ways += [("x = 1/t", partial(self._reciprocal, given, goal, v, depth)) for v in _inverted(f, box)]
            ways += [("products", lambda: self._products(goal, box, others, squares=False))]
        else:
            ways += powers
            if factored(f).bases:
                ways += [("denominators", partial(self._cleared, given, goal, f, depth))]
            ways += [("x = e^u", partial(self._exponential, given, goal, v, depth)) for v in logs[:1]]
            ways += [("products", lambda: self._products(goal, box, others, squares=False))]
            ways += [("boxes", lambda: self._on_box(goal, f, box, others, 40, 4))]
            ways += [("squares", lambda: self._products(goal, box, others, squares=True))]
            ways += [("boxes", lambda: self._on_box(goal, f, box, others, 3000, 5))]
        for name, way in ways:
            fact = self._attempt(name, [way])
            if fact is not None:
                return self._cut(fact, sides)
        raise NotFound(f"not shown: {text(goal)}")

    def _on_box(self, goal: Term, f: Term, box: Box, others: Sequence[Term], cuts: int = 400, deep: int = 9) -> Fact:
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
        return self._run("arith", goal, [(num(1), [fact])], [], [])

    def _bounds(self, relations: Sequence[Term], f: Term) -> tuple[dict[Term, Side], list[Term], list[Fact]]:
        """The box that the hypotheses put the variables in, the other hypotheses, and facts for derived ends."""
        box: dict[Term, Side] = {}
        others: list[Term] = []
        sides: list[Fact] = []
        for g in relations:
            found = range_of(g)
            if found is None:
                others.append(g)
            else:
                narrow(box, *found)
        for g in others:
            fact = self._from_exponential(g)
            found = range_of(fact.concl) if fact is not None else None
            if fact is not None and found is not None and narrow(box, *found):
                sides.append(fact)
        for _ in range(2):
            for g in others:
                for fact in self._linear_bounds(g, box):
                    found = range_of(fact.concl)
                    if found is not None and narrow(box, *found):
                        sides.append(fact)
        # a derived end rests on the ends before it
        made: list[Fact] = []
        for fact in sides:
            made.append(self._cut(fact, made))
        used = [g for g in others if not any(key(g) == key(h) for fact in made for h in fact.hyps.values())]
        kept = used if len(f.free) <= 1 else others
        kept = others if any(len(g.free) > 1 for g in others) else kept
        return box, kept, made[::-1]

    def _from_exponential(self, g: Term) -> Fact | None:
        """u <= q from e^(ku) <= c, and the like."""
        p = normal(g.args[1] - g.args[0])
        plain = [m for m in p if m]
        if len(plain) != 1 or len(plain[0]) != 1 or len(g.free) != 1:
            return None
        (x,) = g.free
        ((a, e),) = plain[0]
        if not a.is_exp or a.term.args[0] is not x:
            return None
        slope_, rest = p[plain[0]], p.get(frozenset(), fmpq(0))
        c = -rest / slope_  # the hypothesis compares e^(e x) with c
        if c <= 0:
            return None
        upper = (slope_ < 0) == (e > 0)
        with ctx.workprec(80):
            target = arb(c).log() / arb(e)
            q = fmpq(0) if c == 1 else _outward(target, upper)
        strict = g.op == "lt" if c == 1 else True
        wanted = (lt if strict else le)(x, num(q)) if upper else (lt if strict else le)(num(q), x)
        # otherwise e^(e q) would be on the wrong side of c
        try:
            s, t = wanted.args
            wrong = (le if strict else lt)(t, s)
            assumed = self._run("assume", wrong)
            small, large = (num(e) * t, num(e) * s) if e > 0 else (num(e) * s, num(e) * t)
            grows = self.p.apply(
                None,
                "exp_le" if wrong.op == "le" else "exp_lt",
                self._run("arith", (le if wrong.op == "le" else lt)(small, large), [(num(abs(e)), [assumed])], [], []),
                x=small,
                y=large,
            )
            facts = [grows, self._run("assume", g)]
            if c != 1:
                edge = exp(num(e * q))
                side = lt(num(c), edge) if (upper == (e > 0)) else lt(edge, num(c))
                facts.append(self._run("compute", side, [], ["leaf", 128]))
            false = self.p.have(None, FALSE, *facts, degree=1)
            other = self._run("absurd", false, wanted)
            here = self._run("assume", wanted)
            first, second = (here, other) if wanted.op == "le" else (other, here)
            weak = wanted if wanted.op == "le" else wrong
            return self._run("cases", *weak.args, first, second)
        except KernelError:
            return None

    def _linear_bounds(self, g: Term, box: Box) -> list[Fact]:
        """Ends of a variable from a linear hypothesis and the ends of the others."""
        p = normal(g.args[1] - g.args[0])
        coefficients: dict[Term, fmpq] = {}
        for m, c in p.items():
            if not m:
                continue
            ((a, e), *more) = m
            if more or e != 1 or a.term.op != "var":
                return []
            coefficients[a.term] = c
        out = []
        for x, c in coefficients.items():
            ends: list[tuple[fmpq, Term]] = []
            total, strict = p.get(frozenset(), fmpq(0)), g.op == "lt"
            for y, d in coefficients.items():
                if y is x:
                    continue
                side = box.get(y, Side())
                end, is_open = (side.hi, side.hi_open) if d > 0 else (side.lo, side.lo_open)
                if end is None:
                    break
                make = lt if is_open else le
                ends.append((abs(d), make(y, num(end)) if d > 0 else make(num(end), y)))
                total += d * end
                strict |= is_open
            if len(ends) + 1 < len(coefficients):
                continue
            q = -total / c  # c x + total >= 0
            wanted = (lt if strict else le)(num(q), x) if c > 0 else (lt if strict else le)(x, num(q))
            facts = [(num(d / abs(c)), [self._run("assume", h)]) for d, h in ends]
            base = (num(1 / abs(c)), [self._run("assume", g)])
            out.append(self._run("arith", wanted, [base, *facts], [], []))
        return out

    def _with_logs(self, formulas: Sequence[Term], box: Box) -> list[Term]:
        """The variables known to be positive that stand in a logarithm alone or in a product."""
        found = {v: None for t in formulas for u in _logs(t) for v in _factors_of(u)}
        positive = [v for v in found if v in box and _positive(box[v])]
        return sorted(positive, key=lambda v: v.args[0])

    def _exponential(self, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
        """By x = e^u."""
        u = var(f"{x.args[0]}'log", "R")
        fewer = [substitute(g, {x: exp(u)}) for g in given]
        wanted = substitute(goal, {x: exp(u)})
        inside = self.prove([simplified(g) for g in fewer], simplified(wanted), depth + 1)
        # e^(log x) is x
        out = inside
        for g in reversed(fewer):
            out = self._run("discharge", g, out)
        out = self._run("instantiate", out, [(u, log(x))])
        positive = self.p.have(None, lt(num(0), x), *(self._run("assume", g) for g in given if range_of(g)), degree=1)
        same = self._run("exp_log", positive)
        hole = var(f"hole'{len(self.p.made)}", "R")
        shape = substitute(implies(*given, goal), {x: hole})
        out = self._run("replace", same, forall("R", closed(shape, [hole])), out)
        return self._detached(out, given)

    def _cleared(self, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
        """f = numerator/denominators, where each denominator is shown to have a sign."""
        form = factored(f)
        scale: list[Fact] = []
        sign = 1
        for base, m in form.bases:
            orders = [partial(self.prove, given, o, depth + 1) for o in (lt(num(0), base), lt(base, num(0)))]
            fact = self._attempt("order", orders)
            if fact is None:
                raise NotFound(f"the sign of {text(base)} is not known")
            sign *= 1 if fact.concl.args[1] is base else (-1) ** m
            scale += [fact] * m
        above: Term = num(form.constant * sign)
        for u, k in form.factors:
            above = above * u**k
        above = canonical(above)
        inside = self.prove(given, (lt if goal.op == "lt" else le)(num(0), above), depth + 1)
        return self._run("arith", goal, [(num(1), [inside])], scale, list(dict.fromkeys(scale)))

    def _unrooted(self, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
        """By e^(log w) = w."""
        w = t.args[0].args[0]
        same = self._run("exp_log", self.prove(given, lt(num(0), w), depth + 1))
        same = self._run("arith", eq(w, t), [(num(-1), [same])], [], [])
        return self._through(given, goal, t, w, same, depth)

    def _squared(self, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
        """s <= t from s² <= t², where s and t are the sums of the monomials of either sign and s + t is positive."""
        p = normal(f)
        t = as_term({m: c for m, c in p.items() if c > 0})
        s = as_term({m: -c for m, c in p.items() if c < 0})
        assumed = [self._run("assume", g) for g in given if g.op in ("le", "lt")]
        positive = self.p.positive(s + t, *assumed)
        inside = self.prove(given, simplified((lt if goal.op == "lt" else le)(s * s, t * t)), depth + 1)
        return self._run("arith", goal, [(num(1), [inside])], [positive], [])

    def _exponentiated(self, given: Sequence[Term], goal: Term, f: Term, t: Term, depth: int) -> Fact:
        """e^s <= w instead of s <= log w, and w <= e^s instead of log w <= s."""
        w, strict = t.args[0], goal.op == "lt"
        make, theorem = (lt, "log_lt") if strict else (le, "log_le")
        c: Any = constant(normal(slope(_swapped(f, t, _LOG), _LOG)))
        s = canonical(t - f * num(1 / c))
        positive = self.prove(given, lt(num(0), w), depth + 1)
        if c > 0:
            inside = self.prove(given, simplified(make(exp(s), w)), depth + 1)
            out = self.p.apply(None, theorem, inside, positive, x=exp(s), y=w)
        else:
            inside = self.prove(given, simplified(make(w, exp(s))), depth + 1)
            out = self.p.apply(None, theorem, inside, positive, x=w, y=exp(s))
        return self._run("arith", goal, [(num(abs(c)), [out])], [], [])

    def _primes_apart(self, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
        """The logarithm of a rational as a sum of logarithms of primes."""
        total: Term = num(0)
        for q, k in prime_powers(t.args[0]):
            total = total + num(k) * log(num(q))
        total = canonical(total)
        same = self.p.have(None, eq(total, t), *constant_facts(self.p, t), degree=1)
        return self._through(given, goal, t, total, same, depth)

    def _logs_apart(self, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
        """By log(uv) = log u + log v, where both are shown to be positive."""
        w = t.args[0]
        form = factored(w)
        parts = [(u, k) for u, k in form.factors] + [(u, -m) for u, m in form.bases]
        if form.constant != 1:
            parts.append((num(form.constant), 1))
        facts: list[Fact] = []
        total: Term = num(0)
        for u, k in parts:
            positive = self.prove(given, lt(num(0), u), depth + 1)
            same = self._run("exp_log", positive)
            if k < 0:  # 1/u = e^(−log u)
                factor = -(inv(u) * exp(-log(u)))
                same = self._run("arith", eq(exp(-log(u)), inv(u)), [(factor, [same])], [], [positive])
            facts += [same, positive]
            total = total + num(k) * log(u)
        total = canonical(total)
        same = self.p.have(None, eq(exp(total), w), *facts)
        logs = self.p.both(None, exp(total), w, log, same)
        return self._through(
            given,
            goal,
            t,
            canonical(total),
            self._run("arith", eq(canonical(total), t), [(num(1), [logs])], [], []),
            depth,
        )

    def _renamed(
        self,
        given: Sequence[Term],
        goal: Term,
        x: Term,
        inverse: tuple[Term, Term, Term],
        extra: Sequence[Fact],
        depth: int,
    ) -> Fact:
        """By x = by(t), t = back(x), where by(back(x)) has the normal form x; `extra` facts are also put in t."""
        t, by, back = inverse
        *fewer, wanted = (substitute(g, {x: by}) for g in (*given, goal))
        sides = [_swapped(fact.concl, back, t) for fact in extra]
        inside = self.prove([simplified(g) for g in (*fewer, *sides)], simplified(wanted), depth + 1)
        out = self._run("instantiate", inside, [(t, back)])
        out = self._cut(out, extra)
        return self._run("mp", self._run("discharge", goal, self._run("assume", goal)), out)

    def _shifted(self, given: Sequence[Term], goal: Term, w: Term, x: Term, depth: int) -> Fact:
        """By t = w, where w = c + d x."""
        d: Any = constant(normal(slope(w, x)))
        t = var(f"{x.args[0]}'shifted", "R")
        by = canonical((t - substitute(w, {x: num(0)})) * num(1 / d))
        return self._renamed(given, goal, x, (t, by, w), [], depth)

    def _reciprocal(self, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
        """By t = 1/x, where x is positive."""
        t = var(f"{x.args[0]}'inverse", "R")
        ends = [self._run("assume", g) for g in given if range_of(g)]
        positive = self.p.have(None, lt(num(0), x), *ends, degree=1)
        extra = [self.p.apply(None, "inv_pos", positive, x=x)]
        for g in given:
            found = range_of(g)
            if found is not None and found[1].lo is not None and found[1].lo > 0:
                below = num(1 / found[1].lo)
                extra.append(self.p.have(None, le(inv(x), below), positive, extra[0], self._run("assume", g)))
        return self._renamed(given, goal, x, (t, inv(t), inv(x)), extra, depth)

    def _apart(self, given: Sequence[Term], goal: Term, x: Term, at: fmpq, depth: int) -> Fact:
        """The neighbourhood of an end by itself."""
        below = self.prove([*given, le(x, num(at))], goal, depth + 1)
        above = self.prove([*given, lt(num(at), x)], goal, depth + 1)
        return self._run("cases", x, num(at), below, above)

    def _zeros(self, goal: Term, box: Box, depth: int) -> list[tuple[Term, Term]]:
        """Arguments of logarithms, other than variables, that vanish at an end of their variable."""
        out = []
        for w in dict.fromkeys(_logs(goal)):
            end = _vanishing_end(w, box)
            if end is not None and w.op != "var" and _width(box, end[0]) <= NEIGHBOURHOOD:
                out.append((w, end[0]))
        return out[:1]

    def _near(self, goal: Term, box: Box) -> list[tuple[Term, fmpq]]:
        """Where to cut off the neighbourhood of an end at which a logarithm is not defined."""
        for w in dict.fromkeys(_logs(goal)):
            end = _vanishing_end(w, box)
            if end is not None and _width(box, end[0]) > NEIGHBOURHOOD:
                return [(end[0], end[1] + end[2] * NEIGHBOURHOOD)]
        return []

    def _products(self, goal: Term, box: Box, others: Sequence[Term], squares: bool) -> Fact:
        """Products of hypotheses, ends, bounds of exponentials, tangents of exp and squares, with multipliers."""
        f = canonical(goal.args[1] - goal.args[0])
        facts = [self._run("assume", g) for g in others]
        ends = [h for x, side in box.items() for h in _side_hypotheses(x, side)]
        facts += [self._run("assume", h) for h in ends]
        atoms = {a for g in (f, *(canonical(h.args[1] - h.args[0]) for h in others)) for m in normal(g) for a, _ in m}
        exponents = exponentials(f, *(h.args[1] - h.args[0] for h in others))
        for t in exponents[:3]:
            facts.append(self._run("exp_pos", t.args[0]))
            facts += self._exp_bounds(t, box)
        for s, t in list(combinations([*exponents[:3], num(1)], 2))[:6]:
            for a, b in ((s, t), (t, s)):
                # e^a >= e^b (1 + a − b)
                facts.append(self._tangent(a, b))
        for atom in sorted(atoms, key=lambda a: a.serial)[:4]:
            if atom.term.op == "log":
                facts += self._log_bounds(atom.term, [self._run("assume", h) for h in ends])
        if squares:
            variables = sorted(f.free, key=lambda v: v.args[0])
            forms = [*variables, *(x - y for x, y in combinations(variables, 2)), *(x - 1 for x in variables)]
            forms += [x + y - z for x, y in combinations(variables, 2) for z in variables if z not in (x, y)]
            square = self.p.theorem("square_nonneg")
            (hole,) = square.concl.free
            own = [self._run("instantiate", square, [(hole, t)]) for t in forms[:8]]
            return self.p.have(None, goal, *facts[:6], *own, degree=2)
        facts = list({key(x.concl): x for x in facts if key(x.concl) is not True}.values())
        try:
            return self.p.have(None, goal, *facts[: 2 * FACTS], degree=1)
        except KernelError:
            return self.p.have(None, goal, *facts[:FACTS], degree=2)

    def _tangent(self, a: Term, b: Term) -> Fact:
        """e^b (1 + a − b) <= e^a for a = e^…, b = e^… or 1."""
        v, w = (t.args[0] if t.op == "exp" else num(0) for t in (a, b))
        base, below = self._run("exp_ge", v - w), self._run("exp_pos", w)
        return self._run("arith", le(exp(w) * (1 + v - w), exp(v)), [(num(1), [base, below])], [], [])

    def _exp_bounds(self, t: Term, box: Box) -> list[Fact]:
        """Rational bounds of e^w on the box."""
        if any(v not in box for v in t.free):
            return []
        found = enclosure(t, box, 64)
        if found is None:
            return []
        out = []
        names = sorted(t.free, key=lambda v: v.args[0])
        rows = [[x, *(None if e is None else str(e) for e in (box[x].lo, box[x].hi))] for x in names]
        engine = Boxes(self.p, self.deadline)
        if found[1] < 1e6:
            bound = _outward(arb(found[1]), True)
            out.append(engine.relaxed(self._run("compute", lt(t, num(bound)), rows, ["leaf", 64]), box))
        if found[0] > 1e-6:
            bound = _outward(arb(found[0]), False)
            out.append(engine.relaxed(self._run("compute", lt(num(bound), t), rows, ["leaf", 64]), box))
        return out

    def _log_bounds(self, t: Term, ends: Sequence[Fact]) -> list[Fact]:
        """log w <= w − 1 and 1 − 1/w <= log w, where w is seen to be positive."""
        w = t.args[0]
        try:
            positive = self.p.positive(w, *ends)
            upper = self.p.apply(None, "log_le_sub", positive, x=w)
            return [upper, positive]
        except KernelError:
            return []


# --- looking at formulas ---------------------------------------------------------------------------------------------


def simplified(formula: Term) -> Term:
    """An equivalent formula whose sides are canonical."""
    if formula.op in ("le", "lt", "eq"):
        return rebuilt(formula, lambda side, _: canonical(side))
    return formula if formula.op != "imp" else rebuilt(formula, lambda part, _: simplified(part))


def _peeled(formula: Term, count: int) -> list[Term]:
    out = []
    for _ in range(count):
        first, formula = formula.args
        out.append(first)
    return [*out, formula]


def _swapped(t: Term, s: Term, x: Term) -> Term:
    """`t` with each occurrence of `s` replaced by x."""
    return x if t is s else rebuilt(t, lambda kid, _: _swapped(kid, s, x))


def substitute_sort(t: Term, reals: dict[Term, Term]) -> Term:
    """Integer variables replaced by real ones."""
    return reals[t] if t in reals else rebuilt(t, lambda kid, _: substitute_sort(kid, reals))


def _choice(t: Term) -> Term | None:
    """An innermost if-then-else or |.| in the formula."""
    for a in t.args:
        if isinstance(a, Term):
            found = _choice(a)
            if found is not None:
                return found
    return t if t.op in ("ite", "abs") and not t.loose else None


def _vanishing_end(w: Term, box: Box) -> tuple[Term, fmpq, int] | None:
    """The variable x, its end and the direction inwards, if w = c + d x vanishes at the end."""
    if len(w.free) != 1:
        return None
    (x,) = w.free
    bound = range_of(lt(num(0), w))
    if bound is None or x not in box:
        return None
    side, wanted = box[x], bound[1]
    if wanted.lo is not None and side.lo == wanted.lo:
        return x, wanted.lo, 1
    if wanted.hi is not None and side.hi == wanted.hi:
        return x, wanted.hi, -1
    return None


def _width(box: Box, x: Term) -> fmpq:
    width = box[x].width
    return fmpq(10**6) if width is None else width


def _inverted(f: Term, box: Box) -> list[Term]:
    """The variable on (c, ∞), c >= 0, if f has its inverse."""
    found = [x for x in f.free if x in box and _positive(box[x]) and box[x].hi is None]
    return [x for x in found if _has_inverse(f, x) and not x.args[0].endswith("'inverse")]


def _has_inverse(t: Term, x: Term) -> bool:
    return any(isinstance(a, Term) and ((t.op == "inv" and x in a.free) or _has_inverse(a, x)) for a in t.args)


def _roots_of(t: Term) -> list[Term]:
    """The variables of which a root is taken, in if 0 < w then … else 0."""
    if t.op != "ite" or t.args[0].op != "lt" or normal(t.args[0].args[0]):
        return []
    return _factors_of(t.args[0].args[1])


def solved_for(g: Term) -> tuple[Term, Term, Term] | None:
    """An equation as (itself, x, value) where x stands in it with a constant coefficient only."""
    if g.op != "eq":
        return None
    p = normal(g.args[1] - g.args[0])
    for x in sorted(g.free, key=lambda v: v.args[0]):
        alone = [m for m in p if len(m) == 1 and all(a.term is x and e == 1 for a, e in m)]
        others = [m for m in p if m not in alone and any(x in a.term.free for a, _ in m)]
        if alone and not others:
            c = p[alone[0]]
            return g, x, canonical(x - num(1 / c) * (g.args[1] - g.args[0]))
    return None


def range_of(g: Term) -> tuple[Term, Side] | None:
    """The range that a relation c x + d >= 0 or > 0 gives its variable."""
    if g.op not in ("le", "lt"):
        return None
    p = normal(g.args[1] - g.args[0])
    plain = [m for m in p if m]
    if len(plain) != 1 or len(plain[0]) != 1:
        return None
    ((a, e),) = plain[0]
    if a.term.op != "var" or e != 1:
        return None
    c, d = p[plain[0]], p.get(frozenset(), fmpq(0))
    is_open = g.op == "lt"
    if c > 0:
        return a.term, Side(lo=-d / c, lo_open=is_open)
    return a.term, Side(hi=-d / c, hi_open=is_open)


def narrow(box: dict[Term, Side], x: Term, side: Side) -> bool:
    """Cut the range of x down; whether that changed it."""
    old = box.get(x, Side())
    new = old
    if side.lo is not None and (old.lo is None or (side.lo, side.lo_open) > (old.lo, old.lo_open)):
        new = replace(new, lo=side.lo, lo_open=side.lo_open)
    if side.hi is not None and (old.hi is None or (-side.hi, side.hi_open) > (-old.hi, old.hi_open)):
        new = replace(new, hi=side.hi, hi_open=side.hi_open)
    if new.lo is not None and new.hi is not None and new.lo > new.hi:
        return False
    box[x] = new
    return new != old


def _side_hypotheses(x: Term, side: Side) -> list[Term]:
    out = []
    if side.lo is not None:
        out.append((lt if side.lo_open else le)(num(side.lo), x))
    if side.hi is not None:
        out.append((lt if side.hi_open else le)(x, num(side.hi)))
    return out


def _positive(side: Side) -> bool:
    return side.lo is not None and (side.lo > 0 or (side.lo == 0 and side.lo_open))


def _logs(t: Term) -> list[Term]:
    """The arguments of logarithms in a formula."""
    own = [t.args[0]] if t.op == "log" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in _logs(a))]


def _alone_logarithm(f: Term) -> Term | None:
    """The only logarithm in f, if its coefficient is a number and it stands in no exponent."""
    logs = list(dict.fromkeys(_logarithms(f)))
    if len(logs) != 1 or not logs[0].args[0].free:
        return None
    swapped = _swapped(f, logs[0], _LOG)
    try:
        c = constant(normal(slope(swapped, _LOG)))
    except KernelError:
        return None
    return logs[0] if c is not None and c != 0 else None


def _exponentials_in(t: Term) -> list[Term]:
    own = [t] if t.op == "exp" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in _exponentials_in(a))]


def _has_root(f: Term) -> bool:
    """Whether a square root e^((log w)/2) stands in f."""
    atoms = {(a, e) for m in normal(f) for a, e in m if a.is_exp}
    return any(a.term.args[0].op == "log" and e.q == 2 for a, e in atoms)


def _has_exponential(t: Term) -> bool:
    return t.op == "exp" or any(isinstance(a, Term) and _has_exponential(a) for a in t.args)


def _composite(r: Term) -> bool:
    """Whether a numeral is a positive rational other than a prime."""
    return r.op == "num" and r.args[0] > 0 and prime_powers(r) != [(r.args[0], 1)] and r.args != (1, 1)


def _logarithms(t: Term) -> list[Term]:
    own = [t] if t.op == "log" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in _logarithms(a))]


def _is_product(w: Term) -> bool:
    """Whether a number is a product or quotient, of which none is a power of e."""
    form = factored(w)
    parts = [u for u, _ in (*form.factors, *form.bases)]
    several = len(parts) + (form.constant != 1) > 1 or any(k > 1 for _, k in form.factors) or form.bases
    return bool(several) and bool(parts) and form.constant > 0 and all(u.op != "exp" for u in parts)


def _factors_of(u: Term) -> list[Term]:
    """The variables of which u is a product of powers, with powers of e; none if it is something else."""
    p = normal(u)
    if len(p) != 1:
        return []
    ((m, _),) = p.items()
    plain = [a.term.args[0] if a.term.op == "inv" else a.term for a, _ in m if not a.is_exp]
    return [v for v in plain if v.op == "var"] if all(v.op == "var" for v in plain) else []


def _outward(x: arb, up: bool) -> fmpq:
    """A short dyadic rational beyond x."""
    size = abs(x.mid())
    bits = 12
    while bits < 60 and size * 2.0**bits < 256:
        bits += 4
    scaled = x * 2**bits
    whole = scaled.upper().ceil() if up else scaled.lower().floor()
    return fmpq(int(whole.unique_fmpz() or 0) + (1 if up else -1), 2**bits)
