"""Margins of inequalities that were proved with intervals.

>>> from proofs.kernel.terms import lt, num
>>> certified_margin(lt(num(2), num(3)), [], ["leaf", 53])
'1e0'
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel import evaluate
from proofs.kernel.store import Json
from proofs.kernel.terms import KernelError, Term, le, num

Side = tuple[Term, str | None, str | None]  # a variable and its bounds


def certified_margin(goal: Term, box: Sequence[Side], tree: Json) -> str | None:
    """Return a lower bound for the margin of an inequality on its box: one digit, shown by the same certificate.

    None for other formulas, and if no margin of at least 10⁻⁹ is found.
    """
    if goal.op not in ("le", "lt"):
        return None
    left, right = goal.args

    def holds(digit: int, exponent: int) -> bool:
        gap = num(digit * 10 ** max(exponent, 0), 10 ** max(-exponent, 0))
        try:
            evaluate.check(le(left + gap, right), [*box], tree)
        except KernelError:
            return False
        return True

    exponent = next((k for k in range(6, -10, -1) if holds(1, k)), None)
    if exponent is None:
        return None
    return f"{next(d for d in range(9, 0, -1) if holds(d, exponent))}e{exponent}"
