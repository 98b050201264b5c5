"""Convex functions and sets of vectors with d coordinates, gradients, projections, and descent with weights.

A set is {x : 0 <= F(x)}, for a function F. A gradient g of f at x is given by the derivatives along segments from x: a
convex function is above its tangents, f(x) + g·(y − x). A projection need not be computed: it is a nearest point of the
set, in the norm with weights a_i >= 0.

Main statements: `above_tangent`, `above_tangent_on_set`, `projection_contracts`, `steps_bounded`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("convexity")
d, i, k, t, T = ints("d i k t T")
delta, D = reals("delta D")
a, c, g, u, x, y = vectors("a c g u x y")
m, w, X = vectors("m w X", 2)
f, F = functions("f F", VECTOR)


def between(s: Term, y: Term, x: Term) -> Term:
    """The point that is the fraction s of the way from x to y."""
    return fun(lambda i: s * y(i) + (1 - s) * x(i))


def _on_segments(said: Callable[[Term, Term, Term], Term], F: Term | None) -> Term:
    """∀y, x, s. said(y, x, s), for points y and x of the set, if there is one, and 0 <= s <= 1."""
    return for_all(lambda y, x, s: implies(*_inside(F, y, x), 0 <= s, s <= 1, said(y, x, s)), VECTOR, VECTOR, "R")


def _inside(F: Term | None, *points: Term) -> list[Term]:
    return [] if F is None else [0 <= F(q) for q in points]


def convex(f: Callable[[Term], Term], F: Term | None = None) -> Term:
    """Return the formula that states that f is convex, on all vectors or on the set {x : 0 <= F(x)}.

    >>> (f,) = functions("f", VECTOR)
    >>> print(text(convex(f)))
    ∀a, b ∈ ℝ^*, x ∈ ℝ. 0 ≤ x ⇒ x ≤ 1 ⇒ f((i ↦ x·a_i + (1 - x)·b_i)) ≤ x·f(a) + (1 - x)·f(b)
    """
    return _on_segments(lambda y, x, s: f(between(s, y, x)) <= s * f(y) + (1 - s) * f(x), F)


def convex_set(F: Term) -> Term:
    """Return the formula that states that the set {x : 0 <= F(x)} is convex.

    >>> (F,) = functions("F", VECTOR)
    >>> print(text(said_at(convex_set(F), *vectors("x y"), *reals("s"))))
    0 ≤ F((i ↦ s·x_i + (1 - s)·y_i))
    """
    return _on_segments(lambda y, x, s: 0 <= F(between(s, y, x)), F)


def slope(g: Term, x: Term, y: Term, d: Term = d) -> Term:
    """g·(y − x)."""
    return Sum(lambda i: g(i) * (y(i) - x(i)), 1, d)


def gradient_at(f: Callable[[Term], Term], g: Term, x: Term, d: Term, F: Term | None = None) -> Term:
    """Return the formula that states that g is the gradient of f at x, by the derivatives g·(y − x) along segments.

    The segments go from x to all vectors y, or to those of the set {y : 0 <= F(y)}; the vectors have d coordinates.

    >>> (f,), (d,), (g, x, y), (e,) = functions("f", VECTOR), ints("d"), vectors("g x y"), reals("e")
    >>> print(text(said_at(gradient_at(f, g, x, d), y, e)).partition(". ")[2])
    0 < z ∧ ∀u ∈ ℝ. u < z ⇒ 0 < u ⇒ |f((i ↦ u·y_i + (1 - u)·x_i)) - f(x) - u·(Σ_{i=1}^{d} g_i·(y_i - x_i))| ≤ e·u
    """

    def near(y: Term, e: Term, s: Term) -> Term:
        return abs(f(between(s, y, x)) - f(x) - s * slope(g, x, y, d)) <= e * s

    def limit(y: Term, e: Term) -> Term:
        return exists(lambda c: [0 < c, for_all(lambda s: implies(s < c, 0 < s, near(y, e, s)), "R")], "R")

    return for_all(lambda y: implies(*_inside(F, y), for_all(lambda e: implies(0 < e, limit(y, e)), "R")), VECTOR)


def squared_distance(a: Term, x: Term, y: Term, d: Term) -> Term:
    """Return Σ a_i (x_i − y_i)², over d coordinates: the squared distance in the norm with the weights a.

    >>> (d,), (a, x, y) = ints("d"), vectors("a x y")
    >>> print(text(squared_distance(a, x, y, d)))
    Σ_{i=1}^{d} a_i·(x_i - y_i)^2
    """
    return Sum(lambda i: a(i) * (x(i) - y(i)) ** 2, 1, d)


def nearest(c: Term, y: Term, a: Term, F: Term, d: Term) -> Term:
    """Return the formula that states that no point of the set {x : 0 <= F(x)} is nearer to y than c, with weights a.

    >>> (F,), (d,), (a, c, y) = functions("F", VECTOR), ints("d"), vectors("a c y")
    >>> print(text(nearest(c, y, a, F, d)))
    ∀b ∈ ℝ^*. 0 ≤ F(b) ⇒ Σ_{i=1}^{d} a_i·(c_i - y_i)^2 ≤ Σ_{i=1}^{d} a_i·(b_i - y_i)^2
    """
    return for_all(lambda x: implies(0 <= F(x), squared_distance(a, c, y, d) <= squared_distance(a, x, y, d)), VECTOR)


# --- convex functions


def tangent(p: Proof, *inside: Fact) -> Fact:
    """Near x, f is above its tangent but for e s, and below its chord: f(y) is above the tangent."""
    with p.case(f(y) < f(x) + slope(g, x, y)) as below:
        gap = (f(x) + slope(g, x, y) - f(y)) / 2
        along = p.specialize("gradient", y, gap, using=[p.have(0 < gap, below)])
        positive, near = p.obtain(along, delta)
        part = delta / (1 + delta)
        low, small, high = (p.prove(q, positive) for q in (0 < part, part < delta, part <= 1))
        close = p.specialize(near, part, using=[small, low])
        chord = p.specialize("convex", y, x, part, using=[low, high])
        above = p.prove(f(between(part, y, x)) >= f(x) + part * slope(g, x, y) - gap * part, close)
        absurd = p.have(FALSE, chord, above, (low, below))
    return p.by_contradiction(p.goal, absurd)


@chapter.claim(given={"convex": convex(f), "gradient": gradient_at(f, g, x, d)}, shows=f(x) + slope(g, x, y) <= f(y))
def above_tangent(p: Proof) -> Fact:
    """f convex, g its gradient at x ⊢ f(x) + g·(y − x) <= f(y)."""
    return tangent(p)


ON_SET = {"convex": convex(f, F), "gradient": gradient_at(f, g, x, d, F), "from": 0 <= F(x), "to": 0 <= F(y)}


@chapter.claim(given=ON_SET, shows=f(x) + slope(g, x, y) <= f(y))
def above_tangent_on_set(p: Proof) -> Fact:
    """f convex on {x : 0 <= F(x)}, g its gradient at x, x and y in this set ⊢ f(x) + g·(y − x) <= f(y)."""
    return tangent(p)


# --- projections

NEAREST = {
    "set": convex_set(F), "weights": every(lambda i: 0 <= a(i), 1, d), "inside": 0 <= F(c), "member": 0 <= F(u),
    "nearest": nearest(c, y, a, F, d),
}  # fmt: skip


@chapter.claim(given=NEAREST, shows=squared_distance(a, c, u, d) <= squared_distance(a, y, u, d))
def projection_contracts(p: Proof) -> Fact:
    """c a nearest point to y in a convex set, u in the set ⊢ Σ a_i (c_i − u_i)² <= Σ a_i (y_i − u_i)²."""
    angle = Sum(lambda i: a(i) * (c(i) - y(i)) * (u(i) - c(i)), 1, d)
    size, gap = squared_distance(a, u, c, d), squared_distance(a, y, c, d)
    signs = [p.prove(0 <= q, "weights") for q in (size, gap)]
    with p.case(angle < 0) as acute:
        part = -angle / (size - angle)
        low, high = (p.prove(q, acute, signs[0]) for q in (0 <= part, part <= 1))
        inside = p.specialize("set", u, c, part, using=[low, high])
        far = p.specialize("nearest", between(part, u, c), using=[inside])
        parts = p.prove(Eq(far.concl.args[1], gap + 2 * part * angle + part**2 * size))
        absurd = p.have(FALSE, far, parts, p.prove(2 * part * angle + part**2 * size < 0, acute, signs[0]))
    whole = p.prove(Eq(p.goal.args[1], gap + p.goal.args[0] + 2 * angle))
    return p.have(p.goal, whole, signs[1], p.by_contradiction(0 <= angle, absurd))


# --- descent


def push(t: Term) -> Term:
    """Σ m(t, i) (x(t, i) − u_i)."""
    return Sum(lambda i: m(t, i) * (X(t, i) - u(i)), 1, d)


def moved(t: Term) -> Term:
    """The squared length of the step −m/w of round t, with the weights w of this round."""
    return Sum(lambda i: m(t, i) ** 2 / w(t, i), 1, d)


def weight(t: Term) -> Term:
    """Σ w(t, i)."""
    return Sum(lambda i: w(t, i), 1, d)


def away(t: Term, s: Term) -> Term:
    """The squared distance of the point of round s from u, with the weights of round t."""
    return squared_distance(matrix_row(w, t), matrix_row(X, s), u, d)


def bounded(n: Term) -> Term:
    """The bound after round n, with what the next round needs."""
    return Sum(push, 1, n) <= D**2 / 2 * weight(n) + Sum(moved, 1, n) / 2 - away(n, n + 1) / 2


def nearer(t: Term) -> Term:
    """The point after round t is no farther from u than x − m/w."""
    return away(t, t + 1) <= squared_distance(matrix_row(w, t), fun(lambda i: X(t, i) - m(t, i) / w(t, i)), u, d)


STEPS = {
    "some": 1 <= T,
    "weights": every(lambda t, i: 0 < w(t, i), 1, T, 1, d),
    "grow": every(lambda t, i: w(t, i) <= w(t + 1, i), 1, T - 1, 1, d),
    "near": every(lambda t, i: abs(X(t, i) - u(i)) <= D, 1, T, 1, d),
    "steps": every(nearer, 1, T),
}


@chapter.claim(given=STEPS, shows=every(bounded, 1, T))
def steps_bounded(p: Proof) -> Fact:
    """w grows, |x − u| <= D, no step leads farther from u than −m/w ⊢ Σ m·(x − u) <= D²/2 Σ w + Σ m²/(2 w) − r²/2.

    Here r is the distance of the next point from u, in the norm with the weights w. A projection may follow each step.
    """
    same = every(lambda t: Eq(nearer(t).args[1], away(t, t) - 2 * push(t) + moved(t)), 1, T)
    line = every(lambda t: away(t, t + 1) <= away(t, t) - 2 * push(t) + moved(t), 1, T)
    lines = p.prove(line, "steps", p.prove(same, "weights"))
    grow, far = fun(lambda i: w(t + 1, i) - w(t, i)), fun(lambda i: (X(t + 1, i) - u(i)) ** 2)
    values = {"f": fun(lambda i: grow(i) * far(i)), "g": fun(lambda i: grow(i) * D**2)}
    with p.fix(t, 1, T - 1):
        with p.fix(i, 1, d):
            near = p.prove(far(i) <= D**2, p.specialize("near", t + 1, i))
            member = p.have(values["f"](i) <= values["g"](i), (near, p.specialize("grow", t, i)))
        growth = p.apply("sum_le", member, lo=1, hi=d, **values)
        grown = p.have(away(t + 1, t + 1) - away(t, t + 1) <= D**2 * (weight(t + 1) - weight(t)), growth)
    grown = p.generalize(t, grown)
    with p.induction(k) as here:
        longer = p.prove(bounded(k + 1), here, lines, grown)
    near = p.prove(away(num(1), num(1)) <= D**2 * weight(num(1)), "weights", "near", "some")
    return p.by_induction(k, longer, p.prove(bounded(num(1)), p.specialize(lines, 1), near))
