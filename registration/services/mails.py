"""Emails to players. Each is stored before it is sent, so that it is sent once and staff see whether it bounced."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_urlsafe

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from core.engine.snapshots.parts import Row
from core.queries import public_address
from core.services import journal
from registration.engine.journal_kinds import LinksMailed
from registration.engine.mails import OF_LINKS, MailKind, MailState, mail_kind_of
from registration.engine.seats import State
from registration.models import Mail, Registration
from registration.queries import mails as queries
from tournaments.models import Entry, Tournament, User
from tournaments.services import locks, personal_links

mails_queued = Signal()
"""Signal sent in the transaction that stores emails, with `press` and the key of the `event`."""


def new_press_key() -> str:
    """Return a new key for one press of a button."""
    return token_urlsafe(18)


@transaction.atomic
def queue_link_mails(
    event: Tournament,
    entries: Sequence[Entry],
    *,
    press: str,
    site: str,
    language: str,
    by: User | None,
    now: datetime | None = None,
) -> int:
    """Queue an email with the personal link for each of these players, and return the number of emails.

    Players without an address are left out. Repeating a `press` queues nothing, and returns the number of its
    emails. A player whose last email is still waiting gets no other for an hour; after that, the waiting email is
    marked as failed, and a new one is queued. Missing links are created. `language` is for players whose language
    is not stored.
    Refused: CHANGED_MEANWHILE if the event was deleted.
    """
    now = now or timezone.now()
    event = locks.lock_event(event)
    press_mails = Mail.objects.filter(tournament=event, press=press)
    if count := press_mails.count():
        return count
    waiting = Mail.objects.filter(tournament=event, kind__in=OF_LINKS, state=MailState.WAITING)
    waiting.filter(made_at__lte=now - queries.WAITS_AT_MOST).update(state=MailState.FAILED, settled_at=now)
    still_waiting = set(waiting.values_list("entry", flat=True))
    languages = queries.mail_languages_by_entry(event)
    rows = [
        Mail(
            tournament=event,
            entry=entry,
            kind=MailKind.LINK,
            press=press,
            address=entry.email,
            language=languages.get(entry.pk, language),
            site=site,
            made_at=now,
        )
        for entry in entries
        if entry.email and entry.pk not in still_waiting
    ]
    if rows:
        personal_links.create_missing_links(event)
        Mail.objects.bulk_create(rows, batch_size=500)
        journal.write_journal_line(event, LinksMailed(count=len(rows)), by=by, at=now)
        mails_queued.send(sender=Mail, press=press, event=event.pk)
    return len(rows)


def send_claimed_link(entry: Entry, *, site: str, language: str, now: datetime) -> None:
    """Queue an email with a claimed entry's personal link to its stored address.

    `language` is used unless another one is stored for the player. The caller's transaction stores the claim too.
    """
    personal_links.ensure_link(entry)
    mail_language = queries.mail_languages_by_entry(entry.tournament).get(entry.pk, language)
    press = new_press_key()
    Mail.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind=MailKind.CLAIM,
        press=press,
        address=entry.email,
        language=mail_language,
        site=site,
        made_at=now,
    )
    mails_queued.send(sender=Mail, press=press, event=entry.tournament_id)


def queue_state_mail(row: Registration) -> None:
    """Queue an email about the new state of a registration, in the transaction that changes it.

    Does nothing without an email address, a mail server or an address of this site for links.
    """
    if not row.email or not queries.has_mail_server():
        return
    current = public_address.current_public_address()
    site = current.address if current else row.site
    if not site:
        return
    press = new_press_key()
    Mail.objects.create(
        tournament=row.tournament,
        entry=row.entry,
        registration=row,
        kind=mail_kind_of(State(row.state)),
        press=press,
        address=row.email,
        language=row.language,
        site=site,
        made_at=row.decided_at or row.made_at,
    )
    mails_queued.send(sender=Mail, press=press, event=row.tournament_id)


def fit_restored_mails(rows: list[Row], *_snapshot: object) -> list[Row]:
    """Mark the waiting emails of a snapshot as failed, so that a restored event does not send them.

    The site addresses are removed, so that no email links to another installation.
    """
    for row in rows:
        row["site"] = ""
        if row["state"] == MailState.WAITING:
            row["state"] = MailState.FAILED.value
    return rows
