"""Players who miss the top cut after the Swiss rounds."""

from pairings.models import Round, Stage
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import advancing
from tournaments.models import Division, Entry
from tournaments.scopes import cached_for_home


def cut_follows_swiss(division: Division) -> bool:
    """Return whether a top cut follows a division's Swiss rounds, by the latest standings.

    At most two queries.
    """
    after = ranked_rounds(division).order_by("-number").first()
    return advancing.cut_follows(division, advancing.players_by_age_division(after) if after else {})


def missed_cut(entry: Entry, newest: Round | None) -> bool:
    """Return whether the last planned Swiss round is closed and a player missed the cut.

    `newest` is the latest round of the player's division, or None. At most four queries, then cached until the
    event changes; none before the last Swiss round is closed.
    """
    if newest is None or newest.state != Round.State.CLOSED or newest.stage.kind != Stage.Kind.SWISS:
        return False
    if newest.number < (newest.stage.rounds_planned or newest.number + 1):
        return False
    return entry.pk in cached_for_home(
        newest.division.tournament, f"below_cut.{newest.pk}", lambda: _entries_below_cut(newest)
    )


def _entries_below_cut(after: Round) -> frozenset[int]:
    return advancing.entries_below_cut(after) if cut_follows_swiss(after.division) else frozenset()
