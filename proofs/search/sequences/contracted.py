"""Contractions, a normal form for sums of products over several indices, and multiples of universal hypotheses.

Σ_i x_i Σ_j a_ij y_j and Σ_j y_j Σ_i a_ij x_i are the same contraction, which is given by its indices and the product
that is summed. The order and the names of the indices do not matter; nor does the order of the indices of a if a is
symmetric. If a product contains a part of a universal hypothesis, the hypothesis is multiplied by the remaining factors
and summed over all indices. A hypothesis about all pairs of different indices bounds a sum over all pairs by its
diagonal terms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import permutations, product

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    big,
    eq,
    forall,
    lam,
    le,
    lt,
    num,
    substitute,
)
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import (
    bigs,
    entries,
    product_of,
    quantity,
    replaced,
    single_factors,
    swapped_entry,
    walk,
)
from proofs.search.sequences.known import RELATIONS, Index, Known
from proofs.search.sequences.splits import in_three

MOST_INDICES, MOST_SUMMANDS = 4, 40  # indices of a contraction, and summands of an expanded product
MOST_RELATIONS, MOST_TESTED = 40, 24  # derived facts, and contractions that are searched for parts of hypotheses

Binding = dict[Term, Term]  # values for variables of a pattern


@dataclass(frozen=True)
class Contraction:
    """A product that is summed over indices, the outermost first."""

    member: Term
    indices: tuple[Index, ...]

    @property
    def term(self) -> Term:
        """The sum as a term."""
        return summed_over(self.member, self.indices)

    @property
    def parts(self) -> list[Term]:
        """The factors of the product, without numerals."""
        return [t for t in single_factors(self.member) if t.op != "num"]


def summed_over(t: Term, indices: Sequence[Index]) -> Term:
    """Return the sum of a term over indices, the outermost first."""
    for index in reversed(indices):
        t = big("sum", index.lo, index.hi, abstract(t, [index.i]))
    return t


class Contractions:
    """The contractions that occur in a question, and equations between its sums and contractions."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._indices: dict[tuple[Term, Term], list[Index]] = {}
        self._forms: dict[Term, Contraction] = {}  # contractions by their members
        self._equations: dict[Term, Fact | None] = {}
        self._signs: dict[Term, Fact | None] = {}  # facts that terms are non-negative
        self._spoken_of = {t for g in known.given for t in walk(g) if t.op == "fn"}
        self.symmetric = {f: u for u in known.universal for f in [self._symmetric(u)] if f is not None}

    def index(self, lo: Term, hi: Term, taken: Sequence[Index] = ()) -> Index:
        """Return an index over the range lo..hi that is not in `taken`; create one if necessary."""
        found = self._indices.setdefault((lo, hi), [])
        for index in found:
            if index not in taken:
                return index
        found.append(self.known.index(lo, hi))
        return found[-1]

    def _symmetric(self, universal: Fact) -> Term | None:
        """Return the function a if the hypothesis states a_ij = a_ji for all i and j in one range; otherwise None."""
        for indices, fact in self.at_indices(universal):
            places = tuple(index.i for index in indices)
            if fact.concl.op != "eq" or len({(index.lo, index.hi) for index in indices}) != 1 or len(places) != 2:
                continue
            one, two = fact.concl.args
            ordered = one.args[1:] in (places, places[::-1]) and two.args[1:] == one.args[:0:-1]
            if one.op == two.op == "app" and one.args[0] is two.args[0] and ordered:
                return one.args[0]
        return None

    def off_diagonal(self, universal: Fact) -> Iterator[tuple[tuple[Index, ...], Fact]]:
        """Yield a pair of indices, and a fact about all pairs i < j (or all pairs i > j) of one range at this pair."""
        known, ends = self.known, _range(universal.concl)
        if ends is None:
            return
        one = self.index(*ends)
        two = self.index(*ends, taken=[one])
        with suppress(KernelError):
            row = known.p.specialize(universal, one.i, using=one.ends)
            inner = _range(row.concl) if row.concl.op == "all" else None
            if inner in ((one.lo, canonical(one.i - 1)), (canonical(one.i + 1), one.hi)):
                sides = [known.run("assume", side) for side in (le(inner[0], two.i), le(two.i, inner[1]))]
                fact = known.p.specialize(row, two.i, using=sides)
                yield (one, two), fact

    def at_indices(self, universal: Fact) -> Iterator[tuple[tuple[Index, ...], Fact]]:
        """Yield indices and the universal fact at these indices, if its ranges depend on no index."""
        indices: tuple[Index, ...] = ()
        fact = universal
        while fact.concl.op == "all" and len(indices) < MOST_INDICES:
            ends = _range(fact.concl)
            if ends is None or any(index.i in t.free for index in indices for t in ends):
                return
            index = self.index(*ends, taken=indices)
            indices = (*indices, index)
            try:
                fact = self.known.p.specialize(fact, index.i, using=index.ends)
            except KernelError:
                return
        if fact.concl.op in RELATIONS:
            yield indices, fact

    # --- contractions of products ------------------------------------------------------------------------------

    def summands(self, t: Term, taken: tuple[Index, ...] = ()) -> Iterator[tuple[fmpq, list[Term], tuple[Index, ...]]]:
        """Yield the products into which a term expands, with coefficients and the indices of summation."""
        for m, c in normal(t).items():
            found: list[tuple[fmpq, list[Term], tuple[Index, ...]]] = [(c, [], taken)]
            for a, e in m:
                if not self._opens(a.term) or e.q != 1 or e < 1:
                    whole = as_term({frozenset([(a, e)]): fmpq(1)})
                    found = [(c, [*parts, *single_factors(whole)], used) for c, parts, used in found]
                    continue
                for _ in range(int(e)):
                    found = [
                        (c * more, [*parts, *others], now)
                        for c, parts, used in found
                        for index in [self.index(a.term.args[0], a.term.args[1], taken=used)]
                        for more, others, now in self.summands(index.member(a.term.args[2]), (*used, index))
                    ]
            if len(found) > MOST_SUMMANDS or any(len(used) > MOST_INDICES for _, _, used in found):
                raise NotFound("too many products")
            yield from found

    def _opens(self, t: Term) -> bool:
        """Return whether a term is a sum over a range that depends on no index, and its body is no numeral."""
        if t.op != "sum" or t.args[2].op == "num":
            return False
        return not any(index.i in end.free for found in self._indices.values() for index in found for end in t.args[:2])

    def of(self, parts: Sequence[Term], indices: Sequence[Index]) -> tuple[Contraction, Fact | None]:
        """Return the contraction for a product summed over indices, and a proof that it is this sum (None if equal)."""
        member = canonical(product_of(list(parts)))
        first: tuple[Term, Contraction] | None = None
        for moved in self._orders(indices):
            named = canonical(substitute(member, {a.i: b.i for a, b in zip(indices, moved, strict=True)}))
            if self._in_order(named) in self._forms:
                form = self._forms[self._in_order(named)]
                return form, self._same(named, moved, form)
            if first is None:
                first = named, Contraction(self._in_order(named), tuple(self._sorted(moved)))
        assert first is not None
        self._forms[first[1].member] = first[1]
        return first[1], self._same(first[0], indices, first[1])

    def _orders(self, indices: Sequence[Index]) -> Iterator[list[Index]]:
        """Yield the permutations of the indices that keep every index in its range, the identity first."""
        ranges: dict[tuple[Term, Term], list[Index]] = {}
        for index in indices:
            ranges.setdefault((index.lo, index.hi), []).append(index)
        for orders in product(*map(permutations, ranges.values())):
            to = {
                a.i: b for old, new in zip(ranges.values(), orders, strict=True) for a, b in zip(old, new, strict=True)
            }
            yield [to[index.i] for index in indices]

    def _sorted(self, indices: Sequence[Index]) -> list[Index]:
        every = [index for found in self._indices.values() for index in found]
        return sorted(indices, key=every.index)

    def _in_order(self, member: Term) -> Term:
        """Return the product with a_ij in place of a_ji for symmetric a, where i is the first of the two indices."""
        places = {index.i: k for found in self._indices.values() for k, index in enumerate(found)}
        swaps = dict.fromkeys(t for t in walk(member) if self._swaps(t, places)) if self.symmetric else {}
        for t in swaps:
            member = swapped_entry(member, t, t.args[0](*t.args[:0:-1]))
        return canonical(member) if swaps else member

    def _swaps(self, t: Term, places: dict[Term, int]) -> bool:
        if t.op != "app" or t.args[0] not in self.symmetric or len(t.args) != 3:
            return False
        i, j = t.args[1:]
        return i is not j and (places[j] < places[i] if i in places and j in places else i in places)

    def _same(self, member: Term, indices: Sequence[Index], form: Contraction) -> Fact | None:
        """Prove that the sum of a product over indices equals a contraction; return None if both are the same term."""
        known, sides, order = self.known, list[Fact](), list(indices)
        wanted = list(form.indices)
        for _ in range(len(order)):
            for k in range(len(order) - 1):
                if wanted.index(order[k]) > wanted.index(order[k + 1]):
                    sides.append(self._swapped(member, order, k))
                    order[k : k + 2] = order[k + 1], order[k]
        turned = self._turned(member, indices)
        sides += [] if turned is None else [self.over(turned, form.indices)]
        if not sides:
            return None
        return known.run("arith", eq(summed_over(member, indices), form.term), [(num(1), [f]) for f in sides], [], [])

    def _swapped(self, member: Term, order: Sequence[Index], k: int) -> Fact:
        """Prove … Σ_i Σ_j … = … Σ_j Σ_i … for the indices at the positions k and k + 1."""
        i, j = order[k : k + 2]
        h = lam(2, abstract(summed_over(member, order[k + 2 :]), [i.i, j.i]))
        by = {"h": h, "lo": i.lo, "hi": i.hi, "lo2": j.lo, "hi2": j.hi}
        return self.over(self.known.p.apply("sums.sum_swap", **by), order[:k])

    def _turned(self, member: Term, indices: Sequence[Index]) -> Fact | None:
        """Prove that a product equals the one with a_ij in place of a_ji; return None if nothing is replaced."""
        known, places = self.known, {index.i: k for found in self._indices.values() for k, index in enumerate(found)}
        fact: Fact | None = None
        ends = [f for index in indices for f in index.ends]
        for t in dict.fromkeys(t for t in walk(member) if self._swaps(t, places)) if self.symmetric else ():
            same = self.mirrored(t, ends)
            hole = known.fresh("hole")
            fact = fact or known.run("arith", eq(member, member), [], [], [])
            shape = eq(member, swapped_entry(fact.concl.args[1], t, hole))
            fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
        return fact

    def mirrored(self, t: Term, ends: Sequence[Fact]) -> Fact:
        """Prove a_ij = a_ji for an entry t of a symmetric a."""
        said = self.known.p.specialize(self.symmetric[t.args[0]], *t.args[1:], using=ends)
        sign = num(1 if said.concl.args[0] is t else -1)
        return self.known.run("arith", eq(t, t.args[0](*t.args[:0:-1])), [(sign, [said])], [], [])

    def over(self, fact: Fact, indices: Sequence[Index]) -> Fact:
        """Return a relation at indices summed over these indices, the outermost first."""
        for index in reversed(indices):
            fact = self.known.summed(index, fact)
        return fact

    def equations(self, q: Poly) -> list[Fact]:
        """Return equations between the sums in a polynomial and contractions, except where both are the same term."""
        out = list[Fact]()
        for t in dict.fromkeys(a.term for m in q for a, _ in m if a.term.op == "sum"):
            if t not in self._equations:
                with suppress(KernelError):
                    self._equations[t] = self._equation(t)
            same = self._equations.setdefault(t, None)
            if same is not None:
                out.append(same)
        return out

    def _equation(self, t: Term) -> Fact | None:
        """Prove that a sum equals a combination of contractions; return None if both are the same term."""
        found = [(c, *self.of(parts, used)) for c, parts, used in self.summands(t)]
        value = as_term(normal(sum((num(c) * form.term for c, form, _ in found), num(0))))
        if value is canonical(t):
            return None
        sides = [(num(c), [same]) for c, _, same in found if same is not None]
        return self.known.run("arith", eq(t, value), sides, [], [])

    def formed(self, fact: Fact) -> Fact:
        """Return the relation with its sums replaced by contractions."""
        return _with(self.known, fact, self.equations(quantity(fact.concl)))

    def in_formula(self, q: Poly) -> list[Contraction]:
        """Return the contractions of the sums and entries in a polynomial."""
        out: dict[Term, Contraction] = {}
        for a in dict.fromkeys(a for m in q for a, _ in m if a.term.op in ("sum", "app")):
            with suppress(NotFound):
                for _, parts, used in self.summands(a.term):
                    form, _ = self.of(parts, used)
                    out.setdefault(form.member, form)
        return list(out.values())

    # --- signs -------------------------------------------------------------------------------------------------

    def nonnegative(self, t: Term, indices: Sequence[Index]) -> Fact:
        """Prove 0 <= t at indices."""
        if t not in self._signs:
            self._signs[t] = None
            parts = [a for a in single_factors(t) if a.op == "app"]
            if all(parts.count(a) % 2 == 0 or a.args[0] in self._spoken_of for a in parts):
                with suppress(KernelError):
                    self._signs[t] = self._nonnegative(t, indices)
        sign = self._signs[t]
        if sign is None:
            raise NotFound("not shown to be nonnegative")
        return sign

    def _nonnegative(self, t: Term, indices: Sequence[Index]) -> Fact:
        known = self.known
        with ExitStack() as stack:
            for index in indices:
                stack.enter_context(known.inside(index))
            here = [f for index in indices for f in (*index.facts, *known.of_pairs(index, t))]
            return known.nonnegative(t, list(dict.fromkeys(here)))


def _range(universal: Term) -> tuple[Term, Term] | None:
    """Return the ends of the range of a formula ∀i. lo <= i → i <= hi → …"""
    body = universal.args[1]
    if body.op != "imp" or body.args[1].op != "imp" or body.args[0].op != "le" or body.args[1].args[0].op != "le":
        return None
    lo, hi = body.args[0].args[0], body.args[1].args[0].args[1]
    return None if lo.loose or hi.loose else (canonical(lo), canonical(hi))


# --- multiples of hypotheses -----------------------------------------------------------------------------------------


def matched(
    pattern: Term, t: Term, places: frozenset[Term], bound: Binding, symmetric: Collection[Term]
) -> Iterator[Binding]:
    """Yield values of the variables in `places` for which the pattern equals the term, up to symmetric entries."""
    if pattern in places:
        if bound.get(pattern, t) is t:
            yield {**bound, pattern: t}
    elif not pattern.free & places or pattern.op != t.op or len(pattern.args) != len(t.args):
        if pattern is t:
            yield bound
    else:
        orders = [t.args]
        if t.op == "app" and len(t.args) == 3 and t.args[0] in symmetric:
            orders.append((t.args[0], *t.args[:0:-1]))
        for args in orders:
            yield from _matched_all(list(zip(pattern.args, args, strict=True)), places, bound, symmetric)


def _matched_all(
    pairs: Sequence[tuple], places: frozenset[Term], bound: Binding, symmetric: Collection[Term]
) -> Iterator[Binding]:
    if not pairs:
        yield bound
        return
    one, two = pairs[0]
    if isinstance(one, Term) and isinstance(two, Term):
        for more in matched(one, two, places, bound, symmetric):
            yield from _matched_all(pairs[1:], places, more, symmetric)
    elif one == two:
        yield from _matched_all(pairs[1:], places, bound, symmetric)


def embedded(
    pattern: Sequence[Term], parts: Sequence[Term], places: frozenset[Term], bound: Binding, symmetric: Collection[Term]
) -> Iterator[tuple[Binding, list[Term]]]:
    """Yield values for which all factors of the pattern are among `parts`, together with the remaining parts."""
    if not pattern:
        yield bound, list(parts)
        return
    for k, t in enumerate(parts):
        if t not in parts[:k]:
            for more in matched(pattern[0], t, places, bound, symmetric):
                yield from embedded(pattern[1:], [*parts[:k], *parts[k + 1 :]], places, more, symmetric)


@dataclass(frozen=True)
class Hypothesis:
    """A universal hypothesis at indices, with a function that proves it at other indices.

    Attributes
    ----------
    indices, fact
        The indices, and the hypothesis at them.
    products
        For each product in the hypothesis that contains all indices: its factors that depend on indices, and the
        further indices of summation.
    at
        A function that proves the hypothesis at given indices from facts about them.
    apart
        Whether the hypothesis holds only for different indices.
    """

    indices: tuple[Index, ...]
    fact: Fact
    products: Sequence[tuple[Sequence[Term], tuple[Index, ...]]]
    at: Callable[[Sequence[Term], Sequence[Fact]], Fact]
    apart: bool = False


def hypotheses(forms: Contractions, goal: Term) -> Iterator[Hypothesis]:
    """Yield the universal hypotheses of a question, and the bounds of members by the maxima in a goal."""
    known = forms.known
    apart = [(u, *found) for u in known.universal for found in forms.off_diagonal(u)]
    for u in known.universal:
        for indices, fact in forms.at_indices(u):
            with suppress(KernelError):
                whole = in_whole_ranges(known, fact, [f for index in indices for f in index.ends])
                yield Hypothesis(indices, whole, _products(forms, whole, indices), _use(known, u))
    for indices, fact in {key(fact.concl): (indices, fact) for _, indices, fact in apart}.values():
        with suppress(KernelError):
            at = _either(forms, [u for u, *_ in apart], fact, indices)
            yield Hypothesis(indices, fact, _products(forms, fact, indices), at, apart=True)
    for m in bigs(goal, ("max",)):
        index = forms.index(*m.args[:2])
        with suppress(NotFound):
            fact = known.run("max_ge", m, index.i, *index.ends)
            yield Hypothesis((index,), fact, _products(forms, fact, (index,)), _above(known, m))


def in_whole_ranges(known: Known, fact: Fact, ends: Sequence[Fact]) -> Fact:
    """Return a relation in which Σ_lo^hi f − f_m − Σ_{m+1}^hi f replaces Σ_lo^{m−1} f, if it contains the last sum."""
    sums = [a.term for m in quantity(fact.concl) for a, _ in m if a.term.op == "sum"]
    equations = list[Fact]()
    for first, last in permutations(dict.fromkeys(sums), 2):
        m = canonical(first.args[1] + 1)
        if first.args[2] is last.args[2] and m.op == "var" and canonical(m + 1) is last.args[0]:
            split = in_three(known, (first.args[0], last.args[1]), m, first.args[2], ends)
            rest = canonical(first + split.concl.args[0] - split.concl.args[1])
            equations.append(known.run("arith", eq(first, rest), [(num(-1), [split])], [], []))
    return _with(known, fact, equations)


def _with(known: Known, fact: Fact, equations: Sequence[Fact]) -> Fact:
    """Return the relation with its sums replaced according to equations."""
    q, used = replaced(quantity(fact.concl), equations, powers=True)
    if not used:
        return fact
    op = {"eq": eq, "le": le, "lt": lt}[fact.concl.op]
    sides = [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)]
    return known.run("arith", op(num(0), as_term(q)), sides, [], [])


def _use(known: Known, universal: Fact) -> Callable[[Sequence[Term], Sequence[Fact]], Fact]:
    return lambda places, ends: in_whole_ranges(known, known.p.specialize(universal, *places, using=ends), ends)


def _either(
    forms: Contractions, every: Sequence[Fact], fact: Fact, indices: Sequence[Index]
) -> Callable[[Sequence[Term], Sequence[Fact]], Fact]:
    """Return a function that proves a fact about two indices at other places, by a universal fact in `every`."""

    def at(places: Sequence[Term], ends: Sequence[Fact]) -> Fact:
        known = forms.known
        wanted = substitute(fact.concl, {index.i: t for index, t in zip(indices, places, strict=True)})
        for universal, order in product(every, (list(places), list(places)[::-1])):
            with suppress(KernelError):
                said = known.p.specialize(universal, *order, using=ends)
                turned = [forms.mirrored(t, ends) for t in entries([wanted]) if t.args[0] in forms.symmetric]
                return known.linear(wanted, [said, *turned], work=50)
        raise NotFound("not said there")

    return at


def _above(known: Known, m: Term) -> Callable[[Sequence[Term], Sequence[Fact]], Fact]:
    def at(places: Sequence[Term], ends: Sequence[Fact]) -> Fact:
        sides = known.settle(le(m.args[0], places[0]), *ends), known.settle(le(places[0], m.args[1]), *ends)
        return known.run("max_ge", m, places[0], *sides)

    return at


def _products(
    forms: Contractions, fact: Fact, indices: tuple[Index, ...]
) -> Sequence[tuple[Sequence[Term], tuple[Index, ...]]]:
    out = []
    for _, parts, used in forms.summands(as_term(quantity(fact.concl)), indices):
        places = {index.i for index in used}
        of_indices = [t for t in parts if t.free & places]
        if {index.i for index in indices} <= frozenset().union(*(t.free for t in of_indices)):
            out.append((of_indices, used[len(indices) :]))
    return out


def tests(forms: Contractions, said: Sequence[Hypothesis], form: Contraction) -> Iterator[Fact]:
    """Yield hypotheses that share factors with a product, multiplied by its other factors and summed."""
    for one in said:
        for to, rest, indices in _parts_of(forms, one, form):
            with suppress(KernelError):
                if not one.apart:
                    yield _tested(forms, one, to, rest, indices)
                else:
                    yield _on_diagonal(forms, one, to, product_of(rest), indices)


def tests_apart(
    forms: Contractions, said: Sequence[Hypothesis], weight: Contraction, squares: Sequence[Term]
) -> Iterator[Fact]:
    """Yield summed inequalities for pairs of different indices that share factors with a weight.

    Each is multiplied by the other factors of the weight and by the square of one of the terms `squares`.
    """
    for one in said:
        if one.apart and one.fact.concl.op != "eq":
            for (to, rest, indices), x in product(_parts_of(forms, one, weight), squares):
                with suppress(KernelError):
                    yield _on_diagonal(forms, one, to, product_of([*rest, x, x]), indices)


def _parts_of(
    forms: Contractions, one: Hypothesis, form: Contraction
) -> Iterator[tuple[list[Term], list[Term], list[Index]]]:
    """Yield the places at which a product contains a part of a hypothesis, the other factors, and the indices left."""
    own = {index.i: index for index in form.indices}
    for pattern, inner in one.products:
        places = frozenset(index.i for index in (*one.indices, *inner))
        for bound, rest in embedded(pattern, form.parts, places, {}, forms.symmetric):
            gone = [bound[index.i] for index in inner]
            to = [bound[index.i] for index in one.indices]
            kept = set().union(*(t.free for t in (*rest, *to)))
            if len({*gone}) < len(gone) or any(t not in own or t in kept for t in gone):
                continue
            if any((own[bound[x.i]].lo, own[bound[x.i]].hi) != (x.lo, x.hi) for x in inner):
                continue
            if not one.apart or (to[0] is not to[1] and to[1] in own):
                yield to, rest, [own[i] for i in own if i not in gone]


def _tested(
    forms: Contractions, one: Hypothesis, places: Sequence[Term], rest: Sequence[Term], indices: Sequence[Index]
) -> Fact:
    """Return a hypothesis at places, multiplied by a product and summed over indices."""
    known, w = forms.known, product_of(list(rest))
    fact = one.at(places, [f for index in indices for f in index.ends])
    q = as_term(times(quantity(fact.concl), normal(w)))
    if fact.concl.op == "eq":
        weighted = known.run("arith", eq(num(0), q), [(w, [fact])], [], [])
    else:
        signs = [forms.nonnegative(w, indices)] if rest else []
        weighted = known.run("arith", le(num(0), q), [(num(1), [fact, *signs])], [], [])
    return forms.formed(forms.over(weighted, indices))


def _on_diagonal(
    forms: Contractions, one: Hypothesis, places: Sequence[Term], w: Term, indices: Sequence[Index]
) -> Fact:
    """Prove Σ_j w F(i, j) >= w F(i, i), summed, if F(i, j) >= 0 for all j other than i; equality if F(i, j) = 0."""
    known = forms.known
    i, j = places
    index = next(x for x in indices if x.i is j)
    others = [x for x in indices if x is not index]
    ends = [f for x in others for f in x.ends]
    to = {x.i: t for x, t in zip(one.indices, places, strict=True)}
    f = canonical(w * substitute(as_term(quantity(one.fact.concl)), to))
    op = eq if one.fact.concl.op == "eq" else le
    sign = [] if op is eq else [known.everywhere(index, forms.nonnegative(w, indices))]
    body = abstract(f, [j])
    split = in_three(known, (index.lo, index.hi), i, body, ends)
    sides: list[tuple[Term, list[Fact]]] = [(num(-1), [split])]
    for lo, hi in ((index.lo, canonical(i - 1)), (canonical(i + 1), index.hi)):
        part = known.index(lo, hi)
        here = [*ends, *part.ends]
        said = [one.at([i, part.i], here), *(known.p.specialize(s, part.i, using=here) for s in sign)]
        by = substitute(w, {j: part.i}) if op is eq else num(1)
        fact = known.run("arith", op(num(0), part.member(body)), [(by, said)], [], [])
        sides.append((num(1), [known.summed(part, fact)]))
    same = op(substitute(f, {j: i}), summed_over(f, [index]))
    return forms.formed(forms.over(known.run("arith", same, sides, [], []), others))
