"""Invariance of questions: renaming variables and permuting hypotheses must change neither meaning nor answer.

A random question has integers, reals and arrays, and ranges whose bounds and members may be undefined. It is written
twice, as text, as SymPy relations or in the builder's notation: once with distinct names, and once with names that are
shadowed, look reserved, or are shared by an index and a variable in its own bounds. The formulas read from both, and
their conditions of definedness, are compared with brute force at small points, where complex numbers and poles count as
undefined. Some pairs are also decided, and must get the same answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import factorial
from typing import Any

import sympy as sp
from flint import ctx

from proofs.checking.definedness import conditions
from proofs.fuzzing.arithmetic import (
    OPERATIONS,
    Number,
    Undefined,
    Unknown,
    ball,
    compared,
    extreme,
    plus,
    power,
    sign,
    times,
)
from proofs.kernel.terms import KernelError, Term, absolute, eq, fn, le, lt, substitute, var
from proofs.language.notation import Max, Prod, Sum, array, every, larger, num, smaller
from proofs.language.translate import TranslationError
from proofs.search import FAILED, ParseError, UndefinedError, decide
from proofs.search.points.counter import truth
from proofs.search.question import Question, read_question

POINTS = 10  # sample points at which a reading is compared with brute force
ASKED = 0.05  # share of the pairs that are decided
EFFORT, MORE = 0.4, 10.0  # for an answer, and for a second try if only the other version got one
BITS = 200
LARGE = 60  # bound of exponents and factorials
FIRST, LAST = -12, 12  # bounds of the indices at which the entries of an array may differ from 0
RELATIONS = ("<=", "<", ">=", ">", "==")
PARTIAL = {  # partial functions in each form
    "text": ("sqrt", "sqrt", "sqrt", "cbrt2", "acos", "factorial"),
    "sympy": ("sqrt", "sqrt", "sqrt", "cbrt2", "factorial"),
    "builder": (),
}
POWERS = {"square": Fraction(2), "sqrt": Fraction(1, 2), "cbrt2": Fraction(2, 3)}
USUAL = ("i", "j", "k", "n", "m", "x", "y", "z", "u", "v")
RESERVED_LOOKING = (
    *("bound_0_", "bound_1_", "bound__0", "bound0", "place0_", "place_0", "any0", "any1_", "hole_", "induct_"),
    *("rewritten_", "side0", "positive1", "member0", "given0", "derivative_", "i_", "x_1", "f", "g", "c", "q2"),
)
Tree = tuple[Any, ...]


@dataclass(frozen=True)
class Asked:
    """A question whose variables are numbers; `free` gives the kind of each: "Z", "R" or "A" for an array."""

    given: tuple[Tree, ...]
    goal: Tree
    free: Mapping[int, str]


@dataclass(frozen=True)
class Written:
    """A question in one form: its formulas, the names of its integers, and the names of its free variables."""

    form: str
    given: tuple[Any, ...]
    goal: Any
    integers: tuple[str, ...]
    names: Mapping[int, str]
    order: tuple[int, ...]  # the permutation of the hypotheses

    def __str__(self) -> str:
        return f"{self.form}: {self.goal} given {', '.join(map(str, self.given))} with integers {self.integers}"


def trial(seed: str, count: int) -> dict[str, Any]:
    """Compare `count` pairs, and return the counts of outcomes and the disagreements."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    rng = random.Random(seed)
    for _ in range(count):
        form = rng.choice(("text", "text", "sympy", "builder"))
        asked = question(rng, form)
        one, other = written(rng, asked, "text", False), written(rng, asked, form, True)
        points = [point(rng, asked) for _ in range(POINTS)]
        for this in (one, other):
            said, wrong = readings_agree(asked, this, points)
            counts[f"{this.form}: {said}"] += 1
            failures += [f"{wrong}: {this}"] if wrong else []
        if rng.random() < ASKED:
            said, wrong = answers(asked, one, other, points)
            counts[f"asked: {said}"] += 1
            failures += [f"{wrong}: {one} / {other}"] if wrong else []
    return {"done": count, "counts": dict(counts), "failures": failures}


# --- random questions ------------------------------------------------------------------------------------------------


class _Maker:
    """A generator of random formulas for a form; variables are numbers, and each binder has its own."""

    def __init__(self, rng: random.Random, form: str) -> None:
        self.rng, self.form = rng, form
        kinds = [*"ZZR"[: rng.randint(1, 3)], *(["A"] if rng.random() < 0.7 else [])]
        self.free = dict(enumerate(kinds))
        self.next = len(kinds)

    def of_kind(self, kind: str) -> list[int]:
        return [v for v, k in self.free.items() if k == kind]

    def integer(self, indices: Sequence[int], depth: int = 1) -> Tree:
        rng = self.rng
        names = [*self.of_kind("Z"), *indices, *indices]
        if depth and rng.random() < 0.4:
            return (rng.choice("++-*"), self.integer(indices, 0), self.integer(indices, 0))
        return ("var", rng.choice(names)) if names and rng.random() < 0.7 else ("num", Fraction(rng.randint(-1, 3)))

    def number(self, indices: Sequence[int], depth: int) -> Tree:
        rng = self.rng
        arrays = self.of_kind("A")
        if depth <= 0 or rng.random() < 0.15:
            kind = rng.random()
            if arrays and kind < 0.45:
                return ("entry", rng.choice(arrays), self.integer(indices))
            if kind < 0.75:
                names = [*self.of_kind("Z"), *self.of_kind("R"), *indices, *indices]
                return ("var", rng.choice(names))
            return ("num", Fraction(rng.randint(-4, 5), rng.choice((1, 1, 2))))
        op = rng.choice((*"++-**/", "square", "abs", "min", "max", *PARTIAL[self.form], *("over",) * 6))
        if op == "over":
            return self.over(indices, depth)
        if op == "factorial":
            return (op, self.integer(indices))
        if op in ("square", "abs", *POWERS, "acos"):
            return (op, self.number(indices, depth - 1))
        return (op, self.number(indices, depth - 1), self.number(indices, depth - rng.randint(1, 2)))

    def over(self, indices: Sequence[int], depth: int) -> Tree:
        lo, hi = self.bounds(indices)
        own, self.next = self.next, self.next + 1
        op = self.rng.choice(("sum", "sum", "prod") if self.form == "sympy" else ("sum", "sum", "prod", "max", "min"))
        return (op, self.number((*indices, own), depth - 1), own, lo, hi)

    def bounds(self, indices: Sequence[int]) -> tuple[Tree, Tree]:
        rng = self.rng
        lo = ("num", Fraction(1)) if rng.random() < 0.4 else self.integer(indices)
        return lo, ("num", Fraction(rng.randint(0, 3))) if rng.random() < 0.3 else self.integer(indices)

    def relation(self, indices: Sequence[int] = (), depth: int = 2) -> Tree:
        rng = self.rng
        if rng.random() < 0.2 and len(indices) < 2 and self.form != "sympy":
            lo, hi = self.bounds(indices)
            own, self.next = self.next, self.next + 1
            return ("all", self.relation((*indices, own), depth - 1), own, lo, hi)
        left = self.number(indices, depth)
        right = ("num", Fraction(rng.randint(-2, 6))) if rng.random() < 0.6 else self.number(indices, depth - 1)
        return (rng.choice(RELATIONS), left, right)

    def simple(self) -> Tree:
        """Make a hypothesis that helps to decide: the value or the range of a variable, or the sign of entries."""
        rng = self.rng
        kind = rng.choice([k for k in self.free.values() if k != "A" or self.form != "sympy"])
        v = rng.choice(self.of_kind(kind))
        if kind == "A":
            own, self.next = self.next, self.next + 1
            lo, hi = self.bounds(())
            return ("all", (rng.choice((">=", ">")), ("entry", v, ("var", own)), ("num", Fraction(0))), own, lo, hi)
        return (rng.choice(("==", ">=", ">", "<=")), ("var", v), ("num", Fraction(rng.randint(-1, 3))))


def question(rng: random.Random, form: str) -> Asked:
    """Make a random question that can be asked in this form."""
    make = _Maker(rng, form)
    given = [make.simple() for _ in range(rng.randint(0, 3))]
    given += [make.relation(depth=rng.randint(0, 2)) for _ in range(rng.choice((0, 0, 1, 2)))]
    goal = make.relation(depth=rng.randint(1, 3))
    rng.shuffle(given)
    used = {v for f in (*given, goal) for v in variables(f)}
    return Asked(tuple(given), goal, {v: kind for v, kind in make.free.items() if v in used})


def variables(tree: Tree) -> set[int]:
    """Return the variables of a formula, including bound ones."""
    own = {tree[1]} if tree[0] in ("var", "entry") else {tree[2]} if ranged(tree) else set[int]()
    return own.union(*(variables(t) for t in tree[1:] if isinstance(t, tuple)))


# --- names -----------------------------------------------------------------------------------------------------------

OVER = ("sum", "prod", "max", "min", "all")
"""Operations over ranges are (op, body, own variable, lo, hi); max and min of two numbers have two arguments."""


def ranged(tree: Tree) -> bool:
    """Return whether the root of a formula binds a variable over a range."""
    return tree[0] in OVER and len(tree) == 5


def has_range(tree: Tree) -> bool:
    """Return whether an operation over a range occurs in a formula."""
    return ranged(tree) or any(has_range(t) for t in tree[1:] if isinstance(t, tuple))


def written(rng: random.Random, asked: Asked, form: str, clashing: bool) -> Written:
    """Write the question in a form, with permuted hypotheses, and with clashing names where allowed if `clashing`."""
    pool = [*USUAL, *(RESERVED_LOOKING if clashing else ())]
    names = dict(zip(asked.free, rng.sample(pool, len(asked.free)), strict=True))
    arrays = {names[v] for v, kind in asked.free.items() if kind == "A"}
    reals = {names[v] for v, kind in asked.free.items() if kind == "R"} if form == "sympy" else set()
    naming = _Naming(rng, names, [n for n in pool if n not in arrays | reals], clashing)
    write: Callable[[Tree], Any] = {"text": text_of, "sympy": sympy_of, "builder": term_of}[form](asked, names)
    order = list(range(len(asked.given)))
    if clashing:
        rng.shuffle(order)
    given = tuple(write(naming.named(asked.given[k], {})) for k in order)
    integers = tuple(names[v] for v, kind in asked.free.items() if kind == "Z")
    return Written(form, given, write(naming.named(asked.goal, {})), integers, names, tuple(order))


class _Naming:
    """A choice of names for bound variables such that no variable is captured."""

    def __init__(self, rng: random.Random, free: Mapping[int, str], pool: Sequence[str], clashing: bool) -> None:
        self.rng, self.free, self.pool, self.clashing = rng, free, pool, clashing
        self.count = 0

    def named(self, tree: Tree, around: Mapping[int, str]) -> Tree:
        """Replace each bound variable of a binder by its name, and each occurrence of a variable by ("var", name)."""
        if tree[0] == "var":
            return ("var", around.get(tree[1]) or self.free[tree[1]])
        if not ranged(tree):
            return (tree[0], *(self.named(t, around) if isinstance(t, tuple) else t for t in tree[1:]))
        op, body, own, lo, hi = tree
        meant = {around.get(v) or self.free[v] for v in variables(body) - {own} if v in around or v in self.free}
        if self.clashing:
            outside = {
                around.get(v) or self.free[v] for t in (lo, hi) for v in variables(t) if v in around or v in self.free
            }
            usable = [n for n in self.pool if n not in meant]
            clash = [n for n in usable if n in outside]
            name = self.rng.choice(clash if clash and self.rng.random() < 0.6 else usable)
        else:
            self.count += 1
            name = f"index{self.count}"
        return (op, self.named(body, {**around, own: name}), name, self.named(lo, around), self.named(hi, around))


# --- forms -----------------------------------------------------------------------------------------------------------


def text_of(asked: Asked, names: Mapping[int, str]) -> Callable[[Tree], str]:
    """Return a function that writes formulas as text."""

    def show(tree: Tree) -> str:
        op, *parts = tree
        if op == "num":
            return f"({parts[0]})" if parts[0] < 0 or parts[0].denominator > 1 else str(parts[0])
        if op == "var":
            return str(parts[0])
        if op == "entry":
            return f"{names[parts[0]]}[{show(parts[1])}]"
        if ranged(tree):
            return f"{op}({show(parts[0])}, ({parts[1]}, {show(parts[2])}, {show(parts[3])}))"
        if op in RELATIONS:
            return f"{show(parts[0])} {op} {show(parts[1])}"
        if op in ("+", "-", "*", "/"):
            return f"({show(parts[0])} {op} {show(parts[1])})"
        if op in ("square", "cbrt2"):
            return f"({show(parts[0])})**{'2' if op == 'square' else '(2/3)'}"
        return f"{op}({', '.join(map(show, parts))})"

    return show


ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "+": lambda s, t: s + t, "-": lambda s, t: s - t, "*": lambda s, t: s * t, "/": lambda s, t: s / t,
    "square": lambda s: s**2,
}  # fmt: skip


def sympy_of(asked: Asked, names: Mapping[int, str]) -> Callable[[Tree], Any]:
    """Return a function that writes formulas as SymPy relations; it raises TypeError if SymPy cannot express one."""
    kinds = {names[v]: kind for v, kind in asked.free.items()}
    made: Mapping[str, Callable[..., Any]] = {
        **ARITHMETIC, "abs": sp.Abs, "sqrt": sp.sqrt, "cbrt2": lambda s: s ** sp.Rational(2, 3), "acos": sp.acos,
        "factorial": sp.factorial, "min": sp.Min, "max": sp.Max,
        "<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "==": sp.Eq,
    }  # fmt: skip

    def symbol(name: str) -> sp.Symbol:
        return sp.Symbol(name, **({"real": True} if kinds.get(name) == "R" else {"integer": True}))

    def show(tree: Tree) -> Any:
        op, *parts = tree
        if op == "num":
            return sp.Rational(parts[0].numerator, parts[0].denominator)
        if op == "var":
            return symbol(parts[0])
        if op == "entry":
            return sp.IndexedBase(names[parts[0]])[show(parts[1])]
        if ranged(tree):
            if op not in ("sum", "prod"):
                raise TypeError(f"{op} over a range")
            kind = sp.Sum if op == "sum" else sp.Product
            return kind(show(parts[0]), (symbol(parts[1]), show(parts[2]), show(parts[3])))
        return made[op](*map(show, parts))

    def shown(tree: Tree) -> Any:
        try:
            return show(tree)
        except (TypeError, ValueError) as wrong:
            return wrong

    return shown


def term_of(asked: Asked, names: Mapping[int, str]) -> Callable[[Tree], Term]:
    """Return a function that writes formulas in the builder's notation."""
    ranges = {"sum": Sum, "prod": Prod, "max": Max, "min": lambda f, lo, hi: -Max(lambda i: -f(i), lo, hi)}
    made: Mapping[str, Callable[..., Any]] = {
        **ARITHMETIC, "abs": absolute, "min": smaller, "max": larger, "<=": le, "<": lt,
        ">=": lambda s, t: le(t, s), ">": lambda s, t: lt(t, s), "==": eq,
    }  # fmt: skip
    kinds = {names[v]: kind for v, kind in asked.free.items()}

    def show(tree: Tree, around: Mapping[str, Term]) -> Term:
        op, *parts = tree
        if op == "num":
            return num(parts[0].numerator, parts[0].denominator)
        if op == "var":
            found = around.get(parts[0])
            return var(parts[0], kinds[parts[0]]) if found is None else found
        if op == "entry":
            return fn(names[parts[0]], 1, "R")(show(parts[1], around))
        if ranged(tree):
            lo, hi = (show(t, around) for t in parts[2:])
            inside = lambda i: show(parts[0], {**around, parts[1]: i})  # noqa: E731
            return every(inside, lo, hi) if op == "all" else ranges[op](inside, lo, hi)
        return made[op](*(show(t, around) for t in parts))

    return lambda tree: show(tree, {})


class _Back:
    """A reader of SymPy relations, which returns trees for brute-force evaluation."""

    def __init__(self, names: Mapping[str, int]) -> None:
        self.names, self.next = names, 1_000

    def tree(self, e: Any, around: Mapping[sp.Symbol, int]) -> Tree:
        """Return the tree of a formula; a reversed range is undefined, except in sums between numerals."""
        if isinstance(e, sp.Rational):
            return ("num", Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Symbol):
            return ("var", around[e] if e in around else self.names[e.name])
        if isinstance(e, sp.Indexed):
            return ("entry", self.names[e.base.label.name], self.tree(e.indices[0], around))
        if isinstance(e, sp.Sum | sp.Product):
            (*before, (k, lo, hi)), own = e.limits, self.next  # the last is the outermost
            self.next += 1
            inside = self.tree(type(e)(e.function, *before) if before else e.function, {**around, k: own})
            if isinstance(e, sp.Sum) and lo.is_Integer and hi.is_Integer and hi < lo - 1:
                first, last = (("num", Fraction(int(end))) for end in (hi + 1, lo - 1))
                return ("*", ("num", Fraction(-1)), ("sum", inside, own, first, last))
            op = "forward_sum" if isinstance(e, sp.Sum) else "forward_prod"
            return (op, inside, own, self.tree(lo, around), self.tree(hi, around))
        args = [self.tree(a, around) for a in e.args]
        if isinstance(e, sp.Add | sp.Mul):
            return reduce(lambda s, t: ("+" if isinstance(e, sp.Add) else "*", s, t), args)
        return (BACK[type(e)], *args)


BACK = {
    sp.Pow: "**", sp.Abs: "abs", sp.acos: "acos", sp.factorial: "factorial", sp.Min: "min", sp.Max: "max",
    sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "==",
}  # fmt: skip


# --- brute force -----------------------------------------------------------------------------------------------------

Point = Mapping[int, Any]  # maps a free variable to its number, or to the entries of an array


def point(rng: random.Random, asked: Asked) -> Point:
    """Draw small values of the variables, often as given by a hypothesis."""
    out: dict[int, Any] = {}
    for v, kind in asked.free.items():
        if kind == "A":
            low = rng.choice((0, 0, -2))
            out[v] = {k: Fraction(rng.randint(low, 4), rng.choice((1, 1, 2))) for k in range(FIRST, LAST + 1)}
        else:
            out[v] = Fraction(rng.randint(-2, 4), 1 if kind == "Z" else rng.choice((1, 1, 2)))
    for op, *parts in asked.given:
        if op == "==" and parts[0][0] == "var" and parts[1][0] == "num" and rng.random() < 0.8:
            known = parts[1][1]
            out[parts[0][1]] = known if asked.free[parts[0][1]] == "R" else Fraction(round(known))
    return out


def holds(tree: Tree, at: Point) -> bool:
    """Evaluate a relation at a point."""
    op, *parts = tree
    if op == "all":
        members = [holds(parts[0], {**at, parts[1]: k}) for k in _range(parts[2], parts[3], at)]
        return all(members)  # a list, so that every member must be defined
    return compared(op, *(value(part, at) for part in parts))


def value(tree: Tree, at: Point) -> Number:
    """Evaluate a number at a point."""
    op, *parts = tree
    if op == "num":
        return Fraction(parts[0])
    if op == "var":
        return Fraction(at[parts[0]])
    if op == "entry":
        return Fraction(at[parts[0]].get(_integer(parts[1], at), 0))
    if op.startswith("forward_"):
        if _integer(parts[3], at) < _integer(parts[2], at) - 1:
            raise Undefined
        return value((op.removeprefix("forward_"), *parts), at)
    if ranged(tree):
        members = [value(parts[0], {**at, parts[1]: k}) for k in _range(parts[2], parts[3], at)]
        if op in ("sum", "prod"):
            start: Number = Fraction(op == "prod")
            return reduce(plus if op == "sum" else times, members, start)
        return extreme(op, members)
    return FUNCTIONS[op](*(value(t, at) for t in parts))


def _arccosine(x: Number) -> Number:
    if sign(plus(Fraction(1), -x)) < 0 or sign(plus(Fraction(1), x)) < 0:
        raise Undefined
    return Fraction(0) if isinstance(x, Fraction) and x == 1 else ball(x).acos()


def _factorial(x: Number) -> Number:
    if not isinstance(x, Fraction) or x < 0:
        raise Undefined
    if x > LARGE:
        raise Unknown
    return Fraction(factorial(int(x)))


FUNCTIONS: Mapping[str, Callable[..., Number]] = {
    **OPERATIONS, "acos": _arccosine, "factorial": _factorial, "**": power,
    **{name: lambda x, k=k: power(x, k) for name, k in POWERS.items()},
}  # fmt: skip


def _integer(tree: Tree, at: Point) -> int:
    found = value(tree, at)
    if not isinstance(found, Fraction) or abs(found) > LARGE:
        raise Unknown
    return int(found)


def _range(lo: Tree, hi: Tree, at: Point) -> range:
    return range(_integer(lo, at), _integer(hi, at) + 1)


# --- readings and answers --------------------------------------------------------------------------------------------


def readings_agree(asked: Asked, written: Written, points: Sequence[Point]) -> tuple[str, str]:
    """Return the outcome of a reading, and its difference from brute force, or ""."""
    bad = next((f for f in (*written.given, written.goal) if isinstance(f, Exception)), None)
    if bad is not None:
        return "not written", ""
    try:
        read = read_question(written.goal, [*_declared(written), *written.given])
    except (ParseError, TranslationError, KernelError) as wrong:
        return "refused", "" if written.form == "sympy" or "large" in str(wrong) else f"refused: {wrong}"
    trees = (*(asked.given[k] for k in written.order), asked.goal)
    if written.form == "sympy":  # SymPy may have evaluated parts
        by_name = {name: v for v, name in written.names.items()}
        trees = tuple(_Back(by_name).tree(e, {}) for e in (*written.given, written.goal))
    seen = 0
    for at in points:
        instance = _instance(asked, written, at, read)
        for tree, parsed in zip(trees, (*read.read, *read.wanted), strict=True):
            needs = [*parsed.conditions, *(c for r in parsed.relations for c in conditions(r))]
            with ctx.workprec(BITS):
                try:
                    expected: bool | None = holds(tree, at)
                except Undefined:
                    expected = None
                except Unknown:
                    continue
            defined = [truth(substitute(c, instance)) for c in needs]
            found = [truth(substitute(r, instance)) for r in parsed.relations]
            seen += 1
            if expected is None and all(defined):
                return "wrong", f"said to be defined at {at}"
            if expected is not None and False in defined:
                return "wrong", f"said to be undefined at {at}"
            if expected is not None and (found and (False in found) == expected) and None not in found:
                return "wrong", f"is {expected} at {at}, and read as {not expected}"
    return "compared" if seen else "undecided", ""


def _declared(written: Written) -> list[str]:
    return [f"integer {', '.join(written.integers)}"] if written.integers and written.form == "text" else []


def _instance(asked: Asked, written: Written, at: Point, read: Question) -> dict[Term, Term]:
    """Values of the free variables of a reading, in which entries at numerals may have become variables."""
    out: dict[Term, Term] = {}
    values = {written.names[v]: at[v] for v in asked.free}
    for parsed in (*read.read, *read.wanted):
        for formula in (*parsed.relations, *parsed.conditions):
            for x in formula.free:
                name = x.args[0]
                if name in values and x.op == "fn":
                    out[x] = array(*(num(*f.as_integer_ratio()) for f in values[name].values()), start=FIRST)
                elif name in values:
                    out[x] = num(*values[name].as_integer_ratio())
                else:
                    base, place = name.rsplit("_", 1)
                    out[x] = num(*values[base].get(int(place), Fraction(0)).as_integer_ratio())
    return out


def answers(asked: Asked, one: Written, other: Written, points: Sequence[Point]) -> tuple[str, str]:
    """Return the common answer to both versions of a question, and its error, or ""."""
    if any(isinstance(f, Exception) for f in (*other.given, other.goal)):
        return "not written", ""
    said = [_answer(w, EFFORT) for w in (one, other)]
    if "refused" in said:
        return "refused", ""
    for k, w in enumerate((one, other)):
        if said[k] == "unknown" != said[1 - k]:
            said[k] = _answer(w, MORE)
    # SymPy's sums are not empty where a range runs backwards, and it cancels denominators while it builds a term.
    otherwise = said[0] == "undefined" or any(map(has_range, (*asked.given, asked.goal)))
    if other.form == "sympy" and said[0] != said[1] and otherwise:
        return "of another meaning in SymPy", ""
    if said[0] != said[1]:
        return "different", f"{said[0]} and {said[1]}"
    for at in points if said[0] == "proved" else ():
        try:
            with ctx.workprec(BITS):
                if all(holds(g, at) for g in asked.given) and not holds(asked.goal, at):
                    return "wrong", f"proved, and false at {at}"
        except Unknown:
            continue
        except Undefined:
            if _reached(asked, at):
                return "wrong", f"proved, and undefined at {at}"
    return said[0], ""


def _reached(asked: Asked, at: Point) -> bool:
    """Return whether all hypotheses are defined and hold at a point."""
    try:
        with ctx.workprec(BITS):
            return all(holds(g, at) for g in asked.given)
    except ArithmeticError:
        return False


def _answer(written: Written, effort: float) -> str:
    try:
        answer = decide(written.goal, [*_declared(written), *written.given], effort=effort)
    except UndefinedError:
        return "undefined"
    except (ParseError, TranslationError):
        return "refused"
    return "crashed" if answer.hint.startswith(FAILED) else answer.answer
