"""Signs on boxes: plans, their proofs, and that nothing false gets a plan that can be proved."""

from __future__ import annotations

import json

import pytest
from flint import fmpq

from proofs import checker
from proofs.builder.proof import Proof
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, Term, absolute, le, lt, num, var
from proofs.language.display import text
from proofs.language.parse import parse_number
from proofs.search.base.algebra import NotSmooth, factored, slope
from proofs.search.base.effort import spent
from proofs.search.base.failures import LimitReached
from proofs.search.base.ranges import Side, box_hypotheses
from proofs.search.boxes.planning import Planner
from proofs.search.boxes.plans import Leaf, Parts, Slope
from proofs.search.boxes.proving import Prover
from proofs.search.certificate_theorems import complete, theory

x, y = var("x", "R"), var("y", "R")


def side(written: str) -> Side:
    """A range such as (0, 1] or [1, oo)."""
    lo, hi = written[1:-1].split(", ")
    ends = [None if "oo" in end else fmpq(*map(int, end.split("/"))) for end in (lo, hi)]
    return Side(*ends, written[0] == "(" and ends[0] is not None, written[-1] == ")" and ends[1] is not None)


def engine(effort: float = 5) -> Planner:
    return Planner(Proof("sign", theory()), spent() + effort)


def shown(f: Term, strict: bool, box: dict[Term, Side]) -> list[object]:
    """The certificate that f is positive on the box, replayed by the kernel and by the second checker."""
    boxes = engine()
    plan = boxes.search(f, strict, box)
    assert plan is not None, text(f)
    fact = Prover(boxes.p).prove(f, strict, box, plan)
    boxes.p.qed(fact, (lt if strict else le)(num(0), f), box_hypotheses(box))
    stored = json.loads(json.dumps(boxes.p.stored))
    replay(theory(), stored)
    assert all(v.accepted for v in checker.check(complete([stored])))
    return stored["steps"]


@pytest.mark.parametrize(
    "written, where, strict",
    [
        ("x - log(1 + x)", "[0, oo)", False),
        ("x - log(1 + x)", "(0, oo)", True),
        ("log(1 + x) - 2*x/(2 + x)", "(0, oo)", True),
        ("exp(x) - 1 - x", "(-oo, oo)", False),
        ("exp(x) - 1 - x - x*x/2", "[0, oo)", False),
        ("x*x - 2*x + 1", "(-oo, oo)", False),
        ("x**4 - 4*x + 3", "(-oo, oo)", False),
        ("(1 - x)*(2 - x)", "[0, 1)", True),
        ("1 - x", "[0, 1)", True),
        ("x - 1 - log(x)", "[1/8, oo)", False),
        ("1 + x*exp(x)", "(-oo, oo)", True),
        ("1 - x*x*exp(x)", "(-oo, 0]", True),
        ("x**6 - x + 0.5824", "(-oo, oo)", True),
        ("x**3 - 3*x + 2.000000001", "[0, oo)", True),
        ("2 + x - (2 - x)*exp(x)", "[0, oo)", False),
        ("exp(x) + exp(-x) - 2 - x*x", "(-oo, oo)", False),
        ("2*exp(x*x/2) - exp(x) - exp(-x)", "(-oo, oo)", False),
        ("log(4) - 2*log(2)", "[0, 1]", False),
        ("exp(log(2)/2)*exp(log(2)/2) - 2", "[0, 1]", False),
    ],
)
def test_one_variable(written: str, where: str, strict: bool) -> None:
    shown(parse_number(written), strict, {x: side(where)})


def test_two_variables() -> None:
    shown(parse_number("x + y - x*y"), False, {x: side("[0, 1]"), y: side("[0, 1]")})
    shown(parse_number("exp(x) + y*y - x"), True, {x: side("[-1, 1]"), y: side("[-2, 2]")})


def test_cuts_with_plain_leaves_are_one_computation() -> None:
    steps = shown(parse_number("x*x - x + 1/3"), True, {x: side("[0, 1]")})
    assert all(step[0] in ("compute", "assume", "arith", "discharge", "mp") for step in steps) or len(steps) < 60


@pytest.mark.parametrize(
    "written, where, strict",
    [
        ("x - log(1 + x)", "[0, oo)", True),
        ("x*x - 2*x + 1", "[0, 2]", True),
        ("x - 1/1000000", "(0, 1]", False),
        ("x**3 - 3*x + 1.999999999", "[0, oo)", False),
        ("1/x", "[-1, 1]", True),
        ("log(x) + 10", "[0, 1]", False),
        ("1000 - x", "[0, oo)", False),
    ],
)
def test_no_plan_for_what_is_false_or_undefined(written: str, where: str, strict: bool) -> None:
    assert engine().search(parse_number(written), strict, {x: side(where)}, cuts=60) is None


def test_a_wrong_plan_is_refused_by_the_kernel() -> None:
    f, box = parse_number("x*x - 1/4"), {x: side("[0, 1]")}
    lies = [
        Leaf(64),
        Parts(factored(f), tuple((u, 1, False, Leaf(64)) for u, _ in factored(f).factors)),
        Slope(x, True, fmpq(0), False, Leaf(64), Leaf(64), False, ()),
    ]
    for lie in lies:
        prover = Prover(engine().p)
        with pytest.raises(KernelError):
            prover.prove(f, False, box, lie)


def test_where_it_is_stuck_is_told() -> None:
    boxes = engine()
    assert boxes.search(parse_number("x - 1/3"), False, {x: side("[0, 1]")}) is None
    assert x in boxes.stuck.box and boxes.stuck.bound is not None and boxes.stuck.bound < 0


def test_the_time_is_kept() -> None:
    with pytest.raises(LimitReached):
        engine(-1).search(parse_number("x"), True, {x: side("[1, 2]")})


def test_factors_and_slopes() -> None:
    form = factored(parse_number("(x*x - 1)/(1 + y)"))
    assert {text(u) for u, _ in form.factors} == {"1 + x", "-1 + x"} and [text(b) for b, _ in form.bases] == ["1 + y"]
    assert text(slope(parse_number("x*log(x) - x"), x)) == "-1 + x/x + log(x)"
    with pytest.raises(NotSmooth):
        slope(absolute(x), x)


def test_rising_from_a_zero_at_an_end() -> None:
    f = parse_number("sin(sin(x)/cos(x)) - x")
    planner = engine()
    assert planner.zero_at_end(f, {x: side("[0, 3/4]")}) == (x, True)
    assert planner.zero_at_end(f, {x: side("[1/4, 3/4]")}) is None
    assert planner.search(f, False, {x: side("[0, 3/4]")}) is not None
    assert planner.search(parse_number("x - sin(sin(x)/cos(x))"), False, {x: side("[0, 3/4]")}) is None
    assert planner.search(f, True, {x: side("[0, 3/4]")}) is None  # it is 0 at 0


def test_bounds_of_slopes_by_slopes() -> None:
    near = parse_number("x + x**2/2 + x**3/6 + 1/90 - exp(x) + 1 + x**4/25")
    assert shown(near, False, {x: side("[0, 3/4]")})
    with pytest.raises(AssertionError):
        shown(near - num(1, 80), False, {x: side("[0, 3/4]")})
