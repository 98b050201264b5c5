"""A deep feed-forward block that maps ids to labels, with about the square root of their number of weights (Remark 2).

For every entry of the labels it has a network of layers of six units, of which the first reads the d entries of an id
and the last is read by one linear unit. The weights of a network are one function, as in
`proofs.theorems.networks.deep_networks`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.counted_directions import kept_share
from proofs.papers.ks.appendix_b_projections.projections import v
from proofs.papers.ks.section_4_corollaries.corollary_1 import are_classes
from proofs.papers.ks.section_4_corollaries.memorization import U, alike_where, ranged
from proofs.papers.ks.section_4_corollaries.memorization import label as real_label
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.norms import column, dot, norm
from proofs.theorems.analysis.projections import gap
from proofs.theorems.networks import bit_extraction, deep_networks
from proofs.theorems.networks.deep_networks import LAYERS, WIDTH, layer, read, takes
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.transformers import N, at, d, m, places, token, w

t, l, r, c, L, e, a, b = ints("t l r c L e a b")
W, W1, H = vectors("W W_1 H", 3)
(h,) = vectors("h", 2)
z, z2 = vectors("z z'")
(y,) = reals("y")


def deep_network(W: Term, L: Term, z: Term, y: Term) -> Term:
    """The network with L layers of six units and weights W maps z, which has d entries, to y."""

    def conditions(h: Term) -> list[Term]:
        return [
            every(lambda r: Eq(h(1, r), read(layer(W, num(1))(r), z, d)), 1, WIDTH),
            every(lambda l: every(lambda r: Eq(h(l, r), read(layer(W, l)(r), lambda c: h(l - 1, c))), 1, WIDTH), 2, L),
            Eq(y, W(L + 1, 1, 0) + Sum(lambda c: W(L + 1, 1, c) * h(L, c), 1, WIDTH)),
        ]

    return exists(conditions, MATRIX)


paper.notions.define(
    deep_network(W, L, z, y), (W, L, z, y, d), "{1} layers of 6 units with weights {0} take {2} ∈ ℝ^{4} to {3}",
    r"{1} \text{{ layers of 6 units with weights }} {0} \text{{ take }} {2} \in \mathbb{{R}}^{{{4}}} \text{{ to }} {3}",
)  # fmt: skip


def deep_parameters(L: Term) -> Term:
    """The number of weights and biases of such a network."""
    return WIDTH * (d + 1) + (L - 1) * WIDTH * (WIDTH + 1) + (WIDTH + 1)


# --- from layers at points to a network at ids ----------------------------------------------------------------------

S, T, first = vectors("S T W_0", 2)
(target,) = vectors("y", 2)
(place,) = sequences("place", 2)
(offset,) = reals("beta")
M = deep_networks.M
of_layers = [
    0 <= L, takes(S, T, L), places(lambda i, k: 1 <= place(i, k)), places(lambda i, k: place(i, k) <= M),
    places(
        lambda i, k: every(lambda r: Eq(S(place(i, k), r), read(lambda c: first(r, c), token(U, i, k), d)), 1, WIDTH)
    ),
    places(lambda i, k: Eq(target(i, k), T(place(i, k), 2) + offset)),
]  # fmt: skip


@paper.claim(
    given=of_layers,
    shows=exists(lambda W: places(lambda i, k: deep_network(W, L + 1, token(U, i, k), target(i, k))), LAYERS),
)
def network_of_layers(p: Proof) -> Fact:
    """A layer that reads the id, followed by the layers, whose output is the value of unit 2."""
    p.given_all(of_layers)
    ranged(p, "i", "k")
    p.given(l_low=2 <= l, l_high=l <= L + 1, r_low=1 <= r, r_high=r <= WIDTH)
    there = place(i, k)
    ends = [p.specialize(f"given_{x}", i, k) for x in (2, 3)]

    begin, steps, end = p.obtain("given_1", W1, H)

    def weight(l: Term, r: Term, c: Term) -> Term:
        later = ite(l <= L + 1, W1(l - 1, r, c), ite(Eq(c, 0), offset, ite(Eq(c, 2), 1, 0)))
        return ite(l <= 1, first(r, c), later)

    weights = fun(weight, 3)
    states = fun(lambda l, r: H(l - 1, there, r), 2)
    reads = p.specialize(p.specialize("given_4", i, k), r)
    starts = p.specialize(begin, there, r, using=ends)
    one = p.have(Eq(states(1, r), read(layer(weights, num(1))(r), token(U, i, k), d)), reads, starts)
    own = p.specialize(steps, l - 1, there, r, using=[*ends])  # fmt: skip
    late = p.have(num(1) < l, "l_low")
    marks = []
    for x in range(WIDTH + 1):
        outer = p.ite_eq(weights(l, r, num(x)), late)
        marks += [outer, p.ite_eq(outer.concl.args[1], "l_high")]
    goal = Eq(states(l, r), read(layer(weights, l)(r), lambda c: states(l - 1, c)))
    inside = goal.args[1].args[1]
    was = own.concl.args[1].args[1]
    linked = p.congr(relu, p.have(Eq(was, inside), *marks))
    then = p.have(goal, own, linked)
    top = L + 2
    beyond = [p.have(num(1) < top), p.have(L + 1 < top)]
    marks = []
    for x in range(WIDTH + 1):
        outer = p.ite_eq(weights(top, num(1), num(x)), beyond[0])
        marks += [outer, p.ite_eq(outer.concl.args[1], beyond[1])]
    out = weights(top, num(1), num(0)) + Sum(lambda c: weights(top, num(1), c) * states(L + 1, c), 1, WIDTH)
    last = p.specialize(end, there, num(2), using=ends)
    value = p.have(Eq(target(i, k), out), p.specialize("given_5", i, k), last,
                   *((m, states(L + 1, num(max(x // 2, 1)))) for x, m in enumerate(marks)), *marks[:2])  # fmt: skip
    found = p.exists_intro(deep_network(weights, L + 1, token(U, i, k), target(i, k)), [states], one, then, value)
    each = found
    return p.exists_intro(p.goal, [weights], each)


# --- ids on a line --------------------------------------------------------------------------------------------------

K, bits_of_id, bits_of_label = ints("K p q")
(g,) = vectors("g")
scale, shift = reals("alpha gamma")
(label,) = sequences("Y", 3)
words, labels_ = w, sequences("y")[0]
along = fun(lambda a: scale * dot(g, column(w, a), d) + shift)  # where word a stands on the line
list_of_ids = [
    places(lambda i, k: 1 <= at(i, k)), places(lambda i, k: at(i, k) <= m),
    places(lambda i, k: every(lambda t: Eq(U(i, t, k), w(t, at(i, k))), 1, d)),
]  # fmt: skip
line = {
    bit_extraction.M: m,
    bit_extraction.value: along,
    bit_extraction.k: bits_of_id,
    bit_extraction.b: bits_of_label,
    bit_extraction.K: K,
}
on_line = [substitute(f, line | {bit_extraction.of_value: labels_}) for f in bit_extraction.UNSORTED]
depth = substitute(
    bit_extraction.layers, {bit_extraction.k: bits_of_id, bit_extraction.b: bits_of_label, bit_extraction.K: K}
)
given_labels = places(lambda i, k: Eq(label(i, t, k), labels_(at(i, k)) + 1))


def memorizes(depth: Term, t: Term) -> Term:
    """A network with this number of layers of six units maps every id to entry t of its label."""
    return exists(lambda W: places(lambda i, k: deep_network(W, depth + 1, token(U, i, k), label(i, t, k))), LAYERS)


@paper.claim(given=[0 <= m, *list_of_ids, *on_line, given_labels], shows=memorizes(depth, t))
def ids_on_line_memorized(p: Proof) -> Fact:
    """The first layer projects the ids."""
    p.given_all([0 <= m, *list_of_ids, *on_line, given_labels])
    ranged(p, "i", "k")
    p.given(c_low=1 <= c, c_high=c <= d)
    to_line = line | {bit_extraction.of_value: labels_}
    first, second = bit_extraction.sorted_layers
    scaled, label_, rounded = (substitute(f, to_line) for f in (first, bit_extraction.sorted_label, second))
    size = power(num(2), bits_of_label)
    by = {"M": m, "f": along, "k": bits_of_id, "b": bits_of_label, "K": K, "y": labels_}
    passes = p.apply("memorized_unsorted", **by)
    spot = fun(lambda i, k: substitute(bit_extraction.place_of(e), to_line | {e: at(i, k)}), 2)
    low, high = (p.specialize(f"given_{x}", i, k) for x in (1, 2))
    here = p.apply("at_own_rank", low, high, f=along)
    ranks = [p.apply(name, low, high, f=along, n=m, i=at(i, k)) for name in ("rank_low", "rank_high")]
    ends = [p.have(claim, *ranks) for claim in (1 <= spot(i, k), spot(i, k) <= m)]
    first = fun(lambda r, c: ite(Eq(r, 1), ite(Eq(c, 0), size * shift, size * scale * g(c)), 0), 2)
    own = along(at(i, k))
    value = p.congr(along, here)
    entry = p.specialize(p.specialize("given_3", i, k), c)
    [weight] = p.reduce_ite(p.have(0 < c), ite(Eq(c, 0), size * shift, size * scale * g(c)))
    terms = [fun(lambda c: first(1, c) * U(i, c, k)), fun(lambda c: size * scale * (g(c) * w(c, at(i, k))))]
    each = p.have(Eq(terms[0](c), terms[1](c)), (weight, U(i, c, k)), (entry, size * scale * g(c)))
    product = p.apply("sum_eq", each, f=terms[0], g=terms[1], lo=1, hi=d)
    begin, end = deep_networks.state(scaled), deep_networks.state(scaled, label_, rounded)

    def reads(r: Term) -> Term:
        return Eq(begin(spot(i, k), r), read(lambda c: first(r, c), token(U, i, k), d))

    inside = reads(num(1)).args[1].args[1]
    pos = p.have(
        0 <= size * own,
        (p.specialize("given_8", at(i, k)), p.apply("power_pos", m=2, k=bits_of_label)),
    )
    same = p.have(Eq(inside, size * own), product)
    on = p.apply("relu_positive", p.have(0 <= inside, same, pos))
    unit_1 = p.have(reads(num(1)), on, same, (value, size))
    units = [unit_1, *(p.have(reads(num(x))) for x in range(2, WIDTH + 1))]
    out = p.have(Eq(label(i, t, k), end(spot(i, k), 2) + 1), p.congr(labels_, here),
                 p.specialize("given_13", i, k))  # fmt: skip

    def everywhere(fact: Fact) -> Fact:
        return p.generalize(k, fact, "k_low", "k_high")

    sides = [everywhere(f) for f in (*ends, deep_networks.for_units(p, reads, units), out)]
    found = p.apply("network_of_layers", passes, *sides, L=depth, S=begin, T=end, W_0=first, place=spot, M=m,
                    y=fun(lambda i, k: label(i, t, k), 2), beta=1)  # fmt: skip
    return p.change(found, p.goal)


# --- separated ids --------------------------------------------------------------------------------------------------

C = ints("C")[0]
delta, rho = reals("delta rho")
alike = substitute(alike_where(U), {real_label: label})
sizes = [1 <= n, 1 <= N]


def label_of(a: Term) -> Term:
    """Entry t of the label of word a, minus 1."""
    return Max(lambda i: Max(lambda k: ite(Eq(at(i, k), a), label(i, t, k) - 1, 0), 1, n), 1, N)


def labelled_words(y: Term) -> list[Term]:
    """The labels of the tokens are those of the words plus 1, and the latter are from 0 to C − 1."""
    low, high = every(lambda a: 0 <= y(a), 1, m), every(lambda a: y(a) < C, 1, m)
    return [places(lambda i, k: Eq(label(i, t, k), y(at(i, k)) + 1)), low, high]


classes = [are_classes(label, C), 1 <= t, t <= d]


@paper.claim(given=[*sizes, *list_of_ids, alike, *classes], shows=exists(labelled_words, "(Z>Z)"))
def words_labelled(p: Proof) -> Fact:
    """Take the maximum of equal numbers and 0."""
    p.given_all([*list_of_ids, alike])
    ranged(p, "i", "j", "k", "l", "t")
    p.given(c_low=1 <= c, c_high=c <= d)
    some_n, some_N = (p.have(f) for f in (num(1) <= n, num(1) <= N))

    def member(a: Term, i: Term, k: Term) -> Term:
        return ite(Eq(at(i, k), a), label(i, t, k) - 1, 0)

    def row(a: Term, i: Term) -> Term:
        return Max(lambda k: member(a, i, k), 1, n)

    def at_least(a: Term, i: Term, k: Term, *ends: Fact) -> list[Fact]:
        return [p.max_ge(row(a, i), k, *ends[2:]), p.max_ge(label_of(a), i, *ends[:2])]

    def at_most(a: Term, bound: Term, fact: Fact) -> Fact:
        """Derive this from a bound for the member of j and l."""
        inner = p.max_le(row(a, j), bound, some_n, p.generalize(l, fact))
        return p.max_le(label_of(a), bound, some_N, p.generalize(j, inner))

    least, most = p.obtain(p.side_condition(classes[0]))
    own = at(i, k)
    bounds = [p.specialize(p.specialize(f, j, l), t) for f in (least, most)]
    here = p.specialize(p.specialize(least, i, k), t)
    # the label of a token
    up = at_least(own, i, k, *(p.get(x) for x in ("i_low", "i_high", "k_low", "k_high")))

    def below(order: Fact) -> Fact:
        claim = member(own, j, l) <= label(i, t, k) - 1
        marks = p.reduce_ite(order, member(own, j, l))
        if order.concl.op != "eq":
            return p.have(claim, here, *marks)
        entry = [p.specialize("given_2", *where, c) for where in ((j, l), (i, k))]
        word = p.congr(lambda a: w(c, a), order)
        return p.have(claim, p.specialize("given_3", j, i, l, k, t, using=[*entry, word]), *marks)

    down = at_most(own, label(i, t, k) - 1, p.trichotomy(at(j, l), own, below))
    value = p.antisymmetry(down, p.have(label(i, t, k) - 1 <= label_of(own), *up))
    each = p.have(Eq(label(i, t, k), label_of(own) + 1), value)

    # between 0 and C − 1
    def member_is(goal: Term) -> Fact:
        return p.trichotomy(at(j, l), a, lambda order: p.have(
            goal, *bounds, *p.reduce_ite(order, member(a, j, l))))  # fmt: skip

    ways = [member_is(0 <= member(a, j, l)), member_is(member(a, j, l) <= C - 1)]
    high = at_most(a, C - 1, ways[1])
    one = num(1)
    ends = [p.have(one <= one), some_N, p.have(one <= one), some_n]
    at_one = p.cut(p.instantiate(ways[0], [(j, one), (l, one)]))
    low = p.have(0 <= label_of(a), at_one, *at_least(a, one, one, *ends))
    sides = [low, p.have(label_of(a) < C, high)]
    return p.exists_intro(p.goal, [fun(label_of)], each, *sides)


used = every(lambda a: exists(lambda i, k: [1 <= i, i <= N, 1 <= k, k <= n, Eq(at(i, k), a)], "Z", "Z"), 1, m)
short = places(lambda i, k: norm(token(U, i, k), d) < rho)
far = every(lambda a: every(lambda b: implies(a < b, delta < norm(gap(a, b), d)), 1, m), 1, m)
spread = 3 * m**2 * d * rho / delta
SEPARATED = [1 <= d, *sizes, 1 <= m, *list_of_ids, used, short, 0 < delta, far]
ROOM = [0 <= bits_of_id, 0 <= bits_of_label, 1 <= K, m <= K * K, spread <= power(num(2), bits_of_id),
        C <= power(num(2), bits_of_label)]  # fmt: skip


@paper.claim(given=[*SEPARATED, *ROOM, alike, *classes], shows=memorizes(depth, t))
def separated_ids_memorized(p: Proof) -> Fact:
    """Take a direction that keeps a share of the distances, scaled so that they are at least 3."""
    p.given(a_low=1 <= a, a_high=a <= m, b_low=1 <= b, b_high=b <= m, order=a < b)
    room = p.have(spread <= power(num(2), bits_of_id))
    stretch = rational(3, 2) * m**2 * d / delta
    positive = [p.have(f) for f in (0 < delta, 0 < m, 0 < d)]
    share_pos = p.positive(kept_share, *positive)
    stretched = p.positive(stretch, *positive)
    use_word = p.specialize(used, a)

    def of_token(*where: Fact) -> Fact:
        """The norms of words are bounded by those of tokens."""
        here = p.specialize(p.assume(short), i, k, using=where[:4])
        entry = p.specialize(p.assume(list_of_ids[2]), i, k, t, using=where[:4])
        word = p.congr(lambda a: w(t, a), where[4])
        same = p.have(Eq(U(i, t, k), w(t, a)), entry, word)
        alike = p.apply("norm_same", same, x=token(U, i, k), y=column(w, a))
        return p.have(norm(column(w, a), d) < rho, here, alike)

    length = p.exists_elim(use_word, [i, k], of_token, norm(column(w, a), d) < rho)
    is_unit, keeps = p.obtain(p.apply("direction_counted"), v)
    values = substitute(along, {g: v, scale: stretch, shift: stretch * rho})
    size = p.apply("projection_le", is_unit, z=column(w, a))
    ways = [p.apply("abs_ge", x=x) for x in (dot(v, column(w, a), d), -dot(v, column(w, a), d))]
    low = p.have(-rho < dot(v, column(w, a), d), size, length, *ways)
    high = p.have(dot(v, column(w, a), d) < rho, size, length, ways[0])
    above = p.have(0 <= values(a), (p.have(0 <= dot(v, column(w, a), d) + rho, low), stretched))
    below = p.have(values(a) < power(num(2), bits_of_id), (high, stretched), room)
    kept_here = p.specialize(p.specialize(keeps, a), b)
    apart = p.specialize(p.specialize(far, a), b)
    between = dot(v, gap(a, b), d)
    more = p.have(kept_share * delta <= abs(between), kept_here, (apart, share_pos))
    scaled = p.apply("abs_mul", u=stretch, r=between)
    own = p.abs_value(stretch, p.have(0 <= stretch, stretched))
    three = p.have(Eq(stretch * (kept_share * delta), 3), *positive)
    gap_ = p.have(3 <= abs(values(a) - values(b)), (more, stretched), three, scaled,
                  (own, abs(between)))  # fmt: skip
    gaps = gap_
    ends = [above, below]
    given, least, most = p.obtain(p.apply("words_labelled"), labels_)
    top = p.have(labels_(a) < power(num(2), bits_of_label), p.specialize(most, a))
    return p.apply("ids_on_line_memorized", gaps, *ends, given, least, top)  # fmt: skip


@paper.claim(given=[every(lambda c: Eq(z(c), z2(c)), 1, d), deep_network(W, L, z, y)], shows=deep_network(W, L, z2, y))
def network_of_same(p: Proof) -> Fact:
    """The network maps equal ids to equal numbers."""
    p.given(takes=deep_network(W, L, z, y),
            r_low=1 <= r, r_high=r <= WIDTH)  # fmt: skip
    terms = [fun(lambda c, x=x: W(1, r, c) * x(c)) for x in (z, z2)]
    total = p.apply("sum_eq", f=terms[0], g=terms[1], lo=1, hi=d)
    unit_ = p.congr(lambda x: relu(W(1, r, 0) + x), total)
    first, then, last = p.obtain("takes", h)
    return p.exists_intro(p.goal, [h], p.specialize(first, r), unit_, then, last)
