"""Propositions 3.2 and 3.3 with fewer pieces than tokens, which are false then; and the two as they are stated.

With two pieces and three tokens no weights serve, even if any region of a finite volume may be left out: outside of it
lie three sequences, each with another token alone in the first cell, and the first rows of the attention matrices, by
which the same W_O is multiplied, have two entries. So what comes out has rank two at most, and is not near the unit
matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu import indicator as made
from proofs.papers.liu.cells_found import (
    WEIGHTS_32,
    WEIGHTS_33,
    attention_matrix,
    indicated,
    indicated_in_any_columns,
    indicated_with_gap,
    indicator_found,
    output,
    proposition_3_2,
    proposition_3_3,
    reassigned_with_gap,
    values_found,
    values_found_by_square,
)
from proofs.papers.liu.equal_pieces import of_function, proposition_3_3_of_function
from proofs.papers.liu.exceptional import S, eta, gaps_but_in_small_region
from proofs.papers.liu.indicator import attention_indicates, attention_indicates_at_sharp, attention_indicates_padded
from proofs.papers.liu.indicator_error import equal_pieces_error, outside_slabs, slab_width, tied_error
from proofs.papers.liu.reassignment import V, rows, values_reassigned, values_reassigned_at_scale
from proofs.papers.liu.square_cells import proposition_3_3_square
from proofs.papers.liu.universal import U
from proofs.papers.liu.vocabulary import Delta, N, X, a, b, d, display, eps, h, i, n, numbered, paper
from proofs.theorems.continuity import assumed
from proofs.theorems.distance import at, box, indicator
from proofs.theorems.matrices import Matrix
from proofs.theorems.slabs import set_volume_at_most
from proofs.writing.cases import by_cases, values
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum
from proofs.writing.proof import Proof

# --- no matrix of rank two is near the unit matrix ------------------------------------------------------------------

ROWS = (1, 2, 3)
first_row, cut, A = vectors("s w A", 2)
ENTRIES = [(k, c) for k in ROWS for c in ROWS]
Entries = Callable[[Term | int, Term | int], Term]


def unit_nearly(A: Entries) -> list[Term]:
    """The matrix of three rows is within 1/8 of the unit matrix."""
    return [absolute(A(k, c) - (1 if k == c else 0)) <= rational(1, 8) for k, c in ENTRIES]


def minor(A: Entries, k: int, c: int) -> Term:
    """The determinant of columns k and c of the last two rows."""
    return A(2, k) * A(3, c) - A(2, c) * A(3, k)


def determinant(A: Entries) -> Term:
    """By the first row."""
    return A(1, 1) * minor(A, 2, 3) - A(1, 2) * minor(A, 1, 3) + A(1, 3) * minor(A, 1, 2)


@paper.claim(given=unit_nearly(A), shows=0 < determinant(A))
def determinant_positive(p: Proof) -> Fact:
    """Its first term is at least 21/32, the others are at most 5/256 each."""
    low: dict[tuple[int, int], Fact] = {}
    high: dict[tuple[int, int], Fact] = {}
    assumed(p, *unit_nearly(A))
    for place in ENTRIES:
        own = int(place[0] == place[1])
        up, down = (p.apply(None, "abs_ge", x=x) for x in (A(*place) - own, own - A(*place)))
        low[place] = p.have(None, own - rational(1, 8) <= A(*place), down)
        high[place] = p.have(None, A(*place) <= own + rational(1, 8), up)

    def sides(x: tuple[int, int], y: tuple[int, int]) -> list[Any]:
        return [(low[x], low[y]), (low[x], high[y]), (high[x], low[y]), (high[x], high[y])]

    whole = p.have(None, rational(3, 4) <= minor(A, 2, 3), *sides((2, 2), (3, 3)), *sides((2, 3), (3, 2)))
    terms = [p.have(None, rational(21, 32) <= A(1, 1) * minor(A, 2, 3), low[1, 1], whole)]
    for c, q, m in ((2, 1, 3), (3, 1, 2)):
        facts = [*sides((2, q), (3, m)), *sides((2, m), (3, q)), *low.values(), *high.values()]
        over = p.have(None, minor(A, q, m) <= rational(5, 32), *facts)
        under = p.have(None, -rational(5, 32) <= minor(A, q, m), *facts)
        mixed = [(x[1, c], y) for x in (low, high) for y in (over, under)]
        value = A(1, c) * minor(A, q, m)
        terms += [p.have(None, x, *mixed) for x in (-rational(5, 256) <= value, value <= rational(5, 256))]
    return p.have("out", p.goal, *terms)


def top_entry(k: Term | int, c: Term | int) -> Term:
    """Entry (1, c) of Softmax(KᵀQ) W_O for the k-th of three sequences, if there are two pieces."""
    return sigma(lambda t: first_row(k, t) * cut(t, c), 1, 2)


@paper.claim(given=[], shows=implies(*unit_nearly(top_entry), FALSE))
def three_tokens_two_pieces(p: Proof) -> Fact:
    """The rows have rank two, so that their determinant is 0."""
    near = assumed(p, *unit_nearly(top_entry))
    none = p.have(None, FALSE, p.apply(None, "determinant_positive", *near, A=fun(top_entry, 2)))
    return p.note("out", p.discharged(none, *(fact.concl for fact in near)))


# --- outside of a region of finite volume ---------------------------------------------------------------------------

(T,) = reals("T")
M, j = ints("M j")
lo, hi = vectors("lo hi", 3)
(share,) = vectors("share")
TOKENS = (1, 2, 3)


def far(S: Term, T: Term, c: int) -> Term:
    """No sequence of three numbers, of which the one at c is at least T, is in S."""
    return for_all(lambda X: implies(T <= X(1, c), S(X) <= 0), MATRIX)


@paper.claim(given={"small": set_volume_at_most(S, eta, num(1), num(3))},
             shows=exists(lambda T: [0 < T, *(far(S, T, c) for c in TOKENS)], "R"))  # fmt: skip
def far_from_boxes(p: Proof) -> Fact:
    """T is above all ends of the boxes that cover S."""
    p.given(j_low=1 <= j, j_high=j <= M)

    def with_boxes(_: Fact, ordered: Fact, weights: Fact, above: Fact, total: Fact) -> Fact:
        size = fun(lambda j: sigma(lambda c: absolute(hi(j, 1, c)), 1, 3))
        ends = {c: p.apply(None, "abs_ge", x=hi(j, 1, c)) for c in TOKENS}
        signs = [p.apply(None, "abs_nonneg", x=hi(j, 1, c)) for c in TOKENS]
        own = p.apply(None, "sum_member", f=size, lo=1, hi=M, m=j)
        bound = 1 + sigma(lambda j: size(j), 1, M)
        least = p.apply(None, "sum_nonneg", f=size, lo=1, hi=M)
        clear = [outside_at(c, ends[c], signs, own, bound, weights, above) for c in TOKENS]
        return p.exhibit(None, p.goal, [bound], least, *clear)

    def outside_at(
        c: int, end: Fact, signs: Sequence[Fact], own: Fact, bound: Term, weights: Fact, above: Fact
    ) -> Fact:
        (beyond,) = assumed(p, bound <= X(1, c))
        past = p.have(None, hi(j, 1, c) < X(1, c), beyond, own, end, *signs)
        covers = indicator(box(lo, j), box(hi, j), X, num(1), num(3))
        factor = ite(lo(j, 1, c) <= X(1, c), ite(X(1, c) <= hi(j, 1, c), 1, 0), 0)
        none = by_cases(p, [lo(j, 1, c) <= X(1, c)],
                        lambda known: p.have(None, eq(factor, 0), *values(p, [*known, past], factor)))  # fmt: skip
        term = p.have(None, share(j) * covers <= 0, (none, share(j) * covers_but(c)))
        zero = fun(lambda j: num(0))
        sum_ = p.apply(None, "sum_le", term, f=fun(lambda j: share(j) * indicator(box(lo, j), box(hi, j), X, num(1),
            num(3))), g=zero, lo=1, hi=M)  # fmt: skip
        marked = ite(0 < S(X), 1, 0)
        less = p.use(None, above, X)
        inside, out = assumed(p, 0 < S(X), S(X) <= 0)
        clash = p.have(None, FALSE, less, sum_, p.rule(None, "choice", marked, inside))
        absent = p.cases(None, S(X), 0, out, p.rule(None, "absurd", clash, S(X) <= 0))
        return p.every(None, X, absent, beyond)

    def covers_but(c: int) -> Term:
        others = [x for x in TOKENS if x != c]
        parts = [ite(lo(j, 1, x) <= X(1, x), ite(X(1, x) <= hi(j, 1, x), 1, 0), 0) for x in others]
        return parts[0] * parts[1]

    return p.obtain("out", "small", [M, lo, hi, share], with_boxes)


# --- two pieces and three tokens ------------------------------------------------------------------------------------

everywhere = at(lambda X: num(1))
TWO_PIECES = {
    N: num(2), d: num(1), n: num(3), eps: rational(1, 8), eta: num(1), Delta: num(1), rows: num(1), U: everywhere,
    a: fun(lambda h, c: ite(eq(h, 1), 1, -1), 2), b: fun(lambda h: num(0)), V: fun(lambda r, h: ite(eq(h, 1), 1, 0), 2),
}  # fmt: skip


GIVEN_32 = 1 <= d, 1 <= n, 1 <= N, eps > 0, eta > 0
GIVEN_33 = *GIVEN_32, rows >= 1


def at_two_pieces(formula: Term) -> Term:
    """A formula for y_1 = x and y_2 = −x, three tokens and all sequences of numbers."""
    return substitute(formula, {x: value for x, value in TWO_PIECES.items() if x in formula.free})


def alone(k: Term | int, T: Term) -> Term:
    """Three tokens of which the k-th is T, in the first cell, and the others are −T."""
    return fun(lambda r, c: ite(eq(c, k), T, -T), 2)


def cells(k: Term | int) -> Term:
    """The cells of its tokens."""
    return fun(lambda c: ite(eq(c, k), 1, 2))


def in_cells(p: Proof, k: int, T: Term, pos: Fact, margin: Term) -> list[Fact]:
    """The labels are those of pieces that are greatest at the tokens, by this margin (0 or T)."""
    own, i_in, h_in = cells(k)(i), assumed(p, 1 <= i, i <= 3), assumed(p, 1 <= h, h <= 2)
    (other,) = assumed(p, negation(eq(h, own)))
    token, slope, best = (ite(eq(x, y), z, -z) for x, y, z in ((i, k, T), (h, 1, num(1)), (own, 1, num(1))))
    goal = slope * token + margin <= best * token

    def bounds(known: list[Fact]) -> Fact:
        (label_,) = values(p, known, own)
        sign = label_ if label_.concl.args[1] is num(1) else p.have(None, 1 < own, label_)
        facts = *values(p, known, token, slope), *values(p, [sign], best)
        if facts[1].concl.args[1] is facts[2].concl.args[1]:  # the label itself, of which nothing is said
            h_is = eq(h, label_.concl.args[1])
            ends = [p.rule(None, "integer_step", x) for x in known if x.concl.op == "lt"]
            same = known[1] if known[1].concl is h_is else p.have(None, h_is, *ends, *known, *h_in)
            clash = p.rule(None, "mp", other, p.have(None, eq(h, own), same, label_))
            return p.rule(None, "absurd", clash, goal)
        return p.have(None, goal, *((x, token) for x in facts[1:]), facts[0], pos)

    least = by_cases(p, [eq(i, k)], lambda known: p.have(None, 1 <= own, *values(p, known, own)))
    most = by_cases(p, [eq(i, k)], lambda known: p.have(None, own <= 2, *values(p, known, own)))
    attained = p.every(None, h, by_cases(p, [eq(i, k), eq(h, 1)], bounds), *h_in, other)
    return [p.every(None, i, fact, *i_in) for fact in (least, most, attained)]


Found = Callable[[Term, Term, Term, Term, Sequence[Term]], Matrix]


def no_weights(p: Proof, claim: Claim, sorts: Sequence[str], found: Found, *regions: Term) -> Fact:
    """The claim is false for two pieces and three tokens, whatever the weights; `found` is what they make of X.

    `regions` is S, if there is one that is left out; if not, the tokens have a gap.
    """
    held = some = p.rule(None, "assume", at_two_pieces(claim.formula))
    for _ in claim.given:
        some = p.rule(None, "mp", some, p.have(None, some.concl.args[0]))
    weights = [variable(f"w_{x}", sort) for x, sort in enumerate(sorts)]
    H, D, s, *layers, cut = weights

    def with_weights(*facts: Fact) -> Fact:
        if not regions:
            return with_T(facts[-1], num(1), p.have(None, num(0) < 1))
        near, small = facts[-2:]
        with_end = lambda pos, *clear: with_T(near, T, pos, *clear)  # noqa: E731
        return p.obtain(None, p.apply(None, "far_from_boxes", small, eta=num(1)), [T], with_end, FALSE)

    def with_T(near: Fact, T: Term, pos: Fact, *clear: Fact) -> Fact:
        def before_cut(k: Term, t: Term) -> Term:
            """Entry (1, t) of what W_O is multiplied with at the k-th sequence."""
            unit = fun(lambda r, c: ite(eq(r, t), 1, 0), 2)
            return at_two_pieces(found(alone(k, T), H, D, s, (*layers, unit))(1, 1))

        law = p.apply(None, "three_tokens_two_pieces", s=fun(before_cut, 2), w=cut)
        for k, apart in zip(TOKENS, clear or [None] * 3, strict=True):
            for side in at_sequence(near, T, pos, k, apart):
                law = p.rule(None, "mp", law, side)
        return law

    def at_sequence(near: Fact, T: Term, pos: Fact, k: int, apart: Fact | None) -> list[Fact]:
        """The three bounds at the sequence whose k-th token is alone."""
        X_, label_ = alone(k, T), cells(k)
        law = p.rule(None, "specialise", p.rule(None, "specialise", near, X_), label_)
        outside = []
        if apart is not None:
            outside = [p.have(None, law.concl.args[0]), p.use(None, apart, X_, using=[p.have(None, T <= X_(1, k))])]
        for side in (*outside, *in_cells(p, k, T, pos, num(0) if outside else T)):
            law = p.rule(None, "mp", law, side)
        own = [p.have(None, num(1) <= 1), p.have(None, num(1) <= 2)]
        return [
            p.use(None, law, 1, c, using=[*own, p.have(None, 1 <= num(c)), p.have(None, num(c) <= 3)]) for c in TOKENS
        ]

    return p.discharged(p.obtain(None, some, [*weights, *regions], with_weights, FALSE), held.concl)


@paper.claim(given=[], shows=negation(at_two_pieces(Claim(GIVEN_32, indicator_found).formula)))
def too_few_for_3_2(p: Proof) -> Fact:
    """By the entries of the attention matrix itself."""
    return p.note("out", no_weights(p, Claim(GIVEN_32, indicator_found), WEIGHTS_32, attention_matrix, S))


@paper.claim(given=[], shows=negation(at_two_pieces(Claim(GIVEN_33, values_found).formula)))
def too_few_for_3_3(p: Proof) -> Fact:
    """By the row of what attention puts out: the value of the first cell is 1, that of the second 0."""
    return p.note("out", no_weights(p, Claim(GIVEN_33, values_found), WEIGHTS_33, output, S))


with_gap = Claim((1 <= d, 1 <= n, 1 <= N, Delta > 0, eps > 0), indicated)


@paper.claim(given=[], shows=negation(at_two_pieces(with_gap.formula)))
def too_few_with_gap(p: Proof) -> Fact:
    """At the tokens 1 and −1, whose gap is 2."""
    return p.note("out", no_weights(p, with_gap, WEIGHTS_32, attention_matrix))


# --- the statements -------------------------------------------------------------------------------------------------

narrower = {
    "3.2": "Linear(X) has M columns, for any M that is as large as n and N, and the matrix M rows, those after the N "
    "near 0: with M = N, as printed, there must be n pieces. Slabs of an unbounded domain may have no finite volume, "
    "and pieces that are equal tie everywhere.",
    "3.3": "Slabs of an unbounded domain may have no finite volume.",
}
needs_columns = (
    "Linear(X) has a column for every piece and needs one for every token: with fewer than n pieces it must have more "
    "columns, as if there were more pieces, below the others. With the pieces x and −x, three tokens and ε = 1/8 no "
    "weights serve, whatever region of finite volume is left out: three sequences lie outside of it, each with another "
    "token alone in the first cell, and no matrix of rank two is within 1/8 of the unit matrix."
)
few = {
    number: Erratum("false", needs_columns, by=claim, at={x.args[0]: y for x, y in TWO_PIECES.items()})
    for number, claim in (("3.2", too_few_for_3_2), ("A.3-2", too_few_with_gap))
}
few["3.3"] = Erratum(
    "gap",
    "The proof gives Linear(X) a column for each piece, and W_V, which section 2 declares square, only d_out of its "
    "d + N rows. With the pieces x and −x, three tokens and ε = 1/8 no weights of these shapes serve. With a square "
    "W_V, for which Linear(X) has d_out rows, and more columns other weights do.",
    by=too_few_for_3_3,
)
equal = Erratum(
    "gap",
    "Two equal pieces have one cell, in which the weights of the proof err by at least 1/2: the pieces must be "
    "pairwise different for the exceptional region to be small.",
    by=equal_pieces_error,
)
unbounded = Erratum(
    "gap",
    "The weights of the proof leave out slabs about the boundaries of the cells. That their measure is arbitrarily "
    "small needs a bounded domain: in an unbounded one a slab may have infinite measure.",
)
wrong_space = Erratum("typo", "X has d × n entries: the exceptional region lies in that space, not ℝⁿ.")
of_values = (
    Erratum("typo", "ℝ_out^d is to be ℝ^(d_out)."),
    Erratum("typo", "Attn(X) is to be Attn ∘ Linear(X), as in the proof: of X = 0 attention makes 0."),
)
in_words = {
    "3.2": "Some weights make truncated attention differ from the cells' indicators by at most ε, outside of a set of "
    "arbitrarily small measure.",
    "3.3": "Some weights make attention give all tokens the value of F on their cells, up to ε, outside of a set of "
    "arbitrarily small measure.",
}
for number, restated, claim, wide, steps in (
    ("3.2", "A.2", proposition_3_2, indicator_found, (
        indicated_in_any_columns, indicated_with_gap, gaps_but_in_small_region, attention_indicates,
        attention_indicates_at_sharp, made.weights_exist, attention_indicates_padded, tied_error, equal_pieces_error,
        outside_slabs, slab_width,
    )),
    ("3.3", "A.3", proposition_3_3_of_function, values_found, (
        proposition_3_3_square, proposition_3_3, reassigned_with_gap, values_reassigned, values_reassigned_at_scale,
    )),
):  # fmt: skip
    printed = Claim((*GIVEN_33, of_function(V)), values_found_by_square) if number == "3.3" else Claim(GIVEN_32, wide)
    for place in (number, restated):
        of_region = [(2, equal)] if number == "3.2" else []
        of_region.append((3, unbounded))
        if place != "A.2":  # where no space is named
            of_region.append((4, wrong_space))
        wrong = [
            few[number],
            *(x if place == "3.2" else replace(x, same_as=f"proposition-3.2#{k}") for k, x in of_region),
        ]
        if place != number:
            wrong[0] = replace(few[number], same_as=f"proposition-{number}#1")
        if place == "3.3":
            wrong += of_values
        if place == "A.3":
            wrong += [replace(erratum, same_as=f"proposition-3.3#{k}") for k, erratum in enumerate(of_values, 4)]
        numbered(
            "proposition", place, in_words[number], printed=printed, mended=claim, steps=steps,
            narrower=narrower[number], errata=tuple(wrong),
        )  # fmt: skip
        display(
            place, 1, "The largest error is at most ε, but for a region of small measure.", printed=printed,
            mended=claim, narrower=narrower[number], errata=replace(few[number], same_as=f"proposition-{number}#1"),
        )  # fmt: skip
display(
    "A.3", 2, "The attention scores are within ε_0 of the indicators.",
    printed=with_gap, mended=indicated_in_any_columns, narrower=narrower["3.2"],
    errata=replace(few["A.3-2"], same_as="proposition-3.2#1"),
)  # fmt: skip
