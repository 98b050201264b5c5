"""Counterexamples to Propositions 3.2 and 3.3 with fewer pieces than tokens: no weights have the stated properties.

Take two pieces and three tokens. Even if a set of measure at most 1 is excluded, there are three sequences outside of
it, such that in the k-th sequence only the k-th token is in the first cell. The first rows of their attention matrices
have two entries each, and are multiplied by the same matrix W_O. So the three products form a matrix of rank at most
two, which is not near the unit matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from proofs.builder.cases import by_indices, values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.exceptional_set import S, eta
from proofs.papers.liu.section_3_max_affine.existence import (
    WEIGHTS_32,
    WEIGHTS_33,
    attention_matrix,
    indicated,
    indicator_found,
    output,
    values_found,
)
from proofs.papers.liu.section_3_max_affine.reassignment import V, rows
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1 import U
from proofs.papers.liu.vocabulary import Delta, N, X, a, b, d, eps, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.integrals import at
from proofs.theorems.integration.lebesgue import marked, measure_at_most

# --- no matrix of rank two is near the unit matrix ------------------------------------------------------------------

ROWS = (1, 2, 3)
found_rows, first_rows = vectors("A_1 A_2 A_3"), vectors("s_1 s_2 s_3")
(cut,) = vectors("w", 2)
ENTRIES = [(k, c) for k in ROWS for c in ROWS]
Entries = Callable[[int, int], Term]


def unit_nearly(A: Entries) -> list[Term]:
    """Every entry of the 3×3 matrix is within 1/8 of that of the unit matrix."""
    return [abs(A(k, c) - (1 if k == c else 0)) <= rational(1, 8) for k, c in ENTRIES]


def minor(A: Entries, k: int, c: int) -> Term:
    """The determinant of columns k and c of the last two rows."""
    return A(2, k) * A(3, c) - A(2, c) * A(3, k)


def determinant(A: Entries) -> Term:
    """The determinant, expanded along the first row."""
    return A(1, 1) * minor(A, 2, 3) - A(1, 2) * minor(A, 1, 3) + A(1, 3) * minor(A, 1, 2)


def A(k: int, c: int) -> Term:
    """Entry (k, c) of the matrix with the rows A_1, A_2, A_3."""
    return found_rows[k - 1](c)


@paper.claim(given=unit_nearly(A), shows=0 < determinant(A))
def determinant_positive(p: Proof) -> Fact:
    """The first term is at least 21/32, and the absolute values of the two others are at most 5/256."""
    low: dict[tuple[int, int], Fact] = {}
    high: dict[tuple[int, int], Fact] = {}
    for place in ENTRIES:
        own = int(place[0] == place[1])
        up, down = (p.apply("abs_ge", x=x) for x in (A(*place) - own, own - A(*place)))
        low[place] = p.have(own - rational(1, 8) <= A(*place), down)
        high[place] = p.have(A(*place) <= own + rational(1, 8), up)

    def sides(x: tuple[int, int], y: tuple[int, int]) -> list[Any]:
        return [(low[x], low[y]), (low[x], high[y]), (high[x], low[y]), (high[x], high[y])]

    whole = p.have(rational(3, 4) <= minor(A, 2, 3), *sides((2, 2), (3, 3)), *sides((2, 3), (3, 2)))
    terms = [p.have(rational(21, 32) <= A(1, 1) * minor(A, 2, 3), low[1, 1], whole)]
    for c, q, m in ((2, 1, 3), (3, 1, 2)):
        facts = [*sides((2, q), (3, m)), *sides((2, m), (3, q)), *low.values(), *high.values()]
        over = p.have(minor(A, q, m) <= rational(5, 32), *facts)
        under = p.have(-rational(5, 32) <= minor(A, q, m), *facts)
        mixed = [(x[1, c], y) for x in (low, high) for y in (over, under)]
        value = A(1, c) * minor(A, q, m)
        terms += [p.have(x, *mixed) for x in (-rational(5, 256) <= value, value <= rational(5, 256))]
    return p.have(p.goal, *terms)


def top_entry(k: int, c: Term | int) -> Term:
    """Entry (1, c) of Softmax(KᵀQ) W_O for the k-th of three sequences, if there are two pieces."""
    return Sum(lambda t: first_rows[k - 1](t) * cut(t, c), 1, 2)


@paper.claim(given=[], shows=implies(*unit_nearly(top_entry), FALSE))
def three_tokens_two_pieces(p: Proof) -> Fact:
    """The three rows have rank at most two, so their determinant is 0."""
    near = assumed(p, *unit_nearly(top_entry))
    rows_ = {f"A_{k}": fun(lambda c, k=k: top_entry(k, c)) for k in ROWS}
    none = p.have(FALSE, p.apply("determinant_positive", *near, **rows_))
    return p.note("out", p.discharge(none, *(fact.concl for fact in near)))


# --- outside of a set of finite measure -----------------------------------------------------------------------------

TOKENS = (1, 2, 3)
SEQUENCES = vectors("X_1 X_2 X_3", 2)


def alone(k: int, X: Term) -> list[Term]:
    """The k-th of three tokens is in [1, 3], in the first cell, and the others are in [−3, −1]."""
    sizes = {c: (1, 3) if c == k else (-3, -1) for c in TOKENS}
    return [x for c, (low, high) in sizes.items() for x in (low <= X(1, c), X(1, c) <= high)]


def clear(k: int, X: Term) -> list[Term]:
    """Only the k-th token of X is in the first cell, and X is not in S."""
    return [*alone(k, X), S(X) <= 0]


some_clear = {k: exists(lambda X, k=k: clear(k, X), MATRIX) for k in TOKENS}
all_clear = exists(lambda *Xs: [x for k, X in zip(TOKENS, Xs, strict=True) for x in clear(k, X)], *[MATRIX] * 3)


def sequence_outside(p: Proof, k: int) -> Fact:
    """Prove `some_clear[k]`: the sequences that satisfy `alone` form a box of volume 8."""
    corners = [fun(lambda r, c, x=x: ite(Eq(c, k), x[0], x[1]), 2) for x in ((1, -3), (3, -1))]
    places = {c: p.have(Eq(num(c), k) if c == k else num(min(c, k)) < max(c, k)) for c in TOKENS}
    ends = [value for c in TOKENS for value in values(p, [places[c]], *(corner(1, c) for corner in corners))]
    none = p.assume(some_clear[k].args[0])
    held = assumed(p, *(x for c in TOKENS for x in (corners[0](1, c) <= X(1, c), X(1, c) <= corners[1](1, c))))
    law = p.rule("specialize", none, X)
    for x in alone(k, X):
        law = p.mp(law, p.have(x, *held))
    inside, out = assumed(p, 0 < S(X), S(X) <= 0)
    value = marked(S)(X)
    never = p.absurd(p.mp(law, out), num(1) <= value)
    below = p.cases(S(X), 0, never, p.have(num(1) <= value, p.ite_eq(value, inside)))
    weighs = p.apply("box_below", below, F=marked(S), E=1, t=1, L=corners[0], H=corners[1])
    wrong = p.have(FALSE, p.rewrite(weighs, *ends))
    return p.rule("discharge", none.concl, wrong)


@paper.claim(given={"small": measure_at_most(S, num(1), num(1), num(3))}, shows=all_clear)
def sequences_outside(p: Proof) -> Fact:
    """For each of the three tokens there is such a sequence."""

    def with_sequences(k: int, facts: tuple[Fact, ...]) -> Fact:
        if k > 3:
            return p.exists_intro(p.goal, list(SEQUENCES), *facts)
        found = sequence_outside(p, k)
        own = p.obtain(found, SEQUENCES[k - 1])
        return p.change(with_sequences(k + 1, (*facts, *own)), p.goal)

    return p.note("out", with_sequences(1, ()))


# --- two pieces and three tokens ------------------------------------------------------------------------------------

everywhere = at(lambda X: num(1))
TWO_PIECES = {
    N: num(2), d: num(1), n: num(3), eps: rational(1, 8), eta: num(1), Delta: num(1), rows: num(1), U: everywhere,
    a: fun(lambda h, c: ite(Eq(h, 1), 1, -1), 2), b: fun(lambda h: num(0)), V: fun(lambda r, h: ite(Eq(h, 1), 1, 0), 2),
}  # fmt: skip


GIVEN_32 = 1 <= d, 1 <= n, 1 <= N, eps > 0, eta > 0
GIVEN_33 = *GIVEN_32, rows >= 1


def at_two_pieces(formula: Term) -> Term:
    """Return a formula for the pieces x and −x, three tokens, and all sequences of numbers."""
    return substitute(formula, {x: value for x, value in TWO_PIECES.items() if x in formula.free})


def cells(k: int) -> Term:
    """The cells of the tokens if only the k-th is in the first cell, and the others in the second."""
    return fun(lambda c: ite(Eq(c, k), 1, 2))


def of_each(p: Proof, goal: Callable[[Term], Term], facts: Sequence[Fact]) -> Fact:
    """Return that the goal holds for all indices from 1 to the number of facts, from a fact for each index."""
    return by_indices(p, hole(goal, "Z"), 1, len(facts), lambda k: facts[k - 1])


def in_cells(p: Proof, k: int, X_: Term, sizes: Sequence[Fact], margin: int) -> list[Fact]:
    """Prove that the labels are in range, and that they name pieces that exceed the other one by 0 or 1 (`margin`).

    `sizes` are facts about the tokens, from which this follows.
    """

    def below_own(own: Term, i: Term, h: Term) -> Term:
        slopes = ite(Eq(h, 1), 1, -1), ite(Eq(own, 1), 1, -1)
        return implies(negation(Eq(h, own)), slopes[0] * X_(1, i) + margin <= slopes[1] * X_(1, i))

    def greatest_at(i: Term) -> Term:
        return every(partial(below_own, cells(k)(i), i), 1, 2)

    labels_, shown = [], []
    for c, size in enumerate(sizes, 1):
        own = cells(k)(num(c))
        place = p.have(Eq(num(c), k) if c == k else num(min(c, k)) < max(c, k))
        (label_,) = values(p, [place], own)
        labels_.append(label_)
        sides = []
        for h_ in (1, 2):
            (other,) = assumed(p, negation(Eq(num(h_), own)))
            slopes = [ite(Eq(x, 1), 1, -1) for x in (num(h_), own)]
            goal = slopes[0] * X_(1, c) + margin <= slopes[1] * X_(1, c)
            if (h_ == 1) == (c == k):
                same = p.have(Eq(num(h_), own))
                fact = p.absurd(p.mp(other, same), goal)
            else:
                fact = p.have(goal, size)
            sides.append(p.discharge(fact, other.concl))
        shown.append(of_each(p, partial(below_own, own, num(c)), sides))
    low = [p.have(1 <= cells(k)(num(c))) for c, x in enumerate(labels_, 1)]
    high = [p.have(cells(k)(num(c)) <= 2) for c, x in enumerate(labels_, 1)]
    return [
        of_each(p, lambda i: 1 <= cells(k)(i), low), of_each(p, lambda i: cells(k)(i) <= 2, high),
        of_each(p, greatest_at, shown),
    ]  # fmt: skip


Found = Callable[[Term, Term, Term, Term, Sequence[Term]], Matrix]
UNITS = [fun(lambda r, c, k=k: ite(Eq(c, k), 1, -1), 2) for k in TOKENS]


def no_weights(p: Proof, claim: Claim, sorts: Sequence[str], found: Found, *regions: Term) -> Fact:
    """Prove that the claim is false for two pieces and three tokens; `found` gives the output for X from the weights.

    `regions` is S if the claim excludes a set S; otherwise it is empty, and the claim assumes that the tokens have a
    gap.
    """
    whole = at_two_pieces(claim.formula)
    some = p.assume_implication(whole, len(claim.given))
    weights = [variable(f"w_{x}", sort) for x, sort in enumerate(sorts)]
    H, D, s, *layers, cut_ = weights

    def with_weights(*facts: Fact) -> Fact:
        if not regions:
            near = facts[-1]
            sides = []
            for k, X_ in zip(TOKENS, UNITS, strict=True):
                sizes = [p.have(size_at(k, c, X_)) for c in TOKENS]
                sides += at_sequence(near, X_, k, sizes, 1)
            return concluded(UNITS, sides)
        near, small = facts[-2:]

        own = p.obtain(p.apply("sequences_outside", small), *list(SEQUENCES))
        sides = []
        for k, X_ in zip(TOKENS, SEQUENCES, strict=True):
            laws = own[7 * (k - 1) : 7 * k]
            sizes = [laws[2 * (c - 1) + (0 if c == k else 1)] for c in TOKENS]
            sides += at_sequence(near, X_, k, sizes, 0, laws[-1])
        return concluded(SEQUENCES, sides)

    def size_at(k: int, c: int, X_: Term) -> Term:
        return 1 <= X_(1, c) if c == k else X_(1, c) <= -1

    def concluded(sequences_: Sequence[Term], sides: Sequence[Fact]) -> Fact:
        def before_cut(X_: Term, t: Term) -> Term:
            """Return entry (1, t) of the matrix by which W_O is multiplied at a sequence."""
            unit = fun(lambda r, c: ite(Eq(r, t), 1, 0), 2)
            return at_two_pieces(found(X_, H, D, s, (*layers, unit))(1, 1))

        rows_ = {f"s_{k}": fun(lambda t, X_=X_: before_cut(X_, t)) for k, X_ in zip(TOKENS, sequences_, strict=True)}
        law = p.apply("three_tokens_two_pieces", **rows_, w=cut_)
        for side in sides:
            law = p.mp(law, side)
        return law

    def at_sequence(near: Fact, X_: Term, k: int, sizes: Sequence[Fact], margin: int, *apart: Fact) -> list[Fact]:
        """Return the three bounds at the sequence X_, whose k-th token alone is in the first cell."""
        law = p.rule("specialize", p.rule("specialize", near, X_), cells(k))
        outside = [p.have(law.concl.args[0]), *apart] if apart else []
        for side in (*outside, *in_cells(p, k, X_, sizes, margin)):
            law = p.mp(law, side)
        return [p.specialize(law, 1, c) for c in TOKENS]

    return p.discharge(p.exists_elim(some, [*weights, *regions], with_weights, FALSE), whole)


@paper.claim(given=[], shows=negation(at_two_pieces(Claim(GIVEN_32, indicator_found).formula)))
def too_few_for_3_2(p: Proof) -> Fact:
    """The rows are those of the attention matrices."""
    return p.note("out", no_weights(p, Claim(GIVEN_32, indicator_found), WEIGHTS_32, attention_matrix, S))


@paper.claim(given=[], shows=negation(at_two_pieces(Claim(GIVEN_33, values_found).formula)))
def too_few_for_3_3(p: Proof) -> Fact:
    """The rows are the outputs of attention: the value of the first cell is 1, that of the second is 0."""
    return p.note("out", no_weights(p, Claim(GIVEN_33, values_found), WEIGHTS_33, output, S))


with_gap = Claim((1 <= d, 1 <= n, 1 <= N, Delta > 0, eps > 0), indicated)


@paper.claim(given=[], shows=negation(at_two_pieces(with_gap.formula)))
def too_few_with_gap(p: Proof) -> Fact:
    """The tokens are 1 and −1, at which the pieces have the gap 2."""
    return p.note("out", no_weights(p, with_gap, WEIGHTS_32, attention_matrix))
