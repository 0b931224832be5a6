"""Snapshots that a person makes, downloads or copies, each with a journal line.

A snapshot contains everything, including what pages hide: hands of a draft that is still secret, personal links. Pages
that show these record who looked, and so does an export of everything.
"""

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from core import hooks, stamps
from core.engine.journal_kinds import SnapshotCopied, SnapshotDownloaded, SnapshotMade
from core.models.journal import Home
from core.services import journal
from core.services.snapshots import shelf
from core.services.snapshots.making import make
from core.stamps import scopes


def save(home: Home, *, by: AbstractUser, photos: bool = False) -> str:
    """Write a snapshot to the folder now; returns its name. OSError if it cannot be written."""
    name = shelf.save(home, photos=photos, by=by)
    with transaction.atomic():
        stamps.mark(scopes.details(home.pk))
        journal.write(home, SnapshotMade(filename=name), by=by)
    return name


def download(home: Home, name: str, *, by: AbstractUser) -> bytes:
    """Read a snapshot of the folder for download. Refused: SNAPSHOT_MISSING."""
    data = shelf.read(home, name)
    with transaction.atomic():
        stamps.mark(scopes.details(home.pk))
        journal.write(home, SnapshotDownloaded(filename=name), by=by)
    return data


def copy(home: Home, name: str = "", *, by: AbstractUser) -> Home:
    """Create a rehearsal copy of the home as it is now or of a snapshot in the folder.

    Refused: SNAPSHOT_MISSING.
    """
    data = shelf.read(home, name) if name else make(home, by=by).data
    with transaction.atomic():
        stamps.mark(scopes.details(home.pk))
        made = restore(data, by=by, trusted=True, rehearsal=True, copy_of=home)
        journal.write(home, SnapshotCopied(), by=by)
    return made


def restore(
    data: bytes,
    *,
    by: AbstractUser | None,
    slug: str = "",
    trusted: bool = False,
    rehearsal: bool = False,
    staff: bool = True,
    copy_of: Home | None = None,
) -> Home:
    """Create a home of a snapshot, by `hooks.restorers`. Refused: SNAPSHOT_…, SLUG_…"""
    (restorer,) = hooks.restorers
    return restorer(
        data, by=by, slug=slug, trusted=trusted, rehearsal=rehearsal, staff=staff, copy_of=copy_of
    )
