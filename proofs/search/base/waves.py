"""Facts about sin, cos and atan at the arguments that occur in a question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations

from flint import fmpq

from proofs.builder.proof import Proof, ProofError
from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, atan, cos, eq, lt, num, sin
from proofs.search.base.formulas import waves_in
from proofs.search.base.steps import Steps

MOST = 4  # arguments to which theorems are applied
MOST_QUARTERS = 64  # the largest denominator of a multiple of π
CHAPTER = "trigonometry"
QUARTER = atan(num(1))  # π/4
(QUARTERS,) = normal(QUARTER)
AT = {
    fmpq(4): "pi",
    fmpq(2): "half",
    fmpq(4, 3): "third",
    fmpq(1): "fourth",
    fmpq(2, 3): "sixth",
}  # parts of the names of theorems
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


def from_theorems(steps: Steps, given: Sequence[Term], goal: Term) -> Fact:
    """Prove the goal from the theorems at the arguments of sin, cos and atan."""
    assumed = [steps.run("assume", g) for g in given]
    facts = [steps.p.theorem(f"{CHAPTER}.pi_low"), steps.p.theorem(f"{CHAPTER}.pi_high"), *assumed]
    arguments = {t.args[0]: None for t in waves_in(goal)}
    found = [(name, {"x": u}) for u in [*arguments][:MOST] for name in (*EVERYWHERE, *ON_A_SIDE)]
    found += [(name, {"x": u, "y": v}) for u, v in permutations([*arguments][:2], 2) for name in OF_TWO]
    found += [(name, {"x": t.args[0]}) for t in values_in(goal, "atan")[:MOST] for name in OF_ATAN]
    for name, values in found:
        with suppress(ProofError):
            facts.append(steps.p.apply(f"{CHAPTER}.{name}", *assumed, facts[0], facts[1], **values))
    return steps.p.have(goal, *facts, degree=1)


def values_in(t: Term, op: str) -> list[Term]:
    """Return the values of a function in a term or formula, the innermost first."""
    inside = [u for a in t.args if isinstance(a, Term) for u in values_in(a, op)]
    return list(dict.fromkeys([*inside, *([t] if t.op == op else [])]))


def value_at_turn(p: Proof, t: Term) -> Fact | None:
    """Return the value of sin or cos at a multiple of π/6 or π/4 as an equation with t on the left."""
    at, name = normal(t.args[0]), t.op
    k = at.get(QUARTERS) if at.keys() == {QUARTERS} else None if at else fmpq(0)
    if k is None:
        return None
    if k == 0 or k in AT:
        return p.theorem(f"{CHAPTER}.{name}_{AT.get(k, 'zero')}")
    if abs(k) > MOST_QUARTERS or ((k * 3).q > 1 and (k * 2).q > 1):
        return None
    if k < 0:
        turned, other = p.apply(f"{CHAPTER}.{name}_neg", x=canonical(-t.args[0])), (sin if name == "sin" else cos)
        inside = value_at_turn(p, other(canonical(-t.args[0])))
        sign = num(-1 if name == "sin" else 1)
        return None if inside is None else p.have(eq(t, sign * inside.concl.args[1]), turned, (inside, sign))
    first = fmpq(4) if k > 4 else fmpq(2)
    a, b = (as_term({QUARTERS: c}) for c in (first, k - first))
    added = p.apply(f"{CHAPTER}.{name}_add", x=a, y=b)
    values = {u: value_at_turn(p, u) for u in (sin(a), cos(a), sin(b), cos(b))}
    known = [fact for fact in values.values() if fact is not None]
    if len(known) < len(values):
        return None
    sa, ca, sb, cb = (fact.concl.args[1] for fact in known)
    level = canonical(sa * cb + ca * sb if name == "sin" else ca * cb - sa * sb)
    of_a, of_b = known[:2], known[2:]
    pairs = ((of_a[0], cos(b)), (of_a[1], sin(b))) if name == "sin" else ((of_a[1], cos(b)), (of_a[0], -sin(b)))
    rest = ((of_b[1], sa), (of_b[0], ca)) if name == "sin" else ((of_b[1], ca), (of_b[0], -sa))
    return p.have(eq(t, level), added, *pairs, *rest)


def above_chord(steps: Steps, circle: Fact, sine: Fact, cosine: Fact) -> Fact:
    """Prove 1 < s + c for s = sin u > 0 and c = cos u > 0, from (s + c − 1)(s + c + 1) = 2 s c."""
    s, c = sine.concl.args[1], cosine.concl.args[1]
    more = steps.run("arith", lt(num(0), s + c + 1), [(num(1), [sine]), (num(1), [cosine]), (num(1), [])], [], [])
    sums = [(num(2), [sine, cosine]), (num(-1), [circle])]
    return steps.run("arith", lt(num(1), s + c), sums, [more], [])
