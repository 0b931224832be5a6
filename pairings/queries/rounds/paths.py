"""The path of one player through the groups, round by round."""

from dataclasses import dataclass

from django.db.models import Q

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.models import Match, Round, Stage, Standing
from pairings.queries.rounds import rows
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class Step:
    """One Swiss round of a player: points before it, the size of their group, and the opponent's points.

    `group` is None if the draw is unknown; `opponent` is None without one.
    """

    round: int
    points: int
    group: int | None
    opponent: Person | None
    outcome: Outcome

    @property
    def gap(self) -> int:
        """Opponent's points minus own: above 0 paired up, below 0 paired down."""
        return self.opponent.points - self.points if self.opponent else 0


def path(entry: Entry, *, until: int, public: bool) -> list[Step]:
    """The Swiss rounds up to `until`, including an unposted one. Three queries."""
    matches = Match.objects.filter(Q(left=entry) | Q(right=entry), round__division=entry.division)
    matches = matches.filter(round__number__lte=until, round__stage__kind=Stage.Kind.SWISS)
    played = list(
        matches.select_related("round", "left__player", "right__player")
        .defer("round__draw")
        .order_by("round__number")
    )
    others = {match.left_id for match in played} | {match.right_id for match in played}
    # Points of these players after each closed round: (round, entry) -> points.
    lines = Standing.objects.filter(round__division=entry.division, entry__in=[pk for pk in others if pk])
    points = {
        (number, pk): points for number, pk, points in lines.values_list("round__number", "entry", "points")
    }
    # Players of each group as it was drawn: round -> points -> players.
    rounds = Round.objects.filter(division=entry.division, number__lte=until)
    sizes = {number: dict(groups or ()) for number, groups in rounds.values_list("number", "draw__groups")}
    steps = []
    for match in played:
        number = match.round.number
        other = match.right if match.left_id == entry.pk else match.left
        own = points.get((number - 1, entry.pk), 0)
        score = (points.get((number - 1, other.pk), 0), "") if other else rows.NO_SCORE
        opponent = rows.person(other, score, public=public) if other else None
        group = sizes.get(number, {}).get(own)
        steps.append(Step(number, own, group, opponent, Outcome(match.outcome)))
    return steps
