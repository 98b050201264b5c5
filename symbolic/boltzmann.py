"""The Boltzmann operator, the log-partition and the entropy of a vector of symbolic size.

Source: Kajitsuka & Sato, ICLR 2024 (KS), appendix B.2, equations (80)-(101).

A vector is a function from an index to an expression, `lambda i: a[i]` for an `IndexedBase`, together
with its size n; indices run from 1 to n. Entries stand for real numbers, and an index given to a
function of this module is taken to lie between 1 and n. Sums stay unevaluated while n is a symbol;
`.doit()` expands them once n is a number.

>>> from sympy import IndexedBase, symbols
>>> a, n = IndexedBase("a"), symbols("n", integer=True, positive=True)
>>> partition(lambda i: a[i], n)
Sum(exp(a[j]), (j, 1, n))
"""

from typing import NamedTuple

import sympy as sp
from sympy import E, Expr, LambertW, Piecewise, Rational, Sum, Symbol, exp, log

from symbolic.sums import Vector, entry, fresh_indices, normal_form, partial_derivative


def _indices(a: Vector, n: Expr, *avoid: Expr) -> tuple[Symbol, Symbol]:
    """Return two index symbols whose names occur neither in the vector nor in the other expressions."""
    fresh = fresh_indices(a(sp.Dummy(integer=True)), sp.sympify(n, strict=True), *avoid)
    return next(fresh), next(fresh)


def partition(a: Vector, n: Expr, *, avoid: Expr = sp.S.Zero) -> Expr:
    """Return Z = Σ exp(a_j), j from 1 to n; KS (81) is its logarithm.

    `avoid` is an expression whose symbols must not become the summation index.

    >>> import sympy as sp
    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> a = sp.IndexedBase("a")
    >>> partition(lambda k: a[k], n)
    Sum(exp(a[j]), (j, 1, n))
    """
    j, _ = _indices(a, n, sp.sympify(avoid, strict=True))
    return Sum(exp(a(j)), (j, 1, n))


def softmax(a: Vector, n: Expr, i: Expr) -> Expr:
    """Return p_i = exp(a_i) / Z, the i-th softmax weight (KS, above (80)).

    >>> softmax(lambda i: log(i), 3, 2).doit()
    1/3
    """
    i = sp.sympify(i, strict=True)
    return exp(entry(a, i)) / partition(a, n, avoid=i)


def boltz(a: Vector, n: Expr) -> Expr:
    """Return Σ a_j p_j, the Boltzmann operator, KS (13) and (80).

    >>> boltz(lambda i: i * log(2), 2).doit()
    5*log(2)/3
    """
    _, k = _indices(a, n)
    return Sum(a(k) * softmax(a, n, k), (k, 1, n))


def log_partition(a: Vector, n: Expr) -> Expr:
    """Return L(a) = log Σ exp(a_j), KS (81).

    >>> log_partition(lambda i: log(i), 3).doit()
    log(6)
    """
    return log(partition(a, n))


def entropy(a: Vector, n: Expr) -> Expr:
    """Return S(p) = -Σ p_j log p_j for p = softmax(a), KS (82).

    >>> entropy(lambda i: sp.S.Zero, 2).doit()
    log(2)
    """
    _, k = _indices(a, n)
    p = softmax(a, n, k)
    return -Sum(p * log(p), (k, 1, n))


def gradient(a: Vector, n: Expr, i: Expr) -> Expr:
    """Return ∂boltz/∂a_i = p_i (1 + log p_i + S), the closed form KS (83).

    >>> gradient(lambda i: sp.S.Zero, 4, 1).doit()
    1/4
    """
    p = softmax(a, n, i)
    return p * (1 + log(p) + entropy(a, n))


def second_derivative(a: Vector, n: Expr, i: Expr) -> Expr:
    """Return ∂²boltz/∂a_i² = p_i ((1 - 2 p_i)(log p_i + S + 1) + 1), the closed form KS (97).

    >>> second_derivative(lambda i: sp.S.Zero, 4, 1).doit()
    3/8
    """
    p = softmax(a, n, i)
    return p * ((1 - 2 * p) * (log(p) + entropy(a, n) + 1) + 1)


# ---- derived for symbolic n


def derive_gradient(a: Vector, n: Expr, i: Expr) -> Expr:
    """Differentiate Σ a_j p_j by a_i and bring the result to the shape of KS (83).

    Nothing is compared with `gradient`: the derivative, a polynomial in exp(a_i), Σ exp(a_j) and
    Σ a_j exp(a_j), is rewritten with p_i, boltz and then, by boltz = L - S of KS (85), with
    log p_i + S = a_i - boltz.

    >>> from sympy import IndexedBase, symbols
    >>> a, (i, n) = IndexedBase("a"), symbols("i n", integer=True, positive=True)
    >>> derive_gradient(lambda j: a[j], n, i) == gradient(lambda j: a[j], n, i)
    True
    """
    return _derive(a, n, i, 1)


def derive_second_derivative(a: Vector, n: Expr, i: Expr) -> Expr:
    """Differentiate Σ a_j p_j twice by a_i and bring the result to the shape of KS (97).

    >>> from sympy import IndexedBase, symbols
    >>> a, (i, n) = IndexedBase("a"), symbols("i n", integer=True, positive=True)
    >>> derive_second_derivative(lambda j: a[j], n, i) == second_derivative(lambda j: a[j], n, i)
    True
    """
    return _derive(a, n, i, 2)


def _derive(a: Vector, n: Expr, i: Expr, order: int) -> Expr:
    n, i = sp.sympify(n, strict=True), sp.sympify(i, strict=True)
    entries, place = sp.IndexedBase(sp.Dummy("a")), sp.Dummy("i", integer=True)

    def generic(index: Expr) -> Expr:
        return entries[index]

    among = sp.And(place >= 1, place <= n)
    raw = partial_derivative(lambda v: boltz(v, n), generic, place, order, assuming=among)
    total = normal_form(partition(generic, n))
    moment = normal_form(boltz(generic, n) * total)
    p, u, mean = sp.symbols("p u mean", cls=sp.Dummy)
    in_terms = sp.expand(raw.subs(moment, mean * total).subs(exp(generic(place)), p * total))
    in_terms = sp.expand(in_terms.subs(generic(place), u - 1 + mean))
    if not in_terms.free_symbols <= {p, u}:
        raise ArithmeticError(f"the derivative did not reduce to the weight and its logarithm: {in_terms}")
    shape = p * sp.collect(sp.expand(in_terms / p), u)
    weight = softmax(a, n, i)
    return shape.xreplace({p: weight, u: 1 + log(weight) + entropy(a, n)})


# ---- signs and sharp thresholds


def concavity_boundary(p: Expr) -> Expr:
    """Return the value of X = log p_i + S at which the second derivative is zero, solved from KS (97).

    The second derivative is p ((1 - 2p)(X + 1) + 1), so its sign changes at X = -1 - 1/(1 - 2p).
    Raises ValueError at p = 1/2, where it is p > 0 whatever X is.

    >>> import sympy as sp
    >>> concavity_boundary(sp.Rational(1, 4))
    -3
    """
    p = sp.sympify(p, strict=True)
    if p == Rational(1, 2):
        raise ValueError("at p = 1/2 the second derivative is 1/2 for every X: no boundary")
    x, q = sp.symbols("x q", cls=sp.Dummy)
    (root,) = sp.solve((1 - 2 * q) * (x + 1) + 1, x)
    return (-1 + sp.apart(root + 1, q)).subs(q, p)


def is_concave_condition(p: Expr, x: Expr) -> Expr:
    """Return the exact condition on p = p_i in (0, 1) and X = log p_i + S for ∂²boltz/∂a_i² < 0.

    Below p = 1/2 X must lie below the boundary (the case of KS Lemma 5), above p = 1/2 beyond it: the
    operator is concave in its largest coordinate too, once that coordinate is far above the others.

    >>> from sympy import symbols
    >>> is_concave_condition(*symbols("p X"))
    Piecewise((X < -1 + 1/(2*p - 1), p < 1/2), (X > -1 + 1/(2*p - 1), p > 1/2), (False, True))
    """
    p, x = sp.sympify(p, strict=True), sp.sympify(x, strict=True)
    half = Rational(1, 2)
    if p == half:
        return sp.false
    boundary = concavity_boundary(p)
    return Piecewise((x < boundary, p < half), (x > boundary, p > half), (sp.false, True))


def monotonicity_threshold(n: Expr) -> Expr:
    """Return c(n) = 1 + W((n - 1)/e): the sharp constant of KS Lemma 4, where the paper has log n + 1.

    If a_i < max a - c(n) then ∂boltz/∂a_i < 0; with a gap of exactly c(n) it can be 0 and with a smaller
    gap positive (n >= 2, at a_i = 0, one entry equal to the gap, all others 0).

    Why: the sign is that of 1 + a_i - boltz(a). Put a_i = 0 and let g be the largest entry; then
    boltz(a) <= 1 says (g - 1) e^g + Σ (x - 1) e^x <= 1, the sum over the other n - 2 entries, and
    (x - 1) e^x is least at x = 0, with value -1. So it can happen exactly if (g - 1) e^g <= n - 1, that
    is (g - 1) e^(g-1) <= (n - 1)/e.

    Raises ValueError if n is a number other than a positive integer.

    >>> monotonicity_threshold(2)
    LambertW(exp(-1)) + 1
    """
    n = sp.sympify(n, strict=True)
    if n.is_number and not (n.is_Integer and n >= 1):
        raise ValueError(f"n counts the entries of a vector: a positive integer, not {n}")
    return 1 + LambertW((n - 1) / E)


class ConcavityPoint(NamedTuple):
    """A point of the curve of sharp thresholds of KS Lemma 5; see `concavity_curve`."""

    gap: Expr
    others: Expr
    size: Expr


def concavity_curve(y: Expr) -> ConcavityPoint:
    """Return the sharp threshold of KS Lemma 5 (the paper's is log n + 3), by a parameter Y > 1.

    With Y = Σ_{j≠i} exp(a_j - a_i), the vector that is worst for its gap g has a_i = 0, one entry g and
    n - 2 entries t, and

        t = 1 - 4/(Y-1)²,    g = t + W(e^(-t) Y ((Y+1)/(Y-1))²),    n = 2 + (Y - e^g) e^(-t).

    The threshold for a given n is the `gap` where `size` equals n (for n = 2: g tanh(g/2) = 2);
    `numeric.balls.concavity_threshold` encloses it.

    Why: with a_i = 0 and N = Σ_{j≠i} a_j e^(a_j), the second derivative is not negative exactly if
    N (Y - 1) <= 2 Y (Y + 1), that is Σ (x - 2) e^x <= 4 + 4/(Y - 1) over all other entries x. For fixed
    Y the left side is least when all but the largest are equal (y (log y - 2) is convex in y = e^x), and its
    derivative by their common value t vanishes where (1 - t)(Y - 1)² = 4; equality then gives g.

    >>> import sympy as sp
    >>> point = concavity_curve(sp.Integer(5))
    >>> point.gap.evalf(4), point.size.evalf(4)
    (2.112, 0.4592)
    """
    y = sp.sympify(y, strict=True)
    t = 1 - 4 / (y - 1) ** 2
    g = t + LambertW(exp(-t) * y * ((y + 1) / (y - 1)) ** 2)
    return ConcavityPoint(gap=g, others=t, size=2 + (y - exp(g)) * exp(-t))


def concavity_defect(g: Expr, t: Expr, n: Expr) -> Expr:
    """Return a function whose sign is opposite to that of ∂²boltz/∂a_i² at (0, g, t, ..., t), g > 0.

    It is (g - 2) e^g + (n - 2)(t - 2) e^t - 4 - 4/(Y - 1), Y = e^g + (n - 2) e^t, n >= 2: zero or less means
    that Lemma 5's conclusion fails there.

    >>> import sympy as sp
    >>> concavity_defect(sp.Integer(3), sp.Integer(0), sp.Integer(2)).evalf(4)
    15.88
    """
    g, t, n = (sp.sympify(v, strict=True) for v in (g, t, n))
    y = exp(g) + (n - 2) * exp(t)
    return (g - 2) * exp(g) + (n - 2) * (t - 2) * exp(t) - 4 - 4 / (y - 1)


def separation_excess(delta: Expr) -> Expr:
    """Return H(δ) = δ ((E - 1) - E (2E - 1)/(E - 1)²), E = e^δ, a sufficient bound for KS Lemma 7 and Lemma 1.

    If H(δ) >= (log n)², δ > 0, the conclusion |boltz(a) - boltz(b)| > (log n)² exp(-(a_1 - b_{k+1})) of
    (117) holds under the other hypotheses of Lemma 7. The paper asks for δ > 2 log n + 3; the least δ
    with H(δ) = (log n)² grows like 2 log log n. (By hand, as follows; not in the paper.)

    Entries more than δ apart make all sums geometric, with ratio q = 1/E, whatever n is. Let a_1 = 0,
    s = -a_{k+1}, u = a_{k+1} - b_{k+1} > δ. H >= 0 needs E > 4, so δ > 1.

    k >= 1: let m and Z be boltz and the partition function of the k common entries; A, B the sums of
    (m - x) e^x and Z_a, Z_b those of e^x over the other entries of a and b, all positive. Then
    boltz(b) - boltz(a) = A/(Z + Z_a) - B/(Z + Z_b), with Z >= 1 and Z + Z_a < 1/(1 - q). With
    y = m + s > δ, A >= y e^(-s); and (m - x) e^x increases in x <= m - 1, so
    B <= e^(-s-u) ((y + u)/(1 - q) + δ q/(1 - q)²). So e^(s+u) (boltz(b) - boltz(a)) is at least
    (1 - q) y e^u - (y + u)/(1 - q) - δ q/(1 - q)², which grows in y and in u, as (E - 1)² > E, and is
    H(δ) at y = u = δ.

    k = 0: boltz(b) <= b_1 and boltz(a) >= -Σ jδ q^j = -δ q/(1 - q)², as x e^(-x) falls for x >= 1. So
    e^u (boltz(a) - boltz(b)) > e^δ (δ - δ q/(1 - q)²) = δ (E - 1/(1 - q)²) >= H(δ).

    >>> separation_excess(sp.Symbol("x")).subs(exp(sp.Symbol("x")), sp.Symbol("E"))
    x*(E - E*(2*E - 1)/(E - 1)**2 - 1)
    """
    delta = sp.sympify(delta, strict=True)
    e = exp(delta)
    return delta * ((e - 1) - e * (2 * e - 1) / (e - 1) ** 2)


def sufficient_separation(n: Expr) -> Expr:
    """Return max(2, W(2 (log n)²)), a closed form of a δ that is enough for KS Lemma 7 and Lemma 1.

    `separation_excess` is δ E c(E) with c(E) = 1 - 1/E - (2E - 1)/(E - 1)² increasing and c(e²) > 1/2, so for
    δ >= 2 it is at least δ e^δ/2. `numeric.balls.separation_threshold` encloses the least such δ.

    >>> sufficient_separation(10), sufficient_separation(10**6).evalf(5)
    (2, 4.4515)
    """
    n = sp.sympify(n, strict=True)
    if n.is_number and not (n.is_Integer and n >= 1):
        raise ValueError(f"n counts the entries of a vector: a positive integer, not {n}")
    return sp.Max(2, LambertW(2 * log(n) ** 2))
