"""The tables of feature matches for broadcasts."""

from collections.abc import Sequence

from floor.models import HallScreen
from pairings.models import Match, Round
from pairings.queries.rounds.feature_tables import names_of_feature_tables
from tournaments.models import Tournament

MAX_FEATURES = 8
"""Maximum number of feature matches in one response."""


def feature_tables(event: Tournament) -> dict[int, str]:
    """Return the feature tables of an event and those featured on its hall screens, ascending. Makes two queries.

    Each number maps to the name of the table, or "".
    """
    screens = HallScreen.objects.filter(tournament=event, removed_at=None, table__isnull=False)
    on_screens = {table: "" for table in screens.values_list("table", flat=True) if table}
    return dict(sorted((on_screens | names_of_feature_tables(event)).items()))


def latest_rounds_of_tables(rounds: Sequence[Round], requested: Sequence[int]) -> list[tuple[int, Round]]:
    """Return pairs of a table number and the latest round with a match at that table.

    If `requested` is empty, the result is the lowest table of each round. Otherwise it contains the requested
    tables that have a match, in the requested order. Returns at most MAX_FEATURES pairs. Makes one query.
    """
    rounds_by_key = {round_.pk: round_ for round_ in rounds}
    matches = Match.objects.filter(round__in=rounds_by_key, right__isnull=False, table__isnull=False)
    table_rounds = list(matches.order_by("table", "round__posted_at", "pk").values_list("table", "round"))
    if requested:
        newest_round = {table: rounds_by_key[key] for table, key in table_rounds if table in set(requested)}
        return [(table, newest_round[table]) for table in requested if table in newest_round][:MAX_FEATURES]
    first_table: dict[int, int] = {}
    for table, key in table_rounds:
        if table is not None:
            first_table.setdefault(key, table)
    return [(first_table[round_.pk], round_) for round_ in rounds if round_.pk in first_table][:MAX_FEATURES]
