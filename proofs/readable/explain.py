"""Readable proofs and refutations from certificates.

>>> from proofs.readable.formats import written
>>> from proofs.search import decide
>>> answer = decide("x**2 + y**2 >= 2*x*y")
>>> print(written(proved(answer.certificate, answer.given, answer.goal)))
For reals x, y: 2·x·y ≤ x^2 + y^2.
<BLANKLINE>
Proof.
(1) 2·x·y ≤ x^2 + y^2, as x^2 + y^2 - 2·x·y = (x - y)^2, which is not negative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from flint import arb, ctx, fmpq

from proofs.checking.models.compiled import Undefined, compiled
from proofs.checking.models.points import BITS, Balls, Point, rules_of
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.store import Json, read_terms
from proofs.kernel.terms import FALSE, KernelError, Term
from proofs.language import sorts
from proofs.language.display import NONE, Notions, text
from proofs.readable.derivation import deep_recursion, derivation, derivations
from proofs.readable.outline import Line, Pieces, Proof, Section, chained, conditions, joined, number
from proofs.readable.writer import Writer

DEFINED = "defined-"  # the names of theorems which say that a term is defined begin so
SIGNS = {"le": " ≤ ", "lt": " < ", "eq": " = "}
READABLE = 100  # characters of an instance that is shown
FEWEST, MOST = 6, 60  # digits of a value


def statement(given: Sequence[Term], goals: Sequence[Term]) -> Pieces:
    """Return a statement in words and formulas."""
    variables = sorts.text((*given, *goals))
    hyps = conditions(given)
    start: Pieces = (f"for {variables}", *((" with ", *hyps) if hyps else ())) if variables else hyps
    listed = f"reals {', '.join(text(x) for x in hyps[:-2:2] if isinstance(x, Term))}"
    if variables == listed and hyps[-2] in (" > ", " ≥ "):
        start = ("for reals ", *hyps)
    goal = joined([(g,) for g in goals])
    if not start:
        return (*goal, ".")
    first = start[0]
    return (first[:1].upper() + first[1:] if isinstance(first, str) else first, *start[1:], ": ", *goal, ".")


def proved(
    certificate: Sequence[Json], given: Sequence[Term], goals: Sequence[Term], everything: bool = False
) -> Proof:
    """Return the readable proof that a certificate contains.

    Parameters
    ----------
    certificate
        The stored theorems of a proved answer, preceded by those of the library that they use.
    everything
        Whether obvious facts get lines of their own, too.

    Raises
    ------
    KernelError
        if the kernel rejects a step.
    """
    sections: list[Section] = []
    lines: list[Line] = []
    with deep_recursion():
        found = derivations(certificate)
        several = sum(not d.name.startswith(DEFINED) for d in found) > 1
        for one in found:
            writer = Writer(one, everything, lines)
            if one.name.startswith(DEFINED):
                if key(one.concl) is True:
                    continue
                if everything or not writer.is_obvious():
                    lines += writer.write()
                continue
            title: Pieces = ("Proof of ", one.concl) if several else ("Proof",)
            sections.append(Section(title, writer.write()))
    if lines:
        sections.insert(0, Section(("All terms are defined",), lines))
    number([line for section in sections for line in section.lines])
    return Proof(statement(given, goals), sections)


def explained(stored: Json, theorems: Mapping[str, Fact], notions: Notions = NONE, everything: bool = False) -> Proof:
    """Return the readable proof of a stored theorem, which may apply some others.

    Raises
    ------
    KernelError
        if the kernel rejects a step.
    """
    with deep_recursion():
        lines = Writer(derivation(stored, theorems), everything, as_written=True).write()
    number(lines)
    return Proof((), [Section((), lines)], notions)


def refuted(
    certificate: Sequence[Json],
    given: Sequence[Term],
    goals: Sequence[Term],
    failing: Term,
    point: Mapping[str, Fraction | str],
) -> Proof:
    """Return the readable refutation: the point, the hypotheses there, and the sides of the goal that fails."""
    stored = certificate[-1]
    shown = read_terms(stored["terms"])[stored["statement"]["concl"]]
    where = ", ".join(f"{name} = {value}" for name, value in point.items())
    parts = _conjuncts(shown)
    lines = []
    if len(parts) == len(given) + 1:
        *hyps, goal = parts
        shown = {
            (x if _is_short(x) else h): x
            for x, h in zip(hyps, given, strict=True)
            if x is not h and key(x) is not False
        }
        if shown:
            holds = "the hypotheses hold there: " if len(given) > 1 else "the hypothesis holds there: "
            lines.append(Line(None, (holds, *joined(chained([*shown]))), (), (*shown.values(),)))
        lines.append(Line(failing, (*_reads(failing, goal), "is false", *_values(goal)), ()))
    else:
        lines.append(Line(shown, ("by the kernel, and the claim is false there",), ()))
    number(lines)
    claim = statement(given, goals)
    title: Pieces = (f"It fails at {where}",) if where else ("It fails",)
    return Proof(("This is false: ", *_lower(claim)), [Section(title, lines)])


def _lower(pieces: Pieces) -> Pieces:
    first = pieces[0]
    return (first[:1].lower() + first[1:], *pieces[1:]) if isinstance(first, str) else pieces


def _is_short(instance: Term) -> bool:
    """Return whether an instance of a hypothesis is short enough to be shown."""
    return len(text(instance)) <= READABLE // 2


def _reads(relation: Term, instance: Term) -> Pieces:
    """Say what a relation reads at the point, if that is short."""
    return ("which reads ", instance, ", ") if instance is not relation and len(text(instance)) <= READABLE else ()


def _conjuncts(t: Term) -> list[Term]:
    """Return A, B, … and C for ¬(A → B → … → C)."""
    if t.op != "imp" or t.args[1] is not FALSE:
        return [t]
    out, t = [], t.args[0]
    while t.op == "imp" and t.args[1] is not FALSE:
        out.append(t.args[0])
        t = t.args[1]
    return [*out, t]


def _values(relation: Term) -> Pieces:
    """Return words for the values of the sides of a relation, with digits enough to tell them apart."""
    if relation.op not in SIGNS or SIGNS[relation.op].join(map(text, relation.args)) != text(relation):
        return ()  # a disjunction is no relation as it is printed
    with ctx.workprec(BITS):
        try:
            nowhere = Point([], rules_of([]), Random(0))
            values = [compiled(side, Balls())(nowhere, ()) for side in relation.args]
        except (Undefined, KernelError, OverflowError, ZeroDivisionError):
            return ()
        if all(side.op == "num" for side in relation.args):
            return ()
        rounded = any(isinstance(v, arb) for v in values)
        for digits in range(FEWEST, MOST + 1):
            left, right = (_value(v, digits, rounded) for v in values)
            if left != right:
                break
    return (f": the left side is {left}, the right side {right}",)


def _value(value: Any, digits: int, rounded: bool) -> str:
    """Return a number, also as a decimal fraction if the other side is one."""
    if isinstance(value, arb):
        return f"{value.mid().str(digits, radius=False)}…"
    short = str(value)
    decimal = arb(fmpq(value)).mid().str(digits, radius=False)
    exact = Fraction(decimal) == Fraction(short)
    decimal = decimal.rstrip("0") if exact else f"{decimal}…"
    if len(short) > 2 * digits:
        return decimal
    return f"{short} = {decimal}" if rounded and "/" in short else short
