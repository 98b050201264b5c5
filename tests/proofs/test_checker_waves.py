"""The second checker on sin, cos, atan and erf: values on boxes, with either library of intervals, and derivatives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from proofs import checker
from proofs.kernel.rules import RULES
from proofs.kernel.store import Writer
from proofs.kernel.terms import KernelError, Term, atan, cos, eq, erf, exp, inv, le, log, lt, num, sin, var
from proofs.language.notation import PI, derivative_of, zero_of

x, n = var("x", "R"), var("n", "Z")
zero, one = num(0), num(1)
TOWER = exp(exp(exp(exp(exp(num(30))))))
TRUE = [
    (eq(sin(zero), 0), ()), (eq(cos(zero), 1), ()), (eq(atan(zero), 0), ()), (le(zero, sin(x)), (x, "0", "3/2")),
    (lt(num(99, 100), sin(x)), (x, "3/2", "8/5")), (lt(cos(x), num(-99, 100)), (x, "31/10", "16/5")),
    (lt(zero, cos(x)), (x, "-3/2", "3/2")), (le(sin(x), one), (x, None, None)), (le(num(-1), cos(x)), (x, "0", None)),
    (lt(PI, num(22, 7)), ()), (lt(num(314159265, 10**8), PI), ()), (lt(2 * atan(x), num(22, 7)), (x, None, None)),
    (le(zero, atan(x)), (x, "0", None)), (lt(atan(x), num(-1)), (x, None, "-2")), (le(cos(TOWER), one), ()),
    (lt(sin(num(10**22)), num(-85, 100)), ()), (le(zero, sin(x) * inv(cos(x))), (x, "0", "3/2")),
    (eq(erf(zero), 0), ()), (lt(num(8427, 10**4), erf(one)), ()), (lt(erf(one), num(8428, 10**4)), ()),
    (lt(num(1) - num(1, 10**15), erf(num(6))), ()), (lt(erf(num(-6)), num(1, 10**15) - 1), ()),
    (le(erf(x), one), (x, None, None)), (le(num(-1), erf(x)), (x, None, None)), (le(zero, erf(x)), (x, "0", None)),
    (lt(num(995, 1000), erf(x)), (x, "2", None)), (lt(erf(x), num(-8427, 10**4)), (x, None, "-1")),
    (le(erf(TOWER), one), ()),
]  # fmt: skip
FALSE = [
    (eq(sin(one), 0), ()), (eq(cos(zero), 0), ()), (eq(sin(zero), 1), ()), (eq(atan(one), 1), ()),
    (le(sin(x), num(999, 1000)), (x, "1", "2")), (le(num(-999, 1000), sin(x)), (x, "-2", "-1")),
    (le(num(-999, 1000), cos(x)), (x, "3", "4")), (lt(cos(x), one), (x, "-1", "1")), (le(zero, sin(x)), (x, "3", "4")),
    (lt(zero, cos(x)), (x, "1", "8/5")), (le(zero, cos(x)), (x, None, None)), (lt(sin(x), one), (x, "0", None)),
    (lt(atan(x), num(157, 100)), (x, "0", None)), (lt(num(-1), cos(x)), (x, "-10", "1" + "0" * 30)),
    (lt(zero, sin(PI)), ()), (lt(sin(PI), zero), ()), (lt(sin(TOWER), zero), ()), (lt(zero, sin(TOWER)), ()),
    (lt(num(-85, 100), sin(num(10**22))), ()), (le(inv(cos(x)), num(100)), (x, "1", "2")),
    (lt(one, cos(n)), (n, "0", "0")), (eq(cos(PI), -1), ()),  # the last is true, but no interval knows
    (lt(erf(one), num(8427, 10**4)), ()), (lt(num(8428, 10**4), erf(one)), ()), (eq(erf(one), 1), ()),
    (lt(erf(x), num(999, 1000)), (x, "0", None)), (lt(zero, erf(x)), (x, "0", None)), (lt(erf(TOWER), one), ()),
    (lt(one, erf(TOWER)), ()), (le(erf(x), zero), (x, "-1", "1")), (lt(num(-1), erf(x)), (x, None, "0")),
]  # fmt: skip


def accepted(step: list[Any], concl: Term, *hyps: Term, intervals: str = "arb") -> bool:
    """Whether the reader accepts a theorem that has a single step."""
    writer = Writer()
    claim = {"hyps": [writer.term(h) for h in hyps], "concl": writer.term(concl)}
    steps = [[step[0], *(writer.argument(a, {}) for a in step[1:])]]
    stored = json.loads(json.dumps({"name": "it", "terms": writer.rows, "steps": steps, "statement": claim}))
    return checker.check([stored], intervals)[0].accepted


def on_box(goal: Term, box: tuple, intervals: str) -> bool:
    """Whether it accepts that the goal holds on a box; the kernel has to say the same."""
    given = [list(box)] if box else []
    step = ["compute", goal, given, ["leaf", 200]]
    try:
        hyps = [*RULES["compute"](*step[1:]).hyps.values()]
    except KernelError:
        hyps = [end for v, lo, hi in given for end in _ends(v, lo, hi)]
        assert not accepted(step, goal, *hyps, intervals=intervals)
        return False
    assert accepted(step, goal, *hyps, intervals=intervals)
    return True


def _ends(v: Term, lo: str | None, hi: str | None) -> list[Term]:
    return [*([le(num(int(lo)), v)] if lo else []), *([le(v, num(10))] if hi else [])]


@pytest.mark.parametrize("intervals", ["arb", "mpmath"])
def test_what_holds_on_boxes(intervals: str) -> None:
    """None of them takes long, however large an argument is."""
    assert [goal for goal, box in TRUE if not on_box(goal, box, intervals)] == []
    assert [goal for goal, box in FALSE if on_box(goal, box, intervals)] == []


@pytest.mark.parametrize("intervals", ["arb", "mpmath"])
def test_values_at_0_are_exact(intervals: str) -> None:
    writer = Writer()
    goal = eq(sin(zero) + atan(zero) + cos(zero) + erf(zero), 1)
    steps = [["compute", writer.argument(goal, {}), [], ["leaf", 53]]]
    stored = {"name": "it", "terms": writer.rows, "steps": steps, "statement": {"hyps": [], "concl": writer.term(goal)}}
    assert not checker.check([stored], intervals)[0].certified


def test_slopes() -> None:
    for f, slope in (
        (sin, cos), (cos, lambda t: -sin(t)), (atan, lambda t: inv(1 + t * t)),
        (erf, lambda t: 2 * inv(exp(log(PI) / 2)) * exp(-t * t)),
        (lambda t: sin(t * t), lambda t: 2 * t * cos(t * t)),
        (lambda t: atan(sin(t)), lambda t: cos(t) * inv(1 + sin(t) ** 2)),
    ):  # fmt: skip
        step = ["derivative", zero_of(f), x, []]
        assert accepted(step, derivative_of(f, x, slope(x)))
        for wrong in (-slope(x), slope(x) + 1, f(x), slope(2 * x)):
            assert not accepted(step, derivative_of(f, x, wrong))
    tangent = zero_of(lambda t: sin(t) / cos(t))
    assert not accepted(["derivative", tangent, x, []], derivative_of(lambda t: sin(t) / cos(t), x, one))


def test_erf_is_as_near_to_1_as_its_rule_says() -> None:
    for t in (x, -x, x * n):
        assert accepted(["erf_square", t], le(1 - exp(-t * t), erf(t) ** 2))
        for wrong in (lt(1 - exp(-t * t), erf(t) ** 2), le(1 - exp(-t), erf(t) ** 2), le(1 - exp(-t * t), erf(t) ** 4)):
            assert not accepted(["erf_square", t], wrong)


def test_nothing_is_built_in_that_is_false() -> None:
    for s, t in (
        (sin(-x), sin(x)),
        (sin(x), cos(x)),
        (sin(2 * x), 2 * sin(x)),
        (cos(x) ** 2, cos(x * x)),
        (erf(-x), erf(x)),
    ):
        assert not accepted(["arith", eq(s, t), [], [], []], eq(s, t))
    assert accepted(["arith", eq(sin(x + n), sin(n + x)), [], [], []], eq(sin(x + n), sin(n + x)))
