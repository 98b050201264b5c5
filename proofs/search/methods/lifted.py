"""Powers as variables: where positive variables stand in x^k only, by A = x^k; a product of them to the k-th power.

So 1/(1 + a⁴) + 1/(1 + b⁴) = 1/2 ⊢ a b >= √3 comes down to 1/(1 + A) + 1/(1 + B) = 1/2 ⊢ A B >= 9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from math import gcd

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, inv, le, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS, free_variables, fresh, is_rational
from proofs.search.cones.polynomials import power
from proofs.search.engine import Asked, Search, Way, method


def exponents_in(t: Term) -> set[int]:
    """The exponents of the variables of a rational number, as it stands in normal form; of what is none, 1."""
    out: set[int] = set()
    for m in normal(t):
        for a, e in m:
            below = a.term.op == "inv"
            if below and a.term.args[0].op != "var":
                out |= exponents_in(a.term.args[0])
            else:
                out.add(int(e) if (below or a.term.op == "var") and e.q == 1 and e > 0 else 1)
    return out


def lifted(t: Term, k: int, new: dict[Term, Term]) -> Term:
    """A rational number with new variables for the k-th powers."""
    total: Term = num(0)
    for m, c in normal(t).items():
        part: Term = num(c)
        for a, e in m:
            if a.term in new:
                part = mul(part, power(new[a.term], int(e) // k))
            elif a.term.args[0] in new:
                part = mul(part, power(inv(new[a.term.args[0]]), int(e) // k))
            else:
                part = mul(part, power(inv(lifted(a.term.args[0], k, new)), int(e)))
        total = total + part
    return canonical(total)


def product_and_level(goal: Term) -> tuple[Term, Term, Term] | None:
    """M, d and c, if right − left is c (M − d) or c (d − M), M a product of powers, d and c positive numbers."""
    p = normal(goal.args[1] - goal.args[0])
    plain = [m for m in p if m]
    if len(p) != 2 or len(plain) != 1 or any(a.term.op != "var" or e.q != 1 or e < 0 for a, e in plain[0]):
        return None
    c, d = p[plain[0]], p[frozenset()]
    return (as_term({plain[0]: fmpq(1)}), num(-d / c), num(abs(c))) if c * d < 0 else None


def by_powers(search: Search, asked: Asked, rest: Sequence[Term], k: int) -> Fact:
    """By A = x^k for all variables x, of the goal or of its k-th power."""
    run, names = search.run, free_variables((*rest, asked.goal))
    positive = {x: search.prove(asked.given, lt(num(0), x), asked.depth + 1) for x in names}
    goal = asked.goal if all(e % k == 0 for e in exponents_in(asked.f)) else raised(asked.goal, k)
    new = {x: fresh(f"{x.args[0]}'power", [*asked.given, goal]) for x in names}
    search.meaning |= {v: power(x, k) for x, v in new.items()}

    def put(g: Term) -> Term:
        return RELATIONS[g.op](num(0), lifted(g.args[1] - g.args[0], k, new))

    signs = [lt(num(0), v) for v in new.values()]
    out = search.prove([*signs, *map(put, rest)], put(goal), asked.depth + 1)
    out = run("instantiate", out, [(v, power(x, k)) for x, v in new.items()])
    above = [run("arith", lt(num(0), power(x, k)), [(num(1), [fact] * k)], [], []) for x, fact in positive.items()]
    out = search.cut(out, above)
    if goal is asked.goal:
        return run("arith", goal, [(num(1), [out])], [], [])
    # M^k − d^k = (M − d) Σ M^i d^j
    m, d, factor = product_and_level(asked.goal) or (num(0), num(0), num(0))
    own = [positive[x] for x, e in _exponents(m).items() for _ in range(e)]
    sums = [(canonical(power(d, k - 1 - i)), own * i) for i in range(k)]
    scale = run(
        "arith", lt(num(0), reduce(lambda s, i: s + power(m, i) * power(d, k - 1 - i), range(k), num(0))), sums, [], []
    )
    return run("arith", asked.goal, [(factor, [out])], [scale], [])


def _exponents(m: Term) -> dict[Term, int]:
    ((mono, _),) = normal(m).items()
    return {a.term: int(e) for a, e in mono}


def raised(goal: Term, k: int) -> Term:
    """The order of M^k and d^k.

    Raises
    ------
    NotFound
        if the goal is not the order of a product M of powers and a positive number d.
    """
    found = product_and_level(goal)
    if found is None:
        raise NotFound("not a product")
    m, d, _ = found
    below = next(c for mono, c in normal(goal.args[1] - goal.args[0]).items() if mono) > 0
    low, high = (d, m) if below else (m, d)
    return RELATIONS[goal.op](power(low, k), power(high, k))


def common_power(asked: Asked) -> tuple[list[Term], int]:
    """The hypotheses that are no signs, and the k of which all exponents of the variables in them are multiples."""
    signs = {key(make(num(0), x)) for x in asked.goal.free for make in (lt, le)}
    rest = [g for g in asked.given if key(g) not in signs]
    return rest, gcd(*(e for g in rest for e in exponents_in(g.args[1] - g.args[0])))


@method("x^k as a variable", share=0.5)
def powers_as_variables(search: Search, asked: Asked) -> Iterator[Way]:
    """For positive variables that stand in the hypotheses, but for their signs, in k-th powers only."""
    if search.has_long and all(map(is_rational, (*asked.given, asked.goal))):
        rest, k = common_power(asked)
        if rest and k > 1:
            yield partial(by_powers, search, asked, rest, k)
