"""Proposition 5 (C), the integral: the cubes of points with equal columns have a small volume, so the cost is small."""

from __future__ import annotations

from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.exact_network import *
from proofs.theorems.combinatorics.tuples import matrix_list
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import indicator, volume
from proofs.theorems.integration.integrals import one_at as distance_one_at

(letters,) = sequences("L'", 3)
bound, power_p = reals("B p")
COLUMN_LETTERS = {
    "letter_low": every(lambda c: entries(lambda t, k: 1 <= letters(c, t, k), d, num(1)), 1, M),
    "letter_high": every(lambda c: entries(lambda t, k: letters(c, t, k) <= m, d, num(1)), 1, M),
}


def pair_low(c: Term, j: Term, k: Term) -> Term:
    """The lower corner of the box in which columns j and k lie in cell c."""
    start = lambda r: (letters(c, r, num(1)) - 1) * delta  # noqa: E731
    return fun(lambda r, o: ite(Eq(o, j), start(r), ite(Eq(o, k), start(r), 0)), 2)


def pair_high(c: Term, j: Term, k: Term) -> Term:
    """The upper corner of this box."""
    end = lambda r: letters(c, r, num(1)) * delta  # noqa: E731
    return fun(lambda r, o: ite(Eq(o, j), end(r), ite(Eq(o, k), end(r), 1)), 2)


PAIR_OF = {"j_low": 1 <= j, "j_before": j <= k - 1, "k_high": k <= n}


@paper.claim([2 <= m, 1 <= d, *PAIR_OF.values()],
             shows=volume(pair_low(c_, j, k), pair_high(c_, j, k), d, n) <= inv(M) * inv(M))  # fmt: skip
def pair_volume(p: Proof) -> Fact:
    """The edges of two columns are δ, all others 1."""
    (o,) = ints("o")
    one_at = lambda at: fun(lambda r, o: ite(Eq(o, at), delta, 1), 2)  # noqa: E731
    edge = lambda r, o: pair_high(c_, j, k)(r, o) - pair_low(c_, j, k)(r, o)  # noqa: E731
    both = fun(lambda r, o: one_at(j)(r, o) * one_at(k)(r, o), 2)

    def value(order: Fact) -> Fact:
        def second(other: Fact) -> Fact:
            known = [order, other]
            goal = Eq(edge(row, o), both(row, o))
            if order.concl.op == other.concl.op == "eq":
                return p.absurd(p.have(FALSE, *known), goal)
            return p.have(goal, *chosen_values(p, known, pair_high(c_, j, k)(row, o), pair_low(c_, j, k)(row, o),
                                                     one_at(j)(row, o), one_at(k)(row, o)))  # fmt: skip

        return p.trichotomy(o, k, second)

    each = p.trichotomy(o, j, value)
    split = p.apply("integrals.entries_same", each, A=fun(edge, 2), W=both)
    product = p.apply("integrals.entries_times", A=one_at(j), W=one_at(k))
    sizes = []
    for at in (j, k):
        line = distance_one_at(at, delta, num(1))
        sign = p.have(0 <= delta)

        value_ = Prod(line, 1, n)
        a_, w_ = fun(lambda r, value_=value_: value_), fun(lambda r: delta)
        rows_ = p.apply("integrals.product_le", "integrals.product_one_small", sign, a=a_, w=w_, m=d)  # fmt: skip
        sign = p.apply("integrals.product_nonneg", sign, a=a_, m=d)
        sizes.append((rows_, sign))
    both_ = p.apply("integrals.product_of_products", a=fun(lambda r: m), w=fun(lambda r: delta), m=d)
    unit = p.have(Eq(m * delta, 1), p.have(0 < m))
    same_ = p.apply("integrals.product_same", unit, a=fun(lambda r: m * delta), w=fun(lambda r: num(1)), m=d)
    M_pos = p.apply("power_pos", k=d)
    part = p.apply("inv_pos", M_pos)
    first = p.have(sizes[0][0].concl.args[0] <= inv(M), sizes[0][0], both_, same_, M_pos)
    second_ = p.have(sizes[1][0].concl.args[0] <= inv(M), sizes[1][0], both_, same_, M_pos)
    return p.have(p.goal, split, product, (first, sizes[1][1]), (second_, part))


def in_pair(c: Term, j: Term, k: Term, X: Term) -> Term:
    """B on the box in which columns j and k lie in cell c, else 0."""
    return bound * indicator(pair_low(c, j, k), pair_high(c, j, k), X, d, n)


def in_pairs(X: Term) -> Term:
    """Return the sum of B over the pairs of columns in one cell."""
    pair = lambda k, j: Sum(lambda c: in_pair(c, j, k, X), 1, M)  # noqa: E731
    return Sum(lambda k: Sum(lambda j: pair(k, j), 1, k - 1), 1, n)


share_of_pair = M * (bound * (inv(M) * inv(M)))


of_pair = at_matrix(lambda X: Sum(lambda c: in_pair(c, j, k, X), 1, M))


@paper.claim([2 <= m, 1 <= d, *PAIR_OF.values(), 0 <= bound], shows=integral_at_most(of_pair, share_of_pair, d, n))
def pair_integral(p: Proof) -> Fact:
    """One box for each cell."""
    low, high = pair_low(c_, j, k), pair_high(c_, j, k)

    one = at_matrix(lambda X: in_pair(c_, j, k, X))
    small = p.apply("integrals.integral_mono", F=one, G=one,
                    E_1=bound * volume(low, high), E=bound * (inv(M) * inv(M)))  # fmt: skip
    family = mapping(lambda c, X: in_pair(c, j, k, X), "Z", MATRIX)
    return p.apply(
        "integrals.integral_repeat",
        p.apply("power_pos", k=d),
        small,
        F=family,
        m=M,
        E=bound * (inv(M) * inv(M)),
    )


@paper.claim([2 <= m, 1 <= d, 1 <= n, 0 <= bound],
             shows=integral_at_most(at_matrix(in_pairs), bound * duplicates, d, n))  # fmt: skip
def pairs_integral(p: Proof) -> Fact:
    """n (n − 1)/2 pairs."""
    p.given(k_low=1 <= k, k_high=k <= n)
    family = mapping(lambda j, X: Sum(lambda c: in_pair(c, j, k, X), 1, M), "Z", MATRIX)
    inner = p.apply("integrals.integral_repeat", F=family, m=k - 1, E=share_of_pair)
    rows_ = mapping(lambda k, X: Sum(lambda j: Sum(lambda c: in_pair(c, j, k, X), 1, M), 1, k - 1), "Z", MATRIX)
    share = fun(lambda k: (k - 1) * share_of_pair)
    total = p.apply("integrals.integral_sum", inner, F=rows_, e=share, m=n)
    steps = fun(lambda k: (k - 1) * (k - 2) / 2)
    count = p.apply("telescope", f=steps, lo=1, hi=n)
    cancel = p.have(Eq(M * inv(M), 1), "power_pos")
    more = p.have(Sum(share, 1, n) <= bound * duplicates, (count, share_of_pair), (
        cancel, bound * inv(M) * (n * (n - 1) / 2)))  # fmt: skip
    return p.apply("integrals.integral_mono", total, more, F=at_matrix(in_pairs), G=at_matrix(in_pairs),
                   E_1=Sum(share, 1, n), E=bound * duplicates)  # fmt: skip


(small_G,) = functions("g", MATRIX + "ZZ")
FOUND = matrix_list(letters, d, num(1), m)[2]
SIZE = for_all(lambda Y: Sum(lambda t: Sum(lambda k: size_to_the(H(Y, t, k), power_p), 1, n), 1, d) <= bound, MATRIX)
at_cost = cost(H, small_G, power_p, d, n)
COST_IN_PAIRS = for_all(lambda X: at_cost(X) <= in_pairs(X), MATRIX)


@paper.claim(
    [*ON_GRID.values(), *COLUMN_LETTERS.values(), FOUND, piecewise_constant(H), SIZE, 0 <= bound,
     *right_on(small_G, H)],
    shows=COST_IN_PAIRS,
)  # fmt: skip
def cost_in_pairs(p: Proof) -> Fact:
    """If the functions differ, two columns lie in one cell, and one function is 0."""
    p.given(**ON_GRID, **COLUMN_LETTERS, found=FOUND, steps_=piecewise_constant(H), sign=0 <= bound, **INDEX)
    p.given(**dict(zip(("right", "none", "none_low", "none_high"), right_on(small_G, H), strict=True)))
    e, o = ints("e o")
    p.given(r_low=1 <= row, r_high=row <= d, o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n)
    p.given(c_low=1 <= c_, c_high=c_ <= M, before=j <= k - 1)
    pos = p.apply("delta_pos")
    goal = at_cost(X) <= in_pairs(X)
    refuted = p.assume(implies(goal, FALSE))
    # in_pairs is not negative
    ind = p.apply("integrals.indicator_nonneg", L=pair_low(c_, j, k), H=pair_high(c_, j, k))
    single = fun(lambda c: in_pair(c, j, k, X))
    of_k = fun(lambda k: Sum(lambda j: Sum(lambda c: in_pair(c, j, k, X), 1, M), 1, k - 1))
    signs_c = p.generalize(c_, p.have(0 <= single(c_), ("sign", ind)), "c_low", "c_high")
    sum_c = p.apply("sum_nonneg", signs_c)
    signs_j = p.generalize(j, sum_c, "j_low", "before")
    sum_j = p.apply("sum_nonneg", signs_j)

    def all_(fact: Fact) -> Fact:
        return p.generalize(i, p.generalize(k, fact, "k_low", "k_high"), "i_low", "i_high")

    def contradicted(equal: Fact) -> Fact:
        """The values are equal, so the cost is 0."""
        return p.mp(refuted, p.have(goal, "integrals.cost_zero", equal, "sum_nonneg", sum_j))

    # outside of the cubes
    inside_ = []
    for side, name, place_, other in ((X(row, o) < 0, "none_low", 2, 0 <= X(row, o)),
                                      (1 <= X(row, o), "none_high", 3, X(row, o) < 1)):  # fmt: skip
        held = p.assume(side)

        def zero_at(law: Fact, held: Fact = held) -> Fact:
            fact = p.specialize(law, X, row, o, using=[held])
            return p.specialize(fact, i, k)

        ours = zero_at(p.get(name))
        theirs = p.exists_elim("steps_", [variable("A", FAMILY)], lambda *f, q=place_ - 1: zero_at(f[q]),
                          Eq(H(X, i, k), 0))  # fmt: skip
        false = contradicted(p.have(Eq(H(X, i, k), small_G(X, i, k)), ours, theirs))
        cut = p.absurd(false, other)
        kept = p.assume(other)
        inside_.append(p.cases(0, X(row, o), kept, cut) if place_ == 2 else p.cases(1, X(row, o), cut, kept))
    inside_ = [p.generalize(row, p.generalize(o, f)) for f in inside_]
    # the cube
    own = p.specialize(inside_[0], i, k), p.specialize(inside_[1], i, k)
    times = quotient(X(i, k), delta, m)
    y_ = fun(lambda i, k: quotient(X(i, k), delta, m), 2)
    under = p.apply("quotient_le", own[0], pos, n=m)
    unit = p.have(Eq(m * delta, 1), p.have(0 < m))
    below = p.have(X(i, k) < (m + 1) * delta, own[1], unit, pos)
    over_ = p.apply("quotient_gt", below, pos, n=m, v=X(i, k))
    few = p.apply("product_positive", p.have(0 < (m - times) * delta, under, own[1], unit), x=m - times)
    least = p.have(0 <= times)
    cube = [all_(f) for f in (least, p.have(times <= m - 1, p.integer_step(few)), under, over_)]
    apart = p.assume(distinct_columns(y_))
    equal = p.specialize("right", y_, X, using=[*cube, apart])
    never = p.discharge(contradicted(p.have(Eq(H(X, i, k), small_G(X, i, k)), equal)), apart.concl)
    zeros = p.specialize("none", y_, X, using=[*cube, never])
    # the value is at most B
    costs, sizes = (fun(lambda i, k, f=f: size_to_the(f(i, k), power_p), 2) for f in (
        lambda i, k: H(X, i, k) - small_G(X, i, k), lambda i, k: H(X, i, k)))  # fmt: skip
    entry_ = p.congr(lambda x: size_to_the(x, power_p),
                     p.have(Eq(H(X, i, k) - small_G(X, i, k), H(X, i, k)), zeros))  # fmt: skip
    line = p.apply("sum_eq", entry_, f=fun(lambda k: costs(i, k)), g=fun(lambda k: sizes(i, k)), lo=1, hi=n)
    total = p.apply("sum_eq", line)
    most = p.have(at_cost(X) <= bound, total)

    same_ = p.assume(same_columns(e, o, y_, y_))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(Eq(e, o), order)
        a, b = order.concl.args
        alike = same_
        # Columns a < b lie in one cell.
        more = fun(lambda t, q: y_(t, a) + 1, 2)
        digits = [p.specialize(f, i, a) for f in cube]
        sides = [p.have(f, *digits)
                 for f in (1 <= more(i, k), more(i, k) <= m)]  # fmt: skip
        there = p.specialize("found", more, using=sides)

        def at_cell(_c_low: Fact, _c_high: Fact, letter_: Fact) -> Fact:
            letter = p.specialize(letter_, i, 1)
            low, high = pair_low(c_, a, b), pair_high(c_, a, b)
            here = [p.specialize(f, i, k) for f in (cube[2], cube[3], *inside_)]
            same_ = p.specialize(alike, i)

            def between_(order_a: Fact) -> Fact:
                def second(order_b: Fact) -> Fact:
                    known = chosen_values(p, [order_a, order_b], low(i, k), high(i, k))
                    facts: list[Fact] = []
                    for found_ in (order_a, order_b):
                        if found_.concl.op == "eq":
                            facts = [p.congr(lambda k: y_(i, k), found_), letter, same_]
                    cell = [p.have(Eq(y_(i, k), letters(c_, i, num(1)) - 1), *facts)] if facts else []
                    pairs_ = [(f, delta) for f in cell]
                    both_ = [p.have(low(i, k) <= X(i, k), *known, *here, *pairs_),
                             p.have(X(i, k) <= high(i, k), *known, *here, *pairs_)]  # fmt: skip
                    return p.exists_intro(exists(lambda: [f.concl for f in both_]), [], *both_)

                return p.trichotomy(k, b, second)

            fact = p.trichotomy(k, a, between_)
            bounds = [all_(p.exists_elim(fact, [], lambda *f, s=s: f[s], g_)) for s, g_ in enumerate(
                (low(i, k) <= X(i, k), X(i, k) <= high(i, k)))]  # fmt: skip
            hit = p.apply("integrals.indicator_one", *bounds)
            put = [(k, b), (j, a)]
            of_c = p.apply("sum_member", _instance(p, signs_c, put),
                           f=fun(lambda c: in_pair(c, a, b, X)), m=c_, lo=1, hi=M)  # fmt: skip
            pair = fun(lambda j: Sum(lambda c: in_pair(c, j, b, X), 1, M))
            of_a = p.apply(
                "sum_member",
                _instance(p, signs_j, [(k, b)]),
                p.integer_step(order),
                f=pair,
                m=a,
                lo=1,
                hi=b - 1,
            )
            of_b = p.apply("sum_member", sum_j, f=of_k, m=b, lo=1, hi=n)
            return p.have(goal, most, of_c, of_a, of_b, (hit, bound))

        return p.absurd(p.mp(refuted, p.exists_elim(there, [c_], at_cell, goal)), Eq(e, o))

    fact = p.trichotomy(e, o, differ)
    fact = p.generalize(e, p.generalize(o, fact))
    false = p.mp(never, fact)
    return p.absurd(false, goal)


@paper.claim(
    [*ON_GRID.values(), piecewise_constant(H), SIZE, 0 <= bound, *right_on(small_G, H)],
    shows=exists(
        lambda K: substitute_all([*COLUMN_LETTERS.values(), FOUND, COST_IN_PAIRS], {letters: K}), letters.sort
    ),
)
def cost_in_listed_pairs(p: Proof) -> Fact:
    """The columns of the grid can be listed."""
    listed = p.apply("tuples.matrices_listed", D=m, n=1)
    low, high, found, _ = p.obtain(listed, letters)
    below = p.apply("cost_in_pairs", found)
    return p.exists_intro(p.goal, [letters], low, high, found, below)


RIGHT = [*ON_GRID.values(), piecewise_constant(H), SIZE, is_right(small_G)]


@paper.claim(RIGHT, shows=integral_at_most(at_cost, bound * duplicates, d, n))
def right_network_near(p: Proof) -> Fact:
    """The two functions differ only if two columns lie in one cell."""
    sizes = fun(lambda i, k: size_to_the(H(X, i, k), power_p), 2)
    sign = p.apply("sum_nonneg", f=fun(lambda i: Sum(lambda k: sizes(i, k), 1, n)), lo=1, hi=d)
    right = p.obtain(p.get(is_right(small_G)))
    _low, _high, _found, below = p.obtain(p.apply("cost_in_listed_pairs", sign, *right), letters)
    return p.apply("integrals.integral_mono", sign, below, F=at_cost, G=at_matrix(in_pairs), E_1=bound * duplicates,
                   E=bound * duplicates)  # fmt: skip


def _instance(p: Proof, fact: Fact, values_: list[tuple[Term, Term]]) -> Fact:
    """Return the fact at other values."""
    return p.instantiate(fact, values_)


@paper.claim(list(WITH_CONSTANT.given), shows=WITH_CONSTANT.shows)
def steps_approximated(p: Proof) -> Fact:
    """The two functions differ only if two columns lie in one cell."""
    in_class, right = p.obtain(p.apply("step_function_values", H=f_bar), small_G)
    return p.exists_intro(p.goal, [small_G], in_class, p.apply("right_network_near", right, H=f_bar))


pairs = n * (n - 1) / 2
root = exp(log(1 + bound * pairs) / power_p)  # (1 + B n (n − 1)/2)^(1/p)
(top_,) = reals("t")


@paper.claim({"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "large": 1 <= power_p, "B_low": 0 <= bound},
             shows=bound * duplicates <= exp(power_p * log(substitute(rate, {C: root}))))  # fmt: skip
def rate_enough(p: Proof) -> Fact:
    """(C δ^(d/p))^p = C^p δ^d."""
    unit = p.have(Eq(power_p * inv(power_p), 1), p.have(0 < power_p))
    M_pos = p.apply("power_pos", k=d)
    inverse = p.apply("log_inv", x=m)
    whole = p.have(
        Eq(power_p * log(substitute(rate, {C: root})), log(1 + bound * pairs) - d * log(m)),
        (unit, log(1 + bound * pairs) + d * log(delta)), (inverse, d),
    )  # fmt: skip
    value = p.exp_log(p.have(0 < 1 + bound * pairs, ("B_low", p.have(0 <= n * (n - 1)))))
    part = p.congr(exp, whole)
    rest = p.apply("inv_pos", M_pos)
    share_ = p.have(Eq(exp(-d * log(m)), inv(M)), "power_is_exp", M_pos)
    return p.have(p.goal, part, (value, exp(-d * log(m))), (share_, 1 + bound * pairs), rest)


@paper.claim(list(PROPOSITION_5.given), shows=PROPOSITION_5.shows)
def proposition_5(p: Proof) -> Fact:
    """Take C = (1 + B n (n − 1)/2)^(1/p)."""
    p.given(sign=0 <= bound, fine=2 <= m, steps_=piecewise_constant(f_bar), size=size(f_bar))
    by_root = lambda formula: substitute(formula, {C: root})  # noqa: E731
    sizes = substitute(at_cost, {H: f_bar})

    def prove(in_class: Fact, small: Fact) -> Fact:
        most = exp(power_p * log(by_root(rate)))
        fact = p.apply("integrals.integral_mono", small, F=sizes, G=sizes, E_1=bound * duplicates, E=most)
        return p.exists_intro(by_root(some_near), [small_G], in_class, fact)

    found = p.exists_elim(p.apply("steps_approximated"), [small_G], prove, by_root(some_near))
    return p.exists_intro(of_rate, [root], p.exp_pos(log(1 + bound * pairs) / power_p), found)
