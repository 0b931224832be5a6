"""Settings of an event that are announced at its opening, by division."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Count

from decks.models import ListRules
from pairings.models import Stage
from pairings.queries.rounds.round_entries import playing_entries
from pairings.queries.standings import advancing
from tournaments.engine.structure import players_deciding_structure, swiss_rounds_for_attendance
from tournaments.models import StaffMember, Tournament
from tournaments.queries.divisions import divisions_with_entries


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """The rounds and the cut planned for an age division.

    `rounds` is 0 if attendance decides and there are fewer than two players. `cut` is the number of players in
    the cut, or 0 without a cut or if only points decide. `points` are the match points that qualify for the cut,
    or 0 without a cut or if only the place decides.
    """

    age_division: str
    rounds: int
    cut: int
    points: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Settings of an event to announce. `lists_close` is in the event's time zone.

    `announcements` are the announcements that were not withdrawn, oldest first.
    """

    event: Tournament
    head_judges: tuple[str, ...]
    divisions: tuple[PlannedDivision, ...]
    announcements: tuple[str, ...]
    third_place: bool
    collects_lists: bool
    lists_close: datetime | None
    energy_supplied: bool


def opening_settings(event: Tournament) -> Opening:
    """Collect the current settings of an event."""
    divisions = divisions_with_entries(event)
    planned = []
    for division in divisions:
        division.tournament = event
        playing = playing_entries(division, 1).order_by().values("age_division").annotate(players=Count("pk"))
        players = dict(playing.values_list("age_division", "players"))
        # Age divisions that are paired together but have separate cuts have a row each (M-031).
        counts = players if division.by_age else {division.age_division: sum(players.values())}
        # The number of Swiss rounds comes from the stage, else from the settings, else from the attendance table
        # (M-012, M-013).
        attendance = list(counts.values())
        swiss = Stage.objects.filter(division=division, kind=Stage.Kind.SWISS).order_by("position").first()
        rounds = (swiss.rounds_planned if swiss else None) or division.rounds_planned or 0
        if not rounds and sum(attendance) > 1:
            rounds = swiss_rounds_for_attendance(
                players_deciding_structure(attendance), advancing.attendance_table(division)
            )
        for age_division, count in counts.items() or [(division.age_division, 0)]:
            cut = points = 0
            if event.structure == Tournament.Structure.SWISS_CUT:
                cut_rule = advancing.cut_gate(division, count)
                cut, points = (
                    cut_rule.place if cut_rule.by_place else 0,
                    cut_rule.points if cut_rule.by_points else 0,
                )
            planned.append(PlannedDivision(age_division, rounds, cut, points))
    rules = ListRules.objects.filter(tournament=event).first()
    announcements = event.announcements.filter(withdrawn_at=None).order_by("at", "pk")
    judges = event.staff.filter(role=StaffMember.Role.HEAD_JUDGE).select_related("user").order_by("pk")
    deadline = rules.deadline if rules else None
    return Opening(
        event=event,
        head_judges=tuple(str(judge.user) for judge in judges),
        divisions=tuple(planned),
        announcements=tuple(announcements.values_list("text", flat=True)),
        third_place=any(division.third_place for division in divisions)
        and event.structure != Tournament.Structure.SWISS,
        collects_lists=rules is not None,
        lists_close=deadline.astimezone(ZoneInfo(event.timezone)) if deadline else None,
        energy_supplied=bool(rules and rules.energy_supplied),
    )
