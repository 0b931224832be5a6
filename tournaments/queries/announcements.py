"""The announcements of an event."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Announcement, Tournament


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """One announcement. `announcement` is its key, and `kind` a code of `Announcement.Kind`.

    `by` is the name of the user who posted it, or "" if it was posted from the command line.
    """

    announcement: int
    kind: str
    text: str
    at: datetime
    by: str
    withdrawn_at: datetime | None


def announcement_rows(event: Tournament) -> list[AnnouncementRow]:
    """List all announcements, newest first, including withdrawn ones. Makes one query."""
    rows = Announcement.objects.filter(tournament=event).select_related("by")
    return [
        AnnouncementRow(row.pk, row.kind, row.text, row.at, str(row.by or ""), row.withdrawn_at)
        for row in rows
    ]
