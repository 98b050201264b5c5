"""Adam and AMSGrad on the losses 3x, −x, −x, … of Reddi, Kale and Kumar: a picture of the average regret.

`uv run python examples/adam/regret.py FILE` draws what both do, the bound (2C − 4)/3 below which Adam's average regret
is at no end of a cycle (RKK:theorem-1), and the bound of AMSGrad (RKK:theorem-4-falling), as an SVG or PNG.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

C = 3.0
ALPHA = 0.5
BETA_2 = 1 / (1 + C**2)
ROUNDS = 3000


def run(rounds: int, amsgrad: bool, bias_correction: bool = False) -> Iterator[tuple[float, float]]:
    """Yield the iterate of each round, from 1 on, and the second moment by which its step is divided."""
    x, v, largest = 1.0, 0.0, 0.0
    for t in range(1, rounds + 1):
        g = C if t % 3 == 1 else -1.0
        v = BETA_2 * v + (1 - BETA_2) * g**2
        corrected = v / (1 - BETA_2**t) if bias_correction else v
        largest = max(largest, corrected) if amsgrad else corrected
        yield x, largest
        x = float(np.clip(x - ALPHA / np.sqrt(t) * g / np.sqrt(largest), -1, 1))


def average_regret(iterates: np.ndarray) -> np.ndarray:
    """Return the average regret against −1 after each round."""
    t = np.arange(1, len(iterates) + 1)
    slopes = np.where(t % 3 == 1, C, -1.0)
    return np.cumsum(slopes * (iterates + 1)) / t


def amsgrad_bound(moments: np.ndarray) -> np.ndarray:
    """Return the bound of RKK:theorem-4-falling over t, for β_1 = 0 and D_∞ = 2."""
    t = np.arange(1, len(moments) + 1)
    norms = np.sqrt(np.cumsum(np.where(t % 3 == 1, C, -1.0) ** 2))
    first = 4 * np.sqrt(t) / (2 * ALPHA) * np.sqrt(moments)
    return (first + ALPHA / 2 * np.sqrt(1 + np.log(t)) / np.sqrt(1 - BETA_2) * norms) / t


def draw(target: Path) -> None:
    """Draw the picture."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "regret"
    from matplotlib import pyplot as plt

    adam = np.array([x for x, _ in run(ROUNDS, amsgrad=False)])
    iterates, moments = np.array(list(run(ROUNDS, amsgrad=True))).T
    t = np.arange(1, ROUNDS + 1)
    ends = t % 3 == 0
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(t[ends], average_regret(adam)[ends], label="Adam", color="#d95f02")
    axes.axhline((2 * C - 4) / 3, label="(2C − 4)/3: proved below Adam's", color="#d95f02", linestyle=":")
    axes.plot(t[ends], average_regret(iterates)[ends], label="AMSGrad", color="#1b9e77")
    axes.plot(t[ends], amsgrad_bound(moments)[ends], label="proved above AMSGrad's", color="#1b9e77", linestyle=":")
    axes.set(xscale="log", yscale="log", xlabel="rounds", ylabel="average regret")
    axes.legend()
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None} if target.suffix == ".svg" else None)


if __name__ == "__main__":
    draw(Path(sys.argv[1] if len(sys.argv) > 1 else "regret.svg"))
