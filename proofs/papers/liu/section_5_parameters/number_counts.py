"""Theorem 5.1: the number of different numbers in the weights.

Each entry of each matrix is one of these numbers: 0, 1, −1, R and d B_0, and for each ball the dn coordinates of its
centre, half the square of their norm with the sign −, and the 2dn logarithms of T and E. A number counts once, however
often it stands in the matrices; a ball that is taken more than once brings nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import add, mul

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Proof
from proofs.kernel.normal import normal
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import ATTENTION, LINEAR
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, block, flat, j, length, minus, offset, plus, v
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import (
    LAYERS,
    LONG,
    SIZES,
    TILES,
    U,
    f,
    made_P,
    made_Q,
    made_R,
    near_on_set,
    row_block,
    row_token,
    self_attention,
    weights,
    width,
)
from proofs.papers.liu.vocabulary import R, c, d, eps, h, i, k, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.combinatorics.tilings import TILED, tiling

K, q, t, s, x, number = ints("K q t s x k'")
(theta,) = vectors("theta")

# --- the statement ----------------------------------------------------------------------------------------------------


def listed(value: Term, theta: Term = theta, K: Term = K) -> Term:
    """The value is one of θ_1, …, θ_K."""
    return exists(lambda k: [1 <= k, k <= K, eq(theta(k), value)], "Z")


def shapes(H: Term, D: Term, N: Term, s: Term) -> tuple[tuple[Term, ...], ...]:
    """The sizes of P, Q, R, W_K, W_Q, W_V, W_O."""
    return (H, D, d), (H, n, N), (D, N), (s, D), (s, D), (d, D), (N, n)


def for_entries(claim: Callable[[Term], Term], matrix: Term, shape: Sequence[Term], *at: Term) -> Term:
    """What is said of each entry."""
    if not shape:
        return claim(matrix(*at))
    return every(lambda i: for_entries(claim, matrix, shape[1:], *at, i), 1, shape[0])


def made_of(theta: Term, K: Term, sizes: Sequence[Term], weights: Sequence[Term]) -> list[Term]:
    """All entries are among θ_1, …, θ_K."""
    return [
        for_entries(lambda e: listed(e, theta, K), matrix, shape)
        for matrix, shape in zip(weights, shapes(*sizes), strict=True)
    ]


def approximated_by(f: Term, U: Term, e: Term, K: Term) -> Term:
    """There are a layer Linear and a self-attention, made of K numbers, such that Attn ∘ Linear is within e of f on U.

    W_V takes the D rows of Linear(X) to the d rows of f(X).
    """

    def network(H: Term, D: Term, N: Term, s: Term, *rest: Term) -> list[Term]:
        *weights, theta = rest
        near = near_on_set(lambda X: self_attention(X, H, D, N, s, weights, d), f, U, e)
        return [1 <= H, 1 <= D, 1 <= N, 1 <= s, near, *made_of(theta, K, (H, D, N, s), weights)]

    return exists(
        lambda H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O, theta: network(
            H, D, N, s, P, Q, R, W_K, W_Q, W_V, W_O, theta
        ),
        *"ZZZZ", *LINEAR, *ATTENTION, "(Z>R)",
    )  # fmt: skip


def approximated_by_square(f: Term, U: Term, e: Term, K: Term) -> Term:
    """The same with W_V of D × D as section 2 declares it, so that Linear(X) has d rows."""

    def network(H: Term, N: Term, s: Term, *rest: Term) -> list[Term]:
        *weights, theta = rest
        near = near_on_set(lambda X: self_attention(X, H, d, N, s, weights, d), f, U, e)
        return [1 <= H, 1 <= N, 1 <= s, near, *made_of(theta, K, (H, d, N, s), weights)]

    return exists(
        lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O, theta: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O, theta),
        *"ZZZ", *LINEAR, *ATTENTION, "(Z>R)",
    )  # fmt: skip


def trained(value: Term) -> Term:
    """1 for an entry other than 0, 1 and −1, else 0."""
    return ite(eq(value, 0), 0, ite(eq(value, 1), 0, ite(eq(value, -1), 0, 1)))


def trained_entries(matrix: Term, shape: Sequence[Term], *at: Term) -> Term:
    """How many entries are other than 0, 1 and −1."""
    if not shape:
        return trained(matrix(*at))
    return sigma(lambda i: trained_entries(matrix, shape[1:], *at, i), 1, shape[0])


def approximated_by_entries(f: Term, U: Term, e: Term, K: Term) -> Term:
    """There are Linear and a self-attention with a square W_V, with at most K entries other than 0, 1 and −1."""

    def network(H: Term, N: Term, s: Term, *weights: Term) -> list[Term]:
        near = near_on_set(lambda X: self_attention(X, H, d, N, s, weights, d), f, U, e)
        entries_ = reduce(add, map(trained_entries, weights, shapes(H, d, N, s)))
        return [1 <= H, 1 <= N, 1 <= s, near, entries_ <= K]

    return exists(
        lambda H, N, s, P, Q, R, W_K, W_Q, W_V, W_O: network(H, N, s, P, Q, R, W_K, W_Q, W_V, W_O),
        *"ZZZ", *LINEAR, *ATTENTION,
    )  # fmt: skip


in_words = "‖{0} − Attn ∘ Linear‖_∞ ≤ {2} on {1} ⊂ ℝ^({4}×{5}) for some Linear and Attn"
in_latex = (
    r"\lVert {0} - \mathrm{{Attn}} \circ \mathrm{{Linear}} \rVert_\infty \le {2} \text{{ on }} {1} "
    r"\subset \mathbb{{R}}^{{{4} \times {5}}} \text{{ for some Linear, Attn"
)
of_f = (f, U, eps, K, d, n)
paper.notions.define(
    approximated_by_square(f, U, eps, K), of_f, f"{in_words} made of {{3}} numbers",
    rf"{in_latex} made of }}}} {{3}} \text{{{{ numbers}}}}",
)  # fmt: skip
paper.notions.define(
    approximated_by_entries(f, U, eps, K), of_f, f"{in_words} with at most {{3}} entries other than 0, 1 and −1",
    rf"{in_latex} with at most }}}} {{3}} \text{{{{ entries other than }}}} 0, 1, -1",
)  # fmt: skip
paper.notions.define(
    approximated_by(f, U, eps, K), of_f, f"{in_words} made of {{3}} numbers with W_V of {{4}} rows",
    rf"{in_latex} made of }}}} {{3}} \text{{{{ numbers with }}}} W_V \text{{{{ of }}}} {{4}} \text{{{{ rows}}}}",
    corrected=True,
)  # fmt: skip

# --- a run of marks ---------------------------------------------------------------------------------------------------

run = sigma(lambda s: ite(eq(t, x + s), 1, 0), 1, d)


@paper.claim(given=[1 <= t - x, t - x <= d], shows=eq(run, 1))
def run_hits(p: Proof) -> Fact:
    """One mark is at t."""
    single = p.apply("sum_single", f=fun(lambda s: num(1)), lo=1, hi=d, m=t - x)

    return p.have(p.goal, single)


def run_misses(p: Proof, side: Term) -> Fact:
    """No mark is at t."""
    apart = p.have(t < x + s if side.args[1] is num(1) else x + s < t, side, p.assume(1 <= s), p.assume(s <= d))
    each = p.rule("ite_eq", ite(eq(t, x + s), 1, 0), apart)
    mark, zero = fun(lambda s: ite(eq(t, x + s), 1, 0)), fun(lambda s: num(0))
    return p.have(p.goal, p.apply("sum_eq", each, f=mark, g=zero, lo=1, hi=d), label="out")


@paper.claim(given=[t - x < 1], shows=eq(run, 0))
def run_after(p: Proof) -> Fact:
    """All marks are after t."""
    return run_misses(p, t - x < 1)


@paper.claim(given=[d < t - x], shows=eq(run, 0))
def run_before(p: Proof) -> Fact:
    """All marks are before t."""
    return run_misses(p, d < t - x)


# --- the entries ------------------------------------------------------------------------------------------------------


def norm_term(j: Term) -> Term:
    """−‖v_j‖²/2."""
    return -made.half_square(j)


def over_values(part: Callable[[Term], Matrix]) -> Term:
    """The logarithms of all entries are listed."""
    each = lambda j: every(lambda r: every(lambda c: listed(log(part(j)(r, c))), 1, n), 1, d)  # noqa: E731
    return every(each, 1, G)


NUMBERS = {
    "has_zero": listed(num(0)), "has_one": listed(num(1)), "has_minus": listed(num(-1)), "has_R": listed(R),
    "has_B": listed(d * B0), "has_v": every(lambda j: every(lambda q: listed(v(j, q)), 1, length), 1, G),
    "has_norm": every(lambda j: listed(norm_term(j)), 1, G), "has_T": over_values(plus), "has_E": over_values(minus),
}  # fmt: skip
CONSTANTS = {"has_zero": num(0), "has_one": num(1), "has_minus": num(-1), "has_R": R, "has_B": d * B0}
SHAPED = {**SIZES, "flat": flat, "fits": n <= width, **TILES, **LONG}
Leaf = Callable[[Term, list[Fact]], Fact]
Range = tuple[Term, Fact, Fact]  # an index and its two ends


def split(t: Term) -> tuple[Term, Term, Term] | None:
    """An if-then-else in a term that is factor · choice + rest: the choice, the factor and the rest."""
    if t.op == "ite":
        return t, num(1), num(0)
    if t.op not in ("mul", "add"):
        return None
    for place, part in enumerate(t.args):
        found = split(part)
        if found is not None:
            choice, factor, rest = found
            others = [x for k, x in enumerate(t.args) if k != place]
            if t.op == "add":
                return choice, factor, sum_of([*others, rest])
            return choice, prod_of([*others, factor]), prod_of([*others, rest])
    return None


def prod_of(factors: Sequence[Term]) -> Term:
    """The product of some terms, zeros and ones worked out, so that no choice is left that does not matter."""
    if any(x is num(0) for x in factors):
        return num(0)
    return reduce(mul, [x for x in factors if x is not num(1)] or [num(1)])


def sum_of(parts: Sequence[Term]) -> Term:
    """The sum of some terms, without zeros."""
    return reduce(add, [x for x in parts if x is not num(0)] or [num(0)])


def entry_listed(
    p: Proof,
    entry: Term,
    leaf: Leaf | None = None,
    constants: Mapping[str, Term] = CONSTANTS,
    among: tuple[Term, Term] = (theta, K),
) -> Fact:
    """An entry is among the numbers, by cases on its choices; `leaf` says so of what is no constant.

    `constants` are those numbers that do not depend on indices, by the names of the facts that they are listed; `among`
    are the numbers, and how many there are.
    """

    def at(t: Term, orders: list[Fact], chosen: list[tuple[Term, Fact]]) -> Fact:
        found = split(t)
        if found is None:
            return carried(t, orders, chosen)
        choice, factor, rest = found

        def prove(known: list[Fact]) -> Fact:
            value = p.rule("ite_eq", choice, known[0])
            now = sum_of([prod_of([factor, value.concl.args[1]]), rest])
            return at(now, [*orders, *known], [*chosen, (factor, value)])

        return by_cases(p, [choice.args[0]], prove)

    def carried(t: Term, orders: list[Fact], chosen: list[tuple[Term, Fact]]) -> Fact:
        constant = next((name for name, value in constants.items() if normal(value) == normal(t)), None)
        found = p.get(constant) if constant else leaf(t, orders) if leaf else None
        assert found is not None, text(t)
        equal = p.rule("arith", eq(entry, t), [(factor, [value]) for factor, value in chosen], [], [])
        return listed_as(p, found, equal, among)

    return at(entry, [], [])


def listed_as(p: Proof, found: Fact, equal: Fact, among: tuple[Term, Term] = (theta, K)) -> Fact:
    """From t being listed and x = t: x is listed."""
    entry = equal.concl.args[0]

    def same(low: Fact, high: Fact, value: Fact) -> Fact:
        known = p.have(eq(among[0](number), entry), value, equal)
        return p.exists_intro(listed(entry, *among), [number], low, high, known)

    return p.exists_elim(found, [number], same, listed(entry, *among))


def over(p: Proof, fact: Fact, ends: Sequence[Range]) -> Fact:
    """For all entries; the indices from the last to the first."""
    for index, low, high in ends:
        fact = p.generalize(index, fact, low, high)
    return fact


def ranges(p: Proof, *tops: tuple[Term, Term]) -> list[Range]:
    """Indices from 1 to their tops."""
    return [(index, p.assume(1 <= index), p.assume(index <= top)) for index, top in tops]


made_sizes = n * G, width + 1, width, n + 2
WEIGHTS = (made_P, made_Q, made_R, *weights)
SHAPES = shapes(*made_sizes)


def entries_of(place: int) -> Term:
    """All entries of this matrix are listed."""
    return for_entries(listed, WEIGHTS[place], SHAPES[place])


def with_numbers(p: Proof) -> None:
    """Assume the shapes and the numbers."""
    p.given(**SHAPED, **NUMBERS)


GIVEN = [*SHAPED.values(), *NUMBERS.values()]


@paper.claim(given=GIVEN, shows=entries_of(0))
def left_listed(p: Proof) -> Fact:
    """Zeros and coordinates of centres."""
    with_numbers(p)
    in_c, in_i, in_h = ranges(p, (c, d), (i, width + 1), (h, n * G))
    spots = [p.specialize(f"long_{law}", h, using=in_h[1:]) for law in TILED]
    place = (row_token(h) - 1) * d + c
    before = p.have(0 <= (row_token(h) - 1) * d, (p.have(0 <= row_token(h) - 1, spots[2]), p.have(
        0 <= d)))  # fmt: skip
    after = p.have(0 <= (n - row_token(h)) * d, (p.have(0 <= n - row_token(h), spots[3]), p.have(
        0 <= d)))  # fmt: skip
    high = p.have(place <= length, after, in_c[2])
    value = p.specialize(p.specialize("has_v", row_block(h), using=spots[:2]), place, using=[before, in_c[1], high])
    fact = entry_listed(p, made_P(h, i, c), lambda t, orders: value)
    return p.change(over(p, fact, [in_c, in_i, in_h]), p.goal)


@paper.claim(given=GIVEN, shows=entries_of(1))
def right_listed(p: Proof) -> Fact:
    """Zeros and ones: the marks of a block in the two halves."""
    with_numbers(p)
    in_t, in_k, in_h = ranges(p, (t, width), (k, n), (h, n * G))
    spots = [p.specialize(f"long_{law}", h, using=in_h[1:]) for law in TILED]
    start = (row_block(h) - 1) * d
    room = p.have(start + d <= d * G, (p.have(0 <= G - row_block(h), spots[1]), p.have(0 <= d)))
    entry = made_Q(h, k, t)
    kept = entry.args[0]
    runs = [substitute(run, {x: start}), substitute(run, {x: start + d * G})]

    def value(known: list[Fact]) -> Fact:
        """What a run is, the order of t and its ends being known."""
        below, above = known
        if below.concl.op == "lt":
            return p.apply("run_after", below)
        name = "run_hits" if above.concl.op == "le" else "run_before"
        return p.apply(name, *known)

    def with_orders(known: list[Fact]) -> Fact:
        one, two = value(known[:2]), value(known[2:4])
        both = one.concl.args[1].args[0] + two.concl.args[1].args[0]
        if both == 2:
            return p.rule("absurd", p.have(FALSE, known[1], known[2], room), listed(entry))
        choice = p.rule("ite_eq", kept, known[4])
        product = both * choice.concl.args[1].args[0]

        equal = p.have(eq(entry, 1 if product else 0), (choice, runs[0] + runs[1]), one, two)
        return listed_as(p, p.get("has_one" if product else "has_zero"), equal)

    bounds = [f for where in (start, start + d * G) for f in (1 <= t - where, t - where <= d)]
    fact = by_cases(p, [*bounds, eq(k, row_token(h))], with_orders)
    return p.change(over(p, fact, [in_t, in_k, in_h]), p.goal)


def plain(
    name: str, place: int, tops: tuple[Term, Term], leaf: Callable[[Proof, Range, Range], Leaf] | None = None
) -> None:
    """Enter the claim about a matrix."""

    def write(p: Proof) -> Fact:
        with_numbers(p)
        in_t, in_i = ranges(p, (t, tops[1]), (i, tops[0]))
        fact = entry_listed(p, WEIGHTS[place](i, t), leaf(p, in_i, in_t) if leaf else None)
        return p.change(over(p, fact, [in_t, in_i]), p.goal, label="out")

    write.__name__, write.__doc__ = name, "By the choices in its entries."
    paper.claim(given=GIVEN, shows=entries_of(place))(write)


def key_leaf(p: Proof, in_i: Range, in_t: Range) -> Leaf:
    """Norms and logarithms, of the block and the row in it that the column has."""

    def leaf(value: Term, orders: list[Fact]) -> Fact:
        first = any(f.concl.op == "le" and f.concl.args[0] is t for f in orders)
        at = t - 1 if first else t - 1 - d * G
        facts = [*orders, *in_t[1:]]
        steps = [p.rule("integer_step", f) for f in orders if f.concl.op == "lt"]
        ends = [p.have(1 <= at, *steps, *facts), p.have(at <= d * G, *facts)]
        spots = [p.specialize(law, at, using=ends) for law in TILES]
        if value.op != "log":
            return p.specialize("has_norm", block(at), using=spots[:2])
        row = i - 2
        within = [p.have(1 <= row, *steps, *facts), p.have(row <= n, in_i[2])]
        own = p.specialize("has_T" if first else "has_E", block(at), using=spots[:2])
        return p.specialize(p.specialize(own, offset(at), using=spots[2:4]), row, using=within)

    return leaf


plain("shift_listed", 2, (width + 1, width))
plain("keys_listed", 3, (n + 2, width + 1), key_leaf)
plain("queries_listed", 4, (n + 2, width + 1))
plain("values_listed", 5, (d, width + 1))
plain("outputs_listed", 6, (width, n))

COUNTED = {**LAYERS, **SHAPED, **NUMBERS}


@paper.claim(given=COUNTED, shows=approximated_by(f, U, eps, K))
def layers_made_of(p: Proof) -> Fact:
    """There are such layers: those of B.1."""
    p.have(1 <= d * G, "wide", "some", label="cells")
    sizes = [p.have(1 <= n * G, "long", "some")]
    names = ("left", "right", "shift", "keys", "queries", "values", "outputs")
    parts = [p.apply(f"{name}_listed") for name in names]
    return p.exists_intro(p.goal, [*made_sizes, *WEIGHTS, theta], *sizes, *parts)


# --- there are such numbers -------------------------------------------------------------------------------------------

balls, size = ints("N_x m")
ball_of, place_of = sequences("ball_of place_of")
w, y, z = vectors("w y z", 2)
(u,) = vectors("u")
constants = reals("e_1 e_2 e_3 e_4 e_5")


def every_pair(family: Term, theta: Term) -> Term:
    """All of a family are among the numbers."""
    return every(lambda j: every(lambda q: listed(family(j, q), theta), 1, size), 1, balls)


cells = size * balls
ROOM = 3 * cells + balls + 5 <= K
IN_ROWS = dict(zip(TILED, tiling(ball_of, place_of, size, balls), strict=True))
ends = [num(1), num(2), num(3), num(4), num(5), 5 + cells, 5 + 2 * cells, 5 + 3 * cells]


def lists(theta: Term) -> list[Term]:
    """All are among θ_1, …, θ_K."""
    singles = [listed(e, theta) for e in constants]
    return [*singles, *(every_pair(x, theta) for x in (w, y, z)), every(lambda j: listed(u(j), theta), 1, balls)]


def pair(family: Term, b: Term, o: Term) -> Term:
    """Member o of row b."""
    return family(b, o)


def in_row(k: Term) -> Term:
    """The constants, then the three families, row by row, then u."""
    rows = [x(ball_of(k - end), place_of(k - end)) for x, end in zip((w, y, z), ends[4:7], strict=True)]
    out = u(k - ends[7])
    for end, value in zip(reversed(ends), reversed([*constants, *rows]), strict=True):
        out = ite(k <= end, value, out)
    return out


@paper.claim(given={"some": 1 <= balls, "long": 1 <= size, **IN_ROWS, "room": ROOM}, shows=exists(lists, "(Z>R)"))
def numbers_exist(p: Proof) -> Fact:
    """One after the other."""
    in_j, in_q = assumed(p, 1 <= j, j <= balls), assumed(p, 1 <= q, q <= size)
    positive = p.have(1 <= cells, "some", "long")
    made_list = fun(in_row)

    def at(index: Term, stage: int, wanted: Term, known: Sequence[Fact], *moved: Fact) -> Fact:
        below = [p.have(end < index, *known, positive) for end in ends[:stage]]
        last = [p.have(index <= ends[stage], *known)] if stage < len(ends) else []
        chain = values(p, [*below, *last], in_row(index))
        low = p.have(1 <= index, *known, positive)
        high = p.have(index <= K, *known, positive, "room", "some")
        equal = p.have(eq(in_row(index), wanted), *chain, *moved)
        return p.exists_intro(listed(wanted, made_list), [index], low, high, equal)

    parts = [at(num(stage + 1), stage, e, []) for stage, e in enumerate(constants)]
    start = (j - 1) * size + q
    low = p.have(1 <= start, (p.have(0 <= j - 1, in_j[0]), p.have(0 <= size, "long")), in_q[0])
    high = p.have(start <= cells, (p.have(0 <= balls - j, in_j[1]), p.have(0 <= size, "long")), in_q[1])
    by = {"block": ball_of, "offset": place_of, "d": size, "G": balls, "s": q}
    which, spot = (p.apply(f"tile_{name}", *in_j, *in_q, **by) for name in ("block", "offset"))
    for stage, family in enumerate((w, y, z), 5):
        one = p.congr(partial(pair, family, o=place_of(start)), which)
        two = p.congr(partial(pair, family, j), spot)
        found = at(start + ends[stage - 1], stage, family(j, q), [low, high], one, two)
        parts.append(found)
    found = at(j + ends[7], 8, u(j), in_j)
    parts.append(found)
    return p.exists_intro(p.goal, [made_list], *parts)


theta_1, theta_2 = vectors("theta_1 theta_2")
K_1, K_2 = ints("K_1 K_2")
(member,) = reals("e")


def carries(old: Term, many: Term, theta: Term) -> Term:
    """What is among the old numbers is among θ_1, …, θ_K."""
    return for_all(lambda e: implies(listed(e, old, many), listed(e, theta)), "R")


@paper.claim(
    given=[0 <= K_1, 0 <= K_2, K_1 + K_2 <= K],
    shows=exists(lambda theta: [carries(theta_1, K_1, theta), carries(theta_2, K_2, theta)], "(Z>R)"),
)
def numbers_joined(p: Proof) -> Fact:
    """One list after the other."""
    both = fun(lambda k: ite(k <= K_1, theta_1(k), theta_2(k - K_1)))

    def carried(old: Term, many: Term, at: Term) -> Fact:
        held = p.rule("assume", listed(member, old, many))

        def found(low: Fact, high: Fact, value: Fact) -> Fact:
            side = p.have(at <= K_1 if old is theta_1 else K_1 < at, low, high)
            (chosen,) = values(p, [side], both(at))
            ends = p.have(1 <= at, low, 0 <= K_1), p.have(at <= K, high, K_1 + K_2 <= K, 0 <= K_2)
            return p.exists_intro(listed(member, both), [at], *ends, chosen, value)

        return p.exists_elim(held, [number], found, listed(member, both))

    parts = carried(theta_1, K_1, number), carried(theta_2, K_2, K_1 + number)
    return p.exists_intro(p.goal, [both], *parts)
