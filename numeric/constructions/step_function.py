"""Appendix D of Liu et al., in NumPy: a softmax head for a step function, built exactly or by gradient descent.

A head on scalars computes Σ_h softmax(a x + b)_h V_h. The max-affine function max_h (a_h x + b_h) bends where its top
piece changes; in the exact construction that is at the steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from numeric.boltzmann import FloatArray, as_floats, softmax
from numeric.descent import adam


@dataclass(frozen=True)
class Head:
    """x ↦ Σ_h softmax(a x + b)_h V_h; slopes, offsets and values of one length N."""

    slopes: FloatArray
    offsets: FloatArray
    values: FloatArray

    def __call__(self, x: ArrayLike) -> FloatArray:
        """Return the output at points of any shape."""
        return softmax(as_floats(x)[..., None] * self.slopes + self.offsets) @ self.values

    def bends(self) -> FloatArray:
        """Return, in increasing order, where the maximum of the N pieces bends: its largest piece changes there."""
        found: list[float] = []
        order = np.lexsort((self.offsets, self.slopes))
        hull: list[int] = []
        for h in order:
            if hull and self.slopes[hull[-1]] == self.slopes[h]:
                hull.pop()
                found = found[: max(0, len(hull) - 1)]
            while hull:
                g = hull[-1]
                cut = (self.offsets[g] - self.offsets[h]) / (self.slopes[h] - self.slopes[g])
                if found and cut <= found[-1]:
                    hull.pop()
                    found.pop()
                    continue
                found.append(float(cut))
                break
            hull.append(int(h))
        return np.array(found)


def step_function(steps: ArrayLike, values: ArrayLike, x: ArrayLike) -> FloatArray:
    """Return the value of the step function: values[k] between steps[k − 1] and steps[k], N − 1 increasing steps."""
    s, v = as_floats(steps), as_floats(values)
    _demand(s, v)
    return v[np.searchsorted(s, as_floats(x), side="right")]


def exact_head(steps: ArrayLike, values: ArrayLike, scale: float) -> Head:
    """Build the head whose largest piece R (h x − Σ_{k<=h} s_k) changes exactly at the steps.

    The pieces next to the top one are R |x − s| below it, s the nearest step, so that the error away from the steps
    falls like exp(−R |x − s|).

    >>> head = exact_head([0.0], [-1.0, 1.0], scale=100.0)
    >>> head([-0.5, 0.5]).round(6).tolist(), head.bends().tolist()
    ([-1.0, 1.0], [0.0])
    """
    s, v = as_floats(steps), as_floats(values)
    _demand(s, v)
    if not scale > 0:
        raise ValueError(f"the scale is positive, not {scale}")
    return Head(scale * np.arange(len(v), dtype=np.float64), -scale * np.concatenate([[0.0], np.cumsum(s)]), v)


def _demand(steps: FloatArray, values: FloatArray) -> None:
    if steps.ndim != 1 or values.ndim != 1 or len(values) != len(steps) + 1 or np.any(np.diff(steps) <= 0):
        raise ValueError("N values and N − 1 increasing steps are needed")


def loss(head: Head, x: FloatArray, y: FloatArray) -> float:
    """Return the mean squared error."""
    return float(np.mean((head(x) - y) ** 2))


def gradients(head: Head, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the gradients of the loss with respect to slopes, offsets and values.

    With p the weights, o the output: do/dV_h = p_h and do/d(score h) = p_h (V_h − o).
    """
    weights = softmax(x[:, None] * head.slopes + head.offsets)
    out = weights @ head.values
    pull = 2 * (out - y)[:, None] / len(x)
    score = pull * weights * (head.values - out[:, None])
    return x @ score, score.sum(axis=0), (pull * weights).sum(axis=0)


def fit(head: Head, x: ArrayLike, y: ArrayLike, rounds: int, rate: float = 0.05) -> Head:
    """Fit by gradient descent (`numeric.descent.adam`); deterministic."""
    points, targets = as_floats(x), as_floats(y)
    start = [head.slopes, head.offsets, head.values]
    return Head(*adam(lambda numbers: gradients(Head(*numbers), points, targets), start, rounds, rate))
