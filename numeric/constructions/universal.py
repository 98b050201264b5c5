"""KS Proposition 1: a Transformer with one attention layer between two feed-forward layers that approximates f.

f is permutation equivariant, with values in [−1, 1] on [0, 1]^(d×n) and 0 elsewhere. The layers are those of the
corrected proof: the first quantises every coordinate to 1/D, …, 1 and raises coordinates outside of the cube by P;
attention, with the direction v = (D, …, D^d), makes ids of the tokens; the second looks up f at the grid point, for
grid points without duplicate tokens. Off the steps of the quantiser, of width δ, the network is exact there; it is 0
where some token is outside of [−δ, 1 + δ]^d, and bounded by 1. Ball arithmetic: ids differ by as little as e^(−2r).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product

from flint import arb, arb_mat, ctx

from numeric.balls import ball, ends
from numeric.constructions.ball_layers import feed_forward, matrix, rank_one_weights, self_attention
from numeric.constructions.memorizing import interpolating_layer
from symbolic.exact import Exact, fraction

Token = tuple[Fraction, ...]
Equivariant = Callable[[Sequence[Token]], Sequence[Token]]  # n tokens to n tokens
MOST_BITS = 1 << 18


@dataclass(frozen=True)
class Approximator:
    """The three layers, the feed-forward ones without skip connections (which 2 d more hidden units cancel).

    `first` and `second` are (W_1, b_1, W_2); `attention` is (W_O, W_V, W_K, W_Q) with one head of size 1.
    """

    d: int
    n: int
    granularity: int
    step: Fraction
    first: tuple[arb_mat, list[arb], arb_mat]
    attention: tuple[arb_mat, arb_mat, arb_mat, arb_mat]
    second: tuple[arb_mat, list[arb], arb_mat]
    bits: int

    def __call__(self, z: Sequence[Sequence[Exact]]) -> arb_mat:
        """Enclose the output at a d × n matrix."""
        with ctx.workprec(self.bits):
            quantised = feed_forward(matrix(z), *self.first, skip=False)
            return feed_forward(self_attention(quantised, *self.attention), *self.second, skip=False)

    def quantised(self, z: Sequence[Sequence[Exact]]) -> arb_mat:
        """Enclose the first layer's output."""
        with ctx.workprec(self.bits):
            return feed_forward(matrix(z), *self.first, skip=False)


def quantiser_layer(d: int, granularity: int, step: Exact, penalty: Exact) -> tuple[arb_mat, list[arb], arb_mat]:
    """Return (W_1, b_1, W_2) of the first layer, (58) as corrected plus P times −1 times (59) as corrected.

    Each coordinate has 2 D + 6 hidden units of its own.

    >>> layer = quantiser_layer(1, 2, Fraction(1, 8), 100)
    >>> [float(feed_forward(matrix([[x]]), *layer, skip=False)[0, 0]) for x in (-1, Fraction(1, 4), Fraction(3, 4), 2)]
    [100.0, 0.5, 1.0, 100.0]
    """
    delta, height = fraction(step), fraction(penalty)
    slope, part = 1 / delta, Fraction(1, granularity)
    units: list[tuple[Fraction, Fraction, Fraction]] = []  # (weight, bias, output weight)
    steps = [(t * part, part) for t in range(granularity)] + [(Fraction(1), Fraction(-1)), (Fraction(1), height)]
    for at, size in steps:
        units += [(slope, -at * slope, size), (slope, -at * slope - 1, -size)]
    units += [(-slope, Fraction(0), height), (-slope, Fraction(-1), -height)]
    own = [(c, unit) for c in range(d) for unit in units]
    first = matrix([[unit[0] if c == t else 0 for t in range(d)] for c, unit in own])
    second = matrix([[unit[2] if c == t else 0 for c, unit in own] for t in range(d)])
    return first, [ball(unit[1]) for _, unit in own], second


def approximator(f: Equivariant, d: int, n: int, granularity: int, step: Exact, bits: int = 256) -> Approximator:
    """Build the network for f, D and δ <= 1/D.

    f is given n tokens on the grid (tuples of d fractions) and returns n tuples of d rationals in [−1, 1]. The second
    layer has a hidden unit for each pair of a set of n grid tokens and a token in it, and 2 more.

    Raises ValueError for sizes below 1, D^d < n, a step that is not in (0, 1/D], or labels outside of [−1, 1].

    >>> network = approximator(lambda x: [(2 * t[0] - 1,) for t in x], d=1, n=2, granularity=2, step=Fraction(1, 100))
    >>> [round(float(y), 9) for y in network([[Fraction(1, 4), Fraction(3, 4)]]).entries()]
    [0.0, 1.0]
    >>> [y.contains(0) for y in network([[Fraction(1, 4), 5]]).entries()]
    [True, True]
    """
    delta = fraction(step)
    if min(d, n, granularity) < 1 or granularity**d < n or not 0 < delta <= Fraction(1, granularity):
        raise ValueError("sizes of at least 1, D^d >= n and a step 0 < δ <= 1/D are needed")
    v = [Fraction(granularity) ** (t + 1) for t in range(d)]
    most = sum(v)
    eta, kappa = 1 / most, Fraction(2 * max(n - 1, 1).bit_length() + 4)
    last = [most + 2, most + 3]
    penalty = n * last[-1] / (eta * granularity)
    grid = [tuple(Fraction(x, granularity) for x in token) for token in product(range(1, granularity + 1), repeat=d)]
    chosen = list(combinations(grid, n))
    labels = [[tuple(map(fraction, token)) for token in f(tokens)] for tokens in chosen]
    if any(abs(x) > 1 for tokens in labels for token in tokens for x in token):
        raise ValueError("the values of f are in [−1, 1]")
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            key = matrix([v])
            attention = rank_one_weights(v, kappa, [eta / granularity if t == 0 else 0 for t in range(d)])
            found: list[tuple[arb, list[arb]]] = []
            for tokens, values in zip(chosen, labels, strict=True):
                ids = key * self_attention(matrix([list(row) for row in zip(*tokens, strict=True)]), *attention)
                found += [(ids[0, k], [ball(x) for x in token]) for k, token in enumerate(values)]
            found.sort(key=lambda pair: ends(pair[0])[0])
            if all(bool(a[0] < b[0]) for a, b in pairwise(found)):
                found += [(ball(x), [arb(0)] * d) for x in last]
                points, heights = zip(*found, strict=True)
                hidden, bias, second = interpolating_layer(points, heights)
                first = quantiser_layer(d, granularity, delta, penalty)
                looked_up = matrix([v] * hidden), bias, second
                network = Approximator(d, n, granularity, delta, first, attention, looked_up, bits)
                if _certain(network, grid):
                    return network
        bits *= 2
    raise ArithmeticError(f"the ids are not told apart with {MOST_BITS} bits")


def _certain(network: Approximator, grid: Sequence[Token]) -> bool:
    """Return whether the precision suffices for outputs within 10^-9, tried at the grid's first and last tokens."""
    outputs = (network([list(row) for row in zip(*x, strict=True)]) for x in (grid[: network.n], grid[-network.n :]))
    return all(x.is_finite() and x.rad() < 1e-9 for out in outputs for x in out.entries())


def distance(network: Approximator, f: Equivariant, p: float, samples: int, seed: int = 0) -> tuple[float, float]:
    """Estimate d_p(network, f), KS (1), from points drawn in [−δ, 1 + δ]^(d×n).

    Outside of this box both are 0. Returns the distance and the share of points where the network is not f at the grid
    point of the cell, duplicates included; a Monte Carlo estimate, which proves nothing.
    """
    rng = random.Random(seed)
    d, n, granularity, delta = network.d, network.n, network.granularity, network.step
    total, off = 0.0, 0
    for _ in range(samples):
        z = [[_uniform(rng, -delta, 1 + delta) for _ in range(n)] for _ in range(d)]
        tokens = list(zip(*z, strict=True))
        inside = all(0 <= x <= 1 for row in z for x in row)
        wanted = f(tokens) if inside else [tuple([Fraction(0)] * d)] * n
        out = network(z)
        total += sum(abs(float(out[t, k]) - float(wanted[k][t])) ** p for t in range(d) for k in range(n))
        cell = [tuple(Fraction(int(x * granularity) + 1, granularity) for x in token) for token in tokens]
        if not inside or len(set(cell)) < n:
            off += 1
            continue
        at_grid = f(cell)
        off += any(abs(float(out[t, k]) - float(at_grid[k][t])) > 1e-6 for t in range(d) for k in range(n))
    volume = float(1 + 2 * delta) ** (d * n)
    return (total / samples * volume) ** (1 / p), off / samples


def _uniform(rng: random.Random, low: Fraction, high: Fraction) -> Fraction:
    return low + (high - low) * Fraction(rng.getrandbits(40), 1 << 40)
