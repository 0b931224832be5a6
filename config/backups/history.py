"""Results of the latest backups, stored as files of the shared folder for the backup page, doctor and /health."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from config.doctor.shared_machines import shared_folder

LAST_BACKUP = "last_backup"
"""An empty file; its modification time is the time of the last backup."""

LAST_FAILURE = "last_backup_failed"
"""A file with the reason of a failure; its modification time is the time of the failure. The next backup removes it."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Failure:
    """The latest failed backup, if no backup has succeeded since then."""

    at: datetime
    reason: str


def last_backup() -> datetime | None:
    """Return the time of the last backup of this installation, or None if there is none."""
    return _modification_time(_backup_record_path(LAST_BACKUP))


def last_backup_failure() -> Failure | None:
    """Return the failure of the last backup, or None if it succeeded."""
    path = _backup_record_path(LAST_FAILURE)
    failed_at = _modification_time(path)
    if failed_at is None:
        return None
    try:
        return Failure(failed_at, path.read_text("utf-8"))
    except OSError:
        return Failure(failed_at, "")


def record_backup_success() -> None:
    """Record a successful backup at the current time. Raises OSError if the folder cannot be written."""
    _backup_record_path(LAST_BACKUP).touch()
    _backup_record_path(LAST_FAILURE).unlink(missing_ok=True)


def record_backup_failure(reason: str) -> None:
    """Log a failed backup, and record the reason until a backup succeeds.

    On a full disk, the file of the failure is empty or missing.
    """
    LOG.error("The backup failed: %s", reason)
    with suppress(OSError):
        _backup_record_path(LAST_FAILURE).touch()
        _backup_record_path(LAST_FAILURE).write_text(reason, "utf-8")


def _backup_record_path(name: str) -> Path:
    return shared_folder() / name


def _modification_time(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
