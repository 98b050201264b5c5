"""Sums of squares: found again where there is one, and not where there is none."""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly_ctx
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from proofs.search.base.squares import decompose

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


def test_squares_times_hypotheses_up_to_an_equation_with_a_zero_that_is_known() -> None:
    """3 − x − y − z, where x, y, z >= 0 and x² + y² + z² + x y z = 4."""
    unit = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    none = (0, 0, 0)
    f = {none: fmpq(3), **dict.fromkeys(unit, fmpq(-1))}
    h = {none: fmpq(-4), (1, 1, 1): fmpq(1), **{tuple(2 * e for e in m): fmpq(1) for m in unit}}
    factors: list[Polynomial] = [{none: fmpq(1)}, *({m: fmpq(1)} for m in unit)]
    factors += [{m: fmpq(1)} for m in ((1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1))]
    found = decompose(f, factors, [h], points=[(fmpq(1),) * 3], more=2, large=True)
    assert found is not None
    squares = [
        product(product({none: c}, g), product(p, p)) for g, own in zip(factors, found, strict=True) for c, p in own
    ]
    rest = {m: c for m, c in total([f, *(product({none: fmpq(-1)}, s) for s in squares)]).items() if c}
    assert all(c > 0 for own in found for c, _ in own)
    context = fmpq_mpoly_ctx.get(["x", "y", "z"])
    assert not divmod(context.from_dict(rest), context.from_dict(h))[1]
