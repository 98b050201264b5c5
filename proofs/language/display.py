"""A printer for terms and formulas, as text and as LaTeX.

Bound variables get letters by nesting that avoid the free names. With the `Notions` of a paper, an instance of a
defined notion is printed by its name; every instance is checked by substituting back. Roots, powers, max and min,
which the kernel encodes by exp, log and "if", and π, which is 4 atan 1, are recognised and printed as such; so are
products that are factorials or binomial coefficients, where a paper does not name its own. Terms in
the same variables that are printed alike have the same value. ∃, ∧ and ≠, which the kernel encodes by ∀, → and ⊥, are
recognised, too: formulas that are printed alike are the same up to double negations.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby, pairwise
from math import prod

from proofs.kernel.normal import as_term, canonical, normal, plus
from proofs.kernel.terms import (
    FALSE,
    Term,
    abstract,
    codomain,
    domain,
    exp,
    imp,
    instantiate_bound,
    inv,
    is_function,
    ite,
    log,
    lt,
    num,
    substitution,
    takes_integers,
    var,
)
from proofs.language.matching import instance, may_be, outside, renamed

ZERO, ONE = num(0), num(1)
CIRCLE = var("pi", "R")  # placeholder for π while a product is printed
RELATED = ("=", "≠", "≤", "<", r"\ne", r"\le")
PREFIXED = ("log", "sin", "cos", "atan", "erf")
Letters = dict[tuple[str, Term], tuple[str, ...]]  # for the variables of a binder: its operator and body -> names
LETTERS = {"Z": "ijklmpqrstuvwhabcdeg", "R": "xyzuvw", "(Z>": "abcuvwxyz", "(ZZ": "XYZUVWABC", "(": "fghFGHXYZ"}
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "psi": "ψ", "omega": "ω", "Delta": "Δ", "Gamma": "Γ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
ACCENTS = {"bar": ("\u0304", "bar"), "tilde": ("\u0303", "tilde"), "hat": ("\u0302", "hat")}
TEXT = {
    "le": "{} ≤ {}", "lt": "{} < {}", "eq": "{} = {}", "imp": "{} ⇒ {}", "not": "¬({})", "ne": "{} ≠ {}",
    "exp": "exp({})", "log": "log({})",
    "sin": "sin({})", "cos": "cos({})", "atan": "atan({})", "erf": "erf({})", "abs": "|{}|", "frac": "{}/{}",
    "ite": "(if {} then {} else {})",
    "sum": "Σ_{{{}={}}}^{{{}}} {}", "prod": "Π_{{{}={}}}^{{{}}} {}", "max": "max_{{{}={}..{}}} {}",
    "all": "∀{}. {}", "exists": "∃{}. {}", "in": "{} ∈ {}", "maps": "{} : {}", "and": " ∧ ", "or": " ∨ ",
    "range": "{{{}..{}}}", "Z": "ℤ", "R": "ℝ", "to": " → ", "by": " × ", "entries": "{}^{}", "index": "×",
    "indices": "({})", "times": "·", "binomial": "binomial({}, {})",
    "deriv": "d/d{} [{}] at {} = {}", "root": "√{}", "false": "⊥", "lam": "({} ↦ {})", "larger": "max({})",
    "smaller": "min({})",
}  # fmt: skip
LATEX = {
    "le": r"{} \le {}", "lt": "{} < {}", "eq": "{} = {}", "imp": r"{} \Rightarrow {}",
    "not": r"\neg\left({}\right)", "ne": r"{} \ne {}", "exp": "e^{{{}}}", "log": r"\log {}",
    "sin": r"\sin {}", "cos": r"\cos {}", "atan": r"\arctan {}", "erf": r"\operatorname{{erf}} {}",
    "abs": r"\left|{}\right|", "frac": r"\frac{{{}}}{{{}}}",
    "ite": r"\begin{{cases}} {} {} & \text{{otherwise}} \end{{cases}}", "if": r"{1} & \text{{if }} {0} \\",
    "sum": r"\sum_{{{}={}}}^{{{}}} {}", "prod": r"\prod_{{{}={}}}^{{{}}} {}", "max": r"\max_{{{}={}}}^{{{}}} {}",
    "all": r"\forall {}.\ {}", "exists": r"\exists {}.\ {}", "in": r"{} \in {}", "maps": r"{} \colon {}",
    "and": r" \land ", "or": r" \lor ", "range": r"\{{{}, \dots, {}\}}",
    "Z": r"\mathbb{Z}", "R": r"\mathbb{R}", "to": r" \to ",
    "by": r" \times ", "entries": "{}^{{{}}}", "index": r" \times ", "indices": "{}",
    "root": r"\sqrt{{{}}}", "larger": r"\max\left({}\right)", "smaller": r"\min\left({}\right)",
    "deriv": r"\left.\frac{{d}}{{d{}}} {}\right|_{{{}}} = {}", "times": r" ", "false": r"\bot",
    "lam": r"({} \mapsto {})", "binomial": r"\binom{{{}}}{{{}}}",
}  # fmt: skip


@dataclass(frozen=True)
class Definition:
    """A named notion: the term that it abbreviates, its arguments (symbols of the term), and how it is printed.

    If one of the forms omits a symbol, the symbol is no argument: only the pattern with this very letter is printed
    by the name.
    """

    pattern: Term
    arguments: tuple[Term, ...]
    text: str
    latex: str
    corrected: bool = False

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The positions of the arguments that may be instantiated: those that both forms show."""
        return tuple(sorted(set.intersection(*({p.argument for p in _parts(f)[0]} for f in (self.text, self.latex)))))

    @cached_property
    def _symbols(self) -> frozenset[Term]:
        return frozenset(self.arguments[k] for k in self.open)

    def may_be(self, t: Term) -> bool:
        """Return whether t, which may be in the scope of binders, has the shape of this notion."""
        return may_be(self.pattern, self._symbols, t)

    @property
    def fixed(self) -> frozenset[Term]:
        """The free variables of the pattern that cannot be instantiated."""
        return self.pattern.free.difference(self.arguments[k] for k in self.open)

    @cached_property
    def _apart(self) -> tuple[Term, tuple[Term, ...]]:
        return renamed(self.pattern, [self.arguments[k] for k in self.open])

    def of(self, t: Term) -> tuple[Term, ...] | None:
        """Return the arguments with which t, a term without loose variables, is an instance of this notion, or None."""
        pattern, symbols = self._apart
        found = instance(pattern, symbols, t) if pattern.op == t.op else None
        if found is None:
            return None
        out = list(self.arguments)
        for k, symbol in zip(self.open, symbols, strict=True):
            out[k] = found[symbol]
        return tuple(out)


@dataclass(frozen=True)
class Meaning:
    """A printed name and its meaning, expanded by one level: the name with its symbols, and what it abbreviates."""

    definition: Definition
    name: str
    meaning: str
    latex_name: str
    latex_meaning: str
    inside: tuple[Definition, ...] = ()  # the notions whose names occur in the meaning


class Notions:
    """The named notions of a chapter or a paper, by which formulas are printed.

    If two notions match, the larger pattern wins, then the one that fixes more letters, then the later one.
    `letters` are the preferred names of bound variables, used where the name is not taken.
    """

    def __init__(self, definitions: Iterable[Definition] = ()) -> None:
        self.definitions = list(definitions)
        self.letters: Letters = {}
        self._ordered: dict[str, list[Definition]] = {}  # by the operator of the pattern
        self._instances: dict[Term, tuple[Definition, tuple[Term, ...]] | None] = {}
        self._meant: dict[Definition, Meaning] = {}
        self._shown: dict[tuple[bool, frozenset[str]], _Parts] = {}  # a cache: proofs repeat the same terms

    def define(
        self, pattern: Term, arguments: tuple[Term, ...], text: str, latex: str, corrected: bool = False
    ) -> None:
        """Print instances of `pattern`, a term or a formula, by name: in the forms, {0}, {1}, … are the arguments.

        `corrected` marks a notion that is not the paper's but belongs to a corrected form.

        An argument that a form omits is no argument: only the pattern with that very letter is printed by the name.
        An argument next to an operator of the form is bracketed if necessary; {0:f} brackets it as a factor.

        >>> from proofs.language.notation import every, ints, vectors
        >>> notions, (n, k), (a, b) = Notions(), ints("n k"), vectors("a b")
        >>> same = lambda a, n: every(lambda i: a(i) <= b(i), 1, n)
        >>> notions.define(same(a, n), (a, n), "{0} ≤ b on 1..{1}", r"{0} \\le_{{{1}}} b")
        >>> notions.text(same(a, k + 1))
        'a ≤ b on 1..k + 1'
        >>> [(m.name, m.meaning) for m in notions.meanings([same(a, k)])]
        [('a ≤ b on 1..n', '∀i ∈ {1..n}. a_i ≤ b_i')]
        """
        own = Definition(pattern, arguments, text, latex, corrected)
        for form in (text, latex):
            if not form.isprintable():
                raise ValueError(f"the form {form!r} has characters that cannot be printed")
            if any(p.argument >= len(arguments) for p in _parts(form)[0]):
                raise ValueError(f"the form {form} has more arguments than the notion")
        self.definitions.append(own)
        self._ordered.clear()
        self._instances.clear()
        self._meant.clear()
        self._shown.clear()

    @property
    def takes_roots(self) -> bool:
        """True if a notion of the paper is written with the sign √, which is then read as that notion."""
        return any(d.text.startswith("√") and d.pattern.sort == "R" and d.open == (0,) for d in self.definitions)

    def call(self, letters: Letters) -> None:
        """Add preferred names of bound variables; names that were given before take precedence."""
        self.letters = letters | self.letters
        self._meant.clear()
        self._shown.clear()

    def text(self, t: Term) -> str:
        """Return a term or formula in one line of Unicode."""
        return self._printed(TEXT, _renamed.get()(t))[0]

    def latex(self, t: Term) -> str:
        """Return a term or formula as LaTeX (for maths mode)."""
        return self._printed(LATEX, t)[0]

    def used(self, t: Term) -> tuple[Definition, ...]:
        """Return the notions whose names occur in the printed term or formula, in order of occurrence."""
        return tuple(dict.fromkeys(d for d, _ in self._printed(TEXT, t)[1]))

    def ambiguous(self, formulas: Iterable[Term]) -> list[str]:
        """Return the names in the printed formulas, as text or as LaTeX, that two notions share."""
        formulas = list(formulas)
        known: dict[tuple[bool, str], set[Definition]] = {}
        for forms in (TEXT, LATEX):
            for d, name in (pair for t in formulas for pair in self._printed(forms, t)[1]):
                known.setdefault((forms is LATEX, name), set()).add(d)
        return [name for (_, name), own in known.items() if len(own) > 1]

    def meanings(self, formulas: Iterable[Term]) -> list[Meaning]:
        """Return the meanings of the names in the printed formulas, of the names in these meanings, and so on."""
        met = list(dict.fromkeys(d for t in formulas for d in self.used(t)))
        for d in met:  # which grows
            met += [inner for inner in self.meaning(d).inside if inner not in met]
        return [self.meaning(d) for d in met]

    def meaning(self, definition: Definition) -> Meaning:
        """Return the meaning of a notion, in which other notions are printed by their names."""
        if definition in self._meant:
            return self._meant[definition]
        shown: list[str] = []
        met: dict[Definition, None] = {}
        for forms in (TEXT, LATEX):
            printer = _Printer(forms, definition.pattern, self)
            name, inside = (
                printer.by_name(definition, definition.arguments, 0),
                self._found(definition.pattern, definition),
            )
            meant = printer.by_name(*inside, 0) if inside else printer.opened(definition.pattern)
            shown += [name, meant]
            met |= dict.fromkeys(d for d, _ in printer.met if d is not definition)
        name, meant, latex_name, latex_meant = shown
        self._meant[definition] = Meaning(definition, name, meant, latex_name, latex_meant, tuple(met))
        return self._meant[definition]

    def _printed(self, forms: Mapping[str, str], t: Term) -> _Printed:
        printer = _Printer(forms, t, self)
        return printer.show(t, 0), printer.met

    def instance(self, t: Term) -> tuple[Definition, tuple[Term, ...]] | None:
        """Return the notion of which t is an instance, with its arguments, or None."""
        if not self.definitions:
            return None
        if t not in self._instances:
            self._instances[t] = self._found(t)
        return self._instances[t]

    def _found(self, t: Term, besides: Definition | None = None) -> tuple[Definition, tuple[Term, ...]] | None:
        if not self._ordered:
            for d in sorted(self.definitions, key=lambda d: (_nodes(d.pattern), len(d.fixed)))[::-1]:
                self._ordered.setdefault(d.pattern.op, []).append(d)
        likely = [d for d in self._ordered.get(t.op, ()) if d.may_be(t)]
        whole, places = outside(t) if likely else (t, ())  # so that no bound variable is taken for a pattern's letter
        for d in likely:
            other = besides is None or besides.of(d.pattern) is None  # not the same notion, nor a case of it
            arguments = d.of(whole) if other else None
            if arguments is not None:
                inside = tuple(abstract(a, places[::-1]) for a in arguments)
                if not self._plainer(d, inside):
                    return d, inside
        return None

    def _plainer(self, d: Definition, arguments: Iterable[Term]) -> bool:
        """Return whether entries read better than unnamed functions: never print (i ↦ 1) + (i ↦ a_i)."""
        functions = [a.op == "lam" and self.instance(a) is None for a in arguments if is_function(a.sort)]
        if d.pattern.op == "lam":
            return any(functions)
        return len(functions) > 1 and all(functions) and _relates(d.pattern)


_Printed = tuple[str, dict[tuple[Definition, str], None]]  # the text, and the notions in it, each with its name there
_Parts = dict[tuple, _Printed]  # by the term, its level, and the names of the enclosing bound variables


@cache
def _nodes(t: Term) -> int:
    """Return the size of a pattern without its variables and functions."""
    return (t.op not in ("var", "fn")) + sum(_nodes(a) for a in t.args if isinstance(a, Term))


def _relates(pattern: Term) -> bool:
    """Return whether a formula is a relation, perhaps for every index of ranges, or the negation of one."""
    t = pattern.args[0] if pattern.op == "imp" and pattern.args[1] is FALSE else pattern
    while t.op == "all" and (ends := _ends(t)):
        t = ends[2]
    return t.op in ("le", "lt", "eq")


_renamed: ContextVar[Callable[[Term], Term]] = ContextVar("renamed", default=lambda t: t)


@contextmanager
def named(names: Mapping[Term, Term]) -> Iterator[None]:
    """Print free variables by these other names while the context is active (as text only)."""
    before = _renamed.set(substitution(names))
    try:
        yield
    finally:
        _renamed.reset(before)


def joined(relation: Term) -> tuple[str, list[Term]]:
    """Return "or" or "and" with the relations that a relation joins (`notation.Or`, `notation.And`), or with itself."""
    if relation.op == "le" and relation.args[0] is ONE:
        for sign, end, place in (("or", ONE, 1), ("and", ZERO, 2)):
            parts, tree = [], relation.args[1]
            while tree.op == "ite" and tree.args[place] is end:
                parts.append(tree.args[0])
                tree = tree.args[3 - place]
            if len(parts) > 1 and tree is (ZERO if sign == "or" else ONE):
                return sign, parts
    return "", [relation]


def unequal(relation: Term) -> tuple[Term, Term] | None:
    """Return the sides of s ≠ t, written 0 < |s − t| (`notation.Not`); None for other relations."""
    size = relation.args[1] if relation.op == "lt" and relation.args[0] is ZERO else ZERO
    if size.op == "abs" and size.args[0].op == "add" and len(size.args[0].args) == 2:
        s, rest = size.args[0].args
        t = rest.args[1] if rest.op == "mul" and len(rest.args) == 2 else ZERO
        if s - t is size.args[0]:
            return s, t
    return None


NONE = Notions()
text, latex = NONE.text, NONE.latex  # without any names


@dataclass(frozen=True)
class _Part:
    """One argument of a form: the text before it, its position, the level to print it at, and a script after it."""

    before: str
    argument: int
    level: int
    script: str


BESIDE = {  # the levels of an argument after and before these operators
    "+": (2, 1), "-": (2, 1), "−": (2, 1), "=": (1, 1), "·": (3, 3), "/": (3, 3), "*": (3, 3), r"\cdot": (3, 3),
    "^": (3, 3), "_": (3, 3), "!": (0, 3), "ᵀ": (3, 3), "²": (3, 3),
}  # fmt: skip
OPENING = (
    "(",
    "[",
    "{",
    "⟨",
    "⌊",
    "⌈",
    *(rf"\{name}" for name in ("langle", "lVert", "lvert", "lfloor", "lceil", "left")),
)
CLOSING = (
    ")",
    "]",
    "}",
    "⟩",
    "⌋",
    "⌉",
    *(rf"\{name}" for name in ("rangle", "rVert", "rvert", "rfloor", "rceil", "right")),
)
TALL = (r"\frac", r"\sum", r"\prod", r"\max_", r"\begin", r"\left", r"\sqrt", r"\int")  # these need large brackets
LOOSE = {"+": 1, "-": 1, "−": 1, "·": 2, "/": 2, "*": 2, r"\cdot": 2, "∀": 0, "∃": 0, "⇒": 0, "∧": 0, "∨": 0}
_HYPHEN = re.compile(r"-(?=[A-Za-z])")
_SIGNS = re.compile(r"\\[A-Za-z]+|\\.|\S")


@cache
def _parts(form: str) -> tuple[tuple[_Part, ...], str, int]:
    """Return a form cut at its arguments, the text after the last one, and the level of the whole as printed."""
    cut, end = [], ""
    for literal, field, how, _ in string.Formatter().parse(form):
        end += literal
        if field is not None:
            if not field.isdigit():
                raise ValueError(f"in a form the arguments are {{0}}, {{1}}, …: {form}")
            cut.append((end, int(field), how))
            end = ""
    signs = [_SIGNS.findall(_HYPHEN.sub("", literal)) for literal in (*(literal for literal, *_ in cut), end)]
    out, level, depth = [], 3, 0
    for sign in (sign for some in signs for sign in some):
        depth += (sign in OPENING) - (sign in CLOSING)
        level = min(level, LOOSE.get(sign, 3)) if depth == 0 else level
    for k, (literal, argument, how) in enumerate(cut):
        before, after, last = signs[k], signs[k + 1], k + 1 == len(cut)
        left = BESIDE.get(before[-1], (0, 0))[0] if before else 3 * (k > 0)
        right = BESIDE.get(after[0], (0, 0))[1] if after else 3 * (not last)
        script = after[0] if after and after[0] in "^_" else ""
        out.append(_Part(literal, argument, 3 if how == "f" else max(left, right), script))
    return tuple(out), end, level


def form_levels(form: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return the arguments of a form in order, each with the level at which it is printed, and the level of the whole.

    >>> form_levels("{0} + {2}·e({1})")
    (((0, 1), (2, 3), (1, 0)), 1)
    """
    parts, _, level = _parts(form)
    return tuple((part.argument, part.level) for part in parts), level


def is_power(definition: Definition, tex: bool) -> bool:
    """Return whether a notion is printed as powers are; an integer exponent is then read as a plain power."""
    form = definition.latex if tex else definition.text
    return definition.pattern.sort in ("Z", "R") and form.endswith("}^{{{1}}}" if tex else "^({1})")


def _entries(body: Term, first: int = 1) -> list[Term] | None:
    """Return the entries of a vector that lists them: if i = 1 then …, else if i = 2 then …, else 0."""
    if body.op == "num":
        return [] if body.args == (0, 1) else None
    if body.op != "ite" or body.args[0].op != "eq" or body.args[1].loose:
        return None
    s, t = body.args[0].args
    index = s.op == "bv" and s.args[0] == 0
    rest = _entries(body.args[2], first + 1) if index and t.op == "num" and t.args == (first, 1) else None
    return None if rest is None else [body.args[1], *rest]


def _ends(t: Term) -> tuple[Term, Term, Term] | None:
    """lo, hi and A of ∀i ∈ ℤ. lo <= i → i <= hi → A."""
    sort, body = t.args
    if sort != "Z" or body.op != "imp" or body.args[1].op != "imp":
        return None
    ends = _between(body.args[0], body.args[1].args[0], 0)
    return (*ends, body.args[1].args[1]) if ends else None


def _between(low: Term, high: Term, k: int) -> tuple[Term, Term] | None:
    """lo and hi of lo <= i and i <= hi, where i is bound variable k and all bound variables in the ends are outer."""
    if low.op != "le" or high.op != "le":
        return None
    (lo, i), (j, hi) = low.args, high.args
    bound = i is j and i.op == "bv" and i.args[0] == k
    return (lo, hi) if bound and all(other > k for end in (lo, hi) for other, _ in end.loose) else None


def _takes(sort: str) -> list[str]:
    """Return the sorts of the arguments of a function, without the trailing indices of its value."""
    takes = list(domain(sort))
    while takes and takes[-1] == "Z":
        takes.pop()
    return takes


def letters(sort: str) -> str:
    """Return the letters for bound variables of the sort, the preferred one first."""
    return next(names for start, names in LETTERS.items() if sort.startswith(start))


def membership(sort: str) -> str:
    """Return the phrase for the sort of a variable: it is "in" a set, or "maps" one set to another."""
    return "maps" if _takes(sort) else "in"


def space(sort: str, tex: bool) -> str:
    r"""Return the set of the values of a sort, with stars for indices; for other functions, their domain and codomain.

    >>> space("R", False), space("(Z>R)", False), space("((ZZ>R)RZZ>R)", False), space("(ZZ>Z)", True)
    ('ℝ', 'ℝ^*', 'ℝ^(*×*) × ℝ → ℝ^(*×*)', '\\mathbb{Z}^{* \\times *}')
    """
    forms = LATEX if tex else TEXT
    if sort in ("Z", "R"):
        return forms[sort]
    takes, value = _takes(sort), forms[codomain(sort)]
    indices = len(domain(sort)) - len(takes)
    if indices:
        inside = forms["index"].join("*" * indices)
        value = forms["entries"].format(value, inside if indices == 1 else forms["indices"].format(inside))
    if not takes:
        return value
    left, right = (r"\left(", r"\right)") if tex else ("(", ")")
    shown = [left + space(one, tex) + right if _takes(one) else space(one, tex) for one in takes]
    return forms["by"].join(shown) + forms["to"] + value


def _enclosed(shown: str) -> bool:
    """Return whether one pair of brackets encloses the whole text."""
    opening, closing = (r"\left(", r"\right)") if shown.startswith(r"\left(") else ("(", ")")
    if not (shown.startswith(opening) and shown.endswith(closing)):
        return False
    inside = shown[len(opening) : -len(closing)]
    depth = 0
    for sign in re.findall("[()]", inside):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def _has_exponent(shown: str) -> bool:
    """Return whether there is an exponent outside of all brackets and bars.

    >>> _has_exponent("D^d"), _has_exponent("(D^d)"), _has_exponent(r"\\lVert x^{2} \\rVert"), _has_exponent("|x^2|")
    (True, False, False, False)
    """
    depth, bars = 0, 0
    for sign in _SIGNS.findall(shown):
        depth += (sign in OPENING) - (sign in CLOSING)
        bars += sign in ("|", "‖")
        if sign == "^" and depth == 0 and bars % 2 == 0:
            return True
    return False


def _scripted(base: str, mark: str) -> str:
    """Return the base of an exponent or index, in braces if it has one itself, since TeX rejects double scripts.

    >>> _scripted("x_{i}", "^"), _scripted("x_{i}", "_"), _scripted("x'_{i}", "^")
    ('x_{i}', '{x_{i}}', "{x'_{i}}")
    """
    taken = mark in base or (mark == "^" and "'" in base)  # a prime is an exponent to TeX
    return f"{{{base}}}" if taken and not base.endswith(")") else base


@cache
def shown_name(name: str, tex: bool) -> str:
    """Return a name as text, unchanged except for Greek letters and accents, or as LaTeX with indices.

    >>> shown_name("delta_1", False), shown_name("x12'", True), shown_name("x_tilde", True)
    ('δ_1', "x'_{12}", '\\\\tilde{x}')
    >>> shown_name("x_", False), shown_name("x_", True)
    ('x_', 'x_{\\\\_}')
    """
    head, mark, tail = name.partition("_")
    stem = head.rstrip("0123456789'")
    digits = head[len(stem) :].replace("'", "")
    primes = "'" * head.count("'")
    if tex:
        out = "\\" + stem if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    else:
        out = GREEK.get(stem, stem)
    if tail in ACCENTS:
        accent, command = ACCENTS[tail]
        out, mark, tail = (rf"\{command}{{{out}}}" if tex else out + accent), "", ""
    if not tex:
        return f"{out}{digits}{primes}{mark}{tail}"
    parts = tail.split("_") if mark else []
    words = (word if len(word) == 1 or word.isdecimal() else rf"\mathrm{{{word}}}" if word else r"\_" for word in parts)
    index = ",".join(filter(None, [digits, *words]))
    return f"{out}{primes}" + (f"_{{{index}}}" if index else "")


def _larger(t: Term) -> tuple[str, list[Term]] | None:
    """("larger", terms) for a maximum of several terms, ("smaller", terms) for a minimum, else None."""
    if t.op != "ite" or t.args[0].op != "le":
        return None
    (low, high), *chosen = t.args[0].args, *t.args[1:]
    kind = "larger" if chosen == [high, low] else "smaller" if chosen == [low, high] else ""
    first = _larger(low)
    kind = "" if low is high else kind
    return (kind, [*(first[1] if first and first[0] == kind else [low]), high]) if kind else None


def as_power(t: Term) -> tuple[Term, Term] | None:
    """Return base and exponent, if t is a power with an exponent that is no integer.

    A root is 0 where the base is not positive. For c > 0 it therefore differs from the term exp(c · log x), unless x
    is a numeral.
    """
    root = t.op == "ite" and t.args[0].op == "lt" and all(_is_zero(a) for a in (t.args[0].args[0], t.args[2]))
    inside = t.args[1] if root else t
    if inside.op != "exp" or inside.args[0].op != "mul" or len(inside.args[0].args) != 2:
        return None
    exponent, log = inside.args[0].args
    if log.op != "log":
        exponent, log = log, exponent
    if log.op != "log":
        return None
    if exponent.op == "inv" and exponent.args[0].op == "num" and exponent.args[0].args[0] > 0:
        exponent = num(*exponent.args[0].args[::-1])
    (base,) = log.args
    if root:
        fits = base is t.args[0].args[1] and exponent.op == "num" and exponent.args[0] > 0 and exponent.args[1] > 1
    elif exponent.op == "num":
        known = base.op == "num" and base.args[0] > 0
        fits = exponent.args[1] > 1 and (known or exponent.args[0] < 0)
    else:
        fits = bool(exponent.free or exponent.loose)
    return (base, exponent) if fits else None


def power_term(base: Term, exponent: Term) -> Term:
    """Return the term that is printed as a power: a product, a root, or by exp and log."""
    if exponent.op != "num":
        return exp(exponent * log(base))
    p, q = exponent.args
    if q == 1:
        return base if p == 1 else inv(base) if p == -1 else base**p if p else num(1)
    inside = exp(exponent * log(base))
    return inside if p < 0 or (base.op == "num" and base.args[0] > 0) else ite(lt(num(0), base), inside, num(0))


def _is_zero(t: Term) -> bool:
    return t.op == "num" and t.args[0] == 0


def _is_nought(t: Term) -> bool:
    """Return whether t is a vector or matrix of zeros."""
    return t.op == "lam" and _is_zero(t.args[1]) and takes_integers(t.sort)


def _cancelled(above: list[Term], below: list[Term]) -> tuple[list[Term], list[Term]]:
    """Return the factors of numerator and denominator, with the natural numbers among them in lowest terms."""

    def natural(a: Term) -> bool:
        return a.op == "num" and a.args[1] == 1 and a.args[0] > 0

    value = Fraction(*(prod(a.args[0] for a in part if natural(a)) for part in (above, below)))
    new = [[num(n)] if n > 1 else [] for n in value.as_integer_ratio()]
    over, under = (own + [a for a in part if not natural(a)] for own, part in zip(new, (above, below), strict=True))
    return over, under


class _Printer:
    """A printer of one term or formula with a table of forms.

    A level is what may be printed without brackets. For a number: 0 anything, 1 a sum, 2 a product, 3 a factor. For a
    formula: 0 anything, 1 the premise of an arrow, 2 an operand of ∨, 3 of ∧.
    """

    def __init__(self, forms: Mapping[str, str], whole: Term, notions: Notions) -> None:
        self.forms, self.tex, self.notions = forms, forms is LATEX, notions
        self.free = {v.args[0] for v in whole.free}
        self.called = {shown_name(name, self.tex) for name in self.free}
        self.names: list[str] = []  # of the enclosing bound variables, the innermost last
        self.met: dict[tuple[Definition, str], None] = {}
        self.parts = notions._shown.setdefault((self.tex, frozenset(self.free)), {})

    def bind(self, sort: str, op: str, body: Term, place: int = 0) -> str:
        """Enter a binder: choose a name for its variable that no free or enclosing bound variable has."""
        used = self.free.union(self.names)
        wished = self.notions.letters.get((op, body), ())
        if place < len(wished) and wished[place] not in used:
            self.names.append(wished[place])
            return shown_name(wished[place], self.tex)
        first = letters(sort)
        name = next(x for x in (*first, *(f"{first[0]}_{k}" for k in range(len(used) + 1))) if x not in used)
        self.names.append(name)
        return shown_name(name, self.tex)

    def under(self, sort: str, op: str, body: Term, level: int) -> tuple[str, str]:
        """Return the name of a bound variable and the printed body of its binder."""
        x = self.bind(sort, op, body)
        shown = self.show(body, level)
        self.names.pop()
        return x, shown

    def braced(self, inside: str, wrap: bool) -> str:
        if not wrap:
            return inside
        tall = self.tex and any(sign in inside for sign in TALL)  # TeX breaks no line inside large brackets
        return rf"\left({inside}\right)" if tall else f"({inside})"

    def show(self, t: Term, level: int) -> str:
        """Return the printed term, bracketed as the level requires."""
        key = (t, level, *self.names)
        known = self.parts.get(key)
        if known is None:
            met, self.met = self.met, {}
            named = self.notions.instance(t)
            out = self.by_name(*named, level) if named else self.unnamed(t, level)
            known = self.parts[key] = out, self.met
            self.met = met
        self.met |= known[1]
        return known[0]

    def by_name(self, definition: Definition, arguments: tuple[Term, ...], level: int) -> str:
        parts, out, _ = _parts(definition.latex if self.tex else definition.text)
        for part in reversed(parts):
            beside = part.before.rstrip().endswith(RELATED) or out.lstrip().startswith(RELATED)
            zero = beside and _is_nought(arguments[part.argument])  # the other side shows the dimension
            shown = "0" if zero else self.show(arguments[part.argument], part.level)
            if part.script == "^":
                shown = self.braced(shown, _has_exponent(shown))
            if self.tex:
                shown = _scripted(shown, part.script) if part.script else shown
            elif part.before.endswith("_") and len(shown) > 1 and not (shown.isdigit() or _enclosed(shown)):
                shown = f"{{{shown}}}"
            out = part.before + shown + out
        self.met[definition, out] = None
        own = _parts(definition.text)[2]
        return self.braced(out, level > own if definition.pattern.sort != "B" else level > 0 == own)

    def unnamed(self, t: Term, level: int) -> str:
        """Return a term that is no notion, by its operator; powers and maxima of a few numbers are no operators."""
        write = SIMPLE.get(t.op)
        if write is not None:
            return write(self, t, level)
        power, larger = as_power(t), _larger(t)
        if power:
            return self.power(*power)
        if larger:
            return self.forms[larger[0]].format(", ".join(self.show(a, 0) for a in larger[1]))
        return COMPOUND.get(t.op, _Printer.formula)(self, t, level)

    def number(self, t: Term, level: int) -> str:
        p, q = t.args
        if q == 1:
            return self.braced(str(p), p < 0 and level > 1)
        shown = ("-" if p < 0 else "") + self.forms["frac"].format(abs(p), q)
        return self.braced(shown, level > 2 or (p < 0 and level > 1))

    def bound(self, t: Term, level: int) -> str:
        (k,) = t.args[:1]
        return shown_name(self.names[-1 - k], self.tex) if k < len(self.names) else f"#{k}"

    def free_name(self, t: Term, level: int) -> str:
        return shown_name(t.args[0], self.tex)

    def application(self, t: Term, level: int) -> str:
        """Return a function at its arguments: functions and reals in brackets, integers as subscripts."""
        function, *args = t.args
        if not takes_integers(function.sort):
            places = list(zip(args, domain(function.sort), strict=True))
            wide, below = ([self.show(a, 0) for a, sort in places if (sort == "Z") is z] for z in (False, True))
            return f"{self.show(function, 3)}({', '.join(wide)})" + (f"_{{{','.join(below)}}}" if below else "")
        inside = ",".join(self.show(a, 0) for a in args)
        simple = len(inside) == 1 or (args[0].op == "num" and len(args) == 1 and args[0].args[0] >= 0)
        base = self.show(function, 3)
        if self.tex:
            out = f"{_scripted(base, '_')}_{{{inside}}}"
        else:
            out = f"{base}_" + (inside if simple else f"{{{inside}}}")
        return f"{base}({inside})" if out in self.called else out  # a variable may have the name b_1

    def total(self, t: Term, level: int) -> str:
        out, *parts = [self.show(a, 1) for a in t.args] or ["0"]
        for part in parts:
            out += f" - {part[1:].lstrip()}" if part.startswith("-") else f" + {part}"
        return self.braced(out, level > 1)

    def reciprocal(self, t: Term, level: int) -> str:
        return self.braced(self.forms["frac"].format(1, self.show(t.args[0], 0 if self.tex else 3)), level > 2)

    def exponential(self, t: Term, level: int) -> str:
        inside = self.show(t.args[0], 0)
        tall = self.tex and any(sign in inside for sign in TALL)  # unreadable as an exponent
        return r"\exp" + self.braced(inside, True) if tall else self.forms["exp"].format(inside)

    def size(self, t: Term, level: int) -> str:
        return self.forms["abs"].format(self.show(t.args[0], 0))

    def prefixed(self, t: Term, level: int) -> str:
        if self.is_circle(t):
            return self.product((t,), level)
        form, (argument,) = self.forms[t.op], t.args
        if not self.tex:
            return form.format(self.show(argument, 0))
        inside = self.show(argument, 2 if argument.op in PREFIXED else 3)
        bracketed = (
            _enclosed(inside) if inside.startswith((r"\left(", "(")) else level < 3
        )  # log (S)^2 has two readings
        return form.format(inside if bracketed else self.braced(inside, True))

    def choice(self, t: Term, level: int) -> str:
        if not self.tex:
            return self.forms["ite"].format(*(self.show(a, 0) for a in t.args))
        rows, rest = [], t  # "else if …" becomes a further case
        while rest.op == "ite" and (rest is t or not (self.notions.instance(rest) or as_power(rest) or _larger(rest))):
            rows.append(self.forms["if"].format(*(self.show(a, 0) for a in rest.args[:2])))
            rest = rest.args[2]
        return self.braced(self.forms["ite"].format(" ".join(rows), self.show(rest, 0)), level > 1)

    def over_range(self, t: Term, level: int) -> str:
        named = self.named_product(t) if t.op == "prod" and self.notions is NONE else ""
        if named:
            return named
        lo, hi = (self.show(a, 0 if self.tex else 2) for a in t.args[:2])
        i, member = self.under("Z", t.op, t.args[2], 2)
        return self.braced(self.forms[t.op].format(i, lo, hi, member), level > 1)

    def named_product(self, t: Term) -> str:
        """Return a product that is a factorial or a binomial coefficient, or ""."""
        lo, hi, body = t.args
        if lo is not num(1) or hi.op == "num":
            return ""
        if body.op == "bv" and body.args[0] == 0:
            shown = self.show(hi, 0)
            return f"{self.braced(shown, hi.op not in ('var', 'bv'))}!"
        index = var("i'", "Z")
        choices = plus(normal(instantiate_bound(body, (index,))), normal(index / index), -1)  # of n - k + i over i
        (below,) = normal(inv(index))
        rest = as_term({m - below: c for m, c in choices.items() if below <= m})
        if index in rest.free or rest.sort != "Z" or not all(below <= m for m in choices):
            return ""
        return self.forms["binomial"].format(self.show(canonical(rest + hi), 0), self.show(hi, 0))

    def function(self, t: Term, level: int) -> str:
        start, takes, body = len(self.names), domain(t.sort), t.args[1]
        bound = [(self.bind(sort, "lam", body, k), sort) for k, sort in enumerate(takes)]
        entries = _entries(body) if len(takes) == 1 else None
        if entries:
            out = f"({', '.join(self.show(a, 0) for a in entries)})"
        else:
            plain = takes_integers(t.sort)
            names = ",".join(x for x, _ in bound) if plain else self.binders([(x, *self.space(s)) for x, s in bound])
            out = self.forms["lam"].format(names, self.show(body, 0))
        del self.names[start:]
        return out

    def power(self, base: Term, exponent: Term) -> str:
        if exponent.op == "num" and exponent.args == (1, 2):
            shown = self.show(base, 0 if self.tex else 3)
            two_readings = not self.tex and _has_exponent(shown) and not _enclosed(shown)
            return self.forms["root"].format(self.braced(shown, two_readings))
        above = self.show(exponent, 0)
        if self.tex:
            return f"{self.raised(base)}^{{{above}}}"
        simple = exponent.op in ("var", "bv") or (exponent.op == "num" and above.isdigit())
        return f"{self.raised(base)}^{above if simple else f'({above})'}"

    def raised(self, base: Term) -> str:
        """Return the printed base of a power; a base that is a power itself is bracketed, lest it look like a tower."""
        shown = self.show(base, 2 if base.op in PREFIXED else 3)
        name = base.op in ("var", "bv", "app", "abs", "num") or shown == shown_name("pi", self.tex)
        simple = name and not _has_exponent(shown)
        shown = self.braced(shown, not (simple or _enclosed(shown)))
        return _scripted(shown, "^") if self.tex else shown

    def product(self, args: tuple[Term, ...], level: int) -> str:
        sign, above, below = self.fraction(args)
        if below:
            inner = 0 if self.tex else 3
            denominator = self.braced(self.factors(below, inner), not self.tex and len(set(below)) > 1)
            out = self.forms["frac"].format(self.factors(above, inner), denominator)
            return self.braced(sign + out, level > 2 or (bool(sign) and level > 1))
        out = sign + self.factors(above, 2 if sign else max(level, 2))
        return self.braced(out, (level > 2 and len(set(above)) > 1) or (bool(sign) and level > 1))

    def fraction(self, args: tuple[Term, ...]) -> tuple[str, list[Term], list[Term]]:
        """Return the sign of a product, and the factors of its numerator and denominator."""
        sign = ""
        above: list[Term] = []
        below: list[Term] = []
        work = list(args)
        while work:
            a = work.pop(0)
            if a.op == "mul" and not self.notions.instance(a):
                work = [*a.args, *work]
            elif a.op == "num" and a.args[0] < 0:
                sign = "" if sign else "-"
                work = [num(-a.args[0], a.args[1]), *work] if a.args != (-1, 1) else work
            elif a.op == "num" and a.args[1] > 1:
                above += [num(a.args[0])] if a.args[0] > 1 else []
                below.append(num(a.args[1]))
            elif self.is_circle(a):
                above.append(CIRCLE)
                below.append(num(4))
            elif a.op == "inv":
                for b in self.flat(a.args[0]):
                    below.append(CIRCLE if self.is_circle(b) else b)
                    above += [num(4)] if self.is_circle(b) else []
            elif a is not num(1) or all(b is num(1) for b in args):
                above.append(a)
        return sign, *(_cancelled(above, below) if CIRCLE in (*above, *below) else (above, below))

    def flat(self, t: Term) -> list[Term]:
        """Return the factors of a product, also of products inside of it that are not printed by name."""
        inside = t.op == "mul" and not self.notions.instance(t)
        return [b for a in t.args for b in self.flat(a)] if inside else [t]

    def is_circle(self, t: Term) -> bool:
        """Return whether t is atan 1, a quarter of π, and no variable has the name pi."""
        return t.op == "atan" and t.args[0] is num(1) and "pi" not in self.free and "pi" not in self.names

    def factors(self, factors: list[Term], alone: int) -> str:
        if len(factors) < 2:
            return self.show(factors[0], alone) if factors else "1"
        shown = []
        k = 0
        while k < len(factors):
            run = 1
            while k + run < len(factors) and factors[k + run] is factors[k]:
                run += 1
            last = k + run == len(factors)
            if run > 1:
                shown.append(f"{self.raised(factors[k])}^" + (f"{{{run}}}" if self.tex else f"{run}"))
            else:
                shown.append(self.show(factors[k], 2 if last and factors[k].op in PREFIXED else 3))
            k += run
        out = shown[0]
        for before, part in pairwise(shown):
            apart = self.tex and (part[0].isdigit() or (before.isdigit() and part.startswith(r"\frac")))
            out += (r" \cdot " if apart else self.forms["times"]) + part
        return out

    def space(self, sort: str) -> tuple[str, str]:
        """Return the phrase for a variable of a sort ("in" or "maps"), and its set."""
        return membership(sort), space(sort, self.tex)

    def binders(self, bound: list[tuple[str, str, str]]) -> str:
        """Return the variables of binders with their sets; adjacent variables of one set share it."""
        groups = groupby(bound, key=lambda row: row[1:])
        return ", ".join(self.forms[how].format(", ".join(x for x, *_ in own), where) for (how, where), own in groups)

    def universal(self, t: Term) -> str:
        """∀x ∈ …, y ∈ …. A."""
        start, bound, first = len(self.names), [], t
        while t.op == "all" and (t is first or not self.notions.instance(t)):
            (sort, body), ends = t.args, _ends(t)
            x = self.bind(sort, "all", body)
            bound.append((x, *(("in", self.range(*ends[:2])) if ends else self.space(sort))))
            t = ends[2] if ends else body
        out = self.forms["all"].format(self.binders(bound), self.show(t, 0))
        del self.names[start:]
        return out

    def range(self, lo: Term, hi: Term) -> str:
        return self.forms["range"].format(self.show(lo, 1), self.show(hi, 1))

    def existence(self, t: Term) -> str | None:
        """Print the negation of ∀x…. A → B → … → ⊥ as ∃x…. A ∧ B ∧ …; leading lo <= k, k <= hi give the range of k."""
        start, bound, first = len(self.names), [], t
        while t.op == "all" and (t is first or not self.notions.instance(t)):
            sort, t = t.args
            bound.append((self.bind(sort, "all", t), sort))
        parts, shown, out = self.conjuncts(t), [], None
        for k, (x, sort) in enumerate(bound, 1 - len(bound)):
            ends = _between(parts[0], parts[1], -k) if sort == "Z" and len(parts) > 2 else None
            shown.append((x, *(("in", self.range(*ends)) if ends else self.space(sort))))
            parts = parts[2:] if ends else parts
        if parts:
            out = self.forms["exists"].format(self.binders(shown), self.conjunction(parts, 0))
        del self.names[start:]
        return out

    def conjuncts(self, t: Term) -> list[Term]:
        """Return A, B, … for A → B → … → ⊥, and A, …, ¬C for A → … → C."""
        parts = []
        while t.op == "imp" and not self.notions.instance(t):
            parts.append(t.args[0])
            t = t.args[1]
        return parts if t is FALSE else [*parts, imp(t, FALSE)]

    def conjunction(self, parts: list[Term], level: int) -> str:
        """Return a ∧ B ∧ …; at level 0, a quantified formula at the end needs no bracket."""
        last = parts[-1]
        if len(parts) == 1:
            return self.show(last, 3 if self.is_conjunction(last) else level)
        shown = [self.show(a, 3) for a in parts[:-1]]
        shown.append(self.show(last, 0 if level == 0 and self.is_quantified(last) else 3))
        return self.forms["and"].join(shown)

    def negated(self, t: Term) -> Term | None:
        """Return a of ¬A, if neither is an instance of a notion."""
        negative = t.op == "imp" and t.args[1] is FALSE and not self.notions.instance(t)
        return t.args[0] if negative and not self.notions.instance(t.args[0]) else None

    def is_conjunction(self, t: Term) -> bool:
        inside = self.negated(t)
        return inside is not None and len(self.conjuncts(inside)) > 1

    def is_quantified(self, t: Term) -> bool:
        inside = self.negated(t)
        inside = t if inside is None else inside
        return inside.op == "all" and not self.notions.instance(inside)

    def opened(self, t: Term) -> str:
        """Print a formula expanded by one level. In ¬A for a notion A, expand A: v ≠ w by entries, not as ¬(v = w)."""
        if t.op == "imp" and t.args[1] is FALSE and self.notions.instance(t.args[0]):
            return self.negation(t.args[0], 0, named=False)
        return self.unnamed(t, 0)

    def negation(self, a: Term, level: int, named: bool = True) -> str:
        """Print ¬A, as ∃, ∧ or ≠ if possible; an instance A of a notion is printed by its name if `named`."""
        if not (named and self.notions.instance(a)):
            some = self.existence(a) if a.op == "all" else None
            if some:
                return self.braced(some, level > 0)
            if a.op == "eq":
                return self.forms["ne"].format(*(self.show(s, 1) for s in a.args))
            parts = self.conjuncts(a)
            if len(parts) > 1:
                return self.braced(self.conjunction(parts, level), level > 2)
        return self.forms["not"].format(self.show(a, 0))

    def formula(self, t: Term, level: int) -> str:
        op, args, forms = t.op, t.args, self.forms
        sign, parts = joined(t)
        if len(parts) > 1:
            own = 1 if sign == "or" else 2
            return self.braced(self.forms[sign].join(self.show(a, own + 1) for a in parts), level > own)
        if op in ("le", "lt", "eq"):
            sides = unequal(t) if self.notions is NONE else None  # ≠ says ¬(s = t) in the statements of a paper
            return forms["ne" if sides else op].format(*(self.show(a, 1) for a in sides or args))
        if op == "false":
            return forms["false"]
        if op == "imp" and args[1] is FALSE:
            return self.negation(args[0], level)
        if op == "imp":
            return self.braced(forms["imp"].format(self.show(args[0], 1), self.show(args[1], 0)), level > 0)
        if op == "all":
            return self.braced(self.universal(t), level > 0)
        if op == "deriv":
            x, body = self.under("R", op, args[0], 2)
            return forms["deriv"].format(x, body, self.show(args[1], 0), self.show(args[2], 1))
        raise ValueError(f"no way to print {op}")


Writer = Callable[[_Printer, Term, int], str]
SIMPLE: Mapping[str, Writer] = {
    "num": _Printer.number, "bv": _Printer.bound, "var": _Printer.free_name, "fn": _Printer.free_name,
    "app": _Printer.application, "add": _Printer.total, "mul": lambda p, t, level: p.product(t.args, level),
    "inv": _Printer.reciprocal,
}  # fmt: skip
COMPOUND: Mapping[str, Writer] = {  # which may be parts of powers, or of maxima of a few numbers
    "exp": _Printer.exponential, "abs": _Printer.size, **dict.fromkeys(PREFIXED, _Printer.prefixed),
    "ite": _Printer.choice, **dict.fromkeys(("sum", "prod", "max"), _Printer.over_range), "lam": _Printer.function,
}  # fmt: skip

Term._repr_latex_ = lambda self: f"${latex(self)}$"  # type: ignore[attr-defined]  # in a notebook; the kernel prints nothing
