"""Emails to players: who was sent a link, which emails were refused, and whether a mail server is set up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from django.conf import settings
from django.db.models import CharField, Count, DateTimeField, F, OuterRef, Q, QuerySet, Subquery

from core.models import PushSubscription
from registration import hooks
from registration.engine.mails import OF_LINKS, Addressed, MailState, shared_addresses
from registration.models import Mail, Registration
from tournaments.models import Entry, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

ALL, UNSENT, FAILED, WITHOUT_LIST = "all", "unsent", "failed", "without_list"
"""Groups of recipients: all with an address, or those without a sent link, with a failed email, without a deck list."""

ACTIVE = Q(dropped_in=None, disqualified=False)

WAITS_AT_MOST = timedelta(hours=1)
"""After this time an unsent email no longer prevents staff from sending another."""


class LastMail(TypedDict):
    """Annotations of an entry: state, address, answer and times of the newest email with its personal link."""

    mail_state: str | None
    mail_address: str | None
    mail_answer: str | None
    mail_made_at: datetime | None
    mail_settled_at: datetime | None


if TYPE_CHECKING:
    MailedEntry = WithAnnotations[Entry, LastMail]
else:
    MailedEntry = Entry


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Numbers of active players: all, those with an address, and these by state of the newest email."""

    players: int
    addressed: int
    sent: int
    waiting: int
    failed: int

    @property
    def without_address(self) -> int:
        return self.players - self.addressed

    @property
    def unsent(self) -> int:
        return self.addressed - self.sent - self.waiting - self.failed


def has_mail_server() -> bool:
    """Return whether this installation can send emails, instead of only logging them without EMAIL_URL."""
    return not settings.EMAIL_BACKEND.endswith("console.EmailBackend")


def players_with_newest_link_mail(event: Tournament) -> "QuerySet[MailedEntry]":
    """Select an event's active players by name, each with the newest email that contained the personal link."""
    newest = Mail.objects.filter(entry=OuterRef("pk"), kind__in=OF_LINKS).order_by("-pk")

    def of_newest(name: str, kind: "CharField[str, str] | DateTimeField[datetime, datetime]") -> Subquery:
        return Subquery(newest.values(name)[:1], output_field=kind)

    rows = event.entries.filter(ACTIVE).annotate(
        mail_state=of_newest("state", CharField()),
        mail_address=of_newest("address", CharField()),
        mail_answer=of_newest("answer", CharField()),
        mail_made_at=of_newest("made_at", DateTimeField()),
        mail_settled_at=of_newest("settled_at", DateTimeField()),
    )
    return rows.order_by("last_name", "first_name", "pk")


def count_players_by_link_mail(event: Tournament) -> LinkCounts:
    """Count the active players, and those with an address by their newest email. Makes one query."""
    rows = players_with_newest_link_mail(event).order_by().values("mail_state", has_address=~Q(email=""))
    counts = {
        (state, has_address): n
        for state, has_address, n in rows.annotate(n=Count("pk")).values_list(
            "mail_state", "has_address", "n"
        )
    }
    addressed = sum(n for (_state, has_address), n in counts.items() if has_address)

    def of(state: MailState) -> int:
        return counts.get((state.value, True), 0)

    return LinkCounts(
        sum(counts.values()), addressed, of(MailState.SENT), of(MailState.WAITING), of(MailState.FAILED)
    )


def recipients_in_group(event: Tournament, whom: str) -> "QuerySet[MailedEntry]":
    """Select the players with an email address in a group: ALL, UNSENT, FAILED or WITHOUT_LIST."""
    rows = players_with_newest_link_mail(event).exclude(email="")
    if whom == UNSENT:
        return rows.filter(mail_state=None)
    if whom == FAILED:
        return rows.filter(mail_state=MailState.FAILED)
    if whom == WITHOUT_LIST:
        return rows.filter(pk__in=[key for find in hooks.without_list for key in find(event) or ()])
    return rows


def uses_deck_lists(event: Tournament) -> bool:
    """Return whether players of this event hand in deck lists."""
    return any(find(event) is not None for find in hooks.without_list)


def waiting_mails(press: str) -> QuerySet[Mail]:
    """Select the unsent emails of one press, oldest first."""
    related = ("tournament", "entry__link", "registration__tournament", "registration__entry")
    return Mail.objects.filter(press=press, state=MailState.WAITING).select_related(*related).order_by("pk")


def mail_languages_by_entry(event: Tournament) -> Mapping[int, str]:
    """Map the keys of entries to their languages. Makes two queries.

    The language is that of the registration, or else that of the newest phone that gets notices for the entry.
    Entries whose language is not stored are missing.
    """
    phones = PushSubscription.objects.filter(tournament=event, entry__isnull=False).order_by("pk")
    registered = Registration.objects.filter(tournament=event, entry__isnull=False)
    pairs = [*phones.values_list("entry", "language"), *registered.values_list("entry", "language")]
    return {entry: language for entry, language in pairs if entry is not None and language}


def shared_addresses_of(event: Tournament) -> Mapping[int, bool]:
    """Map the active entries that share an email address to whether they also share a name.

    Makes one query.
    """
    rows = event.entries.filter(ACTIVE).exclude(email="").values_list("pk", "search_key", "email")
    return shared_addresses(Addressed(*row) for row in rows)


def players_with_bounces(event: Tournament) -> "QuerySet[MailedEntry]":
    """Select the players whose newest email was refused, and whose address has not changed since."""
    return players_with_newest_link_mail(event).filter(mail_state=MailState.FAILED, mail_address=F("email"))
