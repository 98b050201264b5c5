"""A stored proof without its plumbing: each fact with the facts that it is really made from.

A certificate introduces variables, proves implications about them, and later instantiates and applies these. Here the
proof is evaluated instead: an implication that was proved is applied by proving its conclusion with the proof of its
premise in place of the assumption, and an instance is proved by running the proof with the values. What remains are
the steps that a reader has to follow; each keeps the kernel's fact. A proof that is instantiated more than once becomes
a lemma.

>>> from proofs.search import decide
>>> root = derivations(decide("x**2 + y**2 >= 2*x*y").certificate)[-1].root
>>> root.rule, [premise.rule for premise in root.premises]
('cases', ['arith', 'arith'])
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from proofs.kernel import rules
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Json, read_terms, replay
from proofs.kernel.terms import (
    FALSE,
    Term,
    eq,
    forall,
    instantiate_bound,
    le,
    lt,
    negation,
    num,
    substitution,
    variable,
)

PLUMBING = {"assume", "discharge", "mp", "generalize", "specialize", "instantiate", "theorem", "replace"}
SHARED = 4  # steps of the proof of an implication that is not repeated wherever it is applied
DEEP = 40_000  # frames of Python; a stored proof may be long


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow recursion along a whole proof while the context is active."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@dataclass(eq=False)
class Node:
    """A fact of a proof with the rule that makes it and the nodes that it is made from.

    `needs` are the formulas as the rule reads them, which may differ from the premises' own in form only. `args` are
    the terms and numbers of the rule, `new` the variables that are arbitrary in its premises, and `opened` the
    hypotheses that each premise may use and the node itself does not have.
    """

    rule: str
    fact: Fact
    premises: tuple[Node, ...] = ()
    needs: tuple[Term, ...] = ()
    args: tuple[Any, ...] = ()
    new: tuple[Term, ...] = ()
    opened: tuple[tuple[Term, ...], ...] = ()

    @property
    def concl(self) -> Term:
        """The formula that the node proves."""
        return self.fact.concl

    @cached_property
    def hyps(self) -> frozenset[Hashable]:
        """The keys of the hypotheses that the fact has."""
        return frozenset(self.fact.hyps)


class _Implication(Node):
    """A proved implication or universal statement, whose own proof is evaluated only when it is asked for.

    `parts` returns the premises and what the rule needs, `use` proves the conclusion from a node, or for a term.
    """

    def __init__(self, rule: str, fact: Fact, parts: Callable[[], tuple[Node, ...]], **rest: Any) -> None:
        self.parts, self.use = parts, rest.pop("use")
        super().__init__(rule, fact, **rest)
        del self.__dict__["premises"]

    @cached_property
    def premises(self) -> tuple[Node, ...]:  # type: ignore[override]
        """The nodes that it is made from."""
        return self.parts()


@dataclass(frozen=True)
class Derivation:
    """The proof of one stored theorem: its name, hypotheses, conclusion, and last node."""

    name: str
    hyps: tuple[Term, ...]
    concl: Term
    root: Node


def derivations(certificate: Sequence[Json]) -> list[Derivation]:
    """Return the proofs of the theorems of a certificate that are not of a library, in their order.

    Raises
    ------
    KernelError
        if the kernel rejects a step.
    """
    theory, out = Theory(), []
    with deep_recursion():
        for stored in certificate:
            replay(theory, stored)
            if "." not in stored["name"]:
                out.append(derivation(stored, theory.facts))
    return out


def derivation(stored: Json, theorems: Mapping[str, Fact]) -> Derivation:
    """Return the proof of a stored theorem, which may apply some others.

    Raises
    ------
    KernelError
        if the kernel rejects a step.
    """
    with deep_recursion():
        return _Evaluation(theorems, stored).derivation()


def restated(fact: Fact, formula: Term) -> Fact:
    """Return the fact in another form of its conclusion."""
    if fact.concl is formula:
        return fact
    return rules.mp(rules.discharge(formula, rules.assume(formula)), fact)


Values = dict[Term, Term]
Known = dict[Hashable, Node]


@dataclass(eq=False)
class _Evaluation:
    """The evaluation of one stored proof."""

    theorems: Mapping[str, Fact]
    stored: Json
    facts: list[Fact] = field(default_factory=list)
    done: dict[Any, Node] = field(default_factory=dict)
    substitutions: dict[Any, Callable[[Term], Term]] = field(default_factory=dict)
    fresh: int = 0

    def derivation(self) -> Derivation:
        terms = read_terms(self.stored["terms"])
        self.steps: list[tuple[str, list[Any]]] = []

        def argument(x: Json) -> Any:
            if isinstance(x, dict):
                return _Step(x["f"]) if "f" in x else terms[x["t"]]
            return [argument(y) for y in x] if isinstance(x, list) else x

        for rule, *stored in self.stored["steps"]:
            args = [*stored] if rule == "theorem" else [argument(x) for x in stored]
            self.steps.append((rule, args))
            fact = self.theorems[args[0]] if rule == "theorem" else RULES[rule](*self._filled(args))
            self.facts.append(fact)
        self._measure()
        claimed = self.stored["statement"]
        root = self.view(len(self.steps) - 1, {}, {})
        return Derivation(self.stored["name"], tuple(terms[h] for h in claimed["hyps"]), terms[claimed["concl"]], root)

    def _filled(self, x: Any) -> Any:
        if isinstance(x, _Step):
            return self.facts[x.number]
        return [self._filled(y) for y in x] if isinstance(x, list) else x

    def _measure(self) -> None:
        """Find the free variables below each step, and the steps that are instantiated more than once."""
        self.free: list[frozenset[Term]] = []
        self.weight: list[int] = []
        instances: dict[int, set[tuple]] = {}
        for (rule, args), fact in zip(self.steps, self.facts, strict=True):
            below = [s.number for s in _steps(args)]
            free = frozenset().union(fact.concl.free, *(h.free for h in fact.hyps.values()))
            self.weight.append(sum(self.weight[k] for k in below) + (rule not in PLUMBING))
            if rule == "instantiate":
                old = {x for x, _ in args[1]}
                values = tuple(sorted(((x, t) for x, t in args[1] if x is not t), key=lambda p: p[0].order))
                instances.setdefault(below[0], set()).add(values)
                inside = self.free[below[0]]
                free |= (inside - old).union(*(t.free for x, t in args[1] if x in inside))
            else:
                free = free.union(*(self.free[k] for k in below), *(t.free for t in _terms(args)))
                if rule in ("generalize", "induction"):
                    free -= {args[0] if rule == "generalize" else args[2]}
            self.free.append(free)
        applied = Counter(args[0].number for rule, args in self.steps if rule in ("mp", "specialize"))
        self.shared = {k for k, count in applied.items() if count > 1 and self.weight[k] >= SHARED}
        self.lemmas = {k for k, values in instances.items() if len(values) > 1 and self.weight[k] > 1}

    def view(self, k: int, values: Values, known: Known) -> Node:
        """Return the node of a step for these values of its variables, where some hypotheses are known."""
        values = {x: values[x] for x in sorted(self.free[k], key=lambda x: x.order) if x in values}
        put = self.substituted(values)
        hyps = [put(h) for h in self.facts[k].hyps.values()]
        known = {key(h): known[key(h)] for h in hyps if key(h) in known}
        memo = (k, tuple(values.items()), tuple((h, id(node)) for h, node in known.items()))
        if memo not in self.done:
            self.done[memo] = self._viewed(k, values, known, put, hyps)
        return self.done[memo]

    def substituted(self, values: Values) -> Callable[[Term], Term]:
        """Return the substitution of these values; steps with the same values share what it has computed."""
        found = tuple(values.items())
        if found not in self.substitutions:
            self.substitutions[found] = substitution(values)
        return self.substitutions[found]

    def _viewed(self, k: int, values: Values, known: Known, put: Any, hyps: list[Term]) -> Node:
        rule, args = self.steps[k]
        if rule == "assume":
            h = put(args[0])
            return known[key(h)] if key(h) in known else self.hypothesis(h)
        if rule in ("mp", "specialize"):
            general = self.view(args[0].number, values, known)
            wanted = put(self.facts[args[0].number].concl)
            if general.concl.op != wanted.op:  # both are true in form
                general = replace(general, fact=restated(general.fact, wanted))
            once = args[0].number not in self.shared
            if rule == "mp":
                return self.applied(general, self.view(args[1].number, values, known), once)
            return self.specialized(general, put(args[1]), once)
        if rule == "instantiate":
            inner = args[0].number
            new = {x: put(t) for x, t in args[1]}
            if inner in self.lemmas:
                return self.instance(inner, {**values, **new}, known)
            return self.view(inner, {**values, **new}, known)
        if rule == "replace":
            equality, body = (self.view(args[j].number, values, known) for j in (0, 2))
            return self.replaced(equality, put(self.facts[args[0].number].concl), put(args[1]), body)
        closed = self.closed(k, values, known)
        if rule == "discharge":
            h = put(args[0])

            def use(node: Node) -> Node:
                return self.view(args[1].number, values, {**known, key(h): node})

            return _Implication(
                rule, closed, lambda: (self.view(args[1].number, values, _without(known, h)),), use=use,
                needs=(put(self.facts[args[1].number].concl),), args=(h,), opened=((h,),),
            )  # fmt: skip
        if rule == "generalize":
            x = self.new(args[0])
            inner_values = {**values, args[0]: x}
            return _Implication(
                rule, closed, lambda: (self.view(args[1].number, inner_values, known),),
                use=lambda t: self.view(args[1].number, {**values, args[0]: t}, known),
                needs=(self.substituted(inner_values)(self.facts[args[1].number].concl),), new=(x,), opened=((),),
            )  # fmt: skip
        if rule == "cases":
            return self.cases(put(args[0]), put(args[1]), args[2].number, args[3].number, values, known, closed)
        if rule == "absurd":
            h = negation(put(args[1]))
            body = self.view(args[0].number, values, _without(known, h))
            return Node(rule, closed, (body,), (FALSE,), (put(args[1]),), (), ((h,),))
        if rule == "induction":
            x = self.new(args[2])
            template, lo = put(args[0]), put(args[1])
            here = instantiate_bound(template.args[1], (x,))
            base = self.view(args[3].number, values, known)
            step = self.view(args[4].number, {**values, args[2]: x}, _without(known, here, le(lo, x)))
            needs = (instantiate_bound(template.args[1], (lo,)), instantiate_bound(template.args[1], (x + 1,)))
            return Node(rule, closed, (base, step), needs, (template, lo), (x,), ((), (le(lo, x), here)))
        if rule in ("theorem", "compute"):
            premises = tuple(known.get(key(h)) or self.hypothesis(h) for h in hyps)
            if rule == "theorem":
                shown: tuple[Any, ...] = (args[0], tuple((x, values.get(x, x)) for x in self.symbols(k)))
            else:
                box = tuple((x, lo, hi) for x, lo, hi in args[1])
                shown = (args[0], box, args[2], tuple(values.get(x, x) for x, _, _ in box))
            return Node(rule, closed, premises, tuple(hyps), shown)
        below = [s.number for s in _steps(args)]
        premises = tuple(self.view(j, values, known) for j in below)
        needs = tuple(put(self.facts[j].concl) for j in below)
        shown = tuple(_put(put, args, iter(range(len(below)))))
        return Node(rule, closed, premises, needs, (*shown, [], [])[:4] if rule == "arith" else shown)

    def symbols(self, k: int) -> list[Term]:
        fact = self.facts[k]
        return sorted(fact.concl.free.union(*(h.free for h in fact.hyps.values())), key=lambda x: x.order)

    def closed(self, k: int, values: Values, known: Known) -> Fact:
        """Return the fact of a step for these values, without the hypotheses that are known."""
        fact = rules.instantiate(self.facts[k], list(values.items())) if values else self.facts[k]
        for h in list(fact.hyps.values()):
            if key(h) in known:
                fact = rules.mp(rules.discharge(h, fact), known[key(h)].fact)
        return fact

    def hypothesis(self, h: Term) -> Node:
        """Return the node of an assumption."""
        memo = ("hypothesis", key(h))
        if memo not in self.done:
            self.done[memo] = Node("assume", rules.assume(h))
        return self.done[memo]

    def new(self, x: Term) -> Term:
        """Return a variable like this one that occurs nowhere else."""
        self.fresh += 1
        return variable(f"{x.args[0].partition(chr(39))[0]}'new{self.fresh}", x.sort)

    def instance(self, k: int, values: Values, known: Known) -> Node:
        """Return a node that applies a lemma."""
        lemma = self.view(k, {}, {})
        put = substitution({x: t for x, t in values.items() if x in self.free[k]})
        hyps = [put(h) for h in self.facts[k].hyps.values()]
        if all(values.get(x, x) is x for x in self.symbols(k)) and not any(key(h) in known for h in hyps):
            return lemma
        premises = tuple(known.get(key(h)) or self.hypothesis(h) for h in hyps)
        shown = tuple((x, values.get(x, x)) for x in self.symbols(k))
        closed = self.closed(k, {x: t for x, t in values.items() if x in self.free[k]}, known)
        return Node("lemma", closed, (lemma, *premises), (lemma.concl, *hyps), (shown,))

    def applied(self, implication: Node, node: Node, once: bool = True) -> Node:
        """Modus ponens; an implication that is applied more than once stays a fact of its own."""
        if once and isinstance(implication, _Implication) and implication.concl.op == "imp":
            return implication.use(node)
        fact = rules.mp(implication.fact, node.fact)
        return Node("mp", fact, (implication, node), (implication.concl, implication.concl.args[0]))

    def specialized(self, universal: Node, t: Term, once: bool = True) -> Node:
        """Return the instance of a universal statement; one that is applied more than once stays a fact of its own."""
        if once and isinstance(universal, _Implication) and universal.concl.op == "all":
            return universal.use(t)
        return Node("specialize", rules.specialize(universal.fact, t), (universal,), (universal.concl,), (t,))

    def replaced(self, equality: Node, equation: Term, template: Term, body: Node) -> Node:
        """Return the node that puts equals for equals, below the premises of an implication."""
        sort, inside = template.args
        if equation.op == "eq" and isinstance(body, _Implication) and inside.op in ("imp", "all"):
            s, t = equation.args
            fact = rules.replace(restated(equality.fact, equation), template, restated(body.fact, _at(template, s)))
            out = _Implication(
                "replace",
                fact,
                lambda: (equality, body),
                use=None,
                needs=(equation, _at(template, s)),
                args=(template,),
            )
            if inside.op == "imp":
                premise, rest = (forall(sort, a) for a in inside.args)
                back = Node("arith", rules.arith(eq(t, s), [(num(-1), [restated(equality.fact, equation)])]),
                            (equality,), (equation,), (eq(t, s), [(num(-1), [0])], [], []))  # fmt: skip
                out.use = lambda node: self.replaced(
                    equality, equation, rest, self.applied(body, self.replaced(back, eq(t, s), premise, node))
                )
            else:
                out.use = lambda u: self.replaced(equality, equation, _inner(template, u), self.specialized(body, u))
            return out
        if _at(template, equation.args[0]) is _at(template, equation.args[1]) if equation.op == "eq" else False:
            return body
        fact = rules.replace(restated(equality.fact, equation), template, body.fact)
        needs = (equation, _at(template, equation.args[0]) if equation.op == "eq" else body.concl)
        return Node("replace", fact, (equality, body), needs, (template,))

    def cases(self, s: Term, t: Term, low: int, high: int, values: Values, known: Known, closed: Fact) -> Node:
        """Return the node of two cases, or of one if it is known to be the case or does not matter."""
        found = []
        for case, k in ((le(s, t), low), (lt(t, s), high)):
            if key(case) in known or key(case) is True:
                return self.view(k, values, known)
            found.append(self.view(k, values, known))
            if key(case) not in found[-1].hyps:
                return found[-1]
        return Node("cases", closed, tuple(found), (closed.concl,) * 2, (s, t), (), ((le(s, t),), (lt(t, s),)))


@dataclass(frozen=True)
class _Step:
    number: int


def _steps(x: Any) -> Iterator[_Step]:
    if isinstance(x, _Step):
        yield x
    elif isinstance(x, list):
        for y in x:
            yield from _steps(y)


def _terms(x: Any) -> Iterator[Term]:
    if isinstance(x, Term):
        yield x
    elif isinstance(x, list):
        for y in x:
            yield from _terms(y)


def _put(put: Any, x: Any, numbers: Iterator[int]) -> Any:
    """Substitute in the arguments of a rule; facts become the positions of the premises."""
    if isinstance(x, Term):
        return put(x) if not x.loose else x
    if isinstance(x, _Step):
        return next(numbers)
    return [_put(put, y, numbers) for y in x] if isinstance(x, list) else x


def _without(known: Mapping[Hashable, Node], *hyps: Term) -> Known:
    return {h: node for h, node in known.items() if h not in {key(x) for x in hyps}}


def _at(template: Term, t: Term) -> Term:
    return instantiate_bound(template.args[1], (t,))


def _inner(template: Term, t: Term) -> Term:
    """∀x. C[x, t] for ∀x. ∀y. C[x, y]."""
    sort, inside = template.args
    x = variable("hole'", sort)
    from proofs.kernel.terms import abstract

    return forall(sort, abstract(instantiate_bound(instantiate_bound(inside, (x,)).args[1], (t,)), [x]))
