"""A bound for the entries of a network on the square of pairs (x, y), independent of x and y."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import paper

x, y = reals("x y")
(N,) = ints("N")
l, t = ints("l t")
alpha, beta, gamma, cut = vectors("alpha beta gamma cut")
(score,) = vectors("score", 2)


def entry(l: Term) -> Term:
    """An entry of W_V Linear(X), for one row."""
    return alpha(l) * x + beta(l) * y + gamma(l)


def weight(l: Term, t: Term) -> Term:
    """Entry (l, t) of the attention matrix."""
    return exp(score(l, t)) * inv(Sum(lambda j: exp(score(j, t)), 1, N))


attended = Sum(lambda t: Sum(lambda l: entry(l) * weight(l, t), 1, N) * cut(t), 1, N)
part = fun(lambda l: abs(alpha(l)) + abs(beta(l)) + abs(gamma(l)))
greatest = Sum(lambda l: part(l), 1, N)
bound = Sum(lambda t: greatest * abs(cut(t)), 1, N)
IN_SQUARE = {"x_in": abs(x) <= 1, "y_in": abs(y) <= 1}


@paper.claim(given={"some": 1 <= N, **IN_SQUARE}, shows=attended <= bound)
def attention_bounded(p: Proof) -> Fact:
    """A weighted mean is at most the largest entry."""
    p.given(l_low=1 <= l, l_high=l <= N)
    letters = alpha(l), beta(l), gamma(l)
    ups, downs = ([p.apply("abs_ge", x=sign * z) for z in letters] for sign in (1, -1))
    signs = [p.apply("abs_nonneg", x=z) for z in letters]
    nonneg = p.have(0 <= part(l), *signs)
    member = p.apply("sum_member", nonneg, f=part, lo=1, hi=N, m=l)
    sides = []
    for z, v, own in ((alpha(l), x, "x_in"), (beta(l), y, "y_in")):
        most = p.apply("abs_mul", u=z, r=v)
        less = p.have(abs(z * v) <= abs(z), most, (own, p.apply("abs_nonneg", x=z)))
        sides += [p.have(c, less, p.apply("abs_ge", x=u)) for c, u in (
            (z * v <= abs(z), z * v), (-abs(z) <= z * v, -(z * v)))]  # fmt: skip
    over = p.have(entry(l) <= greatest, *sides, ups[2], member)
    under = p.have(-greatest <= entry(l), *sides, downs[2], member)
    column = fun(lambda l: score(l, t))
    positive = p.apply("softmax_pos", a=column, n=N, k=l)
    unit = p.apply("softmax_sum", a=column, n=N)
    bounds = []
    for sign, fact in ((1, over), (-1, under)):
        inner = fun(lambda l, sign=sign: sign * entry(l) * weight(l, t))
        each = p.have(inner(l) <= greatest * weight(l, t), (fact, positive))
        sum_ = p.apply("sum_le", each)
        bounds.append(p.have(Sum(inner, 1, N) <= greatest, sum_, (unit, greatest)))
    up, down = (p.apply("abs_ge", x=sign * cut(t)) for sign in (1, -1))
    mean = fun(lambda t: Sum(lambda l: entry(l) * weight(l, t), 1, N) * cut(t))
    share = fun(lambda t: greatest * abs(cut(t)))
    each = p.have(mean(t) <= share(t), (bounds[0], down), (bounds[1], up))
    return p.apply("sum_le", each, f=mean, g=share, lo=1, hi=N)


@paper.claim(given=[1 <= N], shows=0 <= bound)
def bound_nonneg(p: Proof) -> Fact:
    """It is a sum of absolute values."""
    signs = [p.apply("abs_nonneg", x=z) for z in (alpha(l), beta(l), gamma(l), cut(t))]
    each = p.have(0 <= part(l), *signs)
    inner = p.apply("sum_nonneg", each, f=part, lo=1, hi=N)
    term = p.have(0 <= greatest * abs(cut(t)), (inner, signs[3]))
    return p.apply("sum_nonneg", term, f=fun(lambda t: greatest * abs(cut(t))), lo=1, hi=N)
