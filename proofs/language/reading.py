r"""A reader of statements: from text or LaTeX, as it is printed, to the very term that was printed.

`read_formula` takes the text, the named notions of a paper, and the free variables with their sorts. In contrast to a
question (`proofs.language.parse`), nothing is simplified, no range is expanded, and no condition is collected: 1/x is
1·x⁻¹, and x² is x·x. Names are those of the given variables, as they are printed or as they are written in Python:
`δ_1` or `delta_1`. A notion is read by its form. Text that has two readings as terms of the right sorts is refused,
with both, unless one of them is printed exactly so.

A product or sum of three or more parts at once, as SymPy makes them, is read as one of two parts at a time.

>>> from proofs.language.notation import *
>>> n, = ints("n"); a, = vectors("a"); x, = reals("x")
>>> formula = read_formula("0 < x ⇒ Σ_{i=1}^{n} a_i^2 ≤ |x|/2", [n, x, a])
>>> formula is implies(0 < x, Sum(lambda i: a(i)**2, 1, n) <= abs(x)/2)
True
>>> read_formula(r"\sum_{i=1}^n a_i \le \frac{x}{2}", [n, x, a]) is (Sum(a, 1, n) <= x/2)
True
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    abstract,
    app,
    big,
    deriv,
    domain,
    eq,
    exp,
    fits,
    forall,
    imp,
    inv,
    is_function,
    ite,
    lam,
    le,
    lt,
    num,
    substitute,
    variable,
)
from proofs.language.display import NONE, Notions, is_power, power_term, shown_name
from proofs.language.elaborate import PLAIN
from proofs.language.grammar import Grammar, Node, is_multiple
from proofs.language.notation import (
    PI,
    Or,
    array,
    binomial,
    cosh,
    factorial,
    fresh,
    larger,
    negation,
    sinh,
    smaller,
    sqrt,
    tan,
    tanh,
)
from proofs.language.parse import FUNCTIONS, Elaboration
from proofs.language.tokens import ParseError, is_latex, tokens

MAX_CHOICES = 256  # of terms for the parts of one stretch of text
MAX_TERMS = 16  # that one stretch of text may denote, before the rest decides


def read_formula(text: str, variables: Iterable[Term], notions: Notions = NONE, latex: bool | None = None) -> Term:
    """Return the formula that a text denotes.

    Parameters
    ----------
    text
        A relation, a chain of relations, or any other formula, as text or LaTeX.
    variables
        The free variables and functions that may occur.
    notions
        The named notions that may occur.
    latex
        Whether the text is LaTeX; by default it is if it has a command.

    Raises
    ------
    ParseError
        if the text is not understood, or has two readings; with the position.
    """
    reader = _StatementReader(text, variables, notions, is_latex(text) if latex is None else latex)
    grammar = reader.grammar
    return reader.only(grammar.whole(grammar.formula, "a formula"), "B")


def read_term(
    text: str, variables: Iterable[Term], notions: Notions = NONE, sort: str = "R", latex: bool | None = None
) -> Term:
    """Return the number or function of a sort that a text denotes; see `read_formula`.

    >>> from proofs.language.notation import reals
    >>> (x,) = reals("x")
    >>> read_term("x²/2", [x]) is x**2 / 2
    True
    """
    reader = _StatementReader(text, variables, notions, is_latex(text) if latex is None else latex)
    grammar = reader.grammar
    return reader.only(grammar.whole(lambda k, _: grammar.value(k), "a term"), sort)


Found = list[Term]


class _StatementReader(Elaboration):
    """A reader of one statement. Every method returns all terms that a tree may denote."""

    def __init__(self, text: str, variables: Iterable[Term], notions: Notions, latex: bool) -> None:
        super().__init__(text, Grammar(text, notions.definitions, latex))
        self.notions, self.latex = notions, latex
        self.known: dict[tuple[str, ...], list[Term]] = {}
        self.made = itertools.count()
        self.letters: dict[Term, str] = {}  # of the bound variables, as they are written
        self.found: dict[tuple[Node, str], Found] = {}
        self.wrong: list[ParseError] = []
        free = sorted(set(variables), key=lambda v: v.order)
        self.free = frozenset(free)
        for v in free:
            name = v.args[0]
            for written in (shown_name(name, latex), *(() if latex else (name,))):
                key = tuple(
                    part for t in tokens(written, latex)[:-1] for part in (() if t.text in ("{", "}") else (t.text,))
                )
                if v not in self.known.setdefault(key, []):
                    self.known[key].append(v)

    def only(self, node: Node, sort: str) -> Term:
        """Return the one term that the whole text denotes."""
        found = self.formulas(node) if sort == "B" else self.values(node, sort)
        return self.chosen(node, found)

    def chosen(self, node: Node, found: Found) -> Term:
        found = list(dict.fromkeys(found))
        if len(found) > 1:
            exact = [t for t in found if self.shown(t) == self.grammar.text.strip()]
            found = exact if len(exact) == 1 else found
        if len(found) == 1:
            return found[0]
        if found:
            raise self.refuse(node, [self.shown(t) for t in found])
        raise max(self.wrong, key=lambda error: error.position, default=self.fail(node, "not understood"))

    def shown(self, t: Term) -> str:
        """Return a term as printed, with its bound variables as they are written."""
        names = {v: variable(name, v.sort) for v, name in self.letters.items() if v in t.free}
        t = substitute(t, names) if names else t
        return self.notions.latex(t) if self.latex else self.notions.text(t)

    def none(self, node: Node, what: str) -> Found:
        """Return no term, and note why."""
        self.wrong.append(self.fail(node, what))
        return []

    def narrowed(self, node: Node, found: Iterable[Term]) -> Found:
        """Return the terms without repetitions; of several, the one that is printed as the text is written."""
        out = list(dict.fromkeys(found))
        if len(out) > 1:
            named = [t for t in out if t.loose or self.notions.instance(t) is not None]
            out = named or out
        if len(out) > 1:
            written = self.signs(self.text[self.position(node) : self.position(node, end=True)])
            exact = [t for t in out if not t.loose and self.signs(self.shown(t)) == written]
            out = exact or out
        return out[:MAX_TERMS]

    def signs(self, written: str) -> str:
        """Return a text without spaces and brackets around the whole, to compare it with another."""
        return "".join(written.split())

    def combined(self, node: Node, make: Callable[..., Term], *parts: Sequence[Term]) -> Found:
        """Return make(…) of all choices of the parts."""
        out: Found = []
        for choice in itertools.islice(itertools.product(*parts), MAX_CHOICES):
            try:
                out.append(make(*choice))
            except KernelError as wrong:
                self.wrong.append(self.fail(node, str(wrong)))
        return self.narrowed(node, out)

    # --- numbers and functions

    def values(self, node: Node, sort: str) -> Found:
        """Return the terms of a sort that a tree may denote; what was found in this scope is remembered."""
        found = self.found.get((node, sort))
        if found is None:
            found = self.found[node, sort] = self.read_values(node, sort)
        return found

    def read_values(self, node: Node, sort: str) -> Found:
        kind, args = node.kind, node.args
        if kind == "either":
            return self.narrowed(node, [t for part in args for t in self.values(part, sort)])
        if kind in ("group", "braces", "pos"):
            inside = self.values(args[0], sort)
            if kind == "group" and sort == "(Z>R)":
                inside = [*inside, *self.combined(node, array, self.values(args[0], "R"))]
            return self.narrowed(node, inside)
        if kind == "notion":
            return self.instances(node, sort)
        if kind == "name" or kind == "sub":
            found = self.named(node, sort)
            if found:
                return found
        if is_function(sort):
            return self.functions(node, sort)
        out = self.numbers(node, sort)
        good = [t for t in out if fits(t.sort, sort)]
        if out and not good:
            return self.none(node, "an integer is needed here")
        return good

    def named(self, node: Node, sort: str) -> Found:
        """Return the variables with a name."""
        key = self.key(node.start, node.end)
        if key in self.scope:
            v = self.scope[key]
            return [v] if fits(v.sort, sort) else self.none(node, f"{self.source(node)} has another sort")
        found = [v for v in self.known.get(key, []) if fits(v.sort, sort)]
        if found or node.kind == "sub":
            return found
        if key == ("pi",) and not is_function(sort):
            return [PI]
        if self.known.get(key):
            needed = "an integer" if sort == "Z" else "of the sort that is needed here"
            return self.none(node, f"{self.source(node)} is not {needed}")
        return self.none(node, f"no variable is called {self.source(node)}")

    def functions(self, node: Node, sort: str) -> Found:
        """Return the functions of a sort: mappings, vectors by their entries, and the zero vector."""
        kind, args = node.kind, node.args
        if kind == "num" and args[0] == "0":
            takes = domain(sort)
            return [lam("".join(takes), num(0))]
        if kind == "tuple" and sort in ("(Z>R)", "(Z>Z)"):
            return self.combined(node, array, *(self.values(a, "R") for a in args[0]))
        if kind != "lam":
            return self.none(node, "a function is needed here")
        binders, body = args
        takes = domain(sort)
        if len(takes) != len(binders) or any(
            own not in (None, one) for (_, own, _), one in zip(binders, takes, strict=True)
        ):
            return self.none(node, f"a function of {len(takes)} arguments is needed here")
        return self.bound(
            node, [(self.key(*name), one) for (name, *_), one in zip(binders, takes, strict=True)],
            lambda: self.values(body, "R"), lambda inside, own: lam("".join(takes), abstract(inside, own)),
        )  # fmt: skip

    def bound(
        self,
        node: Node,
        names: Sequence[tuple[tuple[str, ...], str]],
        read: Callable[[], Found],
        make: Callable[[Term, tuple[Term, ...]], Term],
    ) -> Found:
        """Return what a binder of variables denotes, whose body is read in their scope."""
        with fresh(*(sort for _, sort in names)) as own:
            outside, self.scope = self.scope, dict(self.scope)
            before, self.found = self.found, {}
            for (name, _), v in zip(names, own, strict=True):
                self.scope[name] = v
                self.letters[v] = "".join(name)
            try:
                found = read()
                return self.combined(node, lambda inside: make(inside, own), found)
            finally:
                self.scope, self.found = outside, before
                for v in own:
                    self.letters.pop(v, None)

    def instances(self, node: Node, sort: str) -> Found:
        """Return the instances of a notion."""
        definition, known = node.args
        if domain(definition.pattern.sort) != domain(sort) or (definition.pattern.sort == "B") != (sort == "B"):
            return self.none(node, "a notion of another sort")
        if not definition.fixed <= self.free:
            return self.none(
                node, f"a notion of other letters: {', '.join(sorted(v.args[0] for v in definition.fixed))}"
            )
        places: dict[int, Found] = {}
        for argument, part in known:
            wanted = definition.arguments[argument].sort
            exponent = argument == 1 and is_power(definition, self.latex)
            found = self.exponents(part) if exponent else self.values(part, wanted)
            if exponent and part.kind in ("num", "neg", "sup"):
                found = [t for t in found if t.op != "num" or t.args in ((0, 1), (1, 1))]  # others are plain powers
            before = places.get(argument)
            places[argument] = found if before is None else [t for t in before if t in found]
        if any(not found for found in places.values()):
            return []
        symbols = [definition.arguments[k] for k in places if k in definition.open]
        out = self.combined(
            node, lambda *values: substitute(definition.pattern, dict(zip(symbols, values, strict=True))),
            *(places[k] for k in places if k in definition.open),
        )  # fmt: skip
        return [t for t in out if fits(t.sort, sort)]

    def numbers(self, node: Node, sort: str) -> Found:
        kind, args = node.kind, node.args
        reader = READERS.get(kind)
        if reader is not None:
            return reader(self, node)
        if kind in ARITHMETIC:
            return self.combined(node, ARITHMETIC[kind], *(self.values(a, "R") for a in args))
        if kind == "name":
            return []
        return self.none(node, "a number is needed here")

    def numeral(self, node: Node) -> Found:
        written = node.args[0]
        if node.kind == "sup" and not written.lstrip("-").isdigit():
            key = (written.removeprefix("-"),)
            found = [self.scope[key]] if key in self.scope else self.known.get(key, [])
            return [-v for v in found] if written.startswith("-") else list(found)
        value = Fraction(written)
        return [num(value.numerator, value.denominator)]

    def quotient(self, node: Node) -> Found:
        def divided(s: Term, t: Term) -> Term:
            above, below = node.args
            above = above.args[0] if above.kind == "neg" else above
            if s.op == t.op == above.kind == below.kind == "num" and t.args[0]:
                value = Fraction(*s.args) / Fraction(*t.args)
                return num(value.numerator, value.denominator)
            return s / t

        return self.combined(node, divided, *(self.values(a, "R") for a in node.args))

    def negative(self, node: Node) -> Found:
        def minus(t: Term) -> Term:
            plain = node.args[0].kind in ("num", "frac") or (node.args[0].kind == "/" and not self.latex)
            return num(-t.args[0], t.args[1]) if t.op == "num" and plain else -t

        return self.combined(node, minus, self.values(node.args[0], "R"))

    def power(self, node: Node) -> Found:
        base, exponent = node.args
        if self.latex and base.kind == "name" and base.args[0] == "e" and not self.named(base, "R"):
            return self.combined(node, exp, self.values(exponent, "R"))
        return self.combined(node, power_term, self.values(base, "R"), self.exponents(exponent))

    def exponents(self, node: Node) -> Found:
        """Return the terms of an exponent, in which 1/p is the inverse of p."""
        inside = self.bare(node)
        if inside.kind in ("/", "frac") and inside.args[0].kind == "num" and inside.args[0].args[0] == "1":
            below = self.values(inside.args[1], "R")
            if all(t.op != "num" for t in below):
                return self.combined(node, inv, below)
        return self.values(node, "R")

    def root(self, node: Node) -> Found:
        index, inside = node.args
        k = index if isinstance(index, int) else int(index.args[0]) if index.kind == "num" else 0
        if k == 2 and self.notions.takes_roots:
            return self.none(node, "the root is a notion of the paper")
        if k < 2:
            return self.none(node, "the index of a root is a numeral from 2 on")
        return self.combined(node, lambda base: power_term(base, num(1, k)), self.values(inside, "R"))

    def choice(self, node: Node) -> Found:
        condition, then, other = node.args
        found = [c for c in self.formulas(condition) if c.op in ("le", "lt", "eq")]
        if not found:
            return self.none(condition, "one relation is needed here")
        return self.combined(node, ite, found, self.values(then, "R"), self.values(other, "R"))

    def over(self, node: Node) -> Found:
        op, rows, body = node.args

        def inside(left: Sequence[tuple]) -> Found:
            if not left:
                return self.values(body, "R")
            (name, lo, hi), *rest = left
            ends = [self.values(end, "Z") for end in (lo, hi)]
            within = self.bound(node, [(self.key(*name), "Z")], lambda: inside(rest), abstract)
            return self.combined(node, lambda a, b, t: big(op, a, b, t), *ends, within)

        return inside(rows)

    def subscripted(self, node: Node) -> Found:
        """Return the values of a function at integers, some of its arguments perhaps in brackets."""
        base, places = node.args
        if base.kind == "call":
            return self.applied(node, base.args[0], base.args[1], places)
        return self.applied(node, base, (), places)

    def applied(self, node: Node, base: Node, wide: Sequence[Node], below: Sequence[Node]) -> Found:
        out: Found = []
        for f in self.heads(base):
            takes = domain(f.sort)
            if len(takes) != len(wide) + len(below):
                continue
            plain = all(sort == "Z" for sort in takes)
            first, last = list(wide), list(below)
            parts: list[Found] = []
            for sort in takes:
                own = last if (sort == "Z" and not plain) or (plain and not first) else first
                if plain and first:
                    own = first
                if not own:
                    break
                parts.append(self.values(own.pop(0), sort))
            else:
                out += self.combined(node, lambda *args, f=f: app(f, *args), *parts)
        return out or self.none(node, f"{self.source(base)} is no function of these arguments")

    def heads(self, node: Node) -> Found:
        """Return the functions that a tree may denote, of any sort."""
        node = self.bare(node)
        if node.kind == "either":
            return [f for part in node.args for f in self.heads(part)]
        if node.kind == "notion":
            own = node.args[0].pattern.sort
            return self.instances(node, f"{own[:-2]}R)") if is_function(own) else []
        if node.kind not in ("name", "sub"):
            return []
        key = self.key(node.start, node.end)
        found = [self.scope[key]] if key in self.scope else self.known.get(key, [])
        return [f for f in found if is_function(f.sort)]

    def call(self, node: Node) -> Found:
        base, given = node.args
        given = given if isinstance(given, tuple) else (given,)
        if self.heads(base):
            return self.applied(node, base, given, ())
        name = base.args[0].lower() if base.kind == "name" else ""
        if name in ("max", "min"):
            kind = larger if name == "max" else smaller
            return self.combined(node, lambda *args: reduce(kind, args), *(self.values(a, "R") for a in given))
        if name in CALLED and len(given) == 1:
            return self.combined(node, CALLED[name], self.values(given[0], "R"))
        if name == "factorial" and len(given) == 1:
            return self.combined(node, factorial, self.values(given[0], "Z"))
        if name == "binomial" and len(given) == 2:
            return self.combined(node, binomial, *(self.values(a, "Z") for a in given))
        if name == "ite" and len(given) == 3:
            return self.choice(self.grammar.make("ite", node.start, node.end, *given))
        if name == "piecewise" and (cases := self.grammar.pieces(node, given)) is not None:
            return self.choice(cases) if cases.kind == "ite" else self.values(cases, "R")
        if name in ("sum", "prod", "product", "max", "min") or name in FUNCTIONS:
            return self.ranged(node, name, given)
        return self.none(node, f"no function is called {self.source(base)}")

    def ranged(self, node: Node, name: str, given: Sequence[Node]) -> Found:
        """Return a sum or product over ranges, written as a call."""
        flat = len(given) == 4 and given[1].kind == "name"
        rows = [given[1:]] if flat else [a.args[0] for a in given[1:] if a.kind == "tuple"]
        op = {"sum": "sum", "prod": "prod", "product": "prod", "max": "max"}.get(name)
        if op is None or not rows or any(len(row) != 3 for row in rows) or (not flat and len(rows) + 1 < len(given)):
            return self.none(node, f"{name} is not read here")
        own = tuple(((row[0].start, row[0].end), row[1], row[2]) for row in rows)
        return self.over(self.grammar.make("over", node.start, node.end, op, own, given[0]))

    def factorial(self, node: Node) -> Found:
        return self.combined(node, factorial, self.values(node.args[0], "Z"))

    def prefixed(self, node: Node) -> Found:
        return self.call(node)

    def juxtaposed(self, node: Node) -> Found:
        left, right = node.args
        if not self.latex and not is_multiple(left, right):
            return self.none(right, "a product needs its sign")
        return self.combined(node, lambda s, t: s * t, self.values(left, "R"), self.values(right, "R"))

    # --- formulas

    def formulas(self, node: Node) -> Found:
        """Return the formulas that a tree may denote."""
        found = self.found.get((node, "B"))
        if found is None:
            found = self.found[node, "B"] = self.read_formulas(node)
        return found

    def read_formulas(self, node: Node) -> Found:
        kind, args = node.kind, node.args
        if kind == "either":
            return self.narrowed(node, [t for part in args for t in self.formulas(part)])
        if kind == "group":
            return self.formulas(args[0])
        if kind == "notion":
            return self.instances(node, "B")
        if kind == "false":
            return [FALSE]
        if kind == "not":
            return self.combined(node, negation, self.formulas(args[0]))
        if kind == "imp":
            return self.combined(node, imp, self.formulas(args[0]), self.formulas(args[1]))
        if kind == "and":
            return self.combined(node, _all_of, *map(self.formulas, args[0]))
        if kind == "or":
            return self.combined(node, Or, *map(self.formulas, args[0]))
        if kind == "chain":
            sides = [self.values(side, "R") for side in args[0]]
            signs = [sign for sign, _ in args[1]]
            return self.combined(node, lambda *terms: _chain(terms, signs), *sides)
        if kind in ("all", "exists"):
            return self.quantified(node)
        if kind == "deriv":
            name, body, at, value = args
            inside = self.bound(node, [(name, "R")], lambda: self.values(body, "R"), abstract)
            return self.combined(node, deriv, inside, self.values(at, "R"), self.values(value, "R"))
        return self.none(node, "a formula is needed here")

    def quantified(self, node: Node) -> Found:
        binders, body = node.args
        exists = node.kind == "exists"

        def conjuncts(inner: Node) -> list[tuple[Term, ...]]:
            inner_args = inner.args[0] if inner.kind == "and" else (inner,)
            return list(itertools.islice(itertools.product(*map(self.formulas, inner_args)), MAX_TERMS))

        def inside(left: Sequence[tuple], ranges: tuple[tuple[Term, Term, Term], ...]) -> Found:
            if not left:
                if not exists:
                    return self.formulas(body)
                bounds = [f for lo, x, hi in ranges for f in (le(lo, x), le(x, hi))]
                found: Found = []
                for alternative in body.args if body.kind == "either" else (body,):
                    for parts in conjuncts(alternative):
                        found.append(_implies(*bounds, *parts, FALSE))
                return found
            (name, sort, ends), *rest = left
            limits = [self.values(end, "Z") for end in ends] or [[num(0)], [num(0)]]
            out: Found = []
            for lo, hi in itertools.product(*limits):

                def read(lo: Term = lo, hi: Term = hi) -> Found:
                    x = self.scope[self.key(*name)]
                    more = (*ranges, (lo, x, hi)) if ends else ranges
                    return inside(rest, more)

                def make(t: Term, own: tuple[Term, ...], lo: Term = lo, hi: Term = hi) -> Term:
                    if ends and not exists:
                        t = _implies(le(lo, own[0]), le(own[0], hi), t)
                    return forall(sort, abstract(t, own))

                out += self.bound(node, [(self.key(*name), sort)], read, make)
            return out

        found = inside(binders, ())
        return self.combined(node, negation, found) if exists else found


def _implies(*formulas: Term) -> Term:
    *before, out = formulas
    return reduce(lambda t, a: imp(a, t), reversed(before), out)


def _all_of(*parts: Term) -> Term:
    return negation(_implies(*parts, FALSE))


def _chain(terms: Sequence[Term], signs: Sequence[str]) -> Term:
    found = [RELATED[sign](s, t) for sign, s, t in zip(signs, terms, terms[1:], strict=False)]
    return found[0] if len(found) == 1 else _all_of(*found)


RELATED: dict[str, Callable[[Term, Term], Term]] = {
    "<=": le, "<": lt, ">=": lambda s, t: le(t, s), ">": lambda s, t: lt(t, s), "==": eq,
    "!=": lambda s, t: negation(eq(s, t)),
}  # fmt: skip
CALLED: Mapping[str, Callable[[Term], Term]] = {
    **PLAIN, "sqrt": sqrt, "tan": tan, "sinh": sinh, "cosh": cosh, "tanh": tanh,
}  # fmt: skip
ARITHMETIC: dict[str, Callable[..., Term]] = {
    "+": lambda s, t: s + t, "-": lambda s, t: s - t, "*": lambda s, t: s * t, "abs": absolute,
}  # fmt: skip
READERS: dict[str, Callable[[_StatementReader, Node], Found]] = {
    "num": _StatementReader.numeral, "sup": _StatementReader.numeral, "/": _StatementReader.quotient,
    "frac": _StatementReader.quotient, "neg": _StatementReader.negative, "^": _StatementReader.power,
    "root": _StatementReader.root, "ite": _StatementReader.choice, "over": _StatementReader.over,
    "sub": _StatementReader.subscripted, "call": _StatementReader.call, "prefix": _StatementReader.prefixed,
    "juxt": _StatementReader.juxtaposed, "!": lambda self, node: self.factorial(node),
    "binomial": lambda self, node: self.combined(node, binomial, *(self.values(a, "Z") for a in node.args)),
}  # fmt: skip
