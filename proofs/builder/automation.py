"""The search for steps of a proof that the author need not write out.

A claim's proof searches for each of its steps: by arithmetic from the known facts, by theorems that match it (whose
hypotheses are searched for in turn), by facts that hold for every term of some form (0 < e^x, x <= |x|), by instances
of universal facts at the terms of the goal, by replacing equals, by cases on the conditions of if-then-else, and by
contradiction. The steps found go through the kernel and are recorded, so that a replay does not search. The search
ignores theorems of other papers: a proof names them, in `have`, `apply` or `theorem`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from proofs.builder.proof import Proof, ProofError, relevant
from proofs.kernel.normal import Atom, key, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    eq,
    forall,
    instantiate_bound,
    intern,
    le,
    lt,
    num,
    var,
)
from proofs.language.display import text
from proofs.language.matching import Values, atomic_subterms, match
from proofs.language.notation import conditional, opposite, variable

RELATIONS = ("le", "lt", "eq")
ARITHMETIC = 50  # calls of the arithmetic search for one step
CASES = 3  # nested case distinctions
DEEP = 2  # nested uses of theorems for hypotheses of theorems
INSTANCES = 24  # instances of theorems and universal facts for one step
LEMMAS = 6  # theorems used without substitution
PAIRS = 3  # most factors in which two sides may differ
NEAR = 40  # most known relations considered
FEW = 9  # most facts of which products are tried


def fresh(p: Proof, formula: Term) -> Term:
    """Return a variable for the outermost ∀ of a formula that does not occur in it."""
    name = f"any{len(p.made)}'"
    while variable(name, formula.args[0]) in formula.free:
        name += "'"
    return variable(name, formula.args[0])


class Finder:
    """The search for the steps of a proof."""

    def __init__(self, p: Proof) -> None:
        self.p = p
        self.left = 0

    def find(self, goal: Term, facts: Sequence[Fact], theorems: Sequence[str] = ()) -> Fact:
        """Prove the goal from these facts, these theorems and the known facts.

        Raises
        ------
        ProofError
            if no proof is found.
        """
        self.left = ARITHMETIC
        return self._find(goal, tuple(facts), tuple(theorems), 0, 0)

    def _find(self, goal: Term, here: tuple[Fact, ...], theorems: tuple[str, ...], deep: int, cases: int) -> Fact:
        if key(goal) is True:
            return self.p.rule("assume", goal)
        found = self.p.find_fact(goal, *here)
        if found is not None:
            return found
        if goal.op == "all":
            if goal.args[0] != "Z":  # only ∀ over integers is always proved for a new variable
                with suppress(KernelError):
                    return self._by_theorems(goal, here, theorems, deep, cases)
            x = fresh(self.p, goal)
            return self.p.rule(
                "generalize", x, self._find(instantiate_bound(goal.args[1], (x,)), here, theorems, deep, cases)
            )
        if goal.op == "imp":
            given, then = goal.args
            fact = self.p.rule("assume", given)
            if then is FALSE and given.op not in RELATIONS:
                return self._by_theorems(goal, here, theorems, deep, cases)
            return self.p.rule("discharge", given, self._find(then, (*here, fact), theorems, deep, cases))
        if goal is FALSE:
            return self._absurd(here, cases)
        if goal.op not in RELATIONS:
            return self._by_theorems(goal, here, theorems, deep, cases)
        return self._relation(goal, here, theorems, deep, cases)

    def _relation(self, goal: Term, here: tuple[Fact, ...], theorems: tuple[str, ...], deep: int, cases: int) -> Fact:
        ways: list[Callable[[], Fact]] = [lambda: self._linear(goal, here)]
        if goal.op == "lt" and not normal(goal.args[0]):
            ways.append(lambda: self.p.positive(goal.args[1], *here))
        ways.append(lambda: self._by_theorems(goal, here, theorems, deep, cases))
        ways.append(lambda: self._enriched(goal, here, theorems, deep))
        if goal.op == "eq":
            ways.append(lambda: self._equals(goal, here, theorems, deep, cases))
            ways.append(lambda: self._between(goal, here, theorems, deep, cases))
        if cases < CASES:
            ways.append(lambda: self._by_cases(goal, here, theorems, deep, cases))
        if here:
            ways.append(lambda: self.p.rule("absurd", self._contradiction(here), goal))
        if goal.op != "eq" and deep < DEEP:
            ways.append(lambda: self._refuting(goal, here, cases))
        for way in ways:
            with suppress(KernelError):
                return way()
        raise ProofError(f"not found: {text(goal)}")

    # --- arithmetic

    def _arith(self, goal: Term, facts: Sequence[Fact], degree: int) -> Fact:
        if self.left <= 0:
            raise ProofError("too much was tried")
        self.left -= 1
        return self.p.arith(goal, facts, degree=degree)

    def _linear(self, goal: Term, here: Sequence[Fact]) -> Fact:
        return self._arith(goal, relevant(goal, around(self.p, here)), 1)

    def _between(self, goal: Term, here: tuple[Fact, ...], theorems: tuple[str, ...], deep: int, cases: int) -> Fact:
        """Prove an equation s = t by s <= t and t <= s."""
        s, t = goal.args
        if deep or cases:
            raise ProofError("too deep")
        below = self._relation(le(s, t), here, theorems, deep + 1, CASES)
        return self.p.rule("antisymmetry", below, self._relation(le(t, s), here, theorems, deep + 1, CASES))

    def _contradiction(self, here: tuple[Fact, ...]) -> Fact:
        facts = around(self.p, here)
        for f in facts:
            if f.concl.op == "imp" and f.concl.args[1] is FALSE and f.concl.args[0].op != "all":
                with suppress(KernelError):
                    return self.p.rule("mp", f, self._linear(f.concl.args[0], here))
        return self._arith(FALSE, [f for f in facts if f.concl.op in RELATIONS][:40], 1)

    def _refuting(self, goal: Term, here: tuple[Fact, ...], cases: int) -> Fact:
        """Prove an inequality by deriving a contradiction from its negation."""
        absurd = self._absurd((*here, self.p.rule("assume", opposite(goal))), cases)
        return self.p.by_contradiction(goal, absurd)

    def _absurd(self, here: tuple[Fact, ...], cases: int) -> Fact:
        """Prove FALSE from known facts and general facts about their terms, by cases on if-then-else."""
        with suppress(KernelError):
            return self._contradiction(here)
        near = [f for f in around(self.p, here) if f.concl.op in RELATIONS][:NEAR]
        terms = [f.concl for f in near]
        more = list(dict.fromkeys(self._universal(terms, here)))
        more += self._everywhere([*terms, *(f.concl for f in more)], here)
        for facts, degree in (([*more, *near], 1), ([*here, *more, *near][:FEW], 2)):
            with suppress(KernelError):
                return self._arith(FALSE, facts, degree)
        if cases >= CASES:
            raise ProofError("too many cases")
        return self._by_cases(FALSE, here, (), DEEP, cases, terms)

    # --- more facts

    def _enriched(self, goal: Term, here: tuple[Fact, ...], theorems: Sequence[str], deep: int) -> Fact:
        """Prove the goal by arithmetic, using general facts about its terms."""
        near = relevant(goal, around(self.p, here))
        further = [f for f in around(self.p, here) if f not in near and f.concl.op in RELATIONS]
        choices = [f for f in further if any(t.op == "ite" for t in atomic_subterms(f.concl))]
        near += [f for f in choices if not f.concl.free.isdisjoint(goal.free)][:FEW]
        terms = [goal, *(f.concl for f in near)]
        more: dict[Fact, None] = {}
        for name in theorems:
            more.update(dict.fromkeys(self.instances(name, terms, here)))
        if not theorems:
            more.update(dict.fromkeys(self._about(goal, near, here)))
        terms += [f.concl for f in more]
        more.update(dict.fromkeys(self._universal(terms, here)))
        terms = [goal, *(f.concl for f in (*here, *more))]
        more.update(dict.fromkeys(self._everywhere(terms, here)))
        if not more:
            raise ProofError("nothing more is known")
        for a in sorted(atoms_of(goal), key=lambda a: a.order):
            if a.term.op == "sum" and goal.op != "eq" and deep < DEEP:
                with suppress(KernelError):
                    more[self._by_theorems(le(num(0), a.term), here, (), deep + 1, CASES)] = None
        facts = [*more, *near]
        with suppress(KernelError):
            return self._arith(goal, facts, 1)
        if goal.op == "eq":
            raise ProofError("not linear")
        return self._arith(goal, [*here, *more, *near][:FEW], 2)

    def _about(self, goal: Term, near: Sequence[Fact], here: Sequence[Fact]) -> Iterator[Fact]:
        """Earlier theorems, without substitution, about the terms of the goal whose hypotheses can be settled."""
        wanted = atoms_of(goal)
        there = wanted.union(*(atoms_of(f.concl) for f in near))
        found = 0
        for name in self.p.earlier.about(goal.free.union(*(f.concl.free for f in near))):
            own = atoms_of(self.p.theory.facts[name].concl)
            if own & wanted and len(own - there) <= 1 and found < LEMMAS:
                with suppress(KernelError):
                    yield self.p.discharge_premises(self.p.theorem(name), here)
                    found += 1

    def _everywhere(self, terms: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
        """General facts about the exponentials, absolute values, inverses and decided if-then-else in the terms."""
        for t in closed_subterms(terms):
            if t.op == "exp":
                yield self.p.rule("exp_pos", t.args[0])
            elif t.op == "abs":
                (x,) = t.args
                with suppress(KernelError):
                    for value in (x, -x):
                        yield self.p.instance("elementary.abs_ge", {"x": value})
                    yield self.p.instance("elementary.abs_nonneg", {"x": x})
                with suppress(KernelError):
                    yield self.p.rule("abs_value", x, self._signed(x, here))
            elif t.op == "inv":
                with suppress(KernelError):
                    yield self.p.instance("elementary.inv_pos", {"x": t.args[0]}, self.p.positive(t.args[0], *here))
            elif t.op == "ite":
                with suppress(KernelError):
                    yield self._chosen(t, here)
        for formula in terms:
            for a in sorted(atoms_of(formula), key=lambda a: a.order):
                if a.is_exp and a.term.args[0].op == "log":
                    with suppress(KernelError):
                        yield self.p.rule("exp_log", self.p.positive(a.term.args[0].args[0], *here))
            if formula.op == "lt" and all(t.sort == "Z" for t in formula.args):
                fact = self.p.find_fact(formula, *here)
                if fact is not None:
                    yield self.p.rule("integer_step", fact)

    def _signed(self, x: Term, here: Sequence[Fact]) -> Fact:
        """0 <= x or x <= 0, whichever follows from the known facts."""
        with suppress(KernelError):
            return self._linear(le(num(0), x), here)
        return self._linear(le(x, num(0)), here)

    def _chosen(self, t: Term, here: Sequence[Fact]) -> Fact:
        """Return the equation for an if-then-else whose condition the known facts decide."""
        condition = t.args[0]
        s, u = condition.args
        negated = {"le": [lt(u, s)], "lt": [le(u, s)], "eq": [lt(s, u), lt(u, s)]}[condition.op]
        for formula in (condition, *negated):
            with suppress(KernelError):
                return self.p.rule("ite_eq", t, self.p.find_fact(formula, *here) or self._linear(formula, here))
        raise ProofError("not decided")

    def _universal(self, terms: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
        """Instances of the known universal facts at the terms, if their conditions hold."""
        targets = closed_subterms(terms)
        count = 0
        for fact in around(self.p, here):
            if fact.concl.op != "all":
                continue
            unknown: list[Term] = []
            body = fact.concl
            while body.op in ("all", "imp"):
                if body.op == "all":
                    unknown.append(variable(f"matched_{len(unknown)}_", body.args[0]))
                    body = instantiate_bound(body.args[1], (unknown[-1],))
                else:
                    body = body.args[1]
            if body.op not in RELATIONS:
                continue
            for values in self._values(body, unknown, targets):
                with suppress(KernelError):
                    out = fact
                    for x in unknown:
                        out = self._without_conditions(self.p.rule("specialize", out, values[x]), here)
                    yield self._without_conditions(out, here)
                    count += 1
                if count >= INSTANCES:
                    return

    def _without_conditions(self, fact: Fact, here: Sequence[Fact]) -> Fact:
        while conditional(fact.concl):
            condition = fact.concl.args[0]
            fact = self.p.rule("mp", fact, self.p.find_fact(condition, *here) or self._side(condition, here))
        return fact

    def _side(self, formula: Term, here: Sequence[Fact]) -> Fact:
        if key(formula) is True:
            return self.p.rule("assume", formula)
        if formula.op == "imp" and formula.args[1] is FALSE and formula.args[0].op in RELATIONS:
            fact = self.p.rule("assume", formula.args[0])
            return self.p.rule("discharge", formula.args[0], self._contradiction((*here, fact)))
        if formula.op not in RELATIONS:
            raise ProofError("not at hand")
        return self._linear(formula, here)

    def _values(self, body: Term, unknown: Collection[Term], targets: Sequence[Term]) -> Iterator[Values]:
        """Values for all of the unknowns such that a part of the body equals one of the targets."""
        patterns = [q for q in dict.fromkeys(atomic_subterms(body)) if not q.loose and not q.free.isdisjoint(unknown)]
        seen = set()
        for pattern in patterns:
            if not set(unknown) <= pattern.free:
                continue
            for t in targets:
                values = match(pattern, t, unknown, {})
                if values is not None and len(values) == len(unknown):
                    mark = tuple(values[x] for x in unknown)
                    if mark not in seen:
                        seen.add(mark)
                        yield values

    # --- theorems

    def instances(self, name: str, terms: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
        """Instances of a theorem at values that the terms suggest, with their hypotheses settled."""
        fact = self.p.theorem(name)
        symbols = frozenset(x for f in (fact.concl, *fact.hyps.values()) for x in f.free)
        known = {x for t in terms for x in t.free} | {x for f in self.p.known_facts() for x in f.concl.free}
        targets = closed_subterms(terms)
        tried = set()

        def at(values: Values) -> Iterator[Fact]:
            values = {x: values.get(x, x) for x in symbols}
            mark = frozenset(values.items())
            if mark in tried or not all(x in known for x, y in values.items() if x is y):
                return
            tried.add(mark)
            with suppress(KernelError):
                yield self.p.discharge_premises(self.p.instance_of(name, values), here)

        if fact.concl.op in RELATIONS:
            for formula in terms:
                values = match(fact.concl, formula, symbols, {})
                if values is not None:
                    yield from at(values)
        yield from at({})
        patterns = [q for q in dict.fromkeys(atomic_subterms(fact.concl)) if not q.loose and q.free & symbols]
        patterns.sort(key=lambda q: -len(q.free))
        for pattern in patterns[:3]:
            for t in targets:
                values = match(pattern, t, symbols, {})
                if values is not None:
                    yield from at(values)
                if len(tried) > INSTANCES:
                    return

    def _by_theorems(self, goal: Term, here: tuple[Fact, ...], named: tuple[str, ...], deep: int, cases: int) -> Fact:
        """Prove the goal as an instance of a theorem's conclusion; named theorems may also prove its hypotheses."""
        if deep >= DEEP:
            raise ProofError("too deep")
        for name in self.p.earlier.like(goal):
            known = self.p.theory.facts[name]
            hyps = list(known.hyps.values())
            symbols = known.concl.free.union(*(h.free for h in hyps))
            values = match(known.concl, goal, symbols, {})
            if values is None:
                continue
            values = self._completed(values, hyps, symbols, here)
            if values is None:
                continue
            with suppress(KernelError):
                fact = self.p.instance_of(name, values)
                for h in list(fact.hyps.values()):
                    side = self._find(h, here, named, deep + 1, cases)
                    fact = self.p.rule("mp", self.p.rule("discharge", h, fact), side)
                return self.p.change(fact, goal)
        raise ProofError("no theorem says it")

    def _completed(
        self, values: Values, hyps: Sequence[Term], symbols: Collection[Term], here: Sequence[Fact]
    ) -> Values | None:
        """Return the values, extended to the other symbols by matching the hypotheses with known facts."""
        facts = around(self.p, here)
        for h in sorted(hyps, key=lambda h: -sum(1 for _ in atomic_subterms(h))):
            if not h.free.intersection(symbols) <= values.keys():
                found = (match(h, f.concl, symbols, values) for f in facts)
                values = next((v for v in found if v is not None), values)
        known = {x for f in self.p.known_facts() for x in f.concl.free}
        for x in symbols - values.keys():
            if x not in known:
                return None
            values[x] = x
        return values

    # --- equals for equals, cases

    def _equals(self, goal: Term, here: tuple[Fact, ...], theorems: tuple[str, ...], deep: int, cases: int) -> Fact:
        """Prove s = t by equating the factors in which they differ: sums by members, others by their arguments."""
        s, t = (frozenset(a for m in normal(x) for a, _ in m) for x in goal.args)
        ours, theirs = (sorted(a - b, key=lambda a: a.order) for a, b in ((s, t), (t, s)))
        if not ours or len(ours) != len(theirs) or len(ours) > PAIRS:
            raise ProofError("too different")
        same = []
        for a in ours:
            b = next((b for b in theirs if _alike(a.term, b.term)), None)
            if b is None:
                raise ProofError("too different")
            theirs.remove(b)
            same.append(self._same(a.term, b.term, here, theorems, deep, cases))
        return self.p.arith(goal, same, degree=1)

    def _same(self, s: Term, t: Term, here: tuple[Fact, ...], theorems: tuple[str, ...], deep: int, cases: int) -> Fact:
        """Prove s = t for two terms with the same operator."""
        with suppress(KernelError):
            return self.p.find_fact(eq(s, t), *here) or self._linear(eq(s, t), here)
        if s.op in ("sum", "max", "prod"):
            return self._by_theorems(eq(s, t), here, theorems, deep, cases)
        if s.op == "ite":
            return self._by_cases(eq(s, t), here, theorems, deep, cases)
        pairs = [(u, v) for u, v in zip(s.args, t.args, strict=True) if u is not v]
        if not pairs or any(x.sort not in ("Z", "R") for pair in pairs for x in pair):
            raise ProofError("too different")
        known, now = self.p.arith(eq(s, s), [], degree=1), list(s.args)
        for k, (u, v) in enumerate(zip(s.args, t.args, strict=True)):
            if u is not v:
                hole = var("hole'", "Z" if u.sort == v.sort == "Z" else "R")
                carrier = intern(s.op, (*now[:k], hole, *now[k + 1 :]))
                now[k] = v
                template = forall(hole.sort, abstract(eq(s, carrier), [hole]))
                known = self.p.rule("replace", self._find(eq(u, v), here, theorems, deep, cases), template, known)
        return known

    def _by_cases(
        self,
        goal: Term,
        here: tuple[Fact, ...],
        theorems: tuple[str, ...],
        deep: int,
        cases: int,
        terms: Sequence[Term] = (),
    ) -> Fact:
        """Prove the goal by cases on an undecided condition of an if-then-else in the goal or in these terms."""
        known = {key(f.concl) for f in here}
        for t in closed_subterms((goal, *terms)):
            if t.op != "ite":
                continue
            s, u = t.args[0].args
            orders = [le(s, u), lt(u, s)] if t.args[0].op != "lt" else [lt(s, u), le(u, s)]
            if t.args[0].op == "eq":
                orders = [lt(s, u), eq(s, u), lt(u, s)]
            if known & {key(o) for o in orders}:
                continue

            def case(order: Fact, t: Term = t) -> Fact:
                choice = self.p.rule("ite_eq", t, order)
                return self._find(goal, (*here, order, choice), theorems, deep, cases + 1)

            self.left += ARITHMETIC // 2
            if t.args[0].op == "eq":
                return self.p.trichotomy(s, u, case)
            low, high = (case(self.p.rule("assume", o)) for o in orders)
            if t.args[0].op == "lt":
                return self.p.cases(u, s, high, low)
            return self.p.cases(s, u, low, high)
        raise ProofError("no cases")


def around(p: Proof, here: Sequence[Fact]) -> list[Fact]:
    """Return these facts, and the known facts whose hypotheses are among those of the claim and of these facts.

    Facts with other hypotheses belong to another branch of the proof.
    """
    allowed = {*p.hypotheses, *(h for f in here for h in f.hyps)}
    return [*here, *(f for f in (*p.facts.values(), *p.hypotheses.values()) if f.hyps.keys() <= allowed)]


def closed_subterms(formulas: Iterable[Term]) -> list[Term]:
    """Return the subterms of formulas that are not built by arithmetic and have no loose bound variables."""
    return list(dict.fromkeys(t for formula in formulas for t in atomic_subterms(formula) if not t.loose))


def _alike(s: Term, t: Term) -> bool:
    """Return whether two terms differ only in their subterms."""
    plain = [[a for a in x.args if not isinstance(a, Term)] for x in (s, t)]
    function = s.op == "app" and s.args[0] is not t.args[0]
    return s.op == t.op and s.op != "var" and len(s.args) == len(t.args) and plain[0] == plain[1] and not function


@cache
def atoms_of(formula: Term) -> frozenset[Atom]:
    """Return the atoms of a relation other than variables."""
    if formula.op not in RELATIONS:
        return frozenset()
    poly = plus(normal(formula.args[1]), normal(formula.args[0]), -1)
    return frozenset(a for m in poly for a, _ in m if a.term.op != "var")
