"""Open tables of an event, with the seats marked empty. Fixed numbers of queries."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from floor.engine import table as engine
from floor.engine.table import Due, Kind
from floor.models import TableMark
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.reports import clocks
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat, "left" or "right". `since`: when it was marked empty, None if its player is there."""

    side: str
    name: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table without a result, its two seats, and the penalties due for an empty one (M-075)."""

    match: Match
    seats: tuple[Seat, Seat]
    due: tuple[Due, ...]

    @property
    def missing(self) -> bool:
        return any(seat.since for seat in self.seats)


def open_tables(event: Tournament, now: datetime) -> list[OpenTable]:
    """All open tables of the posted rounds, those with an empty seat first. Four queries."""
    rounds = {round_.pk: round_ for round_ in clocks.rounds_on(event) if round_.state == Round.State.POSTED}
    matches = Match.objects.filter(round__in=rounds, right__isnull=False, outcome=Outcome.PENDING.value)
    rows = list(matches.select_related("left__player", "right__player").order_by("table", "id"))
    marks = TableMark.objects.filter(match__in=rows, withdrawn_at=None)
    marks = marks.filter(kind__in=[Kind.EMPTY.value, Kind.ARRIVED.value]).order_by("match_id", "number")
    empty: dict[tuple[int, str], datetime] = {}
    for match, side, kind, at in marks.values_list("match", "side", "kind", "at"):
        if kind == Kind.EMPTY:
            empty.setdefault((match, side), at)
        else:
            empty.pop((match, side), None)
    due = {pk: _due(round_, now) for pk, round_ in rounds.items()}
    tables = []
    for row in rows:
        row.round = rounds[row.round_id]
        left = Seat("left", str(row.left), empty.get((row.pk, "left")))
        right = Seat("right", str(row.right), empty.get((row.pk, "right")))
        tables.append(OpenTable(row, (left, right), due[row.round_id]))
    return sorted(tables, key=lambda table: not table.missing)


def _due(round_: Round, now: datetime) -> tuple[Due, ...]:
    """Penalties due for an empty seat of a round, by its clock; () before it starts."""
    clock = clocks.clock(round_)
    position = clock.position_at(now) if clock else None
    if position is None or position < timedelta():
        return ()
    event = round_.division.tournament
    best_of = event.best_of if round_.stage.kind == Stage.Kind.SWISS else event.cut_best_of
    return engine.due(event.edition, best_of, now - position)
