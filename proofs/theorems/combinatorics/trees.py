"""Trees in which every node has M children: nodes of level T are numbered 1, …, M^T, and marked from some level on.

The node v levels above node k is 1 + ⌊(k − 1)/M^v⌋. Nodes are marked by families χ_1 >= χ_2 >= … with values 1 or 0;
descendants of a marked node are marked, too. If for every j the marked nodes are more than a fraction η of some level,
there is a path such that each χ_j marks a node of it. For each j there is a level, the first stable one, on which χ_j
has marked almost all of the nodes that it ever marks. A node is alive if for all J it has descendants arbitrarily far
below it that are descendants of such marked nodes of χ_1, …, χ_J. The root is alive, and the path is the leftmost path
of nodes that are alive.

Main statements: `marked_count`, `root_alive`, `leftmost_exists`, `leftmost_above`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import floor
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed, below_supremum, supremum_of

chapter = Chapter("trees")
M, T, U, c, k, q, x, y, v, w, j, J, t, s, b = ints("M T U c k q x y v w j J t s b")
eta, e, z, s_ = reals("eta e z s'")
chi = variable("chi", "(ZZZ>Z)")


def above(v: Term | int, k: Term) -> Term:
    """Return the node v levels above node k."""
    return 1 + floor(k - 1, power(M, v))


def nodes(T: Term | int) -> Term:
    """The number of nodes of level T."""
    return power(M, T)


@chapter.claim(given=[0 <= q, 1 <= x, 1 <= y], shows=Eq(floor(floor(q, x), y), floor(q, x * y)))
def floor_floor(p: Proof) -> Fact:
    """⌊⌊q/x⌋/y⌋ = ⌊q/(xy)⌋."""
    one, two = p.apply("floor_bounds", c=x), p.apply("floor_above", c=x)
    first = floor(q, x)
    three, four = p.apply("floor_bounds", q=first, c=y), p.apply("floor_above", q=first, c=y)
    own = floor(first, y)
    four = p.integer_step(four)
    p.have(own * (x * y) <= q, one, (three, x), label="below")
    p.have(q < (own + 1) * (x * y), two, (four, x), label="above")
    return p.have(p.goal, p.apply("floor_is", c=x * y, y=own))


@chapter.claim(given=[1 <= M, 0 <= v, 0 <= w, 1 <= k], shows=Eq(above(v, above(w, k)), above(v + w, k)))
def above_above(p: Proof) -> Fact:
    """M^v M^w = M^(v + w)."""
    whole = p.apply("floor_floor", q=k - 1, x=power(M, w), y=power(M, v))
    same = p.apply("power_add", m=M, a=v, b=w)
    same = p.congr(lambda i: floor(k - 1, i), p.have(Eq(power(M, w) * power(M, v), power(M, v + w)), same))
    return p.have(p.goal, whole, same)


@chapter.claim(given=[1 <= M, 1 <= k, k <= c], shows=above(v, k) <= above(v, c))
def above_monotone(p: Proof) -> Fact:
    """k − 1 <= c − 1."""
    one = p.apply("floor_bounds", q=k - 1, c=power(M, v))
    two = p.apply("floor_above", q=c - 1, c=power(M, v))
    gap = above(v, c) + 1 - above(v, k)
    pos = p.apply("product_positive", one, two, x=gap, y=power(M, v))
    return p.have(p.goal, pos)


IN_LEVEL = {"M_low": 1 <= M, "T_low": 0 <= T, "v_low": 0 <= v, "k_low": 1 <= k, "k_high": k <= nodes(T + v)}


@chapter.claim(given=[1 <= M, 1 <= k], shows=1 <= above(v, k))
def above_low(p: Proof) -> Fact:
    """k − 1 is nonnegative."""
    two = p.apply("floor_above", q=k - 1, c=power(M, v))
    pos = p.apply("product_positive", two, x=above(v, k), y=power(M, v))
    return p.have(p.goal, pos)


@chapter.claim(given=IN_LEVEL, shows=above(v, k) <= nodes(T))
def above_high(p: Proof) -> Fact:
    """k − 1 < M^T M^v."""
    one = p.apply("floor_bounds", q=k - 1, c=power(M, v))
    whole = p.apply("power_add", m=M, a=T, b=v)
    gap = nodes(T) + 1 - above(v, k)
    pos = p.apply("product_positive", one, whole, x=gap, y=power(M, v))
    return p.have(p.goal, pos)


@chapter.claim(given=[1 <= M, 1 <= c, 1 <= s, s <= nodes(v)], shows=Eq(above(v, (c - 1) * nodes(v) + s), c))
def above_own(p: Proof) -> Fact:
    """0 <= s − 1 < M^v."""
    at = (c - 1) * nodes(v) + s - 1
    return p.have(p.goal, p.apply("floor_is", q=at, c=nodes(v), y=c - 1))


@chapter.claim(given={"M_low": 1 <= M, "v_low": 0 <= v}, shows=every(lambda k: Eq(above(v, k), 1), 1, nodes(v)))
def above_root(p: Proof) -> Fact:
    """All nodes lie below the root."""
    p.given(k_low=1 <= k, k_high=k <= nodes(v))
    zero = p.apply("floor_is", q=k - 1, c=nodes(v), y=num(0))
    return p.have(Eq(above(v, k), 1), zero)


@chapter.claim(given=[1 <= k], shows=Eq(above(0, k), k))
def above_none(p: Proof) -> Fact:
    """The node 0 levels above a node is the node itself, as M^0 = 1."""
    return p.have(p.goal, p.apply("floor_is", q=k - 1, c=num(1), y=k - 1))


# --- marked nodes -----------------------------------------------------------------------------------------------------

hereditary = every(
    lambda j: every(lambda T: every(lambda k: chi(j, T, above(1, k)) <= chi(j, T + 1, k), 1, nodes(T + 1)), 0), 1
)
bits = every(
    lambda j: every(lambda T: every(lambda k: exists(lambda: [0 <= chi(j, T, k), chi(j, T, k) <= 1]), 1, nodes(T)), 0),
    1,
)


def count(j: Term, T: Term | int) -> Term:
    """The number of nodes of level T that χ_j marks."""
    return Sum(lambda k: chi(j, T, k), 1, nodes(T))


MARKED = {"M_low": 1 <= M, "hereditary": hereditary, "j_low": 1 <= j, "T_low": 0 <= T}


@chapter.claim(given={**MARKED, "v_low": 0 <= v},
             shows=every(lambda k: chi(j, T, above(v, k)) <= chi(j, T + v, k), 1, nodes(T + v)))  # fmt: skip
def marked_below(p: Proof) -> Fact:
    """By induction on the number of levels."""
    p.given(w_low=0 <= w)
    claim = lambda w: every(lambda k: chi(j, T, above(w, k)) <= chi(j, T + w, k), 1, nodes(T + w))  # noqa: E731
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(T))
    same = p.congr(lambda i: chi(j, T, i), p.apply("above_none", k_low))
    base = p.generalize(k, p.have(chi(j, T, above(0, k)) <= chi(j, T, k), same), k_low, k_high)
    (so_far,) = assumed(p, claim(w))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(T + w + 1))
    up = above(1, k)
    low = p.apply("above_low", k_low, v=1)
    high = p.apply("above_high", k_low, k_high, T=T + w, v=1)
    now = p.specialize(so_far, up, using=[low, high])
    next_ = p.specialize(p.specialize("hereditary", j), T + w, k, using=[k_low, k_high])
    same = p.congr(lambda i: chi(j, T, i), p.apply("above_above", k_low, v=w, w=1))
    step = p.generalize(k, p.have(chi(j, T, above(w + 1, k)) <= chi(j, T + w + 1, k), now, next_, same))
    return p.specialize(p.induct(claim, 0, w, base, step), v)


lifted = fun(lambda k: chi(j, T, above(v, k)))


@chapter.claim(given=[1 <= M, 0 <= T, 0 <= v],
             shows=Eq(Sum(lambda k: lifted(k), 1, nodes(T + v)), nodes(v) * count(j, T)))  # fmt: skip
def marked_above(p: Proof) -> Fact:
    """Each node has M^v nodes v levels below."""
    size, _ = (p.apply("power_ge_one", m=M, k=i) for i in (v, T))
    whole = p.apply("tile_sum", f=lifted, d=nodes(v), G=nodes(T))
    add = p.apply("power_add", m=M, a=T, b=v)
    top = p.congr(lambda i: Sum(lambda k: lifted(k), 1, i), p.have(
        Eq(nodes(T + v), nodes(v) * nodes(T)), add))  # fmt: skip
    c_low, s_low, s_high = assumed(p, 1 <= c, 1 <= s, s <= nodes(v))
    own = p.congr(lambda i: chi(j, T, i), p.apply("above_own", c_low, s_low, s_high))
    row = own
    inner = fun(lambda s: lifted((c - 1) * nodes(v) + s))
    row = p.apply("sum_eq", row)
    number = p.apply("sum_const", size, lo=1, hi=nodes(v))
    row = p.have(Eq(Sum(lambda s: inner(s), 1, nodes(v)), nodes(v) * chi(j, T, c)), row, (number, chi(j, T, c)))
    outer = fun(lambda c: Sum(lambda s: lifted((c - 1) * nodes(v) + s), 1, nodes(v)))
    rows = p.apply("sum_eq", row, f=outer,
                   g=fun(lambda c: nodes(v) * chi(j, T, c)), lo=1, hi=nodes(T))  # fmt: skip
    return p.have(p.goal, whole, top, rows)


@chapter.claim(given={**MARKED, "v_low": 0 <= v}, shows=nodes(v) * count(j, T) <= count(j, T + v))
def marked_count(p: Proof) -> Fact:
    """Every node below a marked node is marked."""
    each = p.apply("marked_below")
    sum_ = p.apply("sum_le", each)
    return p.have(p.goal, sum_)


# --- stable levels ----------------------------------------------------------------------------------------------------


def share(j: Term) -> Term:
    """η/j − η/(j + 1): these shares add up to less than η."""
    return eta * (inv(j) - inv(j + 1))


def stable(j: Term, t: Term) -> Term:
    """On later levels χ_j marks hardly more nodes than the descendants of those that it marks on level t."""
    return every(lambda U: count(j, U) <= nodes(U - t) * count(j, t) + share(j) * nodes(U), t)


def none_before(j: Term, t: Term) -> Term:
    """No level before t is stable."""
    return every(lambda s: negation(stable(j, s)), 0, t - 1)


def ok(j: Term, T: Term, k: Term) -> Term:
    """If some level is stable, χ_j marks the ancestor of k on the first stable level."""
    first = lambda t: implies(stable(j, t), none_before(j, t), 1 <= chi(j, t, above(T - t, k)))  # noqa: E731
    return every(first, 0, T)


def below(J: Term, v: Term, T: Term | int, c: Term | int) -> Term:
    """Some node v levels below c is ok for χ_1, …, χ_J."""
    return exists(
        lambda k: [1 <= k, k <= nodes(T + v), Eq(above(v, k), c), every(lambda j: ok(j, T + v, k), 1, J)], "Z"
    )


def alive(T: Term | int, c: Term | int) -> Term:
    """For all J and v, some node v levels below is ok for χ_1, …, χ_J."""
    return every(lambda J: every(lambda v: below(J, v, num(T) if isinstance(T, int) else T, c), 0), 1)


def parts(p: Proof, held: Named, *goals: Term) -> list[Fact]:
    """Return each part of a conjunction."""
    return [p.exists_elim(held, [], lambda *all_, i=i: all_[i], g) for i, g in enumerate(goals)]


def first_of(p: Proof, holds: Callable[[Term], Term], found: Named) -> Fact:
    """Prove ∃t >= 0. holds(t) ∧ ∀s < t. ¬holds(s) from ∃t >= 0. holds(t)."""
    goal = exists(lambda t: [0 <= t, holds(t), every(lambda s: negation(holds(s)), 0, t - 1)], "Z")
    none = p.assume(negation(goal))
    claim = lambda w: every(lambda t: negation(holds(t)), 0, w)  # noqa: E731
    t_low, empty = assumed(p, 0 <= t, t <= num(-1))
    nothing = p.absurd(p.have(FALSE, t_low, empty), negation(holds(t)))
    base = p.generalize(t, nothing)
    so_far, t_high, held, s_low, s_high = assumed(p, claim(w), t <= w + 1, holds(t), 0 <= s, s <= t - 1)
    before = p.specialize(so_far, s, using=[s_low, p.have(s <= w, s_high, t_high)])
    there = p.exists_intro(goal, [t], t_low, held, before)
    step = p.generalize(t, p.discharge(p.mp(none, there), held.concl))
    all_ = p.induct(claim, num(-1), w, base, step)

    def at(low: Fact, held: Fact) -> Fact:
        never = p.specialize(p.specialize(all_, t, using=[p.have(num(-1) <= t, low)]), t,
                             using=[low])  # fmt: skip
        return p.absurd(p.mp(never, held), goal)

    return p.exists_elim(found, [t], at, goal)


FAMILY = {
    "M_low": 1 <= M, "hereditary": hereditary, "bits": bits, "eta_pos": 0 < eta,
    "falls": every(lambda j: every(lambda T: every(lambda k: chi(j + 1, T, k) <= chi(j, T, k), 1, nodes(T)), 0), 1),
}  # fmt: skip


@chapter.claim(given=[1 <= j, 0 < eta], shows=0 < share(j))
def share_pos(p: Proof) -> Fact:
    """1/(j + 1) < 1/j."""
    one, two = p.have(0 < j), p.have(0 < j + 1)
    same = p.have(Eq(inv(j) - inv(j + 1), inv(j) * inv(j + 1)), one, two)
    less = p.have(0 < inv(j) - inv(j + 1), same)
    return p.have(p.goal, (0 < eta, less))


@chapter.claim(given={**FAMILY, "j_low": 1 <= j}, shows=exists(lambda t: [0 <= t, stable(j, t)], "Z"))
def some_stable(p: Proof) -> Fact:
    """Some level nearly attains the supremum of the shares of marked nodes."""
    p.given(k_low=1 <= k, U_low=0 <= U)
    reached = lambda x: exists(lambda t: [0 <= t, x * nodes(t) <= count(j, t)], "Z")  # noqa: E731
    k_high = p.assume(k <= nodes(U))
    bit = p.specialize(p.specialize("bits", j), U, k, using=[k_high])
    low, high = parts(p, bit, 0 <= chi(j, U, k), chi(j, U, k) <= 1)
    sign = p.apply("sum_nonneg", low)
    most = p.apply("sum_le", high)
    size = p.apply("power_ge_one", m=M, k=U)
    most = p.have(count(j, U) <= nodes(U), most, p.apply("sum_const", size, lo=1, hi=nodes(U)))
    size = p.have(0 < nodes(U))
    at_zero = p.cut(p.instantiate(sign, [(U, num(0))]))
    start = p.exists_intro(reached(num(0)), [0], at_zero)

    def one_at_most(_t_low: Fact, share_: Fact) -> Fact:
        here = [p.cut(p.instantiate(f, [(U, t)])) for f in (most, size)]
        wrong = p.have(FALSE, share_, here[0], (p.assume(num(1) < z), here[1]))
        return p.cases(z, num(1), p.assume(z <= 1), p.absurd(wrong, z <= 1))

    bounded = p.exists_elim(p.assume(reached(z)), [t], one_at_most, z <= 1)
    found = supremum_of(p, reached, num(0), start, num(1), bounded)
    pos = p.apply("share_pos")

    up, least = p.obtain(found, s_)

    is_in, close = p.obtain(below_supremum(p, reached, least, s_, p.get(pos)), e)

    def with_level(t_low: Fact, share_: Fact) -> Fact:
        unit = p.have(Eq(nodes(U) * inv(nodes(U)), 1), size)
        own = p.have(Eq(count(j, U) * inv(nodes(U)) * nodes(U), count(j, U)), (unit, count(j, U)))
        mine = p.exists_intro(reached(count(j, U) * inv(nodes(U))), [U], own)
        mine = p.specialize(up, count(j, U) * inv(nodes(U)), using=[mine])
        mine = p.have(count(j, U) <= s_ * nodes(U), (mine, size), (unit, count(j, U)))
        rest = p.have(0 <= U - t, p.assume(t <= U))
        parts = p.apply("power_add", rest, t_low, m=M)
        wide = p.have(0 <= nodes(U - t))
        out = p.have(count(j, U) <= nodes(U - t) * count(j, t) + share(j) * nodes(U), mine,
                     (close, size), (share_, wide), (parts, e))  # fmt: skip
        out = p.cut(out, p.have(0 <= U, t <= U, t_low))
        return p.exists_intro(p.goal, [t], t_low, out)

    return p.exists_elim(is_in, [t], with_level)


@chapter.claim(given=[1 <= M, 1 <= k, 0 <= T, 0 <= b, ok(j, T + b, k)], shows=ok(j, T, above(b, k)))
def ok_above(p: Proof) -> Fact:
    """Ancestors of an ancestor of k are ancestors of k."""
    t_low, t_high, is_stable, first = assumed(p, 0 <= t, t <= T, stable(j, t), none_before(j, t))
    here = p.specialize(ok(j, T + b, k), t, using=[t_low, t_high, is_stable, first])
    up = p.apply("above_above", t_high, v=T - t, w=b)
    same = p.congr(lambda i: chi(j, t, i), up)
    out = p.have(1 <= chi(j, t, above(T - t, above(b, k))), here, same)
    return p.discharge(out, is_stable.concl, first.concl)


J2 = ints("J'")[0]
FEWER = {
    "M_low": 1 <= M, "T_low": 0 <= T, "v_low": 0 <= v, "b_low": 0 <= b, "fewer": J <= J2,
    "held": below(J2, v + b, T, c),
}  # fmt: skip


@chapter.claim(given=FEWER, shows=below(J, v, T, c))
def below_fewer(p: Proof) -> Fact:
    """The condition is weaker for fewer families and for fewer levels."""
    k_low, k_high, is_above, all_ok = p.obtain("held", k)
    up = above(b, k)
    low = p.apply("above_low", k_low, v=b)
    high = p.apply("above_high", k_low, k_high, T=T + v, v=b)
    same = p.have(Eq(above(v, up), c), p.apply("above_above", k_low, w=b), is_above)
    j_low, j_high = assumed(p, 1 <= j, j <= J)
    own = p.specialize(all_ok, j, using=[j_low, j_high])
    own = p.apply("ok_above", own, k_low, T=T + v)
    return p.exists_intro(p.goal, [up], low, high, same, own)


@chapter.claim(given=[1 <= M, 0 <= T, 1 <= k, k <= nodes(T + 1), alive(T + 1, k)], shows=alive(T, above(1, k)))
def alive_above(p: Proof) -> Fact:
    """Apply the definition with one level more."""
    J_low, v_low = assumed(p, 1 <= J, 0 <= v)
    below(J, v, T, above(1, k))
    found = p.specialize(p.specialize(alive(T + 1, k), J, using=[J_low]), v, using=[v_low])
    q_low, q_high, is_above, all_ok = p.obtain(found, q)
    up = p.congr(lambda i: above(1, i), is_above)
    held = p.exists_intro(
        below(J, v + 1, T, above(1, k)),
        [q],
        q_low,
        q_high,
        p.apply("above_above", v_low, q_low, v=1, k=q),
        up,
        all_ok,
    )
    return p.apply("below_fewer", held, v_low, **{"J'": J}, b=1, c=above(1, k))


child = exists(lambda k: [1 <= k, k <= nodes(T + 1), Eq(above(1, k), c), alive(T + 1, k)], "Z")


@chapter.claim(given={"M_low": 1 <= M, "T_low": 0 <= T, "alive": alive(T, c)}, shows=child)
def alive_below(p: Proof) -> Fact:
    """If every child were dead, each for some J and v, the node would be dead for the sums of these J and v."""
    p.given(w_low=0 <= w)
    none = p.assume(negation(child))
    dead = lambda k, J, v: implies(Eq(above(1, k), c), negation(below(J, v, T + 1, k)))  # noqa: E731
    claim = lambda w: implies(w <= nodes(T + 1), exists(  # noqa: E731
        lambda J, v: [1 <= J, 0 <= v, every(lambda k: dead(k, J, v), 1, w)], "Z", "Z"))  # fmt: skip
    k_low, empty = assumed(p, 1 <= k, k <= num(0))
    nothing = p.absurd(p.have(FALSE, k_low, empty), dead(k, num(1), num(0)))
    base = p.exists_intro(claim(num(0)).args[1], [1, 0], nothing)
    base = p.discharge(base, num(0) <= nodes(T + 1))
    so_far, room = assumed(p, claim(w), w + 1 <= nodes(T + 1))
    before = p.mp(so_far, p.have(w <= nodes(T + 1), room))
    goal = claim(w + 1).args[1]
    last = w + 1
    its = exists(lambda J, v: [1 <= J, 0 <= v, dead(last, J, v)], "Z", "Z")
    # the last one is dead for some J and v
    no = p.assume(negation(its))
    J_low, v_low, is_child = assumed(p, 1 <= J, 0 <= v, Eq(above(1, last), c))
    not_below = p.assume(negation(below(J, v, T + 1, last)))
    there = p.exists_intro(its, [J, v], J_low, v_low, p.discharge(not_below, is_child.concl))
    held = p.absurd(p.mp(no, there), below(J, v, T + 1, last))
    lives = held
    found = p.exists_intro(child, [last], room, is_child, lives)
    wrong = p.mp(none, found)
    its_fact = p.exists_intro(its, [1, 0], p.discharge(
        p.absurd(wrong, negation(below(num(1), num(0), T + 1, last))), is_child.concl))  # fmt: skip
    its_fact = p.absurd(p.mp(no, its_fact), its)
    J1, v1 = ints("J_1 v_1")

    def with_both(J_low: Fact, v_low: Fact, rest: Fact, J1_low: Fact, v1_low: Fact, own: Fact) -> Fact:
        k_low, k_high, same, held = assumed(p, 1 <= k, k <= w + 1, Eq(above(1, k), c), below(J + J1, v + v1, T + 1, k))
        first = p.apply("below_fewer", held, v_low, v1_low, J1_low,
                        **{"J'": J + J1}, b=v1, T=T + 1, c=k)  # fmt: skip
        second = p.apply("below_fewer", held, v1_low, v_low, J_low,
                         **{"J'": J + J1}, J=J1, v=v1, b=v, T=T + 1, c=k)  # fmt: skip

        def at(order: Fact) -> Fact:
            if order.concl.op == "eq":
                moved = p.replace(order, hole(lambda i: below(J1, v1, T + 1, i), "Z"), second)
                up = p.have(Eq(above(1, last), c), p.congr(lambda i: above(1, i), order), same)
                return p.mp(p.mp(own, up), moved)
            if order.concl.args[0] is k:
                return p.mp(p.specialize(rest, k, using=[k_low, order, same]), first)
            return p.have(FALSE, order, k_high)

        never = p.trichotomy(k, last, at)
        each = p.discharge(never, same.concl, held.concl)
        return p.exists_intro(goal, [J + J1, v + v1], J_low, J1_low, v_low, v1_low, each)

    def with_rest(*rest: Fact) -> Fact:
        own = p.obtain(its_fact, J1, v1)
        return with_both(*rest, *own)

    step = p.discharge(p.exists_elim(before, [J, v], with_rest, goal), room.concl)
    all_ = p.induct(claim, 0, w, base, step)
    last_ = p.specialize(all_, nodes(T + 1))

    J_low, v_low, rest = p.obtain(last_, J, v)

    found = p.specialize(p.specialize("alive", J, using=[J_low]), v + 1, using=[v_low])
    k_low, k_high, is_above, all_ok = p.obtain(found, k)
    up = above(v, k)
    low = p.apply("above_low", k_low)
    high = p.apply("above_high", k_low, k_high, v_low, T=T + 1)
    same = p.have(Eq(above(1, up), c), p.apply("above_above", v_low, k_low, v=1, w=v), is_above)
    there = p.exists_intro(below(J, v, T + 1, up), [k], k_low, k_high, all_ok)
    wrong = p.mp(p.specialize(rest, up, using=[low, high, same]), there)
    return p.absurd(wrong, child)


@chapter.claim(
    given={"falls": FAMILY["falls"], "j_low": 1 <= j, "order": j <= J, "U_low": 0 <= U},
    shows=every(lambda k: chi(J, U, k) <= chi(j, U, k), 1, nodes(U)),
)
def marks_fall(p: Proof) -> Fact:
    """By induction on the number of families."""
    p.given(k_low=1 <= k, k_high=k <= nodes(U))
    claim = lambda w: chi(w, U, k) <= chi(j, U, k)  # noqa: E731
    base = p.have(chi(j, U, k) <= chi(j, U, k))
    w_low, so_far = assumed(p, j <= w, claim(w))
    now = p.specialize("falls", w, U, k, using=[w_low])
    all_ = p.induct(claim, j, w, base, p.have(claim(w + 1), so_far, now))
    return p.specialize(all_, J)


big = every(lambda j: exists(lambda t: [0 <= t, eta * nodes(t) <= count(j, t)], "Z"), 1)
tau = variable("tau", "(ZZ>Z)")


@chapter.claim(given={**FAMILY, "big": big}, shows=alive(0, 1))
def root_alive(p: Proof) -> Fact:
    """χ_j's first stable level marks ancestors of all but a share η/j − η/(j + 1) of what χ_J marks on a late level."""
    p.given(J_low=1 <= J, v_low=0 <= v, j_low=1 <= j, j_high=j <= J)
    of_first = lambda j, t: exists(lambda: [0 <= t, stable(j, t), none_before(j, t)])  # noqa: E731
    level = first_of(p, lambda t: stable(j, t), p.apply("some_stable"))
    its = exists(lambda g: of_first(j, g(num(1))), "(Z>Z)")
    own = p.exists_elim(level, [t], lambda *held: p.exists_intro(its, [fun(lambda _: t)], p.exists_intro(
        of_first(j, t), [], *held)), its)  # fmt: skip
    each = p.generalize(j, own)
    listed = chosen_for_each(p, lambda j, g: of_first(j, g(num(1))), J, each, p.have(0 <= J, "J_low"), "(Z>Z)")
    at = lambda j: tau(j, num(1))  # noqa: E731

    def with_level(low: Fact, many: Fact, t_low: Fact, is_stable: Fact, first: Fact, fits: Fact, sign: Fact) -> Fact:
        rest = Sum(lambda j: at(j), 1, J)
        top = v + t + rest
        none = p.assume(negation(below(J, top, num(0), 1)))
        k_low, k_high = assumed(p, 1 <= k, k <= nodes(top))
        lost = lambda j, k: chi(j, top, k) - chi(j, at(j), above(top - at(j), k))  # noqa: E731
        marked = p.apply("marked_below", t_low, fits, low, v=top - at(j))
        terms = p.generalize(j, p.specialize(marked, k, using=[k_low, k_high]))
        row = fun(lambda j: lost(j, k))
        total = Sum(lambda j: lost(j, k), 1, J)
        its = p.apply("sum_member", terms, f=row, lo=1, hi=J, m=j)
        own = p.specialize(p.apply("marks_fall", low, sign, U=top), k, using=[k_low, k_high])
        one = p.integer_step(
            p.have(0 < chi(j, at(j), above(top - at(j), k)), p.assume(total < chi(J, top, k)), its, own),
        )
        s_low, _, s_stable, s_first = assumed(p, 0 <= s, s <= top, stable(j, s), none_before(j, s))
        shown = lambda s: 1 <= chi(j, s, above(top - s, k))  # noqa: E731

        def same_level(order: Fact) -> Fact:
            if order.concl.op == "eq":
                back = p.have(Eq(at(j), s), order)
                return p.replace(back, hole(shown, "Z"), one)
            early = order.concl.args[0] is s
            which, mark, held = (s, first, s_stable) if early else (at(j), s_first, is_stable)
            never = p.specialize(mark, which, using=[s_low if early else t_low, order])
            return p.absurd(p.mp(never, held), shown(s))

        is_ok = p.discharge(p.trichotomy(s, at(j), same_level), s_stable.concl, s_first.concl)
        root = p.specialize(p.apply("above_root", v=top), k, using=[k_low, k_high])
        there = p.exists_intro(below(J, top, num(0), 1), [k], k_low, k_high, root, is_ok)
        never = p.absurd(p.mp(none, there), chi(J, top, k) <= total)
        enough = p.cases(chi(J, top, k), total, p.assume(chi(J, top, k) <= total), never)
        sums = p.apply("sum_le", enough)
        swapped = p.apply("sum_swap", h=fun(lambda k, j: lost(j, k), 2), lo=1, hi=nodes(top), lo2=1, hi2=J)
        lifted_ = p.apply("marked_above", t_low, fits, low, v=top - at(j))
        bound = p.specialize(is_stable, top, using=[fits, low])
        each = p.have(Sum(lambda k: lost(j, k), 1, nodes(top)) <= share(j) * nodes(top), lifted_, bound)
        falls = fun(lambda j: -(eta * inv(j) * nodes(top)))
        shares = p.apply("sum_le", each)
        ends = p.apply("telescope", f=falls, lo=1, hi=J)
        size = p.have(0 < nodes(top), p.apply("power_ge_one", m=M, k=top))
        left = p.have(0 < eta * inv(J + 1) * nodes(top), (p.have(0 < eta * inv(J + 1)),
                                                               size))  # fmt: skip
        parts = p.apply("power_add", low, sign, m=M, b=top - t)
        grown = p.apply("marked_count", low, sign, j=J, v=top - t)
        wrong = p.have(FALSE, grown, (many, nodes(top - t)), (parts, eta), sums, swapped, shares, ends, left)
        held = p.absurd(wrong, below(J, top, num(0), 1))
        zero = p.have(num(0) <= 0)
        return p.apply("below_fewer", held, zero, low, sign, **{"J'": J}, b=top - v, c=num(1))

    (held,) = p.obtain(listed, tau)
    here = p.specialize(held, j)
    t_low, is_stable, first = parts(p, here, 0 <= at(j), stable(j, at(j)), none_before(j, at(j)))
    every_low = p.generalize(j, t_low)
    levels = fun(lambda j: at(j))
    fits = p.apply("sum_member", every_low, f=levels, lo=1, hi=J, m=j)
    sign = p.apply("sum_nonneg", every_low)
    low, many = p.obtain(p.specialize("big", J), t)
    return with_level(low, many, t_low, is_stable, first, fits, sign)


# --- the leftmost path ------------------------------------------------------------------------------------------------


def leftmost(T: Term | int, k: Term) -> Term:
    """k is the first node of level T that is alive."""
    T = num(T) if isinstance(T, int) else T
    return exists(lambda: [1 <= k, k <= nodes(T), alive(T, k), every(lambda s: negation(alive(T, s)), 1, k - 1)])


def of_leftmost(p: Proof, held: Named, T: Term, k: Term) -> list[Fact]:
    """Return the conditions on the first node that is alive."""
    return parts(p, held, 1 <= k, k <= nodes(T), alive(T, k), every(lambda s: negation(alive(T, s)), 1, k - 1))


@chapter.claim(given=[1 <= M, alive(0, 1), 0 <= T], shows=exists(lambda k: [leftmost(T, k)], "Z"))
def leftmost_exists(p: Proof) -> Fact:
    """Each level contains a node that is alive."""
    some = lambda w: exists(lambda k: [1 <= k, k <= nodes(w), alive(w, k)], "Z")  # noqa: E731
    base = p.exists_intro(some(num(0)), [1])
    (so_far,) = assumed(p, some(w))

    def next_(low: Fact, high: Fact, lives: Fact) -> Fact:
        below_ = p.apply("alive_below", lives, p.assume(0 <= w), T=w, c=k)
        low, high, _up, lives = p.obtain(below_, q)
        return p.exists_intro(some(w + 1), [q], low, high, lives)

    step = p.exists_elim(so_far, [k], next_, some(w + 1))
    here = p.specialize(p.induct(some, 0, w, base, step), T)
    holds = lambda t: exists(lambda: [1 <= t, t <= nodes(T), alive(T, t)])  # noqa: E731
    some_node = exists(lambda t: [0 <= t, holds(t)], "Z")
    as_node = lambda *all_: p.exists_intro(  # noqa: E731
        some_node, [k], all_[0], p.exists_intro(holds(k), [], *all_)
    )
    found = p.exists_elim(here, [k], as_node, some_node)

    _, held, none = p.obtain(first_of(p, holds, found), t)
    low, high, lives = parts(p, held, 1 <= t, t <= nodes(T), alive(T, t))
    s_low, s_high, other = assumed(p, 1 <= s, s <= t - 1, alive(T, s))
    its = p.exists_intro(holds(s), [], s_low, s_high, high, other)
    never = p.specialize(none, s, using=[s_low, s_high])
    before = p.discharge(p.mp(never, its), other.concl)
    return p.exists_intro(p.goal, [t], p.exists_intro(leftmost(T, t), [], low, high, lives, before))


@chapter.claim(given=[1 <= M, 0 <= T, leftmost(T, c), leftmost(T + 1, k)], shows=Eq(above(1, k), c))
def leftmost_parent(p: Proof) -> Fact:
    """The parent of the first node is alive, and the first node that is alive has a child that is alive."""
    *_, c_lives, c_first = of_leftmost(p, leftmost(T, c), T, c)
    k_low, _, k_lives, k_first = of_leftmost(p, leftmost(T + 1, k), T + 1, k)
    up = above(1, k)
    up_lives = p.apply("alive_above", k_lives)
    early = p.assume(up < c)
    low = p.apply("above_low", k_low, v=1)
    never = p.specialize(c_first, up, using=[low, early])
    wrong = p.absurd(p.mp(never, up_lives), c <= up)
    least = p.cases(c, up, p.assume(c <= up), wrong)

    q_low, _q_high, is_child, lives = p.obtain(p.apply("alive_below", c_lives), q)
    early = p.assume(q < k)
    never = p.specialize(k_first, q, using=[q_low, early])
    wrong = p.absurd(p.mp(never, lives), k <= q)
    order = p.cases(k, q, p.assume(k <= q), wrong)
    grown = p.apply("above_monotone", k_low, order, v=1, c=q)
    return p.antisymmetry(p.have(up <= c, grown, is_child), least)


@chapter.claim(given=[1 <= M, alive(0, 1), 0 <= T, 0 <= v, leftmost(T, c), leftmost(T + v, k)],
             shows=Eq(above(v, k), c))  # fmt: skip
def leftmost_above(p: Proof) -> Fact:
    """By induction on the number of levels."""
    p.given(here=leftmost(T, c), last=leftmost(T + v, k))
    claim = lambda w: for_all(lambda k: implies(leftmost(T + w, k), Eq(above(w, k), c)), "Z")  # noqa: E731
    (held,) = assumed(p, leftmost(T, k))
    c_low, _, c_lives, c_first = of_leftmost(p, "here", T, c)
    k_low, _, k_lives, k_first = of_leftmost(p, held, T, k)

    def same(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        which, first, lives, low = (k, c_first, k_lives, k_low) if order.concl.args[0] is k else (
            c, k_first, c_lives, c_low)  # fmt: skip
        never = p.specialize(first, which, using=[low, order])
        return p.absurd(p.mp(never, lives), Eq(k, c))

    base = p.have(Eq(above(0, k), c), p.trichotomy(k, c, same), p.apply("above_none", k_low))
    base = p.generalize(k, base)
    so_far, held = assumed(p, claim(w), leftmost(T + w + 1, k))
    k_low = of_leftmost(p, held, T + w + 1, k)[0]
    goal = Eq(above(w + 1, k), c)
    (between,) = p.obtain(p.apply("leftmost_exists", p.assume(0 <= w), T=T + w), q)
    parent = p.apply("leftmost_parent", 0 <= w, between, held, T=T + w, c=q)
    up = p.mp(p.rule("specialize", so_far, q), between)
    moved = p.congr(lambda i: above(w, i), parent)
    twice = p.apply("above_above", k_low, 0 <= w, v=w, w=1)
    step = p.change(p.have(goal, twice, moved, up), goal)
    all_ = p.induct(claim, 0, w, base, p.generalize(k, step))
    last = p.specialize(all_, v)
    return p.note("out", p.mp(p.rule("specialize", last, k), "last"))
