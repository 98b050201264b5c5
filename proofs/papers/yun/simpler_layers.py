"""Layers in place of self-attention (appendix H): bilinear projection, separable convolution, average attention."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.equivariance import X2, X, tokens
from proofs.papers.yun.vocabulary import d, i, j, n, paper, q
from proofs.theorems.matrices import Matrix, named
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum
from proofs.writing.proof import Proof

W_O, W_P, W_C, W = vectors("W_O W_P W_C W", 2)
(filter_size,) = ints("b")
SIZES = [1 <= d, 1 <= n]


def bilinear(x: Matrix) -> Matrix:
    """X + W_O X W_P."""
    return x + named(W_O, d, d) @ x @ named(W_P, n, n)


paper.state(
    "eq-5", "bilinear projection: X + W_O X W_P",
    section="H.1", index="H.1[1]", equations="5", given=SIZES, defines=bilinear(tokens)(i, j),
)  # fmt: skip


def convolved(x: Matrix, i: Term, j: Term) -> Term:
    """(X * W_C)_ij = Σ_k X_{i,j+1-k} (W_C)_ik over the filter, with zeros beyond the ends."""
    at = fun(lambda k: ite(1 <= k, ite(k <= n, x(i, k), 0), 0))
    return sigma(lambda k: at(j + 1 - k) * W_C(i, k), 1, filter_size)


def separable(x: Matrix) -> Matrix:
    """X + W_O (X * W_C)."""
    return x + named(W_O, d, d) @ Matrix(d, n, lambda i, j: convolved(x, i, j))


paper.state(
    "eq-6", "separable convolution: X + W_O (X * W_C), each row convolved with a filter of its own; how X * W_C is "
    "aligned is not said, and here entry j is made of the entries j + 1 − b, …, j, those before the first being 0",
    section="H.2", index="H.2[1]", equations="6", given=[*SIZES, 1 <= filter_size], defines=separable(tokens)(i, j),
)  # fmt: skip


def average(x: Matrix) -> Matrix:
    """X + W X 11ᵀ/n, W for Σ_heads W_O W_V."""
    mean = Matrix(d, n, lambda i, j: sigma(lambda k: x(i, k), 1, n) / n)
    return x + named(W, d, d) @ mean


same_token = every(lambda i: eq(X(i, j), X2(i, j)), 1, d)
same_sums = every(lambda i: eq(sigma(lambda k: X(i, k), 1, n), sigma(lambda k: X2(i, k), 1, n)), 1, d)
other = named(X2, d, n)


@paper.claim([*SIZES, 1 <= i, i <= d, same_token, same_sums], shows=eq(average(tokens)(i, j), average(other)(i, j)))
def average_blind(p: Proof) -> None:
    """Sequences with the same token and the same sum of tokens are not told apart."""
    p.given(token=same_token, sums=same_sums, low=1 <= q, high=q <= d)
    p.use("own", "token", i)
    p.use("sum_q", "sums", q)
    members = [fun(lambda q, x=x: W(i, q) * (sigma(lambda k: x(q, k), 1, n) / n)) for x in (X, X2)]
    p.apply("rest", "sum_eq", f=members[0], g=members[1], lo=1, hi=d)


paper.state(
    "H-average", "average attention cannot tell two sequences with a common token and the same sum apart at that token",
    section="H.4", index=(), kind="fact", given=SIZES, defines=average(tokens)(i, j), printed=average_blind,
)  # fmt: skip

# one row, two tokens 0 and 1 in either order, W_O = 1
weights = fun(lambda i, j: ite(eq(i, 1), array(2, 4)(j), array(1, 6)(j)), 2)


def image(first: int, second: int, j: int) -> Term:
    """Entry j of the bilinear projection of the row (first, second)."""
    x = array(first, second)
    return x(num(j)) + sigma(lambda k: x(k) * weights(k, num(j)), 1, 2)


def imaged(first: int, second: int, j: int, value: int) -> Claim:
    """The entry is this number."""

    def write(p: Proof) -> Fact:
        """By computing."""
        return p.rule("out", "compute", p.goal, [], ["leaf", 53])

    write.__name__ = f"bilinear_{first}{second}_{j}"
    return paper.claim([], shows=eq(image(first, second, j), value))(write)


contexts = [imaged(0, 1, 1, 1), imaged(0, 1, 2, 7), imaged(1, 0, 1, 3), imaged(1, 0, 2, 4)]
paper.state(
    "H.3-bilinear",
    "a bilinear projection may be a contextual mapping in the sense of Definition E.1: with these weights it takes the "
    "row (0, 1) to (1, 7) and (1, 0) to (3, 4), four different numbers",
    section="H.3", index=(), kind="fact", mended=contexts,
    narrower="the paper says of all weights and sets that they are none; here are weights and a set of two sequences",
    errata=Erratum(
        "gap", "The layer is said not to implement contextual mappings. For a given finite set it may, as here; "
        "what it lacks are weights that depend on the input."),
)  # fmt: skip
