"""Derive the second derivative of the Boltzmann operator for every n, and where exactly it is negative.

Kajitsuka & Sato prove in Lemma 5 that ∂²boltz/∂a_i² < 0 once a_i < max a - log n - 3. This script
differentiates the sum, reads off the exact condition, and finds the constant that log n + 3 can become.

Run: uv run python examples/lemma_5_second_derivative.py
"""

from fractions import Fraction

import sympy as sp

from numeric import balls
from symbolic import boltzmann, sums

i, n = sp.symbols("i n", integer=True, positive=True)
p, S, X = sp.symbols("p_i S X")
entries = sp.IndexedBase("a")


def a(index: sp.Expr) -> sp.Expr:
    """The vector: a_1, ..., a_n."""
    return entries[index]


def short(expression: sp.Expr) -> sp.Expr:
    """Write p_i and S for the softmax weight and the entropy."""
    return expression.subs(boltzmann.entropy(a, n), S).subs(boltzmann.softmax(a, n, i), p)


print("1. The operator and its first derivative, differentiated as a sum of n terms:")
print("   boltz(a)     =", boltzmann.boltz(a, n))
raw = sums.partial_derivative(lambda v: boltzmann.boltz(v, n), a, i, assuming=i <= n)
print("   d/da_i       =", raw)
print("   rewritten    =", short(boltzmann.derive_gradient(a, n, i)))

print("\n2. The second derivative:")
second = boltzmann.derive_second_derivative(a, n, i)
print("   d²/da_i²     =", short(second))
print("   equals (97)  :", sums.normal_form(second - boltzmann.second_derivative(a, n, i)) == 0)
print("   as LaTeX     :", sp.latex(short(second)))

print("\n3. Its sign, with X = log p_i + S = a_i - boltz(a). It vanishes at")
print("   X            =", boltzmann.concavity_boundary(p))
print("   and it is negative exactly if")
for condition, where in boltzmann.is_concave_condition(p, X).args[:2]:
    print(f"   {where}: {condition}")

print("\n4. What gap max a - a_i is enough, whatever the vector (each digit shown is enclosed by balls):")
print("     n   d/da_i < 0 beyond   paper: log n + 1   d²/da_i² < 0 beyond   paper: log n + 3")
for size in (2, 3, 4, 8, 16, 100, 10_000):
    first, concave, log = (
        balls.monotonicity_threshold(size),
        balls.concavity_threshold(size),
        balls.log(size),
    )
    print(
        f"{size:6d}   {float(first.mid()):17.6f}   {float((log + 1).mid()):16.6f}"
        f"   {float(concave.mid()):19.6f}   {float((log + 3).mid()):16.6f}"
    )
print("   The first column is 1 + W((n-1)/e), in closed form:", boltzmann.monotonicity_threshold(n))

print("\n5. Both sides of the second constant, checked at n = 3 in ball arithmetic:")
low, high = balls.ends(balls.concavity_threshold(3))
t = Fraction(962, 1000)
for name, gap in (("just below", low - Fraction(1, 1000)), ("just above", high + Fraction(1, 1000))):
    value = balls.second_derivative([0, gap, t], 0)
    print(f"   gap {name} the constant, a = (0, {float(gap):.4f}, 0.962): d²/da_1² = {value.str(6)}")
