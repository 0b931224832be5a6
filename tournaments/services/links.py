"""Personal links: one for each entry, made when first asked for, replaced when the old one went astray."""

import secrets

from django.db import transaction
from django.utils import timezone

from tournaments.models import Entry, PersonalLink, Tournament, User
from tournaments.services import journal, locks
from tournaments.services.journal_kinds import JournalKind, define

TOKEN_BYTES = 18
"""144 bits: nobody guesses another player's link."""


def of(entry: Entry) -> PersonalLink:
    """The link of an entry; two who ask at once get the same one."""
    found = PersonalLink.objects.filter(entry=entry).first()
    if found is None:
        made = [PersonalLink(entry=entry, token=_token())]
        PersonalLink.objects.bulk_create(made, ignore_conflicts=True)
        found = PersonalLink.objects.get(entry=entry)
    return found


def make_all(event: Tournament) -> int:
    """A link for every entry that has none yet; how many were new."""
    without = list(event.entries.filter(link=None).values_list("pk", flat=True))
    rows = [PersonalLink(entry_id=entry, token=_token()) for entry in without]
    PersonalLink.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    return len(without)


@transaction.atomic
def renew(entry: Entry, *, by: User | None) -> PersonalLink:
    """Another link; the old one opens nothing any more."""
    link = locks.personal_link(of(entry))
    link.token, link.made_at = _token(), timezone.now()
    link.save(update_fields=["token", "made_at"])
    journal.write(
        entry.tournament,
        "PersonalLinkRenewed",
        by=by,
        division=entry.division,
        entry=entry.pk,
        name=str(entry),
    )
    return link


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


define(JournalKind("PersonalLinkRenewed", {"name": str, "entry": int}, topic="people"))
