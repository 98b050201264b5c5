"""Files that a command writes for its user: whole or not at all, and never over something that it did not write.

For each file that was written, the cache folder keeps the SHA-256 of its content. What is there now may be replaced if
it has that content still. No symbolic link is followed: what is written stands where it was asked for.
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
    """A place where something stands that is not to be replaced."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; a link in its place is replaced, not followed.

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
    """The permissions of a file that is there, or those of a new one."""
    with suppress(OSError):
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode):
            return stat.S_IMODE(found.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class Outputs:
    """What a command writes, in one place or in a folder.

    Parameters
    ----------
    records
        The folder that keeps what was written before.
    force
        Whether files may be replaced that were not written before, or were changed since.
    """

    def __init__(self, records: Path, force: bool = False) -> None:
        self.records, self.force = records, force

    def check(self, path: Path, folder: Path | None = None) -> None:
        """Check that a file may be written: that nothing stands there, or what was written before.

        Below `folder` no folder of the path may be a link.

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
                raise OccupiedError(f"{above} is a link or a file where a folder is wanted; nothing is written")
        if path.is_dir() and not path.is_symlink():
            raise OccupiedError(f"{path}: Is a directory")
        if self.force or not os.path.lexists(path):
            return
        if path.is_symlink():
            raise OccupiedError(f"{path} is a link, which --force would replace; nothing is written")
        with suppress(OSError):
            if _digest(path.read_bytes()) == self._record(path).read_text("ascii"):
                return
        raise OccupiedError(f"{path} is there already, and not as this program wrote it; --force replaces it")

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
        """Write files, those in a folder's subfolders, too; none if one of them may not be written.

        Files that have this content already are left alone.
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
            with suppress(OSError):  # without a record it takes --force the next time
                self.records.mkdir(parents=True, exist_ok=True)
                write_whole(self._record(path), _digest(data).encode())

    def _record(self, path: Path) -> Path:
        place = Path(os.path.realpath(path.parent)) / path.name
        return self.records / _digest(os.fsencode(place))


def _is_device(path: Path) -> bool:
    """Whether this is no file: a device, a pipe, or standard output by its name."""
    return path.absolute().parent in DEVICES or (path.exists() and not path.is_file() and not path.is_dir())


def _has(path: Path, data: bytes) -> bool:
    """Whether a file, which is no link, has this content."""
    try:
        return not path.is_symlink() and path.is_file() and path.read_bytes() == data
    except OSError:
        return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
