"""Sharp constants: both halves proved, on exact cases; an honest bracket, or "unknown", where there is no proof."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

import proofs
from proofs import checker
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import le, lt, var
from proofs.language.display import text
from proofs.language.parse import parse
from proofs.search import Answer, ParseError, UndefinedError, decide
from proofs.search.sharpening import sharp
from proofs.search.sharpening.sharp import Sharp, sharpen, sharpen_pair


def accepted(found: Sharp) -> bool:
    """Whether the theorems state both halves, and the kernel and the second checker accept them."""
    assert found.holds is not None and found.holds.answer == "proved"
    for end, side in ((found.lower, 1), (found.upper, -1)):
        if end is None:
            continue
        c = next(x for g in (*found.asked.goals, *found.asked.given) for x in g.free if x.args[0] == found.constant)
        inside, beyond = (le, lt) if end.closed else (lt, le)
        pair = (end.value, c) if side > 0 else (c, end.value)
        if inside(*pair) not in found.holds.given or beyond(*pair[::-1]) not in end.fails.given:
            return False
        if end.fails.answer != "proved" or end.fails.vacuous:
            return False
    for answer in found.theorems:
        if not answer.certificate or not all(v.accepted for v in checker.check(answer.certificate)):
            return False
        theory = Theory()
        for stored in answer.certificate:
            replay(theory, stored)
        said = [(f.concl, [*f.hyps.values()]) for f in theory.facts.values()]
        if not all(any(goal is concl or goal.size <= concl.size for concl, _ in said) for goal in answer.goal):
            return False
    return True


@pytest.mark.parametrize(
    "goal, given, lower, upper, where",
    [
        ("x*exp(-x) <= c", [], "exp(-1)", None, "equality at x = 1"),
        ("1 - cos(x) <= c*x**2", [], "1/2", None, "approached as x → 0"),
        ("exp(x) >= c*x", [], "0", "exp(1)", "approached as x → -∞"),
        ("x**2 + c*x + 1 >= 0", [], "-2", "2", "equality at x = 1"),
        ("1 - exp(-x) >= c*x", ["0 <= x", "x <= 1"], None, "1 - exp(-1)", "equality at x = 1"),
        ("x*y + y*z + z*x <= c*(x**2 + y**2 + z**2)", [], "1", None, "equality at x = 1, y = 1, z = 1"),
        ("exp(x) <= 2", ["x <= c"], None, "log(2)", "approached as x → log(2)"),
        ("log(x) >= 0", ["x > 0", "x >= c"], "1", None, "approached as x → 1"),
        ("x < c", ["0 <= x", "x <= 2"], "2", None, "equality at x = 2"),
    ],
)
def test_numbers(goal: str, given: list[str], lower: str | None, upper: str | None, where: str) -> None:
    found = sharpen(goal, given)
    assert found.answer == "sharp" and accepted(found)
    for end, wished in ((found.lower, lower), (found.upper, upper)):
        assert (end is None) == (wished is None)
        if end is not None and wished is not None:
            asked = sp.parse_expr(wished)
            assert sp.simplify(end.expression - asked) == 0
    assert found.ends[0][0].where == where and where in str(found)


def test_a_strict_statement_fails_at_the_end() -> None:
    found = sharpen("x < c", ["0 <= x", "x <= 2"])
    assert found.lower is not None and not found.lower.closed
    assert "c > 2; it fails for every c <= 2" in str(found)


@pytest.mark.parametrize(
    "goal, given, parameters, wished",
    [
        ("x*exp(-a*x) <= c", ["x >= 0", "a > 0"], ["a"], "exp(-1)/a"),
        ("2*a*exp(-c*n) <= 1/n", ["a > 0", "n > 0"], ["a", "n"], "log(2*a*n)/n"),
        ("(n - 1)/exp(c*a) < 1/2", ["integer n", "n >= 2", "a > 0"], ["a", "n"], "log(2*(n - 1))/a"),
        ("sum(x[i], (i,1,n))**2 <= c*sum(x[i]**2, (i,1,n))", ["integer n", "n >= 1"], [], "n"),
        ("max(abs(x[i]), (i,1,n))**2 <= c*sum(x[i]**2, (i,1,n))", ["integer n", "n >= 1"], [], "1"),
        # near the limit at a distance in proportion to a power of the parameter
        ("log(1 + a*x) <= c*x", ["x > 0", "a > 0"], ["a"], "a"),
        ("sin(a*x) <= c*x", ["x > 0", "a > 0"], ["a"], "a"),
        ("sqrt(x + a) - sqrt(a) <= c*x", ["x >= 0", "a > 0"], ["a"], "1/(2*sqrt(a))"),
    ],
)
def test_functions_of_parameters(goal: str, given: list[str], parameters: list[str], wished: str) -> None:
    found = sharpen(goal, given, parameters=parameters)
    assert found.answer == "sharp" and accepted(found) and found.lower is not None
    assert found.lower.closed == (" < " not in goal)
    symbols = {str(x): x for x in found.lower.expression.free_symbols}
    difference = found.lower.expression - sp.parse_expr(wished, symbols)
    positive = {x: sp.Symbol(name, positive=True) for name, x in symbols.items()}
    assert sp.simplify(sp.expand_log(difference.subs(positive), force=True)) == 0


def test_a_single_constant_between_two_limits() -> None:
    """The sides are equal at x = 0, whatever c is; the constant is found on both sides of it."""
    found = sharpen("exp(a*x) >= 1 + c*x", ["a > 0"], parameters=["a"])
    assert found.answer == "sharp" and accepted(found)
    assert [text(end.value) for end, *_ in found.ends] == ["a", "a"]
    assert {end.where for end, *_ in found.ends} == {"approached as x → 0"}


@pytest.mark.parametrize(
    "goal, given, constant, parameters, argument, wished",
    [
        ("n*exp(-t) <= t", ["n > 0"], "t", ["n"], "n", "w"),
        ("x <= c*(1 + exp(x))", [], "c", [], "exp(-1)", "w"),
    ],
)
def test_lambert(goal: str, given: list[str], constant: str, parameters: list[str], argument: str, wished: str) -> None:
    found = sharpen(goal, given, constant, parameters=parameters)
    assert found.answer == "sharp" and accepted(found) and found.lower is not None
    assert found.holds is not None
    (root,) = found.lower.roots
    for answer in found.theorems:
        assert {key(g) for g in root.definition} <= {key(g) for g in answer.given}
        assert key(root.logarithm) not in {key(g) for g in answer.given}
    a = sp.Symbol("a" if "a" in parameters else "n", positive=True)
    w = sp.LambertW(sp.parse_expr(argument, {str(a): a}))
    difference = found.lower.expression - sp.parse_expr(wished, {"w": w, str(a): a})
    plain = difference.subs(dict.fromkeys(difference.free_symbols, a))
    assert all(abs(sp.N(plain.subs(a, k), 30)) < 1e-25 for k in (1, 3))
    assert f"with w = W({text(root.argument)}), the solution w > 0 of w·exp(w) = " in str(found)


def test_pairs_of_constants() -> None:
    (curve,) = sharpen_pair("(x + y)**2 <= a*x**2 + b*y**2", "b > 1", ("a", "b"))
    assert curve.answer == "sharp" and accepted(curve) and curve.lower is not None
    assert text(curve.lower.value) == "b/(b - 1)" and curve.asked.given[0].free == curve.lower.value.free
    found = sharpen_pair("log(1 + exp(x)) <= a*x**2 + x/2 + b", "b >= 1", ("a", "b"), effort=0.1)
    assert [str(r.asked.hypotheses[-1]) for r in found] == ["b == 1", "b == 2", "b == 4"]


def test_the_least_integer() -> None:
    found = sharpen("x*(5 - x) <= n", ["integer n"], "n")
    assert found.answer == "sharp" and accepted(found) and found.lower is not None
    assert found.lower.value.args == (7, 1)


def test_hypotheses_about_the_constant() -> None:
    found = sharpen("x <= c*(1 + x**2)", ["c >= 1/4"])
    assert found.answer == "sharp" and accepted(found) and found.lower is not None
    assert found.lower.expression == sp.Rational(1, 2)
    found = sharpen("x <= c*(1 + x**2)", ["c >= 1"])  # the hypothesis excludes where it fails
    assert (found.answer, found.lower) == ("always", None) and accepted(found)


def test_always() -> None:
    found = sharpen("x**2 + c**2 >= 2*c*x")
    assert (found.answer, found.lower, found.upper) == ("always", None, None) and accepted(found)


def test_never() -> None:
    found = sharpen("x**2 <= c", effort=1)
    assert found.answer == "unknown" and found.hint and not found.theorems


def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proof of a statement with a free constant is found."""

    def decided(goal: Any, given: Any, **more: Any) -> Answer:
        return decide(goal, given, **{**more, "effort": 0} if "eq" not in str(given) else more)

    monkeypatch.setattr(sharp, "decide", decided)


def test_a_bracket_if_there_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    silent(monkeypatch)
    found = sharpen("x*exp(-x) <= c", width="1/100")
    assert found.answer == "bracket" and found.bracket is not None and not found.theorems
    b = found.bracket
    assert b.width is not None and 0 < b.width <= 1 / 100 and b.fails_at is not None and b.holds_at is not None
    assert float(b.fails_at) < 0.36788 < float(b.holds_at)
    assert b.refuted is not None and b.proved is not None
    assert (b.refuted.answer, b.proved.answer) == ("refuted", "proved")
    assert f"fails at c = {b.fails_at}, holds at c = {b.holds_at}" in str(found)


def test_plain_data() -> None:
    plain = sharpen("x - x**2 <= c").to_json(certificate=False)
    assert (plain["lower"]["value"], plain["lower"]["latex"], plain["lower"]["attained"]) == (
        "1/4",
        r"\frac{1}{4}",
        True,
    )
    assert "certificate" not in plain["holds"] and plain["holds"]["answer"] == "proved"


def test_names_do_not_matter() -> None:
    for x, y, c in (("x", "y", "c"), ("z", "a", "x"), ("t", "S0", "A0")):
        found = sharpen(f"{x}*{y}**2 <= {c}", [f"0 <= {x}", f"{x} <= 1", f"0 <= {y}", f"{x} + {y} <= 1"], c)
        assert found.lower is not None and found.lower.value.args == (4, 27)
        assert found.lower.where == f"equality at {x} = 1/3, {y} = 2/3"


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="not a variable"):
        sharpen("x + 1 > 0")
    with pytest.raises(ValueError, match="width"):
        sharpen("x <= c", width=0)
    with pytest.raises(ParseError):
        sharpen("x y > c")
    with pytest.raises(UndefinedError):
        sharpen("log(x) <= c", "x >= 0")


def test_the_package_gives_it_by_name() -> None:
    assert proofs.sharpen is sharpen
    assert parse("0 <= x", []).relations[0].args[1] is var("x", "R")


def test_a_result_that_was_stopped_says_so() -> None:
    found = sharpen("x*exp(-x) <= c", timeout=0)
    assert found.answer == "unknown" and not found.theorems
    assert found.hint == "stopped after 0 s; the lower end seems to be near 0.3678794412"


def test_progress_names_each_candidate() -> None:
    said: list[str] = []
    assert sharpen("x - x**2 <= c", progress=said.append).answer == "sharp"
    assert said == ["c = 1/4?"]


def test_a_closed_form_has_positive_factors() -> None:
    given = ["n > 1", "eps > 0", "eps < 1", "a > 0"]
    found = sharpen("(n - 1)*(1 - eps) <= eps*exp(c*a)", given, parameters=["n", "eps", "a"])
    assert found.answer == "sharp" and accepted(found) and found.lower is not None
    assert text(found.lower.value) == "log((1 - eps)·(n - 1)/eps)/a"
