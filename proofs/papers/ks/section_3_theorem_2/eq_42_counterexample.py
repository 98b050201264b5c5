"""A counterexample to (42) as printed: its last line does not scale like a length.

If the tokens, r_min, r_max and ε are all scaled by λ, so are the images, but the last line of (42) is scaled by 1/λ. So
for a small λ it is more than ε/2, and what attention adds to a token is shorter than ε/4. The example are the sequences
(λ, 2 λ) and (λ, 3 λ) with λ = e^(−40960)/1000, and their common token.
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import inner, m, pi, pi_pos, u, u1, v
from proofs.papers.ks.section_3_theorem_2.rank_one_weights import NAMED, OTHER, PLACE, attended, named, score_at, u2
from proofs.papers.ks.section_3_theorem_2.theorem_2 import (
    end_42,
    in_two_contexts,
    lost,
    paper_delta,
    paper_reach,
    paper_strength,
    with_separation,
)
from proofs.papers.ks.section_4_corollaries.eq_47_counterexample import for_every_pi, for_some_pi
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.analysis.norms import norm
from proofs.theorems.networks.transformers import (
    W_O,
    N,
    X,
    d,
    delta,
    different,
    epsilon,
    l,
    other_vocabulary,
    r_max,
    r_min,
    s,
)

h, e, t = ints("h e t")
(length,) = reals("lambda")
one, two = num(1), num(2)

of_pi_or_u = [y for y in in_two_contexts if y is not pi_pos and {pi, u} & y.free]
below_image = implies(*of_pi_or_u, with_separation(epsilon / (4 * r_max) * lost < end_42))
eq_42_printed = Claim(
    tuple(y for y in in_two_contexts if y is not pi_pos and y not in of_pi_or_u),
    for_every_pi(lambda put: for_all(lambda x: substitute(put(below_image), {u: x}), VECTOR)),
)
close_given = named(f"some shorter r_max unit values epsilon {PLACE} {OTHER}")


@paper.claim(given=close_given, shows=end_42 < epsilon / 2)
def heads_close(p: Proof) -> None:
    """Each head's contribution is shorter than ε/4."""
    p.apply("attended_short", label="first")
    p.apply("attended_short", i=j, k=l, label="second")
    p.apply("norm_triangle_minus", x=attended(i, k), y=attended(j, l), label="apart")


# --- (λ, 2 λ) and (λ, 3 λ) --------------------------------------------------------------------------------------------


def steps(i: Term, k: Term) -> Term:
    """The multiple of λ that is token k of sequence i."""
    return 1 + (k - 1) * i


pair = fun(lambda i, t, k: length * steps(i, k), 3)
data = {
    N: two, n: two, d: one, m: num(3), s: one, i: one, j: two, k: one, l: one, X: pair, epsilon: length / 2,
    r_min: length / 2, r_max: 4 * length, v: fun(lambda t: one), u1: fun(lambda t: one), u2: fun(lambda t: one),
    W_O: fun(lambda h, t, p: rational(1, 32), 3),
}  # fmt: skip
sizes = {x: y for x, y in data.items() if x not in (i, j, k, l)}
data[u] = sizes[u] = fun(lambda t: substitute(paper_strength, sizes))


def at_pair(formula: Term) -> Term:
    """Return the statement for these sequences and weights."""
    return substitute(formula, {x: y for x, y in sizes.items() if x in formula.free})


width = 2 * log(two) + 3
of_pi = [8 <= 3 * pi, pi <= 4]
tiny = 1000000 * length * length <= exp(num(-81920))


@paper.claim(
    given=[0 < length, tiny, *of_pi], shows=at_pair(epsilon / 2 <= epsilon / (4 * r_max) * with_separation(lost))
)
def more_than_half(p: Proof) -> Fact:
    """8192 (2 log 2 + 3) π λ² is less than (log 2)² e^(−4096 (2 log 2 + 3) π)."""
    p.given(pos=0 < length, tiny=tiny, pi_low=of_pi[0], pi_high=of_pi[1])
    p.rule("compute", num(1, 2) <= log(two), [], ["leaf", 64], label="log_low")
    p.rule("compute", log(two) <= 1, [], ["leaf", 64], label="log_high")
    p.have(0 < width, label="wide")
    p.have(0 < pi, "pi_low", label="pi_pos")
    power = 4096 * width * pi
    p.rule("arith", Eq(at_pair(2 * paper_reach), power), [], [], ["pos"], label="power")
    p.congr(lambda z: exp(-z), "power", label="decay")
    p.have(width * pi <= 20, ("pi_high", "wide"), "log_high", label="product")
    p.apply("exp_le", x=num(-81920), y=-power, label="above")
    end = exp(-at_pair(2 * paper_reach))
    p.exp_pos(-at_pair(2 * paper_reach), label="now")
    square = p.have(num(1, 4) <= log(two) ** 2, "log_low")
    p.note("area", p.positive(length * length))
    small = p.have(
        8192 * width * pi * length * length <= end / 4, ("product", "area"), "area", "tiny", "decay", "above"
    )
    p.have(8192 * width * pi * length * length <= log(two) ** 2 * end, small, (square, "now"), label="enough")
    rest = inv(width) * inv(pi) * inv(length) / 32768
    p.note("rest", p.positive(rest))
    least = Eq(8192 * width * pi * length * length * rest, length / 4)
    p.rule("arith", least, [], [], ["pos", "wide", "pi_pos"], label="least")
    return p.have(p.goal, ("enough", "rest"), "least")


RANGES = {f"{x}_{end}": at_pair(NAMED[f"{x}_{end}"]) for x in "ijklhe" for end in ("low", "high")}


def ranges(p: Proof, letters: str) -> None:
    """Return the ranges of these positions, as facts."""
    p.given(**{f"{x}_{end}": RANGES[f"{x}_{end}"] for x in letters.split() for end in ("low", "high")})


def own_token(i: Term, k: Term) -> Term:
    """Token k of sequence i."""
    return fun(lambda t: pair(i, t, k))


@paper.claim(given=[i >= 1, k >= 1], shows=1 <= steps(i, k))
def some_steps(p: Proof) -> None:
    """0 <= (k − 1) i."""


@paper.claim(given=[i >= 1, i <= 2, k <= 2], shows=steps(i, k) <= 3)
def few_steps(p: Proof) -> Fact:
    """(k − 1) i <= 2."""
    return p.have(p.goal, (k <= 2, i >= 1), i <= 2, k <= 2)


@paper.claim(
    given=[0 < length, i >= 1, i <= 2, k >= 1, k <= 2], shows=Eq(norm(own_token(i, k), one), length * steps(i, k))
)
def own_length(p: Proof) -> Fact:
    """The length is nonnegative."""
    low = p.apply("some_steps")
    nonneg = p.have(0 <= length * steps(i, k), (low, 0 < length), 0 < length)
    size = p.abs_value(length * steps(i, k), nonneg)
    return p.have(p.goal, p.apply("norm_of_one", v=own_token(i, k)), size)


in_range = [y for x in "ikjl" for y in (RANGES[f"{x}_low"], RANGES[f"{x}_high"])]
differ = different(own_token(i, k), own_token(j, l), one)


@paper.claim(given=[0 < length, *in_range, differ], shows=implies(Eq(steps(i, k), steps(j, l)), FALSE))
def other_steps(p: Proof) -> Fact:
    """Tokens that are equal multiples of λ are equal."""
    p.given(differ=differ)
    same = p.assume(Eq(steps(i, k), steps(j, l)))
    entry = p.have(Eq(pair(i, t, k), pair(j, t, l)), (same, length))
    return p.discharge(p.mp("differ", p.generalize(t, entry, 1 <= t, t <= 1)), same.concl)


(factor,) = reals("c")
moved = fun(lambda t: pair(i, t, k) - pair(j, t, l))


@paper.claim(
    given=[0 < length, *in_range, differ, 0 < factor], shows=factor <= abs(factor * (steps(i, k) - steps(j, l)))
)
def a_step_apart(p: Proof) -> Fact:
    """The multiples are integers."""
    no = p.apply("other_steps")
    gap = factor * (steps(i, k) - steps(j, l))
    ups = [p.apply("abs_ge", x=x) for x in (gap, -gap)]

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp(no, order), p.goal)
        more = p.integer_step(order)
        return p.have(p.goal, (more, 0 < factor), *ups)

    return p.trichotomy(steps(i, k), steps(j, l), prove)


def condition(name: str) -> Term:
    """Return a hypothesis of Theorem 2 for these sequences."""
    return at_pair(NAMED[name])


@paper.claim(given={"pos": 0 < length}, shows=condition("longer"))
def pair_longer(p: Proof) -> Fact:
    """λ/2 < λ."""
    ranges(p, "i k")
    low = p.apply("some_steps")
    return p.have(length / 2 < norm(own_token(i, k), one), p.apply("own_length"), (low, "pos"), "pos")


@paper.claim(given={"pos": 0 < length}, shows=condition("shorter"))
def pair_shorter(p: Proof) -> Fact:
    """3 λ < 4 λ."""
    ranges(p, "i k")
    high = p.apply("few_steps")
    return p.have(norm(own_token(i, k), one) < 4 * length, p.apply("own_length"), (high, "pos"), "pos")


@paper.claim(given=[0 < length], shows=condition("apart"))
def pair_apart(p: Proof) -> Fact:
    """λ/2 < λ."""
    far = p.apply("a_step_apart", p.assume(differ), c=length)
    each = p.have(length / 2 < norm(moved, one), p.apply("norm_of_one", v=moved), far)
    return p.discharge(each, differ)


@paper.claim(given=[0 < length], shows=condition("distinct"))
def pair_different(p: Proof) -> Fact:
    """(k − 1) i determines k."""
    ranges(p, "i k l")
    unlike, alike = negation(Eq(k, l)), substitute(differ, {j: i}).args[0]
    other = p.assume(unlike)
    same = p.specialize(p.assume(alike), 1)
    equal = p.have(Eq(steps(i, k), steps(i, l)), (same, inv(length)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.mp(other, order)
        return p.have(FALSE, equal, "i_low", order)

    return p.discharge(p.trichotomy(k, l, prove), unlike, alike)


@paper.claim(given=[0 < length, 8 <= 3 * pi], shows=at_pair(substitute(NAMED["scores"], {delta: paper_delta})))
def pair_scores(p: Proof) -> Fact:
    """128 π δ times a number from 1 to 3 is more than δ."""
    p.given(pos=0 < length, pi_low=8 <= 3 * pi)
    ranges(p, "i j h e k")
    unlike = substitute(differ, {k: h, l: e})
    p.have(0 < width, label="wide")
    low = p.apply("some_steps")
    size = 128 * pi * width
    p.note("size", p.positive(size))
    whole = size * steps(i, k)
    whole_pos = p.have(0 < whole, (low, "size"), "size")
    far = p.apply("a_step_apart", p.assume(unlike), whole_pos, k=h, l=e)
    gap = at_pair(score_at(i, h, i, k) - score_at(j, e, i, k))
    own = whole * (steps(i, h) - steps(j, e))
    value = p.rule("arith", Eq(gap, own), [], [], ["pos"])
    same = p.congr(abs, value)
    each = p.have(width < abs(gap), same, far, (low, "size"), ("pi_low", "wide"), "wide")
    return p.discharge(each, unlike)


@paper.claim(given=[0 < length], shows=condition("values"))
def pair_values(p: Proof) -> Fact:
    """ε/(4 r_max) = 1/32."""
    share = rational(1, 32)
    own = p.apply("norm_of_one", v=fun(lambda t: share))
    return p.have(p.goal, own)


@paper.claim(given=[0 < length, 8 <= 3 * pi], shows=at_pair(Eq(inner, paper_strength)))
def pair_strength(p: Proof) -> Fact:
    """The strength is nonnegative."""
    p.rule("compute", num(1, 2) <= log(two), [], ["leaf", 64], label="log_low")
    strength = at_pair(paper_strength)
    nonneg = p.have(0 <= strength, p.positive(strength))
    return p.have(p.goal, p.abs_value(strength, nonneg))


@paper.claim(given=[0 < length], shows=substitute(other_vocabulary(X, i, j), {x: data[x] for x in (X, d, n, i, j)}))
def pair_contexts(p: Proof) -> Fact:
    """2 λ is no token of the second sequence."""
    ranges(p, "l")
    held, back = p.goal.args[0], p.goal.args[1].args[0]
    among = p.specialize(p.assume(held), 2)
    alike = substitute(differ, {i: one, k: two, j: two}).args[0]
    same = p.specialize(p.assume(alike), 1)
    equal = p.have(Eq(steps(one, two), steps(two, l)), (same, inv(length)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(FALSE, equal, order)
        return p.have(FALSE, equal, order)

    none = p.generalize(l, p.discharge(p.trichotomy(one, l, prove), alike), "l_low", "l_high")
    return p.note("out", p.discharge(p.mp(among, none), held, back))


CONDITIONS = ["longer", "shorter", "apart", "different", "scores", "values", "strength", "contexts"]


@paper.claim(given=[0 < length, tiny], shows=negation(substitute(eq_42_printed.formula, data)))
def pair_contradicts(p: Proof) -> Fact:
    """The printed bound is more than ε/2, but the distance is less."""
    held = p.assume(p.goal.args[0])

    def with_pi(number: Fact, pi_pos: Fact, high: Fact) -> Fact:
        low = p.apply("number_pi_above", number)
        for_pi = {"scores": [low], "strength": [low]}
        known = [p.apply(f"pair_{name}", *for_pi.get(name, [])) for name in CONDITIONS]

        def without(fact: Fact, count: int) -> Fact:
            for _ in range(count):
                fact = p.mp(fact, p.side_condition(fact.concl.args[0], *known))
            return fact

        found = p.specialize(without(held, len(eq_42_printed.given)), pi, using=[number, pi_pos])
        found = without(p.rule("specialize", found, data[u]), len(of_pi_or_u))
        half = p.apply("more_than_half", low, high)
        sides = [p.side_condition(substitute(y, data), *known) for y in close_given]
        values = {x.args[0]: y for x, y in data.items() if x not in (m, r_min)}
        return p.have(FALSE, found, half, p.apply("heads_close", *sides, **values))

    return p.discharge(for_some_pi(p, with_pi), held.concl)


LEAST = exp(num(-40960)) / 1000


@paper.claim(given=[], shows=negation(substitute(substitute(eq_42_printed.formula, data), {length: LEAST})))
def eq_42_refuted(p: Proof) -> None:
    """Take λ = e^(−40960)/1000."""
