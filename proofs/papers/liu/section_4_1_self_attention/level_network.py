"""A network whose tokens lie on levels: it adds the greatest shift of one level and the least shift of another.

Of the items, which are the tokens without their copies, there is one for each row, level and centre; the last centre of
each group is the query, with the shift 0. Column c of W_O selects the queries of the levels c and −c in all rows. In
row r the output of all but the two queries of this row is close to 0, and that of these two is close to cK + max η and
−cK + min η: the levels cancel.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import attention_layer
from proofs.papers.liu.section_4_1_self_attention.centres import j
from proofs.papers.liu.section_4_1_self_attention.levels import *
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import laid_out
from proofs.papers.liu.section_4_2_cross_attention.copied_tokens import scalar
from proofs.papers.liu.vocabulary import c, d, i, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.weighted_means import COPIES, copies, mean
from proofs.theorems.combinatorics.tilings import TILED, tiling

(q,) = ints("q")
# --- the network -----------------------------------------------------------------------------------------------------

N, t, l = ints("N t l")
(item,) = sequences("mu")
(query,) = sequences("phi", 2)
(choice,) = vectors("omega", 2)
key = 2 * log(B) / (K * K)
COPIED = dict(zip(COPIES, copies(item, N, fun(copies_of), M), strict=True))


W_O = fun(lambda t, c: choice(item(t), c) / copies_of(item(t)), 2)
weights = (scalar(key), scalar(num(1)), scalar(num(1)), W_O)
tokens = Matrix(d, N, lambda r, t: entry_of(r)(item(t)))


def meeting(i: Term, q: Term) -> Term:
    """Return the score of two items."""
    return key * Sum(lambda l: entry_of(l)(i) * entry_of(l)(q), 1, d)


def met(q: Term) -> Term:
    """Return the weights of all items for item q."""
    return fun(lambda i: copies_of(i) * exp(meeting(i, q)))


means = Matrix(d, n, lambda r, c: Sum(lambda q: mean(entry_of(r), met(q), M) * choice(q, c), 1, M))


NETWORK = {"wide": d >= 1, "long": n >= 1, "items": M >= 1, "B": 1 <= B, **LEVELS, **COPIED}
attended = attention_layer(tokens, weights, d, d, n)


@paper.claim(given=NETWORK, shows=attended.equals(means))
def tokens_attend(p: Proof) -> Fact:
    """All copies of a token have equal weights, and W_O weighs each copy equally."""
    some = p.have(0 < copies_of(i), "power_pos")
    entries = fun(lambda l, i: entry_of(l)(i), 2)
    found = p.apply("copies_attend", some, a=key, xi=entries, chi=entries, nu=fun(copies_of))
    return p.change(found, p.goal)


# --- its queries -----------------------------------------------------------------------------------------------------

ROWS = {"row_low": every(lambda i: 1 <= row(i), 1, M), "row_high": every(lambda i: row(i) <= d, 1, M)}


def for_queries(claim: Callable[[Term, Term], Term]) -> Term:
    """The claim about row b and level h."""
    return every(lambda b: every(lambda h: claim(b, h), -n, n), 1, d)


QUERIES = {
    "query_low": for_queries(lambda b, h: 1 <= query(b, h)),
    "query_high": for_queries(lambda b, h: query(b, h) <= M),
    "query_row": for_queries(lambda b, h: Eq(row(query(b, h)), b)),
    "query_level": for_queries(lambda b, h: Eq(level(query(b, h)), h)),
    "query_flat": for_queries(lambda b, h: Eq(eta(query(b, h)), 0)),
}  # fmt: skip


@paper.claim(
    given=[0 < K, 1 <= row(i), row(i) <= d, Eq(row(q), b), Eq(level(q), h), Eq(eta(q), 0)],
    shows=Eq(meeting(i, q), score_of(b, h, i)),
)
def query_meets(p: Proof) -> Fact:
    """The score is (2L/K²) (gK + η) hK if the rows are equal."""
    xi = level(i) * K + eta(i)
    along = fun(lambda l: xi * entry_of(l)(q))

    def term(order: Fact) -> Fact:
        values_ = p.reduce_ite(order, entry_of(l)(i), ite(Eq(l, row(i)), 1, 0))
        goal = Eq(entry_of(l)(i) * entry_of(l)(q), along(l) * ite(Eq(l, row(i)), 1, 0))
        return p.have(goal, (values_[0], entry_of(l)(q)), (values_[1], along(l)))

    terms = p.trichotomy(l, row(i), term)
    one = p.apply("sum_delta", f=along, lo=1, hi=d, m=row(i))
    same = p.apply(
        "sum_eq",
        terms,
        f=fun(lambda l: entry_of(l)(i) * entry_of(l)(q)),
        g=fun(lambda l: along(l) * ite(Eq(l, row(i)), 1, 0)),
        lo=1,
        hi=d,
    )
    there = p.congr(lambda a: token(row(i), a, level(q), eta(q)), Eq(row(q), b))

    def value(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, token(row(i), b, level(q), eta(q)), score_of(b, h, i))
        factor = key * xi
        return p.have(
            p.goal,
            (same, key),
            (one, key),
            (there, factor),
            (chosen[0], factor),
            chosen[1],
            (Eq(level(q), h), factor * K),
            (Eq(eta(q), 0), factor),
        )

    return p.trichotomy(row(i), b, value)


asked = query(b, h)


@paper.claim(
    given=[*QUERY.values(), *ROWS.values(), *QUERIES.values(), 1 <= b, b <= d],
    shows=abs(mean(entry_of(r), met(asked), M) - token(r, b, h, eta(m))) <= M * theta,
)
def query_near(p: Proof) -> Fact:
    """These are the scores of the query."""
    p.given(**QUERY, **ROWS, **QUERIES, i_low=1 <= i, i_high=i <= M)
    near = p.apply("query_sees")
    ranges = [p.specialize(name, i) for name in ROWS]
    spots = [p.specialize(f"query_{name}", b, h) for name in ("row", "level", "flat")]
    same = p.apply("query_meets", *ranges, *spots)
    grown = p.congr(exp, same)
    old, new = met(asked), weight(b, h)
    at_i = p.have(Eq(old(i), new(i)), (grown, copies_of(i)))
    value = p.have(Eq(old(i) * entry_of(r)(i), new(i) * entry_of(r)(i)), (at_i, entry_of(r)(i)))
    whole = p.apply("sum_eq", at_i)
    valued = value
    valued = p.apply("sum_eq", valued)
    inverse = p.congr(inv, whole)
    means_ = Eq(mean(entry_of(r), old, M), mean(entry_of(r), new, M))
    equal = p.have(means_, (valued, inv(whole.concl.args[0])), (inverse, valued.concl.args[1]))
    moved = p.congr(lambda z: abs(z - token(r, b, h, eta(m))), equal)
    return p.have(p.goal, near, moved)


at_column = fun(
    lambda q, c: (
        Sum(lambda b: ite(Eq(q, query(b, c)), 1, 0), 1, d) + Sum(lambda b: ite(Eq(q, query(b, -c)), 1, 0), 1, d)
    ),
    2,
)
with_choice = {choice: at_column}
network_weights = tuple(substitute(w, with_choice) if choice in w.free else w for w in weights)
network = attention_layer(tokens, network_weights, d, d, n)
LAYER = {**NETWORK, **ROWS, **QUERIES}


def seen_rows(r: Term, c: Term) -> Term:
    """Return Σ_b of the output of the queries cK e_b in row r."""
    return Sum(lambda b: mean(entry_of(r), met(query(b, c)), M), 1, d)


@paper.claim(
    given=[*LAYER.values(), 1 <= r, r <= d, 1 <= c, c <= n], shows=Eq(network(r, c), seen_rows(r, c) + seen_rows(r, -c))
)
def network_sums(p: Proof) -> Fact:
    """Column c of W_O selects the queries cK and −cK of all rows."""
    p.given(**LAYER, b_low=1 <= b, b_high=b <= d)
    first = p.specialize(p.apply("tokens_attend", omega=at_column), r, c)
    values_ = fun(lambda q: mean(entry_of(r), met(q), M))
    sums = []
    for level_ in (c, -c):
        ends = [p.specialize(f"query_{name}", b, level_) for name in ("low", "high")]
        sums.append(p.apply("sum_of_chosen", *ends, f=values_))
    return p.have(p.goal, first, *sums)


# --- what it computes ------------------------------------------------------------------------------------------------

m_1, m_2 = ints("m_1 m_2")
some_greatest = every(
    lambda b: every(lambda h: implies(1 <= h * h, exists(lambda m: greatest_of_group(m, b, h), "Z")), -n, n), 1, d
)
of_columns = {
    **{f"top_{name}": x for name, x in zip(TOP, greatest_of_group(m_1, r, c), strict=True)},
    **{f"bottom_{name}": x for name, x in zip(TOP, greatest_of_group(m_2, r, -c), strict=True)},
}
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}
GROUPS = {**LAYER, **BASE, **BOUNDED, "groups": some_greatest}
COMPUTES = {**GROUPS, **ENTRY, **of_columns}


def row_seen(b: Term, h: Term) -> Term:
    """The output of query hK e_b in row r."""
    return mean(entry_of(r), met(query(b, h)), M)


@paper.claim(
    given=[*QUERY.values(), *ROWS.values(), *QUERIES.values(), 1 <= b, b <= d],
    shows=abs(row_seen(b, h) - ite(Eq(b, r), h * K + eta(m), 0)) <= M * theta,
)
def row_near(p: Proof) -> Fact:
    """By `query_near`, in each case."""
    near = p.apply("query_near")

    def each(_order: Fact) -> Fact:
        return p.have(p.goal, near)

    return p.trichotomy(b, r, each)


@paper.claim(
    given=[*GROUPS.values(), *AT_LEVEL.values(), 1 <= r, r <= d, *greatest_of_group(m, r, h)],
    shows=abs(seen_rows(r, h) - (h * K + eta(m))) <= d * (M * theta),
)
def rows_near(p: Proof) -> Fact:
    """The other rows contribute nothing, as each query has a greatest member of its group."""
    p.given(**GROUPS, **AT_LEVEL)
    own = greatest_of_group(m, r, h)
    p.given(**dict(zip(("m_low", "m_high", "row_m", "level_m", "top_"), own, strict=True)), b_low=1 <= b, b_high=b <= d)
    value = h * K + eta(m)
    other = ints("m'")[0]
    hit = fun(lambda b: value * ite(Eq(b, r), 1, 0))
    bound = abs(row_seen(b, h) - hit(b)) <= M * theta

    def each(order: Fact) -> Fact:
        picked = p.reduce_ite(order, ite(Eq(b, r), 1, 0))[0]
        if order.concl.op == "eq":
            near = p.apply("row_near", b=r)
            here = p.reduce_ite(p.have(Eq(r, r)), ite(Eq(r, r), value, 0))[0]
            same = p.have(Eq(here.concl.args[0], hit(b)), (picked, value))
            also = p.congr(lambda b: row_seen(b, h), order)
            gap = p.have(Eq(row_seen(b, h) - hit(b), row_seen(r, h) - here.concl.args[0]), same, also)
            moved = p.congr(abs, gap)
            return p.have(bound, near, moved)

        def with_other(*laws: Fact) -> Fact:
            near = p.apply("row_near", *laws, m=other)
            none = p.reduce_ite(order, ite(Eq(b, r), h * K + eta(other), 0))[0]
            gap = p.have(Eq(row_seen(b, h) - hit(b), row_seen(b, h) - none.concl.args[0]), none, (picked, value))
            moved = p.congr(abs, gap)
            return p.have(bound, near, moved)

        return p.exists_elim(p.specialize("groups", b, h), [other], with_other, bound)

    terms = p.trichotomy(b, r, each)
    part = fun(lambda b: row_seen(b, h) - hit(b))
    total = p.apply("abs_sum_le", terms)
    count = p.apply("sum_const", lo=1, hi=d)
    one = p.apply("sum_delta", f=fun(lambda b: value), lo=1, hi=d, m=r)
    same = p.have(Eq(Sum(part, 1, d), seen_rows(r, h) - value), one)
    moved = p.congr(abs, same)
    return p.have(p.goal, total, (count, M * theta), moved)


@paper.claim(given=COMPUTES, shows=abs(network(r, c) - (eta(m_1) + eta(m_2))) <= 2 * d * (M * theta))
def network_computes(p: Proof) -> Fact:
    """The levels cancel."""
    whole = p.apply("network_sums")
    up = p.apply("rows_near", "c_low", h=c, m=m_1)
    down = p.apply("rows_near", "c_low", h=-c, m=m_2)
    first, second = seen_rows(r, c) - (c * K + eta(m_1)), seen_rows(r, -c) - (-c * K + eta(m_2))
    way = p.apply("abs_triangle", c=first, s=num(0), top=-second)
    same = p.have(Eq(network(r, c) - (eta(m_1) + eta(m_2)), first + second), whole)
    moved = p.congr(abs, same)
    return p.have(p.goal, up, down, way, moved)


# --- the items -------------------------------------------------------------------------------------------------------

(J,) = ints("J")
(centre,) = sequences("nu")
(place,) = sequences("psi", 3)
level_block, level_offset, pair_block, pair_offset = sequences("level_of row_of pair_of centre_of")


def for_places(claim: Callable[[Term, Term, Term], Term]) -> Term:
    """The claim about row b, level h and centre j."""
    return every(lambda b: every(lambda h: every(lambda j: claim(b, h, j), 1, J), -n, n), 1, d)


PLACES = {
    "place_low": for_places(lambda b, h, j: 1 <= place(b, h, j)),
    "place_high": for_places(lambda b, h, j: place(b, h, j) <= M),
    "place_row": for_places(lambda b, h, j: Eq(row(place(b, h, j)), b)),
    "place_level": for_places(lambda b, h, j: Eq(level(place(b, h, j)), h)),
    "place_centre": for_places(lambda b, h, j: Eq(centre(place(b, h, j)), j)),
}  # fmt: skip
CENTRES = {"centre_low": every(lambda i: 1 <= centre(i), 1, M), "centre_high": every(lambda i: centre(i) <= J, 1, M)}
ITEMS = {"items": 1 <= M, **ROWS, **LEVELS, **CENTRES, **PLACES}


def with_items(*values: Term) -> list[Term]:
    """Assume the laws of these items."""
    named_ = dict(zip((M, row, level, centre, place), values, strict=True))
    return [substitute(law, {u: w for u, w in named_.items() if u in law.free}) for law in ITEMS.values()]


some_items = exists(
    lambda M, row, level, centre, place: with_items(M, row, level, centre, place),
    "Z", "(Z>Z)", "(Z>Z)", "(Z>Z)", "(ZZZ>Z)",
)  # fmt: skip
levels_many = 2 * n + 1
pairs = tiling(level_block, level_offset, d, levels_many)
triples = tiling(pair_block, pair_offset, J, d * levels_many)
TILED_ITEMS = {
    **{f"pair_{name}": law for name, law in zip(TILED, pairs, strict=True)},
    **{f"triple_{name}": law for name, law in zip(TILED, triples, strict=True)},
}
made_items = (
    J * (d * levels_many),
    fun(lambda i: level_offset(pair_block(i))),
    fun(lambda i: level_block(pair_block(i)) - n - 1),
    pair_offset,
    fun(lambda b, h, j: ((h + n) * d + b - 1) * J + j, 3),
)


@paper.claim(given={"wide": 1 <= d, "long": 1 <= n, "many": 1 <= J, **TILED_ITEMS}, shows=some_items)
def items_tiled(p: Proof) -> Fact:
    """Row, level and centre of an item are the digits of its number."""
    count, row_, level_, _, place_ = made_items
    pairs_low = p.have(1 <= d * levels_many, "wide", "long")
    p.have(1 <= count, pairs_low, "many", label="count_low")
    ends = assumed(p, 1 <= i, i <= count)
    outer = [p.specialize(f"triple_{name}", i, using=ends) for name in TILED[:4]]
    inner = [p.specialize(f"pair_{name}", pair_block(i), using=outer[:2]) for name in TILED[:4]]
    laws = [
        inner[2], inner[3],
        p.have(-n <= level_(i), inner[0]), p.have(level_(i) <= n, inner[1]),
        outer[2], outer[3],
    ]  # fmt: skip
    spots = [assumed(p, 1 <= b, b <= d), assumed(p, -n <= h, h <= n), assumed(p, 1 <= j, j <= J)]
    pair = (h + n) * d + b
    here = [p.have(1 <= h + n + 1, spots[1][0]), p.have(h + n + 1 <= levels_many, spots[1][1])]

    def product(x: Term, y: Term, low: Fact, by: str) -> Fact:
        return p.have(0 <= x * y, (low, by), low)

    before, after = product(h + n, d, spots[1][0], "wide"), product(n - h, d, spots[1][1], "wide")
    in_pairs = [p.have(1 <= pair, before, spots[0][0]), p.have(pair <= d * levels_many, after, spots[0][1])]
    first = product(pair - 1, J, in_pairs[0], "many")
    last = product(d * levels_many - pair, J, in_pairs[1], "many")
    at = place_(b, h, j)
    low, high = p.have(1 <= at, first, spots[2][0]), p.have(at <= count, last, spots[2][1])
    of_pair = {"block": level_block, "offset": level_offset, "d": d, "G": levels_many, "j": h + n + 1, "s": b}
    of_triple = {"block": pair_block, "offset": pair_offset, "d": J, "G": d * levels_many, "j": pair, "s": j}
    own_pair, own_centre = (
        p.apply(f"tilings.tile_{name}", *in_pairs, *spots[2], **of_triple) for name in ("block", "offset")
    )
    own_level, own_row = (p.apply(f"tilings.tile_{name}", *here, *spots[0], **of_pair) for name in ("block", "offset"))
    moved = [p.congr(f, own_pair) for f in (level_offset, level_block)]
    values_ = [
        low, high, p.have(Eq(row_(at), b), moved[0], own_row),
        p.have(Eq(level_(at), h), moved[1], own_level), own_centre,
    ]  # fmt: skip
    for value in values_:
        laws.append(value)
    return p.exists_intro(p.goal, made_items, *laws)


@paper.claim(given=[1 <= d, 1 <= n, 1 <= J], shows=some_items)
def items_exist(p: Proof) -> Fact:
    """Use division with remainder twice."""
    layouts = (level_block, level_offset, d, levels_many), (pair_block, pair_offset, J, d * levels_many)
    return laid_out(p, layouts, lambda *laws: p.apply("items_tiled", *laws))


# --- the greatest of each group --------------------------------------------------------------------------------------

(E,) = vectors("E", 3)
of_place = fun(lambda i: E(row(i), level(i), centre(i)))


def by_place(formula: Term) -> Term:
    """Return the items for a shift that row, level and centre determine."""
    return substitute(formula, {eta: of_place})


SPOT = {"b_low": 1 <= b, "b_high": b <= d, "h_low": -n <= h, "h_high": h <= n}
greatest_place = every(lambda i: h * E(b, h, i) <= h * E(b, h, j), 1, J)
PLACED = {**ITEMS, **SPOT, "j_low": 1 <= j, "j_high": j <= J}


def same_worth(p: Proof, i: Term, *laws: Fact) -> Fact:
    """Prove that E(ρ_i, λ_i, ν_i) has the values of row, level and centre substituted."""
    at = [row(i), level(i), centre(i)]
    steps = []
    for spot, law in enumerate(laws):

        def moved(x: Term, spot: int = spot) -> Term:
            return E(*[x if k == spot else y for k, y in enumerate(at)])

        steps.append(p.congr(moved, law))
        at[spot] = law.concl.args[1]
    return p.have(Eq(E(row(i), level(i), centre(i)), E(*at)), *steps)


@paper.claim(given={**PLACED, "best": greatest_place}, shows=by_place(greatest_of_group(place(b, h, j), b, h)[-1]))
def place_greatest(p: Proof) -> Fact:
    """The members of the group differ by their centres."""
    p.given(i_low=1 <= i, i_high=i <= M)
    own = same_worth(p, place(b, h, j), *(p.specialize(f"place_{x}", b, h, j) for x in ("row", "level", "centre")))
    group = assumed(p, Eq(row(i), b), Eq(level(i), h))
    there = same_worth(p, i, *group)
    spot = [p.specialize(name, i) for name in CENTRES]
    order = p.specialize("best", centre(i), using=spot)
    return p.have(h * of_place(i) <= h * of_place(place(b, h, j)), order, (own, h), (there, h))


@paper.claim(given=[*ITEMS.values(), 1 <= J], shows=by_place(some_greatest))
def groups_have_greatest(p: Proof) -> Fact:
    """There are finitely many centres."""
    p.given(**ITEMS, **SPOT)
    goal = by_place(exists(lambda m: greatest_of_group(m, b, h), "Z"))

    found = p.apply("greatest_member", f=fun(lambda j: h * E(b, h, j)), M=J)
    low, high, best = p.obtain(found, j)
    laws = [p.specialize(f"place_{x}", b, h, j, using=[low, high]) for x in ("low", "high", "row", "level")]
    return p.discharge(
        p.exists_intro(goal, [place(b, h, j)], *laws, p.apply("place_greatest", low, high, best)), 1 <= h * h
    )


asked_places = fun(lambda b, h: place(b, h, J), 2)
j_1, j_2 = ints("j_1 j_2")


def with_places(formula: Term) -> Term:
    """Assume a shift that depends on row, level and centre, where the last centre is the query."""
    return substitute(formula, {u: w for u, w in ((eta, of_place), (query, asked_places)) if u in formula.free})


BY_PLACE = {
    **BASE, **ITEMS, **COPIED, "wide": d >= 1, "many": 1 <= J,
    "small": for_places(lambda b, h, j: abs(E(b, h, j)) <= Y),
    "flat": for_queries(lambda b, h: Eq(E(b, h, J), 0)),
}  # fmt: skip
EXTREME = {
    "best_1_low": 1 <= j_1, "best_1_high": j_1 <= J, "best_1": every(lambda j: E(r, c, j) <= E(r, c, j_1), 1, J),
    "best_2_low": 1 <= j_2, "best_2_high": j_2 <= J, "best_2": every(lambda j: E(r, -c, j_2) <= E(r, -c, j), 1, J),
}  # fmt: skip


@paper.claim(
    given={**BY_PLACE, **ENTRY, **EXTREME},
    shows=abs(with_places(network(r, c)) - (E(r, c, j_1) + E(r, -c, j_2))) <= 2 * d * (M * theta),
)
def network_of_places(p: Proof) -> Fact:
    """The network adds the greatest shift of level c and the least shift of level −c."""
    p.given(i_low=1 <= i, i_high=i <= M, j_low=1 <= j, j_high=j <= J, **SPOT)

    def for_all_queries(fact: Fact) -> Fact:
        return fact

    laws = {x: p.specialize(f"place_{x}", b, h, J) for x in ("low", "high", "row", "level", "centre")}
    flat_ = same_worth(p, place(b, h, J), *list(laws.values())[2:])
    none = p.have(Eq(of_place(place(b, h, J)), 0), flat_, p.specialize("flat", b, h))
    queries = [for_all_queries(x) for x in (*list(laws.values())[:4], none)]
    spots = [p.specialize(x, i) for x in (*ROWS, *LEVELS, *CENTRES)]
    bounded = p.specialize("small", row(i), level(i), centre(i), using=spots)
    groups = p.apply("groups_have_greatest")
    known, ends = [], []
    for best, law, level_ in ((j_1, "best_1", c), (j_2, "best_2", -c)):
        here = [p.have(x, "c_low", "c_high") for x in (-n <= level_, level_ <= n)]
        own = p.specialize(law, j)
        at = place(r, level_, best)
        facts = [
            p.specialize(f"place_{x}", r, level_, best, using=here) for x in ("low", "high", "row", "level", "centre")
        ]
        known += [*facts[:4], p.apply("place_greatest", (own, "c_low"), own, b=r, h=level_, j=best)]
        ends.append(same_worth(p, at, *facts[2:]))
    names = {"eta": of_place, "phi": asked_places, "m_1": place(r, c, j_1), "m_2": place(r, -c, j_2)}
    near = p.apply("network_computes", *queries, bounded, groups, *known, **names)
    gap = near.concl.args[0].args[0]
    same = p.have(Eq(gap, with_places(network(r, c)) - (E(r, c, j_1) + E(r, -c, j_2))), *ends)
    moved = p.congr(abs, same)
    return p.have(p.goal, near, moved)
