"""Stored proofs as Coq text: rows of terms and steps, for the checker in `library/`.

All objects of a file share one table of terms, in which the same row stands once: much of what Coq's own reading of a
file costs is spared so. Numbers up to `MAX_NAMED_NUMBER` have names (`p17`), which Coq reads faster than digits.

Nothing here is trusted. What Coq accepts is accepted for what Coq itself reads; were a row translated wrongly, the
statement beside it, which is made apart (`proofs.coq.statements`), would not be proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from proofs.builder.stored import StoredTheorem
from proofs.kernel.store import PLAIN, Json
from proofs.kernel.terms import codomain, domain, sorts

# rule -> the constructor of its step, and what its arguments are: t a term or formula, f a fact, T pairs of terms,
# L facts, S pairs of a term and facts
STEPS = {
    "assume": ("sAssume", "t"), "discharge": ("sDischarge", "tf"), "mp": ("sMp", "ff"), "generalize": ("sGen", "tf"),
    "specialize": ("sSpec", "ft"), "instantiate": ("sInst", "fT"), "cases": ("sCases", "ttff"),
    "absurd": ("sAbsurd", "ft"), "replace": ("sReplace", "ftf"), "arith": ("sArith", "tSLL"),
    "antisymmetry": ("sAnti", "ff"), "supremum": ("sSup", "tff"), "integer_step": ("sIStep", "f"),
    "induction": ("sInd", "tttff"), "big_empty": ("sBigE", "tf"), "big_step": ("sBigS", "tf"),
    "max_ge": ("sMaxGe", "ttff"), "max_le": ("sMaxLe", "ttff"), "exp_ge": ("sExpGe", "t"), "exp_pos": ("sExpPos", "t"),
    "erf_square": ("sErfSq", "t"),
    "exp_log": ("sExpLog", "f"), "ite_eq": ("sIteEq", "tf"), "abs_value": ("sAbsV", "tf"),
    "derivative": ("sDeriv", "ttL"), "mean_value": ("sMean", "ttttfff"),
}  # fmt: skip
WITHOUT_OBJECT = ("argue",)  # rules that the checker in Coq does not have
ROWS = {
    "inv": "rInv", "exp": "rExp", "log": "rLog", "sin": "rTrig Sin", "cos": "rTrig Cos", "atan": "rTrig Atan",
    "erf": "rTrig Erf", "abs": "rAbs", "ite": "rIte", "imp": "rImp", "deriv": "rDer",
}  # fmt: skip
BIG = {"sum": "Sum", "prod": "Prod", "max": "Max"}
RELATIONS = {"le": "RLe", "lt": "RLt", "eq": "REq"}
SYMBOLS = "ZR()>"  # of which sorts are written
MAX_NAMED_NUMBER = 8192  # those up to here have names
PLAIN_DIGITS = 10**18  # longer numbers are written in sixteens, which Coq reads in a time that grows as they do
CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'"


class NoObject(ValueError):
    """A step or a term that the checker in Coq has no word for."""


def parts(sort: str) -> tuple[tuple[str, ...], str]:
    """Return the sorts of a function's arguments, and that of its values.

    >>> parts("((Z>R)Z>R)")
    (('(Z>R)', 'Z'), 'R')
    """
    return domain(sort), codomain(sort)


@cache
def sort_text(sort: str) -> str:
    """Return a sort as the library writes it, one argument after the other.

    >>> sort_text("(ZZ>R)")
    '(Arr TZ (Arr TZ TR))'
    """
    if sort in "ZR":
        return f"T{sort}"
    arguments, value = parts(sort)
    out = sort_text(value)
    for a in reversed(arguments):
        out = f"(Arr {sort_text(a)} {out})"
    return out


@cache
def variable_number(name: str, sort: str) -> int:
    """Return the positive number by which the library calls a variable: its sort and name, 3 and 6 bits a character.

    >>> variable_number("a", "Z"), variable_number("b", "Z")
    (4608, 4609)
    """
    out = 1
    for c in sort:
        out = 8 * out + 1 + SYMBOLS.index(c)
    out *= 8
    for c in name:
        out = 64 * out + CHARACTERS.index(c)
    return out


def sort_of(row: Sequence[Json]) -> str:
    """Return the sort of a row that is a variable, or a variable for functions."""
    op, _, *rest = row
    if op == "var":
        return str(rest[0])
    domain, value = rest
    return f"({'Z' * domain if isinstance(domain, int) else domain}>{value})"


def listed(items: Iterable[object]) -> str:
    """Return a list as Coq writes it."""
    return f"[{';'.join(map(str, items))}]"


def number(n: int) -> str:
    """Return a positive number."""
    if n < 1:
        raise NoObject(f"{n} where a positive number is wanted")
    return f"p{n}" if n <= MAX_NAMED_NUMBER else str(n)


def numbers() -> str:
    """Return the text of the file with the numbers that have names."""
    named = "".join(f"Definition p{n} := {n}.\n" for n in range(1, MAX_NAMED_NUMBER + 1))
    return f"(** Numbers by name. *)\nFrom Coq Require Import PArith.\nOpen Scope positive_scope.\n{named}"


class Rows:
    """The table of a file: different rows, each after those that it names, by their numbers from 1."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.place: dict[str, int] = {}

    def put(self, text: str) -> int:
        """Return the number of a row, entered if new."""
        if text not in self.place:
            self.texts.append(text)
            self.place[text] = len(self.texts)
        return self.place[text]


class Terms:
    """The terms of a stored theorem in the table of a file."""

    def __init__(self, stored: Sequence[Sequence[Json]], rows: Rows) -> None:
        self.stored, self.rows = stored, rows
        self.place: dict[int, int] = {}
        self.squared: dict[int, int] = {}

    def at(self, i: int) -> int:
        """Return the number of a stored row, entered if new."""
        if i not in self.place:
            op, *rest = self.stored[i]
            plain = PLAIN.get(op, 0)
            self.place[i] = self._row(op, rest[:plain], [self.at(k) for k in rest[plain:]])
        return self.place[i]

    def with_squares(self, i: int) -> int:
        """Return the number of a stored row with equal factors of its products side by side.

        Coq squares these: the square of an interval is narrower than its product with itself.
        """
        if i not in self.squared:
            op, *rest = self.stored[i]
            plain = PLAIN.get(op, 0)
            kids = [self.with_squares(k) for k in rest[plain:]]
            if op == "mul" and len(set(kids)) < len(kids):
                odd = [k for k in dict.fromkeys(kids) if kids.count(k) % 2]
                pairs = [
                    self.rows.put(f"rM {number(k)} {number(k)}")
                    for k in dict.fromkeys(kids)
                    for _ in range(kids.count(k) // 2)
                ]
                self.squared[i] = self._joined("rM", [*pairs, *odd])
            else:
                same = kids == [self.at(k) for k in rest[plain:]]
                self.squared[i] = self.at(i) if same else self._row(op, rest[:plain], kids)
        return self.squared[i]

    def _joined(self, row: str, kids: Sequence[int]) -> int:
        """Nest sums and products to the right: in Coq they have two members."""
        if not kids:
            return self.rows.put(f"rN {'0' if row == 'rA' else '1'} p1")
        out = kids[-1]
        for k in reversed(kids[:-1]):
            out = self.rows.put(f"{row} {number(k)} {number(out)}")
        return out

    def _row(self, op: str, plain: Sequence[Json], kids: Sequence[int]) -> int:
        if op in ("add", "mul"):
            return self._joined("rA" if op == "add" else "rM", kids)
        return self.rows.put(_row_text(op, plain, kids))


def _row_text(op: str, plain: Sequence[Json], kids: Sequence[int]) -> str:
    named = [*map(number, kids)]
    inside = " ".join(named)
    if op == "num":
        value = Fraction(*plain)
        return f"rN {integer(value.numerator)} {positive(value.denominator)}"
    if op in ("var", "fn"):
        sort = sort_of([op, *plain])
        return f"rV {variable_number(plain[0], sort)} {sort_text(sort)}"
    if op == "bv":
        return f"rB {plain[0]} {sort_text(plain[1])}"
    if op == "app":
        return f"rApp {named[0]} {listed(named[1:])}"
    if op == "lam":
        domain = ("Z",) * plain[0] if isinstance(plain[0], int) else sorts(plain[0])
        return f"rLam {listed(map(sort_text, domain))} {inside}"
    if op == "all":
        return f"rAll {sort_text(plain[0])} {inside}"
    if op == "false":
        return "rFalse"
    if op in RELATIONS:
        return f"rR {RELATIONS[op]} {inside}"
    if op in BIG:
        return f"rBig {BIG[op]} {inside}"
    if op not in ROWS:
        raise NoObject(f"no row for {op}")
    return f"{ROWS[op]} {inside}"


def integer(n: int) -> str:
    """Return an integer as Coq's Z.

    >>> integer(-12), integer(16**20)
    ('(-12)', '(0x100000000000000000000)')
    """
    return f"({literal(n)})"


def literal(n: int) -> str:
    """Return an integer as Coq reads it fast."""
    return str(n) if abs(n) < PLAIN_DIGITS else hex(n)


def positive(n: int) -> str:
    """Return a positive number that may be long."""
    return number(n) if n < PLAIN_DIGITS else hex(n)


def rational(text: str) -> str:
    """Return a rational as Coq's Q."""
    value = Fraction(text)
    return f"(Qmake {integer(value.numerator)} {positive(value.denominator)})"


class Object:
    """A stored theorem as a proof object.

    Attributes
    ----------
    steps
        The steps, each as Coq text; the rows that they name are in the table.
    applied
        What the proof takes from elsewhere, in the order in which its steps number it: names of theorems, and the
        (stored) positions of formulas that are cited.
    """

    def __init__(self, stored: StoredTheorem, rows: Rows) -> None:
        self.stored = stored
        self.terms = Terms(stored["terms"], rows)
        self.applied = applied(stored)
        self.steps = [self._step(*step) for step in stored["steps"]]

    def _step(self, rule: str, *args: Json) -> str:
        if rule in ("theorem", "cite"):
            return f"sThm {number(self.applied.index(_taken(rule, args)) + 1)}"
        if rule == "compute":
            return self._compute(*args)
        if rule not in STEPS:
            raise NoObject(f"the rule {rule} has no counterpart in Coq")
        name, kinds = STEPS[rule]
        given = [*args, *[[]] * (len(kinds) - len(args))]  # lists that are left out are empty
        return " ".join([name, *(self._argument(x, kind) for x, kind in zip(given, kinds, strict=True))])

    def _argument(self, x: Json, kind: str) -> str:
        if kind == "t":
            return number(self.terms.at(x["t"]))
        if kind == "f":
            return number(x["f"] + 1)
        if kind == "L":
            return listed(self._argument(y, "f") for y in x)
        inner = {"T": "t", "S": "L"}[kind]
        return listed(f"({self._argument(a, 't')},{self._argument(b, inner)})" for a, b in x)

    def _compute(self, goal: Json, box: Json, tree: Json) -> str:
        goal_at = number(self.terms.with_squares(goal["t"]))
        ends = [
            (number(self.terms.at(x["t"])), *("None" if e is None else f"(Some {rational(e)})" for e in (lo, hi)))
            for x, lo, hi in box
        ]
        return f"sComp {goal_at} {listed(f'({x},{lo},{hi})' for x, lo, hi in ends)} ({self._tree(tree, box)})"

    def _tree(self, tree: Json, box: Json) -> str:
        if tree[0] == "leaf":
            return f"TLeaf {tree[1]}"
        row = self.stored["terms"][box[tree[1]][0]["t"]]
        x = variable_number(row[1], row[2])
        if tree[0] == "each":
            return f"TEach {x} ({self._tree(tree[2], box)})"
        low, high = (self._tree(t, box) for t in tree[3:])
        return f"TSplit {x} {rational(tree[2])} ({low}) ({high})"


def applied(stored: StoredTheorem) -> list[str | int]:
    """Return what a stored proof uses: names of theorems, and positions of cited formulas."""
    steps = ((rule, args) for rule, *args in stored["steps"] if rule in ("theorem", "cite"))
    return list(dict.fromkeys(_taken(rule, args) for rule, args in steps))


def _taken(rule: str, args: Sequence[Json]) -> str | int:
    return str(args[0]) if rule == "theorem" else int(args[0]["t"])


def statement(stored: StoredTheorem, rows: Rows) -> str:
    """Return a stored theorem's statement, as the rows of its hypotheses and its conclusion."""
    return stated(Terms(stored["terms"], rows), stored["statement"]["hyps"], stored["statement"]["concl"])


def stated(terms: Terms, hyps: Iterable[int], concl: int) -> str:
    """Return the rows of formulas at these (stored) positions, as hypotheses and conclusion."""
    return f"{listed(number(terms.at(h)) for h in hyps)} {number(terms.at(concl))}"
