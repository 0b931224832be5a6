"""The address in printed codes: set by an administrator, confirmed when a phone opens it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.journal_kinds import PublicAddressRemoved, PublicAddressSet
from core.engine.public_address import clean_address
from core.models import PublicAddress
from core.services import journal, locks

ONLY_KEY = 1
"""The key of the only row."""

TOKEN_BYTES = 9
"""The number of random bytes in a token, which a phone uses to confirm the address."""


@contextmanager
def locked_public_address() -> Iterator[PublicAddress | None]:
    """Lock the address until the block ends. Yields None if there is none."""
    with transaction.atomic():
        yield locks.lock_public_address()


@transaction.atomic
def save_public_address(
    *, by: AbstractUser, address: str, network: str = "", network_password: str = ""
) -> PublicAddress:
    """Save the address and the Wi-Fi network. A changed address must be confirmed again.

    Refused: NO_ADDRESS (typed), ADDRESS_IS_LOOPBACK (typed).
    """
    cleaned = clean_address(address)
    # If two people save the first address simultaneously, the second one blocks here until the row is committed.
    PublicAddress.objects.bulk_create([PublicAddress(pk=ONLY_KEY)], ignore_conflicts=True)
    row = locks.lock_public_address() or PublicAddress(pk=ONLY_KEY)
    if row.address != cleaned:
        row.address, row.opened_at = cleaned, None
        row.check_token = secrets.token_urlsafe(TOKEN_BYTES)
        journal.write_journal_line(None, PublicAddressSet(address=cleaned), by=by)
    row.network, row.network_password = network, network_password
    row.save()
    return row


@transaction.atomic
def remove_public_address(*, by: AbstractUser) -> None:
    """Remove the address. Printed codes then contain the address that the browser shows."""
    deleted, _rows = PublicAddress.objects.filter(pk=ONLY_KEY).delete()
    if deleted:
        journal.write_journal_line(None, PublicAddressRemoved(), by=by)


def confirm_public_address(token: str) -> bool:
    """Record that a phone opened the address to confirm it. Return whether the token is the current one."""
    return bool(PublicAddress.objects.filter(check_token=token).update(opened_at=timezone.now()))


@transaction.atomic
def remember_accepted_address(user: Any, address: str) -> None:
    """Remember that this person prints codes for an address that phones cannot open.

    Only the MAX_ACCEPTED newest addresses are stored.
    """
    stamps.mark_scopes_changed()
    account = locks.lock_account(user)
    account.codes_anyway = [
        *(remembered for remembered in account.codes_anyway if remembered != address),
        address,
    ][-MAX_ACCEPTED:]
    account.save(update_fields=["codes_anyway"])


MAX_ACCEPTED = 20
"""The number of addresses remembered per person; the oldest are dropped."""
