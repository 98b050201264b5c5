"""Steps of stored proofs as data: the conclusion of each step, its rule, and the steps it uses.

People read proofs as `proofs.readable` writes them; programs read these steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from proofs.builder.stored import StoredTheorem
from proofs.kernel.rules import RULES, Fact
from proofs.kernel.store import Json, read_terms
from proofs.kernel.terms import Term
from proofs.language.display import NONE, Notions

KINDS = {"cite": "cited", "argue": "argued", "compute": "certified"}


def steps(
    stored: StoredTheorem,
    theorems: Mapping[str, Fact],
    notions: Notions = NONE,
    shown: Callable[[Term], Any] | None = None,
) -> list[dict[str, Any]]:
    """Return the steps of a stored proof, numbered from 1.

    `theorems` are those that it may apply, `notions` those of its paper. Formulas are converted by `shown`, by default
    to text.

    Each has `step`, `rule` (for an applied theorem, its name), `from` (the numbers of the steps it uses),
    `shows` (its conclusion), `evidence` and `depth`: the number of its hypotheses that the theorem does not have.
    """
    terms = read_terms(stored["terms"])
    facts: list[Fact] = []

    def argument(x: Json) -> Any:
        if isinstance(x, dict):
            return facts[x["f"]] if "f" in x else terms[x["t"]]
        return [argument(y) for y in x] if isinstance(x, list) else x

    shown = shown or notions.text
    out = []
    for number, (rule, *args) in enumerate(stored["steps"], 1):
        fact = theorems[args[0]] if rule == "theorem" else RULES[rule](*map(argument, args))
        facts.append(fact)
        exact = rule == "compute" and ("certified", "") not in fact.provenance
        out.append(
            {
                "step": number,
                "rule": args[0] if rule == "theorem" else rule,
                "from": list(dict.fromkeys(_sources(args))),
                "shows": shown(fact.concl),
                "evidence": "exact" if exact else KINDS.get(rule, "exact"),
            }
        )
    given = facts[-1].hyps.keys() if facts else ()
    for row, fact in zip(out, facts, strict=True):
        row["depth"] = sum(h not in given for h in fact.hyps)
    return out


def _sources(x: Json) -> Iterator[int]:
    if isinstance(x, dict) and "f" in x:
        yield x["f"] + 1
    elif isinstance(x, list):
        for y in x:
            yield from _sources(y)
