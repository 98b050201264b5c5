"""Proposition 3.2 on an unbounded set: no weights serve, even if any set of measure 1 may be left out.

There are four pieces, x, −x, −1 and −2, and four tokens. For weights that are given, on the sequences whose entries are
at most T every score changes with the first token by at most a multiple of T times its way. So where the first token is
within w of 0, w being a multiple of 1/T, the weight of its first key cannot be near both 0 and 1, and the sequences at
which it is not near the right one have at least the measure w/2 (T − 1)³, as in `unbounded_domain`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from proofs.builder.cases import by_indices, values
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_2_layers.layers import linear_layer
from proofs.papers.liu.section_3_max_affine.exceptional_set import S
from proofs.papers.liu.section_3_max_affine.existence import attention_matrix, indicator_found
from proofs.papers.liu.section_3_max_affine.fewer_pieces_than_tokens import GIVEN_32, TWO_PIECES, cells
from proofs.papers.liu.section_3_max_affine.unbounded_domain import (
    ENTRY,
    FOUR,
    NEAR,
    ONE,
    PLACES,
    W_K,
    W_O,
    W_Q,
    H,
    M,
    P,
    Q,
    R,
    T,
    Z,
    half,
    k,
    l,
    linear_of,
    mean,
    s,
    w,
    x,
    y,
)
from proofs.papers.liu.vocabulary import N, a, b, d, n, paper
from proofs.theorems.algebra.matrices import Matrix, named
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.integration.interval_covers import row
from proofs.theorems.integration.lebesgue import marked
from proofs.theorems.networks.softmax import partition

rows, t, m = ints("G t m")

# --- W_K Linear(X) is a layer, too -----------------------------------------------------------------------------------


def through(W: Term, t: Term) -> dict[Term, Term]:
    """The weights of the layer whose only row is row t of W Linear."""
    return {
        P: fun(lambda q, i, j: Sum(lambda m: W(t, m) * P(q, m, j), 1, rows), 3),
        R: fun(lambda i, l: Sum(lambda m: W(t, m) * R(m, l), 1, rows), 2),
    }


def made(W: Term, t: Term, l: Term, x: Term) -> Term:
    """Entry l of that layer."""
    return substitute(linear_of(x)(ONE, l), through(W, t))


def key(W: Term, x: Term) -> Matrix:
    """W Linear(X), the tokens being x and three entries of y."""
    return named(W, s, rows) @ linear_layer(named(row(x, y), ONE, FOUR), H, P, Q, R, rows, M)


@paper.claim([], shows=Eq(key(W_K, x)(t, l), made(W_K, t, l, x)))
def product_is_layer(p: Proof) -> Fact:
    """Σ_m Σ_q = Σ_q Σ_m."""
    tokens = lambda q: sum((y(c) * Q(q, c, l) for c in PLACES[1:]), x * Q(q, 1, l))  # noqa: E731
    each = fun(lambda m, q: W_K(t, m) * P(q, m, 1) * tokens(q), 2)
    return p.have(p.goal, p.apply("sum_swap", h=each, lo=1, hi=rows, lo2=1, hi2=H))


# --- how far the scores move -----------------------------------------------------------------------------------------


def size(t: Term) -> Term:
    """The sizes of all that makes up row t of the keys and of the queries."""
    return substitute(Z, through(W_K, t)) + substitute(Z, through(W_Q, t))


def term_at(t: Term, x: Term) -> Term:
    """The t-th term of entry (l, k) of KᵀQ."""
    return made(W_K, t, l, x) * made(W_Q, t, k, x)


ENTRIES = {**ENTRY, "k_low": 1 <= k, "k_high": k <= M}
term_way = 2 * (size(t) * T) * (size(t) * w)


@paper.claim(given={**ENTRIES, **NEAR}, shows=abs(term_at(t, x) - term_at(t, num(0))) <= term_way)
def term_moves(p: Proof) -> Fact:
    """A product of an entry of the keys and one of the queries."""
    small = p.have(abs(num(0)) <= T, "T_low"), p.have(abs(x) <= T)
    by = [{v.args[0]: f for v, f in through(W, t).items()} for W in (W_K, W_Q)]
    signs = [p.apply("sizes_nonneg_in_all", **z) for z in by]
    T_low, w_low = p.have(0 <= T, "T_low"), p.have(0 <= w, p.apply("abs_nonneg", x=x))
    high = [
        p.apply("entry_at_most", size_, x=at, l=place, **z)
        for size_, at, place, z in ((small[0], num(0), l, by[0]), (small[1], x, k, by[1]))
    ]
    ways = [p.apply("entry_moves", l=place, **z) for place, z in ((l, by[0]), (k, by[1]))]
    before, after = ([made(W, t, place, at) for W, place in ((W_K, l), (W_Q, k))] for at in (num(0), x))
    tops = [p.have(f.concl.args[0] <= size(t) * T, f, *((z, T_low) for z in signs)) for f in high]
    moves = [p.have(f.concl.args[0] <= size(t) * w, f, *((z, w_low) for z in signs)) for f in ways]
    at = {"u": before[0], "u'": after[0], "z": before[1], "z'": after[1], "B": size(t) * T, "delta": size(t) * w}
    return p.apply("product_moves", *tops, *moves, **at)


def score(l: Term, k: Term, x: Term) -> Term:
    """Entry (l, k) of KᵀQ."""
    return (key(W_K, x).T @ key(W_Q, x))(l, k)


constant = Sum(lambda t: 2 * size(t) * size(t), 1, s)
scores_way = constant * T * w


@paper.claim([], shows=0 <= constant)
def way_nonneg(p: Proof) -> Fact:
    """Every term is a square."""
    signs = [p.apply("sizes_nonneg_in_all", **{v.args[0]: f for v, f in through(W, t).items()}) for W in (W_K, W_Q)]
    whole = p.have(0 <= size(t), *signs)
    each = p.generalize(t, p.have(0 <= 2 * size(t) * size(t), (whole, whole)))
    return p.apply("sum_nonneg", each, f=fun(lambda t: 2 * size(t) * size(t)), lo=1, hi=s)


@paper.claim(given={**ENTRIES, **NEAR}, shows=abs(score(l, k, x) - score(l, k, num(0))) <= scores_way)
def all_scores_move(p: Proof) -> Fact:
    """Every term of a score does."""
    moved = p.apply("term_moves")
    made_ = [
        p.congr(rest.__mul__, p.apply("product_is_layer", x=at, l=place, W_K=W))
        for at in (x, num(0)) for W, place, rest in ((W_K, l, made(W_Q, t, k, at)), (W_Q, k, key(W_K, at)(t, l)))
    ]  # fmt: skip
    way = key(W_K, x)(t, l) * key(W_Q, x)(t, k) - key(W_K, num(0))(t, l) * key(W_Q, num(0))(t, k)
    same = p.congr(abs, p.have(Eq(way, term_at(t, x) - term_at(t, num(0))), *made_))
    most = p.have(abs(way) <= term_way, moved, same)
    bounds = []
    for sign in (1, -1):
        each = p.have(sign * way <= term_way, most, p.apply("abs_ge", x=sign * way))
        f, g = (fun(lambda t_, z=z: substitute(z, {t: t_})) for z in (sign * way, term_way))
        sum_ = p.apply("sum_le", p.generalize(t, each), f=f, g=g, lo=1, hi=s)
        bounds.append(p.have(sign * (score(l, k, x) - score(l, k, num(0))) <= scores_way, sum_))
    return p.apply("abs_le", *bounds, x=score(l, k, x) - score(l, k, num(0)), u=scores_way)


# --- how far the weight of the first key moves -----------------------------------------------------------------------

first = fun(lambda l: ite(Eq(l, 1), 1, 0))


def column(x: Term) -> Term:
    """The scores of the first query."""
    return fun(lambda l: score(l, ONE, x))


(K,) = reals("K")
bounded = [1 <= K, constant <= K]


@paper.claim([], shows=exists(lambda K_: [substitute(z, {K: K_}) for z in bounded], "R"))
def way_bounded(p: Proof) -> Fact:
    """One more than the constant."""
    low = p.apply("way_nonneg")
    return p.exists_intro(p.goal, [1 + constant], p.have(1 <= 1 + constant, low), p.have(constant <= 1 + constant))


@paper.claim(
    given={"some": 1 <= M, **NEAR, "most": constant <= K, "slow": K * T * w <= half},
    shows=abs(mean(first, column(x)) - mean(first, column(num(0)))) <= 4 * K * T * w,
)
def weight_moves(p: Proof) -> Fact:
    """The weight is a mean of 1 for the first key and 0 for the others."""
    p.given(**ENTRY)
    w_low, T_low = p.have(0 <= w, p.apply("abs_nonneg", x=x)), p.have(0 <= T, "T_low")
    less = p.have(scores_way <= K * T * w, ("most", T_low, w_low))
    slow = p.have(scores_way <= half, less, "slow")
    one = p.have(1 <= ONE)
    scores = p.apply("all_scores_move", one, k=ONE)
    none = p.have(0 <= scores_way, p.apply("all_scores_move", one, k=ONE, l=ONE), p.apply("abs_nonneg", x=(
        score(ONE, ONE, x) - score(ONE, ONE, num(0)))))  # fmt: skip
    bit = p.cases(l, ONE, *(
        p.have(abs(first(l)) <= 1, *values(p, [z], first(l))) for z in assumed(p, l <= ONE, ONE < l)
    ))  # fmt: skip
    still = p.have(abs(first(l) - first(l)) <= 0)
    by = {"v": first, "v'": first, "a": column(num(0)), "a'": column(x)}
    return p.have(p.goal, p.apply("mean_moves", none, slow, scores, bit, still, B=1, D=scores_way, delta=0, **by), less)


# --- what cannot be left out ------------------------------------------------------------------------------------------

WEIGHTS_32 = P, Q, R, W_K, W_Q, W_O


def slope(h: Term) -> Term:
    """The slope of piece h."""
    return ite(Eq(h, 1), 1, ite(Eq(h, 2), -1, 0))


def offset(h: Term) -> Term:
    """Its offset."""
    return ite(Eq(h, 3), -1, ite(Eq(h, 4), -2, 0))


AT_FOUR_PIECES = {
    **{z: value for z, value in TWO_PIECES.items() if any(z in f.free for f in (*GIVEN_32, indicator_found))},
    N: FOUR, n: FOUR, a: fun(lambda h, c: slope(h), 2), b: fun(offset),
}  # fmt: skip
printed_32 = Claim(GIVEN_32, indicator_found)


def put_out(x: Term) -> Term:
    """Entry (1, 1) of Softmax(KᵀQ) W_O."""
    whole = attention_matrix(row(x, y), H, rows, s, WEIGHTS_32)
    return substitute(whole(ONE, ONE), {d: ONE, n: FOUR, N: FOUR})


def at_four(formula: Term) -> Term:
    """The same for M = 4."""
    return substitute(formula, {M: FOUR})


weight = at_four(mean(first, column(x)))
TRUNCATES = {f"cut_{c}": Eq(W_O(c, 1), 1 if c == 1 else 0) for c in PLACES}


@paper.claim(given=TRUNCATES, shows=Eq(put_out(x), weight))
def weight_is_put_out(p: Proof) -> Fact:
    """Column 1 of W_O is that of the unit matrix."""
    total = lambda c: at_four(partition(fun(lambda l: score(l, num(c), x)), M))  # noqa: E731
    shares = {c: at_four(exp(score(ONE, num(c), x))) * inv(total(c)) for c in PLACES}
    return p.have(p.goal, *((f"cut_{c}", share) for c, share in shares.items()))


@paper.claim(
    given={"K_low": 1 <= K, "w_pos": 0 < w, "w_is": Eq(16 * K * (1 + 64 * K) * w, 1)},
    shows=1 < half * w * (64 * K) ** 3,
)
def box_is_large(p: Proof) -> Fact:
    """16 K (1 + 64 K) is less than (64 K)³/2."""
    K_pos = p.have(0 <= K, "K_low")
    square = p.have(K <= K * K, ("K_low", K_pos))
    third = p.have(K * K <= K**3, ("K_low", K_pos, K_pos))
    less = p.have(16 * K * (1 + 64 * K) < half * (64 * K) ** 3, square, third, "K_low")
    return p.have(p.goal, (less, "w_pos"), "w_is")


far = 1 + 64 * K
narrow = inv(16 * K * far)
zero_out = substitute(put_out(x), {x: num(0)})
start_of = mapping(lambda y_: substitute(ite(zero_out <= half, half * narrow, -narrow), {y: y_}), VECTOR)


def in_own_cells(p: Proof, k: int, facts: Sequence[Fact]) -> list[Fact]:
    """The labels are in range and name greatest pieces, by facts about the tokens; only the k-th is in the first."""
    X = row(x, y)

    def below(i: Term, h: Term) -> Term:
        own = cells(k)(i)
        return implies(negation(Eq(h, own)), slope(h) * X(1, i) + offset(h) <= slope(own) * X(1, i) + offset(own))

    def of_each(goal: Callable[[Term], Term], facts: Sequence[Fact]) -> Fact:
        return by_indices(p, hole(goal, "Z"), 1, 4, lambda c: facts[c - 1])

    shown = []
    for c, fact in zip(PLACES, facts, strict=True):
        pieces = []
        for h in PLACES:
            goal = below(num(c), num(h))
            (other,) = assumed(p, goal.args[0])
            if h == (1 if c == k else 2):
                own = p.absurd(p.mp(other, p.have(Eq(num(h), cells(k)(num(c))))), goal.args[1])
            else:
                own = p.have(goal.args[1], fact)
            pieces.append(p.discharge(own, other.concl))
        shown.append(of_each(partial(below, num(c)), pieces))
    low, high = ([p.have(z(cells(k)(num(c)))) for c in PLACES] for z in (lambda own: 1 <= own, lambda own: own <= 4))
    return [
        of_each(lambda i: 1 <= cells(k)(i), low), of_each(lambda i: cells(k)(i) <= 4, high),
        of_each(lambda i: every(lambda h: below(i, h), 1, 4), shown),
    ]  # fmt: skip


@paper.claim(given=[], shows=negation(substitute(printed_32.formula, AT_FOUR_PIECES)))
def unbounded_for_3_2(p: Proof) -> Fact:
    """Where the first token is near 0, its sign is missed on one side or the other."""
    whole = substitute(printed_32.formula, AT_FOUR_PIECES)
    some = p.assume_implication(whole, len(printed_32.given))

    def with_bound(cut: Sequence[Fact], near: Fact, small: Fact, K_low: Fact, bound: Fact) -> Fact:
        T_low = p.have(1 <= far, K_low)
        T_pos = p.have(0 < far, T_low)
        positive = p.have(0 < 16 * K * far, (p.have(0 < K, K_low), T_pos))
        w_pos = p.apply("inv_pos", positive)
        w_is = p.have(Eq(16 * K * far * narrow, 1), positive)
        slow = p.have(Eq(K * far * narrow, rational(1, 16)), w_is)
        width = p.have(0 < far * narrow, (w_pos, T_pos))
        unit = p.have(far * narrow <= 1, slow, (p.have(0 <= K - 1, K_low), width))
        short = p.have(narrow <= 1, unit, (p.have(0 <= far - 1, T_low), w_pos))
        short = p.have(narrow <= far, short, T_low)
        hyps = assumed(p, *(z for c in PLACES[1:] for z in (-far <= y(c), y(c) <= -1)))
        begin = ite(zero_out <= half, half * narrow, -narrow)
        ends = assumed(p, begin <= x, x <= begin + half * narrow)
        most = [p.apply("abs_le", p.have(y(c) <= far, hyps[2 * c - 3], T_low), hyps[2 * c - 4]) for c in PLACES[1:]]
        mark = marked(S)(row(x, y))

        def missed(order: Fact) -> Fact:
            """The sequence is in S, whichever side is chosen."""
            above = order.concl.op == "le"
            (own,) = values(p, [order], begin)
            sides = [p.have(sign * x <= narrow, own, *ends, w_pos) for sign in (1, -1)]
            x_in = p.apply("abs_le", *sides)
            side = p.have(0 < x if above else x < 0, own, *ends, w_pos)
            calm = p.have(K * far * narrow <= half, slow)
            moved = p.apply("weight_moves", *most, x_in, short, T_low, bound, calm, T=far, w=narrow, M=4)
            same = [p.apply("weight_is_put_out", *cut, x=z) for z in (x, num(0))]
            inside, out = assumed(p, 0 < S(row(x, y)), S(row(x, y)) <= 0)
            law = p.rule("specialize", p.rule("specialize", near, row(x, y)), cells(1 if above else 0))
            own_cells = in_own_cells(p, 1 if above else 0, [side, *(hyps[2 * c - 3] for c in PLACES[1:])])
            for fact in (p.have(law.concl.args[0]), out, *own_cells):
                law = p.mp(law, fact)
            close = p.specialize(law, 1, 1)
            sign = 1 if above else -1
            up = p.apply("abs_ge", x=-sign * (put_out(x) - (1 if above else 0)))
            drift = p.apply("abs_ge", x=sign * (weight - substitute(weight, {x: num(0)})))
            wrong = p.have(FALSE, close, up, drift, moved, slow, order, *same)
            never = p.absurd(wrong, num(1) <= mark)
            return p.cases(S(row(x, y)), 0, never, p.have(num(1) <= mark, p.ite_eq(mark, inside)))

        sides = [missed(order) for order in assumed(p, zero_out <= half, half < zero_out)]
        above = p.cases(zero_out, half, *sides)
        order = p.have(-far <= num(-1), T_low)
        edge = p.have(0 <= half * narrow, w_pos)
        at: dict[str, Term | int] = {"F": marked(S), "E": 1, "t": 1, "start": start_of, "l": -far, "h": num(-1)}
        weighs = p.apply("shifted_box_below", small, edge, order, above, **at)
        large = p.apply("box_is_large", K_low, w_pos, w_is, w=narrow)
        return p.have(FALSE, weighs, large)

    weights = [H, rows, s, *WEIGHTS_32, S]
    facts = p.obtain(some, *weights)
    truncated, near, small = facts[3:]
    cut = [p.specialize(truncated, c, 1) for c in PLACES]
    known = p.obtain(p.apply("way_bounded", M=4), K)
    return p.note("out", p.discharge(with_bound(cut, near, small, *known), whole))
