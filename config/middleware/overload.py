"""Load shedding: if too many readers send requests at the same time, some wait and others must retry.

Forms and staff never wait.
"""

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
from api.problems import problem_response
from config.middleware import pace
from core.engine.refused import Refused
from floor.engine.screen_codes import is_genuine_screen_code

PATIENCE = 4.0
"""Seconds that a reader waits for a turn before getting a 503."""

SOONEST, LATEST = 5, 60
"""Bounds, in seconds, of the time until a refused part of a page retries. Whole pages retry after the minimum."""

REMEMBERED = 10.0
"""Seconds after which a process forgets refusals."""

NEWEST = 0.1
"""The weight of the last page in the moving average of page times."""

READING = ("GET", "HEAD")
HALL_SCREEN = re.compile(r"/(?:e/[^/]+/screens|s)/([^/]+)")
"""The addresses of hall screens, with the code of the screen."""

NEVER_WAIT = re.compile(r"/account/|/d/|/l/[^/]+/draft|/e/[^/]+/clock\.json")
"""Addresses of pages that never wait: sign-in, drafts, whose picks are timed, and the clock of a round."""


API = "/api/"

READERS_SHARE = Fraction(2, 3)
"""The fraction of a server's threads that readers may occupy."""


class FullError(Exception):
    """Raised if the lane is full, or if a reader's turn does not come in time."""


class ReaderLane:
    """The queue of readers in one process.

    Some readers are answered immediately, a few wait, and others must retry.
    """

    def __init__(self, running: int, places: int) -> None:
        """Create a lane.

        `running` is the number of readers answered at the same time; it is halved while staff requests run. `places` is
        the number of readers answered or waiting. Parts of open pages get at most a third of the places, since their
        readers already have a page.
        """
        self._running, self._places = running, places
        self._turn = Condition()
        self._answering = self._desk_requests = self._part_count = 0
        self._waiting: deque[object] = deque()
        self._refused_at: deque[float] = deque()
        self._seconds_per_page = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether enough readers were refused recently to count as a crowd.

        A crowd is at least as many refused readers as there are places.
        """
        with self._turn:
            self._forget_old_refusals()
            return len(self._refused_at) >= self._places

    @property
    def again(self) -> int:
        """Seconds until a refused part of a page retries, more after many refusals, to spread the retries."""
        seconds = len(self._refused_at) / (self.pace or 1.0)
        return min(LATEST, max(SOONEST, round(seconds)))

    @property
    def pace(self) -> float | None:
        """The pages per second of this process, averaged over the latest pages; None before the first page."""
        return self._running / self._seconds_per_page if self._seconds_per_page else None

    @contextmanager
    def turn(self, *, part: bool = False) -> Iterator[None]:
        """Hold a reader's turn, after waiting for it in order of arrival.

        `part` is true for a part of an open page. Raises FullError if there is no place, or no turn within PATIENCE.
        """
        with self._turn:
            if part and self._part_count >= max(1, self._places // 3):
                self._refuse()
            self._part_count += part
            try:
                self._wait_for_turn()
            except FullError:
                self._part_count -= part
                raise
        started_at = monotonic()
        try:
            yield
        finally:
            with self._turn:
                elapsed = monotonic() - started_at
                self._seconds_per_page += (
                    (elapsed - self._seconds_per_page) * NEWEST if self._seconds_per_page else elapsed
                )
                self._answering -= 1
                self._part_count -= part
                self._turn.notify_all()

    @contextmanager
    def desk(self) -> Iterator[None]:
        """Run a request that never waits, such as one of staff. During the request, fewer readers get a turn."""
        with self._turn:
            self._desk_requests += 1
        try:
            yield
        finally:
            with self._turn:
                self._desk_requests -= 1
                self._turn.notify_all()

    def _wait_for_turn(self) -> None:
        """Wait until a reader may be answered.

        Raises FullError if no place is free, or if the reader gets no turn within PATIENCE.
        """
        ticket = object()
        if self._answering + len(self._waiting) >= self._places:
            self._refuse()
        self._waiting.append(ticket)
        has_turn = self._turn.wait_for(
            lambda: self._waiting[0] is ticket and self._answering < self._most_readers, timeout=PATIENCE
        )
        self._waiting.remove(ticket)
        self._turn.notify_all()
        if not has_turn:
            self._refuse()
        self._answering += 1

    @property
    def _most_readers(self) -> int:
        """The number of readers that may currently be answered at the same time."""
        return max(1, self._running // 2) if self._desk_requests else self._running

    def _refuse(self) -> None:
        self._forget_old_refusals()
        self._refused_at.append(monotonic())
        raise FullError

    def _forget_old_refusals(self) -> None:
        while self._refused_at and monotonic() - self._refused_at[0] > REMEMBERED:
            self._refused_at.popleft()


class _Lanes:
    """Creates the lane of this process. The number of places depends on the number of the server's threads."""

    def __init__(self, share: Fraction = READERS_SHARE) -> None:
        self._share, self._threads, self._lane = share, 0, ReaderLane(1, 1)

    def __call__(self) -> ReaderLane | None:
        """Return the lane, or None under a server that starts a thread for each request."""
        threads: int = settings.SERVER_THREADS
        if threads != self._threads:
            self._threads = threads
            self._lane = ReaderLane(max(1, threads // 12), max(1, int(threads * self._share)))
        return self._lane if threads else None


lane = _Lanes()
"""The lane of readers: one thread in twelve answers them, and they occupy at most two thirds of all threads."""

screen_lane = _Lanes(Fraction(1, 6))
"""The lane of hall screens, which are answered one at a time. They do not wait for phones, but a phone that opens the
address of a screen waits for the screens.
"""


class OverloadMiddleware:
    """Answers 503 to readers beyond capacity. Forms and staff never wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_lane = lane()
        if request_lane is None:
            return self.get_response(request)
        # Programs count as readers, with any cookie or token.
        is_reader = request.path_info.startswith(API) or (
            settings.SESSION_COOKIE_NAME not in request.COOKIES and not NEVER_WAIT.match(request.path_info)
        )
        if request.method not in READING or not is_reader:
            with request_lane.desk():
                return self.get_response(request)
        is_part = "HX-Request" in request.headers
        screen_address = HALL_SCREEN.fullmatch(request.path_info)
        if is_hall_screen := screen_address is not None and is_screen_code(screen_address[1]):
            request_lane, is_part = screen_lane() or request_lane, False
        try:
            with request_lane.turn(part=is_part):
                if is_disconnected(request.META):
                    return suppress_log_line(HttpResponse(status=499))
                return self.get_response(request)
        except FullError:
            return (
                retry_response(request_lane.again)
                if "HX-Request" in request.headers
                else busy_response(request)
            )
        finally:
            if not is_hall_screen:
                pace.report_pace(request_lane.pace or 0.0, busy=request_lane.is_busy)


def is_screen_code(code: str) -> bool:
    """Return whether this is the code of a hall screen of this installation. Such codes cannot be guessed."""
    return is_genuine_screen_code(code, settings.SECRET_KEY)


def busy_response(request: HttpRequest) -> HttpResponse:
    """Render the 503 page, or a problem document for programs, without the database."""
    if request.path_info.startswith(API):
        with translation.override(translation.get_language_from_request(request)):
            return suppress_log_line(problem_response(Refused(ApiRefusal.API_BUSY, again=SOONEST)))
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("503.html", {"again": SOONEST})
    return retry_response(SOONEST, page)


def retry_response(seconds: int, page: str = "") -> HttpResponse:
    """Return a 503 with Retry-After for a reader or a page's script. `page` is the body of the response."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return suppress_log_line(HttpResponse(page, status=503, headers=headers))


def suppress_log_line(answer: HttpResponse) -> HttpResponse:
    """Suppress the log line of an answer, since a crowd would fill the log."""
    # Django has no public way to mark an answer as already logged.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def is_disconnected(environ: Mapping[str, Any]) -> bool:
    """Return whether the browser or the proxy has closed the connection; False if that is unknown."""
    if (disconnected := environ.get("waitress.client_disconnected")) is not None:
        return bool(disconnected())
    connection = environ.get("gunicorn.socket")
    if not isinstance(connection, socket.socket):
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (BlockingIOError, ValueError):  # still open; ValueError under TLS, which hides the state
        return False
    except OSError:
        return True
