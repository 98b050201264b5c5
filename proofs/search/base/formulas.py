"""Properties and parts of formulas: ranges, roots, logarithms, and equations solved for a variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import gcd, lcm

from flint import arb, fmpq

from proofs.kernel.normal import ONE, Atom, Poly, as_term, canonical, join, normal
from proofs.kernel.terms import Term, eq, inv, le, lt, num, var
from proofs.kernel.terms import rebuild as rebuilt
from proofs.search.base.algebra import as_exponential, factored
from proofs.search.base.ranges import Box, Side

ABSURD = lt(num(1), num(0))  # a false goal
RELATIONS = {"eq": eq, "le": le, "lt": lt}
WAVES = ("sin", "cos", "atan", "erf")
DERIVATIVES = 8  # the maximum number of nested derivatives in a sign chart


def simplified(formula: Term) -> Term:
    """Return an equivalent formula whose sides are canonical."""
    if formula.op in ("le", "lt", "eq"):
        return rebuilt(formula, lambda side, _: canonical(side))
    return formula if formula.op != "imp" else rebuilt(formula, lambda part, _: simplified(part))


def peeled(formula: Term, count: int) -> list[Term]:
    """Return the first `count` premises of nested implications, followed by the remaining formula."""
    out = []
    for _ in range(count):
        first, formula = formula.args
        out.append(first)
    return [*out, formula]


def swapped(t: Term, s: Term, x: Term) -> Term:
    """Replace each occurrence of `s` in `t` by x."""
    return swapped_all(t, {s: x})


def swapped_all(t: Term, table: Mapping[Term, Term]) -> Term:
    """Replace the outermost occurrences of the keys of `table` in `t` by their values."""
    return table[t] if t in table else rebuilt(t, lambda kid, _: swapped_all(kid, table))


def choices_in(t: Term) -> list[Term]:
    """Return the innermost conditional terms and absolute values in a formula."""
    inside = [u for a in t.args if isinstance(a, Term) for u in choices_in(a)]
    return inside or ([t] if t.op in ("ite", "abs") and not t.loose else [])


def vanishing_end(w: Term, box: Box) -> tuple[Term, fmpq, int] | None:
    """Return the variable x, its bound and the direction inwards, if w = c + d x vanishes at the bound."""
    if len(w.free) != 1:
        return None
    (x,) = w.free
    bound = range_of(lt(num(0), w))
    if bound is None or x not in box:
        return None
    side, wanted = box[x], bound[1]
    if wanted.lo is not None and side.lo == wanted.lo:
        return x, wanted.lo, 1
    if wanted.hi is not None and side.hi == wanted.hi:
        return x, wanted.hi, -1
    return None


def ranges(given: Sequence[Term]) -> dict[Term, Side]:
    """Return the ranges of variables according to the hypotheses about a single variable."""
    box: dict[Term, Side] = {}
    for g in given:
        found = range_of(g)
        if found is not None:
            narrow(box, *found)
    return box


def width_of(box: Box, x: Term) -> fmpq:
    """Return the width of the range of x; a large number if it is infinite."""
    width = box[x].width
    return fmpq(10**6) if width is None else width


def inverted(f: Term, box: Box) -> list[Term]:
    """Return the variables x with range (c, ∞), c >= 0, if x occurs in a denominator of f, or f has logarithms."""
    found = [x for x in free_variables([f]) if x in box and is_positive(box[x]) and box[x].hi is None]
    return [x for x in found if not x.args[0].endswith("'inverse") and (has_inverse(f, x) or log_arguments(f))]


def to_cut(f: Term, box: Box) -> list[Term]:
    """Return the variables with range [c, ∞), c <= 0, that occur in denominators of f."""
    found = [x for x in free_variables([f]) if x in box and box[x].lo is not None and box[x].hi is None]
    return [x for x in found if not is_positive(box[x]) and has_inverse(f, x)]


def has_inverse(t: Term, x: Term) -> bool:
    """Return whether a denominator contains x."""
    return any(isinstance(a, Term) and ((t.op == "inv" and x in a.free) or has_inverse(a, x)) for a in t.args)


def roots_of(t: Term) -> list[Term]:
    """Return the variables in the radicand w of a square root (if 0 < w then … else 0), if w is a monomial."""
    if t.op != "ite" or t.args[0].op != "lt" or normal(t.args[0].args[0]):
        return []
    return factors_of(t.args[0].args[1])


def solved_for(g: Term) -> tuple[Term, Term, Term] | None:
    """Return (g, x, value) if g is an equation in which x occurs only as a summand with a numeral as coefficient."""
    if g.op != "eq":
        return None
    p = normal(g.args[1] - g.args[0])
    for x in sorted(g.free, key=lambda v: v.args[0]):
        alone = [m for m in p if len(m) == 1 and all(a.term is x and e == 1 for a, e in m)]
        others = [m for m in p if m not in alone and any(x in a.term.free for a, _ in m)]
        if alone and not others:
            c = p[alone[0]]
            return g, x, canonical(x - num(1 / c) * (g.args[1] - g.args[0]))
    return None


def unit_product(g: Term) -> frozenset[Term] | None:
    """Return the variables x, y, … of an equation x y … = 1; return None for other relations."""
    p = normal(g.args[1] - g.args[0]) if g.op == "eq" else {}
    factors = [m for m in p if m]
    if len(p) != 2 or len(factors) != 1 or sum(p.values()) != 0:
        return None
    plain = all(a.term.op == "var" and e == 1 for a, e in factors[0])
    return frozenset(a.term for a, _ in factors[0]) if plain else None


def range_of(g: Term) -> tuple[Term, Side] | None:
    """Return the range of x given by a relation c x + d >= 0 or > 0."""
    if g.op not in ("le", "lt"):
        return None
    p = normal(g.args[1] - g.args[0])
    plain = [m for m in p if m]
    if len(plain) != 1 or len(plain[0]) != 1:
        return None
    ((a, e),) = plain[0]
    if a.term.op != "var" or e != 1:
        return None
    c, d = p[plain[0]], p.get(frozenset(), fmpq(0))
    is_open = g.op == "lt"
    if c > 0:
        return a.term, Side(lo=-d / c, lo_open=is_open)
    return a.term, Side(hi=-d / c, hi_open=is_open)


def narrow(box: dict[Term, Side], x: Term, side: Side) -> bool:
    """Narrow the range of x; return whether it changed."""
    old = box.get(x, Side())
    new = old
    if side.lo is not None and (old.lo is None or (side.lo, side.lo_open) > (old.lo, old.lo_open)):
        new = replace(new, lo=side.lo, lo_open=side.lo_open)
    if side.hi is not None and (old.hi is None or (-side.hi, side.hi_open) > (-old.hi, old.hi_open)):
        new = replace(new, hi=side.hi, hi_open=side.hi_open)
    if new.lo is not None and new.hi is not None and new.lo > new.hi:
        return False
    box[x] = new
    return new != old


def is_positive(side: Side) -> bool:
    """Return whether the range contains only positive numbers."""
    return side.lo is not None and (side.lo > 0 or (side.lo == 0 and side.lo_open))


def log_arguments(t: Term) -> list[Term]:
    """Return the arguments of logarithms in a formula."""
    own = [t.args[0]] if t.op == "log" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in log_arguments(a))]


def of_waves(t: Term) -> bool:
    """Return whether a term or formula contains sin, cos, atan or erf."""
    return t.op in WAVES or any(isinstance(a, Term) and of_waves(a) for a in t.args)


def waves_in(t: Term) -> list[Term]:
    """Return the innermost sin and cos in a term or formula."""
    inside = [u for a in t.args if isinstance(a, Term) for u in waves_in(a)]
    return list(dict.fromkeys(inside or ([t] if t.op in ("sin", "cos") else [])))


def exponentials_in(t: Term) -> list[Term]:
    """Return the exponentials e^w in a term, not normalized."""
    own = [t] if t.op == "exp" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in exponentials_in(a))]


def has_root(f: Term) -> bool:
    """Return whether f contains a square root e^((log w)/2)."""
    atoms = {(a, e) for m in normal(f) for a, e in m if a.is_exp}
    return any(a.term.args[0].op == "log" and e.q == 2 for a, e in atoms)


def has_exponential(t: Term) -> bool:
    """Return whether a term contains an exponential."""
    return t.op == "exp" or any(isinstance(a, Term) and has_exponential(a) for a in t.args)


def logarithms(t: Term) -> list[Term]:
    """Return the logarithms in a term, not normalized."""
    own = [t] if t.op == "log" else []
    return [*own, *(u for a in t.args if isinstance(a, Term) for u in logarithms(a))]


def is_product(w: Term) -> bool:
    """Return whether a term is a product or quotient without powers of e."""
    form = factored(w)
    parts = [u for u, _ in (*form.factors, *form.bases)]
    several = len(parts) + (abs(form.constant) != 1) > 1 or any(k > 1 for _, k in form.factors) or form.bases
    return bool(several) and bool(parts) and all(u.op != "exp" for u in parts)


def alone_exponential(f: Term) -> tuple[Term, Term, int] | None:
    """Return (e^A, q, sign) if f is a positive multiple of sign · (e^A − q), where q is a numeral or monomial.

    One of the two monomials of f is a power of e whose exponent is no variable, or the degree of a monomial exceeds
    `DERIVATIVES`. If both monomials are powers of e, q is a numeral. Otherwise one may be a product with a power of e.
    """
    p = normal(f)
    if len(p) != 2 or len({c > 0 for c in p.values()}) == 1:
        return None
    high = any(sum(e for _, e in m) > DERIVATIVES for m in p)
    powers = [m for m in p if all(a.is_exp for a, _ in m)]
    first = next((m for m in powers if m and (high or any(not _plain(a) for a, _ in m))), None)
    if first is None:
        return _alone_in_product(p)
    (other,) = (m for m in p if m != first)
    sign, q = 1 if p[first] > 0 else -1, -p[other] / p[first]
    if other in powers:
        return as_exponential(join(first, frozenset((a, -e) for a, e in other))), as_term({ONE: q}), sign
    return as_exponential(first), as_term({other: q}), sign


def _alone_in_product(p: Poly) -> tuple[Term, Term, int] | None:
    """Return the triple of `alone_exponential` for v e^A − w, where the monomials v and w contain no powers of e."""
    first = next((m for m in p if any(a.is_exp and not _plain(a) for a, _ in m)), None)
    if first is None:
        return None
    (other,) = (m for m in p if m != first)
    if any(a.is_exp for a, _ in other):
        return None
    power = frozenset((a, e) for a, e in first if a.is_exp)
    q = as_term({other: -p[other] / p[first]}) * inv(as_term({first - power: fmpq(1)}))
    return as_exponential(power), canonical(q), 1 if p[first] > 0 else -1


def steep_exponential(f: Term, several: bool) -> tuple[Term, Term, int] | None:
    """Return (e^A, q, sign) if f is a positive multiple of a power of e times sign · (e^A − q), and only A is steep.

    An exponent is steep if it contains a quotient or, if `several` is true, the square of a variable.
    """
    p = normal(f)
    steep = [m for m in p if any(a.is_exp and _is_steep(a.term.args[0], several) for a, _ in m)]
    found = [m for m in steep if all(a.is_exp for a, _ in m)] if len(steep) == 1 else []
    if len(found) != 1 or len(p) < 3:
        return None
    sign = 1 if p[found[0]] > 0 else -1
    rest = {m: -c / p[found[0]] for m, c in p.items() if m != found[0]}
    exps = {a for m in rest for a, _ in m if a.is_exp}
    common = frozenset((a, e) for a in exps for e in [min(dict(m).get(a, fmpq(0)) for m in rest)] if e != 0)
    down = frozenset((a, -e) for a, e in common)
    return as_exponential(join(found[0], down)), as_term({join(m, down): c for m, c in rest.items()}), sign


def _is_steep(a: Term, several: bool) -> bool:
    return any(b.term.op == "inv" or (several and b.term.op == "var" and e == 2) for m in normal(a) for b, e in m)


def _plain(a: Atom) -> bool:
    """Return whether the atom is e^x for a variable or numeral x."""
    return a.term.args[0].op in ("var", "num")


def factors_of(u: Term) -> list[Term]:
    """Return the variables if u is a product of powers of variables and of e; otherwise return []."""
    p = normal(u)
    if len(p) != 1:
        return []
    ((m, _),) = p.items()
    plain = [a.term.args[0] if a.term.op == "inv" else a.term for a, _ in m if not a.is_exp]
    return [v for v in plain if v.op == "var"] if all(v.op == "var" for v in plain) else []


def outward(x: arb, up: bool) -> fmpq:
    """Return a dyadic rational with few digits above x if `up` is true, and below x otherwise."""
    size = abs(x.mid())
    bits = 12
    while bits < 60 and size * 2.0**bits < 256:
        bits += 4
    scaled = x * 2**bits
    whole = scaled.upper().ceil() if up else scaled.lower().floor()
    return fmpq(int(whole.unique_fmpz() or 0) + (1 if up else -1), 2**bits)


def is_polynomial(f: Term) -> bool:
    """Return whether f is a polynomial in variables and in powers of e without logarithms."""
    atoms = {a.term for m in normal(f) for a, _ in m}
    return all(t.op == "var" or (t.op == "exp" and not log_arguments(t)) for t in atoms)


def is_rational(formula: Term) -> bool:
    """Return whether a formula consists of real variables and numerals combined by +, · and /."""
    kinds = ("num", "var", "add", "mul", "inv", "le", "lt", "eq")
    return formula.op in kinds and all(not isinstance(a, Term) or is_rational(a) for a in formula.args)


def free_variables(formulas: Iterable[Term]) -> list[Term]:
    """Return the free variables and functions of formulas, in alphabetical order."""
    return sorted({v for f in formulas for v in f.free}, key=lambda v: v.args[0])


def fresh(name: str, formulas: Sequence[Term]) -> Term:
    """Return a real variable that does not occur in the formulas."""
    taken = {v.args[0] for f in formulas for v in free_variables([f])}
    while name in taken:
        name += "'"
    return var(name, "R")


def with_logs(formulas: Sequence[Term], box: Box) -> list[Term]:
    """Return the positive variables that are arguments of logarithms, or factors of such arguments."""
    found = {v: None for t in formulas for u in log_arguments(t) for v in factors_of(u)}
    positive = [v for v in found if v in box and is_positive(box[v])]
    return sorted(positive, key=lambda v: v.args[0])


def roots_in(formulas: Sequence[Term], varying: bool = True) -> list[tuple[Term, int]]:
    """Return the radicands w of roots e^(p/q · log w), with or without variables, each with its least common q."""
    found: dict[Term, int] = {}
    for formula in formulas:
        for side in formula.args if formula.op in ("le", "lt", "eq") else ():
            for m in normal(side):
                for a, e in m:
                    if a.is_exp and a.term.args[0].op == "log" and e.q > 1:
                        w = a.term.args[0].args[0]
                        found[w] = lcm(found.get(w, 1), int(e.q))
    return [(w, q) for w, q in found.items() if bool(w.free) is varying and q <= 12]


def polynomial_equations(given: Sequence[Term]) -> list[Term]:
    """Return the equations between polynomials."""
    return [g for g in given if g.op == "eq" and is_polynomial(canonical(g.args[1] - g.args[0]))]


def integer_polynomial(relation: Term) -> Poly | None:
    """Return s − t for a relation of s and t if it is a polynomial in integers, and not constant."""
    p = normal(relation.args[0] - relation.args[1])
    whole = all(a.term.sort == "Z" and e > 0 and e == int(e) for m in p for a, e in m)
    return p if whole and any(p) else None


def primitive_part(p: Poly) -> tuple[Term, fmpq]:
    """Return (L, v) such that p = c (L − v) for some c > 0, and L has coprime integer coefficients."""
    rest = {m: c for m, c in p.items() if m}
    below = lcm(*(int(c.q) for c in rest.values()))
    unit = fmpq(gcd(*(int(c * below) for c in rest.values())), below)
    return as_term({m: c / unit for m, c in rest.items()}), -p.get(frozenset(), fmpq(0)) / unit
