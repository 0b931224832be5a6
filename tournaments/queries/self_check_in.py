"""Settings of self check-in."""

from tournaments.models import SelfCheckIn, Tournament


def self_check_in_of(event: Tournament) -> SelfCheckIn | None:
    """Return an event's settings of self check-in, or None if it was never switched on. Makes one query."""
    return SelfCheckIn.objects.filter(tournament=event).first()
