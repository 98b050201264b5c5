"""Terms and formulas of the kernel: immutable, interned, sort-checked plain data.

A `Term` is an operator with arguments. Every term has a sort: ``Z`` (integer), ``R`` (real), ``B`` (formula)
or ``F`` (function of integer indices). Bound variables are de Bruijn indices. Only the constructors below make
terms, and each refuses what is not well sorted, so whatever exists is well formed.

Terms are total, as in HOL Light: 1/0 = 0, log x = 0 for x <= 0, a sum over an empty range is 0, a product 1, a
maximum 0. Whether a formula means what its author thinks is a separate, proved obligation (`proofs.definedness`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from flint import fmpq


class KernelError(ValueError):
    """Something that the kernel refuses: an ill-sorted term, a rule that does not apply, a bad certificate."""


Loose = frozenset[tuple[int, str]]  # dangling bound variables: (index, sort)


class Term:
    """A term or formula. Equal terms are the same object; `==` is identity and relations are built with `eq`."""

    __slots__ = ("args", "free", "loose", "op", "sort")
    op: str
    args: tuple
    sort: str
    free: frozenset[Term]
    loose: Loose
    _table: dict[tuple, Term] = {}  # noqa: RUF012  (the interning table)

    def __new__(cls, op: str, args: tuple, sort: str) -> Term:
        key = (op, args, sort)
        found = cls._table.get(key)
        if found is None:
            found = object.__new__(cls)
            put = object.__setattr__
            put(found, "op", op), put(found, "args", args), put(found, "sort", sort)
            kids = [a for a in args if isinstance(a, Term)]
            own = [found] if op in ("var", "fn") else []
            put(found, "free", frozenset().union(own, *(k.free for k in kids)))
            put(found, "loose", _loose(op, args, kids))
            cls._table[key] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("terms are immutable")

    def __bool__(self) -> bool:
        raise TypeError("a term has no truth value: prove it, or compare terms with `is`")

    def __repr__(self) -> str:
        inside = ", ".join(map(str, self.args))
        return f"{self.op}({inside})"

    def __add__(self, other: Term | int) -> Term:
        return add(self, term(other))

    def __radd__(self, other: int) -> Term:
        return add(term(other), self)

    def __sub__(self, other: Term | int) -> Term:
        return add(self, -term(other))

    def __rsub__(self, other: int) -> Term:
        return add(term(other), -self)

    def __mul__(self, other: Term | int) -> Term:
        return mul(self, term(other))

    def __rmul__(self, other: int) -> Term:
        return mul(term(other), self)

    def __truediv__(self, other: Term | int) -> Term:
        return mul(self, inv(term(other)))

    def __rtruediv__(self, other: int) -> Term:
        return mul(term(other), inv(self))

    def __neg__(self) -> Term:
        return mul(num(-1), self)

    def __pow__(self, k: int) -> Term:
        return mul(*[self] * k) if k > 0 else num(1) if k == 0 else inv(self**-k)

    def __le__(self, other: Term | int) -> Term:
        return le(self, term(other))

    def __lt__(self, other: Term | int) -> Term:
        return lt(self, term(other))

    def __ge__(self, other: Term | int) -> Term:
        return le(term(other), self)

    def __gt__(self, other: Term | int) -> Term:
        return lt(term(other), self)

    def __call__(self, *args: Term | int) -> Term:
        return app(self, *map(term, args))


# operator -> (position of the body among the arguments, sorts that it binds); `lam` binds its arity's worth.
BINDERS = {"sum": (2, "Z"), "prod": (2, "Z"), "max": (2, "Z"), "all": (1, ""), "deriv": (0, "R"), "lam": (1, "")}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*\Z")


def _bound(op: str, args: tuple) -> tuple[int, tuple[str, ...]]:
    """The position of the body and the sorts that the operator binds in it (index 0 first)."""
    if op not in BINDERS:
        return -1, ()
    where, sort = BINDERS[op]
    return where, ("Z",) * args[0] if op == "lam" else (args[0],) if op == "all" else (sort,)


def _loose(op: str, args: tuple, kids: list[Term]) -> Loose:
    if op == "bv":
        return frozenset([(args[0], args[1])])
    where, sorts = _bound(op, args)
    out: set[tuple[int, str]] = set()
    for position, kid in enumerate(args):
        if not isinstance(kid, Term):
            continue
        if position != where:
            out |= kid.loose
            continue
        for index, sort in kid.loose:
            if index >= len(sorts):
                out.add((index - len(sorts), sort))
            elif sorts[index] != sort:
                raise KernelError(f"a bound variable of sort {sort} under a binder of sort {sorts[index]}")
    return frozenset(out)


def _number(*terms: Term) -> str:
    if not all(isinstance(t, Term) and t.sort in "ZR" for t in terms):
        raise KernelError(f"numbers expected, not {terms}")
    return "Z" if all(t.sort == "Z" for t in terms) else "R"


def _need(t: Term, sorts: str) -> Term:
    if not isinstance(t, Term) or t.sort not in sorts:
        raise KernelError(f"expected sort {' or '.join(sorts)}: {t}")
    return t


def _name(name: str) -> str:
    if not isinstance(name, str) or not NAME.match(name):
        raise KernelError(f"not an identifier: {name!r}")
    return name


def num(p: int | fmpq, q: int = 1) -> Term:
    """The rational p/q; of sort Z when it is an integer."""
    if type(p) not in (int, fmpq) or type(q) is not int or q == 0:
        raise KernelError(f"not a rational: {p!r}/{q!r}")
    value = fmpq(p) / q
    return Term("num", (int(value.p), int(value.q)), "Z" if value.q == 1 else "R")


def term(x: Term | int) -> Term:
    """`x` itself, or the integer numeral."""
    return x if isinstance(x, Term) else num(x)


def var(name: str, sort: str) -> Term:
    """A free variable, implicitly universally quantified in a theorem."""
    if sort not in ("Z", "R"):
        raise KernelError(f"a variable is of sort Z or R, not {sort!r}")
    return Term("var", (_name(name), sort), sort)


def bv(index: int, sort: str) -> Term:
    """The de Bruijn variable of the index-th enclosing binder."""
    if type(index) is not int or index < 0 or sort not in ("Z", "R"):
        raise KernelError("a bound variable is an index >= 0 with sort Z or R")
    return Term("bv", (index, sort), sort)


def fn(name: str, arity: int, sort: str) -> Term:
    """A function variable of `arity` integer indices with values of `sort`."""
    if type(arity) is not int or arity < 1 or sort not in ("Z", "R"):
        raise KernelError("a function has one or more integer indices and values in Z or R")
    return Term("fn", (_name(name), arity, sort), "F")


def app(f: Term, *args: Term) -> Term:
    """f(args); a λ is unfolded at once."""
    _need(f, "F")
    if f.op == "lam":
        if len(args) != f.args[0]:
            raise KernelError("wrong number of indices")
        return opened(f.args[1], tuple(_need(a, "Z") for a in reversed(args)))
    if len(args) != f.args[1]:
        raise KernelError(f"{f.args[0]} takes {f.args[1]} indices")
    return Term("app", (f, *(_need(a, "Z") for a in args)), f.args[2])


def add(*terms: Term) -> Term:
    """A sum of numbers."""
    return Term("add", terms, _number(*terms))


def mul(*terms: Term) -> Term:
    """A product of numbers."""
    return Term("mul", terms, _number(*terms))


def inv(t: Term) -> Term:
    """1/t, with 1/0 = 0."""
    return Term("inv", (_need(t, "ZR"),), "R")


def exp(t: Term) -> Term:
    """The exponential."""
    return Term("exp", (_need(t, "ZR"),), "R")


def log(t: Term | int) -> Term:
    """The natural logarithm, 0 for t <= 0."""
    return Term("log", (_need(term(t), "ZR"),), "R")


def absolute(t: Term) -> Term:
    """|t|."""
    return Term("abs", (_need(t, "ZR"),), t.sort)


def ite(condition: Term, then: Term | int, other: Term | int) -> Term:
    """`then` if the relation holds, `other` if not."""
    if not isinstance(condition, Term) or condition.op not in ("le", "lt", "eq"):
        raise KernelError(f"a condition is one relation, not {condition}")
    then, other = term(then), term(other)
    return Term("ite", (condition, then, other), _number(then, other))


def big(op: str, lo: Term, hi: Term, body: Term) -> Term:
    """Σ, Π or max of `body` (with bound variable 0 an integer) over lo <= i <= hi."""
    if op not in ("sum", "prod", "max"):
        raise KernelError(f"no such big operator: {op!r}")
    return Term(op, (_need(lo, "Z"), _need(hi, "Z"), _need(body, "ZR")), body.sort)


def le(s: Term, t: Term) -> Term:
    """s <= t."""
    return Term("le", (_need(s, "ZR"), _need(t, "ZR")), "B")


def lt(s: Term, t: Term) -> Term:
    """s < t."""
    return Term("lt", (_need(s, "ZR"), _need(t, "ZR")), "B")


def eq(s: Term, t: Term | int) -> Term:
    """s = t."""
    return Term("eq", (_need(s, "ZR"), _need(term(t), "ZR")), "B")


def imp(a: Term, b: Term) -> Term:
    """a implies b."""
    return Term("imp", (_need(a, "B"), _need(b, "B")), "B")


def forall(sort: str, body: Term) -> Term:
    """For all values of bound variable 0 of `sort`."""
    if sort not in ("Z", "R"):
        raise KernelError("quantify over Z or R")
    return Term("all", (sort, _need(body, "B")), "B")


def deriv(body: Term, at: Term, value: Term) -> Term:
    """The function x |-> body (bound variable 0, real) is differentiable at `at`, with derivative `value`."""
    return Term("deriv", (_need(body, "ZR"), _need(at, "ZR"), _need(value, "ZR")), "B")


def lam(arity: int, body: Term) -> Term:
    """A function of `arity` integer indices: of f(i, j), i is bound variable 1 and j is 0."""
    if type(arity) is not int or arity < 1:
        raise KernelError("a function has one or more indices")
    return Term("lam", (arity, _need(body, "ZR")), "F")


FALSE = Term("false", (), "B")


def negation(a: Term) -> Term:
    """Not a."""
    return imp(a, FALSE)


MAKERS: dict[str, Callable[..., Term]] = {
    "num": num, "var": var, "bv": bv, "fn": fn, "app": app, "add": add, "mul": mul, "inv": inv, "exp": exp,
    "log": log, "abs": absolute, "ite": ite, "le": le, "lt": lt, "eq": eq, "imp": imp, "all": forall,
    "deriv": deriv, "lam": lam, "false": lambda: FALSE,
    "sum": lambda *a: big("sum", *a), "prod": lambda *a: big("prod", *a), "max": lambda *a: big("max", *a),
}  # fmt: skip


def rebuild(t: Term, change: Callable[[Term, int], Term]) -> Term:
    """`t` with `change(kid, binders passed)` applied to its immediate subterms."""
    where, sorts = _bound(t.op, t.args)
    kids = [
        change(a, len(sorts) if i == where else 0) if isinstance(a, Term) else a for i, a in enumerate(t.args)
    ]
    return t if all(k is a for k, a in zip(kids, t.args, strict=True)) else MAKERS[t.op](*kids)


@cache
def lift(t: Term, by: int, above: int = 0) -> Term:
    """Raise by `by` the dangling indices that are >= `above` (a negative `by` lowers them)."""
    if not any(k >= above for k, _ in t.loose) or by == 0:
        return t
    if t.op == "bv":
        return bv(t.args[0] + by, t.args[1])
    return rebuild(t, lambda kid, n: lift(kid, by, above + n))


def opened(body: Term, values: tuple[Term, ...], depth: int = 0) -> Term:
    """`body` with its outermost len(values) bound variables replaced (index 0 by values[0]), others lowered."""
    if not any(k >= depth for k, _ in body.loose):
        return body
    if body.op == "bv":
        k, sort = body.args[0] - depth, body.args[1]
        if k >= len(values):
            return bv(body.args[0] - len(values), sort)
        if values[k].sort == "R" and sort == "Z":
            raise KernelError(f"an integer variable cannot be {values[k]}")
        return lift(values[k], depth)
    return rebuild(body, lambda kid, n: opened(kid, values, depth + n))


def closed(t: Term, variables: Iterable[Term], depth: int = 0) -> Term:
    """The body of a binder: `t` with the free variables turned into bound ones (the last is index 0)."""
    names = list(variables)[::-1]

    def go(t: Term, depth: int) -> Term:
        if t in names:
            return bv(names.index(t) + depth, t.sort)
        if t.op == "bv":
            return bv(t.args[0] + len(names), t.args[1]) if t.args[0] >= depth else t
        return rebuild(t, lambda kid, n: go(kid, depth + n))

    return go(t, depth)


def substitute(t: Term, values: Mapping[Term, Term], depth: int = 0) -> Term:
    """`t` with free variables and function variables replaced; bound variables are never captured."""
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.free.isdisjoint(values):
            return t
        key = (t, depth)
        if key not in memo:
            if t in values:
                memo[key] = lift(values[t], depth)
            else:
                memo[key] = rebuild(t, lambda kid, n: go(kid, depth + n))
        return memo[key]

    for old, new in values.items():
        fits = new.sort == old.sort or (old.op == "var" and old.sort == "R" and new.sort == "Z")
        if old.op not in ("var", "fn") or not fits or new.loose:
            raise KernelError(f"cannot put {new} for {old}")
        if old.op == "fn":
            arity, sort = (new.args[0], new.args[1].sort) if new.op == "lam" else new.args[1:]
            if arity != old.args[1] or (sort == "R" and old.args[2] == "Z"):
                raise KernelError(f"cannot put {new} for the function {old}")
    return go(t, depth)
