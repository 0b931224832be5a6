"""Open tables of an event and the seats marked empty at them, in a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from floor.engine import table as engine
from floor.engine.table import Kind, NoShowLossDue
from floor.models import TableMark
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.reports import clocks
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, "left" or "right". `since` is when the seat was marked empty, or None if its player is present."""

    side: str
    name: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class OpenTableWithSeats:
    """A table without a result, with its two seats.

    `due` has the losses for an empty seat with their times; it is empty before the round's clock starts (M-075).
    """

    match: Match
    seats: tuple[Seat, Seat]
    due: tuple[NoShowLossDue, ...]

    @property
    def missing(self) -> bool:
        """Whether one of the two seats is marked empty."""
        return any(seat.since for seat in self.seats)


def open_tables_with_seats(event: Tournament, now: datetime) -> list[OpenTableWithSeats]:
    """List all open tables of the posted rounds, tables with an empty seat first. Four queries."""
    rounds = {
        round_.pk: round_ for round_ in clocks.current_rounds(event) if round_.state == Round.State.POSTED
    }
    matches = Match.objects.filter(round__in=rounds, right__isnull=False, outcome=Outcome.PENDING.value)
    open_matches = list(matches.select_related("left__player", "right__player").order_by("table", "id"))
    marks = TableMark.objects.filter(match__in=open_matches, withdrawn_at=None)
    marks = marks.filter(kind__in=[Kind.EMPTY.value, Kind.ARRIVED.value]).order_by("match_id", "number")
    empty_since: dict[tuple[int, str], datetime] = {}
    for match, side, kind, marked_at in marks.values_list("match", "side", "kind", "at"):
        if kind == Kind.EMPTY:
            empty_since.setdefault((match, side), marked_at)
        else:
            empty_since.pop((match, side), None)
    # The round's clock decides which penalties are due for an empty seat. Before it starts, no penalty is due.
    losses_by_round: dict[int, tuple[NoShowLossDue, ...]] = dict.fromkeys(rounds, ())
    for pk, round_ in rounds.items():
        clock = clocks.clock_of_round(round_)
        position = clock.position_at(now) if clock else None
        if position is not None and position >= timedelta():
            best_of = event.best_of if round_.stage.kind == Stage.Kind.SWISS else event.cut_best_of
            losses_by_round[pk] = engine.no_show_losses_due(event.edition, best_of, now - position)
    tables = []
    for open_match in open_matches:
        open_match.round = rounds[open_match.round_id]
        left_seat = Seat("left", str(open_match.left), empty_since.get((open_match.pk, "left")))
        right_seat = Seat("right", str(open_match.right), empty_since.get((open_match.pk, "right")))
        tables.append(
            OpenTableWithSeats(open_match, (left_seat, right_seat), losses_by_round[open_match.round_id])
        )
    return sorted(tables, key=lambda table: not table.missing)
