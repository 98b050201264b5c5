"""The outputs of the network of Lemma 8 on the grid (E.3, E.4): nonnegative, bounded, and equal for equal ids.

Equal ids belong to one point with its columns in another order, so that an equivariant function has equal values there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as chosen_values
from proofs.language.notation import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import FAMILY
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import H
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import Y, ly
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import KNOWN
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import OF_MATRIX, described, place
from proofs.papers.yun.appendix_e3_lemma_8.contextual_network import *
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, lx, shifted
from proofs.papers.yun.appendix_e3_lemma_8.sweep import class_of, distinct, final_id, ids_at
from proofs.papers.yun.vocabulary import x
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.integration.grid_errors import same

(e,) = ints("e")
(L,) = sequences("L", 3)
INDEX = {"i_low": 1 <= i, "i_high": i <= d, "j_low": 1 <= j, "j_high": j <= n, "k_low": 1 <= k, "k_high": k <= n}
LEVELS = {"v_low": 0 <= v, "v_high": v <= M - 1}


def started(p: Proof) -> None:
    """Assume a run of the sweep, entries (i, j) and (i, k), and levels v."""
    p.given(**ON_GRID, **RUN, **INDEX, **LEVELS)
    p.have(1 <= M, p.apply("power_ge_two", k=d), label="M_some")


@paper.claim([*ON_GRID.values(), *RUN.values(), same(X, X2)], shows=same(
    fun(lambda t, k: S(M + 1, X, t, k), 2), fun(lambda t, k: S(M + 1, X2, t, k), 2)))  # fmt: skip
def context_of_entries(p: Proof) -> Fact:
    """g_c is equivariant; apply this to the identity permutation."""
    started(p)
    begin = [p.specialize("begin", L, i, k) for L in (X, X2)]
    start = p.have(Eq(S(num(0), X2, i, k), S(num(0), X, i, k)), *begin)
    by = {"W": states(X), "W'": states(X2), "pi": fun(lambda k: k)}
    equal = p.apply(contextual_equivariant.name, start, **by)
    return p.have(Eq(S(M + 1, X, i, j), S(M + 1, X2, i, j)), equal)


@paper.claim([*KNOWN.values(), *COLUMN.values(), 1 <= i, i <= d, ENTRIES["entries_low"]], shows=0 <= g_c(i, j))
def entries_not_negative(p: Proof) -> Fact:
    """The sweep and the last layer add nonnegative numbers to the first row."""
    p.given(**KNOWN, **COLUMN, entries_low=ENTRIES["entries_low"])
    own = class_of(p, j)
    p.apply("swept_any", label="ids")
    p.apply("grid_increasing", n=distinct, label="l_order")
    p.apply("shifted_above_ids", l=lx, n=distinct, j=own, k=own, label="above")
    p.apply("shifted_above_ids", l=lx, n=distinct, j=distinct, k=num(1), label="top_above")
    p.apply("grid_first", label="l_first")
    p.apply("last_head_any", label="head")
    p.apply("sweep_adds", k=j, label="swept")
    p.specialize("entries_low", j, i, label="entry")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.apply("delta_pos", label="delta_pos")
    grown = p.have(0 <= ids_at(M, j) - ly(j), "above")
    top_ = p.have(0 <= final_id(distinct))
    size = p.have(0 <= Y(i, j), ("entry", "delta_pos"))

    def case(order: Fact) -> Fact:
        mark_ = p.reduce_ite(order, ite(Eq(i, 1), 1, 0))
        if order.concl.op == "eq":
            return p.have(p.goal, "swept", "head", *mark_, size, grown, ("weight", top_))
        return p.have(p.goal, *mark_, size)

    return p.trichotomy(i, 1, case)


@paper.claim([*ON_GRID.values(), *RUN.values(), *on_grid(y), 1 <= i, i <= d, 1 <= j, j <= n],
             shows=0 <= S(M + 1, point(y), i, j))  # fmt: skip
def output_not_negative(p: Proof) -> Fact:
    """Sort the columns of the point."""
    started(p)
    described(p)
    by = {**OF_MATRIX, "W": states(point(y))}
    own = p.apply("entries_not_negative", **by)
    return p.have(p.goal, own, last_of(p, point(y), i, j))


def never_negative(T: Term) -> Term:
    """The entries at the end of the run T are not negative, from every point of the grid."""
    law = entries(lambda i, j: 0 <= T(M + 1, point(y), i, j), d, n)
    return for_all(lambda G: substitute(implies(*on_grid(y), law), {y: G}), y.sort)


@paper.claim(
    list(ON_GRID.values()),
    shows=exists(lambda T: [*substitute_all(list(RUN.values()), {S: T}), never_negative(T)], S.sort),
)
def outputs_not_negative(p: Proof) -> Fact:
    """The columns of each point may be in any order."""
    some = p.have(0 <= M + 1, p.apply("power_ge_two", k=d))
    start, steps = p.obtain(p.apply("run_exists", some, F=SHIFTS), S)
    return p.exists_intro(p.goal, [S], start, steps, "output_not_negative", start, steps)


def digit(x: Term) -> Term:
    """The number of the cell of [0, 1) that contains a number, 0 if none does."""
    return ite(x < 0, 0, ite(1 <= x, 0, quotient(x, delta, m)))


def missed(x: Term) -> Term:
    """1 outside of [0, 1), else 0."""
    return ite(x < 0, 1, ite(1 <= x, 1, 0))


(a,) = reals("a")
(b,) = reals("b")


@paper.claim(
    [*FINE, *quantised(a, b)],
    shows=exists(lambda: [0 <= digit(a), digit(a) <= m - 1, 0 <= missed(a), missed(a) <= 1,
                          Eq(b, ite(Eq(missed(a), 1), outside, digit(a) * delta))]),
)  # fmt: skip
def cell_found(p: Proof) -> Fact:
    """Division by δ with remainder."""
    p.given_all(quantised(a, b), "value")
    value = ite(Eq(missed(a), 1), outside, digit(a) * delta)

    def ranges(*known: Fact) -> list[Fact]:
        return [p.have(f, *known) for f in (0 <= digit(a), digit(a) <= m - 1, 0 <= missed(a), missed(a) <= 1)]

    def prove(known: list[Fact]) -> Fact:
        own, flag = chosen_values(p, known, digit(a), missed(a))
        if flag.concl.args[1] is num(1):
            below = known[0].concl.op == "lt"
            out = p.mp("value_1" if below else "value_2", known[0 if below else 1])
            end = p.ite_eq(value, flag)
            return p.exists_intro(p.goal, [], *ranges(own, flag), out, end)

        cell = p.obtain(p.apply("cell_of", *known))
        out = p.specialize("value_0", quotient(a, delta, m), using=cell)
        end = p.ite_eq(value, p.have(missed(a) < 1, flag))
        return p.exists_intro(p.goal, [], *ranges(own, flag, *cell), out, end, (own, delta))

    return by_cases(p, [0 <= a, a < 1], prove)


output_of = lambda X, i, j: S(M + 1, fun(lambda t, k: G(X, t, k), 2), i, j)  # noqa: E731
BOUNDED = exists(lambda c: for_all(lambda X: entries(lambda i, j: output_of(X, i, j) <= c, d, n), MATRIX), "R")


@paper.claim([*ON_GRID.values(), *RUN.values(), quantises(G)], shows=BOUNDED)
def outputs_bounded(p: Proof) -> Fact:
    """The extended grid is finite."""
    started(p)
    p.given(quantises=quantises(G), t_low=1 <= t, t_high=t <= d)
    count = power(m + 1, n * d)
    at = lambda e: fun(lambda t, k: ite(L(e, t, k) <= 1, outside, (L(e, t, k) - 2) * delta), 2)  # noqa: E731
    size = lambda e, i, j: abs(S(M + 1, at(e), i, j))  # noqa: E731
    bound = Sum(lambda e: Sum(lambda i: Sum(lambda j: size(e, i, j), 1, n), 1, d), 1, count)
    listed = p.apply("tuples.matrices_listed", D=m + 1)
    _low, _high, found, _once = p.obtain(listed, L)
    own = p.specialize("quantises", X, t, k)
    letter = fun(lambda t, k: ite(Eq(missed(X(t, k)), 1), 1, 2 + digit(X(t, k))), 2)
    x_, y_ = X(t, k), G(X, t, k)

    def letters(goal: Callable[[Fact, Sequence[Fact]], Fact], target: Term) -> Fact:
        """By cases: the entry lies in [0, 1) or not."""

        def cells(*laws: Fact) -> Fact:
            known = p.apply("cell_found", *laws)
            f = p.obtain(known)
            return p.trichotomy(missed(x_), 1, lambda order: goal(order, f))

        return p.exists_elim(own, [], cells, target)

    def in_range(target: Term) -> Fact:
        def prove(order: Fact, f: Sequence[Fact]) -> Fact:
            return p.have(target, *p.reduce_ite(order, letter(t, k)), f[0], f[1])

        return letters(prove, target)

    sides = in_range(1 <= letter(t, k)), in_range(letter(t, k) <= m + 1)

    def at_place(e_low: Fact, e_high: Fact, alike: Fact) -> Fact:

        def value(order: Fact, f: Sequence[Fact]) -> Fact:
            chosen = p.reduce_ite(order, letter(t, k), ite(Eq(missed(x_), 1), outside, digit(x_) * delta))
            goal = Eq(y_, at(e)(t, k))
            if order.concl.op == "eq":
                small = p.have(L(e, t, k) <= 1, alike, chosen[0])
                return p.have(goal, p.ite_eq(at(e)(t, k), small), f[4], chosen[1])
            big = p.have(1 < L(e, t, k), alike, chosen[0], f[0])
            here = p.ite_eq(at(e)(t, k), big)
            shift = p.have(Eq(L(e, t, k) - 2, digit(x_)), alike, chosen[0])
            return p.have(goal, here, f[4], chosen[1], (shift, delta))

        entry_ = letters(value, Eq(y_, at(e)(t, k)))
        here = fun(lambda t, k: G(X, t, k), 2)
        image = p.apply("context_of_entries", entry_, X=here, **{"X'": at(e)})
        f = fun(lambda j: size(e, i, j))
        known = [p.apply("sum_member", f=f, m=j, lo=1, hi=n)]
        f = fun(lambda i: Sum(lambda j: size(e, i, j), 1, n))
        known.append(p.apply("sum_member", f=f, m=i, lo=1, hi=d))
        f = fun(lambda e: Sum(lambda i: Sum(lambda j: size(e, i, j), 1, n), 1, d))
        known.append(p.apply("sum_member", e_low, e_high, f=f, m=e, lo=1, hi=count))
        return p.have(S(M + 1, here, i, j) <= bound, image, *known)

    there = p.specialize(found, letter, using=sides)
    fact = p.exists_elim(there, [e], at_place, S(M + 1, fun(lambda t, k: G(X, t, k), 2), i, j) <= bound)
    return p.exists_intro(p.goal, [bound], fact)


def code_at(L: Term, j: Term) -> Term:
    """Return uᵀ of column j of the output from L."""
    return Sum(lambda i: U(i) * S(M + 1, L, i, j), 1, d)


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *on_grid(y), distinct_columns(y), 1 <= j, j <= n],
    shows=exists(lambda c: Eq(code_at(point(y), j), c * delta), "Z"),
)
def code_multiple(p: Proof) -> Fact:
    """l̃_j + δ^(-(n+1)d) l̃_n."""
    started(p)
    own = p.apply("output_distinct", W=states(point(y)))
    whole = shifted(x, q) + tower(n + 1) * shifted(x, n)
    by = [(x, OF_MATRIX["x"]), (q, place(j))]
    whole = substitute(whole, dict(by))
    return p.exists_intro(p.goal, [whole], code_of(p, point(y), j), own)


def cube_facts(p: Proof, y: Term, X: Term, ends: Sequence[Fact], value: Fact) -> list[Fact]:
    """Assume that X lies in the cube of y, by the ends and X = y δ in entry (i, k)."""
    facts = [*ends, p.have(y(i, k) * delta <= X(i, k), value),
             p.have(X(i, k) < (y(i, k) + 1) * delta, value)]  # fmt: skip
    return list(facts)


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *on_grid(y), distinct_columns(y), *on_grid(y2), distinct_columns(y2),
     1 <= j, j <= n, 1 <= k, k <= n, Eq(code_at(point(y), j), code_at(point(y2), k)), piecewise_constant(H)],
    shows=every(lambda i: exists(lambda: [Eq(S(M + 1, point(y), i, j), S(M + 1, point(y2), i, k)),
                                          Eq(H(point(y), i, j), H(point(y2), i, k))]), 1, d),
)  # fmt: skip
def same_code_same_value(p: Proof) -> Fact:
    """One point is a permutation of the other; both the network and the function are equivariant."""
    started(p)
    p.given(steps_=piecewise_constant(H))
    L, L2 = point(y), point(y2)
    grid2 = [p.rule("assume", f) for f in [*on_grid(y2), distinct_columns(y2)]]
    ran_, ran2 = swept_from(p, L, y(i, k) * delta), swept_from(p, L2, y2(i, k) * delta)
    first, second = code_of(p, L, j), code_of(p, L2, k)
    by = {"W": states(L), "W'": states(L2), "q": k}
    found = p.apply("same_id_permuted", first, second, *ran_, *ran2, **by)

    low, high, once, columns_, place_, entries_ = p.obtain(found, tau)
    image = p.have(Eq(S(M + 1, L, i, j), S(M + 1, L2, i, k)), p.specialize(entries_, i))
    moved_L = fun(lambda t, k: L(t, tau(k)), 2)

    family = variable("A", FAMILY)
    both = exists(lambda: [image.concl, Eq(H(L, i, j), H(L2, i, k))])
    constant, _low, _high, equivariant_ = p.obtain("steps_", family)
    moved = p.specialize(equivariant_, L, tau, i, using=[low, high, once])
    at = p.congr(lambda y: H(L, i, y), place_)
    ends = [p.specialize(f, k, i) for f in grid2[:2]]
    column = p.specialize(columns_, k, i)
    there = p.have(Eq(moved_L(i, k), y2(i, k) * delta), (column, delta))
    here = p.have(Eq(L2(i, k), y2(i, k) * delta))
    values_ = []
    for at_, fact in ((moved_L, there), (L2, here)):
        value = p.specialize(constant, y2, at_, using=cube_facts(p, y2, at_, ends, fact))
        values_.append(p.specialize(value, i, k))
    return p.exists_intro(both, [], image, moved, at, *values_)
