"""Players who are out once the Swiss rounds are over and a top cut follows."""

from pairings.models import Round, Stage
from pairings.queries.rounds import rows
from pairings.queries.standings import advancing
from tournaments.models import Division, Entry


def cut_follows(division: Division) -> bool:
    """Whether a top cut follows the Swiss rounds of a division, by its newest standings. Two queries at most."""
    after = rows.ranked_rounds(division).order_by("-number").first()
    return advancing.cut_follows(division, advancing.counts(after) if after else {})


def is_below(entry: Entry, newest: Round | None) -> bool:
    """Whether the last Swiss round is closed and a player missed the cut. Two queries, none before."""
    if newest is None or newest.state != Round.State.CLOSED or newest.stage.kind != Stage.Kind.SWISS:
        return False
    if newest.number < (newest.stage.rounds_planned or newest.number + 1):
        return False
    return cut_follows(newest.division) and advancing.is_below_cut(entry, newest)
