"""The theorems of the library, as its check has them."""

from dataclasses import dataclass
from importlib import import_module

import pytest

from proofs.checking.replay.chapters import listed
from proofs.checking.report import Report
from proofs.kernel.rules import Theory

CHAPTERS = [module for module in listed() if module.startswith("proofs.theorems.")]


@dataclass(frozen=True)
class Library:
    """The theory, and the names of the theorems of each chapter."""

    theory: Theory
    names: dict[str, list[str]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Once for each chapter, what asks for one."""
    if "chapter" in metafunc.fixturenames:
        metafunc.parametrize("chapter", CHAPTERS)


@pytest.fixture(scope="session")
def library(library_report: Report) -> Library:
    theory = Theory()
    names: dict[str, list[str]] = {module: [] for module in CHAPTERS}
    for theorem in library_report.theorems:
        if theorem.chapter in names:
            names[theorem.chapter].append(theorem.name)
            theory.facts[theorem.name] = theorem.fact
    vocabularies = [module for module, found in names.items() if not found]  # chapters of definitions only
    assert all(import_module(module).chapter.notions.definitions for module in vocabularies)
    return Library(theory, names)


@pytest.fixture
def known(library: Library) -> Theory:
    """The theorems, to which a test may add."""
    return Theory.over(library.theory.facts)
