"""The words in which constants are shown: whose value each is, how they compare, and which values are false."""

from __future__ import annotations

from proofs.builder.paper import UNNAMED
from proofs.export.schema import Constant, Manifest, Ratio

VALUES = {"paper": "in the paper", "needed": "proved here", "sharp": "best possible", "beyond": "no better value"}


def false_values(manifest: Manifest) -> frozenset[str]:
    """Return the ids of the constants whose value in the paper is that of a displayed formula that is refuted."""
    refuted = {s.id for s in manifest.statements if s.kind in UNNAMED and s.printed == "refuted"}
    values = {_value(c) for c in manifest.constants if c.statement in refuted} - {""}
    return frozenset(c.id for c in manifest.constants if _value(c) in values)


def _value(c: Constant) -> str:
    return c.paper.value.text if c.paper and c.paper.value else ""


def compared(ratio: Ratio) -> str:
    """Return how the best value compares with the paper's, in words.

    >>> compared(Ratio("6.5", "the paper's over the sharp", "n = 8", "13", "2", "the gap"))
    'the gap: 2 is best possible, 6.5 times smaller than the 13 in the paper'
    >>> compared(Ratio("0.25", "the paper's over the needed", "n = 8", "3", "12", "the gap"))
    'the gap: 12 is proved here, 4 times larger than the 3 in the paper'
    """
    best = f"{ratio.what}: {ratio.best} is {VALUES['sharp' if ratio.of.endswith('sharp') else 'needed']}"
    times = float(ratio.value)
    if times == 0:
        return f"{best}, where the paper has {ratio.paper}"
    if ratio.paper == ratio.best:
        return f"{best}, as in the paper"
    how = f"{times:.3g} times smaller" if times > 1 else f"{1 / times:.3g} times larger"
    return f"{best}, {how} than the {ratio.paper} in the paper"
