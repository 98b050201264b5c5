"""Matching: values of a theorem's variables and functions for which a part of it becomes a given term."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from proofs.kernel.normal import canonical, normal
from proofs.kernel.terms import KernelError, Term, abstract, codomain, fits, instantiate_bound, lam, var

Values = dict[Term, Term]


def matched(pattern: Term, t: Term, unknown: Collection[Term], values: Mapping[Term, Term]) -> Values | None:
    """Extend the values to the unknown symbols so that the pattern becomes the term; None if that fails.

    A function applied to distinct bound variables matches any term in them. Sums and products are compared part by
    part; an index that is an unknown plus a known term is solved for the unknown.
    """
    found = dict(values)
    try:
        return found if _match(pattern, t, unknown, found) else None
    except KernelError:
        return None


def _match(pattern: Term, t: Term, unknown: Collection[Term], found: Values) -> bool:
    if pattern is t and pattern.free.isdisjoint(unknown):
        return True
    if pattern in unknown:
        if pattern in found:
            return _same(found[pattern], t)
        if t.loose or not fits(t.sort, pattern.sort):
            return False
        found[pattern] = t
        return True
    if pattern.free.isdisjoint(unknown):
        return _same(pattern, t)
    if pattern.op == "app" and pattern.args[0] in unknown:
        return _match_application(pattern, t, unknown, found)
    if pattern.op == "add" and t.sort in ("Z", "R") and _solved(pattern, t, unknown, found):
        return True
    if pattern.op != t.op or len(pattern.args) != len(t.args):
        return False
    return all(
        _match(a, b, unknown, found) if isinstance(a, Term) and isinstance(b, Term) else a == b
        for a, b in zip(pattern.args, t.args, strict=True)
    )


def _match_application(pattern: Term, t: Term, unknown: Collection[Term], found: Values) -> bool:
    f, places = pattern.args[0], [a.args[0] for a in pattern.args[1:] if a.op == "bv"]
    if (
        len(set(places)) == len(pattern.args) - 1
        and t.sort in ("Z", codomain(f.sort))
        and {k for k, _ in t.loose} <= {*places}
    ):
        sorts = {a.args[0]: a.args[1] for a in pattern.args[1:]}
        if any(sort not in ("Z", "R") for sort in sorts.values()):
            return False
        if t.op == "app" and t.args[0].sort == f.sort and t.args[1:] == pattern.args[1:] and f not in found:
            found[f] = t.args[0]
            return not t.args[0].loose
        deep = max(places) + 1
        names = tuple(var(f"matched{k}_", sorts.get(k, "Z")) for k in range(deep))
        body = abstract(instantiate_bound(t, names), [names[k] for k in places])
        value = lam(f.args[1], body) if f.op == "fn" else None
        if value is None:
            return False
        if f in found:
            return found[f] is value or _same(found[f](*(names[k] for k in places)), instantiate_bound(t, names))
        found[f] = value
        return True
    if (
        t.op == "app"
        and t.args[0].sort == f.sort
        and not t.args[0].loose
        and found.setdefault(f, t.args[0]) is t.args[0]
    ):
        return all(_match(a, b, unknown, found) for a, b in zip(pattern.args[1:], t.args[1:], strict=True))
    return False


def _solved(pattern: Term, t: Term, unknown: Collection[Term], found: Values) -> bool:
    """Whether the pattern is an unknown plus a known term, so that t determines the unknown (added to `found`)."""
    free = [x for x in pattern.args if x in unknown and x not in found]
    rest = [x for x in pattern.args if x not in free]
    if len(free) != 1 or t.loose or not all(x.op == "num" or x.free.isdisjoint(unknown) for x in rest):
        return False
    value = canonical(t - sum(rest[1:], rest[0]))
    if not fits(value.sort, free[0].sort):
        return False
    found[free[0]] = value
    return True


def _same(s: Term, t: Term) -> bool:
    if s is t:
        return True
    if s.sort in ("Z", "R") and t.sort in ("Z", "R"):
        return normal(s) == normal(t)
    return False


def parts(t: Term) -> Iterator[Term]:
    """The subterms not built by arithmetic, outermost first; those under binders keep their loose bound variables."""
    left = [t]
    while left:
        t = left.pop()
        if t.op not in ("add", "mul", "num", "var", "bv", "fn", "lam", "le", "lt", "eq", "imp", "all", "false"):
            yield t
        if t.op != "deriv":
            left += [a for a in reversed(t.args) if isinstance(a, Term)]
