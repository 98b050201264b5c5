"""How far can δ > 2 log n + 3 in Kajitsuka & Sato's Lemma 7 (and with it Lemma 1) be weakened? n = 2, ..., 8.

Lemma 7: decreasing vectors a, b whose entries are more than δ apart (equal ones excepted), agreeing in k
entries, then a_{k+1} > b_{k+1}, satisfy |boltz(a) - boltz(b)| > (log n)² exp(-(a_1 - b_{k+1})).

For each n the script searches for pairs that break this with δ as large as possible, rounds the best pair
to rationals and checks it in ball arithmetic. So of the columns below
  "paper" is the bound that Lemma 7 states,
  "enough" is the smaller bound of symbolic.boltzmann.separation_excess, argued there by hand,
  "fails at" is a δ at which an exact pair, printed underneath, breaks the conclusion (certified),
  "search" is where the search met its last failure: above it nothing was found, which is no proof.
A δ that is enough for Lemma 7 is enough for Lemma 1; a pair that breaks Lemma 7 need not break Lemma 1, whose
bound (log n)² exp(-2r) is smaller.

Run: uv run python examples/weaker_separation.py
"""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numeric import balls
from numeric.lemma_checks import log_difference

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Shapes(NamedTuple):
    """A batch of ways to lay out pairs: which grid points are in a, in b, and the gaps beyond δ."""

    in_a: Ints
    in_b: Ints
    extra: Floats
    k: int


class Pair(NamedTuple):
    """The best failure found for one n."""

    delta: float
    shapes: Shapes
    row: int


def draw(rng: np.random.Generator, n: int, k: int, size: int) -> Shapes:
    """Draw layouts on a grid of 2n points, those before place k common, point k only in a."""
    points = 2 * n
    tails = rng.random((2, size, points))
    tails[:, :, : k + 1] = -1
    in_a = np.argsort(tails[0], axis=1)[:, :n]
    tails[1, :, k] = 2
    compact = rng.random(size) < 0.5
    tails[1, compact, k + 1 :] = np.arange(points - k - 1) / points  # b right below
    in_b = np.argsort(tails[1], axis=1)[:, :n]
    kind = rng.integers(3, size=(size, points))
    extra = np.choose(kind, [0.0, rng.exponential(1.0, (size, points)), rng.exponential(0.05, (size, points))])
    far = rng.random(size) < 0.5
    extra[far, -1] = 40
    in_a[far, k + 1 :] = points - 1 - np.arange(n - k - 1)[::-1]  # a far below
    return Shapes(np.sort(in_a, axis=1), np.sort(in_b, axis=1), extra, k)


def vectors(shapes: Shapes, delta: Floats) -> tuple[Floats, Floats]:
    """Return a and b for one δ each."""
    steps = delta[:, None] + shapes.extra
    steps[:, 0] = 0
    grid = -np.cumsum(steps, axis=1)
    return np.take_along_axis(grid, shapes.in_a, 1), np.take_along_axis(grid, shapes.in_b, 1)


def margin(shapes: Shapes, delta: Floats) -> Floats:
    """Return the logarithm of the left side of (117) minus that of the right."""
    a, b = vectors(shapes, delta)
    n, k = a.shape[1], shapes.k
    return log_difference(a, b, k) - 2 * np.log(np.log(n)) + (a[:, 0] - b[:, k])


def largest_failure(shapes: Shapes, top: float) -> Floats:
    """Return for each layout the largest δ found at which (117) fails, 0 if none."""
    size = len(shapes.extra)
    low, high = np.zeros(size), np.full(size, top)
    for delta in np.linspace(top, 0.02, 60):
        searching = low == 0
        fails = margin(shapes, np.full(size, delta)) <= 0
        low[searching & fails] = delta
        high[searching & ~fails] = delta
    for _ in range(40):
        middle = (low + high) / 2
        fails = margin(shapes, middle) <= 0
        low, high = np.where(fails, middle, low), np.where(fails, high, middle)
    return np.where(low > 0, low, 0)


def search(n: int, rng: np.random.Generator) -> Pair:
    """Return the failure with the largest δ over all k, from random layouts, the best of them varied."""
    best: Pair | None = None
    top = 2 * np.log(n) + 3
    for k in range(n):
        shapes = draw(rng, n, k, 600)
        for _ in range(4):
            found = largest_failure(shapes, top)
            row = int(np.argmax(found))
            if best is None or found[row] > best.delta:
                best = Pair(float(found[row]), shapes, row)
            order = np.argsort(found)[-60:]
            again = np.repeat(order, 5)
            extra = shapes.extra[again] * rng.choice([0, 0.3, 1, 1, 1.3], (len(again), 2 * n))
            shapes = Shapes(shapes.in_a[again], shapes.in_b[again], extra, k)
    assert best is not None
    return best


def breaks(a: list[Fraction], b: list[Fraction], k: int, delta: Fraction) -> bool:
    """Return whether a, b are more than δ apart and certainly break (117), in exact and ball arithmetic."""
    apart = min(y - x for x, y in pairwise(sorted({*a, *b})))
    bound = balls.log(len(a)) ** 2 * balls.exp(b[k] - a[0])
    return apart > delta and bool(abs(balls.boltz(a) - balls.boltz(b)) <= bound)


def certify(pair: Pair) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Round a failure to rationals and check it; return δ and the vectors."""
    shapes, row = pair.shapes, pair.row
    for digits in (3, 4, 6, 8):
        unit = 10**digits
        delta = Fraction(int(pair.delta * unit) - 1, unit)
        steps = [delta + Fraction(1, 2 * unit) + Fraction(round(e * unit), unit) for e in shapes.extra[row]]
        grid = [-sum(steps[1 : j + 1], Fraction(0)) for j in range(len(steps))]
        a, b = ([grid[j] for j in chosen[row]] for chosen in (shapes.in_a, shapes.in_b))
        if breaks(a, b, shapes.k, delta):
            return delta, a, b
    raise ArithmeticError("the failure found did not survive rounding")


def enough(n: int) -> float:
    """Return the δ that the argument by hand needs."""
    return float(balls.separation_threshold(n).mid())


def progression(n: int, step: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    """Return a = (0, -s, far below, ...) and b = (0, -2s, -3s, ..., -ns), which agree in one entry."""
    far = -(n + 1) * step - 60
    a = [Fraction(0), -step, *(far - j * step for j in range(n - 2))]
    return a, [Fraction(0), *(-j * step for j in range(2, n + 1))]


def progression_limit(n: int) -> Fraction:
    """Return a δ, within 10^-4 of the largest, at which the progressions certainly break (117)."""
    low, high = Fraction(1), Fraction(5)
    while high - low > Fraction(1, 10**4):
        step = (low + high) / 2
        a, b = (np.array([[float(x) for x in v]]) for v in progression(n, step))
        fails = log_difference(a, b, 1)[0] - 2 * np.log(np.log(n)) - b[0, 1] <= 0
        low, high = (step, high) if fails else (low, step)
    delta = low - Fraction(1, 10**5)
    if not breaks(*progression(n, low), 1, delta):
        raise ArithmeticError(f"the progressions do not break (117) at {delta}")
    return delta


def main() -> None:
    """Print the tables and the certified pairs."""
    rng = np.random.default_rng(7)
    print(" n   paper: 2 log n + 3   enough   fails at (certified)   search: last failure   k")
    pairs = []
    for n in range(2, 9):
        pair = search(n, rng)
        delta, a, b = certify(pair)
        pairs.append((n, delta, a, b))
        print(
            f"{n:2d}   {2 * np.log(n) + 3:18.4f}   {enough(n):6.4f}   {float(delta):20.4f}"
            f"   {pair.delta:20.6f}   {pair.shapes.k}"
        )
    print("\nPairs with all distinct entries more than δ apart that break (117):")
    for n, delta, a, b in pairs:
        print(f"n = {n}, δ = {delta}\n  a = ({', '.join(map(str, a))})\n  b = ({', '.join(map(str, b))})")

    print("\nThey have one shape: a = (0, -s, far below), b = (0, -2s, -3s, ..., -ns), s just above δ.")
    print("That shape alone gives, for longer vectors too:")
    print("    n   paper: 2 log n + 3   enough   fails at (certified)")
    for n in (2, 4, 8, 16, 100, 1000):
        delta = progression_limit(n)
        print(f"{n:5d}   {2 * np.log(n) + 3:18.4f}   {enough(n):6.4f}   {float(delta):20.4f}")


if __name__ == "__main__":
    main()
