"""The queue of deck checks before the event as a spreadsheet, with the state of each deck."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from checks.queries.before_checks import QueuedDeck
from checks.words.before_check_words import ALL_OUTCOMES, DECK_STATE_WORDS, LEGALITY_WORDS, LEGIBILITY_WORDS
from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from core.text_parts import joined_with_semicolons
from decks.words.list_words import problem_headline
from pairings.documents.report_heads import time_in_cell
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

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


def check_queue_spreadsheet(event: Tournament, rows: Iterable[QueuedDeck], kind: str) -> tuple[bytes, str]:
    """Return the decks as a "csv" or "xlsx" file, in the order of the queue, and its content type."""
    lines = [
        (
            row.sort_name,
            row.player_id,
            row.division,
            time_in_cell(row.checked_in_at, event),
            str(DECK_STATE_WORDS[row.deck_state]),
            row.number or None,
            str(LEGIBILITY_WORDS[row.legibility]) if row.legibility else "",
            str(LEGALITY_WORDS[row.legality]) if row.legality else "",
            joined_with_semicolons(problem_headline(problem) for problem in row.open),
            row.judge,
            time_in_cell(row.at, event),
            str(ALL_OUTCOMES.get(row.outcome, "")),
            row.reason,
        )
        for row in rows
    ]
    return spreadsheet_file(
        kind, _("Checks before the event"), entrant_fields(FIELDS), lines, sheet_head(event)
    )
