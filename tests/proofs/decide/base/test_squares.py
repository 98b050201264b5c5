"""Sums of squares: found again where there is one, and not where there is none."""

from __future__ import annotations

from flint import fmpq
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from proofs.decide.base.squares import decompose

Polynomial = dict[tuple[int, ...], fmpq]


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    out: Polynomial = {}
    for m, c in p.items():
        for k, d in q.items():
            at = tuple(map(int.__add__, m, k))
            out[at] = out.get(at, fmpq(0)) + c * d
    return {m: c for m, c in out.items() if c != 0}


def total(parts: list[Polynomial]) -> Polynomial:
    out: Polynomial = {}
    for part in parts:
        for m, c in part.items():
            out[m] = out.get(m, fmpq(0)) + c
    return {m: c for m, c in out.items() if c != 0}


coefficients = st.integers(-4, 4).map(fmpq)


linear = st.fixed_dictionaries({(1, 0, 0): coefficients, (0, 1, 0): coefficients, (0, 0, 1): coefficients})


@settings(max_examples=25)
@drawn(st.lists(linear, min_size=1, max_size=4))
def test_a_sum_of_squares_is_found_again(roots: list[Polynomial]) -> None:
    f = total([product(r, r) for r in roots])
    if f:
        found = decompose(f, [{(0, 0, 0): fmpq(1)}])
        assert found is not None
        squares = [product({(0, 0, 0): c}, product(p, p)) for c, p in found[0]]
        assert all(c > 0 for c, _ in found[0]) and total(squares) == f


def test_what_is_negative_somewhere_is_no_sum_of_squares() -> None:
    one = {(0, 0): fmpq(1)}
    motzkin = {(4, 2): fmpq(1), (2, 4): fmpq(1), (0, 0): fmpq(1), (2, 2): fmpq(-3)}
    assert decompose(motzkin, [one]) is None  # nowhere negative, but no sum of squares either
    assert decompose({(2, 0): fmpq(1), (1, 1): fmpq(3), (0, 2): fmpq(1)}, [one]) is None
