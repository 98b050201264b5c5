"""Continuous blocks that replace the modified ones: at every sequence they are eventually equal to these (Lemma 6).

A jump of φ becomes a rise over an interval of length 1/j on that side of it on which φ does not have its value at the
jump; hardmax becomes w_i/Σ w with w_i = 1 − j Σ_k relu(s_k − s_i), cut at 0, which is 1 where the score is greatest and
0 where it is less by more than 1/j. Both are exact at any one point once j is large, on jumps and with ties, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import WEIGHTS, b_Q, in_Phi, modified_block
from proofs.papers.yun.section_2_transformers.blocks import W_1, W_2, W_K, W_O, W_Q, W_V, b_1, b_2, h, r
from proofs.papers.yun.section_2_transformers.transformer_class import STATE, k_in, t_in
from proofs.papers.yun.vocabulary import d, m, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.analysis.continuity import assumed, entries
from proofs.theorems.analysis.eventual_equality import (
    ADD,
    AFTER,
    FAMILY,
    FROM,
    FUNCTION,
    RELU,
    SHARE,
    TIMES,
    Limit,
    combined,
    fixed,
    late_rise,
    rewritten,
    rise,
    share,
    summed,
    tends,
)
from proofs.theorems.networks.hardmax import hardmax as hardmax_weight
from proofs.theorems.networks.hardmax import is_best
from proofs.theorems.networks.permutations import permutation
from proofs.theorems.networks.relu import relu

j, t, k, i, q, c, a, head = ints("j t k i q c a head")
x, y = reals("x y")
(X,) = vectors("X", 2)
(s,) = vectors("s")
u, v = variable("u", FAMILY), variable("v", FUNCTION)
(phi,) = functions("phi", "R")
c1, c2, s1, o1, s2, o2, s3, o3 = reals("c_1 c_2 a_1 b_1' a_2 b_2' a_3 b_3'")
LINES = ((s1, o1), (s2, o2), (s3, o3))


def line(which: int, x: Term) -> Term:
    """Return the piece with this number at x."""
    slope, height = LINES[which]
    return slope * x + height


PIECES = {
    "order": c1 < c2,
    "first": for_all(lambda x: implies(x < c1, Eq(phi(x), line(0, x))), "R"),
    "second": for_all(lambda x: implies(c1 < x, x < c2, Eq(phi(x), line(1, x))), "R"),
    "third": for_all(lambda x: implies(c2 < x, Eq(phi(x), line(2, x))), "R"),
}


def minus(p: Proof, a: Limit, b: Limit) -> Limit:
    """a − b."""
    return combined(p, ADD, a, combined(p, TIMES, fixed(p, num(-1)), b))


def smooth(j: Term, x: Term) -> Term:
    """φ_j."""
    on_1, past_1, on_2, past_2 = rise(j, x - c1), late_rise(j, x - c1), rise(j, x - c2), late_rise(j, x - c2)
    return (
        line(0, x) * (1 - on_1)
        + phi(c1) * (on_1 - past_1)
        + line(1, x) * (past_1 * (1 - on_2))
        + phi(c2) * (past_1 * (on_2 - past_2))
        + line(2, x) * past_2
    )


smooth_family, smooth_limit = (
    mapping(lambda j, X: smooth(j, u(j, X)), "Z", MATRIX),
    mapping(lambda X: phi(v(X)), MATRIX),
)


@paper.claim({**PIECES, "held": tends(u, v)}, shows=tends(smooth_family, smooth_limit))
def activation_tends(p: Proof) -> Fact:
    """By sums and products of steps."""
    at = Limit(lambda j, X: u(j, X), lambda X: v(X), p.get("held"))
    one = fixed(p, num(1))
    ends = [minus(p, at, fixed(p, end)) for end in (c1, c2)]
    on_1, on_2 = (combined(p, FROM, end) for end in ends)
    past_1, past_2 = (combined(p, AFTER, end) for end in ends)
    lines = [combined(p, ADD, combined(p, TIMES, fixed(p, z), at), fixed(p, w)) for z, w in LINES]
    parts = [
        combined(p, TIMES, lines[0], minus(p, one, on_1)),
        combined(p, TIMES, fixed(p, phi(c1)), minus(p, on_1, past_1)),
        combined(p, TIMES, lines[1], combined(p, TIMES, past_1, minus(p, one, on_2))),
        combined(p, TIMES, fixed(p, phi(c2)), combined(p, TIMES, past_1, minus(p, on_2, past_2))),
        combined(p, TIMES, lines[2], past_2),
    ]
    whole = parts[0]
    for part in parts[1:]:
        whole = combined(p, ADD, whole, part)
    x = v(X)
    marks = [z.v(X) for z in (on_1, past_1, on_2, past_2)]

    def valued(first: Fact, second: Fact) -> Fact:
        """x against c_1 and c_2."""
        kinds = [_place(f, x) for f in (first, second)]
        values = []
        for number, (mark, kind) in enumerate(zip(marks, (kinds[0], kinds[0], kinds[1], kinds[1]), strict=True)):
            end, fact = ((c1, first), (c2, second))[number // 2]
            z = x - end
            if number % 2 == 0:
                side = p.have(z < 0, fact) if kind < 0 else p.have(0 <= z, fact)
            else:
                side = p.have(z <= 0, fact) if kind <= 0 else p.have(0 < z, fact)
            values.append(p.ite_eq(mark, side))
        goal = Eq(whole.v(X), phi(x))
        if kinds[0] < 0:
            if kinds[1] >= 0:
                return p.absurd(p.have(FALSE, first, second), goal)
            value = p.specialize("first", x, using=[first])
        elif kinds[0] == 0:
            if kinds[1] > 0:
                return p.absurd(p.have(FALSE, first, second), goal)
            value = p.congr(phi, first)
        elif kinds[1] < 0:
            value = p.specialize("second", x, using=[first, second])
        elif kinds[1] == 0:
            value = p.congr(phi, second)
        else:
            value = p.specialize("third", x, using=[second])
        return p.have(goal, value, *values)

    same = p.trichotomy(x, c1, lambda f: p.trichotomy(x, c2, lambda g: valued(f, g)))
    out = rewritten(p, whole, lambda X: phi(v(X)), same)
    return out.fact


def _place(order: Fact, x: Term) -> int:
    """Return −1, 0 or 1 if x is below, at, or above the other side."""
    return 0 if order.concl.op == "eq" else -1 if order.concl.args[0] is x else 1


psi = variable("psi", "(ZR>R)")


def acts(psi: Term, phi: Term) -> Term:
    """If u_j tends to v, ψ_j(u_j) tends to φ(v)."""

    def kept(u: Term, v: Term) -> Term:
        return implies(
            tends(u, v), tends(mapping(lambda j, X: psi(j, u(j, X)), "Z", MATRIX), mapping(lambda X: phi(v(X)), MATRIX))
        )

    return for_all(kept, FAMILY, FUNCTION)


paper.notions.define(acts(psi, phi), (psi, phi, d, n), "{0}_j → {1} after whatever tends", r"{0}_j \to {1}")


@paper.claim([in_Phi(phi)], shows=exists(lambda psi: acts(psi, phi), "(ZR>R)"))
def activation_exists(p: Proof) -> Fact:
    """By the three pieces, and the values of φ at their ends."""
    pieces = p.obtain(in_Phi(phi), c1, c2, *(z for line_ in LINES for z in line_))
    held = p.assume(tends(u, v))
    out = p.apply("activation_tends", *pieces, held)
    return p.exists_intro(p.goal, [mapping(smooth, "Z", "R")], out)


# --- attention --------------------------------------------------------------------------------------------------------


def behind(score: Callable[[Term], Term], i: Term) -> Term:
    """Σ_q relu(s_q − s_i), which is 0 if and only if score i is maximal."""
    return Sum(lambda q: relu(score(q) - score(i)), 1, n)


def mark(j: Term, score: Callable[[Term], Term], i: Term) -> Term:
    """1 if score i is maximal, 0 if it is less than the maximum by more than 1/j."""
    return rise(j, -behind(score, i))


def weight(j: Term, score: Callable[[Term], Term], i: Term) -> Term:
    """The share of index i in the sum of the marks."""
    return mark(j, score, i) * share(Sum(lambda q: mark(j, score, q), 1, n))


INDEX = {"i_low": 1 <= i, "i_high": i <= n}


@paper.claim(INDEX, shows=Eq(ite(0 <= -behind(s, i), 1, 0), is_best(s, i)))
def best_if_none_above(p: Proof) -> Fact:
    """All terms are 0 if and only if no score is greater."""
    ends = [p.assume(f) for f in (1 <= q, q <= n)]
    top = Max(s, 1, n)
    some = p.have(1 <= n)
    own = p.max_ge(top, i, "i_low", "i_high")
    other = p.max_ge(top, q, *ends)
    z = s(q) - s(i)
    terms = fun(lambda q: relu(s(q) - s(i)))

    def prove(order: Fact) -> Fact:
        value = p.ite_eq(is_best(s, i), order)
        if order.concl.op == "eq":
            less = p.apply("sum_le", "relu_negative", other, order, f=terms, g=fun(lambda q: num(0)), lo=1, hi=n)
            mark_ = p.ite_eq(ite(0 <= -behind(s, i), 1, 0), p.have(0 <= -behind(s, i), less))
            return p.have(p.goal, value, mark_)
        if order.concl.args[0] is top:
            return p.absurd(p.have(FALSE, order, own), p.goal)
        inside, outside = (p.assume(f) for f in (0 <= -behind(s, i), -behind(s, i) < 0))
        member = p.apply("sum_member", *ends, f=terms, lo=1, hi=n, m=q)
        grown, small = (p.assume(f) for f in (0 <= z, z < 0))
        at = p.have(s(q) <= s(i), member, p.ite_eq(relu(z), grown), inside)
        below = p.cases(0, z, at, p.have(s(q) <= s(i), small))
        most = p.max_le(top, s(i), some, p.generalize(q, below))
        never = p.absurd(p.have(FALSE, most, order), p.goal)
        shown = p.ite_eq(ite(0 <= -behind(s, i), 1, 0), outside)
        return p.cases(0, -behind(s, i), never, p.have(p.goal, value, shown))

    return p.trichotomy(s(i), top, prove)


SCORES = "(ZZ" + MATRIX + ">R)"
s_u, s_v = variable("s", SCORES), variable("s'", f"(Z{MATRIX}>R)")
of_scores = (lambda i: mapping(lambda j, X: s_u(i, j, X), "Z", MATRIX), lambda i: mapping(lambda X: s_v(i, X), MATRIX))
scores_tend = every(lambda i: tends(of_scores[0](i), of_scores[1](i)), 1, n)
weight_family = mapping(lambda j, X: weight(j, lambda q: s_u(q, j, X), i), "Z", MATRIX)
weight_limit = mapping(lambda X: hardmax_weight(lambda q: s_v(q, X), i), MATRIX)


@paper.claim({**INDEX, "held": scores_tend}, shows=tends(weight_family, weight_limit))
def weight_tends(p: Proof) -> Fact:
    """The marks converge, and so does their sum, which is at least 1."""

    def score(i: Term, *ends: Fact) -> Limit:
        return Limit(lambda j, X: s_u(i, j, X), lambda X: s_v(i, X), p.specialize("held", i, using=ends))

    def marked(i: Term, *ends: Fact) -> Limit:
        in_sum = assumed(p, 1 <= q, q <= n)
        above = combined(p, RELU, minus(p, score(q, *in_sum), score(i, *ends)))
        negative = combined(p, TIMES, fixed(p, num(-1)), summed(p, q, n, p.get(n), above))
        step = combined(p, FROM, negative)
        same = p.apply("best_if_none_above", *ends, i=i, s=fun(lambda q: s_v(q, X)))
        return rewritten(p, step, lambda X: is_best(lambda q: s_v(q, X), i), same)

    each = assumed(p, 1 <= c, c <= n)
    count = summed(p, c, n, p.get(n), marked(c, *each))
    part = combined(p, SHARE, count)
    some = p.apply("hardmax_count", s=fun(lambda q: s_v(q, X)))
    number = count.v(X)
    part = rewritten(p, part, lambda X: inv(count.v(X)), p.have(Eq(1 + relu(number - 1), number), some))
    whole = combined(p, TIMES, marked(i, p.get("i_low"), p.get("i_high")), part)
    return whole.fact


# --- a block ----------------------------------------------------------------------------------------------------------

U = variable("U", STATE)
(V,) = functions("V", MATRIX + "ZZ")
SIZES = {"d_low": 1 <= d, "n_low": 1 <= n, "h_low": 0 <= h, "m_low": 0 <= m, "r_low": 0 <= r}


def attend(j: Term) -> Callable[[Matrix], Matrix]:
    """Return the weights of every column."""
    return lambda A: Matrix(A.rows, A.columns, lambda i, k: weight(j, lambda q: A(q, k), i))


def continuous_block(weights: Sequence[Term], psi: Term, j: Term, Y: Term) -> Matrix:
    """The block at Y, with the activation ψ_j."""
    return modified_block(weights, mapping(lambda x: psi(j, x), "R"), Y, attend(j))


def after(U: Term, j: Term, X: Term) -> Term:
    """U_j(X), as a matrix."""
    return fun(lambda t, k: U(j, X, t, k), 2)


def value(V: Term, X: Term) -> Term:
    """V(X), as a matrix."""
    return fun(lambda t, k: V(X, t, k), 2)


def entries_tend(U: Term, V: Term) -> Term:
    """U_j → V in every entry."""
    return entries(
        lambda t, k: tends(mapping(lambda j, X: U(j, X, t, k), "Z", MATRIX), mapping(lambda X: V(X, t, k), MATRIX)),
        d,
        n,
    )


next_family = mapping(lambda j, X, t, k: continuous_block(WEIGHTS, psi, j, after(U, j, X))(t, k), "Z", MATRIX, "Z", "Z")
next_limit = mapping(lambda X, t, k: modified_block(WEIGHTS, phi, value(V, X))(t, k), MATRIX, "Z", "Z")


@paper.claim({**SIZES, "acts": acts(psi, phi), "held": entries_tend(U, V)}, shows=entries_tend(next_family, next_limit))
def block_tends(p: Proof) -> Fact:
    """By the limits of sums and products."""
    p.given(**t_in, **k_in)
    lows = {d: p.have(0 <= d), n: p.have(0 <= n)}
    lows |= {top: p.get(f"{top.args[0]}_low") for top in (h, m, r)}

    def state(t: Term, k: Term, *ends: Fact) -> Limit:
        fact = p.specialize(p.specialize("held", t, using=ends), k, using=ends)
        return Limit(lambda j, X: U(j, X, t, k), lambda X: V(X, t, k), fact)

    def total(index: Term, top: Term, make: Callable[..., Limit]) -> Limit:
        ends = assumed(p, 1 <= index, index <= top)
        return summed(p, index, top, lows[top], make(*ends))

    def scaled(z: Term, a: Limit) -> Limit:
        return combined(p, TIMES, fixed(p, z), a)

    def projected(W: Callable[[Term], Term], k: Term, *ends: Fact) -> Limit:
        """Σ_c W_c X_ck."""
        return total(c, d, lambda *own: scaled(W(c), state(c, k, *own, *ends)))

    in_t, in_k = [p.get(f) for f in t_in], [p.get(f) for f in k_in]

    def share_of(i: Term, k: Term, in_i: Sequence[Fact], in_k: Sequence[Fact]) -> Limit:
        in_q = assumed(p, 1 <= q, q <= n)
        ends = (
            *in_q,
            *in_k,
        )
        key = lambda: projected(lambda c: W_K(head, a, c), q, *ends)  # noqa: E731
        product = total(a, m, lambda *own: combined(p, TIMES, key(), projected(lambda c: W_Q(head, a, c), k)))
        bias = total(a, m, lambda *own: combined(p, TIMES, key(), fixed(p, b_Q(head, a))))
        one = combined(p, ADD, product, bias)
        near = lambda q2, j, X: substitute(one.u(j, X), {q: q2})  # noqa: E731
        exact = lambda q2, X: substitute(one.v(X), {q: q2})  # noqa: E731
        by = {"s": mapping(near, "Z", "Z", MATRIX), "s'": mapping(exact, "Z", MATRIX), "i": i}
        fact = p.apply("weight_tends", one.fact, *in_i, **by)
        return Limit(
            lambda j, X: weight(j, lambda q2: near(q2, j, X), i),
            lambda X: hardmax_weight(lambda q2: exact(q2, X), i),
            fact,
        )

    def of_head(t: Term, k: Term, in_k: Sequence[Fact]) -> Limit:
        def term(*in_i: Fact) -> Limit:
            put = total(a, m, lambda *own: scaled(W_O(head, t, a), projected(lambda c: W_V(head, a, c), i, *in_i)))
            return combined(p, TIMES, put, share_of(i, k, in_i, in_k))

        return total(i, n, term)

    def attention(t: Term, k: Term, in_t: Sequence[Fact], in_k: Sequence[Fact]) -> Limit:
        return combined(p, ADD, state(t, k, *in_t, *in_k), total(head, h, lambda *own: of_head(t, k, in_k)))

    def hidden(a: Term) -> Limit:
        inner = total(c, d, lambda *own: scaled(W_1(a, c), attention(c, k, own, in_k)))
        inner = combined(p, ADD, inner, fixed(p, b_1(a)))
        law = p.get("acts")
        for z in inner.terms:
            law = p.rule("specialize", law, z)
        return Limit(lambda j, X: psi(j, inner.u(j, X)), lambda X: phi(inner.v(X)), p.mp(law, inner.fact))

    e = ints("e")[0]
    fed = total(e, r, lambda *own: scaled(W_2(t, e), hidden(e)))
    out = combined(p, ADD, combined(p, ADD, attention(t, k, in_t, in_k), fed), fixed(p, b_2(t)))
    return out.fact


# --- the order of the tokens ------------------------------------------------------------------------------------------

(z2,) = vectors("s'")
(tau,) = sequences("tau")
(Y, Y2) = vectors("Y Y'", 2)
ORDER = dict(zip(("tau_low", "tau_high", "tau_once"), permutation(tau, n), strict=True))
in_order = every(lambda q: Eq(z2(q), s(tau(q))), 1, n)


def there(p: Proof, i: Term, *ends: Fact) -> list[Fact]:
    """The range of τ_i."""
    return [p.specialize(name, i, using=ends) for name in ("tau_low", "tau_high")]


@paper.claim([*ORDER.values(), in_order, *INDEX.values()], shows=Eq(mark(j, z2, i), mark(j, s, tau(i))))
def mark_moved(p: Proof) -> Fact:
    """The sum over all scores does not depend on their order."""
    ends = [p.assume(f) for f in (1 <= q, q <= n)]
    own, other = p.specialize(in_order, i), p.specialize(in_order, q, using=ends)
    here, moved = z2(q) - z2(i), s(tau(q)) - s(tau(i))
    term = p.congr(relu, p.have(Eq(here, moved), own, other))
    f, g = fun(lambda q: relu(z2(q) - z2(i))), fun(lambda q: relu(s(q) - s(tau(i))))
    total = p.apply("sum_eq", term)
    again = p.apply("sum_reindexed", f=g, rho=tau)
    same = p.have(Eq(Sum(f, 1, n), Sum(g, 1, n)), total, again)
    return p.congr(lambda x: rise(j, -x), same)


@paper.claim([*ORDER.values(), in_order, *INDEX.values()], shows=Eq(weight(j, z2, i), weight(j, s, tau(i))))
def weight_moved(p: Proof) -> Fact:
    """The marks and their sum do not depend on the order."""
    f, g = fun(lambda q: mark(j, z2, q)), fun(lambda q: mark(j, s, q))
    total = p.apply("sum_eq", f=f, g=fun(lambda q: g(tau(q))), lo=1, hi=n)
    again = p.apply("sum_reindexed", f=g, rho=tau)
    same = p.have(Eq(Sum(f, 1, n), Sum(g, 1, n)), total, again)
    shares = p.congr(share, same)
    own = p.apply("mark_moved")
    first, second = share(Sum(f, 1, n)), mark(j, s, tau(i))
    return p.have(p.goal, (own, first), (shares, second))


moved_tokens = entries(lambda t, k: Eq(Y2(t, k), Y(t, tau(k))), d, n)


@paper.claim(
    [*SIZES.values(), *ORDER.values(), moved_tokens],
    shows=entries(
        lambda t, k: Eq(continuous_block(WEIGHTS, psi, j, Y2)(t, k), continuous_block(WEIGHTS, psi, j, Y)(t, tau(k))),
        d, n,
    ),
)  # fmt: skip
def block_moved(p: Proof) -> Fact:
    """Claim 1 for these blocks."""
    p.given(moved=moved_tokens, **t_in, **k_in)

    def summed_up(index: Term, top: Term, old: Term, new: Term, equal: Fact) -> Fact:
        """Σ old = Σ new."""
        f, g = (fun(lambda i, z=z: substitute(z, {index: i})) for z in (old, new))
        return p.apply("sum_eq", equal, f=f, g=g, lo=1, hi=top)

    def projected(W: Callable[[Term], Term], k: Term, ends: Sequence[Fact]) -> Fact:
        """Σ_c W_c Y'_ck = Σ_c W_c Y_cτ(k)."""
        own = assumed(p, 1 <= c, c <= d)
        entry_ = p.specialize(p.specialize("moved", c, using=own), k, using=ends)
        equal = p.have(Eq(W(c) * Y2(c, k), W(c) * Y(c, tau(k))), (entry_, W(c)))
        return summed_up(c, d, W(c) * Y2(c, k), W(c) * Y(c, tau(k)), equal)

    def sides(fact: Fact) -> tuple[Term, Term]:
        return fact.concl.args[0], fact.concl.args[1]

    in_k = [p.get(f) for f in k_in]
    in_q, in_i = (assumed(p, 1 <= x, x <= n) for x in (q, i))
    # scores
    key = projected(lambda c: W_K(head, a, c), q, in_q)
    query = projected(lambda c: W_Q(head, a, c), k, in_k)
    (key2, key1), (query2, query1) = sides(key), sides(query)
    product = p.have(Eq(key2 * query2, key1 * query1), (key, query2), (query, key1))
    products = summed_up(a, m, key2 * query2, key1 * query1, product)
    biased = p.have(Eq(key2 * b_Q(head, a), key1 * b_Q(head, a)), (key, b_Q(head, a)))
    biases = summed_up(a, m, key2 * b_Q(head, a), key1 * b_Q(head, a), biased)
    sums = [sides(f) for f in (products, biases)]
    score2 = sums[0][0] + sums[1][0]
    at_token = lambda q2: substitute(score2, {q: q2})  # noqa: E731
    key_at = lambda x: Sum(lambda c: W_K(head, a, c) * Y(c, x), 1, d)  # noqa: E731
    at_moved = lambda x: (  # noqa: E731
        Sum(lambda a_: substitute(key_at(x) * query1, {a: a_}), 1, m)
        + Sum(lambda a_: substitute(key_at(x) * b_Q(head, a), {a: a_}), 1, m)
    )
    weights = p.apply("weight_moved", *in_i, s=fun(at_moved), **{"s'": fun(at_token)})
    # values
    value_ = projected(lambda c: W_V(head, a, c), i, in_i)
    value2, value1 = sides(value_)
    put = p.have(Eq(W_O(head, t, a) * value2, W_O(head, t, a) * value1), (value_, W_O(head, t, a)))
    puts = summed_up(a, m, W_O(head, t, a) * value2, W_O(head, t, a) * value1, put)
    (put2, put1), (weight2, weight1) = sides(puts), sides(weights)
    term_ = p.have(Eq(put2 * weight2, put1 * weight1), (puts, weight2), (weights, put1))
    terms = summed_up(i, n, put2 * weight2, put1 * weight1, term_)
    value_at = lambda x: Sum(  # noqa: E731
        lambda a_: W_O(head, t, a_) * Sum(lambda c: W_V(head, a_, c) * Y(c, x), 1, d), 1, m
    )
    own = fun(lambda x: value_at(x) * weight(j, at_moved, x))
    again = p.apply("sum_reindexed", f=own, rho=tau)
    of_head = p.have(Eq(terms.concl.args[0], Sum(own, 1, n)), terms, again)
    heads = summed_up(head, h, *sides(of_head), of_head)
    # the attention layer, for a row t
    att2, att1 = (y + f for y, f in zip((Y2(t, k), Y(t, tau(k))), sides(heads), strict=True))
    attended = p.have(Eq(att2, att1), heads)
    # the feed-forward layer
    e = ints("e")[0]
    in_c = assumed(p, 1 <= c, c <= d)
    p.note("rows", p.generalize(t, attended))
    at_c = p.specialize("rows", c, using=in_c)
    two, one = sides(at_c)
    weighed = p.have(Eq(W_1(e, c) * two, W_1(e, c) * one), (at_c, W_1(e, c)))
    inner = summed_up(c, d, W_1(e, c) * two, W_1(e, c) * one, weighed)
    inner2, inner1 = (x + b_1(e) for x in sides(inner))
    inner = p.have(Eq(inner2, inner1), inner)
    acted = p.congr(lambda x: psi(j, x), inner)
    fed2, fed1 = (W_2(t, e) * x for x in sides(acted))
    fed = summed_up(e, r, fed2, fed1, p.have(Eq(fed2, fed1), (acted, W_2(t, e))))
    goal = Eq(continuous_block(WEIGHTS, psi, j, Y2)(t, k), continuous_block(WEIGHTS, psi, j, Y)(t, tau(k)))
    return p.have(goal, attended, fed)
