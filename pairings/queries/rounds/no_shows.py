"""Players who lost by not showing up or by leaving, but would be paired again."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from tournaments.models import Entry

AWAY = (Reason.NO_SHOW, Reason.DROPPED)


@dataclass(frozen=True, slots=True)
class NoShow:
    """A player still in the event who did not play this match."""

    entry: Entry
    match: Match


def no_shows_of_round(round_: Round) -> list[NoShow]:
    """Return the no-shows of a posted or closed Swiss round, by table. One query.

    These are players who lost by not showing up or leaving. The result is empty in the cut, where losers
    are out in any case.
    """
    if round_.state == Round.State.UNPOSTED or round_.stage.kind != Stage.Kind.SWISS:
        return []
    return no_shows_of_matches(
        round_.matches.filter(reason__in=AWAY).select_related("left", "right").order_by("table")
    )


def no_shows_of_matches(matches: Iterable[Match]) -> list[NoShow]:
    """Return the no-shows among the players of these matches, without players who have left.

    These are players who lost by not showing up or leaving.
    """
    return [
        NoShow(entry, match)
        for match in matches
        if match.reason in AWAY
        for entry, wins in ((match.left, Outcome.LEFT), (match.right, Outcome.RIGHT))
        if entry is not None and match.outcome not in (wins, Outcome.PENDING, Outcome.TIE) and entry.active
    ]
