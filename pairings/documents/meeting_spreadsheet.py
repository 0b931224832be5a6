"""Seats of the player meeting as a spreadsheet with full names, for staff."""

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from pairings.queries.rounds.meeting import MeetingSeat
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("Player"), 30),
    Field(gettext_lazy("Division"), 18),
    Field(gettext_lazy("Table"), 9, "0"),
)


def meeting_seats_spreadsheet(
    event: Tournament, seats: Iterable[MeetingSeat], names: Mapping[int, str], kind: str
) -> tuple[bytes, str]:
    """Export the seats in the order passed; return the file, "csv" or "xlsx", and its content type.

    `names` maps division keys to names.
    """
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    lines = [(seat.person.sort_name, names[seat.division], seat.table) for seat in seats]
    return spreadsheet_file(kind, _("Player meeting"), entrant_fields(FIELDS), lines, head)
