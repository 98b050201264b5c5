"""Facts by name or by formula.

`Facts` finds the fact that a name or a formula denotes, applies kernel rules to facts, makes assumptions, and restates
a fact as another formula with the same normal form.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from contextlib import suppress
from functools import cache
from inspect import signature
from typing import Any

from proofs.builder.diagnostics import nearest, said
from proofs.builder.lemma_index import Earlier
from proofs.builder.record import Named, ProofError, Record
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.terms import KernelError, Term, instantiate_bound
from proofs.language.display import NONE, text
from proofs.language.reading import read_formula
from proofs.language.tokens import ParseError

RELATION = re.compile(r"[<>=≤≥≠∀∃]|\\(le|ge|ne|lt|gt)")  # text without any of these is no formula


class Facts(Record, ABC):
    """A record with methods that find, assume and restate facts."""

    def __init__(self, name: str, theory: Theory, earlier: Earlier | None = None) -> None:
        """Create a proof without steps."""
        super().__init__(name, theory, earlier)
        self.notions = NONE  # those that formulas given as text may contain
        self._assumptions: dict[Hashable, Fact] = {}  # the assumptions that formulas denote, by their normal forms

    # --- finding facts

    def get(self, name: Named) -> Fact:
        """Return the fact of that name.

        A formula denotes the fact that states it: a hypothesis of the claim, a named fact, or an assumption (`assume`).
        A quantity denotes the fact that it is positive, or not negative.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.get", Theory())
        >>> p.given(large=1 < x)
        >>> print(text(p.have(exp(x) < exp(x) * x, (1 < x, exp(x))).concl))
        exp(x) < exp(x)·x
        """
        if isinstance(name, Fact):
            return name
        if isinstance(name, Term):
            return self._fact_stating(name) if name.sort == "B" else self._sign_of(name)
        if name not in self.facts:
            if RELATION.search(name):
                return self._fact_stating(self.formula(name))
            known = nearest(name, self.facts) or f"; there are {', '.join(self.facts) or 'none'}"
            raise ProofError(f"{self.name}: no fact is called {name!r}{known}")
        return self.facts[name]

    def formula(self, written: Term | str) -> Term:
        """Return a formula; one given as text may contain variables of the proof and notions of the paper.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.formula", Theory())
        >>> p.given(positive=0 < x)
        >>> print(text(p.have("0 < 2*x", "0 < x").concl))
        0 < 2·x

        Raises
        ------
        ProofError
            for a value that is not a formula, text that cannot be read, and names of other variables.
        """
        if isinstance(written, str) and RELATION.search(written):
            goal = [] if self._goal is None else [self._goal]
            variables = {v for f in (*goal, *(f.concl for f in (*self.known_facts(), *self.made))) for v in f.free}
            try:
                return read_formula(written, sorted(variables, key=lambda v: v.order), self.notions)
            except ParseError as wrong:
                raise ProofError(f"{self.name}: {wrong}") from wrong
        self._require_formula(written)
        return written  # type: ignore[return-value]

    def _fact_stating(self, formula: Term) -> Fact:
        """Return the fact that a formula denotes."""
        found = self._find_denoted(formula)
        if found is None:
            near = nearest(text(formula), [text(f.concl) for f in self.known_facts()])
            raise ProofError(f"{self.name}: no fact says {text(formula)}{near}; p.assume(…) would assume it")
        return found

    def _find_denoted(self, formula: Term) -> Fact | None:
        """Return the fact that a formula denotes, if there is one."""
        wanted = key(formula)
        if wanted is True:  # such as 1 <= 2, which needs no hypothesis
            return self._infer("assume", formula)
        return self.hypotheses.get(wanted) or self._assumptions.get(wanted) or self.find_fact(formula)

    @abstractmethod
    def _sign_of(self, t: Term) -> Fact:
        """Prove 0 < t, or else 0 <= t."""

    def find_fact(self, formula: Term, *using: Fact) -> Fact | None:
        """Return the fact that states this formula, among these and the known facts; None if there is none."""
        wanted = key(formula)
        here = (*using, *self.facts.values(), *self.hypotheses.values())
        found = next((f for f in here if key(f.concl) == wanted), None)
        if found is None or found.concl is formula:
            return found
        return self.change(found, formula)  # it may state 0 < x where 0 < 2 x is wanted

    # --- steps

    def rule(self, rule: str, *args: Any, label: str | None = None) -> Fact:
        """Apply a kernel rule; facts may be given by name, or as formulas (`get`).

        A Python integer denotes the numeral.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.rule", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> print(text(p.rule("max_ge", Max(lambda i: a(i), 1, n), k, "low", "high").concl))
        a_k ≤ max_{i=1..n} a_i
        """

        def resolve(x: Any, kind: str = "") -> Any:
            if isinstance(x, str) and rule not in ("cite", "argue", "compute", "theorem"):
                return self.get(x)
            if isinstance(x, list | tuple):
                return [resolve(y, "Fact" if kind == "Facts" else "") for y in x]
            return self.get(x) if kind == "Fact" and isinstance(x, Term) else x

        self._require_unused(label)
        if rule not in RULES and rule != "theorem":
            raise ProofError(f"{self.name}: no rule is called {rule!r}{nearest(rule, RULES)}")
        kinds, needed = _rule_parameters(rule)
        if not needed <= len(args) <= len(kinds):
            raise ProofError(f"{self._place(label)}: {rule} takes {', '.join(kinds)}; {len(args)} are given")
        given = [resolve(x, kind) for x, kind in zip(args, kinds.values(), strict=False)]
        for x, (name, kind) in zip(given, kinds.items(), strict=False):
            if kind == "Fact" and not isinstance(x, Fact):
                raise ProofError(f"{self._place(label)}: {name} of {rule} is a fact, or the name of one, not {x!r}")
        try:
            return self.note(label, self._infer(rule, *given))
        except KernelError as wrong:
            raise ProofError(f"{self.name}, {label or rule}: {said(wrong)}") from wrong

    def assume(self, formula: Named) -> Fact:
        """Make an assumption, which a later step (`cases`, `generalize`, `discharge`, …) has to discharge.

        If the formula is known, return the fact that states it: nothing is assumed twice. Facts and their names denote
        themselves.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.assume", Theory())
        >>> low = p.have(0 <= x * x, p.assume(x <= 0))
        >>> high = p.have(0 <= x * x, p.assume(0 < x))
        >>> print(text(p.cases(x, 0, low, high).concl))
        0 ≤ x^2
        """
        if not isinstance(formula, Term):
            return self.get(formula)
        found = self._find_denoted(formula)
        if found is None:
            found = self._assumptions[key(formula)] = self._infer("assume", formula)
        return found

    def given(self, **formulas: Term) -> None:
        """Assume hypotheses of the theorem, or make local assumptions, by name."""
        for label, formula in formulas.items():
            known = next((f for f in self.hypotheses.values() if f.concl is formula), None)
            fact = self.rule("assume", formula, label=label) if known is None else self.note(label, known)
            self._assumptions.setdefault(key(fact.concl), fact)

    def given_all(self, formulas: Iterable[Term], name: str = "given") -> None:
        """Assume a list of hypotheses, named by `name` and their number from 0."""
        self.given(**{f"{name}_{number}": formula for number, formula in enumerate(formulas)})

    def change(self, fact: Named, formula: Term, *, label: str | None = None) -> Fact:
        """Restate a fact as `formula`: both must have the same normal form, or `formula` generalises the fact.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.change", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> _ = p.rule("exp_pos", a(k), label="positive")
        >>> print(text(p.change("positive", every(lambda i: 0 < exp(a(i)), 1, n)).concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)
        """
        found = self._restate(self.get(fact), formula)
        if found is None:
            raise ProofError(f"{self._place(label)}: {text(self.get(fact).concl)}\n   is not {text(formula)}")
        return self.note(label, found)

    def _restate(self, fact: Fact, formula: Term) -> Fact | None:
        """Return the formula as a fact, if the given fact states it, or an instance of it under its premises."""
        if fact.concl is formula:
            return fact
        if key(fact.concl) == key(formula):
            return self._infer("mp", self._infer("discharge", formula, self._infer("assume", formula)), fact)
        if formula.op == "imp":
            then = self._restate(fact, formula.args[1])
            return None if then is None else self._infer("discharge", formula.args[0], then)
        if formula.op == "all" and _innermost(formula).op == _innermost(fact.concl).op:
            for x in sorted(fact.concl.free - formula.free, key=text):
                if x.sort != formula.args[0]:
                    continue
                if inside := self._restate(fact, instantiate_bound(formula.args[1], (x,))):
                    with suppress(KernelError):  # other assumptions contain x
                        return self._infer("generalize", x, inside)
        return None


@cache
def _rule_parameters(rule: str) -> tuple[dict[str, str], int]:
    """Return the parameters of a rule: the kind of each by name, and the number of required ones."""
    known = signature(RULES.get(rule, Theory.theorem)).parameters.values()
    own = [x for x in known if x.name != "self"]
    return {x.name: str(x.annotation) for x in own}, sum(x.default is x.empty for x in own)


def _innermost(formula: Term) -> Term:
    """Return the conclusion of a formula under its quantifiers and premises."""
    while formula.op in ("all", "imp"):
        formula = formula.args[1]
    return formula
