"""Definedness: proofs that formulas apply partial functions only within their domains.

The kernel's terms are total (1/0 = 0, log x = 0 for x <= 0, the maximum over an empty range is 0). So each claim has
obligations: every denominator is non-zero, every logarithm has a positive argument, and every maximum has a non-empty
range. Each holds for all values of the bound variables in their ranges, under the enclosing conditions and the earlier
hypotheses. An obligation is a theorem like any other; `prove` is the tactic that searches for its proof.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial

from proofs.builder.automation import RELATIONS
from proofs.builder.chapter import Claim, Write
from proofs.builder.diagnostics import nearest
from proofs.builder.paper import DefinedBy, Paper
from proofs.builder.proof import Proof, ProofError, relevant
from proofs.checking.store.chapter_contents import ChapterError
from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact, range_bounds
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    domain,
    eq,
    forall,
    imp,
    instantiate_bound,
    inv,
    is_function,
    lam,
    le,
    lt,
    mul,
    num,
    require,
)
from proofs.language.display import text
from proofs.language.matching import match_exactly
from proofs.language.notation import negation, opposite, variable

WORK = 20_000  # the maximum number of multiples of equations that are tried for an obligation
EFFORT = 1  # the budget of the search for a sign, as in `lemmata prove`
NEAR_EFFORT = 0.25  # the budget of the search with only the facts that contain no further variables
NEAR = 24  # the maximum number of facts that share terms with a goal and are tried together

Prover = Callable[[Proof, Term], Fact]  # a tactic, such as one that proves that a term is positive


@cache
def conditions(t: Term) -> tuple[Term, ...]:
    """Return the conditions under which a term or formula is well-defined, quantified over its bound variables."""
    op, args = t.op, t.args
    kids = [conditions(a) if isinstance(a, Term) else () for a in args]
    out = [o for k in kids for o in k]
    if op in ("sum", "prod", "max"):
        low, high = range_bounds(*args[:2])
        out = [*kids[0], *kids[1], *(forall("Z", imp(low, imp(high, o))) for o in kids[2])]
        out += [le(args[0], args[1])] if op == "max" else []
    elif op == "ite":
        other = opposite(args[0])
        out = [*kids[0], *(imp(args[0], o) for o in kids[1]), *(imp(other, o) for o in kids[2])]
    elif op == "imp":
        out = [*kids[0], *(imp(args[0], o) for o in kids[1])]
    elif op == "all":
        out = [forall(args[0], o) for o in kids[1]]
    elif op == "deriv":
        out = [*(instantiate_bound(o, (args[1],)) for o in kids[0]), *kids[1], *kids[2]]
    elif op == "inv":
        out.append(negation(eq(args[0], 0)))
    elif op == "log":
        out.append(lt(num(0), args[0]))
    elif op == "lam":  # it is an argument of a function, which may use its value at any point
        out = list(kids[1])
        for sort in reversed(domain(t.sort)):
            out = [forall(sort, o) for o in out]
    return tuple(out)


def obligations(
    given: Sequence[Term], formulas: Iterable[Term], recursions: Mapping[Term, DefinedBy] | None = None
) -> list[Claim]:
    """Return the obligations of formulas (or terms) under hypotheses, and of the hypotheses.

    A hypothesis must be well-defined if those without obligations of their own and all earlier hypotheses hold; an
    equation of a recursion also if the equations hold, whose values up to an index show that the next one is defined.
    """
    plain = [g for g in given if not conditions(g)]
    others = [g for g in given if conditions(g)]
    parts = []
    for k, g in enumerate(others):
        equations = recursions[g].equations if recursions and g in recursions else ()
        parts.append((tuple(dict.fromkeys((*plain, *others[:k], *equations))), g))
    parts += [(tuple(given), f) for f in formulas]
    found: dict[Hashable, Claim] = {}
    for hypotheses, formula in parts:
        require(not is_function(formula.sort), "a function must be applied")
        for condition in conditions(formula):
            if key(condition) is not True:
                found.setdefault(key(condition), Claim(hypotheses, condition))
    return list(found.values())


@dataclass(frozen=True)
class Obligations:
    """The obligations of a paper's statements by name, without duplicates, and the names that each formula needs."""

    claims: Mapping[str, Claim]
    of: Mapping[tuple[tuple[Term, ...], Term], tuple[str, ...]]  # (hypotheses, claim or defined term) -> names
    by: Mapping[Term, tuple[str, ...]] = field(default_factory=dict)  # theorems that show that an equation is defined

    def proofs(self) -> dict[str, Write]:
        """Return functions that search for the proofs of the obligations, in the form of a chapter's proofs."""
        return {name: partial(prove, claim=claim, by=self.by) for name, claim in self.claims.items()}


def of_paper(paper: Paper) -> Obligations:
    """Return the obligations of a paper's definitions and of its statements, in the form that later results use.

    Raises
    ------
    ChapterError
        if a theorem that should show that a recursion is well-defined does not exist.
    """
    claims: dict[str, Claim] = {}
    names: dict[Hashable, str] = {}
    of: dict[tuple[tuple[Term, ...], Term], tuple[str, ...]] = {}
    for s in paper.statements.values():
        number = 0
        for given, formula in s.meant:
            needed = []
            equations = paper.defined_by[formula].equations if formula in paper.defined_by else ()
            wanted = ((*given, *equations), []) if equations else (given, [formula])
            for o in obligations(*wanted, paper.defined_by):
                same = (frozenset(map(key, o.given)), key(o.shows))
                if same not in names:
                    number += 1
                    names[same] = f"{s.id}#defined-{number}"
                    claims[names[same]] = o
                needed.append(names[same])
            of[given, formula] = tuple(needed)
    by = {formula: d.theorems for formula, d in paper.defined_by.items()}
    for d in paper.defined_by.values():
        wrong = next((n for n in d.theorems if n.startswith(f"{paper.key}.") and n not in paper.proofs), None)
        if wrong is not None:
            known = {name.rpartition(".")[2]: name for name in paper.proofs}
            near = nearest(wrong.rpartition(".")[2], known)
            raise ChapterError(f"{d.statement}: `defined` names {wrong}, which is no theorem of the paper{near}")
    return Obligations(claims, of, by)


def prove(p: Proof, claim: Claim, by: Mapping[Term, tuple[str, ...]] | None = None) -> None:
    """Search for a proof of an obligation and end `p` with it; `by` names theorems for some of the hypotheses."""
    p.work = WORK
    for k, g in enumerate(claim.given):
        p.given(**{f"given{k}": g})
    for name in dict.fromkeys(name for g in claim.given for name in (by or {}).get(g, ())):
        with suppress(KernelError):  # one whose other hypotheses do not hold here is of no use
            p.apply(name, label=f"by {name}")
    given = dict(p.facts)
    for attempt in (_prove_goal, partial(_prove_goal, indices=(num(1),))):
        try:
            fact = attempt(p, claim.shows)
            break
        except KernelError:
            p.facts = dict(given)
    else:
        fact = _prove_goal(p, claim.shows, remains=_search)
    p.qed(fact, claim.shows, claim.given)


def _prove_goal(p: Proof, goal: Term, indices: tuple[Term, ...] = (), remains: Prover | None = None) -> Fact:
    """Prove the goal: open its binders, assume its premises, then prove what `remains`, mostly by finding a sign.

    If there are `indices`, universal facts are instantiated at them and at the variables of the opened binders.
    """
    here = p.find_fact(goal)
    if here is not None:
        return here
    if goal.op == "all":
        x = variable(_new_name(p, goal), goal.args[0])
        inside = _prove_goal(p, instantiate_bound(goal.args[1], (x,)), indices and (*indices, x), remains)
        return p.rule("generalize", x, inside)
    if goal.op == "imp" and not (goal.args[1] is FALSE and goal.args[0].op == "eq"):
        p.given(**{f"here{len(p.made)}": goal.args[0]})
        return p.rule("discharge", goal.args[0], _prove_goal(p, goal.args[1], indices, remains))
    if remains is not None:
        return remains(p, goal)
    for k, fact in enumerate(_instances(p, indices, levels=2)):
        p.facts[f"instance{k}"] = fact
    if goal.op == "imp":
        return nonzero(p, goal.args[0].args[0], positive)
    if goal.op == "lt" and not normal(goal.args[0]):
        return positive(p, goal.args[1])
    return p.side_condition(goal)


def _search(p: Proof, goal: Term) -> Fact:
    """Prove the goal by the search of `lemmata prove`; that a term is not 0, by its sign."""
    if goal.op == "imp":
        return nonzero(p, goal.args[0].args[0], lambda p, t: _search(p, lt(num(0), t)))
    facts = [*_instances(p, list(dict.fromkeys(_indices(goal))), levels=2), *p.facts.values()]
    facts = [f for f in facts if f.concl.op in RELATIONS]
    near = [f for f in facts if f.concl.free <= goal.free]  # with these alone, the search takes less time
    if near:
        with suppress(KernelError):
            return p.prove(goal, *near, effort=NEAR_EFFORT)
    return p.prove(goal, *facts, effort=EFFORT)


def _new_name(p: Proof, goal: Term) -> str:
    """Return a name of a variable that occurs neither in the goal nor in a fact; each nested binder gets a new one."""
    name = f"any{len(p.made)}'"
    while any(v.args[0] == name for v in goal.free):
        name += "'"
    return name


def nonzero(p: Proof, t: Term, positive: Prover) -> Fact:
    """Prove t = 0 → ⊥ from a known fact, from the sign of t, or since t is a product of non-zero factors.

    `positive` proves that a term is positive.
    """
    here = p.find_fact(negation(eq(t, 0)))
    if here is not None:
        return here
    if t.op == "mul":
        return _product_nonzero(p, t, positive)
    try:
        sign = positive(p, t)
    except KernelError:
        sign = positive(p, -t)
    zero = p.rule("assume", eq(t, 0))
    return p.rule("discharge", zero.concl, p.have(FALSE, sign, zero))


def _product_nonzero(p: Proof, t: Term, positive: Prover) -> Fact:
    """Prove that a product is non-zero from its factors."""
    first, *rest = t.args
    if first.op == "mul":  # one factor at a time: to cancel a factor, arithmetic needs the fact that it is non-zero
        return _product_nonzero(p, mul(*first.args, *rest), positive)
    if not rest:
        return nonzero(p, first, positive)
    other = rest[0] if len(rest) == 1 else mul(*rest)
    zero = p.rule("assume", eq(t, 0))
    base = nonzero(p, first.args[0] if first.op == "inv" else first, positive)
    quotient = p.rule("arith", eq(other, 0), [(inv(first), [zero])], [], [base])
    return p.rule("discharge", zero.concl, p.rule("mp", nonzero(p, other, positive), quotient))


def positive(p: Proof, t: Term) -> Fact:
    """Prove 0 < t by its structure, the known facts, and the instances of universal facts at the indices in t."""
    goal = lt(num(0), t)
    here = p.find_fact(goal)  # a known fact is preferred to a proof by structure
    if here is not None:
        return here
    for attempt in (_by_structure, lambda p, t: p.side_condition(goal), _by_theorem, _by_instances):
        try:
            return attempt(p, t)
        except KernelError:
            continue
    raise ProofError(f"{p.name}: no proof was found that {text(goal)}")


def _by_structure(p: Proof, t: Term) -> Fact:
    if t.op == "sum":
        lo, hi, body = t.args
        i = variable(_new_name(p, t), "Z")
        low, high = le(lo, i), le(i, hi)
        outside = dict(p.facts)
        p.given(**{f"low{len(p.made)}": low, f"high{len(p.made)}": high})
        try:
            members = p.generalize(i, positive(p, instantiate_bound(body, (i,))), low, high)
        finally:
            p.facts = outside  # drop the assumptions on i
        return p.apply("sums.sum_pos", members, f=lam(1, body), lo=lo, hi=hi)
    if t.op == "mul":
        return p.rule("arith", lt(num(0), t), [(num(1), [positive(p, a) for a in t.args])], [], [])
    if t.op == "add":
        parts = [_sign(p, a) for a in t.args]
        return p.have(lt(num(0), t), *parts)
    raise ProofError("the term is neither a sum nor a product")


def _sign(p: Proof, t: Term) -> Fact:
    """Prove 0 < t, or 0 <= t if no proof of 0 < t is found."""
    if not normal(t):
        return p.side_condition(le(num(0), t))  # t is identically 0
    try:
        return positive(p, t)
    except KernelError:
        if t.op != "mul":
            return p.side_condition(le(num(0), t))
        return p.rule("arith", le(num(0), t), [(num(1), [_sign(p, a) for a in t.args])], [], [])


def _by_theorem(p: Proof, t: Term) -> Fact:
    """Prove 0 < t by an earlier theorem 0 < pattern whose pattern t matches."""
    for name, pattern in _patterns(p.theory.facts):
        values = match_exactly(pattern, t) if pattern.op == t.op else None
        if values is not None:
            try:
                return p.apply(name, **{v.args[0]: x for v, x in values.items()})
            except KernelError:
                continue
    raise ProofError("no theorem states that the term is positive")


def _patterns(facts: Mapping[str, Fact]) -> list[tuple[str, Term]]:
    """Return the names and patterns of theorems 0 < pattern, with a cache for the last collection of theorems."""
    if isinstance(facts, ChainMap):  # a few new theorems in front of many that do not change
        own = [x for new in reversed(facts.maps[:-1]) for x in _patterns(new)]
        return _patterns(facts.maps[-1]) + own if own else _patterns(facts.maps[-1])
    global _last
    if _last[0] is not facts or _last[1] != len(facts):
        found = [
            (name, fact.concl.args[1])
            for name, fact in facts.items()
            if fact.concl.op == "lt" and not normal(fact.concl.args[0]) and fact.concl.args[1].op not in ("var", "app")
        ]
        if not facts:
            return found
        _last = facts, len(facts), found
    return _last[2]


_last: tuple[Mapping[str, Fact], int, list[tuple[str, Term]]] = ({}, 0, [])


def _by_instances(p: Proof, t: Term) -> Fact:
    facts = _instances(p, list(dict.fromkeys(_indices(t))))
    if not facts:
        raise ProofError("no universal fact has an instance at an index in the term")
    goal = lt(num(0), t)
    return p.have(goal, *relevant(goal, [*facts, *p.facts.values()])[:NEAR], depth=1)


def _instances(p: Proof, indices: Sequence[Term], levels: int = 1) -> list[Fact]:
    """Return instances of the known universal facts at these indices whose premises are proved.

    With `levels` = 2, universal facts among these instances are instantiated in turn.
    """
    out: list[Fact] = []
    facts = list(p.facts.values())
    for _ in range(levels):
        found = []
        for fact in [f for f in facts if f.concl.op == "all" and f.concl.args[0] == "Z"]:
            for i in indices:
                with suppress(KernelError):
                    found.append(p.specialize(fact, i))
        out, facts = out + found, found
    return out


def _indices(t: Term) -> Iterator[Term]:
    if t.op == "app":
        yield from (a for a in t.args[1:] if not a.loose)
    for a in t.args:
        if isinstance(a, Term):
            yield from _indices(a)
