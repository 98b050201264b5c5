"""Starting points for claims, by theorem or statement, for which drawing all numbers at random is hopeless.

A start sets some numbers of a point; the others are drawn, and moved to where the hypotheses hold, as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from flint import arb, fmpq

from proofs.checking.models.points import Point

Start = Callable[[Random, Point], None]


def put(point: Point, values: Mapping[str, Any]) -> None:
    """Set numbers and values of functions by name, if the point has them.

    Values are listed from index 1 on, nested for several indices; or a mapping gives them by index.
    """
    for v in list(point):
        value, whole = values.get(v.args[0]), "Z" in (v.sort, v.args[-1])
        if value is not None:
            for index, x in _entries(value, ()):
                point.write((v, index), x if whole or isinstance(x, arb) else fmpq(x))


def _entries(value: Any, index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, Sequence):
        for i, x in enumerate(value, 1):
            yield from _entries(x, (*index, i))
    else:
        yield index, value


def fixed(**values: Any) -> Start:
    """A start that sets the same numbers every time."""
    return lambda rng, point: put(point, values)


# --- KS ---------------------------------------------------------------------------------------------------------


def separated_pair(rng: Random, point: Point) -> None:
    """Two decreasing vectors whose entries are more than δ apart where they differ, and that agree up to k."""
    n = rng.choice((2, 3, 4))
    k = rng.randint(1, n - 1)
    gap = fmpq(rng.choice((6, 8, 20)))
    step = gap + rng.choice((fmpq(1, 1000), fmpq(1)))
    a = [-2 * i * step for i in range(1, n + 1)]
    b = [x - (step if i > k else 0) for i, x in enumerate(a, 1)]
    put(point, {"n": n, "k": k, "delta": gap, "a": a, "b": b})


def confused_pair(rng: Random, point: Point) -> None:
    """Two sequences that a hardmax layer cannot tell apart at their first token, which is 0."""
    n, h = rng.choice((4, 5)), rng.randint(1, 2)
    weights = {w: [[[1]]] * h for w in ("W_O", "W_V", "W_K", "W_Q")}
    numbers = {"d": 1, "t": 1, "k": 1, "l": 1, "h": h, "s": 1, "n": n, "r": 10**6, "delta": 0, **weights}
    put(point, {**numbers, "v": [rng.choice((-1, 2))], "a": [0, 1, 4, 6, 7][:n], "b": [0, 2, 3, 6, 7][:n]})


def masked_vectors(rng: Random, point: Point) -> None:
    """One vector under two masks, of which the first keeps its second entry."""
    step = rng.choice((7, 10))
    entries = [step, 0, -step]
    masks = {"c": [1, 1, rng.randint(0, 1)], "e": [1, 0, 1]}
    put(point, {"n": 3, "i": 2, "m": 1, "delta": 6, "r": step + 1, "a": entries, "b": entries, **masks})


def unit_direction(rng: Random, point: Point) -> None:
    """A direction of length 1 in the plane."""
    put(
        point,
        {
            "d": 2,
            "m": 2,
            "n": 2,
            "R": 30,
            "v": rng.choice(([fmpq(3, 5), fmpq(4, 5)], [0, 1], [fmpq(-5, 13), fmpq(12, 13)])),
        },
    )


def vocabulary(**other: Any) -> Start:
    """Three tokens on a line, two sequences of two tokens that share the first, and the weights of Theorem 2.

    π stands for any number that makes the direction's bound hold; the smaller it is, the larger is the bound on
    the contexts' distance.
    """

    def start(rng: Random, point: Point) -> None:
        unit = fmpq(rng.choice((1, 2, 5)))
        short, pi = unit * fmpq(99, 100), fmpq(1, 8)
        gap = other.get("delta", 2 * arb(2).log() + 3)
        put(point, {
            "n": 2, "N": 2, "d": 1, "m": 3, "s": 1, "X": [[[unit, -unit]], [[unit, 2 * unit]]], "i": 1, "k": 1,
            "j": 2, "l": 1, "r_min": short, "epsilon": short, "r_max": unit * fmpq(201, 100), "pi": pi, "v": [1],
            "v'": [1], "h": 1, "a": 1, "b": 2, "c": 3, "w": [[unit, -unit, 2 * unit]],
            "u": [1], "u'": [4**4 * pi * gap / (8 * short * short)], "u''": [1], "W_O": [[[fmpq(33, 268)]]], **other,
        })  # fmt: skip

    return start


def slanted_token(rng: Random, point: Point) -> None:
    """One token in the plane, which is not along v, and an output matrix of norm ε/(4·r_max)."""
    numbers = {"n": 1, "N": 1, "d": 2, "s": 1, "i": 1, "k": 1, "X": [[[1], [rng.randint(-2, 1)]]]}
    weights = {"v": [fmpq(3, 5), fmpq(4, 5)], "W_O": [[[fmpq(1, 12)], [0]]], "u''": [1]}
    put(point, {**numbers, **weights, "r_max": 3, "epsilon": 1})


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


def labelled(rng: Random, point: Point) -> None:
    """Two sequences of two tokens on a line, each with its labels."""
    first = [rng.randint(1, 3), rng.randint(1, 3)]
    put(point, {"n": 2, "N": 2, "d": 1, "s": 1, "X": [[[1, 3]], [[1, -2]]], "C": 3, "i": 1, "k": 1, "j": 2, "l": 2})
    put(
        point,
        {"r_min": fmpq(1, 2), "r_max": 4, "epsilon": fmpq(3, 2), "Y": [[first], [[3, 1]]], "y": [[first], [[3, 1]]]},
    )


# --- Yun --------------------------------------------------------------------------------------------------------


def columns(y: Sequence[Sequence[int]], m: int = 2, **other: Any) -> Start:
    """Columns on a grid of m values, for the sweep, and points of their cells."""
    cells = [[(fmpq(x) + fmpq(1, 3)) / m for x in row] for row in y]
    return fixed(m=m, d=len(y), n=len(y[0]), y=y, X=cells, **other)


def grid(rng: Random, point: Point) -> None:
    """The sizes of a small grid and two columns; the columns are drawn."""
    m, d = rng.choice(((2, 1), (2, 2), (3, 1)))
    put(point, {"m": m, "d": d, "n": 2, "i": rng.randint(1, d)})


def equal_columns(rng: Random, point: Point) -> None:
    """Two or three equal columns of dimension 1 on a grid of two values."""
    n, x = rng.choice((2, 3)), rng.choice((0, 1))
    put(point, {"m": 2, "d": 1, "n": n, "n'": 1, "y": [[x] * n], "kappa": [1] * n, "x": [x], "j": 1})


# On a grid of two values the ids of the columns (0), (1) become 13 and 27/2; a value is assigned to one id.
VALUES: dict[str, Any] = {"R": 1, "q": 1, "A": [[3]], "j": 1}

# --- Liu --------------------------------------------------------------------------------------------------------

ONE_BLOCK = {"d": 1, "n": 1, "m": 1, "block": [1], "offset": [1]}
HALVES = {"y": [[fmpq(1, 2)]], "F": [[[fmpq(1, 2)]]], "B_0": 2, "epsilon": 1}
ONE_PAIR = {"G": 1, "P": 1, "first": [1], "second": [1], "kappa": [[0]], "v": [[0]], "D": 1, "delta": 3, "R": 1}
TWO_BITS = [[i % 2, i // 2] for i in range(4)]

PAIR_GRID = {
    "d": 1,
    "n": 1,
    "m": 1,
    "P": 2,
    "G": 2,
    "D": 1,
    "kappa": TWO_BITS,
    "z": [fmpq(2, 3), fmpq(-1, 3)],
    "j_m": 2,
}


def blocks(rng: Random, point: Point) -> None:
    """One or two blocks of one row, for networks of one token in dimension 1."""
    count = rng.choice((1, 2))
    put(point, {**ONE_BLOCK, "G": count, "N_x": count, "block": list(range(1, count + 1)), "offset": [1] * count})


# --- the starts of each claim ------------------------------------------------------------------------------------


STARTS: Mapping[str, Start] = {
    f"{paper}.{theorem}": start
    for paper, theorems, start in (
        ("KS", "cut_a cut_a_strictly raise_a raise_b raise_b_strictly lemma_7_case_1", separated_pair),
        ("KS", "eq_124_first eq_124_second eq_125_first eq_125_claim eq_126_first eq_126_second", separated_pair),
        ("KS", "eq_127_first eq_127_second eq_127_third eq_128_first eq_128_second eq_128_third", separated_pair),
        ("KS", "hardmax_forgets", confused_pair),
        ("KS", "masked_lemma_1 masks_apart masked_boltz_apart", masked_vectors),
        ("KS", "remark-1", fixed(**TWO_SEQUENCES, s=1, C=[[1, 1], [0, 1]])),
        ("KS", "points_upper", unit_direction),
        ("KS", "attended_short eq_12_claim eq_10_paper eq_38_third", vocabulary()),
        ("KS", "eq_39_paper eq_40_paper eq_41_whole eq_42_last eq_45_paper", vocabulary()),
        ("KS", "eq_42_third", vocabulary(separation=fmpq(0))),
        ("KS", "scores_apart_by_factor eq_79_lower eq_79_strict two_directions", vocabulary(delta=fmpq(2))),
        ("KS", "eq_28_second", vocabulary(l=2, W_V=[[[0]]], W_K=[[[0]]], W_Q=[[[0]]])),
        ("KS", "eq_33_sixth", slanted_token),
        ("KS", "theorem_2_claim some_word", fixed(**ONE_TOKEN)),
        ("KS", "hidden_units_needed", fixed(**BENT)),
        ("KS", "eq_77_upper", fixed(d=2, m=1, v=[fmpq(3, 5), fmpq(4, 5)], w=[[1], [2]])),
        ("KS", "eq-63 eq-64", fixed(**SHORT, **IN_A_2)),
        ("KS", "eq_63_corrected", fixed(**SHORT | IN_A_2 | {"n": 2})),
        ("KS", "eq_65_claim", fixed(**SHORT | IN_A_2 | {"m": 1, "o": 1, "t": 1, "Z": [[-1]]})),
        ("KS", "eq-66 eq_66_corrected", fixed(**SHORT | IN_A_2 | {"t": 1, "G": [[1]], "Z": [[1]], "delta": 1})),
        ("KS", "eq_66_strict", fixed(**SHORT | IN_A_2 | {"t": 1, "G": [[1]], "D": 2, "W_O": [[[fmpq(1, 8)]]]})),
        ("KS", "corollary_1 corollary_1_any_labels corollary_2 encoded_consistent", labelled),
        ("KS", "encoded_separated encoded_distinct printed_distinct printed_longer", labelled),
        ("Yun", "sweep_columns output_id output_first_row property_3_high property_3_low others_jump", grid),
        (
            "Yun",
            "property_4_duplicates positional_sweep positional_one_to_one lemma_9_zero id_digit_low id_digit_high",
            grid,
        ),
        ("Yun", "same_id_permuted", fixed(m=2, d=1, n=2, j=1, q=1, y=[[0, 1]], **{"y'": [[0, 1]]})),
        ("Yun", "output_other_rows", columns([[0, 1], [0, 1]], i=2, j=1)),
        ("Yun", "other_rows_any", columns([[1, 0], [1, 0]], i=2, j=1, kappa=[2, 1], x=[0, 3])),
        ("Yun", "lemma_9_context", columns([[0, 1]], **VALUES, S=[[10]], x=[20], z=[10])),
        ("Yun", "pipeline_value", columns([[0, 1]], **VALUES, S=[[13]], x=[26])),
        ("Yun", "pipeline_duplicates", columns([[1, 1]], **VALUES, S=[[10]], x=[20], i=1, r=2)),
        ("Yun", "pipeline_outside", columns([[0, 1]], **VALUES, S=[[10]], x=[20], i=1, r=2, o=[[0, 1]])),
        ("Yun", "too_small", fixed(m=6, d=1, n=3, gamma=2, Gamma=30)),
        ("Yun", "property_2", fixed(m=3, d=1, n=2, y=[[0, 1]], r=1, **{"y'": [[2, 1]]})),
        (
            "Yun",
            "bounds_apart bounds_strict single_stays top_bound top_closed below_top ids_not_negative",
            equal_columns,
        ),
        ("Yun", "output_bound output_category_2", equal_columns),
        ("Liu", "cross_output", fixed(**ONE_BLOCK, **HALVES, **ONE_PAIR)),
        (
            "Liu",
            "network_outright cross_network_approximates cross_network_outright",
            fixed(**ONE_BLOCK, **HALVES, **ONE_PAIR, z=[fmpq(1, 2)], z_K=[fmpq(1, 2)], z_Q=[fmpq(1, 2)]),
        ),
        (
            "Liu",
            "network_outright_lipschitz_over_balls",
            fixed(**ONE_BLOCK, **HALVES, N_x=1, b=1, L=1, R=20, z=[0], v=[[0]]),
        ),
        ("Liu", "network_error_by_output network_output network_attends network_approximates", blocks),
        ("Liu", "network_error_by_output_over_balls network_output_over_balls network_attends_over_balls", blocks),
        ("Liu", "left_neighbour_for_pairs right_neighbour_for_pairs nearest_square_for_pairs", fixed(**PAIR_GRID, k=1)),
        ("Liu", "nearest_within_half_for_pairs", fixed(**PAIR_GRID)),
        ("Liu", "A.3-2", fixed(s=[[1, 0], [0, 1], [0, 0]], w=[[1, 0, 0], [0, 1, 0]])),
    )
    for theorem in theorems.split()
}
