"""Pictures of Kajitsuka & Sato: boltz along a coordinate, its separation against the gap, contextual ids of sentences.

Left: boltz(0, …, 0, t) as the last of n = 8 entries moves. It may rise where t is near the maximum, falls where
t < max − log n − 1 (Lemma 4) and is concave too where t < max − log n − 3 (Lemma 5).

Middle: for vectors whose entries are δ apart, which differ in the last one only, how far apart boltz is, against
δ; times e^(2r), so that the pictures for different r compare. Dashed, the paper's (log n)², from δ = 2 log n + 3 on;
dotted, the (2r/5) e^δ of `KS:lemma-1-separation`, for every δ >= 2.

Right: four sentences with fixed random embeddings go through the attention layer of Theorem 2. For every two places the
logarithm of the distance of their images, certified in balls: different words stay apart, the same word in two
sentences differs by what its context adds, which is tiny and never 0 where the sentences have different words.

Run: uv run python examples/contextual_mapping.py [picture.png]
"""

import random
import sys
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from flint import arb, ctx
from matplotlib.axes import Axes

from numeric.boltzmann import boltz
from numeric.constructions.contextual_mapping import ContextualLayer, check_layer, contextual_layer

SENTENCES = ["the cat sees a dog", "the dog hears a cat", "the bird sees a dog", "a fish sees the bird"]
SIZES = (2, 4, 8)


def regions(axes: Axes, n: int = 8) -> None:
    """boltz along the last coordinate, the others being 0."""
    t = np.linspace(-9, 3, 600)
    rows = np.zeros((len(t), n))
    rows[:, -1] = t
    falls, concave = -np.log(n) - 1, -np.log(n) - 3
    axes.axvspan(falls, 3, color="0.92", label="may rise")
    axes.axvspan(concave, falls, color="tab:orange", alpha=0.25, label="falls")
    axes.axvspan(-9, concave, color="tab:blue", alpha=0.25, label="falls, concave")
    axes.plot(t, boltz(rows), color="black")
    axes.set(xlabel="t", title=f"boltz(0, …, 0, t), n = {n}", xlim=(-9, 3), ylim=(-0.35, 1.4))
    axes.legend(loc="upper left")


def ladder(n: int, delta: float) -> tuple[list[Fraction], list[Fraction], Fraction]:
    """Two vectors δ apart between −r and r that differ in the last entry only, by δ; and r."""
    gap = Fraction(delta)
    r = gap * n / 2
    common = [r - k * gap for k in range(n - 1)]
    return [*common, -r + gap], [*common, -r], r


def separation(a: list[Fraction], b: list[Fraction], bits: int = 400) -> arb:
    """|boltz(a) − boltz(b)| in balls."""
    with ctx.workprec(bits):

        def average(v: list[Fraction]) -> arb:
            entries = [arb(x.numerator) / x.denominator for x in v]
            weights = [(x - entries[0]).exp() for x in entries]
            return sum((x * w for x, w in zip(entries, weights, strict=True)), arb(0)) / sum(weights, arb(0))

        return abs(average(a) - average(b))


def gaps(axes: Axes) -> float:
    """Separation against gap; returns the least ratio of the separation to the bound (2r/5) e^(δ − 2r)."""
    deltas = np.linspace(2.05, 9, 30)
    least = np.inf
    for n, color in zip(SIZES, ("tab:blue", "tab:orange", "tab:green"), strict=True):
        found, bound = [], []
        for delta in deltas:
            a, b, r = ladder(n, float(delta))
            found.append(float((separation(a, b).log() + 2 * arb(float(r))).mid()))
            bound.append(np.log(2 * float(r) / 5) + delta)
        least = min(least, float(np.exp(np.min(np.array(found) - np.array(bound)))))
        axes.plot(deltas, found, color=color, label=f"n = {n}")
        axes.plot(deltas, bound, color=color, linestyle=":")
        paper = 2 * np.log(n) + 3
        if paper < deltas[-1]:
            axes.hlines(2 * np.log(np.log(n)), paper, deltas[-1], color=color, linestyle="--")
    axes.set(xlabel="δ", ylabel="log(separation) + 2r", title="separation against gap")
    axes.legend()
    return least


def embedded(sentence: str) -> list[tuple[Fraction, ...]]:
    """Two rationals for each word, always the same ones."""
    words = (random.Random(word) for word in sentence.split())
    return [tuple(Fraction(rng.randint(-40, 40), 8) for _ in range(2)) for rng in words]


def distances(layer: ContextualLayer) -> np.ndarray:
    """log10 of the distance of the images of any two places; nan where they are one place, or the same in all."""
    places = [(i, k, x) for i, row in enumerate(layer.sequences) for k, x in enumerate(row)]
    out = np.full((len(places), len(places)), np.nan)
    carry = arb(layer.epsilon.numerator) / layer.epsilon.denominator / 4 / float(layer.r_max)
    for p, (i, _, x) in enumerate(places):
        for q, (j, _, y) in enumerate(places):
            if x != y:
                out[p, q] = np.log10(float(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)))) / 2
            elif set(layer.sequences[i]) != set(layer.sequences[j]):
                gap = abs(layer.mean_difference(i, j, x)) * carry
                out[p, q] = float((gap.log() / arb(10).log()).mid())
    return out


def ids(axes: Axes) -> str:
    """The distances as a picture; returns what was certified, in a sentence."""
    layer = contextual_layer([embedded(s) for s in SENTENCES], strength="measured")
    found = check_layer(layer)
    assert found.log_closest is not None and bool(found.is_contextual_mapping)
    words = [word for s in SENTENCES for word in s.split()]
    shown = axes.imshow(distances(layer), cmap="viridis")
    axes.set_xticks(range(len(words)), words, rotation=90, fontsize=7)
    axes.set_yticks(range(len(words)), words, fontsize=7)
    axes.set_title("log₁₀ distance of images")
    axes.figure.colorbar(shown, ax=axes, shrink=0.8)
    return (
        f"{found.pairs} pairs of one word in two contexts, the closest e^{found.log_closest:.0f} apart; "
        f"Theorem 2 promises e^{found.log_promised:.0f}: a contextual mapping, certified"
    )


def main(target: Path) -> None:
    """Draw the three pictures into one file."""
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(17, 5.5), constrained_layout=True)
    regions(left)
    least = gaps(middle)
    print(f"the separation is at least {least:.2f} times (2r/5) e^(δ − 2r) on these vectors")
    print(ids(right))
    target.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(target, dpi=120)
    print(f"written to {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("contextual_mapping.png"))
