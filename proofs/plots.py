"""Pictures of statements: a constant against a size, and by how much the conclusion holds at random samples.

A picture proves nothing; it shows how tight a statement is. Drawing takes matplotlib, which is imported when a
picture is made.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

import numpy as np

from numeric.constants import COMPARISONS, Comparison
from numeric.lemma_checks import CHECKS
from proofs.graph import GraphError

INK, PAPER, BEST = "#333333", "#b03a00", "#00724f"


class NoPicture(GraphError):
    """A statement without a picture, or nothing to draw it with."""


def has_picture(statement: str, constants: Iterable[str]) -> bool:
    """Whether there is a picture of a statement with these constants."""
    return statement in CHECKS or any(c in COMPARISONS for c in constants)


def picture(statement: str, constants: Mapping[str, str], format: Literal["png", "svg"]) -> bytes:
    """The picture of a statement.

    Parameters
    ----------
    constants
        The ids of its constants, each with what it is.

    Raises
    ------
    NoPicture
        if there is nothing to draw, or matplotlib is not installed.
    """
    drawn = {c: COMPARISONS[c] for c in constants if c in COMPARISONS}
    if not has_picture(statement, drawn):
        raise NoPicture(f"there is no picture of {statement}; there is one of {', '.join(sorted(CHECKS))}")
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPicture("drawing takes matplotlib: pip install 'lemmata[pictures]'") from None
    style: Any = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": statement}
    with rc_context(style):
        panels = len(drawn) + (statement in CHECKS)
        figure = Figure(figsize=(4.6 * panels, 3.2), layout="constrained", dpi=120)
        FigureCanvasAgg(figure)
        axes = list(figure.subplots(1, panels, squeeze=False)[0])
        for comparison in drawn.values():
            _curves(axes.pop(0), comparison)
        if statement in CHECKS:
            _margins(axes.pop(0), statement)
        out = io.BytesIO()
        figure.savefig(out, format=format, metadata={"Date": None} if format == "svg" else {"Software": None})
    return out.getvalue()


def _curves(axes: Any, comparison: Comparison) -> None:
    """The paper's value and the best one against the size."""
    sizes = list(comparison.sizes)
    for value, label, colour, mark in (
        (comparison.paper, "the paper's", PAPER, "s"),
        (comparison.best, comparison.best_is, BEST, "o"),
    ):
        axes.plot(sizes, [float(value(n)) for n in sizes], color=colour, marker=mark, markersize=4, label=label)
    axes.set_xlabel(comparison.size)
    axes.set_title(comparison.what + (f" ({comparison.fixed})" if comparison.fixed else ""), fontsize=9, color=INK)
    if sizes[-1] > 100:
        axes.set_xscale("log", base=2)
    low, high = axes.get_ylim()
    if high > 1000 * max(low, 1e-9) and high > 1000:
        axes.set_yscale("log")
    axes.legend(frameon=False)


@cache
def _sampled(statement: str, batches: int = 60, size: int = 12, seed: int = 0) -> tuple[list[int], list[float]]:
    """Sizes and margins at random samples that satisfy the hypotheses."""
    check, rng = CHECKS[statement], np.random.default_rng(seed)
    sizes, margins = [], []
    for _ in range(batches):
        sample = check.sampler(rng, size)
        length = max((np.shape(a)[-1] for a in sample.values() if np.ndim(a) > 1), default=1)
        found = [float(m) for m in check.margin(sample) if np.isfinite(m)]
        sizes += [int(length)] * len(found)
        margins += found
    return sizes, margins


def _margins(axes: Any, statement: str) -> None:
    """The margins against the size, on a scale that is logarithmic on both sides of 0."""
    sizes, margins = _sampled(statement)
    axes.axhline(0, color=PAPER, linewidth=1)
    axes.scatter(sizes, margins, s=7, color=BEST, alpha=0.5, linewidths=0)
    axes.set_xscale("log")
    axes.set_yscale("symlog", linthresh=1e-9)
    axes.set_xlabel("length of the sample")
    axes.set_title(f"margin at {len(margins)} samples (below the line it would fail)", fontsize=9, color=INK)
