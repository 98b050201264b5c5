"""Jensen's inequality: F(Σ_i w_i x_i) <= Σ_i w_i F(x_i) for a convex F.

The tangent of F at the mean is proved to lie below F, as a question about numbers. F may have several arguments, and
may be summed over another index. For example, the entropy of a mixture is at least the mean entropy.
Reference: Cover and Thomas, Elements of Information Theory, section 2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from flint import fmpq

from proofs.kernel.normal import Mono, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, add, big, eq, inv, le, mul, num, rebuild
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    differentiated,
    factors,
    product_of,
    quantity,
    relation,
    replaced,
    root_of,
    walk,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.nested import equations_of_sums

MOST_SUMS, MOST_WEIGHTS = 3, 3  # arguments of F, and choices of weights


@dataclass
class Mixed:
    """A function F of sums that occurs in a goal.

    Attributes
    ----------
    outer
        The index of the sum whose members contain F; None if F is a function of sums of the goal itself.
    value
        The value of F at the sums.
    weight
        The factor of F in the member of the outer sum.
    sums
        The sums, or entries that equal sums by hypothesis.
    named
        The equations between these entries and the sums.
    """

    outer: Index | None
    value: Term
    weight: Term
    sums: list[Term]
    named: dict[Term, Fact] = field(default_factory=dict)

    @property
    def totals(self) -> list[Term]:
        """The arguments of F, written as sums."""
        return [self.named[t].concl.args[0] if t in self.named else t for t in self.sums]


def _put(t: Term, table: Mapping[Term, Term]) -> Term:
    return table[t] if t in table else rebuild(t, lambda kid, _: _put(kid, table))


def _is_bent(m: Mono, named: Iterable[Term] = ()) -> bool:
    """Return whether a monomial is nonlinear in sums or in named entries."""
    degree = sum(e for a, e in m if a.term.op == "sum" or a.term in named)
    functions = [a.term for a, _ in m if a.term.op not in ("sum", "prod", "max", "app")]
    return degree > 1 or any(bigs(t, ("sum",)) or any(x in named for x in walk(t)) for t in functions)


def _named(known: Known, outer: Index) -> dict[Term, Fact]:
    """Return the entries at an index that equal a sum by hypothesis, with the equations Σ = entry."""
    out: dict[Term, Fact] = {}
    for f in outer.facts:
        for entry, total in (f.concl.args, f.concl.args[::-1]) if f.concl.op == "eq" else ():
            if entry.op == "app" and outer.i in entry.free and total.op == "sum":
                c = 1 if f.concl.args[0] is total else -1
                out[entry] = known.run("arith", eq(total, entry), [(num(c), [f])], [], [])
    return out


def _mixed(known: Known, goal: Term) -> Iterator[Mixed]:
    """Yield the functions F of sums for which −F or −Σ F occurs in right − left."""
    q = quantity(goal)
    own = {m: -c for m, c in q.items() if _is_bent(m)}
    if own:
        value = as_term(own)
        yield Mixed(None, value, num(1), bigs(value, ("sum",)))
    found: dict[tuple[Term, Term], list[tuple[Term, Term]]] = {}
    for b, c in alone(q, "sum"):
        found.setdefault(b.args[:2], []).append((num(-c), b))
    for (lo, hi), sums in found.items():
        outer = known.index(lo, hi)
        named = _named(known, outer)
        parts = [(c, outer.member(b.args[2])) for c, b in sums if named or any(t.op == "sum" for t in walk(b.args[2]))]
        bent = [(c, t) for c, t in parts if all(_is_bent(m, named) for m in normal(t))]
        smaller = [(c, t) for c, t in bent if c.args[0] > 0]
        for rows in dict.fromkeys(map(tuple, (bent, smaller))):
            if rows:
                together = normal(add(*(c * t for c, t in rows), num(0)))
                yield from _at_index(outer, together, {t: f for t, f in named.items() if _is_bent_in(together, t)})


def _is_bent_in(value: Poly, t: Term) -> bool:
    """Return whether F is nonlinear in an entry."""
    return any(e != 1 if a.term is t else t in walk(a.term) for m in value for a, e in m)


def _at_index(outer: Index, value: Poly, named: dict[Term, Fact]) -> Iterator[Mixed]:
    """Yield F at an outer index, after separating the common factor of its summands."""
    common = frozenset.intersection(*value) if value else frozenset()
    beside = frozenset(
        (a, e) for a, e in common if a.term.op == "app" and a.term not in named and not bigs(a.term, ("sum",))
    )
    f, weight = (as_term(q) for q in ({m - beside: c for m, c in value.items()}, {beside: fmpq(1)}))
    sums = [*named, *(b for b in bigs(f, ("sum",)) if outer.i in b.free)]
    if sums:
        yield Mixed(outer, f, weight, sums, named)


def _weights(bodies: Sequence[Term]) -> Iterator[tuple[Term, list[Term]]]:
    """Yield the common factors of the members of sums, with the other factors."""
    parts = [list(factors(t)) for t in bodies]
    # sorted as text: the order of factors depends on the index, but a choice must not
    common = sorted((t for t in dict.fromkeys(parts[0]) if all(t in other for other in parts)), key=str)
    for w in ([t] for t in common):
        rest = []
        for own in parts:
            left = list(own)
            left.remove(w[0])
            rest.append(product_of(left))
        if len(set(rest)) == len(rest) and num(1) not in rest:
            yield w[0], rest
    if len(common) < len(parts[0]):
        yield num(1), list(bodies)


def _bound(known: Known, goal: Term, which: int, choice: int, depth: int) -> Fact:
    """Prove 0 <= Σ_i w F(x) − F(Σ_i w x), summed over the outer index if there is one.

    Raises
    ------
    NotFound
        if there is no such function, or it is not proved to be convex.
    """
    mixed = next((m for k, m in enumerate(_mixed(known, goal)) if k == which), None)
    if mixed is None or not 0 < len(mixed.sums) <= MOST_SUMS or len({b.args[:2] for b in mixed.totals}) != 1:
        raise NotFound("no function of sums over one range")
    outer, (lo, hi, _) = mixed.outer, mixed.totals[0].args
    share = 1.0 if depth else 2.0
    around = [] if outer is None else [*outer.facts, *outer.ends]
    if outer is None:
        return _below(known, mixed, known.index(lo, hi), around, choice, share)
    with known.inside(outer):
        row = _below(known, mixed, known.index(lo, hi), around, choice, share)
        if mixed.weight is not num(1):
            product = as_term(times(quantity(row.concl), normal(mixed.weight)))
            sign = known.nonnegative(mixed.weight, around)
            row = known.run("arith", le(num(0), product), [(num(1), [row, sign])], [], [])
    return known.summed(outer, row)


def _below(known: Known, mixed: Mixed, index: Index, around: Sequence[Fact], choice: int, share: float) -> Fact:
    """Prove 0 <= Σ_i w F(x) − F(Σ_i w x), using hypotheses about Σ w."""
    lo, hi, bodies = index.lo, index.hi, [canonical(index.member(b.args[2])) for b in mixed.totals]
    found = next((x for k, x in enumerate(_weights(bodies)) if k == choice), None)
    if found is None:
        raise NotFound("no such weight")
    w, xs = found
    if mixed.value.op == "abs":
        return _of_size(known, mixed, index, w, xs, around)
    here = [*index.facts, *around]
    with known.inside(index):
        here += [f for b in (*bodies, w) for f in known.of_pairs(index, b)]
        weight = None if w is num(1) else known.nonnegative(w, here)
        above, signs = _tangent_plane(known, mixed, xs, here, share)
    product = as_term(cancelled(times(quantity(above.concl), normal(w)), [s.concl.args[1] for s in signs]))
    facts = [above, *([] if weight is None else [weight])]
    up = known.summed(index, known.run("arith", le(num(0), product), [(num(1), facts)], [], signs))
    counts = [known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)] if w is num(1) else []
    q, used = replaced(quantity(up.concl), [*_equations(known, mixed, around), *counts])
    own = [s for s in signs if index.i not in s.concl.free]
    for f in known.of_roots(_roots(q), own):
        own += [f] if f.concl.op == "lt" else []
        q, more = _of_squares(q, f) if f.concl.op == "eq" else (q, [])
        used += more
    short = le(num(0), as_term(cancelled(q, [s.concl.args[1] for s in own])))
    return known.run("arith", short, [(num(1), [up]), *((as_term(m), [e]) for m, e in used)], [], own)


def _equations(known: Known, mixed: Mixed, around: Sequence[Fact]) -> list[Fact]:
    """Return the equations for sums: those of named entries, and those among the hypotheses."""
    said = [f for f in (*around, *known.facts) if f.concl.op == "eq"]
    return [*mixed.named.values(), *(f for f in said if not any(t in f.concl.args for t in mixed.named))]


def _of_size(known: Known, mixed: Mixed, index: Index, w: Term, xs: Sequence[Term], around: Sequence[Fact]) -> Fact:
    """Prove 0 <= Σ_i w |L(x)| − |L(Σ_i w x)| for a linear L, or for an affine L if Σ w = 1."""
    of = mixed.value.args[0]
    members = canonical(_put(of, dict(zip(mixed.sums, xs, strict=True))))
    total = big("sum", index.lo, index.hi, index.function(mul(w, members)).args[1])
    bound = known.of_absolute_sum(total)
    q, used = replaced(normal(total), _equations(known, mixed, around))
    same = known.run("arith", eq(total, as_term(q)), [(as_term(m), [e]) for m, e in used], [], [])
    same = known.run("arith", eq(total, of), [(num(1), [same])], [], [])  # which fails if L is not linear
    sizes = known.p.congr(absolute, same)
    less = le(num(0), canonical(bound.concl.args[1] - mixed.value))
    return known.run("arith", less, [(num(1), [bound]), (num(-1), [sizes])], [], [])


def _roots(q: Poly) -> list[Term]:
    """Return the square roots in the denominators of a polynomial."""
    below = dict.fromkeys(a.term.args[0] for m in q for a, _ in m if a.term.op == "inv")
    return [t for t in below if root_of(t) is not None]


def _of_squares(q: Poly, square: Fact) -> tuple[Poly, list[tuple[Poly, Fact]]]:
    """Replace w by r² where it is divided by r = √w; return the polynomial, and r² = w with its multiplier."""
    root, whole = (normal(side) for side in square.concl.args)
    ((r, _),) = next(iter(root))
    ((over, _),) = next(iter(normal(inv(r.term))))
    if len(whole) != 1:
        return q, []
    ((w, c),) = whole.items()
    part: Poly = {}
    for m, v in q.items():
        powers = dict(m)
        if powers.get(over, 0) >= 1 and all(powers.get(a, 0) >= e for a, e in w):
            for a, e in w:
                powers[a] -= e
            part = plus(part, {frozenset(x for x in powers.items() if x[1]): -v / c})
    return plus(q, times(part, plus(whole, root, -1))), [(part, square)] if part else []


def _tangent_plane(
    known: Known, mixed: Mixed, xs: Sequence[Term], here: Sequence[Fact], share: float
) -> tuple[Fact, list[Fact]]:
    """Return 0 <= F(x) − F(s) − Σ ∂F(s) (x − s), and the facts that terms in its denominators are positive."""
    names = [known.fresh(f"z{k}") for k in range(len(mixed.sums))]
    form = _put(mixed.value, dict(zip(mixed.sums, names, strict=True)))
    at_sums, at_members = dict(zip(names, mixed.sums, strict=True)), dict(zip(names, xs, strict=True))
    slopes = [_put(differentiated(form, z), at_sums) for z in names]
    plane = add(mixed.value, *(d * (x - s) for d, x, s in zip(slopes, xs, mixed.sums, strict=True)))
    numbers = dict.fromkeys([*xs, *mixed.sums])
    signs = [f for t in numbers for f in [known.signed(t, here)] if f is not None]
    positive = [f for f in signs if f.concl.op == "lt"]
    signs = list(dict.fromkeys([*signs, *(f for t in numbers for f in known.denominators(t, here))]))
    gap = as_term(cancelled(normal(_put(form, at_members) - plane), [f.concl.args[1] for f in positive]))
    goal = le(num(0), gap)
    with suppress(KernelError):
        logs = dict.fromkeys(t.args[0] for t in walk(form) if t.op == "log" and not t.loose)
        tangents = [f for y in logs for f in _tangents(known, _put(y, at_sums), _put(y, at_members), positive)]
        if tangents:
            return known.linear(goal, [*tangents, *signs], degree=1, work=400), positive
    return known.numbers([*signs, *(f for f in here if not bigs(f.concl))], goal, share), positive


def _tangents(known: Known, s: Term, x: Term, signs: Sequence[Fact]) -> Iterator[Fact]:
    """Yield log s − log x <= s/x − 1 and the same with s and x exchanged, also times positive terms."""
    one = [known.positive(t, signs) for t in (s, x)]
    for (u, u_sign), (v, v_sign) in (((s, one[0]), (x, one[1])), ((x, one[1]), (s, one[0]))):
        tangent = known.p.apply("elementary.log_tangent", v_sign, u_sign, x=v, u=u)
        q = quantity(tangent.concl)
        for sign in (None, *signs):
            by = num(1) if sign is None else sign.concl.args[1]
            short = as_term(cancelled(times(q, normal(by)), [f.concl.args[1] for f in signs]))
            facts = [tangent, *([] if sign is None else [sign])]
            yield known.run("arith", le(num(0), short), [(num(1), facts)], [], signs)


def by_bound(known: Known, goal: Term, found: Callable[[], Fact], bounds: list[Fact]) -> Fact:
    """Prove the goal from a bound of F by linear arithmetic, and append the bound to `bounds`."""
    fact = found()
    bounds.append(fact)
    inside = relation(plus(quantity(goal), quantity(fact.concl), -1), goal.op)
    equations = equations_of_sums(known, [inside])
    near = known.linear(inside, [*equations, *known.facts, *about(known, inside)], depth=2)
    return known.run("arith", goal, [(num(1), [near]), (num(1), [fact])], [], [])


def by_asking(known: Known, goal: Term, bounds: Sequence[Fact], which: int, depth: int) -> Fact:
    """Prove the goal from such a bound and a new search for the remaining goal."""
    if which >= len(bounds):
        raise NotFound("no such bound")
    inside = relation(plus(quantity(goal), quantity(bounds[which].concl), -1), goal.op)
    return known.run(
        "arith", goal, [(num(1), [known.asked_if_likely(inside, depth)]), (num(1), [bounds[which]])], [], []
    )


def _ways(known: Known, asked: Asked, fits: Callable[[Mixed], bool]) -> Iterator[Way]:
    """Yield tactics for the functions that fit: first by linear arithmetic, then by new searches."""
    goal, bounds = asked.goal, list[Fact]()
    with known.named_facts():
        places = [k for k, m in enumerate(_mixed(known, goal)) if fits(m)]
    for which in places:
        for choice in range(MOST_WEIGHTS):
            bound = partial(_bound, known, goal, which, choice, asked.depth)
            yield known.way(partial(by_bound, known, goal, bound, bounds))
    for which in range(len(bounds) if not asked.depth else 0):
        yield known.way(partial(by_asking, known, goal, bounds, which, asked.depth))


def _applies(asked: Asked) -> bool:
    return asked.goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and bool(bigs(asked.goal, ("sum",)))


@method("functions of members that are mixtures", share=0.3)
def of_named(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield Jensen's inequality for functions of entries that equal sums by hypothesis."""
    if _applies(asked):
        yield from _ways(known(search, asked), asked, lambda m: bool(m.named))


@method("functions of mixtures", share=0.4)
def mixtures(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield Jensen's inequality for functions of sums, and for sums of functions of inner sums."""
    if _applies(asked):
        yield from _ways(known(search, asked), asked, lambda m: not m.named)
