"""Snapshots that a person makes, downloads or copies, each with a journal line.

A snapshot contains everything, including data that pages hide, such as the hands of a secret draft and personal
links. Pages that show such data record their readers, and so does an export of all data.
"""

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from core import hooks, stamps
from core.engine.journal_kinds import SnapshotCopied, SnapshotDownloaded, SnapshotMade
from core.models.journal import Home
from core.services import journal
from core.services.snapshots import home_folder
from core.services.snapshots.making import make_snapshot
from core.stamps import scopes


def save_snapshot(home: Home, *, by: AbstractUser, photos: bool = False) -> str:
    """Write a snapshot to the folder now and return its name. Raises OSError if it cannot be written."""
    name = home_folder.save_snapshot(home, photos=photos, by=by)
    with transaction.atomic():
        stamps.mark_scopes_changed(scopes.details_scope(home.pk))
        journal.write_journal_line(home, SnapshotMade(filename=name), by=by)
    return name


def read_snapshot_for_download(home: Home, name: str, *, by: AbstractUser) -> bytes:
    """Read a snapshot from the folder for a download. Refused: SNAPSHOT_MISSING."""
    data = home_folder.read_snapshot(home, name)
    with transaction.atomic():
        stamps.mark_scopes_changed(scopes.details_scope(home.pk))
        journal.write_journal_line(home, SnapshotDownloaded(filename=name), by=by)
    return data


def create_rehearsal_copy(home: Home, name: str = "", *, by: AbstractUser) -> Home:
    """Create a rehearsal copy of the current home or, with `name`, of that snapshot in the folder.

    Refused: SNAPSHOT_MISSING, and whatever `restore_snapshot` refuses.
    """
    data = home_folder.read_snapshot(home, name) if name else make_snapshot(home, by=by).data
    with transaction.atomic():
        stamps.mark_scopes_changed(scopes.details_scope(home.pk))
        rehearsal = restore_snapshot(data, by=by, trusted=True, rehearsal=True, copy_of=home)
        journal.write_journal_line(home, SnapshotCopied(), by=by)
    return rehearsal


def restore_snapshot(
    data: bytes,
    *,
    by: AbstractUser | None,
    slug: str = "",
    trusted: bool = False,
    rehearsal: bool = False,
    staff: bool = True,
    copy_of: Home | None = None,
) -> Home:
    """Create a home from a snapshot. For the arguments, see `hooks.Restorer`.

    Refused: SNAPSHOT_… and PICTURE_… for the file, SLUG_TAKEN (slug), SLUG_UNREADABLE (slug), TIMEZONE_UNKNOWN
    (timezone).
    """
    (restorer,) = hooks.restorers
    home: Home = restorer(
        data, by=by, slug=slug, trusted=trusted, rehearsal=rehearsal, staff=staff, copy_of=copy_of
    )
    return home
