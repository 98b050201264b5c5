"""Readable steps of stored proofs: the conclusion of each step, its rule, and the steps it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from proofs.builder.stored import StoredTheorem
from proofs.kernel import evaluate
from proofs.kernel.rules import RULES, Fact
from proofs.kernel.store import Json, read_terms
from proofs.kernel.terms import KernelError, Term, le, num, var
from proofs.language.display import NONE, Notions

BOOKKEEPING = {"instantiate", "specialize", "discharge", "mp"}
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


WORDS = {  # the rules in words
    "assume": "suppose",
    "discharge": "as that was supposed",
    "mp": "as its hypothesis holds",
    "generalize": "for every such value, as nothing was supposed of it",
    "specialize": "for these values",
    "instantiate": "for these values",
    "cases": "in both cases",
    "absurd": "as the contrary is contradictory",
    "replace": "equals put for equals",
    "arith": "by arithmetic",
    "antisymmetry": "each is at most the other",
    "supremum": "there is a least upper bound",
    "integer_step": "between integers",
    "induction": "by induction",
    "big_empty": "nothing to sum or choose from",
    "big_step": "the last member split off",
    "max_ge": "no member exceeds the maximum",
    "max_le": "a bound of all members bounds the maximum",
    "exp_ge": "e^x is at least 1 + x",
    "exp_pos": "e^x is positive",
    "exp_log": "exp undoes log",
    "ite_eq": "the branch whose condition holds",
    "abs_value": "what |·| is",
    "derivative": "differentiated",
    "mean_value": "by the mean value theorem",
    "compute": "computed, with bounds for every rounding",
    "cite": "cited",
    "argue": "argued, not proved",
}


def is_small(row: Mapping[str, Any]) -> bool:
    """Return whether a step can be hidden: it is a trivial equality x = x, or restates a single fact.

    `shows` of the row is the conclusion as a term.
    """
    t: Term = row["shows"]
    itself = t.op == "eq" and t.args[0] is t.args[1]
    rewritten = row["rule"] == "arith" and len(row["from"]) == 1 and isinstance(row["from"][0], int)
    return itself or rewritten or row["rule"] == "integer_step"


def _sources(x: Json) -> Iterator[int]:
    if isinstance(x, dict) and "f" in x:
        yield x["f"] + 1
    elif isinstance(x, list):
        for y in x:
            yield from _sources(y)


def main_steps(listed: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the steps without book-keeping, renumbered; `from` also names the theorems applied.

    Instantiating an applied theorem and supplying its hypotheses, one rule each, become one step.

    >>> rows = [("assume", []), ("exp_le", []), ("instantiate", [2]), ("discharge", [3]), ("mp", [4, 1])]
    >>> found = main_steps([
    ...     {"step": k, "rule": rule, "from": used, "shows": f"fact {k}", "evidence": "exact"}
    ...     for k, (rule, used) in enumerate(rows, 1)
    ... ])
    >>> [(s["step"], s["rule"], s["from"], s["shows"]) for s in found]
    [(1, 'assume', [], 'fact 1'), (2, 'exp_le', [1], 'fact 5')]
    """
    readers: dict[int, list[str]] = {}
    for s in listed:
        for source in s["from"]:
            readers.setdefault(source, []).append(s["rule"])
    numbers: dict[int, int] = {}
    carried: dict[int, list[int | str]] = {}
    out: list[dict[str, Any]] = []
    for s in listed:
        own = [x for source in s["from"] for x in carried.get(source, [numbers.get(source, 0)])]
        theorem = s["rule"] not in RULES
        quiet = theorem or s["rule"] in BOOKKEEPING
        if s["rule"] == "assume":  # assumed only to restate a fact
            quiet = readers.get(s["step"]) == ["discharge"]
        sources = list(dict.fromkeys([s["rule"], *own] if theorem else own))
        if quiet and len(readers.get(s["step"], [])) == 1:
            carried[s["step"]] = sources
            continue
        rule = s["rule"]
        names = [x for x in sources if isinstance(x, str)]
        if quiet and names:
            rule = names[0]
            sources.remove(rule)
        numbers[s["step"]] = len(out) + 1
        out.append({**s, "step": len(out) + 1, "rule": rule, "from": sources})
    return out


def certified_margin(goal: Term, box: Json, tree: Json, terms: Json) -> str | None:
    """Return a lower bound for the margin of an inequality on its box: one digit, shown by the same certificate.

    None for other formulas, and if no margin of at least 10⁻⁹ is found.
    """
    if goal.op not in ("le", "lt"):
        return None
    left, right = goal.args
    where = [(var(terms[x["t"]][1], terms[x["t"]][2]), lo, hi) for x, lo, hi in box]

    def holds(digit: int, exponent: int) -> bool:
        gap = num(digit * 10 ** max(exponent, 0), 10 ** max(-exponent, 0))
        try:
            evaluate.check(le(left + gap, right), where, tree)
        except KernelError:
            return False
        return True

    exponent = next((k for k in range(6, -10, -1) if holds(1, k)), None)
    if exponent is None:
        return None
    return f"{next(d for d in range(9, 0, -1) if holds(d, exponent))}e{exponent}"
