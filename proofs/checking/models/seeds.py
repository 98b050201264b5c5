"""Starting points: values of a point before the search moves it to where the hypotheses of a claim hold.

A paper registers them by name (`Paper.starting_point`) for claims whose hypotheses randomly drawn numbers hardly ever
satisfy. A starting point is a mapping of values by name, or a function that sets values of a point; all other numbers
are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.checking.models.points import Point
from proofs.checking.store.chapter_contents import resolve

Start = Callable[[Random, Point], None]


def start_of(name: str) -> Start:
    """Return the starting point that "module:name" names."""
    found = resolve(name, Mapping, Callable)
    return partial(_put, found) if isinstance(found, Mapping) else found


def _put(values: Mapping[str, Any], rng: Random, point: Point) -> None:
    """Set the same values every time."""
    point.put(values)


def starts_of(paper: Paper, statement: str, claim: Claim) -> tuple[str, ...]:
    """Return the names of a claim's starting points: those of its theorem and of the statement with this id."""
    return tuple(paper.starting_points[x] for x in (claim.by or "", statement) if x in paper.starting_points)
