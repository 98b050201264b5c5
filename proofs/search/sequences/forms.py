"""Analysis and rewriting of terms about sequences: parts, derivatives, cancellation of x · 1/x, substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from flint import fmpq

from proofs.kernel.normal import ONE, Atom, Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import MAKERS, Term, add, big, eq, exp, inv, log, mul, num, rebuild
from proofs.search.base.failures import NotFound

BIG = ("sum", "prod", "max")
HIGHEST_POWER = 8  # the highest power in which a sum is replaced


def walk(t: Term) -> Iterator[Term]:
    """Yield a term and all its subterms."""
    yield t
    for a in t.args:
        if isinstance(a, Term):
            yield from walk(a)


def outermost(t: Term, fits: Callable[[Term], bool]) -> Iterator[Term]:
    """Yield the maximal subterms with a property, possibly the term itself."""
    if fits(t):
        yield t
        return
    for a in t.args:
        if isinstance(a, Term):
            yield from outermost(a, fits)


def of_sequences(formula: Term) -> bool:
    """Return whether a formula contains ranges or entries."""
    return any(t.op in (*BIG, "all", "app") for t in walk(formula))


def bigs(t: Term, ops: Sequence[str] = BIG) -> list[Term]:
    """Return the sums, products and maxima without loose bound variables in a formula, in normal form."""
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
    """Return the sums, products and maxima without loose bound variables in a formula, not normalized."""
    return list(dict.fromkeys(s for s in walk(t) if s.op in ops and not s.loose))


def root_of(t: Term) -> Term | None:
    """Return w if a term is √w, that is, e^(log(w)/2) if 0 < w, and 0 otherwise; return None for other terms."""
    if t.op != "ite" or t.loose or t.args[0].op != "lt" or t.args[0].args[0] is not num(0) or t.args[2] is not num(0):
        return None
    w = t.args[0].args[1]
    return w if t.args[1].op == "exp" and key(eq(t.args[1], exp(num(1, 2) * log(w)))) is True else None


def product_of(parts: Sequence[Term]) -> Term:
    """Return the product of the given factors: the factor itself if there is only one, and 1 if there are none."""
    return mul(*parts) if len(parts) > 1 else parts[0] if parts else num(1)


def relation(q: Poly, op: str = "le") -> Term:
    """Return 0 <= q, 0 < q or 0 = q, with the summands moved to the sides on which their coefficients are positive."""
    return MAKERS[op](*(as_term({m: s * c for m, c in q.items() if s * c > 0}) for s in (-1, 1)))


def quantity(relation: Term) -> Poly:
    """Return the right side of a relation minus the left side."""
    return plus(normal(relation.args[1]), normal(relation.args[0]), -1)


def entries(formulas: Sequence[Term]) -> list[Term]:
    """Return the entries without loose bound variables in formulas."""
    return list(dict.fromkeys(t for f in formulas for t in walk(f) if t.op == "app" and not t.loose))


def of_entries(formulas: Sequence[Term]) -> bool:
    """Return whether formulas contain entries."""
    return any(t.op == "app" for f in formulas for t in walk(f))


def places_of(entry: Term) -> frozenset[Term]:
    """Return the variables in the indices of an entry."""
    return frozenset(v for i in entry.args[1:] for v in i.free)


def factors(t: Term) -> Sequence[Term]:
    """Return the factors of a product, or the term itself if it is not a product."""
    return t.args if t.op == "mul" else [t]


def single_factors(t: Term) -> list[Term]:
    """Return the factors of a product, with nested products expanded."""
    return [f for a in t.args for f in single_factors(a)] if t.op == "mul" else [t]


def inverse(t: Term) -> Term:
    """Return 1/t, factor by factor."""
    if t.op == "mul":
        return mul(*map(inverse, t.args))
    return t.args[0] if t.op == "inv" else inv(t)


def alone(q: Poly, op: str) -> list[tuple[Term, fmpq]]:
    """Return the summands that are multiples of a single term with the operator `op`, with their coefficients."""
    found = []
    for m, c in q.items():
        if len(m) == 1:
            ((a, e),) = m
            if a.term.op == op and e == 1:
                found.append((a.term, c))
    return found


def without(q: Poly, t: Term) -> Poly:
    """Return the polynomial without its multiples of t by numerals."""
    return {m: c for m, c in q.items() if not (len(m) == 1 and next(iter(m))[0].term is t and next(iter(m))[1] == 1)}


def swapped_entry(t: Term, entry: Term, x: Term) -> Term:
    """Return a term with an entry replaced by a variable, except inside sums, products and maxima."""
    if t is entry:
        return x
    return t if t.op in BIG else rebuild(t, lambda kid, _: swapped_entry(kid, entry, x))


def swapped_big(t: Term, old: Term, new: Term) -> Term:
    """Return a term in which `new` replaces each subterm with the same normal form as `old`."""
    form = canonical(old)

    def go(t: Term) -> Term:
        if t.op == old.op and not t.loose and (t is old or canonical(t) is form):
            return new
        return rebuild(t, lambda kid, _: go(kid))

    return go(t)


def plain_ends(t: Term) -> Term:
    """Return a formula with the ends of its ranges in normal form, such as k for k + 1 − 1."""
    if t.op in BIG:
        return big(t.op, canonical(t.args[0]), canonical(t.args[1]), t.args[2])
    return rebuild(t, lambda kid, _: plain_ends(kid))


def differentiated(t: Term, x: Term) -> Term:
    """Return the derivative of t with respect to x.

    Raises
    ------
    NotFound
        if the term is not differentiable everywhere, or there is no rule for it.
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
    """Return a polynomial simplified by x · 1/x = 1 for the factors x of the given terms that are atoms."""
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
    """Return the atom and the coefficient if the left side of an equation is a multiple of an atom; otherwise None."""
    p = normal(equation.concl.args[0])
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    if len(m) != 1 or next(iter(m))[1] != 1:
        return None
    return next(iter(m))[0], c


def replaced(q: Poly, equations: Sequence[Fact], powers: bool = False) -> tuple[Poly, list[tuple[Poly, Fact]]]:
    """Return a polynomial in which left sides of equations, where they occur linearly, are replaced by right sides.

    Also return the multipliers, which satisfy new − old = Σ multiplier · (right − left). With `powers`, powers of left
    sides are replaced as well; then no right side may contain a left side.
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
    """Return a polynomial in which squares x · x are replaced by s according to equations x · x = s.

    Also return the multipliers, which satisfy new − old = Σ multiplier · (right − left).
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
    """Return the sums and products in formulas, grouped by their ranges."""
    out: dict[tuple[Term, Term], list[Term]] = {}
    for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum", "prod"))):
        out.setdefault((b.args[0], b.args[1]), []).append(b)
    return out


def value_of_sum(f: Fact) -> tuple[Term, Term] | None:
    """Return (Σ, c) if a fact states that a sum equals the numeral c; otherwise None."""
    if f.concl.op != "eq":
        return None
    q = quantity(f.concl)
    for total, c in alone(q, "sum"):
        if without(q, total).keys() <= {ONE}:
            return total, num(-q.get(ONE, fmpq(0)) / c)
    return None
