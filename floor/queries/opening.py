"""Settings of an event announced at its opening, by division."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Count

from decks.models import ListRules
from pairings.models import Stage
from pairings.queries.rounds import fields
from pairings.queries.standings import advancing
from tournaments.engine.structure import deciding, rounds_for
from tournaments.models import Division, StaffMember, Tournament
from tournaments.queries.divisions import played_divisions


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """What an age division plays: Swiss rounds (0: no player yet, so attendance decides), size of the cut (0:
    none), match points that qualify everybody for it (0: place alone decides).
    """

    age_division: str
    rounds: int
    cut: int
    points: int


@dataclass(frozen=True, slots=True)
class Opening:
    """`lists_close` is in the event's time zone; `announcements` are those not withdrawn, oldest first."""

    event: Tournament
    head_judges: tuple[str, ...]
    divisions: tuple[PlannedDivision, ...]
    announcements: tuple[str, ...]
    third_place: bool
    collects_lists: bool
    lists_close: datetime | None
    energy_supplied: bool


def opening(event: Tournament) -> Opening:
    """The current settings of an event."""
    divisions = played_divisions(event)
    rules = ListRules.objects.filter(tournament=event).first()
    stands = event.announcements.filter(withdrawn_at=None).order_by("at", "pk")
    judges = event.staff.filter(role=StaffMember.Role.HEAD_JUDGE).select_related("user").order_by("pk")
    closes = rules.deadline if rules else None
    return Opening(
        event=event,
        head_judges=tuple(str(judge.user) for judge in judges),
        divisions=tuple(planned for division in divisions for planned in _planned(division, event)),
        announcements=tuple(stands.values_list("text", flat=True)),
        third_place=any(division.third_place for division in divisions)
        and event.structure != Tournament.Structure.SWISS,
        collects_lists=rules is not None,
        lists_close=closes.astimezone(ZoneInfo(event.timezone)) if closes else None,
        energy_supplied=bool(rules and rules.energy_supplied),
    )


def _planned(division: Division, event: Tournament) -> Iterator[PlannedDivision]:
    """Yield one row, or one per age division for those paired together and cut apart (M-031)."""
    division.tournament = event
    here = fields.playing(division, 1).order_by().values("age_division").annotate(players=Count("pk"))
    players = dict(here.values_list("age_division", "players"))
    counts = players if division.by_age else {division.age_division: sum(players.values())}
    # Swiss rounds as fixed, as set, or by the attendance table (M-012, M-013).
    attendance = list(counts.values())
    swiss = Stage.objects.filter(division=division, kind=Stage.Kind.SWISS).order_by("position").first()
    fixed = (swiss.rounds_planned if swiss else None) or division.rounds_planned
    rounds = fixed or (
        rounds_for(deciding(attendance), advancing.table_of(division)) if sum(attendance) > 1 else 0
    )
    for age_division, count in counts.items() or [(division.age_division, 0)]:
        if event.structure != Tournament.Structure.SWISS_CUT:
            yield PlannedDivision(age_division, rounds, 0, 0)
            continue
        gate = advancing.cut_gate(division, count)
        yield PlannedDivision(
            age_division, rounds, gate.place if gate.by_place else 0, gate.points if gate.by_points else 0
        )
