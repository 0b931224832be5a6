"""The folder of a home's snapshots: the last one after each round, the newest, and manual ones.

A failure to write a snapshot is recorded and does not stop anything else.
"""

import errno
import shutil
import time
from datetime import datetime
from hashlib import sha256
from logging import getLogger
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.cache import cache

from core.models.journal import Home
from core.queries.homes import all_homes
from core.services.snapshots.folder import MOST as MOST
from core.services.snapshots.folder import SnapshotFile, SnapshotFolder
from core.services.snapshots.making import make_snapshot

STATES = r"round-\d{1,3}|before-round-1"
"""A pattern of the states of a home that file names contain."""

FULL = {errno.ENOSPC, errno.EDQUOT}
"""Error numbers of a full disk."""

NOTED = 7 * 24 * 3600
"""Seconds for which a failure is shown, unless a later snapshot succeeds."""

LOG = getLogger(__name__)

_started_at: dict[int, float] = {}
"""The time when this process started the last successful snapshot after a round, by the key of the home. These are
times of the monotonic clock.
"""


def snapshot_folder_path(home: Home) -> Path:
    """Return the path of the folder with a home's snapshots."""
    # The name contains the seed, since the key may belong to another home after the database is replaced.
    seed_digest = sha256(str(home.seed).encode()).hexdigest()[:8]
    return _parent_folder() / f"{home.pk}-{seed_digest}"


def _parent_folder() -> Path:
    return Path(settings.SHARED_DIR or settings.VAR_DIR) / "snapshots"


def _snapshot_folder_of(home: Home) -> SnapshotFolder:
    return SnapshotFolder(snapshot_folder_path(home), STATES)


def list_snapshots(home: Home) -> list[SnapshotFile]:
    """List the snapshots of a home, newest first."""
    return _snapshot_folder_of(home).files()


def save_snapshot(home: Home, *, photos: bool = False, by: AbstractUser | None = None) -> str:
    """Write a snapshot to the folder, delete surplus snapshots and return the name of the new one.

    Raises OSError if it cannot be written.
    """
    return _snapshot_folder_of(home).save(make_snapshot(home, photos=photos, by=by))


def save_snapshot_after_closing(home: int, since: float | None = None) -> bool:
    """Write a snapshot after a round is closed. Return False, and record the reason, if that fails.

    `since` is the monotonic time by which the round was closed. If this process has started a snapshot later than
    that, it includes the round, so no other is written. A deleted home gets no snapshot.
    """
    if since is not None and _started_at.get(home, 0.0) > since:
        return True
    started = time.monotonic()
    stored_home = all_homes().filter(pk=home).first()
    if stored_home is None:
        return True
    try:
        save_snapshot(stored_home)
    except OSError as error:
        LOG.warning("No snapshot of %s: %s", stored_home.slug, error)
        cache.set(_snapshot_failure_key(home), "full" if error.errno in FULL else "failed", NOTED)
        return False
    cache.delete(_snapshot_failure_key(home))
    _started_at[home] = started
    return True


def has_snapshot_since(home: int, moment: datetime) -> bool:
    """Return whether a home, given by its key, has a snapshot written since `moment`."""
    stored_home = all_homes().filter(pk=home).first()
    return stored_home is not None and any(file.at >= moment for file in list_snapshots(stored_home))


def snapshot_failure_reason(home: Home) -> str:
    """Return the reason why the last automatic snapshot was not written.

    The reason is "full" or "failed", or "" if the snapshot was written.
    """
    return str(cache.get(_snapshot_failure_key(home.pk)) or "")


def read_snapshot(home: Home, name: str) -> bytes:
    """Read a snapshot from the folder. Refused: SNAPSHOT_MISSING."""
    return _snapshot_folder_of(home).read(name)


def delete_snapshot(home: Home, name: str) -> None:
    """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
    _snapshot_folder_of(home).delete(name)


def delete_all_snapshots(home: int) -> None:
    """Delete all snapshots of a deleted home, given by its key."""
    for path in _parent_folder().glob(f"{home}-*"):
        shutil.rmtree(path, ignore_errors=True)


def _snapshot_failure_key(home: int) -> str:
    return f"snapshot-failed:{home}"
