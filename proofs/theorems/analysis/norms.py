"""Square roots, dot products and the Euclidean norm, for vectors of symbolic dimension d.

sqrt s is exp(log(s)/2), and 0 where s <= 0. A vector is a function of an index from 1 to d; ‖x‖ is sqrt(Σ x_t²), so
‖x − y‖ and ‖y − x‖ are one term.

Main statements: `sqrt_square`, `sqrt_unique`, `square_le`, `square_lt`, `cauchy_schwarz`, `norm_square`,
`norm_nonneg`, `dot_le`, `norm_triangle`, `norm_reverse`, `norm_scale`, `norm_sum`, `norm_average`, `norm_lt`,
`norm_below`, `abs_sum_le`, `inverse_size_nonneg`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("norms")
d, t, k, n = ints("d t k n")
x, y, w = vectors("x y w")
(h,) = vectors("h", 2)
r, s, u, c = reals("r s u c")


def sqrt(s: Term) -> Term:
    """Return the square root: exp(log(s)/2) for 0 < s, else 0."""
    return ite(num(0) < s, exp(log(s) / 2), 0)


def dot(x: Term, y: Term, d: Term = d) -> Term:
    """Σ x_t y_t."""
    return Sum(lambda t: x(t) * y(t), 1, d)


def norm(x: Term, d: Term = d) -> Term:
    """‖x‖, the square root of Σ x_t²."""
    return sqrt(dot(x, x, d))


def combination(w: Term, h: Term, n: Term) -> Term:
    """Return the vector Σ w_k h_k, with h_k = (h(1, k), h(2, k), …)."""
    return fun(lambda t: Sum(lambda k: w(k) * h(t, k), 1, n))


def column(h: Term, k: Term) -> Term:
    """Return the vector h_k = (h(1, k), h(2, k), …)."""
    return fun(lambda t: h(t, k))


chapter.notions.define(sqrt(s), (s,), "√({0})", r"\sqrt{{{0}}}")
chapter.notions.define(column(h, k), (h, k), "{0}_{1:f}", "{0}_{{{1}}}")
chapter.notions.define(dot(x, y), (x, y, d), "⟨{0}, {1}⟩", r"\langle {0}, {1} \rangle")
chapter.notions.define(norm(x, d), (x, d), "‖{0}‖", r"\lVert {0} \rVert")


# --- square roots ------------------------------------------------------------------------------------------


@chapter.theorem
def sqrt_zero(p: Proof) -> None:
    """s <= 0 ⊢ sqrt s = 0."""
    p.given(none=s <= 0)
    p.qed(p.ite_eq(sqrt(s), "none"))


@chapter.theorem
def sqrt_positive(p: Proof) -> None:
    """0 < s ⊢ 0 < sqrt s."""
    p.given(pos=s > 0)
    value = p.ite_eq(sqrt(s), "pos")
    p.qed(p.have(sqrt(s) > 0, value, exp(log(s) / 2)))


@chapter.theorem
def sqrt_nonneg(p: Proof) -> None:
    """0 <= sqrt s."""
    p.given(none=s <= 0, pos=s > 0)
    zero = p.apply("sqrt_zero")
    positive = p.apply("sqrt_positive")
    low, high = p.have(sqrt(s) >= 0, zero), p.have(sqrt(s) >= 0, positive)
    p.qed(p.cases(s, 0, low, high))


@chapter.theorem
def sqrt_square(p: Proof) -> None:
    """0 <= s ⊢ (sqrt s)² = s."""
    p.given(nonneg=s >= 0, none=s <= 0, pos=s > 0)
    zero = p.apply("sqrt_zero")
    same = p.antisymmetry("none", "nonneg")
    value = p.ite_eq(sqrt(s), "pos")
    whole = p.exp_log("pos")
    low = p.have(Eq(sqrt(s) * sqrt(s), s), zero, same)
    high = p.have(Eq(sqrt(s) * sqrt(s), s), value, whole)
    p.qed(p.cases(s, 0, low, high))


@chapter.theorem
def square_lt(p: Proof) -> None:
    """0 <= r, u² < r² ⊢ u < r."""
    false = p.have(FALSE, p.assume(u * u < r * r), (r <= u, p.assume(r >= 0)), (r <= u, p.assume(r <= u)))
    p.qed(p.cases(r, u, p.absurd(false, u < r), p.assume(u < r)))


@chapter.theorem
def square_le(p: Proof) -> None:
    """0 <= r, u² <= r² ⊢ u <= r."""
    false = p.have(FALSE, p.assume(u * u <= r * r), (r < u, p.assume(r >= 0)), (r < u, p.assume(r < u)))
    p.qed(p.cases(u, r, p.assume(u <= r), p.absurd(false, u <= r)))


@chapter.theorem
def sqrt_unique(p: Proof) -> None:
    """0 <= r ⊢ sqrt(r²) = r."""
    p.given(nonneg=r >= 0)
    p.apply("square_nonneg", x=r, label="own")
    p.apply("sqrt_square", s=r * r, label="square")
    p.apply("sqrt_nonneg", s=r * r, label="root")
    below = p.apply("square_le", u=sqrt(r * r))
    above = p.apply("square_le", r=sqrt(r * r), u=r)
    p.qed(p.antisymmetry(below, above), Eq(sqrt(r * r), r))


@chapter.theorem
def sqrt_le(p: Proof) -> None:
    """s <= u ⊢ sqrt s <= sqrt u."""
    p.given(order=s <= u, none=s <= 0, pos=s > 0)
    p.apply("sqrt_zero", label="zero")
    p.apply("sqrt_nonneg", s=u, label="root")
    p.apply("sqrt_square", label="here")
    p.apply("sqrt_square", s=u, label="there")
    high = p.apply("square_le", r=sqrt(u), u=sqrt(s))
    p.qed(p.cases(s, 0, p.have(sqrt(s) <= sqrt(u), "zero", "root"), high))


@chapter.theorem
def sqrt_lt(p: Proof) -> None:
    """0 <= s < u ⊢ sqrt s < sqrt u."""
    p.given(nonneg=s >= 0, order=s < u)
    p.apply("sqrt_nonneg", s=u, label="root")
    p.apply("sqrt_square", label="here")
    p.apply("sqrt_square", s=u, label="there")
    p.qed(p.apply("square_lt", r=sqrt(u), u=sqrt(s)), sqrt(s) < sqrt(u))


@chapter.theorem
def abs_mul(p: Proof) -> None:
    """|u r| = |u| |r|."""
    p.apply("abs_square", label="u_size")
    p.apply("abs_square", u=r, label="r_size")
    p.apply("abs_square", u=u * r, label="size")
    u_nonneg = p.apply("abs_nonneg", x=u)
    r_nonneg = p.apply("abs_nonneg", x=r)
    p.apply("abs_nonneg", x=u * r, label="nonneg")
    whole, parts = abs(u * r), abs(u) * abs(r)
    p.have(parts >= 0, (u_nonneg, r_nonneg), label="parts_nonneg")
    below = p.apply("square_le", r=parts, u=whole)
    above = p.apply("square_le", r=whole, u=parts)
    p.qed(p.antisymmetry(below, above), Eq(abs(u * r), abs(u) * abs(r)))


# --- dot products ------------------------------------------------------------------------------------------


@chapter.theorem
def dot_self_nonneg(p: Proof) -> None:
    """0 <= Σ x_t²."""
    square = p.apply("square_nonneg", x=x(t))
    p.generalize(t, square, t >= 1, t <= d, label="terms")
    p.qed(p.apply("sum_nonneg", f=fun(lambda t: x(t) * x(t)), lo=1, hi=d), dot(x, x) >= 0)


@chapter.theorem
def norm_zero(p: Proof) -> None:
    """x_t = 0 for all t in range ⊢ ‖x‖ = 0."""
    p.given(terms=every(lambda t: Eq(x(t), 0), 1, d), low=t >= 1, high=t <= d)
    term = p.specialize("terms", t)
    squares = p.have(Eq(x(t) * x(t), 0), term)
    p.apply("sum_eq", squares, label="sum")
    p.qed(p.apply("sqrt_zero", s=dot(x, x)), Eq(norm(x), 0))


def moved_square(p: Proof, label: str, factor: Term) -> Fact:
    """0 <= Σ (x_t − factor · y_t)², expanded."""
    return p.apply("norms.dot_self_nonneg", x=fun(lambda t: x(t) - factor * y(t)), label=label)


@chapter.theorem
def cauchy_schwarz_at_positive(p: Proof) -> None:
    """0 < Σ y² ⊢ (Σ x y)² <= Σ x² Σ y²: Σ (x − u y)² >= 0 at u = Σ x y / Σ y²."""
    p.given(pos=dot(y, y) > 0)
    moved_square(p, "square", dot(x, y) / dot(y, y))
    p.qed(p.have(dot(x, y) * dot(x, y) <= dot(x, x) * dot(y, y), ("square", "pos")))


@chapter.theorem
def cauchy_schwarz(p: Proof) -> None:
    """(Σ x y)² <= Σ x² Σ y²."""
    claim = dot(x, y) * dot(x, y) <= dot(x, x) * dot(y, y)
    p.given(y_pos=dot(y, y) > 0, y_none=dot(y, y) <= 0, x_pos=dot(x, x) > 0, x_none=dot(x, x) <= 0)
    by_y = p.apply("cauchy_schwarz_at_positive")
    by_x = p.apply("cauchy_schwarz_at_positive", x=y, y=x)
    moved_square(p, "plus", num(1))
    moved_square(p, "minus", num(-1))
    below = p.have(dot(x, y) <= 0, "plus", "x_none", "y_none")
    above = p.have(0 <= dot(x, y), "minus", "x_none", "y_none")
    zero = p.antisymmetry(below, above)
    for name, v in (("xx", x), ("yy", y)):
        p.apply("dot_self_nonneg", x=v, label=name)
    both = p.have(claim, zero, ("xx", "yy"))
    low = p.cases(dot(x, x), 0, both, p.have(claim, by_x))
    p.qed(p.cases(dot(y, y), 0, low, by_y))


# --- the norm ----------------------------------------------------------------------------------------------


@chapter.theorem
def norm_nonneg(p: Proof) -> None:
    """0 <= ‖x‖."""
    p.qed(p.apply("sqrt_nonneg", s=dot(x, x)), norm(x) >= 0)


@chapter.theorem
def norm_square(p: Proof) -> None:
    """‖x‖² = Σ x_t²."""
    p.apply("dot_self_nonneg", label="nonneg")
    p.qed(p.apply("sqrt_square", s=dot(x, x)), Eq(norm(x) * norm(x), dot(x, x)))


@chapter.theorem
def norm_lt(p: Proof) -> None:
    """0 <= r, Σ x_t² < r² ⊢ ‖x‖ < r."""
    p.given(nonneg=r >= 0, less=dot(x, x) < r * r)
    p.apply("norm_square", label="square")
    p.qed(p.apply("square_lt", u=norm(x)), norm(x) < r)


@chapter.theorem
def norm_below(p: Proof) -> None:
    """‖x‖ < r ⊢ Σ x_t² < r²."""
    square = p.apply("norm_square")
    nonneg = p.apply("norm_nonneg")
    p.qed(p.have(dot(x, x) < r * r, square, (norm(x) < r, norm(x) < r), (p.assume(norm(x) < r), nonneg)))


@chapter.theorem
def norm_same(p: Proof) -> None:
    """x_t = y_t for all t in range ⊢ ‖x‖ = ‖y‖."""
    p.given(terms=every(lambda t: Eq(x(t), y(t)), 1, d), low=t >= 1, high=t <= d)
    term = p.specialize("terms", t)
    squares = p.congr(lambda z: z * z, term)
    sum_ = p.apply("sum_eq", squares)
    p.qed(p.congr(sqrt, sum_), Eq(norm(x), norm(y)))


@chapter.theorem
def dot_le(p: Proof) -> None:
    """|Σ x_t y_t| <= ‖x‖ ‖y‖ (Cauchy-Schwarz)."""
    p.apply("cauchy_schwarz", label="squares")
    p.apply("abs_square", u=dot(x, y), label="size")
    for name, v in (("x", x), ("y", y)):
        p.apply("norm_square", x=v, label=f"{name}_square")
        p.apply("norm_nonneg", x=v, label=f"{name}_nonneg")
    whole, parts = abs(dot(x, y)), norm(x) * norm(y)
    p.have(parts >= 0, ("x_nonneg", "y_nonneg"), label="parts_nonneg")
    p.qed(p.apply("square_le", r=parts, u=whole), whole <= parts)


@chapter.theorem
def norm_triangle(p: Proof) -> None:
    """‖x + y‖ <= ‖x‖ + ‖y‖."""
    total = fun(lambda t: x(t) + y(t))
    p.apply("dot_le", label="dot")
    p.apply("abs_ge", x=dot(x, y), label="up")
    for name, v in (("x", x), ("y", y), ("total", total)):
        p.apply("norm_square", x=v, label=f"{name}_square")
        p.apply("norm_nonneg", x=v, label=f"{name}_nonneg")
    bound = norm(x) + norm(y)
    p.qed(p.apply("square_le", r=bound, u=norm(total)), norm(total) <= bound)


@chapter.theorem
def norm_triangle_minus(p: Proof) -> None:
    """‖x − y‖ <= ‖x‖ + ‖y‖."""
    out = p.apply("norm_triangle", y=fun(lambda t: -y(t)))
    p.qed(out, norm(fun(lambda t: x(t) - y(t))) <= norm(x) + norm(y))


@chapter.theorem
def norm_reverse(p: Proof) -> None:
    """‖x‖ − ‖y‖ <= ‖x + y‖."""
    whole = p.apply("norm_triangle_minus", x=fun(lambda t: x(t) + y(t)))
    p.qed(p.have(norm(x) - norm(y) <= norm(fun(lambda t: x(t) + y(t))), whole))


@chapter.theorem
def norm_scale(p: Proof) -> None:
    """‖c x‖ = |c| ‖x‖."""
    scaled = fun(lambda t: c * x(t))
    x_square = p.apply("norm_square")
    x_nonneg = p.apply("norm_nonneg")
    c_square = p.apply("abs_square", u=c)
    c_nonneg = p.apply("abs_nonneg", x=c)
    value = abs(c) * norm(x)
    p.have(value >= 0, (c_nonneg, x_nonneg), label="value_nonneg")
    same = p.have(Eq(value * value, dot(scaled, scaled)), (c_square, norm(x) ** 2), (x_square, c * c))
    root = p.congr(sqrt, same)
    unique = p.apply("sqrt_unique", r=value)
    p.qed(p.have(Eq(norm(scaled), value), root, unique))


@chapter.theorem
def norm_sum(p: Proof) -> None:
    """‖Σ_k h_k‖ <= Σ_k ‖h_k‖."""

    def partial(m: Term) -> Term:
        return fun(lambda t: Sum(lambda k: h(t, k), 1, m))

    def claim(m: Term) -> Term:
        return norm(partial(m)) <= Sum(lambda k: norm(column(h, k)), 1, m)

    p.given(low=k >= 0, so_far=claim(k), proper=n >= 0, improper=n < 0, t_low=t >= 1, t_high=t <= d)

    def empty(m: Term, label: str, none: Fact) -> None:
        p.big_empty(partial(m)(t), none, label=f"{label}_entry")
        p.generalize(t, f"{label}_entry", "t_low", "t_high", label=f"{label}_entries")
        p.apply("norm_zero", f"{label}_entries", label=f"{label}_norm")
        p.big_empty(claim(m).args[1], none, label=f"{label}_sum")
        p.have(claim(m), f"{label}_norm", f"{label}_sum", label=label)

    empty(num(0), "base", p.have(num(0) < 1))
    empty(n, "trivially", p.have(n < 1, "improper"))
    longer = partial(k + 1)
    split = fun(lambda t: partial(k)(t) + h(t, k + 1))
    entry = p.big_step(longer(t), "low")
    entries = p.have(Eq(longer(t), split(t)), entry)
    same = p.apply("norm_same", entries, x=longer, y=split)
    triangle = p.apply("norm_triangle", x=partial(k), y=column(h, k + 1))
    last = p.big_step(claim(k + 1).args[1], "low")
    step = p.have(claim(k + 1), same, triangle, last, "so_far")
    all_ = p.induct(claim, 0, k, "base", step)
    claimed = p.specialize(all_, n)
    p.qed(p.cases(0, n, claimed, "trivially"), claim(n))


@chapter.theorem
def norm_average(p: Proof) -> None:
    """0 <= w_k, Σ w_k = 1, ‖h_k‖ <= u for all k in range ⊢ ‖Σ w_k h_k‖ <= u."""
    weighted = fun(lambda t, k: w(k) * h(t, k), 2)
    p.given(norms=every(lambda k: norm(column(h, k)) <= u, 1, n), low=k >= 1, high=k <= n)
    sum_ = p.apply("norm_sum", h=weighted)
    weight = p.specialize(p.assume(every(lambda k: w(k) >= 0, 1, n)), k)
    p.specialize("norms", k, label="norm")
    scaled = p.apply("norm_scale", c=w(k), x=column(h, k))
    size = p.abs_value(w(k), weight)
    term = p.have(norm(column(weighted, k)) <= u * w(k), scaled, (size, norm(column(h, k))), (weight, "norm"))
    bound = p.apply("sum_le", term)
    p.qed(p.have(norm(combination(w, h, n)) <= u, sum_, bound, (p.assume(Eq(Sum(lambda k: w(k), 1, n), 1)), u)))


@chapter.theorem
def abs_sum_le(p: Proof) -> None:
    """|f_i| <= g_i for all i in range ⊢ |Σ f| <= Σ g."""
    lo, hi = ints("lo hi")
    f, g = vectors("f g")
    p.given(terms=every(lambda i: abs(f(i)) <= g(i), lo, hi), low=lo <= k, high=k <= hi)
    term = p.specialize("terms", k)
    up = p.apply("abs_ge", x=f(k))
    down = p.apply("abs_ge", x=-f(k))
    p.generalize(k, p.have(f(k) <= g(k), term, up), label="above")
    p.generalize(k, p.have(-f(k) <= g(k), term, down), label="below")
    p.apply("sum_le", label="sum_above")
    p.apply("sum_le", f=fun(lambda i: -f(i)), label="sum_below")
    total, bound = Sum(lambda i: f(i), lo, hi), Sum(lambda i: g(i), lo, hi)
    p.qed(p.apply("abs_le", x=total, u=bound))


@chapter.claim(given=[], shows=0 <= inv(abs(u)))
def inverse_size_nonneg(p: Proof) -> Fact:
    """If the size is 0, its inverse is 0 by convention."""

    def at(order: Fact) -> Fact:
        size = p.abs_value(u, p.have(u <= 0 if order.concl.args[0] is u else 0 <= u, order))
        if order.concl.op == "eq":
            return p.have(p.goal, p.congr(inv, p.have(Eq(abs(u), 0), size, order)))
        positive = p.have(0 < abs(u), size, order)
        return p.have(p.goal, p.apply("inv_pos", positive, x=abs(u)))

    return p.note("out", p.trichotomy(u, 0, at))
