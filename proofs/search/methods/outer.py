"""A power of both sides: e^(A/u) against q as e^A against q^u, where u and q are positive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, exp, le, log, lt, num
from proofs.search.base.formulas import simplified
from proofs.search.engine import Asked, Search, Way, method


@dataclass(frozen=True)
class Outer:
    """The goal says sign · (e^A − q) · factor >= 0, the factor a positive number, and u is a denominator of A."""

    exponent: Term
    unit: Term
    other: Term
    sign: int
    factor: Term


def outer_powers(f: Term) -> Iterator[Outer]:
    """A number as such a difference, for each power of e in whose exponent a variable number divides."""
    p = normal(f)
    for m, c in p.items():
        if len(m) != 1 or not next(iter(m))[0].is_exp:
            continue
        ((a, e),) = m
        exponent = canonical(num(e) * a.term.args[0])
        below = {b.term.args[0] for k in normal(exponent) for b, _ in k if b.term.op == "inv" and b.term.free}
        rest = as_term({k: -v / c for k, v in p.items() if k != m})
        for u in below:
            yield Outer(exponent, u, rest, 1 if c > 0 else -1, num(abs(c)))


def raised(search: Search, asked: Asked, outer: Outer) -> Fact:
    """The goal from that for the u-th powers."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    u, q, run, strict = outer.unit, outer.other, search.run, asked.goal.op == "lt"
    above_u, above_q = shown(lt(num(0), u)), shown(lt(num(0), q))
    make, opposite = (lt, le) if strict else (le, lt)
    own, others = _times(outer.exponent, u), u * log(q)
    low, high = (others, own) if outer.sign > 0 else (own, others)
    plain, known = _without_log(search, shown, own)
    pair = (exp(others), plain) if outer.sign > 0 else (plain, exp(others))
    inside = shown(simplified(make(*pair)))

    # e^low <= e^high, and so low <= high: high < low would mean e^high < e^low
    wrong = run("assume", opposite(high, low))
    theorem = f"elementary.exp_{'le' if strict else 'lt'}"
    turned = search.p.apply(None, theorem, wrong, x=high, y=low)
    never = search.p.have(None, FALSE, inside, turned, *known, degree=1)
    order = make(low, high)
    out = run("absurd", never, order)
    here = run("assume", order)
    out = run("cases", high, low, out, here) if strict else run("cases", low, high, here, out)

    ends = (log(q), outer.exponent) if outer.sign > 0 else (outer.exponent, log(q))
    out = run("arith", make(*ends), [(num(1), [out])], [above_u], [above_u])
    out = search.p.apply(None, f"elementary.exp_{'lt' if strict else 'le'}", out, x=ends[0], y=ends[1])
    size = run("exp_log", above_q)
    sums = [(outer.factor, [out]), (num(-outer.sign) * outer.factor, [size])]
    return run("arith", asked.goal, sums, [], [])


def _times(a: Term, u: Term) -> Term:
    """a · u, where u · 1/u is left out."""
    rows = []
    for m, c in normal(a).items():
        below = next((k for k in m if k[0].term.op == "inv" and k[0].term.args[0] is u and k[1] == 1), None)
        rows.append(as_term({m: c}) * u if below is None else as_term({m - {below}: c}))
    return canonical(sum(rows, num(0)))


def _without_log(search: Search, shown: Callable[[Term], Fact], a: Term) -> tuple[Term, list[Fact]]:
    """e^a, as w if a is log w, with what says that these are the same."""
    if a.op != "log":
        return exp(a), []
    return a.args[0], [search.run("exp_log", shown(lt(num(0), a.args[0])))]


@method("powers of both sides", share=0.4)
def powers_of_both_sides(search: Search, asked: Asked) -> Iterator[Way]:
    """For a power whose exponent has a variable denominator."""
    for outer in outer_powers(asked.f):
        yield partial(raised, search, asked, outer)
