"""The folder of snapshots of an event: one after each round, the newest ones, and those made by hand.

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
from django.core.cache import cache

from core.services.snapshots.folder import MOST as MOST
from core.services.snapshots.folder import Folder, SnapshotFile
from core.services.snapshots.making import make
from tournaments.models import Tournament, User

STATES = r"round-\d{1,3}|before-round-1"
FULL = {errno.ENOSPC, errno.EDQUOT}
NOTED = 7 * 24 * 3600
"""Seconds a failure is shown, unless a snapshot succeeds before."""

LOG = getLogger(__name__)

_begun: dict[int, float] = {}
"""When this process began the last successful snapshot after a round, by the key of the event."""


def folder(event: Tournament) -> Path:
    """The folder of an event's snapshots."""
    # In a replaced database the same key is another event, so the name contains the seed.
    mark = sha256(str(event.seed).encode()).hexdigest()[:8]
    return _shelf() / f"{event.pk}-{mark}"


def _shelf() -> Path:
    return Path(settings.SHARED_DIR or settings.VAR_DIR) / "snapshots"


def _folder(event: Tournament) -> Folder:
    return Folder(folder(event), STATES)


def files(event: Tournament) -> list[SnapshotFile]:
    """The snapshots of an event, newest first."""
    return _folder(event).files()


def save(event: Tournament, *, photos: bool = False, by: User | None = None) -> str:
    """Write a snapshot to the folder and delete surplus ones; returns its name. OSError if it cannot be written."""
    return _folder(event).save(make(event, photos=photos, by=by))


def save_after_round(event: int, since: float | None = None) -> bool:
    """Write a snapshot after a round; False if it could not be written, which the page of snapshots then shows.

    A deleted event needs none. `since`: the monotonic time by which the round was closed; a snapshot begun later in
    this process includes it and suffices.
    """
    if since is not None and _begun.get(event, 0.0) > since:
        return True
    begun = time.monotonic()
    row = Tournament.objects.filter(pk=event).first()
    if row is None:
        return True
    try:
        save(row)
    except OSError as problem:
        LOG.warning("No snapshot of %s: %s", row.slug, problem)
        cache.set(_failure(event), "full" if problem.errno in FULL else "failed", NOTED)
        return False
    cache.delete(_failure(event))
    _begun[event] = begun
    return True


def has_since(event: int, moment: datetime) -> bool:
    """Whether an event, by its key, has a snapshot written since `moment`."""
    row = Tournament.objects.filter(pk=event).first()
    return row is not None and any(one.at >= moment for one in files(row))


def failure(event: Tournament) -> str:
    """Why the last automatic snapshot was not written: "full", "failed"; "" if it was."""
    return str(cache.get(_failure(event.pk)) or "")


def read(event: Tournament, name: str) -> bytes:
    """Read a snapshot of the folder. Refused: SNAPSHOT_MISSING."""
    return _folder(event).read(name)


def delete(event: Tournament, name: str) -> None:
    """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
    _folder(event).delete(name)


def clear(event: int) -> None:
    """Delete all snapshots of a deleted event, by its key."""
    for place in _shelf().glob(f"{event}-*"):
        shutil.rmtree(place, ignore_errors=True)


def _failure(event: int) -> str:
    return f"snapshot-failed:{event}"
