"""Shapes of formulas, typed as "sum(_) <= n * max(_)", and a search for theorems with a part of that shape.

`_` matches anything, a name the same term wherever it occurs. Numerals, + − * / **, exp, log, sqrt, sin, cos, atan,
erf, abs, and the signs <= < >= > == match themselves. sum(_), prod(_) and max(_) match one over any range whose members
have the given shape, and sum(x[i], (i, 1, n)) one over such a range, or one whose ends are variables. f(i) and f[i]
match any function applied to an index. Summands and factors match in any order.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from proofs.kernel.terms import MAKERS, Term, num
from proofs.language.display import as_power

ANY = "_"
BIG = ("sum", "prod", "max")
PLAIN = ("exp", "log", "sqrt", "sin", "cos", "atan", "erf", "abs")
HALF = num(1, 2)
MOST = 6  # up to this number, summands or factors are tried in every order
SIGNS: dict[type[ast.cmpop], str] = {ast.LtE: "le", ast.Lt: "lt", ast.GtE: "ge", ast.Gt: "gt", ast.Eq: "eq"}
Found = Mapping[str, Term]


class ShapeError(ValueError):
    """The text does not describe the shape of a formula."""


@dataclass(frozen=True)
class Shape:
    """An operator of the kernel's terms and the shapes of its arguments; `what` holds a name or numeral."""

    op: str
    parts: tuple[Shape, ...] = ()
    what: str | Term = ""

    def matches(self, t: Term, known: Found) -> Iterator[Found]:
        """Yield the assignment of the names for every way in which the term has this shape."""
        if self.op == "name":
            name = str(self.what)
            if t.sort in ("Z", "R", "B") and (name == ANY or known.get(name, t) is t):
                yield known if name == ANY else {**known, name: t}
        elif self.op == "num":
            if t is self.what:
                yield known
        elif self.op in ("add", "mul"):
            if t.op == self.op:
                yield from _in_any_order(self.op, self.parts, _parts(self.op, t), known)
        elif self.op == "eq" and t.op == "eq":
            for sides in (t.args, t.args[::-1]):
                yield from _together(self.parts, sides, known)
        elif self.op == "sqrt":
            power = as_power(t)
            if power and power[1] is HALF:
                yield from self.parts[0].matches(power[0], known)
        elif t.op == self.op or (self.op, t.op) == ("le", "lt"):
            if self.op in BIG:
                ends = [(s, e) for s, e in zip(self.parts[1:], t.args, strict=False) if (s.op, e.op) != ("num", "var")]
                shapes, terms = zip((self.parts[0], t.args[2]), *ends, strict=True)
                yield from _together(shapes, terms, known)
            elif self.op != "app" or len(t.args) == len(self.parts) + 1:
                yield from _together(self.parts, t.args[1:] if self.op == "app" else t.args, known)


def _together(shapes: Iterable[Shape], terms: Iterable[Term], known: Found) -> Iterator[Found]:
    found = [known]
    for shape, t in zip(shapes, terms, strict=True):
        found = [more for before in found for more in shape.matches(t, before)]
    yield from found


def _in_any_order(op: str, shapes: tuple[Shape, ...], terms: list[Term], known: Found) -> Iterator[Found]:
    """Match each shape with one of the terms, and the last name or `_` with all remaining ones."""
    spare = next((s for s in reversed(shapes) if s.op == "name"), None)
    fixed = list(shapes)
    if spare is not None and len(terms) > len(shapes):
        fixed.remove(spare)
    elif len(terms) != len(shapes):
        return
    if len(terms) > MOST:
        return
    for chosen in permutations(range(len(terms)), len(fixed)):
        left = [t for k, t in enumerate(terms) if k not in chosen]
        for found in _together(fixed, [terms[k] for k in chosen], known):
            yield from spare.matches(MAKERS[op](*left), found) if left and spare else [found]


def _parts(op: str, t: Term) -> list[Term]:
    return [x for a in t.args for x in _parts(op, a)] if t.op == op else [t]


def inside(t: Term) -> Iterator[Term]:
    """Yield the term and all its subterms."""
    seen: set[Term] = set()
    work = [t]
    while work:
        t = work.pop()
        if t not in seen:
            seen.add(t)
            yield t
            work += [a for a in t.args if isinstance(a, Term)]


def finder(shape: Shape) -> Callable[[Term], bool]:
    """Return a test whether a formula has a part of that shape; parts that formulas share are examined once."""
    known: dict[Term, bool] = {}

    def occurs(t: Term) -> bool:
        work = [t]
        while work:
            part = work[-1]
            below = [a for a in part.args if isinstance(a, Term)]
            unknown = [a for a in below if a not in known]
            if part in known or not unknown:
                work.pop()
                if part not in known:
                    found = any(known[a] for a in below)
                    known[part] = found or next(shape.matches(part, {}), None) is not None
            else:
                work += unknown
        return known[t]

    return occurs


def read(text: str) -> Shape:
    """Parse the shape that a text describes.

    Raises
    ------
    ShapeError
        naming the part that is not understood.
    """
    try:
        if len(text) > 400:
            raise ShapeError("too long for the shape of a formula")
        return _read(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, MemoryError, RecursionError):
        raise ShapeError(f"no shape of a formula: {text!r}; an example is 'sum(_) <= n * max(_)'") from None


def _read(node: ast.expr) -> Shape:
    match node:
        case ast.Name():
            return Shape("name", what=node.id)
        case ast.Constant() if type(node.value) is int:
            return _numeral(node.value)
        case ast.UnaryOp(op=ast.USub()):
            return _times([_numeral(-1), _read(node.operand)])
        case ast.BinOp(op=ast.Add()):
            return _flat("add", [_read(node.left), _read(node.right)])
        case ast.BinOp(op=ast.Sub()):
            return _flat("add", [_read(node.left), _times([_numeral(-1), _read(node.right)])])
        case ast.BinOp(op=ast.Mult()):
            return _times([_read(node.left), _read(node.right)])
        case ast.BinOp(op=ast.Div()):
            return _times([_read(node.left), Shape("inv", (_read(node.right),))])
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int(k))) if 1 <= k <= MOST:
            return _times([_read(node.left)] * k)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if args:
            if name in BIG:
                match args[1:]:
                    case []:
                        ends: list[ast.expr] = []
                    case [ast.Tuple(elts=[ast.Name(), *ends])] if len(ends) == 2:
                        pass
                    case _:
                        raise ShapeError(f"{name} is written {name}(_) or {name}(x[i], (i, 1, n)) here")
                return Shape(name, tuple(map(_read, (args[0], *ends))))
            if name in PLAIN:
                if len(args) != 1:
                    raise ShapeError(f"{name} takes one argument: {name}(_)")
                return Shape(name, (_read(args[0]),))
            return Shape("app", tuple(map(_read, args)))
        case ast.Subscript(value=ast.Name(), slice=index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            return Shape("app", tuple(map(_read, parts)))
        case ast.Compare(ops=[op]) if type(op) in SIGNS:
            sides, sign = (_read(node.left), _read(node.comparators[0])), SIGNS[type(op)]
            return Shape({"ge": "le", "gt": "lt"}.get(sign, sign), sides[::-1] if sign in ("ge", "gt") else sides)
    raise ShapeError(f"not understood in the shape of a formula: {ast.unparse(node)}")


def _numeral(value: int) -> Shape:
    return Shape("num", what=num(value))


def _times(factors: list[Shape]) -> Shape:
    numerals = [f.what for f in factors if f.op == "num"]
    if len(numerals) == len(factors) == 2:
        a, b = (x.args[0] for x in numerals if isinstance(x, Term))
        return _numeral(a * b)
    return _flat("mul", factors)


def _flat(op: str, shapes: list[Shape]) -> Shape:
    return Shape(op, tuple(x for s in shapes for x in (s.parts if s.op == op else (s,))))


def is_shape(query: str) -> bool:
    """Return whether a query is the shape of a formula rather than words."""
    return re.search(r"[(\[+*/]|\w\s*[<>=]+\s*\w", query) is not None
