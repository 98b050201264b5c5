"""Weighted means, and sums over many items that are copies of a few.

If c_i of the tokens are copies of the i-th of M items, softmax gives item i the weight c_i e^(s_i). Since the number of
copies may be a power of a large integer, the ratios of such weights can be made as large as needed.

Main statements: `copies_exist`, `power_is_exp`, `log_large`, `greatest_member`, `mean_near`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed

chapter = Chapter("weighted_means")
M, N, B, i, j, k, m, t = ints("M N B i j k m t")
(count, item) = sequences("c mu")
F, x, w, f = vectors("F x w f")
a, s, theta, tau = reals("a s theta tau")


# --- copies ----------------------------------------------------------------------------------------------------------


def copies(item: Term, N: Term, count: Term, M: Term) -> list[Term]:
    """item(1), …, item(N) are 1, …, M, each i of them c_i times: sums over them are sums with multiplicities."""

    def same_sum(F: Term) -> Term:
        return Eq(Sum(lambda t: F(item(t)), 1, N), Sum(lambda i: count(i) * F(i), 1, M))

    return [M <= N, every(lambda t: 1 <= item(t), 1, N), every(lambda t: item(t) <= M, 1, N), for_all(same_sum, VECTOR)]


COPIES = ("more", "item_low", "item_high", "sums")


def copied(count: Term, M: Term) -> Term:
    """There is such a list."""
    return exists(lambda item, N: copies(item, N, count, M), "(Z>Z)", "Z")


longer = fun(lambda t: ite(t <= N, item(t), k + 1))
top = N + count(k + 1)
more = {"k_low": 0 <= k, **dict(zip(COPIES, copies(item, N, count, k), strict=True)), "some": 1 <= count(k + 1)}


@chapter.claim(given=more, shows=copied(count, k + 1))
def copies_of_one_more(p: Proof) -> Fact:
    """Append c_{k+1} copies of item k + 1."""
    p.given(t_low=1 <= t, old=t <= N, new=N < t)
    is_old = p.ite_eq(longer(t), "old")
    is_new = p.ite_eq(longer(t), "new")
    own = [p.specialize(name, t) for name in ("item_low", "item_high")]
    low = p.cases(t, N, p.have(1 <= longer(t), is_old, own[0]),
                  p.have(1 <= longer(t), is_new, "k_low"))  # fmt: skip
    high = p.cases(t, N, p.have(longer(t) <= k + 1, is_old, own[1]),
                   p.have(longer(t) <= k + 1, is_new))  # fmt: skip
    ranges = [low, high]
    whole = fun(lambda t: F(longer(t)))
    split = p.apply("sum_split", f=whole, lo=1, m=N, hi=top)
    first = p.congr(F, is_old)
    first = p.apply("sum_eq", first, f=whole, g=fun(lambda t: F(item(t))), lo=1, hi=N)
    new = p.cut(p.congr(F, is_new), p.have(N < t))
    last = new
    last = p.apply("sum_eq", last, f=whole, g=fun(lambda t: F(k + 1)), lo=N + 1, hi=top)
    ones = p.apply("sum_const", lo=N + 1, hi=top)
    step = p.big_step(Sum(lambda i: count(i) * F(i), 1, k + 1), p.side_condition(1 <= k + 1))
    goal = Eq(Sum(whole, 1, top), Sum(lambda i: count(i) * F(i), 1, k + 1))
    sums = p.have(goal, split, first, last, (ones, F(k + 1)), step, p.specialize("sums", F))
    return p.exists_intro(p.goal, [longer, top], *ranges, sums)


@chapter.claim(given={"M_low": 0 <= M, "some": every(lambda i: 1 <= count(i), 1, M)}, shows=copied(count, M))
def copies_exist(p: Proof) -> Fact:
    """By induction on the number of items."""
    p.given(k_low=0 <= k, k_high=k + 1 <= M)
    t_ends = assumed(p, 1 <= t, t <= num(0))
    none = fun(lambda t: num(1))
    empty = [p.generalize(t, fact) for fact in (p.have(1 <= none(t)), p.have(none(t) <= 0, *t_ends))]
    base = p.exists_intro(copied(count, num(0)), [none, 0], *empty)
    so_far = p.assume(implies(k <= M, copied(count, k)))
    found = p.mp(so_far, p.have(k <= M, "k_high"))
    laws = p.obtain(found, item, N)
    next_one = p.change(p.apply("copies_of_one_more", *laws), copied(count, k + 1))
    step = p.discharge(next_one, k + 1 <= M)
    all_ = p.induct(lambda k: implies(k <= M, copied(count, k)), 0, k, p.discharge(base, num(0) <= M), step)
    return p.specialize(all_, M)


# --- powers that are as large as one likes ---------------------------------------------------------------------------


@chapter.claim(given={"B": 1 <= B, "k": 0 <= k}, shows=Eq(power(B, k), exp(k * log(B))))
def power_is_exp(p: Proof) -> Fact:
    """1 <= B, 0 <= k ⊢ B^k = e^(k log B)."""
    p.given(j=0 <= j, so_far=Eq(power(B, j), exp(j * log(B))))
    next_ = p.apply("power_step", m=B, k=j)
    p.exp_log(p.have(0 < B, label="B_pos"), label="log")
    base = p.have(Eq(power(B, 0), exp(num(0) * log(B))))
    step = p.have(Eq(power(B, j + 1), exp((j + 1) * log(B))), next_, ("so_far", B), ("log", exp(j * log(B))))
    all_ = p.induct(lambda j: Eq(power(B, j), exp(j * log(B))), 0, j, base, step)
    return p.specialize(all_, k)


@chapter.claim(given=[], shows=exists(lambda B: [1 <= B, a <= log(B)], "Z"))
def log_large(p: Proof) -> Fact:
    """Some integer exceeds e^a."""
    low, above = p.obtain(p.apply("archimedes", s=exp(a)), B)
    more = p.apply("log_le", exp(a), above, x=exp(a), y=B)
    return p.exists_intro(p.goal, [B], low, more)


@chapter.claim(given=[1 <= M], shows=exists(lambda m: [1 <= m, m <= M, every(lambda i: f(i) <= f(m), 1, M)], "Z"))
def greatest_member(p: Proof) -> Fact:
    """Otherwise all members would be less than the maximum."""
    p.given(low=1 <= m, high=m <= M, i_low=1 <= i, i_high=i <= M)
    greatest = Max(lambda i: f(i), 1, M)
    none = p.assume(p.goal.args[0])
    top, less = assumed(p, greatest <= f(m), f(m) < greatest)
    member = p.max_ge(greatest, i, "i_low", "i_high")
    all_ = p.generalize(i, p.have(f(i) <= f(m), member, top))
    no = p.rule("specialize", none, m)
    for fact in ("low", "high", all_):
        no = p.mp(no, fact)
    each = p.cases(greatest, f(m), p.absurd(no, f(m) < greatest), less)
    wrong = p.apply("none_is_not_all", each)
    return p.rule("discharge", none.concl, wrong)


# --- weighted means --------------------------------------------------------------------------------------------------


def mean(x: Term, w: Term, M: Term) -> Term:
    """Σ w_i x_i / Σ w_i."""
    return Sum(lambda i: w(i) * x(i), 1, M) / Sum(lambda i: w(i), 1, M)


light = every(lambda i: abs(x(i) - tau) * w(i) <= theta * w(m), 1, M)
weighed = [1 <= m, m <= M, every(lambda i: 0 < w(i), 1, M), light]


@chapter.claim(given=weighed, shows=abs(mean(x, w, M) - tau) <= M * theta)
def mean_near(p: Proof) -> Fact:
    """|x_i − τ| w_i <= θ w_m for all i: the mean is within Mθ of τ."""
    p.given(m_low=1 <= m, m_high=m <= M, pos=weighed[2], light=light, i_low=1 <= i, i_high=i <= M)
    weight, own = p.specialize("pos", i), p.specialize("light", i)
    total = p.apply("sum_pos", f=w, lo=1, hi=M)
    member = p.apply("sum_member", weight, f=w, lo=1, hi=M)
    heavy = p.specialize("pos", m)
    at_m = p.specialize("light", m)
    size = p.apply("abs_nonneg", x=x(m) - tau)
    theta_low = p.have(0 <= theta, at_m, (size, heavy),
                       scale=[heavy], label="theta_low")  # fmt: skip
    ones = p.apply("sum_const", lo=1, hi=M)
    sides = []
    for sign in (1, -1):
        part = fun(lambda i, sign=sign: sign * ((x(i) - tau) * w(i)))
        up = p.apply("abs_ge", x=sign * (x(i) - tau))
        sums = p.apply("sum_le", (up, weight), own, f=part, g=fun(lambda i: theta * w(m)), lo=1, hi=M)
        bound = p.have(Sum(part, 1, M) <= M * theta * Sum(lambda i: w(i), 1, M), sums, (ones, theta * w(m)),
                       (member, theta_low, p.have(0 <= M, "m_low", "m_high")))  # fmt: skip
        sides.append(p.have(sign * (mean(x, w, M) - tau) <= M * theta, bound, total, scale=[total]))
    return p.apply("abs_le", sides[1], sides[0])  # fmt: skip


# --- sums over some --------------------------------------------------------------------------------------------------

d, b = ints("d b")
(place,) = sequences("at")
found = every(lambda b: 1 <= place(b), 1, d), every(lambda b: place(b) <= M, 1, d)


@chapter.claim(
    given=list(found),
    shows=Eq(
        Sum(lambda i: f(i) * Sum(lambda b: ite(Eq(i, place(b)), 1, 0), 1, d), 1, M),
        Sum(lambda b: f(place(b)), 1, d),
    ),
)
def sum_of_chosen(p: Proof) -> Fact:
    """Exchange the two sums."""
    p.given(low=found[0], high=found[1], b_low=1 <= b, b_high=b <= d)
    hits = fun(lambda i, b: f(i) * ite(Eq(i, place(b)), 1, 0), 2)
    swap = p.apply("sum_swap", h=hits, lo=1, hi=M, lo2=1, hi2=d)
    spots = [p.specialize(name, b) for name in ("low", "high")]
    one = p.apply("sum_delta", *spots)
    inner = fun(lambda b: Sum(lambda i: hits(i, b), 1, M))
    rows = p.apply("sum_eq", one, f=inner, g=fun(lambda b: f(place(b))), lo=1, hi=d)
    return p.have(p.goal, swap, rows)


# --- one thing that outweighs all others and counts nothing ----------------------------------------------------------

o = ints("o")[0]
(share,) = reals("s")
RARE = {
    "o_low": 1 <= o, "o_high": o <= M, "m_low": 1 <= m, "m_high": m <= M, "s_pos": 0 < share, "theta_low": 0 <= theta,
    "pos": every(lambda i: 0 < w(i), 1, M),
    "counts": every(lambda i: abs(x(i) * w(i) - share * tau * ite(Eq(i, m), 1, 0)) <= theta * share, 1, M),
    "rare": every(lambda i: w(i) <= theta * w(o) + w(o) * ite(Eq(i, o), 1, 0), 1, M),
}  # fmt: skip


@chapter.claim(given=RARE, shows=abs(w(o) / share * mean(x, w, M) - tau) <= M * theta * (1 + abs(tau)))
def mean_of_rare(p: Proof) -> Fact:
    """Σ w_i is between w_o and (1 + Mθ) w_o, and Σ w_i x_i is within Mθs of sτ."""
    p.given(i_low=1 <= i, i_high=i <= M)
    ones = p.apply("sum_const", lo=1, hi=M)
    heavy = p.specialize("pos", o)
    least = p.apply("sum_member", p.specialize("pos", i), f=w, lo=1, hi=M, m=o)
    hit = p.apply("sum_delta", f=fun(lambda i: w(o)), lo=1, hi=M, m=o)
    most = p.apply("sum_le", "rare")
    total = Sum(lambda i: w(i), 1, M)
    most = p.have(total <= M * theta * w(o) + w(o), most, (ones, theta * w(o)), hit)
    own = p.apply("sum_delta", f=fun(lambda i: share * tau), lo=1, hi=M)
    part = fun(lambda i: x(i) * w(i) - share * tau * ite(Eq(i, m), 1, 0))
    near = p.apply("abs_sum_le", "counts")
    value = Sum(lambda i: w(i) * x(i), 1, M)
    same = p.have(Eq(Sum(part, 1, M), value - share * tau), own)
    moved = p.congr(abs, same)
    near = p.have(abs(value - share * tau) <= M * theta * share, near, moved, (ones, theta * share))
    size, whole = abs(tau), p.have(0 < total, least, heavy)
    rest, sides = p.have(0 <= total - w(o), least), []
    scale = p.have(0 < share * total, ("s_pos", whole))
    bound = M * theta * (1 + abs(tau))
    low = p.have(0 <= bound, (M, "theta_low"), (M, "theta_low", size))
    for sign in (1, -1):
        first = p.apply("abs_ge", x=sign * (value - share * tau))
        second = p.apply("abs_ge", x=-sign * tau)
        sides.append(p.have(
            sign * (w(o) / share * mean(x, w, M) - tau) <= bound, (first, heavy), (near, heavy),
            (second, "s_pos", rest), (most, size, "s_pos"), (rest, low, "s_pos"), whole, scale=[scale],
        ))  # fmt: skip
    return p.apply("abs_le", sides[1], sides[0])
