"""Every theorem of the library holds wherever its hypotheses do, at random small instances, and they can hold.

Instances are drawn blindly and evaluated exactly; where no draw satisfies the hypotheses, points are moved to where
they hold and evaluated in balls.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact_terms import holds

from proofs.builder.chapter import Claim
from proofs.checking.models.sampling import sample
from proofs.kernel.terms import Term, takes_integers
from proofs.papers.ks.seeds import masked_vectors

DRAWS, ENOUGH = 4000, 25
INTEGERS = [[*map(Fraction, few)] for few in ((0, 1), (0, 1, 2, 3), (-2, -1, 0, 1, 2), (1, 2))]
NUMBERS = [[*few, Fraction(1, 2), Fraction(3, 2)] for few in INTEGERS]


def instance(symbols: Sequence[Term], rng: random.Random) -> dict[str, Any]:
    """Small values for all variables; functions are tables that grow as they are asked."""
    values: dict[str, Any] = {}
    for symbol in symbols:
        name, *_, sort = symbol.args
        draw = rng.choice(NUMBERS if sort == "R" else INTEGERS)
        if symbol.op == "var":
            values[name] = rng.choice(draw)
        else:
            table: dict[tuple, Fraction] = {}
            increasing = rng.choice([0, 0, 1, -1])

            def at(*i: Any, table=table, draw=draw, increasing=increasing) -> Fraction:
                if i not in table:
                    table[i] = rng.choice(draw) + increasing * 3 * sum(map(int, i))
                return table[i]

            values[name] = at
    return values


STARTS = {"masked_averages.separation_shared": masked_vectors}  # hypotheses that random numbers hardly satisfy


def finite(t: Term) -> bool:
    """Whether it speaks of numbers and sequences, and its quantifiers run over finite ranges of integers."""
    if t.op in ("var", "fn"):
        return takes_integers(t.sort)
    if t.op == "all":
        low = t.args[1]
        high = low.args[1] if low.op == "imp" else low
        ends = [part.args[0].op for part in (low, high) if part.op == "imp"]
        bounds = ends == ["le", "le"] and low.args[0].args[1].op == high.args[0].args[0].op == "bv"
        if not (bounds and t.args[0] == "Z"):
            return False
    return all(finite(kid) for kid in t.args if isinstance(kid, Term))


def test_theorems_hold_at_random_instances(library, chapter: str):
    vacuous = []
    for name in library.names[chapter]:
        fact = library.theory.facts[name]
        if not all(map(finite, (fact.concl, *fact.hyps.values()))):
            continue
        rng = random.Random(name)
        symbols = sorted({v for t in (fact.concl, *fact.hyps.values()) for v in t.free}, key=str)
        satisfied = 0
        for _ in range(DRAWS):
            values = instance(symbols, rng)
            try:
                if not all(holds(h, values) for h in fact.hyps.values()):
                    continue
                assert holds(fact.concl, values), f"{name} fails at {values}"
            except (ZeroDivisionError, ValueError, TypeError):
                continue  # outside of what the evaluator covers: 1/0, log of 0, a maximum over nothing
            satisfied += 1
            if satisfied == ENOUGH:
                break
        if not satisfied:
            seen = sample(Claim(tuple(fact.hyps.values()), fact.concl), points=ENOUGH, start=STARTS.get(name))
            assert seen.verdict != "fails", f"{name} fails at {seen.point}"
            if seen.verdict != "holds":
                vacuous.append(name)
    assert vacuous == [n for n in vacuous if n in {"sums.none_is_not_all"}]


def test_the_one_theorem_with_impossible_hypotheses_says_so(library):
    """`none_is_not_all` concludes falsehood: no instance can satisfy its hypotheses."""
    assert library.theory.facts["sums.none_is_not_all"].concl.op == "false"
