"""Matching of terms: values of a pattern's symbols (variables and functions) for which the pattern is a given term.

A symbol applied to distinct bound variables matches any term in these variables, as a function of them (Miller's
higher-order patterns). They differ in the rest:

- `instance` finds all values of a notion's symbols. The value of a symbol applied to other arguments comes from another
  occurrence, or is guessed from the head of the term. A match is only a proposal; it is accepted if substituting it
  gives back the term.
- `match` extends given values and compares numbers up to arithmetic, for the search for proofs.
- `match_exactly` treats all variables of the pattern as symbols and compares the rest exactly.

A fourth one, `matches`, yields all values up to arithmetic, with the factors of a product in any order: a product of
unknown symbols matches a product in every way in which its factors can be distributed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from flint import fmpq

from proofs.kernel.normal import canonical, normal
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    app,
    codomain,
    domain,
    fits,
    instantiate_bound,
    lam,
    mul,
    num,
    substitute,
    variable,
)
from proofs.kernel.work import WORK

Values = dict[Term, Term]
ARITHMETIC = ("add", "mul", "num", "var", "bv", "fn", "lam", "le", "lt", "eq", "imp", "all", "false")


def fresh(term: Term, word: str, sorts: Sequence[str]) -> tuple[Term, ...]:
    """Return variables of these sorts that are not free in the term; their names begin with the word."""
    taken = {v.args[0] for v in term.free}
    while any(name.startswith(word) for name in taken):
        word += "_"
    return tuple(variable(f"{word}{k}", s) for k, s in enumerate(sorts))


def outside(t: Term, word: str = "place_") -> tuple[Term, tuple[Term, ...]]:
    """Replace the loose bound variables of a term by fresh ones; return the term and these, variable 0 first."""
    if not t.loose:
        return t, ()
    own = dict(t.loose)
    places = fresh(t, word, [own.get(k, "Z") for k in range(1 + max(own))])
    return instantiate_bound(t, places), places


def renamed(pattern: Term, symbols: Sequence[Term]) -> tuple[Term, tuple[Term, ...]]:
    """Rename the symbols of a pattern so that no variable of a term is taken for one; return both."""
    own = fresh(pattern, "symbol_", [s.sort for s in symbols])
    return substitute(pattern, dict(zip(symbols, own, strict=True))), own


def atomic_subterms(t: Term) -> Iterator[Term]:
    """Yield the subterms not built by arithmetic, outermost first; those under binders keep loose bound variables."""
    left = [t]
    while left:
        t = left.pop()
        if t.op not in ARITHMETIC:
            yield t
        if t.op != "deriv":
            left += [a for a in reversed(t.args) if isinstance(a, Term)]


# --- the matchers


def may_be(pattern: Term, symbols: frozenset[Term], t: Term) -> bool:
    """Return False if the term, perhaps in the scope of binders, is certainly no instance: a quick test by shape."""
    if symbols.isdisjoint(pattern.free):
        return pattern is t
    if pattern in symbols or (pattern.op == "app" and pattern.args[0] in symbols):
        return True
    return (
        pattern.op == t.op
        and len(pattern.args) == len(t.args)
        and all(
            may_be(a, symbols, b) if isinstance(a, Term) and isinstance(b, Term) else a == b
            for a, b in zip(pattern.args, t.args, strict=True)
        )
    )


def instance(pattern: Term, symbols: Sequence[Term], t: Term) -> Values | None:
    """Return values of all symbols for which the pattern is the term, which has no loose variables; None if none."""
    matcher = _InstanceMatcher(symbols, {})
    if not matcher.match(pattern, t) or not matcher.match_postponed() or len(matcher.values) < len(symbols):
        return None
    try:
        return matcher.values if substitute(pattern, matcher.values) is t else None
    except KernelError:
        return None


def match(pattern: Term, t: Term, unknown: Collection[Term], values: Mapping[Term, Term]) -> Values | None:
    """Extend the values to the unknown symbols so that the pattern becomes the term; None if that fails.

    Terms that are equal by arithmetic are the same; an index that is an unknown plus a known term is solved for the
    unknown.
    """
    matcher = _ArithmeticMatcher(unknown, values)
    try:
        return matcher.values if matcher.match(pattern, t) else None
    except KernelError:
        return None


def match_exactly(pattern: Term, t: Term) -> Values | None:
    """Return values of the variables and functions of the pattern for which it is the term; None if there are none.

    A function that is applied to anything but distinct bound variables denotes itself.
    """
    matcher = _ExactMatcher(pattern.free, {})
    return matcher.values if matcher.match(pattern, t) else None


MOST_FACTORS = 6  # of a product that are distributed over unknown symbols


def matches(pattern: Term, t: Term, unknown: Collection[Term], values: Mapping[Term, Term]) -> Iterator[Values]:
    """Yield all extensions of the values to the unknown symbols for which the pattern becomes the term by arithmetic.

    A sum of two unknown summands matches only sums of two parts, of which one is a single summand.

    >>> from proofs.language.notation import *
    >>> from proofs.language.display import text
    >>> (n,), (f, g, x) = ints("n"), vectors("f g x")
    >>> pattern, t = Sum(lambda i: f(i) * g(i) * g(i), 1, n), Sum(lambda i: x(i) ** 3, 1, n)
    >>> [sorted(text(v(n)) for v in found.values()) for found in matches(pattern, t, {f, g}, {})]
    [['x_n', 'x_n'], ['1', 'x_n^3']]
    """
    return _matches(pattern, t, frozenset(unknown), dict(values))


def _matches(pattern: Term, t: Term, symbols: frozenset[Term], values: Values) -> Iterator[Values]:
    WORK.done += 10
    if not pattern.free.isdisjoint(values.keys() & symbols):
        try:
            pattern = substitute(pattern, {x: y for x, y in values.items() if x in symbols and x in pattern.free})
        except KernelError:
            return
        symbols -= values.keys()
    if pattern.free.isdisjoint(symbols):
        if _equal(pattern, t):
            yield values
    elif pattern in symbols:
        if not t.loose and fits(t.sort, pattern.sort):
            yield {**values, pattern: t}
    elif pattern.op == "app" and pattern.args[0] in symbols:
        yield from _function_matches(pattern, t, symbols, values)
    elif t.sort in ("Z", "R") and pattern.op == "add" and sum(not a.free.isdisjoint(symbols) for a in pattern.args) < 3:
        yield from _sum_matches(pattern, t, symbols, values)
    elif t.sort in ("Z", "R") and pattern.op == "mul":
        yield from _product_matches(pattern, t, symbols, values)
    elif pattern.op == t.op and len(pattern.args) == len(t.args):
        yield from _all_match(list(zip(pattern.args, t.args, strict=True)), symbols, values)


def _equal(s: Term, t: Term) -> bool:
    return s is t or (s.sort in ("Z", "R") and t.sort in ("Z", "R") and normal(s) == normal(t))


def _all_match(pairs: Sequence[tuple[object, object]], symbols: frozenset[Term], values: Values) -> Iterator[Values]:
    """Match pairs of arguments from left to right."""
    if not pairs:
        yield values
        return
    (a, b), *rest = pairs
    if isinstance(a, Term) and isinstance(b, Term):
        for found in _matches(a, b, symbols, values):
            yield from _all_match(rest, symbols, found)
    elif a == b:
        yield from _all_match(rest, symbols, values)


def _function_matches(pattern: Term, t: Term, symbols: frozenset[Term], values: Values) -> Iterator[Values]:
    head, *args = pattern.args
    if t.sort not in ("Z", codomain(head.sort)):
        return
    if t.op == "app" and list(t.args[1:]) == args and t.args[0].sort == head.sort and not t.args[0].loose:
        yield {**values, head: t.args[0]}
    elif _are_distinct_bound(args) and _is_closed_by(args, t):
        value = _function(head, args, t)
        if value is not None:
            yield {**values, head: value}
    elif t.op == "app" and t.args[0].sort == head.sort and not t.args[0].loose:
        yield from _all_match(list(zip(args, t.args[1:], strict=True)), symbols, {**values, head: t.args[0]})


def _sum_matches(pattern: Term, t: Term, symbols: frozenset[Term], values: Values) -> Iterator[Values]:
    """Subtract the known summands; then match one or two unknown ones with what is left."""
    known = [a for a in pattern.args if a.free.isdisjoint(symbols)]
    unknown = [a for a in pattern.args if not a.free.isdisjoint(symbols)]
    parts = list(t.args) if t.op == "add" else [t]
    if all(a in parts for a in known):  # the rest stays as it is written
        for a in known:
            parts.remove(a)
        left = sum(parts[1:], parts[0]) if parts else num(0)
    else:
        left = canonical(t - sum(known[1:], known[0]))
    if len(unknown) == 1:
        yield from _matches(unknown[0], left, symbols, values)
        return
    parts = [*left.args] if left.op == "add" else [left]
    if len(unknown) != 2 or len(parts) < 2:
        return
    for k, one in enumerate(parts):
        rest = [*parts[:k], *parts[k + 1 :]]
        for a, b in (unknown, unknown[::-1]) if len(parts) > 2 else (unknown,):
            yield from _all_match([(a, one), (b, sum(rest[1:], rest[0]))], symbols, values)


def _product_matches(pattern: Term, t: Term, symbols: frozenset[Term], values: Values) -> Iterator[Values]:
    """Remove the known factors, match the composite ones, and distribute the rest over the simple symbols."""
    left, wanted = Counter(_factors(t)), Counter[Term]()
    number, composite = fmpq(1), list[Term]()
    for a in _factors(pattern):
        if a in symbols or (a.op == "app" and a.args[0] in symbols and _are_distinct_bound(a.args[1:])):
            wanted[a] += 1
        elif not a.free.isdisjoint(symbols):
            composite.append(a)
        elif a.op == "num":
            number *= a.args[0]
        else:
            same = a if a in left else next((b for b in left if _equal(a, b)), None)
            if same is None:
                return
            left[same] -= 1
            left = +left
    for b in [b for b in left if b.op == "num"]:
        number /= b.args[0] ** left.pop(b) if b.args[0] else fmpq(1)
    for found, rest in _composite_matches(composite, left, symbols, values):
        yield from _distributed(wanted, 1 / number if number else fmpq(0), rest, symbols, found)


def _composite_matches(
    patterns: Sequence[Term], left: Counter[Term], symbols: frozenset[Term], values: Values
) -> Iterator[tuple[Values, Counter[Term]]]:
    """Match factors of a pattern that are not just symbols, each with one factor; yield the factors that are left."""
    if not patterns:
        yield values, left
        return
    for b in list(left):
        for found in _matches(patterns[0], b, symbols, values):
            yield from _composite_matches(patterns[1:], left - Counter([b]), symbols, found)


def _distributed(
    wanted: Counter[Term], number: fmpq, left: Counter[Term], symbols: frozenset[Term], values: Values
) -> Iterator[Values]:
    """Distribute factors, and a number, over symbols with the powers in which these occur."""
    simple = [x for x in wanted if x not in values and not (x.op == "app" and x.args[0] in values)]
    if len(simple) < len(wanted):  # a composite factor has determined some: match the rest again
        pattern, rest = (_product([*c.elements()]) for c in (wanted, left))
        yield from _matches(pattern, num(number) * rest if number != 1 else rest, symbols, values)
        return
    if left.total() > MOST_FACTORS:
        return
    once = next((x for x in simple if wanted[x] == 1), None)
    if number != 1 and once is None:
        return
    ways = (list(_shares(count, [wanted[x] for x in simple])) for count in left.values())
    for choice in product(*ways):
        pairs = list[tuple[Term, Term]]()
        for k, x in enumerate(simple):
            parts = [b for b, share in zip(left, choice, strict=True) for _ in range(share[k])]
            pairs.append((x, _product([*([num(number)] if x is once and number != 1 else []), *parts])))
        yield from _all_match(pairs, symbols, values)


def _shares(count: int, powers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield how often each symbol, which occurs in this power, may take a factor that occurs `count` times."""
    if not powers:
        if count == 0:
            yield ()
        return
    for k in range(count // powers[0] + 1):
        for rest in _shares(count - k * powers[0], powers[1:]):
            yield (k, *rest)


def _factors(t: Term) -> Iterator[Term]:
    if t.op == "mul":
        for a in t.args:
            yield from _factors(a)
    elif t is not num(1):
        yield t


def _product(parts: Sequence[Term]) -> Term:
    return mul(*parts) if len(parts) > 1 else parts[0] if parts else num(1)


class _Matcher:
    """The recursion that all matchers share, which compares symbols by their values and other terms by identity."""

    def __init__(self, symbols: Collection[Term], values: Mapping[Term, Term]) -> None:
        self.symbols = frozenset(symbols)
        self.values = dict(values)

    def match(self, pattern: Term, t: Term) -> bool:
        """Return whether the term may be an instance, and extend the values.

        Loose variables of both belong to the same binders.
        """
        if self.symbols.isdisjoint(pattern.free):
            return self.same(pattern, t)
        if pattern in self.symbols:
            return self.match_symbol(pattern, t)
        if pattern.op == "app" and pattern.args[0] in self.symbols:
            return self.match_application(pattern, t)
        return self.match_arguments(pattern, t)

    def match_symbol(self, symbol: Term, t: Term) -> bool:
        return not t.loose and fits(t.sort, symbol.sort) and self.bind(symbol, t)

    def match_arguments(self, pattern: Term, t: Term) -> bool:
        return (
            pattern.op == t.op
            and len(pattern.args) == len(t.args)
            and all(
                self.match(a, b) if isinstance(a, Term) and isinstance(b, Term) else a == b
                for a, b in zip(pattern.args, t.args, strict=True)
            )
        )

    def match_application(self, pattern: Term, t: Term) -> bool:
        """Match a symbol that is applied to arguments."""
        raise NotImplementedError

    def same(self, s: Term, t: Term) -> bool:
        """Return whether two terms without symbols are the same."""
        return s is t

    def bind(self, symbol: Term, value: Term) -> bool:
        """Give a symbol a value; return whether it has no other one."""
        return self.same(self.values.setdefault(symbol, value), value)


class _InstanceMatcher(_Matcher):
    """The matcher of `instance`: different values of a symbol are found by the substitution at the end."""

    def __init__(self, symbols: Collection[Term], values: Mapping[Term, Term]) -> None:
        super().__init__(symbols, values)
        self.postponed: list[tuple[Term, Term]] = []  # a symbol applied to other arguments, and the term to match

    def bind(self, symbol: Term, value: Term) -> bool:
        self.values.setdefault(symbol, value)
        return True

    def match_application(self, pattern: Term, t: Term) -> bool:
        head, *args = pattern.args
        if not _are_distinct_bound(args):
            self.postponed.append((pattern, t))
            return True
        if not _is_closed_by(args, t):
            return False
        if t.op == "app" and list(t.args[1:]) == args and not t.args[0].loose:
            return self.bind(head, t.args[0])
        value = _function(head, args, t)
        return value is not None and self.bind(head, value)

    def match_postponed(self) -> bool:
        """Match the postponed pairs: by known values of symbols first, then by guesses from the heads of the terms."""
        while self.postponed:
            known = next((pair for pair in self.postponed if pair[0].args[0] in self.values), None)
            pattern, t = known or self.postponed[0]
            self.postponed.remove((pattern, t))
            head, *args = pattern.args
            if known:
                try:
                    wanted = app(self.values[head], *args)
                except KernelError:
                    return False
                if wanted.op == "app" and wanted.args[0] in self.symbols:  # the value must not be such a symbol
                    return False
                if not self.match(wanted, t):
                    return False
            elif t.op != "app" or len(t.args) != len(pattern.args) or t.args[0].loose:
                return False
            else:
                self.bind(head, t.args[0])
                if not all(self.match(a, b) for a, b in zip(args, t.args[1:], strict=True)):
                    return False
        return True


class _ArithmeticMatcher(_Matcher):
    """The matcher of `match`, which compares numbers by their normal forms."""

    def same(self, s: Term, t: Term) -> bool:
        return s is t or (s.sort in ("Z", "R") and t.sort in ("Z", "R") and normal(s) == normal(t))

    def match_symbol(self, symbol: Term, t: Term) -> bool:
        return self.same(self.values[symbol], t) if symbol in self.values else super().match_symbol(symbol, t)

    def match_arguments(self, pattern: Term, t: Term) -> bool:
        if pattern.op == "add" and t.sort in ("Z", "R") and self.solve(pattern, t):
            return True
        return super().match_arguments(pattern, t)

    def match_application(self, pattern: Term, t: Term) -> bool:
        head, *args = pattern.args
        if _are_distinct_bound(args) and t.sort in ("Z", codomain(head.sort)) and _is_closed_by(args, t):
            if any(a.sort not in ("Z", "R") for a in args):
                return False
            if t.op == "app" and t.args[0].sort == head.sort and list(t.args[1:]) == args and head not in self.values:
                return not t.args[0].loose and self.bind(head, t.args[0])
            value = _function(head, args, t)
            return value is not None and self.bind_function(head, value)
        return (
            t.op == "app"
            and t.args[0].sort == head.sort
            and not t.args[0].loose
            and self.values.setdefault(head, t.args[0]) is t.args[0]
            and all(self.match(a, b) for a, b in zip(args, t.args[1:], strict=True))
        )

    def bind_function(self, head: Term, value: Term) -> bool:
        """Give a function a value; return whether it has no other one, by its values at variables."""
        known = self.values.setdefault(head, value)
        places = fresh(value, "matched_", domain(value.sort))
        return known is value or self.same(known(*places), value(*places))

    def solve(self, pattern: Term, t: Term) -> bool:
        """Return whether the pattern is an unknown plus a known term, so that t determines the unknown; bind it."""
        unknown = [x for x in pattern.args if x in self.symbols and x not in self.values]
        rest = [x for x in pattern.args if x not in unknown]
        if len(unknown) != 1 or t.loose or not all(x.op == "num" or x.free.isdisjoint(self.symbols) for x in rest):
            return False
        value = canonical(t - sum(rest[1:], rest[0]))
        return fits(value.sort, unknown[0].sort) and self.bind(unknown[0], value)


class _ExactMatcher(_Matcher):
    """The matcher of `match_exactly`."""

    def match(self, pattern: Term, t: Term) -> bool:
        return pattern is t if pattern.op == "fn" else super().match(pattern, t)

    def match_application(self, pattern: Term, t: Term) -> bool:
        head, *args = pattern.args
        if any(a.op != "bv" for a in args):
            return self.match_arguments(pattern, t)
        if not (_are_distinct_bound(args) and _is_closed_by(args, t) and t.sort in ("Z", pattern.sort)):
            return False
        value = _function(head, args, t) if all(a.sort == "Z" for a in args) else None
        return value is not None and self.bind(head, value)


def _are_distinct_bound(args: Sequence[Term]) -> bool:
    """Return whether these are distinct bound variables."""
    return all(a.op == "bv" for a in args) and len(set(args)) == len(args)


def _is_closed_by(args: Sequence[Term], t: Term) -> bool:
    """Return whether the loose variables of t are among these bound variables."""
    own = {a.args[0] for a in args}
    return all(k in own for k, _ in t.loose)


def _function(head: Term, args: Sequence[Term], t: Term) -> Term | None:
    """Return the function, a value of `head`, whose value at these bound variables is t; None if the sorts differ."""
    ordered = sorted(args, key=lambda a: a.args[0])
    places = dict(zip((a.args[0] for a in ordered), fresh(t, "place_", [a.sort for a in ordered]), strict=True))
    try:
        body = instantiate_bound(t, tuple(places.get(k, t) for k in range(1 + max(places))))
        return lam(head.args[1], abstract(body, [places[a.args[0]] for a in args]))
    except KernelError:
        return None
