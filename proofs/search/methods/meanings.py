"""Sequences of which hypotheses say what they are: a_i = t at every index i, and so Σ F(a_i) = Σ F(t)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs.kernel.normal import as_term, canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, abstract, eq, instantiate_bound, lam, le, num, rebuild, var
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import alone, entries, factors, product_of, quantity, walk, without
from proofs.search.sequences.known import MOST_CHANGES, Known, known, ranged
from proofs.search.sequences.rewriting import rewritten


def _written_out(t: Term, entry: Term, by: Term) -> Term:
    """The term with another for an entry, inside of sums, too."""
    return by if t is entry else rebuild(t, lambda kid, _: _written_out(kid, entry, by))


def meaning(u: Fact) -> Term | None:
    """The function a where a fact says a_i = t of every index, and t does not speak of a."""
    i = var("i'", "Z")
    _, _, relation = ranged(u.concl, i) or (i, i, FALSE)
    if relation.op != "eq":
        return None
    left, right = relation.args
    if (
        left.op != "app"
        or left.args[1:] != (i,)
        or any(t.op == "app" and t.args[0] is left.args[0] for t in walk(right))
    ):
        return None
    return left.args[0]


def solved(known: Known, u: Fact) -> Fact | None:
    """a_i = t of every index, where a fact says an equation between a_i and others of every index."""
    i = known.fresh("i", "Z")
    lo, hi, relation = ranged(u.concl, i) or (i, i, FALSE)
    q = quantity(relation) if relation.op == "eq" else {}
    for entry, c in alone(q, "app"):
        rest = without(q, entry)
        others = {t.args[0] for m in rest for a, _ in m for t in walk(a.term) if t.op == "app"}
        if entry.args[1:] == (i,) and entry.args[0] not in others:
            ends = [known.run("assume", end) for end in (le(lo, i), le(i, hi))]
            value = as_term({m: -v / c for m, v in rest.items()})
            at = known.p.specialize(None, u, i, using=ends)
            said = known.run("arith", eq(entry, value), [(num(-1 / c), [at])], [], [])
            return known.p.generalize(None, i, said, *ends)
    return None


def _of_sum(known: Known, u: Fact, a: Term, b: Term) -> Fact | None:
    """Σ F(a_i) = Σ F(t)."""
    index = known.index(b.args[0], b.args[1])
    member = index.member(b.args[2])
    here = next((e for e in entries([member]) if e.args[0] is a and e.args[1] is index.i), None)
    if here is None:
        return None
    said = known.p.specialize(None, u, index.i, using=index.ends)
    return known.summed(index, known.p.congr(None, lambda x: _written_out(member, here, x), said))


def _as_factor(known: Known, u: Fact, a: Term, b: Term) -> Fact | None:
    """Σ_i a_i F(i) = Σ_k Σ_i h(k, i) F(i) where a_i = Σ_k h(k, i); F may speak of a."""
    index = known.index(b.args[0], b.args[1])
    member = canonical(index.member(b.args[2]))
    rest = [t for t in factors(member) if not (t.op == "app" and t.args == (a, index.i))]
    if len(rest) != len(factors(member)) - 1 or not rest:
        return None
    said = known.p.specialize(None, u, index.i, using=index.ends)
    inner = said.concl.args[1]
    if inner.op != "sum" or index.i in inner.args[0].free | inner.args[1].free:
        return None
    times, k = product_of(rest), known.fresh("k'", "Z")
    lo, hi, body = inner.args
    h = lam(2, abstract(instantiate_bound(body, (k,)) * times, [k, index.i]))
    by = {"h": h, "lo": lo, "hi": hi, "lo2": index.lo, "hi2": index.hi}
    swapped = known.p.apply(None, "sums.sum_swap", **by)
    same = known.summed(index, known.run("arith", eq(member, times * inner), [(times, [said])], [], []))
    new = canonical(swapped.concl.args[0])
    return known.run("arith", eq(b, new), [(num(1), [same]), (num(-1), [swapped])], [], [])


# --- the method ------------------------------------------------------------------------------------------------------


@method("what sequences are", share=0.6)
def written_out(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses that say what the members of a sequence are."""
    k = known(search, asked)
    if asked.depth <= MOST_CHANGES:
        for u in k.universal:
            with k.at_hand():
                said = u if meaning(u) is not None else solved(k, u)
            a = None if said is None else meaning(said)
            if said is not None and a is not None:
                yield k.way(partial(rewritten, k, asked.goal, partial(_as_factor, k, said, a), asked.depth))
                yield k.way(partial(rewritten, k, asked.goal, partial(_of_sum, k, said, a), asked.depth, u.concl))
