"""Group the age divisions by attendance at the first pairing, as TOM does (M-031)."""

from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.queries.rounds import grouping
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Tournament, User
from tournaments.services import divisions


def group_by_attendance(event: Tournament, *, by: User | None) -> bool:
    """Group the players of an event by attendance if its settings require it.

    Return whether the players were grouped. The caller holds the event's lock.
    """
    planned = grouping.upcoming_grouping(event)
    if planned is None or not planned.decided:
        return False
    divisions.arrange_divisions(event, by=by, divisions=planned.divisions, by_numbers=True)
    return True


def require_grouping_unchanged(event: Tournament, seen: Sequence[str]) -> None:
    """Require that the first pairing creates exactly the divisions `seen` on the page.

    Refused: GROUPING_CHANGED.
    """
    planned = grouping.upcoming_grouping(event)
    if planned is not None and planned.decided and tuple(seen) != planned.divisions:
        raise Refused(PairingRefusal.GROUPING_CHANGED)


def division_after_grouping(event: Tournament, division: Division) -> Division:
    """Return the largest division after the grouping in which age divisions of `division` play."""
    age_divisions = set(PLAYS_IN[division.age_division])
    candidates = [
        candidate
        for candidate in event.divisions.all()
        if age_divisions.intersection(PLAYS_IN[candidate.age_division])
    ]
    return max(candidates, key=lambda candidate: candidate.entries.count())
