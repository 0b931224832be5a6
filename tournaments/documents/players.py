"""The players of an event as a spreadsheet for staff: division, check-in, Player ID.

Birth years are only for those who may correct players: no page lists them.
"""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, Value, as_file
from core.engine.heads import SheetHead
from tournaments.models import Tournament
from tournaments.queries import EntryRow
from tournaments.wording import age_division_label, division_label, entry_state_text

BIRTH = Field(gettext_lazy("Birth year"), 11, "0")

FIELDS = (
    Field(gettext_lazy("Last name"), 24),
    Field(gettext_lazy("First name"), 20),
    Field(gettext_lazy("Player ID"), 14),
    BIRTH,
    Field(gettext_lazy("Age division"), 14),
    Field(gettext_lazy("Plays in"), 18),
    Field(gettext_lazy("Byes"), 8, "0"),
    Field(gettext_lazy("State"), 20),
    Field(gettext_lazy("Checked in"), 18, MOMENT),
    Field(gettext_lazy("Note"), 30),
)


def spreadsheet(event: Tournament, rows: Sequence[EntryRow], kind: str, *, births: bool) -> tuple[bytes, str]:
    """The file as "csv" or "xlsx" with its content type; `births`: with birth years."""
    zone = ZoneInfo(event.timezone)
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    displayed = [place for place, field in enumerate(FIELDS) if births or field is not BIRTH]
    lines = [_line(row, zone) for row in rows]
    cells = [tuple(line[place] for place in displayed) for line in lines]
    return as_file(kind, _("Players"), [FIELDS[place] for place in displayed], cells, head)


def _line(row: EntryRow, zone: ZoneInfo) -> tuple[Value, ...]:
    return (
        row.last_name,
        row.first_name,
        row.player_id,
        row.birth_year,
        age_division_label(row.age_division),
        division_label(row.division),
        row.awarded_byes,
        entry_state_text(row.state, row.dropped_in),
        row.checked_in_at.astimezone(zone) if row.checked_in_at else None,
        row.notes,
    )
