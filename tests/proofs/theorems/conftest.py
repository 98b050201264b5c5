"""The theorems of the library, as its check has them."""

from dataclasses import dataclass

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
    assert all(names.values())
    return Library(theory, names)


@pytest.fixture
def known(library: Library) -> Theory:
    """The theorems, to which a test may add."""
    return Theory.over(library.theory.facts)
