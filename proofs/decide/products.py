"""Consequences by arithmetic alone: products of hypotheses, tangents of exp and log, squares, with multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from flint import arb

from proofs.decide.algebra import exponentials
from proofs.decide.boxes import Box, Boxes, enclosure
from proofs.decide.formulas import outward, side_hypotheses
from proofs.kernel.normal import canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, exp, le, lt, num

if TYPE_CHECKING:
    from proofs.decide.search import Search

FACTS = 9  # relations whose products are tried


def products(search: Search, goal: Term, box: Box, others: Sequence[Term], squares: bool) -> Fact:
    """Products of hypotheses, ends, bounds of exponentials, tangents of exp and squares, with multipliers."""
    f = canonical(goal.args[1] - goal.args[0])
    facts = [search.run("assume", g) for g in others]
    ends = [h for x, side in box.items() for h in side_hypotheses(x, side)]
    facts += [search.run("assume", h) for h in ends]
    atoms = {a for g in (f, *(canonical(h.args[1] - h.args[0]) for h in others)) for m in normal(g) for a, _ in m}
    exponents = exponentials(f, *(h.args[1] - h.args[0] for h in others))
    for t in exponents[:3]:
        facts.append(search.run("exp_pos", t.args[0]))
        facts += exp_bounds(search, t, box)
    for s, t in list(combinations([*exponents[:3], num(1)], 2))[:6]:
        for a, b in ((s, t), (t, s)):
            # e^a >= e^b (1 + a − b)
            facts.append(tangent(search, a, b))
    for atom in sorted(atoms, key=lambda a: a.serial)[:4]:
        if atom.term.op == "log":
            facts += log_bounds(search, atom.term, [search.run("assume", h) for h in ends])
    if squares:
        variables = sorted(f.free, key=lambda v: v.args[0])
        forms = [*variables, *(x - y for x, y in combinations(variables, 2)), *(x - 1 for x in variables)]
        forms += [x + y - z for x, y in combinations(variables, 2) for z in variables if z not in (x, y)]
        square = search.p.theorem("square_nonneg")
        (hole,) = square.concl.free
        own = [search.run("instantiate", square, [(hole, t)]) for t in forms[:8]]
        return search.p.have(None, goal, *facts[:6], *own, degree=2)
    facts = list({key(x.concl): x for x in facts if key(x.concl) is not True}.values())
    try:
        return search.p.have(None, goal, *facts[: 2 * FACTS], degree=1)
    except KernelError:
        return search.p.have(None, goal, *facts[:FACTS], degree=2)


def tangent(search: Search, a: Term, b: Term) -> Fact:
    """e^b (1 + a − b) <= e^a for a = e^…, b = e^… or 1."""
    v, w = (t.args[0] if t.op == "exp" else num(0) for t in (a, b))
    base, below = search.run("exp_ge", v - w), search.run("exp_pos", w)
    return search.run("arith", le(exp(w) * (1 + v - w), exp(v)), [(num(1), [base, below])], [], [])


def exp_bounds(search: Search, t: Term, box: Box) -> list[Fact]:
    """Rational bounds of e^w on the box."""
    if any(v not in box for v in t.free):
        return []
    found = enclosure(t, box, 64)
    if found is None:
        return []
    out = []
    names = sorted(t.free, key=lambda v: v.args[0])
    rows = [[x, *(None if e is None else str(e) for e in (box[x].lo, box[x].hi))] for x in names]
    engine = Boxes(search.p, search.deadline)
    if found[1] < 1e6:
        bound = outward(arb(found[1]), True)
        out.append(engine.relaxed(search.run("compute", lt(t, num(bound)), rows, ["leaf", 64]), box))
    if found[0] > 1e-6:
        bound = outward(arb(found[0]), False)
        out.append(engine.relaxed(search.run("compute", lt(num(bound), t), rows, ["leaf", 64]), box))
    return out


def log_bounds(search: Search, t: Term, ends: Sequence[Fact]) -> list[Fact]:
    """log w <= w − 1 and 1 − 1/w <= log w, where w is seen to be positive."""
    w = t.args[0]
    try:
        positive = search.p.positive(w, *ends)
        upper = search.p.apply(None, "log_le_sub", positive, x=w)
        return [upper, positive]
    except KernelError:
        return []
