"""Formulas as Coq text that a person reads: integers in Z, reals in R, functions, Coq's own ∃ and ∧, notions by name.

The text is proved in Coq from the proof object (`read` in `library/`) by conversion, so it has to say just what the
library's own reading of the formula says: `Reader.read` follows that one. A notion is written by its name only where
unfolding the name gives what would have been written without it, as Coq will find again.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import Any, TypeAlias

from proofs.coq.objects import literal, parts, sort_text, variable_number
from proofs.kernel.terms import FALSE, Term
from proofs.language.display import GREEK, NONE, Definition, Notions, letters

FUNCTIONS = {"log": "ln", **{name: name for name in ("exp", "sin", "cos", "atan", "erf")}}  # by their names in Coq
# What must not be the name of a variable or of a theorem: words of Coq, and of the library's that the text uses.
RESERVED = frozenset(
    """
    if then else fun forall exists match with end in let fix cofix return as at using where Type Prop Set True False
    Definition Theorem Lemma Proof Qed for nil cons list bool true false nat positive left right pair fst snd id not
    conj eq_refl Z R Q N O S I T E TZ TR Arr R0 R1 Rplus Rmult IZR exp ln sin cos atan erf Rabs derivable_pt_lim
    zsum zprod zmax sum prod max rdec num pick read unread raw form term fact step val value valid valids legible
    says_so entry checked set_var unset v_0 L
    """.split()  # noqa: SIM905  (a list would be one word a line)
)
SIGNS = {"le": "<=", "lt": "<", "eq": "="}
TESTS = {"le": "<=?", "lt": "<?", "eq": "=?"}
LINE_WIDTH = 110
MAX_TEXT = 20_000  # characters of a text that says everything where it occurs
WORDS = {  # for signs in the names of notions; a sign together with both neighbours is one word
    "norm": "‖", "abs": "|", "times": "·", "transposed": "ᵀ", "power": "^", "root": "√", "at_most": "≤", "not": "≠",
    "in": "∈", "scalar": "⟨", "to": "→", "is": "=", "plus": "+", "minus": "−", "floor": "⌊", "sum": "Σ",
    "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "all": "∀", "any": "∃", "l": "ℓ",
}  # fmt: skip
BEING_DEFINED = ""  # instead of the name of a notion
Node: TypeAlias = tuple[Any, ...]  # what is said: an operator and its parts, the same for what Coq converts


class Unreadable(ValueError):
    """A formula that has no text: it is too long, or has a function of integer values for one of real values."""


@dataclass(frozen=True)
class Function:
    """A function as it is read: its values; and its name, if it has one."""

    values: Callable[[tuple[Value, ...], int], Value]
    name: Node | None = None


Value: TypeAlias = "Node | Function"


@dataclass(frozen=True)
class Scope:
    """The names of variables: the bound ones, that of index 0 first, and symbols; each with its sort."""

    bound: tuple[tuple[str, Value], ...] = ()
    symbols: Mapping[Term, tuple[str, Value]] = field(default_factory=dict)

    def within(self, *inner: tuple[str, Value]) -> Scope:
        """Return the scope inside of a binder, whose last variable has index 0."""
        return Scope((*inner[::-1], *self.bound), self.symbols)


class Reader:
    """Reads formulas as the library does, with notions by their names.

    Parameters
    ----------
    notions
        By which formulas are written. What is met of them is defined in `definitions`, each before its first use.
    """

    def __init__(self, notions: Notions = NONE) -> None:
        self.notions = notions
        self.names: dict[tuple[Definition, str], str] = {}
        self.definitions: list[str] = []

    # --- reading

    def read(self, t: Term, scope: Scope, sort: str, level: int, folded: bool = False) -> Value:
        """Return a term read at a sort, `level` binders deep; `folded` is with notions by name."""
        if folded and t.op not in ("num", "var", "fn", "bv"):
            found = self._by_name(t, scope, sort, level)
            if found:
                return found
        op, args = t.op, t.args

        def at(a: Term, s: str) -> Value:
            return self.read(a, scope, s, level, folded)

        if op in ("var", "fn", "bv"):
            own, value = self._variable(t, scope)
            return _picked(own, sort, value)
        if op == "app":
            wanted, own = parts(args[0].sort)
            f = at(args[0], args[0].sort)
            assert isinstance(f, Function)
            return _picked(own, sort, f.values(tuple(map(at, args[1:], wanted)), level))
        if op == "lam":
            wanted, result = parts(sort)
            if parts(t.sort)[0] != wanted:
                raise Unreadable(f"a function of sort {t.sort} where {sort} is wanted")
            return Function(
                lambda values, k: self.read(args[1], scope.within(*zip(wanted, values, strict=True)), result, k, folded)
            )
        if sort not in ("Z", "R"):
            raise Unreadable(f"a number where {sort} is wanted")
        if op == "num":
            whole = ("num", args[0])
            return whole if sort == "Z" else ("IZR", whole) if args[1] == 1 else ("frac", *args)
        if op in ("add", "mul"):
            return _nested(op, sort, [(a, at(a, sort)) for a in args])
        if op == "inv" or op in FUNCTIONS:
            return op, at(args[0], "R")
        if op == "abs":
            return op, sort, at(args[0], sort)
        if op == "ite":
            side = "Z" if args[0].args[0].sort == args[0].args[1].sort == "Z" else "R"
            test = args[0].op, side, *(at(a, side) for a in args[0].args)
            return op, sort, test, at(args[1], sort), at(args[2], sort)
        body = self.read(args[2], scope.within(("Z", ("level", level))), sort, level + 1, folded)
        return op, sort, at(args[0], "Z"), at(args[1], "Z"), level, body

    def _variable(self, t: Term, scope: Scope) -> tuple[str, Value]:
        if t.op == "bv":
            return scope.bound[t.args[0]]
        return scope.symbols[t] if t in scope.symbols else (t.sort, named(t.sort, ("free", t)))

    def say(self, f: Term, scope: Scope, level: int, negated: bool = False, folded: bool = False) -> Node:
        """Return a formula, or its negation, under `level` binders; ¬∀ becomes ∃, ¬(a → b) becomes a ∧ ¬b."""
        if folded and not negated:
            found = self._by_name(f, scope, "B", level)
            if found:
                return found
        op, args = f.op, f.args

        def inside(g: Term, negated: bool) -> Node:
            return self.say(g, scope, level, negated, folded)

        if op in SIGNS:
            side = "Z" if args[0].sort == args[1].sort == "Z" else "R"
            said: Node = (op, side, *(self.read(a, scope, side, level, folded) for a in args))
            return ("not", said) if negated else said
        if op == "imp":
            if args[1] is FALSE:
                return inside(args[0], not negated)
            return ("and" if negated else "imp"), inside(args[0], False), inside(args[1], negated)
        if op == "all":
            inner = scope.within((args[0], named(args[0], ("level", level))))
            body = self.say(args[1], inner, level + 1, negated, folded)
            return ("exists" if negated else "all"), args[0], level, body
        if op == "false":
            return ("True",) if negated else ("False",)
        inner = scope.within(("R", ("level", level)))
        said = (
            op, level, self.read(args[0], inner, "R", level + 1, folded),
            *(self.read(a, scope, "R", level, folded) for a in args[1:]),
        )  # fmt: skip
        return ("not", said) if negated else said

    def _by_name(self, t: Term, scope: Scope, sort: str, level: int) -> Any:
        """Return a term as an instance of a notion, if its name stands for what is read."""
        found = self.notions.instance(t)
        if found is None or self.names.get((found[0], sort)) == BEING_DEFINED:
            return None
        d, letters, given = found[0], _letters(found[0]), dict(zip(found[0].arguments, found[1], strict=True))
        try:
            plain = [(x.sort, self.read(given.get(x, x), scope, x.sort, level)) for x in letters]
            inner = Scope((), dict(zip(letters, plain, strict=True)))
            if self._plain(d.pattern, inner, sort, level) != self._plain(t, scope, sort, level):
                return None
            said = [quoted(self.read(given.get(x, x), scope, x.sort, level, True), x.sort, level) for x in letters]
        except Unreadable:
            return None
        node = ("notion", self._defined(d, sort), tuple(x.sort for x in letters), *said)
        return node if sort in ("Z", "R", "B") else Function(_never, node)

    def _plain(self, t: Term, scope: Scope, sort: str, level: int, folded: bool = False) -> Node:
        """Return a term or formula as a node, by default without names of notions."""
        if sort == "B":
            return self.say(t, scope, level, False, folded)
        return quoted(self.read(t, scope, sort, level, folded), sort, level)

    def _defined(self, d: Definition, sort: str) -> str:
        """Return the name of a notion read at a sort, which is defined now if it is not yet."""
        if (d, sort) not in self.names:
            self.names[d, sort] = BEING_DEFINED
            whole = self._plain(d.pattern, Scope(), sort, 0, True)
            name = identifier(d.text)
            name = f"{name}_of" if len(name) == 1 else name  # letters are for variables
            self.names[d, sort] = fresh(name, {*self.names.values(), *RESERVED})
            letters = _letters(d)
            writer = Writer(letters, self.names.values())
            binders = "".join(f" ({writer.names[x]} : {type_text(x.sort)})" for x in letters)
            body, kind = (writer.formula(whole), "Prop") if sort == "B" else (writer.term(whole, sort), type_text(sort))
            said = wrapped(f"({body})%{'Z' if sort == 'Z' else 'R'}.")
            self.definitions.append(f"Definition {self.names[d, sort]}{binders} : {kind} :=\n{said}")
        return self.names[d, sort]


def _never(values: tuple[Value, ...], level: int) -> Value:
    raise Unreadable("a function that is known by its name is applied to nothing")


def _letters(d: Definition) -> list[Term]:
    """Return the symbols of a notion's pattern: its arguments, then what is fixed in it."""
    first = [x for x in d.arguments if x in d.pattern.free]
    return [*first, *sorted(d.pattern.free.difference(first), key=_order)]


def _order(x: Term) -> tuple[str, str]:
    return str(x.args[0]), x.sort


def named(sort: str, name: Node) -> Value:
    """Return a variable of a sort."""
    if sort in ("Z", "R"):
        return name
    wanted, result = parts(sort)

    def values(given: tuple[Value, ...], level: int) -> Value:
        shown = (quoted(v, s, level) for v, s in zip(given, wanted, strict=True))
        return "app", result, name, wanted, *shown

    return Function(values, name)


def quoted(value: Value, sort: str, level: int) -> Node:
    """Return a value of a sort as a node: of a function its name, or its values at variables of its own."""
    if not isinstance(value, Function):
        return value
    if value.name is not None:
        return value.name
    wanted, result = parts(sort)
    own = tuple(named(s, ("level", level + k)) for k, s in enumerate(wanted))
    inside = level + len(wanted)
    return "lam", wanted, level, quoted(value.values(own, inside), result, inside)


def _picked(own: str, wanted: str, value: Value) -> Value:
    """Coerce text of one sort to the other."""
    if own == wanted:
        return value
    if (own, wanted) == ("Z", "R"):
        return "IZR", value
    raise Unreadable(f"something of sort {own} where {wanted} is wanted")


def _nested(op: str, sort: str, members: Sequence[tuple[Term, Value]]) -> Value:
    """Return a sum or product, nested to the right as proof objects hold it; −1 times something is its opposite."""
    if not members:
        return _number(int(op == "mul"), sort)
    first, value = members[0]
    if len(members) == 1:
        return value
    after = _nested(op, sort, members[1:])
    if op == "mul" and first.op == "num" and first.args == (-1, 1):
        return "opp", sort, after
    return op, sort, value, after


def _number(n: int, sort: str) -> Node:
    return ("num", n) if sort == "Z" else ("IZR", ("num", n))


# --- what occurs more than once --------------------------------------------------------------------------------------

MIN_NAMED_SIZE = 12  # parts of a term, at least, that gets a name of its own
NAMED_LEVEL = 1000  # the level of the outermost variable that is bound within such a term
Visit: TypeAlias = Callable[[Node, str, tuple[tuple[int, str], ...]], Node]  # a part, its sort, what is bound around it


def with_parts(node: Node, sort: str, to: Visit, at: Callable[[int], int] = lambda level: level) -> Node:
    """Return a node with its parts replaced, and its levels; `to` gets the variables bound in a part."""
    op, *rest = node
    if op == "level":
        return op, at(rest[0])
    if op in ("free", "num", "frac", "True", "False"):
        return node
    if op in SIGNS:
        side, *sides = rest
        return op, side, *(to(x, side, ()) for x in sides)
    if op in ("not", "imp", "and"):
        return op, *(to(x, "B", ()) for x in rest)
    if op in ("all", "exists"):
        own, level, body = rest
        return op, own, at(level), to(body, "B", ((level, own),))
    if op == "deriv":
        level, body, *ends = rest
        return op, at(level), to(body, "R", ((level, "R"),)), *(to(x, "R", ()) for x in ends)
    if op == "lam":
        wanted, level, body = rest
        binds = tuple((level + k, s) for k, s in enumerate(wanted))
        return op, wanted, at(level), to(body, parts(sort)[1], binds)
    if op == "app":
        result, name, wanted, *given = rest
        sorts = f"({''.join(wanted)}>{result})"
        return op, result, to(name, sorts, ()), wanted, *(to(x, s, ()) for x, s in zip(given, wanted, strict=True))
    if op == "notion":
        name, wanted, *given = rest
        return op, name, wanted, *(to(x, s, ()) for x, s in zip(given, wanted, strict=True))
    if op == "IZR":
        return op, to(rest[0], "Z", ())
    if op == "inv" or op in FUNCTIONS:
        return op, to(rest[0], "R", ())
    if op in ("add", "mul", "opp", "abs"):
        own, *members = rest
        return op, own, *(to(x, own, ()) for x in members)
    if op == "ite":
        own, test, *branches = rest
        return op, own, to(test, "B", ()), *(to(x, own, ()) for x in branches)
    own, low, high, level, body = rest
    return op, own, to(low, "Z", ()), to(high, "Z", ()), at(level), to(body, own, ((level, "Z"),))


Key: TypeAlias = tuple[str, tuple[str, ...], Node]  # sort, sorts of the variables that are bound outside, the term


class Sharing:
    """A formula in which each heavy term that occurs more than once has a name, as a function of what is bound around.

    Attributes
    ----------
    named
        The names with what they stand for, each after those that it uses.
    node
        The formula, with names.
    """

    def __init__(self, node: Node, taken: Iterable[str]) -> None:
        self.taken, self.named = set(taken), list[tuple[str, str, Node]]()
        self.names: dict[Key, str] = {}
        self.weights: dict[int, tuple[Node, int]] = {}  # with the node, so that its id stays its own
        self.said: dict[tuple[int, str], tuple[Node, tuple[int, ...]]] = {}
        self.found = Counter[Key]()
        self._count(node, "B", {})
        self.node = self._put(node, "B", {})

    def _weight(self, node: Node, sort: str) -> int:
        """Return the number of parts of a node."""
        if id(node) not in self.weights:
            own = [1]

            def add(part: Node, inner: str, _: object) -> Node:
                own.append(self._weight(part, inner))
                return part

            with_parts(node, sort, add)
            self.weights[id(node)] = node, sum(own)
        return self.weights[id(node)][1]

    def _key(self, node: Node, sort: str, around: Mapping[int, str]) -> tuple[Key, tuple[int, ...]] | None:
        """Return a large term with numbered variables, and the levels of those bound around it."""
        if sort not in ("Z", "R") or self._weight(node, sort) < MIN_NAMED_SIZE:
            return None
        if (id(node), sort) not in self.said:
            self.said[id(node), sort] = self._by_number(node, sort)
        said, outside = self.said[id(node), sort]
        return (sort, tuple(around[level] for level in outside), said), outside

    def _by_number(self, node: Node, sort: str) -> tuple[Node, tuple[int, ...]]:
        """Return a term with its variables by number, and the levels of those that are bound around it."""
        outside: dict[int, int] = {}

        def go(part: Node, own: str, within: Mapping[int, int], depth: int) -> Node:
            def at(level: int) -> int:
                if part[0] == "level":
                    return within[level] if level in within else outside.setdefault(level, len(outside))
                return depth

            def to(kid: Node, s: str, binds: tuple[tuple[int, str], ...]) -> Node:
                new = {level: depth + k for k, (level, _) in enumerate(binds)}
                return go(kid, s, {**within, **new} if new else within, depth + len(binds))

            return with_parts(part, own, to, at)

        return go(node, sort, {}, NAMED_LEVEL), tuple(outside)

    def _count(self, node: Node, sort: str, around: Mapping[int, str]) -> None:
        """Count what occurs; inside of what has been met, nothing."""
        found = self._key(node, sort, around)
        if found:
            self.found[found[0]] += 1
            if self.found[found[0]] > 1:
                return

        def to(part: Node, s: str, binds: tuple[tuple[int, str], ...]) -> Node:
            self._count(part, s, {**around, **dict(binds)})
            return part

        with_parts(node, sort, to)

    def _put(self, node: Node, sort: str, around: Mapping[int, str], inside: bool = False) -> Node:
        """Return the node with names; `inside` is the term that gets a name, which does not stand for itself."""
        found = None if inside else self._key(node, sort, around)
        if found and self.found[found[0]] > 1:
            key, outer = found
            return "notion", self._name(key), key[1], *(("level", level) for level in outer)
        return with_parts(node, sort, lambda part, s, binds: self._put(part, s, {**around, **dict(binds)}))

    def _name(self, key: Key) -> str:
        """Return the name of a term, which is defined now if it is not yet."""
        if key not in self.names:
            sort, outer, said = key
            body = self._put(said, sort, dict(enumerate(outer)), True)
            self.names[key] = fresh("w", {*self.taken, *self.names.values()})
            whole = ("lam", outer, 0, body) if outer else body
            self.named.append((self.names[key], f"({''.join(outer)}>{sort})" if outer else sort, whole))
        return self.names[key]


# --- as text ---------------------------------------------------------------------------------------------------------

OPEN, ARROW, AND, REL, SUM, PRODUCT, APPLIED, CLOSED = range(8)  # how tightly a text holds together


def type_text(sort: str) -> str:
    """Return a sort as Coq's type.

    >>> type_text("((Z>R)Z>R)")
    '(Z -> R) -> Z -> R'
    """
    if sort in "ZR":
        return sort
    arguments, value = parts(sort)
    return " -> ".join([*(a if a in "ZR" else f"({type_text(a)})" for a in arguments), value])


class Writer:
    """Writes what was read as text, in which free variables have the names that are given to them here."""

    def __init__(self, free: Iterable[Term], taken: Iterable[str] = ()) -> None:
        self.names: dict[Term, str] = {}
        self.taken = RESERVED.union(taken)  # names that mean something else in the text
        for x in free:
            self.names[x] = fresh(x.args[0], {*self.names.values(), *self.taken}, "'")
        self.bound: dict[int, str] = {}
        self.scope = "R"  # whose numbers and signs are meant

    def _binds(self, level: int, sort: str) -> str:
        """Return a name for a bound variable."""
        taken = {*self.names.values(), *(n for k, n in self.bound.items() if k < level), *self.taken}
        names = letters(sort)
        self.bound[level] = next((x for x in names if x not in taken), None) or fresh(names[0], taken)
        return self.bound[level]

    def _name(self, node: Node) -> str:
        return self.names[node[1]] if node[0] == "free" else self.bound[node[1]]

    def term(self, node: Node, sort: str) -> str:
        """Return a term of this sort, in the scope of its numbers."""
        self.scope, outer = sort if sort in "ZR" else self.scope, self.scope
        text, _ = self._term(node, sort)
        self.scope = outer
        return text

    def _at(self, node: Node, sort: str, least: int) -> str:
        """Return a term as part of something that holds it at least so tightly."""
        text, holds = self._term(node, sort)
        return text if holds >= least else f"({text})"

    def _argument(self, node: Node, sort: str) -> str:
        """Return a term as an argument, which says its scope where that is another."""
        other = sort in "ZR" and sort != self.scope
        self.scope, outer = sort if other else self.scope, self.scope
        text, holds = self._term(node, sort)
        self.scope = outer
        if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_']*", text):
            return text
        text = text if holds == CLOSED else f"({text})"
        return f"{text}%{sort}" if other else text

    def _term(self, node: Node, sort: str) -> tuple[str, int]:
        op, *rest = node
        if op in ("free", "level"):
            return self._name(node), CLOSED
        if op == "num":
            said = literal(rest[0])
            return said if rest[0] >= 0 else f"({said})", CLOSED
        if op == "IZR":
            if rest[0][0] == "num":
                return self._term(rest[0], "Z")
            return f"IZR {self._at(rest[0], 'Z', CLOSED)}", APPLIED  # Coq knows that an integer follows
        if op == "frac":
            return f"{self._term(('num', rest[0]), 'Z')[0]} / {literal(rest[1])}", PRODUCT
        if op == "lam":
            return self._lambda(node, sort)
        if op in ("app", "notion"):
            if op == "app":
                rest = [self._name(rest[1]), *rest[2:]]
            head, wanted, *given = rest
            shown = [self._argument(x, s) for x, s in zip(given, wanted, strict=True)]
            return (" ".join([head, *shown]), APPLIED) if shown else (head, CLOSED)
        if op in ("add", "mul"):
            return self._joined(op, *rest)
        if op == "opp":
            return f"- {self._at(rest[1], sort, APPLIED)}", PRODUCT
        if op == "inv":
            return f"/ {self._at(rest[0], 'R', APPLIED)}", PRODUCT
        if op in FUNCTIONS:
            return f"{FUNCTIONS[op]} {self._argument(rest[0], 'R')}", APPLIED
        if op == "abs":
            return f"{'Z.abs' if sort == 'Z' else 'Rabs'} {self._argument(rest[1], sort)}", APPLIED
        if op == "ite":
            (test, side, s, t), then, other = rest[1:]
            condition = self._related(side, s, TESTS[test], t)
            return f"if {condition} then {self._at(then, sort, OPEN)} else {self._at(other, sort, OPEN)}", OPEN
        own, low, high, level, body = rest
        ends = f"{self._argument(low, 'Z')} {self._argument(high, 'Z')}"
        name = self._binds(level, "Z")
        member = self.term(body, own)
        member = member if own == self.scope else f"({member})%{own}"
        return f"{'z' * (own == 'Z')}{op} {ends} (fun {name} : Z => {member})", APPLIED

    def _related(self, side: str, s: Node, sign: str, t: Node) -> str:
        """Two terms of this sort with a sign between them, in parentheses that say the scope where that is another."""
        self.scope, outer = side, self.scope
        said = f"{self._at(s, side, SUM)} {sign} {self._at(t, side, SUM)}"
        self.scope = outer
        return said if side == outer else f"({said})%{side}"

    def _lambda(self, node: Node, sort: str) -> tuple[str, int]:
        _, wanted, level, body = node
        binders = [(self._binds(level + k, s), type_text(s)) for k, s in enumerate(wanted)]
        self.scope, outer = "", self.scope
        shown = self._argument(body, parts(sort)[1])
        self.scope = outer
        return f"fun {' '.join(f'({name} : {kind})' for name, kind in binders)} => {shown}", OPEN

    def _joined(self, op: str, sort: str, first: Node, after: Node) -> tuple[str, int]:
        """Return a sum or a product, which nests to the right; a + −b is a − b and a · 1/b is a / b."""
        if op == "add" and after[0] == "opp":
            return f"{self._at(first, sort, PRODUCT)} - {self._at(after[2], sort, PRODUCT)}", SUM
        if op == "mul" and after[0] == "inv":
            return f"{self._at(first, sort, APPLIED)} / {self._at(after[1], 'R', APPLIED)}", PRODUCT
        sign, least, level = ("+", PRODUCT, SUM) if op == "add" else ("*", APPLIED, PRODUCT)
        return f"{self._at(first, sort, least)} {sign} {self._at(after, sort, least)}", level

    def formula(self, node: Node) -> str:
        """Return a formula in the scope of the reals."""
        return self._formula(node)[0]

    def _held(self, node: Node, least: int) -> str:
        text, holds = self._formula(node)
        return text if holds >= least else f"({text})"

    def _formula(self, node: Node) -> tuple[str, int]:
        op, *rest = node
        if op in SIGNS:
            side, s, t = rest
            return self._related(side, s, SIGNS[op], t), CLOSED if side == "Z" else REL
        if op == "not":
            return f"~ {self._held(rest[0], CLOSED)}", REL
        if op == "imp":
            return f"{self._held(rest[0], AND)} -> {self._held(rest[1], OPEN)}", ARROW
        if op == "and":
            return f"{self._held(rest[0], REL)} /\\ {self._held(rest[1], AND)}", AND
        if op in ("all", "exists"):
            sort, level, body = rest
            name = self._binds(level, sort)
            return f"{'forall' if op == 'all' else 'exists'} {name} : {type_text(sort)}, {self.formula(body)}", OPEN
        if op == "notion":
            return self._term(node, "R")
        if op == "deriv":
            level, body, at, value = rest
            name = self._binds(level, "R")
            f = f"(fun {name} : R => {self.term(body, 'R')})"  # before the level's name is another's
            return f"derivable_pt_lim {f} {self._argument(at, 'R')} {self._argument(value, 'R')}", APPLIED
        return op, CLOSED


@dataclass(frozen=True)
class Sentence:
    """A statement in Coq: its variables with their names and types, and the text below them."""

    variables: tuple[tuple[Term, str], ...]
    body: str

    @property
    def binders(self) -> str:
        """The variables as Coq binds them, each after a space."""
        return "".join(f" ({name} : {type_text(x.sort)})" for x, name in self.variables)

    @property
    def text(self) -> str:
        """The whole in the scope of the reals, wrapped."""
        said = f"forall{self.binders},\n{wrapped(self.body)}" if self.variables else wrapped(self.body).lstrip()
        return f"({said})%R"

    @property
    def valuation(self) -> str:
        """The valuation that gives each variable of the proof object the value of that name."""
        out = "unset"
        for number, sort, name in reversed(self._variables):
            out = f"(set_var {number} {sort} {name} {out})"
        return out

    def values(self, valuation: str) -> str:
        """Return the values that a valuation gives to the variables, each after a space."""
        return "".join(f" ({valuation} {number} {sort})" for number, sort, _ in self._variables)

    @property
    def _variables(self) -> list[tuple[int, str, str]]:
        """The number, the sort and the name of each variable."""
        return [(variable_number(x.args[0], x.sort), sort_text(x.sort), name) for x, name in self.variables]


def sentence(reader: Reader, given: Sequence[Term], shows: Term) -> Sentence:
    """Return a statement: hypotheses and conclusion, for all values of its variables.

    Raises
    ------
    Unreadable
        if it has no text.
    """
    free = sorted(frozenset().union(*(f.free for f in (*given, shows))), key=_order)
    *above, node = (reader.say(f, Scope(), 0, False, True) for f in (*given, shows))
    for h in reversed(above):
        node = "imp", h, node
    writer = Writer(free, reader.names.values())
    body = writer.formula(node)
    if len(body) > MAX_TEXT:
        body = with_names(node, free, reader.names.values())
    return Sentence(tuple((x, writer.names[x]) for x in free), body)


def with_names(node: Node, free: Iterable[Term], taken: Collection[str]) -> str:
    """Return a formula as text in which what is heavy and occurs more than once is said once, by `let`."""
    short = Sharing(node, {*RESERVED, *taken, *(str(x.args[0]) for x in free)})
    lets, writer = list[str](), Writer(free, {*taken, *(name for name, _, _ in short.named)})
    for name, sort, whole in short.named:
        lets.append(
            f"let {name} : {type_text(sort)} := ({writer.term(whole, sort)})%{sort if sort in 'ZR' else 'R'} in "
        )
        writer.bound.clear()
    return "".join(lets) + writer.formula(short.node)


def identifier(text: str) -> str:
    """Return a name for Coq made of a text.

    >>> identifier("softmax({0})_{1}"), identifier("‖{0}‖"), identifier("KS:eq-1#defined-2")
    ('softmax', 'norm', 'KS_eq_1_defined_2')
    """
    for name, letter in (*GREEK.items(), *WORDS.items()):
        text = text.replace(letter, f" {name} ")
    plain = re.sub(r"\{\d+(:f)?\}", " ", text)
    words = [word for word, _ in groupby(re.findall(r"[A-Za-z0-9_']+", plain))]
    out = re.sub(r"_+", "_", "_".join(words)).strip("_")
    return out if re.match(r"[A-Za-z]", out) else f"notion_{out}" if out else "notion"


def fresh(name: str, taken: Collection[str], mark: str = "") -> str:
    """Return the name, or one like it that is not taken: with more of the mark, or with a number.

    >>> fresh("x", {"x"}, "'"), fresh("x", {"x", "x_2"})
    ("x'", 'x_3')
    """
    tries = (f"{name}{mark * k if mark else f'_{k}'}" for k in count(1 if mark else 2))
    return name if name not in taken else next(t for t in tries if t not in taken)


def wrapped(text: str) -> str:
    """Return the text in lines of at most `LINE_WIDTH`, each indented."""
    return textwrap.fill(
        text, LINE_WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
