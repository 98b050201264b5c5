"""Terms are read as quotients with factored denominators, and written back."""

from __future__ import annotations

import pytest
from flint import fmpq

from proofs.kernel.normal import normal
from proofs.kernel.terms import Term, exp, inv, num, var
from proofs.search.cones.polynomials import NotRational, Reader, degrees, homogeneous_parts, primitive, to_term, within

x, y = (var(name, "R") for name in "xy")


def same(s: Term, t: Term) -> bool:
    return normal(s) == normal(t)


def test_quotients_are_reduced_and_their_denominators_are_positive() -> None:
    reader = Reader([x, y], [])
    found = reader.quotient((x * x - y * y) * inv(x + y) * inv(-2 * x - 3))
    ((base, power),) = found.under.values()
    assert power == 1 and same(reader.term(base), 2 * x + 3) and same(reader.term(found.top), y - x)


def test_sums_over_one_denominator() -> None:
    reader = Reader([x, y], [])
    found = reader.quotient(inv(x) + inv(x * y) + inv(inv(y)))
    assert same(reader.term(found.top), y + 1 + x * y * y)
    assert {str(b): e for b, e in found.under.values()} == {"x0": 1, "x1": 1}


def test_signs_are_those_at_the_points() -> None:
    points = [[-2.0, 1.0], [-3.0, 5.0]]
    import numpy as np

    reader = Reader([x, y], np.array(points))
    assert reader.sign(reader.polynomial(x)) == -1 and reader.sign(reader.polynomial(y - x)) == 1


@pytest.mark.parametrize("t", [exp(x), inv(x - x), var("z", "R")])
def test_what_is_not_rational_is_refused(t: Term) -> None:
    with pytest.raises(NotRational):
        Reader([x, y], []).quotient(t)


def test_parts_and_contents() -> None:
    reader = Reader([x, y], [])
    p = reader.polynomial(num(2, 3) * x * x - num(4, 3) * y + 2)
    q, c = primitive(p)
    assert c == fmpq(2, 3) and same(reader.term(q), x * x - 2 * y + 3) and degrees(p) == {0, 1, 2}
    assert same(reader.term(sum(homogeneous_parts(p).values(), reader.zero)), reader.term(p))
    assert same(to_term(within(reader.polynomial(x * x), 1), [y]), y * y)
