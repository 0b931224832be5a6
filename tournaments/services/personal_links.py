"""Personal links: one per entry, created when first needed, replaced after a leak."""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import stamps
from core.engine.snapshots.parts import Row
from core.services import journal
from core.services.notices import subscriptions
from tournaments import hooks, scopes
from tournaments.engine.journal_kinds import (
    BY_LINK,
    PersonalLinkRenewed,
    PersonalLinkShown,
    PersonalLinksPrinted,
)
from tournaments.models import AccountLink, Entry, PersonalLink, Tournament, User
from tournaments.services import locks

TOKEN_BYTES = 18
"""144 bits, so that a link cannot be guessed."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")


def marking_lines_as_player(entry: Entry) -> AbstractContextManager[None]:
    """Mark journal lines written in this context as written through the entry's personal link."""
    return journal.add_facts_to_lines(**{BY_LINK: entry.pk})


def ensure_link(entry: Entry) -> PersonalLink:
    """Return the link of an entry, creating it if missing. Concurrent callers get the same link."""
    link = PersonalLink.objects.filter(entry=entry).first()
    if link is None:
        links = [PersonalLink(entry=entry, token=_new_token())]
        PersonalLink.objects.bulk_create(links, ignore_conflicts=True)
        link = PersonalLink.objects.get(entry=entry)
    return link


def create_missing_links(event: Tournament) -> int:
    """Create the missing links of an event's entries, and return their number."""
    entries = list(event.entries.filter(link=None).order_by().values_list("pk", flat=True))
    _create_links(entries)
    return len(entries)


def create_links_for_new_entries(_event: Tournament, entries: Sequence[Entry]) -> None:
    """Create the missing links of these new entries."""
    _create_links([entry.pk for entry in entries])


def _create_links(entries: Iterable[int]) -> None:
    """Create a link for each of these entries, given by key, unless it has one."""
    links = [PersonalLink(entry_id=entry, token=_new_token()) for entry in entries]
    PersonalLink.objects.bulk_create(links, ignore_conflicts=True)


@transaction.atomic
def reveal_personal_link(entry: Entry, *, by: User | None) -> PersonalLink:
    """Return the link of an entry to show it to staff, creating it if missing.

    The journal records who saw it.
    """
    stamps.mark_scopes_changed(scopes.results_scope(entry.tournament_id))
    link = ensure_link(entry)
    journal.write_journal_line(
        entry.tournament, PersonalLinkShown(entry=entry.pk, name=str(entry)), by=by, division=entry.division
    )
    return link


@transaction.atomic
def links_to_print(event: Tournament, *, by: User | None) -> QuerySet[PersonalLink]:
    """Return the links of all active players for printing, creating missing ones.

    The journal records who printed them.
    """
    stamps.mark_scopes_changed(scopes.results_scope(event.pk))
    create_missing_links(event)
    links = links_of_active_players(event)
    journal.write_journal_line(event, PersonalLinksPrinted(count=links.count()), by=by)
    return links


def links_of_active_players(event: Tournament) -> QuerySet[PersonalLink]:
    """Return the existing links of all active players, with their entries."""
    links = PersonalLink.objects.filter(
        entry__tournament=event, entry__dropped_in=None, entry__disqualified=False
    )
    return links.select_related("entry__player")


@transaction.atomic
def version_of_links(event: Tournament) -> str:
    """Return a digest of all that slips with personal links show, creating missing links."""
    if create_missing_links(event):
        stamps.mark_scopes_changed(scopes.results_scope(event.pk))
    slips = [
        (link.token, str(link.entry), link.entry.sort_name)
        for link in links_of_active_players(event).order_by("pk")
    ]
    return hashlib.sha256(repr((event.name, slips)).encode()).hexdigest()


@transaction.atomic
def renew_personal_link(entry: Entry, *, by: User | None) -> PersonalLink:
    """Replace the personal link of an entry.

    The old link stops working, phones that used it get no more notices, and accounts lose it.
    """
    link = locks.lock_personal_link(ensure_link(entry))
    link.token, link.made_at = _new_token(), timezone.now()
    link.save(update_fields=["token", "made_at"])
    subscriptions.unsubscribe_all_browsers(entry)
    AccountLink.objects.filter(link=link).update(link=None)
    for end_other_addresses in hooks.link_renewed:
        end_other_addresses(entry)
    journal.write_journal_line(
        entry.tournament, PersonalLinkRenewed(entry=entry.pk, name=str(entry)), by=by, division=entry.division
    )
    return link


def fit_restored_links(rows: list[Row], _pictures: Mapping[str, bytes], _undone: ExitStack) -> list[Row]:
    """Return the links of a snapshot, with new tokens for malformed ones and those already used."""
    tokens = [row["token"] for row in rows]
    used_tokens = set(PersonalLink.objects.filter(token__in=tokens).values_list("token", flat=True))
    for row in rows:
        if row["token"] in used_tokens or not TOKEN.fullmatch(row["token"]):
            row["token"] = _new_token()
        used_tokens.add(row["token"])
    return rows


def _new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
