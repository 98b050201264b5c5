"""A direction that keeps the tokens apart (B.1): Lemma 2, which the paper cites, and Lemma 3.

The vocabulary is w_1, …, w_m, where w_a = (w(1, a), …, w(d, a)); w_0 stands for the zero vector. Of π only 0 < π is
used, and 3 < π in what is cited. What a direction v is worth is a factor κ with κ ‖x − y‖ <= |vᵀ(x − y)|; the paper's
is √(8/(πd)) / (m + 1)².
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import X, d, difference, different, epsilon, r_min, s, same_tokens, token
from proofs.papers.ks.lemma_6 import delta
from proofs.papers.ks.vocabulary import display, paper
from proofs.theorems.integers import quotient
from proofs.theorems.norms import column, dot, norm, sqrt
from proofs.theorems.powers import power
from proofs.writing.proof import Proof

m, t = ints("m t")
a, b, c = ints("a b c")
(w,) = vectors("w", 2)
v, u, u1, z = vectors("v u u' z")
pi, scale, factor = reals("pi scale kappa")

some_d, some_m, pi_pos, epsilon_pos, r_min_pos = d >= 1, m >= 1, pi > 0, epsilon > 0, r_min > 0
unit = eq(dot(v, v, d), 1)
origin = every(lambda t: eq(w(t, 0), 0), 1, d)


paper.notions.define(same_tokens(v, z), (v, z), "{0} = {1}", "{0} = {1}")
paper.notions.define(different(v, z), (v, z), "{0} ≠ {1}", r"{0} \ne {1}")
paper.notions.define(difference(v, z), (v, z), "{0} - {1}", "{0} - {1}")
paper.notions.define(token(X, a, b), (X, a, b), "{0}^({1})_{2:f}", "{0}^{{({1})}}_{{:,{2}}}")


def gap(a: Term, b: Term) -> Term:
    """w_a − w_b."""
    return difference(column(w, a), column(w, b))


def along(x: Term) -> Term:
    """|vᵀx|."""
    return absolute(dot(v, x, d))


def kept(c: Term, lo: Term | int = 1) -> Term:
    """c ‖w_a − w_b‖ <= |vᵀ(w_a − w_b)| for all a, b from lo to m."""
    return every(lambda a: every(lambda b: c * norm(gap(a, b), d) <= along(gap(a, b)), lo, m), lo, m)


def kept_lengths(c: Term) -> Term:
    """c ‖w_a‖ <= |vᵀw_a| for all a from 1 to m."""
    return every(lambda a: c * norm(column(w, a), d) <= along(column(w, a)), 1, m)


def share(points: Term) -> Term:
    """The paper's factor for so many points: √(8/(πd)) / points²."""
    return sqrt(8 / (pi * d)) * inv(points) ** 2


# --- Lemma 2 -------------------------------------------------------------------------------------------------------


K, q = ints("K q")


def digit(q: Term, t: Term) -> Term:
    """The t-th digit of q in base K."""
    return quotient(q, power(K, t - 1), q) - K * quotient(q, power(K, t), q)


lattice = fun(lambda t: 2 * digit(q, t) - (K - 1))
coded = fun(lambda t: lattice(t) / norm(lattice, d))
paper.notions.define(
    digit(q, t), (q, t, K), "digit({1} of {0} in base {2})", r"\mathrm{{digit}}_{{{1}}}^{{({2})}}({0})"
)
paper.notions.define(lattice, (K, q), "z({0},{1})", "z({0},{1})")


paper.notions.define(coded, (K, q), "z({0},{1})/‖z({0},{1})‖", r"z({0},{1}) / \lVert z({0},{1}) \rVert")


not_zero = 0 < norm(lattice, d)


@paper.claim(given=[not_zero], shows=substitute(unit, {v: coded}))
def coded_is_unit(p: Proof) -> Fact:
    """A vector over its norm."""
    p.given(not_zero=not_zero)
    p.apply("square", "norm_square", x=lattice)
    return p.have("out", p.goal, "square", "not_zero")


def some_direction(*claims: Term) -> Term:
    """Some unit vector v meets the claims, a multiple of some vector of integers: not all of these fail.

    The kernel quantifies over integers, not over vectors: the vectors of integers are numbered by their digits, q
    running over the numbers in base K. Every direction is a limit of theirs.
    """
    return negation(every(lambda K: every(lambda q: at_code(implies(not_zero, *claims, FALSE), K, q), 0), 2))


def at_code(formula: Term, K_: Term = K, q_: Term = q) -> Term:
    """What is said of v, for the vector of integers with this number."""
    return substitute(substitute(formula, {v: coded}), {K: K_, q: q_})


def in_direction(p: Proof, found: Fact, before: Sequence[Term], after: Sequence[tuple[Term, Fact]]) -> Fact:
    """From `found`, that some direction meets the claims `before`: some direction meets those of `after`.

    Each of these comes with a fact that shows it from `before` for any unit vector v.
    """
    base, number = 2 <= K, num(0) <= q
    none = p.rule(None, "assume", some_direction(*(claim for claim, _ in after)).args[0])
    for value, range_ in ((K, base), (q, number)):
        none = p.rule(None, "mp", p.rule(None, "specialise", none, value), p.rule(None, "assume", range_))
    proper = p.rule(None, "assume", not_zero)
    none = p.rule(None, "mp", none, proper)
    of_length_one = p.apply(None, "coded_is_unit", proper)
    for claim, fact in after:
        here = p.rule(None, "instantiate", p.restate(None, fact, claim), [(v, coded)])
        none = p.rule(None, "mp", none, p.cut(None, here, of_length_one))
    none = p.discharged(none, not_zero, *(at_code(claim) for claim in before))
    every_vector = p.every(None, K, p.every(None, q, none, number), base)
    absurd = p.rule(None, "mp", found, every_vector)
    return p.rule(None, "discharge", some_direction(*(claim for claim, _ in after)).args[0], absurd)


PARK = "Park, Lee, Yun and Shin, Provable memorization via deep neural networks using sub-linear parameters, Lemma 13"


@paper.claim(given=[some_d, some_m, pi > 3], shows=some_direction(kept(share(m))))
def some_direction_keeps(p: Proof) -> Fact:
    """Cited. Such vectors are a set of positive measure on the sphere, so there are multiples of integer ones."""
    p.rule("cited", "cite", implies(some_d, some_m, pi > 3, p.goal), PARK)
    p.given(d=some_d, m=some_m, pi=pi > 3)
    return p.cut("out", p.rule(None, "mp", p.rule(None, "mp", p.rule(None, "mp", "cited", "d"), "m"), "pi"))


@paper.claim(given=[some_d, m >= 0, pi > 3], shows=some_direction(kept(share(m + 1), 0)))
def some_direction_keeps_lengths(p: Proof) -> Fact:
    """Lemma 2 for the m + 1 points w_0, …, w_m."""
    p.given(d=some_d, m=m >= 0, pi=pi > 3)
    shifted = fun(lambda t, a: w(t, a - 1), 2)
    before = substitute(substitute(kept(share(m)), {m: m + 1}), {w: shifted})
    p.apply("found", "some_direction_keeps", p.have(None, m + 1 >= 1, "m"), m=m + 1, w=shifted)
    p.given(before=before, a_low=a >= 0, a_high=a <= m, b_low=b >= 0, b_high=b <= m)
    ends = []
    for x in (a, b):
        ends.append(p.have(None, x + 1 >= 1, f"{x.args[0]}_low"))
        ends.append(p.have(None, x + 1 <= m + 1, f"{x.args[0]}_high"))
    p.use("at", "before", a + 1, b + 1, using=ends)
    p.every("inner", b, "at", "b_low", "b_high")
    p.every("kept", a, "inner", "a_low", "a_high")
    return p.note("out", in_direction(p, p.get("found"), [before], [(kept(share(m + 1), 0), p.get("kept"))]))


@paper.claim(given=[unit], shows=along(z) <= norm(z, d))
def projection_le(p: Proof) -> Fact:
    """|vᵀz| <= ‖z‖, by Cauchy-Schwarz."""
    p.given(unit=unit)
    p.apply("schwarz", "dot_le", x=v, y=z)
    p.both("root", dot(v, v, d), num(1), sqrt, "unit")
    p.apply("one", "sqrt_unique", r=1)
    return p.have("out", p.goal, "schwarz", ("root", norm(z, d)), ("one", norm(z, d)))


@paper.claim(given=[unit, kept(factor, 0), origin], shows=kept_lengths(factor))
def lengths_kept(p: Proof) -> Fact:
    """The zero vector being among the points."""
    p.given(kept=kept(factor, 0), origin=origin, low=a >= 1, high=a <= m)
    p.given(t_low=t >= 1, t_high=t <= d)
    p.use("at", "kept", a, 0, using=[p.have("a_low", a >= 0, "low"), p.have("m_low", 0 <= m, "low", "high")])
    p.use("zero", "origin", t)
    p.every("entries", t, p.have(None, eq(gap(a, num(0))(t), w(t, a)), "zero"), "t_low", "t_high")
    p.apply("length", "norm_same", "entries", x=gap(a, num(0)), y=column(w, a))
    p.every("terms", t, p.have(None, eq(v(t) * gap(a, num(0))(t), v(t) * w(t, a)), ("zero", v(t))), "t_low", "t_high")
    by = {"f": fun(lambda t: v(t) * gap(a, num(0))(t)), "g": fun(lambda t: v(t) * w(t, a))}
    p.apply("dot", "sum_eq", "terms", lo=1, hi=d, **by)
    p.both("size", dot(v, gap(a, num(0)), d), dot(v, column(w, a), d), absolute, "dot")
    each = p.have(None, factor * norm(column(w, a), d) <= along(column(w, a)), "at", ("length", factor), "size")
    return p.every("out", a, each, "low", "high")


# --- Lemma 3: the weights W_K = u vᵀ and W_Q = u' vᵀ ------------------------------------------------------------


def outer(x: Term, y: Term) -> Term:
    """x yᵀ."""
    return fun(lambda p, t: x(p) * y(t), 2)


W_K, W_Q = outer(u, v), outer(u1, v)


def image(W: Term, x: Term, size: Term = d) -> Term:
    """W x, for x of this size."""
    return fun(lambda p: sigma(lambda t: W(p, t) * x(t), 1, size))


for arguments in ((u, v, z), (u1, v, z)):
    paper.notions.define(image(outer(*arguments[:2]), z), (*arguments, d), "({0} {1}ᵀ) {2}", r"({0} {1}^\top) {2}")


def score(a: Term, c: Term) -> Term:
    """(W_K w_a)ᵀ (W_Q w_c)."""
    return dot(image(W_K, column(w, a)), image(W_Q, column(w, c)), s)


def separated() -> list[Term]:
    """The vocabulary is (r_min, …, ε)-separated; how long the tokens are at most is not needed here."""
    longer = every(lambda a: r_min < norm(column(w, a), d), 1, m)
    apart = every(
        lambda a: every(lambda b: implies(different(column(w, a), column(w, b)), epsilon < norm(gap(a, b), d)), 1, m),
        1,
        m,
    )
    return [longer, apart]


abc_in = (a >= 1, a <= m, b >= 1, b <= m, c >= 1, c <= m)
between = score(a, c) - score(b, c)
in_the_middle = dot(gap(a, b), fun(lambda t: sigma(lambda p: W_K(p, t) * image(W_Q, column(w, c))(p), 1, s)), d)
inner = absolute(dot(u, u1, s))
factored = along(gap(a, b)) * inner * along(column(w, c))


@paper.claim(given=[], shows=eq(absolute(between), absolute(in_the_middle)))
def eq_79_first(p: Proof) -> Fact:
    """Both are vᵀ(w_a − w_b) · uᵀu' · vᵀw_c, multiplied out."""
    return p.have("out", p.goal)


@paper.claim(given=[], shows=eq(absolute(in_the_middle), factored))
def eq_79_second(p: Proof) -> Fact:
    """The absolute value of a product."""
    x, y, z = dot(v, gap(a, b), d), dot(u, u1, s), dot(v, column(w, c), d)
    p.apply("outer", "abs_mul", u=x, r=y * z)
    p.apply("inner", "abs_mul", u=y, r=z)
    return p.have("out", p.goal, "outer", ("inner", absolute(x)))


bounded = factor * norm(gap(a, b), d) * scale * (factor * norm(column(w, c), d))


@paper.claim(
    given=[*abc_in, factor > 0, scale > 0, kept(factor), kept_lengths(factor), eq(inner, scale)],
    shows=bounded <= factored,
)
def eq_79_third(p: Proof) -> Fact:
    """What v keeps of w_a − w_b and of w_c."""
    p.given_all(abc_in, "in")
    p.given(factor=factor > 0, scale=scale > 0, inner=eq(inner, scale))
    p.given(kept=kept(factor), lengths=kept_lengths(factor))
    p.use("gap", "kept", a, b)
    p.use("length", "lengths", c)
    p.apply("gap_size", "abs_nonneg", x=dot(v, gap(a, b), d))
    p.apply("nonneg", "norm_nonneg", x=column(w, c))
    parts = ("gap", "factor", "scale", "nonneg"), ("length", "gap_size", "scale")
    return p.have("out", p.goal, *parts, ("inner", along(gap(a, b)) * along(column(w, c))))


balanced = eq(factor**2 * scale * epsilon * r_min, delta)


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
    """Strictly, as tokens are longer than r_min and more than ε apart."""
    p.given_all(abc_in, "in")
    p.given(factor=factor > 0, scale=scale > 0, balanced=balanced)
    p.given(longer=separated()[0], apart=separated()[1], differ=different(column(w, a), column(w, b)))
    p.given(epsilon=epsilon_pos, r_min=r_min_pos)
    p.use("length", "longer", c)
    p.use("gap", "apart", a, b, using=["differ"])
    p.have("length_pos", norm(column(w, c), d) > 0, "length", "r_min")
    parts = ("gap", "length_pos", "scale", "factor", "factor"), ("epsilon", "length", "scale", "factor", "factor")
    return p.have("out", p.goal, *parts, "balanced")


# the paper's factor, and the number |uᵀu'| that goes with it

strength = (m + 1) ** 4 * (pi * d / 8) * (delta / (epsilon * r_min))
sizes = [some_d, some_m, pi_pos, epsilon_pos, r_min_pos]


@paper.claim(given=[some_d, pi_pos, m >= 0], shows=0 < share(m + 1))
def share_pos(p: Proof) -> Fact:
    """A root of a positive number."""
    p.given(d=some_d, pi=pi_pos, m=m >= 0)
    p.have("d_pos", 0 < d, "d")
    p.have("m_pos", 0 < m + 1, "m")
    inside = 8 / (pi * d)
    p.apply("root", "sqrt_positive", p.positive(inside), s=inside)
    p.apply("inverse", "inv_pos", x=m + 1)
    return p.have("out", p.goal, ("root", "inverse", "inverse"))


@paper.claim(given=[some_d, pi_pos, m >= 0], shows=eq(share(m + 1) ** 2 * (m + 1) ** 4 * (pi * d), 8))
def share_squared(p: Proof) -> Fact:
    """(√(8/(πd)) / (m + 1)²)² = 8 / (πd (m + 1)⁴)."""
    p.given(d=some_d, pi=pi_pos, m=m >= 0)
    p.have("d_pos", 0 < d, "d")
    p.have("m_pos", 0 < m + 1, "m")
    inside = 8 / (pi * d)
    p.note("inside", p.positive(inside))
    p.apply("square", "sqrt_square", p.have(None, 0 <= inside, "inside"), s=inside)
    return p.have("out", p.goal, ("square", pi * d), "pi", "d_pos", "m_pos")


@paper.claim(given=[*sizes, delta > 0], shows=0 < strength)
def strength_pos(p: Proof) -> Fact:
    """A product of positive numbers."""
    p.given(d=some_d, m=some_m, pi=pi_pos, epsilon=epsilon_pos, r_min=r_min_pos, delta=delta > 0)
    p.have("d_pos", 0 < d, "d")
    p.have("m_pos", 0 < m + 1, "m")
    return p.note("out", p.positive(strength))


@paper.claim(given=sizes, shows=eq(share(m + 1) ** 2 * strength * epsilon * r_min, delta))
def strength_balanced(p: Proof) -> Fact:
    """c² |uᵀu'| ε r_min = δ."""
    p.given(d=some_d, m=some_m, pi=pi_pos, epsilon=epsilon_pos, r_min=r_min_pos)
    p.apply("share", "share_squared", p.have(None, m >= 0, "m"))
    return p.have("out", p.goal, ("share", delta), "epsilon", "r_min")


lemma_3_given = [*sizes, delta > 0, *separated(), unit, origin, kept(share(m + 1), 0), eq(inner, strength)]
triple = [*abc_in, different(column(w, a), column(w, b))]


def lemma_3_start(p: Proof) -> None:
    """The hypotheses of Lemma 3 and what holds of its constants."""
    p.given_all(lemma_3_given)
    p.given_all(triple, "in")
    p.apply("c_pos", "share_pos", p.have(None, m >= 0, "given_1"))
    p.apply("strength_pos", "strength_pos")
    p.apply("balanced", "strength_balanced")


printed_bound = substitute(bounded, {factor: share(m + 1), scale: strength})


@paper.claim(given=[*lemma_3_given, *triple], shows=printed_bound <= factored)
def eq_79_lower(p: Proof) -> Fact:
    """The third line at the paper's constants."""
    lemma_3_start(p)
    at = {"kappa": share(m + 1), "scale": strength}
    p.apply("lengths", "lengths_kept", kappa=share(m + 1))
    p.note("near", p.every(None, a, p.every(None, b, p.use(None, "given_10", a, b), *abc_in[2:4]), *abc_in[:2]))
    return p.apply("out", "eq_79_third", "near", "lengths", **at)


@paper.claim(given=[*lemma_3_given, *triple], shows=delta < printed_bound)
def eq_79_strict(p: Proof) -> Fact:
    """The last line at the paper's constants."""
    lemma_3_start(p)
    return p.apply("out", "eq_79_fourth", "balanced", **{"kappa": share(m + 1), "scale": strength})


@paper.claim(given=[*lemma_3_given, *triple], shows=delta < absolute(between))
def lemma_3_scores(p: Proof) -> Fact:
    """The four lines of (79) together."""
    lemma_3_start(p)
    p.apply("first", "eq_79_first")
    p.apply("second", "eq_79_second")
    p.apply("third", "eq_79_lower")
    p.apply("fourth", "eq_79_strict")
    return p.have("out", p.goal, "first", "second", "third", "fourth")


@paper.claim(given=[some_d, some_m, pi_pos, unit, origin, kept(share(m + 1), 0)], shows=kept_lengths(share(m + 1)))
def eq_77_lower(p: Proof) -> Fact:
    """(76) with w_b = 0."""
    p.given(kept=kept(share(m + 1), 0), origin=origin)
    return p.apply("out", "lengths_kept", kappa=share(m + 1))


def below_norms(lo: int, what: Callable[[Term, Term], Term]) -> Term:
    """|vᵀx| <= ‖x‖ for the vectors x made of w_a and w_b, a and b from lo to m."""
    return every(lambda a: every(lambda b: along(what(a, b)) <= norm(what(a, b), d), lo, m), lo, m)


def gaps_below_norms(p: Proof, lo: int) -> Fact:
    """Cauchy-Schwarz, for the differences w_a − w_b."""
    p.given(unit=unit)
    p.apply("each", "projection_le", z=gap(a, b))
    p.every("inner", b, "each", b >= lo, b <= m)
    return p.every("out", a, "inner", a >= lo, a <= m)


@paper.claim(given=[unit], shows=below_norms(1, gap))
def points_upper(p: Proof) -> Fact:
    """Cauchy-Schwarz."""
    return gaps_below_norms(p, 1)


@paper.claim(given=[unit], shows=below_norms(0, gap))
def eq_76_upper(p: Proof) -> Fact:
    """Cauchy-Schwarz."""
    return gaps_below_norms(p, 0)


@paper.claim(given=[unit], shows=every(lambda a: along(column(w, a)) <= norm(column(w, a), d), 1, m))
def eq_77_upper(p: Proof) -> Fact:
    """Cauchy-Schwarz."""
    p.given(unit=unit)
    p.apply("each", "projection_le", z=column(w, a))
    return p.every("out", a, "each", a >= 1, a <= m)


# --- the displays and the lemmas -----------------------------------------------------------------------------------

display(
    "B.1", 1, "72", "Lemma 2's bounds: the lower one for some unit vector, the upper one for every one",
    some_direction_keeps, points_upper,
)  # fmt: skip
lemma_2 = paper.state(
    "lemma-2", "a direction that keeps finitely many points apart (Park et al. 2021; d >= 1)", section="B.1",
    index="Lemma 2", kind="lemma", printed=[some_direction_keeps, points_upper],
)  # fmt: skip
display("B.1", 2, "73", "how strong W_K and W_Q are together", given=[*sizes, delta > 0], defines=[inner, strength])
display("B.1", 3, "74", "the scores of two tokens differ by more than δ", lemma_3_scores)
display("B.1", 4, "75", "what v keeps of the length of a token", eq_77_lower, eq_77_upper)
display("B.1", 5, "76", "Lemma 2 for the vocabulary and the zero vector", some_direction_keeps_lengths, eq_76_upper)
display("B.1", 6, "77", "(76) with 0 for one of the vectors", eq_77_lower, eq_77_upper)
display("B.1", 7, "78", "as (73)", given=[*sizes, delta > 0], defines=[inner, strength])
display("B.1", 8, "79", "the scores of two tokens, line by line", eq_79_first, eq_79_second, eq_79_lower, eq_79_strict)
lemma_3 = paper.state(
    "lemma-3", "W_K = u vᵀ and W_Q = u' vᵀ give two tokens scores more than δ apart, at every query", section="B.1",
    index="Lemma 3", kind="lemma", printed=[some_direction_keeps_lengths, lemma_3_scores, eq_77_lower, eq_77_upper],
)  # fmt: skip
