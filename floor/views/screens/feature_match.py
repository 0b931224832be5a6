"""The feature match: the players at the table selected by the desk, and the score."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from floor.queries import table_state
from pairings.documents import paper_words
from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.feature_tables import names_of_feature_tables
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class FeatureSide:
    """A player. `games` are the games won, or None if not counted. `won` is true if they won the match."""

    person: EntryPerson
    games: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class FeatureMatch:
    """A match as displayed in the hall. `result` is in words, empty without a result."""

    match: Match
    table: int
    sides: tuple[FeatureSide, ...]
    result: str


def featured_table(event: Tournament, rounds: Sequence[Round], number: int | None) -> int | None:
    """Return the table that a screen features: `number`, or else the lowest feature table with a match.

    Return None without either. Two queries, or none with a `number`.
    """
    if number:
        return number
    names = names_of_feature_tables(event)
    matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds], table__in=names)
    return matches.order_by("table").values_list("table", flat=True).first()


def feature_match(rounds: Sequence[Round], number: int, now: datetime) -> FeatureMatch | None:
    """Load the match at table `number` of the newest rounds, with public names, or None without one.

    At most six queries.
    """
    matches = Match.objects.filter(
        round__in=[round_.pk for round_ in rounds], table=number, right__isnull=False
    )
    matches = matches.select_related(
        "left__player", "right__player", "round__division__tournament", "round__stage", "reported_by"
    )
    # Closed rounds sort before posted ones, so a match in play is preferred.
    match = matches.order_by("round__state", "-round__posted_at", "pk").last()
    if match is None or match.right is None:
        return None
    row = match_rows.build_match_row(
        match, match_rows.scores_before(match.round, [match.left_id, match.right_id or 0]), public=True
    )
    assert row.right is not None  # noqa: S101 - a match with a right player was checked above
    # Games won come from the result, or from the taps at the table while there is no result.
    games = row.games_left, row.games_right
    if row.games_left is None and match.outcome == Outcome.PENDING:
        state = table_state.load_table(match, now).state
        wins = state.wins()
        games = (wins.a, wins.b) if state.games else (None, None)
    has_result = row.outcome is not Outcome.PENDING
    sides = (
        FeatureSide(row.left, games[0], row.outcome is Outcome.LEFT),
        FeatureSide(row.right, games[1], row.outcome is Outcome.RIGHT),
    )
    return FeatureMatch(match, number, sides, str(paper_words.outcome_choice_text(row)) if has_result else "")
