"""The rulings of an event as a spreadsheet: questions and answers."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from floor.models import FloorRuling
from pairings.documents.report_heads import time_in_cell
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Question"), 50),
    Field(gettext_lazy("Answer"), 60),
    Field(gettext_lazy("Rule"), 18),
    Field(gettext_lazy("Judge"), 22),
    Field(gettext_lazy("Withdrawn"), 18, MOMENT),
)


def rulings_spreadsheet(event: Tournament, rows: Iterable[FloorRuling], kind: str) -> tuple[bytes, str]:
    """Render the rulings in their order, including withdrawn ones, as "csv" or "xlsx".

    Returns the bytes and the content type.
    """
    values = [
        (
            time_in_cell(row.at, event),
            row.question,
            row.answer,
            row.rule,
            row.by_name,
            time_in_cell(row.withdrawn_at, event),
        )
        for row in rows
    ]
    return spreadsheet_file(kind, _("Rulings"), FIELDS, values, sheet_head(event))
