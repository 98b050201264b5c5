"""How tests are run: by two or more processes, without limits of time for a single example of Hypothesis."""

import pytest
from hypothesis import settings

settings.register_profile("lemmata", settings.default, deadline=None)  # how long one takes, benchmarks say
settings.load_profile("lemmata")


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that share the check of the library, in one process."""
    shared = ["library_cache" not in getattr(item, "fixturenames", ()) for item in items]
    for item, alone in zip(items, shared, strict=True):
        if not alone:
            item.add_marker(pytest.mark.xdist_group("library"))
    items[:] = [item for _, item in sorted(zip(shared, items, strict=True), key=lambda pair: pair[0])]
