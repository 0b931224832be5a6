"""Who registered, came, played and dropped, by division, by day and by round."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, OuterRef, Q
from django.db.models.expressions import Exists
from django.db.models.functions import TruncDate

from pairings.models import Seat
from tournaments.models import Division, Entry, Tournament


@dataclass(frozen=True, slots=True)
class DivisionAttendance:
    """Numbers of players of one division.

    - `registered`: all players who were entered, `checked_in`: those checked in.
    - `no_shows`: those neither checked in nor in any posted round.
    - `played`: those in at least one posted round.
    - `dropped`, `disqualified`: those who left, each counted once; `drops` has the drops by round, 0 before round 1.
    - `finished`: those who played and are still in the event.
    """

    division: Division
    registered: int
    checked_in: int
    no_shows: int
    played: int
    dropped: int
    disqualified: int
    finished: int
    drops: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class DayAttendance:
    """The players and rounds of a division on one day, in the time zone of the event."""

    division: Division
    day: date
    players: int
    first_round: int
    last_round: int


def attendance_by_division(event: Tournament) -> list[DivisionAttendance]:
    """Return the numbers of each division with players, in order. Two queries."""
    seats = Seat.objects.posted().paired().filter(entry=OuterRef("pk"))
    players = Entry.objects.filter(tournament=event).annotate(played=Exists(seats)).order_by()
    counts = players.values("division").annotate(
        registered=Count("pk"),
        checked_in=Count("checked_in_at"),
        no_shows=Count("pk", filter=Q(checked_in_at=None, played=False)),
        players=Count("pk", filter=Q(played=True)),
        dropped=Count("pk", filter=Q(dropped_in__isnull=False, disqualified=False)),
        disqualified_players=Count("pk", filter=Q(disqualified=True)),
        finished=Count("pk", filter=Q(played=True, dropped_in=None, disqualified=False)),
    )
    count_by_division = {row["division"]: row for row in counts}
    drops: dict[int, dict[int, int]] = {}
    dropped = Entry.objects.filter(tournament=event, dropped_in__isnull=False, disqualified=False)
    by_round = dropped.order_by("dropped_in").values_list("division", "dropped_in").annotate(n=Count("pk"))
    for division_key, number, count in by_round:
        drops.setdefault(division_key, {})[number] = count
    return [
        DivisionAttendance(
            division=division,
            registered=row["registered"],
            checked_in=row["checked_in"],
            no_shows=row["no_shows"],
            played=row["players"],
            dropped=row["dropped"],
            disqualified=row["disqualified_players"],
            finished=row["finished"],
            drops=drops.get(division.pk, {}),
        )
        for division in event.divisions.order_by("position", "id")
        if (row := count_by_division.get(division.pk)) is not None
    ]


def attendance_by_day(event: Tournament) -> list[DayAttendance]:
    """Return the players of each division on each day, by day. Two queries."""
    divisions = {division.pk: division for division in event.divisions.order_by("position", "id")}
    seats = (
        Seat.objects.posted()
        .paired()
        .filter(round__division__tournament=event, round__posted_at__isnull=False)
    )
    rows = (
        seats.annotate(day=TruncDate("round__posted_at", tzinfo=ZoneInfo(event.timezone)))
        .order_by()
        .values_list("round__division", "day")
        .annotate(
            players=Count("entry", distinct=True),
            first=Min("round__number"),
            last=Max("round__number"),
        )
    )
    order = list(divisions)
    return [
        DayAttendance(divisions[division_key], day, players, first, last)
        for division_key, day, players, first, last in sorted(
            rows, key=lambda row: (row[1], order.index(row[0]))
        )
    ]
