"""A mail server of the tests' own: it takes messages, refuses addresses with a reply, hangs, or is not there."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from socket import create_server
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

OK = "250 OK"


class Server:
    """A handler of aiosmtpd. `replies`: what it says to an address at RCPT; `delay`: seconds before it says so."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.replies: dict[str, str] = {}
        self.delay = 0.0
        self.port = 0

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it so
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        await asyncio.sleep(self.delay)
        reply = self.replies.get(address, OK)
        if reply == OK:
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        message: Any = BytesParser(policy=policy.default).parsebytes(bytes(envelope.content or b""))
        self.messages.append(message)
        return OK

    @property
    def recipients(self) -> list[str]:
        return [str(message["To"]) for message in self.messages]


def free_port() -> int:
    with closing(create_server(("127.0.0.1", 0))) as found:
        port: int = found.getsockname()[1]
    return port


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    """Start a mail server, and send every email to it."""
    handler = Server()
    handler.port = free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port)
    controller.start()
    point_at(settings, handler.port)
    yield handler
    controller.stop()


def point_at(settings: Any, port: int, *, seconds: float = 5) -> None:
    """Send emails to a port of this machine, where an answer takes at most so many seconds."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, seconds
    settings.DEFAULT_FROM_EMAIL = "cup@example.org"


def plain(message: EmailMessage) -> str:
    """Return the text part of a message."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
