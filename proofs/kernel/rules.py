"""The rules: the only functions that make facts. Each checks its evidence by itself and refuses the rest.

A `Fact` says: under its hypotheses, for all values of its free variables, its conclusion holds. It also
carries what it was made from: `provenance`, pairs such as ("cited", reference), ("argued", text), ("uses", name),
("certified", "") for ball arithmetic. A `template` is a formula ∀x. C that stands for C with a hole x.

Each rule is also defined in the Coq library (`proofs/coq/library`), with the lemma that its docstring names: from
valid facts it makes a valid fact. What is cited is a premise there; nothing is argued.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sequence
from functools import cache

from proofs.kernel import evaluate
from proofs.kernel import terms as tm
from proofs.kernel.normal import Poly, as_term, key, normal, plus, power, product, times
from proofs.kernel.terms import (
    FALSE,
    Term,
    big,
    eq,
    exp,
    forall,
    imp,
    instantiate_bound,
    le,
    lift,
    lt,
    mul,
    num,
    require,
)

Provenance = frozenset[tuple[str, str]]
_SEAL = object()


class Fact:
    """Hypotheses ⊢ conclusion; made only by the rules of this module."""

    __slots__ = ("concl", "hyps", "provenance")

    def __init__(self, seal: object, hyps: Mapping[Hashable, Term], concl: Term, provenance: Provenance) -> None:
        """Only the rules below hold the seal."""
        if seal is not _SEAL or concl.sort != "B" or concl.loose:  # every hypothesis was a conclusion once
            require(False, "facts are made by rules, of closed formulas, not", concl)
        self.hyps, self.concl, self.provenance = hyps, concl, provenance

    def __repr__(self) -> str:
        """Γ ⊢ A."""
        return f"{list(self.hyps.values())} ⊢ {self.concl}"


Facts = Sequence[Fact]


def _derive(concl: Term, *facts: Fact, drop: Sequence[Term] = (), provenance: Provenance = frozenset()) -> Fact:
    """Return a fact from others: the union of their hypotheses without `drop`.

    What is true outright never becomes a hypothesis: see `assume` and `instantiate`, where all of them come from.
    """
    hyps: dict[Hashable, Term] = {}
    for f in facts:
        hyps |= f.hyps
        provenance = provenance | f.provenance if f.provenance else provenance
    for h in drop:
        hyps.pop(key(h), None)
    return Fact(_SEAL, hyps, concl, provenance)


def _destruct(t: Term, ops: str) -> tuple:
    if t.op not in ops.split():
        require(False, "expected", ops, "not", t)
    return t.args


def _expect(fact: Fact, formula: Term) -> Fact:
    require(fact.concl is formula or key(fact.concl) == key(formula), fact.concl, "is not", formula)
    return fact


# --- logic
def assume(a: Term) -> Fact:
    """Return A ⊢ A.

    Sound by `assume_ok`: what is assumed holds where it is assumed.
    """
    return Fact(_SEAL, {key(a): a} if key(a) is not True else {}, a, frozenset())


def discharge(a: Term, fact: Fact) -> Fact:
    """From Γ, A ⊢ B: Γ ⊢ A → B.

    Sound by `discharge_ok`: where A holds, B does; elsewhere A → B holds anyway.
    """
    return _derive(imp(a, fact.concl), fact, drop=[a])


def mp(implication: Fact, fact: Fact) -> Fact:
    """Modus ponens: from A → B and A: B.

    Sound by `mp_ok`: under the hypotheses of both, both hold.
    """
    a, b = _destruct(implication.concl, "imp")
    return _derive(b, implication, _expect(fact, a))


def generalize(x: Term, fact: Fact) -> Fact:
    """From Γ ⊢ A, x not free in Γ: Γ ⊢ ∀x. A.

    Sound by `generalize_ok`: no hypothesis changes with x, so the fact is used at each of its values.
    """
    _destruct(x, "var fn")
    require(not any(x in h.free for h in fact.hyps.values()), x, "is not arbitrary: a hypothesis speaks of it")
    return _derive(forall(x.sort, tm.abstract(fact.concl, [x])), fact)


def specialize(fact: Fact, t: Term) -> Fact:
    """From ∀x. A: A with t for x.

    Sound by `specialize_ok`: the value of t is one of those that x takes.
    """
    return _derive(_instance(fact.concl, t), fact)


def _instance(template: Term, t: Term) -> Term:
    return instantiate_bound(_destruct(template, "all")[1], (t,))


def instantiate(fact: Fact, values: Sequence[tuple[Term, Term]]) -> Fact:
    """Free variables and functions replaced throughout.

    Sound by `instantiate_ok`: a fact holds for all values, so also for those of the terms.
    """
    require(len({x for x, _ in values}) == len(values), "a variable is instantiated twice")
    concl, *hyps = map(tm.substitution(dict(values)), (fact.concl, *fact.hyps.values()))
    return Fact(_SEAL, {key(h): h for h in hyps if key(h) is not True}, concl, fact.provenance)


def cases(s: Term, t: Term, low: Fact, high: Fact) -> Fact:
    """From Γ, s <= t ⊢ A and Δ, t < s ⊢ A: Γ, Δ ⊢ A.

    Sound by `cases_ok`: of two reals, s <= t or t < s.
    """
    below = _derive(low.concl, low, drop=[le(s, t)])
    return _derive(low.concl, below, _derive(low.concl, _expect(high, low.concl), drop=[lt(t, s)]))


def absurd(fact: Fact, a: Term) -> Fact:
    """From Γ, ¬A ⊢ something false outright: Γ ⊢ A.

    Sound by `absurd_ok`: classical logic: a false conclusion refutes ¬A.
    """
    require(key(fact.concl) is False, "not absurd:", fact.concl)
    return _derive(a, fact, drop=[tm.negation(a)])


def replace(equality: Fact, template: Term, fact: Fact) -> Fact:
    """Equals for equals: from s = t and C[s]: C[t], where the template is ∀x. C[x].

    From ∀i…. s = t: the same for the functions (i, …) ↦ s and (i, …) ↦ t.

    Sound by `replace_ok`: equal numbers, and functions with equal values, are one value to C.
    """
    domain, equation = "", equality.concl
    while equation.op == "all":
        domain, equation = domain + equation.args[0], equation.args[1]
    s, t = _destruct(equation, "eq")
    if domain:
        s, t = tm.lam(domain, s), tm.lam(domain, t)
    sort = _destruct(template, "all")[0]
    require(tm.fits(s.sort, sort) and tm.fits(t.sort, sort), "a variable of sort", sort, "cannot be", s, "and", t)
    return _derive(_instance(template, t), equality, _expect(fact, _instance(template, s)))


# --- arithmetic
@cache
def _gap(relation: Term) -> Poly:
    s, t = _destruct(relation, "le lt eq")
    return plus(normal(t), normal(s), -1)


def _nonzero_term(c: Term) -> Term:
    """Return a term that a fact with this conclusion shows to differ from 0: a side of it minus the other."""
    if c.op == "imp" and key(c.args[1]) is False and c.args[0].op == "eq":
        c = c.args[0]
    else:
        _destruct(c, "lt")
    return c.args[1] - c.args[0]


def _clear_inverses(p: Poly, q: Term) -> Poly:
    """p times powers of factors of q whose inverses then no longer occur: if q ≠ 0, zero only if p is."""
    inverse = normal(tm.inv(q))
    for a, _ in next(iter(inverse)) if len(inverse) == 1 else ():
        if a.term.op == "inv":
            parts: dict[int, Poly] = {}
            for m, c in p.items():
                rest = frozenset(factor for factor in m if factor[0] is not a)
                parts.setdefault(int(dict(m).get(a, 0)), {})[rest] = c
            base, top, p = normal(a.term.args[0]), max(parts, default=0), {}  # the base is a factor of q
            for e, part in parts.items():
                p = plus(p, times(part, power(base, top - e)))
    return p


def arith(goal: Term, sums: Sequence[tuple[Term, Facts]], scale: Facts = (), nonzero: Facts = ()) -> Fact:
    """(right − left) · Π scale = Σ coefficient · Π facts, the one rule of arithmetic.

    For L <= R the coefficients are rationals >= 0 (any term, of any sign, where a fact of the product is an
    equation); for L < R one product of strict facts must have a coefficient > 0; for L = R every product must
    contain an equation. `scale` are strict facts; `nonzero` facts allow x · 1/x = 1 for what they show
    non-zero. The goal FALSE stands for 0 < 0.

    Sound by `arith_ok`: the right side is >= 0 (> 0, = 0) because the facts in it are, and the scale is > 0.
    """
    target = lt(0, 0) if goal is FALSE else goal
    rest, positive = _gap(target), False
    for fact in scale:
        _destruct(fact.concl, "lt")
        rest = times(rest, _gap(fact.concl))
    for coefficient, facts in sums:
        if not any(f.concl.op == "eq" for f in facts):
            require(_destruct(coefficient, "num")[0] >= 0, "an inequality may not be multiplied by", coefficient)
            require(target.op != "eq", "an equation follows from equations only")
            positive |= coefficient.args[0] > 0 and all(f.concl.op == "lt" for f in facts)
        rest = plus(rest, product([normal(coefficient), *(_gap(f.concl) for f in facts)]), -1)
    for fact in nonzero:
        rest = _clear_inverses(rest, _nonzero_term(fact.concl))
    require(not rest, "the identity does not hold for", goal, f": left over {len(rest)} terms")
    require(target.op != "lt" or positive, "nothing strict supports", goal)
    return _derive(goal, *scale, *nonzero, *(f for _, facts in sums for f in facts))


def antisymmetry(below: Fact, above: Fact) -> Fact:
    """From s <= t and t <= s: s = t.

    Sound by `antisymmetry_ok`: <= is antisymmetric on the reals.
    """
    s, t = _destruct(below.concl, "le")
    return _derive(eq(s, t), below, _expect(above, le(t, s)))


def supremum(template: Term, some: Fact, above: Fact) -> Fact:
    """Completeness: a nonempty set of reals that is bounded above has a least upper bound.

    The template is ∀x. P[x], closed, x real; `some` is ¬∀x. ¬P[x], `above` is ¬∀b. ¬∀x. P[x] → x <= b. It follows that
    ¬∀s. (∀x. P[x] → x <= s) → ¬∀b. (∀x. P[x] → x <= b) → s <= b.

    Sound by `supremum_ok`: completeness of the reals, in classical logic.
    """
    sort, holds = _destruct(template, "all")
    require(sort == "R" and not template.loose, "not a set of reals:", template)
    x, s = Term("bv", (0, "R"), "R"), Term("bv", (1, "R"), "R")
    upper = forall("R", imp(holds, le(x, s)))  # of the variable that is bound around it
    _expect(some, tm.negation(forall("R", tm.negation(holds))))
    _expect(above, tm.negation(forall("R", tm.negation(upper))))
    least = forall("R", imp(upper, le(s, x)))
    return _derive(tm.negation(forall("R", imp(upper, tm.negation(least)))), some, above)


def integer_step(fact: Fact) -> Fact:
    """From s < t on integers: s + 1 <= t.

    Sound by `integer_step_ok`: no integer lies strictly between s and s + 1.
    """
    s, t = _destruct(fact.concl, "lt")
    require(s.sort == "Z" and t.sort == "Z", "not integers:", fact.concl)
    return _derive(le(s + 1, t), fact)


def induction(template: Term, lo: Term, k: Term, base: Fact, step: Fact) -> Fact:
    """From P[lo] and lo <= k, P[k] ⊢ P[k + 1], k integer and otherwise arbitrary: ∀x. lo <= x → P[x].

    Sound by `induction_ok`: induction over k − lo, a natural number.
    """
    _destruct(k, "var")
    require(_destruct(template, "all")[0] == lo.sort == k.sort == "Z", "not an induction over integers:", template)
    here, following = _instance(template, k), _instance(template, k + 1)
    step = _derive(following, _expect(step, following), drop=[here, le(lo, k)])
    arbitrary = not any(k in t.free for t in (*step.hyps.values(), template, lo))
    require(arbitrary, k, "is not arbitrary in the step")
    statement = forall("Z", imp(range_bounds(lo, lo)[0], template.args[1]))
    return _derive(statement, _expect(base, _instance(template, lo)), step)


# --- the functions
def big_empty(t: Term, fact: Fact) -> Fact:
    """From hi < lo: an empty sum is 0, an empty product 1.

    Sound by `big_empty_ok`: nothing is added or multiplied where hi < lo.
    """
    lo, hi, _ = _destruct(t, "sum prod")
    return _derive(eq(t, 0 if t.op == "sum" else 1), _expect(fact, lt(hi, lo)))


def big_step(t: Term, fact: Fact) -> Fact:
    """From lo <= hi: Σ = Σ up to hi − 1, plus the last; likewise Π.

    Sound by `big_step_ok`: the last member of a range that is not empty.
    """
    lo, hi, body = _destruct(t, "sum prod")
    before, last = big(t.op, lo, hi - 1, body), instantiate_bound(body, (hi,))
    return _derive(eq(t, before + last if t.op == "sum" else before * last), _expect(fact, le(lo, hi)))


def max_ge(t: Term, i: Term, low: Fact, high: Fact) -> Fact:
    """From lo <= i and i <= hi: the member at i is <= the maximum.

    Sound by `max_ge_ok`: a maximum is at least each of its members.
    """
    lo, hi, body = _destruct(t, "max")
    require(i.sort == "Z", "not an index:", i)
    return _derive(le(instantiate_bound(body, (i,)), t), _expect(low, le(lo, i)), _expect(high, le(i, hi)))


def max_le(t: Term, bound: Term, nonempty: Fact, members: Fact) -> Fact:
    """From lo <= hi and ∀i. lo <= i → i <= hi → member <= bound: the maximum is <= the bound.

    Sound by `max_le_ok`: a maximum of a range that is not empty is one of its members.
    """
    lo, hi, body = _destruct(t, "max")
    every = _forall_in_range(lo, hi, le(body, lift(bound, 1)))
    return _derive(le(t, bound), _expect(nonempty, le(lo, hi)), _expect(members, every))


def range_bounds(lo: Term, hi: Term) -> tuple[Term, Term]:
    """lo <= i and i <= hi for bound variable 0."""
    i = Term("bv", (0, "Z"), "Z")
    return le(lift(lo, 1), i), le(i, lift(hi, 1))


def _forall_in_range(lo: Term, hi: Term, body: Term) -> Term:
    low, high = range_bounds(lo, hi)
    return forall("Z", imp(low, imp(high, body)))


def exp_ge(t: Term) -> Fact:
    """1 + t <= exp t.

    Sound by `exp_ge_ok`: exp is convex, and 1 + t its tangent at 0.
    """
    return _derive(le(1 + t, exp(t)))


def exp_pos(t: Term) -> Fact:
    """0 < exp t.

    Sound by `exp_pos_ok`: exp t is the square of exp (t/2), which is not 0.
    """
    return _derive(lt(0, exp(t)))


def erf_square(t: Term) -> Fact:
    """1 − exp(−t²) <= (erf t)².

    Sound by `erf_square_ok`: the difference is 4/π ∫ (exp(−t²) − exp(−t² (1 + s²)))/(1 + s²) ds over 0 <= s <= 1.
    """
    return _derive(le(1 - exp(-(t * t)), tm.erf(t) * tm.erf(t)))


def exp_log(fact: Fact) -> Fact:
    """From 0 < t: exp(log t) = t.

    Sound by `exp_log_ok`: log is the inverse of exp where its argument is positive.
    """
    zero, t = _destruct(fact.concl, "lt")
    require(not normal(zero), "the left side must be 0, not", zero)
    return _derive(eq(exp(tm.log(t)), t), fact)


def ite_eq(t: Term, fact: Fact) -> Fact:
    """From the condition, or its negation: if-then-else is the one branch, or the other.

    Sound by `ite_eq_ok`: a condition and its negation do not both hold.
    """
    condition, then, other = _destruct(t, "ite")
    if key(fact.concl) == key(condition):
        return _derive(eq(t, then), fact)
    s, u = condition.args
    opposite = {"le": [lt(u, s)], "lt": [le(u, s)], "eq": [lt(s, u), lt(u, s)]}[condition.op]
    negations = {key(o) for o in (*opposite, imp(condition, FALSE))}
    require(key(fact.concl) in negations, "neither the condition nor its negation:", fact.concl)
    return _derive(eq(t, other), fact)


def abs_value(t: Term, fact: Fact) -> Fact:
    """From 0 <= t: |t| = t; from t <= 0: |t| = −t.

    Sound by `abs_value_ok`: the definition of |t|; at 0 both values agree.
    """
    if key(fact.concl) == key(le(0, t)):
        return _derive(eq(tm.absolute(t), t), fact)
    return _derive(eq(tm.absolute(t), -t), _expect(fact, le(t, 0)))


# --- calculus
def _function_of(template: Term) -> Term:
    """Return the body f of a template ∀x. f(x) = 0 with x real."""
    sort, equation = _destruct(template, "all")
    require(sort == "R", "the template of a function is over the reals, not", template)
    f, zero = _destruct(equation, "eq")
    require(not normal(zero), "the template of a function is ∀x. f(x) = 0, not", template)
    return f


SQRT_PI = exp(num(1, 2) * tm.log(4 * tm.atan(num(1))))
SLOPES: dict[str, Callable[[Term], Term]] = {  # of the functions that have a derivative everywhere
    "exp": exp, "sin": tm.cos, "cos": lambda u: -tm.sin(u), "atan": lambda u: tm.inv(1 + u * u),
    "erf": lambda u: 2 * tm.inv(SQRT_PI) * exp(-(u * u)),
}  # fmt: skip


def derivative(template: Term, at: Term, facts: Facts) -> Fact:
    """Return the derivative of f at a point, by the rules of calculus; the template is ∀x. f(x) = 0 with x real.

    Where f divides by u or takes log u, one of `facts` must say that u is non-zero or positive there (for
    all indices in range, if it stands in a sum). |.|, max and Π over x, and conditions on x, are refused.

    Sound by `derivative_ok`: the rules of calculus at the point, where all that has to be differentiable is.
    """
    f, known = _function_of(template), {key(fact.concl) for fact in facts}

    def known_for(around: tuple[tuple[Term, Term], ...], formula: Term) -> bool:
        for lo, hi in reversed(around):
            formula = _forall_in_range(lo, hi, formula)
        return key(formula) is True or key(formula) in known

    def d(t: Term, around: tuple[tuple[Term, Term], ...]) -> Term:
        x, args = len(around), t.args  # x is the index of the variable below the binders passed
        if not _depends_on(t, x):
            return num(0)
        if t.op == "bv":
            return num(1)
        if t.op == "add":
            return tm.add(*(d(a, around) for a in args))
        if t.op == "mul":
            return tm.add(*(mul(*args[:i], d(a, around), *args[i + 1 :]) for i, a in enumerate(args)))
        if t.op in SLOPES:
            return SLOPES[t.op](args[0]) * d(args[0], around)
        if t.op in ("inv", "log"):
            u = instantiate_bound(args[0], (at,), x)
            enough = [lt(0, u)] if t.op == "log" else [lt(0, u), lt(u, 0), imp(eq(u, 0), FALSE)]
            require(any(known_for(around, formula) for formula in enough), "needs a fact:", enough[0])
            return (tm.inv(args[0]) if t.op == "log" else -(t * t)) * d(args[0], around)
        if t.op == "ite" and not _depends_on(args[0], x):
            return tm.ite(args[0], d(args[1], around), d(args[2], around))
        fixed = t.op == "sum" and not _depends_on(args[0], x) and not _depends_on(args[1], x)
        require(fixed, "no rule for the derivative of", t)
        ends = instantiate_bound(args[0], (at,), x), instantiate_bound(args[1], (at,), x)
        return big("sum", args[0], args[1], d(args[2], (*around, ends)))

    return _derive(tm.deriv(f, at, instantiate_bound(d(f, ()), (at,))), *facts)


def _depends_on(t: Term, index: int) -> bool:
    return any(k == index for k, _ in t.loose)


def mean_value(f: Term, g: Term, a: Term, b: Term, order: Fact, slope: Fact, bound: Fact) -> Fact:
    """From a < b, f' = g on [a, b] and g <= c (g < c) on (a, b): f(b) − f(a) <= c (b − a) (<).

    f and g are templates ∀x. f(x) = 0; `bound` is ∀x. a < x → x < b → g(x) <= c with c free of x.

    Sound by `mean_value_ok`: the mean value theorem: the rise is g at a point between, times b − a.
    """
    f, g, x = _function_of(f), _function_of(g), Term("bv", (0, "R"), "R")
    low, high = lift(a, 1), lift(b, 1)
    has = forall("R", imp(le(low, x), imp(le(x, high), tm.deriv(lift(f, 1, 1), x, g))))
    after = _destruct(_destruct(_destruct(bound.concl, "all")[1], "imp")[1], "imp")[1]
    c = _destruct(after, "le lt")[1]
    if any(k == 0 for k, _ in c.loose):  # x may stand in it, as in 0·x; what is lowered below is free of it
        c = as_term(normal(c))
    make = le if after.op == "le" else lt
    below = forall("R", imp(lt(low, x), imp(lt(x, high), make(g, c))))
    rise, run = instantiate_bound(f, (b,)) - instantiate_bound(f, (a,)), lift(c, -1) * (b - a)
    return _derive(make(rise, run), _expect(order, lt(a, b)), _expect(slope, has), _expect(bound, below))


# --- decided by computing, cited, argued
def compute(goal: Term, box: Sequence[tuple[Term, str | None, str | None]], tree: object) -> Fact:
    """Return a formula in finitely many variables over a box, by exact or ball arithmetic along a certificate tree.

    The box gives each variable its ends (rationals, or None for unbounded); they become the hypotheses.

    Sound by `compute_ok`: exact values, or intervals that contain them, decide each leaf, and the leaves cover the box.
    """
    provenance = frozenset() if evaluate.check(goal, box, tree) else frozenset([("certified", "")])
    return _derive(goal, *(assume(h) for x, lo, hi in box for h in evaluate.ends(x, lo, hi)), provenance=provenance)


def cite(a: Term, reference: str) -> Fact:
    """Admitted from the literature; shown wherever it is used."""
    return _admit(a, "cited", reference)


def argue(a: Term, reason: str) -> Fact:
    """Admitted as the paper's prose; shown wherever it is used."""
    return _admit(a, "argued", reason)


def _admit(a: Term, kind: str, why: str) -> Fact:
    require(isinstance(why, str) and why.strip() != "", "say why it is admitted")
    return _derive(a, provenance=frozenset([(kind, why)]))


class Theory:
    """Theorems by name, each replayed before it may be used, so nothing can rest on itself."""

    def __init__(self) -> None:
        """No theorems."""
        self.facts: MutableMapping[str, Fact] = {}

    @classmethod
    def over(cls, facts: Mapping[str, Fact]) -> Theory:
        """Return a theory that has these facts; what it records is not put among them."""
        out = Theory()
        out.facts = ChainMap({}, facts)  # type: ignore[arg-type]  # only the first map is written to
        return out

    def theorem(self, name: str) -> Fact:
        """Return an earlier theorem; what uses it is marked so."""
        require(name in self.facts, "no theorem", name, "before this one")
        fact = self.facts[name]
        return Fact(_SEAL, fact.hyps, fact.concl, frozenset([("uses", name)]))

    def record(self, name: str, fact: Fact) -> None:
        """Keep a fact under a new name."""
        require(isinstance(name, str) and name not in self.facts, "not a name, or there already:", name)
        self.facts[name] = fact


def statement_fact(name: str, hyps: Sequence[Term], concl: Term) -> Fact:
    """Return a theorem's statement, marked as a use of it. Not an inference rule: see `proofs.kernel.store.says`."""
    return _derive(concl, *map(assume, hyps), provenance=frozenset([("uses", name)]))


RULES: dict[str, Callable[..., Fact]] = {
    f.__name__: f
    for f in (
        assume, discharge, mp, generalize, specialize, instantiate, cases, absurd, replace, arith,
        antisymmetry, supremum, integer_step, induction, big_empty, big_step, max_ge, max_le, exp_ge, exp_pos,
        erf_square, exp_log, ite_eq, abs_value, derivative, mean_value, compute, cite, argue,
    )
}  # fmt: skip
