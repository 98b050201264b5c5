"""The second reader: replays stored proofs on its own and agrees with them or refuses.

It shares no code with the kernel, so that a mistake there is not repeated here, and it works in another way.

*Values, not terms.* The terms of a file (`Node`, with de Bruijn indices) are evaluated at once to canonical
values. A number is a `Poly`: a sorted tuple of (monomial, rational) over numbered *atoms*, the subterms that
are not arithmetic. A function is an atom too: a variable, or a λ, but never the λ of a function's own values; where
it is applied, a λ gives way to its body at once. A formula over such numbers is a shared object (`form`). The name of
a bound variable is the height of its binder (one more than that of the highest binder inside), so equal formulas are
one object, no subterm ever has to be shifted, and nothing can be captured: while a binder is open, its variable is a
`hole`, which lives only inside one ``with``. Instantiation is evaluation again (`Put`), but for a change of name
(`Rename`).

*Total functions.* 1/0 = 0, log x = 0 for x <= 0, an empty sum or maximum is 0, an empty product is 1.

*Derivatives* are computed forwards along the term, and *boxes* by intervals whose ends are balls, of Arb or,
on request, of mpmath.

*Work* is counted where it is done, in words of numbers, terms of polynomials and precision of balls; nothing nests
beyond a limit. A limit that is reached is a refusal that says which.

Run it as ``python -m proofs.checker FILE...``; a file is a JSON list of theorems, or has one theorem a line.
The exit status is 0 if all are accepted, 1 if some are refused, 2 if some of the accepted rest on steps that are
only argued or cited, 3 if the input is malformed.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import math
import os
import re
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import chain, count
from typing import Any, NamedTuple, TypeAlias

import flint

MAX_UNROLLED = 12  # members of a range that is written out
MAX_TERMS = 100_000  # in a product of polynomials
MAX_WORK = 6_000_000  # for one theorem, in units of about a microsecond; the library's longest proof needs two thirds
MAX_TOTAL_WORK = 1_000_000_000  # for all theorems together
MAX_BITS = 200_000  # of a coefficient
MAX_EXPONENT = 10_000
MAX_ARITY, MAX_ORDER, MAX_SORTS_LENGTH = 16, 3, 400  # of a function: arguments, nesting, characters
MAX_DEPTH = 250  # nesting of terms, and of the numbers and formulas read from them
MAX_NODES = 1_000_000  # different atoms and formulas, in all theorems together
MAX_FILE, MAX_LINE = 200_000_000, 20_000_000  # bytes; a JSON value over several lines may be as long as a line
MAX_INT = 1 << 62  # coefficients below this bound count as short: their bits are not measured
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']{0,99}\Z")
RATIONAL = re.compile(r"(-?[0-9]{1,4000})(?:/([0-9]{0,4000}))?\Z")


class Refused(ValueError):
    """A step, a term or a statement that is not accepted."""


class Malformed(Refused):
    """Input that is not a stored proof at all."""


def require(condition: bool, otherwise: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refused(otherwise)


_work = [0, 0]  # on this theorem, and on all before it


def spend(amount: int) -> None:
    """Count work where it is done, so that no file can keep the reader busy for ever."""
    _work[0] += amount
    if _work[0] > MAX_WORK:
        raise Refused(f"this takes too much work (more than {MAX_WORK} units for a theorem)")


# --- sorts: Z, R, and those of functions, as (ZZ>R) or ((ZZ>R)Z>R) ----------------------------------------


@cache
def sorts(text: str) -> tuple[str, ...]:
    """Return the sorts that are written one after another, as those of the arguments of a function are."""
    require(len(text) <= MAX_SORTS_LENGTH, f"sorts of more than {MAX_SORTS_LENGTH} characters")
    spend(3 * len(text))
    out, depth = list[str](), 0
    for c in text:
        if not depth:
            out.append("")
        out[-1] += c
        depth += (c == "(") - (c == ")")
        require(depth <= MAX_ORDER, f"functions of functions, nested more than {MAX_ORDER} times")
    for sort in out:
        require(sort in ("Z", "R") or (sort[0] == "(" and sort[-3:] in (">Z)", ">R)")), "not a sort")
        if sort[0] == "(":
            sorts(sort[1:-3])
    require(1 <= len(out) <= MAX_ARITY, f"a function has 1 to {MAX_ARITY} arguments")
    return tuple(out)


def suits(own: str, wanted: str) -> bool:
    """Return whether a value of one sort may be used for the other; integers are reals."""
    return own == wanted or re.sub(r"Z(?=\)?\Z)", "R", own) == wanted


# --- numbers: polynomials over atoms -----------------------------------------------------------------------

Number: TypeAlias = int | Fraction
Mono: TypeAlias = tuple[tuple[int, Number], ...]  # (atom, exponent), sorted by atom
Poly: TypeAlias = tuple[tuple[Mono, Number], ...]  # sorted by monomial, no coefficient 0
Value: TypeAlias = Poly | int  # a number, or a function: the atom of a variable or of a λ
Sum: TypeAlias = dict[Mono, Number]  # a polynomial under construction
ZERO: Poly = ()
ONE: Poly = (((), 1),)


class Atom(NamedTuple):
    """An opaque factor, or a function: what it is, its free variables, its binder height, whether it is an integer."""

    tag: str
    args: tuple[Any, ...]
    free: frozenset[int]
    height: int
    integer: bool
    depth: int


ATOMS: list[Atom] = []
_numbers: dict[tuple[str, tuple[Any, ...]], int] = {}
_sets: dict[frozenset[Any], frozenset[Any]] = {}


def atom(tag: str, *args: Any) -> int:
    """Return the number of the atom; the same for equal ones.

    var(name, sort), hole(level, sort), bound(height, sort), app(function variable, arguments...), inv(p), exp(p),
    log(p), sin(p), cos(p), atan(p), erf(p), abs(p), ite(relation, difference, p, q), sum, prod,
    max(lo, hi, height, body), and the function lam(sorts, height, body), whose variables have this height and those
    above.
    """
    name, big = tag in ("var", "hole", "bound"), tag in ("sum", "prod", "max")
    first = {"ite": 1, "lam": 2}.get(tag, 0)
    parts = () if name else (args[0], args[1], args[3]) if big else args[first:]
    spend(sum(map(size, parts)))
    known = _numbers.get((tag, args))
    if known is not None:
        return known
    if name:
        new = Atom(tag, args, frozenset([len(ATOMS)]), 0, args[1].rstrip(")")[-1] == "Z", 1)
    else:
        depth = 1 + deepest(*parts)
        require(depth <= MAX_DEPTH, f"a number is nested too deeply (more than {MAX_DEPTH} levels)")
        if big:
            lo, hi, own, body = args
            names = union({shared(free(body) - {atom("bound", own, "Z")}), free(lo, hi)})
            new = Atom(tag, args, names, max(own, height(lo, hi)), integral(body), depth)
        elif tag == "lam":
            domain, own, body = args
            mine = bound_names(domain, own)
            new = Atom(tag, args, shared(free(body).difference(mine)), own + len(mine) - 1, integral(body), depth)
        else:
            whole = ATOMS[args[0]].integer if tag == "app" else tag in ("abs", "ite") and all(map(integral, parts[-2:]))
            new = Atom(tag, args, free(*parts), height(*parts), whole, depth)
    require(len(ATOMS) < MAX_NODES, f"more than {MAX_NODES} different terms")
    ATOMS.append(new)
    return _numbers.setdefault((tag, args), len(ATOMS) - 1)


def bound_names(domain: str, own: int) -> list[int]:
    """Return the variables of a λ: bound ones of this height and those above."""
    return [atom("bound", own + k, sort) for k, sort in enumerate(sorts(domain))]


def variable(a: int) -> Value:
    """Return the value of an atom that is a variable: a number, or a function."""
    return single(a) if ATOMS[a].args[1] in ("Z", "R") else a


def sort_of(x: Value) -> str:
    """Return the sort of a value, for its form alone."""
    if not isinstance(x, int):
        return "Z" if integral(x) else "R"
    tag, args, *_ = ATOMS[x]
    return f"({args[0]}>{'Z' if ATOMS[x].integer else 'R'})" if tag == "lam" else str(args[1])


def atoms_of(values: Iterable[Value]) -> list[int]:
    """Return the atoms that the values are made of."""
    out: list[int] = []
    for x in values:
        out += [x] if isinstance(x, int) else [a for m, _ in x for a, _ in m]
    return out


def free(*values: Value) -> frozenset[int]:
    """Return the variables that occur free in the values."""
    return union({ATOMS[a].free for a in atoms_of(values)})


def union(sets: set[frozenset[Any]]) -> frozenset[Any]:
    """Return the union of the sets."""
    if len(sets) == 1:
        return next(iter(sets))
    spend(sum(map(len, sets)))
    return shared(frozenset().union(*sets))


def shared(found: frozenset[Any]) -> frozenset[Any]:
    """Return the set; the same object for equal ones."""
    spend(2 * len(found))
    return _sets.setdefault(found, found)


def height(*values: Value) -> int:
    """Return the height of the highest binder in the values, 0 if there is none."""
    return max([ATOMS[a].height for a in atoms_of(values)], default=0)


def deepest(*values: Value) -> int:
    """Return the nesting depth of the values."""
    return max([ATOMS[a].depth for a in atoms_of(values)], default=0)


def integral(p: Poly) -> bool:
    """Return whether the form of p shows that it is an integer."""
    return all(c.denominator == 1 and all(ATOMS[a].integer for a, _ in m) for m, c in p)


def size(x: Value) -> int:
    """Return the number of parts of a value, a measure of the work on it."""
    return 1 if isinstance(x, int) else sum([len(m) for m, _ in x]) + len(x) + 1


def measured(c: Number) -> None:
    """Refuse a coefficient or exponent that is too long, and count what it costs to reckon with a long one."""
    if type(c) is int:
        bits = c.bit_length()
        cost = bits >> 4
    else:
        bits = max(c.numerator.bit_length(), c.denominator.bit_length())
        cost = 10 + (bits >> 4) + (bits >> 8) ** 2  # a greatest common divisor
    require(bits <= MAX_BITS, f"a coefficient is too long (more than {MAX_BITS} bits)")
    spend(cost)


def frozen(p: Sum) -> Poly:
    """Return the finished polynomial."""
    if len(p) > 1:
        return tuple(sorted([mc for mc in p.items() if mc[1]]))
    return tuple([mc for mc in p.items() if mc[1]])


def collect(into: Sum, p: Poly, factor: Number = 1) -> None:
    """into += factor · p."""
    spend(size(p))
    for m, c in p:
        total = into.get(m, 0) + (c if factor == 1 else factor * c)
        if type(total) is not int or not -MAX_INT < total < MAX_INT:
            measured(total)
        into[m] = total


def plus(p: Poly, q: Poly, factor: Number = 1) -> Poly:
    """p + factor · q."""
    if not p and factor == 1:
        return q
    if not q:
        return p
    spend(size(p))
    out = dict(p)
    collect(out, q, factor)
    return frozen(out)


def minus(p: Poly, q: Poly) -> Poly:
    """p − q."""
    return plus(p, q, -1)


def const(c: Number) -> Poly:
    """Return the constant c."""
    return (((), c),) if c else ZERO


def single(a: int, exponent: Number = 1, c: Number = 1) -> Poly:
    """c · a^exponent."""
    return ((((a, exponent),), c),)


def join(m: Mono, k: Mono) -> Mono:
    """Return the product of two monomials."""
    if not m or not k:
        return m or k
    out = dict(m)
    for a, e in k:
        total = out.get(a, 0) + e
        if type(total) is not int or not -MAX_INT < total < MAX_INT:
            measured(total)
        out[a] = total
    return tuple(sorted([ae for ae in out.items() if ae[1]]))


def times(*polys: Poly) -> Poly:
    """Return the product."""
    out = ONE
    for p in polys:
        if p == ONE:
            continue
        if out == ONE:
            out = p
            continue
        require(len(out) * len(p) <= MAX_TERMS, f"a polynomial with too many terms (more than {MAX_TERMS})")
        spend(len(p) * size(out) + len(out) * size(p))
        product: Sum = {}
        for m, c in out:
            for k, d in p:
                mk = join(m, k)
                total = product.get(mk, 0) + c * d
                if type(total) is not int or not -MAX_INT < total < MAX_INT:
                    measured(total)
                product[mk] = total
        out = frozen(product)
    return out


def power(p: Poly, e: Number) -> Poly:
    """p^e for an integer e >= 0."""
    if e == 1:
        return p
    require(e <= MAX_EXPONENT, f"an exponent is too high (more than {MAX_EXPONENT})")
    if len(p) == 1 and p[0][1] == 1 and e:
        raised = tuple([(a, x * e) for a, x in p[0][0]])
        for _, x in raised:
            measured(x)
        spend(size(p))
        return ((raised, 1),)
    return times(*[p] * int(e))


def value_of(p: Poly) -> Number | None:
    """Return the value of a constant polynomial, else None."""
    if not p:
        return 0
    return p[0][1] if p[0][0] == () and len(p) == 1 else None


def primitive(p: Poly, signed: bool) -> tuple[Poly, Number]:
    """(q, c) with p = c · q: q has coprime integer coefficients; c > 0, or, if `signed`, q's first one is."""
    if not p:
        return p, 1
    spend(size(p))
    top, bottom = 0, 1
    for _, k in p:
        if type(k) is not int:
            bottom = math.lcm(bottom, k.denominator)
            measured(Fraction(1, bottom))
        elif not -MAX_INT < k < MAX_INT:
            measured(k)
        top = math.gcd(top, k.numerator)
    top = -top if signed and p[0][1] < 0 else top
    if top == bottom == 1:
        return p, 1
    q = tuple([(m, k.numerator * (bottom // k.denominator) // top) for m, k in p])
    for _, k in q:
        if not -MAX_INT < k < MAX_INT:
            measured(k)
    return q, top if bottom == 1 else Fraction(top, bottom)


def inverse(p: Poly) -> Poly:
    """1/p, factor by factor; an atom for what cannot be factored (up to its content and sign)."""
    if not p:
        return ZERO
    if len(p) != 1:
        q, c = primitive(p, signed=True)
        sign, common, factors = factored(q)
        parts = [single(atom("inv", f), e) for f, e in factors]
        return times(const(sign / Fraction(c)), inverse(common), *parts)
    out = const(1 / Fraction(p[0][1]))
    for a, e in p[0][0]:
        if ATOMS[a].tag == "exp":
            out = times(out, single(a, -e))
        elif ATOMS[a].tag == "inv":
            out = times(out, power(ATOMS[a].args[0], e))
        else:
            out = times(out, single(atom("inv", single(a)), e))
    return out


_factors: dict[Poly, tuple[int, Poly, list[tuple[Poly, int]]]] = {}


def factored(p: Poly) -> tuple[int, Poly, list[tuple[Poly, int]]]:
    """Return a sign, a monomial and powers of irreducible polynomials with product p; large polynomials stay whole.

    Hence 1/(xs) is the same whether a sum was in its place from the beginning or is substituted later.
    """
    if p not in _factors:
        spend(size(p))
        least: dict[int, Number] = {}
        among: Counter[int] = Counter()
        for m, _ in p:
            for a, e in m:
                least[a], among[a] = min(e, least.get(a, e)), among[a] + 1
        everywhere = [(a, e if among[a] == len(p) else min(e, 0)) for a, e in sorted(least.items())]
        common: Poly = ((tuple([(a, e) for a, e in everywhere if e]), 1),)
        rest = times(p, ((tuple([(a, -e) for a, e in common[0][0]]), 1),))
        factors = irreducible(primitive(rest, signed=True)[0])
        product = times(common, *(power(f, e) for f, e in factors))
        require(p in (product, minus(ZERO, product)), "a polynomial is not the product of its factors")
        _factors[p] = 1 if product == p else -1, common, factors
    return _factors[p]


def irreducible(p: Poly) -> list[tuple[Poly, int]]:
    """Return the factors of a small polynomial over the integers with their powers; otherwise p alone."""
    atoms = sorted({a for m, _ in p for a, _ in m})
    exponents = [e for m, _ in p for _, e in m]
    small = len(p) <= 30 and len(atoms) <= 8 and all(e.denominator == 1 for e in exponents)
    if not small or any(sum([e for _, e in m]) > 16 or not -(MAX_INT >> 2) < c < MAX_INT >> 2 for m, c in p):
        return [(p, 1)]
    spend(500 + 10 * len(p) * len(exponents))
    ring = flint.fmpz_mpoly_ctx.get([f"x{k}" for k in range(len(atoms))], flint.Ordering.lex)
    terms = {tuple([int(dict(m).get(a, 0)) for a in atoms]): int(c) for m, c in p}
    try:
        _, found = ring.from_dict(terms).factor()
    except OverflowError:  # a factor with long coefficients
        return [(p, 1)]
    out: list[tuple[Poly, int]] = []
    for f, e in found:
        back: Sum = {
            tuple([(a, int(k)) for a, k in zip(atoms, m, strict=True) if k]): int(c) for m, c in f.to_dict().items()
        }
        out.append((primitive(frozen(back), signed=True)[0], int(e)))
    return out


def exponential(p: Poly) -> Poly:
    """e^p, the product of (e^m)^c over the terms c · m of p."""
    spend(size(p))
    return ((tuple(sorted([(atom("exp", ((m, 1),)), c) for m, c in p])), 1),)


def logarithm(p: Poly) -> Poly:
    """log p; the logarithm of a product of exponentials is the sum of the exponents."""
    if len(p) == 1 and p[0][1] == 1 and all(ATOMS[a].tag == "exp" for a, _ in p[0][0]):
        out: Sum = {}
        for a, e in p[0][0]:
            collect(out, ATOMS[a].args[0], e)
        return frozen(out)
    return single(atom("log", p))


def modulus(p: Poly) -> Poly:
    """|p|."""
    known = value_of(p)
    if known is not None:
        return const(known if known >= 0 else -known)
    q, c = primitive(p, signed=True)
    return single(atom("abs", q), 1, c if c >= 0 else -c)


def choose(relation: str, difference: Poly, p: Poly, q: Poly) -> Poly:
    """If 0 ⋚ difference then p else q."""
    held = decide(relation, difference)
    if held is not None:
        return p if held else q
    if p == q:
        return p
    return single(atom("ite", relation, primitive(difference, relation == "eq")[0], p, q))


def decide(relation: str, difference: Poly) -> bool | None:
    """Return the truth of 0 ⋚ difference if it is a rational number, else None."""
    known = value_of(difference)
    if known is None:
        return None
    return known >= 0 if relation == "le" else known > 0 if relation == "lt" else known == 0


_open = [0]


@contextmanager
def hole(sort: str) -> Iterator[Any]:
    """Return a variable for the body of an open binder, distinct from those of all binders open at the same time."""
    _open[0] += 1
    try:
        yield variable(atom("hole", _open[0], sort))
    finally:
        _open[0] -= 1


def name_of(x: Value) -> int:
    """Return the atom of a variable."""
    return x if isinstance(x, int) else x[0][0][0][0]


def big(op: str, lo: Poly, hi: Poly, body: Callable[[Poly], Poly]) -> Poly:
    """Σ, Π or max of body(i) over lo <= i <= hi."""
    length = value_of(plus(minus(hi, lo), ONE))
    if length is not None and length <= (1 if op == "max" else MAX_UNROLLED):
        members = [body(plus(lo, const(k))) for k in range(int(length))]
        if op == "prod":
            return times(*members)
        total: Sum = {}
        for member in members:
            collect(total, member)
        return frozen(total)
    with hole("Z") as i:
        p, x = body(i), name_of(i)

        def bound(inside: Poly) -> Poly:
            own = 1 + height(inside)
            return single(atom(op, lo, hi, own, Rename({x: atom("bound", own, "Z")}).poly(inside)))

        if op != "sum":
            return ONE if op == "prod" and p == ONE else bound(p)
        total = {}
        for m, c in p:
            inside = tuple([ae for ae in m if x in ATOMS[ae[0]].free])
            outside = tuple([ae for ae in m if x not in ATOMS[ae[0]].free])
            own = 1 + height(((inside, 1),))
            renamed = Rename({x: atom("bound", own, "Z")}).poly(((inside, 1),))
            collect(total, times(((outside, c),), summed(lo, hi, own, renamed)))
        return frozen(total)


def summed(lo: Poly, hi: Poly, own: int, member: Poly) -> Poly:
    """Return the sum of a single term, whose coefficient (a sign that came from renaming) is taken out."""
    ((m, c),) = member
    return single(atom("sum", lo, hi, own, ((m, 1),)), 1, c)


def lam(domain: str, values: Callable[..., Poly]) -> int:
    """Return the function with these values, of arguments of these sorts; that with the values f(x, …) is f itself."""
    with ExitStack() as binders:
        xs = [binders.enter_context(hole(sort)) for sort in sorts(domain)]
        spend(10 * len(xs))
        body = values(*xs)
        ((m, c),) = body if len(body) == 1 else ONE
        if c == 1 and len(m) == 1 and m[0][1] == 1 and ATOMS[m[0][0]].tag == "app":
            f, *arguments = ATOMS[m[0][0]].args  # f is none of the variables, for it takes all of them
            if arguments == xs and sort_of(f)[1:-3] == domain:
                return int(f)
        own = 1 + height(body)
        new = dict(zip(map(name_of, xs), bound_names(domain, own), strict=True))
        return atom("lam", domain, own, Rename(new).poly(body))


_applied: dict[tuple[Any, ...], Poly] = {}


def applied(f: int, *arguments: Value) -> Poly:
    """Return the value of a function.

    Arguments of a λ are put into its body, which is canonical: what is applied there in turn takes fewer functions
    of functions, so that this nests no deeper than they do.
    """
    tag, args, *_ = ATOMS[f]
    if tag != "lam":
        return single(atom("app", f, *arguments))
    spend(sum(map(size, arguments)))
    known = _applied.get((f, *arguments))
    if known is None:
        new = dict(zip(bound_names(*args[:2]), arguments, strict=True))
        known = _applied[f, *arguments] = Put(new).poly(args[2])
    return known


# --- formulas --------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """A formula; equal ones are one object, so that neither depth nor sharing costs anything.

    le, lt, eq(p, q); imp(A, B); all(sort, height, A); deriv(height, f, at, value); true and false.
    """

    op: str
    args: tuple[Any, ...]
    free: frozenset[int]
    height: int
    depth: int


RELATIONS = ("le", "lt", "eq")
_formulas: dict[tuple[Any, ...], Formula] = {}


def form(op: str, *args: Any) -> Formula:
    """Return the formula; the same object for equal ones."""
    if op in RELATIONS:
        spend(size(args[0]) + size(args[1]))
    known = _formulas.get((op, args))
    if known is not None:
        return known
    depth = 1
    if op == "imp":
        names, tall = union({args[0].free, args[1].free}), max(args[0].height, args[1].height)
        depth += max(args[0].depth, args[1].depth)
    elif op == "all":
        sort, tall, inside = args
        names, depth = shared(inside.free - {atom("bound", tall, sort)}), 1 + inside.depth
    elif op == "deriv":
        own, f, at, slope = args
        names, tall = union({shared(free(f) - {atom("bound", own, "R")}), free(at, slope)}), max(own, height(at, slope))
    else:
        names, tall = free(*args), height(*args)
    require(depth <= MAX_DEPTH, f"a formula is nested too deeply (more than {MAX_DEPTH} levels)")
    require(len(_formulas) < MAX_NODES, f"more than {MAX_NODES} different formulas")
    return _formulas.setdefault((op, args), Formula(op, args, names, tall, depth))


TRUE, FALSE = form("true"), form("false")


def imp(*parts: Formula) -> Formula:
    """Return a → (B → ... )."""
    return reduce(lambda out, a: form("imp", a, out), reversed(parts[:-1]), parts[-1])


def no(a: Formula) -> Formula:
    """Not A."""
    return form("imp", a, FALSE)


def bind(x: Value, body: Formula) -> Formula:
    """∀x. body, for a variable x."""
    own, sort = 1 + body.height, ATOMS[name_of(x)].args[1]
    return form("all", sort, own, Rename({name_of(x): atom("bound", own, sort)}).formula(body))


def forall(sort: str, body: Callable[[Any], Formula]) -> Formula:
    """∀x. body(x)."""
    with hole(sort) as x:
        return bind(x, body(x))


def ranged(i: Poly, lo: Poly, hi: Poly, body: Formula) -> Formula:
    """lo <= i → i <= hi → body."""
    return imp(form("le", lo, i), form("le", i, hi), body)


def derivative_is(f: Callable[[Poly], Poly], at: Poly, slope: Poly) -> Formula:
    """Return the function f has the derivative `slope` at `at`."""
    with hole("R") as x:
        body = f(x)
        own = 1 + height(body)
        return form("deriv", own, Rename({name_of(x): atom("bound", own, "R")}).poly(body), at, slope)


def instance(a: Formula, t: Value) -> Formula:
    """Return the body of a universal formula at t."""
    require(a.op == "all", "a universal formula is needed")
    sort, own, inside = a.args
    mine = atom("bound", own, sort)
    require(mine not in inside.free or suits(sort_of(t), sort), f"a variable of sort {sort} needs such a value")
    return Put({mine: t}).formula(inside)


_keys: dict[Formula, Formula] = {}


def key(a: Formula) -> Formula:
    """Return the canonical form by which formulas are compared; TRUE and FALSE for those decided outright."""
    if a not in _keys:
        _keys[a] = _key(a)
    return _keys[a]


def _key(a: Formula) -> Formula:
    if a.op in RELATIONS:
        difference = minus(a.args[1], a.args[0])
        held = decide(a.op, difference)
        if held is not None:
            return TRUE if held else FALSE
        return form(a.op, ZERO, primitive(difference, a.op == "eq")[0])
    if a.op == "imp":
        first, second = key(a.args[0]), key(a.args[1])
        if first is FALSE or second is TRUE:
            return TRUE
        return second if first is TRUE else form("imp", first, second)
    if a.op == "all":
        sort, own, inside = a.args
        inside = key(inside)
        if inside is TRUE:
            return TRUE
        lower = 1 + inside.height  # at most `own`, and lower than the names of the binders around
        if lower != own:
            inside = Lower({atom("bound", own, sort): atom("bound", lower, sort)}).formula(inside)
        return form("all", sort, lower, inside)
    return a


def same(a: Formula, b: Formula, otherwise: str) -> None:
    """Refuse unless the two formulas have one canonical form."""
    require(a is b or key(a) is key(b), otherwise)


class Put:
    """Replacement of variables by numbers and functions, with everything put in canonical form again.

    Below a binder its variables are replaced as well; what does not speak of them is replaced as it is outside.
    """

    def __init__(self, new: Mapping[int, Value], outside: Put | None = None, own: frozenset[int] = frozenset()) -> None:
        spend(len(new))
        self.new, self.names, self.outside, self.own = new, frozenset(new), outside, own
        self.met: dict[int, bool] = {}
        self.powers: dict[tuple[int, Number], Poly] = {}
        self.functions: dict[int, int] = {}
        self.formulas: dict[Formula, Formula] = {}

    def meets(self, a: int) -> bool:
        """Return whether anything in the atom is replaced."""
        known = self.met.get(a)
        if known is None:
            inside = ATOMS[a].free
            spend(1 + min(len(inside), len(self.names)))
            known = self.met[a] = not inside.isdisjoint(self.names)
        return known

    def poly(self, p: Poly) -> Poly:
        """Return the polynomial after the replacement."""
        spend(size(p))
        changed = [[ae for ae in m if self.meets(ae[0])] for m, _ in p]
        if not any(changed):
            return p
        out: Sum = {}
        for (m, c), factors in zip(p, changed, strict=True):
            kept = tuple([ae for ae in m if ae not in factors]) if factors else m
            collect(out, times(*[self.power(a, e) for a, e in factors], ((kept, c),)))
        return frozen(out)

    def value(self, x: Value) -> Value:
        """Return a number or function after the replacement."""
        return self.function(x) if isinstance(x, int) else self.poly(x)

    def power(self, a: int, e: Number) -> Poly:
        """Return the e-th power of an atom after the replacement."""
        if self.outside is not None and self.own.isdisjoint(ATOMS[a].free):
            return self.outside.power(a, e)
        known = self.powers.get((a, e))
        if known is None:
            if ATOMS[a].tag == "exp":
                known = exponential(times(const(e), self.poly(ATOMS[a].args[0])))
            else:
                known = self.atom(a) if e == 1 else power(self.power(a, 1), e)
            self.powers[a, e] = known
        return known

    def atom(self, a: int) -> Poly:
        """Return a single atom after the replacement."""
        tag, args = ATOMS[a].tag, ATOMS[a].args
        if tag in ("var", "hole", "bound"):
            return self.new[a]  # type: ignore[return-value]
        if tag == "app":
            f, *arguments = args
            return applied(self.function(f), *[self.value(x) for x in arguments])
        if tag in ("sum", "prod", "max"):
            return self.big(tag, *args)
        if tag == "ite":
            return choose(args[0], *map(self.poly, args[1:]))
        return FUNCTIONS[tag](self.poly(args[0]))

    def function(self, f: int) -> int:
        """Return a function after the replacement."""
        if not self.meets(f):
            return f
        if self.outside is not None and self.own.isdisjoint(ATOMS[f].free):
            return self.outside.function(f)
        if f not in self.functions:
            self.functions[f] = self.lam(*ATOMS[f].args) if ATOMS[f].tag == "lam" else self.new[f]  # type: ignore[assignment]
        return self.functions[f]

    def lam(self, domain: str, own: int, body: Poly) -> int:
        """Return a λ after the replacement."""
        return lam(domain, lambda *xs: self.below(bound_names(domain, own), *xs).poly(body))

    def big(self, op: str, lo: Poly, hi: Poly, own: int, body: Poly) -> Poly:
        """Return a sum, product or maximum after the replacement."""
        return big(op, self.poly(lo), self.poly(hi), lambda i: self.below(bound_names("Z", own), i).poly(body))

    def below(self, names: Sequence[int], *xs: Value) -> Put:
        """Return the replacement in the body of a binder."""
        return Put({**self.new, **dict(zip(names, xs, strict=True))}, self, frozenset(names))

    def formula(self, a: Formula) -> Formula:
        """Return the formula after the replacement."""
        if a not in self.formulas:
            spend(1 + min(len(a.free), len(self.names)))
            self.formulas[a] = a if a.free.isdisjoint(self.names) else self.changed(a)
        return self.formulas[a]

    def changed(self, a: Formula) -> Formula:
        """Return a formula in which something is replaced."""
        if a.op in RELATIONS:
            return form(a.op, *map(self.poly, a.args))
        if a.op == "imp":
            return form("imp", *map(self.formula, a.args))
        if a.op == "all":
            return self.quantified(*a.args)
        own, f, at, slope = a.args
        return self.derivative(own, f, self.poly(at), self.poly(slope))

    def quantified(self, sort: str, own: int, body: Formula) -> Formula:
        """Return a universal formula after the replacement."""
        return forall(sort, lambda x: self.below(bound_names(sort, own), x).formula(body))

    def derivative(self, own: int, f: Poly, at: Poly, slope: Poly) -> Formula:
        """Return a derivative of which the function is still to be changed."""
        return derivative_is(lambda x: self.below(bound_names("R", own), x).poly(f), at, slope)


class Rename(Put):
    """Variables replaced by some that occur nowhere, so that every binder can stay as it is."""

    def __init__(self, new: Mapping[int, int]) -> None:
        super().__init__({x: variable(y) for x, y in new.items()})

    def lam(self, domain: str, own: int, body: Poly) -> int:
        """Return a λ after the replacement."""
        return atom("lam", domain, own, self.poly(body))

    def big(self, op: str, lo: Poly, hi: Poly, own: int, body: Poly) -> Poly:
        """Only signs can change, where they follow the order of the variables."""
        lo, hi, body = self.poly(lo), self.poly(hi), self.poly(body)
        return summed(lo, hi, own, body) if op == "sum" else single(atom(op, lo, hi, own, body))

    def quantified(self, sort: str, own: int, body: Formula) -> Formula:
        """Return a universal formula after the replacement."""
        return form("all", sort, own, self.formula(body))

    def derivative(self, own: int, f: Poly, at: Poly, slope: Poly) -> Formula:
        """Return a derivative after the replacement."""
        return form("deriv", own, self.poly(f), at, slope)


class Lower(Rename):
    """The same in a canonical formula, where the signs of equations may have to change."""

    def changed(self, a: Formula) -> Formula:
        """Return a formula in which a variable is renamed."""
        out = super().changed(a)
        return form("eq", ZERO, primitive(out.args[1], signed=True)[0]) if a.op == "eq" else out


def opaque(tag: str) -> Callable[[Poly], Poly]:
    """Return a function of which nothing is built in: its values are atoms."""
    return lambda p: single(atom(tag, p))


OPAQUE = ("sin", "cos", "atan", "erf")  # of which nothing is built in but values and derivatives
FUNCTIONS: dict[str, Callable[[Poly], Poly]] = {
    "inv": inverse, "exp": exponential, "log": logarithm, "abs": modulus,
    **{name: opaque(name) for name in OPAQUE},
}  # fmt: skip


# --- the terms of a file -----------------------------------------------------------------------------------

# operator -> its plain data (i an integer, s a string, d the sorts of arguments, or how many integers), the sorts of
# its subterms (N: Z or R; C: a relation; F: a function; A: its arguments; the last repeats before *), its own sort
# (?: Z if the subterms marked N are; F: a function)
DATA = {"i": (int,), "s": (str,), "d": (int, str)}
SHAPES = {
    "num": ("ii", "", "?"), "var": ("ss", "", "?"), "bv": ("is", "", "?"), "fn": ("sds", "", "F"),
    "lam": ("d", "N", "F"), "app": ("", "FA*", "?"), "add": ("", "N*", "?"), "mul": ("", "N*", "?"),
    "inv": ("", "N", "R"), "exp": ("", "N", "R"), "log": ("", "N", "R"), "abs": ("", "N", "?"),
    "sin": ("", "N", "R"), "cos": ("", "N", "R"), "atan": ("", "N", "R"), "erf": ("", "N", "R"),
    "ite": ("", "CNN", "?"), "sum": ("", "ZZN", "?"), "prod": ("", "ZZN", "?"), "max": ("", "ZZN", "?"),
    "le": ("", "NN", "B"), "lt": ("", "NN", "B"), "eq": ("", "NN", "B"), "imp": ("", "BB", "B"),
    "all": ("s", "B", "B"), "deriv": ("", "NNN", "B"), "false": ("", "", "B"),
}  # fmt: skip
BODY = {"sum": 2, "prod": 2, "max": 2, "all": 0, "lam": 0, "deriv": 0}  # where the operator binds


@dataclass(frozen=True, eq=False)
class Node:
    """A term as the file has it, sort-checked; `loose` are its dangling bound variables with their sorts."""

    op: str
    plain: tuple[Any, ...]
    kids: tuple[Node, ...]
    sort: str
    loose: frozenset[tuple[int, str]]
    uses: tuple[int, ...]
    depth: int


_nodes: dict[tuple[Any, ...], Node] = {}


def node_of(op: str, plain: tuple[Any, ...], kids: tuple[Node, ...]) -> Node:
    """Return the term, if it is well formed; equal ones are one object."""
    if (op, plain, kids) in _nodes:
        return _nodes[op, plain, kids]
    spend(5 * len(kids) + 3 * sum([len(kid.loose) for kid in kids]))
    data, wanted, sort = SHAPES[op]
    good = len(plain) == len(data) and all(type(x) in DATA[d] for d, x in zip(data, plain, strict=True))
    require(good, f"{op} with the wrong data")
    require(op not in ("var", "fn") or bool(NAME.match(plain[0])), "a name is an identifier of at most 100 letters")
    require(op not in ("var", "fn") or plain[-1] in ("Z", "R"), "a variable is of sort Z or R, and so are values")
    require(op not in ("bv", "all") or len(sorts(plain[-1])) == 1, "a bound variable is of one sort")
    require(op != "bv" or plain[0] >= 0, "an index is at least 0")
    require(op != "num" or plain[1] != 0, "a denominator is 0")
    wanted = wanted[:-2] + wanted[-2] * (len(kids) - len(wanted) + 2) if wanted.endswith("*") else wanted
    require(len(wanted) == len(kids), f"{op} with the wrong number of arguments")
    for w, kid in zip(wanted, kids, strict=True):
        fitting = kid.sort in ("Z", "R") if w == "N" else kid.op in RELATIONS if w == "C" else kid.sort == w
        fitting = kid.sort[0] == "(" if w == "F" else w == "A" or fitting
        require(fitting, f"{op} of {kid.op}: the sorts do not fit")
    binds: tuple[str, ...] = ("R",) if op == "deriv" else ("Z",)
    if op == "all":
        binds = (plain[0],)
    elif sort == "F":
        plain, domain = written_out(plain, data.index("d"))
        binds, sort = sorts(domain)[::-1], f"({domain}>{plain[2] if op == 'fn' else kids[0].sort})"
    elif op == "app":
        takes, sort = sorts(kids[0].sort[1:-3]), kids[0].sort[-2]
        good = len(takes) == len(kids) - 1 and all(suits(kid.sort, w) for kid, w in zip(kids[1:], takes, strict=True))
        require(good, f"a function of sort {kids[0].sort} of other arguments")
    elif op in ("var", "bv"):
        sort = plain[1]
    elif sort == "?":
        whole = plain[0] % plain[1] == 0 if op == "num" else True
        whole = whole and all(k.sort == "Z" for w, k in zip(wanted, kids, strict=True) if w == "N")
        sort = "Z" if whole else "R"
    loose = {plain} if op == "bv" else set()
    for position, kid in enumerate(kids):
        passed = binds if BODY.get(op) == position else ()
        for i, s in kid.loose:
            require(i >= len(passed) or passed[i] == s, "a bound variable of the wrong sort")
            if i >= len(passed):
                loose.add((i - len(passed), s))
    depth = 1 + max((k.depth for k in kids), default=0)
    require(depth <= MAX_DEPTH, f"a term is nested too deeply (more than {MAX_DEPTH} levels)")
    new = Node(op, plain, kids, sort, frozenset(loose), tuple(sorted({i for i, _ in loose})), depth)
    return _nodes.setdefault((op, plain, kids), new)


def written_out(plain: tuple[Any, ...], place: int) -> tuple[tuple[Any, ...], str]:
    """Return the data of a function and the sorts of its arguments; only integers are given by their number."""
    given = plain[place]
    domain = given if type(given) is str else "Z" * min(given, MAX_ARITY + 1)
    data = len(domain) if set(sorts(domain)) == {"Z"} else domain
    return (*plain[:place], data, *plain[place + 1 :]), domain


@cache
def fingerprint(node: Node) -> str:
    """Return a hash of the term as it stands in the file."""
    text = f"{node.op}({','.join([*map(str, node.plain), *map(fingerprint, node.kids)])})"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_table(rows: Any) -> list[Node]:
    """Return the terms of a stored theorem; a row names the rows before it by their position."""
    out: list[Node] = []
    for position, row in enumerate(rows):
        spend(1)
        try:
            require(
                isinstance(row, list) and isinstance((row or [0])[0], str) and row[0] in SHAPES,
                "no such term",
            )
            op, count = row[0], len(SHAPES[row[0]][0])
            plain, kids = row[1 : 1 + count], row[1 + count :]
            plain += [1] * (op == "num" and len(plain) == 1)
            require(all(type(p) in (int, str) for p in plain), f"{op} with the wrong data")
            require(
                all(type(k) is int and 0 <= k < len(out) for k in kids),
                "it names a row that is not before it",
            )
            out.append(node_of(op, tuple(plain), tuple(out[k] for k in kids)))
        except Refused as why:
            raise Refused(f"term {position}: {why}") from why
    return out


Env: TypeAlias = tuple[Any, ...]  # the values of the bound variables, the innermost first
_values: dict[tuple[Node, Env], Any] = {}


def evaluate(node: Node, env: Env = ()) -> Any:
    """Return the value of a number (a Poly), of a function (an atom) or of a formula (a Formula)."""
    place = (node, tuple([env[i] for i in node.uses]))
    spend(1 + sum([size(p) for p in place[1]]))
    if place not in _values:
        _values[place] = (_formula if node.sort == "B" else _function if node.sort[0] == "(" else _number)(node, env)
    return _values[place]


def _number(node: Node, env: Env) -> Poly:
    op, plain, kids = node.op, node.plain, node.kids
    if op == "num":
        return const(plain[0] // plain[1] if node.sort == "Z" else Fraction(*plain))
    if op == "var":
        return single(atom("var", *plain))
    if op == "bv":
        return env[plain[0]]
    if op == "add":
        total: Sum = {}
        for kid in kids:
            collect(total, evaluate(kid, env))
        return frozen(total)
    if op == "mul":
        return times(*(evaluate(kid, env) for kid in kids))
    if op in FUNCTIONS:
        return FUNCTIONS[op](evaluate(kids[0], env))
    if op == "ite":
        condition = evaluate(kids[0], env)
        return choose(condition.op, gap_of(condition), evaluate(kids[1], env), evaluate(kids[2], env))
    if op in ("sum", "prod", "max"):
        lo, hi = evaluate(kids[0], env), evaluate(kids[1], env)
        return big(op, lo, hi, lambda i: evaluate(kids[2], (i, *env)))
    if op == "app":
        arguments = [evaluate(kid, env) for kid in kids[1:]]
        if kids[0].op == "lam":
            return evaluate(kids[0].kids[0], (*reversed(arguments), *env))
        return applied(_function(kids[0], env), *arguments)
    raise Refused(f"{op} is not a number")


def _function(node: Node, env: Env) -> int:
    if node.op == "fn":
        return atom("var", node.plain[0], node.sort)
    if node.op == "bv":
        return env[node.plain[0]]
    return lam(node.sort[1:-3], lambda *xs: evaluate(node.kids[0], (*reversed(xs), *env)))


def _formula(node: Node, env: Env) -> Formula:
    op, kids = node.op, node.kids
    if op in RELATIONS or op == "imp":
        return form(op, evaluate(kids[0], env), evaluate(kids[1], env))
    if op == "all":
        return forall(node.plain[0], lambda x: evaluate(kids[0], (x, *env)))
    if op == "deriv":
        at, slope = evaluate(kids[1], env), evaluate(kids[2], env)
        return derivative_is(lambda x: evaluate(kids[0], (x, *env)), at, slope)
    return FALSE


def exposed(node: Node, ops: str) -> tuple[Node, Env]:
    """Return a closed term with one of the operators, and the values of its bound variables (a λ is unfolded)."""
    env: Env = ()
    while node.op == "app" and node.kids[0].op == "lam":
        indices = [evaluate(kid, env) for kid in reversed(node.kids[1:])]
        node, env = node.kids[0].kids[0], (*indices, *env)
    require(node.op in ops.split(), f"expected {ops}, not {node.op}")
    return node, env


# --- the rules ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """Canonical hypotheses ⊢ conclusion, with what it was made from."""

    hyps: frozenset[Formula]
    concl: Formula
    provenance: frozenset[tuple[str, str]] = frozenset()


def derived(concl: Formula, *facts: Fact, drop: Sequence[Formula] = ()) -> Fact:
    """Return a fact from others; what is dropped or true outright is no hypothesis."""
    hyps, provenance = union({f.hyps for f in facts}), union({f.provenance for f in facts})
    dropped = {key(a) for a in drop} & hyps
    return Fact(shared(hyps - dropped) if dropped else hyps, concl, provenance)


def supposed(formulas: Iterable[Formula]) -> frozenset[Formula]:
    """Return the formulas as canonical hypotheses; what is true outright is none."""
    return shared(frozenset(map(key, formulas)) - {TRUE})


def integer(node: Node) -> Poly:
    """Return the value of an argument that must be an integer."""
    require(node.sort == "Z", "an integer is needed")
    return evaluate(node)


def real(node: Node) -> Poly:
    """Return the value of an argument that must be a number."""
    require(node.sort in "ZR", "a number is needed")
    return evaluate(node)


def value(node: Node) -> Value:
    """Return the value of an argument that must be a number or a function."""
    require(node.sort != "B", "a number or a function is needed")
    return evaluate(node)


def statement(node: Node) -> Formula:
    """Return the value of an argument that must be a formula."""
    require(node.sort == "B", "a formula is needed")
    return evaluate(node)


def template(node: Node, *wanted: str) -> tuple[str, Callable[[Any], Formula]]:
    """Return the sort and the body of a formula ∀x. C[x]."""
    require(node.op == "all" and (not wanted or node.plain[0] in wanted), "a template is ∀x. C[x]")
    return node.plain[0], lambda x: evaluate(node.kids[0], (x,))


def curve(node: Node) -> tuple[Node, Callable[[Poly], Poly]]:
    """Return the body f and the function of a template ∀x real. f(x) = 0."""
    template(node, "R")
    require(node.kids[0].op == "eq", "a template of a function is ∀x. f(x) = 0")
    f, zero = node.kids[0].kids
    with hole("R") as x:
        require(evaluate(zero, (x,)) == ZERO, "a template of a function is ∀x. f(x) = 0")
    return f, lambda x: evaluate(f, (x,))


def assume(a: Node) -> Fact:
    """Return a ⊢ A."""
    return Fact(supposed([statement(a)]), statement(a))


def discharge(a: Node, fact: Fact) -> Fact:
    """Γ ⊢ A → B from Γ, A ⊢ B."""
    return derived(form("imp", statement(a), fact.concl), fact, drop=[statement(a)])


def mp(implication: Fact, fact: Fact) -> Fact:
    """B from A → B and A."""
    require(implication.concl.op == "imp", "an implication is needed")
    before, after = implication.concl.args
    same(before, fact.concl, "this is not the antecedent")
    return derived(after, implication, fact)


def generalize(x: Node, fact: Fact) -> Fact:
    """∀x. A from A, for an x of which no hypothesis speaks."""
    require(x.op in ("var", "fn") and len(sorts(x.sort)) == 1, "only a variable can be generalized")
    name = name_of(value(x))
    require(not any(name in h.free for h in fact.hyps), "a hypothesis speaks of the variable")
    return derived(generalized(name, fact.concl), fact)


def generalized(name: int, a: Formula) -> Formula:
    """∀x. a for the variable x of that name."""
    return bind(variable(name), a)


def specialize(fact: Fact, t: Node) -> Fact:
    """A[t] from ∀x. A."""
    return derived(instance(fact.concl, value(t)), fact)


def instantiate(fact: Fact, values: Sequence[tuple[Node, Node]]) -> Fact:
    """Free variables and functions replaced, everywhere at once."""
    new: dict[int, Value] = {}
    for old, t in values:
        require(old.op in ("var", "fn"), "only variables and functions can be instantiated")
        name = name_of(value(old))
        require(suits(t.sort, old.sort) and name not in new, "a value of another sort, or a second value")
        new[name] = value(t)
    put = Put(new)
    return Fact(supposed(map(put.formula, fact.hyps)), put.formula(fact.concl), fact.provenance)


def cases(s: Node, t: Node, low: Fact, high: Fact) -> Fact:
    """Return A, if it follows from s <= t and from t < s."""
    same(low.concl, high.concl, "the two cases do not agree")
    a, b = real(s), real(t)
    low, high = derived(low.concl, low, drop=[form("le", a, b)]), derived(low.concl, high, drop=[form("lt", b, a)])
    return derived(low.concl, low, high)


def absurd(fact: Fact, a: Node) -> Fact:
    """Return A from a false fact, perhaps under ¬A."""
    require(key(fact.concl) is FALSE, "the fact is not absurd")
    return derived(statement(a), fact, drop=[no(statement(a))])


def replace(equation: Fact, where: Node, fact: Fact) -> Fact:
    """C[t] from s = t and C[s]; from ∀i…. s = t, the same for the functions with the values s and t at i…."""
    (sort, body), inside = template(where), equation.concl
    domain, names = "", list[int]()
    while inside.op == "all":
        own_sort, own, inside = inside.args
        domain, names = domain + own_sort, [*names, atom("bound", own, own_sort)]
    require(inside.op == "eq", "an equation is needed")
    s, t = inside.args
    if domain:
        s, t = (lam(domain, lambda *xs, p=p: Put(dict(zip(names, xs, strict=True))).poly(p)) for p in (s, t))
    require(suits(sort_of(s), sort) and suits(sort_of(t), sort), f"a variable of sort {sort} needs such values")
    same(body(s), fact.concl, "the template does not fit the fact")
    return derived(body(t), equation, fact)


def gap(fact: Fact) -> Poly:
    """Right side minus left of a relation."""
    require(fact.concl.op in RELATIONS, "a relation is needed")
    return gap_of(fact.concl)


def gap_of(relation: Formula) -> Poly:
    """Right side minus left."""
    return minus(relation.args[1], relation.args[0])


Parts: TypeAlias = Sequence[tuple[Node, Sequence[Fact]]]


def arith(goal: Node, parts: Parts, scale: Sequence[Fact] = (), nonzero: Sequence[Fact] = ()) -> Fact:
    """(right − left) · Π scale = Σ coefficient · Π facts, signs permitting; x · 1/x = 1 for non-zero x."""
    concl = statement(goal)
    require(concl is FALSE or concl.op in RELATIONS, "the goal is not a relation")
    relation, rest = ("lt", ZERO) if concl is FALSE else (concl.op, gap_of(concl))
    require(all(f.concl.op == "lt" for f in scale), "only strict inequalities scale a relation")
    rest = times(rest, *map(gap, scale))
    strict = False
    for coefficient, facts in parts:
        c = real(coefficient)
        if not any(f.concl.op == "eq" for f in facts):
            known = value_of(c)
            require(known is not None and known >= 0, "a coefficient of inequalities is a rational >= 0")
            require(relation != "eq", "an equation follows from equations only")
            strict = strict or (c != ZERO and all(f.concl.op == "lt" for f in facts))
        rest = minus(rest, times(c, *map(gap, facts)))
    divisors = [a for f in nonzero for a in divisors_of(f)]
    for a in [*divisors, *divisors]:
        rest = cleared(rest, a)
    require(rest == ZERO, "the identity does not hold")
    require(strict or relation != "lt", "nothing strict supports a strict goal")
    return derived(concl, *scale, *nonzero, *(f for _, facts in parts for f in facts))


def divisors_of(fact: Fact) -> list[int]:
    """Return the atoms 1/x whose x cannot be 0, since x or 1/x is a factor of a q that the fact shows not to be 0."""
    a = fact.concl
    if a.op == "imp" and a.args[0].op == "eq" and key(a.args[1]) is FALSE:
        a = a.args[0]
    else:
        require(a.op == "lt", "the fact shows nothing to be non-zero")
    p = gap_of(a)
    if not p:
        return []
    _, common, factors = (1, p, []) if len(p) == 1 else factored(primitive(p, signed=True)[0])
    bases = [b for b, _ in common[0][0] if ATOMS[b].tag != "exp"]
    inverted = [b if ATOMS[b].tag == "inv" else atom("inv", single(b)) for b in bases]
    return inverted + [atom("inv", f) for f, _ in factors]


def cleared(p: Poly, a: int) -> Poly:
    """p · x^k, where a = 1/x is the atom and k is the highest power of it in p."""
    spend(size(p))
    powers = [int(dict(m).get(a, 0)) for m, _ in p]
    out: Sum = {}
    for (m, c), e in zip(p, powers, strict=True):
        others = tuple(be for be in m if be[0] != a)
        collect(out, times(((others, c),), power(ATOMS[a].args[0], max(powers) - e)))
    return frozen(out)


def antisymmetry(below: Fact, above: Fact) -> Fact:
    """s = t from s <= t and t <= s."""
    require(below.concl.op == "le", "s <= t is needed")
    s, t = below.concl.args
    same(above.concl, form("le", t, s), "the reverse is needed")
    return derived(form("eq", s, t), below, above)


def supremum(where: Node, some: Fact, above: Fact) -> Fact:
    """Return a least upper bound of the reals with P[x], of which there is one, and which have an upper bound."""
    _, member = template(where, "R")

    def bounded_by(b: Poly) -> Formula:
        return forall("R", lambda x: imp(member(x), form("le", x, b)))

    same(some.concl, no(forall("R", lambda x: no(member(x)))), "the set must be shown not to be empty")
    same(above.concl, no(forall("R", lambda b: no(bounded_by(b)))), "the set must be shown to be bounded")

    def least(s: Poly) -> Formula:
        return forall("R", lambda b: imp(bounded_by(b), form("le", s, b)))

    return derived(no(forall("R", lambda s: imp(bounded_by(s), no(least(s))))), some, above)


def integer_step(fact: Fact) -> Fact:
    """s + 1 <= t from s < t on integers."""
    require(fact.concl.op == "lt" and all(map(integral, fact.concl.args)), "s < t on integers is needed")
    s, t = fact.concl.args
    return derived(form("le", plus(s, ONE), t), fact)


def induction(where: Node, lo: Node, k: Node, base: Fact, step: Fact) -> Fact:
    """∀x. lo <= x → P[x] from P[lo], and from P[k + 1] under lo <= k and P[k]."""
    (_, body), start, x = template(where, "Z"), integer(lo), integer(k)
    require(k.op == "var", "induction runs over a variable")
    same(base.concl, body(start), "the base does not fit")
    same(step.concl, body(plus(x, ONE)), "the step does not fit")
    rest = derived(step.concl, step, drop=[body(x), form("le", start, x)])
    spoken = union({statement(where).free, free(start), *(h.free for h in rest.hyps)})
    require(name_of(x) not in spoken, "the variable of the induction is not arbitrary")
    return derived(forall("Z", lambda y: imp(form("le", start, y), body(y))), base, rest)


def parts_of(t: Node, ops: str) -> tuple[str, Poly, Poly, Callable[[Poly], Poly]]:
    """Operator, ends and members of a sum, product or maximum."""
    node, env = exposed(t, ops)
    lo, hi, body = node.kids
    return node.op, evaluate(lo, env), evaluate(hi, env), lambda i: evaluate(body, (i, *env))


def big_empty(t: Node, fact: Fact) -> Fact:
    """Σ = 0 and Π = 1 over an empty range."""
    op, lo, hi, _ = parts_of(t, "sum prod")
    same(fact.concl, form("lt", hi, lo), "the range must be shown to be empty")
    return derived(form("eq", real(t), ZERO if op == "sum" else ONE), fact)


def big_step(t: Node, fact: Fact) -> Fact:
    """Return the last member split off a Σ or Π over a range that is not empty."""
    op, lo, hi, body = parts_of(t, "sum prod")
    same(fact.concl, form("le", lo, hi), "the range must be shown not to be empty")
    before, last = big(op, lo, minus(hi, ONE), body), body(hi)
    return derived(form("eq", real(t), plus(before, last) if op == "sum" else times(before, last)), fact)


def max_ge(t: Node, i: Node, low: Fact, high: Fact) -> Fact:
    """Return a member is at most the maximum."""
    _, lo, hi, body = parts_of(t, "max")
    at = integer(i)
    same(low.concl, form("le", lo, at), "the index must be shown to be in the range")
    same(high.concl, form("le", at, hi), "the index must be shown to be in the range")
    return derived(form("le", body(at), real(t)), low, high)


def max_le(t: Node, bound: Node, nonempty: Fact, members: Fact) -> Fact:
    """Return the maximum is at most what every member is at most."""
    (_, lo, hi, body), c = parts_of(t, "max"), real(bound)
    same(nonempty.concl, form("le", lo, hi), "the range must be shown not to be empty")
    wanted = forall("Z", lambda i: ranged(i, lo, hi, form("le", body(i), c)))
    same(members.concl, wanted, "every member must be shown to be bounded")
    return derived(form("le", real(t), c), nonempty, members)


def exp_ge(t: Node) -> Fact:
    """1 + t <= e^t."""
    return derived(form("le", plus(real(t), ONE), exponential(real(t))))


def exp_pos(t: Node) -> Fact:
    """0 < e^t."""
    return derived(form("lt", ZERO, exponential(real(t))))


def erf_square(t: Node) -> Fact:
    """1 − exp(−t²) <= (erf t)²."""
    u = real(t)
    value = FUNCTIONS["erf"](u)
    return derived(form("le", minus(ONE, bell(u)), times(value, value)))


def exp_log(fact: Fact) -> Fact:
    """e^(log t) = t from 0 < t."""
    require(fact.concl.op == "lt" and fact.concl.args[0] == ZERO, "0 < t is needed")
    t = fact.concl.args[1]
    return derived(form("eq", exponential(logarithm(t)), t), fact)


def ite_eq(t: Node, fact: Fact) -> Fact:
    """If-then-else is the one branch where the condition is shown, the other where its negation is."""
    node, env = exposed(t, "ite")
    condition, then, other = (evaluate(kid, env) for kid in node.kids)
    if key(fact.concl) is key(condition):
        return derived(form("eq", real(t), then), fact)
    s, u = condition.args
    against = [form("le" if condition.op == "lt" else "lt", u, s), no(condition)]
    against += [form("lt", s, u)] * (condition.op == "eq")
    found = key(fact.concl) in map(key, against)
    require(found, "neither the condition nor its negation")
    return derived(form("eq", real(t), other), fact)


def abs_value(t: Node, fact: Fact) -> Fact:
    """|t| = t from 0 <= t, and −t from t <= 0."""
    p = real(t)
    if key(fact.concl) is key(form("le", ZERO, p)):
        return derived(form("eq", modulus(p), p), fact)
    same(fact.concl, form("le", p, ZERO), "the sign must be shown")
    return derived(form("eq", modulus(p), minus(ZERO, p)), fact)


# --- calculus ----------------------------------------------------------------------------------------------


def derivative(f: Node, at: Node, facts: Sequence[Fact]) -> Fact:
    """Return the derivative of f at a point, where `facts` show that f neither divides by 0 nor takes log there."""
    body, curved = curve(f)
    x = real(at)
    Differentiable({key(fact.concl) for fact in facts}).look(body, (x,), 0, ())
    return derived(derivative_is(curved, x, Slopes().of(body, (x,), 0)), *facts)


def unfolded(node: Node, env: Env, x: int) -> tuple[Node, Env, int]:
    """Return an application of a λ, unfolded; the indices may not depend on bound variable x."""
    while node.op == "app" and node.kids[0].op == "lam":
        require(not any(x in kid.uses for kid in node.kids[1:]), "an index depends on the variable")
        indices = [evaluate(kid, env) for kid in reversed(node.kids[1:])]
        node, env, x = node.kids[0].kids[0], (*indices, *env), x + len(indices)
    return node, env, x


Place: TypeAlias = tuple[Node, Env, int]  # a term, the values of its bound variables, and which of them varies


def place(node: Node, env: Env, x: int) -> Place:
    """By which the term is known again."""
    spend(1 + len(env))
    return node, tuple([env[i] for i in node.uses]), x


class Differentiable:
    """Refuses terms that are not shown to be differentiable; `known` are the keys of the facts."""

    def __init__(self, known: set[Formula]) -> None:
        self.known = known
        self.seen: set[tuple[Place, Any]] = set()

    def look(self, node: Node, env: Env, x: int, around: tuple[tuple[Poly, Poly, Poly], ...]) -> None:
        """Refuse unless the term is so in bound variable x, inside the sums `around` (i, lo, hi)."""
        node, env, x = unfolded(node, env, x)
        if x not in node.uses or node.op == "bv":
            return
        here = (place(node, env, x), around)
        if here in self.seen:
            return
        self.seen.add(here)
        kids = node.kids
        if node.op in ("inv", "log"):
            self.shown(node.op, evaluate(kids[0], env), around)
        elif node.op == "ite":
            require(x not in kids[0].uses, "a condition depends on the variable")
            kids = kids[1:]
        elif node.op == "sum":
            require(x not in kids[0].uses + kids[1].uses, "a range depends on the variable")
            with hole("Z") as i:
                ends = evaluate(kids[0], env), evaluate(kids[1], env)
                self.look(kids[2], (i, *env), x + 1, (*around, (i, *ends)))
            kids = ()
        else:
            require(node.op in ("add", "mul", "exp", *OPAQUE), f"no rule for the derivative of {node.op}")
        for kid in kids:
            self.look(kid, env, x, around)

    def shown(self, op: str, u: Poly, around: tuple[tuple[Poly, Poly, Poly], ...]) -> None:
        """Refuse unless u is shown not to be 0, or, for log, to be positive."""
        wanted = [form("lt", ZERO, u)]
        if op == "inv":
            wanted += [form("lt", u, ZERO), no(form("eq", u, ZERO))]
        for i, lo, hi in reversed(around):
            wanted = [bind(i, ranged(i, lo, hi, a)) for a in wanted]
        found = any(key(a) is TRUE or key(a) in self.known for a in wanted)
        require(found, f"{op} needs a fact about its argument")


class Slopes:
    """Derivatives of differentiable terms, each found once."""

    def __init__(self) -> None:
        self.found: dict[Place, Poly] = {}

    def of(self, node: Node, env: Env, x: int) -> Poly:
        """Return the derivative with respect to bound variable x, at the values that env gives."""
        node, env, x = unfolded(node, env, x)
        if x not in node.uses:
            return ZERO
        here = place(node, env, x)
        if here not in self.found:
            self.found[here] = self.looked_for(node, env, x)
        return self.found[here]

    def looked_for(self, node: Node, env: Env, x: int) -> Poly:
        """Return the derivative of what depends on the variable."""
        op, kids = node.op, node.kids
        if op == "bv":
            return ONE
        if op == "sum":
            lo, hi = evaluate(kids[0], env), evaluate(kids[1], env)
            return big("sum", lo, hi, lambda i: self.of(kids[2], (i, *env), x + 1))
        if op == "ite":
            condition = evaluate(kids[0], env)
            return choose(condition.op, gap_of(condition), self.of(kids[1], env, x), self.of(kids[2], env, x))
        values, slopes = [evaluate(kid, env) for kid in kids], [self.of(kid, env, x) for kid in kids]
        if op in ("add", "mul"):
            total: Sum = {}
            for i, s in enumerate(slopes):
                spend(len(kids))
                collect(total, times(s, *values[:i], *values[i + 1 :]) if op == "mul" else s)
            return frozen(total)
        return times(OUTER[op](values[0]), slopes[0])


SQRT_PI = exponential(times(const(Fraction(1, 2)), logarithm(times(const(4), FUNCTIONS["atan"](ONE)))))


def bell(u: Poly) -> Poly:
    """Return exp(−u²)."""
    return exponential(minus(ZERO, times(u, u)))


OUTER: dict[str, Callable[[Poly], Poly]] = {  # the derivatives of the functions of one number
    "exp": exponential, "log": inverse, "inv": lambda u: times(const(-1), inverse(u), inverse(u)),
    "sin": FUNCTIONS["cos"], "cos": lambda u: minus(ZERO, FUNCTIONS["sin"](u)),
    "atan": lambda u: inverse(plus(ONE, times(u, u))),
    "erf": lambda u: times(const(2), inverse(SQRT_PI), bell(u)),
}  # fmt: skip


def mean_value(f: Node, g: Node, a: Node, b: Node, order: Fact, slopes: Fact, bound: Fact) -> Fact:
    """f(b) − f(a) <= c (b − a) from a < b, f' = g on [a, b] and g <= c on (a, b); the same with <."""
    (_, rises), (_, climbs), left, right = curve(f), curve(g), real(a), real(b)
    same(order.concl, form("lt", left, right), "the interval must be shown not to be empty")
    wanted = forall("R", lambda x: ranged(x, left, right, derivative_is(rises, x, climbs(x))))
    same(slopes.concl, wanted, "the derivative on the closed interval is needed")
    with hole("R") as x:
        inside = instance(bound.concl, x) if bound.concl.op == "all" and bound.concl.args[0] == "R" else FALSE
        for _ in range(2):
            inside = inside.args[1] if inside.op == "imp" else FALSE
        require(inside.op in ("le", "lt"), "the bound must be ∀x. a < x → x < b → g(x) <= c")
        op, c = inside.op, inside.args[1]
        require(name_of(x) not in free(c), "the bound depends on the variable")
        wanted = bind(x, imp(form("lt", left, x), form("lt", x, right), form(op, climbs(x), c)))
    same(bound.concl, wanted, "the bound on the open interval is needed")
    return derived(form(op, minus(rises(right), rises(left)), times(c, minus(right, left))), order, slopes, bound)


# --- boxes: intervals whose ends are balls -----------------------------------------------------------------


class Library(NamedTuple):
    """Balls (or small intervals) around numbers, as a library gives them; the ends of intervals here."""

    precision: Callable[[int], AbstractContextManager[Any]]
    ball: Callable[[Any], Any]  # of a rational, or of an infinity
    exp: Callable[[Any], Any]
    log: Callable[[Any], Any]
    sin: Callable[[Any], Any]
    cos: Callable[[Any], Any]
    atan: Callable[[Any], Any]
    erf: Callable[[Any], Any]  # of a single number
    between: Callable[[Any, Any], Any]  # a ball around all that lies between two balls
    least: Callable[[Any, Any], Any]
    greatest: Callable[[Any, Any], Any]
    lower: Callable[[Any], Any]  # a single number at or below all of the ball
    upper: Callable[[Any], Any]
    cost: int  # of an operation, in units of work


def arb_library() -> Library:
    """Balls of Arb."""

    def ball(x: Any) -> Any:
        return flint.arb(x) if type(x) is float else flint.arb(flint.fmpq(x.numerator, x.denominator))

    arb = flint.arb

    def erf(x: Any) -> Any:
        return x.erf() if abs(x) < INF else arb(1 if x > 0 else -1)

    functions = arb.exp, arb.log, arb.sin, arb.cos, arb.atan, erf, arb.union
    return Library(flint.ctx.workprec, ball, *functions, arb.min, arb.max, arb.lower, arb.upper, 1)


def mpmath_library() -> Library:
    """Intervals of mpmath, a second library."""
    try:
        from mpmath import iv
    except ImportError as wrong:
        raise Malformed("mpmath is not installed") from wrong

    @contextmanager
    def precision(bits: int) -> Iterator[None]:
        before, iv.prec = iv.prec, bits
        try:
            yield
        finally:
            iv.prec = before

    def ball(x: Any) -> Any:
        return iv.mpf(x) if type(x) is float else iv.mpf(x.numerator) / iv.mpf(x.denominator)

    def least(x: Any, y: Any) -> Any:
        return iv.mpf([min(x.a, y.a).a, min(x.b, y.b).b])

    far = iv.mpf(2) ** 128  # mpmath computes e^x with the more work the more bits x has before its point

    def exp(x: Any) -> Any:
        if (-far <= x.a and x.b <= far) or (x.a == x.b and abs(x.a) == INF):
            return iv.exp(x)
        low = iv.mpf(0) if x.a < -far else iv.exp(min(x.a, far))
        high = iv.mpf(INF) if x.b > far else iv.exp(max(x.b, -far))
        return iv.mpf([low.a, high.b])

    def greatest(x: Any, y: Any) -> Any:
        return -least(-x, -y)

    def near(function: Callable[[Any], Any]) -> Callable[[Any], Any]:  # far out the same holds for sin and cos
        return lambda x: function(x) if -far <= x.a and x.b <= far else iv.mpf([-1, 1])

    def between(x: Any, y: Any) -> Any:
        return iv.mpf([x.a, y.b])

    def erf(x: Any) -> Any:
        """2/√π x e^(−y) H_0 with y = x²: H_k = 1 + 2y/(2k + 3) H_(k+1) is between 1 and e^y; far out 1 − e^(−y)."""
        if x < 0:
            return -erf(-x)
        y, bits = x * x, iv.prec
        if y > bits:
            return iv.mpf([(1 - exp(-y)).a, 1])
        spend(320 * bits)  # four operations a term
        h = iv.mpf([1, exp(y).b])
        for k in reversed(range(4 * bits)):
            h = 1 + 2 * y / (2 * k + 3) * h
        return least(2 / iv.sqrt(iv.pi) * x * exp(-y) * h, iv.mpf(1))

    functions = exp, iv.log, near(iv.sin), near(iv.cos), lambda x: iv.atan2(x, iv.mpf(1)), erf, between
    return Library(precision, ball, *functions, least, greatest, lambda x: x.a, lambda x: x.b, 20)


_library = [arb_library()]
INF = math.inf
Span: TypeAlias = Fraction | tuple[Any, Any]  # one exact number, or an interval between two balls
Where: TypeAlias = Mapping[Node, tuple[Any, Any]]  # the rational or infinite ends of each variable


class Box:
    """Evaluation of a term on a box; `exact` as long as only rationals were met."""

    def __init__(self, where: Where, bits: int) -> None:
        self.where, self.exact, self.library = where, True, _library[0]
        self.cost = self.library.cost * (1 + (bits >> 8))
        self.found: dict[Node, Span] = {}  # of terms in which no bound variable is loose
        self.judged: dict[Node, bool | None] = {}  # of such formulas

    def truth(self, a: Node, env: tuple[Fraction, ...]) -> bool | None:
        """Return True if it holds everywhere on the box, False if nowhere, or None."""
        spend(1)
        if a.uses:
            return self.judge(a, env)
        if a not in self.judged:
            self.judged[a] = self.judge(a, env)
        return self.judged[a]

    def judge(self, a: Node, env: tuple[Fraction, ...]) -> bool | None:
        """Return the same for what was not met yet."""
        if a.op in RELATIONS:
            s, t = (self.span(kid, env) for kid in a.kids)
            rise = self.plus(t, self.negative(s))
            lo, hi = rise if isinstance(rise, tuple) else (rise, rise)
            if a.op == "eq":
                return True if lo == 0 and hi == 0 else False if lo > 0 or hi < 0 else None
            if a.op == "le":
                return True if lo >= 0 else False if hi < 0 else None
            return True if lo > 0 else False if hi <= 0 else None
        if a.op == "imp":
            first = self.truth(a.kids[0], env)
            second = True if first is False else self.truth(a.kids[1], env)
            return True if second is True else False if first is True and second is False else None
        if a.op == "all" and a.plain[0] == "Z":
            members, body = self.quantified(a.kids[0], env)
            found = {self.truth(body, (i, *env)) for i in members}
            return False if False in found else None if None in found else True
        require(a.op == "false", f"{a.op} cannot be evaluated on a box")
        return False

    def quantified(self, body: Node, env: tuple[Fraction, ...]) -> tuple[Iterator[Fraction], Node]:
        """Return the range and the body of lo <= i → i <= hi → body (the two may be the other way round)."""
        ends: dict[bool, Span] = {}
        while body.op == "imp" and body.kids[0].op == "le" and len(ends) < 2:
            s, t = body.kids[0].kids
            low = t.op == "bv" and t.plain[0] == 0
            end, i = (s, t) if low else (t, s)
            if i.op != "bv" or i.plain[0] != 0 or 0 in end.uses or low in ends:
                break
            ends[low], body = self.span(end, (Fraction(0), *env)), body.kids[1]
        require(len(ends) == 2, "a quantifier without a range")
        return self.members(ends[True], ends[False], env), body

    def members(self, lo: Span, hi: Span, env: tuple[Fraction, ...]) -> Iterator[Fraction]:
        """Yield the integers from lo to hi."""
        if isinstance(lo, tuple) or isinstance(hi, tuple):
            raise Refused("the ends of a range must be known exactly")
        for i in range(math.ceil(lo), math.floor(hi) + 1):
            spend(2 + len(env))
            yield Fraction(i)

    def span(self, t: Node, env: tuple[Fraction, ...]) -> Span:
        """Return an enclosure of the values of a term on the box."""
        if t.uses or not t.kids:
            return self.evaluated(t, env)
        if t not in self.found:
            self.found[t] = self.evaluated(t, env)
        return self.found[t]

    def evaluated(self, t: Node, env: tuple[Fraction, ...]) -> Span:
        """Return the same for what was not met yet."""
        op, kids = t.op, t.kids
        spend(self.cost * (1 + len(kids)))
        if op == "num":
            return Fraction(*t.plain)
        if op == "bv":
            return env[t.plain[0]]
        if op == "var":
            require(t in self.where, "the box lacks a variable")
            lo, hi = self.where[t]
            if lo == hi:
                return Fraction(lo)
            require(t.sort == "R", "an integer variable that was not run through")
            return self.library.ball(lo), self.library.ball(hi)
        if op == "app" and kids[0].op == "lam":
            indices = [self.span(kid, env) for kid in reversed(kids[1:])]
            exact = [i for i in indices if not isinstance(i, tuple)]
            require(exact == indices, "an index must be known exactly")
            spend(len(env))
            return self.span(kids[0].kids[0], (*exact, *env))
        if op == "ite":
            held = self.truth(kids[0], env)
            if held is not None:
                return self.span(kids[1 if held else 2], env)
            return self.hull([*self.wide(self.span(kids[1], env)), *self.wide(self.span(kids[2], env))])
        if op in ("sum", "prod", "max"):
            indices_of = self.members(self.span(kids[0], env), self.span(kids[1], env), env)
            return self.fold(op, (self.span(kids[2], (i, *env)) for i in indices_of))
        if op == "add":
            return self.fold("sum", (self.span(kid, env) for kid in kids))
        if op == "mul":
            return self.fold("prod", (self.power(self.span(k, env), times) for k, times in Counter(kids).items()))
        require(op in FUNCTIONS, f"{op} cannot be evaluated on a box")
        return self.function(op, self.span(kids[0], env))

    def fold(self, op: str, spans: Iterable[Span]) -> Span:
        """Return the sum, the product or the maximum (of nothing: 0, 1 and 0)."""
        if op == "max":
            members = iter(spans)
            return reduce(lambda x, y: self.greatest([x, y]), members, next(members, Fraction(0)))
        out: Span = Fraction(op == "prod")
        for x in spans:
            out = self.plus(out, x) if op == "sum" else self.times(out, x)
        return out

    def function(self, op: str, x: Span) -> Span:
        """1/x, e^x, log x, sin x, cos x, atan x, erf x or |x|."""
        if op == "abs":
            return self.greatest([x, self.negative(x), Fraction(0)])
        if not isinstance(x, tuple):
            if op == "inv":
                return 1 / x if x else x
            if (op in ("exp", *OPAQUE) and x == 0) or (op == "log" and (x <= 0 or x == 1)):
                return Fraction(op in ("exp", "cos"))
        lo, hi = self.wide(x)
        if op in ("sin", "cos"):
            return self.wave(op, lo, hi)
        # the functions rise or fall throughout: a single number serves for each end, and no ball grows
        lo, hi = self.library.lower(lo), self.library.upper(hi)
        if op == "inv":
            require(bool(lo > 0 or hi < 0), "inv where it is not monotone")
            return 1 / hi, 1 / lo
        spend(8 * self.cost + self.cost**2 // self.library.cost)
        if op == "exp":
            return self.library.exp(lo), self.library.exp(hi)
        if op in ("atan", "erf"):
            function = getattr(self.library, op)
            return function(lo), function(hi)
        require(bool(lo > 0), "log where it is not monotone")
        return self.library.log(lo), self.library.log(hi)

    def wave(self, op: str, lo: Any, hi: Any) -> tuple[Any, Any]:
        """sin or cos on an interval: where it rises or falls throughout, between its values at the ends."""
        spend(20 * self.cost + 2 * self.cost**2 // self.library.cost)
        zero, one = self.library.ball(0), self.library.ball(1)
        if not (abs(lo) < INF and abs(hi) < INF):
            return -one, one
        function, slope = (getattr(self.library, name) for name in (op, "cos" if op == "sin" else "sin"))
        everywhere = self.library.between(lo, hi)
        if slope(everywhere) > zero or slope(everywhere) < zero:
            return self.hull([function(lo), function(hi)])
        least, most = self.library.lower(function(everywhere)), self.library.upper(function(everywhere))
        return self.library.greatest(least, -one), self.library.least(most, one)

    def wide(self, x: Span) -> tuple[Any, Any]:
        """Return the value as an interval; the evaluation is no longer exact."""
        self.exact = False
        return x if isinstance(x, tuple) else (self.library.ball(x), self.library.ball(x))

    def plus(self, x: Span, y: Span) -> Span:
        """x + y."""
        if not isinstance(x, tuple) and not isinstance(y, tuple):
            return kept(x + y)
        (a, b), (c, d) = self.wide(x), self.wide(y)
        return a + c, b + d

    def negative(self, x: Span) -> Span:
        """−x."""
        return (-x[1], -x[0]) if isinstance(x, tuple) else -x

    def times(self, x: Span, y: Span) -> Span:
        """x · y; the infinities are only bounds, so that 0 · ∞ = 0."""
        if not isinstance(x, tuple) and not isinstance(y, tuple):
            return kept(x * y)
        zero = self.library.ball(0)
        return self.hull([zero if a == 0 or b == 0 else a * b for a in self.wide(x) for b in self.wide(y)])

    def power(self, x: Span, k: int) -> Span:
        """Return the k-th power; an even one is not negative."""
        if not isinstance(x, tuple):
            longest = max(x.numerator.bit_length(), x.denominator.bit_length())
            require(longest * k <= 2 * MAX_BITS, f"a number is too long (more than {MAX_BITS} bits)")
            return kept(x**k)
        spend(k * self.cost)
        if k % 2:
            return self.times(self.power(x, k - 1), x) if k > 1 else x
        low, high = math.prod([x[0]] * k), math.prod([x[1]] * k)
        if x[0] >= 0:
            return low, high
        return (high, low) if x[1] <= 0 else (self.library.ball(0), self.library.greatest(low, high))

    def hull(self, ends: Sequence[Any]) -> tuple[Any, Any]:
        """Return the smallest interval with these ends."""
        return reduce(self.library.least, ends), reduce(self.library.greatest, ends)

    def greatest(self, spans: Sequence[Span]) -> Span:
        """Return the maximum."""
        exact = [s for s in spans if not isinstance(s, tuple)]
        if len(exact) == len(spans):
            return max(exact)
        lows, highs = zip(*map(self.wide, spans), strict=True)
        return reduce(self.library.greatest, lows), reduce(self.library.greatest, highs)


def kept(x: Fraction) -> Fraction:
    """Return the exact number, unless it is too long."""
    measured(x)
    return x


def rational(text: Any) -> Fraction:
    """Return the rational written p/q or p."""
    found = RATIONAL.match(text) if isinstance(text, str) else None
    require(found is not None and not (found[2] and int(found[2]) == 0), "a rational p/q is needed")
    return Fraction(int(found[1]), int(found[2] or 1))  # type: ignore[index]


def compute(goal: Node, box: Sequence[tuple[Node, str | None, str | None]], tree: Any) -> Fact:
    """Return a formula that holds on a whole box, by a tree of cuts at whose leaves intervals decide it."""
    claim = statement(goal)
    ends: dict[Node, tuple[Any, Any]] = {}
    hyps: list[Formula] = []
    for x, low, high in box:
        require(x.op == "var" and x not in ends, "a box is given by distinct variables")
        hyps += [] if low is None else [form("le", const(rational(low)), real(x))]
        hyps += [] if high is None else [form("le", real(x), const(rational(high)))]
        ends[x] = (-INF if low is None else rational(low), INF if high is None else rational(high))
    require(claim.free <= {name_of(real(x)) for x in ends}, "the box lacks a variable")
    exact = covered(goal, list(ends), tree, ends)
    return Fact(supposed(hyps), claim, frozenset() if exact else frozenset([("certified", "")]))


def covered(goal: Node, names: Sequence[Node], tree: Any, where: Where) -> bool:
    """Refuse unless the tree shows the goal everywhere; whether rationals were enough."""
    spend(10 + len(where))
    match tree:
        case ["leaf", int(bits)] if 2 <= bits <= 20_000:
            with _library[0].precision(bits + 32):
                here = Box(where, bits)
                require(here.truth(goal, ()) is True, "a leaf of the tree is not decided")
            return here.exact
        case ["split", int(i), str(point), left, right] if 0 <= i < len(names):
            spend(len(point))
            (lo, hi), cut = where[names[i]], rational(point)
            require(names[i].sort == "R" and lo <= cut <= hi, "a cut must lie in the range of a real variable")
            below = covered(goal, names, left, {**where, names[i]: (lo, cut)})
            return covered(goal, names, right, {**where, names[i]: (cut, hi)}) and below
        case ["each", int(i), inner] if 0 <= i < len(names):
            lo, hi = where[names[i]]
            bounded = names[i].sort == "Z" and hi - lo <= MAX_WORK
            require(bounded, f"only an integer variable with at most {MAX_WORK} values can be run through")
            exact = True
            for v in range(math.ceil(lo), math.floor(hi) + 1):
                exact = covered(goal, names, inner, {**where, names[i]: (Fraction(v), Fraction(v))}) and exact
            return exact
        case _:
            raise Refused("a tree is made of leaf, split and each")


def cite(a: Node, reference: str) -> Fact:
    """Admitted from the literature."""
    return admitted(a, "cited", reference)


def argue(a: Node, reason: str) -> Fact:
    """Admitted as prose."""
    return admitted(a, "argued", reason)


def admitted(a: Node, kind: str, why: str) -> Fact:
    """Raise an error unless the reason for an admitted step is a text."""
    if not why.strip():
        raise Refused("an admitted step without a reason")
    return Fact(frozenset(), statement(a), frozenset([(kind, why)]))


# rule -> the function and what its arguments are: f a fact, t a term, s a string, n a string or null, * a
# list, [x] a list of x, (x y) a list of just these; after / come those that may be left out.
RULES: dict[str, tuple[Callable[..., Fact], str]] = {
    "assume": (assume, "t"), "discharge": (discharge, "t f"), "mp": (mp, "f f"), "cases": (cases, "t t f f"),
    "generalize": (generalize, "t f"), "specialize": (specialize, "f t"), "replace": (replace, "f t f"),
    "instantiate": (instantiate, "f [(t t)]"), "absurd": (absurd, "f t"), "integer_step": (integer_step, "f"),
    "arith": (arith, "t [(t [f])] / [f] [f]"), "antisymmetry": (antisymmetry, "f f"), "supremum": (supremum, "t f f"),
    "induction": (induction, "t t t f f"), "big_empty": (big_empty, "t f"), "big_step": (big_step, "t f"),
    "max_ge": (max_ge, "t t f f"), "max_le": (max_le, "t t f f"), "exp_ge": (exp_ge, "t"),
    "exp_pos": (exp_pos, "t"), "erf_square": (erf_square, "t"), "exp_log": (exp_log, "f"), "ite_eq": (ite_eq, "t f"),
    "abs_value": (abs_value, "t f"), "derivative": (derivative, "t t [f]"),
    "mean_value": (mean_value, "t t t t f f f"), "compute": (compute, "t [(t n n)] *"),
    "cite": (cite, "t s"), "argue": (argue, "t s"),
}  # fmt: skip


# --- formulas for people -----------------------------------------------------------------------------------

MAX_PRINTED = 600  # symbols of a formula that are printed
WORDS = {"Z": "integers", "R": "reals"}
PLAIN = re.compile(r"[\w.:#()+-]+\Z")


def clipped(text: str, most: int = 200) -> str:
    """Return the text, or its beginning."""
    return text if len(text) <= most else f"{text[:most]}…"


def escaped(text: str) -> str:
    """Return the text in one line, without anything that a terminal would obey."""
    return "".join([c if c.isprintable() else ascii(c)[1:-1] for c in text])


def quoted(text: str) -> str:
    """Return the text as it is if it cannot be mistaken for something else, otherwise in quotes."""
    text = clipped(text)
    return text if PLAIN.match(text) else '"' + escaped(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


class Writing:
    """Writes terms as text, each at most so long, with one set of names."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.names: dict[str, set[Node]] = {}
        todo, seen = list(nodes), set[Node]()
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += node.kids
                if node.op in ("var", "fn"):
                    self.names.setdefault(node.plain[0], set()).add(node)
        self.left = 0

    def variables(self) -> str:
        """Return the free variables by their sorts: integers n, reals x, a[·]."""
        of: dict[str, list[str]] = {"integers": [], "reals": [], "functions": []}
        for _, nodes in sorted(self.names.items()):
            for node in sorted(nodes, key=lambda node: (node.op, *map(str, node.plain))):
                simple = node.op == "var" or type(node.plain[1]) is int
                places = "[" + ",".join("·" * node.plain[1]) + "]" if node.op == "fn" and simple else ""
                name = self.name(node) + places if simple else f"{node.plain[0]}:{node.sort}"
                of[WORDS[node.plain[-1]] if simple else "functions"].append(name)
        found = [f"{word} {', '.join(names)}" for word, names in of.items() if names]
        return clipped(", ".join(found), 10 * MAX_PRINTED)

    def name(self, node: Node) -> str:
        """Return the name of a variable or function; its sort, too, if there are two of that name."""
        name = str(node.plain[0])
        return name if len(self.names[name]) == 1 else ":".join([name, *map(str, node.plain[1:])])

    def text(self, node: Node) -> str:
        """Return the term as text."""
        self.left = MAX_PRINTED
        return clipped(self.write(node, ()), 10 * MAX_PRINTED)

    def write(self, node: Node, around: tuple[str, ...], tight: int = 0) -> str:
        """Return the term under the binders of these names, in brackets if it binds less tightly than is asked.

        0 implications, 1 relations, 2 sums, 3 products, 4 powers, 5 what needs no brackets.
        """
        spend(1)
        self.left -= 1
        if self.left < 0:
            return "…"
        own, text = self.written(node, around)
        return text if own >= tight else f"({text})"

    def several(self, nodes: Iterable[Node], around: tuple[str, ...], tight: int = 0) -> list[str]:
        """Return the terms, as many as there is room for."""
        out: list[str] = []
        for node in nodes:
            out.append(self.write(node, around, tight))
            if self.left < 0:
                break
        return out

    def written(self, node: Node, around: tuple[str, ...]) -> tuple[int, str]:
        """Return the term, and how tightly it binds."""
        op, kids = node.op, node.kids
        if op == "num":
            top, bottom = node.plain
            if max(top.bit_length(), bottom.bit_length()) > 200:
                return 5, f"(a rational of {top.bit_length()} and {bottom.bit_length()} bits)"
            return (5 if top >= 0 else 2, str(top)) if bottom == 1 else (3 if top >= 0 else 2, f"{top}/{bottom}")
        if op in ("var", "fn"):
            return 5, self.name(node)
        if op == "bv":
            return 5, around[node.plain[0]] if node.plain[0] < len(around) else "?"
        if op == "app":
            f, *arguments = self.several(kids, around)
            return 5, f"{f}[{', '.join(arguments)}]"
        if op == "add":
            first, *more = self.several(kids, around, 2)
            return 2, first + "".join(f" - {t[1:]}" if t[0] == "-" else f" + {t}" for t in more)
        if op == "mul":
            return self.product(kids, around)
        if op == "inv":
            return 3, f"1/{self.write(kids[0], around, 5)}"
        if op in ("exp", "log", "abs", *OPAQUE):
            return 5, f"{op}({self.write(kids[0], around)})"
        if op == "ite":
            condition, then, other = (self.write(kid, around) for kid in kids)
            return 0, f"if {condition} then {then} else {other}"
        if op in ("sum", "prod", "max"):
            i = self.fresh(around, "Z")
            lo, hi, body = self.write(kids[0], around), self.write(kids[1], around), self.write(kids[2], (i, *around))
            return 5, f"{op}({body} for {i} = {lo} .. {hi})"
        if op in RELATIONS:
            sign = {"le": "<=", "lt": "<", "eq": "="}[op]
            return 1, f"{self.write(kids[0], around, 2)} {sign} {self.write(kids[1], around, 2)}"
        return 0, self.sentence(node, around)

    def sentence(self, node: Node, around: tuple[str, ...]) -> str:
        """Read a formula that is neither a number nor a relation."""
        op, kids = node.op, node.kids
        if op == "imp":
            before = self.write(kids[0], around, 1)
            return f"not {before}" if kids[1].op == "false" else f"{before} => {self.write(kids[1], around)}"
        if op == "all":
            sort = node.plain[0]
            x = self.fresh(around, sort)
            word = f"functions {x}:{sort}" if sort[0] == "(" else f"{WORDS[sort]} {x}"
            return f"for all {word}: {self.write(kids[0], (x, *around))}"
        if op == "deriv":
            x = self.fresh(around, "R")
            f, at, slope = self.write(kids[0], (x, *around)), self.write(kids[1], around), self.write(kids[2], around)
            return f"d/d{x} ({f}) is {slope} at {x} = {at}"
        if op == "lam":
            given: list[str] = []
            binders: list[str] = []
            for sort in sorts(node.sort[1:-3]):
                given.insert(0, self.fresh((*given, *around), sort))
                binders.append(given[0] if sort == "Z" else f"{given[0]}:{sort}")
            return f"({', '.join(binders)} -> {self.write(kids[0], (*given, *around))})"
        return "false"

    def product(self, kids: Sequence[Node], around: tuple[str, ...]) -> tuple[int, str]:
        """Factors over divisors, equal ones as powers."""
        above: list[str] = []
        below: list[str] = []
        sign = ""
        for kid, times in Counter(kids).items():
            if self.left < 0:
                break
            if kid.op == "num" and times == 1 and kid.plain[0] < 0:
                sign = "" if sign else "-"
                if kid.plain == (-1, 1):
                    continue
                kid = node_of("num", (-kid.plain[0], kid.plain[1]), ())
            base = kid.kids[0] if kid.op == "inv" else kid
            text = self.write(base, around, 3 if times == 1 and kid is base else 5)
            (below if kid.op == "inv" else above).append(text if times == 1 else f"{text}**{times}")
        over = f"/({'*'.join(below)})" if len(below) > 1 else "".join(f"/{t}" for t in below)
        return 2 if sign else 3, f"{sign}{'*'.join(above) or '1'}{over}"

    def fresh(self, around: tuple[str, ...], sort: str) -> str:
        """Return a name that is not taken."""
        letters = {"Z": "ijklm", "R": "tsuvw"}.get(sort, "fgh")
        for n in count(sum([name[0] in letters for name in around]) // len(letters)):
            spend(len(letters) + len(around))
            for c in letters:
                if (x := f"{c}{n or ''}") not in self.names and x not in around:
                    return x
        raise AssertionError


# --- replay ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The verdict on a stored theorem.

    Attributes
    ----------
    variables, hypotheses, conclusion
        The statement, as text; numbers and sums are written as `lemmata` reads them, where it does.
    statement
        A hash of the statement as the file has it.
    cited, argued, certified
        What the theorem rests on, all the way down: steps that are admitted, and intervals.
    uses
        The theorems that it applies itself.
    step, reason, malformed
        Where and why it was refused.
    """

    name: str
    accepted: bool
    variables: str = ""
    hypotheses: tuple[str, ...] = ()
    conclusion: str = ""
    statement: str = ""
    cited: tuple[str, ...] = ()
    argued: tuple[str, ...] = ()
    certified: bool = False
    uses: tuple[str, ...] = ()
    step: int | None = None
    reason: str = ""
    malformed: bool = False

    @property
    def kind(self) -> str:
        """`refused`, `argued`, `cited` or `accepted`, the worst of what holds."""
        return "refused" if not self.accepted else "argued" if self.argued else "cited" if self.cited else "accepted"


def decoded(x: Any, terms: list[Node], facts: list[Fact]) -> Any:
    """Return an argument of a step: terms and facts for their positions."""
    if isinstance(x, list):
        return [decoded(y, terms, facts) for y in x]
    if not isinstance(x, dict):
        return x
    require(len(x) == 1 and (x.keys() <= {"f", "t"}), "an argument names one fact or term")
    ((kind, i),) = x.items()
    there: Sequence[Any] = facts if kind == "f" else terms
    require(type(i) is int and 0 <= i < len(there), f"there is no {kind} {i!r} yet")
    require(kind == "f" or not there[i].loose, f"term {i} has a dangling variable")
    return there[i]


def fits(args: Any, pattern: str) -> bool:
    """Return whether the arguments match the pattern of a rule."""
    if not isinstance(args, list):
        return False
    must, _, may = pattern.partition(" / ")
    kinds = _kinds(must) + _kinds(may)[: max(0, len(args) - len(_kinds(must)))]
    return len(kinds) == len(args) and all(map(_fits, args, kinds))


@cache
def _kinds(pattern: str) -> list[str]:
    """Return the parts of a pattern at its outermost level."""
    out, depth = [""], 0
    for c in pattern:
        depth += (c in "[(") - (c in "])")
        if c == " " and not depth:
            out.append("")
        else:
            out[-1] += c
    return out if pattern else []


def _fits(x: Any, kind: str) -> bool:
    if kind[0] == "[":
        return isinstance(x, list) and all(_fits(y, kind[1:-1]) for y in x)
    if kind[0] == "(":
        return fits(x, kind[1:-1])
    types = {"f": (Fact,), "t": (Node,), "s": (str,), "n": (str, type(None)), "*": (list,)}
    return isinstance(x, types[kind])


def follow(stored: Mapping[str, Any], theorems: Mapping[str, Fact]) -> tuple[Fact, Verdict]:
    """Return the theorem that a stored proof proves, and the verdict; refuses with the step and the reason."""
    terms, facts = read_table(stored["terms"]), list[Fact]()
    for step, (rule, *args) in enumerate(stored["steps"]):
        spend(1)
        try:
            if rule == "theorem":
                known = len(args) == 1 and isinstance(args[0], str) and args[0] in theorems
                require(known, f"no theorem {clipped(str(args))} before this one")
                before = theorems[args[0]]
                rests = [mark for mark in before.provenance if mark[0] != "uses"]
                facts.append(Fact(before.hyps, before.concl, shared(frozenset([*rests, ("uses", args[0])]))))
                continue
            require(rule in RULES, f"there is no rule {clipped(repr(rule))}")
            values = decoded(args, terms, facts)
            require(fits(values, RULES[rule][1]), "the arguments are not those of the rule")
            facts.append(RULES[rule][0](*values))
        except Refused as why:
            raise Refused(f"{rule}: {why}", step) from why
    require(bool(facts), "there are no steps")
    claimed = stored["statement"]
    concl, *hyps = decoded([{"t": i} for i in (claimed["concl"], *claimed["hyps"])], terms, [])
    last = facts[-1]
    same(last.concl, statement(concl), "the proof does not prove the conclusion that is claimed")
    require(last.hyps <= {key(statement(h)) for h in hyps}, "the proof needs a hypothesis that is not claimed")
    cited, argued, uses = (
        tuple(sorted(text for kind, text in last.provenance if kind == wanted))
        for wanted in ("cited", "argued", "uses")
    )
    text = ", ".join([fingerprint(concl), *sorted(map(fingerprint, hyps))])
    known_as = hashlib.sha256(text.encode()).hexdigest()[:16]
    certified = ("certified", "") in last.provenance
    written = Writing([concl, *hyps])
    said = written.variables(), tuple(map(written.text, dict.fromkeys(hyps))), written.text(concl)
    return last, Verdict(stored["name"], True, *said, known_as, cited, argued, certified, uses)


def shaped(stored: Any) -> None:
    """Refuse as malformed what is not a stored theorem."""
    good = isinstance(stored, Mapping) and isinstance(stored.get("name"), str)
    if not good:
        raise Malformed("a theorem is an object with a name")
    claimed, rows, steps = stored.get("statement"), stored.get("terms"), stored.get("steps")
    if not isinstance(rows, list) or not isinstance(steps, list) or not isinstance(claimed, Mapping):
        raise Malformed("a theorem has terms, steps and a statement")
    if not isinstance(claimed.get("hyps"), list) or "concl" not in claimed:
        raise Malformed("a statement has hyps and concl")
    if not all(isinstance(s, list) and s and isinstance(s[0], str) for s in steps):
        raise Malformed("a step is a list that starts with the name of a rule")


def check(theorems: Iterable[Mapping[str, Any]], intervals: str = "arb") -> list[Verdict]:
    """Return a verdict on each stored theorem, in order; each may use only those accepted before it.

    Parameters
    ----------
    theorems
        Stored theorems, as read from JSON.
    intervals
        The library for the ends of intervals: ``"arb"`` or ``"mpmath"``.
    """
    if intervals not in ("arb", "mpmath"):
        raise Malformed(f"no such interval library: {intervals!r}")
    _library[0] = arb_library() if intervals == "arb" else mpmath_library()
    known: dict[str, Fact] = {}
    out: list[Verdict] = []
    _work[1] = 0
    collecting = gc.isenabled()
    gc.disable()  # there are no cycles among our objects
    try:
        for stored in theorems:
            _work[0], _open[0] = 0, 0
            before = len(ATOMS), len(_formulas), len(_keys), len(_sets)
            verdict = judged(stored, known)
            _work[1] += _work[0]
            if not verdict.accepted:
                forget(*before)
            out.append(verdict)
    finally:
        if collecting:
            gc.enable()
    return out


def judged(stored: Any, known: dict[str, Fact]) -> Verdict:
    """Return the verdict on one theorem, which is known from then on if it is accepted."""
    name = stored.get("name") if isinstance(stored, Mapping) else None
    name = name if isinstance(name, str) else "?"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))  # what MAX_DEPTH allows needs a fraction of it
    try:
        shaped(stored)
        require(name not in known, "there is a theorem of that name already")
        require(
            _work[1] <= MAX_TOTAL_WORK, f"all theorems together take too much work (more than {MAX_TOTAL_WORK} units)"
        )
        known[name], verdict = follow(stored, known)
    except Refused as why:
        reason, step, *_ = *why.args, None
        return Verdict(name, False, step=step, reason=reason, malformed=isinstance(why, Malformed))
    except (RecursionError, MemoryError, ArithmeticError, LookupError, TypeError, ValueError) as wrong:
        reason = f"nested too deeply, too large or malformed ({type(wrong).__name__})"
        return Verdict(name, False, reason=reason, malformed=True)
    finally:
        sys.setrecursionlimit(limit)
    return verdict


def forget(atoms: int, formulas: int, keys: int, sets: int) -> None:
    """Leave nothing behind of a theorem that was refused but what there was before; nothing can refer to it."""
    del ATOMS[atoms:]
    for table, length in ((_numbers, atoms), (_formulas, formulas), (_keys, keys), (_sets, sets)):
        while len(table) > length:
            table.popitem()
    _values.clear()
    _applied.clear()
    _nodes.clear()
    _factors.clear()


def read_file(path: str) -> Iterator[Any]:
    """Yield the theorems of a file: a JSON list, one theorem, or one theorem a line.

    All of it is read as JSON before the first is given out, but only one line is held as such at a time.

    Raises
    ------
    Malformed
        if the file is not a file, too long, or not JSON.
    """
    text = content(path)
    lines = [(f"{path}, line {number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1:
        try:
            for where, line in lines:
                parsed(where, line)
            return (parsed(where, line) for where, line in lines)
        except Malformed as wrong:
            if len(text) > MAX_LINE or not text.lstrip().startswith(("[", "{")):
                raise
            first = wrong
    try:
        found = parsed(path, text)
    except Malformed as wrong:  # neither one value nor one a line: which of the two was meant?
        raise (first if len(lines) > 1 and lines[0][1].rstrip().endswith("}") else wrong) from wrong
    return iter(found if isinstance(found, list) else [found])


def parsed(where: str, line: str) -> Any:
    """Return the JSON value of a line."""
    if len(line) > MAX_LINE:
        raise Malformed(f"{where}: longer than {MAX_LINE} bytes; write one theorem a line")
    try:
        return json.loads(line)
    except RecursionError as wrong:
        raise Malformed(f"{where}: nested too deeply") from wrong
    except ValueError as wrong:  # not JSON, or a number with thousands of digits
        raise Malformed(f"{where}: not JSON: {clipped(str(wrong), 100)}") from wrong


def content(path: str) -> str:
    """Return the text of a regular file; devices, pipes and folders are not read, for they may have no end."""
    too_long = f"{path}: longer than {MAX_FILE} bytes"
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
        try:
            kind = os.fstat(handle)
            if not stat.S_ISREG(kind.st_mode):
                raise Malformed(f"{path}: not a regular file")
            if kind.st_size > MAX_FILE:
                raise Malformed(too_long)
            with open(handle, "rb", closefd=False) as file:
                data = file.read(1 + max(kind.st_size, MAX_LINE))
        finally:
            os.close(handle)
    except OSError as wrong:
        raise Malformed(f"{path}: {wrong.strerror}") from wrong
    if len(data) > max(kind.st_size, MAX_LINE):  # it grows, or it does not say how long it is
        raise Malformed(too_long)
    try:
        return data.decode("utf-8")
    except ValueError as wrong:
        raise Malformed(f"{path}: not UTF-8") from wrong


MAX_LISTED = 20  # theorems that are listed by default


def report(verdicts: Sequence[Verdict], everything: bool = False) -> str:
    """Return the text to print: refused and admitted theorems, all if they are few, and a summary."""
    number = Counter(v.kind for v in verdicts)
    all_shown = everything or len(verdicts) <= MAX_LISTED
    lines = [line(v) for v in verdicts if all_shown or v.kind != "accepted"]
    if not all_shown and number["accepted"]:
        lines.append(f"{number['accepted']} accepted that rest on nothing admitted are not shown (--all shows them)")
    good = len(verdicts) - number["refused"]
    lines.append(f"{good} accepted, {number['refused']} refused")
    if number["argued"] or number["cited"]:
        lines[-1] += f"; resting on argued steps: {number['argued']}, on cited ones alone: {number['cited']}"
    return "\n".join(lines) + "\n"


def line(v: Verdict) -> str:
    """Return a verdict: what was accepted and what it rests on, or why not."""
    name = quoted(v.name)
    if not v.accepted:
        return f"refused   {name}" + (f", step {v.step}" if v.step is not None else "") + f": {reason(v)}"
    given = "; ".join(v.hypotheses)
    said = (f"for {v.variables}: " if v.variables else "") + (f"{given} ⊢ " if given else "") + v.conclusion
    rests = [f"{kind} {quoted(text)}" for kind in ("argued", "cited") for text in getattr(v, kind)]
    rests += (
        [f"uses {', '.join(map(quoted, v.uses[:MAX_LISTED]))}" + ", …" * (len(v.uses) > MAX_LISTED)] if v.uses else []
    )
    rests += ["certified by balls"] if v.certified else []
    return f"{v.kind:9} {name}  {said}" + "".join(f"\n          {rest}" for rest in rests[: MAX_LISTED + 2])


def reason(v: Verdict) -> str:
    """Why it was refused, in one line."""
    return escaped(clipped(v.reason, 300))


def status(verdicts: Sequence[Verdict]) -> int:
    """Return the exit status: 0, 1 if a theorem is refused, 2 if one depends on admitted steps, 3 if malformed."""
    kinds = {v.kind for v in verdicts}
    if any(v.malformed for v in verdicts):
        return 3
    return 1 if "refused" in kinds else 2 if kinds & {"argued", "cited"} else 0


def as_json(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as JSON, in ASCII, so that nothing in them is obeyed by a terminal."""
    return json.dumps([{"kind": v.kind, **asdict(v)} for v in verdicts], indent=1) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="checker",
        description="Replay stored proofs without the kernel.",
        epilog="Exit status: 0 if all are accepted and rest on nothing admitted, 1 if some are refused, 2 if all are "
        "accepted but some rest on argued or cited steps, 3 if the input is malformed.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a JSON list of theorems, or one theorem a line")
    parser.add_argument("--all", action="store_true", help="show every theorem, not only what needs a look")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument("--intervals", choices=["arb", "mpmath"], default="arb", help="library for intervals")
    options = parser.parse_args(arguments)
    try:
        verdicts = check(chain.from_iterable([read_file(path) for path in options.files]), options.intervals)
    except Malformed as why:
        sys.stderr.write(f"checker: {escaped(str(why))}\n")
        return 3
    sys.stdout.write(as_json(verdicts) if options.json else report(verdicts, options.all))
    malformed = next((v for v in verdicts if v.malformed), None)
    if malformed is not None:
        sys.stderr.write(f"checker: {quoted(malformed.name)}: {reason(malformed)}\n")
    return status(verdicts)


if __name__ == "__main__":
    raise SystemExit(main())
