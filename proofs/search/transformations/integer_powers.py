"""Powers r^m with a symbolic integer m, rewritten as e^(m log r), which makes a question one about numbers.

The kernel writes r^m as a product of m factors; by the library theorem `inequalities.prod_const` it is e^(m log r) if
0 < r. So (1 − 1/n)^n <= 1/e for an integer n is asked like the same question for a real n. If only 0 <= r is known,
as for (1 − x/n)^n <= e^(−x) with x <= n, the case r = 0 is proved separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, big, eq, forall, le, lift, lt, num, rebuild, substitute
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, of_sequences, swapped_big
from proofs.search.sequences.known import Known, known


def by_exponentials(known: Known, goal: Term, powers: Sequence[Term], depth: int) -> Fact:
    """Prove the goal from the same with e^(m log r) in place of each power."""
    values = []
    for power in powers:
        lo, hi, r = power.args[0], power.args[1], lift(power.args[2], -1)
        positive, proper = known.asked([], lt(num(0), r), depth), known.settle(le(lo, hi + 1))
        values.append(known.p.apply("inequalities.prod_const", positive, proper, lo=lo, hi=hi, r=r))
    wanted = goal
    for power, value in zip(powers, values, strict=True):
        wanted = swapped_big(wanted, power, value.concl.args[1])
    fact = known.asked([], wanted, depth)
    for k, power in enumerate(powers):
        hole, shape = known.fresh("power"), goal
        for j, (other, value) in enumerate(zip(powers, values, strict=True)):
            shape = swapped_big(shape, other, hole if j == k else value.concl.args[1]) if j >= k else shape
        same = known.p.have(eq(values[k].concl.args[1], power), values[k])
        fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
    return known.restated(fact, goal)


def by_sign_of_base(known: Known, goal: Term, power: Term, depth: int) -> Fact:
    """Prove the goal from the cases 0 < r and r = 0 for the base r of a power, which is not negative."""
    lo, hi, r = power.args[0], power.args[1], lift(power.args[2], -1)
    known.likely(le(num(0), r))
    sign = known.asked([], le(num(0), r), depth)
    hole = known.fresh("base")
    shape = swapped_big(goal, power, big("prod", lo, hi, hole))
    same = known.run("antisymmetry", sign, known.run("assume", le(r, num(0))))
    vanishing = known.asked([], substitute(shape, {hole: num(0)}), depth)
    vanishing = known.restated(known.run("replace", same, forall("R", abstract(shape, [hole])), vanishing), goal)
    return known.run("cases", r, num(0), vanishing, known.asked([known.run("assume", lt(num(0), r))], goal, depth))


@method("powers with integer exponents as exponentials", share=0.3)
def integer_powers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the goal with exponentials, if such powers are its only terms of symbolic length."""
    goal = rebuild(asked.goal, lambda side, _: canonical(side)) if asked.goal.op in ("le", "lt", "eq") else asked.goal
    powers = [b for b in bigs(goal, ("prod",)) if not any(k == 0 for k, _ in b.args[2].loose)]
    wanted = goal
    for power in powers:
        wanted = swapped_big(wanted, power, power.args[1])
    if powers and not of_sequences(wanted):
        k = known(search, asked)
        yield k.way(partial(by_exponentials, k, asked.goal, powers, asked.depth))
        signs = {key(g) for g in asked.given}
        at_ends = [power for power in powers if key(lt(num(0), lift(power.args[2], -1))) not in signs]
        yield from (k.way(partial(by_sign_of_base, k, asked.goal, power, asked.depth)) for power in at_ends)
