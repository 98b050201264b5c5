"""Notation for statements and proofs: variables, vectors, sums and quantifiers, close to mathematical writing.

The functions have the names by which questions know them, SymPy's where Python has another meaning for the word: Sum,
Prod, Max, Min, Eq, sqrt, ite. The absolute value is Python's own abs.

>>> from proofs.language.notation import *
>>> n, = ints("n"); a, = vectors("a")
>>> partition = Sum(lambda i: exp(a(i)), 1, n)
>>> print(text(partition))
Σ_{i=1}^{n} exp(a_i)
>>> print(text(abs(a(1)) <= Max(a(2), 1)))
|a_1| ≤ max(a_2, 1)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from proofs.kernel.normal import canonical
from proofs.kernel.terms import (
    BINDERS,
    FALSE,
    Term,
    abstract,
    atan,
    big,
    cos,
    deriv,
    domain,
    erf,
    exp,
    fn,
    forall,
    imp,
    instantiate_bound,
    inv,
    is_function,
    ite,
    lam,
    le,
    log,
    lt,
    mul,
    negation,
    num,
    require,
    sin,
    term,
    var,
    variable,
)
from proofs.kernel.terms import eq as Eq
from proofs.kernel.terms import substitute as replaced
from proofs.language.display import Letters, joined, latex, text, unequal

__all__ = [  # without `sqrt`: the library's papers have one of their own, in `theorems.analysis.norms`
    "FALSE", "MATRIX", "OPERATOR", "PI", "VECTOR", "And", "Eq", "Max", "Min", "Not", "Or", "Prod", "Sum", "Term",
    "array", "atan", "cos", "cosh", "derivative_of", "erf", "erfc", "every", "exists", "exp", "for_all", "fun",
    "functions", "gelu", "hole", "implies", "ints", "inv", "ite", "latex", "log", "mapping", "matrix_column",
    "matrix_row", "negation", "normcdf", "num", "power", "rational", "reals", "said_at", "sequences", "sin",
    "sinh", "substitute", "tan", "tanh", "text", "variable", "vectors", "zero_of",
]  # fmt: skip


BOUND = "bound'"  # prefix of the variables that stand for bound variables while a binder is constructed


def _named(names: str) -> list[str]:
    """Split a string into names.

    Raises
    ------
    ValueError
        if a name is reserved for bound variables.
    """
    found = names.split()
    if any(name.startswith(BOUND) for name in found):
        raise ValueError(f"names that begin with {BOUND} are reserved for the variables of binders: {names}")
    return found


def ints(names: str) -> tuple[Term, ...]:
    """Return integer variables with these names.

    >>> n, k = ints("n k")
    >>> text(1 <= n)
    '1 ≤ n'
    """
    return tuple(var(name, "Z") for name in _named(names))


def reals(names: str) -> tuple[Term, ...]:
    """Return real variables with these names.

    >>> x, y = reals("x y")
    >>> text(x * y <= (x**2 + y**2) / 2)
    'x·y ≤ (x^2 + y^2)/2'
    """
    return tuple(var(name, "R") for name in _named(names))


def vectors(names: str, arity: int = 1) -> tuple[Term, ...]:
    """Return real-valued functions of integer indices with these names.

    >>> n, = ints("n"); a, = vectors("a"); A, = vectors("A", 2)
    >>> text(a(n)), text(A(1, n))
    ('a_n', 'A_{1,n}')
    """
    return tuple(fn(name, arity, "R") for name in _named(names))


def sequences(names: str, arity: int = 1) -> tuple[Term, ...]:
    """Return integer-valued functions of integer indices with these names.

    >>> s, = sequences("s")
    >>> text(s(1) <= s(2))
    's_1 ≤ s_2'
    """
    return tuple(fn(name, arity, "Z") for name in _named(names))


def rational(p: int, q: int) -> Term:
    """Return the rational number p/q.

    >>> text(rational(1, 2))
    '1/2'
    """
    return num(p, q)


PI = 4 * atan(num(1))


MAX_BINDERS = 96  # the maximum depth of nested binders
_around: list[Term] = []  # the variables of the binders under construction, the innermost last
# (operator, body of a binder) -> package -> the names that its source gives to bound variables
_letters: dict[tuple[str, Term], dict[str, tuple[str, ...]]] = {}


@contextmanager
def fresh(*sorts: str) -> Iterator[tuple[Term, ...]]:
    """Provide fresh variables of these sorts for a binder; abstract the body over them before the context ends.

    No parsed formula can contain these variables, and they differ from those of the enclosing binders.

    Raises
    ------
    KernelError
        if binders are nested too deeply.
    """
    start = len(_around)
    require(start + len(sorts) <= MAX_BINDERS, "binders are nested too deeply")
    own = tuple(variable(f"{BOUND}{start + k}", sort) for k, sort in enumerate(sorts))
    _around.extend(own)
    try:
        yield own
    finally:
        del _around[start:]


def _abstract(f: Callable[..., Term], sorts: Sequence[str]) -> Term:
    """Return f at fresh variables of these sorts, abstracted over them: the body of a binder."""
    with fresh(*sorts) as own:
        return abstract(term(f(*own)), own)


def _written(op: str, body: Term, f: Callable, place: int = 0, count: int = 1, own: int = 1) -> Term:
    """Record the names with which the variables of a binder are printed, and return its body.

    The names are those of `count` parameters of f, from the one at position `place` on: x for `x` and `x_`, x' for
    `x_prime`. They are recorded under the body, abstracted over all enclosing binders; `own` is the number of those
    among them that belong to f.
    """
    code, module = getattr(f, "__code__", None), getattr(f, "__module__", None)
    names = code.co_varnames[: code.co_argcount][place : place + count] if code is not None else ()
    names = tuple(name.rstrip("_").replace("_prime", "'") for name in names)
    if len(names) == count and all(names) and module:
        known = _letters.setdefault((op, _inside(body, own)), {})
        package = module.rpartition(".")[0] or module
        while package:  # a formula in a subpackage also belongs to the enclosing packages
            known.setdefault(package, names)
            package = package.rpartition(".")[0]
    return body


def _inside(body: Term, own: int) -> Term:
    """Return the body of a binder, with the variables of enclosing binders under construction bound, too."""
    return abstract(body, _around, own) if body.free.intersection(_around) else body


def substitute(t: Term, values: Mapping[Term, Term | int]) -> Term:
    """Return a term with values for free variables; the bound ones are printed with the names that they had.

    >>> x, y = reals("x y")
    >>> text(substitute(x**2 <= y, {x: y + 1}))
    '(y + 1)^2 ≤ y'
    """
    out = replaced(t, {v: term(value) for v, value in values.items()})
    left, seen = [(t, out, 0)], set()
    while left:
        before, after, own = found = left.pop()
        if before is after or before.op != after.op or len(before.args) != len(after.args) or found in seen:
            continue  # a function that was put in may be gone
        seen.add(found)
        where = BINDERS.get(before.op, (-1, ""))[0]
        count = len(domain(before.sort)) if before.op == "lam" else 1
        for k, (x, y) in enumerate(zip(before.args, after.args, strict=True)):
            if isinstance(x, Term) and isinstance(y, Term):
                inside = own + count * (k == where)
                left.append((x, y, inside))
                known = _letters.get((before.op, _inside(x, inside))) if k == where else None
                if known:
                    _letters.setdefault((after.op, _inside(y, inside)), dict(known))
    return out


def letters(package: str, formulas: Iterable[Term], seen: set[Term]) -> Letters:
    """Return the names that a package gives to bound variables in formulas.

    Subterms in `seen` are skipped; those that are visited are added to it.
    """
    found = {}
    left = [t for t in formulas if t not in seen]
    while left:
        t = left.pop()
        if t in seen:
            continue
        seen.add(t)
        if t.op in BINDERS:
            key = t.op, t.args[BINDERS[t.op][0]]
            names = _letters.get(key, {}).get(package)
            if names:
                found[key] = names
        left.extend(a for a in t.args if isinstance(a, Term))
    return found


def Sum(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """Return the sum of f(i) over lo <= i <= hi.

    >>> n, = ints("n"); a, = vectors("a")
    >>> text(Sum(lambda i: a(i), 1, n))
    'Σ_{i=1}^{n} a_i'
    """
    return big("sum", term(lo), term(hi), _written("sum", _abstract(f, "Z"), f))


def Prod(f: Callable[[Term], Term], lo: Term | int, hi: Term | int) -> Term:
    """Return the product of f(i) over lo <= i <= hi.

    >>> n, = ints("n"); a, = vectors("a")
    >>> text(Prod(lambda i: a(i), 1, n))
    'Π_{i=1}^{n} a_i'
    """
    return big("prod", term(lo), term(hi), _written("prod", _abstract(f, "Z"), f))


def power(x: Term | int, n: Term | int) -> Term:
    """Return the power of a number with an integer exponent n >= 0, the product of n factors.

    >>> n, = ints("n"); x, = reals("x")
    >>> text(power(x, n)), text(power(x, 3))
    ('Π_{i=1}^{n} x', 'Π_{i=1}^{3} x')
    """
    base = term(x)
    return Prod(lambda _: base, 1, n)


def Max(*numbers: Any) -> Term:
    """Return the greatest of some numbers; Max(f, lo, hi) is the maximum of f(i) over lo <= i <= hi.

    >>> x, y = reals("x y"); n, = ints("n"); a, = vectors("a")
    >>> text(Max(x, y)), text(Max(a, 1, n)), text(Min(x, y, 0))
    ('max(x, y)', 'max_{i=1..n} a_i', 'min(x, y, 0)')
    """
    if _of_range(numbers):
        f, lo, hi = numbers
        return big("max", term(lo), term(hi), _written("max", _abstract(f, "Z"), f))
    return reduce(larger, map(term, numbers))


def Min(*numbers: Any) -> Term:
    """Return the least of some numbers; Min(f, lo, hi) is the minimum of f(i) over lo <= i <= hi.

    >>> x, y = reals("x y"); n, = ints("n"); a, = vectors("a")
    >>> text(Min(x, y)), text(Min(a, 1, n))
    ('min(x, y)', '-(max_{i=1..n} (-a_i))')
    """
    if _of_range(numbers):
        f, lo, hi = numbers
        return -Max(lambda i: -f(i), lo, hi)
    return reduce(smaller, map(term, numbers))


def _of_range(numbers: Sequence[Any]) -> bool:
    """Return whether the first argument is a function, of Python or of the kernel."""
    first = numbers[0]
    return is_function(first.sort) if isinstance(first, Term) else callable(first)


def smaller(s: Term, t: Term) -> Term:
    """min(s, t)."""
    return s if s is t else ite(le(s, t), s, t)


def larger(s: Term, t: Term) -> Term:
    """max(s, t)."""
    return s if s is t else ite(le(s, t), t, s)


def inverse(t: Term) -> Term:
    """1/t, for a product the product of the inverses: 1/(u·u) is 1/u², which is printed so and not multiplied out."""
    return mul(*map(inverse, t.args)) if t.op == "mul" else inv(t)


def sqrt(x: Term | int) -> Term:
    """Return the square root of a number that is not negative; it is 0 elsewhere.

    >>> text(sqrt(num(4))), text(sqrt(rational(1, 10) ** 2)), text(sqrt(num(2))), text(sqrt(var("x", "R")))
    ('2', '1/10', '√2', '√x')
    """
    x = term(x)
    x = x if x.free or x.loose or canonical(x).op != "num" else canonical(x)
    if x.op == "num" and x.args[0] > 0:
        roots = [math.isqrt(k) for k in x.args]
        if [r * r for r in roots] == list(x.args):
            return num(*roots)
        return exp(num(1, 2) * log(x))
    return ite(lt(num(0), x), exp(num(1, 2) * log(x)), num(0))


def tan(x: Term) -> Term:
    """Return the tangent.

    >>> x, = reals("x")
    >>> text(tan(x))
    'sin(x)/cos(x)'
    """
    return sin(x) / cos(x)


def sinh(x: Term) -> Term:
    """Return the hyperbolic sine.

    >>> x, = reals("x")
    >>> text(sinh(x))
    '(exp(x) - exp(-x))/2'
    """
    return (exp(x) - exp(-x)) / 2


def cosh(x: Term) -> Term:
    """Return the hyperbolic cosine.

    >>> x, = reals("x")
    >>> text(cosh(x))
    '(exp(x) + exp(-x))/2'
    """
    return (exp(x) + exp(-x)) / 2


def tanh(x: Term) -> Term:
    """Return the hyperbolic tangent.

    >>> text(tanh(var("x", "R")))
    '(exp(2·x) - 1)/(exp(2·x) + 1)'
    """
    return (exp(2 * x) - 1) / (exp(2 * x) + 1)


def erfc(x: Term) -> Term:
    """Return the complementary error function.

    >>> x, = reals("x")
    >>> text(erfc(x))
    '1 - erf(x)'
    """
    return 1 - erf(x)


def normcdf(x: Term) -> Term:
    """Return the probability that a standard normal variable is at most x.

    >>> x, = reals("x")
    >>> text(normcdf(x))
    '(1 + erf(x/√2))/2'
    """
    return (1 + erf(x / sqrt(num(2)))) / 2


def gelu(x: Term) -> Term:
    """Return the Gaussian error linear unit.

    >>> x, = reals("x")
    >>> text(gelu(x))
    'x·(1 + erf(x/√2))/2'
    """
    return x * normcdf(x)


def factorial(n: Term | int) -> Term:
    """1 · 2 ⋯ n, for an integer 0 <= n."""
    return num(math.factorial(n)) if isinstance(n, int) else Prod(lambda i: i, 1, n)


def binomial(n: Term | int, k: Term | int) -> Term:
    """n (n − 1) ⋯ (n − k + 1)/k!, for integers n and 0 <= k.

    >>> text(binomial(var("n", "Z"), 2))
    'Π_{i=1}^{2} (n - 2 + i)/i'
    """
    if isinstance(n, int) and isinstance(k, int):
        return num(math.comb(n, k))
    return Prod(lambda i: (n - k + i) / i, 1, k)


def every(
    f: Callable[..., Term], lo: Term | int | None = None, hi: Term | int | None = None, *ends: Term | int | None
) -> Term:
    """Return the formula ∀i. f(i) over the integers i with lo <= i <= hi; either bound may be absent.

    The bounds of further indices follow, two for each.

    >>> n, = ints("n"); a, = vectors("a"); A, = vectors("A", 2)
    >>> text(every(lambda i: 0 <= a(i), 1, n))
    '∀i ∈ {1..n}. 0 ≤ a_i'
    >>> text(every(lambda i, j: A(i, j) <= 1, 1, n, 0, 2))
    '∀i ∈ {1..n}, j ∈ {0..2}. A_{i,j} ≤ 1'

    Raises
    ------
    ValueError
        if a further index has a single bound.
    """
    if len(ends) % 2:
        raise ValueError(f"each further index has two bounds: {', '.join(map(str, ends))}")
    return _every(f, (lo, hi, *ends), ())


def _every(f: Callable[..., Term], ends: Sequence[Term | int | None], outer: tuple[Term, ...]) -> Term:
    """Return ∀i. ∀j. … f(*outer, i, j, …)."""
    lo, hi, *rest = ends

    def inside(i: Term) -> Term:
        out = _every(f, rest, (*outer, i)) if rest else f(*outer, i)
        out = out if hi is None else imp(i <= hi, out)
        return out if lo is None else imp(term(lo) <= i, out)

    return forall("Z", _written("all", _abstract(inside, "Z"), f, len(outer)))


def hole(f: Callable[[Term], Term], sort: str = "R") -> Term:
    """Return the formula ∀x. f(x), used as a template or as a universal statement.

    >>> x, = reals("x")
    >>> text(hole(lambda t: exp(t) <= x))
    '∀y ∈ ℝ. exp(y) ≤ x'
    """
    return forall(sort, _written("all", _abstract(f, [sort]), f))


def zero_of(f: Callable[[Term], Term]) -> Term:
    """Return the formula ∀x. f(x) = 0, by which the function f is passed to the rules of calculus.

    >>> text(zero_of(lambda t: t**2))
    '∀x ∈ ℝ. x^2 = 0'
    """
    return hole(lambda x: Eq(f(x), 0))


def derivative_of(f: Callable[[Term], Term], at: Term, value: Term) -> Term:
    """Return the formula that states that f is differentiable at `at` with derivative `value`.

    >>> x, = reals("x")
    >>> text(derivative_of(lambda t: t**2, x, 2 * x))
    'd/dy [y^2] at x = 2·x'
    """
    return deriv(_written("deriv", _abstract(f, "R"), f), at, value)


def fun(f: Callable[..., Term | int], arity: int = 1) -> Term:
    """Return the function (i, …) ↦ f(i, …) of integer indices.

    >>> n, = ints("n"); a, = vectors("a")
    >>> text(fun(lambda i: a(i) ** 2))
    '(i ↦ a_i^2)'
    """
    body = _abstract(lambda *i: term(f(*i)), "Z" * arity)
    return lam(arity, _written("lam", body, f, count=arity, own=arity))


def matrix_row(A: Term, i: Term | int) -> Term:
    """Return the row j ↦ A(i, j) of a matrix, a vector.

    >>> n, = ints("n"); A, = vectors("A", 2)
    >>> text(matrix_row(A, 1)(n)), text(matrix_column(A, n)(1))
    ('A_{1,n}', 'A_{1,n}')
    """
    return fun(lambda j: A(i, j))


def matrix_column(A: Term, j: Term | int) -> Term:
    """Return the column i ↦ A(i, j) of a matrix, a vector.

    >>> A, = vectors("A", 2)
    >>> text(matrix_column(A, 3))
    '(i ↦ A_{i,3})'
    """
    return fun(lambda i: A(i, j))


def array(*values: Term | int, start: int = 1) -> Term:
    """Return the vector with these values from index `start` on, 0 elsewhere.

    >>> n, = ints("n")
    >>> text(array(3, 5)(1))
    '(if 1 = 1 then 3 else (if 1 = 2 then 5 else 0))'
    """

    def at(i: Term) -> Term:
        out: Term = num(0)
        for k, value in reversed(list(enumerate(values, start))):
            out = ite(Eq(i, k), value, out)
        return out

    return fun(at)


VECTOR, MATRIX = "(Z>R)", "(ZZ>R)"
OPERATOR = f"({MATRIX}ZZ>R)"  # a map from matrices to matrices: f(X, i, j) is an entry of f(X)


def functions(names: str, domain: str, value: str = "R") -> tuple[Term, ...]:
    """Return functions whose arguments have these sorts, such as "Z" + VECTOR for an integer and a vector.

    The sorts are "Z", "R", VECTOR, MATRIX and OPERATOR, which are those of `for_all`, `exists` and `mapping` as well.

    >>> f, = functions("f", MATRIX + "ZZ")
    >>> X, = vectors("X", 2)
    >>> print(f.sort == OPERATOR, text(f(X, 1, 2)))
    True f(X)_{1,2}
    """
    return tuple(fn(name, domain, value) for name in _named(names))


def mapping(f: Callable[..., Term | int], *sorts: str) -> Term:
    """Return the function (x, …) ↦ f(x, …) with arguments of these sorts.

    >>> X, = vectors("X", 2)
    >>> print(text(mapping(lambda X: X(1, 1) ** 2, MATRIX)(X)))
    X_{1,1}^2
    """
    body = _abstract(lambda *x: term(f(*x)), sorts)
    return lam("".join(sorts), _written("lam", body, f, count=len(sorts), own=len(sorts)))


def for_all(f: Callable[..., Term], *sorts: str) -> Term:
    """Return the formula ∀x, …. f(x, …) over variables of these sorts.

    >>> text(for_all(lambda x: 0 <= x**2, "R"))
    '∀x ∈ ℝ. 0 ≤ x^2'
    """
    return _for_all(f, sorts, f)


def _for_all(f: Callable[..., Term], sorts: Sequence[str], written: Callable) -> Term:
    out = _abstract(f, sorts)
    for k, sort in reversed(list(enumerate(sorts))):
        out = forall(sort, _written("all", out, written, k, own=k + 1))
    return out


def exists(f: Callable[..., Sequence[Term] | Term], *sorts: str) -> Term:
    """Return the formula that values of these sorts with all the properties in f exist, encoded by ∀, → and ⊥.

    >>> print(text(exists(lambda x: [0 < x, x * x <= 2], "R")))
    ∃x ∈ ℝ. 0 < x ∧ x^2 ≤ 2
    """

    def excluded(*values: Term) -> Term:
        found = f(*values)
        return implies(*(found if isinstance(found, Sequence) else [found]), FALSE)

    return negation(_for_all(excluded, sorts, f))


def implies(*formulas: Term) -> Term:
    """Return A → B → … → Z.

    >>> x, = reals("x")
    >>> text(implies(0 < x, 0 < x**2))
    '0 < x ⇒ 0 < x^2'
    """
    *before, out = formulas
    for a in reversed(before):
        out = imp(a, out)
    return out


def conditional(formula: Term) -> bool:
    """Return whether a formula is an implication A → B but not a negation."""
    return formula.op == "imp" and formula.args[1] is not FALSE


def goes_on(formula: Term) -> bool:
    """Return whether a formula is universal or an implication, but not a negation; its last argument is a formula."""
    return formula.op == "all" or conditional(formula)


def said_at(universal: Term, *values: Term | int) -> Term:
    """Instantiate a universal formula at these values and drop its premises.

    >>> x, y = reals("x y")
    >>> print(text(said_at(for_all(lambda u, v: implies(0 < u, u < v, exp(u) < exp(v)), "R", "R"), x, y)))
    exp(x) < exp(y)
    """
    for value in values:
        universal = instantiate_bound(universal.args[1], (term(value),))
        while conditional(universal):
            universal = universal.args[1]
    return universal


def Or(*relations: Term) -> Term:
    """Return the relation that at least one of some relations holds: 1 <= ite(A, 1, ite(B, 1, 0)).

    As a relation between numbers, it may stand wherever these may.

    >>> x, y = reals("x y")
    >>> print(text(Or(x <= -1, 1 <= x)))
    x ≤ -1 ∨ 1 ≤ x
    >>> print(text(Not(Or(x <= -1, And(1 <= x, y < 0)))))
    -1 < x ∧ (x < 1 ∨ 0 ≤ y)
    """
    tree = num(0)
    for a in reversed(relations):
        tree = ite(a, num(1), tree)
    return le(num(1), tree) if len(relations) > 1 else relations[0]


def And(*relations: Term) -> Term:
    """Return the relation that all of some relations hold, for a part of `Or`: 1 <= ite(A, ite(B, 1, 0), 0).

    >>> x, y = reals("x y")
    >>> print(text(Or(x < 0, And(1 <= x, y < 0))))
    x < 0 ∨ 1 ≤ x ∧ y < 0
    """
    tree = num(1)
    for a in reversed(relations):
        tree = ite(a, tree, num(0))
    return le(num(1), tree) if len(relations) > 1 else relations[0]


def Not(relation: Term) -> Term:
    """Return the relation that another does not hold.

    >>> x, y = reals("x y")
    >>> print(text(Not(x < 0)), text(Not(Or(x < 0, y < 0))), text(Not(Eq(x, y))), sep="; ")
    0 ≤ x; 0 ≤ x ∧ 0 ≤ y; x ≠ y
    """
    sign, parts = joined(relation)
    if len(parts) > 1:
        return (And if sign == "or" else Or)(*map(Not, parts))
    sides = unequal(relation)
    if sides:
        return Eq(*sides)
    s, t = relation.args
    return lt(num(0), abs(s - t)) if relation.op == "eq" else opposite(relation)


def opposite(condition: Term) -> Term:
    """Return the negation of a condition, as a relation if possible."""
    s, t = condition.args
    return {"le": lambda: lt(t, s), "lt": lambda: le(t, s), "eq": lambda: negation(condition)}[condition.op]()
