"""Files written whole: under a temporary name until all of it is on the disk, and readable only by this user."""

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
"""Seconds after which an unfinished file is abandoned."""


@contextmanager
def writing(target: Path) -> Iterator[BinaryIO]:
    """Open a file that becomes `target` at the end of the block, or is deleted if it fails. Raises OSError."""
    # Each writer has its own name: two of one target never mix.
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write(target: Path, data: bytes) -> None:
    """Write a file in one piece. OSError if it cannot be written."""
    with writing(target) as file:
        file.write(data)


def remove_unfinished(folder: Path, name: str = "", *, older_than: float = STALE) -> None:
    """Delete what killed processes left of the file `name`, or of any; `older_than` in seconds."""
    for path in folder.glob(f"{glob.escape(name)}*{UNFINISHED}"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= older_than:
                path.unlink()
