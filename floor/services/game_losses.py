"""Game losses by penalty: a mark at the table, and a result where it decides the match."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from floor.engine import table as engine
from floor.engine.resolution import Player
from floor.engine.table import How, Kind
from floor.engine.table.games import open_index
from floor.models import TableMark
from floor.queries import table as queries
from floor.services import table
from pairings.models import Match, Report
from pairings.models.match import Reason
from pairings.services.reports import results
from tournaments.models import Entry, User


def lose(match: Match, entry: Entry, *, by: User | None, now: datetime) -> list[int]:
    """Record the current or next game as lost by `entry`. Returns the keys of the marks. Refused: as `table.mark`."""
    before = queries.table(match, now)
    winner = Player.B if entry.pk == match.left_id else Player.A
    index = open_index(before.state, before.rules)
    row = table.mark(match, engine.tap(Kind.WON, winner, index, how=How.PENALTY), by=by, now=now)
    result = table.result_of(queries.table(Match.objects.get(pk=match.pk), now))
    if result is not None:
        lost = replace(result, reason=Reason.PENALTY)
        results.enter(match, lost, by=by, source=Report.Source.JUDGE, now=now)
    return [row.pk] if row else []


def give_back(marks: Iterable[int], *, by: User | None) -> None:
    """Withdraw the marks, newest first. Refused: MARK_HAS_FOLLOWERS where later taps depend on them."""
    for row in TableMark.objects.filter(pk__in=list(marks)).order_by("-number"):
        table.undo_tap(row, by=by)
