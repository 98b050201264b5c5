"""Maxima on compact sets: what the statements say."""

from proofs.language.notation import MATRIX, exists, for_all, functions, implies, ints, vectors
from proofs.theorems.analysis import maxima
from proofs.theorems.analysis.compactness import compact, continuous_on_set, member

d, n, N, r, t = ints("d n N r t")
X, Y, Z = vectors("X Y Z", 2)
f, U = functions("f", MATRIX + "ZZ")[0], functions("U", MATRIX)[0]


def test_they_are_those_of_an_entry_over_a_set_that_is_not_empty():
    asked = {1 <= d, 1 <= n, 1 <= N, compact(U, d, n), continuous_on_set(f, U, d, n, N), member(U, Z)}
    asked |= {1 <= r, r <= d, 1 <= t, t <= N}
    for theorem, below in (
        (maxima.maximum_on_compact, lambda X, Y: f(Y, r, t) <= f(X, r, t)),
        (maxima.minimum_on_compact, lambda X, Y: f(X, r, t) <= f(Y, r, t)),
    ):
        assert set(theorem.given) == asked
        every = lambda X, below=below: for_all(lambda Y: implies(member(U, Y), below(X, Y)), MATRIX)  # noqa: E731
        assert theorem.shows is exists(lambda X: [member(U, X), every(X)], MATRIX)  # noqa: B023
