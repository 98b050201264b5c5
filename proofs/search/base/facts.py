"""Facts that several methods use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, inv, le, log, lt, num
from proofs.search.base.formulas import range_of
from proofs.search.base.steps import Steps


def is_positive_fact(steps: Steps, given: Sequence[Term], x: Term) -> Fact:
    """Prove 0 < x from the bounds of x."""
    return steps.p.have(lt(num(0), x), *(steps.run("assume", g) for g in given if range_of(g)), degree=1)


def tangent(steps: Steps, a: Term, b: Term) -> Fact:
    """Prove e^b (1 + a − b) <= e^a for exponentials e^a and e^b, or e^b = 1."""
    v, w = (t.args[0] if t.op == "exp" else num(0) for t in (a, b))
    base, below = steps.run("exp_ge", v - w), steps.run("exp_pos", w)
    return steps.run("arith", le(exp(w) * (1 + v - w), exp(v)), [(num(1), [base, below])], [], [])


def power_of_log(steps: Steps, w: Term, positive: Fact, up: bool) -> Fact:
    """Prove e^(log w) = w, or e^(−log w) = 1/w if `up` is false, from 0 < w."""
    same, down = steps.run("exp_log", positive), exp(-log(w))
    return same if up else steps.run("arith", eq(down, inv(w)), [(-(inv(w) * down), [same])], [], [positive])


def sum_of_logs(steps: Steps, g: Term, positive: Callable[[Term], Fact]) -> Fact:
    """Prove Σ log x = 0 from an equation Π x = 1 between variables that `positive` proves to be positive."""
    names = sorted(g.free, key=str)
    total = sum(map(log, names), num(0))
    whole = [steps.run("exp_log", positive(x)) for x in names]
    same = steps.p.have(eq(exp(total), num(1)), *whole, steps.run("assume", g))
    return steps.run("arith", eq(total, num(0)), [(num(1), [steps.p.congr(log, same)])], [], [])


def square_root(steps: Steps, t: Term, w: Term, inside: Fact) -> tuple[Fact, Fact]:
    """Prove 0 <= t and t² = w for the square root t of w; `inside` is 0 <= w."""
    run, have, (low, high) = steps.run, steps.p.have, t.args[0].args
    positive, zero = run("assume", t.args[0]), run("assume", le(high, low))
    some, none = run("ite_eq", t, positive), run("ite_eq", t, zero)
    above, goal = run("exp_pos", t.args[1].args[0]), eq(t * t, w)
    size = run("exp_log", have(lt(num(0), w), positive, degree=1))
    nothing = run("antisymmetry", have(le(w, num(0)), zero, degree=1), inside)
    squares = [have(goal, (none, t), nothing), have(goal, (some, t + t.args[1]), size)]
    signs = [have(le(num(0), t), *pair) for pair in ((none,), (some, above))]
    return run("cases", high, low, *signs), run("cases", high, low, *squares)
