"""The proofs of a report's theorems, step by step, as the pages and notebooks show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from proofs.export.manifest import notions_of
from proofs.export.reports import shortened
from proofs.export.schema import Formula, Theorem
from proofs.export.steps import WORDS, certified_margin, is_small, main_steps, steps
from proofs.kernel.rules import RULES
from proofs.kernel.terms import Term
from proofs.language.display import Notions
from proofs.readable.phrases import boxes

if TYPE_CHECKING:
    from proofs.checking.replay.establish import Theorem as StoredTheorem
    from proofs.checking.report import Report

LONGEST_TYPESET_STEP = 200  # longest formula of a proof that is typeset, in characters
LONGEST_STEP = 400  # longest formula of a proof that is shown without cutting out its middle
MAX_BOXES = 50  # largest number of boxes of a computation for which a margin is computed
Step = dict[str, Any]


class ListedTheorem(Theorem):
    """A theorem with its docstring, the steps of its proof and the number of kernel rules in its stored proof."""

    steps: list[Step]
    says: str
    rules: int


class Proofs:
    """The proofs of a report's theorems."""

    def __init__(self, report: Report) -> None:
        self.report, self.facts, self.theorems = report, report.facts, report.by_name

    def list_steps(self, entry: Theorem, says: str = "") -> ListedTheorem:
        """Return a theorem of the manifest with the steps of its proof."""
        rules = len(self.theorems[entry.name].stored["steps"])
        return ListedTheorem(**msgspec.structs.asdict(entry), steps=self.listing(entry.name), says=says, rules=rules)

    def listing(self, name: str) -> list[Step]:
        """Return the main steps of a theorem's proof for display.

        A hypothesis of the theorem is not listed; the steps that use it say "given". Formulas are text and LaTeX, those
        of small steps only text. The last step is marked if it is the goal.
        """
        theorem = self.theorems[name]
        notions = notions_of(self.report, theorem.chapter)
        rows = main_steps(steps(theorem.stored, self.facts, notions, shown=lambda t: t))
        computed = iter([args for rule, *args in theorem.stored["steps"] if rule == "compute"])
        given = {row["step"] for row in rows[:-1] if row["rule"] == "assume" and not row["depth"]}
        out = []
        for row in rows:
            shows: Term = row["shows"]
            margin = self.margin(shows, next(computed), theorem) if row["rule"] == "compute" else None
            if row["step"] in given:
                continue
            applied = [x for x in (row["rule"], *row["from"]) if isinstance(x, str) and x not in RULES]
            small = row is not rows[-1] and is_small(row)
            out.append(
                {
                    "step": row["step"],
                    "shows": _formula(notions, shows, small),
                    "reached": row is rows[-1] and shows is theorem.fact.concl,
                    "depth": min(row["depth"], 4),
                    "small": small,
                    "how": WORDS.get(row["rule"], ""),
                    "supposed": row["rule"] == "assume",
                    "applies": list(dict.fromkeys(applied)),
                    "of": [x for x in row["from"] if isinstance(x, int) and x not in given],
                    "given": any(x in given for x in row["from"]),
                    "evidence": row["evidence"],
                    "margin": margin,
                }
            )
        return _renumber(_delay_suppositions(out))

    def margin(self, goal: Term, computed: list[Any], theorem: StoredTheorem) -> str:
        """Describe the margin of a computed inequality and the number of boxes on which it was evaluated."""
        _, box, tree = computed
        count = boxes(tree)
        found = certified_margin(goal, box, tree, theorem.stored["terms"]) if count <= MAX_BOXES else None
        words = [f"by at least {float(found):g}"] if found else []
        words += [f"on each of {count} boxes"] if count > 1 else []
        return " ".join(words)


def _delay_suppositions(rows: list[Step]) -> list[Step]:
    """Reorder the steps so that each supposition comes directly before the first step that uses it."""
    first: dict[int, Step] = {}
    for row in rows:
        for source in row["of"]:
            first.setdefault(source, row)
    waiting = {row["step"]: row for row in rows if row["supposed"] and row["step"] in first}
    out: list[Step] = []
    for row in rows:
        if row["step"] in waiting:
            continue
        for source in row["of"]:
            if source in waiting and first[source] is row:
                out.append(waiting[source] | {"depth": row["depth"]})
        out.append(row)
    return out


def _renumber(rows: list[Step]) -> list[Step]:
    """Renumber the steps from 1 in their present order."""
    numbers = {row["step"]: k for k, row in enumerate(rows, 1)}
    return [row | {"step": numbers[row["step"]], "of": sorted(numbers[x] for x in row["of"])} for row in rows]


def _formula(notions: Notions, t: Term, small: bool = False) -> Formula:
    """Return a formula of a proof; a small or long one has no LaTeX, and a long one loses its middle."""
    text = notions.text(t)
    if small or len(text) > LONGEST_TYPESET_STEP:
        return Formula(shortened(text, LONGEST_STEP), "")
    return Formula(text, notions.latex(t))
