"""`lemmata construct`: the constructions of the papers, run on an input and shown stage by stage."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs.cli.constructions_ks import ks
from proofs.cli.constructions_liu import liu
from proofs.cli.options import InputText, Power, TargetText
from proofs.cli.terminal import AsJson, BadInput, leave, print_json, print_text

if TYPE_CHECKING:
    from numeric.constructions.contextual_network import Grid, IntArray, Network
    from proofs.cli.sequences import Rows, Target

app = typer.Typer(help="Run a construction of a paper on an input, layer by layer.")
LARGEST = 100_000  # the largest number of layers, or of values of the target; more would be unreadable
MOST_RUNS = 2_000_000  # the largest number of tokens times layers that is computed in balls


@app.callback(invoke_without_command=True)
def run(context: typer.Context) -> None:
    """Run a construction of a paper on an input, layer by layer."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command()(liu)
app.command()(ks)


class Mixing(StrEnum):
    """The mechanism that mixes the tokens."""

    attention = "attention"
    bproj = "bproj"
    sepconv = "sepconv"
    average = "average"


LAYER = {Mixing.bproj: "bilinear", Mixing.sepconv: "separable", Mixing.average: "average"}


@app.command()
def yun(
    d: Annotated[int, typer.Option("--d", min=1, help="Rows: the embedding dimension.")] = 1,
    n: Annotated[int, typer.Option("--n", min=2, help="Columns: the number of tokens.")] = 3,
    cells: Annotated[int, typer.Option("--cells", min=2, help="1/δ, the number of cells on a side.")] = 4,
    entries: InputText = "",
    target: TargetText = "(x + mean)/2",
    positional: Annotated[
        bool, typer.Option("--positional", help="With positional encodings (Theorem 3); F may then use k, the token.")
    ] = False,
    mixing: Annotated[
        Mixing, typer.Option("--mixing", help="What to take for attention (section 5); with --positional.")
    ] = Mixing.attention,
    within: Annotated[
        str,
        typer.Option("--within", metavar="E", help="Also with softmax and ReLUs, certified to be within E of this."),
    ] = "",
    power: Power = "2",
    as_json: AsJson = False,
) -> None:
    """Run the network of Yun et al.: quantise, map contexts, assign values (E.2 to E.4, G), exactly.

    Prints what every layer that changes something does to the input. On a cube the network has the value of f at its
    centre; for equal columns, or beyond [0, 1), it has 0. Exit status 0 if it gives that, 1 if not.
    """
    from numeric.constructions.contextual_network import Grid
    from proofs.cli.sequences import Target, number
    from proofs.cli.sequences import entries as read_entries

    if mixing is not Mixing.attention and not positional:
        raise BadInput(f"--mixing {mixing} needs --positional: it keeps no symmetry, or makes no contexts without")
    grid, f = Grid(d, n, cells), Target(target, placed=positional)
    layers = grid.positional_layers() if positional else grid.layers()
    if max(grid.big, d * layers["values"]) > LARGEST:
        raise BadInput(f"that is {layers['values']} layers of values; choose smaller --d, --n or --cells")
    x = read_entries(entries, d, n)
    network = _network(grid, f, positional, mixing)
    found = walk(network, f, x)
    if within:
        found["soft"] = _soft(network, f, x, number("--within", within), number("--p", power))
    if as_json:
        print_json(found)
    else:
        print_text(_walked(grid, found, power))
    leave(found["as_promised"])


def _network(grid: Grid, f: Target, positional: bool, mixing: Mixing) -> Network:
    """Build the network whose value on each cube is that of f at its centre."""
    import numpy as np

    from numeric.constructions import contextual_network as networks

    unit = 2 * grid.cells

    def target(points: IntArray) -> IntArray:
        centres = ([[Fraction(int(v) + 1, unit) for v in row] for row in point] for point in points)
        values = [[[unit * v for v in row] for row in f.exact(centre)] for centre in centres]
        return np.array(values, dtype=object).reshape(points.shape)

    if not positional:
        return networks.plain_network(grid, target)
    contexts = () if mixing is Mixing.attention else networks.mixing_layers(grid, LAYER[mixing])
    return networks.positional_network(grid, target, contexts)


def walk(network: Network, f: Target, x: Rows) -> dict[str, Any]:
    """Return the effect of each stage on X as plain data, with ids and entries in units of δ."""
    import numpy as np

    from numeric.constructions import contextual_network as networks
    from proofs.cli.sequences import plain

    grid, unit = network.grid, 2 * network.grid.cells

    def in_deltas(z: IntArray) -> list[Any]:
        return [[str(Fraction(int(v), 2)) for v in row] for row in z.tolist()]

    try:
        start = network.quantised(np.array([[unit * v for v in row] for row in x], dtype=object))
    except ValueError as wrong:
        raise BadInput(f"--input: {wrong}") from wrong
    steps: list[dict[str, Any]] = []
    z = start
    for layer in network.contexts:
        after = networks.contextual(grid, z, [layer])
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


def _soft(network: Network, f: Target, x: Rows, within: Fraction, p: Fraction) -> dict[str, Any]:
    """Run the network with softmax and ReLUs: λ and ε, the output for X, and certified distances."""
    from numeric.constructions.soft_network import certified
    from proofs.cli.sequences import above, plain

    grid = network.grid
    runs = grid.big**grid.n * grid.n * len(network.values.layers())
    if runs > MOST_RUNS:
        raise BadInput("--within is for smaller grids: every cube is run; choose smaller --d, --n or --cells")
    try:
        soft, distance = certified(network, f.enclose, within, p)
    except BadInput:
        raise
    except (ValueError, ArithmeticError) as wrong:
        raise BadInput(f"--within and --p: {wrong}") from wrong
    unit = 2 * grid.cells
    output = soft([[unit * v for v in row] for row in x])
    return {
        "scale": str(soft.scale * unit * unit),
        "ramp": str(soft.ramp / unit),
        "output": plain([[v / unit for v in row] for row in output]),
        "p": str(p),
        "at_most": {name: above(getattr(distance, name)) for name in ("steps", "lost", "soft", "total")},
    }


def _walked(grid: Grid, found: dict[str, Any], power: str) -> str:
    from proofs.cli.sequences import brief, shown

    layers, names = found["layers"], {1: "different columns", 2: "equal columns", 3: "an entry outside of [0, 1)"}
    numbers = found["parameters"]
    lines = [
        f"d = {grid.d}, n = {grid.n}, δ = 1/{grid.cells}; entries and ids in units of δ, rows separated by ;",
        f"f            {found['target']}",
        f"input        {shown(found['input'], brief)}" + ("   encoded by 0, 1, …" if found["positional"] else ""),
        f"quantised    {shown(found['quantised'])}   by {layers['quantise']} layers",
        f"category {found['category']}   {names[found['category']]}",
        f"ids          {', '.join(found['ids'])}",
        f"contexts     by {layers['contexts']} layers; those that change something:",
        *(f"  {step['layer']:<24} {shown(step['matrix'])}" for step in found["steps"]),
        f"ids          {', '.join(found['context_ids'])}",
    ]
    if "interval" in found:
        inside = ", ".join("yes" if inside else "no" for inside in found["in_interval"])
        lines.append(f"             in [t_l, t_r] = [{', '.join(found['interval'])}]: {inside}")
    if found["confused"]["ids"]:
        lines.append(
            f"             {found['confused']['ids']} of all {found['confused']['of']} ids are those of others"
        )
    kept = "as" if found["as_promised"] else "NOT as"
    lines += [
        f"values       {shown(found['values'], brief)}   by {layers['values']} layers",
        f"promised     {shown(found['promised'], brief)}   {kept} promised",
        f"f(X)         {shown(found['f'], brief)}",
        f"layers       {sum(layers.values())}; with softmax and ReLUs {numbers['mixing']} + {numbers['token_wise']} "
        f"numbers in matrices and biases, {numbers['not_zero']} of them not 0",
    ]
    if "lost" in found:
        lines.append(f"lost         {found['lost']} of the unit cube, where columns are equal")
    if "soft" in found:
        soft, at_most = found["soft"], found["soft"]["at_most"]
        lines += [
            f"softmax, λ = {soft['scale']}, and ReLUs, ε = {float(Fraction(soft['ramp'])):.3g}:",
            f"  output     {shown(soft['output'])}",
            f"  d_{power} on [0, 1]^(d×n), certified: f to the network at most {at_most['total']:.4g}, of which",
            f"             steps {at_most['steps']:.4g}, lost {at_most['lost']:.4g}, softmax and ReLUs "
            f"{at_most['soft']:.4g}",
        ]
    return "\n".join(lines) + "\n"
