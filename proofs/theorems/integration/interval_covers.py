"""Covers of an interval by countably many intervals with weights: their total weighted length is at least its length.

Main statement: `interval_covered`; applied axis by axis it gives the same for boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import assumed, below_supremum, supremum_of
from proofs.theorems.integration.integrals import inside, integral_at_most

chapter = Chapter("interval_covers")
N, M, k = ints("N M k")
low, high, t, s, x, rho, e, c, s2 = reals("l h t s x rho e c s'")
lo, hi, b, pad, f = vectors("lo hi b pad f")


def covering(N: Term, x: Term) -> Term:
    """Σ b_k 1_[lo_k, hi_k](x)."""
    return Sum(lambda k: b(k) * inside(lo(k), hi(k), x), 1, N)


def covered(t: Term) -> Term:
    """Every point of [l, h] is covered with total weight at least t."""

    def at(x: Term) -> Term:
        return implies(low <= x, x <= high, exists(lambda N: [0 <= N, t <= covering(N, x)], "Z"))

    return for_all(at, "R")


def width(k: Term) -> Term:
    """Return the length of the k-th interval with its margins."""
    return hi(k) - lo(k) + 2 * pad(k)


def part(k: Term, s: Term) -> Term:
    """The length of the part of the k-th interval, with margins, that lies below s."""
    start = s - lo(k) + pad(k)
    return ite(start <= 0, 0, ite(start <= width(k), start, width(k)))


def below(N: Term, s: Term) -> Term:
    """Σ b_k times the length of the part below s."""
    return Sum(lambda k: b(k) * part(k, s), 1, N)


LAWS = {
    "ordered": every(lambda k: lo(k) <= hi(k), 1), "weights": every(lambda k: 0 <= b(k), 1),
    "pads": every(lambda k: 0 < pad(k), 1),
}  # fmt: skip
OF_ONE = {"order": lo(k) <= hi(k), "pad_pos": 0 < pad(k)}


def conditions(k: Term, s: Term) -> list[Term]:
    """Return the conditions of `part`."""
    return [s - lo(k) + pad(k) <= 0, s - lo(k) + pad(k) <= width(k)]


@chapter.claim(given={**OF_ONE, "less": s <= s2}, shows=part(k, s) <= part(k, s2))
def part_grows(p: Proof) -> Fact:
    """The part increases with s."""
    return by_cases(
        p, [*conditions(k, s), *conditions(k, s2)],
        lambda known: p.have(p.goal, *values(p, known, part(k, s), part(k, s2)), *known, *OF_ONE, "less"),
    )  # fmt: skip


@chapter.claim(given=OF_ONE, shows=part(k, s) <= width(k))
def part_at_most(p: Proof) -> None:
    """The part is contained in the interval."""


@chapter.claim(given=OF_ONE, shows=0 <= part(k, s))
def part_nonneg(p: Proof) -> None:
    """A length is nonnegative."""


NEAR = {"from": x - pad(k) <= s, "less": s <= s2, "to": s2 <= x + pad(k)}


@chapter.claim(given={**OF_ONE, **NEAR}, shows=inside(lo(k), hi(k), x) * (s2 - s) <= part(k, s2) - part(k, s))
def part_of_near(p: Proof) -> Fact:
    """Within the margin of a point of the interval the part grows as fast as s."""
    p.apply("part_grows", label="grows")
    marked = inside(lo(k), hi(k), x)
    facts = (*OF_ONE, *NEAR, "grows")

    def of_point(known: list[Fact]) -> Fact:
        value = values(p, known, marked)
        if known[0].concl.op == "lt" or known[1].concl.op == "lt":
            return p.have(p.goal, (value[0], s2 - s), "grows")
        return by_cases(
            p, [*conditions(k, s), *conditions(k, s2)],
            lambda more: p.have(
                p.goal, (value[0], s2 - s), *values(p, more, part(k, s), part(k, s2)), *more, *known, *facts
            ),
        )  # fmt: skip

    return by_cases(p, [lo(k) <= x, x <= hi(k)], of_point)


REACHED = {
    **LAWS, "s_reached": t * (s - low) <= below(M, s), "M_low": 0 <= M, "N_low": 0 <= N, "at": t <= covering(N, x),
    "pads_near": every(lambda k: rho <= pad(k), 1, N), "from": x - rho <= s, "less": s <= s2, "to": s2 <= x + rho,
}  # fmt: skip


@chapter.claim(given=REACHED, shows=t * (s2 - low) <= below(M + N, s2))
def reached_farther(p: Proof) -> Fact:
    """The first M intervals suffice up to s; from there to s', the N intervals that cover x."""
    p.given(k_low=1 <= k, k_high=k <= N)
    weight = p.specialize("weights", k)
    gain = fun(lambda k: b(k) * (part(k, s2) - part(k, s)))
    grown = p.apply("part_grows")
    more = p.have(0 <= gain(k), (weight, grown))
    held = p.have(0 <= b(k) * part(k, s), (weight, p.apply("part_nonneg")))
    before = p.apply("sum_of_more", held, p.have(M <= M + N, "N_low"), m=M, n=M + N)
    since = p.apply("sum_of_more", more, p.have(N <= M + N, "M_low"), m=N, n=M + N)
    near = [p.have(x - pad(k) <= s), p.have(s2 <= x + pad(k), "to")]
    each = p.apply("part_of_near", *near)
    each = p.have(b(k) * inside(lo(k), hi(k), x) * (s2 - s) <= gain(k), (each, weight))
    sum_ = p.apply("sum_le", each)
    step = p.have(0 <= s2 - s, "less")
    return p.have(p.goal, "s_reached", before, since, sum_, ("at", step))


def padded_total(N: Term) -> Term:
    """Σ b_k times the length of the k-th interval with margins."""
    return Sum(lambda k: b(k) * width(k), 1, N)


def reached(s: Term) -> Term:
    """t times the length of [l, s] is at most the part below s of finitely many weighted intervals."""
    return exists(lambda N: [0 <= N, s <= high, t * (s - low) <= below(N, s)], "Z")


@chapter.claim(
    given={**LAWS, "order": low <= high, "covered": covered(t)},
    shows=exists(lambda N: [0 <= N, t * (high - low) <= padded_total(N)], "Z"),
)
def covered_with_pads(p: Proof) -> Fact:
    """The supremum of the s that are reached is h, because every smaller s can be increased."""
    p.given(k_low=1 <= k, k_high=k <= N)
    start = p.exists_intro(reached(low), [0])
    held = p.assume(reached(s))
    bounded = p.generalize(s, p.exists_elim(held, [M], lambda some, most, weighs: most, s <= high))
    found = supremum_of(p, reached, low, start, high, bounded)

    def with_intervals(up: Fact, least: Fact, N_low: Fact, at: Fact) -> Fact:
        row = assumed(p, 1 <= M, M <= num(1), k <= N + 1)
        each = p.generalize(M, p.generalize(k, p.specialize("pads", k), "k_low", row[2]), *row[:2])
        some = p.have(1 <= N + 1, N_low), p.have(num(1) <= 1)
        least_pad = p.apply("slabs.least_positive", each, *some)

        pos, less = p.obtain(least_pad, rho)
        near = p.specialize(less, 1, k)
        near = p.generalize(k, near)

        is_in, close = p.obtain(below_supremum(p, reached, least, c, pos), s)
        s_high = p.specialize(up, s, using=[is_in])
        known = at, near, N_low, p.have(c - rho <= s, close)
        M_low, _, weighs = p.obtain(is_in, M)
        return beyond(up, pos, s_high, (*known, M_low, weighs), p.have(0 <= M + N, M_low, N_low))

    def beyond(up: Fact, pos: Fact, s_high: Fact, known: Sequence[Fact], some: Fact) -> Fact:
        short, far = assumed(p, c + rho <= high, high < c + rho)
        past, whole = (
            p.apply("reached_farther", *known, p.have(s <= end, s_high, pos, "c_high"),
                    far, **{"s'": end})
            for end in (c + rho, high)
        )  # fmt: skip
        also = p.exists_intro(reached(c + rho), [M + N], some, short, past)
        never = p.have(FALSE, p.specialize(up, c + rho, using=[also]), pos)
        weight, own = p.specialize("weights", k), [p.specialize(name, k) for name in ("ordered", "pads")]
        parts, widths = fun(lambda k: b(k) * part(k, high)), fun(lambda k: b(k) * width(k))
        most = p.have(parts(k) <= widths(k), (p.apply("part_at_most", *own, s=high), weight))
        sum_ = p.apply("sum_le", most, f=parts, g=widths, lo=1, hi=M + N)
        total = p.have(t * (high - low) <= padded_total(M + N), whole, sum_)
        out = p.exists_intro(p.goal, [M + N], some, total)
        return p.cases(c + rho, high, p.absurd(never, p.goal), out)

    up, least = p.obtain(found, c)
    p.specialize(up, low, using=[start], label="c_low")
    p.specialize(least, high, using=[bounded], label="c_high")
    at = p.specialize("covered", c)
    return p.exists_elim(at, [N], lambda N_low, at: with_intervals(up, least, N_low, at))


# --- as little more as one likes --------------------------------------------------------------------------------------


def total(N: Term) -> Term:
    """Σ b_k (hi_k − lo_k)."""
    return Sum(lambda k: b(k) * (hi(k) - lo(k)), 1, N)


def nearly_covered(t: Term) -> Term:
    """Every point of [l, h] is covered with weight at least t, up to an arbitrarily small error."""

    def at(x: Term, e: Term) -> Term:
        some = exists(lambda N: [0 <= N, t <= e + covering(N, x)], "Z")
        return implies(low <= x, x <= high, 0 < e, some)

    return for_all(at, "R", "R")


COVER = {"ordered": LAWS["ordered"], "weights": LAWS["weights"], "order": low <= high, "covered": nearly_covered(t)}
symbol = k
small_pad = e / 4 * (inv(k) * (inv(k + 1) * inv(b(k) + 1)))


@chapter.claim(given={**COVER, "pos": 0 < e}, shows=exists(lambda N: [0 <= N, t * (high - low) <= e + total(N)], "Z"))
def interval_covered(p: Proof) -> Fact:
    """Margins e/(4k(k + 1)(b_k + 1)) add at most e/2 in total; t is replaced by t − e/(2(h − l + 1))."""
    p.given(k_low=1 <= k)
    p.have(0 < high - low + 1, label="length")
    inverse = p.apply("inv_pos", x=high - low + 1)
    less = e / 2 * inv(high - low + 1)
    p.have(0 < less, ("pos", inverse), label="less")
    p.have(0 < k, "k_low", label="k_pos")
    p.have(0 < k + 1, "k_low", label="next_pos")
    p.have(0 < b(k) + 1, label="more_pos")
    of_k, of_next, of_more = (p.apply("inv_pos", x=y) for y in (k, k + 1, b(k) + 1))
    pad_pos = p.have(0 < small_pad, ("pos", p.have(0 < inv(k) * (inv(k + 1) * inv(b(k) + 1)), (
        of_k, p.have(0 < inv(k + 1) * inv(b(k) + 1), (of_next, of_more))))))  # fmt: skip
    pads_ = pad_pos
    x_in = assumed(p, low <= x, x <= high)
    here = p.specialize("covered", x, less, using=x_in)
    whole = p.apply(
        "covered_with_pads", pads_, here, t=t - less)  # fmt: skip
    part_ = p.have(b(k) * inv(b(k) + 1) <= 1, of_more)
    factor = p.have(0 < e / 2 * (inv(k) * inv(k + 1)), ("pos", p.have(0 < inv(k) * inv(k + 1), (
        of_k, of_next))))  # fmt: skip
    falls = fun(lambda k: -(e / 2 * inv(k)))
    grown = fun(lambda k: b(k) * (hi(k) - lo(k)) + (falls(k + 1) - falls(k)))
    padded = fun(lambda k: b(k) * (hi(k) - lo(k) + 2 * substitute(small_pad, {symbol: k})))
    each = p.have(padded(k) <= grown(k), (part_, factor))
    N_low, weighs = p.obtain(whole, N)
    each_ = each
    sum_ = p.apply("sum_le", each_, f=padded, g=grown, lo=1, hi=N)
    ends = p.apply("telescope", N_low, f=falls, lo=1, hi=N)
    after = p.apply("inv_pos", p.have(0 < N + 1, N_low))
    rest = p.have(0 <= e / 2 * inv(N + 1), ("pos", after))
    short = p.have(less * (high - low) <= e / 2, "less")
    return p.exists_intro(p.goal, [N], N_low, p.have(
        t * (high - low) <= e + total(N), weighs, sum_, ends, rest, short))  # fmt: skip


# --- boxes ------------------------------------------------------------------------------------------------------------

ends3, tops3 = vectors("lo hi", 3)
(F,) = functions("F", MATRIX)
X, L, H = vectors("X L H", 2)
(E,) = reals("E")


def of_row_box(m: int) -> dict[str, Term]:
    """Return the hypotheses that ∫ F <= E for rows of m numbers, and that F >= t in the box from L to H."""
    places = range(1, m + 1)

    def inside_box(X: Term) -> list[Term]:
        return [side for c in places for side in (L(1, c) <= X(1, c), X(1, c) <= H(1, c))]

    above = for_all(lambda X: implies(*inside_box(X), t <= F(X)), MATRIX)
    edges = {f"edge_{c}": L(1, c) <= H(1, c) for c in places}
    return {"held": integral_at_most(F, E, num(1), num(m)), **edges, "above": above}


def times(t: Term, sides: Sequence[tuple[Term, Term]]) -> Term:
    """t times the lengths of the sides."""
    return reduce(lambda x, side: x * (side[1] - side[0]), sides, t)


Sides = Sequence[tuple[Term, Term]]


def by_turns(p: Proof, place: Sequence[Term], sides: Sides, point: Term, least: Callable[[list[Fact]], Fact]) -> Fact:
    """Sum the cover along the first axis: the sums cover the box along the second axis, and so on.

    `least` shows t <= F(point) from the ends of all sides; the first side may depend on the other places.
    """
    axes = range(len(place))
    p.given(pos=0 < e, k_low=1 <= k)
    ends = [assumed(p, low <= x, x <= high) for x, (low, high) in zip(place, sides, strict=True)]
    reach = least([x for pair in ends for x in pair])
    lows, highs = ([fun(lambda k, c=c, z=z: z(k, 1, c + 1)) for c in axes] for z in (ends3, tops3))

    def weight_at(k: Term, turn: int) -> Term:
        """Return b_k times the edges along earlier axes, if the point is inside along all later axes, else 0."""
        edges = [highs[c](k) - lows[c](k) for c in axes[:turn]]
        marks = [inside(lows[c](k), highs[c](k), place[c]) for c in axes[turn + 1 :]]
        return reduce(lambda x, y: x * y, [*edges, *marks], b(k))

    def with_boxes(ordered: Fact, weights: Fact, above: Fact, whole: Fact) -> Fact:
        own = p.specialize(ordered, k, 1)
        orders = [p.specialize(own, c + 1) for c in axes]
        weight = p.specialize(weights, k)
        edges = [p.have(0 <= highs[c](k) - lows[c](k), orders[c]) for c in axes]

        def is_nonneg(c: int) -> Fact:
            mark = inside(lows[c](k), highs[c](k), place[c])
            cases = [lows[c](k) <= place[c], place[c] <= highs[c](k)]
            return by_cases(p, cases, lambda known: p.have(0 <= mark, *values(p, known, mark)))

        marks = [is_nonneg(c) for c in axes]

        def reached(turn: int, less: Term) -> Term:
            along = {lo: lows[turn], hi: highs[turn], b: fun(lambda k: weight_at(k, turn))}
            return less <= e + substitute(covering(N, place[turn]), along)

        def covers_axis(turn: int, less: Term) -> Term:
            return exists(lambda m: [0 <= m, substitute(reached(turn, less), {N: m})], "Z")

        def at_point(N_low: Fact, most: Fact) -> Fact:
            return p.exists_intro(covers_axis(0, t), [N], N_low, reach, most)

        covers = p.exists_elim(p.specialize(above, point, e), [N], at_point, covers_axis(0, t))
        for c in axes:
            less, (low, high) = times(t, sides[:c]), sides[c]
            covers = p.rule("generalize", place[c], p.generalize(e, covers, *ends[c], "pos"))
            at = fun(lambda k, c=c: weight_at(k, c))
            sign = p.have(0 <= at(k), (weight, *edges[:c], *marks[c + 1 :]))
            laws = [orders[c], sign]
            of_axis = {"lo": lows[c], "hi": highs[c], "b": at, "l": low, "h": high, "t": less}
            covers = p.apply("interval_covered", *laws, covers, **of_axis)
        less = times(t, sides)

        N_low, most = p.obtain(covers, N)
        return p.have(less <= E + 2 * e, most, p.specialize(whole, N, using=[N_low]))

    more = times(t, sides) - E
    held = p.specialize("held", E + e, using=[p.have(E < E + e, "pos")])
    near = p.generalize(e, p.exists_elim(held, [ends3, tops3, b], with_boxes, more <= 2 * e))
    beyond = p.assume(0 < more)
    own = p.specialize(near, more / 4, using=[p.have(0 < more / 4, beyond)])
    never = p.absurd(p.have(FALSE, own, beyond), p.goal)
    return p.cases(more, 0, p.have(p.goal, p.assume(more <= 0)), never, label="out")


def of_row(p: Proof, m: int) -> Fact:
    """Apply this to rows of m numbers, axis by axis."""
    place = reals(" ".join(f"x_{c}" for c in range(1, m + 1)))

    def entry(c: Term) -> Term:
        out = place[-1]
        for j in range(m - 1, 0, -1):
            out = ite(Eq(c, j), place[j - 1], out)
        return out

    point = fun(lambda r, c: entry(c), 2)
    sides = [(L(1, c), H(1, c)) for c in range(1, m + 1)]
    return by_turns(p, place, sides, point, lambda ends: p.specialize("above", point, using=ends))


@chapter.claim(given=of_row_box(2), shows=times(t, [(L(1, c), H(1, c)) for c in (1, 2)]) <= E)
def rectangle_below(p: Proof) -> Fact:
    """A rectangle on which F is at least t."""
    return of_row(p, 2)


@chapter.claim(given=of_row_box(3), shows=times(t, [(L(1, c), H(1, c)) for c in (1, 2, 3)]) <= E)
def box_below(p: Proof) -> Fact:
    """A box with three edges on which F is at least t."""
    return of_row(p, 3)


(start,) = functions("start", VECTOR)
(y,) = vectors("y")
edge = reals("edge")[0]
OTHERS = (2, 3, 4)


def row(x: Term, y: Term) -> Term:
    """Return the row with the first entry x and the other entries of y."""
    return fun(lambda r, c: ite(Eq(c, 1), x, y(c)), 2)


shifted_above = for_all(
    lambda y, x: implies(
        *(side for c in OTHERS for side in (low <= y(c), y(c) <= high)), start(y) <= x, x <= start(y) + edge,
        t <= F(row(x, y)),
    ), VECTOR, "R",
)  # fmt: skip
SHIFTED = {"held": integral_at_most(F, E, num(1), num(4)), "edge_low": 0 <= edge, "order": low <= high,
           "above": shifted_above}  # fmt: skip


@chapter.claim(given=SHIFTED, shows=t * edge * (high - low) * (high - low) * (high - low) <= E)
def shifted_box_below(p: Proof) -> Fact:
    """Rows of four numbers, whose first entry lies in an interval whose start depends on the other three."""
    place = reals("x_1 x_2 x_3 x_4")
    rest = fun(lambda c: ite(Eq(c, 2), place[1], ite(Eq(c, 3), place[2], place[3])))
    sides = [(start(rest), start(rest) + edge), *[(low, high)] * 3]
    point = row(place[0], rest)
    return by_turns(p, place, sides, point, lambda ends: p.specialize("above", rest, place[0], using=ends))
