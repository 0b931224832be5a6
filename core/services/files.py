"""Files written atomically, readable only by the user of this process."""

import glob
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"

STALE = 3600
"""Age in seconds at which an unfinished file counts as abandoned."""


@contextmanager
def open_atomically(target: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that becomes `target` at the end of the block, or is deleted if the block fails.

    Raises OSError.
    """
    # Each writer has its own temporary name, so that two writers of one target never mix.
    temporary_path = target.with_name(f"{target.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with os.fdopen(os.open(temporary_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary_path.replace(target)
    except BaseException:
        temporary_path.unlink(missing_ok=True)
        raise


def write_atomically(target: Path, data: bytes) -> None:
    """Write a file atomically. Raises OSError if it cannot be written."""
    with open_atomically(target) as file:
        file.write(data)


def remove_unfinished_files(folder: Path, name: str = "", *, older_than: float = STALE) -> None:
    """Delete temporary files that killed processes left behind, for the file `name` or for all files.

    `older_than` is their minimum age in seconds.
    """
    for path in folder.glob(f"{glob.escape(name)}*{UNFINISHED}"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= older_than:
                path.unlink()
