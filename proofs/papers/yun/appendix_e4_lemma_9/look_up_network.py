"""Lemma 9 (E.4): a network of token-wise layers that maps a list of ids of contexts to a list of values.

The module `value_mapping` computes the effect of each layer on a column; here they are layers of the class.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import (
    PHI,
    ROW,
    at_layer,
    composed_of,
    l,
    row_layer,
    token_wise,
)
from proofs.papers.yun.appendix_e2_lemma_7.quantiser_network import q
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U
from proofs.papers.yun.appendix_e3_lemma_8.contextual_network import ON_GRID
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import half
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import (
    CODED,
    CONSISTENT,
    IN_RANGE,
    OUTSIDE,
    A,
    below_zero,
    code,
    contexts,
    level,
    lowered,
    of_q,
    off_range,
    top,
    trigger,
    w,
)
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import S as columns
from proofs.papers.yun.sentences import three_pieces
from proofs.papers.yun.vocabulary import i, x, z
from proofs.papers.yun.vocabulary import r as row

ran = variable("run", STATE)
(gain,) = reals("c")
raising = lambda t: ite(t < 0, gain, 0)  # noqa: E731
of_column = lambda X, k: fun(lambda i: X(i, k))  # noqa: E731
lowered_values = fun(lambda w, i: A(w, i) - level, 2)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=in_Phi(mapping(off_range, "R")))
def off_range_in_class(p: Proof) -> Fact:
    """It is 0 from t_l to t_r."""
    return three_pieces(p, (t_l, t_r), ((0, 1), (0, 0), (0, 1)))


@paper.claim([2 <= m], shows=in_Phi(mapping(trigger, "R")))
def trigger_in_class(p: Proof) -> Fact:
    """It is 1 from −δ/2 on, up to δ/2."""
    return three_pieces(p, (-half, half), ((0, 0), (0, 1), (0, 0)), p.apply("delta_pos"))


@paper.claim([], shows=in_Phi(mapping(below_zero, "R")))
def below_zero_in_class(p: Proof) -> Fact:
    """It is 0 from 0 on."""
    return three_pieces(p, (num(0), num(1)), ((-1, 0), (0, 0), (0, 0)))


@paper.claim([], shows=in_Phi(mapping(raising, "R")))
def raising_in_class(p: Proof) -> Fact:
    """It is 0 from 0 on."""
    return three_pieces(p, (num(0), num(1)), ((0, gain), (0, 0), (0, 0)))


def fourfold(l: Term, X: Term, t: Term, k: Term) -> tuple[Term, ...]:
    """The four parts: lowering; row by row to 0; a layer for each context; row by row back."""
    w = l - d
    return (
        X(t, k) - (top + 1) * off_range(code(of_column(X, k))),
        row_layer(l, below_zero, X, t, k),
        X(t, k) + (lowered_values(w, t) - columns(w, t)) * trigger(code(of_column(X, k)) - x(w) * delta),
        row_layer(l - d - contexts, lambda y: ite(y < 0, level, 0), X, t, k),
    )


def looked_up(l: Term, X: Term, t: Term, k: Term) -> Term:
    """Apply the parts one after the other."""
    first, second, third, fourth = fourfold(l, X, t, k)
    return ite(l <= 0, first, ite(l <= d, second, ite(l <= d + contexts, third, fourth)))


LOOK_UP = mapping(looked_up, "Z", MATRIX, "Z", "Z")
many = 1 + 2 * d + contexts


def part(p: Proof, number: int, *order: Fact) -> Fact:
    """Layer l belongs to this part; `order` are the bounds of its number."""
    term, known = looked_up(l, X, t, k), []
    for fact in order:
        known.append(p.ite_eq(term, fact))
        term = known[-1].concl.args[1]
    return p.have(Eq(looked_up(l, X, t, k), fourfold(l, X, t, k)[number]), *known)


@paper.claim([2 <= m, 1 <= d, 2 <= n, 0 <= contexts, 0 <= l, l <= many - 1], shows=token_wise(at_layer(LOOK_UP, l)))
def value_token_wise(p: Proof) -> Fact:
    """All four activations are in Φ."""
    on = lambda bound: (p.assume(l <= bound), p.assume(bound < l))  # noqa: E731
    ends = [on(bound) for bound in (num(0), d, d + contexts)]
    goal = token_wise(at_layer(LOOK_UP, l))

    def unit_(number: int, phi: Term, c: Term, beta: Term, *order: Fact) -> Fact:
        value = part(p, number, *order)
        return p.exists_intro(goal, [c, U, beta, phi], value)

    def rows(number: int, phi: Term, r: Term, low: Fact, high: Fact, *order: Fact) -> Fact:
        made = p.apply("row_token_wise", low, high, phi=phi, beta=num(0))
        by = substitute(ROW, {variable("r", "Z"): r, PHI: phi, variable("beta", "R"): num(0)})
        return p.apply("token_wise_same", made, part(p, number, *order), G=by, H=at_layer(LOOK_UP, l))

    w = l - d
    first = unit_(0, mapping(off_range, "R"), fun(lambda t: -(top + 1)), num(0), ends[0][0])
    low = p.have(1 <= l, p.integer_step(ends[0][1]))
    second = rows(1, mapping(below_zero, "R"), l, low, ends[1][0], ends[0][1], ends[1][0])
    third = unit_(2, mapping(trigger, "R"), fun(lambda t: lowered_values(w, t) - columns(w, t)),
                  -x(w) * delta, ends[0][1], ends[1][1], ends[2][0])  # fmt: skip
    low = p.have(1 <= w - contexts, p.integer_step(ends[2][1]))
    high = p.have(w - contexts <= d)
    back = mapping(lambda y: ite(y < 0, level, 0), "R")
    fourth = rows(3, back, w - contexts, low, high, *(e[1] for e in ends))
    last = p.cases(l, d + contexts, third, fourth)
    return p.cases(l, 0, first, p.cases(l, d, second, last))


def known_at(G: Term, X: Term, k: Term) -> Term:
    """G maps column k of X, if it is context q, to its value, and to 0 if its id is not that of a context."""
    column = of_column(X, k)
    put = {variable("z", VECTOR): column}
    value = lambda q: every(lambda i: Eq(G(X, i, k), A(q, i)), 1, d)  # noqa: E731
    known = lambda q_: implies(*(substitute(f, {**put, q: q_}) for f in of_q), value(q_))  # noqa: E731
    zero = implies(substitute(OUTSIDE, put), every(lambda i: Eq(G(X, i, k), 0), 1, d))
    most = every(lambda i: column(i) <= top, 1, d)
    return implies(most, exists(lambda: [every(known, 1, contexts), zero]))


def looks_up(G: Term) -> Term:
    """G is correct on every column whose entries do not exceed the top."""
    return for_all(lambda X: every(lambda k: known_at(G, X, k), 1, n), MATRIX)


LOOKED_UP = exists(lambda G: [composed_of(token_wise, G, many), looks_up(G)], OPERATOR)


LISTED = {**ON_GRID, "some": 0 <= contexts, **CODED, **CONSISTENT, **IN_RANGE}


@paper.claim(LISTED, shows=for_all(lambda B: substitute(LOOKED_UP, {top: B}), "R"))
def lemma_9_network(p: Proof) -> Fact:
    """Take the layers of E.4, and d more."""

    def prove(start: Fact, steps: Fact) -> Fact:
        last = at_layer(ran, many)
        made = p.exists_intro(composed_of(token_wise, last, many), [LOOK_UP, ran], start, steps)
        i_in, w_in = {"i_low": 1 <= i, "i_high": i <= d}, {"w_low": 1 <= w, "w_high": w <= contexts}
        p.given(**i_in, **w_in, r_low=1 <= row, r_high=row <= d)

        def stage(at: Term, number: int) -> Fact:
            """The layer at a place, of a part."""
            step = p.specialize(steps, at, X, i, k)
            return p.have(Eq(ran(at + 1, X, i, k), fourfold(at, at_state(ran, at, X), i, k)[number]), step)

        # the first
        begin = p.rule("generalize", t, p.rule("generalize", k, p.specialize(start, X, t, k)))
        fact = stage(num(0), 0)
        template = hole(lambda Y: Eq(ran(num(1), X, i, k), fourfold(num(0), Y, i, k)[0]), MATRIX)
        fact = p.replace(begin, template, fact)
        rows_ = fun(lambda r, i: ran(r + 1, X, i, k), 2)
        later = fun(lambda w, i: ran(d + 1 + w, X, i, k), 2)
        final = fun(lambda r, i: ran(d + 1 + contexts + r, X, i, k), 2)
        over_i = lambda fact: p.generalize(i, fact, "i_low", "i_high")  # noqa: E731
        z_ = of_column(X, k)
        first = p.have(Eq(rows_(0, i), substitute(lowered(z, i), {variable("z", VECTOR): z_})), fact)
        # row by row
        second = stage(row, 1)
        # the contexts
        fact = stage(d + w, 2)
        third = over_i(fact)
        # row by row
        at = d + contexts + row
        fact = stage(at, 3)
        raised_ = mapping(lambda y: ite(y < 0, level, 0), "R")
        done = p.apply("each_row_once", fact, Rows=final, phi=raised_)  # fmt: skip
        handed = p.have(Eq(later(0, i), rows_(d, i)))
        most = p.assume(every(lambda i: z_(i) <= top, 1, d))
        put = {variable("Rows", MATRIX): rows_, variable("Z", MATRIX): later, variable("z", VECTOR): z_}
        ends = [p.assume(f) for f in (1 <= q, q <= contexts)]
        both = p.apply("lemma_9_values", first, second, handed, third, most, Rows=rows_, Z=later)

        def finish(known: Fact, none: Fact) -> Fact:
            """after_all is the output."""
            held = [p.assume(substitute(f, put)) for f in of_q]
            value = p.specialize(known, q, i, using=[*ends, *held])
            out = p.have(Eq(last(X, i, k), A(q, i)), done, value)
            out = p.generalize(q, over_i(out))
            off = p.assume(substitute(OUTSIDE, put))
            zero = p.discharge(over_i(p.have(Eq(last(X, i, k), 0), done, p.mp(none, off))), off.concl)
            return p.exists_intro(exists(lambda: [out.concl, zero.concl]), [], out, zero)

        fact = p.exists_elim(both, [], finish, known_at(last, X, k).args[1])
        return p.exists_intro(LOOKED_UP, [last], made, fact)

    network = p.apply("run_exists", F=LOOK_UP, N=many)
    return p.exists_elim(network, [ran], prove, LOOKED_UP)
