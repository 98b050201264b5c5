"""Powers of one sum are compared without being multiplied out."""

from __future__ import annotations

import json

from proofs import checker
from proofs.kernel.terms import num, var
from proofs.search import decide, prove
from proofs.search.methods.one_sum import powers_in

a, b = var("a", "R"), var("b", "R")


def test_a_power_of_a_sum_is_compared_with_that_of_the_next_number() -> None:
    answer = prove("(a + b)**40 <= (a + b + 1)**60", ["a >= 0", "b >= 0"], effort=60)
    assert answer.answer == "proved" and answer.methods == ("powers of one sum",)
    assert len(json.dumps(answer.certificate)) < 20_000
    assert all(v.accepted for v in checker.check(answer.certificate))


def test_without_the_signs_it_is_refuted() -> None:
    assert decide("(a + b)**40 <= (a + b + 1)**60", effort=30).answer == "refuted"


def test_exponents_are_counted() -> None:
    u = a + b
    assert powers_in(u**9 + num(2) * u**3) == {u: 9}
    assert not powers_in(a**9 + b)
