"""The confiscated cards of an event as a spreadsheet: cards, player, whether they were returned (R-014)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from floor.models import Confiscation
from pairings.documents.report_heads import time_in_cell
from tournaments.documents.paper import sheet_head
from tournaments.labels import division_label
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Player"), 28),
    Field(gettext_lazy("Player ID"), 14),
    Field(gettext_lazy("Division"), 14),
    Field(gettext_lazy("Cards taken"), 50),
    Field(gettext_lazy("Reason"), 36),
    Field(gettext_lazy("Judge"), 22),
    Field(gettext_lazy("Returned"), 18, MOMENT),
    Field(gettext_lazy("Returned by"), 22),
    Field(pgettext_lazy("confiscation", "Undone"), 18, MOMENT),
)


def confiscations_spreadsheet(
    event: Tournament, rows: Iterable[Confiscation], kind: str
) -> tuple[bytes, str]:
    """Render the confiscations in their order, including undone ones, as "csv" or "xlsx".

    Returns the bytes and the content type.
    """
    values = [
        (
            time_in_cell(row.at, event),
            row.entry.sort_name,
            row.entry.player_number or "",
            division_label(row.entry.age_division),
            row.cards,
            row.reason,
            row.by_name,
            time_in_cell(row.returned_at, event),
            row.returned_by_name,
            time_in_cell(row.withdrawn_at, event),
        )
        for row in rows
    ]
    return spreadsheet_file(kind, _("Confiscated cards"), entrant_fields(FIELDS), values, sheet_head(event))
