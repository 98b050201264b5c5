"""The proof builder: a proof is a flat list of named facts, each derived by one rule and recorded for replay.

`Proof` runs every step through the kernel at once and records the calls. `have` finds the multipliers of the
arithmetic rule; `apply` instantiates an earlier theorem and settles its hypotheses. Both are untrusted searches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import signature
from itertools import combinations_with_replacement
from typing import Any, TypeGuard

from flint import fmpq

from proofs.builder.diagnostics import nearest
from proofs.builder.lemma_index import Earlier, Unreached
from proofs.builder.matching import Values, matched
from proofs.builder.multipliers import combine
from proofs.kernel.normal import ONE, Atom, Mono, Poly, as_term, key, normal, plus, product, times
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Json, Writer
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    deriv,
    eq,
    forall,
    imp,
    instantiate_bound,
    lam,
    le,
    lt,
    num,
    rebuild,
    term,
    var,
)
from proofs.language.display import text
from proofs.language.notation import conditional, variable

Named = str | Fact | Term  # a formula denotes the fact that states it, a quantity the fact that it is positive
LETTERS = 2  # most variables tried for a ∀, if the named facts contain them
Find = Callable[[Term, Sequence[Fact], Sequence[str]], Fact]  # a goal, facts to use, and names of theorems


@dataclass(frozen=True)
class Step:
    """A step that was not found: its proof, its goal, and the facts named for it."""

    proof: Proof
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


class Proof:
    """A proof under construction.

    Parameters
    ----------
    name
        The theorem's full name ("sums.sum_le"), unique in its theory.
    theory
        The earlier theorems, which the proof may use.
    earlier
        An index of the same theorems, which several proofs may share; by default a new one for the theory.

    Examples
    --------
    >>> from proofs.language.notation import *
    >>> x, = reals("x")
    >>> p = Proof("example.square_pos", Theory())
    >>> p.given(positive=0 < x)
    >>> fact = p.have("square", 0 < x * x, "positive")
    >>> print(text(p.qed(fact).concl), [rule for rule, *_ in p.stored["steps"]])
    0 < x^2 ['assume', 'arith']
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
        self.stored: Json = None
        self.work = math.inf  # how many more products `have` may try
        # failed linear searches, with the reasons
        self._open: dict[tuple, str | Callable[[], str]] = {}
        self.hypotheses: dict[Hashable, Fact] = {}  # the hypotheses of the claim
        self._assumed: dict[Hashable, Fact] = {}  # unnamed assumptions
        self._first: dict[Hashable, int] = {}  # the step of each assumption
        self._steps: dict[Fact, Fact] = {}  # s + 1 <= t for each s < t of integers
        self.find: Find | None = None  # searches for steps that do not follow by arithmetic from the facts named

    def set_goal(self, goal: Term, given: Sequence[Term] = ()) -> None:
        """Set the goal and the hypotheses, which become known facts without names."""
        self._goal = goal
        self.hypotheses = {key(g): self._run("assume", g) for g in given}

    @property
    def goal(self) -> Term:
        """The goal that `aim` has set; for a claim, its conclusion."""
        if self._goal is None:
            raise ProofError(f"{self.name} was begun without a goal")
        return self._goal

    # --- the rules, recorded ---------------------------------------------------------------------------

    def _run(self, rule: str, *args: Any) -> Fact:
        fact = self.theory.theorem(*args) if rule == "theorem" else RULES[rule](*args)
        self.order[fact] = len(self.made)
        if rule == "assume":
            self._first.setdefault(next(iter(fact.hyps), None), len(self.made))
        self.made.append(fact)
        self.steps.append((rule, args))
        return fact

    def get(self, name: Named) -> Fact:
        """The fact of that name.

        A formula denotes the fact that states it: a hypothesis of the claim, a named fact, or an assumption (`assume`).
        A quantity denotes the fact that it is positive, or not negative.

        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.get", Theory())
        >>> p.given(large=1 < x)
        >>> print(text(p.have(None, exp(x) < exp(x) * x, (1 < x, exp(x))).concl))
        exp(x) < exp(x)·x
        """
        if isinstance(name, Fact):
            return name
        if isinstance(name, Term):
            return self._said(name) if name.sort == "B" else self._signed(name)
        if name not in self.facts:
            there = nearest(name, self.facts) or f"; there are {', '.join(self.facts) or 'none'}"
            raise ProofError(f"{self.name}: no fact is called {name!r}{there}")
        return self.facts[name]

    def _said(self, formula: Term) -> Fact:
        found = self._known(formula)
        if found is None:
            near = nearest(text(formula), [text(f.concl) for f in self.known_facts()])
            raise ProofError(f"{self.name}: no fact says {text(formula)}{near}; p.assume(…) would assume it")
        return found

    def _known(self, formula: Term) -> Fact | None:
        """The fact that a formula denotes, if there is one."""
        wanted = key(formula)
        if wanted is True:  # such as 1 <= 2, which needs no hypothesis
            return self._run("assume", formula)
        return self.hypotheses.get(wanted) or self._assumed.get(wanted) or self.find_fact(formula)

    def _signed(self, t: Term) -> Fact:
        try:
            return self.positive(t)
        except ProofError:
            return self.side_condition(le(num(0), t))

    def _unused(self, label: str | None) -> None:
        """Check, before any search, that a label may be given to a new fact.

        Raises
        ------
        ProofError
            if it is not a valid name, or is taken.
        """
        if label is not None and not isinstance(label, str):
            said = text(label) if isinstance(label, Term) else repr(label)
            raise ProofError(f"{self.name}: the first argument is the name of the new fact, or None, not {said}")
        if label in self.facts:
            raise ProofError(f"{self.name}: {label!r} is taken: it is the fact {text(self.facts[label].concl)}")

    def _at(self, label: str | None) -> str:
        """The description of a step in error messages."""
        return f"{self.name}, {label}" if label else self.name

    def _keep(self, label: str | None, fact: Fact) -> Fact:
        if label:
            self._unused(label)
            self.facts[label] = fact
        return fact

    def note(self, label: str, fact: Fact) -> Fact:
        """Give a fact a name."""
        return self._keep(label, fact)

    def rule(self, label: str | None, rule: str, *args: Any) -> Fact:
        """Apply a kernel rule; facts may be given by name, or as formulas (`get`).

        A Python integer denotes the numeral.

        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.rule", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> print(text(p.rule("member", "max_ge", maximum(lambda i: a(i), 1, n), k, "low", "high").concl))
        a_k ≤ max_{i=1..n} a_i
        """

        def resolve(x: Any, kind: str = "") -> Any:
            if isinstance(x, str) and rule not in ("cite", "argue", "compute", "theorem"):
                return self.get(x)
            if isinstance(x, list | tuple):
                return [resolve(y, "Fact" if kind == "Facts" else "") for y in x]
            return self.get(x) if kind == "Fact" and isinstance(x, Term) else x

        self._unused(label)
        if rule not in RULES and rule != "theorem":
            raise ProofError(f"{self.name}: no rule is called {rule!r}{nearest(rule, RULES)}")
        kinds, needed = _parameters(rule)
        if not needed <= len(args) <= len(kinds):
            raise ProofError(f"{self._at(label)}: {rule} takes {', '.join(kinds)}; {len(args)} are given")
        given = [resolve(x, kind) for x, kind in zip(args, kinds.values(), strict=False)]
        for x, (name, kind) in zip(given, kinds.items(), strict=False):
            if kind == "Fact" and not isinstance(x, Fact):
                raise ProofError(f"{self._at(label)}: {name} of {rule} is a fact, or the name of one, not {x!r}")
        try:
            return self._keep(label, self._run(rule, *given))
        except KernelError as wrong:
            raise ProofError(f"{self.name}, {label or rule}: {wrong}") from wrong

    def assume(self, formula: Named) -> Fact:
        """Make an assumption, which a later step has to discharge: `cases`, `every`, `discharged`, …

        If the formula is known, return the fact that states it: nothing is assumed twice. Facts and their names denote
        themselves.

        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.assume", Theory())
        >>> low = p.have(None, 0 <= x * x, p.assume(x <= 0))
        >>> high = p.have(None, 0 <= x * x, p.assume(0 < x))
        >>> print(text(p.cases("out", x, 0, low, high).concl))
        0 ≤ x^2
        """
        if not isinstance(formula, Term):
            return self.get(formula)
        found = self._known(formula)
        if found is None:
            found = self._assumed[key(formula)] = self._run("assume", formula)
        return found

    def given(self, **formulas: Term) -> None:
        """Assume hypotheses of the theorem, or make local assumptions, by name."""
        for label, formula in formulas.items():
            known = next((f for f in self.hypotheses.values() if f.concl is formula), None)
            fact = self.rule(label, "assume", formula) if known is None else self._keep(label, known)
            self._assumed.setdefault(key(fact.concl), fact)

    def given_all(self, formulas: Iterable[Term], name: str = "given") -> None:
        """Assume a list of hypotheses, named by `name` and their number from 0."""
        self.given(**{f"{name}_{number}": formula for number, formula in enumerate(formulas)})

    def theorem(self, name: str) -> Fact:
        """An earlier theorem, not instantiated."""
        full = self.full_name(name)
        if full not in self.theory.facts:
            if full in self.earlier.unproved:
                raise ProofError(f"{self.name}: {full} has no proof")
            if full in self.earlier.names:
                raise Unreached(full)
            known = {short: full for full in self.earlier.names for short in (full, full.rpartition(".")[2])}
            raise ProofError(f"{self.name}: no theorem {name} before this one{nearest(name, known)}")
        return self._run("theorem", full)

    def full_name(self, name: str) -> str:
        """The full name of an earlier theorem: one of this chapter, or the only one with this name.

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
        """Whether there is an earlier theorem of that name."""
        return self.full_name(name) in self.earlier.names

    # --- arithmetic --------------------------------------------------------------------------------------

    def have(
        self,
        label: str | None,
        goal: Term,
        *using: Named | tuple,
        depth: int = 2,
        degree: int = 2,
        scale: Sequence[Named] = (),
    ) -> Fact:
        """Prove a relation that follows from the named facts by arithmetic.

        `using` names facts; a formula denotes the fact that states it, a quantity the fact that it is positive (`get`);
        a tuple denotes a product of facts (or of an equation and a term). Products of up to `degree` facts are tried,
        too; equations are multiplied by monomials that let terms cancel (`depth` rounds); and x · 1/x = 1 is used if a
        fact shows that x is non-zero. The goal is multiplied by the strict facts in `scale`.

        In the proof of a claim, the goal may be any formula, known facts need not be named, `using` may also name
        theorems, and a search (`proofs.builder.automation`) tries goals that do not follow by arithmetic.

        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.have", Theory())
        >>> p.given(less=x < y, positive=0 < x)
        >>> print(text(p.have("squares", x * x < y * y, "less", "positive").concl))
        x^2 < y^2
        >>> print(text(p.have("quotient", 1 < y / x, "less", "positive", scale=["positive"]).concl))
        1 < y/x
        """
        self._unused(label)
        facts = [self.get(f) for f in using if not isinstance(f, tuple) and not self._names_theorem(f)]
        products = [f for f in using if isinstance(f, tuple)]
        try:
            return self._keep(label, self._arith(goal, facts, products, depth, degree, [self.get(s) for s in scale]))
        except ProofError as wrong:
            if self.find is None or scale or (products and goal.op not in ("all", "imp")):
                raise self._open_step(label, wrong, goal, facts) from wrong
        try:
            return self._keep(label, self._found(goal, using))
        except ProofError as wrong:
            raise self._open_step(label, wrong, goal, facts) from wrong

    def _found(self, goal: Term, using: Sequence[Named | tuple]) -> Fact:
        """Prove the goal by the finder; a universal goal for a variable of the named facts, under its conditions."""
        if self.find is None:
            raise ProofError(f"not found: {text(goal)}")
        products = [f for f in using if isinstance(f, tuple)]
        theorems = [f for f in using if self._names_theorem(f)]
        facts = [self.get(f) for f in using if not isinstance(f, tuple) and f not in theorems]
        if goal.op == "all":
            said = next((f for f in (self._as(fact, goal) for fact in facts) if f is not None), None)
            if said is not None:
                return said
            named = [
                x if isinstance(x, Term) else self.get(x).concl for x in (*facts, *(x for y in products for x in y))
            ]
            fixed = goal.free.union(*(f.concl.free for f in self.hypotheses.values()))
            letters = {x for t in named for x in t.free if x.sort == goal.args[0] and x not in fixed}
            for x in sorted(letters, key=text)[:LETTERS]:
                with suppress(KernelError):
                    return self._run("generalize", x, self.have(None, instantiate_bound(goal.args[1], (x,)), *using))
        if goal.op == "imp" and products:
            given = self._run("assume", goal.args[0])
            return self._run("discharge", given.concl, self.have(None, goal.args[1], *using, given))
        return self._arith(goal, facts, products, 2, 2, []) if products else self.find(goal, facts, theorems)

    def _open_step(self, label: str | None, why: ProofError, goal: Term, facts: Sequence[Fact]) -> ProofError:
        wrong = ProofError(f"{self._at(label)}: {why}")
        wrong.step = Step(self, goal, tuple(facts))
        return wrong

    def _names_theorem(self, name: Named | tuple) -> TypeGuard[str]:
        return isinstance(name, str) and name not in self.facts and self.find is not None and self.knows(name)

    def follows(self, goal: Term, *using: Named, depth: int = 2, degree: int = 2) -> Fact:
        """Prove a relation by arithmetic from these facts alone, without a search; for tactics, which may fail."""
        return self._arith(goal, [self.get(f) for f in using], [], depth, degree, [])

    def arith(self, goal: Term, facts: Sequence[Fact], degree: int, scale: Sequence[Fact] = ()) -> Fact:
        """Prove a relation from these facts by arithmetic alone."""
        return self._arith(goal, facts, [], 2 if len(facts) <= 12 else 1, degree, scale, whole=True)

    def _arith(
        self,
        goal: Term,
        facts: Sequence[Fact],
        products: Sequence[tuple],
        depth: int,
        degree: int,
        scale: Sequence[Fact],
        whole: bool = False,
    ) -> Fact:
        target = lt(num(0), num(0)) if goal is FALSE else goal
        if target.op not in ("le", "lt", "eq"):
            raise ProofError(f"not a relation: {text(goal)}")
        rest = plus(normal(target.args[1]), normal(target.args[0]), -1)
        for s in scale:
            rest = times(rest, _quantity(s))
        facts = list(dict.fromkeys(f for f in facts if f.concl.op in ("le", "lt", "eq")))
        products = [self._factors(item) for item in products]
        named = [x for item in products for x in item]
        polys = [normal(x) if isinstance(x, Term) else _quantity(x) for x in named]
        facts += self._inverses([rest, *polys, *map(_quantity, facts)], facts)
        equations = [f for f in facts if f.concl.op == "eq"]
        relations = [self._stepped(f) for f in facts if f.concl.op != "eq"]
        for level in range(1, degree + 1):
            if target.op == "eq" and level > 1:
                break
            signed: list[tuple[Fact, ...]] = [()]
            free_first: list[tuple[Poly, Term, tuple[Fact, ...]]] = []
            for k in range(1, level + 1):
                signed += combinations_with_replacement(relations, k)
            for item in products:
                own = tuple(p for p in item if isinstance(p, Fact))
                factor = [p for p in item if isinstance(p, Term)]
                if any(f.concl.op == "eq" for f in own):
                    coefficient = product(map(normal, factor))
                    poly = product([coefficient, *map(_quantity, own)])
                    free_first.append((poly, as_term(coefficient), own))
                else:
                    signed.append(own)
            if len(signed) > 400:
                break
            found = self._multipliers(target, rest, equations, signed, free_first, depth, whole)
            if found is not None:
                return self._run("arith", goal, found, list(scale), [])
        have = [f.concl for f in facts]
        raise ProofError(lambda: f"cannot derive {text(goal)}\n   from {'; '.join(map(text, have)) or 'nothing'}")

    def _factors(self, item: Sequence[Named]) -> tuple[Fact | Term, ...]:
        """The factors of a product. Next to an equation a quantity denotes itself; elsewhere it has to be positive."""
        parts = tuple(x if isinstance(x, Term) and x.sort != "B" else self.get(x) for x in item)
        if any(isinstance(x, Fact) and x.concl.op == "eq" for x in parts):
            return parts
        return tuple(map(self.get, parts))

    def _stepped(self, fact: Fact) -> Fact:
        """The strongest form of a fact: for integers, s + 1 <= t instead of s < t."""
        s, t = fact.concl.args
        if fact.concl.op != "lt" or s.sort != "Z" or t.sort != "Z":
            return fact
        if fact not in self._steps:
            self._steps[fact] = self._run("integer_step", fact)
        return self._steps[fact]

    def _multipliers(
        self,
        target: Term,
        rest: Poly,
        equations: Sequence[Fact],
        signed: Sequence[tuple[Fact, ...]],
        free_first: Sequence[tuple[Poly, Term, tuple[Fact, ...]]],
        depth: int,
        whole: bool,
    ) -> list[tuple[Term, list[Fact]]] | None:
        columns = [product(map(_quantity, fs)) for fs in signed]
        if target.op == "eq":
            signed, columns = [], []
        strict = [k for k, fs in enumerate(signed) if all(f.concl.op == "lt" for f in fs)]
        prefer = strict if target.op == "lt" else []
        for rounds in range(depth + 1):
            free = list(free_first)
            seen: set[tuple[int, Mono]] = set()
            monos = dict.fromkeys(m for p in (rest, *columns, *(f[0] for f in free)) for m in p)
            polys = [_quantity(e) for e in equations]
            for _ in range(rounds + 1):
                new: dict[Mono, None] = {}
                with_atom: dict[Atom, list[Mono]] = {}
                for m in monos:
                    for a, _ in m:
                        with_atom.setdefault(a, []).append(m)
                for i, p in enumerate(polys):
                    candidates: dict[Mono, None] = {}
                    for part in p:
                        dividing = next((a for a, _ in part if not a.is_exp), None)
                        for m in monos if dividing is None else with_atom.get(dividing, ()):
                            q = _quotient(m, part)
                            if q is not None:
                                candidates[q] = None
                    if whole and (len(candidates) > 150 or len(free) + len(candidates) > 700):
                        return None  # the result must not depend on which of them are tried
                    for q in sorted(candidates, key=len)[:150]:
                        if (i, q) in seen or len(free) > 700:
                            continue
                        seen.add((i, q))
                        self.work -= 1
                        if self.work < 0:
                            raise ProofError("too much was tried")
                        column = times(p, {q: fmpq(1)})
                        free.append((column, as_term({q: fmpq(1)}), (equations[i],)))
                        new.update(dict.fromkeys(column))
                if not new or rounds == 0:
                    break
                monos |= new
            found = combine(rest, [f[0] for f in free], columns, prefer)
            if found is not None:
                weights, positive = found
                out = [(as_term(times(normal(free[k][1]), {ONE: w})), list(free[k][2])) for k, w in weights.items()]
                return out + [(num(w), list(signed[k])) for k, w in positive.items()]
            if not equations:
                return None
        return None

    def _inverses(self, polys: Iterable[Poly], facts: Sequence[Fact]) -> list[Fact]:
        """x · 1/x = 1 for every denominator among the terms that some fact shows to be non-zero."""
        atoms = {a for p in polys for m in p for a, _ in m if a.term.op == "inv"}
        out = []
        for a in sorted(atoms, key=lambda a: a.serial):
            x = a.term.args[0]
            for f in [*facts, *self.known_facts()]:
                if _shows_nonzero(f, x):
                    out.append(self._run("arith", eq(x * a.term, 1), [], [], [f]))
                    break
        return out

    # --- theorems and side conditions ----------------------------------------------------------------------

    def known_facts(self) -> list[Fact]:
        """The named facts and the hypotheses of the claim."""
        return list(dict.fromkeys((*self.facts.values(), *self.hypotheses.values())))

    def find_fact(self, formula: Term, *using: Fact) -> Fact | None:
        """The fact that states this formula, among these and the named facts; None if there is none."""
        wanted = key(formula)
        here = (*using, *self.facts.values(), *self.hypotheses.values())
        found = next((f for f in here if key(f.concl) == wanted), None)
        if found is None or found.concl is formula:
            return found
        return self.change(None, found, formula)  # it may state 0 < x where 0 < 2 x is wanted

    def side_condition(self, formula: Term, *using: Named | tuple) -> Fact:
        """Prove a side condition: by a known fact, linearly from the known facts, or by the finder."""
        here = [self.get(f) for f in using if not isinstance(f, tuple) and not self._names_theorem(f)]
        try:
            return self._settle(formula, here)
        except ProofError as wrong:
            if self.find is None:
                raise self._open_step(None, wrong, formula, here) from wrong
        try:
            return self._found(formula, using)
        except ProofError as wrong:
            raise self._open_step(None, wrong, formula, here) from wrong

    def _settle(self, formula: Term, here: Sequence[Fact]) -> Fact:
        if key(formula) is True:
            return self._run("assume", formula)
        found = self.find_fact(formula, *here)
        if found is not None:
            return found
        if formula.op == "all":
            said = next((f for f in (self._as(fact, formula) for fact in here) if f is not None), None)
            if said is not None:
                return said
            x = variable(f"side{len(self.made)}'", formula.args[0])
            inside = RULES["specialize"](RULES["assume"](formula), x).concl
            return self._run("generalize", x, self._settle(inside, here))
        if formula.op == "imp":
            a, b = formula.args
            return self._run("discharge", a, self._settle(b, [*here, self._run("assume", a)]))
        if formula.op in ("le", "lt", "eq"):
            try:
                return self._linear(formula, here)
            except ProofError:
                if formula.op == "lt" and not normal(formula.args[0]):
                    return self.positive(formula.args[1], *here)
                raise
        raise ProofError(lambda: f"no fact for the side condition {text(formula)}")

    def _linear(self, formula: Term, here: Sequence[Fact]) -> Fact:
        """Prove a relation linearly from the known facts, or from `here` with products of two."""
        asked = formula, *(tuple([f.concl for f in facts]) for facts in (here, self.known_facts()))
        if asked in self._open:
            raise ProofError(self._open[asked])
        try:
            try:
                return self._arith(formula, relevant(formula, [*here, *self.known_facts()]), [], 1, 1, [])
            except ProofError:
                if not here:
                    raise
                return self._arith(formula, here, [], 1, 2, [])
        except ProofError as wrong:
            self._open[asked] = wrong.why
            raise

    def positive(self, t: Term, *using: Named) -> Fact:
        """Prove 0 < t by its structure: exponentials, products, quotients, sums, and the known facts.

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
            return self._run("exp_pos", t.args[0])
        if t.op == "num" and t.args[0] > 0:
            return self._run("arith", goal, [(t, [])], [], [])
        if t.op == "mul":
            parts = [self.positive(a, *here) for a in t.args]
            return self._run("arith", goal, [(num(1), parts)], [], [])
        if t.op == "inv":
            return self.instance("elementary.inv_pos", {"x": t.args[0]}, self.positive(t.args[0], *here))
        if t.op == "sum":
            lo, hi, body = t.args
            i = var(f"positive{len(self.made)}'", "Z")
            members = self._members(instantiate_bound(body, (i,)), ((i, lo, hi),), here)
            values = {"f": lam(1, body), "lo": lo, "hi": hi}
            return self.instance("sums.sum_pos", values, self.side_condition(le(lo, hi), *here), members)
        try:
            return self._linear(goal, here)
        except ProofError:
            if t.op != "add":
                raise
        parts = [self.positive(a, *here) for a in t.args]
        return self._run("arith", goal, [(num(1), [p]) for p in parts], [], [])

    def discharge_premises(self, fact: Fact, here: Sequence[Fact]) -> Fact:
        """The fact without its hypotheses, each of which is settled without the finder."""
        for hypothesis in list(fact.hyps.values()):
            fact = self._run("mp", self._run("discharge", hypothesis, fact), self._settle(hypothesis, here))
        return fact

    def instance(self, theorem: str, values: Mapping[str, Term], *sides: Fact) -> Fact:
        """A theorem at the given values, without the hypotheses that these facts state."""
        symbols = _symbols(self.theorem(theorem))
        fact = self.instance_of(theorem, {symbols[k]: v for k, v in values.items()})
        for side in sides:
            fact = self._run("mp", self._run("discharge", side.concl, fact), side)
        return fact

    def instance_of(self, theorem: str, values: Mapping[Term, Term]) -> Fact:
        """A theorem with these values for its variables and functions."""
        return self._run("instantiate", self.theorem(theorem), [(x, y) for x, y in values.items() if x is not y])

    def apply(self, label: str | None, theorem: Named, *using: Named | tuple, **values: Term | int) -> Fact:
        """Apply an earlier theorem at the given values; the known facts settle its hypotheses.

        `values` gives variables and functions by name (primes written as `_prime` are not needed: use the name). A
        symbol that occurs in no known fact needs no value if matching a hypothesis with a fact of `using` gives it. A
        hypothesis that cannot be settled is an error; in the proof of a claim, `using` helps as in `have`.

        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.apply", Theory())
        >>> p.given(positive=0 < x, other=1 < y)
        >>> root = p.have("square", 0 < x * x, "positive")  # it could be an earlier theorem, by its name
        >>> print(text(p.apply("at_y", root, "other", x=y).concl))
        0 < y^2
        """
        self._unused(label)
        fact = self.theorem(theorem) if isinstance(theorem, str) and theorem not in self.facts else self.get(theorem)
        symbols = _symbols(fact)
        unknown = values.keys() - symbols.keys()
        if unknown:
            raise ProofError(f"{self._at(label)}: {theorem} has no {', '.join(unknown)}; it has {', '.join(symbols)}")
        given = {symbols[k]: term(v) for k, v in values.items()}
        found = self._values(fact, [x for x in symbols.values() if x not in given], given, using)
        if found:
            fact = self._run("instantiate", fact, list(found.items()))
        for hypothesis in list(fact.hyps.values()):
            try:
                side = self.side_condition(hypothesis, *using)
            except ProofError as wrong:
                raise ProofError(f"{self._at(label)}: a hypothesis of {_called(theorem)} is open: {wrong}") from wrong
            fact = self._run("mp", self._run("discharge", hypothesis, fact), side)
        return self._keep(label, fact)

    def _values(self, fact: Fact, unknown: Sequence[Term], values: Values, using: Sequence[Named | tuple]) -> Values:
        """The values, extended by matching hypotheses of the fact, one after the other, with the named facts.

        Only unknown symbols that occur in no known fact and not in the goal get values.
        """
        facts = [self.get(u) for u in using if self._is_fact(u)] if unknown else []
        if not facts:
            return values
        known = frozenset().union(*(f.concl.free for f in (*facts, *self.known_facts())))
        unknown = [x for x in unknown if x not in known and not (self._goal is not None and x in self._goal.free)]
        left = [h for h in fact.hyps.values() if not h.free.isdisjoint(unknown)]
        for f in facts:
            for h in left:
                found = next((v for t in self._generally(f, h) if (v := matched(h, t, unknown, values))), None)
                if found is not None:
                    values = found
                    left.remove(h)
                    break
        return values

    def _is_fact(self, name: Named | tuple) -> TypeGuard[Named]:
        return not isinstance(name, tuple) and (
            name.sort == "B" if isinstance(name, Term) else not self._names_theorem(name)
        )

    def _generally(self, fact: Fact, like: Term) -> Iterator[Term]:
        """The conclusion of the fact, and its generalisations over its variables, the last assumed first."""
        yield fact.concl
        if like.op == "all" and fact.concl.op != "all":
            fixed = frozenset().union(*(f.concl.free for f in self.hypotheses.values()))
            for x in sorted(fact.concl.free - fixed, key=text):
                if x.sort == like.args[0] and (self._goal is None or x not in self._goal.free):
                    out = fact.concl
                    for a in reversed(self._about(x, fact)):
                        out = imp(a, out)
                    yield forall(x.sort, abstract(out, [x]))

    def specialize(
        self, label: str | None, universal: Named, *values: Term | int, using: Sequence[Named | tuple] = ()
    ) -> Fact:
        """Instantiate a universal fact at the given values and settle its range and other conditions (not those of ¬A).

        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.use", Theory())
        >>> p.given(each=every(lambda i: 0 <= a(i), 1, n), low=1 <= k, high=k <= n)
        >>> print(text(p.specialize("at_k", "each", k).concl))
        0 ≤ a_k
        """
        self._unused(label)
        fact = self.get(universal)
        for v in values:
            fact = self._run("specialize", fact, term(v))
            while conditional(fact.concl):
                try:
                    side = self.side_condition(fact.concl.args[0], *using)
                except ProofError as wrong:
                    raise ProofError(f"{self._at(label)}: using {_called(universal)}: {wrong}") from wrong
                fact = self._run("mp", fact, side)
        return self._keep(label, fact)

    def cut(self, label: str | None, fact: Named, *sides: Named) -> Fact:
        """The fact without the hypotheses that `sides` prove."""
        out = self.get(fact)
        for s in map(self.get, sides):
            out = self._run("mp", self._run("discharge", s.concl, out), s)
        return self._keep(label, out)

    # --- logic ---------------------------------------------------------------------------------------------

    def generalize(self, label: str | None, x: Term, fact: Named, *assumptions: Named | Term) -> Fact:
        """∀x. assumptions → fact, where the assumptions are discharged from the last to the first.

        By default, these are all assumptions of the fact that contain x, in the order in which they were made. Where a
        formula is given (`restate`, `settle`, `have`), the fact about x suffices.

        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.every", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> _ = p.rule("positive", "exp_pos", a(k))
        >>> print(text(p.generalize("all", k, "positive", "low", "high").concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)
        >>> print(text(p.generalize("beyond", k, p.have(None, 0 < k, "low")).concl))
        ∀i ∈ ℤ. 1 ≤ i ⇒ 0 < i
        """
        formulas = [a if isinstance(a, Term) else self.get(a).concl for a in assumptions]
        formulas = formulas or self._about(x, self.get(fact))
        return self._keep(label, self._run("generalize", x, self.discharge(fact, *formulas)))

    def _about(self, x: Term, fact: Fact) -> list[Term]:
        """The assumptions of the fact that contain x, in the order in which they were first made."""
        return [fact.hyps[k] for k in sorted(fact.hyps, key=self._first.__getitem__) if x in fact.hyps[k].free]

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

        >>> from proofs.language.notation import *
        >>> x, y, z = reals("x y z")
        >>> p = Proof("example.obtain", Theory())
        >>> p.given(some=exists(lambda z: [x < z, z < y], "R"))
        >>> print(text(p.obtain("out", "some", [z], lambda low, high: p.have(None, x < y, low, high), x < y).concl))
        x < y
        """
        goal, some = self.goal if goal is None else goal, self.get(some)
        refuted, inside = self._run("assume", imp(goal, FALSE)), some.concl.args[0]
        for x in names:
            inside = instantiate_bound(inside.args[1], (x,))
        parts: list[Fact] = []
        while inside.op == "imp":
            parts.append(self._run("assume", inside.args[0]))
            inside = inside.args[1]
        out = self._run("mp", refuted, self.change(None, prove(*parts), goal))
        out = self.discharge(out, *(a.concl for a in parts))
        for x in reversed(names):
            out = self._run("generalize", x, out)
        return self._keep(label, self._run("absurd", self._run("mp", some, out), goal))

    def exists_intro(
        self, label: str | None, goal: Term, witnesses: Sequence[Term | int], *using: Named | tuple
    ) -> Fact:
        """Prove ∃ … by witnesses; their properties are among the facts or settled by them.

        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.exhibit", Theory())
        >>> p.given(less=x < y)
        >>> between = exists(lambda z: [x < z, z < y], "R")
        >>> print(text(p.exists_intro("out", between, [rational(1, 2) * (x + y)], "less").concl))
        ∃z ∈ ℝ. x < z ∧ z < y
        """
        self._unused(label)
        none = out = self._run("assume", goal.args[0])
        for w in witnesses:
            out = self._run("specialize", out, term(w))
        while out.concl is not FALSE:
            out = self._run("mp", out, self.side_condition(out.concl.args[0], *using))
        return self._keep(label, self._run("discharge", none.concl, out))

    def discharge(self, fact: Named, *formulas: Term) -> Fact:
        """formulas → fact, with the first formula outermost; the formulas need not be among its hypotheses."""
        out = self.get(fact)
        for formula in reversed(formulas):
            out = self._run("discharge", formula, out)
        return out

    def assume_implication(self, formula: Term, premises: int, *using: Named) -> Fact:
        """The conclusion of an implication, which is assumed, after settling its first `premises` premises.

        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.supposed", Theory())
        >>> print(text(p.assume_implication(implies(num(1) <= 2, num(0) < 1, x <= 0), 2).concl))
        x ≤ 0
        """
        out = self._run("assume", formula)
        for _ in range(premises):
            out = self._run("mp", out, self.side_condition(out.concl.args[0], *using))
        return out

    def cases(self, label: str | None, s: Term | int, t: Term | int, low: Named, high: Named) -> Fact:
        """Combine the cases s <= t and t < s, which the facts `low` and `high` assume."""
        return self._keep(label, self._run("cases", term(s), term(t), self.get(low), self.get(high)))

    def trichotomy(self, label: str | None, s: Term | int, t: Term | int, prove: Callable[[Fact], Fact]) -> Fact:
        """Prove a fact in the cases s < t, s = t and t < s, each of which `prove` receives.

        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.by_order", Theory())
        >>> print(text(p.trichotomy("out", x, 0, lambda order: p.have(None, 0 <= x * x, order)).concl))
        0 ≤ x^2
        """
        s, t = term(s), term(t)
        below, le_, ge, above = (self._run("assume", a) for a in (s < t, s <= t, t <= s, t < s))
        same = self._run("antisymmetry", le_, ge)
        not_above = self._run("cases", t, s, prove(same), prove(below))
        return self._keep(label, self._run("cases", s, t, not_above, prove(above)))

    def reduce_ite(self, order: Fact, *choices: Term) -> list[Fact]:
        """Equations for each if-then-else whose condition the fact decides."""
        return [self._run("ite_eq", c, order) for c in choices]

    def rewrite(self, label: str | None, fact: Named, *equations: Named) -> Fact:
        """The fact with each occurrence of an equation's left side replaced by its right side (not under a
        binder that binds a variable of it).

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
            template = forall(x.sort, abstract(_swap(out.concl, s, x), [x]))
            out = self._run("replace", e, template, out)
        return self._keep(label, out)

    def change(self, label: str | None, fact: Named, formula: Term) -> Fact:
        """The fact restated as `formula`: both must have the same normal form, or `formula` generalises the fact.

        >>> from proofs.language.notation import *
        >>> (a,), (n, k) = vectors("a"), ints("n k")
        >>> p = Proof("example.restate", Theory())
        >>> p.given(low=1 <= k, high=k <= n)
        >>> _ = p.rule("positive", "exp_pos", a(k))
        >>> print(text(p.change("all", "positive", every(lambda i: 0 < exp(a(i)), 1, n)).concl))
        ∀i ∈ {1..n}. 0 < exp(a_i)
        """
        found = self._as(self.get(fact), formula)
        if found is None:
            raise ProofError(f"{self._at(label)}: {text(self.get(fact).concl)}\n   is not {text(formula)}")
        return self._keep(label, found)

    def _as(self, fact: Fact, formula: Term) -> Fact | None:
        """The formula as a fact, if the given fact states it, or an instance of it under its premises."""
        if fact.concl is formula:
            return fact
        if key(fact.concl) == key(formula):
            return self._run("mp", self._run("discharge", formula, self._run("assume", formula)), fact)
        if formula.op == "imp":
            then = self._as(fact, formula.args[1])
            return None if then is None else self._run("discharge", formula.args[0], then)
        if formula.op == "all" and _innermost(formula).op == _innermost(fact.concl).op:
            for x in sorted(fact.concl.free - formula.free, key=text):
                if x.sort == formula.args[0] and (inside := self._as(fact, instantiate_bound(formula.args[1], (x,)))):
                    with suppress(KernelError):  # other assumptions contain x
                        return self._run("generalize", x, inside)
        return None

    def derivative(self, label: str | None, f: Callable[[Term], Term], at: Term, value: Term, *using: Named) -> Fact:
        """f is differentiable at `at` with derivative `value`.

        `positive` shows that denominators and arguments of log are positive; `have` shows, from the facts named, that
        the derivative by the rules of calculus is `value`.

        >>> from proofs.language.notation import *
        >>> x, = reals("x")
        >>> p = Proof("example.derivative", Theory())
        >>> print(text(p.derivative("out", lambda t: t * exp(t), x, (x + 1) * exp(x)).concl))
        d/dy [y·exp(y)] at x = (x + 1)·exp(x)
        """
        x = var("derivative'", "R")
        template = forall("R", abstract(eq(f(x), 0), [x]))
        here = [self.get(u) for u in using]
        sides = [self._members(s, ranges, here) for s, ranges in _partial(f(at), ())]
        raw = self._run("derivative", template, at, list(dict.fromkeys(sides)))
        same = self.have(None, eq(raw.concl.args[2], value), *here)
        body, _, _ = raw.concl.args
        carrier = forall("R", abstract(deriv(body, at, x), [x]))
        return self._keep(label, self._run("replace", same, carrier, raw))

    def _members(self, t: Term, ranges: tuple[tuple[Term, Term, Term], ...], here: Sequence[Fact]) -> Fact:
        """0 < t for all indices in the ranges (variable, lo, hi), given with the outermost first."""
        ends = [self._run("assume", a) for i, lo, hi in ranges for a in (le(lo, i), le(i, hi))]
        fact = self.positive(t, *ends, *here)
        for i, lo, hi in reversed(ranges):
            fact = self._run("generalize", i, self.discharge(fact, le(lo, i), le(i, hi)))
        return fact

    def congr(self, label: str | None, template: Callable[[Term], Term], equation: Named) -> Fact:
        """template(s) = template(t) from s = t.

        >>> from proofs.language.notation import *
        >>> x, y = reals("x y")
        >>> p = Proof("example.both", Theory())
        >>> p.given(same=eq(x, y))
        >>> print(text(p.congr("logs", log, "same").concl))
        log(x) = log(y)
        """
        found = self.get(equation)
        if found.concl.op != "eq":
            raise ProofError(f"{self.name}: not an equation: {text(found.concl)}")
        left, right = found.concl.args
        x = var("hole'", "Z" if left.sort == right.sort == "Z" else "R")
        carrier = forall(x.sort, abstract(eq(template(left), template(x)), [x]))
        same = self._run("arith", eq(template(left), template(left)), [], [], [])
        return self._keep(label, self._run("replace", found, carrier, same))

    def induct(
        self,
        label: str | None,
        template: Callable[[Term], Term],
        lo: Term | int,
        k: Term,
        base: Named,
        step: Named,
    ) -> Fact:
        """∀x >= lo. P(x) from P(lo) and lo <= k, P(k) ⊢ P(k + 1).

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
        return self._keep(label, self._run("induction", carrier, term(lo), k, self.get(base), self.get(step)))

    def qed(self, fact: Named, statement: Term | None = None, given: Sequence[Term] | None = None) -> Fact:
        """Record the theorem. If a statement is given, the fact must state it, with no hypotheses besides `given`."""
        out = self.get(fact)
        if out not in self.order:
            raise ProofError(f"{self.name} ends with a fact that another proof made")
        if statement is not None and out.concl is not statement:
            out = self.change(None, out, statement)
        hyps = list(out.hyps.values())
        if given is not None:
            allowed: dict[Hashable, Term] = {key(g): g for g in given}
            extra = [self._with_label(h) for k, h in out.hyps.items() if k not in allowed]
            if extra:
                what = "discharge it (`cases`, `every`, `discharged`, …), or list it among the claim's hypotheses"
                raise ProofError(f"{self.name} still assumes {'; '.join(extra)}: {what}")
            hyps = [allowed[k] for k in out.hyps]
        self.stored = self._pruned(out, hyps)
        self.theory.record(self.name, out)
        return out

    def _with_label(self, formula: Term) -> str:
        """An assumption in words, with its label if it has one."""
        own = (label for label, fact in self.facts.items() if fact.concl is formula and key(formula) in fact.hyps)
        label = next(own, None)
        return text(formula) + (f", called {label}" if label else "")

    def _pruned(self, out: Fact, hyps: Sequence[Term]) -> Json:
        """The steps that the result needs, renumbered, as JSON."""
        needed: set[int] = set()

        left: list[Any] = [out]
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
        steps: list[Json] = []
        for i in sorted(needed):
            rule, args = self.steps[i]
            steps.append([rule, *(writer.argument(a, number) for a in args)])
            number[self.made[i]] = len(steps) - 1
        statement = {"hyps": [writer.term(h) for h in hyps], "concl": writer.term(out.concl)}
        return {"name": self.name, "statement": statement, "terms": writer.rows, "steps": steps}


def _called(name: Named) -> str:
    """The name of a fact in messages: its own, or its formula."""
    return name if isinstance(name, str) else text(name.concl if isinstance(name, Fact) else name)


@cache
def _parameters(rule: str) -> tuple[dict[str, str], int]:
    """The parameters of a rule: the kind of each by name, and the number of required ones."""
    known = signature(RULES.get(rule, Theory.theorem)).parameters.values()
    own = [x for x in known if x.name != "self"]
    return {x.name: str(x.annotation) for x in own}, sum(x.default is x.empty for x in own)


def _symbols(fact: Fact) -> dict[str, Term]:
    """The free variables and functions of a fact by name; names are unique."""
    found = {t for f in (fact.concl, *fact.hyps.values()) for t in f.free}
    names = {t.args[0]: t for t in found}
    if len(names) < len(found):
        raise ProofError(f"two variables of different kinds have one name: {', '.join(map(text, found))}")
    return names


def _innermost(formula: Term) -> Term:
    """The conclusion of a formula under its quantifiers and premises."""
    while formula.op in ("all", "imp"):
        formula = formula.args[1]
    return formula


def _quantity(fact: Fact) -> Poly:
    """The right side of a relation minus its left side."""
    return _difference(fact.concl)


@cache
def _difference(relation: Term) -> Poly:
    """The right side minus the left side. The result is shared: do not modify it."""
    s, t = relation.args
    return plus(normal(t), normal(s), -1)


def _quotient(m: Mono, part: Mono) -> Mono | None:
    """m / part if it is a monomial (factors e^x may have any exponent)."""
    if part <= m:
        return m - part  # the frequent case, without hashing rational numbers, which is slow
    powers = dict(m)
    for a, e in part:
        left = powers.pop(a, fmpq(0)) - e
        if left < 0 and not a.is_exp:
            return None
        if left:
            powers[a] = left
    return frozenset(powers.items())


def _shows_nonzero(fact: Fact, x: Term) -> bool:
    c = fact.concl
    if c.op == "imp" and c.args[1] is FALSE and c.args[0].op == "eq":
        c = c.args[0]
    elif c.op != "lt":
        return False
    return key(eq(c.args[1], c.args[0])) == key(eq(x, 0))


def _partial(t: Term, ranges: tuple[tuple[Term, Term, Term], ...]) -> list[tuple[Term, tuple]]:
    """The terms that must be positive for t to be differentiable (denominators, arguments of log), with ranges."""
    out = [(t.args[0], ranges)] if t.op in ("inv", "log") else []
    for i, a in enumerate(t.args):
        if t.op == "sum" and i == 2:
            index = var(f"member{len(ranges)}'", "Z")
            out += _partial(instantiate_bound(a, (index,)), (*ranges, (index, t.args[0], t.args[1])))
        elif isinstance(a, Term) and a.sort in ("Z", "R"):
            out += _partial(a, ranges)
    return out


def relevant(formula: Term, facts: Iterable[Fact]) -> list[Fact]:
    """The relations that share an atom with the formula, directly or through up to two other relations."""
    relations = [f for f in dict.fromkeys(facts) if f.concl.op in ("le", "lt", "eq")]
    atoms = {a for side in formula.args for m in normal(side) for a, _ in m}
    chosen: dict[Fact, None] = {}
    for _ in range(3):
        for f in relations:
            own = _atoms(f.concl)
            if f not in chosen and len(own) <= 6 and not own.isdisjoint(atoms):
                chosen[f] = None
        atoms = atoms.union(*(_atoms(f.concl) for f in chosen))
    return list(chosen)[:60]


@cache
def _atoms(relation: Term) -> frozenset[Atom]:
    """The atoms of the difference of its sides."""
    return frozenset(a for m in _difference(relation) for a, _ in m)


def _swap(t: Term, s: Term, x: Term) -> Term:
    """`t` with each occurrence of `s` replaced by x."""
    return x if t is s else rebuild(t, lambda kid, _: _swap(kid, s, x))
