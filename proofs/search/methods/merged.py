"""Members merged into one: Π F(x_i) >= F(Σ x) from F(s) F(x) >= F(s + x), and Σ F(x_i) likewise, by induction.

So bounds of products and sums that are sharp where all members but one vanish, such as Π (1 − x)/(1 + x) >= 1/3 where
Σ x <= 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import canonical, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, big, instantiate_bound, le, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, bigs, entries, quantity, relation, swapped_entry, without
from proofs.search.sequences.induction import by_induction
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST = 1  # sums and products that are tried


def _function(b: Term) -> tuple[Term, Term, Term] | None:
    """An index, x_i and F(x_i), if the members of a sum or product are a function of those of one sequence."""
    i = var("i'", "Z")
    member = instantiate_bound(b.args[2], (i,))
    found = entries([member])
    if len(found) != 1 or found[0].args[1:] != (i,) or member is found[0] or b.args[1].op != "var" or bigs(member):
        return None
    return None if i in swapped_entry(member, found[0], num(0)).free else (i, found[0], member)


def by_merging(known: Known, goal: Term, b: Term, times_what: fmpq) -> Fact:
    """The goal with F(Σ x) for Π F(x), or for Σ F(x)."""
    of = _function(b)
    if of is None:
        raise NotFound("not a function of one sequence")
    i, x, member = of
    lo, n, body = b.args

    def at(t: Term) -> Term:
        return swapped_entry(member, x, t)

    def up_to(k: Term) -> Term:
        return big("sum", lo, k, abstract(x, [i]))

    def order(s: Term, t: Term) -> Term:
        return le(s, t) if times_what > 0 else le(t, s)

    def prove(inside: Known, facts: Sequence[Fact], target: Term) -> Fact:
        k = next(t.args[1] for t in bigs(facts[0].concl, (b.op,)) if t.args[2] is body)
        s, y = up_to(k), substitute(x, {i: k + 1})
        near = [inside.nonnegative(s), inside.nonnegative(y, facts)]
        near += [f for f in facts[1:] if f.concl.op in ("le", "lt") and set(bigs(f.concl)) <= {canonical(s)}]
        one, other, both = at(s), at(y), at(s + y)
        below = [d for t in (one, other, both) for d in inside.denominators(t, near)]
        joined = one * other if b.op == "prod" else one + other
        step = inside.numbers([*near, *below], order(both, joined), 2.0)
        sides = [facts[0]] if b.op == "sum" else [facts[0], inside.nonnegative(other, [*near, *below])]
        return inside.run("arith", target, [(num(1), [step]), (num(1), sides)], [], below)

    q = without(quantity(goal), b)
    whole = at(up_to(n))
    left = relation(plus(q, normal(whole), times_what), goal.op)
    plain = [*known.facts, known.nonnegative(up_to(n))]
    known.likely(order(whole, b))
    rest = known.numbers([*plain, *known.denominators(left, plain)], left)
    fact = by_induction(known, order(whole, b), prove)
    return known.run("arith", goal, [(num(1), [rest]), (num(abs(times_what)), [fact])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("members merged", share=0.3)
def merged(search: Search, asked: Asked) -> Iterator[Way]:
    """For a product or sum of a function of numbers that are not negative."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES:
        q = quantity(goal)
        found = [*alone(q, "prod"), *alone(q, "sum")]
        for b, c in [(b, c) for b, c in found if _function(b) is not None][:MOST]:
            yield k.way(partial(by_merging, k, goal, b, c))
