"""`lemmata run`: the constructions of the papers, run on an input and shown stage by stage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs.cli.terminal import AsJson, BadInput, leave, print_json, print_text

if TYPE_CHECKING:
    from numeric.constructions.contextual_network import Grid, IntArray

app = typer.Typer(help="Run a construction of a paper on an input, layer by layer.", no_args_is_help=True)
LARGEST = 100_000  # contexts or layers; with more nobody reads them


@app.callback()
def run() -> None:
    """Run a construction of a paper on an input, layer by layer."""


@app.command()
def yun(
    d: Annotated[int, typer.Option("--d", min=1, help="Rows: the embedding dimension.")] = 1,
    n: Annotated[int, typer.Option("--n", min=2, help="Columns: the number of tokens.")] = 3,
    cells: Annotated[int, typer.Option("--cells", min=2, help="1/δ, the number of cells on a side.")] = 4,
    entries: Annotated[
        str, typer.Option("--input", metavar="X", help="The d n entries of X, row by row: '0.1, 0.9, 0.4'.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Run the network of Yun et al.: quantise, map contexts, assign values (E.2 to E.4), exactly.

    Prints what every layer that changes something does to the input. The target is n times a column plus the sum of
    all. Exit status 0 if the network gives what the paper promises, 1 if not.
    """
    from numeric.constructions.contextual_network import Grid

    grid = Grid(d, n, cells)
    if max(grid.contexts, grid.big) > LARGEST:
        raise BadInput(f"that is {grid.contexts} contexts and {grid.big} levels; choose smaller --d, --n or --cells")
    found = walk(grid, _entries(entries, grid))
    if as_json:
        print_json(found)
    else:
        print_text(_shown(grid, found))
    leave(found["as_promised"])


def _entries(text: str, grid: Grid) -> list[list[float]]:
    """The input, or a default one with different columns."""
    from math import isfinite

    size = grid.d * grid.n
    if not text:
        return [[(0.37 * (j + 1) + 0.61 * i) % 1 for j in range(grid.n)] for i in range(grid.d)]
    try:
        values = [float(part) for part in text.replace(";", ",").split(",")]
    except ValueError as wrong:
        raise BadInput(f"--input has to be {size} numbers with commas between them, not {text!r}") from wrong
    if len(values) != size or not all(map(isfinite, values)):
        raise BadInput(f"--input has to be {size} finite numbers (d = {grid.d}, n = {grid.n}), not {len(values)}")
    return [values[i * grid.n : (i + 1) * grid.n] for i in range(grid.d)]


def walk(grid: Grid, x: list[list[float]]) -> dict[str, Any]:
    """What each stage does to X, as plain data; ids and entries in units of δ."""
    import numpy as np

    from numeric.constructions import contextual_network as network

    def in_deltas(z: IntArray) -> list[Any]:
        return [[str(v // 2) if v % 2 == 0 else f"{v}/2" for v in row] for row in z.tolist()]

    def target(z: IntArray) -> IntArray:
        return z * grid.n + z.sum(axis=-1, keepdims=True)

    start = grid.to_grid(x)
    steps: list[dict[str, Any]] = []
    z = start
    for layer in network.contextual_layers(grid):
        after = layer(z)
        if not np.array_equal(after, z):
            steps.append({"stage": "contexts", "layer": layer.note, "matrix": in_deltas(after)})
        z = after
    context = z
    values = network.value_map(grid, target)
    ids = grid.ids(context)
    left, right = grid.interval
    z = values(context)
    outside = bool((start == grid.outside).any())
    ordered = np.sort(grid.ids(start))
    different = not outside and bool((ordered[1:] != ordered[:-1]).all())
    wanted = target(start) if different else np.zeros_like(start)
    return {
        "sizes": {"d": grid.d, "n": grid.n, "cells": grid.cells},
        "layers": grid.layers(),
        "category": 1 if different else 3 if outside else 2,
        "input": x,
        "quantised": in_deltas(start),
        "ids": [str(v // 2) for v in grid.ids(start).tolist()],
        "steps": steps,
        "context_ids": [str(v // 2) for v in ids.tolist()],
        "interval": [str(left // 2), str(right // 2)],
        "in_interval": [bool(left <= v <= right) for v in ids.tolist()],
        "values": in_deltas(z),
        "promised": in_deltas(wanted),
        "as_promised": bool(np.array_equal(z, wanted)),
        "values_that_fire_again": network.triggers_fire(values),
    }


def _shown(grid: Grid, found: dict[str, Any]) -> str:
    def matrix(rows: list[list[Any]]) -> str:
        return "; ".join(", ".join(map(str, row)) for row in rows)

    layers, names = found["layers"], {1: "different columns", 2: "equal columns", 3: "an entry outside of [0, 1)"}
    lines = [
        f"d = {grid.d}, n = {grid.n}, δ = 1/{grid.cells}; entries and ids in units of δ, rows separated by ;",
        f"input        {matrix([[f'{v:g}' for v in row] for row in found['input']])}",
        f"quantised    {matrix(found['quantised'])}   by {layers['quantise']} layers",
        f"category {found['category']}   {names[found['category']]}",
        f"ids          {', '.join(found['ids'])}",
        f"contexts     {layers['contexts']} layers, of which change something:",
        *(f"  {step['layer']:<24} {matrix(step['matrix'])}" for step in found["steps"]),
        f"ids          {', '.join(found['context_ids'])}",
        f"             in [t_l, t_r] = [{', '.join(found['interval'])}]: "
        + ", ".join("yes" if inside else "no" for inside in found["in_interval"]),
        f"values       {matrix(found['values'])}   by {layers['values']} layers, of which "
        f"{found['values_that_fire_again']} would fire again on their own values",
        f"promised     {matrix(found['promised'])}   {'as promised' if found['as_promised'] else 'NOT as promised'}",
    ]
    return "\n".join(lines) + "\n"
