"""The people of a team as a spreadsheet, with Player IDs and birth years, for the team only."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from floor.queries.people import PersonRow

FIELDS = (
    Field(gettext_lazy("Last name"), 26),
    Field(gettext_lazy("First name"), 24),
    Field(gettext_lazy("Player ID"), 14),
    Field(gettext_lazy("Born"), 8, "0"),
    Field(gettext_lazy("Events"), 9, "0"),
)


def people_spreadsheet(rows: Iterable[PersonRow], kind: str) -> tuple[bytes, str]:
    """Render the people as "csv" or "xlsx", in their order. Returns the bytes and the content type."""
    values = [(row.last_name, row.first_name, row.player_id, row.birth_year, row.events) for row in rows]
    return spreadsheet_file(kind, _("People"), FIELDS, values)
