"""The elementary symmetric polynomials of degree at most 2 as a lower bound of a product."""

from proofs.paper import *

paper = chapter = Paper("Products", "Products", "nobody, 2026")
(n,), (a,) = ints("n"), vectors("a")
total, squares = Sum(a, 1, n), Sum(lambda i: a(i) ** 2, 1, n)
product = Prod(lambda i: 1 + a(i), 1, n)


@paper.usable(trigger=product, new=2)
@paper.claim(given=[1 <= n, every(lambda i: 0 <= a(i), 1, n)], shows=1 + total + (total**2 - squares) / 2 <= product)
def second_order(p: Proof) -> Fact:
    return p.prove(p.goal)
