"""The lists of an event as a spreadsheet: players, versions and states, without the cards."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, Value, spreadsheet_file
from decks.queries.lists.event_lists import ListRow
from tournaments.documents.paper import sheet_head
from tournaments.labels import division_label
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("Player"), 30),
    Field(pgettext_lazy("age", "Division"), 16),
    Field(gettext_lazy("State"), 14),
    Field(gettext_lazy("Problems"), 11, "0"),
    Field(gettext_lazy("Version"), 9, "0"),
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Cards"), 9, "0"),
    Field(gettext_lazy("Sent back"), 12),
    Field(pgettext_lazy("deck list", "Late"), 9),
    Field(gettext_lazy("Changed"), 11),
    Field(gettext_lazy("Locked"), 11),
    Field(gettext_lazy("Dropped"), 11),
)
STATES = {
    "missing": gettext_lazy("Missing"),
    "illegal": gettext_lazy("Not legal"),
    "unknown": gettext_lazy("Can’t tell"),
    "legal": gettext_lazy("Legal"),
}


def lists_spreadsheet(event: Tournament, rows: Sequence[ListRow], kind: str) -> tuple[bytes, str]:
    """Return the rows as a "csv" or "xlsx" file in their order, and its content type."""
    zone = ZoneInfo(event.timezone)
    lines: list[tuple[Value, ...]] = []
    for row in rows:
        flags = (row.sent_back, row.late, row.changed, row.locked, not row.active)
        lines.append(
            (
                row.sort_name,
                division_label(row.division),
                str(STATES[row.state]),
                row.errors if row.number else None,
                row.number or None,
                row.at.astimezone(zone) if row.at else None,
                row.total if row.number else None,
                *(_("yes") if applies else None for applies in flags),
            )
        )
    return spreadsheet_file(kind, _("Deck lists"), entrant_fields(FIELDS), lines, sheet_head(event))
