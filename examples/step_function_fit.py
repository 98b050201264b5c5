"""One softmax head fits a step function: the exact construction, a gradient fit, and where its pieces bend.

Left: the exact heads for three scales. Right: a head fitted by gradient descent from pieces with random offsets, and
the maximum of its affine pieces, which bends near the steps (Liu et al., appendix D, Figure 4).

Run: uv run python examples/step_function_fit.py [OUTPUT.png]
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from numeric.constructions.step_function import Head, exact_head, fit, loss, step_function

STEPS, VALUES = np.array([-0.6, -0.1, 0.5]), np.array([-0.5, 0.8, -0.2, 0.6])


def main() -> None:
    """Fit, print the bends, draw."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/step_function_fit.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    x = np.linspace(-1, 1, 401)
    y = step_function(STEPS, VALUES, x)
    rng = np.random.default_rng(0)
    start = Head(10 * np.linspace(-1, 1, 4), rng.normal(size=4) / 4, rng.normal(size=4) / 4)
    fitted = fit(start, x, y, 1500)
    print("steps:           ", STEPS)
    print("bends, fitted:   ", fitted.bends().round(3))
    print("bends, exact:    ", exact_head(STEPS, VALUES, 50.0).bends())
    print(f"mean squared error: {loss(start, x, y):.4f} at the start, {loss(fitted, x, y):.4f} fitted")
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4))
    left.plot(x, y, color="0.6", lw=3, label="step function")
    for scale in (10.0, 40.0, 160.0):
        left.plot(x, exact_head(STEPS, VALUES, scale)(x), lw=1, label=f"exact head, R = {scale:g}")
    left.legend()
    right.plot(x, y, color="0.6", lw=3, label="step function")
    right.plot(x, fitted(x), lw=1, label="fitted head")
    pieces = x[:, None] * fitted.slopes + fitted.offsets
    top = pieces.max(axis=1)
    right.plot(x, (top - top.min()) / (top.max() - top.min()), lw=1, ls="--", label="its max-affine function (scaled)")
    for bend in fitted.bends():
        right.axvline(bend, color="0.8", lw=0.8)
    right.legend()
    figure.tight_layout()
    figure.savefig(target, dpi=120)
    print("drawn:", target)


if __name__ == "__main__":
    main()
