"""Sharp constants: the set of values of a constant for which a statement holds, proved from both sides."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from math import log2
from typing import TYPE_CHECKING, Any, Literal

from flint import arb, ctx

from proofs.checking.definedness import conditions
from proofs.checking.models.compiled import Undefined
from proofs.kernel.normal import canonical, key
from proofs.kernel.store import Json
from proofs.kernel.terms import Term, eq, exp, le, lt, num, substitute, substitution, var
from proofs.language.display import latex, text
from proofs.language.notation import every, larger, opposite, smaller
from proofs.language.tokens import ParseError
from proofs.search.answer import Answer, UndefinedError
from proofs.search.entry_points import decide
from proofs.search.question import READING, Formula, Question, listed, read_question
from proofs.search.sharpening.candidates import Candidate, candidates, samples, shorter, simplified
from proofs.search.sharpening.critical import (
    BITS,
    Env,
    NotReduced,
    Statement,
    abstracted,
    affine,
    holds,
    occurring,
    parts_of,
    reduced,
    unused,
    value,
    weak,
)
from proofs.search.sharpening.instances import instance, joined
from proofs.search.sharpening.lambert import Root
from proofs.search.sharpening.optimum import Optimum
from proofs.search.worker_calls import EFFORT, check_limits

if TYPE_CHECKING:
    import sympy as sp

Rational = Any  # an integer, a fraction, a decimal with its printed value, or text such as "1/3"
WIDTH = Fraction(1, 1000)
LARGEST = 10**12  # larger estimates are not bracketed
NEAR = (num(1), num(1, 4), num(1, 32))  # the largest steps that are tried
SAMPLED = tuple(map(Fraction, ("1/4", "1/2", "1", "2", "4")))  # values of the second of two constants
SIDES = {1: "lower", -1: "upper"}
RANGES = ("sum", "prod", "max")
FINE = 2.0**-20, 2.0**-40  # distances at which a rate is measured
CLOSE = 0.01  # the tolerance for rounding a measured exponent to an integer
SHARE = 0.2  # share of the effort for a proof at a point or close to a limit
MONOTONE = 0.5  # share of the effort for the proof that a statement is monotone in the constant
Verdict = Literal["sharp", "bracket", "always", "unknown"]


@dataclass(frozen=True)
class End:
    """An end of the set of constants for which a statement holds.

    Attributes
    ----------
    value
        The end, in closed form.
    closed
        Whether the statement holds there.
    where
        Where the sides are equal there, or come together, in words.
    attained
        Whether they are equal somewhere.
    fails
        The proof that the statement fails for every constant beyond the end.
    point
        The equations of a point at which they are equal, as text; empty if there is none, or if every point is one.
    roots
        The values of Lambert's function in it, as variables.
    """

    value: Term
    closed: bool
    where: str
    attained: bool
    fails: Answer
    point: tuple[str, ...] = ()
    roots: tuple[Root, ...] = ()

    @property
    def expression(self) -> sp.Expr:
        """The value as a SymPy expression."""
        from proofs.search.sharpening.symbolic import expression

        return expression(self.value).subs({expression(r.variable): r.expression for r in self.roots})


@dataclass(frozen=True)
class Bracket:
    """Two rational values of a constant: one at which a statement fails, one at which it holds.

    Attributes
    ----------
    fails_at, holds_at
        The values; None if none was decided.
    refuted, proved
        The answers there, with the counterexample and the certificate.
    """

    fails_at: Fraction | None = None
    holds_at: Fraction | None = None
    refuted: Answer | None = None
    proved: Answer | None = None

    @property
    def width(self) -> Fraction | None:
        """The distance between the two values."""
        return None if self.fails_at is None or self.holds_at is None else abs(self.holds_at - self.fails_at)


@dataclass(frozen=True)
class Sharp:
    """The result of `sharpen`.

    Attributes
    ----------
    answer
        ``"sharp"`` if the set of constants is known and proved from both sides; ``"always"`` if the statement holds for
        every constant; ``"bracket"`` if only rational bounds are proved; ``"unknown"`` if nothing is.
    constant
        The name of the constant.
    asked
        The question.
    lower, upper
        The ends of the set; None where it is unbounded.
    holds
        The proof of the statement for every constant of the set.
    bracket
        Rational bounds, if the set is not known.
    hint
        What is missing.
    effort
        The effort that the proofs took.
    """

    answer: Verdict
    constant: str
    asked: Question
    lower: End | None = None
    upper: End | None = None
    holds: Answer | None = None
    bracket: Bracket | None = None
    hint: str = ""
    effort: float = 0.0

    @property
    def ends(self) -> list[tuple[End, str, str]]:
        """The ends, each with the relation of the set and that of its complement."""
        rows = ((self.lower, ">= ", "> ", "< ", "<= "), (self.upper, "<= ", "< ", "> ", ">= "))
        return [
            (end, inside if end.closed else strictly, beyond if end.closed else from_there)
            for end, inside, strictly, beyond, from_there in rows
            if end is not None
        ]

    @property
    def theorems(self) -> list[Answer]:
        """The answers that prove the result: that the statement holds, and that it fails beyond each end."""
        return [a for a in (self.holds, *(end.fails for end, *_ in self.ends)) if a is not None]

    @property
    def certificate(self) -> list[Json]:
        """The stored theorems of all proofs, for `lemmata audit`."""
        return joined([answer.certificate for answer in self.theorems])

    def __str__(self) -> str:
        goal = " and ".join(map(str, self.asked.conclusions))
        given = ", ".join(map(str, self.asked.hypotheses))
        of = f"{goal}, given {given}" if given else goal
        if self.answer == "sharp":
            parts = [f"sharp: {of}"]
            for end, inside, beyond in self.ends:
                v = text(end.value)
                parts.append(
                    f"{self.constant} {inside}{v}; it fails for every {self.constant} {beyond}{v}; {end.where}"
                )
                parts += map(str, end.roots)
        elif self.answer == "always":
            contradictory = self.holds is not None and self.holds.vacuous
            parts = [f"it holds for every {self.constant}: {of}"]
            parts += ["but the hypotheses contradict each other"] if contradictory else []
        elif self.answer == "bracket" and self.bracket is not None:
            b = self.bracket
            rows = (("fails", b.fails_at), ("holds", b.holds_at))
            found = ", ".join(f"{what} at {self.constant} = {v}" for what, v in rows if v is not None)
            parts = [f"bracket: {of}", found]
        else:
            parts = [f"unknown: {of}"]
        return "\n   ".join(filter(None, [*parts, self.hint]))

    def _repr_latex_(self) -> str:
        goal = r" \wedge ".join(map(latex, self.asked.goals))
        signs = {">=": r"\ge", "<=": r"\le"}
        ends = (
            f"{self.constant} {signs.get(inside.strip(), inside)} {latex(end.value)}" for end, inside, _ in self.ends
        )
        within = r",\ ".join(ends)
        return rf"$\displaystyle {goal} \iff {within}$" if self.answer == "sharp" else ""

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._repr_latex_())}</p><pre>{escape(str(self))}</pre>"

    def to_json(self, certificate: bool = True) -> dict[str, Any]:
        """Return plain data, with or without the certificates of the theorems."""

        def answered(answer: Answer) -> dict[str, Any]:
            return {k: v for k, v in answer.to_json().items() if certificate or k != "certificate"}

        def plain(end: End | None) -> dict[str, Any] | None:
            if end is None:
                return None
            fails = answered(end.fails)
            shown = {"value": text(end.value), "latex": latex(end.value), "closed": end.closed}
            shown["definitions"] = [text(g) for r in end.roots for g in r.definition]
            return {**shown, "where": end.where, "attained": end.attained, "fails": fails}

        b = self.bracket
        return {
            "answer": self.answer,
            "constant": self.constant,
            "goal": [str(place) for place in self.asked.conclusions],
            "given": [str(place) for place in self.asked.hypotheses],
            "lower": plain(self.lower),
            "upper": plain(self.upper),
            "holds": None if self.holds is None else answered(self.holds),
            "bracket": None if b is None else {
                "fails_at": None if b.fails_at is None else str(b.fails_at),
                "holds_at": None if b.holds_at is None else str(b.holds_at),
            },
            "hint": self.hint,
            "effort": round(self.effort, 6),
        }  # fmt: skip


def sharpen(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula] = (),
    constant: str | sp.Symbol = "c",
    *,
    parameters: Collection[str] = (),
    integers: Collection[str] = (),
    width: Rational = WIDTH,
    effort: float = EFFORT,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Sharp:
    """Find the constants for which a statement holds for all values of its other variables, and prove both halves.

    Candidates are guessed: from the digits of the optimum, or from the zeros of a derivative. Then the kernel accepts
    that the statement holds for every constant up to the candidate, and that it fails for every one beyond it, at the
    point of the optimum or at an explicit point close to a limit. Nothing rests on floating-point numbers.

    Parameters
    ----------
    goal, given
        As for `decide`.
    constant
        The name of the constant, or its symbol in SymPy; it is a variable of the question.
    parameters
        Names of variables on which the constant may depend; the length of a sequence always is one.
    integers
        Further names of integers, as for `decide`.
    width
        If no closed form is proved: the width of the rational bracket to look for.
    effort
        The budget of each proof; see `decide`.
    timeout
        Seconds after which no proof is continued; a result that was stopped says so.
    progress
        Called with a line before each candidate is tried.

    Raises
    ------
    ValueError
        if the constant is not a variable of the question, or the width or the timeout is not positive.
    ParseError, UndefinedError
        as for `decide`.

    Examples
    --------
    >>> from proofs import sharpen
    >>> found = sharpen("log(x) <= c*sqrt(x)", "x > 0")
    >>> print(found)
    sharp: log(x) <= c*sqrt(x), given x > 0
       c >= 2·exp(-1); it fails for every c < 2·exp(-1); equality at x = exp(2)
    >>> found.lower.fails.answer, found.holds.answer
    ('proved', 'proved')
    """
    called = constant if isinstance(constant, str) else constant.name
    with READING:
        asked = read_question(goal, given, integers)
    wished = Fraction(str(width))
    if wished <= 0:
        raise ValueError("the width has to be positive")
    check_limits(effort=effort, timeout=timeout)
    found = {x.args[0]: x for t in (*asked.given, *asked.goals) for x in t.free}
    missing = [name for name in (called, *parameters) if name not in found]
    if missing:
        raise ValueError(f"{missing[0]} is not a variable of the statement")
    own = [found[p] for p in parameters]
    work = _Sharpening(asked, goal, listed(given), found[called], own, effort, timeout, progress or (lambda _: None))
    return replace(work.result(wished), effort=work.spent)


def sharpen_pair(
    goal: Formula | Sequence[Formula],
    given: Formula | Sequence[Formula],
    constants: tuple[str, str],
    *,
    parameters: Collection[str] = (),
    **limits: Any,
) -> list[Sharp]:
    """Find the pairs of constants for which a statement holds: the sharp value of the first for each of the second.

    Parameters
    ----------
    goal, given, parameters
        As for `sharpen`.
    constants
        The names of the two constants.
    limits
        The other arguments of `sharpen`.

    Returns
    -------
    list of Sharp
        The first constant as a function of the second; if no closed form is found, its values for a few values of the
        second, each of which is given by a hypothesis.

    Raises
    ------
    ValueError, ParseError, UndefinedError
        as for `sharpen`.

    >>> (found,) = sharpen_pair("x <= a*x**2 + b", "b > 0", ("a", "b"))
    >>> print(found)
    sharp: x <= a*x**2 + b, given b > 0
       a >= 1/(4·b); it fails for every a < 1/(4·b); equality at x = 2·b
    """
    first, second = constants
    curve = sharpen(goal, given, first, parameters=[*parameters, second], **limits)
    if curve.answer in ("sharp", "always"):
        return [curve]
    (other,) = {x for t in (*curve.asked.given, *curve.asked.goals) for x in t.free if x.args[0] == second}
    about = [g for g in curve.asked.given if g.free == {other}]
    with ctx.workprec(BITS):
        values = [v for v in SAMPLED if all(holds(g, {other: arb(v.numerator) / v.denominator}) for g in about)]
    equations = [f"{second} == {v}" for v in values]
    return [sharpen(goal, [*listed(given), e], first, parameters=parameters, **limits) for e in equations]


class OutOfTime(Exception):
    """Raised when the time limit of a search for a constant is reached."""


class _Sharpening:
    """The search for the ends of one set of constants."""

    def __init__(
        self,
        asked: Question,
        goal: Formula,
        given: list[Formula],
        c: Term,
        parameters: list[Term],
        effort: float,
        timeout: float | None,
        progress: Callable[[str], None],
    ) -> None:
        self.asked, self.goal, self.given, self.c = asked, goal, given, c
        self.effort, self.spent = effort, 0.0
        self.timeout, self.start, self.progress = timeout, time.monotonic(), progress
        self.strict = any(g.op == "lt" for g in asked.goals)
        self.sizes = {x for t in (*asked.given, *asked.goals) for x in _sizes(t)}
        self.free = free = occurring((*asked.goals, *asked.given))
        self.parameters = tuple(x for x in free if x in parameters or x in self.sizes)
        self.step = var(unused("t", free), c.sort)  # the distance of c from the end, or the parameter near a limit
        self.other = var(unused("u", free), c.sort)  # another value of c
        self.integers = [x.args[0] for x in (*free, self.step, self.other) if x.sort == "Z"]
        self.sequences = {x: (var(f"{x.args[0]}_1'", "R"), var(f"{x.args[0]}_2'", "R")) for x in free if x.op == "fn"}

    @cached_property
    def statement(self) -> Statement:
        """The statement about numbers."""
        given = [p for g in self.asked.given for p in parts_of(g)]
        return Statement(
            self.c,
            tuple(reduced(g, self.sequences) for g in given),
            tuple(reduced(g, self.sequences) for t in self.asked.goals for g in parts_of(t)),
            self.parameters,
        )

    def result(self, width: Fraction) -> Sharp:
        """Return the result, or the partial result at the time limit."""
        ends: dict[int, End] = {}
        estimates: dict[int, arb] = {}
        try:
            return self.found(width, ends, estimates)
        except OutOfTime:
            hint = f"stopped after {self.timeout:g} s; {self.advice(estimates, ends)}"
            return Sharp("unknown", self.c.args[0], self.asked, hint=hint)

    def found(self, width: Fraction, ends: dict[int, End], estimates: dict[int, arb]) -> Sharp:
        """Return the result; a bracket is sought only if there is no closed form."""
        name = self.c.args[0]
        if any(g.op not in ("le", "lt", "all") for g in self.asked.goals):
            return Sharp("unknown", name, self.asked, hint="each goal has to be an inequality, with <= or <")
        try:
            for side in SIDES:
                end = self.end(side, estimates)
                if end is not None:
                    ends[side] = end
        except NotReduced:
            what = "no candidate: the question is not about numbers, nor symmetric in the members of its sequences"
            return Sharp("unknown", name, self.asked, hint=what)
        if estimates.keys() <= ends.keys():
            roots = [r for end in ends.values() for r in end.roots]
            holds = self.with_roots(roots, partial(_Sharpening.holds, ends=ends))
            if holds is not None and holds.answer == "proved":
                verdict: Verdict = "sharp" if ends else "always"
                return Sharp(verdict, name, self.asked, ends.get(1), ends.get(-1), holds)
        return self.bracketed(width, ends, estimates)

    def end(self, side: int, estimates: dict[int, arb]) -> End | None:
        """Return the end of a side whose failing half is proved; None if there is none."""
        for found in candidates(self.statement, side):
            if isinstance(found, Optimum):
                estimates.setdefault(side, found.value)
                continue
            closed = not (self.strict and found.approach is None)
            self.progress(f"{self.c.args[0]} = {text(found.value)}?")
            fails = self.with_roots(found.roots, partial(_Sharpening.fails, found=found, side=side, closed=closed))
            if fails is not None:
                where, point = self.where(found), self.equations(found)
                return End(found.value, closed, where, found.approach is None, fails, point, found.roots)
        return None

    def with_roots(self, roots: Sequence[Root], prove: Callable[[_Sharpening], Answer | None]) -> Answer | None:
        """Call `prove` with the definitions of values of Lambert's function, and their logarithms, as hypotheses."""
        if not roots:
            return prove(self)
        more = [g for r in roots for g in (*r.definition, r.logarithm)]
        given = [*self.given, *map(text, more)]
        with READING:
            asked = read_question(self.goal, given, self.integers)
        parameters = [*self.parameters, *(r.variable for r in roots)]
        work = _Sharpening(asked, self.goal, given, self.c, parameters, self.effort, self.timeout, self.progress)
        work.start = self.start
        answer = prove(work)
        self.spent += work.spent
        if answer is None or answer.answer != "proved":
            return answer
        logarithms = {key(r.logarithm) for r in roots}
        return instance(answer, {}, [g for g in answer.given if key(g) not in logarithms], self.effort * SHARE)

    def bound(self, end: Term, side: int, closed: bool) -> Term:
        """Return the relation that states that the constant is in the set, as far as this end is concerned."""
        relation = le if closed else lt
        return relation(end, self.c) if side > 0 else relation(self.c, end)

    def ask(self, goal: Formula, given: list[Formula], effort: float) -> Answer:
        """Decide a question and add its effort to the total."""
        left = None if self.timeout is None else self.start + self.timeout - time.monotonic()
        if left is not None and left <= 0:
            raise OutOfTime
        answer = decide(goal, given, integers=self.integers, effort=effort, timeout=left)
        self.spent += answer.effort
        return answer

    def holds(self, ends: Mapping[int, End]) -> Answer:
        """Prove the statement for every constant within the ends, from the ends if it is affine or monotone in it."""
        answer = self.holds_from_ends(ends) if ends else None
        bounds = [self.bound(end.value, side, end.closed) for side, end in ends.items()]
        return answer if answer is not None else self.ask(self.goal, [*self.given, *map(text, bounds)], self.effort)

    def holds_from_ends(self, ends: Mapping[int, End]) -> Answer | None:
        """Prove the statement at the ends, and then for all constants between the ends or inside a single end."""
        goals = list(self.asked.goals)
        parts = self.linear() if len(ends) > 1 and all(end.closed for end in ends.values()) else None
        if self.statement.mixed or (len(ends) > 1 and parts is None):
            return None
        shown: list[Answer] = []
        for end in ends.values():
            answer = self.proved_at(
                [substitute(g if end.closed else weak(g), {self.c: end.value}) for g in goals], self.domain, 1
            )
            if answer is None:
                return None
            shown.append(answer)
        if parts is not None:
            return self.between(parts, ends, shown)
        ((side, end),) = ends.items()
        order = partial(self.bound, side=side, closed=end.closed)
        return self.carried(goals, order, end.value, shown[0], self.asked.given)

    def linear(self) -> tuple[Term, Term] | None:
        """Return A and B for a single goal 0 <= A + B c, if no condition for definedness contains c; otherwise None."""
        goals = self.asked.goals
        needs = [*(n for p in self.asked.wanted for n in p.conditions), *(n for g in goals for n in conditions(g))]
        if len(goals) > 1 or any(self.c in t.free for t in needs):
            return None
        return affine(goals[0].args[1] - goals[0].args[0], self.c)

    def proved_at(self, goals: list[Term], given: list[Term], share: float = SHARE) -> Answer | None:
        """Prove goals at an end of the set after simplifying their exponentials and logarithms."""
        core, simple = simplified(goals, occurring((*self.asked.goals, *self.asked.given, *goals, *given)))
        if not simple:
            return self.proved(goals, given, share)
        sides = [self.proved([eq(t, u)], given) for t, u in simple.values()]
        answer = self.proved(core, [*given, *(eq(s, u) for s, (_, u) in simple.items())], share)
        if answer is None or any(side is None for side in sides):
            return None
        known = [side for side in sides if side is not None]
        return instance(answer, {s: t for s, (t, _) in simple.items()}, given, self.effort * SHARE, goals, known)

    def carried(
        self,
        goals: Sequence[Term],
        order: Callable[[Term], Term],
        end: Term,
        shown: Answer,
        given: Sequence[Term],
        more: Sequence[Term] = (),
    ) -> Answer | None:
        """Prove goals that are monotone in the constant on one side of an end, from their proof at the end.

        `order` compares the constant with the end. If it is strict, the goals are proved with <= at the end. `more`
        contains further, easy goals.
        """
        u, c = self.other, self.c
        strict = order(u).op == "lt"
        known = [substitute(weak(g) if strict else g, {c: u}) for g in goals]
        single = goals[0] if len(goals) == 1 and goals[0].op in ("le", "lt") else None
        parts = affine(single.args[1] - single.args[0], c) if single is not None else None
        if parts is not None:
            a, b = var("A0", "R"), var("B0", "R")
            sign = le if known[0].op == goals[0].op else lt
            rises = order(u).args[0] is u  # whether the constant is above the end
            slope, signed_slope = (sign(num(0), s if rises else -s) for s in (b, parts[1]))
            line = self.proved([_relation(goals[0], a + b * c)], [_relation(known[0], a + b * u), order(u), slope])
            signed = self.proved([signed_slope], [g for g in given if c not in g.free])
            if line is not None and signed is not None:
                values = {a: parts[0], b: parts[1], u: end}
                using = [shown, signed]
                return instance(line, values, [*given, order(end)], self.effort * SHARE, [*goals, *more], using)
        about_end = [substitute(g, {c: u}) for g in given if c in g.free]
        lemma = self.proved(goals, [*given, *known, order(u)], MONOTONE)
        if lemma is None and about_end:
            lemma = self.proved(goals, [*given, *known, *about_end, order(u)], MONOTONE)
        if lemma is None:
            return None
        return instance(lemma, {u: end}, [*given, order(end)], self.effort * SHARE, [*goals, *more], [shown])

    def between(self, parts: tuple[Term, Term], ends: Mapping[int, End], shown: Sequence[Answer]) -> Answer | None:
        """Prove a goal 0 <= A + B c or 0 < A + B c between two ends from its proofs there; `parts` are A and B."""
        (goal,) = self.asked.goals
        a, b, c, u, v = (var(name, "R") for name in ("A0", "B0", "C0", "U0", "V0"))
        known = [*(_relation(goal, a + b * x) for x in (u, v)), le(u, c), le(c, v)]
        lemma = self.proved([_relation(goal, a + b * c)], known)
        if lemma is None:
            return None
        values = {a: parts[0], b: parts[1], c: self.c, u: ends[1].value, v: ends[-1].value}
        given = [*self.asked.given, *(self.bound(end.value, side, True) for side, end in ends.items())]
        return instance(lemma, values, given, self.effort * SHARE, [goal], shown)

    @property
    def domain(self) -> list[Term]:
        """The hypotheses without the constant."""
        return [g for g in self.asked.given if self.c not in g.free]

    def fails(self, found: Candidate, side: int, closed: bool) -> Answer | None:
        """Prove that the statement fails for every constant beyond a candidate."""
        beyond = opposite(self.bound(found.value, side, closed))
        if self.sequences:
            return None if found.approach else self.fails_for_sequences(found, beyond, side)
        about = [g for g in self.asked.given if g.free <= {self.c, *self.parameters}]
        others = [g for g in self.asked.given if g not in about]
        for point in self.points(found):
            for goal in self.asked.goals:
                claim = self.claims(point, others, goal)
                answer = self.fails_beyond(claim, about, beyond, found.value, side)
                if answer is not None:
                    return answer
        return None if found.approach is None else self.fails_near(found, side, about, others)

    def points(self, found: Candidate) -> Iterator[dict[Term, Term]]:
        """Yield points at which a statement may fail: the point of a candidate, and points with x <= c or c <= x."""
        if found.approach is None:
            yield dict(found.point)
        x, c = None if found.approach is None else found.approach.variable, self.c
        if x is None or not self.statement.mixed:
            return
        yield {**found.point, x: c}
        for d in NEAR:
            yield {**found.point, x: larger(c, canonical(found.value - d))}
            yield {**found.point, x: smaller(c, canonical(found.value + d))}

    def claims(self, point: Mapping[Term, Term], given: Sequence[Term], goal: Term) -> list[Term]:
        """Return the formulas that state that the hypotheses hold at a point and the goal fails at it."""
        put = substitution(point)
        fails = put(opposite(goal))
        known = {key(put(g)): put(g) for g in given}
        return [*(g for k, g in known.items() if k is not True and k != key(fails)), fails]

    def fails_beyond(self, goals: list[Term], given: list[Term], beyond: Term, end: Term, side: int) -> Answer | None:
        """Prove goals for a constant beyond an end; the last goal compares terms that are equal at the end.

        The last goal is proved by monotonicity in the constant if possible; otherwise all goals are proved for
        end − t or end + t.
        """
        t, c = self.step, self.c
        *others, claim = goals
        if not self.statement.mixed:
            at_end = self.proved_at([substitute(weak(claim), {c: end})], self.domain)
            order = partial(self.bound, side=-side, closed=beyond.op == "le")
            answer = None if at_end is None else self.carried([claim], order, end, at_end, given, others)
            if answer is not None:
                return answer
        put = {c: end - t if side > 0 else end + t}
        positive = lt(num(0), t) if beyond.op == "lt" else le(num(0), t)
        core = self.proved([substitute(g, put) for g in goals], [*(substitute(g, put) for g in given), positive])
        if core is None:
            return None
        return instance(core, {t: end - c if side > 0 else c - end}, [*given, beyond], self.effort * SHARE, goals)

    def proved(self, goals: Sequence[Term], given: Sequence[Term], share: float = SHARE) -> Answer | None:
        """Prove goals, passed as text so that definedness is proved as well; return None if no proof is found."""
        try:
            answer = self.ask([text(g) for g in goals], [text(g) for g in given], self.effort * share)
        except (UndefinedError, ParseError):
            return None
        return answer if answer.answer == "proved" and not answer.vacuous else None

    def fails_for_sequences(self, found: Candidate, beyond: Term, side: int) -> Answer | None:
        """Prove that the statement fails for sequences with one or two values."""
        if len(self.sizes) != 1:
            return None
        values: list[Term] = []
        for x, (first, second) in self.sequences.items():
            a, b = (found.point[y] for y in (first, second))
            if a is b:
                values.append(self.constantly(x, a, 1))
            else:
                values += [eq(x(1), a), self.constantly(x, b, 2)]
        about = [g for g in self.asked.given if not (g.free & self.sequences.keys())]
        others = [g for g in self.asked.given if g.free & self.sequences.keys()]
        t = self.step
        put = {self.c: found.value - t if side > 0 else found.value + t}
        for goal in self.asked.goals:
            fails = opposite(goal)
            ranges: dict[Term, Term] = {}
            gap = abstracted(canonical(fails.args[1] - fails.args[0]), ranges, RANGES, self.free)
            equal = {s: self.at_point(r, found.point) for r, s in ranges.items()}
            known = [eq(s, v) for s, v in equal.items()]
            relation = le if fails.op == "le" else lt
            core = self.proved([relation(num(0), substitute(gap, put))], [*about, *known, lt(num(0), t)])
            sides = [self.proved([eq(r, equal[s])], [*about, *values]) for r, s in ranges.items()]
            if core is None or any(a is None for a in sides):
                continue
            at = {t: found.value - self.c if side > 0 else self.c - found.value, **{s: r for r, s in ranges.items()}}
            given = [*about, *values, beyond]
            known_sides = [a for a in sides if a is not None]
            answer = instance(core, at, given, self.effort * SHARE, [fails, *others], known_sides)
            if answer is not None:
                return answer
        return None

    def constantly(self, x: Term, value: Term, start: int) -> Term:
        """Return the formula that states that x_i = value for all i >= start."""
        (n,) = self.sizes
        return every(lambda i: eq(x(i), value), start, n)

    def at_point(self, t: Term, point: Mapping[Term, Term]) -> Term:
        """Return the simplified value of a term about sequences at a point."""
        return shorter(substitute(reduced(t, self.sequences), dict(point)))

    def fails_near(self, found: Candidate, side: int, about: list[Term], others: list[Term]) -> Answer | None:
        """Prove the failure close to a limit: at a point given by t <= 1, for constants beyond the end by rate · t."""
        assert found.approach is not None
        t, c = self.step, self.c
        for place, rate in self.places(found, side, t):
            for most in NEAR:
                margin = found.value - rate * t if side > 0 else found.value + rate * t
                near = [lt(num(0), t), le(t, most)]
                beyond = le(c, margin) if side > 0 else le(margin, c)
                point = {y: substitute(u, {found.approach.variable: place}) for y, u in found.point.items()}
                point[found.approach.variable] = place
                gap = found.value - c if side > 0 else c - found.value
                closer = {t: smaller(most, gap / rate)}
                strictly = [*about, lt(c, found.value) if side > 0 else lt(found.value, c)]
                for goal in self.asked.goals:
                    *rest, last = claim = self.claims(point, others, goal)
                    if self.statement.mixed or affine(last.args[1] - last.args[0], c) is None:
                        answer, found_at = self.proved(claim, [*about, *near, beyond]), None
                    elif rest and self.proved(rest, [*about, *near]) is None:
                        continue
                    else:
                        own = [g for g in (*about, *near) if c not in g.free]
                        at = self.proved_at([substitute(last, {c: margin})], own)
                        order = partial(self.bound, side=-side, closed=True)
                        answer = None if at is None else self.carried([last], order, margin, at, [*about, *near])
                        found_at = [substitute(g, closer) for g in (last, *rest)]
                    if answer is not None:
                        return instance(answer, closer, strictly, self.effort * SHARE, found_at)
        return None

    def places(self, found: Candidate, side: int, t: Term) -> Iterator[tuple[Term, Term]]:
        """Yield points near a limit that depend on t, with a rate: the critical value is within rate · t of the end."""
        assert found.approach is not None
        end, inwards = found.approach.end, found.approach.inwards
        envs = samples(self.statement)
        for distance in (t, t * t, exp(-1 / t)):
            place = canonical(end + inwards * distance if end is not None else -inwards / distance)
            unit = self.unit(found, side, {t: place}, envs[0]) if envs else num(1)
            ways = {place: num(1)}
            if unit is not num(1):
                size = num(1) if value(found.value, envs[0]) > 0 else num(-1)
                ways = {substitute(place, {t: t * unit}): size * found.value, **ways}
            for at, factor in ways.items():
                rates = [[r / value(factor, env) for r in self.rates(found, side, {t: at}, env)] for env in envs]
                bounded = all(len(pair) == 2 and pair[1] < 4 * pair[0] + 1 for pair in rates)
                if rates and bounded and all(r < 2**20 for pair in rates for r in pair):
                    k = 1
                    while not all(2 * r < k for pair in rates for r in pair):
                        k *= 2
                    yield at, canonical(num(k) * factor)

    def unit(self, found: Candidate, side: int, near: Mapping[Term, Term], env: Env) -> Term:
        """Return the product of powers of the parameters that serves as the unit of distances from the end.

        If the critical value differs from a candidate a^q by a^p · t^m, this is a^((q − p)/m).
        """
        out = num(1)
        for x in self.statement.parameters:
            ends = env, {**env, x: 2 * env[x]}
            pairs = [list(self.rates(found, side, near, e)) for e in ends]
            if x.sort == "R" and all(len(pair) == 2 and all(r > 0 for r in pair) for pair in pairs):
                low, high = (abs(value(found.value, e)) / r[1] for e, r in zip(ends, pairs, strict=True))
                order = 1 + log2(float(pairs[0][0] / pairs[0][1])) / log2(FINE[0] / FINE[1])
                power = log2(float(high / low)) / order if low > 0 and high > 0 and order > 0 else 0.0
                if round(power) and abs(power - round(power)) < CLOSE:
                    out = out * x ** round(power)
        return canonical(out)

    def rates(self, found: Candidate, side: int, near: Mapping[Term, Term], env: Env) -> Iterator[arb]:
        """Yield the distance of the critical value from the candidate, divided by t, for two small t."""
        assert found.approach is not None
        ((t, place),) = near.items()
        with ctx.workprec(4 * BITS), suppress(Undefined):
            for h in map(arb, FINE):
                x = {**env, found.approach.variable: value(place, {**env, t: h})}
                point = {y: value(u, x) for y, u in found.point.items()}
                v = self.statement.critical({**x, **point}, side)
                if v is not None:
                    yield abs(v - value(found.value, env)) / h

    def where(self, found: Candidate) -> str:
        """Describe where a candidate is attained or approached."""
        if found.approach is not None:
            x, end, inwards = found.approach.variable, found.approach.end, found.approach.inwards
            to = text(end) if end is not None else "∞" if inwards < 0 else "-∞"
            rest = "".join(f", {text(x)} = {text(t)}" for x, t in found.point.items())
            return f"approached as {text(x)} → {to}{rest}"
        shown = []
        for x, (first, second) in self.sequences.items():
            a, b = (text(found.point[y]) for y in (first, second))
            name = x.args[0]
            shown.append(f"{name}_i = {a} for all i" if a == b else f"{name}_1 = {a}, {name}_i = {b} for i > 1")
        shown += [f"{text(x)} = {text(t)}" for x, t in found.point.items() if not self.sequences]
        if not shown:
            return "equality there"
        return f"{'equality' if self.c.sort == 'R' else 'so'} at {', '.join(shown)}"

    def equations(self, found: Candidate) -> tuple[str, ...]:
        """Return the equations of the point at which a candidate is attained, if all its sequences are constant."""
        pairs = {x: [found.point.get(y) for y in values] for x, values in self.sequences.items()}
        if found.approach is not None or any(a is not b for a, b in pairs.values()):
            return ()
        members = tuple(f"{x.args[0]}[i] == {text(a)}" for x, (a, _) in pairs.items() if a is not None)
        return members or tuple(f"{text(x)} == {text(t)}" for x, t in found.point.items())

    def bracketed(self, width: Fraction, ends: Mapping[int, End], estimates: Mapping[int, arb]) -> Sharp:
        """Return rational bounds close to the estimate of an end that is not proved."""
        name = self.c.args[0]
        side = next(iter(estimates), None)
        if side is None or len(estimates) > 1 or self.parameters or not abs(estimates[side]) < LARGEST:
            return Sharp("unknown", name, self.asked, hint=self.advice(estimates, ends))
        about = Fraction(float(estimates[side]))
        self.progress(f"a bracket near {float(about):.6g}")
        proved, holds_at = self.decided(about, side, width, "proved")
        refuted, fails_at = self.decided(about, -side, width, "refuted")
        verdict: Verdict = "unknown" if proved is None or refuted is None else "bracket"
        bracket = Bracket(fails_at, holds_at, refuted, proved)
        return Sharp(verdict, name, self.asked, bracket=bracket, hint=self.advice(estimates, ends))

    def decided(self, about: Fraction, way: int, width: Fraction, wished: str) -> tuple[Answer | None, Fraction | None]:
        """Return the answer `wished` and a value close to an estimate at which it is obtained, or (None, None)."""
        gap = width / 2
        for _ in range(4):
            v = (about + way * gap * 3 / 4).limit_denominator(int(8 / gap) + 1)
            answer = self.ask(self.goal, [eq(self.c, num(v.numerator, v.denominator)), *self.given], self.effort)
            if answer.answer == wished:
                return answer, v
            gap *= 8
        return None, None

    def advice(self, estimates: Mapping[int, arb], ends: Mapping[int, End]) -> str:
        """Describe the partial result and what is missing."""
        if not estimates:
            return "no constant seems to be sharp: the statement may hold for none"
        said = []
        for side, v in estimates.items():
            near = "0" if abs(v) < arb("1e-30") else v.str(10, radius=False)
            what = f"the {SIDES[side]} end seems to be near {near}"
            if side in ends:
                what += f"; it fails beyond {text(ends[side].value)}, but it is not proved that it holds there"
            said.append(what)
        return "; ".join(said)


def _relation(like: Term, t: Term) -> Term:
    """Return 0 <= t if `like` is a weak inequality, and 0 < t otherwise."""
    return (le if like.op == "le" else lt)(num(0), t)


def _sizes(t: Term) -> set[Term]:
    """Return the variables in the bounds of ranges."""
    kids = [a for a in t.args if isinstance(a, Term)]
    own = {x for a in t.args[:2] for x in a.free if x.op == "var"} if t.op in ("sum", "prod", "max") else set()
    return own.union(*map(_sizes, kids))
