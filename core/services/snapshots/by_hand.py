"""Snapshots that a person makes, downloads or copies, each with a journal line.

A snapshot contains everything, including what pages hide: hands of a draft that is still secret, personal links. Pages
that show these record who looked, and so does an export of the whole event.
"""

from django.db import transaction

from core import stamps
from core.services import journal
from core.services.snapshots import shelf
from core.services.snapshots.making import make
from tournaments import scopes
from tournaments.engine.journal_kinds import SnapshotCopied, SnapshotDownloaded, SnapshotMade
from tournaments.models import Tournament, User
from tournaments.services.snapshots.restoring import restore


def save(event: Tournament, *, by: User, photos: bool = False) -> str:
    """Write a snapshot to the folder now; returns its name. OSError if it cannot be written."""
    name = shelf.save(event, photos=photos, by=by)
    with transaction.atomic():
        stamps.mark(scopes.results(event.pk))
        journal.write(event, SnapshotMade(filename=name), by=by)
    return name


def download(event: Tournament, name: str, *, by: User) -> bytes:
    """Read a snapshot of the folder for download. Refused: SNAPSHOT_MISSING."""
    data = shelf.read(event, name)
    with transaction.atomic():
        stamps.mark(scopes.results(event.pk))
        journal.write(event, SnapshotDownloaded(filename=name), by=by)
    return data


def copy(event: Tournament, name: str = "", *, by: User) -> Tournament:
    """Create a rehearsal copy of the current event or of a snapshot in the folder.

    Refused: SNAPSHOT_MISSING.
    """
    data = shelf.read(event, name) if name else make(event, by=by).data
    with transaction.atomic():
        stamps.mark(scopes.results(event.pk))
        made = restore(data, by=by, trusted=True, rehearsal=True, made_here=True, organizer=event.organizer)
        journal.write(event, SnapshotCopied(), by=by)
    return made
