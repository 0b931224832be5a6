"""Mark entry fees as paid, manually or from a shop's table. Stadium does not process payments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.services import journal
from registration.engine.journal_kinds import PaymentsImported, RegistrationPaid, RegistrationUnpaid
from registration.engine.payments import Payer, match_payments
from registration.engine.roster.roster_files import read_roster_file_rows
from registration.engine.seats import OPEN_STATES
from registration.models import Registration
from registration.services import seating
from tournaments.models import Tournament, User


@dataclass(frozen=True, slots=True)
class PaymentImportResult:
    """The result of an import.

    `marked` is the number of newly marked registrations, and `known` the number of those already marked.
    `unknown_rows` are the numbers of rows that match no registration, or several.
    """

    marked: int
    known: int
    unknown_rows: tuple[int, ...]


@transaction.atomic
def set_registrations_paid(
    event: Tournament, keys: Sequence[int], *, paid: bool, by: User | None, now: datetime | None = None
) -> int:
    """Mark registrations as paid or, with `paid` False, as unpaid, and return the number of changed ones."""
    now = now or timezone.now()
    seating.lock_registrations(event)
    rows = event.registrations.filter(pk__in=keys, paid_at__isnull=paid).order_by("number")
    kind = RegistrationPaid if paid else RegistrationUnpaid
    changed = list(rows)
    for row in changed:
        row.paid_at, row.paid_by = (now, by) if paid else (None, None)
        journal.write_journal_line(event, kind(registration=row.pk, number=row.number), by=by, at=now)
    Registration.objects.bulk_update(changed, ["paid_at", "paid_by"])
    return len(changed)


@transaction.atomic
def import_payments(event: Tournament, data: bytes, filename: str, *, by: User | None) -> PaymentImportResult:
    """Mark open registrations in a shop's table as paid, matched by number, Player ID or email address.

    Other registrations do not change. Refused: whatever `read_roster_file_rows` and `match_payments` refuse.
    """
    rows = read_roster_file_rows(data, filename)
    seating.lock_registrations(event)
    open_registrations = {row.pk: row for row in event.registrations.filter(state__in=OPEN_STATES)}
    payers = (
        Payer(row.pk, row.number, row.email_key, row.player_id or "") for row in open_registrations.values()
    )
    payments = match_payments(rows, payers)
    marked = [open_registrations[key] for key in payments.paid if open_registrations[key].paid_at is None]
    now = timezone.now()
    for row in marked:
        row.paid_at, row.paid_by = now, by
    Registration.objects.bulk_update(marked, ["paid_at", "paid_by"])
    if marked:
        line = PaymentsImported(
            count=len(marked), filename=filename[:200], registrations=[row.pk for row in marked]
        )
        journal.write_journal_line(event, line, by=by, at=now)
    return PaymentImportResult(len(marked), len(payments.paid) - len(marked), payments.unknown_rows)
