"""Gradient descent on arrays, for the small experiments in `examples/`."""

from collections.abc import Callable, Sequence

import numpy as np

from numeric.boltzmann import FloatArray

Gradients = Callable[[Sequence[FloatArray]], Sequence[FloatArray]]


def adam(gradients: Gradients, start: Sequence[FloatArray], rounds: int, rate: float = 0.05) -> list[FloatArray]:
    """Descend with momentum and step sizes adapted to each number (Kingma & Ba 2015); deterministic.

    >>> (found,) = adam(lambda x: [2 * (x[0] - 3)], [np.zeros(1)], 400)
    >>> round(float(found[0]), 2)
    3.0
    """
    numbers = [w.copy() for w in start]
    mean = [np.zeros_like(w) for w in numbers]
    square = [np.zeros_like(w) for w in numbers]
    for round_ in range(1, rounds + 1):
        for k, g in enumerate(gradients(numbers)):
            mean[k] = 0.9 * mean[k] + 0.1 * g
            square[k] = 0.999 * square[k] + 0.001 * g * g
            step = mean[k] / (1 - 0.9**round_) / (np.sqrt(square[k] / (1 - 0.999**round_)) + 1e-8)
            numbers[k] = numbers[k] - rate * step
    return numbers
