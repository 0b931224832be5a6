"""A snapshot of an event as a file."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from core.engine.snapshots import file
from core.services.snapshots.folder import SUFFIX, Made
from tournaments import hooks
from tournaments.models import Tournament, User
from tournaments.queries import snapshots as queries


def make(
    event: Tournament,
    *,
    photos: bool = False,
    by: User | None = None,
    way: str = "snapshot",
    now: datetime | None = None,
) -> Made:
    """The whole current event as one file. `hooks.event_copied` may journal it, as for a draft that is still secret.

    `way`: snapshot or stick, for the journal.
    """
    for note in hooks.event_copied:
        note(event, way, by=by)
    moment = now or timezone.now()
    pictures = {name: data for find in hooks.pictures for name, data in find(event)} if photos else {}
    snapshot = queries.read(event, now=moment, photos=pictures)
    at = moment.astimezone(ZoneInfo(event.timezone))
    stands = f"-{snapshot.after}" if snapshot.after else ""
    return Made(f"{snapshot.slug}{stands}-{at:%Y%m%d-%H%M%S}{SUFFIX}", file.pack(snapshot))
