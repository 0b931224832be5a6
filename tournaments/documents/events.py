"""Events as a spreadsheet: public events, or the signed-in user's."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from tournaments.models import Tournament
from tournaments.queries import EventRow
from tournaments.tables.events import format_label

FIELDS = (
    Field(gettext_lazy("Event"), 36),
    Field(gettext_lazy("Kind"), 22),
    Field(gettext_lazy("Format"), 20),
    Field(gettext_lazy("Starts"), 18, MOMENT),
    Field(gettext_lazy("Venue"), 28),
    Field(gettext_lazy("City"), 20),
    Field(gettext_lazy("Country"), 9),
    Field(gettext_lazy("Players"), 9, "0"),
)


def events_spreadsheet(rows: Iterable[EventRow], kind: str) -> tuple[bytes, str]:
    """Return the events in order as a file of the `kind` "csv" or "xlsx", and the content type."""
    lines = [
        (
            row.name,
            str(Tournament.Kind(row.kind).label),
            format_label(row),
            row.starts_at,
            row.venue,
            row.city,
            row.country,
            row.players,
        )
        for row in rows
    ]
    return spreadsheet_file(kind, _("Events"), FIELDS, lines)
