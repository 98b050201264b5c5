"""Detection of tautologies: formulas such as x = x that hold for all values of their variables, up to rewriting.

It takes into account the order of sums and products, zeros and ones, ∧, ∃, → and ¬, a conclusion that is a hypothesis,
and values that an equation fixes, as in ∃x. x = t ∧ A(x). It proves nothing; a lint uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from proofs.builder.chapter import Claim
from proofs.kernel.normal import ONE, constant, key, normal, plus
from proofs.kernel.terms import FALSE, KernelError, Term, instantiate_bound, variable
from proofs.language.notation import goes_on

BOUND = "bound''"  # prefix of the names of variables that replace bound ones
RELATIONS = ("le", "lt", "eq")
UNITS = {"add": 0, "mul": 1}
_NUMBERS: dict[Hashable, int] = {}


@cache
def shape(t: Term, blurred: bool = False) -> int:
    """Return a number that is equal for terms that differ only in the order of sums and products, and in 0 and 1.

    If `blurred`, bound variables of one sort are not distinguished.
    """
    own: Hashable
    if t.op in UNITS:
        parts = Counter(shape(a, blurred) for a in _flat(t, t.op))
        if parts.total() == 1:
            return next(iter(parts))
        own = (t.op, frozenset(parts.items())) if parts else ("num", UNITS[t.op], 1)
    elif t.op == "bv" and blurred:
        own = ("bv", t.sort)
    else:
        own = (t.op, *(shape(a, blurred) if isinstance(a, Term) else a for a in t.args))
    return _NUMBERS.setdefault(own, len(_NUMBERS))


def _flat(t: Term, op: str) -> Iterator[Term]:
    for a in t.args:
        if a.op == op:
            yield from _flat(a, op)
        elif a.op != "num" or a.args != (UNITS[op], 1):
            yield a


def as_written(formula: Term) -> Hashable:
    """Return a key that is equal for formulas written alike; True for x = x and x <= x."""
    if formula.op in ("le", "eq") and shape(formula.args[0]) == shape(formula.args[1]):
        return True
    return shape(formula)


def up_to_arithmetic(formula: Term) -> Hashable:
    """Return a key that is equal for formulas equal by arithmetic; True or False if arithmetic decides the formula."""
    try:
        return key(formula)
    except KernelError:  # too long
        return as_written(formula)


def is_tautology(claim: Claim) -> bool:
    """Return whether the conclusion of a claim, as written, is a tautology or one of its hypotheses."""
    for look in (_letters, _blurred):
        known = {look(r) for f in claim.given for r in relations(f)}
        if not _may_be(claim.shows, known.union(map(look, relations(claim.shows, True))), look, True):
            return False
    return _truth(claim.shows, Known(as_written).extended_by(claim.given), 0) is True


def is_trivial(claim: Claim) -> bool:
    """Return whether a conclusion without ∃ follows by arithmetic from at most one hypothesis: 0 <= 2x from 0 < x."""
    last = claim.shows
    while goes_on(last):
        last = last.args[1]
    if not _plain(last):
        return False
    return _truth(claim.shows, Known(up_to_arithmetic).extended_by(claim.given), 0) is True


def tautological_part(formula: Term) -> Term | None:
    """Return a conjunct of a formula that is a tautology: x = x in ∃x. 0 < x ∧ x = x."""
    return next((f for f in _parts(formula) if (f.free or f.loose) and as_written(f) is True), None)


def vacuous_premise(formula: Term) -> Term | None:
    """Return a premise within ∃ that some value violates: ∃x. (0 < x → A(x)) is weaker than ∃x. 0 < x ∧ A(x)."""
    return next(_vacuous_premises(formula, ()), None)


def quantifiers(formula: Term) -> tuple[tuple[str, str], ...]:
    """Return the quantifiers of a formula's conclusion, outermost first, each with its sort."""
    out, some = [], False
    while formula.op in ("all", "imp"):
        first, second = formula.args
        if formula.op == "all":
            out.append(("∃" if some else "∀", first))
        negated = formula.op == "imp" and second is FALSE
        formula, some = (first, not some) if negated else (second, some)
    return tuple(out)


def weaker(formula: Term, known: Term) -> bool:
    """Return whether an inequality is a multiple of a known relation, or weaker than one."""
    if formula.op not in ("le", "lt") or known.op not in RELATIONS:
        return False
    try:
        p, q = (plus(normal(r.args[1]), normal(r.args[0]), -1) for r in (known, formula))
        m = next((m for m in p if m != ONE), None)
        if m is None or m not in q or (known.op != "eq" and q[m] / p[m] < 0):
            return False
        left = constant(plus(q, p, -q[m] / p[m]))
    except KernelError:
        return False
    return left is not None and (left > 0 or (left == 0 and (formula.op == "le" or known.op == "lt")))


# --- implementation ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """The assumptions: the keys of the formulas, and the relations among them."""

    alike: Callable[[Term], Hashable]
    keys: frozenset[Hashable] = frozenset()
    relations: tuple[Term, ...] = ()

    def extended_by(self, formulas: Iterable[Term]) -> Known:
        """Return the assumptions extended by these formulas and their conjuncts."""
        parts = [part for f in formulas for part in _conjuncts(f)]
        own = [f for f in parts if f.op in RELATIONS]
        return Known(self.alike, self.keys | {self.alike(f) for f in parts}, (*self.relations, *own))

    def contains(self, formula: Term) -> bool:
        """Return whether a formula is one of the assumptions, or weaker than one: x <= y if x < y is known."""
        if self.alike(formula) in self.keys:
            return True
        return self.alike is up_to_arithmetic and any(weaker(formula, f) for f in self.relations)


def _truth(t: Term, known: Known, depth: int) -> bool | None:
    """Return whether the assumptions decide a formula as true or false; None if they do not."""
    if t is FALSE:
        return False
    found = known.alike(t)
    if found is True or found is False:
        return bool(found)
    if known.contains(t):
        return True
    if t.op == "all":
        value = _fixed(t)
        x = _fresh(t.args[0], depth) if value is None else value
        return _truth(instantiate_bound(t.args[1], (x,)), known, depth + 1)
    if t.op != "imp":
        return None
    condition, body = t.args
    second = _truth(body, known.extended_by([condition]), depth)
    if second is not False:
        return second
    first = _truth(condition, known, depth)
    return None if first is None else not first


def _fresh(sort: str, depth: int | str) -> Term:
    return variable(f"{BOUND}{depth}", sort)


def _fixed(t: Term) -> Term | None:
    """Return the only value of ∀'s variable that matters, which is t in ∀x. … → x = t → A(x)."""
    sort, body = t.args
    if sort not in ("Z", "R"):
        return None
    x = _fresh(sort, "_")
    body, inside = instantiate_bound(body, (x,)), {x}
    while body.op in ("all", "imp"):
        if body.op == "all":
            inside.add(y := _fresh(body.args[0], f"_{len(inside)}"))
            body = instantiate_bound(body.args[1], (y,))
            continue
        for part in _conjuncts(body.args[0]):
            if part.op == "eq" and x in part.args:
                value = part.args[part.args[0] is x]
                if inside.isdisjoint(value.free) and (sort == "R" or value.sort == "Z"):
                    return value
        body = body.args[1]
    return None


Look = Callable[[Term], Hashable]


def _letters(t: Term) -> Hashable:
    return t.op, t.free


def _blurred(t: Term) -> Hashable:
    return shape(t, True)


def _may_be(t: Term, known: set[Hashable], look: Look, wanted: bool) -> bool:
    """Return whether `_truth` may return `wanted`: a quick test of the relations that opens no binder."""
    if t.op in RELATIONS:
        return wanted and (look(t) in known or (t.args[0].free == t.args[1].free and as_written(t) is True))
    if t.op not in ("all", "imp"):
        return t is FALSE and not wanted
    first, second = t.args
    if t.op == "all":
        equations = (r.args for r in relations(second, True) if r.op == "eq" and first in ("Z", "R"))
        fixed = any(side.op == "bv" for sides in equations for side in sides)
        return fixed or _may_be(second, known, look, wanted)
    if wanted:
        return _may_be(second, known, look, True) or _may_be(first, known, look, False)
    return _may_be(first, known, look, True) and _may_be(second, known, look, False)


@cache
def relations(formula: Term, assumed: bool | None = None) -> frozenset[Term]:
    """Return the relations in a formula: all, only those among its premises, or only those in its conclusion."""
    if formula.op == "all":
        return relations(formula.args[1], assumed)
    if formula.op == "imp":
        first = relations(formula.args[0], None if assumed is None else not assumed)
        return first | relations(formula.args[1], assumed)
    return frozenset([formula]) if formula.op in RELATIONS and not assumed else frozenset()


def _plain(formula: Term) -> bool:
    return formula.op != "all" and (formula.op != "imp" or all(map(_plain, formula.args)))


def _conjuncts(t: Term) -> Iterator[Term]:
    """Yield the formula and, if it is a conjunction, its conjuncts."""
    yield t
    if t.op == "imp" and t.args[1] is FALSE:
        inside = t.args[0]
        while inside.op == "imp":
            first, inside = inside.args
            yield from _conjuncts(first)


def _parts(t: Term) -> Iterator[Term]:
    """Yield the conclusions of a formula under its quantifiers and conditions: one, or each of several conjuncts."""
    while goes_on(t):
        t = t.args[1]
    if t.op != "imp":
        yield t
        return
    inside = t.args[0]
    while inside.op in ("all", "imp"):
        if inside.op == "imp":
            yield from _parts(inside.args[0])
        inside = inside.args[1]


def _vacuous_premises(t: Term, some: tuple[bool, ...]) -> Iterator[Term]:
    """Yield the premises on variables of ∃ alone; `some` tells which enclosing binders, innermost first, are ∃."""
    if t.op == "all":
        yield from _vacuous_premises(t.args[1], (False, *some))
    elif t.op == "imp" and t.args[1] is FALSE:
        inside = t.args[0]
        while inside.op in ("all", "imp"):
            if inside.op == "imp":
                yield from _vacuous_premises(inside.args[0], some)
            else:
                some = (True, *some)
            inside = inside.args[1]
    elif t.op == "imp":
        condition, body = t.args
        last = body
        while last.op == "imp":
            last = last.args[1]
        either = last is FALSE or (condition.op == "imp" and condition.args[1] is FALSE)  # ¬A ∨ ¬B, A ∨ B
        if condition.loose and not either and all(some[k] for k, _ in condition.loose):
            yield condition
        yield from _vacuous_premises(body, some)
