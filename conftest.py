"""Configuration of pytest: set-up, distribution, garbage collection, Hypothesis without deadlines and chance.

`uv run` installs the package and the small group `test` only, since it does so for every command. The other packages
that tests need, the group `dev`, are installed by the first run of the tests.
"""

import atexit
import gc
import importlib
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadGroupScheduling

# threads do not pay for small matrices: they busy-wait for one another and take processors from other tests
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
PACKAGES = tuple(Path(__file__).parent / name for name in ("symbolic", "numeric", "proofs", "lemmata"))

# benchmarks measure times: on a busy machine a test takes longer, and is none the worse for it
settings.register_profile(  # the same examples in every run
    "lemmata", settings.default, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lemmata")
# Terms are never freed, so full collections are mostly in vain. Young objects are collected, since exceptions and their
# frames become garbage, and reusing memory at once is faster than allocating new memory.
gc.set_threshold(5_000, 200, 1_000)


def missing_packages() -> Iterator[str]:
    """Yield the names of the packages of the group `dev` that are not installed."""
    groups = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text("utf-8"))["dependency-groups"]
    for name in re.findall(r"^[\w.-]+", "\n".join(line for line in groups["dev"] if isinstance(line, str)), re.M):
        try:
            distribution(name)
        except PackageNotFoundError:
            yield name


def set_up() -> None:
    """Install the packages of the group `dev` if `uv run` started pytest and some are missing."""
    uv, missing = os.environ.get("UV"), [*missing_packages()]
    if not missing:
        return
    command = ["sync", "--quiet", "--inexact", "--group", "dev"]
    if uv is None:
        raise pytest.UsageError(f"the tests need {', '.join(missing)}: run `uv {' '.join(command)}`")
    sys.stderr.write("installing the packages that the tests need, the group dev\n")
    if subprocess.run([uv, *command], cwd=Path(__file__).parent, check=False).returncode:
        raise pytest.UsageError("the packages of the group dev could not be installed; see above")
    importlib.invalidate_caches()


def pytest_configure(config: pytest.Config) -> None:
    """Install what is missing; keep the caches of commands and tests in pytest's cache folder, not in the user's."""
    if not hasattr(config, "workerinput"):
        set_up()
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
    """Start with the tests that share the check of the library, in one process, and with those that need no theorem.

    Meanwhile the general theorems are proved, for all processes. The slow tests follow.
    """

    def rank(item: pytest.Item) -> int:
        shared = "library_cache" in getattr(item, "fixturenames", ())
        if shared:
            item.add_marker(pytest.mark.xdist_group("library"))
        needs_none = item.path.parent.name in ("numeric", "symbolic")
        return 0 if shared else 1 if needs_none else 2 if item.get_closest_marker("slow") else 3

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
