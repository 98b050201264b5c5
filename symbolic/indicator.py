"""Attention weights whose scores are the pieces of a max-affine function, as SymPy matrices.

Source: Liu et al., 2025 (Liu), Proposition 3.2 and appendix A.2, (A.1)-(A.2).

The shapes of the printed block matrices do not fit. The following ones do, with N >= n pieces:

- Linear: the first factor is [I_d; 0_{N×d}] (printed 0_{n×d}), so that its product has the d + N rows of
  the matrix that is added.
- W_K: as printed, its lower left block read as 0_{1×d}.
- W_Q: [I_d, 0_{d×n}, 0_{d×(N-n)}; 0_{1×d}, 1_{1×n}, 0_{1×(N-n)}]. The paper prints zero blocks of one row
  next to I_d, and 1_{1×d}, which adds the offsets to d tokens instead of n.
- Q, KᵀQ: the blocks next to X have N - n columns (printed N, and N - d).
- W_O: [I_n; 0_{(N-n)×n}] as printed. It keeps the first n *columns* of the scores, those of the tokens; the
  text says rows.
"""

from dataclasses import dataclass

import sympy as sp
from sympy import Expr, ImmutableDenseMatrix, MatrixBase, eye, ones, zeros


@dataclass(frozen=True)
class IndicatorWeights:
    """The construction of Liu A.2 for d, n, N: Linear(X) = left X right + shift, then key, query, out.

    Shapes: left (d+N)×d, right n×N, shift (d+N)×N, key and query (d+1)×(d+N), out N×n.
    """

    left: ImmutableDenseMatrix
    right: ImmutableDenseMatrix
    shift: ImmutableDenseMatrix
    key: ImmutableDenseMatrix
    query: ImmutableDenseMatrix
    out: ImmutableDenseMatrix

    def linear(self, x: MatrixBase) -> MatrixBase:
        """Return Linear(X), (d+N)×N, for X of shape d×n: X followed by zero columns on top, I_N below (Liu A.2)."""
        if x.shape != (self.left.cols, self.right.rows):
            raise ValueError(f"the input is {x.shape}, not {(self.left.cols, self.right.rows)}")
        return self.left * x * self.right + self.shift

    def scores(self, x: MatrixBase) -> MatrixBase:
        """Return KᵀQ W_O, N×n: entry (i, k) is R (a_i·x_k + b_i).

        Softmax acts on each column alone, so it may be taken before or after W_O.
        """
        z = self.linear(x)
        return (self.key * z).T * (self.query * z) * self.out


def attention_indicator(slopes: MatrixBase, offsets: MatrixBase, n: int, scale: Expr | None = None) -> IndicatorWeights:
    """Return the weights for N pieces with slopes N×d and offsets N×1, sequences of n tokens, scale R.

    Entries may be symbols or numbers; `scale` is the symbol R if left out. Raises ValueError if the
    shapes do not fit, n < 1, or N < n (pad the function with copies of a piece lowered by the gap).

    >>> from sympy import MatrixSymbol
    >>> a, b, x = (MatrixSymbol(*of).as_explicit() for of in (("a", 3, 2), ("b", 3, 1), ("x", 2, 2)))
    >>> attention_indicator(a, b, 2).scores(x)[2, 1].expand()
    R*a[2, 0]*x[0, 1] + R*a[2, 1]*x[1, 1] + R*b[2, 0]
    """
    pieces, d = slopes.shape
    if offsets.shape != (pieces, 1):
        raise ValueError(f"{pieces} slopes need offsets of shape {(pieces, 1)}, not {offsets.shape}")
    if not 1 <= n <= pieces:
        raise ValueError(f"the construction needs 1 <= n <= N; here n = {n}, N = {pieces}")
    r = sp.Symbol("R", positive=True) if scale is None else sp.sympify(scale, strict=True)
    rest = pieces - n
    return IndicatorWeights(
        left=_blocks([[eye(d)], [zeros(pieces, d)]]),
        right=_blocks([[eye(n), zeros(n, rest)]]),
        shift=_blocks([[zeros(d, pieces)], [eye(pieces)]]),
        key=_blocks([[zeros(d, d), r * slopes.T], [zeros(1, d), r * offsets.T]]),
        query=_blocks([[eye(d), zeros(d, n), zeros(d, rest)], [zeros(1, d), ones(1, n), zeros(1, rest)]]),
        out=_blocks([[eye(n)], [zeros(rest, n)]]),
    )


def _blocks(rows: list[list[MatrixBase]]) -> ImmutableDenseMatrix:
    return ImmutableDenseMatrix(sp.Matrix.vstack(*(sp.Matrix.hstack(*row) for row in rows)))
