"""Add personal links to an account, so that its user finds them on every device, and remove them."""

from django.db import transaction

from core.services import journal
from tournaments.engine.journal_kinds import PersonalLinkAddedToAccount, PersonalLinkRemovedFromAccount
from tournaments.models import AccountLink, Entry, PersonalLink, User
from tournaments.services import locks
from tournaments.services.personal_links import marking_lines_as_player


@transaction.atomic
def add_link_to_account(token: str, *, user: User) -> bool:
    """Add the link with this token to an account. Return False if it was added before or is invalid.

    The journal line mentions the personal link but not the account, which may belong to a parent.
    """
    link = PersonalLink.objects.filter(token=token).first()
    if link is None or locks.lock_personal_link(link).token != token:
        return False
    _row, added = AccountLink.objects.get_or_create(user=user, link=link)
    if added:
        _write_link_line(link.entry, PersonalLinkAddedToAccount)
    return added


@transaction.atomic
def remove_link_from_account(entry: Entry, *, user: User) -> bool:
    """Remove an entry's link from an account. Return False if the account does not have it."""
    link = PersonalLink.objects.filter(entry=entry).first()
    if link is None:
        return False
    removed, _rows = AccountLink.objects.filter(user=user, link=locks.lock_personal_link(link)).delete()
    if removed:
        _write_link_line(entry, PersonalLinkRemovedFromAccount)
    return bool(removed)


def delete_ended_account_links(user: User) -> int:
    """Delete the rows of an account whose links no longer work, and return the number of deleted rows."""
    removed, _rows = AccountLink.objects.filter(user=user, link=None).delete()
    return removed


def _write_link_line(
    entry: Entry, kind: type[PersonalLinkAddedToAccount] | type[PersonalLinkRemovedFromAccount]
) -> None:
    """Write a journal line of this kind about an entry's link, as if the player wrote it."""
    with marking_lines_as_player(entry):
        line = kind(entry=entry.pk, name=str(entry))
        journal.write_journal_line(entry.tournament, line, by=None, division=entry.division)
