"""Personal links: one per entry, created on first use, replaced if one was leaked."""

import re
import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import stamps
from core.engine.snapshots.parts import Row
from core.services import journal
from core.services.notices import subscriptions
from tournaments import scopes
from tournaments.engine.journal_kinds import (
    BY_LINK,
    PersonalLinkRenewed,
    PersonalLinkShown,
    PersonalLinksPrinted,
)
from tournaments.models import Entry, PersonalLink, Tournament, User
from tournaments.services import locks

TOKEN_BYTES = 18
"""144 bits, so that a link cannot be guessed."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")


def acting(entry: Entry) -> AbstractContextManager[None]:
    """Mark every journal line written inside as done by the link of this entry."""
    return journal.with_facts(**{BY_LINK: entry.pk})


def of(entry: Entry) -> PersonalLink:
    """The link of an entry, created if missing; concurrent callers get the same one."""
    link = PersonalLink.objects.filter(entry=entry).first()
    if link is None:
        links = [PersonalLink(entry=entry, token=_token())]
        PersonalLink.objects.bulk_create(links, ignore_conflicts=True)
        link = PersonalLink.objects.get(entry=entry)
    return link


def make_all(event: Tournament) -> int:
    """Create a link for every entry without one; returns how many."""
    without = list(event.entries.filter(link=None).values_list("pk", flat=True))
    rows = [PersonalLink(entry_id=entry, token=_token()) for entry in without]
    PersonalLink.objects.bulk_create(rows, ignore_conflicts=True)
    return len(without)


@transaction.atomic
def show(entry: Entry, *, by: User | None) -> PersonalLink:
    """The link of an entry, to show to staff; the journal records who saw it."""
    stamps.mark(scopes.results(entry.tournament_id))
    link = of(entry)
    journal.write(
        entry.tournament, PersonalLinkShown(entry=entry.pk, name=str(entry)), by=by, division=entry.division
    )
    return link


@transaction.atomic
def show_all(event: Tournament, *, by: User | None) -> QuerySet[PersonalLink]:
    """The links of all active players, for printing; the journal records who did."""
    stamps.mark(scopes.results(event.pk))
    make_all(event)
    rows = PersonalLink.objects.filter(
        entry__tournament=event, entry__dropped_in=None, entry__disqualified=False
    )
    journal.write(event, PersonalLinksPrinted(count=rows.count()), by=by)
    return rows.select_related("entry__player")


@transaction.atomic
def renew(entry: Entry, *, by: User | None) -> PersonalLink:
    """Replace a link: the old one stops working, and phones that had it get no more notices."""
    link = locks.personal_link(of(entry))
    link.token, link.made_at = _token(), timezone.now()
    link.save(update_fields=["token", "made_at"])
    subscriptions.unsubscribe_all(entry)
    journal.write(
        entry.tournament, PersonalLinkRenewed(entry=entry.pk, name=str(entry)), by=by, division=entry.division
    )
    return link


def fit(rows: list[Row], _pictures: Mapping[str, bytes], _undone: ExitStack) -> list[Row]:
    """Links from a snapshot: each stays valid unless its token is in use here; those get a new one."""
    wanted = [row["token"] for row in rows]
    taken = set(PersonalLink.objects.filter(token__in=wanted).values_list("token", flat=True))
    for row in rows:
        if row["token"] in taken or not TOKEN.fullmatch(row["token"]):
            row["token"] = _token()
        taken.add(row["token"])
    return rows


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
