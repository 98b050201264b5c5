"""How many tokens a Transformer of one rank-1 head labels right, against its hidden units (KS, section 5).

Random labels for N sequences of n tokens from a small vocabulary: the same token has different labels in different
sequences, so that a token-wise network cannot learn them, however wide. Trained by gradient descent, with attention and
without; beside it the construction of Corollary 1, which has n N hidden units and is exact (enclosed by balls).

What it is not: the paper's Figure 1 has the CoNLL-2003 data, networks of 1, 3 and 6 layers of one width, and the
accuracy against the epochs. Here the data are random, the network has one layer, and the accuracy is that after a fixed
number of rounds, of one start for each width: it says what was learned, not what could be.

Run: uv run python examples/memorisation.py [ROUNDS [OUTPUT.png]]
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from numeric.constructions.memorizing import memorizing_block
from numeric.constructions.rank_one import random_weights, trained

SEQUENCES, TOKENS, WORDS, SIZE, CLASSES = 12, 4, 6, 3, 3
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128)


def data(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Sequences (N, d, n) over a few words, no word twice in one and no two of the same words; random labels (N, n)."""
    words = rng.integers(-8, 9, (WORDS, SIZE)) / 4
    chosen: dict[frozenset[int], np.ndarray] = {}
    while len(chosen) < SEQUENCES:
        places = rng.choice(WORDS, TOKENS, replace=False)
        chosen.setdefault(frozenset(places.tolist()), places)
    sequences = words[np.array(list(chosen.values()))].swapaxes(1, 2)
    return sequences, rng.integers(CLASSES, size=(SEQUENCES, TOKENS))


def best_without_context(sequences: np.ndarray, labels: np.ndarray) -> float:
    """The share of tokens that are right if every token gets its commonest label."""
    tokens = [tuple(t) for t in sequences.swapaxes(1, 2).reshape(-1, SIZE)]
    flat = labels.reshape(-1)
    counts = np.array([[np.sum([t == w and l == c for t, l in zip(tokens, flat, strict=True)]) for c in range(CLASSES)]
                       for w in dict.fromkeys(tokens)])  # fmt: skip
    return float(counts.max(axis=1).sum() / labels.size)


def construction(sequences: np.ndarray, labels: np.ndarray) -> tuple[int, int]:
    """Hidden units and parameters of the block of Corollary 1, whose first row of output is the label."""
    quarters = [[[int(4 * v) for v in row] for row in x] for x in sequences]
    wanted = [[[int(v) for v in y], *[[0] * TOKENS] * (SIZE - 1)] for y in labels]
    block = memorizing_block(quarters, wanted)  # raises ArithmeticError if a label is not certified
    return len(block.ids), block.parameters(SEQUENCES, TOKENS)["total"]


def main() -> None:
    """Train, print the table, draw it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    target = Path(sys.argv[2] if len(sys.argv) > 2 else "build/memorisation.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    sequences, labels = data(np.random.default_rng(1))
    limit = best_without_context(sequences, labels)
    print(f"{SEQUENCES} sequences of {TOKENS} tokens, {WORDS} words, {CLASSES} labels; {rounds} rounds, floating point")
    print("hidden units   without attention   one rank-1 head")
    found: dict[bool, list[float]] = {False: [], True: []}
    for width in WIDTHS:
        for attends in found:
            start = random_weights(SIZE, width, CLASSES, np.random.default_rng(width))
            net = trained(start, sequences, labels, rounds, attends=attends)
            found[attends].append(net.accuracy(sequences, labels))
        print(f"{width:12}   {found[False][-1]:17.3f}   {found[True][-1]:15.3f}")
    assert max(found[False]) <= limit
    units, numbers = construction(sequences, labels)
    print(f"without context at most {limit:.3f}")
    print(f"Corollary 1: {units} hidden units, {numbers} parameters, all labels right, certified")
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.semilogx(WIDTHS, found[True], "o-", base=2, label="one rank-1 head, trained")
    axes.semilogx(WIDTHS, found[False], "s--", base=2, label="token-wise, trained")
    axes.axhline(limit, color="0.7", label="most without context")
    axes.plot([units], [1.0], "k*", markersize=12, label="Corollary 1")
    axes.set(xlabel="hidden units", ylabel="share of labels learned", ylim=(0, 1.05))
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(target, dpi=120)
    print("drawn:", target)


if __name__ == "__main__":
    main()
