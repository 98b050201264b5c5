"""Proofs of the facts that plans describe, by the rules of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flint import fmpq

from proofs.builder.proof import Proof
from proofs.kernel.normal import canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, eq, forall, le, lt, num, substitute, var
from proofs.search.base.algebra import slope
from proofs.search.base.ranges import Box, Side, box_hypotheses
from proofs.search.base.steps import Steps
from proofs.search.boxes.plans import Cut, Edge, Known, Leaf, Parts, Plan, Slope, Vacuous


class Prover(Steps):
    """Proofs of the facts that plans describe, added to a proof under construction."""

    def __init__(self, p: Proof) -> None:
        super().__init__(p)
        self._slopes: dict[tuple, Fact] = {}

    def prove(self, f: Term, strict: bool, box: Box, plan: Plan, given: Sequence[Term] = ()) -> Fact:
        """Return the fact 0 < f or 0 <= f, under the hypotheses of the box and those given."""
        goal = (lt if strict else le)(num(0), f)
        tree = self._tree(plan)
        if tree is not None:
            where = [x for x in box if x in f.free]
            rows = [[x, _text(box[x].lo), _text(box[x].hi)] for x in where]
            kept = [w for w in range(len(box)) if list(box)[w] in f.free]
            return self.relaxed(self.run("compute", goal, rows, _renumbered(tree, kept, list(box))), box)
        match plan:
            case Edge(x, low, factor):
                side = box[x]
                end = lt(num(side.lo), x) if low else lt(x, num(side.hi))  # type: ignore[arg-type]
                return self.run("arith", goal, [(num(factor), [self.run("assume", end)])], [], [])
            case Known(fact):
                return fact
            case Cut(x, at, left, right):
                low_side, high_side = replace(box[x], hi=at, hi_open=False), replace(box[x], lo=at, lo_open=True)
                low_fact = self.relaxed(self.prove(f, strict, {**box, x: low_side}, left, given), box, [le(x, num(at))])
                high_fact = self.relaxed(
                    self.prove(f, strict, {**box, x: high_side}, right, given), box, [lt(num(at), x)]
                )
                return self.run("cases", x, num(at), low_fact, high_fact)
            case Vacuous(h, inside, sharp):
                s, t = h.args
                wrong = self.prove(canonical(s - t), sharp, box, inside)
                assumed = self.run("assume", h)
                false = self.run("arith", FALSE, [(num(1), [wrong]), (num(1), [assumed])], [], [])
                return self.run("absurd", false, goal)
            case Parts():
                return self._prove_parts(goal, box, plan)
            case Slope():
                return self._prove_slope(f, goal, strict, box, plan)
        raise KernelError("no such plan")

    def _tree(self, plan: Plan) -> Any:
        match plan:
            case Leaf(bits):
                return ["leaf", bits]
            case Cut(x, at, left, right):
                one, other = self._tree(left), self._tree(right)
                return None if one is None or other is None else ["split", x, _text(at), one, other]
        return None

    def relaxed(self, fact: Fact, box: Box, extra: Sequence[Term] = ()) -> Fact:
        """Return the fact with its hypotheses on the variables of the box derived from those of the box."""
        allowed = [*box_hypotheses(box), *extra]
        for h in list(fact.hyps.values()):
            if h in allowed:
                continue
            side = self._weakened(h, allowed)
            if side is not None:
                fact = self.run("mp", self.run("discharge", h, fact), side)
        return fact

    def _weakened(self, h: Term, stronger: Sequence[Term]) -> Fact | None:
        """Prove h from one of the given formulas that is stronger; return None if there is none."""
        if h.op not in ("le", "lt"):
            return None
        for a in stronger:
            gap = constant(plus(plus(normal(h.args[1]), normal(h.args[0]), -1), _gap(a), -1))
            if gap is None or gap < 0 or (h.op == "lt" and a.op != "lt" and gap == 0):
                continue
            more: list[tuple[Term, list[Fact]]] = [(num(gap), [])] if gap > 0 else []
            return self.run("arith", h, [(num(1), [self.run("assume", a)]), *more], [], [])
        return None

    def _prove_parts(self, goal: Term, box: Box, plan: Parts) -> Fact:
        form = plan.form
        coefficient = form.constant
        facts: dict[Term, tuple[Fact, int]] = {}
        for part, sign, sharp, inside in plan.signs:
            if part in facts:
                continue
            if sign == 0:
                square = self.p.theorem("elementary.square_nonneg")
                (x,) = square.concl.free
                facts[part] = self.run("instantiate", square, [(x, part)]), 0
            elif inside is None:
                facts[part] = self.run("exp_pos", part.args[0]), 1
            else:
                facts[part] = self.prove(part if sign == 1 else canonical(-part), sharp, box, inside), sign
        factors: list[Fact] = []
        for part, k in form.factors:
            fact, sign = facts[part]
            factors += [fact] * (k if sign else k // 2)
            coefficient *= sign**k if sign else 1
        scale: list[Fact] = []
        for base, m in form.bases:
            fact, sign = facts[base]
            scale += [fact] * m
            coefficient *= sign**m
        return self.run("arith", goal, [(num(coefficient), factors)], scale, list(dict.fromkeys(scale)))

    def _differentiable(self, f: Term, x: Term, box: Box, plan: Slope) -> Fact:
        """Prove that x ↦ f is differentiable at x, under the hypotheses of the closed box."""
        key = (f, x, tuple((v, s.lo, s.hi) for v, s in box.items()))
        if key not in self._slopes:
            shut = {**box, x: replace(box[x], lo_open=False, hi_open=False)}
            sides = [
                self._zero_side(u, sign, self.prove(_times(sign, u), True, shut, d)) for u, sign, d in plan.defined
            ]
            template = forall("R", abstract(eq(f, 0), [x]))
            self._slopes[key] = self.run("derivative", template, x, sides)
        return self._slopes[key]

    def _zero_side(self, u: Term, sign: int, fact: Fact) -> Fact:
        """Return the fact written as 0 < u or u < 0."""
        wanted = lt(num(0), u) if sign == 1 else lt(u, num(0))
        return self.run("arith", wanted, [(num(1), [fact])], [], [])

    def _prove_slope(self, f: Term, goal: Term, strict: bool, box: Box, plan: Slope) -> Fact:
        x, low, c = plan.x, plan.low, plan.bound
        side = box[x]
        end: Any = side.lo if low else side.hi
        rest = {v: s for v, s in box.items() if v is not x}
        there = canonical(substitute(f, {x: num(end)}))
        width: Any = side.width
        reach = there if c == 0 else canonical(there + num(-abs(c) * width))
        at_end = self.prove(reach, plan.end_strict, rest, plan.end)
        open_end = side.lo_open if low else side.hi_open
        beyond = self._beyond(f, goal, box, plan, at_end, end)
        if open_end:
            return beyond
        # x may be the end itself
        near, away = (le(x, num(end)), le(num(end), x)) if low else (le(num(end), x), le(x, num(end)))
        below, above = self.run("assume", near), self.run("assume", away)
        same = self.run("antisymmetry", below, above) if low else self.run("antisymmetry", above, below)
        same = self.run("arith", eq(num(end), x), [(num(-1), [same])], [], [])
        hole = var("hole'", "R")
        make = lt if strict else le
        template = forall("R", abstract(make(num(0), substitute(f, {x: hole})), [hole]))
        lift: list[tuple[Term, list[Fact]]] = [] if c == 0 else [(num(abs(c) * width), [])]
        fact_there = self.run("arith", make(num(0), there), [(num(1), [at_end]), *lift], [], [])
        at = self.run("replace", same, template, fact_there)
        if low:
            return self.run("cases", x, num(end), at, beyond)
        return self.run("cases", num(end), x, at, beyond)

    def _beyond(self, f: Term, goal: Term, box: Box, plan: Slope, at_end: Fact, end: fmpq) -> Fact:
        """Prove the goal at an x that is not the end."""
        x, low, c = plan.x, plan.low, plan.bound
        side = box[x]
        y = var(f"inner'{len(self.p.made)}", "R")
        h = canonical(-f) if low else f
        signed = canonical(slope(f, x) - num(c)) if low else canonical(num(c) - slope(f, x))
        rise = self.prove(signed, plan.strict, box, plan.slope)
        order = lt(num(end), x) if low else lt(x, num(end))
        there = self.run("assume", order)
        a, b = (num(end), x) if low else (x, num(end))
        # the derivative at y between a and b
        d = self.run("instantiate", self._differentiable(h, x, box, plan), [(x, y)])
        d = self._within(d, y, x, low, side, (le(a, y), le(y, b)))
        has = self.run("discharge", le(a, y), self.run("discharge", le(y, b), d))
        has = self.run("generalize", y, has)
        carrier = forall("R", abstract(eq(d.concl.args[2], 0), [y]))
        # the bound of the derivative at y
        r = self.run("instantiate", rise, [(x, y)])
        make = lt if plan.strict else le
        value = num(-c) if low else num(c)
        r = self.run("arith", make(d.concl.args[2], value), [(num(1), [r])], [], [])
        r = self._within(r, y, x, low, side, (lt(a, y), lt(y, b)))
        bound = self.run("discharge", lt(a, y), self.run("discharge", lt(y, b), r))
        bound = self.run("generalize", y, bound)
        curve = forall("R", abstract(eq(h, 0), [x]))
        mean = self.run("mean_value", curve, carrier, a, b, there, has, bound)
        extra = []
        if c != 0:
            far = le(x, num(side.hi)) if low else le(num(side.lo), x)  # type: ignore[arg-type]
            extra = [(num(abs(c)), [self.run("assume", far)])]
        out = self.run("arith", goal, [(num(1), [at_end]), (num(1), [mean]), *extra], [], [])
        return self.relaxed(out, box, [order])

    def _within(self, fact: Fact, y: Term, x: Term, low: bool, side: Side, between: tuple[Term, Term]) -> Fact:
        """Return the fact about y with its hypotheses derived from the position of y between x and the end."""
        for h in list(fact.hyps.values()):
            if y not in h.free or h in between:
                continue
            direct = self._weakened(h, between)
            if direct is None:  # beyond x: from y <= x and the other end of x
                other = [t for t in box_hypotheses({x: side}) if (t.args[1] is x) != low]
                near = between[1] if low else between[0]
                facts = [self.run("assume", near), *(self.run("assume", t) for t in other)]
                direct = self.run("arith", h, [(num(1), [fact_]) for fact_ in facts], [], [])
            fact = self.run("mp", self.run("discharge", h, fact), direct)
        return fact


def _times(sign: int, u: Term) -> Term:
    return canonical(u) if sign == 1 else canonical(-u)


def _gap(a: Term) -> Any:
    return plus(normal(a.args[1]), normal(a.args[0]), -1)


def _text(q: fmpq | None) -> str | None:
    return None if q is None else str(q)


def _renumbered(tree: Any, kept: Sequence[int], names: Sequence[Term]) -> Any:
    """Renumber the variables of a tree by their positions in `kept`, and drop splits of other variables."""
    if tree[0] == "leaf":
        return tree
    _, x, at, left, right = tree
    inside = [_renumbered(t, kept, names) for t in (left, right)]
    where = names.index(x)
    return ["split", kept.index(where), at, *inside] if where in kept else inside[0]
