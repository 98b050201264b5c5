"""Sequences defined by recursion: their equations, and the proof that such a sequence exists up to any index."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import codomain, domain, fits, term
from proofs.language.display import text
from proofs.language.notation import FALSE, Eq, Term, every, exists, fun, hole, ite, variable


def takes(function: object, count: int) -> bool:
    """Return whether a function can be called with this number of arguments."""
    try:
        inspect.signature(function).bind(*range(count))  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


@dataclass(frozen=True)
class Recursion:
    """A sequence x that is given by its value at a first index, and at t + 1 by a function of t and its value at t.

    Parameters
    ----------
    x
        The sequence, a function whose first argument is the index t. The others, if there are any, are those of its
        values, which are then vectors or matrices.
    start
        The value at the first index, as a function of the other arguments.
    step
        The value at t + 1, as a function of t, the value at t, and the other arguments.
    first
        The first index.
    ends
        The two bounds of each other argument.
    """

    x: Term
    start: Callable[..., Term | int]
    step: Callable[..., Term | int]
    first: Term
    ends: tuple[Term | int | None, ...] = ()

    def defect(self) -> str:
        """Return what is wrong with the sequence and the functions that define it; empty if nothing is."""
        sorts = domain(self.x.sort)
        if self.x.op != "fn" or sorts[:1] != ("Z",) or set(sorts) != {"Z"}:
            return f"{text(self.x)} is no sequence: vectors and sequences make some"
        if len(self.ends) != 2 * (len(sorts) - 1):
            return f"`ends` gives the two bounds of each argument of {text(self.x)} but the first"
        for name, function, count in (("start", self.start, len(sorts) - 1), ("step", self.step, len(sorts) + 1)):
            if not takes(function, count):
                more = "t, the value at t" if name == "step" else ""
                others = ", ".join(filter(None, [more, *("ijkl"[: len(sorts) - 1])]))
                return f"`{name}` is a function of {others or 'no argument: lambda: 0'}"
        t, y = variable("recursion_t_", "Z"), variable("recursion_x_", self.x.sort)
        i = [variable(f"recursion_{k}_", "Z") for k in range(len(sorts) - 1)]
        values = {"start": term(self.start(*i)), "step": term(self.step(t, self.value(y, t), *i))}
        for name, value in values.items():
            if self.x in value.free:
                return f"`{name}` contains {text(self.x)}: it may only use the value at t, which `step` is given"
            if not fits(value.sort, codomain(self.x.sort)):
                return f"`{name}` is a real number, and {text(self.x)} has integer values: make it by vectors"
        return ""

    def value(self, x: Term, t: Term) -> Term:
        """Return the value of a sequence at t: a number, a vector or a matrix."""
        others = len(domain(x.sort)) - 1
        return fun(lambda *i: x(t, *i), others) if others else x(t)

    def everywhere(self, formula: Callable[..., Term]) -> Term:
        """Return a formula for all arguments other than the index."""
        return every(formula, *self.ends) if self.ends else formula()

    def at(self, x: Term, t: Term) -> Term:
        """Return the equation of a sequence for its value at t + 1."""
        return self.everywhere(lambda *i: Eq(x(t + 1, *i), self.step(t, self.value(x, t), *i)))

    def equations(self, x: Term, last: Term | None = None) -> tuple[Term, Term]:
        """Return the two equations of a sequence up to an index, or for all."""
        start = self.everywhere(lambda *i: Eq(x(self.first, *i), self.start(*i)))
        return start, every(lambda t: self.at(x, t), self.first, None if last is None else last - 1)

    def exists(self, last: Term) -> Term:
        """Return the statement that a sequence satisfies the equations up to an index."""
        return exists(lambda x: self.equations(x, last), self.x.sort)

    def prove(self, p: Proof, last: Term, low: Named) -> Fact:
        """Prove that a sequence satisfies the equations up to an index that is not before the first, which `low` says.

        By induction: a sequence with the equations up to k gets the value at k + 1 that the last equation asks for.
        """
        k, t = (variable(f"recursion_{name}_", "Z") for name in "kt")
        x = variable("recursion_x_", self.x.sort)
        others = [variable(f"recursion_{i}_", "Z") for i in range(len(self.ends) // 2)]
        sort = self.value(x, k).sort
        longer = fun(lambda t, *i: ite(Eq(t, k + 1), self.step(k, self.value(x, k), *i), x(t, *i)), len(others) + 1)

        def of(value: Term, i: tuple[Term, ...]) -> Term:
            return value(*i) if others else value

        def for_longer(fact: Fact, at: Term, order: Fact, formula: Callable[[Term], Term]) -> Fact:
            """Restate formula(x_at) as formula(longer_at); `order` says that `at` is less than k + 1."""
            same = p.have(Eq(x(at, *others), longer(at, *others)), p.ite_eq(longer(at, *others), order))
            for i in reversed(others):
                same = p.rule("generalize", i, same)
            return p.replace(same, hole(formula, sort), fact)

        def next_of_longer(t: Term) -> Callable[[Term], Term]:
            return lambda value: self.everywhere(lambda *i: Eq(longer(t + 1, *i), self.step(t, value, *i)))

        constant = fun(lambda t, *i: self.start(*i), len(others) + 1)
        with p.fix(t, self.first, self.first - 1) as empty:
            none = p.absurd(p.have(FALSE, *empty), self.at(constant, t))
        base = p.exists_intro(self.exists(self.first), [constant], p.generalize(t, none))
        with p.fix(k, self.first) as (low_k,), p.case(self.exists(k)) as so_far:
            start, earlier = p.obtain(so_far, x)
            first = for_longer(
                start, self.first, p.have(self.first < k + 1, low_k),
                lambda value: self.everywhere(lambda *i: Eq(of(value, i), self.start(*i))),
            )  # fmt: skip
            new = p.ite_eq(longer(k + 1, *others), p.have(Eq(k + 1, k + 1)))
            for i, lo, hi in reversed(list(zip(others, self.ends[::2], self.ends[1::2], strict=True))):
                ends = [*([lo <= i] if lo is not None else []), *([i <= hi] if hi is not None else [])]
                new = p.generalize(i, new, *ends)
            new = for_longer(new, k, p.have(k < k + 1), next_of_longer(k))
            with p.fix(t, self.first, k) as (low_t, high_t):

                def at(order: Fact) -> Fact:
                    """Prove the equation at t, in the cases t < k, t = k and k < t."""
                    if order.concl.op == "eq":
                        return p.replace(p.have(Eq(k, t), order), hole(lambda t: self.at(longer, t), "Z"), new)
                    if order.concl.args[0] is k:
                        return p.absurd(p.have(FALSE, order, high_t), self.at(longer, t))
                    known = p.specialize(earlier, t, using=[low_t, p.have(t <= k - 1, p.integer_step(order))])
                    known = for_longer(
                        known, t + 1, p.have(t + 1 < k + 1, order),
                        lambda value: self.everywhere(lambda *i: Eq(of(value, i), self.step(t, self.value(x, t), *i))),
                    )  # fmt: skip
                    return for_longer(known, t, p.have(t < k + 1, high_t), next_of_longer(t))

                later = p.trichotomy(t, k, at)
            more = p.exists_intro(self.exists(k + 1), [longer], first, p.generalize(t, later))
        return p.specialize(p.induct(self.exists, self.first, k, base, more), last, using=[low])
