"""What can stand for attention's pairwise work? A small exact answer to a question of Yun et al. (section 5, H).

All sequences on a grid, with positional encodings, go through layers that are to make contexts: a number for each token
that no token of another sequence shares (Definition E.1). A layer makes contexts of the sequences or confuses some; if
it does not, the token-wise layers behind it give any function its values, as behind attention.

Rows: the sweep of hardmax attention (appendix G); one bilinear projection; n − 1 separable convolutions with filters of
three; average attention; one softmax head of rank 1 (Kajitsuka & Sato, Theorem 2), certified in balls, whose contexts
are apart by little. Products are the multiplications for one sequence: pairwise work is what has n². All is exact, in
integers or balls.

What it is not: the paper's experiments train networks on language (masked words, MNLI) and compare accuracies. Here
nothing is trained: the weights are made so that contexts come out if they can. That a layer can says nothing
about whether it is found by training; the weights are large, and they know δ and n.

Run: uv run python examples/in_place_of_attention.py
"""

from fractions import Fraction

import numpy as np

from numeric.constructions.contextual_mapping import check_layer, contextual_layer
from numeric.constructions.contextual_network import (
    AttentionLayer,
    Grid,
    Mixing,
    contextual,
    mixing_layers,
    positional_layers,
)

GRIDS = (Grid(1, 2, 4), Grid(1, 3, 3), Grid(1, 4, 2), Grid(2, 2, 2))


def contexts_confused(grid: Grid, layers: list[Mixing]) -> tuple[int, int]:
    """How many of the pairs of a sequence and a token share their number with one before, and of how many."""
    points = grid.points(extended=False) + 2 * grid.cells * np.arange(grid.n)
    ids = grid.ids(contextual(grid, points, layers)).reshape(-1).tolist()
    return len(ids) - len(set(ids)), len(ids)


def products(grid: Grid, layer: Mixing) -> int:
    """Multiplications for one sequence; a head of size 1 has 3 dn for W_K, W_Q, W_V, 2 n² for the pairs, dn for W_O."""
    if isinstance(layer, AttentionLayer):
        return len(layer.heads) * (4 * grid.d * grid.n + 2 * grid.n**2)
    return layer.products


def numbers(grid: Grid, layer: Mixing) -> int:
    """Numbers in the matrices."""
    return len(layer.heads) * (4 * grid.d + 1) if isinstance(layer, AttentionLayer) else layer.parameters


def by_softmax(grid: Grid) -> bool:
    """Whether one rank-1 head with softmax makes contexts of all sequences, certified."""
    points = grid.points(extended=False) + 2 * grid.cells * np.arange(grid.n) + 1  # no token is 0
    sequences = [[tuple(Fraction(int(v), 2 * grid.cells) for v in token) for token in x.T] for x in points]
    return bool(check_layer(contextual_layer(sequences, strength="measured")).is_contextual_mapping)


def main() -> None:
    """Print a table for each grid."""
    for grid in GRIDS:
        print(f"d = {grid.d}, n = {grid.n}, δ = 1/{grid.cells}: {grid.big**grid.n} sequences")
        print("  in place of attention     layers   numbers   products   confused")
        kinds = {
            "attention, sweep": positional_layers(grid),
            "bilinear projection": mixing_layers(grid, "bilinear"),
            "separable convolutions": mixing_layers(grid, "separable"),
            "average attention": mixing_layers(grid, "average"),
        }
        for name, layers in kinds.items():
            confused, count = contexts_confused(grid, [*layers])
            counted = sum(numbers(grid, layer) for layer in layers), sum(products(grid, layer) for layer in layers)
            print(f"  {name:24} {len(layers):7} {counted[0]:9} {counted[1]:10}   {confused} of {count}")
        one = AttentionLayer(grid.u, ((1, 0),))
        found = "0, certified" if by_softmax(grid) else "not certified"
        print(f"  {'one softmax head':24} {1:7} {4 * grid.d:9} {products(grid, one):10}   {found}\n")


if __name__ == "__main__":
    main()
