"""Answers to questions about inequalities, and how they are written as plain data."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Unpack

from proofs.decide.calling import Limits, call_settle, check_limits
from proofs.decide.margin import margin
from proofs.decide.question import READING, Formula, question, read_question
from proofs.kernel.terms import Term, var
from proofs.language import display
from proofs.running.workers import Stopped, TaskError

if TYPE_CHECKING:
    from proofs.kernel.store import Json

Verdict = Literal["proved", "refuted", "unknown"]
PLAIN = ("evidence", "vacuous", "tried", "stuck", "bound", "hint", "seconds", "boxes")  # fields that are plain data

FAILED = "the search ended in an error of its own"


class UndefinedError(ValueError):
    """A question in which something is not defined: `condition` fails at `point`, where the hypotheses hold."""

    def __init__(self, condition: str, point: dict[str, Fraction | str]) -> None:
        """The condition as text and the point by name."""
        where = shown_point(point)
        super().__init__(f"not defined{' at ' + where if where else ''}: it must be that {condition}")
        self.condition, self.point = condition, point


VACUOUS = {
    True: "but the hypotheses contradict each other, so that anything follows from them",
    None: "though no point was found at which the hypotheses hold",
}


@dataclass(frozen=True)
class Answer:
    """What `decide` found.

    Attributes
    ----------
    answer
        ``"proved"``, ``"refuted"`` or ``"unknown"``. The object itself has no truth value.
    goal, given
        The question, as terms of the kernel.
    certificate
        The stored theorems, the library's that are used first; `lemmata audit` reads them, one a line.
    evidence
        ``"exact"``, or ``"certified"`` if ball arithmetic was used; None for an unknown answer.
    counterexample
        Name to exact value: a `Fraction`, or text: a number such as log(2), or a zero between two rationals.
    failing
        The goal that fails there.
    vacuous
        Of a proved answer: True if the hypotheses contradict each other (which is proved, too), so that anything
        follows from them; False if they hold at some point; None if neither was found.
    margin
        A certified lower bound of right − left on the whole domain; see there.
    tried
        The ways of proof that were tried, and how often.
    stuck, bound
        Of an unknown answer: the box where the search gave up, and the best lower bound of right − left there.
    hint
        What may help.
    seconds, boxes
        What it cost to find.
    steps, size
        Of the certificate: its steps, those of the library's theorems included, and its bytes as JSON.
    """

    answer: Verdict
    goal: tuple[Term, ...]
    given: tuple[Term, ...]
    certificate: tuple[Json, ...] = ()
    evidence: Literal["exact", "certified"] | None = None
    counterexample: dict[str, Fraction | str] | None = None
    failing: Term | None = None
    vacuous: bool | None = None
    tried: dict[str, int] = field(default_factory=dict)
    stuck: str = ""
    bound: float | None = None
    hint: str = ""
    seconds: float = 0.0
    boxes: int = 0

    @property
    def steps(self) -> int:
        """How many steps the certificate has."""
        return sum(len(stored["steps"]) for stored in self.certificate)

    @property
    def size(self) -> int:
        """How many bytes the certificate has, written as JSON."""
        return len(json.dumps(self.certificate, ensure_ascii=False).encode()) if self.certificate else 0

    @cached_property
    def margin(self) -> Fraction | None:
        """A number m >= 0 such that left + m <= right is proved on the whole domain, near the largest one.

        0 if the sides come as close as one likes, or no positive one was found. None if nothing was proved, or an
        equation. It is searched for when it is first asked for, for `proofs.decide.margin.SECONDS` at most;
        `proofs.decide.margin.margin` gives it with its proof, and takes more time.
        """
        found = margin(self)
        return None if found is None else found.value

    def again(self, goals: Sequence[Term], timeout: float) -> Answer:
        """The answer to other goals under the same hypotheses."""
        return answered(goals, self.given, timeout=timeout)

    def __bool__(self) -> bool:
        """An answer is not a truth value."""
        raise TypeError("an answer has no truth value: look at its .answer")

    def __str__(self) -> str:
        goal = " and ".join(map(display.text, self.goal))
        if self.answer == "refuted" and self.counterexample is not None and self.failing is not None:
            at = shown_point(self.counterexample)
            return f"refuted: {display.text(self.failing)} fails{' at ' + at if at else ''}"
        if self.answer == "proved":
            said = f"proved: {goal}{' for ' + ', '.join(map(display.text, self.given)) if self.given else ''}"
            return said + ("" if self.vacuous is False else f"\n   {VACUOUS[self.vacuous]}")
        parts = [f"unknown: {goal}"]
        if self.tried:
            parts.append("tried: " + ", ".join(f"{name} ({n})" for name, n in self.tried.items()))
        if self.stuck:
            bound = "" if self.bound is None else f", where right − left was only seen to be ≥ {self.bound:.6g}"
            parts.append(f"stuck on {self.stuck}{bound}")
        return "\n   ".join([*parts, self.hint] if self.hint else parts)

    def _repr_latex_(self) -> str:
        given = r",\ ".join(map(display.latex, self.given)) + r" \vdash " if self.given else ""
        goal = r" \wedge ".join(map(display.latex, self.goal))
        at = ""
        if self.answer == "refuted" and self.counterexample:
            parts = (f"{display.latex(var(n, 'R'))} = {_latex_value(v)}" for n, v in self.counterexample.items())
            at = r"\text{ at }" + r",\ ".join(parts)
        return rf"$\displaystyle {given}{goal}\quad\text{{({self.answer}}}{at}\text{{)}}$"

    def _repr_html_(self) -> str:
        goal, given = (", ".join(map(display.text, formulas)) for formulas in (self.goal, self.given))
        rows = [("goal", goal), ("given", given)]
        if self.answer == "proved":
            rows.append(("certificate", f"{self.steps} steps, {self.size} bytes, {self.evidence}"))
            rows.append(("note", VACUOUS.get(self.vacuous, "")))
        if self.answer == "refuted" and self.counterexample is not None and self.failing is not None:
            rows.append(("fails", f"{display.text(self.failing)} at {shown_point(self.counterexample)}"))
        if self.answer == "unknown":
            rows.append(("tried", ", ".join(f"{name} ({n})" for name, n in self.tried.items())))
            rows.append(("stuck", self.stuck and f"{self.stuck}, right − left ≥ {self.bound}"))
            rows.append(("hint", self.hint))
        rows.append(("seconds", f"{self.seconds:.3f}"))
        shown = "".join(f"<tr><th>{n}</th><td>{escape(value)}</td></tr>" for n, value in rows if value)
        return f"<p><b>{self.answer}</b></p><table>{shown}</table>"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        point = self.counterexample
        return {
            "answer": self.answer,
            "goal": [display.text(g) for g in self.goal],
            "given": [display.text(g) for g in self.given],
            "evidence": self.evidence,
            "vacuous": self.vacuous,
            "counterexample": None if point is None else plain_point(point),
            "failing": None if self.failing is None else display.text(self.failing),
            "tried": self.tried,
            "stuck": self.stuck,
            "bound": None if self.bound is None or abs(self.bound) == float("inf") else self.bound,
            "hint": self.hint,
            "seconds": round(self.seconds, 6),
            "boxes": self.boxes,
            "steps": self.steps,
            "size": self.size,
            "certificate": list(self.certificate),
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any], goal: Any, given: Any = ()) -> Answer:
        """The answer that `to_json` wrote, to the question that is given again; the certificate is not replayed.

        >>> from proofs import decide
        >>> asked = "x**2 > x", "x > 0"
        >>> Answer.from_json(decide(*asked).to_json(), *asked).counterexample
        {'x': Fraction(1, 1)}
        """
        hypotheses, goals = question(goal, given)
        return cls.read(plain, goals, hypotheses)

    @classmethod
    def read(cls, plain: Mapping[str, Any], goals: tuple[Term, ...], given: tuple[Term, ...]) -> Answer:
        """As `from_json`, with the question as terms."""
        point, failing = plain["counterexample"], plain["failing"]
        return cls(
            plain["answer"],
            goals,
            given,
            certificate=tuple(plain["certificate"]),
            counterexample=None if point is None else read_point(point),
            failing=None if failing is None else next(g for g in goals if display.text(g) == failing),
            **{name: plain[name] for name in PLAIN},
        )


def answered(
    goal: Formula,
    given: Formula,
    integers: Collection[str] = (),
    kinds: Sequence[str] = ("counterexample", "proof"),
    **limits: Unpack[Limits],
) -> Answer:
    """The answer that a worker finds, looking for what the kinds say."""
    with READING:
        asked = read_question(goal, given, integers)
        plain = asked.to_json()
    check_limits(**limits)
    start = time.monotonic()
    try:
        found = call_settle(plain, kinds, **limits)
    except Stopped as why:
        spent = time.monotonic() - start
        return Answer("unknown", asked.goals, asked.given, hint=f"the search was {why}", seconds=spent)
    except TaskError as why:
        spent = time.monotonic() - start
        return Answer("unknown", asked.goals, asked.given, hint=f"{FAILED}: {why}", seconds=spent)
    if "undefined" in found:
        raise UndefinedError(found["undefined"], read_point(found["point"]))
    return Answer.read(found["answer"], asked.goals, asked.given)


def _latex_value(value: Fraction | str) -> str:
    if isinstance(value, str):
        return rf"\text{{{value}}}"
    sign, p, q = "-" if value < 0 else "", abs(value.numerator), value.denominator
    return f"{sign}{p}" if q == 1 else rf"{sign}\frac{{{p}}}{{{q}}}"


def plain_point(point: Mapping[str, Fraction | str]) -> dict[str, str]:
    """A point as plain data."""
    return {name: str(value) for name, value in point.items()}


def read_point(plain: Mapping[str, str]) -> dict[str, Fraction | str]:
    """The point that `plain_point` wrote."""
    return {name: _fraction(value) for name, value in plain.items()}


def _fraction(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except ValueError:
        return text


def shown_point(point: Mapping[str, Fraction | str]) -> str:
    """A point in one line."""
    return ", ".join(f"{name} = {value}" for name, value in point.items())
