"""Lemma 8 and Definition E.1: the contextual mapping, for columns in any order (E.1.2)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.category_3 import CATEGORY_3, mark, marks
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import xy, y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import ENTRIES, output_id
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import context, t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, GRID, lx
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W, distinct, final_id
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, tower, x
from proofs.theorems.combinatorics import distinct as places

(W2,) = vectors("W'", 3)
(y2,) = sequences("y'", 2)
(pi,) = sequences("pi")
X, Q, Q2 = vectors("X Q Q'")


def same_columns(j: Term, k: Term, y: Term = y, other: Term = y) -> Term:
    """Column j of one matrix is column k of another, where both lie on the grid."""
    return every(lambda i: Eq(y(i, j), other(i, k)), 1, d)


GRID_POINT = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, **ENTRIES}
DISTINCT = {
    "distinct": every(lambda j: every(lambda k: implies(same_columns(j, k), Eq(j, k)), 1, n), 1, n)
}  # G̃_δ: no two columns are the same
POINT = [*GRID_POINT.values(), *SWEEP.values()]
PRIMED = {y: y2, W: W2}

# n', l and κ of a matrix, by counting: `proofs.theorems.combinatorics.distinct`
OF_MATRIX: dict[str, Term] = {
    "n'": places.up_to(M - 1, xy, n),
    "kappa": fun(lambda k: places.class_of(k, xy, n)),
    "x": fun(lambda q: places.value_at(q, xy, n, M - 1)),
}
ALL: dict[str, Term] = {"z": xy, "most": M - 1}


def primed(t: Term) -> Term:
    """Return the same for L' and its run."""
    return substitute(t, PRIMED)


@paper.claim(GRID_POINT, shows=every(lambda k: 0 <= xy(k), 1, n))
def all_ids_low(p: Proof) -> None:
    """Apply the bound to each column."""


@paper.claim(GRID_POINT, shows=every(lambda k: xy(k) <= M - 1, 1, n))
def all_ids_high(p: Proof) -> None:
    """Apply the bound to each column."""


@paper.theorem
def same_ids(p: Proof) -> None:
    """Column j of L and column k of L' with the same id are equal."""
    p.given(m_low=2 <= m, **ENTRIES, j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
    p.given(same=Eq(xy(j), primed(xy(k))))
    for label, source, place in (
        ("a", "entries_low", j),
        ("b", "entries_high", j),
        ("c", primed(ENTRIES["entries_low"]), k),
        ("d", primed(ENTRIES["entries_high"]), k),
    ):
        p.specialize(p.assume(source), place, label=label)
    own, other = fun(lambda i: y(i, j)), fun(lambda i: y2(i, k))
    p.qed(p.apply("id_injective", a=own, **{"a'": other}), same_columns(j, k, y, y2))


def described(p: Proof) -> None:
    """Assume the n' distinct ids of the matrix, in order, and the classes of its columns."""
    p.apply("all_ids_low", label="z_low")
    p.apply("all_ids_high", label="z_high")
    p.apply("power_ge_two", k=d, label="M_low")
    k_ends = p.assume(1 <= k), p.assume(k <= n)
    for label in ("class_low", "class_high"):
        values = ALL if label == "class_high" else {"z": xy}
        p.generalize(k, p.apply(label, *k_ends, **values), *k_ends, label=label)
    value = p.apply("value_of_class", *k_ends, **ALL)
    x = OF_MATRIX["x"]
    p.generalize(k, p.have(Eq(xy(k), x(place(k))), value), *k_ends, label="match")
    p.apply("every_class_taken", **ALL, label="onto")
    p.apply("some_class", **ALL, label="some")
    p.apply("values_increase", **ALL, label="order")
    p.apply("first_value", q=num(1), **ALL, label="first")
    p.apply("last_value", q=OF_MATRIX["n'"], **ALL, label="last")


@paper.theorem
def output_of_matrix(p: Proof) -> None:
    """Express the output in terms of the distinct ids of the columns."""
    p.given(**GRID_POINT, **SWEEP, j_low=1 <= j, j_high=j <= n)
    described(p)
    p.qed(p.apply("output_any", **OF_MATRIX))


@paper.theorem
def columns_differ(p: Proof) -> None:
    """Distinct columns ⊢ n' = n."""
    p.given(**GRID_POINT, **DISTINCT, j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
    p.apply("all_ids_low", label="z_low")
    p.apply("all_ids_high", label="z_high")
    p.apply("power_ge_two", k=d, label="M_low")
    hit = p.rule("assume", Eq(xy(j), xy(k)))
    p.apply("same_ids", hit, **{"y'": y}, label="same")
    equal = p.specialize("distinct", j, k)
    inner = p.generalize(k, equal)
    p.generalize(j, inner, label="differ")
    p.qed(p.apply("distinct_all", **ALL))


def place(j: Term) -> Term:
    """The position of column j in the order of the ids."""
    return places.class_of(j, xy, n)


ids = OF_MATRIX["x"]


@paper.theorem
def sorted_ids(p: Proof) -> None:
    """Distinct columns ⊢ 0 <= x_1, for the ids x δ in increasing order."""
    p.given(**GRID_POINT)
    described(p)
    p.qed("first")


@paper.claim({**GRID_POINT, **DISTINCT}, shows=ids(n) <= M - 1)
def sorted_ids_last(p: Proof) -> None:
    """Distinct columns ⊢ x_n <= M − 1."""
    described(p)


@paper.theorem
def sorted_ids_order(p: Proof) -> None:
    """Distinct columns ⊢ x_1 < … < x_n."""
    p.given(**GRID_POINT, **DISTINCT, j_low=1 <= j, j_high=j <= n - 1)
    described(p)
    p.apply("columns_differ", label="all")
    step = p.specialize("order", j)
    p.qed(p.generalize(j, step))


@paper.claim({**GRID_POINT, **DISTINCT, "j_low": 1 <= j, "j_high": j <= n}, shows=place(j) <= n)
def place_high(p: Proof) -> None:
    """Distinct columns ⊢ the position of column j is at most n."""
    described(p)
    p.apply("columns_differ", label="all")


@paper.theorem
def place_low(p: Proof) -> None:
    """The position of column j is at least 1."""
    p.given(**GRID_POINT, j_low=1 <= j, j_high=j <= n)
    described(p)
    p.qed(p.specialize("class_low", j), 1 <= place(j))


@paper.claim(
    {**GRID_POINT, **SWEEP, **DISTINCT, "j_low": 1 <= j, "j_high": j <= n},
    shows=Eq(output_id(j), substitute(context(lx, q), {x: ids, q: place(j)})),
)
def output_distinct(p: Proof) -> None:
    """Distinct columns ⊢ the output of column j is that of E.3.1 at its position."""
    all_ = p.apply("columns_differ")

    def formula(size: Term) -> Term:
        own = substitute(context_among, {distinct: size})
        return substitute(own, {x: ids, q: place(j)})

    p.congr(formula, all_, label="same")


context_among = final_id(q) + tower(n + 1) * final_id(distinct)
SORTED = ("sorted_ids", "sorted_ids_last", "sorted_ids_order")
GTILDE = {**GRID_POINT, **DISTINCT, **SWEEP}


def sorted_context(p: Proof, *columns: Term) -> None:
    """Return the sorted ids, and the position and the output of each column."""
    p.given(**GTILDE)
    for name in SORTED:
        p.apply(name, label=name)
    for column in columns:
        name = column.args[0]
        for theorem in ("place_low", "place_high", "output_distinct"):
            p.apply(theorem, j=column, label=f"{theorem}_{name}")


@paper.claim([*GTILDE.values(), *COLUMN.values()], shows=t_l <= output_id(j))
def property_3_low(p: Proof) -> Fact:
    """The bound of E.3.1 at the column's position."""
    sorted_context(p, j)
    bound = p.apply("context_above_left", x=ids, j=place(j))
    return p.have(p.goal, bound, "output_distinct_j")


@paper.claim([*GTILDE.values(), *COLUMN.values()], shows=output_id(j) < t_r)
def property_3_high(p: Proof) -> Fact:
    """The bound of E.3.1 at the column's position."""
    sorted_context(p, j)
    bound = p.apply("context_below_middle", x=ids, j=place(j))
    middle = p.apply("middle_below_right")
    return p.have(p.goal, bound, middle, "output_distinct_j")


@paper.theorem
def context_lt(p: Proof) -> None:
    """ids on the grid, 1 <= i < j <= n ⊢ the entry of q(L) at i is below that at j."""
    p.given(**GRID, i_low=1 <= i, order_ij=i < j, j_high=j <= n, k_low=1 <= k, k_high=k <= n - 1)
    next_ = p.apply("context_increasing", j=k + 1)
    p.generalize(k, next_, label="steps")
    p.qed(p.apply("increasing_lt", f=fun(lambda k: context(lx, k))), context(lx, i) < context(lx, j))


@paper.claim([*GTILDE.values(), 1 <= j, j <= n, 1 <= k, k <= n, Eq(output_id(j), output_id(k))], shows=Eq(j, k))
def property_1(p: Proof) -> Fact:
    """Columns with the same entry have the same position, hence the same id."""
    sorted_context(p, j, k)
    described(p)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            matches = [p.specialize("match", c) for c in (j, k)]
            same = p.apply("same_ids", *matches, p.congr(ids, order), **{"y'": y})
            return p.specialize("distinct", j, k, using=[same])
        a, b = (j, k) if order.concl.args[0] is place(j) else (k, j)
        less = p.apply("context_lt", order, x=ids, i=place(a), j=place(b))
        false = p.have(FALSE, less, "output_distinct_j", "output_distinct_k", Eq(output_id(j), output_id(k)))
        return p.absurd(false, Eq(j, k))

    return p.trichotomy(place(j), place(k), case)


OTHER = {label: primed(g) for label, g in GTILDE.items()}
NO_COLUMN = {"r_low": 1 <= r, "r_high": r <= n, "missing": every(lambda k: negation(same_columns(r, k, y, y2)), 1, n)}


@paper.theorem
def some_id_differs(p: Proof) -> None:
    """Column r of L is no column of L' ⊢ L and L' have different ids at its position in L."""
    p.given(**GRID_POINT, **DISTINCT, **NO_COLUMN, k_low=1 <= k, k_high=k <= n)
    for label in (*ENTRIES, *DISTINCT):
        p.given(**{f"{label}2": primed({**ENTRIES, **DISTINCT}[label])})
    values = {"y": y2}
    described(p)
    p.apply("place_low", j=r, label="low")
    p.apply("place_high", j=r, label="high")
    p.specialize("match", r, label="own")
    there = primed(ids)
    p.given(same=Eq(ids(place(r)), there(place(r))))
    p.apply("all_ids_low", **values, label="z_low2")
    p.apply("all_ids_high", **values, label="z_high2")
    other = {"z": primed(xy), "most": M - 1}
    all2 = p.apply("every_class_taken", **other)
    p.apply("columns_differ", **values, label="size2")
    p.specialize(all2, place(r), label="taken")
    hit = p.rule("assume", Eq(primed(place(k)), place(r)))
    p.apply("value_of_class", **other, label="value")
    p.congr(there, hit, label="at")
    columns = p.apply("same_ids", j=r)
    not_ = p.specialize("missing", k)
    clash = p.mp(not_, columns)
    false = p.absurd(clash, num(1) <= 0)
    p.generalize(k, false, label="each")
    by: dict[str, Term] = {"rho": fun(lambda k: primed(place(k))), "q": place(r), "x": num(1), "y": num(0)}
    wrong = p.apply("witness_le", **by)
    p.qed(p.discharge(p.have(FALSE, wrong, label="out"), Eq(ids(place(r)), there(place(r)))))


@paper.claim(
    [*GTILDE.values(), *OTHER.values(), *NO_COLUMN.values(), *COLUMN.values(), 1 <= q, q <= n],
    shows=negation(Eq(output_id(j), primed(output_id(q)))),
)
def property_2(p: Proof) -> Fact:
    """The sorted ids of L and L' differ at the position of column r, so the entries lie in disjoint intervals."""
    sorted_context(p, j)
    run = {"y": y2, "W": W2}
    for name in SORTED:
        p.apply(name, y=y2, label=f"{name}2")
    output_q = p.apply("output_distinct", j=q, **run)
    ids_differ = p.apply("some_id_differs")
    p.apply("delta_pos", label="delta_pos")
    there, hit = primed(ids), p.rule("assume", Eq(ids(place(r)) * delta, primed(ids)(place(r)) * delta))
    same = p.have(Eq(ids(place(r)), there(place(r))), hit, scale=["delta_pos"])
    p.note("differ", p.mp(ids_differ, same))
    by: dict[str, Term] = {"x": ids, "x'": there, "j": place(j), "q": primed(place(q)), "r": place(r)}
    apart = p.apply("contexts_differ", **by)
    left, right = (substitute(context(lx, q), {x: f, q: at}) for f, at in ((ids, place(j)), (there, primed(place(q)))))
    equal = p.have(
        Eq(left, right),
        p.assume(Eq(output_id(j), primed(output_id(q)))),
        "output_distinct_j",
        output_q,
    )
    return p.mp(apart, equal)


TWO_SAME = {"i_low": 1 <= i, "pair": i < r, "r_high": r <= n, "agree": same_columns(i, r)}


@paper.claim([*POINT, *TWO_SAME.values(), *COLUMN.values()], shows=output_id(j) < t_l)
def property_4_duplicates(p: Proof) -> Fact:
    """There are at most n − 1 distinct ids: E.3.2."""
    described(p)
    p.apply("distinct_fewer", j=r, **ALL, label="fewer")
    output = p.apply("output_category_2", **OF_MATRIX)
    bound = p.apply("output_bound", **OF_MATRIX)
    left = p.apply("short_below_left")
    return p.have(p.goal, output, bound, left)


OUTSIDE = [*CATEGORY_3, *COLUMN.values(), t_l <= output_id(j), output_id(j) <= t_r]


@paper.claim([2 <= n, *OUTSIDE], shows=FALSE)
def property_4_outside(p: Proof) -> Fact:
    """Columns with an entry −δ^(-nd) end below 0, and the others beyond t_r: E.3.3."""
    left = p.apply("left_positive")
    p.apply("right_below_far", label="right")
    far = p.apply("output_far", p.assume(marks(j) <= 0))
    no_none = p.have(FALSE, far)
    p.given(q_low=1 <= q, q_high=q <= d)
    hit = p.rule("assume", Eq(mark(q, j), 1))
    negative = p.apply("output_negative", hit)
    wrong = p.absurd(p.have(FALSE, negative, left, t_l <= output_id(j)), num(1) <= 0)
    p.generalize(q, wrong, label="each")
    by: dict[str, Term] = {"rho": fun(lambda i: mark(i, j)), "q": num(1), "n": d, "x": num(1), "y": num(0)}
    one = p.apply("witness_le", p.assume(0 < marks(j)), **by)
    return p.cases(marks(j), 0, no_none, one)


# --- E.1.2: the statements --------------------------------------------------------------------------------------------


@paper.claim([2 <= m, 1 <= d], shows=Eq(Sum(lambda v: num(1), 0, M - 1) + 1, tower(1) + 1))
def attention_layers(p: Proof) -> None:
    """One layer for every level 0, …, δ^(-d) − 1, and the last layer."""
    p.apply("power_pos", k=d, label="M_pos")
    p.apply("sum_const", lo=0, hi=M - 1, label="count")


# --- Definition E.1 and equivariant maps ------------------------------------------------------------------------------


def contextual(q: Term, listed: Term, number: Term) -> Term:
    """q separates the columns of each of the N matrices, and those of different matrices."""
    value = lambda a, j: q(fun(lambda i, k: listed(a, i, k), 2), j)  # noqa: E731
    same = lambda a, e: every(lambda i: every(lambda k: Eq(listed(a, i, k), listed(e, i, k)), 1, n), 1, d)  # noqa: E731
    apart = lambda x, y: negation(Eq(x, y))  # noqa: E731
    own = lambda a: every(  # noqa: E731
        lambda j: every(lambda k: implies(apart(j, k), apart(value(a, j), value(a, k))), 1, n), 1, n
    )
    others = lambda a, e: every(lambda j: every(lambda k: apart(value(a, j), value(e, k)), 1, n), 1, n)  # noqa: E731
    pairs = every(lambda a: every(lambda e: implies(negation(same(a, e)), others(a, e)), 1, number), 1, number)
    return exists(lambda: [every(own, 1, number), pairs])


within = {"pi_low": every(lambda k: 1 <= pi(k), 1, n), "pi_high": every(lambda k: pi(k) <= n, 1, n)}
separate = every(lambda j: every(lambda k: negation(Eq(Q(j), Q2(k))), 1, n), 1, n)


@paper.claim([1 <= n, *within.values(), every(lambda k: Eq(Q2(k), Q(pi(k))), 1, n), separate], shows=FALSE)
def not_equivariant(p: Proof) -> None:
    """The first entry for L P is entry π_1 for L."""
    p.given(**within, moved=every(lambda k: Eq(Q2(k), Q(pi(k))), 1, n), separate=separate)
    p.specialize("moved", 1, label="same")
    p.specialize("separate", pi(1), 1, label="differ")
