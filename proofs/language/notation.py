"""Notation for statements and proofs: variables, vectors, sums, quantifiers, written as one writes them.

>>> from proofs.language.notation import *
>>> n, = ints("n"); a, = vectors("a")
>>> partition = sigma(lambda i: exp(a(i)), 1, n)
>>> print(text(partition))
Σ_{i=1}^{n} exp(a_i)
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.terms import (
    FALSE,
    Term,
    absolute,
    big,
    closed,
    deriv,
    eq,
    exp,
    fn,
    forall,
    imp,
    inv,
    ite,
    lam,
    le,
    log,
    lt,
    negation,
    num,
    substitute,
    term,
    var,
)
from proofs.language.display import latex, text

__all__ = [
    "FALSE", "Term", "absolute", "array", "derivative_of", "eq", "every", "exp", "fun", "hole", "implies", "ints",
    "inv", "ite", "latex", "log", "maximum", "negation", "num", "prod", "rational", "reals", "sequences", "sigma",
    "substitute", "text", "vectors", "zero_of",
]  # fmt: skip


def _named(names: str) -> list[str]:
    """The names, none of which may be one that binders use while they are built.

    Raises
    ------
    ValueError
        for a name such as "bound_0_".
    """
    found = names.split()
    if any(name.startswith("bound_") for name in found):
        raise ValueError(f"names that begin with bound_ are taken: {names}")
    return found


def ints(names: str) -> tuple[Term, ...]:
    """Integer variables."""
    return tuple(var(name, "Z") for name in _named(names))


def reals(names: str) -> tuple[Term, ...]:
    """Real variables."""
    return tuple(var(name, "R") for name in _named(names))


def vectors(names: str, arity: int = 1) -> tuple[Term, ...]:
    """Real-valued functions of integer indices."""
    return tuple(fn(name, arity, "R") for name in names.split())


def sequences(names: str, arity: int = 1) -> tuple[Term, ...]:
    """Integer-valued functions of integer indices."""
    return tuple(fn(name, arity, "Z") for name in names.split())


def rational(p: int, q: int) -> Term:
    """p/q."""
    return num(p, q)


_BOUND = tuple(var(f"bound_{k}_", "Z") for k in range(32)), tuple(var(f"bound_{k}_", "R") for k in range(32))
_depth = [0]


def _abstract(f: Callable[..., Term], sorts: str) -> Term:
    """The body of a binder over fresh variables; names nest, so an inner one never meets an outer one."""
    start = _depth[0]
    if start + len(sorts) > len(_BOUND[0]):
        raise ValueError("binders are nested too deeply")
    own = [_BOUND[sort == "R"][start + k] for k, sort in enumerate(sorts)]
    _depth[0] += len(sorts)
    try:
        return closed(term(f(*own)), own)
    finally:
        _depth[0] = start


def sigma(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """Σ f(i) for lo <= i <= hi."""
    return big("sum", term(lo), term(hi), _abstract(f, "Z"))


def prod(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """Π f(i) for lo <= i <= hi."""
    return big("prod", term(lo), term(hi), _abstract(f, "Z"))


def maximum(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """max f(i) for lo <= i <= hi."""
    return big("max", term(lo), term(hi), _abstract(f, "Z"))


def every(f: Callable[[Term], Term], lo: Term | int | None = None, hi: Term | int | None = None) -> Term:
    """For all integers i with lo <= i <= hi (an end may be absent): f(i)."""

    def inside(i: Term) -> Term:
        out = f(i) if hi is None else imp(i <= hi, f(i))
        return out if lo is None else imp(term(lo) <= i, out)

    return forall("Z", _abstract(inside, "Z"))


def hole(f: Callable[[Term], Term], sort: str = "R") -> Term:
    """The formula with a hole (or universal statement) ∀x. f(x)."""
    return forall(sort, _abstract(f, sort))


def zero_of(f: Callable[[Term], Term]) -> Term:
    """The carrier ∀x. f(x) = 0 by which the rules of calculus are given a function."""
    return hole(lambda x: eq(f(x), 0))


def derivative_of(f: Callable[[Term], Term], at: Term, value: Term) -> Term:
    """f is differentiable at `at` with derivative `value`."""
    return deriv(_abstract(f, "R"), at, value)


def fun(f: Callable[..., Term | int], arity: int = 1) -> Term:
    """The function (i, …) ↦ f(i, …) of integer indices."""
    return lam(arity, _abstract(lambda *i: term(f(*i)), "Z" * arity))


def array(*values: Term | int, start: int = 1) -> Term:
    """The vector with these values from index `start` on, 0 elsewhere."""

    def at(i: Term) -> Term:
        out: Term = num(0)
        for k, value in reversed(list(enumerate(values, start))):
            out = ite(eq(i, k), value, out)
        return out

    return fun(at)


def implies(*formulas: Term) -> Term:
    """A → B → … → Z."""
    *before, out = formulas
    for a in reversed(before):
        out = imp(a, out)
    return out


def opposite(condition: Term) -> Term:
    """The negation of a relation, as a relation where there is one."""
    s, t = condition.args
    return {"le": lambda: lt(t, s), "lt": lambda: le(t, s), "eq": lambda: negation(condition)}[condition.op]()
