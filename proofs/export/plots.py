"""Plots for statements: a constant against the size, the margin of the conclusion at random samples, a partition.

A plot proves nothing; it shows how tight a statement is. It needs matplotlib, which is imported on demand.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from textwrap import wrap
from typing import Any, Literal

import numpy as np
from flint import ctx

from numeric.comparison import Comparison
from numeric.spot_check import Check
from proofs.checking.models.compiled import Undefined, compiled
from proofs.checking.models.points import BITS, Balls, Point, rules_of
from proofs.checking.report import ConstantFound, Report
from proofs.checking.store.chapter_contents import resolve
from proofs.export.constants import VALUES
from proofs.export.graph import GraphError
from proofs.kernel.terms import KernelError, Term, is_function, num, substitute
from proofs.language.display import shown_name, text
from proofs.language.parse import parse
from proofs.language.tokens import ParseError

INK, PAPER, BEST = "#333333", "#b03a00", "#00724f"
SIZES = ("n", "N", "m", "d", "T", "k")  # names of numbers that constants are drawn against first
LAST = 16  # the largest of them
WIDE = 60  # characters of a line of a title
TINY = 1e-9  # smaller margins are drawn on a linear scale


class NoPicture(GraphError):
    """The statement has no picture, or matplotlib is not installed."""


@dataclass(frozen=True)
class Picture:
    """The panels of a statement's picture, as "module:name": comparisons of constants, a spot check, other plots.

    `formulas` are for constants without a comparison: what each is, with the labels and formulas of its values.
    """

    statement: str
    comparisons: tuple[str, ...] = ()
    spot_check: str = ""
    plots: tuple[str, ...] = ()
    formulas: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def panels(self) -> int:
        """The number of panels."""
        return len(self.comparisons) + bool(self.spot_check) + len(self.plots) + len(self.formulas)


def picture_of(report: Report, statement: str) -> Picture:
    """Return the picture of a statement, as its paper registers it."""
    own = [c for c in report.constants if c.statement == statement]
    comparisons = tuple(c.comparison for c in own if c.comparison)
    formulas = [(c.what, _values(c)) for c in own if not c.comparison]
    check = next((p.spot_checks[statement] for p in report.papers if statement in p.spot_checks), "")
    plots = next((p.plots[statement] for p in report.papers if statement in p.plots), ())
    drawn = tuple((what, values) for what, values in formulas if _parameters(values))
    return Picture(statement, comparisons, check, plots, drawn)


def draw(picture: Picture, format: Literal["png", "svg"]) -> bytes:
    """Draw the picture of a statement.

    Raises
    ------
    NoPicture
        if there is nothing to draw, or matplotlib is not installed.
    """
    statement = picture.statement
    if not picture.panels:
        raise NoPicture(
            f"there is no picture of {statement}: no constant of it is compared, and it has no spot check and no plot"
        )
    panels = picture.panels
    across = min(panels, 2)
    down = -(-panels // across)
    wide, high = 4.6 * across, 3.2 * down

    def fill(figure: Any) -> None:
        figure.subplots_adjust(
            left=0.68 / wide, right=1 - 0.15 / wide, bottom=0.51 / high, top=1 - 0.35 / high, wspace=0.2, hspace=0.4
        )
        every = list(figure.subplots(down, across, squeeze=False).flat)
        axes = every[:panels]
        for unused in every[panels:]:
            unused.remove()
        for comparison in picture.comparisons:
            _curves(axes.pop(0), resolve(comparison, Comparison))
        for what, values in picture.formulas:
            _formulas(axes.pop(0), what, values)
        if picture.spot_check:
            _margins(axes.pop(0), picture.spot_check)
        for plot in picture.plots:
            resolve(plot, Callable)(axes.pop(0))

    return rendered(fill, statement, format, figsize=(wide, high))


def rendered(fill: Callable[[Any], None], name: str, format: Literal["png", "svg"], **size: Any) -> bytes:
    """Return a picture whose figure `fill` draws; the ids in an SVG depend on `name` alone.

    Raises
    ------
    NoPicture
        if matplotlib is not installed, and as `fill` does.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPicture(
            "pictures need matplotlib: pip install 'lemmata[pictures]'; in a clone: uv sync --inexact --extra pictures"
        ) from None
    style: Any = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": name}
    style["svg.fonttype"] = "none"  # text, which is searched and copied, in place of outlines
    with rc_context(style):
        figure = Figure(dpi=120, **size)
        FigureCanvasAgg(figure)
        fill(figure)
        out = io.BytesIO()
        figure.savefig(out, format=format, metadata={"Date": None} if format == "svg" else {"Software": None})
    return out.getvalue()


def _values(c: ConstantFound) -> tuple[tuple[str, str], ...]:
    """Return the formulas of the paper's value of a constant and of the best one, with the names of the values."""
    best = ("sharp", c.sharp) if c.sharp is not None else ("needed", c.needed)
    return tuple((VALUES[kind], v.text) for kind, v in (("paper", c.paper), best) if v is not None)


def _parameters(values: Sequence[tuple[str, str]]) -> list[Term]:
    """Return the variables of two formulas, those named like sizes first; none if one cannot be evaluated."""
    try:
        free = {x for _, written in values for x in _formula(written).free}
    except (ParseError, KernelError):
        return []
    ordered = sorted(free, key=lambda x: (x.args[0] not in SIZES, x.args[0]))
    return ordered if len(values) == 2 and not any(is_function(x.sort) for x in free) else []


def _formula(written: str) -> Term:
    return parse(f"0 <= {written}", ()).relations[0].args[1]


def number(t: Term) -> float:
    """Return the value of a term without variables; nan where it is undefined."""
    with ctx.workprec(BITS):
        try:
            return float(compiled(t, Balls())(Point([], rules_of([]), Random(0)), ()))
        except (Undefined, KernelError, OverflowError, ZeroDivisionError, ValueError):
            return math.nan


def _formulas(axes: Any, what: str, values: Sequence[tuple[str, str]]) -> None:
    """Plot the paper's value and the best value against the first parameter, with 1/2, 1/3 and so on for the others."""
    x, *others = _parameters(values)
    fixed = {v: num(1, k) for k, v in enumerate(others, 2)}
    places = range(1, LAST + 1)
    for (label, written), colour, mark in zip(values, (PAPER, BEST), "so", strict=True):
        formula = substitute(_formula(written), fixed)
        ys = [number(substitute(formula, {x: num(k)})) for k in places]
        axes.plot(places, ys, color=colour, marker=mark, markersize=4, label=label)
    at = ", ".join(f"{shown_name(v.args[0], False)} = {text(t)}" for v, t in fixed.items())
    axes.set_xlabel(shown_name(x.args[0], False) + f" ({at})" * bool(at))
    axes.set_title(_typed("\n".join(wrap(what, WIDE))), fontsize=9, color=INK)
    axes.legend(frameon=False)


def _curves(axes: Any, comparison: Comparison) -> None:
    """Plot the paper's value and the best value against the size."""
    sizes = list(comparison.sizes)
    for value, label, colour, mark in (
        (comparison.paper, VALUES["paper"], PAPER, "s"),
        (comparison.best, VALUES[comparison.best_is], BEST, "o"),
    ):
        axes.plot(sizes, [float(value(n)) for n in sizes], color=colour, marker=mark, markersize=4, label=label)
    axes.set_xlabel(comparison.size)
    axes.set_title(_typed(comparison.what + f" ({comparison.fixed})" * bool(comparison.fixed)), fontsize=9, color=INK)
    if sizes[-1] > 100:
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes[::2], minor=False)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.minorticks_off()
    low, high = axes.get_ylim()
    if high > 1000 * max(low, 1e-9) and high > 1000:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_power)
        axes.yaxis.minorticks_off()
    axes.legend(frameon=False)


def _typed(title: str) -> str:
    """Return a title with raised exponents and lowered indices.

    >>> _typed("the factor of e^(−2r), B_0 = 1")
    'the factor of e⁻²ʳ, B₀ = 1'
    """
    raised = str.maketrans("−-0123456789rd", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹ʳᵈ")
    lowered = str.maketrans("0123456789lr", "₀₁₂₃₄₅₆₇₈₉ₗᵣ")
    title = re.sub(r"\^\(([−-]?\d*[rd]?)\)", lambda m: m[1].translate(raised), title)
    return re.sub(r"_([\dlr])\b", lambda m: m[1].translate(lowered), title)


def _power(value: float, _: int) -> str:
    """Return the label of a tick that is a power of ten.

    >>> _power(1e-9, 0), _power(-1000.0, 0), _power(1.0, 0), _power(0.0, 0)
    ('10⁻⁹', '−10³', '1', '0')
    """
    if value == 0:
        return "0"
    exponent = round(math.log10(abs(value)))
    shown = "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")) if exponent else "1"
    return shown if value > 0 else f"−{shown}"


@cache
def _sampled(name: str, batches: int = 60, size: int = 12, seed: int = 0) -> tuple[list[int], list[float]]:
    """Return sizes and margins at random samples that satisfy the hypotheses."""
    check, rng = resolve(name, Check), np.random.default_rng(seed)
    sizes, margins = [], []
    for _ in range(batches):
        sample = check.sampler(rng, size)
        length = max((np.shape(a)[-1] for a in sample.values() if np.ndim(a) > 1), default=1)
        found = [float(m) for m in check.margin(sample) if np.isfinite(m)]
        sizes += [int(length)] * len(found)
        margins += found
    return sizes, margins


def _margins(axes: Any, spot_check: str) -> None:
    """Plot the margins against the size, on a scale that is logarithmic on both sides of 0."""
    sizes, margins = _sampled(spot_check)
    axes.axhline(0, color=PAPER, linewidth=1)
    axes.scatter(sizes, margins, s=7, color=BEST, alpha=0.5, linewidths=0, rasterized=True)
    if max(sizes) > 30:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_power)
    axes.set_yscale("symlog", linthresh=TINY)
    top = max(map(abs, margins), default=1.0)
    powers = [TINY * 10**k for k in range(0, 1 + math.ceil(math.log10(max(top, 1.0) / TINY)), 3)]
    axes.set_yticks([0, *powers, *(-x for x in powers if -x > min(margins, default=0))])
    axes.set_ylim(min(-TINY, *margins), 3 * max(top, 1.0))
    axes.yaxis.set_major_formatter(_power)  # matplotlib's own labels are formulas, which take most of the time
    axes.minorticks_off()
    axes.set_xlabel("length of the sample")
    axes.set_title(f"margin at {len(margins)} samples (below the line it would fail)", fontsize=9, color=INK)
