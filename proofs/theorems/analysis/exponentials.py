"""Sums of exponentials of linear forms, and softmax averages, which they approximate where the scores are bounded.

h takes a vector z to numbers h(z, r, c); it is a sum of exponentials if h(z, r, c) = Σ_u γ(u, r, c) e^(w_u · z), for
finitely many u. The average of F_j with the weights of softmax is a quotient of two such sums. With s = Σ_j e^(a_j)/S,
where S is an upper bound of the partition, the map h ↦ h + s (average − h) shrinks the distance from h to the average
by the factor 1 − s. This is the geometric series for 1/s, written without powers.

Main statements: `exponential_constant`, `exponential_add`, `average_by_exponentials`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.concatenation import joined, sum_joined
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import assumed

chapter = Chapter("exponentials")
G, j, k, l, m, q, q1, q2, u, r, c = ints("G j k l m q q_1 q_2 u r c")
b, A, B, eps = reals("b A B epsilon")
z, w, base = vectors("z w beta")
a, v, W, W1, W2 = vectors("a v W W_1 W_2", 2)
F, g, g1, g2 = vectors("F gamma gamma_1 gamma_2", 3)
h, h1, h2 = functions("h h_1 h_2", VECTOR + "ZZ")
FUNCTION = f"({VECTOR}ZZ>R)"


def linear(w: Term, z: Term, m: Term = m) -> Term:
    """w · z."""
    return Sum(lambda k: w(k) * z(k), 1, m)


def row(w: Term, u: Term) -> Term:
    """Row u of a matrix."""
    return fun(lambda k: w(u, k))


def term_of(w: Term, value: Term, z: Term, m: Term = m) -> Term:
    """γ e^(w · z)."""
    return value * exp(linear(w, z, m))


def summed(q: Term, W: Term, g: Term, z: Term, r: Term, c: Term, m: Term = m) -> Term:
    """Σ_{u=1}^q γ(u, r, c) e^(w_u · z)."""
    return Sum(lambda u: term_of(row(W, u), g(u, r, c), z, m), 1, q)


def exponential(h: Term) -> Term:
    """h is a sum of exponentials of linear forms of m variables."""

    def weights(q: Term, W: Term, g: Term) -> list[Term]:
        same = for_all(lambda z, r, c: Eq(h(z, r, c), summed(q, W, g, z, r, c)), VECTOR, "Z", "Z")
        return [1 <= q, same]

    return exists(weights, "Z", MATRIX, "(ZZZ>R)")


chapter.notions.define(
    exponential(h), (h, m), "{0} is a sum of exponentials", r"{0} \text{{ is a sum of exponentials}}"
)  # fmt: skip


def of_vector(h: Callable[[Term, Term, Term], Term]) -> Term:
    """(z, r, c) ↦ h(z, r, c)."""
    return mapping(h, VECTOR, "Z", "Z")


def for_vectors(p: Proof, fact: Fact) -> Fact:
    """∀ z r c: fact."""
    for x in (c, r, z):
        fact = p.rule("generalize", x, fact)
    return fact


(constant,) = vectors("f", 2)


@chapter.claim(given=[], shows=exponential(of_vector(lambda z, r, c: constant(r, c))))
def exponential_constant(p: Proof) -> Fact:
    """A constant is a multiple of the exponential of 0."""
    none, factors = fun(lambda u, k: num(0), 2), fun(lambda u, r, c: constant(r, c), 3)
    return p.exists_intro(p.goal, [1, none, factors])


def plus(h1: Term, h2: Term, b: Term = b, w: Term = w) -> Term:
    """h_1 + b e^(w · z) h_2."""
    return of_vector(lambda z, r, c: h1(z, r, c) + b * exp(linear(w, z)) * h2(z, r, c))


@chapter.claim(given=[exponential(h1), exponential(h2)], shows=exponential(plus(h1, h2)))
def exponential_add(p: Proof) -> Fact:
    """The exponentials are those of h_1, and those of h_2 times b e^(w · z)."""
    moved = fun(lambda u, k: w(k) + W2(u, k), 2), fun(lambda u, r, c: b * g2(u, r, c), 3)
    both = joined(W1, moved[0], q1), joined(g1, moved[1], q1)

    def units(W: Term, g: Term) -> Callable[[Term], list[Term]]:
        return lambda u: [row(W, u), g(u, r, c)]

    one = p.obtain(exponential(h1), q1, W1, g1)
    two = p.obtain(exponential(h2), q2, W2, g2)
    make = lambda w, value: term_of(w, value, z)  # noqa: E731
    total = sum_joined(p, make, units(*both), (units(W1, g1), units(*moved)), (q1, q2), one[0], two[0])
    values = [p.specialize(side[1], z, r, c) for side in (one, two)]
    factor = b * exp(linear(w, z))
    fact = p.have(Eq(plus(h1, h2)(z, r, c), summed(q1 + q2, *both, z, r, c)), total, values[0],
                  (values[1], factor))  # fmt: skip
    return p.exists_intro(p.goal, [q1 + q2, *both], one[0], two[0], for_vectors(p, fact))


# --- averages --------------------------------------------------------------------------------------------------------

(top,) = reals("S")
(target,) = vectors("f", 2)


def score(j: Term, z: Term) -> Term:
    """a_j(z) = β_j + v_j · z."""
    return base(j) + linear(row(v, j), z)


def partition(z: Term) -> Term:
    """Σ_j e^(a_j)."""
    return Sum(lambda j: exp(score(j, z)), 1, G)


def average(z: Term, r: Term, c: Term) -> Term:
    """The mean of F_j with the weights e^(a_j)."""
    return Sum(lambda j: exp(score(j, z)) / partition(z) * F(j, r, c), 1, G)


def stepped(h: Term, l: Term) -> Term:
    """h + Σ_{j=1}^l e^(a_j)/S (F_j − h)."""
    step = lambda z, r, c: Sum(lambda j: exp(score(j, z)) / top * (F(j, r, c) - h(z, r, c)), 1, l)  # noqa: E731
    return of_vector(lambda z, r, c: h(z, r, c) + step(z, r, c))


@chapter.claim(given=[0 <= G, exponential(h)], shows=exponential(stepped(h, G)))
def exponential_step(p: Proof) -> Fact:
    """By induction on l, one exponential at a time."""
    p.given(held=exponential(h), low=0 <= l, so_far=exponential(stepped(h, l)))
    start = p.change("held", exponential(stepped(h, num(0))))
    own = of_vector(lambda z, r, c: F(l + 1, r, c))
    gap = p.apply("exponential_add", h_1=own, h_2=h, b=-1, w=fun(lambda k: num(0)))
    gap_ = of_vector(lambda z, r, c: F(l + 1, r, c) - h(z, r, c))
    factor = exp(base(l + 1)) / top
    more = p.apply("exponential_add", gap, h_1=stepped(h, l), h_2=gap_, b=factor, w=row(v, l + 1))
    longer = p.big_step(Sum(lambda j: exp(score(j, z)) / top * (F(j, r, c) - h(z, r, c)), 1, l + 1),
                    p.have(1 <= l + 1, "low"))  # fmt: skip
    first, second = plus(stepped(h, l), gap_, factor, row(v, l + 1)), stepped(h, l + 1)
    equal = for_vectors(p, p.have(Eq(first(z, r, c), second(z, r, c)), longer))
    step = p.replace(equal, hole(exponential, first.sort), more)
    all_ = p.induct(lambda l: exponential(stepped(h, l)), 0, l, start, step)
    return p.specialize(all_, G)


# --- they come near --------------------------------------------------------------------------------------------------

SIZES = {"some": 1 <= G, "small": every(lambda j: abs(score(j, z)) <= A, 1, G)}
highest, lowest = G * exp(A), exp(-2 * A)
share_of = partition(z) / highest


def per_highest(p: Proof, fact: Fact) -> Fact:
    """Prove the goal from the goal multiplied by G e^A."""
    many = p.have(0 < G)
    inverse = p.apply("inv_pos", many)
    return p.have(p.goal, (fact, inverse, p.exp_pos(-A)), many, label="out")


@chapter.claim(given=SIZES, shows=share_of <= 1)
def partition_at_most(p: Proof) -> Fact:
    """Each term is at most e^A."""
    p.given(low=1 <= j, high=j <= G)
    each = p.apply("exp_le", x=score(j, z), y=A)
    whole = p.apply("sum_le", each)
    most = p.have(partition(z) <= highest, whole, (p.apply("sum_const", lo=1, hi=G), exp(A)))
    return per_highest(p, most)


@chapter.claim(given=SIZES, shows=lowest <= share_of)
def partition_at_least(p: Proof) -> Fact:
    """Each term is at least e^(−A)."""
    p.given(low=1 <= j, high=j <= G)
    each = p.apply("exp_le", x=-A, y=score(j, z))
    whole = p.apply("sum_le", each)
    least = p.have(G * exp(-A) <= partition(z), whole, (p.apply("sum_const", lo=1, hi=G), exp(-A)))
    return per_highest(p, least)


def miss(h: Term) -> Term:
    """|average − h|."""
    return abs(average(z, r, c) - h(z, r, c))


nearer = substitute(stepped(h, G), {top: highest})


@chapter.claim(given=SIZES, shows=miss(nearer) <= (1 - lowest) * miss(h))
def step_nearer(p: Proof) -> Fact:
    """The difference is multiplied by 1 − Σ e^(a_j)/S."""
    least, most = p.apply("partition_at_least"), p.apply("partition_at_most")
    whole = p.positive(partition(z))
    gap = average(z, r, c) - h(z, r, c)
    same = p.have(Eq(average(z, r, c) - nearer(z, r, c), (1 - share_of) * gap), whole)
    moved = p.congr(abs, same)
    product = p.apply("abs_mul", u=1 - share_of, r=gap)
    factor = p.abs_value(1 - share_of, p.have(0 <= 1 - share_of, most))
    return p.have(p.goal, moved, product, (factor, abs(gap)), (least, abs(gap)))


bounded = every(lambda j: abs(F(j, r, c)) <= B, 1, G)


def near_after(h: Term, l: Term) -> Term:
    """(1 + l e^(−2A)) |average − h| <= B, if the scores and F are bounded."""
    law = implies(SIZES["small"], bounded, (1 + l * lowest) * miss(h) <= B)
    return for_all(lambda z_, r_, c_: substitute(law, {z: z_, r: r_, c: c_}), VECTOR, "Z", "Z")


def some_after(l: Term) -> Term:
    """Some sum of exponentials satisfies this bound."""
    return exists(lambda h: [exponential(h), near_after(h, l)], FUNCTION)


@chapter.claim(given={**SIZES, "bounded": bounded}, shows=abs(average(z, r, c)) <= B)
def average_bounded(p: Proof) -> Fact:
    """The weights sum to 1."""
    p.given(low=1 <= j, high=j <= G)
    own, pos = p.specialize("bounded", j), exp(score(j, z))
    product = p.apply("abs_mul", u=exp(score(j, z)), r=F(j, r, c))
    weight = p.abs_value(exp(score(j, z)), p.have(0 <= exp(score(j, z)), pos))
    total = p.apply("abs_sum_le", product, (weight, abs(F(j, r, c))), (own, pos),
                    f=fun(lambda j: exp(score(j, z)) * F(j, r, c)), g=fun(lambda j: B * exp(score(j, z))),
                    lo=1, hi=G)  # fmt: skip
    whole = p.positive(partition(z))
    sides = []
    for sign in (1, -1):
        size = p.apply("abs_ge", x=sign * total.concl.args[0].args[0])
        sides.append(p.have(sign * average(z, r, c) <= B, size, total, whole, scale=[whole]))
    return p.apply("abs_le", sides[1], sides[0])


@chapter.claim(given=[1 <= G, 0 <= k], shows=some_after(k))
def steps_nearer(p: Proof) -> Fact:
    """By induction: (1 − e^(−2A)) (1 + (l + 1) e^(−2A)) is at most 1 + l e^(−2A)."""
    held = assumed(p, SIZES["small"], bounded)
    nothing = of_vector(lambda z, r, c: num(0))
    base_ = p.exists_intro(some_after(num(0)), [nothing], for_vectors(
        p, p.discharge(p.apply("average_bounded", *held), *(x.concl for x in held))))  # fmt: skip
    made, near = p.obtain(p.assume(some_after(l)), h)
    more = p.apply("exponential_step", made, S=highest)
    less = p.apply("step_nearer", *held)
    now = p.specialize(near, z, r, c, using=held)
    pos, size = exp(-2 * A), abs(average(z, r, c) - h(z, r, c))
    factor = p.have(0 <= 1 + (l + 1) * lowest, (p.assume(0 <= l), pos), pos)
    square = p.have(0 <= (l + 1) * lowest * lowest * miss(h), (0 <= l, pos, pos, size), (pos, pos, size))
    fact = p.have((1 + (l + 1) * lowest) * miss(nearer) <= B, (less, factor), now, square)
    step = p.change(p.exists_intro(some_after(l + 1), [nearer], more, fact), some_after(l + 1))
    return p.specialize(p.induct(some_after, 0, l, base_, step), k)


near_average = implies(SIZES["small"], bounded, abs(average(z, r, c) - h(z, r, c)) <= eps)
by_exponentials = exists(
    lambda h_: [
        exponential(h_),
        for_all(lambda z_, r_, c_: substitute(near_average, {h: h_, z: z_, r: r_, c: c_}), VECTOR, "Z", "Z"),
    ],
    FUNCTION,
)


@chapter.claim(given=[1 <= G, 0 < eps], shows=by_exponentials)
def average_by_exponentials(p: Proof) -> Fact:
    """Where its scores are bounded, a softmax average is a uniform limit of sums of exponentials."""
    low, large = p.obtain(p.apply("archimedes", s=B / (eps * lowest)), k)
    made, near = p.obtain(p.apply("steps_nearer", low), h)
    held = assumed(p, SIZES["small"], bounded)
    now = p.specialize(near, z, r, c, using=held)
    factor = p.have(0 < 1 + k * lowest, (low, exp(-2 * A)), exp(-2 * A))
    fact = p.have(miss(h) <= eps, now, (large, exp(-2 * A), 0 < eps), 0 < eps, scale=[factor])
    return p.exists_intro(p.goal, [h], made, for_vectors(p, p.discharge(fact, *(x.concl for x in held))))
