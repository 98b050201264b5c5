"""boltz separates separated vectors (Lemma 1): the sorted vectors, and the paper's example (B.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import decreasing, delta, u
from proofs.papers.ks.appendix_b_boltzmann.lemma_7 import distance, lemma_7_proved
from proofs.papers.ks.appendix_b_boltzmann.lemma_7_common_prefix import target
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import B, apart, far, first_gap, k_in, prefix, separated
from proofs.papers.ks.vocabulary import a, b, boltz, i, i_in, j, k, m, n, of_entries, paper, partition, some, unequal
from proofs.theorems.combinatorics.sorting import in_order, rank

# --- Lemma 1 ------------------------------------------------------------------------------------------------


(r,) = reals("r")


def bounded(v: Term) -> Term:
    """|v_i| < r."""
    return every(lambda i: abs(v(i)) < r, 1, n)


def gaps(v: Term, w: Term) -> Term:
    """Entries that differ do so by more than δ."""
    return every(lambda i: every(lambda j: implies(unequal(v(i), w(j)), delta < abs(v(i) - w(j))), 1, n), 1, n)


def no_duplicates(v: Term) -> Term:
    """The entries are distinct."""
    return every(lambda i: every(lambda j: implies(i < j, unequal(v(i), v(j))), 1, n), 1, n)


def larger(s: Term, t: Term) -> Term:
    """max(s, t)."""
    return ite(s <= t, t, s)


end_max = larger(abs(a(1)), abs(a(n)))


@paper.claim(given=[some, every(lambda k: u <= a(k), 1, n)], shows=u <= boltz(a, n))
def boltz_ge(p: Proof) -> None:
    """boltz is an average of entries >= u."""
    by = {"f": fun(lambda k: u * exp(a(k))), "g": fun(lambda k: a(k) * exp(a(k)))}
    p.apply("sum_le", lo=1, hi=n, **by, label="sum")


def end_entry(p: Proof, end: Term, claim: Term) -> Fact:
    """Prove a bound of a_k by the first or the last entry of a decreasing vector."""

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(claim, p.congr(a, order))
        s, t = order.concl.args
        if (end is n and t is k) or (end is not n and s is k):
            return p.absurd(p.have(FALSE, order, "low", "high"), claim)
        return p.have(claim, p.specialize("decreasing", s, t, using=[order]))

    return p.trichotomy(k, end, prove)


@paper.claim(given={"some": some, "decreasing": decreasing}, shows=abs(boltz(a, n)) <= end_max)
def average_le_ends(p: Proof) -> None:
    """a_n <= boltz(a) <= a_1."""
    p.given(low=k >= 1, high=k <= n)
    p.generalize(k, p.have(a(k) <= end_max, end_entry(p, num(1), a(k) <= a(1))), label="above")
    p.generalize(k, p.have(-end_max <= a(k), end_entry(p, n, a(n) <= a(k))), label="below")


@paper.claim(given=[some, bounded(a)], shows=end_max < r)
def ends_lt_r(p: Proof) -> None:
    """Both ends are below r."""


@paper.claim(given=[some, bounded(a)], shows=abs(boltz(a, n)) <= r)
def boltz_bounded(p: Proof) -> None:
    """boltz is an average of entries between −r and r."""


@paper.claim(given=[some, bounded(a)], shows=abs(boltz(a, n)) < r)
def boltz_below(p: Proof) -> Fact:
    """The entries lie between −r and r, ends excluded."""
    p.given(bounded=bounded(a), low=k >= 1, high=k <= n)
    p.note("Z_pos", p.positive(partition(a, n)))
    sides = []
    for sign in (1, -1):
        p.apply("abs_ge", x=sign * a(k), label=f"side_{sign + 1}")
        less = p.have(sign * a(k) * exp(a(k)) < r * exp(a(k)), (p.have(sign * a(k) < r), exp(a(k))))
        by = {"f": fun(lambda k, s=sign: s * a(k) * exp(a(k))), "g": fun(lambda k: r * exp(a(k)))}
        total = p.apply("sum_lt", less, lo=1, hi=n, **by)
        sides.append(p.have(sign * boltz(a, n) < r, total, scale=["Z_pos"]))
    return p.apply("abs_lt", sides[0], p.have(-r < boltz(a, n), sides[1]), x=boltz(a, n), u=r)


target_1 = log(n) ** 2 * exp(-2 * r)


def ends_bounded(p: Proof) -> list[str]:
    """Prove |a_1| < r and |b_{k+1}| < r from "bounded_a" and "bounded_b", as they bound a_1 − b_{k+1} by 2r."""
    p.have(k + 1 >= 1, "k_low", label="next_low")
    p.specialize("bounded_a", 1, label="first")
    p.specialize("bounded_b", k + 1, label="other")
    p.apply("abs_ge", x=a(1), label="up")
    p.apply("abs_ge", x=-B, label="down")
    return ["first", "other", "up", "down"]


@paper.claim(given=[some, *k_in, bounded(a), bounded(b)], shows=a(1) - B < 2 * r)
def first_near_other(p: Proof) -> None:
    """Both entries lie between −r and r."""


@paper.claim(given=[some, *k_in, bounded(a), bounded(b)], shows=target_1 <= target)
def eq_113_second(p: Proof) -> Fact:
    """a_1 − b_{k+1} < 2r."""
    grow = p.apply("exp_le", x=-2 * r, y=-(a(1) - B))
    square = p.apply("square_nonneg", x=log(n))
    return p.have(p.goal, (grow, square))


@paper.claim(given=[*eq_113_second.given, n >= 2], shows=target_1 < target)
def eq_113_strictly(p: Proof) -> Fact:
    """In this case log n > 0."""
    grow = p.apply("exp_lt", x=-2 * r, y=-(a(1) - B))
    p.apply("log_pos", x=n, label="log")
    square = p.have(0 < log(n) * log(n))
    return p.have(p.goal, (grow, square))


# the paper's "without loss of generality": both vectors sorted

sorted_a, sorted_b = in_order(a, n), in_order(b, n)


@paper.claim(given=[some, no_duplicates(a)], shows=Eq(boltz(sorted_a, n), boltz(a, n)))
def boltz_sorted(p: Proof) -> None:
    """boltz does not depend on the order of the entries."""
    rho = fun(lambda i: rank(i, a, n))
    for name in ("every_rank_taken", "ranks_low", "ranks_high"):
        p.apply(name, f=a, label=name)
    q = j
    p.given(i_low=i >= 1, i_high=i <= n, hit=Eq(rank(i, a, n), q))
    entry = p.apply("sorted_entry", f=a, q=q)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.congr(f, entry, label=f"{label}_entry")
        p.generalize(i, f"{label}_entry", label=f"{label}_i")
        p.generalize(q, f"{label}_i", q >= 1, q <= n, label=f"{label}_values")
        by = {"rho": rho, "t": of_entries(f, sorted_a), "f": of_entries(f, a)}
        p.apply("sum_permuted", **by, label=f"{label}_sum")


def at_place(p: Proof, v: Term, q: Term, claim: Term, prove: Callable[[Term, list[Fact], Fact, Fact], Fact]) -> Fact:
    """Prove `claim` about the entry at position q of the sorted v; `prove` is given an i with rank q and v_i there."""
    name = v.args[0]
    (i,) = ints(f"at_{q.args[0]}")
    low, high, hit = (p.assume(g) for g in (i >= 1, i <= n, Eq(rank(i, v, n), q)))
    entry = p.apply("sorted_entry", low, high, hit, f=v, q=q, i=i)
    found = prove(i, [low, high], hit, entry)
    each = p.generalize(i, found)
    taken = p.specialize(f"taken_{name}", q)
    some_i = p.have(taken.concl.args[0] > 0, taken)
    kind = "witness_le" if claim.op == "le" else "witness_lt"
    return p.apply(kind, each, some_i)


def sorted_start(p: Proof, *vectors_: Term) -> None:
    """Every rank is taken, in each vector."""
    for v in vectors_:
        name = v.args[0]
        p.apply("every_rank_taken", f=v, label=f"taken_{name}")


@paper.claim(given=[some, no_duplicates(a), bounded(a)], shows=bounded(sorted_a))
def sorted_bounded(p: Proof) -> Fact:
    """The entries are the same, and so is the bound."""
    sorted_start(p, a)
    p.given(bounded=bounded(a), j_low=j >= 1, j_high=j <= n)
    claim = abs(sorted_a(j)) < r

    def prove(i: Term, ranges: list[Fact], _hit: Fact, entry: Fact) -> Fact:
        less = p.specialize("bounded", i, using=ranges)
        return p.have(claim, less, p.congr(abs, entry))

    return at_place(p, a, j, claim, prove)


@paper.claim(given=[some, delta > 0, no_duplicates(a), gaps(a, a)], shows=separated(sorted_a))
def sorted_separated(p: Proof) -> Fact:
    """Neighbours in the sorted vector differ by more than δ, in the right order."""
    sorted_start(p, a)
    p.given(gaps_a=gaps(a, a), j_low=j >= 1, j_high=j <= n, k_low=k >= 1, k_high=k <= n, order=j < k)
    claim = delta < sorted_a(j) - sorted_a(k)

    def outer(i: Term, ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], hit_h: Fact, entry_h: Fact) -> Fact:
            inside = [*ranges, *ranges_h]
            later = p.have(rank(i, a, n) < rank(h, a, n), hit, hit_h, "order")

            def prove(o: Fact) -> Fact:
                if o.concl is (a(h) < a(i)):
                    same = p.assume(Eq(a(i), a(h)))
                    differ = p.discharge(p.have(FALSE, same, o), same.concl)
                    gap = p.specialize("gaps_a", i, h, using=[*inside, differ])
                    size = p.abs_value(a(i) - a(h), p.have(a(i) - a(h) >= 0, o))
                    return p.have(claim, gap, size, entry, entry_h)
                if o.concl.op == "eq":
                    clash = p.congr(lambda y: 1 + Sum(lambda j: ite(y < a(j), 1, 0), 1, n), o)
                else:
                    clash = p.apply("rank_reverses", o, *inside, f=a, i=i, j=h)
                return p.absurd(p.have(FALSE, clash, later), claim)

            return p.trichotomy(a(i), a(h), prove)

        return at_place(p, a, k, claim, inner)

    p.generalize(k, at_place(p, a, j, claim, outer), label="inner")
    return p.get("inner")


@paper.claim(given=[some, no_duplicates(a), no_duplicates(b), gaps(a, b)], shows=gaps(sorted_a, sorted_b))
def sorted_apart(p: Proof) -> Fact:
    """Entries of the two sorted vectors are entries of the two vectors."""
    sorted_start(p, a, b)
    p.given(apart=apart, j_low=j >= 1, j_high=j <= n, k_low=k >= 1, k_high=k <= n)
    p.given(different=unequal(sorted_a(j), sorted_b(k)))
    claim = delta < abs(sorted_a(j) - sorted_b(k))

    def outer(i: Term, ranges: list[Fact], _hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], _hit_h: Fact, entry_h: Fact) -> Fact:
            same = p.assume(Eq(a(i), b(h)))
            sorted_same = p.have(Eq(sorted_a(j), sorted_b(k)), same, entry, entry_h)
            differ = p.discharge(p.mp("different", sorted_same), same.concl)
            gap = p.specialize("apart", i, h, using=[*ranges, *ranges_h, differ])
            both = p.have(Eq(a(i) - b(h), sorted_a(j) - sorted_b(k)), entry, entry_h)
            return p.have(claim, gap, p.congr(abs, both))

        return at_place(p, b, k, claim, inner)

    p.generalize(k, at_place(p, a, j, claim, outer), label="inner")
    return p.get("inner")


lemma_1_common = [
    some, far, bounded(a), bounded(b), no_duplicates(a), no_duplicates(b), gaps(a, a), gaps(b, b), gaps(a, b),
]  # fmt: skip
other_token = [*i_in, every(lambda j: unequal(b(j), a(i)), 1, n)]  # a_i is not an entry of b
sorted_given = [some, far, bounded(a), bounded(b), separated(a), separated(b), gaps(a, b)]


def upwards(p: Proof, lemma_7: str) -> Fact:
    """Lemma 7 and a_1 − b_{k+1} < 2r; this proof and the next two work for any condition on δ that implies Lemma 7."""
    p.apply(lemma_7, label="lemma_7")
    p.apply("eq_113_second", label="bound")
    return p.have(target_1 < distance, label="out")


@paper.claim(given=[*sorted_given, *k_in, prefix, first_gap], shows=lemma_7_proved.shows)
def eq_113_first(p: Proof) -> None:
    """Lemma 7, whose vectors are sorted and bounded by r here."""


@paper.claim(given=[*sorted_given, *k_in, prefix, first_gap], shows=target_1 < distance)
def eq_113_claim(p: Proof) -> Fact:
    """Sort the vectors; a is larger at the first difference."""
    return upwards(p, "lemma_7_proved")


@paper.claim(given={"gaps": gaps(a, b)}, shows=gaps(b, a))
def gaps_symmetric(p: Proof) -> Fact:
    """|s − t| = |t − s|."""
    p.given(j_low=j >= 1, j_high=j <= n, k_low=k >= 1, k_high=k <= n, different=unequal(b(j), a(k)))
    p.specialize("gaps", k, j, label="gap")
    less = p.have(delta < abs(b(j) - a(k)))
    return p.get(less)


def somewhere(p: Proof, above: str, bound: Term = target_1) -> Fact:
    """Sorted vectors with a difference: if they were not apart by the bound, they would agree up to every k."""

    def claim(x: Term) -> Term:
        return implies(x <= n, every(lambda h: Eq(a(h), b(h)), 1, x))

    p.given(different=unequal(a(i), b(i)))
    wrong, right = distance <= bound, p.assume(bound < distance)
    p.absurd(p.have(FALSE, p.assume(j >= 1), p.assume(j <= 0)), Eq(a(j), b(j)), label="empty")
    p.generalize(j, "empty", label="none")
    p.rule("discharge", num(0) <= n, "none", label="base")
    p.given(k_low=k >= 0, so_far=claim(k), k_next=k + 1 <= n)
    p.mp("so_far", p.side_condition(k <= n), label="prefix")
    p.have(k <= n - 1, label="k_high")
    p.apply("gaps_symmetric", label="mirror")

    def next_entry(order: Fact) -> Fact:
        same = Eq(a(k + 1), b(k + 1))
        if order.concl.op == "eq":
            return order
        if order.concl is first_gap:
            found = p.apply(above, order, "k_high")
        else:
            back = {"a": b, "b": a}
            found = p.apply(above, order, "k_high", **back)
        return p.absurd(p.have(FALSE, found, p.assume(wrong)), same)

    p.trichotomy(a(k + 1), b(k + 1), next_entry, label="next")

    def up_to_next(order: Fact) -> Fact:
        same = Eq(a(j), b(j))
        if order.concl.op == "eq":
            return p.have(same, "next", *(p.congr(v, order) for v in (a, b)))
        if order.concl is (j < k + 1):
            return p.specialize("prefix", j, using=[j >= 1, p.have(j <= k, order)])
        return p.absurd(p.have(FALSE, order, p.assume(j <= k + 1)), same)

    p.trichotomy(j, k + 1, up_to_next, label="each")
    p.generalize(j, "each", label="longer")
    p.rule("discharge", k + 1 <= n, "longer", label="step")
    p.induct(claim, 0, k, "base", "step", label="all")
    p.specialize("all", n, label="everywhere")
    p.specialize("everywhere", i, label="at_i")
    clash = p.absurd(p.mp("different", "at_i"), bound < distance, label="clash")
    return p.cases(distance, bound, clash, right, label="out")


@paper.claim(given=[*sorted_given, *i_in, unequal(a(i), b(i))], shows=target_1 < distance)
def sorted_vectors_apart(p: Proof) -> Fact:
    """Apply the result for sorted vectors with a difference."""
    return somewhere(p, "eq_113_claim")


def without_sorting(p: Proof, sorted_apart: str, bound: Term = target_1) -> Fact:
    """A token of a is missing in b, so the sorted vectors differ at the rank of this token."""
    sorted_start(p, a, b)
    p.given(bounded_a=bounded(a), bounded_b=bounded(b))
    for v in (a, b):
        name = v.args[0]
        p.apply("sorted_bounded", a=v, label=f"bounded_sorted_{name}")
        p.apply("sorted_separated", a=v, label=f"sorted_{name}")
        p.apply("boltz_sorted", a=v, label=f"same_{name}")
    p.apply("sorted_apart", label="sorted_apart")
    place = rank(i, a, n)
    p.apply("rank_low", f=a, label="place_low")
    p.apply("rank_high", f=a, label="place_high")
    entry = p.apply("sorted_entry", p.have(Eq(place, place)))
    p.given(equal=Eq(sorted_a(place), sorted_b(place)), h_low=k >= 1, h_high=k <= n, hit=Eq(rank(k, b, n), place))
    entry_b = p.apply("sorted_entry", f=b, q=place, i=k)
    not_there = p.specialize(other_token[2], k)
    met = p.mp(not_there, p.have(Eq(b(k), a(i)), "equal", entry, entry_b))
    each = p.generalize(k, p.absurd(met, num(1) <= 0))
    p.specialize("taken_b", place, label="taken")
    nothing = p.apply("witness_le", each)
    p.note("different", p.discharge(p.have(FALSE, nothing), p.get("equal").concl))
    p.apply(sorted_apart, a=sorted_a, b=sorted_b, i=place, label="apart_sorted")
    difference = p.have(Eq(boltz(sorted_a, n) - boltz(sorted_b, n), boltz(a, n) - boltz(b, n)))
    p.congr(abs, difference, label="same")
    return p.have(bound < distance, label="out")


@paper.claim(given=[*lemma_1_common, *other_token], shows=target_1 < distance)
def lemma_1_separation(p: Proof) -> Fact:
    """Lemma 1's separation, for vectors in any order."""
    return without_sorting(p, "sorted_vectors_apart")


# --- the lemma: any number of vectors, in any order -----------------------------------------------------------------

(family,) = vectors("a", 2)  # a^(1), …, a^(m)


def member(i: Term | int) -> Term:
    """a^(i)."""
    return fun(lambda k: family(i, k))


def for_pairs(claim: Callable[[Term, Term], Term]) -> Term:
    """For all i and j."""
    return every(lambda i: every(lambda j: claim(i, j), 1, m), 1, m)


family_separated = exists(
    lambda: [every(lambda i: bounded(member(i)), 1, m), for_pairs(lambda i, j: gaps(member(i), member(j)))]
)
family_distinct = every(lambda i: no_duplicates(member(i)), 1, m)
paper.notions.define(member(i), (i,), "a^({0})", "a^{{({0})}}")
paper.notions.define(
    family_separated, (family, r, delta, m, n), "{0}^(1), …, {0}^({3}) ∈ ℝ^{4} are tokenwise ({1}, {2})-separated",
    r"{0}^{{(1)}}, \dots, {0}^{{({3})}} \in \mathbb{{R}}^{{{4}}} \text{{ are tokenwise }} ({1}, {2})"
    r"\text{{-separated}}",
)  # fmt: skip
paper.notions.define(
    family_distinct, (family, m, n), "no entry occurs twice in one of {0}^(1), …, {0}^({1}) ∈ ℝ^{2}",
    r"\text{{no entry occurs twice in one of }} {0}^{{(1)}}, \dots, {0}^{{({1})}} \in \mathbb{{R}}^{{{2}}}",
)  # fmt: skip


def other_vector(i: Term, j: Term) -> Term:
    """a^(i) ≠ a^(j)."""
    return negation(every(lambda k: Eq(family(i, k), family(j, k)), 1, n))


def lacking(j: Term, i: Term, k: Term) -> Term:
    """Entry k of a^(i) is not an entry of a^(j)."""
    return every(lambda l: unequal(family(j, l), family(i, k)), 1, n)


def entries_in(i: Term, j: Term) -> Term:
    """All entries of a^(i) are entries of a^(j)."""
    return every(lambda k: negation(lacking(j, i, k)), 1, n)


def other_entries(i: Term, j: Term) -> Term:
    """a^(i) and a^(j) do not have the same entries."""
    return implies(entries_in(i, j), entries_in(j, i), FALSE)


paper.notions.define(
    other_entries(i, j), (i, j, family, n), "{2}^({0}) and {2}^({1}) do not have the same entries",
    r"{2}^{{({0})}} \text{{ and }} {2}^{{({1})}} \text{{ do not have the same entries}}", corrected=True,
)  # fmt: skip


def outputs_separated(differ: Callable[[Term, Term], Term]) -> Term:
    """(15) and (16), the latter for all i and j that satisfy `differ`."""

    def apart_(i: Term, j: Term) -> Term:
        return implies(differ(i, j), target_1 < abs(boltz(member(i), n) - boltz(member(j), n)))

    return exists(lambda: [every(lambda i: abs(boltz(member(i), n)) <= r, 1, m), for_pairs(apart_)])


lemma_1_given = [some, m >= 1, family_separated, family_distinct, far]
as_printed = Claim(tuple(lemma_1_given), outputs_separated(other_vector))


@paper.claim(given=lemma_1_given, shows=outputs_separated(other_entries))
def lemma_1_claim(p: Proof) -> Fact:
    """One of the two vectors has an entry that the other lacks: otherwise each would contain the other's entries."""
    p.given_all(lemma_1_given)
    p.given(i_low=i >= 1, i_high=i <= m, j_low=j >= 1, j_high=j <= m, k_low=k >= 1, k_high=k <= n)
    p.given(differ=other_entries(i, j))
    both = abs(boltz(member(i), n) - boltz(member(j), n))
    wrong, right = both <= target_1, p.assume(target_1 < both)
    small, far_ = p.obtain(
        "given_2",
    )
    own = [p.specialize(fact, one) for one in (i, j) for fact in (small, "given_3")]
    gaps_ = [p.specialize(far_, *pair) for pair in ((i, i), (j, j), (i, j), (j, i))]
    contained = []
    for one, other in ((i, j), (j, i)):
        lacks = p.assume(lacking(other, one, k))
        found = p.apply("lemma_1_separation", lacks, *own, *gaps_, a=member(one), b=member(other), i=k)
        none = p.discharge(p.have(FALSE, found, p.assume(wrong)), lacks.concl)
        contained.append(p.generalize(k, none))
    clash = p.mp(p.mp("differ", contained[0]), contained[1])
    apart_ = p.cases(both, target_1, p.absurd(clash, right.concl), right)
    inner = p.discharge(apart_, other_entries(i, j))
    bounds = p.apply("boltz_bounded", own[0])
    return p.exists_intro(p.goal, [], bounds, inner)


# --- the lemma for two vectors, and for a gap of exactly 2 log n + 3 -------------------------------------------------

two_rows = fun(lambda i, k: ite(Eq(i, 1), a(k), b(k)), 2)  # a^(1) = a and a^(2) = b


def row(i: Term | int) -> Term:
    """Return row i of these."""
    return fun(lambda k: two_rows(i, k))


def row_is(p: Proof, i: Term | int, order: Fact) -> tuple[Term, Fact]:
    """Prove which of a and b row i is, for every k, according to how i compares with 1."""
    v = a if order.concl.op == "eq" else b
    value = p.have(Eq(v(k), two_rows(i, k)), *p.reduce_ite(order, two_rows(i, k)))
    return v, p.generalize(k, value)


def for_rows(p: Proof, says: Callable[..., Term], known: Mapping[tuple[Term, ...], Named], *indices: Term) -> Fact:
    """Prove says(row i, …) for all indices in 1, 2 from facts about a and b."""

    def at_place_of(before: Sequence[Term], after: Sequence[Term]) -> Term:
        return hole(lambda f: says(*before, f, *after), VECTOR)

    def settled(rows: tuple[Term, ...], equations: tuple[Fact, ...]) -> Fact:
        if len(rows) < len(indices):
            index = indices[len(rows)]

            def at(order: Fact) -> Fact:
                v, equation = row_is(p, index, order)
                return settled((*rows, v), (*equations, equation))

            return p.trichotomy(index, 1, at)
        fact, done = p.get(known[rows]), list(rows)
        for place, equation in enumerate(equations):
            fact = p.replace(equation, at_place_of(done[:place], done[place + 1 :]), fact)
            done[place] = row(indices[place])
        return fact

    return settled((), ())


@paper.claim(given=[*lemma_1_common, *other_token], shows=target_1 < distance)
def lemma_1_of_two(p: Proof) -> Fact:
    """The vectors are the rows a^(1) and a^(2)."""
    p.given(aa=gaps(a, a), bb=gaps(b, b), ab=gaps(a, b), l_low=k >= 1, l_high=k <= n)
    p.apply("gaps_symmetric", label="ba")
    i1, j1 = ints("row other")
    pairs: dict[tuple[Term, ...], str] = {(v, w): f"{v.args[0]}{w.args[0]}" for v in (a, b) for w in (a, b)}
    separated_ = p.exists_intro(substitute(family_separated, {family: two_rows, m: num(2)}), [],
                                for_rows(p, gaps, pairs, i1, j1))  # fmt: skip
    distinct = for_rows(p, no_duplicates, {(a,): no_duplicates(a), (b,): no_duplicates(b)}, i1)
    found = p.apply("lemma_1_claim", separated_, distinct)
    one, two = num(1), num(2)
    same = p.assume(Eq(two_rows(two, k), two_rows(one, i)))
    clash = p.mp(p.specialize(other_token[2], k), p.have(Eq(b(k), a(i)), same))
    none = p.generalize(k, p.discharge(clash, same.concl))
    there, back = (substitute(entries_in(x, y), {family: two_rows}) for x, y in ((one, two), (two, one)))
    no = p.mp(p.specialize(p.assume(there), i), none)
    differ = p.discharge(no, there, back)
    _, apart_ = p.obtain(
        found,
    )
    return p.specialize(apart_, 1, 2, using=[differ])


def closeness(v: Term, w: Term) -> Callable[[Term, Term], Term]:
    """−|v_i − w_j|, or −(δ + 1) where the entries are equal."""
    return lambda i, j: ite(Eq(v(i), w(j)), -(delta + 1), -abs(v(i) - w(j)))


closest = closeness(a, b)
in_row = fun(lambda i: Max(lambda j: closest(i, j), 1, n))
closest_of_all = Max(in_row, 1, n)
(wider,) = reals("wider")


def gaps_above(v: Term, w: Term, least: Term) -> Term:
    """`gaps` with another number in place of δ."""
    return substitute(gaps(v, w), {delta: least})


@paper.claim(given=[some, gaps(a, b)], shows=exists(lambda x: [delta < x, gaps_above(a, b, x)], "R"))
def gaps_have_room(p: Proof) -> Fact:
    """Take a number between δ and the least of these gaps."""
    p.given(gaps=gaps(a, b), j_low=j >= 1, j_high=j <= n, k_low=k >= 1, k_high=k <= n)
    value, gap = closest(j, k), abs(a(j) - b(k))

    def less(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(value < -delta, *p.reduce_ite(order, value))
        equal = p.assume(Eq(a(j), b(k)))
        differ = p.discharge(p.have(FALSE, order, equal), equal.concl)
        return p.have(value < -delta, p.specialize("gaps", j, k, using=[differ]), *p.reduce_ite(order, value))

    each = p.trichotomy(a(j), b(k), less)
    row = p.apply("max_lt", each, f=fun(lambda k: closest(j, k)), u=-delta, lo=1, hi=n)
    p.apply("max_lt", row, label="below")
    least = (delta - closest_of_all) / 2
    differ = p.assume(unequal(a(j), b(k)))
    member = p.max_ge(in_row(j), k, "k_low", "k_high")
    in_all = p.max_ge(closest_of_all, j, "j_low", "j_high")
    above = p.have(least < gap, member, in_all, *p.reduce_ite(differ, value))
    whole = above
    return p.exists_intro(p.goal, [least], whole)


@paper.claim(given=[gaps_above(a, b, wider), delta <= wider], shows=gaps(a, b))
def gaps_narrower(p: Proof) -> None:
    """A gap above the larger number is above δ."""


at_least = 2 * log(n) + 3 <= delta
lemma_1_closed = [g for g in lemma_1_common if g is not far]


@paper.claim(given=[at_least, *lemma_1_closed, *other_token], shows=target_1 < distance)
def lemma_1_at_least(p: Proof) -> Fact:
    """For δ = 2 log n + 3, too: finitely many gaps above δ are above some larger number."""
    pairs, least = ((a, a), (b, b), (a, b)), reals("delta_a delta_b delta_ab")

    def at(smallest: Term, found: Sequence[Fact], *orders: Fact) -> Fact:
        narrower = []
        for (v, w), own, fact in zip(pairs, least, found[1::2], strict=True):
            narrower.append(p.apply("gaps_narrower", fact, *orders, a=v, b=w, delta=smallest, wider=own))
        return p.apply("lemma_1_of_two", *narrower, *found[::2], delta=smallest)

    def by_least(found: Sequence[Fact]) -> Fact:
        x, y, z = least
        sides = []
        for one, order in ((x, x <= y), (y, y < x)):
            held, low, high = (p.assume(o) for o in (order, one <= z, z < one))
            sides.append(p.cases(one, z, at(one, found, held, low), at(z, found, held, high)))
        return p.cases(x, y, *sides)

    def with_gaps(*found: Fact) -> Fact:
        known = len(found) // 2
        if known == len(pairs):
            return by_least(found)
        v, w = pairs[known]
        room = p.apply("gaps_have_room", a=v, b=w)
        more = p.obtain(room, least[known])
        return with_gaps(*found, *more)

    return p.note("out", with_gaps())


# the example of B.3: (8, 6, 5) and (4, 3, 1), then (8, 6, 5) and (8, 3, 1)


def example(*entries: int | Term) -> Term:
    """boltz of a vector of numbers."""
    return boltz(array(*entries), num(len(entries)))


tail_sum = num(8) * exp(num(8)) + 2 * (num(3) * exp(num(3)))
lifted_3 = 3 + log(num(2))
approximate = (8 * exp(num(8)) + lifted_3 * exp(lifted_3)) / (exp(num(8)) + exp(lifted_3))


@paper.claim(given=[], shows=Eq(example(8, 3, 3), tail_sum / (exp(num(8)) + 2 * exp(num(3)))))
def eq_109_first(p: Proof) -> None:
    """The sums are written out."""


@paper.claim(given=[], shows=Eq(approximate, example(8, lifted_3)))
def eq_109_last(p: Proof) -> None:
    """boltz(8, 3 + log 2)."""
