"""One notion, one meaning: what several packages define is the same, at random sizes and rational values.

`NOTIONS` has a row for each notion that two or three of `symbolic` (SymPy), `numeric` (NumPy, balls) and the terms of
`proofs/papers` and `proofs/theorems/networks` define, under one name or under several. A row names its versions,
evaluates all of them at the same values, and says which of the results must agree: terms are evaluated by
`exact_terms`, SymPy by substitution. A name that two packages share is in a row, or in `HOMONYMS`, which says what else
it means.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp
from exact_terms import holds, table, value, vector
from flint import arb, arb_mat, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp

from numeric.constructions import ball_layers
from numeric.strategies import increasing_ids, rationals
from proofs.language.notation import Term, fun, ints, mapping, num, reals, sequences, vectors
from proofs.theorems.algebra import matrices
from proofs.theorems.algebra.matrices import Matrix, named
from symbolic.max_affine import MaxAffine

Draw = Callable[[st.SearchStrategy[Any]], Any]
Results = Iterator[Sequence[Any]]  # the values in each of these are one number, truth or array
Grid = list[list[Fraction]]
NOTIONS: dict[str, tuple[tuple[str, ...], Callable[..., Results]]] = {}
PACKAGES = {"symbolic": ("symbolic",), "numeric": ("numeric",), "terms": ("proofs/papers", "proofs/theorems/networks")}
KS, YUN, LIU, NETWORKS = "proofs.papers.ks", "proofs.papers.yun", "proofs.papers.liu", "proofs.theorems.networks"
a, x = vectors("a x")
d, n = ints("d n")
X, Z = (named(letter, d, n) for letter in vectors("X Z", 2))
(c,), (C,) = sequences("c"), sequences("C", 2)


def notion(*versions: str) -> Callable[[Callable[..., Results]], Callable[..., Results]]:
    """Add a row; the function gets a source of random values and then the versions."""

    def register(compare: Callable[..., Results]) -> Callable[..., Results]:
        NOTIONS[compare.__name__] = versions, compare
        return compare

    return register


@cache
def imported(name: str) -> Any:
    """Return what a dotted name stands for."""
    module, parts = name, []
    while True:
        try:
            found: Any = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            parts.insert(0, last)
    for part in parts:
        found = getattr(found, part)
    return found


# --- values -----------------------------------------------------------------------------------------------------------


def entries(draw: Draw, size: int, low: int = -3, high: int = 3) -> list[Fraction]:
    """Draw rational entries; halves, so that floating-point numbers have the same ties."""
    return [Fraction(draw(st.integers(2 * low, 2 * high)), 2) for _ in range(size)]


def grid(draw: Draw, rows: int, columns: int, low: int = -2, high: int = 2) -> Grid:
    """Draw a matrix of such entries."""
    return [entries(draw, columns, low, high) for _ in range(rows)]


def size(draw: Draw, low: int = 1, high: int = 3) -> int:
    """Draw a size."""
    return int(draw(st.integers(low, high)))


def floats(rows: Any) -> Any:
    """Return an array of floating-point numbers."""
    return np.array(rows, dtype=np.float64)


def flat(result: Any) -> list[float]:
    """Return the numbers of a result, truths as 0 and 1."""
    if isinstance(result, arb_mat):
        return flat(result.tolist())
    if isinstance(result, arb):
        assert result.rad() < 1e-9
        return [float(result.mid())]
    if isinstance(result, sp.MatrixBase | np.ndarray):
        return flat(result.tolist())
    if isinstance(result, list | tuple):
        return [number for part in result for number in flat(part)]
    if isinstance(result, fmpq):
        return [int(result.p) / int(result.q)]
    return [float(sp.N(result, 20)) if isinstance(result, sp.Basic) else float(result)]


def at_values(expression: sp.Expr, n: int, v: Sequence[Fraction], i: int = 0) -> sp.Expr:
    """Return an expression in a, n and i at the values of these."""
    symbols = {"n": n, "i": i}
    out = expression.subs({s: symbols[s.name] for s in expression.free_symbols if s.name in symbols}).doit()
    return out.replace(lambda e: isinstance(e, sp.Indexed), lambda e: sp.Rational(v[int(e.indices[0]) - 1]))


def matrix_value(matrix: Matrix, at: Mapping[str, Any]) -> list[list[Any]]:
    """Return the entries of a matrix of terms."""
    rows, columns = (int(value(end, at)) for end in (matrix.rows, matrix.columns))
    return [[value(matrix(t, k), at) for k in range(1, columns + 1)] for t in range(1, rows + 1)]


def data(sequences: Sequence[Grid]) -> Callable[[Any, Any, Any], Fraction]:
    """Return the sequences, or the weights of heads, as a function of three indices from 1."""
    return lambda i, t, k: table(sequences[int(i) - 1])(t, k)


def by_name(names: str, *values: Any) -> dict[str, Any]:
    """Return values under the names of variables; a matrix or data of three indices as a function from 1 on."""

    def function(found: Any) -> Any:
        if not isinstance(found, list):
            return found
        if not isinstance(found[0], list):
            return vector(found)
        return data(found) if isinstance(found[0][0], list) else table(found)

    return {name: function(found) for name, found in zip(names.split(), values, strict=True)}


# --- the Boltzmann operator -------------------------------------------------------------------------------------------

VECTOR, COUNT, PLACE = sp.IndexedBase("a"), *sp.symbols("n i", integer=True, positive=True)


@cache
def of_a_vector(symbolic: Any, *place: sp.Symbol) -> sp.Expr:
    """Return SymPy's definition or derivation for the vector a of n entries, made once for all examples."""
    return symbolic(lambda k: VECTOR[k], COUNT, *place)


def on_a_vector(draw: Draw, symbolic: Any, terms: Sequence[Any], at_place: bool = False) -> tuple[list[Any], list, int]:
    """Return SymPy's value and those of terms at a vector, at one of its places if asked, and the vector and place."""
    n = size(draw, 1, 4)
    v, i = entries(draw, n), size(draw, 1, n)
    place = [PLACE] if at_place else []
    by_symbols = at_values(of_a_vector(symbolic, *place), n, v, i)
    by_terms = [value(term(a, num(n), *([num(i)] if at_place else [])), {"a": vector(v)}) for term in terms]
    return [by_symbols, *by_terms], v, i


@notion("symbolic.boltzmann.partition", f"{KS}.vocabulary.partition", f"{NETWORKS}.softmax.partition")
def partition(draw, symbolic, ks, networks):
    yield on_a_vector(draw, symbolic, [ks, lambda a, n: networks(a, n)])[0]


@notion(
    "symbolic.boltzmann.softmax", f"{KS}.vocabulary.softmax", f"{KS}.vocabulary.p_", f"{NETWORKS}.softmax.weight",
    "numeric.boltzmann.softmax", "numeric.constructions.ball_layers.softmax",
    "proofs.theorems.algebra.matrices.softmax",
)  # fmt: skip
def softmax(draw, symbolic, ks, p, weight, numeric, balls, columns):
    terms = [ks, lambda a, n, i: weight(a, i, n), lambda a, n, i: columns(matrices.column(a, n))(i, 1)]
    found, v, i = on_a_vector(draw, symbolic, terms, at_place=True)
    of_paper = value(p(num(i), a), {"a": vector(v), "n": len(v)})
    yield [*found, of_paper, numeric(floats(v))[i - 1], balls(ball_layers.matrix([[y] for y in v]))[i - 1, 0]]


@notion("symbolic.boltzmann.boltz", f"{KS}.vocabulary.boltz", "numeric.boltzmann.boltz", "numeric.balls.boltz")
def boltz(draw, symbolic, ks, numeric, balls):
    found, v, _ = on_a_vector(draw, symbolic, [ks])
    yield [*found, numeric(floats(v)), balls(v)]


@notion("symbolic.boltzmann.log_partition", f"{KS}.vocabulary.log_partition", "numeric.boltzmann.log_partition")
def log_partition(draw, symbolic, ks, numeric):
    found, v, _ = on_a_vector(draw, symbolic, [ks])
    yield [*found, numeric(floats(v))]


@notion("symbolic.boltzmann.entropy", f"{KS}.vocabulary.entropy", "numeric.boltzmann.entropy")
def entropy(draw, symbolic, ks, numeric):
    found, v, _ = on_a_vector(draw, symbolic, [ks])
    yield [*found, numeric(floats(v))]


@notion(
    "symbolic.boltzmann.gradient", "symbolic.boltzmann.derive_gradient", f"{KS}.vocabulary.gradient",
    "numeric.boltzmann.gradient", "numeric.balls.gradient",
)  # fmt: skip
def gradient(draw, symbolic, derived, ks, numeric, balls):
    found, v, i = on_a_vector(draw, symbolic, [ks], at_place=True)
    by_rules = at_values(of_a_vector(derived, PLACE), len(v), v, i)
    yield [*found, by_rules, numeric(floats(v))[i - 1], balls(v, i - 1)]


@notion(
    "symbolic.boltzmann.second_derivative", "symbolic.boltzmann.derive_second_derivative",
    f"{KS}.vocabulary.second_derivative", "numeric.boltzmann.second_derivative", "numeric.balls.second_derivative",
)  # fmt: skip
def second_derivative(draw, symbolic, derived, ks, numeric, balls):
    found, v, i = on_a_vector(draw, symbolic, [ks], at_place=True)
    by_rules = at_values(of_a_vector(derived, PLACE), len(v), v, i)
    yield [*found, by_rules, numeric(floats(v))[i - 1], balls(v, i - 1)]


@notion("symbolic.boltzmann.monotonicity_threshold", "numeric.balls.monotonicity_threshold")
def monotonicity_threshold(draw, symbolic, balls):
    n = size(draw, 1, 1000)
    yield [symbolic(n), balls(n)]


MASKS = f"{KS}.appendix_c_masks.masked_boltzmann"


def masked(draw: Draw) -> tuple[list[Fraction], list[bool], Callable[[Any], Any]]:
    """Draw a vector and a mask that keeps an entry, also as a condition for SymPy."""
    n = size(draw, 1, 4)
    v, kept = entries(draw, n), draw(st.lists(st.booleans(), min_size=n, max_size=n).filter(any))
    return v, kept, lambda k: sp.Or(*(sp.Eq(k, j) for j in range(1, n + 1) if kept[j - 1]))


@notion("symbolic.boltzmann.concavity_defect", f"{KS}.beyond.lemma_5_sharp_threshold.balanced",
        "symbolic.boltzmann.concavity_curve", f"{KS}.beyond.lemma_5_sharp_threshold.stationary")  # fmt: skip
def concavity(draw, defect, balanced, curve, stationary):
    g, tau = entries(draw, 2, 1, 3)
    count = size(draw, 2, 9)
    left, right = (value(side, {"g": g, "tau": tau, "n": count}) for side in balanced.args)
    yield [defect(g, tau, count), left - right]
    point = [sp.N(part, 40) for part in curve(size(draw, 2, 40))]
    at = dict(zip(("g", "tau", "n"), map(mp.mpf, map(str, point)), strict=True))
    for equation in (stationary, balanced):
        yield [value(side, at) for side in equation.args]


@notion("symbolic.attention.masked_softmax", f"{MASKS}.masked_softmax", f"{MASKS}.masked_columns",
        "numeric.boltzmann.softmax")  # fmt: skip
def masked_softmax(draw, symbolic, ks, columns, numeric):
    v, kept, keep = masked(draw)
    n, marks = len(v), vector([int(k) for k in kept])
    at = {"a": vector(v), "c": marks, "C": lambda i, j: marks(i)}
    for i in range(1, n + 1):
        by_symbols = at_values(symbolic(lambda k: VECTOR[k], keep, n, i), n, v)
        one, whole = ks(a, c, num(i), num(n)), columns(matrices.column(a, num(n)), C)(num(i), num(1))
        yield [by_symbols, value(one, at), value(whole, at), numeric(floats(v), mask=kept)[i - 1]]


@notion("symbolic.attention.masked_boltz", f"{MASKS}.masked_boltz", "numeric.boltzmann.boltz")
def masked_boltz(draw, symbolic, ks, numeric):
    v, kept, keep = masked(draw)
    n, at = len(v), {"a": vector(v), "c": vector([int(k) for k in kept])}
    by_symbols = at_values(symbolic(lambda k: VECTOR[k], keep, n), n, v)
    yield [by_symbols, value(ks(a, c, num(n)), at), numeric(floats(v), mask=kept)]


# --- attention and feed-forward layers --------------------------------------------------------------------------------


@notion("symbolic.attention.hardmax", "numeric.attention.hardmax", f"{NETWORKS}.hardmax.hardmax",
        "proofs.theorems.algebra.matrices.hardmax", f"{YUN}.appendix_f_lemma_6.activations.hit")  # fmt: skip
def hardmax(draw, symbolic, numeric, networks, columns, hit):
    n = size(draw, 1, 4)
    v = entries(draw, n, -1, 1)
    at = {"a": vector(v), "n": n}
    for i in range(1, n + 1):
        by_symbols = symbolic(lambda k: sp.Rational(v[int(k) - 1]), n, i)
        by_terms = [networks(a, num(i), num(n)), columns(matrices.column(a, num(n)))(i, 1)]
        yield [by_symbols, numeric(floats(v))[i - 1], *(value(term, at) for term in by_terms)]
        yield [bool(by_symbols > 0), value(hit(num(i)), at)]


@notion("symbolic.attention.attend", "numeric.attention.attention", f"{NETWORKS}.hardmax.attended")
def attended(draw, symbolic, numeric, networks):
    size_n = size(draw, 1, 4)
    values, scores = entries(draw, size_n), entries(draw, size_n, -1, 1)
    top = max(scores)
    weights = [Fraction(s == top, scores.count(top)) for s in scores]
    by_symbols = symbolic(lambda k: VECTOR[k], lambda k: VECTOR[k + size_n], size_n).doit()
    by_terms = value(networks(x, a, num(size_n)), by_name("x a", values, scores))
    yield [
        at_values(by_symbols, size_n, values + weights),
        numeric(floats([scores]), [[1.0]], floats([values]), kind="hardmax"),
        by_terms,
    ]


def heads(draw: Draw, count: int = 2) -> tuple[Grid, list[list[Grid]], dict[str, Any]]:
    """Draw a sequence and the weights of some heads, the output first; also by name, with the sizes."""
    rows, columns, number, inner = size(draw, 1, 2), size(draw), size(draw, 1, count), size(draw, 1, 2)
    shapes = (rows, inner), *[(inner, rows)] * 3
    weights = [[grid(draw, *shape, -1, 1) for _ in range(number)] for shape in shapes]
    tokens = grid(draw, rows, columns, -1, 1)
    at = by_name("W_O W_V W_K W_Q d n h s m", *weights, rows, columns, number, inner, inner)
    return tokens, weights, {**at, "Z": table(tokens), "X": table(tokens)}


@notion("numeric.attention.self_attention", "numeric.constructions.ball_layers.self_attention",
        f"{NETWORKS}.transformers.self_attention", f"{YUN}.section_2_transformers.blocks.attention",
        f"{NETWORKS}.transformers.head", f"{NETWORKS}.transformers.single_head")  # fmt: skip
def attention_layer(draw, numeric, balls, networks, yun, head, single_head):
    tokens, weights, at = heads(draw)
    z, first = ball_layers.matrix(tokens), [w[0] for w in weights]
    by_balls = sum((balls(z, *map(ball_layers.matrix, one)) - z for one in zip(*weights, strict=True)), z)
    by_terms = [matrix_value(layer, at) for layer in (networks(Z), yun(X))]
    yield [numeric(floats(tokens), *map(floats, weights)), by_balls, *by_terms]
    at |= by_name("W_O W_V W_K W_Q", *first)
    W_O, W_V, W_K, W_Q = letters = vectors("W_O W_V W_K W_Q", 2)
    s = ints("s")[0]
    shaped = named(W_O, d, s), *(named(w, s, d) for w in (W_V, W_K, W_Q))
    one = matrix_value(single_head(*letters)(Z), at)
    yield [numeric(floats(tokens), *(floats([w]) for w in first)), one, matrix_value(Z + head(Z, *shaped), at)]


@notion("symbolic.attention.hardmax_layer", "symbolic.attention.Head", "numeric.attention.self_attention",
        f"{NETWORKS}.transformers.self_attention", f"{KS}.section_3_theorem_1.theorem_1.layer")  # fmt: skip
def hardmax_layer(draw, symbolic, Head, numeric, networks, ks):
    tokens, weights, at = heads(draw)
    by_symbols = symbolic(sp.Matrix(tokens), [Head(*map(sp.Matrix, one)) for one in zip(*weights, strict=True)])
    by_terms = [matrix_value(layer, at) for layer in (networks(Z, weigh=matrices.hardmax), ks(Z))]
    yield [by_symbols, numeric(floats(tokens), *map(floats, weights), kind="hardmax"), *by_terms]


@notion("numeric.attention.attention", f"{LIU}.section_2_layers.layers.attention_layer",
        f"{LIU}.section_2_layers.layers.cross_attention_layer", f"{LIU}.section_2_layers.statements.attention",
        f"{LIU}.section_2_layers.statements.cross_attention",
        f"{LIU}.section_4_2_cross_attention.one_layer.attended")  # fmt: skip
def attention(draw, numeric, one, two, declared, declared_two, attends):
    rows, columns, inner, out = (size(draw, 1, 2) for _ in range(4))
    shapes = (inner, rows), (inner, rows), (rows, rows), (columns, out)
    weights = [grid(draw, *shape, -1, 1) for shape in shapes]
    keys, queries = (grid(draw, rows, columns, -1, 1) for _ in range(2))
    W_K, W_Q, W_V, W_O = map(floats, weights)
    at = by_name("W_K W_Q W_V W_O Z Z_K Z_Q", *weights, keys, keys, queries)
    at |= by_name("D N l N_out n d_Attn s", rows, columns, columns, out, out, inner, inner)
    D, N, N_out, s = ints("D N N_out s")
    letters = vectors("W_K W_Q W_V W_O", 2)
    Z_1, Z_K, Z_Q = (named(letter, D, N) for letter in vectors("Z Z_K Z_Q", 2))
    self_found = [one(Z_1, letters, s, D, N_out), declared(D)]
    k, q = map(floats, (keys, queries))
    yield [numeric(W_K @ k, W_Q @ k, W_V @ k) @ W_O, *(matrix_value(m, at) for m in self_found)]
    K, Q, V = (named(w, rows, D) for w, rows in zip(letters, (s, s, D), strict=False))
    wide_K, wide_Q = (named(letter, D, ints("l")[0]) for letter in vectors("Z_K Z_Q", 2))
    found = [two(Z_K, Z_Q, letters, s, D, N_out), declared_two(D), attends(K @ wide_K, Q @ wide_Q, V @ wide_K)]
    yield [numeric(W_K @ k, W_Q @ q, W_V @ k) @ W_O, *(matrix_value(m, at) for m in found)]


@notion("numeric.attention.rank_one_attention", f"{KS}.section_5_rank_one.rank_one_attention.rank_one",
        "numeric.constructions.ball_layers.rank_one_weights")  # fmt: skip
def rank_one_attention(draw, numeric, ks, balls):
    rows, columns, inner = size(draw), size(draw), size(draw)
    tokens = grid(draw, rows, columns, -1, 1)
    first, second, out = (entries(draw, rows, -1, 1) for _ in range(3))
    at = by_name("Z v_1 v_2 w_O d n", tokens, first, second, out, rows, columns)
    yield [numeric(floats(tokens), floats(first), floats(second), floats(out)), matrix_value(ks(Z), at)]
    strength = entries(draw, 1)[0]
    weights = balls(first, strength, out, inner)
    scaled = floats([strength * y for y in first])
    by_balls = ball_layers.self_attention(ball_layers.matrix(tokens), *weights)
    yield [numeric(floats(tokens), floats(first), scaled, floats(out)), by_balls]


@notion("numeric.constructions.ball_layers.relu", f"{NETWORKS}.relu.relu")
def relu(draw, balls, networks):
    z = draw(rationals(-3, 3))
    yield [max(z, 0), balls(ball_layers.matrix([[z]])[0, 0]), value(networks(*reals("z")), {"z": z})]


@notion("numeric.attention.feed_forward", "numeric.constructions.ball_layers.feed_forward",
        f"{NETWORKS}.transformers.feed_forward", f"{YUN}.section_2_transformers.blocks.feed_forward",
        f"{NETWORKS}.one_hidden_layer.computed")  # fmt: skip
def feed_forward(draw, numeric, balls, networks, yun, computed):
    rows, columns, hidden = size(draw), size(draw), size(draw)
    tokens, first, second = (grid(draw, *shape) for shape in ((rows, columns), (hidden, rows), (rows, hidden)))
    b_1, b_2 = entries(draw, hidden), entries(draw, rows) if draw(st.booleans()) else [Fraction(0)] * rows
    at = by_name("Z X W_1 W_2 b_1 b_2 d n q r", tokens, tokens, first, second, b_1, b_2, rows, columns, hidden, hidden)
    letters = *vectors("W_1", 2), *vectors("b_1"), *vectors("W_2", 2), *vectors("b_2")
    by_terms = [matrix_value(layer, at) for layer in (networks(Z, *letters), yun(X))]
    exact = [floats(m) for m in (tokens, first, b_1, second, b_2)]
    yield [numeric(*exact), *by_terms]
    W_1, B_1, W_2, _ = letters
    if not any(b_2):
        biases = [ball_layers.matrix([[y]])[0, 0] for y in b_1]
        z, one, two = map(ball_layers.matrix, (tokens, first, second))
        yield [numeric(*exact), balls(z, one, biases, two)]
        token = fun(lambda t: Z(t, 1))
        no_skip = [value(computed(num(hidden), W_1, B_1, W_2, token, num(t), d), at) for t in range(1, rows + 1)]
        yield [[row[0] for row in balls(z, one, biases, two, skip=False).tolist()], no_skip]


@notion(f"{YUN}.section_2_transformers.blocks.block", f"{KS}.section_4_corollaries.corollary_1.block",
        f"{KS}.section_3_theorem_1.memorization_fails.hard_block", "numeric.constructions.memorizing.Block",
        "numeric.attention.self_attention", "numeric.attention.feed_forward",
        "numeric.constructions.memorizing.Block.parameters",
        f"{KS}.section_4_corollaries.corollary_1.parameters")  # fmt: skip
def transformer_block(draw, yun, ks, hard, Block, attends, feeds, count, parameters):
    tokens, weights, at = heads(draw, 1)
    rows, hidden = at["d"], size(draw, 1, 2)
    first, second, b_1, b_2 = grid(draw, hidden, rows, -1, 1), grid(draw, rows, hidden, -1, 1), [0] * hidden, [0] * rows
    at |= by_name("W_1 W_2 b_1 b_2 c_1 c_2 q r", first, second, b_1, b_2, b_1, b_2, hidden, hidden)
    layer = [floats(m) for m in (first, b_1, second, b_2)]
    whole = feeds(attends(floats(tokens), *map(floats, weights)), *layer)
    bare = [ball_layers.matrix(m) for m in (*(w[0] for w in weights), first)]
    built = Block(*bare, [arb(0)] * hidden, ball_layers.matrix(second), [arb(0)] * hidden, Fraction(0), 128)
    yield [whole, matrix_value(yun(X), at), built(tokens)]
    yield [feeds(attends(floats(tokens), *map(floats, weights), kind="hardmax"), *layer), matrix_value(hard(Z), at)]
    q = ints("q")[0]
    letters = *vectors("W_O W_V W_K W_Q W_1", 2), *vectors("b_1"), *vectors("W_2", 2), *vectors("b_2")
    yield [count(built, 1, at["n"])["total"], value(parameters(q), at)]
    images = ks(vectors("X", 3)[0], *letters, q)
    at |= by_name("W_O W_V W_K W_Q X", *(w[0] for w in weights), [tokens])
    yield [whole, matrix_value(Matrix(d, n, lambda t, k: images(num(1), t, k)), at)]


# --- separated tokens and contextual mappings -------------------------------------------------------------------------

OFF = Fraction(1, 8)  # bounds are moved by it: no norm of integers is a quarter or half more an eighth


def few_sequences(draw: Draw, most: int = 1) -> tuple[list[Grid], dict[str, Any]]:
    """Draw some sequences of tokens with small integer entries, also by name with their sizes."""
    count, rows, columns = size(draw), size(draw, 1, 2), size(draw)
    numbers = st.integers(-most, most)
    sequences = [[[Fraction(draw(numbers)) for _ in range(columns)] for _ in range(rows)] for _ in range(count)]
    return sequences, by_name("X N d n", sequences, count, rows, columns)


@notion("symbolic.separation.is_separated", "numeric.separation.is_separated", f"{NETWORKS}.transformers.is_separated",
        f"{NETWORKS}.transformers.is_tokenwise_separated",
        f"{NETWORKS}.transformers.tokenwise_separated")  # fmt: skip
def tokenwise_separation(draw, symbolic, numeric, networks, from_below, conditions):
    sequences, at = few_sequences(draw)
    r_min, r_max, delta = (entries(draw, 1, 0, 2)[0] + OFF for _ in range(3))
    at |= {"r_max": r_max, "delta": delta, "r_min": r_min}
    (letter,), (low, *bounds) = vectors("X", 3), reals("r_min r_max delta")
    exact, given_ = [sp.Matrix(m) for m in sequences], {"r_max": r_max, "delta": delta}
    for least, whole in ({}, networks(letter, *bounds)), ({"r_min": r_min}, from_below(letter, low, *bounds)):
        parts = conditions(letter, *bounds, *([low] if least else []))
        yield [
            symbolic(exact, **given_, **least),
            numeric(floats(sequences), **given_, **least),
            all(holds(formula, at) for formula in parts),
            holds(whole, at),
        ]


@notion("symbolic.separation.has_duplicate_token", f"{NETWORKS}.transformers.no_duplicate_tokens",
        f"{KS}.section_3_theorem_1.theorem_1.without_duplicates")  # fmt: skip
def duplicate_tokens(draw, symbolic, networks, ks):
    sequences, at = few_sequences(draw)
    found = not any(symbolic(sp.Matrix(m)) for m in sequences)
    letter, N = *vectors("X", 3), *ints("N")
    yield [found, holds(networks(letter), at), holds(ks(letter, N), at)]


@notion("symbolic.separation.vocabulary", "numeric.separation.vocabulary_ids", "numeric.separation.token_ids",
        f"{NETWORKS}.transformers.other_vocabulary", f"{NETWORKS}.transformers.different")  # fmt: skip
def vocabulary(draw, symbolic, numeric, tokens, networks, different):
    sequences, at = few_sequences(draw)
    sets, ids, places = (
        [symbolic(sp.Matrix(m)) for m in sequences],
        numeric(floats(sequences)),
        tokens(floats(sequences)),
    )
    letter = vectors("X", 3)[0]
    for i, j in [(i, j) for i in range(len(sets)) for j in range(len(sets))]:
        yield [sets[i] != sets[j], ids[i] != ids[j], holds(networks(letter, num(i + 1), num(j + 1)), at)]
        one, other = (fun(lambda t, k=k: letter(num(k + 1), t, 1)) for k in (i, j))
        yield [places[i, 0] != places[j, 0], holds(different(one, other), at)]


@notion("symbolic.separation.separation", "symbolic.separation.Separation", "numeric.separation.separation",
        "numeric.separation.Separation")  # fmt: skip
def separation(draw, symbolic, Squares, numeric, Lengths):
    sequences, _ = few_sequences(draw)
    squares, lengths = symbolic([sp.Matrix(m) for m in sequences]), numeric(floats(sequences))
    assert isinstance(squares, Squares) and isinstance(lengths, Lengths)
    yield [squares[:2], [x**2 for x in lengths[:2]]]
    yield [np.inf if squares.distance is None else squares.distance, lengths.distance**2]


@notion("symbolic.separation.is_contextual_mapping", "numeric.separation.is_contextual_mapping",
        "numeric.separation.context_separation", f"{NETWORKS}.transformers.contextual_mapping",
        f"{NETWORKS}.transformers.is_contextual_mapping")  # fmt: skip
def contextual_mapping(draw, symbolic, numeric, measured, conditions, networks):
    sequences, at = few_sequences(draw)
    images = [grid(draw, at["d"], at["n"], -9, 9) for _ in sequences]
    r, delta = Fraction(size(draw, 1, 20)) + OFF, entries(draw, 1, 0, 2)[0] / 8 + OFF / 4
    (X_, Y_), bounds = vectors("X Y", 3), reals("r delta")
    at |= by_name("Y r delta", images, r, delta)
    exact = [[sp.Matrix(m) for m in given_] for given_ in (sequences, images)]
    by_terms = all(holds(formula, at) for formula in conditions(X_, Y_, *bounds))
    by_numbers = numeric(floats(sequences), floats(images), r=float(r), delta=float(delta))
    reached = measured(floats(sequences), floats(images))
    yield [symbolic(*exact, r=r, delta=delta), by_numbers, by_terms, reached.radius < r and reached.gap > delta]
    doubling = mapping(lambda Z, t, k: 2 * Z(t, k), "(ZZ>R)", "Z", "Z")
    twice = [sp.Matrix(m) * 2 for m in sequences]
    yield [symbolic(exact[0], twice, r=r, delta=delta), holds(networks(doubling, X_, *bounds), at)]


@notion("symbolic.separation.has_distinct_ids", f"{YUN}.appendix_e3_lemma_8.contextual_mapping.contextual")
def distinct_ids(draw, symbolic, yun):
    sequences, at = few_sequences(draw, most=2)
    at["d"] = 1
    images = [sp.Matrix(m[:1]) for m in sequences]
    assume(all(one != other for k, one in enumerate(images) for other in images[:k]))
    first_row = yun(lambda L, j: L(num(1), j), vectors("X", 3)[0], num(len(images)))
    yield [symbolic(images), holds(first_row, at)]


# --- the selective shift ----------------------------------------------------------------------------------------------

SHIFT = f"{YUN}.appendix_e3_lemma_8"
NETWORK = "numeric.constructions.contextual_network"


@notion("symbolic.selective_shift.column_id", f"{NETWORK}.Grid.ids", f"{SHIFT}.column_ids.integer_id",
        f"{SHIFT}.selective_shift.column_ids", f"{YUN}.appendix_e4_lemma_9.value_mapping.code")  # fmt: skip
def column_id(draw, symbolic, ids, yun, of_matrix, code):
    rows, cells = size(draw), size(draw, 2, 4)
    digits = [draw(st.integers(0, cells - 1)) for _ in range(rows)]
    column = [Fraction(k, cells) for k in digits]
    at = by_name("x d m Z", column, rows, cells, [[y] for y in column])
    of_grid = imported(f"{NETWORK}.Grid")(rows, 2, cells)
    by_numbers = ids(of_grid, np.array([[2 * k] for k in digits]))[0] / (2 * cells)
    by_terms = [value(yun(x), at), value(code(x), at)]
    weights = fun(lambda i: imported("proofs.theorems.algebra.powers.power")(ints("m")[0], i - 1))
    by_terms.append(value(of_matrix(vectors("Z", 2)[0], weights)(num(1)), at))
    delta, i = sp.Rational(1, cells), sp.Symbol("d", integer=True, positive=True)
    by_symbols = symbolic(lambda k: VECTOR[k], i, delta).subs(i, rows).doit()
    yield [symbolic(lambda k: sp.Rational(column[int(k) - 1]), rows, delta), at_values(by_symbols, rows, column),
           by_numbers, *by_terms]  # fmt: skip


def own_ids(draw: Draw) -> tuple[list[int], dict[str, Any]]:
    """Draw ids that are multiples of their number, so that their means are integers; also as terms' z."""
    count = size(draw, 2, 4)
    ids = [count * draw(st.integers(-3, 3)) for _ in range(count)]
    return ids, by_name("z n Z u d", ids, count, [ids], [1], 1)


@notion("symbolic.selective_shift.head", f"{SHIFT}.selective_shift.head", f"{SHIFT}.selective_shift.psi",
        f"{NETWORK}.AttentionLayer.lift")  # fmt: skip
def shift_head(draw, symbolic, yun, psi, lift):
    ids, at = own_ids(draw)
    at["b"] = threshold = draw(st.integers(-9, 9))
    layer = imported(f"{NETWORK}.AttentionLayer")((1,), ((1, threshold),))
    z, b, matrix = *vectors("z"), *reals("b"), *vectors("Z", 2)
    by_terms = [[value(term(num(j)), at) for j in range(1, len(ids) + 1)]
                for term in (lambda j: yun(z, b, j), lambda j: psi(matrix, b, num(1), j))]  # fmt: skip
    yield [symbolic(ids, threshold), lift(layer, np.array(ids)), *by_terms]


@notion("symbolic.selective_shift.selective_shift", f"{SHIFT}.selective_shift.select",
        f"{SHIFT}.selective_shift.big_psi", f"{NETWORK}.AttentionLayer.lift")  # fmt: skip
def selective_shift(draw, symbolic, yun, big_psi, lift):
    ids, at = own_ids(draw)
    low = draw(st.integers(-9, 9))
    at["b"], at["b'"] = low, low + size(draw, 1, 6)
    layer = imported(f"{NETWORK}.AttentionLayer")((1,), ((1, low), (-1, at["b'"])))
    z, b, b2, matrix = *vectors("z"), *reals("b b'"), *vectors("Z", 2)
    by_terms = [[value(term(num(j)), at) for j in range(1, len(ids) + 1)]
                for term in (lambda j: yun(z, b, b2, j), lambda j: big_psi(matrix, b, b2, num(1), j))]  # fmt: skip
    yield [symbolic(ids, low, at["b'"]), lift(layer, np.array(ids)), *by_terms]


@notion("symbolic.selective_shift.shifted_id", "symbolic.selective_shift.shift_step", "symbolic.selective_shift.sweep",
        "numeric.selective_shift.shift_ids", "numeric.selective_shift.final_ids",
        "numeric.constructions.shift_factors.sweep", f"{SHIFT}.shifted_ids.shifted")  # fmt: skip
def shifted_ids(draw, symbolic, step, run, numeric, last, by_factor, yun):
    ids, big, at = on_the_grid(draw)
    count, own = len(ids), lambda k: ids[int(k) - 1]
    previous, recursive = ids[-1], []
    for l in ids:
        previous = step(previous, l, big)
        recursive.append(previous)
    closed = [symbolic(own, j, count, big) for j in range(1, count + 1)]
    j, M = sp.symbols("j M", integer=True, positive=True)
    general = symbolic(lambda k: VECTOR[k], j, COUNT, M).subs({j: count, COUNT: count, M: big}).doit()
    yield [closed, recursive, run(ids, 1, big), numeric(ids, big), by_factor(ids, big, big),
           [value(yun(vectors("l")[0], j), at) for j in range(1, count + 1)]]  # fmt: skip
    yield [closed[-1], last(ids, big), at_values(general, count, ids)]


def on_the_grid(draw: Draw) -> tuple[list[int], int, dict[str, Any]]:
    """Draw increasing ids in units of δ, M, and both by name with the sizes."""
    cells, rows = size(draw, 2, 3), size(draw, 1, 2)
    big = cells**rows
    ids = list(draw(increasing_ids(big, min(size(draw, 2, 4), big))))
    return ids, big, by_name("l x m d n", ids, ids, cells, rows, len(ids))


@notion("symbolic.selective_shift.context_id", "symbolic.selective_shift.global_shift",
        "numeric.selective_shift.context_ids", f"{SHIFT}.last_layer.context")  # fmt: skip
def context_ids(draw, symbolic, run, numeric, yun):
    ids, big, at = on_the_grid(draw)
    count = len(ids)
    found = [symbolic(lambda k: ids[int(k) - 1], j, count, big) for j in range(1, count + 1)]
    swept = imported("symbolic.selective_shift.sweep")(ids, 1, big)
    letter = vectors("l")[0]
    yield [found, run(swept, big), numeric(ids, big), [value(yun(letter, num(j)), at) for j in range(1, count + 1)]]


@notion("symbolic.selective_shift.final_id_bounds", f"{SHIFT}.last_shifted_id.lower_bound",
        f"{SHIFT}.last_shifted_id.upper_bound", "symbolic.selective_shift.sharp_final_id_bounds",
        f"{YUN}.beyond.lemma_10_range.sharp_lower", f"{YUN}.beyond.lemma_10_range.sharp_upper",
        "symbolic.selective_shift.positional_final_id_bounds", f"{YUN}.beyond.positional_range.least",
        f"{YUN}.beyond.positional_range.greatest")  # fmt: skip
def final_id_bounds(draw, stated, lower, upper, sharp, least, most, encoded, low, high):
    cells, rows, count = size(draw, 2, 4), size(draw), size(draw, 2, 4)
    at, big, delta = by_name("m d n", cells, rows, count), cells**rows, sp.Rational(1, cells)
    yield [stated(count, big, delta), [value(lower, at), value(upper, at)]]
    yield [sharp(count, big, delta), [value(least, at), value(most, at)]]
    yield [encoded(count, big, cells), [value(low, at), value(high, at)]]


# --- max-affine functions and their indicator -------------------------------------------------------------------------

CELLS = f"{LIU}.section_3_max_affine"


def max_affine(draw: Draw) -> tuple[MaxAffine, list[Fraction], dict[str, Any]]:
    """Draw a max-affine function and a point; also by name with the sizes."""
    pieces, variables = size(draw, 1, 4), size(draw)
    slopes, offsets, point = grid(draw, pieces, variables), entries(draw, pieces), entries(draw, variables)
    at = by_name("a b x X d N n i", slopes, offsets, point, [[y] for y in point], variables, pieces, 1, 1)
    return MaxAffine(slopes, offsets), point, at


def as_floats(f: MaxAffine, point: Sequence[Fraction]) -> list[Any]:
    """Return slopes, offsets and the point."""
    return [floats(f.slopes), floats(f.offsets), floats(point)]


@notion("symbolic.max_affine.MaxAffine.scores", "numeric.max_affine.scores", f"{LIU}.vocabulary.affine",
        f"{LIU}.vocabulary.pieces", "symbolic.max_affine.MaxAffine.pieces")  # fmt: skip
def affine_pieces(draw, symbolic, numeric, affine, pieces, _):
    f, point, at = max_affine(draw)
    by_terms = [
        [value(term(num(h)), at) for h in range(1, f.pieces + 1)] for term in (lambda h: affine(h, x), pieces(x))
    ]
    yield [symbolic(f, point), numeric(*as_floats(f, point)), *by_terms]


@notion("symbolic.max_affine.MaxAffine.value", "numeric.max_affine.values", f"{LIU}.vocabulary.max_affine")
def greatest_piece(draw, symbolic, numeric, liu):
    f, point, at = max_affine(draw)
    yield [symbolic(f, point), numeric(*as_floats(f, point)), value(liu(x), at)]
    variables = sp.symbols(f"x1:{f.variables + 1}", real=True)
    written = sp.Max(
        *(sp.Add(*map(sp.Mul, row, variables), offset) for row, offset in zip(f.slopes, f.offsets, strict=True))
    )
    yield [symbolic(f, point), written.subs(dict(zip(variables, map(sp.Rational, point), strict=True)))]


@notion("symbolic.max_affine.MaxAffine.gap", "numeric.max_affine.gaps", f"{LIU}.vocabulary.top",
        f"{CELLS}.max_affine.has_top")  # fmt: skip
def gap_at_point(draw, symbolic, numeric, top, has_top):
    f, point, at = max_affine(draw)
    gap = symbolic(f, point)
    yield [np.inf if gap is None else gap, numeric(*as_floats(f, point))]
    first = num(f.labels(point)[0] + 1)
    for Delta in (Fraction(1, 4), Fraction(1), Fraction(7, 2)):
        enough = gap is None or gap >= Delta
        yield [enough, *(holds(formula, {**at, "Delta": Delta}) for formula in (top(first, x), has_top(x)))]


@notion("symbolic.max_affine.MaxAffine.labels", "symbolic.max_affine.MaxAffine.is_tied", "numeric.max_affine.labels",
        f"{CELLS}.max_affine.in_cell", "symbolic.max_affine.MaxAffine.cell")  # fmt: skip
def cells(draw, symbolic, tied, numeric, in_cell, cell):
    f, point, at = max_affine(draw)
    found = [h in symbolic(f, point) for h in range(f.pieces)]
    yield [found, [holds(in_cell(num(h)), at) for h in range(1, f.pieces + 1)],
           [cell(f, h).contains(point) for h in range(f.pieces)]]  # fmt: skip
    yield [found.index(True), numeric(*as_floats(f, point))]
    yield [tied(f, point), sum(found) > 1]


@notion("symbolic.max_affine.MaxAffine.indicator", "numeric.max_affine.indicator", f"{LIU}.vocabulary.one_hot",
        f"{CELLS}.max_affine.cell_indicator", f"{CELLS}.existence.cell", f"{KS}.vocabulary.kronecker")  # fmt: skip
def indicator(draw, symbolic, numeric, one_hot, liu, cell, kronecker):
    f, point, at = max_affine(draw)
    found, places = symbolic(f, point), range(1, f.pieces + 1)
    label = num(found.index(1) + 1)
    unit = [[value(term(num(h), label), at) for h in places] for term in (one_hot, kronecker)]
    (marked,) = sequences("label")
    at["label"] = vector([found.index(1) + 1])
    yield [found, numeric(*as_floats(f, point)), *unit, [value(cell(num(h), num(1), marked), at) for h in places]]
    if not f.is_tied(point):
        yield [found, [value(liu(num(h)), at) for h in places]]


@notion("numeric.max_affine.softmax_indicator", f"{CELLS}.indicator_weights.attends",
        "symbolic.indicator.attention_indicator", "symbolic.indicator.IndicatorWeights.scores",
        "symbolic.indicator.IndicatorWeights.linear", "numeric.constructions.indicator.indicator_layer",
        "numeric.constructions.indicator.IndicatorLayer.linear", f"{CELLS}.indicator_weights.linear",
        f"{CELLS}.indicator_weights.W_K", f"{CELLS}.indicator_weights.W_Q", f"{CELLS}.indicator_error.W_O",
        f"{CELLS}.indicator.attention")  # fmt: skip
def softmax_indicator(draw, numeric, attends, weights, scores, linear, layer, layer_linear, liu, W_K, W_Q, W_O, whole):
    f, _, at = max_affine(draw)
    columns, R = size(draw, 1, f.pieces), Fraction(size(draw, 0, 6), 2)
    tokens = grid(draw, f.variables, columns)
    at |= by_name("X n R", tokens, columns, R)
    by_symbols = weights(sp.Matrix(f.slopes), sp.Matrix(f.offsets), columns, sp.Rational(R))
    built = layer(floats(f.slopes), floats(f.offsets), columns, float(R))
    powers = scores(by_symbols, sp.Matrix(tokens)).applyfunc(sp.exp)
    places = [(h, i) for h in range(f.pieces) for i in range(columns)]
    yield [
        numeric(floats(f.slopes), floats(f.offsets), floats(tokens).T, float(R)).T,
        [value(attends(num(h + 1)), {**at, "i": i + 1}) for h, i in places],
        [powers[h, i] / sum(powers[:, i]) for h, i in places],
        built(floats(tokens)),
        matrix_value(whole, at),
    ]
    yield [linear(by_symbols, sp.Matrix(tokens)), layer_linear(built, floats(tokens)), matrix_value(liu(X), at)]
    made = {"key": W_K, "query": W_Q, "out": W_O}
    made |= {part: imported(f"{CELLS}.indicator_weights.{name}") for part, name in
             (("left", "left"), ("right", "pad"), ("shift", "shift"))}  # fmt: skip
    for part, matrix in made.items():
        yield [getattr(by_symbols, part), getattr(built, part), matrix_value(matrix, at)]


@notion("numeric.constructions.indicator.reassignment_layer", f"{CELLS}.reassignment.reassigned")
def reassignment(draw, numeric, liu):
    f, point, at = max_affine(draw)
    R, values = Fraction(size(draw, 0, 6), 2), grid(draw, f.pieces, size(draw, 1, 2))
    layer = numeric(f.slopes, f.offsets, values, 1, R)
    at |= by_name("V d_out R", [list(row) for row in zip(*values, strict=True)], len(values[0]), R)
    yield [layer(floats([point]).T), layer.enclose([[y] for y in point])[1], matrix_value(liu, at)]


@notion("symbolic.max_affine.stated_error", f"{CELLS}.indicator_error.tail", "symbolic.max_affine.stated_threshold",
        f"{CELLS}.indicator_error.needed_scale", "symbolic.max_affine.sharp_threshold",
        f"{CELLS}.indicator_error.sharp_value", "symbolic.max_affine.sharp_error",
        "numeric.max_affine.indicator_error")  # fmt: skip
def indicator_error(draw, stated, tail, threshold, needed, sharp, sharp_value, sharp_error, numeric):
    pieces, Delta, R = size(draw, 2, 5), Fraction(size(draw, 1, 6), 2), Fraction(size(draw, 0, 6), 2)
    eps = Fraction(size(draw, 1, 9), 10)
    at = {"N": pieces, "Delta": Delta, "R": R, "epsilon": eps}
    yield [stated(pieces, Delta, R), value(tail, at)]
    yield [threshold(pieces, Delta, eps), value(needed.args[0], at)]
    yield [sharp(pieces, Delta, eps), value(sharp_value, at)]
    others_tie = numeric([[float(Delta)], *[[0.0]] * (pieces - 1)], [0.0] * pieces, [1.0], float(R))
    yield [sharp_error(pieces, Delta, R), others_tie]


# --- Liu: averages over centres ---------------------------------------------------------------------------------------

CENTRES = "numeric.constructions.centres"
B_1 = f"{LIU}.section_4_1_self_attention"


@notion(f"{CENTRES}.grid_centres", f"{B_1}.grid.coordinate", f"{B_1}.grid.coordinate_printed")
def grid_centres(draw, numeric, middle, left):
    bound, per_side = Fraction(size(draw, 1, 6), 2), size(draw, 1, 4)
    at = {"D": bound, "P": per_side}
    for printed, place in ((False, middle), (True, left)):
        line = [value(place(num(k)), at) for k in range(per_side)]
        plane = [[one, two] for two in line for one in line]
        yield [numeric(float(bound), per_side, 2, printed=printed), plane]


@notion(f"{CENTRES}.printed_scale", f"{LIU}.beyond.smaller_scale.printed_scale", f"{CENTRES}.needed_scale",
        f"{B_1}.nearest_centre.scale", f"{CENTRES}.counted_scale", f"{LIU}.beyond.smaller_scale.scale_counted",
        f"{CENTRES}.summed_scale", f"{LIU}.beyond.smaller_scale.scale_summed")  # fmt: skip
def scales(draw, printed, liu_printed, needed, liu_needed, counted, liu_counted, summed, liu_summed):
    bound, modulus = Fraction(size(draw, 1, 6), 2), Fraction(size(draw, 1, 6), 4)
    error, dimension, per_side, count = bound * Fraction(size(draw, 1, 4), 2), *(size(draw, 1, 4) for _ in range(3))
    at = {"B_0": bound, "delta": modulus, "epsilon": error, "m": dimension, "P": per_side, "G": count}
    top, near, eps = (float(y) for y in (bound, modulus, error))
    yield [printed(top, count, near, eps), value(liu_printed, at)]
    yield [needed(top, count, near, eps), max(0, value(liu_needed.args[0], at))]
    yield [counted(top, dimension, per_side, near, eps), max(0, value(liu_counted.args[0], at))]
    yield [summed(top, dimension, near, eps), value(liu_summed.args[0], at)]


@notion(f"{CENTRES}.CentreAverage", f"{B_1}.nearest_centre.output", f"{CENTRES}.self_attention",
        f"{CENTRES}.SelfAttention.linear", f"{B_1}.self_attention.linear", f"{B_1}.self_attention.W_K",
        f"{B_1}.self_attention.W_Q", f"{B_1}.self_attention.attention")  # fmt: skip
def centre_average(draw, Average, output, build, linear, liu, W_K, W_Q, attention):
    count, rows, columns = size(draw, 1, 2), size(draw, 1, 2), 1
    centres, values = grid(draw, count, rows * columns), [grid(draw, rows, columns) for _ in range(count)]
    point, R, bound = entries(draw, rows * columns), Fraction(size(draw, 0, 3), 2), Fraction(3)
    at = by_name("v F z R G d n m B_0", centres, values, point, R, count, rows, columns, rows * columns, bound)
    at |= {"block": lambda t: Fraction((int(t) - 1) // rows + 1), "offset": lambda t: Fraction((int(t) - 1) % rows + 1)}
    average = Average(floats(centres), floats(values), float(R))
    by_terms = [[value(output(num(r), num(k)), at) for k in range(1, columns + 1)] for r in range(1, rows + 1)]
    network, token = build(average, float(bound)), floats(point).reshape(columns, rows).T
    yield [average(floats(point)), by_terms, network(token)]
    yield [linear(network, token), matrix_value(liu, at)]
    yield [network.key, matrix_value(W_K, at)]


@notion(f"{CENTRES}.cross_attention", f"{CENTRES}.CrossAttention", f"{CENTRES}.pair_centres",
        f"{LIU}.section_4_2_cross_attention.cross_attention.network",
        f"{LIU}.section_4_2_cross_attention.cross_attention.first",
        f"{LIU}.section_4_2_cross_attention.cross_attention.second",
        f"{LIU}.section_4_2_cross_attention.cross_attention.W_K",
        f"{LIU}.section_4_2_cross_attention.cross_attention.W_Q")  # fmt: skip
def cross_attention(draw, build, _, pair_centres, liu, first, second, W_K, W_Q):
    count, R, bound = size(draw, 1, 2), Fraction(size(draw, 0, 3), 2), Fraction(3)
    side, key, query = grid(draw, count, 1), entries(draw, 1), entries(draw, 1)
    values = [grid(draw, 1, 1) for _ in range(count**2)]
    at = by_name("v F z_K z_Q R G d n m B_0", side, values, key, query, R, count, 1, 1, 1, bound)
    at |= {"block": int, "offset": lambda t: 1}
    at |= {"first": lambda h: (int(h) - 1) // count + 1, "second": lambda h: (int(h) - 1) % count + 1}
    network = build(lambda z: floats(values), floats(side), float(R), float(bound))  # the pairs in their order
    yield [network(floats([key]), floats([query])), matrix_value(liu, at)]
    yield [network.key, matrix_value(W_K, at)]
    yield [network.query, matrix_value(W_Q, at)]
    in_order = [[side[value(part(num(h)), at) - 1][0] for part in (first, second)] for h in range(1, count**2 + 1)]
    yield [pair_centres(floats(side), floats(side)), in_order]


# --- Yun: the quantiser, activations, other layers, values ------------------------------------------------------------


@notion(f"{NETWORK}.quantiser_layers", f"{YUN}.appendix_e2_lemma_7.quantiser.clipped",
        f"{YUN}.appendix_e2_lemma_7.quantiser.rounded", f"{NETWORK}.Grid.to_grid",
        f"{YUN}.appendix_e2_lemma_7.quantiser_network.quantised", f"{NETWORK}.Grid.outside",
        f"{YUN}.appendix_e2_lemma_7.quantiser.outside")  # fmt: skip
def quantiser(draw, layers, clipped, rounded, to_grid, quantised, _, outside):
    of_grid = imported(f"{NETWORK}.Grid")(1, size(draw, 2, 3), size(draw, 2, 4))
    t = reals("t")[0]
    entry = Fraction(draw(st.integers(-4, 12)), 8) + Fraction(draw(st.integers(0, 1)), 7)
    at = {"m": of_grid.cells, "d": 1, "n": of_grid.n, "t": entry}
    unit = 2 * of_grid.cells
    state, column = entry, np.array([[entry * unit] * of_grid.n], dtype=object)
    for place, layer in enumerate(layers(of_grid)):
        column = layer(column)
        start = ints("m")[0] * 0 + num(place - 1) / ints("m")[0]
        state = value(rounded(t, start) if place else clipped(t), {**at, "t": state})
        yield [column[0, 0] / unit, state]
    yield [state, to_grid(of_grid, [[float(entry)]])[0, 0] / unit]
    yield [of_grid.outside / unit, value(outside, at)]
    y = reals("y")[0]
    yield [True, all(holds(formula, {**at, "y": state}) for formula in quantised(t, y))]


F = f"{YUN}.appendix_f_lemma_6.activations"


@notion(f"{NETWORK}.Pieces", f"{F}.FIRST_CONSTANT", f"{F}.three", f"{NETWORK}.Pieces.relus", f"{F}.four_relus",
        f"{F}.second_relus")  # fmt: skip
def activations(draw, Pieces, first, three, relus, four, second):
    slopes, offsets, c_1 = entries(draw, 3), entries(draw, 3), draw(st.integers(-2, 2))
    c_2, t, eps = c_1 + size(draw), entries(draw, 1)[0], Fraction(1, 4)
    at = {"c1": c_1, "c2": c_2, "t": t, "epsilon": eps}
    for constant, whole in ((0, four), (1, second)):
        lines = [(Fraction(0) if k == constant else s, o) for k, (s, o) in enumerate(zip(slopes, offsets, strict=True))]
        at |= {f"{name}{k}": y for k, line in enumerate(lines, 1) for name, y in zip("ab", line, strict=True)}
        phi, letter = Pieces((c_1, c_2), tuple(lines)), reals("t")[0]
        parts = [value(three(*(reals(f"a{k}")[0] * letter + reals(f"b{k}")[0] for k in (1, 2, 3))), at)]
        yield [phi(np.array(t, dtype=object)).item(), *parts, *([] if constant else [value(first, at)])]
        yield [relus(phi, np.array(float(t)), float(eps)), value(whole, at)]


OTHER = f"{YUN}.appendix_h_other_architectures.simpler_layers"


@notion(f"{NETWORK}.bilinear", f"{OTHER}.bilinear", f"{NETWORK}.separable", f"{OTHER}.separable",
        f"{OTHER}.convolved", f"{NETWORK}.average", f"{OTHER}.average")  # fmt: skip
def other_layers(draw, bilinear, yun_bilinear, separable, yun_separable, convolved, average, yun_average):
    rows, columns, half = size(draw), size(draw), size(draw) - 1
    integers = st.integers(-3, 3)
    tokens = [[draw(integers) for _ in range(columns)] for _ in range(rows)]
    weights = [[draw(integers) for _ in range(columns)] for _ in range(columns)]
    kernel, factor = [draw(integers) for _ in range(half + 1)], draw(integers)
    u = tuple(2**i for i in range(rows))  # the layers of `numeric` write uᵀ of a token into its first entry
    writes = [list(u), *[[0] * rows] * (rows - 1)]
    ids = np.array(u) @ np.array(tokens)
    at = by_name("X W_O W_P W_C W d n b", tokens, writes, weights, [kernel] * rows,
                 [[factor * columns * w for w in row] for row in writes], rows, columns, half + 1)  # fmt: skip

    def run(layer: Any) -> Any:
        return np.array(tokens) + np.eye(rows, 1, dtype=int) @ layer.lift(ids)[None, :].astype(int)

    yield [run(bilinear(u, weights)), matrix_value(yun_bilinear(X), at)]
    yield [run(separable(u, [0] * half + kernel, columns)), matrix_value(yun_separable(X), at)]
    yield [run(average(u, factor, columns)), matrix_value(yun_average(X), at)]
    plain = [sum(kernel[k] * tokens[0][j - k] for k in range(half + 1) if j >= k) for j in range(columns)]
    yield [plain, [value(convolved(X, num(1), num(j)), at) for j in range(1, columns + 1)]]


VALUES = f"{YUN}.appendix_e4_lemma_9"


@notion(f"{NETWORK}.ValueMap", f"{NETWORK}.ValueMap.first_layers", f"{VALUES}.value_mapping.lowered",
        f"{VALUES}.value_mapping.positive_part", f"{VALUES}.value_mapping.after", f"{NETWORK}.ValueMap.last_layers",
        f"{VALUES}.value_mapping.raised", f"{VALUES}.value_mapping.level")  # fmt: skip
def value_mapping(draw, ValueMap, first, lowered, positive, after, last, raised, level):
    rows, count = size(draw, 1, 2), size(draw, 1, 2)
    of_grid = imported(f"{NETWORK}.Grid")(rows, 2, 2)
    unit, (left, right) = 2 * of_grid.cells, of_grid.interval
    sources, targets = ([[draw(st.integers(-9, 9)) for _ in range(rows)] for _ in range(count)] for _ in range(2))
    ids = [draw(st.integers(left, left + 4)) for _ in range(count)]
    column = [draw(st.sampled_from([left - 1, left, left + 1, left + 2, right, right + 1, 3, -1]))]
    column += [draw(st.integers(-1, 1)) for _ in range(rows - 1)]
    top = draw(st.integers(max(column), 2 * right))

    def units(numbers: Any) -> Any:
        return [units(y) for y in numbers] if isinstance(numbers, list) else Fraction(numbers, unit)

    at = by_name("S A m d n R", units(sources), units(targets), of_grid.cells, rows, 2, count)
    at |= {"top": units(top + 1) - 1, "x": vector([Fraction(k, 2) for k in ids]), "t": units(column[0])}
    height = value(level, at)
    made = ValueMap(of_grid, *(np.array(m, dtype=object) for m in (ids, sources, targets)), top, height * unit)

    def through(layers: Sequence[Any], column: list[int]) -> list[Fraction]:
        z = np.array([[k] * 2 for k in column], dtype=object)
        for layer in layers:
            z = layer(z)
        return units(z[:, 0].tolist())

    def by_terms(term: Callable[[Term], Term]) -> list[Fraction]:
        return [value(term(num(i)), {**at, "z": vector(units(column))}) for i in range(1, rows + 1)]

    z, t = vectors("z")[0], reals("t")[0]
    yield [through(first(made)[:1], column), by_terms(lambda i: lowered(z, i))]
    yield [through(first(made), column), by_terms(lambda i: positive(lowered(z, i)))]
    bare = ValueMap(of_grid, made.ids, made.sources, made.targets, None)
    for w, layer in enumerate(bare.layers(), 1):
        yield [through([layer], column), by_terms(lambda i, w=w: after(z, num(w), i))]
    yield [through(last(made), column)[0], value(raised(t), at)]


COUNTED = f"{YUN}.appendix_c_proposition_5"


@notion(f"{NETWORK}.Grid.interval", f"{SHIFT}.last_layer.t_l", f"{SHIFT}.last_layer.t_r", f"{NETWORK}.Grid.contexts",
        f"{VALUES}.number_of_contexts.contexts", f"{NETWORK}.Grid.big", f"{YUN}.vocabulary.M",
        f"{NETWORK}.Grid.layers", f"{COUNTED}.exact_network.quantiser_layers", f"{YUN}.sentences.layers",
        f"{NETWORK}.Grid.positional_layers", f"{YUN}.sentences.positional_layers", f"{NETWORK}.Grid.lost",
        f"{COUNTED}.approximation.lost")  # fmt: skip
def sizes(draw, _, t_l, t_r, __, contexts, ___, M, layers, first, whole, positional, yun_positional, lost, yun_lost):
    made = imported(f"{NETWORK}.Grid")(size(draw, 1, 2), size(draw, 2, 3), 2)
    at = {"m": made.cells, "d": made.d, "n": made.n}
    yield [[y / (2 * made.cells) for y in made.interval], [value(t_l, at), value(t_r, at)]]
    yield [made.big, value(M, at)]
    yield [made.contexts, value(contexts, at)]
    yield [layers(made)["quantise"], value(first, at)]
    yield [sum(layers(made).values()), value(whole, at)]
    # where every sequence is a context the network of `numeric` leaves out the layers that make 0 what is none
    yield [sum(positional(made).values()) + 1 + made.d, value(yun_positional, at)]
    yield [lost(made) * made.big**made.n, value(yun_lost, at)]


# --- KS: the quantiser, encodings, look-up and the layer of Theorem 2 -------------------------------------------------


@notion("numeric.constructions.universal.quantiser_layer", f"{NETWORKS}.rounding.first_layer")
def first_layer(draw, numeric, networks):
    steps, rows, height = size(draw, 1, 4), size(draw, 1, 2), Fraction(size(draw, 1, 9))
    width = Fraction(1, steps * size(draw, 1, 3))
    tokens = [[Fraction(draw(st.integers(-4, 12)), 8)] for _ in range(rows)]
    layer = numeric(rows, steps, width, height)
    at = by_name("Z D delta P", tokens, steps, width, height)
    by_terms = [value(networks(vectors("Z", 2)[0], num(t), num(1)), at) for t in range(1, rows + 1)]
    yield [ball_layers.feed_forward(ball_layers.matrix(tokens), *layer, skip=False), by_terms]


@notion("numeric.constructions.memorizing.encoded", f"{KS}.section_4_corollaries.corollary_2.encoded",
        f"{KS}.section_4_corollaries.corollary_2.encoding")  # fmt: skip
def encoded(draw, numeric, ks, encoding):
    tokens, longest, apart = grid(draw, size(draw), size(draw)), *entries(draw, 2, 1, 3)
    at = by_name("X r_max epsilon d n", [tokens], longest, apart, len(tokens), len(tokens[0]))
    whole = ks(vectors("X", 3)[0], encoding)
    yield [numeric(tokens, longest, apart), matrix_value(Matrix(d, n, lambda t, k: whole(num(1), t, k)), at)]


@notion("numeric.constructions.memorizing.interpolating_layer", f"{NETWORKS}.relu.interpolant")
def interpolant(draw, numeric, networks):
    steps = [Fraction(size(draw, 1, 4), 2) for _ in range(size(draw, 1, 4))]
    points = [sum(steps[: k + 1], Fraction(-2)) for k in range(len(steps))]
    heights, z = entries(draw, len(points)), entries(draw, 1, -4, 6)[0]
    as_balls = ball_layers.matrix([points, heights]).tolist()
    hidden, bias, second = numeric(as_balls[0], [[y] for y in as_balls[1]])
    ones = ball_layers.matrix([[1]] * hidden)
    corners = dict(enumerate([points[0] - 1, *points]))
    values = dict(enumerate([Fraction(0), *heights]))
    at = {"z": z, "m": hidden, "x": lambda k: corners[int(k)], "y": lambda k: values[int(k)]}
    by_terms = value(networks(*reals("z"), *ints("m")), at)
    yield [ball_layers.feed_forward(ball_layers.matrix([[z]]), ones, bias, second, skip=False), by_terms]


@notion("numeric.constructions.step_function.step_function",
        f"{KS}.section_4_proposition_1.step_function.step_function")  # fmt: skip
def step_function(draw, numeric, ks):
    count, z = size(draw, 1, 4), Fraction(draw(st.integers(0, 15)), 16)
    heights = entries(draw, count)
    at = by_name(
        "f G Z D N d n", [[[y]] for y in heights], [[[k + 1]] for k in range(count)], [[z]], count, count, 1, 1
    )
    half_open = imported(f"{KS}.section_4_proposition_1.step_function.half_open")
    steps = [k / count for k in range(1, count)]
    yield [numeric(steps, floats(heights), float(z)), value(ks(num(1), num(1), half_open), at)]


LAYER = "numeric.constructions.contextual_mapping.ContextualLayer"
THEOREM_2 = f"{KS}.section_3_theorem_2"


@notion("numeric.constructions.contextual_mapping.contextual_layer", f"{LAYER}.values",
        f"{THEOREM_2}.rank_one_weights.along_v", f"{LAYER}.mean", f"{THEOREM_2}.rank_one_weights.mean",
        f"{LAYER}.image", f"{THEOREM_2}.rank_one_weights.layer", f"{LAYER}.score_gap",
        f"{THEOREM_2}.theorem_2.paper_delta", f"{LAYER}.strength", f"{THEOREM_2}.theorem_2.paper_strength",
        f"{LAYER}.reach", f"{THEOREM_2}.theorem_2.paper_reach", f"{LAYER}.promised",
        f"{THEOREM_2}.theorem_2.eq_8")  # fmt: skip
def layer_of_theorem_2(draw, build, values, along, mean, ks_mean, image, ks_layer, *constants):
    tokens = draw(st.lists(st.tuples(*[st.integers(1, 2)] * 2), min_size=2, max_size=2, unique=True))
    made = build([tokens], strength="measured", s=1)
    rows, columns, points = 2, len(tokens), 3
    # π such that the paper's factor √(8/(πd)) / points² is that of the direction
    kept, strength = (Fraction(float(y.mid())) for y in (made.factor_squared, made.strength))
    pi = 8 / (rows * points**4 * kept)
    at = by_name("X d n m s r_min r_max epsilon pi v u u' u''", [[list(row) for row in zip(*tokens, strict=True)]],
                 rows, columns, points - 1, 1, made.r_min, made.r_max, made.epsilon, pi, list(made.v), [1], [strength],
                 [1])  # fmt: skip
    at["W_O"] = lambda i, t, p: made.epsilon / (4 * made.r_max) if t == 1 else Fraction(0)
    first = named(fun(lambda t, l: vectors("X", 3)[0](num(1), t, l), 2), d, n)
    for k, token in enumerate(tokens):
        place = num(1), num(k + 1)
        yield [made.values[token], value(along(*place), at)]
        yield [mean(made, 0, k), value(ks_mean(*place), at)]
        yield [image(made, 0, k), [row[k] for row in matrix_value(ks_layer(first), at)]]
    for name, term in zip(("score_gap", "strength", "reach", "promised"), constants[1::2], strict=True):
        yield [getattr(made, name).log(), mp.log(value(term, at))]


# --- the table --------------------------------------------------------------------------------------------------------

LOCAL_WORDS = """at ball bends big condition conditions confused distance duplicates ends entry exact gaps ids image
    labels linear numbers on_grid outside parts plain point points ratio rows run size tokens total trained unit units
    values weights whole Bounds Found"""
"""Words that modules use for what they have at the moment: places, parts, bounds and numbers."""

HOMONYMS = {
    "Head": "the pieces and values of one head of numbers, in `numeric.constructions.step_function`",
    "attend": "continuous weights that tend to those of hardmax, in Yun's Lemma 6",
    "attention": "a layer at the weights of one construction",
    "average": "the mean of certain tokens or errors under softmax, in KS and Liu",
    "average_of": "CentreAverage from a function; in Yun's look-up the average that a grid sequence gets",
    "cell": "a cube of the grid, in Yun's sentences",
    "context_id": "an id moved by the softmax average of all ids, in the proof of KS Proposition 1",
    "contexts": "other contexts: those of one value map, of G.3, of appendix H",
    "contextual": "the network g_c in `numeric`; Lemma 8's properties of such a function in the papers",
    "encoded": "X + E for encodings of other results",
    "gap": "a difference of two ids, tokens, values or scores, as it occurs in a proof",
    "head": "a vector cut off, in KS B.2; a number of a head in Yun's blocks",
    "layers": "the list of the layers of a network; the chain of matrices in Liu A.2",
    "least_scale": "found by bisection at sample points in `numeric`; the proved one for all centres in Liu",
    "lift": "what is added to an id by a layer; a level or a slope in Liu and Yun",
    "lost": "a factor in KS Theorem 2",
    "mean": "a softmax average of any numbers, in Liu",
    "parameters": "the numbers of other networks",
    "pieces": "the claims about the places of four ReLUs, in Yun F",
    "positional_layers": "the layers themselves, in `numeric`",
    "printed_scale": "the scale for the indicator, Liu A.2, and for the centres, Liu B.1",
    "quantised": "the first layer's output, in networks of KS and Yun",
    "reach": "bounds of projections, encodings and distances",
    "scores": "keys times queries in the papers' heads, pieces in max-affine functions",
    "self_attention": "Attn(Linear(X)) in Liu; the matrices of Liu B.1, built",
    "separation": "by how much Lemma 7 of KS separates; how far tokens are apart in data",
    "strength": "|uᵀu'| for other directions than that of Theorem 2",
    "sweep": "layers of all levels as functions of matrices",
    "upper_bound": "a bound of a function's values that a report needs",
    "value": "an entry of the values of a head, at a place of a construction",
    "vocabulary": "a list of tokens and what is assumed of it, in KS B.1",
}
"""Names that are in no row, or in one with other definitions, and what those mean."""


@pytest.mark.parametrize("row", NOTIONS)
@given(st.data())
@settings(max_examples=20)
def test_all_versions_of_a_notion_agree(row: str, data: st.DataObject) -> None:
    versions, compare = NOTIONS[row]
    for results in compare(data.draw, *map(imported, versions)):
        first, *others = map(flat, results)
        for other in others:
            np.testing.assert_allclose(other, first, rtol=1e-9, atol=1e-12)


def definitions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the names of the notions that a package defines: functions, classes and methods; in papers, terms."""
    of_terms = folder.parts[0] == "proofs"
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names: list[str] = []
            if isinstance(node, ast.FunctionDef) and (not of_terms or re.search("Term|Matrix", _returned(node))):
                names = [node.name]
            elif isinstance(node, ast.ClassDef) and not of_terms and not node.name.startswith("_"):
                members = (m.name for m in node.body if isinstance(m, ast.FunctionDef))
                names = [node.name, *(f"{node.name}.{m}" for m in members)]
            elif isinstance(node, ast.Assign) and of_terms:
                names = [x.id for target in node.targets for x in ast.walk(target) if isinstance(x, ast.Name)]
            yield from ((name.rpartition(".")[2], f"{module}.{name}") for name in names)


def _returned(node: ast.FunctionDef) -> str:
    return ast.unparse(node.returns) if node.returns else ""


def shared_names() -> dict[str, set[str]]:
    """Return the names that two packages define, of two letters or more and not in capitals, with all definitions."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for package, folders in PACKAGES.items():
        for name, whole in (pair for folder in folders for pair in definitions(Path(folder))):
            if len(name) > 1 and not name.isupper() and not name.startswith("_"):
                found[name][package].add(whole)
    return {name: set().union(*by.values()) for name, by in found.items() if len(by) > 1}


def test_every_name_that_two_packages_share_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[1])
    shared = shared_names()
    compared = {version for versions, _ in NOTIONS.values() for version in versions}
    missing = {name: whole - compared for name, whole in shared.items() if whole - compared}
    explained = HOMONYMS.keys() | LOCAL_WORDS.split()
    assert {name: missing[name] for name in missing.keys() - explained} == {}
    assert explained - missing.keys() == set()  # and nothing is explained that need not be


def test_a_name_in_two_packages_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path, text in (
        ("symbolic/a.py", "def softmax(x): ...\ndef alone(x): ...\n"),
        ("numeric/b.py", "class Layer:\n    def softmax(self): ...\n    def _own(self): ...\n"),
        ("proofs/papers/c.py", "def softmax(x) -> Term: ...\ndef alone(p) -> Fact: ...\nlayer = softmax(x)\n"),
    ):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    assert shared_names() == {"softmax": {"symbolic.a.softmax", "numeric.b.Layer.softmax", "proofs.papers.c.softmax"}}
