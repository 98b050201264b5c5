"""Bounds for weighted sums Σ_j u_j x_j of bounded sequences, with some members kept apart.

If |x_j| <= y for all j, then |Σ u x − u_k x_k| <= y (Σ |u| − |u_k|). If the weights are not negative and x_j <= y for
all j, then Σ u x <= y Σ u.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, abstract, big, eq, instantiate_bound, le, num, var
from proofs.search.sequences.absolute import Sizes
from proofs.search.sequences.forms import alone, bigs, entries, quantity, replaced, without
from proofs.search.sequences.known import Index, Known

J = var("j'", "Z")


class Row:
    """The facts at an index.

    Attributes
    ----------
    known, k
        The known facts, and the index.
    said
        Facts about numbers, and universal facts at the index.
    sums
        The sums that occur in these facts and in the goal.
    places
        The indices, including k, at which members are kept apart.
    """

    def __init__(self, known: Known, k: Term, said: Sequence[Fact], goal: Term, places: Sequence[Term]) -> None:
        self.known, self.k, self.said, self.places = known, k, said, places
        self.sums = list(dict.fromkeys(b for f in (goal, *(f.concl for f in said)) for b in bigs(f, ("sum",))))

    def split(self, lo: Term, hi: Term, body: Term) -> Iterator[Fact]:
        """Yield the splitting of a sum into the members before, at and after k, if a sum over such a part occurs."""
        known, k = self.known, self.k
        ends = {b.args[:2] for b in self.sums}
        if (lo, canonical(k - 1)) in ends or (canonical(k + 1), hi) in ends:
            with suppress(KernelError):
                whole, first = big("sum", lo, hi, body), big("sum", lo, k, body)
                parts = known.theorem(
                    "sums.sum_split", whole, known.settle(le(lo - 1, k)), known.settle(le(k, hi)), m=k
                )
                last = known.run("big_step", first, known.settle(le(lo, k)))
                yield known.linear(eq(whole, parts.concl.args[1] - first + last.concl.args[1]), [parts, last])

    def values(self) -> Iterator[Fact]:
        """Yield values of sums according to the equations at the index."""
        for f in self.said:
            q = quantity(f.concl)
            for b, c in alone(q, "sum")[:1] if f.concl.op == "eq" else ():
                value = as_term({m: -v / c for m, v in without(q, b).items()})
                yield self.known.run("arith", eq(b, value), [(num(-1 / c), [f])], [], [])

    def at_most(self, total: Term, value: Poly, used: Sequence[tuple[Poly, Fact]]) -> Fact:
        """Prove |Σ u g| <= R, where R bounds the absolute value of `value`, which equals the sum."""
        known, t = self.known, as_term(value)
        sizes = Sizes(known, self.said, [])
        t = next((x for x in (t, canonical(-t)) if canonical(x) in sizes.said), t)
        bound = sizes.bound(t)
        top = bound.concl.args[1]
        ends = [known.p.apply("elementary.abs_ge", x=x) for x in (t, -t)]
        equations = [f for _, f in used]
        both = [known.linear(x, [bound, *ends, *equations]) for x in (le(-top, total), le(total, top))]
        return known.p.apply("elementary.abs_le", *both, x=total, u=top)


def _of_weights(known: Known, index: Index, u: Term, size: Term) -> Iterator[Fact]:
    """Yield Σ u <= N c or Σ |u| <= N c, if hypotheses bound each of the N weights by a number c."""
    with known.inside(index):
        said = dict.fromkeys([*index.facts, *known.of_pairs(index, u)])
    for f in [f for f in said if f.concl.op in ("le", "lt") and f.concl.args[0] in (u, size)]:
        c = f.concl.args[1]
        if index.i not in c.free:
            with suppress(KernelError):
                total = known.summed(index, f)
                some = known.settle(le(index.lo, index.hi + 1))
                count = known.p.apply("sums.sum_const", some, lo=index.lo, hi=index.hi)
                goal = le(total.concl.args[0], canonical(index.hi - index.lo + 1) * c)
                yield known.run("arith", goal, [(num(1), [total]), (c, [count])], [], [])


class Bounded:
    """A sequence f, equal to g or |g|, that is at most y at each index of a range.

    Attributes
    ----------
    known
        The known facts of the question.
    every
        The universal fact f <= y.
    body
        f as a function of the index.
    y
        The bound.
    weights
        Facts that weights at other places are positive, found so far.
    totals
        Bounds for sums of weights, found so far.
    """

    def __init__(self, known: Known, every: Fact, body: Term, y: Term) -> None:
        self.known, self.every, self.body, self.y = known, every, body, y
        f = instantiate_bound(body, (J,))
        self.of_size = f.op == "abs"
        self.inner = abstract(f.args[0], [J]) if self.of_size else body
        self.weights: list[Fact] = []
        self.totals: list[Fact] = []

    def member(self, i: Term) -> Term:
        """Return g at an index."""
        return instantiate_bound(self.inner, (i,))

    @property
    def names(self) -> set[Term]:
        """The sequences that occur in g."""
        return {e.args[0] for e in entries([self.member(J)])}

    def at(self, i: Term, *ends: Fact) -> Fact:
        """Prove f <= y at an index."""
        return self.known.p.specialize(self.every, i, using=ends)

    def about(self, row: Row) -> Iterator[Fact]:
        """Yield facts about the sums Σ u g in a row."""
        for ends_and_weight in self._weighted(row):
            yield from self.reach(row, *ends_and_weight)

    def _weighted(self, row: Row) -> list[tuple[Term, Term, Term]]:
        """Return the ends and the weights u of the sums Σ u g that occur."""
        own = entries([self.member(J)])
        out: dict[tuple[Term, Term, Term], None] = {}
        for b in row.sums:
            q = normal(instantiate_bound(b.args[2], (J,)))
            for m, c in q.items() if len(q) == 1 else ():
                for x in [x for x in m if x[0].term in own and x[1] == 1]:
                    out[*b.args[:2], abstract(canonical(as_term({m - {x}: c})), [J])] = None
        ends = {(lo, hi) for lo, hi, _ in out}
        for (lo, high), (low, hi) in [(one, other) for one in ends for other in ends]:
            if canonical(high + 1) is row.k and canonical(low - 1) is row.k:  # the members before and after
                both = {w for a, b, w in out if (a, b) == (lo, high)} & {w for a, b, w in out if (a, b) == (low, hi)}
                out |= dict.fromkeys((lo, hi, w) for w in both)
        return list(out)

    def reach(self, row: Row, lo: Term, hi: Term, weight: Term) -> Iterator[Fact]:
        """Yield bounds for Σ u g by y Σ u or y Σ |u|, with the members at the places of the row kept apart."""
        known, y = self.known, self.y
        index = known.index(lo, hi)
        u, g = index.member(weight), self.member(index.i)
        bound = self.at(index.i, *index.ends)
        with known.inside(index):
            sign = known.signed(u, [*index.facts, *known.of_pairs(index, u)])
        if sign is None and not self.of_size:
            return
        size = u if sign is not None else absolute(u)
        yield from row.split(lo, hi, abstract(u * g, [index.i]))
        yield from row.split(lo, hi, abstract(size, [index.i]))
        self.totals += _of_weights(known, index, u, size)
        yield from self.totals
        apart: dict[int, Fact] = {}
        for s in (1, -1) if self.of_size else (1,):
            t = y * size - num(s) * u * g
            near, far = (known.p.apply("elementary.abs_ge", x=num(r) * g) for r in (s, -s))
            if sign is not None:
                sides = [(num(1), [bound, sign]), *([(num(1), [near, sign])] if self.of_size else [])]
            else:
                up, down = (known.p.apply("elementary.abs_ge", x=x) for x in (u, -u))
                weak = known.p.apply("elementary.abs_nonneg", x=u)
                sides = [(num(1), [bound, weak]), (num(1, 2), [up, far]), (num(1, 2), [down, near])]
            every = known.everywhere(index, known.run("arith", le(num(0), t), sides, [], []))
            by = {"f": index.function(t), "lo": lo, "hi": hi}
            yield known.p.apply("sums.sum_nonneg", every, **by)
            for m in row.places:
                with suppress(KernelError):
                    ends = known.settle(le(lo, m)), known.settle(le(m, hi))
                    fact = known.p.apply("sums.sum_member", every, *ends, m=m, **by)
                    if m is row.k:
                        apart[s] = fact
                    elif sign is not None and sign.concl.op == "lt":
                        self.weights.append(known.p.specialize(known.everywhere(index, sign), m, using=ends))
                    yield fact
        if len(apart) == 2 and sign is None:
            yield from self._dominant(row, lo, hi, weight, apart)

    def _dominant(self, row: Row, lo: Term, hi: Term, weight: Term, apart: dict[int, Fact]) -> Iterator[Fact]:
        """Yield |u_k| |g_k| − y (Σ |u| − |u_k|) <= |Σ u g|, and a bound for |Σ u g| from an equation for this sum."""
        known, y = self.known, self.y
        u, g = instantiate_bound(weight, (row.k,)), self.member(row.k)
        total = big("sum", lo, hi, abstract(instantiate_bound(weight, (J,)) * self.member(J), [J]))
        sizes = big("sum", lo, hi, abstract(absolute(instantiate_bound(weight, (J,))), [J]))
        v, top = u * g, absolute(total) + y * sizes - absolute(u) * y
        halves = []
        for s, half in ((1, le(-top, v)), (-1, le(v, top))):
            above = known.p.apply("elementary.abs_ge", x=num(-s) * total)
            halves.append(known.run("arith", half, [(num(1), [apart[s]]), (num(1), [above])], [], []))
        below = known.p.apply("elementary.abs_le", *halves, x=v, u=top)
        same = known.p.apply("norms.abs_mul", u=u, r=g)
        yield known.linear(le(absolute(u) * absolute(g) + absolute(u) * y - y * sizes, absolute(total)), [below, same])
        values = list(row.values())
        for equations in (values, [*row.split(lo, hi, total.args[2]), *values]):
            value, used = replaced(normal(total), equations)
            if used:
                with suppress(KernelError):
                    yield row.at_most(total, value, used)
                break
