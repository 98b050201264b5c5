"""Output files of commands: written completely or not at all, and never over files of other origin.

For each file written, the cache folder stores the SHA-256 of its content. A file may be replaced if it still has that
content. Symbolic links are not followed: a file is written exactly at the path given.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

DEVICES = (Path("/dev"), Path("/dev/fd"))


class OccupiedError(Exception):
    """Raised if a path holds something that must not be replaced."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; a symbolic link at its path is replaced, not followed.

    Raises
    ------
    OSError
        if it cannot be written.
    """
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".lemmata-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _mode(path: Path) -> int:
    """Return the permissions of the existing file, or those of a new one."""
    with suppress(OSError):
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode):
            return stat.S_IMODE(found.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class Outputs:
    """The output files of a command, single or in a folder.

    Parameters
    ----------
    records
        The folder with the records of files written before.
    force
        Whether to replace files that have no record, or were changed since.
    """

    def __init__(self, records: Path, force: bool = False) -> None:
        self.records, self.force = records, force

    def check(self, path: Path, folder: Path | None = None) -> None:
        """Check that a file may be written: the path is free, or holds a file written before.

        Below `folder`, no folder of the path may be a symbolic link.

        Raises
        ------
        OccupiedError
            if it may not.
        """
        if _is_device(path):
            return
        for above in path.parents if folder is not None else ():
            if above == folder:
                break
            if above.is_symlink() or (above.exists() and not above.is_dir()):
                raise OccupiedError(f"{above} is a link or a file, but a folder is needed there; nothing is written")
        if path.is_dir() and not path.is_symlink():
            raise OccupiedError(f"{path}: Is a directory")
        if self.force or not os.path.lexists(path):
            return
        if path.is_symlink():
            raise OccupiedError(f"{path} is a link, which --force would replace; nothing is written")
        with suppress(OSError):
            if _digest(path.read_bytes()) == self._record(path).read_text("ascii"):
                return
        raise OccupiedError(f"{path} already exists, and not as lemmata wrote it; --force replaces it")

    def write(self, path: Path, content: str | bytes) -> None:
        """Write a file, if it may be written.

        Raises
        ------
        OccupiedError
            if it may not.
        OSError
            if it cannot.
        """
        self.write_all({path: content})

    def write_all(self, files: Mapping[Path, str | bytes], folder: Path | None = None) -> None:
        """Write files in a folder and its subfolders; write none if one of them may not be written.

        Files that already have this content are not touched.
        """
        wanted = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        new = {path: data for path, data in wanted.items() if not _has(path, data)}
        for path in new:
            self.check(path, folder)
        for path, data in new.items():
            if _is_device(path):
                path.write_bytes(data)
                continue
            if folder is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
            with suppress(OSError):  # without a record, the next run needs --force
                self.records.mkdir(parents=True, exist_ok=True)
                write_whole(self._record(path), _digest(data).encode())

    def _record(self, path: Path) -> Path:
        place = Path(os.path.realpath(path.parent)) / path.name
        return self.records / _digest(os.fsencode(place))


def _is_device(path: Path) -> bool:
    """Return whether the path is not a regular file: a device, a pipe, or a name of standard output."""
    return path.absolute().parent in DEVICES or (path.exists() and not path.is_file() and not path.is_dir())


def _has(path: Path, data: bytes) -> bool:
    """Return whether a file that is not a symbolic link has this content."""
    try:
        return not path.is_symlink() and path.is_file() and path.read_bytes() == data
    except OSError:
        return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
