"""Functions of single entries as networks of T^(2,1,4): each layer acts on one row, by four ReLUs of its entries.

A function φ of numbers is applied to row c: the entries of this row are mapped to their images, and all others do not
change. If this is a member of the class for every row, then so is the application to all rows.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.transformer_class import SIZED, composed, four_units, in_T_2_1_4, token
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.integration.grid_errors import over
from proofs.theorems.networks.relu import relu

t, k, c, o, q, l = ints("t k c o q l")
x, e = reals("x e")
a, s, beta, f = vectors("a s beta f")
(X,) = vectors("X", 2)
phi, psi = functions("phi psi", "R")


def units(x: Term) -> Term:
    """x + Σ_q a_q relu(s_q x + β_q) + e, q = 1, …, 4."""
    return x + Sum(lambda q: a(q) * relu(s(q) * x + beta(q)), 1, 4) + e


UNITS = mapping(units, "R")


def on_row(phi: Term, c: Term) -> Term:
    """φ on the entries of row c."""
    return mapping(lambda X, t, k: ite(Eq(t, c), phi(X(t, k)), X(t, k)), MATRIX, "Z", "Z")


def on_rows(phi: Term, l: Term) -> Term:
    """φ on the entries of rows 1, …, l."""
    return mapping(lambda X, t, k: ite(t <= l, phi(X(t, k)), X(t, k)), MATRIX, "Z", "Z")


def on_entries(phi: Term) -> Term:
    """φ on all entries."""
    return mapping(lambda X, t, k: phi(X(t, k)), MATRIX, "Z", "Z")


def off(p: Proof, u: Term, *using: Fact) -> Fact:
    """relu(u) = 0."""
    return p.apply("relu_negative", p.have(u <= 0, *using))


def on(p: Proof, u: Term, *using: Fact) -> Fact:
    """relu(u) = u."""
    return p.apply("relu_positive", *using, z=u)


c_in = [1 <= c, c <= d]


def entry_start(p: Proof) -> None:
    """Assume 1 <= d, n and an entry (t, k)."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)


def member_of(p: Proof, value: Fact, made: Fact, g: Term, by: Term) -> Fact:
    """Prove that g is a member, as `by` is a member with the same entries."""
    return p.apply("member_same", p.generalize(X, over(p, value)), made, g=by, **{"g_1": g}, h=2, m=1, r=4)


@paper.claim([*SIZED, *c_in], shows=in_T_2_1_4(on_row(UNITS, c)))
def row_layer(p: Proof) -> Fact:
    """The units read and write entry c of a token only."""
    entry_start(p)
    own = lambda t: ite(Eq(t, c), 1, 0)  # noqa: E731
    weights = {
        "w": fun(lambda q, o: s(q) * own(o), 2), "beta": beta, "a": fun(lambda t, q: own(t) * a(q), 2),
        "e": fun(lambda t: own(t) * e),
    }  # fmt: skip
    made = p.apply("tokens_member")
    column = token(X, k)
    inner = Sum(lambda o: s(q) * own(o) * column(o), 1, d)
    pick = p.apply("sum_delta", f=column, m=c, lo=1, hi=d)
    read = p.have(Eq(inner + beta(q), s(q) * column(c) + beta(q)), (pick, s(q)))
    unit = p.congr(relu, read)
    members = [fun(lambda q, u=u: a(q) * relu(u(q) + beta(q))) for u in (
        lambda q: Sum(lambda o: s(q) * own(o) * column(o), 1, d), lambda q: s(q) * column(c))]  # fmt: skip
    sums = p.apply("sum_eq", (unit, a(q)), f=members[0], g=members[1], lo=1, hi=4)
    row = on_row(UNITS, c)
    put = {variable("w", MATRIX): weights["w"], variable("beta", VECTOR): beta, variable("a", MATRIX): weights["a"],
           variable("e", VECTOR): weights["e"]}  # fmt: skip
    by = mapping(lambda X, t, k: substitute(four_units(token(X, k), t), put), MATRIX, "Z", "Z")

    def value(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, own(t), row(X, t, k))
        goal = Eq(row(X, t, k), by(X, t, k))
        if order.concl.op != "eq":
            return p.have(goal, chosen[1], (chosen[0], Sum(members[0], 1, 4)), (chosen[0], e))
        same = p.congr(lambda y: units(y), p.congr(lambda t: X(t, k), order))
        at = p.congr(lambda t: X(t, k), order)
        return p.have(goal, chosen[1], (chosen[0], Sum(members[0], 1, 4)), (chosen[0], e), sums, same, at)

    return member_of(p, p.trichotomy(t, c, value), made, row, by)


@paper.claim(
    [*SIZED, in_T_2_1_4(on_row(phi, c)), in_T_2_1_4(on_row(psi, c))],
    shows=in_T_2_1_4(on_row(mapping(lambda x: psi(phi(x)), "R"), c)),
)
def row_composed(p: Proof) -> Fact:
    """Compose the two functions on row c."""
    entry_start(p)
    both = p.apply("composed_member", h=2, m=1, r=4, **{"g_1": on_row(phi, c), "g_2": on_row(psi, c)})
    by = composed(on_row(phi, c), on_row(psi, c))
    whole = on_row(mapping(lambda x: psi(phi(x)), "R"), c)

    def value(order: Fact) -> Fact:
        first = on_row(phi, c)(X, t, k)
        outer = by(X, t, k)
        chosen = p.reduce_ite(order, first, outer, whole(X, t, k))
        inside = p.congr(lambda y: psi(y), chosen[0])
        return p.have(Eq(whole(X, t, k), outer), *chosen, inside)

    return member_of(p, p.trichotomy(t, c, value), both, whole, by)


alike = for_all(lambda x: Eq(psi(x), phi(x)), "R")


@paper.claim([in_T_2_1_4(on_row(phi, c)), alike], shows=in_T_2_1_4(on_row(psi, c)))
def row_same(p: Proof) -> Fact:
    """The functions are equal."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    new, old = (on_row(f, c)(X, t, k) for f in (psi, phi))
    value = p.trichotomy(t, c, lambda order: p.have(Eq(new, old), *p.reduce_ite(order, new, old)))
    return member_of(p, value, p.get(in_T_2_1_4(on_row(phi, c))), on_row(psi, c), on_row(phi, c))


every_row = every(lambda c: in_T_2_1_4(on_row(phi, c)), 1, d)


@paper.claim([*SIZED, every_row], shows=in_T_2_1_4(on_entries(phi)))
def entries_member(p: Proof) -> Fact:
    """By induction on the rows."""
    entry_start(p)
    p.given(rows=every_row, l_low=0 <= l, l_high=l + 1 <= d)
    claim = lambda l: implies(l <= d, in_T_2_1_4(on_rows(phi, l)))  # noqa: E731
    zero = fun(lambda q: num(0))
    nothing = p.apply("row_layer", c=1)
    by = on_row(substitute(UNITS, {a: zero, s: zero, beta: zero, e: num(0)}), num(1))
    start = on_rows(phi, num(0))
    stays = p.ite_eq(start(X, t, k), p.have(0 < t))

    def none(_order: Fact) -> Fact:
        return p.have(Eq(start(X, t, k), by(X, t, k)), stays)

    base = member_of(p, p.trichotomy(t, num(1), none), nothing, start, by)
    so_far = p.assume(claim(l))
    now = p.mp(so_far, p.have(l <= d, "l_high"))
    row = p.specialize("rows", l + 1)
    both = p.apply("composed_member", now, row, h=2, m=1, r=4,
                   **{"g_1": on_rows(phi, l), "g_2": on_row(phi, l + 1)})  # fmt: skip
    by = composed(on_rows(phi, l), on_row(phi, l + 1))
    whole = on_rows(phi, l + 1)

    def value(order: Fact) -> Fact:
        first, outer, goal = on_rows(phi, l)(X, t, k), by(X, t, k), Eq(whole(X, t, k), by(X, t, k))
        if order.concl.op == "eq":  # t = l + 1
            own = p.ite_eq(first, p.have(l < t, order))
            chosen = p.ite_eq(outer, order)
            done = p.ite_eq(whole(X, t, k), p.have(t <= l + 1, order))
            inside = p.congr(lambda y: phi(y), own)
            return p.have(goal, chosen, done, inside)
        chosen = p.ite_eq(outer, order)
        if order.concl.args[0] is t:
            own = p.ite_eq(first, p.have(t <= l, order))
            done = p.ite_eq(whole(X, t, k), p.have(t <= l + 1, order))
        else:
            own = p.ite_eq(first, p.have(l < t, order))
            done = p.ite_eq(whole(X, t, k), order)
        return p.have(goal, chosen, own, done)

    step = member_of(p, p.trichotomy(t, l + 1, value), both, whole, by)
    all_ = p.induct(claim, 0, l, p.discharge(base, 0 <= d), p.discharge(step, l + 1 <= d))
    last = p.specialize(all_, d)
    done = p.ite_eq(on_rows(phi, d)(X, t, k), "t_high")
    return member_of(p, done, last, on_entries(phi), on_rows(phi, d))
