"""The sectors of an event as a spreadsheet: which judges are responsible for which tables."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, as_file
from floor.models import Sector
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("Sector"), 24),
    Field(gettext_lazy("From table"), 12, "0"),
    Field(gettext_lazy("To table"), 12, "0"),
    Field(gettext_lazy("Tables"), 12, "0"),
    Field(gettext_lazy("Judges"), 50),
)


def sectors_spreadsheet(event: Tournament, sectors: Iterable[Sector], kind: str) -> tuple[bytes, str]:
    """Render the sectors as "csv" or "xlsx", in their order. Returns the bytes and the content type."""
    values = [
        (
            sector.name,
            sector.table_from,
            sector.table_to,
            sector.table_to - sector.table_from + 1,
            ", ".join(str(judge.user) for judge in sector.judges.all()),
        )
        for sector in sectors
    ]
    return as_file(kind, _("Sectors"), FIELDS, values, sheet_head(event))
