"""The address that printed codes lead to: set by an administrator, proven by a phone."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from core.engine.public_address import clean_address
from tournaments.engine.journal_kinds import PublicAddressRemoved, PublicAddressSet
from tournaments.models import PublicAddress, User
from tournaments.services import journal, locks

THE_ONE = 1
TOKEN_BYTES = 9


@contextmanager
def alone() -> Iterator[PublicAddress | None]:
    """The address as it is until the block ends; None where there is none."""
    with transaction.atomic():
        yield locks.public_address()


@transaction.atomic
def save(*, by: User, address: str, network: str = "", network_password: str = "") -> PublicAddress:
    """The address as typed, and the Wi-Fi. Another address has to be proven anew.

    Refused: NO_ADDRESS (typed), ADDRESS_IS_LOOPBACK (typed).
    """
    cleaned = clean_address(address)
    # Two who save the first one at once: the second waits here for the row to lock.
    PublicAddress.objects.bulk_create([PublicAddress(pk=THE_ONE)], ignore_conflicts=True)
    row = locks.public_address() or PublicAddress(pk=THE_ONE)
    if row.address != cleaned:
        row.address, row.opened_at = cleaned, None
        row.check_token = secrets.token_urlsafe(TOKEN_BYTES)
        journal.write(None, PublicAddressSet(address=cleaned), by=by)
    row.network, row.network_password = network, network_password
    row.save()
    return row


@transaction.atomic
def remove(*, by: User) -> None:
    """Printed codes lead again to whatever address the browser shows."""
    deleted, _rows = PublicAddress.objects.filter(pk=THE_ONE).delete()
    if deleted:
        journal.write(None, PublicAddressRemoved(), by=by)


def note_opened(token: str) -> bool:
    """A phone opened the address; whether the token is the one of today's address."""
    return bool(PublicAddress.objects.filter(check_token=token).update(opened_at=timezone.now()))
