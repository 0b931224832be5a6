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
    found = list(
        matches.select_related("round", "left__player", "right__player")
        .defer("round__draw")
        .order_by("round__number")
    )
    others = {match.left_id for match in found} | {match.right_id for match in found}
    # Points of these players after each closed round: (round, entry) -> points.
    lines = Standing.objects.filter(round__division=entry.division, entry__in=[one for one in others if one])
    points = {
        (number, one): points for number, one, points in lines.values_list("round__number", "entry", "points")
    }
    sizes = _sizes(entry, until)
    return [_step(match, entry, points, sizes, public=public) for match in found]


def _sizes(entry: Entry, until: int) -> dict[int, dict[int, int]]:
    """Players of each group as it was drawn: round -> points -> players."""
    found = Round.objects.filter(division=entry.division, number__lte=until)
    return {number: dict(groups or ()) for number, groups in found.values_list("number", "draw__groups")}


def _step(
    match: Match,
    entry: Entry,
    points: dict[tuple[int, int], int],
    sizes: dict[int, dict[int, int]],
    *,
    public: bool,
) -> Step:
    number = match.round.number
    other = match.right if match.left_id == entry.pk else match.left
    own = points.get((number - 1, entry.pk), 0)
    score = (points.get((number - 1, other.pk), 0), "") if other else rows.NO_SCORE
    opponent = rows.person(other, score, public=public) if other else None
    return Step(number, own, sizes.get(number, {}).get(own), opponent, Outcome(match.outcome))
