"""Consistent labels from permutation equivariant functions (section 4.2, A.5).

Two grid sequences without duplicates that have the same tokens are permutations of each other; so a permutation
equivariant function gives equal tokens of them equal labels.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_corollaries.memorization import consistent
from proofs.papers.ks.section_4_proposition_1.context_ids import D, L, N, no_duplicates_given
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import in_cube
from proofs.theorems.networks.grid_tokens import columns_given, whole_id
from proofs.theorems.networks.permutations import determined, equivariant, permuted
from proofs.theorems.networks.transformers import contained, d, same_tokens, token

i, j, k, l, t, r, c, m, x = ints("i j k l t r c m x")
B, e, delta = reals("B e delta")
X, Y = vectors("X Y", 2)
(f,) = functions("f", MATRIX + "ZZ")
(tau,) = sequences("tau")
a, b = sequences("a b")
(s,) = vectors("s")


# --- labels ----------------------------------------------------------------------------------------------------------


def point(i: Term) -> Term:
    """Return the point of grid sequence i, where letter l stands for the number s_l."""
    return fun(lambda t, k: s(L(i, t, k)), 2)


labels = fun(lambda i, t, k: f(point(i), t, k), 3)
points_inside = every(lambda i: in_cube(point(i), B, d, n), 1, N)
label_given = [*columns_given, no_duplicates_given, equivariant(f), determined(f, B), points_inside]


@paper.claim(given=label_given, shows=consistent(L, labels))
def labels_consistent(p: Proof) -> Fact:
    """Sequences with the same tokens are permutations of each other."""
    p.given_all(label_given, "given")
    ends = {i: N, j: N, k: n, l: n, t: d}
    for v, high in ends.items():
        p.given(**{f"{v.args[0]}_low": v >= 1, f"{v.args[0]}_high": v <= high})
    p.given(there=contained(L, i, j), same=same_tokens(token(L, i, k), token(L, j, l)))

    def ids_equal(first: tuple[Term, Term], second: tuple[Term, Term], column: Fact) -> Fact:
        """Equal columns have equal ids."""
        by = {
            name: fun(lambda t, at=at: power(D, t - 1) * L(at[0], t, at[1]))
            for name, at in (("f", first), ("g", second))
        }
        entry = p.specialize(column, t)
        each = p.have(Eq(by["f"](t), by["g"](t)), (entry, power(D, t - 1)))
        return p.apply("sum_eq", each, lo=1, hi=d, **by)

    own, other = fun(lambda k: whole_id(i, k)), fun(lambda l: whole_id(j, l))
    (o,) = ints("o")
    p.given(o_low=1 <= o, o_high=o <= n)
    goal = exists(lambda l: [1 <= l, l <= n, Eq(own(o), other(l))], "Z")
    refuted = p.assume(implies(goal, FALSE))
    column = p.assume(every(lambda t: Eq(L(i, t, o), L(j, t, l)), 1, d))
    met = p.exists_intro(goal, [l], ids_equal((i, o), (j, l), column))
    differ = p.generalize(l, p.discharge(p.mp(refuted, met), column.concl))
    no = p.mp(p.specialize("there", o), differ)
    each = p.absurd(no, goal)
    matched = p.apply("all_matched", each)

    def prove(low: Fact, high: Fact, ids: Fact) -> Fact:
        at = lambda o: [p.specialize(law, o) for law in (low, high)]  # noqa: E731

        def columns(first: tuple[Term, Term], second: tuple[Term, Term], fact: Fact, *ranges: Fact) -> Fact:
            by = dict(zip(("i", "k", "j", "l"), (*first, *second), strict=True))
            return p.apply("whole_id_injective", fact, *ranges, **by)

        in_o, in_k = at(o), at(k)
        at_o = columns((i, o), (j, tau(o)), p.specialize(ids, o), *in_o)
        # τ is injective
        (u,) = ints("u")
        u_in = [p.assume(f) for f in (1 <= u, u <= n)]
        swapped = p.congr(lambda y: whole_id(j, y), p.assume(Eq(tau(o), tau(u))))
        first, second = p.specialize(ids, o), p.specialize(ids, u, using=u_in)
        ids_same = p.have(Eq(whole_id(i, o), whole_id(i, u)), swapped, first, second)
        column = columns((i, o), (i, u), ids_same, *u_in)
        apart = p.assume(implies(Eq(o, u), FALSE))
        no = p.mp(p.specialize("given_4", i, o, u, using=[*u_in, apart]), column)
        injective = p.absurd(no, Eq(o, u))
        moved = p.specialize("given_5", point(j), tau, using=[low, high, injective])
        # its tokens are those of the other sequence
        letter = p.specialize(at_o, t)
        entry = p.congr(s, letter)
        entries_ = entry
        here = p.specialize("given_7", i)
        equal = p.specialize("given_6", point(i), permuted(point(j), tau), using=[here, entries_])
        # τ(k) = l
        ids_same = ids_equal((i, k), (j, l), p.get("same"))
        ids_same = p.have(Eq(whole_id(j, tau(k)), whole_id(j, l)), ids_same, p.specialize(ids, k))
        column = columns((j, tau(k)), (j, l), ids_same, *in_k)
        apart = p.assume(implies(Eq(tau(k), l), FALSE))
        no = p.mp(p.specialize("given_4", j, tau(k), l, using=[*in_k, apart]), column)
        place = p.absurd(no, Eq(tau(k), l))
        at_l = p.congr(lambda y: f(point(j), t, y), place)
        return p.have(Eq(labels(i, t, k), labels(j, t, l)), equal, moved, at_l)

    goal = Eq(labels(i, t, k), labels(j, t, l))
    fact = p.exists_elim(matched, [tau], prove, goal)
    return p.note("out", fact)
