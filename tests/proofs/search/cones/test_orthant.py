"""Polynomials on the orthant: by coefficients, factors and orders; one that is negative is not asked further."""

from __future__ import annotations

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, le, num
from proofs.search.base.effort import spent
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.cones.orthant import Orthant, coordinate, falsified
from proofs.search.cones.polynomials import Reader
from proofs.search.engine import Search

x, y, z = (coordinate(k) for k in range(3))
SCHUR = x * (x - y) * (x - z) + y * (y - x) * (y - z) + z * (z - x) * (z - y)


@pytest.mark.parametrize(
    "t, names",
    [
        (x * x + 3 * x * y, [x, y]),
        ((x - y) * (x - y) * (x + 2 * y), [x, y]),
        (SCHUR, [x, y, z]),
        (x * x * x + y * y * y + z * z * z - x * x * y - y * y * z - z * z * x, [x, y, z]),
    ],
)
def test_found(t: Term, names: list[Term]) -> None:
    orthant = Orthant(Search(Proof("goal", theory()), 20, ()))
    p = Reader(names, []).polynomial(t)
    fact = orthant.prove(p, len(names), spent() + 20, long=False)
    assert key(fact.concl) == key(le(num(0), t))
    assert fact.hyps.keys() <= {key(le(num(0), v)) for v in names}


def test_zero_is_nowhere_negative() -> None:
    assert not falsified(Reader([x, y], []).polynomial(x * y - y * x), 2)


def test_what_is_negative_somewhere_is_not_found() -> None:
    t = SCHUR - num(1, 100) * x * y * z
    p = Reader([x, y, z], []).polynomial(t)
    assert falsified(p, 3)
    with pytest.raises(NotFound):
        orthant = Orthant(Search(Proof("goal", theory()), 20, ()))
        orthant.prove(p, 3, spent() + 20, long=False)


def test_squares_show_what_vanishes_at_an_irrational_ratio() -> None:
    """x²/y + y²/z + z²/x >= x + y + z + 4 (x − y)²/(x + y + z), without denominators."""
    total = x + y + z
    above = x * x * x * z + y * y * y * x + z * z * z * y
    t = total * above - x * y * z * (total * total + num(4) * (x - y) * (x - y))
    p = Reader([x, y, z], []).polynomial(t)
    orthant = Orthant(Search(Proof("goal", theory()), 20, ()))
    fact = orthant.prove(p, 3, spent() + 20, long=True)
    assert key(fact.concl) == key(le(num(0), t))
    assert fact.hyps.keys() <= {key(le(num(0), v)) for v in (x, y, z)}
