"""Reports on the constructions of Kajitsuka & Sato, run in ball arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from flint import arb

from numeric.balls import ball
from numeric.constructions.contextual_mapping import check_layer, contextual_layer, root_between
from numeric.constructions.memorizing import encoded, memorizing_block
from numeric.constructions.reports.formatting import (
    ArgumentError,
    Function,
    Report,
    Rows,
    brief,
    entries,
    on_one_line,
    plain,
)
from numeric.constructions.universal import approximator

MOST_IDS = 2_000  # more would take minutes in ball arithmetic


def _log(x: arb) -> str:
    """Write a small positive number as a power of e."""
    return f"e^{float(x.log().mid()):.6g}"


def _digits(v: Any) -> str:
    """Write the midpoint of a ball."""
    return v.str(9, radius=False)


def _check_sequences(data: list[Rows]) -> None:
    if len({(len(x), len(x[0])) for x in data}) > 1:
        raise ArgumentError("all sequences need the same shape", "sequences")
    if len(data) * len(data[0][0]) > MOST_IDS:
        raise ArgumentError(f"that is more than {MOST_IDS} tokens", "sequences")


def contextual_ids(data: list[Rows], head_size: int) -> Report:
    """Run Theorem 2: the layer and its certified properties."""
    _check_sequences(data)
    try:
        layer = contextual_layer([list(zip(*x, strict=True)) for x in data], s=head_size)
    except ValueError as wrong:
        raise ArgumentError(str(wrong), "sequences") from wrong
    checked = check_layer(layer)
    images = [[layer.image(i, k) for k in range(layer.n)] for i in range(len(data))]
    weights = layer.weights()
    sizes = {name: f"{len(rows)}×{len(rows[0])}" for name, rows in weights.items()}
    found = {
        "direction": [str(x) for x in layer.v],
        "score_factor": layer.strength.str(12),
        "matrices": sizes,
        "parameters": {"entries": 4 * len(layer.v) * head_size, "rank_one": 4 * (len(layer.v) + head_size)},
        "images": [plain(list(zip(*columns, strict=True))) for columns in images],
        "pairs_of_one_token_in_two_contexts": checked.pairs,
        "log_closest": checked.log_closest,
        "log_promised": checked.log_promised if layer.n > 1 else None,
        "as_promised": checked.is_contextual_mapping,
    }
    closest = "no token stands in two contexts" if checked.log_closest is None else (
        f"{checked.pairs} times a token in two contexts, the closest images e^{checked.log_closest:.6g} apart"
    )  # fmt: skip
    lines = [
        f"{len(data)} sequences of {layer.n} tokens, d = {len(layer.v)}, head of size {head_size}",
        f"direction v  {', '.join(map(brief, layer.v))}",
        f"uᵀu'         {layer.strength.str(8)}",
        f"matrices     {', '.join(f'{name} {size}' for name, size in sizes.items())}, of rank 1",
        *(f"image {i + 1:<7}{on_one_line(list(zip(*columns, strict=True)), _digits)}"
          for i, columns in enumerate(images[:4])),
        closest,
        f"promised     δ = e^{checked.log_promised:.6g}; a contextual mapping: "
        + ("yes, certified in balls" if checked.is_contextual_mapping else "NOT certified"),
    ]  # fmt: skip
    return found, "\n".join(lines) + "\n"


def memorization(data: list[Rows], wanted: list[Rows], head_size: int, with_positions: bool) -> Report:
    """Run Corollary 1, or Corollary 2 with positional encodings: the block and its output for the sequences."""
    _check_sequences(data)
    inputs = data
    if with_positions:
        tokens = {token for x in data for token in zip(*x, strict=True)}
        gaps = [g for a in tokens for b in tokens if (g := sum((s - t) ** 2 for s, t in zip(a, b, strict=True)))]
        longest = root_between(max(sum((t * t for t in token), start=0 * token[0]) for token in tokens))[1]
        inputs = [encoded(x, longest, root_between(min(gaps))[0] if gaps else longest) for x in data]
    try:
        block = memorizing_block(inputs, wanted, head_size)
    except ValueError as wrong:
        raise ArgumentError(str(wrong), "sequences", "labels") from wrong
    outputs = [entries(block(x)) for x in inputs]
    kept = all(
        abs(v - ball(label)) < arb("1e-9")
        for out, y in zip(outputs, wanted, strict=True)
        for row, own in zip(out, y, strict=True)
        for v, label in zip(row, own, strict=True)
    )
    numbers = block.parameters(len(data), len(data[0][0]))
    gap = block.gap if len(block.ids) > 1 else None
    found = {
        "inputs": [plain(x) for x in inputs],
        "outputs": [plain(out) for out in outputs],
        "labels": [plain(y) for y in wanted],
        "hidden": len(block.ids),
        "log_least_gap_of_ids": None if gap is None else float(gap.log().mid()),
        "bits": block.bits,
        "parameters": numbers,
        "as_promised": kept,
    }
    lines = [
        f"{len(data)} sequences of {len(data[0][0])} tokens, d = {len(data[0])}, one head of size {head_size}, "
        f"{len(block.ids)} hidden units",
        *(f"input {i + 1:<7}{on_one_line(x, brief)}\n  output     {on_one_line(out, _digits)}\n"
          f"  label      {on_one_line(y)}"
          for i, (x, out, y) in enumerate(list(zip(inputs, outputs, wanted, strict=True))[:6])),
        f"ids          at least {'–' if gap is None else _log(gap)} apart; {block.bits} bits",
        f"parameters   {numbers['total']} in {numbers['entries']} entries; stated {numbers['stated']}",
        f"labels       {'as promised, certified to 10^-9' if kept else 'NOT as promised'}",
    ]  # fmt: skip
    return found, "\n".join(lines) + "\n"


def approximation(d: int, n: int, cells: int, width: Fraction, f: Function, x: Rows) -> Report:
    """Run Proposition 1: the network and its output for an input."""
    contexts = n * comb(cells**d, n)
    if contexts > MOST_IDS:
        raise ArgumentError(f"that is {contexts} contexts; choose smaller values", "d", "n", "cells")

    def on_tokens(tokens: Any) -> list[tuple[Fraction, ...]]:
        return list(zip(*f.exact([list(row) for row in zip(*tokens, strict=True)]), strict=True))

    try:
        network = approximator(on_tokens, d, n, cells, width)
    except ValueError as wrong:
        raise ArgumentError(str(wrong), "d", "n", "cells", "step", "target") from wrong
    quantised, output = entries(network.quantised(x)), entries(network(x))
    off_steps = all(0 <= v <= 1 and (v * cells) % 1 >= width * cells for row in x for v in row)
    grid = [[Fraction(v * cells // 1 + 1, cells) for v in row] for row in x]
    different = len(set(zip(*grid, strict=True))) == n
    beyond = any(v <= -width or v >= 1 + width for row in x for v in row)
    wanted = f.exact(grid) if off_steps and different else [[0 * x[0][0]] * n] * d if beyond else None
    kept = all(abs(v) < 1 + arb("1e-9") for row in output for v in row) and (
        wanted is None
        or all(abs(v - ball(w)) < arb("1e-9")
               for row, own in zip(output, wanted, strict=True) for v, w in zip(row, own, strict=True))
    )  # fmt: skip
    hidden = [len(network.first[1]), len(network.second[1])]
    promise = ("f at the grid point" if different and off_steps else "0, as a token is outside") if wanted else (
        "at most 1, on a step or with equal tokens"
    )  # fmt: skip
    found = {
        "sizes": {"d": d, "n": n, "cells": cells, "step": str(width)},
        "target": f.text,
        "hidden": hidden,
        "bits": network.bits,
        "input": plain(x),
        "quantised": plain(quantised),
        "output": plain(output),
        "promise": promise,
        "promised": None if wanted is None else plain(wanted),
        "f": plain(f.exact(x)),
        "as_promised": bool(kept),
    }
    lines = [
        f"d = {d}, n = {n}, D = {cells} cells on a side, steps of width {width}; one head of size 1, {hidden[0]} and "
        f"{hidden[1]} hidden units; {network.bits} bits",
        f"f            {f.text}",
        f"input        {on_one_line(x, brief)}",
        f"quantised    {on_one_line(quantised, _digits)}",
        f"output       {on_one_line(output, _digits)}",
        f"promised     {promise}" + (f": {on_one_line(wanted, brief)}" if wanted else "")
        + f"   {'as' if kept else 'NOT as'} promised",
        f"f(X)         {on_one_line(f.exact(x), brief)}",
    ]  # fmt: skip
    return found, "\n".join(lines) + "\n"
