"""Plots of questions: the difference of the sides, the numbers of a counterexample, or a sharp constant.

With one variable the difference right − left is a curve, with two variables a map; where the sides are equal is marked.
For n numbers the counterexample is drawn, or the instance with the least difference that was found. A plot proves
nothing. It needs matplotlib, which is imported on demand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal

from flint import arb, ctx

from proofs.checking.models.compiled import Undefined
from proofs.checking.models.points import BITS
from proofs.export.plots import BEST, INK, PAPER, NoPicture, number, rendered
from proofs.kernel.normal import constant, normal
from proofs.kernel.terms import Term, is_function, num, substitution, var
from proofs.language.display import shown_name, text
from proofs.search import Answer
from proofs.search.base.effort import spent
from proofs.search.points.instances import PointSearch
from proofs.search.sharpening.candidates import samples
from proofs.search.sharpening.critical import Statement, value
from proofs.search.sharpening.sharp import End, Sharp

ACROSS, GRID = 240, 48  # points of a curve, and of a side of a map
REACH = 6  # how far a variable without a bound is drawn
EQUAL = 1e-9  # relative to the largest difference: closer sides count as equal
SIZES = 24  # the largest integer against which a constant is drawn
LOOK, SAMPLES = 0.3, 12  # the effort for instances of n numbers, and those that are refined
REFINED = 60  # steps of the search for a smallest difference


def draw_question(answer: Answer, format: Literal["png", "svg"]) -> bytes:
    """Draw the question of an answer.

    Raises
    ------
    NoPicture
        if there is nothing to draw, or matplotlib is not installed.
    """
    goal = answer.goal[0] if answer.failing is None else answer.failing
    variables = sorted(frozenset().union(goal.free, *(h.free for h in answer.given)), key=lambda v: v.args[0])

    def draw(axes: Any) -> None:
        if any(is_function(v.sort) for v in variables):
            _sequences(axes, answer, goal)
        elif goal.op not in ("le", "lt", "eq") or not 1 <= len(variables) <= 2:
            raise NoPicture("only relations in one or two variables, or in n numbers, can be drawn")
        else:
            difference, holds = _functions(goal, answer.given, variables)
            ranges = [_range(v, answer.given) for v in variables]
            (_curve if len(variables) == 1 else _map)(axes, difference, holds, variables, ranges)

    return _drawn(draw, text(goal), format)


def draw_constants(found: Sharp, format: Literal["png", "svg"]) -> bytes:
    """Draw the ends of the set of constants against a parameter of them, an integer if there is one.

    Other parameters have the first values that satisfy the hypotheses.

    Raises
    ------
    NoPicture
        if the ends are not known or depend on no parameter, or matplotlib is not installed.
    """
    inner = {r.variable for end, *_ in found.ends for r in end.roots}
    arguments = [r.argument for end, *_ in found.ends for r in end.roots]
    own = frozenset().union(*(t.free for t in (*(end.value for end, *_ in found.ends), *arguments))) - inner
    if not own:
        raise NoPicture(
            f"{found.constant} depends on no parameter" if found.ends else f"no end of {found.constant} is known"
        )
    x, *others = sorted(own, key=lambda v: (v.sort != "Z", v.args[0]))
    given = tuple(h for h in found.asked.given if h.free <= own)
    first = next(iter(samples(Statement(var(found.constant, "R"), given, (), (x, *others)))), None)
    if first is None:
        raise NoPicture("no values of the parameters are known that satisfy the hypotheses")
    xs = [float(k) for k in range(1, SIZES + 1)] if x.sort == "Z" else _grid(*_range(x, given), ACROSS)
    fixed = ", ".join(f"{shown_name(v.args[0], False)} = {float(first[v]):g}" for v in others)

    def at(end: End, place: float) -> float:
        env = {**first, x: arb(place)}
        with ctx.workprec(BITS):
            try:
                inside = all(value(h.args[1] - h.args[0], env) >= 0 for h in given if h.op in ("le", "lt"))
                return float(value(end.value, env | {r.variable: r.at(env) for r in end.roots})) if inside else math.nan
            except (Undefined, ValueError, ZeroDivisionError):
                return math.nan

    def draw(axes: Any) -> None:
        curves = {relation + text(end.value): [at(end, place) for place in xs] for end, relation, _ in found.ends}
        for (label, ys), colour in zip(curves.items(), (BEST, PAPER), strict=False):
            axes.plot(
                xs, ys, "o-" if x.sort == "Z" else "-", color=colour, markersize=4, label=f"{found.constant} {label}"
            )
        axes.set_xlabel(shown_name(x.args[0], False) + f" ({fixed})" * bool(fixed))
        axes.set_ylabel(shown_name(found.constant, False))
        axes.legend(frameon=False)

    return _drawn(draw, " and ".join(map(str, found.asked.conclusions)), format)


def _drawn(draw: Callable[[Any], None], title: str, format: Literal["png", "svg"]) -> bytes:
    """Return a picture with one panel."""

    def fill(figure: Any) -> None:
        axes = figure.subplots()
        draw(axes)
        axes.set_title(title, fontsize=9, color=INK)

    return rendered(fill, title, format, figsize=(5.2, 3.6), layout="constrained")


def _functions(
    goal: Term, given: Sequence[Term], variables: Sequence[Term]
) -> tuple[Callable[..., float], Callable[..., bool]]:
    """Return right − left of a relation as a function of the variables, and whether the hypotheses hold."""

    def at(relation: Term, *values: float) -> float:
        numbers = [Fraction(round(x) if v.sort == "Z" else x) for v, x in zip(variables, values, strict=True)]
        put = substitution({v: num(q.numerator, q.denominator) for v, q in zip(variables, numbers, strict=True)})
        left, right = (number(put(side)) for side in relation.args)
        return right - left

    def holds(*values: float) -> bool:
        bounds = [at(h, *values) for h in given if h.op in ("le", "lt", "eq")]
        return all(b >= 0 for b in bounds)

    return lambda *values: at(goal, *values), holds


def _range(v: Term, given: Sequence[Term]) -> tuple[float, float]:
    """Return the interval in which a variable is drawn: between its bounds, as far as hypotheses give numbers."""
    low = [
        b for h in given if h.op in ("le", "lt") and h.args[1] is v and (b := constant(normal(h.args[0]))) is not None
    ]
    high = [
        b for h in given if h.op in ("le", "lt") and h.args[0] is v and (b := constant(normal(h.args[1]))) is not None
    ]
    if low and high:
        return float(max(low)), float(min(high))
    if low or high:
        return (float(max(low)), float(max(low)) + REACH) if low else (float(min(high)) - REACH, float(min(high)))
    return -REACH / 2, REACH / 2


def _grid(low: float, high: float, count: int) -> list[float]:
    """Return points of an interval, with its ends."""
    return [low + (high - low) * k / count for k in range(count + 1)]


def _curve(
    axes: Any,
    difference: Callable[..., float],
    holds: Callable[..., bool],
    variables: Sequence[Term],
    ranges: Sequence[tuple[float, float]],
) -> None:
    """Plot the difference of the sides against a variable."""
    xs = _grid(*ranges[0], ACROSS)
    ys = [difference(x) if holds(x) else math.nan for x in xs]
    axes.axhline(0, color=PAPER, linewidth=1)
    axes.plot(xs, ys, color=BEST)
    scale = max((abs(y) for y in ys if math.isfinite(y)), default=1.0)
    for k in range(len(xs)):
        near = [y for y in ys[max(k - 1, 0) : k + 2] if math.isfinite(y)]
        if math.isfinite(ys[k]) and abs(ys[k]) <= min(map(abs, near)):
            x = _least(difference, xs[max(k - 1, 0)], xs[min(k + 1, ACROSS)])
            if holds(x) and abs(difference(x)) <= EQUAL * scale:
                axes.plot([x], [0], "o", color=PAPER, markersize=5)
                axes.annotate(
                    f"{x + 0.0:.4g}", (x, 0), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8
                )
    axes.set_xlabel(shown_name(variables[0].args[0], False))
    axes.set_ylabel("right − left")


def _least(difference: Callable[..., float], low: float, high: float) -> float:
    """Return where the size of the difference is smallest between two points."""
    for _ in range(REFINED):
        third = (high - low) / 3
        a, b = abs(difference(low + third)), abs(difference(high - third))
        if math.isnan(a) or (not math.isnan(b) and a > b):
            low += third
        else:
            high -= third
    ends = [x for x in (low, high, round(low, 6)) if math.isfinite(difference(x))]
    return min(ends, key=lambda x: abs(difference(x)), default=low)


def _map(
    axes: Any,
    difference: Callable[..., float],
    holds: Callable[..., bool],
    variables: Sequence[Term],
    ranges: Sequence[tuple[float, float]],
) -> None:
    """Plot the difference of the sides over two variables, and where they are equal."""
    xs, ys = (_grid(*r, GRID) for r in ranges)
    values = [[difference(x, y) if holds(x, y) else math.nan for x in xs] for y in ys]
    scale = max((abs(z) for row in values for z in row if math.isfinite(z)), default=1.0)
    drawn = axes.pcolormesh(xs, ys, values, cmap="viridis", shading="nearest")
    axes.figure.colorbar(drawn, ax=axes, label="right − left")
    equal = [
        (x, y)
        for row, y in zip(values, ys, strict=True)
        for z, x in zip(row, xs, strict=True)
        if abs(z) <= EQUAL * scale
    ]
    if equal:
        axes.scatter(*zip(*equal, strict=True), s=9, color=PAPER, label="equal")
        axes.legend()
    axes.set_xlabel(shown_name(variables[0].args[0], False))
    axes.set_ylabel(shown_name(variables[1].args[0], False))


def _sequences(axes: Any, answer: Answer, goal: Term) -> None:
    """Plot the entries of the sequences of a counterexample, or of the instance with the least difference found."""
    label, rows = "index", dict[str, dict[int, float]]()
    if answer.counterexample:
        told = {name: _entries(value) for name, value in answer.counterexample.items()}
        rows = {name: dict(enumerate(entries, 1)) for name, entries in told.items() if entries}
    else:
        rows, least = _closest(answer.given, goal)
        label = f"index; right − left = {round(least, 6):g}, the least that was found"
    if not rows:
        raise NoPicture("no instance with sequences of numbers was found to draw")
    for name, entries in rows.items():
        axes.plot(list(entries), list(entries.values()), "o", label=shown_name(name, False), markersize=5)
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_xticks(sorted({k for entries in rows.values() for k in entries}))
    axes.set_xlabel(label)
    axes.legend(frameon=False)


def _closest(given: Sequence[Term], goal: Term) -> tuple[dict[str, dict[int, float]], float]:
    """Return the entries by sequence and index at which right − left is least, among instances, and its value."""
    sampler = PointSearch(given, goal)
    for _ in sampler.suspects(spent() + LOOK, SAMPLES):
        pass
    if not sampler.lowest:
        return {}, math.nan
    least, values = sampler.lowest[0]
    tables = {f.args[0]: table for f, table in values.tables.items()}
    return {
        name: {k: float(v) for (k,), v in sorted(table.items())}
        for name, table in sorted(tables.items())
        if table and all(len(index) == 1 for index in table)
    }, least


def _entries(value: Any) -> list[float]:
    """Return the entries of a sequence as it is told, "(1, -1/2)"; none for a number."""
    if not isinstance(value, str) or not value.startswith("("):
        return []
    return [float(Fraction(part.strip())) for part in value.strip("()").split(",") if part.strip()]
