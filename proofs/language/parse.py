"""A parser for formulas. It reads Python's expression grammar through a whitelist and never evaluates anything.

The parser accepts + − * / **, exp, log, sqrt, sin, cos, atan, abs, min, max, functions made of these, pi, comparisons
(chains too), `and` between relations, numerals (decimals are exact), and variables. A variable is real unless it is
declared: "integer n".

Entries are written a[i] or a[i, j]. Sums, products, maxima and minima over ranges follow SymPy's notation:
sum(a[i], (i, 1, n)), prod, max, min. all(a[i] > 0, (i, 1, n)) states a relation for every index. The bounds of a
range and the indices of an entry are integers. If the bounds of one range contain the index of another, the other is
the outer one. An empty sum is 0, an empty product 1; an empty maximum is undefined. A short range between numerals is
expanded. For an integer n, r**n is a product of n factors under the condition 0 <= n, or exp(n*log(r)) if r is a
positive numeral.

Python's parser drops comments and normalises letters of other alphabets, so text with a character that is not
understood here is rejected before it gets there.

`proofs.language.elaborate` builds the terms and collects the conditions under which roots, factorials and the like are
defined. The scope of an index is its range, and the name of the index does not matter.

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
import re
import unicodedata
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial, reduce
from typing import Any, NamedTuple

from proofs.kernel.terms import NAME, KernelError, Term, absolute, eq, fn, le, lt, num, substitute, var
from proofs.language.elaborate import (
    MAX_TERM_SIZE,
    NAMED,
    PLAIN,
    Elaborator,
    for_all_between,
    larger,
    numerals,
    rational,
    smaller,
    times,
)
from proofs.language.notation import PI, fresh

Row = tuple[str, ast.expr, ast.expr]  # the index of a range, and its bounds
MAX_LENGTH = 4_000  # characters
MAX_NESTING = 60
MAX_DIGITS = 400  # in a numeral
DECLARATION = re.compile(r"\s*integers?\s+(?P<names>\S.*)", re.DOTALL | re.ASCII)
OVER_RANGES = {"sum": "sum", "prod": "prod", "product": "prod", "max": "max", "min": "min"}
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
NO_NAMES = {*keyword.kwlist} - {"and", "or", "not", "if", "else", "in", "is", "for"}  # rejected by Python's parser
EULER = ("e", "E")  # variables, unless the formula suggests Euler's number


class ParseError(ValueError):
    """Raised for text that cannot be parsed: the `text`, the `position` in it, and a message that says what to do."""

    def __init__(self, text: str, position: int, what: str) -> None:
        """Create the error; `position` counts characters from 0."""
        start = max(0, position - 30)
        shown = text[start : position + 30].replace("\n", " ")
        where = f"\n   {shown}\n   {' ' * (position - start)}^" if shown.strip() else ""
        super().__init__(what + where)
        self.text, self.position, self.what = text, position, what

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error, to send it between processes."""
        return type(self), (self.text, self.position, self.what)


@dataclass(frozen=True)
class Parsed:
    """A conjunction of relations.

    Attributes
    ----------
    relations
        The relations, as terms.
    needs
        For each relation, the conditions under which its roots and the like are defined; empty if there are none.
    typed
        For each relation, its text; empty for formulas that were not given as text.
    """

    relations: tuple[Term, ...]
    needs: tuple[tuple[Term, ...], ...] = ()
    typed: tuple[str, ...] = field(default=(), compare=False)

    def mapped(self, f: Callable[[Term], Term]) -> Parsed:
        """Apply a function to all relations and conditions."""
        return replace(
            self,
            relations=tuple(map(f, self.relations)),
            needs=tuple(tuple(map(f, conditions)) for conditions in self.needs),
        )

    @property
    def conditions(self) -> tuple[Term, ...]:
        """The conditions of all relations, each once."""
        return tuple(dict.fromkeys(c for conditions in self.needs for c in conditions))


class Relation(NamedTuple):
    """A parsed relation, the conditions under which it is defined, and its text."""

    formula: Term
    needs: tuple[Term, ...]
    words: str = ""

    def mapped(self, f: Callable[[Term], Term]) -> Relation:
        """Apply a function to the relation and its conditions."""
        return self._replace(formula=f(self.formula), needs=tuple(map(f, self.needs)))


def declared(text: str) -> tuple[str, ...] | None:
    """Return the names in a declaration such as "integer n, m"; None if it is not one."""
    found = DECLARATION.fullmatch(text)
    if found is None:
        return None
    names = re.split(r"[\s,]+", found["names"].rstrip(" \t\r\n"), flags=re.ASCII)
    for name in names:
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS:
            raise ParseError(text, text.index(name), f"not the name of a variable: {name}")
    return tuple(names)


def parse(text: str, integers: Collection[str]) -> Parsed:
    """Parse a text into relations.

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
    """Parse a text into a term for a number."""
    reader = _Reader(text, integers)
    return reader.number(reader.body, 0)


class _Reader:
    def __init__(self, text: str, integers: Collection[str]) -> None:
        if len(text) > MAX_LENGTH:
            raise ParseError(text[:60], 60, f"longer than {MAX_LENGTH} characters: split it")
        self.text, self.integers = text, integers
        self.line = re.sub(r"\s", " ", text)
        self.offset = len(text) - len(self.line.lstrip())
        self.build = Elaborator()
        self.indices: dict[str, Term] = {}  # the variables of the enclosing ranges, by name
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
            column = wrong.offset - 1 if wrong.offset else len(text)  # there is no offset if the text breaks off
            hint = "products are written *, powers **, relations < <= == >= >, and each bracket must be closed"
            message = f"not a formula ({wrong.msg}); {hint}"
            raise ParseError(text, min(len(text), self.offset + column), message) from None
        except (ValueError, MemoryError, RecursionError):
            raise ParseError(text, 0, "not a formula, or nested too deeply") from None

    @cached_property
    def of_powers(self) -> bool:
        """True if the formula contains exp, log, or a power of e whose exponent contains a variable."""

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
        """Return the text of a node, with runs of white space collapsed."""
        return " ".join(self.text[self.position(node) : self.position(node, end=True)].split())

    def formula(self) -> Parsed:
        relations, needs, typed = zip(*self.relations(self.body, 0), strict=True)
        return Parsed(relations, needs if any(needs) else (), typed)

    def relations(self, node: ast.expr, depth: int) -> list[Relation]:
        """Parse a conjunction into its relations."""
        if isinstance(node, ast.BoolOp):
            if not isinstance(node.op, ast.And):
                raise self.fail(node, "`or` is not understood: ask for the parts one by one")
            return [found for part in node.values for found in self.relations(part, depth + 1)]
        if isinstance(node, ast.Call) and self.function(node) == "all":
            return self.every(node, depth)
        if not isinstance(node, ast.Compare):
            raise self.fail(node, "a relation is needed, such as x + 1 <= exp(x)")
        sides = []
        for side in (node.left, *node.comparators):
            with self.build.collecting() as needs:
                sides.append((self.number(side, depth + 1), needs, self.typed(side)))
        return [
            Relation(self.relation(node, op, s, t), tuple(before | after), f"{left} {SIGNS[type(op)]} {right}")
            for (s, before, left), op, (t, after, right) in zip(sides, node.ops, sides[1:], strict=False)
        ]

    def every(self, node: ast.Call, depth: int) -> list[Relation]:
        """Parse `all(…)`: relations that hold for every index of its ranges."""

        def over(rows: Sequence[Row]) -> list[Relation]:
            if not rows:
                return self.relations(node.args[0], depth + 1)
            (name, *bounds), *rest = rows
            with self.build.collecting() as needs:
                lo, hi = (self.integer(end, depth) for end in bounds)
            with fresh("Z") as (i,):
                inside = self.at(name, i, lambda: over(rest))
                members = [{i: k} for k in numerals(lo, hi)]
                if members:
                    out = [r.mapped(partial(substitute, values=at)) for r in inside for at in members]
                else:
                    out = [r.mapped(partial(for_all_between, i, lo, hi)) for r in inside]
            return [r._replace(needs=tuple(dict.fromkeys([*needs, *r.needs]))) for r in out]

        found = over(self.ranges(node))
        where = ", ".join(self.typed(r) for r in node.args[1:])
        return [r._replace(words=f"all({r.words}, {where})") for r in found]

    def ranges(self, node: ast.Call) -> list[Row]:
        """Return the ranges of a sum or the like, the outermost first; bounds contain no index of a later range."""
        rows = [self.row(r) for r in node.args[1:]]
        names = {name for name, *_ in rows}
        if not rows or node.keywords or len(names) < len(rows):
            raise self.fail(node, "ranges are written sum(a[i]*b[j], (i, 1, n), (j, 1, i)), each with its own index")
        out: list[Row] = []
        while rows:
            left = {name for name, *_ in rows}
            outer = [row for row in rows if left.isdisjoint((free_names(row[1]) | free_names(row[2])) - {row[0]})]
            if not outer:
                raise self.fail(node, "the bounds of these ranges speak of one another's indices")
            out.append(outer[-1])
            rows.remove(outer[-1])
        return out

    def at(self, name: str, value: Term, read: Callable[[], Any]) -> Any:
        """Call `read` while an index has this value."""
        outside = self.indices
        self.indices = {**outside, name: value}
        try:
            return read()
        finally:
            self.indices = outside

    def row(self, node: ast.expr) -> Row:
        """Return the index and the bounds of a range."""
        if not (isinstance(node, ast.Tuple) and len(node.elts) == 3 and isinstance(node.elts[0], ast.Name)):
            raise self.fail(node, "a range is written (i, 1, n)")
        name = node.elts[0].id
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS:
            raise self.fail(node.elts[0], f"not the name of an index: {name}")
        return name, node.elts[1], node.elts[2]

    def integer(self, node: ast.expr, depth: int) -> Term:
        """Return a bound of a range, or an index of an entry."""
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
        if depth > MAX_NESTING:
            raise self.fail(node, f"nested more than {MAX_NESTING} deep: name a part and split the formula")
        try:
            out = self.plain(node, depth + 1)
        except KernelError as wrong:
            raise self.fail(node, str(wrong)) from None
        if out.size > MAX_TERM_SIZE:
            raise self.fail(node, "too large when written out")
        return out

    def plain(self, node: ast.expr, depth: int) -> Term:
        if isinstance(node, ast.Constant):
            return self.numeral(node)
        if isinstance(node, ast.Name):
            if node.id in self.indices:
                return self.indices[node.id]
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
                return self.build.power(s, t)
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
        """Return an entry a[i] or a[i, j]."""
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        if not NAME.match(name) or name in TAKEN or name.lower() in FUNCTIONS or name in self.indices:
            raise self.fail(node, "an entry is written a[i] or a[i, j]")
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        at = [self.integer(place, depth) for place in places]
        return fn(name, len(at), "Z" if name in self.integers else "R")(*at)

    def over(self, node: ast.Call, op: str, depth: int) -> Term:
        """Return a sum, product, maximum or minimum over ranges."""

        def inside(rows: Sequence[Row]) -> Term:
            if not rows:
                return signed(self.number(node.args[0], depth))
            (name, *bounds), *rest = rows
            lo, hi = (self.integer(end, depth) for end in bounds)
            kind = "max" if op == "min" else op
            return self.build.over(kind, lo, hi, lambda i: self.at(name, i, lambda: inside(rest)))

        def signed(t: Term) -> Term:
            return times(num(-1), t) if op == "min" else t  # a minimum is minus the maximum of what is negated

        return signed(inside(self.ranges(node)))

    def numeral(self, node: ast.Constant) -> Term:
        start, end = self.position(node), self.position(node, end=True)
        written = self.text[start:end]
        if type(node.value) not in (int, float) or len(written) > MAX_DIGITS:
            raise self.fail(node, f"not a numeral of at most {MAX_DIGITS} digits")
        if re.fullmatch(r"[0-9]+|(?:[0-9]+\.[0-9]*|\.?[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", written) is None:
            raise self.fail(node, "write numerals in decimals, with an exponent of at most three digits")
        return rational(Fraction(written))

    def function(self, node: ast.Call) -> str:
        """Return the name of the function that is called."""
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
            return reduce(smaller if name == "min" else larger, args)
        if len(args) != 1:
            raise self.fail(node, f"{name} takes one number; for another base write log(x)/log(b)")
        return PLAIN[name](args[0]) if name in PLAIN else NAMED[name](self.build, args[0])


FUNCTIONS = ("all", *PLAIN, *NAMED, *OVER_RANGES)


def free_names(node: ast.AST) -> set[str]:
    """Return the free names in a formula: those of variables, not of functions, arrays, or indices of ranges."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Subscript):
        return free_names(node.slice)
    if not isinstance(node, ast.Call):
        return set().union(*map(free_names, ast.iter_child_nodes(node)))
    ranges = [a for a in node.args if isinstance(a, ast.Tuple) and a.elts and isinstance(a.elts[0], ast.Name)]
    indices = {name.id for a in ranges for name in a.elts[:1] if isinstance(name, ast.Name)}
    found = set().union(*(free_names(a) for a in node.args if a not in ranges)) - indices
    for a in ranges:  # the bounds of a range may contain a variable with the name of its index
        own, *bounds = a.elts
        found |= set().union(*map(free_names, bounds)) - (indices - free_names(own))
    return found


def _refusal(sign: str) -> str:
    """Return the message for a character that is not understood, with what to write instead."""
    if sign in INSTEAD:
        return INSTEAD[sign]
    name = unicodedata.name(sign, "").lower() or f"the sign U+{ord(sign):04X}"
    return f"not understood: {name}; what is known has letters without accents, digits, _ and + - * / ( ) , . < = >"
