"""A player's path through the point groups, round by round."""

from dataclasses import dataclass

from django.db.models import Q

from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage, Standing
from pairings.queries.rounds import match_rows
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PathStep:
    """One Swiss round of a player: their points before it, the size of their group, and their opponent.

    `group` is None if the draw was not stored, `opponent` is None for a bye or a missed round.
    """

    round: int
    points: int
    group: int | None
    opponent: EntryPerson | None
    outcome: Outcome

    @property
    def gap(self) -> int:
        """Opponent's points minus the player's: positive if paired up, negative if paired down."""
        return self.opponent.points - self.points if self.opponent else 0


def swiss_path_of_player(entry: Entry, *, until: int, public: bool) -> list[PathStep]:
    """Return the Swiss rounds of a player up to `until`, including an unposted one. Three queries."""
    matches = Match.objects.filter(Q(left=entry) | Q(right=entry), round__division=entry.division)
    matches = matches.filter(round__number__lte=until, round__stage__kind=Stage.Kind.SWISS)
    own_matches = list(
        matches.select_related("round", "left__player", "right__player")
        .defer("round__draw")
        .order_by("round__number")
    )
    players = {match.left_id for match in own_matches} | {match.right_id for match in own_matches}
    # Keyed by round number and entry, as of the end of the round.
    standings = Standing.objects.filter(
        round__division=entry.division, entry__in=[pk for pk in players if pk]
    )
    points = {
        (number, pk): points
        for number, pk, points in standings.values_list("round__number", "entry", "points")
    }
    # Group sizes come from the draw, since later corrections move players between groups.
    rounds = Round.objects.filter(division=entry.division, number__lte=until)
    group_sizes = {
        number: dict(groups or ()) for number, groups in rounds.values_list("number", "draw__groups")
    }
    steps = []
    for match in own_matches:
        number = match.round.number
        opponent_entry = match.right if match.left_id == entry.pk else match.left
        own_points = points.get((number - 1, entry.pk), 0)
        score = (
            (points.get((number - 1, opponent_entry.pk), 0), "") if opponent_entry else match_rows.NO_SCORE
        )
        opponent = (
            match_rows.person_of_entry(opponent_entry, score, public=public) if opponent_entry else None
        )
        group = group_sizes.get(number, {}).get(own_points)
        steps.append(PathStep(number, own_points, group, opponent, Outcome(match.outcome)))
    return steps
