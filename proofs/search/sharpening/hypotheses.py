"""Weaker hypotheses of a statement: hypotheses that are not needed, are sharp, or can be weakened, and by how much.

A hypothesis s <= t is omitted first. If the statement is not proved without it, t is replaced by t + c, and the sharp
value of c is sought; if both sides are integers, powers of two are tried for c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from flint import ctx

from proofs.builder.chapter import Claim
from proofs.checking.definedness import conditions
from proofs.checking.models.sampling import sample
from proofs.checking.models.seeds import Start
from proofs.kernel.normal import canonical
from proofs.kernel.terms import KernelError, Term, le, lt, num, var
from proofs.language.display import text
from proofs.language.tokens import ParseError
from proofs.search.answer import Answer, UndefinedError, shown_point
from proofs.search.entry_points import decide
from proofs.search.question import READING, Formula, listed, read_question
from proofs.search.sharpening.critical import BITS, occurring, unused, value
from proofs.search.sharpening.sharp import sharpen
from proofs.search.worker_calls import EFFORT, check_limits

MOST = 64  # the largest amount by which a hypothesis about integers is weakened
MOST_CONDITIONS = 4  # conditions for definedness that may replace a hypothesis
BRIEFLY = 0.2  # the effort for a condition under which a statement is defined
LONG = 200  # points with at least this many characters are not shown
Role = Literal["not needed", "sharp", "can be weakened", "needed", "not known"]


class NoHypothesis(ValueError):
    """Raised if a statement has no hypothesis that contains a variable."""


@dataclass(frozen=True)
class Weakening:
    """The role of one hypothesis of a statement.

    Attributes
    ----------
    hypothesis
        The hypothesis, as text.
    role
        ``"not needed"`` if the statement is proved without it; ``"sharp"`` if it fails for every weaker bound;
        ``"can be weakened"`` to `weaker`; ``"needed"`` if it fails without it; ``"not known"``.
    weaker
        The weakest hypothesis in its place under which the statement is proved; empty if none is known.
    best
        Whether the statement fails for every bound weaker than that.
    why
        A point at which the statement fails without the hypothesis, or what is missing.
    answers
        The proofs and refutations.
    """

    hypothesis: str
    role: Role
    weaker: str = ""
    best: bool = False
    why: str = ""
    answers: tuple[Answer, ...] = ()

    def __str__(self) -> str:
        to = f" to {self.weaker}" if self.weaker else ""
        further = ", and no further" if self.best else ""
        return f"{self.hypothesis}: {self.role}{to}{further}" + (f"; {self.why}" if self.why else "")

    def to_json(self) -> dict[str, Any]:
        """Return plain data, without the proofs."""
        return {
            "hypothesis": self.hypothesis, "role": self.role, "weaker": self.weaker, "best": self.best, "why": self.why
        }  # fmt: skip


def weaken(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula],
    name: str = "",
    *,
    effort: float = EFFORT,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Weakening]:
    """Find how far the hypotheses of a statement can be weakened, one at a time, with the others as they are.

    Parameters
    ----------
    goal, given
        As for `decide`.
    name
        A variable: only hypotheses that contain it are looked at. All if it is empty.
    effort, timeout, progress
        As for `sharpen`; the effort is that of each proof.

    Raises
    ------
    NoHypothesis
        if none contains the variable.
    ValueError
        if the statement is refuted.

    >>> for found in weaken("log(x) >= 1 - 1/x", ["x >= 1", "y > 2"]):
    ...     print(found)
    1 ≤ x: can be weakened to 0 < x
    2 < y: not needed
    """
    with READING:
        asked = read_question(goal, given)
    check_limits(effort=effort, timeout=timeout)
    integers = [x.args[0] for x in occurring((*asked.goals, *asked.given)) if x.sort == "Z"]
    limits: dict[str, Any] = {"integers": integers, "effort": effort, "timeout": timeout}
    about = _about(asked.given, name)
    whole = decide(goal, given, **limits)
    if whole.answer == "refuted":
        raise ValueError(f"the statement does not hold: {_point(whole)}")
    found = []
    for h in about:
        if progress is not None:
            progress(text(h))
        others = [text(g) for g in asked.given if g is not h]
        found.append(_Hypothesis(listed(goal), h, others, limits, text, text).weakened())
    return found


def weaken_claim(
    claim: Claim,
    name: str = "",
    start: Start | None = None,
    show: Callable[[Term], str] = text,
    *,
    effort: float = EFFORT,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Weakening]:
    """Do the same as `weaken` for a claim of a paper, and evaluate it at sampled points without the hypothesis.

    Parameters
    ----------
    claim
        The claim.
    start
        A function that sets some numbers of a point in advance; see `sample`.
    show
        A function that prints a hypothesis.
    name, effort, timeout, progress
        As for `weaken`.

    Raises
    ------
    NoHypothesis
        if no hypothesis contains the variable.
    ValueError
        if the claim fails at a sampled point.
    """
    check_limits(effort=effort, timeout=timeout)
    needs = dict.fromkeys(c for g in (*claim.given, claim.shows) for c in conditions(g))
    about_numbers = all(x.op == "var" for x in occurring((*claim.given, claim.shows)))
    integers = [x.args[0] for x in occurring((*claim.given, claim.shows)) if x.sort == "Z"]
    limits: dict[str, Any] = {"integers": integers, "effort": effort, "timeout": timeout}

    def undefined(condition: Term, others: list[Term]) -> bool:
        """Return whether a condition is refuted, or a formula is undefined under the other hypotheses."""
        try:
            return decide(text(condition), others, integers=integers, effort=BRIEFLY).answer == "refuted"
        except UndefinedError:
            return True
        except ParseError:
            return False

    whole = sample(claim, start=start)
    if whole.verdict == "fails":
        raise ValueError(f"the statement does not hold: it fails at {whole.point}")
    goals = [claim.shows, *map(text, needs)]
    found = []
    for h in _about(claim.given, name):
        if progress is not None:
            progress(show(h))
        others = [g for g in claim.given if g is not h]
        condition = next((c for c in needs if c.free & h.free and undefined(c, others)), None)
        if condition is not None:
            found.append(Weakening(show(h), "needed", why=f"without it, {show(condition)} may fail"))
            continue
        known = Weakening(show(h), "not known")
        sampled = sample(Claim(tuple(others), claim.shows), start=start)
        if sampled.verdict == "fails":
            at = sampled.point if len(sampled.point) < LONG else "a sampled point"
            known = Weakening(show(h), "needed", why=f"it fails at {at}")
        if about_numbers or known.role == "not known":
            with suppress(KernelError, ValueError):
                searched = _Hypothesis(goals, h, others, limits, show, lambda g: g).weakened()
                known = known if searched.role == "not known" else searched
        found.append(known)
    return found


def _about(given: Sequence[Term], name: str) -> list[Term]:
    """Return the hypotheses that contain a variable with this name or printed name; all hypotheses if it is empty."""
    found = [h for h in given if not name or any(name in (x.args[0], text(x)) for x in h.free)]
    if not found:
        raise NoHypothesis(f"no hypothesis contains {name}" if name else "there is no hypothesis")
    return found


class _Hypothesis:
    """A hypothesis of a statement and the other hypotheses; `show` prints formulas, `put` passes them to the search."""

    def __init__(
        self,
        goal: list[Formula],
        h: Term,
        rest: Sequence[Formula],
        limits: dict[str, Any],
        show: Callable[[Term], str],
        put: Callable[[Term], Formula],
    ) -> None:
        self.goal, self.h, self.rest, self.limits = goal, h, [*rest], limits
        self.show, self.put = show, put

    def weakened(self) -> Weakening:
        """Try to omit the hypothesis, except for conditions that make the statement defined; otherwise weaken it."""
        domain: list[str] = []
        while True:
            try:
                without = decide(self.goal, [*self.rest, *domain], **self.limits)
                break
            except UndefinedError as wrong:
                if wrong.condition in domain or len(domain) == MOST_CONDITIONS:
                    return Weakening(self.show(self.h), "needed", why=f"without it, {wrong.condition} may fail")
                domain.append(wrong.condition)
        for condition in domain[:-1]:  # a later condition may imply it
            fewer = [d for d in domain if d != condition]
            with suppress(UndefinedError):
                without, domain = decide(self.goal, [*self.rest, *fewer], **self.limits), fewer
        self.rest += domain
        if without.answer == "proved":
            return Weakening(
                self.show(self.h), "can be weakened" if domain else "not needed", ", ".join(domain), answers=(without,)
            )
        if self.h.op in ("le", "lt"):
            integers = all(side.sort == "Z" for side in self.h.args)
            found = self.over_integers() if integers else self.over_reals()
            if found is not None:
                return found
        role: Role = "needed" if without.answer == "refuted" else "not known"
        return Weakening(self.show(self.h), role, why=_point(without), answers=(without,))

    def over_integers(self) -> Weakening | None:
        """Weaken a relation between integers by 1, 2, 4, …, and then by bisection between the last two of these."""
        answers: dict[int, Answer] = {}

        def holds(k: int) -> bool:
            weaker = self.put(_shifted(self.h, self.h.op, num(k)))
            answers[k] = decide(self.goal, [*self.rest, weaker], **self.limits)
            return answers[k].answer == "proved"

        low, high = 0, 1
        while high <= MOST and holds(high):
            low, high = high, 2 * high
        while high <= MOST and high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        best = high in answers and answers[high].answer == "refuted"
        shown = tuple(answers[k] for k in (low, high) if k in answers)
        why = _point(answers[high]) if best else ""
        if low:
            weaker = self.show(_shifted(self.h, self.h.op, num(low)))
            return Weakening(self.show(self.h), "can be weakened", weaker, best, why, shown)
        return Weakening(self.show(self.h), "sharp", why=why, answers=shown) if best else None

    def over_reals(self) -> Weakening | None:
        """Weaken a relation between real numbers by the sharp constant, or else by a constant that suffices."""
        with READING:
            asked = read_question(self.goal, self.rest, self.limits["integers"])
        c = var(unused("c", occurring([self.h, *asked.given, *asked.goals])), "R")
        try:
            found = sharpen(self.goal, [*self.rest, self.put(_shifted(self.h, "le", c))], str(c.args[0]), **self.limits)
        except UndefinedError:
            return None
        end, bracket = found.upper, found.bracket
        if end is not None:
            op = "le" if end.closed else "lt"
            if not self.allows(op, end.value):
                return None
            proofs = tuple(found.theorems)
            if end.value is num(0) and op == self.h.op:
                return Weakening(self.show(self.h), "sharp", why=end.where, answers=proofs)
            weaker = self.show(_shifted(self.h, op, end.value))
            return Weakening(self.show(self.h), "can be weakened", weaker, True, end.where, proofs)
        if bracket is not None and bracket.holds_at is not None and bracket.proved is not None and bracket.holds_at > 0:
            weaker = self.show(_shifted(self.h, "le", num(bracket.holds_at.numerator, bracket.holds_at.denominator)))
            why = "" if bracket.refuted is None else _point(bracket.refuted, c.args[0])
            return Weakening(self.show(self.h), "can be weakened", weaker, why=why, answers=(bracket.proved,))
        return None

    def allows(self, op: str, slack: Term) -> bool:
        """Return whether the hypothesis s <= t + c or s < t + c with the slack c is no stronger than the original."""
        if slack.free:
            return False
        with ctx.workprec(BITS):
            return (slack is num(0) and (op == "le" or self.h.op == "lt")) or value(slack, {}) > 0


def _shifted(h: Term, op: str, by: Term) -> Term:
    """Return s <= t + c or s < t + c for a relation between s and t; c is subtracted from s if s is a numeral."""
    s, t = h.args
    pair = (canonical(s - by), t) if s.op == "num" else (s, canonical(t + by))
    return (le if op == "le" else lt)(*pair)


def _point(answer: Answer, auxiliary: str = "") -> str:
    """Describe the point at which a statement fails, without the value of an auxiliary variable."""
    point = {} if answer.answer != "refuted" else dict(answer.counterexample or {})
    point.pop(auxiliary, None)
    return f"it fails at {shown_point(point)}" if point else ""
