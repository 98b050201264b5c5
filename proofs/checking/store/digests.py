"""SHA-256 digests of terms, of stored theorems, and of the functions that write proofs.

A digest is taken of a canonical form: it depends on what a term or a step is, not on where a table of terms lists it.
So a theorem keeps its digests when others are added to the file in which it is stored.

>>> from proofs.kernel.terms import num, var
>>> digest_of_term(num(1) + var("x", "R")) == digest_of_term(num(1) + var("x", "R"))
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import _lru_cache_wrapper, partial
from hashlib import sha256
from opcode import opmap
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec

from proofs.builder.chapter import Chapter
from proofs.builder.stored import StoredTheorem
from proofs.checking.store.sources import Sources
from proofs.kernel.store import PLAIN, Json, Table
from proofs.kernel.terms import Term
from proofs.language.display import Notions

Digest = bytes
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError)
BY_PYTHON = ("__dict__", "__weakref__", "__module__", "__firstlineno__", "__doc__")  # attributes that a class is given
IMPORTS = opmap["IMPORT_NAME"]
OBJECT = re.compile(r"[A-Za-z_]\w*(\.\w+)*:[A-Za-z_]\w*")  # the name of a module's object, such as a starting point


def combined(*parts: bytes) -> Digest:
    """Return the digest of a sequence of parts, each with its length."""
    return sha256(b"".join(b"%d:%b" % (len(part), part) for part in parts)).digest()


def _row_digest(op: str, plain: Sequence[Json], kids: Iterable[Digest]) -> Digest:
    return sha256(b"%b%b;%b" % (op.encode(), repr(list(plain)).encode(), b"".join(kids))).digest()


_TERMS: dict[Term, Digest] = {}


def digest_of_term(t: Term) -> Digest:
    """Return the digest of a term: of its operator and its arguments."""
    found = _TERMS.get(t)
    if found is None:
        plain = PLAIN.get(t.op, 0)
        found = _TERMS[t] = _row_digest(t.op, t.args[:plain], map(digest_of_term, t.args[plain:]))
    return found


# --- stored theorems


class TheoremDigests:
    """Digests of stored theorems; those of a table of terms that theorems share are computed once."""

    def __init__(self) -> None:
        self._tables: dict[int, tuple[object, list[Digest]]] = {}  # by identity, with the object itself
        self._statements: dict[int, tuple[object, Digest]] = {}

    def _terms(self, stored: StoredTheorem) -> list[Digest]:
        terms = stored["terms"]
        known = self._tables.get(id(terms))
        if known is not None:
            return known[1]
        out: list[Digest] = []
        for k, (op, *args) in enumerate(terms.rows if isinstance(terms, Table) else terms):
            plain = PLAIN.get(op, 0)
            if not all(type(i) is int and 0 <= i < k for i in args[plain:]):
                raise ValueError("a row of the table refers to no earlier one")
            out.append(_row_digest(op, args[:plain], [out[i] for i in args[plain:]]))
        self._tables[id(terms)] = terms, out
        return out

    def statement(self, stored: StoredTheorem) -> Digest:
        """Return the digest of a stored theorem's hypotheses and conclusion; raises one of MALFORMED if it has none."""
        known = self._statements.get(id(stored))
        if known is None:
            terms, said = self._terms(stored), stored["statement"]
            found = combined(*(_at(terms, h) for h in said["hyps"]), b"|-", _at(terms, said["concl"]))
            known = self._statements[id(stored)] = stored, found
        return known[1]

    def know_statement(self, stored: StoredTheorem, digest: Digest) -> None:
        """Take a digest as that of a stored theorem's statement."""
        self._statements[id(stored)] = stored, digest

    def proof(self, stored: StoredTheorem) -> Digest:
        """Return the digest of a stored theorem: its name, statement and steps; raises one of MALFORMED if damaged."""
        terms, used = self._terms(stored), list[Digest]()

        def written(x: Json) -> Json:
            """Return an argument with 0 for each term, whose digest is put among those `used`."""
            if type(x) is list:
                return [written(y) for y in x]
            if type(x) is dict and x.keys() == {"t"}:
                used.append(_at(terms, x["t"]))
                return {"t": 0}
            return x

        steps = msgspec.json.encode(written(stored["steps"]))
        return combined(stored["name"].encode(), self.statement(stored), steps, *used)

    def premises(self, stored: StoredTheorem, statement_of: Callable[[str], StoredTheorem | None]) -> Digest | None:
        """Return the digest of what the theorems that a proof applies state; None if one of them is missing."""
        parts = []
        for name in sorted(set(theorems_applied(stored))):
            used = statement_of(name)
            if used is None:
                return None
            parts += [name.encode(), self.statement(used)]
        return combined(*parts)


def theorems_applied(stored: StoredTheorem) -> list[str]:
    """Return the names of the theorems that a stored proof applies."""
    return [step[1] for step in stored["steps"] if step[0] == "theorem" and len(step) == 2 and isinstance(step[1], str)]


def _at(terms: Sequence[Digest], i: Json) -> Digest:
    if type(i) is not int or not 0 <= i < len(terms):
        raise ValueError("a reference to no term")
    return terms[i]


# --- the functions that write proofs


class ProofSources:
    """Digests of the functions that write the proofs of a module.

    A digest covers the code of a function and all that the code refers to: functions, terms and other constants. What
    belongs to the modules `fixed` is only named. A string "module:name" stands for the sources of this module and of
    what it imports, the packages around it aside. A function that refers to something else, or that imports a module
    itself, gets a digest of the sources of the whole module and of all that it imports.

    The digest of an object covers the names of the globals that its code refers to, but not their values: functions
    may refer to each other. The digest of a function that writes a proof is that of all objects reached from it, so it
    does not depend on what was digested before.

    The digest decides whether a stored proof is still the one that the function finds. It decides nothing about what is
    proved: that is the statement of the stored proof, which the kernel accepted.
    """

    def __init__(self, module: str, sources: Sources, fixed: Collection[str]) -> None:
        self.module, self.sources, self.fixed = module, sources, fixed
        self._own: dict[int, tuple[object, Digest, dict[bytes, object]]] = {}  # by identity, with the object itself
        self._closed: dict[int, tuple[object, Digest]] = {}  # objects whose digest is the same wherever they occur
        self._parts: dict[int, tuple[object, Digest]] = {}  # other parts of the current object
        self._met: dict[bytes, object] = {}  # the globals that the current object refers to
        self._references = 0  # of the current object to globals and to its other parts

    def digest(self, write: object) -> str:
        """Return the digest of a function that writes a proof."""
        work, reached = [(b"", write)], dict[bytes, Digest]()
        while work:
            name, x = work.pop()
            if name not in reached:
                reached[name], others = self._alone(x)
                work += others.items()
        return combined(*(part for pair in sorted(reached.items()) for part in pair)).hex()

    def _alone(self, x: object) -> tuple[Digest, dict[bytes, object]]:
        """Return the digest of an object without the globals that it refers to, and these."""
        if id(x) not in self._own:
            self._parts, self._met = {}, {}
            self._own[id(x)] = x, self._of(x), self._met
        return self._own[id(x)][1:]

    def _of(self, x: object) -> Digest:
        if isinstance(x, Term):
            return digest_of_term(x)
        if id(x) in self._closed:
            return self._closed[id(x)][1]
        if id(x) in self._parts:
            self._references += 1
            return self._parts[id(x)][1]
        before = self._references
        self._parts[id(x)] = x, self._named(b"recursive", x)
        found = self._computed(x)
        (self._closed if before == self._references else self._parts)[id(x)] = x, found
        return found

    def _computed(self, x: Any) -> Digest:
        if isinstance(x, str) and OBJECT.fullmatch(x) and self._is_ours(x):
            return combined(b"object", x.encode(), self.sources.alone(x.partition(":")[0]).encode())
        if x is None or x is ... or isinstance(x, bool | int | float | str | bytes | Fraction | range):
            return combined(type(x).__name__.encode(), repr(x).encode())
        if isinstance(x, FunctionType):
            return self._function(x)
        if isinstance(x, CodeType):
            return self._code(x)
        if isinstance(x, partial):
            return combined(b"partial", self._of(x.func), self._of(x.args), self._of(x.keywords))
        if isinstance(x, MethodType):
            return combined(b"method", self._of(x.__func__), self._of(x.__self__))
        if isinstance(x, tuple | list):
            return combined(b"sequence", *map(self._of, x))
        if isinstance(x, set | frozenset):
            return combined(b"set", *sorted(map(self._of, x)))
        if isinstance(x, Mapping):
            return combined(b"map", *(self._of(part) for pair in x.items() for part in pair))
        if isinstance(x, Chapter):
            return combined(b"chapter", x.name.encode())
        if isinstance(x, Notions):  # the rest of it caches what was printed
            return combined(b"notions", self._of(x.definitions), self._of(x.letters))
        if isinstance(x, ModuleType):
            return self._module(x.__name__)
        if isinstance(x, staticmethod | classmethod):
            return combined(type(x).__name__.encode(), self._of(x.__func__))
        if isinstance(x, property):
            return combined(b"property", self._of((x.fget, x.fset, x.fdel)))
        if isinstance(x, type) and x.__module__ not in self.fixed and self._is_ours(x.__module__):
            own = {k: v for k, v in vars(x).items() if k not in BY_PYTHON and not k.startswith("__dataclass")}
            return combined(b"class", x.__qualname__.encode(), self._of(x.__bases__), self._of(own))
        if isinstance(x, type | BuiltinFunctionType):
            return combined(self._module(x.__module__ or ""), x.__qualname__.encode())
        if isinstance(x, ContextVar):  # its values are set by code that is digested
            return combined(b"context", x.name.encode())
        if isinstance(x, _lru_cache_wrapper):
            return combined(b"cached", self._of(x.__wrapped__))
        if is_dataclass(x):
            return combined(self._of(type(x)), *(self._of(getattr(x, f.name)) for f in fields(x)))
        if hasattr(x, "__dict__") and self._is_ours(type(x).__module__):
            return combined(self._of(type(x)), self._of(vars(x)))
        return self._whole()

    def _function(self, f: FunctionType) -> Digest:
        inside = [cell.cell_contents for cell in f.__closure__ or () if _is_full(cell)]
        parts = [self._named(b"function", f), *map(self._of, (inside, f.__defaults__, f.__kwdefaults__))]
        if f.__module__ not in self.fixed and self._is_ours(f.__module__):
            parts += [self._of(f.__code__), *self._globals(f.__code__, f.__globals__)]
        return combined(*parts)

    def _globals(self, code: CodeType, known: Mapping[str, Any]) -> Iterable[Digest]:
        """Yield the names of the globals that a code and the codes in it refer to, and record their values."""
        if IMPORTS in code.co_code[::2]:
            yield self._whole()
        for name in code.co_names:
            if name in known:
                within = vars(known[name]) if isinstance(known[name], ModuleType) else {}
                parts = [part for part in code.co_names if part in within]
                self._met |= {f"{known[name].__name__}.{part}".encode(): within[part] for part in parts}
                if not parts:
                    self._met[f"{known.get('__name__')}.{name}".encode()] = known[name]
                self._references += 1
                yield name.encode()
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                yield from self._globals(inner, known)

    def _code(self, code: CodeType) -> Digest:
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        return combined(code.co_code, code.co_exceptiontable, repr((names, counts)).encode(), self._of(code.co_consts))

    def _module(self, name: str) -> Digest:
        """Return the digest of a module's source and its imports, or of its name alone if it is fixed or foreign."""
        fixed = name in self.fixed or not self._is_ours(name)
        return combined(name.encode(), b"" if fixed else self.sources.key([name]).encode())

    def _whole(self) -> Digest:
        return combined(b"whole", self.sources.key([self.module]).encode())

    def _is_ours(self, module: str | None) -> bool:
        return re.split("[.:]", module or "", maxsplit=1)[0] in self.sources.ours

    @staticmethod
    def _named(kind: bytes, x: object) -> Digest:
        parts = (getattr(x, "__module__", None), getattr(x, "__qualname__", None))
        return combined(kind, repr(parts).encode())


class Digests(ProofSources):
    """Digests of plain data: terms, numbers, text, collections and dataclasses of these. They refer to no functions."""

    def _whole(self) -> Digest:
        raise TypeError("no digest: this is not plain data")


def _is_full(cell: Any) -> bool:
    """Return whether a variable of an outer function has a value."""
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True
