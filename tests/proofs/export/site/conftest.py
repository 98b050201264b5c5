"""The site of two made-up papers, built once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.checking.check import check
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.export.site import build

MADE_UP = Path(__file__).parents[2]


@pytest.fixture(scope="package")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Report]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(MADE_UP))
        patch.syspath_prepend(str(MADE_UP / "made_up"))
        cache = Cache(tmp_path_factory.mktemp("cache"))
        yield check(chapters=["proofs.theorems.analysis.elementary", "toy_paper", "hostile_paper"], cache=cache)


@pytest.fixture(scope="package")
def toy_site(toy: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(toy, folder)
    return folder
