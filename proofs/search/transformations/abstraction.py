"""Abstraction: a new sequence for a term at an index.

If u_i occurs only as |u_i| or in even powers, y_i >= 0 takes the place of |u_i|, and the goal is about y; likewise for
u_i² and √u_i. For example, Nesbitt's inequality Σ x_i/(S − x_i) >= n/(n − 1), with a variable for S = Σ x_j.
Reference: Harrison, Handbook of Practical Logic and Automated Reasoning, section 5.13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from typing import NamedTuple

from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    Term,
    abstract,
    app,
    bv,
    eq,
    fn,
    forall,
    imp,
    instantiate_bound,
    lam,
    le,
    mul,
    num,
    rebuild,
)
from proofs.language.notation import sqrt
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import swapped_all
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, outermost, walk, written
from proofs.search.sequences.known import MOST_CHANGES, Known, known
from proofs.search.sequences.rewriting import with_equals

MOST_COMPOSED = 3  # differences in one goal
MOST_INNER = 2  # sums inside of members
HERE = bv(0, "Z")  # the index of the innermost sum


def _is_composed(t: Term) -> bool:
    """Return whether it has entries at the index of a sum, and of no other bound variable."""
    found = [x for x in walk(t) if x.loose]
    return all(x.op != "bv" or x is HERE for x in found) and any(x.op == "app" and x.args[1:] == (HERE,) for x in found)


def _inside(goal: Term, op: str) -> list[Term]:
    """Return the terms of a kind at the index of a sum, outermost ones, as they are written."""

    def fits(t: Term) -> bool:
        return t.op == op and _is_composed(t) and not any(x.op in ("sum", "prod", "max") for x in walk(t))

    return _in_members(goal, fits)


def _in_members(goal: Term, fits: Callable[[Term], bool]) -> list[Term]:
    """Return the outermost terms that fit in the members of sums, as they are written."""
    return list(dict.fromkeys(t for b in written(goal, ("sum",)) for t in outermost(b.args[2], fits)))


def _evened(t: Term, size: Term) -> Term:
    """Return the term with |u|² for u²."""
    u = size.args[0]
    if t.op == "mul" and u in t.args:
        count = t.args.count(u) // 2 * 2
        rest = [a for a in t.args if a is not u]
        return mul(*[size] * count, *[u] * (t.args.count(u) - count), *(_evened(a, size) for a in rest))
    return t if t is size else rebuild(t, lambda kid, _: _evened(kid, size))


def _even_powers(known: Known, goal: Term, size: Term) -> Iterator[Fact]:
    """Yield Σ F(u²) = Σ F(|u|²) for the sums of a goal."""
    for b in written(goal, ("sum",)):
        new = _evened(b.args[2], size)
        if new is not b.args[2]:
            index = known.index(b.args[0], b.args[1])
            member, other = index.member(b.args[2]), index.member(new)
            square = known.p.apply("elementary.abs_square", u=index.member(size.args[0]))
            yield known.summed(index, known.linear(eq(member, other), [square], depth=3))


def _asked(known: Known, goal: Term, parts: Sequence[Term], depth: int) -> Fact:
    """Prove the goal for arbitrary sequences in place of these parts, nonnegative ones for absolute values.

    Raises
    ------
    NotFound
        if that is not shown, or fails at an instance.
    """
    names = [fn(f"y'{len(known.p.made)}{k}", 1, "R") for k in range(len(parts))]
    current = swapped_all(goal, {t: app(y, HERE) for t, y in zip(parts, names, strict=True)})
    gone = goal.free - current.free
    if any(t.op == "abs" for t in parts) and any(v in current.free for t in parts for v in _functions(t)):
        raise NotFound("it has more than sizes")
    signs, said = list[Fact](), list[Term]()
    for t, y in zip(parts, names, strict=True):
        for lo, hi in dict.fromkeys(b.args[:2] for b in written(goal, ("sum",)) if t.op == "abs" and t in walk(b)):
            index = known.index(lo, hi)
            sign = known.p.apply("elementary.abs_nonneg", x=index.member(t.args[0]))
            signs.append(known.everywhere(index, sign))
            said.append(swapped_all(signs[-1].concl, {t: app(y, HERE)}))
    given = [g for g in known.given if not g.free & gone]
    inside = Known(known.search, [*given, *said])
    inside.likely(current)
    fact = inside.asked([], current, depth)
    at = known.fresh("i", "Z")
    back = [(y, lam(1, abstract(instantiate_bound(t, (at,)), [at]))) for t, y in zip(parts, names, strict=True)]
    return known.p.change(known.search.cut(known.run("instantiate", fact, back), signs), goal)


def _functions(t: Term) -> set[Term]:
    return {v for v in t.free if v.op == "fn"}


def by_size(known: Known, goal: Term, size: Term, depth: int) -> Fact:
    """Prove the goal about |u|, from the one about any sequence that is not negative."""
    equations = list(_even_powers(known, goal, size))
    if not equations:
        return _asked(known, goal, [size], depth)
    return with_equals(known, goal, equations, lambda now: _asked(known, now, [size], depth))


def _inner_sums(goal: Term) -> list[Term]:
    """Return the sums and means inside of members of sums that do not depend on the index of these."""
    return _in_members(goal, lambda t: (t.op == "sum" and not t.loose) or _is_mean(t))


def _is_mean(t: Term) -> bool:
    """Return whether it is a sum divided by something."""
    return t.op == "mul" and not t.loose and sorted(a.op for a in t.args) == ["inv", "sum"]


def by_names(known: Known, goal: Term, sums: Sequence[Term], depth: int, forgotten: bool) -> Fact:
    """Prove the goal with a number, defined by an equation, in place of each of some sums.

    Unless that is forgotten: then the goal holds with any numbers, which is to be seen at instances.
    """
    names = [known.fresh("s") for _ in sums]
    current = swapped_all(goal, dict(zip(sums, names, strict=True)))
    said = [] if forgotten else [known.run("assume", eq(v, b)) for v, b in zip(names, sums, strict=True)]
    if forgotten:
        known.likely(current)
    fact = known.run("instantiate", known.asked(said, current, depth), list(zip(names, sums, strict=True)))
    same = [] if forgotten else [known.run("arith", eq(b, b), [], [], []) for b in sums]
    return known.p.change(known.search.cut(fact, same), goal)


def _sums_at_index(goal: Term) -> list[Term]:
    """Return the sums inside of members of sums and products that depend on the index of these alone."""
    members = [b.args[2] for b in written(goal, ("sum", "prod"))]
    found = [x for m in members for x in outermost(m, lambda t: t.op == "sum" and t.loose == HERE.loose)]
    return list(dict.fromkeys(found))


def by_sequences(known: Known, goal: Term, given: Sequence[Term], names: Mapping[Term, Term], depth: int) -> Fact:
    """Prove the goal from the one with sequences for sums at an index, under hypotheses with these as well.

    So Z_t takes the place of Σ_i x_{t,i} in ∀t. Z_t d_{t+1} = d_t and d_{T+1} Π Z_t = d_1.
    """
    inside = Known(known.search, given)
    fact = inside.asked([], swapped_all(goal, {t: app(y, HERE) for t, y in names.items()}), depth)
    at = known.fresh("i", "Z")
    back = [(y, lam(1, abstract(instantiate_bound(t, (at,)), [at]))) for t, y in names.items()]
    return known.p.change(known.run("instantiate", fact, back), goal)


def _with_sequences(known: Known, formula: Term, names: Mapping[Term, Term], level: int = 0) -> Term:
    """Put sequences in place of sums at an index under quantifiers."""
    if formula.op == "imp":
        return imp(formula.args[0], _with_sequences(known, formula.args[1], names, level))
    if formula.op != "all" or formula.args[0] != "Z":
        return formula
    i = known.fresh(f"i{level}", "Z")
    inside = _with_sequences(known, instantiate_bound(formula.args[1], (i,)), names, level + 1)
    at = {instantiate_bound(t, (i,)): app(y, i) for t, y in names.items()}
    return forall("Z", abstract(swapped_all(inside, at), [i]))


@method("sums at an index as sequences", share=None)
def sequences(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question with sequences for the sums at an index, where hypotheses have the same sums."""
    k, sums = known(search, asked), _sums_at_index(asked.goal)
    if asked.depth <= MOST_CHANGES and 0 < len(sums) <= MOST_INNER:
        names = {t: fn(f"y'{len(k.p.made)}{number}", 1, "R") for number, t in enumerate(sums)}
        given = [_with_sequences(k, g, names) for g in k.given]
        if all(any(y in g.free for g in given) for y in names.values()):
            yield k.way(partial(by_sequences, k, asked.goal, given, names, asked.depth))


def _squares_named(t: Term, x: Term, y: Term) -> Term:
    """Put y_k in place of x_k².

    Raises
    ------
    NotFound
        if x_k occurs in another way.
    """
    if t is x:
        raise NotFound("it occurs in other ways than in even powers")
    rest, parts = t, list[Term]()
    if t.op == "mul":
        found = Counter(a for a in t.args if a.op == "app" and a.args[0] is x)
        parts = [app(y, *a.args[1:]) for a, count in found.items() for _ in range(count // 2)]
        odd = [a for a, count in found.items() if count % 2]
        rest = mul(*odd, *(a for a in t.args if a not in found))
    here = rebuild(rest, lambda kid, _: _squares_named(kid, x, y))
    return mul(*parts, here) if parts else here


def _roots_named(t: Term, x: Term, y: Term) -> Term:
    """Put y_k in place of √x_k.

    Raises
    ------
    NotFound
        if x_k occurs in another way.
    """
    if t is x:
        raise NotFound("it occurs in other ways than under roots")
    inside = t.args[0].args[1] if t.op == "ite" and t.args[0].op == "lt" else t
    if inside.op == "app" and inside.args[0] is x and t is sqrt(inside):
        return app(y, *inside.args[1:])
    return rebuild(t, lambda kid, _: _roots_named(kid, x, y))


class Naming(NamedTuple):
    """A value of members that a sequence y >= 0 replaces.

    Attributes
    ----------
    put
        Puts y_k in place of the value at x_k; raises `NotFound` if x_k occurs in another way.
    value
        The value of a number.
    sign, number
        The theorem that the value is not negative, and the name of the number in it.
    """

    put: Callable[[Term, Term, Term], Term]
    value: Callable[[Term], Term]
    sign: str
    number: str


NAMINGS = (
    Naming(_squares_named, lambda t: mul(t, t), "elementary.square_nonneg", "x"),
    Naming(_roots_named, sqrt, "norms.sqrt_nonneg", "s"),
)


def by_values(known: Known, goal: Term, given: Sequence[Term], x: Term, y: Term, naming: Naming, depth: int) -> Fact:
    """Prove the goal from the one about any sequence y >= 0 in place of x², or of √x."""
    k, i = bv(0, "Z"), known.fresh("i", "Z")
    sign = forall("Z", le(num(0), app(y, k)))
    fact = Known(known.search, [*given, sign]).asked([], naming.put(goal, x, y), depth)
    fact = known.run("instantiate", fact, [(y, lam(1, naming.value(app(x, k))))])
    nonnegative = known.p.generalize(i, known.p.apply(naming.sign, **{naming.number: app(x, i)}))
    return known.p.change(known.search.cut(fact, [nonnegative]), goal)


@method("squares or roots of members as members", share=None)
def squares(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question with y >= 0 for x², or for √x, if the goal and hypotheses on all indices are about these."""
    k = known(search, asked)
    functions = sorted({v for v in asked.goal.free if v.op == "fn" and v.sort == "(Z>R)"}, key=str)
    for x, naming in product(functions if asked.depth <= MOST_CHANGES else (), NAMINGS):
        y = fn(f"y'{len(k.p.made)}", 1, "R")
        given, compared = list[Term](), False
        for g in k.given:
            with suppress(NotFound):
                given.append(naming.put(g, x, y))
                compared |= g.op == "all" and given[-1] is not g
        with suppress(NotFound):
            naming.put(asked.goal, x, y)
            if compared:
                yield k.way(partial(by_values, k, asked.goal, given, x, y, naming, asked.depth))


@method("sums inside of members as numbers", share=0.4)
def named(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums inside of members, where these are not sums over two indices."""
    k, sums = known(search, asked), _inner_sums(asked.goal)
    if asked.goal.op in ("le", "lt") and not asked.depth and 0 < len(sums) <= MOST_INNER:
        for forgotten in (True, False):
            yield k.way(partial(by_names, k, asked.goal, sums, asked.depth, forgotten))


@method("terms as sequences of their own", share=0.4)
def composed(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for sums of |u|, and for products of sums of products of differences."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > 1 or not bigs(goal, ("sum",)):
        return
    sizes = _inside(goal, "abs")
    if len(sizes) == 1:
        yield k.way(partial(by_size, k, goal, sizes[0], asked.depth))
    differences = _inside(goal, "add")
    whole = any(b.args[2].op == "add" for b in written(goal, ("sum",)))
    if 0 < len(differences) <= MOST_COMPOSED and not whole and not any(_is_shared(t, differences) for t in differences):
        yield k.way(partial(_asked, k, goal, differences, asked.depth))


def _is_shared(t: Term, others: Sequence[Term]) -> bool:
    """Return whether another of the terms is a numerical multiple of it."""
    return any(o is not t and canonical(o).free == canonical(t).free for o in others)
