"""The queue of checks before the event as a spreadsheet: the state of each deck."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from checks.queries.before_checks import QueueRow
from checks.words.before_check_words import ALL_OUTCOMES, LEGALITY_WORDS, LEGIBILITY_WORDS, STAND_WORDS
from core.documents.spreadsheets import MOMENT, Field, Value, as_file
from core.wording import in_a_row
from decks.documents.deck_sheet import sheet_head
from decks.words.list_words import headline
from pairings.documents.reports import in_cell
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("Player"), 30),
    Field(gettext_lazy("Player ID"), 14),
    Field(pgettext_lazy("age", "Division"), 16),
    Field(gettext_lazy("Checked in"), 18, MOMENT),
    Field(gettext_lazy("State"), 22),
    Field(gettext_lazy("List version"), 12, "0"),
    Field(gettext_lazy("Legible"), 20),
    Field(gettext_lazy("Legal"), 20),
    Field(gettext_lazy("Problems"), 50),
    Field(gettext_lazy("Judge"), 22),
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Outcome"), 24),
    Field(gettext_lazy("Reason"), 36),
)


def spreadsheet(event: Tournament, rows: Iterable[QueueRow], kind: str) -> tuple[bytes, str]:
    """The decks in order as "csv" or "xlsx", and the content type."""
    lines = [_line(event, row) for row in rows]
    return as_file(kind, _("Checks before the event"), FIELDS, lines, sheet_head(event))


def _line(event: Tournament, row: QueueRow) -> tuple[Value, ...]:
    return (
        row.sort_name,
        row.player_id,
        row.division,
        in_cell(row.here, event),
        str(STAND_WORDS[row.stand]),
        row.number or None,
        str(LEGIBILITY_WORDS[row.legibility]) if row.legibility else "",
        str(LEGALITY_WORDS[row.legality]) if row.legality else "",
        in_a_row(headline(problem) for problem in row.open),
        row.who,
        in_cell(row.at, event),
        str(ALL_OUTCOMES.get(row.outcome, "")),
        row.reason,
    )
