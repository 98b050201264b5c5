"""Looking at formulas about sequences: what stands in them, derivatives, x · 1/x = 1 and equations used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from flint import fmpq

from proofs.kernel.normal import ONE, Atom, Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, big, eq, exp, inv, le, log, lt, mul, num, rebuild
from proofs.search.base.failures import NotFound

BIG = ("sum", "prod", "max")
HIGHEST_POWER = 8  # in which a sum is replaced


def walk(t: Term) -> Iterator[Term]:
    """Yield the term and all terms in it."""
    yield t
    for a in t.args:
        if isinstance(a, Term):
            yield from walk(a)


def outermost(t: Term, fits: Callable[[Term], bool]) -> Iterator[Term]:
    """Yield the terms in a term, itself among them, that fit, but none inside of another."""
    if fits(t):
        yield t
        return
    for a in t.args:
        if isinstance(a, Term):
            yield from outermost(a, fits)


def of_sequences(formula: Term) -> bool:
    """Return whether it speaks of ranges or entries."""
    return any(t.op in (*BIG, "all", "app") for t in walk(formula))


def bigs(t: Term, ops: Sequence[str] = BIG) -> list[Term]:
    """Return the sums, products and maxima in a formula that speak of no bound variable, in normal form."""
    out: dict[Term, None] = {}

    def look(t: Term) -> None:
        if t.op in ops and not t.loose:
            out.update(dict.fromkeys(s for s in walk(canonical(t)) if s.op in ops and not s.loose))
            return
        for a in t.args:
            if isinstance(a, Term):
                look(a)

    look(t)
    return list(out)


def written(t: Term, ops: Sequence[str] = BIG) -> list[Term]:
    """Return the sums, products and maxima in a formula that speak of no bound variable, as they stand."""
    return list(dict.fromkeys(s for s in walk(t) if s.op in ops and not s.loose))


def root_of(t: Term) -> Term | None:
    """Return the number of which a term is the square root: e^(log(w)/2) for 0 < w, else 0."""
    if t.op != "ite" or t.loose or t.args[0].op != "lt" or t.args[0].args[0] is not num(0) or t.args[2] is not num(0):
        return None
    w = t.args[0].args[1]
    return w if t.args[1].op == "exp" and key(eq(t.args[1], exp(num(1, 2) * log(w)))) is True else None


def product_of(parts: Sequence[Term]) -> Term:
    """Return the product of some factors; of one that one, of none 1."""
    return mul(*parts) if len(parts) > 1 else parts[0] if parts else num(1)


def relation(q: Poly, op: str = "le") -> Term:
    """0 <= q, or 0 < q, with the summands of either sign on a side."""
    sides = (as_term({m: s * c for m, c in q.items() if s * c > 0}) for s in (-1, 1))
    return (le if op == "le" else lt)(*sides)


def quantity(relation: Term) -> Poly:
    """Right minus left."""
    return plus(normal(relation.args[1]), normal(relation.args[0]), -1)


def entries(formulas: Sequence[Term]) -> list[Term]:
    """Return the entries in formulas that speak of no bound variable."""
    return list(dict.fromkeys(t for f in formulas for t in walk(f) if t.op == "app" and not t.loose))


def of_entries(formulas: Sequence[Term]) -> bool:
    """Return whether formulas speak of entries at all."""
    return any(t.op == "app" for f in formulas for t in walk(f))


def places_of(entry: Term) -> frozenset[Term]:
    """Return the variables in the indices of an entry."""
    return frozenset(v for i in entry.args[1:] for v in i.free)


def factors(t: Term) -> Sequence[Term]:
    """Return the factors of a product, or the term alone."""
    return t.args if t.op == "mul" else [t]


def single_factors(t: Term) -> list[Term]:
    """Return the factors of a product, of which none is a product."""
    return [f for a in t.args for f in single_factors(a)] if t.op == "mul" else [t]


def inverse(t: Term) -> Term:
    """1/t, factor by factor."""
    if t.op == "mul":
        return mul(*map(inverse, t.args))
    return t.args[0] if t.op == "inv" else inv(t)


def alone(q: Poly, op: str) -> list[tuple[Term, fmpq]]:
    """Return the terms of this kind that are summands, with their coefficients."""
    found = []
    for m, c in q.items():
        if len(m) == 1:
            ((a, e),) = m
            if a.term.op == op and e == 1:
                found.append((a.term, c))
    return found


def without(q: Poly, t: Term) -> Poly:
    """Return the polynomial without the summands in which t stands alone."""
    return {m: c for m, c in q.items() if not (len(m) == 1 and next(iter(m))[0].term is t and next(iter(m))[1] == 1)}


def swapped_entry(t: Term, entry: Term, x: Term) -> Term:
    """Return the term with a variable for an entry, but not inside of sums."""
    if t is entry:
        return x
    return t if t.op in BIG else rebuild(t, lambda kid, _: swapped_entry(kid, entry, x))


def swapped_big(t: Term, old: Term, new: Term) -> Term:
    """Return the term with `new` for each term whose normal form is that of `old`."""
    form = canonical(old)

    def go(t: Term) -> Term:
        if t.op == old.op and not t.loose and (t is old or canonical(t) is form):
            return new
        return rebuild(t, lambda kid, _: go(kid))

    return go(t)


def plain_ends(t: Term) -> Term:
    """Return the formula with the ends of its ranges in normal form: k for k + 1 − 1."""
    if t.op in BIG:
        return big(t.op, canonical(t.args[0]), canonical(t.args[1]), t.args[2])
    return rebuild(t, lambda kid, _: plain_ends(kid))


def differentiated(t: Term, x: Term) -> Term:
    """Return the derivative.

    Raises
    ------
    NotFound
        of what has none everywhere, or no rule here.
    """
    if x not in t.free:
        return num(0)
    if t is x:
        return num(1)
    if t.op == "add":
        return add(*(differentiated(a, x) for a in t.args))
    if t.op == "mul":
        return add(*(mul(*t.args[:k], differentiated(a, x), *t.args[k + 1 :]) for k, a in enumerate(t.args)))
    if t.op == "exp":
        return t * differentiated(t.args[0], x)
    if t.op == "log":
        return inv(t.args[0]) * differentiated(t.args[0], x)
    if t.op == "inv":
        return -(t * t) * differentiated(t.args[0], x)
    of = root_of(t)
    if of is not None:
        return inv(2 * t) * differentiated(of, x)
    raise NotFound("no derivative")


def cancelled(q: Poly, positive: Sequence[Term]) -> Poly:
    """Return the polynomial with x · 1/x = 1 for the factors of these terms, as far as they are atoms."""
    pairs: list[tuple[Atom, Atom]] = []
    for factor in [f for t in positive for f in factors(t)]:
        p = normal(factor)
        if len(p) == 1:
            (m,) = p
            if len(m) == 1 and not next(iter(m))[0].is_exp:
                ((a, _),) = m
                inverse = normal(inv(a.term))
                if len(inverse) == 1 and len(next(iter(inverse))) == 1:
                    ((b, _),) = next(iter(inverse))
                    pairs.append((a, b))
    out: Poly = {}
    for m, c in q.items():
        powers = dict(m)
        for a, b in pairs:
            k = min(powers.get(a, fmpq(0)), powers.get(b, fmpq(0)))
            if k > 0:
                for x in (a, b):
                    powers[x] -= k
                    if powers[x] == 0:
                        del powers[x]
        out = plus(out, {frozenset(powers.items()): c})
    return out


def _left_atom(equation: Fact) -> tuple[Atom, fmpq] | None:
    """Return the atom of which the left side of an equation is a multiple."""
    p = normal(equation.concl.args[0])
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    if len(m) != 1 or next(iter(m))[1] != 1:
        return None
    return next(iter(m))[0], c


def replaced(q: Poly, equations: Sequence[Fact], powers: bool = False) -> tuple[Poly, list[tuple[Poly, Fact]]]:
    """Return the polynomial with the left sides of equations replaced by the right ones, where they stand linearly.

    And what each equation was multiplied by: new − old = Σ multiplier · (right − left). With `powers` also where they
    stand in powers; then the right sides must not speak of the left ones.
    """
    used: list[tuple[Poly, Fact]] = []
    for equation in equations:
        found = _left_atom(equation)
        if found is None:
            continue
        a, c = found
        change = plus(normal(equation.concl.args[1]), normal(equation.concl.args[0]), -1)
        whole: Poly = {}
        for _ in range(HIGHEST_POWER if powers else 1):
            once: Poly = {}
            for m, v in q.items():
                e = dict(m).get(a, fmpq(0))
                if e == 1 or (powers and e > 1 and e.q == 1):
                    rest = {**dict(m), a: e - 1}
                    once = plus(once, {frozenset(x for x in rest.items() if x[1]): v / c})
            if not once:
                break
            q = plus(q, times(once, change))
            whole = plus(whole, once)
        if whole:
            used.append((whole, equation))
    return q, used


def squares_replaced(q: Poly, equations: Sequence[Fact]) -> tuple[Poly, list[tuple[Poly, Fact]]]:
    """Return the polynomial with what equations x · x = s say for the squares of x.

    And what each equation was multiplied by: new − old = Σ multiplier · (right − left).
    """
    used: list[tuple[Poly, Fact]] = []
    for equation in equations:
        left, right = (normal(side) for side in equation.concl.args)
        if len(left) != 1 or len(next(iter(left))) != 1:
            continue
        (((a, e),),) = left
        if e != 2 or left[frozenset({(a, e)})] != 1:
            continue
        multiplier: Poly = {}
        while any(dict(m).get(a, 0) >= 2 for m in q):
            step: Poly = {}
            for m, c in q.items():
                powers = dict(m)
                if powers.get(a, 0) >= 2:
                    powers[a] -= 2
                    step = plus(step, {frozenset(x for x in powers.items() if x[1]): c})
            q = plus(q, times(step, plus(right, left, -1)))
            multiplier = plus(multiplier, step)
        if multiplier:
            used.append((multiplier, equation))
    return q, used


def ranges_in(formulas: Iterable[Term]) -> dict[tuple[Term, Term], list[Term]]:
    """Return the sums and products in formulas, by their ranges."""
    out: dict[tuple[Term, Term], list[Term]] = {}
    for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum", "prod"))):
        out.setdefault((b.args[0], b.args[1]), []).append(b)
    return out


def value_of_sum(f: Fact) -> tuple[Term, Term] | None:
    """(Σ, c) if the fact says that a sum is the number c."""
    if f.concl.op != "eq":
        return None
    q = quantity(f.concl)
    for total, c in alone(q, "sum"):
        if without(q, total).keys() <= {ONE}:
            return total, num(-q.get(ONE, fmpq(0)) / c)
    return None
