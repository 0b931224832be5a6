"""The first pairing groups the age divisions by attendance, as TOM does (M-031)."""

from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.queries.rounds import grouping
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions


def settle(event: Tournament, *, by: User | None) -> bool:
    """Group the players of an event grouped by attendance; returns whether a division changed. Needs the
    event's lock.
    """
    coming = grouping.coming(event)
    if coming is None or not coming.decided:
        return False
    divisions.arrange(event, by=by, divisions=coming.divisions, by_numbers=True)
    return True


def require_seen(event: Tournament, seen: Sequence[str]) -> None:
    """Refused: GROUPING_CHANGED where the first pairing would make other divisions than those `seen` on the page."""
    coming = grouping.coming(event)
    if coming is not None and coming.decided and tuple(seen) != coming.divisions:
        raise Refused(PairingRefusal.GROUPING_CHANGED)


def successor(event: Tournament, division: Division) -> Division:
    """The division that most players of a division are in after grouping."""
    plays = set(PLAYS_IN[division.age_division])
    rows = [row for row in event.divisions.all() if plays.intersection(PLAYS_IN[row.age_division])]
    return max(rows, key=lambda row: row.entries.count())
