"""Search for theorems by words, by operators or by the shape of a formula, and display of a theorem in full.

The docstring and position of a theorem are read off its source, without importing it.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from rich.text import Text

from proofs.builder.diagnostics import nearest
from proofs.builder.lemma_index import short_names
from proofs.builder.rules import call_of
from proofs.checking.replay.chapters import GENERAL, UnknownId
from proofs.checking.replay.establish import Theorem
from proofs.checking.report import Report
from proofs.checking.store.sources import source
from proofs.export.formula_shapes import finder, inside, is_shape, read
from proofs.export.manifest import is_derived, notions_of
from proofs.export.reports import counts, indented, paragraph, proof_lines
from proofs.kernel.rules import RULES, Fact
from proofs.kernel.terms import Term
from proofs.language import sorts
from proofs.language.display import NONE, Notions, text
from proofs.language.notation import Max, Prod, Sum, every, ints, ite, reals, vectors

FEW = 12  # number of theorems that fit on a screen
NAMES = {"eq": "==", "le": "<=", "lt": "<", "inv": "/", "all": "all", "ite": "if", "deriv": "derivative"}


@dataclass(frozen=True, eq=False)
class Found:
    """A theorem with its docstring; `file` and `line` are where its proof begins."""

    theorem: Theorem
    says: str = ""
    file: Path | None = None
    line: int = 0
    notions: Callable[[], Notions] = lambda: NONE

    @property
    def name(self) -> str:
        """Its full name."""
        return self.theorem.name

    @cached_property
    def formulas(self) -> tuple[Term, ...]:
        """Its hypotheses and its conclusion."""
        return (*self.theorem.fact.hyps.values(), self.theorem.fact.concl)

    @property
    def given(self) -> list[str]:
        """Its hypotheses, as text."""
        return [self.notions().text(h) for h in self.formulas[:-1]]

    @property
    def shows(self) -> str:
        """Its conclusion, as text."""
        return self.notions().text(self.formulas[-1])

    @property
    def call(self) -> str:
        """A call that applies it in a proof."""
        values = "".join(f", {v.args[0]}=…" for v in sorts.variables(self.formulas) if v.args[0].isidentifier())
        return f'p.apply("{self.name if self.paper else self.name.rpartition(".")[2]}"{values})'

    @property
    def paper(self) -> str:
        """The module of the paper of the library that it belongs to; empty for other theorems."""
        return self.theorem.chapter if self.theorem.chapter.startswith("proofs.papers.") else ""

    @property
    def reached(self) -> str:
        """The way in which another paper applies a theorem of a paper; empty for other theorems."""
        if not self.paper:
            return ""
        key = self.name.partition(".")[0]
        brought = f"from {self.paper} import paper as {key.lower()}, and builds_on=[{key.lower()}]"
        return f'of the paper {key}: apply it as "{self.name}", in full; for its notions: {brought}'

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        variables = {v.args[0]: sorts.sort_of(v) for v in sorts.variables(self.formulas)}
        here = {"file": str(self.file) if self.file else None, "line": self.line or None}
        return {
            "name": self.name, "chapter": self.theorem.chapter, "says": self.says, "variables": variables,
            "given": self.given, "shows": self.shows, "uses": list(self.theorem.uses), **here,
        }  # fmt: skip


def library(report: Report) -> dict[str, Found]:
    """Return the theorems of a check by their full names, except those computed for a statement."""
    modules = dict.fromkeys(t.chapter for t in report.by_name.values())

    def made() -> bytes:
        return json.dumps({module: _written(module) for module in modules}).encode()

    sources: dict[str, Written] = json.loads(report.remembered("sources", __name__, made))
    out = {}
    for name, theorem in report.by_name.items():
        if not is_derived(name):
            says, file, line = sources[theorem.chapter].get(name.rpartition(".")[2], ("", "", 0))
            notions = partial(notions_of, report, theorem.chapter)
            out[name] = Found(theorem, says, Path(file) if file else None, line, notions)
    return out


Written = dict[str, tuple[str, str, int]]  # for each function: its docstring, file and line


def _written(module: str) -> Written:
    """Map the functions of a module or package to their docstrings on one line, their files and lines."""
    path = source(module)
    files = [] if path is None else sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]
    out: Written = {}
    for file in files:
        for node in ast.parse(file.read_bytes()).body:
            if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.name not in out):
                says = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
                out[node.name] = (says, str(file), node.lineno)
    return out


def search(query: str, known: Mapping[str, Found]) -> list[Found]:
    """Return the theorems that match a query, first those that state it or have its words in their names.

    Those of the library's papers come last: other papers have to name them in full.

    Parameters
    ----------
    query
        Words or operators ("max", "exp", "<"), all of which must occur; or the shape of a formula.
    """
    if is_shape(query):
        occurs = finder(read(query))
        stated = [f for f in known.values() if occurs(f.formulas[-1])]
        met = [f for f in known.values() if f not in stated and any(map(occurs, f.formulas[:-1]))]
        return sorted([*sorted(stated, key=_size), *sorted(met, key=_size)], key=lambda f: bool(f.paper))
    words = query.lower().replace(",", " ").split()

    def spoken(f: Found) -> set[str]:
        return {NAMES.get(t.op, t.op) for formula in f.formulas for t in inside(formula)}

    def names(f: Found) -> tuple[bool, int]:
        return bool(f.paper), -sum(word in f.name.lower() for word in words)

    found = [f for f in known.values() if all(w in f"{f.name} {f.says}".lower() or w in spoken(f) for w in words)]
    return sorted(found, key=names)


def _size(f: Found) -> tuple[bool, int]:
    """Return a sort key: general theorems first, then shorter formulas."""
    return f.theorem.chapter not in GENERAL, sum(1 for formula in f.formulas for _ in inside(formula))


def theorem(name: str, known: Mapping[str, Found]) -> Found:
    """Return the theorem with this full or short name.

    Raises
    ------
    UnknownId
        with the nearest names, or with the candidates for an ambiguous short name.
    """
    return known[full_name(name, known)]


def full_name(name: str, known: Collection[str]) -> str:
    """Return the full name of the theorem with this full or short name; raises like `theorem`."""
    if name in known:
        return name
    short = short_names(known)
    full = short.get(name, [])
    if len(full) == 1:
        return full[0]
    if full:
        raise UnknownId(f"{name} may be {' or '.join(full)}")
    near = nearest(name, [*known, *short, *RULES]) or "; an id of a statement has a colon, such as KS:lemma-5"
    raise UnknownId(f"no theorem or rule is called {name!r}{near}")


def rules(query: str) -> list[dict[str, str]]:
    """Return the kernel rules that match a query: by the words in their names and descriptions, or by a shape.

    By a shape those rules are found that state one formula, such as 1 + x ≤ e^x; `states` says which.

    >>> [(r["name"], r["states"]) for r in rules("exp(log(_))")]
    [('exp_log', '0 < x  ⊢  exp(log(x)) = x')]
    """
    if is_shape(query):
        occurs = finder(read(query))
        stated = {name: [f for f in facts if occurs(f.concl)] for name, facts in stated_by_rules().items()}
        return [
            {**(rule(name) or {}), "states": ", or ".join(map(_stated, facts))}
            for name, facts in stated.items()
            if facts
        ]
    words = query.lower().replace(",", " ").split()
    return [r for r in map(rule, RULES) if r and all(w in f"{r['name']} {r['says']}".lower() for w in words)]


@cache
def stated_by_rules() -> Mapping[str, Sequence[Fact]]:
    """Return what the rules state for variables, by name: those that make one formula from simple premises."""
    (x, y), (n, k), (a,), use = reals("x y"), ints("n k"), vectors("a"), RULES["assume"]
    total, product, largest = (make(lambda i: a(i), 1, n) for make in (Sum, Prod, Max))
    bounded, choice = every(lambda i: a(i) <= x, 1, n), ite(x <= y, x, y)
    premises: Mapping[str, Sequence[tuple[Any, ...]]] = {
        "exp_ge": [(x,)],
        "exp_pos": [(x,)],
        "erf_square": [(x,)],
        "exp_log": [(use(0 < x),)],
        "antisymmetry": [(use(x <= y), use(y <= x))],
        "integer_step": [(use(n < k),)],
        "big_empty": [(total, use(n < 1)), (product, use(n < 1))],
        "big_step": [(total, use(1 <= n)), (product, use(1 <= n))],
        "max_ge": [(largest, k, use(1 <= k), use(k <= n))],
        "max_le": [(largest, x, use(1 <= n), use(bounded))],
        "ite_eq": [(choice, use(x <= y)), (choice, use(y < x))],
        "abs_value": [(x, use(0 <= x)), (x, use(x <= 0))],
    }
    return {name: [RULES[name](*own) for own in rows] for name, rows in premises.items()}


def _stated(fact: Fact) -> str:
    """Return a fact as text: its hypotheses and its conclusion."""
    given = "; ".join(map(text, fact.hyps.values()))
    return f"{given}  ⊢  {text(fact.concl)}" if given else text(fact.concl)


def rule(name: str) -> dict[str, str] | None:
    """Return a kernel rule: its name, its docstring, and a call that applies it; None if there is none."""
    if name not in RULES:
        return None
    says = " ".join((inspect.getdoc(RULES[name]) or "").partition("\n\n")[0].split())
    return {"name": name, "says": says, "call": call_of(name)}


def described_rule(rule: Mapping[str, str], width: int) -> Text:
    """Format a kernel rule."""
    out = Text.assemble((rule["name"], "bold"), "  rule of the kernel\n")
    if "states" in rule:
        out.append_text(paragraph(rule["states"], width, "    "))
    return out.append_text(paragraph(rule["says"], width, "  ")).append_text(paragraph(rule["call"], width, "  "))


def overview(found: Sequence[Found], rules: Sequence[Mapping[str, str]], width: int, most: int | None) -> Text:
    """List the first `most` theorems, each with its docstring and statement, then the rules."""
    out = Text()
    for f in found[:most]:
        out.append_text(Text.assemble((f.name, "bold"), "  ", f.says)).append("\n")
        given = "; ".join(f.given)
        said = f"{given}  ⊢  {f.shows}" if given else f.shows
        out.append_text(paragraph(said, width, "    "))
        if f.reached:
            out.append_text(paragraph(Text(f.reached, style="dim"), width, "    "))
    for r in rules:
        out.append_text(described_rule(r, width))
    if len(found) > len(found[:most]):
        out.append(f"… and {len(found) - len(found[:most])} more: --all\n")
    counted = [(len(found), "theorem"), (len(rules), "rule")]
    return out.append(", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counted if n or what == "theorem") + "\n")


def in_full(f: Found, report: Report, proof: str, width: int) -> Text:
    """Show one theorem: its statement, how to apply it, its evidence, its proof if given, and related theorems."""
    t = f.theorem
    place = f" ({f.file.name}:{f.line})" if f.file else ""
    out = Text.assemble((f.name, "bold"), f"  theorem of {t.chapter}{place}\n")
    if f.says:
        out.append_text(paragraph(f.says, width, "  "))
    variables = sorts.text(f.formulas)
    out.append_text(paragraph(f"for {variables}" + (" with" if f.given else ""), width, "  ")) if variables else None
    for hypothesis in f.given:
        out.append_text(indented(hypothesis, width, "    "))
    out.append_text(indented(f.shows, width, "  ⊢ "))
    rests = [*(f"cited: {x}" for x in t.cited), *(f"argued: {x}" for x in t.argued)]
    out.append_text(paragraph("; ".join([f"{counts(t.evidence)} steps", *rests]), width, "  "))
    out.append("\nIn a proof\n", style="bold").append_text(paragraph(f.call, width, "  "))
    if f.reached:
        out.append_text(paragraph(Text(f.reached, style="dim"), width, "  "))
    if proof:
        out.append("\nProof\n", style="bold").append_text(proof_lines(proof, width))
    users = [other.name for other in report.by_name.values() if f.name in other.uses and "#" not in other.name]
    statements = [r.id for r in report.items if any(line.theorem == f.name for line in r.lines)]
    for title, names in (("Proves", statements), ("Uses", t.uses), ("Used by", users)):
        if names:
            out.append(f"\n{title}\n", style="bold").append_text(paragraph(", ".join(names), width, "  "))
    return out
