"""Descriptions of variables and their sorts in words: "integers k, n; real x; real sequence a".

>>> from proofs.kernel.terms import fn
>>> print(text([fn("f", "(ZZ>R)ZZ", "R")(fn("X", 2, "R"), 1, 1) <= 0]))
real matrix X; function f from real matrices to real matrices
"""

from __future__ import annotations

from collections.abc import Iterable

from proofs.kernel.terms import Term, codomain, domain, takes_integers
from proofs.language.display import LATEX, membership, shown_name, space

KINDS = {1: ("sequence", "sequences"), 2: ("matrix", "matrices")}  # by the number of integer indices


def variables(terms: Iterable[Term]) -> list[Term]:
    """Return the free variables of terms: numbers before functions, integers before reals, then by name."""
    found = {v for t in terms for v in t.free}
    return sorted(
        found, key=lambda v: (v.sort.count("("), len(domain(v.sort)), codomain(v.sort) == "R", v.sort, v.args[0])
    )


def clash(terms: Iterable[Term]) -> str | None:
    """Return the error message if two variables share a name, else None: they would print alike in a statement."""
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
    """Return the sort of a variable or function in words.

    >>> from proofs.kernel.terms import fn, var
    >>> sort_of(var("n", "Z")), sort_of(fn("F", 3, "R"))
    ('integer', 'real array of 3 indices')
    """
    return _words(v.sort, False)


def text(terms: Iterable[Term], greek: bool = True) -> str:
    """Return the variables of terms in words, with Greek letters if `greek`; empty if there are none.

    >>> from proofs.kernel.terms import fn, num, var
    >>> n, x, y, a = var("n", "Z"), var("x", "R"), var("y", "R"), fn("a", 1, "R")
    >>> text([n <= x, a(n) < y])
    'integer n; reals x, y; real sequence a'
    """
    shown = []
    for own in _groups(terms):
        names = (shown_name(v.args[0], False) if greek else v.args[0] for v in own)
        kind, of, rest = _words(own[0].sort, len(own) > 1).partition(" from ")
        shown.append(f"{kind} {', '.join(names)}{of}{rest}")
    return "; ".join(shown)


def latex(terms: Iterable[Term]) -> str:
    r"""Return the variables of terms and their sets, as LaTeX.

    >>> from proofs.kernel.terms import fn, var
    >>> print(latex([fn("a", 1, "R")(var("n", "Z")) <= 1]))
    n \in \mathbb{Z},\ a \in \mathbb{R}^{*}
    """
    shown = []
    for own in _groups(terms):
        names = ", ".join(shown_name(v.args[0], True) for v in own)
        shown.append(f"{names} {latex_sort(own[0].sort)}")
    return r",\ ".join(shown)


def latex_sort(sort: str) -> str:
    r"""Return the set of a variable of the sort: \in \mathbb{R}, \in \mathbb{R}^{*}, \colon \mathbb{R} \to \mathbb{R}.

    >>> print(latex_sort("(R>R)"))
    \colon \mathbb{R} \to \mathbb{R}
    """
    return LATEX[membership(sort)].format("", space(sort, True)).lstrip()


def _groups(terms: Iterable[Term]) -> list[list[Term]]:
    groups: dict[str, list[Term]] = {}
    for v in variables(terms):
        groups.setdefault(v.sort, []).append(v)
    return list(groups.values())


def _words(sort: str, several: bool) -> str:
    """Return the sort in words, in the plural if `several`."""
    number = "integer" if codomain(sort) == "Z" else "real"
    takes, many = domain(sort), "s" * several
    arity = len(takes)
    if not takes:
        return number + many
    if takes_integers(sort):
        return f"{number} {KINDS[arity][several]}" if arity in KINDS else f"{number} array{many} of {arity} indices"
    # The arguments come first, then the indices of the value: none for numbers, one for vectors, two for matrices.
    indices = next((k for k, one in enumerate(reversed(takes)) if one != "Z"), arity)
    before = takes[: arity - indices]
    values = {0: number + "s", 1: f"{number} {KINDS[1][1]}", 2: f"{number} {KINDS[2][1]}"}
    value = values.get(indices, f"{number} arrays of {indices} indices")
    return f"function{many} from {' and '.join(_words(one, True) for one in before)} to {value}"


def _article(words: str) -> str:
    return f"{'an' if words[0] == 'i' else 'a'} {words}"
