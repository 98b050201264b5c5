"""Is an inequality true? A proof that can be re-checked, an exact counterexample, or an honest "unknown".

`decide` takes text, terms of the kernel or SymPy relations. The search is not trusted: what is reported as proved
or refuted is a stored theorem that the kernel has replayed and that says exactly what was asked. A question whose
terms are not everywhere defined under its hypotheses (a logarithm of 0, a pole) is an error that says where.

>>> from proofs.decide import decide
>>> decide("log(1 + x) <= x", given=["x >= 0"]).answer
'proved'
>>> print(decide("x**2 > x", given=["x > 0"]))
refuted: x < x^2 fails at x = 1
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape
from typing import Any, Literal

from proofs import display
from proofs.chapter import Claim
from proofs.decide.boxes import OutOfTime
from proofs.decide.counter import Broken, exact, find
from proofs.decide.search import Search
from proofs.definedness import obligations
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError, Term
from proofs.parse import Parsed, ParseError, declared, parse
from proofs.proof import Proof
from proofs.refute import refutes, write

__all__ = ["Answer", "ParseError", "UndefinedError", "decide", "prove", "question", "refute"]

TIMEOUT = 20.0  # seconds
BRIEFLY = 0.1  # for a first look at points
Formula = Any  # text, a term of the kernel or a SymPy relation


class UndefinedError(ValueError):
    """A question in which something is not defined: `condition` fails at `point`, where the hypotheses hold."""

    def __init__(self, condition: str, point: dict[str, Fraction | str]) -> None:
        """The condition as text and the point by name."""
        where = _point(point)
        super().__init__(f"not defined{' at ' + where if where else ''}: it must be that {condition}")
        self.condition, self.point = condition, point


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
        Name to exact value: a `Fraction`, or text for a number such as log(2).
    tried
        The ways of proof that were tried, and how often.
    stuck, bound
        Of an unknown answer: the box where the search gave up, and the best lower bound of right − left there.
    hint
        What may help.
    seconds, boxes
        What it cost.
    """

    answer: Literal["proved", "refuted", "unknown"]
    goal: tuple[Term, ...]
    given: tuple[Term, ...]
    certificate: tuple[Json, ...] = ()
    evidence: Literal["exact", "certified"] | None = None
    counterexample: dict[str, Fraction | str] | None = None
    failing: Term | None = None
    tried: dict[str, int] = field(default_factory=dict)
    stuck: str = ""
    bound: float | None = None
    hint: str = ""
    seconds: float = 0.0
    boxes: int = 0

    def __bool__(self) -> bool:
        """An answer is not a truth value."""
        raise TypeError("an answer has no truth value: look at its .answer")

    def __str__(self) -> str:
        goal = " and ".join(map(display.text, self.goal))
        if self.answer == "refuted" and self.counterexample is not None and self.failing is not None:
            at = _point(self.counterexample)
            return f"refuted: {display.text(self.failing)} fails{' at ' + at if at else ''}"
        if self.answer == "proved":
            return f"proved: {goal}{' for ' + ', '.join(map(display.text, self.given)) if self.given else ''}"
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
        return rf"$\displaystyle {given}{goal}\quad\text{{({self.answer})}}$"

    def _repr_html_(self) -> str:
        return f"<p><b>{self.answer}</b></p><pre>{escape(str(self))}</pre>"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        point = self.counterexample
        return {
            "answer": self.answer,
            "goal": [display.text(g) for g in self.goal],
            "given": [display.text(g) for g in self.given],
            "evidence": self.evidence,
            "counterexample": None if point is None else plain_point(point),
            "failing": None if self.failing is None else display.text(self.failing),
            "tried": self.tried,
            "stuck": self.stuck,
            "bound": None if self.bound is None or abs(self.bound) == float("inf") else self.bound,
            "hint": self.hint,
            "seconds": round(self.seconds, 6),
            "boxes": self.boxes,
            "certificate": list(self.certificate),
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any], goal: Formula, given: Formula = ()) -> Answer:
        """The answer that `to_json` wrote, to the question that is given again; the certificate is not replayed.

        >>> asked = "x**2 > x", "x > 0"
        >>> Answer.from_json(decide(*asked).to_json(), *asked).counterexample
        {'x': Fraction(1, 1)}
        """
        hypotheses, goals = question(goal, given)
        point, failing = plain["counterexample"], plain["failing"]
        return cls(
            plain["answer"],
            goals,
            hypotheses,
            certificate=tuple(plain["certificate"]),
            counterexample=None if point is None else read_point(point),
            failing=None if failing is None else next(g for g in goals if display.text(g) == failing),
            **{name: plain[name] for name in ("evidence", "tried", "stuck", "bound", "hint", "seconds", "boxes")},
        )


def decide(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
) -> Answer:
    """Whether the goal holds for all real values of its variables under the hypotheses.

    Parameters
    ----------
    goal, given
        Each text (see `proofs.parse`), a relation among the kernel's terms, or a SymPy relation; or a list of such,
        which are to hold together. A hypothesis "integer n" declares an integer.
    integers
        Further names of integers.
    timeout
        Seconds after which the search is given up; single steps are not interrupted.

    Raises
    ------
    ParseError
        for text that is not understood.
    UndefinedError
        if a term of the question is undefined at a point that satisfies the hypotheses.
    """
    return _Question(goal, given, integers, timeout).decided(("counterexample", "proof"))


def prove(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
) -> Answer:
    """As `decide`, but looking for a proof only."""
    return _Question(goal, given, integers, timeout).decided(("proof",))


def refute(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    *,
    integers: Collection[str] = (),
    timeout: float = TIMEOUT,
) -> Answer:
    """As `decide`, but looking for a counterexample only."""
    return _Question(goal, given, integers, timeout).decided(("counterexample",))


def question(goal: Formula, given: Formula = ()) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The hypotheses and the goals of a question, as terms of the kernel."""
    asked = _Question(goal, given, (), 0)
    return asked.given, asked.goals


class _Question:
    def __init__(self, goal: Formula, given: Formula, integers: Collection[str], timeout: float) -> None:
        self.start = time.monotonic()
        self.deadline = self.start + timeout
        hypotheses, goals = listed(given), listed(goal)
        names = frozenset(integers).union(*(declared(t) or () for t in hypotheses if isinstance(t, str)))
        read = [_read(h, names) for h in hypotheses if not (isinstance(h, str) and declared(h) is not None)]
        wanted = [_read(g, names) for g in goals]
        self.given = tuple(r for h in read for r in h.relations)
        self.goals = tuple(r for g in wanted for r in g.relations)
        if not self.goals:
            raise ParseError("", 0, "there is no goal")
        self.obligations = _obligations(self.given, self.goals, read, wanted)
        self.tried: dict[str, int] = {}
        self.boxes, self.balls = 0, False
        self.stuck = ""
        self.bound: float | None = None
        self.hint = ""

    def decided(self, kinds: Sequence[str]) -> Answer:
        theorems = self.defined()
        if theorems is None:
            self.hint = self.hint or "not shown that everything is defined: add hypotheses that say so"
            return self.answer("unknown")
        if "counterexample" in kinds:
            found = self.refuted(min(self.deadline, time.monotonic() + BRIEFLY), 1)
            if found is not None:
                return found
        if "proof" in kinds:
            for goal in self.goals:
                stored = self.proved(Claim(self.given, goal), f"goal-{len(theorems) + 1}", self.deadline)
                if stored is None:
                    break
                theorems.append(stored)
            else:
                return self.answer("proved", certificate=_complete(theorems))
        if "counterexample" in kinds:
            found = self.refuted(self.deadline, 8)
            if found is not None:
                return found
        self.hint = self.hint or "neither found: a longer timeout, narrower ranges or a split may help"
        return self.answer("unknown")

    def answer(self, answer: Literal["proved", "refuted", "unknown"], **more: Any) -> Answer:
        spent = time.monotonic() - self.start
        unknown = answer == "unknown"
        return Answer(
            answer,
            self.goals,
            self.given,
            tried=self.tried,
            stuck=self.stuck if unknown else "",
            bound=self.bound if unknown else None,
            hint=self.hint if unknown else "",
            seconds=spent,
            evidence=None if unknown else "certified" if self.balls else "exact",
            boxes=self.boxes,
            **more,
        )

    def defined(self) -> list[Json] | None:
        """Theorems that everything is defined, or None; raises where it is not."""
        out: list[Json] = []
        for k, claim in enumerate(self.obligations, 1):
            stored = self.proved(claim, f"defined-{k}", self.deadline)
            if stored is not None:
                out.append(stored)
                continue
            limit = min(self.deadline, time.monotonic() + 1)
            found = find(claim.given, claim.shows, [claim.shows], max(limit, time.monotonic() + BRIEFLY), 2)
            condition = display.text(claim.shows)
            if found is not None and found.undefined is not None:
                raise UndefinedError(condition, _values(found))
            self.hint = f"not shown that everything is defined: it must be that {condition}"
            return None
        self.tried.clear()
        return out

    def proved(self, claim: Claim, name: str, deadline: float) -> Json | None:
        """The stored theorem, replayed; None if no proof was found."""
        theory = Theory()
        theory.facts = dict(_library()[1])
        p = Proof(name, theory)
        search = Search(p, deadline)
        try:
            fact = search.prove(claim.given, claim.shows)
            p.qed(fact, claim.shows, claim.given)
        except (OutOfTime, RecursionError):
            self.hint = "the time was over" if time.monotonic() > deadline else "too large a formula"
            return None
        except KernelError:
            return None
        finally:
            for way, n in search.tried.items():
                self.tried[way] = self.tried.get(way, 0) + n
            self.boxes += search.boxes
            if search.stuck.box:
                self.stuck, self.bound = _shown_box(search.stuck.box), search.stuck.bound
        stored = json.loads(json.dumps(p.stored))
        said = _replayed(stored, claim)
        self.balls |= said is not None and ("certified", "") in said.marks
        return None if said is None else stored

    def refuted(self, deadline: float, effort: int) -> Answer | None:
        for goal in self.goals:
            found = find(self.given, goal, [], deadline, effort)
            if found is None:
                continue
            claim = Claim(self.given, goal)
            p = Proof("counterexample", Theory())
            try:
                write(p, claim, found.values)
            except KernelError:
                continue
            stored = json.loads(json.dumps(p.stored))
            fact = replay(Theory(), stored)
            if refutes(fact, stored, claim):
                self.balls = ("certified", "") in fact.marks
                return self.answer("refuted", certificate=(stored,), counterexample=_values(found), failing=goal)
        return None


def listed(x: Formula) -> list[Formula]:
    """One formula or several, as a list."""
    return list(x) if isinstance(x, list | tuple | set | frozenset) else [x]


def _read(x: Formula, integers: Collection[str]) -> Parsed:
    """A formula in any of its forms."""
    if isinstance(x, str):
        return parse(x, integers)
    if isinstance(x, Term):
        if x.op not in ("le", "lt", "eq"):
            raise ParseError(str(x), 0, "a relation is needed")
        return Parsed((x,))
    if isinstance(x, bool):
        raise ParseError(str(x), 0, "this was evaluated before it came here: write it as text")
    return _from_sympy(x, integers)


def _from_sympy(x: Any, integers: Collection[str]) -> Parsed:
    """A SymPy relation; roots, Min and Max go by way of their text."""
    from proofs.translate import TranslationError, from_sympy

    try:
        return _read(from_sympy(x), integers)
    except TranslationError:
        symbols = getattr(x, "free_symbols", ())
        names = [s.name for s in symbols]
        if not names or not all(s.is_real and s.name.isidentifier() for s in symbols) or len(set(names)) < len(names):
            raise
        return parse(str(x), {*integers, *(s.name for s in symbols if s.is_integer)})


def _obligations(
    given: Sequence[Term], goals: Sequence[Term], read: Sequence[Parsed], wanted: Sequence[Parsed]
) -> list[Claim]:
    """That every denominator, logarithm and root is defined; each once, none that is plain."""
    claims = list(obligations(given, goals))
    plain = tuple(g for parsed in read if not parsed.conditions for g in parsed.relations)
    before: list[Term] = list(plain)
    for parsed in read:
        claims += [Claim(tuple(before), c) for c in parsed.conditions]
        before += [g for g in parsed.relations if g not in before]
    claims += [Claim(tuple(given), c) for parsed in wanted for c in parsed.conditions]
    out: dict[Any, Claim] = {}
    for claim in claims:
        shows, hypotheses = claim.shows, claim.given
        while shows.op == "imp" and shows.args[1].op != "false":
            hypotheses, shows = (*hypotheses, shows.args[0]), shows.args[1]
        known = {key(h) for h in hypotheses}
        if key(shows) is not True and key(shows) not in known:
            out.setdefault((frozenset(known), key(shows)), Claim(hypotheses, shows))
    return list(out.values())


@cache
def _library() -> tuple[dict[str, Json], dict[str, Fact]]:
    """The theorems about order, exp, log and |.|, stored and as facts."""
    from proofs.theorems.elementary import chapter

    theory = Theory()
    stored = {t["name"]: t for t in chapter.prove(theory)}
    return stored, dict(theory.facts)


def _used(stored: Json) -> list[str]:
    return [args[0] for rule, *args in stored["steps"] if rule == "theorem"]


def _complete(theorems: Iterable[Json]) -> tuple[Json, ...]:
    """The theorems with those of the library that they use, in order."""
    library = _library()[0]
    theorems = list(theorems)
    needed: set[str] = set()
    work = [name for t in theorems for name in _used(t)]
    while work:
        name = work.pop()
        if name not in needed:
            needed.add(name)
            work += _used(library[name])
    return (*(t for name, t in library.items() if name in needed), *theorems)


def _replayed(stored: Json, claim: Claim) -> Fact | None:
    """The fact of a stored theorem, if it says what the claim says."""
    theory = Theory()
    theory.facts = dict(_library()[1])
    fact = replay(theory, stored)
    allowed = {key(g) for g in claim.given}
    return fact if key(fact.concl) == key(claim.shows) and fact.hyps.keys() <= allowed else None


def _values(found: Broken) -> dict[str, Fraction | str]:
    return {x.args[0]: (v if (v := exact(t)) is not None else display.text(t)) for x, t in found.values.items()}


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


def _point(point: dict[str, Fraction | str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def _shown_box(box: dict[Term, Any]) -> str:
    parts = []
    for x, side in box.items():
        lo, hi = ("−∞" if side.lo is None else str(side.lo)), ("∞" if side.hi is None else str(side.hi))
        parts.append(f"{_origin(x.args[0])} ∈ [{lo}, {hi}]")
    return ", ".join(parts)


def _origin(name: str) -> str:
    """What a variable that the search introduced stands for."""
    stem, *steps = name.split("'")
    for step in steps:
        stem = {"log": f"log({stem})", "inverse": f"1/({stem})", "shifted": f"shifted({stem})"}.get(step, stem)
    return stem
