"""A direction that keeps the tokens apart (B.1): Lemma 2, which the paper cites, and Lemma 3.

The vocabulary is w_1, …, w_m, where w_a = (w(1, a), …, w(d, a)). A direction v is measured by a factor κ with κ ‖x − y‖
<= |vᵀ(x − y)|; the paper's is √(8/(πd)) / m² for m points. π is defined by Leibniz's series; only Lemma 2 uses more
than 0 < π.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.vocabulary import paper, unequal
from proofs.theorems.analysis.leibniz import is_number_pi
from proofs.theorems.analysis.norms import column, dot, norm, sqrt
from proofs.theorems.analysis.projections import along, gap, kept
from proofs.theorems.networks.transformers import (
    X,
    d,
    difference,
    different,
    epsilon,
    r_max,
    r_min,
    s,
    same_tokens,
    token,
)

m, t = ints("m t")
a, b, c = ints("a b c")
(w,) = vectors("w", 2)
v, u, u1, z = vectors("v u u' z")
pi, scale, factor = reals("pi scale kappa")

some_d, some_m, pi_pos, epsilon_pos, r_min_pos = d >= 1, m >= 1, pi > 0, epsilon > 0, r_min > 0
unit = Eq(dot(v, v, d), 1)
is_pi = is_number_pi(pi)
paper.assume(pi_pos)
paper.notions.define(same_tokens(v, z), (v, z), "{0} = {1}", "{0} = {1}")
paper.notions.define(different(v, z), (v, z), "{0} ≠ {1}", r"{0} \ne {1}")
paper.notions.define(difference(v, z), (v, z), "{0} - {1}", "{0} - {1}")
paper.notions.define(token(X, a, b), (X, a, b), "{0}^({1})_{2:f}", "{0}^{{({1})}}_{{:,{2}}}")


def kept_lengths(c: Term) -> Term:
    """c ‖w_a‖ <= |vᵀw_a| for all a from 1 to m."""
    return every(lambda a: c * norm(column(w, a), d) <= along(column(w, a)), 1, m)


def share(points: Term) -> Term:
    """Return the paper's factor for this number of points: √(8/(πd)) / points²."""
    return sqrt(8 / (pi * d)) * inv(points) ** 2


# --- Lemma 2 -------------------------------------------------------------------------------------------------------

PARK = "Park, Lee, Yun and Shin, Provable memorization via deep neural networks using sub-linear parameters, Lemma 13"


def some_unit_vector(*claims: Term) -> Term:
    """There is a unit vector v with these properties."""
    return exists(lambda v_: [substitute(claim, {v: v_}) for claim in (unit, *claims)], VECTOR)


def below_norms(lo: int) -> Term:
    """|vᵀ(w_a − w_b)| <= ‖w_a − w_b‖ for all a, b from lo to m."""
    return every(lambda a: every(lambda b: along(gap(a, b)) <= norm(gap(a, b), d), lo, m), lo, m)


@paper.claim(given=[unit], shows=along(z) <= norm(z, d))
def projection_le(p: Proof) -> None:
    """|vᵀz| <= ‖z‖, by Cauchy-Schwarz."""
    p.apply("dot_le", x=v, y=z, label="schwarz")
    p.congr(sqrt, unit, label="root")


@paper.claim(given=[unit], shows=below_norms(1))
def points_upper(p: Proof) -> None:
    """By the Cauchy–Schwarz inequality."""


@paper.claim(given=[unit], shows=below_norms(0))
def points_from_zero_upper(p: Proof) -> None:
    """By the Cauchy–Schwarz inequality."""


@paper.claim(given={"pi": is_pi, "pos": pi_pos, "d": some_d, "m": some_m}, shows=some_unit_vector(kept(share(m))))
def some_direction_keeps(p: Proof) -> Fact:
    """Cited; if some of w_1, …, w_m are equal, the set has fewer elements, and its factor is larger."""
    cited = p.rule("cite", implies(is_pi, pi_pos, some_d, some_m, p.goal), PARK)
    fact = p.get(cited)
    for name in ("pi", "pos", "d", "m"):
        fact = p.mp(fact, name)
    return p.note("out", fact)


def with_upper_bound(p: Proof, some: Fact, upper: str) -> Fact:
    """Prove the goal from the existence that `some` states, and from the upper bound."""

    length, keeps = p.obtain(some, v)
    return p.exists_intro(p.goal, [v], length, keeps, p.apply(upper, length))


@paper.claim(given=[is_pi, pi_pos, some_d, some_m], shows=some_unit_vector(kept(share(m)), below_norms(1)))
def lemma_2_claim(p: Proof) -> Fact:
    """The lower bound is cited; the upper bound is the Cauchy–Schwarz inequality."""
    return with_upper_bound(p, p.apply("some_direction_keeps"), "points_upper")


# --- (76), (77): the vocabulary and 0 ------------------------------------------------------------------------------

zeroed = fun(lambda t, a: ite(Eq(a, 0), 0, w(t, a)), 2)  # w_1, …, w_m and w_0 = 0
from_one = fun(lambda t, a: zeroed(t, a - 1), 2)


def and_zero(claim: Term) -> Term:
    """Return the statement about w extended by w_0 = 0."""
    return substitute(claim, {w: zeroed})


kept_moved = substitute(substitute(kept(factor), {m: m + 1}), {w: from_one})


@paper.claim(given={"kept": kept_moved}, shows=and_zero(kept(factor, 0)))
def numbered_from_zero(p: Proof) -> Fact:
    """w_a is the (a + 1)-th of the points w_0, …, w_m."""
    p.given(a_low=a >= 0, a_high=a <= m, b_low=b >= 0, b_high=b <= m)
    here = p.specialize("kept", a + 1, b + 1)
    return p.generalize(a, p.generalize(b, here))


vocabulary_and_zero = some_unit_vector(and_zero(kept(share(m + 1), 0)), and_zero(below_norms(0)))


@paper.claim(given=[is_pi, pi_pos, some_d, m >= 0], shows=vocabulary_and_zero)
def eq_76_claim(p: Proof) -> Fact:
    """Lemma 2 for these m + 1 points."""
    found = p.apply("lemma_2_claim", m=m + 1, w=from_one)
    length, keeps, _ = p.obtain(found, v)
    here = p.apply("numbered_from_zero", keeps)
    upper = p.apply("points_from_zero_upper", length, w=zeroed)
    return p.exists_intro(p.goal, [v], length, here, upper)


x_, y_ = vectors("x y")


@paper.claim(
    given=[every(lambda t: Eq(x_(t), y_(t)), 1, d), factor * norm(x_, d) <= along(x_)],
    shows=factor * norm(y_, d) <= along(y_),
)
def kept_of_equal(p: Proof) -> Fact:
    """Equal vectors have equal lengths and equal projections."""
    dot = p.apply("sum_eq", f=fun(lambda t: v(t) * x_(t)), g=fun(lambda t: v(t) * y_(t)), lo=1, hi=d)
    size = p.congr(abs, dot)
    return p.have(p.goal, size)


def without_zero(p: Proof, x: Term, y: Term, *orders: Fact) -> Fact:
    """Prove x_t = y_t for all t, where x is one of the vectors w with w_0 = 0, from facts that say which one."""
    low, high = t >= 1, t <= d
    chosen = [p.reduce_ite(order, zeroed(t, of))[0] for of, order in zip((a, b), orders, strict=False)]
    return p.generalize(t, p.have(Eq(x(t), y(t)), *chosen), low, high)


@paper.claim(given=[and_zero(kept(factor, 0))], shows=kept(factor))
def gaps_kept(p: Proof) -> Fact:
    """Apply the bound to two words other than w_0."""
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
    orders = [p.have(0 < x) for x in (a, b)]
    same = without_zero(p, and_zero(gap(a, b)), gap(a, b), *orders)
    return p.apply("kept_of_equal", same)


@paper.claim(given={"kept": and_zero(kept(factor, 0))}, shows=kept_lengths(factor))
def lengths_kept(p: Proof) -> Fact:
    """w_a is the difference of w_a and w_0."""
    p.given(a_low=a >= 1, a_high=a <= m)
    here = p.specialize("kept", a, 0)
    return p.apply("kept_of_equal", here, y=column(w, a))


@paper.claim(given=[unit], shows=every(lambda a: along(column(w, a)) <= norm(column(w, a), d), 1, m))
def eq_77_upper(p: Proof) -> None:
    """By the Cauchy–Schwarz inequality."""


# --- Lemma 3: the weights W_K = u vᵀ and W_Q = u' vᵀ ------------------------------------------------------------


def outer(x: Term, y: Term) -> Term:
    """x yᵀ."""
    return fun(lambda p, t: x(p) * y(t), 2)


W_K, W_Q = outer(u, v), outer(u1, v)


def image(W: Term, x: Term, size: Term = d) -> Term:
    """Return W x, for x of this size."""
    return fun(lambda p: Sum(lambda t: W(p, t) * x(t), 1, size))


paper.notions.define(image(W_K, z), (u, v, z, d), "({0} {1}ᵀ) {2}", r"({0} {1}^\top) {2}")
paper.notions.define(
    dot(image(W_K, z), image(W_Q, x_), s), (u, v, u1, z, x_, d, s), "(({0} {1}ᵀ) {3})ᵀ(({2} {1}ᵀ) {4})",
    r"(({0} {1}^\top) {3})^\top (({2} {1}^\top) {4})",
)  # fmt: skip


def score(a: Term, c: Term) -> Term:
    """(W_K w_a)ᵀ (W_Q w_c)."""
    return dot(image(W_K, column(w, a)), image(W_Q, column(w, c)), s)


def separated() -> list[Term]:
    """The vocabulary is (r_min, …, ε)-separated; the upper bound for the norms of tokens is not needed here."""
    longer = every(lambda a: r_min < norm(column(w, a), d), 1, m)
    apart = every(
        lambda a: every(lambda b: implies(different(column(w, a), column(w, b)), epsilon < norm(gap(a, b), d)), 1, m),
        1,
        m,
    )
    return [longer, apart]


abc_in = (a >= 1, a <= m, b >= 1, b <= m, c >= 1, c <= m)
between = score(a, c) - score(b, c)
in_the_middle = dot(gap(a, b), fun(lambda t: Sum(lambda p: W_K(p, t) * image(W_Q, column(w, c))(p), 1, s)), d)
inner = abs(dot(u, u1, s))
factored = along(gap(a, b)) * inner * along(column(w, c))


@paper.claim(given=[], shows=Eq(abs(between), abs(in_the_middle)))
def eq_79_first(p: Proof) -> None:
    """Both sides are vᵀ(w_a − w_b) · uᵀu' · vᵀw_c, expanded."""


@paper.claim(given=[], shows=Eq(abs(in_the_middle), factored))
def eq_79_second(p: Proof) -> None:
    """The absolute value of a product is the product of the absolute values."""
    x, y, z = dot(v, gap(a, b), d), dot(u, u1, s), dot(v, column(w, c), d)
    p.apply("abs_mul", u=x, r=y * z, label="outer")
    p.apply("abs_mul", u=y, r=z, label="inner")


bounded = factor * norm(gap(a, b), d) * scale * (factor * norm(column(w, c), d))


@paper.claim(
    given=[*abc_in, factor > 0, scale > 0, kept(factor), kept_lengths(factor), Eq(inner, scale)],
    shows=bounded <= factored,
)
def eq_79_third(p: Proof) -> Fact:
    """Lower bounds for |vᵀ(w_a − w_b)| and |vᵀw_c|."""
    p.specialize(kept(factor), a, b, label="gap")
    p.specialize(kept_lengths(factor), c, label="length")
    p.apply("norm_nonneg", x=column(w, c), label="nonneg")
    parts = ("gap", factor > 0, scale > 0, "nonneg"), ("length", abs(dot(v, gap(a, b), d)), scale > 0)
    return p.have(p.goal, *parts, (Eq(inner, scale), along(gap(a, b)) * along(column(w, c))))


balanced = Eq(factor**2 * scale * epsilon * r_min, delta)


@paper.claim(
    given=[
        *abc_in,
        *separated(),
        different(column(w, a), column(w, b)),
        factor > 0,
        scale > 0,
        epsilon_pos,
        r_min_pos,
        balanced,
    ],
    shows=delta < bounded,
)
def eq_79_fourth(p: Proof) -> Fact:
    """Strict, as tokens are longer than r_min and more than ε apart."""
    p.given(factor=factor > 0, scale=scale > 0, balanced=balanced)
    p.specialize(separated()[0], c, label="length")
    p.specialize(separated()[1], a, b, label="gap")
    p.have(norm(column(w, c), d) > 0, label="length_pos")
    parts = ("gap", "length_pos", "scale", "factor", "factor"), (epsilon_pos, "length", "scale", "factor", "factor")
    return p.have(p.goal, *parts, "balanced")


# the paper's factor, and the number |uᵀu'| that goes with it

strength = (m + 1) ** 4 * (pi * d / 8) * (delta / (epsilon * r_min))
sizes = [some_d, some_m, pi_pos, epsilon_pos, r_min_pos]


@paper.claim(given=[some_d, pi_pos, m >= 0], shows=0 < share(m + 1))
def share_pos(p: Proof) -> None:
    """A root of a positive number."""
    inside = 8 / (pi * d)
    p.apply("sqrt_positive", s=inside, label="root")


@paper.claim(given=[some_d, pi_pos, m >= 0], shows=Eq(share(m + 1) ** 2 * (m + 1) ** 4 * (pi * d), 8))
def share_squared(p: Proof) -> Fact:
    """(√(8/(πd)) / (m + 1)²)² = 8 / (πd (m + 1)⁴)."""
    p.have(0 < d, label="d_pos")
    p.have(0 < m + 1, label="m_pos")
    inside = 8 / (pi * d)
    square = p.apply("sqrt_square", s=inside)
    return p.have(p.goal, (square, pi * d))


@paper.claim(given=[*sizes, delta > 0], shows=0 < strength)
def strength_pos(p: Proof) -> None:
    """A product of positive numbers."""


@paper.claim(given=sizes, shows=Eq(share(m + 1) ** 2 * strength * epsilon * r_min, delta))
def strength_balanced(p: Proof) -> Fact:
    """c² |uᵀu'| ε r_min = δ."""
    p.apply("share_squared", label="share")
    return p.have(p.goal, ("share", delta))


lemma_3_given = [*sizes, delta > 0, *separated(), unit, and_zero(kept(share(m + 1), 0)), Eq(inner, strength)]
triple = [*abc_in, different(column(w, a), column(w, b))]


def lemma_3_start(p: Proof) -> None:
    """Assume the hypotheses of Lemma 3, and derive properties of its constants."""
    p.apply("share_pos", label="c_pos")
    p.apply("strength_pos", label="strength_pos")
    p.apply("strength_balanced", label="balanced")


printed_bound = substitute(bounded, {factor: share(m + 1), scale: strength})


@paper.claim(given=[*lemma_3_given, *triple], shows=printed_bound <= factored)
def eq_79_lower(p: Proof) -> Fact:
    """The third line at the paper's constants."""
    lemma_3_start(p)
    near = [p.apply(name, kappa=share(m + 1)) for name in ("gaps_kept", "lengths_kept")]
    return p.apply("eq_79_third", *near, scale=strength)


@paper.claim(given=[*lemma_3_given, *triple], shows=delta < printed_bound)
def eq_79_strict(p: Proof) -> Fact:
    """The last line at the paper's constants."""
    lemma_3_start(p)
    return p.apply("eq_79_fourth", kappa=share(m + 1), scale=strength)


def for_all_words(claim: Callable[[Term, Term, Term], Term]) -> Term:
    """For all w_a, w_b, w_c with w_a ≠ w_b."""

    def at(a: Term, b: Term, c: Term) -> Term:
        return implies(different(column(w, a), column(w, b)), claim(a, b, c))

    return every(lambda a: every(lambda b: every(lambda c: at(a, b, c), 1, m), 1, m), 1, m)


scores_apart = for_all_words(lambda a, b, c: delta < abs(score(a, c) - score(b, c)))  # (74)
keeps_zero = and_zero(kept(factor, 0))


@paper.claim(
    given=[*separated(), epsilon_pos, r_min_pos, factor > 0, scale > 0, balanced, keeps_zero, Eq(inner, scale)],
    shows=scores_apart,
)
def scores_apart_by_factor(p: Proof) -> Fact:
    """The four lines of (79), for any factor κ of the direction."""
    p.given_all(triple, "in")
    near = [p.apply(name) for name in ("gaps_kept", "lengths_kept")]
    lines = [p.apply(f"eq_79_{line}", *near) for line in ("first", "second", "third", "fourth")]
    out = p.discharge(p.have(delta < abs(between), *lines), triple[-1])
    return p.note("out", out)


lower_75 = every(lambda c: share(m + 1) * norm(column(w, c), d) <= along(column(w, c)), 1, m)
upper_75 = every(lambda c: along(column(w, c)) <= norm(column(w, c), d), 1, m)


def for_all_weights(strength: Term) -> Term:
    """(74) for all u, u' with the given |uᵀu'|."""
    return for_all(
        lambda u_, u_prime: substitute(implies(Eq(inner, strength), scores_apart), {u: u_, u1: u_prime}),
        VECTOR,
        VECTOR,
    )


lemma_3_shows = some_unit_vector(for_all_weights(strength), lower_75, upper_75)
shorter = every(lambda a: norm(column(w, a), d) < r_max, 1, m)
vocabulary = [separated()[0], shorter, separated()[1]]
lemma_3_printed = Claim((is_pi, pi_pos, some_d, some_m, *vocabulary, r_min_pos, delta > 0), lemma_3_shows)


@paper.claim(given=[*lemma_3_printed.given, epsilon_pos], shows=lemma_3_shows)
def lemma_3_claim(p: Proof) -> Fact:
    """(76), (77) and (79)."""
    p.apply("strength_pos", label="strong")
    length, keeps, _upper = p.obtain(p.apply("eq_76_claim"), v)
    held = p.assume(Eq(inner, strength))
    scores = p.apply("scores_apart_by_factor", held, keeps)
    all_weights = scores
    lower = p.apply("lengths_kept", keeps)
    return p.exists_intro(p.goal, [v], length, all_weights, lower, p.apply("eq_77_upper", length))


some_scores_apart = some_unit_vector(for_all_weights(strength))


@paper.claim(given=lemma_3_claim.given, shows=some_scores_apart)
def eq_74_claim(p: Proof) -> Fact:
    """Take the vector of Lemma 3."""
    found = p.apply("lemma_3_claim")
    length, apart, *_ = p.obtain(found, v)
    return p.exists_intro(p.goal, [v], length, apart)


@paper.claim(given=[is_pi, pi_pos, some_d, some_m], shows=some_unit_vector(lower_75, upper_75))
def eq_75_claim(p: Proof) -> Fact:
    """(77) for the vector of (76); no condition on |uᵀu'| is needed."""
    found = p.apply("eq_76_claim")
    length, keeps, _ = p.obtain(found, v)
    lower = p.apply("lengths_kept", keeps)
    return p.exists_intro(p.goal, [v], length, lower, p.apply("eq_77_upper", length))


@paper.claim(given=[some_d, pi_pos, some_m, and_zero(kept(share(m + 1), 0))], shows=lower_75)
def eq_77_lower(p: Proof) -> None:
    """w_c is the difference of w_c and 0."""
    p.apply("lengths_kept", kappa=share(m + 1), label="out")


@paper.claim(given=[some_d, some_m, pi_pos, r_min_pos, delta > 0, epsilon < 0], shows=unequal(inner, strength))
def eq_73_never(p: Proof) -> Fact:
    """No absolute value is negative."""
    held = p.assume(Eq(inner, strength))
    p.note("above", p.positive((m + 1) ** 4 * pi * d * delta))
    size = p.apply("abs_nonneg", x=dot(u, u1, s))
    return p.discharge(p.have(FALSE, held, "above", (epsilon < 0, r_min_pos, size), label="out"), held.concl)


# --- B.1, footnote 3: two directions ---------------------------------------------------------------------------------

(v2,) = vectors("v'")
to_second = {v: v2}
second_scores = [dot(image(W_K, column(w, e)), image(outer(u1, v2), column(w, c)), s) for e in (a, b)]
of_second = [substitute(f, to_second) for f in (unit, and_zero(kept(share(m + 1), 0)))]


@paper.claim(given=[*lemma_3_given, *of_second, *triple], shows=delta < abs(second_scores[0] - second_scores[1]))
def two_directions(p: Proof) -> Fact:
    """Each of the factors |vᵀ(w_a − w_b)| and |v'ᵀw_c| is bounded by its own direction."""
    factor = share(m + 1)
    lemma_3_start(p)
    p.given(strength=lemma_3_given[-1])
    enough = p.apply("eq_79_fourth", kappa=factor, scale=strength)
    gaps = p.apply("gaps_kept", kappa=factor)
    p.specialize(gaps, a, b, label="gap")
    lengths = p.apply("lengths_kept", kappa=factor, v=v2)
    p.specialize(lengths, c, label="length")
    parts = (
        dot(v, gap(a, b), d), dot(u, u1, s),
        dot(v2, column(w, c), d),
    )  # fmt: skip
    p.apply("abs_mul", u=parts[0], r=parts[1] * parts[2], label="outer")
    p.apply("abs_mul", u=parts[1], r=parts[2], label="inner")
    p.apply("norm_nonneg", x=column(w, c), label="nonneg")
    factored = p.have(
        Eq(abs(second_scores[0] - second_scores[1]), abs(parts[0]) * inner *
                       abs(parts[2])),
    )  # fmt: skip
    bounds = ("gap", "c_pos", "strength_pos", "nonneg"), ("length", abs(parts[0]), "strength_pos")
    return p.have(p.goal, enough, *bounds, factored, ("strength", abs(parts[0]) * abs(parts[2])))
