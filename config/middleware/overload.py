"""More readers than the server can answer: who reads waits a moment or comes again, who reports and staff go on."""

import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

PATIENCE = 4.0
"""Seconds a reader waits for a turn before they are asked to come again."""

AGAIN = 5
"""Seconds after which a reader who was sent away comes again."""

REMEMBERED = 10.0
"""Seconds for which a process counts as busy after it has sent a reader away."""

READING = ("GET", "HEAD")


class FullError(Exception):
    """The lane has no place left, or a turn did not come in time."""


class Lane:
    """The readers of one process: some are answered at once, a few wait, the others come again later."""

    def __init__(self, running: int, places: int) -> None:
        """`running`: readers answered at the same time; `places`: these and those who wait."""
        self._running, self._places = running, places
        self._turn = Condition()
        self._answered = 0
        self._waiting: deque[object] = deque()
        self._sent_away: float | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a reader was sent away a moment ago."""
        at = self._sent_away
        return at is not None and monotonic() - at < REMEMBERED

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, who came first goes first. Raises FullError."""
        with self._turn:
            self._wait()
        try:
            yield
        finally:
            with self._turn:
                self._answered -= 1
                self._turn.notify_all()

    def _wait(self) -> None:
        ticket = object()
        if self._answered + len(self._waiting) >= self._places:
            self._send_away()
        self._waiting.append(ticket)
        mine = self._turn.wait_for(
            lambda: self._waiting[0] is ticket and self._answered < self._running, timeout=PATIENCE
        )
        self._waiting.remove(ticket)
        if not mine:
            self._send_away()
        self._answered += 1
        self._turn.notify_all()

    def _send_away(self) -> None:
        self._sent_away = monotonic()
        raise FullError


class _Lanes:
    """The lane of this process, as many places as its server has threads."""

    def __init__(self) -> None:
        self._threads, self._lane = 0, Lane(1, 1)

    def __call__(self) -> Lane | None:
        """None under a server that begins a thread for each request."""
        threads: int = settings.SERVER_THREADS
        if threads != self._threads:
            self._threads, self._lane = threads, Lane(max(1, threads // 4), max(1, threads * 2 // 3))
        return self._lane if threads else None


lane = _Lanes()
"""A quarter of the threads answers readers, and they never fill more than two thirds: the others are for the desk."""


def is_busy() -> bool:
    """Whether this process has sent readers away a moment ago."""
    found = lane()
    return found is not None and found.is_busy


class OverloadMiddleware:
    """Answers 503 to readers there is no room for. Whoever sends a form or has signed in never waits here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = lane()
        if found is None or not _may_wait(request):
            return self.get_response(request)
        try:
            with found.turn():
                if has_left(request.META):
                    return HttpResponse(status=499)  # nobody reads it
                return self.get_response(request)
        except FullError:
            return busy(request)


def _may_wait(request: HttpRequest) -> bool:
    return request.method in READING and settings.SESSION_COOKIE_NAME not in request.COOKIES


def busy(request: HttpRequest) -> HttpResponse:
    """What a reader is told; made without the database."""
    with translation.override(translation.get_language_from_request(request)):
        page = "" if request.headers.get("HX-Request") else render_to_string("503.html", {"again": AGAIN})
    return come_again(AGAIN, page)


def come_again(seconds: int, page: str = "") -> HttpResponse:
    """Ask a reader, or the script of a page, to come again then."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(page, status=503, headers=headers)


def has_left(environ: Mapping[str, Any]) -> bool:
    """Whether the browser, or the proxy in its place, has closed the connection meanwhile."""
    if (disconnected := environ.get("waitress.client_disconnected")) is not None:
        return bool(disconnected())
    connection = environ.get("gunicorn.socket")
    if not isinstance(connection, socket.socket):
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (BlockingIOError, ValueError):  # nothing has come; under TLS nobody can look
        return False
    except OSError:
        return True
