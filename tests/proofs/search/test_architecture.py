"""The search knows no method, the table knows all of them, and each part stands on those below it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, exp, le, lt, num, var
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Kind, Search, Way, method
from proofs.search.table import TABLE

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "proofs" / "search"
METHODS = tuple(f"proofs.search.{name}" for name in ("transformations", "procedures"))
LAYERS = (  # from the entry points inwards
    ("sharpening",),
    ("entry_points", "batch"),
    ("settle", "ablation", "proof_step"),
    ("answer", "margin", "worker_calls", "question"),
    ("advice",),
    ("counterexamples",),
    ("table",),
    ("transformations", "procedures"),
    ("lemmas",),
    ("cones",),
    ("reductions",),
    ("sequences",),
    ("engine",),
    ("boxes", "points"),
    ("base",),
    ("certificate_theorems",),
)


def name_of(path: Path) -> str:
    """The name of the module in a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


FILES = {name_of(path): path for path in FOLDER.rglob("*.py")}


@cache
def imported(module: str) -> frozenset[str]:
    """The modules of the folder that a module imports, in functions and for types, too."""

    def found() -> Iterator[str]:
        for node in ast.walk(ast.parse(FILES[module].read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0 and node.module is not None
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from (name if name in FILES else node.module for name in inside)

    return frozenset(name for name in found() if name in FILES)


def families() -> set[str]:
    """The files of methods."""
    return {module for module in FILES if module.startswith(tuple(f"{name}." for name in METHODS))}


def test_each_layer_stands_on_those_below() -> None:
    level = {f"proofs.search.{part}": k for k, parts in enumerate(LAYERS) for part in parts}
    inside = {module: ".".join(module.split(".")[:3]) for module in FILES if module != "proofs.search"}
    assert set(inside.values()) == set(level)
    for module, part in inside.items():
        assert all(level[part] <= level[inside[other]] for other in imported(module)), module


def test_the_search_knows_no_method() -> None:
    known, work = set[str](), ["proofs.search.engine"]
    while work:
        module = work.pop()
        if module not in known:
            known.add(module)
            work += imported(module)
    assert not {module for module in known if module.startswith(METHODS)}


def test_families_know_nothing_of_each_other() -> None:
    assert len(families()) > 10
    for family in families():
        assert not {module for module in imported(family) if module.startswith(METHODS)}, family


def test_every_family_is_in_the_table() -> None:
    used = {row.ways.__module__ for kind in TABLE for row in kind.methods}
    assert used - {"proofs.search.lemmas.tactics"} == families() == imported("proofs.search.table") & families()


def test_a_method_is_added_by_a_row() -> None:
    x = var("x", "R")

    @method("a tangent")
    def tangent(search: Search, asked: Asked) -> Iterator[Way]:
        """For 1 + u <= e^u."""
        if asked.goal.args[1].op == "exp":
            yield lambda: search.run("exp_ge", asked.goal.args[1].args[0])

    def found(goal: Term, *rows: Kind) -> Search:
        search = Search(Proof("goal", theory()), 5, rows)
        assert key(search.prove([], goal).concl) == key(goal)
        return search

    row = Kind("an inequality", lambda asked: asked.goal.op == "le", (tangent,))
    goal = le(1 + x, exp(x))
    assert found(goal, row).tried == {"a tangent": 1}
    assert found(goal, row, *TABLE).tried == {"a tangent": 1}
    for wrong, rows in ((goal, ()), (le(1 + x, x), (row,)), (lt(num(0), exp(x)), (row,))):
        with pytest.raises(NotFound):
            found(wrong, *rows)


def test_a_question_may_be_asked_again_inside_itself_as_an_outer_one() -> None:
    """As where a method asks about numbers alone, which counts as less deep than where it stands."""
    goal = le(1 + var("x", "R"), exp(var("x", "R")))

    @method("the same, further out")
    def outwards(search: Search, asked: Asked) -> Iterator[Way]:
        """The question itself; at the end its proof."""
        yield (
            partial(search.prove, [], goal, asked.depth - 1)
            if asked.depth
            else partial(search.run, "exp_ge", var("x", "R"))
        )

    search = Search(Proof("goal", theory()), 5, (Kind("all", lambda _: True, (outwards,)),))
    assert search.prove([], goal, 2).concl is goal
