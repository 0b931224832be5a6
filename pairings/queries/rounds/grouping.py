"""How the first pairing groups the age divisions of an event by attendance (M-031)."""

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.models import Round
from tournaments.models import Tournament
from tournaments.queries import arrangement


@dataclass(frozen=True, slots=True)
class Grouping:
    """TOM's grouping where it differs from the event's: codes of divisions, the players of each age division.

    `decided`: the first pairing applies it; otherwise other divisions were chosen, and this is advice.
    """

    divisions: tuple[str, ...]
    counts: Mapping[str, int]
    decided: bool


def coming(event: Tournament) -> Grouping | None:
    """The grouping before round 1 is paired; None if it would move no one or a round is paired. Three queries."""
    if Round.objects.filter(division__tournament=event).exists():
        return None
    proposal = arrangement(event)
    if proposal.started or not proposal.differs:
        return None
    return Grouping(proposal.proposed, proposal.counts, decided=event.by_numbers)
