"""What is known of sin, cos and atan at the arguments that a question speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations

from proofs.decide.base.formulas import waves_in
from proofs.decide.base.steps import Steps
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.writing.proof import ProofError

MOST = 4  # arguments
ROOM = "trigonometry"
EVERYWHERE = (
    "sin_low", "sin_high", "cos_low", "cos_high", "pythagoras", "cos_ge", "cos_le_quartic", "cos_ge_sextic",
)  # fmt: skip
ON_A_SIDE = (
    "sin_le", "sin_ge", "sin_ge_cubic", "sin_le_quintic", "sin_ge_septic", "sin_ge_chord", "mul_cos_le_sin", "sin_pos",
    "cos_pos", "tan_ge",
)  # fmt: skip
OF_TWO = (
    "sin_apart", "sin_apart_down", "cos_apart", "cos_apart_down", "sin_rises", "cos_falls", "sin_increasing",
    "cos_decreasing",
)  # fmt: skip
OF_ATAN = ("atan_low", "atan_high", "atan_le", "atan_ge_cubic", "sin_atan", "cos_atan_pos", "cos_atan_square")


def at_hand(steps: Steps, given: Sequence[Term], goal: Term) -> Fact:
    """From the theorems that hold at the arguments of sin, cos and atan."""
    assumed = [steps.run("assume", g) for g in given]
    facts = [steps.p.theorem(f"{ROOM}.pi_low"), steps.p.theorem(f"{ROOM}.pi_high"), *assumed]
    arguments = {t.args[0]: None for t in waves_in(goal)}
    found = [(name, {"x": u}) for u in [*arguments][:MOST] for name in (*EVERYWHERE, *ON_A_SIDE)]
    found += [(name, {"x": u, "y": v}) for u, v in permutations([*arguments][:2], 2) for name in OF_TWO]
    found += [(name, {"x": t.args[0]}) for t in arcs_in(goal)[:MOST] for name in OF_ATAN]
    for name, values in found:
        with suppress(ProofError):
            facts.append(steps.p.apply(None, f"{ROOM}.{name}", *assumed, facts[0], facts[1], **values))
    return steps.p.have(None, goal, *facts, degree=1)


def arcs_in(t: Term) -> list[Term]:
    """The atan in a term or formula, the innermost first."""
    inside = [u for a in t.args if isinstance(a, Term) for u in arcs_in(a)]
    return list(dict.fromkeys([*inside, *([t] if t.op == "atan" else [])]))
