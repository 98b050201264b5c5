"""Liu et al. on small data: the error against the number of centres, and the scale of a trained head against noise.

Left: f on [−1, 1]² by attention over P² centres (Theorem 4.1), R being the scale that the theorem asks for at that P.
The largest error on a fine grid falls like 1/P; beside it the promise for that P, 3L · 2D/P, L being what f changes by.

Right: one softmax head is fitted to a step function of a noisy input (the head sees x + σ z, the target is that of x),
from two starts, with slopes of 10 and of 30 times 0, 1, 2, 3. The slopes fall with σ at first: what a sharp partition
would gain is lost in the noise. Where the noise is as wide as the steps, little pulls on them any more, and they end
where the start has put them: the trend is not monotone from every start.

What it is not: the paper's Figure 3 has MNIST, CIFAR-10 and Fashion-MNIST, a head with a feed-forward network behind
it, and the norms of W_K and W_Q against the noise. On the right are the slopes of one head on 2001 numbers. Nothing
here is proved: floating point, points of a grid, a fixed number of rounds.

Run: uv run python examples/centres_and_noise.py [ROUNDS [OUTPUT.png]]
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from numeric.constructions.centres import average_of, grid_centres, sampled_error, summed_scale
from numeric.constructions.step_function import Head, exact_head, fit, loss, step_function

SIDES = (2, 3, 4, 6, 8, 12, 16, 24)
NOISE = (0.0, 0.03, 0.06, 0.12, 0.24, 0.36, 0.48, 0.6, 0.72)
TOP, LIPSCHITZ = 1.0, 1.5
STEPS, VALUES = np.array([-0.6, -0.1, 0.5]), np.array([-0.5, 0.8, -0.2, 0.6])


def f(z: np.ndarray) -> np.ndarray:
    """A function of two variables with |f| < 1, as a 1 × 1 matrix; it changes by 1.35 times the distance at most."""
    return (0.9 * np.sin(z[..., 0] + z[..., 1] / 2))[..., None, None]


def errors() -> tuple[list[float], list[float]]:
    """The largest error at the points of a grid for each P, and what Theorem 4.1 promises."""
    side = np.linspace(-1, 1, 31)
    points = np.stack(np.meshgrid(side, side), axis=-1)
    found, promised = [], []
    for per_side in SIDES:
        modulus = 2 / per_side
        error = 3 * LIPSCHITZ * modulus
        scale = summed_scale(TOP, 2, modulus, min(error, 2 * TOP))
        found.append(sampled_error(average_of(f, grid_centres(1.0, per_side, 2), scale), f, points)[0])
        promised.append(error)
    return found, promised


def fitted(sigma: float, start: float, rounds: int) -> tuple[Head, float]:
    """The head fitted to the step function of a noisy input, and its loss."""
    x = np.linspace(-1, 1, 2001)
    noisy = x + sigma * np.random.default_rng(0).normal(size=x.shape)
    y = step_function(STEPS, VALUES, x)
    head = fit(exact_head(STEPS, VALUES, start), noisy, y, rounds)
    return head, loss(head, noisy, y)


def main() -> None:
    """Print the two tables and draw them."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    target = Path(sys.argv[2] if len(sys.argv) > 2 else "build/centres_and_noise.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    found, promised = errors()
    print(" P   centres   largest error   promised")
    for per_side, error, promise in zip(SIDES, found, promised, strict=True):
        print(f"{per_side:2} {per_side**2:9} {error:15.4f} {promise:10.4f}")
        assert error <= promise
    order = np.polyfit(np.log(SIDES), np.log(found), 1)[0]
    print(f"the error falls like P^{order:.2f}, that is like (number of centres)^{order / 2:.2f}\n")
    print("noise    from 10: norm, loss    from 30: norm, loss")
    norms: dict[float, list[float]] = {10.0: [], 30.0: []}
    for sigma in NOISE:
        line = f"{sigma:5.2f}"
        for start, own in norms.items():
            head, left = fitted(sigma, start, rounds)
            slopes = head.slopes - head.slopes.mean()  # softmax does not see what all have in common
            own.append(float(np.sqrt((slopes**2).sum())))
            line += f" {own[-1]:12.2f} {left:6.3f}"
        print(line)
    figure, (left_axes, right_axes) = plt.subplots(1, 2, figsize=(10, 4))
    left_axes.loglog([p**2 for p in SIDES], found, "o-", label="largest error, at points")
    left_axes.loglog([p**2 for p in SIDES], promised, "--", color="0.6", label="promised")
    left_axes.set(xlabel="number of centres", title="Theorem 4.1, dn = 2")
    left_axes.legend()
    for start, own in norms.items():
        right_axes.plot(NOISE, own, "o-", label=f"from slopes of {start:g}")
    right_axes.set(xlabel="noise σ", title="norm of the slopes of a fitted head", ylim=(0, None))
    right_axes.legend()
    figure.tight_layout()
    figure.savefig(target, dpi=120)
    print("drawn:", target)


if __name__ == "__main__":
    main()
