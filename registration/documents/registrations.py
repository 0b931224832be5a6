"""The registrations of an event as a spreadsheet."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from core.documents.spreadsheets import MOMENT, Field, Value, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from registration.models import Registration
from tournaments.labels import age_division_label, division_label
from tournaments.models import Tournament

COLUMNS = (
    Field(_("No."), 6, "0"),
    Field(_("Last name"), 24),
    Field(_("First name"), 20),
    Field(_("Player ID"), 14),
    Field(_("Birth year"), 11, "0"),
    Field(_("Email address"), 30),
    Field(_("Country"), 18),
    Field(_("Parent or guardian"), 24),
    Field(_("Age division"), 14),
    Field(_("Division"), 18),
    Field(_("State"), 20),
    Field(_("Registered"), 18, MOMENT),
    Field(_("Paid"), 18, MOMENT),
)


def registrations_spreadsheet(
    event: Tournament, rows: Iterable[Registration], kind: str
) -> tuple[bytes, str]:
    """Return the registrations as a file of the `kind` "csv" or "xlsx", and the content type."""
    zone = ZoneInfo(event.timezone)
    lines: list[tuple[Value, ...]] = [
        (
            row.number,
            row.last_name,
            row.first_name,
            row.player_id,
            row.birth_year,
            row.email,
            str(countries.name(row.country) or ""),
            row.guardian_name,
            age_division_label(row.age_division),
            division_label(row.division.age_division) if row.division else "",
            row.get_state_display(),
            row.made_at.astimezone(zone),
            row.paid_at.astimezone(zone) if row.paid_at else None,
        )
        for row in rows
    ]
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    return spreadsheet_file(kind, gettext("Registrations"), COLUMNS, lines, head)
