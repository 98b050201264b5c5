"""B.1: the grid's digits and blocks exist, so that Theorem 4.1 holds for matrices that are given outright.

Elsewhere the digits κ(j, i) of j − 1 to the base P are a function with laws (`grid.grid_laws`), and so are the block
and offset of a column. Here they are division with remainder (κ(j, i) = q_{i−1} − P q_i with q_i = ⌊(j − 1)/P^i⌋), so
that what is asked of the construction are definitions.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.kernel.terms import opened
from proofs.notation import Term, eq, every, fun, ints, ite, log, sigma
from proofs.papers.liu import grid
from proofs.papers.liu.centres import B0, G, block, flat, j, length, offset, tiles
from proofs.papers.liu.grid import D, P, digit
from proofs.papers.liu.nearest import delta
from proofs.papers.liu.scale_beyond import far_beyond
from proofs.papers.liu.smaller_scale import (
    coarse,
    exponent,
    finer_note,
    not_trivial,
    printed,
    scale_counted,
    scale_summed,
)
from proofs.papers.liu.vocabulary import R, d, eps, i, k, n, paper
from proofs.proof import Proof
from proofs.theorems.integers import quotient
from proofs.theorems.powers import power
from proofs.theorems.tilings import TILED, quotients

(t,) = ints("t")

# --- the digits ---------------------------------------------------------------------------------------------------


def rest(j: Term, i: Term | int) -> Term:
    """⌊(j − 1)/P^i⌋."""
    return quotient(j - 1, power(P, i), j - 1)


BLOCKS = tuple(zip((block, offset), quotients, strict=True))
made_digit = fun(lambda j, i: rest(j, i - 1) - P * rest(j, i), 2)
LABEL = {"base": P >= 1, "low": j >= 1}
PLACE = {**LABEL, "i_low": i >= 1}


@paper.theorem
def rest_low(p: Proof) -> None:
    """1 <= P, 1 <= j ⊢ ⌊(j − 1)/P^i⌋ P^i <= j − 1."""
    p.given(**LABEL)
    p.apply("power", "power_pos", m=P, k=i)
    p.have("value", 0 <= j - 1, "low")
    p.qed(p.apply("out", "quotient_le", n=j - 1, b=power(P, i), v=j - 1))


@paper.theorem
def rest_high(p: Proof) -> None:
    """1 <= P, 1 <= j ⊢ j − 1 < (⌊(j − 1)/P^i⌋ + 1) P^i."""
    p.given(**LABEL)
    p.apply("power", "power_ge_one", m=P, k=i)
    p.have("pos", power(P, i) > 0, "power")
    p.have("value", 0 <= j - 1, "low")
    p.have("room", j - 1 < (j - 1 + 1) * power(P, i), ("low", "power"), "low", "power")
    p.qed(p.apply("out", "quotient_gt", n=j - 1, b=power(P, i), v=j - 1))


def between(p: Proof) -> None:
    """The bounds of ⌊(j − 1)/P^i⌋ and ⌊(j − 1)/P^(i−1)⌋, and P^i = P^(i−1) P."""
    p.given(**PLACE)
    p.apply("own_low", "rest_low")
    p.apply("own_high", "rest_high")
    p.apply("before_low", "rest_low", i=i - 1)
    p.apply("before_high", "rest_high", i=i - 1)
    p.apply("step", "power_step", p.have(None, 0 <= i - 1, "i_low"), m=P, k=i - 1)
    p.apply("power", "power_pos", m=P, k=i - 1)


@paper.theorem
def made_digit_low(p: Proof) -> None:
    """1 <= j, 1 <= i ⊢ 0 <= κ(j, i)."""
    between(p)
    x = rest(j, i - 1) + 1 - P * rest(j, i)
    p.have("product", 0 < x * power(P, i - 1), "own_low", "before_high", ("step", rest(j, i)))
    p.apply("room", "product_positive", x=x, y=power(P, i - 1))
    p.rule("one", "integer_step", "room")
    p.qed(p.have("out", 0 <= made_digit(j, i), "one"))


@paper.theorem
def made_digit_high(p: Proof) -> None:
    """1 <= j, 1 <= i ⊢ κ(j, i) <= P − 1."""
    between(p)
    x = P * rest(j, i) + P - rest(j, i - 1)
    p.have("product", 0 < x * power(P, i - 1), "own_high", "before_low", ("step", rest(j, i) + 1))
    p.apply("room", "product_positive", x=x, y=power(P, i - 1))
    p.rule("one", "integer_step", "room")
    p.qed(p.have("out", made_digit(j, i) <= P - 1, "one"))


@paper.theorem
def rest_of_all(p: Proof) -> None:
    """1 <= j <= P^m ⊢ ⌊(j − 1)/P^m⌋ = 0."""
    p.given(**LABEL, high=j <= power(P, length), k_low=1 <= k, k_high=k <= j - 1)
    p.apply("below", "rest_low", i=length)
    p.apply("power", "power_pos", m=P, k=length)
    counted = ite(k * power(P, length) <= j - 1, 1, 0)
    inside, outside = (p.rule(None, "assume", s) for s in (k * power(P, length) <= j - 1, j - 1 < k * power(P, length)))
    sides = [p.have(None, counted >= 0, p.rule(None, "choice", counted, side)) for side in (inside, outside)]
    p.every("members", k, p.cases(None, k * power(P, length), j - 1, *sides), "k_low", "k_high")
    f = fun(lambda k: ite(k * power(P, length) <= j - 1, 1, 0))
    p.apply("least", "sum_nonneg", "members", f=f, lo=1, hi=j - 1)
    p.have("product", 0 < (1 - rest(j, length)) * power(P, length), "below", "high")
    p.apply("room", "product_positive", x=1 - rest(j, length), y=power(P, length))
    p.rule("one", "integer_step", "room")
    most = p.have(None, rest(j, length) <= 0, "one")
    p.qed(p.rule("out", "antisymmetry", most, p.have(None, 0 <= rest(j, length), "least")))


@paper.theorem
def made_label(p: Proof) -> None:
    """1 <= j <= P^m ⊢ j − 1 = Σ_i κ(j, i) P^(i−1), a telescoping sum."""
    p.given(**LABEL, high=j <= power(P, length), dimension=length >= 1, i_low=i >= 1, i_high=i <= length)
    p.apply("step", "power_step", p.have(None, 0 <= i - 1, "i_low"), m=P, k=i - 1)
    own = fun(lambda i: made_digit(j, i) * power(P, i - 1))
    steps = fun(lambda i: -(rest(j, i) * power(P, i)) + rest(j, i - 1) * power(P, i - 1))
    p.every("terms", i, p.have(None, eq(own(i), steps(i)), ("step", rest(j, i))), "i_low", "i_high")
    p.apply("sum", "sum_eq", "terms", f=own, g=steps, lo=1, hi=length)
    p.apply("telescoped", "telescope", f=fun(lambda i: -(rest(j, i - 1) * power(P, i - 1))), lo=1, hi=length)
    p.apply("end", "rest_of_all")
    p.have("value", 0 <= j - 1, "low")
    p.have("whole", (j - 1) * 1 <= j - 1)
    p.apply("start", "quotient_full", "whole", n=j - 1, b=power(P, 0), v=j - 1)
    goal = eq(j - 1, sigma(own, 1, length))
    p.qed(p.have("out", goal, "sum", "telescoped", ("end", power(P, length)), "start"))


written_digits = every(lambda j: every(lambda i: eq(digit(j, i), made_digit(j, i)), 1, length), 1, G)
WRITTEN = {"base": P >= 1, "dimension": length >= 1, "counted": grid.counted, "digits": written_digits}
ENDS = {"low": j >= 1, "high": j <= G, "i_low": i >= 1, "i_high": i <= length}


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_low)
def written_digits_low(p: Proof) -> Fact:
    """Digits are at least 0."""
    p.given(**WRITTEN, **ENDS)
    p.use("own", "digits", j, i)
    p.apply("least", "made_digit_low")
    each = p.have(None, 0 <= digit(j, i), "own", "least")
    return p.every("out", j, p.every(None, i, each, "i_low", "i_high"), "low", "high")


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_high)
def written_digits_high(p: Proof) -> Fact:
    """And at most P − 1."""
    p.given(**WRITTEN, **ENDS)
    p.use("own", "digits", j, i)
    p.apply("most", "made_digit_high")
    each = p.have(None, digit(j, i) <= P - 1, "own", "most")
    return p.every("out", j, p.every(None, i, each, "i_low", "i_high"), "low", "high")


@paper.claim(given=[*WRITTEN.values()], shows=grid.numbered)
def written_digits_number(p: Proof) -> Fact:
    """They number the P^m centres."""
    p.given(**WRITTEN, **ENDS)
    p.have("below", j <= power(P, length), "high", "counted")
    p.apply("label", "made_label")
    p.use("own", "digits", j, i)
    f, g = (fun(lambda i, x=x: x(j, i) * power(P, i - 1)) for x in (digit, made_digit))
    p.every("terms", i, p.have(None, eq(f(i), g(i)), ("own", power(P, i - 1))), "i_low", "i_high")
    p.apply("sum", "sum_eq", "terms", f=f, g=g, lo=1, hi=length)
    return p.every("out", j, p.have(None, eq(j - 1, grid.label_sum(j)), "label", "sum"), "low", "high")


# --- Theorem 4.1 with nothing asked of the construction ------------------------------------------------------------


def written(f: Term, g: Term) -> Term:
    """f_t = g_t for every column t of the dG columns of blocks."""
    return every(lambda t: eq(f(t), g(t)), 1, d * G)


written_blocks = tuple(written(f, g) for f, g in BLOCKS)
SIZES = {"wide": d >= 1, "some": G >= 1, "blocks": written_blocks[0], "offsets": written_blocks[1]}


def _written_law(name: str, law: Term) -> None:
    def prove(p: Proof) -> None:
        p.given(**SIZES, t_low=1 <= t, t_high=t <= d * G)
        p.apply("law", f"quotient_{name}")
        p.use("known", "law", t)
        for label in ("blocks", "offsets"):
            p.use(f"own_{label}", label, t)
        goal = opened(law.args[1], (t,)).args[1].args[1]
        each = p.have(None, goal, "known", "own_blocks", "own_offsets", ("own_blocks", d))
        p.qed(p.every("out", t, each, "t_low", "t_high"), law)

    prove.__name__ = f"written_{name}"
    prove.__doc__ = "Division with remainder cuts the columns into blocks."
    paper.theorem(prove)


for _name, _law in zip(TILED, tiles.laws, strict=True):
    _written_law(_name, _law)

outright = (
    d >= 1, n >= 1, P >= 2, flat, grid.counted, written_digits, grid.middles, *written_blocks, D > 0, grid.inside,
    delta > 0, grid.fine, grid.modulus, B0 > 0, *grid.below_bound, eps > 0,
)  # fmt: skip
OUTRIGHT = (
    "wide", "long", "two", "flat", "counted", "digits", "middles", "blocks", "offsets", "D_pos", "inside", "delta_pos",
    "fine", "modulus", "bound_pos", "values", "own", "eps_pos",
)  # fmt: skip


def _outright(p: Proof, theorem: str) -> Fact:
    p.given(**dict(zip(OUTRIGHT, outright, strict=True)))
    p.have("base", P >= 1, "two")
    p.have("many", d * n >= 1, ("wide", "long"), "wide", "long")
    p.have("dimension", length >= 1, "many", "flat")
    p.apply("powers", "power_ge_one", m=P, k=length)
    p.have("some", G >= 1, "counted", "powers")
    p.apply("fits", "room_for_tokens")
    laws = [p.apply(None, name) for name in ("written_digits_low", "written_digits_high", "written_digits_number")]
    laws += [p.apply(None, f"written_{name}") for name in TILED]
    return p.apply("out", theorem, *laws)


@paper.claim(given=[*outright, R >= 0, scale_counted], shows=grid.network_error <= eps)
def network_outright(p: Proof) -> Fact:
    """Theorem 4.1, digits and blocks written out: P >= 2D/δ, P >= 2, R >= 8/(3δ²) ln(3B_0dnP/ε)."""
    p.given(up=R >= 0, scale=scale_counted)
    return _outright(p, "network_at_counted_scale")


@paper.claim(given=[*outright, coarse, not_trivial, scale_summed], shows=grid.network_error <= eps)
def network_outright_summed(p: Proof) -> Fact:
    """The same for R >= 8/(3δ²) ln(12B_0dn/ε), if P <= 4D/δ."""
    p.given(coarse=coarse, eps_high=not_trivial, scale=scale_summed)
    return _outright(p, "network_at_summed_scale")


# --- the constants ------------------------------------------------------------------------------------------------

theorem_4_1 = paper.statements["Liu:thm-4.1"]
paper.constant(
    "self-attention-scale-counted", theorem_4_1,
    "a scale R at which the network is within ε of f, at the paper's P >= 2D/δ: P^(dn) centres count as dnP",
    printed, needed=8 / (3 * (delta * delta)) * log(3 * B0 * (length * P) / eps), needed_by=network_outright,
    note=f"The far weight is that of one coordinate, times dn. {finer_note}",
)  # fmt: skip
paper.constant(
    "self-attention-scale-summed", theorem_4_1,
    "the same where 2D/δ <= P <= 4D/δ and ε <= 2B_0: the number of centres does not matter",
    printed, needed=8 / (3 * (delta * delta)) * exponent, needed_by=network_outright_summed,
    beyond=far_beyond,
    note="In one dimension the weights beyond δ fall at least geometrically. `beyond`: for P = 2 and D = δ the far "
    "centres weigh more than ε/(2B_0) below 2/(δ² + 2δt) ln(dn(2B_0 − ε)/ε), t > 0 as small as one likes.",
)  # fmt: skip
paper.constant(
    "self-attention-grid", theorem_4_1, "the least number P of intervals a side", 2 * D / delta,
    needed=2 * D / delta, needed_by=network_outright,
    note="The paper's P is enough (with P >= 2, for enough columns), but not by its proof, which takes a maximum norm "
    "for a 2-norm.",
)  # fmt: skip
