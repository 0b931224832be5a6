"""The schedule of an event as a spreadsheet: planned and actual times (R-116)."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.labels import schedule_title
from tournaments.models import Tournament
from tournaments.queries import Schedule

FIELDS = (
    Field(gettext_lazy("What"), 34),
    Field(gettext_lazy("Planned start"), 18, MOMENT),
    Field(gettext_lazy("Planned end"), 18, MOMENT),
    Field(gettext_lazy("Minutes"), 10, "0"),
    Field(gettext_lazy("Actual start"), 18, MOMENT),
    Field(gettext_lazy("Actual end"), 18, MOMENT),
    Field(gettext_lazy("Minutes late"), 12, "0"),
)


def schedule_spreadsheet(event: Tournament, schedule: Schedule, kind: str) -> tuple[bytes, str]:
    """Return the items in order as a file of the `kind` "csv" or "xlsx", and the content type.

    Expected times are left out.
    """
    zone = ZoneInfo(event.timezone)
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    lines = [
        (
            schedule_title(row.title, row.round_number),
            row.planned_start.astimezone(zone),
            row.planned_end.astimezone(zone),
            row.planned_minutes,
            row.started_at.astimezone(zone) if row.started_at else None,
            row.ended_at.astimezone(zone) if row.ended_at else None,
            row.delay if row.started_at else None,
        )
        for row in schedule.rows
    ]
    return spreadsheet_file(kind, _("Schedule"), FIELDS, lines, head)
