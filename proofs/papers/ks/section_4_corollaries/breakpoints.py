"""Lower bounds for the hidden units of a network with one hidden layer on ids on a line (Remark 2).

On a line the layer is a polygon with a kink for each hidden unit at most. If the labels of the ids are 1, 2, 1, 2, …
along the line, there is a kink between any two ids that are second neighbours.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.algebra.matrices import named
from proofs.theorems.networks.transformers import W_1, W_2, b_1, b_2, d, feed_forward, q, relu

i, j, k, t, K = ints("i j k t K")
a, b, c, slope, height = reals("a b c alpha beta")
w, u, v, e, ends, middles = vectors("w u v e x y")


def active(i: Term, x: Term) -> Term:
    """1 if hidden unit i is active at x, else 0."""
    return ite(0 < u(i) * x + v(i), 1, 0)


def unit(i: Term, x: Term) -> Term:
    """Hidden unit i at x."""
    return relu(u(i) * x + v(i))


@paper.claim([a < b, b < c, Eq(active(i, a), active(i, c))],
             shows=Eq((c - b) * unit(i, a) + (b - a) * unit(i, c), (c - a) * unit(i, b)))  # fmt: skip
def straight_without_kink(p: Proof) -> Fact:
    """If a unit is active at both ends, it is active between them, and linear; otherwise it is 0 there."""
    left = p.have(0 < b - a)
    right = p.have(0 < c - b)
    whole = p.have(0 < c - a)
    points = {x: u(i) * x + v(i) for x in (a, b, c)}

    def prove(known: list[Fact]) -> Fact:
        marks = values(p, known, active(i, a), active(i, c))
        on, there = (y.concl.op == "lt" for y in known)
        if on != there:
            return p.absurd(p.have(FALSE, *marks), p.goal)
        claim = 0 < points[b] if on else points[b] <= 0
        between = p.have(claim, (known[0], right), (known[1], left), scale=[whole])
        name, sides = "relu_positive" if on else "relu_negative", (known[0], between, known[1])
        one, two, three = (p.apply(name, side, z=y) for side, y in zip(sides, points.values(), strict=True))
        return p.have(p.goal, (one, c - b), (two, c - a), (three, b - a))

    return by_cases(p, [0 < points[a], 0 < points[c]], prove)


def turns(i: Term, k: Term) -> Term:
    """1 if unit i is active at exactly one of x_{k-1} and x_k, else 0."""
    return abs(active(i, ends(k)) - active(i, ends(k - 1)))


ascending = every(lambda k: ends(k - 1) < ends(k), 1, K)


@paper.claim({"K_low": 0 <= K, "ascending": ascending}, shows=Sum(lambda k: turns(i, k), 1, K) <= 1)
def turns_once(p: Proof) -> Fact:
    """Along the line a unit becomes active once, or inactive once."""
    p.given(j_low=0 <= j, j_high=j + 1 <= K, rises=0 <= u(i), falls=u(i) < 0)
    step = p.specialize("ascending", j + 1)

    def at(x: Term) -> Term:
        return u(i) * ends(x) + v(i)

    def total(x: Term) -> Term:
        return Sum(lambda k: turns(i, k), 1, x)

    more = p.big_step(total(j + 1), p.have(1 <= j + 1))
    gap = active(i, ends(j + 1)) - active(i, ends(j))

    def one_way(way: str, sign: int) -> Fact:
        """Where u increases (or decreases), the number of turns is the increase (or decrease) of its activity."""

        def whole(x: Term) -> Term:
            return sign * (active(i, ends(x)) - active(i, ends(num(0))))

        def claim(x: Term) -> Term:
            return implies(x <= K, total(x) <= whole(x))

        def grows(known: list[Fact]) -> Fact:
            return p.have(0 <= sign * gap, *values(p, known, active(i, ends(j)), active(i, ends(j + 1))), *moved)

        def enough(known: list[Fact]) -> Fact:
            return p.have(p.goal, found, *values(p, known, active(i, ends(num(0))), active(i, ends(K))))

        moved = [p.have(sign * at(j) <= sign * at(j + 1), (way, step))]
        nonneg = by_cases(p, [0 < at(j), 0 < at(j + 1)], grows)
        size = p.abs_value(gap, p.have(0 <= gap if sign > 0 else gap <= 0, nonneg))
        before = p.mp(p.assume(claim(j)), p.have(j <= K, "j_high"))
        after = p.discharge(p.have(total(j + 1) <= whole(j + 1), before, more, size), j + 1 <= K)
        base = p.discharge(p.have(total(num(0)) <= whole(num(0))), num(0) <= K)
        every_ = p.induct(claim, 0, j, base, after)
        found = p.specialize(every_, K)
        return by_cases(p, [0 < at(num(0)), 0 < at(K)], enough)

    return p.cases(0, u(i), one_way("rises", 1), one_way("falls", -1))


def polygon(x: Term) -> Term:
    """The layer on the line."""
    return slope * x + height + Sum(lambda i: w(i) * unit(i, x), 1, q)


@paper.claim(
    {"first": a < b, "second": b < c, "at_a": Eq(polygon(a), 1), "at_b": Eq(polygon(b), 2), "at_c": Eq(polygon(c), 1)},
    shows=1 <= Sum(lambda i: abs(active(i, c) - active(i, a)), 1, q),
)
def some_turn(p: Proof) -> Fact:
    """Otherwise all units, and hence the layer, would be linear from a to c."""
    p.given(i_low=1 <= i, i_high=i <= q)
    turn = fun(lambda i: abs(active(i, c) - active(i, a)))
    own = p.apply("sum_member", f=turn, m=i, lo=1, hi=q)
    way = [p.apply("abs_ge", x=x) for x in (active(i, c) - active(i, a), active(i, a) - active(i, c))]

    def alike(known: list[Fact]) -> Fact:
        marks, claim = values(p, known, active(i, a), active(i, c)), Eq(active(i, a), active(i, c))
        if known[0].concl.op == known[1].concl.op:
            return p.have(claim, *marks)
        return p.absurd(p.have(FALSE, own, p.assume(Sum(turn, 1, q) < 1), *marks, *way), claim)

    same = by_cases(p, [0 < u(i) * a + v(i), 0 < u(i) * c + v(i)], alike)
    line = p.apply("straight_without_kink", same)
    left = fun(lambda i: (c - b) * (w(i) * unit(i, a)) + (b - a) * (w(i) * unit(i, c)))
    right = fun(lambda i: (c - a) * (w(i) * unit(i, b)))
    each = p.have(Eq(left(i), right(i)), (line, w(i)))
    total = p.apply("sum_eq", each)
    whole = p.have(0 < c - a)
    no = p.have(FALSE, total, ("at_a", c - b), ("at_c", b - a), ("at_b", c - a), whole)
    less = p.absurd(no, p.goal)
    return p.cases(1, Sum(turn, 1, q), p.assume(p.goal), less)


BETWEEN = {
    "ascending": ascending, "after": every(lambda k: ends(k - 1) < middles(k), 1, K),
    "before": every(lambda k: middles(k) < ends(k), 1, K), "ones": every(lambda k: Eq(polygon(ends(k)), 1), 0, K),
    "twos": every(lambda k: Eq(polygon(middles(k)), 2), 1, K),
}  # fmt: skip


@paper.claim({"K_low": 0 <= K, "q_low": 0 <= q, **BETWEEN}, shows=K <= q)
def kinks_needed(p: Proof) -> Fact:
    """There is a turn between any two ends, and no unit turns twice."""
    p.given(k_low=1 <= k, k_high=k <= K)
    known = [p.specialize("after", k), p.specialize("before", k), p.specialize("ones", k - 1),
             p.specialize("twos", k), p.specialize("ones", k)]  # fmt: skip
    some = p.apply("some_turn", *known)
    ones = fun(lambda k: num(1))
    low = p.apply("sum_le", some)
    high = p.apply("sum_le", f=fun(lambda i: Sum(lambda k: turns(i, k), 1, K)), g=ones, lo=1, hi=q)
    swapped = p.apply("sum_swap", h=fun(lambda k, i: turns(i, k), 2), lo=1, hi=K, lo2=1, hi2=q)
    counts = [p.apply("sum_const", lo=1, hi=top)
              for top, sign in ((K, "K_low"), (q, "q_low"))]  # fmt: skip
    return p.have(p.goal, low, high, swapped, *counts)


(z,) = vectors("z")
on_line = fun(lambda c, k: z(k) * e(c), 2)
taken = feed_forward(named(on_line, d, 2 * K + 1), W_1, b_1, W_2, b_2)
LABELLED = {
    "upwards": every(lambda k: z(k) < z(k + 1), 1, 2 * K),
    "odd": every(lambda k: Eq(taken(t, 2 * k + 1), 1), 0, K), "even": every(lambda k: Eq(taken(t, 2 * k), 2), 1, K),
}  # fmt: skip


@paper.claim([0 <= K, 0 <= q, *LABELLED.values()], shows=K <= q)
def hidden_units_needed(p: Proof) -> Fact:
    """On the line of the ids, entry t of the layer's output is a polygon."""
    p.given(**LABELLED, k_low=1 <= k, k_high=k <= K)
    odd, even = fun(lambda k: z(2 * k + 1)), fun(lambda k: z(2 * k))
    first = p.specialize("upwards", 2 * k)
    law = [p.have(claim, first) for claim in (
        odd(k - 1) < odd(k), odd(k - 1) < even(k), even(k) < odd(k))]  # fmt: skip
    by = {"u": fun(lambda i: Sum(lambda c: W_1(i, c) * e(c), 1, d)), "v": b_1, "w": fun(lambda i: W_2(t, i)),
          "alpha": e(t), "beta": b_2(t), "x": odd, "y": even}  # fmt: skip
    return p.apply("kinks_needed", *law, **by)
