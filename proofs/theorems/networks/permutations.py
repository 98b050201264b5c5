"""Permutations of the tokens of a sequence, and maps of sequences that are permutation equivariant.

A permutation is an injective map τ of 1, …, n into itself: token k of X P is token τ(k) of X.

Main statements: `continuous_determined`, `all_matched`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import continuous_on_cube, entries, in_cube
from proofs.theorems.combinatorics.tuples import WORD

chapter = Chapter("permutations")
d, n, k, l, t, m, x = ints("d n k l t m x")
B, delta = reals("B delta")
X, Y = vectors("X Y", 2)
(f,) = functions("f", MATRIX + "ZZ")
(tau,) = sequences("tau")
a, b = sequences("a b")


def permutation(tau: Term, n: Term = n) -> list[Term]:
    """τ permutes 1, …, n."""
    return [
        every(lambda k: 1 <= tau(k), 1, n),
        every(lambda k: tau(k) <= n, 1, n),
        every(lambda k: every(lambda l: implies(Eq(tau(k), tau(l)), Eq(k, l)), 1, n), 1, n),
    ]


def permuted(X: Term, tau: Term) -> Term:
    """X P."""
    return fun(lambda t, k: X(t, tau(k)), 2)


def equivariant(f: Term, d: Term = d, n: Term = n) -> Term:
    """f(X P) = f(X) P for all X and all permutation matrices P."""
    same = lambda X, tau: entries(lambda t, k: Eq(f(permuted(X, tau), t, k), f(X, t, tau(k))), d, n)  # noqa: E731
    return for_all(lambda X, tau: implies(*permutation(tau, n), same(X, tau)), MATRIX, WORD)


def zero_outside(f: Term, B: Term, d: Term = d, n: Term = n) -> Term:
    """f(X) = 0 for X outside of [−B, B]^(d×n)."""
    zero = lambda X: entries(lambda t, k: Eq(f(X, t, k), 0), d, n)  # noqa: E731
    return for_all(lambda X: implies(negation(in_cube(X, B, d, n)), zero(X)), MATRIX)


chapter.notions.define(
    equivariant(f), (f, d, n), "{0} is permutation equivariant", r"{0} \text{{ is permutation equivariant}}"
)
chapter.notions.define(
    zero_outside(f, B), (f, B, d, n), "{0} is 0 outside of [−{1}, {1}]^({2}×{3})",
    r"{0} = 0 \text{{ outside of }} [-{1}, {1}]^{{{2} \times {3}}}",
)  # fmt: skip


def determined(f: Term, B: Term, d: Term = d, n: Term = n) -> Term:
    """On the cube f(X) depends on the entries of X alone."""
    same = lambda X, Y: entries(lambda t, k: Eq(X(t, k), Y(t, k)), d, n)  # noqa: E731
    values = lambda X, Y: entries(lambda t, k: Eq(f(X, t, k), f(Y, t, k)), d, n)  # noqa: E731
    return for_all(lambda X, Y: implies(in_cube(X, B, d, n), same(X, Y), values(X, Y)), MATRIX, MATRIX)


@chapter.claim(given={"continuous": continuous_on_cube(f, B, d, n)}, shows=determined(f, B))
def continuous_determined(p: Proof) -> Fact:
    """Equal entries are nearer than any δ, so the values are nearer than any ε."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.given(inside=in_cube(X, B, d, n), same=entries(lambda t, k: Eq(X(t, k), Y(t, k)), d, n))
    p.specialize("same", t, k, label="entry")
    size = p.specialize("inside", t, k)
    both = p.congr(abs, "entry")
    there = p.have(abs(Y(t, k)) <= B, both, size)

    gap = X(t, k) - Y(t, k)
    none = p.have(Eq(abs(gap), 0), p.congr(abs, p.have(Eq(gap, 0))))
    difference = abs(f(X, t, k) - f(Y, t, k))
    p.given(some=0 < difference, no=difference <= 0)
    found = p.specialize("continuous", X, difference)

    pos, steady = p.obtain(found, delta)
    near = p.have(abs(X(t, k) - Y(t, k)) < delta, none, pos)
    close = p.specialize(p.specialize(p.specialize(steady, Y, using=[there, near]), t), k)
    never = p.absurd(p.have(FALSE, close), difference <= 0)
    none_ = p.cases(difference, 0, "no", never)
    low = p.have(f(X, t, k) <= f(Y, t, k), none_)
    high = p.have(f(Y, t, k) <= f(X, t, k), none_)
    out = p.antisymmetry(low, high)
    out = p.generalize(t, p.generalize(k, out))
    return p.rule("generalize", Y, p.discharge(out, p.get("inside").concl, p.get("same").concl))


def matches(tau: Term, m: Term) -> list[Term]:
    """a_k = b_τ(k) for k = 1, …, m."""
    return [
        every(lambda k: 1 <= tau(k), 1, m),
        every(lambda k: tau(k) <= n, 1, m),
        every(lambda k: Eq(a(k), b(tau(k))), 1, m),
    ]


def some_match(k: Term) -> Term:
    """a_k is one of b_1, …, b_n."""
    return exists(lambda l: [1 <= l, l <= n, Eq(a(k), b(l))], "Z")


@chapter.claim(
    given={"m_low": 0 <= m, "each": every(some_match, 1, m)}, shows=exists(lambda tau: matches(tau, m), WORD)
)
def all_matched(p: Proof) -> Fact:
    """By induction on the number of entries."""

    def claim(x: Term) -> Term:
        return implies(x <= m, exists(lambda tau: matches(tau, x), WORD))

    p.given(x_low=0 <= x, so_far=claim(x), following=x + 1 <= m)
    p.given(k_low=1 <= k, k_high=k <= x + 1, early=k <= x, late=x < k)
    zero = fun(lambda k: num(0))
    base = p.rule("discharge", num(0) <= m, p.exists_intro(claim(num(0)).args[1], [zero]))
    before = p.mp("so_far", p.have(x <= m, "following"))
    own = p.specialize("each", x + 1)
    last = p.antisymmetry("k_high", p.integer_step("late"))
    goal = claim(x + 1).args[1]

    def prove(old: tuple[Fact, ...], new: tuple[Fact, ...]) -> Fact:
        longer = fun(lambda k: ite(k <= x, tau(k), l))
        out = []
        formulas = (lambda y: 1 <= y), (lambda y: y <= n), (lambda y: Eq(a(k), b(y)))
        for number, formula in enumerate(formulas):
            here = p.specialize(old[number], k)
            there = new[number]
            if number == 2:
                there = p.have(Eq(a(k), b(l)), there, p.congr(a, last))
            sides = []
            for order, fact in (("early", here), ("late", there)):
                value = p.ite_eq(longer(k), order)
                back = p.have(Eq(*reversed(value.concl.args)), value)
                sides.append(p.replace(back, hole(formula, "Z"), fact))
            out.append(p.cases(k, x, *sides))
        return p.exists_intro(goal, [longer], *out)

    def with_old(*old: Fact) -> Fact:
        return p.exists_elim(own, [l], lambda *new: prove(old, new), goal)

    step = p.rule("discharge", x + 1 <= m, p.exists_elim(before, [tau], with_old, goal))
    all_ = p.induct(claim, 0, x, base, step)
    return p.specialize(all_, m)
