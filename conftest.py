"""Configuration of pytest: distribution over processes, garbage collection, no deadlines for Hypothesis examples."""

import atexit
import gc
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadGroupScheduling

# threads do not pay for small matrices: they busy-wait for one another and take processors from other tests
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
PACKAGES = tuple(Path(__file__).parent / name for name in ("symbolic", "numeric", "proofs"))

# benchmarks measure times: on a busy machine a test takes longer, and is none the worse for it
settings.register_profile("lemmata", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lemmata")
# Terms are never freed, so full collections are mostly in vain. Young objects are collected, since exceptions and their
# frames become garbage, and reusing memory at once is faster than allocating new memory.
gc.set_threshold(5_000, 200, 1_000)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the caches of commands and tests, in all processes, in pytest's cache folder instead of the user's."""
    if getattr(config, "cache", None) is not None:  # the plugin may be off
        os.environ.setdefault("LEMMATA_CACHE", str(config.cache.mkdir("lemmata")))
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # else hundreds of commands would each compile all modules
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(config.cache.mkdir("bytecode")))
    if hasattr(config, "workerinput"):  # skip the teardown of a worker process at its end
        atexit.register(os._exit, 0)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background jobs: commands would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """In the packages, collect only modules with examples, so that processes need not import the others."""
    ours = collection_path.suffix == ".py" and any(p in collection_path.parents for p in PACKAGES)
    return True if ours and ">>>" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the tests that share the check of the library, in one process, and then the slow ones."""

    def rank(item: pytest.Item) -> int:
        shared = "library_cache" in getattr(item, "fixturenames", ())
        if shared:
            item.add_marker(pytest.mark.xdist_group("library"))
        return 0 if shared else 1 if item.get_closest_marker("slow") else 2

    items.sort(key=rank)


class ByFile(LoadGroupScheduling):
    """A scheduler that sends the tests of one group, or of one file, to one process, so that they share fixtures."""

    def _split_scope(self, nodeid: str) -> str:
        group: str = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group


@pytest.hookimpl(optionalhook=True)  # the plugin may be off
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    """Use `ByFile` for `--dist loadgroup`."""
    return ByFile(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_finish() -> None:
    """Freeze the objects created during collection."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Freeze the remaining objects, which pytest's last garbage collection would otherwise traverse."""
    gc.freeze()
