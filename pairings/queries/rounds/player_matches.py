"""A player's rounds, for look-ups at the desk, and their open match."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from pairings.engine.outcomes import Outcome, Result, match_points, result_of_side
from pairings.models import Match, Round, Stage
from pairings.queries.bracket import cut_titles
from pairings.queries.rounds.match_rows import person_of_entry
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """One round of one player. `games` are (won, lost).

    `opponent` is the opponent's entry key, or None for a bye or a missed round; `name` is the opponent's
    name. `cut_round` is the name of a cut round, or "" for a Swiss round. `points` are the match points
    after this round; they are None in the cut and for an open match. `posted` is true until the round is
    closed.
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
    posted: bool


def player_matches(entry: Entry, *, public: bool = False) -> list[PlayerMatch]:
    """Return the posted and closed rounds of a player in order.

    `public` shortens children's names. One query, two for a player of the cut.
    """
    return matches_of_players([entry.pk], public=public).get(entry.pk, [])


def matches_of_players(entries: Collection[int], *, public: bool = False) -> dict[int, list[PlayerMatch]]:
    """Return the `player_matches` of several players, even of different events, by entry key.

    At most two queries.
    """
    rows = matches_in_order(entries).select_related("round__stage").defer("round__draw")
    played = list(rows)
    titles = titles_of_cut_matches(played)
    return {
        entry: build_player_matches(
            entry,
            [match for match in played if entry in (match.left_id, match.right_id)],
            titles,
            public=public,
        )
        for entry in entries
    }


def matches_in_order(entries: Collection[int]) -> QuerySet[Match]:
    """Return the matches of these players in posted and closed rounds in order, with both players."""
    rows = Match.objects.filter(Q(left__in=entries) | Q(right__in=entries))
    rows = rows.exclude(round__state=Round.State.UNPOSTED).select_related("left__player", "right__player")
    return rows.order_by("round__number")


def titles_of_cut_matches(matches: Iterable[Match]) -> dict[int, str]:
    """Return the names of those matches that belong to a cut, by match key. One query if there are any."""
    cut_matches = [match for match in matches if match.round.stage.kind == Stage.Kind.ELIMINATION]
    return cut_titles.cut_match_titles(cut_matches) if cut_matches else {}


def build_player_matches(
    entry: int, matches: Iterable[Match], titles: Mapping[int, str], *, public: bool
) -> list[PlayerMatch]:
    """Build the rounds of one player from their `matches` in order; `titles` are the names of cut matches."""
    player_rounds: list[PlayerMatch] = []
    total = 0
    for match in matches:
        on_left = match.left_id == entry
        opponent = match.right if on_left else match.left
        result = result_of_side(Outcome(match.outcome), left=on_left)
        is_cut = match.round.stage.kind == Stage.Kind.ELIMINATION
        games = None
        if match.games_left is not None and match.games_right is not None:
            score = (match.games_left, match.games_right)
            games = score if on_left else score[::-1]
        has_points = not is_cut and result is not Result.OPEN
        if has_points:
            total += match_points(result)
        line = PlayerMatch(
            round=match.round.number,
            cut=is_cut,
            cut_round=titles.get(match.pk, ""),
            table=match.table,
            opponent=opponent.pk if opponent else None,
            name=person_of_entry(opponent, public=public).name if opponent else "",
            result=result,
            games=games,
            points=total if has_points else None,
            posted=match.round.state == Round.State.POSTED,
        )
        player_rounds.append(line)
    return player_rounds


def open_match(entry: Entry) -> Match | None:
    """Return the player's match in a posted round that has no result yet, or None. One query.

    Byes do not count.
    """
    matches = Match.objects.filter(seats__entry=entry, round__state=Round.State.POSTED, right__isnull=False)
    matches = matches.filter(outcome=Outcome.PENDING.value).select_related("round__stage", "round__division")
    matches = matches.select_related("left", "right").defer("round__draw")
    return matches.order_by("-round__number").first()
