"""The teams of an event as a spreadsheet, with the columns of a file of teams; or an empty one."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from core.documents.spreadsheets import Field, as_file
from core.engine.heads import SheetHead
from tournaments.engine.team_entries import SEATS
from tournaments.models import Tournament
from tournaments.queries.team_entries import TeamRow


def fields() -> list[Field]:
    found = [Field(pgettext_lazy("players", "Team"), 28)]
    for seat in SEATS:
        facts = {"seat": seat}
        found += [
            Field(_("First name %(seat)s") % facts, 20),
            Field(_("Last name %(seat)s") % facts, 24),
            Field(_("Player ID %(seat)s") % facts, 14),
        ]
    return found


def spreadsheet(event: Tournament, rows: Iterable[TeamRow], kind: str) -> tuple[bytes, str]:
    """The teams by name as "csv" or "xlsx": file and content type; without teams, a form to fill in."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    lines = []
    for row in rows:
        seated = {member.seat: member for member in row.members}
        cells = [row.name]
        for seat in SEATS:
            member = seated.get(seat)
            cells += [member.first_name, member.last_name, member.player_id] if member else ["", "", ""]
        lines.append(cells)
    return as_file(kind, pgettext("players", "Teams"), fields(), lines, head)
