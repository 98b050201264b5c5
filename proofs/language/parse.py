"""Formulas as text: read with Python's own grammar, by a whitelist, and never evaluated.

Understood are + − * / **, exp, log, sqrt, abs, min, max, comparisons (chains too), `and` between relations,
numerals (decimals are exact), and variables. A variable is real unless it is declared: "integer n".

Python's own reader drops comments and reads the letters of other alphabets as ours, so it is given nothing with a sign
that is not understood here.

Roots are total here like everything in the kernel: x**(p/q) is exp(p/q · log x) for x > 0 and 0 elsewhere, so
each comes with a condition (0 <= x) that has to be proved before an answer means anything. A zeroth power is
1 + 0 · base: the base still has to be defined.

>>> from proofs.language.display import text
>>> read = parse("log(1 + x) <= x < 2*sqrt(y)", [])
>>> [text(r) for r in read.relations]
['log(1 + x) ≤ x', 'x < 2·√y']
>>> [text(c) for c in read.conditions], read.typed
(['0 ≤ y'], ('log(1 + x) <= x', 'x < 2*sqrt(y)'))
"""

from __future__ import annotations

import ast
import math
import re
import unicodedata
import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from proofs.kernel.terms import NAME, KernelError, Term, absolute, eq, exp, ite, le, log, lt, num, var

LONGEST = 4_000  # characters
DEEPEST = 60  # nesting
LARGEST = 4_000  # size of a term, written out
HIGHEST = 64  # integer exponents
MOST_DIGITS = 400  # of a numeral
MOST_BITS = 4_000  # of a power of numerals
DECLARATION = re.compile(r"\s*integers?\s+(?P<names>\S.*)", re.DOTALL | re.ASCII)
FUNCTIONS = ("exp", "log", "ln", "sqrt", "abs", "min", "max")
STRANGE = re.compile(r"=<|=>|<>|[^A-Za-z0-9_.,()+\-*/<>=!^ \t\r\n]|(?<![<>=!])=(?!=)")
INSTEAD = {
    "=": "for equality write ==", "=<": "write <=", "=>": "write >=", "<>": "use < or > and ask twice", "≤": "write <=",
    "≥": "write >=", "≠": "use < or > and ask twice", "−": "write -", "·": "write *", "×": "write *", "÷": "write /",
    "√": "write sqrt(x)", "²": "write **2", "³": "write **3", "∞": "leave the bound out", "π": "π is not among the "
    "numbers understood here", "∧": "write and", "&": "write and", "|": "an absolute value is written abs(x)", "[":
    "brackets are ( and )", "{": "brackets are ( and )", ";": "join relations by and", "#": "comments are not "
    "understood",    "'": "there is no text in a formula", '"': "there is no text in a formula",
}  # fmt: skip
SIGNS: dict[type[ast.cmpop], str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=="}
TAKEN = {
    "e": "write exp(1)", "E": "write exp(1)", "pi": "π is not among the numbers understood here", "I": "only real "
    "numbers are understood", "inf": "leave the bound out", "oo": "leave the bound out", "nan": "it is no number",
}  # fmt: skip


class ParseError(ValueError):
    """Text that is not understood: `text`, the `position` in it, and in the message what to do."""

    def __init__(self, text: str, position: int, what: str) -> None:
        """`position` counts characters from 0."""
        start = max(0, position - 30)
        shown = text[start : position + 30].replace("\n", " ")
        super().__init__(f"{what}\n   {shown}\n   {' ' * (position - start)}^")
        self.text, self.position, self.what = text, position, what


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
            column = wrong.offset - 1 if wrong.offset else len(text)  # it has none where the text breaks off
            hint = "products are written *, powers **, relations < <= == >= >, and each bracket must be closed"
            message = f"not a formula ({wrong.msg}); {hint}"
            raise ParseError(text, min(len(text), self.offset + column), message) from None
        except (ValueError, MemoryError, RecursionError):
            raise ParseError(text, 0, "not a formula, or nested too deeply") from None

    def fail(self, node: ast.AST, what: str) -> ParseError:
        return ParseError(self.text, self.position(node), what)

    def position(self, node: ast.AST, end: bool = False) -> int:
        return self.offset + int(getattr(node, "end_col_offset" if end else "col_offset", 0))

    def typed(self, node: ast.AST) -> str:
        """The text of a node, its spaces made single."""
        return " ".join(self.text[self.position(node) : self.position(node, end=True)].split())

    def formula(self) -> Parsed:
        parts = self.body.values if isinstance(self.body, ast.BoolOp) else [self.body]
        if isinstance(self.body, ast.BoolOp) and not isinstance(self.body.op, ast.And):
            raise self.fail(self.body, "`or` is not understood: ask for the parts one by one")
        relations: list[Term] = []
        typed: list[str] = []
        for part in parts:
            if not isinstance(part, ast.Compare):
                raise self.fail(part, "a relation is needed, such as x + 1 <= exp(x)")
            nodes = [part.left, *part.comparators]
            sides = [(self.number(node, 1), self.typed(node)) for node in nodes]
            for (s, left), op, (t, right) in zip(sides, part.ops, sides[1:], strict=False):
                relations.append(self.relation(part, op, s, t))
                typed.append(f"{left} {SIGNS[type(op)]} {right}")
        return Parsed(tuple(relations), tuple(dict.fromkeys(self.conditions)), tuple(typed))

    def relation(self, node: ast.AST, op: ast.cmpop, s: Term, t: Term) -> Term:
        if isinstance(op, ast.NotEq):
            raise self.fail(node, "!= is not understood: use < or > and ask twice")
        known: dict[type, Callable[[], Term]] = {
            ast.LtE: lambda: le(s, t),
            ast.Lt: lambda: lt(s, t),
            ast.GtE: lambda: le(t, s),
            ast.Gt: lambda: lt(t, s),
            ast.Eq: lambda: eq(s, t),
        }
        if type(op) not in known:
            raise self.fail(node, "this is not a relation between numbers: use < <= == >= >")
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
            taken = TAKEN.get(node.id) or TAKEN.get(node.id.lower().replace("infinity", "inf"))
            if taken:
                raise self.fail(node, f"{node.id} is not a variable: {taken}")
            if node.id.lower() in FUNCTIONS:
                raise self.fail(node, f"{node.id} is a function: write {node.id}(x)")
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
        raise self.fail(node, "not understood: numbers are made with + - * / **, exp, log, sqrt, abs, min and max")

    def numeral(self, node: ast.Constant) -> Term:
        start, end = self.position(node), self.position(node, end=True)
        written = self.text[start:end]
        if type(node.value) not in (int, float) or len(written) > MOST_DIGITS:
            raise self.fail(node, f"not a numeral of at most {MOST_DIGITS} digits")
        if re.fullmatch(r"[0-9]+|(?:[0-9]+\.[0-9]*|\.?[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", written) is None:
            raise self.fail(node, "write numerals in decimals, with an exponent of at most three digits")
        value = Fraction(written)
        return num(value.numerator, value.denominator)

    def call(self, node: ast.Call, depth: int) -> Term:
        name = node.func.id.lower() if isinstance(node.func, ast.Name) else ""
        if node.keywords or name not in FUNCTIONS:
            raise self.fail(node, "the functions understood are exp, log (natural), sqrt, abs, min and max")
        args = [self.number(a, depth) for a in node.args]
        if name in ("min", "max"):
            if not args:
                raise self.fail(node, f"{name} of nothing")
            return reduce(lambda s, t: ite(le(s, t), s, t) if name == "min" else ite(le(s, t), t, s), args)
        if len(args) != 1:
            raise self.fail(node, f"{name} takes one number; for another base write log(x)/log(b)")
        if name == "sqrt":
            return root(args[0], Fraction(1, 2), self.conditions)
        known: dict[str, Callable[[Term], Term]] = {"exp": exp, "log": log, "ln": log, "abs": absolute}
        return known[name](args[0])

    def power(self, node: ast.AST, base: Term, exponent: Term) -> Term:
        value = Fraction(*exponent.args) if exponent.op == "num" else None
        if value is None or (value.denominator != 1 and base.op != "num"):
            return root(base, value, self.conditions) if value is not None else exp(exponent * log(base))
        if value.denominator != 1:
            return root(base, value, self.conditions)
        k = int(value)
        if base.op == "num":
            p, q = base.args
            if abs(k) * max(p.bit_length(), q.bit_length()) > MOST_BITS:
                raise self.fail(node, "a power of a numeral that is too large to write out")
            return base**k if k < 0 and p == 0 else num(p**k, q**k) if k >= 0 else num(q**-k, p**-k)
        if k == 0:
            return num(1) + num(0) * base
        if abs(k) > HIGHEST:
            raise self.fail(node, f"an exponent beyond {HIGHEST}: write exp(k*log(x)) for x > 0")
        if abs(k) * base.size > LARGEST:
            raise self.fail(node, "too large when written out")
        return base**k


def root(base: Term, exponent: Fraction, conditions: list[Term]) -> Term:
    """base**exponent: exact if rational, else by exp and log; that the base is not negative joins the conditions."""
    if base.op == "num" and base.args[0] > 0:
        exact = rational_power(Fraction(*base.args), exponent)
        return num(exact.numerator, exact.denominator) if exact else exp(_times(exponent, log(base)))
    if exponent < 0:
        return exp(_times(exponent, log(base)))
    conditions.append(le(num(0), base))
    return ite(lt(num(0), base), exp(_times(exponent, log(base))), num(0))


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
