"""Layers that preserve modified Transformers: compositions in T̄^(2,1,1) (E).

A function "may follow" if with every g of T̄^(2,1,1) its composition after g is a member of the class, too. So may a
layer that acts on tokens by one unit, a pair of hardmax heads that write to the first row, a family of such functions
one after another, and a function on single entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.concatenation import carried
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import (
    ACTIVATIONS,
    MORE,
    WEIGHTS,
    b_Q,
    in_Phi,
    in_T_bar,
    in_T_bar_2_1_1,
    modified_block,
)
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import g as g_bar
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids, head
from proofs.papers.yun.section_2_transformers.blocks import W_1, W_2, W_K, W_O, W_Q, W_V, b_1
from proofs.papers.yun.section_2_transformers.transformer_class import (
    STATE,
    at_state,
    composed,
    entry,
    k_in,
    of_layer,
    t_in,
)
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.analysis.continuity import entries

t, k, o, l, K, N = ints("t k o l K N")
g, g2, G, H = functions("g g_2 G H", MATRIX + "ZZ")
(X,) = vectors("X", 2)
(phi,) = functions("phi", "R")
PHI = phi
S, F = (variable(name, STATE) for name in ("S", "F"))
phis = variable("phi", ACTIVATIONS)
FAMILIES = tuple(variable(w.args[0], sort) for w, sort in zip(WEIGHTS, MORE, strict=True))
c, U = vectors("c U")
beta, one, two, low, high = reals("beta a a' b b'")
SIZED = [1 <= d, 1 <= n]
SIZE_2_1_1 = {"h": num(2), "m": num(1), "r": num(1)}


def member(g: Term) -> Term:
    """g ∈ T̄^(2,1,1)."""
    return substitute(in_T_bar_2_1_1, {g_bar: g})


def block_with(weights: Sequence[Term], phi: Term, Y: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of a block of T̄^(2,1,1) at Y."""
    sizes = {variable(name, "Z"): size for name, size in SIZE_2_1_1.items()}
    return substitute(modified_block(weights, phi, Y)(t, k), sizes)


def may_follow(G: Term) -> Term:
    """For every g of T̄^(2,1,1), G ∘ g is a member."""
    return for_all(lambda g: implies(member(g), member(composed(g, G))), OPERATOR)


paper.notions.define(
    may_follow(G),
    (G, d, n),
    "{0} ∘ T̄^(2,1,1) ⊆ T̄^(2,1,1)",
    r"{0} \circ \bar{{\mathcal{{T}}}}^{{2,1,1}} \subseteq \bar{{\mathcal{{T}}}}^{{2,1,1}}",
)
agree = lambda g, g2: for_all(lambda X: entries(lambda t, k: Eq(g(X, t, k), g2(X, t, k)), d, n), MATRIX)  # noqa: E731


def ranged(p: Proof) -> None:
    """Assume an entry (t, k)."""
    p.given(**t_in, **k_in)


@paper.claim([member(g), agree(g2, g)], shows=member(g2))
def modified_same(p: Proof) -> Fact:
    """The same blocks compute both."""
    ranged(p)
    K_low, acts, start, step, end = p.obtain(member(g), K, *FAMILIES, phis, S)
    sides = [entry(p, p.specialize(y, X)) for y in (p.get(agree(g2, g)), end)]
    out = p.have(Eq(g2(X, t, k), S(K, X, t, k)), *sides)
    return p.exists_intro(p.goal, [K, *FAMILIES, phis, S], K_low, acts, start, step, out)


ZERO = tuple(fun(lambda *index: num(0), len(w.sort) - 4) for w in WEIGHTS)
ONCE = tuple(variable(w.args[0] + "'", w.sort) for w in WEIGHTS)
identity = mapping(lambda X, t, k: X(t, k), MATRIX, "Z", "Z")
nothing = mapping(lambda t: num(0), "R")
NO_PIECES = (0, 1, *[0] * 6)  # ends and lines of φ = 0


@paper.claim([], shows=substitute(in_T_bar(g_bar), {g_bar: identity}))
def identity_modified(p: Proof) -> Fact:
    """One block with weights 0, for any h, m and r."""
    state = mapping(lambda l, X, t, k: X(t, k), "Z", MATRIX, "Z", "Z")
    families = [fun(lambda *index: num(0), len(w.sort) - 4) for w in FAMILIES]
    acts = mapping(lambda l, x: num(0), "Z", "R")
    zero = p.exists_intro(in_Phi(nothing), NO_PIECES)
    return p.exists_intro(p.goal, [1, *families, acts, state], zero)


@paper.claim([], shows=member(identity))
def identity_member(p: Proof) -> None:
    """Take h = 2, m = 1, r = 1."""


BLOCK = mapping(lambda X, t, k: block_with(ONCE, phi, X, t, k), MATRIX, "Z", "Z")


@paper.claim({"acts": in_Phi(phi)}, shows=may_follow(BLOCK))
def block_follows(p: Proof) -> Fact:
    """Append the block."""
    whole = composed(g, BLOCK)
    p.given(member=member(g), l_low=0 <= l, l_high=l <= K)
    ranged(p)
    here = fun(lambda t, k: g(X, t, k), 2)
    state = mapping(
        lambda l, X, t, k: ite(l <= K - 1, S(l, X, t, k), ite(l <= K, g(X, t, k), whole(X, t, k))),
        "Z", MATRIX, "Z", "Z",
    )  # fmt: skip
    families = [
        fun(lambda l, *index, f=f, w=w: ite(l <= K - 1, f(l, *index), w(*index)), len(f.sort) - 4)
        for f, w in zip(FAMILIES, ONCE, strict=True)
    ]
    acts = mapping(lambda l, x: ite(l <= K - 1, phis(l, x), phi(x)), "Z", "R")

    def layer(weights: Sequence[Term], l: Term) -> list[Term]:
        return [*of_layer(weights[:8], l), fun(lambda *index: weights[8](l, *index), 2)]

    own = lambda weights, act, Y: block_with(weights, act, Y, t, k)  # noqa: E731
    act_at = lambda acts, l: mapping(lambda x: acts(l, x), "R")  # noqa: E731

    def prove(K_low: Fact, acting: Fact, start: Fact, step: Fact, end: Fact) -> Fact:
        joined, act = layer(families, l), act_at(acts, l)
        early, late = p.assume(l <= K - 1), p.assume(K - 1 < l)
        # activations
        first = p.specialize(acting, l, using=[early])
        x = reals("x")[0]

        def known(order: Fact, was: Term, fact: Fact) -> Fact:
            chosen = p.ite_eq(act(x), order)
            equal = p.rule("generalize", x, p.have(Eq(was(x), act(x)), chosen))
            return p.replace(equal, hole(in_Phi, act.sort), fact)

        acting_ = p.cases(l, K - 1, known(early, act_at(phis, l), first), known(late, phi, p.get("acts")))
        # the first state
        begin = p.ite_eq(state(num(0), X, t, k), p.have(num(0) <= K - 1, K_low))
        begin = p.have(Eq(state(num(0), X, t, k), X(t, k)), begin, entry(p, p.specialize(start, X)))
        # a block of g
        claim = lambda *w: Eq(state(l + 1, X, t, k), own(w[:9], w[9], w[10]))  # noqa: E731
        was = [*layer(FAMILIES, l), act_at(phis, l), at_state(S, l, X)]
        now = [*joined, act, at_state(state, l, X)]
        fact = entry(p, p.specialize(step, l, X, using=[early]))
        value = Eq(state(l + 1, X, t, k), S(l + 1, X, t, k))

        def meet(order: Fact) -> Fact:
            if order.concl.op == "eq":  # l = K − 1
                b = p.ite_eq(ite(l + 1 <= K, g(X, t, k), whole(X, t, k)), p.have(l + 1 <= K, order))
                at = p.congr(lambda y: S(y, X, t, k), p.have(Eq(K, l + 1), order))
                return p.have(value, b, at, entry(p, p.specialize(end, X)))
            if order.concl.args[0] is l:
                return p.ite_eq(state(l + 1, X, t, k), p.have(l + 1 <= K - 1, order))
            return p.absurd(p.have(FALSE, order, early), value)

        fact = p.have(claim(*was), p.trichotomy(l, K - 1, meet), fact)
        fact = carried(p, early, claim, now, was, fact)
        first = p.change(fact, claim(*now))
        # the new one
        was = [*ONCE, phi, here]
        a = p.ite_eq(state(l + 1, X, t, k), p.have(K - 1 < l + 1, late))
        b = p.ite_eq(
            ite(l + 1 <= K, g(X, t, k), whole(X, t, k)),
            p.have(K < l + 1, "l_high", p.have(K <= l, late)),
        )
        fact = p.have(claim(*was), a, b)
        fact = carried(p, late, claim, now, was, fact)
        steps = p.cases(l, K - 1, first, fact)
        return p.exists_intro(member(whole), [K + 1, *families, acts, state], K_low, acting_, begin, steps)

    return p.exists_elim("member", [K, *FAMILIES, phis, S], prove, member(whole))


@paper.claim({"follows": may_follow(G), "same": agree(H, G)}, shows=may_follow(H))
def follows_same(p: Proof) -> Fact:
    """The values are equal."""
    p.given(member=member(g))
    made = p.mp(p.rule("specialize", "follows", g), "member")
    return p.apply("modified_same", made, g=composed(g, G), **{"g_2": composed(g, H)})


unit = mapping(lambda X, t, k: X(t, k) + c(t) * phi(Sum(lambda o: U(o) * X(o, k), 1, d) + beta), MATRIX, "Z", "Z")


@paper.claim([in_Phi(phi)], shows=may_follow(unit))
def unit_follows(p: Proof) -> Fact:
    """Take a block without attention."""
    own = {W_1: fun(lambda q, o: U(o), 2), b_1: fun(lambda q: beta), W_2: fun(lambda t, q: c(t), 2)}
    weights = [own.get(w, zero) for w, zero in zip(WEIGHTS, ZERO, strict=True)]
    by = mapping(lambda X, t, k: block_with(weights, phi, X, t, k), MATRIX, "Z", "Z")
    return p.apply("follows_same", G=by, H=unit)


def pair(X: Term, t: Term, k: Term) -> Term:
    """Two heads, with thresholds b and b' and factors a and a', added to the first row."""
    ids = column_ids(X, U)
    return X(t, k) + ite(Eq(t, 1), 1, 0) * (one * head(ids, low, k) + two * head(ids, high, k))


PAIR = mapping(pair, MATRIX, "Z", "Z")


@paper.claim([], shows=may_follow(PAIR))
def pair_follows(p: Proof) -> Fact:
    """Take a block whose feed-forward layer adds nothing."""
    of_head = lambda a, b: lambda q: ite(Eq(q, 1), a, b)  # noqa: E731
    factor, threshold = of_head(one, two), of_head(-low, -high)
    reads = fun(lambda q, a, o: U(o), 3)
    own = {W_O: fun(lambda q, t, a: ite(Eq(t, 1), 1, 0) * factor(q), 3), W_V: reads, W_K: reads, W_Q: reads,
           b_Q: fun(lambda q, a: threshold(q), 2)}  # fmt: skip
    weights = [own.get(w, zero) for w, zero in zip(WEIGHTS, ZERO, strict=True)]
    zero = p.exists_intro(in_Phi(nothing), NO_PIECES)
    made = p.apply("block_follows", zero, **{w.args[0]: f for w, f in zip(ONCE, weights, strict=True)})
    by = mapping(lambda X, t, k: block_with(weights, nothing, X, t, k), MATRIX, "Z", "Z")
    return p.apply("follows_same", made, G=by, H=PAIR)


@paper.claim({"first": may_follow(G), "second": may_follow(H)}, shows=may_follow(composed(G, H)))
def both_follow(p: Proof) -> Fact:
    """Compose H after G after g."""
    p.given(member=member(g))
    made = p.mp(p.rule("specialize", "first", g), "member")
    return p.mp(p.rule("specialize", "second", composed(g, G)), made)


@paper.claim({"follows": may_follow(G)}, shows=member(G))
def follower_member(p: Proof) -> Fact:
    """Compose it after the identity."""
    made = p.mp(p.rule("specialize", "follows", identity), p.apply("identity_member"))
    return p.change(made, p.goal)


@paper.claim([], shows=member(PAIR))
def pair_member(p: Proof) -> Fact:
    """It is one block."""
    return p.apply("follower_member", p.apply("pair_follows"), G=PAIR)


def at_layer(F: Term, l: Term) -> Term:
    """F_l, a function of matrices."""
    return mapping(lambda X, t, k: F(l, X, t, k), MATRIX, "Z", "Z")


def run(S: Term, F: Term, N: Term) -> list[Term]:
    """S_0 is the identity, S_(l+1) = F_l ∘ S_l for l < N."""
    start = lambda X, t, k: Eq(S(num(0), X, t, k), X(t, k))  # noqa: E731
    step = lambda l: for_all(lambda X, t, k: Eq(S(l + 1, X, t, k), F(l, at_state(S, l, X), t, k)), MATRIX, "Z", "Z")  # noqa: E731
    return [for_all(start, MATRIX, "Z", "Z"), every(step, 0, N - 1)]


@paper.claim([0 <= N], shows=exists(lambda S: run(S, F, N), STATE))
def run_exists(p: Proof) -> Fact:
    """Append one layer at a time."""
    p.given(K_low=0 <= K, l_low=0 <= l)
    claim = lambda K: exists(lambda S: run(S, F, K), STATE)  # noqa: E731
    state = mapping(lambda l, X, t, k: X(t, k), "Z", MATRIX, "Z", "Z")
    base = p.exists_intro(claim(num(0)), [state])
    now, high = claim(K), p.assume(l <= K)
    start, steps = p.obtain(p.assume(now), S)
    new = mapping(lambda l, X, t, k: ite(l <= K, S(l, X, t, k), F(K, at_state(S, K, X), t, k)), "Z", MATRIX, "Z", "Z")
    begin = p.have(Eq(new(num(0), X, t, k), X(t, k)), p.specialize(start, X, t, k))
    claim_ = lambda Y: Eq(new(l + 1, X, t, k), F(l, Y, t, k))  # noqa: E731

    def meet(order: Fact) -> Fact:
        if order.concl.op == "eq":
            after = p.ite_eq(new(l + 1, X, t, k), p.have(K < l + 1, order))
            moved = p.congr(lambda y: F(y, at_state(S, y, X), t, k), order)
            return p.have(claim_(at_state(S, l, X)), after, moved)
        if order.concl.args[0] is l:
            less = p.integer_step(order)
            after = p.ite_eq(new(l + 1, X, t, k), less)
            here = p.specialize(steps, l, X, t, k, using=[less])
            return p.have(claim_(at_state(S, l, X)), after, here)
        return p.absurd(p.have(FALSE, order, high), claim_(at_state(S, l, X)))

    fact = p.trichotomy(l, K, meet)
    fact = carried(p, high, claim_, [at_state(new, l, X)], [at_state(S, l, X)], fact)
    next_ = p.change(p.exists_intro(claim(K + 1), [new], begin, fact), claim(K + 1))
    return p.specialize(p.induct(claim, 0, K, base, next_), N)


FOLLOW = every(lambda l: may_follow(at_layer(F, l)), 0, N - 1)


@paper.claim([0 <= N, *run(S, F, N), FOLLOW], shows=may_follow(at_layer(S, N)))
def layers_follow(p: Proof) -> Fact:
    """By induction on the number of layers."""
    p.given(steps=run(S, F, N)[1], layers=FOLLOW, K_low=0 <= K)
    claim = lambda K: implies(K <= N, may_follow(at_layer(S, K)))  # noqa: E731
    base = p.apply("follows_same", G=identity, H=at_layer(S, num(0)))
    so_far, room = p.assume(claim(K)), p.assume(K + 1 <= N)
    now = p.mp(so_far, p.have(K <= N, room))
    both = p.apply("both_follow", now, p.specialize("layers", K, using=[room]), G=at_layer(S, K), H=at_layer(F, K))
    value = p.specialize("steps", K, X, t, k, using=[room])
    by = composed(at_layer(S, K), at_layer(F, K))
    next_ = p.apply("follows_same", both, value, G=by, H=at_layer(S, K + 1))
    all_ = p.induct(claim, 0, K, p.discharge(base, 0 <= N), p.discharge(next_, room.concl))
    return p.specialize(all_, N)


# --- token-wise layers, attention layers ------------------------------------------------------------------------------


def token_wise(G: Term) -> Term:
    """G is a token-wise layer: Z + c φ(uᵀZ + β) with φ in Φ."""

    def layer(c: Term, U: Term, beta: Term, phi: Term) -> list[Term]:
        put = {variable("c", VECTOR): c, variable("U", VECTOR): U, variable("beta", "R"): beta, PHI: phi}
        return [in_Phi(phi), agree(G, substitute(unit, put))]

    return exists(layer, VECTOR, VECTOR, "R", PHI.sort)


def two_heads(G: Term) -> Term:
    """G is an attention layer with two hardmax heads of size 1 that write to the first row."""

    def layer(U: Term, *numbers: Term) -> Term:
        put = dict(zip((variable("U", VECTOR), *reals("a a' b b'")), (U, *numbers), strict=True))
        return agree(G, substitute(PAIR, put))

    return exists(layer, VECTOR, "R", "R", "R", "R")


def composed_of(kind: Callable[[Term], Term], G: Term, N: Term) -> Term:
    """G is the composition of N layers of a kind."""
    return exists(
        lambda F, S: [every(lambda l: kind(at_layer(F, l)), 0, N - 1), *run(S, F, N), agree(G, at_layer(S, N))],
        STATE, STATE,
    )  # fmt: skip


paper.notions.define(
    token_wise(G), (G, d, n), "{0} is a layer Z + c φ(uᵀZ + β) with φ ∈ Φ",
    r"{0} \text{{ is a layer }} Z + c\, \phi(u^T Z + \beta), \phi \in \Phi",
)  # fmt: skip
paper.notions.define(
    two_heads(G), (G, d, n), "{0} is a layer Z + a ψ(Z; b) + a' ψ(Z; b') of two hardmax heads of size 1",
    r"{0} \text{{ is a layer }} Z + a \psi(Z; b) + a' \psi(Z; b')",
)  # fmt: skip
for _kind, _name, _in_latex in (
    (token_wise, "token-wise (r = 1, φ ∈ Φ)", r"token-wise (}} r = 1,\ \phi \in \Phi \text{{)"),
    (two_heads, "attention (h = 2, m = 1, hardmax)", "attention (h = 2, m = 1, hardmax)"),
):
    paper.notions.define(
        composed_of(_kind, G, N), (G, N, d, n), f"{{0}} is made of {{1}} {_name} layers",
        rf"{{0}} \text{{{{ is made of }}}} {{1}} \text{{{{ {_in_latex} layers}}}}",
    )  # fmt: skip


@paper.claim([token_wise(G)], shows=may_follow(G))
def token_wise_follows(p: Proof) -> Fact:
    """By definition."""
    acts, same = p.obtain(token_wise(G), c, U, beta, phi)
    return p.apply("follows_same", p.apply("unit_follows", acts), same, G=unit, H=G)


@paper.claim([two_heads(G)], shows=may_follow(G))
def two_heads_follow(p: Proof) -> Fact:
    """By definition."""
    prove = lambda same: p.apply("follows_same", same, G=PAIR, H=G)  # noqa: E731
    return p.exists_elim(two_heads(G), [U, one, two, low, high], prove)


def _layers_follow(p: Proof, kind: Callable[[Term], Term], each: str) -> Fact:
    """By induction on the number of layers, each of which may follow."""
    p.given(made=composed_of(kind, G, N), l_low=0 <= l, l_high=l <= N - 1)

    layers, *ran = p.obtain("made", F, S)
    layer = p.apply(each, p.specialize(layers, l), G=at_layer(F, l))
    made = p.apply("layers_follow", *ran[:2], layer)
    return p.apply("follows_same", made, ran[2], G=at_layer(S, N), H=G)


@paper.claim([0 <= N, composed_of(token_wise, G, N)], shows=may_follow(G))
def token_layers_follow(p: Proof) -> Fact:
    """By induction on the number of layers."""
    return _layers_follow(p, token_wise, "token_wise_follows")


@paper.claim([0 <= N, composed_of(two_heads, G, N)], shows=may_follow(G))
def head_layers_follow(p: Proof) -> Fact:
    """By induction on the number of layers."""
    return _layers_follow(p, two_heads, "two_heads_follow")


@paper.claim([], shows=composed_of(token_wise, identity, N))
def identity_layers(p: Proof) -> Fact:
    """Take layers with weights 0."""
    still = mapping(lambda l, X, t, k: X(t, k), "Z", MATRIX, "Z", "Z")
    zero = fun(lambda i: num(0))
    acts = p.exists_intro(in_Phi(nothing), NO_PIECES)
    layer = p.exists_intro(token_wise(identity), [zero, zero, 0, nothing], acts)
    return p.exists_intro(p.goal, [still, still], layer)


TOKEN_MAP = f"({VECTOR}Z>R)"  # of columns to columns


def token_by_token(G: Term, T: Term) -> Term:
    """G(X) = [T(X_1) … T(X_n)]."""
    column = lambda X, k: fun(lambda i: X(i, k))  # noqa: E731
    return for_all(lambda X: entries(lambda t, k: Eq(G(X, t, k), T(column(X, k), t)), d, n), MATRIX)


(T,) = (variable("T", TOKEN_MAP),)
paper.notions.define(
    token_by_token(G, T), (G, T, d, n), "{0}(X) = [{1}(X_1) … {1}(X_{3})] for X ∈ ℝ^({2}×{3})",
    r"{0}(X) = [{1}(X_{{:,1}}) \dots {1}(X_{{:,{3}}})] \text{{ for }} X \in \mathbb{{R}}^{{{2} \times {3}}}",
)  # fmt: skip


@paper.claim(
    [*SIZED, 0 <= N],
    shows=for_all(
        lambda G: implies(composed_of(token_wise, G, N), exists(lambda T: token_by_token(G, T), TOKEN_MAP)), OPERATOR
    ),
)
def columns_apart(p: Proof) -> Fact:
    """By induction on the layers: a column has the same image as in a matrix all of whose columns are equal to it."""
    made = p.assume(composed_of(token_wise, G, N))
    ranged(p)
    alone = fun(lambda i, j: X(i, k), 2)
    claim = lambda K: implies(K <= N, every(lambda t: Eq(S(K, X, t, k), S(K, alone, t, 1)), 1, d))  # noqa: E731
    goal = exists(lambda T: token_by_token(G, T), TOKEN_MAP)
    both: list[tuple[Term, Term]] = [(X, k), (alone, num(1))]  # a column in both matrices
    layers, start, steps, end = p.obtain(made, F, S)
    begins = [p.specialize(start, Y, t, j) for Y, j in both]
    begin = p.have(Eq(S(num(0), X, t, k), S(num(0), alone, t, 1)), *begins)
    base = p.discharge(p.generalize(t, begin, "t_low", "t_high"), 0 <= N)
    so_far, room = p.assume(claim(K)), p.assume(K + 1 <= N)
    now = p.mp(so_far, p.have(K <= N, room))
    sides = [p.assume(0 <= K), p.have(K <= N - 1, room)]
    step = p.specialize(steps, K, using=sides)

    def moved(_: Fact, same: Fact) -> Fact:
        own = p.specialize(now, t)
        terms = [fun(lambda t, Y=Y, j=j: U(t) * S(K, Y, t, j)) for Y, j in both]
        read = p.apply("sum_eq", (own, U(t)), f=terms[0], g=terms[1], lo=1, hi=d)
        inner = [Sum(f, 1, d) + beta for f in terms]
        fires = p.congr(phi, p.have(Eq(*inner), read))
        values = []
        for Y, j in both:
            values.append(p.specialize(step, Y, t, j))
            values.append(p.specialize(same, at_state(S, K, Y), t, j))
        return p.have(Eq(S(K + 1, X, t, k), S(K + 1, alone, t, 1)), *values, own, (fires, c(t)))

    layer = p.specialize(layers, K, using=sides)
    next_ = p.exists_elim(layer, [c, U, beta, phi], moved, claim(K + 1).args[1])
    all_ = p.induct(claim, 0, K, base, p.discharge(next_, room.concl))
    T_ = mapping(lambda z, i: G(fun(lambda t, j: z(t), 2), i, num(1)), VECTOR, "Z")
    ends = [p.specialize(end, Y, t, j) for Y, j in both]
    value = p.have(Eq(G(X, t, k), T_(fun(lambda i: X(i, k)), t)), *ends, all_)
    return p.exists_intro(goal, [T_], value)


# --- layers of one row ------------------------------------------------------------------------------------------------

(r,) = ints("r")


def row_layer(r: Term, phi: Callable[[Term], Term], X: Term, t: Term, k: Term) -> Term:
    """(X + e^(r) φ((e^(r))ᵀ X))_tk."""
    return X(t, k) + ite(Eq(t, r), 1, 0) * phi(X(r, k))


ROW = mapping(lambda X, t, k: row_layer(r, lambda x: phi(x + beta), X, t, k), MATRIX, "Z", "Z")


@paper.claim([1 <= r, r <= d, in_Phi(phi)], shows=token_wise(ROW))
def row_token_wise(p: Proof) -> Fact:
    """The unit reads and writes row r."""
    own = fun(lambda t: ite(Eq(t, r), 1, 0))
    pick = p.apply("sum_delta", f=fun(lambda o: X(o, k)), m=r, lo=1, hi=d)
    inner = Sum(lambda o: own(o) * X(o, k), 1, d)
    same = p.congr(phi, p.have(Eq(X(r, k) + beta, inner + beta), pick))
    return p.exists_intro(p.goal, [own, own, beta, phi], (same, own(t)))


@paper.claim([token_wise(G), agree(H, G)], shows=token_wise(H))
def token_wise_same(p: Proof) -> Fact:
    """The values are equal."""
    ranged(p)
    acts, made = p.obtain(token_wise(G), c, U, beta, phi)
    sides = [entry(p, p.specialize(y, X)) for y in (p.get(agree(H, G)), made)]
    value = p.have(Eq(H(X, t, k), unit(X, t, k)), *sides)
    return p.exists_intro(p.goal, [c, U, beta, phi], acts, value)
