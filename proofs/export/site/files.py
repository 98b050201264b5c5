"""Writing a site into a folder: only the pages that changed, and in a way that an error leaves the old site intact."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.export.manifest import FEW, read_notions, to_json
from proofs.export.site.pages import Page, pages
from proofs.export.site.urls import SiteError
from proofs.workers.forks import processors, shares, side_by_side

if TYPE_CHECKING:
    from proofs.checking.report import Report

RECORD = ".lemmata-site.json"  # the keys of the pages of the last build
TEMPORARY = ".lemmata-new-"  # prefix of the temporary folder in which pages are written before they are moved


@dataclass(frozen=True)
class Built:
    """The numbers of pages of a build: all, written, and removed."""

    pages: int
    written: int
    removed: int


def build(report: Report, folder: Path) -> Built:
    """Write the site of a report into a folder that is new, empty, or already contains a site.

    Files whose content would be the same are left alone; obsolete files of an earlier build are removed. Pages are
    written to a temporary folder and moved into place when all are complete, so an error leaves the old site intact.

    Raises
    ------
    SiteError
        if the folder holds something else.
    OSError
        if it cannot be written.
    """
    before, made_here = _record(folder), not folder.exists()
    found = list(pages(report))
    keys = {page.url: page.key for page in found}
    new = [page for page in found if before.get(page.url) != page.key or not (folder / page.url).is_file()]
    new.sort(key=lambda page: page.url.partition("/")[0])  # so that few worker processes import matplotlib
    gone = [url for url in before if url not in keys]
    for url in (*keys, *gone):
        _check_place(folder, url)
    jobs = processors()
    if len(new) > FEW:
        read_notions(report)
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{TEMPORARY}*"):  # left by a build that was killed
        shutil.rmtree(left, ignore_errors=True)
    aside = Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=folder))
    try:
        # neighbouring pages have formulas in common
        side_by_side([partial(_write_all, aside, share) for share in shares(new, jobs)], jobs)
        unfinished = before | dict.fromkeys((page.url for page in new), "")
        _write(aside / "before", to_json(unfinished).encode())
        _write(aside / "after", to_json(keys).encode())
        # all pages exist; after an interruption from here on, the next build recognises them and writes them again
        os.replace(aside / "before", folder / RECORD)
        for page in new:
            (folder / page.url).parent.mkdir(parents=True, exist_ok=True)
            os.replace(aside / page.url, folder / page.url)
        for url in gone:
            (folder / url).unlink(missing_ok=True)
        os.replace(aside / "after", folder / RECORD)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if made_here:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
    return Built(len(keys), len(new), len(gone))


def _check_place(folder: Path, url: str) -> None:
    """Check that a page can be put into place: no symbolic link among its parents, no file or folder in the way."""
    path = folder / url
    for above in (p for p in path.parents if p != folder and folder in p.parents):
        if above.is_symlink() or (above.exists() and not above.is_dir()):
            raise SiteError(f"{above} is a link or a file, but the site needs a folder there; nothing is written")
    if path.is_dir() and not path.is_symlink():
        raise SiteError(f"{path} is a folder, but the site has a page there; nothing is written")


def _write_all(folder: Path, new: Sequence[Page]) -> None:
    for page in new:
        made = page.render()
        _write(folder / page.url, made.encode("utf-8", "replace") if isinstance(made, str) else made)


def _record(folder: Path) -> dict[str, str]:
    """Read the keys of the pages of an earlier build, by address."""
    try:
        found = json.loads((folder / RECORD).read_bytes())
    except FileNotFoundError:
        if folder.is_dir() and any(not path.name.startswith(TEMPORARY) for path in folder.iterdir()):
            raise SiteError(f"{folder} holds other files; give a new or empty folder") from None
        return {}
    except ValueError:
        return {}  # damaged: everything is written again
    inside = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*\Z")
    if not isinstance(found, dict):
        return {}
    return {url: str(key) for url, key in found.items() if inside.match(url) and not {"..", "."} & set(url.split("/"))}


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
