"""Values by layers of T^(2,1,4): one hat of three ReLUs for each id of a list (E.1.3, E.4).

Position e of the list has the id v_e, which is that of the column W_e, and the value y_e. Layer e moves a token by y_e
− C − W_e times a hat around v_e: a token W_e is mapped to y_e − C, which has no positive entry, so that no other layer
acts on it. A token whose id is far from all ids of the list does not change.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.transformer_class import SIZED, composed, four_units, in_T_2_1_4, token
from proofs.papers.yun.section_3_approximation.entrywise_functions import entry_start, member_of
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.networks.grid_tokens import D, direction, projection
from proofs.theorems.networks.look_up import C, M, R, hat, narrow_bumps, v, y
from proofs.theorems.networks.relu import relu

t, k, o, q, e, j, l = ints("t k o q e j l")
a, beta, w, shift = vectors("a beta w c")
W, X, Y = vectors("W X Y", 2)
(G,) = functions("G", MATRIX + "ZZ")


def ridge(X: Term, t: Term, k: Term) -> Term:
    """X_tk + c_t Σ_q a_q relu(w · X_k + β_q)."""
    inner = Sum(lambda o: w(o) * X(o, k), 1, d)
    return X(t, k) + shift(t) * Sum(lambda q: a(q) * relu(inner + beta(q)), 1, 4)


RIDGE = mapping(ridge, MATRIX, "Z", "Z")


@paper.claim(SIZED, shows=in_T_2_1_4(RIDGE))
def ridge_member(p: Proof) -> Fact:
    """Four units that read one number of a token, and add a multiple of one vector."""
    entry_start(p)
    put = {"w": fun(lambda q, o: w(o), 2), "beta": beta, "a": fun(lambda t, q: shift(t) * a(q), 2),
           "e": fun(lambda t: num(0))}  # fmt: skip
    made = p.apply("tokens_member", **put)
    by = {variable(name, VECTOR if name in ("beta", "e") else MATRIX): f for name, f in put.items()}
    tokens = mapping(lambda X, t, k: substitute(four_units(token(X, k), t), by), MATRIX, "Z", "Z")
    value = p.have(Eq(RIDGE(X, t, k), tokens(X, t, k)))
    return member_of(p, value, made, RIDGE, tokens)


def bump(e: Term) -> Term:
    """The layer for position e: c times a hat around v_e."""
    return mapping(
        lambda X, t, k: X(t, k) + (y(t, e) - C - W(t, e)) * hat(R * (projection(X, k) - v(e))), MATRIX, "Z", "Z"
    )


@paper.claim(SIZED, shows=in_T_2_1_4(bump(e)))
def bump_member(p: Proof) -> Fact:
    """The bump consists of three units."""
    entry_start(p)
    put = {
        "w": fun(lambda o: R * direction(o)), "beta": array(1 - R * v(e), -R * v(e), -1 - R * v(e), num(0)),
        "a": array(num(1), num(-2), num(1), num(0)), "c": fun(lambda t: y(t, e) - C - W(t, e)),
    }  # fmt: skip
    made = p.apply("ridge_member")
    by = substitute(RIDGE, {variable(name, VECTOR): f for name, f in put.items()})
    return member_of(p, p.have(Eq(bump(e)(X, t, k), by(X, t, k))), made, bump(e), by)


def for_column(claim: Callable[[Term, Term], Term]) -> Term:
    """For column k of every X."""
    return for_all(lambda X: every(lambda k: claim(X, k), 1, n), MATRIX)


def is_column(X: Term, k: Term, e: Term) -> Term:
    """Column k of X is W_e."""
    return every(lambda t: Eq(X(t, k), W(t, e)), 1, d)


def far_from(X: Term, k: Term, m: Term | int) -> Term:
    """The distance of the id of column k from v_1, …, v_m is at least 1/R."""
    return every(lambda e: 1 <= R * abs(projection(X, k) - v(e)), 1, m)


def valued(G: Term, m: Term | int) -> list[Term]:
    """G maps the columns of m positions to their values minus C, and does not change columns far from them."""
    stays = lambda X, k: implies(far_from(X, k, m), every(lambda t: Eq(G(X, t, k), X(t, k)), 1, d))  # noqa: E731
    becomes = lambda e: for_column(  # noqa: E731
        lambda X, k: implies(is_column(X, k, e), every(lambda t: Eq(G(X, t, k), y(t, e) - C), 1, d))
    )
    return [for_column(stays), every(becomes, 1, m)]


def some_layers(m: Term | int) -> Term:
    """Some member of T^(2,1,4) does so."""
    return exists(lambda G: [in_T_2_1_4(G), *valued(G, m)], OPERATOR)


meet = lambda j, e: every(  # noqa: E731
    lambda t: exists(lambda: [Eq(W(t, j), W(t, e)), Eq(y(t, j), y(t, e))]), 1, d
)
consistent = every(lambda j: every(lambda e: implies(Eq(v(j), v(e)), meet(j, e)), 1, M), 1, M)
coded = every(lambda e: Eq(Sum(lambda o: direction(o) * W(o, e), 1, d), v(e)), 1, M)
positive = every(lambda e: 1 <= R * v(e), 1, M)
small = every(lambda e: every(lambda t: y(t, e) <= C, 1, d), 1, M)
paper.notions.define(
    narrow_bumps,
    (v, R, M),
    "different ones of {0} over 1..{2} are 2/{1} apart",
    r"\text{{different ones of }} {0} \text{{ over }} [1, {2}] \text{{ are }} 2 / {1} \text{{ apart}}",
)
paper.notions.define(
    small, (y, C, d, M), "{0} ≤ {1} over 1..{2} × 1..{3}", r"{0} \le {1} \text{{ over }} [1, {2}] \times [1, {3}]"
)
LISTED = {"D_low": 1 <= D, "R_pos": 0 < R, "narrow": narrow_bumps, "consistent": consistent, "coded": coded,
          "positive": positive, "small": small, "M_low": 0 <= M}  # fmt: skip


@paper.claim([1 <= D, every(lambda t: X(t, k) <= 0, 1, d)], shows=projection(X, k) <= 0)
def projection_low(p: Proof) -> Fact:
    """The weights are positive."""
    p.given(low=every(lambda t: X(t, k) <= 0, 1, d), t_low=1 <= t, t_high=t <= d)
    sign = p.have(0 < direction(t), "power_pos")
    return p.apply(
        "sum_le",
        (sign, p.have(0 <= -X(t, k))),
        f=fun(lambda t: direction(t) * X(t, k)),
        g=fun(lambda t: num(0)),
        lo=1,
        hi=d,
    )


@paper.claim([0 < R, 1 <= R * v(e), projection(X, k) <= 0], shows=1 <= R * abs(projection(X, k) - v(e)))
def low_is_far(p: Proof) -> None:
    """v_e >= 1/R."""


@paper.claim({"same": every(lambda t: Eq(X(t, k), Y(t, l)), 1, d)}, shows=Eq(projection(X, k), projection(Y, l)))
def projection_same(p: Proof) -> None:
    """The columns are equal."""


@paper.claim([*SIZED, *LISTED.values()], shows=some_layers(M))
def layers_of_values(p: Proof) -> Fact:
    """By induction on the length of the list."""
    entry_start(p)
    p.given(**LISTED, l_low=0 <= l, l_high=l + 1 <= M, e_low=1 <= e)
    claim = lambda m: implies(m <= M, some_layers(m))  # noqa: E731
    # no place
    itself = mapping(lambda X, t, k: X(t, k), MATRIX, "Z", "Z")
    nothing = p.apply("ridge_member", c=fun(lambda t: num(0)))
    idle = substitute(RIDGE, {shift: fun(lambda t: num(0))})
    member = member_of(p, p.have(Eq(itself(X, t, k), idle(X, t, k))), nothing, itself, idle)
    never = lambda formula: p.absurd(p.have(FALSE, "e_low", p.assume(e <= 0)), formula)  # noqa: E731
    second = valued(itself, 0)[1]
    far = p.assume(far_from(X, k, 0))
    own = p.have(Eq(X(t, k), X(t, k)))
    stays = p.discharge(own, far.concl)
    becomes = never(p.rule("specialize", p.assume(second), e).concl.args[1].args[1])
    base = p.discharge(p.exists_intro(some_layers(0), [itself], member, stays, becomes), 0 <= M)
    # one more
    so_far = p.assume(claim(l))
    now = p.mp(so_far, p.have(l <= M, "l_high"))
    new = l + 1
    new_in = p.have(1 <= new, "l_low"), p.get("l_high")

    member, stays, becomes = p.obtain(now, G)
    layer = bump(new)
    both = p.apply("composed_member", member, h=2, m=1, r=4, **{"g_1": G, "g_2": layer})
    whole = composed(G, layer)
    after = fun(lambda t, k: G(X, t, k), 2)
    id_ = projection(after, k)
    factor = y(t, new) - C - W(t, new)

    def silent(gap: Fact) -> Fact:
        """Prove that the layer changes nothing."""
        none = p.apply("look_up.hat_far", gap, x=id_ - v(new))
        return p.have(Eq(whole(X, t, k), after(t, k)), (none, factor))

    def kept(far_l: Fact) -> tuple[Fact, Fact]:
        """Prove that column k and its id are unchanged."""
        same = p.specialize(stays, X, k, using=[far_l])
        return p.specialize(same, t), p.apply("projection_same", same, X=after, Y=X, l=k)

    # far from all
    far = p.assume(far_from(X, k, new))
    far_l = p.specialize(far, e, using=["e_low", p.have(e <= new, p.assume(e <= l))])
    entry_, ids_ = kept(far_l)
    gap = p.specialize(far, new, using=new_in)
    moved = p.congr(lambda u: abs(u - v(new)), ids_)
    gap = p.have(1 <= R * abs(id_ - v(new)), gap, (moved, R))
    out = p.have(Eq(whole(X, t, k), X(t, k)), silent(gap), entry_)

    # a place before
    def valued_before(e: Term, here: Fact, *ranges: Fact) -> Fact:
        """Prove that the layer does not change the value of an earlier position."""
        value = p.specialize(p.specialize(becomes, e, using=ranges), X, k, using=[here])
        bound = p.specialize("small", e, t, using=[ranges[0], ranges[1], "l_high"])
        down = p.apply("projection_low", value, bound, X=after)
        gap = p.apply("low_is_far", down, X=after, e=new)
        return p.have(Eq(whole(X, t, k), y(t, e) - C), silent(gap), value)

    here = p.assume(is_column(X, k, e))
    earlier = p.generalize(t, valued_before(e, here, p.get("e_low"), p.get(e <= l)), "t_low", "t_high")
    earlier = p.discharge(earlier, here.concl)
    # the new place
    at = p.assume(is_column(X, k, new))
    goal = Eq(whole(X, t, k), y(t, new) - C)
    same = p.apply("projection_same", at, X=X, Y=W, l=new)
    id_X = p.have(Eq(projection(X, k), v(new)), same)
    gap = p.specialize(p.assume(every(lambda e: negation(Eq(v(e), v(new))), 1, l)), e, using=["e_low", e <= l])
    wide = p.specialize(p.specialize("narrow", e, using=["e_low", e <= l, "l_high"]), new, using=[*new_in, gap])
    moved = p.congr(lambda u: abs(u - v(e)), id_X)
    distance = p.have(1 <= R * abs(projection(X, k) - v(e)), wide, (moved, R))  # fmt: skip
    entry_, ids_ = kept(distance)
    centre = p.have(Eq(R * (id_ - v(new)), 0), (ids_, R), (id_X, R))
    top = p.congr(hat, centre)
    own = p.specialize(at, t)
    fires = p.have(goal, entry_, own, (top, factor))
    refuted = p.assume(implies(goal, FALSE))
    again = p.assume(Eq(v(e), v(new)))
    both_ = p.specialize(p.specialize("consistent", e, using=["e_low", e <= l, "l_high"]), new, using=[*new_in, again])
    pair = p.specialize(both_, t)
    column_ = p.exists_elim(pair, [], lambda one, _: one, Eq(W(t, e), W(t, new)))
    value_ = p.exists_elim(pair, [], lambda _, two: two, Eq(y(t, e), y(t, new)))
    is_e = p.have(Eq(X(t, k), W(t, e)), own, column_)
    old = valued_before(e, is_e, p.get("e_low"), p.get(e <= l))
    old = p.have(goal, old, value_)
    no = p.discharge(p.mp(refuted, old), again.concl)
    none_before = p.generalize(e, no, "e_low", e <= l)
    no = p.mp(refuted, p.cut(fires, none_before))
    newest = p.absurd(no, goal)
    newest = p.generalize(t, newest, "t_low", "t_high")
    newest = p.generalize(X, p.generalize(k, p.discharge(newest, at.concl), "k_low", "k_high"))
    earlier = p.generalize(X, p.generalize(k, earlier, "k_low", "k_high"))

    def place(order: Fact) -> Fact:
        formula = for_column(lambda X, k: implies(is_column(X, k, e), every(
            lambda t: Eq(whole(X, t, k), y(t, e) - C), 1, d)))  # fmt: skip
        if order.concl.op == "eq":
            back = p.have(Eq(new, e), order)
            carrier = hole(lambda e: for_column(lambda X, k: implies(is_column(X, k, e), every(
                lambda t: Eq(whole(X, t, k), y(t, e) - C), 1, d))), "Z")  # fmt: skip
            return p.replace(back, carrier, newest)
        if order.concl.args[0] is e:
            before = p.have(e <= l, order)
            return p.cut(earlier, before)
        return p.absurd(p.have(FALSE, order, p.assume(e <= new)), formula)

    becomes_ = p.trichotomy(e, new, place)
    step = p.exists_intro(some_layers(new), [whole], both, out, becomes_)
    all_ = p.induct(claim, 0, l, base, p.discharge(step, new <= M))
    return p.specialize(all_, M, using=["M_low", p.have(M <= M)])


raised = mapping(lambda X, t, k: X(t, k) + C, MATRIX, "Z", "Z")


def any_value(G: Term) -> list[Term]:
    """G ∈ T^(2,1,4) maps the columns of all positions to their values."""
    becomes = lambda e: for_column(  # noqa: E731
        lambda X, k: implies(is_column(X, k, e), every(lambda t: Eq(G(X, t, k), y(t, e)), 1, d))
    )
    return [in_T_2_1_4(G), every(becomes, 1, M)]
