"""boltz of two masked vectors that keep different values: more than r e^(−2r) apart, for any number of entries.

Not in the paper. Let A be the largest value that only one of them keeps, say a, and let w be the average of what both
keep above A. Then w − boltz(a) is at least (w − A) e^A over the partition, and w − boltz(b) at most what values from
A − δ down can give. The entries need only be 7/3 apart, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.masked_entries import (
    A,
    all_shared,
    attained,
    cross,
    greatest_kept,
    i_kept,
    nonnegative,
    not_in_b,
    times,
)
from proofs.theorems.algebra.masked_sums import *

chapter = Chapter("masked_averages")
i, k, n = ints("i k n")
a, b = vectors("a b")
(x,) = reals("x")
# --- the two cases, as real arithmetic -------------------------------------------------------------------------------

U, V, z_a, n_a, z_b, n_b, X_, E_, Q = reals("U V z_a n_a z_b n_b X E Q")
wide = delta >= rational(7, 3)
D_Q = 1 - Q


@chapter.claim(given=[1 <= x, x <= y], shows=y * exp(-y) <= x * exp(-x))
def weighted_falls(p: Proof) -> Fact:
    """y e^(−y) decreases for y >= 1."""
    ge = p.exp_ge(y - x)
    main = p.have(y <= x * exp(y - x), (ge, 1 <= x), ge, (1 <= x, x <= y))
    return p.have(p.goal, (main, exp(-y)))


@chapter.claim(given=[wide], shows=10 * q <= 1)
def ratio_small(p: Proof) -> None:
    """e^(7/3) > 10."""
    p.rule("compute", num(10) < exp(rational(7, 3)), [], ["leaf", 64], label="ten")
    p.apply("exp_le", x=rational(7, 3), y=delta, label="grow")


(A_,) = reals("A")
rise = w - A_
boltz_a, boltz_b = (V + n_a) / (U + z_a), (V + n_b) / (U + z_b)
shared = {
    "q_pos": Q > 0, "q_small": 10 * Q <= 1, "wide": delta > 0, "U_pos": U > 0, "X_pos": X_ > 0, "E_pos": E_ > 0,
    "average": Eq(w * U, V), "far": delta * U <= V - A_ * U, "top": (top - A_) * E_ <= V - A_ * U,
    "above": D_Q * U <= E_, "member": E_ <= U, "ratio": X_ <= Q * E_, "gap": delta < top - A_,
    "own_low": X_ <= z_a, "own_high": D_Q * z_a <= X_, "own_lack": rise * X_ <= w * z_a - n_a,
    "other_low": 0 <= z_b, "other_nonneg": 0 <= w * z_b - n_b,
    "other_lack": D_Q * D_Q * (w * z_b - n_b) <= (rise * D_Q + delta) * Q * X_,
}  # fmt: skip


@chapter.claim(given=shared, shows=rational(53, 100) * (top - A_) * X_ <= (boltz_b - boltz_a) * E_)
def shared_arithmetic(p: Proof) -> Fact:
    """The average over the entries above a_i exceeds boltz(a) through a_i, and boltz(b) through b's lower entries."""
    p.have(0 < D_Q, label="D_pos")
    p.have(0 < U + z_a, label="Z_a")
    p.have(0 < U + z_b, label="Z_b")
    p.have(delta <= rise, "far", "average", scale=["U_pos"], label="rise")
    p.have(0 <= rise, label="rise_pos")
    p.have(Eq((w - boltz_a) * (U + z_a), w * z_a - n_a), label="Ga")
    p.have(Eq((w - boltz_b) * (U + z_b), w * z_b - n_b), label="Gb")
    p.have(0 <= w - boltz_a, "Ga", "own_lack", ("rise_pos", "X_pos"), scale=["Z_a"], label="Ga_low")
    p.have(0 <= w - boltz_b, "Gb", "other_nonneg", scale=["Z_b"], label="Gb_low")
    p.have(D_Q * (U + z_a) <= U, "own_high", "ratio", ("q_pos", "member"), label="Z_small")
    p.have(
        D_Q * rise * X_ <= (w - boltz_a) * U, ("Ga_low", "Z_small"), ("own_lack", "D_pos"), ("Ga", D_Q), label="Ga_U"
    )
    p.have(0 < Q * X_, ("q_pos", "X_pos"), label="X_Q")
    p.have(rational(53, 100) <= D_Q * D_Q * D_Q - D_Q * Q - Q, "q_small", ("q_small", "q_pos", "q_pos"), label="factor")
    p.have(0 <= rise * X_, ("rise_pos", "X_pos"), label="rise_X")
    p.have(
        rational(53, 100) * rise * X_ <= D_Q * D_Q * (boltz_b - boltz_a) * U,
        ("Ga_U", "D_pos", "D_pos"),
        "other_lack",
        ("Gb", D_Q * D_Q),
        ("Gb_low", "other_low", "D_pos", "D_pos"),
        ("rise", "X_Q"),
        ("factor", "rise_X"),
        label="both",
    )
    p.have(0 <= boltz_b - boltz_a, "both", "rise_X", scale=[p.have(0 < D_Q * D_Q * U)], label="positive")
    p.have(D_Q * D_Q * U * U <= E_ * E_, ("above", "E_pos"), ("above", "D_pos", "U_pos"), label="square")
    p.have((top - A_) * E_ <= rise * U, label="excess")
    return p.have(p.goal, ("both", "U_pos"), ("excess", "X_pos"), ("square", "positive"), scale=["E_pos"])


lowest_ = {
    "q_pos": Q > 0, "q_small": 10 * Q <= 1, "wide": wide, "X_pos": X_ > 0, "own_low": X_ <= z_a,
    "own_lack": D_Q * D_Q * (A_ * z_a - n_a) <= delta * Q * X_, "z_b_pos": 0 < z_b,
    "other": 0 <= (A_ - delta) * z_b - n_b,
}  # fmt: skip


@chapter.claim(given=lowest_, shows=1 <= n_a / z_a - n_b / z_b)
def top_arithmetic(p: Proof) -> Fact:
    """boltz(a) is close to A, and boltz(b) is at most A − δ."""
    p.have(0 < D_Q, "q_small", label="D_pos")
    p.have(0 < z_a, label="z_a_pos")
    p.have(0 < delta, label="delta_pos")
    p.have(n_b / z_b <= A_ - delta, "other", scale=["z_b_pos"], label="b_low")
    p.have(Q <= rational(1, 2) * D_Q * D_Q, "q_small", label="half")
    p.have(0 < D_Q * D_Q, ("D_pos", "D_pos"), label="D_D")
    p.have(0 < delta * X_, ("delta_pos", "X_pos"), label="X_delta")
    p.have(D_Q * D_Q * (A_ * z_a - n_a) <= rational(1, 2) * D_Q * D_Q * delta * z_a,
           "own_lack", ("half", "X_delta"), ("own_low", "delta_pos", "D_pos", "D_pos"), label="scaled")  # fmt: skip
    p.have(A_ * z_a - n_a <= rational(1, 2) * delta * z_a, "scaled", scale=["D_D"], label="lacks")
    p.have(A_ - n_a / z_a <= rational(1, 2) * delta, "lacks", scale=["z_a_pos"], label="a_low")
    return p.have(p.goal, "a_low", "b_low", "wide")


# --- the separation --------------------------------------------------------------------------------------------------


def average(v: Term, c: Term) -> Term:
    """Σ v_k e^(v_k) / Σ e^(v_k) over the entries that the mask keeps."""
    return masked_sum(lambda k: weighted(v(k)), c) / masked_sum(lambda k: exp(v(k)), c)


def kept_number(c: Term) -> Term:
    """The number of entries that the mask keeps."""
    return masked_sum(lambda k: num(1), c)


separation = r * exp(-2 * r)
distance = abs(average(a, c) - average(b, e))


def at_A(claim: Term) -> Term:
    """Return a claim about the entries above u, for u = a_i."""
    return substitute(claim, {u: A})


pair_given = {
    "some": 1 <= n, "wide": wide, "r_pos": 0 < r, "apart": apart_kept(a, c), "apart_b": apart_kept(b, e),
    "bounded": bounded_kept(a, c), "bounded_b": bounded_kept(b, e), "cross": cross, "some_b": 0 < kept_number(e),
}  # fmt: skip
core_given = {
    **pair_given, "low": 1 <= i, "high": i <= n, "mask": Eq(c(i), 1), "no": not_in_b,
    "shared": at_A(all_shared(a, c, b, e)), "shared_b": at_A(all_shared(b, e, a, c)),
}  # fmt: skip


def core_start(p: Proof) -> None:
    """Prove the facts for both cases: the position q of a_i, the splits at a_i, bounds on b's entries below it."""
    p.given(**core_given)
    p.have(0 < delta, label="positive")
    p.exp_pos(-delta, label="q_pos")
    p.apply("ratio_small", label="q_small")
    size = p.specialize("bounded", i)
    p.have(-r <= A, size, p.apply("abs_ge", x=-A), label="edge")
    p.exp_pos(A, label="X_pos")
    for name, v, c_ in (("a", a, c), ("b", b, e)):
        for kind, (m_, n_) in (("Z", (1, 0)), ("N", (0, 1))):
            p.apply("split_at", a=v, c=c_, u=A, mu=m_, nu=n_, label=f"split_{kind}_{name}")
    for kind, (m_, n_) in (("Z", (1, 0)), ("N", (0, 1))):
        p.apply("nothing_near", mu=m_, nu=n_, label=f"near_{kind}")
        p.apply("same_above", u=A, mu=m_, nu=n_, label=f"common_{kind}")
    p.apply("member_below", label="own_low")


@chapter.claim(given=[*core_given.values(), A < greatest_kept], shows=separation < distance)
def separation_shared(p: Proof) -> None:
    """The case in which both vectors keep some entry above a_i."""
    core_start(p)
    T, U0, U1 = greatest_kept, high(a, c, A, exp), high(a, c, A, weighted)
    p.apply("top_far", label="gap")
    p.apply("far_above", label="far")
    p.apply("top_exponential", u=A, label="member")
    p.exp_pos(T, label="E_pos")
    p.have(0 < U0, label="U_pos")
    w_ = U1 / U0
    p.have(A + delta <= w_, "far", scale=["U_pos"], label="rise")
    p.apply("exp_lt", x=A + delta, y=T, label="grow")
    p.have(exp(A) <= q * exp(T), ("grow", "q_pos"), label="ratio")
    p.apply("lack_below", p.have(A - delta + 1 <= w_, "rise", "wide"), a=b, c=e, u=A - delta, w=w_, label="below_b")
    names = {"U": U0, "V": U1, "z_a": low(a, c, A, exp), "n_a": low(a, c, A, weighted), "z_b": low(b, e, A, exp),
             "n_b": low(b, e, A, weighted), "X": exp(A), "E": exp(T), "Q": q, "A": A, "T": T, "w": w_}  # fmt: skip
    p.have(D * D * (w_ * names["z_b"] - names["n_b"]) <= ((w_ - A) * D + delta) * q * exp(A),
           "below_b", ("near_Z", D * D * w_), ("near_N", D * D), label="other_lack")  # fmt: skip
    p.apply("shared_arithmetic", **names, label="apart_")
    gap = average(b, e) - average(a, c)
    p.congr(inv, "split_Z_a", label="inverse_a")
    p.have(Eq(masked_sum(lambda k: exp(b(k)), e), U0 + names["z_b"]), label="Z_b")
    p.congr(inv, "Z_b", label="inverse_b")
    p.have(Eq(average(a, c), (U1 + names["n_a"]) / (U0 + names["z_a"])), label="same_a")
    p.have(Eq(average(b, e), (U1 + names["n_b"]) / (U0 + names["z_b"])), label="same_b")
    p.have(
        rational(53, 100) * (T - A) * exp(A) <= gap * exp(T),
        "apart_",
        ("same_a", exp(T)),
        ("same_b", exp(T)),
        label="main",
    )
    p.have(T - A <= 2 * r, "edge", label="span")
    p.apply("weighted_falls", "span", label="falls")
    p.have(0 < separation, label="small")
    p.have(separation < gap, ("main", exp(-T)), "falls", "small", label="less")
    p.apply("abs_ge", x=gap, label="size_")


@chapter.claim(given=[*core_given.values(), greatest_kept <= A], shows=separation < distance)
def separation_top(p: Proof) -> None:
    """The case in which neither vector keeps an entry above a_i."""
    core_start(p)
    p.given(k_low=1 <= k, k_high=k <= n)
    for kind, (m_, n_) in (("Z", (1, 0)), ("N", (0, 1))):
        p.apply("nothing_above", u=A, mu=m_, nu=n_, label=f"none_{kind}")
    z_a, n_a_ = low(a, c, A, exp), low(a, c, A, weighted)
    z_b, n_b_ = low(b, e, A, exp), low(b, e, A, weighted)
    # of a, nothing kept lies in (a_i − δ, a_i) either
    near = fun(
        lambda k: (
            A * kept(c, k, below(a, A, lambda k: exp(a(k)))(k)) - kept(c, k, below(a, A, lambda k: weighted(a(k)))(k))
        )
    )
    lower = fun(lambda k: A * kept(c, k, below(a, A - delta, lambda k: exp(a(k)))(k))
                - kept(c, k, below(a, A - delta, lambda k: weighted(a(k)))(k)))  # fmt: skip

    def member(known: list[Fact]) -> Fact:
        claim = Eq(near(k), lower(k))
        mask, under, far = known
        if mask.concl.op == "eq" and under.concl.op == "le" and far.concl.op == "lt":

            def order(o: Fact) -> Fact:
                if o.concl.op == "eq":
                    value = p.congr(weighted, o), p.congr(exp, o)
                    own = values(p, known, *choices(near(k)), *choices(lower(k)))
                    return p.have(claim, *own, *value)
                if o.concl.args[0] is A:
                    return p.absurd(p.have(FALSE, o, under), claim)
                gap = below_by(o)
                return p.absurd(p.have(FALSE, gap, far), claim)

            def below_by(o: Fact) -> Fact:
                def by_index(index: Fact) -> Fact:
                    goal = a(k) < A - delta
                    if index.concl.op == "eq":
                        return p.absurd(p.have(FALSE, p.congr(a, index), o), goal)
                    first, second = index.concl.args
                    gap = p.specialize("apart", first, second, using=[index, mask])
                    inside = gap.concl.args[1].args[0]
                    sign = inside >= 0 if first is i else inside <= 0
                    return p.have(goal, gap, p.abs_value(inside, p.have(sign, o)))

                return p.trichotomy(i, k, by_index)

            return p.trichotomy(a(k), A, order)
        if under.concl.op == "lt" and far.concl.op == "le":
            return p.absurd(p.have(FALSE, under, far, "positive"), claim)
        return p.have(claim, *values(p, known, *choices(near(k)), *choices(lower(k))))

    terms = by_cases(p, [Eq(c(k), 1), a(k) <= A, a(k) <= A - delta], member)
    same = p.apply("sum_eq", terms)
    lack_a = p.apply("lack_below", u=A - delta, w=A)
    p.have(D * D * (A * z_a - n_a_) <= delta * q * exp(A), lack_a, (same, D * D), label="own_lack")
    p.apply("lack_nonneg", a=b, c=e, u=A - delta, w=A - delta, label="lack_b")
    # b keeps something, and nothing above a_i
    ones, exps = fun(lambda k: kept(e, k, 1)), fun(lambda k: kept(e, k, exp(b(k))))
    whole_b, whole_a = masked_sum(lambda k: exp(b(k)), e), masked_sum(lambda k: exp(a(k)), c)
    b_all = p.have(Eq(whole_b, z_b), "split_Z_b", "common_Z", "none_Z")
    p.have(Eq(masked_sum(lambda k: weighted(b(k)), e), n_b_), "split_N_b", "common_N", "none_N", label="b_all_N")
    a_all = p.have(Eq(whole_a, z_a))
    scale_ = exp(-r)

    def larger(known: list[Fact]) -> Fact:
        claim = scale_ * ones(k) <= exps(k)
        own = values(p, known, ones(k), exps(k))
        if known[0].concl.op != "eq":
            return p.have(claim, *own)
        size = p.specialize("bounded_b", k, using=known)
        up = p.have(-r <= b(k), size, p.apply("abs_ge", x=-b(k)))
        return p.have(claim, *own, p.apply("exp_le", up))

    each = by_cases(p, [Eq(e(k), 1)], larger)
    total = p.apply("sum_le", each)
    p.have(0 < z_b, total, b_all, ("some_b", exp(-r)), label="z_b_pos")
    p.apply("top_arithmetic", X=exp(A), Q=q, A=A, z_a=z_a, n_a=n_a_, z_b=z_b, n_b=n_b_, label="apart_")
    p.congr(inv, a_all, label="inverse_a")
    p.congr(inv, b_all, label="inverse_b")
    gap = average(a, c) - average(b, e)
    p.exp_ge(2 * r, label="e")
    p.have(2 * separation < 1, ("e", exp(-2 * r)), exp(-2 * r), label="small")
    p.apply("abs_ge", x=gap, label="size_")


@chapter.claim(given=core_given, shows=separation < distance)
def separation_at(p: Proof) -> Fact:
    """a_i is kept by one mask only, and above it both keep the same values."""
    p.given(top=A < greatest_kept, lowest=greatest_kept <= A)
    return p.cases(greatest_kept, A, p.apply("separation_top"), p.apply("separation_shared"))


def unshared(v: Term, c: Term, w: Term, e: Term) -> Callable[[Term], Term]:
    """v_k if it is kept and w keeps no entry with this value, else −r."""
    return lambda k: ite(Eq(c(k), 1), ite(times(e, w, v(k)) <= 0, v(k), -r), -r)


mine_only, theirs_only = unshared(a, c, b, e), unshared(b, e, a, c)
most_mine, most_theirs = Max(mine_only, 1, n), Max(theirs_only, 1, n)


@chapter.claim(given=[*pair_given.values(), most_theirs <= most_mine, -r < most_mine], shows=separation < distance)
def separation_selected(p: Proof) -> Fact:
    """The case in which the largest value kept by exactly one of the two vectors is a value of a."""
    p.given(**pair_given, order=most_theirs <= most_mine, some_mine=-r < most_mine)
    p.given(k_low=1 <= k, k_high=k <= n, l_low=1 <= l, l_high=l <= n)

    def at(equal: Fact) -> Fact:
        def case(known: list[Fact]) -> Fact:
            value = values(p, known, mine_only(k))[0]
            if known[0].concl.op != "eq" or known[1].concl.op != "le":
                return p.absurd(p.have(FALSE, equal, value, "some_mine"), p.goal)
            here = p.have(Eq(a(k), most_mine), equal, value)
            shared_ = [
                shares(p, a, c, b, e, mine_only, most_mine, [here]),
                shares(p, b, e, a, c, theirs_only, most_theirs, [here, p.get("order")]),
            ]
            return p.apply("separation_at", *shared_, *known)

        return by_cases(p, [Eq(c(k), 1), times(e, b, a(k)) <= 0], case)

    return p.note("out", attained(p, fun(mine_only), p.goal, at))


def shares(
    p: Proof, v: Term, c: Term, w: Term, e: Term, only: Callable[[Term], Term], most: Term, known: list[Fact]
) -> Fact:
    """Every entry above a_k that v keeps is kept of w, because the entries that only v keeps are at most a_k."""
    mask, larger = p.assume(Eq(c(l), 1)), p.assume(a(k) < v(l))
    member = p.max_ge(most, l, "l_low", "l_high")
    none = p.assume(times(e, w, v(l)) <= 0)
    value = values(p, [mask, none], only(l))
    wrong = p.absurd(p.have(FALSE, member, *value, larger, *known), 0 < times(e, w, v(l)))
    return p.cases(times(e, w, v(l)), 0, wrong, p.assume(0 < times(e, w, v(l))))


@chapter.claim(given=[apart_kept(a, c, b, e)], shows=apart_kept(b, e, a, c))
def apart_symmetric(p: Proof) -> Fact:
    """|s − t| = |t − s|."""
    p.given(cross=cross, k_low=1 <= k, k_high=k <= n, l_low=1 <= l, l_high=l <= n)
    p.given(mask=Eq(e(k), 1), mask_a=Eq(c(l), 1), differ=negation(Eq(b(k), a(l))))
    gap = p.specialize("cross", l, k)
    return p.have(delta < abs(b(k) - a(l)), gap)


kept_apart = [
    1 <= n, wide, apart_kept(a, c), apart_kept(b, e), bounded_kept(a, c), bounded_kept(b, e), cross,
    1 <= m, m <= n, Eq(e(m), 1),
]  # fmt: skip
new_value = [*i_kept, every(lambda l: implies(Eq(e(l), 1), negation(Eq(b(l), A))), 1, n)]  # b does not keep a_i


@chapter.claim(given=[1 <= m, m <= n, Eq(e(m), 1)], shows=0 < kept_number(e))
def keeps_something(p: Proof) -> Fact:
    """The kept entry is one of the terms of the sum."""
    f = fun(lambda k: kept(e, k, 1))
    terms = nonnegative(p, f, k, [Eq(e(k), 1)], lambda known: [])
    sums = p.apply("sum_member", terms)
    return p.have(p.goal, sums, *values(p, [p.get(Eq(e(m), 1))], f(m)))


@chapter.claim(given=[*kept_apart, *new_value], shows=separation < distance)
def masked_separation(p: Proof) -> Fact:
    """The largest value kept by exactly one of the two vectors is a value of a or of b."""
    p.given_all((*kept_apart, *new_value))
    p.given(k_low=1 <= k, k_high=k <= n)
    p.specialize("given_4", i, label="size")
    p.apply("apart_symmetric", label="back")
    missing_ = p.get(f"given_{len(kept_apart) + 3}")
    term = fun(lambda l: kept(e, l, ite(Eq(b(l), A), 1, 0)))

    def member(known: list[Fact]) -> Fact:
        if all(f.concl.op == "eq" for f in known):
            clash = p.mp(p.specialize(missing_, k, using=known), known[1])
            return p.absurd(clash, Eq(term(k), 0))
        return p.have(Eq(term(k), 0), *values(p, known, term(k)))

    none = by_cases(p, [Eq(e(k), 1), Eq(b(k), A)], member)
    zero = p.apply("sum_eq", none)
    mine = values(p, [p.get(f"given_{len(kept_apart) + 2}"), p.have(times(e, b, A) <= 0, zero)], mine_only(i))
    top_ = p.max_ge(most_mine, i, p.side_condition(1 <= i), p.side_condition(i <= n))
    p.have(-r < most_mine, top_, *mine, label="rises")
    first = p.apply("separation_selected", p.assume(most_theirs <= most_mine))
    swapped = p.apply("separation_selected", p.assume(most_mine < most_theirs), a=b, c=e, b=a, e=c)
    return p.cases(most_theirs, most_mine, first, p.have(p.goal, swapped))
