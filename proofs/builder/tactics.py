"""Tactics: steps that apply a theorem, a universal fact or a rule, and prove its hypotheses or conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeGuard

from proofs.builder.record import Named, ProofError
from proofs.builder.side_conditions import SideConditions, symbols_by_name
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, abstract, deriv, eq, forall, imp, instantiate_bound, substitute, term, var
from proofs.language.display import text
from proofs.language.matching import Values, match
from proofs.language.notation import conditional


class Tactics(SideConditions):
    """The steps of a proof with tactics."""

    def apply(self, theorem: Named, *using: Named | tuple, label: Any = None, **values: Term | int) -> Fact:
        """Apply an earlier theorem at the given values; its hypotheses must follow from the known facts.

        `values` gives variables and functions by name (primes written as `_prime` are not needed: use the name). A
        symbol that occurs in no known fact needs no value if matching a hypothesis with a fact of `using` gives it. A
        hypothesis that cannot be proved is an error; in the proof of a claim, `using` helps as in `have`.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.apply", Theory())
        >>> p.given(positive=0 < x, other=1 < y)
        >>> root = p.have(0 < x * x, "positive", label="square")  # it could be an earlier theorem, by its name
        >>> print(text(p.apply(root, "other", x=y).concl))
        0 < y^2
        """
        self._require_unused(label)
        fact = self.theorem(theorem) if isinstance(theorem, str) and theorem not in self.facts else self.get(theorem)
        symbols = symbols_by_name(fact)
        unknown = values.keys() - symbols.keys()
        if unknown:
            raise ProofError(
                f"{self._place(label)}: {theorem} has no {', '.join(unknown)}; it has {', '.join(symbols)}"
            )
        given = {symbols[k]: term(v) for k, v in values.items()}
        found = self._match_hypotheses(fact, [x for x in symbols.values() if x not in given], given, using)
        if found:
            fact = self._infer("instantiate", fact, list(found.items()))
        for hypothesis in list(fact.hyps.values()):
            try:
                side = self.side_condition(hypothesis, *using)
            except ProofError as wrong:
                of = _name_of(theorem)
                raise ProofError(f"{self._place(label)}: a hypothesis of {of} is open: {wrong}") from wrong
            fact = self._infer("mp", self._infer("discharge", hypothesis, fact), side)
        return self.note(label, fact)

    def _match_hypotheses(
        self, fact: Fact, unknown: Sequence[Term], values: Values, using: Sequence[Named | tuple]
    ) -> Values:
        """Extend the values by matching hypotheses of the fact, one after the other, with the named facts.

        Only unknown symbols that occur in no known fact and not in the goal get values.
        """
        facts = [self.get(u) for u in using if self._names_fact(u)] if unknown else []
        if not facts:
            return values
        known = frozenset().union(*(f.concl.free for f in (*facts, *self.known_facts())))
        unknown = [x for x in unknown if x not in known and not (self._goal is not None and x in self._goal.free)]
        left = [h for h in fact.hyps.values() if not h.free.isdisjoint(unknown)]
        for f in facts:
            for h in left:
                found = next((v for t in self._generalizations(f, h) if (v := match(h, t, unknown, values))), None)
                if found is not None:
                    values = found
                    left.remove(h)
                    break
        return values

    def _names_fact(self, name: Named | tuple) -> TypeGuard[Named]:
        """Return whether an argument of `using` is a fact, its name or its formula."""
        return not isinstance(name, tuple) and (
            name.sort == "B" if isinstance(name, Term) else not self._names_theorem(name)
        )

    def _generalizations(self, fact: Fact, like: Term) -> Iterator[Term]:
        """Yield the conclusion of the fact, and its generalisations over its variables, the last assumed first."""
        yield fact.concl
        if like.op == "all" and fact.concl.op != "all":
            fixed = frozenset().union(*(f.concl.free for f in self.hypotheses.values()))
            for x in sorted(fact.concl.free - fixed, key=text):
                if x.sort == like.args[0] and (self._goal is None or x not in self._goal.free):
                    out = fact.concl
                    for a in reversed(self._assumptions_about(x, fact)):
                        out = imp(a, out)
                    yield forall(x.sort, abstract(out, [x]))

    def specialize(
        self, universal: Named, *values: Term | int, using: Sequence[Named | tuple] = (), label: str | None = None
    ) -> Fact:
        """Instantiate a universal fact at the given values and prove its range and other conditions (not those of ¬A).

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.specialize", Theory())
        >>> p.given(each=every(lambda i: 0 <= a(i), 1, n), low=1 <= k, high=k <= n)
        >>> print(text(p.specialize("each", k).concl))
        0 ≤ a_k
        """
        self._require_unused(label)
        fact = self.get(universal)
        for v in values:
            fact = self._infer("specialize", fact, term(v))
            while conditional(fact.concl):
                try:
                    side = self.side_condition(fact.concl.args[0], *using)
                except ProofError as wrong:
                    raise ProofError(f"{self._place(label)}: using {_name_of(universal)}: {wrong}") from wrong
                fact = self._infer("mp", fact, side)
        return self.note(label, fact)

    def exists_intro(
        self, goal: Term, witnesses: Sequence[Term | int], *using: Named | tuple, label: str | None = None
    ) -> Fact:
        """Prove ∃ … by witnesses; their properties are side conditions.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.exists_intro", Theory())
        >>> p.given(less=x < y)
        >>> between = exists(lambda z: [x < z, z < y], "R")
        >>> print(text(p.exists_intro(between, [rational(1, 2) * (x + y)], "less").concl))
        ∃z ∈ ℝ. x < z ∧ z < y
        """
        self._require_unused(label)
        none = out = self._infer("assume", goal.args[0])
        for w in witnesses:
            out = self._infer("specialize", out, term(w))
        while out.concl is not FALSE:
            out = self._infer("mp", out, self.side_condition(out.concl.args[0], *using))
        return self.note(label, self._infer("discharge", none.concl, out))

    def assume_implication(self, formula: Term, premises: int, *using: Named) -> Fact:
        """Assume an implication, prove its first `premises` premises, and return its conclusion.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.assume_implication", Theory())
        >>> print(text(p.assume_implication(implies(num(1) <= 2, num(0) < 1, x <= 0), 2).concl))
        x ≤ 0
        """
        out = self._infer("assume", formula)
        for _ in range(premises):
            out = self._infer("mp", out, self.side_condition(out.concl.args[0], *using))
        return out

    def derivative(
        self, f: Callable[[Term], Term], at: Term, value: Term, *using: Named, label: str | None = None
    ) -> Fact:
        """Prove that f is differentiable at `at` with derivative `value`.

        `positive` shows that denominators and arguments of log are positive; `have` shows, from the facts named, that
        the derivative by the rules of calculus is `value`.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.derivative", Theory())
        >>> print(text(p.derivative(lambda t: t * exp(t), x, (x + 1) * exp(x)).concl))
        d/dy [y·exp(y)] at x = (x + 1)·exp(x)
        """
        x = var("derivative'", "R")
        template = forall("R", abstract(eq(f(x), 0), [x]))
        here = [self.get(u) for u in using]
        found = [(substitute(s, {x: at}), ranges) for s, ranges in _denominators(f(x), x)]
        sides = [self._positive_in_ranges(s, ranges, here) for s, ranges in found]
        raw = self._infer("derivative", template, at, list(dict.fromkeys(sides)))
        same = self.have(eq(raw.concl.args[2], value), *here)
        body, _, _ = raw.concl.args
        carrier = forall("R", abstract(deriv(body, at, x), [x]))
        return self.note(label, self._infer("replace", same, carrier, raw))


def _name_of(name: Named) -> str:
    """Return the name of a fact in messages: its own, or its formula."""
    return name if isinstance(name, str) else text(name.concl if isinstance(name, Fact) else name)


def _denominators(t: Term, x: Term, ranges: tuple[tuple[Term, Term, Term], ...] = ()) -> list[tuple[Term, tuple]]:
    """Return the denominators and arguments of log in t that depend on x, with the ranges of their indices."""
    if x not in t.free:
        return []
    out = [(t.args[0], ranges)] if t.op in ("inv", "log") and x in t.args[0].free else []
    for i, a in enumerate(t.args):
        if t.op == "sum" and i == 2:
            index = var(f"member{len(ranges)}'", "Z")
            out += _denominators(instantiate_bound(a, (index,)), x, (*ranges, (index, t.args[0], t.args[1])))
        elif isinstance(a, Term) and a.sort in ("Z", "R"):
            out += _denominators(a, x, ranges)
    return out
