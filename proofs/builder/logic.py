"""Steps of logic, which need no search: quantifiers, implications, cases, induction, and replacing equals by equals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proofs.builder.lemma_index import Earlier
from proofs.builder.record import Named, ProofError
from proofs.builder.rules import Rules
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import (
    FALSE,
    Term,
    abstract,
    eq,
    forall,
    instantiate_bound,
    le,
    lt,
    negation,
    rebuild,
    term,
    var,
)
from proofs.language.display import text


@dataclass(frozen=True, eq=False)
class Witness:
    """The witnesses of an existential fact: their variables, the assumptions about them, and the scope of their use."""

    names: tuple[Term, ...]
    some: Fact
    said: tuple[Term, ...]
    scope: tuple[int, ...] = ()

    def depends_on(self, other: Witness) -> bool:
        """Return whether its existence depends on another one, or the assumptions about it contain that one."""
        because = any(key(a) in self.some.hyps for a in other.said)
        return because or any(x in a.free for x in other.names for a in self.said)

    def is_in(self, fact: Fact) -> bool:
        """Return whether a fact assumes something about the witness."""
        return any(key(a) in fact.hyps for a in self.said)


class Logic(Rules):
    """Facts with the steps of logic."""

    def __init__(self, name: str, theory: Theory, earlier: Earlier | None = None) -> None:
        """Create a proof without steps."""
        super().__init__(name, theory, earlier)
        self._witnesses: list[Witness] = []
        self._scope: tuple[int, ...] = ()  # the open scopes by their numbers, the outermost first
        self._ranges: dict[Term, tuple[Term, ...]] = {}  # of the variables that `fix` has introduced

    def generalize(self, x: Term, fact: Named, *assumptions: Named | Term, label: str | None = None) -> Fact:
        """Prove ∀x. assumptions → fact; the assumptions are discharged from the last to the first.

        By default, these are the range that `fix` gives x, and all other assumptions of the fact that contain x, in the
        order in which they were made. Where a formula is given (`change`, `side_condition`, `have`), the fact about x
        suffices.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.generalize", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> _ = p.rule("exp_pos", a(k), label="positive")
        >>> print(text(p.generalize(k, "positive", "low", "high").concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)
        >>> print(text(p.generalize(k, p.have(0 < k, "low")).concl))
        ∀i ∈ ℤ. 1 ≤ i ⇒ 0 < i
        """
        found = self._without_witnesses_for(self.get(fact), x)
        formulas = [a if isinstance(a, Term) else self.get(a).concl for a in assumptions]
        ends = self._ranges.get(x, ())
        others = (a for a in self._assumptions_about(x, found) if key(a) not in map(key, ends))
        discharged = self.discharge(found, *(formulas or (*ends, *others)))
        left = self._assumptions_about(x, discharged)
        if left:
            said = "; ".join(map(self._describe_assumption, left))
            raise ProofError(f"{self._place(label)}: cannot generalise over {text(x)}: the fact still assumes {said}")
        return self.note(label, self._infer("generalize", x, discharged))

    def _assumptions_about(self, x: Term, fact: Fact) -> list[Term]:
        """Return the assumptions of the fact that contain x, in the order in which they were first made."""
        return [fact.hyps[k] for k in sorted(fact.hyps, key=self._assumed_at.__getitem__) if x in fact.hyps[k].free]

    def exists_elim(
        self,
        some: Named,
        names: Sequence[Term],
        prove: Callable[..., Named],
        goal: Term | None = None,
        *,
        label: str | None = None,
    ) -> Fact:
        """Prove the goal (by default that of the proof) from ∃ names. A, B, …; `prove` receives the facts A, B, ….

        The names are variables that occur neither in the goal nor in a hypothesis that `prove` leaves.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y, z = reals("x y z")
        >>> p = Proof("example.exists_elim", Theory())
        >>> p.given(some=exists(lambda z: [x < z, z < y], "R"))
        >>> print(text(p.exists_elim("some", [z], lambda low, high: p.have(x < y, low, high), x < y).concl))
        x < y
        """
        goal, found = self.goal if goal is None else goal, self.get(some)
        parts = self._witness_parts(found, names)
        out = self.change(prove(*parts), goal)
        return self.note(label, self._without_witness(out, Witness(tuple(names), found, tuple(a.concl for a in parts))))

    def _witness_parts(self, some: Fact, names: Sequence[Term]) -> list[Fact]:
        """Return the statements of an existential fact about its witnesses, as assumptions."""
        if some.concl.op != "imp" or some.concl.args[1] is not FALSE:
            raise ProofError(f"{self.name}: it does not say that something exists: {text(some.concl)}")
        inside, parts = some.concl.args[0], list[Fact]()
        for x in names:
            if inside.op != "all":
                raise ProofError(f"{self.name}: fewer than {len(names)} exist in {text(some.concl)}")
            inside = instantiate_bound(inside.args[1], (x,))
        while inside.op == "imp":
            parts.append(self._infer("assume", inside.args[0]))
            inside = inside.args[1]
        return parts

    def _without_witness(self, fact: Fact, witness: Witness) -> Fact:
        """Return a fact without its assumptions about a witness, and about the witnesses that depend on it."""
        for other in reversed(self._witnesses):
            if other is not witness and other.is_in(fact) and other.depends_on(witness):
                fact = self._without_witness(fact, other)
        bad = next((x for x in witness.names if x in fact.concl.free), None)
        if bad is not None:
            raise ProofError(f"{self.name}: the fact contains {text(bad)}, which was obtained: {text(fact.concl)}")
        refuted = self._infer("assume", negation(fact.concl))
        out = self._infer("mp", refuted, fact)
        for said in reversed(witness.said):
            out = self._infer("discharge", said, out)
        for x in reversed(witness.names):
            out = self._infer("generalize", x, out)
        return self._infer("absurd", self._infer("mp", witness.some, out), fact.concl)

    def _without_witnesses(self, fact: Fact, which: Callable[[Witness], bool] = lambda _: True) -> Fact:
        """Return a fact without its assumptions about these witnesses (all by default), and those of closed scopes."""
        for witness in reversed(self._witnesses):
            closed = witness.scope != self._scope[: len(witness.scope)]
            if witness.is_in(fact) and (closed or which(witness)):
                fact = self._without_witness(fact, witness)
        return fact

    def _without_witnesses_under(self, fact: Fact, assumption: Term) -> Fact:
        """Return a fact without its assumptions about witnesses that exist under an assumption."""
        return self._without_witnesses(fact, lambda witness: key(assumption) in witness.some.hyps)

    def _without_witnesses_for(self, fact: Fact, x: Term) -> Fact:
        """Return a fact without its assumptions about witnesses that depend on a variable."""
        return self._without_witnesses(fact, lambda witness: any(x in a.free for a in witness.said))

    def discharge(self, fact: Named, *formulas: Term) -> Fact:
        """Prove formulas → fact, with the first formula outermost; the formulas need not be among its hypotheses."""
        out = self.get(fact)
        for formula in reversed(formulas):
            out = self._infer("discharge", formula, self._without_witnesses_under(out, formula))
        return out

    def cut(self, fact: Named, *sides: Named, label: str | None = None) -> Fact:
        """Remove the hypotheses that `sides` prove from a fact."""
        out = self.get(fact)
        for s in map(self.get, sides):
            out = self._infer("mp", self._infer("discharge", s.concl, out), s)
        return self.note(label, out)

    def cases(self, s: Term | int, t: Term | int, low: Named, high: Named, *, label: str | None = None) -> Fact:
        """Combine the cases s <= t and t < s, which the facts `low` and `high` assume."""
        s, t = term(s), term(t)
        below, above = (self._without_witnesses_under(self.get(f), a) for f, a in ((low, le(s, t)), (high, lt(t, s))))
        return self.note(label, self._infer("cases", s, t, below, above))

    def trichotomy(
        self, s: Term | int, t: Term | int, prove: Callable[[Fact], Fact], *, label: str | None = None
    ) -> Fact:
        """Prove a fact in the cases s < t, s = t and t < s, each of which `prove` receives.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.trichotomy", Theory())
        >>> print(text(p.trichotomy(x, 0, lambda order: p.have(0 <= x * x, order)).concl))
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

    def rewrite(self, fact: Named, *equations: Named, label: str | None = None) -> Fact:
        """Replace the left side of each equation in a fact by the right side.

        Occurrences in the scope of a binder that binds one of their variables stay.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.rewrite", Theory())
        >>> p.given(small=exp(x) < 2, same=Eq(x, y))
        >>> print(text(p.rewrite("small", "same").concl))
        exp(y) < 2
        """
        out = self.get(fact)
        for e in map(self.get, equations):
            s, t = e.concl.args
            x = var("rewritten'", "Z" if s.sort == t.sort == "Z" else "R")
            template = forall(x.sort, abstract(_replace_subterm(out.concl, s, x), [x]))
            out = self._infer("replace", e, template, out)
        return self.note(label, out)

    def congr(self, template: Callable[[Term], Term], equation: Named, *, label: str | None = None) -> Fact:
        """Prove template(s) = template(t) from s = t.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.congr", Theory())
        >>> p.given(same=Eq(x, y))
        >>> print(text(p.congr(log, "same").concl))
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
        template: Callable[[Term], Term],
        lo: Term | int,
        k: Term,
        base: Named,
        step: Named,
        *,
        label: str | None = None,
    ) -> Fact:
        """Prove ∀x >= lo. P(x) from P(lo) and lo <= k, P(k) ⊢ P(k + 1).

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> k, = ints("k")
        >>> p = Proof("example.induct", Theory())
        >>> p.given(low=0 <= k, here=k <= k * k)
        >>> base = p.have(num(0) <= num(0) * 0, label="base")
        >>> step = p.have(k + 1 <= (k + 1) * (k + 1), "low", "here", label="step")
        >>> print(text(p.induct(lambda k: k <= k * k, 0, k, base, step).concl))
        ∀i ∈ ℤ. 0 ≤ i ⇒ i ≤ i^2
        """
        x = var("induct'", "Z")
        carrier = forall("Z", abstract(template(x), [x]))
        after = self._without_witnesses_for(self.get(step), k)
        return self.note(label, self._infer("induction", carrier, term(lo), k, self.get(base), after))


def _replace_subterm(t: Term, s: Term, x: Term) -> Term:
    """Replace each occurrence of `s` in `t` by x."""
    return x if t is s else rebuild(t, lambda kid, _: _replace_subterm(kid, s, x))
