"""The sectors of an event as a spreadsheet: which judges are responsible for which tables."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from floor.queries.sectors import SectorNow
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("Sector"), 24),
    Field(gettext_lazy("From table"), 12, "0"),
    Field(gettext_lazy("To table"), 12, "0"),
    Field(gettext_lazy("Tables"), 12, "0"),
    Field(gettext_lazy("Moves with"), 24),
    Field(gettext_lazy("Judges"), 50),
)


def sectors_spreadsheet(event: Tournament, sectors: Iterable[SectorNow], kind: str) -> tuple[bytes, str]:
    """Render the sectors as "csv" or "xlsx", in their order. Returns the bytes and the content type."""
    values = [
        (
            row.sector.name,
            row.tables.first,
            row.tables.last,
            row.tables.last - row.tables.first + 1,
            str(row.sector.division or ""),
            row.judge_names,
        )
        for row in sectors
    ]
    return spreadsheet_file(kind, _("Sectors"), FIELDS, values, sheet_head(event))
