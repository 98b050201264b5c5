"""Scopes: parts of a proof in which more is known, by cases, for a fixed variable, and for a chosen witness.

A `with` block assumes formulas. Its assumptions and labels are known only in the block, so that a fact of one case is
never used in another. The facts outlive the block, with its assumptions as hypotheses: `by_cases`, `generalize` and
`by_contradiction` remove them. The same steps, and `qed`, remove assumptions about a witness.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations

from proofs.builder.logic import Witness
from proofs.builder.record import Named, ProofError
from proofs.builder.tactics import Tactics
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, eq, forall, imp, instantiate_bound, le, lt, negation, term
from proofs.language.display import text
from proofs.language.notation import conditional, opposite


class Scopes(Tactics):
    """The steps of a proof with scopes."""

    @contextmanager
    def case(self, formula: Term | str, label: str | None = None) -> Iterator[Fact]:
        """Assume a formula in a `with` block, which receives it as a fact; `by_cases` combines cases.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.case", Theory())
        >>> with p.case(x <= 0) as negative:
        ...     low = p.have(0 <= x * x, negative)
        >>> with p.case(0 < x) as positive:
        ...     high = p.have(0 <= x * x, positive)
        >>> print(text(p.by_cases(low, high).concl))
        0 ≤ x^2
        """
        formula = self.formula(formula)
        with self._opened():
            fact = self.note(label, self.assume(formula))
            self.hypotheses[key(formula)] = fact
            yield fact

    @contextmanager
    def fix(self, k: Term, lo: Term | int | None = None, hi: Term | int | None = None) -> Iterator[tuple[Fact, ...]]:
        """Fix a variable in a `with` block, which receives the facts lo <= k and k <= hi, if there are these ends.

        `generalize` then proves a fact for all k in the range.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.fix", Theory())
        >>> with p.fix(k, 1, n):
        ...     positive = p.rule("exp_pos", a(k))
        >>> print(text(p.generalize(k, positive).concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)

        Raises
        ------
        ProofError
            if there are facts about the variable.
        """
        known = next((f for f in self.known_facts() if k in f.concl.free), None)
        if known is not None:
            raise ProofError(f"{self.name}: {text(k)} is not arbitrary: it is known that {text(known.concl)}")
        ends = (*([] if lo is None else [le(lo, k)]), *([] if hi is None else [le(k, hi)]))
        self._ranges[k] = ends
        with self._opened():
            facts = tuple(self.assume(end) for end in ends)
            self.hypotheses |= {key(f.concl): f for f in facts}
            yield facts

    @contextmanager
    def induction(self, k: Term, goal: Term | None = None) -> Iterator[Fact]:
        """Assume A(k), in a `with` block, for ∀k ∈ {lo..hi}. A(k), by default the goal; `by_induction` proves it.

        In the block, which receives A(k), it is known that lo <= k and k <= hi - 1, if there is an upper end.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.induction", Theory())
        >>> p.given(first=0 <= a(0), grows=every(lambda i: a(i) <= a(i + 1), 0, n - 1))
        >>> signs = every(lambda i: 0 <= a(i), 0, n)
        >>> with p.induction(k, signs) as here:
        ...     step = p.have(0 <= a(k + 1), here, p.specialize("grows", k))
        >>> print(text(p.by_induction(k, step, goal=signs).concl))
        ∀i ∈ {0..n}. 0 ≤ a_i
        """
        lo, room, said = _inductive(self.goal if goal is None else goal, k)
        high = None if room is None else room.args[1] - 1
        with self.fix(k, lo, high), self.case(said) as here:
            yield here

    def by_induction(
        self, k: Term, step: Named, *using: Named, goal: Term | None = None, label: str | None = None
    ) -> Fact:
        """Prove ∀k ∈ {lo..hi}. A(k), by default the goal, from A(k + 1), which was proved in the block of `induction`.

        The base, A(lo), is a side condition, which the facts `using` help to prove.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> k, = ints("k")
        >>> p, squares = Proof("example.by_induction", Theory()), every(lambda i: i <= i * i, 0, None)
        >>> with p.induction(k, squares) as here:
        ...     step = p.have(k + 1 <= (k + 1) * (k + 1), here, 0 <= k)
        >>> print(text(p.by_induction(k, step, goal=squares).concl))
        ∀i ∈ ℤ. 0 ≤ i ⇒ i ≤ i^2
        """
        goal, out = self.goal if goal is None else goal, self._without_witnesses_for(self.get(step), k)
        lo, room, said = _inductive(goal, k)
        _, next_room, next_said = _inductive(goal, k + 1)
        out = self.change(out, next_said)
        if room is not None and next_room is not None:
            inside = self._prove_linearly(room, [self._infer("assume", next_room)])
            here = self._infer("mp", self._infer("assume", imp(room, said)), inside)
            out = self._infer("discharge", next_room, self.cut(out, here))
        rest = goal.args[1].args[1]
        base = self.side_condition(instantiate_bound(rest, (lo,)), *using)
        return self.note(label, self._infer("induction", forall("Z", rest), lo, k, base, out))

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """Open a scope; at its end, the facts that it added are forgotten."""
        scope, self._scope = self._scope, (*self._scope, len(self.made))
        facts, assumptions, hypotheses = self.facts, self._assumptions, self.hypotheses
        self.facts, self._assumptions, self.hypotheses = dict(facts), dict(assumptions), dict(hypotheses)
        try:
            yield
        finally:
            self.facts, self._assumptions, self.hypotheses, self._scope = facts, assumptions, hypotheses, scope

    def by_cases(self, *facts: Named, label: str | None = None) -> Fact:
        """Combine facts with the same conclusion in exhaustive cases, such as s <= t and t < s, or A and ¬A.

        There may be more than two, such as s < t, s = t and t < s, and cases of cases.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.by_cases", Theory())
        >>> parts = []
        >>> for case in (x <= 0, 0 < x):
        ...     with p.case(case) as sign:
        ...         parts.append(p.have(0 <= x * x, sign))
        >>> print(text(p.by_cases(*parts).concl))
        0 ≤ x^2

        Raises
        ------
        ProofError
            if the cases are not exhaustive.
        """
        first, *others = (self._without_witnesses(self.get(f), lambda _: False) for f in facts)
        left = [first, *(self.change(f, first.concl) for f in others)]
        known = {k for f in left for k in f.hyps}
        while len(left) > 1:
            pairs = [
                (len((f.hyps.keys() - {key(a)}) ^ (g.hyps.keys() - {key(b)})), f, g, a, b)
                for f, g in permutations(left, 2)
                for a in f.hyps.values()
                for b in _denials(a)
                if key(b) in g.hyps
            ]
            if not pairs:
                assumed = (" and ".join(text(h) for h in f.hyps.values()) for f in left)
                raise ProofError(f"{self._place(label)}: something is left out of the cases {'; '.join(assumed)}")
            _, f, g, a, b = min(pairs, key=lambda pair: pair[0])  # the cases of one case first
            left = [self._combined(f, g, a, b), *(h for h in left if h not in (f, g))]
        (out,) = left
        missing = next((h for k, h in out.hyps.items() if k not in known), None)
        if missing is not None:
            raise ProofError(f"{self._place(label)}: a case is left out: it remains to assume {text(missing)}")
        return self.note(label, out)

    def _combined(self, f: Fact, g: Fact, a: Term, b: Term) -> Fact:
        """Return the common conclusion of two facts, of which one assumes a formula and the other one denies it."""
        f, g = self._without_witnesses_under(f, a), self._without_witnesses_under(g, b)
        if b.op == "imp" and b.args[1] is FALSE:
            return self.either(f, g, a)
        if a.op != "eq":
            return self._infer("cases", *a.args, *((f, g) if a.op == "le" else (g, f)))
        s, t = b.args  # s = t is s <= t, under t <= s
        ends = self._infer("assume", le(s, t)), self._infer("assume", le(t, s))
        same = self._infer("antisymmetry", *(ends if a.args[0] is s else ends[::-1]))
        return self._infer("cases", t, s, self.cut(f, same), g)

    def either(self, holds: Fact, fails: Fact, formula: Term, label: str | None = None) -> Fact:
        """Prove a fact that follows from a formula (by `holds`) and from its negation (by `fails`)."""
        refuted = self._infer("assume", negation(holds.concl))
        denied = self._infer("discharge", formula, self._infer("mp", refuted, holds))
        absurd = self._infer("mp", refuted, self.cut(fails, denied))
        return self.note(label, self._infer("absurd", absurd, holds.concl))

    def by_contradiction(self, goal: Term | str, absurd: Named, label: str | None = None) -> Fact:
        """Prove a formula from a contradiction (`have(FALSE, …)`) in the case that it is false.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.by_contradiction", Theory())
        >>> p.given(squares=x * x <= y * y, negative=x <= 0, less=y <= 0)
        >>> with p.case(x < y) as contrary:
        ...     absurd = p.have(FALSE, "squares", (contrary, "negative"), (contrary, "less"), contrary)
        >>> print(text(p.by_contradiction(y <= x, absurd).concl))
        y ≤ x
        """
        goal, found = self.formula(goal), self.get(absurd)
        denied = negation(goal)
        if goal.op in ("le", "lt") and key(denied) not in found.hyps:
            denied = opposite(goal)
        found = self._without_witnesses_under(found, denied)
        if denied is negation(goal):
            return self.note(label, self._infer("absurd", found, goal))
        s, t = goal.args
        out = self._infer("absurd", found, goal), self._infer("assume", goal)
        return self.note(label, self._infer("cases", *((s, t, *out[::-1]) if goal.op == "le" else (t, s, *out))))

    def obtain(self, some: Named, *names: Term) -> tuple[Fact, ...]:
        """Introduce variables for the witnesses of an existential fact; return its statements about them, as facts.

        The variables must be new. A fact proved with these that does not contain the variables loses the assumptions
        about them at the end of the case in which they were chosen, or of the proof.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y, z = reals("x y z")
        >>> p = Proof("example.obtain", Theory())
        >>> p.given(some=exists(lambda z: [x < z, z < y], "R"))
        >>> low, high = p.obtain("some", z)
        >>> print(text(p.qed(p.have(x < y, low, high)).concl))
        x < y
        """
        found = self.get(some)
        for x in names:
            if any(x in witness.names for witness in self._witnesses):
                raise ProofError(f"{self.name}: {text(x)} is not new: it was obtained before; take another name")
            if known := next((f for f in (*self.known_facts(), found) if x in f.concl.free), None):
                raise ProofError(f"{self.name}: {text(x)} is not new: it occurs in {text(known.concl)}")
        parts = self._witness_parts(found, names)
        self._witnesses.append(Witness(tuple(names), found, tuple(f.concl for f in parts), self._scope))
        self.hypotheses |= {key(f.concl): f for f in parts}
        return tuple(parts)

    def calc(self, first: Term | int, *steps: tuple[str, Term | int] | tuple, label: str | None = None) -> Fact:
        """Prove a relation by a chain: each step is a sign (<=, < or ==), the next term, and the facts for `have`.

        >>> from proofs.builder.proof import Proof, Theory, text
        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.calc", Theory())
        >>> p.given(small=x <= 1, same=Eq(y, x + 1))
        >>> print(text(p.calc(y, ("==", x + 1, "same"), ("<=", 2, "small"), ("<", 3)).concl))
        y < 3
        """
        signs = {"<=": le, "<": lt, "==": eq}
        facts, last, strongest = list[Fact](), term(first), "=="
        for sign, after, *using in steps:
            if sign not in signs:
                raise ProofError(f"{self._place(label)}: the sign of a step is <=, < or ==, not {sign!r}")
            facts.append(self.have(signs[sign](last, term(after)), *using))
            last, strongest = term(after), max(strongest, sign, key=("==", "<=", "<").index)
        goal = signs[strongest](term(first), last)
        return self.note(label, self._infer("arith", goal, [(term(1), [f]) for f in facts], [], []))


def _inductive(goal: Term, k: Term) -> tuple[Term, Term | None, Term]:
    """Return lo, k <= hi (None if there is no upper end) and A(k), for a goal ∀k ∈ {lo..hi}. A(k)."""
    inside = instantiate_bound(goal.args[1], (k,)) if goal.op == "all" and goal.args[0] == "Z" else goal
    if inside is goal or inside.op != "imp" or inside.args[0].op != "le" or inside.args[0].args[1] is not k:
        raise ProofError(f"no induction proves this; it proves ∀k. lo <= k → …: {text(goal)}")
    (lo, _), said = inside.args[0].args, inside.args[1]
    if conditional(said) and said.args[0].op == "le" and said.args[0].args[0] is k:
        return lo, *said.args
    return lo, None, said


def _denials(a: Term) -> list[Term]:
    """Return the complements of a formula; of s = t, s < t and t < s, any two together are that of the third."""
    if a.op == "le":
        return [lt(a.args[1], a.args[0]), negation(a)]
    if a.op == "eq":
        return [negation(a), lt(*a.args), lt(*a.args[::-1])]
    return [negation(a)]
