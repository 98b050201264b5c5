"""Higher-order matching: the values of a pattern's symbols for which the pattern is a given term.

A symbol applied to distinct bound variables matches any term in these variables, as a function of them (Miller's
higher-order patterns). The value of a symbol applied to other arguments comes from another occurrence, or is guessed
from the head of the term. A match is only a proposal; it is accepted if substituting it gives back the term.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.kernel.terms import KernelError, Term, abstract, app, instantiate_bound, lam, substitute, variable


def fresh(term: Term, word: str, sorts: Sequence[str]) -> tuple[Term, ...]:
    """Variables of these sorts that are not free in the term; their names begin with the word."""
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


def may_be(pattern: Term, symbols: frozenset[Term], t: Term) -> bool:
    """A quick test by shape alone: False if the term, perhaps in the scope of binders, is certainly no instance."""
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


def instance(pattern: Term, symbols: Sequence[Term], t: Term) -> dict[Term, Term] | None:
    """The values of the symbols for which the pattern is the term, which has no loose variables; None if none."""
    match = _Match(symbols)
    if not match.meets(pattern, t) or not match.ends() or len(match.found) < len(symbols):
        return None
    try:
        return match.found if substitute(pattern, match.found) is t else None
    except KernelError:
        return None


class _Match:
    def __init__(self, symbols: Sequence[Term]) -> None:
        self.symbols = frozenset(symbols)
        self.found: dict[Term, Term] = {}
        self.later: list[tuple[Term, Term]] = []  # a symbol applied to other arguments, and the term to match

    def meets(self, pattern: Term, t: Term) -> bool:
        """Match and return whether the term may be an instance; loose variables of both belong to the same binders."""
        if self.symbols.isdisjoint(pattern.free):
            return pattern is t
        if pattern in self.symbols:
            return not t.loose and self.finds(pattern, t)
        if pattern.op == "app" and pattern.args[0] in self.symbols:
            head, *args = pattern.args
            if all(a.op == "bv" for a in args) and len(set(args)) == len(args):
                value = _function(head, args, t)
                return value is not None and self.finds(head, value)
            self.later.append((pattern, t))
            return True
        if pattern.op != t.op or len(pattern.args) != len(t.args):
            return False
        return all(
            self.meets(a, b) if isinstance(a, Term) and isinstance(b, Term) else a == b
            for a, b in zip(pattern.args, t.args, strict=True)
        )

    def finds(self, symbol: Term, value: Term) -> bool:
        self.found.setdefault(symbol, value)
        return True

    def ends(self) -> bool:
        """Match the postponed pairs: by known values of symbols first, then by guesses from the heads of the terms."""
        while self.later:
            known = next((pair for pair in self.later if pair[0].args[0] in self.found), None)
            pattern, t = known or self.later[0]
            self.later.remove((pattern, t))
            head, *args = pattern.args
            if known:
                try:
                    wanted = app(self.found[head], *args)
                except KernelError:
                    return False
                if wanted.op == "app" and wanted.args[0] in self.symbols:  # the value must not be such a symbol
                    return False
                if not self.meets(wanted, t):
                    return False
            elif t.op != "app" or len(t.args) != len(pattern.args) or t.args[0].loose:
                return False
            else:
                self.finds(head, t.args[0])
                if not all(self.meets(a, b) for a, b in zip(args, t.args[1:], strict=True)):
                    return False
        return True


def _function(head: Term, args: Sequence[Term], t: Term) -> Term | None:
    """The function whose value at these bound variables is t; None if t contains others."""
    own = {a.args[0] for a in args}
    if any(k not in own for k, _ in t.loose):
        return None
    if t.op == "app" and list(t.args[1:]) == list(args) and not t.args[0].loose:
        return t.args[0]
    places = fresh(t, "place_", [a.sort for a in sorted(args, key=lambda a: a.args[0])])
    at = dict(zip(sorted(own), places, strict=True))
    try:
        body = instantiate_bound(t, tuple(at.get(k, t) for k in range(1 + max(own))))
        return lam(head.args[1], abstract(body, [at[a.args[0]] for a in args]))
    except KernelError:
        return None


def renamed(pattern: Term, symbols: Sequence[Term]) -> tuple[Term, tuple[Term, ...]]:
    """Rename the symbols of a pattern so that no variable of a term is taken for one; return both."""
    own = fresh(pattern, "symbol_", [s.sort for s in symbols])
    values: Mapping[Term, Term] = dict(zip(symbols, own, strict=True))
    return substitute(pattern, values), own
