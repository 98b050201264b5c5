"""A recursion that decays like 2/n, as in proofs of convergence."""

from proofs.paper import *

paper = chapter = Paper("Decay", "A recursion", "nobody, 2026")
(n,), (x,) = ints("n"), vectors("x")
falling = every(lambda i: x(i + 1) <= x(i) - x(i) ** 2 / 2, 1, n - 1)


@paper.usable
@paper.claim(given=[1 <= n, x(1) <= 1, every(lambda i: 0 <= x(i), 1, n), falling], shows=x(n) <= 2 / (n + 1))
def decay(p: Proof) -> Fact:
    return p.prove(p.goal)
