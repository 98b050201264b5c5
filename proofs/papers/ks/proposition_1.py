"""Proposition 1: networks with one attention layer approximate permutation equivariant functions (section 4.2, A.5).

f is continuous on the cube [−B, B]^(d×n), 0 outside of it, and permutation equivariant. The grid on the cube is so fine
that f changes by less than ω in a cell and that few cells have tokens with the same first entry, the steps of the
quantiser are so short that they make little volume, and the network is the one of `approximator`, with f at the upper
corners of the cells for labels.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.approximator import in_T_2
from proofs.papers.ks.attention import d, s
from proofs.papers.ks.cells import sequences_listed
from proofs.papers.ks.context_ids import D, L, N
from proofs.papers.ks.equivariance import determined, equivariant, zero_outside
from proofs.papers.ks.error import most_volume, pairs_total, strips_total
from proofs.papers.ks.error import w2 as worst
from proofs.papers.ks.step_function import delta as narrow
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.continuity import continuous_on_cube, entries, in_cube, uniformly_continuous_on_cube
from proofs.theorems.distance import at, cost, distance_below, integral_at_most, moved, over_entries
from proofs.writing.cases import either
from proofs.writing.proof import Proof

t, k, c, o, i, j, m, x = ints("t k c o i j m x")
B, eps, power_p, delta, u, v, omega, C, near_ = reals("B epsilon p delta u v omega C gamma")
X, Y, Z = vectors("X Y Z", 2)
f, g = functions("f g", MATRIX + "ZZ")

# --- f is bounded ------------------------------------------------------------------------------------------------------

uniform = uniformly_continuous_on_cube(f, B, d, n)


def bounded_on_cube(C: Term) -> Term:
    """|f| <= C on the cube."""
    small = lambda X: entries(lambda t, k: absolute(f(X, t, k)) <= C, d, n)  # noqa: E731
    return for_all(lambda X: implies(in_cube(X, B, d, n), small(X)), MATRIX)


def over(p: Proof, fact: Fact) -> Fact:
    """For all entries (t, k)."""
    return p.every(None, t, p.every(None, k, fact, "k_low", "k_high"), "t_low", "t_high")


def ranged(p: Proof) -> None:
    """Assume that t and k are in range."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)


@paper.claim(given=[0 <= B, uniform], shows=exists(lambda C: [0 < C, bounded_on_cube(C)], "R"))
def bounded_if_uniform(p: Proof) -> Fact:
    """From 0 to X in m steps, each so short that f changes by less than 1."""
    p.given(B_low=0 <= B, uniform=uniform, X_in=in_cube(X, B, d, n), j_low=0 <= j, following=j + 1 <= m)
    ranged(p)
    step = p.use(None, "uniform", 1, using=[p.have(None, num(0) < 1)])
    zero = fun(lambda t, k: num(0), 2)
    start = sigma(lambda t: sigma(lambda k: absolute(f(zero, t, k)), 1, n), 1, d)
    size = p.apply(None, "abs_nonneg", x=f(zero, t, k))
    row = p.every(None, k, size, "k_low", "k_high")
    sizes = fun(lambda k: absolute(f(zero, t, k)))
    own = p.apply(None, "sum_member", row, f=sizes, m=k, lo=1, hi=n)
    nonneg = p.every(None, t, p.apply(None, "sum_nonneg", row, f=sizes, lo=1, hi=n), "t_low", "t_high")
    rows = fun(lambda t: sigma(lambda k: absolute(f(zero, t, k)), 1, n))
    whole = p.apply(None, "sum_member", nonneg, f=rows, m=t, lo=1, hi=d)
    first = p.have("first", absolute(f(zero, t, k)) <= start, own, whole)
    start_low = p.have(None, 0 <= start, p.apply(None, "sum_nonneg", nonneg, f=rows, lo=1, hi=d))

    def on_way(j: Term) -> Term:
        return fun(lambda t, k: j / m * X(t, k), 2)

    def claim(j: Term) -> Term:
        return implies(j <= m, entries(lambda t, k: absolute(f(on_way(j), t, k)) <= start + j, d, n))

    def with_delta(pos: Fact, steady: Fact) -> Fact:
        inverse = p.apply(None, "inv_pos", pos, x=delta)
        many = p.apply(None, "archimedes", s=B / delta)

        def with_m(m_low: Fact, m_high: Fact) -> Fact:
            m_pos = p.have(None, 0 < m, m_low)
            m_inv = p.apply(None, "inv_pos", m_pos, x=m)
            short = p.have(None, B * inv(m) < delta, (m_high, pos, m_inv), pos, m_pos, degree=1)
            entry = p.use(None, "X_in", t, k)
            parts = {}
            for label, at_j, ends in (("here", j, ["j_low", "following"]), ("next", j + 1, ["j_low", "following"])):
                low = p.have(None, 0 <= at_j / m, (p.have(None, 0 <= at_j, *ends), m_inv))
                most = p.have(None, at_j / m <= 1, (p.have(None, at_j <= m, *ends), m_inv), m_pos)
                part = p.apply(None, "abs_mul", u=at_j / m, r=X(t, k))
                own = p.rule(None, "abs_value", at_j / m, low)
                nonneg = p.apply(None, "abs_nonneg", x=X(t, k))
                inside = p.have(
                    None, absolute(on_way(at_j)(t, k)) <= B, part, (own, absolute(X(t, k))), (most, nonneg), entry
                )
                parts[label] = over(p, inside)
            gap = p.apply(None, "abs_mul", u=inv(m), r=X(t, k))
            turned = p.apply(None, "abs_mul", u=num(-1), r=inv(m) * X(t, k))
            minus = p.rule(None, "abs_value", num(-1), p.have(None, num(-1) <= 0))
            own = p.rule(None, "abs_value", inv(m), p.have(None, 0 <= inv(m), m_inv))
            difference = on_way(j)(t, k) - on_way(j + 1)(t, k)
            size = p.both(
                None, difference, -(inv(m) * X(t, k)), absolute, p.have(None, eq(difference, -(inv(m) * X(t, k))))
            )
            close = p.have(None, absolute(difference) < delta, size, turned, (minus, absolute(inv(m) * X(t, k))), gap,
                           (own, absolute(X(t, k))), (entry, m_inv), short)  # fmt: skip
            near = p.use(
                None,
                p.use(None, steady, on_way(j), using=[parts["here"]]),
                on_way(j + 1),
                using=[parts["next"], over(p, close)],
            )
            near = p.use(None, p.use(None, near, t), k)
            held = p.rule(None, "assume", claim(j))
            before = p.rule(None, "mp", held, p.have(None, j <= m, "following"))
            before = p.use(None, p.use(None, before, t), k)
            one, two = f(on_way(j), t, k), f(on_way(j + 1), t, k)
            triangle = p.apply(None, "distance.sum_size", u=two - one, v=one)
            turned = p.apply(None, "abs_mul", u=num(-1), r=one - two)
            value = p.have(
                None, absolute(two) <= start + (j + 1), triangle, turned, (minus, absolute(one - two)), near, before
            )
            following = p.discharged(over(p, value), j + 1 <= m)
            origin = p.every(None, t, p.every(None, k, p.have(None, eq(zero(t, k), on_way(num(0))(t, k)))))
            base = p.rule(None, "replace", origin, hole(lambda y: absolute(f(y, t, k)) <= start, MATRIX), first)
            base = p.discharged(
                over(p, p.have(None, absolute(f(on_way(num(0)), t, k)) <= start + 0, base)), num(0) <= m
            )
            all_ = p.induct(None, claim, 0, j, base, following)
            last = p.use(None, all_, m, using=[p.have(None, 0 <= m, m_low), p.have(None, m <= m)])
            last = p.use(None, p.use(None, last, t), k)
            end = p.every(None, t, p.every(None, k, p.have(None, eq(on_way(m)(t, k), X(t, k)), m_pos)))
            last = p.rule(None, "replace", end, hole(lambda y: absolute(f(y, t, k)) <= start + m, MATRIX), last)
            bound = p.every(None, X, over(p, last), "X_in")
            return p.exhibit(None, p.goal, [start + m], p.have(None, 0 < start + m, start_low, m_pos), bound)

        return p.obtain(None, many, [m], with_m)

    return p.obtain("out", step, [delta], with_delta)


@paper.claim(given=[1 <= power_p, 0 < u, 0 < v],
             shows=exists(lambda w: [0 < w, v * exp(power_p * log(w)) <= u], "R"))  # fmt: skip
def small_power(p: Proof) -> Fact:
    """ω = u/(u + v) < 1, so ω^p <= ω."""
    p.given(large=1 <= power_p, u_pos=0 < u, v_pos=0 < v)
    p.have("sum", 0 < u + v, "u_pos", "v_pos")
    p.apply("inverse", "inv_pos", "sum", x=u + v)
    w = u / (u + v)
    p.have("w_pos", 0 < w, ("u_pos", "inverse"))
    p.have("w_small", w <= 1, ("v_pos", "inverse"), "sum")
    logs = p.apply(None, "log_le_sub", "w_pos", x=w)
    p.have("sign", log(w) <= 0, logs, "w_small")
    less = p.have(None, power_p * log(w) <= log(w), ("large", p.have(None, 0 <= -log(w), "sign")))
    grown = p.apply(None, "exp_le", less, x=power_p * log(w), y=log(w))
    back = p.rule(None, "exp_log", "w_pos")
    small = p.have(None, v * w <= u, ("u_pos", p.have(None, 0 <= w, "w_pos")), "sum", ("u_pos", "u_pos", "inverse"))
    return p.exhibit(
        "out", p.goal, [w], "w_pos", p.have(None, v * exp(power_p * log(w)) <= u, (grown, "v_pos"), (back, v), small)
    )


# --- how fine the grid is, and how short the steps are -------------------------------------------------------------------

(room,) = reals("Q")  # what the volume of the bad places may cost
fine = [1 <= D, 2 * B / D < near_, pairs_total <= room]
short = [0 < narrow, narrow * D <= 1, strips_total <= room]


@paper.claim(
    given=[0 < B, 0 < near_, 0 < room, 0 <= worst],
    shows=exists(lambda D_: [substitute(fact, {D: D_}) for fact in fine], "Z"),
)
def fine_enough(p: Proof) -> Fact:
    """D > 2 B/γ + n² w/Q."""
    p.given(B_pos=0 < B, near_pos=0 < near_, room_pos=0 < room, worst_low=0 <= worst)
    for name, y in (("near", near_), ("room", room)):
        p.apply(f"{name}_inv", "inv_pos", f"{name}_pos", x=y)
    first, second = 2 * B / near_, worst * n * n / room
    square = p.apply(None, "square_nonneg", x=n)
    p.have("second_low", 0 <= second, (square, "worst_low", "room_inv"), degree=1)
    p.have("first_low", 0 <= first, ("B_pos", "near_inv"))

    def prove(low: Fact, above: Fact) -> Fact:
        pos = p.have(None, 0 < D, low)
        inverse = p.apply(None, "inv_pos", pos, x=D)
        one = p.have(None, first < D, above, "second_low")
        one = p.have(None, 2 * B < near_ * D, (one, "near_pos"), "near_pos")
        one = p.have(None, 2 * B / D < near_, (one, inverse), pos)
        two = p.have(None, second <= D, above, "first_low")
        two = p.have(None, worst * n * n <= room * D, (two, "room_pos"), "room_pos")
        two = p.have(None, pairs_total <= room, (two, inverse), pos)
        return p.exhibit(None, p.goal, [D], low, one, two)

    return p.obtain("out", p.apply(None, "archimedes", s=first + second), [D], prove)


@paper.claim(
    given=[1 <= d, 1 <= n, 1 <= D, 0 < room, 0 <= worst],
    shows=exists(lambda y: [substitute(fact, {narrow: y}) for fact in short], "R"),
)
def short_enough(p: Proof) -> Fact:
    """δ = 1/(D + Y), where δ Y Q is the cost of the steps."""
    p.given(d_low=1 <= d, n_low=1 <= n, D_low=1 <= D, room_pos=0 < room, worst_low=0 <= worst)
    ranged(p)
    three = p.have(None, num(0) <= 3)
    row = p.every(None, k, three, "k_low", "k_high")
    row = p.apply(None, "distance.product_nonneg", row, a=fun(lambda c: num(3)), m=n)
    rows = p.every(None, t, row, "t_low", "t_high")
    rows = p.apply(None, "distance.product_nonneg", rows, a=fun(lambda r: prod(lambda c: num(3), 1, n)), m=d)
    p.have("most", 0 <= most_volume, (row, rows))
    cost_ = 2 * d * (n * ((D + 1) * (worst * most_volume)))
    p.have("sizes", 0 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
    p.have("D_plus", 0 <= D + 1, "D_low")
    p.have("cost", 0 <= cost_, ("sizes", "D_plus", "worst_low", "most"), degree=1)
    p.apply("room_inv", "inv_pos", "room_pos", x=room)
    Y_ = cost_ / room
    p.have("Y_low", 0 <= Y_, ("cost", "room_inv"))
    p.have("sum", 0 < D + Y_, "Y_low", "D_low")
    p.apply("pos", "inv_pos", "sum", x=D + Y_)
    y = inv(D + Y_)
    p.have("whole", eq(y * D + y * Y_, 1), "sum")
    p.have("D_pos", 0 <= D, "D_low")
    one = p.have(None, y * D <= 1, "whole", ("Y_low", "pos"))
    two = p.have(None, y * Y_ <= 1, "whole", ("D_pos", "pos"))
    two = p.have(None, y * cost_ <= room, (two, "room_pos"), "room_pos")
    return p.exhibit("out", p.goal, [y], "pos", one, p.have(None, substitute(strips_total, {narrow: y}) <= room, two))


# --- the network -----------------------------------------------------------------------------------------------------------


def back(Z: Term) -> Term:
    """2 B Z − B: from the unit cube to the cube."""
    return fun(lambda t, k: 2 * B * Z(t, k) - B, 2)


def to_unit(X: Term) -> Term:
    """X/(2 B) + 1/2: from the cube to the unit cube."""
    return moved(X, inv(2 * B), rational(1, 2))


corner = fun(lambda i, t, k: 2 * B * (L(i, t, k) / D) - B, 3)
labels = fun(lambda i, t, k: f(fun(lambda t, k: corner(i, t, k), 2), t, k), 3)
steady = for_all(
    lambda X, Y: implies(
        in_cube(X, B, d, n), in_cube(Y, B, d, n),
        entries(lambda t, k: absolute(X(t, k) - Y(t, k)) < near_, d, n),
        entries(lambda t, k: absolute(f(X, t, k) - f(Y, t, k)) < omega, d, n),
    ),
    MATRIX, MATRIX,
)  # fmt: skip
gentle, rough = d * n * exp(power_p * log(omega)), d * n * exp(power_p * log(2 * C))


def unit_cost(g: Term) -> Term:
    """Z ↦ ‖f − g‖_p^p at 2 B Z − B."""
    return at(lambda Z: cost(f, g, power_p, d, n)(back(Z)))


network_given = {
    "d_low": 1 <= d, "n_low": 1 <= n, "s_low": 1 <= s, "large": 1 <= power_p, "B_pos": 0 < B, "determined": determined(f, B),
    "equivariant": equivariant(f), "zero": zero_outside(f, B), "C_pos": 0 < C, "bound": bounded_on_cube(C),
    "omega_pos": 0 < omega, "steady": steady, "D_low": 1 <= D, "grid": 2 * B / D < near_, "narrow": 0 < narrow,
    "fine": narrow * D <= 1,
}  # fmt: skip
listed = dict(zip(["N_low", "N_high", "grid_low", "grid_high", "words", "found"], sequences_listed(N, L), strict=True))
total_error = substitute(gentle + strips_total + pairs_total, {worst: rough})


@paper.claim(
    given=[*network_given.values(), *listed.values()],
    shows=exists(lambda g: [in_T_2(g), integral_at_most(unit_cost(g), total_error, d, n)], OPERATOR),
)
def network_near(p: Proof) -> Fact:
    """The labels are the values of f at the upper corners of the cells."""
    p.given(**network_given, **listed)
    ranged(p)
    p.given(i_low=1 <= i, i_high=i <= N, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    p.have("D_pos", 0 < D, "D_low")
    p.apply("D_inv", "inv_pos", "D_pos", x=D)
    p.have("twice", 0 < 2 * B, "B_pos")
    p.apply("B_inv", "inv_pos", "twice", x=2 * B)
    p.have("C_low", 0 <= C, "C_pos")

    def in_cube_(x: Term, low: Fact, high: Fact) -> Fact:
        return p.apply(None, "abs_le", high, low, x=x, u=B)

    letter = [p.use(None, p.use(None, p.use(None, name, i), k), t) for name in ("grid_low", "grid_high")]
    part_low = p.have(None, 0 <= L(i, t, k) / D, (p.have(None, 0 <= L(i, t, k), letter[0]), "D_inv"))
    part_high = p.have(None, L(i, t, k) / D <= 1, (letter[1], "D_inv"), "D_pos")
    value = corner(i, t, k)
    inside = in_cube_(
        value, p.have(None, -B <= value, (part_low, "twice")), p.have(None, value <= B, (part_high, "twice"))
    )
    corners = over(p, inside)
    all_corners = p.every("corners", i, corners, "i_low", "i_high")
    numbers = fun(lambda l: 2 * B * (l / D) - B)
    consistent_ = p.apply(None, "labels_consistent", s=numbers)
    at_corner = fun(lambda t, k: corner(i, t, k), 2)
    size = p.use(None, p.use(None, p.use(None, "bound", at_corner, using=[corners]), t), k)
    small = p.every(None, i, over(p, size), "i_low", "i_high")
    found = p.apply(
        None, "network_exists", consistent_, small, y=labels, alpha=inv(2 * B), C=C, **{"beta'": rational(1, 2)}
    )

    def prove(member: Fact, exact: Fact, bounded: Fact, below: Fact, above: Fact) -> Fact:
        F, X_ = unit_cost(g), back(Z)
        unit = to_unit(X_)
        p.have("cancel", eq(2 * B * inv(2 * B), 1), "twice")
        same = {}
        for name, (a, b) in {"t": (t, k), "c": (c, o)}.items():
            same[name] = p.have(None, eq(unit(a, b), Z(a, b)), "cancel", ("cancel", Z(a, b)))
        # in a cell
        low, high = (p.rule(None, "assume", f_) for f_ in (
            entries(lambda t, k: (L(i, t, k) - 1) / D + narrow <= Z(t, k), d, n),
            entries(lambda t, k: Z(t, k) <= L(i, t, k) / D, d, n),
        ))  # fmt: skip
        z_low, z_high = (p.use(None, p.use(None, side, t), k) for side in (low, high))
        low_ = over(p, p.have(None, (L(i, t, k) - 1) / D + narrow <= unit(t, k), z_low, same["t"]))
        high_ = over(p, p.have(None, unit(t, k) <= L(i, t, k) / D, z_high, same["t"]))
        right = p.use(None, p.use(None, exact, i), X_, using=[low_, high_])
        right = p.use(None, p.use(None, right, t), k)
        from_zero = p.have(None, 0 <= (L(i, t, k) - 1) / D, (p.have(None, 0 <= L(i, t, k) - 1, letter[0]), "D_inv"))
        z_pos = p.have(None, 0 <= Z(t, k), z_low, from_zero, "narrow")
        z_one = p.have(None, Z(t, k) <= 1, z_high, part_high)
        x_in = in_cube_(
            X_(t, k), p.have(None, -B <= X_(t, k), (z_pos, "twice")), p.have(None, X_(t, k) <= B, (z_one, "twice"))
        )
        gap = X_(t, k) - value
        p_low = p.have(None, gap <= 0, (z_high, "twice"))
        near_corner = p.have(None, value - X_(t, k) <= 2 * B / D, (z_low, "twice"), ("narrow", "twice"))
        size_ = p.rule(None, "abs_value", gap, p_low)
        close = p.have(None, absolute(gap) < near_, size_, near_corner, "grid")
        values_near = p.use(None, "steady", X_, at_corner, using=[over(p, x_in), corners, over(p, close)])
        values_near = p.use(None, p.use(None, values_near, t), k)
        difference = f(X_, t, k) - g(X_, t, k)
        exchanged = p.both(None, difference, f(X_, t, k) - labels(i, t, k), absolute,
                           p.have(None, eq(difference, f(X_, t, k) - labels(i, t, k)), right))  # fmt: skip
        each = over(p, p.have(None, absolute(difference) <= omega, values_near, exchanged))
        sizes_ = [p.have(None, 0 <= d, "d_low"), p.have(None, 0 <= n, "n_low")]
        in_cells = p.apply(None, "distance.cost_le", each, *sizes_, X=X_, u=omega)
        in_cells = p.every(None, i, p.every(None, Z, p.discharged(in_cells, low.concl, high.concl)), "i_low", "i_high")
        # anywhere
        there = p.rule(None, "assume", in_cube(X_, B, d, n))
        inside_ = p.use(None, p.use(None, p.use(None, "bound", X_, using=[there]), t), k)
        outside = p.rule(None, "assume", negation(in_cube(X_, B, d, n)))
        none = p.use(None, p.use(None, p.rule(None, "mp", p.rule(None, "specialise", "zero", X_), outside), t), k)
        zero_size = p.rule(None, "abs_value", num(0), p.have(None, num(0) <= 0))
        none_ = p.have(
            None, absolute(f(X_, t, k)) <= C, p.both(None, f(X_, t, k), num(0), absolute, none), zero_size, "C_low"
        )
        f_size = either(p, None, inside_, none_, in_cube(X_, B, d, n))
        g_size = p.use(None, p.use(None, p.use(None, bounded, X_), t), k)
        triangle = p.apply(None, "distance.sum_size", u=f(X_, t, k), v=-g(X_, t, k))
        turned = p.apply(None, "abs_mul", u=num(-1), r=g(X_, t, k))
        minus = p.rule(None, "abs_value", num(-1), p.have(None, num(-1) <= 0))
        most = p.have(
            None, absolute(difference) <= 2 * C, triangle, turned, (minus, absolute(g(X_, t, k))), f_size, g_size
        )
        anywhere = p.apply(
            None, "distance.cost_le", over(p, most), *sizes_, p.have(None, 0 < 2 * C, "C_pos"), X=X_, u=2 * C
        )
        anywhere = p.every(None, Z, anywhere)
        # outside
        zeros = []
        for law, side, far in ((below, Z(c, o) <= -narrow, -1), (above, 1 + narrow <= Z(c, o), 1)):
            held = p.rule(None, "assume", side)
            moved_side = unit(c, o) <= -narrow if far < 0 else 1 + narrow <= unit(c, o)
            here = p.have(None, moved_side, held, same["c"])
            g_zero = p.use(None, p.use(None, p.use(None, law, X_), c), o, using=[here])
            g_zero = p.use(None, p.use(None, g_zero, t), k)
            is_in = p.rule(None, "assume", in_cube(X_, B, d, n))
            entry = p.use(None, p.use(None, is_in, c), o)
            limit = p.apply(None, "abs_ge", x=X_(c, o) if far > 0 else -X_(c, o))
            turned = [] if far > 0 else [p.apply(None, "abs_mul", u=num(-1), r=X_(c, o)), (minus, absolute(X_(c, o)))]
            no = p.have(None, FALSE, entry, limit, *turned, (held, "twice"), ("narrow", "twice"))
            out_ = p.discharged(no, is_in.concl)
            f_zero = p.use(None, p.use(None, p.rule(None, "mp", p.rule(None, "specialise", "zero", X_), out_), t), k)
            equal = over(p, p.have(None, eq(f(X_, t, k), g(X_, t, k)), f_zero, g_zero))
            nothing = p.apply(None, "distance.cost_zero", equal, X=X_)
            nothing = p.every(None, o, p.discharged(nothing, side), "o_low", "o_high")
            zeros.append(p.every(None, Z, p.every(None, c, nothing, "c_low", "c_high")))
        dn = p.have(None, 0 <= d * n, ("d_low", "n_low"), "d_low", "n_low")
        signs = []
        for y, weight in ((omega, gentle), (2 * C, rough)):
            signs.append(p.have(None, 0 <= weight, (dn, p.rule(None, "exp_pos", power_p * log(y)))))
        integral = p.apply(None, "error_integral", in_cells, anywhere, *zeros, *signs, F=F, w_1=gentle, w_2=rough)
        return p.exhibit(None, p.goal, [g], member, integral)

    return p.obtain("out", found, [g], prove)


# --- the sentence ------------------------------------------------------------------------------------------------------

approximable = {
    "d_low": 1 <= d, "n_low": 1 <= n, "s_low": 1 <= s, "large": 1 <= power_p, "eps_pos": 0 < eps, "B_pos": 0 < B,
    "continuous": continuous_on_cube(f, B, d, n), "zero": zero_outside(f, B), "equivariant": equivariant(f),
}  # fmt: skip


@paper.claim(
    given=list(approximable.values()),
    shows=exists(lambda g: [in_T_2(g), distance_below(f, g, power_p, eps, d, n)], OPERATOR),
)
def proposition_1(p: Proof) -> Fact:
    """A quarter of the error each for the cells, the steps and the pairs of tokens, back on the cube of f."""
    p.given(**approximable, X_in=in_cube(X, B, d, n), Y_in=in_cube(Y, B, d, n))
    p.have("B_low", 0 <= B, "B_pos")
    p.have("twice", 0 < 2 * B, "B_pos")
    alpha = inv(2 * B)
    p.apply("alpha_pos", "inv_pos", "twice", x=2 * B)
    p.apply("volume", "distance.scale_nonneg", alpha=alpha)
    volume = over_entries(lambda r, c: inv(alpha), d, n)
    p.rule("power", "exp_pos", power_p * log(eps))
    p.have("more", 0 < volume + 1, "volume")
    p.apply("more_inv", "inv_pos", "more", x=volume + 1)
    Q = exp(power_p * log(eps)) / (4 * (volume + 1))
    p.have("Q_pos", 0 < Q, ("power", "more_inv"))
    dn = p.have("dn", 0 < d * n, ("d_low", "n_low"), "d_low", "n_low")
    p.apply("determined", "continuous_determined")
    p.apply("uniform", "heine_cantor", D=B)
    bounded = p.apply(None, "bounded_if_uniform")
    some_omega = p.apply(None, "small_power", u=Q, v=d * n)

    def with_omega(omega_pos: Fact, gentle_small: Fact) -> Fact:
        at_omega = p.use(None, "uniform", omega, using=[omega_pos])
        return p.obtain(None, at_omega, [near_], lambda *near: with_near(omega_pos, gentle_small, *near))

    def with_near(omega_pos: Fact, gentle_small: Fact, near_pos: Fact, uniformly: Fact) -> Fact:
        close = p.rule(None, "assume", entries(lambda t, k: absolute(X(t, k) - Y(t, k)) < near_, d, n))
        fact = p.use(None, p.use(None, uniformly, X), Y, using=[close])
        fact = p.discharged(fact, *(p.get(name).concl for name in ("X_in", "Y_in")), close.concl)
        changes = p.rule(None, "generalise", X, p.rule(None, "generalise", Y, fact))

        def with_bound(C_pos: Fact, bound: Fact) -> Fact:
            top = p.rule(None, "exp_pos", power_p * log(2 * C))
            rough_low = p.have(None, 0 <= rough, (dn, top))
            grids = p.apply(None, "fine_enough", near_pos, rough_low, Q=Q, w_2=rough)

            def with_grid(D_low: Fact, grid: Fact, pairs: Fact) -> Fact:
                steps = p.apply(None, "short_enough", D_low, rough_low, Q=Q, w_2=rough)
                lists = p.apply(None, "duplicate_free_listed", D_low)

                def with_all(step: Sequence[Fact], list_: Sequence[Fact]) -> Fact:
                    facts = [omega_pos, changes, C_pos, bound, D_low, grid, *step[:2], *list_]
                    nets = p.apply(None, "network_near", *facts)
                    return p.obtain(None, nets, [g], lambda *net: measured(gentle_small, step[2], pairs, *net))

                def with_step(*step: Fact) -> Fact:
                    return p.obtain(None, lists, [N, L], lambda *list_: with_all(step, list_))

                return p.obtain(None, steps, [narrow], with_step)

            return p.obtain(None, grids, [D], with_grid)

        return p.obtain(None, bounded, [C], with_bound)

    def measured(gentle_small: Fact, steps: Fact, pairs: Fact, member: Fact, integral: Fact) -> Fact:
        F, moved_X = unit_cost(g), to_unit(X)
        there = at(lambda X: F(to_unit(X)))
        bound = volume * total_error
        fact = p.apply(
            None, "distance.integral_moved", integral, F=F, E=total_error, alpha=alpha, **{"beta'": rational(1, 2)}
        )
        own = cost(f, g, power_p, d, n)
        again = p.every(None, t, p.every(None, k, p.have(None, eq(back(moved_X)(t, k), X(t, k)), "twice")))
        same = p.have(None, eq(there(X), there(X)))
        same = p.rule(None, "replace", again, hole(lambda y: eq(there(X), own(y)), MATRIX), same)
        below = p.every(None, X, p.have(None, own(X) <= there(X), same))
        level = p.have(None, bound <= bound)
        fact = p.apply(None, "distance.integral_mono", fact, below, level, F=own, G=there, E_1=bound, E=bound)
        small = p.have(None, total_error <= 3 * Q, gentle_small, steps, pairs)
        whole = p.have(None, eq(Q * (volume + 1), exp(power_p * log(eps)) / 4), "more")
        less = p.have(None, bound < exp(power_p * log(eps)), (small, "volume"), whole, "Q_pos", "power")
        close = p.exhibit(None, distance_below(f, g, power_p, eps, d, n), [bound], fact, less)
        return p.exhibit(None, p.goal, [g], member, close)

    return p.obtain("out", some_omega, [omega], with_omega)


paper.state(
    "proposition-1",
    "A permutation equivariant function, continuous on a cube and 0 outside of it, is approximated in d_p as closely as "
    "one likes by networks of one attention layer with one head, of any head size, between two feed-forward layers. "
    "(The compact domain is read as a cube, to which (51) leads it back)",
    section="4.2", index="Proposition 1", kind="proposition", printed=proposition_1,
)  # fmt: skip
