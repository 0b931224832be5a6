"""The feature match: the players at the table chosen by the desk, and the score."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from floor.queries import table
from pairings.documents import paper_words
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.models import Match, Round
from pairings.queries.rounds import rows


@dataclass(frozen=True, slots=True)
class Side:
    """One player. `games` won, None if not counted; `won`: the match."""

    person: Person
    games: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Feature:
    """A match as shown to the hall. `result`: in words, "" before."""

    table: int
    sides: tuple[Side, ...]
    result: str


def match_at(rounds: Sequence[Round], number: int, now: datetime) -> Feature | None:
    """The match at a table of the newest rounds, with public names. At most six queries."""
    matches = Match.objects.filter(
        round__in=[round_.pk for round_ in rounds], table=number, right__isnull=False
    )
    matches = matches.select_related(
        "left__player", "right__player", "round__division__tournament", "round__stage", "reported_by"
    )
    match = matches.order_by("round__state", "-round__posted_at", "pk").last()
    if match is None or match.right is None:
        return None
    row = rows.match_row(
        match, rows.scores_before(match.round, [match.left_id, match.right_id or 0]), public=True
    )
    assert row.right is not None  # noqa: S101 - two players, as asked above
    # Games won, from the result, else from the taps at the table.
    games = row.games_left, row.games_right
    if row.games_left is None and match.outcome == Outcome.PENDING:
        state = table.table(match, now).state
        wins = state.wins()
        games = (wins.a, wins.b) if state.games else (None, None)
    done = row.outcome is not Outcome.PENDING
    sides = (
        Side(row.left, games[0], row.outcome is Outcome.LEFT),
        Side(row.right, games[1], row.outcome is Outcome.RIGHT),
    )
    return Feature(number, sides, str(paper_words.outcome(row)) if done else "")
