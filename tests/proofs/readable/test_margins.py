"""Margins of what was computed with intervals."""

import pytest

from proofs.kernel.terms import Term, exp, le, lt, num, var
from proofs.readable.margins import certified_margin
from proofs.readable.phrases import boxes

x = var("x", "R")
LEAF = ["leaf", 53]
BOX = [(x, "0", "1")]


@pytest.mark.parametrize(
    ("goal", "margin"),
    [
        (lt(num(2), num(3)), "1e0"),
        (lt(num(36, 5), exp(num(2))), "1e-1"),  # 0.189…
        (le(num(0), num(54321)), "5e4"),
        (le(num(3), num(3)), None),
        (lt(num(2), exp(num(0))), None),  # false, so it has none
    ],
)
def test_margins(goal: Term, margin: str | None) -> None:
    assert certified_margin(goal, [], LEAF) == margin


def test_the_margin_is_the_smallest_on_the_box() -> None:
    tree = ["split", 0, "1/2", LEAF, LEAF]
    assert boxes(tree) == 2
    assert certified_margin(lt(x, num(3)), BOX, tree) == "2e0"
    assert certified_margin(le(num(-1), x), BOX, LEAF) == "1e0"
    assert certified_margin(le(num(0), x), BOX, LEAF) is None
