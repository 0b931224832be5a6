"""Writing files atomically, readable only by this user."""

import os
import secrets
from pathlib import Path

UNFINISHED = ".part"


def write(target: Path, data: bytes) -> None:
    """Write a file under a temporary name until all of it is on the disk. OSError if it cannot be written."""
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
