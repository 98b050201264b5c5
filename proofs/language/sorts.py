"""The variables of formulas and their sorts, in words: "integers k, n; real x; real sequence a"."""

from __future__ import annotations

from collections.abc import Iterable

from proofs.kernel.terms import Term
from proofs.language.display import shown_name

KINDS = {1: ("sequence", "sequences"), 2: ("matrix", "matrices")}  # functions of so many integer indices


def variables(terms: Iterable[Term]) -> list[Term]:
    """The free variables and functions of terms: numbers before functions, integers before reals, then by name."""
    found = {v for t in terms for v in t.free}
    return sorted(found, key=lambda v: (_arity(v), v.args[-1] == "R", v.args[0]))


def clash(terms: Iterable[Term]) -> str | None:
    """What is wrong if two variables have one name: as they would be printed alike, no statement may have both."""
    found = {v for t in terms for v in t.free}
    if len({v.args[0] for v in found}) == len(found):
        return None
    known: dict[str, Term] = {}
    for v in variables(found):
        other = known.setdefault(v.args[0], v)
        if other is not v:
            return f"{v.args[0]} is {_article(sort_of(other))} and {_article(sort_of(v))}: rename one of them"
    return None


def sort_of(v: Term) -> str:
    """The sort of a variable or function.

    >>> from proofs.kernel.terms import fn, var
    >>> sort_of(var("n", "Z")), sort_of(fn("F", 3, "R"))
    ('integer', 'real array of 3 indices')
    """
    return _words(v, False)


def text(terms: Iterable[Term], greek: bool = True) -> str:
    """The variables of terms in words, Greek letters as such if wished; empty if there are none.

    >>> from proofs.kernel.terms import fn, num, var
    >>> n, x, y, a = var("n", "Z"), var("x", "R"), var("y", "R"), fn("a", 1, "R")
    >>> text([n <= x, a(n) < y])
    'integer n; reals x, y; real sequence a'
    """
    shown = []
    for own in _groups(terms):
        names = (shown_name(v.args[0], False) if greek else v.args[0] for v in own)
        shown.append(f"{_words(own[0], len(own) > 1)} {', '.join(names)}")
    return "; ".join(shown)


def latex(terms: Iterable[Term]) -> str:
    r"""The same as LaTeX: in which sets they are.

    >>> from proofs.kernel.terms import fn, var
    >>> print(latex([fn("a", 1, "R")(var("n", "Z")) <= 1]))
    n \in \mathbb{Z},\ a \colon \mathbb{Z} \to \mathbb{R}
    """
    shown = []
    for own in _groups(terms):
        names = ", ".join(shown_name(v.args[0], True) for v in own)
        power = f"^{{{_arity(own[0])}}}" if _arity(own[0]) > 1 else ""
        relation = rf"\colon \mathbb{{Z}}{power} \to" if _arity(own[0]) else r"\in"
        shown.append(rf"{names} {relation} \mathbb{{{own[0].args[-1]}}}")
    return r",\ ".join(shown)


def _groups(terms: Iterable[Term]) -> list[list[Term]]:
    groups: dict[tuple[int, str], list[Term]] = {}
    for v in variables(terms):
        groups.setdefault((_arity(v), v.args[-1]), []).append(v)
    return list(groups.values())


def _arity(v: Term) -> int:
    return v.args[1] if v.op == "fn" else 0


def _words(v: Term, several: bool) -> str:
    number = "integer" if v.args[-1] == "Z" else "real"
    arity = _arity(v)
    if not arity:
        return number + "s" * several
    if arity in KINDS:
        return f"{number} {KINDS[arity][several]}"
    return f"{number} array{'s' * several} of {arity} indices"


def _article(words: str) -> str:
    return f"{'an' if words[0] == 'i' else 'a'} {words}"
