"""Powers with variable exponents and weights, and large numbers: proved, also for the second reader, or refuted."""

from __future__ import annotations

import pytest

from proofs import checker
from proofs.kernel.normal import canonical
from proofs.kernel.terms import exp, le, log, num, var
from proofs.search import decide, prove
from proofs.search.procedures.power_means import sums_with_powers, weights_of

p, t, x, y = (var(name, "R") for name in "ptxy")
POSITIVE = ["x > 0", "y > 0"]


@pytest.mark.parametrize(
    ("question", "given", "by"),
    [
        ("(x + y)**p <= 2**(p-1)*(x**p + y**p)", [*POSITIVE, "p >= 1"], "powers of sums"),
        ("((x + y)/2)**p >= (x**p + y**p)/2", [*POSITIVE, "0 <= p <= 1"], "powers of sums"),
        ("x**p + y**p <= (x + y)**p", [*POSITIVE, "p >= 1"], "powers of sums"),
        ("x**p + y**p >= (x + y)**p", [*POSITIVE, "0 < p <= 1"], "powers of sums"),
        ("(x + 2*y)**p <= 3**(p-1)*(x**p + 2*y**p)", [*POSITIVE, "p >= 2"], "powers of sums"),
        ("x**p - y**p <= (x - y)**p", ["x > y", "y > 0", "0 < p <= 1"], "shift"),
        ("1 + x**p <= (1 + x)**p", [*POSITIVE, "p >= 1"], "powers of sums"),
        ("x*y <= x**p/p + y**q/q", [*POSITIVE, "p > 1", "q > 1", "1/p + 1/q == 1"], "tangents at a mean"),
        ("x**t*y**(1-t) <= t*x + (1-t)*y", [*POSITIVE, "0 < t < 1"], "tangents at a mean"),
        ("x**y*y**x <= 2*x*y", [*POSITIVE, "x + y == 1"], "weighted means of powers"),
        ("(x + 2*y)*x**x*y**y < 1", ["x >= y", "y > 0", "x + y == 1"], "weighted means of powers"),
        ("(1+p*u-u-v)/p + (1+q*v-u-v)/q == 1", ["p > 1", "q > 1", "1/p + 1/q == 1"], "identity"),
    ],
)  # fmt: skip
def test_what_holds_is_proved(question: str, given: list[str], by: str) -> None:
    answer = prove(question, given=given)
    assert answer.answer == "proved" and by in dict(answer.tried)
    assert all(v.accepted and v.kind == "accepted" for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("(x + y)**p <= 2**(p-1)*(x**p + y**p)", [*POSITIVE, "p >= 1/2"]),
        ("x**p + y**p <= (x + y)**p", [*POSITIVE, "p >= 1/2"]),
        ("(x + 2*y)**p <= 2**(p-1)*(x**p + 2*y**p)", [*POSITIVE, "p >= 2"]),
        ("x*y <= x**p/p + y**q/q", [*POSITIVE, "p > 1", "q > 1"]),
        ("x**t*y**(1-t) <= t*y + (1-t)*x", [*POSITIVE, "0 < t < 1"]),
        ("x**x*y**y <= 1/2", [*POSITIVE, "x + y == 1"]),
    ],
)
def test_what_fails_is_not_proved(question: str, given: list[str]) -> None:
    assert decide(question, given=given, effort=5).answer == "refuted"


@pytest.mark.parametrize(
    ("question", "given", "answer"),
    [
        ("2**20000 > 10**6000", [], "proved"),
        ("2**20000 > 10**6021", [], "refuted"),
        ("(-7)**2001 < 0", [], "proved"),
        ("10**(10**9) > 10**(10**8)", [], "proved"),
        ("x**70 < exp(x)", ["x >= 500"], "proved"),
        ("x**70 < exp(x)", ["x >= 300"], "refuted"),
        ("exp(-x**2) >= 10**(-9000)", ["0 <= x <= 143"], "proved"),
        ("exp(-x**2) >= 10**(-9000)", ["0 <= x <= 145"], "refuted"),
        ("x**1000 >= 1", ["x >= 1"], "proved"),
    ],
)
def test_large_exponents_and_numerals(question: str, given: list[str], answer: str) -> None:
    assert decide(question, given=given).answer == answer


def test_powers_of_sums_have_positive_factors_and_parts_that_are_about() -> None:
    def power(v: object) -> object:
        return exp(p * log(v))

    def whole(formula: object) -> list:
        return [(s.exponent, canonical(s.whole)) for s in sums_with_powers(formula)]

    assert whole(le(power(x + y), power(x) + power(y))) == [(p, canonical(x + y))]
    assert whole(le(power(x - y), power(x) + power(y))) == []
    assert whole(le(power(x + y), power(x))) == []
    assert whole(le(exp(2 * log(x + y)), exp(2 * log(x)) + exp(2 * log(y)))) == []


def test_weights_are_what_stands_before_powers_of_e() -> None:
    weights = weights_of(canonical(t * exp(x) + (1 - t) * exp(y) - exp(t * x)))
    found = {canonical(a): canonical(w) for a, w in weights.items()}
    assert found == {canonical(x): t, canonical(y): canonical(1 - t), canonical(t * x): num(-1)}


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("2**sin(x) + 2**cos(x) >= 2**(1 - 1/sqrt(2))", []),
        ("4**x + 2*4**(-x/2) >= 3", []),
    ],
)
def test_means_of_powers_of_e(goal: str, given: list[str]) -> None:
    answer = prove(goal, given, effort=60)
    assert answer.answer == "proved" and all(v.accepted for v in checker.check(answer.certificate))
