"""The decision procedure: alternating searches for counterexamples and proofs, in rounds with doubling budgets.

The budget of a round does not depend on the total effort, which only determines when to stop. Hence a question that is
answered with some effort is answered with more effort as well, by the same certificate. The procedure runs in a worker
process (`proofs.workers.pool`), which enforces the limits of time and memory.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, count, islice, product
from math import inf
from typing import Any, NamedTuple

from flint import fmpq

from proofs.builder.chapter import Claim
from proofs.builder.multipliers import combine
from proofs.builder.proof import Proof
from proofs.checking.definedness import conditions
from proofs.checking.models.compiled import ranged_body
from proofs.checking.models.precision import last_precision
from proofs.checking.refute import refutes, value_text, write
from proofs.kernel.normal import key, normal, plus
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError, Term, instantiate_bound, lt, num, substitute, substitution
from proofs.language import display
from proofs.language.notation import every, implies
from proofs.language.parse import Parsed, Relation
from proofs.search.advice import advice, advice_of_sequences, shown_point
from proofs.search.answer import Answer, UndefinedError, Verdict, plain_point
from proofs.search.base.effort import METER, OutOfEffort, budget, over, spent
from proofs.search.base.failures import LimitReached
from proofs.search.base.formulas import ABSURD, free_variables, ranges
from proofs.search.base.ranges import Side
from proofs.search.certificate_theorems import complete, theory
from proofs.search.counterexamples import undefined
from proofs.search.counterexamples.algebraic import counterexample, points, symmetric_point
from proofs.search.counterexamples.recursions import Recursion
from proofs.search.counterexamples.simple import simplified
from proofs.search.counterexamples.zeros import counterexample as counterexample_at
from proofs.search.counterexamples.zeros import zeros
from proofs.search.engine import Search, budgets
from proofs.search.lemmas.own import OwnLemmas, read_own
from proofs.search.points.counter import Exact, Outlook, exact, find, judged, outlook, truth, truth_with_roots
from proofs.search.points.instances import PointSearch, Values
from proofs.search.points.scaled import Scaled, normed, scaled
from proofs.search.question import Question, read_question
from proofs.search.sequences.forms import of_sequences, walk
from proofs.search.table import TABLE
from proofs.workers.pool import Overrun, alarm, tell

Point = dict[str, Fraction | str]
FEW = 50  # points that are tried to satisfy the hypotheses
GLANCE, GLANCE_OF_SEQUENCES = 0.004, 0.05  # the effort for counterexamples in the first round
LOOK = 0.25  # the share of a round's proof budget for each search for a counterexample
WITHOUT_ONE = 0.5  # the share of a round's proof budget for a proof without one of the hypotheses
LAST = 3  # the last round if no larger budget would lead to a proof
FULL = 2  # the first round with all searches for counterexamples
TO_CONTRADICT = 0.2  # the budget for a proof that the hypotheses of a proved question contradict each other
BRIEFLY = 0.1  # the effort to find a point at which the hypotheses hold
AT_A_POINT = 2.0  # the effort to prove that a goal fails at one point
AT_ONCE = 0.2  # the share of a budget for the first attempt to prove definedness
LOOK_BACK = 0.6  # the effort to sample points for the report on an unanswered question
REPORTING = 2.0  # seconds for this report if the search reached its time limit
TELLING = 0.25  # the effort between two reports of progress
WARM_UP = {  # questions that fill caches, for questions about numbers and for questions about sequences
    False: (("log(1 + x) <= x", "x >= 0"), ("a/b + b/a >= 2", "a > 0", "b > 0")),
    True: (("sum(x[i]**2, (i, 1, n)) >= 0", "integer n"),),
}


def settle(
    question: Json,
    kinds: Sequence[str],
    effort: float,
    timeout: float,
    precision: int | None = None,
    lemmas: Json = None,
) -> Json:
    """Answer a question, as plain data, by searches of the given kinds: ``"counterexample"``, ``"proof"`` or both.

    `lemmas` contains the lemmas of the user (`proofs.search.lemmas.own`).
    """
    start = time.monotonic()
    settling: _Settling | None = None
    answer: Answer | None = None
    stopped = f"stopped by the clock after {timeout:.3g} seconds, before its budget was used"
    try:
        with last_precision(precision), suppress(Overrun), alarm(timeout):
            settling = _Settling(Question.from_json(question), read_own(lemmas))
            with display.named(settling.names), suppress(OutOfEffort), budget(effort):
                answer = settling.decided(kinds)
            stopped = ""
    except UndefinedError as wrong:
        return {"undefined": wrong.condition, "point": plain_point(wrong.point), "advice": wrong.advice}
    except KernelError as wrong:
        answer = Answer("unknown", (), (), hint=f"this is too large to be looked at: {wrong}")
    if answer is None and settling is not None:
        with display.named(settling.names):
            answer = settling.unknown(kinds, max(REPORTING, start + timeout - time.monotonic()))
    answer = Answer("unknown", (), ()) if answer is None else answer
    hint = "; ".join(filter(None, (stopped if answer.answer == "unknown" else "", answer.hint)))
    return {"answer": replace(answer, hint=hint, seconds=time.monotonic() - start).to_json()}


def set_up(about_sequences: bool, with_waves: bool) -> Callable[[], None]:
    """Load the library for questions of a kind and fill caches; return a function that loads further modules on demand.

    It runs once in a worker process. Each question then starts in the same state, on which the count of work depends.
    """
    theory(about_sequences, with_waves)
    for goal, *given in WARM_UP[about_sequences]:
        settle(read_question(goal, given).to_json(), ("proof",), 0.5, 60.0)

    def load_numerics() -> None:
        import clarabel  # noqa: F401
        import scipy.linalg  # noqa: F401

        import proofs.search.points.slack  # noqa: F401

    return load_numerics


class _Settling:
    """The search for an answer, under standard names of the variables; `names` maps these to the original names."""

    def __init__(self, asked: Question, own: OwnLemmas | None = None) -> None:
        self.start = spent()
        self.asked, self.own = asked, own or OwnLemmas()
        standard, self.names = asked.with_standard_names()
        self.renamed = substitution(self.names)
        self.given, self.goals = standard.given, standard.goals
        back = {old: new for new, old in self.names.items()}
        self.rank = {substitute(g, back): k for k, g in enumerate(asked.given)}
        self.read, self.wanted = _relations(standard.read), _relations(standard.wanted)
        self.conditions = tuple(dict.fromkeys(c for p in (*self.read, *self.wanted) for c in p.needs))
        self.of_sequences, self.of_waves = asked.needs
        self.tried: dict[str, int] = {}
        self.settled_by: list[str] = []  # the outermost method of each proof
        self.boxes, self.balls = 0, False
        self.stuck = ""
        self.bound: float | None = None
        self.hint = ""
        self.seen: dict[str, Any] = {}
        self.told = -inf  # the effort at the last report
        self.failed: dict[Claim, dict[Any, int]] = {}  # for each claim, the goals that no method proves
        self.exhausted = False  # whether the last search for a proof ended before it reached a limit
        self.finished = False  # whether more effort would be useless
        self.samplers: dict[Term, tuple[PointSearch, Term, Scaled | None]] = {}  # each with the original goal
        self.recursions: dict[Term, Recursion] = {}
        self.descents: dict[Term, Iterator[Callable[[float], Iterable[Values]]]] = {}
        self.where: tuple[Term, ...] = ()  # further conditions on an instance, under which all terms are defined
        self.met: Point | None = None  # a point at which the hypotheses hold, once one is known
        self.met_at: Exact | None = None  # the same point as terms, if it has closed forms
        self.looked = False  # whether a search for such a point was made
        self.usable = [p.formula for p in self.read if not p.needs]  # hypotheses proved to be defined
        self.theorems: list[Json] = []  # theorems about definedness
        self.shown: set[Any] = set()  # the normal forms of their conclusions
        self.all_defined = False  # whether all terms are proved to be defined

    def decided(self, kinds: Sequence[str]) -> Answer | None:
        """Search alternately for counterexamples and proofs; return the answer, or None if more rounds are useless."""
        for k, share in enumerate(budgets(self.of_sequences)):
            cuts = METER.cuts
            if not self.all_defined:
                self.all_defined = self.shown_defined(share)
            if not self.all_defined:
                found = self.refuted_where_defined(share) if self.of_sequences and "counterexample" in kinds else None
            elif self.of_sequences:
                found = self.round_of_sequences(kinds, k, share)
            else:
                found = self.round_of_numbers(kinds, k, share)
            if found is not None:
                return found
            if (METER.cuts == cuts and k >= FULL) or (self.exhausted and k >= LAST):
                self.finished = True
                return None
        raise AssertionError

    def round_of_numbers(self, kinds: Sequence[str], k: int, share: float) -> Answer | None:
        """Run a round for a question about numbers: search for counterexamples, and for a proof with budget `share`."""
        found = None
        if "counterexample" in kinds:
            found = self.refuted(spent() + (LOOK * share if k else GLANCE), 2 ** min(k, 3) // 2 or 1)
            if found is None and k:
                found = self.refuted_on_surfaces(spent() + LOOK * share)
            if found is None and k and (k > 1 or self.at_points_only()):
                found = self.refuted_exactly(spent() + LOOK * share)
        if found is None and "proof" in kinds:
            if k and not self.hold_somewhere():
                found = self.vacuous(LOOK * share)
            found = self.all_proved(share) if found is None else found
            found = self.proved_with_fewer(k, share) if found is None else found
        return found

    def round_of_sequences(self, kinds: Sequence[str], k: int, share: float) -> Answer | None:
        """Run a round for a question about sequences: search for counterexamples, and for a proof with this budget."""
        found = None
        if "counterexample" in kinds:
            found = self.refuted_by_instances(spent() + (LOOK * share if k else GLANCE_OF_SEQUENCES))
            if found is None and (k >= FULL or "proof" not in kinds):
                found = self.refuted_by_descent(spent() + LOOK * share)
        if found is None and "proof" in kinds:
            found = self.all_proved(share)
            found = self.proved_with_fewer(k, share) if found is None else found
            if found is None and not self.hold_somewhere():
                found = self.vacuous(LOOK * share)
        return found

    def refuted_where_defined(self, share: float) -> Answer | None:
        """Refute a goal by an instance at which all terms are defined, before definedness is proved everywhere."""
        self.where = self.conditions
        return self.refuted_by_instances(spent() + LOOK * share)

    def refuted_by_instances(self, limit: float) -> Answer | None:
        """Refute a goal by a size and exact entries."""
        for goal in self.goals:
            given = (*self.given, *self.where)
            now = spent()
            found = self.refuted_by_recursion(goal, now + (limit - now) / 2)
            if found is not None:
                return found
            first, last = scaled(given, goal), normed(given, goal)
            others = [*([first] if first else []), None, *([last] if last else [])]
            for place, other in enumerate(others):
                now = spent()
                part = now + (limit - now) / (len(others) - place)
                found = self.refuted_by(self.sampler(goal, other), goal, other, part)
                if found is not None:
                    return found
        return None

    def refuted_by_descent(self, limit: float) -> Answer | None:
        """Refute a goal by a size and entries that a descent method finds."""
        from proofs.search.points.slack import descents  # NumPy takes time to load

        for goal in self.goals:
            if goal not in self.descents:
                self.descents[goal] = descents(self.sampler(goal, None), goal)
            for descent in self.descents[goal]:
                found = self.refuted_at(descent(limit), goal, None)
                if found is not None or over(limit):
                    return found
        return None

    def refuted_by(self, sampler: PointSearch, goal: Term, other: Scaled | None, limit: float) -> Answer | None:
        """Refute a goal by values that the sampler finds; `other` converts them if its variables are scaled."""
        return self.refuted_at(sampler.suspects(limit), goal, other)

    def refuted_at(self, suspects: Iterable[Values], goal: Term, other: Scaled | None) -> Answer | None:
        """Refute a goal at the first instance in `suspects` at which it provably fails."""
        for values in suspects:
            try:
                instance = values.instance() if other is None else other.instance(values)
            except KernelError:
                continue
            if instance is None or not all(truth(substitute(f, instance)) for f in self.where):
                continue
            end = partial(write, instance=instance)
            if other is not None or goal.op == "lt":  # the sides may be equal, which requires a proof
                end = partial(counterexample, values=instance, limit=spent() + AT_A_POINT)
            answer = self.failing(goal, self.point(instance), end)
            if answer is not None:
                return answer
        return None

    def refuted_by_recursion(self, goal: Term, limit: float) -> Answer | None:
        """Refute a goal by irrational entries that equations determine."""
        if goal not in self.recursions:
            self.recursions[goal] = Recursion(self.sampler(goal, None), (*self.given, *self.where), goal)
        return self.failing_at(self.recursions[goal].suspects(limit), goal)

    def sampler(self, goal: Term, other: Scaled | None) -> PointSearch:
        """Return the search for instances at which a goal fails, cached by goal and scaling."""
        asked = ((*self.given, *self.where), goal) if other is None else (other.given, other.goal)
        if asked[1] not in self.samplers:
            self.samplers[asked[1]] = PointSearch(*asked), goal, other
        return self.samplers[asked[1]][0]

    def unknown(self, kinds: Sequence[str], seconds: float) -> Answer:
        """Return the answer "unknown" with a hint and a summary of sampled points, or a refutation at one of them."""
        refuted: Answer | None = None
        with suppress(Overrun, KernelError, ArithmeticError, RecursionError), alarm(seconds):
            self.hold_somewhere()
            found = self.looked_back(spent() + LOOK_BACK / 2)
            if found is None:
                self.solve_hypotheses(spent() + LOOK_BACK)
            else:
                goal, seen = found
                self.met = self.met or self.point(seen.at)
                if seen.held < seen.points and "counterexample" in kinds:
                    refuted = self.refuted_with(goal, seen)
                if seen.held == seen.points or "counterexample" not in kinds:
                    self.seen = {
                        "points": seen.points,
                        "held": seen.held,
                        "least": seen.least,
                        "at": self.point(seen.at),
                    }
        if refuted is not None:
            return refuted
        if self.of_sequences:
            sizes = [old.args[0] for old in self.names.values() if old.sort == "Z"]
            self.hint = advice_of_sequences(self.seen, self.met is not None, sizes, self.finished)
        else:
            met = "" if self.met is None else shown_point(self.met)
            self.hint = advice(self.asked.given, self.asked.goals, self.seen, met, self.finished)
        return self.answer("unknown")

    def looked_back(self, limit: float) -> tuple[Term, Outlook] | None:
        """Return the goal that looks worst at points at which the hypotheses hold, and its outlook, or None."""
        found: list[tuple[Term, Outlook | None]] = []
        known = [] if self.met_at is None else [self.met_at]
        if self.of_sequences:
            for sampler, goal, other in self.samplers.values():
                instances = _instances(sampler, other)
                found.append((goal, judged(self.given, goal, self.conditions, chain(known, instances), limit)))
        else:
            found = [(goal, outlook(self.given, goal, self.conditions, known, limit)) for goal in self.goals]
        seen = [(goal, o) for goal, o in found if o is not None]
        return min(seen, key=lambda row: (row[1].held - row[1].points, _lowest(row[1])), default=None)

    def refuted_with(self, goal: Term, seen: Outlook) -> Answer | None:
        """Refute a goal at the point at which it seems to fail."""
        return self.failing_at([seen.at], goal)

    def tell(self, search: Search) -> None:
        """Report progress, in case the worker process is stopped."""
        if spent() >= self.told + TELLING:
            self.told = spent()
            box = search.stuck.box
            tell({
                "tried": _added(self.tried, search.tried),
                "stuck": _shown_box(box) if box else self.stuck,
                "bound": search.stuck.bound if box else self.bound,
            })  # fmt: skip

    def proved_with_fewer(self, k: int, share: float) -> Answer | None:
        """Prove all goals without one hypothesis, a different one in each round, as some only mislead the search."""
        exhausted, tried, fewer = self.exhausted, self.tried, [g for g in self.given if g.free]
        if not k or not fewer:
            return None
        found: Answer | None = None
        try:
            found = self.all_proved(WITHOUT_ONE * share, fewer[(k - 1) % len(fewer)])
        finally:  # `OutOfEffort` may be raised
            self.exhausted, self.tried = exhausted, tried if found is None else self.tried
        return found

    def all_proved(self, share: float, without: Term | None = None) -> Answer | None:
        """Prove all goals, each with this budget; return None if one of them is not proved."""
        before, self.tried, self.settled_by, cuts = self.tried, {}, [], METER.cuts
        proved: list[Json] = []
        for goal in self.goals:
            name = f"goal-{len(self.theorems) + len(proved) + 1}"
            given = tuple(g for g in self.relevant(goal) if g is not without)
            stored = self.proved(Claim(given, goal), name, share)
            self.exhausted = METER.cuts == cuts
            if stored is None:
                self.tried = self.tried or before  # no method is tried if the goal is known to fail
                return None
            proved.append(stored)
        methods = tuple(self.settled_by)
        vacuous, absurd = self.contradiction()
        certificate = self.complete([*self.theorems, *absurd, *proved])
        return self.answer("proved", certificate=certificate, vacuous=vacuous, methods=methods)

    def relevant(self, goal: Term) -> tuple[Term, ...]:
        """Return the hypotheses without variables, and those connected with a goal by chains of common variables."""
        names, found = set(goal.free), set[Term]()
        while True:
            more = [g for g in self.given if g not in found and not (g.free and g.free.isdisjoint(names))]
            if not more:
                return tuple(g for g in self.given if g in found)
            found.update(more)
            names.update(*(g.free for g in more))

    def vacuous(self, share: float) -> Answer | None:
        """Prove all goals from a contradiction between the hypotheses; return None if none is proved."""
        tried = dict(self.tried)
        absurd = self.proved(Claim(self.given, ABSURD), "hypotheses", share)
        if absurd is None:
            self.tried = tried
            return None
        goals = [Claim(self.given, goal) for goal in self.goals]
        names = (f"goal-{k}" for k in count(len(self.theorems) + 1))
        proved = [self.proved(c, name, share, ABSURD) for c, name in zip(goals, names, strict=False)]
        if None in proved:
            return None
        return self.answer("proved", certificate=self.complete([*self.theorems, absurd, *proved]), vacuous=True)

    def answer(self, answer: Verdict, **more: Any) -> Answer:
        unknown = answer == "unknown"
        more["lemmas"] = self.own.used(more.get("certificate", ()))
        return Answer(
            answer,
            self.asked.goals,
            self.asked.given,
            tried=self.tried,
            stuck=self.stuck if unknown else "",
            bound=self.bound if unknown else None,
            hint=self.hint if unknown else "",
            seen=self.seen if unknown else {},
            holds_at=self.met if answer == "proved" else None,
            effort=spent() - self.start,
            evidence=None if unknown else "certified" if self.balls else "exact",
            boxes=self.boxes,
            asked=self.asked,
            **more,
        )

    def shown_defined(self, share: float) -> bool:
        """Return whether all terms are proved to be defined; raise `UndefinedError` if one is undefined at a point.

        A hypothesis becomes usable once it is proved to be defined under the hypotheses that are already usable.
        """
        unproved: dict[Relation, OpenCondition] = {}

        def settled(place: Relation, share: float) -> bool:
            found = self.open_condition(place, share)
            if found is not None:
                unproved[place] = found
            return found is None

        waiting = [p for p in self.read if p.needs and p.formula not in self.usable]
        while waiting:
            parts = (AT_ONCE * share, share) if len(waiting) > 1 else (share,)
            tries = [(p, part) for part in parts for p in waiting]
            done = next((p for p, part in tries if settled(p, part)), None)
            if done is None:
                break
            waiting.remove(done)
            self.usable.append(done.formula)
        if not waiting:
            self.usable = list(self.given)
            waiting = [p for p in self.wanted if p.needs and not settled(p, share)]
        if not waiting:
            self.tried.clear()
            return True
        for place in waiting:
            condition, claim = unproved[place]
            point = self.undefined_at(claim, share)
            if point is not None:
                raise UndefinedError(display.text(condition), point, self.cause(condition, place))
        condition = unproved[waiting[0]].condition
        what = f"it must be that {display.text(condition)}; {self.cause(condition, waiting[0])}"
        self.hint = f"not shown that everything is defined: {what}"
        return False

    def open_condition(self, place: Relation, share: float) -> OpenCondition | None:
        """Return the first condition of a relation for which no proof is found; return None if all are proved.

        New theorems are added to `theorems`, and the normal forms of their conclusions to `shown`.
        """
        for condition in place.needs:
            claim = _claim(self.usable, condition)
            if claim is None or key(condition) in self.shown:
                continue
            ordered = _in_order(place, claim) if place in self.read else None
            name = f"defined-{len(self.theorems) + 1}"
            stored = self.proved(claim, name, share if ordered is None else AT_ONCE * share)
            if stored is None and ordered is not None:
                stored = self.proved(ordered, name, share)
            if stored is None:
                return OpenCondition(claim.shows, ordered or claim)
            self.shown.add(key(condition))
            self.theorems.append(stored)
        return None

    def undefined_at(self, claim: Claim, share: float) -> Point | None:
        """Return a point at which a condition fails, or None if no such point is found."""
        limit = spent() + LOOK * share
        if not self.of_sequences:
            found = find(claim.given, claim.shows, [claim.shows], limit, 2)
            if found is not None and found.undefined is not None:
                return self.point(found.values)
            return self.undefined_exactly_at(claim, share)
        for values in PointSearch(claim.given, claim.shows).suspects(limit):
            instance = values.instance()
            at = implies(*claim.given, claim.shows)
            if truth(substitute(at, instance)) is False:
                return self.point(instance)
        return None if any(map(of_sequences, (*claim.given, claim.shows))) else self.undefined_exactly_at(claim, share)

    def undefined_exactly_at(self, claim: Claim, share: float) -> Point | None:
        """Return a point, possibly irrational, at which the hypotheses provably hold and the condition fails."""
        wanted, limit = undefined.denied(claim), spent() + share
        for equation in undefined.equations(claim) if wanted else ():
            found = self.failing_at(undefined.points(claim.given, equation, limit), ABSURD, wanted)
            if found is None:
                found = self.failing_at_zeros((*claim.given, equation), ABSURD, limit, wanted)
            if found is not None:
                return found.counterexample
        return None

    def cause(self, what: Term, place: Relation) -> str:
        """Return a message that names the relation that requires a condition, with a suggestion."""
        where = "the goal" if place in self.wanted else f"the hypothesis {display.text(place.formula)}"
        if what.op == "imp":
            w = what.args[0].args[0]
            advice = f": add a hypothesis such as {display.text(lt(num(0), w))}" if w.free else ""
            return f"{where} divides by {display.text(w)}{advice}"
        return f"{where} needs it{': add a hypothesis that says so' if what.free else ''}"

    def hold_somewhere(self) -> bool:
        """Return whether a point at which the hypotheses hold is known, or is found by a brief search."""
        if self.met is None and not self.looked:
            self.looked = True
            at = self.some_instance() if self.of_sequences else self.some_point()
            if at is None or not (self.all_defined or _all_hold([c for c in self.conditions if c.free <= {*at}], at)):
                return False
            self.met_at, self.met = at, self.point(at)
        return self.met is not None

    def some_point(self) -> Exact | None:
        """Return a point at which all hypotheses hold: a simple point, a solution of linear hypotheses, or another."""
        for at in (look(self.given) for look in (_simple_point, _linear_point, symmetric_point)):
            if at is not None:
                return at
        found = find(self.given, ABSURD, [], spent() + BRIEFLY, 1)
        return None if found is None else found.values

    def some_instance(self) -> Exact | None:
        """Return a size and entries at which all hypotheses hold, from a brief search."""
        for values in PointSearch(self.given, ABSURD).suspects(spent() + BRIEFLY):
            instance = values.instance()
            if _all_hold(self.given, instance):
                return instance
        return None

    def contradiction(self) -> tuple[bool | None, list[Json]]:
        """Return whether the hypotheses contradict each other (None if unknown), with the theorem if they do."""
        if self.hold_somewhere():
            return False, []
        before = self.boxes, self.balls
        absurd = self.proved(Claim(self.given, ABSURD), "hypotheses", TO_CONTRADICT)
        if absurd is None:
            self.solve_hypotheses(spent() + 1.0)
        self.boxes, self.balls = before
        return (True, [absurd]) if absurd is not None else (None if self.met is None else False, [])

    def solve_hypotheses(self, limit: float) -> None:
        """Search for an irrational point at which the hypotheses hold, if there are equations among them."""
        if self.met is None and not self.of_sequences and any(g.op == "eq" for g in self.given):
            found = self.refuted_at_closed_forms(limit, [ABSURD])
            found = self.refuted_at_zeros([ABSURD], limit) if found is None else found
            self.met = None if found is None else found.counterexample

    def theory(self) -> Theory:
        """Return the theory of the theorems that a proof may apply."""
        out = theory(self.of_sequences or bool(self.own), self.of_waves or bool(self.own))
        out.facts.update(self.own.facts)
        return out

    def complete(self, theorems: Iterable[Json]) -> tuple[Json, ...]:
        """Return theorems, preceded by the theorems that they use."""
        return complete(theorems, self.own.stored)

    def proved(self, claim: Claim, name: str, share: float, false: Term | None = None) -> Json | None:
        """Search for a proof, first of `false` if given; return the stored, replayed theorem, or None."""
        p = Proof(name, self.theory())
        own = self.own.lemmas if self.own else None
        search = Search(p, share, TABLE, lemmas=own, failed=self.failed.setdefault(claim, {}))
        search.told = partial(self.tell, search)
        try:
            fact = search.prove(claim.given, claim.shows if false is None else false)
            fact = fact if false is None else search.run("absurd", fact, claim.shows)
            p.qed(fact, claim.shows, claim.given)
        except (KernelError, RecursionError):
            return None
        finally:
            self.tried = _added(self.tried, search.tried)
            self.settled_by.append(search.settled_by)
            self.boxes += search.boxes
            if search.stuck.box:
                self.stuck, self.bound = _shown_box(search.stuck.box), search.stuck.bound
        stored = self.stored(p)
        said = _replayed(stored, self.as_asked(claim), self.theory())
        if said is not None:
            used = {of for kind, of in said.provenance if kind == "uses"}
            self.balls |= ("certified", "") in said.provenance or not used.isdisjoint(self.own.certified)
        return None if said is None else stored

    def refuted(self, limit: float, effort: int) -> Answer | None:
        for goal in self.goals:
            found = find(self.given, goal, [], limit, effort)
            if found is None:
                continue
            answer = self.failing(goal, self.point(found.values), partial(write, instance=found.values))
            if answer is not None:
                return answer
        return None

    def at_points_only(self) -> bool:
        """Return whether a goal may fail only at isolated points."""
        return any(goal.op != "le" for goal in self.goals) or any(g.op == "eq" for g in self.given)

    def refuted_exactly(self, limit: float) -> Answer | None:
        """Refute a goal by an irrational point."""
        now = spent()
        found = self.refuted_at_closed_forms(now + 2 * (limit - now) / 3)
        return self.refuted_at_zeros(self.goals, limit) if found is None else found

    def refuted_on_surfaces(self, limit: float) -> Answer | None:
        """Refute a goal in several variables at points at which the difference of its sides seems to be minimal."""
        from proofs.search.counterexamples.surfaces import points as surface_points  # NumPy takes time to load

        found = (self.failing_at(surface_points(self.given, goal, limit), goal) for goal in self.goals)
        return next((answer for answer in found if answer is not None), None)

    def refuted_at_closed_forms(self, limit: float, goals: Sequence[Term] = ()) -> Answer | None:
        found = (self.failing_at(points(self.given, goal, limit), goal) for goal in goals or self.goals)
        return next((answer for answer in found if answer is not None), None)

    def refuted_at_zeros(self, goals: Sequence[Term], limit: float) -> Answer | None:
        found = (self.failing_at_zeros(self.given, goal, limit) for goal in goals)
        return next((answer for answer in found if answer is not None), None)

    def failing_at(
        self, places: Iterable[Mapping[Term, Term]], goal: Term, given: Sequence[Term] | None = None
    ) -> Answer | None:
        """Refute the goal at one of these points, under the question's hypotheses or those in `given`."""
        for values in places:
            end = partial(counterexample, values=dict(values), limit=spent() + AT_A_POINT)
            answer = self.failing(goal, self.point(values), end, given)
            if answer is not None:
                return answer
        return None

    def failing_at_zeros(
        self, where: Sequence[Term], goal: Term, limit: float, given: Sequence[Term] | None = None
    ) -> Answer | None:
        """Refute the goal at a zero without a closed form at which `where` seems to hold and the goal seems to fail."""
        for zero in zeros(where, goal, limit):
            point = {self.names[zero.x].args[0]: zero.text, **self.point(zero.others)}
            end = partial(counterexample_at, zero=zero, limit=spent() + AT_A_POINT)
            answer = self.failing(goal, point, end, given)
            if answer is not None:
                return answer
        return None

    def point(self, values: Mapping[Term, Term]) -> Point:
        """Return a point under the question's names: numbers first, then sequences, both in alphabetical order."""
        rows = [(self.names.get(x, x), t) for x, t in values.items()]
        return {x.args[0]: value(t) for x, t in sorted(rows, key=lambda row: (row[0].op == "fn", row[0].args[0]))}

    def as_stated(self, given: Sequence[Term]) -> tuple[Term, ...]:
        """Return hypotheses in the order of the question."""
        return tuple(sorted(given, key=lambda g: self.rank.get(g, len(self.rank))))

    def as_asked(self, claim: Claim) -> Claim:
        """Return a claim under the question's names."""
        return Claim(tuple(map(self.renamed, claim.given)), self.renamed(claim.shows))

    def stored(self, p: Proof) -> Json:
        """Return a proof in stored form, under the question's names."""
        written: Json = json.loads(json.dumps(p.stored))
        names = {tuple(_row(x)): _row(old) for x, old in self.names.items()}
        written["terms"] = [names.get(tuple(row), row) if row[0] in ("var", "fn") else row for row in written["terms"]]
        return written

    def failing(
        self, goal: Term, point: Point, end: Callable[[Proof, Claim], None], given: Sequence[Term] | None = None
    ) -> Answer | None:
        """Refute the goal at a point if `end` proves this, under the question's hypotheses or those in `given`."""
        claim = Claim(self.as_stated(self.given if given is None else given), goal)
        p = Proof("counterexample", self.theory())
        try:
            end(p, claim)
        except (KernelError, LimitReached, RecursionError):
            return None
        stored, claim = self.stored(p), self.as_asked(claim)
        fact = replay(self.theory(), stored)
        if not refutes(fact, stored, claim):
            return None
        self.balls = ("certified", "") in fact.provenance
        return self.answer("refuted", certificate=self.complete([stored]), counterexample=point, failing=claim.shows)


def _row(x: Term) -> list[Json]:
    """Return a variable or function as a row of a table of terms."""
    return [x.op, *x.args]


def _lowest(o: Outlook) -> float:
    return inf if o.least is None else o.least


def _simple_point(given: Sequence[Term]) -> Exact | None:
    """Return a point at which all hypotheses hold, among a few simple points in the ranges of variables, or None."""
    box = ranges(given)
    names = free_variables(given)
    pools = []
    for v in names:
        side = box.get(v, Side())
        ends = [e for e in (side.lo, side.hi) if e is not None] or [fmpq(0)]
        middle = [(side.lo + side.hi) / 2] if side.lo is not None and side.hi is not None else []
        inside = [*middle, *(e + d for e in ends for d in (0, 1, -1))]
        pools.append([num(x) for x in inside if v.sort == "R" or x.q == 1])
    grid = (dict(zip(names, values, strict=True)) for values in islice(product(*pools), FEW))
    return next((at for at in grid if _all_hold(given, at)), None)


def _linear_point(given: Sequence[Term]) -> Exact | None:
    """Return a point at which all hypotheses hold if they are linear in real variables and have a solution, or None."""
    names = free_variables(given)
    goal: dict[int, fmpq] = {}
    free: list[dict[int, fmpq]] = [{} for _ in names]
    slack: list[dict[int, fmpq]] = []
    strict: dict[int, fmpq] = {}  # the common slack of the strict inequalities
    for k, g in enumerate(given):
        if g.op not in ("le", "lt", "eq"):
            return None
        for m, c in plus(normal(g.args[1]), normal(g.args[0]), -1).items():
            if not m:
                goal[k] = -c
                continue
            ((a, e), *others) = m
            if others or e != 1 or a.term.op != "var" or a.term.sort != "R":
                return None
            free[names.index(a.term)][k] = c
        slack += [{k: fmpq(-1)}] if g.op != "eq" else []
        strict |= {k: fmpq(-1)} if g.op == "lt" else {}
    found = combine(goal, free, [*slack, strict], prefer=[len(slack)] if strict else [])
    if found is None:
        return None
    at = {v: num(found[0].get(k, fmpq(0))) for k, v in enumerate(names)}
    return at if _all_hold(given, at) else None


def _all_hold(formulas: Sequence[Term], at: Exact) -> bool:
    """Return whether all the formulas are shown to hold at a point."""
    return all(truth_with_roots(substitute(g, at)) is True for g in formulas)


def _instances(sampler: PointSearch, other: Scaled | None) -> Iterator[Exact]:
    """Yield the distinct instances at which the goal had the least margins, in the original variables."""
    seen: set[tuple[Term, ...]] = set()
    for _, values in sampler.lowest:
        with suppress(KernelError):
            instance = values.instance() if other is None else other.instance(values)
            if instance is not None and tuple(instance.values()) not in seen:
                seen.add(tuple(instance.values()))
                yield instance


class OpenCondition(NamedTuple):
    """A condition that is not proved, and the claim that states it."""

    condition: Term
    claim: Claim


def _relations(read: Sequence[Parsed]) -> tuple[Relation, ...]:
    """Return the relations, each with its conditions; trivial conditions are omitted."""
    out = []
    for parsed in read:
        for formula, needs in zip(parsed.relations, parsed.needs or [()] * len(parsed.relations), strict=True):
            all_needed = (*conditions(formula), *(c for need in needs for c in (*conditions(need), need)))
            found = dict.fromkeys(c for c in all_needed if key(c) is not True)
            out.append(Relation(formula, tuple(found)))
    return tuple(out)


def _claim(usable: Sequence[Term], condition: Term) -> Claim | None:
    """Return the claim that a condition holds under the usable hypotheses; None if it is trivial."""
    hypotheses = list(usable)
    while condition.op == "imp" and condition.args[1].op != "false":
        hypotheses.append(condition.args[0])
        condition = condition.args[1]
    plain = key(condition) is True or key(condition) in map(key, hypotheses)
    return None if plain else Claim(tuple(hypotheses), condition)


def _in_order(place: Relation, claim: Claim) -> Claim | None:
    """Return the claim that a hypothesis ∀i. A(i), regarded as a recursion, is defined.

    At each index, the hypothesis may be used for smaller indices. Return None if the hypothesis is no recursion.
    """
    try:
        (lo, hi, says), (first, last, needs) = (
            ranged_body(f.args[1]) for f in (place.formula, claim.shows) if f.op == "all"
        )
    except (KernelError, ValueError):  # no statement about all indices of a range
        return None
    if first is not lo or last is not hi or len({t.args[1:] for t in walk(says) if t.op == "app"}) < 2:
        return None

    def at(i: Term) -> Term:
        return implies(every(lambda j: instantiate_bound(says, (j,)), lo, i - 1), instantiate_bound(needs, (i,)))

    return Claim(claim.given, every(at, lo, hi))


def _replayed(stored: Json, claim: Claim, known: Theory) -> Fact | None:
    """Replay a stored theorem; return its fact if it states the claim."""
    fact = replay(known, stored)
    allowed = {key(g) for g in claim.given}
    return fact if key(fact.concl) == key(claim.shows) and fact.hyps.keys() <= allowed else None


def value(t: Term) -> Fraction | str:
    """Return the value of a closed term or tabulated function, as text if it is not rational."""
    if t.op == "lam":
        return value_text(t)
    try:
        shown = simplified(t)
    except KernelError:  # too large to be simplified
        shown = t
    known = exact(shown)
    return value_text(shown) if known is None else known


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {way: one.get(way, 0) + other.get(way, 0) for way in (*one, *other)}


def _shown_box(box: Mapping[Term, Any]) -> str:
    parts = []
    for x, side in box.items():
        lo, hi = ("−∞" if side.lo is None else str(side.lo)), ("∞" if side.hi is None else str(side.hi))
        parts.append(f"{display.text(x)} ∈ [{lo}, {hi}]")
    return ", ".join(parts)
