"""Evaluate a statement at many samples and report the smallest margin and where it occurs.

A spot-check supports or refutes, it never proves: a margin of 0 or less at a sample is a reason to look
there with exact or ball arithmetic, a small one shows a statement that is nearly false.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Sample = Mapping[str, NDArray[Any]]
Sampler = Callable[[np.random.Generator, int], Sample]
Margin = Callable[[Sample], NDArray[np.float64]]


class Check(NamedTuple):
    """A sampler of points that satisfy a statement's hypotheses, and the margin of its conclusion."""

    sampler: Sampler
    margin: Margin
    strict: bool = True  # whether a margin of exactly 0 contradicts the conclusion


@dataclass(frozen=True)
class SpotCheck:
    """The outcome: the smallest margin, the sample (without its batch axis), how many were drawn.

    `seed` and `number` (counted from 0 over all batches) find the sample again.
    """

    margin: float
    sample: dict[str, Any] = field(repr=False)
    samples: int
    number: int
    seed: int


def spot_check(margin: Margin, sampler: Sampler, samples: int = 10_000, batch: int = 500, seed: int = 0) -> SpotCheck:
    """Draw samples in batches, evaluate the margin, and return the smallest.

    `sampler(rng, size)` returns named arrays whose first axis is the batch; every batch may have its
    own shapes. It may return fewer samples than asked for (at least one), as when one sample is large.
    `margin(sample)` returns one number for each, positive where the statement holds.

    Raises ValueError for non-positive counts, a sampler or margin whose arrays do not fit, or a margin that
    is NaN: an undefined statement is no support.

    >>> square = lambda rng, size: {"x": rng.uniform(-1, 1, size)}
    >>> found = spot_check(lambda s: s["x"] ** 2, square, samples=1000)
    >>> 0 < found.margin < 1e-4, found.samples
    (True, 1000)
    """
    if samples < 1 or batch < 1:
        raise ValueError(f"samples and batch are positive, not {samples} and {batch}")
    rng = np.random.default_rng(seed)
    best: SpotCheck | None = None
    drawn = 0
    while drawn < samples:
        sample = sampler(rng, min(batch, samples - drawn))
        sizes = {np.shape(array)[:1] for array in sample.values()}
        if len(sizes) != 1 or sizes & {(), (0,)}:
            raise ValueError(f"the sampler's arrays have first axes {sorted(sizes)}: one batch is needed")
        (size,) = sizes.pop()
        margins = np.asarray(margin(sample), dtype=np.float64)
        if margins.shape != (size,):
            raise ValueError(f"{size} samples but margins of shape {margins.shape}")
        if np.any(np.isnan(margins)):
            raise ValueError(f"the margin of sample {drawn + int(np.argmax(np.isnan(margins)))} is NaN")
        least = int(np.argmin(margins))
        if best is None or margins[least] < best.margin:
            where = {name: array[least] for name, array in sample.items()}
            best = SpotCheck(float(margins[least]), where, samples, drawn + least, seed)
        drawn += size
    assert best is not None
    return SpotCheck(best.margin, best.sample, drawn, best.number, seed)
