"""sin, cos, atan and π = 4 atan 1, from their derivatives and their values at 0.

A function with derivative 0 is constant, and one with a derivative >= 0 is nondecreasing. The addition formulas,
Taylor's bounds and the fact that atan is inverse to tan follow, and from these the values of sin and cos at π.

Main statements: `pythagoras`, `sin_add`, `cos_add`, `sin_le`, `cos_ge`, `sin_ge_cubic`, `tan_atan`, `atan_tan`,
`sin_pi`, `sin_sixth`, `cos_sixth`, `sin_periodic`, `sin_pos`, `cos_pos`.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("trigonometry")
x, y, t = reals("x y t")
k, m = ints("k m")
Function = Callable[[Term], Term]
Using = Callable[[Term, Term], tuple[Named, ...]]
LEAF = ["leaf", 64]


# --- functions that rise, and those that are constant


def rise(
    p: Proof, f: Function, slope: Function, low: Term, high: Term, order: Fact, sign: Named, *using: Named
) -> Fact:
    """f(low) <= f(high), or <, as `sign` has it: 0 <= slope(t) for low < t < high.

    `order` is low < high; what `using` says of t makes f differentiable with that slope for low <= t <= high.
    """
    positive = p.get(sign).concl.op == "lt"
    has = p.derivative(lambda t: -f(t), t, -slope(t), *using)
    has = p.generalize(t, has, low <= t, t <= high)
    below = -slope(t) < 0 if positive else -slope(t) <= 0
    bound = p.generalize(t, p.have(below, sign), low < t, t < high)
    made = p.rule("mean_value", zero_of(lambda t: -f(t)), zero_of(lambda t: -slope(t)), low, high, order, has, bound)
    return p.have(f(low) < f(high) if positive else f(low) <= f(high), made)


def grows(
    p: Proof, label: str | None, f: Function, slope: Function, low: Term, high: Term, sign: Named, *using: Named
) -> Fact:
    """Prove f(low) <= f(high) from a known low <= high, as in `rise`."""
    return weakly(p, f, low, high, rise(p, f, slope, low, high, p.assume(low < high), sign, *using), label)


def weakly(p: Proof, f: Function, low: Term, high: Term, apart: Fact, label: str | None = None) -> Fact:
    """Prove f(low) <= f(high) from a known low <= high, and from the facts that hold if low < high."""
    same = p.antisymmetry(p.side_condition(low <= high), p.assume(high <= low))
    met = p.have(f(low) <= f(high), p.congr(f, same))
    return p.cases(high, low, met, p.have(met.concl, apart), label=label)


def nothing(_low: Term, _high: Term) -> tuple[Named, ...]:
    """A step that needs no facts about t."""
    return ()


def constant(p: Proof, label: str | None, f: Function, at: Term, to: Term, using: Using = nothing) -> Fact:
    """Prove f(at) = f(to) from facts that show, for low <= t <= high, that the derivative of f is 0."""

    def ordered(low: Term, high: Term, order: Fact) -> Fact:
        zero, here = p.have(0 <= num(0)), using(low, high)
        up = rise(p, f, lambda t: num(0), low, high, order, zero, *here)
        down = rise(p, lambda t: -f(t), lambda t: num(0), low, high, order, zero, *here)
        both = p.antisymmetry(up, p.have(f(high) <= f(low), down))
        return p.have(Eq(f(at), f(to)), both)

    def prove(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return p.congr(f, case)
        low, high = case.concl.args
        return ordered(low, high, case)

    return p.trichotomy(at, to, prove, label=label)


def computed(p: Proof, label: str | None, goal: Term) -> Fact:
    """Derive the goal from the value of a constant."""
    return p.rule("compute", goal, [], LEAF, label=label)


@chapter.theorem
def sin_zero(p: Proof) -> None:
    """sin 0 = 0."""
    p.qed(computed(p, "out", Eq(sin(num(0)), 0)))


@chapter.theorem
def cos_zero(p: Proof) -> None:
    """cos 0 = 1."""
    p.qed(computed(p, "out", Eq(cos(num(0)), 1)))


@chapter.theorem
def atan_zero(p: Proof) -> None:
    """atan 0 = 0."""
    p.qed(computed(p, "out", Eq(atan(num(0)), 0)))


@chapter.theorem
def pythagoras(p: Proof) -> None:
    """sin² x + cos² x = 1."""
    constant(p, "same", lambda t: sin(t) ** 2 + cos(t) ** 2, x, num(0))
    p.apply("sin_zero", label="sin")
    p.apply("cos_zero", label="cos")
    p.qed(p.have(Eq(sin(x) ** 2 + cos(x) ** 2, 1), "same", "cos", ("sin", sin(num(0)))))


# --- between −1 and 1


def at_most_one(p: Proof, u: Term, v: Term, goal: Term) -> None:
    """Prove the goal u <= 1 from u² + v² = 1."""
    p.given(high=1 < u, low=u <= 1)
    one = p.apply("pythagoras")
    square = p.apply("square_nonneg", x=v)
    false = p.have(FALSE, one, square, "high", ("high", "high"))
    no = p.absurd(false, u <= 1)
    p.qed(p.cases(u, 1, "low", no, label="out"), goal)


@chapter.theorem
def sin_high(p: Proof) -> None:
    """sin x <= 1."""
    at_most_one(p, sin(x), cos(x), sin(x) <= 1)


@chapter.theorem
def cos_high(p: Proof) -> None:
    """cos x <= 1."""
    at_most_one(p, cos(x), sin(x), cos(x) <= 1)


@chapter.theorem
def sin_low(p: Proof) -> None:
    """−1 <= sin x."""
    at_most_one(p, -sin(x), cos(x), -1 <= sin(x))


@chapter.theorem
def cos_low(p: Proof) -> None:
    """−1 <= cos x."""
    at_most_one(p, -cos(x), sin(x), -1 <= cos(x))


# --- addition


def wrong_by(x: Term, y: Term) -> tuple[Term, Term]:
    """The amount by which the addition formulas fail."""
    return sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y), cos(x + y) - cos(x) * cos(y) + sin(x) * sin(y)


@chapter.theorem
def squares_zero(p: Proof) -> None:
    """x² + y² = 0 ⊢ x = 0."""
    p.given(zero=Eq(x**2 + y**2, 0), up=0 < x, down=x < 0, not_up=x <= 0, not_down=0 <= x)
    square = p.apply("square_nonneg", x=y)
    no_up = p.have(FALSE, "zero", square, ("up", "up"))
    no_down = p.have(FALSE, "zero", square, ("down", "down"))
    low = p.absurd(no_up, x <= 0)
    high = p.absurd(no_down, 0 <= x)
    most = p.cases(x, 0, "not_up", low)
    least = p.cases(0, x, "not_down", high)
    p.qed(p.antisymmetry(most, least))


@chapter.theorem
def add_squares(p: Proof) -> None:
    """The addition formulas fail by u and v; u² + v² is constant in x, and it is 0 at x = 0."""

    def total(t: Term) -> Term:
        u, v = wrong_by(t, y)
        return u**2 + v**2

    constant(p, "same", total, x, num(0))
    p.apply("sin_zero", label="sin")
    p.apply("cos_zero", label="cos")
    u, v = wrong_by(num(0), y)
    p.have(Eq(u, 0), ("sin", cos(y)), ("cos", sin(y)), label="u")
    p.have(Eq(v, 0), ("sin", sin(y)), ("cos", cos(y)), label="v")
    p.qed(p.have(Eq(total(x), 0), "same", ("u", u), ("v", v)))


@chapter.theorem
def sin_add(p: Proof) -> None:
    """sin(x + y) = sin x cos y + cos x sin y."""
    u, v = wrong_by(x, y)
    p.apply("add_squares", label="zero")
    none = p.apply("squares_zero", x=u, y=v)
    p.qed(p.have(Eq(sin(x + y), sin(x) * cos(y) + cos(x) * sin(y)), none))


@chapter.theorem
def cos_add(p: Proof) -> None:
    """cos(x + y) = cos x cos y − sin x sin y."""
    u, v = wrong_by(x, y)
    p.apply("add_squares", label="zero")
    none = p.apply("squares_zero", x=v, y=u)
    p.qed(p.have(Eq(cos(x + y), cos(x) * cos(y) - sin(x) * sin(y)), none))


def reflected(x: Term) -> tuple[Term, Term]:
    """A sum that is 0 because sin is odd and cos is even."""
    return sin(-x) + sin(x), cos(-x) - cos(x)


@chapter.theorem
def neg_squares(p: Proof) -> None:
    """(sin(−x) + sin x)² + (cos(−x) − cos x)² = 0."""
    u, v = reflected(x)
    constant(p, "same", lambda t: reflected(t)[0] ** 2 + reflected(t)[1] ** 2, x, num(0))
    p.apply("sin_zero", label="sin")
    p.qed(p.have(Eq(u**2 + v**2, 0), "same", ("sin", 4 * sin(num(0)))))


@chapter.theorem
def sin_neg(p: Proof) -> None:
    """sin(−x) = −sin x."""
    u, v = reflected(x)
    p.apply("neg_squares", label="zero")
    none = p.apply("squares_zero", x=u, y=v)
    p.qed(p.have(Eq(sin(-x), -sin(x)), none))


@chapter.theorem
def cos_neg(p: Proof) -> None:
    """cos(−x) = cos x."""
    u, v = reflected(x)
    p.apply("neg_squares", label="zero")
    none = p.apply("squares_zero", x=v, y=u)
    p.qed(p.have(Eq(cos(-x), cos(x)), none))


@chapter.theorem
def sin_sub(p: Proof) -> None:
    """sin(x − y) = sin x cos y − cos x sin y."""
    sum_ = p.apply("sin_add", y=-y)
    p.apply("sin_neg", x=y, label="sin")
    p.apply("cos_neg", x=y, label="cos")
    p.qed(p.have(Eq(sin(x - y), sin(x) * cos(y) - cos(x) * sin(y)), sum_, ("sin", cos(x)), ("cos", sin(x))))


@chapter.theorem
def cos_sub(p: Proof) -> None:
    """cos(x − y) = cos x cos y + sin x sin y."""
    sum_ = p.apply("cos_add", y=-y)
    p.apply("sin_neg", x=y, label="sin")
    p.apply("cos_neg", x=y, label="cos")
    p.qed(p.have(Eq(cos(x - y), cos(x) * cos(y) + sin(x) * sin(y)), sum_, ("sin", sin(x)), ("cos", cos(x))))


@chapter.theorem
def sin_double(p: Proof) -> None:
    """sin 2x = 2 sin x cos x."""
    sum_ = p.apply("sin_add", y=x)
    p.qed(p.have(Eq(sin(2 * x), 2 * sin(x) * cos(x)), sum_))


@chapter.theorem
def cos_double(p: Proof) -> None:
    """cos 2x = 1 − 2 sin² x."""
    sum_ = p.apply("cos_add", y=x)
    one = p.apply("pythagoras")
    p.qed(p.have(Eq(cos(2 * x), 1 - 2 * sin(x) ** 2), sum_, one))


# --- Taylor's bounds: each is the one before it, integrated


def from_zero(p: Proof, f: Function, slope: Function, value: str, label: str | None = "grows") -> Fact:
    """f(0) <= f(x) for 0 <= x, where the slope at t is at least 0 by the theorem `value`."""
    p.given(start=0 < t, pos=0 <= x)
    bound = p.apply(value, x=t)
    p.have(0 <= slope(t), bound, label="sign")
    return grows(p, label, f, slope, num(0), x, "sign")


@chapter.theorem
def sin_le(p: Proof) -> None:
    """0 <= x ⊢ sin x <= x."""
    from_zero(p, lambda t: t - sin(t), lambda t: 1 - cos(t), "cos_high")
    p.apply("sin_zero", label="sin")
    p.qed(p.have(sin(x) <= x, "grows", "sin"))


@chapter.theorem
def cos_ge(p: Proof) -> None:
    """1 − x²/2 <= cos x."""
    from_zero(p, lambda t: cos(t) + t**2 / 2, lambda t: t - sin(t), "sin_le")
    p.apply("cos_zero", label="cos")
    p.have(1 - x**2 / 2 <= cos(x), "grows", "cos", label="right")
    p.qed(mirrored(p))


def mirrored(p: Proof) -> Fact:
    """Prove a relation of cos x and even powers of x for all x, from the same for 0 <= x, which is "right"."""
    there = p.get("right")
    p.given(neg=x < 0)
    left = p.apply(there, x=-x)
    even = p.apply("cos_neg")
    low = p.have(there.concl, left, even)
    return p.cases(0, x, there, low, label="out")


@chapter.theorem
def sin_ge_cubic(p: Proof) -> None:
    """0 <= x ⊢ x − x³/6 <= sin x."""
    from_zero(p, lambda t: sin(t) - t + t**3 / 6, lambda t: cos(t) - 1 + t**2 / 2, "cos_ge")
    p.apply("sin_zero", label="sin")
    p.qed(p.have(x - x**3 / 6 <= sin(x), "grows", "sin"))


@chapter.theorem
def cos_le_quartic(p: Proof) -> None:
    """cos x <= 1 − x²/2 + x⁴/24."""
    from_zero(p, lambda t: t**4 / 24 - t**2 / 2 - cos(t), lambda t: t**3 / 6 - t + sin(t), "sin_ge_cubic")
    p.apply("cos_zero", label="cos")
    p.have(cos(x) <= 1 - x**2 / 2 + x**4 / 24, "grows", "cos", label="right")
    p.qed(mirrored(p))


@chapter.theorem
def sin_le_quintic(p: Proof) -> None:
    """0 <= x ⊢ sin x <= x − x³/6 + x⁵/120."""
    from_zero(
        p, lambda t: t - t**3 / 6 + t**5 / 120 - sin(t), lambda t: 1 - t**2 / 2 + t**4 / 24 - cos(t), "cos_le_quartic"
    )
    p.apply("sin_zero", label="sin")
    p.qed(p.have(sin(x) <= x - x**3 / 6 + x**5 / 120, "grows", "sin"))


@chapter.theorem
def cos_ge_sextic(p: Proof) -> None:
    """1 − x²/2 + x⁴/24 − x⁶/720 <= cos x."""
    bound = lambda t: 1 - t**2 / 2 + t**4 / 24 - t**6 / 720  # noqa: E731
    from_zero(p, lambda t: cos(t) - bound(t), lambda t: t - t**3 / 6 + t**5 / 120 - sin(t), "sin_le_quintic")
    p.apply("cos_zero", label="cos")
    p.have(bound(x) <= cos(x), "grows", "cos", label="right")
    p.qed(mirrored(p))


@chapter.theorem
def sin_ge_septic(p: Proof) -> None:
    """0 <= x ⊢ x − x³/6 + x⁵/120 − x⁷/5040 <= sin x."""
    bound = lambda t: t - t**3 / 6 + t**5 / 120 - t**7 / 5040  # noqa: E731
    slope = lambda t: 1 - t**2 / 2 + t**4 / 24 - t**6 / 720  # noqa: E731
    from_zero(p, lambda t: sin(t) - bound(t), lambda t: cos(t) - slope(t), "cos_ge_sextic")
    p.apply("sin_zero", label="sin")
    p.qed(p.have(bound(x) <= sin(x), "grows", "sin"))


@chapter.theorem
def sin_ge(p: Proof) -> None:
    """x <= 0 ⊢ x <= sin x."""
    p.have(0 <= -x, p.assume(x <= 0), label="turned")
    right = p.apply("sin_le", x=-x)
    odd = p.apply("sin_neg")
    p.qed(p.have(x <= sin(x), right, odd))


def apart(p: Proof, f: Function, slope: Function, bound: str, goal: Term, sign: int) -> Fact:
    """Prove, for x <= y, that f(y) − f(x) (sign 1) or f(x) − f(y) is at most y − x."""
    p.given(order=x <= y)
    p.apply(bound, x=t, label="bound")
    p.have(0 <= 1 - sign * slope(t), "bound", label="sign")
    grows(p, "grows", lambda t: t - sign * f(t), lambda t: 1 - sign * slope(t), x, y, "sign")
    return p.have(goal, "grows", label="out")


@chapter.theorem
def sin_apart(p: Proof) -> None:
    """x <= y ⊢ sin y − sin x <= y − x."""
    p.qed(apart(p, sin, cos, "cos_high", sin(y) - sin(x) <= y - x, 1))


@chapter.theorem
def sin_apart_down(p: Proof) -> None:
    """x <= y ⊢ sin x − sin y <= y − x."""
    p.qed(apart(p, sin, cos, "cos_low", sin(x) - sin(y) <= y - x, -1))


@chapter.theorem
def cos_apart(p: Proof) -> None:
    """x <= y ⊢ cos y − cos x <= y − x."""
    p.qed(apart(p, cos, lambda t: -sin(t), "sin_low", cos(y) - cos(x) <= y - x, 1))


@chapter.theorem
def cos_apart_down(p: Proof) -> None:
    """x <= y ⊢ cos x − cos y <= y − x."""
    p.qed(apart(p, cos, lambda t: -sin(t), "sin_high", cos(x) - cos(y) <= y - x, -1))


# --- atan


def circle(p: Proof) -> None:
    """0 < 1 + t² and its inverse."""
    p.apply("square_nonneg", x=t, label="square")
    p.have(0 < 1 + t**2, "square", label="pos_t")
    p.apply("inv_pos", x=1 + t**2, label="inverse")


@chapter.theorem
def atan_lt(p: Proof) -> None:
    """x < y ⊢ atan x < atan y."""
    circle(p)
    p.qed(rise(p, atan, lambda t: inv(1 + t**2), x, y, p.assume(x < y), "inverse"))


@chapter.theorem
def atan_neg(p: Proof) -> None:
    """atan(−x) = −atan x."""
    constant(p, "same", lambda t: atan(-t) + atan(t), x, num(0))
    zero = p.apply("atan_zero")
    p.qed(p.have(Eq(atan(-x), -atan(x)), "same", zero))


@chapter.theorem
def atan_le(p: Proof) -> None:
    """0 <= x ⊢ atan x <= x."""
    circle(p)
    p.given(pos=0 <= x)
    p.have(0 <= 1 - inv(1 + t**2), ("square", "inverse"), label="sign")
    grows(p, "grows", lambda t: t - atan(t), lambda t: 1 - inv(1 + t**2), num(0), x, "sign")
    p.apply("atan_zero", label="zero")
    p.qed(p.have(atan(x) <= x, "grows", "zero"))


@chapter.theorem
def atan_ge_cubic(p: Proof) -> None:
    """0 <= x ⊢ x − x³/3 <= atan x."""
    circle(p)
    p.given(pos=0 <= x)
    fourth = p.apply("square_nonneg", x=t**2)
    p.have(0 <= inv(1 + t**2) - 1 + t**2, (fourth, "inverse"), label="sign")
    grows(p, "grows", lambda t: atan(t) - t + t**3 / 3, lambda t: inv(1 + t**2) - 1 + t**2, num(0), x, "sign")
    zero = p.apply("atan_zero")
    p.qed(p.have(x - x**3 / 3 <= atan(x), "grows", zero))


@chapter.theorem
def sin_atan(p: Proof) -> None:
    """sin(atan x) = x cos(atan x): over √(1 + x²), the difference has the derivative 0."""
    circle(p)

    def ratio(t: Term) -> Term:
        return (sin(atan(t)) - t * cos(atan(t))) * exp(-log(1 + t**2) / 2)

    constant(p, "same", ratio, x, num(0), lambda low, high: ("pos_t",))
    zero = p.apply("atan_zero")
    at = p.congr(sin, zero)
    p.apply("sin_zero", label="sin")
    p.qed(p.have(Eq(sin(atan(x)), x * cos(atan(x))), "same", at, "sin", scale=[exp(-log(1 + x**2) / 2)]))


@chapter.theorem
def cos_atan(p: Proof) -> None:
    """cos(atan x) √(1 + x²) = 1."""
    circle(p)
    p.apply("sin_atan", x=t, label="tan")

    def product(t: Term) -> Term:
        return cos(atan(t)) * exp(log(1 + t**2) / 2)

    constant(p, "same", product, x, num(0), lambda low, high: ("pos_t", "tan"))
    zero = p.apply("atan_zero")
    at = p.congr(cos, zero)
    p.apply("cos_zero", label="cos")
    p.qed(p.have(Eq(product(x), 1), "same", at, "cos"))


@chapter.theorem
def cos_atan_pos(p: Proof) -> None:
    """0 < cos(atan x)."""
    one = p.apply("cos_atan")
    p.qed(p.have(0 < cos(atan(x)), one, scale=[exp(log(1 + x**2) / 2)]))


@chapter.theorem
def cos_atan_square(p: Proof) -> None:
    """cos²(atan x) (1 + x²) = 1."""
    tan = p.apply("sin_atan")
    one = p.apply("pythagoras", x=atan(x))
    s, c = sin(atan(x)), cos(atan(x))
    p.qed(p.have(Eq(c**2 * (1 + x**2), 1), one, (tan, s + x * c)))


@chapter.theorem
def tan_atan(p: Proof) -> None:
    """tan(atan x) = x, with sin/cos for tan."""
    same = p.apply("sin_atan")
    p.apply("cos_atan_pos", label="pos")
    p.qed(p.have(Eq(sin(atan(x)) / cos(atan(x)), x), (same, inv(cos(atan(x))))))


# --- π


@chapter.theorem
def pi_low(p: Proof) -> None:
    """3 < π."""
    p.qed(computed(p, "out", 3 < PI))


@chapter.theorem
def pi_high(p: Proof) -> None:
    """π < 22/7."""
    p.qed(computed(p, "out", rational(22, 7) > PI))


@chapter.theorem
def pi_decimals(p: Proof) -> None:
    """3.1415926535 < π < 3.1415926536: |π − 3.14159265355| < 5 · 10^−11."""
    p.qed(computed(p, "out", abs(PI - rational(314159265355, 10**11)) < rational(1, 2 * 10**10)))


@chapter.theorem
def sin_quarter(p: Proof) -> None:
    """sin(π/4) = cos(π/4)."""
    tan = p.apply("sin_atan", x=1)
    p.qed(p.have(Eq(sin(PI / 4), cos(PI / 4)), tan))


@chapter.theorem
def sin_half(p: Proof) -> None:
    """sin(π/2) = 1."""
    double = p.apply("sin_double", x=PI / 4)
    same = p.apply("sin_quarter")
    one = p.apply("pythagoras", x=PI / 4)
    p.qed(p.have(Eq(sin(PI / 2), 1), double, one, (same, sin(PI / 4) - cos(PI / 4))))


@chapter.theorem
def cos_half(p: Proof) -> None:
    """cos(π/2) = 0."""
    double = p.apply("cos_double", x=PI / 4)
    same = p.apply("sin_quarter")
    one = p.apply("pythagoras", x=PI / 4)
    p.qed(p.have(Eq(cos(PI / 2), 0), double, one, (same, sin(PI / 4) + cos(PI / 4))))


@chapter.theorem
def sin_pi(p: Proof) -> None:
    """sin π = 0."""
    double = p.apply("sin_double", x=PI / 2)
    half = p.apply("cos_half")
    p.qed(p.have(Eq(sin(PI), 0), double, (half, sin(PI / 2))))


@chapter.theorem
def cos_pi(p: Proof) -> None:
    """cos π = −1."""
    double = p.apply("cos_double", x=PI / 2)
    half = p.apply("sin_half")
    p.qed(p.have(Eq(cos(PI), -1), double, (half, 1 + sin(PI / 2))))


def turned(p: Proof, whole: Term, difference: str, goal: Term) -> Fact:
    """Prove a formula for sin or cos at π/2 − x or π − x, from their values at π/2 or π."""
    p.apply(difference, x=whole, y=x, label="difference")
    name = "half" if whole is PI / 2 else "pi"
    p.apply(f"sin_{name}", label="sin")
    p.apply(f"cos_{name}", label="cos")
    return p.have(goal, "difference", *((value, f(x)) for value in ("sin", "cos") for f in (sin, cos)), label="out")


@chapter.theorem
def sin_complement(p: Proof) -> None:
    """sin(π/2 − x) = cos x."""
    p.qed(turned(p, PI / 2, "sin_sub", Eq(sin(PI / 2 - x), cos(x))))


@chapter.theorem
def cos_complement(p: Proof) -> None:
    """cos(π/2 − x) = sin x."""
    p.qed(turned(p, PI / 2, "cos_sub", Eq(cos(PI / 2 - x), sin(x))))


@chapter.theorem
def sin_supplement(p: Proof) -> None:
    """sin(π − x) = sin x."""
    p.qed(turned(p, PI, "sin_sub", Eq(sin(PI - x), sin(x))))


@chapter.theorem
def cos_supplement(p: Proof) -> None:
    """cos(π − x) = −cos x."""
    p.qed(turned(p, PI, "cos_sub", Eq(cos(PI - x), -cos(x))))


@chapter.theorem
def sin_full(p: Proof) -> None:
    """sin(x + 2π) = sin x."""
    there = p.apply("sin_supplement", x=-x - PI)
    odd = p.apply("sin_neg", x=x + PI)
    back = p.apply("sin_supplement", x=-x)
    odd_x = p.apply("sin_neg")
    p.qed(p.have(Eq(sin(x + 2 * PI), sin(x)), there, odd, back, odd_x))


@chapter.theorem
def cos_full(p: Proof) -> None:
    """cos(x + 2π) = cos x."""
    there = p.apply("cos_supplement", x=-x - PI)
    even = p.apply("cos_neg", x=x + PI)
    back = p.apply("cos_supplement", x=-x)
    even_x = p.apply("cos_neg")
    p.qed(p.have(Eq(cos(x + 2 * PI), cos(x)), there, even, back, even_x))


def periodic(p: Proof, f: Function, step: str) -> None:
    """Prove f(x + 2πm) = f(x) for every integer m from f(x + 2π) = f(x)."""

    def at(k: Term) -> Term:
        return Eq(f(x + 2 * PI * k), f(x))

    p.given(so_far=at(k), up=0 <= m, down=m < 0)
    p.apply(step, x=x + 2 * PI * k, label="step")
    all_ = p.induct(at, 0, k, p.have(at(num(0))), p.have(at(k + 1), "so_far", "step"))
    high, back = p.specialize(all_, m), p.specialize(all_, -m)
    back = p.instantiate(back, [(x, x + 2 * PI * m)])
    p.qed(p.cases(0, m, high, p.have(at(m), back), label="out"))


@chapter.theorem
def sin_periodic(p: Proof) -> None:
    """sin(x + 2πm) = sin x for an integer m."""
    periodic(p, sin, "sin_full")


@chapter.theorem
def cos_periodic(p: Proof) -> None:
    """cos(x + 2πm) = cos x for an integer m."""
    periodic(p, cos, "cos_full")


# --- signs, and where they rise and fall


@chapter.theorem
def sin_pos(p: Proof) -> None:
    """0 < x < π ⊢ 0 < sin x."""
    most = rational(12, 5)
    p.have(0 <= x, p.assume(0 < x), label="nonneg")
    p.apply("sin_ge_cubic", label="cubic")
    p.have(x**2 < 6, p.assume(x <= most), "nonneg", label="square")
    p.have(0 < sin(x), "cubic", ("square", 0 < x), label="near")
    p.apply("pi_high", label="pi")
    p.have(PI - x <= most, "pi", p.assume(most < x), label="rest_small")
    p.instantiate("near", [(x, PI - x)], label="turned")
    p.cut("turned", "rest_small", label="far")
    p.apply("sin_supplement", label="same")
    p.qed(p.cases(x, most, "near", p.have(0 < sin(x), "far", "same")))


@chapter.theorem
def cos_pos(p: Proof) -> None:
    """−π/2 < x < π/2 ⊢ 0 < cos x."""
    p.have(0 < PI / 2 - x, p.assume(x < PI / 2), label="pos")
    p.have(PI / 2 - x < PI, p.assume(-PI / 2 < x), label="below")
    sin = p.apply("sin_pos", x=PI / 2 - x)
    same = p.apply("sin_complement")
    p.qed(p.have(0 < cos(x), sin, same))


# --- values at π/6, π/4 and π/3


@chapter.theorem
def sin_sixth(p: Proof) -> None:
    """sin(π/6) = 1/2: cos(π/6) = sin(π/3) = 2 sin(π/6) cos(π/6)."""
    p.apply("pi_low", label="pi")
    p.apply("cos_pos", x=PI / 6, label="pos")
    double = p.apply("sin_double", x=PI / 6)
    other = p.apply("sin_complement", x=PI / 6)
    same = p.have(Eq(cos(PI / 6), 2 * sin(PI / 6) * cos(PI / 6)), double, other)
    p.qed(p.have(Eq(sin(PI / 6), rational(1, 2)), (same, inv(cos(PI / 6)))))


def of_square(p: Proof, f: Term, pos: Named, k: int, *using: Named | tuple) -> Fact:
    """Prove f = √k/2 for f > 0 with 4 f² = k."""
    root = exp(log(k) / 2)
    root_pos = p.exp_pos(log(k) / 2)
    root_square = p.exp_log(p.have(num(0) < k))
    p.have(0 < 2 * f + root, pos, root_pos, label="sum_pos")
    zero = p.have(Eq((2 * f - root) * (2 * f + root), 0), *using, root_square)
    return p.have(Eq(f, root / 2), (zero, inv(2 * f + root)), label="out")


@chapter.theorem
def cos_sixth(p: Proof) -> None:
    """cos(π/6) = √3/2."""
    p.apply("pi_low", label="pi")
    p.apply("cos_pos", x=PI / 6, label="pos")
    p.apply("sin_sixth", label="half")
    p.apply("pythagoras", x=PI / 6, label="one")
    p.qed(of_square(p, cos(PI / 6), "pos", 3, "one", ("half", sin(PI / 6) + rational(1, 2))))


@chapter.theorem
def cos_fourth(p: Proof) -> None:
    """cos(π/4) = √2/2."""
    p.apply("pi_low", label="pi")
    p.apply("cos_pos", x=PI / 4, label="pos")
    p.apply("sin_quarter", label="same")
    p.apply("pythagoras", x=PI / 4, label="one")
    p.qed(of_square(p, cos(PI / 4), "pos", 2, "one", ("same", sin(PI / 4) + cos(PI / 4))))


@chapter.theorem
def sin_fourth(p: Proof) -> None:
    """sin(π/4) = √2/2."""
    same = p.apply("sin_quarter")
    other = p.apply("cos_fourth")
    p.qed(p.have(Eq(sin(PI / 4), exp(log(2) / 2) / 2), same, other))


@chapter.theorem
def sin_third(p: Proof) -> None:
    """sin(π/3) = √3/2."""
    same = p.apply("sin_complement", x=PI / 6)
    other = p.apply("cos_sixth")
    p.qed(p.have(Eq(sin(PI / 3), exp(log(3) / 2) / 2), same, other))


@chapter.theorem
def cos_third(p: Proof) -> None:
    """cos(π/3) = 1/2."""
    same = p.apply("cos_complement", x=PI / 6)
    other = p.apply("sin_sixth")
    p.qed(p.have(Eq(cos(PI / 3), rational(1, 2)), same, other))


@chapter.theorem
def sin_increasing(p: Proof) -> None:
    """−π/2 <= x < y <= π/2 ⊢ sin x < sin y."""
    p.have(-PI / 2 < t, p.assume(-PI / 2 <= x), p.assume(x < t), label="t_low")
    p.have(t < PI / 2, p.assume(y <= PI / 2), p.assume(t < y), label="t_high")
    p.apply("cos_pos", x=t, label="sign")
    p.qed(rise(p, sin, cos, x, y, p.assume(x < y), "sign"))


@chapter.theorem
def cos_decreasing(p: Proof) -> None:
    """0 <= x < y <= π ⊢ cos y < cos x."""
    p.have(0 < t, p.assume(0 <= x), p.assume(x < t), label="t_low")
    p.have(t < PI, p.assume(y <= PI), p.assume(t < y), label="t_high")
    p.apply("sin_pos", x=t, label="sign")
    p.qed(p.have(cos(y) < cos(x), rise(p, lambda t: -cos(t), sin, x, y, p.assume(x < y), "sign")))


@chapter.theorem
def sin_rises(p: Proof) -> None:
    """−π/2 <= x <= y <= π/2 ⊢ sin x <= sin y."""
    p.given(order=x <= y, low=-PI / 2 <= x, high=y <= PI / 2, before=x < y)
    p.qed(weakly(p, sin, x, y, p.apply("sin_increasing")))


@chapter.theorem
def cos_falls(p: Proof) -> None:
    """0 <= x <= y <= π ⊢ cos y <= cos x."""
    p.given(order=x <= y, low=0 <= x, high=y <= PI, before=x < y)
    p.qed(p.have(cos(y) <= cos(x), weakly(p, lambda t: -cos(t), x, y, p.apply("cos_decreasing"))))


@chapter.theorem
def mul_cos_le_sin(p: Proof) -> None:
    """0 <= x <= π ⊢ x cos x <= sin x."""
    p.given(low=0 <= x, high=x <= PI, after=0 < t, before=t < x)
    p.apply("sin_pos", x=t, label="sin")
    grows(p, "grows", lambda t: sin(t) - t * cos(t), lambda t: t * sin(t), num(0), x, t * sin(t))
    zero = p.apply("sin_zero")
    p.qed(p.have(x * cos(x) <= sin(x), "grows", zero))


@chapter.theorem
def tan_ge(p: Proof) -> None:
    """0 <= x < π/2 ⊢ x <= tan x."""
    p.given(low=0 <= x, high=x < PI / 2)
    p.apply("cos_pos", label="pos")
    p.apply("mul_cos_le_sin", label="most")
    p.qed(p.have(x <= sin(x) / cos(x), "most", scale=["pos"]))


@chapter.theorem
def sin_ge_chord(p: Proof) -> None:
    """0 <= x <= π/2 ⊢ 2x/π <= sin x: (sin x)/x decreases."""
    goal = 2 * x / PI <= sin(x)
    p.given(low=0 <= x, high=x <= PI / 2, order=x < PI / 2, pos=0 < x, after=x < t, before=t < PI / 2)
    p.apply("pi_low", label="pi")
    most = p.apply("mul_cos_le_sin", x=t)
    p.have(0 <= sin(t) / t**2 - cos(t) / t, t, (most, inv(t), inv(t)), label="sign")
    here = p.have(0 < t, p.assume(x <= t), "pos")
    falls = rise(
        p, lambda t: -sin(t) / t, lambda t: sin(t) / t**2 - cos(t) / t, x, PI / 2, p.get("order"), "sign", here
    )  # fmt: skip
    one = p.apply("sin_half")
    inside = p.have(goal, (falls, "pos"), (one, x / PI))

    def at(value: str, *sides: Named) -> Fact:
        """Prove the goal if x is an endpoint, from the value of sin there."""
        same = p.antisymmetry(*sides)
        there = p.congr(sin, same)
        return p.have(goal, there, p.apply(value), (same, inv(PI)), PI)

    p.given(ends=x <= 0, ends_high=PI / 2 <= x)
    far = p.cases(PI / 2, x, at("sin_half", "high", "ends_high"), inside)
    p.qed(p.cases(x, 0, at("sin_zero", "ends", "low"), far))


# --- atan is inverse to tan, and bounded


@chapter.theorem
def atan_inv(p: Proof) -> None:
    """0 < x ⊢ atan x + atan(1/x) = π/2."""
    circle(p)

    def using(low: Term, _high: Term) -> tuple[Named, ...]:
        positive = p.have(0 < t, p.assume(low <= t), p.assume(0 < x))
        return positive, "pos_t", p.have(0 < 1 + inv(t) ** 2, p.apply("square_nonneg", x=inv(t)))

    same = constant(p, None, lambda t: atan(t) + atan(inv(t)), x, num(1), using)
    p.qed(p.have(Eq(atan(x) + atan(inv(x)), PI / 2), same))


@chapter.theorem
def atan_high(p: Proof) -> None:
    """atan x < π/2."""
    p.given(pos=0 < x, neg=x <= 0)
    more = p.apply("atan_lt", x=0, y=inv(x))
    zero = p.apply("atan_zero")
    sum_ = p.apply("atan_inv")
    right = p.have(atan(x) < PI / 2, more, zero, sum_)
    pi = p.apply("pi_low")
    less = p.apply("atan_lt", y=num(1))
    left = p.have(atan(x) < PI / 2, less, pi)
    p.qed(p.cases(x, 0, left, right))


@chapter.theorem
def atan_low(p: Proof) -> None:
    """−π/2 < atan x."""
    high = p.apply("atan_high", x=-x)
    odd = p.apply("atan_neg")
    p.qed(p.have(-PI / 2 < atan(x), high, odd))


@chapter.theorem
def atan_tan(p: Proof) -> None:
    """−π/2 < x < π/2 ⊢ atan(tan x) = x."""
    p.given(low=-PI / 2 < x, high=x < PI / 2)
    pi = p.apply("pi_low")

    def using(low: Term, high: Term) -> tuple[Named, ...]:
        after, before = (p.assume(a) for a in (low <= t, t <= high))
        above, below = p.have(-PI / 2 < t, after, "low", pi), p.have(t < PI / 2, before, "high", pi)
        square = p.apply("square_nonneg", x=sin(t) / cos(t))
        return p.apply("cos_pos", above, below, x=t), p.have(0 < 1 + (sin(t) / cos(t)) ** 2, square)

    constant(p, "same", lambda t: atan(sin(t) / cos(t)) - t, x, num(0), using)
    p.apply("sin_zero", label="sin")
    ratio = p.have(Eq(sin(num(0)) / cos(num(0)), 0), ("sin", inv(cos(num(0)))))
    there = p.congr(atan, ratio)
    zero = p.apply("atan_zero")
    p.qed(p.have(Eq(atan(sin(x) / cos(x)), x), "same", there, zero))
