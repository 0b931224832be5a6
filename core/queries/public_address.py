"""The address that phones open."""

from core.models import PublicAddress
from core.stamps.memory import remembered


def current() -> PublicAddress | None:
    """Return the only row, or None if no address is set. One query, cached until the address changes."""
    return remembered("public-address", (), PublicAddress.objects.first)
