"""Classical inequalities in the form in which the search applies them: for weighted sums, and for numbers."""

from __future__ import annotations

from functools import reduce
from operator import mul

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.language.notation import *
from proofs.theorems.analysis.norms import sqrt

chapter = Chapter("classical_inequalities")
i, k, lo, hi = ints("i k lo hi")
a, b, c, d, u, v, x, y, z = reals("a b c d u v x y z")
f, g, h, w = vectors("f g h w")


@chapter.usable
@chapter.theorem
def weighted_hoelder(p: Proof) -> None:
    """0 <= w_i, f_i, g_i, h_i for all i in range ⊢ (Σ w f g h)³ <= Σ w f³ · Σ w g³ · Σ w h³."""
    p.given(w=every(lambda i: w(i) >= 0, lo, hi), f=every(lambda i: f(i) >= 0, lo, hi))
    p.given(g=every(lambda i: g(i) >= 0, lo, hi), h=every(lambda i: h(i) >= 0, lo, hi), proper=lo <= hi + 1)
    p.given(low=lo <= k, high=k <= hi)
    W, F, G, H = (p.specialize(None, name, k) for name in "wfgh")
    cube = {name: fun(lambda i, s=s: w(i) * s(i) ** 3) for name, s in (("f", f), ("g", g), ("w", h))}
    product = fun(lambda i: w(i) * f(i) * g(i) * h(i))
    signs = [p.have(None, cube[n](k) >= 0, (W, s, s, s)) for n, s in (("f", F), ("g", G), ("w", H))]
    own = p.have(None, product(k) >= 0, (W, F, G, H))
    same = p.have(None, product(k) ** 3 <= cube["f"](k) * cube["g"](k) * cube["w"](k))
    p.qed(p.apply(None, "inequalities.hoelder_of_members", *signs, own, same, **cube, h=product))


@chapter.usable(trigger=absolute(a * b - c * d), rest=True)
@chapter.theorem
def difference_of_products(p: Proof) -> None:
    """0 <= b, 0 <= c ⊢ |a b − c d| <= |a − c| b + c |b − d|."""
    p.given(b=b >= 0, c=c >= 0)
    bound = absolute(a - c) * b + c * absolute(b - d)
    halves = []
    for s in (-1, 1):
        above = [p.apply(None, "abs_ge", x=s * t) for t in (a - c, b - d)]
        sides = (-bound, a * b - c * d) if s < 0 else (a * b - c * d, bound)
        halves.append(p.have(None, sides[0] <= sides[1], (above[0], "b"), (above[1], "c")))
    p.qed(p.apply(None, "abs_le", *halves, x=a * b - c * d, u=bound))


@chapter.usable(trigger=exp(c * x), rest=True)
@chapter.theorem
def exp_chord(p: Proof) -> None:
    """a <= x <= b ⊢ (b − a) e^(c x) <= (b − x) e^(c a) + (x − a) e^(c b)."""
    p.given(low=a <= x, high=x <= b)
    E = p.rule(None, "exp_pos", c * x)
    left, right = (p.rule(None, "exp_ge", c * (t - x)) for t in (a, b))
    goal = (b - a) * exp(c * x) <= (b - x) * exp(c * a) + (x - a) * exp(c * b)
    p.qed(p.rule("out", "arith", goal, [(num(1), [left, E, "high"]), (num(1), [right, E, "low"])], [], []))


@chapter.usable(trigger=(log(u), log(v)))
@chapter.theorem
def gibbs(p: Proof) -> None:
    """0 < u, 0 < v ⊢ u log v − v <= u log u − u (Gibbs)."""
    p.given(u=u > 0, v=v > 0)
    tangent = p.apply(None, "log_tangent", "v", "u", x=v, u=u)
    goal = u * log(v) - v <= u * log(u) - u
    p.qed(p.rule("out", "arith", goal, [(num(1), [tangent, "u"])], [], ["u"]))


@chapter.usable(trigger=x)
@chapter.theorem
def between(p: Proof) -> None:
    """a <= x <= b ⊢ 0 <= (x − a) (b − x)."""
    p.given(low=a <= x, high=x <= b)
    p.qed(p.have("out", 0 <= (x - a) * (b - x), ("low", "high")))


@chapter.usable(trigger=(u * u, v * v))
@chapter.theorem
def square_of_difference(p: Proof) -> None:
    """0 <= u² − 2 u v + v²."""
    square = p.apply(None, "square_nonneg", x=u - v)
    p.qed(p.have("out", 0 <= u * u - 2 * u * v + v * v, square))


def weighted(*bodies: Term) -> Term:
    """Σ w a b … over lo <= i <= hi."""
    return sigma(lambda i: reduce(mul, (b(i) for b in bodies), w(i)), lo, hi)


ONE = fun(lambda i: num(1))


@chapter.usable
@chapter.theorem
def covariance(p: Proof) -> None:
    """0 <= w_i for all i in range, 0 < Σ w ⊢ (Σw Σwfg − Σwf Σwg)² <= (Σw Σwf² − (Σwf)²)(Σw Σwg² − (Σwg)²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), some=weighted() > 0)
    determinant = p.apply(None, "gram", f=ONE, g=f, h=g)
    W, F, G, A, B, C = weighted(), weighted(f), weighted(g), weighted(f, f), weighted(g, g), weighted(f, g)
    p.qed(p.have("out", (W * C - F * G) ** 2 <= (W * A - F**2) * (W * B - G**2), (determinant, "some")))


@chapter.usable
@chapter.theorem
def variance(p: Proof) -> None:
    """0 <= w_i, a <= f_i <= b for all i in range ⊢ Σ w f² <= (a + b) Σ w f − a b Σ w (Bhatia and Davis)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=every(lambda i: a <= f(i), lo, hi))
    p.given(b=every(lambda i: f(i) <= b, lo, hi), low=lo <= k, high=k <= hi)
    weight, above, below = (p.specialize(None, name, k) for name in ("weights", "a", "b"))
    body = fun(lambda i: (a + b) * w(i) * f(i) - a * b * w(i) - w(i) * f(i) * f(i))
    each = p.have(None, 0 <= body(k), (weight, above, below))
    total = p.apply(None, "sum_nonneg", each, f=body)
    p.qed(p.have("out", weighted(f, f) <= (a + b) * weighted(f) - a * b * weighted(), total))


@chapter.usable
@chapter.theorem
def gruss(p: Proof) -> None:
    """Σ w = 1, 0 <= w_i, a <= f_i <= b, c <= g_i <= d, lo <= hi ⊢ |Σ w f g − Σ w f Σ w g| <= (b − a)(d − c)/4."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), one=eq(weighted(), 1))
    p.given(a=every(lambda i: a <= f(i), lo, hi), b=every(lambda i: f(i) <= b, lo, hi))
    p.given(c=every(lambda i: c <= g(i), lo, hi), d=every(lambda i: g(i) <= d, lo, hi), range=lo <= hi)
    first = [p.specialize(None, name, lo) for name in "abcd"]
    ab, cd = p.have(None, a <= b, *first[:2]), p.have(None, c <= d, *first[2:])
    F, G, A, B, C = weighted(f), weighted(g), weighted(f, f), weighted(g, g), weighted(f, g)
    some = p.have(None, 0 < weighted(), "one")
    product = p.apply(None, "covariance", some)
    product = p.have(None, (C - F * G) ** 2 <= (A - F**2) * (B - G**2), product, *(
        ("one", t) for t in (C**2 * (weighted() + 1), C * F * G, A * B * (weighted() + 1), A * G**2, B * F**2)
    ))  # fmt: skip
    bounds, signs = list[Fact](), list[Fact]()
    for name, lower, upper, mean, square in ((f, a, b, F, A), (g, c, d, G, B)):
        most = p.apply(None, "variance", f=name, a=lower, b=upper)
        middle = p.apply(None, "square_nonneg", x=2 * mean - lower - upper)
        most = p.have(None, 4 * (square - mean**2) <= (upper - lower) ** 2, most, ("one", lower * upper), middle)
        least = p.apply(None, "weighted_cauchy_schwarz", f=name, g=ONE)
        signs.append(p.have(None, mean**2 <= square, least, ("one", square)))
        bounds.append(most)
    whole = (b - a) * (d - c) / 4
    width = p.apply(None, "square_nonneg", x=b - a)
    rest = p.have(None, 0 <= B - G**2, signs[1])
    squares = p.have(None, (C - F * G) ** 2 <= whole**2, product, (bounds[0], rest), (bounds[1], width))
    size = p.have(None, 0 <= whole, (ab, cd))
    halves = []
    for sign in (-1, 1):
        same = p.have(None, (sign * (C - F * G)) ** 2 <= whole**2, squares)
        halves.append(p.apply(None, "square_le", size, same, u=sign * (C - F * G), r=whole))
    sides = [p.have(None, x <= y, h) for x, y, h in ((-whole, C - F * G, halves[0]), (C - F * G, whole, halves[1]))]
    p.qed(p.apply("out", "abs_le", *sides, x=C - F * G, u=whole))


@chapter.usable
@chapter.theorem
def correlation(p: Proof) -> None:
    """lo <= hi ⊢ N Σ f g − Σ f Σ g <= √(N Σ f² − (Σ f)²) √(N Σ g² − (Σ g)²) for N members."""
    p.given(some=lo <= hi)
    N, F, G, A, B, C = hi - lo + 1, *(sigma(x, lo, hi) for x in (
        f, g, lambda i: f(i) ** 2, lambda i: g(i) ** 2, lambda i: f(i) * g(i)
    ))  # fmt: skip
    count = p.apply(None, "sum_const", lo=lo, hi=hi)
    one = p.have(None, 0 <= num(1))
    product = p.apply(None, "covariance", one, p.have(None, 0 < sigma(ONE, lo, hi), count, "some"), w=ONE)
    squares = []
    for name, mean, square in ((f, F, A), (g, G, B)):
        least = p.apply(None, "weighted_cauchy_schwarz", one, f=name, g=ONE, w=ONE)
        least = p.have(None, 0 <= N * square - mean**2, least, (count, square))
        squares.append(p.apply(None, "sqrt_square", least, s=N * square - mean**2))
    roots = [sqrt(N * A - F**2), sqrt(N * B - G**2)]
    signs = [p.apply(None, "sqrt_nonneg", s=s) for s in (N * A - F**2, N * B - G**2)]
    first, second = squares
    both = p.have(None, eq(roots[0] ** 2 * roots[1] ** 2, (N * A - F**2) * (N * B - G**2)),
                  (first, roots[1] ** 2), (second, N * A - F**2))  # fmt: skip
    S = sigma(ONE, lo, hi)
    by_count = (C * (S * C + N * C - 2 * F * G), A * (S * B - G**2), B * (N * A - F**2))
    squares_of = (N * C - F * G) ** 2 <= (roots[0] * roots[1]) ** 2
    product = p.have(None, squares_of, product, both, *((count, t) for t in by_count))
    p.qed(p.apply("out", "square_le", p.have(None, 0 <= roots[0] * roots[1], tuple(signs)), product,
                  u=N * C - F * G, r=roots[0] * roots[1]))  # fmt: skip


@chapter.theorem
def aczel_of_squares(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² <= u², 0 < u² ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) <= u * u, positive=u * u > 0)
    p.given(low=lo <= k, high=k <= hi)
    A, B, C = u * u - weighted(f, f), u * v - weighted(f, g), v * v - weighted(g, g)
    t = u * v * inv(u * u)
    p.rule("one", "arith", eq(u * u * inv(u * u), 1), [], [], ["positive"])
    weight = p.specialize(None, "weights", k)
    square = p.have(
        None, 0 <= w(k) * (t * f(k) - g(k)) ** 2, (weight, p.apply(None, "square_nonneg", x=t * f(k) - g(k)))
    )
    total = p.apply(None, "sum_nonneg", square, f=fun(lambda i: w(i) * (t * f(i) - g(i)) ** 2))
    value = p.have(None, A * t**2 - 2 * B * t + C <= 0, total, ("one", t * u * v), ("one", v * v))
    rest = p.apply(None, "square_nonneg", x=A * t - B)
    p.qed(p.have("out", A * C <= B**2, (value, p.have(None, 0 <= A, "less")), rest))


@chapter.usable
@chapter.theorem
def aczel(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² <= u², 0 < u ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) <= u * u, sign=u > 0)
    p.qed(p.apply("out", "aczel_of_squares", p.have(None, u * u > 0, ("sign", "sign"))))


@chapter.usable
@chapter.theorem
def aczel_strict(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² < u² ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) < u * u)
    p.given(low=lo <= k, high=k <= hi)
    each = p.have(
        None, 0 <= w(k) * f(k) * f(k), (p.specialize(None, "weights", k), p.apply(None, "square_nonneg", x=f(k)))
    )
    sign = p.apply(None, "sum_nonneg", each, f=fun(lambda i: w(i) * f(i) * f(i)))
    weak = p.have(None, weighted(f, f) <= u * u, "less")
    p.qed(p.apply("out", "aczel_of_squares", weak, p.have(None, u * u > 0, "less", sign)))
