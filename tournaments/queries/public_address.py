"""The address for phones."""

from tournaments.models import PublicAddress


def current() -> PublicAddress | None:
    """The one row, None where nobody set an address."""
    return PublicAddress.objects.first()
