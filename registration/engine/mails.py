"""Emails to players: what they are about, how a mail server answers, and addresses that need a second look."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from registration.engine.seats import State

MAX_ANSWER_LENGTH = 300
"""The most characters stored of what a mail server said."""

PERMANENT = range(500, 600)
"""Reply codes of SMTP after which the same message is refused again (RFC 5321, 4.2.1)."""


class MailKind(StrEnum):
    """What an email is about: a personal link that staff sent or a player claimed, or a state of a registration."""

    LINK = "link"
    CLAIM = "claim"
    REQUESTED = "requested"
    WAITING = "waiting"
    OFFERED = "offered"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


OF_LINKS = (MailKind.LINK, MailKind.CLAIM)
"""The kinds that carry the personal link of an entry."""


class MailState(StrEnum):
    """Where an email is: waiting to be sent, accepted by the mail server, or refused."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


def kind_of(state: State) -> MailKind:
    """Return the kind of the email about this state of a registration."""
    return MailKind(state.value)


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail server that does not take one message. `is_final` unless a later try may succeed."""

    answer: str
    is_final: bool


def bounce_of(error: Exception, address: str) -> Bounce | None:
    """Return how the server refused this one message; None if the error concerns the server as a whole."""
    if isinstance(error, SMTPRecipientsRefused):
        code, text = error.recipients.get(address) or next(iter(error.recipients.values()), (550, b""))
        return Bounce(answer_text(code, text), code in PERMANENT)
    if isinstance(error, SMTPDataError):
        return Bounce(answer_text(error.smtp_code, error.smtp_error), error.smtp_code in PERMANENT)
    if isinstance(error, ValueError):
        # Django and the email package refuse addresses that no message can have.
        return Bounce(str(error)[:MAX_ANSWER_LENGTH], is_final=True)
    return None


def trouble_text(error: Exception) -> str:
    """Return what is stored of an error of the whole server: its words, or the kind of the error."""
    code, text = getattr(error, "smtp_code", None), getattr(error, "smtp_error", b"")
    if isinstance(error, SMTPException) and code is not None:
        return answer_text(code, text)
    return type(error).__name__


def answer_text(code: int, text: bytes | str) -> str:
    """Return the reply of a mail server in one line, such as "550 No such user"."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return " ".join(f"{code} {words}".replace("\x00", "").split())[:MAX_ANSWER_LENGTH]


@dataclass(frozen=True, slots=True)
class Addressed:
    """A player with an email address; `search_key` is equal for the same name."""

    entry: int
    search_key: str
    address: str


def shared_addresses(players: Iterable[Addressed]) -> Mapping[int, bool]:
    """Return the players who share an address, by entry: whether another of them has the same name.

    Families share an address on purpose; one name twice is one person who was entered twice.
    """
    by_address: dict[str, list[Addressed]] = defaultdict(list)
    for player in players:
        by_address[player.address.casefold()].append(player)
    return {
        player.entry: [other.search_key for other in group].count(player.search_key) > 1
        for group in by_address.values()
        if len(group) > 1
        for player in group
    }
