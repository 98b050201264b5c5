"""The vocabulary of Kajitsuka & Sato's appendix B: the operator and its companions, for a vector of symbolic size n.

The definitions are those of `symbolic.boltzmann`, translated. A derivative along coordinate i is the derivative at
t = 0 of t ↦ f(a + t e_i); `moved(a, i, t)` is a + t e_i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper, Statement
from proofs.builder.proof import Proof
from proofs.kernel.terms import abstract, lam
from proofs.language.notation import *
from proofs.language.translate import on_vectors
from proofs.papers import index
from proofs.theorems.algebra import digits
from proofs.theorems.analysis import compactness, continuity, extension, leibniz, maxima, norms, projections
from proofs.theorems.combinatorics import sorting
from proofs.theorems.integration import integrals
from proofs.theorems.networks import one_hidden_layer, permutations, relu, transformers
from symbolic import boltzmann as definitions

paper = Paper(
    "KS",
    "Are Transformers with One Layer Self-Attention Using Low-Rank Weight Matrices Universal Approximators?",
    "Kajitsuka & Sato, ICLR 2024, arXiv:2307.14023v3",
    builds_on=[
        norms.chapter,
        relu.chapter,
        sorting.chapter,
        leibniz.chapter,
        continuity.chapter,
        compactness.chapter,
        integrals.chapter,
        extension.chapter,
        maxima.chapter,
        one_hidden_layer.chapter,
        transformers.chapter,
        permutations.chapter,
        digits.chapter,
        projections.chapter,
    ],
    index=index("KS"),
)

n, i, j, k, m = ints("n i j k m")
a, b, c = vectors("a b c")
x, s, t = reals("x s t")

named_on_vectors = partial(on_vectors, notions=paper.notions)
partition = named_on_vectors(definitions.partition, text="Z({0}, {1})", latex=r"Z_{{{1}}}({0})")
softmax = on_vectors(
    definitions.softmax,
    "i",
    notions=paper.notions,
    text="softmax({0}, {1})_{2}",
    latex=r"\sigma_S[{0}]_{{{2}}}^{{({1})}}",
)
boltz = named_on_vectors(definitions.boltz, text="boltz({0}, {1})", latex=r"\mathbf{{boltz}}_{{{1}}}({0})")
log_partition = named_on_vectors(definitions.log_partition, text="L({0}, {1})", latex=r"\mathcal{{L}}_{{{1}}}({0})")
entropy = named_on_vectors(definitions.entropy, text="S({0}, {1})", latex=r"\mathcal{{S}}_{{{1}}}({0})")
gradient = on_vectors(definitions.gradient, "i")
second_derivative = on_vectors(definitions.second_derivative, "i")

some = n >= 1


i_in = (i >= 1, i <= n)
j_in = (j >= 1, j <= n)
Z, L, S, N = partition(a, n), log_partition(a, n), entropy(a, n), Sum(lambda k: a(k) * exp(a(k)), 1, n)
greatest = Max(lambda k: a(k), 1, n)


def p_(index: Term, v: Term = a) -> Term:
    """The softmax weight of `index`."""
    return softmax(v, n, index)


def kronecker(k: Term, m: Term) -> Term:
    """Kronecker's δ."""
    return ite(Eq(k, m), 1, 0)


def moved(v: Term, i: Term, t: Term) -> Term:
    """v + t e_i."""
    return fun(lambda j: v(j) + t * kronecker(j, i))


def named(build: Callable[..., Term], symbols: tuple[Term, ...], text: str, latex: str) -> None:
    """Print the result of `build` for the symbols with these names."""
    paper.notions.define(build(*symbols), symbols, text, latex)


named(kronecker, (k, m), "δ({0},{1})", r"\delta_{{{0},{1}}}")
named(moved, (a, i, x), "{0} + {2}·e({1})", "{0} + {2} e_{{{1}}}")


def of_entries(f: Callable[[Term], Term], v: Term) -> Term:
    """(f(v_1), f(v_2), …)."""
    return fun(lambda j: f(v(j)))


def constantly(t: Term) -> Term:
    """(t, t, …)."""
    return fun(lambda j: t)


def together(*formulas: Term) -> Term:
    """All of these: A ∧ B ∧ …."""
    return exists(lambda: formulas)


def function_of(f: Callable[[Term], Term]) -> Term:
    """The function t ↦ f(t) of a real."""
    (t,) = reals("function_of_")
    return lam("R", abstract(f(t), [t]))


def unequal(s: Term, t: Term) -> Term:
    """s ≠ t."""
    return negation(Eq(s, t))


def along(f: Callable[[Term], Term], i: Term, at: Term, value: Term) -> Term:
    """The derivative of t ↦ f(a + t e_i) at `at` is `value`."""
    return derivative_of(lambda t: f(moved(a, i, t)), at, value)


def start(p: Proof) -> None:
    """Assume 1 <= n, and derive Z > 0."""
    p.note("Z_pos", p.positive(Z))


def said(places: str | Sequence[str], says: str, *printed: Claim, **fields: Any) -> Statement:
    """Enter what a sentence of the text states that is in no named statement and no display; "B.2¶4" is a position."""
    index = [places] if isinstance(places, str) else list(places)
    section = fields.pop("section", index[0].partition("¶")[0])
    id = f"text-{index[0].replace('¶', '-')}"
    return paper.state(id, says, section=section, index=index, kind="fact", printed=printed, **fields)


def display(
    section: str, place: int, equation: str | Sequence[str], says: str, *printed: Claim, **fields: Any
) -> Statement:
    """Enter a displayed formula by its number in its section."""
    index = f"{section}[{place}]"
    first = equation if isinstance(equation, str) else equation[0]
    return paper.state(f"eq-{first}", says, section=section, index=index, equations=equation, printed=printed, **fields)
