"""The address that open pages poll for changes. Polls use neither database nor session."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from config.middleware import overload, pace
from core import stamps
from core.engine.numbers import whole_number
from core.stamps import memory
from tournaments import hooks, scopes
from tournaments.engine.round_news import RoundNews
from tournaments.scopes import SCOPE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ADDRESS = "/live"
MAX_SCOPES = 8

LEAST, USUAL, MOST = 2, 10, 60
"""Seconds between two polls of a page: the minimum, the default and the maximum."""

WHILE_DUE = 5
"""Seconds between two polls of a player's page while the next round is drawn but not posted."""

MAX_POLLS_PER_SECOND = 600
"""Polls per second and process above which pages are asked to poll less often."""

MAX_FIELDS = 10
"""The maximum number of fields in a query string."""

ASSUMED_PACE = 5.0
"""The number of pages rendered per second that is assumed until it is measured (`pace.pages_a_second`)."""

MAX_SPREAD = 300
"""The maximum number of seconds over which the pages of an event reload."""

BUSY_INTERVAL = 15
"""Seconds until the next poll of a page that is not allowed to reload yet because the server is busy."""


@dataclass(frozen=True, slots=True)
class LivePoll:
    """A poll for changes of its `scopes` since the position `seen`.

    `every` is the requested number of seconds between two polls of the page, and `screen` the code of a hall
    screen. Both are texts from the URL, or "" if missing.
    """

    scopes: Sequence[str]
    seen: str
    every: str
    screen: str

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> "LivePoll | None":
        """Return the poll in the fields of a query string, or None if the scopes are malformed."""
        scopes = fields.get("on", "").split(".")
        if len(scopes) > MAX_SCOPES or not all(map(SCOPE.fullmatch, scopes)):
            return None
        return cls(scopes, fields.get("seen", ""), fields.get("every", ""), fields.get("screen", ""))

    def keys(self, letter: str) -> list[int]:
        """Return the keys of its scopes of one kind: "e" for events, "n" for entries."""
        return [int(scope[1:]) for scope in self.scopes if scope[0] == letter]

    @property
    def events_of_player(self) -> list[int]:
        """The keys of the events that a player's page polls for a new round; empty for other pages."""
        return self.keys("e") if self.keys("n") else []


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its status, headers and JSON body. Replies without content have an empty body."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class LiveDoor:
    """Answers polls that need no database before Django creates a request.

    All other requests go to `application`, whose first middleware is LiveMiddleware.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self._application = application

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ.get("PATH_INFO") == ADDRESS and environ["REQUEST_METHOD"] == "GET":
            raise_planned_stamps_once(os.getpid())
            try:
                fields = dict(parse_qsl(environ.get("QUERY_STRING", ""), max_num_fields=MAX_FIELDS))
                question = LivePoll.of(fields)
            except ValueError:  # too many fields
                question = None
            numbers = stamps.read_scope_numbers(question.scopes) if question else None
            news = _cached_round_news(question, numbers) if question and numbers else None
            if question and numbers and news is not None:
                reply = _build_reply(question, numbers, news)
                status = HTTPStatus(reply.status)
                start_response(f"{status.value} {status.phrase}", list(reply.headers.items()))
                return [reply.body] if reply.body else []
        return self._application(environ, start_response)


class LiveMiddleware:
    """Answers `/live?on=e12.m55&seen=POSITION` before any other middleware runs.

    The status is 204 if nothing changed. It is 503 with `Retry-After` while the server is busy, for a change that
    affects all pages of an event and gives no player a seat. Staff pages, which also poll the results, and hall
    screens never get a 503. Otherwise it is 200 with JSON: `seen`, the new position; `spread`, the seconds over
    which pages of the same event reload; `round`, the player's seat in the latest posted round
    (`hooks.round_news`), to be shown immediately. Except for a 503, each answer contains the number of seconds
    until the next poll (`Live-Interval`) and the current time (`Server-Now`, milliseconds).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        raise_planned_stamps_once(os.getpid())
        if request.path_info != ADDRESS:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        question = LivePoll.of(request.GET.dict())
        if question is None:
            return HttpResponse("Load the page again.", status=400, content_type="text/plain")
        numbers = stamps.read_scope_numbers(question.scopes)
        reply = _build_reply(question, numbers, _read_round_news(question, numbers))
        response = HttpResponse(reply.body, status=reply.status, headers=dict(reply.headers))
        return overload.suppress_log_line(response) if reply.status == 503 else response


class PollingCrowd:
    """The number of pages that poll this process, over the last complete WINDOW."""

    WINDOW = 10.0
    """The length of the window in seconds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since, self._counting = monotonic(), 0.0
        self.pages = 0.0

    def count(self, every: int) -> None:
        """Count a poll of a page that polls every `every` seconds."""
        with self._lock:
            elapsed = monotonic() - self._since
            if elapsed >= self.WINDOW:
                self.pages = self._counting if elapsed < 2 * self.WINDOW else 0.0
                self._since, self._counting = monotonic(), 0.0
            self._counting += every / self.WINDOW

    @property
    def interval(self) -> int:
        """The minimum number of seconds between two polls of a page."""
        return min(MOST, round(self.pages / MAX_POLLS_PER_SECOND))

    @property
    def spread(self) -> int:
        """The seconds over which all pages reload, minus the seconds over which their polls are already spread."""
        pages_a_second = pace.pages_a_second() or ASSUMED_PACE
        return min(MAX_SPREAD, max(0, round(self.pages / pages_a_second) - WHILE_DUE))


CROWD = PollingCrowd()
_is_due_by_event: dict[int, bool] = {}
"""Whether the next round of an event is drawn but not posted, as of the event's last change."""

_news_lock = Lock()
"""Held while the news of a round is read, so that simultaneous polls from a hall read it once."""


@cache
def raise_planned_stamps_once(_process: int) -> None:
    """Raise the stamps of changes that killed processes committed without raising them.

    `_process` is the process id, so that this runs once in each process, even after a fork: under gunicorn as
    soon as a replacement process starts (`gunicorn.conf.py`), under other servers at the first request.
    """
    stamps.STAMPS.raise_planned()


def _cached_round_news(question: LivePoll, numbers: stamps.ScopeNumbers) -> dict[int, RoundNews] | None:
    """Return the news of the events that a player's page polls, by event, or None if some is not cached.

    The result is empty if nothing that the page polls has changed.
    """
    if not numbers.changed(question.scopes, question.seen):
        return {}
    news = {
        pk: memory.cached_value(f"round-news.{pk}", [scopes.event_scope(pk)], numbers)
        for pk in question.events_of_player
    }
    return None if None in news.values() else news


def _read_round_news(question: LivePoll, numbers: stamps.ScopeNumbers) -> dict[int, RoundNews]:
    """Return the news of the polled events, by event.

    News that is not cached is read once for all simultaneous polls.
    """
    news = _cached_round_news(question, numbers)
    if news is not None:
        return news
    with _news_lock:
        news = {}
        read_round_news = next(iter(hooks.round_news), lambda _event: RoundNews())
        for pk in question.events_of_player:
            news[pk] = memory.cached_until_change(
                f"round-news.{pk}", [scopes.event_scope(pk)], partial(read_round_news, pk)
            )
        return news


def _build_reply(question: LivePoll, numbers: stamps.ScopeNumbers, news: Mapping[int, RoundNews]) -> Reply:
    """Return the reply described in `LiveMiddleware`, and count the page as polling."""
    scopes, seen = question.scopes, question.seen
    if not numbers.changed(scopes, seen):
        return Reply(204, _count_and_build_headers(question))
    entries = question.keys("n")
    own_scopes = [scope for scope in scopes if scope[0] != "e"]
    is_staff = overload.is_screen_code(question.screen) or any(scope[0] == "r" for scope in scopes)
    # If only the event changed, all its pages reload at the same time and must be spread.
    is_spread = not is_staff and not (own_scopes and numbers.changed(own_scopes, seen))
    content: Mapping[str, object] = {"seen": numbers.position}
    if is_spread:
        content = {**content, "spread": CROWD.spread}
    posted_at = 0
    for event, rounds in news.items():
        _is_due_by_event[event] = rounds.due
        for entry in rounds.seats.keys() & entries:
            content = {**content, "round": rounds.seats[entry]}
            posted_at = int(rounds.seats[entry]["posted"])
    has_new_seat = time() - posted_at / 1000 < MOST
    if is_spread and not has_new_seat and pace.is_any_process_busy():
        wait = str(max(BUSY_INTERVAL, CROWD.interval))
        # The page counts as polling, but a 503 has none of these headers.
        _count_and_build_headers(question)
        return Reply(503, {"Retry-After": wait, "Cache-Control": "no-store"})
    body = json.dumps(content, cls=DjangoJSONEncoder).encode()
    own_headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    return Reply(200, own_headers | _count_and_build_headers(question), body)


def _count_and_build_headers(question: LivePoll) -> dict[str, str]:
    """Count the page as polling; return the headers of all answers except 503."""
    is_due = any(_is_due_by_event.get(pk) for pk in question.keys("e"))
    every = poll_interval(question.every, due=is_due, screen=overload.is_screen_code(question.screen))
    CROWD.count(every)
    return {
        "Cache-Control": "no-store",
        "Live-Interval": str(every),
        "Server-Now": str(round(time() * 1000)),
    }


def poll_interval(requested: str, *, due: bool = False, screen: bool = False) -> int:
    """Return the number of seconds until a page polls again.

    `requested` is the number of seconds that the page requests, as text. The result is lower while a round is
    `due`, and higher in a crowd, except for a hall `screen`.
    """
    seconds = whole_number(requested, digits=3)
    every = USUAL if seconds is None else min(max(seconds, LEAST), MOST)
    return max(min(every, WHILE_DUE) if due else every, 0 if screen else CROWD.interval)
