"""A snapshot as a file."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from core import hooks
from core.engine.snapshots import file
from core.models.journal import Home
from core.queries import snapshot_reading
from core.services.snapshots.folder import SUFFIX, Made


def make(
    home: Home,
    *,
    photos: bool = False,
    by: AbstractUser | None = None,
    way: str = "snapshot",
    now: datetime | None = None,
) -> Made:
    """All of a home, as it is now, as one file. `hooks.copied` may journal it, as for a draft that is still secret.

    `way`: snapshot or stick, for the journal.
    """
    for note in hooks.copied:
        note(home, way, by=by)
    moment = now or timezone.now()
    pictures = {name: data for find in hooks.pictures for name, data in find(home)} if photos else {}
    snapshot = snapshot_reading.read(home, now=moment, photos=pictures)
    at = moment.astimezone(ZoneInfo(home.timezone))
    stands = f"-{snapshot.after}" if snapshot.after else ""
    return Made(f"{snapshot.slug}{stands}-{at:%Y%m%d-%H%M%S}{SUFFIX}", file.pack(snapshot))
