"""The announcements of an event as a spreadsheet."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.models import Announcement, Tournament
from tournaments.queries import AnnouncementRow

FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("About"), 28),
    Field(gettext_lazy("Text"), 80),
    Field(gettext_lazy("By"), 22),
    Field(pgettext_lazy("announcement", "Withdrawn"), 18, MOMENT),
)


def announcements_spreadsheet(
    event: Tournament, rows: Iterable[AnnouncementRow], kind: str
) -> tuple[bytes, str]:
    """Return all announcements in order, including withdrawn ones, as a "csv" or "xlsx" file, and the content type."""
    zone = ZoneInfo(event.timezone)
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    lines = [
        (
            row.at.astimezone(zone),
            str(Announcement.Kind(row.kind).label),
            row.text,
            row.by,
            row.withdrawn_at.astimezone(zone) if row.withdrawn_at else None,
        )
        for row in rows
    ]
    return spreadsheet_file(kind, _("Announcements"), FIELDS, lines, head)
