"""Proposition 1, first part: f as a step function, and a feed-forward layer that quantises its input (A.5, (51)-(61)).

D is the granularity of the grid and 0 < δ <= 1/D the width on which a network rises from one value to the next. The
printed networks have defects: the cells of (54) overlap, (58) begins one step too late, (59) has two wrong signs, and
(60) adds up penalties over all tokens, which no feed-forward layer can. What a layer can do, and what the rest of the
proof needs, is to raise the entries of a token outside of the unit cube by a large P, each for its own coordinate.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import W_1, W_2, b_1, feed_forward, network
from proofs.papers.ks.attention import q as hidden
from proofs.papers.ks.vocabulary import display, k, n, named, paper
from proofs.theorems.matrices import named as matrix
from proofs.theorems.relu import relu
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

d, D, t, q, c, e, N, u = ints("d D t q c e N u")
z, delta, B, C, P, eps, omega, J, power_p, h = reals("z delta B C P epsilon omega J p h")
F, Z, Z2 = vectors("F Z Z'", 2)
(f,) = vectors("f", 3)
(G,) = sequences("G", 3)

grained, narrow = D >= 1, delta > 0
t_in, k_in = (t >= 1, t <= d), (k >= 1, k <= n)


def ranges(p: Proof, *which: str) -> None:
    """Assume that t, k, q, c are in range: "t_low", "t_high" and so on."""
    ends = {"t": t_in, "k": k_in, "q": (q >= 1, q <= D), "c": (c >= 1, c <= N), "e": (e >= 1, e <= N)}
    for name in which:
        p.given(**{f"{name}_low": ends[name][0], f"{name}_high": ends[name][1]})


def grain(p: Proof) -> None:
    """1 <= D, hence 0 < D and 0 < 1/D; 0 < δ, hence 0 < 1/δ."""
    p.given(grained=grained, narrow=narrow)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)


# --- (51)-(55): f as a step function --------------------------------------------------------------------------------


@paper.claim(given=[B > 0, C > 0, 2 * B * z - B <= B, -B <= 2 * B * z - B], shows=z <= 1)
def eq_51_high(p: Proof) -> Fact:
    """z ↦ 2 B z − B maps the unit interval onto [−B, B]."""
    p.given(B_pos=B > 0, inside=2 * B * z - B <= B)
    return p.have("out", p.goal, "inside", scale=["B_pos"])


@paper.claim(given=[B > 0, C > 0, 2 * B * z - B <= B, -B <= 2 * B * z - B], shows=0 <= z)
def eq_51_low(p: Proof) -> Fact:
    """The other end."""
    p.given(B_pos=B > 0, inside=-B <= 2 * B * z - B)
    return p.have("out", p.goal, "inside", scale=["B_pos"])


display(
    "A.5", 1, "51",
    "f vanishes outside of the unit cube, after the change of variables z ↦ 2 B z − B if it did so outside of [−B, B]",
    eq_51_low, eq_51_high,
)  # fmt: skip


@paper.claim(given=[C > 0, absolute(h) <= C], shows=absolute(h / C) <= 1)
def eq_52_claim(p: Proof) -> Fact:
    """f is divided by a bound C on |f|."""
    p.given(C_pos=C > 0, bound=absolute(h) <= C)
    p.apply("above", "abs_ge", x=h)
    p.apply("below", "abs_ge", x=-h)
    p.apply("inverse", "inv_pos", "C_pos", x=C)
    p.apply("mirror", "abs_mul", u=num(-1), r=h)
    p.rule("one", "abs_value", num(-1), p.have(None, num(-1) <= 0))
    p.have("least", -h <= C, "below", "mirror", ("one", absolute(h)), "bound")
    high = p.have(None, h / C <= 1, "above", "bound", scale=["C_pos"])
    low = p.have(None, -1 <= h / C, "least", scale=["C_pos"])
    return p.apply("out", "abs_le", high, low, x=h / C, u=num(1))


display("A.5", 2, "52", "−1 <= f <= 1, after division by a bound C of |f|", eq_52_claim)

display(
    "A.5", 3, "53", "the grid: all matrices with entries l/D, l in 1..D", given=[grained], defines=[G(c, t, k) / D],
)  # fmt: skip


def misses(c: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """How many entries of D·Z lie outside of the interval of their entry of the c-th grid point."""
    return sigma(lambda t: sigma(lambda k: outside(G(c, t, k), D * Z(t, k)), 1, n), 1, d)


def closed_interval(l: Term, x: Term) -> Term:
    """0 if l − 1 <= x <= l, else 1."""
    return ite(l - 1 <= x, ite(x <= l, 0, 1), 1)


def half_open(l: Term, x: Term) -> Term:
    """0 if l − 1 <= x < l, else 1."""
    return ite(l - 1 <= x, ite(x < l, 0, 1), 1)


def in_cell(c: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """1 if Z lies in the cell of the c-th grid point, else 0."""
    return ite(misses(c, outside) <= 0, 1, 0)


def step_function(t: Term, k: Term, outside: Callable[[Term, Term], Term]) -> Term:
    """Entry (t, k) of Σ_L f(L) 1[Z in the cell of L], L running through the grid points 1..N."""
    return sigma(lambda c: f(c, t, k) * in_cell(c, outside), 1, N)


def differ(c: Term, e: Term) -> Term:
    """The c-th and the e-th grid point are not the same."""
    return negation(every(lambda t: every(lambda k: eq(G(c, t, k), G(e, t, k)), 1, n), 1, d))


distinct_points = every(lambda c: every(lambda e: implies(negation(eq(c, e)), differ(c, e)), 1, N), 1, N)
(x,) = reals("x")
l, l2 = ints("l l'")


@paper.claim(given=[l - 1 <= x, x < l, l2 - 1 <= x, x < l2], shows=eq(l, l2))
def cell_of_entry(p: Proof) -> Fact:
    """⌊x⌋ + 1 is unique: l < l' would give l' >= l + 1 > x + 1."""
    p.given(low=l - 1 <= x, high=x < l, low2=l2 - 1 <= x, high2=x < l2)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        gap = p.rule(None, "integer_step", order)
        return p.rule(None, "absurd", p.have(None, FALSE, gap, "low", "high", "low2", "high2"), p.goal)

    return p.by_order("out", l, l2, prove)


@paper.claim(given=[half_open(l, x) <= 0], shows=l - 1 <= x)
def inside_low(p: Proof) -> Fact:
    """Else it would be 1."""
    p.given(inside=half_open(l, x) <= 0, right=l - 1 <= x, wrong=x < l - 1)
    p.rule("one", "choice", half_open(l, x), "wrong")
    no = p.rule(None, "absurd", p.have(None, FALSE, "one", "inside"), p.goal)
    return p.cases("out", l - 1, x, "right", no)


@paper.claim(given=[half_open(l, x) <= 0], shows=x < l)
def inside_high(p: Proof) -> Fact:
    """Else it would be 1."""
    p.given(inside=half_open(l, x) <= 0, wrong=l <= x, right=x < l)
    p.apply("low", "inside_low")
    p.rule("first", "choice", half_open(l, x), "low")
    p.rule("one", "choice", ite(x < l, 0, 1), "wrong")
    no = p.rule(None, "absurd", p.have(None, FALSE, "first", "one", "inside"), p.goal)
    return p.cases("out", l, x, no, "right")


@paper.claim(given=[], shows=half_open(l, x) >= 0)
def miss_nonneg(p: Proof) -> Fact:
    """It is 0 or 1."""
    p.given(low=l - 1 <= x, not_low=x < l - 1, high=x < l, not_high=l <= x)
    p.rule("one", "choice", half_open(l, x), "not_low")
    p.rule("inner", "choice", half_open(l, x), "low")
    for label in ("high", "not_high"):
        p.have(f"case_{label}", p.goal, "inner", p.rule(None, "choice", ite(x < l, 0, 1), label))
    p.cases("case_low", l, x, "case_not_high", "case_high")
    return p.cases("out", l - 1, x, "case_low", p.have(None, p.goal, "one"))


cell_low = every(lambda t: every(lambda k: G(c, t, k) - 1 <= D * Z(t, k), 1, n), 1, d)
cell_high = every(lambda t: every(lambda k: D * Z(t, k) < G(c, t, k), 1, n), 1, d)
cell_high_closed = every(lambda t: every(lambda k: D * Z(t, k) <= G(c, t, k), 1, n), 1, d)


@paper.claim(given=[cell_low, cell_high], shows=eq(in_cell(c, half_open), 1))
def own_cell(p: Proof) -> Fact:
    """No entry is outside."""
    p.given(low=cell_low, high=cell_high)
    ranges(p, "t", "k")
    p.use("low_", "low", t, k)
    p.use("high_", "high", t, k)
    p.rule("first", "choice", half_open(G(c, t, k), D * Z(t, k)), "low_")
    p.rule("second", "choice", ite(D * Z(t, k) < G(c, t, k), 0, 1), "high_")
    entry = fun(lambda k: half_open(G(c, t, k), D * Z(t, k)))
    p.every("entries", k, p.have(None, eq(entry(k), 0), "first", "second"), "k_low", "k_high")
    p.apply("row", "sum_eq", "entries", f=entry, g=fun(lambda k: num(0)), lo=1, hi=n)
    rows = fun(lambda t: sigma(lambda k: half_open(G(c, t, k), D * Z(t, k)), 1, n))
    p.every("rows", t, p.have(None, eq(rows(t), 0), "row"), "t_low", "t_high")
    p.apply("all", "sum_eq", "rows", f=rows, g=fun(lambda t: num(0)), lo=1, hi=d)
    return p.rule("out", "choice", in_cell(c, half_open), p.have(None, misses(c, half_open) <= 0, "all"))


@paper.claim(given=[misses(c, half_open) <= 0, *t_in, *k_in], shows=half_open(G(c, t, k), D * Z(t, k)) <= 0)
def no_entry_missed(p: Proof) -> Fact:
    """One member of a sum without negative members."""
    p.given(none=misses(c, half_open) <= 0)
    ranges(p, "t", "k")
    t0, k0 = ints("t0 k0")
    p.given(low_t=t0 >= 1, high_t=t0 <= d, low_k=k0 >= 1, high_k=k0 <= n)

    def entry(t: Term, k: Term) -> Term:
        return half_open(G(c, t, k), D * Z(t, k))

    p.apply("any", "miss_nonneg", l=G(c, t0, k0), x=D * Z(t0, k0))
    p.every("row_", k0, "any", "low_k", "high_k")
    p.apply("row", "sum_nonneg", "row_", f=fun(lambda k: entry(t0, k)), lo=1, hi=n)
    p.every("rows", t0, "row", "low_t", "high_t")
    rows = fun(lambda t: sigma(lambda k: entry(t, k), 1, n))
    p.apply("own_row", "sum_member", "rows", f=rows, m=t, lo=1, hi=d)
    p.apply("any_own", "miss_nonneg", l=G(c, t, k0), x=D * Z(t, k0))
    p.every("own_", k0, "any_own", "low_k", "high_k")
    p.apply("own", "sum_member", "own_", f=fun(lambda k: entry(t, k)), m=k, lo=1, hi=n)
    return p.have("out", p.goal, "own", "own_row", "none")


other_point = [negation(eq(c, e)), c >= 1, c <= N, e >= 1, e <= N]


@paper.claim(given=[distinct_points, cell_low, cell_high, *other_point], shows=eq(in_cell(e, half_open), 0))
def other_cell(p: Proof) -> Fact:
    """Two grid points whose cells contain Z agree in every entry."""
    p.given(points=distinct_points, low=cell_low, high=cell_high, other=negation(eq(c, e)))
    ranges(p, "c", "e", "t", "k")
    p.given(right=0 < misses(e, half_open), wrong=misses(e, half_open) <= 0)
    p.use("low_", "low", t, k)
    p.use("high_", "high", t, k)
    p.apply("entry", "no_entry_missed", "wrong", c=e)
    p.apply("low_e", "inside_low", "entry", l=G(e, t, k), x=D * Z(t, k))
    p.apply("high_e", "inside_high", "entry", l=G(e, t, k), x=D * Z(t, k))
    p.apply(
        "same", "cell_of_entry", "low_", "high_", "low_e", "high_e", l=G(c, t, k), x=D * Z(t, k), **{"l'": G(e, t, k)}
    )
    p.every("row", k, "same", "k_low", "k_high")
    p.every("all", t, "row", "t_low", "t_high")
    p.use("apart", "points", c, e, using=["other"])
    p.rule("no", "absurd", p.rule(None, "mp", "apart", "all"), 0 < misses(e, half_open))
    p.cases("some", misses(e, half_open), 0, "no", "right")
    return p.rule("out", "choice", in_cell(e, half_open), "some")


grid_given = [distinct_points, c >= 1, c <= N, cell_low, cell_high, *t_in, *k_in]


@paper.claim(given=grid_given, shows=eq(step_function(t, k, half_open), f(c, t, k)))
def eq_54_mended(p: Proof) -> Fact:
    """Z lies in one cell only."""
    p.given(points=distinct_points, low=cell_low, high=cell_high)
    ranges(p, "t", "k", "c", "e")
    p.apply("own", "own_cell")

    def prove(order: Fact) -> Fact:
        claim = eq(f(e, t, k) * in_cell(e, half_open), ite(eq(e, c), f(e, t, k), 0))
        if order.concl.op == "eq":
            same = p.both(None, e, c, lambda e: in_cell(e, half_open), order)
            chosen = p.chosen(order, ite(eq(e, c), f(e, t, k), 0))
            return p.have(None, claim, *chosen, (p.have(None, eq(in_cell(e, half_open), 1), same, "own"), f(e, t, k)))
        equal = p.rule(None, "assume", eq(c, e))
        other = p.discharged(p.have(None, FALSE, equal, order), equal.concl)
        none = p.apply(None, "other_cell", other)
        return p.have(None, claim, *p.chosen(order, ite(eq(e, c), f(e, t, k), 0)), (none, f(e, t, k)))

    p.by_order("each", e, c, prove)
    p.every("terms", e, "each", "e_low", "e_high")
    by = {"f": fun(lambda e: f(e, t, k) * in_cell(e, half_open)), "g": fun(lambda e: ite(eq(e, c), f(e, t, k), 0))}
    p.apply("sum", "sum_eq", "terms", lo=1, hi=N, **by)
    p.apply("one", "sum_single", f=fun(lambda e: f(e, t, k)), m=c, lo=1, hi=N)
    return p.have("out", p.goal, "sum", "one")


display(
    "A.5", 4, "54", "the step function takes at Z the value of f at the grid point of Z's cell",
    Claim((distinct_points, c >= 1, c <= N, cell_low, cell_high_closed, *t_in, *k_in),
          eq(step_function(t, k, closed_interval), f(c, t, k))),
    mended=eq_54_mended,
    errata=Erratum(
        "false",
        "Closed cells overlap: where an entry of Z lies on the grid the sum counts several cells. With cells half-open "
        "at their upper end, as the quantiser's are, each point of [0, 1)^(d×n) lies in one.",
        0, Search(sizes={"d": [1], "n": [1], "D": [2], "N": [2], "c": [1, 2], "t": [1], "k": [1]},
                  entries={"G": [1, 2], "Z": [rational(1, 2)], "f": [1]},
                  length={"G": "N d n", "f": "N d n", "Z": "d n"}),
    ),
)  # fmt: skip

# (55): J is ∫ ‖f − f̄‖_p^p over the unit cube and I_c its part over cell c, of volume 1/N
(I,) = vectors("I")
entries_total = d * n * exp(power_p * log(omega))
enough = power_p * log(omega) + log(d * n) < power_p * log(eps / 3)
integral = [eq(J, sigma(lambda c: I(c), 1, N)), every(lambda c: I(c) <= inv(N) * entries_total, 1, N)]


@paper.claim(
    given=[d >= 1, n >= 1, N >= 1, power_p >= 1, eps > 0, omega > 0, enough, *integral],
    shows=J < exp(power_p * log(eps / 3)),
)
def eq_55_claim(p: Proof) -> Fact:
    """N cells of volume 1/N with integrand at most d n ω^p."""
    p.given(d_pos=d >= 1, n_pos=n >= 1, some=N >= 1, enough=enough, parts=integral[0], bounds=integral[1])
    ones = fun(lambda c: inv(N) * entries_total)
    p.apply("sum", "sum_le", "bounds", f=fun(lambda c: I(c)), g=ones, lo=1, hi=N)
    p.apply("count", "sum_const", lo=1, hi=N)
    p.have("N_pos", 0 < N, "some")
    p.have("total", eq(sigma(ones, 1, N), entries_total), ("count", inv(N) * entries_total), "N_pos")
    p.have("dn_pos", 0 < d * n, ("d_pos", "n_pos"), "d_pos", "n_pos")
    p.rule("size", "exp_log", "dn_pos")
    p.apply("less", "exp_lt", "enough", x=power_p * log(omega) + log(d * n), y=power_p * log(eps / 3))
    p.have("joined", eq(exp(power_p * log(omega) + log(d * n)), entries_total), ("size", exp(power_p * log(omega))))
    return p.have("out", p.goal, "parts", "sum", "total", "less", "joined")


LEBESGUE = (
    "Lebesgue measure: an integral over finitely many boxes is the sum of the integrals over them, each at most the "
    "volume times a bound of the integrand"
)
display(
    "A.5", 5, "55",
    "d_p(f, f̄) < ε/3, if on each cell f changes by at most ω in every entry, where d n ω^p < (ε/3)^p. J is the p-th "
    "power of the distance",
    eq_55_claim,
    argued=f"uniform continuity of f on the cube gives a D with this ω; {LEBESGUE}",
)  # fmt: skip


# --- (56)-(58): quantising networks ----------------------------------------------------------------------------------


def ramp(u: Term) -> Term:
    """σ_R(u) − σ_R(u − 1): 0 up to 0, 1 from 1 on."""
    return relu(u) - relu(u - 1)


named(ramp, (z,), "ramp({0})", r"\mathrm{{ramp}}({0})")


@paper.claim(given=[z <= 0], shows=eq(ramp(z), 0))
def ramp_low(p: Proof) -> Fact:
    """Off."""
    p.given(at=z <= 0)
    return p.apply("out", "clipped_low", p.have(None, num(0) <= 1), a=num(0), b=num(1))


@paper.claim(given=[1 <= z], shows=eq(ramp(z), 1))
def ramp_high(p: Proof) -> Fact:
    """On."""
    p.given(at=1 <= z)
    return p.apply("out", "clipped_high", p.have(None, num(0) <= 1), a=num(0), b=num(1))


@paper.claim(given=[], shows=ramp(z) >= 0)
def ramp_nonneg(p: Proof) -> Fact:
    """At least 0."""
    return p.apply("out", "clipped_nonneg", p.have(None, num(0) <= 1), a=num(0), b=num(1))


@paper.claim(given=[], shows=ramp(z) <= 1)
def ramp_le(p: Proof) -> Fact:
    """At most 1."""
    return p.apply("out", "clipped_le", p.have(None, num(0) <= 1), a=num(0), b=num(1))


step_56 = ramp(z / delta) / D


@paper.claim(given=[grained, narrow, z < 0], shows=eq(step_56, 0))
def eq_56_low(p: Proof) -> Fact:
    """Below 0."""
    grain(p)
    p.given(at=z < 0)
    p.apply("off", "ramp_low", p.have(None, z / delta <= 0, ("at", "delta_inv")), z=z / delta)
    return p.have("out", p.goal, ("off", inv(D)))


@paper.claim(given=[grained, narrow, 0 <= z, z < delta], shows=eq(step_56, z / (delta * D)))
def eq_56_between(p: Proof) -> Fact:
    """Rising."""
    grain(p)
    p.given(low=0 <= z, high=z < delta)
    low, high = (
        p.have(None, 0 <= z / delta, ("low", "delta_inv")),
        p.have(None, z / delta <= 1, "high", scale=["narrow"]),
    )
    p.apply("rise", "clipped_between", low, high, z=z / delta, a=num(0), b=num(1))
    return p.have("out", p.goal, ("rise", inv(D)))


@paper.claim(given=[grained, narrow, delta <= z], shows=eq(step_56, inv(D)))
def eq_56_high(p: Proof) -> Fact:
    """From δ on."""
    grain(p)
    p.given(at=delta <= z)
    p.apply("on", "ramp_high", p.have(None, 1 <= z / delta, "at", scale=["narrow"]), z=z / delta)
    return p.have("out", p.goal, ("on", inv(D)))


display(
    "A.5", 6, "56", "a step of height 1/D on [0, δ] as a network", eq_56_low, eq_56_between, eq_56_high,
)  # fmt: skip


def step_at(t: Term) -> Term:
    """(σ_R[z/δ − t/(δD)] − σ_R[z/δ − 1 − t/(δD)])/D."""
    return (relu(z / delta - t / (delta * D)) - relu(z / delta - 1 - t / (delta * D))) / D


def stack(first: int, last: Term) -> Term:
    """The steps at first/D, …, last/D."""
    return sigma(step_at, first, last)


def quant_step(t: Term) -> Term:
    """1/D from t/D on."""
    return ite(t / D <= z, inv(D), 0)


quant = sigma(quant_step, 0, D - 1)
off_steps = every(lambda t: implies(t / D <= z, t / D + delta <= z), 0, D - 1)


@paper.claim(given=[grained, narrow, z <= t / D], shows=eq(step_at(t), 0))
def step_off(p: Proof) -> Fact:
    """The step at t/D before it begins."""
    grain(p)
    p.given(at=z <= t / D)
    u = z / delta - t / (delta * D)
    p.apply("off", "ramp_low", p.have(None, u <= 0, ("at", "delta_inv")), z=u)
    return p.have("out", p.goal, ("off", inv(D)))


@paper.claim(given=[grained, narrow, t / D + delta <= z], shows=eq(step_at(t), inv(D)))
def step_on(p: Proof) -> Fact:
    """The step at t/D after it ended."""
    grain(p)
    p.given(at=t / D + delta <= z)
    u = z / delta - t / (delta * D)
    p.have("scaled", 0 <= (z - t / D - delta) * inv(delta), ("at", "delta_inv"))
    p.apply("on", "ramp_high", p.have(None, 1 <= u, "scaled", "narrow"), z=u)
    return p.have("out", p.goal, ("on", inv(D)))


@paper.claim(given=[grained, narrow, off_steps], shows=eq(stack(0, D - 1), quant))
def eq_57_claim(p: Proof) -> Fact:
    """Step by step."""
    grain(p)
    p.given(off=off_steps, t_low=t >= 0, t_high=t <= D - 1, at=t / D <= z, before=z < t / D)
    choice = quant_step(t)
    p.apply("on", "step_on", p.use(None, "off", t))
    p.have("case_on", eq(step_at(t), choice), "on", *p.chosen(p.get("at"), choice))
    p.apply("off_", "step_off", p.have(None, z <= t / D, "before"))
    p.have("case_off", eq(step_at(t), choice), "off_", *p.chosen(p.get("before"), choice))
    p.cases("each", t / D, z, "case_on", "case_off")
    p.every("terms", t, "each", "t_low", "t_high")
    by = {"f": fun(step_at), "g": fun(quant_step)}
    return p.apply("out", "sum_eq", "terms", lo=0, hi=D - 1, **by)


def steps_taken(p: Proof, member: Callable[[Term], Term], first: Fact, rest: Fact) -> Fact:
    """Σ_{t=0}^{D-1} = q/D, from the universal facts that members before q are 1/D and those from q on 0."""
    p.apply("split", "sum_split", f=fun(member), m=q - 1, lo=0, hi=D - 1)
    p.apply("first", "sum_eq", first, f=fun(member), g=fun(lambda t: inv(D)), lo=0, hi=q - 1)
    p.apply("rest", "sum_eq", rest, f=fun(member), g=fun(lambda t: num(0)), lo=q, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=q - 1)
    return p.have("steps", eq(sigma(member, 0, D - 1), q / D), "split", "first", "rest", ("count", inv(D)))


@paper.claim(given=[grained, q >= 1, q <= D, (q - 1) / D <= z, z < q / D], shows=eq(quant, q / D))
def quant_inside(p: Proof) -> Fact:
    """The steps at 0, …, q − 1 are taken."""
    p.given(grained=grained, low=(q - 1) / D <= z, high=z < q / D, t_low=t >= 0, t_before=t <= q - 1)
    ranges(p, "q")
    p.given(t_from=t >= q, t_high=t <= D - 1)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    choice = quant_step(t)
    taken = p.have(None, t / D <= z, ("t_before", "part_pos"), "low")
    p.every("taken", t, p.rule(None, "choice", choice, taken), "t_low", "t_before")
    not_yet = p.have(None, z < t / D, ("t_from", "part_pos"), "high")
    p.every("left", t, p.rule(None, "choice", choice, not_yet), "t_from", "t_high")
    return steps_taken(p, quant_step, p.get("taken"), p.get("left"))


@paper.claim(given=[grained, z < 0], shows=eq(quant, 0))
def quant_below(p: Proof) -> Fact:
    """No step is taken."""
    p.given(grained=grained, at=z < 0, t_low=t >= 0, t_high=t <= D - 1)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    not_yet = p.have(None, z < t / D, ("t_low", "part_pos"), "at")
    p.every("left", t, p.rule(None, "choice", quant_step(t), not_yet), "t_low", "t_high")
    p.apply("sum", "sum_eq", "left", f=fun(quant_step), g=fun(lambda t: num(0)), lo=0, hi=D - 1)
    return p.have("out", p.goal, "sum")


@paper.claim(given=[grained, 1 - inv(D) <= z], shows=eq(quant, 1))
def quant_last(p: Proof) -> Fact:
    """All D steps are taken."""
    p.given(grained=grained, at=1 - inv(D) <= z, t_low=t >= 0, t_high=t <= D - 1)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    taken = p.have(None, t / D <= z, ("t_high", "part_pos"), "at")
    p.every("taken", t, p.rule(None, "choice", quant_step(t), taken), "t_low", "t_high")
    p.apply("sum", "sum_eq", "taken", f=fun(quant_step), g=fun(lambda t: inv(D)), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    return p.have("out", p.goal, "sum", ("count", inv(D)), "D_pos")


@paper.claim(given=[grained], shows=eq(sigma(lambda t: t / D + delta - t / D, 0, D - 1), D * delta))
def steps_length(p: Proof) -> Fact:
    """D intervals of length δ."""
    p.given(grained=grained)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    return p.have("out", p.goal, ("count", delta))


display(
    "A.5", 7, "57",
    "D steps stacked: quant_D, except on the intervals [t/D, t/D + δ), whose total length is D δ; "
    "quant_D is q/D on [(q − 1)/D, q/D)",
    eq_57_claim, quant_below, quant_inside, quant_last, steps_length,
)  # fmt: skip

last_step = relu(z / delta - 1 / delta) - relu(z / delta - 1 - 1 / delta)


def quantiser(first: int, last: Term) -> Term:
    """The steps at first/D, …, last/D minus a step of height 1 at 1."""
    return stack(first, last) - last_step


mended_quantiser = quantiser(0, D - 1)
named(lambda D, delta, z: mended_quantiser, (D, delta, z), "Q({2}; {0}, {1})", r"Q_{{{0},{1}}}({2})")
inside_58 = (grained, narrow, q >= 1, q <= D, (q - 1) / D + delta <= z, z <= q / D)


def no_last_step(p: Proof) -> Fact:
    """z <= 1, by the name "at_most_one": the step at 1 is off."""
    u = z / delta - 1 / delta
    return p.apply("last_off", "ramp_low", p.have(None, u <= 0, ("at_most_one", "delta_inv")), z=u)


@paper.claim(given=inside_58, shows=eq(mended_quantiser, q / D))
def eq_58_inside(p: Proof) -> Fact:
    """The steps at 0, …, (q − 1)/D are over, the others have not begun."""
    grain(p)
    p.given(low=(q - 1) / D + delta <= z, high=z <= q / D, t_low=t >= 0, t_before=t <= q - 1)
    ranges(p, "q")
    p.given(t_from=t >= q, t_high=t <= D - 1)
    on = p.apply(None, "step_on", p.have(None, t / D + delta <= z, ("t_before", "part_pos"), "low"))
    p.every("taken", t, on, "t_low", "t_before")
    off = p.apply(None, "step_off", p.have(None, z <= t / D, ("t_from", "part_pos"), "high"))
    p.every("left", t, off, "t_from", "t_high")
    steps_taken(p, step_at, p.get("taken"), p.get("left"))
    p.have("at_most_one", z <= 1, "high", ("q_high", "part_pos"), "D_pos")
    no_last_step(p)
    return p.have("out", p.goal, "steps", "last_off")


printed_58 = quantiser(1, D)
below_58, above_58 = (grained, narrow, z <= 0), (grained, narrow, 1 + delta <= z)


def below(p: Proof, first: int, last: Term) -> Fact:
    """No step has begun."""
    grain(p)
    p.given(at=z <= 0, t_low=t >= first, t_high=t <= last)
    off = p.apply(None, "step_off", p.have(None, z <= t / D, ("t_low", "part_pos"), "part_pos", "at"))
    p.every("left", t, off, "t_low", "t_high")
    p.apply("sum", "sum_eq", "left", f=fun(step_at), g=fun(lambda t: num(0)), lo=first, hi=last)
    p.have("at_most_one", z <= 1, "at")
    no_last_step(p)
    return p.have("out", p.goal, "sum", "last_off")


def above(p: Proof, first: int, last: Term) -> Fact:
    """All steps are over, the last one takes them back."""
    grain(p)
    p.given(at=1 + delta <= z, t_low=t >= first, t_high=t <= last)
    on = p.apply(None, "step_on", p.have(None, t / D + delta <= z, ("t_high", "part_pos"), "part_pos", "at", "D_pos"))
    p.every("taken", t, on, "t_low", "t_high")
    p.apply("sum", "sum_eq", "taken", f=fun(step_at), g=fun(lambda t: inv(D)), lo=first, hi=last)
    p.apply("count", "sum_const", lo=first, hi=last)
    u = z / delta - 1 / delta
    p.have("scaled", 0 <= (z - 1 - delta) * inv(delta), ("at", "delta_inv"))
    p.apply("last_on", "ramp_high", p.have(None, 1 <= u, "scaled", "narrow"), z=u)
    return p.have("out", p.goal, "sum", ("count", inv(D)), "last_on", "D_pos")


@paper.claim(given=below_58, shows=eq(printed_58, 0))
def eq_58_below_printed(p: Proof) -> Fact:
    """No step has begun."""
    return below(p, 1, D)


@paper.claim(given=above_58, shows=eq(printed_58, 0))
def eq_58_above_printed(p: Proof) -> Fact:
    """All steps are over, the last one takes them back."""
    return above(p, 1, D)


@paper.claim(given=below_58, shows=eq(mended_quantiser, 0))
def eq_58_below(p: Proof) -> Fact:
    """No step has begun."""
    return below(p, 0, D - 1)


@paper.claim(given=above_58, shows=eq(mended_quantiser, 0))
def eq_58_above(p: Proof) -> Fact:
    """All steps are over, the last one takes them back."""
    return above(p, 0, D - 1)


@paper.claim(given=[grained, narrow], shows=mended_quantiser <= 1)
def quantiser_le(p: Proof) -> Fact:
    """D steps of height 1/D."""
    grain(p)
    p.given(t_low=t >= 0, t_high=t <= D - 1)
    u = z / delta - t / (delta * D)
    p.apply("most", "ramp_le", z=u)
    p.every("terms", t, p.have(None, step_at(t) <= inv(D), ("most", "part_pos")), "t_low", "t_high")
    p.apply("sum", "sum_le", "terms", f=fun(step_at), g=fun(lambda t: inv(D)), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    p.apply("last", "ramp_nonneg", z=z / delta - 1 / delta)
    return p.have("out", p.goal, "sum", ("count", inv(D)), "last", "D_pos")


@paper.claim(given=[grained, narrow, delta * D <= 1], shows=mended_quantiser >= 0)
def quantiser_nonneg(p: Proof) -> Fact:
    """Up to 1 the last step is off; from 1 on the others are over, if δ <= 1/D."""
    grain(p)
    p.given(fine=delta * D <= 1, t_low=t >= 0, t_high=t <= D - 1, at_most_one=z <= 1, beyond=1 < z)
    u = z / delta - t / (delta * D)
    p.apply("least", "ramp_nonneg", z=u)
    p.every("terms", t, p.have(None, step_at(t) >= 0, ("least", "part_pos")), "t_low", "t_high")
    p.apply("sum", "sum_nonneg", "terms", f=fun(step_at), lo=0, hi=D - 1)
    no_last_step(p)
    p.have("case_low", p.goal, "sum", "last_off")
    p.have("width", delta <= inv(D), "fine", scale=["D_pos"])
    on = p.apply(None, "step_on", p.have(None, t / D + delta <= z, ("t_high", "part_pos"), "width", "beyond", "D_pos"))
    p.every("taken", t, on, "t_low", "t_high")
    p.apply("full", "sum_eq", "taken", f=fun(step_at), g=fun(lambda t: inv(D)), lo=0, hi=D - 1)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    p.apply("most", "ramp_le", z=z / delta - 1 / delta)
    p.have("case_high", p.goal, "full", ("count", inv(D)), "most", "D_pos")
    return p.cases("out", z, 1, "case_low", "case_high")


display(
    "A.5", 8, "58",
    "a network that takes [(q − 1)/D + δ, q/D] to q/D, what lies outside of (0, 1 + δ) to 0, and all into [0, 1]",
    Claim(inside_58, eq(printed_58, q / D)), eq_58_below_printed, eq_58_above_printed,
    mended=[eq_58_inside, eq_58_below, eq_58_above, quantiser_le, quantiser_nonneg],
    errata=Erratum(
        "typo", "The sum has to begin with t = 0 and end with t = D − 1, as in (57): from 1 to D every value in (0, 1) "
        "comes out as the next smaller grid value, 0 included.",
        0, Search(sizes={"D": [1, 2], "q": [1, 2]}, reals={"z": [rational(1, 2), 1], "delta": [rational(1, 4)]}),
    ),
)  # fmt: skip


# --- (59)-(61): what lies outside of the cube -------------------------------------------------------------------------

up, down = ramp((z - 1) / delta), ramp(-z / delta)
printed_59 = up - relu(-z / delta) - relu(-z / delta - 1)


def penalty(z: Term) -> Term:
    """0 on (0, 1], −1 elsewhere."""
    return ite(z <= 0, num(-1), ite(z <= 1, 0, num(-1)))


def penalties(z: Term) -> Term:
    """The network for −1 times the penalty: 0 on [0, 1], 1 outside of [−δ, 1 + δ]."""
    return ramp((z - 1) / delta) + ramp(-z / delta)


@paper.claim(given=[narrow, z <= -delta], shows=eq(-penalties(z), penalty(z)))
def eq_59_below(p: Proof) -> Fact:
    """Only the second step is on."""
    p.given(narrow=narrow, at=z <= -delta)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)
    p.apply("off", "ramp_low", p.have(None, (z - 1) / delta <= 0, ("at", "delta_inv"), "delta_inv", "narrow"),
            z=(z - 1) / delta)  # fmt: skip
    p.apply("on", "ramp_high", p.have(None, 1 <= -z / delta, "at", scale=["narrow"]), z=-z / delta)
    p.rule("value", "choice", penalty(z), p.have(None, z <= 0, "at", "narrow"))
    return p.have("out", p.goal, "on", "off", "value")


@paper.claim(given=[narrow, 0 < z, z <= 1], shows=eq(-penalties(z), penalty(z)))
def eq_59_inside(p: Proof) -> Fact:
    """Both steps are off."""
    p.given(narrow=narrow, low=0 < z, high=z <= 1)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)
    p.apply("off", "ramp_low", p.have(None, (z - 1) / delta <= 0, ("high", "delta_inv")), z=(z - 1) / delta)
    p.apply("off_", "ramp_low", p.have(None, -z / delta <= 0, ("low", "delta_inv")), z=-z / delta)
    p.rule("first", "choice", penalty(z), "low")
    p.rule("second", "choice", ite(z <= 1, 0, num(-1)), "high")
    return p.have("out", p.goal, "off", "off_", "first", "second")


@paper.claim(given=[narrow, 1 + delta <= z], shows=eq(-penalties(z), penalty(z)))
def eq_59_above(p: Proof) -> Fact:
    """Only the first step is on."""
    p.given(narrow=narrow, at=1 + delta <= z)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)
    p.apply("on", "ramp_high", p.have(None, 1 <= (z - 1) / delta, "at", scale=["narrow"]), z=(z - 1) / delta)
    p.apply("off", "ramp_low", p.have(None, -z / delta <= 0, ("at", "delta_inv"), "delta_inv", "narrow"), z=-z / delta)
    p.rule("first", "choice", penalty(z), p.have(None, 0 < z, "at", "narrow"))
    p.rule("second", "choice", ite(z <= 1, 0, num(-1)), p.have(None, 1 < z, "at", "narrow"))
    return p.have("out", p.goal, "on", "off", "first", "second")


@paper.claim(given=[narrow], shows=penalties(z) >= 0)
def penalties_nonneg(p: Proof) -> Fact:
    """Two steps upwards."""
    p.apply("first", "ramp_nonneg", z=(z - 1) / delta)
    p.apply("second", "ramp_nonneg", z=-z / delta)
    return p.have("out", p.goal, "first", "second")


@paper.claim(given=[narrow], shows=penalties(z) <= 1)
def penalties_le(p: Proof) -> Fact:
    """One of them is off."""
    p.given(narrow=narrow, low=z <= 1, high=1 < z)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)
    p.apply("off", "ramp_low", p.have(None, (z - 1) / delta <= 0, ("low", "delta_inv")), z=(z - 1) / delta)
    p.apply("most", "ramp_le", z=-z / delta)
    p.have("case_low", p.goal, "off", "most")
    p.apply("off_", "ramp_low", p.have(None, -z / delta <= 0, ("high", "delta_inv"), "delta_inv"), z=-z / delta)
    p.apply("most_", "ramp_le", z=(z - 1) / delta)
    p.have("case_high", p.goal, "off_", "most_")
    return p.cases("out", z, 1, "case_low", "case_high")


sides_59 = [(narrow, z <= -delta), (narrow, num(0) < z, z <= 1), (narrow, 1 + delta <= z)]


@paper.claim(given=sides_59[1], shows=eq(printed_59, penalty(z)))
def eq_59_inside_printed(p: Proof) -> Fact:
    """All units that are subtracted are off."""
    p.given(narrow=narrow, low=0 < z, high=z <= 1)
    p.apply("delta_inv", "inv_pos", "narrow", x=delta)
    p.apply("off", "ramp_low", p.have(None, (z - 1) / delta <= 0, ("high", "delta_inv")), z=(z - 1) / delta)
    p.have("sign", -z / delta <= 0, ("low", "delta_inv"))
    p.apply("none", "relu_negative", "sign", z=-z / delta)
    p.apply("none_", "relu_negative", p.have(None, -z / delta - 1 <= 0, "sign"), z=-z / delta - 1)
    p.rule("first", "choice", penalty(z), "low")
    p.rule("second", "choice", ite(z <= 1, 0, num(-1)), "high")
    return p.have("out", p.goal, "off", "none", "none_", "first", "second")


display(
    "A.5", 9, "59", "a network for the penalty: −1 outside of the unit interval, 0 inside, except on two intervals of "
    "length δ",
    Claim(sides_59[0], eq(printed_59, penalty(z))), eq_59_inside_printed,
    Claim(sides_59[2], eq(printed_59, penalty(z))),
    mended=[eq_59_below, eq_59_inside, eq_59_above, penalties_nonneg, penalties_le],
    errata=[
        Erratum(
            "false", "The last sign has to be +, as in the first step: as printed the penalty grows without bound "
            "below 0.", 0, Search(reals={"z": [-2, -3], "delta": [1]}),
        ),
        Erratum(
            "false", "The first step has to be subtracted: as printed what lies above 1 is rewarded with +1.",
            2, Search(reals={"z": [2, 3], "delta": [1]}),
        ),
    ],
)  # fmt: skip


def ideal(z: Term) -> Term:
    """What (58) is meant to approximate: q/D on [(q − 1)/D, q/D), 0 outside of [0, 1)."""
    return _at(quant, z) - ite(1 <= z, 1, 0)


def first_layer_printed(X: Term, t: Term, k: Term) -> Term:
    """quant_D(X_tk) + Σ_t' Σ_k' penalty(X_t'k')."""
    return ideal(X(t, k)) + sigma(lambda t: sigma(lambda k: penalty(X(t, k)), 1, n), 1, d)


def first_layer(X: Term, t: Term, k: Term) -> Term:
    """Q(X_tk) + P · (1 where X_tk lies outside of [−δ, 1 + δ], 0 inside of [0, 1])."""
    x = X(t, k)
    return _at(mended_quantiser, x) + P * penalties(x)


def _at(t: Term, x: Term) -> Term:
    return substitute(t, {z: x})


def layer_at(X: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of the feed-forward layer (3) at X."""
    return feed_forward(matrix(X, d, n), *network)(t, k)


same_token = every(lambda t: eq(Z(t, k), Z2(t, k)), 1, d)


@paper.claim(given=[same_token, *t_in, *k_in], shows=eq(layer_at(Z, t, k), layer_at(Z2, t, k)))
def token_wise(p: Proof) -> Fact:
    """A feed-forward layer gives equal tokens equal outputs, whatever the other tokens are."""
    p.given(same=same_token, c_low=c >= 1, c_high=c <= d, u_low=u >= 1, u_high=u <= hidden)
    ranges(p, "t")
    p.use("own", "same", t)
    p.use("entry", "same", c)
    by = {"f": fun(lambda c: W_1(u, c) * Z(c, k)), "g": fun(lambda c: W_1(u, c) * Z2(c, k))}
    p.every("entries", c, p.have(None, eq(W_1(u, c) * Z(c, k), W_1(u, c) * Z2(c, k)), ("entry", W_1(u, c))),
            "c_low", "c_high")  # fmt: skip
    p.apply("inner", "sum_eq", "entries", lo=1, hi=d, **by)
    left, right = (sigma(f, 1, d) for f in by.values())
    p.both("unit", left, right, lambda x: W_2(t, u) * relu(x + b_1(u)), "inner")
    p.every("units", u, "unit", "u_low", "u_high")
    units = {
        name: fun(lambda u, X=X: W_2(t, u) * relu(sigma(lambda c: W_1(u, c) * X(c, k), 1, d) + b_1(u)))
        for name, X in (("f", Z), ("g", Z2))
    }
    p.apply("outer", "sum_eq", "units", lo=1, hi=hidden, **units)
    return p.have("out", p.goal, "outer", "own")


good_entry = (grained, narrow, q >= 1, q <= D, (q - 1) / D + delta <= Z(t, k), Z(t, k) <= q / D)
first_layer_sides = {"below": Z(t, k) <= -delta, "above": 1 + delta <= Z(t, k)}


@paper.claim(given=good_entry, shows=eq(first_layer(Z, t, k), q / D))
def first_layer_inside(p: Proof) -> Fact:
    """Quantised, no penalty."""
    grain(p)
    p.given(low=good_entry[4], high=good_entry[5])
    ranges(p, "q")
    p.apply("value", "eq_58_inside", z=Z(t, k))
    p.have("pos", 0 < Z(t, k), "low", ("q_low", "part_pos"), "narrow")
    p.have("most", Z(t, k) <= 1, "high", ("q_high", "part_pos"), "D_pos")
    p.apply("none", "eq_59_inside", "pos", "most", z=Z(t, k))
    x = Z(t, k)
    p.rule("first", "choice", penalty(x), "pos")
    p.rule("second", "choice", ite(x <= 1, 0, num(-1)), "most")
    return p.have("out", p.goal, "value", ("none", P), ("first", P), ("second", P))


@paper.claim(given=[grained, narrow, first_layer_sides["below"]], shows=eq(first_layer(Z, t, k), P))
def first_layer_below(p: Proof) -> Fact:
    """Nothing but the penalty."""
    grain(p)
    x = Z(t, k)
    p.given(at=x <= -delta)
    p.apply("value", "eq_58_below", p.have("sign", x <= 0, "at", "narrow"), z=x)
    p.apply("full", "eq_59_below", z=x)
    p.rule("first", "choice", penalty(x), "sign")
    return p.have("out", p.goal, "value", ("full", P), ("first", P))


@paper.claim(given=[grained, narrow, first_layer_sides["above"]], shows=eq(first_layer(Z, t, k), P))
def first_layer_above(p: Proof) -> Fact:
    """Nothing but the penalty."""
    grain(p)
    x = Z(t, k)
    p.given(at=1 + delta <= x)
    p.apply("value", "eq_58_above", z=x)
    p.apply("full", "eq_59_above", z=x)
    p.rule("first", "choice", penalty(x), p.have(None, 0 < x, "at", "narrow"))
    p.rule("second", "choice", ite(x <= 1, 0, num(-1)), p.have(None, 1 < x, "at", "narrow"))
    return p.have("out", p.goal, "value", ("full", P), ("first", P), ("second", P))


fine = [grained, narrow, delta * D <= 1, P >= 0]


@paper.claim(given=fine, shows=first_layer(Z, t, k) >= 0)
def first_layer_nonneg(p: Proof) -> Fact:
    """Both parts are."""
    grain(p)
    p.given(fine=delta * D <= 1, P_pos=P >= 0)
    p.apply("first", "quantiser_nonneg", z=Z(t, k))
    p.apply("second", "penalties_nonneg", z=Z(t, k))
    return p.have("out", p.goal, "first", ("second", "P_pos"))


@paper.claim(given=fine, shows=first_layer(Z, t, k) <= 1 + P)
def first_layer_le(p: Proof) -> Fact:
    """At most 1 and P."""
    grain(p)
    p.given(fine=delta * D <= 1, P_pos=P >= 0)
    p.apply("first", "quantiser_le", z=Z(t, k))
    p.apply("second", "penalties_le", z=Z(t, k))
    return p.have("out", p.goal, "first", ("second", "P_pos"))


half = rational(1, 2)
display(
    "A.5", 10, "60",
    "the first layer quantises and marks what lies outside of the cube: each coordinate for itself, by a large P >= 0",
    Claim((same_token, *t_in, *k_in), eq(first_layer_printed(Z, t, k), first_layer_printed(Z2, t, k))),
    mended=[token_wise, first_layer_inside, first_layer_below, first_layer_above, first_layer_nonneg, first_layer_le],
    errata=Erratum(
        "false",
        "A feed-forward layer works on each token by itself, but (60) adds up the penalties of all tokens: two "
        "sequences with an equal token, one with another token outside of the cube, would have to get different "
        "outputs there. The penalty can be for the own coordinate only, and so that the attention layer notices it, "
        "it has to raise the entry and not to lower it.",
        0, Search(sizes={"d": [1], "n": [2], "D": [1, 2], "t": [1], "k": [1, 2]},
                  entries={"Z": [half, 2], "Z'": [half, 2]}, length={"Z": "d n", "Z'": "d n"}),
    ),
)  # fmt: skip


@paper.claim(given=[grained], shows=ideal(z) <= 1)
def ideal_le(p: Proof) -> Fact:
    """D steps of height 1/D."""
    p.given(grained=grained, t_low=t >= 0, t_high=t <= D - 1, on=t / D <= z, off=z < t / D, above=1 <= z, inside=z < 1)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    step = quant_step(t)
    cases = [p.have(None, step <= inv(D), *p.chosen(p.get(f), step), "part_pos") for f in ("on", "off")]
    p.every("terms", t, p.cases(None, t / D, z, *cases), "t_low", "t_high")
    by = {"f": fun(quant_step), "g": fun(lambda t: inv(D))}
    p.apply("sum", "sum_le", "terms", lo=0, hi=D - 1, **by)
    p.apply("count", "sum_const", lo=0, hi=D - 1)
    p.have("quant_le", quant <= 1, "sum", ("count", inv(D)), "D_pos")
    last = ite(1 <= z, 1, 0)
    cases = [p.have(None, p.goal, *p.chosen(p.get(f), last), "quant_le") for f in ("above", "inside")]
    return p.cases("out", 1, z, *cases)


@paper.claim(given=[grained], shows=ideal(z) >= 0)
def ideal_nonneg(p: Proof) -> Fact:
    """From 1 on all steps are taken, and the last one takes them back."""
    p.given(grained=grained, t_low=t >= 0, t_high=t <= D - 1, on=t / D <= z, off=z < t / D, above=1 <= z, inside=z < 1)
    p.have("D_pos", D > 0, "grained")
    p.apply("part_pos", "inv_pos", "D_pos", x=D)
    step, last = quant_step(t), ite(1 <= z, 1, 0)
    cases = [p.have(None, step >= 0, *p.chosen(p.get(f), step), "part_pos") for f in ("on", "off")]
    p.every("terms", t, p.cases(None, t / D, z, *cases), "t_low", "t_high")
    p.apply("sum", "sum_nonneg", "terms", lo=0, hi=D - 1, f=fun(quant_step))
    p.apply("full", "quant_last", p.have(None, 1 - inv(D) <= z, "above", "part_pos"))
    taken_back = p.have(None, p.goal, *p.chosen(p.get("above"), last), "full")
    kept = p.have(None, p.goal, *p.chosen(p.get("inside"), last), "sum")
    return p.cases("out", 1, z, taken_back, kept)


@paper.claim(given=[d >= 1, n >= 1], shows=sigma(lambda t: sigma(lambda k: penalty(Z(t, k)), 1, n), 1, d) >= -d * n)
def penalties_sum_low(p: Proof) -> Fact:
    """d n terms, each at least −1."""
    p.given(d_low=d >= 1, n_low=n >= 1, z0=z <= 0, z1=0 < z, z2=z <= 1, z3=1 < z)
    ranges(p, "t", "k")
    outer, inner = penalty(z), ite(z <= 1, 0, num(-1))
    first = p.have(None, penalty(z) >= -1, *p.chosen(p.get("z0"), outer))
    rest = [
        p.have(None, penalty(z) >= -1, *p.chosen(p.get("z1"), outer), *p.chosen(p.get(f), inner)) for f in ("z2", "z3")
    ]
    p.cases("least", z, 0, first, p.cases(None, z, 1, *rest))
    p.rule("entry", "instantiate", "least", [(z, Z(t, k))])
    p.every("entries", k, "entry", "k_low", "k_high")
    minus, row = fun(lambda k: num(-1)), fun(lambda k: penalty(Z(t, k)))
    p.apply("row", "sum_le", "entries", f=minus, g=row, lo=1, hi=n)
    p.apply("count", "sum_const", lo=1, hi=n)
    rows = fun(lambda t: sigma(lambda k: penalty(Z(t, k)), 1, n))
    p.every("rows", t, p.have(None, -n <= rows(t), "row", "count"), "t_low", "t_high")
    p.apply("all", "sum_le", "rows", f=fun(lambda t: -n), g=rows, lo=1, hi=d)
    p.apply("count_d", "sum_const", lo=1, hi=d)
    return p.have("out", p.goal, "all", ("count_d", n))


@paper.claim(given=[d >= 1, n >= 1], shows=sigma(lambda t: sigma(lambda k: penalty(Z(t, k)), 1, n), 1, d) <= 0)
def penalties_sum_high(p: Proof) -> Fact:
    """No term is positive."""
    p.given(z0=z <= 0, z1=0 < z, z2=z <= 1, z3=1 < z)
    ranges(p, "t", "k")
    outer, inner = penalty(z), ite(z <= 1, 0, num(-1))
    first = p.have(None, penalty(z) <= 0, *p.chosen(p.get("z0"), outer))
    rest = [
        p.have(None, penalty(z) <= 0, *p.chosen(p.get("z1"), outer), *p.chosen(p.get(f), inner)) for f in ("z2", "z3")
    ]
    p.cases("most", z, 0, first, p.cases(None, z, 1, *rest))
    p.rule("entry", "instantiate", "most", [(z, Z(t, k))])
    p.every("entries", k, "entry", "k_low", "k_high")
    none, row = fun(lambda k: num(0)), fun(lambda k: penalty(Z(t, k)))
    p.apply("row", "sum_le", "entries", f=row, g=none, lo=1, hi=n)
    rows = fun(lambda t: sigma(lambda k: penalty(Z(t, k)), 1, n))
    p.every("rows", t, p.have(None, rows(t) <= 0, "row"), "t_low", "t_high")
    p.apply("all", "sum_le", "rows", f=rows, g=none, lo=1, hi=d)
    return p.have("out", p.goal, "all")


sizes = [d >= 1, n >= 1, grained]


@paper.claim(given=sizes, shows=sigma(lambda t: first_layer_printed(Z, t, k) ** 2, 1, d) <= (d * n) ** 2 * d)
def eq_61_bound(p: Proof) -> Fact:
    """Every entry lies between −d n and 1."""
    p.given(d_low=d >= 1, n_low=n >= 1, grained=grained)
    ranges(p, "t")
    p.apply("low", "penalties_sum_low")
    p.apply("high", "penalties_sum_high")
    p.apply("quant_low", "ideal_nonneg", z=Z(t, k))
    p.apply("quant_high", "ideal_le", z=Z(t, k))
    entry = first_layer_printed(Z, t, k)
    p.have("size", d * n >= 1, ("d_low", "n_low"), "d_low", "n_low")
    above = p.have(None, d * n - entry >= 0, "quant_high", "high", "size")
    under = p.have(None, d * n + entry >= 0, "quant_low", "low")
    p.every("entries", t, p.have(None, entry**2 <= (d * n) ** 2, (above, under)), "t_low", "t_high")
    squares = fun(lambda t: first_layer_printed(Z, t, k) ** 2)
    p.apply("sum", "sum_le", "entries", f=squares, g=fun(lambda t: (d * n) ** 2), lo=1, hi=d)
    p.apply("count", "sum_const", lo=1, hi=d)
    return p.have("out", p.goal, "sum", ("count", (d * n) ** 2))


far_out = fun(lambda t, k: num(-1), 2)


@paper.claim(given=sizes, shows=eq(sigma(lambda t: first_layer_printed(far_out, t, k) ** 2, 1, d), (d * n) ** 2 * d))
def eq_61_attained(p: Proof) -> Fact:
    """Where all entries are −1, all entries of the output are −d n."""
    p.given(d_low=d >= 1, n_low=n >= 1, grained=grained)
    ranges(p, "t")
    p.apply("zero", "quant_below", z=num(-1))
    p.apply("rows", "sum_const", lo=1, hi=n)
    p.apply("columns", "sum_const", lo=1, hi=d)
    entry = first_layer_printed(far_out, t, k)
    p.have("value", eq(entry, -d * n), "zero", ("columns", n), ("rows", d), ("rows", sigma(lambda t: num(1), 1, d)))
    p.have("square", eq(entry**2, (d * n) ** 2), ("value", entry - d * n))
    p.every("entries", t, "square", "t_low", "t_high")
    squares = fun(lambda t: first_layer_printed(far_out, t, k) ** 2)
    p.apply("sum", "sum_eq", "entries", f=squares, g=fun(lambda t: (d * n) ** 2), lo=1, hi=d)
    return p.have("out", p.goal, "sum", ("columns", (d * n) ** 2))


@paper.claim(given=[d >= 1, *fine], shows=sigma(lambda t: first_layer(Z, t, k) ** 2, 1, d) <= (1 + P) ** 2 * d)
def eq_61_mended(p: Proof) -> Fact:
    """Every entry lies between 0 and 1 + P."""
    p.given(d_low=d >= 1, grained=grained, narrow=narrow, fine=delta * D <= 1, P_pos=P >= 0)
    ranges(p, "t")
    p.apply("low", "first_layer_nonneg")
    p.apply("high", "first_layer_le")
    entry = first_layer(Z, t, k)
    parts = (p.have(None, 1 + P - entry >= 0, "high"), "low"), (p.have(None, 1 + P - entry >= 0, "high"), "P_pos")
    p.every("entries", t, p.have(None, entry**2 <= (1 + P) ** 2, *parts, "high", "P_pos", ("P_pos", "low")),
            "t_low", "t_high")  # fmt: skip
    squares = fun(lambda t: first_layer(Z, t, k) ** 2)
    p.apply("sum", "sum_le", "entries", f=squares, g=fun(lambda t: (1 + P) ** 2), lo=1, hi=d)
    p.apply("count", "sum_const", lo=1, hi=d)
    return p.have("out", p.goal, "sum", ("count", (1 + P) ** 2))


display(
    "A.5", 11, "61",
    "the greatest norm of a token after the first layer, squared: (d n)² d for the function (60), attained far outside "
    "of the cube; at most (1 + P)² d for the layer that takes its place",
    eq_61_bound, eq_61_attained, mended=[eq_61_bound, eq_61_attained, eq_61_mended],
    errata=Erratum("gap", "The bound is one for (60), which no feed-forward layer computes."),
)  # fmt: skip
