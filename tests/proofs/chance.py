"""Formulas over the whole language, made by chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from proofs.kernel.terms import (  # fmt: skip
    FALSE,
    Term,
    absolute,
    abstract,
    app,
    big,
    codomain,
    deriv,
    domain,
    eq,
    exp,
    forall,
    imp,
    inv,
    is_function,
    ite,
    lam,
    le,
    log,
    lt,
    num,
)
from proofs.language.notation import MATRIX, OPERATOR, VECTOR, array, negation, variable

T = TypeVar("T")
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

    def one(self, *choices: T) -> T:
        return self.random.choice(choices)

    def under(self, domain: tuple[str, ...], make: Callable[[int], Term], size: int) -> tuple[Term, list[Term]]:
        """What is made in the scope of new variables, closed over them."""
        own = []
        for sort in domain:
            self.made += 1
            own.append(variable(f"made_{self.made}", sort))
        self.scope += own
        body = make(size)
        del self.scope[-len(own) :]
        return abstract(body, own), own

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
            lambda: big(self.one("sum", "prod", "max"), self.number(size - 3, "Z"), self.number(size - 3, "Z"),
                        self.under(("Z",), self.number, size - 2)[0]),
        ]  # fmt: skip
        return self.random.choice(makers)()

    def value(self, size: int, sort: str) -> Term:
        """The value of a function."""
        f = self.random.choice([v for v in self.scope if is_function(v.sort) and codomain(v.sort) == sort])
        return app(f, *(self.of(one, size - 2) for one in domain(f.sort)))

    def of(self, sort: str, size: int) -> Term:
        if sort in ("Z", "R"):
            return self.number(size, sort)
        known = [v for v in self.scope if v.sort == sort]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        if sort == VECTOR and self.random.random() < 0.3:
            return array(*(self.number(size - 2) for _ in range(self.random.randint(1, 3))))
        body, _ = self.under(domain(sort), lambda size: self.number(size, codomain(sort)), size - 1)
        return lam("".join(domain(sort)), body)

    def relation(self, size: int) -> Term:
        return self.random.choice([le, lt, eq])(self.number(size - 1), self.number(size - 1))

    def formula(self, size: int) -> Term:
        if size <= 2:
            return self.relation(size)
        sort = self.one(*SORTS)
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
            inside = imp(le(lo, i), imp(le(i, hi), last))
            out = forall("Z", abstract(inside, [i]))
            return self.random.choice([out, negation(out)])
        out, _ = self.under((sort,), self.formula, size - 2)
        return forall(sort, out)
