"""Known players of a team as a spreadsheet; the form for adding a player suggests them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from tournaments.models import KnownPlayer

FIELDS = (
    Field(gettext_lazy("Last name"), 26),
    Field(gettext_lazy("First name"), 24),
    Field(gettext_lazy("Player ID"), 14),
    Field(gettext_lazy("Born"), 8, "0"),
)


def known_players_spreadsheet(rows: Iterable[KnownPlayer], kind: str) -> tuple[bytes, str]:
    """Export the players in the order passed; return the file, "csv" or "xlsx", and its content type."""
    lines = [(row.last_name, row.first_name, row.player_id, row.birth_year) for row in rows]
    return spreadsheet_file(kind, _("Known players"), FIELDS, lines)
