"""Terms and formulas of the kernel: immutable, interned, sort-checked plain data.

A `Term` is an operator with arguments. Every term has a sort: ``Z`` (integer), ``R`` (real), ``B`` (formula) or, for
a function, the sorts of its arguments and of its values: ``(ZZ>R)``, a matrix; ``((ZZ>R)ZZ>R)``, a function of a
matrix and two indices, and so one from matrices to matrices. Bound variables are de Bruijn indices. Only the
constructors below make terms, and each refuses what is not well sorted, so whatever exists is well formed.

Terms are total, as in HOL Light: 1/0 = 0, log x = 0 for x <= 0, a sum over an empty range is 0, a product 1,
a maximum 0. Whether a formula means what its author thinks is a separate, proved obligation (`definedness`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, NoReturn
from zlib import crc32

from flint import fmpq

from proofs.kernel.work import WORK

# operator -> (position of the body among the arguments, sorts that it binds); `lam` binds its arity's worth.
BINDERS = {
    "sum": (2, "Z"), "prod": (2, "Z"), "max": (2, "Z"), "all": (1, ""), "deriv": (0, "R"), "lam": (1, ""),
}  # fmt: skip
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*\Z")
MAX_DEPTH, MAX_SIZE = 150, 1_000_000  # terms nested more deeply, or longer when written out, are refused
MAX_ORDER = 3  # how deeply functions may take functions
SORT = "[ZR]"
for _ in range(MAX_ORDER):
    SORT = rf"(?:[ZR]|\({SORT}{{1,16}}>[ZR]\))"
Loose = frozenset[tuple[int, str]]  # dangling bound variables: (index, sort)
EMPTY: frozenset = frozenset()


Maker = Callable[..., "Term"]


class KernelError(ValueError):
    """Raised for what the kernel rejects: an ill-sorted term, a rule that does not apply, a bad certificate.

    Its arguments are the parts of the message, of which some may be terms.
    """

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


def require(holds: bool, *what: object) -> None:
    """Refuse, saying what is wrong, unless it holds."""
    if not holds:
        raise KernelError(*what)


def _code(x: Term | int | str) -> int:
    """Return a hash that does not depend on the process, unlike Python's own of strings and objects."""
    return x.code if isinstance(x, Term) else x if isinstance(x, int) else crc32(x.encode())


def _operator(make: Callable[[Term, Term], Term]) -> Callable[[Term, Term | int], Term]:
    return lambda self, other: make(self, term(other))


class Term:
    """A term or formula. Equal terms are the same object; `==` is identity; relations are built with `eq`."""

    __slots__ = ("args", "code", "depth", "free", "loose", "op", "order", "reach", "size", "sort")
    op: str
    args: tuple
    sort: str
    free: frozenset[Term]
    loose: Loose
    reach: int  # 1 + the greatest dangling index, 0 if there is none
    depth: int
    size: int
    code: int  # a hash of the contents, the same in every process, so that sets of terms are, too
    order: tuple  # sorts terms: by size, then operator, then arguments; the same in every process
    _table: dict[tuple, Term] = {}  # noqa: RUF012  (the interning table)

    def __new__(cls, op: str, args: tuple, sort: str) -> Term:
        """Return the one term with these parts, which give its sort; only the constructors below call this."""
        found = cls._table.get((op, args))
        if found is None:
            WORK.done += 8
            found, put = object.__new__(cls), object.__setattr__
            depth, size, free, loose, reach = 0, 1, EMPTY, EMPTY, 0
            for a in args:
                if isinstance(a, Term):
                    size += a.size
                    if a.depth > depth:
                        depth = a.depth
                    if a.free is not free:  # mostly one of them has all
                        free = a.free if free <= a.free else free | a.free
                    if a.reach:
                        loose = a.loose if loose <= a.loose else loose | a.loose
                        if a.reach > reach:
                            reach = a.reach
            if depth >= MAX_DEPTH or size > MAX_SIZE:
                require(False, "a term nested too deeply, or too large")
            if op == "bv" or (reach and op in BINDERS):
                loose = _loose_indices(op, args)
                reach = max((k + 1 for k, _ in loose), default=0)
            put(found, "code", hash((_code(op), *map(_code, args))))
            put(found, "op", op), put(found, "args", args), put(found, "sort", sort)
            put(found, "depth", depth + 1), put(found, "size", size)
            put(found, "free", frozenset([found]) if op in ("var", "fn") else free)
            put(found, "loose", loose), put(found, "reach", reach)
            mixed = op in ("lam", "fn")  # the number of arguments, or their sorts
            keys = [a.order if isinstance(a, Term) else str(a) if mixed else a for a in args]
            put(found, "order", (size, op, *keys))
            cls._table[op, args] = found
        return found

    def __setattr__(self, *args: object) -> NoReturn:
        raise TypeError("a term cannot be changed")

    def __hash__(self) -> int:
        return self.code

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> tuple:
        """Let pickle rebuild the term by its constructor, which checks the arguments."""
        return intern, (self.op, self.args)

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula has no truth value: 0 < x < 1 is two relations, terms are compared with `is`")

    def __repr__(self) -> str:
        """Return the operator and its arguments, unless they are long."""
        inside = ", ".join(map(str, self.args)) if self.size < 200 else "…"
        return f"{self.op}({inside})"

    __add__ = _operator(lambda s, t: add(s, t))
    __radd__ = _operator(lambda s, t: add(t, s))
    __sub__ = _operator(lambda s, t: add(s, -t))
    __rsub__ = _operator(lambda s, t: add(t, -s))
    __mul__ = _operator(lambda s, t: mul(s, t))
    __rmul__ = _operator(lambda s, t: mul(t, s))
    __truediv__ = _operator(lambda s, t: mul(s, inv(t)))
    __rtruediv__ = _operator(lambda s, t: mul(t, inv(s)))
    __le__ = _operator(lambda s, t: le(s, t))
    __lt__ = _operator(lambda s, t: lt(s, t))
    __ge__ = _operator(lambda s, t: le(t, s))
    __gt__ = _operator(lambda s, t: lt(t, s))

    def __abs__(self) -> Term:
        """|t|."""
        return absolute(self)

    def __neg__(self) -> Term:
        """−t."""
        return mul(num(-1), self)

    def __pow__(self, k: int) -> Term:
        """Return a product of k factors, or its inverse; a zeroth power (1) only of what is defined everywhere."""
        require(type(k) is int, "an exponent is an integer; a power for x > 0 is exp(y * log(x)); not", k)
        require(
            k != 0 or is_defined_everywhere(self),
            "a zeroth power of what may be undefined: write 1, and say what is defined",
        )
        return mul(*[self] * k) if k > 0 else num(1) if k == 0 else inv(self**-k)

    def __call__(self, *args: Term | int) -> Term:
        """Return the value of a function."""
        return app(self, *map(term, args))


@cache
def sorts(text: str) -> tuple[str, ...]:
    """Return the sorts that are written one after another, 1 to 16 of them."""
    found = re.findall(SORT, text) if len(text) <= 400 else []
    require("".join(found) == text and 1 <= len(found) <= 16, "not sorts:", text)
    return tuple(found)


def _domain(x: object) -> int | str:
    """Return the sorts of a function's arguments; of integers alone, their number stands for them."""
    require(type(x) is str or (type(x) is int and 1 <= x <= 16), "expected 1 to 16 sorts, not", x)
    if isinstance(x, int):
        return x
    text = str(x)
    return len(text) if set(sorts(text)) == {"Z"} else text


def _argument_sorts(arguments: int | str) -> tuple[str, ...]:
    return ("Z",) * arguments if isinstance(arguments, int) else sorts(arguments)


def _function_sort(arguments: int | str, value: str) -> str:
    return f"({''.join(_argument_sorts(arguments))}>{value})"


def is_function(sort: str) -> bool:
    """Return whether the sort is that of functions."""
    return sort[:1] == "("


@cache
def domain(sort: str) -> tuple[str, ...]:
    """Return the sorts of the arguments; none for a sort of numbers.

    >>> domain("((ZZ>R)Z>R)"), domain("Z")
    (('(ZZ>R)', 'Z'), ())
    """
    return sorts(sort[1:-3]) if is_function(sort) else ()


def codomain(sort: str) -> str:
    """Return the sort of a function's values, Z or R; a sort of numbers is its own.

    >>> codomain("(ZZ>R)"), codomain("Z")
    ('R', 'Z')
    """
    return sort[-2] if is_function(sort) else sort


def takes_integers(sort: str) -> bool:
    """Return whether all arguments are integers, as for sequences, matrices and, without arguments, numbers."""
    return set(domain(sort)) <= {"Z"}


def fits(own: str, wanted: str) -> bool:
    """Return whether a term of the sort `own` may be used where one of the sort `wanted` is expected.

    Integers are reals, and functions with integer values are functions with real values.
    """
    return own == wanted or (codomain(own) == "Z" and domain(own) == domain(wanted))


def _body_and_sorts(op: str, args: tuple) -> tuple[int, tuple[str, ...]]:
    """Return the position of the body and the sorts that the operator binds in it (index 0 first)."""
    where, sort = BINDERS.get(op, (-1, ""))
    return where, _argument_sorts(args[0])[::-1] if op == "lam" else (args[0],) if op == "all" else (sort,)


def _loose_indices(op: str, args: tuple) -> Loose:
    if op == "bv":
        return frozenset([(args[0], args[1])])
    where, sorts = _body_and_sorts(op, args)
    out, n = set(), len(sorts)
    for i, a in enumerate(args):
        for k, sort in a.loose if isinstance(a, Term) else ():
            if i != where:
                out.add((k, sort))
            elif k >= n:
                out.add((k - n, sort))
            elif sorts[k] != sort:
                require(False, "a bound variable of another sort than", sorts)
    return frozenset(out)


@cache
def is_defined_everywhere(t: Term) -> bool:
    """Return whether a term contains no quotient, logarithm or maximum, which may be undefined."""
    return t.op not in ("inv", "log", "max") and all(is_defined_everywhere(a) for a in t.args if isinstance(a, Term))


def num(p: int | fmpq, q: int = 1) -> Term:
    """Return the rational p/q; of sort Z when it is an integer."""
    if type(p) is int and type(q) is int and q == 1:
        return Term("num", (p, 1), "Z")
    exact = type(p) in (int, fmpq) and type(q) is int and q != 0
    if not exact:
        what = "not an exact number (0.5 is num(1, 2); functions are made by fun):"
        require(False, what, p, *([q] if q != 1 else []), f"of type {type(p).__module__}.{type(p).__name__}")
    value = fmpq(p) / q
    return Term("num", (int(value.p), int(value.q)), "Z" if value.q == 1 else "R")


def term(x: Term | int) -> Term:
    """`x` itself, or the integer numeral."""
    return x if isinstance(x, Term) else num(x)


def _check(what: str, holds: Callable[[Any], bool], read: Callable[[Any], Any] = lambda x: x) -> Callable[[Any], Any]:
    def check(x: object) -> Any:
        value = x if isinstance(x, Term) else read(x)
        if not holds(value):
            require(False, "expected", what, "not", x)
        return value

    return check


def _of_sort(what: str, sorts: str) -> Callable[[Any], Term]:
    def check(x: object) -> Term:
        value = x if isinstance(x, Term) else num(x)  # type: ignore[arg-type]
        if value.sort not in sorts:
            require(False, "expected", what, "not", x)
        return value

    return check


_name = _check("an identifier", lambda x: isinstance(x, str) and NAME.match(x) is not None)
_sort = _check("sort Z or R", lambda x: x in ("Z", "R"))
_index = _check("the index of a binder", lambda x: type(x) is int and 0 <= x <= 16 * MAX_DEPTH)
_any_sort = _check("a sort", lambda x: isinstance(x, str) and len(sorts(x)) == 1)
_number = _of_sort("a number", "ZR")
_integer = _of_sort("an integer", "Z")
_formula = _of_sort("a formula", "B")
_relation = _check("one relation", lambda x: x.op in ("le", "lt", "eq"), term)
_function = _check("a function", lambda x: is_function(x.sort), term)


def _joint_sort(*args: Term) -> str:
    for a in args:
        if a.sort not in "ZB":
            return "R"
    return "Z"


def _constructor(op: str, *checks: Callable, sort: str | Callable[..., str]) -> Maker:
    """Return the constructor of terms with this operator: a check of each argument, and the sort of the result."""

    def make(*args: Any) -> Term:
        if len(args) != len(checks):
            require(False, op, "takes", len(checks), "arguments, not", len(args))
        checked = tuple([check(a) for check, a in zip(checks, args, strict=True)])
        return Term(op, checked, sort if isinstance(sort, str) else sort(*checked))

    return make


def _number_constructor(op: str, count: int | None, sort: str | None) -> Maker:
    """Return the constructor of terms of `count` numbers, or any number; without a sort it is that of the arguments."""

    def make(*args: Any) -> Term:
        if count is not None and len(args) != count:
            require(False, op, "takes", count, "arguments, not", len(args))
        joint = "Z"
        for a in args:
            if not isinstance(a, Term) or a.sort != "Z":
                joint = "R"
                if not isinstance(a, Term) or a.sort != "R":  # an int, or an error
                    args = tuple(map(_number, args))
                    joint = _joint_sort(*args)
                    break
        return Term(op, args, sort or joint)

    return make


# A free variable (implicitly universally quantified), the variable of the index-th enclosing binder, a
# variable for functions, and λ (of f(i, j), i is bound variable 1 and j is 0).
var: Maker = _constructor("var", _name, _sort, sort=lambda name, sort: sort)
bv: Maker = _constructor("bv", _index, _any_sort, sort=lambda index, sort: sort)
fn: Maker = _constructor(
    "fn", _name, _domain, _sort, sort=lambda name, arguments, value: _function_sort(arguments, value)
)
lam: Maker = _constructor("lam", _domain, _number, sort=lambda taken, body: _function_sort(taken, body.sort))
# Numbers; 1/0 = 0, and log x = 0 for x <= 0.
add: Maker = _number_constructor("add", None, None)
mul: Maker = _number_constructor("mul", None, None)
inv: Maker = _number_constructor("inv", 1, "R")
exp: Maker = _number_constructor("exp", 1, "R")
log: Maker = _number_constructor("log", 1, "R")
sin: Maker = _number_constructor("sin", 1, "R")
cos: Maker = _number_constructor("cos", 1, "R")
atan: Maker = _number_constructor("atan", 1, "R")  # π is 4 atan 1
erf: Maker = _number_constructor("erf", 1, "R")  # 2/√π ∫ exp(−t²) dt over [0, x]
absolute: Maker = _number_constructor("abs", 1, None)
ite: Maker = _constructor("ite", _relation, _number, _number, sort=_joint_sort)
# Formulas; deriv(body, at, value): x ↦ body (bound variable 0) is differentiable at `at` with that value.
le: Maker = _number_constructor("le", 2, "B")
lt: Maker = _number_constructor("lt", 2, "B")
eq: Maker = _number_constructor("eq", 2, "B")
imp: Maker = _constructor("imp", _formula, _formula, sort="B")
forall: Maker = _constructor("all", _any_sort, _formula, sort="B")
deriv: Maker = _number_constructor("deriv", 3, "B")
FALSE = Term("false", (), "B")


def app(f: Term, *args: Term) -> Term:
    """f(args); a λ is unfolded at once."""
    wanted, values = domain(_function(f).sort), tuple(map(term, args))
    good = len(values) == len(wanted) and all(map(fits, [v.sort for v in values], wanted))
    if not good:
        given = (part for v in values for part in (v, f"of sort {v.sort},"))
        require(False, "a function of sort", f.sort, "was given", *given)
    return instantiate_bound(f.args[1], values[::-1]) if f.op == "lam" else Term("app", (f, *values), codomain(f.sort))


def big(op: str, lo: Term, hi: Term, body: Term) -> Term:
    """Σ, Π or max of `body` (with bound variable 0 an integer) over lo <= i <= hi."""
    require(op in ("sum", "prod", "max"), "no such big operator:", op)
    return Term(op, (_integer(lo), _integer(hi), _number(body)), body.sort)


def variable(name: str, sort: str) -> Term:
    """Return the free variable of a sort, or the function variable if it is a sort of functions."""
    return fn(name, "".join(domain(sort)), codomain(sort)) if is_function(sort) else var(name, sort)


def negation(a: Term) -> Term:
    """Return the negation of a formula: a implies false."""
    return imp(a, FALSE)


MAKERS: dict[str, Maker] = {
    "num": num, "var": var, "bv": bv, "fn": fn, "app": app, "add": add, "mul": mul, "inv": inv, "exp": exp,
    "log": log, "sin": sin, "cos": cos, "atan": atan, "erf": erf, "abs": absolute, "ite": ite, "le": le, "lt": lt,
    "eq": eq, "imp": imp, "all": forall, "deriv": deriv, "lam": lam, "false": lambda: FALSE,
    "sum": partial(big, "sum"), "prod": partial(big, "prod"), "max": partial(big, "max"),
}  # fmt: skip


def intern(op: str, args: tuple) -> Term:
    """Return the term with these arguments: if it is there, its constructor has made it; else the constructor does."""
    found = Term._table.get((op, args))
    return MAKERS[op](*args) if found is None else found


def _body_and_count(t: Term) -> tuple[int, int]:
    """Return the position of a binder's body and the number of variables bound in it; (-1, 0) for no binder."""
    if t.op not in BINDERS:
        return -1, 0
    return BINDERS[t.op][0], len(_argument_sorts(t.args[0])) if t.op == "lam" else 1


def rebuild(t: Term, change: Callable[[Term, int], Term]) -> Term:
    """`t` with `change(kid, binders passed)` applied to its immediate subterms."""
    where, inside = _body_and_count(t)
    kids = tuple([
        change(a, inside if k == where else 0) if isinstance(a, Term) else a for k, a in enumerate(t.args)
    ])  # fmt: skip
    return t if kids == t.args else intern(t.op, kids)


@cache
def lift(t: Term, by: int, above: int = 0) -> Term:
    """Raise by `by` the dangling indices that are >= `above` (a negative `by` lowers them)."""
    if t.reach <= above or by == 0:
        return t
    if t.op == "bv":
        return bv(t.args[0] + by, t.args[1])
    return rebuild(t, lambda kid, n: lift(kid, by, above + n) if kid.reach > above + n else kid)


@cache
def instantiate_bound(body: Term, values: tuple[Term, ...], depth: int = 0) -> Term:
    """`body` with its outermost bound variables replaced (index 0 by values[0]), the others lowered."""
    if body.reach <= depth:
        return body
    if body.op == "bv":
        k, sort = body.args[0] - depth, body.args[1]
        if k >= len(values):
            return bv(body.args[0] - len(values), sort)
        require(fits(values[k].sort, sort), "a variable of sort", sort, "cannot be", values[k])
        return lift(values[k], depth)
    return rebuild(body, lambda kid, n: instantiate_bound(kid, values, depth + n) if kid.reach > depth + n else kid)


def abstract(t: Term, variables: Iterable[Term], depth: int = 0) -> Term:
    """Return the body of a binder: `t` with the free variables turned into bound ones (the last is index 0)."""
    names = tuple(variables)
    return _binder(names)(lift(t, len(names), depth), depth)


@cache
def _binder(names: tuple[Term, ...]) -> Callable[[Term, int], Term]:
    return _substituter({x: bv(k, x.sort) for k, x in enumerate(names[::-1])})


def _substituter(values: Mapping[Term, Term]) -> Callable[[Term, int], Term]:
    """Return a memoised substitution of these values for terms under a number of binders."""
    names = frozenset(values)
    known: dict[tuple[Term, int], Term] = {}

    def put(t: Term, depth: int) -> Term:
        if t in names:
            return lift(values[t], depth)
        found = known.get((t, depth))
        if found is None:
            where, inside = _body_and_count(t)
            kids = [
                put(a, depth + inside if k == where else depth)
                if isinstance(a, Term) and not a.free.isdisjoint(names)
                else a
                for k, a in enumerate(t.args)
            ]
            found = known[t, depth] = intern(t.op, tuple(kids))
        return found

    return lambda t, depth: t if t.free.isdisjoint(names) else put(t, depth)


def substitution(values: Mapping[Term, Term]) -> Callable[[Term], Term]:
    """Return the substitution of free variables and function variables; bound variables are never captured."""
    for old, new in values.items():
        good = old.op in ("var", "fn") and fits(new.sort, old.sort) and not new.loose
        if not good:
            require(False, "cannot put", new, "for", old)
    put = _substituter(values)
    return lambda t: put(t, 0)


def substitute(t: Term, values: Mapping[Term, Term]) -> Term:
    """`t` with free variables and function variables replaced, as by `substitution`."""
    return substitution(values)(t)
