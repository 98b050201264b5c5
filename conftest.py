"""How tests are run: by two or more processes, without limits of time for a single example of Hypothesis."""

import atexit
import gc
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadGroupScheduling

# small matrices are not worth threads, which wait for one another in a loop and take the processors from other tests
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
PACKAGES = tuple(Path(__file__).parent / name for name in ("symbolic", "numeric", "proofs"))

settings.register_profile("lemmata", settings.default, deadline=None)  # how long one takes, benchmarks say
settings.load_profile("lemmata")
# Terms are kept for good: to look through them for garbage is mostly in vain. What is young is looked through, for
# exceptions and their frames are garbage, and memory used again at once is quicker than new one.
gc.set_threshold(5_000, 200, 1_000)


def pytest_configure(config: pytest.Config) -> None:
    """What commands and tests keep goes beside what pytest keeps, not to the user's own folder, for all processes."""
    if getattr(config, "cache", None) is not None:  # the plugin may be off
        os.environ.setdefault("LEMMATA_CACHE", str(config.cache.mkdir("lemmata")))
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # hundreds of commands would compile all modules, each anew
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(config.cache.mkdir("bytecode")))
    if hasattr(config, "workerinput"):  # what a process made for tests need not be taken apart at its end
        atexit.register(os._exit, 0)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell ignores it in the background, and so would commands
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Of the packages only modules with examples are collected: the others need not be imported by every process."""
    ours = collection_path.suffix == ".py" and any(p in collection_path.parents for p in PACKAGES)
    return True if ours and ">>>" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that share the check of the library, in one process, and with slow ones beside them."""

    def rank(item: pytest.Item) -> int:
        shared = "library_cache" in getattr(item, "fixturenames", ())
        if shared:
            item.add_marker(pytest.mark.xdist_group("library"))
        return 0 if shared else 1 if item.get_closest_marker("slow") else 2

    items.sort(key=rank)


class ByFile(LoadGroupScheduling):
    """Tests of one group, else those of one file, go to one process: what they share is made once."""

    def _split_scope(self, nodeid: str) -> str:
        group: str = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group


@pytest.hookimpl(optionalhook=True)  # the plugin may be off
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    """For `--dist loadgroup`."""
    return ByFile(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_finish() -> None:
    """What is there before the first test stays."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """What is there after the last test goes with the process: pytest would look through all of it once more."""
    gc.freeze()
