"""The address that phones open."""

from core.models import PublicAddress
from core.stamps.memory import cached_until_change


def current_public_address() -> PublicAddress | None:
    """Return the address set for phones, or None if there is none.

    Makes one query, cached until the address changes.
    """
    return cached_until_change("public-address", (), PublicAddress.objects.first)
