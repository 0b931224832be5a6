"""Load shedding: readers wait a moment or get an answer to retry; reports and staff go on."""

import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from threading import Condition
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from api.engine.refusals import ApiRefusal
from api.problems import problem
from config.middleware import pace
from core.engine.refused import Refused
from floor.engine.screen_codes import is_genuine

PATIENCE = 4.0
"""Seconds a reader waits for a turn before a 503."""

SOONEST, LATEST = 5, 60
"""Seconds until a refused part of a page retries; a reader without a page retries at the soonest."""

REMEMBERED = 10.0
"""Seconds for which a process remembers refusals."""

NEWEST = 0.1
"""Weight of the last page in the moving average of page times."""

READING = ("GET", "HEAD")
HALL_SCREEN = re.compile(r"/(?:e/[^/]+/screens|s)/([^/]+)")
"""A television of the hall, by the code in its address."""

NEVER_WAIT = re.compile(r"/account/|/d/|/l/[^/]+/draft|/e/[^/]+/clock\.json")
"""Sign-in, phones and tablets of a draft, whose picks are timed, and the clock of a round."""


API = "/api/"
"""Programs are readers, whatever cookie or token they send."""

TWO_THIRDS = Fraction(2, 3)


class FullError(Exception):
    """The lane is full, or a turn did not come in time."""


class Lane:
    """The readers of one process: some are answered at once, a few wait, others get an answer to retry."""

    def __init__(self, running: int, places: int) -> None:
        """`running`: readers answered at the same time, half of them while staff requests run. `places`: these and
        the waiting ones. Parts of open pages get at most a third of the places, as their readers have a page
        already.
        """
        self._running, self._places = running, places
        self._turn = Condition()
        self._answered = self._desk = self._parts = 0
        self._waiting: deque[object] = deque()
        self._sent_away: deque[float] = deque()
        self._seconds = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether as many readers as there are places were refused recently: a few are no crowd."""
        with self._turn:
            self._forget()
            return len(self._sent_away) >= self._places

    @property
    def again(self) -> int:
        """Seconds until a part retries, so that refused ones come one after the other."""
        seconds = len(self._sent_away) / (self.pace or 1.0)
        return min(LATEST, max(SOONEST, round(seconds)))

    @property
    def pace(self) -> float | None:
        """Pages per second of this process, by the latest ones; None before the first."""
        return self._running / self._seconds if self._seconds else None

    @contextmanager
    def turn(self, *, part: bool = False) -> Iterator[None]:
        """Wait for a turn, in order of arrival. `part`: of an open page. Raises FullError."""
        with self._turn:
            if part and self._parts >= max(1, self._places // 3):
                self._send_away()
            self._parts += part
            try:
                self._wait()
            except FullError:
                self._parts -= part
                raise
        began = monotonic()
        try:
            yield
        finally:
            with self._turn:
                took = monotonic() - began
                self._seconds += (took - self._seconds) * NEWEST if self._seconds else took
                self._answered -= 1
                self._parts -= part
                self._turn.notify_all()

    @contextmanager
    def desk(self) -> Iterator[None]:
        """Run at once; fewer readers get a turn meanwhile."""
        with self._turn:
            self._desk += 1
        try:
            yield
        finally:
            with self._turn:
                self._desk -= 1
                self._turn.notify_all()

    def _wait(self) -> None:
        ticket = object()
        if self._answered + len(self._waiting) >= self._places:
            self._send_away()
        self._waiting.append(ticket)
        mine = self._turn.wait_for(
            lambda: self._waiting[0] is ticket and self._answered < self._most, timeout=PATIENCE
        )
        self._waiting.remove(ticket)
        self._turn.notify_all()
        if not mine:
            self._send_away()
        self._answered += 1

    @property
    def _most(self) -> int:
        return max(1, self._running // 2) if self._desk else self._running

    def _send_away(self) -> None:
        self._forget()
        self._sent_away.append(monotonic())
        raise FullError

    def _forget(self) -> None:
        while self._sent_away and monotonic() - self._sent_away[0] > REMEMBERED:
            self._sent_away.popleft()


class _Lanes:
    """The lane of this process, with places by the number of threads of its server."""

    def __init__(self, most: Fraction = TWO_THIRDS) -> None:
        self._most, self._threads, self._lane = most, 0, Lane(1, 1)

    def __call__(self) -> Lane | None:
        """None under a server that starts a thread for each request."""
        threads: int = settings.SERVER_THREADS
        if threads != self._threads:
            self._threads = threads
            self._lane = Lane(max(1, threads // 12), max(1, int(threads * self._most)))
        return self._lane if threads else None


lane = _Lanes()
"""One thread in twelve answers readers, and they take at most two thirds; the others are for the desk."""

screen_lane = _Lanes(Fraction(1, 6))
"""Televisions of the hall, one after the other: they do not wait for phones, and a phone using the address of one
waits behind it.
"""


class OverloadMiddleware:
    """Answer 503 to readers beyond capacity. Forms and staff never wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = lane()
        if chosen is None:
            return self.get_response(request)
        if not _may_wait(request):
            with chosen.desk():
                return self.get_response(request)
        part = "HX-Request" in request.headers
        code = HALL_SCREEN.fullmatch(request.path_info)
        if screen := code is not None and is_screen(code[1]):
            chosen, part = screen_lane() or chosen, False
        try:
            with chosen.turn(part=part):
                if has_left(request.META):
                    return unlogged(HttpResponse(status=499))  # nobody reads it
                return self.get_response(request)
        except FullError:
            return come_again(chosen.again) if "HX-Request" in request.headers else busy(request)
        finally:
            if not screen:
                pace.tell(chosen.pace or 0.0, busy=chosen.is_busy)


def is_screen(code: str) -> bool:
    """Whether this is the code of a hall screen of this installation; it cannot be guessed."""
    return is_genuine(code, settings.SECRET_KEY)


def _may_wait(request: HttpRequest) -> bool:
    if request.method not in READING:
        return False
    if request.path_info.startswith(API):
        return True
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and not NEVER_WAIT.match(request.path_info)


def busy(request: HttpRequest) -> HttpResponse:
    """The 503 page, or the problem document for a program; rendered without the database."""
    if request.path_info.startswith(API):
        with translation.override(translation.get_language_from_request(request)):
            return unlogged(problem(Refused(ApiRefusal.API_BUSY, again=SOONEST)))
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("503.html", {"again": SOONEST})
    return come_again(SOONEST, page)


def come_again(seconds: int, page: str = "") -> HttpResponse:
    """A 503 with Retry-After for a reader or a page's script."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return unlogged(HttpResponse(page, status=503, headers=headers))


def unlogged(answer: HttpResponse) -> HttpResponse:
    """Suppress the log line of an answer, as a crowd would fill the log."""
    # Django's own mark of an answer that was logged; it has no public one.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def has_left(environ: Mapping[str, Any]) -> bool:
    """Whether the browser, or the proxy, has closed the connection."""
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
