"""Ideal membership: equations between algebraic numbers, and identities of sin and cos.

All sin and cos are polynomials in sin and cos of a few angles. The relations are s² + c² = 1, the minimal polynomial of
cos(π/N), which is a factor of the Chebyshev polynomial U_{N−1}, and r^q = w for roots. They reduce the numerator of an
identity to 0. If a numerator n vanishes at one solution of the relations only, linear algebra finds a u that does not
vanish there such that n u reduces to 0. Inequalities in multiples of one angle are reduced to that angle. For example,
cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) == 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import lcm

from flint import fmpq, fmpq_mat, fmpq_poly

from proofs.kernel.normal import Atom, Mono, Poly, as_term, atom, canonical, join, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, atan, cos, eq, inv, le, lt, num, sin
from proofs.search.base.algebra import factored
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS, waves_in
from proofs.search.base.waves import CHAPTER, from_theorems
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.reductions import cleared

QUARTER = atan(num(1))  # π/4
(QUARTERS,) = normal(QUARTER)
HIGHEST = 64  # the largest multiple of an angle
LARGEST = 96  # the largest dimension of the algebra in which a multiplier is sought
MOST_TERMS = 4_000  # terms of a polynomial during the reduction
NESTED = 4  # the depth of nested fractions
BRIEFLY = 0.3  # the share of the remaining effort for a sign
APART = 1e-9  # the least absolute value that counts as nonzero in floating point


@dataclass(frozen=True)
class Rule:
    """A rewriting rule lead^degree = a polynomial, as a fact."""

    lead: Atom
    degree: fmpq
    fact: Fact

    @property
    def instead(self) -> Poly:
        """Return the polynomial that replaces the power."""
        return normal(self.fact.concl.args[1])


Cofactors = dict[Fact, Poly]


def reduced(p: Poly, rules: Sequence[Rule]) -> tuple[Poly, Cofactors]:
    """Reduce p to r by the rules, last ones first; return r and cofactors with Σ cofactor · (right − left) = p − r."""
    used: Cofactors = {}
    applied = True
    while applied:
        applied = False
        for rule in reversed(rules):
            while high := {m: c for m, c in p.items() if dict(m).get(rule.lead, 0) >= rule.degree}:
                applied = True
                lower = {join(m, frozenset([(rule.lead, -rule.degree)])): c for m, c in high.items()}
                p = plus(plus(p, high, -1), times(lower, rule.instead))
                used[rule.fact] = plus(used.get(rule.fact, {}), lower, -1)
                if len(p) > MOST_TERMS:
                    raise NotFound("too many terms")
    return p, used


def _sums(used: Cofactors, sign: int = 1) -> list[tuple[Term, list[Fact]]]:
    return [(num(sign) * as_term(c), [fact]) for fact, c in used.items() if c]


class Relations:
    """Relations between the atoms of polynomials: for angles, for fractions of π, and for roots."""

    def __init__(self, search: Search, asked: Asked) -> None:
        self.search, self.asked = search, asked
        self.rules: list[Rule] = []
        self.known: dict[Term, Rule] = {}  # rules for sin and cos of multiples and sums
        self.units: dict[Mono, fmpq] = {}

    def apply(self, name: str, **values: Term) -> Fact:
        """Apply a theorem on sin and cos."""
        return self.search.p.apply(f"{CHAPTER}.{name}", **values)

    def equation(self, left: Term, p: Poly, *more: Fact) -> Fact:
        """Prove left = r from an equation left = p, where the rules reduce p to r."""
        rest, used = reduced(p, self.rules)
        return self.search.run(
            "arith", eq(left, as_term(rest)), [*((num(1), [f]) for f in more), *_sums(used, -1)], [], []
        )

    def add(self, left: Term, fact: Fact) -> None:
        """Add a rule for an atom or a power of an atom."""
        ((m, _),) = normal(left).items()
        ((a, e),) = m
        self.rules.append(Rule(a, e, fact))

    # --- angles

    def angles(self, waves: Sequence[Term]) -> None:
        """Add rules for sin and cos, whose arguments are integer combinations of a few angles."""
        counts: dict[Mono, list[fmpq]] = {}
        for t in waves:
            for m, c in normal(t.args[0]).items():
                counts.setdefault(m, []).append(c)
        for m, found in counts.items():
            scale = fmpq(4) if m == QUARTERS else max(map(abs, found))
            parts = lcm(*(int((c / scale).q) for c in found))
            self.units[m] = scale / max(parts, 2 if m == QUARTERS else 1)
        for m, unit in self.units.items():
            theta = as_term({m: unit})
            one = self.apply("pythagoras", x=theta)
            square = eq(sin(theta) ** 2, 1 - cos(theta) ** 2)
            self.add(sin(theta) ** 2, self.search.run("arith", square, [(num(1), [one])], [], []))
        for m, unit in self.units.items():
            if m == QUARTERS:
                self.part_of_pi(unit)
        for t in dict.fromkeys(waves):
            self.wave(t.args[0])

    def part_of_pi(self, unit: fmpq) -> None:
        """Add the minimal polynomial of c = cos(π/N): s Π (factors of U_{N−1}) = sin(N π/N) = 0, where s > 0."""
        theta, count, search = as_term({QUARTERS: unit}), int(4 / unit), self.search
        if count > HIGHEST:
            raise NotFound("too small a part of π")
        c, x = cos(theta), fmpq_poly([0, 1])
        low, high = fmpq_poly([1]), 2 * x
        for _ in range(count - 2):
            low, high = high, 2 * x * high - low  # U_{k+1} = 2 x U_k − U_{k−1}
        _, parts = high.factor()
        least = min((f for f, _ in parts), key=lambda f: abs(value(_polynomial(f, c), {}) or 0.0))
        least = least / least[least.degree()]
        rest, top = _polynomial(high // least, c), least.degree()
        pi = [search.p.theorem(f"{CHAPTER}.{name}") for name in ("pi_low", "pi_high", "sin_pi")]
        orders = [search.p.have(o, *pi[:2]) for o in (lt(num(0), theta), lt(theta, 4 * QUARTER))]
        signs = [search.p.apply(f"{CHAPTER}.sin_pos", *orders, x=theta)]
        flip = 1
        if rest.op != "num":
            signs.append(search.signed([], rest, self.asked.depth + 1))
            flip = 1 if signs[1].concl.args[0] == num(0) else -1
        scale = 1 if rest.op != "num" else 1 / fmpq(*rest.args)
        whole = self.wave(4 * QUARTER)[1].fact  # sin π = s U_{N−1}(c)
        products_as_sums = [(num(-flip * scale), [whole]), (num(flip * scale), [pi[2]])]
        power = canonical(c**top - _polynomial(least, c))
        self.add(c**top, search.run("arith", eq(c**top, power), products_as_sums, signs, []))

    def wave(self, u: Term) -> tuple[Rule, Rule]:
        """Return rules for cos u and sin u, where u is a sum of multiples of the units."""
        u = canonical(u)
        if cos(u) not in self.known:
            self._wave(u)
        return self.known[cos(u)], self.known[sin(u)]

    def _wave(self, u: Term) -> None:
        p = normal(u)
        first = next(iter(p), None)
        if first is None:
            facts = [self.apply("cos_zero"), self.apply("sin_zero")]
        elif p[first] < 0:
            self.wave(canonical(-u))
            facts = [self.apply("cos_neg", x=canonical(-u)), self.apply("sin_neg", x=canonical(-u))]
        else:
            count = int(p[first] / self.units[first])
            if count > HIGHEST:
                raise NotFound("too large a multiple")
            if len(p) == 1 and count == 1:
                for t in (cos(u), sin(u)):
                    self.known[t] = Rule(atom(t), fmpq(2), self.search.run("arith", eq(t, t), [], [], []))
                return
            own = {first: p[first] if len(p) > 1 else self.units[first] * (count // 2)}
            parts = as_term(own), as_term(plus(p, own, -1))
            for part in parts:
                self.wave(part)
            facts = [self.apply(f"{f}_add", x=parts[0], y=parts[1]) for f in ("cos", "sin")]
        for t, fact in zip((cos(u), sin(u)), facts, strict=True):
            same = self.equation(t, normal(fact.concl.args[1]), fact)
            self.known[t] = Rule(atom(t), fmpq(1), same)
            self.rules.append(self.known[t])

    # --- roots

    def roots(self, p: Poly) -> None:
        """Add rules r^q = w for the roots r in p, whose radicands w are proved to be positive."""
        found: dict[Atom, Term] = {}
        self._roots(p, found)
        for rule in [*self.rules]:
            self._roots(rule.instead, found)
        for a, w in found.items():
            fact = self.search.run("exp_log", self.positive(w))
            self.rules.append(Rule(a, fmpq(1), fact))

    def _roots(self, p: Poly, found: dict[Atom, Term]) -> None:
        """Collect the roots in a polynomial, inner ones first."""
        new = {a for m in p for a, _ in m if a.is_exp and a not in found}
        for a in sorted(new, key=lambda a: a.order):
            if a.term.args[0].op == "log":
                w = a.term.args[0].args[0]
                self._roots(normal(w), found)
                found[a] = w

    def positive(self, w: Term) -> Fact:
        """Prove 0 < w."""
        ways = [partial(self.search.prove, self.asked.given, lt(num(0), w), self.asked.depth + 1)]
        found = self.search.attempt("sign", ways, BRIEFLY)
        if found is None:
            raise NotFound("a root of a number that is not shown to be positive")
        return found


def _polynomial(f: fmpq_poly, c: Term) -> Term:
    return canonical(sum((num(v) * c**k for k, v in enumerate(f.coeffs())), num(0)))


def waves_of(p: Poly) -> list[Term]:
    """Return the outermost sin and cos in a polynomial."""
    return list(dict.fromkeys(a.term for m in p for a, _ in m if a.term.op in ("sin", "cos")))


def by_relations(search: Search, asked: Asked) -> Fact:
    """Prove s = t: the relations reduce the numerator of t − s to 0, and the denominator is not 0."""
    goal = asked.goal
    f = canonical(goal.args[1] - goal.args[0])
    layers: list[tuple[Term, Term, list[Term]]] = []  # f, the inverse of its multiplier, and its denominators
    for _ in range(NESTED):
        form = factored(f)
        if not form.bases:
            break
        over: Term = num(1)
        for u, k in form.bases:
            over = over * inv(u) ** k
        layers.append((f, over, [u for u, _ in form.bases]))
        f = num(form.constant)
        for u, k in form.factors:
            f = f * u**k
        f = canonical(f)
    p, shift = _without_inverses(normal(f))
    membership = Relations(search, asked)
    membership.angles(waves_of(p))
    membership.roots(p)
    same = eq(num(0), as_term(p))
    rest, used = reduced(p, membership.rules)
    if not rest:
        fact = search.run("arith", same, _sums(used), [], [])
    elif f.free:
        raise NotFound("it is not seen that these are equal")
    else:
        fact = by_multiplier(search, same, p, rest, membership.rules)
    fact = search.run("arith", eq(num(0), f), [(as_term({shift: fmpq(1)}), [fact])], [], [])
    for whole, over, below in reversed(layers):
        signs = [_signed(search, asked, w) for w in below]
        fact = search.run("arith", eq(num(0), whole), [(over, [fact])], [], signs)
    return search.run("arith", goal, [(num(1), [fact])], [], [])


def _signed(search: Search, asked: Asked, w: Term) -> Fact:
    """Prove 0 < w or w < 0, first by theorems on sin and cos at its own angles, before these are rewritten."""
    ways = [partial(from_theorems, search, asked.given, o) for o in (lt(num(0), w), lt(w, num(0)))]
    fact = search.attempt("sign", ways, BRIEFLY) if waves_of(normal(w)) else None
    return search.signed(asked.given, w, asked.depth + 1) if fact is None else fact


def _without_inverses(p: Poly) -> tuple[Poly, Mono]:
    """Return p times powers of roots such that all exponents are >= 0, and the inverse of these powers."""
    least: dict[Atom, fmpq] = {}
    for m in p:
        for a, e in m:
            if a.is_exp and e < 0:
                least[a] = min(least.get(a, fmpq(0)), e)
    up, down = (frozenset((a, sign * e) for a, e in least.items()) for sign in (-1, 1))
    return times(p, {up: fmpq(1)}), down


def by_multiplier(search: Search, goal: Term, p: Poly, rest: Poly, rules: Sequence[Rule]) -> Fact:
    """Prove p = 0 for a number p, from a number u ≠ 0 for which the relations reduce p u to 0."""
    if abs(value(as_term(p), {}) or 0.0) > APART:
        raise NotFound("these are not equal")
    tops: dict[Atom, tuple[fmpq, fmpq]] = {}
    monos = [rest, *(rule.instead for rule in rules if rule.degree > 1 or rule.lead.is_exp)]
    for a in sorted({a for q in monos for m in q for a, _ in m}, key=lambda a: a.order):
        rule = next((r for r in rules if r.lead is a and (r.degree > 1 or a.is_exp)), None)
        rule = rule or next((r for r in rules if r.lead is a), None)
        if rule is None:
            raise NotFound("a number of which no relation is known")
        steps = lcm(1, *(int(e.q) for q in monos for m in q for b, e in m if b is a))
        tops[a] = min(rule.degree, *(r.degree for r in rules if r.lead is a)), fmpq(1, steps)
    sizes = [int(top / step) for top, step in tops.values()]
    count = 1
    for size in sizes:
        count *= size
    if count > LARGEST:
        raise NotFound("too many monomials")
    basis = [
        frozenset((a, e * tops[a][1]) for a, e in zip(tops, row, strict=True) if e)
        for row in product(*map(range, sizes))
    ]
    place = {m: k for k, m in enumerate(basis)}
    columns = fmpq_mat(count, count)
    for k, m in enumerate(basis):
        for n, c in reduced(times(rest, {m: fmpq(1)}), rules)[0].items():
            columns[place[n], k] = c
    for u in sorted(_kernel(columns), key=lambda row: sum(c != 0 for c in row)):
        factor = {m: c for m, c in zip(basis, u, strict=True) if c != 0}
        if abs(value(as_term(factor), {}) or 0.0) > APART:
            break
    else:
        raise NotFound("no multiplier")
    left, used = reduced(times(p, factor), rules)
    if left:
        raise NotFound("the relations are not used up")
    sign = search.signed([], canonical(as_term(factor)), 0)
    flip = 1 if sign.concl.args[0] == num(0) else -1
    return search.run("arith", goal, _sums(used, flip), [sign], [])


def _kernel(a: fmpq_mat) -> Iterator[list[fmpq]]:
    """Yield a basis of the kernel of a matrix."""
    form, rank = a.rref()
    columns = a.ncols()
    leads = [next(j for j in range(columns) if form[i, j] != 0) for i in range(rank)]
    for free in (j for j in range(columns) if j not in leads):
        out = [fmpq(0)] * columns
        out[free] = fmpq(1)
        for i, lead in enumerate(leads):
            out[lead] = -form[i, free]
        yield out


def as_sums(p: Poly) -> Term | None:
    """Return a polynomial in sin and cos as a linear combination of sin and cos; None if it has other atoms."""
    total: dict[frozenset, tuple[Poly, fmpq, fmpq]] = {}
    for m, c in p.items():
        parts: list[tuple[Poly, fmpq, fmpq]] = [({}, c, fmpq(0))]
        for a, e in m:
            if a.term.op not in ("sin", "cos") or e < 0:
                return None
            u = normal(a.term.args[0])
            for _ in range(int(e)):
                up = [(plus(v, u), re / 2, im / 2) for v, re, im in parts]
                down = [(plus(v, u, -1), re / 2, im / 2) for v, re, im in parts]
                if a.term.op == "sin":  # multiply by −i and by i
                    up = [(v, im, -re) for v, re, im in up]
                    down = [(v, -im, re) for v, re, im in down]
                parts = up + down
        for v, re, im in parts:
            _, x, y = total.get(frozenset(v.items()), (v, fmpq(0), fmpq(0)))
            total[frozenset(v.items())] = v, re + x, im + y
    out: Term = num(0)
    for v, re, im in total.values():  # together with the term for −v, whose coefficient is conjugate
        out = out + num(re) * cos(as_term(v)) - num(im) * sin(as_term(v)) if v else out + num(re)
    return _one_sign(out)


def _one_sign(t: Term) -> Term:
    """Rewrite sin and cos of −u as those of u."""
    out: Poly = {}
    for m, c in normal(t).items():
        term = next((a.term for a, _ in m), None)
        if term is not None and next(iter(normal(term.args[0]).values())) < 0:
            u = canonical(-term.args[0])
            m, c = next(iter(normal(cos(u) if term.op == "cos" else sin(u)))), c if term.op == "cos" else -c
        out = plus(out, {m: c})
    return as_term(out)


def from_sums(search: Search, asked: Asked, f: Term, new: Term) -> Fact:
    """Prove 0 <= f from 0 <= new, where new = f by the addition theorems."""
    same = by_relations(search, replace(asked, goal=eq(new, f)))
    wanted = (lt if asked.goal.op == "lt" else le)(num(0), new)
    ways = [
        partial(from_theorems, search, asked.given, wanted),
        partial(search.prove, asked.given, wanted, asked.depth + 1),
    ]
    inside = search.attempt("sign", ways)
    if inside is None:
        raise NotFound("the sum of sin and cos is not shown to have this sign")
    return search.run("arith", asked.goal, [(num(1), [inside]), (num(1), [same])], [], [])


@method("products of waves as sums", share=0.3)
def products_as_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield products of sin and cos as sums, if at most one sin or cos remains, as in cos x cos y − sin x sin y."""
    form = factored(asked.f)
    above: Term = num(form.constant)
    for u, k in form.factors:
        above = above * u**k
    p = normal(above)
    new = as_sums(p) if waves_of(p) else None
    if new is None or not sum(bool(m) for m in normal(new)) <= 1 < sum(bool(m) for m in p):
        return
    if form.bases:
        yield partial(cleared, search, asked.given, asked.goal, asked.f, asked.depth)
    else:
        yield partial(from_sums, search, asked, asked.f, new)


def by_one_angle(search: Search, asked: Asked) -> Fact:
    """Prove the goal from the question in sin and cos of one angle, of which all other angles are multiples."""
    own = [g for g in asked.given if g.op in RELATIONS and waves_of(normal(g.args[1] - g.args[0]))]
    gaps = {g: normal(g.args[1] - g.args[0]) for g in (*own, asked.goal)}
    membership = Relations(search, asked)
    membership.angles([t for p in gaps.values() for t in waves_of(p)])
    less = {g: reduced(p, membership.rules) for g, p in gaps.items()}
    said = {g: RELATIONS[g.op](num(0), as_term(rest)) for g, (rest, _) in less.items()}
    out = search.prove([said.get(g, g) for g in asked.given], said[asked.goal], asked.depth + 1)
    sides = [
        search.run("arith", said[g], [(num(1), [search.run("assume", g)]), *_sums(less[g][1], -1)], [], []) for g in own
    ]
    whole = [(num(1), [search.cut(out, sides)]), *_sums(less[asked.goal][1])]
    return search.run("arith", asked.goal, whole, [], [])


@method("multiples of one angle", share=0.4)
def one_angle(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question in one angle, for polynomials in sin and cos of several of its multiples."""
    formulas = [asked.f, *(g.args[1] - g.args[0] for g in asked.given if g.op in RELATIONS)]
    plain = {t for f in formulas for t in waves_of(normal(f))}
    angles = {t.args[0] for t in plain}
    shapes = {frozenset(normal(u)) for u in angles}
    single = len(angles) > 1 and len(shapes) == 1 and all(len(shape) == 1 for shape in shapes)
    if single and waves_of(normal(asked.f)) and {t for f in formulas for t in waves_in(f)} <= plain:
        yield partial(by_one_angle, search, asked)


@method("algebraic relations", share=0.4)
def membership(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by reduction, for equations with sin and cos, or between roots of numbers."""
    f = canonical(asked.goal.args[1] - asked.goal.args[0])
    if _contains(f, ("sin", "cos")) or (not f.free and _contains(f, ("exp",)) and _of_roots(f)):
        yield partial(by_relations, search, asked)


def _contains(t: Term, ops: Sequence[str]) -> bool:
    return t.op in ops or any(isinstance(a, Term) and _contains(a, ops) for a in t.args)


def _of_roots(t: Term) -> bool:
    """Return whether every power of e has the form e^(c log w)."""
    own = t.op != "exp" or all(len(m) == 1 and next(iter(m))[0].term.op == "log" for m in normal(t.args[0]))
    return own and all(_of_roots(a) for a in t.args if isinstance(a, Term) and t.op != "log")
