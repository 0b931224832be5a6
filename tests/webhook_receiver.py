"""A receiver of webhooks for tests, which stores messages and responds as configured."""

import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep
from typing import Any

import pytest
from pytest_django import Settings
from standardwebhooks import Webhook as Verifier

from core.models import Webhook
from core.services.webhooks import subscriptions
from tournaments.models import Tournament


@dataclass(frozen=True)
class Received:
    """A message as it was received."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def verified(self, secret: str) -> dict[str, Any]:
        """Return the content after checking the signature with the reference library of the specification."""
        found: dict[str, Any] = Verifier(secret).verify(self.body, self.headers)
        return found


class Receiver:
    """`answers` are returned in turn, each as a status, headers and a body; after that, every message is accepted with
    204.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/hook?of=stadium"
        self.received: list[Received] = []
        self.answers: deque[tuple[int, dict[str, str], bytes]] = deque()
        self.drips = 0.0
        """Seconds it takes to write a response, byte by byte."""

    @property
    def types(self) -> list[str]:
        return [one.message["type"] for one in self.received]

    def answer(self, status: int, headers: dict[str, str] | None = None, body: bytes = b"") -> None:
        self.answers.append((status, headers or {}, body))

    def wait(self, count: int, *, seconds: float = 120) -> list[Received]:
        """Wait for a number of messages, and return them."""
        until = monotonic() + seconds
        while len(self.received) < count and monotonic() < until:
            sleep(0.05)
        assert len(self.received) == count, self.types
        return self.received

    def hook(self, event: Tournament, topics: tuple[str, ...] = ("round",), **more: Any) -> Webhook:
        """Create a webhook of this event that leads here, and refresh `event`."""
        given = {"address": self.url, "origin": "https://stadium.example"} | more
        made = subscriptions.add_webhook(event, by=None, topics=topics, **given)
        event.refresh_from_db()
        return made


@contextmanager
def receiving() -> Iterator[Receiver]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.receiver = Receiver(server.server_address[1])  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.receiver  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        receiver: Receiver = self.server.receiver  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        receiver.received.append(Received(self.path, headers, body))
        if receiver.drips:
            self._drip(receiver.drips)
            return
        status, more, content = receiver.answers.popleft() if receiver.answers else (204, {}, b"")
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(content))} | more).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def _drip(self, seconds: float) -> None:
        until = monotonic() + seconds
        self.wfile.write(b"HTTP/1.1 204 No Content\r\nX-Long: ")
        while monotonic() < until:
            sleep(0.05)
            try:
                self.wfile.write(b"x")
            except OSError:
                return

    def do_GET(self) -> None:
        receiver: Receiver = self.server.receiver  # type: ignore[attr-defined]
        receiver.received.append(Received(self.path, {}, b""))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_line: object) -> None:
        """Suppress the log of requests."""


@pytest.fixture
def receiver(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Start a receiver on this machine, to which this process and its workers may send."""
    settings.WEBHOOKS_OWN_NETWORK = True
    monkeypatch.setenv("WEBHOOKS_OWN_NETWORK", "true")
    with receiving() as made:
        yield made
