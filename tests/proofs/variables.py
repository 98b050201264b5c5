"""What formulas in tests are about: variables by the names that the papers would use, and one partition function."""

from proofs.kernel.terms import exp
from proofs.language.notation import Sum, ints, reals, sequences, vectors

n, m, i, j, k = ints("n m i j k")
x, y = reals("x y")
a, b = vectors("a b")
(A,) = vectors("A", 2)
(l,) = sequences("l")
Z = Sum(lambda i: exp(a(i)), 1, n)
