"""The folder of snapshots of a home: one after each round, the newest ones, and those made by hand.

A snapshot that cannot be written is recorded and stops nothing.
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
from core.queries.homes import homes
from core.services.snapshots.folder import MOST as MOST
from core.services.snapshots.folder import Folder, SnapshotFile
from core.services.snapshots.making import make

STATES = r"round-\d{1,3}|before-round-1"
FULL = {errno.ENOSPC, errno.EDQUOT}
NOTED = 7 * 24 * 3600
"""Seconds a failure is shown, unless a snapshot succeeds before."""

LOG = getLogger(__name__)

_begun: dict[int, float] = {}
"""When this process began the last successful snapshot after a round, by the key of the home."""


def folder(home: Home) -> Path:
    """The folder of a home's snapshots."""
    # In a replaced database the same key is another home, so the name contains the seed.
    mark = sha256(str(home.seed).encode()).hexdigest()[:8]
    return _shelf() / f"{home.pk}-{mark}"


def _shelf() -> Path:
    return Path(settings.SHARED_DIR or settings.VAR_DIR) / "snapshots"


def _folder(home: Home) -> Folder:
    return Folder(folder(home), STATES)


def files(home: Home) -> list[SnapshotFile]:
    """The snapshots of a home, newest first."""
    return _folder(home).files()


def save(home: Home, *, photos: bool = False, by: AbstractUser | None = None) -> str:
    """Write a snapshot to the folder and delete surplus ones; returns its name. OSError if it cannot be written."""
    return _folder(home).save(make(home, photos=photos, by=by))


def save_after_closing(home: int, since: float | None = None) -> bool:
    """Write a snapshot after a round; False if it could not be written, which the page of snapshots then shows.

    A deleted home needs none. `since`: the monotonic time by which the round was closed; a snapshot begun later in
    this process includes it and suffices.
    """
    if since is not None and _begun.get(home, 0.0) > since:
        return True
    begun = time.monotonic()
    row = homes().filter(pk=home).first()
    if row is None:
        return True
    try:
        save(row)
    except OSError as problem:
        LOG.warning("No snapshot of %s: %s", row.slug, problem)
        cache.set(_failure(home), "full" if problem.errno in FULL else "failed", NOTED)
        return False
    cache.delete(_failure(home))
    _begun[home] = begun
    return True


def has_since(home: int, moment: datetime) -> bool:
    """Whether a home, by its key, has a snapshot written since `moment`."""
    row = homes().filter(pk=home).first()
    return row is not None and any(one.at >= moment for one in files(row))


def failure(home: Home) -> str:
    """Why the last automatic snapshot was not written: "full", "failed"; "" if it was."""
    return str(cache.get(_failure(home.pk)) or "")


def read(home: Home, name: str) -> bytes:
    """Read a snapshot of the folder. Refused: SNAPSHOT_MISSING."""
    return _folder(home).read(name)


def delete(home: Home, name: str) -> None:
    """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
    _folder(home).delete(name)


def clear(home: int) -> None:
    """Delete all snapshots of a deleted home, by its key."""
    for place in _shelf().glob(f"{home}-*"):
        shutil.rmtree(place, ignore_errors=True)


def _failure(home: int) -> str:
    return f"snapshot-failed:{home}"
