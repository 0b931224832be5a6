"""The self check-in of an event."""

from tournaments.models import SelfCheckIn, Tournament


def self_check_in_of(event: Tournament) -> SelfCheckIn | None:
    """Return the self check-in of an event, None if it was never switched on. One query."""
    return SelfCheckIn.objects.filter(tournament=event).first()
