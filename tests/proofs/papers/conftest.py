"""The check of a paper is shared by all tests that read it."""

import pytest

from proofs.cache import Cache
from proofs.check import Report, check


@pytest.fixture(scope="session")
def ks_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Kajitsuka & Sato, everything proved anew."""
    return check(paper="KS", cache=Cache(tmp_path_factory.mktemp("cache")))
