"""Power means: Jensen's inequality for x^p, weighted AM–GM with variable weights, and means of exponentials.

- For v = Σ c_i u_i, v^p lies between multiples of Σ c_i u_i^p, by tangents at the mean and by u_i <= v. Hence
  x**p + y**p <= (x + y)**p for p >= 1.
- Π u_i^(w_i) <= Σ w_i u_i, where Σ w_i = 1. An example is Young's inequality x*y <= x**p/p + y**q/q for 1/p + 1/q == 1.
- e^M <= Σ λ_i e^(A_i) for M = Σ λ_i A_i, with the λ_i at a point of equality. Hence 4**x + 2*4**(-x/2) >= 3.

See Hardy, Littlewood and Pólya, Inequalities, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, reduce

from flint import fmpq

from proofs.builder.proof import Named
from proofs.kernel.normal import Mono, as_term, canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, le, log, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import exponentials_in, free_variables, logarithms
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value

EQUAL, NEARLY = 1e-6, 1e-3  # tolerances for equal sides, and for parts of a sum
SIMPLE = 60  # the denominator of parts of a sum
MOST = 3  # sums, or exponents, in one question
QUICKLY = 0.15  # the share of the effort for locating an exponent


@dataclass(frozen=True)
class PowerOfSum:
    """A power v^p with v = Σ c_i u_i, where the u_i^p also occur: the exponent p, the sum v, and its (u_i, c_i)."""

    exponent: Term
    whole: Term
    parts: tuple[tuple[Term, fmpq], ...]


def sums_with_powers(formula: Term) -> list[PowerOfSum]:
    """Return the powers of sums with positive coefficients in a formula that contains the powers of the summands."""
    bases: dict[Term, list[Term]] = {}
    for t in exponentials_in(formula):
        for m in normal(t.args[0]):
            logs = [a.term for a, e in m if a.term.op == "log" and e == 1]
            exponent = as_term({frozenset((a, e) for a, e in m if a.term.op != "log"): fmpq(1)})
            if len(logs) == 1 and exponent.free:
                bases.setdefault(exponent, []).append(logs[0].args[0])
    out = []
    for exponent, found in bases.items():
        known = [normal(num(1)), *map(normal, found)]
        for whole in dict.fromkeys(found):
            parts = list(normal(whole).items())
            single: list[Mono] = [next(iter(k)) for k in known if len(k) == 1]
            if len(parts) > 1 and all(c > 0 and m in single for m, c in parts):
                out.append(PowerOfSum(exponent, whole, tuple((as_term({m: fmpq(1)}), c) for m, c in parts)))
    return out[:MOST]


class Powers:
    """Facts about the summands in a power of a sum: their signs, their logarithms, and the sum in terms of them."""

    def __init__(self, search: Search, asked: Asked, power: PowerOfSum) -> None:
        def shown(goal: Term) -> Fact:
            return search.prove(asked.given, goal, asked.depth + 1)

        self.search, self.power = search, power
        p, v = power.exponent, power.whole
        steep = search.attempt("p >= 1", [partial(shown, le(num(1), p))], QUICKLY)
        self.steep = steep is not None
        self.exponent = [shown(le(num(0), p)), shown(le(p, num(1)))] if steep is None else [steep]
        self.signs = {u: shown(lt(num(0), u)) for u, _ in power.parts}
        self.total = sum((c for _, c in power.parts), fmpq(0))
        numerals = {c: search.p.have(lt(num(0), num(c))) for c in (self.total, *(c for _, c in power.parts))}
        self.numerals = numerals
        self.sizes = {c: search.run("exp_log", f) for c, f in numerals.items()}  # e^(log c) = c
        known = [search.run("exp_log", f) for f in self.signs.values()]
        whole = search.run("exp_log", search.p.have(lt(num(0), v), *self.signs.values(), degree=1))
        self.adds_up = search.p.have(eq(self.sum_of(lambda u, c: num(c) * exp(log(u))), exp(log(v))), whole, *known)

    def sum_of(self, part: Callable[[Term, fmpq], Term]) -> Term:
        """Return Σ part(u_i, c_i)."""
        return reduce(lambda s, row: s + part(*row), self.power.parts, num(0))

    def ordered(self, less: Term, more: Term, *using: Named | tuple) -> Fact:
        """Prove less <= more if p >= 1, and more <= less if p <= 1."""
        return self.search.p.have(le(less, more) if self.steep else le(more, less), *using)

    def jensen(self) -> Fact:
        """Compare (v/Σc)^p and Σ c_i u_i^p / Σc, by tangents at v/Σc."""
        p, search, total = self.power.exponent, self.search, self.total
        mean = log(self.power.whole) - log(num(total))
        name = f"elementary.{'bernoulli' if self.steep else 'bernoulli_concave'}"
        positive, scale = search.run("exp_pos", p * mean), p * exp(p * mean)
        tangents = [search.p.apply(name, *self.exponent, x=p, u=log(u) - mean) for u in self.signs]
        weighted = self.sum_of(lambda u, c: num(c / total) * exp(p * log(u)))
        using = [*((f, positive) for f in tangents), (self.adds_up, scale * exp(-mean)), (self.sizes[total], scale)]
        return self.ordered(exp(p * mean), weighted, *using)

    def additive(self) -> Fact:
        """Compare Σ (c_i u_i)^p and v^p, from log (c_i u_i) <= log v."""
        p, v, prove = self.power.exponent, self.power.whole, self.search.p
        rest = exp((p - 1) * log(v))
        using: list[tuple] = [(self.adds_up, rest)]
        for u, c in self.power.parts:
            part, own = num(c) * u, log(num(c)) + log(u)
            at_most = prove.have(le(part, v), *self.signs.values(), degree=1)
            logs = prove.apply("elementary.log_le", at_most, self.signs[u], self.numerals[c], x=part, y=v)
            apart = prove.apply("elementary.log_mul", self.numerals[c], self.signs[u], x=num(c), y=u)
            less = prove.have(le(own, log(v)), logs, apart, degree=1)
            order = self.ordered(p * own, own + (p - 1) * log(v), (less, self.exponent[-1]))
            x, y = order.concl.args
            power = prove.apply("elementary.exp_le", order, x=x, y=y)
            using += [(power, num(1)), (self.sizes[c], rest * exp(log(u)))]
        return self.ordered(self.sum_of(lambda u, c: exp(p * (log(num(c)) + log(u)))), exp(p * log(v)), *using)


def by_jensen(search: Search, asked: Asked, power: PowerOfSum) -> Fact:
    """Prove the goal from Jensen's inequality for x^p, and from the order of Σ (c_i u_i)^p and (Σ c_i u_i)^p."""
    known = Powers(search, asked, power)
    jensen = known.jensen()
    scaled = [(jensen, search.run("exp_pos", power.exponent * log(num(c)))) for c in known.sizes if c != 1]
    assumed = [search.run("assume", g) for g in asked.given]
    facts = [*known.signs.values(), *known.sizes.values(), jensen, known.additive()]
    return search.p.have(asked.goal, *assumed, *facts, *scaled)


def weights_of(f: Term) -> dict[Term, Term]:
    """Return the w by the A for f = Σ w e^A, where variables whose logarithms occur count as powers of e."""
    logs = set(logarithms(f))
    out: dict[Term, Term] = {}
    for m, c in normal(f).items():
        weight, exponent = num(c), num(0)
        for a, e in m:
            if a.is_exp:
                exponent = exponent + num(e) * a.term.args[0]
            elif log(a.term) in logs:
                exponent = exponent + num(e) * log(a.term)
            else:
                weight = weight * as_term({frozenset([(a, e)]): fmpq(1)})
        exponent = canonical(exponent)
        out[exponent] = canonical(out.get(exponent, num(0)) + weight)
    return out


def at_mean(search: Search, asked: Asked, weights: Mapping[Term, Term], mean: Term) -> Fact:
    """Prove w e^C <= Σ w_i e^(A_i) from the tangents e^C (1 + A_i − C) <= e^(A_i) and w <= Σ w_i (1 + A_i − C)."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    least, more = canonical(-weights[mean]), {a: w for a, w in weights.items() if a is not mean}
    tangents = [search.run("exp_ge", a - mean) for a in more]
    signs = [shown(lt(num(0), w)) for w in more.values()]
    total = reduce(lambda s, row: s + row[1] * (1 + row[0] - mean), more.items(), num(0))
    order = le if asked.goal.op == "le" else lt
    ways = [partial(shown, relation(least, total)) for relation in (eq, order)]
    sums = search.attempt("sum of the weights", ways)
    if sums is None:
        raise NotFound("the weights do not suffice")
    scale = search.run("exp_pos", mean)
    names = [t.args[0] for t in dict.fromkeys(logarithms(asked.goal)) if t.args[0].op == "var"]
    known = [search.run("exp_log", shown(lt(num(0), x))) for x in names]
    using = [(tangent, scale, sign) for tangent, sign in zip(tangents, signs, strict=True)]
    return search.p.have(asked.goal, *using, (sums, exp(mean)) if sums.concl.op == "eq" else (sums, scale), *known)


def products_of_powers(f: Term) -> list[tuple[Term, dict[Term, Term]]]:
    """Return the products e^C = Π u^w with variable w in monomials, as pairs of C and the mapping from u to w."""
    out: dict[Term, dict[Term, Term]] = {}
    for m in normal(f):
        middle = reduce(lambda s, row: s + num(row[1]) * row[0].term.args[0], (r for r in m if r[0].is_exp), num(0))
        weights: dict[Term, Term] = {}
        for k, c in normal(middle).items():
            (u, *more) = [a.term.args[0] for a, e in k if a.term.op == "log" and e == 1] or [num(0), num(0)]
            w = as_term({frozenset((a, e) for a, e in k if a.term is not canonical(log(u))): c})
            weights = weights | {u: canonical(weights.get(u, num(0)) + w)} if not more else {}
            if not weights:
                break
        if len(weights) > 1 and any(w.free for w in weights.values()):
            out[canonical(middle)] = weights
    return list(out.items())[:MOST]


def by_weighted_mean(search: Search, asked: Asked, middle: Term, weights: Mapping[Term, Term]) -> Fact:
    """Prove the goal by replacing Π u_i^(w_i) on the smaller side by Σ w_i u_i, where Σ w_i = 1."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    power, f = exp(middle), normal(asked.f)
    (product,) = normal(power)
    with_it = {m: c for m, c in f.items() if product <= m}
    factor = as_term({m - product: -c for m, c in with_it.items()})
    sign = shown(le(num(0), factor))
    mean = reduce(lambda s, row: s + row[1] * row[0], weights.items(), num(0))
    one = shown(eq(reduce(lambda s, w: s + w, weights.values(), num(0)), num(1)))
    sizes = {u: shown(lt(num(0), u)) for u in weights}
    parts = [shown(le(num(0), w)) for w in weights.values()]
    scale = search.run("exp_pos", middle)
    tangents = [(search.run("exp_ge", log(u) - middle), scale, w) for u, w in zip(weights, parts, strict=True)]
    known = [(search.run("exp_log", size), w) for size, w in zip(sizes.values(), weights.values(), strict=True)]
    unit = [(one, power), (one, power * middle)]
    below = search.p.have(le(power, mean), *tangents, *known, *unit)
    rest = as_term({m: c for m, c in f.items() if m not in with_it})
    order = le if asked.goal.op == "le" else lt
    inside = shown(order(factor * mean, rest))
    return search.p.have(asked.goal, inside, (below, sign))


def by_means(search: Search, asked: Asked, parts: Mapping[Term, fmpq], less: Term, scale: fmpq) -> Fact:
    """Prove scale · e^C <= Σ w_i e^(A_i), by weighted AM–GM at a point where the sides seem to be equal.

    Let λ_i be the fractions of the sum there, and M = Σ λ_i (A_i + log(w_i/λ_i)). Then e^M <= Σ w_i e^(A_i) by the
    tangents at M, and log scale + C <= M is the new question.
    """
    own = _parts_of_sum(asked, parts)
    numbers = {scale, *(w / own[a] for a, w in parts.items())} - {1}
    sizes = [search.run("exp_log", search.p.have(lt(num(0), num(q)))) for q in sorted(numbers)]
    raised = {a: canonical(a + (log(num(w / own[a])) if w != own[a] else 0)) for a, w in parts.items()}
    mean = canonical(reduce(lambda s, a: s + num(own[a]) * raised[a], parts, num(0)))
    bound = canonical(less + (log(num(scale)) if scale != 1 else 0))
    strict = asked.goal.op == "lt"
    inside = search.prove(asked.given, (lt if strict else le)(bound, mean), asked.depth + 1)
    order = search.p.apply(f"elementary.exp_{'lt' if strict else 'le'}", inside, x=bound, y=mean)
    positive = search.run("exp_pos", mean)
    tangents = [(search.run("exp_ge", u - mean), positive) for u in raised.values()]
    total = reduce(lambda s, a: s + num(own[a]) * exp(raised[a]), parts, num(0))
    below = search.p.have(le(exp(mean), total), *tangents)
    return search.p.have(asked.goal, order, below, *sizes)


def _parts_of_sum(asked: Asked, parts: Mapping[Term, fmpq]) -> dict[Term, fmpq]:
    """Return the fraction of the sum that each summand is, at a point where the sides seem to be equal."""
    from proofs.search.points.descent import lowest_points  # NumPy takes time to load

    names = free_variables((*asked.given, asked.goal))
    closed = [le(*g.args) if g.op == "lt" else g for g in asked.given]
    for height, v in lowest_points(closed, names, asked.f):
        at = dict(zip(names, map(float, v), strict=True))
        values = {a: value(num(w) * exp(a), at) or 0.0 for a, w in parts.items()}
        total = sum(values.values())
        if abs(height) > EQUAL * total:
            continue
        own = {a: fmpq(round(SIMPLE * u / total), SIMPLE) for a, u in values.items()}
        near = all(abs(float(own[a]) - u / total) < NEARLY for a, u in values.items())
        if near and all(own.values()) and sum(own.values(), fmpq(0)) == 1:
            return own
    raise NotFound("no simple parts where the sides are equal")


@method("powers of sums", share=0.4)
def powers_of_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield Jensen's inequality for powers of numbers and of their sum, with one variable exponent."""
    for power in sums_with_powers(asked.goal):
        yield partial(by_jensen, search, asked, power)


@method("tangents at a mean", share=0.4)
def at_means(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield tangents at the mean, for a sum of powers of e with variable weights that bounds another power of e."""
    weights = weights_of(asked.f)
    below = [a for a, w in weights.items() if (c := constant(normal(w))) is not None and c < 0]
    varies = any(a.term.op != "log" for exponent in weights for m in normal(exponent) for a, _ in m)  # else roots
    if len(below) == 1 and len(weights) > 2 and varies and any(w.free for w in weights.values()):
        yield partial(at_mean, search, asked, weights, below[0])


@method("weighted means of powers", share=0.4)
def weighted_means(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield weighted AM–GM for a product of powers with variable exponents whose sum is 1."""
    for middle, weights in products_of_powers(asked.f):
        yield partial(by_weighted_mean, search, asked, middle, weights)


@method("means of powers of e", share=0.4)
def means_of_exponentials(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield AM–GM for a sum of powers of e that bounds a power of e or a number."""
    weights = {a: constant(normal(w)) for a, w in weights_of(asked.f).items()}
    known = {a: w for a, w in weights.items() if w is not None}
    parts = {a: w for a, w in known.items() if w > 0}
    below = [(a, -w) for a, w in known.items() if w < 0]
    if search.has_long and len(known) == len(weights) and len(below) == 1 and len(parts) > 1:
        yield partial(by_means, search, asked, parts, *below[0])
