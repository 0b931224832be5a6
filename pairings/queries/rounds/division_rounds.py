"""Rounds of a division: the planned ones, the latest, and rounds by number or state."""

from collections.abc import Collection, Iterable

from django.db.models import OuterRef, Q, QuerySet, Subquery

from core.stamps.memory import cached_until_change
from pairings.models import Round, Stage
from pairings.queries.rounds.engine_fields import round_one_attendance
from tournaments.engine.structure import (
    players_deciding_structure,
    structure_for_attendance,
    swiss_rounds_for_attendance,
)
from tournaments.models import Division, Entry, Tournament
from tournaments.scopes import event_scope


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


def find_round_of_division(division: Division, number: int | None = None) -> Round | None:
    """Return a round by number, or the latest round, with its event, division and stage. One query.

    Return None if the round does not exist.
    """
    rounds = division.rounds.select_related("division__tournament", "stage")
    if number is not None:
        rounds = rounds.filter(number=number)
    return rounds.order_by("-number").first()


def find_round_of_event(event: Tournament, division: int, number: int) -> Round | None:
    """Return a round of an event by division key and number, without `draw`. One query.

    Return None if the round does not exist.
    """
    rounds = Round.objects.filter(division=division, division__tournament=event, number=number)
    round_ = rounds.select_related("division", "stage").defer("draw").order_by("pk").first()
    if round_ is not None:
        round_.division.tournament = event
    return round_


def is_of_only_division(round_: Round) -> bool:
    """Return whether this is the only division of the event. One query, cached until the event changes."""
    event = round_.division.tournament_id
    divisions = Division.objects.filter(tournament=event)
    return cached_until_change(f"desk.only.{event}", [event_scope(event)], lambda: divisions.count() == 1)


def rounds_in_state(event: Tournament, state: str) -> list[Round]:
    """Return the rounds of an event in a state, in division order, without `draw`. One query."""
    rows = Round.objects.filter(division__tournament=event, state=state).defer("draw")
    rows = rows.select_related("division__tournament", "stage")
    return list(rows.order_by("division__position", "division_id"))


def posted_rounds_of_other_divisions(round_: Round) -> list[Round]:
    """Return the posted rounds of the other divisions of the event. One query."""
    rows = Round.objects.filter(division__tournament=round_.division.tournament_id, state=Round.State.POSTED)
    return list(rows.exclude(division=round_.division).select_related("division", "stage").defer("draw"))


def ranked_rounds(division: Division) -> QuerySet[Round]:
    """Return the closed Swiss rounds of a division, which have standings; `draw` is deferred."""
    return division.rounds.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS).defer("draw")


def latest_ranked_rounds(divisions: Iterable[Division]) -> dict[int, Round]:
    """Return the latest closed Swiss round by division key; divisions without one are left out. One query."""
    closed_rounds = Round.objects.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS)
    latest_rounds = closed_rounds.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    rows = closed_rounds.filter(
        division__in=[division.pk for division in divisions], pk=Subquery(latest_rounds)
    )
    return {row.division_id: row for row in rows.select_related("stage").defer("draw")}


def rounds_of_divisions(divisions: Collection[Division]) -> list[Round]:
    """Return the rounds of these divisions by number, posted or not. One query."""
    division_of = {division.pk: division for division in divisions}
    rows = (
        Round.objects.filter(division__in=division_of)
        .select_related("stage")
        .defer("draw")
        .order_by("number")
    )
    for row in rows:
        row.division = division_of[row.division_id]
    return list(rows)
