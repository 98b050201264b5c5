"""Reports on the networks of Yun et al.: quantise, map contexts, assign values (E.2 to E.4, G)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from numeric.constructions.contextual_network import (
    Grid,
    IntArray,
    Network,
    contextual,
    mixing_layers,
    plain_network,
    positional_network,
)
from numeric.constructions.reports.formatting import (
    ArgumentError,
    Function,
    Report,
    Rows,
    brief,
    on_one_line,
    plain,
    upper_float,
)
from numeric.constructions.soft_network import certified

LARGEST = 100_000  # the largest number of layers, or of values of the target; more would be unreadable
MOST_RUNS = 2_000_000  # the largest number of tokens times layers that is computed in balls
CATEGORIES = {1: "different columns", 2: "equal columns", 3: "an entry outside of [0, 1)"}


def network_for(d: int, n: int, cells: int, f: Function, positional: bool, mixing: str = "") -> Network:
    """Build the network whose value on each cube is that of f at its centre.

    With positional encodings, `mixing` names what replaces attention (`mixing_layers`), if anything does.
    """
    grid = Grid(d, n, cells)
    layers = (grid.positional_layers() if positional else grid.layers())["values"]
    if max(grid.big, d * layers) > LARGEST:
        raise ArgumentError(f"that is {layers} layers of values; choose smaller values", "d", "n", "cells")
    unit = 2 * grid.cells

    def target(points: IntArray) -> IntArray:
        centres = ([[Fraction(int(v) + 1, unit) for v in row] for row in point] for point in points)
        values = [[[unit * v for v in row] for row in f.exact(centre)] for centre in centres]
        return np.array(values, dtype=object).reshape(points.shape)

    if not positional:
        return plain_network(grid, target)
    return positional_network(grid, target, mixing_layers(grid, mixing) if mixing else ())


def report(network: Network, f: Function, x: Rows, within: Fraction | None, p: Fraction) -> Report:
    """Run the network on X; with `within`, also with softmax and ReLUs, up to that distance in d_p."""
    found = _stages(network, f, x)
    if within is not None:
        found["soft"] = _with_softmax(network, f, x, within, p)
    return found, _as_text(network.grid, found)


def _stages(network: Network, f: Function, x: Rows) -> dict[str, Any]:
    """Return the effect of each stage on X as plain data, with ids and entries in units of δ."""
    grid, unit = network.grid, 2 * network.grid.cells

    def in_deltas(z: IntArray) -> list[Any]:
        return [[str(Fraction(int(v), 2)) for v in row] for row in z.tolist()]

    try:
        start = network.quantised(np.array([[unit * v for v in row] for row in x], dtype=object))
    except ValueError as wrong:
        raise ArgumentError(str(wrong), "input") from wrong
    steps: list[dict[str, Any]] = []
    z = start
    for layer in network.contexts:
        after = contextual(grid, z, [layer])
        if not np.array_equal(after, z):
            steps.append({"layer": layer.note, "matrix": in_deltas(after)})
        z = after
    ids, left, right = grid.ids(z), *grid.interval
    values = network.values(z) / Fraction(unit)
    outside = bool((start == grid.outside).any())
    different = not outside and len(set(grid.ids(start).tolist())) == grid.n
    centre = [[(v - e + 1) / Fraction(unit) for v, e in zip(*pair, strict=True)]
              for pair in zip(start.tolist(), network.encoding.tolist(), strict=True)]  # fmt: skip
    wanted = f.exact(centre) if different else [[Fraction(0)] * grid.n] * grid.d
    found = {
        "sizes": {"d": grid.d, "n": grid.n, "cells": grid.cells},
        "target": f.text,
        "positional": network.positional,
        "layers": {"quantise": len(network.quantiser), "contexts": len(network.contexts),
                   "values": len(network.values.layers())},
        "parameters": network.parameters(),
        "category": 1 if different else 3 if outside else 2,
        "input": plain(x),
        "quantised": in_deltas(start),
        "ids": [str(v // 2) for v in grid.ids(start).tolist()],
        "steps": steps,
        "context_ids": [str(v // 2) for v in ids.tolist()],
        "confused": {"ids": network.confused(), "of": len(network.values.ids)},
        "values": plain(values.tolist()),
        "promised": plain(wanted),
        "as_promised": values.tolist() == wanted,
        "f": plain(f.exact(x)),
    }  # fmt: skip
    if network.positional:
        return found
    return found | {
        "lost": str(grid.lost()),
        "interval": [str(left // 2), str(right // 2)],
        "in_interval": [bool(left <= v <= right) for v in ids.tolist()],
    }


def _with_softmax(network: Network, f: Function, x: Rows, within: Fraction, p: Fraction) -> dict[str, Any]:
    """Run the network with softmax and ReLUs: λ and ε, the output for X, and certified distances."""
    grid = network.grid
    runs = grid.big**grid.n * grid.n * len(network.values.layers())
    if runs > MOST_RUNS:
        raise ArgumentError("every cube is run; choose smaller values of d, n or cells", "within")
    try:
        soft, distance = certified(network, f.enclose, within, p)
    except ArgumentError:
        raise
    except (ValueError, ArithmeticError) as wrong:
        raise ArgumentError(str(wrong), "within", "p") from wrong
    unit = 2 * grid.cells
    output = soft([[unit * v for v in row] for row in x])
    return {
        "scale": str(soft.scale * unit * unit),
        "ramp": str(soft.ramp / unit),
        "output": plain([[v / unit for v in row] for row in output]),
        "p": str(p),
        "at_most": {name: upper_float(getattr(distance, name)) for name in ("steps", "lost", "soft", "total")},
    }


def _as_text(grid: Grid, found: dict[str, Any]) -> str:
    layers = found["layers"]
    numbers = found["parameters"]
    lines = [
        f"d = {grid.d}, n = {grid.n}, δ = 1/{grid.cells}; entries and ids in units of δ, rows separated by ;",
        f"f            {found['target']}",
        f"input        {on_one_line(found['input'], brief)}" + ("   encoded by 0, 1, …" if found["positional"] else ""),
        f"quantised    {on_one_line(found['quantised'])}   by {layers['quantise']} layers",
        f"category {found['category']}   {CATEGORIES[found['category']]}",
        f"ids          {', '.join(found['ids'])}",
        f"contexts     by {layers['contexts']} layers; those that change something:",
        *(f"  {step['layer']:<24} {on_one_line(step['matrix'])}" for step in found["steps"]),
        f"ids          {', '.join(found['context_ids'])}",
    ]
    if "interval" in found:
        inside = ", ".join("yes" if inside else "no" for inside in found["in_interval"])
        lines.append(f"             in [t_l, t_r] = [{', '.join(found['interval'])}]: {inside}")
    if found["confused"]["ids"]:
        lines.append(
            f"             {found['confused']['ids']} of all {found['confused']['of']} ids collide with those of others"
        )
    kept = "as promised" if found["as_promised"] else "NOT as promised"
    if found["as_promised"] and found["confused"]["ids"]:
        kept += " for this input, but not for all, as ids collide"
    lines += [
        f"values       {on_one_line(found['values'], brief)}   by {layers['values']} layers",
        f"promised     {on_one_line(found['promised'], brief)}   {kept}",
        f"f(X)         {on_one_line(found['f'], brief)}",
        f"layers       {sum(layers.values())}; with softmax and ReLUs {numbers['mixing']} + {numbers['token_wise']} "
        f"numbers in matrices and biases, {numbers['not_zero']} of them not 0",
    ]
    if "lost" in found:
        lines.append(f"lost         {found['lost']} of the unit cube, where columns are equal")
    if "soft" in found:
        soft, at_most = found["soft"], found["soft"]["at_most"]
        lines += [
            f"softmax, λ = {soft['scale']}, and ReLUs, ε = {float(Fraction(soft['ramp'])):.3g}:",
            f"  output     {on_one_line(soft['output'])}",
            f"  d_{soft['p']} on [0, 1]^(d×n), certified: f to the network at most {at_most['total']:.4g}, of which",
            f"             steps {at_most['steps']:.4g}, lost {at_most['lost']:.4g}, softmax and ReLUs "
            f"{at_most['soft']:.4g}",
        ]
    return "\n".join(lines) + "\n"
