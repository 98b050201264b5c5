"""A direction in which the tokens of finitely many sequences have different numbers, and bounds for finite families.

Not in the paper as such. The direction is that of Lemma 2, by counting; the tokens are listed in a row, after 0.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.counted_directions import kept_share
from proofs.papers.ks.appendix_b_projections.projections import m, v, w
from proofs.papers.ks.vocabulary import i, j, k, n, paper, x
from proofs.theorems.algebra.digits import K, q
from proofs.theorems.algebra.integers import floor
from proofs.theorems.analysis.norms import dot, norm
from proofs.theorems.analysis.projections import coded, kept, not_zero
from proofs.theorems.networks.transformers import *

l, t = ints("l t")
(y,) = reals("y")
z, u = vectors("z u")
some_of_all = (1 <= d, 1 <= n, 1 <= N)
inside = (1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l, l <= n)


def number(i: Term, k: Term, X: Term = X, v: Term = v) -> Term:
    """The number vᵀx of a token x."""
    return dot(v, token(X, i, k), d)


def by_number(v: Term = v) -> Term:
    """Tokens with the same number are equal."""
    return pairs(
        lambda i, j, k, l: implies(
            Eq(number(i, k, v=v), number(j, l, v=v)), same_tokens(token(X, i, k), token(X, j, l))
        )
    )


def numbers_not_zero(v: Term = v) -> Term:
    """A nonzero token has a nonzero number."""
    return places(lambda i, k: implies(0 < norm(token(X, i, k), d), negation(Eq(number(i, k, v=v), 0))))


def direction(v: Term) -> list[Term]:
    """v is a unit vector in which different tokens, and 0, have different numbers."""
    return [Eq(dot(v, v, d), 1), by_number(v), numbers_not_zero(v)]


def for_pairs(p: Proof, fact: Fact) -> Fact:
    """Return the fact for all i, j, k and l in range."""
    for symbol, ends in zip((l, k, j, i), (inside[6:], inside[4:6], inside[2:4], inside[:2]), strict=True):
        fact = p.generalize(symbol, fact, *ends)
    return fact


# --- a direction -----------------------------------------------------------------------------------------------------


@paper.claim(given=[norm(z, d) <= 0, 1 <= t, t <= d], shows=Eq(z(t), 0))
def short_is_zero(p: Proof) -> Fact:
    """z_t² <= ‖z‖²."""
    p.apply("sum_member", f=fun(lambda k: z(k) * z(k)), lo=1, hi=d, m=t, label="member")
    small = p.have(z(t) * z(t) <= 0)

    def at(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        return p.absurd(p.have(FALSE, (order, order), small), p.goal)

    return p.note("out", p.trichotomy(z(t), 0, at))


@paper.claim(given={"differ": different(z, u)}, shows=0 < norm(difference(z, u), d))
def different_are_apart(p: Proof) -> Fact:
    """A vector of length 0 is 0."""
    apart = norm(difference(z, u), d)
    p.given(short=apart <= 0, low=1 <= t, high=t <= d)
    p.apply("short_is_zero", z=difference(z, u), label="entry")
    same = p.generalize(t, p.have(Eq(z(t), u(t))), "low", "high")
    false = p.absurd(p.mp("differ", same), p.goal)
    return p.cases(apart, 0, false, p.assume(0 < apart))


shared = [0 < x, x * norm(difference(z, u), d) <= abs(dot(v, difference(z, u), d)), Eq(dot(v, z, d), dot(v, u, d))]


@paper.claim(given=[*shared, 1 <= t, t <= d], shows=Eq(z(t), u(t)))
def kept_are_told_apart(p: Proof) -> Fact:
    """If |vᵀ(z − u)| is at least a multiple of ‖z − u‖, it is 0 for z = u only."""
    gap = dot(v, difference(z, u), d)
    p.have(Eq(gap, 0), label="gap")
    size = p.abs_value(gap, p.have(gap <= 0))
    p.have(norm(difference(z, u), d) <= 0, shared[1], size, "gap", scale=[shared[0]], label="short")
    return p.have(p.goal, p.apply("short_is_zero", z=difference(z, u)))


def place(i: Term, k: Term) -> Term:
    """The position of token k of sequence i in the row."""
    return (i - 1) * n + k + 1


def row_of_tokens(t: Term, a: Term) -> Term:
    """Entry t of vector a of the row: first 0, then all tokens, one sequence after the other."""
    before = floor(a - 2, n)
    return ite(Eq(a, 1), 0, X(before + 1, t, a - 1 - n * before))


listed = {m: N * n + 1, w: fun(row_of_tokens, 2)}
kept_listed = substitute(kept(kept_share), listed)
at_place = [*some_of_all, *inside[:2], *inside[4:6]]


@paper.claim(given=at_place, shows=Eq(row_of_tokens(t, place(i, k)), X(i, t, k)))
def token_in_row(p: Proof) -> Fact:
    """⌊((i − 1) n + k − 1)/n⌋ = i − 1."""
    p.given_all(at_place, "in")
    before = place(i, k) - 2
    p.have(0 <= (i - 1) * n, "in_3", label="steps")
    floor = p.apply("floor_is",
            q=before, c=n, y=i - 1)  # fmt: skip
    at = p.congr(lambda y: X(y + 1, t, place(i, k) - 1 - n * y), floor)
    return p.have(p.goal, at)


direction_given = [*some_of_all, kept_listed]


def vector(a: Term) -> Term:
    """Vector a of the row."""
    return fun(lambda t: row_of_tokens(t, a))


def in_row(p: Proof, i: Term, k: Term) -> tuple[Fact, Fact]:
    """Prove that entry t of a token is that of a vector of the row, and that their numbers agree."""
    name = f"place_{i.args[0]}"
    p.have(0 <= (i - 1) * n, (p.side_condition(1 <= i), "n"), p.side_condition(1 <= i), label=f"{name}_steps")
    p.have(0 <= (N - i) * n, (p.side_condition(i <= N), "n"), p.side_condition(i <= N), label=f"{name}_left")
    p.have(1 <= place(i, k), f"{name}_steps", p.side_condition(1 <= k), label=f"{name}_low")
    p.have(place(i, k) <= N * n + 1, f"{name}_left", p.side_condition(k <= n), label=f"{name}_high")
    same = p.apply("token_in_row", i=i, k=k)
    by = {"f": fun(lambda t: v(t) * vector(place(i, k))(t)), "g": fun(lambda t: v(t) * X(i, t, k))}
    return same, p.apply("sum_eq", (same, v(t)), lo=1, hi=d, **by)


def told_apart(p: Proof, a: Term, b: Term, same: Fact) -> Fact:
    """Prove that entry t of vectors a and b of the row is equal if vᵀ is equal for both."""
    at = p.specialize("kept", a, b)
    by = {"z": vector(a), "u": vector(b), "x": substitute(kept_share, listed)}
    return p.apply("kept_are_told_apart", at, same, **by)


def direction_start(p: Proof) -> None:
    """Assume the hypotheses, and prove that the factor is positive."""
    p.given(d=1 <= d, n=1 <= n, N=1 <= N, kept=kept_listed, t_low=1 <= t, t_high=t <= d)
    p.given_all(inside, "in")
    d_pos = p.have(0 < d, "d")
    rows = p.have(0 <= (N - 1) * n, ("N", "n"), "N")
    m_low = p.have(1 <= N * n + 1, rows, "n")
    m_pos = p.have(0 < N * n + 1, m_low)
    p.note("share", p.positive(substitute(kept_share, listed), m_pos, d_pos))


direction_given = [*some_of_all, kept_listed]


@paper.claim(given=direction_given, shows=by_number())
def numbers_tell_apart(p: Proof) -> Fact:
    """The tokens are vectors of the row."""
    direction_start(p)
    alike = p.assume(Eq(number(i, k), number(j, l)))
    (one, of_one), (other, of_other) = in_row(p, i, k), in_row(p, j, l)
    a, b = place(i, k), place(j, l)
    same = p.have(Eq(dot(v, vector(a), d), dot(v, vector(b), d)), of_one, of_other, alike)
    entry = p.have(Eq(X(i, t, k), X(j, t, l)), told_apart(p, a, b, same), one, other)
    entries = p.generalize(t, entry, "t_low", "t_high")
    return p.note("out", for_pairs(p, p.discharge(entries, alike.concl)))


@paper.claim(given=direction_given, shows=numbers_not_zero())
def numbers_see_zero(p: Proof) -> Fact:
    """The tokens are vectors of the row, whose first one is 0."""
    direction_start(p)
    none, long = p.assume(Eq(number(i, k), 0)), p.assume(0 < norm(token(X, i, k), d))
    own, of_own = in_row(p, i, k)
    a, first = place(i, k), num(1)
    same = p.have(Eq(dot(v, vector(a), d), dot(v, vector(first), d)), of_own, none)
    entry = p.have(Eq(X(i, t, k), 0), told_apart(p, a, first, same), own)
    short = p.apply("norm_zero", entry, x=token(X, i, k))
    fact = p.discharge(p.have(FALSE, short, long), long.concl, none.concl)
    return p.generalize(i, p.generalize(k, fact, *inside[4:6]), *inside[:2])


@paper.claim(given=[*some_of_all], shows=exists(direction, VECTOR))
def some_direction_tells_apart(p: Proof) -> Fact:
    """Apply Lemma 2 to the row."""
    found = p.apply("some_direction_counted", m=N * n + 1, w=listed[w])
    proper, base, first = (p.assume(g) for g in (not_zero, 2 <= K, num(0) <= q))
    keeps = p.assume(substitute(kept_listed, {v: coded}))
    own_unit = p.apply("coded_is_unit", proper)
    parts = [p.apply(name, keeps, v=coded) for name in ("numbers_tell_apart", "numbers_see_zero")]
    there = p.exists_intro(p.goal, [coded], own_unit, *parts)
    no = p.discharge(p.mp(p.assume(negation(p.goal)), there), proper.concl, keeps.concl)
    no = p.generalize(K, p.generalize(q, no, first), base)
    return p.absurd(p.mp(found, no), p.goal)


# --- what is finite is bounded ---------------------------------------------------------------------------------------

(f,) = vectors("f", 4)


def bounded_on_pairs(f: Callable[..., Term]) -> Term:
    """Some positive number bounds f(i, j, k, l) for all sequences i, j and positions k, l."""
    return exists(lambda c: [0 < c, pairs(lambda i, j, k, l: f(i, j, k, l) <= c)], "R")


@paper.claim(given=[], shows=bounded_on_pairs(f))
def pairs_are_bounded(p: Proof) -> Fact:
    """Take four maxima."""
    p.given_all(inside, "in")
    own: list[Callable[[Term], Term]] = [
        lambda i: Max(lambda j: Max(lambda k: Max(lambda l: f(i, j, k, l), 1, n), 1, n), 1, N),
        lambda j: Max(lambda k: Max(lambda l: f(i, j, k, l), 1, n), 1, n),
        lambda k: Max(lambda l: f(i, j, k, l), 1, n),
        lambda l: f(i, j, k, l),
    ]
    steps = [
        p.max_ge(Max(level, 1, most), index, f"in_{2 * at}", f"in_{2 * at + 1}")
        for at, (level, most, index) in enumerate(zip(own, (N, N, n, n), (i, j, k, l), strict=True))
    ]
    greatest = Max(own[0], 1, N)
    bound = 1 + abs(greatest)
    below = for_pairs(p, p.have(f(i, j, k, l) <= bound, *steps))
    return p.exists_intro(p.goal, [bound], below)


def tokens_differ(X: Term, i: Term, j: Term, k: Term, l: Term) -> Term:
    """Tokens k of sequence i and l of sequence j are different."""
    return different(token(X, i, k), token(X, j, l))


outputs_differ = [
    pairs(lambda i, j, k, l: implies(tokens_differ(X, i, j, k, l), tokens_differ(Y, i, j, k, l))),
    pairs(lambda i, j, k, l: implies(other_vocabulary(X, i, j), tokens_differ(Y, i, j, k, l))),
]


def some_contextual_mapping(Y: Term) -> Term:
    """For some r and δ > 0 the Y are an (r, δ)-contextual mapping of the X."""
    return exists(lambda r, delta: [0 < delta, *contextual_mapping(X, Y, r, delta)], "R", "R")


def by_bounds(p: Proof, *names: Named) -> Fact:
    """The goal, that for some r and δ > 0 all Y are shorter than r and some more than δ apart; facts say which differ.

    Finitely many lengths are bounded, and finitely many distances that are not 0 are so from below.
    """
    p.given_all(inside, "in")
    gap = norm(difference(token(Y, i, k), token(Y, j, l)), d)
    lengths = fun(lambda i, j, k, l: norm(token(Y, i, k), d), 4)
    inverses = fun(lambda i, j, k, l: inv(norm(difference(token(Y, i, k), token(Y, j, l)), d)), 4)

    def apart(name: Named, positive: Fact, near: Fact) -> Fact:
        """The distance exceeds 1/(2c), where 1/c bounds the inverses."""
        c = positive.concl.args[1]
        differ = p.rule("specialize", p.specialize(name, i, j, k), l)
        for side in inside[6:]:
            differ = p.mp(differ, p.side_condition(side))
        when = p.assume(differ.concl.args[0])
        far = p.apply("different_are_apart", p.mp(differ, when), z=token(Y, i, k), u=token(Y, j, l))
        inverse = p.specialize(near, i, j, k, l)
        far = p.have(inv(2 * c) < gap, (inverse, far), far, positive, scale=[positive])
        return for_pairs(p, p.discharge(far, when.concl))

    _, short = p.obtain(p.apply("pairs_are_bounded", f=lengths), x)
    near = p.apply("pairs_are_bounded", f=inverses)
    positive, near = p.obtain(near, y)
    most = x
    least = inv(2 * positive.concl.args[1])
    length = p.have(norm(token(Y, i, k), d) < most + 1, p.specialize(short, i, i, k, k))
    all_short = p.generalize(i, p.generalize(k, length, *inside[4:6]), *inside[:2])
    parts = [apart(name, positive, near) for name in names]
    return p.exists_intro(p.goal, [most + 1, least], p.positive(least, positive), all_short, *parts)


@paper.claim(given=outputs_differ, shows=some_contextual_mapping(Y))
def different_outputs_suffice(p: Proof) -> Fact:
    """r and δ exist, since there are finitely many sequences."""
    return by_bounds(p, outputs_differ[0], outputs_differ[1])


# --- a small part beside a larger one --------------------------------------------------------------------------------

most, rho = reals("Q rho")
balance = Eq(4 * most**2 * rho, 1)


@paper.claim(
    given=[0 < most, balance, inv(abs(x)) <= most, -3 * most <= y, y <= 3 * most, Eq(x + rho * y, 0)],
    shows=Eq(x, 0),
)
def larger_part_zero(p: Proof) -> Fact:
    """If x is not 0, it is at least 1/Q in absolute value, and ρ y is at most 3/(4Q)."""
    p.given(sum=Eq(x + rho * y, 0))
    p.have(0 < rho, balance, scale=[0 < most, 0 < most], label="rho")

    def at(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        size = p.abs_value(x, p.have(x <= 0 if order.concl.args[0] is x else 0 <= x, order))
        positive = p.have(0 < abs(x), size, order)
        large = p.have(1 <= most * abs(x), (inv(abs(x)) <= most, positive), positive)
        small = [(-3 * most <= y, "rho", 0 < most), (y <= 3 * most, "rho", 0 < most)]
        return p.absurd(p.have(FALSE, large, (size, most), ("sum", most), balance, *small), p.goal)

    return p.note("out", p.trichotomy(x, 0, at))


parts = reals("x_0 x_1 x_2 x_3")
bounds = [1 <= most, balance, inv(abs(parts[0])) <= most, *(abs(x) <= most for x in parts[1:])]


def with_powers(*parts: Term) -> Term:
    """x_0 + ρ (x_1 + ρ (x_2 + …))."""
    first, *rest = parts
    return first + rho * with_powers(*rest) if rest else first


@paper.claim(given=[*bounds, Eq(with_powers(*parts), 0)], shows=Eq(parts[0], 0))
def first_part_zero(p: Proof) -> Fact:
    """The other terms are at most Q, and ρ is at most 1."""
    p.have(0 < most, label="pos")
    p.have(0 < rho, balance, scale=["pos", "pos"], label="rho")
    p.have(rho <= 1, balance, (bounds[0], bounds[0], "rho"), (bounds[0], "rho"), label="small")
    rest = with_powers(*parts[1:])
    p.have(rho * rho <= 1, "small", ("small", "rho"), label="square")
    p.have(0 < rho * rho, label="square_pos")
    sizes = []
    for part, bound, factor in zip(parts[1:], bounds[3:], ((), ("rho",), ("square_pos",)), strict=True):
        above, below = (p.have(s * part <= most, bound, p.apply("abs_ge", x=s * part)) for s in (1, -1))
        sizes += [(f, *factor) for f in (above, below)]
    steps = [*sizes, ("small", "pos"), ("square", "pos")]
    p.have(rest <= 3 * most, *steps, label="high")
    p.have(-3 * most <= rest, *steps, label="low")
    return p.apply("larger_part_zero", x=parts[0], y=rest)
