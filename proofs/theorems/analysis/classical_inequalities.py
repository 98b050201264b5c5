"""Classical inequalities in the form in which the search applies them: for weighted sums, and for numbers."""

from __future__ import annotations

from functools import reduce
from operator import add, mul

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.language.notation import *
from proofs.theorems.algebra.sums import greatest, total
from proofs.theorems.analysis.norms import sqrt
from proofs.theorems.analysis.trigonometry import grows

chapter = Chapter("classical_inequalities")
i, k, m, lo, hi = ints("i k m lo hi")
a, b, c, d, r, t, u, v, x, y, z = reals("a b c d r t u v x y z")
f, g, h, w = vectors("f g h w")


@chapter.usable
@chapter.theorem
def weighted_hoelder(p: Proof) -> None:
    """0 <= w_i, f_i, g_i, h_i for all i in range ⊢ (Σ w f g h)³ <= Σ w f³ · Σ w g³ · Σ w h³."""
    p.given(w=every(lambda i: w(i) >= 0, lo, hi), f=every(lambda i: f(i) >= 0, lo, hi))
    p.given(g=every(lambda i: g(i) >= 0, lo, hi), h=every(lambda i: h(i) >= 0, lo, hi), proper=lo <= hi + 1)
    p.given(low=lo <= k, high=k <= hi)
    W, F, G, H = (p.specialize(name, k) for name in "wfgh")
    cube = {name: fun(lambda i, s=s: w(i) * s(i) ** 3) for name, s in (("f", f), ("g", g), ("w", h))}
    product = fun(lambda i: w(i) * f(i) * g(i) * h(i))
    signs = [p.have(cube[n](k) >= 0, (W, s, s, s)) for n, s in (("f", F), ("g", G), ("w", H))]
    own = p.have(product(k) >= 0, (W, F, G, H))
    same = p.have(product(k) ** 3 <= cube["f"](k) * cube["g"](k) * cube["w"](k))
    p.qed(p.apply("inequalities.hoelder_of_members", *signs, own, same, **cube, h=product))


@chapter.usable(trigger=abs(a * b - c * d), rest=True)
@chapter.theorem
def difference_of_products(p: Proof) -> None:
    """0 <= b, 0 <= c ⊢ |a b − c d| <= |a − c| b + c |b − d|."""
    p.given(b=b >= 0, c=c >= 0)
    bound = abs(a - c) * b + c * abs(b - d)
    halves = []
    for s in (-1, 1):
        above = [p.apply("abs_ge", x=s * t) for t in (a - c, b - d)]
        sides = (-bound, a * b - c * d) if s < 0 else (a * b - c * d, bound)
        halves.append(p.have(sides[0] <= sides[1], (above[0], "b"), (above[1], "c")))
    p.qed(p.apply("abs_le", *halves, x=a * b - c * d, u=bound))


@chapter.usable(trigger=exp(c * x), rest=True)
@chapter.theorem
def exp_chord(p: Proof) -> None:
    """a <= x <= b ⊢ (b − a) e^(c x) <= (b − x) e^(c a) + (x − a) e^(c b)."""
    p.given(low=a <= x, high=x <= b)
    E = p.exp_pos(c * x)
    left, right = (p.exp_ge(c * (t - x)) for t in (a, b))
    goal = (b - a) * exp(c * x) <= (b - x) * exp(c * a) + (x - a) * exp(c * b)
    p.qed(p.rule("arith", goal, [(num(1), [left, E, "high"]), (num(1), [right, E, "low"])], [], []))


@chapter.usable(trigger=(log(u), log(v)))
@chapter.theorem
def gibbs(p: Proof) -> None:
    """0 < u, 0 < v ⊢ u log v − v <= u log u − u (Gibbs)."""
    p.given(u=u > 0, v=v > 0)
    tangent = p.apply("log_tangent", "v", "u", x=v, u=u)
    goal = u * log(v) - v <= u * log(u) - u
    p.qed(p.rule("arith", goal, [(num(1), [tangent, "u"])], [], ["u"]))


@chapter.usable(trigger=x)
@chapter.theorem
def between(p: Proof) -> None:
    """a <= x <= b ⊢ 0 <= (x − a) (b − x)."""
    p.given(low=a <= x, high=x <= b)
    p.qed(p.have(0 <= (x - a) * (b - x), ("low", "high")))


@chapter.usable(trigger=(u * u, v * v))
@chapter.theorem
def square_of_difference(p: Proof) -> None:
    """0 <= u² − 2 u v + v²."""
    square = p.apply("square_nonneg", x=u - v)
    p.qed(p.have(0 <= u * u - 2 * u * v + v * v, square))


def weighted(*bodies: Term) -> Term:
    """Σ w a b … over lo <= i <= hi."""
    return Sum(lambda i: reduce(mul, (b(i) for b in bodies), w(i)), lo, hi)


def weighted_squared_distance(f: Term, g: Term) -> Term:
    """Σ w (f − g)² over lo <= i <= hi."""
    return Sum(lambda i: w(i) * (f(i) - g(i)) ** 2, lo, hi)


ONE = fun(lambda i: num(1))


@chapter.usable
@chapter.theorem
def covariance(p: Proof) -> None:
    """0 <= w_i for all i in range, 0 < Σ w ⊢ (Σw Σwfg − Σwf Σwg)² <= (Σw Σwf² − (Σwf)²)(Σw Σwg² − (Σwg)²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), some=weighted() > 0)
    determinant = p.apply("gram", f=ONE, g=f, h=g)
    W, F, G, A, B, C = weighted(), weighted(f), weighted(g), weighted(f, f), weighted(g, g), weighted(f, g)
    p.qed(p.have((W * C - F * G) ** 2 <= (W * A - F**2) * (W * B - G**2), (determinant, "some")))


@chapter.usable
@chapter.theorem
def variance(p: Proof) -> None:
    """0 <= w_i, a <= f_i <= b for all i in range ⊢ Σ w f² <= (a + b) Σ w f − a b Σ w (Bhatia and Davis)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=every(lambda i: a <= f(i), lo, hi))
    p.given(b=every(lambda i: f(i) <= b, lo, hi), low=lo <= k, high=k <= hi)
    weight, above, below = (p.specialize(name, k) for name in ("weights", "a", "b"))
    body = fun(lambda i: (a + b) * w(i) * f(i) - a * b * w(i) - w(i) * f(i) * f(i))
    each = p.have(0 <= body(k), (weight, above, below))
    total = p.apply("sum_nonneg", each, f=body)
    p.qed(p.have(weighted(f, f) <= (a + b) * weighted(f) - a * b * weighted(), total))


@chapter.usable
@chapter.theorem
def variance_by_squares(p: Proof) -> None:
    """0 <= w_i in range ⊢ Σ w Σ w f² − (Σ w f)² <= (Σ w)² Σ f²/2: the derivative of softmax has norm at most 1/2."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), low=lo <= k, high=k <= hi)
    W, F, A, S = weighted(), weighted(f), weighted(f, f), Sum(lambda i: f(i) ** 2, lo, hi)
    pair = fun(lambda i: w(i) * (f(k) + f(i)) ** 2)
    with p.fix(m, lo, hi):
        sign = p.have(0 <= pair(m), (p.specialize("weights", m), p.apply("square_nonneg", x=f(k) + f(m))))
        signs = p.generalize(m, sign)
    own = p.apply("sum_member", signs, "low", "high", f=pair, m=k)
    most = fun(lambda i: w(i) * (f(i) ** 2 * W + 2 * f(i) * F + A))
    diagonal = fun(lambda i: 4 * w(i) ** 2 * f(i) ** 2)
    each = p.have(diagonal(k) <= most(k), (own, p.specialize("weights", k)))
    pairs = p.apply("sum_le", each, f=diagonal, g=most)
    rest = fun(lambda i: ((W - 2 * w(i)) * f(i)) ** 2)
    squares = p.apply("sum_nonneg", p.apply("square_nonneg", x=(W - 2 * w(k)) * f(k)), f=rest)
    p.qed(p.have(W * A - F**2 <= W**2 * S / 2, pairs, squares))


@chapter.usable
@chapter.theorem
def gruss(p: Proof) -> None:
    """0 <= w_i, a <= f_i <= b, c <= g_i <= d, 0 < W = Σ w ⊢ |W Σ w f g − Σ w f Σ w g| <= W² (b − a)(d − c)/4."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), some=0 < weighted())
    p.given(a=every(lambda i: a <= f(i), lo, hi), b=every(lambda i: f(i) <= b, lo, hi))
    p.given(c=every(lambda i: c <= g(i), lo, hi), d=every(lambda i: g(i) <= d, lo, hi), range=lo <= hi)
    first = [p.specialize(name, lo) for name in "abcd"]
    ab, cd = p.have(a <= b, *first[:2]), p.have(c <= d, *first[2:])
    W, F, G, A, B, C = weighted(), weighted(f), weighted(g), weighted(f, f), weighted(g, g), weighted(f, g)
    product = p.apply("covariance", "some")
    bounds, signs = list[Fact](), list[Fact]()
    for name, lower, upper, mean, square in ((f, a, b, F, A), (g, c, d, G, B)):
        most = p.apply("variance", f=name, a=lower, b=upper)
        middle = p.apply("square_nonneg", x=2 * mean - (lower + upper) * W)
        bounds.append(p.have(4 * (W * square - mean**2) <= ((upper - lower) * W) ** 2, (most, "some"), middle))
        least = p.apply("weighted_cauchy_schwarz", f=name, g=ONE)
        signs.append(p.have(0 <= W * square - mean**2, least))
    whole = W**2 * (b - a) * (d - c) / 4
    width = p.apply("square_nonneg", x=(b - a) * W)
    squares = p.have((W * C - F * G) ** 2 <= whole**2, product, (bounds[0], signs[1]), (bounds[1], width))
    size = p.have(0 <= whole, ("some", "some", ab, cd))
    halves = []
    for sign in (-1, 1):
        same = p.have((sign * (W * C - F * G)) ** 2 <= whole**2, squares)
        halves.append(p.apply("square_le", size, same, u=sign * (W * C - F * G), r=whole))
    low = p.have(-whole <= W * C - F * G, halves[0])
    high = p.have(W * C - F * G <= whole, halves[1])
    p.qed(p.apply("abs_le", low, high, x=W * C - F * G, u=whole))


@chapter.usable
@chapter.theorem
def gruss_of_means(p: Proof) -> None:
    """a <= f_i <= b, c <= g_i <= d in range, lo <= hi ⊢ |N Σ f g − Σ f Σ g| <= N² (b − a)(d − c)/4 for N members."""
    p.given(a=every(lambda i: a <= f(i), lo, hi), b=every(lambda i: f(i) <= b, lo, hi))
    p.given(c=every(lambda i: c <= g(i), lo, hi), d=every(lambda i: g(i) <= d, lo, hi), range=lo <= hi)
    count = p.apply("sum_const", lo=lo, hi=hi)
    N, S, C = hi - lo + 1, Sum(ONE, lo, hi), Sum(lambda i: f(i) * g(i), lo, hi)
    whole = p.apply("gruss", p.have(0 <= num(1)), p.have(0 < S, count, "range"), w=ONE)
    same = p.congr(lambda t: abs(t * C - total(f) * total(g)), count)
    bound = (b - a) * (d - c) / 4
    goal = abs(N * C - total(f) * total(g)) <= N**2 * bound
    p.qed(p.have(goal, whole, same, (count, N * bound), (count, S * bound)))


@chapter.usable
@chapter.theorem
def correlation(p: Proof) -> None:
    """lo <= hi ⊢ N Σ f g − Σ f Σ g <= √(N Σ f² − (Σ f)²) √(N Σ g² − (Σ g)²) for N members."""
    p.given(some=lo <= hi)
    N, F, G, A, B, C = hi - lo + 1, *(Sum(x, lo, hi) for x in (
        f, g, lambda i: f(i) ** 2, lambda i: g(i) ** 2, lambda i: f(i) * g(i)
    ))  # fmt: skip
    count = p.apply("sum_const", lo=lo, hi=hi)
    one = p.have(0 <= num(1))
    product = p.apply("covariance", one, p.have(0 < Sum(ONE, lo, hi), count, "some"), w=ONE)
    squares = []
    for name, mean, square in ((f, F, A), (g, G, B)):
        least = p.apply("weighted_cauchy_schwarz", one, f=name, g=ONE, w=ONE)
        least = p.have(0 <= N * square - mean**2, least, (count, square))
        squares.append(p.apply("sqrt_square", least, s=N * square - mean**2))
    roots = [sqrt(N * A - F**2), sqrt(N * B - G**2)]
    signs = [p.apply("sqrt_nonneg", s=s) for s in (N * A - F**2, N * B - G**2)]
    first, second = squares
    both = p.have(Eq(roots[0] ** 2 * roots[1] ** 2, (N * A - F**2) * (N * B - G**2)),
                  (first, roots[1] ** 2), (second, N * A - F**2))  # fmt: skip
    S = Sum(ONE, lo, hi)
    by_count = (C * (S * C + N * C - 2 * F * G), A * (S * B - G**2), B * (N * A - F**2))
    squares_of = (N * C - F * G) ** 2 <= (roots[0] * roots[1]) ** 2
    product = p.have(squares_of, product, both, *((count, t) for t in by_count))
    p.qed(p.apply("square_le", p.have(0 <= roots[0] * roots[1], tuple(signs)), product,
                  u=N * C - F * G, r=roots[0] * roots[1]))  # fmt: skip


@chapter.theorem
def aczel_of_squares(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² <= u², 0 < u² ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) <= u * u, positive=u * u > 0)
    p.given(low=lo <= k, high=k <= hi)
    A, B, C = u * u - weighted(f, f), u * v - weighted(f, g), v * v - weighted(g, g)
    t = u * v * inv(u * u)
    one = p.rule("arith", Eq(u * u * inv(u * u), 1), [], [], ["positive"])
    weight = p.specialize("weights", k)
    square = p.have(0 <= w(k) * (t * f(k) - g(k)) ** 2, (weight, p.apply("square_nonneg", x=t * f(k) - g(k))))
    total = p.apply("sum_nonneg", square, f=fun(lambda i: w(i) * (t * f(i) - g(i)) ** 2))
    value = p.have(A * t**2 - 2 * B * t + C <= 0, total, (one, t * u * v), (one, v * v))
    rest = p.apply("square_nonneg", x=A * t - B)
    p.qed(p.have(A * C <= B**2, (value, p.have(0 <= A, "less")), rest))


@chapter.usable
@chapter.theorem
def aczel(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² <= u², 0 < u ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) <= u * u, sign=u > 0)
    p.qed(p.apply("aczel_of_squares", p.have(u * u > 0, ("sign", "sign"))))


@chapter.usable
@chapter.theorem
def aczel_strict(p: Proof) -> None:
    """0 <= w_i in range, Σ w f² < u² ⊢ (u² − Σ w f²)(v² − Σ w g²) <= (u v − Σ w f g)²."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), less=weighted(f, f) < u * u)
    p.given(low=lo <= k, high=k <= hi)
    each = p.have(0 <= w(k) * f(k) * f(k), (p.specialize("weights", k), p.apply("square_nonneg", x=f(k))))
    sign = p.apply("sum_nonneg", each, f=fun(lambda i: w(i) * f(i) * f(i)))
    weak = p.have(weighted(f, f) <= u * u, "less")
    p.qed(p.apply("aczel_of_squares", weak, p.have(u * u > 0, "less", sign)))


@chapter.usable
@chapter.theorem
def minkowski(p: Proof) -> None:
    """0 <= w_i in range ⊢ √(Σ w (f + g)²) <= √(Σ w f²) + √(Σ w g²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), low=lo <= k, high=k <= hi)
    A, B, C, D = weighted(f, f), weighted(g, g), weighted(f, g), Sum(lambda i: w(i) * (f(i) + g(i)) ** 2, lo, hi)
    weight = p.specialize("weights", k)
    squares = []
    for s, body in ((A, f(k)), (B, g(k)), (D, f(k) + g(k))):
        each = p.have(0 <= w(k) * body**2, (weight, p.apply("square_nonneg", x=body)))
        sign = p.apply("sum_nonneg", each, f=fun(lambda i, body=body: w(i) * substitute(body, {k: i}) ** 2))
        squares.append(p.apply("sqrt_square", p.have(0 <= s, sign), s=s))
    a, b, d = (sqrt(s) for s in (A, B, D))
    roots = [p.apply("sqrt_nonneg", s=s) for s in (A, B)]
    product = p.have(C**2 <= (a * b) ** 2, p.apply("weighted_cauchy_schwarz"), (squares[0], b**2), (squares[1], A))
    cross = p.apply("square_le", p.have(0 <= a * b, tuple(roots)), product, u=C, r=a * b)
    whole = p.have(d**2 <= (a + b) ** 2, cross, *squares)
    p.qed(p.apply("square_le", p.have(0 <= a + b, *roots), whole, u=d, r=a + b))


@chapter.usable(trigger=(weighted(f, f), weighted(g, g)))
@chapter.theorem
def minkowski_of_difference(p: Proof) -> None:
    """0 <= w_i in range ⊢ √(Σ w (f − g)²) <= √(Σ w f²) + √(Σ w g²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi))
    roots = sqrt(weighted(f, f)) + sqrt(weighted(g, g))
    out = p.apply("minkowski", g=fun(lambda i: -g(i)))
    p.qed(p.have(sqrt(weighted_squared_distance(f, g)) <= roots, out))


@chapter.usable(trigger=(weighted_squared_distance(f, g), weighted_squared_distance(g, h)))
@chapter.theorem
def triangle(p: Proof) -> None:
    """0 <= w_i in range ⊢ √(Σ w (f − h)²) <= √(Σ w (f − g)²) + √(Σ w (g − h)²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi))
    out = p.apply("minkowski", f=fun(lambda i: f(i) - g(i)), g=fun(lambda i: g(i) - h(i)))
    whole, *parts = (sqrt(weighted_squared_distance(*pair)) for pair in ((f, h), (f, g), (g, h)))
    p.qed(p.have(whole <= add(*parts), out))


@chapter.usable
@chapter.theorem
def minkowski_of_three(p: Proof) -> None:
    """0 <= w_i in range ⊢ √(Σ w (f + g + h)²) <= √(Σ w f²) + √(Σ w g²) + √(Σ w h²)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi))
    first, rest = p.apply("minkowski"), p.apply("minkowski", f=fun(lambda i: f(i) + g(i)), g=h)
    roots = (sqrt(weighted(s, s)) for s in (f, g, h))
    goal = sqrt(Sum(lambda i: w(i) * (f(i) + g(i) + h(i)) ** 2, lo, hi)) <= reduce(add, roots)
    p.qed(p.have(goal, first, rest))


@chapter.usable
@chapter.theorem
def root_of_squares(p: Proof) -> None:
    """√((Σ f)² + (Σ g)²) <= Σ √(f² + g²)."""
    F, G = total(f), total(g)
    own = fun(lambda i: sqrt(f(i) ** 2 + g(i) ** 2))
    L, T = sqrt(F**2 + G**2), total(own)
    p.given(low=lo <= k, high=k <= hi, none=L <= 0, some=0 < L)
    signs, squares = [], []
    for u, v in ((F, G), (f(k), g(k))):
        sign = p.have(0 <= u**2 + v**2, p.apply("square_nonneg", x=u), p.apply("square_nonneg", x=v))
        squares.append(p.apply("sqrt_square", sign, s=u**2 + v**2))
        signs.append(p.apply("sqrt_nonneg", s=u**2 + v**2))
    apart = p.apply("square_nonneg", x=F * g(k) - G * f(k))
    dot = F * f(k) + G * g(k)
    product = p.have(dot**2 <= (L * own(k)) ** 2, apart, (squares[0], f(k) ** 2 + g(k) ** 2), (squares[1], L**2))
    each = p.apply("square_le", p.have(0 <= L * own(k), tuple(signs)), product, u=dot, r=L * own(k))
    up = p.apply("sum_le", each, f=fun(lambda i: F * f(i) + G * g(i)), g=fun(lambda i: L * own(i)))
    short = p.have(L * L <= L * T, up, squares[0])
    inverse = p.apply("inv_pos", "some")
    strict = p.rule("arith", L <= T, [(num(1), [short, inverse])], [], ["some"])
    weak = p.have(L <= T, "none", p.apply("sum_nonneg", signs[1], f=own))
    p.qed(p.cases(L, 0, weak, strict))


@chapter.usable(trigger=(greatest(f), total(w)))
@chapter.theorem
def mean_le_max(p: Proof) -> None:
    """0 <= w_i in range, lo <= hi ⊢ Σ w f <= Σ w · max f."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), low=lo <= k, high=k <= hi)
    above = p.max_ge(greatest(f), k, "low", "high")
    each = p.have(w(k) * f(k) <= w(k) * greatest(f), (above, p.specialize("weights", k)))
    up = p.apply("sum_le", each, f=fun(lambda i: w(i) * f(i)), g=fun(lambda i: w(i) * greatest(f)))
    p.qed(p.have(weighted(f) <= weighted() * greatest(f), up))


@chapter.usable(trigger=(greatest(f), Sum(lambda i: exp(c * f(i)), lo, hi)))
@chapter.theorem
def max_le_log_sum(p: Proof) -> None:
    """0 < c, lo <= hi ⊢ c max f <= log Σ e^(c f)."""
    E = fun(lambda i: exp(c * f(i)))
    S = total(E)
    p.given(sign=0 < c, some=lo <= hi, low=lo <= k, high=k <= hi, inner=lo <= i, outer=i <= hi)
    positive = p.have(0 <= E(i), p.exp_pos(c * f(i)))
    member = p.apply("sum_member", positive, f=E, m=k)
    logs = p.apply("log_le", p.exp_pos(c * f(k)), member, x=E(k), y=S)
    inverse = p.apply("inv_pos", "sign")
    bound = inv(c) * log(S)
    each = p.rule("arith", f(k) <= bound, [(num(1), [logs, inverse])], [], ["sign"])
    top = p.max_le(greatest(f), bound, "some", p.generalize(k, each))
    p.qed(p.rule("arith", c * greatest(f) <= log(S), [(num(1), [top, "sign"])], [], ["sign"]))


@chapter.theorem
def logarithmic_mean(p: Proof) -> None:
    """0 < y <= x ⊢ 2 (x − y) <= (x + y) (log x − log y): the logarithmic mean is at most the arithmetic mean."""

    def gap(t: Term) -> Term:
        return (t + y) * (log(t) - log(y)) - 2 * (t - y)

    p.given(y=y > 0, order=y <= x, low=y <= t, beyond=y < t)
    here = p.have(t > 0, "y", "low")
    tangent = p.apply("log_tangent", "y", p.have(t > 0, "y", "beyond"), x=y, u=t)
    sign = p.have(0 <= log(t) - log(y) + y * inv(t) - 1, tangent)
    up = grows(p, None, gap, lambda t: log(t) - log(y) + y * inv(t) - 1, y, x, sign, here)
    p.qed(p.have(2 * (x - y) <= (x + y) * (log(x) - log(y)), up))


@chapter.theorem
def pinsker_at(p: Proof) -> None:
    """0 < x, 0 < y ⊢ 3 (x − y)² <= 2 (x + 2 y) (x log x − x log y − x + y)."""

    def gap(t: Term) -> Term:
        return 2 * (t + 2 * y) * (t * (log(t) - log(y)) - t + y) - 3 * (t - y) ** 2

    def slope(t: Term) -> Term:
        return 4 * (t + y) * (log(t) - log(y)) - 8 * (t - y)

    p.given(x=x > 0, y=y > 0, above=y < x, below=x <= y)
    p.given(y_low=y <= t, x_low=x <= t, y_beyond=y < t, x_beyond=x < t, y_before=t < y)
    more, less = p.have(t > 0, "y", "y_low"), p.have(t > 0, "x", "x_low")
    rising = p.have(0 <= slope(t), p.apply("logarithmic_mean", p.have(y <= t, "y_beyond"), x=t))
    inside = p.have(t > 0, "x", "x_beyond"), p.have(t <= y, "y_before")
    falling = p.have(0 <= -slope(t), p.apply("logarithmic_mean", *inside, x=y, y=t))
    one = p.have(0 <= gap(x), grows(p, None, gap, slope, y, x, rising, more))
    down = grows(p, None, lambda t: -gap(t), lambda t: -slope(t), x, y, falling, less)
    other = p.have(0 <= gap(x), down)
    p.qed(p.cases(x, y, other, one), 3 * (x - y) ** 2 <= 2 * (x + 2 * y) * (x * log(x) - x * log(y) - x + y))


def divergence() -> tuple[Term, Term, Term, Term]:
    """Return Σ f, Σ g, Σ f (log f − log g) and Σ |f − g|."""
    K = Sum(lambda i: f(i) * log(f(i)) - f(i) * log(g(i)), lo, hi)
    return total(f), total(g), K, Sum(lambda i: abs(f(i) - g(i)), lo, hi)


@chapter.usable(trigger=Sum(lambda i: abs(f(i) - g(i)), lo, hi))
@chapter.theorem
def pinsker(p: Proof) -> None:
    """0 < f_i, 0 < g_i in range ⊢ 3 (Σ |f − g|)² <= 2 (Σ f + 2 Σ g) (Σ f (log f − log g) − Σ f + Σ g)."""
    p.given(
        f=every(lambda i: f(i) > 0, lo, hi),
        g=every(lambda i: g(i) > 0, lo, hi),
        proper=lo <= hi + 1,
        low=lo <= k,
        high=k <= hi,
    )
    x, y = f(k), g(k)
    X, Y = p.specialize("f", k), p.specialize("g", k)
    mean = fun(lambda i: f(i) + 2 * g(i))
    excess = fun(lambda i: (f(i) * log(f(i)) - f(i) * log(g(i)) - f(i) + g(i)) * num(2, 3))
    gibbs = p.have(0 <= excess(k), p.apply("gibbs", Y, X, u=x, v=y))
    square = p.apply("abs_square", u=x - y)
    order = p.have(abs(x - y) ** 2 <= mean(k) * excess(k), p.apply("pinsker_at", X, Y, x=x, y=y), square)
    sign = p.have(0 <= mean(k), X, Y)
    F, G, K, T = divergence()
    out = p.apply("cauchy_schwarz_of_members", sign, gibbs, order, f=mean, g=excess, h=fun(lambda i: abs(f(i) - g(i))))
    p.qed(p.have(3 * T**2 <= 2 * (F + 2 * G) * (K - F + G), out))


@chapter.usable(trigger=Sum(lambda i: (f(i) - g(i)) ** 2, lo, hi))
@chapter.theorem
def squares_le_divergence(p: Proof) -> None:
    """0 < f_i, 0 < g_i in range, Σ f = Σ g ⊢ 3 Σ (f − g)² <= (Σ f + 2 Σ g) (Σ f (log f − log g) − Σ f + Σ g)."""
    F, G, K, T = divergence()
    p.given(
        f=every(lambda i: f(i) > 0, lo, hi),
        g=every(lambda i: g(i) > 0, lo, hi),
        equal=Eq(F, G),
        proper=lo <= hi + 1,
        low=lo <= k,
        high=k <= hi,
    )
    member = p.apply(
        "member_of_zero_sum",
        p.have(Eq(Sum(lambda i: f(i) - g(i), lo, hi), 0), "equal"),
        f=fun(lambda i: f(i) - g(i)),
        m=k,
    )
    gap = abs(f(k) - g(k))
    each = p.have(
        2 * (f(k) - g(k)) ** 2 <= T * gap,
        (member, p.apply("abs_nonneg", x=f(k) - g(k))),
        p.apply("abs_square", u=f(k) - g(k)),
    )
    up = p.apply("sum_le", each, f=fun(lambda i: 2 * (f(i) - g(i)) ** 2), g=fun(lambda i: T * abs(f(i) - g(i))))
    squares = Sum(lambda i: (f(i) - g(i)) ** 2, lo, hi)
    p.qed(p.have(3 * squares <= (F + 2 * G) * (K - F + G), up, p.apply("pinsker")))


@chapter.usable(trigger=(f(m), g(m), Sum(lambda i: f(i) * log(f(i) * inv(g(i))), lo, hi)))
@chapter.theorem
def member_le_divergence(p: Proof) -> None:
    """Σ f = Σ g, 0 < f_i, 0 < g_i, m in range ⊢ 6 (f_m − g_m)² <= (Σ f + 2 Σ g) (Σ f (log f − log g) − Σ f + Σ g)."""
    F, G, K, T = divergence()
    p.given(f=every(lambda i: f(i) > 0, lo, hi), g=every(lambda i: g(i) > 0, lo, hi), equal=Eq(F, G))
    p.given(low=lo <= m, high=m <= hi)
    member = p.apply(
        "member_of_zero_sum",
        p.have(Eq(Sum(lambda i: f(i) - g(i), lo, hi), 0), "equal"),
        f=fun(lambda i: f(i) - g(i)),
        m=m,
    )
    size = p.apply("abs_nonneg", x=f(m) - g(m))
    square = p.apply("abs_square", u=f(m) - g(m))
    p.qed(
        p.have(
            6 * (f(m) - g(m)) ** 2 <= (F + 2 * G) * (K - F + G),
            (member, p.have(0 <= T, member, size)),
            (member, size),
            square,
            p.apply("pinsker"),
        )
    )


@chapter.usable
@chapter.theorem
def hellinger_le_divergence(p: Proof) -> None:
    """0 < f_i, 0 < g_i in range ⊢ Σ (√f − √g)² <= Σ f (log f − log g) − Σ f + Σ g."""
    p.given(f=every(lambda i: f(i) > 0, lo, hi), g=every(lambda i: g(i) > 0, lo, hi), low=lo <= k, high=k <= hi)
    X, Y = p.specialize("f", k), p.specialize("g", k)
    a, b = sqrt(f(k)), sqrt(g(k))
    A, B = (p.apply("sqrt_positive", s, s=u(k)) for s, u in ((X, f), (Y, g)))
    square = [p.apply("sqrt_square", p.have(0 <= u(k), s), s=u(k)) for s, u in ((X, f), (Y, g))]
    logs = [p.apply("log_sqrt", s, s=u(k)) for s, u in ((X, f), (Y, g))]
    tangent = p.apply("log_tangent", B, A, x=b, u=a)
    body = fun(lambda i: f(i) * log(f(i)) - f(i) * log(g(i)) - f(i) + g(i))
    by = [
        (num(2), [tangent, X]),
        (num(-2) * b * inv(a), [square[0]]),
        (num(2) * f(k), [logs[0]]),
        (num(-2) * f(k), [logs[1]]),
    ]
    below = p.rule("arith", 2 * f(k) - 2 * a * b <= f(k) * log(f(k)) - f(k) * log(g(k)), by, [], [A])
    each = p.have((a - b) ** 2 <= body(k), below, *square)
    up = p.apply("sum_le", each, f=fun(lambda i: (sqrt(f(i)) - sqrt(g(i))) ** 2), g=body)
    F, G, K, _ = divergence()
    p.qed(p.have(Sum(lambda i: (sqrt(f(i)) - sqrt(g(i))) ** 2, lo, hi) <= K - F + G, up))


def _nonnegative_members(p: Proof) -> tuple[Fact, Fact]:
    """Assume 0 <= f_i and 0 <= g_i for all i in range, and return these facts at an index k."""
    p.given(f=every(lambda i: f(i) >= 0, lo, hi), g=every(lambda i: g(i) >= 0, lo, hi), proper=lo <= hi + 1)
    p.given(low=lo <= k, high=k <= hi)
    return p.specialize("f", k), p.specialize("g", k)


@chapter.usable(
    trigger=(Sum(lambda i: (sqrt(f(i)) - sqrt(g(i))) ** 2, lo, hi), Sum(lambda i: abs(f(i) - g(i)), lo, hi))
)
@chapter.theorem
def distance_le_hellinger(p: Proof) -> None:
    """0 <= f_i, 0 <= g_i in range ⊢ (Σ |f − g|)² <= 2 (Σ f + Σ g) Σ (√f − √g)²."""
    X, Y = _nonnegative_members(p)
    a, b = sqrt(f(k)), sqrt(g(k))
    square = [p.apply("sqrt_square", s, s=u(k)) for s, u in ((X, f), (Y, g))]
    apart = p.apply("square_nonneg", x=a - b)
    top = 2 * f(k) + 2 * g(k)
    size = p.apply("abs_square", u=f(k) - g(k))
    # (f − g)² = (√f − √g)² (√f + √g)²
    same = p.have(
        Eq((f(k) - g(k)) ** 2, (a - b) ** 2 * (a + b) ** 2),
        *((s, s.concl.args[0] + s.concl.args[1]) for s in square),
        (square[0], 2 * b**2),
        (square[1], 2 * f(k)),
    )
    order = p.have(
        abs(f(k) - g(k)) ** 2 <= (a - b) ** 2 * top,
        size,
        same,
        (apart, apart),
        *((s, (a - b) ** 2 * 2) for s in square),
    )
    out = p.apply(
        "cauchy_schwarz_of_members",
        apart,
        p.have(0 <= top, X, Y),
        order,
        f=fun(lambda i: (sqrt(f(i)) - sqrt(g(i))) ** 2),
        g=fun(lambda i: 2 * f(i) + 2 * g(i)),
        h=fun(lambda i: abs(f(i) - g(i))),
    )
    F, G, _, T = divergence()
    p.qed(p.have(T**2 <= 2 * (F + G) * Sum(lambda i: (sqrt(f(i)) - sqrt(g(i))) ** 2, lo, hi), out))


@chapter.usable(trigger=Sum(lambda i: abs(f(i) - g(i)), lo, hi))
@chapter.theorem
def distance_le_triangular(p: Proof) -> None:
    """0 < f_i, 0 < g_i in range, lo <= hi + 1 ⊢ (Σ |f − g|)² <= (Σ f + Σ g) Σ (f − g)²/(f + g) (Topsøe)."""
    p.given(f=every(lambda i: f(i) > 0, lo, hi), g=every(lambda i: g(i) > 0, lo, hi), proper=lo <= hi + 1)
    p.given(low=lo <= k, high=k <= hi)
    both = p.have(0 < f(k) + g(k), p.specialize("f", k), p.specialize("g", k))
    square = p.apply("square_nonneg", x=f(k) - g(k))
    share = fun(lambda i: (f(i) - g(i)) ** 2 * inv(f(i) + g(i)))
    sign = p.rule("arith", 0 <= share(k), [(num(1), [square, p.apply("inv_pos", both)])], [], [])
    same = p.rule("arith", Eq((f(k) + g(k)) * share(k), (f(k) - g(k)) ** 2), [], [], [both])
    order = p.have(abs(f(k) - g(k)) ** 2 <= (f(k) + g(k)) * share(k), p.apply("abs_square", u=f(k) - g(k)), same)
    weak = p.have(0 <= f(k) + g(k), both)
    out = p.apply(
        "cauchy_schwarz_of_members",
        weak,
        sign,
        order,
        f=fun(lambda i: f(i) + g(i)),
        g=share,
        h=fun(lambda i: abs(f(i) - g(i))),
    )
    F, G, _, T = divergence()
    p.qed(p.have(T**2 <= (F + G) * total(share), out))


@chapter.usable
@chapter.theorem
def le_cam(p: Proof) -> None:
    """0 <= f_i, 0 <= g_i in range ⊢ (Σ |f − g|)² + 4 (Σ √(f g))² <= (Σ f + Σ g)² (Le Cam)."""
    X, Y = _nonnegative_members(p)
    root = fun(lambda i: sqrt(f(i) * g(i)))
    r, s = root(k), f(k) + g(k)
    product = p.have(0 <= f(k) * g(k), (X, Y))
    square = p.apply("sqrt_square", product, s=f(k) * g(k))
    sign = p.apply("sqrt_nonneg", s=f(k) * g(k))
    apart = p.apply("square_nonneg", x=f(k) - g(k))
    half = p.apply("square_le", p.have(0 <= s, X, Y), p.have((2 * r) ** 2 <= s**2, square, apart), u=2 * r, r=s)
    low, high = fun(lambda i: f(i) + g(i) - 2 * root(i)), fun(lambda i: f(i) + g(i) + 2 * root(i))
    signs = p.have(0 <= low(k), half), p.have(0 <= high(k), X, Y, sign)
    size = p.apply("abs_square", u=f(k) - g(k))
    order = p.have(abs(f(k) - g(k)) ** 2 <= low(k) * high(k), size, square)
    out = p.apply("cauchy_schwarz_of_members", *signs, order, f=low, g=high, h=fun(lambda i: abs(f(i) - g(i))))
    F, G, _, T = divergence()
    p.qed(p.have(T**2 + 4 * total(root) ** 2 <= (F + G) ** 2, out))


@chapter.usable(trigger=Sum(lambda i: (f(i + 1) - f(i)) ** 2, lo, hi))
@chapter.theorem
def square_of_path(p: Proof) -> None:
    """lo <= hi ⊢ (f_{hi+1} − f_lo)² <= (hi − lo + 1) Σ (f_{i+1} − f_i)²."""
    p.given(some=lo <= hi)
    step = fun(lambda i: f(i + 1) - f(i))
    one = p.have(0 <= num(1))
    square = p.apply("weighted_cauchy_schwarz", one, f=step, g=ONE, w=ONE)
    ends = p.apply("telescope")
    count = p.apply("sum_const")
    D, S = f(hi + 1) - f(lo), Sum(lambda i: step(i) ** 2, lo, hi)
    p.qed(p.have(D**2 <= (hi - lo + 1) * S, square, (count, S), (ends, D + total(step))))


@chapter.usable(trigger=Sum(lambda i: f(i) * g(i), lo, hi))
@chapter.theorem
def abel(p: Proof) -> None:
    """g_{i+1} <= g_i in lo..hi − 1, 0 <= g_hi, c <= Σ_lo^i f for all i in range, lo <= hi ⊢ c g_lo <= Σ f g (Abel)."""
    p.given(falls=every(lambda i: g(i + 1) <= g(i), lo, hi - 1), last=0 <= g(hi), some=lo <= hi)
    p.given(sums=every(lambda i: r <= total(f, lo, i), lo, hi), low=lo <= k, high=k <= hi - 1)
    here = p.specialize("sums", k, using=[p.have(k <= hi, "high")])
    step = p.specialize("falls", k)
    each = p.have(r * (g(k) - g(k + 1)) <= (g(k) - g(k + 1)) * total(f, lo, k), (step, here))
    up = p.apply(
        "sum_le",
        each,
        f=fun(lambda i: r * (g(i) - g(i + 1))),
        g=fun(lambda i: (g(i) - g(i + 1)) * total(f, lo, i)),
        hi=hi - 1,
    )
    end = p.specialize("sums", hi)
    telescope = p.apply("telescope", f=g, hi=hi - 1)
    parts = p.apply("sum_by_parts")
    p.qed(p.have(r * g(lo) <= Sum(lambda i: f(i) * g(i), lo, hi), parts, up, (telescope, r), ("last", end)))


@chapter.usable(trigger=Sum(lambda i: f(i) * g(i), lo, hi))
@chapter.theorem
def abel_from_above(p: Proof) -> None:
    """g_{i+1} <= g_i in lo..hi − 1, 0 <= g_hi, Σ_lo^i f <= c for all i in range, lo <= hi ⊢ Σ f g <= c g_lo (Abel)."""
    p.given(falls=every(lambda i: g(i + 1) <= g(i), lo, hi - 1), last=0 <= g(hi), some=lo <= hi)
    p.given(sums=every(lambda i: total(f, lo, i) <= r, lo, hi), low=lo <= k, high=k <= hi)
    below = p.have(-r <= Sum(lambda i: -f(i), lo, k), p.specialize("sums", k))
    p.qed(
        p.have(
            Sum(lambda i: f(i) * g(i), lo, hi) <= r * g(lo),
            p.apply("abel", below, f=fun(lambda i: -f(i)), r=-r),
        )
    )


@chapter.usable
@chapter.theorem
def majorised_squares(p: Proof) -> None:
    """g_{i+1} <= g_i in lo..hi − 1, Σ_lo^i g <= Σ_lo^i f in range, Σ f = Σ g, lo <= hi ⊢ Σ g² <= Σ f² (Karamata)."""
    p.given(falls=every(lambda i: g(i + 1) <= g(i), lo, hi - 1), some=lo <= hi, equal=Eq(total(f), total(g)))
    p.given(sums=every(lambda i: total(g, lo, i) <= total(f, lo, i), lo, hi), low=lo <= k, high=k <= hi - 1)
    gap = fun(lambda i: f(i) - g(i))
    here = p.specialize("sums", k, using=[p.have(k <= hi, "high")])
    products = fun(lambda k: (g(k) - g(k + 1)) * total(gap, lo, k))
    order = p.have(0 <= g(k) - g(k + 1), p.specialize("falls", k))
    each = p.have(0 <= products(k), (order, p.have(0 <= total(gap, lo, k), here)))
    up = p.apply("sum_nonneg", each, f=products, hi=hi - 1)
    parts = p.apply("sum_by_parts", f=gap)
    squares = p.apply("sum_nonneg", p.apply("square_nonneg", x=gap(i)), f=fun(lambda i: gap(i) ** 2))
    goal = Sum(lambda i: g(i) ** 2, lo, hi) <= Sum(lambda i: f(i) ** 2, lo, hi)
    p.qed(p.have(goal, up, parts, squares, ("equal", g(hi))))


@chapter.usable(trigger=(Sum(lambda i: f(i) ** 2, lo, hi), Sum(lambda i: (f(i) - f(i - 1)) ** 2, lo, hi)))
@chapter.theorem
def poincare(p: Proof) -> None:
    """f_{lo−1} = 0, lo <= hi ⊢ 2 Σ f² <= N (N + 1) Σ (f_i − f_{i−1})² for N members (Poincaré)."""
    p.given(zero=Eq(f(lo - 1), 0), some=lo <= hi, low=lo <= k, high=k <= hi)
    step = fun(lambda i: (f(i) - f(i - 1)) ** 2)
    N, S = hi - lo + 1, total(step)
    square = p.apply("square_nonneg", x=f(i) - f(i - 1))
    part = p.apply("part_le", square, f=step, j=lo, m=k)
    path = p.apply("square_of_path", f=fun(lambda i: f(i - 1)), hi=k)
    count = p.have(0 <= k - lo + 1, "low")
    each = p.have(
        f(k) ** 2 <= (k - lo + 1) * S,
        path,
        (part, count),
        ("zero", f(k)),
        ("zero", f(k) - f(lo - 1)),
    )
    up = p.apply("sum_le", each, f=fun(lambda i: f(i) ** 2), g=fun(lambda i: (i - lo + 1) * S))
    counts = p.apply("telescope", f=fun(lambda i: (i - lo) * (i - lo + 1)))
    p.qed(p.have(2 * Sum(lambda i: f(i) ** 2, lo, hi) <= N * (N + 1) * S, up, (counts, S)))


@chapter.usable(trigger=(Sum(lambda i: f(i) ** 2, lo, hi), Sum(lambda i: (f(i + 1) - f(i)) ** 2, lo, hi)))
@chapter.theorem
def poincare_from_last(p: Proof) -> None:
    """f_{hi+1} = 0, lo <= hi ⊢ 2 Σ f² <= N (N + 1) Σ (f_{i+1} − f_i)² for N members (Poincaré)."""
    p.given(zero=Eq(f(hi + 1), 0), some=lo <= hi, low=lo <= k, high=k <= hi)
    step = fun(lambda i: (f(i + 1) - f(i)) ** 2)
    N, S = hi - lo + 1, total(step)
    square = p.apply("square_nonneg", x=f(i + 1) - f(i))
    part = p.apply("part_le", square, f=step, j=k, m=hi)
    path = p.apply("square_of_path", lo=k)
    count = p.have(0 <= hi - k + 1, "high")
    last = ("zero", f(hi + 1) - 2 * f(k))
    each = p.have(f(k) ** 2 <= (hi - k + 1) * S, path, (part, count), last)
    up = p.apply("sum_le", each, f=fun(lambda i: f(i) ** 2), g=fun(lambda i: (hi - i + 1) * S))
    counts = p.apply("telescope", f=fun(lambda i: -(hi - i + 1) * (hi - i + 2)))
    p.qed(p.have(2 * Sum(lambda i: f(i) ** 2, lo, hi) <= N * (N + 1) * S, up, (counts, S)))


@chapter.usable(trigger=(Sum(lambda i: f(i) ** 2, lo, hi), Sum(lambda i: (f(i) - f(i - 1)) ** 2, lo, hi)))
@chapter.theorem
def friedrichs(p: Proof) -> None:
    """f_{lo−1} = 0, lo <= hi ⊢ Σ f² <= N² Σ (f_i − f_{i−1})² for N members (Friedrichs)."""
    p.given(zero=Eq(f(lo - 1), 0), some=lo <= hi)
    N, S = hi - lo + 1, Sum(lambda i: (f(i) - f(i - 1)) ** 2, lo, hi)
    square = p.apply("square_nonneg", x=f(i) - f(i - 1))
    sign = p.apply("sum_nonneg", square, f=fun(lambda i: (f(i) - f(i - 1)) ** 2))
    count = p.have(0 <= N, "some"), p.have(0 <= N - 1, "some")
    goal = Sum(lambda i: f(i) ** 2, lo, hi) <= N**2 * S
    p.qed(p.have(goal, p.apply("poincare"), (*count, sign)))


def reverse_of_cauchy_schwarz(p: Proof, each: Fact, body: Term, r: Term, s: Term, t: Term, *signs: Fact) -> Fact:
    """Prove 4 r s A B <= t² C² from 0 <= body = w (t f g − r f² − s g²); A is Σ w f², B is Σ w g², C is Σ w f g."""
    A, B, C = weighted(f, f), weighted(g, g), weighted(f, g)
    sums = p.have(r * A + s * B <= t * C, p.apply("sum_nonneg", each, f=body))
    squares = []
    for name in (f, g):
        square = p.have(0 <= w(k) * name(k) ** 2, ("weight", p.apply("square_nonneg", x=name(k))))
        squares.append(p.apply("sum_nonneg", square, f=fun(lambda i, name=name: w(i) * name(i) ** 2)))
    left = p.have(0 <= r * A + s * B, *zip(signs, squares, strict=True))
    means = p.apply("square_nonneg", x=r * A - s * B)
    return p.have(4 * r * s * A * B <= t**2 * C**2, (sums, left), (sums, sums), means, label="out")


@chapter.usable
@chapter.theorem
def cassels(p: Proof) -> None:
    """0 <= w_i, a g_i <= f_i <= b g_i in range, 0 < a, 0 < b ⊢ 4 a b Σ w f² Σ w g² <= (a + b)² (Σ w f g)² (Cassels)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=0 < a, b=0 < b, low=lo <= k, high=k <= hi)
    p.given(least=every(lambda i: a * g(i) <= f(i), lo, hi), most=every(lambda i: f(i) <= b * g(i), lo, hi))
    p.specialize("weights", k, label="weight")
    body = fun(lambda i: w(i) * (f(i) - a * g(i)) * (b * g(i) - f(i)))
    each = p.have(0 <= body(k), ("weight", p.specialize("least", k), p.specialize("most", k)))
    signs = p.have(0 <= num(1)), p.have(0 <= a * b, ("a", "b"))
    p.qed(reverse_of_cauchy_schwarz(p, each, body, num(1), a * b, a + b, *signs))


@chapter.usable
@chapter.theorem
def polya_szego(p: Proof) -> None:
    """0 <= w_i, 0 < a <= f_i <= b, 0 < c <= g_i <= d ⊢ 4abcd Σ w f² Σ w g² <= (ac + bd)² (Σ w f g)² (Pólya, Szegő)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=0 < a, c=0 < c, low=lo <= k, high=k <= hi)
    p.given(f_low=every(lambda i: a <= f(i), lo, hi), f_high=every(lambda i: f(i) <= b, lo, hi))
    p.given(g_low=every(lambda i: c <= g(i), lo, hi), g_high=every(lambda i: g(i) <= d, lo, hi))
    p.specialize("weights", k, label="weight")
    above, below, over, under = (p.specialize(name, k) for name in ("f_low", "f_high", "g_low", "g_high"))
    b_pos, d_pos = p.have(0 < b, "a", above, below), p.have(0 < d, "c", over, under)
    first = p.have(0 <= d * f(k) - a * g(k), (above, d_pos), (under, "a"))
    second = p.have(0 <= b * g(k) - c * f(k), (below, "c"), (over, b_pos))
    body = fun(lambda i: w(i) * (d * f(i) - a * g(i)) * (b * g(i) - c * f(i)))
    each = p.have(0 <= body(k), ("weight", first, second))
    p.given(some=lo <= hi)
    ends = [p.specialize(name, lo) for name in ("f_low", "f_high", "g_low", "g_high")]
    p.have(0 < b, "a", *ends[:2], label="b")
    p.have(0 < d, "c", *ends[2:], label="d")
    signs = p.have(0 <= c * d, ("c", "d")), p.have(0 <= a * b, ("a", "b"))
    p.qed(reverse_of_cauchy_schwarz(p, each, body, c * d, a * b, a * c + b * d, *signs))


@chapter.usable
@chapter.theorem
def kantorovich(p: Proof) -> None:
    """0 <= w_i, 0 < a <= f_i <= b in range, lo <= hi ⊢ 4 a b Σ w f Σ w/f <= (a + b)² (Σ w)² (Kantorovich)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=0 < a, low=lo <= k, high=k <= hi, some=lo <= hi)
    p.given(least=every(lambda i: a <= f(i), lo, hi), most=every(lambda i: f(i) <= b, lo, hi))
    weight, above, below = (p.specialize(name, k) for name in ("weights", "least", "most"))
    positive = p.have(0 < f(k), "a", above)
    inverse = p.apply("inv_pos", positive)
    W, A, B = weighted(), weighted(f), Sum(lambda i: w(i) * inv(f(i)), lo, hi)
    body = fun(lambda i: w(i) * (a + b) - w(i) * f(i) - a * b * w(i) * inv(f(i)))
    each = p.rule("arith", 0 <= body(k), [(num(1), [weight, above, below, inverse])], [], [positive])
    sums = p.have(A + a * b * B <= (a + b) * W, p.apply("sum_nonneg", each, f=body))
    top = p.have(0 < b, "a", p.specialize("least", lo), p.specialize("most", lo))
    parts = fun(lambda i: w(i) * f(i)), fun(lambda i: w(i) * inv(f(i)))
    signs = p.have(0 <= parts[0](k), (weight, positive)), p.have(0 <= parts[1](k), (weight, inverse))
    one, other = (p.apply("sum_nonneg", s, f=body) for s, body in zip(signs, parts, strict=True))
    left = p.have(0 <= A + a * b * B, one, (p.have(0 <= a * b, ("a", top)), other))
    means = p.apply("square_nonneg", x=A - a * b * B)
    p.qed(p.have(4 * a * b * A * B <= (a + b) ** 2 * W**2, (sums, left), (sums, sums), means))


@chapter.usable
@chapter.theorem
def kantorovich_of_squares(p: Proof) -> None:
    """0 <= w_i, 0 < a <= f_i <= b in range, lo <= hi ⊢ 4 a² b² Σ w f² Σ w/f² <= (a² + b²)² (Σ w)² (Kantorovich)."""
    p.given(weights=every(lambda i: w(i) >= 0, lo, hi), a=0 < a, low=lo <= k, high=k <= hi, some=lo <= hi)
    p.given(least=every(lambda i: a <= f(i), lo, hi), most=every(lambda i: f(i) <= b, lo, hi))
    above, below = (p.specialize(name, k) for name in ("least", "most"))
    positive = p.have(0 < f(k), "a", above)
    small = p.have(a**2 <= f(k) ** 2, (above, "a"), (above, positive))
    large = p.have(f(k) ** 2 <= b**2, (below, positive), (below, p.have(0 < b, below, positive)))
    square = p.have(0 < a**2, ("a", "a"))
    p.qed(p.apply("kantorovich", square, small, large, f=fun(lambda i: f(i) ** 2), a=a**2, b=b**2))


@chapter.usable(trigger=(Sum(lambda i: abs(f(i) - f(i - 1)), lo, hi), f(m)))
@chapter.theorem
def path_through_member(p: Proof) -> None:
    """lo − 1 <= m <= hi ⊢ |2 f_m − f_{lo−1} − f_hi| <= Σ |f_i − f_{i−1}|."""
    p.given(low=lo - 1 <= m, high=m <= hi)
    before = fun(lambda i: f(i - 1))
    first = p.apply("path_ordered", f=before, hi=m, j=lo, m=m + 1)
    second = p.apply("path_ordered", f=before, lo=m + 1, hi=hi, j=m + 1, m=hi + 1)
    steps = fun(lambda i: abs(f(i) - f(i - 1)))
    split = p.apply("sum_split", f=steps, m=m)
    halves = []
    for s in (-1, 1):
        one = p.apply("abs_ge", x=s * (f(m) - f(lo - 1)))
        other = p.apply("abs_ge", x=-s * (f(hi) - f(m)))
        halves.append(p.have(s * (2 * f(m) - f(lo - 1) - f(hi)) <= total(steps), first, second, split, one, other))
    u = 2 * f(m) - f(lo - 1) - f(hi)
    p.qed(p.apply("abs_le", p.have(-total(steps) <= u, halves[0]), halves[1], x=u, u=total(steps)))


@chapter.usable(trigger=(Max(lambda i: abs(f(i) - g(i)), lo, hi)))
@chapter.theorem
def greatest_le_divergence(p: Proof) -> None:
    """Σ f = Σ g, 0 < f_i, 0 < g_i ⊢ 6 max |f − g|² <= (Σ f + 2 Σ g) (Σ f (log f − log g) − Σ f + Σ g)."""
    F, G, K, T = divergence()
    gap = fun(lambda i: abs(f(i) - g(i)))
    p.given(f=every(lambda i: f(i) > 0, lo, hi), g=every(lambda i: g(i) > 0, lo, hi), equal=Eq(F, G), some=lo <= hi)
    p.given(low=lo <= m, high=m <= hi)
    zero = p.have(Eq(Sum(lambda i: f(i) - g(i), lo, hi), 0), "equal")
    member = p.apply("member_of_zero_sum", zero, f=fun(lambda i: f(i) - g(i)))
    half = p.generalize(m, p.have(gap(m) <= T / 2, member), "low", "high")
    top = p.max_le(greatest(gap), T / 2, "some", half)
    first = p.have(
        0 <= greatest(gap),
        p.max_ge(greatest(gap), lo, p.side_condition(lo <= lo), "some"),
        p.apply("abs_nonneg", x=f(lo) - g(lo)),
    )
    size = p.have(0 <= T, top, first)
    p.qed(
        p.have(
            6 * greatest(gap) ** 2 <= (F + 2 * G) * (K - F + G),
            (top, first),
            (top, size),
            p.apply("pinsker"),
        )
    )


@chapter.usable
@chapter.theorem
def mahler(p: Proof) -> None:
    """0 < f_i, 0 < g_i in range, lo <= hi ⊢ (Π f)^(1/N) + (Π g)^(1/N) <= (Π (f + g))^(1/N) for N factors (Mahler)."""
    N = hi - lo + 1
    p.given(f=every(lambda i: f(i) > 0, lo, hi), g=every(lambda i: g(i) > 0, lo, hi), some=lo <= hi)
    p.given(low=lo <= k, high=k <= hi)
    number = p.have(0 < N, "some")
    inverse = p.apply("inv_pos", number, x=N)
    signs = {f: p.specialize("f", k), g: p.specialize("g", k)}
    both = fun(lambda i: f(i) + g(i))
    over = p.have(0 < both(k), *signs.values())
    count = p.apply("sum_const")

    def log_of(a: Term) -> Term:
        return log(Prod(lambda i: a(i), lo, hi))

    logs = {a: p.apply("log_prod", s, f=a) for a, s in (*signs.items(), (both, over))}
    halves = []
    for a, sign in signs.items():
        # the geometric mean of a/(f + g) is at most the arithmetic mean
        A = inv(N) * (log_of(a) - log_of(both))
        E = p.exp_pos(A)
        tangent = p.exp_ge(log(a(k)) - log(both(k)) - A)
        above, below = p.exp_log(sign), p.exp_log(over)
        share = fun(lambda i, a=a: a(i) * inv(both(i)))
        body = fun(lambda i, a=a, A=A: exp(A) * (1 + log(a(i)) - log(both(i)) - A))
        quotient = exp(log(a(k))) * exp(-log(both(k)))
        one = p.rule(
            "arith",
            Eq(quotient, share(k)),
            [(exp(-log(both(k))), [above]), (-share(k) * exp(-log(both(k))), [below])],
            [],
            [over],
        )
        each = p.rule("arith", body(k) <= share(k), [(num(1), [tangent, E]), (num(1), [one])], [], [])
        up = p.apply("sum_le", each, f=body, g=share)
        whole = p.rule("arith", Eq(N * A, log_of(a) - log_of(both)), [], [], [number])
        multiples = (logs[a], exp(A)), (logs[both], exp(A)), (count, exp(A)), (count, exp(A) * A), (whole, exp(A))
        halves.append(p.have(N * exp(A) <= total(share), up, *multiples))
    each = p.rule("arith", Eq(f(k) * inv(both(k)) + g(k) * inv(both(k)), 1), [], [], [over])
    ones = p.apply("sum_eq", each, f=fun(lambda i: f(i) * inv(both(i)) + g(i) * inv(both(i))), g=ONE)
    means = [exp(inv(N) * (log_of(a) - log_of(both))) for a in (f, g)]
    one = p.have(N * (means[0] + means[1]) <= N, *halves, ones, count)
    top = p.exp_pos(inv(N) * log_of(both))
    goal = exp(inv(N) * log_of(f)) + exp(inv(N) * log_of(g)) <= exp(inv(N) * log_of(both))
    p.qed(p.rule("arith", goal, [(num(1), [one, inverse, top])], [], [number]))


@chapter.theorem
def sum_le_increments(p: Proof) -> None:
    """f_i <= g_i − g_{i−1} for all i in range but lo, lo <= hi ⊢ Σ f <= f_lo + g_hi − g_lo."""
    p.given(each=every(lambda i: f(i) <= g(i) - g(i - 1), lo + 1, hi), some=lo <= hi)
    first = p.apply("sum_first")
    up = p.apply("sum_le", g=fun(lambda i: g(i) - g(i - 1)), lo=lo + 1)
    ends = p.apply("telescope", f=fun(lambda i: g(i - 1)), lo=lo + 1)
    p.qed(p.have(total(f) <= f(lo) + g(hi) - g(lo), first, up, ends))


@chapter.usable(rest=True)
@chapter.theorem
def harmonic_le(p: Proof) -> None:
    """1 <= lo <= hi ⊢ Σ 1/i <= 1/lo + log hi − log lo."""
    p.given(positive=1 <= lo, some=lo <= hi, low=lo + 1 <= k, high=k <= hi)
    signs = [p.have(x > 0, "positive", "low") for x in (k - 1, k)]
    tangent = p.apply("log_tangent", *signs, x=k - 1, u=k)
    step = p.have(inv(k) <= log(k) - log(k - 1), tangent, *signs)
    p.qed(p.apply("sum_le_increments", step, f=fun(inv), g=fun(log)))


@chapter.usable(rest=True)
@chapter.theorem
def inverse_roots_le(p: Proof) -> None:
    """1 <= lo <= hi ⊢ Σ 1/√i <= 1/√lo + 2 √hi − 2 √lo."""
    p.given(positive=1 <= lo, some=lo <= hi, low=lo + 1 <= k, high=k <= hi)
    r, s = sqrt(k), sqrt(k - 1)
    squares = [p.apply("sqrt_square", p.have(x >= 0, "positive", "low"), s=x) for x in (k, k - 1)]
    positive = p.apply("sqrt_positive", p.have(k > 0, "positive", "low"), s=k)
    inverse = p.apply("inv_pos", positive, x=r)
    gap = p.have(1 <= 2 * r**2 - 2 * r * s, p.apply("square_nonneg", x=r - s), *squares)
    step = p.rule("arith", inv(r) <= 2 * r - 2 * s, [(num(1), [gap, inverse])], [], [positive])
    p.qed(p.apply("sum_le_increments", step, f=fun(lambda i: inv(sqrt(i))), g=fun(lambda i: 2 * sqrt(i))))


@chapter.usable(rest=True)
@chapter.theorem
def inverse_squares_le(p: Proof) -> None:
    """1 <= lo <= hi ⊢ Σ 1/i² <= 1/lo² + 1/lo − 1/hi."""
    p.given(positive=1 <= lo, some=lo <= hi, low=lo + 1 <= k, high=k <= hi)
    signs = [p.have(x > 0, "positive", "low") for x in (k, k - 1)]
    one, other = [p.apply("inv_pos", sign) for sign in signs]
    gap = p.have(0 <= num(1))
    step = p.rule("arith", inv(k) ** 2 <= inv(k - 1) - inv(k), [(num(1), [one, one, other, gap])], [], signs)
    p.qed(p.apply("sum_le_increments", step, f=fun(lambda i: inv(i) ** 2), g=fun(lambda i: -inv(i))))
