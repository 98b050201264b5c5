"""Variables of which only the squares count, and scales, are seen."""

from __future__ import annotations

from proofs.decide.methods.orders import even_in, scales
from proofs.kernel.terms import le, num, var

x, y = (var(name, "R") for name in "xy")


def test_squares_and_scales() -> None:
    goal = le(x * y, x * x + y * y)
    assert even_in([], goal) == []
    assert even_in([], le(x * x, x * x + y * y)) == [x, y]
    assert even_in([le(num(0), x)], le(x * x, x * x + y * y)) == [y]
    positive = [num(0) < x, num(0) < y]
    assert scales(positive, goal) and scales([*positive, x < y], goal)
    assert not scales([*positive, num(1) < y], goal) and not scales(positive, le(x, x * y + y * y))
