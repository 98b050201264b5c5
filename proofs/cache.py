"""Stored proofs on disk, one JSON file for each chapter and content key.

The folder is the one of the environment variable LEMMATA_CACHE, else `lemmata` in the user's cache folder. An
entry is only a saving of time: it is replayed through the kernel like a new proof. What cannot be read, was cut
short, or belongs to something else is ignored with a warning, and what cannot be written is done without.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Container
from dataclasses import dataclass, field
from pathlib import Path

from proofs.kernel.store import Json

FORMAT = 1
KEPT = 4  # entries of one chapter, the newest


def default_folder() -> Path:
    """LEMMATA_CACHE, else the platform's folder for caches."""
    chosen = os.environ.get("LEMMATA_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "lemmata"


@dataclass
class Stored:
    """What an entry holds: theorems in order, and the searches that found nothing, with the reason."""

    theorems: list[Json] = field(default_factory=list)
    open: dict[str, str] = field(default_factory=dict)


class Cache:
    """A folder of stored proofs; `Cache(None)` keeps nothing. Warnings are collected, never raised."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.warnings: list[str] = []

    def warn(self, message: str) -> None:
        """Note something that the user should know."""
        if message not in self.warnings:
            self.warnings.append(message)

    def path(self, name: str, key: str) -> Path | None:
        """The file of an entry."""
        return self.folder / f"{name}-{key[:16]}.json" if self.folder else None

    def load(self, name: str, key: str, known: Container[str]) -> Stored:
        """The entry of that name and content key, or an empty one. It may hold only the `known` theorems."""
        path = self.path(name, key)
        if path is None:
            return Stored()
        try:
            data = json.loads(path.read_bytes())
            body = data["body"]
            if data["format"] != FORMAT or data["key"] != key or data["sha256"] != _digest(body):
                raise ValueError("its content is not what its header says")
            theorems, unproved = list(body["theorems"]), dict(body["open"])
            if not all(n in known for n in [*(t["name"] for t in theorems), *unproved]):
                raise ValueError("it holds theorems that the chapter does not have")
            return Stored(theorems, unproved)
        except FileNotFoundError:
            return Stored()
        except OSError as wrong:
            self.warn(f"the cache entry {path} cannot be read ({wrong.strerror}); the proofs are searched again")
        except (ValueError, KeyError, TypeError, RecursionError) as wrong:
            self.warn(f"the cache entry {path} is damaged and is redone ({type(wrong).__name__}: {wrong})")
        return Stored()

    def save(self, name: str, key: str, entry: Stored) -> None:
        """Write an entry: a temporary file in the same folder, then renamed."""
        path = self.path(name, key)
        if path is None:
            return
        body = {"theorems": entry.theorems, "open": entry.open}
        data = {"format": FORMAT, "key": key, "sha256": _digest(body), "body": body}
        temporary = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{name}-", suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file, separators=(",", ":"))
            os.replace(temporary, path)
            old = sorted(path.parent.glob(f"{name}-*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
            for other in old[KEPT:]:
                other.unlink(missing_ok=True)
        except OSError as wrong:
            self.warn(f"the cache folder {path.parent} cannot be written ({wrong.strerror}); nothing is kept")
            if temporary:
                Path(temporary).unlink(missing_ok=True)


def _digest(body: Json) -> str:
    return hashlib.sha256(json.dumps(body, separators=(",", ":")).encode()).hexdigest()
