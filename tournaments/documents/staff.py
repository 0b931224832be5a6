"""The staff of an event as a spreadsheet for organizers, with email addresses."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext

from core.documents.spreadsheets import Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.labels import role_label
from tournaments.models import Tournament
from tournaments.queries import StaffRow

FIELDS = (
    Field(gettext_lazy("Name"), 28),
    Field(gettext_lazy("Username"), 20),
    Field(gettext_lazy("Email"), 34),
    Field(gettext_lazy("Role"), 18),
)


def staff_spreadsheet(event: Tournament, rows: Sequence[StaffRow], kind: str) -> tuple[bytes, str]:
    """Return the rows in order as a file of the `kind` "csv" or "xlsx", and the content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    lines = [(row.name, row.username, row.email, role_label(row.role)) for row in rows]
    return spreadsheet_file(kind, pgettext("title", "Staff"), FIELDS, lines, head)
