"""Comparisons of a paper's constant with the best value known, for plots and ratios; they prove nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Value = Callable[[int], Any]  # the result can be converted to a float


@dataclass(frozen=True)
class Comparison:
    """The paper's value of a constant and the best one known, as functions of an integer `size`.

    `sizes` are those of a plot; `example` is the size at which the ratio is given. `what` names the constant, `best_is`
    the kind of the best value ("needed", "sharp"), `fixed` gives the values of all other parameters.

    >>> Comparison("a bound", "n", (1, 2, 4), 4, lambda n: 3 * n, lambda n: 2 * n, "sharp", "d = 1").ratio()
    1.5
    """

    what: str
    size: str
    sizes: Sequence[int]
    example: int
    paper: Value
    best: Value
    best_is: str
    fixed: str = ""

    @property
    def at(self) -> str:
        """The example in words."""
        return ", ".join(filter(None, (f"{self.size} = {self.example}", self.fixed)))

    def numbers(self) -> tuple[float, float]:
        """Return the paper's value and the best one at the example."""
        paper, best = (float(value(self.example)) for value in (self.paper, self.best))
        return paper, best

    def ratio(self) -> float:
        """Return the paper's value over the best one at the example."""
        paper, best = self.numbers()
        return paper / best
