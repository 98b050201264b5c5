"""A plot of an example of a max-affine function: its pieces, and the set where its two largest pieces are close."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric import max_affine

INK = "#333333"
SLOPES, OFFSETS, GAP = ((1, 0), (-1, 0.5), (0, -1), (0.5, 1), (0, 0)), (0, 0, 0.25, -0.25, 0.25), 0.1


def draw_partition(axes: Any) -> None:
    """Draw the pieces of a max-affine function of two variables; hatch the set where the gap is small."""
    side = np.linspace(-1, 1, 121)
    points = np.stack(np.meshgrid(side, side), axis=-1)
    pieces = max_affine.labels(SLOPES, OFFSETS, points)
    gaps = max_affine.gaps(SLOPES, OFFSETS, points)
    axes.pcolormesh(side, side, pieces, cmap="Set2", vmin=0, vmax=7, rasterized=True)
    axes.contourf(side, side, gaps, levels=[0, GAP], colors=["none"], hatches=["/////"])
    for k in range(len(OFFSETS)):
        inside = points[(pieces == k) & (gaps >= GAP)]
        if len(inside):
            axes.text(*inside.mean(axis=0), str(k + 1), ha="center", va="center", color=INK)
    axes.set_aspect("equal")
    axes.set_title(f"{len(OFFSETS)} pieces; hatched: gap < {GAP:g}", fontsize=9, color=INK)
