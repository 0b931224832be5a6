"""Game losses by penalty: mark the loss at the table, and enter a result if it decides the match."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from floor.engine import table as engine
from floor.engine.resolution import TablePlayer
from floor.engine.table import How, Kind
from floor.engine.table.games import open_game_position
from floor.models import TableMark
from floor.queries import table_state as queries
from floor.services import table_taps
from pairings.models import Match, Report
from pairings.models.match import Reason
from pairings.services.reports import results
from tournaments.models import Entry, User


def record_game_loss(match: Match, entry: Entry, *, by: User | None, now: datetime) -> list[int]:
    """Record the current or next game as lost by `entry`, and return the keys of the new marks.

    If this decides the match, its result is entered. Refused: whatever `table_taps.record_tap` and
    `results.enter_result` refuse.
    """
    table_before = queries.load_table(match, now)
    winner = TablePlayer.B if entry.pk == match.left_id else TablePlayer.A
    index = open_game_position(table_before.state, table_before.rules)
    mark = table_taps.record_tap(
        match, engine.make_tap(Kind.WON, winner, index, how=How.PENALTY), by=by, now=now
    )
    result = table_taps.verdict_as_result(queries.load_table(Match.objects.get(pk=match.pk), now))
    if result is not None:
        loss = replace(result, reason=Reason.PENALTY)
        results.enter_result(match, loss, by=by, source=Report.Source.JUDGE, now=now)
    return [mark.pk] if mark else []


def withdraw_marks(marks: Iterable[int], *, by: User | None) -> None:
    """Withdraw the marks, newest first. Refused: whatever `table_taps.undo_tap` refuses."""
    for mark in TableMark.objects.filter(pk__in=list(marks)).order_by("-number"):
        table_taps.undo_tap(mark, by=by)
