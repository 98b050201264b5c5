"""Steps that prove a given formula: from named facts, from the known facts, by its structure, or by a search.

`have` and `side_condition` try arithmetic first. If it fails in the proof of a claim, they call the search `find`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeGuard

from proofs.builder.arithmetic import Arithmetic, relevant
from proofs.builder.lemma_index import Earlier
from proofs.builder.logic import Logic
from proofs.builder.record import Named, ProofError, Step
from proofs.kernel.normal import key, normal
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.terms import KernelError, Term, instantiate_bound, lam, le, lt, num, var
from proofs.language.display import text
from proofs.language.notation import variable

LETTERS = 2  # for a universal goal, the maximum number of variables of the named facts at which it is tried


Find = Callable[[Term, Sequence[Fact], Sequence[str]], Fact]  # a goal, facts to use, and names of theorems


class SideConditions(Arithmetic, Logic):
    """Arithmetic and logic with the steps that prove a given formula."""

    def __init__(self, name: str, theory: Theory, earlier: Earlier | None = None) -> None:
        """Create a proof without steps."""
        super().__init__(name, theory, earlier)
        self.find: Find | None = None  # searches for steps that do not follow from the named facts by arithmetic
        # relations, with the facts from which no linear proof was found -> the reason
        self._failures: dict[tuple, str | Callable[[], str]] = {}

    def have(
        self,
        goal: Term | str,
        *using: Named | tuple,
        depth: int = 2,
        degree: int = 2,
        scale: Sequence[Named] = (),
        label: str | None = None,
    ) -> Fact:
        """Prove a relation that follows from the named facts by arithmetic.

        `using` names facts (see `get`): a formula denotes the fact that states it, and a quantity the fact that states
        its sign. A tuple denotes a product of facts, or of an equation and a term. Products of up to `degree` facts are
        also tried; equations are multiplied by monomials that let terms cancel (`depth` rounds); and x · 1/x = 1 is
        used if a fact shows that x is non-zero. The goal is multiplied by the strict facts in `scale`.

        In the proof of a claim, the goal may be any formula, known facts need not be named, and `using` may also name
        theorems. If the goal does not follow by arithmetic, a search (`proofs.builder.automation`) is tried.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.have", Theory())
        >>> p.given(less=x < y, positive=0 < x)
        >>> print(text(p.have(x * x < y * y, "less", "positive").concl))
        x^2 < y^2
        >>> print(text(p.have(1 < y / x, "less", "positive", scale=["positive"]).concl))
        1 < y/x
        """
        self._require_unused(label)
        goal = self.formula(goal)
        facts = [self.get(f) for f in using if not isinstance(f, tuple) and not self._names_theorem(f)]
        products = [f for f in using if isinstance(f, tuple)]
        try:
            factors = [self.get(s) for s in scale]
            return self.note(label, self._prove_relation(goal, facts, products, depth, degree, factors))
        except ProofError as wrong:
            if self.find is None or scale or (products and goal.op not in ("all", "imp")):
                raise self._failed_step(label, wrong, goal, facts) from wrong
        try:
            return self.note(label, self._search(goal, using))
        except ProofError as wrong:
            raise self._failed_step(label, wrong, goal, facts) from wrong

    def side_condition(self, formula: Term, *using: Named | tuple) -> Fact:
        """Prove a side condition by a known fact, by linear arithmetic from the known facts, or by a search."""
        here = [self.get(f) for f in using if not isinstance(f, tuple) and not self._names_theorem(f)]
        try:
            return self._prove_side_condition(formula, here)
        except ProofError as wrong:
            if self.find is None:
                raise self._failed_step(None, wrong, formula, here) from wrong
        try:
            return self._search(formula, using)
        except ProofError as wrong:
            raise self._failed_step(None, wrong, formula, here) from wrong

    def _search(self, goal: Term, using: Sequence[Named | tuple]) -> Fact:
        """Prove the goal by `find`; a universal goal is first tried at a variable of the named facts."""
        if self.find is None:
            raise ProofError(f"not found: {text(goal)}")
        products = [f for f in using if isinstance(f, tuple)]
        theorems = [f for f in using if self._names_theorem(f)]
        facts = [self.get(f) for f in using if not isinstance(f, tuple) and f not in theorems]
        if goal.op == "all":
            for fact in facts:
                if (restated := self._restate(fact, goal)) is not None:
                    return restated
            named = [
                x if isinstance(x, Term) else self.get(x).concl for x in (*facts, *(x for y in products for x in y))
            ]
            fixed = goal.free.union(*(f.concl.free for f in self.hypotheses.values()))
            letters = {x for t in named for x in t.free if x.sort == goal.args[0] and x not in fixed}
            for x in sorted(letters, key=text)[:LETTERS]:
                with suppress(KernelError):
                    return self._infer("generalize", x, self.have(instantiate_bound(goal.args[1], (x,)), *using))
        if goal.op == "imp" and products:
            given = self._infer("assume", goal.args[0])
            return self._infer("discharge", given.concl, self.have(goal.args[1], *using, given))
        return self._prove_relation(goal, facts, products, 2, 2, []) if products else self.find(goal, facts, theorems)

    def _prove_side_condition(self, formula: Term, here: Sequence[Fact]) -> Fact:
        """Prove a formula without a search: by a known fact, by its parts (∀, →), or by linear arithmetic."""
        if key(formula) is True:
            return self._infer("assume", formula)
        found = self.find_fact(formula, *here)
        if found is not None:
            return found
        if formula.op == "all":
            for fact in here:
                if (restated := self._restate(fact, formula)) is not None:
                    return restated
            x = variable(f"side{len(self.made)}'", formula.args[0])
            inside = RULES["specialize"](RULES["assume"](formula), x).concl
            return self._infer("generalize", x, self._prove_side_condition(inside, here))
        if formula.op == "imp":
            a, b = formula.args
            return self._infer("discharge", a, self._prove_side_condition(b, [*here, self._infer("assume", a)]))
        if formula.op in ("le", "lt", "eq"):
            try:
                return self._prove_linearly(formula, here)
            except ProofError:
                if formula.op == "lt" and not normal(formula.args[0]):
                    return self.positive(formula.args[1], *here)
                raise
        raise ProofError(lambda: f"no fact for the side condition {text(formula)}")

    def _prove_linearly(self, formula: Term, here: Sequence[Fact]) -> Fact:
        """Prove a relation by linear arithmetic from `here` and the known facts, or from products of two in `here`."""
        asked = formula, *(tuple([f.concl for f in facts]) for facts in (here, self.known_facts()))
        if asked in self._failures:
            raise ProofError(self._failures[asked])
        try:
            try:
                return self._prove_relation(formula, relevant(formula, [*here, *self.known_facts()]), [], 1, 1, [])
            except ProofError:
                if not here:
                    raise
                return self._prove_relation(formula, here, [], 1, 2, [])
        except ProofError as wrong:
            self._failures[asked] = wrong.why
            raise

    def _sign_of(self, t: Term) -> Fact:
        try:
            return self.positive(t)
        except ProofError:
            return self.side_condition(le(num(0), t))

    def positive(self, t: Term, *using: Named) -> Fact:
        """Prove 0 < t from the known facts and the structure of t: exponentials, products, quotients and sums.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.positive", Theory())
        >>> p.given(positive=0 < x)
        >>> print(text(p.positive(exp(-x) + x * x).concl))
        0 < exp(-x) + x^2
        """
        goal = lt(num(0), t)
        here = [self.get(f) for f in using]
        found = self.find_fact(goal, *here)
        if found is not None:
            return found
        if t.op == "exp":
            return self._infer("exp_pos", t.args[0])
        if t.op == "num" and t.args[0] > 0:
            return self._infer("arith", goal, [(t, [])], [], [])
        if t.op == "mul":
            parts = [self.positive(a, *here) for a in t.args]
            return self._infer("arith", goal, [(num(1), parts)], [], [])
        if t.op == "inv":
            return self.instance("elementary.inv_pos", {"x": t.args[0]}, self.positive(t.args[0], *here))
        if t.op == "sum":
            lo, hi, body = t.args
            i = var(f"positive{len(self.made)}'", "Z")
            members = self._positive_in_ranges(instantiate_bound(body, (i,)), ((i, lo, hi),), here)
            values = {"f": lam(1, body), "lo": lo, "hi": hi}
            return self.instance("sums.sum_pos", values, self.side_condition(le(lo, hi), *here), members)
        try:
            return self._prove_linearly(goal, here)
        except ProofError:
            if t.op != "add":
                raise
        parts = [self.positive(a, *here) for a in t.args]
        return self._infer("arith", goal, [(num(1), [p]) for p in parts], [], [])

    def _positive_in_ranges(self, t: Term, ranges: tuple[tuple[Term, Term, Term], ...], here: Sequence[Fact]) -> Fact:
        """Prove 0 < t for all indices in the ranges (variable, lo, hi), of which the outermost comes first."""
        ends = [self._infer("assume", a) for i, lo, hi in ranges for a in (le(lo, i), le(i, hi))]
        fact = self.positive(t, *ends, *here)
        for i, lo, hi in reversed(ranges):
            fact = self._infer("generalize", i, self.discharge(fact, le(lo, i), le(i, hi)))
        return fact

    def instance(self, theorem: str, values: Mapping[str, Term], *sides: Fact) -> Fact:
        """Return a theorem at the given values, without the hypotheses that the facts `sides` state."""
        symbols = symbols_by_name(self.theorem(theorem))
        fact = self.instance_of(theorem, {symbols[k]: v for k, v in values.items()})
        for side in sides:
            fact = self._infer("mp", self._infer("discharge", side.concl, fact), side)
        return fact

    def instance_of(self, theorem: str, values: Mapping[Term, Term]) -> Fact:
        """Return a theorem with the given values for its free variables and functions."""
        return self._infer("instantiate", self.theorem(theorem), [(x, y) for x, y in values.items() if x is not y])

    def discharge_premises(self, fact: Fact, here: Sequence[Fact]) -> Fact:
        """Prove the hypotheses of a fact as side conditions, without a search, and remove them."""
        for hypothesis in list(fact.hyps.values()):
            implication = self._infer("discharge", hypothesis, fact)
            fact = self._infer("mp", implication, self._prove_side_condition(hypothesis, here))
        return fact

    def _failed_step(self, label: str | None, why: ProofError, goal: Term, facts: Sequence[Fact]) -> ProofError:
        """Return the error of a step that was not found."""
        wrong = ProofError(f"{self._place(label)}: {why}")
        wrong.step = Step(self, goal, tuple(facts))
        return wrong

    def _names_theorem(self, name: Named | tuple) -> TypeGuard[str]:
        """Return whether this is the proof of a claim and the name is that of a theorem, not of a fact."""
        return isinstance(name, str) and name not in self.facts and self.find is not None and self.knows(name)


def symbols_by_name(fact: Fact) -> dict[str, Term]:
    """Return the free variables and functions of a fact by name; raise ProofError if two have the same name."""
    found = {t for f in (fact.concl, *fact.hyps.values()) for t in f.free}
    names = {t.args[0]: t for t in found}
    if len(names) < len(found):
        raise ProofError(f"two variables of different sorts have the same name, among {', '.join(map(text, found))}")
    return names
