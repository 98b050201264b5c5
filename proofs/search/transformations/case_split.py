"""Cases: |.| and if-then-else, ranges with or without members, products that vanish.

For example, Π x_i <= (Σ x_i / n)^n for 0 <= x holds if a factor vanishes, and otherwise by logarithms. Reference:
Polya, a heuristic arithmetic engine (Avigad, Lewis and Roux), section 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from proofs.kernel.normal import canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, eq, forall, le, lt, num
from proofs.language.notation import opposite
from proofs.search.base.formulas import choices_in, is_rational, roots_of
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.roots import power_of
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import by_cases, from_zero, through
from proofs.search.sequences.forms import bigs, root_of, swapped_big, written
from proofs.search.sequences.known import Known, known
from proofs.search.sequences.rewriting import with_equals

BRIEFLY = 0.1  # of the effort that is left, to see that a root is positive
MOST_CASES = 6  # one inside another


@method("cases", share=None)
def choices(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for an if-then-else or |.|: the smallest one is removed."""
    given, goal, depth = asked.given, asked.goal, asked.depth
    if goal.op in ("le", "lt") and len(set(choices_in(goal))) > len(set(choices_in(asked.f))):  # some cancel
        fewer = replace(asked, goal=lt(num(0), asked.f) if goal.op == "lt" else le(num(0), asked.f))
        yield lambda: search.p.change(search.found(fewer), goal)
        return
    part = min((c for f in (*given, goal) for c in choices_in(f)), key=lambda c: c.args[0].size, default=None)
    if part is None:
        return
    known = {key(g) for g in given}
    condition = part.args[0]
    at_zero = [v for v in roots_of(part) if key(le(num(0), v)) in known]
    if at_zero and not any(g.op == "eq" for g in given):  # a product that vanishes where a factor does
        yield partial(from_zero, search, given, goal, at_zero[0], depth)
        return
    if part.op == "ite" and power_of(part.args[1]) and key(condition) not in known and is_rational(condition):
        from proofs.search.points.descent import sign_there  # NumPy takes time to load

        ways = [partial(proved, search, given, condition, depth), partial(search.prove, given, condition, depth + 1)]
        positive = search.attempt("only case", ways, BRIEFLY) if sign_there(given, condition.args[1]) > 0 else None
        if positive is not None:
            yield partial(without_choice, search, given, goal, part, positive, depth)
            return
    zero = next((v for v in (*roots_of(part), *zeros_of(part)) if key(le(num(0), v)) in known), None)
    if zero is not None:
        yield partial(from_zero, search, given, goal, zero, depth)
    else:
        yield partial(by_cases, search, given, goal, part, depth)


def zeros_of(part: Term) -> list[Term]:
    """Return the variables in the radicand of a root, if it has only positive coefficients.

    Where these are positive, it is no choice.
    """
    found = power_of(part.args[1]) if part.op == "ite" else None
    p = {} if found is None else normal(found[0])
    plain = all(c > 0 and all(a.term.op == "var" and e > 0 for a, e in m) for m, c in p.items())
    return sorted({a.term for m in p for a, _ in m}, key=lambda v: v.args[0]) if plain else []


def without_choice(search: Search, given: Sequence[Term], goal: Term, part: Term, there: Fact, depth: int) -> Fact:
    """Prove the goal with the first value of an if-then-else whose condition is known."""
    value = part.args[1]
    same = search.run("arith", eq(value, part), [(num(-1), [search.run("ite_eq", part, there)])], [], [])
    return through(search, given, goal, part, value, same, depth)


@method("cases", share=0.7)
def choices_outside(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for an if-then-else, that is no root and not under a sum, of sequences."""
    found = [c for f in (*asked.given, asked.goal) for c in choices_in(f) if c.op == "ite" and root_of(c) is None]
    for part in sorted(found, key=lambda c: c.size)[:1]:
        if asked.depth <= MOST_CASES:
            yield partial(by_cases, search, asked.given, asked.goal, part, asked.depth)


def unsized(known: Known, goal: Term) -> tuple[Term, Term] | None:
    """Return the ends of the ranges of a goal from a numeral to a variable, where nothing bounds that from below."""
    ends = {(canonical(b.args[0]), canonical(b.args[1])) for b in written(goal)}
    sizes = {hi for lo, hi in ends if lo.op == "num" and hi.op == "var"}
    for n in sizes if len(ends) == 1 else ():
        if not any(f.concl.op in ("le", "lt", "eq") and n in f.concl.free for f in known.facts):
            return next(iter(ends))
    return None


def by_emptiness(known: Known, goal: Term, lo: Term, hi: Term, depth: int) -> Fact:
    """Prove the goal where ranges have members, and with 0 and 1 for sums and products where they have none."""
    some = known.asked([known.run("assume", le(lo, hi))], goal, depth)
    empty = known.run("assume", lt(hi, lo))
    none = [known.run("big_empty", b, known.settle(lt(b.args[1], b.args[0]), empty)) for b in written(goal)]
    over_nothing = with_equals(known, goal, none, lambda now: known.asked([empty], now, depth))
    return known.run("cases", lo, hi, some, over_nothing)


def by_one_less(known: Known, goal: Term, depth: int) -> Fact:
    """Prove s <= t for integers from s − 1 < t."""
    s, t = goal.args
    less = known.asked([], lt(canonical(s - 1), t), depth)
    return known.p.change(known.run("integer_step", less), goal)


@method("no members, or some", share=0.9)
def empty_or_not(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums and products up to a size that is not bounded from below."""
    k, goal = known(search, asked), asked.goal
    bounds = None if asked.depth or any(b.op == "max" for b in written(goal)) else unsized(k, goal)
    if bounds is not None:
        yield k.way(partial(by_emptiness, k, goal, *bounds, asked.depth))


@method("integers against less than one more", share=0.4)
def integers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for maxima, sums and members that are integers and are compared with a numeral."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and not asked.depth and goal.args[0].op == "num" and goal.args[1].sort == "Z":
        yield k.way(partial(by_one_less, k, goal, asked.depth))


MOST_PRODUCTS = 2


def by_vanishing(known: Known, goal: Term, b: Term, depth: int) -> Fact:
    """Prove the goal with all members of a product positive, and with 0 for it: if it fails, no member is 0.

    Raises
    ------
    NotFound
        if members may be negative, or that is not shown.
    """
    lo, hi, body = b.args
    index = known.index(lo, hi)
    x = index.member(body)
    with known.inside(index):
        sign = known.nonnegative(x, [*index.facts, *known.ranged(index, x)])
    # with a member that is 0
    hole = known.fresh("p")
    shape = swapped_big(goal, b, hole)
    zero = known.asked([], swapped_big(goal, b, num(0)), depth)
    none = known.run("assume", le(x, num(0)))
    vanishes = known.theorem("inequalities.prod_zero", b, known.everywhere(index, sign), none, *index.ends, m=index.i)
    converse = known.run("arith", eq(num(0), b), [(num(-1), [vanishes])], [], [])
    at_zero = known.run("replace", converse, forall("R", abstract(shape, [hole])), zero)
    # with none, the goal being assumed to fail
    fails = known.run("assume", opposite(goal))
    wrong = known.linear(FALSE, [at_zero, fails], degree=1, work=50)
    above = known.run("assume", lt(num(0), x))
    each = known.run("cases", x, num(0), known.run("absurd", wrong, above.concl), above)
    every = known.everywhere(index, each)
    inside = known.search.cut(_under(known, every, goal, depth), [every])
    s, u = goal.args
    right = known.run("assume", goal)
    return known.run("cases", s, u, right, inside) if goal.op == "le" else known.run("cases", u, s, inside, right)


def _under(known: Known, every: Fact, goal: Term, depth: int) -> Fact:
    before, known.p.facts = known.p.facts, {}
    try:
        return known.search.prove([*known.given, every.concl], goal, depth + 1)
    finally:
        known.p.facts = before


def _positive(known: Known, b: Term) -> bool:
    """Return whether the members of a product are known to be positive."""
    with known.named_facts():
        try:
            known.positive(b)
        except KernelError:
            return False
    return True


@method("a product that is 0", share=0.4)
def vanishing(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for products of members that are not negative."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth:
        return
    for b in bigs(goal, ("prod",))[:MOST_PRODUCTS]:
        if b.args[2].loose and not _positive(k, b):
            yield k.way(partial(by_vanishing, k, goal, b, asked.depth))
