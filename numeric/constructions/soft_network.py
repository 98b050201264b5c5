"""The network of Yun et al. with softmax and ReLUs in balls: its distance from the modified network and from f.

Source: Yun et al., ICLR 2020: C (the three steps), F (softmax and ReLUs for hardmax and three pieces).

Numbers inside of the networks are in units of δ/2, distances are not. On the cubes of [0, 1)^(d×n), off ramps of width
ε at their ends, the quantiser with ReLUs gives exactly the grid point; from there on there are finitely many inputs,
and each is run in balls. On the ramps the output is bounded by what the layers can make of it at most, and ε is as
small as that takes. So the distance on the whole cube [0, 1]^(d×n) is certified. (Beyond the cube, where Lemma 6 asks
for more, the ramps have no finite volume.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from math import ceil, factorial, prod

import numpy as np
from flint import arb, ctx

from numeric.balls import ball, ends
from numeric.constructions.contextual_network import AttentionLayer, IntArray, MixingLayer, Network, Pieces, TokenLayer

Balls = list[list[arb]]  # d rows of n entries
Enclosure = Callable[[Balls], Balls]  # from a box to an enclosure of f on it
RAMP = Fraction(1, 2)  # behind the quantiser, where inputs lie in the middle of the windows
MOST_SCALE = 1 << 12


@dataclass(frozen=True)
class SoftNetwork:
    """The network with softmax of λ times the scores and four ReLUs for every activation.

    `scale` is λ, `ramp` the width ε of the ramps of the quantiser, in units of δ/2; behind it they have the width 1/2.
    """

    network: Network
    scale: int
    ramp: Fraction
    bits: int

    def __call__(self, x: Sequence[Sequence[Fraction]]) -> Balls:
        """Enclose the output for one d × n matrix, in units of δ/2."""
        z = [[Fraction(a) + int(e) for a, e in zip(row, own, strict=True)]
             for row, own in zip(x, self.network.encoding, strict=True)]  # fmt: skip
        for layer in self.network.quantiser:
            first, bias, second, last = layer.relu_matrices(self.ramp)
            z = _feed_forward(z, first, bias, second, last)
        return self.behind_quantiser(z)

    def behind_quantiser(self, z: Sequence[Sequence[int | Fraction]]) -> Balls:
        """Enclose the result of the attention and value layers for one d × n matrix."""
        with ctx.workprec(self.bits):
            balls = [[ball(Fraction(a)) for a in row] for row in z]
            for layer in self.network.contexts:
                balls = (
                    _attended(layer, balls, self.scale) if isinstance(layer, AttentionLayer) else _mixed(layer, balls)
                )
            for token in self.network.values.layers():
                _token_wise(token, balls)
            return balls


def _feed_forward(
    z: list[list[Fraction]],
    first: list[list[Fraction]],
    bias: list[Fraction],
    second: list[list[Fraction]],
    last: list[Fraction],
) -> list[list[Fraction]]:
    """Return Z + W_2 relu(W_1 Z + b_1) + b_2, exactly."""
    out = []
    for column in zip(*z, strict=True):
        hidden = [max(b + sum(w * t for w, t in zip(row, column, strict=True)), Fraction(0))
                  for row, b in zip(first, bias, strict=True)]  # fmt: skip
        out.append([t + b + sum(w * h for w, h in zip(row, hidden, strict=True))
                    for t, row, b in zip(column, second, last, strict=True)])  # fmt: skip
    return [list(row) for row in zip(*out, strict=True)]


def _ids(u: Sequence[int], z: Balls) -> list[arb]:
    return [sum((w * t for w, t in zip(u, column, strict=True)), arb(0)) for column in zip(*z, strict=True)]


def _attended(layer: AttentionLayer, z: Balls, scale: int) -> Balls:
    ids = _ids(layer.u, z)
    added = []
    for own in ids:
        total = arb(0)
        for factor, b in layer.heads:
            pull = scale * (own - b)
            top = ids[0]  # whichever it is, the result holds; with the one attended to it is sharp
            for x in ids:
                top = x if (x > top if pull > 0 else x < top) else top
            gaps = [x - top for x in ids]
            weights = [(pull * gap).exp() for gap in gaps]
            mean = sum((w * gap for w, gap in zip(weights, gaps, strict=True)), arb(0)) / sum(weights, arb(0))
            total += factor * (top + mean)
        added.append(total)
    return [[t + a for t, a in zip(z[0], added, strict=True)], *z[1:]]


def _mixed(layer: MixingLayer, z: Balls) -> Balls:
    ids = _ids(layer.u, z)
    columns = zip(*layer.weights, strict=True)
    added = (sum((x * w for x, w in zip(ids, column, strict=True)), arb(0)) for column in columns)
    return [[t + a for t, a in zip(z[0], added, strict=True)], *z[1:]]


def _relus(phi: Pieces, t: arb) -> arb:
    """Return the value of the four ReLUs: by its closed form on the pieces, as their sum on the ramps."""
    (c1, c2), lines = phi.ends, phi.lines
    half = ball(RAMP)
    for (a, b), here in zip(lines, (t < c1 - half, t >= c1 and t < c2 - half, t >= c2), strict=True):
        if here:
            return (0 if a == 0 else ball(Fraction(a)) * t) + ball(Fraction(b))
    constant, units = phi.units(RAMP)
    return ball(Fraction(constant)) + sum(
        (ball(Fraction(w)) * (sign * (t - ball(Fraction(corner)))).max(arb(0)) for w, sign, corner in units), arb(0)
    )


def _token_wise(layer: TokenLayer, z: Balls) -> None:
    """Apply the layer in place."""
    for j, t in enumerate(_ids(layer.read, z)):
        value = _relus(layer.phi, t - layer.shift)
        if value != 0:
            for row, w in zip(z, layer.write, strict=True):
                row[j] += ball(Fraction(w)) * value


# ---- distances


@dataclass(frozen=True)
class Distance:
    """The three steps to Theorem 2, in d_p on [0, 1]^(d×n), with certified upper bounds.

    `steps` is d_p(f, f̄), f̄ having on each cube the value at its centre (a network's targets); `lost` d_p(f̄, ḡ);
    `soft` d_p(ḡ, g), of which `at_points` is what softmax costs on the cubes, off the ramps.
    """

    steps: arb
    lost: arb
    soft: arb
    at_points: arb

    @property
    def total(self) -> arb:
        """A bound on d_p(f, g), by the triangle inequality."""
        return self.steps + self.lost + self.soft


def certified(
    network: Network, f: Enclosure, within: Fraction, p: Fraction = Fraction(2)
) -> tuple[SoftNetwork, Distance]:
    """Choose λ and ε so that d_p(ḡ, g) on [0, 1]^(d×n) is at most `within`, and certify there the distance from f to g.

    f takes balls for the entries of X (not in units of δ/2) and encloses its value.

    Raises ValueError unless within > 0 and p >= 1, ArithmeticError if no λ up to 4096 does.
    """
    if within <= 0 or p < 1:
        raise ValueError(f"a distance above 0 and p >= 1 are needed, not {within} and {p}")
    size, largest = network.grid.d * network.grid.n, largest_output(network)
    steps, lost = modified_distance(network, f, p)
    with ctx.workprec(64):
        gap = ball(Fraction(largest, network.grid.cells)) ** ball(p)  # of an entry on a ramp, to the p
        room = (ball(within) / 2) ** ball(p) / (size * size * gap)
        ramp = Fraction(1, 2 ** max(1, ceil(ends(-room.log() / arb.const_log2())[1])))
        on_ramps = _root(ball(1 - (1 - ramp / 2) ** size) * size * gap, p)
    scale = 4
    while scale <= MOST_SCALE:
        soft = SoftNetwork(network, scale, ramp, 128 + 4 * scale + 4 * largest.bit_length())
        at_points = _at_points(soft, p)
        if at_points + on_ramps <= ball(within):
            return soft, Distance(steps, lost, at_points + on_ramps, at_points)
        scale *= 2
    raise ArithmeticError(f"λ up to {MOST_SCALE} does not bring softmax within {within}")


def modified_distance(network: Network, f: Enclosure, p: Fraction = Fraction(2)) -> tuple[arb, arb]:
    """Certify d_p(f, f̄) and d_p(f̄, ḡ) on [0, 1]^(d×n); see `Distance`."""
    steps, lost, unit = arb(0), arb(0), 2 * network.grid.cells
    with ctx.workprec(128):
        for point, times in _cubes(network):
            aimed = [[ball(Fraction(b, unit)) for b in row] for row in network(point + 1)]
            if not network.positional and len(set(network.grid.ids(point).tolist())) < network.grid.n:
                aimed = f([[ball(Fraction(a + 1, unit)) for a in row] for row in point])
                lost += times * sum((_power(a, p) for row in aimed for a in row), arb(0))
            box = [[ball(Fraction(a, unit)).union(ball(Fraction(a + 2, unit))) for a in row] for row in point]
            gaps = (x - a for row, own in zip(f(box), aimed, strict=True) for x, a in zip(row, own, strict=True))
            steps += times * sum((_power(gap, p) for gap in gaps), arb(0))
        count = network.grid.big**network.grid.n
        return _root(steps / count, p), _root(lost / count, p)


def largest_output(network: Network) -> int:
    """Return a bound on all entries for X in [0, 1]^(d×n), with hardmax or softmax, pieces or ReLUs, ramps included."""
    bound = Fraction(2 * network.grid.cells * network.grid.n)
    for layer in network.layers():
        if not isinstance(layer, TokenLayer):
            factors = (
                [factor for factor, _ in layer.heads] if isinstance(layer, AttentionLayer) else chain(*layer.weights)
            )
            bound *= 1 + sum(map(abs, factors)) * sum(layer.u)
            continue
        read = sum(map(abs, layer.read)) * bound + abs(layer.shift)
        reach = max(read, *(abs(c) + 1 for c in layer.phi.ends))
        bound += max(map(abs, layer.write)) * max(abs(a) * reach + abs(b) for a, b in layer.phi.lines)
    return int(bound) + 1


def _at_points(soft: SoftNetwork, p: Fraction) -> arb:
    """Return what d_p(ḡ, g) would be without ramps."""
    network = soft.network
    with ctx.workprec(soft.bits):
        total, unit = arb(0), 2 * network.grid.cells
        for point, times in _cubes(network):
            found = soft.behind_quantiser((point + network.encoding).tolist())
            pairs = zip(chain(*found), network(point + 1).flat, strict=True)
            total += times * sum((_power((a - ball(Fraction(b))) / unit, p) for a, b in pairs), arb(0))
        return _root(total / network.grid.big**network.grid.n, p)


def _cubes(network: Network) -> Iterator[tuple[IntArray, int]]:
    """Return grid points without encodings, one from each orbit under permutations, and the sizes of the orbits.

    With positional encodings permutations make no two the same.
    """
    grid = network.grid
    codes = (
        product(range(grid.big), repeat=grid.n)
        if network.positional
        else combinations_with_replacement(range(grid.big), grid.n)
    )
    for code in codes:
        times = 1 if network.positional else factorial(grid.n) // prod(map(factorial, Counter(code).values()))
        yield np.array([[2 * (c // w % grid.cells) for c in code] for w in grid.u], dtype=object), times


def _power(x: arb, p: Fraction) -> arb:
    """Return a bound on |x|^p."""
    return arb(0) if x == 0 else x.abs_upper() ** ball(p)


def _root(x: arb, p: Fraction) -> arb:
    return arb(0) if x == 0 else x ** ball(1 / p)
