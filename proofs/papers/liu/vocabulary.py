"""The vocabulary of Liu et al.: sizes, affine pieces, tokens, the top piece at a point and the gap below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper, Statement
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers import index
from proofs.theorems.analysis import compactness, continuity, real_powers
from proofs.theorems.integration import integrals, lebesgue, measurable
from proofs.theorems.networks.softmax import for_others

paper = Paper(
    "Liu",
    "Attention Mechanism, Max-Affine Partition, and Universal Approximation",
    "Liu et al., 2025, arXiv:2504.19901v1",
    (
        continuity.chapter,
        compactness.chapter,
        integrals.chapter,
        lebesgue.chapter,
        measurable.chapter,
        real_powers.chapter,
    ),
    index=index("Liu"),
)
chapter = paper

d, n, N, M, h, k, second, c, i, m = ints("d n N M h k k' c i m")
a, X = vectors("a X", 2)
b, x, s, f, g, u, v = vectors("b x s f g u v")
(P,) = vectors("P", 2)
(label,) = sequences("label")
R, Delta, eps, t = reals("R Delta epsilon t")
paper.assume(1 <= d, 1 <= n, 1 <= N, 0 < R, 0 < Delta, 0 < eps)


def affine(h: Term, x: Term) -> Term:
    """y_h(x) = Σ_c a_hc x_c + b_h."""
    return Sum(lambda c: a(h, c) * x(c), 1, d) + b(h)


def max_affine(x: Term) -> Term:
    """MaxAff(x): the greatest of the pieces."""
    return Max(lambda h: affine(h, x), 1, N)


def pieces(x: Term) -> Term:
    """The pieces at x as a vector: h ↦ y_h(x)."""
    return fun(lambda h: affine(h, x))


def token(i: Term) -> Term:
    """Column i of X."""
    return fun(lambda c: X(c, i))


def top(k: Term, x: Term) -> Term:
    """Piece k exceeds all others at x by Δ."""
    return for_others(k, lambda h: affine(h, x) + Delta <= affine(k, x), N)


def is_index(k: Term) -> tuple[Term, Term]:
    """1 <= k <= N."""
    return k >= 1, k <= N


def one_hot(h: Term, k: Term) -> Term:
    """Entry h of the unit vector e_k."""
    return ite(Eq(h, k), 1, 0)


paper.notions.define(one_hot(h, k), (h, k), "δ({0},{1})", r"\delta_{{{0},{1}}}")
paper.notions.define(token(i), (i,), "X_{0:f}", "X_{{{0}}}")
paper.notions.define(affine(h, x), (h, x), "y_{0:f}({1})", "y_{{{0}}}({1})")
paper.notions.define(max_affine(x), (x,), "MaxAff({0})", r"\mathrm{{MaxAff}}({0})")

some_pieces = N >= 1
separated = (*is_index(k), Delta > 0, top(k, x))
AT = ("at_low", "at_high", "positive", "apart")


def with_top(p: Proof, at: Term = x) -> None:
    """Assume that piece k is maximal at a point: "at_low", "at_high", "positive", "apart"."""
    p.given(**dict(zip(AT, (*is_index(k), Delta > 0, top(k, at)), strict=True)))


def display(section: str, number: int, says: str, equation: str = "", **fields: Any) -> Statement:
    """Enter the display with this number in a section, under the number of its equation if it has one."""
    id = f"eq-{equation}" if equation else f"{section}-{number}"
    return paper.state(id, says, section=section, index=f"{section}[{number}]", equations=equation or (), **fields)


def numbered(kind: str, number: str, says: str, section: str = "", **fields: Any) -> Statement:
    """Enter the theorem or proposition with this number, in the section of the same number unless one is given."""
    index = f"{kind.capitalize()} {number}"
    return paper.state(f"{kind}-{number}", says, section=section or number, index=index, kind=kind, **fields)


def instance(claim: Claim, name: str, also: Sequence[Term] = (), **values: Term) -> Claim:
    """Return a claim at other values as a claim of its own, which applies the theorem of the first.

    `also` are hypotheses under which the values make sense.
    """
    assert claim.by is not None
    formulas = (*claim.given, claim.shows)
    symbols = {x.args[0]: x for formula in formulas for x in formula.free}
    changed = {symbols[x]: value for x, value in values.items() if x in symbols}
    *given, shows = (
        substitute(formula, {u: w for u, w in changed.items() if u in formula.free}) for formula in formulas
    )

    given = [*also, *given]

    def write(p: Proof) -> Fact:
        p.given_all(given)
        fact = p.theorem(str(claim.by))  # which may have fewer hypotheses than the claim, and so fewer variables
        known = {x.args[0] for formula in (fact.concl, *fact.hyps.values()) for x in formula.free}
        return p.apply(str(claim.by), **{x: value for x, value in values.items() if x in known}, label="out")

    write.__name__ = name
    return paper.claim(given=given, shows=shows)(write)
