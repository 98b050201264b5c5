"""The rules: the only functions that make facts. Each checks its evidence by itself and refuses the rest.

A `Fact` says: under its hypotheses, for all values of its free variables, its conclusion holds. It also carries
what it was made from: `marks`, pairs such as ("cited", reference), ("argued", text), ("certified", "") for ball
arithmetic, and ("uses", theorem). Arguments named `template` are formulas ∀x. C that stand for C with a hole x.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from flint import fmpq

from proofs.kernel import evaluate
from proofs.kernel.normal import Mono, Poly, key, normal, plus, power, product, times
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    add,
    closed,
    deriv,
    exp,
    forall,
    imp,
    inv,
    ite,
    le,
    lift,
    log,
    lt,
    mul,
    num,
    opened,
    substitute,
)
from proofs.kernel.terms import big as big_operator
from proofs.kernel.terms import eq as equation

Marks = frozenset[tuple[str, str]]
_SEAL = object()


class Fact:
    """Hypotheses ⊢ conclusion; made only by the rules of this module."""

    __slots__ = ("concl", "hyps", "marks")

    def __init__(self, seal: object, hyps: Mapping[Hashable, Term], concl: Term, marks: Marks) -> None:
        if seal is not _SEAL:
            raise KernelError("facts are made by rules")
        if concl.loose or any(h.loose for h in hyps.values()):
            raise KernelError("a fact may not have dangling variables")
        self.hyps, self.concl, self.marks = hyps, concl, marks

    def __repr__(self) -> str:
        return f"{list(self.hyps.values())} ⊢ {self.concl}"


def _fact(concl: Term, facts: Sequence[Fact] = (), drop: Sequence[Term] = (), marks: Marks = frozenset()) -> Fact:
    """A fact from others: the union of their hypotheses without `drop` and without what is true outright."""
    gone = {key(h) for h in drop} | {True}
    hyps = {k: h for f in facts for k, h in f.hyps.items() if k not in gone}
    if concl.sort != "B":
        raise KernelError(f"a fact states a formula, not {concl}")
    return Fact(_SEAL, hyps, concl, marks.union(*(f.marks for f in facts)))


def _same(a: Term, b: Term, what: str) -> None:
    if a is not b and key(a) != key(b):
        raise KernelError(f"{what}: {a} is not {b}")


def _need(t: Term, op: str) -> tuple:
    if t.op not in op.split():
        raise KernelError(f"expected {op}, not {t}")
    return t.args


# --- logic -------------------------------------------------------------------------------------------------


def assume(a: Term) -> Fact:
    """A ⊢ A."""
    if a.sort != "B":
        raise KernelError(f"not a formula: {a}")
    return Fact(_SEAL, {key(a): a} if key(a) is not True else {}, a, frozenset())


def discharge(a: Term, fact: Fact) -> Fact:
    """From Γ, A ⊢ B: Γ ⊢ A → B."""
    return _fact(imp(a, fact.concl), [fact], drop=[a])


def mp(implication: Fact, fact: Fact) -> Fact:
    """Modus ponens: from A → B and A: B."""
    a, b = _need(implication.concl, "imp")
    _same(a, fact.concl, "modus ponens needs the antecedent")
    return _fact(b, [implication, fact])


def generalise(x: Term, fact: Fact) -> Fact:
    """From Γ ⊢ A, x not free in Γ: Γ ⊢ ∀x. A."""
    _need(x, "var")
    if any(x in h.free for h in fact.hyps.values()):
        raise KernelError(f"{x} is not arbitrary: a hypothesis speaks of it")
    return _fact(forall(x.sort, closed(fact.concl, [x])), [fact])


def specialise(fact: Fact, t: Term) -> Fact:
    """From ∀x. A: A with t for x."""
    return _fact(_fill(fact.concl, t), [fact])


def _fill(template: Term, t: Term) -> Term:
    sort, body = _need(template, "all")
    if t.sort != sort and (t.sort, sort) != ("Z", "R"):
        raise KernelError(f"a variable of sort {sort} cannot be {t}")
    return opened(body, (t,))


def instantiate(fact: Fact, values: Sequence[tuple[Term, Term]]) -> Fact:
    """Free variables and functions replaced throughout."""
    if len({x for x, _ in values}) != len(values):
        raise KernelError("a variable is instantiated twice")
    concl, *hyps = (substitute(a, dict(values)) for a in (fact.concl, *fact.hyps.values()))
    return Fact(_SEAL, {key(h): h for h in hyps if key(h) is not True}, concl, fact.marks)


def cases(s: Term, t: Term, low: Fact, high: Fact) -> Fact:
    """From Γ, s <= t ⊢ A and Δ, t < s ⊢ A: Γ, Δ ⊢ A."""
    _same(low.concl, high.concl, "the cases must agree")
    a, b = _fact(low.concl, [low], drop=[le(s, t)]), _fact(high.concl, [high], drop=[lt(t, s)])
    return _fact(low.concl, [a, b])


def absurd(fact: Fact, a: Term) -> Fact:
    """From something false outright: anything."""
    if key(fact.concl) is not False:
        raise KernelError(f"not absurd: {fact.concl}")
    return _fact(a, [fact])


def replace(equality: Fact, template: Term, fact: Fact) -> Fact:
    """Equals for equals: from s = t and C[s]: C[t], where the template is ∀x. C[x]."""
    s, t = _need(equality.concl, "eq")
    _same(_fill(template, s), fact.concl, "the template does not fit")
    return _fact(_fill(template, t), [equality, fact])


# --- arithmetic --------------------------------------------------------------------------------------------


def _quantity(fact: Fact) -> tuple[Poly, bool, bool]:
    """What a fact says is >= 0: the difference of its sides, whether it is > 0, whether it is 0."""
    s, t = _need(fact.concl, "le lt eq")
    return plus(normal(t), normal(s), -1), fact.concl.op == "lt", fact.concl.op == "eq"


def _nonzero(fact: Fact) -> Term:
    """A term that the fact shows to differ from 0, taken as the right side minus the left."""
    c = fact.concl
    if c.op == "imp" and key(c.args[1]) is False and c.args[0].op == "eq":
        c = c.args[0]
    elif c.op != "lt":
        raise KernelError(f"does not show anything to be non-zero: {c}")
    return c.args[1] - c.args[0]


def _cleared(p: Poly, q: Term) -> Poly:
    """p times a power of q in which 1/q no longer occurs; zero exactly when p is, if q is not zero."""
    inverse = normal(inv(q))
    ((mono, _),) = inverse.items() if len(inverse) == 1 else [(frozenset(), None)]
    marks = [a for a, _ in mono if a.term.op == "inv"]
    for a in marks:
        base = normal(a.term.args[0])  # a factor of q, hence not zero
        parts: dict[int, Poly] = {}
        for m, c in p.items():
            e = int(dict(m).get(a, 0))
            rest: Mono = frozenset(ae for ae in m if ae[0] is not a)
            parts.setdefault(e, {})[rest] = c
        top = max(parts, default=0)
        p = {}
        for e, part in parts.items():
            p = plus(p, times(part, power(base, top - e)))
    return p


def arith(
    goal: Term,
    combination: Sequence[tuple[Term, Sequence[Fact]]],
    scale: Sequence[Fact] = (),
    nonzero: Sequence[Fact] = (),
) -> Fact:
    """(right − left) · Π scale = Σ coefficient · Π facts, the one rule of arithmetic.

    For L <= R the coefficients are rationals >= 0 (any number, of any sign, where a fact of the product is an
    equation); for L < R one product of strict facts must have a coefficient > 0; for L = R every product must
    contain an equation. `scale` are strict facts; `nonzero` facts allow x · 1/x = 1 for what they show non-zero.
    The goal FALSE stands for 0 < 0.
    """
    target = lt(num(0), num(0)) if goal is FALSE else goal
    left, right = _need(target, "le lt eq")
    rest = plus(normal(right), normal(left), -1)
    used = [*scale, *nonzero]
    for fact in scale:
        quantity, strict, _ = _quantity(fact)
        if not strict:
            raise KernelError(f"only strict facts may scale a relation: {fact.concl}")
        rest = times(rest, quantity)
    positive = False
    for coefficient, facts in combination:
        quantities = [_quantity(f) for f in facts]
        zero = any(z for _, _, z in quantities)
        if not zero:
            if coefficient.op != "num" or coefficient.args[0] < 0:
                raise KernelError(f"a coefficient of inequalities must be a rational >= 0, not {coefficient}")
            if target.op == "eq":
                raise KernelError("an equation follows from equations only")
            positive |= coefficient.args[0] > 0 and all(strict for _, strict, _ in quantities)
        rest = plus(rest, product([normal(coefficient), *(q for q, _, _ in quantities)]), -1)
        used += facts
    for fact in nonzero:
        rest = _cleared(rest, _nonzero(fact))
    if rest:
        raise KernelError(f"the identity does not hold for {goal}: left over {len(rest)} terms")
    if target.op == "lt" and not positive:
        raise KernelError(f"nothing strict supports {goal}")
    return _fact(goal, used)


def antisymmetry(below: Fact, above: Fact) -> Fact:
    """From s <= t and t <= s: s = t."""
    s, t = _need(below.concl, "le")
    _same(le(t, s), above.concl, "antisymmetry needs the reverse")
    return _fact(equation(s, t), [below, above])


def integer_step(fact: Fact) -> Fact:
    """From s < t on integers: s + 1 <= t."""
    s, t = _need(fact.concl, "lt")
    if s.sort != "Z" or t.sort != "Z":
        raise KernelError(f"not integers: {fact.concl}")
    return _fact(le(s + 1, t), [fact])


def induction(template: Term, lo: Term, k: Term, base: Fact, step: Fact) -> Fact:
    """From P[lo] and lo <= k, P[k] ⊢ P[k + 1], k integer and otherwise arbitrary: ∀x. lo <= x → P[x]."""
    sort, body = _need(template, "all")
    if sort != "Z" or k.op != "var" or k.sort != "Z" or lo.sort != "Z":
        raise KernelError("induction runs over an integer variable")
    _same(base.concl, _fill(template, lo), "the base")
    _same(step.concl, _fill(template, k + 1), "the step")
    rest = _fact(step.concl, [step], drop=[_fill(template, k), le(lo, k)])
    if any(k in t.free for t in (*rest.hyps.values(), template, lo)):
        raise KernelError(f"{k} is not arbitrary in the step")
    from_lo = le(lift(lo, 1), closed(k, [k]))
    return _fact(forall("Z", imp(from_lo, body)), [base, rest])


# --- the functions -----------------------------------------------------------------------------------------


def big_empty(t: Term, fact: Fact) -> Fact:
    """From hi < lo: an empty sum is 0, an empty product 1."""
    lo, hi, _ = _need(t, "sum prod")
    _same(fact.concl, lt(hi, lo), "the range must be empty")
    return _fact(equation(t, num(0 if t.op == "sum" else 1)), [fact])


def big_step(t: Term, fact: Fact) -> Fact:
    """From lo <= hi: Σ = Σ up to hi − 1, plus the last; likewise Π."""
    lo, hi, body = _need(t, "sum prod")
    _same(fact.concl, le(lo, hi), "the range must not be empty")
    before, last = big_operator(t.op, lo, hi - 1, body), opened(body, (hi,))
    return _fact(equation(t, (add if t.op == "sum" else mul)(before, last)), [fact])


def max_ge(t: Term, i: Term, low: Fact, high: Fact) -> Fact:
    """From lo <= i and i <= hi: the member at i is <= the maximum."""
    lo, hi, body = _need(t, "max")
    if i.sort != "Z":
        raise KernelError("an index is an integer")
    _same(low.concl, le(lo, i), "the index")
    _same(high.concl, le(i, hi), "the index")
    return _fact(le(opened(body, (i,)), t), [low, high])


def max_le(t: Term, bound: Term, nonempty: Fact, members: Fact) -> Fact:
    """From lo <= hi and ∀i. lo <= i → i <= hi → member <= bound: the maximum is <= the bound."""
    lo, hi, body = _need(t, "max")
    _same(nonempty.concl, le(lo, hi), "the range must not be empty")
    low, high = ranged(lo, hi)
    _same(members.concl, forall("Z", imp(low, imp(high, le(body, lift(bound, 1))))), "every member")
    return _fact(le(t, bound), [nonempty, members])


def ranged(lo: Term, hi: Term) -> tuple[Term, Term]:
    """lo <= i and i <= hi for bound variable 0."""
    i = Term("bv", (0, "Z"), "Z")
    return le(lift(lo, 1), i), le(i, lift(hi, 1))


def exp_ge(t: Term) -> Fact:
    """1 + t <= exp t."""
    return _fact(le(1 + t, exp(t)))


def exp_pos(t: Term) -> Fact:
    """0 < exp t."""
    return _fact(lt(num(0), exp(t)))


def exp_log(fact: Fact) -> Fact:
    """From 0 < t: exp(log t) = t."""
    zero, t = _need(fact.concl, "lt")
    _same(equation(zero, num(0)), equation(num(0), num(0)), "the left side must be 0")
    return _fact(equation(exp(log(t)), t), [fact])


def choice(t: Term, fact: Fact) -> Fact:
    """From the condition, or its negation: if-then-else is the one branch, or the other."""
    condition, then, other = _need(t, "ite")
    if key(fact.concl) == key(condition):
        return _fact(equation(t, then), [fact])
    s, u = condition.args
    opposite = {"le": [lt(u, s)], "lt": [le(u, s)], "eq": [lt(s, u), lt(u, s)]}[condition.op]
    if key(fact.concl) not in {key(o) for o in [*opposite, imp(condition, FALSE)]}:
        raise KernelError(f"neither the condition nor its negation: {fact.concl}")
    return _fact(equation(t, other), [fact])


def abs_value(t: Term, fact: Fact) -> Fact:
    """From 0 <= t: |t| = t; from t <= 0: |t| = −t."""
    if key(fact.concl) == key(le(num(0), t)):
        return _fact(equation(absolute(t), t), [fact])
    _same(fact.concl, le(t, num(0)), "a sign")
    return _fact(equation(absolute(t), -t), [fact])


# --- calculus ----------------------------------------------------------------------------------------------


def derivative(template: Term, at: Term, facts: Sequence[Fact]) -> Fact:
    """The derivative of f at a point, by the rules of calculus; the template is ∀x. f(x) = 0 with x real.

    Where f divides by u or takes log u, one of `facts` must say that u is non-zero or positive there (for all
    indices in range, if it stands in a sum). No |.|, max or Π over x, and no condition on x, is differentiated.
    """
    sort, body = _need(template, "all")
    f, zero = _need(body, "eq")
    if sort != "R" or normal(zero):
        raise KernelError("the template of a derivative is ∀x real. f(x) = 0")
    known = {key(fact.concl) for fact in facts}

    def require(formulas: list[Term], around: tuple[tuple[Term, Term], ...]) -> None:
        for a in formulas:
            for lo, hi in reversed(around):
                low, high = ranged(lo, hi)
                a = forall("Z", imp(low, imp(high, a)))
            if key(a) is True or key(a) in known:
                return
        raise KernelError(f"needs a fact: {formulas[0]}")

    def d(t: Term, around: tuple[tuple[Term, Term], ...]) -> Term:
        x = len(around)  # the index of the variable below the binders passed
        if not any(k == x for k, _ in t.loose):
            return num(0)
        if t.op == "bv":
            return num(1)
        if t.op == "add":
            return add(*(d(a, around) for a in t.args))
        if t.op == "mul":
            parts = [mul(*t.args[:i], d(a, around), *t.args[i + 1 :]) for i, a in enumerate(t.args)]
            return add(*parts)
        if t.op == "exp":
            return mul(t, d(t.args[0], around))
        if t.op in ("inv", "log"):
            u = t.args[0]
            here = _at(u, at, x)
            positive = [lt(num(0), here)]
            require(positive if t.op == "log" else [*positive, lt(here, num(0)), _not_zero(here)], around)
            return mul(inv(u), d(u, around)) if t.op == "log" else mul(num(-1), t, t, d(u, around))
        if t.op == "ite" and not any(k == x for k, _ in t.args[0].loose):
            return ite(t.args[0], d(t.args[1], around), d(t.args[2], around))
        if t.op == "sum" and not any(k == x for a in t.args[:2] for k, _ in a.loose):
            lo, hi = (_at(a, at, x) for a in t.args[:2])
            return big_operator("sum", *t.args[:2], d(t.args[2], (*around, (lo, hi))))
        raise KernelError(f"no rule for the derivative of {t}")

    return _fact(deriv(f, at, opened(d(f, ()), (at,))), facts)


def _at(t: Term, value: Term, x: int) -> Term:
    return opened(t, (value,), x)


def _not_zero(t: Term) -> Term:
    return imp(equation(t, num(0)), FALSE)


def mean_value(f: Term, g: Term, a: Term, b: Term, order: Fact, slope: Fact, bound: Fact) -> Fact:
    """From a < b, f' = g on [a, b] and g <= c (g < c) on (a, b): f(b) − f(a) <= c (b − a) (<).

    f and g are templates ∀x. f(x) = 0; `bound` is ∀x. a < x → x < b → g(x) <= c with c free of x.
    """
    (f_body, f_zero), (g_body, g_zero) = (_need(_need(t, "all")[1], "eq") for t in (f, g))
    if f.args[0] != "R" or g.args[0] != "R" or normal(f_zero) or normal(g_zero):
        raise KernelError("the templates are ∀x real. f(x) = 0")
    _same(order.concl, lt(a, b), "the interval")
    x = Term("bv", (0, "R"), "R")
    low, high = lift(a, 1), lift(b, 1)
    has = deriv(lift(f_body, 1, 1), x, g_body)
    _same(slope.concl, forall("R", imp(le(low, x), imp(le(x, high), has))), "the derivative on [a, b]")
    sort, inside = _need(bound.concl, "all")
    after = _need(_need(inside, "imp")[1], "imp")[1]
    _, c = _need(after, "le lt")
    if sort != "R" or any(k == 0 for k, _ in c.loose):
        raise KernelError("the bound may not depend on x")
    make = le if after.op == "le" else lt
    _same(bound.concl, forall("R", imp(lt(low, x), imp(lt(x, high), make(g_body, c)))), "the bound on (a, b)")
    rise = opened(f_body, (b,)) - opened(f_body, (a,))
    return _fact(make(rise, lift(c, -1) * (b - a)), [order, slope, bound])


# --- decided by computing, cited, argued ---------------------------------------------------------------------


def compute(goal: Term, box: Sequence[tuple[Term, str | None, str | None]], tree: object) -> Fact:
    """A formula in finitely many variables over a box, by exact or ball arithmetic along a certificate tree.

    The box gives each variable its ends (rationals, or None for unbounded); they become the hypotheses.
    """
    exact = evaluate.check(goal, box, tree)
    hyps = [h for x, lo, hi in box for h in evaluate.ends(x, lo, hi)]
    facts = [assume(h) for h in hyps]
    return _fact(goal, facts, marks=frozenset() if exact else frozenset([("certified", "")]))


def cite(a: Term, reference: str) -> Fact:
    """Admitted from the literature; shown wherever it is used."""
    return _fact(a, marks=frozenset([("cited", str(reference))]))


def argue(a: Term, reason: str) -> Fact:
    """Admitted as the paper's prose; shown wherever it is used."""
    return _fact(a, marks=frozenset([("argued", str(reason))]))


class Theory:
    """Theorems by name, each replayed before it may be used, so nothing can rest on itself."""

    def __init__(self) -> None:
        self.facts: dict[str, Fact] = {}

    def theorem(self, name: str) -> Fact:
        """An earlier theorem; what uses it is marked so."""
        if name not in self.facts:
            raise KernelError(f"no theorem {name!r} before this one")
        fact = self.facts[name]
        return Fact(_SEAL, fact.hyps, fact.concl, frozenset([("uses", name)]))

    def record(self, name: str, fact: Fact) -> None:
        """Keep a fact under a new name."""
        if name in self.facts:
            raise KernelError(f"there is a theorem {name!r} already")
        self.facts[name] = fact


RULES: dict[str, Callable[..., Fact]] = {
    f.__name__: f
    for f in (
        assume, discharge, mp, generalise, specialise, instantiate, cases, absurd, replace, arith, antisymmetry,
        integer_step, induction, big_empty, big_step, max_ge, max_le, exp_ge, exp_pos, exp_log, choice, abs_value,
        derivative, mean_value, compute, cite, argue,
    )
}  # fmt: skip
