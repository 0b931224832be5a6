"""Preview of how the first pairing groups an event's age divisions by attendance (M-031)."""

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.models import Round
from tournaments.models import Tournament
from tournaments.queries import division_arrangement


@dataclass(frozen=True, slots=True)
class Grouping:
    """TOM's grouping if it differs from the event's: division codes, and players by age division.

    If `decided`, the first pairing applies it. Otherwise, the organizer chose divisions, and this is only
    advice.
    """

    divisions: tuple[str, ...]
    counts: Mapping[str, int]
    decided: bool


def upcoming_grouping(event: Tournament) -> Grouping | None:
    """Return the grouping that the first pairing would apply. Three queries.

    Return None if it would not change any division, or once the first round is paired.
    """
    if Round.objects.filter(division__tournament=event).exists():
        return None
    proposal = division_arrangement(event)
    if proposal.started or not proposal.differs:
        return None
    return Grouping(proposal.proposed, proposal.counts, decided=event.by_numbers)
