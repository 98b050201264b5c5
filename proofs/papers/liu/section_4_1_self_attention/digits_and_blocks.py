"""B.1: the grid's digits and blocks exist, so that Theorems 4.1, 4.2 and 5.1 hold for matrices that are given outright.

Elsewhere the digits κ(j, i) of j − 1 to the base P are a function with laws (`grid.grid_laws`), and so are the block
and offset of a column. Here they are division with remainder (κ(j, i) = q_{i−1} − P q_i with q_i = ⌊(j − 1)/P^i⌋), so
that what is asked of the construction are definitions.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention.centres import B0, G, block, flat, j, length, offset, strict, tiles
from proofs.papers.liu.section_4_1_self_attention.grid import P, digit
from proofs.papers.liu.vocabulary import c, d, eps, i, k, n, paper
from proofs.theorems.algebra.expansions import expansion
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.combinatorics.tilings import TILED, quotients

(t,) = ints("t")

# --- the digits ---------------------------------------------------------------------------------------------------


def rest(j: Term, i: Term | int) -> Term:
    """⌊(j − 1)/P^i⌋."""
    return quotient(j - 1, power(P, i), j - 1)


made_digit = fun(lambda j, i: rest(j, i - 1) - P * rest(j, i), 2)
LABEL = {"base": P >= 1, "low": j >= 1}
PLACE = {**LABEL, "i_low": i >= 1}


@paper.theorem
def rest_low(p: Proof) -> None:
    """1 <= P, 1 <= j ⊢ ⌊(j − 1)/P^i⌋ P^i <= j − 1."""
    p.given(**LABEL)
    p.apply("power", "power_pos", m=P, k=i)
    p.qed(p.apply("out", "quotient_le", n=j - 1, b=power(P, i), v=j - 1))


@paper.theorem
def rest_high(p: Proof) -> None:
    """1 <= P, 1 <= j ⊢ j − 1 < (⌊(j − 1)/P^i⌋ + 1) P^i."""
    p.given(**LABEL)
    p.apply("power", "power_ge_one", m=P, k=i)
    p.have("room", j - 1 < (j - 1 + 1) * power(P, i), ("low", "power"), "power")
    p.qed(p.apply("out", "quotient_gt", n=j - 1, b=power(P, i), v=j - 1))


def between(p: Proof) -> None:
    """The bounds of ⌊(j − 1)/P^i⌋ and ⌊(j − 1)/P^(i−1)⌋, and P^i = P^(i−1) P."""
    p.given(**PLACE)
    p.apply("own_low", "rest_low")
    p.apply("own_high", "rest_high")
    p.apply("before_low", "rest_low", i=i - 1)
    p.apply("before_high", "rest_high", i=i - 1)
    p.apply("step", "power_step", m=P, k=i - 1)
    p.apply("power", "power_pos", m=P, k=i - 1)


@paper.theorem
def made_digit_low(p: Proof) -> None:
    """1 <= j, 1 <= i ⊢ 0 <= κ(j, i)."""
    between(p)
    x = rest(j, i - 1) + 1 - P * rest(j, i)
    p.apply("room", "product_positive", x=x, y=power(P, i - 1))
    p.qed(p.have("out", 0 <= made_digit(j, i), "room"))


@paper.theorem
def made_digit_high(p: Proof) -> None:
    """1 <= j, 1 <= i ⊢ κ(j, i) <= P − 1."""
    between(p)
    x = P * rest(j, i) + P - rest(j, i - 1)
    p.apply("room", "product_positive", x=x, y=power(P, i - 1))
    p.qed(p.have("out", made_digit(j, i) <= P - 1, "room"))


@paper.theorem
def rest_of_all(p: Proof) -> None:
    """1 <= j <= P^m ⊢ ⌊(j − 1)/P^m⌋ = 0."""
    p.given(**LABEL, high=j <= power(P, length), k_low=1 <= k, k_high=k <= j - 1)
    p.apply("below", "rest_low", i=length)
    counted = ite(k * power(P, length) <= j - 1, 1, 0)
    inside, outside = (p.rule(None, "assume", s) for s in (k * power(P, length) <= j - 1, j - 1 < k * power(P, length)))
    sides = [p.have(None, counted >= 0, p.rule(None, "ite_eq", counted, side)) for side in (inside, outside)]
    p.generalize("members", k, p.cases(None, k * power(P, length), j - 1, *sides), "k_low", "k_high")
    f = fun(lambda k: ite(k * power(P, length) <= j - 1, 1, 0))
    p.apply("least", "sum_nonneg", f=f, lo=1, hi=j - 1)
    p.apply("room", "product_positive", x=1 - rest(j, length), y=power(P, length))
    most = p.have(None, rest(j, length) <= 0, "room")
    p.qed(p.rule("out", "antisymmetry", most, p.have(None, 0 <= rest(j, length), "least")))


@paper.theorem
def made_label(p: Proof) -> None:
    """1 <= j <= P^m ⊢ j − 1 = Σ_i κ(j, i) P^(i−1), a telescoping sum."""
    p.given(**LABEL, high=j <= power(P, length), dimension=length >= 1, i_low=i >= 1, i_high=i <= length)
    p.apply("step", "power_step", m=P, k=i - 1)
    own = fun(lambda i: made_digit(j, i) * power(P, i - 1))
    steps = fun(lambda i: -(rest(j, i) * power(P, i)) + rest(j, i - 1) * power(P, i - 1))
    p.generalize("terms", i, p.have(None, eq(own(i), steps(i)), ("step", rest(j, i))), "i_low", "i_high")
    p.apply("sum", "sum_eq", f=own, g=steps, lo=1, hi=length)
    p.apply("telescoped", "telescope", f=fun(lambda i: -(rest(j, i - 1) * power(P, i - 1))), lo=1, hi=length)
    p.apply("end", "rest_of_all")
    p.apply("start", "quotient_full", n=j - 1, b=power(P, 0), v=j - 1)
    goal = eq(j - 1, sigma(own, 1, length))
    p.qed(p.have("out", goal, "sum", "telescoped", ("end", power(P, length)), "start"))


written_digits = every(lambda j: every(lambda i: eq(digit(j, i), made_digit(j, i)), 1, length), 1, G)
WRITTEN = {"base": P >= 1, "dimension": length >= 1, "counted": grid.counted, "digits": written_digits}
ENDS = {"low": j >= 1, "high": j <= G, "i_low": i >= 1, "i_high": i <= length}


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_low)
def written_digits_low(p: Proof) -> Fact:
    """Digits are at least 0."""
    p.given(**ENDS)
    return p.have(None, 0 <= digit(j, i), "made_digit_low")


@paper.claim(given=[*WRITTEN.values()], shows=grid.digit_high)
def written_digits_high(p: Proof) -> Fact:
    """And at most P − 1."""
    p.given(**ENDS)
    return p.have(None, digit(j, i) <= P - 1, "made_digit_high")


@paper.claim(given=[*WRITTEN.values()], shows=grid.numbered)
def written_digits_number(p: Proof) -> Fact:
    """They number the P^m centres."""
    p.given(**ENDS)
    f, g = (fun(lambda i, x=x: x(j, i) * power(P, i - 1)) for x in (digit, made_digit))
    p.apply("sum", "sum_eq", f=f, g=g, lo=1, hi=length)
    return p.have(None, eq(j - 1, grid.label_sum(j)), "made_label", "sum")


# --- Remark B.1 ---------------------------------------------------------------------------------------------------


def only_tuple(a: Term, s: Term) -> list[Term]:
    """The tuple a has the label s, and no other has."""
    same = lambda b: every(lambda i: eq(a(i), b(i)), 1, length)  # noqa: E731
    alike = lambda b: eq(expansion(a, length), expansion(b, length))  # noqa: E731
    other = for_all(lambda b: implies(*grid.is_tuple(b), alike(b), same(b)), "(Z>Z)")
    return [*grid.is_tuple(a), eq(s, expansion(a, length)), other]


one_to_one = grid.both(
    for_all(lambda a: implies(*grid.is_tuple(a), grid.is_label(expansion(a, length))), "(Z>Z)"),
    every(lambda s: exists(lambda a: only_tuple(a, s), "(Z>Z)"), 0, power(P, length) - 1),
)


@paper.claim(given=[P >= 1, length >= 1], shows=one_to_one)
def labels_one_to_one(p: Proof) -> Fact:
    """The label s has the digits of centre s + 1."""
    a, b = grid.tuple_a, grid.tuple_b
    (s,) = ints("s")
    _, other = (assumed(p, *grid.is_tuple(x)) for x in (a, b))
    s_low, s_high = assumed(p, 0 <= s, s <= power(P, length) - 1)
    i_in = assumed(p, 1 <= i, i <= length)
    digits = fun(lambda i: made_digit(s + 1, i))
    ends = [p.apply(None, f"made_digit_{x}", s_low, *i_in, j=s + 1) for x in ("low", "high")]
    low, high = (p.generalize(None, i, end, *i_in) for end in ends)
    label = p.apply(None, "made_label", s_low, s_high, j=s + 1)
    (same,) = assumed(p, eq(expansion(digits, length), expansion(b, length)))
    unique = p.apply(None, "tuples_are_labels", low, high, *other, same)
    goal = exists(lambda a: only_tuple(a, s), "(Z>Z)")
    found = p.exists_intro(None, goal, [digits], low, high, label, unique)
    return p.exists_intro("out", p.goal, [], found)


# --- blocks -------------------------------------------------------------------------------------------------------


def written(f: Term, g: Term, count: Term) -> Term:
    """f_t = g_t for t from 1 to the count."""
    return every(lambda t: eq(f(t), g(t)), 1, count)


def written_tiling(block: Term, offset: Term, width: Term, count: Term) -> tuple[Term, Term]:
    """Block and offset of each of the width · count indices are division by the width, with remainder."""
    at = {d: width, G: count}
    own, place = (substitute(g, {x: w for x, w in at.items() if x in g.free}) for g in quotients)
    return written(block, own, width * count), written(offset, place, width * count)


BLOCKS = ("blocks", "offsets")
written_blocks = written_tiling(block, offset, d, G)


def _written_law(name: str, law: Term) -> None:
    def prove(p: Proof) -> None:
        p.given(wide=d >= 1, some=G >= 1, **dict(zip(BLOCKS, written_blocks, strict=True)))
        p.given(t_low=1 <= t, t_high=t <= d * G)
        p.apply("law", f"quotient_{name}")
        p.specialize("known", "law", t)
        for label in ("blocks", "offsets"):
            p.specialize(f"own_{label}", label, t)
        goal = instantiate_bound(law.args[1], (t,)).args[1].args[1]
        each = p.have(None, goal, "known", "own_blocks", "own_offsets", ("own_blocks", d))
        p.qed(p.generalize("out", t, each, "t_low", "t_high"), law)

    prove.__name__ = f"written_{name}"
    prove.__doc__ = "Division with remainder cuts the columns into blocks."
    paper.theorem(prove)


for _name, _law in zip(TILED, tiles.laws, strict=True):
    _written_law(_name, _law)


# --- what is asked of a construction that is written out -----------------------------------------------------------

written_out = (d >= 1, n >= 1, P >= 1, length >= 1, flat, grid.counted, written_digits, grid.middles)
WRITTEN_OUT = ("wide", "long", "base", "dimension", "flat", "counted", "digits", "middles")


def digit_laws(p: Proof) -> None:
    """What follows where `written_out` is assumed: there are centres, and the laws of their digits."""
    p.apply("powers", "power_ge_one", m=P, k=length)
    p.have("some", G >= 1, "counted", "powers")
    for law in ("digits_low", "digits_high", "digits_number"):
        p.apply(law, f"written_{law}")


def tile_laws(p: Proof, prefix: str = "", **values: Term) -> None:
    """The laws of a tiling that is division with remainder, at these values of `block`, `offset`, `d` and `G`."""
    for name, law in zip(TILED, tiles.laws, strict=True):
        known = {x.args[0] for x in law.free}  # a law of blocks says nothing of offsets
        p.apply(f"{prefix}{name}", f"written_{name}", **{x: w for x, w in values.items() if x in known})


for _count, _name in ((G, "scale_defined"), (G * G, "scale_defined_for_pairs")):

    def _prove(p: Proof, count: Term = _count) -> None:
        p.given(**dict(zip(WRITTEN_OUT, written_out, strict=True)), bound_pos=B0 > 0, eps_pos=eps > 0)
        digit_laws(p)
        p.qed(p.positive(6 * B0 * count / eps))

    _prove.__name__ = _name
    _prove.__doc__ = "The logarithm in the scale R is defined."
    paper.theorem(_prove)


def defined_where(count: Term, suffix: str, assume: Callable[[Proof], None]) -> None:
    """T and E are positive at every entry of W_K where the blocks are written out, for the check for definedness.

    `assume` assumes what is asked of the construction with so many centres, and derives the laws of its blocks.
    """
    below = substitute(strict, {G: count})
    for part in ("plus", "minus"):

        def prove(p: Proof, part: str = part) -> None:
            assume(p)
            p.given(low=0 < t, high=t <= d * count, c_low=0 < c, c_high=c <= n, law=below, bound_pos=B0 > 0)
            p.qed(p.apply("out", f"{part}_defined_below_bound", G=count))

        prove.__name__ = f"{part}_defined_{suffix}"
        prove.__doc__ = "T, or E, is positive at every entry of W_K."
        paper.theorem(prove)
