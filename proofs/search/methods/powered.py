"""Powers e^r as variables, where nothing else is said of r (privacy by e^r, step sizes in powers of e)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, exp, inv, lt, num, var
from proofs.search.base.formulas import swapped_all
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import walk


def _only_powers(asked: Asked) -> Iterator[tuple[Term, dict[Term, Term]]]:
    """The real variables r of which formulas speak by e^r and e^(−r) only, and what stands for these."""
    formulas = [*asked.given, asked.goal]
    found = dict.fromkeys(t.args[0] for f in formulas for t in walk(f) if t.op == "exp" and not t.loose)
    for r in [t for t in found if t.op == "var"]:
        power = var(f"power'{r.args[0]}", "R")
        table = {exp(r): power, exp(canonical(-r)): inv(power), exp(-r): inv(power)}
        if all(r not in swapped_all(f, table).free for f in formulas):
            yield r, table


def by_powers(search: Search, asked: Asked, r: Term, table: dict[Term, Term]) -> Fact:
    """The goal about e^r from that about a positive variable."""
    power = table[exp(r)]
    given = [swapped_all(g, table) for g in asked.given]
    search.meaning[power] = exp(r)
    inside = search.prove([*given, lt(num(0), power)], swapped_all(asked.goal, table), asked.depth + 1)
    fact = search.cut(search.run("instantiate", inside, [(power, exp(r))]), [search.run("exp_pos", r)])
    return search.p.change(None, fact, asked.goal)


# --- the method ------------------------------------------------------------------------------------------------------


@method("powers of e as variables", share=0.6)
def powered(search: Search, asked: Asked) -> Iterator[Way]:
    """For variables that stand in exponents only."""
    if not asked.depth:
        for r, table in _only_powers(asked):
            yield partial(by_powers, search, asked, r, table)
