"""For gaps below log(2 + √3) boltz can reverse the order of vectors, and two different vectors can have equal boltz.

Not in the paper. The vectors are (0, −δ, …), whose other entries are far below, and (0, −2δ − t, −3δ − t, …), both with
n entries. For t = 0 the first has the larger boltz if n is large, since 1 − 4q + q² < 0 for q = e^(−δ); for large t the
second has. In between both are the same.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import apart, spread_a, spread_b
from proofs.papers.ks.beyond.lemma_1_smaller_gap import D, E, q
from proofs.papers.ks.beyond.lemma_1_smallest_gap import least
from proofs.papers.ks.vocabulary import a, b, boltz, function_of, i, j, n, paper, partition, together, unequal
from proofs.theorems.analysis.norms import sqrt

end, down, near = reals("T t g")
ahead = fun(lambda j: ite(j <= 1, 0, ite(j <= 2, -delta, -(n + j) * delta - end)))
behind = fun(lambda j: ite(j <= 1, 0, -j * delta - down))
sizes = [2 <= n, 0 < delta]

# --- sums over the second vector, and its boltz ----------------------------------------------------------------------

mass = Sum(lambda j: exp(-j * delta), 2, n)
moment = Sum(lambda j: j * delta * exp(-j * delta), 2, n)
tail = exp(-(n + 1) * delta)


def summed_by_induction(p: Proof, total: Term) -> Fact:
    """Prove the goal, about a sum over 2..n, by induction on n."""

    def claim(x: Term) -> Term:
        return substitute(p.goal, {n: x})

    base = p.have(claim(num(1)))
    last = p.big_step(substitute(total, {n: i + 1}), p.have(i + 1 >= 2, p.assume(1 <= i)))
    step = p.have(claim(i + 1), p.assume(claim(i)), last)
    return p.specialize(p.induct(claim, 1, i, base, step), n)


@paper.claim(given=[1 <= n], shows=Eq(D * mass, q * q - tail))
def mass_summed(p: Proof) -> Fact:
    """(1 − q)(q² + … + q^n) = q² − q^(n+1)."""
    return summed_by_induction(p, mass)


@paper.claim(
    given=[1 <= n], shows=Eq(D * D * moment, q * q * delta * (2 - q) - tail * ((n + 1) * delta * D + delta * q))
)
def moment_summed(p: Proof) -> Fact:
    """(1 − q)² Σ i q^i, i from 2 to n."""
    return summed_by_induction(p, moment)


level, M, m_ = reals("level M m")


def balance(t: Term) -> Term:
    """(level − boltz) times e^t and the sum Z, for the second vector lowered by t."""
    return level * exp(t) + t * M + (level * M + m_)


AT_TAIL = {M: mass, m_: moment}


@paper.claim(given=[*sizes, Eq(substitute(balance(down), AT_TAIL), 0)], shows=Eq(boltz(behind, n), level))
def lowered_boltz(p: Proof) -> Fact:
    """Z = 1 + e^(−t) M and N = −e^(−t) (m + t M)."""
    balanced = Eq(substitute(balance(down), AT_TAIL), 0)
    at_one = p.reduce_ite(p.have(num(1) <= 1), behind(num(1)))
    entry = p.reduce_ite(p.have(1 < j, p.assume(2 <= j)), behind(j))[0]
    lines = []
    for f in (exp, lambda y: y * exp(y)):
        member = fun(lambda j, f=f: f(behind(j)))
        lines.append(p.apply("sum_first", f=member, lo=1, hi=n))
        first = p.congr(f, at_one[0])
        each = p.generalize(j, p.congr(f, entry), 2 <= j, j <= n)
        lines += [first, p.apply("sum_eq", each)]
    p.note("Z_pos", p.positive(partition(behind, n)))
    N = Sum(lambda j: behind(j) * exp(behind(j)), 1, n)
    total = p.have(Eq(N, level * partition(behind, n)), *lines, (balanced, exp(-down)))
    return p.have(p.goal, total)


# --- boltz of the first vector ---------------------------------------------------------------------------------------

first_level = boltz(ahead, n)
far_Z = Sum(lambda j: exp(ahead(j)), 3, n)
far_N = Sum(lambda j: ahead(j) * exp(ahead(j)), 3, n)


@paper.claim(
    given=[*sizes], shows=together(
        Eq(partition(ahead, n), 1 + q + far_Z),
        Eq(Sum(lambda j: ahead(j) * exp(ahead(j)), 1, n), far_N - delta * q),
    ),
)  # fmt: skip
def first_vector_split(p: Proof) -> Fact:
    """The first two entries are 0 and −δ."""
    at_one = p.reduce_ite(p.have(num(1) <= 1), ahead(num(1)))
    at_two = p.reduce_ite(p.have(num(2) > 1), ahead(num(2)))
    inner = p.ite_eq(ite(num(2) <= 2, -delta, -(n + 2) * delta - end), p.have(num(2) <= 2))
    two = p.have(Eq(ahead(num(2)), -delta), *at_two, inner)
    whole = []
    for f in (exp, lambda y: y * exp(y)):
        member = fun(lambda j, f=f: f(ahead(j)))
        split = p.apply("sum_split", f=member, lo=1, hi=n, m=2)
        whole.append((split, p.congr(f, at_one[0]), p.congr(f, two)))
    Z = p.have(Eq(partition(ahead, n), 1 + q + far_Z), *whole[0])
    N = p.have(Eq(Sum(lambda j: ahead(j) * exp(ahead(j)), 1, n), far_N - delta * q), *whole[1])
    return p.exists_intro(p.goal, [], Z, N)


(y,) = reals("y")


@paper.claim(given=[1 <= end, y <= -end], shows=-4 / end <= y * exp(y))
def deep_is_small(p: Proof) -> Fact:
    """y² e^y <= 4 for y <= 0."""
    e, pos = p.exp_pos(y), p.have(0 < end)
    square = p.apply("square_below_exp", p.have(num(0) <= -y), x=-y)
    square = p.have(y * y * exp(y) <= 4, (square, e), e)
    scaled = p.have(-4 <= end * (y * exp(y)), square, (y <= -end, p.have(0 <= -y), e))
    return p.have(p.goal, (scaled, inv(end)), p.apply("inv_pos", pos), pos)


@paper.claim(given=[*sizes, 1 <= end], shows=together(0 <= far_Z, far_N <= -delta * far_Z, -4 * n / end <= far_N))
def far_entries_small(p: Proof) -> Fact:
    """The other entries are below −δ and below −T; y e^(−y) <= 4/y."""
    late = p.have(j > 2, p.assume(3 <= j))
    entry = p.reduce_ite(p.have(j > 1, late), ahead(j))[0]
    inner = p.ite_eq(ite(j <= 2, -delta, -(n + j) * delta - end), late)
    value = p.have(Eq(ahead(j), -(n + j) * delta - end), entry, inner)
    e = p.exp_pos(ahead(j))
    many = p.have(0 <= (n + j - 1) * delta, (p.have(0 <= n + j - 1, late), 0 < delta))
    low = p.have(ahead(j) <= -delta, value, many)
    deep = p.have(ahead(j) <= -end, value, many)
    zero, constant = fun(lambda j: num(0)), fun(lambda j: -4 / end)
    by = {"lo": num(3), "hi": n}
    p.generalize(j, p.have(num(0) <= exp(ahead(j)), e), 3 <= j, j <= n, label="members")
    Z = p.apply("sum_le", "members", f=zero, g=fun(lambda j: exp(ahead(j))), **by)
    below = p.have(ahead(j) * exp(ahead(j)) <= -delta * exp(ahead(j)), (low, e))
    p.generalize(j, below, 3 <= j, j <= n, label="lows")
    N = p.apply(
        "sum_le", "lows", f=fun(lambda j: ahead(j) * exp(ahead(j))), g=fun(lambda j: -delta * exp(ahead(j))), **by
    )
    small = p.apply("deep_is_small", deep, y=ahead(j))
    inverse = p.apply("inv_pos", p.have(0 < end))
    p.generalize(j, small, 3 <= j, j <= n, label="smalls")
    least_ = p.apply("sum_le", "smalls", f=constant, g=fun(lambda j: ahead(j) * exp(ahead(j))), **by)
    count = p.apply("sum_const", lo=3, hi=n)
    bound = p.have(-4 * n / end <= far_N, least_, (count, inv(end)), inverse)
    return p.exists_intro(p.goal, [], p.have(0 <= far_Z, Z), p.have(far_N <= -delta * far_Z, N), bound)


@paper.claim(
    given=[*sizes, 1 <= end],
    shows=together(first_level * (1 + q) <= -delta * q, -delta * q - 4 * n / end <= first_level * (1 + q)),
)
def first_level_near(p: Proof) -> Fact:
    """The value is close to −δq/(1 + q), boltz of the first two entries."""
    Z, N = p.obtain(p.apply("first_vector_split"))
    far_pos, far_low, far_small = p.obtain(p.apply("far_entries_small"))
    q_pos = p.exp_pos(-delta)
    Z_pos = p.positive(partition(ahead, n))
    whole = Sum(lambda j: ahead(j) * exp(ahead(j)), 1, n)
    level_is = p.have(Eq(first_level * partition(ahead, n), whole), Z_pos)
    gap = (far_pos, q_pos), (far_pos, 0 < delta), (far_low, q_pos), (far_pos, q_pos, 0 < delta)
    upper = p.have(
        0 <= (-delta * q - first_level * (1 + q)) * partition(ahead, n),
        level_is, (level_is, q), (Z, delta * q), N, (N, q), far_low, *gap,
    )  # fmt: skip
    upper = p.have(first_level * (1 + q) <= -delta * q, upper, scale=[Z_pos])
    negative = p.have(first_level <= 0, upper, (q_pos, 0 < delta), scale=[p.have(0 < 1 + q, q_pos)])
    lower = p.have(
        -delta * q - 4 * n / end <= first_level * (1 + q),
        level_is, (Z, first_level), N, far_small, (far_pos, negative),
    )  # fmt: skip
    return p.exists_intro(p.goal, [], upper, lower)


# --- the signs of the balance, in numbers ----------------------------------------------------------------------------

rho, tau = reals("rho tau")
slack = 4 * q - 1 - q * q  # positive if e^δ + e^(−δ) < 4
summed = [0 <= M, D * M <= q * q, Eq(D * D * m_, q * q * delta * (2 - q) - tau), 0 <= tau]


@paper.claim(
    given=[0 < delta, *summed, -delta * q - rho <= level * (1 + q), 0 <= rho, 2 * tau + rho <= delta * q * slack],
    shows=0 <= balance(num(0)),
)
def first_higher(p: Proof) -> Fact:
    """Multiply by (1 + q)(1 − q)²."""
    q_pos = p.exp_pos(-delta)
    small = p.apply("exp_lt", 0 < delta, x=-delta, y=num(0))
    D_pos = p.have(0 < D, small)
    weight = p.have(D * D * (1 + M) <= D * (D + q * q), (D * M <= q * q, D_pos))
    loss = p.have(0 <= delta * q + rho, (q_pos, 0 < delta), 0 <= rho)
    nonneg = p.have(0 <= D * D * (1 + M), (D_pos, D_pos), (D_pos, D_pos, 0 <= M))
    first = p.have(
        -(delta * q + rho) * (D * (D + q * q)) <= level * (1 + q) * (D * D * (1 + M)),
        (-delta * q - rho <= level * (1 + q), nonneg), (weight, loss),
    )  # fmt: skip
    below_one = p.have(D * (D + q * q) <= 1, (q_pos, D_pos), (q_pos, q_pos, q_pos))
    rest = p.have(rho * (D * (D + q * q)) <= rho, (below_one, 0 <= rho))
    tails = p.have((1 + q) * tau <= 2 * tau, (D_pos, 0 <= tau))
    moment_ = p.have(
        Eq((1 + q) * (D * D * m_), (1 + q) * (q * q * delta * (2 - q) - tau)),
        (Eq(D * D * m_, q * q * delta * (2 - q) - tau), 1 + q),
    )  # fmt: skip
    total = p.have(
        0 <= (1 + q) * (D * D) * (level + level * M + m_), first, rest, tails, moment_,
        2 * tau + rho <= delta * q * slack,
    )  # fmt: skip
    scale = p.have(0 < (1 + q) * (D * D), (D_pos, D_pos), (q_pos, D_pos, D_pos))
    return p.have(p.goal, total, scale=[scale])


@paper.claim(
    given=[
        0 < delta, *summed, level * (1 + q) <= -delta * q, 1 <= end,
        8 * D + 16 * delta <= delta * q * (D * D) * end,
    ],
    shows=balance(end) <= 0,
)  # fmt: skip
def second_higher(p: Proof) -> Fact:
    """e^T is large."""
    q_pos = p.exp_pos(-delta)
    small = p.apply("exp_lt", 0 < delta, x=-delta, y=num(0))
    D_pos = p.have(0 < D, small)
    square = p.apply("square_below_exp", p.have(num(0) <= end), x=end)
    grown = p.have(end * end <= 4 * exp(end), square, p.exp_pos(end))
    negative = p.have(level <= 0, level * (1 + q) <= -delta * q, (q_pos, 0 < delta), scale=[p.have(0 < 1 + q, q_pos)])
    e = p.exp_pos(end)
    M_low = p.have(D * M <= 1, D * M <= q * q, (q_pos, D_pos), q_pos, D_pos)
    m_low = p.have(
        D * D * m_ <= 2 * delta, Eq(D * D * m_, q * q * delta * (2 - q) - tau), 0 <= tau,
        (0 < delta, q_pos, q_pos, q_pos), (0 < delta, D_pos), (0 < delta, q_pos, D_pos), (0 < delta, q_pos),
    )  # fmt: skip
    top = p.have(
        level * (1 + q) * exp(end) * (D * D) <= -delta * q * exp(end) * (D * D),
        (level * (1 + q) <= -delta * q, e, D_pos, D_pos),
    )  # fmt: skip
    deep = p.have(
        delta * q * (end * end) * (D * D) <= 4 * delta * q * exp(end) * (D * D),
        (grown, 0 < delta, q_pos, D_pos, D_pos),
    )  # fmt: skip
    enough = p.have(
        (8 * D + 16 * delta) * end <= delta * q * (D * D) * end * end,
        (8 * D + 16 * delta <= delta * q * (D * D) * end, p.have(0 <= end)),
    )  # fmt: skip
    mean = p.have((1 + q) * end * M * (D * D) <= 2 * end * D, (M_low, p.have(0 <= end), D_pos),
                  (M_low, p.have(0 <= end), D_pos, q_pos), (D_pos, D_pos, p.have(0 <= end)))  # fmt: skip
    rest = p.have((1 + q) * (D * D * m_) <= 4 * delta, (m_low, q_pos), m_low, (D_pos, 0 < delta))
    middle = p.have(
        (1 + q) * level * M * (D * D) <= 0, (negative, 0 <= M, D_pos, D_pos), (negative, 0 <= M, D_pos, D_pos, q_pos)
    )
    long = p.have(4 * delta <= 4 * delta * end, (1 <= end, 0 < delta))
    total = p.have(
        (1 + q) * (D * D) * (level * exp(end) + end * M + (level * M + m_)) <= 0,
        top, deep, enough, mean, rest, middle, long,
    )  # fmt: skip
    scale = p.have(0 < (1 + q) * (D * D), (D_pos, D_pos), (q_pos, D_pos, D_pos))
    return p.have(p.goal, total, scale=[scale])


# --- at some place both have the same boltz --------------------------------------------------------------------------

crossing = [0 <= end, level < 0, 0 <= M, 0 <= balance(num(0)), balance(end) <= 0]


@paper.claim(given=crossing, shows=exists(lambda t: [0 <= t, t <= end, Eq(balance(t), 0)], "R"))
def balance_crosses(p: Proof) -> Fact:
    """e^x is Lipschitz continuous on [0, T]."""
    x, y = reals("x y")
    g = function_of(lambda t: -level * exp(t) - t * M)
    steepest = -level * exp(end) + M
    steep = p.have(0 < steepest, (level < 0, exp(end)), 0 <= M)
    _, order, most = (p.assume(f) for f in (num(0) <= x, x <= y, y <= end))
    grown, top = p.apply("exp_le", order), p.apply("exp_le", most, x=y, y=end)
    tangent = p.exp_ge(x - y)
    length = p.have(0 <= y - x, order)
    rise = p.have(exp(y) - exp(x) <= exp(y) * (y - x), (tangent, exp(y)))
    rise = p.have(exp(y) - exp(x) <= exp(end) * (y - x), rise, (top, length))
    parts = [(rise, level < 0), (grown, level < 0), (0 <= M, length), (level < 0, exp(end), length)]
    change, bound = g(x) - g(y), steepest * (y - x)
    ends = [p.have(f, *parts) for f in (-bound <= change, change <= bound)]
    slow = p.apply("abs_le", *ends, x=change, u=bound)
    continuous = p.apply("lipschitz_continuous", steep, slow, g=g, a=0, b=end, L=steepest)
    found = p.apply("intermediate_value", continuous, g=g, a=0, b=end, z=level * M + m_)
    (t,) = reals("t")
    low, high, value = p.obtain(found, t)
    return p.exists_intro(p.goal, [t], low, high, p.have(Eq(balance(t), 0), value))


def confused(n_: Term, a_: Term, b_: Term) -> list[Term]:
    """a and b decrease by more than the gap and are as far apart; a_1 = b_1 and b_2 < a_2, but boltz is equal."""
    at = {n: n_, a: a_, b: b_, delta: near}
    parts = (spread_a, spread_b, apart, Eq(a(1), b(1)), b(2) < a(2), Eq(boltz(a, n), boltz(b, n)))
    return [substitute(g, at) for g in parts]


lowered = [*sizes, near < delta, 0 <= down, down <= end, Eq(boltz(ahead, n), boltz(behind, n))]


@paper.claim(given=lowered, shows=exists(confused, "Z", VECTOR, VECTOR))
def apart_wherever_lowered(p: Proof) -> Fact:
    """If it is lowered by at most T, the second vector stays between entries 2 and 3 of the first one."""
    order = p.assume(i < j)
    here = [p.assume(f) for f in (1 <= i, i <= n, 1 <= j, j <= n)]

    def known(where: list[Fact], *entries: Term) -> list[Named | tuple]:
        """The values of entries in a case, and the order of their indices, also multiplied by δ."""
        steps = [p.integer_step(f) if f.concl.op == "lt" else f for f in where]
        scaled = [(f, 0 < delta) for f in (*steps, *here) if f.concl.op == "le"]
        return [*(f for e in entries for f in values(p, where, e)), *steps, *scaled, *here, *lowered[2:5]]

    def spread(own: Term) -> Fact:
        claim = near < own(i) - own(j)

        def each(where: list[Fact]) -> Fact:
            facts = known([order, *where], own(i), own(j))
            try:
                return p.have(claim, *facts)
            except ProofError:
                return p.absurd(p.have(FALSE, *facts), claim)

        return by_cases(p, [i <= 1, i <= 2, j <= 1, j <= 2], each)

    x = ahead(i) - behind(j)
    differ = p.assume(unequal(ahead(i), behind(j)))
    claim = near < abs(x)

    def each(where: list[Fact]) -> Fact:
        facts = known(where, ahead(i), behind(j))
        if all(f.concl.op == "le" for f in where):
            same = p.have(Eq(ahead(i), behind(j)), *facts)
            return p.absurd(p.mp(differ, same), claim)
        return p.have(claim, *(p.apply("abs_ge", x=side) for side in (x, -x)), *facts)

    return p.exists_intro(
        p.goal, [n, ahead, behind], spread(ahead), spread(behind), by_cases(p, [i <= 1, i <= 2, j <= 1], each)
    )


gain = delta * q * slack
long_enough = [*sizes, 16 <= n * delta * gain]
deep_enough = [1 <= end, 8 * D + 16 * delta <= delta * q * (D * D) * end, 8 * n <= gain * end]
shallow = E + q < 4  # δ < log(2 + √3)


@paper.claim(given=[shallow, *long_enough, *deep_enough, near < delta], shows=exists(confused, "Z", VECTOR, VECTOR))
def confused_if_long(p: Proof) -> Fact:
    """The balance is positive at 0 and negative at T."""
    q_pos = p.exp_pos(-delta)
    small = p.apply("exp_lt", 0 < delta, x=-delta, y=num(0))
    D_pos = p.have(0 < D, small)
    slack_pos = p.have(0 < slack, (shallow, q_pos))
    gain_pos = p.have(0 < gain, (0 < delta, q_pos, slack_pos))
    upper, lower = p.obtain(p.apply("first_level_near"))
    # the sums
    x = (n + 1) * delta
    missing = tail * (x * D + delta * q)
    e = p.exp_pos(-x)
    late = p.apply("exp_le", p.have(-x <= -2 * delta, (p.have(0 <= n - 1), 0 < delta)), x=-x, y=-2 * delta)
    M_is, m_is = p.apply("mass_summed"), p.apply("moment_summed")
    M_pos = p.have(0 <= mass, M_is, late, scale=[D_pos])
    M_low = p.have(D * mass <= q * q, M_is, e)
    x_pos = p.have(0 < x, (p.have(0 < n + 1), 0 < delta))
    missing_pos = p.have(0 <= missing, (e, x_pos, D_pos), (e, 0 < delta, q_pos))
    square = p.apply("square_below_exp", p.have(num(0) <= x, x_pos), x=x)
    square = p.have(x * x * exp(-x) <= 4, (square, e), e)
    most = p.have(missing <= tail * x, (e, q_pos, p.have(0 <= x - delta, (p.have(0 <= n), 0 < delta))))
    few = p.have(missing * x <= 4, square, (most, x_pos))
    wide = p.have(16 <= x * gain, 16 <= n * delta * gain, (0 < delta, gain_pos))
    few = p.have(4 * missing <= gain, (few, gain_pos), (wide, missing_pos))
    rho_ = 4 * n / end
    inverse = p.apply("inv_pos", p.have(0 < end))
    rho_pos = p.have(0 <= rho_, (p.have(0 <= n), inverse))
    share = p.have(2 * rho_ <= gain, (8 * n <= gain * end, inverse), p.have(0 < end))
    enough = p.have(2 * missing + rho_ <= gain, few, share)
    by = {"level": first_level, "M": mass, "m": moment, "tau": missing}
    facts = [M_pos, M_low, m_is, missing_pos]
    start = p.apply("first_higher", *facts, lower, rho_pos, enough, rho=rho_, **by)
    stop = p.apply("second_higher", *facts, upper, **by)
    negative = p.have(first_level < 0, upper, (q_pos, 0 < delta), scale=[p.have(0 < 1 + q, q_pos)])
    del by["tau"]
    crossed = p.apply("balance_crosses", p.have(0 <= end), negative, M_pos, start, stop, **by)
    low, high, balanced = p.obtain(crossed, down)
    same = p.apply("lowered_boltz", balanced, level=first_level)
    return p.apply("apart_wherever_lowered", low, high, p.have(Eq(first_level, boltz(behind, n)), same))


@paper.claim(given=[0 < near, near < least], shows=exists(confused, "Z", VECTOR, VECTOR))
def order_fails(p: Proof) -> Fact:
    """Take the steps midway between the gap and log(2 + √3), and n and T large enough."""
    step = (near + least) / 2
    q_, E_ = exp(-step), exp(step)
    at = {delta: step}
    root, square = p.apply("sqrt_positive", s=num(3)), p.apply("sqrt_square", s=num(3))
    grown = p.apply("exp_lt", p.have(step < least, near < least), x=step, y=least)
    above = p.apply("exp_lt", p.have(num(0) < step, 0 < near, near < least), x=num(0), y=step)
    top = p.exp_log(p.have(0 < 2 + sqrt(num(3)), root))
    low = p.have(E_ < 2 + sqrt(num(3)), grown, top)
    root_more = p.have(1 < sqrt(num(3)), square, root)
    high = p.have(0 < E_ - 2 + sqrt(num(3)), above, root_more)
    quadratic = p.have(E_ * E_ - 4 * E_ + 1 < 0, (low, high), square)
    shallow_ = p.have(E_ + q_ < 4, (quadratic, q_))
    q_pos = p.exp_pos(-step)
    step_pos = p.have(0 < step, 0 < near, near < least)
    D_pos = p.have(0 < substitute(D, at), p.apply("exp_lt", p.have(-step < num(0), step_pos), x=-step, y=num(0)))
    slack_pos = p.have(0 < substitute(slack, at), (shallow_, q_pos))
    gain_ = substitute(gain, at)
    gain_pos = p.have(0 < gain_, (step_pos, q_pos, slack_pos))
    wide_pos = p.have(0 < step * gain_, (step_pos, gain_pos))
    inverse = p.apply("inv_pos", wide_pos)
    (size,) = ints("n")
    _, long_ = p.obtain(p.apply("archimedes", s=2 + 16 / (step * gain_)), size)
    two = p.have(2 <= size, long_, inverse)
    enough = p.have(16 <= size * step * gain_, (long_, wide_pos), (p.have(num(0) <= 2), wide_pos), wide_pos)
    rate = step * q_ * (substitute(D, at) * substitute(D, at))
    rate_pos = p.have(0 < rate, (step_pos, q_pos, D_pos, D_pos))
    needed = 8 * substitute(D, at) + 16 * step
    end_ = 1 + needed / rate + 8 * size / gain_
    needed_pos = p.have(0 < needed, D_pos, step_pos)
    first = p.have(0 < needed / rate, (needed_pos, p.apply("inv_pos", rate_pos)))
    second = p.have(0 < 8 * size / gain_, (p.have(0 < 8 * size, two), p.apply("inv_pos", gain_pos)))
    parts = [
        p.have(1 <= end_, first, second),
        p.have(needed <= rate * end_, rate_pos, (second, rate_pos)),
        p.have(8 * size <= gain_ * end_, gain_pos, (first, gain_pos)),
    ]
    between = p.have(near < step, near < least)
    return p.apply("confused_if_long", shallow_, two, step_pos, enough, *parts, between, delta=step, T=end_, n=size)
