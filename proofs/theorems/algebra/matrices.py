"""Matrices of symbolic size: shapes and entries as kernel terms, block matrices, products, and one tactic.

A matrix is not a term of the kernel; it consists of a number of rows, a number of columns, and a function from indices
(from 1 on) to the terms of the entries. Shapes that do not fit raise `ShapeError`, which carries the equation that
would have to hold; `sizes` collects these equations, so that a printed formula with wrong shapes can be refuted.

>>> from proofs.language.notation import ints, text, vectors
>>> (n,), (a,) = ints("n"), vectors("a", 2)
>>> m = blocks([[identity(n), zero(n, 2)]]) @ named(a, n + 2, n)
>>> text(m.rows), text(m.columns)
('n', 'n')
>>> named(a, n, 2) @ named(a, n, 2)
Traceback (most recent call last):
    ...
proofs.theorems.algebra.matrices.ShapeError: a product of 2 columns with n rows
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.normal import as_term, canonical, key, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, abstract, forall, instantiate_bound, lam, le, lt, rebuild, term, var
from proofs.language.notation import *
from proofs.theorems.combinatorics.tilings import tiling
from proofs.theorems.networks.hardmax import hardmax as hardmax_weight

__all__ = [
    "Matrix", "ShapeError", "Tiling", "blocks", "chained", "column", "constant", "entries", "entrywise", "equal_by",
    "hadamard", "hardmax", "identity", "named", "products_equal", "reflexive", "row", "same", "simplify", "sizes",
    "softmax", "softmaxes_equal", "times_layer", "total", "unit", "zero",
]  # fmt: skip

Entry = Callable[[Term, Term], Term]
_collected: ContextVar[list[Term] | None] = ContextVar("collected", default=None)


class ShapeError(KernelError):
    """Two sizes, `left` and `right`, that must agree and do not; `equation` says that they agree."""

    def __init__(self, what: str, left: Term, right: Term) -> None:
        """The message is `what` with the two sizes put in."""
        super().__init__(what.format(text(left), text(right)))
        self.left, self.right, self.equation = left, right, Eq(left, right)


def _agree(what: str, left: Term, right: Term) -> None:
    """Refuse two sizes that have no common normal form, or note the equation while sizes are collected."""
    if normal(left) == normal(right):
        return
    found = _collected.get()
    if found is None:
        raise ShapeError(what, left, right)
    if key(Eq(left, right)) not in {key(e) for e in found}:
        found.append(Eq(left, right))


def sizes(build: Callable[[], object]) -> tuple[Term, ...]:
    """Return the equations between sizes that a formula needs and that do not hold identically.

    >>> from proofs.language.notation import ints, text
    >>> d, n, N = ints("d n N")
    >>> [text(e) for e in sizes(lambda: zero(d + n, N) + zero(d + N, N))]
    ['d + n = d + N']
    """
    found: list[Term] = []
    token = _collected.set(found)
    try:
        build()
    finally:
        _collected.reset(token)
    return tuple(found)


@dataclass(frozen=True)
class Matrix:
    """A matrix of `rows` × `columns` entries; `entry(i, j)` is meant for 1 <= i <= rows, 1 <= j <= columns.

    `A @ B`, `A + B`, `A - B`, `A * r` and `A.T` have their usual meaning; shapes are checked.
    """

    rows: Term
    columns: Term
    entry: Entry

    def __call__(self, i: Term | int, j: Term | int) -> Term:
        """Return the entry in row i and column j."""
        return self.entry(term(i), term(j))

    def __add__(self, other: Matrix) -> Matrix:
        """Return the sum."""
        _agree("a sum of {} and {} rows", self.rows, other.rows)
        _agree("a sum of {} and {} columns", self.columns, other.columns)
        return Matrix(self.rows, self.columns, lambda i, j: self(i, j) + other(i, j))

    def __neg__(self) -> Matrix:
        """Return the negative."""
        return entrywise(lambda x: -x, self)

    def __sub__(self, other: Matrix) -> Matrix:
        """Return the difference."""
        return self + -other

    def __mul__(self, factor: Term | int) -> Matrix:
        """Return a multiple."""
        return entrywise(lambda x: term(factor) * x, self)

    def __matmul__(self, other: Matrix) -> Matrix:
        """Return the product: sums over the common size."""
        _agree("a product of {} columns with {} rows", self.columns, other.rows)
        inner = self.columns
        return Matrix(self.rows, other.columns, lambda i, j: Sum(lambda k: self(i, k) * other(k, j), 1, inner))

    @property
    def T(self) -> Matrix:
        """The transpose."""
        return Matrix(self.columns, self.rows, lambda i, j: self(j, i))

    def equals(self, other: Matrix) -> Term:
        """Return the formula: every entry of this matrix is that of the other, whose shape must be the same."""
        _agree("{} rows are not {}", self.rows, other.rows)
        _agree("{} columns are not {}", self.columns, other.columns)
        return every(lambda i: every(lambda j: Eq(self(i, j), other(i, j)), 1, self.columns), 1, self.rows)


def named(f: Term, rows: Term | int, columns: Term | int) -> Matrix:
    """Return the matrix whose entries are the values f(i, j) of a function of two indices."""
    return Matrix(term(rows), term(columns), lambda i, j: f(i, j))


def constant(c: Term | int, rows: Term | int, columns: Term | int) -> Matrix:
    """Return the matrix with all entries c."""
    return Matrix(term(rows), term(columns), lambda i, j: term(c))


def zero(rows: Term | int, columns: Term | int) -> Matrix:
    """Return the zero matrix."""
    return constant(0, rows, columns)


def identity(n: Term | int) -> Matrix:
    """Return the n × n identity."""
    return Matrix(term(n), term(n), lambda i, j: ite(Eq(i, j), 1, 0))


def row(f: Callable[[Term], Term], columns: Term | int) -> Matrix:
    """Return the row f(1), …, f(columns)."""
    return Matrix(num(1), term(columns), lambda i, j: f(j))


def column(f: Callable[[Term], Term], rows: Term | int) -> Matrix:
    """Return the column f(1), …, f(rows)."""
    return Matrix(term(rows), num(1), lambda i, j: f(i))


def entrywise(f: Callable[[Term], Term], m: Matrix) -> Matrix:
    """f applied to every entry."""
    return Matrix(m.rows, m.columns, lambda i, j: f(m(i, j)))


def unit(k: Term | int, n: Term | int) -> Matrix:
    """Return the unit vector e_k of length n, as a column."""
    return column(lambda i: ite(Eq(i, k), 1, 0), n)


def hadamard(a: Matrix, b: Matrix) -> Matrix:
    """Return the entrywise product."""
    return Matrix(a.rows, a.columns, lambda i, j: a(i, j) * b(i, j))


def total(f: Callable[[Term], Matrix], lo: Term | int, hi: Term | int) -> Matrix:
    """Σ f(k) over a range, of matrices of one shape, which may not depend on k."""
    shape = _constant_shape(f)
    return Matrix(*shape, lambda i, j: Sum(lambda k: f(k)(i, j), lo, hi))


def _constant_shape(f: Callable[[Term], Matrix]) -> tuple[Term, Term]:
    k = var("member_", "Z")
    sample = f(k)
    if k in sample.rows.free | sample.columns.free:
        raise ShapeError("the members of a family are {} × {}", sample.rows, sample.columns)
    return sample.rows, sample.columns


@dataclass(frozen=True)
class Tiling:
    """`count` blocks of one `width` side by side: index t lies at offset(t) of block(t), all counted from 1.

    `block` and `offset` are integer functions; `laws` are what makes them a tiling
    (`proofs.theorems.combinatorics.tilings`).

    >>> from proofs.language.notation import ints, sequences, text, vectors
    >>> (d, G), (block, offset), (u,) = ints("d G"), sequences("block offset"), vectors("u")
    >>> tiles = Tiling(block, offset, d, G)
    >>> m = tiles.beside(lambda j: constant(u(j), 1, d))
    >>> text(m.columns), text(m(1, 5))
    ('G·d', 'u_{block_5}')
    """

    block: Term
    offset: Term
    width: Term
    count: Term

    @property
    def laws(self) -> tuple[Term, ...]:
        """The conditions under which the two functions are a tiling."""
        return tiling(self.block, self.offset, self.width, self.count)

    def beside(self, part: Callable[[Term], Matrix]) -> Matrix:
        """[part(1) part(2) … part(count)]; every part has `width` columns, and all have the same rows."""
        rows, columns = _constant_shape(part)
        _agree("a block of {} columns where {} belong", columns, self.width)

        def entry(i: Term, t: Term) -> Term:
            return part(self.block(t))(i, self.offset(t))

        return Matrix(rows, canonical(self.width * self.count), entry)

    def above(self, part: Callable[[Term], Matrix]) -> Matrix:
        """Return the same parts on top of each other; every part has `width` rows."""
        return self.beside(lambda j: part(j).T).T


def softmax(m: Matrix) -> Matrix:
    """Softmax of every column."""
    return Matrix(m.rows, m.columns, lambda i, j: exp(m(i, j)) / Sum(lambda k: exp(m(k, j)), 1, m.rows))


def hardmax(m: Matrix) -> Matrix:
    """Hardmax of every column: equal weights where the entry is greatest."""
    return Matrix(m.rows, m.columns, lambda i, j: hardmax_weight(lambda k: m(k, j), i, m.rows))


def blocks(grid: Sequence[Sequence[Matrix]]) -> Matrix:
    """Return the block matrix; blocks side by side must agree in height, and all rows of blocks in width."""
    bands = [_joined(band) for band in grid]
    for above, under in pairwise(bands):
        _agree("bands of {} and {} columns", above.columns, under.columns)

    def entry(i: Term, j: Term) -> Term:
        return _select(i, [band.rows for band in bands], lambda k, at: bands[k](at, j))

    return Matrix(_total([band.rows for band in bands]), bands[0].columns, entry)


def _joined(band: Sequence[Matrix]) -> Matrix:
    for left, right in pairwise(band):
        _agree("blocks side by side of {} and {} rows", left.rows, right.rows)

    def entry(i: Term, j: Term) -> Term:
        return _select(j, [block.columns for block in band], lambda k, at: band[k](i, at))

    return Matrix(band[0].rows, _total([block.columns for block in band]), entry)


def _total(lengths: Sequence[Term]) -> Term:
    out = num(0)
    for length in lengths:
        out = out + length
    return canonical(out)


def _select(index: Term, lengths: Sequence[Term], pick: Callable[[int, Term], Term]) -> Term:
    """Return the value of `pick` for the part whose range contains the index, and the index within this part."""
    edges = [num(0)]
    for length in lengths:
        edges.append(canonical(edges[-1] + length))
    out = pick(len(lengths) - 1, canonical(index - edges[-2]))
    for k in reversed(range(len(lengths) - 1)):
        out = ite(index <= edges[k + 1], pick(k, canonical(index - edges[k])), out)
    return out


# --- the tactic --------------------------------------------------------------------------------------------


class _Cut(Exception):
    """A condition that must be decided before a sum can be split."""

    def __init__(self, condition: Term) -> None:
        super().__init__()
        self.condition = condition


@cache
def _conditional(t: Term) -> bool:
    """Return whether if-then-else occurs in a term."""
    return t.op == "ite" or any(isinstance(a, Term) and _conditional(a) for a in t.args)


class _Context:
    """Known relations between integers, and the conditions that they decide."""

    def __init__(self, p: Proof, known: Sequence[Fact]) -> None:
        self.p, self.known = p, list(dict.fromkeys(known))
        self.seen: dict[Hashable, Fact | None] = {}
        self.open: list[Term] = []

    def with_facts(self, *facts: Fact) -> _Context:
        """Return the context with more relations, strict ones between integers sharpened."""
        sharp = [self.p.integer_step(f) if f.concl.op == "lt" and _whole(f.concl) else f for f in facts]
        return _Context(self.p, [*self.known, *sharp])

    def proved(self, formula: Term) -> Fact | None:
        """Return the relation as a fact if it follows linearly."""
        wanted = key(formula)
        if wanted is False:
            return None
        if wanted not in self.seen:
            self.seen[wanted] = self._search(formula)
        return self.seen[wanted]

    def _search(self, formula: Term) -> Fact | None:
        for f in self.known:
            if key(f.concl) == key(formula):
                return f
        if formula.op == "eq":
            s, t = formula.args
            low, high = self.proved(le(s, t)), self.proved(le(t, s))
            return self.p.antisymmetry(low, high) if low and high else None
        try:
            return self.p.follows(formula, *self.known, depth=1, degree=1)
        except ProofError:
            return None

    def contradiction(self) -> Fact | None:
        """Falsehood, if it follows linearly: the case cannot occur."""
        try:
            return self.p.follows(FALSE, *self.known, depth=1, degree=1)
        except ProofError:
            return None

    def decided(self, condition: Term) -> Fact | None:
        """Return a fact that decides the condition, or None."""
        s, t = condition.args
        against = {"le": [lt(t, s)], "lt": [le(t, s)], "eq": [lt(s, t), lt(t, s)]}[condition.op]
        for formula in (condition, *against):
            fact = self.proved(formula)
            if fact:
                return fact
        return None

    def simplified(self, t: Term) -> tuple[Term, Fact | None]:
        """Return a term with the conditions decided and the sums split, and the equation (None if nothing changes)."""
        if not _conditional(t):
            return t, None
        if t.op == "ite":
            fact = self.decided(t.args[0])
            if fact is None:
                self.open.append(t.args[0])
                return t, None
            return self._then(t, self.p.ite_eq(t, fact))
        if t.op == "sum":
            return self._sum(t)
        if t.op not in ("add", "mul", "inv", "exp", "log", "abs"):
            return t, None
        out = self.p.rule("arith", Eq(t, t), [], [], [])
        kids = list(t.args)
        for k, kid in enumerate(t.args):
            new, equation = self.simplified(kid)
            if equation is not None:
                hole = var("hole'", "Z" if kid.sort == new.sort == "Z" else "R")
                template = abstract(Eq(t, _with_kids(t, [*kids[:k], hole, *kids[k + 1 :]])), [hole])
                out = self.p.replace(equation, forall(hole.sort, template), out)
                kids[k] = new
        result = out.concl.args[1]
        return (result, out) if result is not t else (t, None)

    def _then(self, t: Term, equation: Fact) -> tuple[Term, Fact]:
        """Continue to simplify the right side of t = u."""
        middle = equation.concl.args[1]
        new, more = self.simplified(middle)
        if more is None:
            return middle, equation
        return new, self.p.rule("arith", Eq(t, new), [(num(1), [equation]), (num(1), [more])], [], [])

    def _sum(self, t: Term) -> tuple[Term, Fact | None]:
        p, (lo, hi, body) = self.p, t.args
        empty = self.proved(lt(hi, lo))
        if empty:
            return num(0), p.big_empty(t, empty)
        if normal(lo) == normal(hi):
            return self._then(t, p.rule("arith", Eq(t, instantiate_bound(body, (lo,))), [], [], []))
        v = var(f"inner{len(p.made)}", "Z")
        low, high = p.assume(le(lo, v)), p.assume(le(v, hi))
        inside = self.with_facts(low, high)
        new, equation = inside.simplified(instantiate_bound(body, (v,)))
        for condition in inside.open:
            if v in condition.free:
                edge = _edge(condition, v, lo)
                if edge is not None:
                    return self._split(t, edge)
            else:
                self.open.append(condition)
        if equation is None:
            return t, None
        terms = p.generalize(v, equation, low, high)
        after = abstract(new, [v])
        fact = p.apply("sums.sum_eq", terms, f=lam(1, body), g=lam(1, after), lo=lo, hi=hi)
        return fact.concl.args[1], fact

    def _split(self, t: Term, edge: Term) -> tuple[Term, Fact]:
        """Σ = Σ up to the edge + Σ from there on, each simplified."""
        lo, hi, body = t.args
        sides = []
        for side in (le(lo - 1, edge), le(edge, hi)):
            fact = self.proved(side)
            if fact is None:
                raise _Cut(side)
            sides.append(fact)
        split = self.p.apply("sums.sum_split", *sides, f=lam(1, body), m=edge, lo=lo, hi=hi)
        return self._then(t, split)


def _with_kids(t: Term, kids: Sequence[Term]) -> Term:
    parts = iter(kids)
    return rebuild(t, lambda _kid, _binders: next(parts))


def _whole(relation: Term) -> bool:
    return all(side.sort == "Z" for side in relation.args)


def _edge(condition: Term, v: Term, lo: Term) -> Term | None:
    """Return the last v before the condition changes as v grows from lo; None if v does not occur with factor ±1."""
    gap = plus(normal(condition.args[1]), normal(condition.args[0]), -1)
    ((alone, _),) = normal(v).items()
    factor = gap.get(alone)
    rest = as_term({m: c for m, c in gap.items() if m != alone})
    if factor not in (1, -1) or v in rest.free:
        return None
    zero_at = canonical(-rest) if factor == 1 else rest  # where the two sides agree
    if condition.op == "eq":
        return zero_at if normal(zero_at) == normal(lo) else canonical(zero_at - 1)
    before = (condition.op == "le") == (factor == 1)
    return canonical(zero_at - 1) if before else zero_at


def simplify(p: Proof, t: Term, *using: Named) -> Fact:
    """Prove t = t', where the facts decide conditions in t and every sum is split at the edges of its conditions."""
    context = _Context(p, []).with_facts(*_facts(p, using))
    new, equation = context.simplified(t)
    return equation or p.rule("arith", Eq(t, new), [], [], [])


def _facts(p: Proof, using: Sequence[Named]) -> list[Fact]:
    here = [*map(p.get, using), *p.facts.values()]
    return [f for f in here if f.concl.op in ("le", "lt", "eq") and _whole(f.concl)]


def same(p: Proof, label: str | None, left: Term, right: Term, *using: Named) -> Fact:
    """Prove left = right by cases on the conditions that the facts leave open, with sums split at block edges.

    All named facts that relate integers (sizes, ranges) are used, and the equations in `using`: an assumption that
    holds in one case only should have no name.
    """
    facts = [p.assume(f) for f in using]
    rules = [f for f in facts if f.concl.op == "eq"]
    return p.note(label, _same(_Context(p, []).with_facts(*_facts(p, facts)), left, right, rules, 0))


def _same(context: _Context, left: Term, right: Term, rules: Sequence[Fact], depth: int) -> Fact:
    p, goal = context.p, Eq(left, right)
    try:
        equations = [e for _, e in map(context.simplified, (left, right)) if e is not None]
        try:
            return p.follows(goal, *equations, *rules)
        except ProofError:
            if not context.open or depth > 12:
                raise
        condition = context.open[0]
    except _Cut as cut:
        condition = cut.condition
    s, t = condition.args

    def when(*assumed: Fact) -> Fact:
        inside = context.with_facts(*assumed)
        false = inside.contradiction()
        if false is not None:
            return p.absurd(false, goal)
        return _same(inside, left, right, rules, depth + 1)

    def assume(a: Term) -> Fact:
        return p.assume(a)

    if condition.op == "le":
        return p.cases(s, t, when(assume(le(s, t))), when(assume(lt(t, s))))
    if condition.op == "lt":
        return p.cases(t, s, when(assume(le(t, s))), when(assume(lt(s, t))))
    least, most = assume(le(s, t)), assume(le(t, s))
    equal = when(least, most)
    return p.cases(s, t, p.cases(t, s, equal, when(assume(lt(s, t)))), when(assume(lt(t, s))))


def equal_by(
    p: Proof, label: str | None, left: Matrix, right: Matrix, prove: Callable[[Term, Term, Sequence[Fact]], Fact]
) -> Fact:
    """Prove left = right as `left.equals(right)`; `prove` shows it for row i and column j, given their ranges."""
    formula = left.equals(right)
    i, j = (var(f"{name}{len(p.made)}", "Z") for name in ("row", "column"))
    ends = [(i >= 1, i <= left.rows), (j >= 1, j <= left.columns)]
    assumed = [p.assume(a) for end in ends for a in end]
    inner = p.generalize(j, prove(i, j, assumed), *ends[1])
    return p.change(p.generalize(i, inner, *ends[0]), formula, label=label)


def entries(p: Proof, label: str | None, left: Matrix, right: Matrix, *using: Named) -> Fact:
    """Return `left.equals(right)`, the formula that left = right entry by entry."""
    return equal_by(p, label, left, right, lambda i, j, ends: same(p, None, left(i, j), right(i, j), *ends, *using))


def chained(p: Proof, label: str | None, *steps: tuple[Matrix, Matrix, Named]) -> Fact:
    """Return A = Z from the links (A, B, A = B), (B, C, B = C), … of a chain."""

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        equations = [p.specialize(equal, i, j, using=ends) for *_, equal in steps]
        return p.have(Eq(steps[0][0](i, j), steps[-1][1](i, j)), *equations)

    return equal_by(p, label, steps[0][0], steps[-1][1], entry)


def reflexive(p: Proof, m: Matrix) -> tuple[Matrix, Matrix, Fact]:
    """(A, A, A = A)."""
    return m, m, equal_by(p, None, m, m, lambda i, j, _: p.have(Eq(m(i, j), m(i, j))))


def products_equal(
    p: Proof, label: str | None, left: tuple[Matrix, Matrix, Named], right: tuple[Matrix, Matrix, Named]
) -> Fact:
    """Return a B = A' B' from (A, A', A = A') and (B, B', B = B')."""
    (a, a2, is_a), (b, b2, is_b) = left, right

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        k = var(f"inner{len(p.made)}", "Z")
        inside = [p.assume(x) for x in (k >= 1, k <= a.columns)]
        one = p.generalize(k, p.specialize(is_a, i, k, using=[*ends, *inside]))
        two = p.generalize(k, p.specialize(is_b, k, j, using=[*ends, *inside]))
        across = {"f": fun(lambda k: a(i, k)), "g": fun(lambda k: a2(i, k))}
        down = {"u": fun(lambda k: b(k, j)), "v": fun(lambda k: b2(k, j))}
        return p.apply("sums.product_eq", one, two, n=a.columns, **across, **down)

    return equal_by(p, label, a @ b, a2 @ b2, entry)


def times_layer(p: Proof, label: str | None, w: Matrix, row: Matrix, target: Matrix, above: bool = False) -> Fact:
    """Prove W [row; I] = target, or W [I; row] if the identity is `above`: each column of the product is computed."""
    unit_matrix = identity(row.columns)
    layer = blocks([[unit_matrix], [row]] if above else [[row], [unit_matrix]])
    n = row.columns

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        by = "sum_identity_above" if above else "sum_identity_below"
        picked = p.apply(by, *ends, f=fun(lambda k: w(i, k)), n=n, m=j, u=row(1, j))
        short = picked.concl.args[1]
        return p.have(Eq((w @ layer)(i, j), target(i, j)), picked, same(p, None, short, target(i, j), *ends))

    return equal_by(p, label, w @ layer, target, entry)


def softmaxes_equal(p: Proof, label: str | None, a: Matrix, b: Matrix, equal: Named) -> Fact:
    """softmax A = softmax B from A = B."""

    def entry(_i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        k = var(f"inner{len(p.made)}", "Z")
        inside = [p.assume(x) for x in (k >= 1, k <= a.rows)]
        column = p.generalize(k, p.specialize(equal, k, j, using=[*ends, *inside]))
        scores = {"a": fun(lambda k: a(k, j)), "b": fun(lambda k: b(k, j))}
        return p.apply("softmax.softmax_eq", column, *ends, n=a.rows, **scores)

    return equal_by(p, label, softmax(a), softmax(b), entry)
