"""Functions computed by ReLU networks with one hidden layer: single units, their sums, and inverse skip connections.

h maps a token z = (z_1, …, z_d) to a token: h(z, r) is entry r of the result. It is shallow if there are q hidden
units and weights with h(z, r) = Σ_u W_2(r, u) σ_R(Σ_c W_1(u, c) z_c + b(u)). The weights are not written out: a single
unit is shallow, and the sum of two shallow functions is shallow, by concatenation of their units.

Main statements: `shallow_unit`, `shallow_coordinate`, `shallow_add`, `shallow_sum`, `skip_undone`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.concatenation import joined, sum_joined
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.networks.relu import relu

chapter = Chapter("one_hidden_layer")
d, q, q1, q2, m, j, k, r, c, u = ints("d q q_1 q_2 m j k r c u")
beta, scale = reals("beta alpha")
z, a, w = vectors("z a w")
h, h1, h2 = functions("h h_1 h_2", VECTOR + "Z")
(family,) = functions("h", "Z" + VECTOR + "Z")
b, b1, b2 = vectors("b b_1 b_2")
W1, W2, V1, V2, U1, U2 = vectors("W_1 W_2 V_1 V_2 U_1 U_2", 2)


def row(W: Term, u: Term) -> Term:
    """Row u of a matrix."""
    return fun(lambda c: W(u, c))


def unit(w: Term, beta: Term, z: Term, d: Term = d) -> Term:
    """σ_R(Σ w_c z_c + β)."""
    return relu(Sum(lambda c: w(c) * z(c), 1, d) + beta)


def computed(q: Term, W1: Term, b: Term, W2: Term, z: Term, r: Term, d: Term = d) -> Term:
    """Entry r of the output of the network with these weights, at z."""
    return Sum(lambda u: W2(r, u) * unit(row(W1, u), b(u), z, d), 1, q)


def shallow(h: Term, d: Term = d) -> Term:
    """A ReLU network with one hidden layer computes h."""

    def weights(q: Term, W1: Term, b: Term, W2: Term) -> list[Term]:
        same = for_all(lambda z: every(lambda r: Eq(h(z, r), computed(q, W1, b, W2, z, r, d)), 1, d), VECTOR)
        return [0 <= q, same]

    return exists(weights, "Z", MATRIX, VECTOR, MATRIX)


chapter.notions.define(
    shallow(h), (h, d), "{0} has one hidden layer", r"{0} \text{{ has one hidden layer}}"
)  # fmt: skip


def of_token(h: Callable[[Term, Term], Term]) -> Term:
    """(z, r) ↦ h(z, r)."""
    return mapping(h, VECTOR, "Z")


def equal(h: Term, g: Term) -> Term:
    """h(z) = g(z) for all z."""
    return for_all(lambda z: every(lambda r: Eq(h(z, r), g(z, r)), 1, d), VECTOR)


def in_range(p: Proof, v: Term, top: Term | int) -> list[Fact]:
    """Assume 1 <= v and v <= top, with the names v_low and v_high."""
    names = f"{v.args[0]}_low", f"{v.args[0]}_high"
    p.given(**dict(zip(names, (1 <= v, v <= top), strict=True)))
    return [p.get(name) for name in names]


def for_tokens(p: Proof, fact: Fact, *ranges: Fact) -> Fact:
    """∀ z r: fact."""
    return p.generalize(z, p.generalize(r, fact, *ranges))


@chapter.claim(given=[shallow(h1), equal(h, h1)], shows=shallow(h))
def shallow_same(p: Proof) -> Fact:
    """The same weights compute both."""
    ranges = in_range(p, r, d)
    low, made = p.obtain(shallow(h1), q, W1, b, W2)
    value = p.have(
        Eq(h(z, r), computed(q, W1, b, W2, z, r)),
        p.specialize(p.specialize(equal(h, h1), z), r),
        p.specialize(p.specialize(made, z), r),
    )
    return p.exists_intro(p.goal, [q, W1, b, W2], low, for_tokens(p, value, *ranges))


@chapter.claim(given=[], shows=shallow(of_token(lambda z, r: a(r) * unit(w, beta, z))))
def shallow_unit(p: Proof) -> Fact:
    """One hidden unit."""
    weights = [num(1), fun(lambda u, c: w(c), 2), fun(lambda u: beta), fun(lambda r, u: a(r), 2)]
    value = a(r) * unit(w, beta, z)
    p.have(Eq(value, computed(weights[0], weights[1], weights[2], weights[3], z, r)))
    return p.exists_intro(p.goal, weights)


@chapter.claim(given=[1 <= k, k <= d], shows=shallow(of_token(lambda z, r: a(r) * relu(scale * z(k) + beta))))
def shallow_coordinate(p: Proof) -> Fact:
    """Use a unit that reads coordinate k only."""
    one = fun(lambda c: scale * ite(Eq(c, k), 1, 0))
    p.apply("sum_delta", f=fun(lambda c: z(c)), m=k, lo=1, hi=d, label="pick")
    total = Sum(lambda c: one(c) * z(c), 1, d)
    p.have(Eq(scale * z(k), total), label="sum")
    first, second = (of_token(f) for f in (lambda z, r: a(r) * relu(scale * z(k) + beta),
                                           lambda z, r: a(r) * unit(one, beta, z)))  # fmt: skip
    same = for_tokens(p, p.have(Eq(first(z, r), second(z, r))), *in_range(p, r, d))
    return p.apply("shallow_same", same, h=first, h_1=second)


@chapter.claim(given=[], shows=shallow(of_token(lambda z, r: num(0))))
def shallow_zero(p: Proof) -> Fact:
    """Use no hidden unit."""
    none, zero = fun(lambda u, c: num(0), 2), fun(lambda u: num(0))
    return p.exists_intro(p.goal, [0, none, zero, none])


FIRST, SECOND = (V1, b1, V2), (U1, b2, U2)


def units(lists: Sequence[Term], r: Term) -> Callable[[Term], list[Term]]:
    """Return the weights into unit u, its bias, and the weight from it to r."""
    into, bias, out = lists
    return lambda u: [row(into, u), bias(u), out(r, u)]


@chapter.claim(given=[shallow(h1), shallow(h2)], shows=shallow(of_token(lambda z, r: h1(z, r) + h2(z, r))))
def shallow_add(p: Proof) -> Fact:
    """Use the hidden units of both networks."""
    ranges = in_range(p, r, d)
    out = joined(fun(lambda u, r: V2(r, u), 2), fun(lambda u, r: U2(r, u), 2), q1)
    both = joined(V1, U1, q1), joined(b1, b2, q1), fun(lambda r, u: out(u, r), 2)

    def make(into: Term, bias: Term, weight: Term) -> Term:
        return weight * unit(into, bias, z)

    one = p.obtain(shallow(h1), q1, *FIRST)
    two = p.obtain(shallow(h2), q2, *SECOND)
    parts = units(FIRST, r), units(SECOND, r)
    total = sum_joined(p, make, units(both, r), parts, (q1, q2), one[0], two[0])
    values = [p.specialize(p.specialize(side[1], z), r) for side in (one, two)]
    fact = p.have(Eq(h1(z, r) + h2(z, r), computed(q1 + q2, *both, z, r)), total, *values)
    return p.exists_intro(p.goal, [q1 + q2, *both], one[0], two[0], for_tokens(p, fact, *ranges))


def total(m: Term | int) -> Term:
    """Σ_j h_j."""
    return of_token(lambda z, r: Sum(lambda j: family(j, z, r), 1, m))


@chapter.claim(given=[0 <= m, every(lambda j: shallow(of_token(lambda z, r: family(j, z, r))), 1, m)],
               shows=shallow(total(m)))  # fmt: skip
def shallow_sum(p: Proof) -> Fact:
    """By induction on the number of summands."""

    def claim(x: Term) -> Term:
        return implies(x <= m, shallow(total(x)))

    each = every(lambda j: shallow(of_token(lambda z, r: family(j, z, r))), 1, m)
    p.given(each=each, k_low=0 <= k, so_far=claim(k), following=k + 1 <= m)
    zero = of_token(lambda z, r: num(0))
    base_ = p.apply("shallow_same", p.apply("shallow_zero"), h=total(0), h_1=zero)
    base = p.rule("discharge", num(0) <= m, base_)
    before = p.mp("so_far", p.have(k <= m, "following"))
    own = p.specialize("each", k + 1)
    last = of_token(lambda z, r: family(k + 1, z, r))
    both = p.apply("shallow_add", before, own, h_1=total(k), h_2=last)
    sum_ = of_token(lambda z, r: total(k)(z, r) + last(z, r))
    step = for_tokens(p, p.big_step(total(k + 1)(z, r), "k_low"))
    step_ = p.apply("shallow_same", both, step, h=total(k + 1), h_1=sum_)
    p.rule("discharge", k + 1 <= m, step_, label="step")
    all_ = p.induct(claim, 0, k, base, "step")
    return p.specialize(all_, m)


@chapter.claim(given=[0 <= d], shows=shallow(of_token(lambda z, r: -z(r))))
def minus_shallow(p: Proof) -> Fact:
    """Use two units for every coordinate: σ_R(−z) − σ_R(z) = −z."""
    in_range(p, j, d)
    ranges = in_range(p, r, d)
    only = fun(lambda r: ite(Eq(r, j), 1, 0))
    minus = fun(lambda r: -ite(Eq(r, j), 1, 0))
    one = of_token(lambda z, r: only(r) * relu(-1 * z(j) + 0))
    two = of_token(lambda z, r: minus(r) * relu(1 * z(j) + 0))
    both = p.apply("shallow_add", h_1=one, h_2=two)
    member = mapping(lambda j, z, r: ite(Eq(r, j), 1, 0) * (relu(-z(j)) - relu(z(j))), "Z", VECTOR, "Z")
    each = p.change(both, shallow(of_token(lambda z, r: member(j, z, r))))
    sum_ = p.apply("shallow_sum", each, h=member, m=d)
    value = fun(lambda c: relu(-z(c)) - relu(z(c)))
    pick = p.apply("sum_delta", f=value, m=r, lo=1, hi=d)
    difference = p.apply("relu_difference", z=z(r))
    whole = of_token(lambda z, r: Sum(lambda j: member(j, z, r), 1, d))
    fact = p.have(Eq(-z(r), whole(z, r)), pick, difference)
    return p.apply("shallow_same", sum_, for_tokens(p, fact, *ranges), h=of_token(lambda z, r: -z(r)), h_1=whole)


@chapter.claim(given=[0 <= d, shallow(h)], shows=shallow(of_token(lambda z, r: h(z, r) - z(r))))
def skip_undone(p: Proof) -> Fact:
    """With 2 d more units a layer with a skip connection computes what a layer without one does."""
    return p.apply("shallow_add", h_1=h, h_2=of_token(lambda z, r: -z(r)))
