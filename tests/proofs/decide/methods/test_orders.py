"""Symmetries and scales are seen."""

from __future__ import annotations

from proofs.decide.methods.orders import scales, symmetries
from proofs.kernel.terms import le, num, var

x, y = (var(name, "R") for name in "xy")


def test_symmetries_and_scales() -> None:
    goal = le(x * y, x * x + y * y)
    assert {tuple(change) for *_, change in symmetries([], goal)} == {(x, y)}
    assert {tuple(change) for *_, change in symmetries([], le(x * x, x * x + y * y))} == {(x,), (y,)}
    assert not symmetries([le(num(0), x)], goal)
    positive = [num(0) < x, num(0) < y]
    assert scales(positive, goal) and scales([*positive, x < y], goal)
    assert not scales([*positive, num(1) < y], goal) and not scales(positive, le(x, x * y + y * y))
