"""Planned and latest rounds of a division."""

from django.db.models import Q

from pairings.models import Round, Stage
from pairings.queries.rounds.engine_fields import round_one_attendance
from tournaments.engine.structure import (
    players_deciding_structure,
    structure_for_attendance,
    swiss_rounds_for_attendance,
)
from tournaments.models import Division, Entry, Tournament


def planned_rounds(division: Division) -> int:
    """Return the number of Swiss rounds: as set, or by the attendance table (M-012, M-013, M-031).

    The attendance table is applied to the players present.
    """
    if division.rounds_planned:
        return division.rounds_planned
    return max(
        1,
        swiss_rounds_for_attendance(
            players_deciding_structure(round_one_attendance(division)),
            attendance_table_name(division.tournament),
        ),
    )


def table_rounds_of_day_two(division: Division) -> int:
    """Return the Swiss rounds of day 2 in the attendance table for the players present, or 0 (M-015, M-031)."""
    players = players_deciding_structure(round_one_attendance(division))
    return structure_for_attendance(
        players, attendance_table_name(division.tournament), official=False
    ).later_rounds


def attendance_table_name(event: Tournament) -> str:
    """Return the event's attendance table, by default that of a League Challenge."""
    return event.attendance_table or "league_challenge"


def latest_round(division_or_stage: Division | Stage) -> Round | None:
    """Return the latest round of a division or stage, posted or not."""
    return division_or_stage.rounds.select_related("stage").order_by("-number").first()


def current_round_number(division: Division) -> int:
    """Return the number of the latest posted or closed round, or 0 before round 1."""
    newest = division.rounds.exclude(state=Round.State.UNPOSTED).order_by("-number").first()
    return newest.number if newest else 0


def list_missed_rounds(entry: Entry) -> list[Round]:
    """Return the posted and closed Swiss rounds in which this entry had no seat, in order.

    Rounds of day 2 are included only for its qualifiers.
    """
    rounds = Round.objects.filter(division=entry.division, stage__kind=Stage.Kind.SWISS)
    rounds = rounds.filter(Q(stage__position=0) | Q(stage__qualifiers__entry=entry))
    rounds = rounds.exclude(state=Round.State.UNPOSTED).exclude(seats__entry=entry)
    return list(rounds.select_related("stage", "division__tournament").order_by("number"))
