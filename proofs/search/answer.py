"""Answers to questions about inequalities, and their form as plain data."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, Literal, Unpack

from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term
from proofs.language import display, sorts
from proofs.readable.explain import proved, refuted
from proofs.readable.formats import written
from proofs.search.advice import number_text, points_text, shown_point, tried_text
from proofs.search.margin import margin
from proofs.search.question import READING, Formula, Place, Question, read_question
from proofs.search.worker_calls import Limits, call_settle, check_limits
from proofs.workers.pool import Stopped, TaskError

Verdict = Literal["proved", "refuted", "unknown"]
# fields that are plain data
PLAIN = ("evidence", "vacuous", "tried", "stuck", "bound", "hint", "effort", "seconds", "boxes")

FAILED = "the search ended in an error of its own"


class UndefinedError(ValueError):
    """Raised for a question with an undefined term: `condition` fails at `point`, where the hypotheses hold."""

    def __init__(self, condition: str, point: dict[str, Fraction | str], advice: str = "") -> None:
        """Create the error from the condition as text, the point by name, and a hint."""
        where = shown_point(point)
        said = f"not defined{' at ' + where if where else ''}: it must be that {condition}"
        super().__init__(said + (f"; {advice}" if advice else ""))
        self.condition, self.point, self.advice = condition, point, advice

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error, to send it between processes."""
        return type(self), (self.condition, self.point, self.advice)


VACUOUS = {
    True: "but the hypotheses contradict each other, so that anything follows from them",
    None: "though no point was found at which the hypotheses hold",
}


@dataclass(frozen=True)
class Answer:
    """The result of `decide`.

    Attributes
    ----------
    answer
        ``"proved"``, ``"refuted"`` or ``"unknown"``. The object itself has no truth value.
    goal, given
        The question, as terms of the kernel; each relation once.
    certificate
        The stored theorems, preceded by the library's theorems that they use; `lemmata audit` reads them, one a line.
    evidence
        ``"exact"``, or ``"certified"`` if ball arithmetic was used; None for an unknown answer.
    counterexample
        A map from names to exact values: a `Fraction`, or text for a number such as log(2) or a zero between two
        rationals.
    failing
        The goal that fails there.
    vacuous
        For a proved answer: True if the hypotheses contradict each other (which is proved, too), so that anything
        follows from them; False if they hold at some point; None if neither was found.
    holds_at
        For a proved answer: a point, with exact values, at which all hypotheses hold, if one was found.
    margin
        A certified lower bound of right − left on the whole domain; see there.
    tried
        The proof methods that were tried, and how often.
    methods
        For a proved answer: the outermost method that proved each goal.
    lemmas
        For a proved answer: the names of the user's lemmas that the proof applies.
    stuck, bound
        For an unknown answer: the box where the search gave up, which may reach beyond the hypotheses, and the best
        lower bound there of right − left of the goal or of the subgoal that replaced it.
    seen
        For an unknown answer: statistics of sampled points at which the hypotheses hold, checked exactly. The number of
        `points`, the number at which the goal `held`, and the point `at` which its right − left was `least`, or at
        which it fails.
    hint
        A hint at what may help.
    effort, boxes
        The cost of the search, the same on every machine: the effort that was spent and the boxes that were looked at.
    seconds
        The time that it took.
    asked
        The question as it was read, with its text; None if there is only `goal` and `given`.
    hypotheses, conclusions
        The question place by place: each hypothesis and goal with its text as typed.
    steps, size
        For the certificate: its steps, those of the library's theorems included, and its bytes as JSON.
    """

    answer: Verdict
    goal: tuple[Term, ...]
    given: tuple[Term, ...]
    certificate: tuple[Json, ...] = ()
    evidence: Literal["exact", "certified"] | None = None
    counterexample: dict[str, Fraction | str] | None = None
    failing: Term | None = None
    vacuous: bool | None = None
    holds_at: dict[str, Fraction | str] | None = None
    tried: dict[str, int] = field(default_factory=dict)
    methods: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    stuck: str = ""
    bound: float | None = None
    seen: dict[str, Any] = field(default_factory=dict)
    hint: str = ""
    effort: float = 0.0
    seconds: float = 0.0
    boxes: int = 0
    asked: Question | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the answer, to send it between processes: terms are interned per process, so they are sent as rows."""
        writer = Writer()
        asked = None if self.asked is None else self.asked.to_json()
        of_terms = {"goal": self.goal, "given": self.given, "failing": () if self.failing is None else (self.failing,)}
        places = {name: [writer.term(t) for t in terms] for name, terms in of_terms.items()}
        rest = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in (*of_terms, "asked")}
        return _sent, (writer.rows, places, asked, rest)

    @property
    def steps(self) -> int:
        """The number of steps of the certificate."""
        return sum(len(stored["steps"]) for stored in self.certificate)

    @property
    def size(self) -> int:
        """The number of bytes of the certificate as JSON."""
        return len(json.dumps(self.certificate, ensure_ascii=False).encode()) if self.certificate else 0

    @property
    def saved(self) -> str:
        """The certificate as `lemmata prove --save` writes it: a theorem on each line."""
        return "".join(json.dumps(t, ensure_ascii=False) + "\n" for t in self.certificate)

    @cached_property
    def margin(self) -> Fraction | None:
        """A number m >= 0, close to the largest possible, such that left + m <= right is proved on the whole domain.

        It is 0 if the sides come arbitrarily close, or if no positive m was found; None if nothing was proved, or if a
        goal is an equation. The search runs on first access, with the effort `proofs.search.margin.EFFORT`;
        `proofs.search.margin.margin` returns m with its proof, and can be given more effort.
        """
        found = margin(self)
        return None if found is None else found.value

    def again(self, goals: Sequence[Term], effort: float) -> Answer:
        """Decide other goals under the same hypotheses."""
        return answered(goals, self.given, effort=effort)

    def __bool__(self) -> bool:
        """Raise `TypeError`: an answer has no truth value."""
        raise TypeError("an answer has no truth value: look at its .answer")

    def proof(self, format: str = "text", all_steps: bool = False) -> str:
        """Return the proof or refutation in words and formulas, made from the certificate.

        Parameters
        ----------
        format
            "text", "md" for Markdown, or "tex" for a LaTeX document that needs amsmath only.
        all_steps
            Whether obvious facts get lines of their own, too.

        Raises
        ------
        ValueError
            for another format, and for an answer without a certificate.

        >>> from proofs import decide
        >>> print(decide("x**2 + y**2 >= 2*x*y").proof())
        For reals x, y: 2·x·y ≤ x^2 + y^2.
        <BLANKLINE>
        Proof.
        (1) 2·x·y ≤ x^2 + y^2, as x^2 + y^2 - 2·x·y = (x - y)^2, which is not negative.
        """
        if self.answer == "proved" and self.certificate:
            return written(proved(self.certificate, self.given, self.goal, all_steps), format)
        if self.failing is None or self.counterexample is None or not self.certificate:
            raise ValueError(f"the answer is {self.answer} without a certificate, so there is no proof to show")
        return written(refuted(self.certificate, self.given, self.goal, self.failing, self.counterexample), format)

    @property
    def hypotheses(self) -> tuple[Place, ...]:
        """The hypotheses as they were stated."""
        return tuple(Place((g,)) for g in self.given) if self.asked is None else self.asked.hypotheses

    @property
    def conclusions(self) -> tuple[Place, ...]:
        """The goals as they were stated."""
        return tuple(Place((g,)) for g in self.goal) if self.asked is None else self.asked.conclusions

    @property
    def failing_place(self) -> tuple[int, int] | None:
        """The position of the goal, among those as stated, that fails, and that of the failing relation within it."""
        rows = (
            (k, c.relations.index(self.failing)) for k, c in enumerate(self.conclusions) if self.failing in c.relations
        )
        return None if self.failing is None else next(rows, None)

    @property
    def variables(self) -> str:
        """The variables with their sorts, in words."""
        return sorts.text((*self.given, *self.goal), greek=self.asked is None or not self.asked.of_text)

    @property
    def statement(self) -> str:
        """The question as a statement: the variables with their sorts, the hypotheses, and the goal."""
        given = f" with {', '.join(map(str, self.hypotheses))}" if self.given else ""
        first = f"for {self.variables}{given}: " if self.variables else f"{given[1:]}: " if given else ""
        return first + " and ".join(map(str, self.conclusions))

    @property
    def _fails(self) -> str:
        """For a refuted answer: the goal that fails."""
        return "" if self.failing_place is None else str(self.conclusions[self.failing_place[0]])

    def __repr__(self) -> str:
        """Return the answer and the question in one line; `str` says more."""
        at = f" at {shown_point(self.counterexample)}" if self.counterexample else ""
        return f"<{self.answer}{at}: {self.statement}>"

    def __str__(self) -> str:
        if self.answer == "refuted" and self.counterexample is not None and self.failing is not None:
            at = shown_point(self.counterexample)
            which = "" if len(self.conclusions) == 1 else f"\n   {self._fails}"
            parts = [f"refuted: {self.statement}{which} fails{' at ' + at if at else ''}"]
        elif self.answer == "proved":
            by = f"by {', '.join(self.lemmas)}" if self.lemmas else ""
            parts = [f"proved: {self.statement}", by, self.note]
        else:
            parts = [
                f"{self.answer}: {self.statement}",
                tried_text(self.tried) if self.tried else "",
                f"stuck on the box {self.stuck}" if self.stuck else "",
                points_text(self.seen),
                self.hint,
            ]
        return "\n   ".join(filter(None, [*parts, self._read_as, _number(self.asked)]))

    @property
    def reading(self) -> str:
        """The question as it was read and as formulas are printed; empty for plain text (see `is_plain`).

        >>> from proofs import decide
        >>> decide("x² ≥ 0").reading, decide("x**2 >= 0").reading
        ('0 ≤ x^2', '')
        """
        return "" if self.asked is None else self.asked.reading

    @property
    def _read_as(self) -> str:
        return f"read as: {self.reading}" if self.reading else ""

    @property
    def note(self) -> str:
        """For a proved answer: a note on where its hypotheses hold, that they never do, or that this is unknown."""
        if self.answer != "proved" or not self.given:
            return ""
        return (
            f"the hypotheses hold at {shown_point(self.holds_at)}" if self.holds_at else VACUOUS.get(self.vacuous, "")
        )

    def _repr_latex_(self) -> str:
        variables = sorts.latex((*self.given, *self.goal))
        given = r",\ ".join(filter(None, [variables, *map(display.latex, self.given)]))
        goal = r" \wedge ".join(map(display.latex, self.goal))
        at = ""
        if self.answer == "refuted" and self.counterexample:
            parts = (f"{display.shown_name(n, True)} = {_latex_value(v)}" for n, v in self.counterexample.items())
            at = r"\text{ at }" + r",\ ".join(parts)
        turnstile = r" \vdash " if given else ""
        return rf"$\displaystyle {given}{turnstile}{goal}\quad\text{{({self.answer}}}{at}\text{{)}}$"

    def _repr_html_(self) -> str:
        goal, given = (", ".join(map(str, places)) for places in (self.conclusions, self.hypotheses))
        rows = [("for", self.variables), ("given", given), ("goal", goal)]
        if self.answer == "proved":
            rows.append(("certificate", f"{self.steps} steps, {self.size} bytes, {self.evidence}"))
            rows.append(("by", ", ".join(self.lemmas)))
            rows.append(("note", self.note))
        if self.answer == "refuted" and self.counterexample is not None and self.failing is not None:
            rows.append(("fails", f"{self._fails} at {shown_point(self.counterexample)}"))
        if self.answer == "unknown":
            rows.append(("tried", ", ".join(self.tried)))
            rows.append(("stuck", self.stuck))
            rows.append(("points", points_text(self.seen)))
            rows.append(("hint", self.hint))
        rows.append(("read as", self.reading))
        rows.append(("names", _number(self.asked)))
        rows.append(("effort", f"{self.effort:.3f}"))
        rows.append(("seconds", f"{self.seconds:.3f}"))
        shown = "".join(f"<tr><th>{n}</th><td>{escape(value)}</td></tr>" for n, value in rows if value)
        return f"<p>{escape(self._repr_latex_())}</p><table>{shown}</table>"

    def to_json(self) -> dict[str, Any]:
        """Return plain data.

        `failing_goal` is a position in `goal`, counted from 0. If that goal consists of several relations, one for each
        index of a range between numerals, `failing_member` is the position of the one that fails.
        """
        point, failing = self.counterexample, self.failing_place
        return {
            "answer": self.answer,
            "variables": {v.args[0]: sorts.sort_of(v) for v in sorts.variables((*self.given, *self.goal))},
            "goal": [str(place) for place in self.conclusions],
            "given": [str(place) for place in self.hypotheses],
            "reading": self.reading,
            "evidence": self.evidence,
            "vacuous": self.vacuous,
            "holds_at": None if self.holds_at is None else plain_point(self.holds_at),
            "counterexample": None if point is None else plain_point(point),
            "failing": None if failing is None else self._fails,
            "failing_goal": None if failing is None else failing[0],
            "failing_member": None if failing is None else failing[1],
            "tried": self.tried,
            "methods": list(self.methods),
            "lemmas": list(self.lemmas),
            "stuck": self.stuck,
            "bound": None if self.bound is None or abs(self.bound) == float("inf") else self.bound,
            "seen": self.seen and {**self.seen, "at": plain_point(self.seen["at"])},
            "hint": self.hint,
            "effort": round(self.effort, 6),
            "seconds": round(self.seconds, 6),
            "boxes": self.boxes,
            "steps": self.steps,
            "size": self.size,
            "certificate": list(self.certificate),
        }

    @classmethod
    def unknown(
        cls, asked: Question, hint: str, seconds: float = 0.0, progress: Mapping[str, Any] | None = None
    ) -> Answer:
        """Return the answer for a search that was stopped, with the progress that it had reported."""
        done = {name: value for name, value in (progress or {}).items() if name in ("tried", "stuck", "bound")}
        return cls("unknown", asked.goals, asked.given, hint=hint, seconds=seconds, asked=asked, **done)

    @classmethod
    def from_json(cls, plain: Mapping[str, Any], goal: Any, given: Any = ()) -> Answer:
        """Read the answer that `to_json` wrote; the question is given again, and the certificate is not replayed.

        >>> from proofs import decide
        >>> asked = "x**2 > x", "x > 0"
        >>> Answer.from_json(decide(*asked).to_json(), *asked).counterexample
        {'x': Fraction(1, 1)}
        """
        with READING:
            asked = read_question(goal, given)
        return cls.read(plain, asked)

    @classmethod
    def read(cls, plain: Mapping[str, Any], asked: Question) -> Answer:
        """Read an answer as `from_json` does, for a question that was already read."""
        point, holds_at = plain["counterexample"], plain["holds_at"]
        goal, member = plain["failing_goal"], plain["failing_member"]
        return cls(
            plain["answer"],
            asked.goals,
            asked.given,
            asked=asked,
            certificate=tuple(plain["certificate"]),
            methods=tuple(plain["methods"]),
            lemmas=tuple(plain["lemmas"]),
            counterexample=None if point is None else read_point(point),
            holds_at=None if holds_at is None else read_point(holds_at),
            seen=plain["seen"] and {**plain["seen"], "at": read_point(plain["seen"]["at"])},
            failing=None if goal is None else asked.conclusions[goal].relations[member],
            **{name: plain[name] for name in PLAIN},
        )


def _sent(
    rows: Json, places: Mapping[str, Sequence[int]], asked: Mapping[str, Json] | None, rest: Mapping[str, Any]
) -> Answer:
    """Rebuild an answer sent by another process."""
    with READING:
        terms = read_terms(rows)
        question = None if asked is None else Question.from_json(asked)
    goal, given, failing = (tuple(terms[k] for k in places[name]) for name in ("goal", "given", "failing"))
    return Answer(goal=goal, given=given, failing=failing[0] if failing else None, asked=question, **rest)


def answered(
    goal: Formula,
    given: Formula,
    integers: Collection[str] = (),
    kinds: Sequence[str] = ("counterexample", "proof"),
    lemmas: Json = None,
    **limits: Unpack[Limits],
) -> Answer:
    """Answer a question in a worker process, which looks for a counterexample, a proof or both.

    `lemmas` contains the lemmas of the user (`proofs.search.lemmas.own`).
    """
    with READING:
        asked = read_question(goal, given, integers)
        plain, needs = asked.to_json(), asked.needs
    check_limits(**limits)
    start = time.monotonic()
    try:
        found = call_settle(plain, needs, kinds, **limits, lemmas=lemmas)
    except Stopped as why:
        return Answer.unknown(asked, f"the search was {why}", time.monotonic() - start, why.progress)
    except TaskError as why:
        return Answer.unknown(asked, f"{FAILED}: {why}", time.monotonic() - start)
    if "undefined" in found:
        advice = "; ".join(filter(None, [found["advice"], _number(asked)]))
        raise UndefinedError(found["undefined"], read_point(found["point"]), advice)
    return Answer.read(found["answer"], asked)


def _number(asked: Question | None) -> str:
    """Return a note that e is a variable, not the number, if a question given as text has a variable of this name."""
    if asked is None or not asked.of_text:
        return ""
    return number_text([v.args[0] for v in sorts.variables((*asked.given, *asked.goals)) if v.op == "var"])


def _latex_value(value: Fraction | str) -> str:
    if isinstance(value, str):
        return rf"\text{{{value}}}"
    sign, p, q = "-" if value < 0 else "", abs(value.numerator), value.denominator
    return f"{sign}{p}" if q == 1 else rf"{sign}\frac{{{p}}}{{{q}}}"


def plain_point(point: Mapping[str, Fraction | str]) -> dict[str, str]:
    """Return a point as plain data."""
    return {name: str(value) for name, value in point.items()}


def read_point(plain: Mapping[str, str]) -> dict[str, Fraction | str]:
    """Read the point that `plain_point` wrote."""
    return {name: _fraction(value) for name, value in plain.items()}


def _fraction(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except ValueError:
        return text
