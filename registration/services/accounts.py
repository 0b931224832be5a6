"""Add registrations to an account, so that its user finds them on every device, and remove them."""

from django.db import transaction

from core.services import journal
from registration.engine.journal_kinds import RegistrationAddedToAccount, RegistrationRemovedFromAccount
from registration.models import AccountRegistration, Registration
from registration.services import seating, tokens
from tournaments.models import Entry, User


@transaction.atomic
def add_registration_to_account(token: str, *, user: User) -> bool:
    """Add the registration with this token to an account, and return whether it was added.

    Return False if it was added before, or if the token does not exist.
    Refused: REGISTRATION_CHANGED if it is removed at this moment.
    """
    row = Registration.objects.select_related("tournament").filter(token=token).first()
    # The URL may have been replaced before the registration was locked.
    if row is None or seating.locked_registration(row).token != token:
        return False
    _row, added = AccountRegistration.objects.get_or_create(user=user, registration=row)
    if added:
        line = RegistrationAddedToAccount(registration=row.pk, number=row.number)
        journal.write_journal_line(row.tournament, line, by=None)
    return added


@transaction.atomic
def remove_registration_from_account(row: Registration, *, user: User) -> bool:
    """Remove a registration from an account. Return False if the account does not have it.

    Refused: REGISTRATION_CHANGED if it was removed.
    """
    row = seating.locked_registration(row)
    removed, _rows = AccountRegistration.objects.filter(user=user, registration=row).delete()
    if removed:
        line = RegistrationRemovedFromAccount(registration=row.pk, number=row.number)
        journal.write_journal_line(row.tournament, line, by=None)
    return bool(removed)


def delete_ended_account_registrations(user: User) -> int:
    """Delete an account's rows whose registrations were removed or got a new URL, and return their number."""
    removed, _rows = AccountRegistration.objects.filter(user=user, registration=None).delete()
    return removed


def replace_registration_urls(entry: Entry) -> None:
    """Replace the URL of an entry's registration, and remove the registration from all accounts.

    The URL opens the player's pages like a personal link, so it is replaced together with the link.
    """
    for row in Registration.objects.filter(entry=entry):
        row.token = tokens.new_registration_token()
        row.save(update_fields=["token"])
        AccountRegistration.objects.filter(registration=row).update(registration=None)
