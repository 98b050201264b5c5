"""Roots as variables: w^(p/k) is r^p, where r > 0 and r^k = w."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, inv, log, lt, mul, num, rebuild, substitute
from proofs.language.elaborate import rational_power
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh
from proofs.search.cones.homogeneous import ROOT, proved
from proofs.search.cones.polynomials import power
from proofs.search.engine import Search
from proofs.search.reductions import changed, through

HIGHEST = 12  # the highest root
STEEPEST = 40  # the highest power of a root


@dataclass(frozen=True)
class Root:
    """r^k = w."""

    r: Term
    k: int
    w: Term

    @property
    def equation(self) -> Term:
        """The equation as a formula."""
        return eq(power(self.r, self.k), self.w)


Ask = Callable[[Sequence[Term], Term, Sequence[Root]], Fact]


def power_of(t: Term) -> tuple[Term, fmpq] | None:
    """Return (w, q) for e^(q · log w)."""
    if t.op != "exp":
        return None
    a = t.args[0]
    if a.op == "log":
        return a.args[0], fmpq(1)
    if a.op == "mul" and len(a.args) == 2 and a.args[0].op == "num" and a.args[1].op == "log":
        return a.args[1].args[0], fmpq(*a.args[0].args)
    return None


def radicands(formulas: Sequence[Term]) -> dict[Term, set[fmpq]]:
    """Return the radicands without inner roots, with the exponents."""
    out: dict[Term, set[fmpq]] = {}

    def inside(t: Term) -> bool:
        return any(isinstance(a, Term) and (power_of(a) is not None or inside(a)) for a in t.args)

    def look(t: Term) -> None:
        found = power_of(t)
        if found is not None and not inside(found[0]):
            out.setdefault(found[0], set()).add(found[1])
            return
        for a in t.args:
            if isinstance(a, Term):
                look(a)

    for f in formulas:
        look(f)
    return {w: qs for w, qs in out.items() if all(q.q <= HIGHEST and abs(q.p) <= STEEPEST for q in qs)}


def with_roots(
    search: Search, given: Sequence[Term], goal: Term, depth: int, ask: Ask, roots: Sequence[Root] = ()
) -> Fact:
    """Prove the goal from the goal with variables in place of the roots, the innermost first."""
    found = radicands([*given, goal])
    if not found:
        return ask(given, goal, roots)
    w, qs = next(iter(found.items()))
    k, p = lcm(*(int(q.q) for q in qs)), gcd(*(int(q.p) for q in qs))
    p = p if len(qs) == 1 and p < k else 1  # w^(2/3) alone is r with r³ = w²
    root = Root(fresh(f"{ROOT}{len(roots)}", [*given, goal]), k, power(w, p))
    plain = [g for g in given if not radicands([g])]
    ways = [partial(ask_sign, plain, lt(num(0), w), depth) for ask_sign in (partial(proved, search), search.prove)]
    positive = search.attempt("sign", ways)
    if positive is None:
        raise NotFound("the sign of what a root is taken of")
    back = exp(mul(num(p, k), log(w)))
    search.meaning[root.r] = back
    whole = search.run("exp_log", positive)
    above = search.run("exp_pos", back.args[0])
    between = sum((mul(power(exp(log(w)), i), power(w, p - 1 - i)) for i in range(p)), num(0))
    same = search.run("arith", eq(power(back, k), power(w, p)), [(between, [whole])], [], [])

    def named(t: Term) -> Term:
        own = power_of(t)
        if own is not None and own[0] is w:
            e = int(own[1] * k / p)
            return power(root.r, e) if e >= 0 else inv(power(root.r, -e))
        return rebuild(t, lambda kid, _: named(kid))

    hypotheses = [*map(named, given), lt(num(0), root.r), root.equation]
    fact = with_roots(search, hypotheses, named(goal), depth, ask, [*roots, root])
    fact = search.cut(search.run("instantiate", fact, [(root.r, back)]), [above, same])
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), fact)


def exponents(w: Term) -> dict[Term, int] | None:
    """Return the exponents of a product of variables with a positive coefficient."""
    p = normal(w)
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    if c <= 0 or any(a.term.op != "var" or e.q != 1 for a, e in m):
        return None
    return {a.term: int(e) for a, e in m}


def as_powers(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    degrees: Sequence[tuple[Term, int]],
    depth: int,
    ask: Ask,
    roots: Sequence[Root] = (),
) -> Fact:
    """Substitute x = t^d, t > 0, for positive variables x, one at a time."""
    if not degrees:
        return ask(given, goal, roots)
    (x, d), *rest = degrees
    t = fresh(f"{x.args[0]}'power", [*given, goal])
    back = exp(log(x) * num(1, d))
    whole = search.run("exp_log", search.prove(given, lt(num(0), x), depth + 1))
    same = search.run("arith", eq(power(back, d), x), [(num(1), [whole])], [], [])
    above = search.run("exp_pos", back.args[0])

    def inside(hypotheses: Sequence[Term], wanted: Term, depth: int) -> Fact:
        moved = [Root(o.r, o.k, substitute(o.w, {x: power(t, d)})) for o in roots]
        return as_powers(search, hypotheses, wanted, rest, depth, ask, moved)

    return changed(search, given, goal, x, (t, power(t, d), back), same, depth, extra=[above], ask=inside)


def without_products(
    search: Search, given: Sequence[Term], goal: Term, depth: int, ask: Ask, roots: Sequence[Root]
) -> Fact:
    """Replace roots r with r^k = Π t^(k e) by Π t^e."""
    for root in roots:
        found = exponents(root.w)
        if not found or any(e % root.k for e in found.values()):
            continue
        (c,) = normal(root.w).values()
        size = rational_power(Fraction(int(c.p), int(c.q)), Fraction(1, root.k))
        if size is None:
            continue
        v = mul(num(size.numerator, size.denominator), *(power(x, e // root.k) for x, e in found.items()))
        terms = [mul(power(v, i), power(root.r, root.k - 1 - i)) for i in range(root.k)]
        other = sum(terms[1:], terms[0])  # (v − r) Σ v^i r^j = v^k − r^k
        positive = search.prove(given, lt(num(0), other), depth + 1)
        assumed = search.run("assume", next(g for g in given if key(g) == key(root.equation)))
        high = search.run("arith", v <= root.r, [(num(-1), [assumed])], [positive], [])
        low = search.run("arith", root.r <= v, [(num(1), [assumed])], [positive], [])
        same = search.run("antisymmetry", high, low)
        rest = [o for o in roots if o is not root]

        def inside(fewer: Sequence[Term], wanted: Term, depth: int, rest: list[Root] = rest) -> Fact:
            kept = [g for g in fewer if key(g) is not True]
            return without_products(search, kept, wanted, depth, ask, rest)

        return through(search, given, goal, root.r, v, same, depth, inside)
    return ask(given, goal, roots)


def solved_by_roots(
    search: Search, given: Sequence[Term], goal: Term, depth: int, ask: Ask, roots: Sequence[Root]
) -> Fact:
    """Substitute x = (r^k − rest)/c for each root r with the radicand c x + rest."""
    names = {o.r for o in roots}

    def step(given: Sequence[Term], goal: Term, todo: list[Root]) -> Fact:
        if not todo:
            return ask(given, goal, roots)
        root, *rest = todo
        w = canonical(root.w)
        p = normal(w)
        for x in sorted(w.free - names, key=lambda v: v.args[0]):
            mine = [m for m in p if any(x in a.term.free for a, _ in m)]
            if len(mine) != 1 or normal(as_term({mine[0]: fmpq(1)})) != normal(x):
                continue
            c = p[mine[0]]
            assumed = search.run("assume", root.equation)
            v = canonical((power(root.r, root.k) - (w - num(c) * x)) * num(1 / c))
            same = search.run("arith", eq(v, x), [(num(1 / c), [assumed])], [], [])

            def inside(fewer: Sequence[Term], wanted: Term, _: int, x: Term = x, v: Term = v) -> Fact:
                moved = [Root(o.r, o.k, substitute(o.w, {x: v})) for o in rest]
                return step([g for g in fewer if key(g) is not True], wanted, moved)

            return through(search, given, goal, x, v, same, depth, inside)
        return step(given, goal, rest)  # this root remains a variable

    return step(given, goal, list(roots))
