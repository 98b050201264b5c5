"""Formulas as text: read with Python's own grammar, by a whitelist, and never evaluated.

Understood are + − * / **, exp, log, sqrt, sin, cos, atan, abs, min, max, functions made of these (`NAMED`), pi,
comparisons (chains too), `and` between relations, numerals (decimals are exact), and variables. A variable is real
unless it is declared: "integer n".

Entries are written a[i] or a[i, j]; sums, products, maxima and minima over ranges as SymPy writes them:
sum(a[i], (i, 1, n)), prod, max, min; and all(a[i] > 0, (i, 1, n)) says a relation of every index. The bound of a
range, and an entry's index, is an integer; of several ranges, those are outside of which the bounds of others speak.
A sum over an empty range is 0, a product 1; a maximum of nothing is not defined. A range between numerals that is not
long is written out. r**n for an integer n is a product of n factors (of a positive numeral exp(n*log(r))), and 0 <= n
a condition.

Python's own reader drops comments and reads the letters of other alphabets as ours, so it is given nothing with a sign
that is not understood here.

Roots are total here like everything in the kernel: x**(p/q) is exp(p/q · log x) for x > 0 and 0 elsewhere, so
each comes with a condition (0 <= x) that has to be proved before an answer means anything. A zeroth power is
1 + 0 · base: the base still has to be defined. So it is with tan, which divides by cos, and with asin and acos, of
which 0 <= 1 − x² is the condition.

>>> from proofs.language.display import text
>>> read = parse("log(1 + x) <= x < 2*sqrt(y)", [])
>>> [text(r) for r in read.relations]
['log(1 + x) ≤ x', 'x < 2·√y']
>>> [text(c) for c in read.conditions], read.typed
(['0 ≤ y'], ('log(1 + x) <= x', 'x < 2*sqrt(y)'))
>>> print(text(*parse("sum(a[i]**2, (i, 1, n)) >= 0", ["n"]).relations))
0 ≤ Σ_{i=1}^{n} a_i^2
"""

from __future__ import annotations

import ast
import keyword
import math
import re
import unicodedata
import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

from proofs.kernel.terms import (
    NAME,
    KernelError,
    Term,
    absolute,
    atan,
    big,
    closed,
    cos,
    eq,
    exp,
    fn,
    forall,
    imp,
    ite,
    le,
    log,
    lt,
    num,
    sin,
    substitute,
    var,
)
from proofs.language.notation import PI

Range = tuple[Term, Term, Term]  # the index and the ends
LONGEST = 4_000  # characters
DEEPEST = 60  # nesting
LARGEST = 4_000  # size of a term, written out
HIGHEST = 64  # integer exponents
HIGHEST_OF_NAMES = 4_000  # of what is not multiplied out: a variable
MOST_DIGITS = 400  # of a numeral
MOST_BITS = 4_000  # of a power of numerals
DECLARATION = re.compile(r"\s*integers?\s+(?P<names>\S.*)", re.DOTALL | re.ASCII)
OVER_RANGES = {"sum": "sum", "prod": "prod", "product": "prod", "max": "max", "min": "min"}
WRITTEN_OUT = 50  # members of a range between numerals, up to which it is written out
STRANGE = re.compile(r"=<|=>|<>|[^A-Za-z0-9_.,()\[\]+\-*/<>=!^ \t\r\n]|(?<![<>=!])=(?!=)")
INSTEAD = {
    "=": "for equality write ==", "=<": "write <=", "=>": "write >=", "<>": "write !=", "≤": "write <=",
    "≥": "write >=", "≠": "write !=", "−": "write -", "·": "write *", "×": "write *", "÷": "write /",
    "√": "write sqrt(x)", "²": "write **2", "³": "write **3", "∞": "leave the bound out", "π": "write pi",
    "∧": "write and", "&": "write and", "|": "an absolute value is written abs(x)", "{": "brackets are ( and )",
    ";": "join relations by and", "#": "comments are not understood", "'": "there is no text in a formula",
    '"': "there is no text in a formula",
}  # fmt: skip
SIGNS: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=",
    ast.Lt: "<",
    ast.GtE: ">=",
    ast.Gt: ">",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
TAKEN = {
    "pi": "it is the number π", "I": "only real numbers are understood", "inf": "leave the bound out",
    "oo": "leave the bound out", "nan": "it is no number",
}  # fmt: skip
NO_NAMES = {*keyword.kwlist} - {"and", "or", "not", "if", "else", "in", "is", "for"}  # to the reader of formulas
EULER = ("e", "E")  # a variable, too, where nothing says that the number is meant


class ParseError(ValueError):
    """Text that is not understood: `text`, the `position` in it, and in the message what to do."""

    def __init__(self, text: str, position: int, what: str) -> None:
        """`position` counts characters from 0."""
        start = max(0, position - 30)
        shown = text[start : position + 30].replace("\n", " ")
        where = f"\n   {shown}\n   {' ' * (position - start)}^" if shown.strip() else ""
        super().__init__(what + where)
        self.text, self.position, self.what = text, position, what

    def __reduce__(self) -> tuple[Any, ...]:
        """For processes to send it to one another."""
        return type(self), (self.text, self.position, self.what)


@dataclass(frozen=True)
class Parsed:
    """Relations that are to hold together, conditions under which their roots are defined, and the relations as typed.

    `typed` is empty for formulas that did not come as text.
    """

    relations: tuple[Term, ...]
    conditions: tuple[Term, ...] = ()
    typed: tuple[str, ...] = field(default=(), compare=False)


def declared(text: str) -> tuple[str, ...] | None:
    """The names in a declaration such as "integer n, m"; None if it is not one."""
    found = DECLARATION.fullmatch(text)
    if found is None:
        return None
    names = re.split(r"[\s,]+", found["names"].rstrip(" \t\r\n"), flags=re.ASCII)
    for name in names:
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS:
            raise ParseError(text, text.index(name), f"not the name of a variable: {name}")
    return tuple(names)


def parse(text: str, integers: Collection[str]) -> Parsed:
    """The relations that a text states.

    Parameters
    ----------
    text
        A relation, a chain of relations, or several joined by `and`.
    integers
        The names of the variables that are integers.

    Raises
    ------
    ParseError
        for anything else, with the position and what to do.
    """
    return _Reader(text, integers).formula()


def parse_number(text: str, integers: Collection[str] = ()) -> Term:
    """The number that a text describes."""
    reader = _Reader(text, integers)
    return reader.number(reader.body, 0)


class _Reader:
    def __init__(self, text: str, integers: Collection[str]) -> None:
        if len(text) > LONGEST:
            raise ParseError(text[:60], 60, f"longer than {LONGEST} characters: split it")
        self.text, self.integers = text, integers
        self.line = re.sub(r"\s", " ", text)
        self.offset = len(text) - len(self.line.lstrip())
        self.conditions: list[Term] = []
        self.indices: dict[str, Term] = {}  # of the ranges around
        if not self.line.strip():
            raise ParseError(text, 0, "there is nothing here: write a relation, such as x + 1 <= exp(x)")
        strange = STRANGE.search(text)
        if strange is not None:
            raise ParseError(text, strange.start(), _refusal(strange[0]))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.body = ast.parse(self.line.strip(), mode="eval").body
        except SyntaxError as wrong:
            word = next((w for w in re.finditer(r"\w+", text) if w[0] in NO_NAMES), None)
            if word is not None:
                raise ParseError(text, word.start(), f"{word[0]} cannot be a name here: choose another") from None
            column = wrong.offset - 1 if wrong.offset else len(text)  # it has none where the text breaks off
            hint = "products are written *, powers **, relations < <= == >= >, and each bracket must be closed"
            message = f"not a formula ({wrong.msg}); {hint}"
            raise ParseError(text, min(len(text), self.offset + column), message) from None
        except (ValueError, MemoryError, RecursionError):
            raise ParseError(text, 0, "not a formula, or nested too deeply") from None

    @cached_property
    def of_powers(self) -> bool:
        """Whether exp or log stands in the formula, or e with an exponent that is no numeral."""

        def says(node: ast.AST) -> bool:
            if isinstance(node, ast.Call):
                return self.function(node) in ("exp", "log", "ln")
            if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.left, ast.Name)):
                return False
            return node.left.id in EULER and any(isinstance(kid, ast.Name) for kid in ast.walk(node.right))

        return any(map(says, ast.walk(self.body)))

    def fail(self, node: ast.AST, what: str) -> ParseError:
        return ParseError(self.text, self.position(node), what)

    def position(self, node: ast.AST, end: bool = False) -> int:
        return self.offset + int(getattr(node, "end_col_offset" if end else "col_offset", 0))

    def typed(self, node: ast.AST) -> str:
        """The text of a node, its spaces made single."""
        return " ".join(self.text[self.position(node) : self.position(node, end=True)].split())

    def formula(self) -> Parsed:
        found = self.relations(self.body, 0)
        relations, typed = (tuple(part) for part in zip(*found, strict=True))
        return Parsed(relations, tuple(dict.fromkeys(self.conditions)), typed)

    def relations(self, node: ast.expr, depth: int) -> list[tuple[Term, str]]:
        """The relations that are to hold together, each with its text."""
        if isinstance(node, ast.BoolOp):
            if not isinstance(node.op, ast.And):
                raise self.fail(node, "`or` is not understood: ask for the parts one by one")
            return [found for part in node.values for found in self.relations(part, depth + 1)]
        if isinstance(node, ast.Call) and self.function(node) == "all":
            return self.every(node, depth)
        if not isinstance(node, ast.Compare):
            raise self.fail(node, "a relation is needed, such as x + 1 <= exp(x)")
        sides = [(self.number(side, depth + 1), self.typed(side)) for side in (node.left, *node.comparators)]
        return [
            (self.relation(node, op, s, t), f"{left} {SIGNS[type(op)]} {right}")
            for (s, left), op, (t, right) in zip(sides, node.ops, sides[1:], strict=False)
        ]

    def every(self, node: ast.Call, depth: int) -> list[tuple[Term, str]]:
        """A relation of every index of ranges."""
        inside, ranges = self.ranged(node, lambda body: self.relations(body, depth + 1), depth)
        where = ", ".join(self.typed(r) for r in node.args[1:])
        out = inside
        for i, lo, hi in ranges:
            if _short(lo, hi):
                values = range(lo.args[0], hi.args[0] + 1)
                out = [(substitute(formula, {i: num(k)}), words) for formula, words in out for k in values]
            else:
                out = [(_for_all(i, lo, hi, formula), words) for formula, words in out]
        if not out:
            raise self.fail(node, "this says nothing: the range is empty")
        return [(formula, f"all({words}, {where})") for formula, words in out]

    def ranged(self, node: ast.Call, read: Callable[[ast.expr], Any], depth: int) -> tuple[Any, list[Range]]:
        """What is said over ranges, and the ranges, the innermost first; its roots hold for every index."""
        rows = [self.row(r) for r in node.args[1:]]
        names = [name for name, *_ in rows]
        if not rows or node.keywords or len(set(names)) < len(names):
            raise self.fail(node, "ranges are written sum(a[i]*b[j], (i, 1, n), (j, 1, i)), each with its own index")
        outside = dict(self.indices)
        ranges: list[Range] = []
        starts: list[int] = []
        while rows:  # the outermost first: one whose bounds speak of no other index
            free = [row for row in rows if not any(_speaks_of(e, {r[0] for r in rows} - {row[0]}) for e in row[1:])]
            if not free:
                raise self.fail(node, "the bounds of these ranges speak of one another's indices")
            name, low, high = free[-1]
            rows.remove(free[-1])
            lo, hi = (self.integer(end, depth) for end in (low, high))
            i = var(name, "Z")
            ranges.insert(0, (i, lo, hi))
            starts.insert(0, len(self.conditions))
            self.indices[name] = i
        inside = read(node.args[0])
        for start, (i, lo, hi) in zip(starts, ranges, strict=True):
            self.conditions[start:] = [_for_all(i, lo, hi, c) for c in self.conditions[start:]]
        self.indices = outside
        return inside, ranges

    def row(self, node: ast.expr) -> tuple[str, ast.expr, ast.expr]:
        """The index and the bounds of a range."""
        if not (isinstance(node, ast.Tuple) and len(node.elts) == 3 and isinstance(node.elts[0], ast.Name)):
            raise self.fail(node, "a range is written (i, 1, n)")
        name = node.elts[0].id
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS:
            raise self.fail(node.elts[0], f"not the name of an index: {name}")
        return name, node.elts[1], node.elts[2]

    def integer(self, node: ast.expr, depth: int) -> Term:
        """A bound of a range, or an index of an entry."""
        out = self.number(node, depth + 1)
        if out.sort != "Z":
            names = sorted(v.args[0] for v in out.free if v.sort == "R")
            hint = f': declare it, with a hypothesis "integer {", ".join(names)}"' if names else ""
            raise self.fail(node, f"an integer is needed here{hint}")
        return out

    def relation(self, node: ast.AST, op: ast.cmpop, s: Term, t: Term) -> Term:
        known: dict[type, Callable[[], Term]] = {
            ast.LtE: lambda: le(s, t),
            ast.Lt: lambda: lt(s, t),
            ast.GtE: lambda: le(t, s),
            ast.Gt: lambda: lt(t, s),
            ast.Eq: lambda: eq(s, t),
            ast.NotEq: lambda: lt(num(0), absolute(s - t)),
        }
        if type(op) not in known:
            raise self.fail(node, "this is not a relation between numbers: use < <= == != >= >")
        return known[type(op)]()

    def number(self, node: ast.expr, depth: int) -> Term:
        if depth > DEEPEST:
            raise self.fail(node, f"nested more than {DEEPEST} deep: name a part and split the formula")
        try:
            out = self.plain(node, depth + 1)
        except KernelError as wrong:
            raise self.fail(node, str(wrong)) from None
        if out.size > LARGEST:
            raise self.fail(node, "too large when written out")
        return out

    def plain(self, node: ast.expr, depth: int) -> Term:
        if isinstance(node, ast.Constant):
            return self.numeral(node)
        if isinstance(node, ast.Name):
            if node.id == "pi":
                return PI
            taken = TAKEN.get(node.id) or TAKEN.get(node.id.lower().replace("infinity", "inf"))
            if taken:
                raise self.fail(node, f"{node.id} is not a variable: {taken}")
            if node.id in EULER and self.of_powers:
                what = "here it may be the number: write exp(1) for that, and another letter for a variable"
                raise self.fail(node, f"{node.id} is not a variable beside exp, log or powers of it: {what}")
            if node.id.lower() in FUNCTIONS:
                raise self.fail(node, f"{node.id} is a function: write {node.id}(x)")
            if node.id in self.indices:
                return self.indices[node.id]
            if not NAME.match(node.id):
                raise self.fail(node, "the name of a variable has letters without accents, digits and _")
            return var(node.id, "Z" if node.id in self.integers else "R")
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            inside = self.number(node.operand, depth)
            return inside if isinstance(node.op, ast.UAdd) else times(num(-1), inside)
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.BitXor):
                raise self.fail(node, "powers are written **, not ^")
            s, t = self.number(node.left, depth), self.number(node.right, depth)
            if isinstance(node.op, ast.Pow):
                return self.power(node, s, t)
            known: dict[type, Callable[[], Term]] = {
                ast.Add: lambda: s + t,
                ast.Sub: lambda: s - t,
                ast.Mult: lambda: times(s, t),
                ast.Div: lambda: times(s, num(t.args[1], t.args[0])) if t.op == "num" and t.args[0] else s / t,
            }
            if type(node.op) in known:
                return known[type(node.op)]()
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, ast.Subscript):
            return self.entry(node, depth)
        what = "+ - * / **, exp, log, sqrt, sin, cos, abs, min, max, entries a[i], and sum, prod over ranges"
        raise self.fail(node, f"not understood: numbers are made with {what}")

    def entry(self, node: ast.Subscript, depth: int) -> Term:
        """An entry a[i] or a[i, j]."""
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS or name in self.indices:
            raise self.fail(node, "an entry is written a[i] or a[i, j]")
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        at = [self.integer(place, depth) for place in places]
        return fn(name, len(at), "Z" if name in self.integers else "R")(*at)

    def over(self, node: ast.Call, op: str, depth: int) -> Term:
        """A sum, product, maximum or minimum over ranges."""
        out, ranges = self.ranged(node, lambda body: self.number(body, depth), depth)
        out = times(num(-1), out) if op == "min" else out
        kind = "max" if op == "min" else op
        for i, lo, hi in ranges:
            members = (
                [substitute(out, {i: num(k)}) for k in range(lo.args[0], hi.args[0] + 1)] if _short(lo, hi) else []
            )
            if members and sum(m.size for m in members) <= LARGEST:
                joined: dict[str, Callable[[Term, Term], Term]] = {
                    "sum": lambda s, t: s + t, "prod": times, "max": lambda s, t: ite(le(s, t), t, s),
                }  # fmt: skip
                out = reduce(joined[kind], members)
            else:
                out = big(kind, lo, hi, closed(out, [i]))
        return times(num(-1), out) if op == "min" else out

    def numeral(self, node: ast.Constant) -> Term:
        start, end = self.position(node), self.position(node, end=True)
        written = self.text[start:end]
        if type(node.value) not in (int, float) or len(written) > MOST_DIGITS:
            raise self.fail(node, f"not a numeral of at most {MOST_DIGITS} digits")
        if re.fullmatch(r"[0-9]+|(?:[0-9]+\.[0-9]*|\.?[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", written) is None:
            raise self.fail(node, "write numerals in decimals, with an exponent of at most three digits")
        value = Fraction(written)
        return num(value.numerator, value.denominator)

    def function(self, node: ast.Call) -> str:
        """The name of the function that is called."""
        return node.func.id.lower() if isinstance(node.func, ast.Name) else ""

    def call(self, node: ast.Call, depth: int) -> Term:
        name = self.function(node)
        if node.keywords or name not in FUNCTIONS or name == "all":
            what = "exp, log (natural), sqrt, min, max, sum and prod over ranges, and"
            raise self.fail(node, f"the functions understood are {what} {', '.join(sorted({*PLAIN, *NAMED}))}")
        if name in OVER_RANGES and any(isinstance(a, ast.Tuple) for a in node.args):
            return self.over(node, OVER_RANGES[name], depth)
        if name in ("sum", "prod", "product"):
            raise self.fail(node, f"a range is missing: write {name}(a[i], (i, 1, n))")
        args = [self.number(a, depth) for a in node.args]
        if name in ("min", "max"):
            if not args:
                raise self.fail(node, f"{name} of nothing")
            return reduce(lambda s, t: ite(le(s, t), s, t) if name == "min" else ite(le(s, t), t, s), args)
        if len(args) != 1:
            raise self.fail(node, f"{name} takes one number; for another base write log(x)/log(b)")
        if name == "sqrt":
            return root(args[0], Fraction(1, 2), self.conditions)
        return PLAIN[name](args[0]) if name in PLAIN else NAMED[name](args[0], self.conditions)

    def power(self, node: ast.AST, base: Term, exponent: Term) -> Term:
        value = numeral(exponent)
        if value is None or (value.denominator != 1 and base.op != "num"):
            return root(base, value, self.conditions) if value is not None else power(base, exponent, self.conditions)
        if value.denominator != 1:
            return root(base, value, self.conditions)
        k = int(value)
        if base.op == "num":
            p, q = base.args
            if abs(k) * max(p.bit_length(), q.bit_length()) > MOST_BITS:
                sign = -1 if p < 0 and k % 2 else 1  # as a power of e, since it is too large to write out
                return times(num(sign), exp(times(num(k), log(num(abs(p), q)))))
            return base**k if k < 0 and p == 0 else num(p**k, q**k) if k >= 0 else num(q**-k, p**-k)
        if k == 0:
            return num(1) + num(0) * base
        highest = HIGHEST_OF_NAMES if base.op == "var" else HIGHEST
        if abs(k) > highest:
            raise self.fail(node, f"an exponent beyond {highest}: write exp(k*log(x)) for x > 0")
        if abs(k) * base.size > LARGEST:
            raise self.fail(node, "too large when written out")
        return base**k


def numeral(t: Term) -> Fraction | None:
    """The number that sums and products of numerals are; None for anything else, which might not be defined."""
    if t.op == "num":
        return Fraction(*t.args)
    if t.op not in ("add", "mul"):
        return None
    values = [value for value in map(numeral, t.args) if value is not None]
    if len(values) < len(t.args):
        return None
    return sum(values, Fraction(0)) if t.op == "add" else math.prod(values, start=Fraction(1))


def root(base: Term, exponent: Fraction, conditions: list[Term]) -> Term:
    """base**exponent: exact if rational, else by exp and log; that the base is not negative joins the conditions."""
    if base.op == "num" and base.args[0] > 0:
        exact = rational_power(Fraction(*base.args), exponent)
        return num(exact.numerator, exact.denominator) if exact else exp(_times(exponent, log(base)))
    if exponent < 0:
        return exp(_times(exponent, log(base)))
    conditions.append(le(num(0), base))
    return ite(lt(num(0), base), exp(_times(exponent, log(base))), num(0))


def arcsine(x: Term, conditions: list[Term]) -> Term:
    """The angle in [−π/2, π/2] with this sine: 2 atan(x/(1 + √(1 − x²))), for |x| <= 1."""
    value, square = numeral(x), 1 - x * x
    if value is not None:  # as one numeral, of which the root is seen to be defined
        square = num(*(1 - value * value).as_integer_ratio())
    return 2 * atan(x / (1 + root(square, Fraction(1, 2), conditions)))


def factorial(n: Term, conditions: list[Term]) -> Term:
    """1 · 2 ⋯ n, for an integer 0 <= n."""
    if n.sort != "Z":
        raise KernelError("a factorial is of an integer: declare its variables as integers")
    conditions.append(le(num(0), n))
    if n.op == "num" and 0 <= n.args[0] <= HIGHEST:
        return num(math.factorial(n.args[0]))
    i = var("i'", "Z")
    return big("prod", num(1), n, closed(i, [i]))


def cube_root(x: Term, conditions: list[Term]) -> Term:
    """The cube root, of negative numbers too; of a numeral it is the power 1/3, with its sign."""
    value = numeral(x)
    if value is not None:
        size = root(num(*abs(value).as_integer_ratio()), Fraction(1, 3), conditions) if value else num(0)
        return times(num(-1), size) if value < 0 else size
    return ite(lt(0, x), exp(log(x) / 3), ite(lt(x, 0), -exp(log(-x) / 3), 0))


PLAIN: dict[str, Callable[[Term], Term]] = {
    "exp": exp, "log": log, "ln": log, "abs": absolute, "sin": sin, "cos": cos, "atan": atan, "arctan": atan,
}  # fmt: skip
# What is made of these: functions of a number, which may add conditions under which they are defined.
NAMED: dict[str, Callable[[Term, list[Term]], Term]] = {
    "tan": lambda x, _: sin(x) / cos(x),
    "asin": arcsine,
    "arcsin": arcsine,
    "acos": lambda x, conditions: PI / 2 - arcsine(x, conditions),
    "arccos": lambda x, conditions: PI / 2 - arcsine(x, conditions),
    "sinh": lambda x, _: (exp(x) - exp(-x)) / 2,
    "cosh": lambda x, _: (exp(x) + exp(-x)) / 2,
    "tanh": lambda x, _: (exp(2 * x) - 1) / (exp(2 * x) + 1),
    "asinh": lambda x, _: log(x + exp(log(x * x + 1) / 2)),
    "acosh": lambda x, conditions: log(x + root(x * x - 1, Fraction(1, 2), conditions)),
    "atanh": lambda x, _: log((1 + x) / (1 - x)) / 2,
    "sigmoid": lambda x, _: 1 / (1 + exp(-x)),
    "softplus": lambda x, _: log(1 + exp(x)),
    "log2": lambda x, _: log(x) / log(num(2)),
    "log10": lambda x, _: log(x) / log(num(10)),
    "cbrt": cube_root,
    "factorial": factorial,
}
FUNCTIONS = ("sqrt", "all", *PLAIN, *NAMED, *OVER_RANGES)


def power(base: Term, exponent: Term, conditions: list[Term]) -> Term:
    """base**exponent for what is no numeral: a product for an integer, else by exp and log."""
    if exponent.sort != "Z" or (base.op == "num" and base.args[0] > 0):
        return exp(exponent * log(base))
    conditions.append(le(num(0), exponent))
    return big("prod", num(1), exponent, base)


def _for_all(i: Term, lo: Term, hi: Term, formula: Term) -> Term:
    """formula for lo <= i <= hi."""
    return forall("Z", closed(imp(le(lo, i), imp(le(i, hi), formula)), [i]))


def _short(lo: Term, hi: Term) -> bool:
    """Whether a range is between numerals, and written out."""
    return lo.op == hi.op == "num" and 0 <= hi.args[0] - lo.args[0] < WRITTEN_OUT


def _speaks_of(node: ast.expr, names: Collection[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))


def _refusal(sign: str) -> str:
    """Why a sign is not understood, and what to write instead."""
    if sign in INSTEAD:
        return INSTEAD[sign]
    name = unicodedata.name(sign, "").lower() or f"the sign U+{ord(sign):04X}"
    return f"not understood: {name}; what is known has letters without accents, digits, _ and + - * / ( ) , . < = >"


def times(s: Term, t: Term) -> Term:
    """s · t, multiplied out if both are numerals."""
    if s.op == t.op == "num":
        product = Fraction(*s.args) * Fraction(*t.args)
        return num(product.numerator, product.denominator)
    return s * t


def _times(c: Fraction, t: Term) -> Term:
    return times(num(c.numerator, c.denominator), t)


def rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """base**exponent for base > 0 if that is a small rational."""
    q = exponent.denominator
    if q > HIGHEST or abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) > MOST_BITS:
        return None
    roots = [integer_root(n, q) for n in (base.numerator, base.denominator)]
    return None if None in roots else Fraction(*roots) ** int(exponent * q)  # type: ignore[arg-type]


def integer_root(n: int, k: int) -> int | None:
    """The k-th root of n > 0 if it is an integer."""
    if k == 2:
        root = math.isqrt(n)
        return root if root * root == n else None
    low, high = 1, 1 << (n.bit_length() // k + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**k < n else (low, middle)
    return low if low**k == n else None
