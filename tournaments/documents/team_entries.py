"""The teams of an event as a spreadsheet that can be imported again, or a blank one to fill in."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.engine.team_entries import SEATS
from tournaments.models import Tournament
from tournaments.queries.team_entries import TeamRow


def team_file_columns() -> list[Field]:
    """Return the columns of a team file: the team name, then three columns for the player in each seat."""
    columns = [Field(pgettext_lazy("players", "Team"), 28)]
    for seat in SEATS:
        facts = {"seat": seat}
        columns += [
            Field(_("First name %(seat)s") % facts, 20),
            Field(_("Last name %(seat)s") % facts, 24),
            Field(_("Player ID %(seat)s") % facts, 14),
        ]
    return columns


def teams_spreadsheet(event: Tournament, rows: Iterable[TeamRow], kind: str) -> tuple[bytes, str]:
    """Return the teams by name as a file of the `kind` "csv" or "xlsx", and the content type.

    If there are no teams, the file contains only the column titles, so that it can be filled in.
    """
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    lines = []
    for row in rows:
        member_by_seat = {member.seat: member for member in row.members}
        cells = [row.name]
        for seat in SEATS:
            member = member_by_seat.get(seat)
            cells += [member.first_name, member.last_name, member.player_id] if member else ["", "", ""]
        lines.append(cells)
    return spreadsheet_file(kind, pgettext("players", "Teams"), team_file_columns(), lines, head)
