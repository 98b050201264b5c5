"""What is printed is read back as what it was: formulas made by chance, and those of the papers."""

from __future__ import annotations

import importlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import alike, in_brackets, read

from proofs.kernel.normal import key
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    app,
    big,
    closed,
    deriv,
    eq,
    exp,
    forall,
    imp,
    inv,
    ite,
    lam,
    le,
    log,
    lt,
    num,
    sorts,
)
from proofs.language import notation
from proofs.language.display import Notions, text
from proofs.language.notation import MATRIX, OPERATOR, VECTOR, array, negation, sigma, variable
from proofs.papers import PAPERS

SORTS = ("Z", "R", VECTOR, "(Z>Z)", MATRIX, "(R>R)", OPERATOR, "(Z(Z>R)R>R)", "((R>R)>R)")
FREE = tuple(
    variable(name, sort)
    for name, sort in zip(["n", "x", "a", "p", "W_1", "alpha", "f", "g'", "i"], (*SORTS[:8], "Z"), strict=True)
)


class Chance:
    """Well-sorted terms over the whole language, by chance."""

    def __init__(self, seed: int) -> None:
        self.random, self.made = random.Random(seed), 0
        self.scope = list(FREE)

    def one(self, *choices: object) -> object:
        return self.random.choice(choices)

    def under(self, domain: tuple[str, ...], make: object, size: int) -> tuple[Term, list[Term]]:
        """What is made in the scope of new variables, closed over them."""
        own = []
        for sort in domain:
            self.made += 1
            own.append(variable(f"made_{self.made}", sort))
        self.scope += own
        body = make(size)  # type: ignore[operator]
        del self.scope[-len(own) :]
        return closed(body, own), own

    def number(self, size: int, sort: str = "R") -> Term:
        known = [v for v in self.scope if v.sort == sort]
        if size <= 0:
            return self.random.choice([*known, num(self.random.randint(0, 12))])
        if sort == "Z":
            how = self.random.randint(0, 3)
            s = self.number(size - 2, "Z")
            return [s + 1, s - self.number(size - 2, "Z"), 2 * s, self.value(size, "Z")][how]
        s, t = self.number(size - 2), self.number(size - 2)
        makers = [
            lambda: s + t, lambda: s - t, lambda: -s, lambda: s * t, lambda: s / t, lambda: inv(s), lambda: s * s,
            lambda: exp(s), lambda: log(s), lambda: absolute(s), lambda: ite(self.relation(size - 2), s, t),
            lambda: ite(le(s, t), s, t), lambda: num(-3, 4) * s, lambda: (s + t) * (s - t),
            lambda: self.value(size, "R"),
            lambda: exp(num(1, 2) * log(s)), lambda: ite(lt(num(0), s), exp(num(2, 3) * log(s)), 0),
            lambda: big(str(self.one("sum", "prod", "max")), self.number(size - 3, "Z"), self.number(size - 3, "Z"),
                        self.under(("Z",), self.number, size - 2)[0]),
        ]  # fmt: skip
        return self.random.choice(makers)()

    def value(self, size: int, sort: str) -> Term:
        """The value of a function."""
        f = self.random.choice([v for v in self.scope if v.sort[0] == "(" and v.sort[-2] == sort])
        return app(f, *(self.of(one, size - 2) for one in sorts(f.sort[1:-3])))

    def of(self, sort: str, size: int) -> Term:
        if sort in ("Z", "R"):
            return self.number(size, sort)
        known = [v for v in self.scope if v.sort == sort]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        if sort == VECTOR and self.random.random() < 0.3:
            return array(*(self.number(size - 2) for _ in range(self.random.randint(1, 3))))
        domain = sorts(sort[1:-3])
        body, _ = self.under(domain, lambda size: self.number(size, sort[-2]), size - 1)
        return lam("".join(domain), body)

    def relation(self, size: int) -> Term:
        return self.random.choice([le, lt, eq])(self.number(size - 1), self.number(size - 1))

    def formula(self, size: int) -> Term:
        if size <= 2:
            return self.relation(size)
        sort = str(self.one(*SORTS))
        how = self.random.randint(0, 9)
        if how < 2:
            return imp(self.formula(size - 2), self.formula(size - 2))
        if how < 4:
            return negation(self.formula(size - 1))
        if how == 4:
            return negation(imp(self.formula(size - 2), imp(self.formula(size - 2), FALSE)))
        if how == 5:
            own, _ = self.under(("R",), self.number, size - 2)
            return deriv(own, self.number(size - 3), self.number(size - 3))
        if how == 6:
            lo, hi = self.number(1, "Z"), self.number(1, "Z")
            self.made += 1
            i = variable(f"made_{self.made}", "Z")
            self.scope.append(i)
            body = self.formula(size - 3)
            self.scope.pop()
            last = self.one(body, imp(body, FALSE), imp(self.relation(2), imp(body, FALSE)))
            inside = imp(le(lo, i), imp(le(i, hi), last))  # type: ignore[arg-type]
            out = forall("Z", closed(inside, [i]))
            return self.random.choice([out, negation(out)])
        out, _ = self.under((sort,), self.formula, size - 2)
        return forall(sort, out)


@given(st.integers(0, 10**6), st.integers(3, 9))
def test_formulas_made_by_chance_are_read_back(seed: int, size: int) -> None:
    try:
        formula = Chance(seed).formula(size)
    except KernelError:
        return
    back = read(text(formula), formula.free)
    assert key(alike(back)) == key(alike(formula)), text(formula)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_formulas_of_the_papers_are_read_back(paper: str) -> None:
    """With their notions in brackets, which are unfolded: what is folded is what was meant."""
    chapter = importlib.import_module(f"proofs.papers.{paper}").chapter
    notions = in_brackets(chapter.notions)
    formulas = {
        f if f.sort == "B" else eq(f, 0)
        for s in chapter.statements.values()
        for c in (*s.printed, *s.mended, *s.steps)
        for f in (*c.given, c.shows, *s.given, *s.defines)
        if f.sort[0] != "("
    }
    assert len(formulas) > 100
    for formula in formulas:
        shown = notions.text(formula)
        back = read(shown, formula.free, notions)
        assert key(alike(back)) == key(alike(formula)), shown


def test_the_reader_sees_a_range_that_is_dropped() -> None:
    """The test of the tests: a notion that stands for any range is read back as another formula."""
    n, k = notation.ints("n k")
    (a,) = notation.vectors("a")
    notions = Notions()
    notions.define(sigma(lambda i: a(i), 1, n), (a, n), "Z({0}, {1})", "Z({0}, {1})")
    bracketed = in_brackets(notions)
    whole = sigma(lambda i: a(i), 1, k) <= 1
    assert bracketed.text(whole) == "⟦0|a|k⟧ ≤ 1"
    assert read("⟦0|a|k⟧ ≤ 1", whole.free, bracketed) is whole
    assert key(read("⟦0|a|n⟧ ≤ 1", {*whole.free, n}, bracketed)) != key(whole)
