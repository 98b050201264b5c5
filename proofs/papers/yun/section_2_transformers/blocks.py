"""Transformer blocks and Claim 1: they are permutation equivariant (section 2, appendix B).

All sizes are symbolic: the embedding dimension d, the number n of tokens, h heads of size m, r hidden nodes. A
permutation matrix P is given by an injective map π of 1..n into itself: P_kj = 1 if k = π_j, else 0. In this module
alone m is the head size, as in the paper's section 2.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import d, i, j, k, m, n, paper, r
from proofs.theorems.algebra.matrices import Matrix, entrywise, identity, named, softmax
from proofs.theorems.combinatorics import sorting
from proofs.theorems.networks.relu import relu

h, head, a, c = ints("h head a c")
X, X2, W_1, W_2 = vectors("X X' W_1 W_2", 2)
W_O, W_V, W_K, W_Q = vectors("W_O W_V W_K W_Q", 3)
b_1, b_2, f, g = vectors("b_1 b_2 f g")
(pi,) = sequences("pi")

SIZES = (1 <= d, 1 <= n, 0 <= h, 1 <= m, 1 <= r)


def of_head(w: Term, head: Term, rows: Term, columns: Term) -> Matrix:
    """Return the weight matrix of one head, from a family of matrices."""
    return named(fun(lambda i, j: w(head, i, j), 2), rows, columns)


def scores(x: Matrix, head: Term) -> Matrix:
    """(W_K X)ᵀ W_Q X."""
    return (of_head(W_K, head, m, d) @ x).T @ (of_head(W_Q, head, m, d) @ x)


def values(x: Matrix, head: Term) -> Matrix:
    """W_O W_V X."""
    return of_head(W_O, head, d, m) @ (of_head(W_V, head, m, d) @ x)


def attention(x: Matrix) -> Matrix:
    """Attn(X) = X + Σ_heads W_O W_V X σ[(W_K X)ᵀ W_Q X]."""
    return Matrix(
        d, n, lambda i, j: x(i, j) + Sum(lambda head: (values(x, head) @ softmax(scores(x, head)))(i, j), 1, h)
    )


def hidden(x: Matrix) -> Matrix:
    """ReLU(W_1 X + b_1 1ᵀ)."""
    return entrywise(relu, named(W_1, r, d) @ x + Matrix(r, n, lambda i, j: b_1(i)))


def feed_forward(x: Matrix) -> Matrix:
    """X + W_2 ReLU(W_1 X + b_1 1ᵀ) + b_2 1ᵀ, which the block applies to Attn(X)."""
    return x + named(W_2, d, r) @ hidden(x) + Matrix(d, n, lambda i, j: b_2(i))


def block(x: Matrix) -> Matrix:
    """The Transformer block t^{h,m,r}."""
    return feed_forward(attention(x))


tokens, tokens2, P = named(X, d, n), named(X2, d, n), Matrix(n, n, lambda k, j: ite(Eq(k, pi(j)), 1, 0))
some_matrix = named(X, n, n)
permuted = {sorting.rho: pi, sorting.n: n}
is_injective = substitute(sorting.injective, permuted)
inside = tuple(substitute(w, permuted) for w in sorting.within)
PERMUTATION = {"injective": is_injective, "pi_low": inside[0], "pi_high": inside[1]}
MOVED = every(lambda c: every(lambda k: Eq(X2(c, k), X(c, pi(k))), 1, n), 1, d)
ROW = {"i_low": 1 <= i, "i_high": i <= d}
PERMUTED = (*SIZES, *PERMUTATION.values())


def ranged(p: Proof, *columns: Term) -> None:
    """Assume, for each column j, "j_low", "j_high" and the range of π_j."""
    for column in columns:
        name = column.args[0]
        p.given(**{f"{name}_low": 1 <= column, f"{name}_high": column <= n})
        p.specialize("pi_low", column, label=f"pi_{name}_low")
        p.specialize("pi_high", column, label=f"pi_{name}_high")


def permutation(p: Proof, *columns: Term) -> None:
    """Assume the sizes and the permutation, and the ranges of these columns."""
    p.given(**PERMUTATION)
    ranged(p, *columns)


PICKED: dict[str, Term | int] = {"m": pi(j), "lo": 1, "hi": n}  # (A P)_ij = A_{i,π_j}


@paper.claim(PERMUTED, shows=(P @ P.T).equals(identity(n)))
def orthogonal(p: Proof) -> Fact:
    """Each row of P has exactly one 1, and these are in different columns."""
    permutation(p, i, k, j)
    same = p.apply("delta_same", f=fun(lambda q: ite(Eq(k, q), 1, 0)), k=i, m=pi(j))
    p.generalize(j, same, "j_low", "j_high", label="members")
    own, other = fun(lambda j: ite(Eq(k, i), 1, 0) * P(i, j)), fun(lambda j: P(k, j) * P(i, j))
    sum_ = p.apply("sum_eq", f=own, g=other, lo=1, hi=n)
    once = p.apply("rank_taken_once", rho=pi, q=i)
    entry = p.have(Eq((P @ P.T)(i, k), identity(n)(i, k)), sum_, (once, ite(Eq(k, i), 1, 0)))
    row = p.generalize(k, entry, "k_low", "k_high")
    return p.generalize(i, row)


@paper.theorem
def product_permuted(p: Proof) -> None:
    """X' = X P ⊢ (A X')_aj = (A X)_{a,π_j} for a row g of A."""
    permutation(p, j)
    p.given(moved=MOVED, low=1 <= c, high=c <= d)
    column = p.specialize("moved", c, j)
    own, other = fun(lambda c: g(c) * X2(c, j)), fun(lambda c: g(c) * X(c, pi(j)))
    term = p.have(Eq(own(c), other(c)), (column, g(c)))
    p.generalize(c, term, label="terms")
    p.qed(p.apply("sum_eq", f=own, g=other, lo=1, hi=d))


@paper.theorem
def moved_by_matrix(p: Proof) -> None:
    """X' = X P means X'_ck = X_{c,π_k}."""
    permutation(p, k)
    column = p.apply("sum_delta", f=fun(lambda k: X(c, k)), m=pi(k), lo=1, hi=n)
    row = p.generalize(k, column, "k_low", "k_high")
    p.qed(p.generalize(c, row, 1 <= c, c <= d))


@paper.theorem
def scores_permuted(p: Proof) -> None:
    """Score (i, j) for X' = X P is score (π_i, π_j) for X."""
    permutation(p, i, j)
    p.given(moved=MOVED)
    keys, queries = (fun(lambda c, w=w: w(head, a, c)) for w in (W_K, W_Q))
    key = p.apply("product_permuted", g=keys, j=i)
    query = p.apply("product_permuted", g=queries)
    own, other = (
        fun(lambda a, x=x, s=s, t=t: (of_head(W_K, head, m, d) @ x)(a, s) * (of_head(W_Q, head, m, d) @ x)(a, t))
        for x, s, t in ((tokens2, i, j), (tokens, pi(i), pi(j)))
    )
    term = p.have(Eq(own(a), other(a)), key, query)
    p.generalize(a, term, 1 <= a, a <= m, label="terms")
    sum_ = p.apply("sum_eq", f=own, g=other, lo=1, hi=m)
    p.qed(sum_, Eq(scores(tokens2, head)(i, j), scores(tokens, head)(pi(i), pi(j))))


@paper.theorem
def both_permuted(p: Proof) -> None:
    """(Pᵀ A P)_ij = A_{π_i,π_j}."""
    permutation(p, i, j)
    columns = p.apply("sum_delta", f=fun(lambda k: (P.T @ some_matrix)(i, k)), **PICKED)
    rows = p.apply("sum_delta", f=fun(lambda k: X(k, pi(j))), m=pi(i), lo=1, hi=n)
    p.qed(p.have(Eq((P.T @ some_matrix @ P)(i, j), X(pi(i), pi(j))), columns, rows))


def as_function(x: Matrix) -> Term:
    """The entries of a matrix as a function."""
    return fun(lambda i, j: x(i, j), 2)


AT_P = {"X'": as_function(tokens @ P)}


def name_matrix(matrix: Matrix, sizes: tuple[Term, ...], words: str, symbols: str) -> None:
    """Introduce a name for a matrix made of X, P and the weights, as a function and at (i, j)."""
    paper.notions.define(as_function(matrix), (X, *sizes), words, symbols)
    entry = "({})_{{{{{{{}}},{{{}}}}}}}" if words.endswith(" P") else "{}_{{{{{{{}}},{{{}}}}}}}"
    in_words, in_symbols = (entry.format(form, 1 + len(sizes), 2 + len(sizes)) for form in (words, symbols))
    paper.notions.define(matrix(i, j), (X, *sizes, i, j), in_words, in_symbols)


name_matrix(attention(tokens), (), "Attn({0})", r"\mathrm{{Attn}}({0})")
name_matrix(block(tokens), (h, m, r), "t^({1},{2},{3})({0})", "t^{{{1},{2},{3}}}({0})")
name_matrix(tokens @ P, (), "{0} P", "{0} P")
name_matrix(attention(tokens) @ P, (), "Attn({0}) P", r"\mathrm{{Attn}}({0}) P")
name_matrix(block(tokens) @ P, (h, m, r), "t^({1},{2},{3})({0}) P", "t^{{{1},{2},{3}}}({0}) P")


@paper.claim(PERMUTED, shows=scores(tokens @ P, head).equals(P.T @ scores(tokens, head) @ P))
def scores_of_permuted(p: Proof) -> Fact:
    """Both have the entry (π_i, π_j) of the scores for X."""
    permutation(p, i, j)
    p.apply("moved_by_matrix", label="moved")
    own = p.apply("scores_permuted", **AT_P)
    p.apply("both_permuted", X=as_function(scores(tokens, head)), label="both")
    entry = p.have(Eq(scores(tokens @ P, head)(i, j), (P.T @ scores(tokens, head) @ P)(i, j)), own)
    return p.generalize(j, entry)


@paper.theorem
def softmax_permuted(p: Proof) -> None:
    """If A'_kj = A_{π_k,π_j} for all k then σ[A']_ij = σ[A]_{π_i,π_j}."""
    permutation(p, i, j)
    p.given(entries=every(lambda k: Eq(X2(k, j), X(pi(k), pi(j))), 1, n))
    column = fun(lambda k: X(pi(k), pi(j)))
    same = p.apply("softmax_eq", a=fun(lambda k: X2(k, j)), b=column, k=i)
    sum_ = p.apply("sum_reindexed", f=fun(lambda k: exp(X(k, pi(j)))), rho=pi)
    share = p.congr(inv, sum_)
    goal = Eq(softmax(named(X2, n, n))(i, j), softmax(some_matrix)(pi(i), pi(j)))
    p.qed(p.have(goal, same, (share, exp(column(i)))))


@paper.claim(PERMUTED, shows=softmax(P.T @ some_matrix @ P).equals(P.T @ softmax(some_matrix) @ P))
def softmax_of_permuted(p: Proof) -> Fact:
    """A column of Pᵀ A P is a permutation of a column of A, and the sum of its exponentials is the same."""
    permutation(p, i, j, k)
    own = p.apply("softmax_permuted", **{"X'": as_function(P.T @ some_matrix @ P)})
    p.apply("both_permuted", X=as_function(softmax(some_matrix)), label="both")
    entry = p.have(Eq(softmax(P.T @ some_matrix @ P)(i, j), (P.T @ softmax(some_matrix) @ P)(i, j)), own)
    return p.generalize(j, entry)


def printed_attention(x: Matrix, moved: Matrix) -> Matrix:
    """Attn(X P) with P and Pᵀ factored out of the scores: X P + Σ W_O (W_V X P) Pᵀ σ[…] P, where X P is `moved`."""
    return Matrix(
        d,
        n,
        lambda i, j: (
            moved(i, j) + Sum(lambda head: (values(moved, head) @ (P.T @ softmax(scores(x, head)) @ P))(i, j), 1, h)
        ),
    )


@paper.theorem
def value_permuted(p: Proof) -> None:
    """W_O W_V X' at (i, k) is W_O W_V X at (i, π_k)."""
    permutation(p, k)
    p.given(moved=MOVED)
    value = p.apply("product_permuted", g=fun(lambda c: W_V(head, a, c)), j=k)
    own, other = (
        fun(lambda a, x=x, at=at: W_O(head, i, a) * (of_head(W_V, head, m, d) @ x)(a, at))
        for x, at in ((tokens2, k), (tokens, pi(k)))
    )
    term = p.have(Eq(own(a), other(a)), (value, W_O(head, i, a)))
    p.generalize(a, term, 1 <= a, a <= m, label="terms")
    sum_ = p.apply("sum_eq", f=own, g=other, lo=1, hi=m)
    p.qed(sum_, Eq(values(tokens2, head)(i, k), values(tokens, head)(i, pi(k))))


@paper.theorem
def head_permuted(p: Proof) -> None:
    """If column j has the weights of column π_j in the order π, the head's outputs in columns j and π_j are equal."""
    permutation(p, j, k)
    p.given(moved=MOVED)
    weights = fun(lambda k: softmax(scores(tokens, head))(k, pi(j)))
    weight = p.specialize(p.assume(every(lambda k: Eq(f(k), weights(pi(k))), 1, n)), k)
    value = p.apply("value_permuted")
    own = fun(lambda k: values(tokens2, head)(i, k) * f(k))
    whole = fun(lambda k: values(tokens, head)(i, k) * weights(k))
    moved = fun(lambda k: whole(pi(k)))
    term = p.have(Eq(own(k), moved(k)), weight, (value, f(k)))
    p.generalize(k, term, label="terms")
    sum_ = p.apply("sum_eq", f=own, g=moved, lo=1, hi=n)
    order = p.apply("sum_reindexed", f=whole, rho=pi)
    p.qed(p.have(Eq(Sum(own, 1, n), Sum(whole, 1, n)), sum_, order))


def heads_permuted(p: Proof, weights: Callable[[Term], Matrix]) -> None:
    """Prove "sum", from "entries": Σ over the heads with these weights in column j is that of Attn(X) in column π_j."""
    own = fun(lambda head: (values(tokens2, head) @ weights(head))(i, j))
    other = fun(lambda head: (values(tokens, head) @ softmax(scores(tokens, head)))(i, pi(j)))
    p.apply("head_permuted", "entries", label="head")
    p.apply("sum_eq", "head", f=own, g=other, lo=1, hi=h, label="sum")
    p.specialize("moved", i, j, label="skip")


@paper.theorem
def attention_permuted(p: Proof) -> None:
    """Attn(X')_ij = Attn(X)_{i,π_j}."""
    permutation(p, j, k)
    p.given(moved=MOVED, **ROW)
    each = p.apply("scores_permuted", i=k)
    p.generalize(k, each, label="score")
    of_x, of_xp = as_function(scores(tokens, head)), as_function(scores(tokens2, head))
    weight = p.apply("softmax_permuted", i=k, X=of_x, **{"X'": of_xp})
    p.generalize(k, weight, label="entries")
    heads_permuted(p, lambda head: softmax(scores(tokens2, head)))
    p.qed(p.have(Eq(attention(tokens2)(i, j), attention(tokens)(i, pi(j))), "sum", "skip"))


@paper.theorem
def printed_attention_permuted(p: Proof) -> None:
    """The middle of the display, at (i, j), is Attn(X)_{i,π_j}."""
    permutation(p, j, k)
    p.given(moved=MOVED, **ROW)
    both = p.apply("both_permuted", i=k, X=as_function(softmax(scores(tokens, head))))
    p.generalize(k, both, label="entries")
    heads_permuted(p, lambda head: P.T @ softmax(scores(tokens, head)) @ P)
    p.qed(p.have(Eq(printed_attention(tokens, tokens2)(i, j), attention(tokens)(i, pi(j))), "sum", "skip"))


@paper.claim(PERMUTED, shows=attention(tokens @ P).equals(printed_attention(tokens, tokens @ P)))
def attention_first(p: Proof) -> Fact:
    """By the two previous displays."""
    permutation(p, j)
    p.given(**ROW)
    p.apply("moved_by_matrix", label="moved")
    left = p.apply("attention_permuted", **AT_P)
    p.apply("printed_attention_permuted", **AT_P, label="right")
    entry = p.have(Eq(attention(tokens @ P)(i, j), printed_attention(tokens, tokens @ P)(i, j)), left)
    return p.generalize(j, entry)


@paper.claim(PERMUTED, shows=printed_attention(tokens, tokens @ P).equals(attention(tokens) @ P))
def attention_second(p: Proof) -> Fact:
    """P Pᵀ = I: the sum over the tokens does not depend on their order."""
    permutation(p, j)
    p.given(**ROW)
    p.apply("moved_by_matrix", label="moved")
    left = p.apply("printed_attention_permuted", **AT_P)
    p.apply("sum_delta", f=fun(lambda k: attention(tokens)(i, k)), **PICKED, label="right")
    entry = p.have(Eq(printed_attention(tokens, tokens @ P)(i, j), (attention(tokens) @ P)(i, j)), left)
    return p.generalize(j, entry)


@paper.theorem
def hidden_permuted(p: Proof) -> None:
    """Columns permuted by π ⊢ the hidden nodes of column j are those of column π_j."""
    p.given(same=every(lambda c: Eq(X2(c, j), X(c, k)), 1, d), low=1 <= c, high=c <= d)
    own = p.specialize("same", c)
    members = [fun(lambda c, x=x, at=at: W_1(a, c) * x(c, at)) for x, at in ((X2, j), (X, k))]
    term = p.have(Eq(members[0](c), members[1](c)), (own, W_1(a, c)))
    p.generalize(c, term, label="terms")
    sum_ = p.apply("sum_eq", f=members[0], g=members[1], lo=1, hi=d)
    p.qed(p.congr(lambda t: relu(t + b_1(a)), sum_))


@paper.theorem
def feed_forward_tokenwise(p: Proof) -> None:
    """FF is token-wise: column j of X' is column k of X ⊢ the same holds for their images."""
    p.given(same=every(lambda c: Eq(X2(c, j), X(c, k)), 1, d), **ROW, low=1 <= a, high=a <= r)
    p.apply("hidden_permuted", label="hidden")
    members = [fun(lambda a, x=x, at=at: W_2(i, a) * hidden(named(x, d, n))(a, at)) for x, at in ((X2, j), (X, k))]
    term = p.have(Eq(members[0](a), members[1](a)), ("hidden", W_2(i, a)))
    p.generalize(a, term, "low", "high", label="terms")
    sum_ = p.apply("sum_eq", f=members[0], g=members[1], lo=1, hi=r)
    own = p.specialize("same", i)
    goal = Eq(feed_forward(named(X2, d, n))(i, j), feed_forward(named(X, d, n))(i, k))
    p.qed(p.have(goal, sum_, own))


def ones_permuted(b: Term, rows: Term) -> Matrix:
    """b 1ᵀ P."""
    return Matrix(rows, n, lambda i, j: b(i)) @ P


mid = attention(tokens)
LINE_1 = (
    mid @ P
    + named(W_2, d, r) @ entrywise(relu, named(W_1, r, d) @ (mid @ P) + ones_permuted(b_1, r))
    + ones_permuted(b_2, d)
)
LINE_2 = mid @ P + named(W_2, d, r) @ (hidden(mid) @ P) + ones_permuted(b_2, d)


@paper.theorem
def ones_stay(p: Proof) -> None:
    """1ᵀ P = 1ᵀ: b 1ᵀ P has the entries of b."""
    permutation(p, j)
    p.qed(p.apply("sum_delta", f=fun(lambda k: f(i)), **PICKED), Eq(ones_permuted(f, d)(i, j), f(i)))


@paper.theorem
def feed_forward_permuted(p: Proof) -> None:
    """FF(Attn(X'))_ij = FF(Attn(X))_{i,π_j}."""
    permutation(p, j)
    p.given(moved=MOVED)
    p.given(**ROW, c_low=1 <= c, c_high=c <= d)
    attn = p.apply("attention_permuted", i=c)
    p.generalize(c, attn, label="same")
    by: dict[str, Term] = {"X'": as_function(attention(tokens2)), "X": as_function(mid), "k": pi(j)}
    out = p.apply("feed_forward_tokenwise", **by)
    p.qed(out, Eq(block(tokens2)(i, j), block(tokens)(i, pi(j))))


def line_permuted(p: Proof, line: Matrix, hidden_line: Matrix, entry: Callable[[Term], Fact]) -> None:
    """Prove that the line at (i, j) is the block's output at (i, π_j); `entry` gives hidden node a of column j."""
    skip = p.apply("sum_delta", f=fun(lambda k: mid(i, k)), **PICKED)
    bias = p.apply("ones_stay", f=b_2)
    node = entry(a)
    own, other = fun(lambda a: W_2(i, a) * hidden_line(a, j)), fun(lambda a: W_2(i, a) * hidden(mid)(a, pi(j)))
    term = p.have(Eq(own(a), other(a)), (node, W_2(i, a)))
    sum_ = p.apply("sum_eq", term, f=own, g=other, lo=1, hi=r)
    p.qed(p.have(Eq(line(i, j), block(tokens)(i, pi(j))), skip, bias, sum_, label="out"))


@paper.theorem
def line_1_permuted(p: Proof) -> None:
    """The first line of the display, at (i, j), is FF(X)_{i,π_j}."""
    permutation(p, j)

    def node(a: Term) -> Fact:
        p.apply("moved_by_matrix", X=as_function(mid), label="moved")
        by = {"X": as_function(mid), "X'": as_function(mid @ P)}
        inner = p.apply("product_permuted", g=fun(lambda c: W_1(a, c)), **by)
        ones = p.apply("ones_stay", f=b_1, i=a)
        left = (named(W_1, r, d) @ (mid @ P))(a, j) + ones_permuted(b_1, r)(a, j)
        right = (named(W_1, r, d) @ mid)(a, pi(j)) + b_1(a)
        input_ = p.have(Eq(left, right), inner, ones)
        return p.congr(relu, input_)

    line_permuted(p, LINE_1, entrywise(relu, named(W_1, r, d) @ (mid @ P) + ones_permuted(b_1, r)), node)


@paper.theorem
def line_2_permuted(p: Proof) -> None:
    """The second line of the display, at (i, j), is FF(X)_{i,π_j}."""
    permutation(p, j)
    f = fun(lambda k: hidden(mid)(a, k))
    line_permuted(p, LINE_2, hidden(mid) @ P, lambda a: p.apply("sum_delta", f=f, **PICKED))


def lines_equal(p: Proof, left: Matrix, right: Matrix, *entries: str) -> Fact:
    """Prove that two matrices are equal, as by these theorems both have the entry (i, π_j) of FF(X)."""
    permutation(p, j)
    p.given(**ROW)
    p.apply("moved_by_matrix", label="moved")
    facts = [p.apply(entry, **(AT_P if entry == "feed_forward_permuted" else {})) for entry in entries]
    facts.append(p.apply("sum_delta", f=fun(lambda k: block(tokens)(i, k)), **PICKED))
    p.have(Eq(left(i, j), right(i, j)), *facts, label="entry")
    return p.generalize(j, "entry", label="row")


@paper.claim(PERMUTED, shows=block(tokens @ P).equals(LINE_1))
def block_line_1(p: Proof) -> Fact:
    """Attn(X P) = Attn(X) P and 1ᵀ P = 1ᵀ."""
    return lines_equal(p, block(tokens @ P), LINE_1, "feed_forward_permuted", "line_1_permuted")


@paper.claim(PERMUTED, shows=LINE_1.equals(LINE_2))
def block_line_2(p: Proof) -> Fact:
    """ReLU(X P) = ReLU(X) P."""
    return lines_equal(p, LINE_1, LINE_2, "line_1_permuted", "line_2_permuted")


@paper.claim(PERMUTED, shows=LINE_2.equals(block(tokens) @ P))
def block_line_3(p: Proof) -> Fact:
    """P is a common factor."""
    return lines_equal(p, LINE_2, block(tokens) @ P, "line_2_permuted")


@paper.claim(PERMUTED, shows=block(tokens @ P).equals(block(tokens) @ P))
def block_equivariant(p: Proof) -> Fact:
    """By appendix B."""
    return lines_equal(p, block(tokens @ P), block(tokens) @ P, "feed_forward_permuted")
