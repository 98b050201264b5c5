"""Proposition 1, second part: one attention layer gives the tokens of grid sequences their ids (A.5, (63)-(66)).

A token is projected onto v = (D, D², …, D^d), which is one-to-one on the grid: a token with the entries l_t/D becomes
the integer Σ D^(t−1) l_t. With key and value weights e_1 vᵀ, query weights κ e_1 vᵀ and output weights (η/D) e_1 e_1ᵀ,
of any head size s >= 1, attention adds η times the softmax average of the projections to the projection:
a_k ↦ a_k + η avg_k. By Lemma 1 this tells different sequences apart, and no projection lemma is needed. A token outside
of the cube has a large projection, which the average shows to all tokens of the sequence.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_1 import no_duplicates
from proofs.papers.ks.section_4_corollaries.memorization import consistent
from proofs.papers.ks.vocabulary import a, boltz, k, n, paper, partition, some, unequal
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.networks.grid_tokens import (
    columns_given,
    direction,
    first,
    i_in,
    j_in,
    k_in,
    l_in,
    most,
    o_in,
    projections,
    whole_id,
    whole_ids,
)
from proofs.theorems.networks.transformers import contained, d, different, no_duplicate_tokens, s, self_attention, token

D, N, t, c, i, j, l, o = ints("D N t c i j l o")
kappa, eta, A = reals("kappa eta A")
F, Z = vectors("F Z", 2)
x, y = sequences("x y")

kappa_pos, eta_pos = kappa > 0, eta > 0


def scores(v: Term, k: Term) -> Term:
    """κ v_k v_l, as a vector in l."""
    return fun(lambda l: kappa * v(k) * v(l))


def average(v: Term, k: Term) -> Term:
    """The softmax average of v that the query at k gets: Σ_l v_l exp(κ v_k v_l) / Σ_l exp(κ v_k v_l)."""
    return Sum(lambda l: v(l) * exp(scores(v, k)(l)), 1, n) / partition(scores(v, k), n)


paper.notions.define(average(a, k), (a, kappa, n, k), "avg({0}, {1}, {2})_{3}", r"\mathrm{{avg}}_{{{1}}}({0})_{{{3}}}")


def context_id(v: Term, k: Term) -> Term:
    """v_k + η avg_k."""
    return v(k) + eta * average(v, k)


# --- the weights -----------------------------------------------------------------------------------------------------


OUTPUT = fun(lambda h, t, j: eta / D * first(t) * first(j), 3)
VALUE = KEY = fun(lambda h, j, t: first(j) * direction(t), 3)
QUERY = fun(lambda h, j, t: kappa * first(j) * direction(t), 3)
WEIGHTS = (OUTPUT, VALUE, KEY, QUERY)


def attended(F: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of the attention layer with these weights, one head of size s, at F."""
    return self_attention(matrix(F, d, n), WEIGHTS, heads=num(1), size=s)(t, k)


@paper.claim(
    given=[some, s >= 1, k >= 1, k <= n],
    shows=Eq(attended(F, t, k), F(t, k) + eta / D * first(t) * average(projections(F), k)),
)
def attention_adds_average(p: Proof) -> None:
    """Sums over the head size have only one nonzero term."""
    v = projections(F)
    p.apply("sum_delta", f=fun(first), m=num(1), lo=1, hi=s, label="single")

    def score(l: Term) -> Term:
        return Sum(lambda j: first(j) * v(l) * (kappa * first(j) * v(k)), 1, s)

    by = {"f": fun(lambda l: exp(score(l))), "g": fun(lambda l: exp(scores(v, k)(l)))}
    denominator = p.apply("sum_eq", lo=1, hi=n, **by)
    by = {"f": fun(lambda l: v(l) * exp(score(l))), "g": fun(lambda l: v(l) * exp(scores(v, k)(l)))}
    p.apply("sum_eq", lo=1, hi=n, **by, label="numerator")
    p.congr(inv, denominator, label="inverse")


@paper.claim(
    given=[some, d >= 1, s >= 1, D >= 1, k >= 1, k <= n],
    shows=Eq(Sum(lambda t: direction(t) * attended(F, t, k), 1, d), context_id(projections(F), k)),
)
def projected_attention(p: Proof) -> Fact:
    """v_1 = D."""
    v = projections(F)
    after = fun(lambda t: direction(t) * F(t, k) + eta / D * average(v, k) * (direction(t) * first(t)))
    p.generalize(t, p.have(Eq(direction(t) * attended(F, t, k), after(t))),
                 t >= 1, t <= d, label="entries")  # fmt: skip
    sum_ = p.apply("sum_eq", f=fun(lambda t: direction(t) * attended(F, t, k)), g=after, lo=1, hi=d)
    one = p.apply("sum_delta", f=fun(direction), m=num(1), lo=1, hi=d)
    p.have(D > 0, label="D_pos")
    factor = eta / D * average(v, k)
    return p.have(p.goal, sum_, (one, factor))


# --- the average ------------------------------------------------------------------------------------------------------

nonneg, at_most = every(lambda l: a(l) >= 0, 1, n), every(lambda l: a(l) <= A, 1, n)
moment = Sum(lambda l: a(l) * exp(scores(a, k)(l)), 1, n)
Z_k = partition(scores(a, k), n)


def average_start(p: Proof) -> None:
    """Prove 1 <= n, k in range, the terms of a sum; Z > 0 and avg = moment / Z."""
    p.given(l_low=l >= 1, l_high=l <= n)
    p.note("Z_pos", p.positive(Z_k))
    p.exp_pos(scores(a, k)(l), label="weight")


@paper.claim(given=[some, *k_in, at_most], shows=average(a, k) <= A)
def average_le(p: Proof) -> None:
    """An average is at most the largest member."""
    average_start(p)
    by = {"f": fun(lambda l: a(l) * exp(scores(a, k)(l))), "g": fun(lambda l: A * exp(scores(a, k)(l)))}
    p.apply("sum_le", lo=1, hi=n, **by, label="sum")


@paper.claim(given=[some, *k_in, every(lambda l: a(l) > 0, 1, n)], shows=average(a, k) > 0)
def average_pos(p: Proof) -> None:
    """An average of positive numbers."""
    p.apply("sum_pos", f=fun(lambda l: a(l) * exp(scores(a, k)(l))), lo=1, hi=n, label="sum")


@paper.claim(given=[some, *k_in, *o_in, kappa_pos, nonneg], shows=a(o) <= n * average(a, k))
def average_ge(p: Proof) -> Fact:
    """Every a_o Z is at most the moment: term by term if a_l >= a_o, and by the term of o otherwise."""
    average_start(p)
    for name, index in (("at_k", k), ("at_o", o), ("at_l", l)):
        p.specialize(nonneg, index, label=name)
    w = fun(lambda l: exp(scores(a, k)(l)))
    members = fun(lambda l: a(l) * w(l))
    own = p.apply("sum_member", ("at_l", "weight"), f=members, m=l, lo=1, hi=n)
    other = p.apply("sum_member", f=members, m=o, lo=1, hi=n)
    high = p.have(a(o) * w(l) <= moment, (p.assume(a(o) <= a(l)), "weight"), own)
    p.have(scores(a, k)(l) <= scores(a, k)(o), (p.assume(a(l) < a(o)), kappa_pos, "at_k"), label="order")
    less = p.apply("exp_le", x=scores(a, k)(l), y=scores(a, k)(o))
    low = p.have(a(o) * w(l) <= moment, (less, "at_o"), other)
    p.generalize(l, p.cases(a(o), a(l), high, low), label="terms")
    p.apply("sum_le", f=fun(lambda l: a(o) * w(l)), g=fun(lambda l: moment), lo=1, hi=n, label="sum")
    p.apply("sum_const", lo=1, hi=n, label="count")
    total = p.have(a(o) * Z_k <= n * moment)
    return p.have(p.goal, total, scale=["Z_pos"])


# --- different sequences have different ids -----------------------------------------------------------------------


def at_least_one(v: Term) -> Term:
    """1 <= v_l for all l."""
    return every(lambda l: v(l) >= 1, 1, n)


def at_most_A(v: Term) -> Term:
    """v_l <= A for all l."""
    return every(lambda l: v(l) <= A, 1, n)


whole, below = ([bound(v) for v in (x, y)] for bound in (at_least_one, at_most_A))
distinct = [no_duplicates(v) for v in (x, y)]
sharp = 2 * log(n) + 3 < kappa
missing = every(lambda l: unequal(y(l), x(o)), 1, n)


def stretched(c: Term, v: Term) -> Term:
    """κ c v."""
    return fun(lambda l: kappa * c * v(l))


@paper.claim(given=[some, sharp, c >= 1, whole[0], below[0]],
             shows=every(lambda l: abs(stretched(c, x)(l)) < kappa * c * A + 1, 1, n))  # fmt: skip
def stretched_bounded(p: Proof) -> None:
    """Below κ c A + 1."""
    p.apply("log_nonneg", x=n, label="log_n")
    p.have(kappa * c > 0, label="factor")


middle = (kappa + 2 * log(n) + 3) / 2  # between 2 log n + 3 and κ


@paper.claim(
    given=[sharp, c >= 1, kappa > 0],
    shows=every(lambda i: every(lambda j: implies(
        unequal(stretched(c, x)(i), stretched(c, y)(j)), middle < abs(stretched(c, x)(i) - stretched(c, y)(j))
    ), 1, n), 1, n),
)  # fmt: skip
def stretched_gaps(p: Proof) -> Fact:
    """Different integers differ by 1, and κ c >= κ."""
    left, right = stretched(c, x)(i), stretched(c, y)(j)
    p.given(different=unequal(left, right))
    p.have(kappa <= kappa * c, label="factor")
    factor_pos = p.have(0 < kappa * c)
    claim = middle < abs(left - right)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.have(Eq(left, right), (order, kappa * c))
            return p.absurd(p.mp("different", same), claim)
        step = p.integer_step(order)
        gap = order.concl.args[1] - order.concl.args[0]
        more = p.have(0 <= (gap - 1) * (kappa * c), (step, factor_pos))
        return p.have(claim, more)

    return p.trichotomy(x(i), y(j), prove)


@paper.claim(given=[kappa > 0, c >= 1, no_duplicates(x)], shows=no_duplicates(stretched(c, x)))
def stretched_distinct(p: Proof) -> Fact:
    """κ c > 0."""
    p.given(distinct=no_duplicates(x), i_low=i >= 1, i_high=i <= n)
    p.given(j_low=j >= 1, j_high=j <= n, order=i < j, same=Eq(stretched(c, x)(i), stretched(c, x)(j)))
    factor = p.have(0 < kappa * c)
    differ = p.specialize("distinct", i, j)
    equal = p.have(Eq(x(i), x(j)), "same", scale=[factor])
    return p.note("no", p.discharge(p.mp(differ, equal), p.get("same").concl))


def own_average(c: Term, v: Term) -> Term:
    """Return the average for a query with projection c."""
    return Sum(lambda l: v(l) * exp(stretched(c, v)(l)), 1, n) / partition(stretched(c, v), n)


apart_given = [some, sharp, c >= 1, *whole, *below, *distinct, *o_in, missing]


@paper.claim(given=apart_given, shows=negation(Eq(own_average(c, x), own_average(c, y))))
def averages_differ(p: Proof) -> None:
    """Apply Lemma 1 to κ c x and κ c y, whose boltz is κ c times the average."""
    p.given(same=Eq(own_average(c, x), own_average(c, y)), l_low=l >= 1, l_high=l <= n)
    p.apply("log_nonneg", x=n, label="log_n")
    factor = p.have(0 < kappa * c)
    for v in (x, y):
        name = v.args[0]
        p.apply("stretched_bounded", x=v, label=f"bounded_{name}")
        p.apply("stretched_distinct", x=v, label=f"no_{name}")
        for w in (x, y):
            p.apply("stretched_gaps", x=v, y=w, label=f"gaps_{name}_{w.args[0]}")
    other = p.specialize(missing, l)
    meets = p.assume(Eq(stretched(c, y)(l), stretched(c, x)(o)))
    equal = p.have(Eq(y(l), x(o)), meets, scale=[factor])
    p.generalize(l, p.discharge(p.mp(other, equal), meets.concl), label="others")
    apart = p.apply("lemma_1_separation", a=stretched(c, x), b=stretched(c, y), delta=middle,
            r=kappa * c * A + 1, i=o)  # fmt: skip
    both = {v.args[0]: boltz(stretched(c, v), n) for v in (x, y)}
    size = p.abs_value(both["x"] - both["y"], p.have(both["x"] - both["y"] <= 0, ("same", kappa * c)))
    square = p.apply("square_nonneg", x=log(n))
    p.have(FALSE, apart, size, ("same", kappa * c), (square, exp(-2 * (kappa * c * A + 1))), label="false")


# --- the ids of the tokens of grid sequences -------------------------------------------------------------------------

(L,) = sequences("L", 3)


grid = fun(lambda i, t, k: L(i, t, k) / D, 3)


# --- equal ids, equal labels ------------------------------------------------------------------------------------------


def grid_id(i: Term, k: Term) -> Term:
    """The id of token k of sequence i: whole_id + η avg."""
    return context_id(whole_ids(i), k)


ids_given = [some, *columns_given, sharp, eta_pos, eta * most <= 1]
pair_in = [*i_in, *j_in, *k_in, *l_in]
same_id = Eq(grid_id(i, k), grid_id(j, l))


def ids(p: Proof) -> None:
    """Assume `ids_given`, and that i, j, k, l are in range."""
    p.given(eta_pos=eta_pos, small=eta * most <= 1)


def bounds_of(p: Proof, name: str, i: Term) -> None:
    """Prove 1 <= ids of the tokens of sequence i <= most, as the facts "<name>_whole" and "<name>_below"."""
    (o,) = ints("o")
    low, high = (p.assume(g) for g in (o >= 1, o <= n))
    p.generalize(o, p.apply("whole_id_low", low, high, i=i, k=o), label=f"{name}_whole")
    p.generalize(o, p.apply("whole_id_high", low, high, i=i, k=o), label=f"{name}_below")
    pos = p.have(whole_id(i, o) > 0, p.specialize(f"{name}_whole", o, using=[low, high]))
    p.generalize(o, pos, label=f"{name}_pos")


@paper.claim(given=[*ids_given, *pair_in, same_id], shows=Eq(whole_id(i, k), whole_id(j, l)))
def same_id_same_token(p: Proof) -> Fact:
    """The averages change an id by more than 0 and at most 1."""
    ids(p)
    for name, index, place in (("own", i, k), ("other", j, l)):
        bounds_of(p, name, index)
        p.apply("average_pos", a=whole_ids(index), k=place, label=f"{name}_avg")
        p.apply("average_le", a=whole_ids(index), k=place, A=most, label=f"{name}_most")

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        facts = [(f"{name}_{end}", "eta_pos") for name in ("own", "other") for end in ("avg", "most")]
        return p.absurd(p.have(FALSE, order, same_id, "small", *facts), p.goal)

    return p.trichotomy(whole_id(i, k), whole_id(j, l), prove)


no_duplicates_given = no_duplicate_tokens(L)


@paper.claim(given=[*columns_given, no_duplicates_given, *i_in], shows=no_duplicates(whole_ids(i)))
def whole_ids_distinct(p: Proof) -> Fact:
    """Distinct tokens have distinct ids."""
    p.given(words=no_duplicates_given, k_low=k >= 1, k_high=k <= n)
    p.given(l_low=l >= 1, l_high=l <= n, order=k < l, same=Eq(whole_id(i, k), whole_id(i, l)))
    equal = p.assume(Eq(k, l))
    p.note("differ", p.discharge(p.have(FALSE, equal, "order"), equal.concl))
    apart = p.specialize("words", i, k, l)
    column = p.apply("whole_id_injective", j=i)
    return p.note("no", p.discharge(p.mp(apart, column), p.get("same").concl))


@paper.claim(given=[*ids_given, no_duplicates_given, *pair_in, same_id], shows=contained(L, i, j))
def same_id_contained(p: Proof) -> Fact:
    """If one sequence had a token that the other lacks, the averages would differ."""
    ids(p)
    p.given(same=same_id, o_low=o >= 1, o_high=o <= n, c_low=c >= 1, c_high=c <= n)
    absent = p.assume(every(lambda l: different(token(L, i, o), token(L, j, l)), 1, n))
    p.apply("same_id_same_token", label="token")
    for name, index in (("own", i), ("other", j)):
        p.apply("whole_ids_distinct", i=index, label=f"{name}_distinct")
    meets = p.assume(Eq(whole_id(j, c), whole_id(i, o)))
    back = p.have(Eq(whole_id(i, o), whole_id(j, c)), meets)
    column = p.apply("whole_id_injective", back, k=o, l=c)
    p.generalize(c, p.discharge(p.mp(p.specialize(absent, c), column), meets.concl), label="missing")
    differ = p.apply("averages_differ",
            c=whole_id(i, k), x=whole_ids(i), y=whole_ids(j), A=most)  # fmt: skip
    back = p.have(Eq(whole_id(j, l), whole_id(i, k)))
    at_same = p.congr(lambda c: own_average(c, whole_ids(j)), back)
    averages = p.have(p.get(differ).concl.args[0], "same", "token", (at_same, eta), scale=["eta_pos"])
    return p.note("present", p.discharge(p.mp(differ, averages), absent.concl))


(label,) = vectors("y", 3)
labels_agree = consistent(L, label)


@paper.claim(
    given=[*ids_given, no_duplicates_given, labels_agree, *pair_in, t >= 1, t <= d, same_id],
    shows=Eq(label(i, t, k), label(j, t, l)),
)
def same_id_same_label(p: Proof) -> Fact:
    """Equal ids belong to equal tokens in equal contexts, which have equal labels."""
    p.apply("whole_id_injective", label="column")
    p.apply("same_id_contained", label="there")
    p.apply("same_id_contained", i=j, j=i, k=l, l=k, label="and_back")
    return p.specialize(labels_agree, i, j, k, l, t)
