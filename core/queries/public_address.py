"""The address for phones."""

from core.models import PublicAddress
from core.stamps.memory import remembered


def current() -> PublicAddress | None:
    """The only row, None if no address is set. One query, then none until it changes."""
    return remembered("public-address", (), PublicAddress.objects.first)
