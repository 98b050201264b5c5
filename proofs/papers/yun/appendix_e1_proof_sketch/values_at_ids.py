"""Values at any ids: token-wise layers after a contextual mapping compute any function on a finite set (E.1.2, H).

Columns W_1, …, W_M with different ids v_e = uᵀW_e are to go to y_1, …, y_M. Layer e adds y_e − B u − W_e times a hat
around v_e; for a large B no id of y_e − B u is near any v_e, so that no further layer acts on it. A last one adds B u.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import contextual
from proofs.papers.yun.section_2_transformers.transformer_class import SIZED, composed, four_units, in_T_2_1_4, token
from proofs.papers.yun.section_3_approximation.entrywise_functions import entry_start, member_of
from proofs.papers.yun.section_3_approximation.hat_layers import RIDGE, G, W, X, e, for_column, is_column, k, l, t
from proofs.papers.yun.vocabulary import d, i, j, n, paper
from proofs.theorems.networks.look_up import M, R, hat, y

(u,) = vectors("u")
(B,) = reals("B")
(g,) = ints("g")


def id_of(column: Term, e: Term) -> Term:
    """uᵀ of column e."""
    return Sum(lambda o: u(o) * column(o, e), 1, d)


def aim(t: Term, e: Term) -> Term:
    """(y_e − B u)_t."""
    return y(t, e) - B * u(t)


def bump(e: Term) -> Term:
    """The layer for position e."""
    near = lambda X, k: hat(R * (id_of(X, k) - id_of(W, e)))  # noqa: E731
    return mapping(lambda X, t, k: X(t, k) + (aim(t, e) - W(t, e)) * near(X, k), MATRIX, "Z", "Z")


@paper.claim(SIZED, shows=in_T_2_1_4(bump(e)))
def any_bump_member(p: Proof) -> Fact:
    """The bump consists of three units."""
    entry_start(p)
    v = id_of(W, e)
    put = {
        "w": fun(lambda o: R * u(o)), "beta": array(1 - R * v, -R * v, -1 - R * v, num(0)),
        "a": array(num(1), num(-2), num(1), num(0)), "c": fun(lambda t: aim(t, e) - W(t, e)),
    }  # fmt: skip
    made = p.apply("ridge_member", **put)
    by = substitute(RIDGE, {variable(name, VECTOR): f for name, f in put.items()})
    return member_of(p, p.have(Eq(bump(e)(X, t, k), by(X, t, k))), made, bump(e), by)


apart = every(
    lambda e: every(lambda g: implies(negation(Eq(e, g)), 1 <= R * abs(id_of(W, e) - id_of(W, g))), 1, M), 1, M
)
lowered = fun(lambda t, e: aim(t, e), 2)
beyond = every(lambda e: every(lambda g: 1 <= R * abs(id_of(lowered, e) - id_of(W, g)), 1, M), 1, M)
PLACES = {"R_pos": 0 < R, "apart": apart, "beyond": beyond, "M_low": 0 <= M}


def placed(m: Term, t: Term, e: Term) -> Term:
    """The image of W_e under m layers."""
    return ite(e <= m, aim(t, e), W(t, e))


def at_places(G: Term, value: Callable[[Term, Term], Term]) -> Term:
    """G maps W_e to this image."""
    goes = lambda X, k, e: every(lambda t: Eq(G(X, t, k), value(t, e)), 1, d)  # noqa: E731
    return every(lambda e: for_column(lambda X, k: implies(is_column(X, k, e), goes(X, k, e))), 1, M)


def some_layers(m: Term) -> Term:
    """Some member of T^(2,1,4) acts like m layers."""
    return exists(lambda G: [in_T_2_1_4(G), at_places(G, lambda t, e: placed(m, t, e))], OPERATOR)


@paper.claim([*SIZED, *PLACES.values()], shows=some_layers(M))
def places_lowered(p: Proof) -> Fact:
    """By induction on the number of layers."""
    entry_start(p)
    p.given(**PLACES, l_low=0 <= l, e_low=1 <= e, e_high=e <= M)
    claim = lambda m: implies(m <= M, some_layers(m))  # noqa: E731
    at = p.assume(is_column(X, k, e))

    itself = mapping(lambda X, t, k: X(t, k), MATRIX, "Z", "Z")
    base = p.discharge(p.exists_intro(some_layers(num(0)), [itself]), 0 <= M)
    so_far, room, new = p.assume(claim(l)), p.assume(l + 1 <= M), l + 1
    now = p.mp(so_far, p.have(l <= M, room))
    new_in = p.have(1 <= new), room
    member, places = p.obtain(now, G)
    layer = bump(new)
    both = p.apply("composed_member", member,
                   h=2, m=1, r=4, **{"g_1": G, "g_2": layer})  # fmt: skip
    whole, before = composed(G, layer), fun(lambda t, k: G(X, t, k), 2)
    here = p.specialize(places, e, X, k, using=[at])
    change, goal = aim(t, new) - W(t, new), Eq(whole(X, t, k), placed(new, t, e))

    def known(old: Fact, column: Term) -> tuple[Fact, Fact]:
        """Return the column before, and its id."""
        value = p.have(Eq(before(t, k), column(t, e)), here, old)
        terms = [fun(lambda o, c=c, a=a: u(o) * c(o, a)) for c, a in ((before, k), (column, e))]
        each = p.have(Eq(terms[0](t), terms[1](t)), (value, u(t)))
        return value, p.apply("sum_eq", each)

    def silent(value: Fact, ids: Fact, gap: Fact, then: Fact) -> Fact:
        moved = p.congr(lambda x: abs(x - id_of(W, new)), ids)
        far = p.have(1 <= R * abs(id_of(before, k) - id_of(W, new)), gap, (moved, R))
        none = p.apply("look_up.hat_far", far)
        return p.have(goal, value, (none, change), then)

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            old = p.ite_eq(placed(l, t, e), p.have(l < e, order))
            value, ids = known(old, W)
            same = p.congr(lambda e: id_of(W, e), order)
            top = p.congr(hat, p.have(Eq(R * (id_of(before, k) - id_of(W, new)), 0), (ids, R), (same, R)))
            then = p.ite_eq(placed(new, t, e), p.have(e <= new, order))
            moved = p.congr(lambda e: aim(t, e), order), p.congr(lambda e: W(t, e), order)
            return p.have(goal, value, (top, change), then, *moved)
        if order.concl.args[0] is e:
            old = p.ite_eq(placed(l, t, e), p.have(e <= l, p.integer_step(order)))
            then = p.ite_eq(placed(new, t, e), p.have(e <= new, order))
            gap = p.specialize("beyond", e, new, using=new_in)
            return silent(*known(old, lowered), gap, then)
        old = p.ite_eq(placed(l, t, e), p.have(l < e, order))
        then = p.ite_eq(placed(new, t, e), order)
        gap = p.specialize("apart", e, new, using=[*new_in, order])
        return silent(*known(old, W), gap, then)

    step = p.change(p.exists_intro(some_layers(new), [whole], both, p.trichotomy(e, new, case)), some_layers(new))
    all_ = p.induct(claim, 0, l, base, p.discharge(step, room.concl))
    return p.specialize(all_, M)


raised = mapping(lambda X, t, k: X(t, k) + B * u(t), MATRIX, "Z", "Z")


@paper.claim(SIZED, shows=in_T_2_1_4(raised))
def raised_along_member(p: Proof) -> Fact:
    """Use the bias of a layer."""
    entry_start(p)
    nothing = fun(lambda t, q: num(0), 2)
    put = {"w": nothing, "beta": fun(lambda q: num(0)), "a": nothing, "e": fun(lambda t: B * u(t))}
    made = p.apply("tokens_member", **put)
    by = {variable(name, VECTOR if name in ("beta", "e") else MATRIX): f for name, f in put.items()}
    tokens = mapping(lambda X, t, k: substitute(four_units(token(X, k), t), by), MATRIX, "Z", "Z")
    return member_of(p, p.have(Eq(raised(X, t, k), tokens(X, t, k))), made, raised, tokens)


DISTINCT = every(lambda e: every(lambda g: implies(Eq(id_of(W, e), id_of(W, g)), Eq(e, g)), 1, M), 1, M)
square = Sum(lambda o: u(o) * u(o), 1, d)
gaps = lambda e, g: inv(abs(id_of(W, e) - id_of(W, g)))  # noqa: E731
narrow = 1 + Sum(lambda e: Sum(lambda g: gaps(e, g), 1, M), 1, M)
sizes = lambda e, g: abs(id_of(y, e)) + abs(id_of(W, g))  # noqa: E731
deep = (1 + Sum(lambda e: Sum(lambda g: sizes(e, g), 1, M), 1, M)) / square
ANY = {"M_low": 0 <= M, "distinct": DISTINCT, "u_some": 0 < square}
values_given = exists(lambda G: [in_T_2_1_4(G), at_places(G, lambda t, e: y(t, e))], OPERATOR)


def double_sum(p: Proof, terms: Callable[[Term, Term], Term], nonneg: Fact) -> tuple[Fact, Fact]:
    """Prove that a double sum of nonnegative terms is nonnegative, and at least each of its terms."""
    inner, outer = fun(lambda g: terms(e, g)), fun(lambda e: Sum(lambda g: terms(e, g), 1, M))
    rows = p.apply("sum_nonneg", nonneg, f=inner, lo=1, hi=M)
    one = p.apply("sum_member", nonneg, f=inner, lo=1, hi=M, m=g)
    two = p.apply("sum_member", rows, f=outer, lo=1, hi=M, m=e)
    total = Sum(outer, 1, M)
    return p.apply("sum_nonneg", rows, f=outer, lo=1, hi=M), p.have(terms(e, g) <= total, one, two)


@paper.claim([*SIZED, *ANY.values()], shows=values_given)
def any_ids_valued(p: Proof) -> Fact:
    """Take 1/R below all gaps, and a sufficiently large B."""
    entry_start(p)
    p.given(**ANY, e_low=1 <= e, e_high=e <= M, g_low=1 <= g, g_high=g <= M)
    gap = id_of(W, e) - id_of(W, g)
    size, inverse = p.apply("abs_nonneg", x=gap), gaps(e, g)

    def sign(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(0 <= inverse, "inverse_size_nonneg")
        if order.concl.args[0] is abs(gap):
            return p.absurd(p.have(FALSE, order, size), 0 <= inverse)
        return p.have(0 <= inverse, "inverse_size_nonneg")

    some, part = double_sum(p, gaps, p.trichotomy(abs(gap), 0, sign))
    # the ids are 1/R apart
    other = p.assume(negation(Eq(e, g)))
    goal = 1 <= narrow * abs(gap)

    def wide(order: Fact) -> Fact:
        if order.concl.op == "eq":
            zero = p.apply("abs_zero", p.have(abs(gap) <= 0, order))
            same = p.specialize("distinct", e, g, using=[p.have(Eq(id_of(W, e), id_of(W, g)), zero)])
            return p.absurd(p.mp(other, same), goal)
        if order.concl.args[0] is abs(gap):
            return p.absurd(p.have(FALSE, order, size), goal)
        return p.have(goal, order, (p.have(0 <= narrow - inverse, part), order))

    far = p.trichotomy(abs(gap), 0, wide)
    # what is lowered is 1/R away from all ids
    _, part = double_sum(p, sizes, p.have(0 <= sizes(e, g)))
    aimed = fun(lambda t, e: y(t, e) - deep * u(t), 2)
    down = id_of(W, g) - id_of(aimed, e)
    below = p.have(1 <= abs(down), part)
    distance = p.have(
        1 <= narrow * abs(down),
        (p.have(0 <= narrow - 1, some), p.have(0 <= abs(down), below)),
        below,
    )
    found = p.apply("places_lowered", far, distance, R=narrow, B=deep)
    last = substitute(raised, {B: deep})
    whole = composed(G, last)
    member, places = p.obtain(found, G)
    at = p.assume(is_column(X, k, e))
    own = p.specialize(places, e, X, k, t, using=[at])
    value = p.have(Eq(whole(X, t, k), y(t, e)), own)
    both = p.apply("composed_member", member, g_1=G, g_2=last, h=2, m=1, r=4)
    return p.exists_intro(values_given, [whole], both, value)


# --- after a contextual mapping ---------------------------------------------------------------------------------------

(listed,) = vectors("L", 3)
N, b, c = ints("N b c")
f, Q = functions("f Q", MATRIX + "ZZ")
(mapping_q,) = functions("q", MATRIX + "Z")
x = reals("x")[0]
block, offset = sequences("block offset")


def sequence(a: Term) -> Term:
    """L_a."""
    return fun(lambda i, k: listed(a, i, k), 2)


def same(a: Term, b: Term) -> Term:
    """L_a = L_b."""
    return every(lambda i: every(lambda k: Eq(listed(a, i, k), listed(b, i, k)), 1, n), 1, d)


ONCE = every(lambda a: every(lambda b: implies(negation(Eq(a, b)), negation(same(a, b))), 1, N), 1, N)
TOKENS = "(RZ>R)"  # of numbers to columns


def looked_up(T: Term) -> Term:
    """T(q(L_a)_k) = f(L_a)_k."""
    at = lambda a, i, k: Eq(T(mapping_q(sequence(a), k), i), f(sequence(a), i, k))  # noqa: E731
    return every(lambda a: every(lambda i: every(lambda k: at(a, i, k), 1, n), 1, d), 1, N)


hit = lambda a, k: ite(Eq(mapping_q(sequence(a), k), x), 1, 0)  # noqa: E731
table = mapping(lambda x_, i: substitute(
    Sum(lambda a: Sum(lambda k: f(sequence(a), i, k) * hit(a, k), 1, n), 1, N), {x: x_}), "R", "Z")  # fmt: skip


@paper.claim(
    {"d_low": 1 <= d, "n_low": 1 <= n, "once": ONCE, "told": contextual(mapping_q, listed, N)},
    shows=exists(looked_up, TOKENS),
)
def contexts_looked_up(p: Proof) -> Fact:
    """Take Σ_a Σ_k f(L_a)_k [q(L_a)_k = x], which has exactly one nonzero term."""
    p.given(a_low=1 <= b, a_high=b <= N, k_low=1 <= k, k_high=k <= n)
    a_in, j_in = ([p.assume(g_) for g_ in ends] for ends in ((1 <= c, c <= N), (1 <= j, j <= n)))
    value = mapping_q(sequence(b), k)
    at = lambda a, j: substitute(hit(a, j), {x: value})  # noqa: E731
    target = f(sequence(b), i, k)
    own, others = p.obtain(
        "told",
    )

    def column(order: Fact) -> Fact:
        goal = Eq(f(sequence(b), i, j) * at(b, j), target * ite(Eq(j, k), 1, 0))
        chosen = p.reduce_ite(order, ite(Eq(j, k), 1, 0))
        if order.concl.op == "eq":
            equal = p.congr(lambda j: mapping_q(sequence(b), j), order)
            moved = p.congr(lambda j: f(sequence(b), i, j), order)
            on = p.ite_eq(at(b, j), equal)
            return p.have(goal, *chosen, (on, f(sequence(b), i, j)), moved)
        meet = p.assume(Eq(j, k))
        apart = p.specialize(p.specialize(own, b, j, using=j_in), k, using=[meet, order])
        off = p.ite_eq(at(b, j), apart)
        return p.have(goal, *chosen, (off, f(sequence(b), i, j)))

    terms = fun(lambda j: f(sequence(b), i, j) * at(b, j))
    mine = p.trichotomy(j, k, column)
    mine = p.apply("sum_eq", mine, f=terms, g=fun(lambda j: target * ite(Eq(j, k), 1, 0)), lo=1, hi=n)
    whole = lambda a: Sum(lambda j: f(sequence(a), i, j) * at(a, j), 1, n)  # noqa: E731

    def row(order: Fact) -> Fact:
        goal = Eq(whole(c), target * ite(Eq(c, b), 1, 0))
        chosen = p.reduce_ite(order, ite(Eq(c, b), 1, 0))
        if order.concl.op == "eq":
            return p.have(goal, p.congr(whole, order), mine, "sum_delta", *chosen)
        meet = p.assume(Eq(c, b))
        none = p.specialize(p.specialize("once", c, using=a_in), b, using=[meet, order])
        law = p.specialize(p.specialize(others, c, using=a_in), b, using=[none])
        apart = p.specialize(law, j, k, using=j_in)
        off = p.ite_eq(at(c, j), apart)
        each = p.have(Eq(f(sequence(c), i, j) * at(c, j), 0), (off, f(sequence(c), i, j)))
        zero = p.apply("sum_eq", each)  # fmt: skip
        return p.have(goal, zero, *chosen)

    rows = p.trichotomy(c, b, row)
    total = p.apply("sum_eq", rows, f=fun(whole), g=fun(lambda c: target * ite(Eq(c, b), 1, 0)), lo=1, hi=N)
    out = p.have(Eq(table(value, i), target), total, "sum_delta")
    return p.exists_intro(p.goal, [table], out)


coded = mapping(lambda X, k: Sum(lambda i: u(i) * Q(X, i, k), 1, d), MATRIX, "Z")


def gives(G: Term) -> list[Term]:
    """G ∈ T^(2,1,4) maps every column of Q(L_a) to that of f(L_a), whatever the other columns are."""
    is_token = lambda X, k, a, c: every(lambda i: Eq(X(i, k), Q(sequence(a), i, c)), 1, d)  # noqa: E731
    value = lambda X, k, a, c: every(lambda i: Eq(G(X, i, k), f(sequence(a), i, c)), 1, d)  # noqa: E731
    at = lambda a, c: for_column(lambda X, k: implies(is_token(X, k, a, c), value(X, k, a, c)))  # noqa: E731
    return [in_T_2_1_4(G), every(lambda a: every(lambda c: at(a, c), 1, n), 1, N)]


AFTER = {"d_low": 1 <= d, "n_low": 2 <= n, "N_low": 1 <= N, "once": ONCE, "told": contextual(coded, listed, N)}
columns_of = lambda F: fun(lambda t, e: F(sequence(block(e)), t, offset(e)), 2)  # noqa: E731
number = n * N


@paper.claim(AFTER, shows=0 < square)
def told_by_some_weight(p: Proof) -> Fact:
    """Otherwise both entries of L_1 would be 0."""
    p.given(i_low=1 <= i, i_high=i <= d)
    low = p.assume(square <= 0)
    part = p.apply("sum_member", f=fun(lambda i: u(i) * u(i)), lo=1, hi=d, m=i)

    def zero(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(Eq(u(i), 0), order)
        return p.absurd(p.have(FALSE, (order, order), part, low), Eq(u(i), 0))

    none = p.trichotomy(u(i), 0, zero)
    L = sequence(num(1))
    zeros = []
    for column in (1, 2):
        terms = fun(lambda i, k=column: u(i) * Q(L, i, num(k)))
        each = p.have(Eq(terms(i), 0), (none, Q(L, i, num(column))))
        zeros.append(p.apply("sum_eq", each))

    own, _ = p.obtain("told")
    law = p.specialize(own, 1, 1, 2)
    absurd = p.absurd(p.mp(law, p.have(law.concl.args[0], *zeros)), 0 < square)
    return p.cases(square, 0, absurd, p.assume(0 < square))


@paper.claim(AFTER, shows=exists(gives, OPERATOR))
def contexts_valued(p: Proof) -> Fact:
    """The columns of all Q(L_a), numbered consecutively, have different ids."""
    p.given(e_low=1 <= e, e_high=e <= number, g_low=1 <= g, g_high=g <= number)
    p.given(b_low=1 <= b, b_high=b <= N, i_low=1 <= i, i_high=i <= d, k_low=1 <= k, k_high=k <= n)
    p.given(c_low=1 <= c, c_high=c <= n)
    columns, values = columns_of(Q), columns_of(f)
    tiles = p.apply("tuples.tiles", d=n, G=N)
    value = lambda a, k: coded(sequence(a), k)  # noqa: E731
    laws = p.obtain(tiles, block, offset)
    at_e, at_g = ([p.specialize(law, z) for law in laws] for z, ends in (
        (e, ["e_low", "e_high"]), (g, ["g_low", "g_high"])))  # fmt: skip
    meet = p.assume(Eq(id_of(columns, e), id_of(columns, g)))
    goal = Eq(e, g)

    own, others = p.obtain("told")

    def blocks(order: Fact) -> Fact:
        if order.concl.op != "eq":
            same_ = p.assume(Eq(block(e), block(g)))
            none = p.specialize(
                p.specialize("once", block(e), using=at_e[:2]),
                block(g),
                using=[*at_g[:2], same_, order],
            )
            law = p.specialize(p.specialize(others, block(e), using=at_e[:2]), block(g), using=[*at_g[:2], none])
            law = p.specialize(p.specialize(law, offset(e), using=at_e[2:4]), offset(g), using=at_g[2:4])
            no = p.mp(law, p.have(law.concl.args[0], meet))
            return p.absurd(no, goal)
        moved = p.congr(lambda a: value(a, offset(g)), order)

        def offsets(place: Fact) -> Fact:
            if place.concl.op == "eq":
                return p.have(goal, at_e[4], at_g[4], place, (order, n))
            same_ = p.assume(Eq(offset(e), offset(g)))
            law = p.specialize(p.specialize(own, block(e), using=at_e[:2]), offset(e), using=at_e[2:4])
            law = p.specialize(law, offset(g), using=[*at_g[2:4], same_, place])
            no = p.mp(law, p.have(law.concl.args[0], meet, moved))
            return p.absurd(no, goal)

        return p.trichotomy(offset(e), offset(g), offsets)

    different = p.trichotomy(block(e), block(g), blocks)
    count = p.have(0 <= number, (p.have(0 <= n), p.have(0 <= N)))
    put = {"W": columns, "y": values, "M": number}
    found = p.apply("any_ids_valued", different, count, **put)

    member, places = p.obtain(found, G)
    here = (b - 1) * n + c
    ends = p.have(1 <= here), p.have(here <= number)
    by = {"d": n, "G": N, "block": block, "offset": offset, "j": b, "s": c}
    which, where = (p.apply(name, *laws, **by) for name in ("tile_block", "tile_offset"))

    def moved(F: Term) -> Fact:
        first = p.congr(lambda a: F(sequence(a), i, offset(here)), which)
        second = p.congr(lambda k: F(sequence(b), i, k), where)
        return p.have(Eq(columns_of(F)(i, here), F(sequence(b), i, c)), first, second)

    token_ = p.assume(every(lambda i: Eq(X(i, k), Q(sequence(b), i, c)), 1, d))
    own = p.have(Eq(X(i, k), columns(i, here)), p.specialize(token_, i), moved(Q))
    law = p.specialize(places, here, X, using=ends)
    out = p.have(Eq(G(X, i, k), f(sequence(b), i, c)), p.specialize(law, k, using=[own]), moved(f))
    return p.exists_intro(p.goal, [G], member, out)
