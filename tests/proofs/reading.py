"""Formulas read back from print: what `display.text` writes, with the names and sorts of the free variables given.

Named notions are written ⟦k|…|…⟧ for this, k their place among the definitions; they are unfolded as they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from proofs.kernel.terms import (
    FALSE,
    Term,
    absolute,
    abstract,
    app,
    big,
    codomain,
    deriv,
    domain,
    eq,
    exp,
    forall,
    inv,
    ite,
    lam,
    le,
    log,
    lt,
    mul,
    num,
    rebuild,
    substitute,
)
from proofs.language.display import Notions, shown_name
from proofs.language.notation import array, implies, negation, variable

NUMERAL = re.compile(r"[0-9]+")
RELATIONS: dict[str, Callable[[Term, Term], Term]] = {
    " ≤ ": le, " < ": lt, " = ": eq, " ≠ ": lambda s, t: negation(eq(s, t)),
}  # fmt: skip


class Unreadable(ValueError):
    """Text that is not read."""


def in_brackets(notions: Notions) -> Notions:
    """The same notions, written so that they can be read."""
    out = Notions()
    for k, d in enumerate(notions.definitions):
        form = f"⟦{k}" + "".join(f"|{{{i}}}" for i in d.open) + "⟧"
        out.definitions.append(replace(d, text=form, latex=form))
    return out


def read(shown: str, free: Iterable[Term], notions: Notions | None = None) -> Term:
    """The formula that is printed so."""
    reader = _Reader(shown, {shown_name(v.args[0], False): v for v in free}, notions or Notions())
    out = reader.formula()
    if reader.rest:
        raise Unreadable(f"not read: {reader.rest}")
    return out


class _Reader:
    def __init__(self, shown: str, names: dict[str, Term], notions: Notions) -> None:
        self.shown, self.place, self.names, self.notions, self.made = shown, 0, names, notions, 0

    @property
    def rest(self) -> str:
        return self.shown[self.place :]

    def has(self, *signs: str) -> str:
        """The first of the signs that comes next, which is taken."""
        for sign in signs:
            if self.shown.startswith(sign, self.place):
                self.place += len(sign)
                return sign
        return ""

    def must(self, sign: str) -> None:
        if not self.has(sign):
            raise Unreadable(f"{sign!r} expected at {self.rest!r}")

    def either(self, *ways: Callable[[], Term]) -> Term:
        """The first way of reading that goes through."""
        start = self.place
        for way in ways[:-1]:
            try:
                return way()
            except ValueError:
                self.place = start
        return ways[-1]()

    # --- formulas ----------------------------------------------------------------------------------------------------

    def formula(self) -> Term:
        parts = self.conjuncts()
        left = parts[0] if len(parts) == 1 else negation(implies(*parts, FALSE))
        return implies(left, self.formula()) if self.has(" ⇒ ") else left

    def conjuncts(self) -> list[Term]:
        parts = [self.part()]
        while self.has(" ∧ "):
            parts.append(self.part())
        return parts

    def part(self) -> Term:
        sign = self.has("∀", "∃", "¬(", "⊥")
        if sign == "⊥":
            return FALSE
        if sign == "¬(":
            return negation(self.closing(self.formula))
        if sign:
            return self.bound(sign)
        return self.either(self.named_formula, self.relation, self.derivative, lambda: self.after("(", self.formula))

    def after(self, sign: str, read: Callable[[], Term]) -> Term:
        self.must(sign)
        return self.closing(read)

    def closing(self, read: Callable[[], Term], sign: str = ")") -> Term:
        out = read()
        self.must(sign)
        return out

    def named_formula(self) -> Term:
        out = self.notion()
        if out.sort != "B":
            raise Unreadable("a number")
        return out

    def relation(self) -> Term:
        left = self.number()
        sign = self.has(*RELATIONS)
        if not sign:
            raise Unreadable(f"no relation at {self.rest!r}")
        return RELATIONS[sign](left, self.number())

    def derivative(self) -> Term:
        self.must("d/d")
        with_own = self.own(self.name(), "R")
        self.must(" [")
        body = self.closing(self.number, "]")
        self.leave(with_own)
        self.must(" at ")
        at = self.number()
        self.must(" = ")
        return deriv(abstract(body, [with_own[1]]), at, self.number())

    def bound(self, sign: str) -> Term:
        binders = self.binders()
        self.must(". ")
        if sign == "∀":
            out = self.formula()
            for (_, x, _), ends in reversed(binders):
                inside = implies(le(ends[0], x), le(x, ends[1]), out) if ends else out
                out = forall(x.sort, abstract(inside, [x]))
        else:
            start = self.place
            parts = self.conjuncts()
            if self.has(" ⇒ "):
                self.place = start
                parts = [self.formula()]
            ranges = [r for (_, x, _), ends in binders if ends for r in (le(ends[0], x), le(x, ends[1]))]
            out = implies(*ranges, *parts, FALSE)
            for (_, x, _), _ in reversed(binders):
                out = forall(x.sort, abstract(out, [x]))
            out = negation(out)
        for own, _ in reversed(binders):
            self.leave(own)
        return out

    def binders(self) -> list[tuple[tuple[str, Term, Term | None], tuple[Term, Term] | None]]:
        """Names with where they are: each as it is entered, and the ends of its range."""
        out: list[tuple[tuple[str, Term, Term | None], tuple[Term, Term] | None]] = []
        while True:
            names = [self.name()]
            while not self.has(" ∈ ", " : "):
                self.must(", ")
                names.append(self.name())
            if self.has("{"):
                lo = self.number()
                self.must("..")
                ends: tuple[Term, Term] | None = (lo, self.closing(self.number, "}"))
                sort = "Z"
            else:
                sort, ends = self.sort(), None
            out += [(self.own(name, sort), ends) for name in names]
            if not self.has(", "):
                return out

    def sort(self) -> str:
        takes = [self.one_sort()]
        while self.has(" × "):
            takes.append(self.one_sort())
        if not self.has(" → "):
            return takes[0]
        value = self.one_sort()
        return f"({''.join((*takes, *domain(value)))}>{codomain(value)})"

    def one_sort(self) -> str:
        if self.has("("):
            out = self.sort()
            self.must(")")
            return out
        base = {"ℤ": "Z", "ℝ": "R"}[self.has("ℤ", "ℝ")]
        if self.has("^("):
            indices = self.shown.index(")", self.place) - self.place
            count = self.shown[self.place : self.place + indices].count("×") + 1
            self.place += indices + 1
            return f"({'Z' * count}>{base})"
        return f"(Z>{base})" if self.has("^*") else base

    def name(self) -> str:
        found = re.match(r"[^\W\d]\w*'*[\u0300-\u036f]*'*", self.rest)
        if not found:
            raise Unreadable(f"no name at {self.rest!r}")
        self.place += found.end()
        return found[0]

    def own(self, name: str, sort: str) -> tuple[str, Term, Term | None]:
        """Enter a binder: its variable under this name, and what the name stood for."""
        self.made += 1
        x, before = variable(f"read_{self.made}", sort), self.names.get(name)
        self.names[name] = x
        return name, x, before

    def leave(self, own: tuple[str, Term, Term | None]) -> None:
        name, _, before = own
        del self.names[name]
        if before is not None:
            self.names[name] = before

    # --- numbers and functions ---------------------------------------------------------------------------------------

    def number(self) -> Term:
        out = self.product()
        while sign := self.has(" + ", " - "):
            more = self.product()
            out = out + more if sign == " + " else out - more
        return out

    def product(self) -> Term:
        if self.has("-"):
            return -self.product()
        if big_ := self.has("Σ_{", "Π_{", "max_{"):
            return self.big({"Σ": "sum", "Π": "prod", "m": "max"}[big_[0]])
        out = self.power()
        while self.has("·"):
            out = out * self.power()
        return out / self.power() if self.has("/") else out

    def big(self, op: str) -> Term:
        name = self.name()
        self.must("=")
        lo = self.product() if op == "max" else self.closing(self.product, "}^{")
        if op == "max":
            self.must("..")
        hi = self.closing(self.product, "} ")
        own = self.own(name, "Z")
        body = self.product()
        self.leave(own)
        return big(op, lo, hi, abstract(body, [own[1]]))

    def power(self) -> Term:
        if self.has("√"):
            return root(self.factor(), Fraction(1, 2))
        base = self.factor()
        if not self.has("^"):
            return base
        if found := NUMERAL.match(self.rest):
            self.place += found.end()
            return base ** int(found[0])
        exponent = self.after("(", self.number) if self.rest[0] == "(" else self.factor()
        value = constant(exponent)
        return exp(exponent * log(base)) if value is None else root(base, value)

    def factor(self) -> Term:
        if found := NUMERAL.match(self.rest):
            self.place += found.end()
            return num(int(found[0]))
        if self.has("|"):
            return absolute(self.closing(self.number, "|"))
        if self.has("exp("):
            return exp(self.closing(self.number))
        if self.has("log("):
            return log(self.closing(self.number))
        if sign := self.has("max(", "min("):
            out = self.number()
            while self.has(", "):
                t = self.number()
                out = ite(le(out, t), out, t) if sign == "min(" else ite(le(out, t), t, out)
            self.must(")")
            return out
        if self.has("(if "):
            condition = self.either(self.named_formula, self.relation)
            self.must(" then ")
            then = self.number()
            self.must(" else ")
            return ite(condition, then, self.closing(self.number))
        if self.rest.startswith("⟦"):
            return self.notion()
        if self.has("("):
            return self.closing(self.number)
        return self.value(self.known())

    def known(self) -> Term:
        """The longest name that comes next."""
        found = max((x for x in self.names if self.shown.startswith(x, self.place)), key=len, default="")
        if not found:
            raise Unreadable(f"no name at {self.rest!r}")
        self.place += len(found)
        return self.names[found]

    def value(self, f: Term) -> Term:
        """A variable, or the value of a function whose arguments come next."""
        if f.sort in ("Z", "R"):
            return f
        takes = domain(f.sort)
        wide = [sort for sort in takes if sort != "Z"]
        below = len(takes) - len(wide)
        first: list[Term] = []
        if wide:
            self.must("(")
            first = [self.argument(sort, ", " if k else "") for k, sort in enumerate(wide)]
            self.must(")")
        indices: list[Term] = []
        if below and self.has("_{"):
            indices = [self.argument("Z", "," if k else "") for k in range(below)]
            self.must("}")
        elif below and self.has("("):
            indices = [self.closing(self.number)]
        elif below:
            self.must("_")
            if found := NUMERAL.match(self.rest):
                self.place += found.end()
                indices = [num(int(found[0]))]
            else:
                indices = [self.names[self.rest[0]]]
                self.place += 1
        first, indices = first[::-1], indices[::-1]
        return app(f, *(indices.pop() if sort == "Z" else first.pop() for sort in takes))

    def argument(self, sort: str, before: str = "") -> Term:
        if before:
            self.must(before)
        return self.number() if sort in ("Z", "R") else self.function(sort)

    def function(self, sort: str) -> Term:
        if self.rest.startswith("⟦"):
            return self.notion()
        if not self.rest.startswith("("):
            return self.known()
        return self.either(self.mapping, self.entries)

    def entries(self) -> Term:
        self.must("(")
        values = [self.number()]
        while self.has(", "):
            values.append(self.number())
        self.must(")")
        return array(*values)

    def mapping(self) -> Term:
        self.must("(")
        head = re.match(r"[^ ()]+ ↦ ", self.rest)
        if head:
            names = head[0][:-3].split(",")
            self.place += head.end()
            own = [self.own(name, "Z") for name in names]
        else:
            own = [one for one, _ in self.binders()]
            self.must(" ↦ ")
        body = self.closing(self.number)
        for one in reversed(own):
            self.leave(one)
        variables = [x for _, x, _ in own]
        return lam("".join(x.sort for x in variables), abstract(body, variables))

    def notion(self) -> Term:
        self.must("⟦")
        found = NUMERAL.match(self.rest)
        if not found:
            raise Unreadable("no notion")
        self.place += found.end()
        d = self.notions.definitions[int(found[0])]
        values = {d.arguments[k]: self.argument(d.arguments[k].sort, "|") for k in d.open}
        self.must("⟧")
        return substitute(d.pattern, values)


def constant(t: Term) -> Fraction | None:
    """The value of a numeral, of a quotient of two, or of one with its sign."""
    if t.op == "num":
        return Fraction(*t.args)
    values = [constant(a) for a in t.args] if t.op in ("mul", "inv") else [None]
    if None in values:
        return None
    out = Fraction(1)
    for value in values:
        out *= value if t.op == "mul" else 1 / value  # type: ignore[operator]
    return out


def root(base: Term, exponent: Fraction) -> Term:
    """base^exponent, which is 0 where a base that may be negative is; by exp and log alone of a positive numeral."""
    power = exp(num(exponent.numerator, exponent.denominator) * log(base))
    return power if exponent < 0 or (base.op == "num" and base.args[0] > 0) else ite(lt(num(0), base), power, num(0))


def alike(t: Term) -> Term:
    """Without double negations, roots of numerals as such, and inverses of factors instead of products."""
    t = rebuild(t, lambda kid, _: alike(kid))
    if t.op == "imp" and t.args[1] is FALSE and t.args[0].op == "imp" and t.args[0].args[1] is FALSE:
        return t.args[0].args[0]
    if t.op == "ite" and t.args[0].op == "lt" and all(a.op == "num" for a in t.args[0].args):
        return t.args[1 if t.args[0].args[0].args[0] < t.args[0].args[1].args[0] else 2]
    if t.op == "inv" and t.args[0].op == "mul":
        return mul(*(alike(inv(a)) for a in t.args[0].args))
    return t
