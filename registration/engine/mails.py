"""Emails to players: their kinds, the replies of mail servers, and addresses that staff should check."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from registration.engine.seats import State

MAX_ANSWER_LENGTH = 300
"""The most characters stored of a mail server's reply."""

PERMANENT = range(500, 600)
"""SMTP reply codes for permanent failures, after which sending again is useless (RFC 5321, 4.2.1)."""


class MailKind(StrEnum):
    """What an email is about: a personal link, sent by staff or claimed, or a registration's state."""

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
"""The kinds that contain an entry's personal link."""


class MailState(StrEnum):
    """The state of an email: waiting to be sent, accepted by the mail server, or refused."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


def mail_kind_of(state: State) -> MailKind:
    """Return the kind of email for this state of a registration."""
    return MailKind(state.value)


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail server's refusal of one message.

    `is_final` is True unless another attempt may succeed.
    """

    answer: str
    is_final: bool


def bounce_of(error: Exception, address: str) -> Bounce | None:
    """Return the mail server's refusal of one message, or None for an error of the server itself.

    `address` is the address of the message, whose refusal counts if there are several.
    """
    if isinstance(error, SMTPRecipientsRefused):
        # 550 is the usual code for a mailbox that does not exist.
        code, text = error.recipients.get(address) or next(iter(error.recipients.values()), (550, b""))
        return Bounce(mail_server_reply_text(code, text), code in PERMANENT)
    if isinstance(error, SMTPDataError):
        return Bounce(mail_server_reply_text(error.smtp_code, error.smtp_error), error.smtp_code in PERMANENT)
    if isinstance(error, ValueError):
        # Django and the email package raise these errors for impossible addresses.
        return Bounce(str(error)[:MAX_ANSWER_LENGTH], is_final=True)
    return None


def server_error_text(error: Exception) -> str:
    """Return the text stored for a server error: the server's reply, or else the class of the error."""
    code, text = getattr(error, "smtp_code", None), getattr(error, "smtp_error", b"")
    if isinstance(error, SMTPException) and code is not None:
        return mail_server_reply_text(code, text)
    return type(error).__name__


def mail_server_reply_text(code: int, text: bytes | str) -> str:
    """Format a mail server's reply as one line, such as "550 No such user"."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return " ".join(f"{code} {words}".replace("\x00", "").split())[:MAX_ANSWER_LENGTH]


@dataclass(frozen=True, slots=True)
class Addressed:
    """A player with an email address. Players with the same name have equal `search_key`s."""

    entry: int
    search_key: str
    address: str


def shared_addresses(players: Iterable[Addressed]) -> Mapping[int, bool]:
    """Map the entries that share an email address to whether they also share a name.

    Families share addresses on purpose. The same name with the same address is probably a person entered twice.
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
