"""Steps of logic, which need no search: quantifiers, implications, cases, induction, and replacing equals by equals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.facts import Facts
from proofs.builder.record import Named, ProofError
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, abstract, eq, forall, imp, instantiate_bound, rebuild, term, var
from proofs.language.display import text


class Logic(Facts):
    """Facts with the steps of logic."""

    def generalize(self, label: str | None, x: Term, fact: Named, *assumptions: Named | Term) -> Fact:
        """Prove ∀x. assumptions → fact; the assumptions are discharged from the last to the first.

        By default, these are all assumptions of the fact that contain x, in the order in which they were made. Where a
        formula is given (`change`, `side_condition`, `have`), the fact about x suffices.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.generalize", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> _ = p.rule("positive", "exp_pos", a(k))
        >>> print(text(p.generalize("all", k, "positive", "low", "high").concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)
        >>> print(text(p.generalize("beyond", k, p.have(None, 0 < k, "low")).concl))
        ∀i ∈ ℤ. 1 ≤ i ⇒ 0 < i
        """
        formulas = [a if isinstance(a, Term) else self.get(a).concl for a in assumptions]
        formulas = formulas or self._assumptions_about(x, self.get(fact))
        discharged = self.discharge(fact, *formulas)
        left = self._assumptions_about(x, discharged)
        if left:
            said = "; ".join(map(self._describe_assumption, left))
            raise ProofError(f"{self._place(label)}: cannot generalise over {text(x)}: the fact still assumes {said}")
        return self.note(label, self._infer("generalize", x, discharged))

    def _assumptions_about(self, x: Term, fact: Fact) -> list[Term]:
        """Return the assumptions of the fact that contain x, in the order in which they were first made."""
        return [fact.hyps[k] for k in sorted(fact.hyps, key=self._assumed_at.__getitem__) if x in fact.hyps[k].free]

    def obtain(
        self,
        label: str | None,
        some: Named,
        names: Sequence[Term],
        prove: Callable[..., Named],
        goal: Term | None = None,
    ) -> Fact:
        """Prove the goal (by default that of the proof) from ∃ names. A, B, …; `prove` receives the facts A, B, ….

        The names are variables that occur neither in the goal nor in a hypothesis that `prove` leaves.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y, z = reals("x y z")
        >>> p = Proof("example.obtain", Theory())
        >>> p.given(some=exists(lambda z: [x < z, z < y], "R"))
        >>> print(text(p.obtain("out", "some", [z], lambda low, high: p.have(None, x < y, low, high), x < y).concl))
        x < y
        """
        goal, some = self.goal if goal is None else goal, self.get(some)
        refuted, inside = self._infer("assume", imp(goal, FALSE)), some.concl.args[0]
        for x in names:
            inside = instantiate_bound(inside.args[1], (x,))
        parts: list[Fact] = []
        while inside.op == "imp":
            parts.append(self._infer("assume", inside.args[0]))
            inside = inside.args[1]
        out = self._infer("mp", refuted, self.change(None, prove(*parts), goal))
        out = self.discharge(out, *(a.concl for a in parts))
        for x in reversed(names):
            out = self._infer("generalize", x, out)
        return self.note(label, self._infer("absurd", self._infer("mp", some, out), goal))

    def discharge(self, fact: Named, *formulas: Term) -> Fact:
        """Prove formulas → fact, with the first formula outermost; the formulas need not be among its hypotheses."""
        out = self.get(fact)
        for formula in reversed(formulas):
            out = self._infer("discharge", formula, out)
        return out

    def cut(self, label: str | None, fact: Named, *sides: Named) -> Fact:
        """Remove the hypotheses that `sides` prove from a fact."""
        out = self.get(fact)
        for s in map(self.get, sides):
            out = self._infer("mp", self._infer("discharge", s.concl, out), s)
        return self.note(label, out)

    def cases(self, label: str | None, s: Term | int, t: Term | int, low: Named, high: Named) -> Fact:
        """Combine the cases s <= t and t < s, which the facts `low` and `high` assume."""
        return self.note(label, self._infer("cases", term(s), term(t), self.get(low), self.get(high)))

    def trichotomy(self, label: str | None, s: Term | int, t: Term | int, prove: Callable[[Fact], Fact]) -> Fact:
        """Prove a fact in the cases s < t, s = t and t < s, each of which `prove` receives.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.trichotomy", Theory())
        >>> print(text(p.trichotomy("out", x, 0, lambda order: p.have(None, 0 <= x * x, order)).concl))
        0 ≤ x^2
        """
        s, t = term(s), term(t)
        below, le_, ge, above = (self._infer("assume", a) for a in (s < t, s <= t, t <= s, t < s))
        same = self._infer("antisymmetry", le_, ge)
        not_above = self._infer("cases", t, s, prove(same), prove(below))
        return self.note(label, self._infer("cases", s, t, not_above, prove(above)))

    def reduce_ite(self, order: Fact, *choices: Term) -> list[Fact]:
        """Return an equation for each if-then-else, whose condition the fact decides."""
        return [self._infer("ite_eq", c, order) for c in choices]

    def rewrite(self, label: str | None, fact: Named, *equations: Named) -> Fact:
        """Replace the left side of each equation in a fact by the right side.

        Occurrences in the scope of a binder that binds one of their variables stay.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.rewrite", Theory())
        >>> p.given(small=exp(x) < 2, same=eq(x, y))
        >>> print(text(p.rewrite("out", "small", "same").concl))
        exp(y) < 2
        """
        out = self.get(fact)
        for e in map(self.get, equations):
            s, t = e.concl.args
            x = var("rewritten'", "Z" if s.sort == t.sort == "Z" else "R")
            template = forall(x.sort, abstract(_replace_subterm(out.concl, s, x), [x]))
            out = self._infer("replace", e, template, out)
        return self.note(label, out)

    def congr(self, label: str | None, template: Callable[[Term], Term], equation: Named) -> Fact:
        """Prove template(s) = template(t) from s = t.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.congr", Theory())
        >>> p.given(same=eq(x, y))
        >>> print(text(p.congr("logs", log, "same").concl))
        log(x) = log(y)
        """
        found = self.get(equation)
        if found.concl.op != "eq":
            raise ProofError(f"{self._place(label)}: congr needs an equation, not {text(found.concl)}")
        left, right = found.concl.args
        x = var("hole'", "Z" if left.sort == right.sort == "Z" else "R")
        carrier = forall(x.sort, abstract(eq(template(left), template(x)), [x]))
        same = self._infer("arith", eq(template(left), template(left)), [], [], [])
        return self.note(label, self._infer("replace", found, carrier, same))

    def induct(
        self,
        label: str | None,
        template: Callable[[Term], Term],
        lo: Term | int,
        k: Term,
        base: Named,
        step: Named,
    ) -> Fact:
        """Prove ∀x >= lo. P(x) from P(lo) and lo <= k, P(k) ⊢ P(k + 1).

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> k, = ints("k")
        >>> p = Proof("example.induct", Theory())
        >>> p.given(low=0 <= k, here=k <= k * k)
        >>> base = p.have("base", num(0) <= num(0) * 0)
        >>> step = p.have("step", k + 1 <= (k + 1) * (k + 1), "low", "here")
        >>> print(text(p.induct("out", lambda k: k <= k * k, 0, k, base, step).concl))
        ∀i ∈ ℤ. 0 ≤ i ⇒ i ≤ i^2
        """
        x = var("induct'", "Z")
        carrier = forall("Z", abstract(template(x), [x]))
        return self.note(label, self._infer("induction", carrier, term(lo), k, self.get(base), self.get(step)))


def _replace_subterm(t: Term, s: Term, x: Term) -> Term:
    """Replace each occurrence of `s` in `t` by x."""
    return x if t is s else rebuild(t, lambda kid, _: _replace_subterm(kid, s, x))
