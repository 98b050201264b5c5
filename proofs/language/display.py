"""Terms and formulas as text and as LaTeX.

Bound variables get letters by nesting, away from the free names. With the `Notions` of a paper, a term that is an
instance of a defined notion is printed by its name; every instance is checked by substituting back. Roots, powers,
max and min, which the kernel makes of exp, log and "if", are printed as such where they are just that: of the same
variables, terms that are printed alike have the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from proofs.kernel.terms import BINDERS, KernelError, Term, closed, fn, lam, lift, num, opened, sorts, substitute, var

LETTERS = {"Z": "ijklmpqrst", "R": "xyzuvw", "(": "XYZUVWABCEGHfgh"}
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "psi": "ψ", "omega": "ω", "Delta": "Δ", "Gamma": "Γ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
ACCENTS = {"bar": ("\u0304", "bar"), "tilde": ("\u0303", "tilde"), "hat": ("\u0302", "hat")}
TEXT = {
    "le": "{} ≤ {}", "lt": "{} < {}", "eq": "{} = {}", "imp": "{} ⇒ {}", "not": "¬({})", "ne": "{} ≠ {}",
    "exp": "exp({})", "log": "log({})", "abs": "|{}|", "frac": "{}/{}", "ite": "(if {} then {} else {})",
    "sum": "Σ_{{{}={}}}^{{{}}} {}", "prod": "Π_{{{}={}}}^{{{}}} {}", "max": "max_{{{}={}..{}}} {}",
    "all": "∀{} ∈ {}. {}", "range": "∀{} ∈ {{{}..{}}}. {}", "Z": "ℤ", "R": "ℝ", "root": "√{}",
    "deriv": "d/d{} [{}] at {} = {}", "times": "·",
    "exists": "∃{}. {}", "and": " ∧ ", "in": "{} ∈ {}", "to": "{} → {}", "by": " × ",
    "false": "⊥", "lam": "({} ↦ {})", "larger": "max({})", "smaller": "min({})",
}  # fmt: skip
LATEX = {
    "le": r"{} \le {}", "lt": "{} < {}", "eq": "{} = {}", "imp": r"{} \Rightarrow {}",
    "not": r"\neg\left({}\right)", "ne": r"{} \ne {}", "exp": "e^{{{}}}", "log": r"\log {}",
    "abs": r"\left|{}\right|", "frac": r"\frac{{{}}}{{{}}}",
    "ite": r"\begin{{cases}} {} {} & \text{{otherwise}} \end{{cases}}", "if": r"{1} & \text{{if }} {0} \\",
    "sum": r"\sum_{{{}={}}}^{{{}}} {}", "prod": r"\prod_{{{}={}}}^{{{}}} {}", "max": r"\max_{{{}={}}}^{{{}}} {}",
    "all": r"\forall {} \in {}.\ {}", "range": r"\forall {} \in \{{{}, \dots, {}\}}.\ {}", "Z": r"\mathbb{Z}",
    "R": r"\mathbb{R}", "root": r"\sqrt{{{}}}", "larger": r"\max\left({}\right)", "smaller": r"\min\left({}\right)",
    "deriv": r"\left.\frac{{d}}{{d{}}} {}\right|_{{{}}} = {}", "times": r" ", "false": r"\bot",
    "exists": r"\exists {}.\ {}", "and": r" \land ", "in": r"{} \in {}", "to": r"{} \to {}", "by": r" \times ",
    "lam": r"({} \mapsto {})",
}  # fmt: skip


@dataclass(frozen=True)
class Definition:
    """A named notion: the term that it abbreviates, its arguments (symbols of the term), and how it is printed."""

    pattern: Term
    arguments: tuple[Term, ...]
    text: str
    latex: str


class Notions:
    """Named notions by which formulas are printed: those of a chapter or a paper.

    Of two that fit, the one that says more is taken, of equals the later one.
    """

    def __init__(self, definitions: Iterable[Definition] = ()) -> None:
        self.definitions = list(definitions)
        self._ordered: list[Definition] = []
        self._instances: dict[Term, tuple[Definition, list[Term]] | None] = {}
        self._shown: dict[tuple[bool, Term], str] = {}  # papers say the same hypotheses again and again

    def define(self, pattern: Term, arguments: tuple[Term, ...], text: str, latex: str) -> None:
        """Print instances of `pattern` by name: in the forms, {0}, {1}, … are the arguments.

        Each argument must occur in the pattern, a function argument applied to a variable that the pattern binds.
        {0:f} brackets the argument where a factor would be.
        """
        self.definitions.append(Definition(pattern, arguments, text, latex))
        self._ordered.clear()
        self._instances.clear()
        self._shown.clear()

    def text(self, t: Term) -> str:
        """A term or formula in one line of Unicode."""
        return self._show(TEXT, t)

    def latex(self, t: Term) -> str:
        """A term or formula as LaTeX (for maths mode)."""
        return self._show(LATEX, t)

    def _show(self, forms: Mapping[str, str], t: Term) -> str:
        key = (forms is LATEX, t)
        if key not in self._shown:
            self._shown[key] = _Printer(forms, t, self).show(t, 0)
        return self._shown[key]

    def instance(self, t: Term) -> tuple[Definition, list[Term]] | None:
        """The notion of which t is an instance, with its arguments."""
        if t not in self._instances:
            if not self._ordered:
                self._ordered = sorted(self.definitions, key=lambda d: _nodes(d.pattern))
                self._ordered.reverse()
            self._instances[t] = next((x for d in self._ordered if (x := _as_instance(d, t))), None)
        return self._instances[t]


@cache
def _nodes(t: Term) -> int:
    """How much a pattern fixes: its size, its variables and functions not counted."""
    return (t.op not in ("var", "fn")) + sum(_nodes(a) for a in t.args if isinstance(a, Term))


NONE = Notions()
text, latex = NONE.text, NONE.latex  # without any names


def _match(pattern: Term, t: Term, found: dict[Term, Term], symbols: tuple[Term, ...], depth: int = 0) -> bool:
    """Collect what the symbols stand for; only a proposal, which is checked by substitution."""
    if pattern in symbols:
        if not any(k < depth for k, _ in t.loose):
            found.setdefault(pattern, lift(t, -depth))
        return True
    if pattern.op == "app" and pattern.args[0] in symbols:
        if len(pattern.args) > 2 and t.op == "app" and len(t.args) == len(pattern.args):
            found.setdefault(pattern.args[0], t.args[0])
            indices = zip(pattern.args[1:], t.args[1:], strict=True)
            return all(_match(a, b, found, symbols, depth) for a, b in indices)
        index = pattern.args[1]
        inside = [k for k, _ in t.loose if k < depth]
        if len(pattern.args) == 2 and index.op == "bv" and all(k == index.args[0] for k in inside):
            same = t.op == "app" and len(t.args) == 2 and t.args[1] is index
            found.setdefault(pattern.args[0], t.args[0] if same else _function(t, index.args[0], depth))
        elif index in symbols and t.op == "app" and not any(k < depth for k, _ in t.args[1].loose):
            found.setdefault(index, lift(t.args[1], -depth))
        return True
    if pattern.op != t.op or len(pattern.args) != len(t.args):
        return False
    body = BINDERS.get(t.op, (-1, ""))[0]
    for i, (a, b) in enumerate(zip(pattern.args, t.args, strict=True)):
        if not isinstance(a, Term) or not isinstance(b, Term):
            if a != b:
                return False
        elif not _match(a, b, found, symbols, depth + (i == body)):
            return False
    return True


def _function(t: Term, index: int, depth: int) -> Term:
    """The function whose value at the bound variable `index` is t, seen from outside `depth` binders."""
    x = var("argument_", "Z")
    values = tuple(x if k == index else var("unused_", "Z") for k in range(depth))
    return lam(1, closed(opened(t, values), [x]))


def _as_instance(d: Definition, t: Term) -> tuple[Definition, list[Term]] | None:
    found: dict[Term, Term] = {}
    if d.pattern.op != t.op or not _match(d.pattern, t, found, d.arguments) or len(found) < len(d.arguments):
        return None
    try:
        return (d, [found[a] for a in d.arguments]) if substitute(d.pattern, found) is t else None
    except KernelError:
        return None


def _entries(body: Term, first: int = 1) -> list[Term] | None:
    """The entries of a vector given one by one: if i = 1 then …, else if i = 2 then …, else 0."""
    if body.op == "num":
        return [] if body.args == (0, 1) else None
    if body.op != "ite" or body.args[0].op != "eq" or body.args[1].loose:
        return None
    s, t = body.args[0].args
    rest = _entries(body.args[2], first + 1) if s.op == "bv" and t.op == "num" and t.args == (first, 1) else None
    return None if rest is None else [body.args[1], *rest]


def _ends(body: Term) -> tuple[Term, Term, Term] | None:
    """lo, hi and A of lo <= i → i <= hi → A."""
    if body.op != "imp" or body.args[1].op != "imp":
        return None
    low, (high, inside) = body.args[0], body.args[1].args
    if low.op != "le" or high.op != "le":
        return None
    (lo, i), (j, hi) = low.args, high.args
    bound = i is j and i.op == "bv" and i.args[0] == 0
    free = not any(k == 0 for end in (lo, hi) for k, _ in end.loose)
    return (lo, hi, inside) if bound and free else None


@dataclass(frozen=True)
class _Argument:
    """An argument of a named notion, printed when its form asks for it: {0} as it is, {0:f} as a factor."""

    printer: _Printer
    term: Term

    def __format__(self, how: str) -> str:
        shown = self.printer.show(self.term, 3 if how.startswith("f") else 0)
        return _scripted(shown, how[-1]) if how.endswith(("^", "_")) else shown


@cache
def _telling_scripts(form: str) -> str:
    """A form in LaTeX whose arguments are told if an exponent or index follows: {0:f}^… as {0:f^}^…."""
    return re.sub(r"\{(\d+)(?::(f))?\}([\^_])", r"{\1:\2\3}\3", form)


def _scripted(base: str, mark: str) -> str:
    """The base of an exponent or index, in braces if it has one itself, as TeX takes no two.

    >>> _scripted("x_{i}", "^"), _scripted("x_{i}", "_")
    ('x_{i}', '{x_{i}}')
    """
    return f"{{{base}}}" if mark in base and not base.endswith(")") else base


def shown_name(name: str, tex: bool) -> str:
    """A name as text, where it stays as it is but for Greek letters and accents, or as LaTeX with indices.

    >>> shown_name("delta_1", False), shown_name("x12'", True), shown_name("x_tilde", True)
    ('δ_1', "x'_{12}", '\\\\tilde{x}')
    """
    head, _, tail = name.partition("_")
    stem = head.rstrip("0123456789'")
    digits = head[len(stem) :].replace("'", "")
    primes = "'" * head.count("'")
    if tex:
        out = "\\" + stem if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    else:
        out = GREEK.get(stem, stem)
    if tail in ACCENTS:
        mark, command = ACCENTS[tail]
        out, tail = (rf"\{command}{{{out}}}" if tex else out + mark), ""
    if not tex:
        return f"{out}{digits}{primes}" + (f"_{tail}" if tail else "")
    index = ",".join(filter(None, [digits, *tail.split("_")]))
    return f"{out}{primes}" + (f"_{{{index}}}" if index else "")


def _larger(t: Term) -> tuple[str, list[Term]] | None:
    """Whether t is a maximum or minimum of several terms, and of which."""
    if t.op != "ite" or t.args[0].op != "le":
        return None
    (low, high), *chosen = t.args[0].args, *t.args[1:]
    kind = "larger" if chosen == [high, low] else "smaller" if chosen == [low, high] else ""
    first = _larger(low)
    return (kind, [*(first[1] if first and first[0] == kind else [low]), high]) if kind else None


def _power(t: Term) -> tuple[Term, Term] | None:
    """Base and exponent, if t is a power with an exponent that is no integer.

    A root is 0 where the base is not positive: for c > 0, exp(c · log x) is another term unless x is a numeral.
    """
    root = t.op == "ite" and t.args[0].op == "lt" and all(_is_zero(a) for a in (t.args[0].args[0], t.args[2]))
    inside = t.args[1] if root else t
    if inside.op != "exp" or inside.args[0].op != "mul" or len(inside.args[0].args) != 2:
        return None
    exponent, log = inside.args[0].args
    if log.op != "log":
        return None
    (base,) = log.args
    if root:
        fits = base is t.args[0].args[1] and exponent.op == "num" and exponent.args[0] > 0 and exponent.args[1] > 1
    elif exponent.op == "num":
        known = base.op == "num" and base.args[0] > 0
        fits = exponent.args[1] > 1 and (known or exponent.args[0] < 0)
    else:
        fits = bool(exponent.free or exponent.loose)
    return (base, exponent) if fits else None


def _is_zero(t: Term) -> bool:
    return t.op == "num" and t.args[0] == 0


class _Printer:
    """Prints with a table of forms; levels: 0 formula, 1 sum, 2 product, 3 factor."""

    def __init__(self, forms: Mapping[str, str], whole: Term, notions: Notions) -> None:
        self.forms, self.tex, self.notions = forms, forms is LATEX, notions
        self.scope = [v.args[0] for v in whole.free]  # and the names of the binders around

    def bound(self, sort: str, body: Term) -> Term:
        """A variable for a binder, named away from all that is free and from the binders around."""
        used = {v.args[0] for v in body.free}.union(self.scope)
        first = LETTERS[sort[0]]
        name = next(x for x in (*first, *(f"{first[0]}_{k}" for k in range(len(used) + 1))) if x not in used)
        return var(name, sort) if sort in ("Z", "R") else fn(name, sort[1:-3], sort[-2])

    def under(self, sort: str, body: Term, level: int) -> tuple[str, str]:
        """The name of a bound variable and the body that it is bound in."""
        x = self.bound(sort, body)
        self.scope.append(x.args[0])
        shown = self.show(opened(body, (x,)), level)
        self.scope.pop()
        return shown_name(x.args[0], self.tex), shown

    def braced(self, inside: str, wrap: bool) -> str:
        if not wrap:
            return inside
        return rf"\left({inside}\right)" if self.tex else f"({inside})"

    def show(self, t: Term, level: int) -> str:
        named = self.notions.instance(t)
        if named:
            definition, arguments = named
            form = _telling_scripts(definition.latex) if self.tex else definition.text
            return form.format(*(_Argument(self, a) for a in arguments))
        op, args, forms = t.op, t.args, self.forms
        if op == "num":
            p, q = args
            if q == 1:
                return self.braced(str(p), p < 0 and level > 1)
            shown = ("-" if p < 0 else "") + forms["frac"].format(abs(p), q)
            return self.braced(shown, level > 2 or (p < 0 and level > 1))
        if op == "bv":
            return f"#{args[0]}"
        if op in ("var", "fn"):
            return shown_name(args[0], self.tex)
        if op == "app" and args[0].sort[1:-3].strip("Z"):  # functions and reals in brackets, integers below
            places = list(zip(args[1:], sorts(args[0].sort[1:-3]), strict=True))
            wide, below = ([self.show(a, 0) for a, sort in places if (sort == "Z") is z] for z in (False, True))
            return f"{self.show(args[0], 3)}({', '.join(wide)})" + (f"_{{{','.join(below)}}}" if below else "")
        if op == "app":
            inside = ",".join(self.show(a, 0) for a in args[1:])
            simple = len(inside) == 1 or (args[1].op == "num" and len(args) == 2 and args[1].args[0] >= 0)
            base = self.show(args[0], 3)
            if self.tex:
                return f"{_scripted(base, '_')}_{{{inside}}}"
            return f"{base}_" + (inside if simple else f"{{{inside}}}")
        if op == "add":
            parts = [self.show(a, 1) for a in args] or ["0"]
            out = parts[0]
            for part in parts[1:]:
                out += f" - {part[1:].lstrip()}" if part.startswith("-") else f" + {part}"
            return self.braced(out, level > 1)
        if op == "mul":
            return self.product(args, level)
        if op == "inv":
            return self.braced(forms["frac"].format(1, self.show(args[0], 0 if self.tex else 3)), level > 2)
        power, larger = _power(t), _larger(t)
        if power:
            return self.power(*power)
        if larger:
            return forms[larger[0]].format(", ".join(self.show(a, 0) for a in larger[1]))
        if op in ("exp", "abs"):
            return forms[op].format(self.show(args[0], 0))
        if op == "log" and self.tex:
            inside = self.show(args[0], 2 if args[0].op == "log" else 3)
            bracketed = inside.startswith(r"\left(") or level < 3
            return forms["log"].format(inside if bracketed else self.braced(inside, True))
        if op == "log":
            return forms["log"].format(self.show(args[0], 0))
        if op == "ite" and self.tex:
            rows, rest = [], t  # else if … is a further case
            while rest.op == "ite" and (
                rest is t or not (self.notions.instance(rest) or _power(rest) or _larger(rest))
            ):
                rows.append(forms["if"].format(*(self.show(a, 0) for a in rest.args[:2])))
                rest = rest.args[2]
            return self.braced(forms["ite"].format(" ".join(rows), self.show(rest, 0)), level > 1)
        if op == "ite":
            return forms["ite"].format(*(self.show(a, 0) for a in args))
        if op in ("sum", "prod", "max"):
            lo, hi = (self.show(a, 0 if self.tex else 2) for a in args[:2])
            i, member = self.under("Z", args[2], 2)
            return self.braced(forms[op].format(i, lo, hi, member), level > 1)
        if op == "lam":
            entries = _entries(args[1])
            if args[0] == 1 and entries:
                return f"({', '.join(self.show(a, 0) for a in entries)})"
            names: list[Term] = []
            body = args[1]
            for sort in reversed(sorts(t.sort[1:-3])):
                names.append(self.bound(sort, body))
                body = opened(body, (names[-1],))
            return forms["lam"].format(",".join(x.args[0] for x in reversed(names)), self.show(body, 0))
        return self.formula(t, level)

    def power(self, base: Term, exponent: Term) -> str:
        if exponent.op == "num" and exponent.args == (1, 2):
            return self.forms["root"].format(self.show(base, 0 if self.tex else 3))
        above = self.show(exponent, 0)
        if self.tex:
            return f"{self.raised(base)}^{{{above}}}"
        simple = exponent.op == "var" or (exponent.op == "num" and above.isdigit())
        return f"{self.raised(base)}^{above if simple else f'({above})'}"

    def raised(self, base: Term) -> str:
        """The base of a power."""
        shown = self.show(base, 2 if base.op == "log" else 3)
        simple = base.op in ("var", "app", "abs", "num") or shown.startswith(("(", r"\left("))
        shown = self.braced(shown, not simple)
        return _scripted(shown, "^") if self.tex else shown

    def product(self, args: tuple[Term, ...], level: int) -> str:
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
            elif a.op == "inv":
                below.extend(a.args[0].args if a.args[0].op == "mul" else [a.args[0]])
            else:
                above.append(a)
        if below:
            inner = 0 if self.tex else 3
            denominator = self.braced(self.factors(below, inner), not self.tex and len(below) > 1)
            out = self.forms["frac"].format(self.factors(above, inner), denominator)
            return self.braced(sign + out, level > 2 or (bool(sign) and level > 1))
        out = sign + self.factors(above, 2 if sign else max(level, 2))
        return self.braced(out, (level > 2 and len(above) > 1) or (bool(sign) and level > 1))

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
                shown.append(self.show(factors[k], 2 if last and factors[k].op == "log" else 3))
            k += run
        out = shown[0]
        for before, part in pairwise(shown):
            apart = self.tex and (part[0].isdigit() or (before.isdigit() and part.startswith(r"\frac")))
            out += (r" \cdot " if apart else self.forms["times"]) + part
        return out

    def existence(self, t: Term) -> str:
        """Of ∀x…. A → B → … → ⊥: ∃x…. A ∧ B ∧ …."""
        names, start = [], len(self.scope)
        while t.op == "all":
            x = self.bound(t.args[0], t.args[1])
            self.scope.append(x.args[0])
            names.append(self.forms["in"].format(shown_name(x.args[0], self.tex), self.set(t.args[0])))
            t = opened(t.args[1], (x,))
        shown = self.conjunction(t)
        del self.scope[start:]
        return self.forms["exists"].format(", ".join(names), shown)

    def conjunction(self, t: Term) -> str:
        """Of A → B → … → ⊥: A ∧ B ∧ …; of A → … → C: A ∧ … ∧ ¬C."""
        parts = []
        while t.op == "imp":
            parts.append(self.show(t.args[0], 1))
            t = t.args[1]
        if t.op != "false":
            parts.append(self.forms["not"].format(self.show(t, 0)))
        return self.forms["and"].join(parts)

    def set(self, sort: str) -> str:
        """The set of the values of a sort."""
        if sort in ("Z", "R"):
            return self.forms[sort]
        domain = [self.set(one) for one in sorts(sort[1:-3])]
        return self.braced(self.forms["to"].format(self.forms["by"].join(domain), self.forms[sort[-2]]), True)

    def formula(self, t: Term, level: int) -> str:
        op, args, forms = t.op, t.args, self.forms
        if op in ("le", "lt", "eq"):
            return forms[op].format(*(self.show(a, 1) for a in args))
        if op == "false":
            return forms["false"]
        if op == "imp" and args[1].op == "false" and args[0].op == "all":
            return self.braced(self.existence(args[0]), level > 0)
        if op == "imp" and args[1].op == "false" and args[0].op == "imp" and args[0].args[1].op != "all":
            return self.braced(self.conjunction(args[0]), level > 0)
        if op == "imp" and args[1].op == "false":
            sides = [self.show(s, 1) for s in args[0].args] if args[0].op == "eq" else []
            return forms["ne"].format(*sides) if sides else forms["not"].format(self.show(args[0], 0))
        if op == "imp":
            return self.braced(forms["imp"].format(self.show(args[0], 1), self.show(args[1], 0)), level > 0)
        if op == "all":
            ends = _ends(args[1]) if args[0] == "Z" else None
            if ends:
                lo, hi = (self.show(lift(end, -1), 1) for end in ends[:2])
                i, inside = self.under("Z", ends[2], 0)
                return self.braced(forms["range"].format(i, lo, hi, inside), level > 0)
            x, inside = self.under(args[0], args[1], 0)
            return self.braced(forms["all"].format(x, self.set(args[0]), inside), level > 0)
        if op == "deriv":
            x, body = self.under("R", args[0], 2)
            return forms["deriv"].format(x, body, self.show(args[1], 0), self.show(args[2], 1))
        raise ValueError(f"no way to print {op}")
