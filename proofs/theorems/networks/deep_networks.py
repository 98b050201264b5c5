"""Deep ReLU networks of constant width: the states of their units at given points, layer by layer.

A layer has six units, each of which reads all six of the previous layer. The weights of a network are one function w
of three numbers: w(l, r, c) is the weight with which unit r of layer l reads unit c, and w(l, r, 0) is its bias. A
state is a function of two numbers: S(e, r) is the value of unit r at point e.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from proofs.builder.chapter import Chapter
from proofs.builder.concatenation import joined
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.networks.relu import relu

chapter = Chapter("deep_networks")
WIDTH = 6
LAYERS = "(ZZZ>R)"
Row = Mapping[int, Term | int]  # the weights with which a unit reads others, by their numbers; of 0, its bias
M, L, L1, L2, l, e, r, c = ints("M L L_1 L_2 l e r c")
S, T, U, W = vectors("S T U W", 2)
w, w1, w2, H, H1, H2 = vectors("w w_1 w_2 H H_1 H_2", 3)


def read(w: Callable[[Term | int], Term], h: Callable[[Term], Term], inputs: Term | int = WIDTH) -> Term:
    """Return a unit with bias w(0) and weights w(1), w(2), … that reads h."""
    return relu(w(0) + Sum(lambda c: w(c) * h(c), 1, inputs))


def at_points(claim: Callable[[Term, Term], Term]) -> Term:
    """For all points e and units r."""
    return every(lambda e: every(lambda r: claim(e, r), 1, WIDTH), 1, M)


def layer(w: Term, l: Term) -> Callable[[Term], Callable[[Term | int], Term]]:
    """Return the weights of the units of layer l."""
    return lambda r: lambda c: w(l, r, c)


def passes(w: Term, H: Term, S: Term, T: Term, L: Term | int) -> list[Term]:
    """The layers w map the state S to H(1), H(2), …, one after another, and the L-th state is T."""
    return [
        at_points(lambda e, r: Eq(H(0, e, r), S(e, r))),
        every(lambda l: at_points(lambda e, r: Eq(H(l, e, r), read(layer(w, l)(r), lambda c: H(l - 1, e, c)))), 1, L),
        at_points(lambda e, r: Eq(H(L, e, r), T(e, r))),
    ]  # fmt: skip


def takes(S: Term, T: Term, L: Term | int) -> Term:
    """Some L layers map the state S to T."""
    return exists(lambda w, H: passes(w, H, S, T, L), LAYERS, LAYERS)


chapter.notions.define(
    takes(S, T, L), (S, T, L, M), "{2} layers take {0} to {1} at {3} points",
    r"{2} \text{{ layers take }} {0} \text{{ to }} {1} \text{{ at }} {3} \text{{ points}}",
)  # fmt: skip


def ranged(p: Proof) -> tuple[Fact, ...]:
    """Assume that e is a point and r a unit."""
    p.given(e_low=1 <= e, e_high=e <= M, r_low=1 <= r, r_high=r <= WIDTH)
    return tuple(p.get(name) for name in ("e_low", "e_high", "r_low", "r_high"))


def everywhere(p: Proof, fact: Fact) -> Fact:
    """∀e r: fact."""
    return p.generalize(e, p.generalize(r, fact, "r_low", "r_high"), "e_low", "e_high")


@chapter.claim(given={"same": at_points(lambda e, r: Eq(S(e, r), T(e, r)))}, shows=takes(S, T, 0))
def no_layer(p: Proof) -> Fact:
    """No layer changes the state."""
    p.given(l_low=1 <= l, l_high=l <= 0)
    ranged(p)
    stays = fun(lambda l, e, r: S(e, r), 3)
    none = p.absurd(p.have(FALSE, "l_low", "l_high"),
                  Eq(stays(l, e, r), read(lambda c: num(0), lambda c: stays(l - 1, e, c))))  # fmt: skip
    step = p.generalize(l, everywhere(p, none))
    return p.exists_intro(p.goal, [fun(lambda l, r, c: num(0), 3), stays], step)


@chapter.claim(given=[at_points(lambda e, r: Eq(T(e, r), read(lambda c: W(r, c), lambda c: S(e, c))))],
             shows=takes(S, T, 1))  # fmt: skip
def one_layer(p: Proof) -> Fact:
    """The network consists of the layer itself."""
    given = at_points(lambda e, r: Eq(T(e, r), read(lambda c: W(r, c), lambda c: S(e, c))))
    p.given(held=given, l_low=1 <= l, l_high=l <= 1)
    ranged(p)
    both = fun(lambda l, e, r: ite(l <= 0, S(e, r), T(e, r)), 3)
    here = p.antisymmetry("l_low", "l_high")

    def claim(l: Term) -> Term:
        return Eq(both(l, e, r), read(lambda c: W(r, c), lambda c: both(l - 1, e, c)))

    at_one = p.have(claim(num(1)))
    step = p.replace(here, hole(claim, "Z"), at_one)
    return p.exists_intro(p.goal, [fun(lambda l, r, c: W(r, c), 3), both], step)  # fmt: skip


def unit_at(H: Term, c: Term, l: Term) -> Term:
    """The value of unit c of layer l at e."""
    return H(l, e, c)


@chapter.claim(given=[0 <= L1, 0 <= L2, takes(S, T, L1), takes(T, U, L2)], shows=takes(S, U, L1 + L2))
def layers_joined(p: Proof) -> Fact:
    """Apply the layers of the first network, then those of the second."""
    p.given(low_2=0 <= L2, one=takes(S, T, L1), two=takes(T, U, L2), l_low=1 <= l, l_high=l <= L1 + L2)
    p.given(early=l <= L1, late=L1 < l, none=L2 <= 0, some=0 < L2)
    ranged(p)
    whole, states = joined(w1, w2, L1), joined(H1, H2, L1)

    def prove(begin_1: Fact, steps_1: Fact, end_1: Fact, begin_2: Fact, steps_2: Fact, end_2: Fact) -> Fact:
        def state(l: Term, order: Fact) -> list[Fact]:
            return p.reduce_ite(order, *(states(l, e, x) for x in (r, *map(num, range(1, WIDTH + 1)))))

        def weights(order: Fact) -> list[Fact]:
            return p.reduce_ite(order, *(whole(l, r, num(x)) for x in range(WIDTH + 1)))

        def at(steps: Fact, place: Term, *facts: Fact) -> Fact:
            return p.specialize(steps, place, e, r, using=facts)

        zero = p.reduce_ite(p.have(num(0) <= L1), states(num(0), e, r))
        first = p.have(Eq(states(0, e, r), S(e, r)), *zero, p.specialize(begin_1, e, r))
        # the layers of the first
        before = p.have(l - 1 <= L1, "early")
        goal = Eq(states(l, e, r), read(layer(whole, l)(r), lambda c: states(l - 1, e, c)))
        inside = goal.args[1].args[1]
        own = at(steps_1, l)

        def linked(inner: Term, *facts: Fact) -> Fact:
            return p.congr(relu, p.have(Eq(inner, inside), *facts))

        def arguments(w_: Term, H_: Term, at_: Term) -> Term:
            return w_(at_, r, 0) + Sum(lambda c: w_(at_, r, c) * H_(at_ - 1, e, c), 1, WIDTH)

        low = linked(arguments(w1, H1, l), *weights(p.get("early")), *state(l - 1, before))
        in_first = p.have(goal, own, low, *state(l, p.get("early")))
        place = p.have(1 <= l - L1, "late")
        own = at(steps_2, l - L1, place, p.have(l - L1 <= L2, "l_high"))
        late = weights(p.get("late"))

        def at_place(held: Term, place: Fact) -> list[Fact]:
            return [p.congr(partial(unit_at, held, num(c)), place) for c in range(1, WIDTH + 1)]

        def go_on(order: Fact) -> Fact:
            if order.concl.op == "eq":
                same = at_place(H2, p.have(Eq(l - 1 - L1, 0), order))
                was = at_place(H1, p.have(Eq(l - 1, L1), order))
                ends = [p.specialize(end, e, num(c)) for end in (end_1, begin_2) for c in range(1, WIDTH + 1)]
                facts = [*late, *state(l - 1, p.have(l - 1 <= L1, order)), *same, *was, *ends]
            elif order.concl.args[0] is L1:
                facts = [*late, *state(l - 1, order)]
            else:
                return p.absurd(p.have(FALSE, order, "late"), goal)
            return p.have(goal, own, linked(arguments(w2, H2, l - L1), *facts), *state(l, p.get("late")))

        in_second = p.trichotomy(L1, l - 1, go_on)
        each = everywhere(p, p.cases(l, L1, in_first, in_second))
        # the end
        claim = Eq(states(L1 + L2, e, r), U(e, r))
        top = L1 + L2
        is_zero = p.antisymmetry("none", "low_2")
        hits = [p.congr(lambda x: H2(x, e, r), is_zero), p.congr(lambda x: H1(x, e, r),
                p.have(Eq(top, L1), is_zero))]  # fmt: skip
        ends = [p.specialize(f, e, r) for f in (end_1, begin_2, end_2)]
        empty = p.have(claim, *p.reduce_ite(p.have(top <= L1, "none"), states(top, e, r)), *hits, *ends)
        more = p.have(claim, *p.reduce_ite(p.have(L1 < top), states(top, e, r)), ends[2])
        last = p.cases(L2, 0, empty, more)
        return p.exists_intro(p.goal, [whole, states], everywhere(p, first), each, everywhere(p, last))

    one = p.obtain("one", w1, H1)
    two = p.obtain("two", w2, H2)
    return prove(*one, *two)


# --- registers --------------------------------------------------------------------------------------------------------

x, v, a, y = vectors("x v a y")  # what the units hold, at every point
v2, a2 = vectors("v' a'")


def state(*held: Callable[[Term], Term]) -> Term:
    """Return the state whose first units have these values; the other units are 0."""

    def entry(e: Term, r: Term) -> Term:
        out: Term = num(0)
        for place, at in reversed(list(enumerate(held, 1))):
            out = ite(r <= place, at(e), out)
        return out

    return fun(entry, 2)


def for_units(p: Proof, claim: Callable[[Term], Term], facts: Sequence[Fact]) -> Fact:
    """Prove claim(r) for every unit r from the claims about units 1, 2, … in order."""
    start, end = (p.assume(f) for f in (1 <= r, r <= WIDTH))

    def from_(k: int, low: Fact) -> Fact:
        if k == WIDTH:
            return at(k, end, low)
        here, beyond = p.assume(r <= k), p.assume(k < r)
        return p.cases(r, k, at(k, here, low), from_(k + 1, p.integer_step(beyond)))

    def at(k: int, high: Fact, low: Fact) -> Fact:
        same = p.antisymmetry(low, high)
        return p.replace(p.have(Eq(k, r), same), hole(claim, "Z"), facts[k - 1])

    return p.generalize(r, from_(1, start))


def table(*rows: Row) -> Term:
    """Return the weights of a layer: row r lists with which weight unit r reads which unit, 0 being its bias."""

    def entry(r: Term, c: Term) -> Term:
        out: Term = num(0)
        for place, row in reversed(list(enumerate(rows, 1))):
            inner: Term = num(0)
            for column, value in row.items():
                inner = ite(Eq(c, column), value, inner)
            out = ite(r <= place, inner, out)
        return out

    return fun(entry, 2)


HOLD: list[Row] = [{1: 1}, {2: 1}, {3: 1}, {4: 1}]  # units 1 to 4 go on holding what they hold


def by_layer(p: Proof, rows: Sequence[Row], before: Term, after: Term, *values: Fact) -> Fact:
    """Prove that one layer maps one state to another; `values` computes its units from the first state."""
    weights = table(*rows)

    def claim(r: Term) -> Term:
        return Eq(after(e, r), read(lambda c: weights(r, c), lambda c: before(e, c)))

    facts = [p.have(claim(num(k)), *values) for k in range(1, WIDTH + 1)]
    each = for_units(p, claim, facts)
    return p.apply("deep_networks.one_layer", each, S=before, T=after, W=weights)


def held(p: Proof, *parts: Fact) -> list[Fact]:
    """Prove σ_R(z) = z for each z that is nonnegative by the facts."""
    return [p.apply("relu.relu_positive", fact) for fact in parts]


def in_a_row(p: Proof, states: Sequence[Term], numbers: Sequence[Term | int], *layers: Fact) -> Fact:
    """Prove that a network maps the first state to the last; `layers` show how each state is mapped to the next."""
    out, number = layers[0], numbers[0]
    for place, (more, fact) in enumerate(zip(numbers[1:], layers[1:], strict=True), 1):
        by = {"S": states[0], "T": states[place], "U": states[place + 1], "L_1": number, "L_2": more}
        out, number = p.apply("deep_networks.layers_joined", out, fact, **by), number + more
    return out


def alike(p: Proof, before: Term, after: Term, *facts: Named | tuple) -> Fact:
    """Prove that a network without layers maps a state to an equal one, from facts about the point e."""

    def claim(r: Term) -> Term:
        return Eq(before(e, r), after(e, r))

    units = [p.have(claim(num(k)), *facts) for k in range(1, WIDTH + 1)]
    each = for_units(p, claim, units)
    return p.apply("deep_networks.no_layer", each, S=before, T=after)


def at_all(claim: Callable[[Term], Term]) -> Term:
    """Return the claim for all points."""
    return every(claim, 1, M)


def nonneg(*held: Callable[[Term], Term]) -> list[Term]:
    """The values of the units are not negative."""

    def formula(h: Callable[[Term], Term]) -> Term:
        return at_all(lambda e: 0 <= h(e))

    return [formula(h) for h in held]


mu, nu, theta, D, q = reals("mu nu theta Delta q")


def rise(e: Term) -> Term:
    """σ_R(z − θ + 1) − σ_R(z − θ) at z = μ x + ν v."""
    z = mu * x(e) + nu * v(e) - theta
    return relu(z + 1) - relu(z)


stepped = [*nonneg(x, v, a, y, v2, a2), at_all(lambda e: Eq(v2(e), v(e) + D * rise(e))),
           at_all(lambda e: Eq(a2(e), a(e) + q * rise(e)))]  # fmt: skip


def named_points(p: Proof, given: Sequence[Term]) -> list[Fact]:
    """Assume the hypotheses at the point e."""
    p.given_all(given)
    p.given(e_low=1 <= e, e_high=e <= M)
    return [p.specialize(f"given_{k}", e) for k, formula in enumerate(given) if formula.op == "all"]


@chapter.claim(given=stepped, shows=takes(state(x, v, a, y), state(x, v2, a2, y), 2))
def step_layers(p: Proof) -> Fact:
    """One layer computes the two units of the ramp, and one layer adds."""
    facts = named_points(p, stepped)
    rises = [fun(lambda e: relu(mu * x(e) + nu * v(e) - theta + 1)), fun(lambda e: relu(mu * x(e) + nu * v(e) - theta))]
    middle = state(x, v, a, y, *rises)
    reads: Row = {1: mu, 2: nu}
    first = by_layer(p, [*HOLD, {**reads, 0: 1 - theta}, {**reads, 0: -theta}], state(x, v, a, y), middle,
                     *held(p, *facts[:4]))  # fmt: skip
    sums = [p.congr(relu, f) for f in facts[6:]]
    second = by_layer(p, [{1: 1}, {2: 1, 5: D, 6: -D}, {3: 1, 5: q, 6: -q}, {4: 1}, {}, {}], middle,
                      state(x, v2, a2, y), *held(p, facts[0], facts[3], *facts[4:6]), *sums)  # fmt: skip
    return in_a_row(p, [state(x, v, a, y), middle, state(x, v2, a2, y)], [1, 1], first, second)
