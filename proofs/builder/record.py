"""The record of a proof: the calls of kernel rules, the facts that they return, and the names of these facts.

`Record` runs each step through the kernel at once. `Record.json` writes the steps that a fact needs as JSON, which the
kernel replays without a search.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.builder.diagnostics import nearest
from proofs.builder.lemma_index import Earlier, Unreached
from proofs.builder.stored import StoredClaim, StoredTheorem
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Json, Writer
from proofs.kernel.terms import KernelError, Term
from proofs.kernel.work import WORK
from proofs.language.display import text

Named = str | Fact | Term  # a formula denotes the fact that states it, a quantity the fact that it is positive


@dataclass(frozen=True)
class Step:
    """A step that was not found: its proof, its goal, and the facts named for it."""

    proof: Any  # a `Proof`, a class that needs this module
    goal: Term
    facts: Sequence[Fact]


class ProofError(KernelError):
    """Raised if a step is not found or a name is unknown; the message may be a function, called on demand."""

    step: Step | None = None

    def __init__(self, why: str | Callable[[], str]) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why if isinstance(self.why, str) else self.why()


class Record:
    """The steps of a proof under construction, its goal, its hypotheses and its named facts.

    Attributes
    ----------
    facts
        The named facts.
    steps, made
        The rule and the arguments of each step; the fact that each step makes.
    order
        The number of the step that makes each fact.
    hypotheses
        The hypotheses of the claim, by their normal forms.
    stored
        The theorem as JSON, once it is proved.
    """

    def __init__(self, name: str, theory: Theory, earlier: Earlier | None = None) -> None:
        """Create a proof without steps."""
        self.name, self.theory = name, theory
        self.earlier = Earlier(theory.facts) if earlier is None else earlier
        self._goal: Term | None = None
        self.facts: dict[str, Fact] = {}
        self.steps: list[tuple[str, tuple]] = []
        self.made: list[Fact] = []
        self.order: dict[Fact, int] = {}
        self.hypotheses: dict[Hashable, Fact] = {}
        self._assumed_at: dict[Hashable, int] = {}  # the step of each assumption
        self.stored: StoredTheorem | None = None

    def set_goal(self, goal: Term, given: Sequence[Term] = ()) -> None:
        """Set the goal and the hypotheses, which become known facts without names."""
        self._goal = goal
        self.hypotheses = {key(g): self._infer("assume", g) for g in given}

    @property
    def goal(self) -> Term:
        """The goal that `set_goal` has set; for a claim, its conclusion."""
        if self._goal is None:
            raise ProofError(f"{self.name} has no goal; only a claim has one, or a proof after set_goal")
        return self._goal

    def _infer(self, rule: str, *args: Any) -> Fact:
        """Apply a kernel rule and record the step."""
        WORK.done += 35
        fact = self.theory.theorem(*args) if rule == "theorem" else RULES[rule](*args)
        self.order[fact] = len(self.made)
        if rule == "assume":
            self._assumed_at.setdefault(next(iter(fact.hyps), None), len(self.made))
        self.made.append(fact)
        self.steps.append((rule, args))
        return fact

    # --- names of facts

    def note(self, label: str | None, fact: Fact) -> Fact:
        """Give a fact a name, unless that is None, and return the fact."""
        if label:
            self._require_unused(label)
            self.facts[label] = fact
        return fact

    def _require_unused(self, label: str | None) -> None:
        """Check, before any search, that a label may be given to a new fact.

        Raises
        ------
        ProofError
            if it is not a valid name, or is taken.
        """
        if label is not None and not isinstance(label, str):
            given = text(label) if isinstance(label, Term) else repr(label)
            raise ProofError(f"{self.name}: a label is a name for the new fact, not {given}")
        if label in self.facts:
            raise ProofError(f"{self.name}: {label!r} is taken: it is the fact {text(self.facts[label].concl)}")

    def _require_formula(self, goal: object) -> None:
        """Check that what is to be proved is a formula.

        Raises
        ------
        ProofError
            if it is something else, such as the label of the new fact.
        """
        if not (isinstance(goal, Term) and goal.sort == "B"):
            kind = "a truth value" if isinstance(goal, bool) else "no formula"
            shown = f"{text(goal) if isinstance(goal, Term) else repr(goal)}, which is {kind}"
            advice = f'; a name for it is given by label="{goal}"' if isinstance(goal, str) else ""
            raise ProofError(f"{self.name}: a formula comes first, not {shown}{advice}")

    def _place(self, label: str | None) -> str:
        """Return the description of a step in error messages."""
        return f"{self.name}, {label}" if label else self.name

    def known_facts(self) -> list[Fact]:
        """Return the named facts and the hypotheses of the claim."""
        return list(dict.fromkeys((*self.facts.values(), *self.hypotheses.values())))

    # --- earlier theorems

    def theorem(self, name: str) -> Fact:
        """Return an earlier theorem, not instantiated."""
        full = self.full_name(name)
        if full not in self.theory.facts:
            if full in self.earlier.unproved:
                raise ProofError(f"{self.name}: {full} has no proof")
            if full in self.earlier.names:
                raise Unreached(full)
            known = {short: full for full in self.earlier.names for short in (full, full.rpartition(".")[2])}
            hint = "" if "." in name else '; one of another paper has its full name, such as "KS.lemma_5"'
            raise ProofError(f"{self.name}: no theorem {name} before this one{nearest(name, known)}{hint}")
        return self._infer("theorem", full)

    def full_name(self, name: str) -> str:
        """Return the full name of an earlier theorem: one of this chapter, or the only one with this name.

        Raises
        ------
        ProofError
            if theorems of several other chapters have this name.
        """
        own = f"{self.name.rpartition('.')[0]}.{name}"
        for known in (name, own):
            if known in self.earlier.names:
                return known
        found = self.earlier.called(name)
        if len(found) > 1:
            raise ProofError(f"{self.name}: {name} may be {' or '.join(found)}: write which")
        return found[0] if found else name

    def knows(self, name: str) -> bool:
        """Return whether there is an earlier theorem of that name."""
        return self.full_name(name) in self.earlier.names

    def _describe_assumption(self, formula: Term) -> str:
        """Return an assumption as text, with its label if it has one."""
        own = (label for label, fact in self.facts.items() if fact.concl is formula and key(formula) in fact.hyps)
        label = next(own, None)
        return text(formula) + (f", called {label}" if label else "")

    # --- the end

    def finished(self) -> StoredTheorem:
        """Return the theorem as JSON.

        Raises
        ------
        ProofError
            if it is not proved yet.
        """
        if self.stored is None:
            raise ProofError(f"the proof of {self.name} has no end (qed)")
        return self.stored

    def json(self, result: Fact, hypotheses: Sequence[Term]) -> StoredTheorem:
        """Return the theorem with the steps that it needs, renumbered, as JSON."""
        needed: set[int] = set()
        left: list[Any] = [result]
        while left:
            x = left.pop()
            if isinstance(x, Fact):
                i = self.order[x]
                if i not in needed:
                    needed.add(i)
                    left += self.steps[i][1]
            elif isinstance(x, list | tuple):
                left += x
        writer = Writer()
        number: dict[Fact, int] = {}
        steps: list[list[Json]] = []
        for i in sorted(needed):
            rule, args = self.steps[i]
            steps.append([rule, *(writer.argument(a, number) for a in args)])
            number[self.made[i]] = len(steps) - 1
        statement: StoredClaim = {
            "hyps": [writer.term(h) for h in hypotheses],
            "concl": writer.term(result.concl),
        }
        return {"name": self.name, "statement": statement, "terms": writer.rows, "steps": steps}
