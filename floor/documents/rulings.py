"""The rulings of an event as a spreadsheet: questions and answers."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, as_file
from decks.documents.deck_sheet import sheet_head
from floor.models import FloorRuling
from pairings.documents.reports import in_cell
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Question"), 50),
    Field(gettext_lazy("Answer"), 60),
    Field(gettext_lazy("Rule"), 18),
    Field(gettext_lazy("Judge"), 22),
    Field(gettext_lazy("Withdrawn"), 18, MOMENT),
)


def spreadsheet(event: Tournament, rows: Iterable[FloorRuling], kind: str) -> tuple[bytes, str]:
    """Render the rulings in their order, withdrawn ones too, as "csv" or "xlsx". Returns the bytes and the content
    type.
    """
    lines = [
        (
            in_cell(row.at, event),
            row.question,
            row.answer,
            row.rule,
            row.by_name,
            in_cell(row.withdrawn_at, event),
        )
        for row in rows
    ]
    return as_file(kind, _("Rulings"), FIELDS, lines, sheet_head(event))
