"""Rigorous enclosures in ball arithmetic (python-flint), computed from exact rationals, not from floats.

Every function returns an `arb` that contains the exact value, or raises. Precision is in bits. python-flint
has one precision for the whole process, so use processes rather than threads.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb, ctx, fmpq

from symbolic.exact import Exact, fraction


def ball(value: Exact) -> arb:
    """Return the ball of an exact rational at the current precision; TypeError for floats.

    >>> bool(ball(Fraction(1, 3)) * 3 == 1), ball(Fraction(1, 3)).contains(fmpq(1, 3))
    (False, True)
    """
    q = fraction(value)
    return arb(fmpq(q.numerator, q.denominator))


def ends(x: arb) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest number of the ball, exactly; ValueError if it is not finite."""
    if not x.is_finite():
        raise ValueError("the ball is not finite")
    middle, radius = _dyadic(x.mid()), _dyadic(x.rad())
    return middle - radius, middle + radius


def _dyadic(exact: arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def log(value: Exact, bits: int = 128) -> arb:
    """Enclose log of a positive rational; ValueError otherwise."""
    if fraction(value) <= 0:
        raise ValueError(f"a logarithm needs a positive number, not {value}")
    with ctx.workprec(bits):
        return ball(value).log()


def exp(value: Exact, bits: int = 128) -> arb:
    """Enclose the exponential of a rational."""
    with ctx.workprec(bits):
        return ball(value).exp()


def lambert_w(value: arb | Exact, bits: int = 128) -> arb:
    """Enclose the principal branch W(x), the solution of w e^w = x, for x > -1/e; ValueError otherwise."""
    with ctx.workprec(bits):
        x = value if isinstance(value, arb) else ball(value)
        w = x.lambertw()
        if not w.is_finite():
            raise ValueError(f"W is not defined, or not enclosed, at {value}")
        return w


def boltz(a: Sequence[Exact], bits: int = 128) -> arb:
    """Enclose the Boltzmann operator of a rational vector (KS (80)); ValueError for an empty one.

    >>> boltz([0, 0, 0]).contains(0)
    True
    """
    with ctx.workprec(bits):
        weights = [(x - top).exp() for x, top in _with_top(a)]
        moment = sum((ball(x) * w for x, w in zip(a, weights, strict=True)), start=arb(0))
        return moment / sum(weights, start=arb(0))


def gradient(a: Sequence[Exact], i: int, bits: int = 128) -> arb:
    """Enclose ∂boltz/∂a_i of a rational vector (KS (83)), i counted from 0."""
    with ctx.workprec(bits):
        weights = [(x - top).exp() for x, top in _with_top(a)]
        p = weights[i] / sum(weights, start=arb(0))
        return p * (1 + ball(a[i]) - boltz(a, bits))


def second_derivative(a: Sequence[Exact], i: int, bits: int = 128) -> arb:
    """Enclose ∂²boltz/∂a_i² of a rational vector (KS (97)), i counted from 0."""
    with ctx.workprec(bits):
        weights = [(x - top).exp() for x, top in _with_top(a)]
        p = weights[i] / sum(weights, start=arb(0))
        return p * ((1 - 2 * p) * (1 + ball(a[i]) - boltz(a, bits)) + 1)


def _with_top(a: Sequence[Exact]) -> list[tuple[arb, arb]]:
    if not a:
        raise ValueError("a vector needs at least one entry")
    top = ball(max(fraction(x) for x in a))
    return [(ball(x), top) for x in a]


# ---- thresholds


def monotonicity_threshold(n: int, bits: int = 128) -> arb:
    """Enclose 1 + W((n - 1)/e), the sharp constant of KS Lemma 4 (`symbolic.boltzmann`).

    >>> monotonicity_threshold(1) == 1
    True
    """
    _size(n)
    if n == 1:
        return arb(1)
    with ctx.workprec(bits):
        return 1 + lambert_w((n - 1) * arb(-1).exp(), bits)


def concavity_threshold(n: int, bits: int = 128) -> arb:
    """Enclose the sharp constant of KS Lemma 5: beyond this gap ∂²boltz/∂a_i² < 0, at it 0 is attained.

    `symbolic.boltzmann.concavity_curve` derives the equations. Below, G(g) is the minimum over t of
    `symbolic.boltzmann.concavity_defect`; it increases in g for g > 1, and the threshold is its zero. Here
    g is bisected between rationals: it is too small when some t is certified to give G <= 0, and large
    enough when a t-interval is certified to hold the minimiser (the t-derivative, increasing for g >= 2,
    changes sign on it) and G > 0 on all of it. Raises ValueError for n < 2: with one entry there is no gap.

    >>> low, high = ends(concavity_threshold(2))
    >>> float(low), high - low < Fraction(1, 10**18)
    (2.3993572805154675, True)
    """
    _size(n)
    if n < 2:
        raise ValueError("the constant of concavity needs n >= 2: with one entry there is no gap")
    with ctx.workprec(bits):
        return _bisect(lambda g: _fails(g, n), lambda g: _holds(g, n), Fraction(2), Fraction(3 + n.bit_length()))


def _fails(g: Fraction, n: int) -> bool:
    return bool(_defect(ball(g), ball(_minimiser(g, n)), n) <= 0)


def _holds(g: Fraction, n: int) -> bool:
    if n == 2:
        return bool(_defect(ball(g), arb(0), n) > 0)
    t = _minimiser(g, n)
    margin = Fraction(1, 2 ** (ctx.prec // 3))
    left, right = ball(t - margin), ball(t + margin)
    if not (_slope(ball(g), left, n) < 0 and _slope(ball(g), right, n) > 0):
        return False
    around = left.union(right)
    value = _defect(ball(g), ball(t), n)
    return bool(value + _slope(ball(g), around, n) * (n - 2) * around.exp() * (around - ball(t)) > 0)


def _defect(g: arb, t: arb, n: int) -> arb:
    y = g.exp() + (n - 2) * t.exp()
    return (g - 2) * g.exp() + (n - 2) * (t - 2) * t.exp() - 4 - 4 / (y - 1)


def _slope(g: arb, t: arb, n: int) -> arb:
    """Return the t-derivative of the defect without its positive factor (n - 2) e^t."""
    y = g.exp() + (n - 2) * t.exp()
    return t - 1 + 4 / ((y - 1) * (y - 1))


def _minimiser(g: Fraction, n: int) -> Fraction:
    """Return a rational close to the t at which the slope is 0; nothing rests on how close."""
    exact, t = ball(g).exp(), arb(1)
    for _ in range(60):
        y = exact + (n - 2) * t.exp()
        t = (1 - 4 / ((y - 1) * (y - 1))).mid()
    return _dyadic(t)


def separation_threshold(n: int, bits: int = 128) -> arb:
    """Enclose the least δ with H(δ) >= (log n)², which is enough for KS Lemma 7.

    H is `symbolic.boltzmann.separation_excess`. It is negative and then increasing (δ e^δ times an increasing
    function), so one change of sign between certified signs is the zero.

    >>> [round(float(separation_threshold(n).mid()), 4) for n in (2, 8, 10**6)]
    [1.4637, 1.7983, 3.9413]
    """
    _size(n)
    with ctx.workprec(bits):
        goal = ball(n).log() ** 2
        return _bisect(
            lambda x: bool(_separation_excess(ball(x)) <= goal),
            lambda x: bool(_separation_excess(ball(x)) > goal),
            Fraction(1),
            Fraction(3 + n.bit_length()),
        )


def _separation_excess(delta: arb) -> arb:
    e = delta.exp()
    return delta * ((e - 1) - e * (2 * e - 1) / ((e - 1) * (e - 1)))


def _bisect(
    too_small: Callable[[Fraction], bool], enough: Callable[[Fraction], bool], low: Fraction, high: Fraction
) -> arb:
    """Enclose a threshold between points where one of the two answers is certain; stop where neither is."""
    if not (too_small(low) and enough(high)):
        raise ArithmeticError("no bracket for the threshold; raise the precision")
    for _ in range(ctx.prec):
        middle = (low + high) / 2
        if too_small(middle):
            low = middle
        elif enough(middle):
            high = middle
        else:
            break
    return ball(low).union(ball(high))


def _size(n: int) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"n counts the entries of a vector: a positive integer, not {n!r}")
