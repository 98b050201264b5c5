"""The kernel's rules as methods of proofs; `lemmata show` with the name of a rule says what it states and why it holds.

The other rules are applied by the methods that arrange what they need: `assume`, `discharge`, `generalize`,
`specialize`, `cases`, `induct`, `have` (linear arithmetic) and `derivative`.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from proofs.builder.facts import Facts, Named
from proofs.kernel.rules import RULES, Fact
from proofs.kernel.terms import Term


class Rules(Facts):
    """Facts with a method for each rule of the kernel that needs nothing else than its arguments."""

    def mp(self, implication: Named, fact: Named, *, label: str | None = None) -> Fact:
        """Prove B from A ⇒ B and A (modus ponens)."""
        return self.rule("mp", implication, fact, label=label)

    def absurd(self, fact: Named, formula: Term, *, label: str | None = None) -> Fact:
        """Prove a formula from a false fact, which may assume that the formula does not hold."""
        return self.rule("absurd", fact, formula, label=label)

    def instantiate(self, fact: Named, values: Sequence[tuple[Term, Term | int]], *, label: str | None = None) -> Fact:
        """Replace variables by values, in a fact and its hypotheses."""
        return self.rule("instantiate", fact, values, label=label)

    def replace(self, equality: Named, template: Term, fact: Named, *, label: str | None = None) -> Fact:
        """Prove C[t] from s = t and C[s]; the template is ∀x. C[x] (`hole`).

        If s and t are values of functions, as in ∀i. f(i) = g(i), the functions are replaced.
        """
        return self.rule("replace", equality, template, fact, label=label)

    def antisymmetry(self, below: Named, above: Named, *, label: str | None = None) -> Fact:
        """Prove s = t from s <= t and t <= s."""
        return self.rule("antisymmetry", below, above, label=label)

    def supremum(self, template: Term, some: Named, above: Named, *, label: str | None = None) -> Fact:
        """Prove that a set of numbers has a least upper bound; facts give a member and an upper bound."""
        return self.rule("supremum", template, some, above, label=label)

    def integer_step(self, fact: Named, *, label: str | None = None) -> Fact:
        """Prove s + 1 <= t from s < t, for integers."""
        return self.rule("integer_step", fact, label=label)

    def big_empty(self, t: Term, fact: Named, *, label: str | None = None) -> Fact:
        """Prove the value of a sum, 0, or of a product, 1, over a range that the fact says is empty."""
        return self.rule("big_empty", t, fact, label=label)

    def big_step(self, t: Term, fact: Named, *, label: str | None = None) -> Fact:
        """Separate the last member of a sum or a product over a range that the fact says is not empty."""
        return self.rule("big_step", t, fact, label=label)

    def max_ge(self, t: Term, i: Term | int, low: Named, high: Named, *, label: str | None = None) -> Fact:
        """Prove that the member at i is at most the maximum t; the facts say that i is in the range."""
        return self.rule("max_ge", t, i, low, high, label=label)

    def max_le(self, t: Term, bound: Term | int, nonempty: Named, members: Named, *, label: str | None = None) -> Fact:
        """Prove that the maximum t is at most a bound of all its members; its range is not empty."""
        return self.rule("max_le", t, bound, nonempty, members, label=label)

    def exp_ge(self, t: Term | int, *, label: str | None = None) -> Fact:
        """Prove 1 + t <= exp(t)."""
        return self.rule("exp_ge", t, label=label)

    def exp_pos(self, t: Term | int, *, label: str | None = None) -> Fact:
        """Prove 0 < exp(t)."""
        return self.rule("exp_pos", t, label=label)

    def erf_square(self, t: Term | int, *, label: str | None = None) -> Fact:
        """Prove 1 − exp(−t²) <= (erf t)²."""
        return self.rule("erf_square", t, label=label)

    def exp_log(self, fact: Named, *, label: str | None = None) -> Fact:
        """Prove exp(log t) = t from 0 < t."""
        return self.rule("exp_log", fact, label=label)

    def ite_eq(self, t: Term, fact: Named, *, label: str | None = None) -> Fact:
        """Prove the value of an if-then-else from its condition, or from the opposite of its condition."""
        return self.rule("ite_eq", t, fact, label=label)

    def abs_value(self, t: Term, fact: Named, *, label: str | None = None) -> Fact:
        """Prove |t| = t from 0 <= t, or |t| = −t from t <= 0."""
        return self.rule("abs_value", t, fact, label=label)


def call_of(rule: str) -> str:
    """Return a call that applies a rule of the kernel.

    >>> call_of("max_ge"), call_of("specialize")
    ('p.max_ge(t, i, low, high)', 'p.rule("specialize", fact, t)')
    """
    if rule in vars(Rules):
        own = inspect.signature(vars(Rules)[rule]).parameters
        return f"p.{rule}({', '.join(name for name in own if name not in ('self', 'label'))})"
    return f'p.rule("{rule}", {", ".join(inspect.signature(RULES[rule]).parameters)})'
