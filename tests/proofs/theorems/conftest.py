"""The theorems of the library, proved once for the tests that share them: those of the group `theorems`."""

from dataclasses import dataclass
from importlib import import_module

import pytest

from proofs.judging.chapters import listed
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
def library() -> Library:
    theory = Theory()
    names = {m: [stored["name"] for stored in import_module(m).chapter.prove(theory)] for m in CHAPTERS}
    return Library(theory, names)


@pytest.fixture
def known(library: Library) -> Theory:
    """The theorems, to which a test may add."""
    return Theory.over(library.theory.facts)
