"""The Boltzmann gradient beside SciPy's softmax, on the same array, in one run.

Run: uv run python benchmarks/boltzmann.py [SIZE]
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from scipy.special import softmax

from numeric import boltzmann


def fastest(f: Callable[[np.ndarray], np.ndarray], a: np.ndarray, rounds: int = 7) -> float:
    """Return the shortest of several times, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        f(a)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the times and their ratio."""
    size = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7
    a = np.random.default_rng(1).normal(scale=10, size=size)
    reference = fastest(softmax, a)
    print(f"{size:.0e} float64 values, best of 7")
    print(f"scipy.special.softmax       {reference:8.4f} s   1.00")
    for name in ("gradient", "second_derivative", "boltz", "softmax", "entropy"):
        seconds = fastest(getattr(boltzmann, name), a)
        print(f"numeric {name:<19} {seconds:8.4f} s   {seconds / reference:.2f}")


if __name__ == "__main__":
    main()
