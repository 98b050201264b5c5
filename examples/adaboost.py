"""The training error of AdaBoost, after Freund and Schapire (1997) and Schapire and Singer (1999): a paper of your own.

Example i of n has the margin u(t, i) = ±1 in round t: 1 if the weak classifier of the round is right. Its weight
D(t, i) is 1/n in the first round; in the next it is D(t, i) e^(−alpha(t) u(t, i)), divided by the sum Z(t) of these.
`lemmata check adaboost.py` takes about half a minute, and after a change only the time of what depends on it.
"""

from lemmata import *

paper = chapter = Paper("AdaBoost", "The training error of AdaBoost", "Freund and Schapire, 1997")

n, T, t, i = ints("n T t i")
x, a, b, g = reals("x a b g")
alpha, w, m = vectors("alpha w m")
D, u = vectors("D u", 2)


def weighted(w: Term, m: Term, a: Term) -> Term:
    """Σ w_i e^(−a m_i)."""
    return Sum(lambda i: w(i) * exp(-a * m(i)), 1, n)


def Z(t: Term) -> Term:
    """The normalizer of a round."""
    return weighted(fun(lambda i: D(t, i)), fun(lambda i: u(t, i)), alpha(t))


def e(t: Term) -> Term:
    """The weighted error of a round: the weights of the examples with margin −1."""
    return Sum(lambda i: D(t, i) * (1 - u(t, i)) / 2, 1, n)


def F(i: Term) -> Term:
    """The margin of the final vote: the vote is wrong unless it is positive."""
    return Sum(lambda t: alpha(t) * u(t, i), 1, T)


def edge(b: Term) -> Term:
    """e^(−2 (1/2 − b)²): a bound of the normalizer with error b."""
    return exp(-2 * (rational(1, 2) - b) ** 2)


mistakes = Sum(lambda i: ite(F(i) <= 0, 1, 0), 1, n)
error, product = mistakes / n, Prod(Z, 1, T)
run = {"some": 1 <= n, "steps": 1 <= T}

paper.state("definition-1", "the normalizer of a round", kind="definition", defines=Z(t))
paper.recursion(
    "definition-2", "the weights of the next round", D, lambda i: 1 / n,
    lambda t, before, i: before(i) * exp(-alpha(t) * u(t, i)) / weighted(before, fun(lambda i: u(t, i)), alpha(t)),
    ends=(1, n), given=[1 <= n], defined="weights_positive",
)  # fmt: skip

# --- the weights


def positive(t: Term) -> Term:
    """The weights of a round are positive."""
    return every(lambda i: 0 < D(t, i), 1, n)


@paper.claim(given=run, shows=every(positive, 1, None))
def weights_positive(p: Proof) -> Fact:
    """By induction: with positive weights the normalizer is positive, and then the next weights are."""
    first = p.prove(positive(num(1)), "D_start", "some")
    with p.fix(t, 1), p.case(positive(t)) as here:
        after = p.prove(positive(t + 1), p.specialize("D_step", t), here, "some")
    return p.induct(positive, 1, t, first, after)


paper.state("lemma-1", "The weights are positive.", kind="lemma", printed=weights_positive)


def normalized(t: Term) -> Term:
    """The weights of a round add up to 1."""
    return Eq(Sum(lambda i: D(t, i), 1, n), 1)


@paper.claim(given=run, shows=every(normalized, 1, None))
def weights_normalized(p: Proof) -> Fact:
    """The normalizer is the sum of what it divides."""
    first = p.prove(normalized(num(1)), "D_start", "some")
    with p.fix(t, 1):
        here = p.specialize(p.apply("weights_positive"), t)
        after = p.prove(normalized(t + 1), p.specialize("D_step", t), here, "some")
    return p.induct(normalized, 1, t, first, after)


paper.state("lemma-2", "The weights of a round add up to 1.", kind="lemma", printed=weights_normalized)


@paper.claim(given=run, shows=every(lambda i: Eq(D(T + 1, i) * product, exp(-F(i)) / n), 1, n))
def last_weights(p: Proof) -> Fact:
    """The recursion of one example, times the normalizer, from the first round to the last one."""
    with p.fix(i, 1, n):
        with p.fix(t, 1, T):
            normalizer = p.prove(0 < Z(t), p.specialize(p.apply("weights_positive"), t), "some")
            step = p.specialize("D_step", t, i)
            here = p.have(Eq(Z(t) * D(t + 1, i), D(t, i) * exp(-alpha(t) * u(t, i))), (step, Z(t)), normalizer)
        last = p.prove(Eq(D(T + 1, i) * product, D(1, i) * exp(-F(i))), p.generalize(t, here), "steps")
        out = p.have(Eq(D(T + 1, i) * product, exp(-F(i)) / n), last, (p.specialize("D_start", i), exp(-F(i))))
    return p.generalize(i, out)


paper.state("lemma-3", "The last weights in terms of the margins of the vote.", kind="lemma", printed=last_weights)

# --- the error and the normalizers


@paper.claim(given=[], shows=ite(x <= 0, 1, 0) <= exp(-x))
def exponential_loss(p: Proof) -> Fact:
    """e^(−x) is positive, and at least 1 where x <= 0."""
    return p.prove(p.goal)


paper.state("eq-1", "The exponential loss is an upper bound of the error.", kind="display", printed=exponential_loss)


@paper.claim(given=run, shows=error <= product)
def error_at_most_product(p: Proof) -> Fact:
    """The mistakes have a loss of at least 1 each, and the losses are n Π Z_t times the last weights."""
    with p.fix(i, 1, n):
        loss = p.apply("exponential_loss", x=F(i))
    total = p.specialize(p.apply("weights_normalized"), T + 1, using=["steps"])
    return p.prove(p.goal, p.generalize(i, loss), p.apply("last_weights"), total, "some")


paper.state(
    "theorem-1", "The training error is at most the product of the normalizers.", kind="theorem",
    printed=error_at_most_product, cites=["lemma-2", "lemma-3", "eq-1"],
)  # fmt: skip


@paper.claim(
    given=[
        every(lambda i: Eq(m(i) ** 2, 1), 1, n),
        Eq(Sum(w, 1, n), 1),
        Eq(b, Sum(lambda i: w(i) * (1 - m(i)) / 2, 1, n)),
    ],
    shows=Eq(weighted(w, m, a), (1 - b) * exp(-a) + b * exp(a)),
)
def normalizer_by_error(p: Proof) -> Fact:
    """e^(−a m) is linear in m, as m is 1 or −1."""
    return p.prove(p.goal)


paper.state("lemma-4", "The normalizer by the weighted error.", kind="lemma", printed=normalizer_by_error)
least = 2 * sqrt(b * (1 - b))


@paper.claim(given=[0 < b, b < 1, Eq(a, log((1 - b) / b) / 2)], shows=Eq((1 - b) * exp(-a) + b * exp(a), least))
def best_weight(p: Proof) -> Fact:
    """The weight put in."""
    return p.prove(p.goal)


paper.state("eq-2", "The normalizer for the best weight of a round.", kind="display", printed=best_weight)


@paper.claim(given=[0 < b, b < 1], shows=least <= edge(b))
def square_root_bound(p: Proof) -> Fact:
    """2 √(b (1 − b)) is the root of 1 − 4 (1/2 − b)², which is at most e^(−4 (1/2 − b)²)."""
    return p.prove(p.goal)


paper.state("eq-3", "It is smaller the further the error is from 1/2.", kind="display", printed=square_root_bound)
paper.state(
    "eq-4", "It is smaller the further the error is from 1/2; corrected: the factor is 2.", kind="display",
    printed=Claim((0 < b, b < 1), least <= exp(-3 * (rational(1, 2) - b) ** 2)), corrected=square_root_bound,
    errata=Erratum("false", "The factor 3 is too large.", search=Search(reals={"b": [rational(1, 4)]})),
)  # fmt: skip

margins = every(lambda t: every(lambda i: Eq(u(t, i) ** 2, 1), 1, n), 1, T)
low, high = every(lambda t: 0 < e(t), 1, T), every(lambda t: e(t) < 1, 1, T)
best = every(lambda t: Eq(alpha(t), log((1 - e(t)) / e(t)) / 2), 1, T)
chosen = run | {"margins": margins, "low": low, "high": high, "best": best}


@paper.claim(given=chosen, shows=every(lambda t: Eq(Z(t), 2 * sqrt(e(t) * (1 - e(t)))), 1, T))
def normalizers(p: Proof) -> Fact:
    """Lemma 4 with the weight of (2)."""
    with p.fix(t, 1, T):
        row = {"w": fun(lambda i: D(t, i)), "m": fun(lambda i: u(t, i))}
        total = p.specialize(p.apply("weights_normalized"), t)
        first = p.apply("normalizer_by_error", p.specialize("margins", t), total, a=alpha(t), b=e(t), **row)
        range_ = [p.specialize(name, t) for name in ("low", "high", "best")]
        second = p.apply("best_weight", *range_, a=alpha(t), b=e(t))
        out = p.calc(Z(t), ("==", first.concl.args[1], first), ("==", second.concl.args[1], second))
    return p.generalize(t, out)


@paper.claim(given=chosen, shows=error <= exp(-2 * Sum(lambda t: (rational(1, 2) - e(t)) ** 2, 1, T)))
def training_error(p: Proof) -> Fact:
    """Theorem 1 with (3) in each round."""
    with p.fix(t, 1, T):
        here = p.specialize(p.apply("normalizers"), t)
        sign = p.prove(0 <= Z(t), p.specialize(p.apply("weights_positive"), t), "some")
        bound = p.apply("square_root_bound", p.specialize("low", t), p.specialize("high", t), b=e(t))
        bound = p.have(Z(t) <= edge(e(t)), here, bound)
    every_ = p.generalize(t, sign), p.generalize(t, bound)
    return p.have(p.goal, p.apply("error_at_most_product"), p.prove(product <= p.goal.args[1], *every_, "steps"))


paper.state("theorem-2", "The training error falls exponentially.", kind="theorem", printed=training_error)


@paper.claim(given={"some": 1 <= n, "small": error < 1 / n}, shows=every(lambda i: 0 < F(i), 1, n))
def no_mistakes(p: Proof) -> Fact:
    """A mistake alone is an error of 1/n."""
    fewer = p.prove(mistakes < 1, "some", "small")
    with p.fix(i, 1, n):
        with p.case(F(i) <= 0) as wrong:
            one = p.ite_eq(ite(F(i) <= 0, 1, 0), wrong)
            member = p.apply("sum_member", f=fun(lambda i: ite(F(i) <= 0, 1, 0)), lo=1, hi=n, m=i)
            absurd = p.have(FALSE, one, member, fewer)
        right = p.by_contradiction(0 < F(i), absurd)
    return p.generalize(i, right)


paper.state("corollary-1", "With an error below 1/n the vote is right.", kind="corollary", printed=no_mistakes)
