"""The rounds of one player, as looked up at the desk."""

from dataclasses import dataclass

from django.db.models import Q

from pairings.engine.outcomes import Outcome, Result, points, result_of
from pairings.models import Match, Round, Stage
from pairings.queries.bracket import cuts
from pairings.queries.rounds.rows import person
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """One round of one player. `opponent` is None for a bye or a missed round; `games` are won and lost.

    `cut_round` is the name of a cut round, else empty. `points` are the match points after this round, None for a round
    of the cut and for an open match.
    """

    round: int
    cut: bool
    cut_round: str
    table: int | None
    opponent: int | None
    name: str
    result: Result
    games: tuple[int, int] | None
    points: int | None


def player_matches(entry: Entry, *, public: bool = False) -> list[PlayerMatch]:
    """Posted and closed rounds in order; `public` shortens the names of children.

    One query, and one more for a player of the cut.
    """
    rows = Match.objects.filter(Q(left=entry) | Q(right=entry)).exclude(round__state=Round.State.UNPOSTED)
    rows = rows.select_related("round__stage", "left__player", "right__player").defer("round__draw")
    rows = rows.order_by("round__number")
    played = list(rows)
    of_cut = [match for match in played if match.round.stage.kind == Stage.Kind.ELIMINATION]
    titles = cuts.match_titles(of_cut) if of_cut else {}
    lines: list[PlayerMatch] = []
    total = 0
    for match in played:
        on_left = match.left_id == entry.pk
        other = match.right if on_left else match.left
        result = result_of(Outcome(match.outcome), left=on_left)
        cut = match.round.stage.kind == Stage.Kind.ELIMINATION
        games = None
        if match.games_left is not None and match.games_right is not None:
            pair = (match.games_left, match.games_right)
            games = pair if on_left else pair[::-1]
        counts = not cut and result is not Result.OPEN
        if counts:
            total += points(result)
        line = PlayerMatch(
            round=match.round.number,
            cut=cut,
            cut_round=titles.get(match.pk, ""),
            table=match.table,
            opponent=other.pk if other else None,
            name=person(other, public=public).name if other else "",
            result=result,
            games=games,
            points=total if counts else None,
        )
        lines.append(line)
    return lines
