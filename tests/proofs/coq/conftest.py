"""The library for Coq, compiled once for all tests that need it; they stay together, in one process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from coqc import Beside

from proofs.coq.compiling import Coq, NoCoq


@pytest.fixture(scope="session")
def coq(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    """The library, where whoever asks for it finds it; what has changed since the last run is compiled.

    All of it takes half a minute of a processor.
    """
    try:
        found = Coq.found()
    except NoCoq as why:
        pytest.skip(str(why))
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_CACHE", str(folder))
        yield Beside(folder / "coq", found, request.config.cache.mkdir("coq") / "library")
