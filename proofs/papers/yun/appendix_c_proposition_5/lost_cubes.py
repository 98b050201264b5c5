"""E.1.4: the distance of f̄ and ḡ can be larger than (B^p δ^d)^(1/p), for d = 1, n = 3 and δ = 1/2.

Three columns of one entry lie in two cells, so that two of them lie in one: ḡ is 0 everywhere. If f̄ is 1 in all entries
on [0, 1)^3, the integral of ‖f̄ − ḡ‖_1 is 3, which is B; the bound is 3/2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, by_indices, values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.exact_network import is_right, right_on
from proofs.papers.yun.appendix_c_proposition_5.proposition_5 import RIGHT, at_cost, bound, power_p, small_G
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import GRID as GRID_SORT
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import in_cube_of, piecewise_constant
from proofs.papers.yun.appendix_e3_lemma_8.contextual_network import distinct_columns
from proofs.papers.yun.appendix_e4_lemma_9.lemma_9 import H
from proofs.papers.yun.vocabulary import M, d, m, n, paper
from proofs.theorems.analysis.continuity import assumed, entries
from proofs.theorems.integration.integrals import integral_at_most, size_to_the
from proofs.theorems.networks.permutations import permutation, permuted

printed_distance = Claim((*RIGHT, 1 <= power_p), integral_at_most(at_cost, bound * inv(M), d, n))

(x,) = reals("x")
(X,) = vectors("X", 2)
(tau,) = sequences("tau")


def cell(x: Term) -> Term:
    """1 if 0 <= x < 1, else 0."""
    return ite(0 <= x, ite(x < 1, 1, 0), 0)


def inside(X: Term) -> Term:
    """X lies in [0, 1)^3: all three entries are in [0, 1)."""
    return 3 <= Sum(lambda o: cell(X(1, o)), 1, 3)


ones = mapping(lambda X, t, k: ite(inside(X), 1, 0), MATRIX, "Z", "Z")
zero = mapping(lambda X, t, k: num(0), MATRIX, "Z", "Z")
COLUMNS = (1, 2, 3)
SIDES = (lambda x: 0 <= x), (lambda x: x < 1)
AT = {m: num(2), d: num(1), n: num(3), power_p: num(1), bound: num(3), H: ones, small_G: zero}


def at(formula: Term) -> Term:
    """The formula for this example."""
    return substitute(formula, {z: value for z, value in AT.items() if z in formula.free})


def value(p: Proof, X: Term, held: Fact) -> Fact:
    """f̄(X) is 1 if X lies inside, and 0 if not."""
    return p.ite_eq(ite(inside(X), 1, 0), held)


def of_each(p: Proof, goal: Callable[[Term, Term], Term], prove: Callable[[int], Fact]) -> Fact:
    """For the three entries."""
    row_ = by_indices(p, hole(lambda o: goal(num(1), o), "Z"), 1, 3, prove)
    return by_indices(p, hole(lambda c: every(lambda o: goal(c, o), 1, 3), "Z"), 1, 1, lambda _: row_)


def is_inside(p: Proof, low: Sequence[Fact], high: Sequence[Fact]) -> Fact:
    """X is inside, as its entries are at least 0 and below 1."""
    cells = [z for pair in zip(low, high, strict=True) for z in values(p, pair, cell(pair[0].concl.args[1]))]
    return p.have(inside(X), *cells)


@paper.claim([], shows=cell(x) <= 1)
def cell_at_most(p: Proof) -> Fact:
    """It is 0 or 1."""
    return by_cases(p, [0 <= x, x < 1], lambda known: p.have(cell(x) <= 1, *values(p, known, cell(x))))


@paper.claim([], shows=at(piecewise_constant(H)))
def ones_on_cubes(p: Proof) -> Fact:
    """They are 1 on the cubes, 0 outside of them, and do not depend on the order of the columns."""
    G = variable("G", GRID_SORT)
    family = mapping(lambda G, t, k: num(1), GRID_SORT, "Z", "Z")
    cube = assumed(p, *map(at, in_cube_of(G, X)))
    parts = {o: [p.specialize(z, 1, o) for z in cube] for o in COLUMNS}
    there = is_inside(p, *([p.have(z, *parts[o]) for o in COLUMNS for z in (side(X(1, o)),)] for side in SIDES))
    one = value(p, X, there)
    constant = of_each(p, lambda c, o: Eq(ones(X, c, o), 1), lambda _: one)
    constant = p.rule("generalize", G, p.rule("generalize", X, p.discharge(constant, *(z.concl for z in cube))))

    def none(side: Callable[[Term], Term]) -> Fact:
        """0 where an entry is on this side."""

        def at_entry(o: int) -> Fact:
            held, all_in = assumed(p, side(X(1, o)), inside(X))
            own = values(p, [held, *([p.have(0 <= X(1, o), held)] if held.concl.op == "le" else [])], cell(X(1, o)))
            others = [p.apply("cell_at_most", x=X(1, q)) for q in COLUMNS if q != o]
            out = p.discharge(p.have(FALSE, all_in, *own, *others), all_in.concl)
            zeros = of_each(p, lambda c, o: Eq(ones(X, c, o), 0), lambda _: value(p, X, out))
            return p.discharge(zeros, held.concl)

        zero_ = lambda c, o: implies(side(X(c, o)), entries(lambda t, k: Eq(ones(X, t, k), 0), num(1), num(3)))  # noqa: E731
        return p.rule("generalize", X, of_each(p, zero_, at_entry))

    order = assumed(p, *permutation(tau, num(3)))
    Y = permuted(X, tau)
    same = p.apply("sum_reindexed", *order, f=fun(lambda o: cell(X(1, o))), rho=tau, n=3)
    c, o = ints("c o")
    ends = assumed(p, 1 <= c, c <= 1), assumed(p, 1 <= o, o <= 3)
    turned = p.have(Eq(Sum(lambda o: cell(Y(1, o)), 1, 3), Sum(lambda o: cell(X(1, o)), 1, 3)), same)
    each = p.congr(lambda z: ite(3 <= z, 1, 0), turned)
    each = p.generalize(c, p.generalize(o, p.have(Eq(ones(Y, c, o), ones(X, c, tau(o))), each), *ends[1]), *ends[0])
    each = p.discharge(each, *(z.concl for z in order))
    equal = p.rule("generalize", X, p.rule("generalize", tau, each))
    return p.exists_intro(p.goal, [family], constant, none(lambda x: x < 0), none(lambda x: 1 <= x), equal)


@paper.claim([], shows=at(is_right(small_G)))
def nothing_is_left(p: Proof) -> Fact:
    """Of three numbers 0 or 1 two are equal."""
    y = variable("y", GRID_SORT)
    cube = assumed(p, *map(at, in_cube_of(y, X)))
    distinct = p.assume(at(distinct_columns(y)))

    def split(j: int, known: Sequence[tuple[int, Fact]]) -> Fact:
        """A contradiction, from the entries before j, which are 0 or 1."""
        taken = [value for value, _ in known]
        if len(set(taken)) < len(taken):
            one, two = next((k, taken.index(v) + 1) for k, v in enumerate(taken, 1) if taken.index(v) + 1 < k)
            same = p.have(Eq(y(1, two), y(1, one)), known[two - 1][1], known[one - 1][1])
            every_ = by_indices(p, hole(lambda i: Eq(y(i, two), y(i, one)), "Z"), 1, 1, lambda _: same)
            return p.have(FALSE, p.specialize(distinct, two, one, using=[every_]))
        low, high = (p.specialize(z, 1, j) for z in cube[:2])
        few, more = assumed(p, y(1, j) <= 0, 0 < y(1, j))
        step = p.integer_step(more)
        zero_ = p.antisymmetry(few, low)
        one_ = p.antisymmetry(p.have(y(1, j) <= 1, high), p.have(1 <= y(1, j), step))
        return p.cases(y(1, j), 0, split(j + 1, [*known, (0, zero_)]), split(j + 1, [*known, (1, one_)]))

    same = p.absurd(split(1, []), entries(lambda t, k: Eq(zero(X, t, k), ones(X, t, k)), num(1), num(3)))
    same = p.discharge(same, *(z.concl for z in cube), distinct.concl)
    same = p.rule("generalize", y, p.rule("generalize", X, same))
    return p.exists_intro(p.goal, [], same, *(p.have(at(z)) for z in right_on(small_G, H)[1:]))


def cost_of_ones(p: Proof, held: Fact, size: int) -> Fact:
    """The cost is 3 inside, where all sizes are 1, and 0 elsewhere."""
    entry = p.congr(lambda z: size_to_the(z - 0, num(1)), value(p, X, held))
    own = p.apply("reciprocal_of_norm.size_to_the_one", u=num(size) - 0)
    return p.have(Eq(at(at_cost)(X), 3 * size), entry, own)


@paper.claim([], shows=negation(at(printed_distance.formula)))
def printed_distance_fails(p: Proof) -> Fact:
    """3 (9/10)³ is more than 3/2."""
    whole = at(printed_distance.formula)
    total = at(at_cost)(X)
    yes, no = assumed(p, inside(X), negation(inside(X)))
    full, none = cost_of_ones(p, yes, 1), cost_of_ones(p, no, 0)
    small = p.either(p.have(total <= 3, full), p.have(total <= 3, none), inside(X))
    small = p.rule("generalize", X, small)
    held = p.assume_implication(whole, len(printed_distance.given), p.apply("ones_on_cubes"), small,
                                p.apply("nothing_is_left"))  # fmt: skip
    corners = fun(lambda r, c: num(0), 2), fun(lambda r, c: rational(9, 10), 2)
    sides = assumed(p, *(z for c in COLUMNS for z in (0 <= X(1, c), X(1, c) <= rational(9, 10))))
    all_in = is_inside(p, sides[::2], [p.have(X(1, c) < 1, sides[2 * c - 1]) for c in COLUMNS])
    above = p.have(3 <= total, p.mp(p.discharge(full, inside(X)), all_in))
    weighs = p.apply("box_below", held, above, F=at(at_cost), E=rational(3, 2), t=3, L=corners[0], H=corners[1])
    return p.note("out", p.discharge(p.have(FALSE, weighs), whole))
