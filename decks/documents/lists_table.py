"""The lists of an event as a spreadsheet: who submitted what, and its state. Without the cards."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, Value, as_file
from decks.documents.deck_sheet import sheet_head
from decks.queries.lists.event_lists import ListRow
from tournaments.models import Tournament
from tournaments.wording import division_label

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


def spreadsheet(event: Tournament, rows: Sequence[ListRow], kind: str) -> tuple[bytes, str]:
    """The rows in order as "csv" or "xlsx", and the content type."""
    zone = ZoneInfo(event.timezone)
    return as_file(kind, _("Deck lists"), FIELDS, [_line(row, zone) for row in rows], sheet_head(event))


def _line(row: ListRow, zone: ZoneInfo) -> tuple[Value, ...]:
    marks = (row.sent_back, row.late, row.changed, row.locked, not row.active)
    return (
        row.sort_name,
        division_label(row.division),
        str(STATES[row.state]),
        row.errors if row.number else None,
        row.number or None,
        row.at.astimezone(zone) if row.at else None,
        row.total if row.number else None,
        *(_("yes") if is_so else None for is_so in marks),
    )
