"""KS Corollaries 1 and 2: a Transformer block with one head that maps labelled sequences to their labels.

Attention has the weights of Theorem 2's proof, W_K = u vᵀ, W_Q = u' vᵀ, W_V = u'' vᵀ, W_O = w u''ᵀ, where v is a
direction in which the tokens have different projections, none of them 0. The score of two tokens is uᵀu' times the
product of their projections; uᵀu' is what makes scores of different tokens more than 2 log n + 3 apart. The ids are
then projected onto v again, and the feed-forward layer interpolates what has to be added to them, one hidden unit an
id (`proofs.theorems.networks.relu`). Ids can be as close as e^(−2r), r the largest score: balls, at whatever precision
it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise

from flint import arb, arb_mat, ctx

from numeric.balls import ball, ends
from numeric.constructions.ball_layers import feed_forward, matrix, rank_one_weights, self_attention
from symbolic.exact import Exact, fraction

Sequence2 = Sequence[Sequence[Exact]]  # d rows of n entries: one token a column
Token = tuple[Fraction, ...]
MOST_BITS = 1 << 20


@dataclass(frozen=True)
class Block:
    """The weights of a Transformer block with one head, as balls with `bits` bits, and the numbers that determine them.

    `ids` are the projections of the ids, in increasing order, one per hidden unit; `gap` encloses the least distance
    between two of them and `reach` bounds the scores.
    """

    output: arb_mat
    value: arb_mat
    key: arb_mat
    query: arb_mat
    first: arb_mat
    first_bias: list[arb]
    second: arb_mat
    ids: list[arb]
    reach: Fraction
    bits: int

    def __call__(self, z: Sequence2) -> arb_mat:
        """Enclose F(Z) = F_FF(F_SA(Z)), shape (d, n), KS (17)."""
        with ctx.workprec(self.bits):
            attended = self_attention(matrix(z), self.output, self.value, self.key, self.query)
            return feed_forward(attended, self.first, self.first_bias, self.second)

    @property
    def gap(self) -> arb:
        """The smallest distance of two projected ids; ValueError if there is only one id."""
        with ctx.workprec(self.bits):
            return min((after - before for before, after in pairwise(self.ids)), key=lambda x: ends(x)[0])

    def parameters(self, sequences: int, length: int) -> dict[str, int]:
        """Count the numbers that determine the weights, for N sequences of n tokens.

        `attention`: the vectors of four matrices of rank one; `feed_forward`: the common row of W_1, the biases, W_2;
        `total`; `stated`: KS's 4 (s + d) + d (2 n N + d); `entries`: all entries of all matrices.
        """
        d, s, hidden = self.output.nrows(), self.output.ncols(), len(self.ids)
        counted = {"attention": 4 * (s + d), "feed_forward": d + hidden + d * hidden}
        return counted | {
            "total": sum(counted.values()),
            "stated": 4 * (s + d) + d * (2 * length * sequences + d),
            "entries": 4 * s * d + hidden * d + hidden + d * hidden,
        }


def memorizing_block(
    sequences: Sequence[Sequence2], labels: Sequence[Sequence2], head_size: int = 1, bits: int = 128
) -> Block:
    """Build the block that maps each sequence to its label; see the module.

    Parameters
    ----------
    sequences, labels
        N matrices of shape (d, n) each, with rational entries; no token twice in a sequence.
    head_size
        s >= 1; only the first of the s rows is used.
    bits
        The precision to begin with; it is doubled until the ids are told apart.

    Raises ValueError if shapes do not fit, a sequence has a token twice, or equal tokens of sequences with the same
    tokens have different labels.

    >>> block = memorizing_block([[[1, 2, 3]], [[1, 2, 4]]], [[[5, 6, 7]], [[8, 9, 5]]])
    >>> [[round(float(x)) for x in block(z).entries()] for z in ([[1, 2, 3]], [[1, 2, 4]], [[2, 1, 3]])]
    [[5, 6, 7], [8, 9, 5], [6, 5, 7]]
    >>> block.parameters(sequences=2, length=3)
    {'attention': 8, 'feed_forward': 13, 'total': 21, 'stated': 21, 'entries': 22}
    """
    data = [_tokens(x) for x in sequences]
    wanted = [_tokens(y) for y in labels]
    _check(data, wanted, head_size)
    n = len(data[0])
    vocabulary = sorted({token for tokens in data for token in tokens})
    v = _direction(vocabulary)
    projected = {token: _dot(v, token) for token in vocabulary}
    values = sorted(projected.values())
    gap = min((b - a for a, b in pairwise(values)), default=Fraction(1))
    least, largest = min(map(abs, values)), max(map(abs, values))
    threshold = Fraction(2 * max(n - 1, 1).bit_length() + 3)  # above 2 log n + 3
    scale = (threshold + 1) / (gap * least)  # uᵀu'
    step = gap / (4 * largest * _dot(v, v))  # W_O u'' = step · v: less than a quarter of the gap is added
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            attention = rank_one_weights(v, scale, [step * x for x in v], head_size)
            ids = [self_attention(matrix(_rows(x)), *attention) for x in data]
            listed = _sorted_ids(data, wanted, ids, v)
            if listed is not None:
                points, residuals = zip(*listed, strict=True)
                hidden, bias, second = interpolating_layer(points, residuals)
                block = Block(
                    *attention, matrix([v] * hidden), bias, second, list(points), scale * largest**2, bits
                )  # fmt: skip
                if all(_computes(block, x, y) for x, y in zip(data, wanted, strict=True)):
                    return block
        bits *= 2
    raise ArithmeticError(f"the ids are not told apart with {MOST_BITS} bits")


def interpolating_layer(points: Sequence[arb], values: Sequence[Sequence[arb]]) -> tuple[int, list[arb], arb_mat]:
    """Return hidden size, b_1, W_2 of Σ_j W_2[:, j] relu(z + b_1[j]) with given vectors at increasing points.

    Unit j switches on at the point before (the first one 1 before the first point), by what the slope changes there.

    >>> size, bias, second = interpolating_layer([arb(1), arb(3)], [[arb(4)], [arb(0)]])
    >>> size, [float(b) for b in bias], [float(w) for w in second.entries()]
    (2, [0.0, -1.0], [4.0, -6.0])
    """
    corners = [points[0] - 1, *points]
    heights = [[arb(0)] * len(values[0]), *values]
    slopes = [
        [(b - a) / (corners[j + 1] - corners[j]) for a, b in zip(heights[j], heights[j + 1], strict=True)]
        for j in range(len(points))
    ]
    changes = [slopes[0], *([b - a for a, b in zip(p, q, strict=True)] for p, q in pairwise(slopes))]
    second = arb_mat([[changes[j][t] for j in range(len(points))] for t in range(len(values[0]))])
    return len(points), [-c for c in corners[:-1]], second


def encoded(sequence: Sequence2, longest: Exact, apart: Exact) -> list[list[Fraction]]:
    """Return X + E for the encoding of Corollary 2 as corrected: the first entry of token k grows by (2 r_max + ε) k.

    Parameters
    ----------
    sequence
        d rows of n entries.
    longest, apart
        r_max, which bounds the norms of the tokens, and ε, by which different ones are apart.

    >>> encoded([[1, 1], [0, 0]], 2, 1)
    [[Fraction(6, 1), Fraction(11, 1)], [Fraction(0, 1), Fraction(0, 1)]]
    """
    step = 2 * fraction(longest) + fraction(apart)
    return [[fraction(x) + (k * step if t == 0 else 0) for k, x in enumerate(row, 1)] for t, row in enumerate(sequence)]


# ---- pieces


def _tokens(x: Sequence2) -> list[Token]:
    rows = [[fraction(entry) for entry in row] for row in x]
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError("a sequence is a matrix of d >= 1 rows of n >= 1 entries")
    return list(zip(*rows, strict=True))


def _rows(tokens: Sequence[Token]) -> list[list[Fraction]]:
    return [list(row) for row in zip(*tokens, strict=True)]


def _dot(v: Sequence[Fraction], w: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))


def _check(data: list[list[Token]], wanted: list[list[Token]], head_size: int) -> None:
    if not data or len(data) != len(wanted) or head_size < 1:
        raise ValueError("as many labels as sequences are needed, at least one, and a head size of 1 or more")
    shapes = {(len(x), len(x[0])) for x in (*data, *wanted)}
    if len(shapes) != 1:
        raise ValueError(f"sequences and labels must have one shape (d, n), not {sorted((d, n) for n, d in shapes)}")
    seen: dict[tuple[frozenset[Token], Token], Token] = {}
    for i, (x, y) in enumerate(zip(data, wanted, strict=True)):
        if len(set(x)) < len(x):
            raise ValueError(f"sequence {i} has a token twice; Corollary 2 adds positional encodings (`encoded`)")
        for token, label in zip(x, y, strict=True):
            if seen.setdefault((frozenset(x), token), label) != label:
                raise ValueError(f"sequence {i}: a token has another label in a sequence with the same tokens")


def _direction(vocabulary: Sequence[Token]) -> list[Fraction]:
    """Return (1, q, q², …) for the least q >= 0 with distinct nonzero projections; each excludes at most d q's."""
    if any(not any(token) for token in vocabulary):
        raise ValueError("a token is 0: its scores would all be 0 (KS asks for r_min > 0)")
    for q in count():
        v = [Fraction(q) ** t for t in range(len(vocabulary[0]))]
        values = [_dot(v, token) for token in vocabulary]
        if 0 not in values and len(set(values)) == len(values):
            return v
    raise AssertionError


def _sorted_ids(
    data: list[list[Token]], wanted: list[list[Token]], ids: list[arb_mat], v: Sequence[Fraction]
) -> list[tuple[arb, list[arb]]] | None:
    """Return the distinct projected ids in order with what to add for each, or None if two cannot be separated."""
    found: dict[tuple[frozenset[Token], Token], tuple[arb, list[arb]]] = {}
    for x, y, out in zip(data, wanted, ids, strict=True):
        for k, (token, label) in enumerate(zip(x, y, strict=True)):
            column = [out[t, k] for t in range(len(v))]
            at = sum((ball(c) * z for c, z in zip(v, column, strict=True)), start=arb(0))
            missing = [ball(b) - z for b, z in zip(label, column, strict=True)]
            found.setdefault((frozenset(x), token), (at, missing))
    listed = sorted(found.values(), key=lambda pair: ends(pair[0])[0])
    apart = all(bool(a[0] < b[0]) for a, b in pairwise(listed))
    return listed if apart else None


def _computes(block: Block, x: list[Token], y: list[Token]) -> bool:
    """Return whether every output is enclosed within 10^-9 of its label."""
    out = block(_rows(x))
    return all(abs(out[t, k] - ball(label)) < arb("1e-9") for k, token in enumerate(y) for t, label in enumerate(token))
