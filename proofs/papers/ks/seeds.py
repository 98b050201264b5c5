"""Starting points for claims of KS whose hypotheses randomly drawn numbers hardly ever satisfy.

Each is a mapping of values by name, or a function that sets values of a point; `numerics` assigns them to theorems.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from flint import arb, fmpq

from proofs.builder.paper import Settable


def separated_pair(rng: Random, point: Settable) -> None:
    """Two decreasing vectors whose entries are more than δ apart where they differ, and that agree up to k."""
    n = rng.choice((2, 3, 4))
    k = rng.randint(1, n - 1)
    gap = fmpq(rng.choice((6, 8, 20)))
    step = gap + rng.choice((fmpq(1, 1000), fmpq(1)))
    a = [-2 * i * step for i in range(1, n + 1)]
    b = [x - (step if i > k else 0) for i, x in enumerate(a, 1)]
    point.put({"n": n, "k": k, "delta": gap, "a": a, "b": b})


def confused_pair(rng: Random, point: Settable) -> None:
    """Two sequences that a hardmax layer cannot tell apart at their first token, which is 0."""
    n, h = rng.choice((4, 5)), rng.randint(1, 2)
    weights = {w: [[[1]]] * h for w in ("W_O", "W_V", "W_K", "W_Q")}
    numbers = {"d": 1, "t": 1, "k": 1, "l": 1, "h": h, "s": 1, "n": n, "r": 10**6, "delta": 0, **weights}
    point.put({**numbers, "v": [rng.choice((-1, 2))], "a": [0, 1, 4, 6, 7][:n], "b": [0, 2, 3, 6, 7][:n]})


def masked_vectors(rng: Random, point: Settable) -> None:
    """One vector under two masks, of which the first keeps its second entry."""
    step = rng.choice((7, 10))
    entries = [step, 0, -step]
    masks = {"c": [1, 1, rng.randint(0, 1)], "e": [1, 0, 1]}
    point.put({"n": 3, "i": 2, "m": 1, "delta": 6, "r": step + 1, "a": entries, "b": entries, **masks})


def unit_direction(rng: Random, point: Settable) -> None:
    """A direction of length 1 in the plane."""
    point.put(
        {
            "d": 2,
            "m": 2,
            "n": 2,
            "R": 30,
            "v": rng.choice(([fmpq(3, 5), fmpq(4, 5)], [0, 1], [fmpq(-5, 13), fmpq(12, 13)])),
        },
    )


def vocabulary(**other: Any) -> Callable[[Random, Settable], None]:
    """Three tokens on a line, two sequences of two tokens that share the first, and the weights of Theorem 2.

    π stands for any number that makes the direction's bound hold; the smaller it is, the larger is the bound on
    the contexts' distance.
    """

    def start(rng: Random, point: Settable) -> None:
        unit = fmpq(rng.choice((1, 2, 5)))
        short, pi = unit * fmpq(99, 100), fmpq(1, 8)
        gap = other.get("delta", 2 * arb(2).log() + 3)
        point.put({
            "n": 2, "N": 2, "d": 1, "m": 3, "s": 1, "X": [[[unit, -unit]], [[unit, 2 * unit]]], "i": 1, "k": 1,
            "j": 2, "l": 1, "r_min": short, "epsilon": short, "r_max": unit * fmpq(201, 100), "pi": pi, "v": [1],
            "v'": [1], "h": 1, "a": 1, "b": 2, "c": 3, "w": [[unit, -unit, 2 * unit]],
            "u": [1], "u'": [4**4 * pi * gap / (8 * short * short)], "u''": [1], "W_O": [[[fmpq(33, 268)]]], **other,
        })  # fmt: skip

    return start


def slanted_token(rng: Random, point: Settable) -> None:
    """One token in the plane that is not along v, and an output matrix of norm ε/(4·r_max)."""
    numbers = {"n": 1, "N": 1, "d": 2, "s": 1, "i": 1, "k": 1, "X": [[[1], [rng.randint(-2, 1)]]]}
    weights = {"v": [fmpq(3, 5), fmpq(4, 5)], "W_O": [[[fmpq(1, 12)], [0]]], "u''": [1]}
    point.put({**numbers, **weights, "r_max": 3, "epsilon": 1})


def at_threshold(rng: Random, point: Settable) -> None:
    """The c >= 1 with (c − 1) e^c = n − 1, and two entries further apart than that."""
    n = rng.randint(2, 4)
    c = 1 + (arb(n - 1) / arb(1).exp()).lambertw()
    point.put({"n": n, "c": c, "i": 2, "m": 1, "a": [rng.randint(0, 3), rng.randint(-5, -3)]})


TWO_SEQUENCES = {  # two sequences of two tokens
    "n": 2, "N": 2, "d": 1, "X": [[[1, 2]], [[1, 3]]], "r_min": fmpq(1, 2), "r_max": 4, "epsilon": fmpq(1, 2),
}  # fmt: skip
ONE_TOKEN = {"n": 1, "N": 1, "d": 1, "s": 1, "m": 1, "X": [[[1]]], "r_min": fmpq(1, 2), "r_max": 2, "epsilon": 1}
SHORT = {"n": 1, "d": 1, "D": 1, "v": [1], "w": [fmpq(1, 4)]}  # the directions of (64) to (66)
BENT = {  # z − 2 σ(z − 2), for ids 1, 2, 3
    "K": 1, "q": 1, "d": 1, "t": 1, "z": [1, 2, 3], "e": [1],
    "W_1": [[1]], "b_1": [-2], "W_2": [[-2]], "b_2": [0],
}  # fmt: skip
IN_A_2 = {"s": 1, "k": 1, "W_O": [[[fmpq(1, 4)]]], "u": [1], "u'": [1], "u''": [1]}  # the weights of (63), (64)


def labelled(rng: Random, point: Settable) -> None:
    """Two sequences of two tokens on a line, each with its labels."""
    first = [rng.randint(1, 3), rng.randint(1, 3)]
    point.put({"n": 2, "N": 2, "d": 1, "s": 1, "X": [[[1, 3]], [[1, -2]]], "C": 3, "i": 1, "k": 1, "j": 2, "l": 2})
    point.put(
        {"r_min": fmpq(1, 2), "r_max": 4, "epsilon": fmpq(3, 2), "Y": [[first], [[3, 1]]], "y": [[first], [[3, 1]]]},
    )


one_token_seen = {**ONE_TOKEN, "C": [[[1]]]}
one_token_along_v = {**one_token_seen, "v": [1], "scale": 1, "delta": 3, "Delta": 0}
words = vocabulary()
words_not_separated = vocabulary(separation=fmpq(0))
words_with_gap_2 = vocabulary(delta=fmpq(2))
words_without_weights = vocabulary(l=2, W_V=[[[0]]], W_K=[[[0]]], W_Q=[[[0]]])
two_sequences = {**TWO_SEQUENCES, "s": 1, "C": [[1, 1], [0, 1]]}
unit_direction_few = {"d": 2, "m": 1, "v": [fmpq(3, 5), fmpq(4, 5)], "w": [[1], [2]]}
short = SHORT | IN_A_2
short_pair = short | {"n": 2}
short_hidden = short | {"m": 1, "o": 1, "t": 1, "Z": [[-1]]}
short_output = short | {"t": 1, "G": [[1]], "Z": [[1]], "delta": 1}
short_strict = short | {"t": 1, "G": [[1]], "D": 2, "W_O": [[[fmpq(1, 8)]]]}
