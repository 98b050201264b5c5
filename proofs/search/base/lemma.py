"""Lemmas: theorems that the search may apply, with the terms that trigger them.

A lemma is data: a theorem, and the terms that determine the values of its variables when they are matched with terms of
a question. By default these are the sums, products and maxima of its conclusion, or else its other functions: Cauchy
and Schwarz's inequality (Σ w f g)² <= Σ w f² · Σ w g² is triggered by any two of its sums that determine w, f and g.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.language.matching import ARITHMETIC, atomic_subterms

BIG = ("sum", "prod", "max")
PLAIN = (*ARITHMETIC, "app", "inv")  # operators that are no evidence that a lemma fits
Feature = tuple[str, str]  # the nearest enclosing operator (or ""), and an operator; neither is arithmetic


@dataclass(frozen=True)
class Lemma:
    """A theorem that the search may apply.

    Attributes
    ----------
    name, fact
        The theorem.
    trigger
        Terms in its variables that have to be matched with terms of the question; empty for the default.
    new
        The number of sums in its conclusion that need not occur in the question.
    rest
        Whether the search is asked to prove the difference of a goal and an instance.
    """

    name: str
    fact: Fact
    trigger: tuple[Term, ...] = ()
    new: int = 0
    rest: bool = False

    @cached_property
    def formulas(self) -> tuple[Term, ...]:
        """The conclusion and the hypotheses."""
        return self.fact.concl, *self.fact.hyps.values()

    @cached_property
    def symbols(self) -> tuple[Term, ...]:
        """The variables and functions of the theorem."""
        found = {x for f in self.formulas for x in f.free}
        return tuple(sorted(found, key=lambda x: x.order))

    @cached_property
    def sums(self) -> tuple[Term, ...]:
        """The sums, products and maxima in the conclusion."""
        return tuple(dict.fromkeys(t for t in _subterms(self.fact.concl) if t.op in BIG and not t.loose))

    @cached_property
    def pointwise(self) -> bool:
        """True if the conclusion contains no sums; the lemma may then be applied to the members of a sum."""
        return not self.sums

    @property
    def of_given_members(self) -> bool:
        """True if the lemma is about sums of explicit members, such as Σ 1/i: it has no function variables."""
        return bool(self.sums) and not any(x.op == "fn" for x in self.symbols)

    @cached_property
    def triggers(self) -> tuple[tuple[Term, ...], ...]:
        """The alternatives: tuples of terms that determine all functions, or else as many variables as possible."""
        if self.trigger:
            return (self.trigger,)
        atoms = [t for t in dict.fromkeys(atomic_subterms(self.fact.concl)) if not t.loose]
        found = [t for t in self.sums or atoms if not t.free.isdisjoint(self.symbols)]
        functions = {x for x in self.symbols if x.op == "fn"}
        if functions and found:
            return tuple(_covering(found, functions)) or tuple((t,) for t in found)
        most = max((len(t.free) for t in found), default=0)
        largest = [t for t in found if len(t.free) == most]
        return tuple((t,) for t in largest) or ((self.fact.concl,),)

    @cached_property
    def operators(self) -> frozenset[str]:
        """The operators in the conclusion that are evidence that the lemma fits."""
        found = (t for t in _subterms(self.fact.concl) if t.op != "inv" or t.args[0].op != "num")
        return frozenset(t.op for t in found) - {*ARITHMETIC, "app"}

    @cached_property
    def is_generic(self) -> bool:
        """True if its triggers are sums Σ f(i); such a lemma fits every question with enough sums."""
        return all(t.op in BIG and t.args[2].op == "app" for terms in self.triggers for t in terms)

    @cached_property
    def needs(self) -> tuple[frozenset[Feature], ...]:
        """For each alternative of its triggers, the features that a question must have."""
        return tuple(frozenset().union(*map(features, terms)) for terms in self.triggers)


@cache
def features(t: Term) -> frozenset[Feature]:
    """Return the operators of a term that are not arithmetic, each after the nearest enclosing one and after "".

    A term that matches a pattern has all features of the pattern.

    >>> from proofs.language.notation import *
    >>> (f, g), (n,) = vectors("f g"), ints("n")
    >>> sorted(features(Sum(lambda i: f(i) * log(g(i)), 1, n)))
    [('', 'log'), ('', 'sum'), ('sum', 'log')]
    """
    found = set[Feature]()

    def look(t: Term, around: str) -> None:
        if t.op not in PLAIN:
            found.update({("", t.op), (around, t.op)})
            around = t.op
        for a in t.args:
            if isinstance(a, Term):
                look(a, around)

    look(t, "")
    return frozenset(found)


def _subterms(t: Term) -> Iterator[Term]:
    yield t
    for a in t.args:
        if isinstance(a, Term):
            yield from _subterms(a)


def _covering(found: Sequence[Term], functions: set[Term]) -> Iterator[tuple[Term, ...]]:
    """Yield the smallest sets of at most three terms that together contain all the functions."""
    covers = list[set[Term]]()
    for count in (1, 2, 3):
        for terms in combinations(found, count):
            if functions <= frozenset().union(*(t.free for t in terms)) and not any(c < {*terms} for c in covers):
                covers.append({*terms})
                yield terms


class Index:
    """An index of lemmas by the features that they need; lemmas that cannot fit are not inspected."""

    def __init__(self, lemmas: Sequence[Lemma]) -> None:
        self.lemmas = tuple(lemmas)
        rows = [(k, needs) for k, lemma in enumerate(self.lemmas) for needs in lemma.needs]
        count = Counter(feature for _, needs in rows for feature in needs)
        self._rows: dict[Feature | None, list[tuple[int, frozenset[Feature]]]] = {}
        for k, needs in rows:  # by the rarest feature
            rarest = min(needs, key=lambda feature: (count[feature], feature), default=None)
            self._rows.setdefault(rarest, []).append((k, needs))

    def fitting(self, there: frozenset[Feature]) -> list[Lemma]:
        """Return the lemmas that need only these features.

        Lemmas whose conclusions have only operators of the question come first, those with most operators foremost:
        they fit rarely, and then well. Among lemmas with equally many operators, generic ones come last.
        """
        operators = {op for _, op in there} | {"inv"}
        found = {k for feature in (None, *there) for k, needs in self._rows.get(feature, ()) if needs <= there}

        def rank(place: int) -> tuple[int, bool, int]:
            lemma = self.lemmas[place]
            return -len(lemma.operators) if lemma.operators <= operators else 1, lemma.is_generic, place

        return [self.lemmas[k] for k in sorted(found, key=rank)]
