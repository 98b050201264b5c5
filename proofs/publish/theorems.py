"""Theorems that can be applied: found by words, by what they speak of, by the shape of a formula; one in full.

What the author of a theorem says of it, and where, is read off its source, without importing it.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from rich.text import Text

from proofs.judging.chapters import GENERAL, UnknownId
from proofs.judging.establish import Theorem
from proofs.judging.report import Report
from proofs.judging.sources import source
from proofs.kernel.rules import RULES
from proofs.kernel.terms import Term
from proofs.language import sorts
from proofs.language.display import NONE, Notions
from proofs.publish.manifest import is_derived, notions_of
from proofs.publish.reports import LONGEST, counts, indented, paragraph, shortened
from proofs.publish.shapes import finder, inside, is_shape, read
from proofs.writing.blame import nearest
from proofs.writing.earlier import short_names

FEW = 12  # theorems that fit a screen
NAMES = {"eq": "==", "le": "<=", "lt": "<", "inv": "/", "all": "all", "ite": "if", "deriv": "derivative"}


@dataclass(frozen=True, eq=False)
class Found:
    """A theorem with what its author says of it; `file` and `line` are where its proof begins."""

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
        """Its hypotheses, then what it states."""
        return (*self.theorem.fact.hyps.values(), self.theorem.fact.concl)

    @property
    def given(self) -> list[str]:
        """Its hypotheses, as text."""
        return [self.notions().text(h) for h in self.formulas[:-1]]

    @property
    def shows(self) -> str:
        """What it states, as text."""
        return self.notions().text(self.formulas[-1])

    @property
    def call(self) -> str:
        """How a proof applies it."""
        values = "".join(f", {v.args[0]}=…" for v in sorts.variables(self.formulas) if v.args[0].isidentifier())
        return f'p.apply("label", "{self.name.rpartition(".")[2]}"{values})'

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        variables = {v.args[0]: sorts.sort_of(v) for v in sorts.variables(self.formulas)}
        here = {"file": str(self.file) if self.file else None, "line": self.line or None}
        return {
            "name": self.name, "chapter": self.theorem.chapter, "says": self.says, "variables": variables,
            "given": self.given, "shows": self.shows, "uses": list(self.theorem.uses), **here,
        }  # fmt: skip


def library(report: Report) -> dict[str, Found]:
    """The theorems of a check by their full names, but for those that were computed for a statement."""
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


Written = dict[str, tuple[str, str, int]]  # by a function's name what its author says of it, its file, the line


def _written(module: str) -> Written:
    """The functions of a module, or of a package: what their authors say of them, in one line, the file, the line."""
    path = source(module)
    files = [] if path is None else sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]
    out: Written = {}
    for file in files:
        for node in ast.parse(file.read_bytes()).body:
            if isinstance(node, ast.FunctionDef):
                says = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
                out[node.name] = (says, str(file), node.lineno)
    return out


def search(query: str, known: Mapping[str, Found]) -> list[Found]:
    """The theorems that a query finds: those that state it first, or have its words in their names.

    Parameters
    ----------
    query
        Words or operators ("max", "exp", "<"), all of which occur in what is found; or the shape of a formula.
    """
    if is_shape(query):
        occurs = finder(read(query))
        stated = [f for f in known.values() if occurs(f.formulas[-1])]
        met = [f for f in known.values() if f not in stated and any(map(occurs, f.formulas[:-1]))]
        return sorted(stated, key=_size) + sorted(met, key=_size)
    words = query.lower().replace(",", " ").split()

    def spoken(f: Found) -> set[str]:
        return {NAMES.get(t.op, t.op) for formula in f.formulas for t in inside(formula)}

    def names(f: Found) -> int:
        return -sum(word in f.name.lower() for word in words)

    found = [f for f in known.values() if all(w in f"{f.name} {f.says}".lower() or w in spoken(f) for w in words)]
    return sorted(found, key=names)


def _size(f: Found) -> tuple[bool, int]:
    """What stands first: general theorems, then short formulas."""
    return f.theorem.chapter not in GENERAL, sum(1 for formula in f.formulas for _ in inside(formula))


def theorem(name: str, known: Mapping[str, Found]) -> Found:
    """The theorem of that name, full or short.

    Raises
    ------
    UnknownId
        with the nearest names, or those that it may be.
    """
    return known[full_name(name, known)]


def full_name(name: str, known: Collection[str]) -> str:
    """The full name of the theorem of that name, full or short; else what `theorem` raises."""
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
    """The rules of the kernel with all of these words in their names or descriptions; none for a shape."""
    words = query.lower().replace(",", " ").split()
    found = [] if is_shape(query) else map(rule, RULES)
    return [r for r in found if r and all(w in f"{r['name']} {r['says']}".lower() for w in words)]


def rule(name: str) -> dict[str, str] | None:
    """A rule of the kernel: its name, what it says of itself, how a proof applies it; None if there is none."""
    if name not in RULES:
        return None
    parameters = ", ".join(inspect.signature(RULES[name]).parameters)
    says = " ".join((inspect.getdoc(RULES[name]) or "").partition("\n\n")[0].split())
    return {"name": name, "says": says, "call": f'p.rule("label", "{name}", {parameters})'}


def described_rule(rule: Mapping[str, str], width: int) -> Text:
    """A rule of the kernel."""
    out = Text.assemble((rule["name"], "bold"), "  rule of the kernel\n")
    return out.append_text(paragraph(rule["says"], width, "  ")).append_text(paragraph(rule["call"], width, "  "))


def overview(found: Sequence[Found], rules: Sequence[Mapping[str, str]], width: int, most: int | None) -> Text:
    """A theorem and what it says, each, the first `most` of them; then rules."""
    out = Text()
    for f in found[:most]:
        out.append_text(Text.assemble((f.name, "bold"), "  ", f.says)).append("\n")
        given = "; ".join(f.given)
        said = f"{given}  ⊢  {f.shows}" if given else f.shows
        out.append_text(paragraph(shortened(said, LONGEST), width, "    "))
    for r in rules:
        out.append_text(described_rule(r, width))
    if len(found) > len(found[:most]):
        out.append(f"… and {len(found) - len(found[:most])} more: --all\n")
    counted = [(len(found), "theorem"), (len(rules), "rule")]
    return out.append(", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counted if n or what == "theorem") + "\n")


def in_full(f: Found, report: Report, steps: Iterable[Mapping[str, Any]], width: int) -> Text:
    """One theorem: what it states, how to apply it, what it rests on; with its steps, if there are any."""
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
    steps = list(steps)
    if steps:
        out.append("\nProof\n", style="bold")
    for step in steps:
        made = f" of {', '.join(map(str, step['from']))}" if step["from"] else ""
        row = Text.assemble(step["shows"], (f"   {step['rule']}{made}", "dim"))
        out.append_text(paragraph(row, width, f"  {step['step']:>3}  "))
    users = [other.name for other in report.by_name.values() if f.name in other.uses and "#" not in other.name]
    statements = [r.id for r in report.items if any(line.theorem == f.name for line in r.lines)]
    for title, names in (("Proves", statements), ("Uses", t.uses), ("Used by", users)):
        if names:
            out.append(f"\n{title}\n", style="bold").append_text(paragraph(", ".join(names), width, "  "))
    return out
