r"""The grammar of formulas, for text and LaTeX: from tokens to all syntax trees.

The parser finds every reading that the grammar allows, in one pass that remembers what it found at each place. Where
one stretch of text has several readings, the tree has a node "either" with all of them; the elaboration decides by the
sorts of the variables, and refuses what has two readings. Named notions are productions of the grammar: the form
"‖{0} − {1}‖" reads a bracket of its own.

Levels, loosest first: 0 a conditional, 10 a sum, 20 a product, 25 a sign, 28 a function without brackets (in LaTeX), 30
a power, 40 a factorial, 45 an index or an argument.

>>> grammar = Grammar("2*x + |y|^2", [])
>>> tree = grammar.whole(lambda k, _: grammar.value(k), "a number")
>>> tree.kind, [part.kind for part in tree.args]
('+', ['*', '^'])
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from proofs.language.display import GREEK, Definition, form_levels
from proofs.language.tokens import FUNCTIONS_OF_TEX, HOLE, ParseError, Token, is_latex, tokens

SUM, PRODUCT, SIGN, PREFIXED, POWER, FACTORIAL, INDEX, ATOM = 10, 20, 25, 28, 30, 40, 45, 99
LEVELS = (0, SUM, PRODUCT, POWER)  # of the arguments of a form, by the level in `display`
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
OVER = {"Σ": "sum", "Π": "prod"}
FUNCTION_NAMES = frozenset((
    *FUNCTIONS_OF_TEX, "abs", "sqrt", "atan", "asin", "acos", "asinh", "acosh", "atanh", "sigmoid", "softplus", "gelu",
    "erfc", "normcdf", "log2", "log10", "cbrt", "factorial", "binomial", "floor", "ceil", "ceiling", "sign", "ite",
    "piecewise", "sum", "prod", "product", "all",
))  # fmt: skip
MAX_READINGS = 24  # of one stretch of text
MOST_TOKENS = 6_000


class Node:
    """A syntax tree: its kind, its parts, and the tokens that it spans."""

    __slots__ = ("args", "end", "kind", "start")

    def __init__(self, kind: str, args: tuple, start: int, end: int) -> None:
        self.kind, self.args, self.start, self.end = kind, args, start, end

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(map(repr, self.args))})"

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, each once: readings share their parts."""
        left, seen = [self], set[Node]()
        while left:
            node = left.pop()
            if node in seen:
                continue
            seen.add(node)
            yield node
            stack: list[Any] = list(node.args)
            while stack:
                a = stack.pop()
                if isinstance(a, Node):
                    left.append(a)
                elif isinstance(a, tuple):
                    stack += a


def is_multiple(left: Node, right: Node) -> bool:
    """Return whether two factors without a sign are a product in text: 2x, -3(a + b), 2α², but not 2xy or x 2.

    2j is not, since Python writes imaginary numbers like this.
    """
    first, second = left.args[0] if left.kind == "neg" else left, right
    while second.kind in ("^", "!", "sub", "entry"):
        second = second.args[0]
    name = second.args[0] if second.kind == "name" else "x"
    one_name = (len(name) == 1 and name not in "jJ") or name in GREEK
    return first.kind == "num" and second.kind != "num" and one_name


Ends = dict[int, Node]  # the readings of the text from a place on, by where they end
Hole = tuple[int, int]  # the position of an argument, and the level at which it is read


class Form:
    """The form of a notion as a production: signs and holes."""

    def __init__(self, definition: Definition, latex: bool) -> None:
        self.definition = definition
        self.items, self.level = _production(definition.latex if latex else definition.text, latex)
        self.formula = definition.pattern.sort == "B"


@cache
def _production(form: str, latex: bool) -> tuple[tuple[Token | Hole, ...], int]:
    holes = iter(form_levels(form)[0])
    items: list[Token | Hole] = []
    written = "".join(
        literal + (HOLE if field is not None else "") for literal, field, _, _ in string.Formatter().parse(form)
    )
    for token in tokens(written, latex)[:-1]:
        if token.text == HOLE:
            argument, level = next(holes)
            items.append((argument, LEVELS[level]))
        else:
            items.append(token)
    return tuple(items), LEVELS[form_levels(form)[1]]


@cache
def _forms(definitions: tuple[Definition, ...], latex: bool) -> tuple[dict[str, list[Form]], dict[str, list[Form]]]:
    """Return the productions that begin with a sign, by this sign, and those that begin with an argument."""
    first: dict[str, list[Form]] = {}
    after: dict[str, list[Form]] = {}
    for definition in definitions:
        form = Form(definition, latex)
        if not form.items or all(isinstance(item, tuple) and not isinstance(item, Token) for item in form.items):
            continue
        lead = form.items[0]
        if isinstance(lead, Token):
            first.setdefault(lead.text, []).append(form)
        elif isinstance(form.items[1], Token):
            after.setdefault(form.items[1].text, []).append(form)
    return first, after


class Grammar:
    """A parser of one text."""

    def __init__(self, text: str, definitions: Iterable[Definition] = (), latex: bool | None = None) -> None:
        self.text = text
        self.latex = is_latex(text) if latex is None else latex
        self.tokens = tokens(text, self.latex)
        if len(self.tokens) > MOST_TOKENS:
            raise ParseError(text[:60], 60, f"more than {MOST_TOKENS} signs: split it")
        self.first, self.after = _forms(tuple(definitions), self.latex)
        self.reached, self.wanted = 0, "a formula"
        self._nodes: dict[tuple, Node] = {}
        self._numbers: dict[tuple[int, int], Ends] = {}
        self._formulas: dict[tuple[int, int], Ends] = {}
        self._busy: set[tuple[int, int, str]] = set()

    # --- trees and places

    def make(self, kind: str, start: int, end: int, *args: Any) -> Node:
        """Return the node with these parts; the same for the same parts."""
        key = (kind, args, start, end)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(kind, args, start, end)
        return found

    def pack(self, nodes: Iterable[Node]) -> Node:
        """Return one node for all readings of one stretch."""
        flat: dict[Node, None] = {}
        for node in nodes:
            flat.update(dict.fromkeys(node.args if node.kind == "either" else (node,)))
        parts = tuple(flat)[:MAX_READINGS]
        return parts[0] if len(parts) == 1 else self.make("either", parts[0].start, parts[0].end, *parts)

    def add(self, out: Ends, end: int, node: Node) -> None:
        """Add a reading that ends at a place."""
        out[end] = node if end not in out else self.pack([out[end], node])

    def sign(self, k: int) -> str:
        """Return the sign at a place; "" for a name, a numeral, a text or the end."""
        token = self.tokens[k] if k < len(self.tokens) else self.tokens[-1]
        return token.text if token.kind in ("op", "other") else ""

    def has(self, k: int, *signs: str) -> bool:
        """Return whether these signs are at a place, one after another."""
        for j, sign in enumerate(signs):
            if self.sign(k + j) != sign:
                self.expect(k + j, sign)
                return False
        return True

    def expect(self, k: int, what: str) -> None:
        """Note how far the text could be read."""
        if k > self.reached:
            self.reached, self.wanted = k, what

    def name(self, k: int) -> str:
        """Return the name at a place, or ""."""
        return self.tokens[k].text if k < len(self.tokens) and self.tokens[k].kind == "name" else ""

    def shown(self, k: int) -> str:
        """Return what is written at a place."""
        token = self.tokens[min(k, len(self.tokens) - 1)]
        return self.text[token.start : token.end]

    def key(self, start: int, end: int) -> tuple[str, ...]:
        """Return the tokens of a name, without braces: x_{1} is x_1."""
        return tuple(
            part
            for t in self.tokens[start:end]
            for part in (("_", t.text[1:]) if t.kind == "sub" else () if t.text in ("{", "}") else (t.text,))
        )

    def joined(self, node: Node) -> str:
        """Return the name that a node is, with its subscripts."""
        return "".join(self.key(node.start, node.end))

    # --- the whole

    def whole(self, read: Callable[[int, int], Ends], what: str) -> Node:
        """Return the reading of the whole text."""
        last = len(self.tokens) - 1
        try:
            found = read(0, 0).get(last)
        except RecursionError:
            raise ParseError(self.text, 0, "not a formula: nested too deeply") from None
        if found is None:
            raise self.failure(what)
        return found

    def failure(self, what: str) -> ParseError:
        """Return the error for the place up to which the text could be read."""
        at = self.tokens[min(self.reached, len(self.tokens) - 1)]
        opened = [t for t in self.tokens[: self.reached] if t.text in ("(", "[")]
        closed = [t for t in self.tokens[: self.reached] if t.text in (")", "]")]
        hint = "products are written *, powers ** or ^, relations < <= = >= >, and each bracket must be closed"
        if at.kind == "end" and len(opened) > len(closed):
            return ParseError(self.text, at.start, f"not a formula: a bracket is not closed; {hint}")
        return ParseError(self.text, at.start, f"not a formula: {what} cannot be read beyond this place; {hint}")

    # --- numbers and functions

    def number(self, k: int, level: int) -> Ends:
        """Return the readings of a number or function from a place on."""
        known = self._numbers.get((k, level))
        if known is not None:
            return known
        self._numbers[k, level] = {}  # a form that begins with a hole does not begin with itself
        pending: dict[tuple[int, int], list[Node]] = {}
        for node, cap in self.operands(k, level):
            pending.setdefault((node.end, cap), []).append(node)
        out: Ends = {}
        while pending:
            end, cap = place = min(pending)
            node = self.pack(pending.pop(place))
            self.expect(end, "an operator")
            self.add(out, end, node)
            for more, top in self.continued(node, end, cap, level):
                pending.setdefault((more.end, top), []).append(more)
        self._numbers[k, level] = out
        return out

    def operands(self, k: int, level: int) -> Iterator[tuple[Node, int]]:
        """Yield the operands with which a number may begin, each with the level of its outermost operator."""
        token = self.tokens[k]
        self.expect(k, "a number")
        make = self.make
        if token.kind == "num":
            yield make("num", k, k + 1, token.text), ATOM
        elif token.kind == "name":
            yield make("name", k, k + 1, token.text), ATOM
            if token.text in FUNCTIONS_OF_TEX and self.latex:
                yield from self.prefixed(k)
            if token.text == "max":
                yield from self.big(k, level)
        elif token.kind == "op":
            yield from self.bracketed(k)
            if token.text in ("+", "-") and level <= SIGN:
                for end, node in self.number(k + 1, SIGN).items():
                    yield make("neg" if token.text == "-" else "pos", k, end, node), SIGN
            if token.text in OVER:
                yield from self.big(k, level)
            if token.text == "√":
                for tight in (FACTORIAL, POWER):
                    for end, node in self.number(k + 1, tight).items():
                        yield make("root", k, end, 2, node), ATOM if tight == FACTORIAL else POWER
            if self.latex:
                yield from self.of_tex(k)
        lead = token.text
        for form in self.first.get(lead, ()):
            if not form.formula:
                yield from ((node, ATOM if form.level == POWER else form.level) for node in self.filled(form, k))

    def bracketed(self, k: int) -> Iterator[tuple[Node, int]]:
        """Yield the numbers and functions in brackets or bars."""
        make = self.make
        sign = self.sign(k)
        if sign == "(":
            for end, node in self.value(k + 1).items():
                if self.has(end, ")"):
                    yield make("group", k, end + 1, node), ATOM
            for items, end in self.listed(k + 1, ")"):
                if len(items) > 1:
                    yield make("tuple", k, end, items), ATOM
            yield from ((node, ATOM) for node in self.mapping(k))
            if self.has(k + 1, "if"):
                yield from ((node, ATOM) for node in self.choice(k))
        elif sign == "|":
            for end, node in self.number(k + 1, 0).items():
                if self.has(end, "|"):
                    yield make("abs", k, end + 1, node), ATOM
        elif sign == "|(":
            for end, node in self.number(k + 1, 0).items():
                if self.has(end, ")|"):
                    yield make("abs", k, end + 1, node), ATOM

    def value(self, k: int) -> Ends:
        """Return the readings of what may stand in brackets: a number, or x if … else y."""
        out = dict(self.number(k, 0))
        for end, node in list(out.items()):
            if not self.has(end, "if"):
                continue
            for middle, condition in self.formula(end + 1, 1).items():
                if self.has(middle, "else"):
                    for last, other in self.value(middle + 1).items():
                        self.add(out, last, self.make("ite", k, last, condition, node, other))
        return out

    def choice(self, k: int) -> Iterator[Node]:
        """(if … then … else …)."""
        for end, condition in self.formula(k + 2, 1).items():
            if self.has(end, "then"):
                for middle, node in self.number(end + 1, 0).items():
                    if self.has(middle, "else"):
                        for last, other in self.number(middle + 1, 0).items():
                            if self.has(last, ")"):
                                yield self.make("ite", k, last + 1, condition, node, other)

    def mapping(self, k: int) -> Iterator[Node]:
        """(i, j ↦ …), or (x ∈ ℝ ↦ …)."""
        names, j = self.names(k + 1)
        if names and self.has(j, "↦"):
            binders: tuple = tuple((name, None, ()) for name in names)
            places = [(binders, j)]
        else:
            places = list(self.binders(k + 1))
        for found, at in places:
            if self.has(at, "↦"):
                for end, node in self.number(at + 1, 0).items():
                    if self.has(end, ")"):
                        yield self.make("lam", k, end + 1, found, node)

    def listed(self, k: int, closing: str, separators: Sequence[str] = (",",)) -> list[tuple[tuple[Node, ...], int]]:
        """Return lists of arguments up to the closing sign, with where they end; relations may be arguments."""
        if self.has(k, closing):
            return [((), k + 1)]
        out: list[tuple[tuple[Node, ...], int]] = []
        partial: list[tuple[tuple[Node, ...], int]] = [((), k)]
        while partial and len(out) < MAX_READINGS:
            before, at = partial.pop()
            ends = dict(self.value(at))
            for end, node in self.formula(at, 0).items():
                self.add(ends, end, node)
            for end, node in ends.items():
                if self.has(end, closing):
                    out.append(((*before, node), end + 1))
                elif self.sign(end) in separators:
                    partial.append(((*before, node), end + 1))
        return out

    def continued(self, node: Node, k: int, cap: int, level: int) -> Iterator[tuple[Node, int]]:
        """Yield the readings of a number that goes on after a place, each with the level of its outermost operator."""
        sign, start, make = self.sign(k), node.start, self.make
        token = self.tokens[k]
        if sign in ("+", "-") and level <= SUM <= cap:
            for end, right in self.number(k + 1, SUM + 1).items():
                yield make(sign, start, end, node, right), SUM
        if sign in ("*", "×", "/", "%") and level <= PRODUCT <= cap:
            for end, right in self.number(k + 1, PRODUCT + 1).items():
                yield make(sign if sign in ("/", "%") else "*", start, end, node, right), PRODUCT
        if sign in ("**", "^") and level <= POWER < cap:
            yield from self.powers(node, k)
        if token.kind == "sup" and level <= POWER < cap:
            yield make("^", start, k + 1, node, make("sup", k, k + 1, token.text[1:])), POWER
        if sign == "!" and level <= FACTORIAL <= cap:
            yield make("!", start, k + 1, node), FACTORIAL
        if level <= INDEX <= cap:
            yield from ((more, cap) for more in self.indexed(node, k))
        function = node.kind == "name" and node.args[0].lower() in FUNCTION_NAMES
        called = sign == "(" and node.kind in ("name", "sub") and not self.latex
        if level <= PRODUCT <= cap and self.starts_operand(k) and not (function or called):
            for end, right in self.number(k, PRODUCT + 1).items():
                yield make("juxt", start, end, node, right), PRODUCT
        lead = token.text
        for form in self.after.get(lead, ()):
            hole = form.items[0]
            if isinstance(hole, Token) or form.formula or not (level <= form.level and hole[1] <= cap):
                continue
            tight = POWER if sign == "^" else ATOM
            top = tight if form.level == POWER else form.level
            yield from ((more, top) for more in self.filled(form, start, node))

    def starts_operand(self, k: int) -> bool:
        """Return whether a factor without a sign may begin at a place."""
        token = self.tokens[k]
        opening = ("(", "|", "|(", "√", "Σ", "Π", *(("{", r"\frac", r"\sqrt", r"\binom") if self.latex else ()))
        if token.kind in ("name", "num") or token.text in opening:
            return True
        return self.latex and any(not form.formula for form in self.first.get(token.text, ()))

    def powers(self, base: Node, k: int) -> Iterator[tuple[Node, int]]:
        """Yield the powers of a base; ** takes the exponents from the right, a tower of ^ has two readings."""
        make = self.make
        python = self.sign(k) == "**"
        for end, exponent in self.exponent(k + 1, python):
            if self.sign(end) not in ("^", "**") and self.tokens[end].kind != "sup":
                yield make("^", base.start, end, base, exponent), POWER
            elif self.sign(end) == "^" or not python:
                start = end if self.tokens[end].kind == "sup" else end + 1
                tops = (
                    [(end + 1, make("sup", end, end + 1, self.tokens[end].text[1:]))]
                    if start == end
                    else self.exponent(start, False)
                )
                for last, top in tops:
                    lower = make("^", base.start, end, base, exponent)
                    upper = make("^", exponent.start, last, exponent, top)
                    both = [make("^", base.start, last, lower, top), make("^", base.start, last, base, upper)]
                    yield self.pack(both), POWER

    def exponent(self, k: int, python: bool) -> list[tuple[int, Node]]:
        """Return the exponents that begin at a place."""
        if self.sign(k) == "{":
            return [(end + 1, node) for end, node in self.value(k + 1).items() if self.has(end, "}")]
        if python:
            return list(self.number(k, SIGN).items())
        if self.sign(k) == "-":
            return [(end, self.make("neg", k, end, node)) for end, node in self.number(k + 1, FACTORIAL + 1).items()]
        return list(self.number(k, FACTORIAL + 1).items())

    def indexed(self, node: Node, k: int) -> Iterator[Node]:
        """Yield an entry, by a subscript or in brackets, and the value of a function."""
        token, make = self.tokens[k], self.make
        if token.kind == "sub":
            inside = make("num" if token.text[1:].isdigit() else "name", k, k + 1, token.text[1:])
            yield make("sub", node.start, k + 1, node, (inside,))
        elif self.sign(k) == "_":
            after = self.tokens[k + 1]
            if after.kind in ("num", "name"):
                yield make("sub", node.start, k + 2, node, (make(after.kind, k + 1, k + 2, after.text),))
            elif self.has(k + 1, "{"):
                for items, end in self.listed(k + 2, "}"):
                    if items:
                        yield make("sub", node.start, end, node, items)
        elif self.sign(k) == "[":
            for items, end in self.listed(k + 1, "]"):
                yield make("entry", node.start, end, node, items)
        elif self.sign(k) == "(" and node.kind in ("name", "sub"):
            for items, end in self.listed(k + 1, ")"):
                yield make("call", node.start, end, node, items)

    def big(self, k: int, level: int) -> Iterator[tuple[Node, int]]:
        """Yield sums, products and maxima over ranges; what they are taken of goes as far as a product goes."""
        op = OVER.get(self.sign(k), "max")
        for rows, at in self.ranges(k + 1):
            for end, body in self.number(at, PRODUCT).items():
                if self.sign(end) in ("*", "×", "/", "**", "^", "!"):
                    continue
                if self.starts_operand(end) and self.sign(end) != "|":
                    continue
                yield self.make("over", k, end, op, rows, body), PRODUCT

    def ranges(self, k: int) -> Iterator[tuple[tuple, int]]:
        """Yield the indices with their bounds: _{i=1}^{n}, ^{n}_{i=1}, _{i=1..n}, _{1 ≤ i ≤ n}."""
        if self.sign(k) == "^":
            for at, hi in self.exponent(k + 1, False):
                if self.has(at, "_", "{"):
                    yield from (
                        (tuple((name, lo, hi) for name in names), end + 1)
                        for names, lo, end in self.assigned(at + 2)
                        if self.has(end, "}")
                    )
            return
        if not self.has(k, "_", "{"):
            return
        for names, lo, at in self.assigned(k + 2):
            if self.has(at, ".."):
                for end, hi in self.number(at + 1, SUM).items():
                    if self.has(end, "}"):
                        yield tuple((name, lo, hi) for name in names), end + 1
            elif self.has(at, "}", "^"):
                for end, hi in self.exponent(at + 2, False):
                    yield tuple((name, lo, hi) for name in names), end
        for middle, lo in self.number(k + 2, SUM).items():
            if self.has(middle, "<="):
                names, at = self.names(middle + 1)
                if names and self.has(at, "<="):
                    for end, hi in self.number(at + 1, SUM).items():
                        if self.has(end, "}"):
                            yield tuple((name, lo, hi) for name in names), end + 1

    def assigned(self, k: int) -> Iterator[tuple[tuple[tuple[int, int], ...], Node, int]]:
        """Yield the names of i, j = 1, with the lower bound."""
        names, at = self.names(k)
        if names and self.has(at, "=="):
            for end, lo in self.number(at + 1, SUM).items():
                yield names, lo, end

    def names(self, k: int) -> tuple[tuple[tuple[int, int], ...], int]:
        """Return the names that are listed at a place, as stretches of tokens, and where they end."""
        out: list[tuple[int, int]] = []
        while self.name(k):
            end = self.name_end(k)
            out.append((k, end))
            if not (self.sign(end) == "," and self.name(end + 1)):
                return tuple(out), end
            k = end + 1
        return (), k

    def name_end(self, k: int) -> int:
        """Return where the name that begins at a place ends, with its subscripts."""
        end = k + 1
        while self.tokens[end].kind == "sub" or self.sign(end) == "_":
            if self.tokens[end].kind == "sub":
                end += 1
            elif self.tokens[end + 1].kind in ("name", "num"):
                end += 2
            elif self.sign(end + 1) == "{":
                closing = end + 2
                while self.tokens[closing].kind in ("name", "num") or self.sign(closing) in (",", "_"):
                    closing += 1
                if self.sign(closing) != "}":
                    return end
                end = closing + 1
            else:
                return end
        return end

    def of_tex(self, k: int) -> Iterator[tuple[Node, int]]:
        """Yield fractions, roots, groups, binomials and cases of LaTeX."""
        sign, make = self.sign(k), self.make
        if sign == "{":
            for end, node in self.value(k + 1).items():
                if self.has(end, "}"):
                    yield make("braces", k, end + 1, node), ATOM
        elif sign in (r"\frac", r"\binom"):
            token = self.tokens[k + 1]
            if token.kind == "num" and len(token.text) == 2 and token.text.isdigit():
                parts = tuple(make("num", k + 1, k + 2, digit) for digit in token.text)
                yield make("/" if sign == r"\frac" else "binomial", k, k + 2, *parts), ATOM
            for middle, above in self.argument(k + 1):
                for end, below in self.argument(middle):
                    yield make("frac" if sign == r"\frac" else "binomial", k, end, above, below), ATOM
        elif sign == r"\sqrt":
            if self.has(k + 1, "["):
                for end, index in self.number(k + 2, 0).items():
                    if self.has(end, "]"):
                        for last, node in self.argument(end + 1):
                            yield make("root", k, last, index, node), ATOM
            else:
                for end, node in self.argument(k + 1):
                    yield make("root", k, end, 2, node), ATOM
        elif sign == r"\begin{cases}":
            yield from ((node, ATOM) for node in self.cases(k))

    def argument(self, k: int) -> list[tuple[int, Node]]:
        r"""Return the argument of a command of LaTeX: a group, or one letter or digit."""
        if self.sign(k) == "{":
            return [(end + 1, node) for end, node in self.value(k + 1).items() if self.has(end, "}")]
        token = self.tokens[k]
        single = token.kind == "name" or (token.kind == "num" and len(token.text) == 1)
        return [(k + 1, self.make(token.kind, k, k + 1, token.text))] if single else []

    def pieces(self, node: Node, given: Sequence[Node]) -> Node | None:
        """Return the cases of a call Piecewise((a, x < 0), …, (b, True)), or None for a call of another form."""
        rows = [a.args[0] for a in given if a.kind == "tuple" and len(a.args[0]) == 2]
        if not rows or len(rows) < len(given) or rows[-1][1].args != ("True",):
            return None
        out: Node = rows[-1][0]
        for value, condition in reversed(rows[:-1]):
            out = self.make("ite", node.start, node.end, condition, value, out)
        return out

    def cases(self, k: int) -> Iterator[Node]:
        """Yield cases, each a value with its condition; the last is for all others."""

        def rows(at: int) -> Iterator[tuple[list[tuple[Node, Node | None]], int]]:
            for middle, node in self.number(at, 0).items():
                text = self.tokens[middle + 1]
                if not self.has(middle, "&") or text.kind != "text":
                    continue
                if text.text == "otherwise" and self.has(middle + 2, r"\end{cases}"):
                    yield [(node, None)], middle + 3
                elif text.text == "if":
                    for end, condition in self.formula(middle + 2, 1).items():
                        if self.has(end, "\\\\"):
                            for more, last in rows(end + 1):
                                yield [(node, condition), *more], last

        for found, end in rows(k + 1):
            out = found[-1][0]
            for node, condition in reversed(found[:-1]):
                out = self.make("ite", k, end, condition, node, out)
            yield out

    def prefixed(self, k: int) -> Iterator[tuple[Node, int]]:
        r"""Yield a function of LaTeX before its argument, \log x, or a power of it, \sin^2 x."""
        name = self.make("name", k, k + 1, self.tokens[k].text)
        if self.tokens[k].text in ("max", "min"):
            return
        places: list[tuple[int, Node | None]] = [(k + 1, None)]
        if self.has(k + 1, "^"):
            places = list(self.exponent(k + 2, False))
        for at, exponent in places:
            for end, node in self.number(at, POWER).items():
                out = self.make("prefix", k, end, name, node)
                yield (out if exponent is None else self.make("^", k, end, out, exponent)), PREFIXED

    # --- notions

    def filled(self, form: Form, start: int, left: Node | None = None) -> Iterator[Node]:
        """Yield the instances of a notion that begin at a place, or with a number that was read before."""
        partial: list[tuple[int, int, tuple[tuple[int, Node], ...]]]
        first = form.items[0]
        if left is None:
            partial = [(0, start, ())]
        elif isinstance(first, Token):
            return
        else:
            partial = [(1, left.end, ((first[0], left),))]
        while partial:
            item, at, known = partial.pop()
            if item == len(form.items):
                yield self.make("notion", start, at, form.definition, known)
                continue
            wanted = form.items[item]
            if isinstance(wanted, Token):
                token = self.tokens[at]
                if token.text == wanted.text and (token.kind == wanted.kind or token.kind in ("op", "other")):
                    partial.append((item + 1, at + 1, known))
                else:
                    self.expect(at, wanted.text)
                continue
            argument, level = wanted
            ends = dict(self.number(at, level)) if level else dict(self.value(at))
            before = form.items[item - 1] if item else None
            if isinstance(before, Token) and before.text in ("_", "^") and self.sign(at) == "{" and not self.latex:
                ends |= {end + 1: node for end, node in self.value(at + 1).items() if self.sign(end) == "}"}
            for end, node in ends.items():
                partial.append((item + 1, end, (*known, (argument, node))))

    # --- formulas

    def formula(self, k: int, level: int) -> Ends:
        """Return the readings of a formula: at level 0 anything, at 1 without ⇒, at 2 an operand of ∨, at 3 of ∧."""
        known = self._formulas.get((k, level))
        if known is not None:
            return known
        self._formulas[k, level] = {}
        out: Ends = {}
        if level == 3:
            for node in self.simple(k):
                self.add(out, node.end, node)
        elif level:
            sign = "or" if level == 1 else "and"
            for parts, end in self.connected(k, sign, level + 1):
                self.add(out, end, parts[0] if len(parts) == 1 else self.make(sign, k, end, parts))
        else:
            out = dict(self.formula(k, 1))
            for end, node in list(out.items()):
                if self.has(end, "=>"):
                    for last, right in self.formula(end + 1, 0).items():
                        self.add(out, last, self.make("imp", k, last, node, right))
            for node in self.quantified(k):
                self.add(out, node.end, node)
        self._formulas[k, level] = out
        return out

    def connected(self, k: int, sign: str, level: int) -> Iterator[tuple[tuple[Node, ...], int]]:
        """Yield the formulas that are joined by ∧ or by ∨; the last may be quantified."""
        partial: list[tuple[tuple[Node, ...], int]] = [((), k)]
        while partial:
            before, at = partial.pop()
            ends = dict(self.formula(at, level))
            if before:
                for node in self.quantified(at):
                    self.add(ends, node.end, node)
            for end, node in ends.items():
                parts = (*before, node)
                yield parts, end
                if self.has(end, sign) and node.kind not in ("all", "exists"):
                    partial.append((parts, end + 1))

    def simple(self, k: int) -> Iterator[Node]:
        """Yield relations, chains, negations, formulas in brackets, notions, derivatives and all(…)."""
        sign, make = self.sign(k), self.make
        if sign == "⊥":
            yield make("false", k, k + 1)
        if sign in ("¬", "not"):
            for node in self.simple(k + 1):
                yield make("not", k, node.end, node)
        if sign == "(":
            for end, node in self.formula(k + 1, 0).items():
                if self.has(end, ")"):
                    yield make("group", k, end + 1, node)
        if self.name(k) == "all" and self.sign(k + 1) == "(":
            for items, end in self.listed(k + 2, ")"):
                yield make("call", k, end, make("name", k, k + 1, "all"), items)
        yield from self.derivatives(k)
        for form in self.first.get(self.tokens[k].text, ()):
            if form.formula:
                yield from self.filled(form, k)
        sides = self.number(k, 0 if self.after else SUM)
        for end, node in sides.items():
            for form in self.after.get(self.tokens[end].text, ()):
                if form.formula:
                    yield from self.filled(form, k, node)
            yield from self.chain(k, (node,), (), end)

    def chain(self, k: int, sides: tuple[Node, ...], signs: tuple[tuple[str, int], ...], at: int) -> Iterator[Node]:
        """Yield the chains of relations that go on from these sides, and x ∈ ℝ."""
        sign = self.sign(at)
        if sign == "∈":
            found = self.space(at + 1)
            if found and found[0] in ("R", "Z", "N") and len(sides) == 1:
                yield self.make("member", k, found[1], sides[0], found[0])
        if sign not in RELATIONS:
            return
        for end, node in self.number(at + 1, SUM).items():
            more = (*sides, node), (*signs, (sign, at))
            yield self.make("chain", k, end, *more)
            yield from self.chain(k, *more, end)

    def derivatives(self, k: int) -> Iterator[Node]:
        """Yield the statements that a function has a derivative at a place."""
        make = self.make
        if self.has(k, r"\left.") and self.has(k + 1, r"\frac", "{") and self.name(k + 3) == "d":
            if not self.has(k + 4, "}", "{") or self.name(k + 6) != "d" or not self.name(k + 7):
                return
            last_of_name = self.name_end(k + 7)
            name = self.key(k + 7, last_of_name)
            for end, body in self.number(last_of_name + 1, PRODUCT).items() if self.has(last_of_name, "}") else ():
                if self.has(end, ")|", "_", "{"):
                    for middle, at in self.number(end + 3, 0).items():
                        if self.has(middle, "}", "=="):
                            for last, value in self.number(middle + 2, SUM).items():
                                yield make("deriv", k, last, name, body, at, value)
        elif self.name(k) == "d" and self.sign(k + 1) == "/" and self.name(k + 2)[:1] == "d":
            start = k + 3 if self.name(k + 2) == "d" else k + 2  # a Greek letter is a token of its own
            end = self.name_end(start)
            name = self.key(start, end)
            name = name if start == k + 3 else (name[0][1:], *name[1:])
            if not self.has(end, "["):
                return
            for middle, body in self.number(end + 1, PRODUCT).items():
                if self.has(middle, "]") and self.name(middle + 1) == "at":
                    for later, at in self.number(middle + 2, 0).items():
                        if self.has(later, "=="):
                            for last, value in self.number(later + 1, SUM).items():
                                yield make("deriv", k, last, name, body, at, value)

    def quantified(self, k: int) -> Iterator[Node]:
        """Yield the formulas that begin with ∀ or ∃, which go as far as possible."""
        sign = self.sign(k)
        if sign not in ("∀", "∃"):
            return
        for binders, at in self.binders(k + 1):
            start = at + 1 if self.sign(at) in (".", ":", ",") else at
            for end, body in self.formula(start, 0).items():
                if self.sign(end) not in ("and", "or", "=>"):
                    yield self.make("all" if sign == "∀" else "exists", k, end, binders, body)

    def binders(self, k: int) -> Iterator[tuple[tuple, int]]:
        """Yield the variables of a quantifier, each as its name, its sort or None, and the ends of its range."""
        names, at = self.names(k)
        if not names or self.sign(at) not in ("∈", ":"):
            return
        places: list[tuple[str | None, tuple, int]] = []
        found = self.space(at + 1)
        if found is not None:
            places.append((found[0], (), found[1]))
        if self.sign(at + 1) in ("{", r"\{"):
            places += self.interval(at + 1)
        for sort, ends, after in places:
            own = tuple((name, sort, ends) for name in names)
            yield own, after
            if self.sign(after) == "," and self.name(after + 1):
                yield from (((*own, *more), end) for more, end in self.binders(after + 1))

    def interval(self, k: int) -> list[tuple[str | None, tuple, int]]:
        """Return the ranges {lo..hi} or {lo, …, hi}."""
        out: list[tuple[str | None, tuple, int]] = []
        closing = "}" if self.sign(k) == "{" else r"\}"
        for at, lo in self.number(k + 1, SUM).items():
            if self.has(at, ".."):
                after = at + 1
            elif self.has(at, ",", r"\dots", ","):
                after = at + 3
            else:
                continue
            for end, hi in self.number(after, SUM).items():
                if self.has(end, closing):
                    out.append(("Z", (lo, hi), end + 1))
        return out

    def space(self, k: int) -> tuple[str, int] | None:
        """Return the sort of a set such as ℝ^(*×*) × ℤ → ℝ, and where it ends."""
        one = self.one_space(k)
        if one is None:
            return None
        takes, at = [one[0]], one[1]
        while self.sign(at) == "×":
            one = self.one_space(at + 1)
            if one is None:
                return None
            takes, at = [*takes, one[0]], one[1]
        if self.sign(at) != "→":
            return (takes[0], at) if len(takes) == 1 else None
        value = self.one_space(at + 1)
        if value is None:
            return None
        inside, last = (value[0][1:-3], value[0][-2]) if value[0][0] == "(" else ("", value[0])
        return f"({''.join(takes)}{inside}>{last})", value[1]

    def one_space(self, k: int) -> tuple[str, int] | None:
        """Return the sort of a set without × and →, and where it ends."""
        sign = self.sign(k)
        if sign == "(":
            found = self.space(k + 1)
            return (found[0], found[1] + 1) if found and self.has(found[1], ")") else None
        base = {"ℝ": "R", "ℤ": "Z", "ℕ": "N"}.get(sign)
        if base is None:
            return None
        k += 1
        if self.sign(k) == "^" and self.sign(k + 1) in ("*", "(", "{"):
            stars, k = 0, k + 1
            while self.sign(k) in ("*", "×", "(", ")", "{", "}"):
                stars += self.sign(k) == "*"
                k += 1
                if self.sign(k - 1) in (")", "}") or (stars and self.sign(k - 2) == "^"):
                    break
            return (f"({'Z' * stars}>{base})", k) if stars else None
        return base, k
