"""The folder of snapshots: one after each round, the newest ones, and those made by hand.

A snapshot that cannot be written is recorded and stops nothing.
"""

import errno
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from logging import getLogger
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

from core.engine.refused import Refused
from core.services.snapshots.writing import UNFINISHED, write
from tournaments.models import Tournament, User
from tournaments.services.snapshots.making import SUFFIX, make

MOST = 8
"""How many of the newest remain besides the last one of each round."""

STALE = 3600
"""Seconds after which an unfinished file is abandoned."""

STANDS = r"(round-\d{1,3}|before-round-1)"
NAME = re.compile(rf"[-\w]{{1,100}}?-{STANDS}-\d{{8}}-\d{{6}}(?:-\d{{1,3}})?{re.escape(SUFFIX)}")
FULL = {errno.ENOSPC, errno.EDQUOT}
NOTED = 7 * 24 * 3600
"""Seconds a failure is shown, unless a snapshot succeeds before."""

LOG = getLogger(__name__)

_begun: dict[int, float] = {}
"""When this process began the last successful snapshot after a round, by the key of the event."""


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """One file of the folder. `after`: the state of the event, such as "round-3"; `size` in bytes."""

    name: str
    after: str
    at: datetime
    size: int


def folder(event: Tournament) -> Path:
    """The folder of an event's snapshots."""
    # In a replaced database the same key is another event, so the name contains the seed.
    mark = sha256(str(event.seed).encode()).hexdigest()[:8]
    return _shelf() / f"{event.pk}-{mark}"


def _shelf() -> Path:
    return Path(settings.SHARED_DIR or settings.VAR_DIR) / "snapshots"


def files(event: Tournament) -> list[SnapshotFile]:
    """The snapshots of an event, newest first."""
    place, found = folder(event), list[SnapshotFile]()
    for path in place.glob(f"*{SUFFIX}") if place.is_dir() else ():
        named = NAME.fullmatch(path.name)
        if named is None:
            continue
        with suppress(FileNotFoundError):  # another process may delete older ones
            facts = path.stat()
            at = datetime.fromtimestamp(facts.st_mtime, UTC)
            found.append(SnapshotFile(path.name, named.group(1), at, facts.st_size))
    return sorted(found, key=lambda one: (one.at, one.name), reverse=True)


def save(event: Tournament, *, photos: bool = False, by: User | None = None) -> str:
    """Write a snapshot to the folder and delete surplus ones; returns its name. OSError if it cannot be written."""
    made = make(event, photos=photos, by=by)
    place = folder(event)
    place.mkdir(parents=True, exist_ok=True)
    _remove_unfinished(place)
    name = _free_name(place, made.filename)
    write(place / name, made.data)
    _let_go(event)
    return name


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
    try:
        return _path(event, name).read_bytes()
    except OSError as missing:
        raise Refused("SNAPSHOT_MISSING") from missing


def delete(event: Tournament, name: str) -> None:
    """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
    try:
        _path(event, name).unlink()
    except OSError as missing:
        raise Refused("SNAPSHOT_MISSING") from missing


def clear(event: int) -> None:
    """Delete all snapshots of a deleted event, by its key."""
    for place in _shelf().glob(f"{event}-*"):
        shutil.rmtree(place, ignore_errors=True)


def _path(event: Tournament, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise Refused("SNAPSHOT_MISSING")
    return folder(event) / name


def _remove_unfinished(place: Path) -> None:
    """Delete files left unfinished by a killed server."""
    for path in place.glob(f"*{UNFINISHED}"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - STALE:
                path.unlink()


def _free_name(place: Path, wanted: str) -> str:
    """The wanted name, with a counter if taken in the same second."""
    stem = wanted.removesuffix(SUFFIX)
    names = (wanted, *(f"{stem}-{count}{SUFFIX}" for count in range(2, 1000)))
    return next(name for name in names if not (place / name).exists())


def _let_go(event: Tournament) -> None:
    found, rounds = files(event), set[str]()
    for place, one in enumerate(found):
        if place >= MOST and one.after in rounds:
            (folder(event) / one.name).unlink(missing_ok=True)
        rounds.add(one.after)


def _failure(event: int) -> str:
    return f"snapshot-failed:{event}"
