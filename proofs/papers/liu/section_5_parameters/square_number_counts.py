"""Theorem 5.1 with a square W_V: how many numbers the weights of `theorem_4_1_square` are made of.

For each centre: R and −R times its dn coordinates, the dn shifts of levels above 0, the n + 1 of the others. Besides,
the levels of the queries, a number of copies for each level, 2 log B/K², 0 and 1. Tokens are many, but few differ.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import F, G, half_square, length, v
from proofs.papers.liu.section_4_1_self_attention.level_network import ITEMS, J, N, centre, item, key, place
from proofs.papers.liu.section_4_1_self_attention.levels import B, K, M, h, level, row
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import LONG, U, f, row_block, row_token
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import NET, SQUARE, lift, made_linear, made_weights
from proofs.papers.liu.section_5_parameters.number_counts import (
    Leaf,
    Range,
    approximated_by_square,
    entry_listed,
    for_entries,
    listed,
    listed_as,
    over,
    ranges,
    shapes,
)
from proofs.papers.liu.vocabulary import R, X, c, d, eps, i, n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import member
from proofs.theorems.combinatorics.tilings import TILED

count, q, t, b, g = ints("T q t b g")
(number_of,) = vectors("theta'")
AMONG = number_of, count


def among(value: Term) -> Term:
    """The value is one of θ'_1, …, θ'_T."""
    return listed(value, *AMONG)


def shift_above(j: Term, r: Term, c: Term) -> Term:
    """That of the token of centre j and row r on the level c > 0."""
    return c * K + lift - R * half_square(j) + F(j, r, c)


def shift_below(j: Term, g: Term) -> Term:
    """That on a level g <= 0, the same in all rows."""
    return g * K + R * half_square(j) - lift


def of_copies(g: Term) -> Term:
    """One over the number of copies on a level."""
    return 1 / power(B, n * n - g * g)


def for_centres(claim: Callable[[Term], Term]) -> Term:
    """The claim about all centres."""
    return every(claim, 1, G)


CONSTANTS = {"has_zero": num(0), "has_one": num(1), "has_key": key}
NUMBERS = {
    **{name: among(x) for name, x in CONSTANTS.items()},
    "has_up": for_centres(lambda j: every(lambda q: among(R * v(j, q)), 1, length)),
    "has_down": for_centres(lambda j: every(lambda q: among(-(R * v(j, q))), 1, length)),
    "has_above": for_centres(lambda j: every(lambda r: every(lambda c: among(shift_above(j, r, c)), 1, n), 1, d)),
    "has_below": for_centres(lambda j: every(lambda g: among(shift_below(j, g)), -n, 0)),
    "has_level": every(lambda g: among(g * K), -n, n),
    "has_copies": every(lambda g: among(of_copies(g)), -n, n),
}  # fmt: skip
WEIGHTS = (*made_linear, *made_weights)
SHAPES = shapes(n * N, d, N, d)
SHAPED = {name: SQUARE[name] for name in ("wide", "long", "some", "flat", *NET, *LONG)}
GIVEN = [*SHAPED.values(), *NUMBERS.values()]


def entries_of(place: int) -> Term:
    """All entries of this matrix are listed."""
    return for_entries(among, WEIGHTS[place], SHAPES[place])


def of_item(p: Proof, t: Term, *ends: Fact) -> dict[str, Fact]:
    """The ranges of the item that token t is a copy of, its row, level and centre."""
    own = [p.specialize(f"item_{end}", t, using=ends) for end in ("low", "high")]
    laws = ("row_low", "row_high", "level_low", "level_high", "centre_low", "centre_high")
    return {name: p.specialize(name, item(t), using=own) for name in laws} | dict(
        zip(("low", "high"), own, strict=True)
    )


def holds(orders: list[Fact], condition: Term) -> Fact | None:
    """The condition, if it is among what was decided."""
    return next((fact for fact in orders if fact.concl is condition), None)


def write(p: Proof, place: int, tops: tuple[Term, ...], leaf: Callable[..., Leaf] | None = None) -> Fact:
    """All entries of a matrix, by the choices in them."""
    p.given(**SHAPED, **NUMBERS)
    names = (i, t) if len(tops) == 2 else (h, i, c)
    found = ranges(p, *reversed(list(zip(names, tops, strict=True))))
    fact = entry_listed(p, WEIGHTS[place](*names), leaf(p, *reversed(found)) if leaf else None, CONSTANTS, AMONG)
    return p.change(over(p, fact, found), p.goal, label="out")


def coordinate(p: Proof, in_h: Range, _in_i: Range, in_c: Range) -> Leaf:
    """R or −R times the coordinate of a centre."""
    spots = [p.specialize(f"long_{law}", h, using=in_h[1:]) for law in TILED[:4]]
    own = of_item(p, row_block(h), *spots[:2])
    at = (row_token(h) - 1) * d + c
    before = p.have(0 <= (row_token(h) - 1) * d, (p.have(0 <= row_token(h) - 1, spots[2]), d))
    after = p.have(0 <= (n - row_token(h)) * d, (p.have(0 <= n - row_token(h), spots[3]), d))
    low, high = p.have(1 <= at, before, in_c[1]), p.have(at <= length, after, in_c[2], "flat")

    def leaf(_value: Term, orders: list[Fact]) -> Fact:
        z = item(row_block(h))
        inside = holds(orders, centre(z) <= G)
        assert inside is not None
        name = "has_up" if holds(orders, 1 <= level(z)) else "has_down"
        return p.specialize(p.specialize(name, centre(z), using=[own["centre_low"], inside]), at, using=[low, high])

    return leaf


@paper.claim(given=GIVEN, shows=entries_of(0))
def square_left_listed(p: Proof) -> Fact:
    """Zeros, and R and −R times coordinates of centres."""
    return write(p, 0, (n * N, d, d), coordinate)


@paper.claim(given=GIVEN, shows=entries_of(1))
def square_right_listed(p: Proof) -> Fact:
    """Zeros and ones."""
    return write(p, 1, (n * N, n, N))


def shift(p: Proof, _in_i: Range, in_t: Range) -> Leaf:
    """Those of the levels, of a centre or of the query."""
    own, z = of_item(p, t, *in_t[1:]), item(t)

    def leaf(_value: Term, orders: list[Fact]) -> Fact:
        inside, above = holds(orders, centre(z) <= G), holds(orders, 1 <= level(z))
        if inside is None:
            return p.specialize("has_level", level(z), using=[own["level_low"], own["level_high"]])
        ends = [own["centre_low"], inside]
        if above is None:
            (below,) = (fact for fact in orders if fact.concl is (level(z) < 1))
            return p.specialize("has_below", centre(z), level(z), using=[*ends, own["level_low"], below])
        ends += [own["row_low"], own["row_high"], above, own["level_high"]]
        return p.specialize("has_above", centre(z), row(z), level(z), using=ends)

    return leaf


@paper.claim(given=GIVEN, shows=entries_of(2))
def square_shift_listed(p: Proof) -> Fact:
    """Zeros, and the shifts."""
    return write(p, 2, (d, N), shift)


@paper.claim(given=GIVEN, shows=entries_of(3))
def square_keys_listed(p: Proof) -> Fact:
    """2 log B/K² on the diagonal."""
    return write(p, 3, (d, d))


@paper.claim(given=GIVEN, shows=entries_of(4))
def square_queries_listed(p: Proof) -> Fact:
    """The identity, which W_V is as well."""
    return write(p, 4, (d, d))


# --- W_O: each item is chosen once, if at all ------------------------------------------------------------------------


def chosen(q: Term, h: Term) -> Term:
    """Σ_b over the queries of level h."""
    return sigma(lambda b: ite(eq(q, place(b, h, J)), 1, 0), 1, d)


def chosen_in_row(q: Term, h: Term) -> Term:
    """The query of its own row alone."""
    return ite(eq(q, place(row(q), h, J)), 1, 0)


CHOSEN = {**ITEMS, "many": 1 <= J, "q_low": 1 <= q, "q_high": q <= M, "h_low": -n <= h, "h_high": h <= n}


@paper.claim(given=CHOSEN, shows=eq(chosen(q, h), chosen_in_row(q, h)))
def chosen_once(p: Proof) -> Fact:
    """The queries of other rows are other items."""
    p.given(b_low=1 <= b, b_high=b <= d)
    once = chosen_in_row(q, h)

    def each(order: Fact) -> Fact:
        hit = ite(eq(q, place(b, h, J)), 1, 0)
        goal = eq(hit, once * ite(eq(b, row(q)), 1, 0))
        picked = p.reduce_ite(order, ite(eq(b, row(q)), 1, 0))[0]
        if order.concl.op == "eq":
            moved = p.congr(lambda b: ite(eq(q, place(b, h, J)), 1, 0), order)
            return p.have(goal, moved, (picked, once))
        here = p.rule("assume", eq(q, place(b, h, J)))
        own = p.have(eq(row(q), b), p.congr(row, here), p.specialize("place_row", b, h, J))
        none = p.rule("discharge", here.concl, p.have(FALSE, own, order))
        return p.have(goal, p.rule("ite_eq", hit, none), (picked, once))

    terms = p.trichotomy(b, row(q), each)
    same = p.apply("sum_eq", terms)
    ends = [p.specialize(name, q) for name in ("row_low", "row_high")]
    one = p.apply("sum_delta", *ends, f=fun(lambda b: once), lo=1, hi=d, m=row(q))
    return p.have(p.goal, same, one)


@paper.claim(given=GIVEN, shows=entries_of(6))
def square_outputs_listed(p: Proof) -> Fact:
    """Zero, or one over the number of copies: no item is of the levels c and −c."""
    p.given(**SHAPED, **NUMBERS)
    in_c, in_t = ranges(p, (c, n), (t, N))
    own, z = of_item(p, t, *in_t[1:]), item(t)
    part = p.specialize("has_copies", level(z), using=[own["level_low"], own["level_high"]])
    spots = [(x, p.have(-n <= x, *in_c[1:]), p.have(x <= n, *in_c[1:])) for x in (c, -c)]
    sums = [p.apply("chosen_once", own["low"], own["high"], *within, J=G + 1) for x, *within in spots]
    entry, inverse = WEIGHTS[6](t, c), of_copies(level(z))
    choices = [sum_.concl.args[1] for sum_ in sums]

    def with_orders(orders: list[Fact]) -> Fact:
        hits = [order.concl.op == "eq" for order in orders]
        if all(hits):
            levels = []
            for (x, *within), order in zip(spots, orders, strict=True):
                known = [own["row_low"], own["row_high"], *within]
                there = p.specialize("place_level", row(z), x, G + 1, using=known)
                levels.append(p.have(eq(level(z), x), p.congr(level, order), there))
            return p.rule("absurd", p.have(FALSE, *levels, in_c[1]), among(entry))
        picked = [p.rule("ite_eq", choice, order) for choice, order in zip(choices, orders, strict=True)]
        value = inverse if any(hits) else num(0)
        equal = p.have(eq(entry, value), *((fact, inverse) for fact in (*sums, *picked)))
        return listed_as(p, part if any(hits) else p.get("has_zero"), equal, AMONG)

    fact = by_cases(p, [choice.args[0] for choice in choices], with_orders)
    return p.change(over(p, fact, [in_c, in_t]), p.goal)


COUNTED = {**SQUARE, **NUMBERS}


@paper.claim(given=COUNTED, shows=approximated_by_square(f, U, eps, count))
def square_made_of(p: Proof) -> Fact:
    """There are such layers: those of `theorem_4_1_square`."""
    p.given(X_in=member(U, X))
    close = p.apply("square_at_point")
    names = ("left", "right", "shift", "keys", "queries", "queries", "outputs")
    parts = [p.apply(f"square_{name}_listed") for name in names]
    return p.exists_intro(p.goal, [n * N, N, d, *WEIGHTS, number_of], "long", "longer", close, *parts)
