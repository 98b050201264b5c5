"""The search for a proof of one relation under hypotheses, by methods that it is handed.

A method turns the question into easier ones of the same kind, which the search is asked again, and the facts found
for them back into the fact wanted, by the kernel's rules. The search itself knows none: it keeps the time, remembers
what was asked, and goes through a table of methods in its order (`proofs.decide.methods.TABLE`).
Variables that are introduced have a prime in their names, which text cannot have.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from proofs.decide.base.bounds import bounds
from proofs.decide.base.failures import NotFound, OutOfTime
from proofs.decide.base.ranges import Box
from proofs.decide.base.steps import Steps
from proofs.decide.boxes.plans import Stuck
from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, lt, num, substitute
from proofs.language.display import text
from proofs.writing.proof import Proof

SHARE, LARGER_SHARE = 0.5, 0.8  # of the time that is left, for one way; and for a way inside others
OUTER = 1  # ways inside one another that get the smaller share
PATIENCE = 0.12
SPLITS = 16  # case splits one inside another
LONG = 0.3  # seconds without which a long way is not begun


@dataclass(eq=False)
class Asked:
    """A question: a goal under hypotheses; and of an inequality what is soon known of it, when it is first needed.

    Attributes
    ----------
    given, goal
        The question.
    depth
        How many questions it stands inside.
    sides
        Facts from which the ends of the box and the inequalities around it follow, once these were asked for.
    """

    steps: Steps
    given: Sequence[Term]
    goal: Term
    depth: int
    sides: Sequence[Fact] = field(default_factory=list)

    @cached_property
    def f(self) -> Term:
        """What an inequality says to be positive or not negative."""
        return canonical(self.goal.args[1] - self.goal.args[0])

    @cached_property
    def relations(self) -> list[Term]:
        """The hypotheses that are inequalities, but not those that only say that a power of e is positive."""
        found = [g for g in self.given if g.op in ("le", "lt")]
        return [g for g in found if canonical(g.args[1] - g.args[0]).op != "exp"]

    @cached_property
    def _bounded(self) -> tuple[Box, list[Term], list[Term]]:
        box, others, sides = bounds(self.steps, self.relations, self.f)
        # an equation as two inequalities, which cut boxes away
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
        """The inequalities among the hypotheses that are no ranges."""
        return self._bounded[1]

    @property
    def around(self) -> list[Term]:
        """The others, and the equations as inequalities."""
        return self._bounded[2]

    @property
    def several(self) -> bool:
        """Whether it is about several variables."""
        return len({v for g in (*self.others, self.goal) for v in g.free}) > 1


Way = Callable[[], Fact]  # raises if it leads nowhere


@dataclass(frozen=True)
class Method:
    """A way of proof.

    Attributes
    ----------
    name
        What it is called where it is told what was tried.
    ways
        What to try for a question, in order: nothing, if the method does not apply.
    share
        How much of the time that is left each of these may use, if less than the search gives to any; None if there
        is nothing else to try where the method applies, which then does not count as tried.
    """

    name: str
    ways: Callable[[Search, Asked], Iterable[Way]]
    share: float | None = 1.0


def method(name: str, share: float | None = 1.0) -> Callable[[Callable[[Search, Asked], Iterable[Way]]], Method]:
    """Make a function that gives the ways of proof for a question a method."""
    return partial(Method, name, share=share)


@dataclass(frozen=True)
class Kind:
    """Questions of a kind, and the methods for them in the order in which they are tried.

    Attributes
    ----------
    name
        What the kind is called.
    fits
        Whether a question is of this kind.
    methods
        Those for it.
    last
        Whether no methods of later kinds are for such a question.
    """

    name: str
    fits: Callable[[Asked], bool]
    methods: Sequence[Method]
    last: bool = True


class Search(Steps):
    """A search for proofs, written into a proof under way.

    Parameters
    ----------
    p
        The proof; its theory must hold the chapter `elementary`.
    deadline
        The time (`time.monotonic`) at which to give up.
    table
        Kinds of questions with their methods.
    patience
        What part of the time that is left a question about numbers may use that a method about sequences asks.
    """

    def __init__(self, p: Proof, deadline: float, table: Sequence[Kind], patience: float = PATIENCE) -> None:
        super().__init__(p)
        self.deadline, self.final, self.table, self.patience = deadline, deadline, table, patience
        self.kept: dict[Hashable, Any] = {}  # what methods keep for as long as the search goes on
        self.tried: dict[str, int] = {}
        self.settled_by = ""  # the outermost method that settled the question that was asked first
        self.stuck = Stuck()
        self.told: Callable[[], None] = lambda: None  # called before each way
        self.meaning: dict[Term, Term] = {}  # of the variables that are introduced
        self.boxes = 0
        self._nested = 0  # ways inside ways
        self._failed: dict[tuple[frozenset, Hashable], int] = {}  # or being asked; and how deep that was

    def prove(self, given: Sequence[Term], goal: Term, depth: int = 0) -> Fact:
        """The goal as a fact under hypotheses among those given.

        Raises
        ------
        NotFound
            if no way leads to it.
        """
        self.in_time()
        known = {key(g): g for g in given if key(g) is not True}
        given = list(known.values())
        if key(goal) is True or key(goal) in known:
            return self.run("assume", goal)
        false = next((g for g in given if key(g) is False), None)
        if false is not None:
            return self.run("absurd", self.run("assume", false), goal)
        if depth > SPLITS:
            raise NotFound("too many cases")
        asked = frozenset(known), key(goal)
        if self._failed.get(asked, SPLITS + 1) <= depth:
            raise NotFound(f"not shown: {text(goal)}")
        self._failed[asked] = depth
        try:
            fact = self._found(Asked(self, given, goal, depth))
        except OutOfTime:
            self._failed.pop(asked, None)  # inside, it may have been asked again as less deep, and then is out already
            raise
        self._failed.pop(asked, None)
        return fact

    def _found(self, asked: Asked) -> Fact:
        """What the first method gives that gives a fact."""
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
        """The ways of a method; one that fails when it looks whether it applies does not."""
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
        """Note where boxes did not decide a question, in terms of the variables that were asked about."""
        if stuck.box:
            self.stuck = Stuck({self._original(x): side for x, side in stuck.box.items()}, stuck.bound)

    def _original(self, t: Term) -> Term:
        """What a variable stands for that was introduced."""
        for _ in range(SPLITS):
            introduced = {v: self.meaning[v] for v in t.free if v in self.meaning}
            if not introduced:
                break
            t = canonical(substitute(t, introduced))
        return t

    def in_time(self) -> None:
        """Raise if no time is left."""
        if time.monotonic() > self.deadline:
            raise OutOfTime("no time is left")

    @property
    def has_long(self) -> bool:
        """Whether there is time for a long way; a first short search leaves these out."""
        return self.deadline - time.monotonic() > LONG

    def attempt(self, name: str, ways: Iterable[Way], share: float = 1.0) -> Fact | None:
        """The first fact that a way gives; each may use a part of the time that is left."""
        deadline = self.deadline
        for way in ways:
            self.in_time()
            self.tried[name] = self.tried.get(name, 0) + 1
            self.told()
            now = time.monotonic()
            part = min(share, SHARE if self._nested < OUTER else LARGER_SHARE)
            self.deadline = now + part * (deadline - now)
            self._nested += 1
            try:
                return way()
            except OutOfTime:
                if time.monotonic() > deadline:
                    raise
            except (ValueError, ArithmeticError):  # KernelError among them
                pass
            finally:
                self.deadline = deadline
                self._nested -= 1
        return None

    def signed(self, given: Sequence[Term], w: Term, depth: int = 0) -> Fact:
        """0 < w or w < 0.

        Raises
        ------
        NotFound
            if neither is shown.
        """
        orders = [partial(self.prove, given, o, depth + 1) for o in (lt(num(0), w), lt(w, num(0)))]
        fact = self.attempt("sign", orders)
        if fact is None:
            raise NotFound(f"the sign of {text(w)} is not known")
        return fact
