"""Bit extraction: the layers that the proofs speak of, run with exact fractions, and how many they are."""

import math
from fractions import Fraction
from random import Random

from exact_terms import value

from proofs.theorems.networks import bit_extraction, deep_networks

State = list[Fraction]  # what the six units hold


def relu(z: Fraction) -> Fraction:
    return max(z, Fraction(0))


class Network:
    """Layers as `deep_networks.by_layer` has them: a dictionary for each unit of what it reads with which weight."""

    def __init__(self) -> None:
        self.layers: list[list[dict[int, Fraction]]] = []

    def add(self, *rows: dict[int, Fraction]) -> None:
        self.layers.append([*rows, *({} for _ in range(deep_networks.WIDTH - len(rows)))])

    def step(self, x: int, v: int, theta: Fraction, jump: Fraction, more: Fraction) -> None:
        """The rise of x · unit 1 + v · unit 2 at θ, of which multiples are added to units 2 and 3."""
        hold = [{k: Fraction(1)} for k in range(1, 5)]
        self.add(*hold, {1: Fraction(x), 2: Fraction(v), 0: 1 - theta}, {1: Fraction(x), 2: Fraction(v), 0: -theta})
        self.add(hold[0], {2: Fraction(1), 5: jump, 6: -jump}, {3: Fraction(1), 5: more, 6: -more}, hold[3])

    def read(self, number: int, scale: int) -> None:
        """So many bits of unit 2, from 2^(number − 1) scale on, into unit 3."""
        for k in reversed(range(number)):
            level = Fraction(2**k * scale)
            self.step(0, 1, level, -level, Fraction(2**k))

    def run(self, state: State) -> State:
        for rows in self.layers:
            state = [relu(row.get(0, Fraction(0)) + sum(w * state[c - 1] for c, w in row.items() if c)) for row in rows]
        return state


def built(places: list[Fraction], labels: list[int], side: int, k: int, b: int) -> Network:
    """The network of `memorized_deep`, for numbers in order."""
    size, digit = 2**b, 2 ** (k + b)
    codes = [math.floor(x) * size + y for x, y in zip(places, labels, strict=True)]
    groups = [codes[g * side : (g + 1) * side] for g in range(side)]
    values = [sum(digit**i * c for i, c in enumerate(group)) for group in groups]
    out, one = Network(), Fraction(1)
    for g in range(side):
        there = g * side < len(places)
        jump = Fraction(values[g] - (values[g - 1] if g else 0)) if there else Fraction(0)
        out.step(1, 0, size * places[g * side] if there else Fraction(0), jump, Fraction(0))
    hold = [{c: one} for c in range(1, 5)]
    for i in reversed(range(side)):
        out.read(k + b, digit**i)
        out.add(*hold, {3: one, 1: -one, 0: Fraction(-size)}, {1: one, 3: -one, 0: Fraction(-size)})
        out.add(hold[0], hold[1], {3: one, 5: Fraction(-digit), 6: Fraction(-digit)}, hold[3])
        out.add(hold[0], hold[1], {}, {3: one, 4: one})
    out.add({1: one}, {4: one})
    out.read(k, size)
    return out


def test_the_layers_take_every_number_to_its_label():
    rng = Random(1)
    for count in (1, 2, 5, 9, 11):
        b, x, places = rng.randint(1, 3), Fraction(rng.randint(0, 9), 7), []
        for _ in range(count):
            places.append(x)
            x += 3 + Fraction(rng.randint(0, 20), 13)
        k, side = math.floor(places[-1]).bit_length(), math.isqrt(count - 1) + 1
        labels = [rng.randrange(2**b) for _ in places]
        network = built(places, labels, side, k, b)
        for place, label in zip(places, labels, strict=True):
            held = network.run([2**b * place, *[Fraction(0)] * (deep_networks.WIDTH - 1)])
            assert held == [2**b * place, label, math.floor(place), 0, 0, 0]
        at = {"K": Fraction(side), "k": Fraction(k), "b": Fraction(b)}
        assert value(bit_extraction.layers, at) == len(network.layers)


def test_a_gap_of_three_is_used():
    """Numbers less than 2 apart may be near to one code."""
    network = built([Fraction(0), Fraction(1)], [1, 1], 2, 1, 1)
    assert network.run([Fraction(2), *[Fraction(0)] * 5])[1] != 1


def test_a_code_is_kept_if_it_is_near_and_not_if_it_is_far():
    at = {"k": Fraction(4), "Q": Fraction(2), "x": Fraction(9)}
    for code, wanted in ((7, 7), (9, 9), (11, 11), (6, 0), (12, 0), (0, 0)):
        assert (
            value(bit_extraction.near(bit_extraction.one, bit_extraction.digit), {**at, "c": Fraction(code)}) == wanted
        )
