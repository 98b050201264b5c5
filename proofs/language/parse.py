"""A parser for formulas: from text or LaTeX to relations between terms. It never evaluates anything.

The parser accepts + − * / ** ^, exp, log, sqrt, sin, cos, atan, erf, abs, min, max, functions made of these, n!,
binomial, pi, ite(c, a, b), floor, ceil, %, sign, comparisons (chains too), relations joined by and, or, not and ⇒,
numerals (decimals are exact), and variables. What is printed is accepted, too: x² ≤ |y|, √x, Σ_{i=1}^{n} a_i·b_i,
∀i ∈ {1..n}. 0 ≤ a_i; and so is LaTeX. A variable is real unless it is declared, by "integer n" or n ∈ ℤ. In questions
and claims, variables in a bound of a range or in an index are integers, too.

Entries are written a[i], a_i or a(i), with more indices a[i, j]. Sums, products, maxima and minima over ranges also
follow SymPy's notation: sum(a[i], (i, 1, n)), prod, max, min. all(a[i] > 0, (i, 1, n)) states a relation for every
index. The bounds of a range and the indices of an entry are integers. If the bounds of one range contain the index of
another, the other is the outer one. An empty sum is 0, an empty product 1; an empty maximum is undefined. A short
range between numerals is expanded. For an integer n, r**n is a product of n factors under the condition 0 <= n, or
exp(n*log(r)) if r is a positive numeral.

Text with two readings is refused, with both of them: 1/2x, 2^3^4, |a|b|c|. Text with a character that is not
understood is refused, too.

`proofs.language.grammar` finds the readings, and `proofs.language.elaborate` builds the terms and collects the
conditions under which roots, factorials and the like are defined. The scope of an index is its range, and the name of
the index does not matter.

>>> from proofs.language.display import text
>>> read = parse("log(1 + x) <= x < 2*sqrt(y)", [])
>>> [text(r) for r in read.relations]
['log(1 + x) ≤ x', 'x < 2·√y']
>>> [text(c) for c in read.conditions], read.typed
(['0 ≤ y'], ('log(1 + x) <= x', 'x < 2*sqrt(y)'))
>>> print(text(*parse("sum(a[i]**2, (i, 1, n)) >= 0", ["n"]).relations))
0 ≤ Σ_{i=1}^{n} a_i^2
>>> print(text(*parse(r"\\frac{1}{n} \\sum_{i=1}^n a_i \\le \\max_{i=1}^n a_i", ["n"]).relations))
(Σ_{i=1}^{n} a_i)/n ≤ max_{i=1..n} a_i
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial, reduce
from typing import Any, NamedTuple, TypeVar

from proofs.kernel.normal import normal, plus
from proofs.kernel.terms import (
    NAME,
    KernelError,
    Term,
    absolute,
    codomain,
    domain,
    eq,
    exp,
    fn,
    imp,
    is_function,
    ite,
    le,
    lt,
    num,
    substitute,
    var,
)
from proofs.language.display import NONE, Definition, Notions, joined
from proofs.language.elaborate import (
    MAX_TERM_SIZE,
    NAMED,
    PLAIN,
    Elaborator,
    for_all_between,
    numerals,
    rational,
    times,
)
from proofs.language.grammar import Grammar, Node, is_multiple
from proofs.language.notation import PI, And, Not, Or, fresh, implies, inverse, larger, opposite, smaller
from proofs.language.tokens import ParseError, is_latex

T = TypeVar("T")
Row = tuple[tuple[str, ...], Node, Node]  # the index of a range, by the tokens of its name, and its bounds
MAX_LENGTH = 4_000  # characters
MAX_NESTING = 60
MAX_DIGITS = 400  # in a numeral
DECLARATION = re.compile(r"\s*integers?\s+(?P<names>\S.*)", re.DOTALL | re.ASCII)
MEMBERSHIP = re.compile(
    r"\s*\$?\s*(?P<names>[^∈$<>=]*?)\s*(?:∈|\\in(?![A-Za-z]))\s*(?P<set>ℤ|ℝ|\\mathbb\s*\{?\s*[ZR]\s*\}?)\s*\$?\s*"
)
OVER_RANGES = {"sum": "sum", "prod": "prod", "product": "prod", "max": "max", "min": "min"}
INSTEAD = {
    "=<": "write <=", "=>": "write >= for an order, ⇒ for an implication", "<>": "write !=",
    ":=": "not understood: colon; for equality write ==", "&": "write and", ";": "join relations by and",
    "∞": "write oo for the end of a sum, and leave other bounds out", "#": "comments are not understood",
    "'": "there is no text in a formula", '"': "there is no text in a formula",
    "µ": "not understood: micro sign; write mu, or the Greek letter μ",
}  # fmt: skip
ONLY_STATEMENTS = ("∃", "⊥", "↦", "→", "ℕ", ":")  # signs that are read in statements of papers only
NO_WORDS = {
    "in": "this is not a relation between numbers: use < <= == != >= >",
    "is": "this is not a relation between numbers: use < <= == != >= >",
    "for": "not understood: write all(a[i] > 0, (i, 1, n))", "lambda": "lambda cannot be a name here: choose another",
    ".": "not understood: a point belongs to a numeral", "..": "not understood: a range is written (i, 1, n)",
}  # fmt: skip
TAKEN = {
    "I": "only real numbers are understood", "inf": "leave the bound out", "oo": "leave the bound out",
    "nan": "it is no number", "True": "not a numeral", "False": "not a numeral", "None": "not a numeral",
}  # fmt: skip
OF_INDICES = ("name", "num", "+", "-", "*", "juxt", "neg", "group", "sub", "entry", "either", "call")
_RANGES = re.compile(r"[∀Σ∑Π∏]|max_|\\(?:forall|sum|prod|max)")
EULER = ("e", "E")  # variables, unless the formula suggests Euler's number


class UndeclaredError(ParseError):
    """Raised where an integer is needed, such as a bound of a range, and real variables with these `names` stand."""

    def __init__(self, text: str, position: int, what: str, names: Collection[str] = ()) -> None:
        """Create the error."""
        super().__init__(text, position, what)
        self.names = frozenset(names)


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
    floors
        Pairs of a number x and the integer variable that stands for ⌊x⌋ in the relations.
    ends
        The integer variables that stand for the ends of infinite sums.
    """

    relations: tuple[Term, ...]
    needs: tuple[tuple[Term, ...], ...] = ()
    typed: tuple[str, ...] = field(default=(), compare=False)
    floors: tuple[tuple[Term, Term], ...] = ()
    ends: tuple[Term, ...] = ()

    def mapped(self, f: Callable[[Term], Term]) -> Parsed:
        """Apply a function to all relations and conditions."""
        return replace(
            self,
            relations=tuple(map(f, self.relations)),
            needs=tuple(tuple(map(f, conditions)) for conditions in self.needs),
            floors=tuple((f(x), f(k)) for x, k in self.floors),
            ends=tuple(map(f, self.ends)),
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
    r"""Return the names of integers in a declaration such as "integer n, m" or "n ∈ ℤ"; None if it is not one.

    A declaration of reals gives no names, since variables are real unless declared.

    >>> declared("integer n, m"), declared(r"n \in \mathbb{Z}"), declared("x ∈ ℝ"), declared("x > 0")
    (('n', 'm'), ('n',), (), None)
    """
    found = DECLARATION.fullmatch(text)
    member = MEMBERSHIP.fullmatch(text)
    if found is None and member is None:
        return None
    written = (found or member)["names"].rstrip(" \t\r\n")  # type: ignore[index]
    names = re.split(r"[\s,]+", written, flags=re.ASCII)
    if member is not None:
        names = [_plain_name(text, name) for name in names]
    for name in names:
        if not NAME.match(name) or "'" in name or name in (*TAKEN, "pi") or name.lower() in FUNCTIONS:
            raise ParseError(text, max(0, text.find(name)), f"not the name of a variable: {name}")
    return tuple(names) if found or "Z" in member["set"] or "ℤ" in member["set"] else ()  # type: ignore[index]


def _plain_name(text: str, written: str) -> str:
    """Return the name of a variable that is written in any of the ways in which names are read."""
    try:
        grammar = _grammar(written, is_latex(text))
        node = grammar.whole(grammar.number, "a name")
    except ParseError:
        return written
    return grammar.joined(node) if node.kind in ("name", "sub") else written


def parse(text: str, integers: Collection[str], arrays: Collection[str] = ()) -> Parsed:
    """Parse a text into relations.

    Parameters
    ----------
    text
        A relation, a chain of relations, or several joined by `and`.
    integers
        The names of the variables that are integers.
    arrays
        The names whose subscripts are indices, besides those of this text: a_1 is then an entry.

    Raises
    ------
    ParseError
        for anything else, with the position and what to do.
    """
    return _Reader(text, integers, arrays).formula()


def read_claim(
    given: Sequence[str | Term], shows: str | Term, notions: Notions = NONE
) -> tuple[tuple[Term, ...], Term]:
    """Return the hypotheses and the conclusion of a claim, of which any may be text as in a question.

    Variables are real, except those that a hypothesis such as "integer n" declares, that are integers in a term, or
    that stand in a bound of a range or an index. Notions whose printed form begins with a name are written in that
    form, with names for arguments that are functions.

    >>> from proofs.language.display import text
    >>> given, shows = read_claim(["n >= 1", "all(a[i] <= 1, (i, 1, n))"], "sum(a[i], (i, 1, n)) <= n")
    >>> [text(g) for g in given], text(shows)
    (['1 ≤ n', '∀i ∈ {1..n}. a_i ≤ 1'], 'Σ_{i=1}^{n} a_i ≤ n')
    >>> from proofs.language.notation import Sum, ints, vectors
    >>> notions, (n,), (a,) = Notions(), ints("n"), vectors("a")
    >>> notions.define(Sum(lambda i: a(i) ** 2, 1, n), (a, n), "energy({0}, {1})", r"E_{{{1}}}({0})")
    >>> text(read_claim([], "0 <= energy(b, m + 1)", notions)[1])
    '0 ≤ Σ_{i=1}^{(m + 1)} b_i^2'

    Raises
    ------
    ParseError
        for text that is not understood, or a conclusion of several relations.
    """
    if not any(isinstance(t, str) for t in (*given, shows)):
        return tuple(given), shows  # type: ignore[return-value, arg-type]
    terms = [t for t in (*given, shows) if isinstance(t, Term)]
    texts = [t for t in (*given, shows) if isinstance(t, str) and declared(t) is None]
    known = {v for t in terms for v in t.free}
    integers = {v.args[0] for v in known if v.op == "var" and v.sort == "Z"}
    integers |= {name for t in given if isinstance(t, str) for name in declared(t) or ()}
    arrays = {v.args[0] for v in known if v.op == "fn"}.union(*(_Reader(t, (), (), notions).arrays[0] for t in texts))

    def relations(formula: str | Term, integers: frozenset[str]) -> tuple[Term, ...]:
        if not isinstance(formula, str):
            return (formula,)
        if declared(formula) is not None:
            return ()
        parsed = _Reader(formula, integers, arrays, notions).formula()
        if parsed.ends:
            raise ParseError(
                formula, 0, "infinite sums are understood in questions only: state the bound of the partial sums"
            )
        if parsed.floors:
            raise ParseError(
                formula, 0, "floor, ceil and % are understood in questions only: use an integer k with k <= x < k + 1"
            )
        return parsed.relations

    def read(names: frozenset[str]) -> tuple[tuple[Term, ...], ...]:
        return tuple(relations(formula, names) for formula in (shows, *given))

    wanted, *assumed = with_integers(integers, {v.args[0] for v in known}, read)
    if len(wanted) != 1:
        raise ParseError(str(shows), 0, "one relation is shown: write a claim for each, or use terms")
    return tuple(r for found in assumed for r in found), wanted[0]


def with_integers(integers: Iterable[str], others: Collection[str], read: Callable[[frozenset[str]], T]) -> T:
    """Return what is read if these names are integers, and those that bounds of ranges and indices need besides.

    Raises
    ------
    UndeclaredError
        if one of the latter is among `others`, which denote something else.
    """
    names = frozenset(integers)
    while True:
        try:
            return read(names)
        except UndeclaredError as places:
            if not places.names.isdisjoint(names.union(others)):
                raise
            names |= places.names


def parse_number(text: str, integers: Collection[str] = ()) -> Term:
    """Parse a text into a term for a number."""
    return _Reader(text, integers, (), of_number=True).whole_number()


def arrays_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names in a formula that have indices: by subscripts or arguments, and in brackets.

    >>> sorted(arrays_in("Σ_{i=1}^{n} a_i <= b_1")[0]), sorted(arrays_in("a[1] <= b_1")[1])
    (['a'], ['a'])
    """
    return _Reader(text, (), ()).arrays


def is_plain(text: str) -> bool:
    """Return whether a formula has one spelling only: ASCII with **, ==, abs, entries in brackets, and no * left out.

    How other text was read is shown beside an answer.

    >>> is_plain("abs(x)**2 <= a[1] + 2*x2"), is_plain("x² ≤ 1"), is_plain("2x <= 1")
    (True, False, False)
    >>> is_plain("x = 1"), is_plain("sum(a_i, (i, 1, n)) <= 1")
    (False, False)
    """
    if (
        not text.isascii()
        or is_latex(text)
        or re.search(r"\b(if|else|then|or|not|oo)\b", text)
        or re.search(r"[{}|^!%](?!=)|(?<![<>=!])=(?!=)", text)
        or re.search(r"(?<![\w.])[\d.]+\s*(?!and\b|e[+-]?\d)[A-Za-z(]", text)  # a product without its sign
    ):
        return False
    try:
        reader = _Reader(text, (), ())
    except ParseError:
        return True
    names = [node.args[0].args[0] for node in reader.body.walk() if node.kind == "call" and node.args[0].kind == "name"]
    new = ("ite", "Piecewise", "binomial", "floor", "ceil", "ceiling", "sign", "Sum", "Prod")
    return not reader.arrays[0] and not any(name in new or name.lower() not in FUNCTIONS for name in names)


@lru_cache(64)
def _grammar(text: str, latex: bool | None = None, definitions: tuple[Definition, ...] = ()) -> Grammar:
    return Grammar(text, definitions, latex)


class Elaboration:
    """A reader of syntax trees: names by their scope, and errors with their place."""

    grammar: Grammar
    text: str

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text, self.grammar = text, grammar
        self.scope: dict[tuple[str, ...], Term] = {}  # the variables of the enclosing binders, by their names' tokens

    def fail(self, node: Node, what: str) -> ParseError:
        """Return the error for a node."""
        return ParseError(self.text, self.position(node), what)

    def position(self, node: Node, end: bool = False) -> int:
        """Return where a node begins or ends in the text."""
        tokens = self.grammar.tokens
        return tokens[node.end - 1].end if end else tokens[node.start].start

    def key(self, start: int, end: int) -> tuple[str, ...]:
        """Return the tokens of a name, without braces: x_{1} is x_1."""
        return self.grammar.key(start, end)

    @contextmanager
    def within(self, name: tuple[str, ...], value: Term) -> Iterator[None]:
        """Let a name denote a value while the context is active."""
        outside = self.scope
        self.scope = {**outside, name: value}
        try:
            yield
        finally:
            self.scope = outside

    def refuse(self, node: Node, readings: Sequence[str]) -> ParseError:
        """Return the error for text with several readings."""
        shown = " or ".join(list(dict.fromkeys(readings))[:2])
        return ParseError(self.text, self.position(node), f"two readings: {shown}; write brackets")

    def spelled(self, node: Node, level: int = 0) -> str:
        """Return a tree as text with a sign for every product, for a message."""
        kind, args = node.kind, node.args
        own, sign = SPELLED.get(kind, (9, ""))
        if kind in SPELLED and len(args) == 2:
            above = own + (kind in ("^", "/", "-"))
            left, right = self.spelled(args[0], own + (kind == "^")), self.spelled(args[1], above)
            out = f"{left}{sign}{right}"
        elif kind == "neg":
            own, out = 2, f"-{self.spelled(args[0], 3)}"
        elif kind == "abs":
            out = f"|{self.spelled(args[0])}|"
        elif kind in ("group", "braces"):
            own, out = (9, f"({self.spelled(args[0])})") if kind == "group" else (0, self.spelled(args[0]))
        elif kind in ("prefix", "call") and len(args) == 2:
            inside = args[1] if isinstance(args[1], tuple) else (args[1],)
            out = f"{self.spelled(args[0])}({', '.join(self.spelled(self.bare(a)) for a in inside)})"
        elif kind == "root" and args[0] == 2:
            out = f"√({self.spelled(args[1])})"
        elif kind == "either":
            return self.spelled(args[0], level)
        elif kind in ("num", "name", "sup"):
            out = str(args[0])
        else:
            out = self.source(node)
        return f"({out})" if own < level else out

    def source(self, node: Node) -> str:
        """Return the text of a node, with runs of white space collapsed."""
        return " ".join(self.text[self.position(node) : self.position(node, end=True)].split())

    def bare(self, node: Node) -> Node:
        """Return the content of brackets."""
        while node.kind in ("group", "braces"):
            node = node.args[0]
        return node


SPELLED = {
    "+": (1, " + "), "-": (1, " - "), "*": (2, "·"), "juxt": (2, "·"), "/": (2, "/"), "%": (2, " % "), "frac": (2, "/"),
    "^": (4, "^"),
}  # fmt: skip


class _Reader(Elaboration):
    """A reader of one formula of a question."""

    def __init__(
        self, text: str, integers: Collection[str], arrays: Collection[str], notions: Notions = NONE,
        of_number: bool = False,
    ) -> None:  # fmt: skip
        if len(text) > MAX_LENGTH:
            raise ParseError(text[:60], 60, f"longer than {MAX_LENGTH} characters: split it")
        if not text.strip(" \t\r\n"):
            raise ParseError(text, 0, "there is nothing here: write a relation, such as x + 1 <= exp(x)")
        super().__init__(text, _grammar(text, None, tuple(d for d in notions.definitions if d.text[:1].isalpha())))
        self.integers = integers
        self.build = Elaborator()
        self.decided: dict[tuple[Node, int], tuple[Any, dict[Term, None], dict]] = {}  # with the scope, to keep it
        for token in self.grammar.tokens:
            if token.kind == "other" or (token.kind == "op" and token.text in ONLY_STATEMENTS):
                raise ParseError(text, token.start, _refusal(self.text[token.start : token.end]))
            if token.kind == "op" and token.text in NO_WORDS and not (token.text[0] == "." and _RANGES.search(text)):
                raise ParseError(text, token.start, NO_WORDS[token.text])
            if token.kind == "name" and not token.text.isascii():
                raise ParseError(text, token.start, _refusal(self.text[token.start]))
            if token.kind == "num" and not self.is_numeral(token.text):
                raise ParseError(text, token.start, self.numeral_hint(token.text))
        grammar = self.grammar
        if of_number:
            self.body = grammar.whole(lambda k, _: grammar.value(k), "a number")
            self.arrays = (frozenset[str](), frozenset[str]())
            return
        try:
            self.body = grammar.whole(grammar.formula, "a formula")
        except ParseError as wrong:
            try:
                node = grammar.whole(grammar.number, "a number")
            except ParseError:
                raise wrong from None
            raise self.fail(node, "a relation is needed, such as x + 1 <= exp(x)") from None
        self.over_names = {
            self.key(*name) for node in self.body.walk() if node.kind == "over" for name, *_ in node.args[1]
        }
        own, bracketed = self._arrays(self.body)
        self.arrays = frozenset(own | {a for a in arrays if a}), frozenset(bracketed)

    over_names: set[tuple[str, ...]] = set()  # noqa: RUF012

    def is_numeral(self, written: str) -> bool:
        """Return whether a numeral is written in decimals."""
        found = re.fullmatch(r"(?:0|[1-9][0-9]*|(?:[0-9]+\.[0-9]*|\.[0-9]+))(?:[eE][+-]?[0-9]{1,3})?|0+", written)
        return found is not None and len(written) <= MAX_DIGITS

    def numeral_hint(self, written: str) -> str:
        if len(written) > MAX_DIGITS:
            return f"not a numeral of at most {MAX_DIGITS} digits"
        how = "in decimals, without zeros before them, with an exponent of at most three digits"
        return f"not a formula: write numerals {how}"

    def _arrays(self, body: Node) -> tuple[set[str], set[str]]:
        """Return the names with indices: by subscripts that are no parts of names, and in brackets."""
        indices = set(self.over_names)
        for node in body.walk():
            if node.kind == "call":
                indices |= {self.key(r.args[0][0].start, r.args[0][0].end) for r in node.args[1] if r.kind == "tuple"}
                indices |= {self.key(a.start, a.end) for a in node.args[1][1:2] if a.kind == "name"}
            elif node.kind in ("all", "exists"):
                indices |= {self.key(*name) for name, *_ in node.args[0]}
        own, bracketed = set[str](), set[str]()
        for node in body.walk():
            if node.kind == "notion":
                functions = (part for k, part in node.args[1] if is_function(node.args[0].arguments[k].sort))
                own |= {self.bare(part).args[0] for part in functions if self.bare(part).kind == "name"}
            base = node.args[0] if node.kind in ("sub", "entry", "call") else None
            if base is None or base.kind != "name":
                continue
            if node.kind == "entry":
                bracketed.add(base.args[0])
            elif node.kind == "sub" and self.is_name(node, indices):
                continue
            elif node.kind == "sub" or (base.args[0].lower() not in FUNCTIONS and self.of_indices(node, indices)):
                own.add(base.args[0])
        return own - self.grammar.first.keys(), bracketed

    def of_indices(self, node: Node, indices: Collection[tuple[str, ...]]) -> bool:
        """Return whether an argument or a subscript of a node contains an index."""
        return any(
            self.key(part.start, part.end) in indices
            for a in node.args[1]
            if all(part.kind in OF_INDICES for part in a.walk())
            for part in a.walk()
            if part.kind in ("name", "sub")
        )

    def is_name(self, node: Node, indices: Collection[tuple[str, ...]]) -> bool:
        """Return whether a name with subscripts is a name as a whole, as x_1 and x_max are."""
        inner = node.args[0]
        plain = len(node.args[1]) == 1 and node.args[1][0].kind in ("name", "num")
        return plain and not self.of_indices(node, indices) and (inner.kind == "name" or self.is_name(inner, indices))

    @cached_property
    def of_powers(self) -> bool:
        """True if the formula contains exp, log, a factorial, or a power of e whose exponent contains a variable."""

        def says(node: Node) -> bool:
            if node.kind in ("call", "prefix"):
                return self.function(node) in ("exp", "log", "ln", "factorial")
            if node.kind == "!":
                return True
            if node.kind != "^":
                return False
            base, exponent = ({a.args[0] for a in part.walk() if a.kind == "name"} for part in node.args)
            return bool(base.intersection(EULER)) and bool(exponent)

        return any(map(says, self.body.walk()))

    def formula(self) -> Parsed:
        found = self.relations(self.body, 0)
        relations, needs, words = zip(*found, strict=True)
        typed = tuple(f"${w}$" for w in words) if self.grammar.latex else words
        return Parsed(
            relations, needs if any(needs) else (), typed, tuple(self.build.floors.items()), tuple(self.build.ends)
        )

    def whole_number(self) -> Term:
        out = self.number(self.body, 0)
        if self.build.floors or self.build.ends:
            raise self.fail(self.body, "floor, ceil, % and infinite sums are understood in questions only")
        return out

    def relations(self, node: Node, depth: int) -> list[Relation]:
        """Parse a conjunction into its relations."""
        kind = node.kind
        if kind == "group":
            return self.relations(node.args[0], depth + 1)
        if kind == "either":
            return self.one_of(node, lambda part: self.relations(part, depth + 1))
        if kind == "and":
            return [found for part in node.args[0] for found in self.relations(part, depth + 1)]
        if kind in ("or", "not") or (kind == "imp" and not self.scope):
            return self.joined(node, depth)
        if kind == "call" and self.function(node) == "all":
            return self.every(node, depth)
        if kind == "all":
            return self.for_every_index(node, depth)
        if kind == "imp" and self.scope:
            premises = self.relations(node.args[0], depth + 1)
            first = [r.formula for r in premises]
            if any(t.free.intersection(self.build.ends) for t in first):
                raise self.fail(node, "an infinite sum is not understood inside `or`, `not` and ⇒")
            asked = [need for r in premises for need in r.needs]
            words = f"{self.source(node.args[0])} ⇒ "
            return [
                Relation(
                    reduce(lambda out, p: imp(p, out), reversed(first), r.formula),
                    (*asked, *(reduce(lambda out, p: imp(p, out), reversed(first), need) for need in r.needs)),
                    words + r.words,
                )
                for r in self.relations(node.args[1], depth + 1)
            ]
        if kind == "notion" and node.args[0].pattern.sort == "B":
            with self.build.collecting() as needs:
                formula = self.instance(node, depth)
            return [Relation(formula, tuple(needs), self.source(node))]
        if kind == "member":
            raise self.fail(node, f"write {self.source(node)} as a hypothesis of its own: --given")
        if kind != "chain":
            raise self.fail(node, "a relation is needed, such as x + 1 <= exp(x)")
        sides = []
        for side in node.args[0]:
            with self.build.collecting() as needs:
                sides.append((self.number(side, depth + 1), needs, self.source(side)))
        out = []
        for (s, before, left), (sign, at), (t, after, right) in zip(sides, node.args[1], sides[1:], strict=False):
            written = self.grammar.shown(at)
            self.check_ends(node, RELATED[sign](s, t))
            out.append(Relation(RELATED[sign](s, t), tuple(before | after), f"{left} {written} {right}"))
        return out

    def check_ends(self, node: Node, relation: Term) -> None:
        """Refuse an infinite sum that is no summand of the smaller side of <=, where partial sums can replace it."""
        for end in relation.free.intersection(self.build.ends):
            p = plus(normal(relation.args[1]), normal(relation.args[0]), -1)
            own = [m for m in p if any(end in a.term.free for a, _ in m)]
            alone = len(own) == 1 and [(a.term.op, a.term.args[1], e) for a, e in own[0]] == [("sum", end, 1)]
            if relation.op != "le" or not alone or p[own[0]] > 0:
                raise self.fail(node, "an infinite sum is only understood in a goal sum(a, (k, 1, oo)) <= b")

    def joined(self, node: Node, depth: int) -> list[Relation]:
        """Parse `or`, `not` and ⇒; what comes after a part needs to be defined only where that part does not hold."""
        kind, args = node.kind, node.args
        parts = [self.whole(part, depth) for part in (args[0] if kind == "or" else args)]
        if kind != "or":
            parts[0] = parts[0]._replace(formula=Not(parts[0].formula))
        formula, needs = Or(*(part.formula for part in parts)), list[Term]()
        for k, part in enumerate(parts):
            needs += (implies(*(Not(p.formula) for p in parts[:k]), need) for need in part.needs)
        if formula.free.intersection(self.build.ends):
            raise self.fail(node, "an infinite sum is not understood inside `or`, `not` and ⇒")
        sign, relations = joined(formula)
        found = relations if sign == "and" else [formula]
        return [Relation(f, tuple(dict.fromkeys(needs)), self.source(node)) for f in found]

    def whole(self, node: Node, depth: int) -> Relation:
        """Parse a part of a formula into one relation."""
        found = self.relations(node, depth + 1)
        wrong = next((r.formula for r in found if r.formula.op not in ("le", "lt", "eq")), None)
        if wrong is not None:
            raise self.fail(node, "`or`, `not` and ⇒ join relations between numbers, not statements for every index")
        needs = (implies(*(f.formula for f in found[:k]), need) for k, r in enumerate(found) for need in r.needs)
        return Relation(And(*(r.formula for r in found)), tuple(needs))

    def one_of(self, node: Node, read: Callable[[Node], Any]) -> Any:
        """Return the one reading of a stretch of text; refuse it if there are two. What was found is remembered."""
        key = node, id(self.scope)
        if key not in self.decided:
            with self.build.collecting() as needs:
                try:
                    out: Any = self.decide(node, read)
                except ParseError as wrong:
                    out = wrong
            self.decided[key] = out, needs, self.scope
        out, needs, _ = self.decided[key]
        if isinstance(out, ParseError):
            raise out
        self.build.require(*needs)
        return list(out) if isinstance(out, list) else out

    def decide(self, node: Node, read: Callable[[Node], Any]) -> Any:
        """Return the one reading of a stretch of text."""
        found: dict[Any, tuple[dict[Term, None], Node]] = {}
        wrong: list[ParseError] = []
        for part in node.args:
            try:
                with self.build.collecting() as needs:
                    out = read(part)
            except ParseError as error:
                wrong.append(error)
                continue
            found.setdefault(tuple(out) if isinstance(out, list) else out, (needs, part))
        if not found:
            if all(WITHOUT_SIGN in error.what for error in wrong):
                raise self.refuse(node, [self.spelled(part) for part in node.args])
            raise max(wrong, key=lambda e: (isinstance(e, UndeclaredError), e.what.startswith("two readings")))
        if len(found) > 1:
            raise self.refuse(node, [self.spelled(part) for _, part in found.values()])
        ((out, (needs, _)),) = found.items()
        self.build.require(*needs)
        return list(out) if isinstance(out, tuple) else out

    def every(self, node: Node, depth: int) -> list[Relation]:
        """Parse `all(…)`: relations that hold for every index of its ranges."""
        found = self.for_indices(self.ranges(node), node.args[1][0], depth)
        where = ", ".join(self.source(r) for r in node.args[1][1:])
        return [r._replace(words=f"all({r.words}, {where})") for r in found]

    def for_every_index(self, node: Node, depth: int) -> list[Relation]:
        """Parse relations that hold for every index of the ranges of a quantifier."""
        rows = []
        for name, sort, ends in node.args[0]:
            if sort != "Z" or not ends:
                raise self.fail(node, "variables stand for all numbers: leave ∀ out, and write n ∈ ℤ as a hypothesis")
            rows.append((self.index_name(name), *ends))
        tokens = self.grammar.tokens
        before = self.text[tokens[node.start].start : tokens[node.args[1].start].start]
        return [r._replace(words=before + r.words) for r in self.for_indices(rows, node.args[1], depth)]

    def for_indices(self, rows: Sequence[Row], body: Node, depth: int) -> list[Relation]:
        """Return the relations that hold for every index of ranges, the outermost first."""
        if not rows:
            return self.relations(body, depth + 1)
        (name, *bounds), *rest = rows
        with self.build.collecting() as needs:
            lo, hi = (self.integer(end, depth) for end in bounds)
        with fresh("Z") as (i,):
            with self.within(name, i):
                inside = self.for_indices(rest, body, depth)
            members = [{i: k} for k in numerals(lo, hi)]
            if members:
                out = [r.mapped(partial(substitute, values=at)) for r in inside for at in members]
            else:
                out = [r.mapped(partial(for_all_between, i, lo, hi)) for r in inside]
        return [r._replace(needs=tuple(dict.fromkeys([*needs, *r.needs]))) for r in out]

    def ranges(self, node: Node) -> list[Row]:
        """Return the ranges of a sum or the like, the outermost first; bounds contain no index of a later range."""
        args = node.args[1]
        flat = len(args) == 4 and args[1].kind == "name" and not any(a.kind == "tuple" for a in args)
        rows = (
            [self.row(args[1], args[1:])] if flat else [self.row(r, r.args[0]) for r in args[1:] if r.kind == "tuple"]
        )
        others = [] if flat else [r for r in args[1:] if r.kind != "tuple"]
        if others:
            raise self.fail(others[0], "a range is written (i, 1, n)")
        names = {name for name, *_ in rows}
        if not rows or len(names) < len(rows):
            raise self.fail(node, "ranges are written sum(a[i]*b[j], (i, 1, n), (j, 1, i)), each with its own index")
        out: list[Row] = []
        while rows:
            left = {"".join(name) for name, *_ in rows}
            outer = [
                row for row in rows if left.isdisjoint((free_names(row[1]) | free_names(row[2])) - {"".join(row[0])})
            ]
            if not outer:
                raise self.fail(node, "the bounds of these ranges contain one another's indices")
            out.append(outer[-1])
            rows.remove(outer[-1])
        return out

    def row(self, node: Node, parts: Sequence[Node]) -> Row:
        """Return the index and the bounds of a range."""
        if len(parts) != 3 or parts[0].kind not in ("name", "sub"):
            raise self.fail(node, "a range is written (i, 1, n)")
        return self.index_name((parts[0].start, parts[0].end)), parts[1], parts[2]

    def index_name(self, stretch: tuple[int, int]) -> tuple[str, ...]:
        """Return the name of an index, by its tokens."""
        name = "".join(self.key(*stretch))
        if not NAME.match(name) or "'" in name or name in (*TAKEN, "pi") or name.lower() in FUNCTIONS:
            raise ParseError(self.text, self.grammar.tokens[stretch[0]].start, f"not the name of an index: {name}")
        return self.key(*stretch)

    def integer(self, node: Node, depth: int) -> Term:
        """Return a bound of a range, or an index of an entry."""
        out = self.number(node, depth + 1)
        if out.sort != "Z":
            names = sorted(v.args[0] for v in out.free if v.sort == "R")
            if names:
                what = f'an integer is needed here: declare it, with a hypothesis "integer {", ".join(names)}"'
                raise UndeclaredError(self.text, self.position(node), what, names)
            raise self.fail(node, "an integer is needed here")
        return out

    def number(self, node: Node, depth: int) -> Term:
        if depth > MAX_NESTING:
            raise self.fail(node, f"nested more than {MAX_NESTING} deep: name a part and split the formula")
        try:
            out = self.plain(node, depth + 1)
        except KernelError as wrong:
            raise self.fail(node, str(wrong)) from None
        if out.size > MAX_TERM_SIZE:
            raise self.fail(node, "too large when written out")
        return out

    def plain(self, node: Node, depth: int) -> Term:
        kind, args = node.kind, node.args
        if kind in ("num", "sup"):
            return self.numeral(node)
        if kind == "name":
            return self.variable(node, args[0], self.key(node.start, node.end))
        if kind in ("group", "braces", "pos"):
            return self.number(args[0], depth if kind == "braces" else depth - 1)
        if kind == "either":
            return self.one_of(node, lambda part: self.number(part, depth))
        if kind == "neg":
            return times(num(-1), self.number(args[0], depth))
        if kind == "juxt":
            return self.juxtaposed(node, depth)
        if kind == "^":
            return self.power(node, depth)
        if kind in ("+", "-", "*", "/", "frac", "%"):
            s, t = self.number(args[0], depth), self.number(args[1], depth)
            if kind == "%":
                return self.build.remainder(s, t)
            if kind == "+":
                return s + t
            if kind == "-":
                return s - t
            if kind == "*":
                return times(s, t)
            return times(s, num(t.args[1], t.args[0])) if t.op == "num" and t.args[0] else s * inverse(t)
        if kind == "abs":
            return absolute(self.number(args[0], depth))
        if kind == "root":
            return self.root(node, depth)
        if kind == "!":
            return self.build.factorial(self.integer(args[0], depth))
        if kind == "binomial":
            return self.build.binomial(*(self.integer(a, depth) for a in args))
        if kind == "ite":
            return self.choice(args[0], args[1], args[2], depth)
        if kind == "over":
            return self.over_range(node, depth)
        if kind in ("call", "prefix"):
            return self.call(node, depth)
        if kind == "notion" and node.args[0].pattern.sort in ("Z", "R"):
            return self.instance(node, depth)
        if kind == "entry":
            return self.entry(node, depth)
        if kind == "sub":
            return self.subscripted(node, depth)
        if kind in ("chain", "and", "or", "not", "all", "imp", "member"):
            raise self.fail(node, "a number is needed here, not a relation")
        raise self.fail(node, f"not understood: numbers are made with {MADE_WITH}")

    def variable(self, node: Node, name: str, key: tuple[str, ...]) -> Term:
        """Return what a name denotes."""
        if key in self.scope:
            return self.scope[key]
        if name == "pi":
            return PI
        taken = TAKEN.get(name) or TAKEN.get(name.lower().replace("infinity", "inf"))
        if taken:
            raise self.fail(node, f"{name} is not a variable: {taken}")
        if name in EULER and self.of_powers:
            what = "the number or a variable: write exp(1), or another letter for a variable"
            raise self.fail(node, f"{name} has two readings beside exp, log, factorials and powers of it, {what}")
        if name.lower() in FUNCTIONS:
            raise self.fail(node, f"{name} is a function: write {name}(x)")
        if not NAME.match(name) or "'" in name:
            raise self.fail(node, "the name of a variable has letters without accents, digits and _, and no primes")
        if key in self.over_names:
            raise self.fail(node, f"{name} is the index of a range and stands outside of it: write brackets")
        return var(name, "Z" if name in self.integers else "R")

    def instance(self, node: Node, depth: int) -> Term:
        """Return the instance of a notion."""
        definition, parts = node.args
        real = sorted(v.args[0] for v in definition.fixed if v.sort == "Z" and v.args[0] not in self.integers)
        if real:
            raise UndeclaredError(self.text, self.position(node), f"{', '.join(real)} has to be an integer", real)
        values: dict[Term, Term] = {}
        for k, part in parts:
            argument = definition.arguments[k]
            if argument.sort == "Z":
                value = self.integer(part, depth)
            elif not is_function(argument.sort):
                value = self.number(part, depth)
            else:
                inner = self.bare(part)
                if inner.kind != "name" or self.key(inner.start, inner.end) in self.scope:
                    raise self.fail(part, "the name of a function is needed here")
                value = fn(inner.args[0], "".join(domain(argument.sort)), codomain(argument.sort))
            if values.setdefault(argument, value) is not value:
                raise self.fail(part, "an argument that occurs twice has to be the same")
        return substitute(definition.pattern, values)

    def juxtaposed(self, node: Node, depth: int) -> Term:
        """Return a product without a sign, which text has only after a numeral."""
        left, right = node.args
        if left.kind == "/":
            above, below = self.spelled(left.args[0], 3), self.spelled(left.args[1], 3)
            raise self.refuse(
                node, [f"({above}/{below})·{self.spelled(right, 3)}", f"{above}/({below}·{self.spelled(right, 3)})"]
            )
        if not self.grammar.latex and not is_multiple(left, right):
            readings = self.spelled(node)
            place = self.grammar.tokens[right.start].start
            whole = right.args[0] if right.kind == "name" and left.kind == "num" else ""
            letters = f", or {self.spelled(left)}·{'·'.join(whole)}" if 1 < len(whole) < 4 and whole.isalpha() else ""
            shown = f"{readings}{letters}".replace("·", "*")
            what = f"not a formula: {WITHOUT_SIGN}: write {shown}"
            raise ParseError(self.text, place, what)
        last = left.args[1] if left.kind == "juxt" else left
        parts = last.args if last.kind == "either" else (last,)
        loose = next((p for p in parts if p.kind == "prefix" and p.args[1].kind != "group"), None)
        if loose is not None:
            name, inside = self.spelled(loose.args[0]), loose.args[1]
            follows = self.spelled(right)
            apart, together = f"{name}({self.spelled(inside)})·{follows}", f"{name}({self.spelled(inside)}·{follows})"
            raise self.refuse(last, [apart, together])
        if right.kind == "num" or (left.kind == "num" and right.kind == "num"):
            raise self.fail(right, f"a numeral after a factor: write {self.spelled(left)} \\cdot {self.spelled(right)}")
        inner = left.args[1] if left.kind == "juxt" else left
        if inner.kind in ("name", "sub") and right.kind in ("group", "tuple"):
            self.check_factor(inner, right)
        return times(self.number(left, depth), self.number(right, depth))

    def check_factor(self, name: Node, bracket: Node) -> None:
        """Refuse a(b + c) unless a stands elsewhere as a number: it might be the value of a function."""
        key = self.key(name.start, name.end)
        called = self.spelled(name) if name.kind == "name" else "".join(key)
        if called in self.arrays[0]:
            raise self.fail(name, f"{called} has indices")
        alone = any(
            self.key(n.start, n.end) == key and self.grammar.sign(n.end) not in ("(", "_", "[")
            for n in self.body.walk()
            if n.kind in ("name", "sub")
        )
        if not alone and key not in self.scope:
            inside = self.spelled(bracket)
            raise self.fail(name, f"two readings: {called}·{inside} or the value of a function {called}; write \\cdot")

    def power(self, node: Node, depth: int) -> Term:
        base, exponent = node.args
        if self.grammar.latex and base.kind == "name" and base.args[0] == "e" and ("e",) not in self.scope:
            return exp(self.number(exponent, depth))
        if self.grammar.latex and base.kind == "prefix" and self.numeral_value(exponent) == -1:
            raise self.fail(node, "an inverse function has a name: \\arcsin, \\arccos, \\arctan")
        return self.build.power(self.number(base, depth), self.number(exponent, depth))

    def numeral_value(self, node: Node) -> int | None:
        node = self.bare(node)
        if node.kind == "neg":
            value = self.numeral_value(node.args[0])
            return None if value is None else -value
        return int(node.args[0]) if node.kind in ("num", "sup") and node.args[0].isdigit() else None

    def root(self, node: Node, depth: int) -> Term:
        index, inside = node.args
        k = index if isinstance(index, int) else self.numeral_value(index)
        if k is None or not 2 <= k <= 64:
            raise self.fail(node, "the index of a root is a numeral from 2 to 64")
        return self.build.root(self.number(inside, depth), Fraction(1, k))

    def choice(self, condition: Node, then: Node, other: Node, depth: int) -> Term:
        """Return one number if a relation holds, else another."""
        found = self.relations(condition, depth)
        if len(found) != 1 or found[0].formula.op not in ("le", "lt", "eq"):
            raise self.fail(condition, "one relation is needed here, such as x <= 0")
        test = found[0].formula
        self.build.require(*found[0].needs)
        s = self.build.under([test], lambda: self.number(then, depth))
        t = self.build.under([opposite(test)], lambda: self.number(other, depth))
        return ite(test, s, t)

    def entry(self, node: Node, depth: int) -> Term:
        """Return an entry a[i] or a[i, j]."""
        base, places = node.args
        name = base.args[0] if base.kind == "name" else "".join(self.key(base.start, base.end))
        good = base.kind in ("name", "sub") and NAME.match(name) and "'" not in name and places
        if (
            not good
            or name in (*TAKEN, "pi")
            or name.lower() in FUNCTIONS
            or self.key(base.start, base.end) in self.scope
        ):
            raise self.fail(node, "an entry is written a[i] or a[i, j]")
        at = [self.integer(place, depth) for place in places]
        return fn(name, len(at), "Z" if name in self.integers else "R")(*at)

    def subscripted(self, node: Node, depth: int) -> Term:
        """Return an entry a_i or a_{i,j}, or the variable x_1."""
        key = self.key(node.start, node.end)
        if key in self.scope:
            return self.scope[key]
        base, joined = node.args[0], "".join(key)
        own, bracketed = self.arrays
        stem = base.args[0] if base.kind == "name" else "".join(self.key(base.start, base.end))
        whole = self.is_name(node, self.scope)
        if whole and stem in bracketed:
            what = f"two readings: the entry {stem}[{self.source(node.args[1][0])}] or a variable {joined}"
            raise self.fail(node, f"{what}; write the entry in brackets, or rename the variable")
        if not whole or stem in own:
            return self.entry(node, depth)
        if self.over_names.intersection(self.key(a.start, a.end) for a in node.args[1]):
            raise self.fail(
                node, f"{self.source(node)} has the index of a range and stands outside of it: write brackets"
            )
        return self.variable(node, joined, key)

    def over_range(self, node: Node, depth: int) -> Term:
        """Return Σ, Π or max over ranges as they are printed."""
        op, rows, body = node.args
        if op != "sum" and body.kind in ("*", "/", "juxt"):
            sign = {"prod": "Π", "max": "max"}[op]
            first = body
            while first.kind in ("*", "/", "juxt"):
                first = first.args[0]
            raise self.refuse(node, [f"{sign}({self.spelled(body)})", f"({sign} {self.spelled(first)})·…"])
        read = [(self.index_name(name), lo, hi) for name, lo, hi in rows]
        return self.over(read, op, body, depth)

    def over(self, rows: Sequence[Row], op: str, body: Node, depth: int) -> Term:
        """Return a sum, product, maximum or minimum over ranges."""

        def inside(rows: Sequence[Row]) -> Term:
            if not rows:
                return signed(self.number(body, depth))
            (name, *bounds), *rest = rows
            kind = "max" if op == "min" else op

            def at(i: Term) -> Term:
                with self.within(name, i):
                    return inside(rest)

            if op == "sum" and bounds[1].kind == "name" and bounds[1].args[0] == "oo":
                return self.build.infinite_sum(self.integer(bounds[0], depth), at)
            lo, hi = (self.integer(end, depth) for end in bounds)
            return self.build.over(kind, lo, hi, at)

        def signed(t: Term) -> Term:
            return times(num(-1), t) if op == "min" else t  # a minimum is minus the maximum of what is negated

        return signed(inside(rows))

    def numeral(self, node: Node) -> Term:
        written = node.args[0]
        if node.kind == "sup" and re.fullmatch(r"-?[0-9]+", written) is None:
            name = written.removeprefix("-")
            if NAME.match(name) is None:
                raise self.fail(node, "not an exponent")
            out = self.variable(node, name, (name,))
            return times(num(-1), out) if written.startswith("-") else out
        return rational(Fraction(written))

    def function(self, node: Node) -> str:
        """Return the name of the function that is called."""
        return str(node.args[0].args[0]).lower() if node.args[0].kind == "name" else ""

    def call(self, node: Node, depth: int) -> Term:
        name = self.function(node)
        given: tuple[Node, ...] = node.args[1] if isinstance(node.args[1], tuple) else (node.args[1],)
        if name not in FUNCTIONS or name == "all":
            return self.value(node, depth)
        ranges = any(a.kind == "tuple" for a in given)
        flat = name in ("sum", "prod", "product") and len(given) == 4 and given[1].kind == "name"
        if name in OVER_RANGES and (ranges or flat):
            return self.over(self.ranges(node), OVER_RANGES[name], given[0], depth)
        if name in ("sum", "prod", "product"):
            raise self.fail(node, f"a range is missing: write {name}(a[i], (i, 1, n))")
        if name == "ite":
            if len(given) != 3:
                raise self.fail(node, "a case distinction is written ite(x <= 0, a, b)")
            return self.choice(given[0], given[1], given[2], depth)
        if name == "piecewise":
            cases = self.grammar.pieces(node, given)
            if cases is None:
                raise self.fail(node, "a case distinction is written Piecewise((a, x <= 0), (b, True))")
            return self.number(cases, depth)
        args = [(self.integer if name in ("binomial", "factorial") else self.number)(a, depth) for a in given]
        if name in ("min", "max"):
            if not args:
                raise self.fail(node, f"{name} of nothing")
            return reduce(smaller if name == "min" else larger, args)
        if name == "binomial":
            if len(args) != 2:
                raise self.fail(node, "binomial takes two numbers: binomial(n, k)")
            return self.build.binomial(*args)
        if len(args) != 1:
            raise self.fail(node, f"{name} takes one number; for another base write log(x)/log(b)")
        return PLAIN[name](args[0]) if name in PLAIN else NAMED[name](self.build, args[0])

    def value(self, node: Node, depth: int) -> Term:
        """Return the entry a(i) of an array."""
        base, given = node.args
        name = "".join(self.key(base.start, base.end))
        if name in self.grammar.first:
            notions = (form.definition for form in self.grammar.first[name])
            forms = " or ".join(d.text.format(*(v.args[0] for v in d.arguments)) for d in notions)
            raise self.fail(node, f"{name} is a notion, which is written {forms}")
        known = f"the functions understood are {KNOWN_FUNCTIONS}"
        good = NAME.match(name) and "'" not in name and name not in (*TAKEN, "pi", "all") and base.kind == "name"
        if not good or not given or name.lower() in FUNCTIONS or any(a.kind in ("chain", "tuple") for a in given):
            raise self.fail(node, known)
        places = []
        for a in given:
            place = self.number(a, depth + 1)
            if place.sort != "Z":
                raise self.fail(node, f"{known}; entries of a sequence {name} have integer indices")
            places.append(place)
        indexed = self.of_indices(node, self.scope) or name in self.arrays[0] | self.arrays[1]
        if not indexed:
            inside = ", ".join(map(self.source, given))
            hint = f"a product is written {name}*({inside}), an entry of a sequence {name}[{inside}]"
            raise self.fail(node, f"{hint}; {known}")
        return fn(name, len(places), "Z" if name in self.integers else "R")(*places)


RELATED: dict[str, Callable[[Term, Term], Term]] = {
    "<=": le, "<": lt, ">=": lambda s, t: le(t, s), ">": lambda s, t: lt(t, s), "==": eq,
    "!=": lambda s, t: Not(eq(s, t)),
}  # fmt: skip
FUNCTIONS = ("all", "ite", "piecewise", "binomial", *PLAIN, *NAMED, *OVER_RANGES)
_OF_ONE = ", ".join(sorted({*PLAIN, *NAMED}))
KNOWN_FUNCTIONS = (
    f"exp, log (natural), sqrt, min, max, ite, Piecewise, binomial, sum and prod over ranges, and {_OF_ONE}"
)
MADE_WITH = f"+ - * / ** ^, entries a[i], and the functions {KNOWN_FUNCTIONS}"


WITHOUT_SIGN = "a product needs its sign"


def free_names(node: Node) -> set[str]:
    """Return the free names in a formula: those of variables, not of functions, arrays, or indices of ranges."""
    if node.kind == "name":
        return {node.args[0]}
    if node.kind == "sub" and node.args[0].kind == "name" and node.args[1][0].kind in ("name", "num"):
        joined = f"{node.args[0].args[0]}_{node.args[1][0].args[0]}"
        return {joined, *free_names(node.args[1][0])}
    if node.kind in ("entry", "sub"):
        return set().union(*map(free_names, node.args[1]))
    if node.kind == "over":
        names = set()
        _, rows, body = node.args
        for _, lo, hi in rows:
            names |= free_names(lo) | free_names(hi)
        return names | free_names(body)
    if node.kind != "call":
        parts = [a for a in node.args if isinstance(a, Node)]
        parts += [a for group in node.args if isinstance(group, tuple) for a in group if isinstance(a, Node)]
        return set().union(*map(free_names, parts))
    args = node.args[1]
    ranges = [a for a in args if a.kind == "tuple" and a.args[0] and a.args[0][0].kind == "name"]
    indices = {a.args[0][0].args[0] for a in ranges}
    found = set().union(*(free_names(a) for a in args if a not in ranges)) - indices
    for a in ranges:  # the bounds of a range may contain a variable with the name of its index
        own, *bounds = a.args[0]
        found |= set().union(*map(free_names, bounds)) - (indices - free_names(own))
    return found


def _refusal(sign: str) -> str:
    """Return the message for a character that is not understood, with what to write instead."""
    if sign in INSTEAD:
        return INSTEAD[sign]
    if sign == ":":
        return "not understood: colon; variables stand for all numbers, and a condition is a hypothesis: --given"
    if sign in ONLY_STATEMENTS:
        return f"{sign} is read in the statements of papers, not in questions, which are relations between numbers"
    name = unicodedata.name(sign, "").lower() if len(sign) == 1 else ""
    if sign.startswith("\\") and len(sign) > 1:
        return f"this command of LaTeX is not read: {sign}"
    name = name or f"the sign U+{ord(sign[0]):04X}"
    known = "letters without accents, digits, _ and + - * / ^ ( ) , . < = > | √ ≤ ≥ Σ"
    return f"not understood: {name}; what is known has {known}"
