"""Chapters: theorems with their proofs, in order. Papers and the library of sums are chapters.

Each chapter is a namespace: its theorem `sum_le` has the full name "sums.sum_le". A proof may write `sum_le` for a
theorem of its own chapter, or for one of another chapter if no other theorem has this name (`Proof.full_name`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from inspect import unwrap
from pathlib import Path
from types import FrameType
from typing import Any

from proofs.builder.automation import Finder
from proofs.builder.proof import Proof, ProofError
from proofs.builder.stored import StoredTheorem
from proofs.builder.validation import checked_name
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import Term, imp
from proofs.language import sorts
from proofs.language.display import Notions
from proofs.language.parse import read_claim

Write = Callable[[Proof], object]


@dataclass(frozen=True)
class Claim:
    """A formula under hypotheses, with the full name of the theorem that proves it (None if there is none).

    A hypothesis that is given twice counts once.

    The name proves nothing by itself: the check compares the replayed theorem with `given` and `shows`.

    Raises
    ------
    ProofError
        if a part of it is not a formula, or two variables have one name, such as an integer n and a real n, which would
        be printed alike.


    >>> from proofs.language.notation import ints, reals
    >>> (n,), (x,) = ints("n"), reals("n")
    >>> Claim((0 < n,), x <= x)
    Traceback (most recent call last):
        ...
    proofs.builder.record.ProofError: a claim: n is an integer and a real: rename one of them
    """

    given: tuple[Term, ...]
    shows: Term
    by: str | None = None

    def __post_init__(self) -> None:
        for formula in (*self.given, self.shows):
            if not isinstance(formula, Term):
                kind = "a truth value" if isinstance(formula, bool) else "no formula"
                raise ProofError(f"{self.by or 'a claim'}: {formula} is {kind}")
        object.__setattr__(self, "given", tuple(dict.fromkeys(self.given)))
        clash = sorts.clash((*self.given, self.shows))
        if clash:
            raise ProofError(f"{self.by or 'a claim'}: {clash}")

    @property
    def name(self) -> str:
        """The theorem's short name in its chapter."""
        return (self.by or "").rpartition(".")[2]

    @property
    def formula(self) -> Term:
        """given → … → shows, as one formula."""
        out = self.shows
        for a in reversed(self.given):
            out = imp(a, out)
        return out


@dataclass(frozen=True)
class Mark:
    """A mark on a theorem, by which the search may apply it as a lemma.

    Attributes
    ----------
    trigger
        Terms in the theorem's variables; the search matches all of them with terms of a question. By default these are
        the sums of the conclusion, or its other functions.
    new
        The number of sums in the conclusion that need not occur in a question.
    rest
        Whether the search may prove the rest of a goal after a step by the theorem.
    """

    trigger: tuple[Term, ...] = ()
    new: int = 0
    rest: bool = False


MARKS: dict[str, Mark] = {}  # of the theorems of all chapters that this process has imported, by full name


class Chapter:
    """Named proofs, in the order in which they are written.

    >>> chapter = Chapter("example")
    >>> @chapter.theorem
    ... def one_le_two(p):
    ...     from proofs.language.notation import num
    ...     p.qed(p.have(num(1) <= 2))
    >>> [stored["name"] for stored in chapter.prove(Theory())]
    ['example.one_le_two']
    """

    def __init__(self, name: str) -> None:
        """Create an empty chapter.

        Raises
        ------
        ValueError
            if the name is invalid.
        """
        self.name, self.package = checked_name(name), _package()
        self.proofs: dict[str, Write] = {}  # by full name
        self.places: dict[str, str] = {}  # of theorems, by full name, and of a paper's statements, by id
        self.notions = Notions()
        self.recursions: dict[Term, Mapping[str, Term]] = {}  # the named equations of each recursive sequence
        self.marks: dict[str, Mark] = {}  # of the theorems that the search may apply, by full name
        self.module = _module(next(_callers()))

    def usable(
        self,
        marked: Claim | Write | None = None,
        *,
        trigger: Term | Sequence[Term] = (),
        new: int = 0,
        rest: bool = False,
    ) -> Any:
        """Mark a theorem or a claim of this chapter as a lemma that the search may apply; see `Mark`.

        >>> from proofs.language.notation import reals
        >>> (x,) = reals("x")
        >>> chapter = Chapter("example")
        >>> @chapter.usable(trigger=x * x)
        ... @chapter.claim(given={"large": 1 <= x}, shows=x <= x * x)
        ... def le_square(p):
        ...     return p.have(p.goal, "large")
        >>> list(chapter.marks)
        ['example.le_square']

        Raises
        ------
        ProofError
            if it is not a theorem of this chapter.
        """
        terms = (trigger,) if isinstance(trigger, Term) else tuple(trigger)
        if marked is None:
            return partial(self.usable, trigger=terms, new=new, rest=rest)
        name = marked.by if isinstance(marked, Claim) else f"{self.name}.{getattr(marked, '__name__', marked)}"
        if name not in self.proofs:
            raise ProofError(f"{name} is not a theorem of {self.name}: write @{self.name}.usable above @….claim(…)")
        self.marks[str(name)] = MARKS[str(name)] = Mark(terms, new, rest)
        return marked

    def theorem(self, write: Write) -> Write:
        """Register a proof, which ends with `qed`, under the name of its function.

        Raises
        ------
        ProofError
            if the chapter has a theorem of that name; the message gives the places of both.
        """
        name = f"{self.name}.{write.__name__}"
        if name in self.proofs:
            places = " and at ".join(map(_place, (self.proofs[name], write)))
            raise ProofError(f"two theorems are called {name}: at {places}")
        self.proofs[name] = write
        self.places[name] = self._here()
        return write

    def claim(
        self, given: Sequence[Term | str] | Mapping[str, Term], shows: Term | str
    ) -> Callable[[Callable[[Proof], Fact | None]], Claim]:
        """Register a proof of `shows` from `given`; the function, which returns the last fact, becomes a `Claim`.

        Formulas may be text, as for `lemmata prove` (`proofs.language.parse.read_claim`).
        In the proof, `p.goal` is `shows`, and the hypotheses `given` are known facts, named if `given` is a mapping. If
        the function returns nothing, a search must prove the goal from the facts found so far.

        >>> from proofs.language.notation import reals
        >>> (x,) = reals("x")
        >>> chapter = Chapter("example")
        >>> @chapter.claim(given={"large": 1 <= x}, shows=1 <= x * x)
        ... def square_large(p):
        ...     return p.have(p.goal, "large")
        >>> [stored["name"] for stored in chapter.prove(Theory())]
        ['example.square_large']
        """
        names = dict(given) if isinstance(given, Mapping) else {}
        hypotheses, shows = read_claim(tuple(names.values() if names else given), shows, self.notions)
        for named in self._equations((*hypotheses, shows)):
            names |= named
            hypotheses += tuple(formula for formula in named.values() if formula not in hypotheses)

        def register(write: Callable[[Proof], Fact | None]) -> Claim:
            @wraps(write)
            def ended(p: Proof) -> None:
                p.set_goal(shows, hypotheses)
                p.given(**names)
                p.find, p.notions = Finder(p).find, self.notions
                last = write(p)
                p.qed(p.have(shows) if last is None else last, shows, hypotheses)

            self.theorem(ended)
            return Claim(hypotheses, shows, f"{self.name}.{write.__name__}")

        return register

    def by_search(
        self,
        name: str,
        given: Sequence[Term | str] | Mapping[str, Term],
        shows: Term | str,
        using: Sequence[str] = (),
        steps: Sequence[Term | str | tuple[Term | str, ...]] = (),
    ) -> Claim:
        """Register a claim whose proof the search finds, by `Proof.prove`, from its hypotheses, by `steps`, if given.

        The proof may also apply the earlier theorems named in `using`, with the values of their variables unchanged.
        Long proofs are split by `steps`: formulas that are proved in this order, before the conclusion. A step may be a
        tuple of a formula and the only facts that it needs: names of hypotheses, and formulas proved before.

        >>> from proofs.language.notation import reals
        >>> from proofs.search.certificate_theorems import theory
        >>> (x,) = reals("x")
        >>> chapter = Chapter("example")
        >>> claim = chapter.by_search("square_large", [1 <= x], 1 <= x * x)
        >>> [stored["name"] for stored in chapter.prove(theory())]
        ['example.square_large']
        """

        def prove(p: Proof) -> Fact:
            facts = [*p.hypotheses.values(), *map(p.apply, using)]
            for k, step in enumerate(steps):
                formula, *named = step if isinstance(step, tuple) else (step,)
                facts.append(p.prove(formula, *(named or facts), label=f"step_{k}"))
            return p.prove(p.goal, *facts)

        prove.__name__ = name
        prove.__doc__ = f"The search proves it from {', '.join(['its hypotheses', *using])}."
        return self.claim(given, shows)(prove)

    def _equations(self, formulas: Iterable[Term]) -> list[Mapping[str, Term]]:
        """Return the equations of the recursive sequences that occur in formulas, or in those equations."""
        found: dict[Term, Mapping[str, Term]] = {}
        free = {x for formula in formulas for x in formula.free}
        while new := [x for x in self.recursions if x in free and x not in found]:
            found |= {x: self.recursions[x] for x in new}
            free |= {y for x in new for formula in found[x].values() for y in formula.free}
        return list(found.values())

    def _here(self) -> str:
        """Return the file and line of the code that calls the builder: "proofs/papers/ks/beyond/….py:12".

        It is a statement at the top level of a module of the chapter's package, if one is being executed, even if it
        calls a function that calls the builder. The file is named relative to the folder from which its module is
        imported.
        """
        frames = list(_callers())
        own = (f for f in frames if f"{_module(f)}.".startswith(f"{self.package}."))
        frame = next((f for f in own if f.f_code.co_name == "<module>"), frames[0])
        file = Path(frame.f_code.co_filename)
        depth = _module(frame).count(".") + (file.name == "__init__.py")
        return f"{'/'.join(file.parts[-1 - depth :])}:{frame.f_lineno}"

    def prove(self, theory: Theory) -> Iterator[StoredTheorem]:
        """Run the proofs with their searches; yield each stored theorem. The theory must hold the earlier chapters."""
        for name, write in self.proofs.items():
            proof = Proof(name, theory)
            write(proof)
            yield proof.finished()


def _package() -> str:
    """Return the package of the module that creates a chapter, or the module itself if it is in none."""
    module = _module(next(_callers()))
    return module.rpartition(".")[0] or module


def _callers() -> Iterator[FrameType]:
    """Yield the frames outside of the builder that lead to its call, the nearest first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if not _module(frame).startswith("proofs.builder."):
            yield frame
        frame = frame.f_back


def _module(frame: FrameType) -> str:
    """Return the name of the module of a frame."""
    return str(frame.f_globals.get("__name__", ""))


def _place(write: Write) -> str:
    """Return the file and line of the function of a theorem or a claim."""
    code = getattr(unwrap(write), "__code__", None)
    return "an unknown place" if code is None else f"{code.co_filename}:{code.co_firstlineno}"
