"""The search for a proof of one relation under hypotheses, controlled by a table of methods.

A method reduces a goal to easier subgoals, calls the search recursively on them, and derives the goal from the facts
found by the kernel's rules. The search itself contains no method: it distributes the effort, records open and failed
goals, and tries the methods of a table in order (`proofs.search.table.TABLE`). Effort is counted work
(`proofs.search.base.effort`), not time.
The names of variables that the search introduces contain a prime, unlike names in text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from typing import Any

from proofs.builder.proof import Proof
from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, num, substitute
from proofs.language.display import text
from proofs.search.base.bounds import bounds
from proofs.search.base.effort import METER, cut_short, over, spent
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.base.lemma import Index
from proofs.search.base.ranges import Box
from proofs.search.base.steps import Steps
from proofs.search.boxes.plans import Stuck

FIRST, FIRST_OF_SEQUENCES = 0.2, 1.0  # the budget for a proof in the first round; it doubles with each round
SHARE = 0.5  # the fraction of the budget that an outermost tactic may use
NESTED_SHARE = 0.8  # the fraction of the remaining effort that a nested tactic may use
PATIENCE = 0.25  # the default of `patience`
MOST = 4.0  # the limit of a whole search, as a multiple of its budget
SPLITS = 16  # the maximum depth of nested case splits
LONG = 0.3  # the remaining effort that a long tactic requires


@dataclass(eq=False)
class Asked:
    """A goal under hypotheses. Properties of an inequality, such as its box, are computed on demand.

    Attributes
    ----------
    given, goal
        The hypotheses and the goal.
    depth
        The depth of the goal as a nested subgoal.
    sides
        Facts from which the bounds of the box and the inequalities in `around` follow, once `box` is computed.
    """

    steps: Steps
    given: Sequence[Term]
    goal: Term
    depth: int
    sides: Sequence[Fact] = field(default_factory=list)

    @cached_property
    def f(self) -> Term:
        """The right side of an inequality minus the left side."""
        return canonical(self.goal.args[1] - self.goal.args[0])

    @cached_property
    def relations(self) -> list[Term]:
        """The inequalities among the hypotheses, except inequalities that state that a power of e is positive."""
        found = [g for g in self.given if g.op in ("le", "lt")]
        return [g for g in found if canonical(g.args[1] - g.args[0]).op != "exp"]

    @cached_property
    def _bounded(self) -> tuple[Box, list[Term], list[Term]]:
        box, others, sides = bounds(self.steps, self.relations, self.f)
        # convert each equation into two inequalities, which exclude boxes
        fences = [
            self.steps.run("arith", le(*pair), [(num(sign), [self.steps.run("assume", g)])], [], [])
            for g in self.given
            if g.op == "eq" and g.free
            for pair, sign in ((g.args, 1), (g.args[::-1], -1))
        ]
        self.sides = [*sides, *fences]
        return box, others, [*others, *(fence.concl for fence in fences)]

    @property
    def box(self) -> Box:
        """The ranges of the variables."""
        return self._bounded[0]

    @property
    def others(self) -> list[Term]:
        """The inequalities among the hypotheses that are not ranges of variables."""
        return self._bounded[1]

    @property
    def around(self) -> list[Term]:
        """The inequalities in `others`, and the equations, each converted into two inequalities."""
        return self._bounded[2]

    @property
    def several(self) -> bool:
        """True if the question has several variables."""
        return len({v for g in (*self.others, self.goal) for v in g.free}) > 1


Question = tuple[frozenset, Hashable]  # the normal forms of the hypotheses and of the goal
Way = Callable[[], Fact]  # a tactic applied to a goal; it raises an exception if it fails


@dataclass(frozen=True)
class Method:
    """A proof method.

    Attributes
    ----------
    name
        The name in reports.
    ways
        A function that yields the tactics for a question, in order; none if the method does not apply.
    share
        The fraction of the budget that each tactic may use, if less than the search's own limit. If None, no other
        method is tried for a question to which this one applies, and this method is not counted as tried.
    """

    name: str
    ways: Callable[[Search, Asked], Iterable[Way]]
    share: float | None = 1.0


def method(name: str, share: float | None = 1.0) -> Callable[[Callable[[Search, Asked], Iterable[Way]]], Method]:
    """Decorate a function that yields the tactics for a question as a method."""
    return partial(Method, name, share=share)


@dataclass(frozen=True)
class Kind:
    """A kind of questions, with the methods for them in the order in which they are tried.

    Attributes
    ----------
    name
        The name of the kind.
    fits
        The predicate that determines whether a question is of this kind.
    methods
        The methods for questions of this kind.
    last
        Whether methods of later kinds are skipped for questions of this kind.
    """

    name: str
    fits: Callable[[Asked], bool]
    methods: Sequence[Method]
    last: bool = True


def budgets(about_sequences: bool) -> Iterator[float]:
    """Yield the budgets for a proof, round by round."""
    first = FIRST_OF_SEQUENCES if about_sequences else FIRST
    return (first * 2**k for k in count())


class Search(Steps):
    """A search for proofs that writes its steps into a given proof.

    Parameters
    ----------
    p
        The proof; its theory must contain the chapter `elementary`.
    budget
        The effort for a search. Each outermost tactic may use a fixed fraction of it, regardless of the other tactics.
    table
        Kinds of questions with their methods.
    patience
        The fraction of the budget that a method about sequences may spend on a subgoal about numbers.
    lemmas
        Lemmas of the user, if there are any.
    failed
        Goals that earlier searches found unprovable with any budget, with their depths; this search adds further ones.
    """

    def __init__(
        self,
        p: Proof,
        budget: float,
        table: Sequence[Kind],
        patience: float = PATIENCE,
        lemmas: Index | None = None,
        failed: dict[Question, int] | None = None,
    ) -> None:
        super().__init__(p)
        self.budget, self.table, self.patience, self.lemmas = budget, table, patience, lemmas
        self.limit = spent() + MOST * budget
        self.kept: dict[Hashable, Any] = {}  # a cache for methods
        self.tried: dict[str, int] = {}
        self.settled_by = ""  # the outermost method that proved the main goal
        self.stuck = Stuck()
        self.told: Callable[[], None] = lambda: None  # called before each tactic
        self.meaning: dict[Term, Term] = {}  # the terms that the introduced variables denote
        self.boxes = 0
        self._nested = 0  # the number of active tactics
        self.failed = {} if failed is None else failed
        self._failed: dict[Question, int] = {}  # goals that failed in this search or are open, with their depths

    def prove(self, given: Sequence[Term], goal: Term, depth: int = 0) -> Fact:
        """Prove the goal as a fact whose hypotheses are among `given`.

        Raises
        ------
        NotFound
            if no method proves it.
        """
        self.check_limit()
        known = {key(g): g for g in given if key(g) is not True}
        given = list(known.values())
        if key(goal) is True or key(goal) in known:
            return self.run("assume", goal)
        false = next((g for g in given if key(g) is False), None)
        if false is not None:
            return self.run("absurd", self.run("assume", false), goal)
        if goal is FALSE:  # the methods apply to relations
            return self.run("arith", FALSE, [(num(1), [self.prove(given, lt(num(0), num(0)), depth)])], [], [])
        if depth > SPLITS:
            raise NotFound("too many cases")
        asked = frozenset(known), key(goal)
        if min(self._failed.get(asked, SPLITS + 1), self.failed.get(asked, SPLITS + 1)) <= depth:
            raise NotFound(f"not shown: {text(goal)}")
        self._failed[asked] = depth
        cuts = METER.cuts
        try:
            fact = self.found(Asked(self, given, goal, depth))
        except LimitReached:
            self._failed.pop(asked, None)  # a nested call at a smaller depth may have removed it already
            raise
        except NotFound:
            if METER.cuts == cuts:
                self.failed[asked] = depth
            raise
        self._failed.pop(asked, None)
        return fact

    def found(self, asked: Asked) -> Fact:
        """Return the fact that the first successful method proves, even if the goal is already open."""
        for kind in self.table:
            if not kind.fits(asked):
                continue
            for row in kind.methods:
                for way in self._ways(row, asked):
                    if row.share is None:
                        self.settled_by = row.name if asked.depth == 0 else self.settled_by
                        return way()
                    fact = self.attempt(row.name, [way], row.share)
                    if fact is not None:
                        self.settled_by = row.name if asked.depth == 0 else self.settled_by
                        return self.cut(fact, asked.sides)
            if kind.last:
                break
        raise NotFound(f"not shown: {text(asked.goal)}")

    def _ways(self, row: Method, asked: Asked) -> Iterator[Way]:
        """Yield the tactics of a method; stop if the generator raises an exception."""
        ways = iter(row.ways(self, asked))
        while True:
            try:
                way = next(ways)
            except StopIteration:
                return
            except (ValueError, ArithmeticError):  # KernelError among them
                return
            yield way

    def gave_up(self, stuck: Stuck) -> None:
        """Record the box at which the search gave up, expressed in the original variables."""
        if stuck.box:
            self.stuck = Stuck({self._original(x): side for x, side in stuck.box.items()}, stuck.bound)

    def _original(self, t: Term) -> Term:
        """Replace the introduced variables in a term by their meanings."""
        for _ in range(SPLITS):
            introduced = {v: self.meaning[v] for v in free_variables([t]) if v in self.meaning}
            if not introduced:
                break
            t = canonical(substitute(t, introduced))
        return t

    def check_limit(self) -> None:
        """Raise `LimitReached` if no effort is left."""
        if over(self.limit):
            raise LimitReached("the limit of effort is reached")

    @property
    def has_long(self) -> bool:
        """True if enough effort is left for a long tactic; a first short search skips long tactics."""
        return min(self.limit - spent(), self.budget) > LONG or not cut_short()

    def attempt(self, name: str, ways: Iterable[Way], share: float = 1.0) -> Fact | None:
        """Return the fact that the first successful tactic proves, or None; each may use a share of the budget."""
        limit = self.limit
        for way in ways:
            self.check_limit()
            self.tried[name] = self.tried.get(name, 0) + 1
            self.told()
            now = spent()
            part = min(share, NESTED_SHARE) * (limit - now) if self._nested else min(share, SHARE) * self.budget
            self.limit = min(limit, now + part)
            self._nested += 1
            try:
                return way()
            except LimitReached:
                if over(limit):
                    raise
            except (ValueError, ArithmeticError):  # KernelError among them
                pass
            finally:
                self.limit = limit
                self._nested -= 1
        return None

    def signed(self, given: Sequence[Term], w: Term, depth: int = 0) -> Fact:
        """Prove 0 < w or w < 0.

        Raises
        ------
        NotFound
            if neither is proved.
        """
        orders = [partial(self.prove, given, o, depth + 1) for o in (lt(num(0), w), lt(w, num(0)))]
        fact = self.attempt("sign", orders)
        if fact is None:
            raise NotFound(f"the sign of {text(w)} is not known")
        return fact
