"""The library for Coq, compiled once for all tests that need it; they stay together, in one process."""

from __future__ import annotations

import shutil

import pytest
from coqc import Coq


@pytest.fixture(scope="session")
def coq(tmp_path_factory: pytest.TempPathFactory) -> Coq:
    """The library, compiled anew: half a minute of a processor."""
    if shutil.which("coqc") is None:
        pytest.skip("there is no coqc here")
    return Coq(tmp_path_factory.mktemp("coq"))
