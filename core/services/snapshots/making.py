"""Making a snapshot as a file."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from core import hooks
from core.engine.snapshots import file
from core.models.journal import Home
from core.queries import snapshots
from core.queries.pictures import cover_contents
from core.services.snapshots.folder import SUFFIX, NewSnapshot


def make_snapshot(
    home: Home,
    *,
    photos: bool = False,
    by: AbstractUser | None = None,
    copy_kind: str = "snapshot",
    now: datetime | None = None,
) -> NewSnapshot:
    """Pack the current state of a home into a file, with its cover.

    If `photos`, the file includes all `hooks.pictures`. `hooks.copied` may journal the copy, for example if a
    draft is still secret. `copy_kind` is "snapshot" or "stick", for the journal.
    """
    for note_copy in hooks.copied:
        note_copy(home, copy_kind, by=by)
    made_at = now or timezone.now()
    pictures = dict(cover_contents(home))
    if photos:
        pictures |= {name: data for find_pictures in hooks.pictures for name, data in find_pictures(home)}
    snapshot = snapshots.read_home_for_snapshot(home, now=made_at, photos=pictures)
    local_time = made_at.astimezone(ZoneInfo(home.timezone))
    state = f"-{snapshot.after}" if snapshot.after else ""
    return NewSnapshot(
        f"{snapshot.slug}{state}-{local_time:%Y%m%d-%H%M%S}{SUFFIX}", file.pack_snapshot(snapshot)
    )
