"""The players who qualified for day 2, with those just below them (M-016)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.display_rows import StandingRow
from pairings.models import Qualifier, Round, Stage
from pairings.queries.standings.standings_lists import standings_lists
from tournaments.engine.advance import BOTH, AdvancementGate
from tournaments.models import Division

NEXT_BELOW = 4
"""Number of players listed below the last qualified one."""


@dataclass(frozen=True, slots=True)
class QualifiedPlayer:
    """A player of day 2 with the record of day 1. `place` is the place in the age division, `mark` the check-in."""

    place: int
    row: StandingRow
    mark: Qualifier.Mark

    @property
    def plays(self) -> bool:
        """Whether the player has not dropped."""
        return not self.row.person.dropped


@dataclass(frozen=True, slots=True)
class QualifiedList:
    """The players of one age division, best first, and the first `below` who did not qualify."""

    age_division: str
    players: Sequence[QualifiedPlayer]
    below: Sequence[StandingRow]


def follow_gate(lists: Sequence[QualifiedList], gate: AdvancementGate) -> bool:
    """Return whether the lists are those of the condition, so that no number was changed by hand."""
    needed = 2 if gate.way == BOTH else 1
    for listed in lists:
        if any(
            len(gate.conditions_met(player.place, player.row.person.points)) < needed
            for player in listed.players
        ):
            return False
        next_place = listed.players[-1].place + 1
        if any(len(gate.conditions_met(next_place, row.person.points)) >= needed for row in listed.below[:1]):
            return False
    return True


def last_round_of_day_one(stage: Stage) -> int:
    """Return the number of the last round before day 2 opened. One query."""
    rounds = Round.objects.filter(division=stage.division_id, stage__position=0).order_by("-number")
    return rounds.values_list("number", flat=True).first() or 0


def qualified_lists(stage: Stage, *, public: bool = False) -> list[QualifiedList]:
    """List the players who qualified for day 2, the stage `stage`, by age division.

    Disqualified players are left out. `public` shortens children's names. The number of queries does not depend on
    the number of players.
    """
    qualifiers = {row.entry_id: row for row in stage.qualifiers.all()}
    lists = []
    for table in standings_lists(stage.division, after=last_round_of_day_one(stage), public=public):
        players = [
            QualifiedPlayer(qualifier.place, row, Qualifier.Mark(qualifier.mark))
            for row in table.rows
            if (qualifier := qualifiers.get(row.person.entry_id)) is not None
        ]
        others = [
            row for row in table.rows if row.person.entry_id not in qualifiers and not row.person.dropped
        ]
        players.sort(key=lambda player: player.place)
        if players:
            lists.append(QualifiedList(table.age_division, players, others[:NEXT_BELOW]))
    return lists


def day_two_of(division: Division) -> Stage | None:
    """Return the stage of day 2 with its division, or None before it is opened. One query."""
    stages = division.stages.filter(kind=Stage.Kind.SWISS, position__gt=0)
    return stages.select_related("division__tournament").order_by("position").first()
