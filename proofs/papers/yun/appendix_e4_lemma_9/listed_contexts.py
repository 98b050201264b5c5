"""The list of all contexts of the grid that Lemma 9 looks up (E.4): consistent, coded, one position for each id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.language.notation import *
from proofs.papers.yun.appendix_e4_lemma_9.contexts_on_grid import *
from proofs.papers.yun.appendix_e4_lemma_9.look_up_network import of_column
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import contexts as all_contexts
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import number
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import OUTSIDE, code, of_context, top
from proofs.papers.yun.sentences import value_layers
from proofs.theorems.combinatorics.tilings import TILED


def context_values(G: Term, top: Term, H: Term) -> Term:
    """G maps column j of the output from a point of G̃ to that of H, and columns with other ids to 0."""

    def at(X: Term, k: Term) -> Term:
        column = of_column(X, k)
        here = lambda y, j: every(lambda i: Eq(column(i), S(M + 1, point(y), i, j)), 1, d)  # noqa: E731
        value = lambda y, j: every(lambda i: Eq(G(X, i, k), H(point(y), i, j)), 1, d)  # noqa: E731
        known = lambda y: implies(  # noqa: E731
            *on_grid(y), distinct_columns(y), every(lambda j: implies(here(y, j), value(y, j)), 1, n)
        )
        off = substitute(OUTSIDE, {variable("z", VECTOR): column})
        zero = implies(off, every(lambda i: Eq(G(X, i, k), 0), 1, d))
        return implies(every(lambda i: column(i) <= top, 1, d), exists(lambda: [for_all(known, GRID_SORT), zero]))

    return for_all(lambda X: every(lambda k: at(X, k), 1, n), MATRIX)


far = tower(2 * n + 2)
all_points = power(m, n * d)
POINTS = {  # all points of the grid, in the letters 1, …, m
    "letters_low": every(lambda e: entries(lambda t, k: 1 <= L(e, t, k), d, n), 1, all_points),
    "letters_high": every(lambda e: entries(lambda t, k: L(e, t, k) <= m, d, n), 1, all_points),
}
ALL_TILES = dict(zip(TILED, tiling(block, offset, n, all_points), strict=True))
e2, c_ = ints("e' c")


def listed_point(e: Term) -> Term:
    """The point of index e."""
    return fun(lambda t, k: L(block(e), t, k) - 1, 2)


def listed_code(e: Term) -> Term:
    """The id of index e, which is that of token offset(e) of point block(e)."""
    return code_at(point(listed_point(e)), offset(e))


def if_within(e: Term, yes: Term, no: Term) -> Term:
    """Return one of two terms, according to whether the id of index e lies in [t_l, t_r]."""
    return ite(t_l <= listed_code(e), ite(listed_code(e) <= t_r, yes, no), no)


first_of = fun(lambda i: ite(Eq(i, 1), 1, 0))
listed_id = fun(lambda e: if_within(e, quotient(listed_code(e), delta, far), far))
listed_column = fun(lambda e, i: if_within(
    e, S(M + 1, point(listed_point(e)), i, offset(e)), far * delta * first_of(i)), 2)  # fmt: skip
listed_value = fun(lambda e, i: if_within(e, H(point(listed_point(e)), i, offset(e)), num(0)), 2)


def by_within(p: Proof, e: Term, prove: Callable[[list[Fact], bool], Fact]) -> Fact:
    """Prove by cases: the id of index e lies in [t_l, t_r] or not."""
    low, less = (p.assume(f) for f in (t_l <= listed_code(e), listed_code(e) < t_l))
    high, more = (p.assume(f) for f in (listed_code(e) <= t_r, t_r < listed_code(e)))
    inside_ = p.cases(listed_code(e), t_r, prove([low, high], True), prove([low, more], False))
    return p.cases(t_l, listed_code(e), inside_, prove([less], False))


E_IN = {"e_low": 1 <= e, "e_high": e <= n * all_points}
WITHIN = [t_l <= listed_code(e), listed_code(e) <= t_r]
INDEXED = {**ON_GRID, **RUN, **POINTS, **ALL_TILES, **E_IN}


@paper.claim(
    [*INDEXED.values(), *WITHIN],
    shows=exists(lambda: [*on_grid(listed_point(e)), distinct_columns(listed_point(e)),
                          Eq(listed_code(e), quotient(listed_code(e), delta, far) * delta)]),
)  # fmt: skip
def listed_is_context(p: Proof) -> Fact:
    """If two columns were equal, the id would lie outside (8.4)."""
    started(p)
    p.given(**POINTS, **ALL_TILES)
    p.given_all(WITHIN, "within")
    own = listed_point(e)
    places_ = [p.specialize(name, e) for name in TILED[:4]]
    grid = []
    for name, f in (("letters_low", 0 <= own(i, k)), ("letters_high", own(i, k) <= m - 1)):
        letter = p.specialize(name, block(e), i, k, using=places_)
        fact = p.have(f, letter)
        grid.append(fact)
    laws = p.apply("context_properties")
    refuted = p.assume(negation(distinct_columns(own)))

    def none(*laws: Fact) -> Fact:
        fact = p.specialize(laws[3], own, using=[*grid, refuted])
        fact = p.specialize(fact, offset(e), using=places_)
        return p.mp(fact, "within_1")

    false = p.exists_elim(laws, [], none, FALSE)
    differ = p.absurd(false, distinct_columns(own))
    found = p.apply("code_multiple", *grid, differ, *places_, j=offset(e))
    (multiple,) = p.obtain(found, c_)
    pos = p.apply("delta_pos")
    low = p.have(0 <= listed_code(e), "within_0", p.apply("left_positive"))
    under = p.apply("quotient_le", low, n=far, b=delta)
    beyond = p.apply("quotient_gt", n=far, b=delta, v=listed_code(e))
    times = quotient(listed_code(e), delta, far)
    below = p.have(times <= c_, under, multiple, scale=[pos])
    same_ = p.antisymmetry(
        below,
        p.have(c_ <= times, p.have(c_ < times + 1, beyond, multiple, scale=[pos])),
    )
    return p.exists_intro(
        p.goal, [], *grid, differ, p.have(Eq(listed_code(e), times * delta), multiple, (same_, delta))
    )


MANY = n * all_points
PAIR_IN = {"e_low": 1 <= e, "e_high": e <= MANY, "e2_low": 1 <= e2, "e2_high": e2 <= MANY}
equal_entries = [Eq(f(e, i), f(e2, i)) for f in (listed_column, listed_value)]
listed_same = every(lambda i_: exists(lambda: [substitute(f, {i: i_}) for f in equal_entries]), 1, d)


def within_facts(p: Proof, e: Term, known: Sequence[Fact], then: Callable[..., Fact], goal: Term) -> Fact:
    """`then`, with the grid, the different columns and the id of index e."""
    own = p.apply("listed_is_context", *known, e=e)
    return p.exists_elim(own, [], then, goal)


@paper.claim([*(INDEXED | PAIR_IN).values(), piecewise_constant(H), Eq(listed_id(e), listed_id(e2))], shows=listed_same)
def listed_consistent(p: Proof) -> Fact:
    """Equal ids belong to a point in two orders; indices out of the range have an id of their own."""
    started(p)
    right = p.apply("right_below_far")

    def pair(known: list[Fact], inside_: bool, known2: list[Fact], inside2: bool) -> Fact:
        ids = chosen_values(p, known, listed_id(e)) + chosen_values(p, known2, listed_id(e2))
        equal = p.have(Eq(ids[0].concl.args[1], ids[1].concl.args[1]), *ids)

        def end(*facts: Fact) -> Fact:
            values_ = [chosen_values(p, k_, f(e_, i))[0] for f in (listed_column, listed_value)
                       for e_, k_ in ((e, known), (e2, known2))]  # fmt: skip
            sides = [p.have(f, *values_, *facts) for f in equal_entries]
            return p.exists_intro(exists(lambda: equal_entries), [], *sides)

        if inside_ and inside2:

            def both(*one: Fact) -> Fact:
                def prove(*two: Fact) -> Fact:
                    codes = p.have(Eq(listed_code(e), listed_code(e2)), one[3], two[3], (equal, delta))
                    by = {"y": listed_point(e), "y'": listed_point(e2), "j": offset(e), "k": offset(e2)}
                    law = p.apply("same_code_same_value", codes, *one[:3], *two[:3], **by)
                    at = p.specialize(law, i)
                    return p.exists_elim(at, [], end, exists(lambda: equal_entries))

                return within_facts(p, e2, known2, prove, listed_same)

            return within_facts(p, e, known, both, listed_same)
        if inside_ or inside2:
            at, facts = (e, known) if inside_ else (e2, known2)

            def never(*one: Fact) -> Fact:
                false = p.have(FALSE, one[3], facts[1], right, (equal, delta))
                return p.absurd(false, listed_same)

            return within_facts(p, at, facts, never, listed_same)
        return p.generalize(i, end(), "i_low", "i_high")

    return by_within(p, e, lambda a, b: by_within(p, e2, lambda c, d_: pair(a, b, c, d_)))


@paper.claim(
    list(INDEXED.values()),
    shows=exists(lambda: [Eq(code(of_context(listed_column, e)), listed_id(e) * delta), t_l <= listed_id(e) * delta]),
)
def listed_coded(p: Proof) -> Fact:
    """The id is that of a context, or one beyond t_r."""
    right = p.apply("right_below_far")
    order = p.apply("left_below_right")

    def prove(known: list[Fact], inside_: bool) -> Fact:
        own, column = chosen_values(p, known, listed_id(e), listed_column(e, i))
        target = fun(lambda i_: substitute(column.concl.args[1], {i: i_}))
        codes = p.apply("code_same", column, s=of_context(listed_column, e), t=target)

        def end(*facts: Fact | tuple[Fact, Term]) -> Fact:
            if inside_:
                least = p.have(t_l <= listed_id(e) * delta, (own, delta), *facts, *known)
            else:
                least = p.have(t_l <= listed_id(e) * delta, (own, delta), right, order)
            return p.exists_intro(p.goal, [], codes, own, *facts, least)

        if inside_:
            return within_facts(p, e, known, lambda *f: end(f[3]), p.goal)
        one = p.apply("first_entry")
        return end((one, far * delta))

    return by_within(p, e, prove)


# --- one place of the list for each id --------------------------------------------------------------------------------


(at,) = ints("at")


def number_of(y: Term, j: Term) -> Term:
    """1 + the number of the context of column j of the point y δ, by the sorted ids of its columns."""
    return substitute(number(OF_MATRIX["x"], place(at)) + 1, {y_grid: y, at: j})


CHOSEN = [*on_grid(y), distinct_columns(y), 1 <= j, j <= n]


@paper.claim(
    [*ON_GRID.values(), *CHOSEN], shows=exists(lambda: [1 <= number_of(y, j), number_of(y, j) <= all_contexts])
)
def number_in_range(p: Proof) -> Fact:
    """The number for the sorted ids is in the range."""
    sorted_ = [p.apply(name) for name in ("sorted_ids", "sorted_ids_last", "sorted_ids_order")]
    by = {"x": OF_MATRIX["x"], "j": place(j)}
    sides = [p.apply(name, *sorted_, **by) for name in ("number_low", "number_high")]
    return p.exists_intro(p.goal, [], sides[0], p.have(number_of(y, j) <= all_contexts, sides[1]))


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *CHOSEN, *on_grid(y2), distinct_columns(y2), 1 <= k, k <= n,
     Eq(number_of(y, j), number_of(y2, k))],
    shows=Eq(code_at(point(y), j), code_at(point(y2), k)),
)  # fmt: skip
def same_number_code(p: Proof) -> Fact:
    """The ids are those of the same context."""
    started(p)
    both, codes = [], []
    for Y_, at in ((y, j), (y2, k)):
        both += [p.apply(name, y=Y_) for name in ("sorted_ids", "sorted_ids_last", "sorted_ids_order")]
        codes.append(code_of(p, point(Y_), at))
        codes.append(p.apply("output_distinct", W=states(point(Y_)), y=Y_, j=at))
    there = {y_grid: y2}
    by = {"x": OF_MATRIX["x"], "x'": substitute(OF_MATRIX["x"], there), "j": place(j), "q": substitute(place(k), there)}
    equal = p.apply("same_number_context", *both, **by)
    return p.have(p.goal, *codes, equal)


listed_number = fun(lambda e: if_within(e, number_of(listed_point(e), offset(e)), num(0)))


@paper.claim(
    [*INDEXED.values(), *WITHIN], shows=exists(lambda: [1 <= listed_number(e), listed_number(e) <= all_contexts])
)
def listed_number_in_range(p: Proof) -> Fact:
    """The columns of the point are different."""
    known = [p.assume(f) for f in WITHIN]

    def prove(*of: Fact) -> Fact:
        own = p.apply("number_in_range", *of[:3], j=offset(e))
        formulas = 1 <= listed_number(e), listed_number(e) <= all_contexts
        sides = p.obtain(
            own,
        )
        return p.exists_intro(p.goal, [], *(p.have(f, side) for f, side in zip(formulas, sides, strict=True)))

    return within_facts(p, e, known, prove, p.goal)


@paper.claim(
    [*(INDEXED | PAIR_IN).values(), *WITHIN, Eq(listed_number(e2), listed_number(e))],
    shows=Eq(listed_id(e), listed_id(e2)),
)
def same_number_same_id(p: Proof) -> Fact:
    """Indices out of the range have the number 0."""
    known = [p.assume(f) for f in WITHIN]
    some = p.apply("listed_number_in_range", *known)
    own = chosen_values(p, known, listed_id(e), listed_number(e))

    def prove(known2: list[Fact], inside_: bool) -> Fact:
        other = chosen_values(p, known2, listed_id(e2), listed_number(e2))
        if not inside_:
            low, _ = p.obtain(some)
            false = p.have(FALSE, low, other[1])
            return p.absurd(false, p.goal)
        by = {"y": listed_point(e), "y'": listed_point(e2), "j": offset(e), "k": offset(e2)}

        def both(*one: Fact) -> Fact:
            def met(*two: Fact) -> Fact:
                codes = p.apply("same_number_code", own[1], other[1], *one[:3], *two[:3], **by)
                ids = p.congr(lambda x: quotient(x, delta, far), codes)
                return p.have(p.goal, own[0], other[0], ids)

            return within_facts(p, e2, known2, met, p.goal)

        return within_facts(p, e, known, both, p.goal)

    return by_within(p, e2, prove)


LEMMA_9 = exists(lambda G: [composed_of(token_wise, G, value_layers), context_values(G, top, H)], OPERATOR)
